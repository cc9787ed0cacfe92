//! The findings of this crate: the only place that defines their names, severities and
//! explanations.

use kifu_span::{Code, Severity, explanation};

use crate::fault::Fault;

pub(crate) const NO_GAME: Code = Code {
    name: "sgf/no-game",
    severity: Severity::Error,
    summary: "no game tree found",
    explanation: explanation(
        "A record is a game tree: `(;`, then properties such as `GM[1]`, then `)`. Nothing in this file \
        looks like the start of one, so kifu reads the file as a document without games and keeps its bytes. If \
        the format of the file can be recognized, the help names it; convert the file to SGF first.",
    ),
};

pub(crate) const TEXT_BEFORE: Code = Code {
    name: "sgf/text-before",
    severity: Severity::Info,
    summary: "text before the first game tree",
    explanation: explanation(
        "Mail headers, notes or parts of a web page around a record are not part of it. kifu keeps the \
        text and ignores it. Programs that expect the file to start with `(;` refuse it; the repair removes the \
        text.",
    ),
};

pub(crate) const TEXT_BETWEEN: Code = Code {
    name: "sgf/text-between",
    severity: Severity::Info,
    summary: "text between game trees",
    explanation: explanation(
        "Text between two games of a collection does not belong to either game. kifu keeps the text and \
        ignores it. The repair removes it, so that stricter programs can read the file.",
    ),
};

pub(crate) const GAME_NUMBER: Code = Code {
    name: "sgf/game-number",
    severity: Severity::Info,
    summary: "the number of a game, outside of the game",
    explanation: explanation(
        "Archives of servers such as Tygem and Tom have a game on each line: its number, a tab, and its moves \
        without parentheses. SGF has no place for such a number. kifu keeps the number and ignores it, and reads each \
        line as a game.",
    ),
};

pub(crate) const TEXT_AFTER: Code = Code {
    name: "sgf/text-after",
    severity: Severity::Info,
    summary: "text after the last game tree",
    explanation: explanation(
        "Text after the last `)` does not belong to a game. kifu keeps the text and ignores it. The \
        repair removes it, so that stricter programs can read the file.",
    ),
};

pub(crate) const STRAY_CLOSE: Code = Code {
    name: "sgf/stray-close",
    severity: Severity::Error,
    summary: "`)` without a `(` before it",
    explanation: explanation(
        "All game trees are closed already, so this `)` closes nothing and is ignored. If it was meant \
        to close a tree, an earlier `)` closed that tree too early. Otherwise, remove it.",
    ),
};

pub(crate) const EARLY_CLOSE: Code = Code {
    name: "sgf/early-close",
    severity: Severity::Error,
    summary: "this `)` closes the game before its last variation",
    explanation: explanation(
        "A variation or a property follows directly after the end of this game, and a later `)` closes \
        nothing. So this `)` is one too many, as in `(;GM[1];B[aa](;W[bb]))(;W[cc]))` and \
        `(;GM[1];B[aa];)W[bb])`. The text after it is read as another game, or as text outside of any game. \
        Removing this `)` makes that text part of this game again.",
    ),
};

pub(crate) const MISSING_OPEN: Code = Code {
    name: "sgf/missing-open",
    severity: Severity::Error,
    summary: "a node outside of any game tree: `(` is missing",
    explanation: explanation(
        "A node such as `;B[pd]` appears where no game tree is open. kifu reads it as the start of a \
        game tree, so that no move is lost. Most programs do not find a game here unless `(` is inserted before \
        the node.",
    ),
};

pub(crate) const UNCLOSED_TREE: Code = Code {
    name: "sgf/unclosed-tree",
    severity: Severity::Error,
    summary: "this game tree is never closed",
    explanation: explanation(
        "Each `(` needs its `)`. kifu reads the tree as if the missing `)` were at the end of the file \
        or before the next game. Inside a tree that is never closed, a `(` on its own line followed by a node \
        that starts with a property such as `GM` or `PB` begins the next game. Inside a tree that is closed, \
        such a node is an ordinary variation.",
    ),
};

pub(crate) const MISSING_SEMICOLON: Code = Code {
    name: "sgf/missing-semicolon",
    severity: Severity::Error,
    summary: "a property right after `(`: `;` is missing",
    explanation: explanation(
        "A property belongs to a node, and a node starts with `;`. Old dialects omitted the `;` after \
        `(`. kifu reads the properties as a node.",
    ),
};

pub(crate) const NESTED_OPEN: Code = Code {
    name: "sgf/nested-open",
    severity: Severity::Error,
    summary: "`((`: a variation that starts with a variation, not a node",
    explanation: explanation(
        "A node must follow each `(`. The outer pair of parentheses has no node of its own and is read \
        as if it were not there. It is dropped when nodes of the game are moved.",
    ),
};

pub(crate) const EMPTY_VARIATION: Code = Code {
    name: "sgf/empty-variation",
    severity: Severity::Warning,
    summary: "a variation without a node",
    explanation: explanation(
        "`()` can mean that the game may end here. kifu reads it as a place in the tree \
        that does not count as a node. Most programs refuse the file or drop the variation. Remove \
        it if it has no meaning.",
    ),
};

pub(crate) const NODE_AFTER_VARIATIONS: Code = Code {
    name: "sgf/node-after-variations",
    severity: Severity::Error,
    summary: "a node after the variations of its parent",
    explanation: explanation(
        "Once a node has variations in parentheses, every node after it must be in \
        parentheses too, but this one is not. kifu reads it and the nodes after it as one more \
        variation; some programs drop them. The repair adds the parentheses, so that all programs \
        read the same tree.",
    ),
};

