//! Recording live edits against a clock.

mod batch;
#[cfg(feature = "journal")]
mod journal;
mod state;

use std::fmt;
use std::time::Duration;

use kifu_sgf::GameContext;
use kifu_span::Diagnostic;
use kifu_tree::NodeId;

use crate::recorder::state::State;
use crate::{Builder, Stamp, Time, Timeline, View, codes};

pub use batch::Batch;
#[cfg(feature = "journal")]
pub use journal::{Follower, JournalError, JournalProblem};

/// Records edits of a game tree as they are made.
///
/// Edits come in batches, each at one time, which the caller's clock gives. A batch is made
/// whole or not at all: what would leave a tree that is no valid SGF, or could not be recorded,
/// is [`Refused`]. So what comes out reads without a finding.
///
/// ```
/// use kifu_timeline::{Recorder, Refused, Settings, Time};
///
/// let mut recorder = Recorder::new(Settings::default());
/// let move_1 = recorder.edit(Time::from_millis(200), |batch| batch.play(None, "B", "pd")).unwrap();
/// recorder.edit(Time::from_millis(900), |batch| batch.comment(move_1, "A star")).unwrap();
/// recorder.edit(Time::from_millis(1600), |batch| batch.comment(move_1, "A star point")).unwrap();
/// let refused = recorder.edit(Time::from_secs(2), |batch| batch.put(move_1, "W", ["dd"]));
/// assert_eq!(refused, Err(Refused::Conflict { ident: "W".into(), with: "B".into() }));
/// let timeline = recorder.finish(Time::from_secs(3));
/// assert_eq!(timeline.at(Time::from_secs(1)).to_sgf(), "(;B[pd]C[A star])");
/// assert_eq!(timeline.last().to_sgf(), "(;B[pd]C[A star point])");
/// ```
#[derive(Debug)]
pub struct Recorder {
    settings: Settings,
    state: State,
    /// What was recorded, each with its time; `None` if it was there at first.
    recorded: Vec<(Option<Stamp>, Recorded)>,
    /// Where each batch starts in what was recorded, and its time before any tie.
    batches: Vec<(usize, Option<Time>)>,
    last: Option<Stamp>,
    cursor: Option<NodeId>,
    /// Where the recording stands, while the clock is stopped.
    paused_at: Option<Time>,
    /// What the clock showed when the recording started, in nanoseconds.
    start: i64,
}

/// How to record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How the identifiers of the game are to be understood.
    pub context: GameContext,
    /// Times are multiples of this: what is less is cut off.
    pub quantum: Duration,
    /// What becomes of events at one time.
    pub ties: Ties,
}

/// What becomes of events at one time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ties {
    /// Counters tell what comes first.
    Count,
    /// Events of different nodes have different times: later ones are put off.
    Delay,
}

impl Default for Settings {
    /// Go, milliseconds, counters.
    fn default() -> Settings {
        Settings {
            context: GameContext::default(),
            quantum: Duration::from_millis(1),
            ties: Ties::Count,
        }
    }
}

/// Something that was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Recorded {
    AddNode {
        parent: Option<NodeId>,
        node: NodeId,
    },
    Put {
        node: NodeId,
        ident: String,
        values: Vec<String>,
    },
    Remove {
        node: NodeId,
        ident: String,
        values: Vec<String>,
    },
    RemoveNode {
        node: NodeId,
    },
    Trigger {
        node: NodeId,
        name: String,
    },
}

