//! The life of a session, and messages that go wrong.

use std::collections::BTreeMap;

use kifu_lsp::SessionEnd;
use lsp_server::Message;
use serde_json::{Value, json};

use crate::client::{Client, MemoryFiles, full};

const URI: &str = "file:///games/a.sgf";

#[test]
fn a_session_ends_when_the_client_says_so() {
    let mut client = Client::raw(MemoryFiles::default());
    let refused = client
        .request("textDocument/hover", Value::Null)
        .unwrap_err();
    assert_eq!(refused.0, -32002);
    let params = json!({"processId": null, "capabilities": full()});
    let initialized = client.request("initialize", params.clone()).unwrap();
    assert_eq!(initialized["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(initialized["serverInfo"]["name"], "kifu");
    assert_eq!(client.request("initialize", params).unwrap_err().0, -32600);
    client.notify("initialized", json!({}));
    assert_eq!(
        client.request("no/such", Value::Null).unwrap_err().0,
        -32601
    );
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(
        client
            .request("textDocument/hover", Value::Null)
            .unwrap_err()
            .0,
        -32600
    );
    client.notify("exit", Value::Null);
    assert_eq!(client.hang_up(), SessionEnd::Shutdown);

    assert_eq!(
        Client::new(full(), MemoryFiles::default()).hang_up(),
        SessionEnd::Aborted
    );
    let mut client = Client::new(full(), MemoryFiles::default());
    client.notify("exit", Value::Null);
    assert_eq!(client.hang_up(), SessionEnd::Aborted);
    assert_eq!(
        Client::new(full(), MemoryFiles::default()).shut_down(),
        SessionEnd::Shutdown
    );
}

#[test]
fn positions_are_in_utf16_unless_the_client_supports_utf8() {
    for (offered, chosen, column) in [
        (json!({}), "utf-16", 10),
        (
            json!({"positionEncodings": ["utf-16", "utf-8"]}),
            "utf-8",
            14,
        ),
        (json!({"positionEncodings": ["utf-32"]}), "utf-32", 9),
    ] {
        let mut client = Client::raw(MemoryFiles::default());
        let params = json!({"processId": null, "capabilities": {"general": offered}});
        let initialized = client.request("initialize", params).unwrap();
        assert_eq!(initialized["capabilities"]["positionEncoding"], chosen);
        let found = client.check(URI, "(;FF[4]\nC[\u{53E4}\u{1F600}]KM[6,5])");
        let found = found.iter().find(|found| found["code"] == "value/spelling");
        let start = &found.unwrap()["range"]["start"];
        assert_eq!(
            (&start["line"], &start["character"]),
            (&json!(1), &json!(column - 1))
        );
    }
}

#[test]
fn messages_that_cannot_be_read_do_not_end_the_session() {
    let mut client = Client::new(full(), MemoryFiles::default());
    let notification = "{\"jsonrpc\":\"2.0\",\"method\":7}";
    let request = "{\"jsonrpc\":\"2.0\",\"id\":5000000000,\"method\":\"x\"}";
    for (body, answer) in [
        ("{", Some((-32700, json!(null)))),
        (
            "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":\"\\ud800\"}",
            Some((-32700, json!(null))),
        ),
        ("\u{0}", Some((-32700, json!(null)))),
        ("", Some((-32700, json!(null)))),
        ("[]", Some((-32600, json!(null)))),
        (request, Some((-32600, json!(5_000_000_000_u64)))),
        (notification, None),
    ] {
        client.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let logged = client.notification("window/logMessage");
        let logged = logged["message"].as_str().unwrap().to_owned();
        assert!(
            logged.starts_with("a message that cannot be read"),
            "{logged}"
        );
        if let Some((code, id)) = answer {
            let response = client.next_json();
            assert_eq!(
                (&response["error"]["code"], &response["id"]),
                (&json!(code), &id),
                "{body}"
            );
        }
    }
    client.notify("textDocument/didOpen", json!({"textDocument": 3}));
    client.notification("window/logMessage");
    // Changes of a document that is not open, and a position outside of the text.
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": "file:///x", "version": 2}, "contentChanges": [{"text": ""}]}),
    );
    client.open(URI, "(;B[aa])");
    client.at("textDocument/hover", URI, 4_000_000_000, 4_000_000_000);
    let wrong = client.request("textDocument/hover", json!({"position": "here"}));
    assert_eq!(wrong.unwrap_err().0, -32602);
    assert_eq!(client.shut_down(), SessionEnd::Shutdown);
}

/// After a malformed header, nobody knows where the next message starts.
#[test]
fn malformed_headers_end_the_session_with_an_error() {
    for (header, why) in [
        (
            "Content-Length: 18446744073709551615",
            "`Content-Length` is \"18446744073709551615\"",
        ),
        ("Content-Length: 1000000000000", "the maximum is 268435456"),
        ("Content-Length: -1", "`Content-Length` is \"-1\""),
        ("Content-Length: many", "`Content-Length` is \"many\""),
        ("Content-Type: text", "without `Content-Length`"),
        ("{}", "\"{}\" is not a header"),
        (&"x".repeat(10_000), "is not a header"),
    ] {
        let mut client = Client::new(full(), MemoryFiles::default());
        client.send_bytes(format!("{header}\r\n\r\n").as_bytes());
        let logged = client.notification("window/logMessage");
        assert!(
            logged["message"].as_str().unwrap().contains(why),
            "{logged}"
        );
        let error = client.failure();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn a_panic_fails_only_its_request() {
    let files = BTreeMap::from([("/games/panic.sgf".into(), Vec::new())]);
    let mut client = Client::new(full(), MemoryFiles(files));
    client.open(URI, "(;PB[Kim])");
    let params = json!({
        "textDocument": {"uri": URI}, "position": {"line": 0, "character": 5}, "newName": "Lee",
    });
    let (code, message) = client.request("textDocument/rename", params).unwrap_err();
    assert_eq!(code, -32603);
    assert!(message.contains("textDocument/rename"), "{message}");
    assert_ne!(client.at("textDocument/hover", URI, 0, 3), Value::Null);
    assert_eq!(client.shut_down(), SessionEnd::Shutdown);
}

#[test]
fn requests_that_wait_can_be_cancelled() {
    let mut client = Client::new(full(), MemoryFiles::default());
    // While this document is read, the next messages arrive.
    let long = format!("(;FF[4]{})", ";B[aa]C[x];W[bb]".repeat(100_000));
    client.open(URI, &long);
    let params = json!({"textDocument": {"uri": URI}});
    let first = client.begin("textDocument/documentSymbol", params.clone());
    let second = client.begin("textDocument/documentSymbol", params);
    client.notify("$/cancelRequest", json!({"id": second}));
    assert!(client.wait(first).is_ok());
    assert_eq!(client.wait(second).unwrap_err().0, -32800);
    assert_eq!(client.shut_down(), SessionEnd::Shutdown);
}

#[test]
fn findings_are_published_for_the_last_of_several_changes() {
    let mut client = Client::new(full(), MemoryFiles::default());
    let long = format!("(;FF[4]{})", ";B[aa]C[x];W[bb]".repeat(20_000));
    client.open(URI, &long);
    let symbols = client.begin(
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": URI}}),
    );
    for version in 2..50 {
        client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": URI, "version": version},
                "contentChanges": [{"text": format!("(;FF[4]KM[{version}x])")}],
            }),
        );
    }
    client.wait(symbols).unwrap();
    let mut versions = Vec::new();
    loop {
        let published = client.notification("textDocument/publishDiagnostics");
        versions.push(published["version"].as_i64().unwrap());
        if versions.last() == Some(&49) {
            assert_eq!(published["diagnostics"].as_array().unwrap().len(), 1);
            break;
        }
    }
    assert!(versions.len() < 10, "{versions:?}");
}

