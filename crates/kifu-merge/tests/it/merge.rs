//! Tests of three-way merges: each rule with the smallest records.

use kifu_merge::{ConflictKind, Labels, Merged, Method, Version, merge};

/// Merges three versions, and the same with ours and theirs exchanged.
#[track_caller]
fn clean(base: &str, ours: &str, theirs: &str, expected: &str) {
    let merged = merge(
        base.as_bytes(),
        ours.as_bytes(),
        theirs.as_bytes(),
        &Labels::default(),
    );
    let text = String::from_utf8_lossy(&merged.bytes).into_owned();
    assert_eq!(text, expected, "{:?}", merged.conflicts);
    assert!(merged.is_clean(), "{text} {:?}", merged.conflicts);
    assert_eq!(merged.method, Method::Nodes);
}

#[track_caller]
fn conflict(base: &str, ours: &str, theirs: &str, expected: &str, kinds: &[ConflictKind]) {
    let merged = merge(
        base.as_bytes(),
        ours.as_bytes(),
        theirs.as_bytes(),
        &Labels::default(),
    );
    let text = String::from_utf8_lossy(&merged.bytes).into_owned();
    assert_eq!(text, expected, "{:?}", merged.conflicts);
    let found: Vec<ConflictKind> = merged
        .conflicts
        .into_iter()
        .map(|conflict| conflict.kind)
        .collect();
    assert_eq!(found, kinds);
    assert_eq!(merged.method, Method::Nodes);
}

fn properties(idents: &[&str]) -> Vec<ConflictKind> {
    vec![ConflictKind::Properties(
        idents.iter().map(|ident| (*ident).to_owned()).collect(),
    )]
}

#[test]
fn changes_of_different_nodes_are_united() {
    clean(
        "(;B[pd]\n;W[dp]\n;B[pp])",
        "(;B[pd]C[a]\n;W[dp]\n;B[pp])",
        "(;B[pd];W[dp]TR[dp];B[pp]C[b])",
        "(;B[pd]C[a]\n;W[dp]TR[dp]\n;B[pp]C[b])",
    );
}

#[test]
fn different_continuations_become_variations() {
    clean(
        "(;B[pd])",
        "(;B[pd];W[dp])",
        "(;B[pd];W[dd];B[pp])",
        "(;B[pd](;W[dp])(;W[dd];B[pp]))",
    );
    clean(
        "(;B[pd];W[dp])",
        "(;B[pd](;W[dp])(;W[aa]))",
        "(;B[pd](;W[dp])(;W[bb]))",
        "(;B[pd](;W[dp])(;W[aa])(;W[bb]))",
    );
    // A new main line stays before the old one.
    clean(
        "(;B[pd];W[dp])",
        "(;B[pd];W[dp]C[x])",
        "(;B[pd](;W[bb])(;W[dp]))",
        "(;B[pd](;W[bb])(;W[dp]C[x]))",
    );
    // Both added the same moves.
    clean(
        "(;B[pd])",
        "(;B[pd];W[dp];B[aa])",
        "(;B[pd];W[dp]C[x];B[bb])",
        "(;B[pd];W[dp]C[x](;B[aa])(;B[bb]))",
    );
}

#[test]
fn properties_are_merged_one_by_one() {
    clean(
        "(;PB[a]PW[b])",
        "(;PB[c]PW[b])",
        "(;PB[a]PW[d]RE[B+R])",
        "(;PB[c]PW[d]RE[B+R])",
    );
    clean(
        "(;PB[a]PW[b])",
        "(;PB[a])",
        "(;PB[a]PW[b]KM[6])",
        "(;PB[a]KM[6])",
    );
    clean(
        "(;PB[a]PW[b]KM[6])",
        "(;PB[a]PW[b]KM[6]DT[2000])",
        "(;PB[a]KM[6])",
        "(;PB[a]KM[6]DT[2000])",
    );
    conflict(
        "(;PB[a])",
        "(;PB[b])",
        "(;PB[c])",
        "(;PB[b]C[Merge conflict:\n<<<<<<< ours\nPB: b\n=======\nPB: c\n>>>>>>> theirs])",
        &properties(&["PB"]),
    );
    conflict(
        "(;PB[a]C[x])",
        "(;C[x])",
        "(;PB[c]C[x])",
        "(;C[x\n<<<<<<< ours\nno PB\n=======\nPB: c\n>>>>>>> theirs]PB[c])",
        &properties(&["PB"]),
    );
}

