//! `kifu info --summary`: print the totals of all files.

use std::collections::BTreeMap;
use std::io::Write;

use kifu::collection::CHUNK_LEN;
use kifu::info::Totals;
use kifu_files::Input;
use kifu_files::games::refuse_other_content;
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::exit::Outcome;
use crate::json::{self, Sequence};
use crate::output;
use crate::recordings::{self, Opened};
use crate::run::Inputs;

/// The totals of all files.
#[derive(Serialize, Default)]
struct Summary {
    files: u64,
    ok: u64,
    failed: u64,
    /// The number of files with games of each format.
    formats: BTreeMap<&'static str, u64>,
    games: u64,
    nodes: u64,
    recordings: u64,
    bytes: u64,
}

/// The totals of a file.
struct FileTotals {
    /// The format of the games, if there are any.
    format: Option<&'static str>,
    games: Totals,
    recordings: u64,
    bytes: u64,
}

/// Counts games and nodes without building documents, which is much faster.
pub(super) fn run(input: &InputArgs, json: bool) -> anyhow::Result<Outcome> {
    let mut summary = Summary::default();
    let work = |input: &Input| {
        let totals = match recordings::open_records(input, CHUNK_LEN)? {
            Opened::Recordings(session) => FileTotals {
                format: None,
                games: Totals::default(),
                recordings: session.loaded().count() as u64,
                bytes: session.bytes_read(),
            },
            Opened::Games(mut chunks) => {
                refuse_other_content(input, chunks.content())?;
                let (mut games, mut format) = (Totals::default(), None);
                for chunk in chunks.totals() {
                    let (chunk, of_chunk) = chunk?;
                    games.games += of_chunk.games;
                    games.nodes += of_chunk.nodes;
                    format = format.or_else(|| (of_chunk.games > 0).then(|| chunk.format_name()));
                }
                FileTotals {
                    format,
                    games,
                    recordings: 0,
                    bytes: chunks.bytes_yielded(),
                }
            }
        };
        Ok((totals.bytes, totals))
    };
    let outcome = Inputs::of("info", input).each(work, |file| {
        summary.games += file.games.games as u64;
        summary.nodes += file.games.nodes as u64;
        summary.recordings += file.recordings;
        summary.bytes += file.bytes;
        if let Some(format) = file.format {
            *summary.formats.entry(format).or_default() += 1;
        }
        Ok(())
    })?;
    summary.ok = outcome.read;
    summary.failed = outcome.failed;
    summary.files = outcome.read + outcome.failed;
    let mut out = output::stdout();
    if json {
        Sequence::lines().write(&mut out, &json::line(&summary)?)?;
    } else {
        let formats = summary
            .formats
            .iter()
            .map(|(format, files)| (*format, *files));
        let mut rows = vec![
            ("files", summary.files),
            ("read", summary.ok),
            ("unreadable", summary.failed),
        ];
        rows.extend(formats);
        rows.extend([
            ("games", summary.games),
            ("nodes", summary.nodes),
            ("recordings", summary.recordings),
            ("bytes", summary.bytes),
        ]);
        for (what, number) in rows {
            writeln!(out, "{what:<10} {number:>14}")?;
        }
    }
    out.flush()?;
    Ok(outcome)
}
