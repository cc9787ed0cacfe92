//! `kifu extract`: extract a game, or a line or some moves of a game.

pub(crate) mod args;

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use kifu::Record;
use kifu::charset::CharsetSource;
use kifu::figure::Line;
use kifu::names::Fields;
use kifu::parts::{SplitError, SplitGames, excerpt, in_format_of, make_joinable};
use kifu::select::Select;
use kifu::sgf::{Document, NodeId};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::{Games, refuse_positions};
use kifu_files::names::{Naming, NewFileInfo};
use kifu_files::write;

use self::args::ExtractArgs;
use crate::charset_guess::refuse_other_guess;
use crate::exit::{Outcome, Refusal, Usage, or_refusal};
use crate::game_files::{Counts, GameFiles, NewGameFile};
use crate::locate;
use crate::new_file::{NewFile, cannot_write};
use crate::output::{self, ContentsOut};
use crate::printable::{InputName, count, file_name};
use crate::read_files;
use crate::run::Inputs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let to = Target::of(args)?;
    let mut files = GameFiles::new(args.report.sequence(), args.dry_run, args.input.strict);
    files.lists &= matches!(to, Target::Directory(_));
    if matches!(to, Target::File(..)) {
        files = files.delaying_reports();
    }
    let mut extractor = Extractor { args, to, files };
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(Select::needs_all_games);
    let work = |input: &Input| {
        let (games, selection) = Selection::of(input, Games::open(input, whole)?, args)?;
        Ok((games.bytes_yielded(), (input.clone(), games, selection)))
    };
    let input = args.input.without(args.output.as_deref());
    let sink = |(input, mut file, selection): (Input, Games, Selection)| {
        let files = &mut extractor.files;
        if selection.count == 0 {
            if select.is_none() {
                files.counts.refused += 1;
                let why = format!("the file has no game {}", args.game);
                files.refusals.add(&input.shown(), Refusal::Negative(why));
            }
            return Ok(());
        }
        files.begin_input(&input, selection.count > 1);
        selection.extract(&input, &mut file, &mut extractor)?;
        extractor.files.end_input()
    };
    let mut outcome = Inputs::of("extract", &input).each(work, sink)?;
    let Extractor { to, mut files, .. } = extractor;
    files.commit()?;
    let Counts {
        files: games,
        refused,
        unwritten,
        in_part,
        ..
    } = files.counts;
    let reports_games = !matches!(to, Target::Stdout(_));
    let finished = to.finish(args, games > 0);
    files.finish(finished.is_err())?;
    finished?;
    let mut refusals = files.refusals;
    // An input counts once, however many of its games are refused.
    refusals.refused = refused;
    outcome.failed += in_part;
    refusals.negative |= select.is_some() && games == 0;
    if reports_games {
        let verb = if args.dry_run { "to write" } else { "written" };
        let (games, of) = (count(games, "game"), count(outcome.read - refused, "file"));
        output::line(format_args!("{games} of {of} {verb}"));
    }
    refusals.end(outcome.without(unwritten))
}

/// The games of a file that are extracted.
#[derive(Default)]
struct Selection {
    /// The chunks with selected games: the index of each chunk, and the games with their numbers in
    /// the file.
    chunks: Vec<(usize, Vec<(usize, NodeId)>)>,
    /// The number of selected games.
    count: usize,
    /// The number of games in the file, or the number of lines with `--each-variation`.
    total: usize,
}

