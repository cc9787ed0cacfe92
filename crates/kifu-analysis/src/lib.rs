#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "katrain", test))]
extern crate std;

mod cgos;
mod comment;
#[cfg(feature = "katago")]
mod info;
mod judged;
#[cfg(feature = "katago")]
mod katago;
#[cfg(feature = "katrain")]
mod katrain;
mod lizzie;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use judged::{JudgedMove, judged_moves};
#[cfg(feature = "katago")]
pub use katago::{Answer, Message, Reply};
pub use kifu_core::{Color, Move, Size};
pub use kifu_sgf as sgf;
pub use kifu_tree::NodeId;

use kifu_sgf::{Document, GameContext};

/// The analysis of a position by an engine. All values are from Black's point of view, whichever one the text has.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The notation of the values.
    pub notation: Notation,
    /// The position that was analysed.
    pub position: AnalyzedPosition,
    /// The name of the engine, if the text names it. Lizzie writes it without spaces; go-attack writes the role of the
    /// player. For CGOS, it is the colour of the player.
    pub engine: Option<String>,
    /// The probability that Black wins, from 0 to 1.
    pub win_rate: Option<f64>,
    /// The number of points by which Black is ahead, komi included. It is negative if White is ahead.
    pub lead: Option<f64>,
    /// The standard deviation of the lead, in points.
    pub deviation: Option<f64>,
    /// The number of visits. Lizzie rounds numbers above a thousand, such as `1.5k`.
    pub visits: Option<u64>,
    /// The moves that the engine considered, in the order of the text, which is usually the best first.
    pub candidates: Vec<Candidate>,
    /// The expected owner of each point, row by row from the top left: from 1 for Black to -1 for White. Empty if the text
    /// does not have it.
    pub ownership: Vec<f32>,
    /// The probability that the network gives each point, row by row from the top left, and then a pass; -1 for illegal
    /// moves. Empty if the text does not have it.
    pub policy: Vec<f32>,
}

/// A move that an engine considered. The values are those of the position after the move, from Black's point of view.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// The probability that Black wins, from 0 to 1.
    pub win_rate: Option<f64>,
    /// The number of points by which Black is ahead.
    pub lead: Option<f64>,
    /// The number of visits.
    pub visits: Option<u64>,
    /// The probability that the network gives the move, from 0 to 1.
    pub prior: Option<f64>,
    /// The principal variation, which usually begins with the move.
    pub variation: Vec<Move>,
}

/// The position that an analysis of a node is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalyzedPosition {
    /// The position before the move of the node: the engine wrote what it expected when it chose the move.
    BeforeMove,
    /// The position after the node.
    AfterMove,
}

/// The notation of an analysis, named after the program that introduced it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Notation {
    /// The properties `LZ` and `LZOP` of Lizzie and LizzieYzy.
    Lizzie,
    /// The property `KT` of KaTrain (with the feature `katrain`).
    KaTrain,
    /// The comments in games that KataGo plays against itself (`.sgfs`), and the answers of its analysis engine.
    KataGo,
    /// The comments of go-attack, in games of two versions of KataGo, each with the opinion of the player who moves.
    GoAttack,
    /// The comments of analyze-sgf, in English.
    AnalyzeSgf,
    /// The property `CC` of the Computer Go Server (CGOS), which KifuwarabeGo also writes as `KFA`.
    Cgos,
    /// The property `SBKV` of Sabaki, which other programs write too.
    Sabaki,
}

