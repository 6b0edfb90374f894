//! Decides which files a capture takes (decision 11): rule files and the draft's patterns in, excluded or not out.
//!
//! The walk is git's own: folders are asked from the outermost, and nothing brings back what is inside an excluded
//! folder. Otherwise the last pattern that fits decides, and a deeper rule file goes before a shallower one.
//! From low to high: the draft's patterns, every `.gitignore`, every `.checkpointignore`.

mod pattern;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::model::{BlobId, Bytes, FilePath, LeftOutReason, Sorted};
use pattern::{Entry, Pattern, Says};

/// The project's own rules, the same that git reads.
const GIT_RULES: &str = ".gitignore";
/// Rules for checkpoints only: same syntax, and they go before every `.gitignore`.
const CHECKPOINT_RULES: &str = ".checkpointignore";
/// Never read, never written (CAP11).
const GIT_FOLDER: &str = ".git";

/// The rules of one moment of a draft. Remembers what it decided about folders.
#[derive(Debug)]
pub struct Rules {
    fingerprint: BlobId,
    draft: Rc<List>,
    /// Rule files by the folder that they are in.
    files: Sorted<Rc<str>, RuleFiles>,
    folders: RefCell<HashMap<Rc<str>, Folder>>,
    /// The folder that was asked for last: files of one folder mostly follow each other.
    last: RefCell<Option<(Rc<str>, Folder)>>,
}

/// Why a file is not captured, and how much else is not for the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The outermost excluded folder, ending in `/`; or the file itself.
    pub topmost: Rc<str>,
    /// What decided.
    pub reason: LeftOutReason,
}

/// The rule files of one folder, as bytes.
#[derive(Debug, Default)]
struct RuleFiles {
    git: Option<Bytes>,
    checkpoint: Option<Bytes>,
}

/// The patterns of one rule file, or the draft's own.
#[derive(Debug)]
struct List {
    /// The rule file; `None` for the draft's own patterns.
    source: Option<Rc<str>>,
    /// How many bytes of a path come before the part that the patterns are about.
    base: usize,
    patterns: Vec<Pattern>,
}

/// What is known of a folder.
#[derive(Clone, Debug)]
enum Folder {
    Excluded(Exclusion),
    /// Its entries are asked one by one.
    Open(Lists),
}

/// The lists that apply inside a folder, deepest first.
#[derive(Clone, Debug, Default)]
struct Lists {
    git: Rc<[Rc<List>]>,
    checkpoint: Rc<[Rc<List>]>,
}

impl Rules {
    /// Makes the rules of a draft: its own `patterns`, and each of its rule files with its bytes, in any order.
    ///
    /// A file with another name is passed over. So is a rule file inside an excluded folder.
    pub fn new(patterns: &[Rc<str>], files: impl IntoIterator<Item = (FilePath, Bytes)>) -> Self {
        let draft = patterns.join("\n");
        let mut by_folder: Sorted<Rc<str>, RuleFiles> = Sorted::new();
        for (path, bytes) in files {
            let folder = path.folders().last().unwrap_or_default();
            match path.name() {
                GIT_RULES => by_folder.or_default(folder.into()).git = Some(bytes),
                CHECKPOINT_RULES => by_folder.or_default(folder.into()).checkpoint = Some(bytes),
                _ => {}
            }
        }
        let mut rules = Self {
            fingerprint: BlobId::of(&[]),
            draft: Rc::new(List { source: None, base: 0, patterns: pattern::patterns(draft.as_bytes()) }),
            files: by_folder,
            folders: RefCell::default(),
            last: RefCell::default(),
        };
        rules.fingerprint = rules.summed(&draft);
        rules
    }

    /// Whether `path` is a file that holds rules.
    pub fn is_rule_file(path: &FilePath) -> bool {
        // Asked of every file of a listing: most have another end.
        path.as_str().ends_with("ignore") && matches!(path.name(), GIT_RULES | CHECKPOINT_RULES)
    }

    /// A value that is the same for the same rules, so that decisions can be kept.
    ///
    /// Rule files that do not count, being in an excluded folder, do not change it.
    pub fn fingerprint(&self) -> BlobId {
        self.fingerprint
    }

