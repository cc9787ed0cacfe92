//! The rows of a position as the notation has them: full runs, and nothing for an empty row.

use kifu_core::{Color, Point, Setup, Size};

/// The text of a position.
pub(crate) struct Canonical {
    bytes: [u8; LONGEST],
    len: usize,
}

/// No row has more characters than points. Behind each is a slash, or a hyphen and the side; and tokens are
/// written whole.
const LONGEST: usize = Size::LARGEST.area() + Size::MAX as usize + TOKEN;

/// How many bytes a token has at most: those of `B52/`.
const TOKEN: usize = 4;

/// Points of one kind in a row, as they are written, and perhaps the slash behind them.
#[derive(Clone, Copy)]
struct Token {
    text: [u8; TOKEN],
    len: u32,
}

/// What a point can be: a number of two bits.
const EMPTY: u64 = 0;
const KO: u64 = 3;

/// The lower bit of each point of a word, as [`Setup::words`] has them, how many those are, and the
/// words of the largest board.
const LOWER: u64 = 0x5555_5555_5555_5555;
const EACH: usize = 32;
const WORDS: usize = Size::LARGEST.area().div_ceil(EACH);

/// By what the points are, whether a slash follows, and how many they are.
static TOKENS: [Token; 512] = tokens();

const fn place(kind: u64, slash: u64, count: usize) -> usize {
    (kind << 7 | slash << 6) as usize | count
}

const fn tokens() -> [Token; 512] {
    let none = Token {
        text: [0; TOKEN],
        len: 0,
    };
    let mut all = [none; 512];
    let mut at = 0;
    while at < all.len() {
        let (kind, slash, count) = (at >> 7, at >> 6 & 1, at & 63);
        let mut token = none;
        match (kind, count) {
            (_, 0) => {}
            (0, _) => token = token.with_number(count as u8),
            (3, _) => token = token.with(b'K'),
            (_, 1) => token = token.with(b"bw"[kind - 1]),
            _ => token = token.with(b"BW"[kind - 1]).with_number(count as u8),
        }
        if slash == 1 {
            token = token.with(b'/');
        }
        all[at] = token;
        at += 1;
    }
    all
}

impl Token {
    const fn with(mut self, byte: u8) -> Token {
        self.text[self.len as usize] = byte;
        self.len += 1;
        self
    }

    const fn with_number(mut self, number: u8) -> Token {
        if number >= 10 {
            self = self.with(b'0' + number / 10);
        }
        self.with(b'0' + number % 10)
    }
}

impl Canonical {
    /// Writes the rows.
    ///
    /// Points are looked at a word at a time. Where one is unlike the one before it, or a row starts, a
    /// token ends; which it is, is looked up, for nobody can foresee it.
    pub(crate) fn of(setup: &Setup) -> Canonical {
        let mut text = Canonical {
            bytes: [0; LONGEST],
            len: 0,
        };
        let cols = usize::from(setup.size().cols());
        let starts = row_starts(setup.size());
        let ko = setup.ko.map(|ko| number(setup.size(), ko));
        let mut before = setup.words()[0] << 62;
        let (mut from, mut kind) = (0, before >> 62);
        for (at, (&points, &starts)) in setup.words().iter().zip(&starts).enumerate() {
            let points = match ko {
                Some(ko) if ko / EACH == at => points | KO << (ko % EACH * 2),
                _ => points,
            };
            let change = points ^ (points << 2 | before >> 62);
            before = points;
            let mut ends = (change | change >> 1) & LOWER | starts;
            while ends != 0 {
                let bit = ends.trailing_zeros();
                let end = at * EACH + bit as usize / 2;
                text.push(kind, starts >> bit & 1, end - from, cols);
                (from, kind) = (end, points >> bit & 3);
                ends &= ends - 1;
            }
        }
        text.push(kind, 0, setup.size().area() - from, cols);
        text
    }

    #[inline(always)]
    fn push(&mut self, kind: u64, slash: u64, count: usize, cols: usize) {
        let is_empty_row = count == cols && kind == EMPTY;
        let count = if is_empty_row { 0 } else { count };
        let token = TOKENS[place(kind, slash, count) % TOKENS.len()];
        self.bytes[self.len..self.len + TOKEN].copy_from_slice(&token.text);
        self.len += token.len as usize;
    }

    /// The rows, with slashes between them.
    pub(crate) fn rows(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    /// The whole, with the side to move.
    pub(crate) fn with_side(&mut self, side: Color) -> &str {
        self.bytes[self.len..self.len + 2].copy_from_slice(match side {
            Color::Black => b"-B",
            Color::White => b"-W",
        });
        self.len += 2;
        self.rows()
    }
}

/// The points at which rows start, but for the first.
fn row_starts(size: Size) -> [u64; WORDS] {
    let mut starts = [0; WORDS];
    for row in 1..size.rows() {
        let at = number(size, Point::new(0, row));
        starts[at / EACH] |= 1 << (at % EACH * 2);
    }
    starts
}

/// The number of a point, row by row.
fn number(size: Size, point: Point) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}
