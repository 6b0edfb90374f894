//! A listing in columns, as the workspace gives it: thousands of files for a few crossings.

use std::rc::Rc;

use js_sys::{Array, Float64Array, JsString, Reflect, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

use super::text;
use crate::model::{BadPath, FileMode, LeftOutFile, LeftOutReason};
use crate::workspace::{Listed, Listing, Version, WorkspaceError};

/// The listing in `value`.
pub fn listing(value: &JsValue) -> Result<Listing, WorkspaceError> {
    let joined: JsString = column(value, "paths")?;
    let sizes = column::<Float64Array>(value, "sizes")?.to_vec();
    let modes = column::<Uint8Array>(value, "modes")?.to_vec();
    let versions = versions(&Reflect::get(value, &"versions".into()).unwrap_or_default(), sizes.len())?;
    let mut refused = refused(&column(value, "refused")?);

    let paths = String::from(&joined);
    let in_doubt = !text::is_whole(&paths, &joined);
    let mut files = Vec::with_capacity(sizes.len());
    let mut names = 0;
    let columns = sizes.iter().zip(versions).zip(&modes);
    for (path, ((size, version), mode)) in text::split(&paths, sizes.len()).zip(columns) {
        names += 1;
        if in_doubt && path.contains(char::REPLACEMENT_CHARACTER) {
            // One of them lost a half: none is taken for a name that it may not have.
            refused.push(bad_path(path, &BadPath::BrokenUnicode.to_string()));
            continue;
        }
        files.push(Listed { path: path.into(), size: *size as u64, version, mode: file_mode(*mode) });
    }
    if names != sizes.len() || modes.len() != sizes.len() || text::split(&paths, sizes.len()).count() != names {
        return Err(WorkspaceError("its columns are not of one length".to_owned()));
    }
    Ok(Listing { files, refused })
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

fn versions(column: &JsValue, count: usize) -> Result<Vec<Version>, WorkspaceError> {
    if let Some(numbers) = column.dyn_ref::<Float64Array>() {
        return same_length(numbers.to_vec().into_iter().map(Version::Number).collect(), count);
    }
    let Some(texts) = column.dyn_ref::<Array>() else {
        return Err(WorkspaceError("it lists no versions".to_owned()));
    };
    // One crossing for all of them, unless one holds what they are joined with.
    let joined = texts.join("\0");
    let all = String::from(&joined);
    let split: Vec<Version> = text::split(&all, count).map(|version| Version::Text(version.into())).collect();
    if split.len() == count && text::is_whole(&all, &joined) {
        return Ok(split);
    }
    same_length(texts.iter().map(|version| one_version(&version)).collect(), count)
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
