//! Laws that hold for every board and every sequence of actions.
//!
//! Each law is a function of bytes, which it reads as a board size, rules and actions. `cargo test` runs them with
//! random bytes, and the fuzzer with its own.

#[path = "naive.rs"]
pub(crate) mod naive;

use kifu_core::{Action, Color, Move, Point, Size};
use kifu_rules::{
    Board, Breach, Grid, Illegal, PassAlive, PlaneKinds, PlaneLayout, Planes, Played, PointSet,
    Points, Position, Repetition, Rules, StoneChange, Suicide, SymmetricHashes, Symmetry,
    Territory,
};
use naive::{Naive, NaiveGame};

/// After any actions, chains, liberties, the hash and captures are the same as a flood fill finds.
pub(crate) fn boards_are_what_flood_fill_finds(bytes: &[u8]) {
    let script = Script::read(bytes);
    let mut position = Position::new(script.size, script.rules);
    let mut past = vec![Naive::new(script.size)];
    for step in script.steps {
        let mut naive = past.last().unwrap().clone();
        match step {
            Step::Undo => {
                assert_eq!(position.undo(), past.len() > 1);
                if past.len() > 1 {
                    past.pop();
                }
                compare(&position, past.last().unwrap());
                continue;
            }
            Step::Play(color, action) => {
                if let Ok(played) = position.play_any_turn(color, action) {
                    follow(&mut naive, &position, color, action, played);
                } else {
                    continue;
                }
            }
            Step::Force(action) => {
                let forced = position.force(action);
                match action {
                    Action::Play(color, action) => {
                        follow(&mut naive, &position, color, action, forced.played);
                    }
                    Action::Put(point, stone) if script.size.contains(point) => {
                        let at = naive.at(point);
                        naive.put(at, stone);
                    }
                    _ => {}
                }
            }
            Step::Edit(ref edits) => {
                let breaches = position.edit(edits.iter().copied());
                for &(point, stone) in edits {
                    if script.size.contains(point) {
                        let at = naive.at(point);
                        naive.put(at, stone);
                    }
                }
                let breathless = position.board().chains().filter(|c| !c.has_liberty());
                let reported = breaches
                    .iter()
                    .filter(|b| matches!(b, Breach::NoLiberty(_)));
                assert_eq!(breathless.count(), reported.count());
            }
        }
        compare(&position, &naive);
        past.push(naive);
    }
}

/// Plays on the naive board and compares the removed stones.
fn follow(naive: &mut Naive, position: &Position, color: Color, action: Move, played: Played) {
    let size = position.board().size();
    let Some(point) = action.point().filter(|&point| size.contains(point)) else {
        assert_eq!(position.removed().count(), 0);
        return;
    };
    let at = naive.at(point);
    let (captured, own) = naive.play(at, color);
    assert_eq!(usize::from(played.captured), captured.len());
    assert_eq!(usize::from(played.suicide), own.len());
    let removed: Vec<Point> = position.removed().collect();
    assert_eq!(removed.len(), captured.len() + own.len());
    let removed = PointSet::of(size, removed);
    for &at in captured.iter().chain(&own) {
        assert!(removed.contains(naive.point(at)));
    }
    let alone = own.is_empty()
        && captured.len() == 1
        && naive.chain(at).len() == 1
        && naive.liberties(at).len() == 1;
    let ko = captured
        .first()
        .filter(|_| alone)
        .map(|&at| naive.point(at));
    assert_eq!((played.ko, position.ko()), (ko, ko));
}

fn compare(position: &Position, naive: &Naive) {
    let board = position.board();
    assert_eq!(board.hash(), board.hash_from_scratch());
    let mut stones = 0;
    for point in board.size().points() {
        let at = naive.at(point);
        assert_eq!(board.stone(point), naive.stone(at), "{point:?}\n{board}");
        let Some(chain) = board.chain(point) else {
            continue;
        };
        let members = naive.chain(at);
        assert_eq!(chain.len(), members.len());
        assert_eq!(chain.stones().count(), members.len());
        assert!(members.iter().all(|&m| chain.contains(naive.point(m))));
        let liberties = naive.liberties(at);
        let set = PointSet::of(board.size(), liberties.iter().map(|&l| naive.point(l)));
        assert_eq!(chain.liberties(), set);
        assert_eq!(chain.has_liberty(), !set.is_empty());
        assert_eq!(chain.in_atari(), set.len() == 1);
        stones += 1;
    }
    assert_eq!(
        board.chains().map(|chain| chain.len()).sum::<usize>(),
        stones
    );
    assert_eq!(Board::from_setup(&board.to_setup()), *board);
    let compact = board.to_compact();
    assert_eq!(compact.to_board(), *board);
    for point in board.size().points() {
        assert_eq!(compact.stone(point), board.stone(point));
    }
}

