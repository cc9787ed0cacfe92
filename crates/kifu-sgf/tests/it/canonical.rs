//! Tests of the canonical form. A law checks that it keeps the meaning.

use kifu_sgf::Document;
use kifu_sgf::Undecodable;
use kifu_sgf::canonical::{
    self, Canonical, CanonicalError, HeaderPolicy, Layout, PassStyle, PointStyle, Style,
};

const HEAD: &str = "(;FF[4]\nGM[1]\nCA[UTF-8]\n";

fn written(source: impl AsRef<[u8]>, style: Style) -> Result<Canonical, CanonicalError> {
    let document = Document::parse(source.as_ref()).unwrap();
    canonical::write(&document, &style)
}

/// Returns the text after the head that every Go game has.
fn body(source: impl AsRef<[u8]>) -> String {
    let text = written(source, Style::default()).unwrap().text;
    let text = String::from_utf8(text).unwrap();
    let body = text.strip_prefix(HEAD).expect("a head");
    body.strip_suffix(")\n").expect("a `)`").trim_end().into()
}

/// Checks how a node with these properties is written.
#[track_caller]
fn is(properties: &str, expected: &str) {
    let source = format!("(;FF[4];{properties})");
    assert_eq!(body(source), format!(";{expected}"), "{properties}");
}

#[test]
fn properties_have_an_order() {
    is(
        "C[c]N[n]LB[aa:1]TR[bb]BL[9]B[aa]QQ[?]",
        "B[aa]BL[9]TR[bb]LB[aa:1]N[n]C[c]QQ[?]",
    );
    is("PL[W]AE[cc]AW[bb]AB[aa]", "AB[aa]AW[bb]AE[cc]PL[W]");
    assert_eq!(
        body("(;C[c]RE[0]AB[aa]KM[6.5]PW[w]PB[b]AP[a:1]SZ[9]GN[g])"),
        "AP[a:1]\nSZ[9]\nGN[g]\nPB[b]\nPW[w]\nKM[6.5]\nRE[0]\nAB[aa]C[c]"
    );
}

#[test]
fn properties_with_the_same_name_are_merged() {
    is("AB[aa]C[one]AB[ba]C[two]", "AB[aa:ba]C[one\ntwo]");
    is("MN[5]MN[5]", "MN[5]");
    is("MN[5]MN[6]", "MN[5]XMN[6]");
    is("MN[5]MN[6]XMN[a]", "MN[5]XMN[a][6]");
    // Unknown properties keep all values, and a second move stays a move.
    is("QQ[1]QQ[1]", "QQ[1][1]");
    is("B[aa]B[aa]", "B[aa]B[aa]");
}

#[test]
fn order_is_kept_where_it_matters() {
    is("W[bb]B[aa]", "W[bb]B[aa]");
    is("AB[aa]AW[aa]AB[aa]", "AB[aa]");
    is("AB[aa:cc]AE[bb]AW[ba]", "AB[aa:ac][ca:cc][bc]AW[ba]AE[bb]");
    is("AW[aa]AB[bb]", "AB[bb]AW[aa]");
    // `ZZ` explains the property after it.
    is("C[c]ZZ[explained]B[aa]", "C[c]ZZ[explained]B[aa]");
}

#[test]
fn old_names_become_new_ones_with_the_same_meaning() {
    is("Black[aa]", "B[aa]");
    is("M[aa][bb]", "MA[aa][bb]");
    is("L[cc][aa]L[bb]", "LB[cc:a][aa:b][bb:c]");
    is("L[zz]", "L[zz]");
    assert_eq!(body("(;LKM[6.5])"), "KM[6.5]");
    assert_eq!(body("(;LKM[6.5]KM[7])"), "KM[7]\nLKM[6.5]");
    assert_eq!(body("(;KI[11])"), "KM[5.5]");
    assert_eq!(body("(;KI[11]KM[5.5])"), "KM[5.5]");
    assert_eq!(body("(;KI[13]KM[5.5])"), "KM[5.5]\nKI[13]");
    assert_eq!(body("(;FF[3]VW[aa][cc];PL[2])"), "VW[aa:cc]\n;PL[W]");
    assert_eq!(
        body("(;GK[1]TE[Meijin]KO[6.5]HD[2];TE[1])"),
        "EV[Meijin]\nKM[6.5]\nHD[2]\n;TE[1]"
    );
}

