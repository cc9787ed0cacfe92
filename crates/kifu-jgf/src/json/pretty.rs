//! Formats JSON for people.

/// The maximum length of a line with more than one value, in characters.
const LINE: usize = 76;
/// The number of spaces that each container around a line adds to its indentation …
const INDENT: usize = 2;
/// … up to this number of containers; deeper lines would be mostly spaces.
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
fn push_pretty(compact: &str, depth: usize, out: &mut String) {
    let fits = short_containers(compact, depth);
    let mut fits = fits.iter();
    // Whether each open container is on one line.
    let mut open = vec![false; depth];
    let mut empty = false;
    // The end of the text that was copied so far.
    let mut copied = 0;
    for (at, mark) in marks(compact) {
        let mut copy = |to: usize, out: &mut String| {
            out.push_str(&compact[copied..to]);
            copied = to;
        };
        match mark {
            b'{' | b'[' => {
                copy(at + 1, out);
                let one_line = *fits.next().expect("there is one for each");
                open.push(one_line);
                empty = matches!(compact.as_bytes().get(at + 1), Some(b'}' | b']'));
                if !empty {
                    separate(out, &open, mark == b'{');
                }
            }
            b'}' | b']' => {
                copy(at, out);
                let one_line = open.pop().unwrap_or(true);
                if !empty && !one_line {
                    new_line(out, open.len());
                } else if !empty && mark == b'}' {
                    out.push(' ');
                }
                empty = false;
            }
            b',' => {
                copy(at + 1, out);
                separate(out, &open, true);
            }
            _ => {
                copy(at + 1, out);
                out.push(' ');
            }
        }
    }
    out.push_str(&compact[copied..]);
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

/// The brackets, commas and colons outside of strings, with their offsets.
fn marks(compact: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = compact.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let byte = *bytes.get(at)?;
            at += 1;
            match byte {
                b'{' | b'[' | b'}' | b']' | b',' | b':' => return Some((at - 1, byte)),
                b'"' => at = end_of_string(bytes, at),
                _ => {}
            }
        }
    })
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

/// Starts a new line or writes a space before the next member.
fn separate(out: &mut String, open: &[bool], blank: bool) {
    if open.last() == Some(&false) {
        new_line(out, open.len());
    } else if blank {
        out.push(' ');
    }
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', INDENT * depth.min(MAX_INDENTED)));
}

/// Whether each container is short enough for one line, in the order in which they begin; `depth` containers
/// are around the text.
fn short_containers(compact: &str, depth: usize) -> Vec<bool> {
    let mut short = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    // The width on one line, including the spaces that are added.
    let mut width = 0;
    let mut before = 0;
    for (at, mark) in marks(compact) {
        width += chars(&compact[before..=at]);
        before = at + 1;
        match mark {
            b'{' | b'[' => {
                open.push((short.len(), width));
                short.push(false);
            }
            b'}' | b']' => {
                let (number, start) = open.pop().unwrap_or_default();
                short[number] =
                    width - start + INDENT * (depth + open.len()).min(MAX_INDENTED) <= LINE;
            }
            _ => width += 1,
        }
    }
    short
}

/// The number of characters.
fn chars(text: &str) -> usize {
    let starts = |byte: &&u8| !matches!(byte, 0x80..=0xBF);
    text.as_bytes().iter().filter(starts).count()
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
}
