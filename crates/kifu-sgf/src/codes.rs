//! The findings of this crate.

use kifu_span::Code;

use crate::fault::Fault;

kifu_span::codes! {
    /// All codes of this crate, sorted by name.
    ///
    /// ```
    /// let code = kifu_sgf::CODES.iter().find(|code| code.name == "sgf/unclosed-tree").unwrap();
    /// assert!(code.explanation.starts_with("Each `(` needs its `)`."));
    /// ```
    POINT_TWICE Warning "node/point-twice":
        "a point appears twice in a list".
        "A point needs to be listed only once, and a node can set up each point only once."
    NOT_IN_VERSION Info "property/not-in-version":
        "a property that the stated version of SGF does not define".
        "kifu keeps the property and reads it by the definition in another version. `M` and `L`, the marks and letters \
        of FF[1], can be written as `MA` and `LB`, which replace them in later versions."
    CHARSET_CONTRADICTED Warning "sgf/charset-contradicted":
        "the text is not in the charset that `CA` names".
        "The file declares one charset, but its bytes are in another: it has a byte order mark, or its text is valid \
        UTF-8 with characters other than ASCII. kifu relies on the bytes. A program that relies on `CA` shows the \
        wrong characters."
    DANGLING_BYTE Warning "sgf/dangling-byte":
        "the text ends in the first half of a character".
        "In this charset, `]` can be the second byte of a character, so this byte and the `]` after it could form one. \
        But the game continues after the `]`, so kifu reads it as the end of the value, and the byte before it as \
        damaged. Removing that byte does not lose any readable text."
    DUPLICATE_PROPERTY Warning "sgf/duplicate-property":
        "a property appears twice in a node".
        "A node can have each property only once. Programs differ: some take the first, some the last, and some join \
        the values. kifu keeps both, and uses the first where one value is needed."
    EARLY_CLOSE Error "sgf/early-close":
        "this `)` closes the game before its last variation".
        "A variation or a property follows directly after the end of this game, and a later `)` closes nothing. So \
        this `)` is one too many, as in `(;GM[1];B[aa](;W[bb]))(;W[cc]))` and `(;GM[1];B[aa];)W[bb])`. The text after \
        it is read as another game, or as text outside of any game. Removing this `)` makes that text part of this \
        game again."
    EMPTY_VARIATION Warning "sgf/empty-variation":
        "a variation without a node".
        "`()` can mean that the game may end here. kifu reads it as a place in the tree that does not count as a node. \
        Most programs refuse the file or drop the variation. Remove it if it has no meaning."
    GAME_NUMBER Info "sgf/game-number":
        "the number of a game, outside of the game".
        "Archives of servers such as Tygem and Tom have a game on each line: its number, a tab, and its moves without \
        parentheses. SGF has no place for such a number. kifu keeps the number and ignores it, and reads each line as \
        a game."
    JUNK Error "sgf/junk":
        "bytes that have no meaning here".
        "Only white space, `;`, `(` and `)` have a meaning between properties. kifu keeps other bytes and ignores \
        them. They can be padding written by old programs, quotation marks from mail, or the rest of a text that ended \
        too early."
    LOWERCASE_IDENTIFIER Warning "sgf/lowercase-identifier":
        "an identifier without a capital letter".
        "Identifiers are written in capital letters. In old files, lowercase letters among the capitals are ignored. \
        kifu reads an identifier with only lowercase letters as if it were in capitals; many programs do not recognize \
        it."
    MISSING_BRACKET Error "sgf/missing-bracket":
        "the value before this is not closed: `]` is missing".
        "A value without its `]` continues up to the next `]`: in `C[oops;W[bb];B[cc]` the comment would contain \
        White's move. If the value contains an unclosed `[` that belongs to a node, or to a property such as `PW` or \
        one on its own line, kifu ends the value before it. A text that really contains SGF escapes its brackets: \
        `C[see ;W\\[bb\\]]`."
    MISSING_IDENTIFIER Error "sgf/missing-identifier":
        "a value without an identifier before it".
        "Values follow an identifier, which says what they mean. kifu keeps this value as a property without a name. \
        Insert the identifier before it."
    MISSING_OPEN Error "sgf/missing-open":
        "a node outside of any game tree: `(` is missing".
        "A node such as `;B[pd]` appears where no game tree is open. kifu reads it as the start of a game tree, so \
        that no move is lost. Most programs do not find a game here unless `(` is inserted before the node."
    MISSING_SEMICOLON Error "sgf/missing-semicolon":
        "a property right after `(`: `;` is missing".
        "A property belongs to a node, and a node starts with `;`. Old dialects omitted the `;` after `(`. kifu reads \
        the properties as a node."
    MISSING_VALUE Error "sgf/missing-value":
        "an identifier without a value: expected `[`".
        "A property has at least one value, which may be empty: `KO[]`. kifu keeps this identifier as a property \
        without values, which most programs cannot use. Often it is a word from a text that ended too early, or the \
        `[` of its value was lost."
    NESTED_OPEN Error "sgf/nested-open":
        "`((`: a variation that starts with a variation, not a node".
        "A node must follow each `(`. The outer pair of parentheses has no node of its own and is read as if it were \
        not there. It is dropped when nodes of the game are moved."
    NO_GAME Error "sgf/no-game":
        "no game tree found".
        "A record is a game tree: `(;`, then properties such as `GM[1]`, then `)`. Nothing in this file looks like the \
        start of one, so kifu reads the file as a document without games and keeps its bytes. If the format of the \
        file can be recognized, the help names it; convert the file to SGF first."
    NODE_AFTER_VARIATIONS Error "sgf/node-after-variations":
        "a node after the variations of its parent".
        "Once a node has variations in parentheses, every node after it must be in parentheses too, but this one is \
        not. kifu reads it and the nodes after it as one more variation; some programs drop them. The repair adds the \
        parentheses, so that all programs read the same tree."
    PROPERTY_AFTER_VARIATIONS Error "sgf/property-after-variations":
        "a property after the variations of its node".
        "The properties of a node end where its variations begin. kifu reads this property as a new node that begins \
        one more variation. If the property belongs to the node before the variations, move it there."
    STRAY_CLOSE Error "sgf/stray-close":
        "`)` without a `(` before it".
        "All game trees are closed already, so this `)` closes nothing and is ignored. If it was meant to close a \
        tree, an earlier `)` closed that tree too early. Otherwise, remove it."
    TEXT_AFTER Info "sgf/text-after":
        "text after the last game tree".
        "Text after the last `)` does not belong to a game. kifu keeps the text and ignores it. The repair removes it, \
        so that stricter programs can read the file."
    TEXT_BEFORE Info "sgf/text-before":
        "text before the first game tree".
        "Mail headers, notes or parts of a web page around a record are not part of it. kifu keeps the text and \
        ignores it. Programs that expect the file to start with `(;` refuse it; the repair removes the text."
    TEXT_BETWEEN Info "sgf/text-between":
        "text between game trees".
        "Text between two games of a collection does not belong to either game. kifu keeps the text and ignores it. \
        The repair removes it, so that stricter programs can read the file."
    UNCLOSED_TREE Error "sgf/unclosed-tree":
        "this game tree is never closed".
        "Each `(` needs its `)`. kifu reads the tree as if the missing `)` were at the end of the file or before the \
        next game. Inside a tree that is never closed, a `(` on its own line followed by a node that starts with a \
        property such as `GM` or `PB` begins the next game. Inside a tree that is closed, such a node is an ordinary \
        variation."
    UNCLOSED_VALUE Error "sgf/unclosed-value":
        "this value is never closed: the file ends before `]`".
        "The file ends inside a value, usually because the file was cut off. kifu reads the value up to the end of the \
        file. Insert `]` where the value should end."
    UNDECODABLE_TEXT Warning "sgf/undecodable-text":
        "text that is not valid in its charset".
        "Some bytes of this text are not a character in the charset of the game: the text was cut off, or is in \
        another charset. kifu keeps the bytes and shows U+FFFD in their place."
    UNESCAPED_BRACKET Error "sgf/unescaped-bracket":
        "this `]` does not end the value: `\\` is missing before it".
        "Inside a text, `]` is written `\\]`. This `]` is not escaped, but it matches a `[` of the same text, and no \
        node, property, value or parenthesis follows it, so kifu reads it as text: `C[foo [12k]: hi]` is one comment. \
        Most programs end the value here and lose the rest of it."
    UNKNOWN_CHARSET Warning "sgf/unknown-charset":
        "`CA` names an unknown charset".
        "`CA` names the charset of a game. This name is not in the WHATWG Encoding Standard and is not a common \
        alternative spelling, so kifu detects the charset from the bytes of the text."
    EMPTY_VALUE Info "value/empty":
        "an empty value where one is required".
        "Only passes, some lists, and properties without a value, such as `KO`, may be empty. Here, an empty value has \
        no meaning."
    MALFORMED Error "value/malformed":
        "a value that does not have the type of its property".
        "kifu cannot interpret the value. It keeps the value as written, and reads the record as if the value were \
        missing."
    TOO_MANY Warning "value/too-many":
        "several values where one is expected".
        "Programs use the first, the last or all of them. kifu uses the first and keeps the others."
}