#[test]
fn lists_are_merged_as_sets() {
    let of = |said: &str| format!("(;AB[dd];B[pd]{said})");
    let both = |base: &str, ours: &str, theirs: &str, expected: &str| {
        clean(&of(base), &of(ours), &of(theirs), &of(expected));
    };
    both("TR[aa]", "TR[aa][bb]", "TR[aa][cc]", "TR[aa][bb][cc]");
    both("TR[aa][bb]", "TR[bb]", "TR[aa][bb][cc]", "TR[bb][cc]");
    both(
        "TR[aa:ba][dd]",
        "TR[aa:ba][dd][ee]",
        "TR[ba][dd]",
        "TR[ba][dd][ee]",
    );
    both("TR[aa]", "TR[bb]", "TR[aa][cc]", "TR[bb][cc]");
    both("LB[aa:1]", "LB[aa:1][bb:2]", "LB[aa:x]", "LB[aa:x][bb:2]");
    both("", "LB[aa:1]", "LB[bb:2]", "LB[aa:1][bb:2]");
    let base = of("LB[aa:1]");
    let expected =
        of("LB[aa:2]C[Merge conflict:\n<<<<<<< ours\nLB: aa:2\n=======\nLB: aa:3\n>>>>>>> theirs]");
    conflict(
        &base,
        &of("LB[aa:2]"),
        &of("LB[aa:3]"),
        &expected,
        &properties(&["LB"]),
    );
    // Both set up stones.
    clean(
        "(;AB[aa])",
        "(;AB[aa][bb])",
        "(;AB[aa]AW[cc])",
        "(;AB[aa][bb]AW[cc])",
    );
    let noted = "Merge conflict:\n<<<<<<< ours\nno AW\n=======\nAW: bb\n>>>>>>> theirs";
    conflict(
        "(;AB[aa])",
        "(;AB[aa][bb])",
        "(;AB[aa]AW[bb])",
        &format!("(;AB[aa][bb]C[{noted}])"),
        &properties(&["AW"]),
    );
}

#[test]
fn comments_are_merged_by_lines() {
    let of = |comment: &str| format!("(;B[pd]C[{comment}])");
    let both = |base: &str, ours: &str, theirs: &str, expected: &str| {
        clean(&of(base), &of(ours), &of(theirs), &of(expected));
    };
    both("a\nb\nc", "a!\nb\nc", "a\nb\nc?", "a!\nb\nc?");
    both(
        "a\r\nb\r\nc",
        "a!\r\nb\r\nc",
        "a\r\nb\r\nc?",
        "a!\r\nb\r\nc?",
    );
    both("a\nb\nc", "0\na\nb\nc", "a\nb", "0\na\nb");
    let expected = of("a\n<<<<<<< ours\nB\n=======\nb!\n>>>>>>> theirs\nc");
    conflict(
        &of("a\nb\nc"),
        &of("a\nB\nc"),
        &of("a\nb!\nc"),
        &expected,
        &properties(&["C"]),
    );
    let expected = of("Merge conflict:\n<<<<<<< ours\none\n=======\nother\n>>>>>>> theirs");
    conflict(
        "(;B[pd])",
        &of("one"),
        &of("other"),
        &expected,
        &properties(&["C"]),
    );
    clean("(;B[pd])", &of("one"), &of("one"), &of("one"));
}

