//! `kifu index`: games made ready for being searched.

pub(crate) mod args;

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use kifu::Record;
use kifu::collection::Collection;
use kifu::search::index::{Builder, Contents, Error, File, Index, Stamp};
use kifu::search::{self, Game};
use serde::Serialize;

use self::args::IndexArgs;
use crate::exit::{Outcome, Usage};
use crate::games::refuse_other_content;
use crate::input::{self, Input};
use crate::json::{self, SCHEMA};
use crate::output;
use crate::printable::{count, file_name};
use crate::replace;
use crate::run::Inputs;

pub(crate) fn run(args: &IndexArgs) -> anyhow::Result<Outcome> {
    let mut input = args.input.clone();
    if input.paths.is_empty() && input.files_from.is_none() {
        input.paths.push(PathBuf::from("."));
    }
    let old = Old::read(&args.output)?;
    let mut made = Made::new(&args.output);
    let work = |input: &Input| look(input, &old, args);
    let outcome = Inputs::of("index", &input).each(work, |looked| {
        if let Some(looked) = looked {
            made.add(looked, &old);
        }
        Ok(())
    })?;
    let ended_early = outcome.failed > 0 && (outcome.read == 0 || args.input.strict);
    if ended_early {
        let name = file_name(&args.output);
        output::message(format_args!(
            "{name} is not written: not all files were read"
        ));
        return Ok(outcome);
    }
    let report = made.finish(&old, args)?;
    let mut out = output::stdout();
    match args.json {
        true => out.write_all(&[&json::line(&report)?, &b"\n"[..]].concat())?,
        false => writeln!(out, "{}", report.shown())?,
    }
    out.flush()?;
    Ok(outcome)
}

/// The index as it is.
struct Old {
    bytes: Vec<u8>,
    contents: Contents,
    /// Where in the contents each file is.
    places: HashMap<Vec<u8>, (usize, Stamp)>,
}

impl Old {
    fn read(path: &Path) -> anyhow::Result<Old> {
        let name = || format!("cannot read {}", file_name(path));
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            read => read.with_context(name)?,
        };
        let contents = match bytes.is_empty() {
            true => Ok(Contents::default()),
            false => Index::open(Cursor::new(&bytes)).and_then(|mut index| index.contents()),
        };
        let contents = match contents {
            Ok(contents) => contents,
            Err(Error::NotAnIndex) => {
                let name = file_name(path);
                return Err(Usage(format!("{name} is there, and is no search index")).into());
            }
            // Another kifu can still use it.
            Err(error @ Error::Version(_)) => {
                let name = file_name(path);
                let why = format!("{name}: {error}: remove it, or write another with -o");
                return Err(Usage(why).into());
            }
            Err(error @ Error::Damaged) => {
                output::message(format_args!(
                    "{}: {error}: all is read again",
                    file_name(path)
                ));
                Contents::default()
            }
            Err(error) => return Err(error).with_context(name),
        };
        let files = contents.files().iter().enumerate();
        let places = files.map(|(at, file)| (file.name.clone(), (at, file.stamp)));
        Ok(Old {
            places: places.collect(),
            bytes,
            contents,
        })
    }
}

/// A file that was looked at.
struct Looked {
    file: File,
    found: Found,
}

enum Found {
    /// It is what it was; its place in the old index.
    Same(usize),
    /// It was read, and whether it was in the old index.
    Read { games: Vec<Game>, known: bool },
}

/// Looks whether a file has changed, and reads it if so.
fn look(input: &Input, old: &Old, args: &IndexArgs) -> anyhow::Result<(u64, Option<Looked>)> {
    let fail = |error: std::io::Error| anyhow::Error::msg(input::reason(&error));
    let (path, mut stamp) = match input {
        Input::File(path) if is_same_file(path, &args.output) => return Ok((0, None)),
        Input::File(path) => (path, stamp(&fs::metadata(path).map_err(fail)?)),
        // Its bytes are there already, and tell whether it changed.
        Input::Member(member) => (&member.path, Stamp::default()),
        Input::Stdin => {
            anyhow::bail!("it cannot be indexed: there is no file of that name to be found")
        }
    };
    let name = path.as_os_str().as_encoded_bytes().to_vec();
    let known = old.places.get(&name);
    if let Some(&(at, before)) = known.filter(|_| !args.full) {
        let is_same = stamp.modified != UNSURE
            && (stamp.len, stamp.modified) == (before.len, before.modified);
        if is_same {
            let file = old.contents.files()[at].clone();
            let found = Found::Same(at);
            return Ok((0, Some(Looked { file, found })));
        }
    }
    let mut chunks = Collection::open(input.open_to_reread().map_err(fail)?)?;
    refuse_other_content(chunks.content())?;
    // Whether the file changed is known before any game of it is read.
    stamp.crc = 0;
    for chunk in chunks.by_ref() {
        stamp.crc = Stamp::crc_continued(stamp.crc, &chunk.map_err(fail)?.bytes);
    }
    stamp.len = chunks.bytes_yielded();
    let is_same = |before: &Stamp| (before.len, before.crc) == (stamp.len, stamp.crc);
    let (games, found) = match known {
        Some(&(at, before)) if is_same(&before) && !args.full => {
            (old.contents.files()[at].games, Found::Same(at))
        }
        _ => {
            chunks.rewind().map_err(fail)?;
            let mut games = Vec::new();
            let mut count = 0;
            for part in chunks.records() {
                count += add_games(&part.map_err(fail)?.record, count, &mut games)?;
            }
            let known = known.is_some();
            (count, Found::Read { games, known })
        }
    };
    let file = File { name, stamp, games };
    Ok((stamp.len, Some(Looked { file, found })))
}

