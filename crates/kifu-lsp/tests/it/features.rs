//! What each request answers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, MemoryFiles, apply, full};

const URI: &str = "file:///games/a.sgf";

fn client() -> Client {
    Client::new(full(), MemoryFiles::default())
}

/// The line and column of the first place of a word in a text, and a number of columns after it.
fn place(text: &str, word: &str, more: u32) -> (u32, u32) {
    let at = text.find(word).unwrap_or_else(|| panic!("no {word}"));
    let line = text[..at].matches('\n').count() as u32;
    let column = at - text[..at].rfind('\n').map_or(0, |start| start + 1);
    (line, column as u32 + more)
}

/// Sends a request for the place of a word.
fn at(client: &mut Client, method: &str, text: &str, word: &str, more: u32) -> Value {
    let (line, column) = place(text, word, more);
    client.at(&format!("textDocument/{method}"), URI, line, column)
}

/// The text in a range of one line.
fn text_of<'t>(text: &'t str, range: &Value) -> &'t str {
    let starts = crate::client::line_starts(text);
    let end = |end: &str| crate::client::offset(&starts, &range[end]);
    &text[end("start")..end("end")]
}

#[test]
fn a_finding_has_a_code_a_link_and_help() {
    let mut client = client();
    let found = client.check(URI, "(;FF[4]GM[1]\n;B[aa];W[aa]\nXY[1]");
    let by_code = |code: &str| found.iter().find(|found| found["code"] == code).unwrap();
    let unclosed = by_code("sgf/unclosed-tree");
    assert_eq!(unclosed["severity"], 1);
    assert_eq!(unclosed["source"], "kifu");
    assert_eq!(
        unclosed["codeDescription"]["href"],
        "https://docs.rs/kifu-check/latest/kifu_check/code_list/index.html#sgfunclosed-tree"
    );
    let occupied = by_code("rules/occupied");
    assert_eq!(
        occupied["range"],
        json!({
            "start": {"line": 1, "character": 8}, "end": {"line": 1, "character": 12},
        })
    );
    assert_eq!(by_code("property/unknown")["severity"], 3);
    client.close(URI);

    // A client without related information has the help in the message.
    let mut plain = Client::new(json!({}), MemoryFiles::default());
    let text = "(;FF[4]CA[x-no])";
    let message = plain.check(URI, text)[0]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    let found = &client.check(URI, text)[0];
    let help = found["relatedInformation"][0]["message"].as_str().unwrap();
    assert_eq!(
        message,
        format!("{}\n{help}", found["message"].as_str().unwrap())
    );
}

#[test]
fn repairs_are_code_actions() {
    let mut client = client();
    let text = "(;FF[4]KM[6,5]WL[x]BL[ 9]\n;B[aa];W[bb]BL[ 12]WL[ 7])";
    client.check(URI, text);
    let actions = client.actions(URI, &[]);
    let titles: Vec<&str> = actions
        .iter()
        .map(|action| action["title"].as_str().unwrap())
        .collect();
    assert_eq!(
        titles,
        [
            "Write `6.5`",
            "Repair all 4 findings of `value/spelling`",
            "Write `9`",
            "Write `12`",
            "Write `7`",
            "Make all safe repairs (4)",
        ]
    );
    assert_eq!(actions[0]["isPreferred"], true);
    assert_eq!(actions[0]["diagnostics"][0]["code"], "value/spelling");
    let one = client.apply(&actions[2], text).unwrap();
    assert_eq!(one, text.replace("[ 9]", "[9]"));
    let all = client.apply(&actions[5], text).unwrap();
    assert_eq!(all, "(;FF[4]KM[6.5]WL[x]BL[9]\n;B[aa];W[bb]BL[12]WL[7])");
    // An action belongs to its version of the text.
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": {"uri": URI, "version": 2},
            "contentChanges": [{
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": " ",
            }],
        }),
    );
    let outdated = client.request("codeAction/resolve", actions[0].clone());
    assert_eq!(outdated.unwrap_err().0, -32801);

    // A client that cannot request the edit later has it at once.
    let mut capabilities = full();
    capabilities["textDocument"]["codeAction"] =
        json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}});
    capabilities["workspace"] = json!({});
    let mut client = Client::new(capabilities, MemoryFiles::default());
    client.check(URI, text);
    let action = &client.actions(URI, &["source.fixAll.kifu"])[0];
    assert_eq!(apply(text, &action["edit"]["changes"][URI]), all);
}

