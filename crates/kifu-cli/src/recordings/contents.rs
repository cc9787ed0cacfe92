//! Descriptions of recordings, for `kifu info` and `kifu rec info`.

use std::fmt::{self, Write as _};

use kifu::rgf::{Dialect, Stream};
use kifu_files::Input;
use serde::Serialize;

use super::{Kind, Session, Track, markers};
use crate::json::{self, Seconds};
use crate::output::{Palette, Styled};
use crate::printable::{InputName, Printable, count};

/// A file with recordings, as JSON.
#[derive(Serialize)]
struct SessionLine<'a> {
    format: &'static str,
    /// The name of the SGF file in a bundle.
    main: Option<&'a str>,
    recordings: Vec<RecordingLine<'a>>,
    others: Vec<Member<'a>>,
}

/// A recording, as JSON.
#[derive(Serialize)]
struct RecordingLine<'a> {
    name: &'a str,
    found: bool,
    dialect: Option<&'static str>,
    /// The length of the recording in seconds.
    duration: Option<Seconds>,
    events: Option<usize>,
    nodes: Option<usize>,
    moves: Option<usize>,
    markers: Vec<markers::Marker<'a>>,
    media: Vec<Medium<'a>>,
}

#[derive(Serialize)]
struct Medium<'a> {
    source: &'a str,
    kind: &'a str,
    /// Whether the file exists.
    found: bool,
}

#[derive(Serialize)]
struct Member<'a> {
    name: &'a str,
    bytes: u64,
}

/// Returns the description as one line of JSON.
pub(crate) fn to_json_line(input: &Input, session: &Session) -> anyhow::Result<Vec<u8>> {
    let others = session.bundle.others.iter();
    let line = SessionLine {
        format: session.kind.format(),
        main: (session.kind == Kind::Bundle).then_some(&*session.bundle.main_name),
        recordings: session
            .all()
            .map(|(stream, track)| RecordingLine::of(session, stream, track))
            .collect(),
        others: others
            .map(|(name, bytes)| Member {
                name,
                bytes: *bytes,
            })
            .collect(),
    };
    Ok(json::file_line(input.name(), &line)?)
}

impl<'a> RecordingLine<'a> {
    fn of(session: &Session, stream: &'a Stream, track: Option<&'a Track>) -> RecordingLine<'a> {
        let timeline = track.map(Track::timeline);
        let media = stream.media.iter();
        RecordingLine {
            name: &stream.file,
            found: track.is_some(),
            dialect: track.map(|track| match track.dialect() {
                Dialect::Distinct => "distinct",
                Dialect::Counted => "counted",
            }),
            duration: timeline.map(|timeline| Seconds(timeline.duration())),
            events: timeline.map(|timeline| timeline.len()),
            nodes: timeline.map(|timeline| timeline.last().nodes().count()),
            moves: timeline.map(|timeline| timeline.last().move_count()),
            markers: track.map(markers::of).unwrap_or_default(),
            media: media
                .map(|media| Medium {
                    source: &media.source,
                    kind: &media.kind,
                    found: session.size_of(&media.source).is_some(),
                })
                .collect(),
        }
    }
}

/// Returns the description as text.
pub(crate) fn to_text(
    input: &Input,
    session: &Session,
    palette: Palette,
) -> Result<String, fmt::Error> {
    let mut out = String::new();
    write!(out, "{}  ", Styled(palette.name, input.shown()))?;
    match session.kind {
        Kind::Bundle => {
            let members = 1 + session.bundle.recordings.len() + session.bundle.others.len();
            let main = Printable(&session.bundle.main_name);
            writeln!(
                out,
                "bundle of {} for {main}",
                count(members as u64, "file")
            )?;
        }
        Kind::Sgf => {
            let recordings = session.streams.streams.len() as u64;
            writeln!(out, "SGF with {}", count(recordings, "recording"))?;
        }
        Kind::Rgf => writeln!(out, "recording without its SGF file")?,
    }
    for (stream, track) in session.all() {
        let name = Printable(&stream.file).to_string();
        let indent = match session.kind {
            Kind::Rgf => "  ".to_owned(),
            _ => format!("  {}  ", Styled(palette.name, name)),
        };
        match track {
            None => writeln!(out, "{indent}{}", Styled(palette.error, "missing"))?,
            Some(track) => write_track(track, &indent, palette, &mut out)?,
        }
        for media in &stream.media {
            let label = Styled(palette.label, "media");
            let (source, kind) = (Printable(&media.source), Printable(&media.kind));
            let size = match session.size_of(&media.source) {
                _ if media.address().is_some() => String::new(),
                Some(bytes) => format!(", {}", count(bytes, "byte")),
                None => format!(", {}", Styled(palette.error, "missing")),
            };
            writeln!(out, "    {label}  {source} ({kind}){size}")?;
        }
    }
    Ok(out)
}

fn write_track(track: &Track, indent: &str, palette: Palette, out: &mut String) -> fmt::Result {
    /// The maximum number of chapters that are listed.
    const MAX_CHAPTERS: usize = 20;
    let timeline = track.timeline();
    writeln!(
        out,
        "{indent}{}, {}, {}, {} at the end",
        timeline.duration().clock(),
        count(timeline.len() as u64, "event"),
        count(timeline.last().move_count() as u64, "move"),
        count(timeline.last().nodes().count() as u64, "node"),
    )?;
    let markers: Vec<_> = timeline.markers().collect();
    for marker in markers.iter().take(MAX_CHAPTERS) {
        let time = marker.time.clock().to_string();
        let time = Styled(palette.label, format_args!("{time:>9}"));
        writeln!(out, "  {time}  {}", Printable(marker.label))?;
    }
    if let more @ 1.. = markers.len().saturating_sub(MAX_CHAPTERS) {
        writeln!(out, "  and {more} more; see `kifu rec markers`")?;
    }
    Ok(())
}
