//! Reading recordings and the files that belong to them.

pub(crate) mod contents;
pub(crate) mod markers;

use std::convert::Infallible;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use kifu::collection::{CHUNK_LEN, Collection, Content};
use kifu::rgf::bundle::{Bundle, BundleError, BundleErrorKind, Limits};
use kifu::rgf::{Directory, OpenError, OpenProblem, Stream};
use kifu::sgf::Document;
use kifu::span::Diagnostic;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use kifu_files::{Input, reason};

pub(crate) use kifu::rgf::{SessionKind as Kind, Track};

use crate::exit::Refusal;
use crate::printable::{InputName, Printable};
use crate::read_files;

/// An SGF file and its recordings, read from an input.
pub(crate) struct Session {
    session: kifu::rgf::Session,
    /// The number of bytes that were read.
    pub(crate) bytes: u64,
}

impl Deref for Session {
    type Target = kifu::rgf::Session;

    fn deref(&self) -> &kifu::rgf::Session {
        &self.session
    }
}

/// An opened input of a verb that accepts games and recordings.
pub(crate) enum Opened {
    /// A bundle or an RGF file.
    Recordings(Box<Session>),
    /// Any other input, such as an SGF file that names recordings.
    Games(Chunks),
}

impl Opened {
    /// Opens an input. Only the records of a bundle are read.
    pub(crate) fn of(input: &Input) -> anyhow::Result<Opened> {
        Opened::in_chunks(input, CHUNK_LEN)
    }

    /// Opens an input that is read in chunks of at most this many bytes.
    pub(crate) fn in_chunks(input: &Input, chunk_len: usize) -> anyhow::Result<Opened> {
        let chunks = Collection::with_chunk_len(input.open()?, chunk_len)?;
        let session = match chunks.content() {
            Content::Bundle => Session::bundled(input, chunks.into_reader())?,
            Content::Recording => Session::of_recording(input, chunks)?,
            _ if has_extension(input, "rgf") => Session::of_recording(input, chunks)?,
            Content::Records | Content::Nothing | Content::Packed(_) | Content::Foreign(_) => {
                return Ok(Opened::Games(chunks));
            }
        };
        Ok(Opened::Recordings(Box::new(session)))
    }
}

/// Adds the name of the file to an error.
fn named<E: fmt::Display>(error: OpenError<E>) -> anyhow::Error {
    let why = match error.problem {
        OpenProblem::Unreadable(why) => anyhow::Error::msg(why.to_string()),
        OpenProblem::TooLarge(why) => why.into(),
    };
    why.context(Printable(&error.file).to_string())
}

/// Adds the command that unpacks the bundle to the error for a bundle that exceeds a limit.
fn unpack_first(error: BundleError) -> anyhow::Error {
    let option = match error.kind {
        BundleErrorKind::Bomb(_) => "--max-ratio 1100",
        BundleErrorKind::TooLarge(_) => "--max-size",
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}; unpack it first with `kifu rec unpack {option}`")
}

struct Counted<R> {
    source: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

impl Session {
    /// Reads an input. The recordings of an SGF file are read from its directory.
    pub(crate) fn read(input: &Input) -> anyhow::Result<Session> {
        if let Input::File(path) = input {
            read_files::all().add(path);
        }
        let bytes = match Opened::of(input)? {
            Opened::Recordings(session) => return Ok(*session),
            Opened::Games(chunks) => match OtherKind::of(chunks.content()) {
                Some(kind @ (OtherKind::Foreign(_) | OtherKind::Compressed(_))) => {
                    anyhow::bail!(kind)
                }
                _ => chunks.read_all()?,
            },
        };
        let count = bytes.len() as u64;
        let main = Document::parse(bytes)?;
        let session =
            kifu::rgf::Session::of_sgf(&input.shown(), main, &mut InputDirectory::of(input));
        let session = session.map_err(named)?;
        if session.streams.streams.is_empty() {
            anyhow::bail!(OtherKind::NotRecording);
        }
        Ok(Session {
            session,
            bytes: count,
        })
    }

