use std::fmt;

/// What a test looks at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A property, by its identifier in capitals.
    Property(String),
    /// Something that is known of a game.
    Field(Field),
}

impl Key {
    /// Reads a name: a property in capitals, or the name of a [`Field`].
    pub fn parse(name: &str) -> Option<Key> {
        let is_property = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        match is_property {
            true => Some(Key::Property(name.to_owned())),
            false => Field::named(name).map(Key::Field),
        }
    }

    /// What its values are.
    pub fn kind(&self) -> Kind {
        match self {
            Key::Property(_) => Kind::Property,
            Key::Field(field) => field.kind(),
        }
    }
}

/// The name.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Property(ident) => f.write_str(ident),
            Key::Field(field) => write!(f, "{field}"),
        }
    }
}

/// What the values of a field are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text of a property, which is compared as what it is compared with.
    Property,
    /// A text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number that is always there; `has` asks whether it is more than 0.
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

/// Makes the enumeration of fields, and the table of what is known of each.
macro_rules! fields {
    ($($(#[$attribute:meta])* $variant:ident $name:literal $kind:expr, $about:literal;)*) => {
        /// Something that is known of a game, by a name in small letters.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Field {
            $(#[doc = $about] $variant,)*
        }

        impl Field {
            /// All of them.
            pub const ALL: &'static [Field] = &[$(Field::$variant),*];

            /// Its name, such as `black.rank`.
            pub const fn name(self) -> &'static str {
                match self { $(Field::$variant => $name),* }
            }

            /// What its values are.
            pub const fn kind(self) -> Kind {
                match self { $(Field::$variant => $kind),* }
            }

            /// What it says, in half a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Field::$variant => $about),* }
            }
        }
    };
}

/// How games end.
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
    Player "player" Kind::Text, "The name of either player.";
    Black "black" Kind::Text, "Black's name.";
    White "white" Kind::Text, "White's name.";
    Winner "winner" Kind::Text, "The winner: the name, and `black` or `white`.";
    Loser "loser" Kind::Text, "The loser: the name, and `black` or `white`.";
    Rank "rank" Kind::Rank, "The rank of either player.";
    BlackRank "black.rank" Kind::Rank, "Black's rank.";
    WhiteRank "white.rank" Kind::Rank, "White's rank.";
    Result "result" Kind::Text, "The result, such as `B+3.5`: as written, and in the standard's spelling.";
    ResultKind "result.kind" Kind::Word(ENDS), "What ended the game.";
    ResultMargin "result.margin" Kind::Number, "By how many points it was won; 0 for a draw.";
    Date "date" Kind::Date, "The days on which it was played.";
    Year "year" Kind::Number, "The years in which it was played.";
    Event "event" Kind::Text, "The tournament.";
    Round "round" Kind::Text, "The round of it.";
    Place "place" Kind::Text, "Where it was played.";
    Title "title" Kind::Text, "The name of the game.";
    Rules "rules" Kind::Text, "The rules: as written, and their English name.";
    Komi "komi" Kind::Number, "The komi, in points; of some servers' scales, what it means.";
    Handicap "handicap" Kind::Count, "How many handicap stones; 0 where nothing is said.";
    Time "time" Kind::Number, "The main time of each player, in seconds.";
    Overtime "overtime" Kind::Text, "The system of overtime.";
    Game "game" Kind::Text, "Which game it is: `Go`, `Hex` …";
    Size "size" Kind::Size, "The board: `19`, or `13x9` as columns and rows.";
    Width "width" Kind::Count, "The columns of the board.";
    Height "height" Kind::Count, "The rows of the board.";
    Moves "moves" Kind::Count, "How many moves the main line has, passes among them.";
    Passes "passes" Kind::Count, "How many of them are passes.";
    Captures "captures" Kind::Count, "How many stones are captured on the main line.";
    BlackCaptures "black.captures" Kind::Count, "How many of them by Black.";
    WhiteCaptures "white.captures" Kind::Count, "How many of them by White.";
    Nodes "nodes" Kind::Count, "How many nodes the tree has.";
    Depth "depth" Kind::Count, "How many nodes its longest line has.";
    Variations "variations" Kind::Count, "How many lines there are beside the main line.";
    Setup "setup" Kind::Count, "In how many nodes stones are set up.";
    Markup "markup" Kind::Count, "In how many nodes points are marked.";
    Comments "comments" Kind::Count, "How many nodes are commented.";
    Comment "comment" Kind::Text, "The text of any comment.";
    Format "format" Kind::Text, "The format: `sgf`, `jgf`, `sgn` …, and with its version, `SGF FF[4]`.";
    Dialect "dialect" Kind::Text, "The program or server whose habits the record has.";
    Program "program" Kind::Text, "The program that wrote it.";
    Charset "charset" Kind::Text, "The charset of the record.";
    Codes "codes" Kind::Text, "The codes of what is wrong with it, such as `rules/ko`.";
    Errors "errors" Kind::Count, "How many errors there are.";
    Warnings "warnings" Kind::Count, "How many warnings there are.";
    Hash "hash" Kind::Text, "Any of the hashes of the game.";
    File "file" Kind::Text, "The name of the file, without folders.";
    Path "path" Kind::Text, "The name of the file, with its folders.";
    Games "games" Kind::Count, "How many games the file holds.";
    Number "number" Kind::Count, "The number of the game in its file, from 1.";
}

impl Field {
    /// The field of a name.
    pub fn named(name: &str) -> Option<Field> {
        Field::ALL
            .iter()
            .copied()
            .find(|field| field.name() == name)
    }

    /// The name that somebody may have meant.
    pub(crate) fn near(name: &str) -> Option<&'static str> {
        let names = Field::ALL.iter().map(|field| field.name());
        nearest(name, names)
    }
}

/// The name.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The word that is most like what was written, if one is like it.
pub(crate) fn nearest<'w>(written: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    /// Longer than any word; comparing takes time in proportion to the product.
    const LONGEST: usize = 32;
    if written.len() > LONGEST {
        return None;
    }
    let written = written.to_ascii_lowercase();
    let likeness = |word| (strsim::jaro_winkler(&written, word), word);
    let best = words.map(likeness).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness >= 0.8)
        .map(|(_, word)| word)
}
