//! The findings of this crate and their explanations.

use kifu_span::Code;
use kifu_span::Severity::{Error, Info, Warning};

/// Defines a constant for each code, and the list of all codes.
macro_rules! codes {
    ($($constant:ident: $name:literal, $severity:ident, $summary:literal, $explanation:literal;)*) => {
        $(
            pub(crate) const $constant: &Code = &Code {
                name: $name,
                severity: $severity,
                summary: $summary,
                explanation: kifu_span::explanation($explanation),
            };
        )*

        /// The codes of all findings of this crate.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    CLOCK_GROWS: "clock/grows", Info,
    "a player has more time left than before",
    "Between two moves, the time left of a player increased, although no overtime began and no increment \
     explains it. Perhaps the times of two games are mixed up, or a time is mistyped.";

    CHARSETS_DIFFER: "file/charsets-differ", Info,
    "the games of a file are in different charsets",
    "kifu decodes each game in its own charset. Programs that decode the whole file in one charset show some \
     games incorrectly. Run `kifu charset --to utf-8` to convert all games to one charset.";
    GAMES_DIFFER: "file/games-differ", Info,
    "a file with records of different games",
    "`GM` differs between the game trees. Some programs apply the first value to all of them.";
    VERSIONS_DIFFER: "file/versions-differ", Info,
    "the games of a file state different versions of SGF",
    "`FF` differs between the game trees. kifu reads each game by the version that it states.";

    BOARD_TOO_BIG: "game/board-too-big", Error,
    "a board that is too large for SGF",
    "A point is two letters from `a` to `z` and `A` to `Z`, so a side has at most 52 points. kifu reads the \
     record as if it did not state a size.";
    CAPTURES_DIFFER: "game/captures-differ", Info,
    "the listed captures differ from the stones that the move captures",
    "`E` lists the stones that the previous move captured, for programs that do not know the rules. The list \
     does not match the stones that the move removes from the board.";
    FOX_KOMI: "game/fox-komi", Warning,
    "the komi is written in the notation of the Fox server",
    "Fox writes the komi without its decimal point: 375 for 3¾ stones in Chinese counting, which is 7.5 \
     points; 650 for 6.5 points; and 0 in handicap games. Programs that read it as points compute a wrong \
     score. kifu reports this only if the record shows that Fox wrote it. The repair is safe if the number has \
     only one meaning; 375 under Japanese rules, for example, is contradictory.";
    HANDICAP_STONES: "game/handicap-stones", Warning,
    "the handicap differs from the number of black stones at the start",
    "`HA` states the number of handicap stones, and `AB` in the root places them. Programs that count the stones \
     get a different handicap than programs that read `HA`. kifu also counts handicap stones that Black plays as \
     moves.";
    INTEGER_KOMI: "game/integer-komi", Warning,
    "the komi is doubled and stated in `KI`",
    "Smart Game Board wrote twice the komi, as an integer, in `KI`. Other programs look for the komi in `KM`.";
    MOVE_COUNT: "game/move-count", Warning,
    "the stated number of moves is wrong",
    "In the root, `MN` states the number of moves in the game. The main line has a different number: the record \
     was cut off, or moves were added.";
    NEWER_THAN_STATED: "game/newer-than-stated", Warning,
    "the record uses features that its stated version of SGF does not have",
    "Boards larger than 19×19, boards that are not square, and rectangles in point lists were introduced in \
     FF[4]. Old programs that follow `FF` cannot read them. kifu reads them anyway.";
    POINTS_OUTSIDE: "game/points-outside", Warning,
    "many points are off the board",
    "Several points of the record are not on the board that `SZ` states, or not on a 19×19 board if `SZ` is \
     missing, but all would be on a larger board. The size is probably wrong.";
    RESULT_AND_KOMI: "game/result-and-komi", Warning,
    "the result is impossible with this komi",
    "The margin and the komi must differ by a whole number of points, because the points on the board are whole. \
     Here they do not: either `RE` or `KM` is wrong, or the komi was counted in another way.";
    UNKNOWN_VERSION: "game/unknown-version", Warning,
    "a version of SGF that was never published",
    "SGF versions 1, 3 and 4 were published. Version 2 never was, and version 5 was only proposed. kifu reads \
     the record as version 4.";

    ANNOTATIONS_CLASH: "node/annotations-clash", Warning,
    "annotations that contradict each other",
    "A position is good for Black, good for White, even or unclear; a move is good, bad, doubtful or \
     interesting. This node has two of them at once.";
    ANNOTATION_WITHOUT_MOVE: "node/annotation-without-move", Warning,
    "a move annotation in a node without a move",
    "`BM`, `TE`, `DO`, `IT` and `KO` annotate the move of their node, but this node does not have a move.";
    EMPTY_NODE: "node/empty", Info,
    "a node without properties",
    "The node contains no information, but counts as a step when the record is replayed.";
    GAME_INFO_LATE: "node/game-info-late", Info,
    "game information after the root",
    "If several games are merged into one tree, FF[4] allows game information at the nodes where the games \
     begin to differ. Most programs, and the 2016 draft, expect it only in the root.";
    GAME_INFO_TWICE: "node/game-info-twice", Warning,
    "game information appears twice on a line of play",
    "On the path from the root to the end of a line, only one node may have game information. Programs differ in \
     which one they use.";
    GOOD_AND_BAD: "node/good-and-bad", Warning,
    "a move is marked as both good and bad",
    "FF[4] has properties for such moves: `IT` (interesting) replaces `TE` followed by `BM`, and `DO` \
     (doubtful) replaces `BM` followed by `TE`.";
    LAST_MOVE_MARK: "node/last-move-mark", Info,
    "a mark on the move of the same node",
    "Some programs save the circle that they draw on the last move. The mark is not needed, because programs \
     mark the last move themselves.";
    MARKS_COLLIDE: "node/marks-collide", Warning,
    "two marks on one point",
    "In a node, FF[4] allows one label and one of `CR`, `MA`, `SL`, `SQ` and `TR` for each point. Programs show \
     one of them, or both on top of each other.";
    MOVE_IN_ROOT: "node/move-in-root", Info,
    "a move in the root",
    "FF[4] recommends that the root describes the game and does not contain a move. Programs that count nodes, \
     or that show the root as the empty board, are off by one.";
    MOVE_WITH_SETUP: "node/move-with-setup", Warning,
    "a move and setup in one node",
    "Programs differ in which one they apply first, and some drop one of them. kifu applies the setup first. \
     FF[4] requires two nodes.";
    POINT_TWICE: "node/point-twice", Warning,
    "a point appears twice in a list",
    "A point needs to be listed only once, and a node can set up each point only once.";
    REDUNDANT_SETUP: "node/redundant-setup", Info,
    "setup that changes nothing",
    "The stone is already there, or the point is already empty.";
    ROOT_PROPERTY: "node/root-property", Warning,
    "a root property in another node",
    "The charset, version, game and board size apply to the whole record and belong in the root. Elsewhere they \
     have no effect.";
    SETUP_AFTER_ROOT: "node/setup-after-root", Info,
    "stones are set up after the root",
    "SGF allows this, but stones are not set up during a game. Either the record was edited, or the setup \
     corrects a mistake.";
    TWO_MOVES: "node/two-moves", Error,
    "two moves in one node",
    "A node can have only one move. Programs play the first, the last or both. kifu plays both, in the order of \
     the file.";
    UNDONE_MOVE: "node/undone-move", Warning,
    "a variation that begins by undoing a move",
    "In an old style of writing variations, a variation is a child of the move that it replaces: it removes \
     that stone with `AE` and places another one with `AB` or `AW`. This loses move numbers, captures and ko. \
     Today, a variation is a sibling of the move it replaces, and starts with `B` or `W`.";

    LONG_IDENTIFIER: "property/long-identifier", Warning,
    "an identifier of 100 or more letters",
    "Many programs reserve less space for an identifier. The letters are probably text whose brackets were lost.";
    LOWER_CASE: "property/lower-case", Info,
    "lowercase letters in an identifier",
    "Very old records write `Black` or `SiZe`, where only the capitals count. FF[4] allows only capitals, and \
     some programs read the lowercase letters as part of the name.";
    NOT_IN_VERSION: "property/not-in-version", Info,
    "a property that the stated version of SGF does not define",
    "kifu keeps the property and reads it by the definition in another version. `M` and `L`, the marks and letters of \
     FF[1], can be written as `MA` and `LB`, which replace them in later versions.";
    OLD_NAME: "property/old-name", Info,
    "an old or rare name of a property",
    "A dialect or an older version of SGF has a different name for this property. Programs that follow FF[4] do \
     not recognize it.";
    UNKNOWN_PROPERTY: "property/unknown", Info,
    "a property that no published specification defines",
    "kifu keeps the property. Private properties are allowed, but a mistyped property would look the same.";

    CONTROL_CHARACTER: "value/control-character", Warning,
    "a NUL byte in a text",
    "A NUL byte has no meaning in a text, and programs written in C end the text there.";
    EMPTY_VALUE: "value/empty", Info,
    "an empty value where one is required",
    "Only passes, some lists, and properties without a value, such as `KO`, may be empty. Here, an empty value \
     has no meaning.";
    IMPOSSIBLE_DATE: "value/impossible-date", Warning,
    "a date that does not exist",
    "The day, month or hour does not exist. Digits, or day and month, are probably swapped.";
    MALFORMED: "value/malformed", Error,
    "a value that does not have the type of its property",
    "kifu cannot interpret the value. It keeps the value as written, and reads the record as if the value were \
     missing.";
    OFF_BOARD: "value/off-board", Error,
    "a point off the board",
    "`SZ` states the size of the board; without it, the size is 19×19. Programs refuse the file, drop the point \
     or crash. kifu keeps the value, but does not place anything on the board.";
    PASS: "value/pass", Info,
    "a pass in the notation of another version of SGF",
    "On boards up to 19×19, FF[3] and older versions write a pass as `tt`, and FF[4] as an empty value. kifu \
     reads both as a pass.";
    SPELLING: "value/spelling", Info,
    "a readable value that is not spelled as in the standard",
    "Stricter programs cannot read the value. The repair writes the same value in the standard spelling.";
    TOO_MANY: "value/too-many", Warning,
    "several values where one is expected",
    "Programs use the first, the last or all of them. kifu uses the first and keeps the others.";
    UNREADABLE: "value/unreadable", Info,
    "free text where the standard requires a fixed form",
    "Dates, results, komi and times have a form that programs can search and compare. This value is free text, \
     which only people can read.";
    WESTERN_POINT: "value/western-point", Error,
    "a point in diagram coordinates",
    "People write points as `D4`, but SGF uses two letters, counted from the top left. Programs take this value \
     for a point off the board.";
}
