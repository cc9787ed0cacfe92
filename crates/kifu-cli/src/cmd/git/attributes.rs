//! The lines of attributes files that name the drivers.

/// The formats whose files are compared and merged: extensions in lower case.
pub(super) const EXTENSIONS: [&str; 7] = ["sgf", "rgf", "jgf", "gib", "ngf", "ugf", "ugi"];

const HEADING: &str = "# Go records, compared and merged by `kifu git`";

/// Returns the line of an extension. Old records have names in capitals.
fn line(extension: &str) -> String {
    let letters = extension
        .chars()
        .map(|c| format!("[{c}{}]", c.to_ascii_uppercase()));
    format!("*.{} diff=kifu merge=kifu", letters.collect::<String>())
}

/// The heading and the lines that `kifu git install` adds.
pub(super) fn lines() -> Vec<String> {
    let lines = EXTENSIONS.iter().map(|extension| line(extension));
    std::iter::once(HEADING.to_owned()).chain(lines).collect()
}

/// Where the lines are in an attributes file. Of the lines that match a file, the last one counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// All other lines keep their effect.
    First,
    /// The lines replace what other lines say about the same files.
    Last,
}

/// Returns an attributes file with the lines, or unchanged if it has all of them and they need not be the last ones.
pub(super) fn with_lines(file: &str, position: Position) -> String {
    let has = |line: &String| file.lines().any(|other| other == line);
    if position == Position::First && lines().iter().all(has) {
        return file.to_owned();
    }
    let line_break = if file.contains("\r\n") { "\r\n" } else { "\n" };
    let mut others = without_lines(file);
    let own: String = lines()
        .iter()
        .map(|line| format!("{line}{line_break}"))
        .collect();
    match position {
        Position::First => {
            // Git ignores a byte order mark only at the start.
            let start = if others.starts_with('\u{FEFF}') { 3 } else { 0 };
            others.insert_str(start, &own);
        }
        Position::Last => {
            if !others.is_empty() && !others.ends_with('\n') {
                others.push_str(line_break);
            }
            others.push_str(&own);
        }
    }
    others
}

/// Returns an attributes file without these lines.
pub(super) fn without_lines(file: &str) -> String {
    let own = lines();
    let is_own = |line: &str| {
        own.iter()
            .any(|own| line.trim_end_matches(['\n', '\r']) == own)
    };
    file.split_inclusive('\n')
        .filter(|line| !is_own(line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_once_and_removed() {
        let before = "* text=auto\n*.png binary";
        let first = with_lines(before, Position::First);
        assert!(first.starts_with("# Go records"), "{first}");
        assert!(
            first.ends_with("*.[uU][gG][iI] diff=kifu merge=kifu\n* text=auto\n*.png binary"),
            "{first}"
        );
        assert_eq!(without_lines(&first), before);
        let last = with_lines(before, Position::Last);
        assert!(
            last.starts_with("* text=auto\n*.png binary\n# Go records"),
            "{last}"
        );
        assert_eq!(with_lines(&first, Position::Last), last);
        assert_eq!(with_lines(&last, Position::Last), last);
        assert_eq!(with_lines(&last, Position::First), last);
        assert_eq!(without_lines(&last), "* text=auto\n*.png binary\n");
        assert_eq!(with_lines("", Position::First), lines().join("\n") + "\n");
        assert_eq!(
            without_lines(&with_lines("a b\r\n", Position::First)),
            "a b\r\n"
        );
        assert!(with_lines("\u{FEFF}a b\n", Position::First).starts_with("\u{FEFF}# Go"));
    }
}
