//! Finds names that are one name on file systems that fold letters (CAP14, rule I3).

use crate::model::{FilePath, Sorted, sort_by, sort_by_path};

/// Returns the groups of `paths`, files or folders, that are one name once letters are folded.
///
/// `fold` must normalise to NFC and fold case; it is asked only about parts of a path that are not plain ASCII.
/// Two spellings of a folder are reported once, as folders; what is inside is reported only where its own names
/// collide. Groups, and names in a group, are in order. Fastest if `paths` are in order.
pub fn collisions<'a>(paths: impl Iterator<Item = &'a FilePath>, fold: &dyn Fn(&str) -> String) -> Vec<Vec<FilePath>> {
    let mut names = hashed(paths, fold);
    sort_by(&mut names, |a, b| a.0.cmp(&b.0));
    let mut groups = Vec::new();
    for same in names.chunk_by(|a, b| a.0 == b.0) {
        // Nearly always true: one name, or a folder that came up more than once.
        if same.iter().all(|name| name.1 == same[0].1) {
            continue;
        }
        let mut folded: Sorted<String, Sorted<&str, &str>> = Sorted::new();
        for (_, path) in same {
            let first = folded.or_default(folded_path(path, fold)).or_insert(last_part(path), path);
            *first = path.min(first);
        }
        groups.extend(folded.into_values().filter(|spellings| spellings.len() > 1).map(|spellings| {
            let mut group: Vec<FilePath> =
                spellings.into_values().filter_map(|path| FilePath::new(path).ok()).collect();
            sort_by_path(&mut group, |path| path);
            group
        }));
    }
    sort_by_path(&mut groups, |group| &group[0]);
    groups
}

/// Each file and each folder above it, with the hash of its folded name.
///
/// A folder comes once per run of files that follow each other in it.
fn hashed<'a>(paths: impl Iterator<Item = &'a FilePath>, fold: &dyn Fn(&str) -> String) -> Vec<(u64, &'a str)> {
    let mut names = Vec::with_capacity(paths.size_hint().0);
    let mut before = "";
    // The folders above `before`: where each ends, and its hash.
    let mut open: Vec<(usize, Fnv)> = Vec::new();
    for path in paths {
        let path = path.as_str();
        while open.pop_if(|(end, _)| !is_inside(path, &before[..*end])).is_some() {}
        let (mut start, mut hash) = open.last().map_or((0, Fnv::START), |(end, hash)| (end + 1, *hash));
        loop {
            let end = memchr::memchr(b'/', &path.as_bytes()[start..]).map_or(path.len(), |at| start + at);
            hash.add(&path[start..end], fold);
            names.push((hash.0, &path[..end]));
            if end == path.len() {
                break;
            }
            open.push((end, hash));
            start = end + 1;
        }
        before = path;
    }
    names
}

fn is_inside(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folded_path(path: &str, fold: &dyn Fn(&str) -> String) -> String {
    let parts = path.split('/').map(|part| if part.is_ascii() { part.to_ascii_lowercase() } else { fold(part) });
    parts.collect::<Vec<_>>().join("/")
}

/// FNV-1a: a hash that can be carried on from a folder to what is in it. Equal hashes are compared in full.
#[derive(Clone, Copy)]
struct Fnv(u64);

impl Fnv {
    const START: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Adds one part of a path, folded.
    fn add(&mut self, part: &str, fold: &dyn Fn(&str) -> String) {
        if part.is_ascii() {
            self.add_ascii_folded(part);
        } else {
            self.add_ascii_folded(&fold(part));
        }
        self.add_ascii_folded("/");
    }

    fn add_ascii_folded(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    fn fold(part: &str) -> String {
        part.nfc().collect::<String>().to_lowercase().nfc().collect()
    }

    fn check(paths: &[&str], expected: &[&[&str]]) {
        let paths: Vec<FilePath> = paths.iter().map(|path| FilePath::new(path).unwrap()).collect();
        let found = collisions(paths.iter(), &fold);
        let found: Vec<Vec<&str>> = found.iter().map(|group| group.iter().map(FilePath::as_str).collect()).collect();
        assert_eq!(found, expected, "{paths:?}");
    }

    #[test]
    fn i3_names_that_differ_in_case_or_in_composition_collide() {
        check(&["README.md", "readme.md", "src/a.ts"], &[&["README.md", "readme.md"]]);
        check(&["caf\u{e9}.txt", "cafe\u{301}.txt"], &[&["cafe\u{301}.txt", "caf\u{e9}.txt"]]);
        check(&["ДОМ/а", "Дом/б"], &[&["ДОМ", "Дом"]]);
        check(&["\u{212a}.txt", "k.txt", "K.txt"], &[&["K.txt", "k.txt", "\u{212a}.txt"]]);
        check(&["a", "b", "語", "語 "], &[]);
    }

    #[test]
    fn i3_folders_are_reported_once_and_what_is_inside_only_for_itself() {
        check(&["Src/a", "Src/b", "src/c", "src/d"], &[&["Src", "src"]]);
        check(&["Src/a", "src/a"], &[&["Src", "src"]]);
        check(&["Src/A", "src/a"], &[&["Src", "src"], &["Src/A", "src/a"]]);
        check(&["Src/Lib/x", "src/lib/y", "src/lib/z"], &[&["Src", "src"], &["Src/Lib", "src/lib"]]);
        check(&["readme", "README/a"], &[&["README", "readme"]]);
        check(&["a/x", "b/X", "ab/c", "a/b/c"], &[]);
    }

    #[test]
    fn only_parts_that_are_not_ascii_are_asked_about_and_a_shared_folder_once() {
        let asked = Cell::new(0);
        let paths: Vec<FilePath> =
            ["文/a", "文/b", "文/c/d", "src/e"].iter().map(|path| FilePath::new(path).unwrap()).collect();
        let counting = |part: &str| {
            asked.set(asked.get() + 1);
            fold(part)
        };
        assert!(collisions(paths.iter(), &counting).is_empty());
        assert_eq!(asked.get(), 1);
    }

    proptest! {
        #[test]
        fn i3_the_order_of_the_paths_does_not_matter_and_plain_search_agrees(
            names in proptest::collection::vec("[aAbé\u{c9}]{1,2}(/[aAbé\u{c9}]{1,2}){0,2}", 1..25),
        ) {
            let paths: Vec<FilePath> = names.iter().map(|name| FilePath::new(name).unwrap()).collect();
            let sorted: BTreeSet<FilePath> = paths.iter().cloned().collect();
            let found = collisions(paths.iter(), &fold);
            prop_assert_eq!(&found, &collisions(sorted.iter(), &fold));

            let all: BTreeSet<String> =
                sorted.iter().flat_map(|path| path.folders().chain([path.as_str()]).map(str::to_owned).collect::<Vec<_>>()).collect();
            let mut spellings: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
            for path in &all {
                spellings.entry(fold(path)).or_default().insert(last_part(path));
            }
            let expected: BTreeSet<String> =
                spellings.into_iter().filter(|(_, names)| names.len() > 1).map(|(folded, _)| folded).collect();
            let reported: BTreeSet<String> = found.iter().map(|group| fold(group[0].as_str())).collect();
            prop_assert_eq!(expected, reported);
            prop_assert!(found.iter().all(|group| group.iter().all(|path| all.contains(path.as_str()))));
        }
    }
}
