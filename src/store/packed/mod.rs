//! A draft as records.
