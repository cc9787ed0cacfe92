#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod actions;
mod client;
mod complete;
mod cursor;
mod diagnostics;
mod document;
mod hover;
mod inbox;
mod outline;
mod points;
mod record;
mod rename;
mod server;
mod settings;
mod text;
mod uri;

use std::io;
use std::path::{Path, PathBuf};

pub use inbox::{Inbox, Messages, inbox};
pub use kifu;
pub use server::{SessionEnd, serve};
pub use settings::Settings;

/// The access of a server to files. The server itself opens none.
pub trait Files {
    /// Reads a file that a client has opened, to learn the charset in which it is stored.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads all files of game records in a folder of the workspace and its subfolders. `found` is called with each file
    /// or the reason why it cannot be read.
    fn each_record(&self, folder: &Path, found: &mut dyn FnMut(&Path, io::Result<Vec<u8>>));

    /// Returns the path of a file without symbolic links, so that a file with several paths is changed once. By default,
    /// the path itself.
    fn real_path(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// Access to no files, for editors without a file system. Only open documents are then renamed and checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn each_record(&self, _: &Path, _: &mut dyn FnMut(&Path, io::Result<Vec<u8>>)) {}
}
