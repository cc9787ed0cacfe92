//! Tests of the bytes that an edit changes.

use kifu_sgf::{Document, EditError, NewValue, NodeId, Place};

/// Parses a file, edits the node with this number, and returns the bytes.
fn edited(source: &[u8], node: usize, edit: impl FnOnce(&mut Document, NodeId)) -> Vec<u8> {
    let mut document = Document::parse(source).unwrap();
    edit(&mut document, NodeId::from_index(node).unwrap());
    document.to_bytes()
}

#[track_caller]
fn check(source: &str, node: usize, edit: impl FnOnce(&mut Document, NodeId), expected: &str) {
    let bytes = edited(source.as_bytes(), node, edit);
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
}

fn move_to(place: Place) -> impl FnOnce(&mut Document, NodeId) {
    move |document, node| document.move_node(node, place).unwrap()
}

fn add_at(place: Place) -> impl FnOnce(&mut Document, NodeId) {
    move |document, _| assert!(document.add_node(place).is_ok())
}

#[test]
fn set_replaces_values_and_nothing_else() {
    check(
        "(;KM[ 5.5]\n XY [?];B[pd]",
        0,
        |d, n| d.node_mut(n).set("KM", ["6.5"]).unwrap(),
        "(;KM[6.5]\n XY [?];B[pd]",
    );
    check(
        "(;AB[aa] [bb]\n[cc]C[x])",
        0,
        |d, n| d.node_mut(n).set("AB", ["aa", "dd"]).unwrap(),
        "(;AB[aa] [dd]C[x])",
    );
    check(
        "(;KoMi[1]KM[2]B[pd])",
        0,
        |d, n| d.node_mut(n).set("KM", ["3"]).unwrap(),
        "(;KoMi[3]B[pd])",
    );
    check(
        "(;B[pd])",
        0,
        |d, n| d.node_mut(n).set("B", ["pd"]).unwrap(),
        "(;B[pd])",
    );
}

#[test]
fn a_new_property_is_formatted_like_its_neighbours() {
    check(
        "(;GM[1]\nSZ[19]\n;B[pd])",
        0,
        |d, n| d.node_mut(n).set("KM", ["0"]).unwrap(),
        "(;GM[1]\nSZ[19]\nKM[0]\n;B[pd])",
    );
    check(
        "(;GM[1]SZ[19];B[pd])",
        1,
        |d, n| d.node_mut(n).add("C", ["a]"]).unwrap(),
        "(;GM[1]SZ[19];B[pd]C[a\\]])",
    );
    check(
        "(;B;W[aa])",
        0,
        |d, n| d.node_mut(n).add("C", ["x"]).unwrap(),
        "(;B C[x];W[aa])",
    );
}

#[test]
fn values_can_be_added_and_removed() {
    check(
        "(;AB[aa]\n[bb])",
        0,
        |d, n| d.node_mut(n).add_value("AB", "cc").unwrap(),
        "(;AB[aa]\n[bb][cc])",
    );
    check(
        "(;AB[aa]\n[bb]C[x])",
        0,
        |d, n| assert!(d.node_mut(n).remove_value("AB", 0).unwrap()),
        "(;AB\n[bb]C[x])",
    );
    check(
        "(;AB[aa]C[x])",
        0,
        |d, n| assert!(d.node_mut(n).remove_value("AB", 0).unwrap()),
        "(;C[x])",
    );
    check(
        "(;AB[aa]C[x])",
        0,
        |d, n| assert!(!d.node_mut(n).set_value("AB", 1, "bb").unwrap()),
        "(;AB[aa]C[x])",
    );
    check(
        "(;C[x]\nKM[0]\nC[y])",
        0,
        |d, n| assert!(d.node_mut(n).remove("C").unwrap()),
        "(;\nKM[0])",
    );
}

#[test]
fn variations_get_the_parentheses_they_need() {
    let add = |place: fn(NodeId) -> Place| {
        move |d: &mut Document, n: NodeId| {
            let new = d.add_node(place(n)).unwrap();
            d.node_mut(new).set("W", ["cc"]).unwrap();
        }
    };
    check(
        "(;B[aa];W[bb];B[dd])",
        0,
        add(Place::LastChild),
        "(;B[aa](;W[bb];B[dd])(;W[cc]))",
    );
    check(
        "(;B[aa];W[bb];B[dd])",
        1,
        add(Place::Before),
        "(;B[aa](;W[cc])(;W[bb];B[dd]))",
    );
    check(
        "(;B[aa];W[bb])\n",
        1,
        add(Place::LastChild),
        "(;B[aa];W[bb];W[cc])\n",
    );
    check(
        "(;B[aa]\n(;W[bb])\n(;W[dd]))",
        2,
        Document::remove_node,
        "(;B[aa]\n(;W[bb]))",
    );
    check(
        "(;B[aa]\n(;W[bb])\n(;W[dd]))",
        2,
        |d, n| assert!(d.promote(n)),
        "(;B[aa]\n(;W[dd])\n(;W[bb]))",
    );
    check(
        "(;A[]((;B[])(;C[])))",
        2,
        Document::remove_node,
        "(;A[](;B[]))",
    );
}

