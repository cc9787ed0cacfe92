//! `kifu split`: the games of collections, each in a file of its own.

use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::Record;
use kifu::names::Fields;

use crate::args::SplitArgs;
use crate::exit::{Outcome, Stopped, Usage};
use crate::games::Games;
use crate::input::{Input, reason};
use crate::json;
use crate::naming::{Naming, PartOf};
use crate::new_file::{NewFile, cannot_write};
use crate::output::{self, Out};
use crate::printable::{Printable, count, file_name};
use crate::replace::{Batch, Committed};
use crate::run::Inputs;
use crate::selected::asks_for_all_games;
use crate::told::{Fate, Parts};

mod pieces;

use pieces::{Pieces, Stretch};

pub(crate) fn run(args: &SplitArgs) -> anyhow::Result<Outcome> {
    let Some(directory) = args.output.as_deref() else {
        return Err(Usage("each game gets a file: -o DIRECTORY tells where".to_owned()).into());
    };
    let mut told = args.told.sequence();
    let mut splitter = Splitter {
        args,
        naming: Naming::new(&args.parts, directory, &args.input),
        lists: args.dry_run && told.is_none(),
        out: output::stdout(),
        batch: Batch::new(args.input.strict),
        games: 0,
        files: 0,
        failed: false,
    };
    let (mut unwritten, mut in_part) = (0, 0);
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(asks_for_all_games);
    let work = |input: &Input| {
        let mut games = Games::open(input, whole)?;
        let pieces = Pieces::of(input, &mut games, args)?;
        Ok((games.bytes_yielded(), (input.clone(), games, pieces)))
    };
    let input = args.input.without(Some(directory));
    let inputs = Inputs::of("split", &input);
    let mut outcome = inputs.each(work, |(input, mut games, pieces)| {
        let mut report = Parts::of(&input);
        let before = splitter.files;
        splitter.failed = false;
        splitter.split(&input, &mut games, &pieces, &mut report)?;
        let committed = splitter.batch.commit();
        splitter.report(&input, committed, &mut report)?;
        let failed = splitter.failed;
        match failed && splitter.files > before {
            true => in_part += 1,
            false => unwritten += u64::from(failed),
        }
        if let Some(told) = &mut told {
            told.write(&mut splitter.out, &json::line(&report)?)?;
        }
        match failed && args.input.strict {
            true => Err(Stopped.into()),
            false => Ok(()),
        }
    })?;
    outcome.failed += in_part;
    let Splitter {
        mut out,
        games,
        files,
        ..
    } = splitter;
    if let Some(told) = told {
        told.finish(&mut out)?;
    }
    out.flush()?;
    let verb = if args.dry_run { "to write" } else { "written" };
    let (games, of) = (count(games, "game"), count(outcome.read, "file"));
    let into = match args.every {
        Some(_) => format!(", into {}", count(files, "file")),
        None => String::new(),
    };
    output::line(format_args!("{games} of {of} {verb}{into}"));
    Ok(outcome.without(unwritten))
}

/// How names of files of a format end.
pub(super) fn extension(record: &Record) -> &'static str {
    match record {
        Record::Jgf(_) => "jgf",
        _ => "sgf",
    }
}

/// Writes the pieces of files.
struct Splitter<'a> {
    args: &'a SplitArgs,
    naming: Naming<'a>,
    /// Whether the names go to standard output.
    lists: bool,
    out: Out,
    /// New files that wait for their names.
    batch: Batch<Ended>,
    /// How many games were written, into how many files.
    games: u64,
    files: u64,
    /// Whether some of this file could not be.
    failed: bool,
}

