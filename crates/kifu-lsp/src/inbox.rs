//! The messages of a client, which are read ahead, so that requests can be cancelled while they wait.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};

use lsp_server::Message;
use lsp_types::notification::{Exit, Notification as _};

/// A message, or the reason why one cannot be read.
pub(crate) type Received = Result<Message, String>;

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
    /// Reads messages up to the one that ends the session, or to the end of the input. Bytes that are not a message are
    /// skipped.
    pub fn read_from(self, mut reader: impl BufRead) {
        /// The maximum number of characters of a message that a log shows.
        const SHOWN: usize = 200;
        loop {
            let message = match Message::read(&mut reader) {
                Ok(Some(message)) => Ok(message),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    Err(error.to_string().chars().take(SHOWN).collect())
                }
                Ok(None) | Err(_) => return,
            };
            let is_last =
                matches!(&message, Ok(Message::Notification(sent)) if sent.method == Exit::METHOD);
            if self.0.send(message).is_err() || is_last {
                return;
            }
        }
    }
}
