//! A listing in columns, as the workspace gives it: thousands of files for a few crossings.

use std::rc::Rc;

use js_sys::{Array, Float64Array, JsString, Reflect, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

use super::text;
use crate::model::{BadPath, FileMode, LeftOutFile, LeftOutReason};
use crate::workspace::{Listed, Listing, Names, SharedTexts, Version, WorkspaceError};

/// What was listed before: a draft's names hardly change from one listing to the next.
#[derive(Default)]
pub struct Listings {
    joined: JsString,
    names: Names,
    /// Whether one of the names lost a half of a character on its way.
    in_doubt: bool,
    joined_versions: JsString,
    versions: SharedTexts,
}

impl Listings {
    /// The listing in `value`, in order of path.
    pub fn read(&mut self, value: &JsValue) -> Result<Listing, WorkspaceError> {
        let sizes = column::<Float64Array>(value, "sizes")?.to_vec();
        let modes = column::<Uint8Array>(value, "modes")?.to_vec();
        let versions = self.versions(&Reflect::get(value, &"versions".into()).unwrap_or_default(), sizes.len())?;
        let mut refused = refused(&column(value, "refused")?);
        self.name(column(value, "paths")?, sizes.len());
        if self.names.len() != sizes.len() || modes.len() != sizes.len() {
            return Err(WorkspaceError("its columns are not of one length".to_owned()));
        }
        let mut files = Vec::with_capacity(sizes.len());
        for (at, name) in self.names.sorted() {
            if self.in_doubt && name.contains(char::REPLACEMENT_CHARACTER) {
                // One of them lost a half: none is taken for a name that it may not have.
                refused.push(bad_path(name, &BadPath::BrokenUnicode.to_string()));
                continue;
            }
            let (size, mode) = (sizes[at] as u64, file_mode(modes[at]));
            files.push(Listed { path: name.clone(), size, version: versions[at].clone(), mode });
        }
        Ok(Listing { files, refused })
    }

    /// Takes the names on. Comparing two strings inside JavaScript costs far less than copying one.
    fn name(&mut self, joined: JsString, count: usize) {
        if self.joined == joined && self.names.len() == count {
            return;
        }
        let names = String::from(&joined);
        self.in_doubt = !text::is_whole(&names, &joined);
        self.names.replace(text::split(&names, count));
        self.joined = joined;
    }

    fn versions(&mut self, column: &JsValue, count: usize) -> Result<Vec<Version>, WorkspaceError> {
        if let Some(numbers) = column.dyn_ref::<Float64Array>() {
            return same_length(numbers.to_vec().into_iter().map(Version::Number).collect(), count);
        }
        let Some(texts) = column.dyn_ref::<Array>() else {
            return Err(WorkspaceError("it lists no versions".to_owned()));
        };
        // One crossing for all of them, unless one holds what they are joined with.
        let joined = texts.join("\0");
        if self.joined_versions != joined {
            let all = String::from(&joined);
            if !text::is_whole(&all, &joined) {
                return same_length(texts.iter().map(|version| one_version(&version)).collect(), count);
            }
            self.versions.replace(text::split(&all, count));
            self.joined_versions = joined;
        }
        if self.versions.texts().len() == count {
            return Ok(self.versions.texts().iter().cloned().map(Version::Text).collect());
        }
        same_length(texts.iter().map(|version| one_version(&version)).collect(), count)
    }
}

/// The number that stands for a mode.
pub fn mode_number(mode: FileMode) -> u8 {
    match mode {
        FileMode::Regular => 0,
        FileMode::Executable => 1,
    }
}

/// 2 stands for a workspace that keeps no modes.
fn file_mode(number: u8) -> Option<FileMode> {
    match number {
        0 => Some(FileMode::Regular),
        1 => Some(FileMode::Executable),
        _ => None,
    }
}

/// A version that cannot be copied whole equals no other: its file is read each time.
fn one_version(version: &JsValue) -> Version {
    text::whole(version).map_or(Version::Number(f64::NAN), |version| Version::Text(Rc::from(version)))
}

fn same_length(versions: Vec<Version>, count: usize) -> Result<Vec<Version>, WorkspaceError> {
    if versions.len() == count { Ok(versions) } else { Err(WorkspaceError("it lists too few versions".to_owned())) }
}

fn refused(column: &Array) -> Vec<LeftOutFile> {
    let field = |file: &JsValue, name: &str| {
        Reflect::get(file, &name.into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
    };
    column.iter().map(|file| bad_path(&field(&file, "path"), &field(&file, "why"))).collect()
}

fn bad_path(path: &str, why: &str) -> LeftOutFile {
    LeftOutFile { path: path.into(), reason: LeftOutReason::BadPath { message: why.into() } }
}

fn column<T: wasm_bindgen::JsCast>(listing: &JsValue, name: &str) -> Result<T, WorkspaceError> {
    let value = Reflect::get(listing, &name.into()).unwrap_or_default();
    value.dyn_into().map_err(|_| WorkspaceError(format!("its listing has no {name}")))
}
