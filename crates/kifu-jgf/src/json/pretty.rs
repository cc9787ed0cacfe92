//! Formats JSON for people.

/// The maximum length of a line with more than one value, in characters.
const LINE: usize = 76;
/// The number of spaces that each container around a line adds to its indentation.
const INDENT: usize = 2;
/// The maximum number of containers that add spaces; deeper lines would be mostly spaces.
const MAX_INDENTED: usize = 40;

/// Formats strict JSON without white space: a container is on one line if it fits, otherwise each of its
/// members is on a line of its own.
pub(crate) fn pretty(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 2);
    push_pretty(compact, 0, &mut out);
    out.push('\n');
    out
}

/// Formats a value inside of `depth` containers that are too long for one line, without the final line break.
fn push_pretty(compact: &str, mut depth: usize, out: &mut String) {
    let bytes = compact.as_bytes();
    let (mut at, mut copied) = (0, 0);
    let mut line = OneLine::default();
    while let Some(mark) = next_mark(bytes, &mut at) {
        let before = at - 1;
        match mark {
            b'{' | b'[' => {
                out.push_str(&compact[copied..before]);
                let max = LINE.saturating_sub(indentation(depth));
                if let Some(len) = push_move(&compact[before..], max, out) {
                    at = before + len;
                } else if let Some(len) = line.read(&bytes[before..], max) {
                    line.push_to(out);
                    at = before + len;
                } else {
                    out.push(mark.into());
                    depth += 1;
                    new_line(out, depth);
                }
                copied = at;
            }
            b'}' | b']' => {
                out.push_str(&compact[copied..before]);
                copied = before;
                depth = depth.saturating_sub(1);
                new_line(out, depth);
            }
            b',' => {
                out.push_str(&compact[copied..at]);
                copied = at;
                new_line(out, depth);
            }
            _ => {
                out.push_str(&compact[copied..at]);
                copied = at;
                out.push(' ');
            }
        }
    }
    out.push_str(&compact[copied..]);
}

