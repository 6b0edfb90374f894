//! Bytes across the boundary: one copy each way.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

/// Below this, the allocator's own steps are good enough.
const LEAST_ROOM: usize = 1024 * 1024;
/// Above this, the steps are few beside the work.
const MOST_ROOM: usize = 128 * 1024 * 1024;

/// A copy of the bytes of `value`, if it is a view of some.
pub fn from_js(value: &JsValue) -> Option<Vec<u8>> {
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        return Some(bytes.to_vec());
    }
    // A `Uint8Array` of another window is not an instance of this one's.
    ArrayBuffer::is_view(value).then(|| {
        let view = value.unchecked_ref::<Uint8Array>();
        Uint8Array::new_with_byte_offset_and_length(&view.buffer(), view.byte_offset(), view.byte_length()).to_vec()
    })
}

/// Makes the memory of the module large enough for work on `values`, in one step.
///
/// Left alone, the allocator asks the browser for 64 KB at a time, and each time costs as much as packing 100 KB: it
/// was half of the time of a first capture. The memory stays with the module, so it is asked for what the work needs
/// anyway: the bytes, their copy under a hash, and their packs.
pub fn make_room<'a>(values: impl Iterator<Item = &'a JsValue>) {
    let length = |value: &JsValue| value.dyn_ref::<Uint8Array>().map_or(0, Uint8Array::length) as usize;
    let bytes: usize = values.map(length).sum();
    let room = bytes.saturating_mul(5).div_euclid(2).min(MOST_ROOM);
    if room > LEAST_ROOM {
        // Given back at once; the allocator keeps it. The compiler must not see that nothing is done with it.
        drop(std::hint::black_box(Vec::<u8>::with_capacity(room)));
    }
}

/// A copy of `bytes`, which JavaScript may keep.
pub fn to_js(bytes: &[u8]) -> Uint8Array {
    Uint8Array::new_from_slice(bytes)
}
