//! Excerpts of a line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use kifu_core::Color;
use kifu_replay::replay;
use kifu_rules::{Position, Rules};
use kifu_sgf::{Document, EditError, NodeId, TooLarge};

use crate::Line;

/// Returns some moves of a line as a separate game, in their original spelling. Moves count from 1.
///
/// The excerpt ends with the node of the last move in the range, or at the end of the line. If the
/// range does not start with move 1, the position before the range replaces the setup and the move
/// of the root, and `MN` states the number of the first move. All other properties of the root
/// stay. Returns `None` if the line does not have the first move.
///
/// ```
/// use kifu_figure::sgf::Document;
/// use kifu_figure::{Line, excerpt};
///
/// let document = Document::parse("(;SZ[9]PB[Sato];B[ee];W[ce]C[!](;B[gc];W[cg])(;B[gg]))")?;
/// let line = Line::main(&document, document.roots().next().unwrap());
/// let some = |moves| String::from_utf8(excerpt(&line, moves).unwrap().unwrap()).unwrap();
/// assert_eq!(some(1..=2), "(;SZ[9]PB[Sato];B[ee];W[ce]C[!])");
/// assert_eq!(some(3..=9), "(;SZ[9]PB[Sato]AB[ee]AW[ce]PL[B];B[gc]MN[3];W[cg])");
/// # Ok::<(), kifu_figure::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`ExcerptError`] if the game cannot be edited, or the excerpt is too large.
pub fn excerpt(
    line: &Line<'_>,
    moves: RangeInclusive<u32>,
) -> Option<Result<Vec<u8>, ExcerptError>> {
    let document = line.document();
    let (from, to) = (*moves.start(), *moves.end());
    let last = line.last_move();
    if last < from || from == 0 {
        return None;
    }
    let whole = line.nodes();
    let end = if to >= last {
        whole.len()
    } else {
        line.clone().up_to(to)?.nodes().len()
    };
    if from == 1 {
        return Some(Ok(document.line_to_bytes(&whole[..end])));
    }
    let start = line.clone().up_to(from - 1)?.nodes().len();
    let nodes: Vec<NodeId> = [&whole[..1], &whole[start..end.max(start)]].concat();
    let before = replay(document, whole[start - 1], &Rules::LENIENT).position;
    let bytes = document.line_to_bytes(&nodes);
    Some(with_start(bytes, &before, from))
}

/// The error of [`excerpt`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExcerptError {
    /// The position before the moves cannot be written.
    Edit(EditError),
    /// The excerpt is too large.
    TooLarge(TooLarge),
}

impl core::fmt::Display for ExcerptError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ExcerptError::Edit(error) => error.fmt(f),
            ExcerptError::TooLarge(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ExcerptError {}

impl From<EditError> for ExcerptError {
    fn from(error: EditError) -> ExcerptError {
        ExcerptError::Edit(error)
    }
}

/// The properties of a root that contain or describe its move.
const OF_THE_ROOT_MOVE: [&str; 8] = ["B", "W", "KO", "MN", "BL", "WL", "OB", "OW"];

/// Returns the game with `before` as its start position. `number` is the number of its first move.
fn with_start(bytes: Vec<u8>, before: &Position, number: u32) -> Result<Vec<u8>, ExcerptError> {
    let mut document = Document::parse(bytes).map_err(ExcerptError::TooLarge)?;
    let Some(root) = document.roots().next() else {
        return Ok(document.to_bytes());
    };
    let mut node = document.node_mut(root);
    for ident in OF_THE_ROOT_MOVE {
        node.remove(ident)?;
    }
    node.remove("AE")?;
    let setup = before.to_setup();
    for (ident, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = setup.stones();
        let points = stones.filter(|(_, stone)| *stone == color);
        let points: Vec<String> = points
            .filter_map(|(point, _)| point.to_sgf())
            .map(|[col, row]| format!("{}{}", char::from(col), char::from(row)))
            .collect();
        if points.is_empty() {
            node.remove(ident)?;
        } else {
            node.set(ident, &points)?
        }
    }
    node.set("PL", [&before.to_play().letter().to_string()])?;
    let first = document.main_line(root).skip(1).find(|node| {
        let mut properties = node.properties();
        properties.any(|property| property.ident().player().is_some())
    });
    if let Some(first) = first.map(|node| node.id()) {
        if document.node(first).get("MN").is_none() {
            document.node_mut(first).set("MN", [&number.to_string()])?;
        }
    }
    Ok(document.to_bytes())
}
