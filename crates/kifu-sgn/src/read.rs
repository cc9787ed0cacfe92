use alloc::vec::Vec;
use core::ops::Range;

use kifu_core::{Color, Point, Setup, Size};
use kifu_span::Span;

use crate::row::{self, Group, Item, Sums};
use crate::width::{Width, width};
use crate::{Finding, Problem, Sgn, ko, plain};

/// A reader of positions: strict or lenient, and with a known width or one derived from the rows.
///
/// ```
/// use kifu_sgn::{Problem, Reader};
///
/// // The second row lacks a point.
/// let text = "/b3/W3bw//1B22-W";
/// let found = Reader::STRICT.read(text).unwrap_err();
/// assert_eq!((found.row, found.problem), (2, Problem::ShortRow { got: 4, expected: 5 }));
///
/// let reading = Reader::LENIENT.read(text).unwrap();
/// assert_eq!(reading.findings, [found]);
/// assert_eq!(reading.position.to_string(), "/b4/W3bw//1B22-W");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reader {
    lenient: bool,
    width: Option<u8>,
}

/// A position with the findings of its reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The position that the text describes.
    pub position: Sgn,
    /// Doubts about the position, and problems that the reader resolved, in the order of the text. A strict
    /// reader only returns warnings here.
    pub findings: Vec<Finding>,
}

impl Reader {
    /// Accepts the notation as defined, with white space around it.
    pub const STRICT: Reader = Reader {
        lenient: false,
        width: None,
    };

    /// Also accepts problems that leave little doubt: rows that are too short, runs of one stone, lowercase
    /// letters for the ko and the side, a missing side, and text after it.
    pub const LENIENT: Reader = Reader {
        lenient: true,
        width: None,
    };

    /// Sets the width of the boards. Without it the rows decide: the board is square if they allow that,
    /// otherwise it has the width that fits most of them.
    #[must_use]
    pub const fn width(self, cols: u8) -> Reader {
        Reader {
            width: Some(cols),
            ..self
        }
    }

    /// Reads one position.
    ///
    /// # Errors
    ///
    /// Returns the first problem that this reader does not resolve.
    pub fn read(self, text: &str) -> Result<Reading, Finding> {
        let text = text.trim_end();
        let start = text.len() - text.trim_start().len();
        if let Some(setup) = plain::read(&text[start..], self.width) {
            return Ok(Reading {
                position: Sgn::from_rows(setup),
                findings: Vec::new(),
            });
        }
        let mut scan = Scan::new(text, start, self.lenient);
        let side = scan.scan()?;
        let size = scan.size(self.width)?;
        let position = Sgn::from_rows(scan.setup(size, side)?);
        let mut findings = scan.findings;
        findings.sort_by_key(|found| found.span.start);
        Ok(Reading { position, findings })
    }
}

/// A text that is being split into rows of items.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    lenient: bool,
    items: Vec<Item>,
    rows: Vec<Row>,
    // The row of the ko, starting at 0, and the offset of the `K`.
    ko: Option<(usize, usize)>,
    findings: Vec<Finding>,
}

