//! Tests of games as text.

use kifu_merge::sgf::Document;
use kifu_merge::text_of;

fn text(source: &str) -> String {
    text_of(&Document::parse(source).unwrap())
}

#[test]
fn each_node_has_a_line() {
    assert_eq!(
        text(
            "x\n(;SZ[9]AB[aa:ba]LB[cc:1][aa:x]AR[aa:bb];B[];W[zz];PL[B]C[two\nlines];XX[a][b](;W[aa](;B[bb])(;B[cc]))(;C[end]))(;B[aa])"
        ),
        "game 1\n        AB: A9 B9\n        AR: A9-B8\n        LB: A9=x C7=1\n        SZ: 9\n\
         \x20  1 B pass\n\
         \x20  - node\n        W: zz\n\
         \x20  - node\n        PL: B\n        C: two\n           lines\n\
         \x20  - node\n        XX: a\n        XX: b\n\
         \x20  2 W A9\n\
         \x20   +  - node\n            C: end\n\
         \x20  3 B B8\n\
         \x20   +  3 B C7\n\
         \ngame 2\n   1 B A19\n\
         \ntext\n    x\n"
    );
}

/// Changes that two versions of a node must not hide.
#[test]
fn different_contents_have_different_texts() {
    for (one, other) in [
        // The times of a recording belong to the properties before them.
        ("(;TS[0]B[pd]TS[1]C[x]TS[2])", "(;TS[0]C[x]TS[1]B[pd]TS[2])"),
        ("(;TS[0]N[a]TS[1]C[x]TS[2])", "(;TS[0]C[x]TS[1]N[a]TS[2])"),
        ("(;N[a]TS[1])", "(;TS[1]N[a])"),
        // Of two properties with a name, one counts.
        ("(;N[a]C[x]N[b])", "(;N[b]C[x]N[a])"),
        ("(;XX[a][b])", "(;XX[a\nb])"),
        ("(;XX[a][])", "(;XX[a])"),
        ("(;XX[]YY[])", "(;XX YY[])"),
        ("(;LB[aa:x C17=y])", "(;LB[aa:x][cc:y])"),
        ("(;LB[aa:x C9=y]SZ[11])", "(;LB[aa:x][cc:y]SZ[11])"),
        ("(;LB[aa:])", "(;LB[aa:\"\"])"),
    ] {
        assert_ne!(text(one), text(other), "{one} {other}");
    }
}

#[test]
fn values_end_their_lines() {
    assert_eq!(
        text("(;GM[1]XX YY[a];B[aa]KO[])"),
        "game 1\n        GM: 1\n        XX\n        YY: a\n   1 B A19\n        KO: \n\ntext\n    XX\n"
    );
    assert_eq!(
        text("(;LB[aa:a b][cc:\"])"),
        "game 1\n        LB: A19=\"a b\" C17=\"\\\"\"\n"
    );
}

#[test]
fn control_characters_are_escaped() {
    let shown = text("(;C[a\u{1b}\\[31mb\u{202e}c]N[\u{7}])");
    assert_eq!(
        shown,
        "game 1\n        N: \\u{7}\n        C: a\\u{1b}[31mb\\u{202e}c\n"
    );
}

#[test]
fn an_added_variation_adds_only_its_lines() {
    let before = text("(;B[pd](;W[dp];B[pp](;W[dd])(;W[cc])))");
    let after = text("(;B[pd](;W[dp];B[pp](;W[dd])(;W[cc]))(;W[qq];B[ee]))");
    let added = "    +  2 W R3\n       3 B E15\n";
    assert_eq!(after.replace(added, ""), before);
}

#[test]
fn deep_variations_take_linear_space() {
    const DEPTH: usize = 20_000;
    let source = format!(
        "(;GM[1]{}{}",
        "(;B[aa](;W[bb])".repeat(DEPTH),
        ")".repeat(DEPTH + 1)
    );
    let shown = text(&source);
    assert!(shown.len() < 80 * 2 * DEPTH, "{}", shown.len());
    let nested = format!(
        "(;GM[1](;B[cc]){}{}",
        "(;B[aa](;W[bb])".repeat(DEPTH),
        ")".repeat(DEPTH + 1)
    );
    assert!(text(&nested).len() < 80 * 2 * DEPTH);
    let levels = format!(
        "(;GM[1]{};B[cc]{})",
        "(;B[bb])(;B[aa]".repeat(30),
        ")".repeat(30)
    );
    assert!(
        text(&levels).contains("level 30 B C17"),
        "{}",
        text(&levels)
    );
}
