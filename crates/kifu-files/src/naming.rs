//! Names of the new files that are made from one input.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::Record;
use kifu::names::{Fields, Names, Template};

use crate::args::input::InputArgs;
use crate::args::output::NewFileArgs;
use crate::input::Input;
use crate::new_file::{NewFile, cannot_write};
use crate::place::Places;
use crate::replace;

/// Returns the file name extension of a record's format.
pub(crate) fn extension(record: &Record) -> &'static str {
    record.format().capabilities().extension
}

/// The names of all new files of a run.
pub(crate) struct Naming<'a> {
    args: &'a NewFileArgs,
    directory: &'a Path,
    places: Places,
    names: Names,
}

/// The properties of a new file that its name can contain.
pub(crate) struct NewFileInfo<'p> {
    pub(crate) input: &'p Input,
    pub(crate) game: Fields<'p>,
    /// The number of the file among those of the same input, from 1.
    pub(crate) number: usize,
    /// The number of files of the same input.
    pub(crate) of: usize,
    pub(crate) extension: &'p str,
}

impl<'a> Naming<'a> {
    pub(crate) fn new(
        args: &'a NewFileArgs,
        directory: &'a Path,
        inputs: &InputArgs,
    ) -> Naming<'a> {
        Naming {
            args,
            directory,
            places: Places::of(directory, inputs),
            names: Names::default(),
        }
    }

    /// Returns a path for a new file that is unique within the run.
    pub(crate) fn name(&mut self, file: &NewFileInfo<'_>) -> anyhow::Result<PathBuf> {
        let name = match &self.args.name {
            Some(template) => {
                if let Some(path) = file
                    .input
                    .place()
                    .filter(|_| template.keys().any(|key| key == "file"))
                {
                    has_unicode_name(template, path)?;
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
    fn place(&self, file: &NewFileInfo<'_>) -> anyhow::Result<String> {
        let place = self.places.place(file.input)?;
        let place = place.strip_prefix(self.directory).unwrap_or(&place);
        let output = (file.of > 1).then_some(OutputName::Numbered(file.number, file.of));
        let place = place.with_file_name(named(place, output, file.extension));
        let parts: Option<Vec<&str>> = place.iter().map(OsStr::to_str).collect();
        let parts = parts.context("the file name is not Unicode; use `--name`")?;
        Ok(parts.join("/"))
    }

    /// Checks that a file can be written there. Dry runs and real runs both check this.
    pub(crate) fn plan(&self, path: &Path) -> anyhow::Result<()> {
        replace::vacant(path, self.args.force).with_context(|| cannot_write(path))
    }

    /// Begins to write a file, and creates its directory if needed.
    pub(crate) fn begin(&self, path: &Path) -> anyhow::Result<NewFile> {
        self.plan(path)?;
        if let Some(parent) = path.parent().filter(|parent| !parent.is_dir()) {
            std::fs::create_dir_all(parent).with_context(|| cannot_write(path))?;
        }
        NewFile::begin(path, self.args.force)
    }
}

/// Refuses a file whose name is not Unicode if the template uses that name.
pub(crate) fn has_unicode_name(template: &Template, path: &Path) -> anyhow::Result<()> {
    let is_plain = |part: Option<&OsStr>| part.is_none_or(|part| part.to_str().is_some());
    for key in template.keys() {
        let is_lost = match key {
            "file" => !is_plain(path.file_stem()),
            "ext" => !is_plain(path.extension()),
            _ => false,
        };
        anyhow::ensure!(
            !is_lost,
            "the file name is not Unicode, and {{{key}}} would change it; use a template without \
             {{{key}}}"
        );
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

/// How the name of a file differs from those of other files made from the same input.
#[derive(Clone, Copy)]
pub(crate) enum OutputName<'n> {
    /// By its number, from 1, of this total.
    Numbered(usize, usize),
    /// By this name instead of the name of the input.
    Named(&'n str),
}

/// Returns the name of a new file with another extension. It replaces only extensions of known
/// formats.
pub(crate) fn named(path: &Path, output: Option<OutputName<'_>>, extension: &str) -> OsString {
    const KNOWN: [&str; 8] = ["sgf", "mgt", "jgf", "json", "js", "sgn", "fen", "txt"];
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
