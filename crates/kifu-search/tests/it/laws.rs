//! Laws that hold for all games and patterns. The fuzz target checks them too.

use kifu_core::{Action, Color, Move, Point, Size};
use kifu_rules::{Position, Rules, Symmetry};
use kifu_search::{Anchor, Cell, Line, Pattern, Query, Searcher, Sides};

/// A hit: its first and last move number, its place, and the pattern in this orientation.
type FoundHit = (u32, u32, Point, Pattern);

/// Checks that the search finds the same hits as a naive search of every place of every position in
/// every orientation.
pub(crate) fn agrees_with_a_naive_search(size: Size, actions: &[Action], query: &Query) {
    let line = Line::new(size, actions.iter().copied());
    let mut searcher = Searcher::new(query.clone());
    let hits: Vec<_> = searcher.search(&line).hits().collect();
    let mut found: Vec<FoundHit> = hits
        .iter()
        .map(|hit| {
            let pattern = seen(&query.pattern, hit.symmetry, hit.swapped);
            assert_eq!(pattern.size(), hit.size);
            (hit.first, hit.last, hit.at, pattern)
        })
        .collect();
    let key = |hit: &FoundHit| (hit.0, hit.1, hit.2, hit.3.clone());
    assert!(hits.is_sorted_by_key(|hit| hit.first));
    found.sort_by_key(key);
    let mut expected = naive_search(size, actions, query);
    expected.sort_by_key(key);
    if query.first_only {
        assert_eq!(found.is_empty(), expected.is_empty());
        if let [first] = &found[..] {
            assert_eq!(Some(first.0), expected.iter().map(|hit| hit.0).min());
            assert!(expected.contains(first));
        }
        assert!(found.len() <= 1);
    } else {
        assert_eq!(found, expected, "{query:?} in {actions:?}");
    }
}

fn seen(pattern: &Pattern, symmetry: Symmetry, swapped: bool) -> Pattern {
    let turned = pattern.transformed(symmetry);
    if swapped {
        turned.colors_swapped()
    } else {
        turned
    }
}

/// Searches every place of every position in every orientation.
fn naive_search(size: Size, actions: &[Action], query: &Query) -> Vec<FoundHit> {
    let positions = positions(size, actions);
    let mut ways: Vec<Pattern> = Vec::new();
    for symmetry in Symmetry::ALL {
        for swapped in [false, true] {
            let is_searched = (query.any_symmetry || symmetry == Symmetry::IDENTITY)
                && (query.swap_colors || !swapped);
            let pattern = seen(&query.pattern, symmetry, swapped);
            if is_searched && !ways.contains(&pattern) {
                ways.push(pattern);
            }
        }
    }
    let mut all = Vec::new();
    for pattern in ways {
        for at in size.points() {
            let matches =
                |(_, board): &(u32, Vec<Option<Color>>)| matches_at(&pattern, at, size, board);
            let mut stretches: Vec<(u32, u32, bool)> = Vec::new();
            let mut open = false;
            for position in &positions {
                let counts = query.moves.contains(&position.0);
                if !matches(position) {
                    open = false;
                } else if open {
                    if let Some(last) = stretches.last_mut() {
                        last.1 = position.0;
                    }
                } else if counts {
                    open = true;
                    stretches.push((position.0, position.0, true));
                }
            }
            all.extend(
                stretches
                    .into_iter()
                    .map(|(a, b, _)| (a, b, at, pattern.clone())),
            );
        }
    }
    all
}

fn matches_at(pattern: &Pattern, at: Point, size: Size, board: &[Option<Color>]) -> bool {
    let part = pattern.size();
    let (right, bottom) = (at.col + part.cols(), at.row + part.rows());
    if right > size.cols() || bottom > size.rows() {
        return false;
    }
    let (left, right) = (at.col == 0, right == size.cols());
    let (top, bottom) = (at.row == 0, bottom == size.rows());
    let anchored = match pattern.anchor() {
        Anchor::Sides(sides) => {
            (!sides.left || left)
                && (!sides.right || right)
                && (!sides.top || top)
                && (!sides.bottom || bottom)
        }
        Anchor::Corner => (left || right) && (top || bottom),
        Anchor::Edge => left || right || top || bottom,
    };
    anchored
        && pattern.cells().all(|(point, cell)| {
            let col = usize::from(at.col + point.col);
            let row = usize::from(at.row + point.row);
            cell.allows(board[row * usize::from(size.cols()) + col])
        })
}