/// Adds the games that are behind so many others, and tells how many there are, those that are not Go
/// among them.
fn add_games(record: &Record, before: u32, games: &mut Vec<Game>) -> anyhow::Result<u32> {
    let document = record.to_sgf()?;
    games.extend(search::games(&document).map(|game| Game {
        number: before + game.number,
        ..game
    }));
    Ok(document.roots().count() as u32)
}

/// A time that says nothing.
const UNSURE: u64 = 0;

/// What was changed as shortly ago as this could be changed again without a later time.
const FRESH: Duration = Duration::from_secs(2);

/// The size of a file, and its time in nanoseconds.
fn stamp(file: &Metadata) -> Stamp {
    let modified = file.modified().ok().filter(|modified| {
        let age = SystemTime::now().duration_since(*modified);
        age.is_ok_and(|age| age >= FRESH)
    });
    let since = modified.and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
    Stamp {
        len: file.len(),
        modified: since.map_or(UNSURE, |since| since.as_nanos() as u64),
        crc: 0,
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let same = || Some(one.canonicalize().ok()? == other.canonicalize().ok()?);
    one.file_name() == other.file_name() && same().unwrap_or(false)
}

/// The index as it will be.
struct Made {
    builder: Builder,
    report: Report,
    kept: usize,
}

impl Made {
    fn new(path: &Path) -> Made {
        Made {
            builder: Builder::new(),
            report: Report {
                kifu_schema: SCHEMA,
                index: path.to_string_lossy().into_owned(),
                files: 0,
                games: 0,
                new: 0,
                changed: 0,
                gone: 0,
                bytes: 0,
            },
            kept: 0,
        }
    }

    fn add(&mut self, looked: Looked, old: &Old) {
        let report = &mut self.report;
        report.files += 1;
        self.builder.start_file(&looked.file);
        match looked.found {
            Found::Same(at) => {
                self.kept += 1;
                report.games += self.builder.keep_games(&old.contents, at) as u64;
            }
            Found::Read { games, known } => {
                match known {
                    true => {
                        report.changed += 1;
                        self.kept += 1;
                    }
                    false => report.new += 1,
                }
                report.games += games.len() as u64;
                for game in &games {
                    self.builder.add_game(game.number, &game.line, game.winner);
                }
            }
        }
    }

    fn finish(mut self, old: &Old, args: &IndexArgs) -> anyhow::Result<Report> {
        let bytes = self.builder.finish();
        self.report.gone = old.places.len().saturating_sub(self.kept) as u64;
        self.report.bytes = bytes.len() as u64;
        if bytes != old.bytes {
            let written = match args.dry_run {
                true => replace::vacant(&args.output, true),
                false => replace::create(&args.output, &bytes, true),
            };
            written.with_context(|| format!("cannot write {}", file_name(&args.output)))?;
        }
        Ok(self.report)
    }
}

/// What came of it.
#[derive(Serialize)]
struct Report {
    kifu_schema: u32,
    index: String,
    files: u64,
    games: u64,
    /// Files that were not in it before, that are others than they were, and that are not there.
    new: u64,
    changed: u64,
    gone: u64,
    bytes: u64,
}

impl Report {
    fn shown(&self) -> String {
        let name = file_name(Path::new(&self.index));
        let (files, games) = (count(self.files, "file"), count(self.games, "game"));
        let (new, changed, gone) = (self.new, self.changed, self.gone);
        format!("{name}: {files}, {games}; {new} new, {changed} changed, {gone} gone")
    }
}
