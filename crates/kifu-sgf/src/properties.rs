//! What is known of each property: the table, and how to look things up in it.
//!
//! The table is data, `properties.txt` in this crate; the page
//! [`format`](crate::format) shows all of it.

use core::fmt;

use crate::context::{Dialect, Game, GameContext};
use crate::ident::Ident;

#[rustfmt::skip]
mod generated;

/// What a property is: one line of the table.
///
/// ```
/// use kifu_sgf::{Dialect, GameContext, PropertyInfo};
/// use kifu_sgf::properties::{Class, Kind};
///
/// let go = GameContext::default();
/// let ab = PropertyInfo::of_name("AB", &go).unwrap();
/// assert_eq!((ab.name, ab.class), ("Add Black", Class::Setup));
/// assert_eq!(ab.values.first, Kind::Stone);
/// assert!(ab.values.is_list());
///
/// // Some identifiers have several meanings.
/// let mut sgf2 = go;
/// sgf2.dialect = Dialect::Sgf2;
/// assert_eq!(PropertyInfo::of_name("TE", &go).unwrap().name, "Tesuji");
/// assert_eq!(PropertyInfo::of_name("TE", &sgf2).unwrap().alias, Some("EV"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PropertyInfo {
    /// The identifier, in capitals.
    pub ident: &'static str,
    /// Its name in words.
    pub name: &'static str,
    /// Which nodes it belongs in.
    pub class: Class,
    /// Whether it holds for the nodes below too, until it is set again (FF\[4\],
    /// *Property attributes*).
    pub inherited: bool,
    /// What its values are.
    pub values: ValueType,
    /// Which specifications have it; none for what programs made up.
    pub versions: Versions,
    /// The game that it belongs to; `None` for all.
    pub game: Option<Game>,
    /// Who brought it up.
    pub origin: Dialect,
    /// The identifier that the specifications have for the same.
    pub alias: Option<&'static str>,
    /// What several of it in a node come to.
    pub merge: Merge,
    /// What it says, in half a sentence.
    pub meaning: &'static str,
}

impl PropertyInfo {
    /// What an identifier means in a game tree. `None` if it is not known, or not in
    /// that game.
    ///
    /// Of several meanings it is that of the dialect of the game, or else of the declared
    /// version, or else the one that is commonest.
    #[inline]
    pub fn of(ident: Ident<'_>, context: &GameContext) -> Option<&'static PropertyInfo> {
        choose(PropertyInfo::variants(ident), context)
    }

    /// As [`of`](PropertyInfo::of), in a node other than the root. What a dialect calls the
    /// game's head by stands in the root; further down it is what everybody calls so.
    ///
    /// ```
    /// use kifu_sgf::{Document, GameContext, PropertyInfo};
    ///
    /// let doc = Document::parse("(;GK[1]TE[Meijin];B[pd]TE[1])")?;
    /// let root = doc.node(doc.roots().next().unwrap());
    /// let te = root.get("TE").unwrap().ident();
    /// let context = GameContext::of(root);
    /// assert_eq!(PropertyInfo::of(te, &context).unwrap().name, "Event");
    /// assert_eq!(PropertyInfo::below_root(te, &context).unwrap().name, "Tesuji");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn below_root(ident: Ident<'_>, context: &GameContext) -> Option<&'static PropertyInfo> {
        let info = PropertyInfo::of(ident, context)?;
        let is_of_the_head = matches!(info.class, Class::Root | Class::GameInfo);
        if info.alias.is_none() || !is_of_the_head {
            return Some(info);
        }
        let everybodys = GameContext {
            dialect: Dialect::Standard,
            ..*context
        };
        PropertyInfo::of(ident, &everybodys)
    }

    /// As [`of`](PropertyInfo::of), for a name in capitals.
    pub fn of_name(name: &str, context: &GameContext) -> Option<&'static PropertyInfo> {
        choose(generated::variants(name.as_bytes()), context)
    }

    /// Everything that an identifier can mean, the commonest first.
    #[inline]
    pub fn variants(ident: Ident<'_>) -> &'static [PropertyInfo] {
        let written = ident.as_bytes();
        if written.iter().all(u8::is_ascii_uppercase) {
            return generated::variants(written);
        }
        with_lower_case(ident)
    }

    /// The whole table, in the order of the identifiers.
    pub fn all() -> &'static [PropertyInfo] {
        &generated::TABLE
    }

    /// The identifier that the specifications have for it: the alias, or its own.
    ///
    /// ```
    /// # use kifu_sgf::{GameContext, PropertyInfo};
    /// let context = GameContext::default();
    /// assert_eq!(PropertyInfo::of_name("LKM", &context).unwrap().canonical(), "KM");
    /// assert_eq!(PropertyInfo::of_name("KM", &context).unwrap().canonical(), "KM");
    /// ```
    pub const fn canonical(&self) -> &'static str {
        match self.alias {
            Some(alias) => alias,
            None => self.ident,
        }
    }
}

