//! `kifu rec markers`: list the chapters of recordings.

use std::fmt::{self, Write as _};

use kifu_files::Input;
use serde::Serialize;

use clap::Args;

use super::args::RecordingsArgs;
use super::each::{ReportFormat, heading};
use crate::json;
use crate::output::{Palette, Styled};
use crate::printable::Printable;
use crate::recordings::Session;
use crate::recordings::markers::{Marker, of};

/// List the chapters of recordings
#[derive(Debug, Args)]
pub(crate) struct RecMarkersArgs {
    #[command(flatten)]
    pub(super) recordings: RecordingsArgs,
}

pub(crate) const MARKERS: ReportFormat = ReportFormat {
    text: |input, session, palette| Ok(to_text(input, session, palette)?),
    json: to_json_line,
};

/// The chapters of a recording as JSON.
#[derive(Serialize)]
struct Chapters<'a> {
    name: &'a str,
    markers: Vec<Marker<'a>>,
}

fn to_json_line(input: &Input, session: &Session) -> anyhow::Result<Vec<u8>> {
    let recordings = session.loaded().map(|(stream, track)| Chapters {
        name: &stream.file,
        markers: of(track),
    });
    Ok(json::list_line(
        input.name(),
        "recordings",
        &recordings.collect::<Vec<_>>(),
    )?)
}

fn to_text(input: &Input, session: &Session, palette: Palette) -> Result<String, fmt::Error> {
    let mut out = String::new();
    for (stream, track) in session.loaded() {
        heading(input, session, stream, palette, &mut out)?;
        for marker in track.timeline().markers() {
            let time = marker.time.clock().to_string();
            let time = Styled(palette.label, format_args!("{time:>9}"));
            writeln!(out, "  {time}  {}", Printable(marker.label))?;
        }
    }
    Ok(out)
}
