//! `kifu index`: create or update a search index.

pub(crate) mod args;

use std::fs::{self, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use kifu::Record;
use kifu::collection::Collection;
use kifu::search::index::{Error, File, Previous, Stamp, Update, UpdateCounts};
use kifu::search::{self, Game};
use kifu_files::Input;
use kifu_files::games::refuse_other_content;
use kifu_files::write;
use serde::Serialize;

use self::args::IndexArgs;
use crate::exit::{Outcome, Usage};
use crate::json;
use crate::output;
use crate::printable::{count, file_name};
use crate::read_files;
use crate::run::Inputs;

pub(crate) fn run(args: &IndexArgs) -> anyhow::Result<Outcome> {
    let mut input = args.input.without(Some(&args.output));
    if input.paths.is_empty() && input.files_from.is_none() {
        input.paths.push(PathBuf::from("."));
    }
    let previous = previous(&args.output)?;
    let mut update = Update::new(&previous);
    let work = |input: &Input| read_if_changed(input, &previous, args);
    let outcome = Inputs::of("index", &input).each(work, |(file, games)| {
        match games {
            None => drop(update.keep(&file)),
            Some(games) => {
                let games = games.iter();
                let games = games.map(|game| (game.number, &game.line, game.winner));
                update.add(&file, games);
            }
        }
        Ok(())
    })?;
    let ended_early = outcome.failed > 0 && (outcome.read == 0 || args.input.strict);
    if ended_early {
        let name = file_name(&args.output);
        output::message(format_args!(
            "{name} was not written: not all files could be read"
        ));
        return Ok(outcome);
    }
    let updated = update.finish();
    if updated.is_changed {
        let written = if args.dry_run {
            write::vacant(&args.output, &read_files::overwrite(true))
        } else {
            write::create(&args.output, &updated.bytes, read_files::overwrite(true))
        };
        written.with_context(|| format!("cannot write {}", file_name(&args.output)))?;
    }
    let report = IndexReport {
        index: args.output.to_string_lossy().into_owned(),
        counts: updated.counts,
        bytes: updated.bytes.len() as u64,
    };
    let mut out = output::stdout();
    if args.json {
        out.write_all(&[&json::line(&report)?, &b"\n"[..]].concat())?;
    } else {
        writeln!(out, "{}", report.shown())?;
    }
    out.flush()?;
    Ok(outcome)
}

/// Reads the existing index; returns an empty one if the file does not exist or is damaged.
fn previous(path: &Path) -> anyhow::Result<Previous> {
    let name = file_name(path);
    let cannot_read = || format!("cannot read {name}");
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        read => read.with_context(cannot_read)?,
    };
    match Previous::read(bytes) {
        Err(Error::NotAnIndex) => {
            let why = "exists and is not a search index; use another file with `-o`";
            Err(Usage(format!("{name} {why}")).into())
        }
        // Do not overwrite the index, since another version of kifu can use it.
        Err(error @ Error::Version(_)) => {
            let why = format!("{name}: {error}; remove the file, or use another file with `-o`");
            Err(Usage(why).into())
        }
        Err(error @ Error::Damaged) => {
            output::message(format_args!("{name}: {error}; reading all files again"));
            Ok(Previous::default())
        }
        read => read.with_context(cannot_read),
    }
}

/// A file and its games, or `None` if the games of the previous index are still valid.
type IndexedFile = (File, Option<Vec<Game>>);

/// Reads a file if it has changed since the previous index. Returns the number of bytes that were
/// read, and the file.
fn read_if_changed(
    input: &Input,
    previous: &Previous,
    args: &IndexArgs,
) -> anyhow::Result<(u64, IndexedFile)> {
    let fail = |error: std::io::Error| anyhow::Error::msg(kifu_files::reason(&error));
    let (path, mut stamp) = match input {
        Input::File(path) => (&**path, stamp(&fs::metadata(path).map_err(fail)?)),
        // The content of a member is in memory, and its checksum shows whether it changed.
        Input::Member(member) => (&member.path, Stamp::default()),
        Input::Stdin => {
            anyhow::bail!("standard input cannot be indexed, since it has no path")
        }
    };
    let name = path.as_os_str().as_encoded_bytes().to_vec();
    let known = previous.file(&name).filter(|_| !args.full);
    if let Some(known) = known {
        let before = known.stamp;
        let is_same = stamp.modified != UNKNOWN_TIME
            && (stamp.len, stamp.modified) == (before.len, before.modified);
        if is_same {
            return Ok((0, (known.clone(), None)));
        }
    }
    let source = if known.is_some() {
        input.open_to_reread()
    } else {
        input.open()
    };
    let mut chunks = Collection::open(source.map_err(fail)?)?;
    refuse_other_content(input, chunks.content())?;
    if let Some(known) = known {
        // Compute the checksum first, so that games are only parsed if the file changed.
        stamp.crc = 0;
        for chunk in chunks.by_ref() {
            stamp.crc = Stamp::crc_continued(stamp.crc, &chunk.map_err(fail)?.bytes);
        }
        stamp.len = chunks.bytes_yielded();
        if (known.stamp.len, known.stamp.crc) == (stamp.len, stamp.crc) {
            let games = known.games;
            let file = File { name, stamp, games };
            return Ok((stamp.len, (file, None)));
        }
        chunks.rewind().map_err(fail)?;
    }
    stamp.crc = 0;
    let mut found = Vec::new();
    let mut games = 0;
    for part in chunks.records() {
        let part = part.map_err(fail)?;
        stamp.crc = Stamp::crc_continued(stamp.crc, &part.chunk.bytes);
        games += add_games(&part.record, games, &mut found)?;
    }
    stamp.len = chunks.bytes_yielded();
    let file = File { name, stamp, games };
    Ok((stamp.len, (file, Some(found))))
}

/// Adds the Go games of a record, numbered after the `before` games that precede them. Returns the
/// number of all games in the record, including those that are not Go.
fn add_games(record: &Record, before: u32, games: &mut Vec<Game>) -> anyhow::Result<u32> {
    let document = record.to_sgf()?;
    games.extend(search::games(&document).map(|game| Game {
        number: before + game.number,
        ..game
    }));
    Ok(document.roots().count() as u32)
}

/// The stored value for a modification time that is unknown or more recent than [`MIN_AGE`].
const UNKNOWN_TIME: u64 = 0;

/// The minimum age of a modification time. A file changed later than that can change again without
/// getting a later time.
const MIN_AGE: Duration = Duration::from_secs(2);

/// Returns the size of a file and its modification time in nanoseconds.
fn stamp(file: &Metadata) -> Stamp {
    let modified = file.modified().ok().filter(|modified| {
        let age = SystemTime::now().duration_since(*modified);
        age.is_ok_and(|age| age >= MIN_AGE)
    });
    let since = modified.and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
    Stamp {
        len: file.len(),
        modified: since.map_or(UNKNOWN_TIME, |since| since.as_nanos() as u64),
        crc: 0,
    }
}

/// The summary of a run, for `--json`.
#[derive(Serialize)]
struct IndexReport {
    index: String,
    #[serde(flatten)]
    counts: UpdateCounts,
    bytes: u64,
}

impl IndexReport {
    fn shown(&self) -> String {
        let name = file_name(Path::new(&self.index));
        let UpdateCounts {
            files,
            games,
            new,
            changed,
            gone,
            ..
        } = self.counts;
        let (files, games) = (count(files, "file"), count(games, "game"));
        format!("{name}: {files}, {games}; {new} new, {changed} changed, {gone} removed")
    }
}
