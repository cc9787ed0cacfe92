//! Games in figures, with comments and variations.

use std::borrow::Cow;

use kifu_core::{Color, Point};
use kifu_diagram::{Coordinates, Figure, View};
use kifu_figure::{
    Division, Line, Options as FigureOptions, ViewMode, draw_marks, draw_node_moves, draw_setup,
    figure_name, node_marks,
};
use kifu_replay::Replayer;
use kifu_rules::Rules;
use kifu_sgf::{Document, GameContext, GameInfo, NodeRef};
use kifu_tree::NodeId;

use crate::board::{Board, around_moves};
use crate::problem::{comment, node_name, text_of, unreadable_moves};
use crate::text::{Paragraphs, one_line, paragraphs};
use crate::{AddError, Options};

/// A game of a book.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) title: String,
    /// The game information, in lines.
    pub(crate) info: Vec<String>,
    pub(crate) intro: Paragraphs,
    pub(crate) figures: Vec<GameFigure>,
    /// The number of points that the boards of the game draw.
    pub(crate) points: usize,
    /// The number of nodes with marks that no board shows.
    pub(crate) marks_left_out: usize,
}

/// A figure of the main line, with what belongs to its moves.
#[derive(Clone, Debug)]
pub(crate) struct GameFigure {
    /// The first and the last number in the figure.
    pub(crate) moves: Option<(u32, u32)>,
    /// The name that the record gives the figure.
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) remarks: Vec<Remark>,
}

/// The comment and the diagrams of a node of the main line.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// The number of the move; 0 before the first one.
    pub(crate) number: u32,
    pub(crate) text: Paragraphs,
    pub(crate) diagrams: Vec<Diagram>,
}

/// A small diagram: a variation, or the board with the marks of a comment.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    /// The number of the diagram in its game.
    pub(crate) number: usize,
    pub(crate) place: DiagramPlace,
    pub(crate) board: Board,
    /// The comments, each with the number of its move in the diagram.
    pub(crate) notes: Vec<(u32, Paragraphs)>,
}

/// The place of a diagram in its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiagramPlace {
    /// The position after a move of the main line.
    After(u32),
    /// Moves in place of a move of the main line, or of a diagram if it is given.
    InsteadOf(u32, Option<usize>),
    /// Moves after a move of another diagram that ends there or goes on without a move; 0 before the first one.
    AfterIn(u32, usize),
    /// The continuation of another diagram.
    Continues(usize),
}

impl Game {
    /// Reads a game whose boards draw at most `room` points.
    pub(crate) fn of(
        document: &Document,
        root: NodeId,
        file: &str,
        options: &Options,
        room: usize,
    ) -> Result<Game, AddError> {
        Replayer::to_show(document, root, &Rules::LENIENT)?;
        let line = Line::main(document, root);
        let division = match options.moves_per_figure {
            Some(moves) => Division::Every(moves),
            None if line.has_figures() => Division::Stated,
            None => Division::Every(Options::MOVES_PER_FIGURE),
        };
        let figure_options = FigureOptions {
            coordinates: Some(Coordinates::Western),
            view: ViewMode::Whole,
            variations: false,
            full_numbers: true,
            ..FigureOptions::default()
        };
        let all = 1..=u32::MAX;
        let sections = line.sections(all.clone(), division);
        let figures = line.figures(all, division, &figure_options);
        let numbers = line.numbers();
        let mut walk = Walk::new(document, root, options, room);
        walk.has_stated_figures = division == Division::Stated;
        let mut game = Game {
            title: title(document, root, file),
            info: info(document, root),
            intro: paragraphs(&document.game_info(root).comment.unwrap_or_default()),
            figures: Vec::new(),
            points: 0,
            marks_left_out: 0,
        };
        let mut at = 0;
        for (section, mut figure) in sections.into_iter().zip(figures) {
            let mut remarks = Vec::new();
            let mut events = Events::default();
            // A first section without moves and without `FG` has no figure.
            let start = if game.figures.is_empty() {
                0
            } else {
                section.start
            };
            at = at.max(start);
            while at < section.end {
                let is_last = at + 1 == section.end;
                let remark = walk.enter(line.nodes()[at], numbers[at], is_last, &mut events);
                if !remark.text.is_empty() || !remark.diagrams.is_empty() {
                    remarks.push(remark);
                }
                at += 1;
            }
            let start = line.nodes().get(section.start).map(|&id| document.node(id));
            let name = start.filter(|_| walk.has_stated_figures);
            let name = name.and_then(|node| figure_name(document, node));
            let name = name.map(|name| one_line(&name)).unwrap_or_default();
            figure.title.clear();
            if !events.captures.is_empty() {
                figure.captions.push(events.captures.join(", "));
            }
            figure.captions.extend(events.unreadable);
            let moves = numbered(&figure);
            let board = Board::of(figure);
            walk.draw(&board);
            if walk.room.is_none() {
                return Err(AddError::Full);
            }
            game.figures.push(GameFigure {
                moves,
                name,
                board,
                remarks,
            });
        }
        if game.figures.is_empty() {
            // A game without a node, or one that only sets up stones, has one figure.
            game.figures.push(GameFigure {
                moves: None,
                name: String::new(),
                board: Board::of(line.position(&figure_options)),
                remarks: Vec::new(),
            });
        }
        game.points = room - walk.room.unwrap_or_default();
        game.marks_left_out = walk.marks_left_out;
        Ok(game)
    }
}

