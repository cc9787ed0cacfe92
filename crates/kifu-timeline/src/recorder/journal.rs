//! The journal: a line for each recorded batch, from which a recording can be recovered after a crash.

use std::fmt;
use std::time::Duration;

use kifu_sgf::GameContext;
use kifu_span::{LimitKind, Limits, TooLarge};
use kifu_tree::NodeId;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Batch, BatchError, RecordedEdit, Recorder, Settings, Ties};
use crate::Time;

/// The version of the journal format.
const VERSION: u64 = 1;

impl Recorder {
    /// The number of batches that were applied.
    pub fn batches(&self) -> usize {
        self.batches.len()
    }

    /// Returns lines of JSON for all batches starting at index `from`, to append to a file after each edit. If
    /// `from` is 0, a line with the settings precedes them.
    ///
    /// Each batch is one line, with the seconds since the previous batch (`null` for initial content) and the
    /// edits. Nodes are numbered in the order in which they are added, from 0.
    ///
    /// ```
    /// use kifu_timeline::{Recorder, Settings, Time};
    ///
    /// let mut recorder = Recorder::new(Settings::default());
    /// recorder.edit(Time::from_millis(1500), |batch| batch.play(None, "B", "pd")).unwrap();
    /// let journal = recorder.journal(0);
    /// assert_eq!(journal.lines().last(), Some(r#"[1.5,["add",null],["put",0,"B","pd"]]"#));
    /// ```
    pub fn journal(&self, from: usize) -> String {
        let mut out = String::new();
        if from == 0 {
            out = self.header();
        }
        let mut before = match from.checked_sub(1).and_then(|at| self.batches.get(at)) {
            Some((_, Some(time))) => *time,
            _ => Time::ZERO,
        };
        for (at, (start, time)) in self.batches.iter().enumerate().skip(from) {
            let next = self.batches.get(at + 1);
            let end = next.map_or(self.recorded.len(), |(start, _)| *start);
            out.push('[');
            match time {
                None => out.push_str("null"),
                Some(time) => {
                    let interval = Time::ZERO.after(time.since(before));
                    out.push_str(&interval.to_string());
                    before = *time;
                }
            }
            for (_, recorded) in &self.recorded[*start..end] {
                out.push(',');
                out.push_str(&recorded.to_json().to_string());
            }
            out.push_str("]\n");
        }
        out
    }

    fn header(&self) -> String {
        let Settings {
            context,
            quantum,
            ties,
        } = self.settings;
        let quantum = Time::ZERO.after(quantum).to_string();
        let ties = match ties {
            Ties::Count => "count",
            Ties::Delay => "delay",
        };
        let game = context.game.0;
        format!(
            "{{\"rgfj\":{VERSION},\"game\":{game},\"quantum\":{quantum},\"ties\":\"{ties}\"}}\n"
        )
    }
}

impl RecordedEdit {
    fn to_json(&self) -> Value {
        let with = |mut start: Vec<Value>, values: &[String]| {
            start.extend(values.iter().map(|value| json!(value)));
            Value::Array(start)
        };
        match self {
            RecordedEdit::AddNode { parent, .. } => {
                json!(["add", parent.map(NodeId::index)])
            }
            RecordedEdit::Put {
                node,
                ident,
                values,
            } => with(
                vec![json!("put"), json!(node.index()), json!(ident)],
                values,
            ),
            RecordedEdit::Remove {
                node,
                ident,
                values,
            } => with(
                vec![json!("remove"), json!(node.index()), json!(ident)],
                values,
            ),
            RecordedEdit::RemoveNode { node } => json!(["drop", node.index()]),
            RecordedEdit::Trigger { node, name } => json!(["trigger", node.index(), name]),
        }
    }
}

