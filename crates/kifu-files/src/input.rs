//! Finding and opening the input files.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read, Seek, SeekFrom, Stdin};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use crate::archive::{self, Member, archive_of, in_archive};
use crate::args::input::InputArgs;
use crate::exit::Usage;
use crate::measured::Measured;
use crate::other_kind::OtherKind;
use crate::parallel::MemorySize;
use crate::paths::{self, path_of};
use crate::printable::file_name;
pub(crate) use crate::unreadable::{Unreadable, reason};

/// An input of a verb.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    Stdin,
    File(FilePath),
    /// A file in an archive, with its bytes.
    Member(Arc<Member>),
}

/// The path of a file.
#[derive(Clone, Debug)]
pub(crate) struct FilePath {
    path: PathBuf,
    /// Whether the file was found in a directory, and not given by name.
    is_found: bool,
}

impl FilePath {
    /// Returns the path of a file that was given by name.
    pub(crate) fn named(path: PathBuf) -> FilePath {
        FilePath {
            path,
            is_found: false,
        }
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
    pub(crate) fn of(path: PathBuf) -> Input {
        if path.as_os_str() == "-" {
            Input::Stdin
        } else {
            Input::File(FilePath::named(path))
        }
    }

    /// Returns whether the input was found in a directory or an archive, and not given by name.
    fn is_found(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(path) => path.is_found,
            // A file that is only compressed has another name without the extension.
            Input::Member(member) => member.place == member.path,
        }
    }

    /// Returns whether an input of this kind is only counted: it was found in a directory, and its
    /// name is not that of a game record.
    pub(crate) fn is_skipped(&self, kind: OtherKind) -> bool {
        self.is_found() && !self.place().is_some_and(|path| kind.is_unexpected(path))
    }

    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
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
    pub(crate) fn open(&self) -> io::Result<Source> {
        Ok(match self {
            Input::File(path) => Source::File(OpenFile {
                file: Measured::new(File::open(path)?),
                before: None,
            }),
            Input::Member(member) => Source::Member(Cursor::new(Bytes(Arc::clone(member)))),
            Input::Stdin => Source::Stdin(Measured::new(io::stdin())),
        })
    }

    /// Returns a reader that can be rewound. It reads pipes and the like into memory first.
    pub(crate) fn open_to_reread(&self) -> io::Result<Source> {
        let is_file = |file: &Measured<File>| {
            let metadata = file.get_ref().metadata();
            metadata.is_ok_and(|metadata| metadata.is_file())
        };
        match self.open()? {
            Source::File(OpenFile { file, .. }) if is_file(&file) => {
                let before = state(file.get_ref());
                Ok(Source::File(OpenFile { file, before }))
            }
            Source::File(open) => Source::buffered(open.file),
            Source::Stdin(stdin) => Source::buffered(stdin),
            source => Ok(source),
        }
    }

    /// Returns the same input without the bytes of an archive member, for later messages about it.
    pub(crate) fn named(&self) -> Input {
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
    pub(crate) fn is_from(&self, file: &Path) -> bool {
        let path = match self {
            Input::Stdin => return false,
            Input::File(path) => path,
            Input::Member(member) => archive_of(&member.path).unwrap_or(&member.path),
        };
        path.canonicalize().is_ok_and(|path| path == file)
    }

    /// Returns the path that determines its place in an output directory, if it has one.
    pub(crate) fn place(&self) -> Option<&Path> {
        match self {
            Input::File(path) => Some(path),
            Input::Member(member) => Some(&member.place),
            Input::Stdin => None,
        }
    }

    /// Returns the name for messages and text output.
    pub(crate) fn shown(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::File(path) => file_name(path),
            Input::Member(member) => file_name(&member.path),
        }
    }

