//! The paths that select inputs, and the walk over them.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use crate::archive::{self, ArchiveKind, Member, in_archive, is_folder_in_archive};
use crate::input::{FilePath, Input};
use crate::paths::{self, path_of};
use crate::unreadable::Unreadable;

/// Paths of files, directories and archives, and the rules for searching them.
///
/// `-` is standard input. A path can also lead into an archive: `games.zip/1998` names a directory in
/// `games.zip`.
///
/// In directories and archives, hidden files and linked directories are skipped, and also backups
/// (`*.orig`).
#[derive(Clone, Default, Debug)]
pub struct Sources {
    paths: Vec<PathBuf>,
    list: Option<PathList>,
    globs: Vec<String>,
    include_backups: bool,
    backup_suffix: Option<String>,
    output: Option<PathBuf>,
}

/// A file with a list of paths.
///
/// Clones share the content as soon as it is [read completely](Sources::names), so that a pipe can
/// be listed and then walked.
#[derive(Clone, Debug)]
pub struct PathList {
    path: PathBuf,
    has_nul: bool,
    content: Arc<OnceLock<Vec<u8>>>,
}

/// A pattern for file names that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobError(String);

impl fmt::Display for GlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for GlobError {}

/// Checks a pattern for [`Sources::with_globs`].
///
/// # Errors
///
/// If the pattern is not valid.
pub fn check_glob(glob: &str) -> Result<(), GlobError> {
    let mut builder = OverrideBuilder::new("");
    let added = builder.add(glob).map(drop);
    let checked = added.and_then(|()| builder.build().map(drop));
    checked.map_err(|error| GlobError(error.to_string()))
}

impl PathList {
    /// Names a file with one path per line; `-` is standard input.
    pub fn of_lines(path: impl Into<PathBuf>) -> PathList {
        PathList {
            path: path.into(),
            has_nul: false,
            content: Arc::default(),
        }
    }

    /// Names a file with paths that each end with NUL, such as the output of `find -print0`; `-` is
    /// standard input.
    pub fn of_nul_terminated(path: impl Into<PathBuf>) -> PathList {
        PathList {
            has_nul: true,
            ..PathList::of_lines(path)
        }
    }

    fn is_stdin(&self) -> bool {
        is_dash(&self.path)
    }

    /// Reads the list, unless it was already read.
    fn read(&self) {
        if self.content.get().is_some() {
            return;
        }
        let read = if self.is_stdin() {
            Input::Stdin.read()
        } else {
            fs::read(&self.path)
        };
        // An error is reported when the list is opened again.
        if let Ok(bytes) = read {
            let _ = self.content.set(bytes);
        }
    }

    fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        if self.content.get().is_some() {
            return Ok(Box::new(SharedContent {
                content: Arc::clone(&self.content),
                at: 0,
            }));
        }
        if self.is_stdin() {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        Ok(Box::new(BufReader::new(File::open(&self.path)?)))
    }

