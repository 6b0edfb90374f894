//! A workspace that never answers, and a person who stops waiting.

use std::future::{Future, pending};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use knowngood::model::FilePath;
use knowngood::workspace::{FileToWrite, Listing, Workspace, WorkspaceError, WorkspaceIdentity};

/// No call of it ever ends.
pub struct Stuck;

impl Workspace for Stuck {
    fn identity(&self) -> WorkspaceIdentity {
        WorkspaceIdentity::default()
    }

    async fn list(&self) -> Result<Listing, WorkspaceError> {
        pending().await
    }

    async fn read(&self, _: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        pending().await
    }

    async fn write(&self, _: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        pending().await
    }

    async fn remove(&self, _: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        pending().await
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        pending().await
    }
}

/// Begins `call`, sees that it waits, and waits no longer.
pub fn stops_waiting<T>(call: impl Future<Output = T>) {
    let waits = matches!(pin!(call).poll(&mut Context::from_waker(Waker::noop())), Poll::Pending);
    assert!(waits, "it came to an end");
}
