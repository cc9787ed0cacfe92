//! Laws that hold for any bytes. Tests check them on the cases; the fuzzer uses this same file.

use kifu_gib::{CODES, Charset, Document, Limits, convert};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    bytes_survive(source);
    findings_are_sound(source);
    games_read_back(source);
    edited_games_read_back(source);
    limits_are_exact(source);
}

/// A file is written back unchanged.
pub(crate) fn bytes_survive(source: &[u8]) {
    assert_eq!(read(source).to_bytes(), source);
}

/// Findings have a known code, are in the order of the source, and have a span and edits within it.
pub(crate) fn findings_are_sound(source: &[u8]) {
    let document = read(source);
    let findings = document.diagnostics();
    for found in findings {
        assert!(
            CODES.iter().any(|code| code.name == found.code.name),
            "{found}"
        );
        let _in_the_source = &source[found.span.range()];
        for edit in found.fix.iter().flat_map(|fix| &fix.edits) {
            let _in_the_source = &source[edit.span.range()];
        }
    }
    assert!(findings.is_sorted_by_key(|found| found.span.start));
}

/// A file of UTF-8 is written from its game as it was read. In other charsets, the text is the same.
pub(crate) fn games_read_back(source: &[u8]) {
    let document = read(source);
    let game = convert::to_game(&document).value;
    let written = convert::from_game(&game);
    if core::str::from_utf8(source).is_ok() && document.charset().charset == Charset::UTF_8 {
        assert_eq!(written.losses, [], "{}", written.value);
        assert_eq!(written.value.as_bytes(), source);
    }
}

/// A game that is written without its original header reads back with the same moves, unless a loss is reported.
pub(crate) fn edited_games_read_back(source: &[u8]) {
    let mut game = convert::to_game(&read(source)).value;
    game.carried.clear();
    let written = convert::from_game(&game);
    let mut again = convert::to_game(&read(written.value.as_bytes())).value;
    again.carried.clear();
    if written.losses.is_empty() {
        assert!(again == game, "{}", written.value);
    }
}

/// Limits that equal the actual counts are enough, and lower ones are not.
pub(crate) fn limits_are_exact(source: &[u8]) {
    let limits = |bytes, nodes| Limits {
        bytes,
        nodes,
        ..Limits::default()
    };
    let nodes = Document::parse(source).map_or(0, |document| {
        use kifu_gib::StatementContent::{Pass, Play};
        let reviews = document
            .reviews()
            .iter()
            .flat_map(|review| &review.variation);
        let statements = document.statements().iter().chain(reviews);
        let is_move = |content| matches!(content, Play { .. } | Pass);
        statements
            .filter(|statement| is_move(statement.content))
            .count()
    });
    assert!(Document::parse_within(source, &limits(source.len(), nodes)).is_ok());
    if let Some(less) = source.len().checked_sub(1) {
        assert!(Document::parse_within(source, &limits(less, nodes)).is_err());
    }
    if let Some(less) = nodes.checked_sub(1) {
        assert!(Document::parse_within(source, &limits(source.len(), less)).is_err());
    }
}

fn read(source: &[u8]) -> Document {
    Document::parse(source).expect("the source is smaller than 4 GiB")
}