#[test]
fn properties_with_another_meaning_are_renamed() {
    let written = written("(;FF[3]LT[];B[aa])", Style::default()).unwrap();
    let note = &written.notes[0];
    assert_eq!(note.help.as_deref(), Some("kept as `XLT`"));
    assert_eq!(body(&written.text), "XLT[]\n;B[aa]");
    is("[aa]", "X[aa]");
    is("B[aa]w2Y[1]", "B[aa]X2Y[1]");
}

#[test]
fn values_are_spelled_as_specified() {
    is("B[ t t ]", "B[]");
    is("W[AA]", "W[AA]");
    is("TR[bb][zz][][aa:ba][ab]", "TR[aa:bb][zz]");
    is("DD[]", "DD[]");
    is("TE[]", "TE[1]");
    is("AR[a a:b b]", "AR[aa:bb]");
    is("LB[aa:a:b]", "LB[aa:a\\:b]");
    is(
        "C[a\\\nb\r\nc\\d \\[12k\\] \\]]",
        "C[ab\nc]".replace("c]", "cd [12k\\] \\]]").as_str(),
    );
    is("N[one\ntwo]", "N[one two]");
    assert_eq!(
        body("(;SZ[9x9]KM[5 1/2]RE[White wins by resignation]PL[black])"),
        "SZ[9]\nKM[5.5]\nRE[W+R]\nPL[B]"
    );
    assert_eq!(body("(;RU[chinese])"), "RU[Chinese]");
    is("V[ 012.50 ]", "V[12.5]");
    is("V[1,5]", "V[1.5]");
    is("V[2E3]", "V[2000]");
    // A number of this size is clearer with its exponent.
    is("V[2E40]", "V[2E40]");
    // Uncertain values stay unchanged.
    assert_eq!(
        body("(;RE[B+R (lost on time?)]DT[spring])"),
        "DT[spring]\nRE[B+R (lost on time?)]"
    );
}

#[test]
fn a_pass_is_tt_only_on_boards_without_this_point() {
    let tt = Style {
        pass: PassStyle::Tt,
        ..Style::default()
    };
    for (size, pass) in [
        ("9", "tt"),
        ("19", "tt"),
        ("20", ""),
        ("19:20", ""),
        ("20:19", ""),
    ] {
        let source = format!("(;SZ[{size}];B[];W[]C[c])");
        let text = String::from_utf8(written(source, tt).unwrap().text).unwrap();
        assert!(
            text.ends_with(&format!("\n;B[{pass}];W[{pass}]C[c])\n")),
            "{text}"
        );
    }
}

