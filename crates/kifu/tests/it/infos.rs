//! Summaries of games, and the charsets of many files.

use kifu::charset::{Charset, CharsetSource, Hint, Vote};
use kifu::info::{
    CharsetTally, CharsetTotals, FileCharset, FileInfo, FindingCounts, GameInfo, GameSummary,
    Totals,
};
use kifu::sgf::Document;
use kifu::span::Severity;

fn summary(source: &str) -> GameSummary {
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    GameSummary::of(document.node(root), &GameInfo::of(&document, root))
}

#[test]
fn a_summary_is_one_line() {
    for (source, line) in [
        (
            "(;PB[Sato]PW[Lee]RE[B+R]DT[1999];B[pd];W[dd])",
            "Sato – Lee, B+R, 1999, 19x19, 2 moves",
        ),
        ("(;PB[Sato]SZ[13:9];B[aa])", "Sato – ?, 13x9, 1 move"),
        ("(;PW[Lee]PB[ ])", "? – Lee, 19x19, 0 moves"),
        ("(;GN[A game])", "A game, 19x19, 0 moves"),
        ("(;GN[A game]PB[Sato])", "Sato – ?, 19x19, 0 moves"),
        ("(;)", "? – ?, 19x19, 0 moves"),
    ] {
        assert_eq!(summary(source).to_string(), line, "{source}");
    }
}

#[test]
fn a_summary_has_players_with_ranks_and_the_komi() {
    let of = |source| {
        let summary = summary(source);
        [
            summary.black,
            summary.white,
            summary.komi,
            summary.result,
            summary.date,
        ]
        .map(Option::unwrap_or_default)
    };
    assert_eq!(
        of("(;PB[Sato]BR[3d]PW[ Lee ]KM[6.5]RE[B+R]DT[1999])"),
        ["Sato 3d", "Lee", "6.5", "B+R", "1999"]
    );
    assert_eq!(of("(;BR[3d]KM[much]RE[ ])"), ["3d", "", "much", "", ""]);
    assert_eq!(of("(;AP[foxwq]RU[Chinese]KM[375])")[2], "375 (means 7.5)");
    let long = "x".repeat(60);
    assert_eq!(
        of(&format!("(;PB[{long}]PW[{long}y])"))[..2],
        [long.clone(), format!("{long}…")]
    );
}

#[test]
fn chunks_of_a_file_add_up() {
    let [first, second] = ["(;PB[Sato]KM[6,5]B[aa]B[bb])", "(;SZ[9]x[]AB[aa]AB[bb])(;)"];
    let documents = [first, second].map(|source| Document::parse(source).unwrap());
    let mut info = FileInfo::of(&documents[0]).into_owned();
    info.add(FileInfo::of(&documents[1]));
    let both = Document::parse(format!("{first}{second}")).unwrap();
    assert_eq!(info, FileInfo::of(&both));
    let counts = info.diagnostics;
    assert!(
        counts.error + counts.warning + counts.info > 2,
        "{counts:?}"
    );
    assert_eq!(info.games.len(), 3);
}

#[test]
fn findings_are_counted_by_severity() {
    let mut counts = FindingCounts::default();
    for (severity, count) in [
        (Severity::Error, 1),
        (Severity::Warning, 2),
        (Severity::Info, 3),
    ] {
        counts.add(severity, count);
        counts.add(severity, 10);
    }
    assert_eq!((counts.error, counts.warning, counts.info), (11, 12, 13));
}

