//! A client in memory.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use kifu_lsp::{Files, SessionEnd, Settings, inbox, serve};
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};

/// One end of a pipe.
struct PipeReader {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for PipeReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            match self.chunks.recv() {
                Ok(chunk) => self.rest = chunk,
                Err(_) => return Ok(0),
            }
        }
        let len = self.rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&self.rest[..len]);
        self.rest.drain(..len);
        Ok(len)
    }
}

struct PipeWriter(Sender<Vec<u8>>);

impl Write for PipeWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn pipe() -> (PipeWriter, PipeReader) {
    let (sender, chunks) = channel();
    let rest = Vec::new();
    (PipeWriter(sender), PipeReader { chunks, rest })
}

/// Files in memory, by their paths. Reading `panic.sgf` panics.
#[derive(Clone, Default)]
pub(crate) struct MemoryFiles(pub(crate) BTreeMap<PathBuf, Vec<u8>>);

impl Files for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0
            .get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn each_record(&self, folder: &Path, found: &mut dyn FnMut(&Path, io::Result<Vec<u8>>)) {
        for (path, bytes) in &self.0 {
            assert!(
                !path.ends_with("panic.sgf"),
                "this file makes the server panic"
            );
            if path.starts_with(folder) {
                found(path, Ok(bytes.clone()));
            }
        }
    }
}

pub(crate) struct Client {
    to_server: Option<PipeWriter>,
    from_server: BufReader<PipeReader>,
    server: Option<JoinHandle<io::Result<SessionEnd>>>,
    next_id: i32,
    /// The notifications and requests of the server that were received while waiting for something else.
    pub(crate) received: Vec<Message>,
}

/// The capabilities of an editor that supports everything.
pub(crate) fn full() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-8", "utf-16"]},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
        "textDocument": {
            "publishDiagnostics": {
                "relatedInformation": true,
                "codeDescriptionSupport": true,
                "tagSupport": {"valueSet": [1, 2]},
            },
            "codeAction": {
                "dataSupport": true,
                "resolveSupport": {"properties": ["edit"]},
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}},
            },
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {"completionItem": {
                "snippetSupport": true, "documentationFormat": ["markdown"],
            }},
            "foldingRange": {"lineFoldingOnly": true},
        },
    })
}

impl Client {
    /// Starts a server without initializing it.
    pub(crate) fn raw(files: MemoryFiles) -> Client {
        let (to_server, reader) = pipe();
        let (writer, from_server) = pipe();
        let (inbox, messages) = inbox();
        thread::spawn(|| inbox.read_from(BufReader::new(reader)));
        let server = thread::spawn(move || serve(messages, writer, &files, &Settings::default()));
        Client {
            to_server: Some(to_server),
            from_server: BufReader::new(from_server),
            server: Some(server),
            next_id: 0,
            received: Vec::new(),
        }
    }

    /// Starts a server for a client with these capabilities.
    pub(crate) fn new(capabilities: Value, files: MemoryFiles) -> Client {
        let mut client = Client::raw(files);
        let params = json!({
            "processId": null,
            "rootUri": null,
            "workspaceFolders": [{"uri": "file:///games", "name": "games"}],
            "capabilities": capabilities,
        });
        client.request("initialize", params).unwrap();
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.to_server.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn send(&mut self, message: impl Into<Message>) {
        message
            .into()
            .write(self.to_server.as_mut().unwrap())
            .unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(Message::Notification(Notification::new(
            method.to_owned(),
            params,
        )));
    }

    /// Sends a request, and returns its id.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> i32 {
        self.next_id += 1;
        self.send(Request::new(self.next_id.into(), method.to_owned(), params));
        self.next_id
    }