/// Why a batch of edits was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refused {
    /// The node is not there: it was removed, or is of another recorder.
    NoNode,
    /// The node would have two properties that exclude each other, or a point would be in both.
    /// What is there has to be removed first, in the same batch or earlier.
    Conflict {
        /// The one that was put.
        ident: String,
        /// The one that is there.
        with: String,
    },
    /// It is no identifier in capitals, or one that RGF has for itself.
    Identifier(String),
    /// It belongs to the root, or to the game as a whole, which a recording does not change.
    Header(String),
    /// The property has one value.
    SeveralValues(String),
    /// The property is not there, or has no such value.
    NotThere(String),
    /// The text has characters that switch to another charset.
    CharsetSwitch,
    /// It was given no values.
    NoValues(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoNode => f.write_str("the node is not there"),
            Refused::Conflict { ident, with } => write!(f, "{ident} contradicts {with}"),
            Refused::Identifier(ident) => write!(f, "`{ident}` is no identifier to record"),
            Refused::Header(ident) => write!(f, "{ident} belongs to the game, not the recording"),
            Refused::SeveralValues(ident) => write!(f, "{ident} has one value"),
            Refused::NotThere(ident) => write!(f, "{ident} does not have this value"),
            Refused::CharsetSwitch => f.write_str("a text with ESC or SO characters"),
            Refused::NoValues(ident) => write!(f, "{ident} is given no values"),
        }
    }
}

impl std::error::Error for Refused {}

impl Recorder {
    /// Starts with an empty tree.
    pub fn new(settings: Settings) -> Recorder {
        let quantum = settings.quantum.max(Duration::from_nanos(1));
        Recorder {
            settings: Settings {
                quantum,
                ..settings
            },
            state: State::new(settings.context),
            recorded: Vec::new(),
            batches: Vec::new(),
            last: None,
            cursor: None,
            paused_at: None,
            start: 0,
        }
    }

    /// Starts with the tree of a view: the beginning of another recording, its end, or a
    /// game that [`Builder::add_tree`] took from a document. Nodes have new ids, in the
    /// order of the tree.
    pub fn over(view: View<'_>, settings: Settings) -> Recorder {
        let mut recorder = Recorder::new(settings);
        let mut todo: Vec<(NodeId, Option<NodeId>)> = Vec::new();
        let below =
            |row: Vec<NodeId>, parent| row.into_iter().rev().map(move |node| (node, parent));
        todo.extend(below(view.roots().collect(), None));
        let made = recorder.make(None, |batch| {
            while let Some((node, parent)) = todo.pop() {
                let copy = batch.add_node(parent)?;
                for (ident, values) in view.properties(node) {
                    batch.put_unchecked(copy, ident, values.map(str::to_owned).collect());
                }
                todo.extend(below(view.children(node).collect(), Some(copy)));
            }
            Ok(())
        });
        debug_assert!(made.is_ok(), "a view is valid: {made:?}");
        recorder
    }

