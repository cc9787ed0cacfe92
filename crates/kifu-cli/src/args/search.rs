//! The command line of the search for patterns: `kifu next`, `kifu index`, and what `kifu find` has of it.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use kifu::core::{Color, Move, Point, Size, Western};
use kifu::search::Anchor;

use super::InputArgs;

/// Which pattern, and how it may lie.
#[derive(Clone, Debug, Args)]
pub(crate) struct PatternArgs {
    /// Look for the pattern of FILE: the stones of its first game, with AE for empty points, TR for black
    /// or empty, SQ for white or empty, CR for either stone and MA for anything; VW makes it a part of the
    /// board, without further stones. See `kifu find --help`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<PathBuf>,

    /// Look for a pattern that is drawn in a file, or here with `/` between the rows: X and O stones, `.`
    /// empty, x and o that or empty, * either stone, ? anything; | and lines of - are edges of the board
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "pattern",
        allow_hyphen_values = true
    )]
    pub(crate) text_pattern: Option<String>,

    /// Also as it is turned and mirrored
    #[arg(long)]
    pub(crate) any_symmetry: bool,

    /// Also with the colours exchanged
    #[arg(long)]
    pub(crate) swap: bool,

    /// Where it may lie on the board
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    pub(crate) anchor: AnchorArg,

    /// Only positions before move N
    #[arg(long, value_name = "N")]
    pub(crate) before: Option<u32>,

    /// Only the first hit of each game
    #[arg(long)]
    pub(crate) first: bool,

    /// Search the games of an index, as `kifu index` makes it, and not files; it is taken as it is, however
    /// the files have changed since
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) index: Option<PathBuf>,
}

impl PatternArgs {
    /// Whether it says something that is about patterns only.
    pub(crate) fn says_how(&self) -> bool {
        self.any_symmetry
            || self.swap
            || self.anchor != AnchorArg::Drawn
            || self.before.is_some()
            || self.first
    }
}

/// Where a pattern may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum AnchorArg {
    /// On the edges that it is drawn with; stones of SGF without VW in their places
    #[default]
    Drawn,
    /// Anywhere
    Anywhere,
    /// In any corner
    Corner,
    /// On any edge
    Edge,
    /// It is the whole board
    Full,
}

impl AnchorArg {
    /// `None` where the pattern says it itself.
    pub(crate) fn anchor(self) -> Option<Anchor> {
        match self {
            AnchorArg::Drawn => None,
            AnchorArg::Anywhere => Some(Anchor::ANYWHERE),
            AnchorArg::Corner => Some(Anchor::Corner),
            AnchorArg::Edge => Some(Anchor::Edge),
            AnchorArg::Full => Some(Anchor::FULL),
        }
    }
}

/// Show how games go on from a position or a pattern
///
/// The position that --moves leads to is looked for however the board is turned and mirrored, and by
/// whatever moves a game came to it; with --swap also with the colours exchanged. What comes next is
/// told as if the board lay as it is given here: how often, in how many of those games Black and White
/// won, and how often moves were played elsewhere first. After a pattern only what happens in its
/// rectangle counts.
#[derive(Debug, Args)]
#[command(group(
    ArgGroup::new("what").args(["moves", "pattern", "text_pattern"]).required(true)
))]
pub(crate) struct NextArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The moves to a position, such as 'Q16 D4 pass R6', Black first; `W:D4` is a move of White's
    /// whosever turn it is, and no moves are the empty board
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// The size of the board of --moves
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "19",
        value_parser = parse_size,
        conflicts_with_all = ["pattern", "text_pattern"]
    )]
    pub(crate) size: Size,

    #[command(flatten)]
    pub(crate) pattern: PatternArgs,

    /// Show N continuations at most
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) top: usize,

    /// Which come first
    #[arg(long, value_name = "KEY", value_enum, default_value_t)]
    pub(crate) by: By,

    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The order of continuations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum By {
    /// The most frequent
    #[default]
    Count,
    /// Those after which Black won most, of the games that somebody won
    Black,
    /// Those after which White did
    White,
}

/// Build a search index of the games in files, or refresh it
///
/// find and next search an index many times faster than files. Files whose size and time have not
/// changed since are not read again, and files that are gone go. Names are kept as they are given, so
/// give the same directories again. Without PATH the current directory is indexed.
#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The index
    #[arg(
        long,
        short,
        visible_alias = "index",
        value_name = "FILE",
        default_value = ".kifu",
        value_hint = ValueHint::FilePath
    )]
    pub(crate) output: PathBuf,

    /// Read every file again
    #[arg(long)]
    pub(crate) full: bool,

    /// Write nothing; tell what has changed
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn parse_size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse::<u8>().ok();
    let sides = match text.split_once(['x', ':']) {
        Some((cols, rows)) => side(cols).zip(side(rows)),
        None => side(text).map(|side| (side, side)),
    };
    let size = sides.and_then(|(cols, rows)| Size::new(cols, rows).ok());
    size.ok_or_else(|| "expected a size such as 19 or 13x9, of 1 to 52".to_owned())
}

impl NextArgs {
    /// What --moves says, if it is there.
    pub(crate) fn played(&self) -> Option<Result<Vec<(Color, Move)>, String>> {
        let text = self.moves.as_deref()?;
        let mut color = Color::Black;
        let separators = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
        let words = text.split(separators).filter(|word| !word.is_empty());
        let moves = words.map(|word| {
            let mut name = word;
            match word.get(..2).map(str::to_ascii_uppercase).as_deref() {
                Some("B:") => (color, name) = (Color::Black, &word[2..]),
                Some("W:") => (color, name) = (Color::White, &word[2..]),
                _ => {}
            }
            let played = (color, parse_move(name, self.size)?);
            color = !color;
            Ok(played)
        });
        Some(moves.collect())
    }
}

fn parse_move(name: &str, size: Size) -> Result<Move, String> {
    if name.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let western = Western::parse(name, size).ok();
    let sgf = || Point::from_sgf(name.as_bytes()).filter(|&point| size.contains(point));
    let point = western.or_else(sgf);
    point.map(Move::Play).ok_or_else(|| {
        let name = name.escape_debug();
        format!("--moves: `{name}` is no point of a board of {size}, such as `Q16`")
    })
}
