//! Records of any format, told apart by what is in them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use kifu_sgf::{Document, GameContext};
use kifu_span::{Diagnostic, Limits, TooLarge};
use kifu_tree::game::{Converted, Game};

#[cfg(all(feature = "diagram", feature = "sgn"))]
use crate::notation::{Notation, Positions};

/// Reads a record, whatever its format is: what looks like JGF is JGF ([`kifu_jgf::is_jgf`],
/// with the feature `jgf`); what has a game as SGF is that; what looks like positions is a file
/// of those ([`Positions::recognize`](crate::notation::Positions::recognize), with the features
/// `sgn` and `diagram`); and all else is SGF without a game.
///
/// ```
/// let sgf = kifu::read(b"(;FF[4]PB[Sato];B[pd])")?;
/// assert_eq!(sgf.format().to_string(), "SGF FF[4]");
///
/// let jgf = kifu::read(br#"{"record": {"version": 1}, "tree": [{}, {"move": {"B": "pd"}}]}"#)?;
/// assert_eq!(jgf.format().to_string(), "JGF 1 (v1-letters)");
/// assert_eq!(jgf.games().count(), 1);
///
/// let sgn = kifu::read(b"# Black lives.\n/1b2/1bw1/-B Problem 1\n")?;
/// assert_eq!(sgn.format().to_string(), "SGN");
/// # Ok::<(), kifu::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if it is longer than documents of its format can be.
pub fn read(source: impl Into<Vec<u8>>) -> Result<Record, TooLarge> {
    read_within(source, &Limits::default())
}

/// Reads a record that is not too large, whatever its format is.
///
/// ```
/// use kifu::{Limits, read_within};
///
/// let limits = Limits { bytes: 1 << 20, nodes: 10_000, depth: 500, ..Limits::default() };
/// assert!(read_within("(;PB[Sato];B[pd])", &limits).is_ok());
/// let error = read_within("(;C[x]".repeat(501), &limits).unwrap_err();
/// assert_eq!(error.to_string(), "more than 500 nested levels (at byte 3000)");
/// ```
///
/// # Errors
///
/// [`TooLarge`] at the first thing beyond a limit.
pub fn read_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Record, TooLarge> {
    let source = source.into();
    TooLarge::check_bytes(source.len(), limits.bytes)?;
    match Syntax::of(&source) {
        #[cfg(feature = "jgf")]
        Syntax::Jgf => {
            return kifu_jgf::Document::parse_within(&source, limits).map(Record::Jgf);
        }
        Syntax::Sgf => {}
    }
    let document = Document::parse_within(source, limits)?;
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    if says_nothing(&document) {
        if let Some(positions) = Positions::recognize(&document.to_bytes()) {
            return Ok(Record::Positions(positions));
        }
    }
    Ok(Record::Sgf(document))
}

/// Whether there is no game, or none with a property in it, as in a text with `(;)`.
#[cfg(all(feature = "diagram", feature = "sgn"))]
fn says_nothing(document: &Document) -> bool {
    let mut nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    nodes.all(|id| document.node(id).properties().next().is_none())
}

/// The syntax of a source. Positions are found in what [`read`] reads as SGF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Syntax {
    /// JGF of either version.
    #[cfg(feature = "jgf")]
    Jgf,
    /// SGF, positions, and everything else.
    Sgf,
}

impl Syntax {
    /// Recognizes the syntax of a source without parsing it.
    ///
    /// ```
    /// use kifu::Syntax;
    ///
    /// assert_eq!(Syntax::of(br#"{"tree": [{}]}"#), Syntax::Jgf);
    /// assert_eq!(Syntax::of(b"(;B[aa])"), Syntax::Sgf);
    /// ```
    pub fn of(source: &[u8]) -> Syntax {
        #[cfg(feature = "jgf")]
        if kifu_jgf::is_jgf(source) {
            return Syntax::Jgf;
        }
        let _ = source;
        Syntax::Sgf
    }
}

/// A file of any format.
///
/// The enum is exhaustive, so that the compiler points at every `match` that does not handle a new format.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // They are few and long-lived.
pub enum Record {
    /// SGF, and whatever is nothing else.
    Sgf(Document),
    /// JGF of either version.
    #[cfg(feature = "jgf")]
    Jgf(kifu_jgf::Document),
    /// Positions in a notation.
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    Positions(Positions),
}

