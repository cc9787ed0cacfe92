//! Builds a recording from a list of times and nodes.

use std::fmt;

use kifu_sgf::{Document, GameContext};
use kifu_tree::{Address, Location, NoAddress, NoLocation, NodeId};

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
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CueProblem {
    /// The cue does not start with a time.
    Time(TimeError),
    /// The time is earlier than that of the previous cue.
    Earlier,
    /// The cue has no address, or its address is not of a form such as `m12`, `m12:1.3` or `#17`.
    Place,
    /// The game does not have a node at the address.
    NoNode(NoAddress),
    /// The node is the root of the game, which the recording continues.
    Root,
}

impl fmt::Display for CueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            CueProblem::Time(error) => error.fmt(f),
            CueProblem::Earlier => f.write_str("the time is earlier than that of the previous cue"),
            CueProblem::Place => {
                f.write_str("expected an address such as `m12`, `m12:1.3` or `#17`")
            }
            CueProblem::NoNode(why) => write!(f, "the game has {why}"),
            CueProblem::Root => {
                f.write_str("the recording starts after the root; use a later node, such as `#2`")
            }
        }
    }
}

impl core::error::Error for CueError {}

impl Builder {
    /// Builds a recording of a talk about a game that does not change: all nodes below its root are initial,
    /// and the cues state when each node is shown.
    ///
    /// A cue is a line with a time such as `56`, `12:30` or `1:02:03.5`, the [`Address`] of a node such as `m12`,
    /// `m12:1.3` or `#17`, and, if it starts a chapter, the label of the chapter. Empty lines and lines that start
    /// with `#` are ignored.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// use kifu_timeline::{Builder, Time};
    ///
    /// let game = Document::parse("(;GM[1];B[pd];W[dd](;B[pp])(;B[dp];W[cc]))").unwrap();
    /// let root = game.roots().next().unwrap();
    /// let cues = "0 m1\n# the mistake\n12:30 m3\n13:00 m3:1.2 What was better\n";
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
        let copies = builder.copy_tree(game, root, None);
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
            let is_address = place.starts_with(['m', '#']);
            let place: Option<Address> = place.parse().ok().filter(|_| is_address);
            let place = place.ok_or_else(|| error(CueProblem::Place))?;
            let node = game.locate(root, &Location::Address(place));
            let node = node.map_err(|why| match why {
                NoLocation::Address(why) => error(CueProblem::NoNode(why)),
                _ => error(CueProblem::Place),
            })?;
            let node = copies.get(&node).ok_or_else(|| error(CueProblem::Root))?;
            let at = Some(Stamp::at(time));
            builder.trigger(*node, "N", at);
            if !chapter.trim().is_empty() {
                builder.trigger(*node, &format!("{MARK}{}", chapter.trim()), at);
            }
            before = time;
        }
        Ok(builder)
    }
}
