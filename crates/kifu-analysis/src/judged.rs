//! The losses of the moves of a main line.

use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::Color;
use kifu_sgf::{Document, GameContext};
use kifu_tree::NodeId;

use crate::{Analysis, AnalyzedPosition, Notation};

/// A move of the main line, between two positions that the same engine analysed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The number of the move, from 1.
    pub number: u32,
    /// The node of the move.
    pub node: NodeId,
    /// The player of the move.
    pub color: Color,
    /// The probability that Black wins, before and after the move.
    pub win_rates: (f64, f64),
    /// The decrease of the player's probability to win, from -1 to 1, rounded to a millionth. It is negative if the engine
    /// found the position better after the move.
    pub win_rate_loss: f64,
    /// The number of points that the player lost, rounded to a millionth, if both positions have a lead.
    pub lead_loss: Option<f64>,
}

/// The values of a position of the main line.
#[derive(Default)]
struct Judgement {
    engine: Option<String>,
    win_rate: Option<f64>,
    lead: Option<f64>,
}

impl Judgement {
    /// Adds an analysis. The values that are already there stay.
    fn add(&mut self, analysis: Analysis) {
        self.win_rate = self.win_rate.or(analysis.win_rate);
        self.lead = self.lead.or(analysis.lead);
        self.engine = self.engine.take().or(analysis.engine);
    }
}

/// A move that is judged when everything about the position after it is known.
struct PlayedMove {
    number: u32,
    node: NodeId,
    color: Color,
    before: Judgement,
}

impl PlayedMove {
    fn judge(self, after: &Judgement) -> Option<JudgedMove> {
        let before = self.before;
        let engines = before.engine.as_ref().zip(after.engine.as_ref());
        if engines.is_some_and(|(before, after)| before != after) {
            return None;
        }
        let loss = |before: f64, after: f64| match self.color {
            Color::Black => rounded(before - after),
            Color::White => rounded(after - before),
        };
        let win_rates = (before.win_rate?, after.win_rate?);
        let leads = before.lead.zip(after.lead);
        Some(JudgedMove {
            number: self.number,
            node: self.node,
            color: self.color,
            win_rates,
            win_rate_loss: loss(win_rates.0, win_rates.1),
            lead_loss: leads.map(|(before, after)| loss(before, after)),
        })
    }
}

/// Returns the moves of the main line for which both the position before and the position after are analysed.
///
/// If two engines play and each writes its own opinion, no move is judged: a difference of opinions is not a loss.
///
/// ```
/// use kifu_analysis::sgf::Document;
/// use kifu_analysis::{Color, judged_moves};
///
/// let document = Document::parse("(;SBKV[50];B[pd]SBKV[48];W[aa]SBKV[71])")?;
/// let root = document.roots().next().unwrap();
/// let moves = judged_moves(&document, root);
/// assert_eq!((moves[1].number, moves[1].color), (2, Color::White));
/// assert!((moves[1].win_rate_loss - 0.23).abs() < 1e-9);
/// # Ok::<(), kifu_analysis::sgf::TooLarge>(())
/// ```
pub fn judged_moves(document: &Document, root: NodeId) -> Vec<JudgedMove> {
    let context = GameContext::of(document.node(root));
    // In games of CGOS, the players are the engines.
    let name = |ident| {
        let value = document.node(root).get(ident)?.value()?;
        Some(value.raw().trim_ascii())
    };
    let is_one_engine = name("PB").is_some() && name("PB") == name("PW");
    let mut judged = Vec::new();
    let mut number = 0;
    let mut position = Judgement::default();
    let mut last: Option<PlayedMove> = None;
    for node in document.main_line(root) {
        let id = node.id();
        let mut analysis = Analysis::of(document, id, &context);
        let of_cgos = analysis.as_mut().filter(|of| of.notation == Notation::Cgos);
        if let Some(of_cgos) = of_cgos.filter(|_| is_one_engine) {
            of_cgos.engine = None;
        }
        let only = node.only_move().map(|(color, ..)| color);
        let others = only.is_none().then(|| node.properties());
        let others = others.into_iter().flatten();
        let colors = others.filter_map(|property| property.mover(&context));
        // A faulty node can have several moves. What was expected before the move was expected before the first one.
        for color in only.into_iter().chain(colors) {
            let is_before = |of: &Analysis| of.position == AnalyzedPosition::BeforeMove;
            if let Some(analysis) = analysis.take_if(|of| is_before(of)) {
                position.add(analysis);
            }
            judged.extend(last.take().and_then(|last| last.judge(&position)));
            number += 1;
            last = Some(PlayedMove {
                number,
                node: id,
                color,
                before: core::mem::take(&mut position),
            });
        }
        let is_setup = |ident: &&str| only.is_none() && node.get(ident).is_some();
        if ["AB", "AW", "AE"].iter().any(is_setup) {
            // No move leads to the position after setup.
            judged.extend(last.take().and_then(|last| last.judge(&position)));
            position = Judgement::default();
        }
        if let Some(analysis) = analysis {
            position.add(analysis);
        }
    }
    judged.extend(last.and_then(|last| last.judge(&position)));
    judged
}

/// Rounds to a millionth. The difference of two decimal numbers, such as 0.45 and 0.4, is a little more or less than it
/// should be.
fn rounded(number: f64) -> f64 {
    let millionths = number * 1e6;
    let half = if millionths < 0.0 { -0.5 } else { 0.5 };
    (millionths + half) as i64 as f64 / 1e6
}
