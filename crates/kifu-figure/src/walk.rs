//! Moves along a line and draws its moves on figures.

use kifu_core::{Color, Move, Point};
use kifu_diagram::{Figure, UnplacedMove};
use kifu_replay::{Replayer, action, points};
use kifu_rules::Rules;
use kifu_sgf::{GameContext, NodeRef};
use kifu_tree::NodeId;

use super::Line;
use super::stated::StatedProperties;

/// A position between two nodes of a line.
pub(super) struct Walk<'d, 'l> {
    line: &'l Line<'d>,
    context: GameContext,
    /// The position after the visited nodes.
    pub(super) game: Replayer<'d>,
    pub(super) stated: StatedProperties,
    /// The number of visited nodes.
    pub(super) at: usize,
}

impl<'d, 'l> Walk<'d, 'l> {
    pub(super) fn new(line: &'l Line<'d>) -> Walk<'d, 'l> {
        Walk {
            line,
            context: line.context(),
            game: Replayer::forward(line.document, line.root, &Rules::LENIENT),
            stated: StatedProperties::START,
            at: 0,
        }
    }

    /// The next node.
    pub(super) fn next_node(&self) -> Option<NodeRef<'d>> {
        let id = self.line.nodes.get(self.at)?;
        Some(self.line.document.node(*id))
    }

    /// Visits the next node; returns it and the number before its first move.
    pub(super) fn step(&mut self) -> Option<(NodeRef<'d>, u32)> {
        let node = self.next_node()?;
        let before = self.stated.enter(node, &self.context);
        self.game.enter(node.id());
        self.at += 1;
        Some((node, before))
    }

    /// The last visited node.
    pub(super) fn last_node(&self) -> Option<NodeId> {
        self.line.nodes.get(self.at.checked_sub(1)?).copied()
    }

    /// Visits the next node and draws its moves and setup on a figure. Captured stones stay if `keep` is true.
    pub(super) fn draw_step(&mut self, figure: &mut Figure, keep: bool) {
        let Some((node, before)) = self.step() else {
            return;
        };
        if self.game.other_game().is_some() {
            return;
        }
        draw_setup(figure, node);
        draw_moves(figure, node, &self.context, before.saturating_add(1), keep);
        if !keep {
            self.remove_captured(figure);
        }
    }

    /// Replaces the stones of a figure with those of the position.
    fn remove_captured(&self, figure: &mut Figure) {
        let board = self.game.position().board();
        for point in figure.size().points() {
            let stone = board.stone(point);
            if figure[point].stone != stone {
                replace(figure, point, stone);
            }
        }
    }
}

/// Draws the setup stones of a node. A numbered move on a point of the setup is listed below the board.
pub fn draw_setup(figure: &mut Figure, node: NodeRef<'_>) {
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

/// Draws the moves of a node as in books, where captured stones stay: at most one move, except in faulty records.
/// `number` is the number of the first of them. Returns the number of moves.
///
/// ```
/// use kifu_figure::diagram::Figure;
/// use kifu_figure::sgf::{Document, GameContext};
/// use kifu_figure::{draw_node_moves, draw_setup};
///
/// let document = Document::parse("(;SZ[9]AB[aa];W[ba])")?;
/// let root = document.node(document.roots().next().unwrap());
/// let context = GameContext::of(root);
/// let mut figure = Figure::empty(context.size);
/// draw_setup(&mut figure, root);
/// let next = document.main_line(root.id()).nth(1).unwrap();
/// assert_eq!(draw_node_moves(&mut figure, next, &context, 57), 1);
/// assert!(figure.size().points().any(|point| figure[point].number == Some(57)));
/// # Ok::<(), kifu_figure::sgf::TooLarge>(())
/// ```
pub fn draw_node_moves(
    figure: &mut Figure,
    node: NodeRef<'_>,
    context: &GameContext,
    number: u32,
) -> u32 {
    draw_moves(figure, node, context, number, true)
}

/// Draws the moves of a node; captured stones are removed from their points if `keep` is false.
fn draw_moves(
    figure: &mut Figure,
    node: NodeRef<'_>,
    context: &GameContext,
    number: u32,
    keep: bool,
) -> u32 {
    let moves = node
        .properties()
        .filter_map(|p| Some((p.mover(context)?, p)));
    let mut count = 0;
    for (color, property) in moves {
        let value = property.value();
        if let Some(action) = value.and_then(|value| action(&value, figure.size())) {
            if !keep {
                vacate(figure, action);
            }
            figure.play(color, action, number.saturating_add(count));
        }
        count += 1;
    }
    count
}

/// Clears the point of a move.
fn vacate(figure: &mut Figure, action: Move) {
    if let Some(point) = action.point().filter(|&point| figure.get(point).is_some()) {
        replace(figure, point, None);
    }
}

/// Changes the stone of a point. A numbered move there becomes an unplaced move.
fn replace(figure: &mut Figure, point: Point, stone: Option<Color>) {
    let cell = &mut figure[point];
    if let (Some(color), Some(number)) = (cell.stone, cell.number.take()) {
        figure.unplaced_moves.push(UnplacedMove {
            number,
            color,
            action: Move::Play(point),
        });
    }
    figure[point].stone = stone;
}
