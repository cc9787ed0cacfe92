//! Tests of files of positions: notations, charsets, recognition and places.

use kifu_notation::{Entry, Notation, Positions};

#[test]
fn notations_have_names_and_extensions() {
    let all = Notation::ALL.map(|one| (one.name(), one.extension(), one.to_string()));
    let expected = [
        ("sgn", "sgn", "SGN"),
        ("sensei", "txt", "$$ diagram"),
        ("ascii", "txt", "text board"),
        ("showboard", "txt", "engine board"),
        ("fen", "fen", "FEN"),
    ];
    assert_eq!(
        all,
        expected.map(|(name, extension, words)| (name, extension, words.into()))
    );
}

fn notation(text: &str) -> Option<Notation> {
    Positions::recognize(text.as_bytes()).map(|file| file.notation())
}

#[test]
fn sgn_is_recognized_by_half_of_the_lines() {
    assert_eq!(notation("/1b1/-B"), Some(Notation::Sgn));
    assert_eq!(
        notation("# a comment\n\r\n  /1b1/-w name\nanything else\n"),
        Some(Notation::Sgn)
    );
    assert_eq!(notation("/1b1/-B\none\ntwo\n"), None);
    for text in ["1b1-B", "/1b1/-C", "/1x1/-B", "/1b1/B", "", "# /1b1/-B"] {
        assert_eq!(notation(text), None, "{text}");
    }
}

#[test]
fn fen_is_recognized_by_its_fields() {
    let rows = "9/9/9/4Ss3/3S1Ss2/4Ss3/9/9/S8[SSSSSSSSSSssssssssss]";
    for fields in ["w e5 60 85 1 0 55 0 5", "b - 0 65 0 1 65 2 3", "b - -65 0"] {
        assert_eq!(
            notation(&format!("# FEN\n{rows} {fields}\nx")),
            Some(Notation::Fen),
            "{fields}"
        );
        assert_eq!(
            notation(&format!("{rows} {fields}\nx\ny")),
            None,
            "{fields}"
        );
    }
    for fields in [
        "", "x - 0", "b", "b 55 0", "b e 0", "b e5x 0", "b e+5 0", "b e300 0", "b - x", "b -",
    ] {
        assert_eq!(notation(&format!("{rows} {fields}")), None, "{fields}");
    }
    assert_eq!(notation("9 b - 0 0 1"), None);
    assert_eq!(notation("9/9x b - 0 0 1"), None);
}

#[test]
fn boards_are_recognized_by_their_size_or_coordinates() {
    let square = "X....\n.....\n.....\n.....\n....O\n";
    assert_eq!(notation(square), Some(Notation::Ascii));
    assert_eq!(notation(&square.replace("X....\n", "")), None);
    assert_eq!(notation(&["......\n", square].concat()), None);
    let numbered = |rows: &[u8]| -> String {
        rows.iter()
            .map(|row| format!("{row} . . X . . .\n"))
            .collect()
    };
    assert_eq!(
        notation(&numbered(&[5, 4, 3, 2, 1])),
        Some(Notation::Showboard)
    );
    assert_eq!(notation(&numbered(&[4, 3, 2, 1])), None);
}

#[test]
fn diagrams_are_recognized_by_known_symbols() {
    assert_eq!(
        notation("text\n$$ | . X .\n$$ | . O .\n"),
        Some(Notation::Sensei)
    );
    assert_eq!(
        notation("$$ | . X . .\n$$ | ! ! . .\n"),
        Some(Notation::Sensei)
    );
    assert_eq!(notation("$$ | . X . .\n$$ | ! ! ! .\n"), None);
    assert_eq!(notation("$$ | . X . .\n"), None);
}

#[test]
fn files_have_a_charset() {
    let charset = |source: &[u8]| {
        let file = Positions::read(source, Notation::Sgn);
        let name = file.entries().next().unwrap().figure.title;
        let found = file.charset();
        (
            found.charset.name(),
            found.source.name(),
            found.is_sure(),
            file.utf16(),
            name,
        )
    };
    let of = |name, source, utf16, title: &str| (name, source, true, utf16, title.to_owned());
    let text = "/-B 聂卫平";
    assert_eq!(
        charset(text.as_bytes()),
        of("UTF-8", "content", None, "聂卫平")
    );
    assert_eq!(charset(b"/-B a"), of("UTF-8", "default", None, "a"));
    assert_eq!(charset(b"\xEF\xBB\xBF/-B a"), of("UTF-8", "bom", None, "a"));
    let units: Vec<u16> = ['\u{FEFF}']
        .into_iter()
        .chain(text.chars())
        .map(|c| c as u16)
        .collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    assert_eq!(
        charset(&little),
        of("UTF-8", "bom", Some("UTF-16LE"), "聂卫平")
    );
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    assert_eq!(
        charset(&big),
        of("UTF-8", "bom", Some("UTF-16BE"), "聂卫平")
    );
    let gbk = b"/-B \xC4\xF4\xCE\xC0\xC6\xBD";
    assert_eq!(charset(gbk), of("GBK", "guess", None, "聂卫平"));
}

