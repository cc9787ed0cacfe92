//! Reads positions from text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset, Detector};
use kifu_diagram::fen::Fen;
use kifu_diagram::{Coordinates, Figure, ReadError, ReadErrorKind, board, sensei};
use kifu_sgn::{Collection, Reader};
use kifu_span::{Diagnostic, Span};

use super::{Entry, Notation, Positions, codes, span};

impl Positions {
    /// Reads a file in this notation. Reading never fails: unreadable positions are skipped and
    /// [reported](Positions::diagnostics).
    ///
    /// SGN is read leniently. [`Notation::Ascii`] and [`Notation::Showboard`] are read alike.
    pub fn read(source: &[u8], notation: Notation) -> Positions {
        Positions::read_text(Decoded::of(source), notation)
    }

    /// Reads a file in the notation that it appears to use; `None` if it does not look like any notation:
    ///
    /// * `$$` diagrams: a diagram of at least two rows, mostly of known symbols.
    /// * SGN: at least half of the lines that are neither empty nor comments start with rows of the letters and
    ///   digits of SGN, with a slash and a side.
    /// * FEN: at least half of these lines start with rows, a side, a ko and a number.
    /// * A text board: at least five rows and columns, square or with coordinates.
    pub fn recognize(source: &[u8]) -> Option<Positions> {
        let decoded = Decoded::of(source);
        let notation = recognized(&decoded.text)?;
        Some(Positions::read_text(decoded, notation))
    }

    fn read_text(decoded: Decoded, notation: Notation) -> Positions {
        let text = decoded.text;
        let mut positions = Positions {
            notation,
            charset: decoded.charset,
            utf16: decoded.utf16,
            text: String::new(),
            comment: String::new(),
            places: Vec::new(),
            sgn: Vec::new(),
            findings: Vec::new(),
            unreadable: 0,
        };
        match notation {
            Notation::Sgn => positions.read_sgn(&text),
            Notation::Sensei => positions.read_diagrams(&text),
            Notation::Ascii | Notation::Showboard => positions.read_boards(&text),
            Notation::Fen => positions.read_fens(&text),
        }
        Positions { text, ..positions }
    }

    fn read_sgn(&mut self, text: &str) {
        let (collection, findings, places) = Collection::read_with_spans(text, Reader::LENIENT);
        self.comment = collection.comment().into();
        let lines = text.split(['\n', '\r']).map(str::trim);
        let positions = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        self.unreadable = positions.count().saturating_sub(places.len());
        self.places = places.iter().map(|place| place.range()).collect();
        self.findings = findings.iter().map(|found| found.diagnostic()).collect();
        self.sgn = collection.entries;
    }

    fn read_diagrams(&mut self, text: &str) {
        for at in sensei::diagrams(text) {
            let mut places = Lines::of(text, at.clone());
            match sensei::read(&text[at.clone()]) {
                Err(error) => self.unreadable(error, &mut places),
                Ok(reading) => {
                    for unread in reading.unread {
                        let span = places.span(unread.line, unread.column, unread.text.len());
                        let message = format!("{:?} has no meaning in a `$$` diagram", unread.text);
                        self.findings.push(codes::UNKNOWN_SYMBOL.at(span, message));
                    }
                    self.places.push(at);
                }
            }
        }
    }

    fn read_boards(&mut self, text: &str) {
        let mut all = board::boards(text);
        if all.is_empty() {
            // The caller chose the notation, so even a single row is read as a board.
            all.push(0..text.len());
        }
        for at in all {
            match board::read(&text[at.clone()]) {
                Err(error) => self.unreadable(error, &mut Lines::of(text, at)),
                Ok(_) => self.places.push(at),
            }
        }
    }

    fn read_fens(&mut self, text: &str) {
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let at = start..start + line.trim_end().len();
            start += line.len();
            if line.trim().is_empty() {
                continue;
            }
            match text[at.clone()].parse::<Fen>() {
                Err(error) => self.unreadable(error, &mut Lines::of(text, at)),
                Ok(_) => self.places.push(at),
            }
        }
    }

    fn unreadable(&mut self, error: ReadError, places: &mut Lines<'_>) {
        let place = match error.line {
            0 => places.start(),
            line => places.span(line, error.column, 1),
        };
        self.findings.push(unreadable(error.problem, place));
        self.unreadable += 1;
    }
}

