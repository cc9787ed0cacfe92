//! Checks that the committed files are those that `cargo xtask codegen` generates.

use std::fs;
use std::path::Path;

#[path = "../../../../xtask/src/codegen/properties.rs"]
mod properties;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect(name)
}

#[test]
fn generated_files_are_current() {
    let table = read("properties.txt");
    let format = read("FORMAT.md");
    let code = properties::code(&table).expect("properties.txt is well formed");
    let lexer_code = properties::lexer_code(&table).expect("properties.txt is well formed");
    let page = properties::page(&format, &table).expect("properties.txt is well formed");
    let hint = "run `cargo xtask codegen`";
    assert!(
        code == read("src/properties/generated.rs"),
        "src/properties/generated.rs is out of date: {hint}"
    );
    assert!(
        lexer_code == read("../kifu-lex/src/generated.rs"),
        "kifu-lex/src/generated.rs is out of date: {hint}"
    );
    assert!(page == format, "FORMAT.md is out of date: {hint}");
}

#[test]
fn malformed_rows_are_errors() {
    for (row, error) in [
        (
            "ZZZ | Name | info | number | - | go | ff5 | - | -",
            "expected eleven columns",
        ),
        (
            "A | Name | info | number | - | go | ff5 | - | - | - | text",
            "out of order",
        ),
        (
            "ZZZ | Name | head | number | - | go | ff5 | - | - | - | text",
            "unknown word",
        ),
        (
            "ZZZ | Name | info | integer | - | go | ff5 | - | - | - | text",
            "unknown word",
        ),
        (
            "ZZZ | Name | info | number | - | go | ff5 | - | - | broken | text",
            "unknown word",
        ),
        (
            "ZZZ | Name | info | number | - | go | ff5 | QQQ | - | - | text",
            "the alias QQQ",
        ),
    ] {
        let table = format!("{}{row}\n", read("properties.txt"));
        let message = properties::code(&table).unwrap_err();
        assert!(message.contains(error), "{row}: {message}");
    }
}