/// Formats a node of JGF 2 that has only a move, as most have, on one line of at most `max` characters, with the same
/// result as [`OneLine`]. Returns its length in the text, or `None` for any other text.
fn push_move(text: &str, max: usize, out: &mut String) -> Option<usize> {
    /// The maximum length of such a line.
    const LEN: usize = r#"{"move": {"color": "black", "x": 18, "y": 18}}"#.len();
    let node = text.strip_prefix(r#"{"move":{"color":""#)?;
    let (start, node) = if let Some(node) = node.strip_prefix(r#"black","x":"#) {
        (r#"{ "move": { "color": "black", "x": "#, node)
    } else {
        let node = node.strip_prefix(r#"white","x":"#)?;
        (r#"{ "move": { "color": "white", "x": "#, node)
    };
    let (col, node) = split_short_number(node)?;
    let (row, node) = split_short_number(node.strip_prefix(r#","y":"#)?)?;
    let rest = node.strip_prefix("}}").filter(|_| LEN <= max)?;
    for part in [start, col, r#", "y": "#, row, " } }"] {
        out.push_str(part);
    }
    Some(text.len() - rest.len())
}

/// Splits off a number of one or two digits.
fn split_short_number(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits).then(|| text.split_at(digits))
}

/// A container on one line.
struct OneLine {
    bytes: [u8; OneLine::CAPACITY],
    len: usize,
}

impl Default for OneLine {
    fn default() -> OneLine {
        OneLine {
            bytes: [0; OneLine::CAPACITY],
            len: 0,
        }
    }
}

impl OneLine {
    /// The maximum length of a container that fits on a line: each character takes up to four bytes.
    const MAX_LEN: usize = 4 * (LINE + 2);

    /// Each byte is written with at most one space before or after it. The capacity is a power of two, so that no index
    /// needs a check.
    const CAPACITY: usize = (2 * OneLine::MAX_LEN).next_power_of_two();

    /// Reads the container at the start of the text. Returns its length in the text, or `None` if more than `max`
    /// characters follow its opening bracket. The spaces next to braces do not count.
    fn read(&mut self, text: &[u8], max: usize) -> Option<usize> {
        // The opening bracket does not count, and an empty container always fits.
        let max = max.max(1) + 1;
        let text = &text[..text.len().min(OneLine::MAX_LEN)];
        let (mut at, mut depth) = (0, 0);
        // The characters of the container, with the spaces that are added after commas and colons.
        let mut width = 0;
        self.len = 0;
        while let Some(&byte) = text.get(at) {
            at += 1;
            width += 1;
            match byte {
                b'"' => {
                    self.push(byte);
                    loop {
                        let &byte = text.get(at)?;
                        at += 1;
                        self.push(byte);
                        width += usize::from(!matches!(byte, 0x80..=0xBF));
                        match byte {
                            b'"' => break,
                            b'\\' => {
                                self.push(*text.get(at)?);
                                at += 1;
                                width += 1;
                            }
                            _ => {}
                        }
                    }
                }
                b',' | b':' => {
                    self.push(byte);
                    self.push(b' ');
                    width += 1;
                }
                b'{' => {
                    depth += 1;
                    self.push(byte);
                    if text.get(at) != Some(&b'}') {
                        self.push(b' ');
                    }
                }
                b'}' => {
                    depth -= 1;
                    if !self.bytes[..self.len].ends_with(b"{") {
                        self.push(b' ');
                    }
                    self.push(byte);
                }
                _ => {
                    depth += i32::from(byte == b'[') - i32::from(byte == b']');
                    self.push(byte);
                }
            }
            if width > max {
                return None;
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len % OneLine::CAPACITY] = byte;
        self.len += 1;
    }

    fn push_to(&self, out: &mut String) {
        let line = std::str::from_utf8(&self.bytes[..self.len]);
        out.push_str(line.expect("only whole characters are read"));
    }
}

/// Formats an element of an array that is too long for one line.
pub(crate) fn push_pretty_element(compact: &str, out: &mut String) {
    new_line(out, 1);
    push_pretty(compact, 1, out);
}

/// Whether a text of this many bytes is too long for one line, even if each of its characters takes four bytes.
pub(crate) fn is_too_long_for_a_line(bytes: usize) -> bool {
    bytes > 4 * LINE
}

/// Finds the next bracket, comma or colon outside of strings, and moves `at` past it.
fn next_mark(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        match byte {
            b'{' | b'[' | b'}' | b']' | b',' | b':' => return Some(byte),
            b'"' => *at = end_of_string(bytes, *at),
            _ => {}
        }
    }
}

/// The end of a string whose opening quotation mark is before `at`.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'\\' => 2,
            b'"' => return at + 1,
            _ => 1,
        };
    }
    bytes.len()
}

fn new_line(out: &mut String, depth: usize) {
    /// A line break and the spaces of the deepest line.
    const NEW_LINE: [u8; 1 + INDENT * MAX_INDENTED] = {
        let mut bytes = [b' '; 1 + INDENT * MAX_INDENTED];
        bytes[0] = b'\n';
        bytes
    };
    const TEXT: &str = match std::str::from_utf8(&NEW_LINE) {
        Ok(text) => text,
        Err(_) => unreachable!(),
    };
    out.push_str(&TEXT[..1 + indentation(depth)]);
}

/// The number of spaces before a line inside of `depth` containers.
fn indentation(depth: usize) -> usize {
    INDENT * depth.min(MAX_INDENTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_containers_stay_on_one_line() {
        let compact =
            r#"{"tree":[{},{"move":{"B":"mm"},"comments":["a, \"b\": {"]},[[]]],"none":[]}"#;
        assert_eq!(
            pretty(compact),
            r#"{
  "tree": [{}, { "move": { "B": "mm" }, "comments": ["a, \"b\": {"] }, [[]]],
  "none": []
}
"#
        );
    }

    #[test]
    fn moves_are_formatted_like_other_containers() {
        let mut by_line = OneLine::default();
        for color in ["black", "white", "red"] {
            for (x, y) in [
                ("0", "3"),
                ("18", "9"),
                ("7", "10"),
                ("107", "1"),
                ("", "1"),
            ] {
                let node = format!(r#"{{"move":{{"color":"{color}","x":{x},"y":{y}}}}}"#);
                let text = format!("{node},{node}");
                for max in [40, 44, 45, 46, 47, 76] {
                    let (mut by_move, mut line) = (String::new(), String::new());
                    let Some(len) = push_move(&text, max, &mut by_move) else {
                        continue;
                    };
                    assert_eq!(by_line.read(text.as_bytes(), max), Some(len));
                    by_line.push_to(&mut line);
                    assert_eq!(by_move, line);
                }
            }
        }
        let mut out = String::new();
        let node = r#"{"move":{"color":"white","x":18,"y":9}}"#;
        assert_eq!(push_move(node, LINE, &mut out), Some(node.len()));
        assert_eq!(out, r#"{ "move": { "color": "white", "x": 18, "y": 9 } }"#);
    }

    #[test]
    fn a_line_has_at_most_76_characters() {
        let with = |text: &str| format!(r#"["{text}",{{"a":[]}}]"#);
        // The indentation and the spaces after commas and colons count, those next to braces do not.
        let fits = "ü".repeat(LINE - r#"", {"a": []}]["#.len());
        let one_line = |text: &str| format!("[\"{text}\", {{ \"a\": [] }}]\n");
        assert_eq!(pretty(&with(&fits)), one_line(&fits));
        let longer = format!("{fits}ü");
        assert_eq!(
            pretty(&with(&longer)),
            format!("[\n  \"{longer}\",\n  {{ \"a\": [] }}\n]\n")
        );
    }

    #[test]
    fn empty_containers_stay_on_one_line_at_any_depth() {
        let (open, close) = ("[".repeat(60), "]".repeat(60));
        let text = pretty(&format!("{open}{{}},1{close}"));
        let indentation = " ".repeat(INDENT * MAX_INDENTED);
        assert!(
            text.contains(&format!("\n{indentation}{{}},\n{indentation}1\n")),
            "{text}"
        );
    }
}
