//! Laws that hold for any bytes. Tests check them on the cases; the fuzzer uses this same file.

use kifu_ugf::{CODES, Document, Limits, convert};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    bytes_survive(source);
    findings_are_sound(source);
    games_read_back(source);
    limits_are_exact(source);
}

/// A file is written back unchanged.
pub(crate) fn bytes_survive(source: &[u8]) {
    assert_eq!(read(source).to_bytes(), source);
}

/// Findings have a known code and a span within the source, and are in its order.
pub(crate) fn findings_are_sound(source: &[u8]) {
    let document = read(source);
    for found in document.diagnostics() {
        assert!(CODES.iter().any(|code| code.name == found.code), "{found}");
        let _in_the_source = &source[found.span.range()];
    }
    assert!(
        document
            .diagnostics()
            .is_sorted_by_key(|found| found.span.start)
    );
}

/// The game of a file is written without losses, and reads back.
pub(crate) fn games_read_back(source: &[u8]) {
    let game = convert::to_game(&read(source)).value;
    let written = convert::from_game(&game);
    assert_eq!(written.losses, [], "{}", written.value);
    let again = convert::to_game(&read(written.value.as_bytes())).value;
    assert!(again == game, "{}", written.value);
}

/// Limits that equal the actual counts are enough, and lower ones are not.
pub(crate) fn limits_are_exact(source: &[u8]) {
    let lines = read(source).lines().len();
    let limits = |bytes, values| Limits {
        bytes,
        values,
        ..Limits::default()
    };
    assert!(Document::parse_within(source, &limits(source.len(), lines)).is_ok());
    if let Some(less) = source.len().checked_sub(1) {
        assert!(Document::parse_within(source, &limits(less, lines)).is_err());
        assert!(Document::parse_within(source, &limits(source.len(), lines - 1)).is_err());
    }
}

fn read(source: &[u8]) -> Document {
    Document::parse(source).expect("the source is smaller than 4 GiB")
}
