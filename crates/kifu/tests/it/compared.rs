//! Laws of comparing and merging games. Merging must not lose any value.

use std::collections::BTreeSet;

use kifu::charset::CharsetSource;
use kifu::compare::{
    CanonicalMoves, Comparison, CopyCriteria, Difference, MergeError, Missing, Moves, Side,
    changes, clusters, merge, metadata, missing,
};
use kifu::sgf::properties::ValueKind;
use kifu::sgf::{Document, GameContext, NodeId, PropertyInfo};
use kifu::span::Severity;
use kifu::transform::Transform;

/// Checks that transformed and shortened copies are recognized, and that merged games have all moves and values
/// of both records.
pub(crate) fn comparisons_hold(source: &[u8], transforms: &[Transform]) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let Some(moves) = Moves::of(&document, root) else {
            continue;
        };
        for by in transforms {
            a_transform_is_found(&moves, *by);
        }
        a_shortened_copy_is_found(&document, root, &moves);
        all_moves_are_merged(&document, root);
        all_values_are_merged(&document, root);
        assert_eq!(missing((&document, root), (&document, root), ""), []);
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
    let (form, other) = (CanonicalMoves::of(moves), CanonicalMoves::of(&turned));
    assert_eq!(form.canonical(), other.canonical());
    assert_eq!(form.moves(), *moves);
    assert_eq!(other.moves(), turned);
}

/// A game that is cut off before a move is recognized as the start of the game.
fn a_shortened_copy_is_found(document: &Document, root: NodeId, moves: &Moves) {
    let line: Vec<NodeId> = document.main_line(root).map(|node| node.id()).collect();
    let of = |nodes: &[NodeId]| {
        let cut = Document::parse(document.line_to_bytes(nodes)).unwrap();
        let root = cut.roots().next()?;
        Moves::of(&cut, root)
    };
    // Some lines of broken files read differently when they are written as separate files.
    if of(&line).as_ref() != Some(moves) {
        return;
    }
    let Some(start) = of(&line[..line.len().div_ceil(2)]) else {
        return;
    };
    let count = start.steps().len();
    // If the charset is only guessed, values can end elsewhere without the rest of the file.
    let is_start = start.size() == moves.size()
        && moves.steps().starts_with(start.steps())
        && (0..count).all(|step| start.unreadable(step) == moves.unreadable(step));
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
    if count == moves.steps().len() {
        assert_eq!(found.differences, []);
    } else {
        assert_eq!(found.differences, [expected]);
    }
    let criteria = CopyCriteria {
        min_steps: 1,
        min_steps_inexact: 1,
        prefix: true,
        max_distance: 0,
    };
    let forms = [moves, &start].map(|moves| Some(CanonicalMoves::of(moves)));
    // The effect of an unreadable move is unknown, so such games need not be clustered.
    if moves.has_unreadable() {
        return;
    }
    let copies = clusters(&forms, [], &criteria);
    assert_eq!(copies.len(), usize::from(count > 0));
}

