//! Information about a file: its games with their players and sizes, its charset, and the number of
//! findings.
//!
//! ```
//! use kifu::info::{FileInfo, Totals};
//!
//! let source = "(;PB[Sato]RE[B+R];B[pd];W[dd](;B[pp];W[dp])(;B[qq]))(;SZ[9])";
//! let document = kifu::sgf::Document::parse(source)?;
//! let info = FileInfo::of(&document);
//! let game = &info.games[0];
//! assert_eq!((game.nodes, game.moves, game.leaves, game.depth), (6, 4, 2, 5));
//! assert_eq!(game.result.as_deref(), Some("B+R"));
//!
//! // `Totals` only counts, without building a document.
//! assert_eq!(Totals::of(source.as_bytes())?, Totals { games: 2, nodes: 7 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `serde` a [`FileInfo`] serializes to the output of `kifu info --json`.

mod charset;
mod summary;

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::AddAssign;

use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset};
use kifu_core::{Points, Size};
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, GameContext, Visit};
use kifu_span::{Diagnostic, Severity};
use kifu_tree::NodeId;
use kifu_tree::game::Game;

pub use self::charset::{
    CharsetCount, CharsetTally, CharsetTotals, FileCharset, GuessBand, UndecodableCount,
};
use crate::{Format, Record, Syntax, TooLarge};

pub use summary::GameSummary;

/// Information about a file.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FileInfo<'d> {
    /// The format of the file.
    pub format: Format,
    /// The charset of the first game, or of the whole file if the file is UTF-16.
    pub charset: CharsetInfo,
    /// The games, in the order of the file.
    pub games: Vec<GameInfo<'d>>,
    /// The number of findings of [`kifu_sgf::check`].
    pub diagnostics: FindingCounts,
}

impl<'d> FileInfo<'d> {
    /// Checks a document, and collects the information about it. This visits every node.
    pub fn of(document: &'d Document) -> FileInfo<'d> {
        let mut diagnostics = FindingCounts::default();
        kifu_sgf::check_each(document, |found| diagnostics.add(found.severity, 1));
        FileInfo {
            format: Format::of(document),
            charset: CharsetInfo::of(document),
            games: document
                .roots()
                .map(|root| GameInfo::of(document, root))
                .collect(),
            diagnostics,
        }
    }

    /// Collects the information about a record of any format. `sgf` is the result of
    /// [`Record::to_sgf`](crate::Record::to_sgf); the charset and the findings are those of the
    /// record itself.
    pub fn of_record(record: &Record, sgf: &'d Document) -> FileInfo<'d> {
        FileInfo {
            format: record.format(),
            charset: CharsetInfo::of_record(record),
            games: sgf.roots().map(|root| GameInfo::of(sgf, root)).collect(),
            diagnostics: FindingCounts::of_record(record),
        }
    }
}

impl FileInfo<'_> {
    /// Adds the games and findings of the next chunk of the file.
    pub fn add(&mut self, next: FileInfo<'_>) {
        for game in next.games {
            self.games.push(game.into_owned());
        }
        self.diagnostics += next.diagnostics;
    }

    /// Returns a copy that does not borrow from the document.
    pub fn into_owned(self) -> FileInfo<'static> {
        FileInfo {
            format: self.format,
            charset: self.charset,
            games: self.games.into_iter().map(GameInfo::into_owned).collect(),
            diagnostics: self.diagnostics,
        }
    }
}

/// The name of a charset, and how it was determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CharsetInfo {
    /// The [`Charset::name`](kifu_charset::Charset::name), or `UTF-16LE` or `UTF-16BE`.
    pub name: &'static str,
    /// How the charset was determined; serialized as [`CharsetSource::name`].
    #[cfg_attr(feature = "serde", serde(serialize_with = "source_name"))]
    pub source: CharsetSource,
    /// The confidence in the charset; serialized as a number from 0 to 1.
    #[cfg_attr(feature = "serde", serde(serialize_with = "fraction"))]
    pub confidence: Confidence,
}

