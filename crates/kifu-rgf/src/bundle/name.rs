//! Checks the names of members. A name must be valid for a plain file in one directory, on every system.

use std::fmt;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// The reasons why a name is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NameError {
    /// The name is empty.
    Empty,
    /// The name has more than 255 bytes.
    TooLong,
    /// The name is not valid UTF-8.
    NotUtf8,
    /// The name contains `/`, `\` or `:`, as paths and drives do.
    Path,
    /// The name contains a control character.
    Control,
    /// The name begins or ends with a dot or a space.
    Edge,
    /// The name is reserved for a device on some systems.
    Device,
    /// The name is not in NFC, the form in which accents are composed with their letters.
    Decomposed,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NameError::Empty => "the name is empty",
            NameError::TooLong => "the name has more than 255 bytes",
            NameError::NotUtf8 => "the name is not valid UTF-8",
            NameError::Path => {
                "the name contains `/`, `\\` or `:`, but all members must be in one directory"
            }
            NameError::Control => "the name contains a control character",
            NameError::Edge => "the name begins or ends with a dot or a space",
            NameError::Device => "the name is reserved for a device on some systems",
            NameError::Decomposed => {
                "the name has accents as separate characters; compose them (NFC)"
            }
        })
    }
}

impl core::error::Error for NameError {}

/// Checks whether a name is that of a plain file in one directory, on every system.
///
/// ```
/// use kifu_rgf::bundle::{NameError, check_name};
///
/// assert_eq!(check_name("review.rgf"), Ok(()));
/// assert_eq!(check_name("../review.rgf"), Err(NameError::Path));
/// assert_eq!(check_name("aux.sgf"), Err(NameError::Device));
/// ```
///
/// # Errors
///
/// Returns [`NameError`] if it is not.
pub fn check_name(name: &str) -> Result<(), NameError> {
    const MAX_BYTES: usize = 255;
    let is_edge = |c: Option<char>| matches!(c, Some(' ' | '.'));
    if name.is_empty() {
        Err(NameError::Empty)
    } else if name.len() > MAX_BYTES {
        Err(NameError::TooLong)
    } else if name.contains(['/', '\\', ':']) {
        Err(NameError::Path)
    } else if name.contains(char::is_control) {
        Err(NameError::Control)
    } else if is_edge(name.chars().next()) || is_edge(name.chars().last()) {
        Err(NameError::Edge)
    } else if is_device(name) {
        Err(NameError::Device)
    } else {
        Ok(())
    }
}

/// The name of the main SGF file in a bundle, given the name of the bundle without its extension: the same with
/// `.sgf`, or `main.sgf` if a bundle cannot contain that name.
///
/// ```
/// use kifu_rgf::bundle::main_name_of;
///
/// assert_eq!(main_name_of("talk"), "talk.sgf");
/// assert_eq!(main_name_of("a/b"), "main.sgf");
/// ```
pub fn main_name_of(stem: &str) -> String {
    let name = format!("{stem}.sgf");
    if check_name(&name).is_ok() {
        name
    } else {
        "main.sgf".to_owned()
    }
}

/// Checks a name of a member in an archive, which must also be in NFC: some programs compose accents with their
/// letters when they read an archive, and composed names are the same for all programs.
pub(super) fn check_member(name: &str) -> Result<(), NameError> {
    check_name(name)?;
    if is_nfc(name) {
        Ok(())
    } else {
        Err(NameError::Decomposed)
    }
}

/// Whether Windows treats a name as a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_ascii_uppercase();
    let numbered = ["COM", "LPT"]
        .into_iter()
        .find_map(|port| stem.strip_prefix(port));
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '\u{B9}' | '\u{B2}' | '\u{B3}');
    let is_one_digit = |rest: &str| rest.chars().count() == 1 && rest.chars().all(is_digit);
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || numbered.is_some_and(is_one_digit)
}

/// Normalizes a name so that the results are equal if some file system treats the names as equal: it ignores
/// case and composes accents.
pub(super) fn folded(name: &str) -> String {
    let plain: String = name.nfc().collect();
    plain.to_uppercase().to_lowercase().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in [
            "a.sgf",
            "名局.rgf",
            "a b.mp3",
            "a..b",
            "com.sgf",
            "com10.sgf",
            "nul_.txt",
        ] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        let bad = [
            ("", NameError::Empty),
            ("/etc/passwd", NameError::Path),
            ("..", NameError::Edge),
            (".", NameError::Edge),
            ("a\\b", NameError::Path),
            ("C:a", NameError::Path),
            ("a\0", NameError::Control),
            ("a\u{85}", NameError::Control),
            (".hidden", NameError::Edge),
            ("a ", NameError::Edge),
            ("a.", NameError::Edge),
            ("Con", NameError::Device),
            ("nul.tar.gz", NameError::Device),
            ("com1.sgf", NameError::Device),
            ("LPT\u{B2}", NameError::Device),
            ("aux .sgf", NameError::Device),
        ];
        for (name, error) in bad {
            assert_eq!(check_name(name), Err(error), "{name:?}");
        }
        assert_eq!(check_name(&"x".repeat(256)), Err(NameError::TooLong));
    }

    #[test]
    fn names_that_are_equal_on_some_systems() {
        for (a, b) in [
            ("A.sgf", "a.SGF"),
            ("\u{E9}.sgf", "e\u{301}.sgf"),
            ("\u{C9}.sgf", "e\u{301}.sgf"),
            ("stra\u{DF}e", "STRASSE"),
            ("\u{3C3}", "\u{3C2}"),
            ("\u{212A}", "k"),
        ] {
            assert_eq!(folded(a), folded(b), "{a} {b}");
        }
        assert_ne!(folded("a.sgf"), folded("b.sgf"));
    }
}
