//! Which files to read, and reading them.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

use crate::args::InputArgs;
use crate::exit::Usage;
use crate::printable::file_name;

/// Something to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

impl Input {
    pub(crate) fn of(path: PathBuf) -> Input {
        if path.as_os_str() == "-" {
            Input::Stdin
        } else {
            Input::File(path)
        }
    }

    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Input::File(path) => std::fs::read(path),
            Input::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// The name for people.
    pub(crate) fn shown(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::File(path) => file_name(path),
        }
    }

    /// The name for programs: the path, as far as it is Unicode.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }
}

/// Something that could not be read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// Its name for people.
    pub(crate) name: String,
    pub(crate) reason: String,
}

impl Unreadable {
    pub(crate) fn new(path: &Path, error: &io::Error) -> Unreadable {
        Unreadable {
            name: file_name(path),
            reason: reason(error),
        }
    }
}

/// An error in words, without the number that the system gives it.
pub(crate) fn reason(error: impl Display) -> String {
    let mut text = error.to_string();
    if let Some(words) = text.find(" (os error") {
        text.truncate(words);
    }
    text
}

/// All there is to read, in order, found as it is asked for: `None` if that is
/// standard input for want of a path, and it is a terminal.
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
        return Err(Usage("-0 is for the list of --files-from".to_owned()));
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
                Ok(Input::File(path)) if path.is_dir() => {
                    Box::new(files_in(&path, &args.glob, args.backups.as_deref()))
                }
                input => Box::new(std::iter::once(input)),
            }
        },
    )))
}

/// The paths that a file lists.
fn listed(list: &Path, null: bool) -> impl Iterator<Item = Result<PathBuf, Unreadable>> {
    let opened: io::Result<Box<dyn BufRead>> = match list.as_os_str() == "-" {
        true => Ok(Box::new(io::stdin().lock())),
        false => File::open(list).map(|file| Box::new(BufReader::new(file)) as _),
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

#[cfg(unix)]
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
pub(crate) fn path_of(mut bytes: Vec<u8>) -> PathBuf {
    bytes.pop_if(|last| *last == b'\r');
    OsString::from(String::from_utf8_lossy(&bytes).into_owned()).into()
}

/// The regular files below a directory, sorted by name, whatever they are called.
/// Hidden ones are left out, directories behind symbolic links, and the backups with this
/// suffix.
fn files_in(
    directory: &Path,
    globs: &[String],
    backups: Option<&str>,
) -> impl Iterator<Item = Result<Input, Unreadable>> + use<> {
    let selected = selection(directory, globs);
    let walk = WalkBuilder::new(directory)
        .standard_filters(false)
        .hidden(true)
        .follow_links(false)
        .sort_by_file_name(|a, b| a.cmp(b))
        .build();
    let directory = directory.to_owned();
    let backups = backups.map(str::to_owned);
    walk.filter_map(move |entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(unreadable(&error, &directory))),
        };
        let path = entry.path();
        let kind = entry.file_type()?;
        if kind.is_dir() || selected.matched(path, false).is_ignore() {
            return None;
        }
        if kind.is_symlink() {
            // A link to a file counts as that file.
            match path.metadata() {
                Ok(target) if target.is_file() => {}
                Ok(_) => return None,
                Err(error) => return Some(Err(Unreadable::new(path, &error))),
            }
        } else if !kind.is_file() {
            return None;
        }
        if backups
            .as_deref()
            .is_some_and(|suffix| is_backup(path, suffix))
        {
            return None;
        }
        Some(Ok(Input::File(entry.into_path())))
    })
}

/// Whether a file has the name of another one and a suffix.
fn is_backup(path: &Path, suffix: &str) -> bool {
    let name = path.file_name().unwrap_or_default();
    let of = name.as_encoded_bytes().strip_suffix(suffix.as_bytes());
    of.is_some_and(|of| !of.is_empty() && path.with_file_name(path_of(of.to_vec())).is_file())
}

/// What the globs select; they were tried when the command line was read.
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
                };
            }
        };
    }
}