/// Reads a journal while it grows, in chunks of any size.
///
/// ```
/// use kifu_timeline::{Follower, Recorder, Settings, Time};
///
/// let mut recorder = Recorder::new(Settings::default());
/// recorder.edit(Time::from_secs(1), |batch| batch.play(None, "B", "pd")).unwrap();
/// recorder.edit(Time::from_secs(2), |batch| batch.play(batch.cursor(), "W", "dd")).unwrap();
/// let journal = recorder.journal(0);
///
/// let mut follower = Follower::default();
/// // The program crashed while it was writing.
/// follower.feed(&journal.as_bytes()[..journal.len() - 10]).unwrap();
/// let mut recovered = follower.finish();
/// assert_eq!(recovered.timeline().last().to_sgf(), "(;B[pd])");
/// // The recording continues.
/// recovered.resume(Time::ZERO);
/// recovered.edit(Time::from_secs(5), |batch| batch.play(batch.cursor(), "W", "pp")).unwrap();
/// assert_eq!(recovered.time(), Time::from_secs(6));
/// ```
#[derive(Debug, Default)]
pub struct Follower {
    recorder: Option<Recorder>,
    /// The incomplete last line.
    partial: Vec<u8>,
    line: usize,
    /// The time of the last batch, before ties were resolved.
    time: Time,
    limits: Limits,
    /// Whether the rest of a line that is too long is being skipped.
    is_skipping: bool,
}

/// The error for a line of a journal that cannot be read. All earlier lines were read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalError {
    /// The line number, starting at 1.
    pub line: usize,
    /// The problem with the line.
    pub problem: JournalProblem,
}

/// The reasons why a line of a journal cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JournalProblem {
    /// The first line is not the first line of a journal of this version.
    Header,
    /// The line is not JSON of the expected form.
    Malformed,
    /// The batch cannot be applied.
    Rejected(BatchError),
    /// The line exceeds the limits of [`Follower::within`]; the offset is relative to the line.
    TooLarge(TooLarge),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            JournalProblem::Header => {
                f.write_str("expected the first line of a journal (version 1)")
            }
            JournalProblem::Malformed => f.write_str("expected a JSON array with a time and edits"),
            JournalProblem::Rejected(refused) => refused.fmt(f),
            JournalProblem::TooLarge(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for JournalError {}

impl Follower {
    /// Creates a follower that rejects lines of more than `bytes`, and lines that would increase the number of
    /// nodes beyond `nodes`. The other limits do not apply: a journal has no depth, and its bytes bound its
    /// values.
    ///
    /// ```
    /// use kifu_timeline::{Follower, Limits};
    ///
    /// let mut follower = Follower::within(&Limits { bytes: 100, ..Limits::default() });
    /// let error = follower.feed(&[b'['; 1000]).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: more than 100 bytes (at byte 100)");
    /// ```
    pub fn within(limits: &Limits) -> Follower {
        Follower {
            limits: *limits,
            ..Follower::default()
        }
    }

    /// Reads the next bytes of the journal.
    ///
    /// # Errors
    ///
    /// Returns [`JournalError`] for the first line that cannot be read. That line and the rest of `bytes` are
    /// skipped; later bytes can still be fed.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            if std::mem::take(&mut self.is_skipping) {
                continue;
            }
            let mut whole = std::mem::take(&mut self.partial);
            whole.extend_from_slice(line);
            self.line(&whole)?;
        }
        if self.is_skipping {
            return Ok(());
        }
        let len = self.partial.len().saturating_add(rest.len());
        if let Err(error) = TooLarge::check_bytes(len, self.limits.bytes) {
            (self.partial, self.is_skipping) = (Vec::new(), true);
            self.line += 1;
            let (line, problem) = (self.line, JournalProblem::TooLarge(error));
            return Err(JournalError { line, problem });
        }
        self.partial.extend_from_slice(rest);
        Ok(())
    }

    /// The recorder so far; `None` before the first line.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    /// Returns the recorder, to continue the recording. Its clock is paused until [`Recorder::resume`]. A last
    /// line without a line break is included if it is complete.
    pub fn finish(mut self) -> Recorder {
        let last = std::mem::take(&mut self.partial);
        // An incomplete line belongs to a batch that was not completely written, and is dropped.
        let _ = self.line(&last);
        let mut recorder = self
            .recorder
            .unwrap_or_else(|| Recorder::new(Settings::default()));
        recorder.paused_at = Some(recorder.time());
        recorder
    }

    fn line(&mut self, line: &[u8]) -> Result<(), JournalError> {
        self.line += 1;
        let error = |problem| JournalError {
            line: self.line,
            problem,
        };
        TooLarge::check_bytes(line.len(), self.limits.bytes)
            .map_err(|beyond| error(JournalProblem::TooLarge(beyond)))?;
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        let text = std::str::from_utf8(line).map_err(|_| error(JournalProblem::Malformed))?;
        let Some(recorder) = &mut self.recorder else {
            let settings = header(text).ok_or(error(JournalProblem::Header))?;
            self.recorder = Some(Recorder::new(settings));
            return Ok(());
        };
        let (interval, edits) = batch(text).ok_or(error(JournalProblem::Malformed))?;
        let added = edits.iter().filter(|edit| edit.what == "add").count();
        if recorder.state.len().saturating_add(added) > self.limits.nodes {
            return Err(error(JournalProblem::TooLarge(TooLarge {
                kind: LimitKind::Nodes,
                limit: self.limits.nodes,
                at: 0,
            })));
        }
        let time = interval.map(|interval| self.time.after(interval));
        let made = recorder.commit(time.map(|time| time.max(recorder.time())), |batch| {
            edits.iter().try_for_each(|edit| edit.apply(batch))
        });
        made.map_err(|refused| error(JournalProblem::Rejected(refused)))?;
        self.time = time.unwrap_or(self.time);
        Ok(())
    }
}

