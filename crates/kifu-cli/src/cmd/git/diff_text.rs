//! `kifu git diff-text`: print games as text for `git diff`.

use std::fs;
use std::io::{self, Read, Write};

use anyhow::Context;
use kifu::merge::text_of;

use super::args::GitDiffTextArgs;
use crate::exit::Outcome;
use crate::output;
use crate::printable::file_name;

pub(crate) fn run(args: &GitDiffTextArgs) -> anyhow::Result<Outcome> {
    let mut bytes = Vec::new();
    let read = if args.file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        fs::File::open(&args.file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.with_context(|| file_name(&args.file))?;
    let mut out = output::contents();
    match kifu::read(bytes.as_slice())
        .ok()
        .filter(|record| !record.is_empty())
    {
        Some(record) => out.write_all(text_of(&*record.to_sgf()?).as_bytes())?,
        None => out.write_all(&bytes)?,
    }
    out.flush()?;
    Ok(Outcome {
        read: 1,
        ..Outcome::default()
    })
}
