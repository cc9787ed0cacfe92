use alloc::boxed::Box;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// What can be said of a node, and seldom is: it takes 8 bytes until somebody says it, and is
/// read and changed as if it always were there.
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

/// What has a value that says nothing.
pub trait Blank: Default + PartialEq + 'static {
    /// That value, the same as [`Default`] gives.
    fn blank() -> &'static Self;
}

impl<T> Rare<T> {
    /// Whether nobody has said anything yet; where somebody did and took it back, this is false.
    #[inline]
    pub fn is_unset(&self) -> bool {
        self.0.is_none()
    }
}

/// Of many nodes few have something to give back: looking costs no call.
impl<T> Drop for Rare<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(said) = self.0.take() {
            give_back(said);
        }
    }
}

#[cold]
fn give_back<T>(said: Box<T>) {
    drop(said);
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
            Some(said) => said,
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
    fn from(said: T) -> Rare<T> {
        Rare(Some(Box::new(said)))
    }
}
