//! One-line summaries of games and charsets.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

use kifu_charset::CharsetSource;
use kifu_core::Size;
use kifu_sgf::{NodeRef, value};

use super::{CharsetInfo, GameInfo};

/// The main properties of a game as text, each cut to 60 characters; missing and blank ones are `None`.
///
/// A summary is displayed as one line: the players, the result, the date, the board size and the number of
/// moves.
///
/// The texts come unchanged from the record: escape control characters before you print them to a terminal.
///
/// ```
/// use kifu::info::{GameInfo, GameSummary};
/// use kifu::sgf::Document;
///
/// let document = Document::parse("(;PB[Sato]BR[3d]RE[B+R]KM[6.5];B[pd];W[dd])")?;
/// let root = document.roots().next().unwrap();
/// let summary = GameSummary::of(document.node(root), &GameInfo::of(&document, root));
/// assert_eq!(summary.to_string(), "Sato – ?, B+R, 19x19, 2 moves");
/// assert_eq!(summary.black.as_deref(), Some("Sato 3d"));
/// assert_eq!(summary.komi.as_deref(), Some("6.5"));
/// # Ok::<(), kifu::TooLarge>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameSummary {
    /// The names of the players, with `?` for a missing one; or the name of the game if both are missing.
    pub title: String,
    /// Black's name and rank.
    pub black: Option<String>,
    /// White's name and rank.
    pub white: Option<String>,
    /// The result as written.
    pub result: Option<String>,
    /// The date as written.
    pub date: Option<String>,
    /// The komi as written, followed by the komi in points if that is another number.
    pub komi: Option<String>,
    /// The board size.
    pub size: Size,
    /// The number of moves in the main line.
    pub moves: usize,
}

impl GameSummary {
    /// Creates the summary of the game with this root.
    pub fn of(root: NodeRef<'_>, game: &GameInfo<'_>) -> GameSummary {
        let name = |name: &Option<_>| field(name.as_deref()).unwrap_or_else(|| "?".to_owned());
        let title = match (&game.black, &game.white) {
            (None, None) => field(root.simple_text("GN").as_deref()),
            _ => None,
        };
        let players = || format!("{} – {}", name(&game.black), name(&game.white));
        GameSummary {
            title: title.unwrap_or_else(players),
            black: player(game.black.as_deref(), root, "BR"),
            white: player(game.white.as_deref(), root, "WR"),
            result: field(game.result.as_deref()),
            date: field(game.date.as_deref()),
            komi: komi(game),
            size: game.size,
            moves: game.moves,
        }
    }
}

impl fmt::Display for GameSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)?;
        for text in [&self.result, &self.date].into_iter().flatten() {
            write!(f, ", {text}")?;
        }
        let ending = if self.moves == 1 { "" } else { "s" };
        write!(f, ", {}, {} move{ending}", self.size, self.moves)
    }
}

fn komi(game: &GameInfo<'_>) -> Option<String> {
    let written = field(game.komi.as_deref())?;
    let meant = game.komi_points.filter(|points| {
        let as_written = value::komi(&written).map(|read| read.value);
        as_written.is_ok_and(|as_written| as_written != *points)
    });
    Some(match meant {
        Some(points) => format!("{written} (means {points})"),
        None => written,
    })
}

fn player(name: Option<&str>, root: NodeRef<'_>, rank: &str) -> Option<String> {
    let rank = root.simple_text(rank).and_then(|rank| field(Some(&rank)));
    match (field(name), rank) {
        (Some(name), Some(rank)) => Some(format!("{name} {rank}")),
        (name, rank) => name.or(rank),
    }
}

/// Returns a text cut to 60 characters; `None` if it is missing or blank.
fn field(text: Option<&str>) -> Option<String> {
    const MAX_CHARS: usize = 60;
    let text = text?.trim();
    match text.char_indices().nth(MAX_CHARS) {
        _ if text.is_empty() => None,
        Some((at, _)) => Some(format!("{}…", &text[..at])),
        None => Some(text.to_owned()),
    }
}

/// Writes the name, and how it was determined: `GBK (guessed, 98 %)`, `UTF-8 (declared)`.
impl fmt::Display for CharsetInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, sure) = (self.name, self.confidence);
        let why = match self.source {
            CharsetSource::Bom => "by its byte order mark",
            CharsetSource::Declared => "declared",
            CharsetSource::Content => "by its bytes",
            CharsetSource::Guess => return write!(f, "{name} (guessed, {sure})"),
            CharsetSource::Default => "by default",
            CharsetSource::Given => "specified",
        };
        write!(f, "{name} ({why})")
    }
}