impl Selection {
    /// Selects games of a file. Returns the selection, and the games for a second pass that writes
    /// the selected ones.
    fn of(
        input: &Input,
        mut games: Games,
        args: &ExtractArgs,
    ) -> anyhow::Result<(Games, Selection)> {
        let mut selection = Selection::default();
        let select = args.games.select.as_ref();
        if select.is_none() {
            let number = args.game.get();
            let part = games.with_game(args.game)?;
            refuse_positions(&part.record)?;
            refuse_json(&part.record, &part.chunk.bytes)?;
            let sgf = part.record.to_sgf()?;
            let game = sgf.roots().nth(number - 1 - part.games_before);
            let game = game.map(|root| (number, root));
            selection.add(0, &sgf, game.into_iter().collect(), args);
            drop(sgf);
            return Ok((Games::only(part), selection));
        }
        let mut all = 0;
        for (index, part) in games.chunks().enumerate() {
            let part = part?;
            let before = part.games_before;
            refuse_positions(&part.record)?;
            refuse_json(&part.record, &part.chunk.bytes)?;
            let selected = Selected::of(before, select, input, &part.record)?;
            let sgf = part.record.to_sgf()?;
            let numbered = (before + 1..).zip(sgf.roots());
            let taken = numbered.filter(|(_, root)| selected.has(*root)).collect();
            selection.add(index, &sgf, taken, args);
            all = before + sgf.roots().count();
        }
        if !args.each_variation {
            selection.total = all;
        }
        Ok((games, selection))
    }

    /// Adds games of a chunk.
    fn add(
        &mut self,
        chunk: usize,
        sgf: &Document,
        games: Vec<(usize, NodeId)>,
        args: &ExtractArgs,
    ) {
        let lines = |(_, root): &(usize, NodeId)| sgf.line_ends(*root).count();
        self.total += if args.each_variation {
            games.iter().map(lines).sum()
        } else {
            games.len()
        };
        self.count += games.len();
        if !games.is_empty() {
            self.chunks.push((chunk, games));
        }
    }

    /// Writes the selected games of the file.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn extract(
        &self,
        input: &Input,
        games: &mut Games,
        extractor: &mut Extractor<'_>,
    ) -> anyhow::Result<()> {
        let (mut read, mut next, mut lines) = (games.chunks(), 0, 0);
        for (index, roots) in &self.chunks {
            let changed = || io::Error::other("the file changed while it was being read");
            let part = read.nth(index - next).unwrap_or_else(|| Err(changed()));
            next = index + 1;
            let part = match part {
                Ok(part) => part,
                Err(why) => {
                    let failed = |(game, _): &(usize, NodeId)| (*game, format!("{why:#}"));
                    extractor
                        .files
                        .input()
                        .failed
                        .extend(roots.iter().map(failed));
                    continue;
                }
            };
            let extraction = ChunkExtraction {
                input,
                selection: self,
                record: &part.record,
                source: &part.chunk.bytes,
                sgf: &*part.record.to_sgf()?,
                roots,
                games: OnceCell::new(),
            };
            extraction.extract(&mut lines, extractor)?;
        }
        Ok(())
    }
}

/// Writes extracted games to their files or to standard output.
struct Extractor<'a> {
    args: &'a ExtractArgs,
    to: Target<'a>,
    files: GameFiles,
}

impl Extractor<'_> {
    /// Writes a game of the last input, or the line to the node with the address `end`, to its target.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn put(
        &mut self,
        part: &NewFileInfo<'_>,
        game: usize,
        (end, bytes): (Option<String>, anyhow::Result<Vec<u8>>),
    ) -> anyhow::Result<()> {
        let mut bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => return self.fail(game, format!("{why:#}")),
        };
        if !bytes.ends_with(b"\n") && bytes.iter().take(2).all(|b| !matches!(b, 0 | 0xFE | 0xFF)) {
            bytes.push(b'\n');
        }
        match &mut self.to {
            Target::Stdout(out) => {
                out.write_all(&bytes)?;
                self.files.written(None, game, end)
            }
            Target::File(path, file) => {
                if !self.args.dry_run {
                    let file =
                        file.get_or_insert_with(|| NewFile::begin(path, self.args.new_files.force));
                    let written = file.as_mut().map_or(Ok(()), |file| file.add(&bytes));
                    if let Err(why) = written {
                        *file = Err(why);
                    }
                }
                self.files.written(Some(path.to_owned()), game, end)
            }
            Target::Directory(naming) => {
                let mut file =
                    NewGameFile::begin(naming, part, self.args.new_files.force, self.args.dry_run);
                if let (None, Err(why)) = (&file.path, &file.state) {
                    let why = why.clone();
                    return self.fail(game, why);
                }
                file.end = end;
                file.add([game], Ok(bytes));
                self.files.end(file)
            }
        }
    }

    fn fail(&mut self, game: usize, why: String) -> anyhow::Result<()> {
        self.files.input().failed.push((game, why));
        Ok(())
    }
}

