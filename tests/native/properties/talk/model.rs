//! A draft with one conversation in the simplest words: lists of turns. Shares no code with the crate.

use std::collections::{BTreeMap, BTreeSet};

use knowngood::history::Receipt;

/// Path → bytes.
pub type Files = BTreeMap<String, Vec<u8>>;

#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub id: u32,
    pub path: Vec<u32>,
    pub files: u32,
}

/// Where a draft was: the checkpoint with its files, and its conversation with what was parked.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub files: Option<u32>,
    /// And how many turns there had been.
    pub talk: Option<(Vec<u32>, Vec<Branch>, u32)>,
}

/// A draft in the simplest words. A conversation is the list of its turns.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub files: Files,
    pub kept: BTreeMap<u32, Files>,
    /// Which turn made which checkpoint.
    pub owner: BTreeMap<u32, u32>,
    pub path: Vec<u32>,
    /// Turns whose agent saved what it remembered: their whole conversation.
    pub saved: BTreeMap<u32, Vec<u32>>,
    /// Turns whose agent remembers them no more.
    pub compacted: BTreeSet<u32>,
    pub branches: Vec<Branch>,
    pub last_branch: u32,
    pub last_turn: u32,
    pub most: usize,
    pub undo: Vec<Place>,
    pub redo: Vec<Place>,
}

impl Model {
    pub fn lacks(&self, branches: &[Branch], live: &[u32], path: &[u32]) -> bool {
        path.last().is_some_and(|tip| !live.contains(tip) && !branches.iter().any(|branch| branch.path.contains(tip)))
    }

    /// Goes somewhere; `held_by` has the files that are left.
    /// What had been dropped when there were `known` turns goes first, then the oldest.
    pub fn go(&mut self, path: Vec<u32>, goal: &[Branch], known: u32, held_by: u32) {
        let there =
            |branch: &&Branch| self.kept.contains_key(&branch.files) && !path.contains(branch.path.last().unwrap());
        let mut branches: Vec<Branch> = goal.iter().filter(there).cloned().collect();
        for branch in &self.branches {
            if self.lacks(&branches, &path, &branch.path) {
                branches.push(branch.clone());
            }
        }
        if self.lacks(&branches, &path, &self.path) {
            self.last_branch += 1;
            branches.push(Branch { id: self.last_branch, path: self.path.clone(), files: held_by });
        }
        while branches.len() > self.most {
            branches.sort_by_key(|branch| branch.id);
            let dropped = |branch: &Branch| {
                *branch.path.last().unwrap() <= known && !goal.iter().any(|other| other.id == branch.id)
            };
            let goes = branches.iter().position(dropped).unwrap_or(0);
            branches.remove(goes);
        }
        branches.sort_by_key(|branch| branch.id);
        self.branches = branches;
        self.path = path;
    }

    /// The agent cuts its context up to the turn `through`. What it starts from at the end of any conversation that can be
    /// gone back to stays.
    pub fn compact(&mut self, through: u32) {
        let kept = |branch: &&Branch| self.kept.contains_key(&branch.files);
        let places = self.undo.iter().chain(&self.redo).filter_map(|place| place.talk.as_ref());
        let there = places
            .flat_map(|(path, branches, _)| branches.iter().filter(kept).map(|branch| &branch.path).chain([path]));
        let here = self.branches.iter().map(|branch| &branch.path).chain([&self.path]);
        let mut starts: BTreeSet<u32> = BTreeSet::new();
        for path in here.chain(there) {
            starts.extend(path.last());
            starts.extend(path.iter().rev().find(|turn| self.saved.contains_key(turn)));
        }
        let end = self.path.iter().position(|turn| *turn == through).unwrap();
        self.compacted.extend(self.path[..=end].iter().filter(|turn| !starts.contains(turn)));
    }

    pub fn remembered(&self) -> String {
        let last = self.path.iter().rev().find_map(|turn| self.saved.get(turn));
        last.map_or("-".to_owned(), |path| words(path))
    }

    pub fn place(&self, receipt: &Receipt, files: bool, talk: bool) -> Place {
        let held = receipt.safety.unwrap_or(receipt.current).get();
        Place {
            files: files.then_some(held),
            talk: talk.then(|| (self.path.clone(), self.branches.clone(), self.last_turn)),
        }
    }

    pub fn step_to(&mut self, place: &Place, held_by: u32) {
        if let Some(n) = place.files {
            self.files = self.kept[&n].clone();
        }
        if let Some((path, branches, known)) = &place.talk {
            self.go(path.clone(), branches, *known, held_by);
        }
    }
}

pub fn words(path: &[u32]) -> String {
    path.iter().map(|turn| format!("t{turn}")).collect::<Vec<_>>().join(" ")
}
