//! Blocks as bytes: zstd, or as they are. The only file that names the codec.
//!
//! Nothing that was encoded is used before it was decoded again and compared: the codec is young.

use structured_zstd::decoding::{Dictionary, DictionaryHandle, FrameDecoder};
use structured_zstd::encoding::{CompressionLevel, EncoderDictionary, FrameCompressor};

/// No frame that is written here needs more than this; a frame that asks for more is not ours.
const WINDOW_LIMIT: u64 = 32 << 20;

/// Encodes. Its tables are reused from block to block.
pub(super) struct Codec {
    /// Level 1: a first capture writes megabytes and is waited for. Level 3 is half as fast for a tenth less.
    alone: FrameCompressor,
    /// Level 3: against a dictionary it is faster than level 1, and its output a third.
    against: FrameCompressor,
    decoder: Decoder,
}

impl Default for Codec {
    fn default() -> Self {
        Self {
            alone: FrameCompressor::new(CompressionLevel::Fastest),
            against: FrameCompressor::new(CompressionLevel::Default),
            decoder: Decoder::default(),
        }
    }
}

impl Codec {
    /// `raw` as a zstd frame, or `None` when that saves less than 1/32.
    pub(super) fn encode(&mut self, raw: &[u8]) -> Option<Vec<u8>> {
        if raw.is_empty() {
            return None;
        }
        let mut frame = Vec::new();
        self.alone.compress_independent_frame_into(raw, &mut frame);
        let pays = frame.len() < raw.len() - raw.len() / 32;
        (pays && self.decoder.decode(&frame, raw.len()).as_deref() == Some(raw)).then_some(frame)
    }

    /// `raw` as a zstd frame whose dictionary is `base`, or `None` when there is no such frame.
    pub(super) fn encode_against(&mut self, base: &[u8], raw: &[u8]) -> Option<Vec<u8>> {
        // Always as raw content: a text that happens to begin with a dictionary's magic number is still a text.
        let dictionary = Dictionary::from_raw_content(0, base.to_vec()).ok()?;
        self.against.set_encoder_dictionary(EncoderDictionary::from_dictionary(dictionary)).ok()?;
        let mut frame = Vec::new();
        self.against.compress_independent_frame_into(raw, &mut frame);
        self.against.clear_dictionary();
        (self.decoder.decode_against(base, &frame, raw.len()).as_deref() == Some(raw)).then_some(frame)
    }
}

/// Decodes.
pub(super) struct Decoder(FrameDecoder);

impl Default for Decoder {
    fn default() -> Self {
        let mut decoder = FrameDecoder::new();
        // Only a limit outside the format's own bounds is refused; the decoder's own limit then holds.
        let _refused = decoder.set_max_window_size(WINDOW_LIMIT);
        Self(decoder)
    }
}

impl Decoder {
    /// The `length` bytes that `frame` stands for.
    pub(super) fn decode(&mut self, frame: &[u8], length: usize) -> Option<Vec<u8>> {
        let mut raw = vec![0; length];
        let written = self.0.decode_all(frame, &mut raw).ok()?;
        (written == length).then_some(raw)
    }

    /// The `length` bytes that `frame` stands for together with its dictionary `base`.
    pub(super) fn decode_against(&mut self, base: &[u8], frame: &[u8], length: usize) -> Option<Vec<u8>> {
        let dictionary = Dictionary::from_raw_content(0, base.to_vec()).ok()?;
        let dictionary = DictionaryHandle::from_dictionary(dictionary);
        let mut raw = vec![0; length];
        let written = self.0.decode_all_with_dict_handle(frame, &mut raw, &dictionary).ok()?;
        (written == length).then_some(raw)
    }
}