impl CharsetInfo {
    /// Returns the charset of the first game, or UTF-8 if there are no games.
    pub fn of(document: &Document) -> CharsetInfo {
        match document.utf16() {
            Some((name, bom)) => CharsetInfo {
                name,
                source: if bom {
                    CharsetSource::Bom
                } else {
                    CharsetSource::Content
                },
                confidence: Confidence::CERTAIN,
            },
            None => {
                let root = document.roots().next();
                CharsetInfo::from_detected(root.map(|root| document.charset(root)))
            }
        }
    }

    /// Returns the charset of a record of any format; for SGF, that of the first game.
    pub fn of_record(record: &Record) -> CharsetInfo {
        match record {
            Record::Sgf(document) => CharsetInfo::of(document),
            #[cfg(feature = "jgf")]
            Record::Jgf(_) => CharsetInfo::from_detected(record.charset()),
            #[cfg(feature = "gib")]
            Record::Gib(_) => CharsetInfo::from_detected(record.charset()),
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => CharsetInfo::from_detected(record.charset()),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => CharsetInfo::from_detected(record.charset()),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => CharsetInfo::from_detected(record.charset()),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => {
                let info = CharsetInfo::from_detected(record.charset());
                CharsetInfo {
                    name: positions.utf16().unwrap_or(info.name),
                    ..info
                }
            }
        }
    }

    /// Converts a detected charset; `None` becomes UTF-8.
    fn from_detected(detected: Option<DetectedCharset>) -> CharsetInfo {
        let detected = detected.unwrap_or(DetectedCharset {
            charset: Charset::UTF_8,
            source: CharsetSource::Default,
            confidence: Confidence::CERTAIN,
        });
        CharsetInfo {
            name: detected.charset.name(),
            source: detected.source,
            confidence: detected.confidence,
        }
    }
}

#[cfg(feature = "serde")]
fn source_name<S: serde::Serializer>(
    source: &CharsetSource,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(source.name())
}

#[cfg(feature = "serde")]
fn points<S: serde::Serializer>(points: &Option<Points>, serializer: S) -> Result<S::Ok, S::Error> {
    match points {
        Some(points) => serializer.serialize_some(&(f64::from(points.hundredths()) / 100.0)),
        None => serializer.serialize_none(),
    }
}

#[cfg(feature = "serde")]
fn fraction<S: serde::Serializer>(
    confidence: &Confidence,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // With single precision, 0.99 would be written with more digits.
    serializer.serialize_f64(f64::from(confidence.per_10_000()) / 10_000.0)
}

/// Information about a game tree.
///
/// Texts are decoded, with line breaks replaced by spaces. Each text is taken from the first node of
/// the main line that has the property, which is not always the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GameInfo<'d> {
    /// The board size: `SZ` if it is valid, or else the usual size for the type of game, or else
    /// 19×19.
    pub size: Size,
    /// The number of nodes, except empty variations.
    pub nodes: usize,
    /// The number of moves in the main line; see [`Property::mover`](kifu_sgf::Property::mover).
    pub moves: usize,
    /// The number of nodes without children.
    pub leaves: usize,
    /// The number of nodes in the longest line.
    pub depth: usize,
    /// Black's name: `PB`.
    pub black: Option<Cow<'d, str>>,
    /// White's name: `PW`.
    pub white: Option<Cow<'d, str>>,
    /// The result as written: `RE`.
    pub result: Option<Cow<'d, str>>,
    /// The date as written: `DT`.
    pub date: Option<Cow<'d, str>>,
    /// The komi as written: `KM`.
    pub komi: Option<Cow<'d, str>>,
    /// The komi in points, converted from the scale of the program that wrote the record; `None` if
    /// the komi is missing or not a number. Serialized as a number.
    #[cfg_attr(feature = "serde", serde(serialize_with = "points"))]
    pub komi_points: Option<Points>,
}

