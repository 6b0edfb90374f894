//! What records are made of, as one type: numbers, texts, bytes and lists, which are written as CBOR.
//!
//! A record is a list whose places are its numbered fields; what has no value is `null`, and is not written at its end.
//! By hand, and not derived: a derived record brings its code for reading and writing itself, 1 to 3 KB each.

use minicbor::data::Type;
use minicbor::{Decoder, Encoder};

/// Lists in lists, as deep as they are read. No record is nearly as deep.
const DEPTH: u32 = 16;

/// A value. Text and bytes are borrowed: from what is written, or from the record that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// No value.
    Nothing,
    /// A whole number.
    Number(u64),
    /// A yes or no.
    Flag(bool),
    /// Text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A list, or a record.
    List(Vec<Self>),
    /// Something that no record of this version has.
    Other,
}

use Value::{Bytes, Flag, List, Nothing, Number, Other, Text};

impl<'a> Value<'a> {
    /// A record of `fields`.
    pub fn record(mut fields: Vec<Self>) -> Self {
        while fields.last() == Some(&Nothing) {
            fields.pop();
        }
        List(fields)
    }

    /// One of several kinds of record: the number of the kind, and its fields.
    pub fn kind(kind: u64, fields: Vec<Self>) -> Self {
        List(vec![Number(kind), Self::record(fields)])
    }

    /// A number, if there is one.
    pub fn count(count: Option<u32>) -> Self {
        count.map_or(Nothing, |count| Number(count.into()))
    }

    /// Text, if there is one.
    pub fn text(text: Option<&'a str>) -> Self {
        text.map_or(Nothing, Text)
    }

    /// A list of texts.
    pub fn texts(texts: &'a [std::rc::Rc<str>]) -> Self {
        List(texts.iter().map(|text| Text(text)).collect())
    }

    /// Adds it to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.encode(&mut Encoder::new(out)).expect("writing to memory does not fail");
    }

    fn encode(&self, out: &mut Encoder<&mut Vec<u8>>) -> Result<(), minicbor::encode::Error<std::convert::Infallible>> {
        match self {
            Nothing | Other => out.null().map(drop),
            Number(number) => out.u64(*number).map(drop),
            Flag(flag) => out.bool(*flag).map(drop),
            Text(text) => out.str(text).map(drop),
            Bytes(bytes) => out.bytes(bytes).map(drop),
            List(values) => {
                out.array(values.len() as u64)?;
                values.iter().try_for_each(|value| value.encode(out))
            }
        }
    }

    /// The value that `bytes` begin with.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        Self::decode(&mut Decoder::new(bytes), DEPTH)
    }

    fn decode(bytes: &mut Decoder<'a>, depth: u32) -> Option<Self> {
        Some(match bytes.datatype().ok()? {
            Type::Bool => Flag(bytes.bool().ok()?),
            Type::U8 | Type::U16 | Type::U32 | Type::U64 => Number(bytes.u64().ok()?),
            Type::String => Text(bytes.str().ok()?),
            Type::Bytes => Bytes(bytes.bytes().ok()?),
            Type::Array if depth > 0 => {
                let length = bytes.array().ok()??;
                List((0..length).map(|_| Self::decode(bytes, depth - 1)).collect::<Option<_>>()?)
            }
            other => {
                bytes.skip().ok()?;
                if matches!(other, Type::Null | Type::Undefined) { Nothing } else { Other }
            }
        })
    }

    /// The fields of a record.
    pub fn fields(&self) -> Option<Fields<'_, 'a>> {
        self.as_list().map(Fields)
    }

    /// The kind of a record, and its fields.
    pub fn as_kind(&self) -> Option<(u64, Fields<'_, 'a>)> {
        match self.as_list()? {
            [Number(kind), fields] => Some((*kind, fields.fields()?)),
            _ => None,
        }
    }

    /// A number of everyday size.
    pub fn as_count(&self) -> Option<u32> {
        self.as_number()?.try_into().ok()
    }

    /// A number.
    pub fn as_number(&self) -> Option<u64> {
        if let Number(number) = self { Some(*number) } else { None }
    }

    /// Text.
    pub fn as_text(&self) -> Option<&'a str> {
        if let Text(text) = self { Some(text) } else { None }
    }

    fn as_list(&self) -> Option<&[Self]> {
        if let List(values) = self { Some(values) } else { None }
    }
}

