//! Laws: statements that hold for every file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kifu_lsp::kifu::charset::Charset;
use kifu_lsp::kifu::check::{Settings, check, fix};
use kifu_lsp::kifu::sgf::Document;
use kifu_lsp::kifu::sgf::canonical::{self, Style};
use kifu_lsp::kifu::span::{Diagnostic, Safety};
use kifu_lsp::kifu::{self, Record};
use kifu_testkit::{files, repository};
use serde_json::{Value, json};

use crate::client::{Client, MemoryFiles, full, line_starts, offset};

const URI: &str = "file:///games/a.sgf";

fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let known = [
        "sgf", "jgf", "gib", "ngf", "ugf", "ugi", "ogs", "rgf", "sgn",
    ];
    extension.is_some_and(|extension| known.contains(&extension))
}

/// The cases of all codecs and of `kifu-check`, and the corpus.
fn cases() -> Vec<(String, Vec<u8>)> {
    let crates = [
        "check", "sgf", "jgf", "gib", "ngf", "ugf", "ogs", "rgf", "sgn", "lex", "charset",
    ];
    let folders = crates.map(|name| format!("crates/kifu-{name}/test_data"));
    let mut cases = Vec::new();
    for folder in folders.iter().map(String::as_str).chain(["corpus"]) {
        for path in files(&repository(folder))
            .into_iter()
            .filter(|path| is_record(path))
        {
            cases.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    assert!(cases.len() > 1000, "{}", cases.len());
    cases
}

/// The text that an editor has for a file, and whether it is the file in UTF-8.
fn decoded(bytes: &[u8]) -> (String, bool) {
    match String::from_utf8(bytes.to_vec()) {
        Ok(text) => (
            text.strip_prefix('\u{FEFF}')
                .map(str::to_owned)
                .unwrap_or(text),
            true,
        ),
        Err(_) => {
            let charset = match kifu::read(bytes) {
                Ok(Record::Sgf(document)) => {
                    let root = document.roots().next();
                    root.map_or(Charset::UTF_8, |root| document.charset(root).charset)
                }
                Ok(record) => record
                    .charset()
                    .map_or(Charset::UTF_8, |found| found.charset),
                Err(_) => Charset::UTF_8,
            };
            (charset.decode(bytes).text.into_owned(), false)
        }
    }
}

fn client_of(bytes: &[u8]) -> Client {
    let files = BTreeMap::from([("/games/a.sgf".into(), bytes.to_vec())]);
    Client::new(full(), MemoryFiles(files))
}

/// Whether the text is SGF that the server reads in the same way as the file.
fn is_same_sgf(text: &str) -> bool {
    let Ok(Record::Sgf(document)) = kifu::read(text.as_bytes()) else {
        return false;
    };
    let is_utf8 = |root| document.charset(root).charset == Charset::UTF_8;
    let is_recording = kifu::rgf::Recording::is_likely(text.as_bytes());
    document.utf16().is_none()
        && !is_recording
        && (text.is_ascii() || document.roots().all(is_utf8))
}

fn code_of(found: &Value) -> &str {
    found["code"].as_str().unwrap_or_default()
}

#[test]
fn diagnostics_and_repairs_are_those_of_check_and_fix() {
    let settings = Settings::default();
    let mut compared = [0; 4];
    for (name, bytes) in cases() {
        let (text, is_utf8) = decoded(&bytes);
        if !is_utf8 || !is_same_sgf(&text) {
            continue;
        }
        let mut client = client_of(text.as_bytes());
        let shown = client.check(URI, &text);
        let document = || Document::parse(text.as_bytes()).unwrap();
        let streams = kifu::rgf::Streams::of(&document());
        let mut expected = check(&document(), &settings);
        expected.retain(|finding| !streams.names_media(finding.span));
        kifu::span::sort_by_span(&mut expected);
        let starts = line_starts(&text);
        let places = shown.iter().map(|found| {
            let range = &found["range"];
            (
                code_of(found).to_owned(),
                offset(&starts, &range["start"]),
                offset(&starts, &range["end"]),
            )
        });
        let places: Vec<_> = places.collect();
        // A place between CR and LF is before both.
        let place = |at: u32| {
            let at = at as usize;
            at - usize::from(
                at > 0 && text.as_bytes()[..at].ends_with(b"\r") && text[at..].starts_with('\n'),
            )
        };
        let wanted = expected.iter().map(|found| {
            (
                found.code.name.to_owned(),
                place(found.span.start),
                place(found.span.end),
            )
        });
        let mut wanted: Vec<_> = wanted.collect();
        if wanted.len() > 1000 {
            wanted.truncate(0);
        } else {
            assert_eq!(places, wanted, "{name}");
        }
        compared[0] += shown.len();
        // Each repair equals that of `fix` for this finding alone.
        let with_fix: Vec<&Diagnostic> = expected
            .iter()
            .filter(|found| found.fix.is_some())
            .collect();
        let actions = client.actions(URI, &["quickfix"]);
        let is_single = |action: &&Value| action["data"]["repair"].get("one").is_some();
        let singles: Vec<&Value> = actions.iter().filter(is_single).collect();
        if wanted.len() == expected.len() {
            assert_eq!(singles.len(), with_fix.len(), "{name}");
        }
        let limit = if text.len() < 2000 { 30 } else { 2 };
        for (action, finding) in singles.iter().zip(&with_fix).take(limit) {
            let mut repaired = document();
            let made = kifu::check::repair(&mut repaired, std::slice::from_ref(*finding)).unwrap();
            let repaired = repaired.into_bytes();
            match client.apply(action, &text) {
                Some(applied) => assert_eq!(applied.as_bytes(), repaired, "{name}: {finding}"),
                None => assert_eq!(made, [false], "{name}: {finding}"),
            }
            compared[1] += 1;
            // The same as `kifu fix --only CODE`, if no other finding has the code.
            let alone = expected
                .iter()
                .filter(|other| other.code == finding.code)
                .count()
                == 1;
            let all = fix(document(), &settings, |found| found.code == finding.code).unwrap();
            if alone && all.repaired.len() == 1 {
                assert_eq!(all.document.into_bytes(), repaired, "{name}: {finding}");
                compared[2] += 1;
            }
        }
        for action in actions
            .iter()
            .filter(|action| !is_single(action))
            .take(limit)
        {
            let chosen = &action["data"]["repair"]["code"];
            let safety =
                |found: &Diagnostic| found.fix.as_deref().map(|fix| fix.safety == Safety::Safe);
            let choose = |found: &Diagnostic| {
                found.code.name == chosen["code"] && safety(found) == chosen["safe"].as_bool()
            };
            let expected = fix(document(), &settings, choose)
                .unwrap()
                .document
                .into_bytes();
            let applied = client.apply(action, &text).unwrap();
            assert_eq!(applied.as_bytes(), expected, "{name}: {chosen}");
            compared[2] += 1;
        }
        // `source.fixAll` is `kifu fix --all-safe`.
        let is_safe = |found: &Diagnostic| {
            found
                .fix
                .as_deref()
                .is_some_and(|fix| fix.safety == Safety::Safe)
        };
        let safe = fix(document(), &settings, is_safe)
            .unwrap()
            .document
            .into_bytes();
        match client.actions(URI, &["source.fixAll"]).as_slice() {
            [] => assert_eq!(safe, text.as_bytes(), "{name}"),
            [all] => {
                assert_eq!(all["kind"], "source.fixAll.kifu");
                let applied = client.apply(all, &text).unwrap();
                assert_eq!(applied.as_bytes(), safe, "{name}");
                compared[3] += 1;
            }
            _ => panic!("{name}: there is one action for all"),
        }
    }
    assert!(compared.iter().all(|count| *count > 200), "{compared:?}");
}

#[test]
fn other_formats_have_the_findings_of_check() {
    let settings = Settings::default();
    let mut formats = BTreeMap::new();
    for (name, bytes) in cases() {
        let (text, is_utf8) = decoded(&bytes);
        if !is_utf8 || kifu::rgf::Recording::is_likely(text.as_bytes()) {
            continue;
        }
        let record = kifu::read(text.as_bytes()).unwrap();
        let expected = match &record {
            Record::Sgf(_) => continue,
            Record::Jgf(document) => kifu::check_jgf_document(document, text.as_bytes(), &settings),
            Record::Gib(document) => kifu::check_gib(document, &settings),
            Record::Ngf(document) => kifu::check_ngf(document, &settings),
            Record::Ogs(document) => kifu::check_ogs(document, &settings),
            Record::Ugf(document) => kifu::check_ugf(document, &settings),
            Record::Positions(positions) => kifu::check_positions(positions, &settings),
        };
        let mut expected = expected.unwrap();
        kifu::span::sort_by_span(&mut expected);
        let mut client = client_of(text.as_bytes());
        let shown = client.check(URI, &text);
        let codes: Vec<&str> = shown.iter().map(code_of).collect();
        let wanted: Vec<&str> = expected.iter().map(|found| found.code.name).collect();
        if expected.len() > 1000 {
            let last = shown.last().unwrap()["message"].as_str().unwrap();
            assert_eq!(
                last,
                format!(
                    "{} more findings are not shown; the setting `limit` is 1000",
                    expected.len() - 1000
                )
            );
            continue;
        }
        assert_eq!(codes, wanted, "{name}");
        let starts = line_starts(&text);
        for (shown, found) in shown.iter().zip(&expected) {
            let at = offset(&starts, &shown["range"]["start"]);
            assert!(
                at.abs_diff(found.span.start as usize) <= 3,
                "{name}: {shown}"
            );
        }
        *formats.entry(record.format().name()).or_insert(0) += expected.len();
        for action in client.actions(URI, &["source.fixAll"]) {
            assert_ne!(client.apply(&action, &text).unwrap(), text, "{name}");
        }
    }
    for format in ["JGF", "GIB", "NGF", "OGS", "UGF", "SGN"] {
        assert!(
            formats
                .iter()
                .any(|(name, count)| name.eq_ignore_ascii_case(format) && *count > 5),
            "{formats:?}"
        );
    }
}

#[test]
fn recordings_have_the_findings_of_their_reader() {
    let mut found = 0;
    for (name, bytes) in cases()
        .into_iter()
        .filter(|(name, _)| name.ends_with(".rgf"))
    {
        let (text, is_utf8) = decoded(&bytes);
        if !is_utf8 {
            continue;
        }
        let session = kifu::rgf::Session::of_recording("a.rgf", text.as_bytes()).unwrap();
        let (_, expected) = session.loaded().next().unwrap().1.check();
        let uri = "file:///games/a.rgf";
        let mut client = Client::new(full(), MemoryFiles::default());
        let shown = client.check(uri, &text);
        let codes: Vec<&str> = shown.iter().map(code_of).collect();
        let wanted: Vec<&str> = expected.iter().map(|found| found.code.name).collect();
        assert_eq!(codes, wanted, "{name}");
        found += shown.len();
    }
    assert!(found > 30, "{found}");
}

#[test]
fn formatting_is_that_of_fmt() {
    let mut compared = 0;
    for (name, bytes) in cases() {
        let (text, is_utf8) = decoded(&bytes);
        if !is_utf8 || !is_same_sgf(&text) {
            continue;
        }
        let mut client = client_of(text.as_bytes());
        client.open(URI, &text);
        let params = json!({
            "textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": true},
        });
        let edits = client.request("textDocument/formatting", params);
        let document = Document::parse(text.as_bytes()).unwrap();
        match (edits, canonical::write(&document, &Style::default())) {
            (Ok(edits), Ok(written)) => {
                let formatted = crate::client::apply(&text, &edits);
                assert_eq!(formatted.as_bytes(), written.text, "{name}");
                compared += 1;
            }
            (Err((code, _)), Err(_)) => assert_eq!(code, -32803),
            (edits, written) => panic!("{name}: {edits:?} {written:?}"),
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn requests_at_every_byte_never_fail() {
    const METHODS: [&str; 5] = [
        "textDocument/hover",
        "textDocument/completion",
        "textDocument/definition",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
    ];
    let (mut hovers, mut definitions) = (0, 0);
    for (name, bytes) in cases() {
        // Long files repeat what short ones have.
        if bytes.len() > 300 {
            continue;
        }
        let (text, _) = decoded(&bytes);
        let mut client = client_of(&bytes);
        client.open(URI, &text);
        let starts = line_starts(&text);
        let ends = starts.iter().skip(1).copied().chain([text.len() + 2]);
        for (line, (start, end)) in starts.iter().zip(ends).enumerate() {
            // Also columns after the end of the line, and in the middle of characters.
            for column in 0..=end - start {
                for method in METHODS {
                    let step = if method == "textDocument/hover" { 1 } else { 7 };
                    if (column + line) % step != 0 {
                        continue;
                    }
                    let params = json!({
                        "textDocument": {"uri": URI}, "position": {"line": line, "character": column},
                    });
                    let answer = client
                        .request(method, params)
                        .unwrap_or_else(|error| panic!("{name} {error:?}"));
                    hovers += usize::from(method == "textDocument/hover" && !answer.is_null());
                    definitions +=
                        usize::from(method == "textDocument/definition" && !answer.is_null());
                }
            }
        }
    }
    assert!(
        hovers > 10_000 && definitions > 200,
        "{hovers} {definitions}"
    );
}

/// Checks that a symbol is in its parent, and that its name is in it. Returns the number of symbols.
fn assert_nested(
    symbol: &Value,
    starts: &[usize],
    outer: (usize, usize),
    depth: usize,
    name: &str,
) -> usize {
    let ends = |range: &Value| {
        (
            offset(starts, &range["start"]),
            offset(starts, &range["end"]),
        )
    };
    let range = ends(&symbol["range"]);
    let selection = ends(&symbol["selectionRange"]);
    assert!(
        outer.0 <= range.0 && range.1 <= outer.1,
        "{name}: {symbol} in {outer:?}"
    );
    assert!(
        range.0 <= selection.0 && selection.1 <= range.1,
        "{name}: {symbol}"
    );
    assert!(selection.0 <= selection.1 && !symbol["name"].as_str().unwrap().is_empty());
    assert!(depth < 40, "{name}");
    let children = symbol["children"].as_array().into_iter().flatten();
    let count: usize = children
        .map(|child| assert_nested(child, starts, range, depth + 1, name))
        .sum();
    count + 1
}

#[test]
fn symbols_and_folds_nest() {
    let (mut symbols, mut folds) = (0, 0);
    let mut cases = cases();
    cases.push((
        "deep".to_owned(),
        "(;B[aa](;W[bb])".repeat(3000).into_bytes(),
    ));
    cases.push((
        "wide".to_owned(),
        format!("(;{})", "(;B[aa])".repeat(30_000)).into_bytes(),
    ));
    for (name, bytes) in cases {
        let (text, _) = decoded(&bytes);
        let mut client = client_of(&bytes);
        client.open(URI, &text);
        let starts = line_starts(&text);
        let params = json!({"textDocument": {"uri": URI}});
        let found = client
            .request("textDocument/documentSymbol", params.clone())
            .unwrap();
        for symbol in found.as_array().unwrap() {
            symbols += assert_nested(symbol, &starts, (0, text.len()), 0, &name);
        }
        let found = client.request("textDocument/foldingRange", params).unwrap();
        let lines = starts.len() as u64;
        for fold in found.as_array().unwrap() {
            let (start, end) = (
                fold["startLine"].as_u64().unwrap(),
                fold["endLine"].as_u64().unwrap(),
            );
            assert!(start < end && end < lines, "{name}: {fold}");
            folds += 1;
        }
    }
    assert!(symbols > 10_000 && folds > 300, "{symbols} {folds}");
}

#[test]
fn text_in_another_charset_has_no_findings_about_its_charset() {
    let mut seen = 0;
    for (name, bytes) in cases() {
        let (text, is_utf8) = decoded(&bytes);
        if is_utf8 || text.contains('\u{FFFD}') || !text.contains("CA[") {
            continue;
        }
        seen += 1;
        let mut client = client_of(&bytes);
        for found in client.check(URI, &text) {
            let code = code_of(&found);
            assert!(
                !["sgf/charset-contradicted", "sgf/undecodable-text"].contains(&code),
                "{name}: {found}"
            );
        }
    }
    assert!(seen > 20, "{seen}");
}
