//! Records of any format, recognized by their content.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use kifu_charset::DetectedCharset;
use kifu_sgf::{Document, GameContext};
use kifu_span::{Diagnostic, Limits, TooLarge};
use kifu_tree::game::{Converted, Game};

#[cfg(all(feature = "diagram", feature = "sgn"))]
use crate::notation::{Notation, Positions};

/// Reads a record of any format. The content determines the format:
///
/// * A file that begins with `(;` is SGF.
/// * A file that looks like JSON of OGS is that ([`kifu_ogs::is_ogs`], with the feature `ogs`).
/// * A file that looks like JGF is JGF ([`kifu_jgf::is_jgf`], with the feature `jgf`).
/// * A file that looks like GIB is GIB ([`kifu_gib::is_gib`], with the feature `gib`).
/// * A file that looks like NGF is NGF ([`kifu_ngf::is_ngf`], with the feature `ngf`).
/// * A file that looks like UGF is UGF ([`kifu_ugf::is_ugf`], with the feature `ugf`).
/// * A file that contains a game when it is read as SGF is SGF.
/// * A file that looks like positions contains positions
///   ([`Positions::recognize`](crate::notation::Positions::recognize), with the features `sgn` and
///   `diagram`).
/// * Any other file is SGF without a game.
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
/// [`TooLarge`] if the source exceeds the size limit of its format.
pub fn read(source: impl Into<Vec<u8>>) -> Result<Record, TooLarge> {
    read_within(source, &Limits::default())
}

/// Reads a record of any format that must stay within limits.
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
/// [`TooLarge`] at the first element that exceeds a limit.
pub fn read_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Record, TooLarge> {
    let source = source.into();
    TooLarge::check_bytes(source.len(), limits.bytes)?;
    match Syntax::of(&source) {
        #[cfg(feature = "jgf")]
        Syntax::Jgf => {
            return kifu_jgf::Document::parse_within(&source, limits).map(Record::Jgf);
        }
        #[cfg(feature = "gib")]
        Syntax::Gib => {
            return kifu_gib::Document::parse_within(source, limits).map(Record::Gib);
        }
        #[cfg(feature = "ngf")]
        Syntax::Ngf => {
            return kifu_ngf::Document::parse_within(source, limits).map(Record::Ngf);
        }
        #[cfg(feature = "ogs")]
        Syntax::Ogs => {
            return kifu_ogs::Document::parse_within(source, limits).map(Record::Ogs);
        }
        #[cfg(feature = "ugf")]
        Syntax::Ugf => {
            return kifu_ugf::Document::parse_within(source, limits).map(Record::Ugf);
        }
        Syntax::Sgf => {}
    }
    let document = Document::parse_within(source, limits)?;
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    if has_no_properties(&document) {
        if let Some(positions) = Positions::recognize(&document.to_bytes()) {
            return Ok(Record::Positions(positions));
        }
    }
    Ok(Record::Sgf(document))
}

/// Returns whether no node has a property, as in a text that contains `(;)`.
#[cfg(all(feature = "diagram", feature = "sgn"))]
fn has_no_properties(document: &Document) -> bool {
    let mut nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    nodes.all(|id| document.node(id).properties().next().is_none())
}

/// The syntax of a source. Positions count as SGF here; [`read`] distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Syntax {
    /// JGF of either version.
    #[cfg(feature = "jgf")]
    Jgf,
    /// GIB.
    #[cfg(feature = "gib")]
    Gib,
    /// NGF.
    #[cfg(feature = "ngf")]
    Ngf,
    /// JSON of OGS.
    #[cfg(feature = "ogs")]
    Ogs,
    /// UGF.
    #[cfg(feature = "ugf")]
    Ugf,
    /// SGF, positions, and all other files.
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
        // Most files begin like this, and no file in another format does.
        if source.trim_ascii_start().starts_with(b"(;") {
            return Syntax::Sgf;
        }
        // JGF has members with some of the same names.
        #[cfg(feature = "ogs")]
        if kifu_ogs::is_ogs(source) {
            return Syntax::Ogs;
        }
        #[cfg(feature = "jgf")]
        if kifu_jgf::is_jgf(source) {
            return Syntax::Jgf;
        }
        #[cfg(feature = "gib")]
        if kifu_gib::is_gib(source) {
            return Syntax::Gib;
        }
        #[cfg(feature = "ngf")]
        if kifu_ngf::is_ngf(source) {
            return Syntax::Ngf;
        }
        #[cfg(feature = "ugf")]
        if kifu_ugf::is_ugf(source) {
            return Syntax::Ugf;
        }
        Syntax::Sgf
    }
}

