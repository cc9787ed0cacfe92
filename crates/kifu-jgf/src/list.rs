use std::fmt;
use std::ops::{Deref, DerefMut};

/// A list that takes 8 bytes while it is empty, and otherwise is a boxed `Vec`.
///
/// Most nodes of a record have only a move, so their empty lists must be small.
///
/// ```
/// use kifu_jgf::List;
///
/// let mut list: List<u32> = List::new();
/// assert!(list.is_empty());
/// list.extend([1, 2]);
/// list.push(3);
/// assert_eq!(list.iter().sum::<u32>(), 6);
/// assert_eq!(list, List::from(vec![1, 2, 3]));
/// ```
#[derive(Clone)]
#[allow(clippy::box_collection)] // The type exists to have a thin pointer.
pub struct List<T>(Option<Box<Vec<T>>>);

impl<T> List<T> {
    /// Creates an empty list.
    pub const fn new() -> List<T> {
        List(None)
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List::new()
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        match &self.0 {
            Some(items) => items,
            None => const { &Vec::new() },
        }
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        self.0.get_or_insert_default()
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &List<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for List<T> {}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> List<T> {
        List((!items.is_empty()).then(|| Box::new(items)))
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T> {
        let items = items.into_iter();
        match items.size_hint() {
            (_, Some(0)) => List::new(),
            _ => List::from(Vec::from_iter(items)),
        }
    }
}

impl<'l, T> IntoIterator for &'l List<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