    /// Returns the name for JSON output: the path, with U+FFFD for bytes that are not Unicode.
    pub(crate) fn name(&self) -> String {
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

/// A reader of the bytes of an [`Input`].
#[derive(Debug)]
pub(crate) enum Source {
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

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::Stdin(stdin) => stdin.read(buffer),
            Source::File(open) => open.read(buffer),
            Source::Member(bytes) => bytes.read(buffer),
            Source::Buffered(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Source::Stdin(_) => Err(io::ErrorKind::NotSeekable.into()),
            Source::File(open) => open.file.seek(to),
            Source::Member(bytes) => bytes.seek(to),
            Source::Buffered(bytes) => bytes.seek(to),
        }
    }
}

/// An open file. It stays the same file even if another file is given its name.
#[derive(Debug)]
pub(crate) struct OpenFile {
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
pub(crate) struct Bytes(Arc<Member>);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

/// Returns an iterator that finds the inputs in order, or `None` if no path is given and standard
/// input is a terminal.
pub(crate) fn inputs(
    args: &InputArgs,
) -> Result<Option<impl Iterator<Item = Result<Input, Unreadable>>>, Usage> {
    let stdin_is_list = args
        .files_from
        .as_deref()
        .is_some_and(|list| list.as_os_str() == "-");
    if stdin_is_list && args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Usage(
            "standard input cannot be both a file and the list of files".to_owned(),
        ));
    }
    if args.null && args.files_from.is_none() && !args.null_names {
        return Err(Usage("`-0` requires `--files-from`".to_owned()));
    }
    let mut paths = args.paths.clone();
    if paths.is_empty() && args.files_from.is_none() {
        if io::stdin().is_terminal() {
            return Ok(None);
        }
        paths.push(PathBuf::from("-"));
    }
    let listed = args
        .files_from
        .iter()
        .flat_map(|list| listed(list, args.null));
    let paths = paths.into_iter().map(Ok).chain(listed);
    Ok(Some(paths.flat_map(
        |path| -> Box<dyn Iterator<Item = _>> {
            match path.map(Input::of) {
                Ok(Input::File(file)) => files_at(file.path, args),
                input => Box::new(std::iter::once(input)),
            }
        },
    )))
}

/// Lists all inputs without reading them. Inputs with errors are skipped here; the errors are
/// reported when the inputs are read.
pub(crate) fn list(args: &InputArgs) -> Vec<Input> {
    cache_list(args);
    let inputs = inputs(args).ok().flatten();
    let inputs = inputs.into_iter().flatten().flatten();
    inputs.map(|input| input.named()).collect()
}

/// Calls `add` with the size in bytes of each file and archive that the command line names, until it
/// returns `false`. Returns whether all sizes are known, without reading standard input.
pub(crate) fn each_size(args: &InputArgs, add: &mut dyn FnMut(u64) -> bool) -> bool {
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    let is_piped = args.files_from.as_deref().is_some_and(is_stdin) && LIST.get().is_none();
    let has_stdin = args.paths.iter().any(|path| is_stdin(path));
    let has_none = args.paths.is_empty() && args.files_from.is_none();
    if is_piped || has_stdin || has_none {
        return false;
    }
    let list = args.files_from.iter();
    let listed = list.flat_map(|list| listed(list, args.null)).flatten();
    let paths = args.paths.iter().cloned().chain(listed);
    let mut files = paths.flat_map(|path| -> Box<dyn Iterator<Item = PathBuf>> {
        match in_archive(&path) {
            _ if path.is_dir() => Box::new(paths_in(&path, args).flatten()),
            Some((above, ..)) if !path.exists() => Box::new(std::iter::once(above.to_owned())),
            _ => Box::new(std::iter::once(path)),
        }
    });
    files.all(|path| fs::metadata(path).is_ok_and(|metadata| add(metadata.len())))
}

/// Returns the paths of the command line and of `--files-from`.
pub(crate) fn paths(args: &InputArgs) -> Vec<PathBuf> {
    cache_list(args);
    let list = args.files_from.iter();
    let listed = list.flat_map(|list| listed(list, args.null)).flatten();
    args.paths.iter().cloned().chain(listed).collect()
}

/// The content of the `--files-from` list if it is read more than once, since it may come from a
/// pipe.
static LIST: OnceLock<Vec<u8>> = OnceLock::new();

