//! Problems and their answers.

use std::collections::BTreeSet;

use kifu_core::Color;
use kifu_diagram::{Coordinates, Figure, View};
use kifu_figure::{
    Line, Options as FigureOptions, ViewMode, draw_marks, draw_node_moves, draw_setup,
};
use kifu_problem::{Convention, Problem as Solved, without_words};
use kifu_rules::Symmetry;
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;

use crate::board::{Board, turned, turned_view, with_margin};
use crate::text::{self, Paragraphs};
use crate::{Content, Options};

/// A problem of a book.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) title: String,
    /// The player who moves first; `None` if the record does not say.
    pub(crate) solver: Option<Color>,
    pub(crate) board: Board,
    pub(crate) text: Paragraphs,
    pub(crate) answers: Vec<Answer>,
    /// The number of lines of the record that the book does not show.
    pub(crate) lines_left_out: usize,
}

/// A line of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) is_right: bool,
    pub(crate) board: Board,
    /// The comments, each with the number of its move, or 0 before the first move.
    pub(crate) notes: Vec<(u32, Paragraphs)>,
}

/// Returns the lines of a game if the book shows it as a problem. The inner `None` is a problem without moves.
pub(crate) fn solved(
    document: &Document,
    root: NodeId,
    content: Content,
) -> Option<Option<Solved>> {
    let found = Solved::of(document, root, None);
    match content {
        Content::Games => None,
        Content::Problems => {
            Some(found.or_else(|| Solved::of(document, root, Some(Convention::MainLine))))
        }
        Content::Auto => found
            .filter(|problem| {
                problem.convention != Convention::MainLine
                    || Solved::starts_with_stones(document, root)
            })
            .map(Some),
    }
}

impl Problem {
    /// The number of points that the boards of the problem draw.
    pub(crate) fn points(&self) -> usize {
        let answers = self.answers.iter().map(|answer| answer.board.points());
        self.board.points() + answers.sum::<usize>()
    }

    pub(crate) fn of(
        document: &Document,
        root: NodeId,
        solved: Option<&Solved>,
        options: &Options,
    ) -> Problem {
        let context = GameContext::of(document.node(root));
        let main = Line::main(document, root);
        let start = main.clone().up_to(0).unwrap_or(main);
        let mut figure = start.position(&FigureOptions {
            coordinates: Some(options.board_coordinates()),
            view: ViewMode::Whole,
            variations: false,
            full_numbers: true,
            ..FigureOptions::default()
        });
        figure.last = None;
        figure.title.clear();
        let first = document.main_line(root).nth(start.nodes().len());
        if let Some(first) = first {
            // Stones that the node of the first move sets up belong to the problem.
            draw_setup(&mut figure, first);
        }
        let mut stones = Figure::new(&figure.setup());
        stones.coordinates = figure.coordinates;
        let is_marked = solved.is_some_and(|solved| solved.convention == Convention::Right);
        let read = |node: NodeRef<'_>| comment(node, is_marked);
        let text = start
            .nodes()
            .iter()
            .flat_map(|&id| read(document.node(id)))
            .collect();
        let mut drawn = Vec::new();
        let mut lines_left_out = 0;
        if let Some(solved) = solved {
            let right = solved.lines.iter().filter(|line| line.is_right);
            let wrong = solved.lines.iter().filter(|line| !line.is_right);
            let mut shown = BTreeSet::new();
            let most = options.answers.get() as usize;
            for line in right.chain(wrong).take(most) {
                let path = path(document, root, line.end);
                let path = path.into_iter().skip(start.nodes().len());
                let answer = draw(document, path, &context, &stones, &read, &mut shown);
                drawn.push((line.is_right, answer));
            }
            lines_left_out = solved.lines.len().saturating_sub(most);
        }
        let figures = drawn.iter().map(|(_, (figure, _))| figure).chain([&figure]);
        let around = figures
            .map(used)
            .fold(None, |all: Option<View>, view| match (all, view) {
                (Some(all), Some(view)) => Some(all.with(view.first()).with(view.last())),
                (all, view) => all.or(view),
            });
        let size = figure.size();
        let view = around.map_or(View::whole(size), |view| with_margin(view, size, 1));
        let by = options
            .corner
            .map_or(Symmetry::IDENTITY, |corner| corner.symmetry(view, size));
        let view = turned_view(view, by, size);
        let board = |figure: Figure| {
            let mut figure = turned(figure, by);
            figure.view = view;
            Board::of(figure)
        };
        let node = document.node(root);
        let title = node
            .simple_text("GN")
            .or_else(|| node.simple_text("N"))
            .unwrap_or_default();
        let stated = || match node.simple_text("PL")?.trim().chars().next()? {
            'b' | 'B' | '1' => Some(Color::Black),
            'w' | 'W' | '2' => Some(Color::White),
            _ => None,
        };
        let answers = drawn.into_iter();
        let answers = answers.map(|(is_right, (figure, notes))| Answer {
            is_right,
            board: board(figure),
            notes,
        });
        Problem {
            title: text::one_line(&title),
            solver: solved.map(|solved| solved.solver).or_else(stated),
            answers: answers.collect(),
            board: board(figure),
            text,
            lines_left_out,
        }
    }
}

