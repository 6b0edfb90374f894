//! What the database looks like: its name, its version, its stores.
//!
//! This is the one place that declares stores. rexie's builder deletes every store that it is not told about, so the
//! list is [`Table::ALL`] and nothing else; a test in a browser pins it.

use rexie::{ObjectStore, RexieBuilder};

use crate::store::Table;

/// The database's name when the host gives none.
pub const DEFAULT_DATABASE: &str = "knowngood";

/// The database's version. A newer one on the device belongs to a newer version of this package.
pub const VERSION: u32 = 1;

/// The database `name`, ready to be opened, and made if it is not there.
pub(super) fn declare(name: &str) -> RexieBuilder {
    Table::ALL.iter().fold(RexieBuilder::new(name).version(VERSION), |builder, table| {
        builder.add_object_store(ObjectStore::new(table.name()))
    })
}

/// The first table that `stores` lacks.
pub(super) fn missing_table(stores: &[String]) -> Option<Table> {
    Table::ALL.into_iter().find(|table| !stores.iter().any(|store| store == table.name()))
}