#[test]
fn children_take_the_place_of_a_dissolved_node() {
    let dissolve = |d: &mut Document, n: NodeId| assert!(d.dissolve_node(n));
    check("(;B[aa]\n;\n;W[bb])", 1, dissolve, "(;B[aa]\n;W[bb])");
    check(
        "(;B[aa];N[x](;W[bb];B[cc])(;W[dd]))",
        1,
        dissolve,
        "(;B[aa](;W[bb];B[cc])(;W[dd]))",
    );
    check(
        "(;B[aa](;W[ee])(;(;W[bb];B[cc])(;W[dd]))(;W[ff]))",
        2,
        dissolve,
        "(;B[aa](;W[ee])(;W[bb];B[cc])(;W[dd])(;W[ff]))",
    );
    check(
        "(;B[aa](;)(;W[bb];B[cc]))",
        1,
        dissolve,
        "(;B[aa](;W[bb];B[cc]))",
    );
    check("(;B[aa];W[bb", 1, dissolve, "(;B[aa])");
    let keep = |d: &mut Document, n: NodeId| assert!(!d.dissolve_node(n));
    check("(;;W[bb])", 0, keep, "(;;W[bb])");
}

#[test]
fn games_can_be_added_and_removed() {
    check(
        "mail (;B[aa])\n--\n(;B[bb])\nbye",
        0,
        Document::remove_node,
        "mail \n--\n(;B[bb])\nbye",
    );
    check(
        "(;B[aa])\n(;B[bb])\n",
        1,
        move_to(Place::FirstRoot),
        "\n(;B[bb])(;B[aa])\n",
    );
    check(
        "(;B[aa];W[bb]",
        0,
        add_at(Place::LastRoot),
        "(;B[aa];W[bb])(;)",
    );
    check(
        "\u{FEFF}no game",
        0,
        add_at(Place::LastRoot),
        "\u{FEFF}(;)no game",
    );
}

#[test]
fn texts_around_a_removed_game_do_not_form_a_game() {
    for (source, expected) in [
        ("x ;B(;C[c])[aa] y", "x ;B)[aa] y"),
        ("x ;(;C[c])B[aa] y", "x ;)B[aa] y"),
        ("x ; (;C[c])\nB[aa] y", "x ; )\nB[aa] y"),
        ("x GM[1](;C[c]) ;; y", "x GM[1]) ;; y"),
        // These texts cannot form the start of a game.
        ("x. (;C[c])[aa] y", "x. [aa] y"),
        ("x (;C[c]).", "x ."),
        ("x (;C[c])", "x "),
    ] {
        let bytes = edited(source.as_bytes(), 0, Document::remove_node);
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, expected, "{source}");
        let read = Document::parse(text).unwrap();
        assert_eq!(read.roots().count(), 0, "{source}");
    }
}

#[test]
fn text_between_parentheses_stays_with_its_node() {
    let add = |d: &mut Document| {
        let root = d.roots().next().unwrap();
        d.node_mut(root).set("C", ["c"]).unwrap();
    };
    check(
        "(;A[] -( +(;B[]) *) /)",
        0,
        |d, _| add(d),
        "(;A[]C[c] -( +(;B[]) *) /)",
    );
    check(
        "(;A[] -( +(;B[]) *) /(;C[]))",
        2,
        Document::remove_node,
        "(;A[] - +(;B[]))",
    );
    check(
        "-( +(;A[] !;B[] *) /) .",
        1,
        move_to(Place::LastRoot),
        "-( +(;A[] *) !(;B[]) /) .",
    );
    check(
        "-( +(;A[] !;B[] *) /) .",
        0,
        add_at(Place::FirstRoot),
        "(;)-( +(;A[] !;B[] *) /) .",
    );
    check(
        "(;A[])\n-( +(;B[] *) /) .",
        1,
        move_to(Place::FirstRoot),
        "\n-( +(;B[] *)(;A[]) /) .",
    );
    check(
        "(-;A[])(+;B[])",
        1,
        move_to(Place::FirstRoot),
        "(-(+;B[]);A[])",
    );
    check(
        "(;A[](-;B[])(+;C[]))",
        2,
        |d, n| assert!(d.promote(n)),
        "(;A[](+;C[])(-;B[]))",
    );
    check(
        "(;A[](-;B[])(+;C[]))",
        2,
        move_to(Place::FirstRoot),
        "+(;C[])(;A[](-;B[]))",
    );
}

