//! The findings in expressions and their explanations.

use kifu_span::Code;
use kifu_span::Severity::Error;

/// Defines a constant for each code, and the list of all codes.
macro_rules! codes {
    ($($constant:ident: $name:literal, $summary:literal, $explanation:literal;)*) => {
        $(
            pub(crate) const $constant: &Code = &Code {
                name: $name,
                severity: Error,
                summary: $summary,
                explanation: $explanation,
            };
        )*

        /// The codes of all findings of this crate, sorted by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    BAD_PATTERN: "select/bad-pattern",
    "the text after `=~` is not a valid regular expression",
    "The message comes from the library that parses regular expressions. A regular expression that needs more \
     than 1 MiB when compiled is refused, and so are more than 64 regular expressions in one expression.";
    BAD_POINT: "select/bad-point",
    "the text in brackets is not a point",
    "Write a point as on diagrams, `B[Q16]`, or as the two lowercase letters of SGF, `B[pd]`. A pass is \
     `B[pass]` or `B[]`. The largest board is 52×52.";
    BAD_RANGE: "select/bad-range",
    "a range that is empty",
    "The smaller end comes first: `1975..1999`. One of the ends may be missing, but not both.";
    BAD_VALUE: "select/bad-value",
    "the value does not have the type of the field",
    "Compare a number with a number, a date with `1990`, `1990-05` or `1990-05-17`, a rank with `5d`, `9p` or \
     `13k`, and a size with `19` or `13x9`. If a field allows only certain words, the finding lists them.";
    EXPECTED: "select/expected",
    "an unexpected word or symbol",
    "A test is a field, an operator and a value; or `has(FIELD)`; or a move such as `B[Q16]`. Combine tests with \
     `and`, `or`, `not` and parentheses. Quote a text that contains spaces or punctuation.";
    TOO_DEEP: "select/too-deep",
    "more than 100 nested parentheses or `not`",
    "This limits the memory needed to parse an expression.";
    TOO_LONG: "select/too-long",
    "the expression is longer than 64 KiB",
    "This limits the memory needed to parse an expression.";
    UNCLOSED_TEXT: "select/unclosed-text",
    "a quoted text is never closed",
    "A quoted text ends with the same quotation mark that starts it. Inside the text, write `\\\"` for that \
     quotation mark, and `\\\\` for a backslash before a quotation mark.";
    UNKNOWN_FIELD: "select/unknown-field",
    "there is no field with this name",
    "Field names are in lowercase; `kifu help select` lists them. A name in capitals stands for an SGF property.";
    WRONG_OPERATOR: "select/wrong-operator",
    "the operator does not apply to fields of this type",
    "`~` and `=~` search in texts; `<`, `<=`, `>`, `>=` and `in` compare numbers, dates and ranks; `==` and `!=` \
     apply to all fields.";
}
