//! Measures the time from a change of a document to its findings.
//!
//! ```text
//! cargo run --release -p kifu-lsp --example latency [FILE.sgf]
//! ```
//!
//! Without a file, it uses a collection of 1 MB with a few findings.
#![allow(clippy::print_stdout)] // The numbers are the result.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use kifu_lsp::kifu;
use kifu_lsp::{NoFiles, Settings, inbox, serve};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const URI: &str = "file:///games.sgf";
const RUNS: usize = 31;

struct PipeReader(Receiver<Vec<u8>>, Vec<u8>);

impl Read for PipeReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let len = self.1.len().min(buffer.len());
        buffer[..len].copy_from_slice(&self.1[..len]);
        self.1 = self.1.split_off(len);
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

/// A collection of about 1 MB, in which each eighth game has a finding.
fn collection() -> String {
    let mut text = String::new();
    let mut seed: u32 = 1;
    while text.len() < 1_000_000 {
        let komi = if seed % 8 == 0 { "6,5" } else { "6.5" };
        text += &format!(
            "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[\u{8D99}\u{6CBB}\u{52F2}]PW[Kim]KM[{komi}]RE[B+R]\n"
        );
        // Points that are far apart, so that moves are legal.
        let mut points: Vec<u32> = (0..361).collect();
        for at in (1..points.len()).rev() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            points.swap(at, (seed >> 8) as usize % (at + 1));
        }
        for (number, point) in points.iter().take(220).enumerate() {
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            let letter = |at: u32| char::from(b'a' + at as u8);
            text += &format!(";{color}[{}{}]", letter(point % 19), letter(point / 19));
            if number % 20 == 19 {
                text += "C[a comment on this move]\n";
            }
        }
        text += ")\n";
    }
    text
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

fn timed<T>(what: &str, mut f: impl FnMut() -> T) {
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        let result = f();
        let time = start.elapsed();
        drop(result);
        time
    });
    println!("{:8.2} ms  {what}", median(times.collect()));
}

fn main() -> io::Result<()> {
    let text = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => collection(),
    };
    println!("{} bytes, median of {RUNS} runs", text.len());
    let (to_server, incoming) = channel();
    let (outgoing, from_server) = channel();
    let reader = BufReader::new(PipeReader(incoming, Vec::new()));
    let (inbox, messages) = inbox();
    thread::spawn(|| inbox.read_from(reader));
    let writer = PipeWriter(outgoing);
    thread::spawn(move || serve(messages, writer, &NoFiles, &Settings::default()));
    let mut to_server = PipeWriter(to_server);
    let mut from_server = BufReader::with_capacity(1 << 16, PipeReader(from_server, Vec::new()));
    // Messages are not parsed, because that time is the client's.
    let mut receive = |start: &str| -> io::Result<String> {
        loop {
            let mut len = 0;
            loop {
                let mut header = String::new();
                from_server.read_line(&mut header)?;
                match header.trim_end().split_once(": ") {
                    Some((_, value)) => len = value.parse().map_err(io::Error::other)?,
                    None => break,
                }
            }
            let mut body = vec![0; len];
            from_server.read_exact(&mut body)?;
            let body = String::from_utf8(body).map_err(io::Error::other)?;
            if body.starts_with(start) {
                return Ok(body);
            }
        }
    };
    let response = r#"{"jsonrpc":"2.0","id""#;
    let published = r#"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics""#;
    let capabilities = json!({
        "general": {"positionEncodings": ["utf-16"]},
        "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}},
    });
    let params = json!({"processId": null, "capabilities": capabilities});
    Message::from(Request::new(0.into(), "initialize".to_owned(), params)).write(&mut to_server)?;
    receive(response)?;
    let mut notify = |method: &str, params: Value| {
        Message::Notification(Notification::new(method.to_owned(), params)).write(&mut to_server)
    };
    notify("initialized", json!({}))?;
    let document = json!({"uri": URI, "languageId": "sgf", "version": 0, "text": text});
    let start = Instant::now();
    notify("textDocument/didOpen", json!({"textDocument": document}))?;
    let found = receive(published)?.matches("\"severity\"").count();
    println!(
        "{:8.2} ms  from opening to {found} findings",
        start.elapsed().as_secs_f64() * 1000.0
    );
    let mut version = 0;
    let line = text.matches('\n').count() / 2;
    timed("from a typed character to the findings", || {
        version += 1;
        let at = json!({"line": line, "character": 0});
        let change = json!({"range": {"start": at, "end": at}, "text": " "});
        let document = json!({"uri": URI, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        notify("textDocument/didChange", params).and_then(|()| receive(published))
    });
    println!("of which, in the library:");
    let bytes = text.as_bytes();
    timed("read", || kifu::read(bytes));
    let document = kifu::sgf::Document::parse_in(bytes, kifu::charset::Charset::UTF_8);
    let document = document.map_err(io::Error::other)?;
    timed("read as UTF-8", || {
        kifu::sgf::Document::parse_in(bytes, kifu::charset::Charset::UTF_8)
    });
    timed("check", || {
        kifu::check::check(&document, &kifu::check::Settings::default())
    });
    println!("other requests:");
    for method in [
        "hover",
        "documentSymbol",
        "foldingRange",
        "formatting",
        "completion",
    ] {
        let mut id = 0;
        timed(method, || {
            id += 1;
            let params = json!({
                "textDocument": {"uri": URI},
                "position": {"line": line, "character": 5},
                "options": {"tabSize": 4, "insertSpaces": true},
            });
            let request = Request::new(id.into(), format!("textDocument/{method}"), params);
            Message::from(request)
                .write(&mut to_server)
                .and_then(|()| receive(response))
        });
    }
    Ok(())
}
