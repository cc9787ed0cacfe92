//! Names of members: plain files in one folder, on every system.

use std::fmt;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NameError {
    /// There is none.
    Empty,
    /// It has more than 255 bytes.
    TooLong,
    /// It is not in UTF-8.
    NotUtf8,
    /// It has a `/`, `\` or `:`, as paths and drives have.
    Path,
    /// It has a control character.
    Control,
    /// It begins or ends with a dot or a blank.
    Edge,
    /// It is the name of a device on some systems.
    Device,
    /// Some of its characters can be written in another way (it is not in NFC), in which some
    /// programs write them.
    Decomposed,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NameError::Empty => "an empty name",
            NameError::TooLong => "a name of more than 255 bytes",
            NameError::NotUtf8 => "a name that is not in UTF-8",
            NameError::Path => "a name with `/`, `\\` or `:`: members lie in one folder",
            NameError::Control => "a name with a control character",
            NameError::Edge => "a name that begins or ends with a dot or a blank",
            NameError::Device => "the name of a device",
            NameError::Decomposed => "a name with accents that are characters of their own",
        })
    }
}

impl std::error::Error for NameError {}

/// Whether a name can be that of a member: a plain file, in one folder, on every system.
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
/// [`NameError`] if not.
pub fn check_name(name: &str) -> Result<(), NameError> {
    const LONGEST: usize = 255;
    let is_edge = |c: Option<char>| matches!(c, Some(' ' | '.'));
    match () {
        () if name.is_empty() => Err(NameError::Empty),
        () if name.len() > LONGEST => Err(NameError::TooLong),
        () if name.contains(['/', '\\', ':']) => Err(NameError::Path),
        () if name.contains(char::is_control) => Err(NameError::Control),
        () if is_edge(name.chars().next()) || is_edge(name.chars().last()) => Err(NameError::Edge),
        () if is_device(name) => Err(NameError::Device),
        () => Ok(()),
    }
}

/// The name of the SGF file in a bundle whose name is this without its extension: `main.sgf` if a bundle cannot hold a
/// file with the name of the bundle.
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

/// Whether a name can be that of a member in an archive. There, other than in a folder, programs
/// compose accents with their letters as they read: what is composed already they agree on.
pub(super) fn check_member(name: &str) -> Result<(), NameError> {
    check_name(name)?;
    match is_nfc(name) {
        true => Ok(()),
        false => Err(NameError::Decomposed),
    }
}

/// Names that Windows takes for devices, whatever their extension.
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

/// What of two names is the same if some file system takes them for the same: without
/// regard to case and to how accents are written.
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
    fn names_that_are_one_on_some_systems() {
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