    /// Why the file `path` is not captured; `None`: it is.
    pub fn exclusion(&self, path: &FilePath) -> Option<Exclusion> {
        let parent = path.parent();
        let mut last = self.last.borrow_mut();
        let folder = match &mut *last {
            Some((known, folder)) if **known == *parent => folder,
            other => &mut other.insert((parent.into(), self.folder(parent))).1,
        };
        match folder {
            Folder::Excluded(exclusion) => Some(exclusion.clone()),
            Folder::Open(lists) => self.asked(lists, path.as_str(), path.name(), Entry::File),
        }
    }

    /// What is known of the folder `path`, without a closing `/`; the draft itself is the empty string.
    fn folder(&self, path: &str) -> Folder {
        if let Some(known) = self.folders.borrow().get(path) {
            return known.clone();
        }
        // From the outermost, and not by recursion: a path can have two thousand parts.
        let mut folder = self.remembered("", || Folder::Open(self.lists(Lists::default(), "")));
        if path.is_empty() {
            return folder;
        }
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let mut start = 0;
        for end in ends {
            let lists = match folder {
                Folder::Excluded(_) => return folder,
                Folder::Open(lists) => lists,
            };
            let (here, name) = (&path[..end], &path[start..end]);
            folder = self.remembered(here, || match self.asked(&lists, here, name, Entry::Folder) {
                Some(exclusion) => Folder::Excluded(exclusion),
                None => Folder::Open(self.lists(lists, here)),
            });
            start = end + 1;
        }
        folder
    }

    fn remembered(&self, path: &str, decide: impl FnOnce() -> Folder) -> Folder {
        if let Some(known) = self.folders.borrow().get(path) {
            return known.clone();
        }
        let folder = decide();
        self.folders.borrow_mut().insert(path.into(), folder.clone());
        folder
    }

    /// The lists that apply inside `folder`, where `outer` apply around it.
    fn lists(&self, outer: Lists, folder: &str) -> Lists {
        let Some(files) = self.files.get(folder) else { return outer };
        let with = |bytes: &Option<Bytes>, name: &str, outer: Rc<[Rc<List>]>| match bytes {
            None => outer,
            Some(bytes) => {
                let base = if folder.is_empty() { 0 } else { folder.len() + 1 };
                let source = if folder.is_empty() { name.into() } else { format!("{folder}/{name}").into() };
                let list = List { source: Some(source), base, patterns: pattern::patterns(bytes) };
                [Rc::new(list)].into_iter().chain(outer.iter().cloned()).collect()
            }
        };
        Lists {
            git: with(&files.git, GIT_RULES, outer.git),
            checkpoint: with(&files.checkpoint, CHECKPOINT_RULES, outer.checkpoint),
        }
    }

    /// Whether one entry of an open folder is excluded.
    fn asked(&self, lists: &Lists, path: &str, name: &str, entry: Entry) -> Option<Exclusion> {
        let reason = if name.eq_ignore_ascii_case(GIT_FOLDER) {
            LeftOutReason::GitFolder
        } else {
            let by_rank = lists.checkpoint.iter().chain(lists.git.iter()).chain([&self.draft]);
            let (list, pattern) = by_rank
                .filter_map(|list| Some((list, list.last_fitting(path, name, entry)?)))
                .next()
                .filter(|(_, pattern)| pattern.says == Says::Exclude)?;
            LeftOutReason::Excluded { pattern: pattern.line.clone(), source: list.source.clone() }
        };
        let topmost = match entry {
            Entry::Folder => format!("{path}/").into(),
            Entry::File => path.into(),
        };
        Some(Exclusion { topmost, reason })
    }

    /// The hash of everything that counts.
    fn summed(&self, draft: &str) -> BlobId {
        let mut sum = Vec::new();
        let mut add = |part: &[u8]| {
            sum.extend_from_slice(&(part.len() as u64).to_le_bytes());
            sum.extend_from_slice(part);
        };
        add(draft.as_bytes());
        for (folder, files) in &self.files {
            if let Folder::Excluded(_) = self.folder(folder) {
                continue;
            }
            for (name, bytes) in [(GIT_RULES, &files.git), (CHECKPOINT_RULES, &files.checkpoint)] {
                let Some(bytes) = bytes else { continue };
                add(folder.as_bytes());
                add(name.as_bytes());
                add(bytes);
            }
        }
        BlobId::of(&sum)
    }
}

impl List {
    fn last_fitting(&self, path: &str, name: &str, entry: Entry) -> Option<&Pattern> {
        let path = &path.as_bytes()[self.base..];
        self.patterns.iter().rev().find(|pattern| pattern.fits(path, name.as_bytes(), entry))
    }
}
