//! The schema of version 1, which must not change.

use kifu_arrow::{SCHEMA_VERSION, Table, description, parsed_schema};
use kifu_testkit::{repository, written};

#[test]
fn the_description_is_written() {
    written(&repository("crates/kifu-arrow/schema.json"), &description());
}

#[test]
fn the_description_is_json() {
    let json: serde_json::Value = serde_json::from_str(&description()).unwrap();
    assert_eq!(json["version"], SCHEMA_VERSION);
    for (table, described) in Table::ALL.iter().zip(json["tables"].as_array().unwrap()) {
        assert_eq!(described["name"], table.name());
        let columns = described["columns"].as_array().unwrap();
        for (column, described) in table.columns().iter().zip(columns) {
            assert_eq!(described["name"], column.name);
            assert_eq!(described["nullable"], column.is_nullable);
            assert_eq!(described["about"], column.about);
            assert!(column.about.ends_with('.'));
        }
        assert_eq!(table.columns().len(), columns.len());
    }
}

/// Programs depend on the names and types of version 1. Columns may be added at the end of a table; a column that is
/// removed, renamed or gets another type needs a new version.
#[test]
fn version_1_is_frozen() {
    assert_eq!(SCHEMA_VERSION, "1");
    for (table, columns) in [
        (Table::Games, GAMES),
        (Table::Positions, POSITIONS),
        (Table::Nodes, NODES),
        (Table::Errors, ERRORS),
    ] {
        let schema = table.schema();
        let fields = schema.fields().iter().map(|field| {
            let null = if field.is_nullable() { " or null" } else { "" };
            format!("{}: {}{null}", field.name(), field.data_type())
        });
        let fields: Vec<String> = fields.collect();
        let columns: Vec<&str> = columns.trim().lines().map(str::trim).collect();
        assert_eq!(
            fields[..columns.len().min(fields.len())],
            columns,
            "{}",
            table.name()
        );
        let stated = [("kifu.table", table.name()), ("kifu.schema_version", "1")];
        for (key, value) in stated {
            assert_eq!(schema.metadata()[key], value);
        }
        assert_eq!(schema.metadata().len(), 2);
    }
    let parsed = parsed_schema();
    assert_eq!(parsed.metadata()["kifu.table"], "parsed");
    assert_eq!(parsed.fields().last().unwrap().name(), "error");
    assert!(parsed.fields().iter().all(|field| field.is_nullable()));
}

const GAMES: &str = r#"
    game: Int64
    game_id: FixedSizeBinary(16)
    source: Utf8
    number: UInt32
    format: Utf8
    charset: Utf8
    application: Utf8 or null
    columns: UInt8
    rows: UInt8
    black: Utf8 or null
    white: Utf8 or null
    black_rank: Utf8 or null
    white_rank: Utf8 or null
    black_rank_number: Int16 or null
    white_rank_number: Int16 or null
    black_team: Utf8 or null
    white_team: Utf8 or null
    komi: Float64 or null
    komi_half: Int16 or null
    handicap: UInt32 or null
    rules: Utf8 or null
    ruleset: Utf8 or null
    time_limit: Utf8 or null
    time_seconds: Float64 or null
    overtime: Utf8 or null
    result: Utf8 or null
    winner: Utf8 or null
    result_kind: Utf8 or null
    margin: Float64 or null
    date: Utf8 or null
    date_from: Date32 or null
    date_to: Date32 or null
    name: Utf8 or null
    event: Utf8 or null
    round: Utf8 or null
    place: Utf8 or null
    opening: Utf8 or null
    annotator: Utf8 or null
    publication: Utf8 or null
    user: Utf8 or null
    copyright: Utf8 or null
    comment: Utf8 or null
    move_count: UInt32
    findings: List(non-null Utf8)
    setup: List(non-null Struct("ply": non-null UInt32, "point": non-null UInt16, "stone": non-null UInt8))
    moves: List(non-null UInt16)
"#;
const POSITIONS: &str = r#"
    hash: Int64
    game: Int64
    ply: UInt32
    next: UInt16 or null
    winner: Utf8 or null
"#;
const NODES: &str = r#"
    game: Int64
    node: UInt32
    parent: UInt32 or null
    is_main: Boolean
    ply: UInt32
    move: UInt16 or null
    time_left: Float64 or null
    comment: Utf8 or null
    properties: List(non-null Struct("name": non-null Utf8, "values": non-null List(non-null Utf8)))
"#;
const ERRORS: &str = r#"
    source: Utf8
    number: UInt32
    reason: Utf8
"#;
