//! The messages of a client, which are read ahead, so that requests can be cancelled while they wait.

use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::{Receiver, Sender, channel};

use lsp_server::Message;
use lsp_types::notification::{Exit, Notification as _};
use serde_json::Value;

use crate::uri;

/// The maximum number of bytes of a line in the header of a message.
const MAX_HEADER: u64 = 1 << 12;

/// The maximum number of bytes of a message.
const MAX_BODY: u64 = 1 << 28;

/// A message, or the reason why one cannot be read.
pub(crate) type Received = Result<Message, Unreadable>;

/// What was received instead of a message.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// Bytes that are not JSON.
    Json(String),
    /// JSON that is not a message. The error is the response to this id, if there is one.
    Message { id: Option<Value>, why: String },
    /// A header that is malformed, which ends the session.
    Stream(String),
}

/// Receives the messages of a client; see [`inbox`].
#[derive(Debug)]
pub struct Inbox(Sender<Received>);

/// The messages that an [`Inbox`] received, for [`serve`](crate::serve).
#[derive(Debug)]
pub struct Messages(pub(crate) Receiver<Received>);

/// Creates an inbox, and the messages in it. A program reads its input on one thread, and serves on another one, so that a
/// request can be cancelled while it waits:
///
/// ```no_run
/// use std::io::{stdin, stdout};
/// use std::thread;
///
/// use kifu_lsp::{NoFiles, Settings, inbox, serve};
///
/// let (inbox, messages) = inbox();
/// thread::spawn(|| inbox.read_from(stdin().lock()));
/// serve(messages, stdout().lock(), &NoFiles, &Settings::default())?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn inbox() -> (Inbox, Messages) {
    let (sender, receiver) = channel();
    (Inbox(sender), Messages(receiver))
}

impl Inbox {
    /// Reads messages up to the one that ends the session, or to the end of the input. It is also the end if the header
    /// of a message is malformed, because nobody knows then where the next one starts.
    pub fn read_from(self, mut reader: impl BufRead) {
        loop {
            let message = match read_body(&mut reader) {
                Ok(Some(body)) => parsed(&body),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    Err(Unreadable::Stream(error.to_string()))
                }
                Ok(None) | Err(_) => return,
            };
            let is_last = match &message {
                Ok(Message::Notification(sent)) => sent.method == Exit::METHOD,
                Err(Unreadable::Stream(_)) => true,
                _ => false,
            };
            if self.0.send(message).is_err() || is_last {
                return;
            }
        }
    }
}

/// Reads the header of a message, and its body. Returns `None` at the end of the input.
fn read_body(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let malformed = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut len: Option<u64> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader
            .by_ref()
            .take(MAX_HEADER)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let Some(field) = text.strip_suffix('\n') else {
            // Unless the line is too long, the input ended in it.
            if (read as u64) < MAX_HEADER {
                return Ok(None);
            }
            return Err(malformed(format!("{:?} is not a header", start(&text))));
        };
        match (field.trim_end(), len) {
            ("", Some(_)) => break,
            ("", None) => return Err(malformed("a header without `Content-Length`".to_owned())),
            (field, _) => {
                let Some((name, value)) = field.split_once(':') else {
                    return Err(malformed(format!("{:?} is not a header", start(field))));
                };
                if name.trim().eq_ignore_ascii_case("Content-Length") {
                    let stated = value.trim().parse().ok();
                    len = Some(stated.filter(|len| *len <= MAX_BODY).ok_or_else(|| {
                        let value = start(value.trim());
                        malformed(format!(
                            "`Content-Length` is {value:?}; the maximum is {MAX_BODY}"
                        ))
                    })?);
                }
            }
        }
    }
    let len = len.unwrap_or_default();
    // The memory grows with what is read, not with what the header promises.
    let mut body = Vec::new();
    reader.by_ref().take(len).read_to_end(&mut body)?;
    Ok((body.len() as u64 == len).then_some(body))
}

fn parsed(body: &[u8]) -> Received {
    let mut message: Value =
        serde_json::from_slice(body).map_err(|why| Unreadable::Json(why.to_string()))?;
    if let Some(params) = message.get_mut("params") {
        uri::make_valid(params);
    }
    let (id, has_method) = (message.get("id").cloned(), message.get("method").is_some());
    // A response or a notification needs no answer.
    let answered = match &id {
        Some(id) if has_method => Some(id.clone()),
        _ if message.is_object() => None,
        _ => Some(Value::Null),
    };
    // As a `Message`, a request with an invalid id would be a notification.
    let read = match (id, has_method) {
        (Some(_), true) => serde_json::from_value(message).map(Message::Request),
        (None, true) => serde_json::from_value(message).map(Message::Notification),
        (_, false) => serde_json::from_value(message),
    };
    read.map_err(|why| Unreadable::Message {
        id: answered,
        why: why.to_string(),
    })
}

/// Returns the start of a text, for messages.
fn start(text: &str) -> String {
    text.chars().take(80).collect()
}
