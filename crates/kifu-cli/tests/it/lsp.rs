//! `kifu lsp`, with a client that compares its answers with other verbs, and in Neovim.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kifu_testkit::{files, repository};
use serde_json::{Value, json};

use crate::kifu::Kifu;

/// A client of a server process.
struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    next_id: u64,
}

impl Client {
    fn new(kifu: &Kifu, args: &[&str]) -> Client {
        let mut command = kifu.command(&[&["lsp"], args].concat());
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let stdin = server.stdin.take();
        let stdout = BufReader::new(server.stdout.take().unwrap());
        let mut client = Client {
            server,
            stdin,
            stdout,
            next_id: 0,
        };
        let uri = format!("file://{}", kifu.path("").display());
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
        });
        let folders = json!([{"uri": uri, "name": "games"}]);
        client.request(
            "initialize",
            json!({"processId": null, "capabilities": capabilities, "workspaceFolders": folders}),
        );
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let stdin = self.stdin.as_mut().unwrap();
        write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        stdin.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn next(&mut self) -> Value {
        let mut len = 0;
        loop {
            let mut line = String::new();
            assert_ne!(
                self.stdout.read_line(&mut line).unwrap(),
                0,
                "the server is running"
            );
            match line.trim_end().split_once(": ") {
                Some((_, value)) => len = value.parse().unwrap(),
                None => break,
            }
        }
        let mut text = vec![0; len];
        self.stdout.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Returns the response to a request.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Opens a document, and returns its diagnostics.
    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "languageId": "sgf", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        loop {
            let message = self.next();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// Ends the session, and returns the exit code.
    fn end(mut self) -> i32 {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.wait().unwrap().code().unwrap()
    }
}

/// Applies edits with positions in UTF-8.
fn applied(text: &str, edits: &Value) -> String {
    let mut starts = vec![0];
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            starts.push(at + 1);
        }
    }
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        starts[line] + position["character"].as_u64().unwrap() as usize
    };
    let mut text = text.to_owned();
    // The server sends at most one edit, or edits in the order of the text.
    for edit in edits.as_array().unwrap().iter().rev() {
        let range = &edit["range"];
        let range = offset(&range["start"])..offset(&range["end"]);
        text.replace_range(range, edit["newText"].as_str().unwrap());
    }
    text
}

#[test]
fn repairs_and_formatting_are_those_of_fix_and_fmt() {
    let kifu = Kifu::new();
    let mut client = Client::new(&kifu, &[]);
    let (mut repaired, mut formatted) = (0, 0);
    let names = ["check", "jgf", "gib", "ngf", "ugf", "ogs"];
    let folders = names.map(|name| repository(&format!("crates/kifu-{name}/test_data")));
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let bytes = fs::read(&path).unwrap();
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        // Other cases take long, and are those of `laws.rs` in kifu-lsp.
        let number = path.file_name().unwrap().as_encoded_bytes()[3];
        let is_chosen = extension != "sgf" || number.is_multiple_of(4);
        if extension == "snap" || text.starts_with('\u{FEFF}') || !is_chosen {
            continue;
        }
        let name = format!("case.{extension}");
        fs::write(kifu.path(&name), &text).unwrap();
        let uri = format!("file://{}", kifu.path(&name).display());
        client.open(&uri, &text);
        let document = json!({"uri": uri});
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
        let actions = client.request(
            "textDocument/codeAction",
            json!({"textDocument": document, "range": range, "context": {"diagnostics": [], "only": ["source"]}}),
        );
        let ran = kifu.run(&["fix", "--all-safe", &name]);
        // `kifu fix` refuses recordings and files without a game.
        if ran.code == 0 {
            let after = match actions["result"].get(0) {
                Some(action) => applied(&text, &action["edit"]["changes"][&uri]),
                None => text.clone(),
            };
            assert_eq!(after, ran.text(), "{}", path.display());
            repaired += usize::from(after != text);
        }
        let answer = client.request(
            "textDocument/formatting",
            json!({"textDocument": document, "options": {"tabSize": 4, "insertSpaces": true}}),
        );
        let ran = kifu.run(&["fmt", &name]);
        match answer.get("result") {
            Some(edits) if ran.code == 0 => {
                assert_eq!(applied(&text, edits), ran.text(), "{}", path.display());
                formatted += 1;
            }
            Some(edits) => panic!("{}: {edits} {}", path.display(), ran.stderr),
            None => assert_ne!(ran.code, 0, "{}: {answer}", path.display()),
        }
    }
    assert!(repaired > 10 && formatted > 100, "{repaired} {formatted}");
    assert_eq!(client.end(), 0);
}