impl Record {
    /// The format; of several games that of the first.
    pub fn format(&self) -> Format {
        match self {
            Record::Sgf(document) => Format::of(document),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => match document.records.first() {
                Some(first) => Format::Jgf {
                    version: first.version(),
                    dialect: first.dialect(),
                },
                None => Format::Unknown,
            },
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => Format::Positions(positions.notation()),
        }
    }

    /// Whether there is no game and no position.
    pub fn is_empty(&self) -> bool {
        match self {
            Record::Sgf(document) => document.roots().next().is_none(),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.records.is_empty(),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions.entries().next().is_none(),
        }
    }

    /// The number of games or positions, without converting them.
    pub fn game_count(&self) -> usize {
        match self {
            Record::Sgf(document) => document.roots().count(),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.records.len(),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions.entries().len(),
        }
    }

    /// The findings that reading the file produced. There are none for SGF, whose findings
    /// [`kifu_sgf::check_each`] computes on request.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Record::Sgf(_) => &[],
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.diagnostics(),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions.diagnostics(),
        }
    }

    /// The document, if the record is SGF. Code that works on any format needs it only for what an SGF
    /// file has beyond its games: the bytes of each game, and the charset of each.
    pub fn sgf_document(&self) -> Option<&Document> {
        match self {
            Record::Sgf(document) => Some(document),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => None,
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(_) => None,
        }
    }

    /// The games, in the order of the file, each converted as it is asked for.
    pub fn games(&self) -> Box<dyn Iterator<Item = Converted<Game>> + '_> {
        match self {
            Record::Sgf(document) => Box::new(
                document
                    .roots()
                    .map(|root| kifu_sgf::convert::to_game(document, root)),
            ),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => Box::new(kifu_jgf::convert::to_games(document)),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => Box::new(positions.games()),
        }
    }

    /// The record as SGF: itself, if it is that, and else converted, a game tree for each of
    /// its games, with all that the way back needs. Whoever wants to know what is lost converts
    /// [`Record::games`] by [`kifu_sgf::convert::from_game`], which tells.
    ///
    /// ```
    /// let record = kifu::read(br#"{"game": {"komi": 6.5}, "tree": [{}, {"move": {"B": "pd"}}]}"#)?;
    /// let document = record.to_sgf()?;
    /// let root = document.node(document.roots().next().unwrap());
    /// assert_eq!(root.simple_text("KM").as_deref(), Some("6.5"));
    /// # Ok::<(), kifu::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it has 4 GiB as SGF.
    pub fn to_sgf(&self) -> Result<AsSgf<'_>, TooLarge> {
        match self {
            Record::Sgf(document) => Ok(AsSgf(Held::Borrowed(document))),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => Ok(AsSgf(Held::Converted(jgf_as_sgf(document)?))),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => {
                Ok(AsSgf(Held::Converted(positions_as_sgf(positions)?)))
            }
        }
    }

    /// The text of the file that no game keeps, without white space around it: [`Document::stray_text`] of SGF; of positions
    /// every line, as text can stand anywhere around them; of JGF nothing.
    pub fn stray_text(&self) -> Vec<&[u8]> {
        match self {
            Record::Sgf(document) => document.stray_text().collect(),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => Vec::new(),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => {
                let lines = positions.text().lines().map(str::trim);
                let lines = lines.filter(|line| !line.is_empty());
                lines.map(str::as_bytes).collect()
            }
        }
    }

    /// The record as SGF, as [`Record::to_sgf`] gives it, for code that keeps or changes the document.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it has 4 GiB as SGF.
    pub fn into_sgf(self) -> Result<Document, TooLarge> {
        match self {
            Record::Sgf(document) => Ok(document),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => jgf_as_sgf(&document),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions_as_sgf(&positions),
        }
    }
}

#[cfg(all(feature = "diagram", feature = "sgn"))]
fn positions_as_sgf(positions: &Positions) -> Result<Document, TooLarge> {
    let games = positions.entries();
    let text: alloc::string::String = games.map(|entry| entry.to_sgf().value).collect();
    Document::parse(text)
}

