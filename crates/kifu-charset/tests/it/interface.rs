//! Tests of the public interface, as its documentation describes it.

use kifu_charset::{
    Charset, CharsetSource, Confidence, Detector, Hint, Ranking, Vote, detect, find, find_in_texts,
    rank,
};

/// A name in GBK.
const GBK: &[u8] = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA];B[pd])";

#[test]
fn charsets_have_ids_and_names() {
    assert_eq!(Charset::from_id(Charset::GBK.id()), Some(Charset::GBK));
    assert_eq!(Charset::from_id(200), None);
    for charset in [Charset::ISO_2022_KR, Charset::ISO_2022_CN] {
        assert_eq!(Charset::from_id(charset.id()), Some(charset));
        assert!(!charset.is_writable());
    }
    assert!(Charset::GBK.is_writable());
    assert_eq!(Charset::ISO_2022_CN.name(), "ISO-2022-CN");
    assert_eq!(
        format!("{:>7}|{:?}", Charset::GBK, Charset::BIG5),
        "    GBK|Big5"
    );
    let refused = Charset::WINDOWS_1252.encode("a聂").unwrap_err();
    assert_eq!(refused.to_string(), "windows-1252 has no `聂` (U+8042)");
}

#[test]
fn charsets_that_are_only_decoded_refuse_to_encode() {
    for charset in [
        Charset::ISO_2022_KR,
        Charset::ISO_2022_CN,
        Charset::UTF_16LE,
        Charset::UTF_16BE,
    ] {
        assert_eq!(
            charset.encode("a聂").unwrap_err().character,
            '聂',
            "{charset}"
        );
        assert_eq!(charset.encode("a").unwrap(), &b"a"[..], "{charset}");
    }
}

#[test]
fn confidences_are_probabilities() {
    assert_eq!(Confidence::new(0.25).per_10_000(), 2500);
    assert_eq!(Confidence::new(0.25).get(), 0.25);
    assert_eq!(Confidence::new(0.978).to_string(), "97 %");
    assert_eq!(Confidence::new(2.0), Confidence::CERTAIN);
    assert_eq!(Confidence::new(-1.0), Confidence::NONE);
    assert_eq!(Confidence::new(0.000_06).per_10_000(), 1);
}

#[test]
fn sources_have_names_for_reports() {
    let named = [
        (CharsetSource::Bom, "bom"),
        (CharsetSource::Declared, "ca"),
        (CharsetSource::Content, "content"),
        (CharsetSource::Guess, "guess"),
        (CharsetSource::Default, "default"),
        (CharsetSource::Given, "given"),
    ];
    for (source, name) in named {
        assert_eq!(source.name(), name);
    }
}

#[test]
fn an_edit_changes_a_guess_if_the_rest_is_read_differently() {
    let guess = find(GBK, None);
    assert_eq!(
        (guess.charset, guess.source),
        (Charset::GBK, CharsetSource::Guess)
    );
    let utf8 = find("(;PB[이창호])".as_bytes(), None);
    assert!(guess.guess_changes(utf8));
    assert!(!utf8.guess_changes(guess));
    assert!(!guess.guess_changes(guess));
    assert!(!guess.guess_changes(find(b"(;PB[Go Seigen])", None)));
}

#[test]
fn texts_of_other_formats_have_a_charset() {
    let korean: [&[u8]; 2] = [b"ascii", b"\xC0\xCC\xC3\xA2\xC8\xA3"];
    let utf8: [&[u8]; 1] = ["이창호".as_bytes()];
    let found = |source: &[u8], texts: &[&'static [u8]]| {
        let found = find_in_texts(source, texts.iter().copied(), None);
        (found.charset, found.source)
    };
    assert_eq!(found(b"", &korean), (Charset::EUC_KR, CharsetSource::Guess));
    assert_eq!(found(b"", &utf8), (Charset::UTF_8, CharsetSource::Content));
    assert_eq!(
        found(b"\xEF\xBB\xBF", &korean),
        (Charset::UTF_8, CharsetSource::Bom)
    );
    assert_eq!(
        found(b"", &korean[..1]),
        (Charset::UTF_8, CharsetSource::Default)
    );
}

#[test]
fn utf16_is_detected() {
    for (bytes, charset, source) in [
        (&b"\xFF\xFE(\0"[..], Charset::UTF_16LE, CharsetSource::Bom),
        (b"\xFE\xFF\0(", Charset::UTF_16BE, CharsetSource::Bom),
        (b"(\0;\0", Charset::UTF_16LE, CharsetSource::Content),
        (b"\0\n\0(", Charset::UTF_16BE, CharsetSource::Content),
        (b"\x01\0;\0", Charset::UTF_8, CharsetSource::Default),
        (b"\0(\0\x01", Charset::UTF_8, CharsetSource::Default),
    ] {
        let found = find(bytes, None);
        assert_eq!(
            (found.charset, found.source),
            (charset, source),
            "{}",
            bytes.escape_ascii()
        );
    }
}

#[test]
fn a_charset_is_detected_whatever_is_declared() {
    let record = [b"(;CA[UTF-8]", &GBK[2..]].concat();
    let guess = detect(&record).unwrap();
    assert_eq!(guess.charset, Charset::GBK);
    assert!(guess.confidence.get() > 0.9);
    assert_eq!(detect(b"(;CA[GBK]PB[a])"), None);
}