/// The positions of a game, with their move numbers.
fn positions(size: Size, actions: &[Action]) -> Vec<(u32, Vec<Option<Color>>)> {
    let mut position = Position::new(size, Rules::LENIENT);
    let mut number = 0;
    let mut all = Vec::new();
    let look = |position: &Position| -> Vec<Option<Color>> {
        let points = size.points();
        points.map(|point| position.board().stone(point)).collect()
    };
    let actions: Vec<Action> = actions
        .iter()
        .copied()
        .filter(|action| match action {
            Action::Play(..) => true,
            Action::Put(point, _) => size.contains(*point),
            Action::ToPlay(_) => false,
        })
        .collect();
    let is_put = |action: &Action| matches!(action, Action::Put(..));
    if !actions.first().is_some_and(is_put) {
        all.push((0, look(&position)));
    }
    for together in actions.chunk_by(|a, b| is_put(a) && is_put(b)) {
        match together {
            [Action::Play(color, action)] => {
                number += 1;
                position.force(Action::Play(*color, *action));
            }
            puts => {
                let edits = puts.iter().filter_map(|action| match action {
                    Action::Put(point, stone) => Some((*point, *stone)),
                    _ => None,
                });
                position.edit(edits);
            }
        }
        all.push((number, look(&position)));
    }
    all
}

/// A source of choices: given bytes first, then pseudo-random numbers that are the same in every run.
pub(crate) struct Random {
    bytes: Vec<u8>,
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random {
            bytes: Vec::new(),
            state: seed,
        }
    }

    /// Creates a source that uses these bytes first.
    pub(crate) fn of(bytes: &[u8]) -> Random {
        Random {
            bytes: bytes.iter().rev().copied().collect(),
            state: bytes.len() as u64,
        }
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        if let Some(byte) = self.bytes.pop() {
            return usize::from(byte) % end;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % end as u64) as usize
    }

    fn color(&mut self) -> Color {
        [Color::Black, Color::White][self.below(2)]
    }

    fn point(&mut self, size: Size) -> Point {
        let col = self.below(size.cols().into());
        Point::new(col as u8, self.below(size.rows().into()) as u8)
    }

    /// A game with captures, passes, moves onto stones and off the board, and setup.
    pub(crate) fn game(&mut self, size: Size) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut color = Color::Black;
        for _ in 0..self.below(3 * size.area() + 2) {
            match self.below(40) {
                0 => actions.push(Action::Play(color, Move::Pass)),
                1 => actions.push(Action::Play(color, Move::Play(Point::new(60, 0)))),
                2 => actions.push(Action::ToPlay(color)),
                3 => {
                    for _ in 0..1 + self.below(4) {
                        let stone = [None, Some(Color::Black), Some(Color::White)][self.below(3)];
                        actions.push(Action::Put(self.point(size), stone));
                    }
                }
                4 => color = !color,
                _ => actions.push(Action::Play(color, Move::Play(self.point(size)))),
            }
            color = !color;
        }
        actions
    }

    /// A board size, often not square.
    pub(crate) fn size(&mut self) -> Size {
        let side = |random: &mut Random| 1 + random.below(8) as u8;
        Size::new(side(self), side(self)).unwrap()
    }

    /// A query whose pattern is often a part of a position of the game.
    pub(crate) fn query(&mut self, size: Size, actions: &[Action]) -> Query {
        let positions = positions(size, actions);
        let (_, board) = &positions[self.below(positions.len())];
        let cols = 1 + self.below(usize::from(size.cols()).min(4)) as u8;
        let rows = 1 + self.below(usize::from(size.rows()).min(4)) as u8;
        let whole = self.below(6) == 0;
        let part = if whole {
            size
        } else {
            Size::new(cols, rows).unwrap()
        };
        let at = Point::new(
            self.below(usize::from(size.cols() - part.cols()) + 1) as u8,
            self.below(usize::from(size.rows() - part.rows()) + 1) as u8,
        );
        let cells = part.points().map(|point| {
            let col = usize::from(at.col + point.col);
            let row = usize::from(at.row + point.row);
            let there = Cell::of(board[row * usize::from(size.cols()) + col]);
            match self.below(12) {
                0 => Cell::ANY,
                1 => there | Cell::EMPTY,
                2 => there | Cell::STONE,
                3 => there | Cell::of(Some(self.color())),
                _ => there,
            }
        });
        let cells = cells.collect();
        let sides = Sides {
            left: at.col == 0 && self.below(2) == 0,
            right: at.col + part.cols() == size.cols() && self.below(2) == 0,
            top: at.row == 0 && self.below(2) == 0,
            bottom: at.row + part.rows() == size.rows() && self.below(2) == 0,
        };
        let anchor = match self.below(5) {
            0 => Anchor::Corner,
            1 => Anchor::Edge,
            2 if whole => Anchor::FULL,
            2 => Anchor::ANYWHERE,
            _ => Anchor::Sides(sides),
        };
        let turned = Symmetry::ALL[self.below(8)];
        let mut pattern = Pattern::new(part, cells, anchor)
            .unwrap()
            .transformed(turned);
        if self.below(3) == 0 {
            pattern = pattern.colors_swapped();
        }
        let mut query = Query::new(pattern);
        query.any_symmetry = self.below(4) != 0;
        query.swap_colors = self.below(3) != 0;
        query.first_only = self.below(6) == 0;
        if self.below(3) == 0 {
            let first = self.below(actions.len() + 1) as u32;
            query.moves = first..=first + self.below(10) as u32;
        }
        query
    }
}

