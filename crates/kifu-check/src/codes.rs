//! What is found here, explained.

use kifu_span::Code;
use kifu_span::Severity::{Error, Info, Warning};

/// Makes each code a constant, and the list of them all.
macro_rules! codes {
    ($($constant:ident: $name:literal, $severity:ident, $summary:literal, $explanation:literal;)*) => {
        $(
            pub(crate) const $constant: &Code = &Code {
                name: $name,
                severity: $severity,
                summary: $summary,
                explanation: $explanation,
            };
        )*

        /// Every kind of finding of this crate.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    CLOCK_GROWS: "clock/grows", Info,
    "a player has more time left than before",
    "Between two moves of a player the time left went up although no overtime began and no \
     increment explains it. The times of two games were mixed, or a time is mistyped.";

    CHARSETS_DIFFER: "file/charsets-differ", Info,
    "the games of a file are in different charsets",
    "Each game is decoded by its own. Programs that decode a file as a whole show one of them \
     wrong; `kifu charset --to utf-8` brings all to one.";
    GAMES_DIFFER: "file/games-differ", Info,
    "a file holds records of different games",
    "`GM` differs between the game trees. Some programs take the first for all.";
    VERSIONS_DIFFER: "file/versions-differ", Info,
    "the games of a file state different versions of SGF",
    "`FF` differs between the game trees. Each is read by its own.";

    BOARD_TOO_BIG: "game/board-too-big", Error,
    "a board larger than SGF has letters for",
    "Points are two letters, `a` to `z` and `A` to `Z`, so a side has 52 points at most. The \
     record is read as if it named no size.";
    CAPTURES_DIFFER: "game/captures-differ", Info,
    "the stones said to be captured are not those that the move takes",
    "`E` lists the stones that the move before it captured, for programs that do not know the \
     rules. Those on the list are not what the move takes off the board.";
    FOX_KOMI: "game/fox-komi", Warning,
    "the komi is written on the scale of the Fox server",
    "Fox writes the komi without its decimal point: 375 for 3¾ stones by Chinese counting, which \
     is 7.5 points; 650 for 6.5 points; and 0 in handicap games. Programs that take it as \
     points score the game wrong. It is only found where the record shows who wrote it. The \
     repair is safe if the number has only one meaning; 375 under Japanese rules, for example, \
     contradicts them.";
    HANDICAP_STONES: "game/handicap-stones", Warning,
    "the handicap is not the number of black stones at the start",
    "`HA` says how many handicap stones there are, `AB` in the root where they stand. Programs \
     that count them get another handicap than those that read `HA`. Handicap stones that \
     Black plays as moves are counted too.";
    INTEGER_KOMI: "game/integer-komi", Warning,
    "the komi is stated as twice its value, in `KI`",
    "Smart Game Board wrote the komi as an integer, twice the komi, into `KI`. Programs look for \
     it in `KM`.";
    MOVE_COUNT: "game/move-count", Warning,
    "the stated number of moves is not the number of moves",
    "In the root `MN` is the number of moves of the game. The main line has another: the record is \
     cut, or moves were added.";
    NEWER_THAN_STATED: "game/newer-than-stated", Warning,
    "the record uses what its version of SGF does not have",
    "Boards beyond 19×19, boards that are not square and lists of points in rectangles came with \
     FF[4]. Old programs that go by `FF` cannot read them. They are read all the same.";
    POINTS_OUTSIDE: "game/points-outside", Warning,
    "many points lie outside of the board",
    "Several points of the record are not on the board that `SZ` states, or on the 19×19 board \
     where it states none, but all would be on a larger one. The size is probably wrong.";
    RESULT_AND_KOMI: "game/result-and-komi", Warning,
    "the result is not possible with the komi",
    "A margin and the komi leave a whole number of points on the board, or half a point between \
     two counts. Here they do not: one of `RE` and `KM` is wrong, or the komi was counted \
     otherwise.";
    UNKNOWN_VERSION: "game/unknown-version", Warning,
    "a version of SGF that was never published",
    "Versions 1, 3 and 4 were published; 2 was never, 5 was proposed. The record is read as the \
     newest.";

    ANNOTATIONS_CLASH: "node/annotations-clash", Warning,
    "annotations that contradict each other",
    "A position is good for Black, good for White, even or unclear; a move is good, bad, \
     doubtful or interesting. The node says two of these at once.";
    ANNOTATION_WITHOUT_MOVE: "node/annotation-without-move", Warning,
    "a move is annotated where there is none",
    "`BM`, `TE`, `DO`, `IT` and `KO` speak of the move of their node, and it has none.";
    EMPTY_NODE: "node/empty", Info,
    "a node without properties",
    "It says nothing, but counts as a step when the record is replayed.";
    GAME_INFO_LATE: "node/game-info-late", Info,
    "information on the game stands after the root",
    "FF[4] lets game information stand where the game it speaks of begins to differ from \
     others; all other programs, and the 2016 draft, look for it in the root only.";
    GAME_INFO_TWICE: "node/game-info-twice", Warning,
    "information on the game stands twice on a line of play",
    "On the way from the root to the end of a line, only one node may hold game information. \
     Programs differ in which of two they take.";
    GOOD_AND_BAD: "node/good-and-bad", Warning,
    "a move is called both good and bad",
    "FF[4] has words for it: `IT`, an interesting move, for `TE` with a touch of `BM`, and `DO`, \
     a doubtful one, for `BM` with a touch of `TE`.";
    LAST_MOVE_MARK: "node/last-move-mark", Info,
    "a mark on the move just played",
    "Some programs stored the circle by which they show the last move. Every program shows it \
     anyway.";
    MARKS_COLLIDE: "node/marks-collide", Warning,
    "two marks on one point",
    "FF[4] allows a point one of `CR`, `MA`, `SL`, `SQ`, `TR` in a node, and one label. Programs \
     show one of them, or both on top of each other.";
    MOVE_IN_ROOT: "node/move-in-root", Info,
    "a move in the root",
    "FF[4] asks to keep moves out of the root, which tells of the game. Programs that count \
     nodes or show the root as the empty board are off by one.";
    MOVE_WITH_SETUP: "node/move-with-setup", Warning,
    "a move and setup in one node",
    "Programs differ in which comes first, and some drop one of them. Here the setup counts \
     first. FF[4] asks for two nodes.";
    POINT_TWICE: "node/point-twice", Warning,
    "a point stands twice in a list",
    "A point needs to be named only once, and for setup it can only be of one kind in a node.";
    REDUNDANT_SETUP: "node/redundant-setup", Info,
    "setup that changes nothing",
    "The stone stands there already, or the point is empty already.";
    ROOT_PROPERTY: "node/root-property", Warning,
    "a property of the root in another node",
    "Charset, version, game and board size hold for the whole record and have their place in \
     the root. Elsewhere they have no effect.";
    SETUP_AFTER_ROOT: "node/setup-after-root", Info,
    "stones are set up after the root",
    "Legal, but not what happens in a game that is played: the record was edited, or corrects a \
     mistake.";
    TWO_MOVES: "node/two-moves", Error,
    "two moves in one node",
    "A node holds one move. Programs play the first, the last or both. Here both are played, in \
     their order.";
    UNDONE_MOVE: "node/undone-move", Warning,
    "a variation that begins by taking back a move",
    "In an old style a variation is a child of the move it replaces: it takes the stone off with \
     `AE` and sets another with `AB` or `AW`. Move numbers, captures and ko are lost; today \
     the variation is a sibling of the move, and plays.";

    LONG_IDENTIFIER: "property/long-identifier", Warning,
    "an identifier of a hundred letters or more",
    "Many programs reserve less room for it. Text probably lost its brackets.";
    LOWER_CASE: "property/lower-case", Info,
    "lower-case letters in an identifier",
    "Ancient records spell `Black` or `SiZe`; the capitals are what counts. FF[4] has capitals \
     only, and some programs read the letters as part of the name.";
    NOT_IN_VERSION: "property/not-in-version", Info,
    "a property that the stated version of SGF does not define",
    "It is kept and read as the version that defines it says. `M` and `L`, the marks and letters of \
     FF[1], can be written as `MA` and `LB`, which later versions have for them.";
    OLD_NAME: "property/old-name", Info,
    "a property by a name that few programs know",
    "A dialect, or an older version of SGF, had another name for it. Programs that follow FF[4] \
     do not find it.";
    UNKNOWN_PROPERTY: "property/unknown", Info,
    "a property that no published text defines",
    "It is kept as it is. Private properties are allowed; a mistyped one would look the same.";

    CONTROL_CHARACTER: "value/control-character", Warning,
    "a NUL byte in a text",
    "Programs written in C end the text there. It means nothing in a text.";
    EMPTY_VALUE: "value/empty", Info,
    "an empty value where something is needed",
    "Only passes, some lists and properties that are mere flags may be empty. It says nothing.";
    IMPOSSIBLE_DATE: "value/impossible-date", Warning,
    "a date that is in no calendar",
    "There is no such day, month or hour. Digits changed places, or day and month did.";
    MALFORMED: "value/malformed", Error,
    "a value that is not of the type its property has",
    "Nothing can be made of it; it is kept as it is written, and read as if it were not there.";
    OFF_BOARD: "value/off-board", Error,
    "a point outside of the board",
    "The board is as large as `SZ` says, 19×19 without it. Programs refuse the file, drop the \
     point or crash. It is kept, and nothing is put on the board.";
    PASS: "value/pass", Info,
    "a pass in the spelling of another version",
    "FF[3] and older write a pass `tt` on boards up to 19×19, FF[4] leaves the value empty. Both \
     are read as a pass.";
    SPELLING: "value/spelling", Info,
    "a value that is readable, but not in the standard's spelling",
    "Programs that are less patient cannot read it. The repair writes the same value as the \
     standard spells it.";
    TOO_MANY: "value/too-many", Warning,
    "several values where one is expected",
    "Programs take the first, the last, or all. The first is read, the others are kept.";
    UNREADABLE: "value/unreadable", Info,
    "free text where the standard has a fixed form",
    "Dates, results, komi and times have a form that programs can search and compare. This one \
     says it in words; people can read it.";
    WESTERN_POINT: "value/western-point", Error,
    "a point in the coordinates of diagrams",
    "`D4` is how people write points; SGF counts with two letters from the top left. Programs \
     take it for a point off the board.";
}