/// Merges the last line of a game into its main line, and checks that no moves are lost.
fn all_moves_are_merged(document: &Document, root: NodeId) {
    let nodes = document.main_line(root).map(|node| node.id());
    let main = document.line_to_bytes(&nodes.collect::<Vec<_>>());
    let Some(last) = document.line_ends(root).last() else {
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
    // If a charset is only guessed, any edit can change the guess, and with it the ends of values. In a broken
    // record, the moves are guessed.
    let is_sound = |document: &Document, root| {
        let mut found = document.diagnostics();
        let is_guess = document.charset(root).source == CharsetSource::Guess;
        !is_guess && found.all(|found| found.severity < Severity::Error)
    };
    let are_sound = is_sound(&one, to) && is_sound(&other, from);
    let charset = one.charset(to);
    let merged = merge(one, to, (&other, from), "other", usize::MAX);
    let changed = merged
        .as_ref()
        .is_ok_and(|merged| merged.nodes + merged.properties > 0);
    if let (Ok(merged), CharsetSource::Guess, true) = (&merged, charset.source, changed) {
        let result = Document::parse(merged.document.to_bytes()).unwrap();
        let root = result.roots().next().unwrap();
        assert_eq!(result.charset(root).charset, charset.charset);
    }
    match merged {
        Ok(_) if !are_sound => {}
        Ok(merged) => {
            let both = [merged.document.to_bytes()].map(|bytes| Document::parse(bytes).unwrap());
            let result = both[0].roots().next().unwrap();
            let all = played(&both[0], result);
            assert!(ours.is_subset(&all));
            if merged.transform == Transform::IDENTITY {
                // Different values in a node of both games are reported.
                let is_reported = |color: char| {
                    merged.unmerged.iter().any(|missing| match missing {
                        Missing::Nodes { .. } => false,
                        Missing::Values { ident, .. } => ident.starts_with(color),
                    })
                };
                let lost = theirs
                    .difference(&all)
                    .find(|(color, _)| !is_reported(*color));
                assert_eq!(lost, None, "in {all:?}");
            }
            let after = Moves::of(&both[0], result).unwrap();
            let start = before.unwrap();
            assert!(after.steps().starts_with(start.steps()));
        }
        Err(
            MergeError::NothingInCommon
            | MergeError::BoardSize
            | MergeError::NotGo
            | MergeError::Unreadable
            | MergeError::Charset(_)
            | MergeError::Edit(_),
        ) => {}
        Err(why) => panic!("{why}"),
    }
}

/// Merges a main line with a copy that has other values at some nodes, and checks that all values are in the result or
/// reported.
fn all_values_are_merged(document: &Document, root: NodeId) {
    const OTHER: [(&str, &[&str]); 8] = [
        ("C", &["other comment"]),
        ("N", &["other name"]),
        ("V", &["9.25"]),
        ("TR", &["aa", "bb"]),
        ("LB", &["aa:other label", "bb:z"]),
        ("XQ", &["other value", "and another"]),
        ("FG", &["257:other figure"]),
        ("UC", &["2"]),
    ];
    const OF_GAME: [(&str, &str); 6] = [
        ("KM", "99.5"),
        ("RE", "B+99.5"),
        ("PB", "other player"),
        ("AP", "other program:1"),
        ("ST", "3"),
        ("GC", "other words"),
    ];
    let nodes = document.main_line(root).map(|node| node.id());
    let line = document.line_to_bytes(&nodes.collect::<Vec<_>>());
    let parse = || Document::parse(line.as_slice()).unwrap();
    let (one, mut other) = (parse(), parse());
    let (Some(to), Some(from)) = (one.roots().next(), other.roots().next()) else {
        return;
    };
    let is_sound = !one
        .diagnostics()
        .any(|found| found.severity >= Severity::Error);
    if !is_sound || one.charset(to).source == CharsetSource::Guess || one.roots().nth(1).is_some() {
        return;
    }
    let nodes: Vec<NodeId> = other.main_line(from).map(|node| node.id()).collect();
    for (at, id) in nodes.into_iter().enumerate().take(40) {
        let (ident, values) = OTHER[at % OTHER.len()];
        let (of_game, value) = OF_GAME[at % OF_GAME.len()];
        if other
            .node_mut(id)
            .set(ident, values.iter().copied())
            .is_err()
        {
            return;
        }
        if at < OF_GAME.len() && other.node_mut(from).set(of_game, [value]).is_err() {
            return;
        }
    }
    let Ok(other) = Document::parse(other.to_bytes()) else {
        return;
    };
    let Some(from) = other.roots().next() else {
        return;
    };
    let mut all = values(&one, to);
    all.extend(values(&other, from));
    let Ok(merged) = merge(one, to, (&other, from), "other", 0) else {
        return;
    };
    if !merged.unmerged.is_empty() {
        return;
    }
    let result = Document::parse(merged.document.to_bytes()).unwrap();
    let written = values(&result, result.roots().next().unwrap());
    let texts: Vec<&String> = written.iter().filter(|text| text.contains(' ')).collect();
    for value in all.difference(&written) {
        let mut texts = texts.iter();
        assert!(texts.any(|text| text.contains(value.as_str())), "{value}");
    }
}

/// Returns the values of all nodes, except points, which can be part of an area, and properties about the file and the
/// type of game.
fn values(document: &Document, root: NodeId) -> BTreeSet<String> {
    let context = GameContext::of(document.node(root));
    let charset = document.charset(root).charset;
    let mut found = BTreeSet::new();
    for id in document.forest().preorder(root) {
        for property in document.node(id).properties() {
            let ident = property.ident();
            let info = PropertyInfo::of(ident, &context);
            let is_area = info.is_some_and(|info| {
                let is_point = matches!(info.values.first, ValueKind::Point | ValueKind::Stone);
                is_point && info.values.second.is_none()
            });
            if is_area || ["CA", "FF", "GM"].iter().any(|name| ident.is(name)) {
                continue;
            }
            for value in property.values() {
                let text = value.text(charset);
                if !text.malformed {
                    let words: Vec<&str> = text.text.split_whitespace().collect();
                    found.insert(words.join(" "));
                }
            }
        }
    }
    found
}

/// Returns the moves of all nodes.
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

/// Any two games can be compared, and their differences are in range and in order.
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
