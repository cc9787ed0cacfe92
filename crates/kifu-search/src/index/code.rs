//! A compact encoding of games that can be played without rules.
//!
//! | byte | meaning |
//! | --- | --- |
//! | 0 to 224 | a move at most 7 columns and rows from the previous one; 112 is the same point |
//! | 225 to 235 | a move anywhere; this byte and the next are the point number |
//! | 236 | a pass |
//! | 237 | the next move is by the player who moved last |
//! | 238 | the next move captures; the next byte has a bit per captured neighbouring chain, and one for the player's own chain |
//! | 239 | setup; four bytes are the number of stones, followed by two bytes for each |
//! | 240 | a move that cannot be read |
//!
//! The first move is Black's, and is relative to the centre of the board.

use kifu_core::{Color, Point, Size};

use crate::grid;
use crate::history::{Captures, History};
use crate::line::Step;

const REACH: i16 = 7;
const SIDE: i16 = 2 * REACH + 1;
const FAR: u8 = 225;
const PASS: u8 = 236;
const AGAIN: u8 = 237;
const TAKES: u8 = 238;
const PUTS: u8 = 239;
const UNREADABLE: u8 = 240;
const OWN: u8 = 1 << 4;
const CHAINS: u8 = OWN - 1;

/// The difference of point numbers for each first byte below `FAR`.
static STEPS: [i16; FAR as usize] = {
    let mut steps = [0; FAR as usize];
    let mut byte = 0;
    while byte < FAR as i16 {
        let (cols, rows) = (byte % SIDE - REACH, byte / SIDE - REACH);
        steps[byte as usize] = rows * grid::STRIDE as i16 + cols;
        byte += 1;
    }
    steps
};

/// The point of the last move, and the next player if players alternate.
#[derive(Clone, Copy)]
struct State {
    last: Point,
    next: Color,
}

impl State {
    fn start(size: Size) -> State {
        State {
            last: Point::new(size.cols() / 2, size.rows() / 2),
            next: Color::Black,
        }
    }
}

/// Encodes a game.
pub(crate) struct Encoder<'o> {
    out: &'o mut Vec<u8>,
    state: State,
}

impl<'o> Encoder<'o> {
    pub(crate) fn new(size: Size, out: &'o mut Vec<u8>) -> Encoder<'o> {
        let state = State::start(size);
        Encoder { out, state }
    }

    /// Encodes a move, or stones that are set up together.
    pub(crate) fn step(&mut self, steps: &[Step], taken: Captures) {
        match steps {
            [step] if step.is_move() => self.play(*step, taken),
            steps => {
                self.out.push(PUTS);
                self.out.extend((steps.len() as u32).to_le_bytes());
                let bits = steps.iter().flat_map(|step| step.to_bits().to_le_bytes());
                self.out.extend(bits);
            }
        }
    }

    fn play(&mut self, step: Step, taken: Captures) {
        let color = step.stone().unwrap_or(self.state.next);
        if color != self.state.next {
            self.out.push(AGAIN);
        }
        self.state.next = !color;
        let Some(at) = step.at() else {
            self.out
                .push(if step.is_pass() { PASS } else { UNREADABLE });
            return;
        };
        if taken != Captures::default() {
            let own = if taken.own { OWN } else { 0 };
            self.out.extend([TAKES, taken.chains | own]);
        }
        let point = grid::point(at);
        let cols = i16::from(point.col) - i16::from(self.state.last.col) + REACH;
        let rows = i16::from(point.row) - i16::from(self.state.last.row) + REACH;
        self.state.last = point;
        if (0..SIDE).contains(&cols) && (0..SIDE).contains(&rows) {
            self.out.push((rows * SIDE + cols) as u8)
        } else {
            let number = u16::from(point.row) * u16::from(Size::MAX) + u16::from(point.col);
            self.out.extend([FAR + (number >> 8) as u8, number as u8]);
        }
    }
}

/// Plays an encoded game into a history; `None` if the bytes are not a game.
pub(crate) fn play(size: Size, bytes: &[u8], history: &mut History) -> Option<()> {
    history.begin(size);
    let State { last, mut next } = State::start(size);
    let mut last = grid::number(last);
    let mut taken = Captures::default();
    let mut rest = bytes.iter().copied();
    // A step beyond the left or right edge ends in a column that no board has.
    let on_board = |at: u16| size.contains(grid::point(at)).then_some(at);
    while let Some(byte) = rest.next() {
        let step = match byte {
            0..FAR => {
                last = on_board(last.wrapping_add_signed(STEPS[usize::from(byte)]))?;
                Step::play(next, last)
            }
            FAR..PASS => {
                let number = u16::from(byte - FAR) << 8 | u16::from(rest.next()?);
                let side = u16::from(Size::MAX);
                let point = Point::new((number % side) as u8, (number / side) as u8);
                last = on_board(grid::number(point))?;
                Step::play(next, last)
            }
            PASS => Step::pass(next),
            UNREADABLE => Step::unreadable(next),
            AGAIN => {
                next = !next;
                continue;
            }
            TAKES => {
                let bits = rest.next()?;
                taken = Captures {
                    chains: bits & CHAINS,
                    own: bits & OWN != 0,
                };
                continue;
            }
            PUTS => {
                let mut word = || Some(u16::from_le_bytes([rest.next()?, rest.next()?]));
                let count = u32::from(word()?) | u32::from(word()?) << 16;
                let mut steps = Vec::new();
                for _ in 0..count {
                    let step = Step::from_bits(word()?)?;
                    on_board(step.at()?)?;
                    steps.push(step);
                }
                history.set_up(steps);
                continue;
            }
            _ => return None,
        };
        history.play(step, std::mem::take(&mut taken));
        next = !next;
    }
    Some(())
}