#[test]
fn data_that_does_not_fit_is_kept_under_another_name() {
    assert_eq!(body("(;GM[1]GM[];B[aa])"), ";B[aa]");
    assert_eq!(body("(;GM[]GM[1]GM[go]SZ[]HA[]KM[])"), "XGM[go]");
    is("B[aa][bb]", "B[aa]XB[bb]");
    is("B[hello]", "XB[hello]");
    is("W[aaa]C[c]", "C[c]XW[aaa]");
    is("TR[aa][?]LB[aa]SQ[]", "TR[aa]XTR[?]XLB[aa]");
    is("MN[five]C[a][b]", "C[a]XMN[five]XC[b]");
    // A point off the board, and one in Western coordinates, are points.
    is("B[zz]TR[D4]", "B[zz]TR[D4]");
    assert_eq!(body("(;KM[][6.5]SZ[big]SZ[9])"), "XKM[6.5]XSZ[big][9]");
    assert_eq!(body("(;SZ[]SZ[9]SZ[13])"), "SZ[9]\nXSZ[13]");
    assert_eq!(body("(;SZ[][x[]y]SZ[big])"), "XSZ[x[\\]y][big]");
    let written = written("(;SZ[9]KM[]KM[5.5];B[aa][bb])", Style::default()).unwrap();
    let notes: Vec<String> = written
        .notes
        .iter()
        .map(|note| {
            format!(
                "{}: {}",
                note.code.name,
                note.help.as_deref().unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(
        notes,
        [
            "value/empty: left out",
            "sgf/duplicate-property: the first one is kept, and this one is renamed to `XKM`",
            "value/too-many: all but the first are kept as `XB`"
        ]
    );
}

#[test]
fn undecodable_text_is_refused_replaced_or_kept() {
    let source = b"(;CA[UTF-8]PB[\xE5\x90]PW[\xE6\x9D\x8E]LB[aa:\xFF][bb:x])";
    let with = |undecodable| {
        let document = Document::parse(source).unwrap();
        let style = Style {
            undecodable,
            ..Style::default()
        };
        canonical::write(&document, &style)
    };
    let refused = with(Undecodable::Refuse).unwrap_err();
    assert_eq!(refused.diagnostics.len(), 2);
    let replaced = with(Undecodable::Replace).unwrap();
    assert_eq!(
        body(&replaced.text),
        "PB[\u{FFFD}]\nPW[李]\nLB[aa:\u{FFFD}][bb:x]"
    );
    let kept = with(Undecodable::Keep).unwrap();
    let expected = b"PB[\xE5\x90]\nPW[\xE6\x9D\x8E]\nLB[aa:\xFF][bb:x]\n)\n";
    assert!(
        kept.text.ends_with(expected),
        "{}",
        kept.text.escape_ascii()
    );
    assert_eq!(kept.notes.len(), 2);
    assert!(kept.notes[1].message.starts_with("`LB`: "));
    // Text whose charset is only guessed from a few bytes is not rewritten.
    let guessed = Document::parse(b"(;CA[UTF-8]C[\xFF\xFE raw])").unwrap();
    let refused = canonical::write(&guessed, &Style::default()).unwrap_err();
    assert!(
        refused.to_string().contains("only guessed (windows-1251"),
        "{refused}"
    );
}

#[test]
fn an_identifier_without_a_value_is_not_a_pass() {
    is("N", "N[]");
    let written = written("(;FF[4];B;W[aa])", Style::default()).unwrap();
    assert_eq!(body(&written.text), ";;W[aa]");
    assert_eq!(written.notes.len(), 1);
}

#[test]
fn trees_keep_their_shape() {
    assert_eq!(
        body("(;B[aa](;W[bb])(;W[cc];)())"),
        "B[aa]\n(;W[bb])\n(;W[cc];)\n(;)"
    );
    assert_eq!(body("(;B[aa]()(;W[bb]))"), "B[aa]\n(;W[bb])\n(;)");
    assert_eq!(body("(;B[aa]())"), "B[aa]\n;");
    assert_eq!(body("(;B[aa]("), "B[aa]");
    assert_eq!(body("(;B[aa];W[bb]((("), "B[aa]\n;W[bb]");
    assert_eq!(body("(;B[aa](;W[bb]))"), "B[aa]\n;W[bb]");
    let two = written("(;B[aa])(;B[bb])", Style::default()).unwrap();
    let two = String::from_utf8(two.text).unwrap();
    assert_eq!(two, format!("{HEAD}B[aa]\n)\n\n{HEAD}B[bb]\n)\n"));
    let compact = Style {
        layout: Layout::Compact,
        ..Style::default()
    };
    let two = written("(;B[aa])(;B[bb](;W[cc])(;W[dd]))", compact).unwrap();
    let head = HEAD.replace('\n', "");
    let expected = format!("{head}B[aa])\n{head}B[bb](;W[cc])(;W[dd]))\n");
    assert_eq!(String::from_utf8(two.text).unwrap(), expected);
}

#[test]
fn lines_are_broken_between_values() {
    let style = Style {
        wrap: Some(20),
        points: PointStyle::Expand,
        ..Style::default()
    };
    let written = written("(;;AB[aa:ee]C[a comment longer than a line];B[ff])", style).unwrap();
    let text = String::from_utf8(written.text).unwrap();
    let body = text.strip_prefix(HEAD).unwrap();
    assert_eq!(body.lines().next(), Some(";AB[aa][ba][ca][da]"));
    assert!(
        body.lines()
            .all(|line| line.len() <= 20 || line.starts_with("C["))
    );
    assert!(body.ends_with("\nC[a comment longer than a line]\n;B[ff])\n"));
}

#[test]
fn lists_of_points_can_stay_as_they_are() {
    let keep = Style {
        points: PointStyle::Keep,
        ..Style::default()
    };
    let written = written("(;FF[4];TR[bb][zz][][ba:aa][bb])", keep).unwrap();
    let text = String::from_utf8(written.text).unwrap();
    assert!(text.ends_with("TR[bb][zz][aa:ba][bb])\n"), "{text}");
}

#[test]
fn other_games_keep_their_values() {
    let source = "(;GM[11]FF[3]IS[xx:on]B[a1]  AB[c3][b2];W[swap\\]pieces])";
    let written = written(source, Style::default()).unwrap();
    assert_eq!(
        String::from_utf8(written.text).unwrap(),
        "(;CA[UTF-8]\nGM[11]\nFF[4]\nIS[xx:on]\nB[a1]AB[c3][b2]\n;W[swap\\]pieces])\n"
    );
}

#[test]
fn values_of_go_in_another_game_are_left_alone() {
    let properties =
        "DT[6 May 1996]\nBR[9 dan]\nRE[White wins by resignation]\nTM[1 hour]\nRU[chinese]\n;TE[]";
    let of = |game: &str| {
        let source = format!("(;FF[4]GM[{game}]{properties})");
        let text = written(source, Style::default()).unwrap().text;
        String::from_utf8(text).unwrap()
    };
    assert_eq!(
        of("1"),
        format!("{HEAD}DT[1996-05-06]\nBR[9d]\nRU[Chinese]\nTM[3600]\nRE[W+R]\n;TE[1])\n")
    );
    assert_eq!(
        of("2"),
        format!("(;CA[UTF-8]\nFF[4]\nGM[2]\n{properties})\n")
    );
}

#[test]
fn text_in_any_charset_becomes_utf8() {
    let source = b"(;CA[GB2312]PB[\xB9\xC5\xC1\xA6];B[aa])(;CA[Shift_JIS]PB[\x83\\\x83\\\x83g])";
    let written = written(source, Style::default()).unwrap();
    let text = String::from_utf8(written.text).unwrap();
    assert!(
        text.contains("PB[古力]") && text.contains("PB[ソソト]"),
        "{text}"
    );
    assert_eq!(text.matches("CA[UTF-8]").count(), 2);
}

#[test]
fn documents_that_would_lose_data_are_refused() {
    let refused = |source: &[u8]| {
        let found = written(source, Style::default()).unwrap_err();
        (
            found.diagnostics[0].code.name,
            found.diagnostics[0].span.start,
        )
    };
    assert_eq!(refused(b"no game"), ("sgf/no-game", 0));
    let torn = b"(;CA[UTF-8]PB[\xE5\x8F\xA4\xE5\x8A\x9B]C[\xE5\x8F])";
    assert_eq!(refused(torn), ("sgf/undecodable-text", 22));
    // In UTF-16 these are characters; in UTF-8 they would be read as ISO-2022-KR.
    let shifts = "\u{FEFF}(;PB[\x1B$)C\x0E@LC\"H#\x0F];B[aa])";
    let shifts: Vec<u8> = shifts.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(refused(&shifts), ("sgf/charset-contradicted", 0));
    let cut = b"(\0;\0B\0[\0a\0a\0]\0)\0\n";
    assert_eq!(refused(cut), ("sgf/undecodable-text", 8));
}

#[test]
fn a_refusal_names_the_first_place_and_counts_the_others() {
    let torn = |values: usize| {
        let source = [
            b"(;CA[UTF-8]PB[\xE5\x8F\xA4\xE5\x8A\x9B]",
            &*b"C[\xE5\x8F]".repeat(values),
            b")",
        ];
        let refused = written(source.concat(), Style::default()).unwrap_err();
        assert_eq!(refused.diagnostics.len(), values);
        let first = refused.diagnostics[0].message.to_string();
        refused.to_string().strip_prefix(&first).map(str::to_owned)
    };
    assert_eq!(torn(1).as_deref(), Some(""));
    assert_eq!(torn(2).as_deref(), Some(", and one more place"));
    assert_eq!(torn(4).as_deref(), Some(", and 3 more places"));
}

#[test]
fn text_outside_games_is_noted() {
    let source = "From: me\n(;B[aa] junk!)between(;B[bb]))";
    let codes = |header| {
        let style = Style {
            header,
            ..Style::default()
        };
        let notes = written(source, style).unwrap().notes;
        notes.iter().map(|note| note.code.name).collect::<Vec<_>>()
    };
    let rest = ["sgf/junk", "sgf/text-between", "sgf/stray-close"];
    assert_eq!(codes(HeaderPolicy::Keep), rest);
    assert_eq!(
        codes(HeaderPolicy::Drop),
        [&["sgf/text-before"][..], &rest].concat()
    );
}

#[test]
fn the_fast_path_for_moves_spells_them_the_same() {
    let letters = || ('a'..='z').chain('A'..='Z').step_by(3);
    let moves = letters().flat_map(|col| letters().map(move |row| format!(";B[{col}{row}]\n")));
    let moves: String = moves.chain([";W[tt];B[]".to_owned()]).collect();
    let tt = Style {
        pass: PassStyle::Tt,
        layout: Layout::OneMovePerLine,
        ..Style::default()
    };
    let narrow = Style {
        wrap: Some(4),
        ..Style::default()
    };
    for head in ["FF[3]SZ[9]", "SZ[19]", "FF[4]SZ[21:30]", "SZ[52]", "GM[2]"] {
        for style in [Style::default(), tt, narrow] {
            let parse = |comment: &str| {
                let text = format!("(;{head}C[{comment}](;B[aa](;W[bb];B[cc])(;W[tt]))({moves}))");
                Document::parse(text).unwrap()
            };
            let quick = parse("new");
            // The fast path is not used for an edited document.
            let mut thorough = parse("old");
            let root = thorough.roots().next().unwrap();
            thorough.node_mut(root).set("C", ["new"]).unwrap();
            let [quick, thorough] = [quick, thorough].map(|document| {
                let text = canonical::write(&document, &style).unwrap().text;
                String::from_utf8(text).unwrap()
            });
            assert_eq!(quick, thorough, "{head}");
        }
    }
}

#[test]
fn a_version_that_does_not_decode_is_left_out() {
    let source = b"(;FF[\xE5\x90]CA[UTF-8]PB[\xE6\x9D\x8E];FF[\xE5\x90])";
    let document = Document::parse(source).unwrap();
    for undecodable in [Undecodable::Replace, Undecodable::Keep] {
        let style = Style {
            undecodable,
            ..Style::default()
        };
        let written = canonical::write(&document, &style).unwrap();
        assert!(written.text.starts_with(b"(;FF[4]\n"));
        let help: Vec<_> = written
            .notes
            .iter()
            .map(|note| note.help.as_deref())
            .collect();
        let other = match undecodable {
            Undecodable::Keep => "the bytes are kept",
            _ => "undecodable bytes are replaced by U+FFFD",
        };
        // A node that is not a root keeps its value.
        assert_eq!(help[0], Some("left out: the output declares `FF[4]`"));
        assert!(help.contains(&Some(other)), "{help:?}");
        let kept = written
            .text
            .windows(2)
            .filter(|two| two == b"\xE5\x90")
            .count();
        assert_eq!(kept, usize::from(undecodable == Undecodable::Keep));
    }
}

#[test]
fn junk_does_not_contradict_the_new_charset() {
    use kifu_sgf::charset::Charset;
    let source = b"(;CA[UTF-8]PB[\xE5\x90]\xFF\xFE\xFD C[\xE6\x9D\x8E]\xBA\xDA\xCF\xC8 PW[x])";
    let document = Document::parse(source).unwrap();
    assert!(!document.undecodable().is_empty());
    let recoded = document
        .recode_with(Charset::UTF_8, Undecodable::Replace)
        .unwrap();
    let read = Document::parse(recoded.bytes.as_slice()).unwrap();
    assert_eq!(read.undecodable(), [], "{}", recoded.bytes.escape_ascii());
    let junk = recoded
        .notes
        .iter()
        .filter(|note| note.code.name == "sgf/junk");
    assert_eq!(junk.count(), 2);
}

/// Half a code unit at the end of UTF-16 is refused, replaced or kept like other text that does not
/// decode.
#[test]
fn half_a_unit_follows_the_policy() {
    let utf16 = |text: &str| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        let bytes: Vec<u8> = b"\xFF\xFE"
            .iter()
            .copied()
            .chain(units)
            .chain([b'x'])
            .collect();
        Document::parse(bytes).unwrap()
    };
    let after = utf16("(;PB[x];B[aa])");
    let within = utf16("(;PB[x];B[aa]C[text");
    let written = |document: &Document, undecodable| {
        let style = Style {
            undecodable,
            ..Style::default()
        };
        let written = canonical::write(document, &style).ok()?;
        assert_eq!(written.notes.last()?.code.name, "sgf/undecodable-text");
        Some(String::from_utf8(written.text).unwrap())
    };
    let recoded = |document: &Document, undecodable| {
        let recoded = document
            .recode_with(kifu_sgf::charset::Charset::UTF_8, undecodable)
            .ok()?;
        assert_eq!(recoded.notes.len(), 1);
        Some(String::from_utf8(recoded.bytes).unwrap())
    };
    for document in [&after, &within] {
        assert_eq!(document.undecodable().len(), 1);
        assert_eq!(written(document, Undecodable::Refuse), None);
        assert_eq!(recoded(document, Undecodable::Refuse), None);
    }
    let replaced = written(&within, Undecodable::Replace).unwrap();
    assert!(replaced.contains("C[text\u{FFFD}]"), "{replaced}");
    // Text outside the games is left out, and noted.
    for undecodable in [Undecodable::Replace, Undecodable::Keep] {
        let text = written(&after, undecodable).unwrap();
        assert!(text.ends_with(";B[aa])\n"), "{text}");
    }
    assert_eq!(written(&within, Undecodable::Keep), None);
    let text = recoded(&within, Undecodable::Replace).unwrap();
    assert!(text.ends_with("C[text\u{FFFD}"), "{text}");
    assert_eq!(
        recoded(&after, Undecodable::Keep).unwrap(),
        "(;PB[x];B[aa])x"
    );
    assert_eq!(recoded(&within, Undecodable::Keep), None);
}

#[test]
fn half_a_unit_is_replaced_in_the_order_of_its_bytes() {
    let text = "\u{FEFF}(;PB[x];C[text";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(order).chain([0]).collect();
        let document = Document::parse(bytes).unwrap();
        let style = Style {
            undecodable: Undecodable::Replace,
            ..Style::default()
        };
        let written = canonical::write(&document, &style).unwrap();
        let written = String::from_utf8(written.text).unwrap();
        assert!(written.contains("C[text\u{FFFD}]"), "{written}");
    }
}

#[test]
fn notes_say_where_values_are_kept() {
    let help = |properties: &str| -> Vec<String> {
        let document = Document::parse(format!("(;FF[4];{properties})")).unwrap();
        let written = canonical::write(&document, &Style::default()).unwrap();
        let help = written.notes.iter().filter_map(|note| note.help.as_deref());
        help.map(str::to_owned).collect()
    };
    assert_eq!(help("TR[aa]"), [""; 0]);
    assert_eq!(help("TR[aa][??]"), ["this value is kept as `XTR`"]);
    assert_eq!(help("TR[??][aa][!!]"), ["these values are kept as `XTR`"]);
    assert_eq!(help("MN[1][2][3]"), ["all but the first are kept as `XMN`"]);
}