pub(crate) const PROPERTY_AFTER_VARIATIONS: Code = Code {
    name: "sgf/property-after-variations",
    severity: Severity::Error,
    summary: "a property after the variations of its node",
    explanation: explanation(
        "The properties of a node end where its variations begin. kifu reads this property as a new \
        node that begins one more variation. If the property belongs to the node before the variations, move it \
        there.",
    ),
};

pub(crate) const MISSING_VALUE: Code = Code {
    name: "sgf/missing-value",
    severity: Severity::Error,
    summary: "an identifier without a value: expected `[`",
    explanation: explanation(
        "A property has at least one value, which may be empty: `KO[]`. kifu keeps this identifier as a \
        property without values, which most programs cannot use. Often it is a word from a text that ended too \
        early, or the `[` of its value was lost.",
    ),
};

pub(crate) const MISSING_IDENTIFIER: Code = Code {
    name: "sgf/missing-identifier",
    severity: Severity::Error,
    summary: "a value without an identifier before it",
    explanation: explanation(
        "Values follow an identifier, which says what they mean. kifu keeps this value as a property \
        without a name. Insert the identifier before it.",
    ),
};

pub(crate) const LOWERCASE_IDENTIFIER: Code = Code {
    name: "sgf/lowercase-identifier",
    severity: Severity::Warning,
    summary: "an identifier without a capital letter",
    explanation: explanation(
        "Identifiers are written in capital letters. In old files, lowercase letters among the capitals \
        are ignored. kifu reads an identifier with only lowercase letters as if it were in capitals; many \
        programs do not recognize it.",
    ),
};

pub(crate) const UNCLOSED_VALUE: Code = Code {
    name: "sgf/unclosed-value",
    severity: Severity::Error,
    summary: "this value is never closed: the file ends before `]`",
    explanation: explanation(
        "The file ends inside a value, usually because the file was cut off. kifu reads the value up to \
        the end of the file. Insert `]` where the value should end.",
    ),
};

pub(crate) const MISSING_BRACKET: Code = Code {
    name: "sgf/missing-bracket",
    severity: Severity::Error,
    summary: "the value before this is not closed: `]` is missing",
    explanation: explanation(
        "A value without its `]` continues up to the next `]`: in `C[oops;W[bb];B[cc]` the comment \
        would contain White's move. If the value contains an unclosed `[` that belongs to a node, or to a \
        property such as `PW` or one on its own line, kifu ends the value before it. A text that really contains \
        SGF escapes its brackets: `C[see ;W\\[bb\\]]`.",
    ),
};

pub(crate) const UNESCAPED_BRACKET: Code = Code {
    name: "sgf/unescaped-bracket",
    severity: Severity::Error,
    summary: "this `]` does not end the value: `\\` is missing before it",
    explanation: explanation(
        "Inside a text, `]` is written `\\]`. This `]` is not escaped, but it matches a `[` of the same \
        text, and no node, property, value or parenthesis follows it, so kifu reads it as text: `C[foo [12k]: \
        hi]` is one comment. Most programs end the value here and lose the rest of it.",
    ),
};

pub(crate) const DANGLING_BYTE: Code = Code {
    name: "sgf/dangling-byte",
    severity: Severity::Warning,
    summary: "the text ends in the first half of a character",
    explanation: explanation(
        "In this charset, `]` can be the second byte of a character, so this byte and the \
                  `]` after it could form one. But the game continues after the `]`, so kifu reads \
                  it as the end of the value, and the byte before it as damaged. Removing that \
                  byte does not lose any readable text.",
    ),
};

pub(crate) const JUNK: Code = Code {
    name: "sgf/junk",
    severity: Severity::Error,
    summary: "bytes that have no meaning here",
    explanation: explanation(
        "Only white space, `;`, `(` and `)` have a meaning between properties. kifu keeps other bytes \
        and ignores them. They can be padding written by old programs, quotation marks from mail, or the rest of \
        a text that ended too early.",
    ),
};

pub(crate) const DUPLICATE_PROPERTY: Code = Code {
    name: "sgf/duplicate-property",
    severity: Severity::Warning,
    summary: "a property appears twice in a node",
    explanation: explanation(
        "A node can have each property only once. Programs differ: some take the first, some the last, \
        and some join the values. kifu keeps both, and uses the first where one value is needed.",
    ),
};

pub(crate) const UNKNOWN_CHARSET: Code = Code {
    name: "sgf/unknown-charset",
    severity: Severity::Warning,
    summary: "`CA` names an unknown charset",
    explanation: explanation(
        "`CA` names the charset of a game. This name is not in the WHATWG Encoding Standard and is not \
        a common alternative spelling, so kifu detects the charset from the bytes of the text.",
    ),
};

pub(crate) const CHARSET_CONTRADICTED: Code = Code {
    name: "sgf/charset-contradicted",
    severity: Severity::Warning,
    summary: "the text is not in the charset that `CA` names",
    explanation: explanation(
        "The file declares one charset, but its bytes are in another: it has a byte order mark, or its \
        text is valid UTF-8 with characters other than ASCII. kifu relies on the bytes. A program that relies on \
        `CA` shows the wrong characters.",
    ),
};

pub(crate) const UNDECODABLE_TEXT: Code = Code {
    name: "sgf/undecodable-text",
    severity: Severity::Warning,
    summary: "text that is not valid in its charset",
    explanation: explanation(
        "Some bytes of this text are not a character in the charset of the game: the text was cut off, \
        or is in another charset. kifu keeps the bytes and shows U+FFFD in their place.",
    ),
};

/// Every kind of finding of this crate, sorted by name.
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
    GAME_NUMBER,
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
            Fault::GameNumber => &GAME_NUMBER,
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
