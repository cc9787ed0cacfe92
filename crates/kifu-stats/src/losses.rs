use std::collections::HashMap;

use kifu_analysis::{Color, JudgedMove};
use kifu_select::{Field, Key, Subject, Value};
use kifu_sgf::Document;
use kifu_tree::NodeId;

/// The losses of moves, according to the analysis of engines in records.
///
/// Moves without an analysis of the positions before and after them do not count. A loss can be negative, because an engine
/// can find a position better after a move than before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    games: u64,
    moves: u64,
    /// The sum in millionths: sums of integers do not depend on their order.
    win_rate: i64,
    over_5_percent: u64,
    over_20_percent: u64,
    /// The number of moves with a loss in points, and the sum in thousandths of a point.
    moves_with_lead: u64,
    lead: i64,
}

impl Losses {
    /// The number of games with such moves.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of moves.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The mean loss of win rate per move, on a scale from 0 to 1; `None` without moves.
    pub fn mean_win_rate(&self) -> Option<f64> {
        mean(self.win_rate, self.moves, 1e6)
    }

    /// The mean loss of points per move; `None` if no analysis has a lead.
    pub fn mean_lead(&self) -> Option<f64> {
        mean(self.lead, self.moves_with_lead, 1e3)
    }

    /// The number of moves that lose more than 5 % of win rate.
    pub fn over_5_percent(&self) -> u64 {
        self.over_5_percent
    }

    /// The number of moves that lose more than 20 % of win rate.
    pub fn over_20_percent(&self) -> u64 {
        self.over_20_percent
    }

    fn add(&mut self, judged: &JudgedMove) {
        let loss = (judged.win_rate_loss * 1e6).round() as i64;
        self.moves += 1;
        self.win_rate += loss;
        self.over_5_percent += u64::from(loss > 50_000);
        self.over_20_percent += u64::from(loss > 200_000);
        if let Some(lead) = judged.lead_loss {
            self.moves_with_lead += 1;
            // More points than a board has are not a loss.
            self.lead += (lead.clamp(-5e3, 5e3) * 1e3).round() as i64;
        }
    }

    fn merge(&mut self, other: &Losses) {
        self.games += other.games;
        self.moves += other.moves;
        self.win_rate += other.win_rate;
        self.over_5_percent += other.over_5_percent;
        self.over_20_percent += other.over_20_percent;
        self.moves_with_lead += other.moves_with_lead;
        self.lead += other.lead;
    }
}

fn mean(sum: i64, count: u64, scale: f64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / scale / count as f64)
}

/// The losses of all players, of each player by name, and of moves by their number.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayerLosses {
    all: Losses,
    by_name: HashMap<String, Losses>,
    /// The moves of each stretch of [`STRETCH`] moves; the last stretch has no end.
    by_number: [Losses; STRETCHES],
    /// The number of each move and the probability that Black wins after it, if there is only one game.
    win_rates: Vec<(u32, f64)>,
}

/// The moves of a game that are counted together.
const STRETCH: u32 = 20;
const STRETCHES: usize = 16;

impl PlayerLosses {
    /// Adds a game. Moves of a player without a name count only among those of all players.
    pub(crate) fn add(&mut self, document: &Document, root: NodeId, game: &dyn Subject) {
        let moves = kifu_analysis::judged_moves(document, root);
        if moves.is_empty() {
            return;
        }
        let mut in_game = [Losses::default(), Losses::default()];
        for judged in &moves {
            in_game[usize::from(judged.color == Color::White)].add(judged);
        }
        self.all.games += 1;
        let mut by_number = [Losses::default(); STRETCHES];
        for judged in &moves {
            let stretch = ((judged.number - 1) / STRETCH) as usize;
            let losses = &mut by_number[stretch.min(STRETCHES - 1)];
            losses.games = 1;
            losses.add(judged);
        }
        for (all, losses) in self.by_number.iter_mut().zip(&by_number) {
            all.merge(losses);
        }
        let win_rates = moves
            .iter()
            .map(|judged| (judged.number, judged.win_rates.1));
        self.win_rates = match self.all.games {
            1 => win_rates.collect(),
            _ => Vec::new(),
        };
        for (mut losses, field) in in_game.into_iter().zip([Field::Black, Field::White]) {
            self.all.merge(&losses);
            if losses.moves == 0 {
                continue;
            }
            losses.games = 1;
            if let Some(name) = text(game, field) {
                self.by_name.entry(name).or_default().merge(&losses);
            }
        }
    }

    pub(crate) fn merge(&mut self, other: PlayerLosses) {
        self.win_rates = match (self.all.games, other.all.games) {
            (0, _) => other.win_rates,
            (_, 0) => std::mem::take(&mut self.win_rates),
            _ => Vec::new(),
        };
        self.all.merge(&other.all);
        for (all, losses) in self.by_number.iter_mut().zip(&other.by_number) {
            all.merge(losses);
        }
        for (name, losses) in other.by_name {
            self.by_name.entry(name).or_default().merge(&losses);
        }
    }

    pub(crate) fn all(&self) -> &Losses {
        &self.all
    }

    /// The first and the last number of the moves of each stretch with moves, and their losses. The last stretch of a game
    /// may have no end.
    pub(crate) fn by_number(&self) -> impl Iterator<Item = (u32, Option<u32>, &Losses)> {
        let all = (0..).zip(&self.by_number);
        all.filter(|(_, losses)| losses.moves > 0)
            .map(|(at, losses)| {
                let end = (at < STRETCHES as u32 - 1).then_some((at + 1) * STRETCH);
                (at * STRETCH + 1, end, losses)
            })
    }

    pub(crate) fn win_rates(&self) -> &[(u32, f64)] {
        &self.win_rates
    }

    /// The players and their losses, those with the most moves first.
    pub(crate) fn rows(&self) -> Vec<(&str, &Losses)> {
        let rows = self.by_name.iter();
        let mut rows: Vec<_> = rows.map(|(name, losses)| (name.as_str(), losses)).collect();
        rows.sort_by_key(|(name, losses)| (std::cmp::Reverse(losses.moves), *name));
        rows
    }
}

/// The last text of a field, which is its standard form.
fn text(game: &dyn Subject, field: Field) -> Option<String> {
    let mut last = None;
    game.any(&Key::Field(field), &mut |value| {
        if let Value::Text(text) = value {
            last = Some(text.trim().to_owned());
        }
        false
    });
    last.filter(|text| !text.is_empty())
}
