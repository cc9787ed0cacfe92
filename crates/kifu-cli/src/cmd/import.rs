//! `kifu import`: write game records from the data of other programs.

pub(crate) mod args;

use self::args::{ImportArgs, ImportVerb};
use crate::exit::Outcome;

pub(crate) fn run(args: &ImportArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        #[cfg(feature = "tables")]
        ImportVerb::Tables(args) => tables::run(args),
        #[cfg(not(feature = "tables"))]
        ImportVerb::Tables(_) => Err(crate::exit::without_tables().into()),
    }
}

#[cfg(feature = "tables")]
mod tables {
    use std::collections::BTreeSet;
    use std::io::Write;
    use std::path::Path;

    use kifu_files::reason;
    use kifu_tables::ImportedGames;

    use super::args::ImportTablesArgs;
    use crate::exit::Outcome;
    use crate::new_file::NewFile;
    use crate::new_files::NewFiles;
    use crate::output;
    use crate::printable::{Printable, count, file_name};
    use crate::read_files;

    pub(super) fn run(args: &ImportTablesArgs) -> anyhow::Result<Outcome> {
        let path = args.output.as_deref();
        match path.filter(|path| path.as_os_str() != "-") {
            None => {
                let mut out = output::stdout();
                let (outcome, _) = each_game(args, |_, sgf| Ok(out.write_all(sgf)?))?;
                out.flush()?;
                Ok(outcome)
            }
            Some(path) if is_directory(path) => directory(args, path),
            Some(path) => {
                let mut file = NewFile::begin(path, args.force)?;
                let (outcome, games) = each_game(args, |_, sgf| file.add(sgf))?;
                if outcome.read > 0 {
                    file.end()?;
                    let games = count(games, "game");
                    output::message(format_args!("{}: {games}", file_name(path)));
                }
                Ok(outcome)
            }
        }
    }

    fn is_directory(path: &Path) -> bool {
        path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
    }

    /// Writes a file for each game.
    fn directory(args: &ImportTablesArgs, directory: &Path) -> anyhow::Result<Outcome> {
        std::fs::create_dir_all(directory)?;
        let mut files = NewFiles::new(args.force, false, 0);
        let mut numbers = BTreeSet::new();
        let (outcome, _) = each_game(args, |number, sgf| {
            files.begin_input();
            let path = directory.join(format!("{number}.sgf"));
            if !numbers.insert(number) {
                let name = file_name(&path);
                let why = "another game of this run has the number; write each table to its own directory";
                return files.fail(files.inputs, format_args!("{name}: {why}"));
            }
            files.add_new(path, sgf.to_vec(), false)
        })?;
        let unwritten = files.commit();
        let games = count(files.inputs - unwritten, "game");
        output::message(format_args!("{}: {games}", file_name(directory)));
        Ok(outcome.without(unwritten))
    }

    /// Calls `write` with the number and the text of each game. Returns the number of games. A table that cannot be read
    /// is reported.
    fn each_game(
        args: &ImportTablesArgs,
        mut write: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Outcome, u64)> {
        let mut outcome = Outcome::default();
        let mut games = 0;
        for table in &args.tables {
            read_files::all().add(table);
            let mut read = || -> anyhow::Result<()> {
                for game in ImportedGames::open(table, args.main_lines)? {
                    let game = game?;
                    let number = game.game.and_then(|number| u64::try_from(number).ok());
                    write(number.unwrap_or(games), game.sgf.as_bytes())?;
                    games += 1;
                }
                Ok(())
            };
            match read() {
                Ok(()) => outcome.read += 1,
                Err(error) if error.is::<kifu_tables::ReadTableError>() => {
                    outcome.failed += 1;
                    output::message(format_args!("{}", Printable(&reason(error))));
                }
                Err(error) => return Err(error),
            }
        }
        Ok((outcome, games))
    }
}
