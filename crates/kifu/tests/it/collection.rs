//! Checks that games are read from chunks exactly as from the whole file.

use std::fmt::Write;
use std::io::Read;

use kifu::check::{Checker, Settings, check};
use kifu::collection::Collection;
use kifu::sgf::Document;
use kifu::span::{Diagnostic, Span};

/// Reads the SGF files of the corpus, ordered by name.
fn files() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/sgf");
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// Describes each game of a document: its place, its charset, its text, and the places of its values.
fn games(document: &Document, offset: u64) -> Vec<String> {
    let mut places: Vec<_> = document.games_in_text().collect();
    places.sort_by_key(|(root, _)| *root);
    let mut games = Vec::new();
    for (root, span) in places {
        let mut shown = String::new();
        let start = offset + u64::from(span.start);
        let charset = document.charset(root);
        write!(
            shown,
            "{start} {:?} {:?}",
            charset,
            &document.text()[span.range()].escape_ascii().to_string()
        )
        .unwrap();
        for id in document.forest().preorder(root) {
            let node = document.node(id);
            for property in node.properties() {
                for value in property.values() {
                    let span = value.span().unwrap();
                    let at = offset + u64::from(span.start);
                    write!(shown, " {at}+{}", span.end - span.start).unwrap();
                }
            }
        }
        games.push(shown);
    }
    games
}

fn shifted(mut found: Diagnostic, offset: u32) -> Diagnostic {
    let shift = |span: &mut Span| {
        span.start += offset;
        span.end += offset;
    };
    shift(&mut found.span);
    if let Some(fix) = &mut found.fix {
        fix.edits.iter_mut().for_each(|edit| shift(&mut edit.span));
    }
    found
}

/// Compares the chunks of a file with the whole file, and returns the number of chunks.
fn compare_chunks_with_whole(file: &[u8], chunk_len: usize) -> usize {
    let (mut chunked, mut findings) = (Vec::new(), Vec::new());
    let mut checker = Checker::new(&Settings::default());
    let mut count = 0;
    for chunk in Collection::with_chunk_len(file, chunk_len).unwrap() {
        let chunk = chunk.unwrap();
        let document = Document::parse(chunk.bytes.as_slice()).unwrap();
        let offset = chunk.start.offset;
        chunked.extend(games(&document, offset));
        let first = findings.len();
        checker.check(&document, |found| {
            findings.push(shifted(found, offset as u32))
        });
        findings[first..].sort_by_key(|found: &Diagnostic| found.span);
        count += 1;
    }
    let whole = Document::parse(file).unwrap();
    assert_same(&chunked, &games(&whole, 0));
    assert_same(&findings, &check(&whole, &Settings::default()));
    count
}

/// Compares element by element, so that a failure shows only the difference.
#[track_caller]
fn assert_same<T: PartialEq + std::fmt::Debug>(chunked: &[T], whole: &[T]) {
    for (chunked, whole) in chunked.iter().zip(whole) {
        assert_eq!(chunked, whole);
    }
    assert_eq!(chunked.len(), whole.len());
}

#[test]
fn chunks_of_joined_files_agree_with_the_whole() {
    let all = files();
    // After a game that is never closed, the rest of a collection is one chunk.
    let is_closed = |file: &&Vec<u8>| {
        let document = Document::parse(file.as_slice()).unwrap();
        let mut found = document.diagnostics();
        !found.any(|found| found.code.name.starts_with("sgf/unclosed"))
    };
    let closed: Vec<Vec<u8>> = all.iter().filter(is_closed).cloned().collect();
    let (mut tried, mut cut) = (0, 0);
    for files in [&all, &closed] {
        for (several, between, chunk_len) in [(12, "\n", 500), (31, "\r\n", 3000), (5, "", 300)] {
            for from in (0..files.len()).step_by(several) {
                let some = files.iter().cycle().skip(from).take(several);
                let joined = some.flat_map(|file| [file.as_slice(), between.as_bytes()].concat());
                let joined: Vec<u8> = joined.collect();
                tried += 1;
                cut += usize::from(compare_chunks_with_whole(&joined, chunk_len) > 1);
            }
        }
    }
    assert!(cut > tried / 2, "{cut} of {tried}");
}