    /// Returns the paths in the list.
    fn paths(&self) -> impl Iterator<Item = Result<PathBuf, Unreadable>> + Send + use<> {
        let list = self.path.clone();
        let end = if self.has_nul { 0 } else { b'\n' };
        let (mut reader, mut error) = match self.open() {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(error)),
        };
        std::iter::from_fn(move || {
            loop {
                if let Some(error) = error.take() {
                    reader = None;
                    return Some(Err(Unreadable::new(&list, error)));
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
}

/// A reader of the content of a list that was read before.
struct SharedContent {
    content: Arc<OnceLock<Vec<u8>>>,
    at: usize,
}

impl io::Read for SharedContent {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for SharedContent {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let content = self.content.get().map_or(&[][..], Vec::as_slice);
        Ok(content.get(self.at..).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Sources {
    /// Names files, directories and archives.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Sources {
        Sources {
            paths: paths.into_iter().map(Into::into).collect(),
            ..Sources::default()
        }
    }

    /// Sets the list of further paths, which follow all other paths.
    pub fn with_list(self, list: PathList) -> Sources {
        Sources {
            list: Some(list),
            ..self
        }
    }

    /// Reads only the files in directories and archives that match one of the patterns. Patterns
    /// that begin with `!` exclude files. Patterns that are not [valid](check_glob) are ignored.
    pub fn with_globs<G: Into<String>>(self, globs: impl IntoIterator<Item = G>) -> Sources {
        Sources {
            globs: globs.into_iter().map(Into::into).collect(),
            ..self
        }
    }

    /// Sets whether to read backups (`*.orig`) and temporary files (`.kifu-*`) in directories and
    /// archives.
    pub fn include_backups(self, include_backups: bool) -> Sources {
        Sources {
            include_backups,
            ..self
        }
    }

    /// In directories, skips each file whose name is that of another file plus this suffix.
    pub fn skip_backups(self, suffix: impl Into<String>) -> Sources {
        Sources {
            backup_suffix: Some(suffix.into()),
            ..self
        }
    }

    /// In directories, skips this file or directory, which the program writes.
    pub fn skip_output(self, path: impl Into<PathBuf>) -> Sources {
        Sources {
            output: Some(path.into()),
            ..self
        }
    }

    /// Returns an iterator that finds the inputs in a fixed order: that of the paths, and within a
    /// directory by name.
    pub fn walk(&self) -> Walk {
        let sources = Arc::new(self.clone());
        let listed = sources.list.iter().map(PathList::paths).next();
        let paths = sources.paths.clone().into_iter().map(Ok);
        let paths = paths.chain(listed.into_iter().flatten());
        Walk(Box::new(paths.flat_map(move |path| -> Inputs {
            match path.map(Input::of) {
                Ok(Input::File(file)) => files_at(file.into_path(), &sources),
                input => Box::new(std::iter::once(input)),
            }
        })))
    }

    /// Lists all inputs without reading them. Inputs with errors are skipped here; walking reports
    /// the errors.
    pub fn names(&self) -> impl Iterator<Item = Input> + '_ {
        self.read_list();
        self.walk().flatten().map(|input| input.named())
    }

    /// Calls `add` with the size in bytes of each file and archive, until `add` returns `false`.
    /// Returns whether all sizes are known and `add` always returned `true`. Returns `false` at
    /// once if standard input would have to be read.
    pub fn each_size(&self, add: &mut dyn FnMut(u64) -> bool) -> bool {
        let list = self.list.as_ref();
        let is_piped = list.is_some_and(|list| list.is_stdin() && list.content.get().is_none());
        if is_piped || self.paths.iter().any(|path| is_dash(path)) {
            return false;
        }
        let listed = list.into_iter().flat_map(PathList::paths).flatten();
        let paths = self.paths.iter().cloned().chain(listed);
        let mut files = paths.flat_map(|path| -> Box<dyn Iterator<Item = PathBuf>> {
            match in_archive(&path) {
                _ if path.is_dir() => Box::new(paths_in(&path, self).flatten()),
                Some((above, ..)) if !path.exists() => Box::new(std::iter::once(above.to_owned())),
                _ => Box::new(std::iter::once(path)),
            }
        });
        files.all(|path| fs::metadata(path).is_ok_and(|metadata| add(metadata.len())))
    }

    /// Returns all paths, including those in the list.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.read_list();
        let listed = self.list.iter().flat_map(PathList::paths).flatten();
        self.paths.iter().cloned().chain(listed).collect()
    }

    /// Returns whether there can be more than one input.
    pub fn are_several(&self) -> bool {
        self.list.is_some() || self.paths.len() > 1 || self.paths.iter().any(|path| is_folder(path))
    }

    /// Returns the path of the list and the paths of archives.
    pub(crate) fn containers(&self) -> impl Iterator<Item = &PathBuf> {
        let archives = self.paths.iter();
        let archives = archives.filter(|path| ArchiveKind::of(path).is_some());
        self.list.iter().map(|list| &list.path).chain(archives)
    }

    fn read_list(&self) {
        self.list.iter().for_each(PathList::read);
    }
}

/// Returns whether a path names a directory or an archive with several files, or a directory in an
/// archive.
pub(crate) fn is_folder(path: &Path) -> bool {
    if path.exists() {
        path.is_dir() || ArchiveKind::of(path).is_some_and(ArchiveKind::is_folder)
    } else {
        is_folder_in_archive(path)
    }
}

type Inputs = Box<dyn Iterator<Item = Result<Input, Unreadable>> + Send>;

/// An iterator over inputs; see [`Sources::walk`].
///
/// A file or directory that cannot be read is an error value, and the walk continues after it.
pub struct Walk(Inputs);

impl Iterator for Walk {
    type Item = Result<Input, Unreadable>;

    fn next(&mut self) -> Option<Result<Input, Unreadable>> {
        self.0.next()
    }
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").finish_non_exhaustive()
    }
}

/// Returns the files that a path names: a file, the files in a directory or in an archive, or a file
/// or directory within an archive.
fn files_at(path: PathBuf, sources: &Arc<Sources>) -> Inputs {
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => {
            return Box::new(files_in(&path, sources));
        }
        Ok(_) => {
            if let Some(kind) = ArchiveKind::of(&path) {
                let selected = selection(&path, &sources.globs);
                return Box::new(members(&path, kind, Path::new(""), selected, sources));
            }
        }
        Err(_) => {
            if let Some((above, kind, within)) = in_archive(&path) {
                let selected = selection(&path, &sources.globs);
                return Box::new(members(above, kind, within, selected, sources));
            }
        }
    }
    Box::new(std::iter::once(Ok(Input::of(path))))
}

/// Returns the files in an archive. Backups are skipped unless the rules include them or the path
/// names one.
fn members(
    path: &Path,
    kind: ArchiveKind,
    within: &Path,
    selected: Override,
    sources: &Sources,
) -> impl Iterator<Item = Result<Input, Unreadable>> + Send + use<> {
    let skips = !sources.include_backups;
    let named = path.join(within);
    let is_wanted = move |member: &Result<Member, Unreadable>| match member {
        Ok(member) => !(skips && is_backup_name(&member.path) && member.path != named),
        Err(_) => true,
    };
    let members = archive::members(path, kind, within, selected).filter(is_wanted);
    members.map(|member| member.map(|member| Input::Member(Arc::new(member))))
}

/// Returns the regular files below a directory, sorted by name, and the files in archives there.
///
/// It skips hidden files, linked directories, backups unless the rules include them, and the output.
fn files_in(
    directory: &Path,
    sources: &Arc<Sources>,
) -> impl Iterator<Item = Result<Input, Unreadable>> + Send + use<> {
    let selected = selection(directory, &sources.globs);
    let sources = Arc::clone(sources);
    let mut paths = paths_in(directory, &sources);
    let mut archive: Option<Inputs> = None;
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
            if let Some(kind) = ArchiveKind::of(&path) {
                let selected = selected.clone();
                let members = members(&path, kind, Path::new(""), selected, &sources);
                archive = Some(Box::new(members));
                continue;
            }
            return Some(Ok(Input::File(FilePath::found(path))));
        }
    })
}