impl Fault {
    pub(crate) const fn code(self) -> &'static Code {
        match self {
            Fault::NoGame => NO_GAME,
            Fault::TextBefore => TEXT_BEFORE,
            Fault::TextBetween => TEXT_BETWEEN,
            Fault::GameNumber => GAME_NUMBER,
            Fault::TextAfter => TEXT_AFTER,
            Fault::StrayClose => STRAY_CLOSE,
            Fault::EarlyClose => EARLY_CLOSE,
            Fault::MissingOpen => MISSING_OPEN,
            Fault::UnclosedTree => UNCLOSED_TREE,
            Fault::MissingSemicolon => MISSING_SEMICOLON,
            Fault::NestedOpen => NESTED_OPEN,
            Fault::EmptyVariation => EMPTY_VARIATION,
            Fault::NodeAfterVariations => NODE_AFTER_VARIATIONS,
            Fault::PropertyAfterVariations => PROPERTY_AFTER_VARIATIONS,
            Fault::MissingValue => MISSING_VALUE,
            Fault::MissingIdentifier => MISSING_IDENTIFIER,
            Fault::LowercaseIdentifier => LOWERCASE_IDENTIFIER,
            Fault::UnclosedValue => UNCLOSED_VALUE,
            Fault::MissingBracket => MISSING_BRACKET,
            Fault::UnescapedBracket => UNESCAPED_BRACKET,
            Fault::DanglingByte => DANGLING_BYTE,
            Fault::Junk => JUNK,
        }
    }
}