fn cache_list(args: &InputArgs) {
    let Some(list) = &args.files_from else {
        return;
    };
    if LIST.get().is_some() {
        return;
    }
    let read = if list.as_os_str() == "-" {
        Input::Stdin.read()
    } else {
        fs::read(list)
    };
    // An error is reported when the list is opened again.
    if let Ok(bytes) = read {
        let _ = LIST.set(bytes);
    }
}

/// Returns the files that a path of the command line names: a file, the files in a directory or in
/// an archive, or a file or directory within an archive.
fn files_at<'a>(
    path: PathBuf,
    args: &'a InputArgs,
) -> Box<dyn Iterator<Item = Result<Input, Unreadable>> + 'a> {
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => {
            return Box::new(files_in(&path, args));
        }
        Ok(_) => {
            if let Some(kind) = archive::Kind::of(&path) {
                let selected = selection(&path, &args.glob);
                return Box::new(members(&path, kind, Path::new(""), selected, args));
            }
        }
        Err(_) => {
            if let Some((above, kind, within)) = in_archive(&path) {
                let selected = selection(&path, &args.glob);
                return Box::new(members(above, kind, within, selected, args));
            }
        }
    }
    Box::new(std::iter::once(Ok(Input::of(path))))
}

/// Returns the files in an archive. Backups are skipped unless the options include them or the path
/// names one.
fn members(
    path: &Path,
    kind: archive::Kind,
    within: &Path,
    selected: Override,
    args: &InputArgs,
) -> impl Iterator<Item = Result<Input, Unreadable>> + use<> {
    let skips = !args.include_backups;
    let named = path.join(within);
    let is_wanted = move |member: &Result<Member, Unreadable>| match member {
        Ok(member) => !(skips && is_backup_name(&member.path) && member.path != named),
        Err(_) => true,
    };
    let members = archive::members(path, kind, within, selected).filter(is_wanted);
    members.map(|member| member.map(|member| Input::Member(Arc::new(member))))
}

/// Returns the paths in a list. Each ends with a NUL if `null` is set, otherwise with a line break.
fn listed(list: &Path, null: bool) -> impl Iterator<Item = Result<PathBuf, Unreadable>> {
    let opened: io::Result<Box<dyn BufRead>> = match (LIST.get(), list.as_os_str() == "-") {
        (Some(cached), _) => Ok(Box::new(cached.as_slice())),
        (None, true) => Ok(Box::new(io::stdin().lock())),
        (None, false) => File::open(list).map(|file| Box::new(BufReader::new(file)) as _),
    };
    let list = list.to_owned();
    let end = if null { 0 } else { b'\n' };
    let (mut reader, mut error) = match opened {
        Ok(reader) => (Some(reader), None),
        Err(error) => (None, Some(error)),
    };
    std::iter::from_fn(move || {
        loop {
            if let Some(error) = error.take() {
                reader = None;
                return Some(Err(Unreadable::new(&list, &error)));
            }
            let mut path = Vec::new();
            match reader.as_mut()?.read_until(end, &mut path) {
                Ok(0) => return None,
                Ok(_) => {
                    path.pop_if(|last| *last == end);
                    if !path.is_empty() {
                        return Some(Ok(path_of(path)));
                    }
                }
                Err(failed) => error = Some(failed),
            }
        }
    })
}

/// Returns the regular files below a directory, sorted by name, and the files in archives there.
///
/// It skips hidden files, linked directories, backups unless the options include them, and the
/// output of the run.
fn files_in(
    directory: &Path,
    args: &InputArgs,
) -> impl Iterator<Item = Result<Input, Unreadable>> + use<> {
    let selected = selection(directory, &args.glob);
    let args = args.clone();
    let mut paths = paths_in(directory, &args);
    let mut archive: Option<Box<dyn Iterator<Item = Result<Input, Unreadable>>>> = None;
    std::iter::from_fn(move || {
        loop {
            if let Some(member) = archive.as_mut().and_then(Iterator::next) {
                return Some(member);
            }
            archive = None;
            let path = match paths.next()? {
                Ok(path) => path,
                Err(error) => return Some(Err(error)),
            };
            if let Some(kind) = archive::Kind::of(&path) {
                let selected = selected.clone();
                let members = members(&path, kind, Path::new(""), selected, &args);
                archive = Some(Box::new(members));
                continue;
            }
            let is_found = true;
            return Some(Ok(Input::File(FilePath { path, is_found })));
        }
    })
}

