//! `kifu rec record`: make recordings from journals and games.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{ArgGroup, Args, ValueHint};
use kifu::rgf::{Dialect, Media, Stream, Streams};
use kifu::sgf::{Document, Place};
use kifu::timeline::{Builder, ClockCoverage, Follower, NodeId, Time, Timeline};
use kifu_files::OtherKind;

use super::args::SaveArgs;
use super::save::{self, BundleFiles, Destination, MemberSource};
use crate::args::values::{parse_duration, parse_time};
use crate::exit::{NoPath, Outcome, Usage};
use crate::output;
use crate::printable::{count, file_name};

/// Make a recording from a journal on standard input or from games
///
/// Without --cues, --clocks or --difference, a journal on standard input is required.
///
/// A journal is read until standard input ends, so a program can still be writing it. If the
/// journal is truncated or damaged, the recording contains all edits before the damage.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("source").args(["cues", "clocks", "difference"]).requires("games")))]
pub(crate) struct RecRecordArgs {
    /// The file with the game to record, or the game that the journal continues
    ///
    /// With --difference, the files with the old and the new version of a game.
    #[arg(value_name = "GAME", num_args = 0..=2, value_hint = ValueHint::FilePath)]
    games: Vec<PathBuf>,

    /// Record a talk about GAME; FILE lists the times at which nodes are shown
    ///
    /// Each line of FILE has a time, the address of the node that is shown, and optionally the title
    /// of a chapter, such as `12:30 m7` or `13:00 m9:1.3 The better move`. `kifu tree` shows the
    /// addresses.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    cues: Option<PathBuf>,

    /// Record the moves of GAME at the times that the clocks show
    #[arg(long)]
    clocks: bool,

    /// Record the changes between two versions of a game
    #[arg(long)]
    difference: bool,

    /// With --clocks, the duration of moves without a clock time
    #[arg(long, value_name = "TIME", default_value = "5", value_parser = parse_duration, requires = "clocks")]
    default_duration: Duration,

    /// With --difference, the time of the changes
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = parse_time, requires = "difference")]
    at: Time,

    /// Add audio or video, such as talk.mp3:audio
    ///
    /// SOURCE is a file or a URL. This option can be repeated.
    #[arg(long, value_name = "SOURCE:KIND")]
    media: Vec<Media>,

    #[command(flatten)]
    save: SaveArgs,
}

pub(crate) fn run(args: &RecRecordArgs) -> anyhow::Result<Outcome> {
    let needed = if args.difference { 2 } else { 1 };
    let is_journal = args.cues.is_none() && !args.clocks && !args.difference;
    if args.games.len() > needed || (!is_journal && args.games.len() < needed) {
        let why = if args.difference {
            "`--difference` needs two GAME files: the old and the new version"
        } else {
            "expected one GAME; only `--difference` takes two"
        };
        return Err(Usage(why.to_owned()).into());
    }
    if !args.media.is_empty() && !matches!(Destination::of(&args.save), Destination::Bundle(_)) {
        let why = "`--media` needs a bundle; use `-o` with a name that ends in .rgt or .rgz";
        return Err(Usage(why.to_owned()).into());
    }
    let games: Vec<SourceGame> = args
        .games
        .iter()
        .map(|path| SourceGame::read(path))
        .collect::<Result<_, _>>()?;
    if !is_journal {
        let is_complete = NewRecording::of_games(args, games)?.save(args)?;
        return Ok(done(u64::from(!is_complete)));
    }
    if io::stdin().is_terminal() {
        return Err(NoPath("rec record".to_owned()).into());
    }
    let journal = Journal::read(io::stdin().lock())?;
    let main = match games.into_iter().next() {
        Some(game) => game,
        None => SourceGame::empty(journal.game)?,
    };
    let is_whole = !journal.damaged;
    let is_complete = NewRecording::of_journal(journal, main)?.save(args)?;
    Ok(done(u64::from(!is_whole || !is_complete)))
}

fn done(failed: u64) -> Outcome {
    Outcome {
        read: 1,
        failed,
        ..Outcome::default()
    }
}

/// An SGF file and the root of its first game.
struct SourceGame {
    document: Document,
    root: NodeId,
}

impl SourceGame {
    fn read(path: &Path) -> anyhow::Result<SourceGame> {
        let document = Document::parse(save::read(path)?).with_context(|| file_name(path))?;
        SourceGame::first(document).with_context(|| file_name(path))
    }

    /// Returns a game without game information and moves; `number` is the value of GM.
    fn empty(number: u16) -> anyhow::Result<SourceGame> {
        SourceGame::first(Document::parse(format!("(;FF[4]GM[{number}]CA[UTF-8])\n"))?)
    }

    fn first(document: Document) -> anyhow::Result<SourceGame> {
        let root = document.roots().next().context(OtherKind::Unknown)?;
        Ok(SourceGame { document, root })
    }
}

/// A recording, and the node of an SGF file that it continues.
struct NewRecording {
    timeline: Timeline,
    dialect: Dialect,
    main: Document,
    node: NodeId,
}

/// A complete journal.
struct Journal {
    timeline: Timeline,
    dialect: Dialect,
    /// The kind of game, as in the property GM.
    game: u16,
    damaged: bool,
}

