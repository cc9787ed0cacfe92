//! `kifu split`: the games of collections, each in a file of its own.

use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::Record;
use kifu::names::Fields;

use crate::args::SplitArgs;
use crate::exit::{Outcome, Stopped, Usage};
use crate::games::Games;
use crate::input::{Input, reason};
use crate::json::{self, Sequence};
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
    let told = args.told.sequence();
    let mut splitter = Splitter {
        args,
        naming: Naming::new(&args.parts, directory, &args.input),
        lists: args.dry_run && told.is_none(),
        out: output::stdout(),
        told,
        batch: Batch::new(args.input.strict),
        inputs: Vec::new(),
        games: 0,
        files: 0,
        unwritten: 0,
        in_part: 0,
    };
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(asks_for_all_games);
    let work = |input: &Input| {
        let mut games = Games::open(input, whole)?;
        let pieces = Pieces::of(input, &mut games, args)?;
        Ok((games.bytes_yielded(), (input.clone(), games, pieces)))
    };
    let input = args.input.without(Some(directory));
    let sink = |(input, mut games, pieces): (Input, Games, Pieces)| {
        splitter.inputs.push(Waiting::of(input));
        splitter.split(&mut games, &pieces)?;
        match splitter.batch.is_empty() {
            true => splitter.end_inputs(0),
            false => Ok(()),
        }
    };
    let mut outcome = Inputs::of("split", &input).each(work, sink)?;
    let committed = splitter.batch.commit();
    splitter.note(committed)?;
    match splitter.end_inputs(0) {
        Err(error) if !error.is::<Stopped>() => return Err(error),
        _ => {}
    }
    outcome.failed += splitter.in_part;
    let Splitter {
        mut out,
        told,
        games,
        files,
        unwritten,
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
    record.format().capabilities().extension
}

/// Writes the pieces of files.
struct Splitter<'a> {
    args: &'a SplitArgs,
    naming: Naming<'a>,
    /// Whether the names go to standard output.
    lists: bool,
    out: Out,
    /// For programs, if they are told of each file.
    told: Option<Sequence>,
    /// New files that wait for their names.
    batch: Batch<Ended>,
    /// Inputs of which some new files wait for their names. The last one is being split.
    inputs: Vec<Waiting>,
    /// How many games were written, into how many files.
    games: u64,
    files: u64,
    /// Inputs of which nothing, or only a part, could be written.
    unwritten: u64,
    in_part: u64,
}

/// An input until all of its new files have their names.
struct Waiting {
    input: Input,
    report: Parts,
    /// Whether some of it was written, and whether some could not be.
    written: bool,
    failed: bool,
}

impl Waiting {
    fn of(input: Input) -> Waiting {
        Waiting {
            report: Parts::of(&input),
            input,
            written: false,
            failed: false,
        }
    }

    fn fail(&mut self, why: &str) {
        self.failed = true;
        let why = reason(why);
        output::message(format_args!("{}: {}", self.input.shown(), Printable(&why)));
    }
}

impl Splitter<'_> {
    /// Writes the pieces of the last input that are wanted. What cannot be written is reported.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, and [`Stopped`] where `--strict` ends it.
    fn split(&mut self, games: &mut Games, pieces: &Pieces) -> anyhow::Result<()> {
        let of = pieces.files(self.args);
        let mut open = None;
        for (wanted, read) in pieces.parts(games) {
            let read = read.map_err(anyhow::Error::from);
            let read =
                read.and_then(|read| Ok((pieces.stretches(wanted, &read, self.args)?, read)));
            let at = self.inputs.len() - 1;
            let (stretches, read) = match read {
                Ok(read) => read,
                Err(why) => {
                    self.inputs[at].fail(&format!("{why:#}"));
                    return Ok(());
                }
            };
            let sgf = read.record.to_sgf()?;
            for stretch in stretches {
                // A commit ends inputs before this one.
                let at = self.inputs.len() - 1;
                let mut file = open.take().unwrap_or_else(|| {
                    let part = PartOf {
                        input: &self.inputs[at].input,
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
                self.end(file)?;
                let failed = self.inputs.last().is_some_and(|input| input.failed);
                if failed && self.args.input.strict {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Ends a new file of the last input. It gets its name with others.
    fn end(&mut self, file: Made) -> anyhow::Result<()> {
        let Made {
            path, games, state, ..
        } = file;
        let input = self.inputs.len() - 1;
        let staged = state.and_then(|file| file.map(NewFile::staged).transpose().map_err(chain));
        let (staged, why) = match staged {
            Ok(staged) => (staged, None),
            Err(why) => (None, Some(why)),
        };
        let ended = Ended {
            input,
            path,
            games,
            why,
        };
        let committed = self.batch.add(staged, ended);
        self.note(committed)?;
        match self.batch.is_empty() {
            // Some of the last input may still be unwritten.
            true => self.end_inputs(1),
            false => Ok(()),
        }
    }

    /// Notes what became of new files.
    fn note(&mut self, committed: Committed<Ended>) -> anyhow::Result<()> {
        for (ended, done) in committed {
            let Ended {
                input,
                path,
                games,
                why,
            } = ended;
            let input = &mut self.inputs[input];
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
                Err(why) => input.fail(why),
                Ok(_) => {
                    input.written = true;
                    self.games += games.len() as u64;
                    self.files += 1;
                }
            }
            let fate = written.unwrap_or(Fate::Failed);
            input.report.add(path.as_deref(), games, fate);
        }
        Ok(())
    }

    /// Reports the inputs but for the last `open` ones. No new file waits for its name.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, and [`Stopped`] where `--strict` ends it.
    fn end_inputs(&mut self, open: usize) -> anyhow::Result<()> {
        let mut any_failed = false;
        for input in self.inputs.drain(..self.inputs.len() - open) {
            any_failed |= input.failed;
            match input.failed && input.written {
                true => self.in_part += 1,
                false => self.unwritten += u64::from(input.failed),
            }
            if let Some(told) = &mut self.told {
                told.write(&mut self.out, &json::line(&input.report)?)?;
            }
        }
        match any_failed && self.args.input.strict {
            true => Err(Stopped.into()),
            false => Ok(()),
        }
    }
}

/// A file that is complete.
struct Ended {
    /// The number of its input among those that wait.
    input: usize,
    /// None if no name could be made.
    path: Option<PathBuf>,
    games: Vec<usize>,
    /// Why it cannot be written.
    why: Option<String>,
}

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
