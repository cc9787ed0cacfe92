//! Every kind of finding, explained. The one place where their names, severities and
//! explanations stand.

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

        /// Every kind of finding of this crate, by name.
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
        "the record is the value of an assignment of JavaScript, such as `JGF = …;`".
        "The specifications print their examples like this. JSON has the value alone, and programs \
        that read JSON refuse the rest. It is passed over, and is not written."
    BAD_DATE Warning "jgf/bad-date":
        "a date that does not exist, or is not spelled as the specifications say".
        "Dates are `2011-04-22`; the day, or the day and the month, can be left out. Other programs will \
        not know this one for a date. It is kept as it is."
    BAD_ESCAPE Error "jgf/bad-escape":
        "a `\\` before a character that it cannot stand before".
        "In a string of JSON, `\\` stands before one of `\"\\/bfnrt`, or before `u` and four hexadecimal \
        digits. This one is read as the two characters that it seems to be, and written as such."
    BAD_POINT Error "jgf/bad-point":
        "this is no point of a board".
        "A point is two letters such as `dd` in version 1, two numbers such as `[3, 3]` in ngGo, and \
        `{\"x\": 3, \"y\": 3}` in version 2, counted from 0 at the top left. What is none is kept as it is; \
        a move without a point that can be read is no move."
    BAD_SIZE Error "jgf/bad-size":
        "the board has a size that boards do not have".
        "Boards have 1 to 52 columns and rows. With any other size it cannot be said whether points lie \
        on the board, and nothing is said about them. The numbers are kept."
    BARE_WORD Error "jgf/bare-word":
        "a word without quotation marks that is no value of JSON".
        "Beside texts, numbers and containers, JSON has the values `true`, `false` and `null`. Any other \
        word needs quotation marks, and is read as if it had them."
    BYTE_ORDER_MARK Info "jgf/byte-order-mark":
        "the file begins with a byte order mark".
        "JSON is UTF-8 without the mark, though most programs pass over it. So does this one, which \
        does not write it."
    CHARSET Warning "jgf/charset":
        "the record names a charset that JSON cannot be in".
        "JSON is UTF-8, whatever the record says; the bytes decide. The name is kept. It is often left \
        from another format that the record was made from."
    COMMENT Warning "jgf/comment":
        "comments, which JSON does not have".
        "The specifications print their examples with comments in `//`. Programs that read JSON refuse \
        them. They are passed over, and are not written."
    CONTESTED_POINT Error "jgf/contested-point":
        "a point is territory of both sides".
        "The points of a score are to be unique. With this one on both sides the count is wrong for one \
        of them. Both are kept."
    CONTESTED_SETUP Warning "jgf/contested-setup":
        "a setup puts different stones on one point".
        "In one node a point is black, white or empty. Programs differ in which of two stones they put \
        there. Both are kept."
    CONTROL_CHARACTER Warning "jgf/control-character":
        "control characters stand in strings as they are".
        "In a string of JSON, line breaks, tabs and the like are written as escapes, such as `\\n`. Programs \
        that read JSON refuse them. They are read as they are and written as escapes."
    DATES_DISAGREE Warning "jgf/dates-disagree":
        "the date is not the first of the dates".
        "A game that took more than one day has `dates`; where there is a `date` beside them, it should be \
        the first. Both are kept; the dates count. The example of the specification of version 2 is \
        like this."
    DUPLICATE_MEMBER Error "jgf/duplicate-member":
        "a name stands twice in an object".
        "Programs differ in what they do with it: most take the last value, some the first, some refuse the \
        file. Here the last one counts, and both are kept until the value is changed."
    DUPLICATE_POINT Warning "jgf/duplicate-point":
        "a point stands twice in a score".
        "The points of a score are to be unique; a program that counts the entries counts this one twice. \
        All are kept."
    EMPTY_VARIATION Warning "jgf/empty-variation":
        "a variation without nodes, or a list of variations without any".
        "Nothing follows here. A variation without nodes can mean that the game may end at this place, \
        and is kept as a place in the tree that counts as no node; so is a list without variations. Other \
        programs may stumble over it."
    FLATTENED_VARIATIONS Error "jgf/flattened-variations":
        "a variation that is no array of nodes".
        "Until August 2026 Seki wrote all nodes of all variations into one list, and left out the move of the \
        node that forks. Which node followed which cannot be told any more: each is read as a variation \
        of its own. If the original record is still there, convert it again."
    IMPLIED_PASS Warning "jgf/implied-pass":
        "a move without a point".
        "A pass is `\"pass\"` or an empty text in version 1 and `\"pass\": true` in version 2. A move that \
        has neither a point nor that is read as a pass, as the known programs do."
    JUNK Error "jgf/junk":
        "characters that mean nothing here".
        "Between values, only white space and `,`, between keys and values `:` have a meaning. Other \
        characters are passed over, and are not written."
    KEYED_PLAYERS Info "jgf/keyed-players":
        "players in an object under their colours, as Seki has them".
        "The specification has an array of players; Seki reads and writes an object whose names are the \
        colours, and misreads the array. Both are read. Write with the profile of Seki or of the \
        specification to have it either way."
    LONE_SURROGATE Warning "jgf/lone-surrogate":
        "half of a character, which stands for nothing".
        "Escapes such as `\\ud83d` come in pairs that stand for one character. A single one reads as U+FFFD. \
        The spelling is kept until the text is changed."
    MISSING_COLON Error "jgf/missing-colon":
        "a `:` is missing between a key and its value".
        "Each member of an object is a key, a `:` and a value. This value is read as that of the key \
        before it. Often a quotation mark or a comma went missing near by."
    MISSING_COMMA Error "jgf/missing-comma":
        "a `,` is missing between two values".
        "Elements of arrays and members of objects are separated by commas. It is read as if one stood \
        here. Often a quotation mark went missing near by."
    MISSING_KEY Error "jgf/missing-key":
        "a value in an object without a key".
        "Each member of an object is a key, a `:` and a value. This value is read under an empty key. \
        Perhaps `[` was meant where `{` stands."
    MISSING_VALUE Error "jgf/missing-value":
        "a key without a value".
        "Each member of an object is a key, a `:` and a value. The key is read as if `null` stood behind \
        it, which means that it has no value."
    NO_FIRST_NODE Warning "jgf/no-first-node":
        "variations where a node should come first".
        "An array of nodes begins with a node; the tree begins with its root. It is read as if an empty node \
        stood before this, and that node is not written."
    NO_RECORD Error "jgf/no-record":
        "this is no record".
        "A record is an object with the member `tree`, and most often `record`, `game` and `board`. Nothing \
        of that is here. What is here is kept as it is, if it is JSON at all. Other formats share the name \
        JGF, and the extension."
    NO_TREE Warning "jgf/no-tree":
        "the record has no tree".
        "A record has its moves in `tree`, an array of nodes; one without any has an empty array. The file \
        may be only the head of a record, or cut off. It is read as a record without moves."
    NODE_AFTER_VARIATIONS Warning "jgf/node-after-variations":
        "a node behind the variations of its parent".
        "Variations are the last element of their array: the main line is the first of them. A node behind \
        them is read as one variation more, as the known programs do, and keeps its place. Perhaps it \
        was meant as the main line."
    NOT_UTF8 Error "jgf/not-utf-8":
        "the file is not UTF-8, as JSON has to be".
        "The file is decoded by the charset that the record names, or else by the most likely one. Other \
        programs refuse it or misread it. What is written is UTF-8, and the record then says so."
    NUMBER_AS_TEXT Info "jgf/number-as-text":
        "a number in place of a text".
        "This member is a text, and is read as the text that spells the number. Strict programs may \
        refuse it. It stays a number until it is changed."
    NUMBER_SPELLING Warning "jgf/number-spelling":
        "numbers that are not spelled as JSON has them".
        "Numbers of JSON have no `+` in front, a digit on both sides of the point, and no zeros in front. \
        They are written so."
    OUTSIDE_BOARD Error "jgf/outside-board":
        "a point that the board does not have".
        "Points are counted from 0, so that the last column of 19 is 18. The point is kept. Perhaps the size \
        of the board is missing: without one, it is 19 by 19."
    PASS_WITH_POINT Warning "jgf/pass-with-point":
        "a pass that has a point".
        "A move is a pass or has a point. It is read as a pass; the point is kept until the move is \
        changed."
    ROOT_FLAG Warning "jgf/root-flag":
        "a node that is not the first calls itself the root".
        "The first node of the tree is the root. Version 1 marks it with `root`, which means nothing \
        elsewhere. The member is kept."
    ROOT_MOVE Warning "jgf/root-move":
        "a move in the root".
        "The root may have a setup and comments, but no move: the specifications say so, and programs that \
        show the position before the first move pass it over. It is kept."
    SETUP_WITH_MOVE Warning "jgf/setup-with-move":
        "a node with a move and a setup".
        "Version 2 wants setups in nodes of their own, and version 1 does not say which comes first. Both \
        are kept."
    SEVERAL_DOCUMENTS Warning "jgf/several-documents":
        "several documents, one after the other".
        "A file of JSON is one value; a collection is an array of records. All documents are read, and are \
        written as an array."
    SINGLE_QUOTES Warning "jgf/single-quotes":
        "texts in single quotation marks".
        "JSON has double ones, `\"`, alone. Programs that read JSON refuse the others. They are read, and \
        written with double ones."
    SIZE_DISAGREES Error "jgf/size-disagrees":
        "the size of the board disagrees with its width and height".
        "Version 2 has `size` for square boards, `width` and `height` for all. Where they disagree, width \
        and height count. All are kept."
    STRAY_CLOSE Error "jgf/stray-close":
        "a bracket that closes nothing".
        "Nothing is open that this bracket could close, so it is passed over. If it was meant to close \
        something, that was closed too early."
    STRAY_COMMA Error "jgf/stray-comma":
        "a `,` with nothing before it".
        "Commas separate values, and there is none before this one. It is passed over, and not written. \
        A value may have been lost here."
    STRAY_ELEMENT Error "jgf/stray-element":
        "a value in the tree that is neither a node nor variations".
        "The tree holds nodes, which are objects, and variations. What is neither is kept in its place, \
        and is no part of the game."
    TEXT_AROUND Warning "jgf/text-around":
        "text before or behind the record".
        "A web page, a fence of Markdown or a note around a record is no part of it. Programs that read \
        JSON refuse such a file. It is passed over, and is not written."
    TEXT_AS_NUMBER Info "jgf/text-as-number":
        "a number in quotation marks".
        "This member is a number. ngGo writes some of them with quotation marks, and so they are read. \
        They keep the marks until they are changed."
    TRAILING_COMMA Warning "jgf/trailing-comma":
        "commas behind the last value of an array or object".
        "The specifications print their examples with them. JSON does not have them, and programs that \
        read JSON refuse them. They are passed over, and not written."
    TREE_AS_TEXT Warning "jgf/tree-as-text":
        "the tree is a text that holds JSON".
        "ngGo reads such a tree, and so it is read here. The text is kept as it is until a node is \
        changed; then the tree is written as an array."
    TREE_ONLY Info "jgf/tree-only":
        "an array of nodes without a record around it".
        "ngGo reads the tree of a record alone. It is read as a record that says nothing else, and \
        written as an array again, as long as nothing else is said."
    TURN_WITH_MOVE Warning "jgf/turn-with-move":
        "a node with a move states whose turn it is".
        "The colour of a move says whose turn it was. The specification has `turn` for setups; beside a \
        move, some programs read it as the turn before the move, others as the turn after it. Both are \
        kept."
    TWO_MOVES Warning "jgf/two-moves":
        "a move with two colours".
        "A node has one move. The first colour in the object is read as the move, the other one is \
        kept as it is."
    UNCLOSED Error "jgf/unclosed":
        "a bracket that is never closed".
        "Each `{` needs its `}` and each `[` its `]`. It is read as if it were closed at the end of the \
        file, or where another bracket closes what is around it. The file may have been cut off."
    UNCLOSED_STRING Error "jgf/unclosed-string":
        "a string that is never closed".
        "The second quotation mark is missing in the rest of the file. The string is read up to the end of \
        its line."
    UNDECODABLE_TEXT Error "jgf/undecodable-text":
        "bytes that are not text in the charset of the file".
        "They are read as U+FFFD, and what they were is lost once the record is written. If the file is in \
        another charset than it says, convert it with that one: `kifu charset --to utf-8 --from CHARSET`."
    UNKNOWN_COLOR Error "jgf/unknown-color":
        "a colour that is neither black nor white".
        "Players can have any colour, but moves, stones and territory are black or white: `B` and `W` in \
        version 1, `black` and `white` in version 2. A move of another colour is no move; it is \
        kept as it is."
    UNKNOWN_GAME Warning "jgf/unknown-game":
        "the type of the game is not known".
        "The specifications name `go` and a few other games. A record of a game with another name is read \
        as a record of Go. The name is kept."
    UNQUOTED_KEY Warning "jgf/unquoted-key":
        "keys without quotation marks".
        "JavaScript allows them, and the specification of version 1 prints its example so. JSON does not, \
        and programs that read it refuse them. They are read, and written with quotation marks."
    UTF16 Warning "jgf/utf-16":
        "the file is UTF-16, not UTF-8".
        "JSON that goes from one program to another is UTF-8. The file is read, and will be written as \
        UTF-8. Places are counted in its text as UTF-8."
    VARIATIONS_IN_NODE Warning "jgf/variations-in-node":
        "variations inside of a node".
        "Version 2 has the variations in an object of their own, which follows the node. Here they stand in \
        the node itself; they are read as what follows it, and keep their place."
    VARIATIONS_WITH_MEMBERS Warning "jgf/variations-with-members":
        "members beside the variations in their object".
        "The object that holds variations has no other member in the specification of version 2. The \
        others are kept."
    WHITE_SPACE Warning "jgf/white-space":
        "white space that JSON does not have".
        "Between values JSON has blanks, tabs and line breaks. Others, such as the no-break spaces that \
        come with text from a web page, are refused by programs that read JSON. They are passed over."
    WRONG_TYPE Warning "jgf/wrong-type":
        "a value of another type than the member has".
        "The value is not what the specification has here, so it means nothing, or is only guessed at, as \
        with a single text in place of a list. It is kept as it is until the member is changed."
}
