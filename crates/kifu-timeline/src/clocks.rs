//! Builds a recording from the clocks of a game.

use std::time::Duration;

use kifu_sgf::value::{Overtime, overtime, time};
use kifu_sgf::{Color, Document, GameContext, NodeRef};
use kifu_tree::NodeId;

use crate::tree::children;
use crate::{Builder, Stamp, Time};

/// The state of the clocks.
struct Clocks {
    overtime: Option<Overtime>,
    /// The time left of each player, in nanoseconds.
    left: [Option<i64>; 2],
    unknown: Duration,
}

/// The number of moves on the main line of a game, and of those whose duration its clocks do not
/// determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockCoverage {
    /// The number of moves below the root.
    pub moves: usize,
    /// The number of moves for which [`Builder::from_clocks`] assumes a duration.
    pub assumed: usize,
}

impl ClockCoverage {
    /// Counts the moves of the main line of a game below its root.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// use kifu_timeline::ClockCoverage;
    ///
    /// let game = Document::parse("(;TM[600];B[pd]BL[590.5];W[dd];B[pp]BL[588])").unwrap();
    /// let root = game.roots().next().unwrap();
    /// let coverage = ClockCoverage::of(&game, root);
    /// assert_eq!((coverage.moves, coverage.assumed), (3, 1));
    /// ```
    pub fn of(game: &Document, root: NodeId) -> ClockCoverage {
        let mut clocks = Clocks::of(game.node(root), Duration::ZERO);
        let mut coverage = ClockCoverage {
            moves: 0,
            assumed: 0,
        };
        for node in game.main_line(root).skip(1) {
            if let Some(spent) = clocks.move_time(node) {
                coverage.moves += 1;
                coverage.assumed += usize::from(spent.is_none());
            }
        }
        coverage
    }
}

impl Builder {
    /// Builds a recording of the main line of a game below its root, in which each move happens at the time
    /// that the clocks imply: the time left to the players, `BL` and `WL`, after the main time, `TM`, with the
    /// overtime of `OT`. A move whose duration the clocks do not determine, such as most moves in byo-yomi,
    /// takes `unknown`; [`ClockCoverage`] counts these moves.
    ///
    /// ```
    /// use std::time::Duration;
    /// use kifu_sgf::Document;
    /// use kifu_timeline::{Builder, Time};
    ///
    /// let game = Document::parse("(;TM[600];B[pd]BL[590.5];W[dd]WL[580];B[pp]BL[588])").unwrap();
    /// let root = game.roots().next().unwrap();
    /// let (timeline, _) = Builder::from_clocks(&game, root, Duration::from_secs(5)).build();
    /// assert_eq!(timeline.duration(), Time::from_secs(32));
    /// assert_eq!(timeline.at(Time::from_secs(10)).to_sgf(), "(;B[pd]BL[590.5])");
    /// ```
    pub fn from_clocks(game: &Document, root: NodeId, unknown: Duration) -> Builder {
        let start = game.node(root);
        let mut builder = Builder::new(GameContext::of(start));
        let mut clocks = Clocks::of(start, unknown);
        let mut now = Time::ZERO;
        let mut parent = None;
        let mut next = children(game, root).next();
        while let Some(node) = next {
            now = now.after(clocks.spent(game.node(node)));
            let at = Some(Stamp::at(now));
            let copy = builder.add_node(parent, at);
            builder.put_all(game, node, copy, at);
            parent = Some(copy);
            next = children(game, node).next();
        }
        builder
    }
}

impl Clocks {
    /// The clocks at the start of a game.
    fn of(root: NodeRef<'_>, unknown: Duration) -> Clocks {
        let main_time = seconds(root, "TM");
        let system = root
            .simple_text("OT")
            .and_then(|text| Some(overtime(&text).ok()?.value));
        Clocks {
            overtime: system.and_then(|system| system.overtime.first().copied()),
            left: [main_time; 2],
            unknown,
        }
    }

    /// The duration of a node's move; zero if it has no move.
    fn spent(&mut self, node: NodeRef<'_>) -> Duration {
        match self.move_time(node) {
            None => Duration::ZERO,
            Some(spent) => spent.map_or(self.unknown, Duration::from_nanos),
        }
    }

    /// The duration of a node's move in nanoseconds, if the clocks determine it; `None` if the node
    /// has no move.
    fn move_time(&mut self, node: NodeRef<'_>) -> Option<Option<u64>> {
        let player = node
            .properties()
            .find_map(|property| property.ident().player())?;
        let (clock, left) = match player {
            Color::Black => ("BL", &mut self.left[0]),
            Color::White => ("WL", &mut self.left[1]),
        };
        let (before, now) = (*left, seconds(node, clock));
        *left = now.or(before);
        let spent = before.zip(now);
        Some(spent.and_then(|(before, now)| self.between(before, now)))
    }

    /// The time that passed between two states of a clock in nanoseconds, if it can be determined.
    fn between(&self, before: i64, now: i64) -> Option<u64> {
        let spent = before.checked_sub(now)?;
        let spent = match self.overtime {
            Some(Overtime::Fischer { increment }) => spent.checked_add(increment.nanos())?,
            // The clock was reset when its period was over, or after each move.
            Some(
                Overtime::ByoYomi { period, .. }
                | Overtime::Canadian { period, .. }
                | Overtime::Ing { period, .. },
            ) if spent < 0 => spent.checked_add(period.nanos())?,
            Some(Overtime::ByoYomi { period, .. }) if spent == 0 && now == period.nanos() => {
                return None;
            }
            _ => spent,
        };
        u64::try_from(spent).ok()
    }
}

fn seconds(node: NodeRef<'_>, ident: &str) -> Option<i64> {
    Some(time(&node.simple_text(ident)?).ok()?.value.nanos())
}
