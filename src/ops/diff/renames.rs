//! Pairs removed files with added ones that hold the same or nearly the same content.
//!
//! As git does: equal content first, then equal names, then whatever is at least half alike.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use super::similarity::{SpanIndex, Spans, percent};
use super::{PairedChange, ReadContent, Status};
use crate::model::{BlobId, FileEntry, FilePath, TreeChange, sort_by};

/// The least likeness of a rename: git's number.
const RENAME_PERCENT: u8 = 50;
/// From here on a file that kept its name is taken before one that is more alike: git's number.
const SAME_NAME_PERCENT: u8 = 75;
/// Up to this many removed × added files each pair is weighed: git's limit of 1000 files on both sides. Above it,
/// only files that kept a name that is theirs alone.
const PAIRS: usize = 1000 * 1000;
/// Up to this many bytes on both sides together: the spans of all of them are held at once, in a page's memory.
const COMPARED_BYTES: u64 = 32 * 1000 * 1000;

/// Each change with what happened to it; two changes that are one rename become one. In order of path.
///
/// Reads only content that [`content_for_renames`] names; where it is missing, a file is left unpaired.
pub fn pair_renames(changes: &[TreeChange], content: &ReadContent) -> Vec<PairedChange> {
    let mut pairing = Pairing::with_equal_content(changes);
    pairing.pair_alike(content);
    let sources: HashSet<usize> = pairing.found.values().map(|rename| rename.removed).collect();
    (0..changes.len())
        .filter(|at| !sources.contains(at))
        .map(|at| paired_change(changes, at, pairing.found.get(&at)))
        .collect()
}

/// The content that [`pair_renames`] wants to read: nothing, unless files without an equal partner are left on both
/// the removed and the added side.
pub fn content_for_renames(changes: &[TreeChange]) -> Vec<BlobId> {
    let pairing = Pairing::with_equal_content(changes);
    match pairing.plan() {
        Plan::Nothing => Vec::new(),
        Plan::EachPair { removed, added } => removed.iter().chain(&added).map(|file| file.entry.blob).collect(),
        Plan::SameNames(pairs) => pairs.iter().flat_map(|(old, new)| [old.entry.blob, new.entry.blob]).collect(),
    }
}

fn paired_change(changes: &[TreeChange], at: usize, rename: Option<&Rename>) -> PairedChange {
    let TreeChange { path, before, after } = changes[at].clone();
    let Some(rename) = rename else {
        let status = match (before, after) {
            (None, _) => Status::Added,
            (_, None) => Status::Removed,
            (Some(_), Some(_)) => Status::Changed,
        };
        return PairedChange { path, status, before, after };
    };
    let from = &changes[rename.removed];
    let status = Status::Renamed { from: from.path.clone(), similarity_percent: rename.percent };
    PairedChange { path, status, before: from.before, after }
}

/// A removed or an added file: its place among the changes, and its entry.
#[derive(Clone, Copy)]
struct OneSided<'a> {
    at: usize,
    path: &'a FilePath,
    entry: FileEntry,
}

#[derive(Clone, Copy)]
struct Rename {
    removed: usize,
    percent: u8,
}

/// What is still to be compared.
enum Plan<'a> {
    Nothing,
    EachPair { removed: Vec<OneSided<'a>>, added: Vec<OneSided<'a>> },
    SameNames(Vec<(OneSided<'a>, OneSided<'a>)>),
}

struct Pairing<'a> {
    /// Not paired yet, in order of path.
    removed: Vec<OneSided<'a>>,
    added: Vec<OneSided<'a>>,
    /// By the place of the added file.
    found: HashMap<usize, Rename>,
}

