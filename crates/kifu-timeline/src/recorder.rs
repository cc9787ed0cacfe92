//! Records live edits against a clock.

mod batch;
#[cfg(feature = "journal")]
mod journal;
mod state;

use std::fmt;
use std::time::Duration;

use kifu_sgf::GameContext;
use kifu_span::Diagnostic;
use kifu_tree::NodeId;

use crate::recorder::state::TreeState;
use crate::{Builder, Stamp, Time, Timeline, View, codes};

pub use batch::Batch;
#[cfg(feature = "journal")]
pub use journal::{Follower, JournalError, JournalProblem};

/// Records edits of a game tree while they are made.
///
/// Edits are made in batches, each at one time of the caller's clock. A batch is applied completely or not at
/// all: an edit that would leave an invalid SGF tree, or that cannot be recorded, is rejected with a
/// [`BatchError`]. Therefore the resulting recording has no findings.
///
/// ```
/// use kifu_timeline::{Recorder, BatchError, Settings, Time};
///
/// let mut recorder = Recorder::new(Settings::default());
/// let move_1 = recorder.edit(Time::from_millis(200), |batch| batch.play(None, "B", "pd")).unwrap();
/// recorder.edit(Time::from_millis(900), |batch| batch.comment(move_1, "A star")).unwrap();
/// recorder.edit(Time::from_millis(1600), |batch| batch.comment(move_1, "A star point")).unwrap();
/// let refused = recorder.edit(Time::from_secs(2), |batch| batch.put(move_1, "W", ["dd"]));
/// assert_eq!(refused, Err(BatchError::Conflict { ident: "W".into(), with: "B".into() }));
/// let timeline = recorder.finish(Time::from_secs(3));
/// assert_eq!(timeline.at(Time::from_secs(1)).to_sgf(), "(;B[pd]C[A star])");
/// assert_eq!(timeline.last().to_sgf(), "(;B[pd]C[A star point])");
/// ```
#[derive(Debug)]
pub struct Recorder {
    settings: Settings,
    state: TreeState,
    /// The recorded edits with their stamps; `None` for initial ones.
    recorded: Vec<(Option<Stamp>, RecordedEdit)>,
    /// The index of the first edit of each batch, and the time of the batch before ties were resolved.
    batches: Vec<(usize, Option<Time>)>,
    last: Option<Stamp>,
    cursor: Option<NodeId>,
    /// The time of the recording while it is paused.
    paused_at: Option<Time>,
    /// The time of the clock when the recording started, in nanoseconds.
    start: i64,
}

/// The settings of a [`Recorder`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The context in which to interpret the properties of the game.
    pub context: GameContext,
    /// The unit of time: times are rounded down to multiples of it.
    pub quantum: Duration,
    /// The way to separate events at the same time.
    pub ties: Ties,
}

/// The ways to separate events at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ties {
    /// Counters define the order of the events.
    Count,
    /// Events of different nodes get different times: later events are delayed.
    Delay,
}

impl Default for Settings {
    /// Returns settings for Go, with milliseconds and counters.
    fn default() -> Settings {
        Settings {
            context: GameContext::default(),
            quantum: Duration::from_millis(1),
            ties: Ties::Count,
        }
    }
}

/// An edit that was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RecordedEdit {
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

