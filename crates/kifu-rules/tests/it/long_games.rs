//! Games of thousands of plies, of which a position packs the older ones.

use kifu_core::{Action, ByColor, Color, Move, Point, Setup, Size};
use kifu_rules::{Breach, Position, Repetition, Rules};

/// A position, and the ply that led to it.
#[derive(PartialEq, Debug)]
struct State {
    setup: Setup,
    hash: u128,
    passes: u8,
    prisoners: ByColor<u32>,
    ply: Ply,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Ply {
    Play(Color),
    Pass,
    Edit,
    Turn,
    /// No ply yet.
    Start,
}

impl State {
    fn of(position: &Position, ply: Ply) -> State {
        State {
            setup: position.to_setup(),
            hash: position.board().hash(),
            passes: position.passes(),
            prisoners: position.prisoners(),
            ply,
        }
    }

    fn to_play(&self) -> Option<Color> {
        self.setup.to_play
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
/// the way. One ply in `odd` is an edit, a change of turn, the end of a run of passes, a move off the board, or a play on
/// a stone. Returns the least memory for a ply.
fn play_and_go_back(size: Size, rules: Rules, odd: usize) -> usize {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ size.area() as u64);
    let mut position = Position::new(size, rules);
    let mut states = vec![State::of(&position, Ply::Start)];
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
            assert_eq!(&State::of(&position, last.ply), last);
            if random.below(16) == 0 {
                let to_play = position.to_play();
                let same = |at: usize| states[at].to_play() == Some(to_play);
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
fn latest(states: &[State], hash: u128, accept: impl Fn(usize) -> bool) -> Option<usize> {
    let earlier = since(states)..states.len() - 1;
    earlier
        .rev()
        .find(|&at| states[at].hash == hash && accept(at))
}

/// The first state that can be repeated.
fn since(states: &[State]) -> usize {
    let is_edit = |state: &State| state.ply == Ply::Edit;
    states.iter().rposition(is_edit).unwrap_or(0)
}

/// The state that the last one, after a play on an empty point, repeats against the rule.
fn repeated(rule: Repetition, states: &[State]) -> Option<usize> {
    let last = states.last()?;
    let Ply::Play(player) = last.ply else {
        return None;
    };
    match rule {
        Repetition::Allowed | Repetition::SimpleKo => None,
        Repetition::Positional => latest(states, last.hash, |_| true),
        // A board counts with the player to move there, unless the next ply only changed the turn. The board before a
        // suicide of one stone counts, too.
        Repetition::Situational => latest(states, last.hash, |at| {
            states[at].to_play() == Some(!player) && states[at + 1].ply != Ply::Turn
        }),
        Repetition::NaturalSituational => latest(states, last.hash, |at| {
            at > since(states) && states[at].ply == Ply::Play(player)
        }),
    }
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
    // Some moves are out of turn.
    let to_play = position.to_play();
    let color = match random.below(30) {
        0 => !to_play,
        _ => to_play,
    };
    let is_odd = random.below(odd) == 0;
    let ply = match random.below(if is_odd { 8 } else { 16 }) {
        0 if is_odd => {
            position.edit([(point, Some(color)), (other, None)]);
            Ply::Edit
        }
        1 if is_odd => {
            position.edit([(point, Some(color))]);
            Ply::Edit
        }
        2 if is_odd => {
            position.set_to_play(!to_play);
            Ply::Turn
        }
        3 if is_odd => {
            position.resume();
            Ply::Turn
        }
        4 if is_odd => {
            let off_board = Move::Play(Point::new(60, 60));
            position.force(Action::Play(color, off_board));
            Ply::Turn
        }
        3 => {
            position.play_any_turn(color, Move::Pass).unwrap();
            Ply::Pass
        }
        _ => {
            let is_empty = position.board().stone(point).is_none();
            if is_empty || is_odd {
                play(position, states, color, point);
            }
            return;
        }
    };
    states.push(State::of(position, ply));
}

/// Forces a play, and checks that the rules of repetition forbid it only if it repeats one of the states.
fn play(position: &mut Position, states: &mut Vec<State>, color: Color, point: Point) {
    let action = Move::Play(point);
    let is_empty = position.board().stone(point).is_none();
    let before = position.plies();
    let forced = position.force(Action::Play(color, action));
    states.push(State::of(position, Ply::Play(color)));
    let rule = position.rules().repetition;
    if !is_empty || rule == Repetition::Allowed {
        return;
    }
    let repeats = forced.breaches.iter().find_map(|breach| match breach {
        Breach::Repeats { ply, cycle } => Some((*ply, *cycle)),
        _ => None,
    });
    let ply = repeated(rule, states);
    assert_eq!(repeats, ply.map(|ply| (ply, before + 1 - ply)));
    // A legal game refuses the move, and nothing changes.
    if ply.is_some() {
        assert!(position.undo());
        assert!(position.play_any_turn(color, action).is_err());
        let unchanged = &states[before];
        assert_eq!(&State::of(position, unchanged.ply), unchanged);
        position.force(Action::Play(color, action));
    }
}

#[test]
fn a_long_game_goes_back_to_each_position() {
    use Repetition::{Allowed, NaturalSituational, Positional, Situational};
    for (cols, rows) in [(1, 1), (2, 2), (3, 3), (5, 4)] {
        let size = Size::new(cols, rows).unwrap();
        for (repetition, odd, pass_stones) in [
            (Allowed, 10_000, true),
            (Allowed, 150, false),
            (Positional, 400, true),
            (Situational, 400, false),
            (NaturalSituational, 400, true),
            (Situational, 10_000, true),
            (NaturalSituational, 10_000, false),
            (Allowed, 4, true),
            (Situational, 4, false),
        ] {
            let rules = Rules {
                repetition,
                pass_stones,
                ..Rules::LENIENT
            };
            let least = play_and_go_back(size, rules, odd);
            // Without packing, a ply takes more than 60 bytes.
            assert!(odd < 1_000 || least < 55, "{size:?} {odd}: {least}");
        }
    }
}

/// Plies that change neither a stone nor need a copy do not prevent that those around them are packed.
#[test]
fn turns_and_moves_that_change_nothing_are_packed() {
    // Nearly two full blocks of the hash table.
    const PLIES: usize = 32_000;
    let size = Size::square(5).unwrap();
    let rules = Rules {
        pass_stones: true,
        ..Rules::LENIENT
    };
    let mut random = Random(3);
    let mut position = Position::new(size, rules);
    let mut states = vec![State::of(&position, Ply::Start)];
    while position.plies() < PLIES {
        let color = position.to_play();
        let ply = match random.below(16) {
            0 => {
                position.set_to_play(if random.below(2) == 0 { color } else { !color });
                Ply::Turn
            }
            1 => {
                position.resume();
                Ply::Turn
            }
            2 => {
                let off_board = Move::Play(Point::new(9, 9));
                position.force(Action::Play(!color, off_board));
                Ply::Turn
            }
            3 | 4 => {
                position.play_any_turn(color, Move::Pass).unwrap();
                Ply::Pass
            }
            roll => {
                let at = random.below(size.area());
                let point = size.points().nth(at).unwrap();
                let is_free = match position.board().stone(point) {
                    None => true,
                    Some(stone) => roll < 8 && stone == color,
                };
                if !is_free {
                    continue;
                }
                position.force(Action::Play(color, Move::Play(point)));
                Ply::Play(color)
            }
        };
        states.push(State::of(&position, ply));
    }
    // The plies that keep their data for undo take most of what is more than 16 bytes.
    let memory = position.memory() / PLIES;
    assert!(memory < 28, "{memory}");
    while let Some(state) = states.pop() {
        assert_eq!(State::of(&position, state.ply), state);
        assert_eq!(position.undo(), !states.is_empty());
    }
}

#[test]
fn a_copy_of_a_long_game_goes_back_alone() {
    let mut random = Random(5);
    let mut position = Position::new(Size::square(3).unwrap(), Rules::LENIENT);
    let mut states = vec![State::of(&position, Ply::Start)];
    while position.plies() < 3_000 {
        advance(&mut position, &mut states, &mut random, 100_000);
    }
    let mut other = Position::new(Size::square(3).unwrap(), Rules::LENIENT);
    other.clone_from(&position);
    let copy = position.clone();
    position.undo_to(10);
    for mut copy in [copy, other] {
        assert_eq!(State::of(&copy, states[3_000].ply), states[3_000]);
        copy.undo_to(1_000);
        assert_eq!(State::of(&copy, states[1_000].ply), states[1_000]);
    }
    assert_eq!(State::of(&position, states[10].ply), states[10]);
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
            in_the_middle = Some(State::of(&position, Ply::Start));
        }
    }
    // The plies that keep their data for undo take most of what is more than 16 bytes.
    let memory = position.memory() / PLIES;
    assert!((14..24).contains(&memory), "{memory}");
    position.undo_to(PLIES / 3);
    assert_eq!(Some(State::of(&position, Ply::Start)), in_the_middle);
    position.undo_to(0);
    assert_eq!(position.board().stones().count(), 0);
}
