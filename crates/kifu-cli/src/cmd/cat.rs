//! `kifu cat`: documents one after the other, as they are; those of other formats as SGF.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueHint};
use kifu::Syntax;
use kifu::collection::CHUNK_LEN;
use kifu::sgf::event::{Event, Reader};
use kifu::tree::game::{LossSummary, PrivateData};

use crate::args::input::InputArgs;
use crate::conversion::{report_losses, to_sgf};
use crate::exit::Outcome;
use crate::games::{self, Chunks};
use crate::input::Input;
use crate::new_file::{NewFile, cannot_write};
use crate::output;
use crate::run::Inputs;
use crate::undecodable::refuse_json;

/// Write documents one after the other: SGF as it is, other formats converted to it
#[derive(Debug, Args)]
pub(crate) struct CatArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Byte for byte: convert nothing, and put no line break between files
    #[arg(long)]
    pub(crate) raw: bool,

    /// Write to FILE, which appears when it is complete
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Let FILE take the place of an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

pub(crate) fn run(args: &CatArgs) -> anyhow::Result<Outcome> {
    match args.output.as_deref() {
        Some(path) if path.as_os_str() != "-" => into_file(args, path),
        _ => {
            let mut out = output::contents();
            let outcome = cat(args, None, &mut out)?;
            out.flush()?;
            Ok(outcome)
        }
    }
}

/// Writes a new file, and puts it in the place of the one that is wanted.
fn into_file(args: &CatArgs, path: &Path) -> anyhow::Result<Outcome> {
    if !args.force && path.symlink_metadata().is_ok() {
        let why = "it exists; --force replaces it";
        anyhow::bail!("{}: {why}", cannot_write(path));
    }
    let mut file = NewFile::begin(path, args.force)?;
    let outcome = cat(args, Some(path), &mut file)?;
    if outcome.read == 0 && outcome.failed > 0 {
        return Ok(outcome);
    }
    file.end()?;
    Ok(outcome)
}

fn cat(args: &CatArgs, to: Option<&Path>, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut out = Lines { out, open: false };
    // One file at a time: there is nothing to compute.
    let one = InputArgs {
        jobs: Some(std::num::NonZeroUsize::MIN),
        ..args.input.without(to)
    };
    // It passes on any bytes, with a game or without.
    let work = |input: &Input| {
        let chunks = games::open_any(input, CHUNK_LEN)?;
        if !chunks.is_whole() {
            return Ok((0, (input.shown(), Documents::Large(chunks))));
        }
        let bytes = chunks.read_all()?;
        let len = bytes.len() as u64;
        let documents = match args.raw || is_sgf(&bytes) {
            true => Documents::AsTheyAre(bytes),
            false => converted(bytes)?,
        };
        Ok((len, (input.shown(), documents)))
    };
    Inputs::of("cat", &one).each(work, |(name, documents)| {
        if !args.raw {
            out.end_line()?;
        }
        match documents {
            Documents::AsTheyAre(bytes) => out.write_all(&bytes)?,
            Documents::Large(chunks) => {
                for chunk in chunks {
                    out.write_all(&chunk.with_context(|| name.clone())?.bytes)?;
                }
            }
            Documents::Converted(games, losses) => {
                report_losses(&name, &losses);
                for game in games {
                    out.write_all(&game)?;
                }
            }
        }
        Ok(())
    })
}

/// The documents of a file.
enum Documents {
    AsTheyAre(Vec<u8>),
    /// Games of SGF as they are, in chunks.
    Large(Chunks),
    /// Of another format, as SGF.
    Converted(Vec<Vec<u8>>, LossSummary),
}

/// Whether a file is SGF, as far as little of it tells.
fn is_sgf(bytes: &[u8]) -> bool {
    let is_property = |event| matches!(event, Event::Property(_));
    // One of more than 4 GiB is not looked at further.
    u32::try_from(bytes.len()).is_err()
        || (bytes.trim_ascii_start().starts_with(b"(")
            && Syntax::of(bytes) == Syntax::Sgf
            && Reader::new(bytes).any(is_property))
}

fn converted(bytes: Vec<u8>) -> anyhow::Result<Documents> {
    let record = kifu::read(bytes.as_slice())?;
    refuse_json(&record, &bytes)?;
    Ok(match record.sgf_document() {
        Some(document) => Documents::AsTheyAre(document.to_bytes()),
        None => {
            let (games, losses) = to_sgf(&record, PrivateData::Write);
            Documents::Converted(games, losses)
        }
    })
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
