//! The sources of reports: the places that they name.

use kifu::report::{
    Options, ReportBuilder, ReportWriter, Source, SourceName, Tool, gib_source, jgf_source,
    ngf_source, ogs_source, sgf_source, ugf_source,
};
use kifu::sgf::Document;
use kifu::span::Diagnostic;
use kifu::{Record, check::check, read};

/// The first line of each finding of a report, and its place.
fn places(source: Source<'_>, found: Vec<Diagnostic>) -> Vec<String> {
    let options = Options::default();
    let mut builder = ReportBuilder::new(&options, SourceName::file("file"));
    builder.add(source, found).unwrap();
    let report = builder.finish().unwrap();
    let mut out = Vec::new();
    let mut writer = ReportWriter::new(options.format, Tool::default());
    writer.write(&mut out, &report).unwrap();
    writer.finish(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--> "));
    lines.map(str::to_owned).collect()
}

fn places_in_sgf(source: &[u8]) -> Vec<String> {
    let document = Document::parse(source).unwrap();
    let found = check(&document, &Default::default());
    places(sgf_source(&document), found)
}

#[test]
fn places_in_sgf_are_named_by_nodes() {
    assert_eq!(places_in_sgf(b"(;FF[4]GM[1]KM[6,5])"), ["file:1:16 m0"]);
    assert_eq!(
        places_in_sgf(b"(;FF[4]GM[1];B[aa](;W[zz])(;W[bb]\n;B[zz]))\n(;FF[4]GM[1];B[aa];W[zz])"),
        [
            "file:1:23 m1+1",
            "file:2:4 m1+1:1.2",
            "file:3:22 game 2 m1+1"
        ]
    );
    assert_eq!(
        places_in_sgf("(;FF[4]GM[1]C[囲碁]KM[6,5])".as_bytes()),
        ["file:1:21 m0"]
    );
}

#[test]
fn places_in_utf_16_are_those_of_the_file() {
    let text = "\u{FEFF}(;FF[4]GM[1]C[囲碁]\n;B[zz])";
    for file in [
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>(),
        text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ] {
        assert_eq!(places_in_sgf(&file), ["file:2:4 m0+1"]);
    }
}

#[test]
fn places_in_other_formats_are_lines_and_pointers() {
    let of = |source: &str| {
        let record = read(source).unwrap();
        let first = |found: &[Diagnostic]| found[..1].to_vec();
        match &record {
            Record::Jgf(document) => places(jgf_source(source), first(document.diagnostics())),
            Record::Gib(document) => places(gib_source(document), first(document.diagnostics())),
            Record::Ngf(document) => places(ngf_source(document), first(document.diagnostics())),
            Record::Ogs(document) => places(ogs_source(document), first(document.diagnostics())),
            Record::Ugf(document) => places(ugf_source(document), first(document.diagnostics())),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        of("{\"game\":\n{\"komi\":\"6.5\"},\"tree\":[{}]}"),
        ["file:2:9 /game/komi"]
    );
    let ogs = "{\"game_id\": 1, \"initial_state\": {},\n \"moves\": [[3, 3, 900], 7]}";
    assert_eq!(of(ogs), ["file:2:25 /moves/1"]);
    let gib = "\\HS\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 99\n\\GE\n";
    assert!(of(gib)[0].starts_with("file:7:"), "{:?}", of(gib));
    let ngf = "Rated game\n19\nhill 7D*\nriver 5D*\nwww.cyberoro.com\n0\n0\n6\n20170316 [09:51]\n5\n\
               White wins by resign!\n2\nPMABBQEEQ\nPMACWzzzz\n";
    assert!(of(ngf)[0].starts_with("file:12:"), "{:?}", of(ngf));
    let ugf =
        "[Header]\nVer=UGF3,200\nSize=19\nCoordinateType=IGS\n[Data]\nQP,B1,1,0\nQQQ,W1,2,0\n";
    assert!(of(ugf)[0].starts_with("file:7:"), "{:?}", of(ugf));
}