/// If `play` returns an error, the position is unchanged.
pub(crate) fn refused_moves_change_nothing(bytes: &[u8]) {
    let script = Script::read(bytes);
    let mut position = Position::new(script.size, script.rules);
    for step in script.steps {
        if let Step::Play(color, action) = step {
            let before = Seen::of(&position);
            let strictly = position.clone().play(color, action);
            if color != position.to_play() && !position.is_over() {
                assert_eq!(strictly, Err(Illegal::NotYourTurn));
            }
            if position.play_any_turn(color, action).is_err() {
                assert_eq!(Seen::of(&position), before);
            }
        } else {
            step.apply(&mut position);
        }
    }
    let mut again = position.clone();
    while again.undo() {}
    assert_eq!(*again.board(), Board::new(script.size));
}

/// The points listed as legal are those that `play` accepts, and `judge` returns the same errors as `play`.
pub(crate) fn legal_points_are_what_play_accepts(bytes: &[u8]) {
    let script = Script::read(bytes);
    let mut position = Position::new(script.size, script.rules);
    for step in script.steps {
        step.apply(&mut position);
        let color = position.to_play();
        let legal: Vec<Point> = position.legal_points().collect();
        let mut trial = position.clone();
        let mut accepted = Vec::new();
        for point in script.size.points() {
            let action = Move::Play(point);
            let verdict = trial.judge(action);
            let result = trial.play(color, action);
            assert_eq!(result.map(|_| ()), verdict, "{point:?} {trial:?}");
            if result.is_ok() {
                accepted.push(point);
                trial.undo();
            }
        }
        assert_eq!(legal, accepted);
        assert_eq!(position.judge(Move::Pass).is_ok(), !position.is_over());
    }
}

/// Undoing all plies restores every earlier position, back to the start.
pub(crate) fn undo_leads_back_to_the_start(bytes: &[u8]) {
    let script = Script::read(bytes);
    let mut position = Position::new(script.size, script.rules);
    let mut past = vec![Seen::of(&position)];
    for step in script.steps {
        step.apply(&mut position);
        past.truncate(position.plies());
        past.push(Seen::of(&position));
    }
    while let Some(seen) = past.pop() {
        assert_eq!(Seen::of(&position), seen);
        assert_eq!(position.undo(), !past.is_empty());
    }
}

/// Turning or mirroring the board or exchanging the colours before a game gives the same result as afterwards.
pub(crate) fn symmetries_commute_with_play(bytes: &[u8]) {
    let script = Script::read(bytes);
    let size = script.size;
    for symmetry in Symmetry::ALL {
        let mut straight = Position::new(size, script.rules);
        let mut turned = Position::new(symmetry.size(size), script.rules);
        for step in &script.steps {
            let a = step.apply(&mut straight);
            let b = step
                .moved(|point| symmetry.point(point, size))
                .apply(&mut turned);
            assert_eq!(a.map(|p| p.captured), b.map(|p| p.captured));
        }
        let board = straight.board().transformed(symmetry);
        assert_eq!(board, *turned.board());
        assert_eq!(board.canonical_hash(), straight.board().canonical_hash());
        assert_eq!(turned.prisoners(), straight.prisoners());
        // Every third stone is dead.
        let thirds = straight.board().stones().step_by(3);
        let dead: Vec<Point> = thirds.map(|(point, _)| point).collect();
        let there = dead.iter().map(|&point| symmetry.point(point, size));
        let there = PointSet::of(turned.board().size(), there);
        let dead = PointSet::of(size, dead);
        let (here, there) = (
            Territory::of(straight.board(), &dead),
            Territory::of(turned.board(), &there),
        );
        for (point, status) in here.iter() {
            assert_eq!(status, there[symmetry.point(point, size)]);
        }
        for color in Color::ALL {
            let here = PassAlive::of(straight.board(), color, false);
            let there = PassAlive::of(turned.board(), color, false);
            let stones = here.stones.iter().map(|point| symmetry.point(point, size));
            assert_eq!(PointSet::of(turned.board().size(), stones), there.stones);
        }
    }
    let mut straight = Position::new(
        size,
        Rules {
            white_passes_last: false,
            ..script.rules
        },
    );
    let mut swapped = straight.clone();
    swapped.set_to_play(Color::White);
    straight.set_to_play(Color::Black);
    for step in &script.steps {
        if matches!(step, Step::Undo) {
            continue;
        }
        let a = step.apply(&mut straight);
        let b = step.recolored().apply(&mut swapped);
        assert_eq!(a.map(|p| p.captured), b.map(|p| p.captured));
    }
    let board = straight.board().colors_swapped();
    assert_eq!(board, *swapped.board());
    assert_eq!(
        board.canonical_hash_of_either_color(),
        straight.board().canonical_hash_of_either_color()
    );
}

