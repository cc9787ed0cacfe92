//! The kinds of findings: the only place that defines their names, severities and explanations.

use kifu_span::{Code, Severity};

macro_rules! codes {
    ($($constant:ident $severity:ident $name:literal: $summary:literal. $explanation:literal)*) => {
        $(
            pub(crate) const $constant: Code = Code {
                name: $name,
                severity: Severity::$severity,
                summary: $summary,
                explanation: $explanation,
            };
        )*

        /// All kinds of findings of this crate, sorted by name.
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
        "The specifications print their examples like this. JSON has only the value, and programs that read \
        JSON reject the rest. It is ignored, and is not written."
    BAD_DATE Warning "jgf/bad-date":
        "a date that does not exist, or that is not in the format of the specifications".
        "Dates have the format `2011-04-22`; the day, or the day and the month, can be omitted. Other programs \
        may not recognize this date. It is kept as it is."
    BAD_ESCAPE Error "jgf/bad-escape":
        "an invalid escape sequence".
        "In a JSON string, `\\` is followed by one of `\"\\/bfnrt`, or by `u` and four hexadecimal digits. \
        This one is read, and written, as a backslash and the characters after it."
    BAD_POINT Error "jgf/bad-point":
        "a value that is not a point of a board".
        "A point is two letters such as `dd` in version 1, two numbers such as `[3, 3]` in ngGo, and \
        `{\"x\": 3, \"y\": 3}` in version 2, counted from 0 at the top left. Any other value is kept as it is; \
        a move whose point cannot be read is not a move of the game."
    BAD_SIZE Error "jgf/bad-size":
        "an invalid board size".
        "Boards have 1 to 52 columns and rows. With any other size kifu does not check whether points are \
        on the board. The numbers are kept."
    BARE_WORD Error "jgf/bare-word":
        "a word without quotation marks that is not a JSON value".
        "In addition to strings, numbers and containers, JSON has the values `true`, `false` and `null`. Any \
        other word needs quotation marks, and is read as if it had them."
    BYTE_ORDER_MARK Info "jgf/byte-order-mark":
        "the file begins with a byte order mark".
        "JSON is UTF-8 without a byte order mark, though most programs ignore it. kifu ignores it too, and does \
        not write it."
    CHARSET Warning "jgf/charset":
        "the record names a charset that JSON cannot be in".
        "JSON is UTF-8, whatever the record says; kifu goes by the bytes. The name is kept. It is often left \
        over from another format that the record was converted from."
    COMMENT Warning "jgf/comment":
        "comments, which JSON does not support".
        "The specifications print their examples with `//` comments. Programs that read JSON reject them. \
        They are ignored, and are not written."
    CONTESTED_POINT Error "jgf/contested-point":
        "a point is territory of both sides".
        "The points of a score must be unique. With this point on both sides, the count is wrong for one \
        of them. Both are kept."
    CONTESTED_SETUP Warning "jgf/contested-setup":
        "a setup puts different stones on one point".
        "In one node a point is black, white or empty. Programs differ in which of two stones they put \
        there. Both are kept."
    CONTROL_CHARACTER Warning "jgf/control-character":
        "unescaped control characters in strings".
        "In a JSON string, line breaks, tabs and other control characters are written as escape sequences such \
        as `\\n`. Programs that read JSON reject them otherwise. They are read as they are, and written as \
        escape sequences."
    DATES_DISAGREE Warning "jgf/dates-disagree":
        "`date` is not the first of the `dates`".
        "A game that took more than one day has `dates`; if it also has a `date`, that should be the first of \
        them. Both are kept, and `dates` is used. The example of the specification of version 2 has this problem."
    DUPLICATE_MEMBER Error "jgf/duplicate-member":
        "an object has two members with the same name".
        "Programs differ here: most use the last value, some the first, and some reject the file. kifu uses \
        the last one, and keeps both until the value is changed."
    DUPLICATE_POINT Warning "jgf/duplicate-point":
        "a point occurs twice in a score".
        "The points of a score must be unique; a program that counts the entries counts this one twice. \
        All are kept."
    EMPTY_VARIATION Warning "jgf/empty-variation":
        "a variation without nodes, or an empty list of variations".
        "Nothing follows here. A variation without nodes can mean that the game may end here; it is kept as a \
        place in the tree that does not count as a node, and so is an empty list of variations. Other programs \
        may fail to read it."
    FLATTENED_VARIATIONS Error "jgf/flattened-variations":
        "a variation that is not an array of nodes".
        "Until August 2026 Seki wrote all nodes of all variations into one list, and omitted the move of the \
        node at which they branch. The file does not say which node follows which, so each is read as a \
        separate variation. If you have the original record, convert it again."
    IMPLIED_PASS Warning "jgf/implied-pass":
        "a move without a point".
        "A pass is `\"pass\"` or an empty string in version 1 and `\"pass\": true` in version 2. A move that \
        has neither a point nor one of these is read as a pass, as in other programs."
    JUNK Error "jgf/junk":
        "characters that have no meaning here".
        "Between values only white space and `,` have a meaning, and between keys and values `:`. Other \
        characters are ignored, and are not written."
    KEYED_PLAYERS Info "jgf/keyed-players":
        "players in an object with their colours as keys, as Seki writes them".
        "The specification has an array of players; Seki reads and writes an object whose keys are the \
        colours, and misreads the array. kifu reads both. To write one or the other, use the profile of Seki \
        or of the specification."
    LONE_SURROGATE Warning "jgf/lone-surrogate":
        "an unpaired surrogate, which is not a character".
        "Surrogates such as `\\ud83d` come in pairs that encode one character. A single one is read as U+FFFD. \
        The spelling is kept until the text is changed."
    MISSING_COLON Error "jgf/missing-colon":
        "a `:` is missing between a key and its value".
        "Each member of an object is a key, a `:` and a value. This value is read as the value of the key \
        before it. Often a quotation mark or a comma is missing nearby."
    MISSING_COMMA Error "jgf/missing-comma":
        "a `,` is missing between two values".
        "Elements of arrays and members of objects are separated by commas. The text is read as if there were \
        a comma here. Often a quotation mark is missing nearby."
    MISSING_KEY Error "jgf/missing-key":
        "a value in an object without a key".
        "Each member of an object is a key, a `:` and a value. This value is read with an empty key. \
        Perhaps the `{` was meant to be a `[`."
    MISSING_VALUE Error "jgf/missing-value":
        "a key without a value".
        "Each member of an object is a key, a `:` and a value. The key is read as if `null` followed it, \
        which means that it has no value."
    NO_FIRST_NODE Warning "jgf/no-first-node":
        "variations where a node should come first".
        "An array of nodes begins with a node; the tree begins with its root. The tree is read as if an empty \
        node preceded the variations; that node is not written."
    NO_RECORD Error "jgf/no-record":
        "this is not a record".
        "A record is an object with the member `tree`, and usually `record`, `game` and `board`. This has none \
        of them. It is kept as it is, if it is JSON at all. Other formats use the name JGF, and the file \
        extension, too."
    NO_TREE Warning "jgf/no-tree":
        "the record has no tree".
        "The moves of a record are in `tree`, an array of nodes; a record without moves has an empty array. The \
        file may be only the header of a record, or may be cut off. It is read as a record without moves."
    NODE_AFTER_VARIATIONS Warning "jgf/node-after-variations":
        "a node after the variations of its parent".
        "Variations are the last element of their array: the main line is the first of them. A node after \
        them is read as one more variation, as in other programs, and keeps its place. Perhaps it was meant \
        as the main line."
    NOT_UTF8 Error "jgf/not-utf-8":
        "the file is not UTF-8, as JSON must be".
        "The file is decoded with the charset that the record names, or else with the most likely one. Other \
        programs reject or misread it. kifu writes UTF-8, and the record then says so."
    NUMBER_AS_TEXT Info "jgf/number-as-text":
        "a number where a string is expected".
        "This member should be a string, and is read as the text of the number. Strict programs may reject it. \
        It remains a number until it is changed."
    NUMBER_SPELLING Warning "jgf/number-spelling":
        "numbers that are not valid JSON".
        "JSON numbers have no leading `+`, a digit on both sides of the decimal point, and no leading zeros. \
        They are written in that form."
    OUTSIDE_BOARD Error "jgf/outside-board":
        "a point outside of the board".
        "Points are counted from 0, so that the last column of 19 is 18. The point is kept. Perhaps the size \
        of the board is missing: the default is 19×19."
    PASS_WITH_POINT Warning "jgf/pass-with-point":
        "a pass that has a point".
        "A move is either a pass or has a point. This one is read as a pass; the point is kept until the move \
        is changed."
    ROOT_FLAG Warning "jgf/root-flag":
        "a node other than the first is marked as the root".
        "The first node of the tree is the root. Version 1 marks it with `root`, which has no meaning in other \
        nodes. The member is kept."
    ROOT_MOVE Warning "jgf/root-move":
        "a move in the root".
        "According to the specifications the root may have a setup and comments, but not a move, and programs \
        that show the position before the first move skip it. It is kept."
    SETUP_WITH_MOVE Warning "jgf/setup-with-move":
        "a node with a move and a setup".
        "Version 2 requires setups to be in nodes of their own, and version 1 does not say which of the two \
        comes first. Both are kept."
    SEVERAL_DOCUMENTS Warning "jgf/several-documents":
        "several JSON documents in one file".
        "A JSON file is one value; a collection is an array of records. All documents are read, and are \
        written as an array."
    SINGLE_QUOTES Warning "jgf/single-quotes":
        "strings in single quotation marks".
        "JSON strings have double quotation marks. Programs that read JSON reject single ones. They are read, \
        and written as double ones."
    SIZE_DISAGREES Error "jgf/size-disagrees":
        "`size` disagrees with the width and height of the board".
        "Version 2 has `size` for square boards, and `width` and `height` for all boards. If they disagree, \
        width and height are used. All are kept."
    STRAY_CLOSE Error "jgf/stray-close":
        "a closing bracket without an opening one".
        "No open bracket matches this one, so it is ignored. If it was meant to close something, that was \
        closed too early."
    STRAY_COMMA Error "jgf/stray-comma":
        "a `,` without a value before it".
        "Commas separate values, and there is no value before this one. It is ignored, and is not written. \
        A value may have been lost here."
    STRAY_ELEMENT Error "jgf/stray-element":
        "a value in the tree that is neither a node nor variations".
        "The tree consists of nodes, which are objects, and variations. Any other value is kept in its place, \
        and is not part of the game."
    TEXT_AROUND Warning "jgf/text-around":
        "text before or after the record".
        "A web page, a Markdown code fence or a note around a record is not part of it. Programs that read \
        JSON reject such a file. The text is ignored, and is not written."
    TEXT_AS_NUMBER Info "jgf/text-as-number":
        "a number in quotation marks".
        "This member should be a number. ngGo writes some of them with quotation marks, so kifu reads them. \
        They keep the quotation marks until they are changed."
    TRAILING_COMMA Warning "jgf/trailing-comma":
        "commas after the last value of an array or object".
        "The specifications print their examples with them. JSON does not allow them, and programs that read \
        JSON reject them. They are ignored, and are not written."
    TREE_AS_TEXT Warning "jgf/tree-as-text":
        "the tree is a string that contains JSON".
        "ngGo reads such a tree, so kifu reads it too. The string is kept as it is until a node is changed; \
        then the tree is written as an array."
    TREE_ONLY Info "jgf/tree-only":
        "an array of nodes without a record around it".
        "ngGo reads the tree of a record by itself. kifu reads it as a record that has nothing else, and \
        writes it as an array again as long as nothing else is added."
    TURN_WITH_MOVE Warning "jgf/turn-with-move":
        "a node with a move states whose turn it is".
        "The colour of a move says whose turn it was. The specification has `turn` for setups; together with a \
        move, some programs read it as the turn before the move, others as the turn after it. Both are kept."
    TWO_MOVES Warning "jgf/two-moves":
        "a move with two colours".
        "A node has one move. The first colour in the object is read as the move, and the other one is kept \
        as it is."
    UNCLOSED Error "jgf/unclosed":
        "a bracket that is never closed".
        "Each `{` needs a `}` and each `[` a `]`. The text is read as if this one were closed at the end of the \
        file, or where another bracket closes the value around it. The file may be cut off."
    UNCLOSED_STRING Error "jgf/unclosed-string":
        "a string that is never closed".
        "The second quotation mark is missing in the rest of the file. The string is read up to the end of \
        its line."
    UNDECODABLE_TEXT Error "jgf/undecodable-text":
        "bytes that are not valid in the charset of the file".
        "They are read as U+FFFD, and the original bytes are lost once the record is written. If the file is in \
        another charset than it says, convert it with the right one: `kifu charset --to utf-8 --from CHARSET`."
    UNKNOWN_COLOR Error "jgf/unknown-color":
        "a colour that is neither black nor white".
        "Players can have any colour, but moves, stones and territory are black or white: `B` and `W` in \
        version 1, `black` and `white` in version 2. A move of another colour is not a move of the game; it is \
        kept as it is."
    UNKNOWN_GAME Warning "jgf/unknown-game":
        "an unknown type of game".
        "The specifications name `go` and a few other games. A record with another type is read as a record \
        of Go. The name is kept."
    UNQUOTED_KEY Warning "jgf/unquoted-key":
        "keys without quotation marks".
        "JavaScript allows them, and the specification of version 1 prints its example with them. JSON does \
        not, and programs that read it reject them. They are read, and written with quotation marks."
    UTF16 Warning "jgf/utf-16":
        "the file is UTF-16, not UTF-8".
        "JSON that programs exchange is UTF-8. The file is read, and will be written as UTF-8. Positions refer \
        to its text as UTF-8."
    VARIATIONS_IN_NODE Warning "jgf/variations-in-node":
        "variations inside of a node".
        "In version 2 the variations are in an object of their own, which follows the node. Here they are \
        in the node itself; they are read as if they followed it, and keep their place."
    VARIATIONS_WITH_MEMBERS Warning "jgf/variations-with-members":
        "other members in the object of the variations".
        "In the specification of version 2, the object that contains variations has no other members. The \
        others are kept."
    WHITE_SPACE Warning "jgf/white-space":
        "white space that JSON does not allow".
        "Between values JSON allows spaces, tabs and line breaks. Programs that read JSON reject others, such \
        as the no-break spaces in text from a web page. They are ignored."
    WRONG_TYPE Warning "jgf/wrong-type":
        "a value of the wrong type".
        "The value does not have the type that the specification gives for this member, so kifu ignores it or \
        can only guess, such as for a single string in place of a list. It is kept as it is until the member is \
        changed."
}