#[cold]
fn with_lower_case(ident: Ident<'_>) -> &'static [PropertyInfo] {
    // Longer than any identifier in the table.
    let mut capitals = [0; 16];
    let mut len = 0;
    for byte in ident.significant() {
        let Some(place) = capitals.get_mut(len) else {
            return &[];
        };
        *place = byte;
        len += 1;
    }
    generated::variants(&capitals[..len])
}

#[inline]
fn choose(
    variants: &'static [PropertyInfo],
    context: &GameContext,
) -> Option<&'static PropertyInfo> {
    let in_game = |info: &&PropertyInfo| info.game.is_none_or(|game| game == context.game);
    match variants {
        [only] => Some(only).filter(in_game),
        [] => None,
        several => choose_among(several, context),
    }
}

fn choose_among(
    variants: &'static [PropertyInfo],
    context: &GameContext,
) -> Option<&'static PropertyInfo> {
    let versions = Versions::declared(context.format);
    let in_game = || {
        variants
            .iter()
            .filter(|info| info.game.is_none_or(|game| game == context.game))
    };
    let of_dialect = || {
        let dialect = Some(context.dialect).filter(|&dialect| dialect != Dialect::Standard)?;
        in_game().find(|info| info.origin == dialect)
    };
    of_dialect()
        .or_else(|| in_game().find(|info| info.versions.intersects(versions)))
        .or_else(|| in_game().next())
}

/// Which nodes a property belongs in (FF\[4\], *Property types*).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// The root alone.
    Root,
    /// One node of each path: what is known of a game.
    GameInfo,
    /// A node that sets stones up; never with a move.
    Setup,
    /// A node with a move; never with setup.
    Move,
    /// Any.
    Any,
}

/// What several properties of one identifier in a node come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Merge {
    /// One property with all the values.
    Append,
    /// One property with the texts one after another.
    Join,
    /// The first counts.
    First,
    /// Each stands for itself, at its place.
    Keep,
}

/// What the values of a property are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueType {
    /// How many there are.
    pub count: Count,
    /// What each is; of a pair, its first half.
    pub first: Kind,
    /// Of a pair, what follows the `:`.
    pub second: Option<Kind>,
}

impl ValueType {
    /// Whether there can be more values than one.
    pub const fn is_list(self) -> bool {
        !matches!(self.count, Count::One)
    }
}

/// As the table writes it: `list point:simpletext`.
impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.count {
            Count::One => "",
            Count::List => "list ",
            Count::EmptyOrList => "elist ",
        })?;
        f.write_str(self.first.name())?;
        match self.second {
            Some(second) => write!(f, ":{}", second.name()),
            None => Ok(()),
        }
    }
}

/// How many values a property has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Count {
    /// One.
    One,
    /// One or more.
    List,
    /// One or more, or a single empty one that means none.
    EmptyOrList,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal)*) => {
        /// What one value is, or half of a pair.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// Its name in the table.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// Nothing: `IT[]`.
    None "none"
    /// A whole number: [`value::number`](crate::value::number).
    Number "number"
    /// A decimal number: [`value::real`](crate::value::real).
    Real "real"
    /// 1, or 2 for more of it: [`value::double`](crate::value::double).
    Double "double"
    /// A player: [`value::color`](crate::value::color).
    Color "color"
    /// Text on one line.
    SimpleText "simpletext"
    /// Text.
    Text "text"
    /// A point of the board, or a rectangle in a list: [`value::point`](crate::value::point).
    Point "point"
    /// A point or a pass: [`value::action`](crate::value::action).
    Move "move"
    /// A stone; in Go a point.
    Stone "stone"
    /// Bytes in whatever form their program made up, or nobody knows.
    Raw "raw"
    /// The name of a program, and its version.
    Application "application"
    /// The name of a charset.
    Charset "charset"
    /// Dates.
    Date "date"
    /// A date in a Japanese era.
    EraDate "eradate"
    /// Nothing, or settings of a figure and its name.
    Figure "figure"
    /// How many handicap stones.
    Handicap "handicap"
    /// What White is given.
    Komi "komi"
    /// A sequence of moves: [`value::sequence`](crate::value::sequence).
    Moves "moves"
    /// Who takes Black how often.
    OldHandicap "oldhandicap"
    /// A kind of overtime.
    Overtime "overtime"
    /// One name or several.
    Players "players"
    /// One rank or several.
    Rank "rank"
    /// Who won.
    Result "result"
    /// A ruleset.
    Rules "rules"
    /// Columns and rows of a board: [`value::size`](crate::value::size).
    Size "size"
    /// An amount of time.
    Time "time"
}

