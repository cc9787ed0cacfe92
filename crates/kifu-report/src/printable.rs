//! Escapes untrusted text for terminals.

use std::fmt;

/// Text whose control characters are escaped when it is displayed, such as `\u{1b}`. Text from a file must not move
/// the cursor, colour the screen or change the writing direction.
///
/// ```
/// use kifu_report::Printable;
///
/// assert_eq!(Printable("古力 \u{1b}[31m").to_string(), r"古力 \u{1b}[31m");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Printable<'a>(
    /// The text to print.
    pub &'a str,
);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(is_hazard) {
            f.write_str(&rest[..at])?;
            let mut chars = rest[at..].chars();
            if let Some(hazard) = chars.next() {
                write!(f, "{}", hazard.escape_unicode())?;
            }
            rest = chars.as_str();
        }
        f.write_str(rest)
    }
}

/// Whether a character acts on a terminal instead of being displayed: a control character, or one that sets the
/// writing direction or breaks the line.
pub fn is_hazard(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the character, or a visible replacement one column wide if it acts on a terminal (see [`is_hazard`]).
pub fn stand_in(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\x1F' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        c if is_hazard(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_act_on_a_terminal_are_escaped() {
        let shown = |text: &str| Printable(text).to_string();
        assert_eq!(shown("古力 9p"), "古力 9p");
        assert_eq!(shown("\x1b[31m"), "\\u{1b}[31m");
        assert_eq!(
            shown("a\u{9b}b\u{7f}c\u{202e}d\n"),
            "a\\u{9b}b\\u{7f}c\\u{202e}d\\u{a}"
        );
        assert_eq!(shown(""), "");
    }

    #[test]
    fn stand_ins_are_one_column_wide() {
        use unicode_width::UnicodeWidthChar;
        for c in ('\0'..='\u{2069}').filter(|c| is_hazard(*c)) {
            assert_eq!(stand_in(c).width(), Some(1), "{c:?}");
        }
    }
}
