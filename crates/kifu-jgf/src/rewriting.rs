//! Guesses and text that are lost when a file is written again.

use kifu_span::{Code, Diagnostic};

use crate::{Document, codes};

/// The codes of findings for text that is read by a guess.
const GUESSED: [&Code; 14] = [
    codes::BAD_ESCAPE,
    codes::BARE_WORD,
    codes::DUPLICATE_MEMBER,
    codes::JUNK,
    codes::LONE_SURROGATE,
    codes::MISSING_COLON,
    codes::MISSING_COMMA,
    codes::MISSING_KEY,
    codes::MISSING_VALUE,
    codes::NO_RECORD,
    codes::STRAY_CLOSE,
    codes::STRAY_COMMA,
    codes::UNCLOSED,
    codes::UNCLOSED_STRING,
];

/// The codes of findings about text that JSON does not allow, and the messages about leaving it out.
const LEFT_OUT: [(&Code, &str); 2] = [
    (
        codes::COMMENT,
        "comments, which JSON does not have, are left out",
    ),
    (codes::TEXT_AROUND, "text that is not JSON is left out"),
];

impl Document {
    /// The first finding where the reading is a guess: writing the document would make the guess a fact.
    ///
    /// ```
    /// use kifu_jgf::Document;
    ///
    /// let guess = |source: &str| Document::parse(source.as_bytes()).unwrap().first_guess().map(|found| found.code.name);
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
        let first = |code: &Code| self.diagnostics().iter().find(|found| found.code == code);
        let kinds = LEFT_OUT.iter();
        kinds.filter_map(move |(code, what)| Some((first(code)?, *what)))
    }
}