#[test]
fn removed_parts_that_changed_are_kept() {
    clean(
        "(;B[pd](;W[dp];B[aa])(;W[dd]))",
        "(;B[pd];W[dd])",
        "(;B[pd]C[x](;W[dp];B[aa])(;W[dd]))",
        "(;B[pd]C[x];W[dd])",
    );
    clean(
        "(;B[pd](;W[dp];B[aa])(;W[dd]))",
        "(;B[pd]C[x](;W[dp];B[aa])(;W[dd]))",
        "(;B[pd](;W[dd]))",
        "(;B[pd]C[x](;W[dd]))",
    );
    conflict(
        "(;B[pd](;W[dp])(;W[dd];B[aa]))",
        "(;B[pd];W[dp])",
        "(;B[pd](;W[dp])(;W[dd];B[aa]C[!]))",
        "(;B[pd](;W[dp])(;W[dd]C[Merge conflict:\n<<<<<<< ours\nremoved from here\n=======\nchanged\n>>>>>>> theirs];B[aa]C[!]))",
        &[ConflictKind::Removed(Version::Ours)],
    );
    conflict(
        "(;B[pd](;W[dp])(;W[dd];B[aa]))",
        "(;B[pd](;W[dp])(;W[dd];B[aa];W[bb]))",
        "(;B[pd];W[dp])",
        "(;B[pd](;W[dp])(;W[dd]C[Merge conflict:\n<<<<<<< ours\nchanged\n=======\nremoved from here\n>>>>>>> theirs];B[aa];W[bb]))",
        &[ConflictKind::Removed(Version::Theirs)],
    );
}

#[test]
fn nodes_in_the_middle_of_a_line_are_inserted_changed_and_removed() {
    let base = "(;B[pd];W[dp];B[pp];W[dd];B[cf];W[qq])";
    let commented = |text: &str| text.replace("B[cf]", "B[cf]C[x]");
    for changed in [
        "(;B[pd];W[dp];C[a thought];B[pp];W[dd];B[cf];W[qq])",
        "(;B[pd];W[dq];B[pp];W[dd];B[cf];W[qq])",
        "(;B[pd];B[pp];W[dd];B[cf];W[qq])",
    ] {
        clean(base, changed, &commented(base), &commented(changed));
        clean(base, &commented(base), changed, &commented(changed));
    }
}

#[test]
fn nodes_before_a_branch_are_inserted_and_removed() {
    let both = |base: &str, one: &str, two: &str, expected: &str| {
        clean(base, one, two, expected);
        clean(base, two, one, expected);
    };
    // A removed variation stays removed.
    let with = |node: &str, of: &str| format!("(;GM[1];B[aa]{node}(;W[bb]C[1]){of}(;W[dd]C[3]))");
    let removed = "(;W[cc]C[2])";
    for node in [";C[note]", ";C[a];C[b]", ";AB[pp]", ";W[qq];B[pp]"] {
        both(
            &with("", removed),
            &with("", ""),
            &with(node, removed),
            &with(node, ""),
        );
        both(
            &with(node, removed),
            &with(node, ""),
            &with("", removed),
            &with("", ""),
        );
    }
    let line = |node: &str, last: &str| {
        format!("(;GM[1];B[aa];W[bb]{node}(;B[cc];W[dd])(;B[ee]C[t];W[ff]{last}))")
    };
    both(
        &line("", ""),
        &line("", ";B[gg]"),
        &line(";C[What now?]", ""),
        &line(";C[What now?]", ";B[gg]"),
    );
    // Variations without moves.
    let plain = |node: &str, of: &str| format!("(;GM[1];B[aa]{node}(;C[a])(;C[b]{of}))");
    both(
        &plain("", ""),
        &plain("", "N[x]"),
        &plain(";C[n]", ""),
        &plain(";C[n]", "N[x]"),
    );
    // The person who inserted the node also changed a variation, and added one.
    both(
        "(;B[aa](;W[bb];B[cc])(;W[dd];B[ee]))",
        "(;B[aa](;W[bb];B[cc])(;W[dd];B[ee]C[x]))",
        "(;B[aa];C[n](;W[bb];B[cc]N[y])(;W[dd];B[ee];W[ff])(;W[gg]))",
        "(;B[aa];C[n](;W[bb];B[cc]N[y])(;W[dd];B[ee]C[x];W[ff])(;W[gg]))",
    );
    // A node inserted before the end of a line that the other person removed.
    both(
        "(;B[aa];W[bb];B[cc])",
        "(;B[aa];W[bb])",
        "(;B[aa];W[bb];C[n];B[cc])",
        "(;B[aa];W[bb];C[n])",
    );
}

