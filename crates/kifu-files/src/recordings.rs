//! Recordings and the files that belong to them (with the feature `recordings`).

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::io::{self, BufReader, Read};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use kifu::collection::{CHUNK_LEN, Content};
use kifu::rgf::bundle::{Bundle, BundleError, Limits, Reader};
use kifu::rgf::{Directory, OpenError, OpenProblem, SessionKind};
use kifu::sgf::Document;

use crate::games::{self, Chunks, ReadError};
use crate::input::Input;
use crate::other_kind::OtherKind;
use crate::read_files::ReadFiles;
use crate::unreadable::reason;

/// An SGF file and its recordings, read from an input.
#[derive(Debug)]
pub struct Session {
    session: kifu::rgf::Session,
    bytes: u64,
}

impl Deref for Session {
    type Target = kifu::rgf::Session;

    fn deref(&self) -> &kifu::rgf::Session {
        &self.session
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut kifu::rgf::Session {
        &mut self.session
    }
}

/// An opened input of a program that accepts games and recordings.
#[derive(Debug)]
pub enum Opened {
    /// A bundle or an RGF file.
    Recordings(Box<Session>),
    /// Any other input, such as an SGF file that names recordings.
    Games(Chunks),
}

/// The reason why recordings cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// The input cannot be read, or has other content.
    Read(ReadError),
    /// The bundle cannot be read.
    Bundle(BundleError),
    /// A file that belongs to the input cannot be read.
    File {
        /// The name of the file.
        name: String,
        /// The reason.
        why: String,
    },
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Read(error) => error.fmt(f),
            SessionError::Bundle(error) => error.fmt(f),
            SessionError::File { name, why } => write!(f, "{name}: {why}"),
        }
    }
}

impl core::error::Error for SessionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SessionError::Read(error) => error.source(),
            SessionError::Bundle(error) => error.source(),
            SessionError::File { .. } => None,
        }
    }
}

impl<E: Into<ReadError>> From<E> for SessionError {
    fn from(error: E) -> SessionError {
        SessionError::Read(error.into())
    }
}

/// Adds the name of the file to an error.
fn named<E: fmt::Display>(error: OpenError<E>) -> SessionError {
    SessionError::File {
        name: error.file,
        why: match error.problem {
            OpenProblem::Unreadable(why) => why.to_string(),
            OpenProblem::TooLarge(why) => why.to_string(),
        },
    }
}