/// The comment of a node, without the words `RIGHT` and `WRONG` if they mark its lines.
pub(crate) fn comment(node: NodeRef<'_>, is_marked: bool) -> Paragraphs {
    let Some(comment) = node.text("C") else {
        return Vec::new();
    };
    if is_marked {
        text::paragraphs(&without_words(&comment))
    } else {
        text::paragraphs(&comment)
    }
}

/// The nodes from the root to a node.
fn path(document: &Document, root: NodeId, end: NodeId) -> Vec<NodeId> {
    let above = document.forest().ancestors(end).take_while(|_| end != root);
    let mut path: Vec<NodeId> = [end].into_iter().chain(above).collect();
    path.reverse();
    path
}

/// Draws a line, with numbers from 1. Comments of nodes in `shown` are left out.
fn draw(
    document: &Document,
    path: impl Iterator<Item = NodeId>,
    context: &GameContext,
    start: &Figure,
    read: &impl Fn(NodeRef<'_>) -> Paragraphs,
    shown: &mut BTreeSet<NodeId>,
) -> (Figure, Vec<(u32, Paragraphs)>) {
    let mut figure = start.clone();
    let mut notes = Vec::new();
    let mut number = 0u32;
    let mut end = None;
    for (at, id) in path.enumerate() {
        let node = document.node(id);
        if at > 0 {
            draw_setup(&mut figure, node);
        }
        number += draw_node_moves(&mut figure, node, context, number + 1);
        end = Some(node);
        let text = read(node);
        if !text.is_empty() && shown.insert(id) {
            notes.push((number, text));
        }
    }
    if let Some(end) = end {
        draw_marks(document, end, &mut figure);
    }
    (figure, notes)
}

/// The rectangle around all that a figure draws; `None` if the board is empty.
fn used(figure: &Figure) -> Option<View> {
    let size = figure.size();
    let is_drawn = |cell: &kifu_diagram::Cell| {
        cell.stone.is_some()
            || cell.mark.is_some()
            || cell.label.is_some()
            || cell.territory.is_some()
    };
    let lines = figure.lines.iter().chain(&figure.arrows).flatten().copied();
    let points = size.points().filter(|&point| is_drawn(&figure[point]));
    let all = points.chain(lines.filter(|&point| size.contains(point)));
    all.fold(None, |view: Option<View>, point| {
        Some(view.map_or(View::between(point, point), |view| view.with(point)))
    })
}

impl Options {
    /// The coordinates of problems and variations.
    pub(crate) const fn board_coordinates(&self) -> Coordinates {
        if self.coordinates {
            Coordinates::Western
        } else {
            Coordinates::None
        }
    }
}