#[test]
fn the_order_of_variations_is_merged() {
    clean(
        "(;B[pd](;W[aa])(;W[bb]))",
        "(;B[pd](;W[aa]C[x])(;W[bb]))",
        "(;B[pd](;W[bb])(;W[aa]))",
        "(;B[pd](;W[bb])(;W[aa]C[x]))",
    );
    conflict(
        "(;B[pd](;W[aa])(;W[bb])(;W[cc]))",
        "(;B[pd](;W[bb])(;W[aa])(;W[cc]))",
        "(;B[pd](;W[cc])(;W[bb])(;W[aa]))",
        "(;B[pd]C[Merge conflict:\n<<<<<<< ours\norder: B18 A19 C17\n=======\norder: C17 B18 A19\n>>>>>>> theirs](;W[bb])(;W[aa])(;W[cc]))",
        &[ConflictKind::Order],
    );
}

#[test]
fn games_of_a_collection_are_merged_one_by_one() {
    let (one, two, three) = ("(;PB[a];B[aa])", "(;PB[b];B[bb])", "(;PB[c];B[cc])");
    let file = |games: &[&str]| format!("{}\n", games.join("\n"));
    let (one_x, two_x) = ("(;PB[a];B[aa]C[x])", "(;PB[b];B[bb]C[y])");
    clean(
        &file(&[one, two]),
        &file(&[one_x, two]),
        &file(&[one, two_x]),
        &file(&[one_x, two_x]),
    );
    clean(
        &file(&[one]),
        &file(&[one, two]),
        &file(&[one, three]),
        &file(&[one, two, three]),
    );
    clean(
        &file(&[one, two]),
        &file(&[two, one]),
        &file(&[one, two_x]),
        &file(&[two_x, one]),
    );
    clean(
        &file(&[one, two, three]),
        &file(&[one, three]),
        &file(&[one_x, two, three]),
        &file(&[one_x, three]),
    );
    let kept = "(;PB[b]C[Merge conflict:\n<<<<<<< ours\nremoved from here\n=======\nchanged\n>>>>>>> theirs];B[bb]C[y])";
    conflict(
        &file(&[one, two, three]),
        &file(&[one, three]),
        &file(&[one, two_x, three]),
        &file(&[one, kept, three]),
        &[ConflictKind::Removed(Version::Ours)],
    );
}

/// Merges three versions as bytes, and returns the result.
fn merged(base: &[u8], ours: &[u8], theirs: &[u8]) -> Merged {
    merge(base, ours, theirs, &Labels::default())
}

#[test]
fn charsets_are_merged() {
    let gbk = |said: &[u8]| {
        [
            b"(;CA[GBK]PB[\xC4\xF4\xCE\xC0\xC6\xBD];B[pd]",
            said,
            b";W[dp])",
        ]
        .concat()
    };
    let utf8 = |said: &str| format!("(;CA[UTF-8]PB[聂卫平];B[pd]{said};W[dp])").into_bytes();
    // The charset of the version that changed it.
    let result = merged(&gbk(b""), &gbk(b"C[\xBA\xC3]"), &utf8("TR[pd]"));
    assert_eq!(
        String::from_utf8_lossy(&result.bytes),
        "(;CA[UTF-8]PB[聂卫平];B[pd]C[好]TR[pd];W[dp])"
    );
    assert!(result.is_clean());
    let result = merged(&gbk(b""), &utf8("TR[pd]"), &gbk(b"C[\xBA\xC3]"));
    assert_eq!(
        String::from_utf8_lossy(&result.bytes),
        "(;CA[UTF-8]PB[聂卫平];B[pd]TR[pd]C[好];W[dp])"
    );
    // Both in the same charset: bytes stay.
    let result = merged(&gbk(b""), &gbk(b"C[\xBA\xC3]"), &gbk(b"N[\xBA\xC3]"));
    assert_eq!(result.bytes, gbk(b"C[\xBA\xC3]N[\xBA\xC3]"));
    // The first text that is not ASCII.
    let ascii = |said: &str| format!("(;PB[x];B[pd]{said};W[dp])").into_bytes();
    let result = merged(
        &ascii(""),
        &ascii("TR[pd]"),
        "(;CA[UTF-8]PB[x];B[pd]C[好];W[dp])".as_bytes(),
    );
    assert_eq!(
        String::from_utf8_lossy(&result.bytes),
        "(;PB[x]CA[UTF-8];B[pd]TR[pd]C[好];W[dp])"
    );
    // Two charsets that both lack characters of the other one.
    let latin = b"(;CA[ISO-8859-1]PB[Andr\xE9];B[pd])";
    let base = b"(;PB[x];B[pd])";
    let result = merged(base, latin, "(;CA[UTF-8]PB[x];B[pd]C[好])".as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&result.bytes),
        "(;CA[UTF-8]PB[André];B[pd]C[好])"
    );
    assert!(result.is_clean(), "{:?}", result.conflicts);
}

