//! The losses of many games, grouped by kind for display.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Game, Loss, LossPlace};
use crate::Addresses;

/// The maximum number of kinds of losses that are listed.
const SHOWN: usize = 10;

/// The losses of the games of a file, with one entry for all losses of the same kind. Memory is bounded.
///
/// ```
/// use kifu_tree::game::{Game, Loss, LossKind, LossPlace, LossSummary};
///
/// let game = Game::default();
/// let at = LossPlace::Node(game.root());
/// let loss = Loss { at, what: "`XX`".into(), kind: LossKind::Dropped };
/// let mut summary = LossSummary::default();
/// summary.add(1, &game, &[loss.clone(), loss.clone()]);
/// summary.add(2, &game, &[loss]);
///
/// assert_eq!(summary.total(), 3);
/// let lines: Vec<String> = summary.lines().collect();
/// assert_eq!(lines, ["game 1, root: `XX` is left out (3 times, first here)"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LossSummary {
    games: u64,
    total: u64,
    groups: Vec<LossGroup>,
}

/// Losses with the same text.
#[derive(Clone, Debug)]
struct LossGroup {
    text: String,
    /// The game and the place of the first loss.
    game: u64,
    place: String,
    count: u64,
}

impl LossSummary {
    /// Adds the losses of a game; `number` counts games from 1. The losses must refer to nodes of
    /// this game.
    pub fn add(&mut self, number: u64, game: &Game, losses: &[Loss]) {
        self.add_at(number, losses, |at| place(game, at));
    }

    /// Adds the losses of a game without their places; `number` counts games from 1.
    pub fn add_without_places(&mut self, number: u64, losses: &[Loss]) {
        self.add_at(number, losses, |_| String::new());
    }

    fn add_at(&mut self, number: u64, losses: &[Loss], place: impl Fn(LossPlace) -> String) {
        self.games = number;
        for loss in losses {
            self.total += 1;
            let text = loss.to_string();
            if let Some(known) = self.groups.iter_mut().find(|group| group.text == text) {
                known.count += 1;
            } else if self.groups.len() < SHOWN {
                self.groups.push(LossGroup {
                    text,
                    game: number,
                    place: place(loss.at),
                    count: 1,
                });
            }
        }
    }

    /// Returns the number of the last game that was added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the total number of losses.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns a line for each kind of loss, in the order in which the kinds first occurred: the
    /// place of the first loss, what is lost, and how often. At most ten kinds are listed; a last
    /// line states the number of other losses.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let listed: u64 = self.groups.iter().map(|group| group.count).sum();
        let more = match self.total - listed {
            0 => None,
            1 => Some("and 1 loss of other kinds".to_string()),
            more => Some(format!("and {more} losses of other kinds")),
        };
        self.groups.iter().map(|group| self.line(group)).chain(more)
    }

    fn line(&self, group: &LossGroup) -> String {
        let game = (self.games > 1).then(|| format!("game {}", group.game));
        let place = Some(group.place.clone()).filter(|place| !place.is_empty());
        let at: Vec<String> = game.into_iter().chain(place).collect();
        let mut line = at.join(", ");
        if !line.is_empty() {
            line.push_str(": ");
        }
        line.push_str(&group.text);
        if group.count > 1 {
            let _ = write!(line, " ({} times, first here)", group.count);
        }
        line
    }
}

/// Describes a place for people: the number of moves up to it, and its address if it is not the node of a move of the
/// main line.
fn place(game: &Game, at: LossPlace) -> String {
    let LossPlace::Node(node) = at else {
        return String::new();
    };
    if node == game.root() {
        return "root".to_string();
    }
    let with_ancestors = game.nodes.ancestors(node).chain([node]);
    let moves = with_ancestors.filter(|id| game.nodes[*id].play.is_some());
    let moves = moves.count();
    let addresses = Addresses::of(&game.nodes, game.root(), |id| {
        let node = &game.nodes[id];
        (!node.is_empty_variation).then_some(u32::from(node.play.is_some()))
    });
    let address = addresses.get(node).map(|address| address.to_string());
    let address = address.filter(|address| *address != format!("m{moves}"));
    let moves = match moves {
        0 => "before the first move".to_string(),
        moves => format!("move {moves}"),
    };
    match address {
        Some(address) => format!("{address}, {moves}"),
        None => moves,
    }
}