/// One game at a time, for they take more room than their text.
#[cfg(feature = "jgf")]
fn jgf_as_sgf(document: &kifu_jgf::Document) -> Result<Document, TooLarge> {
    use kifu_tree::game::PrivateData;
    let as_sgf = |game: Converted<Game>| {
        kifu_sgf::convert::from_game_node_for_node(&game.value, PrivateData::Write)
    };
    let games = kifu_jgf::convert::to_games(document);
    let text: alloc::string::String = games.map(|game| as_sgf(game).value).collect();
    Document::parse(text)
}

/// A record as SGF, of [`Record::to_sgf`].
#[derive(Debug)]
pub struct AsSgf<'r>(Held<'r>);

#[derive(Debug)]
enum Held<'r> {
    Borrowed(&'r Document),
    #[cfg(any(feature = "jgf", all(feature = "diagram", feature = "sgn")))]
    Converted(Document),
}

impl Deref for AsSgf<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        match &self.0 {
            Held::Borrowed(document) => document,
            #[cfg(any(feature = "jgf", all(feature = "diagram", feature = "sgn")))]
            Held::Converted(document) => document,
        }
    }
}

/// What files of a format hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Capabilities {
    /// The extension of file names, without the dot.
    pub extension: &'static str,
    /// Whether files hold games. Other files hold positions, which cannot be split, nor changed as SGF and
    /// written back ([`parts::in_format_of`](crate::parts::in_format_of)).
    pub has_games: bool,
    /// Whether a file can hold games one after another, separated by white space, so that collections of
    /// any size are read and written in chunks.
    pub has_chunks: bool,
}

/// A format that files can have. It shows as people call it: `SGF FF[4]`, `JGF 2 (v2-seki)`.
///
/// With the feature `serde` it serializes as [`Format::name`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// At least one SGF game tree is in it.
    Sgf {
        /// The version that the first game declares with `FF`.
        version: Option<u8>,
    },
    /// JGF.
    #[cfg(feature = "jgf")]
    Jgf {
        /// The version, by the layout of the first record.
        version: u8,
        /// Which of the known dialects the first record is in.
        dialect: kifu_jgf::Dialect,
    },
    /// Positions in a notation.
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    Positions(Notation),
    /// No game was found.
    Unknown,
}

impl Format {
    pub(crate) fn of(document: &Document) -> Format {
        match document.roots().next() {
            Some(root) => Format::Sgf {
                version: GameContext::of(document.node(root)).format,
            },
            None => Format::Unknown,
        }
    }

    /// What files of this format hold: the one table of it. A file without a game counts as SGF.
    ///
    /// ```
    /// let jgf = kifu::read(br#"{"tree": [{}, {"move": {"B": "pd"}}]}"#)?;
    /// let jgf = jgf.format().capabilities();
    /// assert_eq!((jgf.extension, jgf.has_games, jgf.has_chunks), ("jgf", true, false));
    /// # Ok::<(), kifu::TooLarge>(())
    /// ```
    pub const fn capabilities(self) -> Capabilities {
        match self {
            Format::Sgf { .. } | Format::Unknown => Capabilities {
                extension: "sgf",
                has_games: true,
                has_chunks: true,
            },
            #[cfg(feature = "jgf")]
            Format::Jgf { .. } => Capabilities {
                extension: "jgf",
                has_games: true,
                has_chunks: false,
            },
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Format::Positions(notation) => Capabilities {
                extension: notation.extension(),
                has_games: false,
                has_chunks: false,
            },
        }
    }

    /// The name for programs: `sgf`, `jgf`, that of the [`Notation`] or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf { .. } => "sgf",
            #[cfg(feature = "jgf")]
            Format::Jgf { .. } => "jgf",
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Format::Positions(notation) => notation.name(),
            Format::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::Sgf {
                version: Some(version),
            } => write!(f, "SGF FF[{version}]"),
            Format::Sgf { version: None } => f.write_str("SGF"),
            #[cfg(feature = "jgf")]
            Format::Jgf { version, dialect } => write!(f, "JGF {version} ({dialect})"),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Format::Positions(notation) => notation.fmt(f),
            Format::Unknown => f.write_str("no record"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
