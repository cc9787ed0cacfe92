use alloc::borrow::Cow;
use alloc::format;

/// A place where a text is not strict JSON (RFC 8259), and how it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The first document is the value of an assignment, such as `JGF = …;`.
    Assignment,
    /// A word without quotation marks; it is read as a string.
    BareWord,
    /// An invalid escape sequence; its backslash is kept.
    BadEscape,
    /// A byte order mark.
    ByteOrderMark,
    /// A comment.
    Comment,
    /// A control character in a string.
    ControlCharacter,
    /// Characters that cannot start a value; they are ignored.
    Junk,
    /// An escape sequence of half a character; it is read as U+FFFD.
    LoneSurrogate,
    /// A closing bracket for which inner brackets must be closed first.
    MismatchedClose,
    /// A value without a `:` before it.
    MissingColon,
    /// A value or a key without a comma before it.
    MissingComma,
    /// A value without a key; it is read with an empty key.
    MissingKey,
    /// A `:` without a key; its value is read with an empty key.
    MissingKeyBeforeColon,
    /// A key without a value; it is read as `null`.
    MissingValue,
    /// A text without an array or an object.
    NoDocument,
    /// A number such as `+1`, `.5` or `007`.
    NumberSpelling,
    /// A document after the first one; all are read.
    SeveralDocuments,
    /// A string in `'`.
    SingleQuotes,
    /// A closing bracket that closes nothing; it is ignored.
    StrayClose,
    /// A `:` that separates nothing; it is ignored.
    StrayColon,
    /// A comma without a value before it; it is ignored.
    StrayComma,
    /// Text before the first document or after the last one.
    TextAround,
    /// A comma after the last value of a container.
    TrailingComma,
    /// This many brackets are never closed; the span is that of the innermost one.
    Unclosed(usize),
    /// A string that is never closed; it ends with its line.
    UnclosedString,
    /// A key without quotation marks.
    UnquotedKey,
    /// A space that is not white space in JSON.
    WhiteSpace,
}

impl Fault {
    /// A sentence for people.
    ///
    /// ```
    /// use kifu_json::Fault;
    ///
    /// assert_eq!(Fault::MissingComma.message(), "a `,` is missing before this value or key");
    /// ```
    pub fn message(self) -> Cow<'static, str> {
        let message = match self {
            Fault::Assignment => "the document is the value of an assignment",
            Fault::BareWord => "a word without quotation marks; it is read as a string",
            Fault::BadEscape => "this string has an invalid escape sequence",
            Fault::ByteOrderMark => "JSON has no byte order mark",
            Fault::Comment => "JSON has no comments",
            Fault::ControlCharacter => {
                "this string has a control character without an escape sequence"
            }
            Fault::Junk => "unexpected characters; they are ignored",
            Fault::LoneSurrogate => "this string has an escape sequence of half a character",
            Fault::MismatchedClose => {
                "mismatched closing bracket; read as if the brackets inside were closed first"
            }
            Fault::MissingColon => "a `:` is missing before this value",
            Fault::MissingComma => "a `,` is missing before this value or key",
            Fault::MissingKey => "a value without a key; it is read with an empty key",
            Fault::MissingKeyBeforeColon => {
                "a `:` without a key before it; its value is read with an empty key"
            }
            Fault::MissingValue => "the key before this has no value; it is read as `null`",
            Fault::NoDocument => "the text has no `{` or `[`",
            Fault::NumberSpelling => "this number is not spelled as in JSON",
            Fault::SeveralDocuments => "another JSON document begins here; all documents are read",
            Fault::SingleQuotes => "JSON strings are in `\"`",
            Fault::StrayClose => "this bracket does not match an open one; it is ignored",
            Fault::StrayColon => "unexpected `:`; it is ignored",
            Fault::StrayComma => "expected a value before this `,`",
            Fault::TextAround => "text before or after the document",
            Fault::TrailingComma => "a comma after the last value of an array or object",
            Fault::Unclosed(0 | 1) => {
                "this bracket is never closed; it is read as if it were closed at the end"
            }
            Fault::Unclosed(count) => {
                return format!(
                    "this is the innermost of {count} brackets that are never closed; they are read as if they were \
                    closed at the end"
                )
                .into();
            }
            Fault::UnclosedString => {
                "this string is never closed; it is read up to the end of its line"
            }
            Fault::UnquotedKey => "a key without quotation marks",
            Fault::WhiteSpace => "a space that is not white space in JSON",
        };
        message.into()
    }
}