    /// Reads the next message as it is, such as a response whose id is `null`.
    pub(crate) fn next_json(&mut self) -> Value {
        let mut header = String::new();
        while !header.ends_with("\r\n\r\n") {
            assert_ne!(self.from_server.read_line(&mut header).unwrap(), 0);
        }
        let len = header.trim().trim_start_matches("Content-Length: ");
        let mut body = vec![0; len.parse().unwrap()];
        self.from_server.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Waits for the end of the session, and returns its error.
    pub(crate) fn failure(mut self) -> io::Error {
        self.server.take().unwrap().join().unwrap().unwrap_err()
    }

    pub(crate) fn next(&mut self) -> Message {
        Message::read(&mut self.from_server)
            .unwrap()
            .expect("the server is running")
    }

    /// Waits for the response to a request. An error is its code and message.
    pub(crate) fn wait(&mut self, id: i32) -> Result<Value, (i32, String)> {
        loop {
            match self.next() {
                Message::Response(Response {
                    id: of,
                    response_result,
                }) if of == id.into() => {
                    return response_result.map_err(|error| (error.code, error.message));
                }
                other => self.received.push(other),
            }
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.begin(method, params);
        self.wait(id)
    }

    /// Waits for the next notification with a method.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        let is_it = |message: &Message| matches!(message, Message::Notification(sent) if sent.method == method);
        if let Some(at) = self.received.iter().position(is_it) {
            let Message::Notification(sent) = self.received.remove(at) else {
                unreachable!("it is a notification");
            };
            return sent.params;
        }
        loop {
            match self.next() {
                Message::Notification(sent) if sent.method == method => return sent.params,
                other => self.received.push(other),
            }
        }
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "sgf", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
        let published = self.notification("textDocument/publishDiagnostics");
        assert_eq!(published["diagnostics"], json!([]));
    }

    /// Opens a document, and returns its diagnostics.
    pub(crate) fn check(&mut self, uri: &str, text: &str) -> Vec<Value> {
        self.open(uri, text);
        self.diagnostics(uri)
    }

    pub(crate) fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        let published = self.notification("textDocument/publishDiagnostics");
        assert_eq!(published["uri"], uri);
        published["diagnostics"].as_array().unwrap().clone()
    }

    /// Sends a request for a position.
    pub(crate) fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        let params = json!({
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character},
            "context": {"includeDeclaration": true, "triggerKind": 1},
        });
        self.request(method, params).unwrap()
    }

    /// Returns the code actions for the whole document.
    pub(crate) fn actions(&mut self, uri: &str, only: &[&str]) -> Vec<Value> {
        let params = json!({
            "textDocument": {"uri": uri},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 1_000_000, "character": 0}},
            "context": {"diagnostics": [], "only": only},
        });
        let actions = self.request("textDocument/codeAction", params).unwrap();
        actions.as_array().unwrap().clone()
    }

    /// Applies the edit of an action to the text of its document; `None` if the server refuses it.
    pub(crate) fn apply(&mut self, action: &Value, text: &str) -> Option<String> {
        let action = match action.get("edit") {
            Some(_) => action.clone(),
            None => match self.request("codeAction/resolve", action.clone()) {
                Ok(action) => action,
                Err((code, message)) => {
                    assert_eq!(code, -32803, "{message}");
                    return None;
                }
            },
        };
        let changes = &action["edit"]["documentChanges"];
        Some(match changes.as_array().unwrap().as_slice() {
            [] => text.to_owned(),
            [change] => apply(text, &change["edits"]),
            _ => panic!("an action changes one document"),
        })
    }

    pub(crate) fn shut_down(mut self) -> SessionEnd {
        self.request("shutdown", Value::Null).unwrap();
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap().unwrap()
    }

    /// Ends the input of the server.
    pub(crate) fn hang_up(mut self) -> SessionEnd {
        self.to_server = None;
        self.server.take().unwrap().join().unwrap().unwrap()
    }
}

/// The offsets of the lines of a text, by the rules of the protocol.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            starts.push(at + 1);
        }
    }
    starts
}

/// The offset of a position whose column counts bytes.
pub(crate) fn offset(starts: &[usize], position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    starts[line] + position["character"].as_u64().unwrap() as usize
}

/// Applies edits with positions in UTF-8.
pub(crate) fn apply(text: &str, edits: &Value) -> String {
    let starts = line_starts(text);
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let (start, end) = (
                offset(&starts, &range["start"]),
                offset(&starts, &range["end"]),
            );
            (start, end, edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_by_key(|(start, end, _)| (*start, *end));
    let mut out = String::new();
    let mut done = 0;
    for (start, end, new) in edits {
        assert!(done <= start && start <= end, "edits do not overlap");
        out.push_str(&text[done..start]);
        out.push_str(new);
        done = end;
    }
    out.push_str(&text[done..]);
    out
}
