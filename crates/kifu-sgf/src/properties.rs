//! The table of all known properties, and lookups in it.
//!
//! The table is generated from the file `properties.txt` of this crate; the page
//! [`format`](crate::format) shows all of it.

use core::fmt;

use crate::context::{Dialect, GameContext, GameType};
use crate::ident::Ident;

#[rustfmt::skip]
mod generated;

pub(crate) use self::generated::OF_A_GAME;

/// The description of a property: one line of the table.
///
/// ```
/// use kifu_sgf::{Dialect, GameContext, PropertyInfo};
/// use kifu_sgf::properties::{PropertyClass, ValueKind};
///
/// let go = GameContext::default();
/// let ab = PropertyInfo::of_name("AB", &go).unwrap();
/// assert_eq!((ab.name, ab.class), ("Add Black", PropertyClass::Setup));
/// assert_eq!(ab.values.first, ValueKind::Stone);
/// assert!(ab.values.is_list());
///
/// // Some identifiers have more than one meaning.
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
    /// The name of the property in words.
    pub name: &'static str,
    /// The kind of node in which the property belongs.
    pub class: PropertyClass,
    /// Whether the property also applies to descendants, until it is set again (FF\[4\], *Property
    /// attributes*).
    pub inherited: bool,
    /// The type of the values of the property.
    pub values: ValueType,
    /// The specifications that define the property; none if a program invented it.
    pub versions: Versions,
    /// The type of game to which the property belongs; `None` for all.
    pub game: Option<GameType>,
    /// The program or specification that introduced the property.
    pub origin: Dialect,
    /// The identifier with the same meaning in the specifications, if it differs.
    pub alias: Option<&'static str>,
    /// The way to merge several properties with this identifier in a node.
    pub merge: MergeRule,
}

impl PropertyInfo {
    /// Returns the meaning of an identifier in a game tree. `None` if it is unknown, or unknown for
    /// this type of game.
    ///
    /// If there are several meanings, the result is that of the dialect of the game, otherwise that
    /// of the declared version, otherwise the most common one.
    #[inline]
    pub fn of(ident: Ident<'_>, context: &GameContext) -> Option<&'static PropertyInfo> {
        choose(PropertyInfo::variants(ident), context)
    }

    /// Returns the meaning of an identifier like [`of`](PropertyInfo::of), but in a node other than
    /// the root. The names that a dialect has for root and game-info properties apply only in the
    /// root; below it the standard meaning applies.
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
        let is_head = matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo);
        if info.alias.is_none() || !is_head {
            return Some(info);
        }
        let standard = GameContext {
            dialect: Dialect::Standard,
            ..*context
        };
        PropertyInfo::of(ident, &standard)
    }

    /// Returns the meaning like [`of`](PropertyInfo::of), for a name in capitals.
    pub fn of_name(name: &str, context: &GameContext) -> Option<&'static PropertyInfo> {
        choose(generated::variants(name.as_bytes()), context)
    }

    /// Returns all meanings of an identifier, the most common one first.
    #[inline]
    pub fn variants(ident: Ident<'_>) -> &'static [PropertyInfo] {
        let written = ident.as_bytes();
        if written.iter().all(u8::is_ascii_uppercase) {
            return generated::variants(written);
        }
        with_lower_case(ident)
    }

    /// Returns the whole table, sorted by identifier.
    pub fn all() -> &'static [PropertyInfo] {
        &generated::TABLE
    }

    /// Returns the meaning of the property, as a phrase.
    ///
    /// ```
    /// # use kifu_sgf::{GameContext, PropertyInfo};
    /// let komi = PropertyInfo::of_name("KM", &GameContext::default()).unwrap();
    /// assert_eq!(komi.meaning(), "the points that White receives");
    /// ```
    pub fn meaning(&self) -> &'static str {
        let row = generated::TABLE.iter().position(|row| row == self);
        row.map_or("", |row| generated::MEANINGS[row])
    }

    /// Returns the identifier in the specifications: the alias, or the identifier itself.
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
    // No identifier in the table is longer.
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

/// The kind of node in which a property belongs (FF\[4\], *Property types*).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PropertyClass {
    /// Only the root.
    Root,
    /// One node of each path: data about the game.
    GameInfo,
    /// A node that sets up stones; never a node with a move.
    Setup,
    /// A node with a move; never a node with setup.
    Move,
    /// Any node.
    Any,
}

/// A way to merge several properties with the same identifier in a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MergeRule {
    /// The properties are merged into one property with all values.
    Append,
    /// The properties are merged into one property with the concatenated texts.
    Join,
    /// Only the first property counts.
    First,
    /// The properties are not merged: each one counts, in its place.
    Keep,
}

/// The type of the values of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueType {
    /// The number of values.
    pub count: ValueCount,
    /// The kind of each value, or of the first half of a pair.
    pub first: ValueKind,
    /// The kind of the second half of a pair, after the `:`.
    pub second: Option<ValueKind>,
}