/// The charset of JSON, by its specification.
#[cfg(feature = "ogs")]
pub(crate) const JSON_CHARSET: DetectedCharset = DetectedCharset {
    charset: kifu_charset::Charset::UTF_8,
    source: kifu_charset::CharsetSource::Content,
    confidence: kifu_charset::Confidence::CERTAIN,
};

/// A file of any format.
///
/// The enum is exhaustive, so that the compiler reports every `match` that does not handle a new format.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // Programs keep few records, for a long time.
pub enum Record {
    /// SGF, and files that are not recognized as another format.
    Sgf(Document),
    /// JGF of either version.
    #[cfg(feature = "jgf")]
    Jgf(kifu_jgf::Document),
    /// GIB.
    #[cfg(feature = "gib")]
    Gib(kifu_gib::Document),
    /// NGF.
    #[cfg(feature = "ngf")]
    Ngf(kifu_ngf::Document),
    /// JSON of OGS.
    #[cfg(feature = "ogs")]
    Ogs(kifu_ogs::Document),
    /// UGF.
    #[cfg(feature = "ugf")]
    Ugf(kifu_ugf::Document),
    /// Positions in a notation.
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    Positions(Positions),
}

impl Record {
    /// Returns the format of the first game.
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
            #[cfg(feature = "gib")]
            Record::Gib(_) => Format::Gib,
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => Format::Ngf,
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => Format::Ogs,
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => Format::Ugf,
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => Format::Positions(positions.notation()),
        }
    }

    /// Returns whether the record contains neither games nor positions.
    pub fn is_empty(&self) -> bool {
        match self {
            Record::Sgf(document) => document.roots().next().is_none(),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.records.is_empty(),
            #[cfg(feature = "gib")]
            Record::Gib(_) => false,
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => false,
            #[cfg(feature = "ogs")]
            Record::Ogs(document) => document.records().is_empty(),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => false,
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions.entries().next().is_none(),
        }
    }

    /// Returns the number of games or positions, without converting them.
    pub fn game_count(&self) -> usize {
        match self {
            Record::Sgf(document) => document.roots().count(),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.records.len(),
            #[cfg(feature = "gib")]
            Record::Gib(_) => 1,
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => 1,
            #[cfg(feature = "ogs")]
            Record::Ogs(document) => document.records().len(),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => 1,
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions.entries().len(),
        }
    }

    /// Returns the findings that were made while the file was read. There are none for SGF, whose findings
    /// [`kifu_sgf::check_each`] computes on request.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Record::Sgf(_) => &[],
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.diagnostics(),
            #[cfg(feature = "gib")]
            Record::Gib(document) => document.diagnostics(),
            #[cfg(feature = "ngf")]
            Record::Ngf(document) => document.diagnostics(),
            #[cfg(feature = "ogs")]
            Record::Ogs(document) => document.diagnostics(),
            #[cfg(feature = "ugf")]
            Record::Ugf(document) => document.diagnostics(),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => positions.diagnostics(),
        }
    }

    /// Returns the charset of the file, or `None` for SGF, in which each game can have its own, and for JGF without
    /// text that shows one.
    pub fn charset(&self) -> Option<DetectedCharset> {
        match self {
            Record::Sgf(_) => None,
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => document.charset(),
            #[cfg(feature = "gib")]
            Record::Gib(document) => Some(document.charset()),
            #[cfg(feature = "ngf")]
            Record::Ngf(document) => Some(document.charset()),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => Some(JSON_CHARSET),
            #[cfg(feature = "ugf")]
            Record::Ugf(document) => Some(document.charset()),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => Some(positions.charset()),
        }
    }

    /// Returns the finding about the board of a game, counted from 0, if the board is larger than kifu supports and
    /// the format cannot say so: as SGF, a game from JGF then has no size, and its moves are in private properties.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the game is too large to be written and read back.
    #[cfg(feature = "jgf")]
    pub fn oversized_board(&self, index: usize) -> Result<Option<Diagnostic>, TooLarge> {
        match self {
            Record::Jgf(document) => document.oversized_board(index),
            Record::Sgf(_) => Ok(None),
            #[cfg(feature = "gib")]
            Record::Gib(_) => Ok(None),
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => Ok(None),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => Ok(None),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => Ok(None),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(_) => Ok(None),
        }
    }

    /// Returns the document if the record is SGF. Code for any format needs the document only for data that
    /// other formats do not have: the bytes and the charset of each game.
    pub fn sgf_document(&self) -> Option<&Document> {
        match self {
            Record::Sgf(document) => Some(document),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => None,
            #[cfg(feature = "gib")]
            Record::Gib(_) => None,
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => None,
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => None,
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => None,
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(_) => None,
        }
    }

    /// Returns an iterator over the games in the order of the file. Each game is converted when the iterator
    /// reaches it.
    pub fn games(&self) -> Box<dyn Iterator<Item = Converted<Game>> + '_> {
        match self {
            Record::Sgf(document) => Box::new(
                document
                    .roots()
                    .map(|root| kifu_sgf::convert::to_game(document, root)),
            ),
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => Box::new(kifu_jgf::convert::to_games(document)),
            #[cfg(feature = "gib")]
            Record::Gib(document) => Box::new(core::iter::once_with(|| {
                kifu_gib::convert::to_game(document)
            })),
            #[cfg(feature = "ngf")]
            Record::Ngf(document) => Box::new(core::iter::once_with(|| {
                kifu_ngf::convert::to_game(document)
            })),
            #[cfg(feature = "ogs")]
            Record::Ogs(document) => Box::new(kifu_ogs::convert::to_games(document)),
            #[cfg(feature = "ugf")]
            Record::Ugf(document) => Box::new(core::iter::once_with(|| {
                kifu_ugf::convert::to_game(document)
            })),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => Box::new(positions.games()),
        }
    }

    /// Returns the record as SGF, converted if necessary.
    ///
    /// Each game becomes one game tree, with private properties for the data that SGF cannot express, so
    /// that it can be converted back. To get the losses, convert [`Record::games`] with
    /// [`kifu_sgf::convert::from_game`].
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
    /// [`TooLarge`] if the SGF has 4 GiB or more.
    pub fn to_sgf(&self) -> Result<AsSgf<'_>, TooLarge> {
        match self {
            Record::Sgf(document) => Ok(AsSgf(SgfDocument::Borrowed(document))),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => Ok(AsSgf(SgfDocument::Converted(games_as_sgf(self.games())?))),
            #[cfg(feature = "gib")]
            Record::Gib(_) => Ok(AsSgf(SgfDocument::Converted(games_as_sgf(self.games())?))),
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => Ok(AsSgf(SgfDocument::Converted(games_as_sgf(self.games())?))),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => Ok(AsSgf(SgfDocument::Converted(games_as_sgf(self.games())?))),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => Ok(AsSgf(SgfDocument::Converted(games_as_sgf(self.games())?))),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => {
                Ok(AsSgf(SgfDocument::Converted(positions_as_sgf(positions)?)))
            }
        }
    }

    /// Returns the text of the file that does not belong to a game, without surrounding white space.
    ///
    /// For SGF this is [`Document::stray_text`]. For positions, these are all lines, because text can appear
    /// anywhere around a position. JGF does not have such text.
    pub fn stray_text(&self) -> Vec<&[u8]> {
        match self {
            Record::Sgf(document) => document.stray_text().collect(),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => Vec::new(),
            #[cfg(feature = "gib")]
            Record::Gib(_) => Vec::new(),
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => Vec::new(),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => Vec::new(),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => Vec::new(),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => {
                let lines = positions.text().lines().map(str::trim);
                let lines = lines.filter(|line| !line.is_empty());
                lines.map(str::as_bytes).collect()
            }
        }
    }

    /// Converts the record to SGF, like [`Record::to_sgf`], for code that stores or edits the document.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the SGF has 4 GiB or more.
    pub fn into_sgf(self) -> Result<Document, TooLarge> {
        match self {
            Record::Sgf(document) => Ok(document),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => games_as_sgf(self.games()),
            #[cfg(feature = "gib")]
            Record::Gib(_) => games_as_sgf(self.games()),
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => games_as_sgf(self.games()),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => games_as_sgf(self.games()),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => games_as_sgf(self.games()),
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

/// Converts one game at a time, since games need more memory than their text.
#[cfg(any(
    feature = "gib",
    feature = "jgf",
    feature = "ngf",
    feature = "ogs",
    feature = "ugf"
))]
fn games_as_sgf(games: impl Iterator<Item = Converted<Game>>) -> Result<Document, TooLarge> {
    use kifu_tree::game::PrivateData;
    let as_sgf = |game: Converted<Game>| {
        kifu_sgf::convert::from_game_node_for_node(&game.value, PrivateData::Write)
    };
    let text: alloc::string::String = games.map(|game| as_sgf(game).value).collect();
    Document::parse(text)
}