impl Kind {
    /// Whether it is text in the charset of the file, so that it can have other than
    /// ASCII in it, and escapes.
    pub const fn is_text(self) -> bool {
        !matches!(
            self,
            Kind::None
                | Kind::Number
                | Kind::Real
                | Kind::Double
                | Kind::Color
                | Kind::Point
                | Kind::Move
                | Kind::Stone
                | Kind::Moves
                | Kind::Size
        )
    }
}

/// A set of specifications.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Versions(u8);

impl Versions {
    /// None.
    pub const NONE: Versions = Versions(0);
    /// FF\[1\], and FF\[2\], which was never published.
    pub const FF1: Versions = Versions(1);
    /// FF\[3\].
    pub const FF3: Versions = Versions(2);
    /// FF\[4\].
    pub const FF4: Versions = Versions(4);
    /// The draft of 2016.
    pub const DRAFT: Versions = Versions(8);

    /// What a file may use that declares this version, or none: with FF\[4\] and
    /// unknown ones the draft too, without a version all.
    pub const fn declared(format: Option<u8>) -> Versions {
        match format {
            None => Versions(15),
            Some(1 | 2) => Versions::FF1,
            Some(3) => Versions::FF3,
            Some(_) => Versions::FF4.and(Versions::DRAFT),
        }
    }

    /// Both sets.
    pub const fn and(self, other: Versions) -> Versions {
        Versions(self.0 | other.0)
    }

    /// Whether they have one in common.
    pub const fn intersects(self, other: Versions) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// As the table writes it: `1 3 4 d`.
impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (Versions::FF1, "1"),
            (Versions::FF3, "3"),
            (Versions::FF4, "4"),
            (Versions::DRAFT, "d"),
        ];
        let mut separator = "";
        for (_, name) in all.iter().filter(|(version, _)| self.intersects(*version)) {
            write!(f, "{separator}{name}")?;
            separator = " ";
        }
        Ok(())
    }
}

impl fmt::Debug for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Versions({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_identifier() {
        let all = PropertyInfo::all();
        assert!(all.len() > 200);
        for row in all {
            let found = generated::variants(row.ident.as_bytes());
            assert!(found.contains(row), "{}", row.ident);
            assert!(found.iter().all(|other| other.ident == row.ident));
            if let Some(alias) = row.alias {
                let target = generated::variants(alias.as_bytes());
                assert!(target.iter().any(|info| info.alias.is_none()), "{alias}");
            }
        }
        assert!(generated::variants(b"").is_empty());
    }

    #[test]
    fn the_context_chooses_the_meaning() {
        let name = |ident: &str, format, game, dialect| {
            let mut context = GameContext::default();
            (context.format, context.game, context.dialect) = (format, Game(game), dialect);
            PropertyInfo::of_name(ident, &context).map(|info| info.name)
        };
        use Dialect::*;
        assert_eq!(name("LT", None, 1, Standard), Some("Overtime length"));
        assert_eq!(name("LT", Some(4), 1, Standard), Some("Overtime length"));
        assert_eq!(name("LT", Some(3), 1, Standard), Some("Lose on time"));
        assert_eq!(name("TC", Some(3), 1, Standard), Some("Territory count"));
        assert_eq!(name("TC", Some(3), 1, SmartGo), Some("Capturable"));
        assert_eq!(name("TC", Some(3), 1, Sgf2), Some("Tail comment"));
        assert_eq!(name("SE", None, 9, Standard), Some("Self test"));
        assert_eq!(name("AS", None, 9, Standard), Some("Who adds stones"));
        assert_eq!(name("AS", None, 19, Standard), Some("Arrow from a stone"));
        assert_eq!(name("AS", None, 1, Standard), None);
        assert_eq!(name("KM", None, 11, Standard), None);
        assert_eq!(name("GS", None, 6, GnuBg), Some("Game statistics"));
        assert_eq!(name("XYZZY", None, 1, Standard), None);
    }

    #[test]
    fn lower_case_letters_do_not_count() {
        let ident = |name: &'static str| PropertyInfo::variants(Ident::new(name.as_bytes()));
        assert_eq!(ident("GaMe"), ident("GM"));
        assert_eq!(ident("goWriteVersion")[0].ident, "WV");
        assert_eq!(ident("km")[0].ident, "KM");
        assert!(ident("AVeryLongNAMEWITHTOOMANYCAPITALSINIT").is_empty());
        assert!(ident("").is_empty());
    }

    #[test]
    fn types_and_versions_are_written_as_in_the_table() {
        let written = |name: &str| {
            let info = &generated::variants(name.as_bytes())[0];
            alloc::format!("{} / {}", info.values, info.versions)
        };
        assert_eq!(written("LB"), "list point:simpletext / 3 4 d");
        assert_eq!(written("VW"), "elist point / 4 d");
        assert_eq!(written("KGSSB"), "real / ");
    }
}
