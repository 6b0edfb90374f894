//! Pairs of small trees with everything in them that makes a patch go wrong.

use std::collections::{BTreeMap, HashMap};

use knowngood::model::{BlobId, Bytes, FileEntry, FileMode, FilePath, Tree, TreeChange};
use knowngood::ops::diff::{PairedChange, Status, pair_renames};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

pub type Files = BTreeMap<String, File>;

#[derive(Clone, PartialEq, Eq)]
pub struct File {
    pub bytes: Vec<u8>,
    pub mode: FileMode,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.mode, String::from_utf8_lossy(&self.bytes))
    }
}

impl File {
    fn is_text(&self) -> bool {
        !self.bytes.contains(&0)
    }
}

#[derive(Clone, Debug)]
pub struct Pair {
    pub before: Files,
    pub after: Files,
}

impl Pair {
    /// A path that begins with `*` names an executable file.
    pub fn of(before: &[(&str, &str)], after: &[(&str, &str)]) -> Self {
        let files = |files: &[(&str, &str)]| -> Files {
            let file = |(path, text): &(&str, &str)| {
                let mode = if path.starts_with('*') { FileMode::Executable } else { FileMode::Regular };
                (path.trim_start_matches('*').to_owned(), File { bytes: text.as_bytes().to_vec(), mode })
            };
            files.iter().map(file).collect()
        };
        Self { before: files(before), after: files(after) }
    }

    pub fn is_text(&self) -> bool {
        self.before.values().chain(self.after.values()).all(File::is_text)
    }

    /// The same, but the last line of each text has its ending.
    pub fn with_finished_lines(mut self) -> Self {
        for file in self.before.values_mut().chain(self.after.values_mut()) {
            if file.is_text() && file.bytes.last().is_some_and(|byte| *byte != b'\n') {
                file.bytes.push(b'\n');
            }
        }
        self
    }

    fn changes(&self) -> Vec<TreeChange> {
        let tree = |files: &Files| {
            Tree::new(files.iter().map(|(path, file)| {
                let entry = FileEntry { blob: BlobId::of(&file.bytes), size: file.bytes.len() as u64, mode: file.mode };
                (FilePath::new(path).unwrap(), entry)
            }))
        };
        tree(&self.after).changes_since(&tree(&self.before))
    }

    pub fn paired(&self) -> Vec<PairedChange> {
        pair_renames(&self.changes(), &self.content())
    }

    /// The changes as git sees them with `--no-renames`.
    pub fn unpaired(&self) -> Vec<PairedChange> {
        let unpaired = |TreeChange { path, before, after }| {
            let status = match (before.is_some(), after.is_some()) {
                (true, true) => Status::Changed,
                (false, _) => Status::Added,
                (_, false) => Status::Removed,
            };
            PairedChange { path, status, before, after }
        };
        self.changes().into_iter().map(unpaired).collect()
    }

    pub fn content(&self) -> impl Fn(&BlobId) -> Option<Bytes> + use<> {
        let files = self.before.values().chain(self.after.values());
        let content: HashMap<BlobId, Bytes> =
            files.map(|file| (BlobId::of(&file.bytes), Bytes::new(file.bytes[..].to_vec()))).collect();
        move |id| content.get(id).cloned()
    }
}

/// Names that have to be quoted, that look like part of a header, or that end where a header's name ends.
const NAMES: [&str; 28] = [
    "a",
    "b",
    "c",
    "src",
    "main.ts",
    "lib.rs",
    " lead",
    "trail ",
    "x y",
    " b",
    "b ",
    "a b",
    "q\"uote",
    "back\\slash",
    "語文",
    "é",
    "e\u{301}",
    "tab\tname",
    "new\nline",
    "ret\rurn",
    "\u{7f}",
    "\u{1}",
    "-dash",
    "'",
    "{x => y}",
    "dev",
    "null",
    "👩‍💻",
];

/// Lines that look like part of a patch, and plain ones.
const LINES: [&[u8]; 22] = [
    b"",
    b" ",
    b"\t",
    b"a",
    b"b",
    b"c",
    b"fn main() {",
    b"    let x = 1;",
    b"}",
    b"-- a",
    b"++ b",
    b"-",
    b"+",
    b"@@ -1 +1 @@",
    b"diff --git a/a b/a",
    b"\\ No newline at end of file",
    b"\xff\xfe\x80",
    "語".as_bytes(),
    b"\r",
    b"deleted file mode 100644",
    b"GIT binary patch",
    b"--- a/a",
];

const ENDINGS: [&[u8]; 4] = [b"\n", b"\n", b"\n", b"\r\n"];

fn path() -> impl Strategy<Value = String> {
    vec(select(&NAMES[..]), 1..4).prop_map(|parts| parts.join("/"))
}

fn lines(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u8>> {
    let ending = select(&ENDINGS[..]);
    vec((select(&LINES[..]), ending), count)
        .prop_map(|lines| lines.iter().flat_map(|(l, e)| [*l, *e].concat()).collect())
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => Just(Vec::new()),
        4 => lines(1..6),
        6 => lines(6..60),
        // A last line without an ending.
        4 => (lines(0..20), select(&LINES[3..])).prop_map(|(lines, last)| [&lines, last].concat()),
        // Not text; made unlike any other so that it can only be moved.
        1 => any::<[u8; 8]>().prop_map(|bytes| [&[0], &bytes[..]].concat()),
    ]
}

