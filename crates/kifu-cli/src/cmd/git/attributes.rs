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

/// Returns an attributes file with the lines at its end, or unchanged if it has all of them.
pub(super) fn with_lines(file: &str) -> String {
    let has = |line: &String| file.lines().any(|other| other == line);
    if lines().iter().all(has) {
        return file.to_owned();
    }
    let line_break = if file.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = without_lines(file);
    if !new.is_empty() && !new.ends_with('\n') {
        new.push_str(line_break);
    }
    for line in lines() {
        new.push_str(&line);
        new.push_str(line_break);
    }
    new
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

/// Returns the lines that name other drivers for these formats, for a file that git does not evaluate in the current
/// directory.
pub(super) fn others(file: &str) -> Vec<String> {
    let is_other = |line: &&str| {
        let mut words = line.split_whitespace();
        let pattern = words.next().unwrap_or_default().to_ascii_lowercase();
        let is_record = EXTENSIONS
            .iter()
            .any(|extension| pattern.ends_with(&format!(".{extension}")));
        let is_driver = |word: &str| {
            let name = word
                .trim_start_matches(['-', '!'])
                .split('=')
                .next()
                .unwrap_or_default();
            ["diff", "merge", "binary"].contains(&name) && !word.ends_with("=kifu")
        };
        is_record && words.any(is_driver)
    };
    file.lines().filter(is_other).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_once_and_removed() {
        let before = "* text=auto\n*.png binary";
        let with = with_lines(before);
        assert!(
            with.starts_with("* text=auto\n*.png binary\n# Go records"),
            "{with}"
        );
        assert!(
            with.ends_with("*.[uU][gG][iI] diff=kifu merge=kifu\n"),
            "{with}"
        );
        assert_eq!(with_lines(&with), with);
        assert_eq!(without_lines(&with), "* text=auto\n*.png binary\n");
        assert_eq!(with_lines(""), lines().join("\n") + "\n");
        assert_eq!(without_lines(&with_lines("a b\r\n")), "a b\r\n");
    }

    #[test]
    fn other_drivers_are_found() {
        let file = "*.sgf diff=sgf\n*.SGF merge=kifu\n*.gib binary\n*.jgf text\n*.txt diff=x\n*.ngf -diff\n";
        assert_eq!(
            others(file),
            ["*.sgf diff=sgf", "*.gib binary", "*.ngf -diff"]
        );
    }
}
