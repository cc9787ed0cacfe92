//! `kifu extract`: a game of a collection, a line of it, some of its moves.

pub(crate) mod args;

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use kifu::Record;
use kifu::charset::CharsetSource;
use kifu::figure::{Line, NoMove};
use kifu::names::Fields;
use kifu::parts::{SplitError, SplitGames, excerpt, in_format_of, make_joinable};
use kifu::select::Select;
use kifu::sgf::{Document, NodeId};

use self::args::ExtractArgs;
use crate::charset_guess::refuse_other_guess;
use crate::exit::{Outcome, Refusal, Usage, or_refusal};
use crate::game_files::{Counts, GameFiles, NewGameFile};
use crate::games::{Games, NO_GAMES, refuse_positions};
use crate::input::Input;
use crate::locate;
use crate::naming::{Naming, NewFileInfo, extension};
use crate::new_file::{NewFile, cannot_write};
use crate::output::{self, ContentsOut};
use crate::printable::{count, file_name};
use crate::replace;
use crate::run::Inputs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let to = To::of(args)?;
    let mut files = GameFiles::new(args.told.sequence(), args.dry_run, args.input.strict);
    files.lists &= matches!(to, To::Directory(_));
    if matches!(to, To::File(..)) {
        files = files.delaying_reports();
    }
    let mut extractor = Extractor { args, to, files };
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(Select::needs_all_games);
    let work = |input: &Input| {
        let (games, wanted) = Wanted::of(input, Games::open(input, whole)?, args)?;
        Ok((games.bytes_yielded(), (input.clone(), games, wanted)))
    };
    let input = args.input.without(args.output.as_deref());
    let sink = |(input, mut file, wanted): (Input, Games, Wanted)| {
        let files = &mut extractor.files;
        if wanted.count == 0 {
            if select.is_none() {
                files.counts.refused += 1;
                let why = format!("there is no game {}", args.game);
                files.refusals.add(&input.shown(), Refusal::Negative(why));
            }
            return Ok(());
        }
        files.begin_input(&input, wanted.count > 1);
        wanted.extract(&input, &mut file, &mut extractor)?;
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
    let reports_games = !matches!(to, To::Stdout(_));
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

/// The games of a file that are asked for.
#[derive(Default)]
struct Wanted {
    /// The parts that have some: the number of each, and the games with their numbers in the file.
    parts: Vec<(usize, Vec<(usize, NodeId)>)>,
    /// How many are asked for.
    count: usize,
    /// How many they are chosen from, or of how many lines something is written.
    of: usize,
}

impl Wanted {
    /// Those of a file, and the parts to take them from.
    fn of(input: &Input, mut games: Games, args: &ExtractArgs) -> anyhow::Result<(Games, Wanted)> {
        let mut wanted = Wanted::default();
        let select = args.games.select.as_ref();
        if select.is_none() {
            let number = args.game.get();
            let part = games.with_game(args.game)?;
            refuse_positions(&part.record)?;
            refuse_json(&part.record, &part.chunk.bytes)?;
            let sgf = part.record.to_sgf()?;
            let game = sgf.roots().nth(number - 1 - part.games_before);
            let game = game.map(|root| (number, root));
            wanted.add(0, &sgf, game.into_iter().collect(), args);
            drop(sgf);
            return Ok((Games::only(part), wanted));
        }
        let mut all = 0;
        for (at, part) in games.chunks().enumerate() {
            let part = part?;
            let before = part.games_before;
            refuse_positions(&part.record)?;
            refuse_json(&part.record, &part.chunk.bytes)?;
            let selected = Selected::of(before, select, input, &part.record)?;
            let sgf = part.record.to_sgf()?;
            let numbered = (before + 1..).zip(sgf.roots());
            let taken = numbered.filter(|(_, root)| selected.has(*root)).collect();
            wanted.add(at, &sgf, taken, args);
            all = before + sgf.roots().count();
        }
        if !args.each_variation {
            wanted.of = all;
        }
        Ok((games, wanted))
    }

    /// Adds games of a part.
    fn add(
        &mut self,
        part: usize,
        sgf: &Document,
        games: Vec<(usize, NodeId)>,
        args: &ExtractArgs,
    ) {
        let lines = |(_, root): &(usize, NodeId)| sgf.line_ends(*root).count();
        self.of += match args.each_variation {
            true => games.iter().map(lines).sum(),
            false => games.len(),
        };
        self.count += games.len();
        if !games.is_empty() {
            self.parts.push((part, games));
        }
    }

    /// Writes what is asked for.
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
        for (at, roots) in &self.parts {
            let changed = || io::Error::other("the file was changed while it was read");
            let part = read.nth(at - next).unwrap_or_else(|| Err(changed()));
            next = at + 1;
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
            let extraction = Extraction {
                input,
                wanted: self,
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

/// Writes games.
struct Extractor<'a> {
    args: &'a ExtractArgs,
    to: To<'a>,
    files: GameFiles,
}

impl Extractor<'_> {
    /// Writes a part of a game of the last input where it goes.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn put(
        &mut self,
        part: &NewFileInfo<'_>,
        game: usize,
        bytes: anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<()> {
        let mut bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => return self.fail(game, format!("{why:#}")),
        };
        if !bytes.ends_with(b"\n") && bytes.iter().take(2).all(|b| !matches!(b, 0 | 0xFE | 0xFF)) {
            bytes.push(b'\n');
        }
        match &mut self.to {
            To::Stdout(out) => {
                out.write_all(&bytes)?;
                self.files.written(None, game)
            }
            To::File(path, file) => {
                if !self.args.dry_run {
                    let file =
                        file.get_or_insert_with(|| NewFile::begin(path, self.args.parts.force));
                    let written = file.as_mut().map_or(Ok(()), |file| file.add(&bytes));
                    if let Err(why) = written {
                        *file = Err(why);
                    }
                }
                self.files.written(Some(path.to_owned()), game)
            }
            To::Directory(naming) => {
                let mut file = NewGameFile::begin(naming, part, self.args.dry_run);
                if let (None, Err(why)) = (&file.path, &file.state) {
                    let why = why.clone();
                    return self.fail(game, why);
                }
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

/// Where what is extracted goes.
enum To<'a> {
    Stdout(ContentsOut),
    /// A file, which is begun with the first game, as far as it can be written.
    File(&'a Path, Option<anyhow::Result<NewFile>>),
    Directory(Naming<'a>),
}

impl<'a> To<'a> {
    fn of(args: &'a ExtractArgs) -> Result<To<'a>, Usage> {
        let output = args.output.as_ref();
        let names_place = output.is_some_and(|path| path.as_os_str() != "-");
        if args.told.sequence().is_some() && !names_place {
            let why = "--json and --jsonl take standard output: use -o PATH";
            return Err(Usage(why.to_owned()));
        }
        let several = args.input.are_several();
        let ends_as_one = |path: &Path| path.to_string_lossy().ends_with(std::path::is_separator);
        match &args.output {
            Some(path) if path.as_os_str() != "-" => {
                let named = args.parts.name.is_some();
                match several || named || path.is_dir() || ends_as_one(path) {
                    true => Ok(To::Directory(Naming::new(&args.parts, path, &args.input))),
                    false => Ok(To::File(path, None)),
                }
            }
            _ if args.parts.name.is_some() => Err(Usage(
                "--name calls files in a directory: -o DIRECTORY".to_owned(),
            )),
            _ => Ok(To::Stdout(output::contents())),
        }
    }

    fn finish(self, args: &ExtractArgs, any: bool) -> anyhow::Result<()> {
        match self {
            To::Stdout(mut out) => Ok(out.flush()?),
            To::File(_, Some(file)) => file?.end(),
            To::File(path, None) if any && args.dry_run => {
                replace::vacant(path, args.parts.force)
                    .map_err(anyhow::Error::msg)
                    .with_context(|| cannot_write(path))?;
                if args.told.sequence().is_none() {
                    let mut out = output::stdout();
                    writeln!(out, "{}", file_name(path))?;
                    out.flush()?;
                }
                Ok(())
            }
            To::File(_, None) | To::Directory(_) => Ok(()),
        }
    }
}

/// Games of a part of a file to take something out of.
struct Extraction<'d> {
    input: &'d Input,
    wanted: &'d Wanted,
    record: &'d Record,
    source: &'d [u8],
    sgf: &'d Document,
    roots: &'d [(usize, NodeId)],
    /// All games of the part, split when the first one is needed whole.
    games: OnceCell<Result<SplitGames<'d>, SplitError>>,
}

impl Extraction<'_> {
    /// Writes what is asked for. `lines` counts the lines of the file.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn extract(&self, lines: &mut usize, extractor: &mut Extractor<'_>) -> anyhow::Result<()> {
        let args = extractor.args;
        let Wanted { count, of, .. } = *self.wanted;
        let several = match args.each_variation {
            true => of > 1,
            false => count > 1,
        };
        let together = several && !matches!(extractor.to, To::Directory(_));
        let has_chunks = self.record.format().capabilities().has_chunks;
        if together && !(has_chunks && self.sgf.utf16().is_none()) {
            let why = "its games cannot stand one after the other: use -o DIRECTORY/".to_owned();
            let refusal = (self.roots[0].0, Refusal::Usage(why));
            extractor.files.input().refused.push(refusal);
            return Ok(());
        }
        for &(game, root) in self.roots {
            let wanted: Vec<_> = match args.each_variation {
                true => self.sgf.line_ends(root).map(Some).collect(),
                false => vec![None],
            };
            for end in wanted {
                *lines += 1;
                let number = if of == 1 || args.each_variation {
                    *lines
                } else {
                    game
                };
                let bytes = match end {
                    Some(end) => self.line_to(root, &Line::to(self.sgf, end)),
                    None => self.one(root, args),
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
                let part = self.part(root, number, of);
                extractor.put(&part, game, bytes)?;
            }
        }
        Ok(())
    }

    fn line_to(&self, root: NodeId, line: &Line<'_>) -> anyhow::Result<Vec<u8>> {
        self.in_format(root, self.sgf.line_to_bytes(line.nodes()))
    }

    /// A game, or the line or the moves of it that are requested.
    fn one(&self, root: NodeId, args: &ExtractArgs) -> anyhow::Result<Vec<u8>> {
        let line = match (args.variation, &args.path, &args.moves) {
            (None, None, None) => {
                let games = || SplitGames::of(self.record, self.source);
                let games = self.games.get_or_init(games).as_ref().map_err(|why| *why)?;
                let game = games.game(root)?;
                let game = game.context("the game has no place in the file")?;
                return Ok(game.into_owned());
            }
            (None, path, _) => locate::line(self.sgf, root, path.as_ref(), None)?,
            (Some(number), ..) => {
                let end = self.sgf.line_ends(root).nth(number.get() - 1);
                let no_line = || Refusal::Negative(format!("there is no line {number}"));
                Line::to(self.sgf, end.ok_or_else(no_line)?)
            }
        };
        let Some(moves) = &args.moves else {
            return self.line_to(root, &line);
        };
        let (number, last) = (*moves.0.start(), line.last_move());
        let no_move = || Refusal::Usage(NoMove { number, last }.to_string());
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
        in_format_of(self.record, self.source, &document).context(NO_GAMES)
    }

    fn part(&self, root: NodeId, number: usize, of: usize) -> NewFileInfo<'_> {
        NewFileInfo {
            input: self.input,
            game: Fields::of(self.sgf, root),
            number,
            of,
            extension: extension(self.record),
        }
    }
}