/// A record as SGF: the result of [`Record::to_sgf`].
#[derive(Debug)]
pub struct AsSgf<'r>(SgfDocument<'r>);

#[derive(Debug)]
enum SgfDocument<'r> {
    Borrowed(&'r Document),
    #[cfg(any(
        feature = "gib",
        feature = "jgf",
        feature = "ngf",
        feature = "ogs",
        feature = "ugf",
        all(feature = "diagram", feature = "sgn")
    ))]
    Converted(Document),
}

impl Deref for AsSgf<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        match &self.0 {
            SgfDocument::Borrowed(document) => document,
            #[cfg(any(
                feature = "gib",
                feature = "jgf",
                feature = "ngf",
                feature = "ogs",
                feature = "ugf",
                all(feature = "diagram", feature = "sgn")
            ))]
            SgfDocument::Converted(document) => document,
        }
    }
}

/// The capabilities of a file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Capabilities {
    /// The extension of file names, without the dot.
    pub extension: &'static str,
    /// Whether files contain games. Other files contain positions, which cannot be split.
    pub has_games: bool,
    /// Whether games that were edited as SGF can be written in this format
    /// ([`parts::in_format_of`](crate::parts::in_format_of)).
    pub is_written: bool,
    /// Whether a file can be a sequence of games separated by white space, so that collections of any size can
    /// be read and written in chunks.
    pub has_chunks: bool,
}

