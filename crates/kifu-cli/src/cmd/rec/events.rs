//! `kifu rec events`: list the events of recordings.

use std::fmt::{self, Write as _};

use kifu::rgf::Stream;
use kifu::timeline::{Event, EventKind, NodePlaces, Timeline};
use kifu_files::Input;
use serde::Serialize;

use clap::Args;

use super::args::RecordingsArgs;
use super::each::{ReportFormat, heading};
use crate::json::{self, Seconds};
use crate::output::{Palette, Styled};
use crate::printable::Printable;
use crate::recordings::Session;

/// List all events in order, with the time, the address of the node and the content
///
/// Addresses such as m12 and m12:1.3 refer to the tree of all nodes that the recording ever has; m0
/// is the node that the recording continues.
#[derive(Debug, Args)]
pub(crate) struct RecEventsArgs {
    #[command(flatten)]
    pub(super) recordings: RecordingsArgs,
}

pub(crate) const EVENTS: ReportFormat = ReportFormat {
    text: |input, session, palette| Ok(to_text(input, session, palette)?),
    json: to_json_line,
};

/// An event as JSON.
#[derive(Serialize)]
struct EventLine<'a> {
    recording: &'a str,
    /// The number of the event, from 1: `e57` is the moment after event 57.
    event: usize,
    /// The time in seconds; null for an event of the initial state.
    time: Option<Seconds>,
    counter: u32,
    place: Option<String>,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<&'a str>,
    /// The values as in SGF.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger: Option<&'a str>,
    /// Whether the event has no effect.
    ignored: bool,
}

fn to_json_line(input: &Input, session: &Session) -> anyhow::Result<Vec<u8>> {
    let mut lines = Vec::new();
    for (stream, track) in session.loaded() {
        let timeline = track.timeline();
        let places = timeline.places();
        for (number, event) in (1..).zip(timeline.events()) {
            let line = EventLine::of(stream, number, &event, &places);
            lines.extend(json::file_line(input.name(), &line)?);
            lines.push(b'\n');
        }
    }
    Ok(lines)
}

impl<'a> EventLine<'a> {
    fn of(
        stream: &'a Stream,
        number: usize,
        event: &Event<'a>,
        places: &NodePlaces,
    ) -> EventLine<'a> {
        let (what, property, values, trigger) = match &event.kind {
            EventKind::AddNode => ("add-node", None, None, None),
            EventKind::RemoveNode => ("remove-node", None, None, None),
            EventKind::Put { ident, values } => ("put", Some(*ident), Some(values), None),
            EventKind::Remove { ident, values } => ("remove", Some(*ident), Some(values), None),
            EventKind::Trigger { name } => ("trigger", None, None, Some(*name)),
        };
        EventLine {
            recording: &stream.file,
            event: number,
            time: event.at.map(|at| Seconds(at.time)),
            counter: event.at.map_or(0, |at| at.counter),
            place: places.of(event.node).map(|place| place.to_string()),
            what,
            property,
            values: values.map(|values| values.clone().collect()),
            trigger,
            ignored: event.ignored,
        }
    }
}

fn to_text(input: &Input, session: &Session, palette: Palette) -> Result<String, fmt::Error> {
    let mut out = String::new();
    for (stream, track) in session.loaded() {
        heading(input, session, stream, palette, &mut out)?;
        write_events(track.timeline(), palette, &mut out)?;
    }
    Ok(out)
}

/// The maximum number of characters for the content of an event.
const MAX_CONTENT_LEN: usize = 60;

fn write_events(timeline: &Timeline, palette: Palette, out: &mut String) -> fmt::Result {
    let places = timeline.places();
    let width = timeline.len().to_string().len() + 1;
    for (number, event) in (1..).zip(timeline.events()) {
        let number = format!("e{number}");
        let time = event
            .at
            .map_or_else(|| "at first".to_owned(), |at| at.time.clock().to_string());
        let place = places
            .of(event.node)
            .map_or_else(|| "…".to_owned(), |place| place.to_string());
        let number = Styled(palette.label, format_args!("{number:>width$}"));
        write!(
            out,
            "  {number}  {time:>9}  {place:<7}  {}",
            Printable(&event.kind.describe(MAX_CONTENT_LEN))
        )?;
        if event.ignored {
            write!(out, "  {}", Styled(palette.warning, "without effect"))?;
        }
        out.push('\n');
    }
    Ok(())
}
