//! Parts of sentences: counts, sizes, lists.

/// `1 file`, `2 files`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A size for people: bytes below 1,000, else with one digit after the point, in powers of 1,000.
pub fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        None => count(bytes, "byte"),
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
    }
}

/// `a`, `a and b`, `a, b and c`; after five names how many more.
pub fn and(names: &[String]) -> String {
    let (named, more) = names.split_at(names.len().min(5));
    match (named, more.len()) {
        ([], _) => String::new(),
        ([one], 0) => one.clone(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (_, more) => format!("{} and {more} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sizes_read_well() {
        assert_eq!(count(0, "file"), "0 files");
        assert_eq!(count(1, "file"), "1 file");
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(1_000), "1.0 kB");
        assert_eq!(size(1_999_999), "1.9 MB");
        assert_eq!(size(12_000_000_000), "12.0 GB");
    }

    #[test]
    fn lists_end_with_and() {
        let names: Vec<String> = ["a", "b", "c", "d", "e", "f", "g"].map(str::to_owned).to_vec();
        assert_eq!(and(&names[..1]), "a");
        assert_eq!(and(&names[..2]), "a and b");
        assert_eq!(and(&names[..5]), "a, b, c, d and e");
        assert_eq!(and(&names), "a, b, c, d, e and 2 more");
    }
}