impl<'a> Pairing<'a> {
    fn with_equal_content(changes: &'a [TreeChange]) -> Self {
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        for (at, change) in changes.iter().enumerate() {
            match (change.before, change.after) {
                (Some(entry), None) => removed.push(OneSided { at, path: &change.path, entry }),
                (None, Some(entry)) => added.push(OneSided { at, path: &change.path, entry }),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        let mut pairing = Self { removed, added, found: HashMap::new() };
        pairing.pair_equal(|file| (file.entry.blob, file.path.name()));
        pairing.pair_equal(|file| file.entry.blob);
        pairing
    }

    /// Pairs files with equal keys, in order.
    fn pair_equal<Key: Eq + Hash>(&mut self, key: impl Fn(&OneSided<'a>) -> Key) {
        let mut waiting: HashMap<Key, VecDeque<usize>> = HashMap::new();
        for file in &self.removed {
            waiting.entry(key(file)).or_default().push_back(file.at);
        }
        for file in &self.added {
            if let Some(removed) = waiting.get_mut(&key(file)).and_then(VecDeque::pop_front) {
                self.found.insert(file.at, Rename { removed, percent: 100 });
            }
        }
        self.forget_paired();
    }

    fn forget_paired(&mut self) {
        let sources: HashSet<usize> = self.found.values().map(|rename| rename.removed).collect();
        self.removed.retain(|file| !sources.contains(&file.at));
        self.added.retain(|file| !self.found.contains_key(&file.at));
    }

    /// Decides from sizes and names alone what is worth reading.
    fn plan(&self) -> Plan<'a> {
        let filled = |files: &[OneSided<'a>]| -> Vec<OneSided<'a>> {
            files.iter().filter(|file| file.entry.size > 0).copied().collect()
        };
        let (removed, added) = (filled(&self.removed), filled(&self.added));
        if removed.is_empty() || added.is_empty() {
            return Plan::Nothing;
        }
        let bytes: u64 = removed.iter().chain(&added).map(|file| file.entry.size).sum();
        if removed.len().saturating_mul(added.len()) <= PAIRS && bytes <= COMPARED_BYTES {
            return Plan::EachPair { removed, added };
        }
        let (sources, targets) = (by_own_name(&removed), by_own_name(&added));
        // In order of path, not of a hash table.
        let same_names = removed.iter().filter_map(|old| {
            let name = old.path.name();
            let pair = (*sources.get(name)?, *targets.get(name)?);
            sizes_allow(pair.0.entry.size, pair.1.entry.size).then_some(pair)
        });
        Plan::SameNames(same_names.collect())
    }

    fn pair_alike(&mut self, content: &ReadContent) {
        let candidates = match self.plan() {
            Plan::Nothing => return,
            Plan::EachPair { removed, added } => weigh_each_pair(&removed, &added, content),
            Plan::SameNames(pairs) => {
                pairs.iter().filter_map(|(old, new)| weigh_same_name(old, new, content)).collect()
            }
        };
        self.take_best(candidates);
    }

    /// Takes the best pairs, each file once.
    fn take_best(&mut self, mut candidates: Vec<Candidate>) {
        let rank = |pair: &Candidate| (pair.name, std::cmp::Reverse(pair.percent), pair.added, pair.removed);
        sort_by(&mut candidates, |a, b| rank(a).cmp(&rank(b)));
        let mut sources = HashSet::new();
        for pair in candidates {
            if !self.found.contains_key(&pair.added) && sources.insert(pair.removed) {
                self.found.insert(pair.added, Rename { removed: pair.removed, percent: pair.percent });
            }
        }
        self.forget_paired();
    }
}

/// Two files that are alike enough.
struct Candidate {
    name: NameRank,
    percent: u8,
    added: usize,
    removed: usize,
}

/// What the names say for a pair; the better comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameRank {
    /// It kept its name, which no other file in question has, and most of its content.
    Kept,
    /// Likeness decides.
    Other,
}

fn weigh_each_pair(removed: &[OneSided], added: &[OneSided], content: &ReadContent) -> Vec<Candidate> {
    // A file that cannot be read is weighed as one without spans: it is like nothing.
    let spans = |file: &OneSided| content(&file.entry.blob).map_or_else(|| Spans::of(b""), |bytes| Spans::of(&bytes));
    let index = SpanIndex::new(&removed.iter().map(spans).collect::<Vec<_>>());
    let (sources, targets) = (by_own_name(removed), by_own_name(added));
    let mut candidates = Vec::new();
    for new in added {
        for (old, common) in removed.iter().zip(index.common_bytes(&spans(new))) {
            let Some(percent) = percent(common, (old.entry.size, new.entry.size), RENAME_PERCENT) else { continue };
            let name = new.path.name();
            let own = name == old.path.name() && sources.contains_key(name) && targets.contains_key(name);
            let name = if own && percent >= SAME_NAME_PERCENT { NameRank::Kept } else { NameRank::Other };
            candidates.push(Candidate { name, percent, added: new.at, removed: old.at });
        }
    }
    candidates
}

fn weigh_same_name(old: &OneSided, new: &OneSided, content: &ReadContent) -> Option<Candidate> {
    let common = Spans::of(&content(&old.entry.blob)?).common_bytes(&Spans::of(&content(&new.entry.blob)?));
    let percent = percent(common, (old.entry.size, new.entry.size), RENAME_PERCENT)?;
    Some(Candidate { name: NameRank::Kept, percent, added: new.at, removed: old.at })
}

/// The files whose name no other one of `files` has.
fn by_own_name<'a>(files: &[OneSided<'a>]) -> HashMap<&'a str, OneSided<'a>> {
    let mut named: HashMap<&str, Vec<OneSided>> = HashMap::new();
    for file in files {
        named.entry(file.path.name()).or_default().push(*file);
    }
    named.into_iter().filter(|(_, files)| files.len() == 1).map(|(name, files)| (name, files[0])).collect()
}

