//! Games of thousands of plies, of which a position packs the older ones.

use kifu_core::{Action, ByColor, Move, Point, Setup, Size};
use kifu_rules::{Breach, Position, Repetition, Rules};

/// A position after a ply.
#[derive(PartialEq, Debug)]
struct State {
    setup: Setup,
    hash: u128,
    passes: u8,
    prisoners: ByColor<u32>,
    is_edit: bool,
}

impl State {
    fn of(position: &Position, is_edit: bool) -> State {
        State {
            setup: position.to_setup(),
            hash: position.board().hash(),
            passes: position.passes(),
            prisoners: position.prisoners(),
            is_edit,
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % end
    }
}

/// Plays on and goes back, far and often, and checks that each position and each repetition is the one that was seen on
/// the way. One ply in `odd` is an edit, a change of turn or a play on a stone. Returns the least memory for a ply.
fn play_and_go_back(size: Size, repetition: Repetition, odd: usize) -> usize {
    let rules = Rules {
        repetition,
        ..Rules::LENIENT
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ size.area() as u64);
    let mut position = Position::new(size, rules);
    let mut states = vec![State::of(&position, false)];
    let mut least = usize::MAX;
    for target in [5_000, 3_000, 4_500, 0, 2_000, 1_900, 2_100, 300, 3_000] {
        while position.plies() != target {
            // Sometimes go the other way, across the borders of the parts that are packed.
            let goes_on = (position.plies() < target) == (random.below(8) > 0);
            if !goes_on {
                assert_eq!(position.undo(), states.len() > 1);
                states.truncate(states.len().max(2) - 1);
            } else {
                advance(&mut position, &mut states, &mut random, odd);
            }
            assert_eq!(position.plies() + 1, states.len());
            let last = states.last().unwrap();
            assert_eq!(&State::of(&position, last.is_edit), last);
            if random.below(16) == 0 {
                let to_play = position.to_play();
                let same = |state: &State| state.setup.to_play == Some(to_play);
                let earlier = latest(&states, position.board().hash(), same);
                assert_eq!(position.repeats(), earlier);
            }
        }
        if target > 1_000 {
            least = least.min(position.memory() / target);
        }
    }
    least
}

/// The latest state but the last that has this board, since the last edit.
fn latest(states: &[State], hash: u128, accept: impl Fn(&State) -> bool) -> Option<usize> {
    let since = states.iter().rposition(|state| state.is_edit).unwrap_or(0);
    let found = |state: &State| state.hash == hash && accept(state);
    let earlier = &states[since..states.len() - 1];
    Some(since + earlier.iter().rposition(found)?)
}

fn advance(position: &mut Position, states: &mut Vec<State>, random: &mut Random, odd: usize) {
    let size = position.board().size();
    let mut point = || {
        let area = random.below(size.area());
        let (col, row) = (
            area % usize::from(size.cols()),
            area / usize::from(size.cols()),
        );
        Point::new(col as u8, row as u8)
    };
    let (point, other) = (point(), point());
    let color = position.to_play();
    let is_odd = random.below(odd) == 0;
    match random.below(if is_odd { 8 } else { 16 }) {
        0 if is_odd => {
            position.edit([(point, Some(color)), (other, None)]);
            states.push(State::of(position, true));
            return;
        }
        1 if is_odd => {
            position.edit([(point, Some(color))]);
            states.push(State::of(position, true));
            return;
        }
        2 if is_odd => position.set_to_play(!color),
        3 => {
            position.play_any_turn(color, Move::Pass).unwrap();
        }
        _ => {
            let is_empty = position.board().stone(point).is_none();
            if !is_empty && !is_odd {
                return;
            }
            let before = position.plies();
            let forced = position.force(Action::Play(color, Move::Play(point)));
            states.push(State::of(position, false));
            if is_empty && position.rules().repetition == Repetition::Positional {
                let repeats = forced.breaches.iter().find_map(|breach| match breach {
                    Breach::Repeats { ply, cycle } => Some((*ply, *cycle)),
                    _ => None,
                });
                let ply = latest(states, position.board().hash(), |_| true);
                assert_eq!(repeats, ply.map(|ply| (ply, before + 1 - ply)));
                // A legal game refuses the move, and nothing changes.
                if ply.is_some() {
                    assert!(position.undo());
                    assert!(position.play_any_turn(color, Move::Play(point)).is_err());
                    position.force(Action::Play(color, Move::Play(point)));
                }
            }
            return;
        }
    }
    states.push(State::of(position, false));
}

#[test]
fn a_long_game_goes_back_to_each_position() {
    use Repetition::{Allowed, Positional};
    for (cols, rows) in [(1, 1), (2, 2), (3, 3), (5, 4)] {
        let size = Size::new(cols, rows).unwrap();
        for (repetition, odd) in [
            (Allowed, 10_000),
            (Allowed, 150),
            (Positional, 400),
            (Allowed, 4),
        ] {
            let least = play_and_go_back(size, repetition, odd);
            // Without packing, a ply takes more than 60 bytes.
            assert!(odd < 1_000 || least < 55, "{size:?} {odd}: {least}");
        }
    }
}

#[test]
fn a_copy_of_a_long_game_goes_back_alone() {
    let mut random = Random(5);
    let mut position = Position::new(Size::square(3).unwrap(), Rules::LENIENT);
    let mut states = vec![State::of(&position, false)];
    while position.plies() < 3_000 {
        advance(&mut position, &mut states, &mut random, 100_000);
    }
    let mut other = Position::new(Size::square(3).unwrap(), Rules::LENIENT);
    other.clone_from(&position);
    let copy = position.clone();
    position.undo_to(10);
    for mut copy in [copy, other] {
        assert_eq!(State::of(&copy, false), states[3_000]);
        copy.undo_to(1_000);
        assert_eq!(State::of(&copy, false), states[1_000]);
    }
    assert_eq!(State::of(&position, false), states[10]);
}

#[test]
fn a_ply_of_a_long_game_takes_few_bytes() {
    const PLIES: usize = 100_000;
    let mut random = Random(9);
    let mut position = Position::new(Size::square(9).unwrap(), Rules::LENIENT);
    let mut states = Vec::new();
    let mut in_the_middle = None;
    while position.plies() < PLIES {
        advance(&mut position, &mut states, &mut random, usize::MAX);
        states.clear();
        if position.plies() == PLIES / 3 {
            in_the_middle = Some(State::of(&position, false));
        }
    }
    // The plies that keep their data for undo take most of what is more than 16 bytes.
    let memory = position.memory() / PLIES;
    assert!(memory < 24, "{memory}");
    position.undo_to(PLIES / 3);
    assert_eq!(Some(State::of(&position, false)), in_the_middle);
    position.undo_to(0);
    assert_eq!(position.board().stones().count(), 0);
}
