//! Builds a recording from a list of times and places.

use std::fmt;

use kifu_sgf::{Document, GameContext};
use kifu_tree::NodeId;

use crate::stats::MARK;
use crate::{Builder, Stamp, Time, TimeError};

/// The error for a line of a list of cues that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CueError {
    /// The line number, starting at 1.
    pub line: usize,
    /// The problem with the line.
    pub problem: CueProblem,
}

/// The reasons why a cue cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CueProblem {
    /// The cue does not start with a time.
    Time(TimeError),
    /// The time is earlier than that of the previous cue.
    Earlier,
    /// The cue has no place, or its place is not of a form such as `12` or `0.2:12`.
    Place,
    /// The game does not have such a node.
    NoNode,
}

impl fmt::Display for CueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.problem {
            CueProblem::Time(error) => error.fmt(f),
            CueProblem::Earlier => f.write_str("the time is earlier than that of the previous cue"),
            CueProblem::Place => f.write_str("expected a place such as `12` or `0.2:12`"),
            CueProblem::NoNode => f.write_str("the game does not have such a node"),
        }
    }
}

impl core::error::Error for CueError {}

impl Builder {
    /// Builds a recording of a talk about a game that does not change: all nodes below its root are initial,
    /// and the cues state when each node is shown.
    ///
    /// A cue is a line with a time, `56`, `12:30` or `1:02:03.5`, a place, and, if it starts a chapter, the
    /// label of the chapter. Empty lines and lines that start with `#` are ignored. A place is the number of a
    /// node, starting at 1, on the main line, or, after a colon, on the path that takes the given variations,
    /// counted from 0, at the branchings: `0.2:12`.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// use kifu_timeline::{Builder, Time};
    ///
    /// let game = Document::parse("(;GM[1];B[pd];W[dd](;B[pp])(;B[dp];W[cc]))").unwrap();
    /// let root = game.roots().next().unwrap();
    /// let cues = "0 1\n# the mistake\n12:30 3\n13:00 1:4 What was better\n";
    /// let (timeline, _) = Builder::from_cues(&game, root, cues).unwrap().build();
    /// let shown = timeline.at("13:10".parse().unwrap()).cursor().unwrap();
    /// assert!(timeline.last().property(shown, "W").unwrap().eq(["cc"]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`CueError`] for the first line that cannot be read.
    pub fn from_cues(game: &Document, root: NodeId, cues: &str) -> Result<Builder, CueError> {
        let mut builder = Builder::new(GameContext::of(game.node(root)));
        builder.add_tree(game, root, None);
        let mut before = Time::MIN;
        for (line, cue) in (1..).zip(cues.lines()) {
            let error = |problem| CueError { line, problem };
            let cue = cue.trim();
            if cue.is_empty() || cue.starts_with('#') {
                continue;
            }
            let (time, rest) = cue.split_once(char::is_whitespace).unwrap_or((cue, ""));
            let time: Time = time.parse().map_err(|why| error(CueProblem::Time(why)))?;
            if time < before {
                return Err(error(CueProblem::Earlier));
            }
            let rest = rest.trim_start();
            let (place, chapter) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let place = Place::read(place).ok_or(error(CueProblem::Place))?;
            let node = builder.at_place(&place).ok_or(error(CueProblem::NoNode))?;
            let at = Some(Stamp::at(time));
            builder.trigger(node, "N", at);
            if !chapter.trim().is_empty() {
                builder.trigger(node, &format!("{MARK}{}", chapter.trim()), at);
            }
            before = time;
        }
        Ok(builder)
    }

    fn at_place(&self, place: &Place) -> Option<NodeId> {
        let nodes = &self.nodes;
        let mut turns = place.turns.iter();
        let mut take = |mut row: Box<dyn Iterator<Item = NodeId> + '_>, branches: bool| {
            let turn = if branches { turns.next() } else { None };
            row.nth(turn.copied().unwrap_or(0))
        };
        let first = nodes.first_root()?;
        let mut at = take(Box::new(nodes.roots()), nodes.next_sibling(first).is_some())?;
        for _ in 1..place.number {
            let branches = nodes.first_child(at) != nodes.last_child(at);
            at = take(Box::new(nodes.children(at)), branches)?;
        }
        turns.next().is_none().then_some(at)
    }
}

/// The place of a cue.
struct Place {
    turns: Vec<usize>,
    number: usize,
}

impl Place {
    fn read(written: &str) -> Option<Place> {
        let (turns, number) = match written.split_once(':') {
            Some((turns, number)) => (turns.split('.').collect(), number),
            None => (Vec::new(), written),
        };
        let turns = turns.into_iter().map(|turn| turn.parse().ok());
        Some(Place {
            turns: turns.collect::<Option<_>>()?,
            number: number.parse().ok().filter(|number| *number > 0)?,
        })
    }
}