/// The first and the last number of a figure.
fn numbered(figure: &Figure) -> Option<(u32, u32)> {
    let on_stones = figure
        .size()
        .points()
        .filter_map(|point| figure[point].number);
    let all = on_stones.chain(figure.unplaced_moves.iter().map(|moved| moved.number));
    all.fold(None, |range: Option<(u32, u32)>, number| {
        Some(range.map_or((number, number), |(first, last)| {
            (first.min(number), last.max(number))
        }))
    })
}

/// What the captions of a figure say about its moves.
#[derive(Default)]
struct Events {
    captures: Vec<String>,
    unreadable: Vec<String>,
}

/// The names of the players, or else the name of the game or the file.
fn title(document: &Document, root: NodeId, file: &str) -> String {
    let info = document.game_info(root);
    let or = |name: String, other: &str| {
        if name.is_empty() {
            other.to_owned()
        } else {
            name
        }
    };
    match (text(info.black), text(info.white)) {
        (black, white) if black.is_empty() && white.is_empty() => {
            or(text(info.name), &one_line(file))
        }
        (black, white) => format!("{} – {}", or(black, "Black"), or(white, "White")),
    }
}

/// The game information in lines.
fn info(document: &Document, root: NodeId) -> Vec<String> {
    let info = document.game_info(root);
    let written = |ident| text(document.node(root).simple_text(ident));
    let handicap = written("HA");
    let handicap = if handicap == "0" { "" } else { &handicap };
    let settings = [
        labelled("Handicap", handicap),
        labelled("Komi", &written("KM")),
        labelled("Rules:", &text(info.rules.clone())),
        labelled("Result:", &text(info.result.clone())),
    ];
    let time = [
        time(&text(info.time_limit.clone())),
        text(info.overtime.clone()),
    ];
    let is_title = text(info.black.clone()).is_empty() && text(info.white.clone()).is_empty();
    let name = if is_title {
        String::new()
    } else {
        text(info.name.clone())
    };
    let mut lines = vec![name];
    lines.extend(occasion(&info));
    lines.push(joined(&settings, ". "));
    lines.push(labelled("Time:", &joined(&time, ", ")));
    lines.extend(sources(info));
    lines.retain(|line| !line.is_empty());
    lines
}

/// What the game information of a problem says about its origin, on one line.
pub(crate) fn origin(document: &Document, root: NodeId) -> String {
    let info = document.game_info(root);
    let mut lines = Vec::from(occasion(&info));
    // Many programs name the players of a problem like this.
    lines.retain(|line| !["Black: Black", "White: White"].contains(&line.as_str()));
    lines.extend(sources(info));
    joined(&lines, ". ")
}

fn text(written: Option<Cow<'_, str>>) -> String {
    written.map(|text| one_line(&text)).unwrap_or_default()
}

/// The event, the place and date, and the players.
fn occasion(info: &GameInfo<'_>) -> [String; 4] {
    let texts = |all: &[&Option<Cow<'_, str>>], separator: &str| {
        let all: Vec<String> = all.iter().map(|one| text((*one).clone())).collect();
        joined(&all, separator)
    };
    let player = |label, name, rank, team: &Option<Cow<'_, str>>| {
        let team = text(team.clone());
        let team = if team.is_empty() {
            team
        } else {
            format!("({team})")
        };
        labelled(label, &joined(&[texts(&[name, rank], " "), team], " "))
    };
    [
        texts(&[&info.event, &info.round], ", "),
        texts(&[&info.place, &info.date], ", "),
        player("Black:", &info.black, &info.black_rank, &info.black_team),
        player("White:", &info.white, &info.white_rank, &info.white_team),
    ]
}