/// Forcing a legal move is the same as playing it and does not report a breach; forcing an illegal move reports the
/// breach.
pub(crate) fn force_plays_legal_moves(bytes: &[u8]) {
    let script = Script::read(bytes);
    let mut played = Position::new(script.size, script.rules);
    let mut forced = played.clone();
    for step in script.steps {
        if let Step::Play(color, action) = step {
            let result = played.play(color, action);
            let force = forced.force(Action::Play(color, action));
            match result {
                Ok(done) => {
                    assert_eq!(force.played, done);
                    assert!(force.breaches.is_empty(), "{:?}", force.breaches);
                }
                Err(why) => {
                    let found = force.breaches.iter().any(|breach| match why {
                        Illegal::OffBoard => matches!(breach, Breach::OffBoard(_)),
                        Illegal::Occupied(color) => *breach == Breach::Overwrote(color),
                        Illegal::Suicide { stones } => *breach == Breach::Suicide { stones },
                        Illegal::Ko => *breach == Breach::KoTakenBack,
                        Illegal::Superko { ply } => {
                            matches!(breach, Breach::Repeats { ply: p, .. } if *p == ply)
                        }
                        Illegal::NotYourTurn => *breach == Breach::OutOfTurn,
                        Illegal::GameOver => *breach == Breach::AfterEnd,
                        _ => false,
                    });
                    assert!(found, "{why:?} {:?}", force.breaches);
                    forced.undo();
                }
            }
        } else {
            step.apply(&mut played);
            step.apply(&mut forced);
        }
        assert_eq!(Seen::of(&played), Seen::of(&forced));
    }
}

/// After any plays, forced moves, edits, changes of turn and undos, the rules of suicide, ko and repetition forbid
/// exactly the moves that the naive engine forbids.
pub(crate) fn judges_as_the_naive_engine_does(bytes: &[u8]) {
    /// The naive engine keeps and compares every board.
    const STEPS: usize = 120;
    const POINTS: usize = 40;
    let script = Script::read(bytes);
    if script.size.area() > POINTS {
        return;
    }
    let rules = script.rules;
    let mut position = Position::new(script.size, rules);
    let start = NaiveGame::new(script.size, rules.repetition, rules.suicide);
    let mut past = vec![start];
    for step in script.steps.into_iter().take(STEPS) {
        let naive = past.last().unwrap();
        let next = match step {
            Step::Undo => {
                position.undo();
                past.truncate(position.plies() + 1);
                None
            }
            Step::Edit(ref edits) => {
                position.edit(edits.iter().copied());
                Some(naive.edited(&on_board(naive, script.size, edits)))
            }
            Step::Force(Action::Put(point, stone)) => {
                position.force(Action::Put(point, stone));
                let edits = on_board(naive, script.size, &[(point, stone)]);
                Some(naive.edited(&edits))
            }
            Step::Force(Action::ToPlay(color)) => {
                position.force(Action::ToPlay(color));
                Some(naive.turned(color))
            }
            Step::Force(Action::Play(color, action)) => {
                Some(forced_as_naively(&mut position, naive, color, action))
            }
            Step::Play(color, action) => played_as_naively(&mut position, naive, color, action),
        };
        past.extend(next);
        let naive = past.last().unwrap();
        assert_eq!(position.plies(), naive.plies());
        assert_eq!(position.to_play(), naive.to_play);
        assert_eq!(position.repeats(), naive.repeats(), "{position:?}");
        if position.is_over() {
            continue;
        }
        for point in script.size.points() {
            let is_legal = naive.judge(naive.board.at(point), naive.to_play).is_legal();
            let verdict = position.judge(Move::Play(point));
            assert_eq!(
                verdict.is_ok(),
                is_legal,
                "{verdict:?} {point:?} {position:?}"
            );
        }
    }
}

