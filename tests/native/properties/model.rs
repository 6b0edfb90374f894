//! What a history should be, in the simplest words: a list of file maps. Shares no code with the crate.

use std::collections::{BTreeMap, BTreeSet};

use knowngood::model::{FileMode, Verdict};

/// Path → bytes and mode.
pub type Files = BTreeMap<String, (Vec<u8>, FileMode)>;

/// How two sets of files differ, in a line: never all of their bytes.
pub fn difference(a: &Files, b: &Files) -> String {
    let side = |file: Option<&(Vec<u8>, FileMode)>| {
        file.map_or("-".to_owned(), |file| format!("{} {:?}", file.0.len(), file.1))
    };
    let paths: BTreeSet<&String> = a.keys().chain(b.keys()).filter(|path| a.get(*path) != b.get(*path)).collect();
    paths.into_iter().map(|path| format!("{path}: {} / {}; ", side(a.get(path)), side(b.get(path)))).collect()
}

/// One checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub files: Files,
    pub label: String,
    pub role: Role,
    pub verdict: Option<Verdict>,
    /// Names that it says it does not hold; a folder ends in `/`.
    pub left_out: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Ordinary,
    Safety,
}

/// One draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub kept: BTreeMap<u32, Kept>,
    pub last: u32,
    pub current: Option<u32>,
    /// What the next undo goes back to.
    pub undo: Option<u32>,
    /// What a restore that is under way saved first.
    pub saved_first: Option<u32>,
    pub keep: usize,
    pub patterns: Vec<&'static str>,
}

impl Model {
    pub fn new() -> Self {
        Self {
            kept: BTreeMap::new(),
            last: 0,
            current: None,
            undo: None,
            saved_first: None,
            keep: 50,
            patterns: vec![".git/", "node_modules/"],
        }
    }

    pub fn current_files(&self) -> Files {
        self.current.map(|n| self.kept[&n].files.clone()).unwrap_or_default()
    }

    /// Takes a checkpoint and makes it current; what no longer fits goes, but for `protected`.
    pub fn take(
        &mut self,
        files: Files,
        label: &str,
        role: Role,
        left_out: BTreeSet<String>,
        protected: &[u32],
    ) -> u32 {
        self.last += 1;
        let verdict = self.kept.values().rev().find(|kept| kept.files == files).and_then(|kept| kept.verdict.clone());
        self.kept.insert(self.last, Kept { files, label: label.to_owned(), role, verdict, left_out });
        self.current = Some(self.last);
        self.forget(protected);
        self.last
    }

    pub fn stamp(&mut self, n: u32, verdict: &Verdict) {
        let files = self.kept[&n].files.clone();
        for kept in self.kept.values_mut().filter(|kept| kept.files == files) {
            kept.verdict = Some(verdict.clone());
        }
    }

    fn newest_passing(&self) -> Option<u32> {
        self.kept.iter().rev().find(|(_, kept)| kept.verdict == Some(Verdict::Success)).map(|(n, _)| *n)
    }

    /// The newest passing one whose files differ from `here`.
    pub fn last_known_good(&self, here: &Files) -> Option<u32> {
        let good = |kept: &Kept| kept.verdict == Some(Verdict::Success) && kept.files != *here;
        self.kept.iter().rev().find(|(_, kept)| good(kept)).map(|(n, _)| *n)
    }

    /// Decision 5. What the next undo, the end of a restore or the last known good may go back to comes on top of those
    /// that are kept when it is a twin of one that stays.
    pub fn forget(&mut self, also_protected: &[u32]) {
        let [passing, good] = [self.newest_passing(), self.last_known_good(&self.current_files())];
        for on_top in [4, 3, 2, 1, 0] {
            let mut kept = self.kept.clone();
            self.one_by_one(&mut kept, self.keep + on_top, also_protected);
            let guests = [self.undo, self.saved_first, passing, good];
            let guest = |n: &u32| kept[n].role == Role::Safety && guests.contains(&Some(*n));
            let is_twin =
                |n: &&u32| kept.iter().any(|(other, kept_there)| !guest(other) && kept_there.files == kept[*n].files);
            if kept.keys().filter(|n| guest(n)).filter(is_twin).count() >= on_top {
                self.kept = kept;
                return;
            }
        }
    }

    fn one_by_one(&self, kept: &mut BTreeMap<u32, Kept>, keep: usize, also_protected: &[u32]) {
        let protected = self.protected(also_protected);
        while kept.len() > keep {
            let free: Vec<u32> = kept.keys().filter(|n| !protected.contains(n)).copied().collect();
            let twin = |n: &u32| {
                let this = &kept[n];
                let others = kept.iter().filter(|(other, _)| *other != n);
                this.role == Role::Safety && others.into_iter().any(|(_, other)| other.files == this.files)
            };
            let Some(goes) = free.iter().find(|n| twin(n)).or(free.first()).copied() else { return };
            kept.remove(&goes);
        }
    }

    pub fn protected(&self, also: &[u32]) -> BTreeSet<u32> {
        let mut protected: BTreeSet<u32> = also.iter().copied().collect();
        protected.extend(self.current);
        protected.extend(self.undo);
        protected.extend(self.kept.keys().next_back());
        protected.extend(self.newest_passing());
        protected.extend(self.last_known_good(&self.current_files()));
        protected
    }
}

/// Whether a pattern of these tests (`*.end` or `folder/`) or a line of the root's `.gitignore` excludes `path`.
/// Returns the name that is shown for it.
pub fn excluded(path: &str, patterns: &[&str], files: &Files) -> Option<String> {
    let rules = files.get(".gitignore").map(|file| String::from_utf8_lossy(&file.0).into_owned()).unwrap_or_default();
    let lines = patterns.iter().copied().chain(rules.lines());
    let mut shown: Option<String> = None;
    for line in lines {
        let hit = match line.strip_suffix('/') {
            Some(folder) => path
                .match_indices('/')
                .map(|(at, _)| &path[..at])
                .find(|above| above.rsplit('/').next() == Some(folder))
                .map(|above| format!("{above}/")),
            None => line.strip_prefix('*').filter(|end| path.ends_with(end)).map(|_| path.to_owned()),
        };
        // The outermost excluded folder is what is named.
        if let Some(hit) = hit
            && shown.as_ref().is_none_or(|shown| hit.len() < shown.len())
        {
            shown = Some(hit);
        }
    }
    shown
}

/// Whether `left_out` names `path` or a folder above it.
pub fn names(left_out: &BTreeSet<String>, path: &str) -> bool {
    left_out.iter().any(|name| name == path || (name.ends_with('/') && path.starts_with(name.as_str())))
}
