//! What people, agents and hosts do to a draft, at random.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use knowngood::model::{FileMode, Kind, Verdict};

/// One step of a story.
#[derive(Clone, Debug)]
pub enum Step {
    Edit { path: &'static str, text: Text, mode: FileMode },
    Delete { path: Index },
    Rename { from: Index, to: &'static str },
    TypeUnsaved { path: &'static str, text: Text },
    SaveAll,
    Capture { tab: usize, source: From, kind: Kind },
    Stamp { tab: usize, n: Index, verdict: Verdict },
    Restore { tab: usize, n: Index, scope: Scope, meddling: Meddling },
    RestoreGood { tab: usize },
    Keep { tab: usize, keep: u32 },
    Patterns { tab: usize, patterns: &'static [&'static str] },
    Reopen { tab: usize },
    CountLines { tab: usize },
    DeleteDraft { tab: usize },
}

/// Where a capture takes its files from.
#[derive(Clone, Debug)]
pub enum From {
    Workspace,
    /// All files on disk, given by the host.
    Files,
    /// Writes of the host; the files on disk follow them.
    Changes(Vec<(&'static str, Option<Text>)>),
}

/// What is asked to be restored.
#[derive(Clone, Debug)]
pub enum Scope {
    Everything,
    Only(Vec<&'static str>),
}

/// What happens between a plan and its application.
#[derive(Clone, Debug)]
pub enum Meddling {
    Nothing,
    Edit(&'static str, Text),
    OtherTabCaptures,
    OtherTabStamps(Index),
}

/// Text with versions that resemble each other, as those of a real file do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub lines: u32,
    pub version: u32,
}

impl Text {
    /// What a file at `path` holds: rules, where rules belong.
    pub fn bytes_at(self, path: &str) -> Vec<u8> {
        const RULES: [&str; 6] = ["", "*.log\n", "out/\n", "deep/\n*.log\n", "*.md\n", "# none\n"];
        if path == ".gitignore" { RULES[self.version as usize].into() } else { self.bytes() }
    }

    fn bytes(self) -> Vec<u8> {
        let mut text = String::new();
        for line in 0..self.lines {
            // One line in eight belongs to the version.
            let of = if line % 8 == self.version % 8 { self.version } else { 0 };
            let noise = (line ^ of.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
            text.push_str(&format!("let value_{line} = {noise:08x}; // {of}\n"));
        }
        text.into_bytes()
    }
}

/// Names that meet each other: excluded ones, a file that is a folder elsewhere, two cases of one name.
pub const PATHS: [&str; 12] = [
    "src/a.ts",
    "src/b.ts",
    "src/deep/c.ts",
    "d",
    "d/e",
    "Name",
    "name",
    "語/文 .md",
    "x.log",
    "src/y.log",
    "out/z.js",
    ".gitignore",
];

pub const PATTERNS: [&[&str]; 4] =
    [&[".git/", "node_modules/"], &["*.log"], &["out/", "*.md"], &["out/", "*.log", "deep/"]];

fn text() -> impl Strategy<Value = Text> {
    let lines = prop_oneof![3 => Just(0), 8 => 1..12u32, 6 => Just(80), 2 => Just(1_000), 1 => Just(16_000)];
    (lines, 0..6u32).prop_map(|(lines, version)| Text { lines, version })
}

fn mode() -> impl Strategy<Value = FileMode> {
    prop_oneof![6 => Just(FileMode::Regular), 1 => Just(FileMode::Executable)]
}

fn source() -> impl Strategy<Value = From> {
    let change = (select(&PATHS[..]), proptest::option::weighted(0.7, text()));
    prop_oneof![
        6 => Just(From::Workspace),
        2 => Just(From::Files),
        3 => proptest::collection::vec(change, 1..4).prop_map(From::Changes),
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![5 => Just(Kind::Edit), 2 => Just(Kind::Build), 2 => Just(Kind::Message)]
}

fn verdict() -> impl Strategy<Value = Verdict> {
    prop_oneof![2 => Just(Verdict::Success), 1 => Just(Verdict::Failed { errors: 2, message: Some("no".into()) })]
}

fn scope() -> impl Strategy<Value = Scope> {
    prop_oneof![4 => Just(Scope::Everything), 1 => proptest::collection::vec(select(&PATHS[..]), 1..4).prop_map(Scope::Only)]
}

fn meddling() -> impl Strategy<Value = Meddling> {
    prop_oneof![
        8 => Just(Meddling::Nothing),
        1 => (select(&PATHS[..]), text()).prop_map(|(path, text)| Meddling::Edit(path, text)),
        1 => Just(Meddling::OtherTabCaptures),
        1 => any::<Index>().prop_map(Meddling::OtherTabStamps),
    ]
}

pub fn step() -> impl Strategy<Value = Step> {
    let tab = || prop_oneof![2 => Just(0usize), 1 => Just(1usize)];
    let path = || select(&PATHS[..]);
    prop_oneof![
        14 => (path(), text(), mode()).prop_map(|(path, text, mode)| Step::Edit { path, text, mode }),
        4 => any::<Index>().prop_map(|path| Step::Delete { path }),
        2 => (any::<Index>(), path()).prop_map(|(from, to)| Step::Rename { from, to }),
        3 => (path(), text()).prop_map(|(path, text)| Step::TypeUnsaved { path, text }),
        2 => Just(Step::SaveAll),
        14 => (tab(), source(), kind()).prop_map(|(tab, source, kind)| Step::Capture { tab, source, kind }),
        5 => (tab(), any::<Index>(), verdict()).prop_map(|(tab, n, verdict)| Step::Stamp { tab, n, verdict }),
        8 => (tab(), any::<Index>(), scope(), meddling())
            .prop_map(|(tab, n, scope, meddling)| Step::Restore { tab, n, scope, meddling }),
        2 => tab().prop_map(|tab| Step::RestoreGood { tab }),
        2 => (tab(), 1..6u32).prop_map(|(tab, keep)| Step::Keep { tab, keep }),
        2 => (tab(), select(&PATTERNS[..])).prop_map(|(tab, patterns)| Step::Patterns { tab, patterns }),
        3 => tab().prop_map(|tab| Step::Reopen { tab }),
        1 => tab().prop_map(|tab| Step::CountLines { tab }),
        1 => tab().prop_map(|tab| Step::DeleteDraft { tab }),
    ]
}
