//! The findings of this crate: the only place that defines their names, severities and
//! explanations.

use kifu_span::{Code, Severity};

macro_rules! codes {
    ($($constant:ident $severity:ident $name:literal: $summary:literal. $explanation:literal)*) => {
        $(
            pub(crate) const $constant: Code = Code {
                name: $name,
                severity: Severity::$severity,
                summary: $summary,
                explanation: kifu_span::explanation($explanation),
            };
        )*

        /// Every kind of finding of this crate, sorted by name.
        ///
        /// ```
        /// let code = kifu_jgf::CODES.iter().find(|code| code.name == "jgf/trailing-comma").unwrap();
        /// assert_eq!(code.severity.name(), "warning");
        /// ```
        pub const CODES: &[Code] = &[$($constant),*];
    };
}

codes! {
    ASSIGNMENT Warning "jgf/assignment":
        "the record is the value of a JavaScript assignment, such as `JGF = …;`".
        "The specifications print their examples like this. JSON allows only the value, and JSON parsers \
        refuse the rest. kifu skips it when reading and drops it when writing."
    BAD_DATE Warning "jgf/bad-date":
        "a date that does not exist or is not spelled as specified".
        "A date is written as `2011-04-22`; the day, or the day and the month, can be omitted. Other programs \
        will not recognize this value as a date. kifu keeps it as written."
    BAD_ESCAPE Error "jgf/bad-escape":
        "an invalid escape sequence".
        "In a JSON string, `\\` can be followed by one of `\"\\/bfnrt`, or by `u` and four hexadecimal digits. \
        kifu reads the `\\` of any other sequence as an ordinary character, except that it reads `\\'` as `'`, \
        and writes valid JSON."
    BAD_POINT Error "jgf/bad-point":
        "a value that is not a point".
        "A point is two letters such as `dd` in version 1, two numbers such as `[3, 3]` in ngGo, and `{\"x\": 3, \
        \"y\": 3}` in version 2, counted from 0 at the top left. kifu keeps any other value as written. A move \
        whose point cannot be read is not played."
    BAD_SIZE Error "jgf/bad-size":
        "an invalid board size".
        "A board has 1 to 52 columns and rows. With any other size, kifu cannot check whether points are on the \
        board. It keeps the numbers."
    BARE_WORD Error "jgf/bare-word":
        "an unquoted word that is not a JSON value".
        "The only words in JSON are `true`, `false` and `null`. Any other word needs quotation marks, and kifu \
        reads it as if it were quoted."
    BYTE_ORDER_MARK Info "jgf/byte-order-mark":
        "the file begins with a byte order mark".
        "JSON is UTF-8 without a byte order mark, but most programs skip one. kifu also skips the mark, and \
        does not write it."
    CHARSET Warning "jgf/charset":
        "the record names a charset other than UTF-8".
        "JSON is always UTF-8, whatever the record says, so kifu relies on the bytes and keeps the name. The \
        name is often left over from the format that the record was converted from."
    COMMENT Warning "jgf/comment":
        "comments, which JSON does not allow".
        "The specifications have `//` comments in their examples, but JSON parsers refuse them. kifu skips \
        comments and does not write them."
    CONTESTED_POINT Error "jgf/contested-point":
        "a point is territory of both players".
        "The points of a score must be unique. With this point on both sides, the count is wrong for one of the \
        players. kifu keeps both."
    CONTESTED_SETUP Warning "jgf/contested-setup":
        "setup that puts different stones on one point".
        "In a node, a point is black, white or empty. Programs differ in which of the two stones they place. \
        kifu keeps both."
    CONTROL_CHARACTER Warning "jgf/control-character":
        "unescaped control characters in strings".
        "In a JSON string, line breaks, tabs and other control characters must be escaped, such as `\\n`. JSON \
        parsers refuse them otherwise. kifu reads them as they are, and writes escapes."
    DATES_DISAGREE Warning "jgf/dates-disagree":
        "`date` is not the first of the `dates`".
        "A game that took more than one day has `dates`; if the game also has a `date`, that should be the \
        first of the `dates`. kifu uses `dates` and keeps both. The example in the specification of version 2 \
        has this error."
    DUPLICATE_MEMBER Error "jgf/duplicate-member":
        "a key appears twice in an object".
        "Programs differ: most use the last value, some use the first, and some refuse the file. kifu uses the \
        last value, and keeps all of them until the value is changed."
    DUPLICATE_POINT Warning "jgf/duplicate-point":
        "a point appears twice in a score".
        "The points of a score must be unique. A program that counts the entries counts this point twice. kifu \
        keeps all of them."
    EMPTY_VARIATION Warning "jgf/empty-variation":
        "a variation without nodes, or an empty list of variations".
        "A variation without nodes can mean that the game may end here. kifu keeps it as a place in the tree \
        that does not count as a node, and does the same with an empty list of variations. Other programs may \
        fail on both."
    FLATTENED_VARIATIONS Error "jgf/flattened-variations":
        "a variation that is not an array of nodes".
        "Until August 2026, Seki wrote the nodes of all variations into one list and omitted the move of the \
        node where they begin. The file no longer shows which node followed which, so kifu reads each node as a \
        variation of its own. If the original record still exists, convert it again."
    IMPLIED_PASS Warning "jgf/implied-pass":
        "a move without a point".
        "A pass is `\"pass\"` or an empty string in version 1, and `\"pass\": true` in version 2. kifu reads a \
        move with neither a point nor a pass as a pass, as other known programs do."
    JUNK Error "jgf/junk":
        "characters that have no meaning here".
        "Only white space and `,` have a meaning between values, and only `:` between keys and values. kifu \
        skips other characters and does not write them."
    KEYED_PLAYERS Info "jgf/keyed-players":
        "players in an object with colours as keys, as Seki writes them".
        "The specification requires an array of players. Seki reads and writes an object whose keys are \
        colours, and misreads an array. kifu reads both. To choose what kifu writes, use `kifu convert` with \
        `--profile seki` or `--profile spec`."
    LONE_SURROGATE Warning "jgf/lone-surrogate":
        "half of a surrogate pair, which is not a character".
        "Escapes such as `\\ud83d` come in pairs that encode one character. kifu reads an unpaired one as \
        U+FFFD, and keeps its spelling until the text is changed."
    MISSING_COLON Error "jgf/missing-colon":
        "a `:` is missing between a key and its value".
        "Each member of an object is a key, a `:` and a value. kifu reads this value as the value of the key \
        before it. Often, a quotation mark or a comma nearby is missing."
    MISSING_COMMA Error "jgf/missing-comma":
        "a `,` is missing between two values".
        "Elements of arrays and members of objects are separated by commas. kifu reads the values as if there \
        were a comma. Often, a quotation mark nearby is missing."
    MISSING_KEY Error "jgf/missing-key":
        "a value without a key in an object".
        "Each member of an object is a key, a `:` and a value. kifu reads this value under an empty key. Perhaps \
        `{` should be `[`."
    MISSING_VALUE Error "jgf/missing-value":
        "a key without a value".
        "Each member of an object is a key, a `:` and a value. kifu reads the key as if its value were `null`, \
        which means that it has no value."
    NO_FIRST_NODE Warning "jgf/no-first-node":
        "variations where a node must come first".
        "An array of nodes begins with a node, and the tree begins with its root. kifu reads the variations as \
        if an empty node came before them, and does not write that node."
    NO_RECORD Error "jgf/no-record":
        "this is not a record".
        "A record is an object with the member `tree`, and usually with `record`, `game` and `board`. The file \
        has none of them. If the file is valid JSON, kifu keeps its content. Other formats share the name JGF \
        and its file extension."
    NO_TREE Warning "jgf/no-tree":
        "the record has no tree".
        "The moves of a record are in `tree`, an array of nodes; a record without moves has an empty array. The \
        file may contain only the header of a record, or may be cut off. kifu reads it as a record without \
        moves."
    NODE_AFTER_VARIATIONS Warning "jgf/node-after-variations":
        "a node after the variations of its parent".
        "Variations are the last element of their array, and the first of them is the main line. kifu reads a \
        node after them as one more variation, as other known programs do, and keeps its place. Perhaps it was \
        meant as the main line."
    NOT_UTF8 Error "jgf/not-utf-8":
        "the file is not UTF-8, as JSON requires".
        "kifu decodes the file by the charset that the record names, or else by the most likely one. Other \
        programs refuse or misread the file. kifu writes UTF-8, and updates the charset that the record names."
    NUMBER_AS_TEXT Info "jgf/number-as-text":
        "a number in place of a string".
        "This member should be a string, and strict programs may refuse the number. kifu reads its digits as \
        text, and keeps the number until the member is changed."
    NUMBER_SPELLING Warning "jgf/number-spelling":
        "numbers that are not spelled as in JSON".
        "A JSON number has no leading `+`, has a digit on each side of the decimal point, and has no leading \
        zeros. kifu writes them that way."
    OUTSIDE_BOARD Error "jgf/outside-board":
        "a point off the board".
        "Points are counted from 0, so the last column of a board with 19 columns is 18. kifu keeps the point. \
        Perhaps the board size is missing: without one, the board is 19×19."
    PASS_WITH_POINT Warning "jgf/pass-with-point":
        "a pass that also has a point".
        "A move is either a pass or has a point. kifu reads this move as a pass, and keeps the point until the \
        move is changed."
    ROOT_FLAG Warning "jgf/root-flag":
        "a node other than the first is marked as the root".
        "The first node of the tree is the root. Version 1 marks it with `root`, which has no meaning in other \
        nodes. kifu keeps the member."
    ROOT_MOVE Warning "jgf/root-move":
        "a move in the root".
        "The root may have setup and comments, but not a move: the specifications say so, and programs that show \
        the position before the first move skip it. kifu keeps the move."
    SETUP_WITH_MOVE Warning "jgf/setup-with-move":
        "a node with both a move and setup".
        "Version 2 requires separate nodes for setup, and version 1 does not say which comes first. kifu keeps \
        both."
    SEVERAL_DOCUMENTS Warning "jgf/several-documents":
        "several JSON documents, one after another".
        "A JSON file has one value; a collection is an array of records. kifu reads all documents, and writes \
        them as an array."
    SINGLE_QUOTES Warning "jgf/single-quotes":
        "strings in single quotation marks".
        "JSON allows only double quotation marks, `\"`, and JSON parsers refuse others. kifu reads these \
        strings, and writes them with double quotation marks."
    SIZE_DISAGREES Error "jgf/size-disagrees":
        "the size of the board contradicts its width and height".
        "In version 2, `size` is for square boards, and `width` and `height` are for all boards. If they \
        disagree, kifu uses `width` and `height`. It keeps all of them."
    STRAY_CLOSE Error "jgf/stray-close":
        "a bracket that closes nothing".
        "There is no open bracket that this one could close, so kifu skips it. If this bracket is right, an \
        earlier closing bracket appears too early."
    STRAY_COMMA Error "jgf/stray-comma":
        "a `,` without a value before it".
        "Commas separate values, but there is no value before this one. kifu skips it and does not write it. A \
        value may have been lost here."
    STRAY_ELEMENT Error "jgf/stray-element":
        "a value in the tree that is neither a node nor variations".
        "The tree contains nodes, which are objects, and variations. kifu keeps any other value in its place, \
        but does not treat it as part of the game."
    TEXT_AROUND Warning "jgf/text-around":
        "text before or after the record".
        "Text around a record, such as a web page, a Markdown code fence or a note, is not part of it. JSON \
        parsers refuse such a file. kifu skips the text and does not write it."
    TEXT_AS_NUMBER Info "jgf/text-as-number":
        "a string in place of a number".
        "This member should be a number. ngGo writes some numbers in quotation marks, so kifu accepts such \
        strings. It keeps the quotation marks until the number is changed."
    TRAILING_COMMA Warning "jgf/trailing-comma":
        "a comma after the last value of an array or object".
        "The specifications have such commas in their examples, but JSON does not allow them, and JSON parsers \
        refuse them. kifu skips them and does not write them."
    TREE_AS_TEXT Warning "jgf/tree-as-text":
        "the tree is a string that contains JSON".
        "ngGo reads such a tree, and so does kifu, which keeps the string until a node is changed, and then \
        writes the tree as an array."
    TREE_ONLY Info "jgf/tree-only":
        "an array of nodes without a record around it".
        "ngGo can read a tree without a record around it. kifu reads it as a record without any other \
        information, and writes it as an array again, unless other information was added."
    TURN_WITH_MOVE Warning "jgf/turn-with-move":
        "a node with a move also states whose turn it is".
        "The colour of a move already says whose turn it was. The specification defines `turn` for nodes with \
        setup. In a node with a move, some programs read it as the turn before the move, and others as the turn \
        after it. kifu keeps both."
    TWO_MOVES Warning "jgf/two-moves":
        "a move with two colours".
        "A node has only one move. kifu reads the first colour in the object as the move, and keeps the other \
        one as it is."
    UNCLOSED Error "jgf/unclosed":
        "a bracket that is never closed".
        "Each `{` needs its `}`, and each `[` its `]`. kifu reads the bracket as if it were closed at the end of \
        the file, or where another bracket closes the one around it. The file may be cut off."
    UNCLOSED_STRING Error "jgf/unclosed-string":
        "a string that is never closed".
        "The closing quotation mark is missing in the rest of the file. kifu reads the string up to the end of \
        its line."
    UNDECODABLE_TEXT Error "jgf/undecodable-text":
        "bytes that are not text in the charset of the file".
        "kifu reads these bytes as U+FFFD, and loses them when it writes the record. If the file is in a \
        charset other than the one that the record names, convert the file first: `kifu charset --to utf-8 \
        --from CHARSET`."
    UNKNOWN_COLOR Error "jgf/unknown-color":
        "a colour that is neither black nor white".
        "Players can have any colour, but moves, stones and territory are black or white: `B` and `W` in \
        version 1, `black` and `white` in version 2. A move of another colour is not played. kifu keeps the \
        colour as written."
    UNKNOWN_GAME Warning "jgf/unknown-game":
        "an unknown type of game".
        "The specifications name `go` and a few other games. kifu reads a record of an unknown game as a record \
        of Go, and keeps the name."
    UNQUOTED_KEY Warning "jgf/unquoted-key":
        "keys without quotation marks".
        "JavaScript allows keys without quotation marks, and the specification of version 1 has such keys in \
        its example. JSON does not allow them, and JSON parsers refuse them. kifu reads such keys, and writes \
        them with quotation marks."
    UTF16 Warning "jgf/utf-16":
        "the file is UTF-16, not UTF-8".
        "JSON files that programs exchange are UTF-8. kifu reads the file, and writes it as UTF-8. Line and \
        column numbers in messages refer to the text in UTF-8."
    VARIATIONS_IN_NODE Warning "jgf/variations-in-node":
        "variations inside a node".
        "In version 2, variations have their own object after the node. Here they are inside the node itself. \
        kifu reads them as if they followed the node, and keeps their place."
    VARIATIONS_WITH_MEMBERS Warning "jgf/variations-with-members":
        "an object with `variations` has other members".
        "In the specification of version 2, the object that contains variations has no other members. kifu keeps \
        them."
    WHITE_SPACE Warning "jgf/white-space":
        "white space that JSON does not allow".
        "JSON allows spaces, tabs and line breaks between values. JSON parsers refuse other white space, such as \
        the no-break spaces in text copied from a web page. kifu skips it."
    WRONG_TYPE Warning "jgf/wrong-type":
        "a value of the wrong type for its member".
        "The specification requires another type here. kifu ignores the value or guesses its meaning, for \
        example when a list is a single string. It keeps the value until the member is changed."
}
