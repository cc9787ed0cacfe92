//! Tests of merging: the content that is added, and the content that is reported as not merged.

use std::time::Instant;

use kifu_compare::sgf::Document;
use kifu_compare::{MergeError, Missing, merge};

/// Returns the merged record, and the identifiers of the properties that were not merged.
#[track_caller]
fn merged(one: &str, other: &str) -> (String, Vec<String>) {
    let (one, other) = (
        Document::parse(one).unwrap(),
        Document::parse(other).unwrap(),
    );
    let (root, from) = (one.roots().next().unwrap(), other.roots().next().unwrap());
    let merged = merge(one, root, (&other, from), "b", 1).unwrap();
    let text = String::from_utf8(merged.document.to_bytes()).unwrap();
    let unmerged = merged.unmerged.into_iter().map(|missing| match missing {
        Missing::Nodes { .. } => "nodes".to_owned(),
        Missing::Values { ident, .. } => ident,
    });
    (text, unmerged.collect())
}

#[track_caller]
fn becomes(one: &str, other: &str, expected: &str, unmerged: &[&str]) {
    let unmerged: Vec<String> = unmerged.iter().map(|ident| ident.to_string()).collect();
    assert_eq!(merged(one, other), (expected.to_owned(), unmerged));
}

#[test]
fn a_note_marks_a_variation_that_rejoins_the_main_line() {
    let one = "(;B[pd];W[dp];B[pp])";
    becomes(
        one,
        "(;B[pd];W[dq];C[x])",
        "(;B[pd](;W[dp];B[pp])(;W[dq]C[x]))",
        &[],
    );
    becomes(
        one,
        "(;B[pd];W[dq];C[x];B[pp])",
        "(;B[pd](;W[dp];B[pp])(;W[dq]C[x\nb continues from here as in the main line]))",
        &[],
    );
}

#[test]
fn different_setup_is_reported() {
    let one = "(;AB[dd];W[dp];B[pp];W[pd])";
    becomes(one, "(;AB[dd][jj];W[dp];B[pp];W[pd])", one, &["AB"]);
    becomes(one, "(;AB[dd]AE[jj];W[dp];B[pp];W[pd])", one, &["AE"]);
    becomes(one, "(;AddBlack[dd:dd];W[dp];B[pp];W[pd])", one, &[]);
    // The meaning of unreadable setup is unknown.
    becomes(one, "(;AB[dd][??];W[dp];B[pp];W[pd])", one, &["AB"]);
    becomes(
        one,
        "(;AB[dd];W[dp][aa];B[pp];W[pd])",
        "(;AB[dd](;W[dp];B[pp];W[pd])(;W[dp][aa]C[b continues from here as in the main line]))",
        &[],
    );
}

#[test]
fn game_information_in_other_nodes_is_kept() {
    let one = "(;PB[x];B[pd](;W[dp])(;W[dd]))";
    becomes(one, "(;B[pd]PB[x](;W[dp])(;W[dd]))", one, &[]);
    becomes(
        one,
        "(;;B[pd]GC[g]RE[B+R](;W[dp])(;W[dd]))",
        "(;PB[x]RE[B+R]GC[g];B[pd](;W[dp])(;W[dd]))",
        &[],
    );
    becomes(
        one,
        "(;B[pd](;W[dp])(;W[dd]PB[x]RE[B+R]))",
        "(;PB[x];B[pd](;W[dp])(;W[dd]C[PB in b: x\nRE in b: B+R]))",
        &[],
    );
    becomes(one, "(;FF[4];B[pd];W[dp]PB[x]FF[3])", one, &[]);
    // In a dialect, `GB` is game information; in the standard, it says who is ahead.
    becomes(
        one,
        "(;ZZ[x]GB[club];B[pd];W[dp])",
        "(;PB[x]ZZ[x]GC[GB in b: club];B[pd](;W[dp])(;W[dd]))",
        &[],
    );
}

