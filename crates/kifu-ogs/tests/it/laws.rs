//! Laws that hold for any bytes. Tests check them on the cases; the fuzzer uses this same file.

use kifu_ogs::{CODES, Document, Limits, convert, end_of_lines};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    bytes_survive(source);
    findings_are_sound(source);
    games_are_sound(source);
    lines_can_be_split(source);
    limits_are_exact(source);
}

/// A file is written back unchanged.
pub(crate) fn bytes_survive(source: &[u8]) {
    assert_eq!(read(source).to_bytes(), source);
}

/// Findings have a known code, are in the order of the source, and have a span within it.
pub(crate) fn findings_are_sound(source: &[u8]) {
    let document = read(source);
    let findings = document.diagnostics();
    for found in findings {
        assert!(
            CODES.iter().any(|code| code.name == found.code.name),
            "{found}"
        );
        let _in_the_source = &source[found.span.range()];
    }
    assert!(findings.is_sorted_by_key(|found| found.span.start));
}

/// Games are within the source and in its order, each node has a span, and moves are on the board.
pub(crate) fn games_are_sound(source: &[u8]) {
    let document = read(source);
    let mut end = 0;
    for (record, game) in document.records().iter().zip(convert::to_games(&document)) {
        assert!(end <= record.span().start && record.span().end as usize <= source.len());
        end = record.span().end;
        let game = game.value;
        assert_eq!(&game, record.game());
        assert_eq!(record.node_spans().len(), game.nodes.id_count());
        let size = game.info.size.expect("a game has a board");
        for id in game.nodes.preorder(game.root()) {
            let span = record.node_spans()[id.index()];
            assert!(record.span().start <= span.start && span.end <= end);
            let node = &game.nodes[id];
            let point = node.play.and_then(|(_, to)| to.point());
            let setup = node.setup.iter().flat_map(|group| &group.points);
            assert!(point.iter().chain(setup).all(|point| size.contains(*point)));
        }
    }
}

/// The parts of a file that is split between lines have its games.
pub(crate) fn lines_can_be_split(source: &[u8]) {
    let Some(at) = end_of_lines(source) else {
        return;
    };
    let whole = read(source);
    // Faults can connect the lines.
    if whole.diagnostics().is_empty() && !whole.is_array() {
        let parts = [read(&source[..at]), read(&source[at..])];
        let games = parts.iter().flat_map(|part| part.records());
        let games: Vec<_> = games.map(|record| record.game()).collect();
        assert_eq!(games.len(), whole.records().len());
        for (game, record) in games.into_iter().zip(whole.records()) {
            assert_eq!(game, record.game());
        }
    }
}

/// Limits that equal the actual counts are enough, and lower ones are not.
pub(crate) fn limits_are_exact(source: &[u8]) {
    let limits = |bytes, nodes| Limits {
        bytes,
        nodes,
        ..Limits::default()
    };
    let document = read(source);
    let nodes = document
        .records()
        .iter()
        .map(|record| record.game().nodes.id_count());
    let nodes = nodes.sum::<usize>();
    assert!(Document::parse_within(source, &limits(source.len(), nodes)).is_ok());
    if let Some(less) = source.len().checked_sub(1) {
        assert!(Document::parse_within(source, &limits(less, nodes)).is_err());
    }
    if let Some(less) = nodes.checked_sub(1) {
        assert!(Document::parse_within(source, &limits(source.len(), less)).is_err());
    }
}

fn read(source: &[u8]) -> Document {
    Document::parse(source).expect("the source is smaller than 512 MiB")
}
