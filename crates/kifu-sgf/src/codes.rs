//! Every kind of finding, explained. The one place where their names, severities and
//! explanations stand.

use kifu_span::{Code, Severity};

use crate::fault::Fault;

pub(crate) const NO_GAME: Code = Code {
    name: "sgf/no-game",
    severity: Severity::Error,
    summary: "no game tree here",
    explanation: "A record is a game tree: `(;`, properties such as `GM[1]`, and `)`. Nothing in this \
        file looks like the start of one, so it reads as a document without games, and its \
        bytes are kept. The help says what the file looks like where that can be told; \
        convert it to plain SGF first.",
};

pub(crate) const TEXT_BEFORE: Code = Code {
    name: "sgf/text-before",
    severity: Severity::Info,
    summary: "text before the first game tree",
    explanation: "Mail, notes and web pages around a record are no part of it. They are kept where \
        they are and otherwise passed over. Programs that want `(;` as the first bytes \
        refuse such a file; taking the text out mends that.",
};

pub(crate) const TEXT_BETWEEN: Code = Code {
    name: "sgf/text-between",
    severity: Severity::Info,
    summary: "text between game trees",
    explanation: "What stands between two games of a collection is no part of either. It is kept and \
        passed over. Taking it out makes the file readable for stricter programs.",
};

pub(crate) const TEXT_AFTER: Code = Code {
    name: "sgf/text-after",
    severity: Severity::Info,
    summary: "text after the last game tree",
    explanation: "What follows the last `)` is no part of a game. It is kept and passed over. Taking \
        it out makes the file readable for stricter programs.",
};

pub(crate) const STRAY_CLOSE: Code = Code {
    name: "sgf/stray-close",
    severity: Severity::Error,
    summary: "`)` without a `(` before it",
    explanation: "Every game tree that was open is closed already, so this `)` closes nothing. It is \
        passed over. If it was meant to close a tree, then one before it closed too early; \
        otherwise taking it out mends the file.",
};

pub(crate) const EARLY_CLOSE: Code = Code {
    name: "sgf/early-close",
    severity: Severity::Error,
    summary: "this `)` closes the game before its last variation",
    explanation: "A variation or a property follows right after the end of this game, and later a \
        `)` closes nothing: one `)` too many is here, as in `(;GM[1];B[aa](;W[bb]))(;W[cc]))` and \
        `(;GM[1];B[aa];)W[bb])`. What follows is read as another game, or as text outside of any. \
        Removing this `)` puts it back into this game.",
};

pub(crate) const MISSING_OPEN: Code = Code {
    name: "sgf/missing-open",
    severity: Severity::Error,
    summary: "a node outside of any game tree: `(` is missing",
    explanation: "A node such as `;B[pd]` stands where no game tree is open. It is read as the start \
        of one, so that no move is lost. Most programs see no game there at all until `(` \
        stands before it.",
};

pub(crate) const UNCLOSED_TREE: Code = Code {
    name: "sgf/unclosed-tree",
    severity: Severity::Error,
    summary: "this game tree is never closed",
    explanation: "Each `(` needs its `)`. The tree is read as if they stood at the end of the file, or \
        before the next game: a `(` on a line of its own, with a node that starts with a \
        property such as `GM` or `PB`, begins another game if the tree that it stands in is \
        never closed. In a tree that is closed, such a node is the variation that it seems \
        to be.",
};

pub(crate) const MISSING_SEMICOLON: Code = Code {
    name: "sgf/missing-semicolon",
    severity: Severity::Error,
    summary: "a property right after `(`: `;` is missing",
    explanation: "A property belongs to a node, and a node starts with `;`. Old dialects left it out \
        after `(`. The properties are read as a node.",
};

pub(crate) const NESTED_OPEN: Code = Code {
    name: "sgf/nested-open",
    severity: Severity::Error,
    summary: "`((`: a variation that starts with a variation, not a node",
    explanation: "A `(` is to be followed by a node. The outer pair of parentheses holds none of its \
        own, and is read as if it were not there. It goes when nodes of the game are moved.",
};

pub(crate) const EMPTY_VARIATION: Code = Code {
    name: "sgf/empty-variation",
    severity: Severity::Warning,
    summary: "a variation without a node",
    explanation: "`()` can mean that the game may end here, and is read so: as a place in the tree \
        that counts as no node. Most programs refuse it or drop it. Take it out if it means \
        nothing.",
};

pub(crate) const NODE_AFTER_VARIATIONS: Code = Code {
    name: "sgf/node-after-variations",
    severity: Severity::Error,
    summary: "a node after the variations of its parent",
    explanation: "Once a node has variations in parentheses, all that follows it stands in \
        parentheses. This node does not. It is read as the first node of one more variation, \
        and so are those behind it; some programs drop them. Parentheses around them say the \
        same in a way that all programs read.",
};

pub(crate) const PROPERTY_AFTER_VARIATIONS: Code = Code {
    name: "sgf/property-after-variations",
    severity: Severity::Error,
    summary: "a property after the variations of its node",
    explanation: "The properties of a node end where its variations begin. This one is read as a node \
        of its own, the first of one more variation. If it belongs to the node before the \
        variations, it should be put there.",
};