/// Describes the records of a JGF file that is read in chunks, and the messages of its findings.
#[cfg(feature = "jgf")]
fn jgf_records(file: &[u8], chunk_len: usize) -> (usize, String, Vec<String>) {
    let mut collection = Collection::of_records(file, chunk_len).unwrap();
    let (mut chunks, mut records, mut messages) = (0, String::new(), Vec::new());
    let mut bytes = Vec::new();
    for part in collection.records() {
        let part = part.unwrap();
        let kifu::Record::Jgf(document) = &part.record else {
            panic!("the file is JGF");
        };
        for (number, record) in (part.games_before..).zip(&document.records) {
            let json = record.to_json(&kifu::jgf::Options::COMPACT);
            writeln!(records, "{number} {json}").unwrap();
        }
        for found in document.diagnostics() {
            let at = part.chunk.start.offset + u64::from(found.span.start);
            messages.push(format!("{at} {}", found.message));
        }
        bytes.extend(part.chunk.bytes);
        chunks += 1;
    }
    assert_eq!(bytes, file);
    (chunks, records, messages)
}

#[cfg(feature = "jgf")]
#[test]
fn jgf_in_chunks_is_read_as_a_whole() {
    // Larger than what is read at first.
    let game = |n: usize| {
        let move_of = |k: usize| format!(r#"{{"move": {{"{}": "dd"}}}}"#, ["B", "W"][k % 2]);
        let moves: Vec<String> = (0..=n % 40).map(move_of).collect();
        let tree = moves.join(", ");
        format!(
            r#"{{"record": {{"version": 1}}, "game": {{"name": "[{n}\\\"], {{"}}, "tree": [{{}}, {tree}]}}"#
        )
    };
    let games: Vec<String> = (0..8000).map(game).collect();
    let start = games.join(",\n");
    for end in [",\n{}]", ", 7, {\"tree\": [1]}, ]\n[{\"tree\": 'x'}]"] {
        let file = format!(" \n[{start}{end}");
        let (whole_count, whole, whole_found) = jgf_records(file.as_bytes(), usize::MAX);
        let (count, records, found) = jgf_records(file.as_bytes(), 1 << 20);
        let totals = |chunk_len| {
            let mut collection = Collection::of_records(file.as_bytes(), chunk_len).unwrap();
            let totals = collection.totals().map(|chunk| chunk.unwrap().1);
            totals.fold((0, 0), |sum, of| (sum.0 + of.games, sum.1 + of.nodes))
        };
        assert_eq!(totals(1 << 20), totals(usize::MAX));
        assert!(whole_count == 1 && count > 4, "{end}");
        assert!(records == whole, "{end}");
        assert_eq!(found, whole_found, "{end}");
    }
    // A finding in the first game: the file is not split.
    let file = format!("[{{\"tree\": [{{}},]}}, {start}]");
    let (count, records, found) = jgf_records(file.as_bytes(), 1 << 20);
    assert_eq!((count, records.lines().count(), found.len()), (1, 8001, 1));
}

#[cfg(feature = "ogs")]
#[test]
fn lines_of_ogs_in_chunks_are_read_as_a_whole() {
    let line = |n: usize| {
        let moves = vec!["[3, 3, 900]"; n % 9].join(", ");
        format!(
            r#"{{"game_id": {n}, "game_name": "}}\n{{", "initial_state": {{}}, "moves": [{moves}]}}"#
        )
    };
    let lines: Vec<String> = (0..2000).map(line).collect();
    for between in ["\n", "\r\n", "\n\n"] {
        let file = lines.join(between);
        let games = |chunk_len| {
            let mut collection = Collection::with_chunk_len(file.as_bytes(), chunk_len).unwrap();
            let mut games = String::new();
            let mut chunks = 0;
            for part in collection.records() {
                let part = part.unwrap();
                assert_eq!(part.record.format(), kifu::Format::Ogs);
                for (number, game) in (part.games_before..).zip(part.record.games()) {
                    let nodes = game.value.nodes.id_count();
                    writeln!(games, "{number} {nodes} {:?}", game.value.carried[0].values).unwrap();
                }
                chunks += 1;
            }
            (chunks, games)
        };
        let (whole_count, whole) = games(usize::MAX);
        let (count, parts) = games(4000);
        assert_eq!((whole_count, &parts), (1, &whole));
        assert!(count > 20, "{count}");
        assert!(
            whole.ends_with("1999 2 [\"1999\"]\n"),
            "{}",
            &whole[whole.len() - 40..]
        );
    }
}

#[test]
fn a_collection_has_its_bytes() {
    let text = "(;B[aa])\n(;B[bb])(;B[cc])\n";
    let open = || Collection::with_chunk_len(text.as_bytes(), 14).unwrap();
    let mut collection = open();
    assert!(collection.is_whole() || collection.bytes_yielded() == 0);
    collection.next().unwrap().unwrap();
    assert_eq!(
        (collection.is_whole(), collection.bytes_yielded()),
        (false, 8)
    );
    assert_eq!(collection.read_all().unwrap(), &text.as_bytes()[8..]);
    let mut collection = open();
    collection.next().unwrap().unwrap();
    let mut rest = String::new();
    collection.into_reader().read_to_string(&mut rest).unwrap();
    assert_eq!(rest, text[8..]);
    let mut collection = open();
    assert_eq!(collection.by_ref().count(), 3);
    assert_eq!(collection.bytes_yielded(), text.len() as u64);
    assert_eq!(collection.read_all().unwrap(), b"");
}

#[test]
fn an_empty_source_can_be_read_again() {
    let mut empty = Collection::open(std::io::Cursor::new("")).unwrap();
    for _ in 0..3 {
        assert_eq!(empty.by_ref().count(), 1);
        empty.rewind().unwrap();
    }
}

#[test]
fn lines_of_other_json_are_not_split() {
    let chunks = |line: &str| {
        let text = format!("{line}\n").repeat(9);
        Collection::with_chunk_len(text.as_bytes(), 2 * line.len() + 3)
            .unwrap()
            .count()
    };
    assert!(chunks(r#"{"game_id": 1, "initial_state": {}, "moves": []}"#) > 3);
    assert_eq!(chunks(r#"{"game": {}, "tree": [{}]}"#), 1);
    assert_eq!(
        chunks(r#"[{"game_id": 1, "initial_state": {}, "moves": []}]"#),
        1
    );
}

#[test]
fn a_chunk_has_a_format() {
    let chunk = |text: &str| {
        let mut all = Collection::open(text.as_bytes()).unwrap();
        let chunk = all.next().unwrap().unwrap();
        (chunk.format_name(), chunk.record().unwrap().format().name())
    };
    let gib = "\\HS\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n";
    let ogs = "{\"game_id\": 1, \"initial_state\": {}, \"moves\": []}";
    let ngf = "Rated game\n19\nhill 7D*\nriver 5D*\nwww.cyberoro.com\n0\n0\n6\n20170316 [09:51]\n5\n\
               White wins by resign!\n1\nPMABBQEEQ\n";
    let ugf = "[Header]\nVer=UGF3,200\nSize=19\nCoordinateType=IGS\n[Data]\nQP,B1,1,0\n";
    assert_eq!(chunk("(;B[aa])"), ("SGF", "sgf"));
    assert_eq!(chunk("Games:\n(;B[aa])"), ("SGF", "sgf"));
    assert_eq!(chunk("( ;B[aa])"), ("SGF", "sgf"));
    assert_eq!(chunk("7\t;B[aa];W[bb]\n"), ("SGF", "sgf"));
    assert_eq!(chunk("(\0;\0B\0[\0]\0)\0"), ("SGF", "sgf"));
    assert_eq!(chunk("{\"tree\":[{}]}"), ("JGF", "jgf"));
    assert_eq!(chunk(gib), ("GIB", "gib"));
    assert_eq!(chunk(ngf), ("NGF", "ngf"));
    assert_eq!(chunk(ogs), ("OGS", "ogs"));
    assert_eq!(chunk(ugf), ("UGF", "ugf"));
    assert_eq!(
        chunk("/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n"),
        ("positions", "sgn")
    );
}

#[test]
fn lines_are_counted_across_chunks() {
    for (text, len) in [
        ("(;B[aa]\n)\n(;B[bb])(;B[cc])", 16),
        ("(;B[aa]\r\n)\r\n(;B[bb])(;B[cc])", 17),
        ("(;B[aa]\r)\r(;B[bb])(;B[cc])", 16),
    ] {
        let chunks = Collection::with_chunk_len(text.as_bytes(), len).unwrap();
        let starts: Vec<u32> = chunks.map(|chunk| chunk.unwrap().start.line(1)).collect();
        assert_eq!(starts, [1, 2, 3], "{text:?}");
    }
}

/// A source that fails after some bytes.
struct Failing<'t>(&'t [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("the disk is on fire")),
            count => Ok(count),
        }
    }
}

#[test]
fn errors_of_the_source_end_a_collection() {
    let text = "(;FF[4];B[aa])\n".repeat(300_000);
    let mut collection = Collection::open(Failing(text.as_bytes())).unwrap();
    let results: Vec<_> = collection
        .by_ref()
        .take(10)
        .map(|chunk| chunk.is_ok())
        .collect();
    assert_eq!(results, [true, false]);
    let mut collection = Collection::open(Failing(text.as_bytes())).unwrap();
    assert_eq!(collection.records().filter(Result::is_err).count(), 1);
    assert!(Collection::open(Failing(b"(;B[aa])")).is_err());
}
