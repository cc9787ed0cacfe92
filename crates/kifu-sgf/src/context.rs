//! The context in which a game tree is read: version, type of game, board size, program.

use core::fmt;

use kifu_core::Size;

use crate::document::NodeRef;
use crate::ident::Ident;
use crate::property::Property;
use crate::value;

/// The program, server or specification that a file or a property comes from.
///
/// Some identifiers have different meanings in different dialects (`TE` is a tesuji, but an event
/// in the SGF2 of news sites), and some programs have habits that a reader should know. A file can
/// name an editor and show the habits of a server; its dialect is that of the program that wrote it
/// last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// No particular program; for properties, the SGF specifications.
    #[default]
    Standard,
    /// Properties found in collections whose origin is unknown.
    Other,
    /// The dialect of some news sites: `GK`, `TE`, `KO`, `RD`.
    Sgf2,
    /// The FF\[5\] proposal.
    Ff5,
    /// RGF recordings.
    Rgf,
    /// Chinese files that explain each property in a `ZZ` property.
    Zz,
    /// The Aya engine.
    Aya,
    /// Boardspace.net.
    Boardspace,
    /// CGoban 1.
    Cgoban1,
    /// The Dragon Go Server.
    Dragon,
    /// The Explorer program.
    Explorer,
    /// The Fox server.
    Fox,
    /// GNU Backgammon.
    GnuBg,
    /// GNU Go.
    GnuGo,
    /// The GoGoD collection.
    GoGod,
    /// Goproblems.com.
    GoProblems,
    /// GOWrite.
    GoWrite,
    /// Hangame, a Korean server, and its editors.
    Hangame,
    /// KaTrain.
    KaTrain,
    /// KGS and its client, CGoban 3.
    Kgs,
    /// The kifu crates, for properties that they write in conversions.
    Kifu,
    /// Lizzie and programs derived from it.
    Lizzie,
    /// MultiGo.
    MultiGo,
    /// Ogatak.
    Ogatak,
    /// The Online Go Server.
    Ogs,
    /// q5Go.
    Q5Go,
    /// Sabaki.
    Sabaki,
    /// SmartGo and Smart Game Board.
    SmartGo,
    /// The Tygem server.
    Tygem,
}

impl Dialect {
    /// Returns the name of the dialect, as its developers spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Standard => "SGF",
            Dialect::Other => "other",
            Dialect::Sgf2 => "SGF2",
            Dialect::Ff5 => "FF[5] proposal",
            Dialect::Rgf => "RGF",
            Dialect::Zz => "ZZ files",
            Dialect::Aya => "Aya",
            Dialect::Boardspace => "Boardspace",
            Dialect::Cgoban1 => "CGoban 1",
            Dialect::Dragon => "Dragon Go Server",
            Dialect::Explorer => "Explorer",
            Dialect::Fox => "Fox",
            Dialect::GnuBg => "GNU Backgammon",
            Dialect::GnuGo => "GNU Go",
            Dialect::GoGod => "GoGoD",
            Dialect::GoProblems => "goproblems.com",
            Dialect::GoWrite => "GOWrite",
            Dialect::Hangame => "Hangame",
            Dialect::KaTrain => "KaTrain",
            Dialect::Kgs => "KGS",
            Dialect::Kifu => "kifu",
            Dialect::Lizzie => "Lizzie",
            Dialect::MultiGo => "MultiGo",
            Dialect::Ogatak => "Ogatak",
            Dialect::Ogs => "OGS",
            Dialect::Q5Go => "q5Go",
            Dialect::Sabaki => "Sabaki",
            Dialect::SmartGo => "SmartGo",
            Dialect::Tygem => "Tygem",
        }
    }

    /// Returns the dialect of a program by its name in `AP`. `None` if the program has no dialect
    /// of its own.
    fn of_program(name: &[u8]) -> Option<Dialect> {
        PROGRAMS
            .iter()
            .find(|(start, _)| starts_with(name.trim_ascii_start(), start))
            .map(|&(_, dialect)| dialect)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Prefixes of program names, compared without case.
const PROGRAMS: &[(&str, Dialect)] = &[
    ("foxwq", Dialect::Fox),
    ("yuanyu", Dialect::Fox),
    ("cgoban:3", Dialect::Kgs),
    ("cgoban", Dialect::Cgoban1),
    ("multigo", Dialect::MultiGo),
    ("sabaki", Dialect::Sabaki),
    ("gowrite", Dialect::GoWrite),
    ("gogod", Dialect::GoGod),
    ("smartgo", Dialect::SmartGo),
    ("smart go", Dialect::SmartGo),
    ("puremorph", Dialect::Hangame),
    ("hangame", Dialect::Hangame),
    ("tygem", Dialect::Tygem),
    ("ogs", Dialect::Ogs),
    ("online-go", Dialect::Ogs),
    ("q5go", Dialect::Q5Go),
    ("lizzie", Dialect::Lizzie),
    ("lizgoban", Dialect::Lizzie),
    ("katrain", Dialect::KaTrain),
    ("ogatak", Dialect::Ogatak),
    ("explorer", Dialect::Explorer),
    ("aya", Dialect::Aya),
    ("gnu backgammon", Dialect::GnuBg),
    ("gnu go", Dialect::GnuGo),
];

/// Texts in the place, source or transcriber of a game that identify a dialect.
const PLACES: &[(&str, Dialect)] = &[
    ("kgs go server", Dialect::Kgs),
    ("kiseido go server", Dialect::Kgs),
    ("gokgs.com", Dialect::Kgs),
    ("online-go.com", Dialect::Ogs),
    ("dragongoserver", Dialect::Dragon),
    ("dragon go server", Dialect::Dragon),
    ("goproblems.com", Dialect::GoProblems),
    ("hangame.com", Dialect::Hangame),
    ("boardspace", Dialect::Boardspace),
    ("foxwq", Dialect::Fox),
    ("gogod", Dialect::GoGod),
    ("tygem", Dialect::Tygem),
];

fn starts_with(text: &[u8], start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|text| text.eq_ignore_ascii_case(start.as_bytes()))
}

