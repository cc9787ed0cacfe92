//! The findings of this crate.

kifu_span::codes! {
    /// All codes of this crate, sorted by name.
    CLOCK_GROWS Info "clock/grows":
        "a player has more time left than before".
        "Between two moves, the time left of a player increased, although no overtime began and no increment explains \
        it. Perhaps the times of two games are mixed up, or a time is mistyped."
    CHARSETS_DIFFER Info "file/charsets-differ":
        "the games of a file are in different charsets".
        "kifu decodes each game in its own charset. Programs that decode the whole file in one charset show some games \
        incorrectly. Run `kifu charset --to utf-8` to convert all games to one charset."
    GAMES_DIFFER Info "file/games-differ":
        "a file with records of different games".
        "`GM` differs between the game trees. Some programs apply the first value to all of them."
    VERSIONS_DIFFER Info "file/versions-differ":
        "the games of a file state different versions of SGF".
        "`FF` differs between the game trees. kifu reads each game by the version that it states."
    BOARD_TOO_BIG Error "game/board-too-big":
        "a board that is too large for SGF".
        "A point is two letters from `a` to `z` and `A` to `Z`, so a side has at most 52 points. kifu reads the record \
        as if it did not state a size."
    CAPTURES_DIFFER Info "game/captures-differ":
        "the listed captures differ from the stones that the move captures".
        "`E` lists the stones that the previous move captured, for programs that do not know the rules. The list does \
        not match the stones that the move removes from the board."
    FOX_KOMI Warning "game/fox-komi":
        "the komi is written in the notation of the Fox server".
        "Fox writes the komi without its decimal point: 375 for 3¾ stones in Chinese counting, which is 7.5 points; \
        650 for 6.5 points; and 0 in handicap games. Programs that read it as points compute a wrong score. kifu \
        reports this only if the record shows that Fox wrote it. The repair is safe if the number has only one \
        meaning; 375 under Japanese rules, for example, is contradictory."
    HANDICAP_STONES Warning "game/handicap-stones":
        "the handicap differs from the number of black stones at the start".
        "`HA` states the number of handicap stones, and `AB` in the root places them. Programs that count the stones \
        get a different handicap than programs that read `HA`. kifu also counts handicap stones that Black plays as \
        moves."
    INTEGER_KOMI Warning "game/integer-komi":
        "the komi is doubled and stated in `KI`".
        "Smart Game Board wrote twice the komi, as an integer, in `KI`. Other programs look for the komi in `KM`."
    MOVE_COUNT Warning "game/move-count":
        "the stated number of moves is wrong".
        "In the root, `MN` states the number of moves in the game. The main line has a different number: the record \
        was cut off, or moves were added."
    NEWER_THAN_STATED Warning "game/newer-than-stated":
        "the record uses features that its stated version of SGF does not have".
        "Boards larger than 19×19, boards that are not square, and rectangles in point lists were introduced in FF[4]. \
        Old programs that follow `FF` cannot read them. kifu reads them anyway."
    POINTS_OUTSIDE Warning "game/points-outside":
        "many points are off the board".
        "Several points of the record are not on the board that `SZ` states, or not on a 19×19 board if `SZ` is \
        missing, but all would be on a larger board. The size is probably wrong."
    RESULT_AND_KOMI Warning "game/result-and-komi":
        "the result is impossible with this komi".
        "The margin and the komi must differ by a whole number of points, because the points on the board are whole. \
        Here they do not: either `RE` or `KM` is wrong, or the komi was counted in another way."
    UNKNOWN_VERSION Warning "game/unknown-version":
        "a version of SGF that was never published".
        "SGF versions 1, 3 and 4 were published. Version 2 never was, and version 5 was only proposed. kifu reads the \
        record as version 4."
    ANNOTATION_WITHOUT_MOVE Warning "node/annotation-without-move":
        "a move annotation in a node without a move".
        "`BM`, `TE`, `DO`, `IT` and `KO` annotate the move of their node, but this node does not have a move."
    ANNOTATIONS_CLASH Warning "node/annotations-clash":
        "annotations that contradict each other".
        "A position is good for Black, good for White, even or unclear; a move is good, bad, doubtful or interesting. \
        This node has two of them at once."
    EMPTY_NODE Info "node/empty":
        "a node without properties".
        "The node contains no information, but counts as a step when the record is replayed."
    GAME_INFO_LATE Info "node/game-info-late":
        "game information after the root".
        "If several games are merged into one tree, FF[4] allows game information at the nodes where the games begin \
        to differ. Most programs, and the 2016 draft, expect it only in the root."
    GAME_INFO_TWICE Warning "node/game-info-twice":
        "game information appears twice on a line of play".
        "On the path from the root to the end of a line, only one node may have game information. Programs differ in \
        which one they use."
    GOOD_AND_BAD Warning "node/good-and-bad":
        "a move is marked as both good and bad".
        "FF[4] has properties for such moves: `IT` (interesting) replaces `TE` followed by `BM`, and `DO` (doubtful) \
        replaces `BM` followed by `TE`."
    LAST_MOVE_MARK Info "node/last-move-mark":
        "a mark on the move of the same node".
        "Some programs save the circle that they draw on the last move. The mark is not needed, because programs mark \
        the last move themselves."
    MARKS_COLLIDE Warning "node/marks-collide":
        "two marks on one point".
        "In a node, FF[4] allows one label and one of `CR`, `MA`, `SL`, `SQ` and `TR` for each point. Programs show \
        one of them, or both on top of each other."
    MOVE_IN_ROOT Info "node/move-in-root":
        "a move in the root".
        "FF[4] recommends that the root describes the game and does not contain a move. Programs that count nodes, or \
        that show the root as the empty board, are off by one."
    MOVE_WITH_SETUP Warning "node/move-with-setup":
        "a move and setup in one node".
        "Programs differ in which one they apply first, and some drop one of them. kifu applies the setup first. FF[4] \
        requires two nodes."
    REDUNDANT_SETUP Info "node/redundant-setup":
        "setup that changes nothing".
        "The stone is already there, or the point is already empty."
    ROOT_PROPERTY Warning "node/root-property":
        "a root property in another node".
        "The charset, version, game and board size apply to the whole record and belong in the root. Elsewhere they \
        have no effect."
    SETUP_AFTER_ROOT Info "node/setup-after-root":
        "stones are set up after the root".
        "SGF allows this, but stones are not set up during a game. Either the record was edited, or the setup corrects \
        a mistake."
    TWO_MOVES Error "node/two-moves":
        "two moves in one node".
        "A node can have only one move. Programs play the first, the last or both. kifu plays both, in the order of \
        the file."
    UNDONE_MOVE Warning "node/undone-move":
        "a variation that begins by undoing a move".
        "In an old style of writing variations, a variation is a child of the move that it replaces: it removes that \
        stone with `AE` and places another one with `AB` or `AW`. This loses move numbers, captures and ko. Today, a \
        variation is a sibling of the move it replaces, and starts with `B` or `W`."
    LONG_IDENTIFIER Warning "property/long-identifier":
        "an identifier of 100 or more letters".
        "Many programs reserve less space for an identifier. The letters are probably text whose brackets were lost."
    LOWER_CASE Info "property/lower-case":
        "lowercase letters in an identifier".
        "Very old records write `Black` or `SiZe`, where only the capitals count. FF[4] allows only capitals, and some \
        programs read the lowercase letters as part of the name."
    OLD_NAME Info "property/old-name":
        "an old or rare name of a property".
        "A dialect or an older version of SGF has a different name for this property. Programs that follow FF[4] do \
        not recognize it."
    UNKNOWN_PROPERTY Info "property/unknown":
        "a property that no published specification defines".
        "kifu keeps the property. Private properties are allowed, but a mistyped property would look the same."
    CONTROL_CHARACTER Warning "value/control-character":
        "a NUL byte in a text".
        "A NUL byte has no meaning in a text, and programs written in C end the text there."
    IMPOSSIBLE_DATE Warning "value/impossible-date":
        "a date that does not exist".
        "The day, month or hour does not exist. Digits, or day and month, are probably swapped."
    OFF_BOARD Error "value/off-board":
        "a point off the board".
        "`SZ` states the size of the board; without it, the size is 19×19. Programs refuse the file, drop the point or \
        crash. kifu keeps the value, but does not place anything on the board."
    PASS Info "value/pass":
        "a pass in the notation of another version of SGF".
        "On boards up to 19×19, FF[3] and older versions write a pass as `tt`, and FF[4] as an empty value. kifu reads \
        both as a pass."
    SPELLING Info "value/spelling":
        "a readable value that is not spelled as in the standard".
        "Stricter programs cannot read the value. The repair writes the same value in the standard spelling."
    UNREADABLE Info "value/unreadable":
        "free text where the standard requires a fixed form".
        "Dates, results, komi and times have a form that programs can search and compare. This value is free text, \
        which only people can read."
    WESTERN_POINT Error "value/western-point":
        "a point in diagram coordinates".
        "People write points as `D4`, but SGF uses two letters, counted from the top left. Programs take this value \
        for a point off the board."
}