pub(crate) const MISSING_VALUE: Code = Code {
    name: "sgf/missing-value",
    severity: Severity::Error,
    summary: "an identifier without a value: `[` expected",
    explanation: "A property has at least one value, if an empty one: `KO[]`. This identifier is kept \
        as a property without values, which means nothing to most programs. Often it is a \
        word of a text that ended too early, or the `[` of its value was lost.",
};

pub(crate) const MISSING_IDENTIFIER: Code = Code {
    name: "sgf/missing-identifier",
    severity: Severity::Error,
    summary: "a value without an identifier before it",
    explanation: "Values follow an identifier that says what they mean. This one is kept as a property \
        without a name. Put the identifier before it.",
};

pub(crate) const LOWERCASE_IDENTIFIER: Code = Code {
    name: "sgf/lowercase-identifier",
    severity: Severity::Warning,
    summary: "an identifier without a capital letter",
    explanation: "Identifiers are written in capitals; in old files small letters between them do not \
        count. An identifier of small letters alone is read as if they were capitals. Many \
        programs do not know it then.",
};

pub(crate) const UNCLOSED_VALUE: Code = Code {
    name: "sgf/unclosed-value",
    severity: Severity::Error,
    summary: "this value is never closed: the file ends before `]`",
    explanation: "The file ends inside of a value, most often because it was cut off. The value \
        reaches to the end of the file. Put `]` where it should end.",
};

pub(crate) const MISSING_BRACKET: Code = Code {
    name: "sgf/missing-bracket",
    severity: Severity::Error,
    summary: "the value before this is not closed: `]` is missing",
    explanation: "A value without its `]` swallows what follows, up to the next `]`: in \
        `C[oops;W[bb];B[cc]` that would be White's move. Where the value would end with a \
        bracket open that belongs to a node, or to a property such as `PW` or one on its own \
        line, it is read as if it ended before that. A text that really holds such a piece \
        of SGF escapes its brackets: `C[see ;W\\[bb\\]]`.",
};

pub(crate) const UNESCAPED_BRACKET: Code = Code {
    name: "sgf/unescaped-bracket",
    severity: Severity::Error,
    summary: "this `]` does not end the value: `\\` is missing before it",
    explanation: "A `]` in a text is written `\\]`. This one is not, but it closes a bracket of the \
        text, and neither a node, a property, a value nor a parenthesis of the game follows \
        it, so it is read as text: `C[foo [12k]: hi]` is one comment. Most programs end the \
        value here, and lose what follows.",
};

pub(crate) const DANGLING_BYTE: Code = Code {
    name: "sgf/dangling-byte",
    severity: Severity::Warning,
    summary: "the text ends in the first half of a character",
    explanation: "In this charset a `]` can be the second byte of a character, and here it would be. \
        But the game goes on behind it, so it is read as the end of the value, and the byte \
        before it as damage. Taking that byte out loses nothing that can be read.",
};

pub(crate) const JUNK: Code = Code {
    name: "sgf/junk",
    severity: Severity::Error,
    summary: "bytes that mean nothing here",
    explanation: "Between properties only white space, `;`, `(` and `)` have a meaning. Other bytes \
        are kept and passed over. They can be padding of old programs, quotation marks of \
        mail, or the rest of a text that ended too early.",
};

pub(crate) const DUPLICATE_PROPERTY: Code = Code {
    name: "sgf/duplicate-property",
    severity: Severity::Warning,
    summary: "a property stands twice in a node",
    explanation: "A node has each property at most once. Programs differ in which of them they take, \
        or whether they join the values. Here both are kept, and \
        whoever asks for one value gets that of the first.",
};

pub(crate) const UNKNOWN_CHARSET: Code = Code {
    name: "sgf/unknown-charset",
    severity: Severity::Warning,
    summary: "`CA` names a charset that nobody knows",
    explanation: "The charset of a game is told by `CA`. This name is not among those of the WHATWG \
        Encoding Standard or the usual other spellings, so the bytes of the text decide.",
};

pub(crate) const CHARSET_CONTRADICTED: Code = Code {
    name: "sgf/charset-contradicted",
    severity: Severity::Warning,
    summary: "the text is not in the charset that `CA` names",
    explanation: "The file says one charset, and its bytes another: a byte order mark, or text that is \
        valid UTF-8 and not plain ASCII. The bytes are believed. A program that believes \
        `CA` shows other characters.",
};

pub(crate) const UNDECODABLE_TEXT: Code = Code {
    name: "sgf/undecodable-text",
    severity: Severity::Warning,
    summary: "text that its charset cannot explain",
    explanation: "Some bytes of this text are no character in the charset of the game: the text was \
        cut, or is in another charset. The bytes are kept as they are; what does not decode \
        is shown as U+FFFD.",
};

/// Every kind of finding of this crate, by name.
///
/// ```
/// let code = kifu_sgf::CODES.iter().find(|code| code.name == "sgf/unclosed-tree").unwrap();
/// assert!(code.explanation.starts_with("Each `(` needs its `)`."));
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
