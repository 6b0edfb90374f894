//! Text from JavaScript, and what is lost of it on the way.
//!
//! A JavaScript string may hold half of a surrogate pair, which UTF-8 cannot: it becomes U+FFFD. Where text names
//! something, that would name something else.

use js_sys::JsString;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::error::Error;
use crate::model::{BadPath, DraftId, FilePath};

/// Whether a copied text is what JavaScript had.
pub fn is_whole(copied: &str, original: &JsString) -> bool {
    // Looking at each unit is slow, and only a text with U+FFFD can have lost one.
    !copied.contains(char::REPLACEMENT_CHARACTER) || original.is_valid_utf16()
}

/// The text, unless it is none or would not be whole.
pub fn whole(value: &JsValue) -> Option<String> {
    let original = value.dyn_ref::<JsString>()?;
    let copied = String::from(original);
    is_whole(&copied, original).then_some(copied)
}

/// A path that a caller names.
pub fn path(value: &JsValue) -> Result<FilePath, Error> {
    match whole(value) {
        Some(text) => FilePath::new(&text).map_err(|why| Error::BadPath { path: text.into(), why }),
        None => Err(Error::BadPath { path: shown(value).into(), why: BadPath::BrokenUnicode }),
    }
}

/// The `count` paths of a joined string, as a caller names them.
pub fn paths(joined: &JsValue, count: usize) -> Result<Vec<FilePath>, Error> {
    let Some(text) = whole(joined) else {
        return Err(Error::BadPath { path: shown(joined).into(), why: BadPath::BrokenUnicode });
    };
    let names: Vec<&str> = split(&text, count).collect();
    if names.len() != count {
        return Err(Error::BadArgument(format!("There are {} paths and {count} contents", names.len())));
    }
    let path = |name: &str| FilePath::new(name).map_err(|why| Error::BadPath { path: name.into(), why });
    names.into_iter().map(path).collect()
}

/// The names in a joined string. The empty string is no name, unless there is one.
pub fn split(joined: &str, count: usize) -> impl Iterator<Item = &str> {
    joined.split('\0').take(if count == 0 && joined.is_empty() { 0 } else { usize::MAX })
}

/// Joins paths for JavaScript.
pub fn join(paths: &[FilePath]) -> String {
    let mut joined = String::with_capacity(paths.iter().map(|path| path.as_str().len() + 1).sum());
    for (at, path) in paths.iter().enumerate() {
        if at > 0 {
            joined.push('\0');
        }
        joined.push_str(path.as_str());
    }
    joined
}

/// The id of a draft.
pub fn draft_id(value: &JsValue) -> Result<DraftId, Error> {
    let broken = || Error::BadArgument("A draft id is text of well-formed Unicode".to_owned());
    Ok(DraftId::new(&whole(value).ok_or_else(broken)?)?)
}

/// What can be shown of any value.
fn shown(value: &JsValue) -> String {
    value.as_string().unwrap_or_else(|| format!("{value:?}")).replace('\0', "\u{2400}")
}
