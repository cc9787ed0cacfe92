//! Going along a line, and putting its moves on figures.

use kifu_core::{Color, Move, Point};
use kifu_diagram::{Elsewhere, Figure};
use kifu_replay::{Replayer, action, points};
use kifu_rules::Rules;
use kifu_sgf::{GameContext, NodeRef};
use kifu_tree::NodeId;

use super::Line;
use super::stated::Stated;

/// A place between two nodes of a line.
pub(super) struct Walk<'d, 'l> {
    line: &'l Line<'d>,
    context: GameContext,
    /// The position after the nodes so far.
    pub(super) game: Replayer<'d>,
    pub(super) stated: Stated,
    /// How many nodes lie behind.
    pub(super) at: usize,
}

impl<'d, 'l> Walk<'d, 'l> {
    pub(super) fn new(line: &'l Line<'d>) -> Walk<'d, 'l> {
        Walk {
            line,
            context: line.context(),
            game: Replayer::forward(line.document, line.root, &Rules::LENIENT),
            stated: Stated::START,
            at: 0,
        }
    }

    /// The node ahead.
    pub(super) fn ahead(&self) -> Option<NodeRef<'d>> {
        let id = self.line.nodes.get(self.at)?;
        Some(self.line.document.node(*id))
    }

    /// Goes on by a node; tells the number before its first move.
    pub(super) fn step(&mut self) -> Option<(NodeRef<'d>, u32)> {
        let node = self.ahead()?;
        let before = self.stated.enter(node, &self.context);
        self.game.enter(node.id());
        self.at += 1;
        Some((node, before))
    }

    /// The last node behind.
    pub(super) fn behind(&self) -> Option<NodeId> {
        self.line.nodes.get(self.at.checked_sub(1)?).copied()
    }

    /// Goes on by a node, and puts what it does on a figure. Captured stones stay if `keep`.
    pub(super) fn draw_step(&mut self, figure: &mut Figure, keep: bool) {
        let Some((node, before)) = self.step() else {
            return;
        };
        if self.game.other_game().is_some() {
            return;
        }
        set_up(node, figure);
        let moves = node
            .properties()
            .filter_map(|p| Some((p.mover(&self.context)?, p)));
        for (number, (color, property)) in (before.saturating_add(1)..).zip(moves) {
            let value = property.value();
            if let Some(action) = value.and_then(|value| action(&value, figure.size())) {
                if !keep {
                    vacate(figure, action);
                }
                figure.play(color, action, number);
            }
        }
        if !keep {
            self.take_off(figure);
        }
    }

    /// Makes the stones of a figure those of the position.
    fn take_off(&self, figure: &mut Figure) {
        let board = self.game.position().board();
        for point in figure.size().points() {
            let stone = board.stone(point);
            if figure[point].stone != stone {
                replace(figure, point, stone);
            }
        }
    }
}

/// The setup stones of a node.
fn set_up(node: NodeRef<'_>, figure: &mut Figure) {
    for (ident, stone) in [
        ("AE", None),
        ("AB", Some(Color::Black)),
        ("AW", Some(Color::White)),
    ] {
        for point in points(node, ident, figure.size()) {
            replace(figure, point, stone);
        }
    }
}

/// Clears the point of a move.
fn vacate(figure: &mut Figure, action: Move) {
    if let Some(point) = action.point().filter(|&point| figure.get(point).is_some()) {
        replace(figure, point, None);
    }
}

/// Puts something else on a point. A numbered move that was there is told below.
fn replace(figure: &mut Figure, point: Point, stone: Option<Color>) {
    let cell = &mut figure[point];
    if let (Some(color), Some(number)) = (cell.stone, cell.number.take()) {
        figure.elsewhere.push(Elsewhere {
            number,
            color,
            action: Move::Play(point),
        });
    }
    figure[point].stone = stone;
}
