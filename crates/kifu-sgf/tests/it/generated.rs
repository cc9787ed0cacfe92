//! Checks that the committed files are those that `cargo xtask codegen` generates.

use std::fs;
use std::path::Path;

#[path = "../../../../xtask/src/codegen/properties.rs"]
mod properties;

#[test]
fn generated_files_are_current() {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        fs::read_to_string(path).expect(name)
    };
    let table = read("properties.txt");
    let format = read("FORMAT.md");
    let code = properties::code(&table).expect("properties.txt is well formed");
    let page = properties::page(&format, &table).expect("properties.txt is well formed");
    let hint = "run `cargo xtask codegen`";
    assert!(
        code == read("src/properties/generated.rs"),
        "src/properties/generated.rs is out of date: {hint}"
    );
    assert!(page == format, "FORMAT.md is out of date: {hint}");
}
