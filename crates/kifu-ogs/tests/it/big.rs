//! Large inputs, which would run for hours if time grew with the square of their length.

use kifu_ogs::{Document, end_of_lines};

#[test]
fn time_is_linear() {
    const N: usize = 100_000;
    let many = |start: &str, middle: &str| [start, &middle.repeat(N)].concat();
    let moves = r#"{"initial_state": {}, "moves": ["#;
    for source in [
        many(moves, "[3, 3, 1], "),
        many(moves, "[, "),
        many(moves, "["),
        many(moves, "x, "),
        many(r#"{"moves": ""#, "dd"),
        many(r#"{"initial_state": {"black": ""#, "dd"),
        many(
            r#"{"moves": [], "move_tree": "#,
            r#"{"x": 3, "y": 3, "branches": ["#,
        ),
        many(
            r#"{"moves": [], "move_tree": {"branches": ["#,
            r#"{"x": 3, "y": 3},"#,
        ),
        many(
            r#"{"moves": [], "move_tree": {"marks": ["#,
            r#"{"x": 3, "y": 3, "marks": {"letter": "a", "cross": true}},"#,
        ),
        many(r#"{"moves": [], "#, r#""moves": [[3, 3]], "#),
        many(r#"{"moves": [], "#, r#""players": {"black": {"id": 1}}, "#),
        many("", "{\"moves\": [[3, 3]]}\n"),
        many("[", "{\"gamedata\": {\"moves\": [[3, 3]]}},\n"),
        many("", "{\"moves\": []}\n\u{FFFD}\n"),
        many("", "{\n"),
        many("", "}\n"),
    ] {
        let document = Document::parse(source.as_str()).unwrap();
        assert_eq!(document.to_bytes(), source.as_bytes());
        end_of_lines(source.as_bytes());
    }
}