#[test]
fn places_are_those_of_the_positions() {
    let places = |text: &str, notation| -> Vec<String> {
        let file = Positions::read(text.as_bytes(), notation);
        assert_eq!(file.text(), text);
        assert_eq!(file.places().len(), file.entries().len());
        file.places()
            .map(|place| text[place.range()].to_owned())
            .collect()
    };
    let text = "# c\n /1b1/-B name\n\n//-W\n";
    assert_eq!(places(text, Notation::Sgn), ["/1b1/-B", "//-W"]);
    let fen = "2/1S b - 0 0 1";
    assert_eq!(
        places(&format!("\n{fen} \r\n{fen}"), Notation::Fen),
        [fen, fen]
    );
    assert_eq!(places("..X", Notation::Ascii), ["..X"]);
}

#[test]
fn unreadable_positions_are_counted() {
    let fen = "2/1S b - 0 0 1";
    let text = format!("{fen}\n\n2/x b - 0 0 1\n{fen}\n");
    let file = Positions::read(text.as_bytes(), Notation::Fen);
    assert_eq!((file.entries().len(), file.unreadable_count()), (2, 1));
    let found = &file.diagnostics()[0];
    assert_eq!(
        (found.code.name, &text[found.span.range()]),
        ("board/unreadable", "x")
    );
    // A character is never cut.
    let text = "$$B\n$$ | . é .\n$$ | ! . é\n";
    let file = Positions::read(text.as_bytes(), Notation::Sensei);
    let found = file
        .diagnostics()
        .iter()
        .map(|found| &text[found.span.range()]);
    assert_eq!(found.collect::<Vec<_>>(), ["é", "!", "é"]);
}

#[test]
fn games_are_positions_as_records() {
    let text = "# Both\n\n# One\n/1b1/-B First\n//-W\n";
    let file = Positions::read(text.as_bytes(), Notation::Sgn);
    assert_eq!(file.comment(), "Both");
    let games: Vec<_> = file.games().collect();
    assert_eq!(games.len(), 2);
    let losses = |number: usize| -> Vec<&str> {
        games[number]
            .losses
            .iter()
            .map(|loss| &*loss.what)
            .collect()
    };
    // The comment is lost once.
    assert_eq!(losses(0), ["the comment on all positions"]);
    assert_eq!(losses(1), [""; 0]);
    assert_ne!(games[0].value, games[1].value);
    let file = Positions::read(b"//-W", Notation::Sgn);
    assert_eq!(file.games().next().unwrap().losses, []);
}

/// Returns the texts of the losses of an entry in a notation.
fn losses(entry: &Entry, notation: Notation) -> Vec<String> {
    let written = entry.write(notation);
    written
        .losses
        .iter()
        .map(|loss| loss.what.to_string())
        .collect()
}

#[test]
fn captures_are_lost_where_a_notation_has_none() {
    let entry = |captures: &str| {
        let text = format!("9/9/9/9/9/9/9/9/S8 b - 0 0 {captures} 0 0 1");
        let file = Positions::read(text.as_bytes(), Notation::Fen);
        file.entries().next().unwrap()
    };
    let captures = ["the number of captured stones"];
    for entry in ["1 0", "0 1"].map(entry) {
        assert_eq!(losses(&entry, Notation::Sgn), captures);
        assert_eq!(losses(&entry, Notation::Fen), [""; 0]);
        assert_eq!(losses(&entry, Notation::Showboard), [""; 0]);
        assert_eq!(losses(&entry, Notation::Sensei), captures);
    }
    let mut entry = entry("1 0");
    entry.figure.captures = Some(Default::default());
    for notation in Notation::ALL {
        let lost = losses(&entry, notation);
        assert!(
            !lost.iter().any(|lost| lost == captures[0]),
            "{notation}: {lost:?}"
        );
    }
}

#[test]
fn names_and_comments_become_lines() {
    let file = Positions::read(b"//-W", Notation::Sgn);
    let mut entry = file.entries().next().unwrap();
    entry.figure.title = " two\r\n lines ".into();
    entry.comment = "one\ntwo".into();
    assert_eq!(
        entry.write(Notation::Sgn).value,
        "# one\n# two\n//-W two  lines\n"
    );
    assert_eq!(losses(&entry, Notation::Sgn), ["the name"]);
}
