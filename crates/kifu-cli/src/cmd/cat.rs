//! `kifu cat`: concatenate documents; convert other formats to SGF.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueHint};
use kifu::Syntax;
use kifu::collection::CHUNK_LEN;
use kifu::sgf::event::{Event, Reader};
use kifu::tree::game::{LossSummary, PrivateData};
use kifu_files::games::{self, Chunks};
use kifu_files::{Input, InputReader};

use crate::args::input::InputArgs;
use crate::conversion::{report_losses, to_sgf};
use crate::exit::Outcome;
use crate::new_file::{NewFile, cannot_write};
use crate::output;
use crate::printable::InputName;
use crate::run::Inputs;
use crate::undecodable::refuse_json;

/// Concatenate files: SGF unchanged, other formats converted to SGF
#[derive(Debug, Args)]
pub(crate) struct CatArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Copy all files byte for byte, including recordings, without conversion or added line breaks
    #[arg(long)]
    pub(crate) raw: bool,

    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, short, requires = "output")]
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

/// Writes a temporary file, and gives it the name `path` once it is complete.
fn into_file(args: &CatArgs, path: &Path) -> anyhow::Result<Outcome> {
    if !args.force && path.symlink_metadata().is_ok() {
        anyhow::bail!(
            "{}: the file exists; use `--force` to overwrite it",
            cannot_write(path)
        );
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
    let mut out = LineWriter {
        out,
        is_mid_line: false,
    };
    // Copying needs no computation, so more threads would not help.
    let single_threaded = InputArgs {
        jobs: Some(std::num::NonZeroUsize::MIN),
        ..args.input.without(to)
    };
    // `cat` copies any bytes, including files without a game.
    let work = |input: &Input| {
        if args.raw {
            return Ok((0, (input.shown(), Documents::Raw(input.open()?))));
        }
        let chunks = games::open_any(input, CHUNK_LEN)?;
        if !chunks.is_whole() {
            return Ok((0, (input.shown(), Documents::InChunks(chunks))));
        }
        let bytes = chunks.read_all()?;
        let len = bytes.len() as u64;
        let documents = if is_sgf(&bytes) {
            Documents::Unchanged(bytes)
        } else {
            to_documents(bytes)?
        };
        Ok((len, (input.shown(), documents)))
    };
    Inputs::of("cat", &single_threaded).each(work, |(name, documents)| {
        if !args.raw {
            out.end_line()?;
        }
        match documents {
            Documents::Raw(mut bytes) => {
                copy(&mut bytes, &mut out).with_context(|| name.clone())?
            }
            Documents::Unchanged(bytes) => out.write_all(&bytes)?,
            Documents::InChunks(chunks) => {
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
    /// A file of any kind, byte for byte.
    Raw(InputReader),
    Unchanged(Vec<u8>),
    /// A large SGF file, unchanged.
    InChunks(Chunks),
    /// Games of another format as SGF, and the losses of the conversion.
    Converted(Vec<Vec<u8>>, LossSummary),
}

fn copy(from: &mut InputReader, to: &mut impl Write) -> io::Result<()> {
    io::copy(from, to).map(drop)
}

/// Returns whether the beginning of a file looks like SGF with at least one property.
fn is_sgf(bytes: &[u8]) -> bool {
    let is_property = |event| matches!(event, Event::Property(_));
    // The reader accepts at most 4 GiB.
    u32::try_from(bytes.len()).is_err()
        || (bytes.trim_ascii_start().starts_with(b"(")
            && Syntax::of(bytes) == Syntax::Sgf
            && Reader::new(bytes).any(is_property))
}

fn to_documents(bytes: Vec<u8>) -> anyhow::Result<Documents> {
    let record = kifu::read(bytes.as_slice())?;
    refuse_json(&record, &bytes)?;
    Ok(match record.sgf_document() {
        Some(document) => Documents::Unchanged(document.to_bytes()),
        None => {
            let (games, losses) = to_sgf(&record, PrivateData::Write);
            Documents::Converted(games, losses)
        }
    })
}

/// A writer that tracks whether the last line has ended.
struct LineWriter<W> {
    out: W,
    is_mid_line: bool,
}

impl<W: Write> LineWriter<W> {
    fn end_line(&mut self) -> io::Result<()> {
        if self.is_mid_line {
            self.write_all(b"\n")
        } else {
            Ok(())
        }
    }
}

impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(last) = bytes[..written].last() {
            self.is_mid_line = !matches!(last, b'\n' | b'\r');
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
