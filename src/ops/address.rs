//! The address of a checkpoint: `/drafts/<id>/c/<n>`, with the draft id percent-coded.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::model::{CheckpointNumber, DraftId};

/// Everything but what RFC 3986 calls unreserved.
const CODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Writes the address of checkpoint `number` of `draft`, without an origin.
///
/// The drafts named `.` and `..` have an address too, but a browser's URL parser takes those parts away.
pub fn address(draft: &DraftId, number: CheckpointNumber) -> String {
    format!("/drafts/{}/c/{number}", utf8_percent_encode(draft.as_str(), CODED))
}

/// Reads an address, with or without an origin before it. `None`: it is not the address of a checkpoint.
///
/// One closing `/`, a query and a fragment are passed over. The number is written without sign or leading zeros.
pub fn parse(address: &str) -> Option<(DraftId, CheckpointNumber)> {
    let address = address.split(['?', '#']).next()?;
    let path = without_origin(address)?;
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut parts = path.strip_prefix("/drafts/")?.split('/');
    let (id, "c", number, None) = (parts.next()?, parts.next()?, parts.next()?, parts.next()) else { return None };
    let id = percent_decode_str(id).decode_utf8().ok()?;
    Some((DraftId::new(&id).ok()?, read_number(number)?))
}

/// The path of a URL such as `https://host:1234/path`, or of one that is only a path.
fn without_origin(address: &str) -> Option<&str> {
    if address.starts_with('/') {
        return Some(address);
    }
    let (scheme, rest) = address.split_once("://")?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|other| other.is_ascii_alphanumeric() || matches!(other, '+' | '-' | '.'));
    let host_ends = rest.find('/')?;
    is_scheme.then_some(&rest[host_ends..])
}

fn read_number(text: &str) -> Option<CheckpointNumber> {
    // `parse` alone would take `+7` and `007`.
    let is_plain =
        text.starts_with(|first: char| matches!(first, '1'..='9')) && text.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| text.parse().ok())?.and_then(CheckpointNumber::new)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(address: &str) -> Option<(String, u32)> {
        parse(address).map(|(id, number)| (id.as_str().to_owned(), number.get()))
    }

    #[test]
    fn an_address_is_read_in_each_of_its_forms() {
        for form in [
            "/drafts/d_42/c/7",
            "/drafts/d_42/c/7/",
            "/drafts/d_42/c/7?tab=files#L3",
            "/drafts/d_42/c/7/#a/b?c",
            "/drafts/%64_42/c/7",
            "https://editor.example:8443/drafts/d_42/c/7",
            "http://localhost/drafts/d_42/c/7?from=https://x/y",
        ] {
            assert_eq!(read(form), Some(("d_42".into(), 7)), "{form}");
        }
        assert_eq!(read("/drafts/%D0%BF%2F7/c/4294967295"), Some(("п/7".into(), u32::MAX)));
        assert_eq!(read("/drafts/100%/c/1"), Some(("100%".into(), 1)));
    }

    #[test]
    fn what_is_not_an_address_is_refused() {
        for other in [
            "",
            "/",
            "drafts/d/c/7",
            "/drafts/d/c/",
            "/drafts//c/7",
            "/drafts/d/c/0",
            "/drafts/d/c/07",
            "/drafts/d/c/+7",
            "/drafts/d/c/-7",
            "/drafts/d/c/7x",
            "/drafts/d/c/٧",
            "/drafts/d/c/4294967296",
            "/drafts/d/c/7//",
            "/drafts/d/c/7/files",
            "/drafts/d/C/7",
            "/drafts/a/b/c/7",
            "/app/drafts/d/c/7",
            "/drafts/%FF/c/7",
            "/drafts/%0A/c/7",
            "https://host",
            "1x://host/drafts/d/c/7",
            "/drafts/d?/c/7",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn the_id_is_coded_so_that_it_stays_one_part() {
        let id = DraftId::new("a/b c%?#é").unwrap();
        assert_eq!(address(&id, CheckpointNumber::after(0)), "/drafts/a%2Fb%20c%25%3F%23%C3%A9/c/1");
    }

    proptest! {
        #[test]
        fn an_address_that_was_written_is_read_back(id in "[^\\p{Cc}]{1,40}", number in 1..=u32::MAX) {
            let Ok(id) = DraftId::new(&id) else { return Ok(()) };
            let number = CheckpointNumber::new(number).unwrap();
            let written = address(&id, number);
            prop_assert_eq!(parse(&written), Some((id.clone(), number)));
            let with_origin = format!("https://editor.example{written}/?q#f");
            prop_assert_eq!(parse(&with_origin), Some((id, number)));
        }

        #[test]
        fn no_text_can_stop_the_program(text in "\\PC{0,60}", rest in "[a-z0-9/%?#:+]{0,40}") {
            parse(&text);
            parse(&format!("/drafts/{rest}"));
        }
    }
}