/// A document can have the same version, and other findings.
#[test]
fn an_action_is_outdated_if_the_findings_have_changed() {
    let mut client = client();
    let outdated = |client: &mut Client, action: &Value| {
        let refused = client.request("codeAction/resolve", action.clone());
        assert_eq!(refused.unwrap_err().0, -32801);
    };
    client.check(URI, "(;FF[4]KM[6,5];B[aa]BL[ 9])");
    let first = client.actions(URI, &[])[0].clone();
    // The document is closed, and opened with another text of the same version.
    client.close(URI);
    client.check(URI, "(;FF[4]KM[7,5];B[aa]BL[ 9])");
    outdated(&mut client, &first);
    let second = client.actions(URI, &[])[0].clone();
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"kifu": {"rules": "none"}}}),
    );
    client.diagnostics(URI);
    outdated(&mut client, &second);
}

#[test]
fn all_safe_repairs_are_counted_whatever_is_shown() {
    let mut client = client();
    let text = "(;FF[4]KM[6,5];B[aa]BL[ 9];W[bb]WL[ 12])";
    client.check(URI, text);
    let mut actions = |settings: Value, count: usize| -> Vec<String> {
        let params = json!({"settings": {"kifu": settings}});
        client.notify("workspace/didChangeConfiguration", params);
        assert_eq!(client.diagnostics(URI).len(), count);
        let actions = client.actions(URI, &[]);
        if let Some(all) = actions.last() {
            let repaired = client.apply(all, text).unwrap();
            assert_eq!(repaired, "(;FF[4]KM[6.5];B[aa]BL[9];W[bb]WL[12])");
        }
        let titles = actions
            .iter()
            .map(|action| action["title"].as_str().unwrap().to_owned());
        titles.collect()
    };
    let all = "Make all safe repairs (3)";
    assert_eq!(actions(json!({"level": "error"}), 0), [all]);
    let limited = [
        "Write `6.5`",
        "Repair all 3 findings of `value/spelling`",
        all,
    ];
    // The second one says how many are not shown.
    assert_eq!(actions(json!({"limit": 1}), 2), limited);
    assert!(actions(json!({"allow": ["spelling"]}), 0).is_empty());
}

#[test]
fn repairs_that_are_not_safe_say_so() {
    let mut client = client();
    let text = "(;FF[4]SZ[9]B[cc];W[dd])";
    client.check(URI, text);
    let actions = client.actions(URI, &[]);
    let unsafe_one = actions
        .iter()
        .find(|action| action["isPreferred"] == false)
        .unwrap();
    assert!(
        unsafe_one["title"]
            .as_str()
            .unwrap()
            .ends_with("(unsafe: check the result)")
    );
    assert_eq!(
        client.apply(unsafe_one, text).unwrap(),
        "(;FF[4]SZ[9];B[cc];W[dd])"
    );
    assert_eq!(client.actions(URI, &["source.fixAll"]), Vec::<Value>::new());
}

