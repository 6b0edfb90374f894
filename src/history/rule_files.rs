//! Where rules come from: the files of a workspace as they are now, or those of a tree.

use std::rc::Rc;

use super::capture::Change;
use super::checked::CheckedListed;
use super::draft::Draft;
use super::survey::Survey;
use crate::error::Error;
use crate::model::{Blob, BlobId, BlobMap, Bytes, FilePath, Settings, Sorted, Tree};
use crate::ops::rules::Rules;
use crate::store::Store;
use crate::workspace::{Version, Workspace, read_each};

/// The rule files with their bytes. `None`: looked at again next time, whatever the workspace says.
pub(super) type RuleFiles = Sorted<FilePath, (Option<Version>, Bytes)>;

impl<S: Store> Draft<S> {
    /// The rules of `tree` with `changes` made.
    pub(super) async fn rules_with(
        &self,
        tree: &Tree,
        patterns: &[Rc<str>],
        changes: &[(FilePath, Change)],
    ) -> Result<Rules, Error> {
        let mut files: Sorted<FilePath, Bytes> =
            self.rule_files(tree, &BlobMap::default()).await?.into_iter().collect();
        for (path, change) in changes.iter().filter(|(path, _)| Rules::is_rule_file(path)) {
            match change {
                Change::Written(bytes, _) => files.insert(path.clone(), Rc::new(bytes.clone())),
                Change::Removed => files.remove(path),
            };
        }
        Ok(Rules::new(patterns, files))
    }

    /// The rule files of a tree, with their bytes, some of which may be in `unstored`.
    pub(super) async fn rule_files(
        &self,
        tree: &Tree,
        unstored: &BlobMap<Blob>,
    ) -> Result<Vec<(FilePath, Bytes)>, Error> {
        let files: Vec<(FilePath, BlobId)> = tree
            .iter()
            .filter(|(path, _)| Rules::is_rule_file(path))
            .map(|(path, entry)| (path.clone(), entry.blob))
            .collect();
        let stored: Vec<(FilePath, BlobId)> =
            files.iter().filter(|(_, blob)| !unstored.contains_key(blob)).cloned().collect();
        let contents = self.contents(&stored).await?;
        let bytes = |blob: &BlobId| contents.get(blob).or_else(|| unstored.get(blob)).map(|blob| blob.bytes().clone());
        Ok(files.into_iter().filter_map(|(path, blob)| Some((path, bytes(&blob)?))).collect())
    }
}

/// The rule files of a listing, unsaved text included.
pub(super) async fn read_rule_files<W: Workspace>(
    workspace: &W,
    listing: &[CheckedListed],
    unsaved: &Sorted<FilePath, Vec<u8>>,
    before: Option<&Survey>,
) -> RuleFiles {
    let mut rule_files = RuleFiles::new();
    let mut to_read: Vec<&CheckedListed> = Vec::new();
    for listed in listing.iter().filter(|listed| Rules::is_rule_file(&listed.path)) {
        let known = before.and_then(|before| before.rule_files.get(&listed.path));
        match known {
            _ if unsaved.contains_key(&listed.path) => {}
            Some((version, bytes)) if version.is_some() && *version == listed.version => {
                rule_files.insert(listed.path.clone(), (version.clone(), bytes.clone()));
            }
            _ => to_read.push(listed),
        }
    }
    let paths: Vec<FilePath> = to_read.iter().map(|listed| listed.path.clone()).collect();
    for (listed, bytes) in to_read.iter().zip(read_each(workspace, &paths).await) {
        let known = match bytes {
            Ok(bytes) => (listed.version.clone(), Rc::from(bytes)),
            // Rules that cannot be read exclude everything: nothing is removed that they may protect (rule C3).
            Err(_) => (None, Rc::new(b"*\n".to_vec())),
        };
        rule_files.insert(listed.path.clone(), known);
    }
    for (path, text) in unsaved.iter().filter(|(path, _)| Rules::is_rule_file(path)) {
        rule_files.insert(path.clone(), (None, Rc::new(text.clone())));
    }
    rule_files
}

/// The rules that a draft's settings and these files make.
pub(super) fn rules_of(settings: &Settings, files: &RuleFiles) -> Rules {
    Rules::new(&settings.patterns, files.iter().map(|(path, (_, bytes))| (path.clone(), bytes.clone())))
}