/// The context in which a game tree is read, as declared by its root.
///
/// ```
/// use kifu_sgf::{Dialect, Document, GameContext, GameType};
///
/// let doc = Document::parse("(;FF[4]AP[GNU Go:3.8]AP[foxwq]SZ[13]KM[375])").unwrap();
/// let context = GameContext::of(doc.node(doc.roots().next().unwrap()));
/// assert_eq!((context.format, context.game), (Some(4), GameType::GO));
/// assert_eq!(context.size.to_string(), "13x13");
/// assert_eq!(context.dialect, Dialect::Fox);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GameContext {
    /// The version of SGF that the root declares with `FF`; `None` if there is none, or the value
    /// is not a number from 0 to 255.
    pub format: Option<u8>,
    /// The type of game, as declared by `GM`; Go if the root does not declare it.
    pub game: GameType,
    /// The board size, as declared by `SZ`, or the usual size for this type of game; 19×19 if the
    /// type has no usual size.
    pub size: Size,
    /// The program or server that the file comes from.
    pub dialect: Dialect,
}

impl GameContext {
    /// Determines the context from the properties of a root.
    pub fn of(root: NodeRef<'_>) -> GameContext {
        GameContext::of_properties(root.properties())
    }

    /// Determines the context from the properties of a root, in their order.
    pub(crate) fn of_properties<'a>(
        properties: impl Iterator<Item = impl Statement<'a>>,
    ) -> GameContext {
        let mut context = GameContext::default();
        let mut size = None;
        let mut stated = None;
        let mut hints = Hints::default();
        for property in properties {
            let ident = property.ident();
            let number = || value::number(property.value()?).ok();
            match ident.two_letters() {
                names::FF => {
                    let declared = number().and_then(|read| u8::try_from(read.value).ok());
                    context.format = context.format.or(declared);
                }
                name @ (names::GM | names::GK) => {
                    if let Some(Ok(game)) = number().map(|read| u16::try_from(read.value)) {
                        context.game = *stated.get_or_insert(GameType(game));
                    }
                    hints.kind |= name == names::GK;
                }
                names::SZ => {
                    // An empty value is treated like a missing one.
                    let is_present = |value: &&[u8]| !value.trim_ascii().is_empty();
                    size = size.or(property.value().filter(is_present));
                }
                names::AP => hints.look_at_program(&property),
                names::WV => hints.place = Some(Dialect::GoWrite),
                name if ident.as_bytes().len() == 2 => hints.look(name, &property),
                _ if ident.as_bytes() == b"MULTIGOGM" => {
                    hints.place = hints.place.or(Some(Dialect::MultiGo));
                }
                _ => {}
            }
        }
        context.size = size
            .and_then(|value| value::size(value).ok())
            .map(|read| read.value)
            .or(context.game.usual_size())
            .unwrap_or_default();
        context.dialect = hints.dialect();
        context
    }
}

