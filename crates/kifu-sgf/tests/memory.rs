//! Measures allocations with a counting allocator.

use kifu_sgf::{Document, LimitKind, Limits, games};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// This must be the only test of this file, because the allocator counts the memory of all tests.
#[test]
fn no_memory_is_reserved_for_nodes_that_cannot_follow() {
    const GAMES: usize = 10_000;
    let collection = [&b"(;GM[1]"[..], &b";B[aa]".repeat(100), b")\n"].concat();
    let collection = collection.repeat(GAMES);
    let one_by_one = peak(|| assert_eq!(games(&collection).flatten().count(), GAMES));
    assert!(
        one_by_one < 64 << 10,
        "one game after the other: {one_by_one}"
    );

    let source = collection.clone();
    let limits = Limits {
        nodes: 1000,
        ..Limits::default()
    };
    let few_nodes = peak(|| {
        let error = Document::parse_within(source, &limits).unwrap_err();
        assert_eq!(error.kind, LimitKind::Nodes);
    });
    assert!(few_nodes < 64 << 10, "no more than 1000 nodes: {few_nodes}");

    let text = [&b"(;C["[..], &b";".repeat(4 << 20), b"])"].concat();
    let one_node = peak(|| assert_eq!(Document::parse(text).unwrap().forest().id_count(), 1));
    assert!(one_node < 2 << 20, "a text full of `;`: {one_node}");
}

/// Returns the peak number of bytes allocated in addition to those allocated before.
fn peak(work: impl FnOnce()) -> usize {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    work();
    MEMORY.peak_usage() - before
}