#[test]
fn rankings_list_charsets_that_read_the_text_differently() {
    let ranking = rank(b"(;PB[M\xFCller])", None);
    let [best, second, ..] = ranking.guesses() else {
        panic!("{ranking:?}");
    };
    assert_eq!(ranking.best(), Some(*best));
    assert_eq!(ranking.runner_up(), Some(*second));
    assert!(best.confidence >= second.confidence);
    assert_eq!(ranking.cost_above_best(best.charset), Some(0.0));
    assert!(ranking.cost_above_best(second.charset).unwrap() > 0.0);
    assert_eq!(ranking.cost_above_best(Charset::UTF_16LE), None);
    // It is the same text in several charsets, which are one guess.
    let alike = ranking
        .guesses()
        .iter()
        .filter(|guess| guess.charset.decode(b"\xFC").text == "ü");
    assert_eq!(alike.count(), 1);
    assert_eq!(rank(b"(;PB[a])", None), Ranking::default());
    assert_eq!(Detector::default().ranking().best(), None);
}

#[test]
fn hints_favor_the_charsets_of_a_place() {
    let favors = |label: &str, charset| Hint::for_label(label).unwrap().favors(charset);
    for (label, charset) in [
        ("CN", Charset::GB18030),
        ("tw", Charset::BIG5),
        ("zh", Charset::BIG5),
        ("ja", Charset::ISO_2022_JP),
        ("pl", Charset::ISO_8859_2),
        ("koi8-r", Charset::KOI8_R),
        // They read all text alike.
        ("gbk", Charset::GB18030),
    ] {
        assert!(favors(label, charset), "{label}");
        assert!(!favors(label, Charset::WINDOWS_874), "{label}");
    }
    assert!(!favors("koi8-r", Charset::KOI8_U));
    assert_eq!(Hint::for_label("atlantis"), None);
}

#[test]
fn files_vote_on_a_charset() {
    let files: [&[u8]; 4] = [
        b"(;PB[\xB5\xE1\xA4\xE5])",
        b"(;PB[\xAA\x4C\xAE\xFC\xB6\x57])",
        b"(;PB[\xA9\x50\xAB\x54\xBE\xB1]EV[\xA4\xA4\xC0\xF4\xC1\xC9])",
        b"(;PB[only ASCII])",
    ];
    let rankings = files.map(|file| rank(file, None));
    let mut vote = Vote::new();
    assert_eq!(vote.decision(), None);
    rankings.iter().for_each(|ranking| vote.add(ranking));
    let decision = vote.decision().unwrap();
    assert_eq!(decision.charset, Charset::BIG5);
    for ranking in &rankings[..3] {
        assert_eq!(vote.decide(ranking).unwrap().charset, Charset::BIG5);
    }
    // A file that agrees is at least as sure as all files together.
    assert!(vote.decide(&rankings[2]).unwrap().confidence >= decision.confidence);
    // One that disagrees a little is less sure.
    let other = rank(b"(;PB[\xC3C\xC1~\xC3C])", None);
    assert_eq!(other.best().unwrap().charset, Charset::WINDOWS_1252);
    let decided = vote.decide(&other).unwrap();
    assert_eq!(decided.charset, Charset::BIG5);
    assert!(decided.confidence.get() < decision.confidence.get() * 0.95);
    assert!(decided.confidence.get() > decision.confidence.get() * 0.8);
    // One without evidence has no charset, and one with clear evidence keeps its own.
    assert_eq!(vote.decide(&rankings[3]), None);
    for korean in [
        "(;PB[이창호])".as_bytes(),
        b"(;PB[\xC0\xCC\xC3\xA2\xC8\xA3])",
    ] {
        let korean = rank(korean, None);
        let cost = korean.cost_above_best(Charset::BIG5);
        assert!(cost.is_none_or(|cost| cost > 10.0), "{cost:?}");
        assert_eq!(vote.decide(&korean), korean.best());
    }
}

#[test]
fn katakana_of_half_width_is_japanese() {
    let names = "坂田栄男 ｻｶﾀ ｴｲｵ ﾎﾝｲﾝﾎﾞｳｾﾝ";
    let record = [b"(;C[", &*Charset::SHIFT_JIS.encode(names).unwrap(), b"])"].concat();
    assert_eq!(find(&record, None).charset, Charset::SHIFT_JIS);
}

#[test]
fn each_character_of_utf8_is_evidence() {
    let confidence = |text: &str| {
        let best = rank(["(;C[", text, "])"].concat().as_bytes(), None)
            .best()
            .unwrap();
        assert_eq!(best.charset, Charset::UTF_8);
        best.confidence
    };
    assert!(confidence("é") < confidence("聂"));
    assert!(confidence("聂") < confidence("äöüäöüäö"));
    assert!(confidence("äöüäöüäö").get() > 0.999);
    assert!(confidence("聂") < confidence("聂卫平"));
    assert!(confidence(&"聂".repeat(1000)) < Confidence::CERTAIN);
}

#[test]
fn a_declared_charset_of_seven_bits_needs_seven_bits() {
    let found = |text: &[u8]| {
        let record = [b"(;CA[ISO-2022-KR]PB[", text, b"])"].concat();
        let found = find(&record, Some(b"ISO-2022-KR"));
        (found.charset, found.source)
    };
    let declared = (Charset::ISO_2022_KR, CharsetSource::Declared);
    assert_eq!(found(b"\x1B$)C\x0E@LC\"H#\x0F"), declared);
    let guess = (Charset::EUC_KR, CharsetSource::Guess);
    assert_eq!(found(b"\xC0\xCC\xC3\xA2\xC8\xA3"), guess);
}