/// The opening, the people who worked on the record and its source, and its copyright.
fn sources(info: GameInfo<'_>) -> [String; 3] {
    let sources = [
        labelled("Comments by", &text(info.annotator)),
        labelled("Source:", &text(info.source)),
        labelled("Entered by", &text(info.user)),
    ];
    [
        labelled("Opening:", &text(info.opening)),
        joined(&sources, ". "),
        text(info.copyright),
    ]
}

fn labelled(label: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{label} {text}")
    }
}

/// Joins the texts that are not empty.
fn joined(texts: &[String], separator: &str) -> String {
    let texts = texts.iter().map(String::as_str);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(separator)
}

/// A time limit in seconds, in words such as `1 h 30 min`. Other texts stay as they are.
fn time(written: &str) -> String {
    let Ok(seconds) = written.parse::<u32>() else {
        return written.to_owned();
    };
    let part = |count: u32, unit: &str| match count {
        0 => String::new(),
        count => format!("{count} {unit}"),
    };
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let parts = [
        part(hours, "h"),
        part(minutes, "min"),
        part(seconds % 60, "s"),
    ];
    joined(&parts, " ")
}

/// A position on the main line.
struct Walk<'d> {
    document: &'d Document,
    context: GameContext,
    game: Replayer<'d>,
    options: &'d Options,
    /// Whether the figures are those of `FG`, and show its names.
    has_stated_figures: bool,
    /// The number of diagrams so far.
    diagrams: usize,
    /// The number of nodes so far with marks that no board shows.
    marks_left_out: usize,
    /// The number of points that further boards can draw; `None` if a board did not fit.
    room: Option<usize>,
    /// The node of the main line that was entered last, and the number of its move.
    last: Option<(NodeId, u32)>,
}

/// A node of a variation on the path to the current one.
struct Step {
    node: NodeId,
    /// The number of the diagram that shows the node.
    diagram: usize,
    /// The number of its last move in the diagram.
    number: u32,
    /// Whether the node ends its diagram, because its comment needs its marks.
    ends_diagram: bool,
    /// The first child: the number of the diagram that shows it, and whether it has a move.
    next: Option<(usize, bool)>,
}

/// A diagram that is being drawn.
struct Drawing {
    number: usize,
    place: DiagramPlace,
    figure: Figure,
    notes: Vec<(u32, Paragraphs)>,
    last: NodeId,
}

