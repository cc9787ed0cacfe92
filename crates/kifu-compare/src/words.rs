//! Orientations and differences of games in words and as plain data.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use kifu_core::Color;
use kifu_rules::Symmetry;

use super::comparison::{Comparison, Difference, Side};
use super::moves::{Moves, StepKind};
use kifu_transform::Transform;

/// A [`Transform`] in words and as plain data, named like the options of `kifu transform`.
///
/// ```
/// use kifu_compare::Orientation;
/// use kifu_compare::rules::Symmetry;
/// use kifu_compare::transform::Transform;
///
/// let turned = Orientation::of(Transform::of(Symmetry::HALF_TURN).with_colors_swapped());
/// assert_eq!(turned.rot, 180);
/// assert_eq!(turned.words().unwrap(), "rotated by 180 degrees, colours swapped");
/// assert_eq!(Orientation::of(Transform::IDENTITY).words(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Orientation {
    /// The clockwise rotation in degrees: 0, 90, 180 or 270.
    pub rot: u16,
    /// The reflection: `h` exchanges left and right, `v` exchanges top and bottom, and `d` and `a` mirror along a
    /// diagonal.
    pub flip: Option<&'static str>,
    /// Whether Black becomes White and White Black.
    pub swap_colors: bool,
}

impl Orientation {
    /// Describes a transform.
    pub fn of(by: Transform) -> Orientation {
        let (rot, flip) = match by.symmetry {
            Symmetry::TURN_RIGHT => (90, None),
            Symmetry::HALF_TURN => (180, None),
            Symmetry::TURN_LEFT => (270, None),
            Symmetry::MIRROR_COLUMNS => (0, Some("h")),
            Symmetry::MIRROR_ROWS => (0, Some("v")),
            Symmetry::TRANSPOSE => (0, Some("d")),
            Symmetry::ANTI_TRANSPOSE => (0, Some("a")),
            _ => (0, None),
        };
        Orientation {
            rot,
            flip,
            swap_colors: by.swaps_colors,
        }
    }

    /// The orientation in words, such as `rotated left, colours swapped`; `None` for the identity.
    pub fn words(self) -> Option<String> {
        let how = match (self.rot, self.flip) {
            (90, _) => "rotated right",
            (180, _) => "rotated by 180 degrees",
            (270, _) => "rotated left",
            (_, Some("h")) => "mirrored left to right",
            (_, Some("v")) => "mirrored top to bottom",
            (_, Some("d")) => "mirrored along the diagonal from the top left",
            (_, Some(_)) => "mirrored along the diagonal from the top right",
            _ => "",
        };
        match (how, self.swap_colors) {
            ("", false) => None,
            ("", true) => Some("colours swapped".to_owned()),
            (how, true) => Some(format!("{how}, colours swapped")),
            (how, false) => Some(how.to_owned()),
        }
    }
}

/// Two compared games. Describes their differences with moves and move numbers.
///
/// ```
/// use kifu_compare::{Comparison, Moves, SideBySide};
/// use kifu_compare::sgf::Document;
///
/// let moves = |source: &str| {
///     let document = Document::parse(source).unwrap();
///     Moves::of(&document, document.roots().next().unwrap()).unwrap()
/// };
/// let first = moves("(;B[pd];W[dp];B[pp];W[dd];B[qf])");
/// let second = moves("(;B[pd];W[dp];B[pq];W[dd])");
/// let comparison = Comparison::of(&first, &second);
/// let games = SideBySide::new(&first, &second, &comparison);
/// let words = comparison.differences.iter().map(|one| games.describe(one, ["a.sgf", "b.sgf"]));
/// assert_eq!(
///     words.collect::<Vec<_>>(),
///     [
///         "move 3: B Q4 in a.sgf, B Q3 in b.sgf",
///         "a.sgf continues with 1 move after the end of b.sgf",
///     ]
/// );
/// ```
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// The first game, transformed to the orientation and colours of the second one.
    first: Moves,
    second: Moves,
    numbers: [Vec<usize>; 2],
}

/// A [`Difference`] as plain data, with the moves of both games.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Divergence {
    /// The kind of difference.
    pub kind: DivergenceKind,
    /// The moves of the first game.
    pub first: Passage,
    /// The moves of the second game.
    pub second: Passage,
}

/// The kind of a [`Divergence`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum DivergenceKind {
    /// A different step.
    Other,
    /// The same steps in a different order.
    Transposed,
    /// A section in which both the steps and their number differ.
    Replaced,
    /// Passes that only one game has.
    Passes,
    /// Other steps that only one game has.
    Only,
    /// Additional steps at the end of the longer game.
    Rest,
}

/// Consecutive steps of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Passage {
    /// The number of the first move, or of the move before if there are no steps.
    pub number: usize,
    /// The steps, such as `B Q16`, `W pass` or `AB D4`.
    pub moves: Vec<String>,
}

impl SideBySide {
    /// Combines two games with their [comparison](Comparison::of) in this order.
    pub fn new(first: &Moves, second: &Moves, found: &Comparison) -> SideBySide {
        let first = first.transformed(found.transform);
        SideBySide {
            numbers: [first.numbers(), second.numbers()],
            first,
            second: second.clone(),
        }
    }

    /// Both games, the first one in the orientation and colours of the second one.
    pub(super) fn moves(&self) -> (&Moves, &Moves) {
        (&self.first, &self.second)
    }

    fn steps(&self, side: Side) -> (&Moves, &[usize]) {
        match side {
            Side::First => (&self.first, &self.numbers[0]),
            Side::Second => (&self.second, &self.numbers[1]),
        }
    }