/// Checks that a pattern is read back from its drawing, and that the spans of findings are within
/// the text.
pub(crate) fn drawings_are_read(text: &str) {
    let (pattern, findings) = Pattern::parse(text);
    assert_eq!(pattern.is_some(), findings.is_empty());
    for found in findings {
        assert!(text.get(found.span.range()).is_some(), "{found:?}");
    }
    if let Some(pattern) = pattern {
        let (again, findings) = Pattern::parse(&drawn(&pattern));
        assert_eq!(findings, []);
        assert_eq!(again, Some(pattern));
    }
}

fn drawn(pattern: &Pattern) -> String {
    let Anchor::Sides(sides) = pattern.anchor() else {
        panic!("a drawn pattern has an `Anchor::Sides`");
    };
    let mut text = String::new();
    text.push_str(if sides.top { "---\n" } else { "" });
    for row in 0..pattern.size().rows() {
        text.push_str(if sides.left { "|" } else { "" });
        for col in 0..pattern.size().cols() {
            let cell = pattern.cell(Point::new(col, row)).unwrap();
            let letters = ".XOxo*?".chars().find(|letter| {
                let (one, _) = Pattern::parse(&letter.to_string());
                one.unwrap().cell(Point::new(0, 0)) == Some(cell)
            });
            text.push(letters.unwrap());
        }
        text.push_str(if sides.right { "|\n" } else { "\n" });
    }
    text.push_str(if sides.bottom { "---\n" } else { "" });
    text
}

#[test]
fn the_search_agrees_with_a_naive_search() {
    let mut random = Random::new(10);
    let mut hits = 0;
    for _ in 0..1000 {
        let size = random.size();
        let actions = random.game(size);
        let query = random.query(size, &actions);
        agrees_with_a_naive_search(size, &actions, &query);
        hits += usize::from(!naive_search(size, &actions, &query).is_empty());
    }
    // The test is meaningful only if there are hits.
    assert!(hits > 400, "{hits}");
}

#[test]
fn the_search_works_on_large_boards() {
    let mut random = Random::new(52);
    for size in [(19, 19), (52, 52), (52, 3), (2, 52), (13, 19)] {
        let size = Size::new(size.0, size.1).unwrap();
        for _ in 0..2 {
            let mut actions = random.game(size);
            actions.truncate(80);
            let query = random.query(size, &actions);
            agrees_with_a_naive_search(size, &actions, &query);
        }
    }
}
