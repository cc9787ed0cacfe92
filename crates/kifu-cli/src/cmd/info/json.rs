//! `kifu info --json`, `--jsonl`: write an object for each file.

use std::io::Write;

use kifu::info::FileInfo;
use kifu_files::Input;
use serde::Serialize;

use super::args::InfoArgs;
use super::opening::open;
use super::scan::Scan;
use crate::exit::Outcome;
use crate::json::{self, Sequence};
use crate::output;
use crate::recordings::{Opened, contents};
use crate::run::Inputs;

/// The content of a file as JSON.
#[derive(Serialize)]
struct FileReport<'a> {
    #[serde(flatten)]
    info: &'a FileInfo<'a>,
    format_name: String,
    /// The numbers of the selected games in the file, if there is an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<usize>>,
}

/// Writes an object for each file.
pub(super) fn run(args: &InfoArgs, mut sequence: Sequence) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut any = false;
    let work = |input: &Input| {
        let chunks = match open(input, args, &[])? {
            Opened::Recordings(session) => {
                let line = contents::to_json_line(input, &session)?;
                return Ok((session.bytes_read(), Some(line)));
            }
            Opened::Games(chunks) => chunks,
        };
        let scan = Scan::of(input, chunks, args, usize::MAX, |_, _, _| {})?;
        let Some(info) = scan.info else {
            return Ok((scan.bytes, None));
        };
        let report = FileReport {
            format_name: info.format.to_string(),
            info: &info,
            numbers: scan.numbers,
        };
        Ok((scan.bytes, Some(json::file_line(input.name(), &report)?)))
    };
    let outcome = Inputs::of("info", &args.input).each(work, |line| {
        any |= line.is_some();
        match line {
            Some(line) => Ok(sequence.write(&mut out, &line)?),
            None => Ok(()),
        }
    })?;
    sequence.finish(&mut out)?;
    out.flush()?;
    Ok(Outcome {
        negative: args.games.select.is_some() && !any,
        ..outcome
    })
}
