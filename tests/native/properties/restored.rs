//! Restores, and what must be true after one, done or refused.

use std::collections::BTreeSet;

use knowngood::error::Error;
use knowngood::history::{Receipt, RestoreRequest, Strength};
use knowngood::model::{FileMode, FilePath, Kind, SortedSet};
use knowngood::workspace::Workspace as _;
use pollster::block_on;

use super::model::{Files, Role, difference, excluded, names};
use super::steps::{From, Meddling, Scope};
use super::world::{Look, World, collide, differing, file_path};

type Only = Option<SortedSet<FilePath>>;

impl World {
    pub(super) fn restore(&mut self, tab: usize, n: u32, scope: &Scope, meddling: &Meddling) {
        let only = match scope {
            Scope::Everything => None,
            Scope::Only(paths) => Some(paths.iter().map(|path| file_path(path)).collect::<SortedSet<_>>()),
        };
        let request = RestoreRequest { target: n, only: only.clone(), strength: Strength::Careful };
        let plan = match block_on(self.tabs[tab].draft.plan_restore(request, &self.files)) {
            Ok(plan) => plan,
            Err(error) => return self.not_planned(n, &only, &error),
        };
        match meddling {
            Meddling::Nothing => {}
            Meddling::Edit(path, text) => {
                let collides = self.files.files().keys().any(|other| collide(other, path));
                if !collides {
                    self.edit(path, &text.bytes_at(path), Default::default());
                }
            }
            Meddling::OtherTabCaptures => self.capture(1 - tab, &From::Workspace, Kind::Message),
            Meddling::OtherTabStamps(n) => self.stamp(1 - tab, n, &knowngood::model::Verdict::Success),
        }
        let (look, disk) = (self.look(), self.files.files());
        match block_on(self.tabs[tab].draft.apply(plan.id, &self.files, self.now())) {
            Ok(receipt) => self.restored(n, &only, &receipt, &look, &disk),
            Err(error) => {
                let now = self.files.files();
                assert!(now == disk, "{error:?} changed files: {}", difference(&now, &disk));
                match (&error, self.model.kept.get(&n)) {
                    (Error::PlanStale, _) => assert!(matches!(meddling, Meddling::Edit(..)), "nothing was stale"),
                    (Error::Pruned { .. }, None) => assert!(matches!(meddling, Meddling::OtherTabCaptures)),
                    (Error::InTheWay { paths }, Some(target)) => {
                        let wanted = wanted(&target.files, &only, &look.here).unwrap();
                        let named: BTreeSet<String> = paths.iter().map(ToString::to_string).collect();
                        assert_eq!(named, in_the_way(&wanted, &look));
                        assert!(!named.is_empty());
                    }
                    _ => panic!("restoring {n}: {error:?}"),
                }
            }
        }
    }

    fn not_planned(&self, n: u32, only: &Only, error: &Error) {
        let untouched = self.model.last == 0 && self.model.keep == 50;
        match error {
            Error::NotOnThisDevice => assert!(untouched || self.model.last == 0),
            Error::NoCheckpoint { .. } => assert!(n == 0 || n > self.model.last),
            Error::Pruned { .. } => assert!(n <= self.model.last && !self.model.kept.contains_key(&n)),
            Error::BadArgument(_) => {
                assert_eq!(wanted(&self.model.kept[&n].files, only, &self.look().here), None);
            }
            _ => panic!("planning {n}: {error:?}"),
        }
    }