#[test]
fn totals_count_every_format() {
    let of = |source: &str| {
        let totals = Totals::of(source.as_bytes()).unwrap();
        (totals.games, totals.nodes)
    };
    assert_eq!(
        of(r#"[{"tree":[{},{"move":{"B":"aa"}}]},{"tree":[{}]}]"#),
        (2, 3)
    );
    // A variation without nodes, a move that was added to the root, and a game without nodes.
    for (tree, nodes) in [
        (r#"[{},[[{}],[]]]"#, 2),
        (
            r#"[{},{"move":{"color":"black","x":3,"y":3},"rootMove":true},{}]"#,
            2,
        ),
        (r#"[{},[[{"rootMove":true}],[{}]],7]"#, 4),
        (r#"[]"#, 1),
    ] {
        assert_eq!(
            of(&format!(r#"{{"record":{{"version":2}},"tree":{tree}}}"#)),
            (1, nodes),
            "{tree}"
        );
    }
    assert_eq!(of("/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n"), (2, 2));
    assert_eq!(of("(;)\n/1b2/1bw1/-B One\n"), (1, 1));
    assert_eq!(of("(;C[/1b2/1bw1/-B One])"), (1, 1));
}

/// Two names in GBK. The second is too short to be certain.
const LONG: &[u8] = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xB3\xA3\xEA\xBB])";
const SHORT: &[u8] = b"(;PB[\xB9\xC5\xC1\xA6])";

#[test]
fn files_vote_on_their_charset() {
    let hint = Hint::for_label("cn");
    let mut vote = Vote::default();
    for file in [LONG, SHORT] {
        vote.add(&FileCharset::ballot(file, hint).unwrap().unwrap());
    }
    for certain in [
        &b"(;PB[a])"[..],
        b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])",
        "(;PB[é])".as_bytes(),
    ] {
        assert!(FileCharset::ballot(certain, hint).unwrap().is_none());
    }
    let decided = FileCharset::of(SHORT, hint, Some(&vote)).unwrap();
    assert_eq!(
        (decided.detected.charset, decided.detected.source),
        (Charset::GBK, CharsetSource::Guess)
    );
    assert!(decided.runner_up().is_none());
    let root = decided.document.roots().next().unwrap();
    assert_eq!(
        decided.document.node(root).simple_text("PB").as_deref(),
        Some("古力")
    );
    let alone = FileCharset::of(SHORT, None, None).unwrap();
    let other = alone.runner_up().unwrap();
    assert_ne!(other.charset, alone.detected.charset);
    assert!(other.confidence <= alone.detected.confidence);
}

#[test]
fn a_charset_is_described_with_its_source() {
    let of = |bytes: &[u8]| FileCharset::of(bytes, None, None).unwrap().to_string();
    assert_eq!(of("(;PB[é])".as_bytes()), "UTF-8 by its bytes");
    assert_eq!(
        of("(;CA[GBK]PB[é囲碁])".as_bytes()),
        "UTF-8 by its bytes; CA declares GBK"
    );
    assert_eq!(of(b"\xEF\xBB\xBF(;PB[a])"), "UTF-8 by its byte order mark");
    assert_eq!(of(b"(\0;\0P\0B\0[\0a\0]\0)\0"), "UTF-16LE by its bytes");
    assert_eq!(of(b"{\"tree\":[{}]}"), "UTF-8 as required for JSON");
    let guess = of(SHORT);
    assert!(
        guess.contains(" guessed, ") && guess.contains("; or "),
        "{guess}"
    );
    // The first game with other characters decides.
    assert_eq!(
        of(b"(;PB[a])(;CA[GBK]PB[\xB9\xC5\xC1\xA6])"),
        "GBK declared"
    );
    let declared = |bytes: &[u8]| FileCharset::of(bytes, None, None).unwrap().declared();
    assert_eq!(declared(b"(;CA[GBK])").as_deref(), Some("GBK"));
    assert_eq!((declared(b"(;PB[a])"), declared(b"")), (None, None));
}

#[test]
fn charsets_are_counted() {
    let mut totals = CharsetTotals::default();
    let mut add = |file: &[u8]| {
        totals.add(&CharsetTally::of(
            &FileCharset::of(file, None, None).unwrap(),
        ))
    };
    for file in [
        &b"(;PB[a])"[..],
        "(;PB[é])".as_bytes(),
        b"\xEF\xBB\xBF(;PB[a])",
    ] {
        add(file);
    }
    for file in [&b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])"[..], LONG] {
        add(file);
    }
    // Two values do not decode.
    add(b"(;CA[UTF-8]PB[\xC3]PW[\xE5\x9B\xB2\xE7\xA2\x81\xFF]C[\xE5\x9B\xB2\xE7\xA2\x81\xE5\x9B\xB2\xE7\xA2\x81])");
    assert_eq!(
        (totals.undecodable().values, totals.undecodable().files),
        (2, 1)
    );
    let [utf8, gbk] = totals.by_count()[..] else {
        panic!("{totals}");
    };
    assert_eq!((utf8.charset, utf8.files), ("UTF-8", 4));
    assert_eq!((gbk.charset, gbk.files), ("GBK", 2));
    let sources: Vec<(&str, u64)> = utf8
        .sources
        .iter()
        .map(|(name, files)| (*name, *files))
        .collect();
    assert_eq!(
        sources,
        [("bom", 1), ("ca", 1), ("content", 1), ("default", 1)]
    );
    let guessed = [utf8, gbk].map(|count| count.guesses.iter().map(|band| band.files).sum::<u64>());
    assert_eq!(guessed, [0, 1]);
    let from = gbk.guesses.map(|band| band.from);
    assert_eq!(from, [0.99, 0.9, 0.7, 0.0]);
    let confidence = FileCharset::of(LONG, None, None)
        .unwrap()
        .detected
        .confidence;
    let least = f64::from(confidence.per_10_000()) / 10_000.0;
    let band = gbk.guesses.iter().find(|band| least >= band.from).unwrap();
    assert_eq!(band.files, 1);
    let table = totals.to_string();
    assert!(
        table.ends_with("values that cannot be decoded: 2, in 1 file\n"),
        "{table}"
    );
}
