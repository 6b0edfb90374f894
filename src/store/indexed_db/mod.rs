//! Records in IndexedDB.