fn on_board(
    naive: &NaiveGame,
    size: Size,
    edits: &[(Point, Option<Color>)],
) -> Vec<(usize, Option<Color>)> {
    let on_board = edits.iter().filter(|(point, _)| size.contains(*point));
    on_board
        .map(|&(point, stone)| (naive.board.at(point), stone))
        .collect()
}

/// Plays a move in both engines. The naive game continues only if the move is legal.
fn played_as_naively(
    position: &mut Position,
    naive: &NaiveGame,
    color: Color,
    action: Move,
) -> Option<NaiveGame> {
    let size = position.board().size();
    let was_over = position.is_over();
    let result = position.play_any_turn(color, action);
    if was_over {
        assert_eq!(result, Err(Illegal::GameOver));
        return None;
    }
    let Move::Play(point) = action else {
        return Some(naive.passed(color));
    };
    if !size.contains(point) {
        assert_eq!(result, Err(Illegal::OffBoard));
        return None;
    }
    let judged = naive.judge(naive.board.at(point), color);
    let as_expected = match result {
        Ok(_) => judged.is_legal(),
        Err(Illegal::Occupied(stone)) => judged.occupied == Some(stone),
        Err(Illegal::Suicide { stones }) => judged.suicide == Some(usize::from(stones)),
        Err(Illegal::Ko) => judged.repeats,
        Err(Illegal::Superko { ply }) => judged.repeats && *naive.board_after(ply) == judged.board,
        Err(_) => false,
    };
    assert!(as_expected, "{result:?} {color} {point:?} {position:?}");
    let played = result.ok()?;
    let next = naive.played(judged);
    assert!(played.revisits || next.repeats().is_none(), "{position:?}");
    Some(next)
}

fn forced_as_naively(
    position: &mut Position,
    naive: &NaiveGame,
    color: Color,
    action: Move,
) -> NaiveGame {
    let size = position.board().size();
    let (mut expected, was_over) = (Vec::new(), position.is_over());
    if color != position.to_play() {
        expected.push(Breach::OutOfTurn);
    }
    if was_over {
        expected.push(Breach::AfterEnd);
    }
    let forced = position.force(Action::Play(color, action));
    let mut breaches = forced.breaches;
    let next = match action.point() {
        None => naive.passed(color),
        Some(point) if !size.contains(point) => {
            expected.push(Breach::OffBoard(point));
            naive.turned(!color)
        }
        Some(point) => {
            let judged = naive.judge(naive.board.at(point), color);
            expected.extend(judged.occupied.map(Breach::Overwrote));
            let stones = judged.suicide.and_then(|n| u16::try_from(n).ok());
            expected.extend(stones.map(|stones| Breach::Suicide { stones }));
            // A move on a stone does not break the rules of repetition.
            let mut repeats = false;
            breaches.retain(|breach| match *breach {
                Breach::KoTakenBack => {
                    repeats = true;
                    false
                }
                Breach::Repeats { ply, cycle } => {
                    assert_eq!(*naive.board_after(ply), judged.board);
                    assert_eq!(ply + cycle, naive.plies() + 1);
                    repeats = true;
                    false
                }
                _ => true,
            });
            let expected = judged.repeats && judged.occupied.is_none();
            assert_eq!(repeats, expected, "{color} {point:?} {position:?}");
            let next = naive.played(judged);
            let is_first = !forced.played.revisits;
            assert!(!is_first || next.repeats().is_none(), "{position:?}");
            next
        }
    };
    assert_eq!(breaches, expected, "{color} {action:?} {position:?}");
    next
}