impl Positions {
    /// The position with this number, from 0.
    pub(super) fn entry(&self, number: usize) -> Entry {
        let text = || &self.text[self.places[number].clone()];
        let read = match self.notation {
            Notation::Sgn => Some(of_sgn(&self.sgn[number])),
            Notation::Sensei => sensei::read(text())
                .ok()
                .map(|reading| of_diagram(reading.figure)),
            Notation::Ascii | Notation::Showboard => board::read(text()).ok().map(of_board),
            Notation::Fen => text().parse().ok().map(|fen| of_fen(&fen)),
        };
        read.expect("`read` already read this position")
    }
}

fn of_sgn(entry: &kifu_sgn::Entry) -> Entry {
    let mut figure = Figure::new(entry.position.setup());
    figure.to_play = Some(entry.position.side());
    figure.title = entry.name().into();
    figure.coordinates = Coordinates::Western;
    Entry {
        comment: entry.comment().into(),
        ..Entry::new(figure)
    }
}

fn of_diagram(figure: Figure) -> Entry {
    Entry {
        omitted: vec!["a link"; figure.links.len()],
        ..Entry::new(figure)
    }
}

fn of_board(mut figure: Figure) -> Entry {
    figure.coordinates = Coordinates::Western;
    Entry::new(figure)
}

fn unreadable(problem: ReadErrorKind, place: Span) -> Diagnostic {
    let error = ReadError {
        problem,
        line: 0,
        column: 0,
    };
    codes::UNREADABLE.at(place, error.to_string())
}

fn of_fen(fen: &Fen) -> Entry {
    let mut figure = Figure::new(&fen.setup);
    figure.to_play = fen.setup.to_play;
    figure.captures = Some(fen.captures);
    figure.coordinates = Coordinates::Western;
    let side = fen.setup.to_play == Some(kifu_core::Color::White);
    let before = u64::from(fen.move_number.saturating_sub(1)) * 2 + u64::from(side);
    let mut omitted = Vec::new();
    if before > u64::from(side) {
        omitted.push("the move number");
    }
    if fen.passes > 0 {
        omitted.push("the number of passes");
    }
    Entry {
        komi: (fen.komi != kifu_core::Points::ZERO).then_some(fen.komi),
        moves: u32::try_from(before).unwrap_or(u32::MAX),
        passes: fen.passes,
        omitted,
        ..Entry::new(figure)
    }
}

/// The notation that a text appears to use.
fn recognized(text: &str) -> Option<Notation> {
    let is_diagram = |at: Range<usize>| {
        let Ok(reading) = sensei::read(&text[at]) else {
            return false;
        };
        let view = reading.figure.view;
        let points = usize::from(view.cols()) * usize::from(view.rows());
        view.rows() > 1 && reading.unread.len() <= points / 4
    };
    let (mut lines, mut sgn, mut fen) = (0u64, 0, 0);
    for line in text.split(['\n', '\r']).map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        lines += 1;
        sgn += u64::from(is_sgn(word));
        fen += u64::from(is_fen(word, words));
    }
    if lines == 0 {
        None
    } else if sgn * 2 >= lines {
        Some(Notation::Sgn)
    } else if fen * 2 >= lines {
        Some(Notation::Fen)
    } else if sensei::diagrams(text).any(is_diagram) {
        Some(Notation::Sensei)
    } else {
        let mut boards = board::boards(text).into_iter();
        boards.find_map(|at| board_of(&text[at]))
    }
}

fn is_sgn(word: &str) -> bool {
    let Some((rows, "B" | "W" | "b" | "w")) = word.rsplit_once('-') else {
        return false;
    };
    let is_part =
        |c: char| matches!(c, 'b' | 'w' | 'B' | 'W' | 'K' | 'k' | '/') || c.is_ascii_digit();
    rows.contains('/') && rows.chars().all(is_part)
}

fn is_fen<'t>(board: &str, mut fields: impl Iterator<Item = &'t str>) -> bool {
    let rows = board.split('[').next().unwrap_or_default();
    let is_part = |c: char| matches!(c, 'S' | 's' | '/') || c.is_ascii_digit();
    let is_point = |ko: &str| {
        let (letter, row) = ko.split_at(usize::from(
            ko.starts_with(|c: char| c.is_ascii_alphabetic()),
        ));
        !letter.is_empty() && row.bytes().all(|b| b.is_ascii_digit()) && row.parse::<u8>().is_ok()
    };
    rows.contains('/')
        && rows.chars().all(is_part)
        && matches!(fields.next(), Some("b" | "w"))
        && fields.next().is_some_and(|ko| ko == "-" || is_point(ko))
        && fields
            .next()
            .is_some_and(|number| number.parse::<i32>().is_ok())
}