    /// Makes a batch of edits, all at one time of the clock. What the closure returns is
    /// returned; its error, or the first edit that cannot be made, refuses all of them.
    ///
    /// A time before that of the batch before is taken for that time.
    ///
    /// # Errors
    ///
    /// [`Refused`]; nothing is changed then.
    pub fn edit<T>(
        &mut self,
        clock: Time,
        edits: impl FnOnce(&mut Batch<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let time = self.now(clock);
        self.make(Some(time), edits)
    }

    fn make<T>(
        &mut self,
        time: Option<Time>,
        edits: impl FnOnce(&mut Batch<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let mut batch = Batch::new(&mut self.state, self.cursor);
        let made = match edits(&mut batch) {
            Ok(made) => made,
            Err(refused) => {
                batch.undo();
                return Err(refused);
            }
        };
        let (recorded, cursor) = batch.done();
        if recorded.is_empty() {
            return Ok(made);
        }
        if time.is_some() {
            self.cursor = cursor;
        }
        self.batches.push((self.recorded.len(), time));
        for what in recorded {
            let at = time.map(|time| self.stamp(time, what.node()));
            self.recorded.push((at, what));
        }
        Ok(made)
    }

    /// The time of the recording when the clock shows this.
    fn now(&self, clock: Time) -> Time {
        let quantum = i64::try_from(self.settings.quantum.as_nanos()).unwrap_or(i64::MAX);
        let nanos = self.passed(clock).nanos();
        Time::from_nanos(nanos - nanos % quantum).max(self.time())
    }

    /// How long the recording was going on.
    fn passed(&self, clock: Time) -> Time {
        let passed = || Time::from_nanos(clock.nanos().saturating_sub(self.start).max(0));
        self.paused_at.unwrap_or_else(passed)
    }

    /// The time of the last event, or 0.
    pub fn time(&self) -> Time {
        self.last.map_or(Time::ZERO, |last| last.time)
    }

    /// The place of the next event among those of its time.
    fn stamp(&mut self, time: Time, node: NodeId) -> Stamp {
        let before = self.last.filter(|last| last.time >= time);
        let last_node = self.recorded.last().map(|(_, recorded)| recorded.node());
        let at = match (before, self.settings.ties) {
            (None, _) => Stamp::at(time),
            (Some(last), Ties::Count) => Stamp {
                counter: last.counter.saturating_add(1),
                ..last
            },
            (Some(last), Ties::Delay) if last_node == Some(node) => last,
            (Some(last), Ties::Delay) => Stamp::at(last.time.after(self.settings.quantum)),
        };
        self.last = Some(at);
        at
    }

    /// Stops the clock: until [`Recorder::resume`] no time passes.
    pub fn pause(&mut self, clock: Time) {
        self.paused_at = Some(self.passed(clock));
    }

    /// Lets the clock go on, whatever it shows now.
    pub fn resume(&mut self, clock: Time) {
        if let Some(paused) = self.paused_at.take() {
            self.start = clock.nanos().saturating_sub(paused.nanos());
        }
    }

    // ---- what there is ----

    /// How it is recorded.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The node that was last edited, added or gone to; `None` for the one that the recording
    /// continues.
    pub fn cursor(&self) -> Option<NodeId> {
        self.cursor
    }

    /// Whether a node is there.
    pub fn has(&self, node: NodeId) -> bool {
        self.state.has(node)
    }

    /// The children of a node that are there, or, without one, the first row.
    pub fn children(&self, node: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        self.state.children(node)
    }

    /// The values of a property, as SGF writes them; none if it is not there.
    pub fn property(&self, node: NodeId, ident: &str) -> &[String] {
        self.state.property(node, ident).unwrap_or_default()
    }

    /// What was recorded up to now.
    pub fn timeline(&self) -> Timeline {
        built(self.builder())
    }

    /// Ends the recording at a time of the clock: with counters, an event `ENDED` says so.
    pub fn finish(mut self, clock: Time) -> Timeline {
        let end = self.now(clock);
        if self.settings.ties == Ties::Count {
            let node = self.cursor.or_else(|| self.children(None).next());
            // The end is alone at its time.
            let end = match self.last {
                Some(last) if last.time >= end => last.time.after(self.settings.quantum),
                _ => end,
            };
            if let Some(node) = node {
                let ended = self.make(Some(end), |batch| batch.trigger(node, "ENDED"));
                debug_assert!(ended.is_ok(), "the cursor is there: {ended:?}");
            }
        }
        let mut builder = self.builder();
        builder.duration(end.max(self.time()));
        built(builder)
    }

    fn builder(&self) -> Builder {
        let mut builder = Builder::new(self.settings.context);
        for (at, recorded) in &self.recorded {
            match recorded {
                Recorded::AddNode { parent, .. } => {
                    builder.add_node(*parent, *at);
                }
                Recorded::Put {
                    node,
                    ident,
                    values,
                } => {
                    builder.put(*node, ident, values.iter().map(String::as_str), *at);
                }
                Recorded::Remove {
                    node,
                    ident,
                    values,
                } => {
                    builder.remove(*node, ident, values.iter().map(String::as_str), *at);
                }
                Recorded::RemoveNode { node } => builder.remove_node(*node, *at),
                Recorded::Trigger { node, name } => builder.trigger(*node, name, *at),
            }
        }
        builder
    }
}

/// The timeline of what was recorded, which nothing is wrong with.
fn built(builder: Builder) -> Timeline {
    let (timeline, found) = builder.build();
    let is_odd = |diagnostic: &Diagnostic| diagnostic.code != codes::MOVE_CHANGED.name;
    debug_assert!(!found.iter().any(is_odd), "{found:?}");
    timeline
}

impl Recorded {
    fn node(&self) -> NodeId {
        match self {
            Recorded::AddNode { node, .. }
            | Recorded::Put { node, .. }
            | Recorded::Remove { node, .. }
            | Recorded::RemoveNode { node }
            | Recorded::Trigger { node, .. } => *node,
        }
    }
}