#[test]
fn utf16_stays_utf16() {
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once('\u{FEFF}')
            .chain(text.chars())
            .collect::<String>();
        units.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let result = merged(
        &utf16("(;SZ[19]PB[聂];B[pd];W[dp])"),
        &utf16("(;SZ[19]PB[聂];B[pd]C[好];W[dp])"),
        &utf16("(;SZ[19]PB[聂];B[pd];W[dp]C[x])"),
    );
    assert!(result.is_clean());
    assert_eq!(result.bytes, utf16("(;SZ[19]PB[聂];B[pd]C[好];W[dp]C[x])"));
}

#[test]
fn files_that_are_not_sound_are_merged_by_lines() {
    let lines = |base: &str, ours: &str, theirs: &str, expected: &str, conflicts: usize| {
        let result = merged(base.as_bytes(), ours.as_bytes(), theirs.as_bytes());
        assert_eq!(String::from_utf8_lossy(&result.bytes), expected);
        assert_eq!(result.method, Method::Lines { conflicts });
        assert_eq!(result.is_clean(), conflicts == 0);
    };
    // A syntax error.
    lines(
        "(;B[pd]\n;W[dp]\n;B[pp]\n",
        "(;B[pd]C[x]\n;W[dp]\n;B[pp]\n",
        "(;B[pd]\n;W[dp]\n;B[pp]C[y]\n",
        "(;B[pd]C[x]\n;W[dp]\n;B[pp]C[y]\n",
        0,
    );
    lines(
        "(;B[pd]\n",
        "(;B[pd]C[x]\n",
        "(;B[pd]C[y]\n",
        "<<<<<<< ours\n(;B[pd]C[x]\n=======\n(;B[pd]C[y]\n>>>>>>> theirs\n",
        1,
    );
    // Text between the properties, a property twice, text before a game.
    lines(
        "(;B[pd] !\n;W[dp])\n",
        "(;B[pd]C[x] !\n;W[dp])\n",
        "(;B[pd] !\n;W[dp]C[y])\n",
        "<<<<<<< ours\n(;B[pd]C[x] !\n;W[dp])\n=======\n(;B[pd] !\n;W[dp]C[y])\n>>>>>>> theirs\n",
        1,
    );
    lines(
        "(;B[pd]C[a]C[b])",
        "(;B[pd]C[a]C[b]N[x])",
        "(;B[pd]C[a]C[b]TR[aa])",
        "<<<<<<< ours\n(;B[pd]C[a]C[b]N[x])\n=======\n(;B[pd]C[a]C[b]TR[aa])\n>>>>>>> theirs\n",
        1,
    );
    lines(
        "a\n\n(;B[pd])",
        "b\n\n(;B[pd])",
        "c\n\n(;B[pd])",
        "<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n\n(;B[pd])",
        1,
    );
    // Without games.
    lines(
        "a\r\nb\r\nc",
        "a\r\nb\r\nx",
        "a\r\nb\r\ny",
        "a\r\nb\r\n<<<<<<< ours\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\n",
        1,
    );
    // Bytes that are not text.
    let result = merged(b"\0", b"\0a", b"\0b");
    assert_eq!(
        (result.bytes.as_slice(), result.method),
        (&b"\0a"[..], Method::Ours)
    );
    assert!(!result.is_clean());
}

