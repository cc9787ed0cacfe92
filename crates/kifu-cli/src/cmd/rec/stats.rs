//! `kifu rec stats`: count the events of recordings.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;

use kifu::timeline::{Stats, Time, Timeline};
use kifu_files::Input;
use serde::Serialize;

use clap::Args;

use super::args::RecordingsArgs;
use super::each::{ReportFormat, heading};
use crate::json::{self, Seconds};
use crate::output::{Palette, Styled};
use crate::printable::{Printable, count};
use crate::recordings::Session;

/// Count events by kind, property and minute, and show the longest pause
#[derive(Debug, Args)]
pub(crate) struct RecStatsArgs {
    #[command(flatten)]
    pub(super) recordings: RecordingsArgs,
}

pub(crate) const STATS: ReportFormat = ReportFormat {
    text: |input, session, palette| Ok(to_text(input, session, palette)?),
    json: to_json_line,
};

/// The statistics of a recording as JSON.
#[derive(Serialize)]
struct RecordingStats<'a> {
    name: &'a str,
    duration: Seconds,
    events: usize,
    initial: usize,
    ignored: usize,
    nodes: usize,
    removed_nodes: usize,
    removals: usize,
    jumps: usize,
    markers: usize,
    triggers: usize,
    properties: BTreeMap<&'a str, usize>,
    first: Option<Seconds>,
    last: Option<Seconds>,
    longest_pause: Option<Pause>,
    /// The number of events in each minute that has any.
    per_minute: Vec<Minute>,
}

#[derive(Serialize)]
struct Pause {
    from: Seconds,
    length: Seconds,
}

#[derive(Serialize)]
struct Minute {
    minute: i64,
    events: usize,
}

fn to_json_line(input: &Input, session: &Session) -> anyhow::Result<Vec<u8>> {
    let recordings = session.loaded();
    let stats =
        recordings.map(|(stream, track)| RecordingStats::of(&stream.file, track.timeline()));
    Ok(json::list_line(
        input.name(),
        "recordings",
        &stats.collect::<Vec<_>>(),
    )?)
}

impl<'a> RecordingStats<'a> {
    fn of(name: &'a str, timeline: &'a Timeline) -> RecordingStats<'a> {
        let Stats {
            initial,
            ignored,
            nodes,
            removed_nodes,
            removals,
            jumps,
            markers,
            triggers,
            properties,
            first,
            last,
            longest_pause,
            per_minute,
            ..
        } = timeline.stats();
        let per_minute = per_minute.into_iter();
        RecordingStats {
            name,
            duration: Seconds(timeline.duration()),
            events: timeline.len(),
            initial,
            ignored,
            nodes,
            removed_nodes,
            removals,
            jumps,
            markers,
            triggers,
            properties,
            first: first.map(Seconds),
            last: last.map(Seconds),
            longest_pause: longest_pause.map(|(from, length)| Pause {
                from: Seconds(from),
                length: Seconds(Time::ZERO.after(length)),
            }),
            per_minute: per_minute
                .map(|(minute, events)| Minute { minute, events })
                .collect(),
        }
    }
}

fn to_text(input: &Input, session: &Session, palette: Palette) -> Result<String, fmt::Error> {
    let mut out = String::new();
    for (stream, track) in session.loaded() {
        heading(input, session, stream, palette, &mut out)?;
        write_stats(track.timeline(), palette, &mut out)?;
    }
    Ok(out)
}

fn write_stats(timeline: &Timeline, palette: Palette, out: &mut String) -> fmt::Result {
    let stats = timeline.stats();
    let mut row = |label: &str, text: String| {
        let label = Styled(palette.label, format_args!("{label:<14}"));
        writeln!(out, "  {label} {text}")
    };
    row("duration", timeline.duration().clock().to_string())?;
    if let Some((first, last)) = stats.first.zip(stats.last) {
        row(
            "events",
            format!(
                "{}, from {} to {}",
                timeline.len(),
                first.clock(),
                last.clock()
            ),
        )?;
    } else {
        row("events", timeline.len().to_string())?;
    }
    let kinds = [
        ("initial events", stats.initial),
        ("without effect", stats.ignored),
        ("nodes", stats.nodes),
        ("nodes removed", stats.removed_nodes),
        ("removals", stats.removals),
        ("jumps", stats.jumps),
        ("chapters", stats.markers),
        ("other triggers", stats.triggers),
    ];
    for (label, number) in kinds.into_iter().filter(|(_, number)| *number > 0) {
        row(label, number.to_string())?;
    }
    let properties = stats.properties.iter();
    let properties: Vec<_> = properties
        .map(|(ident, number)| format!("{} {number}", Printable(ident)))
        .collect();
    if !properties.is_empty() {
        row("properties", properties.join(", "))?;
    }
    if let Some((from, length)) = stats
        .longest_pause
        .filter(|(_, length)| *length > Duration::ZERO)
    {
        let length = Time::ZERO.after(length).clock();
        row("longest pause", format!("{length}, from {}", from.clock()))?;
    }
    write_minutes(&stats.per_minute, palette, out)
}

/// Writes a line with a bar for each minute.
fn write_minutes(
    minutes: &BTreeMap<i64, usize>,
    palette: Palette,
    out: &mut String,
) -> fmt::Result {
    /// The maximum number of lines, which exceeds the minutes of a long lecture.
    const MAX_ROWS: usize = 240;
    const BAR_WIDTH: usize = 40;
    let max_events = minutes.values().max().copied().unwrap_or(0);
    for (minute, number) in minutes.iter().take(MAX_ROWS) {
        let time = Time::from_secs(minute.saturating_mul(60))
            .clock()
            .to_string();
        let bar = "▪".repeat((number * BAR_WIDTH).div_ceil(max_events.max(1)));
        let label = Styled(palette.label, format_args!("{time:>14}"));
        writeln!(out, "  {label} {number:>5} {bar}")?;
    }
    if let more @ 1.. = minutes.len().saturating_sub(MAX_ROWS) {
        writeln!(
            out,
            "  and {} more; use `--json` to list all",
            count(more as u64, "minute")
        )?;
    }
    Ok(())
}
