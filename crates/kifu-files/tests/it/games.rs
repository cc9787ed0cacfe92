//! Games of inputs.

use std::num::NonZeroUsize;

use kifu_files::games::{self, Games, ReadError};
use kifu_files::{Input, OtherKind};

/// Returns 40 games with different names, one per line.
fn games() -> Input {
    let game = |n| format!("(;FF[4]GN[{n}];B[aa];W[bb])\n");
    Input::in_memory(
        "all.sgf",
        (1..=40).map(game).collect::<String>().into_bytes(),
    )
}

#[test]
fn games_are_found_by_their_numbers_in_chunks() {
    for chunk_len in [100, 333, usize::MAX] {
        let mut all = Games::open_in(&games(), chunk_len).unwrap();
        let is_whole = all.chunks().count() == 1;
        assert_eq!(is_whole, chunk_len == usize::MAX);
        for number in 1..=41 {
            let part = all.with_game(NonZeroUsize::new(number).unwrap()).unwrap();
            let text = String::from_utf8(part.chunk.bytes.clone()).unwrap();
            let nth = number.min(40);
            assert!(text.contains(&format!("GN[{nth}]")), "{number}: {text}");
            assert!(part.games_before < nth);
        }
    }
}

#[test]
fn other_content_is_an_error() {
    let kind = |name: &str, bytes: &[u8]| {
        let input = Input::in_memory(name, bytes.to_vec());
        match games::open(&input, 1000) {
            Err(ReadError::Other(kind)) => {
                assert_eq!(input.is_skipped(kind), name != "a.sgf");
                Some(kind)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(kind("a.txt", b"Hello."), Some(OtherKind::Unknown));
    assert_eq!(kind("a.sgf", b"Hello."), Some(OtherKind::Unknown));
    let pdf = OtherKind::Foreign("a PDF document");
    assert_eq!(kind("a.pdf", b"%PDF-1.7\n"), Some(pdf));
    assert_eq!(pdf.count(2), "2 PDF documents");
    assert_eq!(OtherKind::Unknown.count(1), "1 file without games");
}
