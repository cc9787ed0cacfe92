//! Large inputs, which would run for hours if time grew with the square of their length.

use kifu_ngf::Document;
use kifu_ngf::convert::to_game;

#[test]
fn time_is_linear() {
    const N: usize = 100_000;
    let header = "a\n19\nb 1D*\nc 1D*\nd\n0\n0\n0\n20170316\n5\n\n0\n";
    let many = |start: &str, middle: &str| [start, &middle.repeat(N)].concat();
    for source in [
        many(header, "PMABBREER\n"),
        many(header, "PMABBREER\nIDB[1]\n"),
        many(header, "IDB[1] a[EndTxt]\n"),
        many(header, "IDB[99999999] a[EndTxt]"),
        many(header, "PMABBREER\nIDB[50000] a[EndTxt]\n"),
        many(header, "IDB["),
        many("", "GI\n"),
        many("GI\n", "x\n"),
        many("", " "),
        many(header, "\u{FFFD}\n"),
    ] {
        let document = Document::parse(source.as_str()).unwrap();
        assert_eq!(document.to_bytes(), source.as_bytes());
        to_game(&document);
    }
}
