//! Tests of the nodes of a game, and of data that few nodes have.

use std::rc::Rc;

use kifu_core::{Action, Color, Move, Point};
use kifu_tree::game::{Clock, Details, Node, Stones};
use kifu_tree::{Blank, Rare};

const PLAY: (Color, Move) = (Color::White, Move::Play(Point::new(15, 3)));

fn played() -> Node {
    Node {
        play: Some(PLAY),
        ..Node::default()
    }
}

#[test]
fn only_a_node_without_other_data_is_only_a_move() {
    assert_eq!(played().only_move(), Some(PLAY));
    assert_eq!(Node::default().only_move(), None);
    let with_clock = Node {
        clock: Clock::default().into(),
        ..played()
    };
    let with_details = Node {
        details: Details::default().into(),
        ..played()
    };
    let empty_variation = Node {
        is_empty_variation: true,
        ..played()
    };
    assert_eq!(
        [with_clock, with_details, empty_variation].map(|node| node.only_move()),
        [None; 3]
    );
}

#[test]
fn the_setup_of_a_node_precedes_its_move() {
    let [a, b, c] = [1, 2, 3].map(|n| Point::new(n, n));
    let mut node = played();
    node.to_play = Some(Color::White);
    node.setup = vec![
        Stones {
            stone: Some(Color::Black),
            points: vec![a, b],
        },
        Stones {
            stone: None,
            points: vec![c],
        },
    ];
    let actions = [
        Action::Put(a, Some(Color::Black)),
        Action::Put(b, Some(Color::Black)),
        Action::Put(c, None),
        Action::ToPlay(Color::White),
        Action::Play(PLAY.0, PLAY.1),
    ];
    assert!(node.actions().eq(actions));
    assert_eq!(Node::default().actions().count(), 0);
}

#[test]
fn unset_data_equals_blank_data() {
    assert_eq!(*Details::blank(), Details::default());
    assert_eq!(*Clock::blank(), Clock::default());

    let unset: Rare<Clock> = Rare::default();
    let mut clock: Rare<Clock> = Clock::default().into();
    assert!(unset.is_unset() && !clock.is_unset());
    assert_eq!((&unset, &clock, &unset), (&clock, &unset, &Rare::default()));
    clock.periods_left = Some(3);
    assert_ne!(unset, clock);
    assert_ne!(clock, unset);
    let same = Clock {
        time_left: None,
        periods_left: Some(3),
    };
    assert_eq!(clock, same.into());
    clock.periods_left = None;
    assert_eq!(clock, unset, "changed back to blank");
    assert!(!clock.is_unset());
}

#[test]
fn data_is_dropped_with_its_node() {
    let value = Rc::new(());
    let rare: Rare<Rc<()>> = value.clone().into();
    assert_eq!(Rc::strong_count(&value), 2);
    drop(rare);
    assert_eq!(Rc::strong_count(&value), 1);
}
