//! What holds when games are compared and merged.

use std::collections::BTreeSet;

use kifu::charset::Source;
use kifu::compare::{
    Comparison, Difference, Form, Likeness, Missing, Moves, NotMerged, Side, changes, clusters,
    merge, metadata,
};
use kifu::parts::ends;
use kifu::sgf::{Document, NodeId};
use kifu::span::Severity;
use kifu::transform::Transform;

/// A game that is transformed, or breaks off, is found to be that; what is merged has all moves of
/// both records.
pub(crate) fn comparisons_hold(source: &[u8], transforms: &[Transform]) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let Some(moves) = Moves::of(&document, root) else {
            continue;
        };
        for by in transforms {
            a_transform_is_found(&moves, *by);
        }
        an_end_is_found(&document, root, &moves);
        all_moves_are_merged(&document, root);
        assert_eq!(changes((&document, root), (&document, root)), []);
        assert_eq!(metadata((&document, root), (&document, root)), []);
    }
    games_are_compared(&document);
}

fn a_transform_is_found(moves: &Moves, by: Transform) {
    let turned = moves.transformed(by);
    let found = Comparison::of(&turned, moves);
    assert!(found.is_same(), "{by:?}: {found:?}");
    assert_eq!(turned.transformed(found.transform), *moves);
    let (form, other) = (Form::of(moves), Form::of(&turned));
    assert_eq!(form.canonical(), other.canonical());
    assert_eq!(form.moves(), *moves);
    assert_eq!(other.moves(), turned);
}

/// Cut off before a move, it is the start of the game.
fn an_end_is_found(document: &Document, root: NodeId, moves: &Moves) {
    let line: Vec<NodeId> = document.main_line(root).map(|node| node.id()).collect();
    let of = |nodes: &[NodeId]| {
        let cut = Document::parse(document.line_to_bytes(nodes)).unwrap();
        let root = cut.roots().next()?;
        Moves::of(&cut, root)
    };
    // Not every broken file is the same once it is written line by line.
    if of(&line).as_ref() != Some(moves) {
        return;
    }
    let Some(start) = of(&line[..line.len().div_ceil(2)]) else {
        return;
    };
    let count = start.steps().len();
    let is_start = start.size() == moves.size() && moves.steps().starts_with(start.steps());
    if !is_start || moves.steps().get(count).is_some_and(|next| !next.is_move()) {
        return;
    }
    let found = Comparison::of(&start, moves);
    assert!(found.is_copy(0) || count == 0, "{found:?}");
    assert_eq!(found.same, count);
    let expected = Difference::Rest {
        side: Side::Second,
        steps: count..moves.steps().len(),
    };
    match count == moves.steps().len() {
        true => assert_eq!(found.differences, []),
        false => assert_eq!(found.differences, [expected]),
    }
    let likeness = Likeness {
        least: 1,
        least_alike: 1,
        prefix: true,
        near: 0,
    };
    let forms = [moves, &start].map(|moves| Some(Form::of(moves)));
    // Nobody knows what a move does that cannot be read.
    if moves.has_unreadable() {
        return;
    }
    let copies = clusters(&forms, [], &likeness);
    assert_eq!(copies.len(), usize::from(count > 0));
}

/// The main line, and with it the last line of the game.
fn all_moves_are_merged(document: &Document, root: NodeId) {
    let nodes = document.main_line(root).map(|node| node.id());
    let main = document.line_to_bytes(&nodes.collect::<Vec<_>>());
    let Some(last) = ends(document, root).last() else {
        return;
    };
    let above = document.forest().ancestors(last);
    let mut line: Vec<NodeId> = core::iter::once(last).chain(above).collect();
    line.reverse();
    let line = document.line_to_bytes(&line);
    let (one, other) = (
        Document::parse(main).unwrap(),
        Document::parse(line).unwrap(),
    );
    let (Some(to), Some(from)) = (one.roots().next(), other.roots().next()) else {
        return;
    };
    let (ours, theirs) = (played(&one, to), played(&other, from));
    let before = Moves::of(&one, to);
    // Where a charset is only guessed, any edit can change the guess, and with it where values end;
    // and of a broken record it is a guess what is a move.
    let is_sound = |document: &Document, root| {
        let mut found = document.diagnostics();
        let is_guess = document.charset(root).source == Source::Guess;
        !is_guess && found.all(|found| found.severity < Severity::Error)
    };
    let are_sound = is_sound(&one, to) && is_sound(&other, from);
    match merge(one, to, (&other, from), "other", usize::MAX) {
        Ok(_) if !are_sound => {}
        Ok(merged) => {
            let both = [merged.document.to_bytes()].map(|bytes| Document::parse(bytes).unwrap());
            let result = both[0].roots().next().unwrap();
            let all = played(&both[0], result);
            assert!(ours.is_subset(&all));
            if merged.transform == Transform::IDENTITY {
                // What a node of both has otherwise is told.
                let told = |color: char| {
                    merged.left.iter().any(|missing| match missing {
                        Missing::Nodes { .. } => false,
                        Missing::Values { ident, .. } => ident.starts_with(color),
                    })
                };
                let gone = theirs.difference(&all).find(|(color, _)| !told(*color));
                assert_eq!(gone, None, "in {all:?}");
            }
            let after = Moves::of(&both[0], result).unwrap();
            let start = before.unwrap();
            assert!(after.steps().starts_with(start.steps()));
        }
        Err(
            NotMerged::Nothing
            | NotMerged::Board
            | NotMerged::OtherGame
            | NotMerged::Unreadable
            | NotMerged::Edit(_),
        ) => {}
        Err(why) => panic!("{why}"),
    }
}

/// The moves of all nodes.
fn played(document: &Document, root: NodeId) -> BTreeSet<(char, Vec<u8>)> {
    let nodes = document.forest().preorder(root);
    let properties = nodes.flat_map(|id| document.node(id).properties());
    let moves = properties.flat_map(|property| {
        let color = property.ident().player().map(|color| color.letter());
        let values = property.values().map(|value| value.raw().to_vec());
        let is_plain = |raw: &Vec<u8>| raw.len() == 2 && raw.iter().all(u8::is_ascii_lowercase);
        let points = values.filter(is_plain);
        let moves = points.filter_map(|raw| Some((color?, raw)));
        moves.collect::<Vec<_>>()
    });
    moves.collect()
}

/// Any two games can be compared, and places at which they differ lie in them, in order.
fn games_are_compared(document: &Document) {
    let games = document
        .roots()
        .filter_map(|root| Moves::of(document, root));
    let games: Vec<Moves> = games.take(4).collect();
    for two in games.windows(2) {
        let found = Comparison::of(&two[0], &two[1]);
        let (mut first, mut second) = (0, 0);
        for difference in found.differences {
            let (a, b) = match difference {
                Difference::Other { first, second } => (first..first + 1, second..second + 1),
                Difference::Transposed { first, second }
                | Difference::Replaced { first, second } => (first, second),
                Difference::Only { side, steps, .. } | Difference::Rest { side, steps } => {
                    match side {
                        Side::First => (steps, second..second),
                        Side::Second => (first..first, steps),
                    }
                }
            };
            assert!(first <= a.start && a.end <= two[0].steps().len());
            assert!(second <= b.start && b.end <= two[1].steps().len());
            (first, second) = (a.end, b.end);
        }
    }
}