impl<'d> GameInfo<'d> {
    /// Collects the information about the game with this root. This visits every node of the game.
    pub fn of(document: &'d Document, root: NodeId) -> GameInfo<'d> {
        let context = GameContext::of(document.node(root));
        let mut info = GameInfo {
            size: context.size,
            ..GameInfo::default()
        };
        info.read_main_line(document, root, &context);
        info.measure(document, root);
        info
    }

    fn read_main_line(&mut self, document: &'d Document, root: NodeId, context: &GameContext) {
        let charset = document.charset(root).charset;
        for visit in document.visit_main_line(root, context.size) {
            let node = match visit {
                Visit::Plays(plays) => {
                    self.moves += plays.len();
                    continue;
                }
                Visit::Node(node) => node,
            };
            self.moves += node.move_count(context);
            for property in node.properties() {
                let ident = property.ident();
                let text = if ident.is("PB") {
                    &mut self.black
                } else if ident.is("PW") {
                    &mut self.white
                } else if ident.is("RE") {
                    &mut self.result
                } else if ident.is("DT") {
                    &mut self.date
                } else if ident.is("KM") {
                    &mut self.komi
                } else {
                    continue;
                };
                if text.is_none() {
                    *text = property
                        .value()
                        .map(|value| value.simple_text(charset).text);
                }
            }
        }
        let komi = self.komi.as_deref();
        self.komi_points = komi.and_then(|text| document.node(root).meant_komi(text, context));
    }

    fn measure(&mut self, document: &Document, root: NodeId) {
        let nodes = |id: &NodeId| !document.node(*id).is_empty_variation();
        // The first nodes of lines, with the number of nodes above them.
        let mut lines = vec![(root, 0)];
        while let Some((first, above)) = lines.pop() {
            let (mut next, mut depth) = (Some(first).filter(nodes), above);
            while let Some(id) = next {
                depth += 1;
                self.nodes += 1;
                let mut children = document.forest().children(id).filter(nodes);
                next = children.next();
                lines.extend(children.map(|alternative| (alternative, depth)));
                self.leaves += usize::from(next.is_none());
            }
            self.depth = self.depth.max(depth);
        }
    }
}

impl GameInfo<'_> {
    /// Returns a copy that does not borrow from the document.
    pub fn into_owned(self) -> GameInfo<'static> {
        let owned = |text: Option<Cow<'_, str>>| text.map(|text| Cow::Owned(text.into_owned()));
        GameInfo {
            size: self.size,
            nodes: self.nodes,
            moves: self.moves,
            leaves: self.leaves,
            depth: self.depth,
            black: owned(self.black),
            white: owned(self.white),
            result: owned(self.result),
            date: owned(self.date),
            komi: owned(self.komi),
            komi_points: self.komi_points,
        }
    }
}

/// The number of findings of each severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FindingCounts {
    /// The number of errors: violations of the format, where the reader had to guess.
    pub error: usize,
    /// The number of warnings: text that other programs may misread, or that is probably a mistake.
    pub warning: usize,
    /// The number of notes.
    pub info: usize,
}

impl FindingCounts {
    /// Counts the findings of a record of any format; SGF is checked for this.
    pub fn of_record(record: &Record) -> FindingCounts {
        let mut counts = FindingCounts::default();
        let mut add = |found: &Diagnostic| counts.add(found.severity, 1);
        record.diagnostics().iter().for_each(&mut add);
        if let Some(document) = record.sgf_document() {
            kifu_sgf::check_each(document, |found| add(&found));
        }
        counts
    }

    /// Adds `count` findings of this severity.
    pub fn add(&mut self, severity: Severity, count: usize) {
        match severity {
            Severity::Error => self.error += count,
            Severity::Warning => self.warning += count,
            Severity::Info => self.info += count,
        }
    }
}

