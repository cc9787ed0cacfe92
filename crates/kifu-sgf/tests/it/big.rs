//! Inputs that break recursive parsers. `examples/stress.rs` measures them at full size.

use kifu_sgf::canonical::{self, Style};
use kifu_sgf::event::Reader;
use kifu_sgf::{Document, NodeId, Place};

fn survives(source: &[u8], nodes: usize) {
    let mut document = Document::parse(source).unwrap();
    assert_eq!(document.to_bytes(), source);
    let all: Vec<NodeId> = document
        .roots()
        .flat_map(|root| document.forest().preorder(root))
        .collect();
    assert_eq!(all.len(), nodes);
    assert!(Reader::new(source).count() > nodes);
    let written = canonical::write(&document, &Style::default()).unwrap();
    let read = Document::parse(written.text).unwrap();
    let count = |root| read.forest().preorder(root).count();
    assert_eq!(read.roots().map(count).sum::<usize>(), nodes);
    let last = *all.last().unwrap();
    let child = document.add_node(Place::LastChild(last)).unwrap();
    document.node_mut(child).set("B", ["aa"]).unwrap();
    let read = Document::parse(document.to_bytes()).unwrap();
    assert_eq!(
        read.roots()
            .flat_map(|root| read.forest().preorder(root))
            .count(),
        nodes + 1
    );
    document.remove_node(all[0]);
    drop(document);
}

#[test]
fn nesting_costs_no_stack() {
    const N: usize = 200_000;
    survives(&[b"(;B[aa]".repeat(N), b")".repeat(N)].concat(), N);
    survives(&b"(;B[aa]".repeat(N), N);
}

#[test]
fn length_costs_no_stack() {
    const N: usize = 500_000;
    survives(&[&b"("[..], &b";B[aa]".repeat(N), b")"].concat(), N);
}

#[test]
fn many_of_everything_is_linear() {
    const N: usize = 50_000;
    survives(&[&b"(;AB"[..], &b"[aa]".repeat(N), b";W[bb])"].concat(), 2);
    survives(&[&b"(;"[..], &b"C[x]".repeat(N), b";W[bb])"].concat(), 2);
    survives(&[&b"(;"[..], &b"QQ[x]".repeat(N), b";W[bb])"].concat(), 2);
    survives(&[&b"(;"[..], &b"PB[x]".repeat(N), b";W[bb])"].concat(), 2);
    survives(
        &[&b"(;"[..], &b"LKM[5]L[aa]".repeat(N), b";W[bb])"].concat(),
        2,
    );
    survives(&b"(;B[aa];W[bb])\n".repeat(N), 2 * N);
    survives(
        &[&b"(;B[aa]"[..], &b"(;W[bb])".repeat(N), b")"].concat(),
        N + 1,
    );
    survives(&[&b"(;C["[..], &b"x\\]".repeat(N), b"];B[aa])"].concat(), 2);
    assert_eq!(Document::parse(b"(".repeat(N)).unwrap().roots().count(), 0);
}

#[test]
fn damage_is_linear() {
    const N: usize = 10_000;
    let around = |start: &[u8], middle: &[u8], end: &[u8]| {
        let source = [start, &middle.repeat(N), end].concat();
        let document = Document::parse(source.as_slice()).unwrap();
        assert_eq!(document.to_bytes(), source);
        for id in document
            .roots()
            .flat_map(|root| document.forest().preorder(root))
        {
            let values: usize = document
                .node(id)
                .properties()
                .map(|p| p.values().count())
                .sum();
            assert!(values <= N + 2);
        }
        let fixes: Vec<_> = document
            .diagnostics()
            .filter_map(|found| found.fix)
            .collect();
        assert!(
            kifu_sgf::apply(&source, fixes.iter().map(|fix| &**fix))
                .accepted
                .len()
                <= 3 * N
        );
        let _ = canonical::write(&document, &Style::default());
        let games = kifu_sgf::games(&source).count();
        assert!(
            games <= 2 * N + 2,
            "{games} games of {}",
            middle.escape_ascii()
        );
        let mut reader = Reader::new(&source);
        while reader.next().is_some() {
            reader.skip_variation();
        }
        document.roots().count()
    };
    // Brackets in a value, balanced and unbalanced.
    for middle in [
        "[", "]", "[]", "[] ", "[x] y ", "\\]", "[\\]", "[(", "[;", "](", "])", "[x]) y",
    ] {
        around(b"(;C[a", middle.as_bytes(), b"];B[aa])");
        around(b"(;C[[", middle.as_bytes(), b"");
        around(b"(;C[a];B[[", middle.as_bytes(), b" x])");
    }
    // Values that swallow nodes.
    for middle in [
        ";C[",
        "(;C[",
        ";B[aa",
        "\nC[",
        "PB[",
        ";C[[x] y",
        ";C[x] y [",
        "\\;C[",
    ] {
        around(b"(;C[a", middle.as_bytes(), b"];B[aa])");
        around(b"(;C[[", middle.as_bytes(), b"");
    }
    // Games that are never closed, or only seem unclosed.
    assert_eq!(around(b"", b"\n(;GM[1]", b""), N);
    assert_eq!(around(b"", b"\n(;GM[1](;B[aa];W[bb]", b""), N);
    assert_eq!(around(b"(;", b"\n(;GM[1])", b")"), 1);
    assert_eq!(around(b"(;(;", b"\n(;GM[1])", b")"), N + 1);
    assert_eq!(around(b"", b"(;\n(;GM[1]))", b""), N);
    assert_eq!(around(b"", b"(;\n(;GM[1])", b""), 2 * N);
    // Variations and roots without their parentheses, and other damage.
    assert_eq!(around(b"(;B[aa](;W[bb])", b";B[cc](;W[dd])", b")"), 1);
    assert_eq!(around(b"(;B[aa]", b"(;W[bb];B[cc](;W[dd]);B[ee])", b")"), 1);
    assert_eq!(around(b"", b"GM[1];B[aa])\n", b""), N);
    around(b"", b"GM[1]", b"x;B[aa])");
    around(b"(;", b"a[x]", b")");
    around(b"(;", b"\0B[aa]", b")");
    around(b"(;", b"B  ", b"aa])");
}

#[test]
fn many_edits_are_linear() {
    let mut document = Document::new();
    let mut at = document.add_node(Place::LastRoot).unwrap();
    for _ in 0..50_000 {
        at = document.add_node(Place::LastChild(at)).unwrap();
        document.node_mut(at).set("B", ["aa"]).unwrap();
    }
    let bytes = document.to_bytes();
    assert_eq!(
        bytes,
        [&b"(;"[..], &b";B[aa]".repeat(50_000), b")"].concat()
    );
    let root = document.roots().next().unwrap();
    for n in 0..2_000 {
        document.node_mut(root).add_value("AB", "aa").unwrap();
        assert_eq!(
            document.node(root).get("AB").unwrap().values().count(),
            n + 1
        );
    }
}
