//! Laws that hold for any bytes. Tests check them on the cases; the fuzzer uses this same file.

use kifu_ngf::{CODES, Document, Limits, LineContent, convert};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    bytes_survive(source);
    findings_are_sound(source);
    games_have_every_move(source);
    a_part_has_the_first_moves(source);
    limits_are_exact(source);
}

/// A file is written back unchanged, and the parts of it are in order.
pub(crate) fn bytes_survive(source: &[u8]) {
    let document = read(source);
    assert_eq!(document.to_bytes(), source);
    let fields = document.fields().iter().map(|field| field.span);
    let lines = document.lines().iter().map(|line| line.span);
    let mut end = 0;
    let mut spans: Vec<_> = fields.chain(lines).collect();
    spans.sort_by_key(|span| (span.start, span.end));
    for span in spans {
        assert!(end <= span.start, "{span} is after {end}");
        end = span.end;
    }
    assert!(end as usize <= source.len());
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

/// A game has a node for every move of the file, with its span.
pub(crate) fn games_have_every_move(source: &[u8]) {
    let document = read(source);
    let (game, spans) = convert::to_game_with_spans(&document);
    let game = game.value;
    let nodes: Vec<_> = game.nodes.preorder(game.root()).skip(1).collect();
    let moves = moves(&document);
    assert_eq!(nodes.len(), moves.len());
    assert_eq!(spans.len(), moves.len() + 1);
    for (id, to) in nodes.into_iter().zip(moves) {
        assert_eq!(game.nodes[id].play, Some(to));
        assert!(!spans[id.index()].is_empty());
    }
}

/// A file that is cut off has the moves of its complete lines, which are the first moves of the whole file.
pub(crate) fn a_part_has_the_first_moves(source: &[u8]) {
    let whole = moves(&read(source));
    for cut in [
        source.len() / 3,
        source.len() / 2,
        source.len().saturating_sub(3),
    ] {
        let part = &source[..cut];
        // The rest of the last line can make it something else than a move.
        let end = part.iter().rposition(|byte| *byte == b'\n');
        let lines = moves(&read(&source[..end.map_or(0, |at| at + 1)]));
        assert!(whole.starts_with(&lines), "{cut}");
        assert!(moves(&read(part)).starts_with(&lines), "{cut}");
    }
}

/// Limits that equal the actual counts are enough, and lower ones are not.
pub(crate) fn limits_are_exact(source: &[u8]) {
    let limits = |bytes, nodes| Limits {
        bytes,
        nodes,
        ..Limits::default()
    };
    let nodes = moves(&read(source)).len();
    assert!(Document::parse_within(source, &limits(source.len(), nodes)).is_ok());
    if let Some(less) = source.len().checked_sub(1) {
        assert!(Document::parse_within(source, &limits(less, nodes)).is_err());
    }
    if let Some(less) = nodes.checked_sub(1) {
        assert!(Document::parse_within(source, &limits(source.len(), less)).is_err());
    }
}

fn moves(document: &Document) -> Vec<(kifu_ngf::Color, kifu_ngf::Move)> {
    let lines = document.lines().iter();
    let moves = lines.filter_map(|line| match line.content {
        LineContent::Play(color, to) => Some((color, to)),
        _ => None,
    });
    moves.collect()
}

fn read(source: &[u8]) -> Document {
    Document::parse(source).expect("the source is smaller than 4 GiB")
}
