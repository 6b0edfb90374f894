//! Keys: `[draft id, number]`, so that the records of one draft lie side by side.

use js_sys::Array;
use wasm_bindgen::JsValue;

use crate::model::DraftId;

/// The key of record `number` of `draft`.
pub(super) fn of(draft: &DraftId, number: u32) -> JsValue {
    Array::of2(&draft.as_str().into(), &number.into()).into()
}

/// The bounds, both included, of every key of `draft`.
///
/// A shorter array sorts before a longer one, and an array sorts after every number: nothing of another draft, not
/// even of one whose id starts with this one's, lies between `[id]` and `[id, []]`.
pub(super) fn bounds(draft: &DraftId) -> (JsValue, JsValue) {
    let id = JsValue::from(draft.as_str());
    (Array::of1(&id).into(), Array::of2(&id, &Array::new()).into())
}

/// The draft and number of a key, or `None` for a key that is not of this form.
pub(super) fn parts(key: &JsValue) -> Option<(DraftId, u32)> {
    if !Array::is_array(key) {
        return None;
    }
    let parts = Array::from(key);
    let draft = DraftId::new(&parts.get(0).as_string()?).ok()?;
    let number = parts.get(1).as_f64()?;
    // Exact for every number that `of` writes; any other is not one of our keys.
    let exact = number as u32;
    (f64::from(exact) == number).then_some((draft, exact))
}
