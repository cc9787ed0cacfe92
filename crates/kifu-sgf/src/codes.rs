//! The names, severities and explanations of all kinds of findings.

use kifu_span::{Code, Severity};

use crate::fault::Fault;

pub(crate) const NO_GAME: Code = Code {
    name: "sgf/no-game",
    severity: Severity::Error,
    summary: "no game tree found",
    explanation: "A record is a game tree: `(;`, properties such as `GM[1]`, and `)`. Nothing in this \
        file looks like the start of one, so the file is read as a document without games, and its \
        bytes are kept. Where possible the help says what the file looks like; \
        convert it to plain SGF first.",
};

pub(crate) const TEXT_BEFORE: Code = Code {
    name: "sgf/text-before",
    severity: Severity::Info,
    summary: "text before the first game tree",
    explanation: "Mail, notes and web pages around a record are not part of it. They are kept where \
        they are and otherwise ignored. Programs that expect `(;` as the first bytes \
        reject such a file until the text is removed.",
};

pub(crate) const TEXT_BETWEEN: Code = Code {
    name: "sgf/text-between",
    severity: Severity::Info,
    summary: "text between game trees",
    explanation: "Text between two games of a collection is not part of either. It is kept and \
        ignored. Remove it to make the file readable for stricter programs.",
};

pub(crate) const TEXT_AFTER: Code = Code {
    name: "sgf/text-after",
    severity: Severity::Info,
    summary: "text after the last game tree",
    explanation: "Text after the last `)` is not part of a game. It is kept and ignored. Remove \
        it to make the file readable for stricter programs.",
};

pub(crate) const STRAY_CLOSE: Code = Code {
    name: "sgf/stray-close",
    severity: Severity::Error,
    summary: "`)` without a matching `(`",
    explanation: "All game trees are already closed, so this `)` closes nothing. It is \
        ignored. If it should close a tree, an earlier `)` closed that tree too early; \
        otherwise remove it.",
};

pub(crate) const EARLY_CLOSE: Code = Code {
    name: "sgf/early-close",
    severity: Severity::Error,
    summary: "this `)` closes the game before its last variation",
    explanation: "A variation or a property follows directly after the end of this game, and a later \
        `)` closes nothing. So there is one `)` too many here, as in `(;GM[1];B[aa](;W[bb]))(;W[cc]))` and \
        `(;GM[1];B[aa];)W[bb])`. What follows is read as another game, or as text outside any game. \
        Remove this `)` to make it part of this game again.",
};

pub(crate) const MISSING_OPEN: Code = Code {
    name: "sgf/missing-open",
    severity: Severity::Error,
    summary: "a node outside any game tree: `(` is missing",
    explanation: "A node such as `;B[pd]` occurs where no game tree is open. It is read as the start \
        of one, so that no move is lost. Most programs do not find the game unless there is a `(` \
        before the node.",
};

pub(crate) const UNCLOSED_TREE: Code = Code {
    name: "sgf/unclosed-tree",
    severity: Severity::Error,
    summary: "this game tree is never closed",
    explanation: "Each `(` needs a `)`. The tree is read as if it were closed at the end of the file, or \
        before the next game: a `(` on a line of its own, with a node that starts with a \
        property such as `GM` or `PB`, begins another game if the tree around it is \
        never closed. In a tree that is closed, such a node is a variation.",
};

pub(crate) const MISSING_SEMICOLON: Code = Code {
    name: "sgf/missing-semicolon",
    severity: Severity::Error,
    summary: "a property directly after `(`: `;` is missing",
    explanation: "A property belongs to a node, and a node starts with `;`. Old dialects omit the `;` \
        after `(`. The properties are read as a node.",
};

pub(crate) const NESTED_OPEN: Code = Code {
    name: "sgf/nested-open",
    severity: Severity::Error,
    summary: "`((`: a variation that starts with a variation, not a node",
    explanation: "A `(` must be followed by a node. The outer pair of parentheses has no node of its \
        own, and is read as if it were missing. It is removed when nodes of the game are moved.",
};

pub(crate) const EMPTY_VARIATION: Code = Code {
    name: "sgf/empty-variation",
    severity: Severity::Warning,
    summary: "a variation without a node",
    explanation: "`()` can mean that the game may end here, and is read that way: as a place in the tree \
        that does not count as a node. Most programs reject or drop it. Remove it if it has no \
        meaning.",
};