/// Returns the paths of the selected files and archives below a directory, by the same rules as
/// [`files_in`].
fn paths_in(
    directory: &Path,
    sources: &Sources,
) -> impl Iterator<Item = Result<PathBuf, Unreadable>> + Send + use<> {
    let selected = selection(directory, &sources.globs);
    let output = sources.output.as_deref();
    let output = output.and_then(|output| paths::below(directory, output));
    let mut walk = WalkBuilder::new(directory)
        .standard_filters(false)
        .hidden(!sources.include_backups)
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
    let backups = sources.backup_suffix.clone();
    let include_backups = sources.include_backups;
    std::iter::from_fn(move || {
        loop {
            let file = match walk.next()? {
                Ok(entry) => file_of(entry),
                Err(error) => Some(Err(unreadable(error, &directory))),
            };
            let path = match file {
                None => continue,
                Some(Err(error)) => return Some(Err(error)),
                Some(Ok(path)) => path,
            };
            let is_selected = || !selected.matched(&path, false).is_ignore();
            if let Some(kind) = ArchiveKind::of(&path) {
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
            Err(error) => return Some(Err(Unreadable::new(entry.path(), error))),
        }
    } else if !kind.is_file() {
        return None;
    }
    Some(Ok(entry.into_path()))
}

/// The start of the names of temporary files, which remain if a run is killed.
const TEMPORARY_PREFIX: &[u8] = b".kifu-";

/// Returns whether a file has the name of a backup with the usual suffix.
fn is_backup_name(path: &Path) -> bool {
    // Most names are not split.
    let may_be = path.as_os_str().as_encoded_bytes().ends_with(b"orig");
    may_be && path.extension().is_some_and(|ending| ending == "orig")
}

/// Returns whether a file has the name of another existing file plus the suffix.
fn is_backup(path: &Path, suffix: &str) -> bool {
    let name = path.file_name().unwrap_or_default();
    let original = name.as_encoded_bytes().strip_suffix(suffix.as_bytes());
    original.is_some_and(|original| {
        !original.is_empty() && path.with_file_name(path_of(original.to_vec())).is_file()
    })
}

/// Builds the file filter of the globs.
fn selection(directory: &Path, globs: &[String]) -> Override {
    let mut builder = OverrideBuilder::new(directory);
    for glob in globs {
        let _ = builder.add(glob);
    }
    builder.build().unwrap_or_else(|_| Override::empty())
}

fn unreadable(error: ignore::Error, directory: &Path) -> Unreadable {
    let mut path = directory.to_owned();
    let mut inner = error;
    loop {
        inner = match inner {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                *err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                *err
            }
            ignore::Error::Io(error) => return Unreadable::new(&path, error),
            other => return Unreadable::new(&path, io::Error::other(other.to_string())),
        };
    }
}
