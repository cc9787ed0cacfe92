//! Runs a verb on the recordings of all inputs, or on one recording.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal};

use kifu::rgf::Stream;
use kifu_files::Input;

use super::args::{RecordingArgs, RecordingsArgs};
use crate::exit::{NoPath, Outcome, Refusals};
use crate::json::Sequence;
use crate::output::{self, Palette, Styled};
use crate::printable::{InputName, Printable};
use crate::recordings::{self, Kind, Session, Track};
use crate::reports::Reports;
use crate::run::Inputs;

/// The functions with which a verb describes the recordings of a file.
pub(super) struct ReportFormat {
    /// Describes the recordings as text.
    pub(super) text: fn(&Input, &Session, Palette) -> anyhow::Result<String>,
    /// Describes the recordings as JSON objects, separated by line breaks.
    pub(super) json: fn(&Input, &Session) -> anyhow::Result<Vec<u8>>,
}

/// Reports on the recordings of all inputs, in order.
pub(super) fn report_recordings(
    verb: &str,
    args: &RecordingsArgs,
    format: &ReportFormat,
) -> anyhow::Result<Outcome> {
    let palette = Palette::of_stdout();
    let mut reports = Reports::new(Sequence::from_flags(args.json, args.jsonl));
    let as_json = reports.are_json();
    let work = |input: &Input| {
        let mut session = recordings::read(input)?;
        let bytes = session.bytes_read();
        if let Err(refusal) = recordings::choose(&mut session, args.recording.as_deref()) {
            return Ok((bytes, Err((input.shown(), refusal))));
        }
        let text = if as_json {
            (format.json)(input, &session)?
        } else {
            (format.text)(input, &session, palette)?.into_bytes()
        };
        Ok((bytes, Ok(text)))
    };
    let mut refusals = Refusals::default();
    let outcome = Inputs::of(verb, &args.input).each(work, |result| {
        match result {
            Err((name, refusal)) => refusals.add(&name, refusal),
            Ok(text) => reports.write(&text)?,
        }
        Ok(())
    })?;
    reports.finish()?;
    refusals.end(outcome)
}

/// Calls `work` with the recording that was requested or, without a request, with the only
/// recording of the file. `work` returns whether its output is complete.
pub(super) fn with_one_recording(
    verb: &str,
    args: &RecordingArgs,
    work: impl FnOnce(&Input, &Session, &Stream, &Track) -> anyhow::Result<bool>,
) -> anyhow::Result<Outcome> {
    let input = match &args.file {
        None if io::stdin().is_terminal() => return Err(NoPath(verb.to_owned()).into()),
        None => Input::Stdin,
        Some(path) => Input::of(path.clone()),
    };
    let mut outcome = Outcome {
        read: 1,
        ..Outcome::default()
    };
    let mut session = match recordings::read(&input) {
        Ok(session) => session,
        Err(error) => {
            output::message(format_args!("{}: {error:#}", input.shown()));
            return Ok(outcome.without(1));
        }
    };
    let chosen = recordings::choose(&mut session, args.recording.as_deref());
    let mut refusals = Refusals::default();
    match chosen.and_then(|()| recordings::only(&session)) {
        Ok((stream, track)) => {
            let is_complete = work(&input, &session, stream, track)?;
            outcome.failed += u64::from(!is_complete);
        }
        Err(refusal) => refusals.add(&input.shown(), refusal),
    }
    refusals.end(outcome)
}

/// Writes the heading of a recording.
pub(super) fn heading(
    input: &Input,
    session: &Session,
    stream: &Stream,
    palette: Palette,
    out: &mut String,
) -> fmt::Result {
    let name = match session.kind {
        Kind::Rgf => input.shown(),
        _ => format!("{}: {}", input.shown(), Printable(&stream.file)),
    };
    writeln!(out, "{}", Styled(palette.name, name))
}
