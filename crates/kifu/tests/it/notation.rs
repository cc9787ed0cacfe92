//! Recognition of notations for positions.

use std::fs;

use kifu::notation::Positions;
use kifu_testkit::repository;

use crate::laws;

#[test]
fn laws_hold_for_diagrams() {
    let folder = repository("crates/kifu-diagram/test_data/ok");
    let mut diagrams = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            laws::anything_reads_as_positions(&fs::read(&path).unwrap());
            diagrams += 1;
        }
    }
    assert!(diagrams > 6);
}

#[test]
fn only_certain_positions_are_recognized() {
    let is = |text: &[u8]| kifu::read(text).unwrap().format().name();
    for (text, format) in [
        ("/1b3/5/5/-B", "sgn"),
        ("\u{FEFF}\r\n# a; b (c\r\n/1b3/5/5/-B Name (;)\r\n", "sgn"),
        ("5/1S3/5/5/5 b - 0 0 1", "fen"),
        ("Look:\n$$B\n$$ | . X .\n$$ | O O .\nWell?", "sensei"),
        (".....\n.....\n..X..\n.....\n.....\n", "ascii"),
        (
            "= \n   A B\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . . . . . 3\n 2 . . . . . 2\n 1 . . . . . 1\n",
            "showboard",
        ),
        // These are not positions.
        ("", "unknown"),
        ("...\n...\n", "unknown"),
        ("$$ x^2 + 1 $$ and\n$$\ny\n$$\n", "unknown"),
        ("$$a$$\n$$b$$\n$$c$$\n", "unknown"),
        ("2018-09-22-B", "unknown"),
        ("and/or b", "unknown"),
        ("1/2 b", "unknown"),
        (".......\n.......\n.......\n.......\n.......\n", "unknown"),
        ("(;C[\n$$B\n$$ | . X .\n$$ | O O .\n])", "sgf"),
    ] {
        assert_eq!(is(text.as_bytes()), format, "{text:?}");
    }
    let utf16: Vec<u8> = "\u{FEFF}/1b3/5/5/-B 死活"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(is(&utf16), "sgn");
    let (gbk, _) = ("/1b3///-B 死活题目,黑先白死", ());
    let gbk = kifu::charset::Charset::GBK.encode(gbk).unwrap();
    let file = Positions::recognize(&gbk).unwrap();
    assert_eq!(
        file.entries().next().unwrap().figure.title,
        "死活题目,黑先白死"
    );
    assert_eq!(file.charset().charset.name(), "GBK");
}
