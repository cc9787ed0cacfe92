//! `kifu cat`: documents one after the other, as they are; those of other formats as SGF.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use kifu::sgf::Document;
use kifu::tree::game::Carriage;
use kifu::{Record, TooLarge};

use crate::args::{CatArgs, InputArgs};
use crate::cmd::convert::losses::Losses;
use crate::cmd::convert::to_sgf;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;
use crate::printable::file_name;
use crate::replace;
use crate::run::each_file;

pub(crate) fn run(args: &CatArgs) -> anyhow::Result<Outcome> {
    match args.output.as_deref() {
        Some(path) if path.as_os_str() != "-" => into_file(args, path),
        _ => {
            let mut out = output::data();
            let outcome = cat(args, None, &mut out)?;
            out.flush()?;
            Ok(outcome)
        }
    }
}

/// Writes a new file beside the one that is wanted, and puts it in its place.
fn into_file(args: &CatArgs, path: &Path) -> anyhow::Result<Outcome> {
    let place = || format!("cannot write {}", file_name(path));
    if !args.force && path.symlink_metadata().is_ok() {
        anyhow::bail!("{}: it exists; --force replaces it", place());
    }
    // Through a link, what it points to is replaced.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let file = replace::temporary(path).with_context(place)?;
    let outcome = {
        let mut out = io::BufWriter::with_capacity(1 << 16, file.as_file());
        let outcome = cat(args, Some(path), &mut out)?;
        out.flush().with_context(place)?;
        outcome
    };
    if outcome.read == 0 && outcome.failed > 0 {
        return Ok(outcome);
    }
    file.put(path, args.force).with_context(place)?;
    Ok(outcome)
}

fn cat(args: &CatArgs, to: Option<&Path>, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut out = Lines { out, open: false };
    // One file at a time: there is nothing to compute.
    let one = InputArgs {
        jobs: Some(std::num::NonZeroUsize::MIN),
        ..args.input.without(to)
    };
    each_file(
        "cat",
        &one,
        |input: &Input, bytes| Ok((input.shown(), Content::of(bytes, args.raw)?)),
        |(name, content)| {
            if let Content::Converted(_, losses) = &content {
                losses.tell(&name);
            }
            if !args.raw {
                out.end_line()?;
            }
            Ok(content.write_to(&mut out)?)
        },
    )
}

/// The documents of a file.
enum Content {
    One(Document),
    /// Of another format, as SGF.
    Converted(Vec<Vec<u8>>, Losses),
    /// Too large for one document: its games will be read one at a time.
    Games(Vec<u8>),
}

impl Content {
    fn of(bytes: Vec<u8>, raw: bool) -> Result<Content, TooLarge> {
        if u32::try_from(bytes.len()).is_err() {
            return Ok(Content::Games(bytes));
        }
        if raw {
            return Document::parse(bytes).map(Content::One);
        }
        Ok(match kifu::read(bytes)? {
            Record::Sgf(document) => Content::One(document),
            record => {
                let (games, losses) = to_sgf(&record, Carriage::Full);
                Content::Converted(games, losses)
            }
        })
    }

    fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        match self {
            Content::One(document) => document.write_to(out),
            Content::Converted(games, _) => games.iter().try_for_each(|game| out.write_all(game)),
            Content::Games(bytes) => kifu::sgf::games(bytes)
                .try_for_each(|game| game.map_err(io::Error::other)?.write_to(&mut out)),
        }
    }
}

/// A writer that knows whether the last line is ended.
struct Lines<W> {
    out: W,
    open: bool,
}

impl<W: Write> Lines<W> {
    fn end_line(&mut self) -> io::Result<()> {
        if self.open {
            self.write_all(b"\n")
        } else {
            Ok(())
        }
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(last) = bytes[..written].last() {
            self.open = !matches!(last, b'\n' | b'\r');
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
