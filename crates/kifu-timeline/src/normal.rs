//! Normalizes values so that they have the same meaning in any context.

use std::borrow::Cow;

/// Normalizes a value in the syntax of SGF so that it ends where it should in any context: `]` and unmatched
/// `[` are escaped, line breaks are LF, and escapes without a meaning and the [`SWITCHES`] are removed.
///
/// Whether readers tolerate an unescaped bracket depends on the text around it, which is not known here.
pub(crate) fn normal(written: &str) -> Cow<'_, str> {
    if !written
        .bytes()
        .any(|b| matches!(b, b'[' | b']' | b'\\' | b'\r' | 0x0E | 0x1B))
    {
        return Cow::Borrowed(written);
    }
    let mut lone = lone_brackets(written).into_iter().rev().peekable();
    let mut out = String::with_capacity(written.len() + 8);
    let mut chars = written.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                let Some((_, escaped)) = chars.next() else {
                    break;
                };
                if matches!(escaped, ']' | '[' | '\\' | ':' | '\n' | '\r') {
                    out.push('\\');
                }
                push_line_break_or(escaped, &mut chars, &mut out);
            }
            ']' => out.push_str("\\]"),
            '[' if lone.next_if_eq(&at).is_some() => out.push_str("\\["),
            c => push_line_break_or(c, &mut chars, &mut out),
        }
    }
    Cow::Owned(out)
}

/// Characters that switch to another charset: a UTF-8 file that contains them is read as ISO-2022.
pub(crate) const SWITCHES: [char; 2] = ['\u{E}', '\u{1B}'];

fn push_line_break_or(
    c: char,
    rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>,
    out: &mut String,
) {
    let other = match c {
        '\r' => '\n',
        '\n' => '\r',
        c if SWITCHES.contains(&c) => return,
        c => return out.push(c),
    };
    rest.next_if(|(_, next)| *next == other);
    out.push('\n');
}

/// The offsets of each unescaped `[` without a matching `]`, the last first.
fn lone_brackets(written: &str) -> Vec<usize> {
    let mut brackets = Vec::new();
    let mut bytes = written.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => brackets.extend(bytes.next().filter(|(_, byte)| *byte == b']')),
            b'[' | b']' => brackets.push((at, byte)),
            _ => {}
        }
    }
    let mut closing = 0usize;
    let is_lone = |&(_, byte): &(usize, u8)| {
        if byte == b']' {
            closing += 1;
        } else if closing > 0 {
            closing -= 1;
        } else {
            return true;
        }
        false
    };
    brackets
        .into_iter()
        .rev()
        .filter(is_lone)
        .map(|(at, _)| at)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn brackets_and_line_breaks() {
        let cases = [
            ("plain", "plain"),
            ("[12k\\] said", "[12k\\] said"),
            ("[12k] said", "[12k\\] said"),
            ("[12k said", "\\[12k said"),
            ("[[x\\]", "\\[[x\\]"),
            ("\\[x", "\\[x"),
            ("\\\\]", "\\\\\\]"),
            ("half\\", "half"),
            ("a\u{1B}$Bb\u{E}\\\u{1B}", "a$Bb"),
            ("need\\less", "needless"),
            ("a\r\nb\rc\n\rd", "a\nb\nc\nd"),
            ("soft\\\r\nbreak", "soft\\\nbreak"),
            ("aa:one\\:two", "aa:one\\:two"),
        ];
        for (written, expected) in cases {
            assert_eq!(normal(written), expected);
            assert_eq!(normal(expected), expected);
        }
    }
}