#[test]
fn text_around_games_is_merged() {
    clean(
        "a\n(;B[pd])\n",
        "a\n(;B[pd]C[x])\n",
        "b\n(;B[pd]N[y])\n",
        "b\n(;B[pd]C[x]N[y])\n",
    );
    clean(
        "(;B[pd])",
        "(;B[pd]C[x])\n",
        "(;B[pd]N[y])\nend",
        "(;B[pd]C[x]N[y])\nend",
    );
}

#[test]
fn text_around_games_that_one_version_changed_is_kept() {
    let base = "(;B[aa])\nnote\n(;B[bb])\n";
    let noted = "(;B[aa])\nA long note\n(;B[bb])\n";
    let removed = "(;B[aa])\n";
    let result = merged(base.as_bytes(), noted.as_bytes(), removed.as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&result.bytes),
        "(;B[aa])\n<<<<<<< ours\nA long note\n(;B[bb])\n=======\n>>>>>>> theirs\n"
    );
    assert!(!result.is_clean());
    let result = merged(base.as_bytes(), removed.as_bytes(), noted.as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&result.bytes),
        "(;B[aa])\n<<<<<<< ours\n=======\nA long note\n(;B[bb])\n>>>>>>> theirs\n"
    );
    // The text of a game goes with the game.
    let other = "(;B[aa]C[x])\nnote\n(;B[bb])\n";
    clean(base, other, removed, "(;B[aa]C[x])\n");
    clean(base, removed, other, "(;B[aa]C[x])\n");
    // Both added the same game, and one of them a text before it.
    let (one, two) = ("(;PB[x];B[bb];W[cc])", "(;PB[x];B[bb];W[cc];B[dd])");
    let with = |text: &str, game: &str| format!("(;B[aa])\n{text}{game}\n");
    clean(
        "(;B[aa])\n",
        &with("", one),
        &with("text\n", two),
        &with("text\n", two),
    );
    clean(
        "(;B[aa])\n",
        &with("text\n", one),
        &with("", two),
        &with("text\n", two),
    );
    clean(
        "(;B[aa])\n",
        &with("", one),
        &with("text\n", one),
        &with("text\n", one),
    );
    let result = merged(
        b"(;B[aa])\n",
        with("a\n", one).as_bytes(),
        with("b\n", one).as_bytes(),
    );
    assert_eq!(result.method, Method::Lines { conflicts: 1 });
}

#[test]
fn two_labels_of_a_point_are_a_conflict() {
    let noted = |ours: &str, theirs: &str| {
        format!(
            "C[Merge conflict:\n<<<<<<< ours\nLB: {ours}\n=======\nLB: {theirs}\n>>>>>>> theirs]"
        )
    };
    clean(
        "(;LB[aa:1])",
        "(;LB[aa:1]N[x])",
        "(;LB[aa:2][aa:1])",
        "(;LB[aa:2][aa:1]N[x])",
    );
    conflict(
        "(;LB[aa:1])",
        "(;LB[aa:1][bb:4])",
        "(;LB[aa:1][aa:2])",
        &format!("(;LB[aa:1][bb:4]{})", noted("aa:1, bb:4", "aa:1, aa:2")),
        &properties(&["LB"]),
    );
}

#[test]
fn other_spellings_are_no_changes() {
    clean(
        "(;FF[4]SZ[19]AB[aa][bb];B[tt]C[a\\\nb])",
        "(;FF[4]SZ[19]AB[bb][aa];B[]C[ab]N[x])",
        "(;SZ[19]FF[4]AB[aa][bb]\n;B[tt]C[a\\\nb]TR[aa])",
        "(;FF[4]SZ[19]AB[bb][aa];B[]C[ab]N[x]TR[aa])",
    );
}

