//! Transforms points within values.

use alloc::string::ToString;
use alloc::vec::Vec;

use kifu_core::{Move, Point, Size};
use kifu_rules::Symmetry;
use kifu_sgf::properties::ValueKind;
use kifu_sgf::value::{self, ValueErrorKind};
use kifu_sgf::{Property, PropertyInfo};
use kifu_span::{Edit, Span};

/// Applies a symmetry to the points of a board.
pub(super) struct Turner {
    pub(super) size: Size,
    pub(super) symmetry: Symmetry,
}

impl Turner {
    /// Transforms the points of a value whose first byte is at `at`. Returns whether the value has the type that
    /// the property table requires.
    pub(super) fn value(
        &self,
        raw: &[u8],
        at: u32,
        info: &PropertyInfo,
        edits: &mut Vec<Edit>,
    ) -> bool {
        match (info.values.first, info.values.second) {
            (ValueKind::Moves, _) => self.sequence(raw, at, edits),
            (ValueKind::Move, _) => self.is_pass(raw) || self.point(raw, at, edits),
            (_, None) => raw.trim_ascii().is_empty() || self.area(raw, at, edits),
            (_, Some(second)) => {
                let Some((first, rest)) = value::split(raw) else {
                    return raw.trim_ascii().is_empty();
                };
                let is_point = matches!(second, ValueKind::Point | ValueKind::Stone);
                let second = at + first.len() as u32 + 1;
                let turned = self.point(first, at, edits);
                turned && (!is_point || self.point(rest, second, edits))
            }
        }
    }

    /// Exchanges the width and the height in a board size.
    pub(super) fn exchange_sides(&self, raw: &[u8], at: u32, edits: &mut Vec<Edit>) {
        let turned = self.symmetry.size(self.size);
        let is_size = value::size(raw).is_ok_and(|read| read.value == self.size);
        if !is_size || turned == self.size {
            return;
        }
        let with = match value::split(raw) {
            Some((cols, rows)) => [rows, b":", cols].concat(),
            None => value::write_size(turned).to_string().into_bytes(),
        };
        edits.push(Edit::replace(Span::new(at, at + raw.len() as u32), with));
    }

    /// Whether all values of a property could be points of the board.
    pub(super) fn looks_like_points(&self, property: &Property<'_>) -> bool {
        let is_point = |raw: &[u8]| value::area(raw, self.size).is_ok_and(|read| read.is_exact());
        let mut values = property.values().peekable();
        values.peek().is_some() && values.all(|value| is_point(value.raw()))
    }

    fn is_pass(&self, raw: &[u8]) -> bool {
        value::action(raw, self.size).is_ok_and(|read| read.value == Move::Pass)
    }

    /// Transforms a sequence of moves, which may have white space between them.
    fn sequence(&self, raw: &[u8], at: u32, edits: &mut Vec<Edit>) -> bool {
        let mut places = (0..raw.len()).filter(|&place| !raw[place].is_ascii_whitespace());
        while let Some(col) = places.next() {
            let Some(row) = places.next() else {
                return false;
            };
            let letters = [raw[col], raw[row]];
            if self.is_pass(&letters) {
                continue;
            }
            let Some(turned) = self.letters(letters) else {
                return false;
            };
            put(at, [col, row], letters, turned, edits);
        }
        true
    }

    /// Transforms a point or a rectangle. If the top left corner of a rectangle was first, it remains first.
    fn area(&self, raw: &[u8], at: u32, edits: &mut Vec<Edit>) -> bool {
        let Some((first, second)) = value::split(raw) else {
            return self.point(raw, at, edits);
        };
        let second_at = at + first.len() as u32 + 1;
        let (Some(a), Some(b)) = (Letters::of(first), Letters::of(second)) else {
            return self.point(first, at, edits) && self.point(second, second_at, edits);
        };
        let on_board = value::area(raw, self.size);
        let area = match &on_board {
            Ok(read) => read.value,
            Err(_) => match value::area(raw, Size::LARGEST) {
                Ok(read) if self.size.contains(read.value.from()) => read.value,
                _ => return self.point(first, at, edits) && self.point(second, second_at, edits),
            },
        };
        let is_usual = (a.point(), b.point()) == (Some(area.from()), Some(area.to()));
        if on_board.is_ok() && !is_usual {
            return self.point(first, at, edits) && self.point(second, second_at, edits);
        }
        // Clip the rectangle to the board.
        let last = Point::new(self.size.cols() - 1, self.size.rows() - 1);
        let to = Point::new(area.to().col.min(last.col), area.to().row.min(last.row));
        let [c, d] = [area.from(), to].map(|corner| self.symmetry.point(corner, self.size));
        let corners = [
            Point::new(c.col.min(d.col), c.row.min(d.row)),
            Point::new(c.col.max(d.col), c.row.max(d.row)),
        ];
        let [Some(c), Some(d)] = corners.map(Point::to_sgf) else {
            return false;
        };
        put(at, a.places, a.letters, c, edits);
        put(second_at, b.places, b.letters, d, edits);
        true
    }

