//! `kifu split`: write each game of a collection to its own file.

pub(crate) mod args;
mod pieces;

use kifu::names::Fields;
use kifu::select::Select;
use kifu_files::Input;
use kifu_files::games::Games;
use kifu_files::names::{Naming, NewFileInfo};

use self::args::SplitArgs;
use self::pieces::Pieces;
use crate::exit::{Outcome, Usage};
use crate::game_files::{GameFiles, NewGameFile};
use crate::output;
use crate::printable::count;
use crate::run::Inputs;

pub(crate) fn run(args: &SplitArgs) -> anyhow::Result<Outcome> {
    let Some(directory) = args.output.as_deref() else {
        return Err(Usage("no output directory; use `-o DIR`".to_owned()).into());
    };
    let mut splitter = Splitter {
        args,
        naming: Naming::new(
            args.new_files.name.as_ref(),
            directory,
            &args.input.sources(),
        ),
        files: GameFiles::new(args.report.sequence(), args.dry_run, args.input.strict),
    };
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(Select::needs_all_games);
    let work = |input: &Input| {
        let mut games = Games::open(input, whole)?;
        let pieces = Pieces::of(input, &mut games, args)?;
        Ok((games.bytes_yielded(), (input.clone(), games, pieces)))
    };
    let input = args.input.without(Some(directory));
    let sink = |(input, mut games, pieces): (Input, Games, Pieces)| {
        splitter.files.begin_input(&input, false);
        splitter.split(&input, &mut games, &pieces)?;
        splitter.files.end_input()
    };
    let mut outcome = Inputs::of("split", &input).each(work, sink)?;
    let mut files = splitter.files;
    files.commit()?;
    files.finish(false)?;
    outcome.failed += files.counts.in_part;
    let verb = if args.dry_run { "to write" } else { "written" };
    let games = count(files.counts.games, "game");
    let of = count(outcome.read, "file");
    let into = match args.every {
        Some(_) => format!(", into {}", count(files.counts.files, "file")),
        None => String::new(),
    };
    output::line(format_args!("{games} of {of} {verb}{into}"));
    Ok(outcome.without(files.counts.unwritten))
}

/// Writes the selected games of files.
struct Splitter<'a> {
    args: &'a SplitArgs,
    naming: Naming<'a>,
    files: GameFiles,
}

impl Splitter<'_> {
    /// Writes the selected games of the last input. Failures are reported.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, or [`Stopped`](crate::exit::Stopped) if `--strict`
    /// ends the run.
    fn split(&mut self, input: &Input, games: &mut Games, pieces: &Pieces) -> anyhow::Result<()> {
        let of = pieces.files(self.args);
        let mut open = None;
        for (selected, read) in pieces.selected_chunks(games) {
            let read = read.map_err(anyhow::Error::from);
            let read =
                read.and_then(|read| Ok((pieces.file_parts(selected, &read, self.args)?, read)));
            let (file_parts, read) = match read {
                Ok(read) => read,
                Err(why) => {
                    self.files.input().failed.push((0, format!("{why:#}")));
                    return Ok(());
                }
            };
            let sgf = read.record.to_sgf()?;
            for file_part in file_parts {
                let mut file = open.take().unwrap_or_else(|| {
                    let part = NewFileInfo {
                        input,
                        game: Fields::of(&sgf, file_part.root),
                        number: file_part.number,
                        of,
                        extension: read.record.format().capabilities().extension,
                    };
                    NewGameFile::begin(
                        &mut self.naming,
                        &part,
                        self.args.new_files.force,
                        self.args.dry_run,
                    )
                });
                file.add(file_part.games, file_part.bytes);
                if !file_part.is_last {
                    open = Some(file);
                    continue;
                }
                self.files.end(file)?;
                if self.args.input.strict && !self.files.input().failed.is_empty() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