impl AddAssign for FindingCounts {
    fn add_assign(&mut self, other: FindingCounts) {
        self.error += other.error;
        self.warning += other.warning;
        self.info += other.info;
    }
}

/// The number of games and nodes in a file.
///
/// The result is the same as that of [`FileInfo`], but computed without a document and without
/// decoding, which is much faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// The number of games.
    pub games: usize,
    /// The number of nodes in all games.
    pub nodes: usize,
}

impl Totals {
    /// Counts the games and nodes in the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file is UTF-16 or not SGF, and exceeds the size limit of documents. Other
    /// SGF can have any size.
    pub fn of(source: &[u8]) -> Result<Totals, TooLarge> {
        match Syntax::of(source) {
            #[cfg(feature = "jgf")]
            Syntax::Jgf => return Ok(Totals::of_record(&crate::read(source)?)),
            #[cfg(feature = "gib")]
            Syntax::Gib => return Ok(Totals::of_record(&crate::read(source)?)),
            #[cfg(feature = "ngf")]
            Syntax::Ngf => return Ok(Totals::of_record(&crate::read(source)?)),
            #[cfg(feature = "ogs")]
            Syntax::Ogs => return Ok(Totals::of_record(&crate::read(source)?)),
            #[cfg(feature = "ugf")]
            Syntax::Ugf => return Ok(Totals::of_record(&crate::read(source)?)),
            Syntax::Sgf => {}
        }
        if is_utf16(source)? {
            return Ok(Totals::of_record(&crate::read(source)?));
        }
        let (totals, _properties) = Totals::of_events(source);
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        if _properties == 0 {
            let record = crate::read(source)?;
            if record.sgf_document().is_none() {
                return Ok(Totals::of_record(&record));
            }
        }
        Ok(totals)
    }

    /// Counts the games and nodes of a record of any format, without converting them where possible.
    ///
    /// ```
    /// use kifu::info::Totals;
    ///
    /// let record = kifu::read(br#"{"tree": [{}, {"move": {"B": "pd"}}]}"#)?;
    /// assert_eq!(Totals::of_record(&record), Totals { games: 1, nodes: 2 });
    /// # Ok::<(), kifu::TooLarge>(())
    /// ```
    pub fn of_record(record: &Record) -> Totals {
        let of_game = |game: Game| {
            let is_node = |id: &NodeId| !game.nodes[*id].is_empty_variation;
            game.nodes.preorder(game.root()).filter(is_node).count()
        };
        let nodes = match record {
            Record::Sgf(document) => {
                let nodes = document
                    .roots()
                    .flat_map(|root| document.forest().preorder(root));
                nodes
                    .filter(|id| !document.node(*id).is_empty_variation())
                    .count()
            }
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => {
                use kifu_jgf::convert::{node_count, to_game};

                let nodes = document.records.iter().map(|record| {
                    node_count(record).unwrap_or_else(|| of_game(to_game(record).value))
                });
                nodes.sum()
            }
            #[allow(unreachable_patterns)] // Without features, every record is SGF.
            _ => record.games().map(|game| of_game(game.value)).sum(),
        };
        Totals {
            games: record.game_count(),
            nodes,
        }
    }

    /// Returns the totals and the number of properties.
    fn of_events(source: &[u8]) -> (Totals, usize) {
        let mut totals = Totals::default();
        let mut properties = 0;
        let mut depth = 0;
        // The depth of the current tree. A tree starts with a node that has no parent, and ends when
        // the parentheses around this node are closed.
        let mut tree: Option<usize> = None;
        Reader::new(source).for_each(|event| match event {
            Event::Node => {
                totals.nodes += 1;
                if tree.is_none() {
                    tree = Some(depth);
                    totals.games += 1;
                }
            }
            Event::Property(_) => properties += 1,
            Event::Open => depth += 1,
            Event::Close => {
                depth -= 1;
                tree = tree.filter(|tree| *tree <= depth);
            }
        });
        (totals, properties)
    }
}