    fn point(&self, raw: &[u8], at: u32, edits: &mut Vec<Edit>) -> bool {
        if let Some(read) = Letters::of(raw) {
            if let Some(turned) = self.letters(read.letters) {
                put(at, read.places, read.letters, turned, edits);
                return true;
            }
        }
        self.western(raw, at, edits) || self.stays_off(raw, at, edits)
    }

    /// Exchanges the coordinates of a point that is not on the board, together with the sides of
    /// the board. Otherwise, the point could be on the new board.
    fn stays_off(&self, raw: &[u8], at: u32, edits: &mut Vec<Edit>) -> bool {
        let changes_sides = self.symmetry.size(self.size) != self.size;
        let Some(read) = Letters::of(raw).filter(|_| changes_sides) else {
            return false;
        };
        let [col, row] = read.letters;
        put(at, read.places, read.letters, [row, col], edits);
        true
    }

    /// Transforms a point in Western coordinates, which some programs write, and keeps the case of
    /// its letter.
    fn western(&self, raw: &[u8], at: u32, edits: &mut Vec<Edit>) -> bool {
        let point = match value::point(raw, self.size).map_err(|error| error.kind) {
            Err(ValueErrorKind::Western(point)) => point,
            _ => return false,
        };
        let turned = self.symmetry.point(point, self.size);
        let Some(name) = self.symmetry.size(self.size).western(turned) else {
            return false;
        };
        let mut name = name.to_string();
        if raw.iter().any(u8::is_ascii_lowercase) {
            name.make_ascii_lowercase();
        }
        let start = raw
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let end = start + raw.trim_ascii().len();
        let span = Span::new(at + start as u32, at + end as u32);
        if &raw[start..end] != name.as_bytes() {
            edits.push(Edit::replace(span, name));
        }
        true
    }

    /// Transforms the letters of a point. On boards with at most 26 rows and columns, capitals are
    /// read as lower-case letters, and remain capitals.
    fn letters(&self, letters: [u8; 2]) -> Option<[u8; 2]> {
        let turned = |letters: [u8; 2]| {
            let point = Point::from_sgf(&letters).filter(|&point| self.size.contains(point))?;
            self.symmetry.point(point, self.size).to_sgf()
        };
        if let Some(turned) = turned(letters) {
            return Some(turned);
        }
        let mut capitals = letters.map(|letter| letter.is_ascii_uppercase());
        let mut small = turned(letters.map(|letter| letter.to_ascii_lowercase()))?;
        if self.symmetry.transposes() {
            capitals.reverse();
        }
        let can_have_capitals = self.size.cols() <= 26 && self.size.rows() <= 26;
        for (letter, capital) in small.iter_mut().zip(capitals) {
            if capital && can_have_capitals {
                letter.make_ascii_uppercase();
            }
        }
        Some(small)
    }
}

/// The two letters of a point, and their positions in the value.
struct Letters {
    places: [usize; 2],
    letters: [u8; 2],
}

impl Letters {
    /// Parses a point. Besides two letters, the value may contain only white space and backslashes.
    fn of(raw: &[u8]) -> Option<Letters> {
        let counts = |place: &usize| !matches!(raw[*place], b' ' | b'\t'..=b'\r' | b'\\');
        let mut places = (0..raw.len()).filter(counts);
        let both = [places.next()?, places.next()?];
        let letters = both.map(|place| raw[place]);
        let is_point = places.next().is_none() && letters.iter().all(u8::is_ascii_alphabetic);
        is_point.then_some(Letters {
            places: both,
            letters,
        })
    }

    fn point(&self) -> Option<Point> {
        Point::from_sgf(&self.letters)
    }
}

/// Replaces the letters at these positions, if they differ.
fn put(at: u32, places: [usize; 2], old: [u8; 2], new: [u8; 2], edits: &mut Vec<Edit>) {
    let start = |place: usize| at + place as u32;
    if places[0] + 1 == places[1] {
        if old != new {
            let span = Span::new(start(places[0]), start(places[1]) + 1);
            edits.push(Edit::replace(span, new));
        }
        return;
    }
    for ((place, old), new) in places.into_iter().zip(old).zip(new) {
        if old != new {
            let span = Span::new(start(place), start(place) + 1);
            edits.push(Edit::replace(span, [new]));
        }
    }
}