/// Whether files of these sizes can be alike enough at all.
fn sizes_allow(left: u64, right: u64) -> bool {
    percent(left.min(right), (left, right), RENAME_PERCENT).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Scene, renames};
    use super::*;

    const TEXT: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

    fn edited(lines: usize) -> String {
        TEXT.split_inclusive('\n').enumerate().map(|(n, line)| if n < lines { "new\n" } else { line }).collect()
    }

    #[test]
    fn equal_content_is_a_rename_without_reading_it() {
        let scene = Scene::new(&[("a.ts", TEXT)], &[("b.ts", TEXT)]).damage(TEXT);
        assert_eq!(renames(&scene), "a.ts => b.ts 100%");
    }

    #[test]
    fn among_equal_files_the_one_with_the_same_name_is_taken() {
        let scene = Scene::new(&[("a/x", TEXT), ("a/y", TEXT)], &[("b/y", TEXT), ("c/z", TEXT)]);
        assert_eq!(renames(&scene), "a/y => b/y 100%, a/x => c/z 100%");
    }

    #[test]
    fn a_file_that_is_half_alike_was_renamed() {
        assert_eq!(renames(&Scene::new(&[("a", TEXT)], &[("b", &edited(4))])), "a => b 61%");
        assert_eq!(renames(&Scene::new(&[("a", TEXT)], &[("b", &edited(8))])), "-a, +b");
    }

    #[test]
    fn the_most_alike_is_taken() {
        let scene = Scene::new(&[("a", TEXT)], &[("b", &edited(3)), ("c", &edited(1))]);
        assert_eq!(renames(&scene), "+b, a => c 91%");
    }

    #[test]
    fn a_kept_name_counts_more_than_a_little_more_likeness() {
        let scene = Scene::new(&[("old/f.ts", TEXT)], &[("new/f.ts", &edited(2)), ("new/g.ts", &edited(1))]);
        assert_eq!(renames(&scene), "old/f.ts => new/f.ts 83%, +new/g.ts");
    }

    #[test]
    fn a_changed_file_is_no_source_of_a_rename() {
        let scene = Scene::new(&[("a", TEXT)], &[("a", "other\n"), ("b", TEXT)]);
        assert_eq!(renames(&scene), "a, +b");
    }

    #[test]
    fn a_damaged_file_is_left_unpaired_and_the_others_are_paired() {
        let other = TEXT.to_uppercase();
        let scene = Scene::new(&[("a", TEXT), ("b", &other)], &[("c", &edited(1)), ("d", &format!("{other}X\n"))]);
        assert_eq!(renames(&scene.damage(TEXT)), "-a, +c, b => d 96%");
    }

    #[test]
    fn content_is_read_only_when_both_sides_have_files_left() {
        let wanted = |scene: Scene| content_for_renames(&scene.changes()).len();
        assert_eq!(wanted(Scene::new(&[("a", TEXT), ("c", "1")], &[("b", TEXT), ("c", "2")])), 0);
        assert_eq!(wanted(Scene::new(&[("a", TEXT)], &[("b", TEXT), ("c", "new")])), 0);
        assert_eq!(wanted(Scene::new(&[("a", TEXT), ("empty", "")], &[("b", &edited(1)), ("c", "new")])), 3);
    }

    #[test]
    fn very_many_files_are_paired_by_their_names() {
        let text = |n: usize| format!("{TEXT}{n}\n");
        let old: Vec<_> = (0..1100).map(|n| (format!("old/{n}"), text(n))).collect();
        let new: Vec<_> = (0..1100).map(|n| (format!("new/{n}"), text(n) + "end\n")).collect();
        let strings = |files: &'static [(String, String)]| files.iter().map(|(p, t)| (&**p, &**t)).collect::<Vec<_>>();
        let scene = Scene::new(&strings(old.leak()), &strings(new.leak()));
        assert!(renames(&scene).split(", ").all(|pair| {
            pair.split_once(" => ").is_some_and(|(from, to)| to.contains(&format!("new/{} ", &from[4..])))
        }));
    }
}