    fn restored(&mut self, n: u32, only: &Only, receipt: &Receipt, look: &Look, disk: &Files) {
        let target = self.model.kept[&n].clone();
        let wanted = wanted(&target.files, only, &look.here).unwrap();
        assert_eq!(in_the_way(&wanted, look), BTreeSet::new(), "it was restored over what nobody holds");

        // What was asked for is there, byte for byte, and no editor hides it.
        let now = self.files.files();
        let unsaved = block_on(self.files.unsaved()).unwrap();
        let concerns =
            |path: &str, asked: &str| path == asked || (target.files.contains_key(asked) && collide(path, asked));
        let asked = |path: &str| only.as_ref().is_none_or(|only| only.iter().any(|o| concerns(path, o.as_str())));
        for (path, file) in wanted.iter().filter(|(path, _)| asked(path)) {
            let standing = look.standing.contains_key(path);
            assert!(now.get(path) == Some(file), "{path}");
            assert!(
                standing || unsaved.iter().all(|(typed, text)| typed.as_str() != path || *text == file.0),
                "{path}"
            );
        }
        // Nothing else changed, but for files that the safety checkpoint holds and the target does not.
        let patterns = self.model.patterns.clone();
        let spared = |path: &str| excluded(path, &patterns, &wanted).is_some() || names(&target.left_out, path);
        for (path, file) in disk.iter().filter(|(path, _)| !wanted.contains_key(*path) || !asked(path)) {
            let stays = look.standing.contains_key(path) || spared(path) || !asked(path);
            assert!(now.get(path) == if stays { Some(file) } else { None }, "{path}, which stays: {stays}");
        }
        assert!(now.keys().all(|path| disk.contains_key(path) || wanted.contains_key(path)));

        match receipt.safety {
            Some(safety) => {
                let label = format!("Before restoring: {}", target.label.trim_start_matches("Before restoring: "));
                let journal: Vec<u32> = [Some(n), self.model.current].into_iter().flatten().collect();
                // Until it is done, the restore holds on to both of its sides.
                self.model.saved_first = Some(self.model.last + 1);
                let taken = self.model.take(look.here.clone(), &label, Role::Safety, look.left_out.clone(), &journal);
                assert_eq!(safety.get(), taken);
                let touched = |path: &str| asked(path) && (wanted.contains_key(path) || !spared(path));
                let beneath = self.beneath_text(look, disk, touched);
                if beneath != look.here {
                    // What is on disk beneath unsaved text, and nowhere else, has a checkpoint of its own.
                    let label = format!("On disk before restoring: {}", target.label);
                    let protected = [journal.as_slice(), &[taken]].concat();
                    self.model.take(beneath, &label, Role::Safety, look.left_out.clone(), &protected);
                }
                self.model.undo = Some(taken);
                self.model.saved_first = None;
                if wanted == target.files {
                    self.model.current = Some(n);
                    self.model.forget(&[]);
                } else {
                    let label = match differing(&wanted, &look.here) {
                        1 => {
                            let one = wanted.keys().chain(look.here.keys());
                            let one = one.into_iter().find(|path| wanted.get(*path) != look.here.get(*path)).unwrap();
                            format!("Restored {} from checkpoint {n}", one.rsplit('/').next().unwrap())
                        }
                        more => format!("Restored {more} files from checkpoint {n}"),
                    };
                    self.model.take(wanted, &label, Role::Ordinary, look.left_out.clone(), &[]);
                }
            }
            None => {
                assert!(now == *disk, "changed without a safety checkpoint: {}", difference(&now, disk));
                if only.is_none() && self.model.current.replace(n) != Some(n) {
                    // The way to another checkpoint is an operation like any other: keeping comes after it.
                    self.model.forget(&[]);
                }
            }
        }
        assert_eq!(Some(receipt.current.get()), self.model.current.or(Some(n)));
    }
}

impl World {
    /// The files here, but with what is on disk where unsaved text hides bytes that no kept checkpoint has.
    fn beneath_text(&self, look: &Look, disk: &Files, touched: impl Fn(&str) -> bool) -> Files {
        let mut beneath = look.here.clone();
        for path in look.typed.keys().filter(|path| look.here.contains_key(*path) && touched(path)) {
            let Some((bytes, _)) = disk.get(path) else { continue };
            let held = |files: &Files| files.get(path).is_some_and(|file| file.0 == *bytes);
            if !self.model.kept.values().any(|kept| held(&kept.files)) {
                beneath.get_mut(path).unwrap().0 = bytes.clone();
            }
        }
        beneath
    }
}

/// The files that restoring `only` of `target` gives; `None`: a path is on neither side.
fn wanted(target: &Files, only: &Only, here: &Files) -> Option<Files> {
    let Some(only) = only else { return Some(target.clone()) };
    let mut wanted = here.clone();
    for path in only.iter().map(FilePath::as_str) {
        match target.get(path) {
            Some(file) => {
                wanted.retain(|other, _| !collide(other, path));
                wanted.insert(path.to_owned(), file.clone());
            }
            None => {
                here.get(path)?;
                wanted.remove(path);
            }
        }
    }
    Some(wanted)
}

/// Files that nobody holds in the places of wanted ones.
fn in_the_way(wanted: &Files, look: &Look) -> BTreeSet<String> {
    let in_the_way = |(path, disk): &(&String, &Option<(Vec<u8>, FileMode)>)| match (wanted.get(*path), disk) {
        // Bytes that the checkpoint holds are in nobody's way, unless other text is being typed over them.
        (Some(file), Some(disk)) => disk.0 != file.0 || look.typed.get(*path).is_some_and(|text| *text != file.0),
        (Some(_), None) => true,
        (None, _) => wanted.keys().any(|other| collide(other, path)),
    };
    look.standing.iter().filter(in_the_way).map(|(path, _)| path.clone()).collect()
}
