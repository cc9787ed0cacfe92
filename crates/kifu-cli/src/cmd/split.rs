//! `kifu split`: write each game of a collection to its own file.

pub(crate) mod args;

use kifu::names::Fields;
use kifu::parts::Between;
use kifu::select::Select;
use kifu_files::Input;
use kifu_files::games::{Games, refuse_positions};
use kifu_files::names::{Naming, NewFileInfo};
use kifu_files::pieces::{Pieces, SplitOptions};

use self::args::SplitArgs;
use crate::exit::{Outcome, Usage};
use crate::game_files::{GameFiles, NewGameFile};
use crate::output;
use crate::printable::count;
use crate::run::Inputs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

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
        let pieces = pieces(input, &mut games, args)?;
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
        let of = pieces.files();
        let mut open = None;
        for (selected, read) in pieces.selected_chunks(games) {
            let read = read.map_err(anyhow::Error::from);
            let read = read.and_then(|read| Ok((pieces.file_parts(selected, &read)?, read)));
            let (file_parts, read) = match read {
                Ok(read) => read,
                Err(why) => {
                    self.files.input().failed.push((0, format!("{why:#}")));
                    return Ok(());
                }
            };
            let sgf = read.record.to_sgf()?;
            let extension = read.record.format().capabilities().extension;
            for file_part in file_parts {
                let mut file = open.take().unwrap_or_else(|| {
                    let part = NewFileInfo {
                        input,
                        game: Fields::of(&sgf, file_part.root),
                        number: file_part.number,
                        of,
                        extension,
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

/// Finds the selected pieces of a file.
fn pieces(input: &Input, games: &mut Games, args: &SplitArgs) -> anyhow::Result<Pieces> {
    let select = args.games.select.as_ref();
    let options = SplitOptions {
        every: args.every,
        between: if args.raw {
            Between::Keep
        } else {
            Between::Drop
        },
    };
    Pieces::of(games, options, |read| {
        refuse_positions(&read.record)?;
        // JSON pieces are written in UTF-8, unless `--raw` copies their bytes.
        if !args.raw {
            refuse_json(&read.record, &read.chunk.bytes)?;
        }
        let selected = Selected::of(read.games_before, select, input, &read.record)?;
        anyhow::Ok(selected.into_roots())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing::games;
    use crate::chunk_testing::{collections, input, verb};

    fn args(more: &[&str]) -> SplitArgs {
        match verb(&[&["split"], more].concat()) {
            Verb::Split(args) => args,
            _ => unreachable!("the command is `split`"),
        }
    }

    /// The number of all new files, and the new files with selected games. Each file has its index,
    /// the numbers of its games, and its bytes or the reason why it cannot be written.
    type NewFiles = (usize, Vec<(usize, Vec<usize>, Result<Vec<u8>, String>)>);

    fn split(bytes: &[u8], max_len: usize, args: &SplitArgs) -> Result<NewFiles, String> {
        let input = input(bytes);
        let mut games = games(&input, max_len);
        let pieces = pieces(&input, &mut games, args).map_err(|why| why.to_string())?;
        let (mut files, mut open) = (Vec::new(), false);
        for (selected, read) in pieces.selected_chunks(&mut games) {
            let read = read.expect("the file is in memory");
            let parts = pieces.file_parts(selected, &read);
            for part in parts.expect("the file is unchanged") {
                if !std::mem::replace(&mut open, !part.is_last) {
                    files.push((part.number, Vec::new(), Ok(Vec::new())));
                }
                let (number, games, bytes) = files.last_mut().expect("the file was added");
                assert_eq!(*number, part.number);
                games.extend(part.games);
                match (bytes, part.bytes) {
                    (Ok(bytes), Ok(more)) => bytes.extend(more),
                    (bytes @ Ok(_), Err(why)) => *bytes = Err(why),
                    (Err(_), _) => {}
                }
            }
        }
        assert!(!open);
        Ok((pieces.files(), files))
    }

    #[test]
    fn pieces_of_chunks_equal_pieces_of_whole_file() {
        for more in [
            &[][..],
            &["--raw"],
            &["--every=1"],
            &["--every=5"],
            &["--every=7", "--raw"],
            &["-e", "moves > 10 and number < 20"],
            &["-e", "moves < 10", "--every=3"],
            &["-e", "has(RE)", "--every=2", "--raw"],
        ] {
            let args = args(more);
            for (bytes, max_len) in collections() {
                let whole = split(&bytes, 0, &args);
                let chunked = split(&bytes, max_len, &args);
                assert!(whole == chunked, "{more:?}");
            }
        }
    }
}
