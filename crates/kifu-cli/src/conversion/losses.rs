//! What conversions lost, for people.

use std::fmt::Write;

use kifu::tree::NodeId;
use kifu::tree::game::{Game, Loss, Where};

use crate::output;
use crate::printable::Printable;

/// So many kinds of losses of a file are told.
const SHOWN: usize = 10;

/// The last steps of a path that are shown.
const STEPS: usize = 6;

/// The losses of a file.
#[derive(Default, Debug)]
pub(crate) struct Losses {
    games: u64,
    total: u64,
    kinds: Vec<Kind>,
}

/// Losses that are told in one line.
#[derive(Debug)]
struct Kind {
    what: String,
    /// Where the first one is.
    game: u64,
    place: String,
    count: u64,
}

impl Losses {
    /// Those of a game, by its number from 1, whose nodes they name.
    pub(crate) fn add(&mut self, number: u64, game: &Game, losses: &[Loss]) {
        self.add_at(number, losses, |at| place(game, at));
    }

    /// Those of a game as a whole, by its number from 1.
    pub(crate) fn add_of_whole(&mut self, number: u64, losses: &[Loss]) {
        self.add_at(number, losses, |_| String::new());
    }

    fn add_at(&mut self, number: u64, losses: &[Loss], place: impl Fn(Where) -> String) {
        self.games = number;
        for loss in losses {
            self.total += 1;
            let what = loss.to_string();
            if let Some(known) = self.kinds.iter_mut().find(|kind| kind.what == what) {
                known.count += 1;
            } else if self.kinds.len() < SHOWN {
                self.kinds.push(Kind {
                    what,
                    game: number,
                    place: place(loss.at),
                    count: 1,
                });
            }
        }
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Tells them on standard error, a line for each kind.
    pub(crate) fn tell(&self, file: &str) {
        for kind in &self.kinds {
            let mut line = file.to_owned();
            let game = (self.games > 1).then(|| format!("game {}", kind.game));
            let place = Some(kind.place.clone()).filter(|place| !place.is_empty());
            let at: Vec<String> = game.into_iter().chain(place).collect();
            if !at.is_empty() {
                line = format!("{line}: {}", at.join(", "));
            }
            line = format!("{line}: {}", Printable(&kind.what));
            if kind.count > 1 {
                let _ = write!(line, " ({} times, first here)", kind.count);
            }
            output::message(format_args!("{line}"));
        }
        let told: u64 = self.kinds.iter().map(|kind| kind.count).sum();
        if let more @ 1.. = self.total - told {
            output::message(format_args!("{file}: and {} of other kinds", losses(more)));
        }
    }
}

fn losses(number: u64) -> String {
    match number {
        1 => "1 loss".to_owned(),
        number => format!("{number} losses"),
    }
}

/// A place as people find it: the moves up to there, and the path of its variation as `kifu
/// tree` shows it.
fn place(game: &Game, at: Where) -> String {
    let Where::Node(node) = at else {
        return String::new();
    };
    if node == game.root() {
        return "root".to_owned();
    }
    let mut moves = 0;
    let mut path = Vec::new();
    let mut step = Some(node);
    while let Some(id) = step {
        moves += u64::from(game.nodes[id].play.is_some());
        step = game.nodes.parent(id);
        if let Some(parent) = step {
            path.extend(variation(game, parent, id));
        }
    }
    let moves = match moves {
        0 => "before the first move".to_owned(),
        moves => format!("move {moves}"),
    };
    if path.iter().all(|step| *step == 0) {
        return moves;
    }
    let cut = if path.len() > STEPS { "…" } else { "" };
    path.truncate(STEPS);
    let path: Vec<String> = path.iter().rev().map(usize::to_string).collect();
    format!("path {cut}{}, {moves}", path.join("."))
}

/// Which of several variations a node begins, from 0.
fn variation(game: &Game, parent: NodeId, child: NodeId) -> Option<usize> {
    let is_node = |id: &NodeId| !game.nodes[*id].is_empty_variation;
    let mut children = game.nodes.children(parent).filter(is_node);
    children.clone().nth(1)?;
    children.position(|id| id == child)
}
