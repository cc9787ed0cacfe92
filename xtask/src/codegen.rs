//! `codegen`: generates committed code and documentation from data.

mod properties;

use std::fs;

use crate::chores::root;

const TABLE: &str = "crates/kifu-sgf/properties.txt";
const CODE: &str = "crates/kifu-sgf/src/properties/generated.rs";
const LEXER_CODE: &str = "crates/kifu-lex/src/generated.rs";
const PAGE: &str = "crates/kifu-sgf/FORMAT.md";

/// Generates code and documentation from the table of properties; with `check`, only compares them.
pub fn run(check: bool) -> Result<(), String> {
    let table = read(TABLE)?;
    let in_table = |e| format!("{TABLE}: {e}");
    let in_page = |e| format!("{PAGE}: {e}");
    let files = [
        (CODE, properties::code(&table).map_err(in_table)?),
        (
            LEXER_CODE,
            properties::lexer_code(&table).map_err(in_table)?,
        ),
        (
            PAGE,
            properties::page(&read(PAGE)?, &table).map_err(in_page)?,
        ),
    ];
    for (path, generated) in files {
        if fs::read_to_string(root().join(path)).is_ok_and(|old| old == generated) {
            continue;
        }
        if check {
            return Err(format!(
                "{path} is out of date with {TABLE}: run `cargo xtask codegen`"
            ));
        }
        fs::write(root().join(path), generated).map_err(|e| format!("{path}: {e}"))?;
        println!("{path}");
    }
    Ok(())
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(root().join(path)).map_err(|e| format!("{path}: {e}"))
}