impl Opened {
    /// Opens an input that is read in chunks of at most `chunk_len` bytes. Only the records of a
    /// bundle are read.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn open(input: &Input, chunk_len: usize) -> Result<Opened, SessionError> {
        Opened::of(input, games::chunks_of(input.open()?, chunk_len)?)
    }

    /// The same as [`open`](Opened::open), for programs that read games only with
    /// [`Collection::records`](kifu::collection::Collection::records). A collection in JGF is read in chunks, too.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn open_records(input: &Input, chunk_len: usize) -> Result<Opened, SessionError> {
        Opened::of(input, games::records_of(input.open()?, chunk_len)?)
    }

    fn of(input: &Input, chunks: Chunks) -> Result<Opened, SessionError> {
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
    /// Reads an input. The recordings of an SGF file are read from its directory. All files are added
    /// to `files`.
    ///
    /// # Errors
    ///
    /// If the input or a recording cannot be read, or the input has no recording.
    pub fn read(input: &Input, files: &ReadFiles) -> Result<Session, SessionError> {
        if let Input::File(path) = input {
            files.add(path);
        }
        let bytes = match Opened::open(input, CHUNK_LEN)? {
            Opened::Recordings(session) => return Ok(*session),
            Opened::Games(chunks) => match OtherKind::of(chunks.content()) {
                Some(kind @ (OtherKind::Foreign(_) | OtherKind::Compressed(_))) => {
                    return Err(kind.into());
                }
                _ => chunks.read_all()?,
            },
        };
        let count = bytes.len() as u64;
        let main = Document::parse(bytes)?;
        let mut directory = InputDirectory::of(input, files);
        let name = match input {
            Input::Stdin => "<stdin>".to_owned(),
            _ => input.name(),
        };
        let session = kifu::rgf::Session::of_sgf(&name, main, &mut directory);
        let session = session.map_err(named)?;
        if session.streams.streams.is_empty() {
            return Err(OtherKind::NotRecording.into());
        }
        Ok(Session {
            session,
            bytes: count,
        })
    }

    /// Reads the files that belong to the input and are not recordings, such as media: members of the bundle, or files in
    /// the directory of the input. `wanted` chooses them by their names, and `input` is the one that was read. Names without
    /// a file are omitted.
    ///
    /// # Errors
    ///
    /// If the input or a file cannot be read, or the input is standard input with a bundle, which can be read only once.
    pub fn read_files(
        &self,
        input: &Input,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<BTreeMap<String, Vec<u8>>, SessionError> {
        let mut files = BTreeMap::new();
        let others = &self.session.bundle.others;
        let names = others.iter().map(|(name, _)| name);
        let names: Vec<&String> = names.filter(|name| wanted(name)).collect();
        if names.is_empty() {
            return Ok(files);
        }
        if self.session.kind == SessionKind::Bundle {
            if *input == Input::Stdin {
                return Err(SessionError::File {
                    name: names[0].clone(),
                    why: "a bundle on standard input cannot be read twice; give the path of the bundle"
                        .to_owned(),
                });
            }
            let reader = BufReader::with_capacity(1 << 16, input.open()?);
            let reader = Reader::new(reader, &Limits::default());
            let mut reader = reader.map_err(SessionError::Bundle)?;
            while let Some(mut member) = reader.next().map_err(SessionError::Bundle)? {
                if names.iter().any(|name| *name == member.name()) {
                    let mut bytes = Vec::new();
                    member.read_to_end(&mut bytes)?;
                    files.insert(member.name().to_owned(), bytes);
                }
            }
            return Ok(files);
        }
        if let Input::File(path) = input {
            let folder = path.parent().unwrap_or(Path::new(""));
            for name in names {
                let bytes = fs::read(folder.join(name)).map_err(|error| SessionError::File {
                    name: name.clone(),
                    why: reason(error),
                })?;
                files.insert(name.clone(), bytes);
            }
        }
        Ok(files)
    }

    /// Returns the number of bytes that were read.
    pub fn bytes_read(&self) -> u64 {
        self.bytes
    }

    /// Reads a bundle.
    fn bundled(input: &Input, source: impl Read) -> Result<Session, SessionError> {
        let mut counted = Counted { source, count: 0 };
        let reader = BufReader::with_capacity(1 << 16, &mut counted);
        let name = input.place().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy());
        let bundle = Bundle::read(reader, name.as_deref(), &Limits::default());
        let session = kifu::rgf::Session::of_bundle(bundle.map_err(SessionError::Bundle)?);
        Ok(Session {
            session: session.map_err(named::<Infallible>)?,
            bytes: counted.count,
        })
    }

    /// Reads a recording without its SGF file.
    fn of_recording(input: &Input, chunks: Chunks) -> Result<Session, SessionError> {
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
            session: kifu::rgf::Session::of_recording(&name, bytes)?,
            bytes: len,
        })
    }
}

/// The directory of an input, if the input is a file.
struct InputDirectory<'f> {
    path: Option<PathBuf>,
    files: &'f ReadFiles,
}

impl<'f> InputDirectory<'f> {
    fn of(input: &Input, files: &'f ReadFiles) -> InputDirectory<'f> {
        let path = match input {
            Input::File(path) => Some(path.parent().unwrap_or(Path::new("")).to_owned()),
            _ => None,
        };
        InputDirectory { path, files }
    }
}

impl Directory for InputDirectory<'_> {
    type Error = String;

    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(folder) = &self.path else {
            return Ok(None);
        };
        let path = folder.join(name);
        self.files.add(&path);
        match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(reason(error)),
        }
    }

    fn size(&mut self, name: &str) -> Option<u64> {
        let metadata = fs::metadata(self.path.as_ref()?.join(name));
        metadata.ok().map(|metadata| metadata.len())
    }
}

fn has_extension(input: &Input, extension: &str) -> bool {
    let is_it = |path: &Path| {
        // Most names are not split.
        let bytes = path.as_os_str().as_encoded_bytes();
        let start = bytes.len().saturating_sub(extension.len());
        bytes[start..].eq_ignore_ascii_case(extension.as_bytes())
            && path
                .extension()
                .is_some_and(|actual| actual.eq_ignore_ascii_case(extension))
    };
    input.place().is_some_and(is_it)
}
