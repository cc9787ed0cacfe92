use std::fmt;
use std::str::FromStr;

use crate::nearest;

/// The name that a test refers to: a property or a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A property, by its identifier in capitals.
    Property(String),
    /// A field: a known fact about a game.
    Field(Field),
}

impl Key {
    /// Parses a name: a property in capitals, or the name of a [`Field`].
    pub fn parse(name: &str) -> Option<Key> {
        let is_property = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if is_property {
            Some(Key::Property(name.to_owned()))
        } else {
            Field::named(name).map(Key::Field)
        }
    }

    /// Whether this is a field that [needs all games](Field::needs_all_games) of a file.
    pub fn needs_all_games(&self) -> bool {
        matches!(self, Key::Field(field) if field.needs_all_games())
    }

    /// The kind of the values.
    pub fn kind(&self) -> FieldKind {
        match self {
            Key::Property(_) => FieldKind::Property,
            Key::Field(field) => field.kind(),
        }
    }
}

/// The error of parsing a [`Key`]: there is no field with this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownField {
    /// The unknown name.
    pub name: String,
}

/// Writes the name and a suggestion.
impl fmt::Display for UnknownField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        write!(f, "unknown field `{name}`: ")?;
        let is_short =
            (1..=2).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase());
        match Field::near(name) {
            _ if is_short => write!(
                f,
                "did you mean the property `{}`?",
                name.to_ascii_uppercase()
            ),
            Some(near) => write!(f, "did you mean `{near}`?"),
            None => f.write_str(
                "expected a field such as `black`, or a property in capitals such as `PB`",
            ),
        }
    }
}

impl core::error::Error for UnknownField {}

/// Parses a name as [`Key::parse`] does.
impl FromStr for Key {
    type Err = UnknownField;

    fn from_str(name: &str) -> Result<Key, UnknownField> {
        Key::parse(name).ok_or_else(|| UnknownField {
            name: name.to_owned(),
        })
    }
}

/// Writes the name.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Property(ident) => f.write_str(ident),
            Key::Field(field) => write!(f, "{field}"),
        }
    }
}

/// The kind of values that a field has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// A property value, compared as text, number, date or rank according to the other operand.
    Property,
    /// A text.
    Text,
    /// One of the listed words.
    Word(&'static [&'static str]),
    /// A number that every game has; `has` is true if it is more than 0.
    Count,
    /// A number.
    Number,
    /// A date.
    Date,
    /// A rank.
    Rank,
    /// The size of a board.
    Size,
}

/// Declares the enumeration of fields and the table of their names, kinds and descriptions.
macro_rules! fields {
    ($($(#[$attribute:meta])* $variant:ident $name:literal $kind:expr, $about:literal;)*) => {
        /// A known fact about a game, named in lowercase.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Field {
            $(#[doc = $about] $variant,)*
        }

        impl Field {
            /// All fields, in the order in which the help lists them.
            pub const ALL: &'static [Field] = &[$(Field::$variant),*];

            /// The name of the field, such as `black.rank`.
            pub const fn name(self) -> &'static str {
                match self { $(Field::$variant => $name),* }
            }

            /// The kind of the values.
            pub const fn kind(self) -> FieldKind {
                match self { $(Field::$variant => $kind),* }
            }

            /// A short description of the field, as a phrase.
            pub const fn about(self) -> &'static str {
                match self { $(Field::$variant => $about),* }
            }
        }
    };
}

/// The values of [`Field::ResultKind`].
const ENDS: &[&str] = &[
    "points",
    "resign",
    "time",
    "forfeit",
    "win",
    "draw",
    "void",
    "unfinished",
    "playing",
    "unknown",
];

