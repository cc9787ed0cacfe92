//! The codes of everything that can be wrong with an expression.

use kifu_span::Code;
use kifu_span::Severity::Error;

/// Declares one constant per code, and the list of all codes.
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

        /// All codes of this crate, sorted by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    BAD_PATTERN: "select/bad-pattern",
    "the text after `=~` is not a regular expression",
    "The message comes from the regular expression library. A pattern that needs more than 1 MiB once it is \
     compiled is refused too, and so is the 65th pattern of one expression.";
    BAD_POINT: "select/bad-point",
    "the text in brackets is not a point",
    "Points are written as on diagrams, `B[Q16]`, or with the two letters of SGF in small letters, \
     `B[pd]`; a pass is `B[pass]` or `B[]`. Points beyond 52×52 do not exist.";
    BAD_RANGE: "select/bad-range",
    "the range is empty",
    "The smaller end comes first: `1975..1999`. One of the two ends may be missing, but not both.";
    BAD_VALUE: "select/bad-value",
    "the value does not have the kind of the field",
    "A number is compared with numbers, a date with `1990`, `1990-05` or `1990-05-17`, a rank with `5d`, \
     `9p` or `13k`, a size with `19` or `13x9`. Some fields take one of a few words; `kifu help select` lists them.";
    EXPECTED: "select/expected",
    "the expression continues with something unexpected",
    "A test is a field, an operator and a value, `has(FIELD)` or a move `B[Q16]`; tests are joined by \
     `and`, `or`, `not` and parentheses. Quote a text that contains spaces or operators.";
    TOO_DEEP: "select/too-deep",
    "parentheses or `not` are nested more than 100 deep",
    "The limit bounds the memory that parsing takes.";
    TOO_LONG: "select/too-long",
    "the expression is longer than 64 KiB",
    "The limit bounds the memory that parsing takes.";
    UNCLOSED_TEXT: "select/unclosed-text",
    "a quoted text has no closing quote",
    "A text ends with the quote that it starts with. Inside it, write `\\\"` for that quote, and `\\\\` for a \
     backslash before a quote.";
    UNKNOWN_FIELD: "select/unknown-field",
    "no field has this name",
    "Fields are written in small letters; `kifu help select` lists them. A name in capitals can be any \
     property.";
    WRONG_OPERATOR: "select/wrong-operator",
    "fields of this kind do not support the operator",
    "`~` and `=~` search in texts; `<`, `<=`, `>`, `>=` and `in` compare numbers, dates and ranks; all fields support \
     `==` and `!=`.";
}
