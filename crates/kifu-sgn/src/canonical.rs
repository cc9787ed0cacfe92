//! Writes the rows of a position in the form that the notation defines: full runs, and nothing for an empty
//! row.
//!
//! Four points are written per step, whatever their states: a table holds the text that they add. Branches on
//! the points would be unpredictable, and each misprediction would cost more than writing four points does.

use kifu_core::{Color, Point, Setup, Size};

/// A buffer of `ROOM` bytes with the text of a position.
pub(crate) struct Canonical<const ROOM: usize> {
    bytes: [u8; ROOM],
    len: usize,
}

/// The buffer size for boards with sides of at most `side` points. A row has at most as many characters as points,
/// and is followed by a slash, or by a hyphen and the side to move. The buffer is two pieces longer, because all
/// four bytes of a piece are written even if its text is shorter.
pub(crate) const fn room(side: u8) -> usize {
    let side = side as usize;
    side * (side + 1) + 2 * size_of::<Piece>()
}

/// The number of points in a word of [`Setup::words`].
const EACH: usize = 32;

/// The number of points that one step reads from a word. The step also looks at the point before them.
const WINDOW: usize = 24;

/// The states of a point as in [`Setup::words`], and the one for the ko.
const EMPTY: usize = 0;
const BLACK: usize = 1;
const KO: usize = 3;

/// Up to four characters of the text.
#[derive(Clone, Copy)]
struct Piece {
    text: [u8; 4],
    len: u32,
}

/// The text of each run, indexed by `kind * 64 + length`.
static RUNS: [Piece; 256] = runs();

/// The index of a run that has not ended and is not written yet. Only one point can be a ko, so the indices of
/// longer runs of the ko are free.
const NOT_ENDED: usize = KO * 64 + 2;

/// The effect of four points on the text, given the run before them.
#[derive(Clone, Copy)]
struct Four {
    /// The index in [`RUNS`] of the run that ends within the four points, without its earlier points, whose number the
    /// caller adds; [`NOT_ENDED`] if the run does not end there.
    run: u8,
    /// `0xFF` if that run continues through all four points, otherwise 0.
    same: u8,
    /// The number of points by which that run continues, or else the length of the last run.
    points: u8,
    /// The text of the runs in between.
    between: [u8; 4],
    len: u8,
}

/// The effects of all combinations of points, indexed by five points: the last one before the four,
/// and the four.
static FOURS: [Four; 1024] = fours();
const FIVE_POINTS: u64 = 0x3FF;

const fn runs() -> [Piece; 256] {
    let mut all = [Piece::EMPTY; 256];
    let mut at = 0;
    while at < NOT_ENDED {
        all[at] = Piece::EMPTY.with_run(at / 64, at % 64);
        at += 1;
    }
    all
}

const fn fours() -> [Four; 1024] {
    let nothing = Four {
        run: 0,
        same: 0,
        points: 0,
        between: [0; 4],
        len: 0,
    };
    let mut all = [nothing; 1024];
    let mut five = 0;
    while five < all.len() {
        all[five] = four(five);
        five += 1;
    }
    all
}

const fn four(five: usize) -> Four {
    let mut runs = Piece::EMPTY;
    let (mut first, mut kind, mut points) = (None, five & 3, 0);
    let mut at = 1;
    while at <= 4 {
        let next = five >> (2 * at) & 3;
        if next != kind {
            match first {
                None => first = Some(kind * 64 + points),
                Some(_) => runs = runs.with_run(kind, points),
            }
            (kind, points) = (next, 0);
        }
        points += 1;
        at += 1;
    }
    let (run, same) = match first {
        Some(run) => (run, 0),
        None => (NOT_ENDED, 0xFF),
    };
    Four {
        run: run as u8,
        same,
        points: points as u8,
        between: runs.text,
        len: runs.len as u8,
    }
}

impl Piece {
    const EMPTY: Piece = Piece {
        text: [0; 4],
        len: 0,
    };

    const fn with_run(self, kind: usize, points: usize) -> Piece {
        match (kind, points) {
            (_, 0) => self,
            (EMPTY, _) => self.with_number(points),
            (KO, _) => self.with(b'K'),
            (BLACK, 1) => self.with(b'b'),
            (BLACK, _) => self.with(b'B').with_number(points),
            (_, 1) => self.with(b'w'),
            (_, _) => self.with(b'W').with_number(points),
        }
    }