/// A property of a root: an identifier and the bytes of its values.
pub(crate) trait Statement<'a> {
    /// Returns the identifier.
    fn ident(&self) -> Ident<'a>;

    /// Returns an iterator over the bytes of the values.
    fn values(&self) -> impl Iterator<Item = &'a [u8]>;

    /// Returns the bytes of the first value.
    fn value(&self) -> Option<&'a [u8]> {
        self.values().next()
    }
}

impl<'a> Statement<'a> for Property<'a> {
    fn ident(&self) -> Ident<'a> {
        Property::ident(self)
    }

    fn values(&self) -> impl Iterator<Item = &'a [u8]> {
        Property::values(self).map(|value| value.raw())
    }
}

/// The identifiers that determine the context, as the numbers that [`Ident::two_letters`] returns.
mod names {
    macro_rules! names {
        ($($name:ident)*) => {
            $(pub(super) const $name: u16 = {
                let letters = stringify!($name).as_bytes();
                u16::from_be_bytes([letters[0], letters[1]])
            };)*
        };
    }

    names!(AP FF GK GM KM KO LC LT PC QK RD RL SO SY SZ TC TE TT US WV ZC ZZ);
}

/// Evidence for a dialect.
#[derive(Default)]
struct Hints {
    /// The last program with a dialect of its own.
    program: Option<Dialect>,
    place: Option<Dialect>,
    /// All Fox files state the number and the length of overtime periods, and have either `RL` or a
    /// komi in hundredths.
    periods: u8,
    rl: bool,
    hundredths: bool,
    zz: bool,
    /// SGF2 files have a kind of game, a recording date, and a text as event or komi.
    kind: bool,
    date: bool,
    text: bool,
}

impl Hints {
    /// Looks at a property whose identifier consists of two capitals.
    fn look<'a>(&mut self, name: u16, property: &impl Statement<'a>) {
        match name {
            names::PC | names::SO | names::US => {
                self.place = self.place.or_else(|| place(property));
            }
            names::TC | names::TT | names::LC | names::LT => self.periods += 1,
            names::RL => self.rl = true,
            names::KM => {
                let digits = property.value().unwrap_or_default();
                self.hundredths = digits.len() >= 3 && digits.iter().all(u8::is_ascii_digit);
            }
            names::RD => self.date = true,
            names::ZZ => self.zz = true,
            names::TE | names::KO => {
                self.text |= !is_short(property.value().unwrap_or_default());
            }
            names::ZC | names::QK => self.place = self.place.or(Some(Dialect::Hangame)),
            names::SY => self.place = self.place.or(Some(Dialect::Cgoban1)),
            _ => {}
        }
    }

    /// Remembers the program; the last known one wrote the file.
    fn look_at_program<'a>(&mut self, property: &impl Statement<'a>) {
        for value in property.values() {
            self.program = Dialect::of_program(value).or(self.program);
        }
    }

    fn dialect(&self) -> Dialect {
        // Fox names GNU Go as the program that wrote its files.
        let own_program = self.program.filter(|&program| program != Dialect::GnuGo);
        let like_fox = self.rl || self.hundredths || self.program == Some(Dialect::GnuGo);
        match own_program {
            _ if self.kind || (self.date && self.text) => Dialect::Sgf2,
            Some(program) => program,
            None if self.zz => Dialect::Zz,
            None if self.periods >= 2 && like_fox => Dialect::Fox,
            None => self.place.or(self.program).unwrap_or_default(),
        }
    }
}

/// Whether a property with this name and value is an annotation of a move, although SGF2 has a
/// property of the game with the same name.
#[cfg(feature = "charset-backend")]
pub(crate) fn is_annotation(ident: &str, value: &str) -> bool {
    matches!(ident, "TE" | "KO") && is_short(value.as_bytes())
}

/// Whether a value of `TE` or `KO` is that of an annotation: empty, 1 or 2.
fn is_short(value: &[u8]) -> bool {
    value.len() < 2
}

fn place<'a>(property: &impl Statement<'a>) -> Option<Dialect> {
    // The origin is at the start; the rest can be long.
    const MAX_LEN: usize = 256;
    let value = property.value()?;
    let text = &value[..value.len().min(MAX_LEN)];
    if starts_with(text, "ogs:") {
        return Some(Dialect::Ogs);
    }
    let text = text.to_ascii_lowercase();
    PLACES
        .iter()
        .find(|(part, _)| memchr::memmem::find(&text, part.as_bytes()).is_some())
        .map(|&(_, dialect)| dialect)
}

