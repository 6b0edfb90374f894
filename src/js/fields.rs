//! Plain objects that callers hand over, read field by field.
//!
//! By hand, and not by serde: reading brings its code for every type that there could be, numbers with fractions and
//! their text included (14 KB of gzip), for a dozen fields.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::error::Error;

/// The greatest whole number below which JavaScript has every one: 2^53 − 1.
const GREATEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// An object, and what a person calls it.
pub struct Fields<'a> {
    object: &'a Object,
    what: &'a str,
}

impl<'a> Fields<'a> {
    /// The fields of `value`.
    pub fn of(value: &'a JsValue, what: &'a str) -> Result<Self, Error> {
        match value.dyn_ref::<Object>() {
            Some(object) => Ok(Self { object, what }),
            None => Err(Error::BadArgument(format!("{what} cannot be read: it is no object"))),
        }
    }

    /// Fails when there is a field that is none of `known`.
    pub fn are_among(&self, known: &[&str]) -> Result<(), Error> {
        let names = Object::keys(self.object);
        match names.iter().filter_map(|name| name.as_string()).find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self.bad(&name, &format!("is none of {}", known.join(", ")))),
            None => Ok(()),
        }
    }

    /// The value of a field; `None` when it is not there.
    pub fn given(&self, name: &str) -> Option<JsValue> {
        Reflect::get(self.object, &name.into()).ok().filter(|value| !value.is_undefined())
    }

    /// A yes or no; `null` is as if it were not there, as in all of the following.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, Error> {
        self.read(name, "is neither true nor false", JsValue::as_bool)
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> Result<Option<u64>, Error> {
        self.read(name, "is not a whole number", whole_number)
    }

    /// A whole number of everyday size.
    pub fn count(&self, name: &str) -> Result<Option<u32>, Error> {
        self.read(name, "is not a whole number, or is too large", |value| whole_number(value)?.try_into().ok())
    }

    /// Text. Half of a surrogate pair in it becomes U+FFFD.
    pub fn text(&self, name: &str) -> Result<Option<String>, Error> {
        self.read(name, "is no text", JsValue::as_string)
    }

    /// A list of texts, as [`Self::text`].
    pub fn texts(&self, name: &str) -> Result<Option<Vec<String>>, Error> {
        let texts = |value: &JsValue| value.dyn_ref::<Array>()?.iter().map(|text| text.as_string()).collect();
        self.read(name, "is no list of texts", texts)
    }

    /// What to say of a field that is wrong.
    pub fn bad(&self, name: &str, why: &str) -> Error {
        Error::BadArgument(format!("{} cannot be read: `{name}` {why}", self.what))
    }

    fn read<T>(&self, name: &str, why: &str, read: impl Fn(&JsValue) -> Option<T>) -> Result<Option<T>, Error> {
        match self.given(name).filter(|value| !value.is_null()) {
            Some(value) => read(&value).map(Some).ok_or_else(|| self.bad(name, why)),
            None => Ok(None),
        }
    }
}

/// A number without a fraction that JavaScript has exactly.
pub fn whole_number(value: &JsValue) -> Option<u64> {
    let number = value.as_f64()?;
    (number.fract() == 0.0 && (0.0..=GREATEST_EXACT).contains(&number)).then_some(number as u64)
}
