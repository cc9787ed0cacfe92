//! Tests of the format-independent game.

use kifu_core::Color;
use kifu_tree::game::{
    Carried, CarriedRole, Comment, Game, Loss, LossKind, LossPlace, Node, ValueOrText,
};
use kifu_tree::{Forest, Place};

fn comment(text: &str) -> Node {
    let mut node = Node::default();
    node.comments.push(text.into());
    node
}

/// Creates a game with a root and these nodes below it, given by depth and comment in preorder.
fn game(nodes: &[(usize, &str)]) -> Game {
    let mut game = Game::new();
    let mut line = vec![game.root()];
    for (depth, text) in nodes {
        line.truncate(*depth);
        line.push(game.nodes.push_child(line[depth - 1], comment(text)));
    }
    game
}

#[test]
fn games_are_equal_if_their_contents_are() {
    let one = game(&[(1, "a"), (2, "b"), (1, "c")]);
    assert_eq!(one, one.clone());
    // Nodes created in another order have other ids.
    let mut other = game(&[(1, "c")]);
    let root = other.root();
    let a = other
        .nodes
        .insert(Place::FirstChild(root), comment("a"))
        .unwrap();
    other.nodes.push_child(a, comment("b"));
    assert_eq!(one, other);

    let shapes: [&[(usize, &str)]; 6] = [
        &[],
        &[(1, "a"), (2, "b")],
        &[(1, "a"), (2, "b"), (3, "c")],
        &[(1, "a"), (2, "b"), (2, "c")],
        &[(1, "a"), (2, "b"), (1, "x")],
        &[(1, "a"), (2, "b"), (1, "c"), (1, "d")],
    ];
    for nodes in shapes {
        assert_ne!(one, game(nodes));
        assert_ne!(game(nodes), one);
    }
    let mut named = one.clone();
    named.info.event = Some("Oteai".into());
    assert_ne!(one, named);
    let mut carrying = one.clone();
    carrying.carried.push(Carried {
        format: "sgf".into(),
        role: CarriedRole::Raw,
        key: "ZZ".into(),
        values: vec![],
    });
    assert_ne!(one, carrying);
    let empty = || Game {
        nodes: Forest::new(),
        ..Game::new()
    };
    assert_eq!(empty(), empty());
    assert_ne!(empty(), Game::new());
    assert_ne!(Game::new(), empty());
}

#[test]
fn a_player_is_added_once() {
    let mut game = Game::new();
    game.info.player(Color::White).name = Some("Shuwa".into());
    game.info.player(Color::Black).name = Some("Shusaku".into());
    game.info.player(Color::White).rank = Some("8d".into());
    let players: Vec<_> = game
        .info
        .players
        .iter()
        .map(|player| player.name.as_deref())
        .collect();
    assert_eq!(players, [Some("Shusaku"), Some("Shuwa")]);
    assert!(game.info.players[1].rank.is_some());
}

#[test]
fn text_that_was_not_parsed_has_no_value() {
    assert_eq!(ValueOrText::Value(5).value(), Some(&5));
    assert_eq!(ValueOrText::<u8>::Text("five".into()).value(), None);
}

#[test]
fn a_comment_from_text_has_no_author() {
    for comment in [Comment::from("good"), Comment::from(String::from("good"))] {
        assert_eq!(
            comment,
            Comment {
                text: "good".into(),
                author: None,
                time: None
            }
        );
    }
}

#[test]
fn losses_and_roles_have_names() {
    assert_eq!(
        CarriedRole::ALL.map(CarriedRole::name),
        ["raw", "spelled", "order"]
    );
    let message = |kind| {
        Loss {
            at: LossPlace::Game,
            what: "KM".into(),
            kind,
        }
        .to_string()
    };
    assert_eq!(message(LossKind::Dropped), "KM is left out");
    assert_eq!(
        message(LossKind::Changed("is rounded".into())),
        "KM is rounded"
    );
    assert!(message(LossKind::Outdated).starts_with("KM was edited"));
}

#[test]
fn map_tree_keeps_the_shape() {
    let game = game(&[
        (1, "a"),
        (2, "b"),
        (3, "c"),
        (2, "d"),
        (2, "e"),
        (3, "f"),
        (1, "g"),
        (2, "h"),
    ]);
    let same = |of: &Game, root| {
        let mut ids = Vec::new();
        let nodes = of.nodes.map_tree(root, |from, to| {
            ids.push(to);
            of.nodes[from].clone()
        });
        let root = nodes.first_root().unwrap();
        assert!(nodes.preorder(root).eq(ids));
        assert_eq!(nodes.next_sibling(root), None);
        nodes
    };
    let all = |game: &Game| Game {
        nodes: same(game, game.root()),
        ..game.clone()
    };
    assert_eq!(all(&game), game);
    // A game whose nodes were moved and removed after they were created.
    let mut edited = game.clone();
    let ids: Vec<_> = game.nodes.preorder(game.root()).collect();
    let below_last = Place::LastChild(ids[8]);
    edited.nodes.move_to(ids[2], below_last).unwrap();
    edited.nodes.remove(ids[5]);
    edited.nodes.promote(ids[7]);
    assert_eq!(all(&edited), edited);
    // The links of the copy are intact.
    let mut moved = all(&edited);
    let last = moved.nodes.last_child(moved.root()).unwrap();
    let first = moved.nodes.first_child(moved.root()).unwrap();
    assert_eq!(moved.nodes.prev_sibling(last), Some(first));
    assert!(moved.nodes.promote(last) && moved != edited);
    // A tree that is not the first in its forest.
    let mut two = game.clone();
    let other = two.nodes.push_root(Node::default());
    let below = two.nodes.push_child(other, game.nodes[ids[1]].clone());
    two.nodes.push_child(other, game.nodes[ids[2]].clone());
    let alone = same(&two, other);
    assert_eq!(alone.children(alone.first_root().unwrap()).count(), 2);
    assert_eq!(alone.id_count(), 3);
    assert_eq!(
        alone[alone.first_child(alone.first_root().unwrap()).unwrap()],
        two.nodes[below]
    );
    // A subtree whose top has siblings that were created after its descendants.
    let first = game.nodes.first_child(game.root()).unwrap();
    let mut cut = Game::new();
    cut.nodes = same(&game, first);
    let texts: Vec<_> = cut.nodes.preorder(cut.root()).collect();
    let texts: Vec<&str> = texts
        .iter()
        .map(|id| &*cut.nodes[*id].comments[0].text)
        .collect();
    assert_eq!(texts, ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(cut.nodes.children(cut.root()).count(), 3);
}
