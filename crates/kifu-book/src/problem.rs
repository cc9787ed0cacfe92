//! Problems and their answers.

use std::collections::BTreeSet;

use kifu_core::Color;
use kifu_diagram::{Coordinates, Figure, View};
use kifu_figure::{
    Line, Options as FigureOptions, ViewMode, draw_marks, draw_node_moves, draw_setup, figure_name,
    node_marks,
};
use kifu_problem::{Convention, Problem as Solved, without_words};
use kifu_rules::Symmetry;
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;

use crate::board::{Board, turned, turned_view, with_margin};
use crate::game::{DiagramPlace, origin};
use crate::text::{self, Paragraphs};
use crate::{AddError, Content, Options};

/// A problem of a book.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) title: String,
    /// The player who moves first; `None` if the record does not say.
    pub(crate) solver: Option<Color>,
    pub(crate) board: Board,
    pub(crate) text: Paragraphs,
    pub(crate) answers: Vec<Answer>,
    /// What the game information says about the origin of the problem.
    pub(crate) information: String,
    /// The number of lines of the record that the book does not show.
    pub(crate) lines_left_out: usize,
    /// The number of nodes with marks that no board shows.
    pub(crate) marks_left_out: usize,
}

/// A line of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) is_right: bool,
    pub(crate) board: Board,
    /// The comments, each with the number of its move, or 0 before the first move.
    pub(crate) notes: Vec<(u32, Paragraphs)>,
    /// The positions after moves whose comments have marks, with the numbers of the moves.
    pub(crate) marked: Vec<(u32, Board)>,
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
        let marked = |answer: &Answer| {
            answer
                .marked
                .iter()
                .map(|(_, board)| board.points())
                .sum::<usize>()
        };
        let answers = self
            .answers
            .iter()
            .map(|answer| answer.board.points() + marked(answer));
        self.board.points() + answers.sum::<usize>()
    }

    /// Reads a problem whose boards draw at most `room` points.
    pub(crate) fn of(
        document: &Document,
        root: NodeId,
        solved: Option<&Solved>,
        options: &Options,
        room: usize,
    ) -> Result<Problem, AddError> {
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
        let before_moves = start.nodes().iter();
        let unreadable =
            before_moves.flat_map(|&id| unreadable_moves(document.node(id), &context, 0));
        figure.captions.extend(unreadable);
        let mut stones = Figure::new(&figure.setup());
        stones.coordinates = figure.coordinates;
        let is_marked = solved.is_some_and(|solved| solved.convention == Convention::Right);
        let node = document.node(root);
        let info = document.game_info(root);
        let title = info.name.map(|name| text::one_line(&name));
        let title = title.filter(|name| !name.is_empty());
        let is_titled = title.is_some();
        let title = title.or_else(|| node_name(node)).unwrap_or_default();
        let read = |node: NodeRef<'_>| {
            let mut text: Paragraphs = node_name(node)
                .filter(|_| is_titled || node.id() != root)
                .into_iter()
                .collect();
            text_of(document, node, is_marked, &mut text);
            text
        };
        let mut text = text::paragraphs(&info.comment.unwrap_or_default());
        text.extend(start.nodes().iter().flat_map(|&id| read(document.node(id))));
        let mut drawing = Drawing {
            document,
            context: &context,
            start: &stones,
            read: &read,
            shown: BTreeSet::new(),
            marks_left_out: BTreeSet::new(),
            room,
        };
        let (_, before_last) = start.nodes().split_last().unwrap_or((&root, &[]));
        let marked = before_last.iter().copied();
        let marked = marked.filter(|&id| drawing.has_marks(document.node(id)));
        drawing.marks_left_out = marked.collect();
        let mut drawn = Vec::new();
        let mut lines_left_out = 0;
        if let Some(solved) = solved {
            let right = solved.lines.iter().filter(|line| line.is_right);
            let wrong = solved.lines.iter().filter(|line| !line.is_right);
            let most = options.answers.get() as usize;
            for line in right.chain(wrong).take(most) {
                let path = path(document, root, line.end);
                let in_start = path.iter().zip(start.nodes()).take_while(|(a, b)| a == b);
                let in_start = in_start.count();
                let path = path.into_iter().skip(in_start);
                drawn.push((line.is_right, drawing.line(path).ok_or(AddError::Full)?));
            }
            lines_left_out = solved.lines.len().saturating_sub(most);
        }
        let marks_left_out = drawing.marks_left_out.len();
        let figures = drawn.iter().flat_map(|(_, line)| {
            line.marked
                .iter()
                .map(|(_, figure)| figure)
                .chain([&line.figure])
        });
        let figures = figures.chain([&figure]);
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
        let stated = || match node.simple_text("PL")?.trim().chars().next()? {
            'b' | 'B' | '1' => Some(Color::Black),
            'w' | 'W' | '2' => Some(Color::White),
            _ => None,
        };
        let answers = drawn.into_iter();
        let answers = answers.map(|(is_right, line)| Answer {
            is_right,
            board: board(line.figure),
            notes: line.notes,
            marked: line
                .marked
                .into_iter()
                .map(|(number, figure)| (number, board(figure)))
                .collect(),
        });
        Ok(Problem {
            title,
            solver: solved.map(|solved| solved.solver).or_else(stated),
            answers: answers.collect(),
            board: board(figure),
            text,
            information: origin(document, root),
            lines_left_out,
            marks_left_out,
        })
    }
}