#[test]
fn truncated_values_are_closed_if_something_follows() {
    check(
        "(;C[abc",
        0,
        |d, n| d.node_mut(n).add("KM", ["0"]).unwrap(),
        "(;C[abc]KM[0]",
    );
    check(
        "(;C[abc\\",
        0,
        |d, n| d.node_mut(n).add("KM", ["0"]).unwrap(),
        "(;C[abc\\\n]KM[0]",
    );
    check(
        "(;C[abc",
        0,
        |d, n| d.node_mut(n).set("C", ["x"]).unwrap(),
        "(;C[x]",
    );
}

#[test]
fn values_cut_off_by_a_node_are_closed_as_they_were_read() {
    let comment = |d: &mut Document, n: NodeId| d.node_mut(n).set("C", ["x"]).unwrap();
    // Only half a character needs a line break before the bracket.
    assert_eq!(
        edited(b"(;CA[gb2312]C[\xBA\xDA\xCF\xC8;B[aa];W[bb])", 2, comment),
        b"(;CA[gb2312]C[\xBA\xDA\xCF\xC8];B[aa];W[bb]C[x])"
    );
    assert_eq!(
        edited(b"(;CA[gb2312]C[\xBA\xDA\xCF;B[aa];W[bb])", 2, comment),
        b"(;CA[gb2312]C[\xBA\xDA\xCF\n];B[aa];W[bb]C[x])"
    );
    // Only the end of the value showed that the node is a root.
    let lost = edited(br"C[a\];W[bb];B[cc]", 2, comment);
    assert_eq!(lost, br"(;C[a\]];W[bb];B[cc]C[x]");
    let read = Document::parse(lost).unwrap();
    assert_eq!(read.forest().id_count(), 3);
}

#[test]
fn a_node_keeps_its_charset_in_another_game() {
    // The second half of 0x955C is a backslash, that of 0x955D a bracket.
    for (text, character) in [(b"\x95\x5C", '\u{8868}'), (b"\x95\x5D", '\u{8A55}')] {
        let games = [
            &b"(;GM[1]CA[UTF-8])(;CA[Shift_JIS]GM[1];C["[..],
            text,
            b"]W[bb])",
        ];
        let mut document = Document::parse(games.concat()).unwrap();
        let root = document.roots().next().unwrap();
        let node = NodeId::from_index(2).unwrap();
        document.move_node(node, Place::LastChild(root)).unwrap();
        let moved = String::from_utf8(document.to_bytes()).unwrap();
        let expected = format!("(;GM[1]CA[UTF-8];C[{character}]W[bb])(;CA[Shift_JIS]GM[1])");
        assert_eq!(moved, expected);
    }
}

#[test]
fn a_removed_node_can_be_moved_back() {
    let mut document = Document::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))").unwrap();
    let id = NodeId::from_index(2).unwrap();
    document.remove_node(id);
    assert_eq!(document.to_bytes(), b"(;B[aa](;W[bb]))");
    let root = document.roots().next().unwrap();
    document.move_node(id, Place::FirstChild(root)).unwrap();
    assert_eq!(document.to_bytes(), b"(;B[aa](;W[cc];B[dd])(;W[bb]))");
}

#[test]
fn text_is_written_in_the_charset_of_its_game() {
    let gbk = b"(;CA[GBK]PB[\xC4\xF4];B[aa])";
    let set = |text: &'static str| {
        move |d: &mut Document, n: NodeId| d.node_mut(n).set("PW", [text]).unwrap()
    };
    assert_eq!(
        edited(gbk, 0, set("聂")),
        b"(;CA[GBK]PB[\xC4\xF4]PW[\xC4\xF4];B[aa])"
    );
    // The second byte of this character is `]`: it needs no escape, but the text after it must not
    // look like the structure of a game.
    let sjis = b"(;CA[Shift_JIS]PB[a];B[aa])";
    assert_eq!(
        edited(sjis, 0, set("評")),
        b"(;CA[Shift_JIS]PB[a]PW[\x95\x5D];B[aa])"
    );
    assert_eq!(
        edited(sjis, 0, set("評;B[x]")),
        b"(;CA[Shift_JIS]PB[a]PW[\x95\x5D;B\\[x\\]];B[aa])"
    );
    assert_eq!(
        edited(sjis, 0, set("評;;")),
        b"(;CA[Shift_JIS]PB[a]PW[\x95\x5D\\;;];B[aa])"
    );
    assert_eq!(
        edited(sjis, 0, set("評) 評")),
        b"(;CA[Shift_JIS]PB[a]PW[\x95\x5D) \x95\x5D];B[aa])"
    );
    let mut document = Document::parse(sjis.as_slice()).unwrap();
    let root = document.roots().next().unwrap();
    assert_eq!(
        document.node_mut(root).set("PB", ["👍"]),
        Err(EditError::Unencodable('👍'))
    );
    assert_eq!(document.to_bytes(), sjis);
}