/// A type of game such as Go, by its number in `GM`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameType(pub u16);

impl GameType {
    /// Go, which is also the type of a record without `GM`.
    pub const GO: GameType = GameType(1);

    /// Returns the English name of the game if SGF assigns the number (2016 draft, *GM*).
    ///
    /// ```
    /// assert_eq!(kifu_sgf::GameType(11).name(), Some("Hex"));
    /// assert_eq!(kifu_sgf::GameType(0).name(), None);
    /// ```
    pub fn name(self) -> Option<&'static str> {
        NAMES.get(usize::from(self.0).checked_sub(1)?).copied()
    }

    /// Returns the usual board size of this type of game; `None` if there is none, or the board
    /// does not consist of columns and rows.
    pub fn usual_size(self) -> Option<Size> {
        let (cols, rows) = match self.0 {
            1 => (19, 19),
            2 | 3 | 9 => (8, 8),
            4 => (15, 15),
            7 => (9, 10),
            8 => (9, 9),
            10 => (7, 7),
            11 => (11, 11),
            18 => (10, 10),
            21 => (24, 24),
            _ => return None,
        };
        Size::new(cols, rows).ok()
    }
}

/// Go.
impl Default for GameType {
    fn default() -> GameType {
        GameType::GO
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "game {}", self.0),
        }
    }
}

const NAMES: [&str; 40] = [
    "Go",
    "Othello",
    "Chess",
    "Gomoku",
    "Nine Men's Morris",
    "Backgammon",
    "Xiangqi",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Phutball",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zèrtz",
    "Plateau",
    "Yinsh",
    "Pünct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatafl",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
];

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Document;

    fn of(root: &str) -> GameContext {
        let doc = Document::parse(root).unwrap();
        GameContext::of(doc.node(doc.roots().next().unwrap()))
    }

    #[test]
    fn programs_and_habits_name_the_dialect() {
        use Dialect::*;
        for (root, dialect) in [
            ("(;)", Standard),
            ("(;AP[CGoban:3])", Kgs),
            ("(;AP[CGoban:1.9.2])", Cgoban1),
            ("(;ApPlication[MultiGo:4.4.4])", MultiGo),
            ("(;AP[GNU Go:3.8])", GnuGo),
            ("(;AP[GNU Go:3.8]AP[foxwq])", Fox),
            ("(;AP[GNU Go:3.8]TC[3]TT[30]KM[0])", Fox),
            ("(;TC[3]TT[30]KM[375])", Fox),
            ("(;TC[10]TT[60]KM[5.5])", Standard),
            ("(;AP[Many Faces of Go:11.0]RL[1]KM[5.5])", Standard),
            ("(;PC[The KGS Go Server at http://www.gokgs.com/])", Kgs),
            ("(;PC[OGS: https://online-go.com/game/1])", Ogs),
            ("(;US[GoGoD95])", GoGod),
            ("(;TE[Samsung Cup]RD[2010-01-02]KO[6.5])", Sgf2),
            ("(;GK[1])", Sgf2),
            ("(;TE[1]RD[2010-01-02])", Standard),
            ("(;goWriteVersion[1.4e])", GoWrite),
            ("(;ZZ[x]PW[y])", Zz),
            ("(;MULTIGOGM[1])", MultiGo),
            ("(;AP[PureMorph:1.0])", Hangame),
        ] {
            assert_eq!(of(root).dialect, dialect, "{root}");
        }
    }

    #[test]
    fn undeclared_values_have_defaults() {
        let size = |root| of(root).size.to_string();
        assert_eq!(of("(;)"), GameContext::default());
        assert_eq!(size("(;GM[11])"), "11x11");
        assert_eq!(size("(;GM[9]SZ[13:9])"), "13x9");
        assert_eq!(size("(;SZ[200])"), "19x19");
        assert_eq!(size("(;SZ[9]SZ[13])"), "9x9");
        assert_eq!(size("(;SZ SZ[ ]SZ[13])"), "13x13");
        assert_eq!(of("(;GM[review.mp3:audio]FF[300])"), GameContext::default());
        assert_eq!(of("(;GK[6]FF[3]FF[4])").format, Some(3));
        assert_eq!(of("(;GK[6])").game.to_string(), "Backgammon");
        assert_eq!(GameType(99).to_string(), "game 99");
    }
}
