//! The journal: what was recorded, a line for each batch, from which a recording is
//! recovered whatever happened to the program.

use std::fmt;
use std::time::Duration;

use kifu_sgf::GameContext;
use kifu_span::{LimitKind, Limits, TooLarge};
use kifu_tree::NodeId;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Batch, Recorded, Recorder, Refused, Settings, Ties};
use crate::Time;

/// Which journals are understood.
const VERSION: u64 = 1;

impl Recorder {
    /// How many batches were made.
    pub fn batches(&self) -> usize {
        self.batches.len()
    }

    /// Lines of JSON that tell all batches from one on, to be appended to a file after each
    /// edit; from 0 with a line before them that says how it is recorded.
    ///
    /// A line is a batch: how many seconds after the batch before it (`null` for what is
    /// there at first), and what happened. Nodes are numbered as they are added, from 0.
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

impl Recorded {
    fn to_json(&self) -> Value {
        let with = |mut start: Vec<Value>, values: &[String]| {
            start.extend(values.iter().map(|value| json!(value)));
            Value::Array(start)
        };
        match self {
            Recorded::AddNode { parent, .. } => {
                json!(["add", parent.map(NodeId::index)])
            }
            Recorded::Put {
                node,
                ident,
                values,
            } => with(
                vec![json!("put"), json!(node.index()), json!(ident)],
                values,
            ),
            Recorded::Remove {
                node,
                ident,
                values,
            } => with(
                vec![json!("remove"), json!(node.index()), json!(ident)],
                values,
            ),
            Recorded::RemoveNode { node } => json!(["drop", node.index()]),
            Recorded::Trigger { node, name } => json!(["trigger", node.index(), name]),
        }
    }
}

/// Reads a journal as it grows, in pieces of any size.
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
/// // The program died while it wrote.
/// follower.feed(&journal.as_bytes()[..journal.len() - 10]).unwrap();
/// let mut recovered = follower.finish();
/// assert_eq!(recovered.timeline().last().to_sgf(), "(;B[pd])");
/// // Recording goes on.
/// recovered.resume(Time::ZERO);
/// recovered.edit(Time::from_secs(5), |batch| batch.play(batch.cursor(), "W", "pp")).unwrap();
/// assert_eq!(recovered.time(), Time::from_secs(6));
/// ```
#[derive(Debug, Default)]
pub struct Follower {
    recorder: Option<Recorder>,
    /// The start of a line.
    partial: Vec<u8>,
    line: usize,
    /// The time of the last batch, before any tie.
    time: Time,
    limits: Limits,
    /// Whether the line that is being fed is too long, and is passed over.
    passing: bool,
}

/// A line of a journal that cannot be read. All before it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: JournalProblem,
}

/// What is wrong with a line of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JournalProblem {
    /// The first line is not that of a journal of this version.
    Header,
    /// It is no JSON of the right form.
    Malformed,
    /// What it says cannot be done.
    Refused(Refused),
    /// It is beyond the limits of [`Follower::within`]; the place is one in the line.
    TooLarge(TooLarge),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.why {
            JournalProblem::Header => f.write_str("not the first line of a journal"),
            JournalProblem::Malformed => f.write_str("not a line of a journal"),
            JournalProblem::Refused(refused) => refused.fmt(f),
            JournalProblem::TooLarge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for JournalError {}

impl Follower {
    /// A follower that takes no line of more than `bytes`, and none that adds a node when there
    /// are `nodes`; a journal has no depth, and its values are bounded by its bytes.
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

    /// Takes the next bytes of the journal.
    ///
    /// # Errors
    ///
    /// [`JournalError`] at the first line that cannot be read. It and what follows are passed
    /// over; what comes later can be fed on.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            if std::mem::take(&mut self.passing) {
                continue;
            }
            let mut whole = std::mem::take(&mut self.partial);
            whole.extend_from_slice(line);
            self.line(&whole)?;
        }
        if self.passing {
            return Ok(());
        }
        let len = self.partial.len().saturating_add(rest.len());
        if let Err(error) = TooLarge::check_bytes(len, self.limits.bytes) {
            (self.partial, self.passing) = (Vec::new(), true);
            self.line += 1;
            let (line, why) = (self.line, JournalProblem::TooLarge(error));
            return Err(JournalError { line, why });
        }
        self.partial.extend_from_slice(rest);
        Ok(())
    }

    /// What was recorded up to now; `None` before the first line.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    /// The recorder, to go on with: its clock stands still until [`Recorder::resume`]. A last
    /// line that lacks its line break counts if it is whole.
    pub fn finish(mut self) -> Recorder {
        let last = std::mem::take(&mut self.partial);
        // Half a line is what is left of a batch that was never made.
        let _ = self.line(&last);
        let mut recorder = self
            .recorder
            .unwrap_or_else(|| Recorder::new(Settings::default()));
        recorder.paused_at = Some(recorder.time());
        recorder
    }

    fn line(&mut self, line: &[u8]) -> Result<(), JournalError> {
        self.line += 1;
        let error = |why| JournalError {
            line: self.line,
            why,
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
        let made = recorder.make(time.map(|time| time.max(recorder.time())), |batch| {
            edits.iter().try_for_each(|edit| edit.repeat(batch))
        });
        made.map_err(|refused| error(JournalProblem::Refused(refused)))?;
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

/// An edit as the journal has it.
struct Edit {
    what: String,
    node: Option<NodeId>,
    words: Vec<String>,
}

/// The interval and the edits of a line.
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

    /// Makes the edit again.
    fn repeat(&self, batch: &mut Batch<'_>) -> Result<(), Refused> {
        let values = || self.words.iter().skip(1).map(String::as_str);
        let ident = self.words.first().map_or("", String::as_str);
        match (&*self.what, self.node) {
            ("add", parent) => batch.add_node(parent).map(drop),
            ("put", Some(node)) => batch.again(node, ident, values()),
            ("remove", Some(node)) => batch.remove(node, ident, values()),
            ("drop", Some(node)) => batch.remove_node(node),
            ("trigger", Some(node)) => batch.trigger(node, ident),
            _ => Err(Refused::NoNode),
        }
    }
}
