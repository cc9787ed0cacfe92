use kifu_charset::{Charset, CharsetSource, Unencodable, detect, find, rank, set_backend};

use crate::{CALLS, Host, NAME};

fn charsets() -> impl Iterator<Item = Charset> {
    (0..=u8::MAX).filter_map(Charset::from_id)
}

#[test]
fn a_backend_is_called_once_for_each_charset() {
    let record = [b"(;PB[", NAME, b"]PW[\xC2\xED\xCF\xFE\xB4\xBA];B[pd])"].concat();
    without_backend(&record);

    assert!(set_backend(&Host));
    assert!(!set_backend(&Host));
    let found = find(&record, None);
    assert_eq!(
        (found.charset, found.source),
        (Charset::GBK, CharsetSource::Guess)
    );
    assert_eq!(found.charset.decode(NAME).text, "聂卫平");
    assert_eq!(found.charset.encode("聂卫平").unwrap(), NAME);
    for charset in charsets() {
        let all: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let text = charset.decode(&all).text.into_owned();
        let _ = charset.encode(&text);
    }
    let mut calls: Vec<u8> = CALLS
        .lock()
        .unwrap()
        .iter()
        .map(|charset| charset.id())
        .collect();
    let count = calls.len();
    calls.sort_unstable();
    calls.dedup();
    assert_eq!(calls.len(), count);
    detect(&record).unwrap();
    assert_eq!(CALLS.lock().unwrap().len(), count);
}

/// What works before a backend is set.
fn without_backend(record: &[u8]) {
    let decoded = Charset::GBK.decode(NAME);
    assert_eq!(
        (&*decoded.text, decoded.malformed),
        ("\u{FFFD}\u{FFFD}\u{FFFD}", true)
    );
    let refused = Charset::GBK.encode("a聂").unwrap_err();
    assert_eq!(
        refused,
        Unencodable {
            character: '聂',
            charset: Charset::GBK
        }
    );
    for (charset, bytes, text) in [
        (Charset::UTF_8, &b"\xE8\x81\x82"[..], "聂"),
        (Charset::UTF_16LE, b"B\x80", "聂"),
        (Charset::UTF_16BE, b"\x80B", "聂"),
        (Charset::WINDOWS_1252, b"M\xFCller \x96", "Müller –"),
    ] {
        let decoded = charset.decode(bytes);
        assert_eq!(
            (&*decoded.text, decoded.malformed),
            (text, false),
            "{charset}"
        );
    }
    assert!(!find(record, None).is_sure());
    for charset in charsets() {
        let all: Vec<u8> = (0..=255).cycle().take(1000).collect();
        assert!(
            charset.decode(&all).malformed || charset == Charset::WINDOWS_1252,
            "{charset}"
        );
        let _ = charset.encode("aé聂가🙂");
        let _ = rank(&all, None);
    }
}