impl Splitter<'_> {
    /// Writes the pieces of a file that are wanted. What cannot be written is told.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn split(
        &mut self,
        input: &Input,
        games: &mut Games,
        pieces: &Pieces,
        report: &mut Parts,
    ) -> anyhow::Result<()> {
        let of = pieces.files(self.args);
        let mut open = None;
        for (wanted, read) in pieces.parts(games) {
            let read = read.map_err(anyhow::Error::from);
            let read =
                read.and_then(|read| Ok((pieces.stretches(wanted, &read, self.args)?, read)));
            let (stretches, read) = match read {
                Ok(read) => read,
                Err(why) => {
                    self.fail(input, &format!("{why:#}"));
                    return Ok(());
                }
            };
            let sgf = read.record.to_sgf()?;
            for stretch in stretches {
                let mut file = open.take().unwrap_or_else(|| {
                    let part = PartOf {
                        input,
                        game: Fields::of(&sgf, stretch.root),
                        number: stretch.number,
                        of,
                        extension: extension(&read.record),
                    };
                    Made::begin(&mut self.naming, &part, self.args.dry_run)
                });
                let is_last = stretch.is_last;
                file.add(stretch);
                if !is_last {
                    open = Some(file);
                    continue;
                }
                self.end(input, file, report)?;
                if self.failed && self.args.input.strict {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Ends a new file. It gets its name with others.
    fn end(&mut self, input: &Input, file: Made, report: &mut Parts) -> anyhow::Result<()> {
        let Made {
            path, games, state, ..
        } = file;
        let staged = state.and_then(|file| file.map(NewFile::staged).transpose().map_err(chain));
        let committed = match staged {
            Ok(staged) => self.batch.add(staged, (path, games, None)),
            Err(why) => self.batch.add(None, (path, games, Some(why))),
        };
        self.report(input, committed, report)
    }

    /// Reports what became of files.
    fn report(
        &mut self,
        input: &Input,
        committed: Committed<Ended>,
        report: &mut Parts,
    ) -> anyhow::Result<()> {
        for ((path, games, why), done) in committed {
            let written = match (why, done) {
                (Some(why), _) => Err(why),
                (None, Err(error)) => {
                    let cannot = cannot_write(path.as_deref().unwrap_or(Path::new("")));
                    Err(format!("{cannot}: {error}"))
                }
                (None, Ok(())) if self.args.dry_run => Ok(Fate::Planned),
                (None, Ok(())) => Ok(Fate::Written),
            };
            if let (Ok(_), Some(path), true) = (&written, &path, self.lists) {
                writeln!(self.out, "{}", file_name(path))?;
            }
            match &written {
                Err(why) => self.fail(input, why),
                Ok(_) => {
                    self.games += games.len() as u64;
                    self.files += 1;
                }
            }
            report.add(path.as_deref(), games, written.unwrap_or(Fate::Failed));
        }
        Ok(())
    }

    fn fail(&mut self, input: &Input, why: &str) {
        self.failed = true;
        let why = reason(why);
        output::message(format_args!("{}: {}", input.shown(), Printable(&why)));
    }
}

/// A file that is complete: its name, its games, and why it cannot be written.
type Ended = (Option<PathBuf>, Vec<usize>, Option<String>);

/// What becomes of some pieces together.
struct Made {
    /// None if no name could be made.
    path: Option<PathBuf>,
    games: Vec<usize>,
    /// The file, if it is not only planned; or why there will be none.
    state: Result<Option<NewFile>, String>,
    /// Whether that is because its games cannot be together.
    is_unfit: bool,
}

impl Made {
    fn begin(naming: &mut Naming<'_>, part: &PartOf<'_>, dry_run: bool) -> Made {
        let path = naming.name(part);
        let state = match &path {
            Err(why) => Err(format!("{why:#}")),
            Ok(path) if dry_run => naming.plan(path).map(|()| None).map_err(chain),
            Ok(path) => naming.begin(path).map(Some).map_err(chain),
        };
        Made {
            path: path.ok(),
            games: Vec::new(),
            state,
            is_unfit: false,
        }
    }

    fn add(&mut self, stretch: Stretch) {
        self.games.extend(stretch.games);
        match (stretch.bytes, &mut self.state) {
            // That is told first, but for the want of a name.
            (Err(why), state) if self.path.is_some() && !self.is_unfit => {
                self.is_unfit = true;
                *state = Err(why);
            }
            (Ok(bytes), Ok(Some(file))) => {
                if let Err(why) = file.add(&bytes) {
                    self.state = Err(chain(why));
                }
            }
            _ => {}
        }
    }
}

/// An error with its causes.
fn chain(error: anyhow::Error) -> String {
    format!("{error:#}")
}
