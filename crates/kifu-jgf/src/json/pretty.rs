//! JSON laid out for people.

/// What fits on a line of this many characters stays on one.
const LINE: usize = 76;
/// Lines are indented by this many blanks for each container around them …
const INDENT: usize = 2;
/// … up to so many containers: what is nested deeper would be mostly blanks.
const DEEPEST: usize = 40;

/// Lays out strict JSON without white space: a container on one line if it fits, else each
/// of its members on a line of its own.
pub(crate) fn pretty(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 2);
    push_pretty(compact, 0, &mut out);
    out.push('\n');
    out
}

/// The same without the last line break, for what stands inside of so many containers that fit on no line.
fn push_pretty(compact: &str, depth: usize, out: &mut String) {
    let fits = short_containers(compact, depth);
    let mut fits = fits.iter();
    // For each open container, whether it is on one line.
    let mut open = vec![false; depth];
    let mut empty = false;
    // What is copied, up to here, and after the next mark as well.
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

/// Lays out an element of an array that fits on no line.
pub(crate) fn push_pretty_element(compact: &str, out: &mut String) {
    new_line(out, 1);
    push_pretty(compact, 1, out);
}

/// Whether text of so many bytes fits on no line, even if each of its characters takes four.
pub(crate) fn is_too_long_for_a_line(bytes: usize) -> bool {
    bytes > 4 * LINE
}

/// Brackets, commas and colons outside of texts, with their places.
fn marks(compact: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = compact.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let byte = *bytes.get(at)?;
            at += 1;
            match byte {
                b'{' | b'[' | b'}' | b']' | b',' | b':' => return Some((at - 1, byte)),
                b'"' => at = behind_text(bytes, at),
                _ => {}
            }
        }
    })
}

/// Where a text ends that begins before `at`.
fn behind_text(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'\\' => 2,
            b'"' => return at + 1,
            _ => 1,
        };
    }
    bytes.len()
}

/// Goes to where the next member stands.
fn separate(out: &mut String, open: &[bool], blank: bool) {
    if open.last() == Some(&false) {
        new_line(out, open.len());
    } else if blank {
        out.push(' ');
    }
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', INDENT * depth.min(DEEPEST)));
}

/// For each container in the order they begin, whether it is short enough for one line; all are
/// inside of so many more.
fn short_containers(compact: &str, depth: usize) -> Vec<bool> {
    let mut short = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    // The width on one line, which has a blank here and there.
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
                short[number] = width - start + INDENT * (depth + open.len()).min(DEEPEST) <= LINE;
            }
            _ => width += 1,
        }
    }
    short
}

/// How many characters there are.
fn chars(text: &str) -> usize {
    let starts = |byte: &&u8| !matches!(byte, 0x80..=0xBF);
    text.as_bytes().iter().filter(starts).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_stays_on_a_line() {
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
