//! Random sequences of what a draft does, against a plain map.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Step {
    /// Captures new versions of these files, changed at a place and to a size.
    Capture(Vec<(usize, usize, Change)>),
    /// Goes back to the blob that was stored as the so-manieth.
    GoBack(usize),
    /// Keeps the newest so many of the stored versions.
    Keep(usize),
    Upkeep,
    /// Rewrites any packs, needed or not.
    Rewrite(usize),
    Reopen,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Line,
    Grow(usize),
    Replace(usize),
    Empty,
}

fn step() -> impl Strategy<Value = Step> {
    let change = prop_oneof![
        6 => Just(Change::Line),
        1 => (1usize..60).prop_map(|size| Change::Grow(size * size)),
        1 => (0usize..60).prop_map(|size| Change::Replace(size * size * 3)),
        1 => Just(Change::Replace(600_000)),
        1 => Just(Change::Empty),
    ];
    prop_oneof![
        6 => prop::collection::vec((0usize..6, any::<prop::sample::Index>(), change), 1..5).prop_map(|changes| {
            Step::Capture(changes.into_iter().map(|(file, at, change)| (file, at.index(10_000), change)).collect())
        }),
        1 => any::<prop::sample::Index>().prop_map(|at| Step::GoBack(at.index(1000))),
        3 => (0usize..12).prop_map(Step::Keep),
        4 => Just(Step::Upkeep),
        1 => (0usize..5).prop_map(Step::Rewrite),
        1 => Just(Step::Reopen),
    ]
}

#[derive(Default)]
struct Draft {
    shelf: Shelf,
    files: HashMap<usize, Blob>,
    /// Every version that was stored, oldest first; the live ones are in `live`.
    stored: Vec<Blob>,
    live: Vec<Blob>,
    seed: u64,
}

impl Draft {
    fn store(&mut self, new: Vec<NewBlob>) {
        let ids: Vec<BlobId> = new.iter().map(|new| new.blob.id()).collect();
        self.shelf.index.revive(&ids);
        self.shelf.capture(&new);
        for new in new {
            self.live.retain(|live| live.id() != new.blob.id());
            self.live.push(new.blob.clone());
            self.stored.push(new.blob);
        }
    }

    fn version(&mut self, file: usize, at: usize, change: Change) -> NewBlob {
        self.seed += 1;
        let mut bytes = self.files.get(&file).map(|blob| blob.bytes().to_vec()).unwrap_or_default();
        let at = at % (bytes.len() + 1);
        match change {
            Change::Line => drop(bytes.splice(at..at, format!("// {}\n", self.seed).into_bytes())),
            Change::Grow(size) => drop(bytes.splice(at..at, text(self.seed, size))),
            Change::Replace(size) => bytes = text(self.seed, size),
            Change::Empty => bytes.clear(),
        }
        let class = if file == 0 { Class::Tree } else { Class::Content };
        let new = NewBlob { blob: Blob::new(bytes), class, base: self.files.get(&file).cloned() };
        self.files.insert(file, new.blob.clone());
        new
    }

    fn apply(&mut self, step: Step) {
        match step {
            Step::Capture(changes) => {
                let new = changes.into_iter().map(|(file, at, change)| self.version(file, at, change)).collect();
                self.store(new);
            }
            Step::GoBack(at) => {
                if let Some(blob) = self.stored.get(at % self.stored.len().max(1)).cloned() {
                    let base = self.files.insert(1, blob.clone());
                    self.store(vec![NewBlob { blob, class: Class::Content, base }]);
                }
            }
            Step::Keep(keep) => {
                let dead: Vec<Blob> = self.live.drain(..self.live.len().saturating_sub(keep)).collect();
                self.shelf.index.release(&dead.iter().map(Blob::id).collect::<Vec<_>>());
            }
            Step::Upkeep => self.shelf.upkeep(),
            Step::Rewrite(skip) => {
                let numbers: Vec<u32> = self.shelf.index.packs().skip(skip).collect();
                self.shelf.rewrite(&numbers);
            }
            Step::Reopen => self.shelf = self.reopened(),
        }
    }

    fn reopened(&self) -> Shelf {
        let mut shelf = self.shelf.reopened();
        let live: BTreeSet<BlobId> = self.live.iter().map(Blob::id).collect();
        let dead: Vec<BlobId> = shelf.index.blobs().filter(|id| !live.contains(id)).collect();
        shelf.index.release(&dead);
        shelf
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let ids: Vec<BlobId> = self.live.iter().map(Blob::id).collect();
        for (read, live) in self.shelf.read(&ids).into_iter().zip(&self.live) {
            prop_assert_eq!(read.as_ref(), Ok(live));
            prop_assert!(self.shelf.index.contains(&live.id()));
        }
        // What was counted step by step is what a fresh count says.
        let fresh = self.reopened();
        for (number, pack) in &self.shelf.index.packs {
            prop_assert_eq!((number, pack.kept, pack.full), {
                let other = fresh.index.packs.get(number).unwrap();
                (number, other.kept, other.full)
            });
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_live_blob_reads_back_and_space_is_bounded(steps in prop::collection::vec(step(), 1..60)) {
        let mut draft = Draft::default();
        for step in steps {
            draft.apply(step);
            draft.check()?;
        }
        let mut rounds = 0;
        while !draft.shelf.index.upkeep().is_empty() {
            draft.apply(Step::Upkeep);
            rounds += 1;
            prop_assert!(rounds < 100, "upkeep comes to an end");
        }
        draft.check()?;
        let live: Vec<NewBlob> = draft.live.iter().map(|blob| content(blob.bytes().to_vec())).collect();
        let fresh = Shelf::default().capture(&live);
        // Half of a pack may be unneeded, and half of what is needed may be so for a chain only.
        let bytes = draft.shelf.index.total_bytes();
        prop_assert!(bytes <= 3 * fresh + 2000, "{} bytes where {} would do", bytes, fresh);
    }
}
