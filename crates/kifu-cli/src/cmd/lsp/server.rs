//! The server on standard input and output, and its files.

use std::io::{self, BufReader, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::Context;
use kifu_files::{Input, Sources};
use kifu_lsp::{Files, SessionEnd, Settings};

use super::args::LspArgs;
use crate::exit::{Outcome, Usage};

/// The files of a workspace that are records.
const RECORDS: [&str; 7] = [
    "*.[sS][gG][fF]",
    "*.[rR][gG][fF]",
    "*.[jJ][gG][fF]",
    "*.[gG][iI][bB]",
    "*.[nN][gG][fF]",
    "*.[uU][gG][fF]",
    "*.[uU][gG][iI]",
];

pub(super) fn run(args: &LspArgs) -> anyhow::Result<Outcome> {
    if io::stdin().is_terminal() {
        let why = "a language server is started by an editor, which writes to its standard input; \
                   see `kifu help lsp`";
        return Err(Usage(why.to_owned()).into());
    }
    let mut settings = Settings::default();
    settings.check = args.judging.settings();
    settings.ignored = args.allow.iter().map(|code| code.code).collect();
    settings.level = args.level.severity();
    let (inbox, messages) = kifu_lsp::inbox();
    let reader = BufReader::with_capacity(1 << 16, io::stdin());
    // This thread may wait for input when the session ends, so it is not joined.
    thread::spawn(|| inbox.read_from(reader));
    let writer = BufWriter::with_capacity(1 << 16, io::stdout());
    let end = kifu_lsp::serve(messages, writer, &Workspace, &settings);
    let end = end.context("the session with the editor failed")?;
    Ok(Outcome {
        negative: end == SessionEnd::Aborted,
        ..Outcome::default()
    })
}

/// The files of the system.
struct Workspace;

impl Files for Workspace {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Input::of(path.to_owned()).read()
    }

    fn real_path(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }

    fn each_record(&self, folder: &Path, found: &mut dyn FnMut(&Path, io::Result<Vec<u8>>)) {
        for input in Sources::new([folder]).with_globs(RECORDS).walk() {
            match input {
                Ok(Input::File(path)) => found(&path, self.read(&path)),
                // Editors cannot change files in archives.
                Ok(Input::Member(_) | Input::Stdin) => {}
                Err(unreadable) => found(&unreadable.path, Err(unreadable.error)),
            }
        }
    }
}