/// The destination of extracted games.
enum Target<'a> {
    Stdout(ContentsOut),
    /// A file, which is created when the first game is written, or the error from writing it.
    File(&'a Path, Option<anyhow::Result<NewFile>>),
    Directory(Naming<'a>),
}

impl<'a> Target<'a> {
    fn of(args: &'a ExtractArgs) -> Result<Target<'a>, Usage> {
        let output = args.output.as_ref();
        let has_path = output.is_some_and(|path| path.as_os_str() != "-");
        if args.report.sequence().is_some() && !has_path {
            let why =
                "`--json` and `--jsonl` write to standard output; use `-o PATH` for the games";
            return Err(Usage(why.to_owned()));
        }
        let several = args.input.are_several();
        let has_separator = |path: &Path| path.to_string_lossy().ends_with(std::path::is_separator);
        match &args.output {
            Some(path) if path.as_os_str() != "-" => {
                let named = args.new_files.name.is_some();
                let is_folder = path.is_dir() || has_separator(path);
                // A file in the directory is named after its input.
                let reads_file = args.input.paths.iter().any(|path| path.as_os_str() != "-");
                let makes_files = args.each_variation
                    && path.extension().is_none()
                    && !path.is_file()
                    && reads_file;
                if several || named || is_folder || makes_files {
                    let template = args.new_files.name.as_ref();
                    let naming = Naming::new(template, path, &args.input.sources());
                    Ok(Target::Directory(naming))
                } else {
                    Ok(Target::File(path, None))
                }
            }
            _ if args.new_files.name.is_some() => Err(Usage(
                "`--name` names files in a directory; add `-o DIR`".to_owned(),
            )),
            _ => Ok(Target::Stdout(output::contents())),
        }
    }

    fn finish(self, args: &ExtractArgs, any: bool) -> anyhow::Result<()> {
        match self {
            Target::Stdout(mut out) => Ok(out.flush()?),
            Target::File(_, Some(file)) => file?.end(),
            Target::File(path, None) if any && args.dry_run => {
                write::vacant(path, &read_files::overwrite(args.new_files.force))
                    .map_err(anyhow::Error::msg)
                    .with_context(|| cannot_write(path))?;
                if args.report.sequence().is_none() {
                    let mut out = output::stdout();
                    writeln!(out, "{}", file_name(path))?;
                    out.flush()?;
                }
                Ok(())
            }
            Target::File(_, None) | Target::Directory(_) => Ok(()),
        }
    }
}

/// A chunk of a file with selected games.
struct ChunkExtraction<'d> {
    input: &'d Input,
    selection: &'d Selection,
    record: &'d Record,
    source: &'d [u8],
    sgf: &'d Document,
    /// The selected games: their numbers in the file, and their roots.
    roots: &'d [(usize, NodeId)],
    /// All games of the chunk, split when the first whole game is extracted.
    games: OnceCell<Result<SplitGames<'d>, SplitError>>,
}

impl ChunkExtraction<'_> {
    /// Writes the selected games of the chunk. `lines` counts the lines of the file.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn extract(&self, lines: &mut usize, extractor: &mut Extractor<'_>) -> anyhow::Result<()> {
        let args = extractor.args;
        let Selection { count, total, .. } = *self.selection;
        let several = if args.each_variation {
            total > 1
        } else {
            count > 1
        };
        let together = several && !matches!(extractor.to, Target::Directory(_));
        let has_chunks = self.record.format().capabilities().has_chunks;
        if together && !(has_chunks && self.sgf.utf16().is_none()) {
            let why = "its games cannot be written to one file; use `-o DIR/`".to_owned();
            let refusal = (self.roots[0].0, Refusal::Usage(why));
            extractor.files.input().refused.push(refusal);
            return Ok(());
        }
        for &(game, root) in self.roots {
            let line_ends: Vec<_> = if args.each_variation {
                self.sgf.line_ends(root).map(Some).collect()
            } else {
                vec![None]
            };
            let addresses = OnceCell::new();
            for end in line_ends {
                *lines += 1;
                let address = |node: NodeId| {
                    let addresses = addresses.get_or_init(|| self.sgf.addresses(root));
                    Some(addresses.get(node)?.to_string())
                };
                let is_reported = args.report.sequence().is_some();
                let end_address = end.filter(|_| is_reported).and_then(address);
                let number = if total == 1 || args.each_variation {
                    *lines
                } else {
                    game
                };
                let bytes = match end {
                    Some(end) => self.line_to(root, &Line::to(self.sgf, end)),
                    None => self.game_or_line(root, args),
                };
                let bytes = match or_refusal(bytes) {
                    Ok(Err(refusal)) => {
                        extractor.files.input().refused.push((game, refusal));
                        continue;
                    }
                    Ok(Ok(bytes)) if together => {
                        let charset = self.sgf.charset(root).charset;
                        make_joinable(&bytes, charset).map_err(Into::into)
                    }
                    Ok(Ok(bytes)) => Ok(bytes),
                    Err(why) => Err(why),
                };
                let part = self.part(root, number, total);
                extractor.put(&part, game, (end_address, bytes))?;
            }
        }
        Ok(())
    }

    fn line_to(&self, root: NodeId, line: &Line<'_>) -> anyhow::Result<Vec<u8>> {
        self.in_format(root, self.sgf.line_to_bytes(line.nodes()))
    }

    /// Returns a game, or the line or the moves of it that `args` choose.
    fn game_or_line(&self, root: NodeId, args: &ExtractArgs) -> anyhow::Result<Vec<u8>> {
        let line = match (args.variation, &args.path, &args.moves) {
            (None, None, None) => {
                let games = || SplitGames::of(self.record, self.source);
                let games = self.games.get_or_init(games).as_ref().map_err(|why| *why)?;
                let game = games.game(root)?;
                let game = game.context("the game was not found in the file")?;
                return Ok(game.into_owned());
            }
            (None, path, _) => locate::whole_line(self.sgf, (None, root), path.as_ref())?,
            (Some(number), ..) => {
                let end = self.sgf.line_ends(root).nth(number.get() - 1);
                let no_line = || Refusal::Negative(format!("the game has no line {number}"));
                Line::to(self.sgf, end.ok_or_else(no_line)?)
            }
        };
        let Some(moves) = &args.moves else {
            return self.line_to(root, &line);
        };
        let no_move = || {
            let why = line.no_move(*moves.0.start());
            Refusal::Usage(format!("the game has {why}"))
        };
        let bytes = excerpt(&line, moves.0.clone()).ok_or_else(no_move)??;
        self.in_format(root, bytes)
    }

    fn in_format(&self, root: NodeId, sgf: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        if let Some(document) = self.record.sgf_document() {
            let found = document.charset(root);
            if found.source == CharsetSource::Guess {
                let after = Document::parse(sgf.as_slice())?;
                if let Some(root) = after.roots().next() {
                    refuse_other_guess(found, &after, root)?;
                }
            }
            return Ok(sgf);
        }
        let document = Document::parse(sgf)?;
        in_format_of(self.record, self.source, &document)
            .with_context(|| OtherKind::of_unwritten(self.record))
    }

    fn part(&self, root: NodeId, number: usize, of: usize) -> NewFileInfo<'_> {
        NewFileInfo {
            input: self.input,
            game: Fields::of(self.sgf, root),
            number,
            of,
            extension: self.record.format().capabilities().extension,
        }
    }
}
