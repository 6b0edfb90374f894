//! Keeps two commands that run at once out of each other's way.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::program::Failure;

/// A locked file. Dropping it, also by the end of the process, gives it back.
pub struct Lock(#[expect(dead_code, reason = "held for its drop")] File);

/// Waits until nobody else holds `path`, then holds it alone.
pub fn alone(path: &Path) -> Result<Lock, Failure> {
    let file = open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            eprintln!("waiting for another `cargo xtask` ({})", path.display());
            file.lock()?;
        }
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    Ok(Lock(file))
}

/// Waits until nobody holds `path` alone, then holds it together with others.
pub fn together(path: &Path) -> Result<Lock, Failure> {
    let file = open(path)?;
    match file.try_lock_shared() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            eprintln!("waiting for another `cargo xtask` ({})", path.display());
            file.lock_shared()?;
        }
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    Ok(Lock(file))
}

fn open(path: &Path) -> Result<File, Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let opened = File::options().create(true).truncate(false).write(true).open(path);
    opened.map_err(|error| Failure(format!("{}: {error}", path.display())))
}
