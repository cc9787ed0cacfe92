//! Shapes that break recursive readers. `examples/stress.rs` measures them at full size.

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
    const N: usize = 100_000;
    survives(&[&b"(;AB"[..], &b"[aa]".repeat(N), b";W[bb])"].concat(), 2);
    survives(&[&b"(;"[..], &b"C[x]".repeat(N), b";W[bb])"].concat(), 2);
    survives(&b"(;B[aa];W[bb])\n".repeat(N), 2 * N);
    survives(
        &[&b"(;B[aa]"[..], &b"(;W[bb])".repeat(N), b")"].concat(),
        N + 1,
    );
    survives(&[&b"(;C["[..], &b"x\\]".repeat(N), b"];B[aa])"].concat(), 2);
    assert_eq!(Document::parse(b"(".repeat(N)).unwrap().roots().count(), 0);
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
