//! Blocks as zstd frames. A crate of its own so that it is optimised in tests, which compress real data.
//!
//! Nothing that was encoded is used before it was decoded again and compared: the library is young.

mod matcher;
mod quick;
mod search;
mod tables;
mod thorough;

use std::io::Empty;

use knowngood_kernels::words;
use structured_zstd::decoding::{BlockDecodingStrategy, Dictionary, DictionaryHandle, FrameDecoder};
use structured_zstd::encoding::{CompressionLevel, FrameCompressor};

use matcher::Finder;

/// No frame that is written here needs more than this; a frame that asks for more is not ours.
const WINDOW_LIMIT: u64 = 32 << 20;
/// Bytes of content and dictionary together, beyond which nothing is encoded. No block is nearly as large.
const TEXT_LIMIT: usize = 16 << 20;

/// How the library encodes what was found: as of a first capture, which writes megabytes and is waited for.
const ALONE: CompressionLevel = CompressionLevel::Fastest;
/// As of a version against the one before: few matches, of which each byte counts.
const AGAINST: CompressionLevel = CompressionLevel::Default;

/// Encodes. Its tables are reused from block to block.
pub struct Codec {
    compressor: FrameCompressor<Empty, Vec<u8>, Finder>,
    /// Here between frames; the compressor then has an idle one, which holds nothing.
    finder: Finder,
    decoder: Decoder,
}

impl Default for Codec {
    fn default() -> Self {
        let compressor = FrameCompressor::new_with_matcher(Finder::default(), ALONE);
        Self { compressor, finder: Finder::default(), decoder: Decoder::default() }
    }
}

impl Codec {
    /// `raw` as a zstd frame, or `None` when that saves less than 1/32.
    pub fn encode(&mut self, raw: &[u8]) -> Option<Vec<u8>> {
        let frame = self.frame(&[], raw)?;
        let pays = frame.len() < raw.len() - raw.len() / 32;
        (pays && self.decoder.decode(&frame, raw.len()).is_some_and(|back| words::equal(&back, raw))).then_some(frame)
    }

    /// `raw` as a zstd frame whose dictionary is `base`, or `None` when there is no such frame.
    pub fn encode_against(&mut self, base: &[u8], raw: &[u8]) -> Option<Vec<u8>> {
        let frame = self.frame(base, raw)?;
        self.decoder
            .decode_against(base, &frame, raw.len())
            .is_some_and(|back| words::equal(&back, raw))
            .then_some(frame)
    }

    /// `raw` as a zstd frame whose dictionary is `base`, which may be empty. Nobody has decoded it yet.
    pub fn frame(&mut self, base: &[u8], raw: &[u8]) -> Option<Vec<u8>> {
        if raw.is_empty() || base.len().checked_add(raw.len())? > TEXT_LIMIT {
            return None;
        }
        self.finder.load(base, raw);
        self.exchange_finder();
        self.compressor.set_compression_level(if base.is_empty() { ALONE } else { AGAINST });
        self.compressor.set_source_size_hint(raw.len() as u64);
        // The finder has the text already; the library only asks that there be a source.
        self.compressor.set_source(std::io::empty());
        self.compressor.set_drain(Vec::new());
        self.compressor.compress();
        self.exchange_finder();
        self.compressor.take_drain()
    }

    fn exchange_finder(&mut self) {
        let finder = std::mem::take(&mut self.finder);
        self.finder = self.compressor.replace_matcher(finder);
    }
}

/// Decodes.
pub struct Decoder(FrameDecoder);

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
    pub fn decode(&mut self, frame: &[u8], length: usize) -> Option<Vec<u8>> {
        let mut source = frame;
        self.0.reset(&mut source).ok()?;
        self.blocks(source, length)
    }

    /// The `length` bytes that `frame` stands for together with its dictionary `base`.
    pub fn decode_against(&mut self, base: &[u8], frame: &[u8], length: usize) -> Option<Vec<u8>> {
        let dictionary = Dictionary::from_raw_content(0, base.to_vec()).ok()?;
        let dictionary = DictionaryHandle::from_dictionary(dictionary);
        let mut source = frame;
        self.0.reset_with_dict_handle(&mut source, &dictionary).ok()?;
        self.blocks(source, length)
    }

    /// The blocks of the frame that was begun. The library's calls for a whole frame at once link its sequence decoder
    /// once more, for a third kind of buffer: 7 KB of the module.
    fn blocks(&mut self, source: &[u8], length: usize) -> Option<Vec<u8>> {
        if self.0.content_size() != length as u64 {
            return None;
        }
        self.0.decode_blocks(source, BlockDecodingStrategy::All).ok()?;
        self.0.collect().filter(|raw| raw.len() == length)
    }
}
