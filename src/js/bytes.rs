//! Bytes across the boundary: one copy each way.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

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

/// A copy of `bytes`, which JavaScript may keep.
pub fn to_js(bytes: &[u8]) -> Uint8Array {
    Uint8Array::new_from_slice(bytes)
}