struct Row {
    // The offset of the row's text, followed by its length.
    start: usize,
    len: usize,
    items: Range<usize>,
    sums: Sums,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str, at: usize, lenient: bool) -> Scan<'t> {
        let mut scan = Scan {
            text,
            at,
            lenient,
            items: Vec::with_capacity(256),
            rows: Vec::with_capacity(20),
            ko: None,
            findings: Vec::new(),
        };
        scan.begin_row();
        scan
    }

    fn begin_row(&mut self) {
        self.rows.push(Row {
            start: self.at,
            len: 0,
            items: self.items.len()..self.items.len(),
            sums: 1,
        });
    }

    fn end_row(&mut self) {
        let row = self.rows.last_mut().expect("a row has begun");
        row.len = self.at - row.start;
        row.items.end = self.items.len();
        row.sums = row::sums(&self.items[row.items.clone()]);
    }

    /// Splits the text into items up to its end and returns the side to move.
    fn scan(&mut self) -> Result<Color, Finding> {
        loop {
            let start = self.at;
            match self.text.as_bytes().get(start) {
                Some(b'/') => {
                    self.end_row();
                    self.at += 1;
                    if self.rows.len() == usize::from(Size::MAX) {
                        return Err(self.found(Problem::TooManyRows, start..self.at));
                    }
                    self.begin_row();
                }
                Some(b'-') => {
                    self.end_row();
                    self.at += 1;
                    return self.side();
                }
                Some(&byte) => {
                    let item = self.item(byte)?;
                    self.items.push(item);
                    let row = self.rows.last().map_or(0, |row| row.items.start);
                    // Each item is at least one point, so a row cannot have more items than points.
                    if self.items.len() - row > usize::from(Size::MAX) {
                        let (got, expected) = (Size::MAX + 1, Size::MAX);
                        let problem = Problem::LongRow { got, expected };
                        return Err(self.found(problem, start..self.at));
                    }
                }
                None => {
                    self.end_row();
                    // Empty text is not a position.
                    if self.text.is_empty() {
                        return Err(self.found(Problem::NoSide, start..start));
                    }
                    self.report(Problem::NoSide, start..start)?;
                    return Ok(Color::Black);
                }
            }
        }
    }

    /// Reads the item that starts with `byte`.
    fn item(&mut self, byte: u8) -> Result<Item, Finding> {
        let start = self.at;
        self.at += 1;
        match byte {
            b'b' => Ok(Item::Stone(Color::Black)),
            b'w' => Ok(Item::Stone(Color::White)),
            b'B' => self.run(Color::Black),
            b'W' => self.run(Color::White),
            b'0'..=b'9' => match row::number(self.digits(start)) {
                Some(number) => Ok(Item::Empty(number)),
                None => Err(self.found(Problem::BadNumber, start..self.at)),
            },
            b'K' | b'k' => self.ko(byte == b'k'),
            _ => {
                let got = self.text[start..].chars().next().unwrap_or_default();
                let problem = Problem::UnexpectedCharacter(got);
                Err(self.found(problem, start..start + got.len_utf8()))
            }
        }
    }

    /// Reads what follows the capital letter of a colour.
    fn run(&mut self, color: Color) -> Result<Item, Finding> {
        let start = self.at;
        let digits = self.digits(start);
        let problem = match (Group::of(digits), digits) {
            (Some(group), _) => return Ok(Item::Run(color, group)),
            (None, b"") => Problem::NoRunLength,
            (None, b"1") => Problem::RunOfOne,
            (None, _) => return Err(self.found(Problem::BadNumber, start..self.at)),
        };
        self.report(problem, start - 1..self.at)?;
        Ok(Item::Stone(color))
    }

    fn ko(&mut self, small: bool) -> Result<Item, Finding> {
        let start = self.at - 1;
        if small {
            self.report(Problem::LowercaseKo, start..self.at)?;
        }
        if self.ko.is_some() {
            self.report(Problem::SecondKo, start..self.at)?;
            return Ok(Item::Empty(1));
        }
        self.ko = Some((self.rows.len() - 1, start));
        Ok(Item::Ko)
    }

    /// Returns the digits from `start` on and moves after them.
    fn digits(&mut self, start: usize) -> &'t [u8] {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        &bytes[start..self.at]
    }

    /// Reads the side to move after the hyphen, and checks that the text ends there.
    fn side(&mut self) -> Result<Color, Finding> {
        let start = self.at;
        let Some(letter) = self.text[start..].chars().next() else {
            self.report(Problem::NoSide, start..start)?;
            return Ok(Color::Black);
        };
        self.at += letter.len_utf8();
        let (side, small) = match letter {
            'B' | 'b' => (Color::Black, letter == 'b'),
            'W' | 'w' => (Color::White, letter == 'w'),
            _ => return Err(self.found(Problem::BadSide(letter), start..self.at)),
        };
        if small {
            self.report(Problem::BadSide(letter), start..self.at)?;
        }
        if self.at < self.text.len() {
            self.report(Problem::TrailingText, self.at..self.text.len())?;
        }
        Ok(side)
    }
}

