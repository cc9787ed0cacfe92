//! Laws that hold for any bytes. Tests check them on the cases; the fuzzer uses this same file.

use kifu_ugf::{CODES, Color, Document, Limits, Line, LineContent, Move, convert};

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
    let fields = document
        .fields()
        .iter()
        .flat_map(|field| [field.key, field.value]);
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

/// The main line of a game has the moves of the file. Every node has the move of the line at its span, and every node of
/// a review is in the game, or repeats a move or a stone of it.
pub(crate) fn games_have_every_move(source: &[u8]) {
    let document = read(source);
    let (game, spans) = convert::to_game_with_spans(&document);
    let game = game.value;
    let main_line = game.nodes.main_line(game.root()).skip(1);
    let main_line: Vec<_> = main_line.map(|id| game.nodes[id].play).collect();
    let moves = moves(&document);
    assert_eq!(document.move_count(), moves.len());
    let moves: Vec<_> = moves.into_iter().map(Some).collect();
    assert!(main_line.starts_with(&moves));
    let nodes: Vec<_> = game.nodes.preorder(game.root()).skip(1).collect();
    assert_eq!(spans.len(), nodes.len() + 1);
    let lines = document.lines();
    for id in nodes {
        let span = spans[id.index()];
        let line = lines.partition_point(|line| line.span.start < span.start);
        assert_eq!(game.nodes[id].play, play(&lines[line]), "{span}");
    }
    let reviewed = lines.iter().filter(|line| {
        let content = line.content;
        matches!(content, LineContent::Node { play: Some(_), .. })
    });
    assert!(spans.len() - 1 <= moves.len() + reviewed.count());
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
    let document = read(source);
    let nodes = document.lines().iter().filter(|line| {
        matches!(
            line.content,
            LineContent::Setup(..) | LineContent::Play(..) | LineContent::Node { .. }
        )
    });
    let nodes = nodes.count();
    assert!(Document::parse_within(source, &limits(source.len(), nodes)).is_ok());
    if let Some(less) = source.len().checked_sub(1) {
        assert!(Document::parse_within(source, &limits(less, nodes)).is_err());
    }
    if let Some(less) = nodes.checked_sub(1) {
        assert!(Document::parse_within(source, &limits(source.len(), less)).is_err());
    }
}

fn play(line: &Line) -> Option<(Color, Move)> {
    match line.content {
        LineContent::Play(color, to) => Some((color, to)),
        LineContent::Node { play, .. } => play,
        _ => None,
    }
}

fn moves(document: &Document) -> Vec<(Color, Move)> {
    let lines = document.lines().iter();
    let lines = lines.filter(|line| matches!(line.content, LineContent::Play(..)));
    lines.filter_map(play).collect()
}

fn read(source: &[u8]) -> Document {
    Document::parse(source).expect("the source is smaller than 4 GiB")
}
