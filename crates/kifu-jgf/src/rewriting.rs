//! Guesses and text that are lost when a file is written again.

use kifu_span::Diagnostic;

use crate::Document;

/// The codes of findings for text that is read by a guess.
const GUESSED: [&str; 14] = [
    "jgf/bad-escape",
    "jgf/bare-word",
    "jgf/duplicate-member",
    "jgf/junk",
    "jgf/lone-surrogate",
    "jgf/missing-colon",
    "jgf/missing-comma",
    "jgf/missing-key",
    "jgf/missing-value",
    "jgf/no-record",
    "jgf/stray-close",
    "jgf/stray-comma",
    "jgf/unclosed",
    "jgf/unclosed-string",
];

/// The codes of findings about text that JSON does not allow, and the messages about leaving it out.
const LEFT_OUT: [(&str, &str); 2] = [
    (
        "jgf/comment",
        "comments, which JSON does not have, are left out",
    ),
    ("jgf/text-around", "text that is not JSON is left out"),
];

impl Document {
    /// The first finding where the reading is a guess: writing the document would make the guess a fact.
    ///
    /// ```
    /// use kifu_jgf::Document;
    ///
    /// let guess = |source: &str| Document::parse(source.as_bytes()).unwrap().first_guess().map(|found| found.code);
    /// assert_eq!(guess(r#"{"record": {"format": "JGF"}, "tree": []}"#), None);
    /// assert_eq!(guess(r#"{"record": {"format": "JGF"} "tree": []}"#), Some("jgf/missing-comma"));
    /// ```
    pub fn first_guess(&self) -> Option<&Diagnostic> {
        let mut found = self.diagnostics().iter();
        found.find(|found| GUESSED.contains(&found.code))
    }

    /// The first finding of each kind of text that [`to_json`](Document::to_json) leaves out because JSON does
    /// not allow it, with the message about it.
    ///
    /// ```
    /// let source = b"// a game\n{\"record\": {\"format\": \"JGF\"}, \"tree\": []}";
    /// let document = kifu_jgf::Document::parse(source).unwrap();
    /// let (found, what) = document.left_out().next().unwrap();
    /// assert_eq!((found.span.start, what), (0, "comments, which JSON does not have, are left out"));
    /// ```
    pub fn left_out(&self) -> impl Iterator<Item = (&Diagnostic, &'static str)> {
        let first = |code: &str| self.diagnostics().iter().find(|found| found.code == code);
        let kinds = LEFT_OUT.iter();
        kinds.filter_map(move |(code, what)| Some((first(code)?, *what)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CODES;

    #[test]
    fn every_code_is_one_of_the_catalogue() {
        let left_out = LEFT_OUT.iter().map(|(code, _)| code);
        for name in GUESSED.iter().chain(left_out) {
            assert!(CODES.iter().any(|code| code.name == *name), "{name}");
        }
    }
}
