//! Positions as nearly all are, read without a decision that depends on what a character is: nobody
//! can foresee those, and each wrong guess would cost a processor more than ten characters do.
//!
//! These are positions on boards up to 20 points wide, square or of known width, with nothing wrong and
//! nothing to weigh. All others are left to `read`.

use kifu_core::{Color, Point, Setup, Size};

use crate::ko;

/// The longest side of a board on which digits always have one reading.
const SIDE: u8 = 20;
const AREA: usize = SIDE as usize * SIDE as usize;

/// The longest text, with a slash behind each row: no row has more characters than points.
const LONGEST: usize = AREA + SIDE as usize;

/// How many characters are looked at together, and how many before each of them say what it means.
const LANES: usize = 16;
const BEFORE: usize = 3;

/// How many points a character writes. Where it stands for fewer, the others are written over by what
/// follows; where it stands for more, those are empty.
const SPLAT: usize = 16;

/// What a point is, as [`Setup::words`] has it, and the ko's.
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const KO: u8 = 3;

/// Reads a position, if it is a plain one.
pub(crate) fn read(text: &str, width: Option<u8>) -> Option<Setup> {
    let (rows, side) = match text.as_bytes() {
        [rows @ .., b'-', b'B'] => (rows, Color::Black),
        [rows @ .., b'-', b'W'] => (rows, Color::White),
        _ => return None,
    };
    // Slashes all around, so that each row has one before and one behind it.
    let mut text = [b'/'; BEFORE + LONGEST.next_multiple_of(LANES)];
    let len = rows.len() + 1;
    text.get_mut(BEFORE..BEFORE + LONGEST)?
        .get_mut(..rows.len())?
        .copy_from_slice(rows);
    let slashes: u16 = rows.iter().map(|&byte| u16::from(byte == b'/')).sum();
    let height = u8::try_from(slashes + 1).ok()?;
    let size = Size::new(width.unwrap_or(height), height).ok()?;
    if size.cols() > SIDE || size.rows() > SIDE {
        return None;
    }
    let mut board = Board::new();
    let mut bad = 0;
    for at in (0..len).step_by(LANES) {
        let chars = text[at..].first_chunk()?;
        let lanes = Lanes::of(chars, size.cols());
        board.put(&lanes);
        bad |= lanes.bad.iter().fold(0, |all, bad| all | bad);
    }
    if bad != 0 || !board.has_full_rows(size) {
        return None;
    }
    board.setup(size, side)
}

/// What characters stand for, one a lane.
struct Lanes {
    /// How many points.
    counts: [u8; LANES],
    /// What they are.
    kinds: [u8; LANES],
    /// 1 for a slash.
    slashes: [u8; LANES],
    /// Not 0 if it cannot stand there.
    bad: [u8; LANES],
}

