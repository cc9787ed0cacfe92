//! Tests of [`parse`].

use std::sync::Arc;

use arrow_array::cast::AsArray;
use kifu_arrow::arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int32Array, LargeBinaryArray, RecordBatch,
    StringArray,
};
use kifu_arrow::kifu::core::Size;
use kifu_arrow::kifu::rules::Board;
use kifu_arrow::{Options, ParseError, Table, parse, parsed_schema};

use crate::laws::files;
use crate::tables;

const SOURCES: [&[u8]; 4] = [
    b"(;SZ[9]PB[Sato];B[ee];W[ce])(;GM[2])",
    b"%PDF-1.4 (;B[aa])",
    b"",
    b"(;PW[\xE9])",
];

#[test]
fn types_of_the_content_do_not_matter() {
    let names = vec![Some("1.sgf"), Some("2.pdf"), None, Some("4.sgf")];
    let binary: ArrayRef = Arc::new(BinaryArray::from(SOURCES.to_vec()));
    let expected = parse(
        &files("source", names.clone(), Arc::clone(&binary)),
        &Options::default(),
    );
    let expected = expected.unwrap();
    assert_eq!(expected.num_rows(), 5);
    assert_eq!(
        crate::texts(&expected, "error"),
        [
            None,
            None,
            Some("the game is not Go, but Othello".to_owned()),
            Some("this is a PDF document, which kifu cannot read".to_owned()),
            Some("no game found".to_owned()),
        ]
    );
    let sources = ["1.sgf", "4.sgf", "1.sgf", "2.pdf", ""].map(|name| Some(name.to_owned()));
    assert_eq!(crate::texts(&expected, "source"), sources);
    let numbers = ["1", "1", "2", "0", "0"].map(|number| Some(number.to_owned()));
    assert_eq!(crate::texts(&expected, "number"), numbers);
    let large: ArrayRef = Arc::new(LargeBinaryArray::from(SOURCES.to_vec()));
    let view: ArrayRef = Arc::new(BinaryViewArray::from(SOURCES.to_vec()));
    let sliced: ArrayRef = Arc::new(BinaryArray::from([&[&b"x"[..]], &SOURCES[..]].concat()));
    for content in [binary, large, view, sliced.slice(1, 4)] {
        for source in ["source", "path"] {
            let files = files(source, names.clone(), Arc::clone(&content));
            assert_eq!(parse(&files, &Options::default()), Ok(expected.clone()));
        }
    }
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["(;SZ[9]PB[é];B[ee])"]));
    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec!["(;SZ[9]PB[é];B[ee])".as_bytes()]));
    let [texts, bytes] = [texts, bytes].map(|content| {
        parse(
            &files("path", vec![Some("a")], content),
            &Options::default(),
        )
    });
    assert_eq!(texts.as_ref().unwrap().num_rows(), 1);
    assert_eq!(texts, bytes);
}

#[test]
fn files_without_content_are_errors() {
    let content: ArrayRef = Arc::new(BinaryArray::from(vec![Some(&b"(;)"[..]), None]));
    let files = files("path", vec![Some("a"), Some("b")], content);
    let parsed = parse(&files, &Options::default()).unwrap();
    let errors = [None, Some("the file has no content".to_owned())];
    assert_eq!(crate::texts(&parsed, "error"), errors);
    assert_eq!(
        parsed["number"]
            .as_primitive::<arrow_array::types::UInt32Type>()
            .value(1),
        0
    );
    let empty = parse(&files.slice(0, 0), &Options::default()).unwrap();
    assert_eq!((empty.num_rows(), empty.schema()), (0, parsed_schema()));
}

#[test]
fn positions_are_errors() {
    let board = Size::new(9, 9)
        .map(|size| Board::new(size).to_string())
        .unwrap();
    let content: ArrayRef = Arc::new(BinaryArray::from(vec![board.as_bytes(), b"(;)"]));
    let files = files("path", vec![Some("board.txt"), Some("b.sgf")], content);
    let parsed = parse(&files, &Options::default()).unwrap();
    let reason = "the file contains positions, not games; run `kifu convert -t sgf` first";
    let errors = [None, Some(reason.to_owned())];
    assert_eq!(crate::texts(&parsed, "error"), errors);
    let numbers = ["1", "0"].map(|number| Some(number.to_owned()));
    assert_eq!(crate::texts(&parsed, "number"), numbers);
}

#[test]
fn unexpected_columns_are_refused() {
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&b"(;)"[..]]));
    let parse = |columns: Vec<(&str, ArrayRef)>| {
        parse(
            &RecordBatch::try_from_iter(columns).unwrap(),
            &Options::default(),
        )
    };
    let content = || ("content", Arc::clone(&bytes));
    let error = parse(vec![content()]).unwrap_err();
    assert_eq!(error, ParseError::Missing("source"));
    assert_eq!(
        error.to_string(),
        "the batch does not have the column `source` or `path`"
    );
    let error = parse(vec![("path", Arc::clone(&bytes))]).unwrap_err();
    assert_eq!(error, ParseError::Missing("content"));
    let error = parse(vec![
        ("path", Arc::clone(&bytes)),
        ("content", Arc::clone(&numbers)),
    ]);
    assert_eq!(error, Err(ParseError::Type("content")));
    let error = parse(vec![("path", numbers), content()]);
    assert_eq!(error, Err(ParseError::Type("source")));
}

#[test]
fn games_are_selected() {
    let content: ArrayRef = Arc::new(BinaryArray::from(vec![
        &b"(;PB[Sato])(;PB[Lee])(;GM[2])"[..],
    ]));
    let options = Options {
        select: Some("PB == Lee".parse().unwrap()),
        ..Options::default()
    };
    let parsed = parse(&files("path", vec![Some("a")], content), &options).unwrap();
    assert_eq!(crate::texts(&parsed, "number"), [Some("2".to_owned())]);
    assert!(tables(b"(;PB[Sato])", &options).is_none());
    assert_eq!(Table::Games.columns().len(), parsed.num_columns());
}