#[test]
fn hovering_shows_the_board_and_the_meaning() {
    let mut client = client();
    let text = "(;FF[4]SZ[3]\n;B[aa];W[ba];B[bb];W[ab]C[takes]KM[6,5])";
    client.open(URI, text);
    let hover = at(&mut client, "hover", text, "takes", 0);
    assert_eq!(hover["contents"]["kind"], "markdown");
    let value = hover["contents"]["value"].as_str().unwrap();
    let (board, rest) = value.split_once("\n\n---\n\n").unwrap();
    assert!(
        board.starts_with(
            "**Move 4: White A2**, captures 1. Prisoners: Black 0, White 1.\n\n```text\n"
        ),
        "{board}"
    );
    assert!(board.contains(" 3 · ○ ·  3"), "{board}");
    assert_eq!(
        rest,
        "`C` **Comment**: a comment on the node\n\nany node; value: `text`; FF[1], FF[3], FF[4], draft of 2016"
    );
    assert_eq!(text_of(text, &hover["range"]), "C[takes]");
    let value = at(&mut client, "hover", text, "6,5", 1);
    let value = value["contents"]["value"].as_str().unwrap();
    assert!(
        value.contains(r"**info** `value/spelling`: \`KM\` has a komi that is not a plain number"),
        "{value}"
    );
    assert!(
        value.contains("Stricter programs cannot read the value."),
        "{value}"
    );
    let start = at(&mut client, "hover", text, "FF", 0);
    assert!(
        start["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("**No moves yet**")
    );
    // Text after the game has no board, only its finding.
    let text = "(;B[aa])\n\n text";
    client.open(URI, text);
    let value = at(&mut client, "hover", text, "text", 2);
    let value = value["contents"]["value"].as_str().unwrap();
    assert!(value.starts_with("**info** `sgf/text-after`"), "{value}");
}

#[test]
fn text_of_the_file_is_not_markdown() {
    let mut client = client();
    let evil = "`![x](https://evil.example/a.png)`<img src=x>";
    let text =
        format!("(;FF[4]SZ[5]KM[{evil}]\n;B[aa]LB[bb:```\n![x\\](https://evil.example/b.png)])");
    client.open(URI, &text);
    let value = at(&mut client, "hover", &text, "evil", 0);
    let value = value["contents"]["value"].as_str().unwrap();
    assert!(value.contains("**info** `value/unreadable`"), "{value}");
    assert!(
        !value.contains("![x]") && !value.contains(" <img"),
        "{value}"
    );
    let value = at(&mut client, "hover", &text, "B[aa]", 0);
    let value = value["contents"]["value"].as_str().unwrap();
    let (_, board) = value.split_once("````text\n").unwrap();
    let (board, rest) = board.split_once("````").unwrap();
    assert!(board.contains("```") && !rest.contains("evil"), "{value}");
}

#[test]
fn the_board_is_a_picture_or_missing_if_the_settings_say_so() {
    let mut client = client();
    let text = "(;FF[4];B[aa])";
    client.open(URI, text);
    let mut board = |settings: Value| {
        client.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": {"kifu": settings}}),
        );
        let hover = at(&mut client, "hover", text, "aa", 0);
        hover["contents"]["value"].as_str().unwrap().to_owned()
    };
    let picture = board(json!({"hover": {"image": true}}));
    assert!(
        picture.contains("\n\n![board](data:image/svg+xml;base64,PHN2Zy"),
        "{picture}"
    );
    assert!(board(json!({"hover": {"board": false}})).starts_with("`B` **Black**"));
    assert!(board(json!({})).contains("```text"));
}

#[test]
fn definitions_are_where_stones_were_placed() {
    let mut client = client();
    let text =
        "(;FF[4]SZ[19]AB[cc][pd:pe]\n;W[qq]\n;B[dd]TR[cc][pe]\n;C[D16 and d4, Q3]CR[aa]AE[qq])";
    client.open(URI, text);
    let mut definition = |word: &str, more: u32| {
        let found = at(&mut client, "definition", text, word, more);
        found
            .get("range")
            .map(|range| text_of(text, range).to_owned())
    };
    assert_eq!(definition("TR[cc]", 3), Some("cc".to_owned()));
    assert_eq!(definition("[pe]", 1), Some("pd:pe".to_owned()));
    assert_eq!(definition("D16", 1), Some("dd".to_owned()));
    assert_eq!(definition("d4", 0), None);
    assert_eq!(definition("AE[qq]", 4), Some("qq".to_owned()));
    assert_eq!(definition("B[dd]", 2), Some("dd".to_owned()));
    assert_eq!(definition("CR[aa]", 3), None);
    // The stone on A3 was captured.
    let captured = "(;FF[4]SZ[3];B[aa];W[ba];B[cc];W[ab]C[A3];B[bb]C[B3])";
    client.open("file:///captured.sgf", captured);
    let mut definition = |word: &str| {
        let (line, column) = place(captured, word, 0);
        client.at(
            "textDocument/definition",
            "file:///captured.sgf",
            line,
            column,
        )
    };
    assert_eq!(definition("A3"), Value::Null);
    assert_eq!(text_of(captured, &definition("B3")["range"]), "ba");
    let places = at(&mut client, "documentHighlight", text, "AE[qq]", 3);
    let kinds: Vec<&Value> = places
        .as_array()
        .unwrap()
        .iter()
        .map(|place| &place["kind"])
        .collect();
    assert_eq!(kinds, [3, 2]);
    let places = at(&mut client, "references", text, "TR[cc]", 3);
    assert_eq!(places.as_array().unwrap().len(), 2);
}