/// Grids, hashes and planes that follow the changes of a game equal those computed from each position.
pub(crate) fn changes_lead_to_each_position(bytes: &[u8]) {
    let script = Script::read(bytes);
    let size = script.size;
    let kinds = PlaneKinds {
        history: bytes.len() as u8 % 4,
        liberties: bytes.len() as u8 / 4 % 5,
        ko: true,
        last_moves: bytes.len() as u8 / 2 % 3,
        side_to_move: true,
        komi: true,
    };
    let komi = Points::from_halves(bytes.len() as i32 - 150);
    let mut position = Position::new(size, script.rules);
    let mut board = position.board().clone();
    let mut grids = Symmetry::ALL.map(|symmetry| Grid::with_symmetry(size, symmetry));
    let mut hashes = SymmetricHashes::new(size);
    let mut followers: Vec<(PlaneLayout, Symmetry, Planes)> = Vec::new();
    for (nth, symmetry) in Symmetry::ALL.into_iter().enumerate() {
        let layout = [PlaneLayout::Bytes, PlaneLayout::Bits][nth % 2];
        let planes = Planes::new(size, kinds, layout, symmetry);
        followers.push((layout, symmetry, planes));
    }
    for (_, _, planes) in &mut followers {
        planes.start(&position, komi);
    }
    // The boards and the moves since the start or the latest setup, the newest first.
    let mut boards = vec![board.clone()];
    let mut last: Vec<Option<Point>> = Vec::new();
    let count = script.steps.len();
    for (nth, step) in script.steps.iter().enumerate() {
        let plies = position.plies();
        if let Step::Undo = step {
            let reversed: Vec<StoneChange> =
                position.changes().map(StoneChange::reversed).collect();
            position.undo();
            assert_leads_to(&mut board, &reversed, position.board());
            for grid in &mut grids {
                grid.apply(reversed.iter().copied());
            }
            hashes.apply(reversed);
            for (_, _, planes) in &mut followers {
                planes.start(&position, komi);
            }
            (boards, last) = (vec![board.clone()], Vec::new());
        } else {
            step.apply(&mut position);
            if position.plies() == plies {
                continue;
            }
            let changes: Vec<StoneChange> = position.changes().collect();
            assert_leads_to(&mut board, &changes, position.board());
            for grid in &mut grids {
                grid.apply(changes.iter().copied());
            }
            hashes.apply(changes.iter().copied());
            let action = match step {
                Step::Play(_, action) | Step::Force(Action::Play(_, action)) => Some(*action),
                _ => None,
            };
            for (_, _, planes) in &mut followers {
                match action {
                    Some(action) => planes.advance(&position, &changes, action.point()),
                    None => planes.set_up(&position, &changes),
                }
            }
            match action {
                Some(action) => last.insert(0, action.point()),
                None => (boards, last) = (Vec::new(), Vec::new()),
            }
            boards.insert(0, board.clone());
        }
        // Turned boards are slow to make, so large ones are compared only at the end.
        if size.area() > 40 && nth + 1 < count {
            continue;
        }
        for (symmetry, grid) in Symmetry::ALL.into_iter().zip(&grids) {
            let turned = board.transformed(symmetry);
            assert_eq!(grid.size(), turned.size());
            let bytes = turned.grid().into_iter();
            let bytes: Vec<u8> = bytes
                .map(|stone| stone.map_or(0, |color| color as u8 + 1))
                .collect();
            assert_eq!(grid.as_bytes(), bytes, "{symmetry:?} {board:?}");
            let mut started = Grid::with_symmetry(size, symmetry);
            started.start(&board);
            assert_eq!(started, *grid);
            assert_eq!(hashes.get(symmetry), turned.hash_from_scratch());
        }
        assert_eq!(hashes, SymmetricHashes::of(&board));
        assert_eq!(hashes.canonical(), board.canonical_hash());
        for (layout, symmetry, planes) in &followers {
            let expected = naive_planes(kinds, &boards, &last, &position, komi, *symmetry);
            assert_eq!(expected.len(), kinds.count());
            let expected: Vec<u8> = match layout {
                PlaneLayout::Bytes => expected.into_iter().flatten().map(|n| n as u8).collect(),
                PlaneLayout::Bits => expected.iter().flat_map(|plane| packed(plane)).collect(),
            };
            let mut written = vec![7; planes.len()];
            planes.write(&mut written);
            assert_eq!(written, expected, "{kinds:?} {symmetry:?} {position:?}");
        }
    }
}