/// Returns the paths of the selected files and archives below a directory, as [`files_in`].
fn paths_in(
    directory: &Path,
    args: &InputArgs,
) -> impl Iterator<Item = Result<PathBuf, Unreadable>> + use<> {
    let selected = selection(directory, &args.glob);
    let output = args.output.as_deref();
    let output = output.and_then(|output| paths::below(directory, output));
    let mut walk = WalkBuilder::new(directory)
        .standard_filters(false)
        .hidden(!args.include_backups)
        .follow_links(false)
        // Entries of one directory have the same parent, so comparing paths as strings is enough.
        .sort_by_file_path(|a, b| a.as_os_str().cmp(b.as_os_str()))
        .filter_entry(move |entry| {
            let name = entry.file_name().as_encoded_bytes();
            let is_hidden = name.starts_with(b".") && !name.starts_with(TEMPORARY_PREFIX);
            output.as_deref() != Some(entry.path()) && (entry.depth() == 0 || !is_hidden)
        })
        .build();
    let directory = directory.to_owned();
    let backups = args.backups.clone();
    let include_backups = args.include_backups;
    std::iter::from_fn(move || {
        loop {
            let file = match walk.next()? {
                Ok(entry) => file_of(entry),
                Err(error) => Some(Err(unreadable(&error, &directory))),
            };
            let path = match file {
                None => continue,
                Some(Err(error)) => return Some(Err(error)),
                Some(Ok(path)) => path,
            };
            let is_selected = || !selected.matched(&path, false).is_ignore();
            if let Some(kind) = archive::Kind::of(&path) {
                if kind.is_folder() || is_selected() {
                    return Some(Ok(path));
                }
                continue;
            }
            if is_backup_name(&path) && !include_backups {
                continue;
            }
            if backups
                .as_deref()
                .is_some_and(|suffix| is_backup(&path, suffix))
            {
                continue;
            }
            if is_selected() {
                return Some(Ok(path));
            }
        }
    })
}

/// Returns the path of an entry if it is a regular file or a link to one.
fn file_of(entry: DirEntry) -> Option<Result<PathBuf, Unreadable>> {
    let kind = entry.file_type()?;
    if kind.is_symlink() {
        match entry.path().metadata() {
            Ok(target) if target.is_file() => {}
            Ok(_) => return None,
            Err(error) => return Some(Err(Unreadable::new(entry.path(), &error))),
        }
    } else if !kind.is_file() {
        return None;
    }
    Some(Ok(entry.into_path()))
}

/// The start of the names of temporary files, which remain if a run is killed.
const TEMPORARY_PREFIX: &[u8] = b".kifu-";

/// Returns whether a file has the name of a backup with the default suffix of `--in-place`.
fn is_backup_name(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "orig")
}

/// Returns whether a file has the name of another existing file plus the suffix.
fn is_backup(path: &Path, suffix: &str) -> bool {
    let name = path.file_name().unwrap_or_default();
    let original = name.as_encoded_bytes().strip_suffix(suffix.as_bytes());
    original.is_some_and(|original| {
        !original.is_empty() && path.with_file_name(path_of(original.to_vec())).is_file()
    })
}

/// Builds the file filter of the globs, which were validated when the command line was parsed.
fn selection(directory: &Path, globs: &[String]) -> Override {
    let mut builder = OverrideBuilder::new(directory);
    for glob in globs {
        let _ = builder.add(glob);
    }
    builder.build().unwrap_or_else(|_| Override::empty())
}

fn unreadable(error: &ignore::Error, directory: &Path) -> Unreadable {
    let mut path = directory;
    let mut inner = error;
    loop {
        inner = match inner {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            ignore::Error::Io(error) => return Unreadable::new(path, error),
            other => {
                return Unreadable {
                    name: file_name(path),
                    reason: other.to_string(),
                    skipped: None,
                };
            }
        };
    }
}
