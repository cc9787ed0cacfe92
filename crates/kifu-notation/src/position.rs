//! Converts positions of records to SGN, and SGN to records.
//!
//! ```
//! use kifu_notation::position;
//! use kifu_notation::sgf::Document;
//!
//! let record = Document::parse("(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])")?;
//! let root = record.roots().next().unwrap();
//! let end = record.main_line(root).last().unwrap();
//! let sgn = position::of_node(&record, end.id());
//! assert_eq!(sgn.to_string(), "1bw1/bKbw/1bw1/-W");
//!
//! // A capture determines the ko, for which SGF has no property.
//! let problem = position::to_sgf(&sgn);
//! assert_eq!(problem.text, "(;FF[4]GM[1]CA[UTF-8]SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb])\n");
//! assert!(problem.ko_kept);
//! # Ok::<(), kifu_notation::sgf::TooLarge>(())
//! ```

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use kifu_core::{Color, Point, Setup, Size};
use kifu_replay::{Replayer, replay};
use kifu_rules::{Position, Rules};
use kifu_sgf::Document;
use kifu_sgf::value::{cover, write_size};
use kifu_sgn::Sgn;
use kifu_tree::NodeId;

/// Converts a position to SGN, with the player to move and the ko of the last move.
pub fn of(position: &Position) -> Sgn {
    let mut setup = position.to_setup();
    setup.ko = setup.ko.filter(|&ko| setup.stone(ko).is_none());
    Sgn::new(setup).expect("the setup has a player to move, and its ko is empty")
}

/// Returns the position after a node, played as the record states, legal or not.
pub fn of_node(document: &Document, node: NodeId) -> Sgn {
    of(&replay(document, node, &Rules::LENIENT).position)
}

/// Returns an iterator over the positions after each node of a main line, root first.
///
/// ```
/// let record = kifu_notation::sgf::Document::parse("(;SZ[3];B[bb];W[aa])")?;
/// let root = record.roots().next().unwrap();
/// let all: Vec<_> = kifu_notation::position::main_line(&record, root).map(|sgn| sgn.to_string()).collect();
/// assert_eq!(all, ["//-B", "/1b1/-W", "w2/1b1/-B"]);
/// # Ok::<(), kifu_notation::sgf::TooLarge>(())
/// ```
pub fn main_line(document: &Document, root: NodeId) -> impl Iterator<Item = Sgn> {
    let mut game = Replayer::forward(document, root, &Rules::LENIENT);
    core::iter::from_fn(move || {
        game.advance()?;
        Some(of(game.position()))
    })
}

/// A position written as an SGF record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRecord {
    /// The SGF: a root with the stones and the player to move. A ko is expressed by the move that
    /// creates it, and the position is the one after that move.
    pub text: String,
    /// Whether the record expresses the ko of the position; `true` if there is no ko. SGN can state a ko that no
    /// move creates, which SGF cannot express.
    pub ko_kept: bool,
}

/// Writes a position as SGF. [`of_node`] at the last node returns the same position, except for a ko that no move
/// creates.
pub fn to_sgf(position: &Sgn) -> PositionRecord {
    let setup = position.setup();
    let side = position.side();
    let before = before_ko(setup, side);
    PositionRecord {
        ko_kept: setup.ko.is_none() || before.is_some(),
        text: match before {
            Some((before, point)) => record(&before, !side, Some(point)),
            None => record(setup, side, None),
        },
    }
}

/// Returns the position before the opponent's move that created the ko, and the point of that move.
/// `None` if there is no ko, or if no move creates it.
pub(crate) fn before_ko(setup: &Setup, side: Color) -> Option<(Setup, Point)> {
    let ko = setup.ko?;
    let mut after = setup.clone();
    after.to_play = Some(side);
    let mut took = around(setup.size(), ko).filter(|&point| setup.stone(point) == Some(!side));
    took.find_map(|point| {
        let mut before = after.clone();
        before.put(point, None);
        before.put(ko, Some(side));
        leads_to(&before, point, &after).then_some((before, point))
    })
}

/// Whether a move at `point` turns `before` into `after`. The move is by the opponent of the player
/// to move in `after`.
pub(crate) fn leads_to(before: &Setup, point: Point, after: &Setup) -> bool {
    let Some(side) = after.to_play else {
        return false;
    };
    let mut position = match Position::from_setup(before, Rules::LENIENT) {
        Ok(position) => position,
        Err(_) => return false,
    };
    let played = position.play_any_turn(!side, kifu_core::Move::Play(point));
    played.is_ok() && position.to_setup() == *after
}

fn record(setup: &Setup, side: Color, played: Option<Point>) -> String {
    let size = setup.size();
    let mut out = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]", write_size(size));
    for color in Color::ALL {
        let stones = setup.stones().filter(|(_, stone)| *stone == color);
        let areas = cover(stones.map(|(point, _)| point), size);
        if !areas.is_empty() {
            out.push_str(if color == Color::Black { "AB" } else { "AW" });
        }
        for area in areas {
            write!(out, "[{area}]").expect("writing to a string cannot fail");
        }
    }
    write!(out, "PL[{}]", side.letter()).expect("writing to a string cannot fail");
    if let Some([col, row]) = played.and_then(Point::to_sgf) {
        let (col, row) = (char::from(col), char::from(row));
        write!(out, ";{}[{col}{row}]", side.letter()).expect("writing to a string cannot fail");
    }
    out.push_str(")\n");
    out
}

fn around(size: Size, point: Point) -> impl Iterator<Item = Point> {
    let Point { col, row } = point;
    let left = col.checked_sub(1).map(|col| Point::new(col, row));
    let above = row.checked_sub(1).map(|row| Point::new(col, row));
    let others = [
        Some(Point::new(col + 1, row)),
        Some(Point::new(col, row + 1)),
        left,
        above,
    ];
    others
        .into_iter()
        .flatten()
        .filter(move |&point| size.contains(point))
}