impl<'d> Walk<'d> {
    fn new(document: &'d Document, root: NodeId, options: &'d Options, room: usize) -> Walk<'d> {
        Walk {
            document,
            context: GameContext::of(document.node(root)),
            game: Replayer::new(document, root, &Rules::LENIENT),
            options,
            has_stated_figures: false,
            diagrams: 0,
            marks_left_out: 0,
            room: Some(room),
            last: None,
        }
    }

    /// Counts the points of a board.
    fn draw(&mut self, board: &Board) {
        self.room = self.room.and_then(|room| room.checked_sub(board.points()));
    }

    /// Enters the next node of the main line. `number` is the number of its last move. `is_last` is set for the last node
    /// of a figure, whose marks the figure shows.
    fn enter(&mut self, id: NodeId, number: u32, is_last: bool, events: &mut Events) -> Remark {
        let mut diagrams = Vec::new();
        let node = self.document.node(id);
        let movers: Vec<Color> = node
            .properties()
            .filter_map(|property| property.mover(&self.context))
            .collect();
        let count = u32::try_from(movers.len()).unwrap_or(u32::MAX);
        let before = self.last.map_or(0, |(_, number)| number);
        // `MN` can state the number of the move.
        let first = match count {
            0 => before.saturating_add(1),
            count => number.saturating_sub(count - 1),
        };
        if let Some((parent, _)) = self.last.filter(|_| self.options.variations) {
            let document = self.document;
            let others = document
                .forest()
                .children(parent)
                .filter(|&child| child != id);
            for child in others.filter(|&child| !document.node(child).is_empty_variation()) {
                self.variation(child, first, &mut diagrams);
            }
        }
        let before = self.game.prisoners();
        self.game.enter(id);
        let after = self.game.prisoners();
        for color in [Color::Black, Color::White] {
            let taken = after[color] - before[color];
            if taken == 0 {
                continue;
            }
            // A node can have moves of both players. Prisoners of the other player are from suicide.
            let (number, whose) = match (first..)
                .zip(&movers)
                .filter(|(_, mover)| **mover == color)
                .last()
            {
                Some((number, _)) => (number, ""),
                None => (number, "its own "),
            };
            events
                .captures
                .push(format!("{number} captures {whose}{taken}"));
        }
        let unreadable = unreadable_moves(node, &self.context, first.saturating_sub(1));
        events.unreadable.extend(unreadable);
        self.last = Some((id, number));
        let text = self.text_of(node, !self.has_stated_figures);
        if !is_last && self.has_marks(node) {
            if text.is_empty() {
                self.marks_left_out += 1;
            } else {
                self.diagrams += 1;
                let diagram = self.marked_position(node, number);
                self.draw(&diagram.board);
                diagrams.push(diagram);
            }
        }
        Remark {
            number,
            text,
            diagrams,
        }
    }

    /// The name and the comment of a node, and the name of a figure if no figure shows it.
    fn text_of(&self, node: NodeRef<'_>, with_figure: bool) -> Paragraphs {
        let mut text: Paragraphs = node_name(node).into_iter().collect();
        if with_figure {
            text_of(self.document, node, false, &mut text);
        } else {
            text.extend(comment(node, false));
        }
        text
    }

    fn has_marks(&self, node: NodeRef<'_>) -> bool {
        !node_marks(self.document, node, self.context.size).is_empty()
    }

    /// Draws the board with the marks of a node.
    fn marked_position(&self, node: NodeRef<'_>, number: u32) -> Diagram {
        let mut figure = self.start();
        let last = self.game.last().and_then(|(_, action)| action.point());
        if let Some(cell) = last
            .and_then(|point: Point| figure.get_mut(point))
            .filter(|cell| cell.stone.is_some())
        {
            cell.number = Some(number);
        }
        draw_marks(self.document, node, &mut figure);
        figure.view = around_moves(&figure, 4);
        Diagram {
            number: self.diagrams,
            place: DiagramPlace::After(number),
            board: Board::of(figure),
            notes: Vec::new(),
        }
    }

    /// A figure of the current position.
    fn start(&self) -> Figure {
        let mut figure = Figure::new(&self.game.position().to_setup());
        figure.ko = None;
        figure.coordinates = self.options.board_coordinates();
        figure.view = View::whole(figure.size());
        figure
    }

    /// Draws the variations of a tree that branches off the main line, and returns to the position before it.
    fn variation(&mut self, top: NodeId, instead_of: u32, diagrams: &mut Vec<Diagram>) {
        let document = self.document;
        let forest = document.forest();
        let mut path: Vec<Step> = Vec::new();
        let mut drawing: Option<Drawing> = None;
        for id in forest.preorder(top) {
            let node = document.node(id);
            if node.is_empty_variation() {
                continue;
            }
            if self.room.is_none() {
                // The game is refused.
                break;
            }
            let parent = forest.parent(id).filter(|_| id != top);
            while path.last().map(|step| step.node) != parent && path.pop().is_some() {
                self.game.leave();
            }
            let before = path.last();
            let continues = before.filter(|step| {
                drawing
                    .as_ref()
                    .is_some_and(|drawing| drawing.last == step.node)
                    && !step.ends_diagram
            });
            let (diagram, first) = if let Some(step) = continues {
                self.marks_left_out += usize::from(self.has_marks(document.node(step.node)));
                (step.diagram, step.number + 1)
            } else {
                if let Some(done) = drawing.take() {
                    diagrams.push(self.finished(done));
                }
                self.diagrams += 1;
                let (place, first) = match before.map(|step| (step, step.next)) {
                    None => (DiagramPlace::InsteadOf(instead_of, None), 1),
                    Some((step, None)) => (DiagramPlace::Continues(step.diagram), step.number + 1),
                    Some((step, Some((diagram, true)))) => {
                        (DiagramPlace::InsteadOf(step.number + 1, Some(diagram)), 1)
                    }
                    Some((step, Some((_, false)))) => {
                        (DiagramPlace::AfterIn(step.number, step.diagram), 1)
                    }
                };
                drawing = Some(Drawing {
                    number: self.diagrams,
                    place,
                    figure: self.start(),
                    notes: Vec::new(),
                    last: id,
                });
                (self.diagrams, first)
            };
            let mut number = first - 1;
            let text = self.text_of(node, true);
            let ends_diagram = !text.is_empty() && self.has_marks(node);
            if let Some(drawing) = &mut drawing {
                draw_setup(&mut drawing.figure, node);
                let unreadable = unreadable_moves(node, &self.context, first.saturating_sub(1));
                drawing.figure.captions.extend(unreadable);
                number += draw_node_moves(&mut drawing.figure, node, &self.context, first);
                if !text.is_empty() {
                    drawing.notes.push((number, text));
                }
                drawing.last = id;
            }
            if let Some(step) = path.last_mut().filter(|step| step.next.is_none()) {
                step.next = Some((diagram, number >= first));
            }
            self.game.enter(id);
            path.push(Step {
                node: id,
                diagram,
                number,
                ends_diagram,
                next: None,
            });
        }
        if let Some(done) = drawing {
            diagrams.push(self.finished(done));
        }
        for _ in path {
            self.game.leave();
        }
    }

    fn finished(&mut self, done: Drawing) -> Diagram {
        let mut figure = done.figure;
        draw_marks(self.document, self.document.node(done.last), &mut figure);
        figure.view = around_moves(&figure, 3);
        let board = Board::of(figure);
        self.draw(&board);
        Diagram {
            number: done.number,
            place: done.place,
            board,
            notes: done.notes,
        }
    }
}

