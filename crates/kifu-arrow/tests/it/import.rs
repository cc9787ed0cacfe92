//! Tests of writing SGF from tables that other programs changed.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt16Builder};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, Float64Array, Int64Array, ListArray, RecordBatch, StringArray, StructArray,
    UInt8Array, UInt32Array, new_null_array,
};
use arrow_cast::cast;
use kifu_arrow::arrow_schema::{DataType, Field, Fields};
use kifu_arrow::{ImportError, NodeReader, Options, games_to_sgf};

use crate::{everything, tables};

const GAME: &str = "(;FF[4]CA[UTF-8]SZ[5]KM[6.5]PB[é\\]]AB[aa][bb]AW[cc];B[dd];AE[dd]AB[ee];W[];B[?]C[a\\\\](;W[aa])(;W[bb]BL[5]))";

#[test]
fn types_of_other_programs_are_read() {
    let tables = tables(GAME.as_bytes(), &everything()).unwrap();
    let expected = games_to_sgf(&tables.games).unwrap();
    assert_eq!(
        expected[0].sgf,
        "(;FF[4]GM[1]CA[UTF-8]SZ[5]PB[é\\]]KM[6.5]AB[aa][bb]AW[cc]\n;B[dd];AB[ee]AE[dd];W[];B[?];W[aa])\n"
    );
    let games = retyped(&tables.games);
    assert_eq!(games_to_sgf(&games).unwrap(), expected);
    let read = |nodes: &RecordBatch| {
        let mut reader = NodeReader::new();
        assert_eq!(reader.read(nodes), Ok(vec![]));
        reader.finish().unwrap().unwrap().sgf
    };
    let expected = read(&tables.nodes);
    assert_eq!(
        expected,
        "(;FF[4]CA[UTF-8]SZ[5]KM[6.5]PB[é\\]]AB[aa][bb]AW[cc];B[dd];AE[dd]AB[ee];W[];B[?]C[a\\\\]\n(;W[aa])\n(;W[bb]BL[5]))\n"
    );
    assert_eq!(read(&retyped(&tables.nodes)), expected);
    // The rows of a game may be in any order.
    let order: Vec<u32> = (0..tables.nodes.num_rows() as u32).rev().collect();
    let columns = tables.nodes.columns().iter();
    let reversed = columns
        .map(|column| arrow_select::take::take(column, &UInt32Array::from(order.clone()), None));
    let reversed: Vec<ArrayRef> = reversed.collect::<Result<_, _>>().unwrap();
    let reversed = RecordBatch::try_new(tables.nodes.schema(), reversed).unwrap();
    assert_eq!(read(&reversed), expected);
}

