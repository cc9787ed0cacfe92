use core::fmt;

use kifu_core::Color;

/// A property identifier as written.
///
/// Old files write `GaMe` or `Black` for `GM` and `B`: lower-case letters are ignored (2016 draft,
/// *Parsing*). Comparisons follow this rule, except that an identifier without capitals is compared
/// as if it were in capitals.
#[derive(Clone, Copy)]
pub struct Ident<'a>(&'a [u8]);

impl<'a> Ident<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Ident<'a> {
        Ident(bytes)
    }

    /// Returns the bytes as written; empty for a value without an identifier.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns the identifier as text; it is always ASCII.
    pub fn as_str(self) -> &'a str {
        core::str::from_utf8(self.0).unwrap_or_default()
    }

    /// Returns the bytes that distinguish the identifier, in capitals.
    pub fn significant(self) -> impl Iterator<Item = u8> + 'a {
        let lower = !self.0.iter().any(u8::is_ascii_uppercase);
        self.0
            .iter()
            .filter(move |b| lower || !b.is_ascii_lowercase())
            .map(u8::to_ascii_uppercase)
    }

    /// Returns whether this is the identifier with this name, which must be in capitals.
    ///
    /// ```
    /// # use kifu_sgf::Document;
    /// let doc = Document::parse("(;GaMe[1]km[6.5])").unwrap();
    /// let root = doc.node(doc.roots().next().unwrap());
    /// assert!(root.get("GM").is_some() && root.get("KM").is_some());
    /// ```
    #[inline]
    pub fn is(self, name: &str) -> bool {
        self.0 == name.as_bytes() || self.is_loosely(name)
    }

    /// Returns the player whose move the property is, for `B` and `W` in any spelling; `None` for
    /// other identifiers.
    ///
    /// ```
    /// # use kifu_sgf::{Color, Document};
    /// let doc = Document::parse("(;White[dd]BL[9])").unwrap();
    /// let mut properties = doc.node(doc.roots().next().unwrap()).properties();
    /// assert_eq!(properties.next().unwrap().ident().player(), Some(Color::White));
    /// assert_eq!(properties.next().unwrap().ident().player(), None);
    /// ```
    #[inline]
    pub fn player(self) -> Option<Color> {
        match self.0 {
            b"B" => Some(Color::Black),
            b"W" => Some(Color::White),
            _ if self.is_loosely("B") => Some(Color::Black),
            _ if self.is_loosely("W") => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the two significant letters as a number that can be compared with
    /// `u16::from_be_bytes(*b"KM")`; 0 if there are fewer or more.
    #[inline]
    pub(crate) fn two_letters(self) -> u16 {
        match *self.0 {
            [first, second] if first.is_ascii_uppercase() && second.is_ascii_uppercase() => {
                u16::from_be_bytes([first, second])
            }
            _ if self.has_lower_case() => {
                let mut letters = self.significant();
                match (letters.next(), letters.next(), letters.next()) {
                    (Some(first), Some(second), None) => u16::from_be_bytes([first, second]),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    fn is_loosely(self, name: &str) -> bool {
        // Identifiers without lower-case letters have already been compared.
        self.has_lower_case() && self.significant().eq(Ident(name.as_bytes()).significant())
    }

    #[inline]
    fn has_lower_case(self) -> bool {
        self.0.iter().any(u8::is_ascii_lowercase)
    }
}

/// Identifiers are equal if their significant bytes are.
impl PartialEq for Ident<'_> {
    fn eq(&self, other: &Ident<'_>) -> bool {
        let loosely = || self.significant().eq(other.significant());
        self.0 == other.0 || ((self.has_lower_case() || other.has_lower_case()) && loosely())
    }
}

impl Eq for Ident<'_> {}

impl fmt::Debug for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
