//! How the platform folds names: normalised and without case, as file systems that fold letters do.

use js_sys::JsString;

/// The folded form of `name`.
pub fn fold(name: &str) -> String {
    // Nearly every name is ASCII: no reason to cross to JavaScript and back.
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    String::from(JsString::from(name).normalize("NFC").to_lower_case())
}