/// The batch with types as DuckDB, Polars and Pandas write them, and the columns in reverse.
fn retyped(batch: &RecordBatch) -> RecordBatch {
    let schema = batch.schema();
    let columns = schema.fields().iter().zip(batch.columns()).rev();
    let columns = columns.map(|(field, column)| {
        let column = cast(column, &wider(field.data_type())).unwrap();
        (field.name().clone(), column, true)
    });
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

fn wider(data_type: &DataType) -> DataType {
    let item = |data_type| Arc::new(Field::new("element", data_type, true));
    match data_type {
        DataType::Utf8 => DataType::Utf8View,
        DataType::UInt8 | DataType::UInt16 | DataType::UInt32 => DataType::Int64,
        DataType::List(of) => DataType::LargeList(item(wider(of.data_type()))),
        DataType::Struct(fields) => {
            let fields = fields.iter().rev();
            let fields = fields.map(|of| Field::new(of.name(), wider(of.data_type()), true));
            DataType::Struct(fields.collect::<Fields>())
        }
        other => other.clone(),
    }
}

/// A batch of one game, with these columns in addition to the size and one move.
fn game(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let mut moves = ListBuilder::new(UInt16Builder::new());
    moves.append_value([Some(6)]);
    let mut all: Vec<(&str, ArrayRef)> = vec![
        ("columns", Arc::new(UInt8Array::from(vec![5]))),
        ("rows", Arc::new(UInt8Array::from(vec![4]))),
        ("moves", Arc::new(moves.finish())),
    ];
    for (name, column) in columns {
        all.retain(|one| one.0 != name);
        all.push((name, column));
    }
    RecordBatch::try_from_iter(all).unwrap()
}

#[test]
fn few_columns_are_enough() {
    let games = games_to_sgf(&game(vec![])).unwrap();
    assert_eq!(games[0].sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[5:4]\n;B[bb])\n");
    assert_eq!((games[0].game, &games[0].source), (None, &None));
    // A null can have values.
    let setup = tables(GAME.as_bytes(), &Options::default()).unwrap();
    let setup = setup.games["setup"].as_list::<i32>().clone();
    let (field, offsets, values, _) = setup.into_parts();
    let setup = ListArray::new(field, offsets, values, Some(vec![false].into()));
    let games = games_to_sgf(&game(vec![("setup", Arc::new(setup))])).unwrap();
    assert_eq!(games[0].sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[5:4]\n;B[bb])\n");
}

#[test]
fn shifts_to_other_charsets_are_not_written() {
    // Readers would take this name for ISO-2022-JP.
    let name = Arc::new(StringArray::from(vec!["\x1B$Ba"])) as ArrayRef;
    let games = games_to_sgf(&game(vec![("black", name)])).unwrap();
    assert!(games[0].sgf.contains("PB[\u{FFFD}$Ba]"), "{}", games[0].sgf);
}

#[test]
fn other_values_are_refused() {
    let error = |columns| games_to_sgf(&game(columns)).unwrap_err();
    let large = || Arc::new(UInt8Array::from(vec![53])) as ArrayRef;
    assert_eq!(
        error(vec![("columns", large())]),
        ImportError::Value("columns", 0)
    );
    let null = new_null_array(&DataType::UInt8, 1);
    let refused = error(vec![("rows", null)]);
    assert_eq!(refused, ImportError::Value("rows", 0));
    let message = "the column `rows` has an invalid value in row 0 of its batch";
    assert_eq!(refused.to_string(), message);
    let komi = |komi| vec![("komi", Arc::new(Float64Array::from(vec![komi])) as ArrayRef)];
    assert_eq!(error(komi(f64::NAN)), ImportError::Value("komi", 0));
    assert_eq!(error(komi(1e30)), ImportError::Value("komi", 0));
    assert!(
        games_to_sgf(&game(komi(-1e7))).unwrap()[0]
            .sgf
            .contains("KM[-10000000]")
    );
    let numbers = || Arc::new(Int64Array::from(vec![300])) as ArrayRef;
    assert_eq!(
        error(vec![(
            "moves",
            Arc::new(StructArray::from(vec![(
                Arc::new(Field::new("a", DataType::Int64, false)),
                numbers(),
            )]))
        )]),
        ImportError::Type("moves")
    );
    // The value does not convert.
    assert_eq!(
        error(vec![("columns", numbers())]),
        ImportError::Value("columns", 0)
    );
    let text = Arc::new(StringArray::from(vec!["seven"])) as ArrayRef;
    assert_eq!(error(vec![("komi", text)]), ImportError::Value("komi", 0));
    let without = game(vec![]).project(&[0, 1]).unwrap();
    assert_eq!(games_to_sgf(&without), Err(ImportError::Missing("moves")));
    let stone = |point: u16, stone: u8| {
        let setup = crate::tables(b"(;AB[aa])", &Options::default())
            .unwrap()
            .games;
        let setup = setup["setup"]
            .as_any()
            .downcast_ref::<ListArray>()
            .unwrap()
            .clone();
        let (field, offsets, _, nulls) = setup.into_parts();
        let DataType::Struct(fields) = field.data_type() else {
            panic!("expected a struct");
        };
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt32Array::from(vec![0])),
            Arc::new(arrow_array::UInt16Array::from(vec![point])),
            Arc::new(UInt8Array::from(vec![stone])),
        ];
        let values = Arc::new(StructArray::new(fields.clone(), columns, None));
        vec![(
            "setup",
            Arc::new(ListArray::new(field, offsets, values, nulls)) as ArrayRef,
        )]
    };
    assert!(games_to_sgf(&game(stone(19, 2))).is_ok());
    assert_eq!(error(stone(20, 2)), ImportError::Value("setup", 0));
    assert_eq!(error(stone(u16::MAX, 2)), ImportError::Value("setup", 0));
    assert_eq!(error(stone(19, 3)), ImportError::Value("setup", 0));
}

