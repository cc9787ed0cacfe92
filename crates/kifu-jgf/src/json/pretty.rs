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
    let fits = short_containers(compact);
    let mut fits = fits.iter();
    let mut out = String::with_capacity(compact.len() * 2);
    // For each open container, whether it is on one line.
    let mut open: Vec<bool> = Vec::new();
    let mut in_text = false;
    let mut escaped = false;
    let mut empty = false;
    for (at, char) in compact.char_indices() {
        if in_text {
            out.push(char);
            in_text = char != '"' || escaped;
            escaped = char == '\\' && !escaped;
            continue;
        }
        match char {
            '{' | '[' => {
                out.push(char);
                let one_line = *fits.next().expect("there is one for each");
                open.push(one_line);
                empty = matches!(compact.as_bytes().get(at + 1), Some(b'}' | b']'));
                if !empty {
                    separate(&mut out, &open, char == '{');
                }
            }
            '}' | ']' => {
                let one_line = open.pop().unwrap_or(true);
                if !empty && !one_line {
                    new_line(&mut out, open.len());
                } else if !empty && char == '}' {
                    out.push(' ');
                }
                empty = false;
                out.push(char);
            }
            ',' => {
                out.push(char);
                separate(&mut out, &open, true);
            }
            ':' => out.push_str(": "),
            '"' => {
                out.push(char);
                in_text = true;
            }
            _ => out.push(char),
        }
    }
    out.push('\n');
    out
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

/// For each container in the order they begin, whether it is short enough for one line.
fn short_containers(compact: &str) -> Vec<bool> {
    let mut short = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut in_text = false;
    let mut escaped = false;
    // The width on one line, which has a blank here and there.
    let mut width = 0;
    for char in compact.chars() {
        width += 1;
        if in_text {
            in_text = char != '"' || escaped;
            escaped = char == '\\' && !escaped;
            continue;
        }
        match char {
            '{' | '[' => {
                open.push((short.len(), width));
                short.push(false);
            }
            '}' | ']' => {
                let (number, start) = open.pop().unwrap_or_default();
                short[number] = width - start + INDENT * open.len().min(DEEPEST) <= LINE;
            }
            ',' | ':' => width += 1,
            '"' => in_text = true,
            _ => {}
        }
    }
    short
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