impl Notation {
    /// The name of the program.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Lizzie => "Lizzie",
            Notation::KaTrain => "KaTrain",
            Notation::KataGo => "KataGo",
            Notation::GoAttack => "go-attack",
            Notation::AnalyzeSgf => "analyze-sgf",
            Notation::Cgos => "CGOS",
            Notation::Sabaki => "Sabaki",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Analysis {
    /// Returns the analysis in a node of a game with this context. If a node has several, this is the one with the most
    /// detailed notation.
    ///
    /// ```
    /// use kifu_analysis::sgf::{Document, GameContext};
    /// use kifu_analysis::{Analysis, Notation};
    ///
    /// let document = Document::parse("(;SZ[19];B[pd]SBKV[41.78])")?;
    /// let root = document.roots().next().unwrap();
    /// let context = GameContext::of(document.node(root));
    /// let node = document.main_line(root).nth(1).unwrap();
    /// let analysis = Analysis::of(&document, node.id(), &context).unwrap();
    /// assert_eq!((analysis.notation, analysis.win_rate), (Notation::Sabaki, Some(0.4178)));
    /// # Ok::<(), kifu_analysis::sgf::TooLarge>(())
    /// ```
    pub fn of(document: &Document, id: NodeId, context: &GameContext) -> Option<Analysis> {
        let node = document.node(id);
        if node.only_move().is_some() {
            return None;
        }
        let lizzie = || {
            let value = node.get("LZ").or_else(|| node.get("LZOP"))?.value()?;
            // Only the name of the engine may not be ASCII.
            let text = String::from_utf8_lossy(value.raw());
            lizzie::read(
                &kifu_sgf::text(&text),
                to_move(document, id, context),
                context.size,
            )
        };
        #[cfg(feature = "katrain")]
        let katrain = || katrain::read(node.get("KT")?.values(), context.size);
        #[cfg(not(feature = "katrain"))]
        let katrain = || None;
        let cgos = || {
            let value = node.get("CC").or_else(|| node.get("KFA"))?.value()?;
            let text = String::from_utf8_lossy(value.raw());
            let (mover, _) = node.play(context)?;
            cgos::read(&kifu_sgf::text(&text), mover, context.size)
        };
        let comment = || {
            let written = node.get("C")?.value()?.raw();
            let go_attack = || comment::go_attack(written, node.play(context)?.0);
            let analyze_sgf = || comment::analyze_sgf(written);
            let found = comment::katago(written).or_else(go_attack);
            found.or_else(analyze_sgf)
        };
        let sabaki = || {
            let value = node.get("SBKV")?.value()?;
            let percent = number(core::str::from_utf8(value.raw()).ok()?.trim())?;
            let analysis = Analysis::in_notation(Notation::Sabaki);
            Some(Analysis {
                win_rate: Some(rate(percent / 100.0)?),
                ..analysis
            })
        };
        let found: Option<Analysis> = lizzie().or_else(katrain).or_else(cgos);
        found.or_else(comment).or_else(sabaki)
    }

    /// An analysis without any value.
    fn in_notation(notation: Notation) -> Analysis {
        Analysis {
            notation,
            position: AnalyzedPosition::AfterMove,
            engine: None,
            win_rate: None,
            lead: None,
            deviation: None,
            visits: None,
            candidates: Vec::new(),
            ownership: Vec::new(),
            policy: Vec::new(),
        }
    }
}

/// Returns the value of the property `SBKV` for the probability that Black wins, from 0 to 1: a percentage with two
/// decimals, which Sabaki and other programs show as a curve.
///
/// ```
/// assert_eq!(kifu_analysis::sabaki_value(0.5764), "57.64");
/// ```
pub fn sabaki_value(win_rate: f64) -> String {
    format!("{:.2}", win_rate.clamp(0.0, 1.0) * 100.0)
}

/// The player to move after a node: the opponent of the player who moved, or else the next player to move.
fn to_move(document: &Document, id: NodeId, context: &GameContext) -> Color {
    let node = document.node(id);
    if let Some((color, _)) = node.play(context) {
        return !color;
    }
    let stated = node.get("PL").and_then(|property| property.value());
    match stated.map(|value| value.raw()) {
        Some([b'B' | b'b', ..]) => return Color::Black,
        Some([b'W' | b'w', ..]) => return Color::White,
        _ => {}
    }
    let next = document.forest().first_child(id);
    let next = next.and_then(|next| document.node(next).play(context));
    next.map_or(Color::Black, |(color, _)| color)
}

/// A finite number.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A probability. Rounding can make it a little more than 1 or less than 0.
fn rate(value: f64) -> Option<f64> {
    (-0.001..=1.001)
        .contains(&value)
        .then(|| value.clamp(0.0, 1.0))
}

/// A probability from the point of view of one player, as that of Black.
fn rate_of(color: Color, value: f64) -> Option<f64> {
    let rate = rate(value)?;
    Some(match color {
        Color::Black => rate,
        Color::White => 1.0 - rate,
    })
}

/// A lead from the point of view of one player, as that of Black.
fn lead_of(color: Color, value: f64) -> f64 {
    match color {
        Color::Black => value,
        // Adding 0 turns -0 into 0.
        Color::White => 0.0 - value,
    }
}

/// A move in the coordinates of GTP, such as `Q16` or `pass`.
fn gtp_move(text: &str, size: Size) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    let point = kifu_core::Western::parse(text, size).ok()?;
    Some(Move::Play(point))
}
