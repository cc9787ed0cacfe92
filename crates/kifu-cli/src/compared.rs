//! Words for how games lie and where they differ.

use kifu::compare::{Comparison, Difference, Moves, Side, What};
use kifu::core::Color;
use kifu::rules::Symmetry;
use kifu::transform::Transform;
use serde::Serialize;

use crate::printable::count;

/// A transform for programs: what `kifu transform` is to be told to make the first game lie as the
/// second does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Turned {
    rot: u16,
    flip: Option<&'static str>,
    swap_colors: bool,
}

impl Turned {
    pub(crate) fn of(by: Transform) -> Turned {
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
        Turned {
            rot,
            flip,
            swap_colors: by.swaps_colors,
        }
    }

    /// The same for people; `None` if nothing is turned.
    pub(crate) fn shown(self) -> Option<String> {
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

/// Two games, to tell where they differ.
pub(crate) struct Pair {
    /// The first one as the second lies.
    first: Moves,
    second: Moves,
    numbers: [Vec<usize>; 2],
}

/// A place where games differ, for programs.
#[derive(Debug, Serialize)]
pub(crate) struct Place {
    kind: &'static str,
    first: Part,
    second: Part,
}

/// What one game has there.
#[derive(Debug, Serialize)]
struct Part {
    /// The number of its first move there; of nothing, that of the move before it.
    number: usize,
    moves: Vec<String>,
}

impl Pair {
    pub(crate) fn new(first: &Moves, second: &Moves, found: &Comparison) -> Pair {
        let first = first.transformed(found.transform);
        Pair {
            numbers: [first.numbers(), second.numbers()],
            first,
            second: second.clone(),
        }
    }

    fn steps(&self, side: Side) -> (&Moves, &[usize]) {
        match side {
            Side::First => (&self.first, &self.numbers[0]),
            Side::Second => (&self.second, &self.numbers[1]),
        }
    }

    fn part(&self, side: Side, range: std::ops::Range<usize>) -> Part {
        let (moves, numbers) = self.steps(side);
        let number = match range.is_empty() {
            true => range
                .start
                .checked_sub(1)
                .and_then(|before| numbers.get(before))
                .copied(),
            false => numbers.get(range.start).copied(),
        };
        Part {
            number: number.unwrap_or(0),
            moves: range.map(|at| named_step(at, moves)).collect(),
        }
    }

    /// A difference for programs.
    pub(crate) fn place(&self, difference: &Difference) -> Place {
        let (kind, first, second) = match difference.clone() {
            Difference::Other { first, second } => ("other", first..first + 1, second..second + 1),
            Difference::Transposed { first, second } => ("transposed", first, second),
            Difference::Replaced { first, second } => ("replaced", first, second),
            Difference::Only {
                side,
                steps,
                before,
            } => {
                let kind = match self.are_passes(side, &steps) {
                    true => "passes",
                    false => "only",
                };
                match side {
                    Side::First => (kind, steps, before..before),
                    Side::Second => (kind, before..before, steps),
                }
            }
            Difference::Rest { side, steps } => {
                let (first, second) = (self.first.steps().len(), self.second.steps().len());
                match side {
                    Side::First => ("rest", steps, second..second),
                    Side::Second => ("rest", first..first, steps),
                }
            }
        };
        Place {
            kind,
            first: self.part(Side::First, first),
            second: self.part(Side::Second, second),
        }
    }

    fn are_passes(&self, side: Side, range: &std::ops::Range<usize>) -> bool {
        let (moves, _) = self.steps(side);
        moves.steps()[range.clone()]
            .iter()
            .all(|step| step.is_pass())
    }

    /// A difference for people, where games have these names.
    pub(crate) fn shown(&self, difference: &Difference, names: [&str; 2]) -> String {
        let place = self.place(difference);
        let (first, second) = (&place.first, &place.second);
        let which = match first.moves.is_empty() {
            true => (second, names[1], names[0]),
            false => (first, names[0], names[1]),
        };
        let (there, has, lacks) = which;
        match place.kind {
            "other" => format!(
                "move {}: {} here, {} there",
                first.numbered(second),
                first.listed(),
                second.listed()
            ),
            "transposed" => format!(
                "moves {}: in another order: {} here, {} there",
                first.range(),
                first.listed(),
                second.listed()
            ),
            "replaced" => format!(
                "moves {}: {} here, {} there",
                first.range(),
                first.listed(),
                second.listed()
            ),
            "passes" => format!(
                "{} at move {} only in {has}",
                count(there.moves.len() as u64, "pass").replace("passs", "passes"),
                there.number
            ),
            "only" => format!("move {}: only in {has}: {}", there.range(), there.listed()),
            _ => format!(
                "{has} goes on with {} where {lacks} ends",
                count(there.moves.len() as u64, "move")
            ),
        }
    }
}

impl Part {
    /// The number of a move that is another in the other game.
    fn numbered(&self, other: &Part) -> String {
        match self.number == other.number {
            true => self.number.to_string(),
            false => format!("{} here, {} there", self.number, other.number),
        }
    }

    fn range(&self) -> String {
        match self.moves.len() {
            0 | 1 => self.number.to_string(),
            several => format!("{}-{}", self.number, self.number + several - 1),
        }
    }

    /// The first of them.
    fn listed(&self) -> String {
        const MOST: usize = 12;
        let mut text = self.moves[..self.moves.len().min(MOST)].join(" ");
        if self.moves.len() > MOST {
            text.push_str(" …");
        }
        text.replace("setup ", "set up ")
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