impl ValueType {
    /// Returns whether there can be more than one value.
    pub const fn is_list(self) -> bool {
        !matches!(self.count, ValueCount::One)
    }
}

/// Writes the type as in the table: `list point:simpletext`.
impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.count {
            ValueCount::One => "",
            ValueCount::List => "list ",
            ValueCount::EmptyOrList => "elist ",
        })?;
        f.write_str(self.first.name())?;
        match self.second {
            Some(second) => write!(f, ":{}", second.name()),
            None => Ok(()),
        }
    }
}

/// The number of values of a property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ValueCount {
    /// Exactly one value.
    One,
    /// One or more values.
    List,
    /// One or more values; a single empty value means an empty list.
    EmptyOrList,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal)*) => {
        /// The kind of a value, or of half of a pair.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum ValueKind {
            $($(#[$doc])* $kind,)*
        }

        impl ValueKind {
            /// Returns the name of the kind in the table.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ValueKind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// An empty value: `IT[]`.
    None "none"
    /// A whole number: [`value::number`](crate::value::number).
    Number "number"
    /// A decimal number: [`value::real`](crate::value::real).
    Real "real"
    /// 1, or 2 for emphasis: [`value::double`](crate::value::double).
    Double "double"
    /// A player: [`value::color`](crate::value::color).
    Color "color"
    /// Text on a single line.
    SimpleText "simpletext"
    /// Text with line breaks.
    Text "text"
    /// A point on the board, or a rectangle in a list: [`value::point`](crate::value::point).
    Point "point"
    /// A point or a pass: [`value::action`](crate::value::action).
    Move "move"
    /// A stone; in Go a point.
    Stone "stone"
    /// Bytes in a form of one program, or in an unknown form.
    Raw "raw"
    /// The name of a program, and its version.
    Application "application"
    /// The name of a charset.
    Charset "charset"
    /// Dates.
    Date "date"
    /// A date in a Japanese era.
    EraDate "eradate"
    /// An empty value, or the settings of a figure and its name.
    Figure "figure"
    /// The number of handicap stones.
    Handicap "handicap"
    /// The points that White receives.
    Komi "komi"
    /// A sequence of moves: [`value::sequence`](crate::value::sequence).
    Moves "moves"
    /// A traditional handicap: how often the weaker player takes Black.
    OldHandicap "oldhandicap"
    /// An overtime system.
    Overtime "overtime"
    /// The names of one or more players.
    Players "players"
    /// The ranks of one or more players.
    Rank "rank"
    /// The result of a game.
    Result "result"
    /// A ruleset.
    Rules "rules"
    /// Columns and rows of a board: [`value::size`](crate::value::size).
    Size "size"
    /// An amount of time.
    Time "time"
}

impl ValueKind {
    /// Returns whether the value is text in the charset of the file, so that it can contain escapes
    /// and characters other than ASCII.
    pub const fn is_text(self) -> bool {
        !matches!(
            self,
            ValueKind::None
                | ValueKind::Number
                | ValueKind::Real
                | ValueKind::Double
                | ValueKind::Color
                | ValueKind::Point
                | ValueKind::Move
                | ValueKind::Stone
                | ValueKind::Moves
                | ValueKind::Size
        )
    }
}

/// A set of specifications.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Versions(u8);

impl Versions {
    /// The empty set.
    pub const NONE: Versions = Versions(0);
    /// FF\[1\], and FF\[2\], which was never published.
    pub const FF1: Versions = Versions(1);
    /// FF\[3\].
    pub const FF3: Versions = Versions(2);
    /// FF\[4\].
    pub const FF4: Versions = Versions(4);
    /// The draft of 2016.
    pub const DRAFT: Versions = Versions(8);

    /// Returns the specifications that apply to a file that declares this version: for FF\[4\] and
    /// unknown versions FF\[4\] and the draft, without a version all of them.
    pub const fn declared(format: Option<u8>) -> Versions {
        match format {
            None => Versions(15),
            Some(1 | 2) => Versions::FF1,
            Some(3) => Versions::FF3,
            Some(_) => Versions::FF4.and(Versions::DRAFT),
        }
    }

    /// Returns the union of both sets.
    pub const fn and(self, other: Versions) -> Versions {
        Versions(self.0 | other.0)
    }

    /// Returns whether the sets have a common element.
    pub const fn intersects(self, other: Versions) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Writes the set as in the table: `1 3 4 d`.
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
        for (row, meaning) in all.iter().zip(generated::MEANINGS) {
            assert_eq!(row.meaning(), meaning, "{}", row.ident);
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
            (context.format, context.game, context.dialect) = (format, GameType(game), dialect);
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
    fn lower_case_letters_are_ignored() {
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