    fn passage(&self, side: Side, range: Range<usize>) -> Passage {
        let (moves, numbers) = self.steps(side);
        let number = if range.is_empty() {
            range
                .start
                .checked_sub(1)
                .and_then(|before| numbers.get(before))
                .copied()
        } else {
            numbers.get(range.start).copied()
        };
        Passage {
            number: number.unwrap_or(0),
            moves: range.map(|at| named_step(at, moves)).collect(),
        }
    }

    /// Returns a difference as plain data.
    pub fn divergence(&self, difference: &Difference) -> Divergence {
        let (kind, first, second) = match difference.clone() {
            Difference::Other { first, second } => {
                (DivergenceKind::Other, first..first + 1, second..second + 1)
            }
            Difference::Transposed { first, second } => (DivergenceKind::Transposed, first, second),
            Difference::Replaced { first, second } => (DivergenceKind::Replaced, first, second),
            Difference::Only {
                side,
                steps,
                before,
            } => {
                let kind = if self.are_passes(side, &steps) {
                    DivergenceKind::Passes
                } else {
                    DivergenceKind::Only
                };
                match side {
                    Side::First => (kind, steps, before..before),
                    Side::Second => (kind, before..before, steps),
                }
            }
            Difference::Rest { side, steps } => {
                let (first, second) = (self.first.steps().len(), self.second.steps().len());
                match side {
                    Side::First => (DivergenceKind::Rest, steps, second..second),
                    Side::Second => (DivergenceKind::Rest, first..first, steps),
                }
            }
        };
        Divergence {
            kind,
            first: self.passage(Side::First, first),
            second: self.passage(Side::Second, second),
        }
    }

    fn are_passes(&self, side: Side, range: &Range<usize>) -> bool {
        let (moves, _) = self.steps(side);
        moves.steps()[range.clone()]
            .iter()
            .all(|step| step.is_pass())
    }

    /// Describes a difference in one line. `names` are the names of the two games.
    pub fn describe(&self, difference: &Difference, names: [&str; 2]) -> String {
        let place = self.divergence(difference);
        let (first, second) = (&place.first, &place.second);
        let (passage, has, lacks) = if first.moves.is_empty() {
            (second, names[1], names[0])
        } else {
            (first, names[0], names[1])
        };
        match place.kind {
            DivergenceKind::Other if first.number == second.number => {
                format!("move {}: {}", first.number, in_each([first, second], names))
            }
            DivergenceKind::Other => format!(
                "move {} in {}: {}; move {} in {}: {}",
                first.number,
                names[0],
                first.listed(),
                second.number,
                names[1],
                second.listed()
            ),
            DivergenceKind::Transposed => format!(
                "moves {}: in a different order: {}",
                first.range(),
                in_each([first, second], names)
            ),
            DivergenceKind::Replaced => format!(
                "moves {}: {}",
                first.range(),
                in_each([first, second], names)
            ),
            DivergenceKind::Passes => {
                let passes = match passage.moves.len() {
                    1 => "1 pass".to_owned(),
                    several => format!("{several} passes"),
                };
                format!("{passes} at move {} only in {has}", passage.number)
            }
            DivergenceKind::Only => {
                let moves = if passage.moves.len() == 1 {
                    "move"
                } else {
                    "moves"
                };
                format!(
                    "{moves} {}: only in {has}: {}",
                    passage.range(),
                    passage.listed()
                )
            }
            DivergenceKind::Rest => format!(
                "{has} continues with {} after the end of {lacks}",
                count(passage.moves.len(), "move")
            ),
        }
    }
}

impl Passage {
    /// The range of move numbers, such as `12-14`.
    fn range(&self) -> String {
        match self.moves.len() {
            0 | 1 => self.number.to_string(),
            several => format!("{}-{}", self.number, self.number + several - 1),
        }
    }

    /// The moves, at most twelve of them.
    fn listed(&self) -> String {
        const MAX: usize = 12;
        let mut text = self.moves[..self.moves.len().min(MAX)].join(" ");
        if self.moves.len() > MAX {
            text.push_str(" …");
        }
        text
    }
}

/// The moves of both passages, such as `B Q3 in a.sgf, B Q4 in b.sgf`.
fn in_each([first, second]: [&Passage; 2], names: [&str; 2]) -> String {
    let (one, other) = (first.listed(), second.listed());
    format!("{one} in {}, {other} in {}", names[0], names[1])
}

/// The name of a step, such as `B Q16`, `W pass`, `AB D4` or `AE K10`; for an unreadable step, the value as
/// written: `B[Q99]`.
fn named_step(at: usize, moves: &Moves) -> String {
    let step = moves.steps()[at];
    let name = match step.kind() {
        StepKind::Move(color) => color.letter().to_string(),
        StepKind::Setup(Some(color)) => format!("A{}", color.letter()),
        StepKind::Setup(None) => "AE".to_owned(),
        StepKind::Unreadable(color) => {
            let bytes = moves.unreadable(at).unwrap_or_default();
            let letter = color.map(Color::letter).into_iter();
            return letter
                .chain(String::from_utf8_lossy(bytes).chars())
                .collect();
        }
    };
    let point = step.point().and_then(|point| moves.size().western(point));
    match point {
        Some(point) => format!("{name} {point}"),
        None => format!("{name} pass"),
    }
}

/// A number with a noun, such as `1 move` or `2 moves`.
pub(super) fn count(n: usize, one: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {one}{ending}")
}
