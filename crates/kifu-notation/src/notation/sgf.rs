//! Converts positions to SGF.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use kifu_core::{Color, Move, Point, Setup, Size};
use kifu_diagram::{Coordinates, Figure, Mark, View};
use kifu_sgf::escape;
use kifu_sgf::value::{FigureFlags, cover, write_label, write_line, write_size};
use kifu_tree::game::{Converted, Loss};

use super::{Entry, dropped};
use crate::position::{before_ko, leads_to};

impl Entry {
    /// Converts the position to a record: a root with stones, followed by the numbered or known
    /// moves. The position after the last node is this position.
    pub fn to_sgf(&self) -> Converted<String> {
        let mut losses: Vec<Loss> = self.omitted.iter().map(|what| dropped(*what)).collect();
        let figure = &self.figure;
        if figure
            .captures
            .is_some_and(|by| by.black > 0 || by.white > 0)
        {
            losses.push(dropped("the number of captured stones"));
        }
        let way = Way::to(figure, &mut losses);
        let mut nodes = Vec::new();
        let mut node = self.root(&way);
        let mut before = 0u32;
        for &(number, color, action) in &way.moves {
            nodes.push(core::mem::take(&mut node));
            let point = action.point().and_then(Point::to_sgf);
            let point = point.map(|letters| letters.map(char::from).iter().collect());
            let ident = if color == Color::Black { "B" } else { "W" };
            node.one(ident, point.unwrap_or_else(String::new));
            if way.is_numbered && number != before.saturating_add(1) {
                node.one("MN", number);
            }
            before = number;
        }
        self.mark(&mut node, &mut losses);
        if !self.comment.is_empty() {
            node.one("C", escape(&self.comment));
        }
        nodes.push(node);
        let nodes: String = nodes.iter().map(|node| format!(";{}", node.0)).collect();
        Converted {
            value: format!("({nodes})\n"),
            losses,
        }
    }

    fn root(&self, way: &Way) -> Node {
        let figure = &self.figure;
        let size = figure.size();
        let mut root = Node::default();
        root.one("FF", 4);
        root.one("GM", 1);
        root.one("CA", "UTF-8");
        root.one("SZ", write_size(size));
        let name = figure.title.trim();
        if !name.is_empty() {
            root.one("GN", escape(name));
        }
        if let Some(komi) = self.komi {
            root.one("KM", komi);
        }
        for (ident, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = way.setup.stones().filter(|(_, stone)| *stone == color);
            root.points(ident, stones.map(|(point, _)| point), size);
        }
        if let Some(color) = way.setup.to_play {
            root.one("PL", color.letter());
        }
        let hides = figure.view != View::whole(size) || size.points().any(|at| figure[at].hidden);
        if hides {
            root.points("VW", size.points().filter(|&at| figure.shows(at)), size);
        }
        root.points("DD", size.points().filter(|&at| figure[at].dimmed), size);
        let bare = figure.coordinates == Coordinates::None;
        if way.is_numbered || bare || !figure.stars {
            let mut flags = FigureFlags::KEEP_CAPTURED;
            for (set, flag) in [
                (bare, FigureFlags::NO_COORDINATES),
                (!figure.stars, FigureFlags::NO_STARS),
            ] {
                flags.0 |= if set { flag.0 } else { 0 };
            }
            root.one("FG", format_args!("{}:{}", flags.0, escape(name)));
        }
        root
    }

    /// Writes the marks, labels and lines on the board to the last node.
    fn mark(&self, node: &mut Node, losses: &mut Vec<Loss>) {
        let figure = &self.figure;
        let size = figure.size();
        for (ident, mark) in [
            ("CR", Mark::Circle),
            ("SQ", Mark::Square),
            ("TR", Mark::Triangle),
            ("MA", Mark::Cross),
            ("SL", Mark::Selected),
        ] {
            let marked = size.points().filter(|&at| figure[at].mark == Some(mark));
            node.points(ident, marked, size);
        }
        for (ident, color) in [("TB", Color::Black), ("TW", Color::White)] {
            let owned = size
                .points()
                .filter(|&at| figure[at].territory == Some(color));
            node.points(ident, owned, size);
        }
        let label = |at| write_label(at, figure[at].label.as_deref()?);
        node.list("LB", size.points().filter_map(label));
        for (ident, lines) in [("LN", &figure.lines), ("AR", &figure.arrows)] {
            let can_be =
                |&[from, to]: &[Point; 2]| from != to && size.contains(from) && size.contains(to);
            let kept: Vec<_> = lines.iter().copied().filter(can_be).collect();
            losses.extend((kept.len()..lines.len()).map(|_| dropped("a line of one point")));
            node.list(
                ident,
                kept.into_iter()
                    .filter_map(|[from, to]| write_line(from, to)),
            );
        }
    }
}