impl Journal {
    fn read(mut source: impl Read) -> anyhow::Result<Journal> {
        let mut follower = Follower::default();
        let mut buffer = vec![0; 1 << 16];
        let mut damaged = false;
        loop {
            let read = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error).context("cannot read the journal"),
            };
            if let Err(error) = follower.feed(&buffer[..read]) {
                output::message(format_args!(
                    "{error}; the recording ends before this error"
                ));
                damaged = true;
                break;
            }
        }
        anyhow::ensure!(
            follower.recorder().is_some(),
            "standard input is not a journal; use `--clocks` or `--cues` to record the game itself"
        );
        let recorder = follower.finish();
        let settings = recorder.settings();
        let end = recorder.time();
        Ok(Journal {
            timeline: recorder.finish(end),
            dialect: settings.ties.into(),
            game: settings.context.game.0,
            damaged,
        })
    }
}

impl NewRecording {
    fn of_games(args: &RecRecordArgs, games: Vec<SourceGame>) -> anyhow::Result<NewRecording> {
        let mut games = games.into_iter();
        let SourceGame { document, root } = games.next().context(OtherKind::Unknown)?;
        let builder = match (&args.cues, games.next()) {
            (Some(path), _) => {
                let cues = save::read_text(path)?;
                Builder::from_cues(&document, root, &cues).with_context(|| file_name(path))?
            }
            (None, Some(new)) => {
                Builder::from_difference((&document, root), (&new.document, new.root), args.at)
            }
            (None, None) => {
                let forest = document.forest();
                if forest.main_line(root).count() < forest.preorder(root).count() {
                    output::message(format_args!(
                        "the recording contains only the main line, without variations"
                    ));
                }
                report_assumptions(ClockCoverage::of(&document, root), args.default_duration);
                Builder::from_clocks(&document, root, args.default_duration)
            }
        };
        Ok(NewRecording {
            timeline: builder.build().0,
            dialect: Dialect::Counted,
            main: document,
            node: root,
        })
    }

    fn of_journal(journal: Journal, game: SourceGame) -> anyhow::Result<NewRecording> {
        let SourceGame { mut document, root } = game;
        // If the initial state has nodes, the recording contains the game itself and is attached to
        // the root; otherwise it gets a node of its own.
        let node = match journal.timeline.first().roots().next() {
            Some(_) => root,
            None => {
                let node = document.add_node(Place::LastChild(root))?;
                let bytes = document.to_bytes();
                document = document.with_text(bytes)?;
                last_child(&document).unwrap_or(node)
            }
        };
        Ok(NewRecording {
            timeline: journal.timeline,
            dialect: journal.dialect,
            main: document,
            node,
        })
    }

    /// Writes the recording. Returns whether it is complete.
    fn save(&self, args: &RecRecordArgs) -> anyhow::Result<bool> {
        let mut is_complete = true;
        let charset = self.main.charset(self.node).charset;
        let rgf = save::to_rgf(&self.timeline, self.dialect, charset)?;
        match Destination::of(&args.save) {
            Destination::Stdout => save::write_bytes(&rgf, None, false)?,
            Destination::Rgf(path) => save::write_bytes(&rgf, Some(path), args.save.force)?,
            Destination::Bundle(path) => is_complete = self.bundle(path, rgf.clone(), args)?,
        }
        save::report_length(&rgf, charset)?;
        Ok(is_complete)
    }

    fn bundle(&self, path: &Path, rgf: Vec<u8>, args: &RecRecordArgs) -> anyhow::Result<bool> {
        let main_name = save::main_name(path);
        let stem = main_name.trim_end_matches(".sgf");
        let file = format!("{stem}.rgf");
        let (media, sources): (Vec<Media>, Vec<Option<PathBuf>>) =
            args.media.iter().map(media_of).unzip();
        let main = Stream::add(&self.main, self.node, &file, &self.timeline, &media)?;
        let mut files = BundleFiles::new(&main_name, main.to_bytes());
        files.add(&file, MemberSource::Bytes(rgf));
        for (media, source) in media.iter().zip(sources) {
            if let Some(source) = source {
                files.add(&media.source, MemberSource::File(source));
            }
        }
        files.write(path, args.save.force, args.save.size, &Streams::of(&main))
    }
}

/// Reports the moves whose duration the clocks do not determine.
fn report_assumptions(ClockCoverage { moves, assumed }: ClockCoverage, unknown: Duration) {
    let seconds = unknown.as_secs_f64();
    if assumed == 0 {
        return;
    }
    let assumption =
        format!("assumed {seconds} seconds per move; `--default-duration` changes this");
    if assumed == moves {
        output::message(format_args!("the game has no clock times; {assumption}"));
    } else {
        let moves = count(moves as u64, "move");
        output::message(format_args!(
            "the clocks do not determine the time of {assumed} of {moves}; {assumption}"
        ));
    }
}

/// Returns the last child of the root of the first game.
fn last_child(document: &Document) -> Option<NodeId> {
    document.forest().last_child(document.roots().next()?)
}

/// Returns the media entry of the SGF file, and the path of the media file if it is local.
fn media_of(arg: &Media) -> (Media, Option<PathBuf>) {
    let path = Path::new(&arg.source);
    let is_file = !arg.source.contains("://");
    let name = path.file_name().filter(|_| is_file);
    let media = Media {
        source: name.map_or_else(
            || arg.source.clone(),
            |name| name.to_string_lossy().into_owned(),
        ),
        kind: arg.kind.clone(),
    };
    (media, is_file.then(|| path.to_owned()))
}