/// The fields of a record that was read. What an older record does not have is [`Value::Nothing`].
#[derive(Clone, Copy)]
pub struct Fields<'v, 'a>(&'v [Value<'a>]);

/// Each gives `None` when the field is not of its kind. With `maybe_`, the field may have no value.
impl<'v, 'a> Fields<'v, 'a> {
    /// Field `n`.
    pub fn get(self, n: usize) -> &'v Value<'a> {
        self.0.get(n).unwrap_or(&Nothing)
    }

    /// Field `n`, if it has a value.
    pub fn maybe(self, n: usize) -> Option<&'v Value<'a>> {
        Some(self.get(n)).filter(|value| **value != Nothing)
    }

    /// A number of everyday size.
    pub fn count(self, n: usize) -> Option<u32> {
        self.get(n).as_count()
    }

    /// The same, if there is one.
    pub fn maybe_count(self, n: usize) -> Option<Option<u32>> {
        maybe(self.get(n), Value::as_count)
    }

    /// A number.
    pub fn number(self, n: usize) -> Option<u64> {
        self.get(n).as_number()
    }

    /// A yes or no.
    pub fn flag(self, n: usize) -> Option<bool> {
        if let Flag(flag) = self.get(n) { Some(*flag) } else { None }
    }

    /// Text.
    pub fn text(self, n: usize) -> Option<&'a str> {
        self.get(n).as_text()
    }

    /// The same, if there is one.
    pub fn maybe_text(self, n: usize) -> Option<Option<&'a str>> {
        maybe(self.get(n), Value::as_text)
    }

    /// A hash.
    pub fn hash(self, n: usize) -> Option<[u8; 32]> {
        if let Bytes(bytes) = self.get(n) { (*bytes).try_into().ok() } else { None }
    }

    /// A list; one without a value is empty.
    pub fn list(self, n: usize) -> Option<&'v [Value<'a>]> {
        match self.get(n) {
            Nothing => Some(&[]),
            value => value.as_list(),
        }
    }
}

fn maybe<'v, 'a, T>(value: &'v Value<'a>, read: fn(&'v Value<'a>) -> Option<T>) -> Option<Option<T>> {
    if *value == Nothing { Some(None) } else { read(value).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &Value<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        value.write(&mut out);
        out
    }

    #[test]
    fn what_is_written_is_read_back_and_empty_fields_at_the_end_take_no_room() {
        let fields = vec![Number(1 << 40), Nothing, Text("é"), Bytes(&[1, 2]), Flag(true), List(vec![]), Nothing];
        let record = Value::record(fields);
        let bytes = written(&record);
        assert_eq!(Value::read(&bytes), Some(record.clone()));
        let fields = record.fields().unwrap();
        assert_eq!((fields.0.len(), fields.get(6), fields.get(70)), (6, &Nothing, &Nothing));
        assert_eq!((fields.maybe_count(1), fields.maybe_text(2), fields.count(0)), (Some(None), Some(Some("é")), None));
        assert_eq!(written(&Value::kind(3, vec![Number(7)])), [0x82, 3, 0x81, 7]);
    }

    #[test]
    fn h5_kinds_of_a_later_version_are_passed_over_whole() {
        // A map, a negative number, a tag, a fraction; then a number.
        let bytes = [0x85, 0xa1, 1, 2, 0x20, 0xc1, 0x18, 99, 0xf9, 0x3c, 0, 5];
        assert_eq!(Value::read(&bytes), Some(List(vec![Other, Other, Other, Other, Number(5)])));
    }

    #[test]
    fn h3_what_is_cut_off_or_nested_without_end_is_no_value_and_no_panic() {
        let whole = written(&Value::record(vec![Text("text"), List(vec![Number(70_000)])]));
        assert!((0..whole.len()).all(|end| Value::read(&whole[..end]).is_none()));
        assert_eq!(Value::read(&[0x9b, 255, 255, 255, 255, 255, 255, 255, 255]), None);
        assert_eq!(Value::read(&[0x81; 100_000]), None);
    }
}