/// The conversion of items to points.
impl Scan<'_> {
    /// Determines the size of the board.
    fn size(&mut self, known_width: Option<u8>) -> Result<Size, Finding> {
        let rows = self.rows.len() as u8;
        let full = self.rows.iter().filter(|row| !row.items.is_empty());
        let width = match known_width {
            Some(cols) => Width::Known(cols),
            None => width(full.map(|row| row.sums), rows),
        };
        let unknown = |from, to| self.found_in_all(Problem::UnknownWidth { from, to, rows });
        let cols = match width {
            Width::Known(cols) => cols,
            Width::Between(from, to) => return Err(unknown(from, to)),
        };
        let size = Size::new(cols, rows).map_err(|_| unknown(1, Size::MAX))?;
        if known_width.is_none() && cols != rows {
            let found = self.found_in_all(Problem::NotSquare { cols, rows });
            self.findings.push(found);
        }
        Ok(size)
    }

    fn setup(&mut self, size: Size, side: Color) -> Result<Setup, Finding> {
        let mut setup = Setup::empty(size);
        setup.to_play = Some(side);
        for number in 0..self.rows.len() {
            let points = self.points(number, size.cols())?;
            self.place(number, points, &mut setup)?;
        }
        if let (Some(point), Some((row, start))) = (setup.ko, self.ko) {
            if !ko::is_possible(&setup, point, side) {
                let found = self.found_in(row, Problem::NoKo, start..start + 1);
                self.findings.push(found);
            }
        }
        Ok(setup)
    }

    /// Returns the number of points of a row: the width of the board, or fewer in an empty row and in a short
    /// row that is read leniently.
    fn points(&mut self, number: usize, expected: u8) -> Result<u8, Finding> {
        let row = &self.rows[number];
        let (text, sums) = (row.start..row.start + row.len, row.sums);
        if row.items.is_empty() || sums & 1 << expected != 0 {
            return Ok(if row.items.is_empty() { 0 } else { expected });
        }
        let less = sums & ((1 << expected) - 1);
        if less == 0 {
            let got = sums.trailing_zeros().min(u32::from(Size::MAX) + 1) as u8;
            let problem = Problem::LongRow { got, expected };
            return Err(self.found_in(number, problem, text));
        }
        let got = less.ilog2() as u8;
        let problem = Problem::ShortRow { got, expected };
        self.lenient_or(self.found_in(number, problem, text))?;
        Ok(got)
    }

    /// Puts the stones of a row that has `points` points on the board.
    fn place(&self, number: usize, points: u8, setup: &mut Setup) -> Result<(), Finding> {
        let row = &self.rows[number];
        let mut at = Point::new(0, number as u8);
        let place = |item, reading: row::Reading| {
            if let Item::Stone(color) | Item::Run(color, _) = item {
                for _ in 0..reading.stones {
                    setup.put(at, Some(color));
                    at.col += 1;
                }
            } else if item == Item::Ko {
                setup.ko = Some(at);
            }
            at.col += reading.empties;
        };
        let solved = row::solve(&self.items[row.items.clone()], points, place);
        solved.map_err(|ambiguity| {
            let problem = Problem::AmbiguousRow {
                color: ambiguity.color,
                first: (ambiguity.first.stones, ambiguity.first.empties),
                second: (ambiguity.second.stones, ambiguity.second.empties),
            };
            self.found_in(number, problem, row.start..row.start + row.len)
        })
    }
}

/// Construction of findings.
impl Scan<'_> {
    /// Handles a problem in the current row: a strict reader returns it as an error, a lenient one records it.
    fn report(&mut self, problem: Problem, bytes: Range<usize>) -> Result<(), Finding> {
        self.lenient_or(self.found(problem, bytes))
    }

    fn lenient_or(&mut self, found: Finding) -> Result<(), Finding> {
        if !self.lenient {
            return Err(found);
        }
        self.findings.push(found);
        Ok(())
    }

    fn found(&self, problem: Problem, bytes: Range<usize>) -> Finding {
        self.found_in(self.rows.len() - 1, problem, bytes)
    }

    fn found_in(&self, number: usize, problem: Problem, bytes: Range<usize>) -> Finding {
        let before = &self.text[self.rows[number].start..bytes.start];
        Finding {
            problem,
            row: number as u8 + 1,
            column: offset(before.chars().count()).saturating_add(1),
            span: Span::new(offset(bytes.start), offset(bytes.end)),
        }
    }

    fn found_in_all(&self, problem: Problem) -> Finding {
        let start = self.rows.first().map_or(0, |row| row.start);
        Finding {
            problem,
            row: 0,
            column: 0,
            span: Span::new(offset(start), offset(self.text.len())),
        }
    }
}

