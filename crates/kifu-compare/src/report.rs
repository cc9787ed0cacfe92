//! The differences between two records of games, as lines of text and as plain data.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_sgf::{Document, NodeId, TooLarge};
use kifu_transform::{Transform, transform_game};

use super::comparison::{Comparison, Side};
use super::moves::Moves;
use super::records::{Change, PropertyDifference, changes, metadata};
use super::words::{Divergence, Orientation, SideBySide, count};

/// A comparison of two records: their moves and, where requested, their metadata and nodes.
///
/// ```
/// use kifu_compare::{Moves, RecordComparison};
/// use kifu_compare::sgf::Document;
///
/// let first = Document::parse("(;RE[B+R];B[pd];W[dp];B[pp])")?;
/// let second = Document::parse("(;RE[B+3.5];B[pd];W[dp];B[pq])")?;
/// let root = |document: &Document| document.roots().next().unwrap();
/// let moves = |document: &Document| Moves::of(document, root(document)).unwrap();
///
/// let compared = RecordComparison::of(&moves(&first), &moves(&second))
///     .with_metadata((&first, root(&first)), (&second, root(&second)))?;
/// assert!(!compared.is_same());
/// assert_eq!(
///     compared.lines(["a.sgf", "b.sgf"]),
///     [
///         "2 moves and stones in common; a.sgf has 3, b.sgf has 3",
///         "move 3: B Q4 in a.sgf, B Q3 in b.sgf",
///         "RE: [B+R] in a.sgf, [B+3.5] in b.sgf",
///     ]
/// );
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordComparison {
    moves: Comparison,
    games: SideBySide,
    metadata: Option<Vec<PropertyDifference>>,
    nodes: Option<Nodes>,
}

/// The differences between the nodes of two records.
#[derive(Clone, Debug)]
struct Nodes {
    same_bytes: bool,
    changes: Vec<Change>,
}

/// A [`RecordComparison`] as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RecordComparisonReport<'c> {
    /// Whether a transform can make the boards the same size.
    pub same_board: bool,
    /// The transformation of the first game to the orientation and colours of the second one.
    pub transform: Orientation,
    /// The number of steps that are the same, in the same order.
    pub same_steps: usize,
    /// The number of steps in which the games differ, see [`Comparison::distance`].
    pub off: usize,
    /// The differences between the moves.
    pub differences: Vec<Divergence>,
    /// The properties that differ, if the metadata were compared.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub metadata: Option<&'c [PropertyDifference]>,
    /// Whether the bytes are the same, if nodes were compared.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub same_bytes: Option<bool>,
    /// The nodes that differ, if they were compared.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub nodes: Option<&'c [Change]>,
}

impl RecordComparison {
    /// Compares the moves of two games. Unrelated games are compared without a transform, because any two games
    /// have a few moves in common in some orientation.
    pub fn of(first: &Moves, second: &Moves) -> RecordComparison {
        let mut moves = Comparison::of(first, second);
        let has_same_size = first.size() == second.size();
        if has_same_size && !moves.are_related() && moves.transform != Transform::IDENTITY {
            moves = Comparison::in_place(first, second);
        }
        RecordComparison {
            games: SideBySide::new(first, second, &moves),
            moves,
            metadata: None,
            nodes: None,
        }
    }

    /// Also compares the metadata of the games, which are given as documents and roots. The first game is
    /// transformed in the same way as its moves were.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the transformed game takes more than 4 GiB to write.
    pub fn with_metadata(
        mut self,
        first: (&Document, NodeId),
        second: (&Document, NodeId),
    ) -> Result<RecordComparison, TooLarge> {
        let transformed = match self.moves.transform {
            Transform::IDENTITY => None,
            by => transform_game(first.0, first.1, by)?,
        };
        let first = transformed
            .as_ref()
            .map_or(first, |(document, root)| (document, *root));
        self.metadata = Some(metadata(first, second));
        Ok(self)
    }

    /// Compares all nodes as they are written, unless the caller knows that the bytes of both records are
    /// the same.
    #[must_use]
    pub fn with_nodes(
        mut self,
        same_bytes: bool,
        first: (&Document, NodeId),
        second: (&Document, NodeId),
    ) -> RecordComparison {
        let changes = if same_bytes {
            Vec::new()
        } else {
            changes(first, second)
        };
        self.nodes = Some(Nodes {
            same_bytes,
            changes,
        });
        self
    }

    /// Whether all compared data is the same. If nodes were compared, the bytes decide.
    pub fn is_same(&self) -> bool {
        match &self.nodes {
            Some(nodes) => nodes.same_bytes,
            None => self.moves.is_same() && self.metadata.as_ref().is_none_or(Vec::is_empty),
        }
    }

    /// Describes the comparison: a summary line, and a line for each difference, which calls the games by these
    /// names. The moves of games that are not related are not listed. Values of properties are spelled as in the
    /// records.
    pub fn lines(&self, names: [&str; 2]) -> Vec<String> {
        let mut lines = alloc::vec![self.summary(names)];
        if self.moves.are_related() {
            let differences = self.moves.differences.iter();
            lines.extend(differences.map(|found| self.games.describe(found, names)));
        }
        lines.extend(
            self.metadata
                .iter()
                .flatten()
                .map(|field| field.describe(names)),
        );
        if let Some(nodes) = &self.nodes {
            nodes.describe(names, &mut lines);
        }
        lines
    }