#[test]
fn diagnostics_are_sent_on_request_if_the_client_supports_that() {
    let mut capabilities = full();
    capabilities["textDocument"]["diagnostic"] = json!({});
    let mut client = Client::new(capabilities, MemoryFiles::default());
    client.open(URI, "(;FF[4]KM[6,5])");
    let params = json!({"textDocument": {"uri": URI}});
    let report = client.request("textDocument/diagnostic", params).unwrap();
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], "value/spelling");
    let params = json!({"textDocument": {"uri": URI}, "previousResultId": report["resultId"]});
    let report = client
        .request("textDocument/diagnostic", params.clone())
        .unwrap();
    assert_eq!(report["kind"], "unchanged");
    // Another text of the same version.
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": URI}}),
    );
    client.open(URI, "(;FF[4]KM[6.5])");
    let report = client.request("textDocument/diagnostic", params).unwrap();
    assert_eq!(
        (&report["kind"], &report["items"]),
        (&json!("full"), &json!([]))
    );
    client.request("shutdown", Value::Null).unwrap();
    let published = |message: &Message| matches!(message, Message::Notification(sent) if sent.method == "textDocument/publishDiagnostics");
    assert!(!client.received.iter().any(published));
}

#[test]
fn settings_change_findings() {
    let mut capabilities = full();
    capabilities["workspace"]["configuration"] = json!(true);
    let mut client = Client::new(capabilities, MemoryFiles::default());
    let Message::Request(asked) = client.next() else {
        panic!("the server requests the configuration");
    };
    assert_eq!(asked.method, "workspace/configuration");
    let codes = |found: Vec<Value>| -> Vec<String> {
        found
            .iter()
            .map(|found| found["code"].as_str().unwrap().to_owned())
            .collect()
    };
    let text = "(;FF[4]SZ[9]KM[6,5];B[aa];W[aa])";
    assert_eq!(
        codes(client.check(URI, text)),
        ["value/spelling", "rules/occupied"]
    );
    client.send(lsp_server::Response::new_ok(
        asked.id,
        json!([{"rules": "none", "limit": "all"}]),
    ));
    let shown = client.notification("window/showMessage");
    assert_eq!(
        shown["message"],
        "kifu: settings that are not valid: `limit`: expected a number"
    );
    assert_eq!(codes(client.diagnostics(URI)), ["value/spelling"]);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": null}),
    );
    let Message::Request(asked) = client.next() else {
        panic!("the server requests the configuration");
    };
    client.send(lsp_server::Response::new_ok(
        asked.id,
        json!([{"allow": ["spelling"]}]),
    ));
    assert_eq!(codes(client.diagnostics(URI)), ["rules/occupied"]);
    assert_eq!(client.shut_down(), SessionEnd::Shutdown);
}