fn labels(items: &Value) -> Vec<&str> {
    items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect()
}

#[test]
fn properties_are_completed_with_their_meanings() {
    let mut client = client();
    let text = "(;FF[4]GM[1]\nP\n;B[aa]T)";
    client.open(URI, text);
    let items = at(&mut client, "completion", text, "P\n", 1);
    let item = |items: &Value, label: &str| -> Option<Value> {
        items
            .as_array()
            .unwrap()
            .iter()
            .find(|item| item["label"] == label)
            .cloned()
    };
    let black = item(&items, "PB").unwrap();
    assert_eq!(black["detail"], "Black's name");
    assert_eq!(black["textEdit"]["newText"], "PB[$0]");
    assert_eq!(text_of(text, &black["textEdit"]["range"]), "P");
    assert!(
        black["documentation"]["value"]
            .as_str()
            .unwrap()
            .contains("Black's name"),
        "{black}"
    );
    // Properties of the node and of other games are not proposed.
    assert_eq!(item(&items, "GM"), None);
    assert_eq!(item(&items, "AA"), None);
    // Old properties come last.
    let sorting = |label: &str| {
        item(&items, label).unwrap()["sortText"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(sorting("SZ") < sorting("CH") && sorting("CA") < sorting("TR"));
    assert_eq!(item(&items, "CH").unwrap()["tags"], json!([1]));
    let below = at(&mut client, "completion", text, "T)", 1);
    let rank =
        |label: &str| item(&below, label).unwrap()["sortText"].as_str().unwrap()[..5].to_owned();
    assert!(rank("TR") < rank("RE"));

    let mut plain = Client::new(json!({}), MemoryFiles::default());
    plain.open(URI, text);
    let items = at(&mut plain, "completion", text, "P\n", 1);
    assert_eq!(item(&items, "PB").unwrap()["textEdit"]["newText"], "PB[");
}

#[test]
fn values_are_completed() {
    let mut client = client();
    client.open(
        "file:///other.sgf",
        "(;PB[Cho Chikun]PW[Kobayashi \\] Koichi])",
    );
    let text = "(;FF[4]RU[Ja]CA[]DT[]SZ[9]PB[]RE[B]LB[aa:]AR[aa:b]ST[];B[aa];W[];PL[])";
    client.open(URI, text);
    let mut values = |word: &str, more: u32| {
        let items = at(&mut client, "completion", text, word, more);
        labels(&items)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert!(values("RU[Ja", 5).contains(&"Japanese".to_owned()));
    assert!(values("CA[", 3).contains(&"UTF-8".to_owned()));
    let date = &values("DT[", 3)[0];
    assert!(date.len() == 10 && date.starts_with("20"), "{date}");
    assert_eq!(values("PB[", 3), ["Cho Chikun", "Kobayashi \\] Koichi"]);
    assert!(values("RE[B", 4).contains(&"B+R".to_owned()));
    assert_eq!(values("PL[", 3), ["B", "W"]);
    assert_eq!(values("ST[", 3).len(), 4);
    // Moves are on empty points, labels anywhere; the text of a label is free.
    let moves = values("W[", 2);
    assert_eq!((moves.len(), moves.contains(&"aa".to_owned())), (80, false));
    assert_eq!(values("LB[", 3).len(), 81);
    assert_eq!(values("LB[aa:", 6), Vec::<String>::new());
    assert_eq!(values("AR[aa:b", 7).len(), 81);
    // An empty document becomes a game.
    client.open(URI, "");
    let items = client.at("textDocument/completion", URI, 0, 0);
    let game = items[0]["textEdit"]["newText"].as_str().unwrap();
    assert!(
        game.starts_with("(;FF[4]\nGM[1]\nCA[UTF-8]\nSZ[19]\nDT[2"),
        "{game}"
    );
}

#[test]
fn symbols_are_games_nodes_and_variations() {
    let mut client = client();
    let text = "(;GM[1]PB[Kim]PW[Lee]RE[B+R];B[pd](;W[dd]C[main\nline])(;W[dp];B[pp](;W[cc])(;W[qq])))\n(;SZ[9])";
    client.open(URI, text);
    let found = client
        .request(
            "textDocument/documentSymbol",
            json!({"textDocument": {"uri": URI}}),
        )
        .unwrap();
    fn names(symbols: &Value, depth: usize, out: &mut String) {
        for symbol in symbols.as_array().into_iter().flatten() {
            let detail = symbol["detail"].as_str().unwrap_or_default();
            *out += &format!(
                "{}{}|{detail}\n",
                "  ".repeat(depth),
                symbol["name"].as_str().unwrap()
            );
            names(&symbol["children"], depth + 1, out);
        }
    }
    let mut out = String::new();
    names(&found, 0, &mut out);
    assert_eq!(
        out,
        "Kim – Lee|B+R\n  \
           GM PB PW RE|\n  \
           1 Black Q16|\n  \
           2 White D16|main\n  \
           Variation 2 White D4|\n    \
             2 White D4|\n    \
             3 Black Q4|\n    \
             4 White C17|\n    \
             Variation 4 White R3|\n      \
               4 White R3|\n\
         Game 2|\n  \
           SZ|\n"
    );
    let folds = client
        .request(
            "textDocument/foldingRange",
            json!({"textDocument": {"uri": URI}}),
        )
        .unwrap();
    assert_eq!(
        folds,
        json!([{"startLine": 0, "endLine": 1, "kind": "region"}])
    );

    let mut plain = Client::new(json!({}), MemoryFiles::default());
    plain.open(URI, text);
    let found = plain
        .request(
            "textDocument/documentSymbol",
            json!({"textDocument": {"uri": URI}}),
        )
        .unwrap();
    let flat = found.as_array().unwrap();
    assert_eq!(flat.len(), 12);
    assert_eq!(
        (&flat[1]["name"], &flat[1]["containerName"]),
        (&json!("GM PB PW RE"), &json!("Kim – Lee"))
    );
}

#[test]
fn other_formats_have_symbols_and_formatting() {
    let mut client = client();
    let text =
        r#"{"game": {"black": "Kim", "white": "Lee",}, "tree": [{}, {"move": {"B": "pd"}}]}"#;
    let found = client.check(URI, text);
    assert!(
        found
            .iter()
            .all(|found| found["code"].as_str().unwrap().starts_with("jgf/")),
        "{found:?}"
    );
    let symbols = client
        .request(
            "textDocument/documentSymbol",
            json!({"textDocument": {"uri": URI}}),
        )
        .unwrap();
    assert_eq!(symbols.as_array().unwrap().len(), 1, "{symbols}");
    let params =
        json!({"textDocument": {"uri": URI}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = client.request("textDocument/formatting", params).unwrap();
    assert!(apply(text, &edits).ends_with("}\n"));
}

#[test]
fn only_pairs_are_completed_after_a_colon() {
    let mut client = client();
    client.open("file:///other.sgf", "(;PB[A: $0 b]PW[Lee])");
    let text = "(;FF[4]SZ[9]PB[A: $]AB[aa:b]LB[aa:];W[])";
    client.open(URI, text);
    let items = at(&mut client, "completion", text, "PB[", 7);
    assert_eq!(labels(&items), ["A: $", "A: $0 b", "Lee"]);
    let edit = &items[1]["textEdit"];
    assert_eq!(text_of(text, &edit["range"]), "A: $");
    // This is no place of a snippet.
    assert_eq!(edit["newText"], "A: $0 b");
    assert_eq!(items[1]["insertTextFormat"], Value::Null);
    let items = at(&mut client, "completion", text, "AB[", 7);
    assert_eq!(text_of(text, &items[0]["textEdit"]["range"]), "b");
    assert_eq!(labels(&items).len(), 81);
}

#[test]
fn uris_with_raw_characters_are_read() {
    let mut client = client();
    let raw = "file:///games/a [1].sgf";
    client.open(raw, "(;FF[4]GM[1]XY[1])");
    let encoded = "file:///games/a%20%5B1%5D.sgf";
    let diagnostics = client.diagnostics(encoded);
    assert_eq!(diagnostics[0]["code"], "property/unknown");
    for uri in [raw, encoded] {
        let hover = client.at("textDocument/hover", uri, 0, 3);
        assert!(hover["contents"]["value"].is_string(), "{hover}");
    }
    let actions = client.actions(raw, &[]);
    assert_eq!(actions, Vec::<Value>::new());
}

#[test]
fn a_rename_without_a_directory_is_a_warning() {
    let files = MemoryFiles(BTreeMap::from([(
        "/games/b.sgf".into(),
        b"(;PB[Cho])".to_vec(),
    )]));
    let mut client = Client::raw(files);
    let params = json!({"processId": null, "rootUri": null, "capabilities": full()});
    client.request("initialize", params).unwrap();
    client.notify("initialized", json!({}));
    client.open(URI, "(;PB[Cho])");
    let params = json!({
        "textDocument": {"uri": URI}, "position": {"line": 0, "character": 6}, "newName": "Lee",
    });
    let edit = client.request("textDocument/rename", params).unwrap();
    assert_eq!(edit["documentChanges"].as_array().unwrap().len(), 1);
    let warning = client.notification("window/showMessage");
    assert_eq!(
        warning["message"],
        "kifu: Cho was renamed in open files only, because no directory is open in the editor"
    );
}

#[test]
fn a_player_is_renamed_in_all_files() {
    let gbk = kifu_lsp::kifu::charset::Charset::GBK;
    let chinese = "(;PB[Cho]PW[\u{5433}\u{6E05}\u{6E90}\u{5433}\u{6E05}\u{6E90}];B[aa])";
    let saved = [
        ("a.sgf", b"(;PB[saved])".to_vec()),
        (
            "b.sgf",
            b"\xEF\xBB\xBF(;PW[Cho]C[Cho])\n(;PB[Cho ]PW[Choi])".to_vec(),
        ),
        ("c.sgf", gbk.encode(chinese).unwrap().into_owned()),
        (
            "d.jgf",
            br#"{"game": {"players": [{"color": "black", "name": "Cho"}]}, "tree": []}"#.to_vec(),
        ),
        ("e.sgf", b"(;PB[Kim])".to_vec()),
        ("f.sgf", b"(;PB[C\\ho])".to_vec()),
    ];
    let files = saved.map(|(name, bytes)| (format!("/games/{name}").into(), bytes));
    let mut client = Client::new(full(), MemoryFiles(BTreeMap::from(files)));
    let text = "(;PB[\u{1F600}]PW[Cho])";
    client.open(URI, text);
    let prepared = at(&mut client, "prepareRename", text, "Cho", 1);
    assert_eq!(prepared["placeholder"], "Cho");
    assert_eq!(text_of(text, &prepared["range"]), "Cho");
    assert_eq!(at(&mut client, "prepareRename", text, "(;", 1), Value::Null);
    let (line, column) = place(text, "Cho", 0);
    let mut rename = |name: &str| {
        let position = json!({"line": line, "character": column});
        let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": name});
        client.request("textDocument/rename", params)
    };
    assert_eq!(rename(" ").unwrap_err().0, -32602);
    assert_eq!(rename("a\nb").unwrap_err().0, -32602);
    let edit = rename("Cho [9p]").unwrap();
    let changes = edit["documentChanges"].as_array().unwrap();
    let uris: Vec<&str> = changes
        .iter()
        .map(|change| change["textDocument"]["uri"].as_str().unwrap())
        .collect();
    // The open text counts, and not the saved file.
    assert_eq!(uris, [URI, "file:///games/b.sgf", "file:///games/f.sgf"]);
    assert_eq!(
        (
            &changes[0]["textDocument"]["version"],
            &changes[1]["textDocument"]["version"]
        ),
        (&json!(1), &Value::Null)
    );
    assert_eq!(
        apply(text, &changes[0]["edits"]),
        "(;PB[\u{1F600}]PW[Cho [9p\\]])"
    );
    let edited = apply(
        "(;PW[Cho]C[Cho])\n(;PB[Cho ]PW[Choi])",
        &changes[1]["edits"],
    );
    assert_eq!(edited, "(;PW[Cho [9p\\]]C[Cho])\n(;PB[Cho ]PW[Choi])");
    assert_eq!(
        apply("(;PB[C\\ho])", &changes[2]["edits"]),
        "(;PB[Cho [9p\\]])"
    );
    let warning = client.notification("window/showMessage");
    assert_eq!(
        warning["message"],
        "kifu: 2 files with Cho not changed: /games/c.sgf (in GBK), /games/d.jgf (JGF 1 (v1-letters))"
    );
}

#[test]
fn a_player_is_not_renamed_in_other_charsets() {
    let charset = kifu_lsp::kifu::charset::Charset::ISO_2022_JP;
    let japanese = "(;CA[ISO-2022-JP]PB[Cho]PW[\u{6728}\u{8C37}])";
    let encoded = charset.encode(japanese).unwrap().into_owned();
    let latin = "(;CA[ISO-8859-1]PB[Cho])";
    let files = [
        ("a.sgf", b"(;PB[Cho])".to_vec()),
        ("b.sgf", b"(;CA[Big5]PB[Cho])".to_vec()),
        ("c.sgf", latin.as_bytes().to_vec()),
        ("d.sgf", encoded.clone()),
        ("e.sgf", encoded),
        ("f.sgf", b"(;CA[UTF-8]PB[Cho])".to_vec()),
        ("g.sgf", b"(;PB[Cho])\n(;CA[GBK]PB[Kim])".to_vec()),
    ];
    let files = files.map(|(name, bytes)| (format!("/games/{name}").into(), bytes));
    let mut client = Client::new(full(), MemoryFiles(BTreeMap::from(files)));
    client.open(URI, "(;PB[Cho])");
    // The editor decoded one file, and another one is ASCII.
    client.open("file:///games/e.sgf", japanese);
    client.open("file:///games/c.sgf", latin);
    let mut rename = |name: &str| {
        let position = json!({"line": 0, "character": 6});
        let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": name});
        let edit = client.request("textDocument/rename", params).unwrap();
        let changes = edit["documentChanges"].as_array().unwrap().iter();
        let uris = changes.map(|change| change["textDocument"]["uri"].as_str().unwrap());
        let names = uris.map(|uri| uri.trim_start_matches("file:///games/").to_owned());
        let names = names.collect::<Vec<_>>().join(" ");
        let warning = client.notification("window/showMessage");
        (names, warning["message"].as_str().unwrap().to_owned())
    };
    let (names, warning) = rename("\u{674E}");
    assert_eq!(names, "a.sgf f.sgf");
    assert_eq!(
        warning,
        "kifu: 5 files with Cho not changed: /games/c.sgf (in windows-1252), /games/e.sgf (stored in another charset), \
         /games/b.sgf (in Big5), /games/d.sgf (in ISO-2022-JP), /games/g.sgf (in GBK)"
    );
    // A name in ASCII is the same in most charsets.
    let (names, warning) = rename("Lee");
    assert_eq!(names, "a.sgf c.sgf b.sgf f.sgf g.sgf");
    assert_eq!(
        warning,
        "kifu: 2 files with Cho not changed: /games/e.sgf (stored in another charset), /games/d.sgf (in ISO-2022-JP)"
    );
    // What an editor decoded is not written as UTF-8.
    let params = json!({"textDocument": {"uri": "file:///games/e.sgf"}, "options": {"tabSize": 2, "insertSpaces": true}});
    let (_, why) = client
        .request("textDocument/formatting", params)
        .unwrap_err();
    assert!(why.contains("save it as UTF-8 first"), "{why}");
}

#[test]
fn a_file_in_another_charset_is_not_destroyed() {
    let text = "(;CA[GBK]PB[\u{5433}\u{6E05}\u{6E90}\u{5433}\u{6E05}\u{6E90}];B[pd])";
    let bytes = kifu_lsp::kifu::charset::Charset::GBK
        .encode(text)
        .unwrap()
        .into_owned();
    let damaged = String::from_utf8_lossy(&bytes).into_owned();
    let files = BTreeMap::from([("/games/a.sgf".into(), bytes)]);
    let mut client = Client::new(full(), MemoryFiles(files));
    // The editor decoded it as GBK: all is well, but it cannot be formatted as UTF-8.
    let found = client.check(URI, text);
    assert!(
        found
            .iter()
            .all(|found| !found["code"].as_str().unwrap().contains("charset")),
        "{found:?}"
    );
    let params =
        json!({"textDocument": {"uri": URI}, "options": {"tabSize": 2, "insertSpaces": true}});
    let (code, why) = client
        .request("textDocument/formatting", params)
        .unwrap_err();
    assert_eq!(code, -32803);
    assert!(why.contains("save it as UTF-8 first"), "{why}");
    // The editor decoded it as UTF-8.
    client.open(URI, &damaged);
    let warning = client.notification("window/showMessage");
    let warning = warning["message"].as_str().unwrap();
    assert!(
        warning.starts_with("a.sgf is in GBK, but the editor reads it in another charset"),
        "{warning}"
    );
}