fields! {
    Player "player" FieldKind::Text, "The name of either player.";
    Black "black" FieldKind::Text, "Black's name.";
    White "white" FieldKind::Text, "White's name.";
    Winner "winner" FieldKind::Text, "The winner: the name, and `black` or `white`.";
    Loser "loser" FieldKind::Text, "The loser: the name, and `black` or `white`.";
    Rank "rank" FieldKind::Rank, "The rank of either player.";
    BlackRank "black.rank" FieldKind::Rank, "Black's rank.";
    WhiteRank "white.rank" FieldKind::Rank, "White's rank.";
    Result "result" FieldKind::Text, "The result, such as `B+3.5`: as written, and in the standard spelling.";
    ResultKind "result.kind" FieldKind::Word(ENDS), "The kind of result, such as `resign`.";
    ResultMargin "result.margin" FieldKind::Number, "The winning margin in points; 0 for a draw.";
    Date "date" FieldKind::Date, "The dates of play.";
    Year "year" FieldKind::Number, "The years of play.";
    Event "event" FieldKind::Text, "The tournament.";
    Round "round" FieldKind::Text, "The round of the tournament.";
    Place "place" FieldKind::Text, "The place where the game was played.";
    Title "title" FieldKind::Text, "The name of the game.";
    Rules "rules" FieldKind::Text, "The rules, as written and by their English name.";
    Komi "komi" FieldKind::Number, "The komi in points; values on a server's own scale are converted, and `==` also compares them as written.";
    Handicap "handicap" FieldKind::Count, "The number of handicap stones; 0 if none are stated.";
    Time "time" FieldKind::Number, "The main time of each player, in seconds.";
    Overtime "overtime" FieldKind::Text, "The overtime system.";
    Game "game" FieldKind::Text, "The type of game, such as `Go` or `Hex`.";
    Size "size" FieldKind::Size, "The board size: `19`, or `13x9` (columns and rows).";
    Width "width" FieldKind::Count, "The number of columns of the board.";
    Height "height" FieldKind::Count, "The number of rows of the board.";
    Moves "moves" FieldKind::Count, "The number of moves on the main line, including passes.";
    Passes "passes" FieldKind::Count, "The number of passes on the main line.";
    Captures "captures" FieldKind::Count, "The number of stones captured on the main line.";
    BlackCaptures "black.captures" FieldKind::Count, "The number of stones that Black captures on the main line.";
    WhiteCaptures "white.captures" FieldKind::Count, "The number of stones that White captures on the main line.";
    Nodes "nodes" FieldKind::Count, "The number of nodes in the tree.";
    Depth "depth" FieldKind::Count, "The number of nodes on the longest line.";
    Variations "variations" FieldKind::Count, "The number of lines in addition to the main line.";
    Setup "setup" FieldKind::Count, "The number of nodes that set up stones.";
    Markup "markup" FieldKind::Count, "The number of nodes with markup.";
    Comments "comments" FieldKind::Count, "The number of nodes with a comment.";
    Comment "comment" FieldKind::Text, "The text of any comment.";
    Blunder "blunder" FieldKind::Number, "The greatest loss of win rate by a move of the main line, from 0 to 1, according to an engine's analysis in the record.";
    BlackBlunder "black.blunder" FieldKind::Number, "The greatest loss of win rate by a move of Black, from 0 to 1.";
    WhiteBlunder "white.blunder" FieldKind::Number, "The greatest loss of win rate by a move of White, from 0 to 1.";
    Analyzed "analyzed" FieldKind::Count, "The number of moves of the main line that lie between analysed positions.";
    Format "format" FieldKind::Text, "The format, such as `sgf`, and with its version, such as `SGF FF[4]`.";
    Dialect "dialect" FieldKind::Text, "The program or server whose conventions the record follows.";
    Program "program" FieldKind::Text, "The program that wrote the record.";
    Charset "charset" FieldKind::Text, "The charset of the record.";
    Codes "codes" FieldKind::Text, "The codes of the findings, such as `rules/ko`.";
    Errors "errors" FieldKind::Count, "The number of errors.";
    Warnings "warnings" FieldKind::Count, "The number of warnings.";
    Findings "findings" FieldKind::Count, "The number of findings of any severity.";
    Hash "hash" FieldKind::Text, "The hashes of the game, of every kind.";
    File "file" FieldKind::Text, "The name of the file, without its directory.";
    Path "path" FieldKind::Text, "The path of the file.";
    Games "games" FieldKind::Count, "The number of games in the file.";
    Number "number" FieldKind::Count, "The number of the game in its file, from 1.";
}

impl Field {
    /// Returns the field with this name. `_` and `-` equal `.`, and `margin` is short for `result.margin`.
    ///
    /// ```
    /// use kifu_select::Field;
    ///
    /// assert_eq!(Field::named("black_rank"), Field::named("black.rank"));
    /// assert_eq!(Field::named("margin"), Some(Field::ResultMargin));
    /// ```
    pub fn named(name: &str) -> Option<Field> {
        let char = |c: char| if matches!(c, '_' | '-') { '.' } else { c };
        let is_name = |known: &str| known.chars().eq(name.chars().map(char));
        let mut fields = Field::ALL.iter().copied();
        let field = fields.find(|field| is_name(field.name()));
        field.or_else(|| (name == "margin").then_some(Field::ResultMargin))
    }

    /// Whether the field depends on all games of a file together: on their number, or on the findings, some of which
    /// report differences between games.
    pub const fn needs_all_games(self) -> bool {
        use Field::{Codes, Errors, Findings, Games, Warnings};
        matches!(self, Games | Codes | Errors | Warnings | Findings)
    }

    /// The identifier of the property that has the value, if one property of the root has it.
    ///
    /// ```
    /// use kifu_select::Field;
    ///
    /// assert_eq!(Field::Event.property(), Some("EV"));
    /// assert_eq!(Field::Moves.property(), None);
    /// ```
    pub const fn property(self) -> Option<&'static str> {
        Some(match self {
            Field::Black => "PB",
            Field::White => "PW",
            Field::BlackRank => "BR",
            Field::WhiteRank => "WR",
            Field::Result => "RE",
            Field::Date => "DT",
            Field::Event => "EV",
            Field::Round => "RO",
            Field::Place => "PC",
            Field::Title => "GN",
            Field::Rules => "RU",
            Field::Komi => "KM",
            Field::Handicap => "HA",
            Field::Time => "TM",
            Field::Overtime => "OT",
            _ => return None,
        })
    }

    /// The name of the field that is most similar to `name`, if one is similar enough.
    pub(crate) fn near(name: &str) -> Option<&'static str> {
        let names = || Field::ALL.iter().map(|field| field.name());
        // The parts can be in the wrong order, as in `captures.black` for `black.captures`.
        let turned = name.split_once('.').map(|(a, b)| format!("{b}.{a}"));
        let turned =
            turned.and_then(|turned| names().find(|name| turned.eq_ignore_ascii_case(name)));
        let near = |text| nearest(text, names().map(|name| (name, name)));
        // The first word can be enough, as in `move-count` for `moves`.
        let first = name.split(['.', '-', '_']).next();
        turned.or_else(|| near(name)).or_else(|| near(first?))
    }
}

/// Writes the name.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