    fn summary(&self, [one_name, other_name]: [&str; 2]) -> String {
        let (first, second) = self.games.moves();
        if !self.moves.same_board {
            let (one, other) = (first.size(), second.size());
            return format!("different board sizes: {one} in {one_name}, {other} in {other_name}");
        }
        let what = if self.moves.differences.is_empty() {
            format!("the same {}", count(first.count(), "move"))
        } else {
            let (one, other) = (first.steps().len(), second.steps().len());
            let same = self.moves.same;
            let steps = match same {
                1 => "1 move or stone".to_owned(),
                same => format!("{same} moves and stones"),
            };
            let common =
                format!("{steps} in common; {one_name} has {one}, {other_name} has {other}");
            if !self.moves.are_related() {
                return format!("different games: {common}");
            }
            common
        };
        match Orientation::of(self.moves.transform).words() {
            Some(how) => format!("{what}; {how}"),
            None => what,
        }
    }

    /// Returns the comparison as plain data.
    pub fn report(&self) -> RecordComparisonReport<'_> {
        let differences = self.moves.differences.iter();
        RecordComparisonReport {
            same_board: self.moves.same_board,
            transform: Orientation::of(self.moves.transform),
            same_steps: self.moves.same,
            off: self.moves.distance(),
            differences: differences
                .map(|found| self.games.divergence(found))
                .collect(),
            metadata: self.metadata.as_deref(),
            same_bytes: self.nodes.as_ref().map(|nodes| nodes.same_bytes),
            nodes: self.nodes.as_ref().map(|nodes| nodes.changes.as_slice()),
        }
    }
}

impl Nodes {
    fn describe(&self, names: [&str; 2], lines: &mut Vec<String>) {
        /// The maximum number of changes to list. Further changes are only counted.
        const MOST: usize = 40;
        match (self.same_bytes, self.changes.is_empty()) {
            (true, _) => lines.push("the same bytes".to_owned()),
            (false, true) => lines.push("different bytes, but the same content".to_owned()),
            (false, false) => {}
        }
        for change in self.changes.iter().take(MOST) {
            match change {
                Change::Nodes {
                    side,
                    address,
                    count: nodes,
                    ..
                } => {
                    let [first, second] = names;
                    let name = if *side == Side::First { first } else { second };
                    let nodes = count(*nodes, "node");
                    lines.push(format!("{address}: {nodes} only in {name}"));
                }
                Change::Node {
                    address, fields, ..
                } => {
                    lines.extend(
                        fields
                            .iter()
                            .map(|field| format!("{address}: {}", field.describe(names))),
                    );
                }
            }
        }
        if let more @ 1.. = self.changes.len().saturating_sub(MOST) {
            lines.push(format!("{more} more differences"));
        }
    }
}

impl PropertyDifference {
    /// Describes the difference in one line, such as `KM: [6.5] in a.sgf, nothing in b.sgf`. `names` are the names
    /// of the two records.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let shown = |values: &[String]| match values {
            [] => "nothing".to_owned(),
            values => values.iter().map(|value| format!("[{value}]")).collect(),
        };
        let (first, second): (String, String) = (shown(&self.first), shown(&self.second));
        format!(
            "{}: {first} in {}, {second} in {}",
            self.ident, names[0], names[1]
        )
    }
}

/// Describes the difference without the names of the records, such as `KM: [6.5] in the first record, nothing in
/// the second`.
impl fmt::Display for PropertyDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(["the first record", "the second"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(first: &str, second: &str) -> RecordComparison {
        let [first, second] = [first, second].map(|source| Document::parse(source).unwrap());
        let root = |document: &Document| document.roots().next().unwrap();
        let moves = |document: &Document| Moves::of(document, root(document)).unwrap();
        let same_bytes = first.to_bytes() == second.to_bytes();
        let (one, other) = ((&first, root(&first)), (&second, root(&second)));
        RecordComparison::of(&moves(&first), &moves(&second))
            .with_metadata(one, other)
            .unwrap()
            .with_nodes(same_bytes, one, other)
    }

    #[test]
    fn the_same_record_is_the_same_in_everything() {
        let game = "(;PB[a];B[aa];W[bb])";
        let same = compared(game, game);
        assert!(same.is_same());
        assert_eq!(
            same.lines(["a", "b"]),
            ["the same 2 moves", "the same bytes"]
        );
        let other = compared(game, "(;PB[a] ;B[aa];W[bb])");
        assert!(!other.is_same());
        let lines = ["the same 2 moves", "different bytes, but the same content"];
        assert_eq!(other.lines(["a", "b"]), lines);
    }

    #[test]
    fn nodes_and_metadata_are_described() {
        let found = compared(
            "(;GM[1]KM[6.5];B[aa];W[bb])",
            "(;GM[1];B[aa]C[x];W[bb];B[cc])",
        );
        let lines = found.lines(["a", "b"]);
        assert_eq!(lines[0], "2 moves and stones in common; a has 2, b has 3");
        assert_eq!(lines[2], "KM: [6.5] in a, nothing in b");
        assert!(
            lines.contains(&"m1: C: nothing in a, [x] in b".to_owned()),
            "{lines:?}"
        );
        assert!(
            lines.contains(&"m3: 1 node only in b".to_owned()),
            "{lines:?}"
        );
        let report = found.report();
        assert_eq!((report.same_steps, report.same_bytes), (2, Some(false)));
    }

    #[test]
    fn boards_of_other_sizes_have_nothing_in_common() {
        let found = compared("(;SZ[9];B[aa])", "(;SZ[19];B[aa])");
        assert_eq!(
            found.lines(["a", "b"])[0],
            "different board sizes: 9x9 in a, 19x19 in b"
        );
    }
}