/// Returns whether a document reads these bytes as UTF-16, which the first two characters determine.
fn is_utf16(source: &[u8]) -> Result<bool, kifu_sgf::TooLarge> {
    let start = &source[..source.len().min(4)];
    Ok(Document::parse(start)?.utf16().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(source: &str) -> (usize, usize, usize, usize) {
        let document = Document::parse(source).unwrap();
        let game = GameInfo::of(&document, document.roots().next().unwrap());
        (game.nodes, game.moves, game.leaves, game.depth)
    }

    #[test]
    fn empty_variations_are_not_counted() {
        assert_eq!(game("(;)"), (1, 0, 1, 1));
        assert_eq!(game("(;B[aa]()(;W[bb])())"), (2, 2, 1, 2));
        assert_eq!(game("(;B[aa]())"), (1, 1, 1, 1));
        assert_eq!(
            game("(;GM[1](;B[aa];W[bb])(;B[cc];W[dd];B[ee]))"),
            (6, 2, 2, 4)
        );
        assert_eq!(game("(;Black[aa];White[bb];BL[3]KO[])"), (3, 2, 1, 3));
    }

    #[test]
    fn only_valid_moves_are_counted() {
        assert_eq!(game("(;FF[4];B;W[zz];B[D4];W[abc];B[pd])").1, 2);
        assert_eq!(game("(;B[];W[tt];B[pass];W[ p d];B[PD])").1, 5);
        assert_eq!(game("(;SZ[9];B[ii];W[jj])").1, 1);
        assert_eq!(game("(;GM[2];B[D3];W;B[x])").1, 2);
    }

    #[test]
    fn texts_after_the_root_are_found() {
        let document =
            Document::parse("(;PB[]KM;B[aa]PB[Sato]PW[Lee\nTwo]KM[6.5](;RE[B+1])(;DT[1999]))")
                .unwrap();
        let game = GameInfo::of(&document, document.roots().next().unwrap());
        assert_eq!(game.black.as_deref(), Some(""));
        assert_eq!(game.white.as_deref(), Some("Lee Two"));
        assert_eq!(game.komi.as_deref(), Some("6.5"));
        assert_eq!(game.komi_points, Some(Points::from_halves(13)));
        assert_eq!(game.result.as_deref(), Some("B+1"));
        assert_eq!(game.date, None);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn file_infos_serialize_to_the_output_of_the_command() {
        let document = Document::parse("(;SZ[13:9]PB[Sato];B[aa])").unwrap();
        let json = serde_json::to_string(&FileInfo::of(&document)).unwrap();
        let expected = concat!(
            r#"{"format":"sgf","charset":{"name":"UTF-8","source":"default","confidence":1.0},"games":[{"size":[13,9],"#,
            r#""nodes":2,"moves":1,"leaves":1,"depth":2,"black":"Sato","white":null,"result":null,"#,
            r#""date":null,"komi":null,"komi_points":null}],"diagnostics":{"error":0,"warning":0,"info":0}}"#,
        );
        assert_eq!(json, expected);
    }

    #[test]
    fn totals_agree_with_documents() {
        let utf16: Vec<u8> = "(;PB[村](;)(;))"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let sources: [&[u8]; 10] = [
            b"",
            b"no game",
            b"(;)",
            b"((;A[b])(;B[c];C[d]))(;)",
            b"(((;)(;(;)))",
            b"(;(;(;",
            b"(;B[aa]()())",
            b";B[aa];W[bb]",
            b"()(;)(B[aa])",
            &utf16,
        ];
        for source in sources {
            let document = Document::parse(source).unwrap();
            let info = FileInfo::of(&document);
            let expected = Totals {
                games: info.games.len(),
                nodes: info.games.iter().map(|g| g.nodes).sum(),
            };
            assert_eq!(
                Totals::of(source).unwrap(),
                expected,
                "{}",
                source.escape_ascii()
            );
        }
    }
}
