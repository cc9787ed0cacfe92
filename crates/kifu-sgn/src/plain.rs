//! Reads the usual positions without branches that depend on the characters: such branches would be
//! unpredictable, and each misprediction would cost more than reading ten characters does.
//!
//! These are positions on boards up to 20 points wide, square or of known width, without findings and without
//! ambiguities. All others are left to `read`.

use kifu_core::{Color, Point, Setup, Size};

use crate::ko;

/// The longest side of a board on which digits always have only one reading.
const SIDE: u8 = 20;
const AREA: usize = SIDE as usize * SIDE as usize;

/// The length of the longest text, including a slash after each row: a row has at most as many characters as
/// points.
const LONGEST: usize = AREA + SIDE as usize;

/// The number of characters that are processed together, and the number of characters before each of them that
/// its meaning depends on.
const LANES: usize = 16;
const BEFORE: usize = 3;

/// The number of points that are written for each character. If the character means fewer points, the next
/// character overwrites the others; if it means more, the points after these are empty.
const SPLAT: usize = 16;

/// The states of a point as in [`Setup::words`], and the one for the ko.
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const KO: u8 = 3;

/// Reads a position; `None` if it is not one of the usual positions that this module supports.
pub(crate) fn read(text: &str, width: Option<u8>) -> Option<Setup> {
    let (rows, side) = match text.as_bytes() {
        [rows @ .., b'-', b'B'] => (rows, Color::Black),
        [rows @ .., b'-', b'W'] => (rows, Color::White),
        _ => return None,
    };
    // The text is surrounded by slashes, so that each row has a slash before it and after it.
    let mut text = [b'/'; BEFORE + LONGEST.next_multiple_of(LANES)];
    text.get_mut(BEFORE..BEFORE + LONGEST)?
        .get_mut(..rows.len())?
        .copy_from_slice(rows);
    let slashes: u16 = rows.iter().map(|&byte| u16::from(byte == b'/')).sum();
    let height = u8::try_from(slashes + 1).ok()?;
    let size = Size::new(width.unwrap_or(height), height).ok()?;
    if size.cols() > SIDE || size.rows() > SIDE {
        return None;
    }
    let mut board = Board::EMPTY;
    let mut bad = [0; LANES];
    let chars = (rows.len() + 1).next_multiple_of(LANES);
    for at in (0..chars).step_by(LANES) {
        let lanes = Lanes::of(text[at..].first_chunk()?, size.cols());
        board.put(&lanes)?;
        for (bad, lane) in bad.iter_mut().zip(lanes.bad) {
            *bad |= lane;
        }
    }
    // Each slash after the last row is an empty row.
    let behind = chars - (rows.len() + 1);
    if bad != [0; LANES] || !board.has_rows(size, behind) {
        return None;
    }
    board.setup(size, side)
}

/// The meaning of characters, one per lane.
struct Lanes {
    /// The number of points.
    counts: [u8; LANES],
    /// The state of these points.
    kinds: [u8; LANES],
    /// 1 for a slash, otherwise 0.
    slashes: [u8; LANES],
    /// Not 0 if the character is not allowed at its place.
    bad: [u8; LANES],
}

impl Lanes {
    /// All lanes are computed in the same way, so that the compiler can vectorize the loop.
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
            let [digit, digit1, digit2] = [c, c1, c2].map(|c| mask(c.wrapping_sub(b'0') <= 9));
            let [black, black1, black2, black3] = [c, c1, c2, c3].map(|c| mask(c == b'B'));
            let [white, white1, white2, white3] = [c, c1, c2, c3].map(|c| mask(c == b'W'));
            let [run, run1, run2] = [black | white, black1 | white1, black2 | white2];
            let (one1, slash, ko) = (mask(c1 == b'1'), mask(c == b'/'), mask(c == b'K'));
            let (small_black, small_white) = (mask(c == b'b'), mask(c == b'w'));
            // A 1 is the first digit of a number from 10 to 19, unless it is itself a second digit. After a capital and
            // another 1, the 1 is a first digit again.
            let is_first1 = !digit2 | (black3 | white3) & !mask(c2 == b'1');
            let second = digit & one1 & is_first1;