#[test]
fn utf16_is_written_as_utf16() {
    let utf16 = |text: &str| -> Vec<u8> {
        "\u{FEFF}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect()
    };
    let bytes = edited(&utf16("(;PB[村];B[aa])"), 0, |d, n| {
        d.node_mut(n).set("PB", ["古力"]).unwrap()
    });
    assert_eq!(bytes, utf16("(;PB[古力];B[aa])"));
}

#[test]
fn edits_that_would_read_differently_are_refused() {
    let mut document = Document::parse(b"(;CA[GBK]PB[\xC4\xF4];B[aa])".as_slice()).unwrap();
    let root = document.roots().next().unwrap();
    let mut node = document.node_mut(root);
    assert_eq!(node.set("CA", ["UTF-8"]), Err(EditError::Charset));
    assert_eq!(node.remove("CA"), Err(EditError::Charset));
    assert_eq!(node.set("CA", ["gb2312"]), Ok(()));
    assert_eq!(node.set("1A", ["x"]), Err(EditError::Identifier));
    assert_eq!(
        node.set("C", [NewValue::Raw(b"a]b")]),
        Err(EditError::NotAValue)
    );
    assert_eq!(
        node.set("C", [NewValue::Raw(b"a\\")]),
        Err(EditError::NotAValue)
    );
    assert_eq!(
        node.set("C", [NewValue::Raw(b"\x81")]),
        Err(EditError::NotAValue)
    );
    assert!(matches!(
        document.move_node(root, Place::LastChild(root)),
        Err(EditError::Move(_))
    ));
    assert_eq!(document.to_bytes(), b"(;CA[gb2312]PB[\xC4\xF4];B[aa])");
}

#[test]
fn text_is_recoded_between_games() {
    let source =
        b"(;CA[GBK]PB[\xC4\xF4];B[aa])(;CA[Big5]PW[\xA4\xA4];C[\xA4\xE9\xA5\xBB])".as_slice();
    let mut document = Document::parse(source).unwrap();
    let (root, moved) = (
        NodeId::from_index(0).unwrap(),
        NodeId::from_index(3).unwrap(),
    );
    document.move_node(moved, Place::LastChild(root)).unwrap();
    assert_eq!(
        document.to_bytes(),
        b"(;CA[GBK]PB[\xC4\xF4](;B[aa])(;C[\xC8\xD5\xB1\xBE]))(;CA[Big5]PW[\xA4\xA4])"
    );
}

#[test]
fn a_new_game_is_in_utf8() {
    let gbk = b"(;CA[GBK]PB[\xC4\xF4];B[aa])".as_slice();
    let mut document = Document::parse(gbk).unwrap();
    let root = document.add_node(Place::LastRoot).unwrap();
    document.node_mut(root).set("PB", ["聂"]).unwrap();
    let mut node = document.node_mut(root);
    assert_eq!(node.set("CA", ["GBK"]), Err(EditError::Charset));
    assert_eq!(node.set("CA", ["UTF-8"]), Ok(()));
    let bytes = document.to_bytes();
    assert_eq!(bytes, [gbk, "(;PB[聂]CA[UTF-8])".as_bytes()].concat());
    let read = Document::parse(bytes).unwrap();
    let names: Vec<_> = read
        .roots()
        .map(|root| read.node(root).simple_text("PB").unwrap())
        .collect();
    assert_eq!(names, ["聂", "聂"]);
}

#[test]
fn the_fix_of_a_bracket_in_a_charset_name_is_unsafe() {
    let safety = |ident: &str| {
        let source = format!("(;GM[1]{ident}[foo [12k]: hi];B[aa])");
        let document = Document::parse(source).unwrap();
        let fixes = document.diagnostics().filter_map(|found| found.fix);
        fixes.map(|fix| fix.safety).collect::<Vec<_>>()
    };
    assert_eq!(safety("C"), [kifu_sgf::Safety::Safe]);
    assert_eq!(safety("CA"), [kifu_sgf::Safety::Unsafe]);
}