/// The name of a node.
pub(crate) fn node_name(node: NodeRef<'_>) -> Option<String> {
    let name = node.simple_text("N").map(|name| text::one_line(&name));
    name.filter(|name| !name.is_empty())
}

/// Appends the name of a figure and the comment of a node.
pub(crate) fn text_of(
    document: &Document,
    node: NodeRef<'_>,
    is_marked: bool,
    out: &mut Paragraphs,
) {
    out.extend(figure_name(document, node).map(|name| text::one_line(&name)));
    out.extend(comment(node, is_marked));
}

/// Reports the moves of a node that no board shows, because they cannot be read or are off the board. They have no number;
/// `before` is the number of the move before them.
pub(crate) fn unreadable_moves(
    node: NodeRef<'_>,
    context: &GameContext,
    before: u32,
) -> Vec<String> {
    let moves = node
        .properties()
        .filter(|property| property.ident().player().is_some());
    let unreadable = moves.filter(|property| property.mover(context).is_none());
    let report = unreadable.filter_map(|property| {
        let value = String::from_utf8_lossy(property.value()?.raw()).into_owned();
        let value = text::one_line(&value);
        let short: String = value.chars().take(MOST_OF_A_MOVE).collect();
        let more = if short.len() < value.len() { "…" } else { "" };
        let place = DiagramPlace::After(before).words();
        Some(format!(
            "{}[{short}{more}] {place} cannot be shown",
            property.ident()
        ))
    });
    report.collect()
}

/// The number of characters of an unreadable move that are reported.
const MOST_OF_A_MOVE: usize = 20;

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

/// What the lines of a problem have in common.
struct Drawing<'d, R> {
    document: &'d Document,
    context: &'d GameContext,
    start: &'d Figure,
    read: R,
    /// The nodes whose comments were read. A node of several lines has its comment in the first one.
    shown: BTreeSet<NodeId>,
    /// The nodes with marks that no board shows.
    marks_left_out: BTreeSet<NodeId>,
    /// The number of points that further boards can draw.
    room: usize,
}

/// A line of a problem that was drawn.
struct Drawn {
    figure: Figure,
    notes: Vec<(u32, Paragraphs)>,
    marked: Vec<(u32, Figure)>,
}

impl<R: Fn(NodeRef<'_>) -> Paragraphs> Drawing<'_, R> {
    fn has_marks(&self, node: NodeRef<'_>) -> bool {
        !node_marks(self.document, node, self.context.size).is_empty()
    }

    /// Draws a line, with numbers from 1. Returns `None` if there is no room.
    fn line(&mut self, path: impl Iterator<Item = NodeId>) -> Option<Drawn> {
        let document = self.document;
        let mut line = Drawn {
            figure: self.start.clone(),
            notes: Vec::new(),
            marked: Vec::new(),
        };
        let mut number = 0u32;
        let mut path = path.enumerate().peekable();
        while let Some((at, id)) = path.next() {
            let node = document.node(id);
            if at > 0 {
                draw_setup(&mut line.figure, node);
            }
            let unreadable = unreadable_moves(node, self.context, number);
            line.figure.captions.extend(unreadable);
            number += draw_node_moves(&mut line.figure, node, self.context, number + 1);
            let text = (self.read)(node);
            let is_last = path.peek().is_none();
            let is_marked = !is_last && self.has_marks(node);
            if is_marked && text.is_empty() {
                self.marks_left_out.insert(id);
            }
            if !text.is_empty() && self.shown.insert(id) {
                line.notes.push((number, text));
                if is_marked {
                    self.room = self.room.checked_sub(self.context.size.area())?;
                    let mut marked = line.figure.clone();
                    marked.captions.clear();
                    draw_marks(document, node, &mut marked);
                    line.marked.push((number, marked));
                }
            }
            if is_last {
                draw_marks(document, node, &mut line.figure);
            }
        }
        Some(line)
    }
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