fn header(line: &str) -> Option<Settings> {
    let header: Value = serde_json::from_str(line).ok()?;
    if header.get("rgfj")?.as_u64()? != VERSION {
        return None;
    }
    let mut context = GameContext::default();
    let game = header.get("game").and_then(Value::as_u64);
    context.game.0 = u16::try_from(game?).ok()?;
    let quantum = Time::read(&header.get("quantum")?.to_string()).ok()?;
    Some(Settings {
        context,
        quantum: quantum.time.since(Time::ZERO),
        ties: match header.get("ties")?.as_str()? {
            "count" => Ties::Count,
            "delay" => Ties::Delay,
            _ => return None,
        },
    })
}

/// An edit in a journal.
struct Edit {
    what: String,
    node: Option<NodeId>,
    words: Vec<String>,
}

/// Parses the interval and the edits of a line.
fn batch(line: &str) -> Option<(Option<Duration>, Vec<Edit>)> {
    let parts: Vec<&RawValue> = serde_json::from_str(line).ok()?;
    let (interval, edits) = parts.split_first()?;
    let interval = match interval.get() {
        "null" => None,
        number => Some(Time::read(number).ok()?.time.since(Time::ZERO)),
    };
    let edits = edits.iter().map(|edit| Edit::read(edit.get()));
    Some((interval, edits.collect::<Option<_>>()?))
}

impl Edit {
    fn read(text: &str) -> Option<Edit> {
        let parts: Vec<Value> = serde_json::from_str(text).ok()?;
        let [what, node, words @ ..] = &parts[..] else {
            return None;
        };
        let node = match node {
            Value::Null => None,
            number => Some(NodeId::from_index(usize::try_from(number.as_u64()?).ok()?)?),
        };
        let words = words.iter().map(|word| word.as_str().map(str::to_owned));
        Some(Edit {
            what: what.as_str()?.to_owned(),
            node,
            words: words.collect::<Option<_>>()?,
        })
    }

    /// Applies the edit.
    fn apply(&self, batch: &mut Batch<'_>) -> Result<(), BatchError> {
        let values = || self.words.iter().skip(1).map(String::as_str);
        let ident = self.words.first().map_or("", String::as_str);
        match (&*self.what, self.node) {
            ("add", parent) => batch.add_node(parent).map(drop),
            ("put", Some(node)) => batch.replay(node, ident, values()),
            ("remove", Some(node)) => batch.remove(node, ident, values()),
            ("drop", Some(node)) => batch.remove_node(node),
            ("trigger", Some(node)) => batch.trigger(node, ident),
            _ => Err(BatchError::NoNode),
        }
    }
}
