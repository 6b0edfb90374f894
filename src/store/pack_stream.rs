//! Content that is made while it is written.

use super::{Put, StoreError, Table};

/// Packs and their indexes that are made one by one while they are written, so that the database works on one while
/// the next is made.
///
/// What was made stays in memory: a write that broke is done once more with the same records.
pub struct PackStream {
    made: Vec<Put>,
    make: Option<Make>,
}

/// Makes every record and hands it on. Called once.
type Make = Box<dyn FnOnce(&mut dyn FnMut(Put)) -> Result<(), StoreError>>;

impl PackStream {
    /// The tables that it writes to.
    pub const TABLES: [Table; 2] = [Table::Packs, Table::Indexes];

    /// Nothing.
    pub fn none() -> Self {
        Self { made: Vec::new(), make: None }
    }

    /// What `make` hands on, when it is called.
    pub fn made_by(make: impl FnOnce(&mut dyn FnMut(Put)) -> Result<(), StoreError> + 'static) -> Self {
        Self { made: Vec::new(), make: Some(Box::new(make)) }
    }

    /// Whether there is nothing to make, and nothing was made.
    pub fn is_none(&self) -> bool {
        self.make.is_none() && self.made.is_empty()
    }

    /// Hands each record to `take` as soon as it is made. Fails when one cannot be made.
    pub fn each(&mut self, take: &mut dyn FnMut(&Put)) -> Result<(), StoreError> {
        self.made.iter().for_each(&mut *take);
        let Some(make) = self.make.take() else { return Ok(()) };
        make(&mut |put| {
            take(&put);
            self.made.push(put);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s8_what_was_made_once_is_handed_on_again_as_it_was() {
        let mut stream = PackStream::made_by(|take| {
            take((Table::Packs, 1, vec![1]));
            take((Table::Indexes, 1, vec![2]));
            Ok(())
        });
        assert!(!stream.is_none());
        for _ in 0..2 {
            let mut taken = Vec::new();
            assert_eq!(stream.each(&mut |put| taken.push(put.clone())), Ok(()));
            assert_eq!(taken, [(Table::Packs, 1, vec![1]), (Table::Indexes, 1, vec![2])]);
            assert!(!stream.is_none());
        }
    }

    #[test]
    fn nothing_is_nothing() {
        let mut nothing = PackStream::none();
        assert!(nothing.is_none());
        assert_eq!(nothing.each(&mut |_| unreachable!("there is nothing")), Ok(()));
    }
}