/// A batch of nodes of one game: their numbers, their parents, and the name and the value of a property.
fn nodes(rows: &[(u32, Option<u32>, &str, &str)]) -> RecordBatch {
    let source = "(;C[0])".to_owned() + &"(;C[0])".repeat(rows.len() - 1);
    let nodes = tables(source.as_bytes(), &everything()).unwrap().nodes;
    let list = nodes["properties"]
        .as_any()
        .downcast_ref::<ListArray>()
        .unwrap()
        .clone();
    let (field, offsets, values, _) = list.into_parts();
    let values = values
        .as_any()
        .downcast_ref::<StructArray>()
        .unwrap()
        .clone();
    let (fields, columns, _) = values.into_parts();
    let names = StringArray::from_iter_values(rows.iter().map(|row| row.2));
    let texts = StringArray::from_iter_values(rows.iter().map(|row| row.3));
    let lists = columns[1]
        .as_any()
        .downcast_ref::<ListArray>()
        .unwrap()
        .clone();
    let (item, ends, _, _) = lists.into_parts();
    let lists = ListArray::new(item, ends, Arc::new(texts), None);
    let values = StructArray::new(fields, vec![Arc::new(names), Arc::new(lists)], None);
    let properties = ListArray::new(field, offsets, Arc::new(values), None);
    let numbers = UInt32Array::from_iter_values(rows.iter().map(|row| row.0));
    let parents: UInt32Array = rows.iter().map(|row| row.1).collect();
    let columns: [(&str, ArrayRef, bool); 4] = [
        (
            "game",
            Arc::new(Int64Array::from(vec![3; rows.len()])),
            false,
        ),
        ("node", Arc::new(numbers), false),
        ("parent", Arc::new(parents), true),
        ("properties", Arc::new(properties), false),
    ];
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

#[test]
fn changed_nodes_are_written() {
    let read = |rows: &[(u32, Option<u32>, &str, &str)]| {
        let mut reader = NodeReader::new();
        reader.read(&nodes(rows))?;
        reader.finish().map(|game| game.unwrap().sgf)
    };
    // Numbers may have gaps, and values may lack escapes.
    let rows = [
        (1, None, "C", "a]b"),
        (5, Some(1), "C", "\\]c"),
        (7, Some(1), "C", "d\\"),
        (9, Some(5), "C", "\\\\"),
    ];
    assert_eq!(
        read(&rows).unwrap(),
        "(;C[a\\]b]\n(;C[\\]c];C[\\\\])\n(;C[d]))\n"
    );
    // A reader could assume that a bracket is missing before these properties.
    for (raw, written) in [
        ("x];B[aa", "x\\];B\\[aa"),
        ("[12k]", "[12k\\]"),
        ("[12k\\] [", "[12k\\] \\["),
        ("\\[a[b]", "\\[a[b\\]"),
        ("a\\\\[", "a\\\\\\["),
        ("; then [x]", "; then [x\\]"),
        (";then[x]", ";then\\[x\\]"),
    ] {
        assert_eq!(
            read(&[(0, None, "C", raw)]).unwrap(),
            format!("(;C[{written}])\n")
        );
    }
    // Readers take some escape characters for a shift to ISO-2022, even if `CA` is UTF-8.
    for (raw, written) in [
        ("\x1B$Ba", "[\u{FFFD}$Ba]CA[UTF-8]"),
        ("\x1B(Ja", "[\u{FFFD}(Ja]CA[UTF-8]"),
        ("\x1B[1m", "[\x1B\\[1m]"),
    ] {
        let expected = format!("(;C{written})\n");
        assert_eq!(read(&[(0, None, "C", raw)]).unwrap(), expected);
    }
    let utf8 = read(&[(0, None, "C", "é")]).unwrap();
    assert_eq!(utf8, "(;C[é]CA[UTF-8])\n");
    assert_eq!(
        read(&[(0, None, "ChArset", "big5"), (1, Some(0), "CA", "big5")]).unwrap(),
        "(;ChArset[UTF-8];CA[big5])\n"
    );
    assert_eq!(read(&[(0, None, "", "x")]).unwrap(), "(;[x])\n");
    assert_eq!(
        read(&[(0, None, "C]", "x")]),
        Err(ImportError::Value("properties", 0))
    );
    let parent = |row| Err(ImportError::Value("parent", row));
    assert_eq!(
        read(&[(0, None, "C", ""), (1, Some(1), "C", "")]),
        parent(1)
    );
    assert_eq!(
        read(&[(0, None, "C", ""), (2, Some(1), "C", "")]),
        parent(0)
    );
    assert_eq!(read(&[(0, None, "C", ""), (2, None, "C", "")]), parent(0));
    assert_eq!(read(&[(1, Some(0), "C", "")]), parent(0));
    // Two nodes with the same number do not break the tree.
    let twice = [
        (0, None, "C", "a"),
        (1, Some(0), "C", "b"),
        (1, Some(0), "C", "c"),
        (2, Some(1), "C", "d"),
    ];
    assert!(read(&twice).unwrap().contains("C[d]"));
}

/// Millions of nodes on one line, and as many variations, need neither recursion nor quadratic time.
#[test]
fn deep_trees_are_written() {
    for source in [
        "(;".to_owned() + &"(;C[])(;".repeat(50_000),
        ";C[];".repeat(100_000),
    ] {
        let tables = tables(format!("({source}").as_bytes(), &everything()).unwrap();
        let mut reader = NodeReader::new();
        reader.read(&tables.nodes).unwrap();
        let game = reader.finish().unwrap().unwrap();
        assert!(game.sgf.matches(';').count() > 100_000);
    }
}
