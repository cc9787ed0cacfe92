//! Inputs, and readers of their bytes.

use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek, SeekFrom, Stdin};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::archive::{Member, archive_of};
use crate::measured::Measured;
use crate::other_kind::OtherKind;
use crate::parallel::MemorySize;
use crate::unreadable::Unreadable;

/// A file, a member of an archive, or standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(FilePath),
    /// A file in an archive, with its bytes.
    Member(Arc<Member>),
}

/// The path of a file, and whether the file was found in a directory.
#[derive(Clone, Debug)]
pub struct FilePath {
    path: PathBuf,
    /// Whether the file was found in a directory, and not given by name.
    is_found: bool,
}

impl FilePath {
    /// Returns the path of a file that was given by name.
    pub fn named(path: PathBuf) -> FilePath {
        FilePath {
            path,
            is_found: false,
        }
    }

    /// Returns the path of a file that was found in a directory.
    pub(crate) fn found(path: PathBuf) -> FilePath {
        FilePath {
            path,
            is_found: true,
        }
    }

    /// Returns the path.
    pub fn into_path(self) -> PathBuf {
        self.path
    }
}

impl PartialEq for FilePath {
    fn eq(&self, other: &FilePath) -> bool {
        self.path == other.path
    }
}

impl Eq for FilePath {}

impl Deref for FilePath {
    type Target = PathBuf;

    fn deref(&self) -> &PathBuf {
        &self.path
    }
}

impl AsRef<Path> for FilePath {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

impl Input {
    /// Returns the input that a path names: `-` is standard input, any other path is a file.
    pub fn of(path: PathBuf) -> Input {
        if path.as_os_str() == "-" {
            Input::Stdin
        } else {
            Input::File(FilePath::named(path))
        }
    }

    /// Returns an input with these bytes, as if they were a file in an archive.
    pub fn in_memory(name: impl Into<PathBuf>, bytes: Vec<u8>) -> Input {
        let path = name.into();
        Input::Member(Arc::new(Member {
            place: path.clone(),
            path,
            bytes,
        }))
    }

    /// Returns whether the input was found in a directory or an archive, and not given by name.
    fn is_found(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(path) => path.is_found,
            // A single compressed file was given by name; only its place lacks the extension.
            Input::Member(member) => member.place == member.path,
        }
    }

    /// Returns whether to skip and count this input, given that its content is of this `kind`,
    /// instead of reporting an error. This is so if the input was found in a directory or an
    /// archive, unless the kind is [unexpected](OtherKind::is_unexpected) for its name.
    pub fn is_skipped(&self, kind: OtherKind) -> bool {
        self.is_found() && !self.place().is_some_and(|path| kind.is_unexpected(path))
    }

    /// Reads all bytes.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Input::File(path) => fs::read(path),
            Input::Member(member) => Ok(member.bytes.clone()),
            Input::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// Returns a reader that starts at the first byte.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub fn open(&self) -> io::Result<InputReader> {
        Ok(InputReader(match self {
            Input::File(path) => Source::File(OpenFile {
                file: Measured::new(File::open(path)?),
                before: None,
            }),
            Input::Member(member) => Source::Member(Cursor::new(Bytes(Arc::clone(member)))),
            Input::Stdin => Source::Stdin(Measured::new(io::stdin())),
        }))
    }

    /// Returns a reader that can be rewound. The contents of pipes and other special files are read
    /// into memory first. If another program changes the file before it is read to its end again,
    /// reading fails.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or the pipe cannot be read.
    pub fn open_to_reread(&self) -> io::Result<InputReader> {
        let is_file = |file: &Measured<File>| {
            let metadata = file.get_ref().metadata();
            metadata.is_ok_and(|metadata| metadata.is_file())
        };
        Ok(InputReader(match self.open()?.0 {
            Source::File(OpenFile { file, .. }) if is_file(&file) => {
                let before = state(file.get_ref());
                Source::File(OpenFile { file, before })
            }
            Source::File(open) => Source::buffered(open.file)?,
            Source::Stdin(stdin) => Source::buffered(stdin)?,
            source => source,
        }))
    }

    /// Returns the same input without the bytes of an archive member. Messages can name it later
    /// without keeping these bytes in memory.
    pub fn named(&self) -> Input {
        match self {
            Input::Member(member) => Input::Member(Arc::new(Member {
                path: member.path.clone(),
                place: member.place.clone(),
                bytes: Vec::new(),
            })),
            other => other.clone(),
        }
    }

    /// Returns whether the input is this file, given by its canonical path, or is in this archive.
    pub fn is_from(&self, file: &Path) -> bool {
        let path = match self {
            Input::Stdin => return false,
            Input::File(path) => path,
            Input::Member(member) => archive_of(&member.path).unwrap_or(&member.path),
        };
        path.canonicalize().is_ok_and(|path| path == file)
    }

    /// Returns the path that determines where the output for this input goes in an output
    /// directory; `None` for standard input.
    pub fn place(&self) -> Option<&Path> {
        match self {
            Input::File(path) => Some(path),
            Input::Member(member) => Some(&member.place),
            Input::Stdin => None,
        }
    }

    /// Returns the path as text, with U+FFFD in place of parts that are not Unicode; `-` for
    /// standard input.
    ///
    /// The text can contain control characters.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
            Input::Member(member) => member.path.to_string_lossy().into_owned(),
        }
    }
}

impl MemorySize for Result<Input, Unreadable> {
    fn memory_size(&self) -> usize {
        match self {
            Ok(Input::Member(member)) => member.bytes.len(),
            _ => 0,
        }
    }
}

/// A reader of the bytes of an [`Input`]. Standard input cannot be rewound.
#[derive(Debug)]
pub struct InputReader(Source);

#[derive(Debug)]
enum Source {
    Stdin(Measured<Stdin>),
    File(OpenFile),
    Member(Cursor<Bytes>),
    Buffered(Cursor<Vec<u8>>),
}

impl Source {
    fn buffered(mut reader: impl Read) -> io::Result<Source> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        Ok(Source::Buffered(Cursor::new(bytes)))
    }
}

impl Read for InputReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Source::Stdin(stdin) => stdin.read(buffer),
            Source::File(open) => open.read(buffer),
            Source::Member(bytes) => bytes.read(buffer),
            Source::Buffered(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for InputReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.0 {
            Source::Stdin(_) => Err(io::ErrorKind::NotSeekable.into()),
            Source::File(open) => open.file.seek(to),
            Source::Member(bytes) => bytes.seek(to),
            Source::Buffered(bytes) => bytes.seek(to),
        }
    }
}

/// An open file. It stays the same file even if another file is given its name.
#[derive(Debug)]
struct OpenFile {
    file: Measured<File>,
    /// The state of the file when it was opened, if it is read more than once. Reading fails if
    /// another program has changed the file since.
    before: Option<State>,
}

/// The length and the modification time.
type State = (u64, SystemTime);

fn state(file: &File) -> Option<State> {
    let metadata = file.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

impl Read for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        let is_at_end = read == 0 && !buffer.is_empty();
        if is_at_end && self.before.is_some() && state(self.file.get_ref()) != self.before {
            return Err(io::Error::other("the file changed while it was being read"));
        }
        Ok(read)
    }
}

/// The bytes of a file in an archive.
#[derive(Debug)]
struct Bytes(Arc<Member>);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}
