//! Tests of the summary of losses.

use kifu_core::{Color, Move};
use kifu_tree::game::{Game, Loss, LossKind, LossPlace, LossSummary, Node};

fn dropped(at: LossPlace, what: &str) -> Loss {
    Loss {
        at,
        what: what.to_owned().into(),
        kind: LossKind::Dropped,
    }
}

fn pass() -> Node {
    Node {
        play: Some((Color::Black, Move::Pass)),
        ..Node::default()
    }
}

fn lines(summary: &LossSummary) -> Vec<String> {
    summary.lines().collect()
}

#[test]
fn a_place_is_named_by_its_move_and_otherwise_by_its_address() {
    let mut game = Game::new();
    let root = game.root();
    let setup = game.nodes.push_child(root, Node::default());
    let first = game.nodes.push_child(setup, pass());
    let second = game.nodes.push_child(first, pass());
    let text = game.nodes.push_child(second, Node::default());
    let empty = Node {
        is_empty_variation: true,
        ..Node::default()
    };
    game.nodes.push_child(first, empty);
    let variation = game.nodes.push_child(first, pass());
    for (at, place) in [
        (LossPlace::Game, ""),
        (LossPlace::Node(root), "root: "),
        (LossPlace::Node(setup), "m0+1, before the first move: "),
        (LossPlace::Node(first), "move 1: "),
        (LossPlace::Node(second), "move 2: "),
        (LossPlace::Node(text), "m2+1, move 2: "),
        (LossPlace::Node(variation), "m2:1, move 2: "),
    ] {
        let mut summary = LossSummary::default();
        summary.add(1, &game, &[dropped(at, "KM")]);
        assert_eq!(lines(&summary), [format!("{place}KM is left out")]);
        // The number of the game is only of interest if there are several.
        let place = match place.trim_end_matches(": ") {
            "" => String::new(),
            place => format!(", {place}"),
        };
        summary.add(2, &game, &[]);
        assert_eq!(lines(&summary), [format!("game 1{place}: KM is left out")]);
    }
}

#[test]
fn losses_of_the_same_kind_are_one_line_at_the_first_of_them() {
    let game = Game::new();
    let root = LossPlace::Node(game.root());
    let mut summary = LossSummary::default();
    assert_eq!(
        (summary.games(), summary.total(), lines(&summary).len()),
        (0, 0, 0)
    );
    summary.add(1, &game, &[dropped(root, "XX")]);
    summary.add(
        2,
        &game,
        &[dropped(root, "YY"), dropped(LossPlace::Game, "XX")],
    );
    summary.add(3, &game, &[dropped(LossPlace::Game, "XX")]);
    assert_eq!((summary.games(), summary.total()), (3, 4));
    assert_eq!(
        lines(&summary),
        [
            "game 1, root: XX is left out (3 times, first here)",
            "game 2, root: YY is left out"
        ]
    );
}

#[test]
fn ten_kinds_are_listed_and_the_others_counted() {
    let of_kinds = |count| {
        let mut summary = LossSummary::default();
        let losses: Vec<Loss> = (0..count)
            .map(|n| dropped(LossPlace::Game, &format!("X{n}")))
            .collect();
        summary.add_without_places(1, &losses);
        summary.add_without_places(1, &losses[..1]);
        assert_eq!(summary.total(), count + 1);
        lines(&summary)
    };
    assert_eq!(of_kinds(10).len(), 10);
    assert_eq!(of_kinds(10)[0], "X0 is left out (2 times, first here)");
    assert_eq!(of_kinds(11)[10], "and 1 loss of other kinds");
    assert_eq!(of_kinds(13)[10..], ["and 3 losses of other kinds"]);
}

#[test]
fn losses_without_places_name_only_the_game() {
    let game = Game::new();
    let loss = dropped(LossPlace::Node(game.root()), "KM");
    let mut summary = LossSummary::default();
    summary.add_without_places(1, &[loss]);
    assert_eq!(lines(&summary), ["KM is left out"]);
    summary.add_without_places(2, &[]);
    assert_eq!(lines(&summary), ["game 1: KM is left out"]);
}
