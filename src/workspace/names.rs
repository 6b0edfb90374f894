//! Names that a workspace lists again and again, kept so that a listing makes nothing anew.

use std::rc::Rc;

use knowngood_kernels::compare;

use crate::model::sort_by;

/// How many names may be missing in a row before the rest is taken for new.
const AHEAD: usize = 64;

/// Texts in the order of a list. One that the next list has too, at about the same place, is the same `Rc` there.
#[derive(Debug, Default)]
pub struct SharedTexts {
    texts: Vec<Rc<str>>,
}

impl SharedTexts {
    /// The texts of the last list.
    pub fn texts(&self) -> &[Rc<str>] {
        &self.texts
    }

    /// Takes a new list. For each of its texts: where it was in the last one, if it was found there.
    pub fn replace<'a>(&mut self, list: impl Iterator<Item = &'a str>) -> Vec<Option<usize>> {
        let old = std::mem::take(&mut self.texts);
        let mut places = Vec::with_capacity(old.len());
        self.texts.reserve(old.len());
        let mut next = 0;
        for text in list {
            let ahead = &old[next..old.len().min(next + AHEAD)];
            let place = ahead.iter().position(|old| same(old, text)).map(|at| next + at);
            match place {
                Some(at) => {
                    self.texts.push(old[at].clone());
                    next = at + 1;
                }
                None => self.texts.push(text.into()),
            }
            places.push(place);
        }
        places
    }
}

/// The names of a listing and their order by bytes.
#[derive(Debug, Default)]
pub struct Names {
    names: SharedTexts,
    /// Places in the list, sorted by name.
    order: Vec<usize>,
}

impl Names {
    /// Takes the names of a new listing. Few new ones among many known ones cost little.
    pub fn replace<'a>(&mut self, list: impl Iterator<Item = &'a str>) {
        let places = self.names.replace(list);
        let mut moved = vec![None; self.order.len()];
        let mut new = Vec::new();
        for (at, place) in places.into_iter().enumerate() {
            match place {
                Some(place) => moved[place] = Some(at),
                None => new.push(at),
            }
        }
        let texts = self.names.texts();
        sort_by(&mut new, |a, b| compare(texts[*a].as_bytes(), texts[*b].as_bytes()));
        let mut known = self.order.iter().filter_map(|place| moved[*place]).collect::<Vec<_>>();
        if new.is_empty() || known.is_empty() {
            known.append(&mut new);
            self.order = known;
            return;
        }
        let mut order = Vec::with_capacity(known.len() + new.len());
        let mut rest = known.as_slice();
        for at in new {
            let (before, after) = rest.split_at(rest.partition_point(|other| texts[*other] < texts[at]));
            order.extend_from_slice(before);
            order.push(at);
            rest = after;
        }
        order.extend_from_slice(rest);
        self.order = order;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Each name with its place in the list, in order of the names.
    pub fn sorted(&self) -> impl Iterator<Item = (usize, &Rc<str>)> {
        self.order.iter().map(|at| (*at, &self.names.texts()[*at]))
    }
}

/// Whether two texts are equal: eight bytes at a time, since WebAssembly has no fast way to compare memory.
fn same(one: &str, other: &str) -> bool {
    let (words, rest) = one.as_bytes().as_chunks::<8>();
    let (other_words, other_rest) = other.as_bytes().as_chunks::<8>();
    // Names of one folder differ at their ends.
    one.len() == other.len() && rest == other_rest && words.iter().rev().eq(other_words.iter().rev())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shared(before: &[&str], after: &[&str]) -> Vec<Option<usize>> {
        let mut texts = SharedTexts::default();
        texts.replace(before.iter().copied());
        let old = texts.texts().to_vec();
        let places = texts.replace(after.iter().copied());
        for ((text, place), expected) in texts.texts().iter().zip(&places).zip(after) {
            assert_eq!(&**text, *expected);
            assert!(place.is_none_or(|place| Rc::ptr_eq(text, &old[place])));
        }
        places
    }

    #[test]
    fn known_texts_are_found_around_new_and_missing_ones() {
        assert_eq!(shared(&["a", "b", "c"], &["a", "b", "c"]), [Some(0), Some(1), Some(2)]);
        assert_eq!(shared(&["a", "b", "c"], &["a", "x", "b", "c"]), [Some(0), None, Some(1), Some(2)]);
        assert_eq!(shared(&["a", "b", "c", "d"], &["a", "d"]), [Some(0), Some(3)]);
        assert_eq!(shared(&["a", "b"], &["b", "a"]), [Some(1), None]);
        assert_eq!(shared(&[], &["", ""]), [None, None]);
    }

    #[test]
    fn equal_texts_are_told_from_others_of_their_length() {
        for length in 0..20 {
            let text = "x".repeat(length);
            assert!(same(&text, &text.clone()));
            for at in 0..length {
                let mut other = text.clone();
                other.replace_range(at..=at, "y");
                assert!(!same(&text, &other));
            }
        }
    }

    proptest! {
        #[test]
        fn names_are_sorted_however_lists_follow(lists in prop::collection::vec(prop::collection::vec("[abc]{0,3}", 0..40), 1..5)) {
            let mut names = Names::default();
            for list in &lists {
                names.replace(list.iter().map(String::as_str));
                prop_assert_eq!(names.len(), list.len());
                let sorted: Vec<&str> = names.sorted().map(|(_, name)| &**name).collect();
                let mut expected: Vec<&str> = list.iter().map(String::as_str).collect();
                expected.sort_unstable();
                prop_assert_eq!(sorted, expected);
                prop_assert!(names.sorted().all(|(at, name)| list[at] == **name));
            }
        }
    }
}
