//! Words and plain data for how games lie and where they differ.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use kifu_core::Color;
use kifu_rules::Symmetry;

use super::comparison::{Comparison, Difference, Side};
use super::moves::{Moves, What};
use kifu_transform::Transform;

/// A [`Transform`] in words and as plain data, in the terms of the options of `kifu transform`.
///
/// ```
/// use kifu_compare::Orientation;
/// use kifu_compare::rules::Symmetry;
/// use kifu_compare::transform::Transform;
///
/// let turned = Orientation::of(Transform::of(Symmetry::HALF_TURN).with_colors_swapped());
/// assert_eq!(turned.rot, 180);
/// assert_eq!(turned.words().unwrap(), "turned by 180 degrees, colours exchanged");
/// assert_eq!(Orientation::of(Transform::IDENTITY).words(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Orientation {
    /// The rotation to the right: 0, 90, 180 or 270 degrees.
    pub rot: u16,
    /// The mirror image: `h` exchanges left and right, `v` top and bottom; `d` and `a` mirror along a diagonal.
    pub flip: Option<&'static str>,
    /// Whether Black becomes White and White Black.
    pub swap_colors: bool,
}

impl Orientation {
    /// The orientation that a transform results in.
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

    /// The orientation in words, such as `turned left, colours exchanged`; `None` for the identity.
    pub fn words(self) -> Option<String> {
        let how = match (self.rot, self.flip) {
            (90, _) => "turned right",
            (180, _) => "turned by 180 degrees",
            (270, _) => "turned left",
            (_, Some("h")) => "left and right mirrored",
            (_, Some("v")) => "top and bottom mirrored",
            (_, Some("d")) => "mirrored along the diagonal from the top left",
            (_, Some(_)) => "mirrored along the diagonal from the top right",
            _ => "",
        };
        match (how, self.swap_colors) {
            ("", false) => None,
            ("", true) => Some("colours exchanged".to_owned()),
            (how, true) => Some(format!("{how}, colours exchanged")),
            (how, false) => Some(how.to_owned()),
        }
    }
}

/// Two compared games, from which their differences are described with moves and numbers.
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
///     ["move 3: B Q4 here, B Q3 there", "a.sgf goes on with 1 move where b.sgf ends"]
/// );
/// ```
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// The first game, transformed to lie as the second one does.
    first: Moves,
    second: Moves,
    numbers: [Vec<usize>; 2],
}

/// A [`Difference`] as plain data, with the moves that each game has there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Divergence {
    /// How the games differ.
    pub kind: DivergenceKind,
    /// The moves of the first game.
    pub first: Passage,
    /// The moves of the second game.
    pub second: Passage,
}

/// How two games differ at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum DivergenceKind {
    /// One step in place of another.
    Other,
    /// The same steps in another order.
    Transposed,
    /// Several steps in place of several others.
    Replaced,
    /// Passes that only one game has.
    Passes,
    /// Other steps that only one game has.
    Only,
    /// The end of the longer game.
    Rest,
}

/// Consecutive steps of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Passage {
    /// The number of the first move; where there are no steps, the number of the move before them.
    pub number: usize,
    /// The steps, such as `B Q16`, `W pass` or `AB D4`.
    pub moves: Vec<String>,
}

impl SideBySide {
    /// Puts two games side by side that were [compared](Comparison::of) in this order.
    pub fn new(first: &Moves, second: &Moves, found: &Comparison) -> SideBySide {
        let first = first.transformed(found.transform);
        SideBySide {
            numbers: [first.numbers(), second.numbers()],
            first,
            second: second.clone(),
        }
    }

    /// Both games; the first one is transformed to lie as the second one does.
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
        let number = match range.is_empty() {
            true => range
                .start
                .checked_sub(1)
                .and_then(|before| numbers.get(before))
                .copied(),
            false => numbers.get(range.start).copied(),
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
                let kind = match self.are_passes(side, &steps) {
                    true => DivergenceKind::Passes,
                    false => DivergenceKind::Only,
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

    /// Describes a difference in one line; the games have these names.
    pub fn describe(&self, difference: &Difference, names: [&str; 2]) -> String {
        let place = self.divergence(difference);
        let (first, second) = (&place.first, &place.second);
        let which = match first.moves.is_empty() {
            true => (second, names[1], names[0]),
            false => (first, names[0], names[1]),
        };
        let (there, has, lacks) = which;
        match place.kind {
            DivergenceKind::Other => format!(
                "move {}: {} here, {} there",
                first.numbered(second),
                first.listed(),
                second.listed()
            ),
            DivergenceKind::Transposed => format!(
                "moves {}: in another order: {} here, {} there",
                first.range(),
                first.listed(),
                second.listed()
            ),
            DivergenceKind::Replaced => format!(
                "moves {}: {} here, {} there",
                first.range(),
                first.listed(),
                second.listed()
            ),
            DivergenceKind::Passes => {
                let passes = match there.moves.len() {
                    1 => "1 pass".to_owned(),
                    several => format!("{several} passes"),
                };
                format!("{passes} at move {} only in {has}", there.number)
            }
            DivergenceKind::Only => {
                format!("move {}: only in {has}: {}", there.range(), there.listed())
            }
            DivergenceKind::Rest => format!(
                "{has} goes on with {} where {lacks} ends",
                count(there.moves.len(), "move")
            ),
        }
    }
}

impl Passage {
    /// The number of the first move, in both games where it differs.
    fn numbered(&self, other: &Passage) -> String {
        match self.number == other.number {
            true => self.number.to_string(),
            false => format!("{} here, {} there", self.number, other.number),
        }
    }

    /// The numbers of the moves, such as `12-14`.
    fn range(&self) -> String {
        match self.moves.len() {
            0 | 1 => self.number.to_string(),
            several => format!("{}-{}", self.number, self.number + several - 1),
        }
    }

    /// The first twelve moves.
    fn listed(&self) -> String {
        const MOST: usize = 12;
        let mut text = self.moves[..self.moves.len().min(MOST)].join(" ");
        if self.moves.len() > MOST {
            text.push_str(" …");
        }
        text
    }
}

/// `B Q16`, `W pass`, `AB D4`, `AE K10`, or as it is written: `B[Q99]`.
fn named_step(at: usize, moves: &Moves) -> String {
    let step = moves.steps()[at];
    let what = match step.what() {
        What::Move(color) => color.letter().to_string(),
        What::Setup(Some(color)) => format!("A{}", color.letter()),
        What::Setup(None) => "AE".to_owned(),
        What::Unreadable(color) => {
            let bytes = moves.unreadable(at).unwrap_or_default();
            let letter = color.map(Color::letter).into_iter();
            return letter
                .chain(String::from_utf8_lossy(bytes).chars())
                .collect();
        }
    };
    let point = step.point().and_then(|point| moves.size().western(point));
    match point {
        Some(point) => format!("{what} {point}"),
        None => format!("{what} pass"),
    }
}

/// `1 move`, `2 moves`.
pub(super) fn count(n: usize, one: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {one}{ending}")
}