fn file(content: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = File> {
    let mode = select(&[FileMode::Regular, FileMode::Regular, FileMode::Executable][..]);
    (content, mode).prop_map(|(bytes, mode)| File { bytes, mode })
}

#[derive(Clone, Debug)]
enum Step {
    Edit(Index, Index, Vec<u8>),
    CutLastEnding(Index),
    Move(Index, String),
    MoveAndEdit(Index, String, Vec<u8>),
    Remove(Index),
    Put(String, File),
    FlipMode(Index),
    BecomeFolder(Index, &'static str),
    BecomeFile(Index),
}

fn step() -> impl Strategy<Value = Step> {
    let at = any::<Index>;
    prop_oneof![
        6 => (at(), at(), lines(0..4)).prop_map(|(file, line, new)| Step::Edit(file, line, new)),
        2 => at().prop_map(Step::CutLastEnding),
        2 => (at(), path()).prop_map(|(file, to)| Step::Move(file, to)),
        3 => (at(), path(), lines(0..4)).prop_map(|(file, to, new)| Step::MoveAndEdit(file, to, new)),
        2 => at().prop_map(Step::Remove),
        3 => (path(), file(content())).prop_map(|(path, file)| Step::Put(path, file)),
        2 => at().prop_map(Step::FlipMode),
        1 => (at(), select(&NAMES[..])).prop_map(|(file, name)| Step::BecomeFolder(file, name)),
        1 => at().prop_map(Step::BecomeFile),
    ]
}

impl Step {
    fn take(self, files: &mut Files) {
        let chosen = |index: &Index, files: &Files| {
            if files.is_empty() { None } else { files.keys().nth(index.index(files.len())).cloned() }
        };
        match self {
            Self::Put(path, file) => drop(files.insert(path, file)),
            Self::Edit(index, line, new) => {
                let Some(path) = chosen(&index, files) else { return };
                edit(files.get_mut(&path).unwrap(), &line, &new);
            }
            Self::CutLastEnding(index) => {
                let Some(path) = chosen(&index, files) else { return };
                files.get_mut(&path).unwrap().bytes.pop_if(|byte| *byte == b'\n');
            }
            Self::Move(index, to) => {
                let Some(path) = chosen(&index, files) else { return };
                let file = files.remove(&path).unwrap();
                files.insert(to, file);
            }
            Self::MoveAndEdit(index, to, new) => {
                let Some(path) = chosen(&index, files) else { return };
                let mut file = files.remove(&path).unwrap();
                edit(&mut file, &index, &new);
                files.insert(to, file);
            }
            Self::Remove(index) => {
                let Some(path) = chosen(&index, files) else { return };
                files.remove(&path);
            }
            Self::FlipMode(index) => {
                let Some(path) = chosen(&index, files) else { return };
                let mode = &mut files.get_mut(&path).unwrap().mode;
                *mode = if *mode == FileMode::Regular { FileMode::Executable } else { FileMode::Regular };
            }
            Self::BecomeFolder(index, name) => {
                let Some(path) = chosen(&index, files) else { return };
                let file = files.remove(&path).unwrap();
                files.insert(format!("{path}/{name}"), file);
            }
            Self::BecomeFile(index) => {
                let Some(path) = chosen(&index, files) else { return };
                let Some((folder, _)) = path.split_once('/') else { return };
                let file = files.remove(&path).unwrap();
                files.retain(|other, _| !other.starts_with(&format!("{folder}/")));
                files.insert(folder.to_owned(), file);
            }
        }
    }
}

/// Puts `new` in place of a line, or before it.
fn edit(file: &mut File, at: &Index, new: &[u8]) {
    if !file.is_text() {
        return;
    }
    let lines: Vec<&[u8]> = file.bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let line = at.index(lines.len() + 1);
    let rest = if new.len().is_multiple_of(2) { line + 1 } else { line };
    file.bytes = [&lines[..line].concat(), new, &lines[rest.min(lines.len())..].concat()].concat();
}

/// Two trees where every difference can be said in text.
pub fn pairs() -> impl Strategy<Value = Pair> {
    (vec((path(), file(content())), 0..8), vec(step(), 0..10)).prop_map(|(files, steps)| {
        let before = without_clashes(files.into_iter().collect());
        let mut after = before.clone();
        for step in steps {
            step.take(&mut after);
        }
        let mut pair = Pair { before, after: without_clashes(after) };
        // Content that is not text can be moved to a free place; a text can neither make nor remove it.
        let places = |files: &Files, bytes: &[u8]| -> Vec<String> {
            files.iter().filter(|(_, file)| file.bytes == bytes).map(|(path, _)| path.clone()).collect()
        };
        let Pair { before, after } = pair.clone();
        let sayable = |file: &File| match (&places(&before, &file.bytes)[..], &places(&after, &file.bytes)[..]) {
            _ if file.is_text() => true,
            ([from], [to]) => from == to || !(before.contains_key(to) || after.contains_key(from)),
            _ => false,
        };
        pair.before.retain(|_, file| sayable(file));
        pair.after.retain(|_, file| sayable(file));
        pair
    })
}

/// Drops files that stand where another file needs a folder.
fn without_clashes(mut files: Files) -> Files {
    let paths: Vec<String> = files.keys().cloned().collect();
    files.retain(|path, _| !paths.iter().any(|other| other.starts_with(&format!("{path}/"))));
    files
}

/// Two trees with any bytes at all.
pub fn pairs_of_any_bytes() -> impl Strategy<Value = Pair> {
    let bytes = || prop_oneof![vec(any::<u8>(), 0..200), vec(select(&b"\n\r\0ab"[..]), 0..200)];
    let files =
        move || vec((path(), file(bytes())), 0..6).prop_map(|files| without_clashes(files.into_iter().collect()));
    (files(), files()).prop_map(|(before, after)| Pair { before, after })
}