/// A position, and the moves that lead from this position to a figure.
struct Way {
    setup: Setup,
    moves: Vec<(u32, Color, Move)>,
    /// Whether the move numbers are shown.
    is_numbered: bool,
}

impl Way {
    fn to(figure: &Figure, losses: &mut Vec<Loss>) -> Way {
        let points = figure.size().points();
        let numbered = points.filter_map(|at| {
            let cell = &figure[at];
            Some((cell.number?, cell.stone?, Move::Play(at)))
        });
        let elsewhere = figure.unplaced_moves.iter();
        let elsewhere = elsewhere.map(|moved| (moved.number, moved.color, moved.action));
        let mut moves: Vec<_> = numbered.chain(elsewhere).collect();
        // The sort is stable, so of two moves with the same number, the one with a stone comes
        // first.
        moves.sort_by_key(|(number, ..)| *number);
        let mut setup = figure.setup();
        setup.ko = None;
        if moves.is_empty() {
            return Way::by_last_move(figure, setup, losses);
        }
        for (_, _, action) in &moves {
            let at = action
                .point()
                .filter(|&at| figure.get(at).is_some_and(|c| c.number.is_some()));
            if let Some(at) = at {
                setup.put(at, None);
            }
        }
        if figure.ko.is_some() {
            losses.push(dropped("the ko"));
        }
        Way {
            setup,
            moves,
            is_numbered: true,
        }
    }

    /// Finds the position before the move that created the ko, or else before the last move, if
    /// known.
    fn by_last_move(figure: &Figure, setup: Setup, losses: &mut Vec<Loss>) -> Way {
        let by = |mut before: Setup, color: Color, at: Point| {
            before.to_play = Some(color);
            Way {
                setup: before,
                moves: Vec::from([(1, color, Move::Play(at))]),
                is_numbered: false,
            }
        };
        if figure.ko.is_some() {
            let side = figure.to_play.unwrap_or(Color::Black);
            match before_ko(&figure.setup(), side) {
                Some((before, at)) => return by(before, !side, at),
                None => losses.push(dropped("a ko that no move creates")),
            }
        }
        let last = figure
            .last
            .and_then(|at| Some((at, figure.get(at)?.stone?)));
        if let Some((at, color)) = last {
            let mut after = setup.clone();
            after.to_play = Some(!color);
            let mut before = after.clone();
            before.put(at, None);
            if figure.to_play != Some(color) && leads_to(&before, at, &after) {
                return by(before, color, at);
            }
            losses.push(dropped("the mark of the last move"));
        }
        Way {
            setup,
            moves: Vec::new(),
            is_numbered: false,
        }
    }
}

/// The text of a new SGF node.
#[derive(Default)]
struct Node(String);

impl Node {
    /// Appends a property with one escaped value.
    fn one(&mut self, ident: &str, value: impl Display) {
        self.list(ident, [value]);
    }

    fn points(&mut self, ident: &str, points: impl Iterator<Item = Point>, size: Size) {
        self.list(ident, cover(points, size));
    }

    /// Appends a property with these values, unless there are none.
    fn list(&mut self, ident: &str, values: impl IntoIterator<Item = impl Display>) {
        let mut is_first = true;
        for value in values {
            self.0.push_str(if core::mem::take(&mut is_first) {
                ident
            } else {
                ""
            });
            self.0.push('[');
            self.0.push_str(&value.to_string());
            self.0.push(']');
        }
    }
}