fn board_of(text: &str) -> Option<Notation> {
    let figure = board::read(text).ok()?;
    let size = figure.size();
    let numbered = figure.coordinates != Coordinates::None;
    let is_board = size.cols() >= 5 && size.rows() >= 5 && (numbered || size.cols() == size.rows());
    is_board.then_some(if numbered {
        Notation::Showboard
    } else {
        Notation::Ascii
    })
}

/// The decoded text of a file, and the charset of the file.
struct Decoded {
    text: String,
    charset: DetectedCharset,
    /// `UTF-16LE` or `UTF-16BE`, if the file is in UTF-16.
    utf16: Option<&'static str>,
}

impl Decoded {
    fn of(source: &[u8]) -> Decoded {
        let utf16 = |read: fn([u8; 2]) -> u16| -> String {
            let units = source[2..]
                .chunks_exact(2)
                .map(|pair| read([pair[0], pair[1]]));
            let decoded = char::decode_utf16(units);
            decoded
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        };
        let (text, source, utf16) = match source {
            [0xFF, 0xFE, ..] => (
                utf16(u16::from_le_bytes),
                CharsetSource::Bom,
                Some("UTF-16LE"),
            ),
            [0xFE, 0xFF, ..] => (
                utf16(u16::from_be_bytes),
                CharsetSource::Bom,
                Some("UTF-16BE"),
            ),
            _ => match core::str::from_utf8(source) {
                Ok(text) => match text.strip_prefix('\u{FEFF}') {
                    Some(text) => (text.into(), CharsetSource::Bom, None),
                    None if text.is_ascii() => (text.into(), CharsetSource::Default, None),
                    None => (text.into(), CharsetSource::Content, None),
                },
                Err(_) => return Decoded::guessed(source),
            },
        };
        let charset = DetectedCharset {
            charset: Charset::UTF_8,
            source,
            confidence: Confidence::CERTAIN,
        };
        Decoded {
            text,
            charset,
            utf16,
        }
    }

    fn guessed(source: &[u8]) -> Decoded {
        let mut detector = Detector::new();
        detector.feed(source);
        let best = detector.ranking().best();
        let charset = DetectedCharset {
            charset: best.map_or(Charset::UTF_8, |best| best.charset),
            source: CharsetSource::Guess,
            confidence: best.map_or(Confidence::CERTAIN, |best| best.confidence),
        };
        Decoded {
            text: charset.charset.decode(source).text.into_owned(),
            charset,
            utf16: None,
        }
    }
}

/// Finds the spans of lines in a part of a text. Lines must be requested in ascending order.
struct Lines<'t> {
    text: &'t str,
    /// The rest of the part, which starts with line `number`.
    at: Range<usize>,
    number: u32,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str, at: Range<usize>) -> Lines<'t> {
        Lines {
            text,
            at,
            number: 1,
        }
    }

    /// Returns the first line of the rest.
    fn line(&self) -> &'t str {
        let rest = &self.text[self.at.clone()];
        rest.split(['\n', '\r']).next().unwrap_or_default()
    }

    /// Returns the span of the first line of the rest.
    fn start(&self) -> Span {
        span(self.at.start..self.at.start + self.line().len())
    }

    /// Returns the span of `len` bytes of a line. `line` and `column` count from 1.
    fn span(&mut self, line: u32, column: u32, len: usize) -> Span {
        while self.number < line && !self.at.is_empty() {
            self.at.start += self.line().len();
            let rest = &self.text[self.at.clone()];
            let ending = if rest.starts_with("\r\n") {
                2
            } else {
                rest.len().min(1)
            };
            self.at.start += ending;
            self.number += 1;
        }
        let text = self.line();
        let before = column.saturating_sub(1) as usize;
        let from = text
            .char_indices()
            .nth(before)
            .map_or(text.len(), |(at, _)| at);
        let mut to = (from + len).min(text.len());
        while !text.is_char_boundary(to) {
            to += 1;
        }
        span(self.at.start + from..self.at.start + to)
    }
}