/// A file format. It is displayed with its version: `SGF FF[4]`, `JGF 2 (v2-seki)`.
///
/// With the feature `serde` it serializes as [`Format::name`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// SGF with at least one game tree.
    Sgf {
        /// The version that the first game declares with `FF`.
        version: Option<u8>,
    },
    /// JGF.
    #[cfg(feature = "jgf")]
    Jgf {
        /// The version of the first record, recognized by its layout.
        version: u8,
        /// The dialect of the first record.
        dialect: kifu_jgf::Dialect,
    },
    /// GIB.
    #[cfg(feature = "gib")]
    Gib,
    /// NGF.
    #[cfg(feature = "ngf")]
    Ngf,
    /// JSON of OGS.
    #[cfg(feature = "ogs")]
    Ogs,
    /// UGF.
    #[cfg(feature = "ugf")]
    Ugf,
    /// Positions in a notation.
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    Positions(Notation),
    /// A file without games.
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

    /// Returns the capabilities of this format. A file without games counts as SGF.
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
                is_written: true,
                has_chunks: true,
            },
            #[cfg(feature = "jgf")]
            Format::Jgf { .. } => Capabilities {
                extension: "jgf",
                has_games: true,
                is_written: true,
                has_chunks: false,
            },
            #[cfg(feature = "gib")]
            Format::Gib => Capabilities {
                extension: "gib",
                has_games: true,
                is_written: true,
                has_chunks: false,
            },
            #[cfg(feature = "ngf")]
            Format::Ngf => Capabilities {
                extension: "ngf",
                has_games: true,
                is_written: false,
                has_chunks: false,
            },
            #[cfg(feature = "ogs")]
            Format::Ogs => Capabilities {
                extension: "json",
                has_games: true,
                is_written: false,
                has_chunks: false,
            },
            #[cfg(feature = "ugf")]
            Format::Ugf => Capabilities {
                extension: "ugf",
                has_games: true,
                is_written: false,
                has_chunks: false,
            },
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Format::Positions(notation) => Capabilities {
                extension: notation.extension(),
                has_games: false,
                is_written: false,
                has_chunks: false,
            },
        }
    }

    /// Returns the name of the format for programs: `sgf`, `jgf`, `gib`, `ngf`, `ogs`, `ugf`, that of the [`Notation`], or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf { .. } => "sgf",
            #[cfg(feature = "jgf")]
            Format::Jgf { .. } => "jgf",
            #[cfg(feature = "gib")]
            Format::Gib => "gib",
            #[cfg(feature = "ngf")]
            Format::Ngf => "ngf",
            #[cfg(feature = "ogs")]
            Format::Ogs => "ogs",
            #[cfg(feature = "ugf")]
            Format::Ugf => "ugf",
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
            #[cfg(feature = "gib")]
            Format::Gib => f.write_str("GIB"),
            #[cfg(feature = "ngf")]
            Format::Ngf => f.write_str("NGF"),
            #[cfg(feature = "ogs")]
            Format::Ogs => f.write_str("OGS"),
            #[cfg(feature = "ugf")]
            Format::Ugf => f.write_str("UGF"),
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
