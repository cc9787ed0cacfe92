//! Large inputs, which would take hours to read if the time grew with the square of their length.

use kifu_gib::Document;
use kifu_gib::convert::{from_game, to_game};

#[test]
fn time_is_linear() {
    const N: usize = 100_000;
    let many = |start: &str, middle: &str, end: &str| [start, &middle.repeat(N), end].concat();
    let blanks = " ".repeat(N);
    let sources = [
        many("\\GS\n", "STO 0 2 1 3 3\n", "\\GE"),
        // One line, with blanks at its end.
        many("\\GS ", "STO 0 2 1 3 3 ", &blanks),
        many("\\GS\n\\GE\n", "x\\[", &blanks),
        many("\\HS\n", "\\[A=", "\n"),
        many("\\HS\n", "\\[A=b\n", &blanks),
        many("\\HS\n\\[GAMEINFOMAIN=", "GRLT:1,", "\\]\n\\HE"),
        many("\\GS\nSTO 0 2 1 3 3\n", "WIT 0 3 1\n", "\\GE"),
        many("\\GS\n\\GE\n", "\\RS\n", "\\RE"),
        many("\\GS\n\\GE\n\\RS\n", "\\[REFSUSUN=1\\]\n", "\\RE"),
        // Variations in one line.
        many("\\GS\n\\GE\n\\RS ", "\\[REFGIBO=REM 0 2 \\] ", "\\RE"),
        many("\\GS\n\\GE\n\\RS\n\\[REFGIBO=", "REM 0 2 ", "\\]\n\\RE"),
    ];
    for source in &sources {
        let document = Document::parse(source.as_str()).unwrap();
        assert_eq!(document.to_bytes(), source.as_bytes());
        from_game(&to_game(&document).value);
    }
}
