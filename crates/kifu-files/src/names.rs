//! Names of the new files that are made from one input.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use kifu::names::{Fields, Names, Template};

use crate::input::Input;
use crate::places::{PlaceError, Places};
use crate::sources::Sources;

/// The names of all new files of a run.
#[derive(Debug)]
pub struct Naming<'a> {
    template: Option<&'a Template>,
    directory: &'a Path,
    places: Places,
    names: Names,
    /// The last input and its path below the directory, since one input can have many new files.
    last: Option<(Input, PathBuf)>,
}

/// The properties of a new file that its name can contain.
#[derive(Debug)]
pub struct NewFileInfo<'p> {
    /// The input.
    pub input: &'p Input,
    /// The fields of its first game.
    pub game: Fields<'p>,
    /// The number of the file among those of the same input, from 1.
    pub number: usize,
    /// The number of files of the same input.
    pub of: usize,
    /// The extension of the file name.
    pub extension: &'p str,
}

/// The reason why a new file has no name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NameError {
    /// The input has no path in the output directory.
    Place(PlaceError),
    /// The name of the input is not Unicode.
    NotUnicode,
    /// The name of the input is not Unicode, and this key of the template would change it.
    Lossy(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Place(error) => error.fmt(f),
            NameError::NotUnicode => {
                f.write_str("the file name is not Unicode; use a template for the name")
            }
            NameError::Lossy(key) => write!(
                f,
                "the file name is not Unicode, and {{{key}}} would change it; use a template \
                 without {{{key}}}"
            ),
        }
    }
}

impl core::error::Error for NameError {}

impl From<PlaceError> for NameError {
    fn from(error: PlaceError) -> NameError {
        NameError::Place(error)
    }
}

impl<'a> Naming<'a> {
    /// Names files in a directory by a template. Without a template, a file gets the path of its
    /// input in [`Places`], with its number.
    pub fn new(
        template: Option<&'a Template>,
        directory: &'a Path,
        sources: &Sources,
    ) -> Naming<'a> {
        Naming {
            template,
            directory,
            places: Places::of(directory, sources),
            names: Names::default(),
            last: None,
        }
    }

    /// Returns a path for a new file that is unique within the run.
    ///
    /// # Errors
    ///
    /// If the input has no suitable name.
    pub fn name(&mut self, file: &NewFileInfo<'_>) -> Result<PathBuf, NameError> {
        let name = match self.template {
            Some(template) => {
                if let Some(path) = file
                    .input
                    .place()
                    .filter(|_| template.keys().any(|key| key == "file"))
                {
                    check_unicode_name(template, path)?;
                }
                template.fill(|key| file.value(key))
            }
            None => self.place(file)?,
        };
        let name = self.names.claim(&name);
        Ok(name
            .split('/')
            .fold(self.directory.to_owned(), |path, part| path.join(part)))
    }

    /// Returns the path of the input in the output directory, with the number of the new file.
    fn place(&mut self, file: &NewFileInfo<'_>) -> Result<String, NameError> {
        let place = match self.last.take().filter(|(last, _)| last == file.input) {
            Some(last) => last,
            None => {
                let place = self.places.place(file.input)?;
                let below = place.strip_prefix(self.directory).map(Path::to_owned);
                (file.input.clone(), below.unwrap_or(place))
            }
        };
        let (_, place) = self.last.insert(place);
        let output = (file.of > 1).then_some(OutputName::Numbered(file.number, file.of));
        let place = place.with_file_name(named(place, output, file.extension));
        let parts: Option<Vec<&str>> = place.iter().map(OsStr::to_str).collect();
        Ok(parts.ok_or(NameError::NotUnicode)?.join("/"))
    }
}

/// Refuses a file whose name is not Unicode if the template uses that name.
///
/// # Errors
///
/// [`NameError::Lossy`].
pub fn check_unicode_name(template: &Template, path: &Path) -> Result<(), NameError> {
    let is_plain = |part: Option<&OsStr>| part.is_none_or(|part| part.to_str().is_some());
    for key in template.keys() {
        let is_lost = match key {
            "file" => !is_plain(path.file_stem()),
            "ext" => !is_plain(path.extension()),
            _ => false,
        };
        if is_lost {
            return Err(NameError::Lossy(key.to_owned()));
        }
    }
    Ok(())
}

impl NewFileInfo<'_> {
    fn value(&self, key: &str) -> Option<Cow<'_, str>> {
        match key {
            "n" => {
                let width = self.of.to_string().len();
                Some(format!("{:0width$}", self.number).into())
            }
            "ext" => Some(self.extension.into()),
            "file" => match self.input.place() {
                None => Some("stdin".into()),
                Some(path) => path.file_stem().map(OsStr::to_string_lossy),
            },
            key => self.game.get(key),
        }
    }
}

/// The part of a file name that distinguishes it from other files made from the same input.
#[derive(Clone, Copy, Debug)]
pub enum OutputName<'n> {
    /// The number of the file, from 1, and the total number of files.
    Numbered(usize, usize),
    /// A name that replaces the name of the input.
    Named(&'n str),
}

/// Returns the name of a new file made from the file at `path`. The name is that of the old file or
/// the one in `output`, followed by the number in `output`, if there is one, and by `extension`.
/// The old extension is removed only if it is that of a known format.
pub fn named(path: &Path, output: Option<OutputName<'_>>, extension: &str) -> OsString {
    const KNOWN: [&str; 14] = [
        "sgf", "mgt", "gib", "ngf", "ugf", "ugi", "jgf", "json", "ndjson", "jsonl", "js", "sgn",
        "fen", "txt",
    ];
    let known = path
        .extension()
        .is_some_and(|old| KNOWN.iter().any(|known| old.eq_ignore_ascii_case(known)));
    let stem = if known {
        path.file_stem()
    } else {
        path.file_name()
    };
    let mut name = stem.unwrap_or_default().to_owned();
    match output {
        None => {}
        Some(OutputName::Named(own)) => name = own.into(),
        Some(OutputName::Numbered(number, of)) => {
            let width = of.to_string().len();
            name.push(format!("-{number:0width$}"));
        }
    }
    name.push(".");
    name.push(extension);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_extensions_of_formats_are_replaced() {
        let named = |path: &str, output| named(Path::new(path), output, "jgf");
        assert_eq!(named("x/a.b.SGF", None), "a.b.jgf");
        assert_eq!(named("1846-09-11.v2", None), "1846-09-11.v2.jgf");
        assert_eq!(
            named("a.sgf", Some(OutputName::Numbered(7, 12))),
            "a-07.jgf"
        );
        assert_eq!(named("a.sgn", Some(OutputName::Named("b.c"))), "b.c.jgf");
    }
}
