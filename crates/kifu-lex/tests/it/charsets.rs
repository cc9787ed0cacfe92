//! Tests of the charset that a game tree declares.

use kifu_lex::{Scheme, Sniffer, declared_charset};

#[test]
fn only_the_first_node_declares_the_charset() {
    let of = |game: &[u8]| {
        declared_charset(game).map(|label| String::from_utf8_lossy(label).into_owned())
    };
    for game in [
        "(;GM[1]CA[Big5];B[aa])",
        "(;ChArset[Big5])",
        "CA[Big5]",
        "((;CA[Big5]",
        "(CA[Big5",
        ";;CA[Big5]",
    ] {
        let found = of(game.as_bytes());
        let root = !game.starts_with(";;");
        assert_eq!(found, root.then(|| "Big5".to_owned()), "{game}");
    }
    for game in [
        "(;GM[1];CA[Big5])",
        "(;GM[1](CA[Big5]))",
        "(;GM[1](;CA[Big5]))",
        "(;GM[1])CA[Big5]",
        "(;CAB[Big5])",
        "(;ca[Big5])",
        "",
    ] {
        assert_eq!(of(game.as_bytes()), None, "{game}");
    }
    // The closing bracket of the text before `CA` looks escaped by a trail byte.
    assert_eq!(
        of(b"(;PB[\x83\\]CA[Shift_JIS]PW[x])").as_deref(),
        Some("Shift_JIS")
    );
    // The text after the `CA` does not look like a game.
    assert_eq!(
        of(b"(;PB[\x83\\]CA[Shift_JIS]--PW[x])").as_deref(),
        Some("Shift_JIS")
    );
    assert_eq!(of(b"(;PB[\x83\\]CA[no charset]--PW[x])"), None);
}

#[test]
fn the_bytes_take_precedence() {
    let gbk = b"(;CA[GBK])";
    assert!(Sniffer::new(gbk).is_settled(), "ASCII");
    assert!(
        Sniffer::new(b"\xEF\xBB\xBF(;CA[GBK]C[\xFF])").is_settled(),
        "a byte order mark"
    );
    for unsettled in [&b"(;CA[GBK]C[\xFF])"[..], b"(;C[\x1B$B])", b"(;C[\x0E])"] {
        assert!(!Sniffer::new(unsettled).is_settled());
    }
    let source = b"(;C[\xFF])(;CA[GBK]C[\xFF])";
    let sniffer = Sniffer::new(source);
    assert_eq!(sniffer.scheme(source, 0), None);
    assert_eq!(sniffer.scheme(source, 9), Some(Scheme::Gbk));
    assert_eq!(Sniffer::utf8().scheme(source, 9), Some(Scheme::AsciiSafe));
    assert!(Sniffer::utf8().is_settled());
    assert_eq!(
        Sniffer::with_scheme(Scheme::Big5).scheme(source, 9),
        Some(Scheme::Big5)
    );
}

#[test]
fn a_character_is_split_after_its_first_byte() {
    for (scheme, before, next, splits) in [
        (Scheme::Big5, &b"\x81"[..], b'\\', true),
        (Scheme::Big5, b"", b'\\', false),
        (Scheme::Big5, b"a", b'\\', false),
        // The last byte is the second one of a pair, or the first of the next pair.
        (Scheme::Big5, b"\x81\xA1", b'\\', false),
        (Scheme::Big5, b"\x81\xA1\x81", b'\\', true),
        // The first byte is not half a character: no pair ends with the second one.
        (Scheme::Big5, b"\xA1\x81\xA1", b'\\', false),
        (Scheme::Big5, b"\xA1\x81", b'\\', true),
        (Scheme::Big5, b"\x81\xA1a\x81", b'\\', true),
        // Half-width katakana are single bytes.
        (Scheme::ShiftJis, b"\xB1\x83", b'\\', true),
        (Scheme::ShiftJis, b"\x83\xB1", b'\\', false),
        (Scheme::ShiftJis, b"\x83", b'\x1B', false),
        (Scheme::AsciiSafe, b"\x83", b'\\', false),
        (Scheme::Iso2022, b"\x83", b'\\', false),
    ] {
        let shown = before.escape_ascii();
        assert_eq!(
            scheme.splits_character(before, next),
            splits,
            "{scheme:?} {shown}"
        );
    }
}