#[test]
fn options_are_settings() {
    let kifu = Kifu::new();
    let text = "(;FF[4]SZ[9]KM[6,5]XY[1];B[aa];W[aa])";
    let codes = |args: &[&str]| -> Vec<String> {
        let mut client = Client::new(&kifu, args);
        let found = client.open("file:///a.sgf", text);
        assert_eq!(client.end(), 0);
        found
            .iter()
            .map(|found| found["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        codes(&[]),
        ["value/spelling", "property/unknown", "rules/occupied"]
    );
    assert_eq!(
        codes(&["--stdio", "--rules", "none", "--allow", "spelling"]),
        ["property/unknown"]
    );
    assert_eq!(codes(&["--level", "warning"]), ["rules/occupied"]);
    let ran = kifu.run(&["lsp", "--level", "fatal"]);
    assert_eq!(ran.code, 2);
    // The input ends without a shutdown.
    assert_eq!(kifu.run(&["lsp"]).code, 1);
}

#[test]
fn players_are_renamed_in_a_directory() {
    let kifu = Kifu::with([
        ("a.sgf", &b"(;PB[Cho])"[..]),
        ("b/c.sgf", b"(;PW[Cho])"),
        ("b/d.sgf", b"(;CA[GBK]PW[Cho]PB[\xCE\xE2\xC7\xE5\xD4\xB4])"),
        ("b/e.txt", b"(;PW[Cho])"),
        ("b/.f.sgf", b"(;PW[Cho])"),
        ("b/g.Sgf", b"(;PW[Cho])"),
    ]);
    let mut client = Client::new(&kifu, &[]);
    let uri = |name: &str| format!("file://{}", kifu.path(name).display());
    client.open(&uri("a.sgf"), "(;PB[Cho])");
    let answer = client.request(
        "textDocument/rename",
        json!({
            "textDocument": {"uri": uri("a.sgf")},
            "position": {"line": 0, "character": 6},
            "newName": "Lee",
        }),
    );
    let changes = answer["result"]["changes"].as_object().unwrap();
    let names: Vec<&String> = changes.keys().collect();
    assert_eq!(names, [&uri("a.sgf"), &uri("b/c.sgf"), &uri("b/g.Sgf")]);
    assert_eq!(client.end(), 0);
}

/// A file is changed once, also if links lead to it, and if it is open.
#[cfg(unix)]
#[test]
fn players_are_renamed_once_in_a_file_with_several_paths() {
    let kifu = Kifu::with([("a.sgf", &b"(;PB[Cho])"[..]), ("b.sgf", b"(;PW[Cho])")]);
    for (file, link) in [("a.sgf", "c.sgf"), ("b.sgf", "d.sgf")] {
        std::os::unix::fs::symlink(kifu.path(file), kifu.path(link)).unwrap();
    }
    let mut client = Client::new(&kifu, &[]);
    let uri = |name: &str| format!("file://{}", kifu.path(name).display());
    client.open(&uri("c.sgf"), "(;PB[Cho])");
    let answer = client.request(
        "textDocument/rename",
        json!({
            "textDocument": {"uri": uri("c.sgf")},
            "position": {"line": 0, "character": 6},
            "newName": "Lee",
        }),
    );
    let changes = answer["result"]["changes"].as_object().unwrap();
    let names: Vec<&String> = changes.keys().collect();
    assert_eq!(names, [&uri("b.sgf"), &uri("c.sgf")]);
    assert_eq!(client.end(), 0);
}

/// Runs Neovim, if it is installed.
#[test]
fn neovim_shows_findings_and_repairs_them() {
    if Command::new("nvim").arg("--version").output().is_err() {
        let is_required = std::env::var_os("KIFU_REQUIRE_NEOVIM").is_some();
        assert!(!is_required, "Neovim is missing; install neovim");
        // Unlike `eprintln!`, this is also shown if the test passes.
        let why = b"skipped: Neovim is missing; install neovim to run this test\n";
        std::io::stderr().write_all(why).unwrap();
        return;
    }
    let text = "(;FF[4]GM[1]SZ[9]PB[趙]PW[Cho]KM[6,5]\n;B[aa]C[🀄];W[bb]BL[ 9]\n";
    let kifu = Kifu::with([("game.sgf", text), ("other.sgf", "(;PB[Cho];B[cc])")]);
    let script = repository("crates/kifu-cli/tests/it/lsp.lua");
    let ran = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "game.sgf", "-S"])
        .arg(script.canonicalize().unwrap())
        .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
        .env("HOME", kifu.path(""))
        .env("LC_ALL", "C.UTF-8")
        .current_dir(kifu.path(""))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let results = fs::read(kifu.path("results.json"));
    let results = results.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ran.stderr)));
    let results: Value = serde_json::from_slice(&results).unwrap();
    assert_eq!(results.get("problem"), None, "{results}");
    let text = text.trim_end();
    assert_eq!(results["before"], text);
    // Columns of Neovim count bytes.
    assert_eq!(
        results["diagnostics"],
        json!([
            [0, 0, "sgf/unclosed-tree", 1],
            [0, 34, "value/spelling", 3],
            [1, 22, "value/spelling", 3],
        ])
    );
    let hover = results["hover"].as_str().unwrap();
    assert!(hover.starts_with("**Move 1: Black A9**"), "{hover}");
    let fixed = |args: &[&str], text: &str| {
        fs::write(kifu.path("copy.sgf"), text).unwrap();
        let ran = kifu.run(&[args, &["copy.sgf"]].concat());
        ran.text().trim_end().to_owned()
    };
    let one = fixed(
        &["fix", "--only", "sgf/unclosed-tree"],
        &format!("{text}\n"),
    );
    assert_eq!(
        (&results["title"], &results["one"]),
        (
            &json!("Insert the missing `)` where the game ends"),
            &json!(one)
        )
    );
    let all = fixed(&["fix", "--all-safe"], &format!("{one}\n"));
    assert_eq!(results["all"], json!(all));
    let renamed = all.replace("Cho", "Lee 李");
    assert_eq!(results["renamed"], json!(renamed));
    assert_eq!(
        results["formatted"],
        json!(fixed(&["fmt"], &format!("{renamed}\n")))
    );
    assert_eq!(results["symbols"], 1);
}