pub(crate) const NODE_AFTER_VARIATIONS: Code = Code {
    name: "sgf/node-after-variations",
    severity: Severity::Error,
    summary: "a node after the variations of its parent",
    explanation: "If a node has variations in parentheses, everything after it must be in \
        parentheses. This node is not. It is read as the first node of one more variation, \
        and so is each node after it; some programs drop these nodes. With parentheses around them, \
        all programs read the nodes this way.",
};

pub(crate) const PROPERTY_AFTER_VARIATIONS: Code = Code {
    name: "sgf/property-after-variations",
    severity: Severity::Error,
    summary: "a property after the variations of its node",
    explanation: "The properties of a node end where its variations begin. This property is read as a node \
        of its own, the first of one more variation. If it belongs to the node before the \
        variations, move it there.",
};

pub(crate) const MISSING_VALUE: Code = Code {
    name: "sgf/missing-value",
    severity: Severity::Error,
    summary: "an identifier without a value: `[` expected",
    explanation: "A property has at least one value, which can be empty: `KO[]`. This identifier is kept \
        as a property without values, which most programs ignore. Often it is a \
        word of a text that ended too early, or the `[` of its value is missing.",
};

pub(crate) const MISSING_IDENTIFIER: Code = Code {
    name: "sgf/missing-identifier",
    severity: Severity::Error,
    summary: "a value without an identifier before it",
    explanation: "A value follows the identifier of its property. This one is kept as a property \
        without a name. Insert the identifier before it.",
};

pub(crate) const LOWERCASE_IDENTIFIER: Code = Code {
    name: "sgf/lowercase-identifier",
    severity: Severity::Warning,
    summary: "an identifier without a capital letter",
    explanation: "Identifiers are written in capitals; in old files lower-case letters between them are \
        ignored. An identifier with only lower-case letters is read as if it were in capitals. Many \
        programs do not recognise it.",
};

pub(crate) const UNCLOSED_VALUE: Code = Code {
    name: "sgf/unclosed-value",
    severity: Severity::Error,
    summary: "this value is never closed: the file ends before `]`",
    explanation: "The file ends inside a value, usually because it was truncated. The value \
        extends to the end of the file. Insert `]` where it should end.",
};

pub(crate) const MISSING_BRACKET: Code = Code {
    name: "sgf/missing-bracket",
    severity: Severity::Error,
    summary: "the value before this is not closed: `]` is missing",
    explanation: "A value without its `]` swallows what follows, up to the next `]`: in \
        `C[oops;W[bb];B[cc]` that would be White's move. If the value would end while a \
        bracket is open that belongs to a node, to a property such as `PW`, or to a property on a \
        line of its own, it is read as if it ended before that node or property. Text that really \
        contains such SGF escapes its brackets: `C[see ;W\\[bb\\]]`.",
};

pub(crate) const UNESCAPED_BRACKET: Code = Code {
    name: "sgf/unescaped-bracket",
    severity: Severity::Error,
    summary: "this `]` does not end the value: `\\` is missing before it",
    explanation: "A `]` in a text is written `\\]`. This one is not escaped, but it matches a `[` in the \
        text, and neither a node, a property, a value nor a parenthesis of the game follows \
        it. So it is read as text: `C[foo [12k]: hi]` is one comment. Most programs end the \
        value here and lose what follows.",
};

pub(crate) const DANGLING_BYTE: Code = Code {
    name: "sgf/dangling-byte",
    severity: Severity::Warning,
    summary: "the text ends in the first half of a character",
    explanation: "In this charset a `]` can be the second byte of a character, as it could be here. \
        But the game continues after it, so it is read as the end of the value, and the byte \
        before it as damage. Removing that byte loses no readable text.",
};

pub(crate) const JUNK: Code = Code {
    name: "sgf/junk",
    severity: Severity::Error,
    summary: "unexpected bytes",
    explanation: "Between properties only white space, `;`, `(` and `)` have a meaning. Other bytes \
        are kept and ignored. They can be padding by old programs, quotation marks of \
        mail, or the rest of a text that ended too early.",
};