/// The reasons why a batch of edits is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// The node does not exist: it was removed, or belongs to another recorder.
    NoNode,
    /// The node would have two properties that exclude each other, or a point would be in both. Remove the
    /// existing one first, in the same batch or an earlier one.
    Conflict {
        /// The property to add.
        ident: String,
        /// The existing property that excludes it.
        with: String,
    },
    /// The identifier is not in capitals, or is reserved by RGF.
    Identifier(String),
    /// The property belongs to the root, or to the game as a whole, which a recording does not change.
    Header(String),
    /// The property takes only one value.
    SeveralValues(String),
    /// The property does not exist, or does not have the value.
    NotThere(String),
    /// The text contains characters that switch to another charset.
    CharsetSwitch,
    /// The call has no values.
    NoValues(String),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::NoNode => f.write_str("the node does not exist"),
            BatchError::Conflict { ident, with } => {
                write!(f, "{ident} contradicts {with}; remove {with} first")
            }
            BatchError::Identifier(ident) => {
                write!(f, "`{ident}` is not an identifier that can be recorded")
            }
            BatchError::Header(ident) => {
                write!(f, "{ident} belongs to the game rather than the recording")
            }
            BatchError::SeveralValues(ident) => write!(f, "{ident} takes only one value"),
            BatchError::NotThere(ident) => write!(f, "{ident} does not have this value"),
            BatchError::CharsetSwitch => f.write_str(
                "the text contains ESC or SO, which switch to another charset; remove these characters",
            ),
            BatchError::NoValues(ident) => write!(f, "{ident} needs at least one value"),
        }
    }
}

impl core::error::Error for BatchError {}

impl Recorder {
    /// Creates a recorder with an empty tree.
    pub fn new(settings: Settings) -> Recorder {
        let quantum = settings.quantum.max(Duration::from_nanos(1));
        Recorder {
            settings: Settings {
                quantum,
                ..settings
            },
            state: TreeState::new(settings.context),
            recorded: Vec::new(),
            batches: Vec::new(),
            last: None,
            cursor: None,
            paused_at: None,
            start: 0,
        }
    }

    /// Creates a recorder that starts with the tree of a view: the beginning or the end of another recording,
    /// or a game that [`Builder::add_tree`] read from a document. Nodes get new ids, in the order of the tree.
    pub fn from_view(view: View<'_>, settings: Settings) -> Recorder {
        let mut recorder = Recorder::new(settings);
        let mut todo: Vec<(NodeId, Option<NodeId>)> = Vec::new();
        let below =
            |row: Vec<NodeId>, parent| row.into_iter().rev().map(move |node| (node, parent));
        todo.extend(below(view.roots().collect(), None));
        let committed = recorder.commit(None, |batch| {
            while let Some((node, parent)) = todo.pop() {
                let copy = batch.add_node(parent)?;
                for (ident, values) in view.properties(node) {
                    batch.put_unchecked(copy, ident, values.map(str::to_owned).collect());
                }
                todo.extend(below(view.children(node).collect(), Some(copy)));
            }
            Ok(())
        });
        debug_assert!(committed.is_ok(), "a view is valid: {committed:?}");
        recorder
    }

