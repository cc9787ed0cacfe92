//! What can be wrong with an expression, explained.

use kifu_span::Code;
use kifu_span::Severity::Error;

/// Makes each code a constant, and the list of them all.
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

        /// Every kind of finding of this crate, by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    BAD_PATTERN: "select/bad-pattern",
    "what stands behind `=~` is no regular expression",
    "The message is that of the library that reads them. What needs more than 1 MiB once it is \
     compiled is refused as well, and so is the 65th regular expression of one selection.";
    BAD_POINT: "select/bad-point",
    "what stands in brackets is no point",
    "Points are written as on diagrams, `B[Q16]`, or with the two letters of SGF in small letters, \
     `B[pd]`; a pass is `B[pass]` or `B[]`. Points beyond 52×52 do not exist.";
    BAD_RANGE: "select/bad-range",
    "a range holds nothing",
    "The smaller end comes first: `1975..1999`. One of the two may be missing, not both.";
    BAD_VALUE: "select/bad-value",
    "the value is not of the kind that the field has",
    "A number is compared with numbers, a date with `1990`, `1990-05` or `1990-05-17`, a rank with `5d`, \
     `9p` or `13k`, a size with `19` or `13x9`. Fields that have one of a few words list them.";
    EXPECTED: "select/expected",
    "something else must stand here",
    "A test is a field, an operator and a value, `has(FIELD)` or a move `B[Q16]`; tests are joined by \
     `and`, `or`, `not` and parentheses. A text with blanks or signs in it stands in quotes.";
    TOO_DEEP: "select/too-deep",
    "more than 100 parentheses or `not` inside of one another",
    "No selection needs so many; the limit keeps the memory bounded that reading one takes.";
    TOO_LONG: "select/too-long",
    "the expression has more than 64 KiB",
    "The limit keeps the memory bounded that reading one takes.";
    UNCLOSED_TEXT: "select/unclosed-text",
    "a text in quotes is never closed",
    "A text ends with the quote that it starts with. For that quote inside of it write `\\\"`, for a \
     backslash in front of one `\\\\`.";
    UNKNOWN_FIELD: "select/unknown-field",
    "there is no field of this name",
    "Fields are written in small letters, and `kifu help select` lists them. In capitals any property can be \
     named.";
    WRONG_OPERATOR: "select/wrong-operator",
    "the operator is not for fields of this kind",
    "`~` and `=~` look into texts; `<`, `<=`, `>`, `>=` and `in` compare numbers, dates and ranks; `==` and `!=` are \
     for all.";
}
