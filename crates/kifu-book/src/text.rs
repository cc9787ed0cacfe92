//! Text of records: cleaned, divided into paragraphs, and escaped for each language.

/// Appends formatted text to a string.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        write!($out, $($arg)*).expect("writing to a string cannot fail")
    }};
}
pub(crate) use put;
use unicode_width::UnicodeWidthChar;

/// A text in paragraphs. Lines of a paragraph are separated by `\n`.
pub(crate) type Paragraphs = Vec<String>;

/// Removes characters that no document can contain, or that would reorder the text around them.
pub(crate) fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let keep = |c: &char| match c {
        '\n' => true,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' => false,
        // Noncharacters.
        '\u{FDD0}'..='\u{FDEF}' => false,
        c => !c.is_control() && (u32::from(*c) & 0xFFFE) != 0xFFFE,
    };
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            '\u{2028}' | '\u{2029}' => '\n',
            c => c,
        })
        .filter(keep)
        .collect()
}

/// Returns a text on one line, without surrounding space.
pub(crate) fn one_line(text: &str) -> String {
    let text = clean(text).replace('\n', " ");
    text.trim().to_owned()
}

/// Divides a text into paragraphs at empty lines.
pub(crate) fn paragraphs(text: &str) -> Paragraphs {
    let text = clean(text);
    let mut all: Paragraphs = Vec::new();
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        match (line.is_empty(), all.last_mut()) {
            (true, _) => is_open = false,
            (false, Some(last)) if is_open => {
                last.push('\n');
                last.push_str(line);
            }
            (false, _) => {
                all.push(line.to_owned());
                is_open = true;
            }
        }
    }
    all
}

/// Appends text that HTML cannot read as markup, in an element or in a quoted attribute.
pub(crate) fn push_html(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}

/// Appends a string of CSS with its quotes. Everything but letters, digits and spaces is escaped, so that neither CSS nor
/// the HTML around it can end the string.
pub(crate) fn push_css(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            c if c.is_alphanumeric() || c == ' ' => out.push(c),
            c => put!(out, "\\{:x} ", u32::from(c)),
        }
    }
    out.push('"');
}

/// Appends a string literal of Typst with its quotes. A string is never read as markup or code.
pub(crate) fn push_typst(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Finds the places where a word without spaces can be broken, because it could be wider than a column.
#[derive(Default)]
struct Breaks(usize);

impl Breaks {
    /// The number of characters from which words are broken.
    const LONG_WORD: usize = 24;

    /// Whether a line can be broken before the next character of a text.
    fn is_before(&mut self, c: char) -> bool {
        match c.width() {
            // Lines are broken at spaces, and before and after wide characters.
            _ if c.is_whitespace() => self.0 = 0,
            Some(1) if self.0 == Breaks::LONG_WORD => {
                self.0 = 1;
                return true;
            }
            Some(1) => self.0 += 1,
            Some(0) | None => {}
            Some(_) => self.0 = 0,
        }
        false
    }
}

/// Appends a string literal of Typst like [`push_typst`], with spaces without width in long words.
pub(crate) fn push_typst_text(text: &str, out: &mut String) {
    let mut breaks = Breaks::default();
    let mut broken = String::with_capacity(text.len());
    for c in text.chars() {
        if breaks.is_before(c) {
            broken.push('\u{200B}');
        }
        broken.push(c);
    }
    push_typst(&broken, out);
}

/// The length in bytes of a line of LaTeX from which it is broken: at the next space, or elsewhere if there is none. TeX
/// refuses lines of more than 200,000 bytes.
const LONG_LINE: usize = 200;
const VERY_LONG_LINE: usize = 2_000;

/// Appends text that LaTeX reads as text: no commands, no comments, no mathematics, no ligatures of punctuation.
pub(crate) fn push_latex(text: &str, out: &mut String) {
    let mut line = out.rfind('\n').map_or(0, |end| end + 1);
    let mut before = ' ';
    let mut breaks = Breaks::default();
    for c in text.chars() {
        if breaks.is_before(c) {
            out.push_str("\\kifubreak{}");
        }
        if forms_ligature(before) && forms_ligature(c) {
            out.push_str("{}");
        }
        before = c;
        if c != ' ' && out.len() - line > VERY_LONG_LINE {
            // A comment hides the end of the line, which would be a space.
            out.push_str("%\n");
            line = out.len();
        }
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            '"' => out.push_str("\\textquotedbl{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '|' => out.push_str("\\textbar{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            // Brackets could be read as the optional argument of a command before them.
            '[' => out.push_str("{[}"),
            ']' => out.push_str("{]}"),
            '*' => out.push_str("{*}"),
            '\n' => out.push_str("\\\\{}"),
            ' ' if out.len() - line > LONG_LINE => {
                out.push('\n');
                line = out.len();
            }
            c => out.push(c),
        }
    }
}

const fn forms_ligature(c: char) -> bool {
    matches!(c, '-' | ',' | '!' | '?')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, push: fn(&str, &mut String)) -> String {
        let mut out = String::new();
        push(text, &mut out);
        out
    }

    #[test]
    fn texts_are_divided_at_empty_lines() {
        assert_eq!(paragraphs("a\r\nb\n\n  \n c \n"), ["a\nb", "c"]);
        assert_eq!(paragraphs("\u{202E}a\u{7}\tb\0"), ["a b"]);
        assert!(paragraphs(" \n ").is_empty());
    }

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("</p>&\"'", push_html), "&lt;/p&gt;&amp;&quot;&#39;");
        assert_eq!(
            escaped("a\"}</style>", push_css),
            "\"a\\22 \\7d \\3c \\2f style\\3e \""
        );
        assert_eq!(escaped("\"#read(\\", push_typst), "\"\\\"#read(\\\\\"");
        assert_eq!(
            escaped("\\input{x}%$--^^M[", push_latex),
            "\\textbackslash{}input\\{x\\}\\%\\$-{}-\\textasciicircum{}\\textasciicircum{}M{[}"
        );
    }

    #[test]
    fn long_words_are_broken() {
        let word = "a".repeat(60);
        let parts = ["a".repeat(24), "a".repeat(24), "a".repeat(12)];
        let typst = format!("\"{}\"", parts.join("\u{200B}"));
        assert_eq!(escaped(&word, push_typst_text), typst);
        assert_eq!(escaped(&word, push_latex), parts.join("\\kifubreak{}"));
        for usual in ["a word ".repeat(60), "黑".repeat(60)] {
            assert_eq!(escaped(&usual, push_typst_text), format!("\"{usual}\""));
        }
    }

    #[test]
    fn long_lines_are_broken_for_tex() {
        let longest = |out: &str| out.lines().map(str::len).max();
        let out = escaped(&"word ".repeat(1000), push_latex);
        assert!(longest(&out) < Some(220));
        for part in ["黑", "x", "{", "\n", "--", "x   "] {
            let text = part.repeat(100_000);
            let out = escaped(&text, push_latex);
            assert!(longest(&out) < Some(2_100), "{part:?}");
            // Nothing but the breaks is added.
            let joined = out.replace("%\n", "").replace('\n', " ");
            let joined = joined.replace("\\kifubreak{}", "");
            let mut plain = String::new();
            for c in text.chars().take(100) {
                push_latex(&c.to_string(), &mut plain);
            }
            assert!(part == "--" || joined.starts_with(&plain), "{part:?}");
        }
        let mut many = String::new();
        for _ in 0..100_000 {
            push_latex("a", &mut many);
            push_latex(" ", &mut many);
        }
        assert!(longest(&many) < Some(220));
    }
}