pub(crate) const DUPLICATE_PROPERTY: Code = Code {
    name: "sgf/duplicate-property",
    severity: Severity::Warning,
    summary: "a property occurs twice in a node",
    explanation: "A node has each property at most once. Programs differ in which one they use, \
        or whether they join the values. Here both are kept, and \
        a request for one value returns that of the first.",
};

pub(crate) const UNKNOWN_CHARSET: Code = Code {
    name: "sgf/unknown-charset",
    severity: Severity::Warning,
    summary: "`CA` names an unknown charset",
    explanation: "`CA` declares the charset of a game. This name is not among those of the WHATWG \
        Encoding Standard or their usual other spellings, so the bytes of the text decide.",
};

pub(crate) const CHARSET_CONTRADICTED: Code = Code {
    name: "sgf/charset-contradicted",
    severity: Severity::Warning,
    summary: "the text is not in the charset that `CA` names",
    explanation: "The file declares one charset, and its bytes show another: there is a byte order mark, or \
        the text is valid UTF-8 and not plain ASCII. The bytes take precedence. A program that follows \
        `CA` shows other characters.",
};

pub(crate) const UNDECODABLE_TEXT: Code = Code {
    name: "sgf/undecodable-text",
    severity: Severity::Warning,
    summary: "text that does not decode in its charset",
    explanation: "Some bytes of this text are not a character in the charset of the game: the text was \
        truncated, or is in another charset. The bytes are kept as they are; those that do not decode \
        are shown as U+FFFD.",
};

/// All kinds of findings of this crate, sorted by name.
///
/// ```
/// let code = kifu_sgf::CODES.iter().find(|code| code.name == "sgf/unclosed-tree").unwrap();
/// assert!(code.explanation.starts_with("Each `(` needs a `)`."));
/// ```
pub const CODES: &[Code] = &[
    CHARSET_CONTRADICTED,
    DANGLING_BYTE,
    DUPLICATE_PROPERTY,
    EARLY_CLOSE,
    EMPTY_VARIATION,
    JUNK,
    LOWERCASE_IDENTIFIER,
    MISSING_BRACKET,
    MISSING_IDENTIFIER,
    MISSING_OPEN,
    MISSING_SEMICOLON,
    MISSING_VALUE,
    NESTED_OPEN,
    NO_GAME,
    NODE_AFTER_VARIATIONS,
    PROPERTY_AFTER_VARIATIONS,
    STRAY_CLOSE,
    TEXT_AFTER,
    TEXT_BEFORE,
    TEXT_BETWEEN,
    UNCLOSED_TREE,
    UNCLOSED_VALUE,
    UNDECODABLE_TEXT,
    UNESCAPED_BRACKET,
    UNKNOWN_CHARSET,
];

impl Fault {
    pub(crate) const fn code(self) -> &'static Code {
        match self {
            Fault::NoGame => &NO_GAME,
            Fault::TextBefore => &TEXT_BEFORE,
            Fault::TextBetween => &TEXT_BETWEEN,
            Fault::TextAfter => &TEXT_AFTER,
            Fault::StrayClose => &STRAY_CLOSE,
            Fault::EarlyClose => &EARLY_CLOSE,
            Fault::MissingOpen => &MISSING_OPEN,
            Fault::UnclosedTree => &UNCLOSED_TREE,
            Fault::MissingSemicolon => &MISSING_SEMICOLON,
            Fault::NestedOpen => &NESTED_OPEN,
            Fault::EmptyVariation => &EMPTY_VARIATION,
            Fault::NodeAfterVariations => &NODE_AFTER_VARIATIONS,
            Fault::PropertyAfterVariations => &PROPERTY_AFTER_VARIATIONS,
            Fault::MissingValue => &MISSING_VALUE,
            Fault::MissingIdentifier => &MISSING_IDENTIFIER,
            Fault::LowercaseIdentifier => &LOWERCASE_IDENTIFIER,
            Fault::UnclosedValue => &UNCLOSED_VALUE,
            Fault::MissingBracket => &MISSING_BRACKET,
            Fault::UnescapedBracket => &UNESCAPED_BRACKET,
            Fault::DanglingByte => &DANGLING_BYTE,
            Fault::Junk => &JUNK,
        }
    }
}