/// Applies changes to a board, and compares it with the expected one.
fn assert_leads_to(board: &mut Board, changes: &[StoneChange], expected: &Board) {
    let mut points = PointSet::new(board.size());
    for change in changes {
        assert_ne!(change.before, change.after);
        assert_eq!(board.stone(change.point), change.before, "{change:?}");
        assert!(points.insert(change.point), "{change:?} is listed twice");
    }
    board.edit(changes.iter().map(|change| (change.point, change.after)));
    assert_eq!(board, expected);
}

/// The planes, computed as their definition says. The history begins with the board of the position.
fn naive_planes(
    kinds: PlaneKinds,
    boards: &[Board],
    last: &[Option<Point>],
    position: &Position,
    komi: Points,
    symmetry: Symmetry,
) -> Vec<Vec<i8>> {
    let board = position.board();
    let size = board.size();
    let turned = symmetry.size(size);
    let plane = |value: &dyn Fn(Point) -> bool| -> Vec<i8> {
        let point = |there| symmetry.inverse().point(there, turned);
        turned
            .points()
            .map(|there| i8::from(value(point(there))))
            .collect()
    };
    let own = position.to_play();
    let mut planes = Vec::new();
    for back in 0..=usize::from(kinds.history) {
        for color in [own, !own] {
            planes.push(plane(&|point| {
                boards.get(back).and_then(|board| board.stone(point)) == Some(color)
            }));
        }
    }
    let most = usize::from(kinds.liberties);
    for number in 1..=most {
        planes.push(plane(&|point| {
            let liberties = board.chain(point).map(|chain| chain.liberties().len());
            liberties.is_some_and(|liberties| liberties.min(most) == number)
        }));
    }
    if kinds.ko {
        planes.push(plane(&|point| position.ko() == Some(point)));
    }
    for back in 0..usize::from(kinds.last_moves) {
        planes.push(plane(&|point| last.get(back) == Some(&Some(point))));
    }
    if kinds.side_to_move {
        planes.push(plane(&|_| own == Color::Black));
    }
    if kinds.komi {
        let sign = if own == Color::Black { -1 } else { 1 };
        let value = (sign * komi.hundredths() / 50).clamp(-128, 127) as i8;
        planes.push(vec![value; size.area()]);
    }
    planes
}

/// A bit for each positive value.
fn packed(plane: &[i8]) -> Vec<u8> {
    let byte = |eight: &[i8]| {
        let bits = eight.iter().enumerate();
        bits.map(|(bit, value)| u8::from(*value > 0) << bit).sum()
    };
    plane.chunks(8).map(byte).collect()
}

/// The public state of a position.
#[derive(PartialEq, Debug)]
struct Seen {
    board: Board,
    hash: u128,
    to_play: Color,
    ko: Option<Point>,
    prisoners: (u32, u32),
    passes: u8,
    plies: usize,
    repeats: Option<usize>,
    legal: Vec<Point>,
}

impl Seen {
    fn of(position: &Position) -> Seen {
        let prisoners = position.prisoners();
        Seen {
            board: position.board().clone(),
            hash: position.board().hash(),
            to_play: position.to_play(),
            ko: position.ko(),
            prisoners: (prisoners.black, prisoners.white),
            passes: position.passes(),
            plies: position.plies(),
            repeats: position.repeats(),
            legal: position.legal_points().collect(),
        }
    }
}

