//! Laws for every SGF file.

use kifu_replay::rules::{
    Board, ByColor, Color, Grid, Move, PlaneKinds, PlaneLayout, Planes, Point, Points, Position,
    Rules, Setup, StoneChange, SymmetricHashes, Symmetry,
};
use kifu_replay::sgf::{Document, NodeId};
use kifu_replay::{Fault, Finding, Replayer, Step};

/// Checks that steps lead to the same positions and findings as entering the nodes, that their
/// changes lead from each position to the next, and that grids and planes show the position before
/// each move.
pub(crate) fn steps_lead_to_each_position(source: &[u8]) {
    /// Longer lines would take more time without testing more.
    const NODES: usize = 2_000;
    let Ok(document) = Document::parse(source) else {
        return;
    };
    for root in document.roots() {
        if document.main_line(root).nth(NODES).is_some() {
            continue;
        }
        let rules = [Rules::JAPANESE, Rules::CHINESE][source.len() % 2];
        compare(&document, root, &rules);
    }
}

fn compare(document: &Document, root: kifu_replay::sgf::NodeId, rules: &Rules) {
    let mut by_node = Replayer::new(document, root, rules);
    let mut by_step = Replayer::new(document, root, rules);
    let size = by_node.position().board().size();
    let mut stones = vec![0; size.area()];
    let mut grid = Grid::new(size);
    let mut hashes = SymmetricHashes::new(size);
    let kinds = PlaneKinds {
        history: 1,
        liberties: 3,
        ko: true,
        last_moves: 2,
        side_to_move: true,
        komi: false,
    };
    let mut planes = Planes::new(size, kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
    planes.start(by_step.position(), Points::ZERO);
    // The expected output for the positions before each move.
    let (mut grids, mut all_planes, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let (mut expected, mut findings): (Vec<Finding>, Vec<Finding>) = Default::default();
    loop {
        // A step can enter several nodes, and a node can have several steps.
        let step = by_step.step();
        findings.extend_from_slice(by_step.findings());
        while by_node.node() != by_step.node() {
            by_node.advance();
            expected.extend_from_slice(by_node.findings());
        }
        let Some(step) = step else {
            break;
        };
        let changes = by_step.changes();
        if let Step::Move(color, action) = step {
            grids.extend_from_slice(&stones);
            let at = all_planes.len();
            all_planes.resize(at + planes.len(), 0);
            planes.set_to_play(color);
            planes.write(&mut all_planes[at..]);
            moves.push((color, action));
            planes.advance(by_step.position(), changes, action.and_then(|a| a.point()));
        } else {
            planes.set_up(by_step.position(), changes);
        }
        for change in changes {
            let Point { col, row } = change.point;
            let stone = &mut stones[usize::from(row) * usize::from(size.cols()) + usize::from(col)];
            assert_eq!(*stone, byte(change.before));
            *stone = byte(change.after);
        }
        assert_eq!(stones, bytes(by_step.position().board()));
        grid.apply(changes.iter().copied());
        assert_eq!(grid.as_bytes(), stones);
        hashes.apply(changes.iter().copied());
        // This check is slow, so it runs only for some positions.
        if moves.len() % 16 == 0 {
            assert_planes_start_like(&planes, by_step.position());
        }
    }
    let board = by_step.position().board();
    assert_eq!(hashes.canonical(), board.canonical_hash());
    assert_eq!(findings, expected);
    assert_eq!(by_step.number(), by_node.number());
    assert_eq!(by_step.last(), by_node.last());
    assert_eq!(by_step.prisoners(), by_node.prisoners());
    assert_eq!(by_step.position().to_setup(), by_node.position().to_setup());

    let mut game = Replayer::new(document, root, rules);
    let (mut out, mut written) = (vec![0; grids.len()], Vec::new());
    game.fill_positions(&mut Grid::new(size), &mut out, &mut written);
    assert_eq!((out, &written), (grids, &moves));
    let mut game = Replayer::new(document, root, rules);
    let (mut out, mut written) = (vec![0; all_planes.len()], Vec::new());
    let mut planes = Planes::new(size, kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
    planes.start(game.position(), Points::ZERO);
    game.fill_planes(&mut planes, &mut out, &mut written);
    assert_eq!((out, &written), (all_planes, &moves));
    // Undoing all changes in reverse order leads back to the empty board.
    let mut game = Replayer::new(document, root, rules);
    let mut changes: Vec<StoneChange> = Vec::new();
    while game.step().is_some() {
        changes.extend_from_slice(game.changes());
    }
    grid.apply(changes.iter().rev().map(|change| change.reversed()));
    assert!(grid.as_bytes().iter().all(|&byte| byte == 0));
}

/// Checks that leaving a node leads back to the state of its parent, and that a finding about a cycle has the number of the
/// move that led to the earlier position.
pub(crate) fn leaving_a_node_leads_back(source: &[u8]) {
    /// Each state has a whole board.
    const NODES: usize = 2_000;
    let Ok(document) = Document::parse(source) else {
        return;
    };
    let forest = document.forest();
    let roots = document.roots();
    for root in roots.filter(|&root| forest.preorder(root).nth(NODES).is_none()) {
        let mut game = Replayer::new(&document, root, &Rules::JAPANESE);
        // The states after the nodes above, and the number of moves after each ply.
        let (mut states, mut numbers) = (Vec::new(), vec![0]);
        for node in forest.preorder(root) {
            let parent = forest.parent(node).filter(|_| node != root);
            while game.node() != parent {
                assert_eq!(Some(&state(&game)), states.pop().as_ref());
                assert!(game.leave());
            }
            if let Some(above) = states.last() {
                assert_eq!(&state(&game), above);
            }
            numbers.truncate(game.position().plies() + 1);
            let before = game.number();
            let findings = game.enter(node).to_vec();
            let moves = (game.number() - before) as usize;
            // The setup of a node comes before its moves.
            let setup = game.position().plies() + 1 - numbers.len() - moves;
            numbers.resize(numbers.len() + setup, before);
            numbers.extend(before + 1..=game.number());
            for finding in &findings {
                if let (Fault::Cycle { number }, 1) = (finding.fault, moves) {
                    let earlier = game.position().repeats().map(|ply| numbers[ply]);
                    assert_eq!(Some(number), earlier);
                }
            }
            states.push(state(&game));
        }
        while let Some(above) = states.pop() {
            assert_eq!(state(&game), above);
            assert!(game.leave());
        }
        assert_eq!((game.node(), game.number(), game.last()), (None, 0, None));
        assert!(!game.leave());
    }
}

type State = (
    Option<NodeId>,
    u32,
    Option<(Color, Move)>,
    Setup,
    usize,
    ByColor<u32>,
);

fn state(game: &Replayer<'_>) -> State {
    let position = game.position();
    let setup = position.to_setup();
    let plies = position.plies();
    (
        game.node(),
        game.number(),
        game.last(),
        setup,
        plies,
        game.prisoners(),
    )
}

fn bytes(board: &Board) -> Vec<u8> {
    board.grid().into_iter().map(byte).collect()
}

fn byte(stone: Option<Color>) -> u8 {
    stone.map_or(0, |color| color as u8 + 1)
}

/// Asserts that planes equal new planes started with the position, except for the history and the
/// last moves.
fn assert_planes_start_like(planes: &Planes, position: &Position) {
    let (size, kinds) = (planes.size(), planes.kinds());
    let mut started = Planes::new(size, kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
    started.start(position, Points::ZERO);
    let (mut followed, mut expected) = (vec![0; planes.len()], vec![0; planes.len()]);
    planes.write(&mut followed);
    started.write(&mut expected);
    let names = kinds.names();
    let area = size.area();
    let pairs = followed.chunks(area).zip(expected.chunks(area));
    for (name, (followed, expected)) in names.iter().zip(pairs) {
        if ["last", "own-", "other-"]
            .iter()
            .all(|start| !name.starts_with(start))
        {
            assert_eq!(followed, expected, "{name}");
        }
    }
}
