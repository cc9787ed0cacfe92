use alloc::boxed::Box;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// Data that few nodes have. It takes 8 bytes until it is first changed, and dereferences to a
/// blank value until then.
///
/// ```
/// use kifu_tree::{Blank, Rare};
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Words(Vec<String>);
///
/// impl Blank for Words {
///     fn blank() -> &'static Words {
///         const { &Words(Vec::new()) }
///     }
/// }
///
/// let mut words: Rare<Words> = Rare::default();
/// assert!(words.0.is_empty() && words.is_unset());
/// words.0.push("Hane.".into());
/// assert!(!words.is_unset());
/// ```
#[derive(Clone)]
pub struct Rare<T>(Option<Box<T>>);

/// A type with a blank value, which [`Rare`] returns by reference.
pub trait Blank: Default + PartialEq + 'static {
    /// Returns the blank value, which must equal [`Default::default`].
    fn blank() -> &'static Self;
}

impl<T> Rare<T> {
    /// Returns whether the value was never borrowed mutably. A value that was changed back to blank
    /// is still set.
    #[inline]
    pub fn is_unset(&self) -> bool {
        self.0.is_none()
    }
}

/// Frees the value in a function of its own, because most nodes have no value, and dropping them
/// then needs no call.
impl<T> Drop for Rare<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(value) = self.0.take() {
            free(value);
        }
    }
}

#[cold]
fn free<T>(value: Box<T>) {
    drop(value);
}

impl<T> Default for Rare<T> {
    #[inline]
    fn default() -> Rare<T> {
        Rare(None)
    }
}

impl<T: Blank> Deref for Rare<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match &self.0 {
            None => T::blank(),
            Some(value) => value,
        }
    }
}

impl<T: Blank> DerefMut for Rare<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T: Blank> PartialEq for Rare<T> {
    #[inline]
    fn eq(&self, other: &Rare<T>) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            _ => **self == **other,
        }
    }
}

impl<T: Blank + fmt::Debug> fmt::Debug for Rare<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T> From<T> for Rare<T> {
    fn from(value: T) -> Rare<T> {
        Rare(Some(Box::new(value)))
    }
}
