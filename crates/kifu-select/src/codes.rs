//! The findings in expressions.

kifu_span::codes! {
    /// All codes of this crate, sorted by name.
    BAD_PATTERN Error "select/bad-pattern":
        "the text after `=~` is not a valid regular expression".
        "The message comes from the library that parses regular expressions. A regular expression that needs more than \
        1 MiB when compiled is refused, and so are more than 64 regular expressions in one expression."
    BAD_POINT Error "select/bad-point":
        "the text in brackets is not a point".
        "Write a point as on diagrams, `B[Q16]`, or as the two lowercase letters of SGF, `B[pd]`. A pass is `B[pass]` \
        or `B[]`. The largest board is 52×52."
    BAD_RANGE Error "select/bad-range":
        "a range that is empty".
        "The smaller end comes first: `1975..1999`. One of the ends may be missing, but not both."
    BAD_VALUE Error "select/bad-value":
        "the value does not have the type of the field".
        "Compare a number with a number, a date with `1990`, `1990-05` or `1990-05-17`, a rank with `5d`, `9p` or \
        `13k`, and a size with `19` or `13x9`. If a field allows only certain words, the finding lists them."
    EXPECTED Error "select/expected":
        "an unexpected word or symbol".
        "A test is a field, an operator and a value; or `has(FIELD)`; or a move such as `B[Q16]`. Combine tests with \
        `and`, `or`, `not` and parentheses. Quote a text that contains spaces or punctuation."
    TOO_DEEP Error "select/too-deep":
        "more than 100 nested parentheses or `not`".
        "This limits the memory needed to parse an expression."
    TOO_LONG Error "select/too-long":
        "the expression is longer than 64 KiB".
        "This limits the memory needed to parse an expression."
    UNCLOSED_TEXT Error "select/unclosed-text":
        "a quoted text is never closed".
        "A quoted text ends with the same quotation mark that starts it. Inside the text, write `\\\"` for that \
        quotation mark, and `\\\\` for a backslash before a quotation mark."
    UNKNOWN_FIELD Error "select/unknown-field":
        "there is no field with this name".
        "Field names are in lowercase; `kifu help select` lists them. A name in capitals stands for an SGF property."
    WRONG_OPERATOR Error "select/wrong-operator":
        "the operator does not apply to fields of this type".
        "`~` and `=~` search in texts; `<`, `<=`, `>`, `>=` and `in` compare numbers, dates and ranks; `==` and `!=` \
        apply to all fields."
}