/// A board and a sequence of actions. Any bytes are a valid script.
struct Script {
    size: Size,
    rules: Rules,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
enum Step {
    Play(Color, Move),
    Force(Action),
    Edit(Vec<(Point, Option<Color>)>),
    Undo,
}

impl Script {
    fn read(bytes: &[u8]) -> Script {
        let mut bytes = bytes.iter().copied();
        let mut next = move || bytes.next();
        let (a, b, c) = (
            next().unwrap_or(2),
            next().unwrap_or(2),
            next().unwrap_or(0),
        );
        // Most boards are small, because rare situations occur sooner on them; some have any size.
        let side = |byte: u8| match byte {
            0..=199 => byte % 6 + 1,
            200..=239 => byte % 19 + 1,
            _ => [1, 2, 51, 52][usize::from(byte % 4)],
        };
        let size = Size::new(side(a), side(b)).unwrap();
        let rules = Rules {
            suicide: [Suicide::Forbidden, Suicide::Multi, Suicide::Any][usize::from(c % 3)],
            repetition: [
                Repetition::Allowed,
                Repetition::SimpleKo,
                Repetition::Positional,
                Repetition::Situational,
                Repetition::NaturalSituational,
            ][usize::from(c / 3 % 5)],
            passes_to_end: c / 15 % 3,
            pass_stones: c / 45 % 2 == 1,
            white_passes_last: c / 90 % 2 == 1,
            ..Rules::JAPANESE
        };
        let mut steps = Vec::new();
        let mut turn = Color::Black;
        while let Some(kind) = next() {
            let mut point = || {
                let n = usize::from(next()?) << 8 | usize::from(next().unwrap_or(0));
                // The point is sometimes just off the board.
                let (cols, rows) = (size.cols(), size.rows());
                if n % 97 == 96 {
                    return Some(Point::new(cols, rows));
                }
                let n = n % size.area();
                Some(Point::new(
                    (n % usize::from(cols)) as u8,
                    (n / usize::from(cols)) as u8,
                ))
            };
            let stone = [None, Some(Color::Black), Some(Color::White)][usize::from(kind) % 3];
            steps.push(match kind {
                0..=179 => {
                    let color = if kind % 16 == 0 { turn } else { !turn };
                    turn = color;
                    match point() {
                        Some(point) if kind >= 8 => Step::Play(color, Move::Play(point)),
                        _ => Step::Play(color, Move::Pass),
                    }
                }
                180..=209 => Step::Undo,
                210..=234 => {
                    let color = stone.unwrap_or(turn);
                    let action = point().map_or(Move::Pass, Move::Play);
                    Step::Force(Action::Play(color, action))
                }
                235..=239 => Step::Force(Action::ToPlay(stone.unwrap_or(Color::Black))),
                240..=247 => match point() {
                    Some(point) => Step::Force(Action::Put(point, stone)),
                    None => Step::Undo,
                },
                _ => {
                    let edits = (0..kind - 246).filter_map(|n| {
                        let stones = [stone, Some(Color::Black), None, Some(Color::White)];
                        Some((point()?, stones[usize::from(n) % 4]))
                    });
                    Step::Edit(edits.collect())
                }
            });
        }
        Script { size, rules, steps }
    }
}

impl Step {
    fn apply(&self, position: &mut Position) -> Option<Played> {
        match *self {
            Step::Play(color, action) => position.play_any_turn(color, action).ok(),
            Step::Force(action) => Some(position.force(action).played),
            Step::Edit(ref edits) => {
                position.edit(edits.iter().copied());
                None
            }
            Step::Undo => {
                position.undo();
                None
            }
        }
    }

    fn moved(&self, f: impl Fn(Point) -> Point) -> Step {
        let of = |action: Move| {
            action
                .point()
                .map_or(Move::Pass, |point| Move::Play(f(point)))
        };
        match *self {
            Step::Play(color, action) => Step::Play(color, of(action)),
            Step::Force(Action::Play(color, action)) => {
                Step::Force(Action::Play(color, of(action)))
            }
            Step::Force(Action::Put(point, stone)) => Step::Force(Action::Put(f(point), stone)),
            Step::Edit(ref edits) => Step::Edit(edits.iter().map(|&(p, s)| (f(p), s)).collect()),
            ref other => other.clone(),
        }
    }

    fn recolored(&self) -> Step {
        let swap = |stone: Option<Color>| stone.map(|color| !color);
        match *self {
            Step::Play(color, action) => Step::Play(!color, action),
            Step::Force(Action::Play(color, action)) => Step::Force(Action::Play(!color, action)),
            Step::Force(Action::Put(point, stone)) => Step::Force(Action::Put(point, swap(stone))),
            Step::Force(Action::ToPlay(color)) => Step::Force(Action::ToPlay(!color)),
            Step::Edit(ref edits) => Step::Edit(edits.iter().map(|&(p, s)| (p, swap(s))).collect()),
            Step::Undo => Step::Undo,
        }
    }
}
