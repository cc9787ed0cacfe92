//! Reports on problems, as text and as plain data.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use kifu_core::Color;
use kifu_sgf::value::western;
use kifu_sgf::{Document, GameContext, NodeId};

use super::{Convention, Evidence, Line, Problem};

/// The maximum number of listed moves per node of the tree. Because lines share moves, the moves of
/// all lines might not fit into memory.
const MOVES_A_NODE: usize = 64;

/// A [`Problem`] as plain data, with the moves of its right lines. Its `Display` writes one line about the problem
/// and one for each right line.
///
/// ```
/// use kifu_problem::Problem;
/// use kifu_problem::sgf::Document;
///
/// let document = Document::parse("(;SZ[9]AB[aa]AW[ba](;B[ab]TE[1];W[bb])(;B[bb]))")?;
/// let root = document.roots().next().unwrap();
/// let report = Problem::of(&document, root, None).unwrap().report(&document);
/// assert_eq!(
///     report.to_string(),
///     "Black to play, 1 of 2 lines right by te (marks: te 1)\n  B A8 W B8\n"
/// );
/// assert_eq!(report.addresses, ["m2"]);
/// # Ok::<(), kifu_problem::sgf::TooLarge>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ProblemReport {
    /// The player who moves first: `B` or `W`.
    pub solver: char,
    /// The convention that determines the right lines.
    pub convention: Convention,
    /// The marks of all conventions that occur in the game.
    pub evidence: Vec<Evidence>,
    /// The number of lines.
    pub lines: usize,
    /// The right lines, each a list of moves such as `B D4`.
    pub right: Vec<Vec<String>>,
    /// The addresses of the last nodes of the right lines, such as `m3:1.2`.
    pub addresses: Vec<String>,
    /// The number of right lines that are not listed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub more: usize,
}

#[cfg(feature = "serde")]
fn is_zero(more: &usize) -> bool {
    *more == 0
}

impl Problem {
    /// Lists the right lines of the problem, with at most 64 times as many moves as the tree has
    /// nodes. [`ProblemReport::more`] counts the lines beyond this limit.
    pub fn report(&self, document: &Document) -> ProblemReport {
        let all = self.solutions().count();
        let max_moves = document.forest().preorder(self.root).count() * MOVES_A_NODE;
        let mut listed = 0;
        let right = self
            .solutions()
            .map(|line| moves(document, self.root, line.end));
        let is_short = |line: &Vec<String>| {
            listed += line.len();
            listed <= max_moves
        };
        let right: Vec<_> = right.take_while(is_short).collect();
        let addresses = document.addresses(self.root);
        let ends = self.solutions().take(right.len());
        let address = |line: &Line| addresses.get(line.end).map(|address| address.to_string());
        ProblemReport {
            solver: self.solver.letter(),
            convention: self.convention,
            evidence: self.evidence.clone(),
            lines: self.lines.len(),
            more: all - right.len(),
            addresses: ends.filter_map(address).collect(),
            right,
        }
    }
}

impl fmt::Display for ProblemReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solver = if self.solver == 'B' { "Black" } else { "White" };
        let marks = self.evidence.iter().map(|marks| match marks.wrong {
            0 => format!("{} {}", marks.convention, marks.right),
            wrong => format!("{} {} right {wrong} wrong", marks.convention, marks.right),
        });
        let marks: Vec<String> = marks.collect();
        let marks = if marks.is_empty() {
            String::from("no marks")
        } else {
            format!("marks: {}", marks.join(", "))
        };
        let lines = self.lines;
        let ending = if lines == 1 { "" } else { "s" };
        writeln!(
            f,
            "{solver} to play, {} of {lines} line{ending} right by {} ({marks})",
            self.right.len() + self.more,
            self.convention
        )?;
        for line in &self.right {
            writeln!(f, "  {}", line.join(" "))?;
        }
        if self.more > 0 {
            writeln!(f, "  and {} more", self.more)?;
        }
        Ok(())
    }
}

/// The moves from the root to a node.
fn moves(document: &Document, root: NodeId, end: NodeId) -> Vec<String> {
    let context = GameContext::of(document.node(root));
    let size = context.size;
    let above = document.forest().ancestors(end);
    let played = core::iter::once(end).chain(above).filter_map(|id| {
        let mut properties = document.node(id).properties();
        let (color, property): (Color, _) =
            properties.find_map(|property| Some((property.mover(&context)?, property)))?;
        let value = property.value();
        let action = value.and_then(|value| western::action(value.raw(), size).ok());
        let point = action.and_then(|action| action.value.point());
        Some(match point.and_then(|point| size.western(point)) {
            Some(point) => format!("{} {point}", color.letter()),
            None => format!("{} pass", color.letter()),
        })
    });
    let mut moves: Vec<String> = played.collect();
    moves.reverse();
    moves
}
