//! Tests of kifu-report in one binary.

mod laws;

use laws::reports_are_whole;

/// Pseudo-random numbers that are the same in every run.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    }
}

#[test]
fn reports_of_any_text_are_whole() {
    let pieces: [&[u8]; 12] = [
        b"(;B[aa]",
        b"C[",
        b"]",
        b"\n",
        b"\r\n",
        b"\r",
        b"\t",
        b"\x1b[2J",
        "古力\u{202e}".as_bytes(),
        b"\xB9\xC5\xC1\xA6",
        b"\0",
        b"x",
    ];
    let mut number = numbers();
    for _ in 0..150 {
        let mut text = Vec::new();
        for _ in 0..number(30) {
            let piece = pieces[number(pieces.len())];
            (0..=number(4) * number(60)).for_each(|_| text.extend_from_slice(piece));
        }
        let places: Vec<u16> = (0..number(12)).map(|_| number(1 << 16) as u16).collect();
        reports_are_whole(&text, &places);
    }
}