#[test]
fn both_moved_or_inserted_something_at_the_same_place() {
    // Both inserted a comment there.
    conflict(
        "(;B[pd];W[dp])",
        "(;B[pd];C[x];W[dp])",
        "(;B[pd];C[y];W[dp])",
        "(;B[pd];C[Merge conflict:\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs];W[dp])",
        &properties(&["C"]),
    );
    // Both changed the move differently.
    conflict(
        "(;B[pd];W[dp];B[pp];W[dd])",
        "(;B[pd];W[dq];B[pp];W[dd])",
        "(;B[pd];W[cp];B[pp];W[dd])",
        "(;B[pd];W[dq]C[Merge conflict:\n<<<<<<< ours\nW: dq\n=======\nW: cp\n>>>>>>> theirs];B[pp];W[dd])",
        &properties(&["W"]),
    );
    // Annotations that exclude each other.
    conflict(
        "(;B[pd])",
        "(;B[pd]TE[1])",
        "(;B[pd]BM[1])",
        "(;B[pd]TE[1]C[Merge conflict:\n<<<<<<< ours\nno BM\n=======\nBM: 1\n>>>>>>> theirs])",
        &properties(&["BM"]),
    );
}

#[test]
fn labels_name_the_versions() {
    let labels = Labels {
        ours: "HEAD",
        theirs: "topic",
        marker_size: 9,
    };
    let merged = merge(b"(;C[a])", b"(;C[b])", b"(;C[c])", &labels);
    let expected = "(;C[Merge conflict:\n<<<<<<<<< HEAD\nb\n=========\nc\n>>>>>>>>> topic])";
    assert_eq!(String::from_utf8_lossy(&merged.bytes), expected);
    assert_eq!(
        merged.conflicts[0].to_string(),
        "game 1, m0: both changed C"
    );
}

#[test]
fn labels_that_the_charset_lacks_are_not_written() {
    let labels = Labels {
        theirs: "好",
        ..Labels::default()
    };
    let of = |said: &[u8]| [b"(;CA[ISO-8859-1]PB[\xE9];B[pd]", said, b")"].concat();
    let noted = |ours: &str, theirs: &str| {
        format!("C[Merge conflict:\n<<<<<<< ours\n{ours}\n=======\n{theirs}\n>>>>>>> theirs]")
    };
    let result = merge(&of(b""), &of(b"C[x]"), &of(b"C[y]"), &labels);
    assert_eq!(result.bytes, of(noted("x", "y").as_bytes()));
    // A whole game that one version removed.
    let other = b"(;PB[z];W[aa])";
    let result = merge(
        &[&of(b"")[..], other].concat(),
        other,
        &[&of(b"C[y]")[..], other].concat(),
        &labels,
    );
    assert_eq!(result.method, Method::Nodes);
    assert_eq!(result.conflicts.len(), 1);
    let utf8 = merge(b"(;C[a])", b"(;C[b])", b"(;C[c])", &labels);
    assert!(String::from_utf8_lossy(&utf8.bytes).contains(">>>>>>> 好]"));
}

#[test]
fn files_that_both_added_are_merged() {
    let same = "(;PB[Sato]\n;B[pd];W[dp]C[x])\n";
    clean(
        "",
        same,
        "(;PB[Sato];B[pd]C[y];W[dp];B[pp])\n",
        "(;PB[Sato]\n;B[pd]C[y];W[dp]C[x];B[pp])\n",
    );
    conflict(
        "",
        same,
        "(;PB[Sato];B[pd];W[dp]C[z])\n",
        "(;PB[Sato]\n;B[pd];W[dp]C[Merge conflict:\n<<<<<<< ours\nx\n=======\nz\n>>>>>>> theirs])\n",
        &properties(&["C"]),
    );
    // Both added the same game to a collection.
    let one = "(;PB[Mori];B[aa])\n";
    clean(
        one,
        &format!("{one}{same}"),
        &format!("{one}{}", same.replace("B[pd]", "B[pd]N[n]")),
        &format!("{one}{}", same.replace("B[pd]", "B[pd]N[n]")),
    );
}