/// Converts an offset to one that fits into a span; offsets beyond 4 GiB become `u32::MAX`.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Splits a row that this crate wrote into items.
pub(crate) fn row_items(text: &str) -> Vec<Item> {
    let mut scan = Scan::new(text, 0, false);
    let mut items = Vec::new();
    while let Some(&byte) = text.as_bytes().get(scan.at) {
        items.extend(scan.item(byte));
    }
    items
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    /// Reads with the general reader, whatever the position is.
    fn scanned(text: &str, width: Option<u8>) -> Result<(Setup, Vec<Finding>), Finding> {
        let mut scan = Scan::new(text, 0, false);
        let side = scan.scan()?;
        let size = scan.size(width)?;
        Ok((scan.setup(size, side)?, scan.findings))
    }

    #[test]
    fn plain_positions_take_one_pass_and_are_read_alike() {
        for text in [
            "-B",
            "b-W",
            "//-W",
            "b2/1w1/2b-B",
            "B3/W3/bwb-W",
            "bw1/Kbw/bw1-W",
            "B22/1W3/w1b1/-B",
            "////////10b2/3W10/1B11w//-W",
            "///////////////////19b-B",
        ] {
            let (setup, findings) = scanned(text, None).unwrap();
            assert_eq!(findings, [], "{text}");
            assert_eq!(plain::read(text, None), Some(setup), "{text}");
        }
    }

    #[test]
    fn the_fast_path_declines_unusual_text() {
        for text in [
            "bK/-B",
            "b3/-B",
            "b/-B",
            "b2//-b",
            "//",
            "b0/-W",
            "B1/-W",
            "x-B",
            "K2/3/2K-B",
            "b2/K2/-W",
            "1bw1/bKbw/1bw1/K3-W",
            "B110///////////////////-B",
            "W115///////////////-B",
        ] {
            assert_eq!(plain::read(text, None), None, "{text}");
        }
    }

    #[test]
    fn the_fast_path_agrees_with_the_full_reader() {
        let mut random = 7u64;
        let mut next = |below: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let (mut whole, mut damaged) = (0, 0);
        for number in 0..30_000 {
            let rows = 1 + next(if number % 2 == 0 { 3 } else { 20 });
            let cols = if next(2) == 0 { rows } else { 1 + next(20) };
            let mut text = String::new();
            for row in 0..rows {
                if row > 0 {
                    text.push('/');
                }
                let mut left = if next(3) == 0 { 0 } else { cols };
                while left > 0 {
                    let points = 1 + next(left).min(next(20));
                    match (next(3), points) {
                        (0, _) => text.push_str(&points.to_string()),
                        (color, 1) => text.push(char::from(b"bw"[color - 1])),
                        (color, _) => {
                            text.push(char::from(b"BW"[color - 1]));
                            text.push_str(&points.to_string());
                        }
                    }
                    left -= points;
                }
            }
            text.push_str(["-B", "-W"][next(2)]);
            let width = Some(cols as u8).filter(|_| next(2) == 0);
            whole += usize::from(agree(&text, width));
            for _ in 0..3 {
                let at = next(text.len());
                let other = char::from(b"bwBWK/0123456789-"[next(17)]);
                text.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
                damaged += usize::from(agree(&text, width));
            }
        }
        assert!(whole > 12_000 && damaged > 1_000, "{whole} {damaged}");
    }

    /// Checks that both readers agree; returns whether the fast one supports the text.
    fn agree(text: &str, width: Option<u8>) -> bool {
        let plain = plain::read(text, width);
        if let Some(setup) = &plain {
            let (long, findings) = scanned(text, width).expect(text);
            assert_eq!((&long, &findings[..]), (setup, &[][..]), "{text} {width:?}");
        }
        plain.is_some()
    }
}