    /// Reads a bundle.
    fn bundled(input: &Input, source: impl Read) -> anyhow::Result<Session> {
        let mut counted = Counted { source, count: 0 };
        let reader = BufReader::with_capacity(1 << 16, &mut counted);
        let name = input.place().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy());
        let bundle = Bundle::read(reader, name.as_deref(), &Limits::default());
        let session = kifu::rgf::Session::of_bundle(bundle.map_err(unpack_first)?);
        Ok(Session {
            session: session.map_err(named::<Infallible>)?,
            bytes: counted.count,
        })
    }

    /// Reads a recording without its SGF file.
    fn of_recording(input: &Input, chunks: Chunks) -> anyhow::Result<Session> {
        let bytes = chunks.read_all()?;
        let len = bytes.len() as u64;
        let name = match input.place() {
            None => "-.rgf".to_owned(),
            Some(path) => path.file_name().map_or_else(String::new, |name| {
                let name = name.to_string_lossy();
                let is_rgf = name.to_lowercase().ends_with(".rgf");
                format!("{name}{}", if is_rgf { "" } else { ".rgf" })
            }),
        };
        Ok(Session {
            session: kifu::rgf::Session::of_recording(&name, Document::parse(bytes)?),
            bytes: len,
        })
    }

    /// Returns the findings in the SGF file, including its references to recordings.
    pub(crate) fn check_main(&self, settings: &kifu::check::Settings) -> Vec<Diagnostic> {
        self.findings(kifu::check::check(&self.main, settings))
    }

    /// Returns the names of the recordings, for messages.
    pub(crate) fn names(&self) -> String {
        let names = self.streams.streams.iter();
        let names: Vec<_> = names
            .map(|stream| Printable(&stream.file).to_string())
            .collect();
        names.join(", ")
    }

    /// Removes all recordings except the wanted one, given by its name or its number from 1.
    pub(crate) fn choose(&mut self, wanted: Option<&str>) -> Result<(), Refusal> {
        match wanted {
            Some(wanted) if !self.session.choose(wanted) => {
                let (wanted, names) = (Printable(wanted), self.names());
                Err(Refusal::Negative(format!(
                    "the file has no recording {wanted}; its recordings are {names}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Returns the only recording.
    pub(crate) fn only(&self) -> Result<(&Stream, &Track), Refusal> {
        match (&*self.streams.streams, &*self.tracks) {
            ([stream], [Some(track)]) => Ok((stream, track)),
            ([stream], _) => {
                let name = Printable(&stream.file);
                Err(Refusal::Negative(format!("{name} is missing")))
            }
            _ => {
                let names = self.names();
                Err(Refusal::Usage(format!(
                    "there are several recordings; select one with `--recording NAME`: {names}"
                )))
            }
        }
    }
}

/// The directory of an input, if the input is a file.
struct InputDirectory(Option<PathBuf>);

impl InputDirectory {
    fn of(input: &Input) -> InputDirectory {
        InputDirectory(match input {
            Input::File(path) => Some(path.parent().unwrap_or(Path::new("")).to_owned()),
            _ => None,
        })
    }
}

impl Directory for InputDirectory {
    type Error = String;

    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(folder) = &self.0 else {
            return Ok(None);
        };
        let path = folder.join(name);
        read_files::all().add(&path);
        match std::fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(reason(error)),
        }
    }

    fn size(&mut self, name: &str) -> Option<u64> {
        let metadata = std::fs::metadata(self.0.as_ref()?.join(name));
        metadata.ok().map(|metadata| metadata.len())
    }
}

fn has_extension(input: &Input, extension: &str) -> bool {
    let actual = input.place().and_then(Path::extension);
    actual.is_some_and(|actual| actual.eq_ignore_ascii_case(extension))
}
