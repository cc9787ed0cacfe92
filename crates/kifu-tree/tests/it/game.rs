//! The game in which formats meet.

use kifu_core::Color;
use kifu_tree::game::{Carried, Comment, Fate, Game, Loss, Node, Role, Said, Where};
use kifu_tree::{Forest, Place};

fn said(text: &str) -> Node {
    let mut node = Node::default();
    node.comments.push(text.into());
    node
}

/// A game with a root and these below it, each with its depth, in this order.
fn game(nodes: &[(usize, &str)]) -> Game {
    let mut game = Game::new();
    let mut line = vec![game.root()];
    for (depth, text) in nodes {
        line.truncate(*depth);
        line.push(game.nodes.push_child(line[depth - 1], said(text)));
    }
    game
}

#[test]
fn games_are_equal_if_they_say_the_same() {
    let one = game(&[(1, "a"), (2, "b"), (1, "c")]);
    assert_eq!(one, one.clone());
    // Made in another order, nodes have other numbers.
    let mut other = game(&[(1, "c")]);
    let root = other.root();
    let a = other
        .nodes
        .insert(Place::FirstChild(root), said("a"))
        .unwrap();
    other.nodes.push_child(a, said("b"));
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
        role: Role::Raw,
        key: "ZZ".into(),
        values: vec![],
    });
    assert_ne!(one, carrying);
    let nothing = || Game {
        nodes: Forest::new(),
        ..Game::new()
    };
    assert_eq!(nothing(), nothing());
    assert_ne!(nothing(), Game::new());
    assert_ne!(Game::new(), nothing());
}

#[test]
fn a_player_is_put_in_its_place_once() {
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
fn what_was_not_understood_has_no_value() {
    assert_eq!(Said::Value(5).value(), Some(&5));
    assert_eq!(Said::<u8>::Text("five".into()).value(), None);
}

#[test]
fn a_text_is_a_comment_of_nobody() {
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
fn losses_and_roles_have_words() {
    assert_eq!(Role::ALL.map(Role::name), ["raw", "spelled", "order"]);
    let told = |fate| {
        Loss {
            at: Where::Game,
            what: "KM".into(),
            fate,
        }
        .to_string()
    };
    assert_eq!(told(Fate::Dropped), "KM is left out");
    assert_eq!(told(Fate::Changed("is rounded".into())), "KM is rounded");
    assert!(told(Fate::Outdated).starts_with("KM was edited"));
}

#[test]
fn a_tree_is_mapped_in_its_shape() {
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
        let nodes = of.nodes.mapped(root, |from, to| {
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
    // One whose nodes were moved and removed since they were made.
    let mut edited = game.clone();
    let ids: Vec<_> = game.nodes.preorder(game.root()).collect();
    let below_last = Place::LastChild(ids[8]);
    edited.nodes.move_to(ids[2], below_last).unwrap();
    edited.nodes.remove(ids[5]);
    edited.nodes.promote(ids[7]);
    assert_eq!(all(&edited), edited);
    // And its links are whole.
    let mut moved = all(&edited);
    let last = moved.nodes.last_child(moved.root()).unwrap();
    let first = moved.nodes.first_child(moved.root()).unwrap();
    assert_eq!(moved.nodes.prev_sibling(last), Some(first));
    assert!(moved.nodes.promote(last) && moved != edited);
    // In a forest of several trees, one that is not the first.
    let mut two = game.clone();
    let other = two.nodes.push_root(Node::default());
    let below = two.nodes.push_child(other, game.nodes[ids[1]].clone());
    two.nodes.push_child(other, game.nodes[ids[2]].clone());
    let alone = same(&two, other);
    assert_eq!(alone.children(alone.first_root().unwrap()).count(), 2);
    assert_eq!(alone.made(), 3);
    assert_eq!(
        alone[alone.first_child(alone.first_root().unwrap()).unwrap()],
        two.nodes[below]
    );
    // A part of it, from a node that has siblings, which are made after others.
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