impl Lanes {
    /// Each lane is done alike, so that all of them can be done at once.
    #[inline(always)]
    fn of(chars: &[u8; BEFORE + LANES], width: u8) -> Lanes {
        let mut lanes = Lanes {
            counts: [0; LANES],
            kinds: [0; LANES],
            slashes: [0; LANES],
            bad: [0; LANES],
        };
        for at in 0..LANES {
            let [c3, c2, c1, c] = [chars[at], chars[at + 1], chars[at + 2], chars[at + 3]];
            let is_digit = |c: u8| mask(c.wrapping_sub(b'0') <= 9);
            let (black, white) = (|c: u8| mask(c == b'B'), |c: u8| mask(c == b'W'));
            let is_capital = |c: u8| black(c) | white(c);
            let (digit, slash) = (is_digit(c), mask(c == b'/'));
            let ko = mask(c == b'K');
            let (one_before, run) = (mask(c1 == b'1'), is_capital(c1));
            let in_run = is_capital(c2);
            // 1 is the first digit of 10 to 19, unless it is the second of another number.
            let is_first = !is_digit(c2) | is_capital(c3) & mask(c2 != b'1');
            let second = digit & one_before & is_first;
            let after_digit = digit & is_digit(c1) & !second;
            let small = [mask(c == b'b'), mask(c == b'w')];

            let value = c.wrapping_sub(b'0').wrapping_add(second & 9);
            let empty_row = slash & mask(c1 == b'/');
            lanes.counts[at] =
                digit & value | (small[0] | small[1] | ko) & 1 | empty_row & width;
            let of_run = |capital: fn(u8) -> u8| digit & (capital(c1) | one_before & capital(c2));
            let blacks = small[0] | of_run(|c| mask(c == b'B'));
            let whites = small[1] | of_run(|c| mask(c == b'W'));
            lanes.kinds[at] = blacks & BLACK | whites & WHITE | ko & KO;
            lanes.slashes[at] = slash & 1;
            let known = digit | slash | ko | small[0] | small[1] | is_capital(c);
            let lone_capital = !digit & (run | in_run & one_before);
            let zero = mask(c == b'0') & !second;
            // A splat is too short.
            let long = in_run & second & mask(c >= b'8');
            lanes.bad[at] = !known | lone_capital | zero | after_digit & !in_run | long;
        }
        lanes
    }
}

/// All bits, or none.
#[inline(always)]
fn mask(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}

/// The points of a position, being written row by row.
struct Board {
    points: [u8; Board::LEN + SPLAT],
    /// How many points were written.
    len: usize,
    /// How many there were at the end of each row.
    ends: [u16; 64],
    rows: u8,
}

impl Board {
    /// What is written behind this is written anywhere, for it is no plain position.
    const LEN: usize = 1024;

    fn new() -> Board {
        Board {
            points: [0; Board::LEN + SPLAT],
            len: 0,
            ends: [0; 64],
            rows: 0,
        }
    }

    #[inline(always)]
    fn put(&mut self, lanes: &Lanes) {
        for at in 0..LANES {
            let from = self.len % Board::LEN;
            self.points[from..from + SPLAT].copy_from_slice(&[lanes.kinds[at]; SPLAT]);
            self.len += usize::from(lanes.counts[at]);
            self.ends[usize::from(self.rows) % 64] = self.len as u16;
            self.rows = self.rows.wrapping_add(lanes.slashes[at]);
        }
    }

    /// Whether each row has as many points as the board is wide.
    fn has_full_rows(&self, size: Size) -> bool {
        let width = usize::from(size.cols());
        let ends = self.ends[..usize::from(size.rows())].iter();
        ends.zip(1..).all(|(&end, row)| usize::from(end) == row * width)
    }

    /// The position, if its ko is one.
    fn setup(&self, size: Size, side: Color) -> Option<Setup> {
        let mut words = [0; AREA.div_ceil(32)];
        let (mut kos, mut ko) = (0, None);
        for (at, word) in words.iter_mut().enumerate() {
            for (part, points) in self.points[at * 32..][..32].chunks_exact(4).enumerate() {
                let points = u32::from_le_bytes(points.try_into().ok()?);
                // The two bits of each byte, side by side in the highest one.
                let four = points.wrapping_mul(1 << 24 | 1 << 18 | 1 << 12 | 1 << 6) >> 24;
                *word |= u64::from(four) << (part * 8);
            }
            let both = *word & *word >> 1 & 0x5555_5555_5555_5555;
            if both != 0 {
                kos += both.count_ones();
                ko = Some(at * 32 + both.trailing_zeros() as usize / 2);
            }
        }
        let mut setup = Setup::from_words(size, &words);
        setup.to_play = Some(side);
        if let Some(ko) = ko {
            let cols = usize::from(size.cols());
            let ko = Point::new((ko % cols) as u8, (ko / cols) as u8);
            if kos > 1 || !ko::is_possible(&setup, ko, side) {
                return None;
            }
            setup.ko = Some(ko);
        }
        Some(setup)
    }
}