impl DiagramPlace {
    /// The place in words, after the number of the diagram.
    pub(crate) fn words(self) -> String {
        match self {
            DiagramPlace::After(0) => "before the first move".to_owned(),
            DiagramPlace::After(number) => format!("after {number}"),
            DiagramPlace::InsteadOf(number, None) => format!("instead of {number}"),
            DiagramPlace::InsteadOf(number, Some(diagram)) => {
                format!("instead of {number} in Dia. {diagram}")
            }
            DiagramPlace::AfterIn(0, diagram) => format!("from the start of Dia. {diagram}"),
            DiagramPlace::AfterIn(number, diagram) => format!("after {number} in Dia. {diagram}"),
            DiagramPlace::Continues(diagram) => format!("continues Dia. {diagram}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu_testkit::{hold_on, repository};

    use super::*;

    /// The numbers in a caption such as `12, 18 at 5; 13 pass`.
    fn unplaced(captions: &[String]) -> Vec<u32> {
        let lines = captions
            .iter()
            .filter(|line| line.contains(" at ") || line.contains(" pass"));
        let places = lines.flat_map(|line| line.split([';', ',']));
        let numbers =
            places.flat_map(|place| place.split(" at ").next().unwrap_or_default().split(' '));
        numbers.filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn every_move_is_in_one_figure_or_caption() {
        hold_on(&repository("corpus/sgf"), |bytes| {
            let document = Document::parse(bytes).unwrap();
            for root in document.roots() {
                let options = Options {
                    moves_per_figure: std::num::NonZeroU32::new(20),
                    ..Options::default()
                };
                let Ok(game) = Game::of(&document, root, "file", &options, usize::MAX) else {
                    continue;
                };
                let mut numbers: Vec<u32> = Vec::new();
                for figure in &game.figures {
                    numbers.extend(
                        figure
                            .board
                            .cells
                            .iter()
                            .filter_map(|(_, cell)| cell.number),
                    );
                    numbers.extend(unplaced(&figure.board.captions));
                }
                numbers.sort_unstable();
                let line = Line::main(&document, root);
                let context = GameContext::of(document.node(root));
                let mut expected: Vec<u32> = Vec::new();
                let mut before = 0;
                for (&id, number) in line.nodes().iter().zip(line.numbers()) {
                    let node = document.node(id);
                    let moves = node
                        .properties()
                        .filter(|property| property.mover(&context).is_some());
                    let readable = moves.filter(|property| {
                        let value = property.value();
                        value.is_some_and(|value| {
                            kifu_replay::action(&value, context.size).is_some()
                        })
                    });
                    let count = readable.count() as u32;
                    let first = if number > before {
                        number + 1 - count.max(1)
                    } else {
                        number
                    };
                    expected.extend(first..first + count);
                    before = number;
                }
                expected.sort_unstable();
                assert_eq!(numbers, expected);
            }
        });
    }
}