#[test]
fn texts_are_compared_by_whole_lines() {
    let one = "(;B[pd]C[It is not good\nat all.];W[dp])";
    let both = "(;B[pd]C[It is not good\nat all.\nb: good];W[dp])";
    becomes(one, "(;B[pd]C[good];W[dp])", both, &[]);
    becomes(both, "(;B[pd]C[good];W[dp])", both, &[]);
    becomes(one, "(;B[pd]C[at all.];W[dp])", one, &[]);
}

#[test]
fn properties_that_would_refer_to_another_move_are_noted() {
    let one = "(;B[pd];W[dp])";
    becomes(
        one,
        "(;B[pd];PL[W]MN[5]TR[pd];W[dp])",
        "(;B[pd]TR[pd]C[PL in b: W\nMN in b: 5];W[dp])",
        &[],
    );
    becomes(
        "(;SZ[19];B[pd];W[dp])",
        "(;PL[B];MN[3];B[pd];W[dp])",
        "(;SZ[19]PL[B]MN[3];B[pd];W[dp])",
        &[],
    );
}

/// Merging many nodes into one node with many values takes linear time.
#[test]
fn merging_many_nodes_into_one_is_fast() {
    const MANY: usize = 2000;
    let moves = ";B[pd];W[dp];B[pp];W[dd]";
    let labels: String = (0..MANY).map(|at| format!("[aa:{at}]")).collect();
    let one = format!("(;GM[1]LB{labels}{moves})");
    let second: String = (0..MANY).map(|at| format!(";LB[aa:x{at}]")).collect();
    let other = format!("(;GM[1]{second}{}{moves})", ";LB[bb:1]".repeat(MANY));
    let start = Instant::now();
    let (text, left) = merged(&one, &other);
    assert_eq!(left.len(), 0);
    assert!(text.contains("[aa:1999][bb:1]C[LB in b: aa:x0\nLB in b: aa:x1\n"));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn lists_are_united() {
    let moves = ";B[pd];W[dp]";
    let one = |said: &str| format!("(;{said}{moves})");
    let both = |a: &str, b: &str, c: &str| becomes(&one(a), &one(b), &one(c), &[]);
    both("TR[dd]", "TR[ee]", "TR[dd][ee]");
    both("TR[dd]TR[gg]", "TR[ee]", "TR[dd][gg][ee]");
    both("TB[aa:bb]", "TB[bb:cb]", "TB[aa:bb][cb]");
    both("LB[dd:A]", "LB[ee:A]", "LB[dd:A][ee:A]");
    both("LB[dd:A]", "LB[dd:B]", "LB[dd:A]C[LB in b: dd:B]");
    both("AR[dd:ee]", "AR[dd:ff][dd:ee]", "AR[dd:ee][dd:ff]");
    both("DD[]", "DD[aa:bb]", "DD[]C[DD in b: aa:bb]");
}

#[test]
fn single_values_that_differ_are_noted() {
    becomes(
        "(;KM[6.5]AP[a:1]ST[1];B[pd]N[x]V[1]HO[1];W[dp]XY[1])",
        "(;KM[5.5]AP[c:2]ST[2]FF[3];B[pd]N[y]V[2]HO[2]C[!];W[dp]XY[2][3])",
        "(;KM[6.5]AP[a:1]ST[1]GC[KM in b: 5.5\nAP in b: c:2\nST in b: 2];\
         B[pd]N[x]V[1]HO[1]C[!\nN in b: y\nV in b: 2\nHO in b: 2];\
         W[dp]XY[1]C[XY in b: 2\nXY in b: 3])",
        &[],
    );
    // The program that wrote a file decides how it is read.
    becomes(
        "(;SZ[19];B[pd];W[dp])",
        "(;AP[foxwq]KM[375];B[pd];W[dp])",
        "(;SZ[19]KM[375]GC[AP in b: foxwq];B[pd];W[dp])",
        &[],
    );
}

#[test]
fn undecodable_text_is_not_merged() {
    const TEXT: &str =
        "CA[UTF-8]GC[本局は江戸時代の名局として知られている。黒の布石が特に優れていた。]";
    let parse = |said: &[u8]| {
        let node = [b"(;", TEXT.as_bytes(), b";B[pd]", said, b";W[dp])"].concat();
        Document::parse(node).unwrap()
    };
    let merged = |ours: &[u8], theirs: &[u8]| {
        let (ours, theirs) = (parse(ours), parse(theirs));
        let (root, from) = (ours.roots().next().unwrap(), theirs.roots().next().unwrap());
        let before = ours.to_bytes();
        let merged = merge(ours, root, (&theirs, from), "b", 0).unwrap();
        assert_eq!(merged.document.to_bytes(), before);
        merged.unmerged.len()
    };
    assert_eq!(merged("C[碁]".as_bytes(), b"C[\xFF]N[\xFE]"), 2);
    // Nothing is added to undecodable text either.
    assert_eq!(merged(b"C[\xFF]", "C[碁]".as_bytes()), 1);
}

#[test]
fn text_in_an_unsure_charset_is_neither_added_nor_changed() {
    let parse = |said: &[u8]| {
        let text = [b"(;", said, b";B[pd];W[dp];B[pp];W[dd])"].concat();
        Document::parse(text).unwrap()
    };
    // Two bytes are little evidence of their charset.
    let unsure: &[u8] = b"CA[UTF-8]C[\xFF\xFE raw]";
    let merged = |ours: &[u8], theirs: &[u8]| {
        let (ours, theirs) = (parse(ours), parse(theirs));
        let (root, from) = (ours.roots().next().unwrap(), theirs.roots().next().unwrap());
        merge(ours, root, (&theirs, from), "b", 0).map(|merged| {
            let unmerged = merged.unmerged.len();
            (merged.document.to_bytes(), unmerged)
        })
    };
    let unchanged = |said: &[u8]| parse(said).to_bytes();
    let (bytes, left) = merged(b"", unsure).unwrap();
    assert_eq!((bytes, left), (unchanged(b""), 1));
    // Only ASCII text can be added to it.
    let (bytes, left) = merged(unsure, "CA[UTF-8]PB[本因坊]RE[B+R]".as_bytes()).unwrap();
    assert_eq!(left, 1);
    let text = bytes.escape_ascii().to_string();
    assert!(text.contains(r"C[\xff\xfe raw]RE[B+R]"), "{text}");
    // Both records have the same text in the same bytes.
    assert_eq!(merged(unsure, unsure).unwrap().1, 0);
    // U+FFFD in a decodable record is ordinary text.
    let theirs = "CA[UTF-8]PB[本因坊\u{FFFD}]";
    let (bytes, left) = merged("CA[UTF-8]PB[a]".as_bytes(), theirs.as_bytes()).unwrap();
    assert_eq!(left, 0);
    assert!(
        String::from_utf8(bytes)
            .unwrap()
            .contains("GC[PB in b: 本因坊\u{FFFD}]")
    );
}

#[test]
fn a_merge_does_not_change_the_guessed_charset() {
    let parse = |said: &[u8]| {
        let text = [b"(;", said, b";B[pd];W[dp];B[pp];W[dd])"].concat();
        Document::parse(text).unwrap()
    };
    let sato = b"PB[\x8d\xb2\x93\xa1\x92\xbc\x92j\x8b\xe3\x92i]";
    let (ours, theirs) = (
        parse(sato),
        parse("CA[UTF-8]C[Это очень интересная партия, и чёрные выиграли её]".as_bytes()),
    );
    let (root, from) = (ours.roots().next().unwrap(), theirs.roots().next().unwrap());
    let before = ours.charset(root);
    let name = ours.node(root).simple_text("PB").unwrap().into_owned();
    match merge(ours, root, (&theirs, from), "b", 0) {
        Err(why) => assert!(
            matches!(why, MergeError::Charset(_) | MergeError::Edit(_)),
            "{why}"
        ),
        Ok(made) => {
            let result = Document::parse(made.document.to_bytes()).unwrap();
            let root = result.roots().next().unwrap();
            assert_eq!(result.charset(root).charset, before.charset);
            assert_eq!(result.node(root).simple_text("PB").unwrap(), name);
        }
    }
}