    /// Applies a batch of edits, all at one time of the clock, and returns the result of the closure. An error
    /// of the closure, or of the first edit that cannot be applied, rejects the whole batch.
    ///
    /// If the time is earlier than that of the previous batch, the time of that batch is used.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the batch is rejected; then nothing changes.
    pub fn edit<T>(
        &mut self,
        clock: Time,
        edits: impl FnOnce(&mut Batch<'_>) -> Result<T, BatchError>,
    ) -> Result<T, BatchError> {
        let time = self.now(clock);
        self.commit(Some(time), edits)
    }

    fn commit<T>(
        &mut self,
        time: Option<Time>,
        edits: impl FnOnce(&mut Batch<'_>) -> Result<T, BatchError>,
    ) -> Result<T, BatchError> {
        let mut batch = Batch::new(&mut self.state, self.cursor);
        let result = match edits(&mut batch) {
            Ok(result) => result,
            Err(error) => {
                batch.undo();
                return Err(error);
            }
        };
        let (recorded, cursor) = batch.done();
        if recorded.is_empty() {
            return Ok(result);
        }
        if time.is_some() {
            self.cursor = cursor;
        }
        self.batches.push((self.recorded.len(), time));
        for edit in recorded {
            let at = time.map(|time| self.stamp(time, edit.node()));
            self.recorded.push((at, edit));
        }
        Ok(result)
    }

    /// Converts a time of the clock to a time of the recording.
    fn now(&self, clock: Time) -> Time {
        let quantum = i64::try_from(self.settings.quantum.as_nanos()).unwrap_or(i64::MAX);
        let nanos = self.passed(clock).nanos();
        Time::from_nanos(nanos - nanos % quantum).max(self.time())
    }

    /// The time that passed in the recording, without pauses.
    fn passed(&self, clock: Time) -> Time {
        let passed = || Time::from_nanos(clock.nanos().saturating_sub(self.start).max(0));
        self.paused_at.unwrap_or_else(passed)
    }

    /// The time of the last event, or 0.
    pub fn time(&self) -> Time {
        self.last.map_or(Time::ZERO, |last| last.time)
    }

    /// Determines the stamp of the next event.
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

    /// Stops the clock of the recording until [`Recorder::resume`]. `clock` is the current time of the caller's clock.
    pub fn pause(&mut self, clock: Time) {
        self.paused_at = Some(self.passed(clock));
    }

    /// Continues the clock of the recording at the time at which it was paused. `clock` is the current time of the
    /// caller's clock; the pause does not count.
    pub fn resume(&mut self, clock: Time) {
        if let Some(paused) = self.paused_at.take() {
            self.start = clock.nanos().saturating_sub(paused.nanos());
        }
    }

    // ---- queries ----

    /// The settings of the recorder.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The node that was last edited, added or shown; `None` for the one that the recording continues.
    pub fn cursor(&self) -> Option<NodeId> {
        self.cursor
    }

    /// Whether a node exists.
    pub fn has(&self, node: NodeId) -> bool {
        self.state.has(node)
    }

    /// The existing children of a node; the roots for `None`.
    pub fn children(&self, node: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        self.state.children(node)
    }

    /// The values of a property, in the syntax of SGF; empty if it does not exist.
    pub fn property(&self, node: NodeId, ident: &str) -> &[String] {
        self.state.property(node, ident).unwrap_or_default()
    }

    /// Builds the timeline of what was recorded so far.
    pub fn timeline(&self) -> Timeline {
        built(self.builder())
    }

    /// Ends the recording at a time of the clock. With counters, an event `ENDED` marks the end.
    pub fn finish(mut self, clock: Time) -> Timeline {
        let end = self.now(clock);
        if self.settings.ties == Ties::Count {
            let node = self.cursor.or_else(|| self.children(None).next());
            // The end must be alone at its time.
            let end = match self.last {
                Some(last) if last.time >= end => last.time.after(self.settings.quantum),
                _ => end,
            };
            if let Some(node) = node {
                let ended = self.commit(Some(end), |batch| batch.trigger(node, "ENDED"));
                debug_assert!(ended.is_ok(), "the cursor exists: {ended:?}");
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
                RecordedEdit::AddNode { parent, .. } => {
                    builder.add_node(*parent, *at);
                }
                RecordedEdit::Put {
                    node,
                    ident,
                    values,
                } => {
                    builder.put(*node, ident, values.iter().map(String::as_str), *at);
                }
                RecordedEdit::Remove {
                    node,
                    ident,
                    values,
                } => {
                    builder.remove(*node, ident, values.iter().map(String::as_str), *at);
                }
                RecordedEdit::RemoveNode { node } => builder.remove_node(*node, *at),
                RecordedEdit::Trigger { node, name } => builder.trigger(*node, name, *at),
            }
        }
        builder
    }
}

/// Builds a timeline from recorded edits, which cannot have errors.
fn built(builder: Builder) -> Timeline {
    let (timeline, found) = builder.build();
    let is_unexpected = |diagnostic: &Diagnostic| diagnostic.code != codes::MOVE_CHANGED;
    debug_assert!(!found.iter().any(is_unexpected), "{found:?}");
    timeline
}

impl RecordedEdit {
    fn node(&self) -> NodeId {
        match self {
            RecordedEdit::AddNode { node, .. }
            | RecordedEdit::Put { node, .. }
            | RecordedEdit::Remove { node, .. }
            | RecordedEdit::RemoveNode { node }
            | RecordedEdit::Trigger { node, .. } => *node,
        }
    }
}
