//! Maps and sets that are sorted lists, and lists sorted by path.
//!
//! In place of the standard library's `BTreeMap` and `sort`: those are compiled anew for every type, about 4 KB each
//! time, and we had thirty of each. Ours are small, or made in order and then only read: a list is as fast for that.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::mem;

use super::FilePath;

/// A map in the order of its keys.
///
/// A key that goes behind all others costs nothing to insert; any other one moves what is behind it. Many pairs in no
/// order: see [`Sorted::of_many`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Sorted<K, V> {
    /// An empty one.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The pairs, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The pairs, in order, to change values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The keys themselves.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.0.into_iter().map(|(key, _)| key)
    }

    /// The values themselves.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// Keeps the pairs that `keep` says.
    pub fn retain(&mut self, keep: impl Fn(&K, &V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }

    /// Takes the first pair out.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }
}

impl<K: Ord, V> Sorted<K, V> {
    /// The map of `pairs` in any order; of pairs with one key, the last counts.
    pub fn of_many(mut pairs: Vec<(K, V)>) -> Self {
        if !pairs.is_sorted_by(|a, b| a.0 < b.0) {
            sort_by(&mut pairs, |a, b| a.0.cmp(&b.0));
            pairs.dedup_by(|later, earlier| {
                let twice = later.0 == earlier.0;
                if twice {
                    mem::swap(later, earlier);
                }
                twice
            });
        }
        Self(pairs)
    }

    /// Where `key` is, or where it would go.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        match self.0.last() {
            Some((last, _)) if last.borrow() < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(other, _)| other.borrow().cmp(key)),
        }
    }

    /// The value of `key`.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.0[at].1)
    }

    /// The value of `key`, to change it.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Whether there is `key`.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// The pairs before `key`.
    pub fn before<Q: Ord + ?Sized>(&self, key: &Q) -> &[(K, V)]
    where
        K: Borrow<Q>,
    {
        let (Ok(at) | Err(at)) = self.find(key);
        &self.0[..at]
    }

    /// The pairs from `key` on.
    pub fn starting_at<Q: Ord + ?Sized>(&self, key: &Q) -> &[(K, V)]
    where
        K: Borrow<Q>,
    {
        let (Ok(at) | Err(at)) = self.find(key);
        &self.0[at..]
    }

    /// Sets the value of `key`; gives the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// The value of `key`, which is now `value` if there was none.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, value));
            at
        });
        &mut self.0[at].1
    }

    /// The value of `key`, which is now `V`'s default if there was none.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert(key, V::default())
    }

    /// Takes `key` out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.0.remove(at).1)
    }
}

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> IntoIterator for Sorted<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Sorted<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

/// For pairs that are few, or in order.
impl<K: Ord, V> FromIterator<(K, V)> for Sorted<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Ord, V> Extend<(K, V)> for Sorted<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        pairs.into_iter().for_each(|(key, value)| drop(self.insert(key, value)));
    }
}

impl<K: Ord, V, const COUNT: usize> From<[(K, V); COUNT]> for Sorted<K, V> {
    fn from(pairs: [(K, V); COUNT]) -> Self {
        pairs.into_iter().collect()
    }
}

/// A set in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedSet<K>(Sorted<K, ()>);

impl<K: Ord> SortedSet<K> {
    /// An empty one.
    pub const fn new() -> Self {
        Self(Sorted::new())
    }

    /// The set of `keys` in any order.
    pub fn of_many(keys: impl IntoIterator<Item = K>) -> Self {
        Self(Sorted::of_many(keys.into_iter().map(|key| (key, ())).collect()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.keys()
    }

    /// Keeps those that `keep` says.
    pub fn retain(&mut self, keep: impl Fn(&K) -> bool) {
        self.0.retain(|key, ()| keep(key));
    }

    /// Whether there is `key`.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Puts `key` in; whether it is new.
    pub fn insert(&mut self, key: K) -> bool {
        self.0.insert(key, ()).is_none()
    }
}

impl<K> Default for SortedSet<K> {
    fn default() -> Self {
        Self(Sorted::new())
    }
}

impl<K> IntoIterator for SortedSet<K> {
    type Item = K;
    type IntoIter = std::iter::Map<std::vec::IntoIter<(K, ())>, fn((K, ())) -> K>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(key, ())| key)
    }
}

/// For keys that are few, or in order.
impl<K: Ord> FromIterator<K> for SortedSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        Self(keys.into_iter().map(|key| (key, ())).collect())
    }
}

impl<K: Ord> Extend<K> for SortedSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        self.0.extend(keys.into_iter().map(|key| (key, ())));
    }
}

impl<K: Ord, const COUNT: usize> From<[K; COUNT]> for SortedSet<K> {
    fn from(keys: [K; COUNT]) -> Self {
        keys.into_iter().collect()
    }
}

/// Sorts `items` by their paths; those with one path stay in their order.
pub fn sort_by_path<T>(items: &mut Vec<T>, path: fn(&T) -> &FilePath) {
    if !items.is_sorted_by(|a, b| path(a) <= path(b)) {
        sort_by(items, |a, b| path(a).cmp(path(b)));
    }
}

/// Sorts `items`; those that are equal stay in their order.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut from: Vec<Option<T>> = mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| from[at].take()));
}

/// The places of `count` things in their order. What sorts is in the module once, for whatever is sorted.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    places
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_holds_what_a_map_of_the_standard_library_does(pairs: Vec<(u8, u16)>, gone: Vec<u8>, asked: u8) {
            let (mut one_by_one, mut expected) = (Sorted::new(), BTreeMap::new());
            for (key, value) in &pairs {
                prop_assert_eq!(one_by_one.insert(*key, *value), expected.insert(*key, *value));
            }
            let mut at_once = Sorted::of_many(pairs);
            for key in gone {
                prop_assert_eq!(one_by_one.remove(&key), expected.remove(&key));
                at_once.remove(&key);
            }
            prop_assert_eq!(&one_by_one, &at_once);
            prop_assert_eq!(one_by_one.get(&asked), expected.get(&asked));
            let before = one_by_one.before(&asked).iter().map(|(key, value)| (key, value));
            prop_assert!(before.eq(expected.range(..asked)));
            prop_assert!(one_by_one.iter().eq(expected.iter()));
        }

        #[test]
        fn things_of_one_path_stay_in_their_order(names: Vec<u8>) {
            let path = |name: &u8| FilePath::new(&format!("{}", name % 7)).expect("a number is a name");
            let mut items: Vec<(FilePath, usize)> = names.iter().map(path).zip(0..).collect();
            let mut expected = items.clone();
            expected.sort();
            sort_by_path(&mut items, |(path, _)| path);
            prop_assert_eq!(items, expected);
        }
    }
}