    const fn with_number(self, number: usize) -> Piece {
        match number {
            10.. => self
                .with_number(number / 10)
                .with(b'0' + (number % 10) as u8),
            _ => self.with(b'0' + number as u8),
        }
    }

    const fn with(mut self, byte: u8) -> Piece {
        self.text[self.len as usize] = byte;
        self.len += 1;
        self
    }
}

impl<const ROOM: usize> Canonical<ROOM> {
    /// An empty buffer. It is filled in place, because returning a full one would copy it.
    pub(crate) const EMPTY: Canonical<ROOM> = Canonical {
        bytes: [0; ROOM],
        len: 0,
    };

    /// Writes the rows.
    pub(crate) fn write(&mut self, setup: &Setup) {
        let mut points = Points::NONE;
        points.fill(setup);
        let (bytes, mut len) = (&mut self.bytes[..], 0);
        let cols = usize::from(setup.size().cols());
        for row in 0..usize::from(setup.size().rows()) {
            if row > 0 {
                bytes[len] = b'/';
                len += 1;
            }
            len = write_row(&points, row * cols, cols, bytes, len);
        }
        self.len = len;
    }

    /// The rows, with slashes between them.
    pub(crate) fn rows(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).expect("all pieces are ASCII")
    }

    /// Appends the side to move and returns the whole text.
    pub(crate) fn with_side(&mut self, side: Color) -> &str {
        self.bytes[self.len..self.len + 2].copy_from_slice(match side {
            Color::Black => b"-B",
            Color::White => b"-W",
        });
        self.len += 2;
        self.rows()
    }
}

/// Writes a row at an offset and returns the offset of its end.
#[inline(always)]
fn write_row(
    points: &Points,
    mut from: usize,
    cols: usize,
    bytes: &mut [u8],
    start: usize,
) -> usize {
    let (mut left, mut run, mut len) = (cols, 0, start);
    // The point before the row is treated as part of the row's first run.
    let mut window = points.window(from);
    window = window & !3 | window >> 2 & 3;
    loop {
        let fours = left.min(WINDOW) / 4;
        for _ in 0..fours {
            (len, run) = write_four(window & FIVE_POINTS, run, bytes, len);
            window >>= 8;
        }
        from += fours * 4;
        left -= fours * 4;
        if left < 4 {
            break;
        }
        window = points.window(from);
    }
    // A different point after the row ends its last run.
    let there = window & ((4 << (2 * left)) - 1);
    let other = match there >> (2 * left) {
        1 => 0b_10_10_10_10,
        _ => 0b_01_01_01_01,
    };
    let five = (there | other << (2 * left + 2)) & FIVE_POINTS;
    if usize::from(FOURS[five as usize].run) + run == EMPTY * 64 + cols {
        return start;
    }
    write_four(five, run, bytes, len).0
}

/// Writes the runs that end within four points, where the run before them already has `run` points. Returns the
/// offset of the end of the text, and the length of the last run so far.
#[inline(always)]
fn write_four(five: u64, run: usize, bytes: &mut [u8], len: usize) -> (usize, usize) {
    let four = &FOURS[five as usize % FOURS.len()];
    let ended = &RUNS[(usize::from(four.run) + run) % RUNS.len()];
    // A number has at most two digits.
    let between = ended.len as usize % 4;
    let place = &mut bytes[len..len + 8];
    place[..4].copy_from_slice(&ended.text);
    place[between..between + 4].copy_from_slice(&four.between);
    let run = (run & usize::from(four.same)) + usize::from(four.points);
    (len + between + usize::from(four.len), run)
}

/// The points of a position, row by row.
struct Points {
    // The first word precedes the points of the board.
    words: [u64; Size::LARGEST.area().div_ceil(EACH) + 2],
}

impl Points {
    const NONE: Points = Points {
        words: [0; Size::LARGEST.area().div_ceil(EACH) + 2],
    };

    fn fill(&mut self, setup: &Setup) {
        let given = setup.words();
        self.words[1..=given.len()].copy_from_slice(given);
        if let Some(Point { col, row }) = setup.ko {
            let at = usize::from(row) * usize::from(setup.size().cols()) + usize::from(col);
            self.words[1 + at / EACH] |= (KO as u64) << (at % EACH * 2);
        }
    }

    /// Returns the point before `from`, the point at `from`, and the points after it.
    fn window(&self, from: usize) -> u64 {
        let at = from + EACH - 1;
        let shift = at % EACH * 2;
        let rest = self.words[at / EACH + 1] << 1 << (63 - shift);
        self.words[at / EACH] >> shift | rest
    }
}