#[test]
fn text_does_not_extend_the_identifier_of_a_root_after_it() {
    check(
        "pd(;C[x])H[3];B[pd])",
        0,
        move_to(Place::LastRoot),
        "pd)H[3];B[pd])(;C[x])",
    );
}

/// Does the same as [`check`] for a damaged source: the written document has the same content as
/// the edited one.
#[track_caller]
fn check_damaged(
    source: &str,
    node: usize,
    edit: impl FnOnce(&mut Document, NodeId),
    expected: &str,
) {
    let mut document = Document::parse(source).unwrap();
    edit(&mut document, NodeId::from_index(node).unwrap());
    let written = String::from_utf8(document.to_bytes()).unwrap();
    assert_eq!(written, expected);
    let nodes = |document: &Document| -> Vec<String> {
        let nodes = document
            .roots()
            .flat_map(|root| document.forest().preorder(root));
        nodes
            .map(|id| document.node(id))
            .filter(|node| !node.is_empty_variation())
            .map(|node| format!("{node:?}"))
            .collect()
    };
    let read = Document::parse(written.as_str()).unwrap();
    let plain = |nodes: Vec<String>| nodes.concat().replace("\\\\[", "[").replace("\\\\]", "]");
    assert_eq!(plain(nodes(&document)), plain(nodes(&read)));
    let mut streamed = Vec::new();
    document.write_to(&mut streamed).unwrap();
    assert_eq!(streamed, written.as_bytes());
}

#[test]
fn a_value_keeps_its_end_after_the_next_game_is_removed() {
    check_damaged("(C[[]x\n(;GM[", 1, Document::remove_node, "(;C[\\[\\]x])\n");
    check_damaged(
        "GM[1]\n(;[;\n(;W[dd]xx\n(;GM[1]x",
        1,
        move_to(Place::FirstRoot),
        "GM[1]\n\n(;GM[1]x)(;[;\n(;W\\[dd\\]xx])",
    );
}

#[test]
fn a_value_before_an_edited_game_keeps_its_end() {
    check_damaged(
        ";GM[\n(;x\\\n(;GM[1]W[dd]",
        0,
        |d, n| d.node_mut(n).set("C", ["x"]).unwrap(),
        "(;GM[\n(;x\\\n]C[x])(;GM[1]W[dd])",
    );
    check_damaged(
        "(;GM[1]C[a\n(;GM[1]x()\n(;",
        3,
        |d, n| d.node_mut(n).set("C", ["x"]).unwrap(),
        "(;GM[1]C[a])\n(;GM[1]x()\n(;C[x]))",
    );
}

#[test]
fn a_truncated_variation_is_not_written_as_an_empty_one() {
    for (source, node, expected) in [
        ("(;(]\n(;GM[1]", 2, "(;)]\n(;GM[1]C[x])"),
        ("(;GM[1](;W[bb])(", 1, "(;GM[1](;W[bb]C[x])("),
    ] {
        let set = |d: &mut Document, n: NodeId| d.node_mut(n).set("C", ["x"]).unwrap();
        check_damaged(source, node, set, expected);
    }
}

#[test]
fn an_edited_variation_at_the_end_is_not_read_as_a_game() {
    check_damaged(
        "(;\n(",
        1,
        |d, n| d.node_mut(n).set("CA", ["UTF-8"]).unwrap(),
        "(;\n(;CA[UTF-8]))",
    );
    // Only this game gets its parentheses: the others keep their bytes.
    check_damaged(
        "(;GM[1]((;B[aa])))\n(;GM[1]\n(;",
        3,
        |d, n| d.node_mut(n).set("GM", ["1"]).unwrap(),
        "(;GM[1]((;B[aa])))\n(;GM[1]\n(;GM[1]))",
    );
    check_damaged(
        "(;[\n(;GM[]x(",
        2,
        |d, n| d.node_mut(n).set("B", ["aa"]).unwrap(),
        "(;[])\n(;GM[]x(;B[aa]))",
    );
}

#[test]
fn a_tree_that_is_never_closed_can_be_promoted() {
    check_damaged("((;)a);B[", 1, |d, n| assert!(d.promote(n)), "(;a)(;);B[");
}

#[test]
fn bytes_after_the_last_node_of_an_open_game_stay() {
    check_damaged(
        "(;B[aa] *\n(;GM[1])",
        0,
        add_at(Place::FirstRoot),
        "(;)(;B[aa] *\n)(;GM[1])",
    );
    check_damaged(
        "(;B[aa];W[bb] *",
        1,
        |d, n| {
            d.dissolve_node(n);
        },
        "(;B[aa]) *",
    );
}