            let single = small_black | small_white | ko | run;
            // A capital is the first point of its run; a 1 followed by a digit is one point.
            let number = c
                .wrapping_sub(b'0')
                .wrapping_sub(run1 & 1)
                .wrapping_add(second & 9);
            let empty_row = slash & mask(c1 == b'/');
            lanes.counts[at] = single & 1 | digit & number | empty_row & width;
            let black = black | small_black | digit & (black1 | black2 & one1);
            let white = white | small_white | digit & (white1 | white2 & one1);
            lanes.kinds[at] = black & BLACK | white & WHITE | ko & KO;
            lanes.slashes[at] = slash & 1;

            let unknown = !(single | digit | slash);
            let no_run = !digit & (run1 | run2 & one1);
            let zero = mask(c == b'0') & !second;
            let long_number = digit & digit1 & !second & !run2;
            let longer_than_splat = run2 & second & mask(c >= b'8');
            lanes.bad[at] = unknown | no_run | zero | long_number | longer_than_splat;
        }
        lanes
    }
}

/// Returns all bits set, or none.
#[inline(always)]
fn mask(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}

/// The points of a position while it is written row by row.
struct Board {
    points: [u8; Board::LEN + STEP + SPLAT],
    /// 1 at the index after each point that is followed by a slash.
    ends: [u8; Board::LEN + STEP],
    /// The number of points written so far.
    len: usize,
}

/// The number of characters that are written together.
const TOGETHER: usize = 8;
/// A number of points that is greater than these characters can mean.
const STEP: usize = 256;

impl Board {
    /// The maximum number of points of a supported position, including an empty row for each slash after it.
    const LEN: usize = AREA + LANES * SIDE as usize;

    const EMPTY: Board = Board {
        points: [0; Board::LEN + STEP + SPLAT],
        ends: [0; Board::LEN + STEP],
        len: 0,
    };

    #[inline(always)]
    fn put(&mut self, lanes: &Lanes) -> Option<()> {
        for at in (0..LANES).step_by(TOGETHER) {
            let counts = u64::from_le_bytes(*lanes.counts[at..].first_chunk()?);
            // Each byte is the sum of all counts up to its own.
            let sums = counts.wrapping_mul(0x0101_0101_0101_0101).to_le_bytes();
            let points: &mut [u8; STEP + SPLAT] =
                self.points.get_mut(self.len..)?.first_chunk_mut()?;
            let ends: &mut [u8; STEP] = self.ends.get_mut(self.len..)?.first_chunk_mut()?;
            let mut from = 0;
            for (lane, to) in (at..).zip(sums.map(usize::from)) {
                points[from..][..SPLAT].copy_from_slice(&[lanes.kinds[lane]; SPLAT]);
                // This never overwrites a slash: any character after a slash that is not a slash has at least
                // one point.
                ends[to] = lanes.slashes[lane];
                from = to;
            }
            self.len += from;
        }
        Some(())
    }

    /// Whether each row has as many points as the board is wide, and `behind` empty rows follow.
    ///
    /// Up to the end there are as many slashes as rows, each at a different index. So if each index at which a
    /// row ends has a slash, there is none elsewhere.
    fn has_rows(&self, size: Size, behind: usize) -> bool {
        let (width, height) = (usize::from(size.cols()), usize::from(size.rows()));
        let has_end = |row: usize| self.ends[row * width] == 1;
        self.len == (height + behind) * width && (1..=height).all(has_end)
    }

    /// Returns the position, unless it has several kos or one that is not possible.
    fn setup(&self, size: Size, side: Color) -> Option<Setup> {
        const WORDS: usize = AREA.div_ceil(32);
        let mut bytes = [0; WORDS * 8];
        for (byte, four) in bytes.iter_mut().zip(self.points.chunks_exact(4)) {
            // Takes two bits of each point: joins those of two neighbours, then those of four.
            let four = u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            let twos = (four | four >> 6) & 0x000F_000F;
            *byte = (twos | twos >> 12) as u8;
        }
        let mut words = [0; WORDS];
        let (mut kos, mut ko) = (0, None);
        for (at, (word, bytes)) in words.iter_mut().zip(bytes.chunks_exact(8)).enumerate() {
            *word = u64::from_le_bytes(bytes.try_into().ok()?);
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
