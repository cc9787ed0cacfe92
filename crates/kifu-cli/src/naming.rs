//! Where the parts of files go.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::Record;
use kifu::names::{Fields, Names, Template};

use crate::args::input::InputArgs;
use crate::args::output::PartsArgs;
use crate::input::Input;
use crate::new_file::{NewFile, cannot_write};
use crate::place::Places;
use crate::replace;

/// How names of files of a format end.
pub(crate) fn extension(record: &Record) -> &'static str {
    record.format().capabilities().extension
}

/// Names for the parts of all files of a run.
pub(crate) struct Naming<'a> {
    args: &'a PartsArgs,
    directory: &'a Path,
    places: Places,
    names: Names,
}

/// A part of a file, for its name.
pub(crate) struct PartOf<'p> {
    pub(crate) input: &'p Input,
    pub(crate) game: Fields<'p>,
    /// Its number, from 1, and how many there are.
    pub(crate) number: usize,
    pub(crate) of: usize,
    pub(crate) extension: &'p str,
}

impl<'a> Naming<'a> {
    pub(crate) fn new(args: &'a PartsArgs, directory: &'a Path, inputs: &InputArgs) -> Naming<'a> {
        Naming {
            args,
            directory,
            places: Places::of(directory, inputs),
            names: Names::default(),
        }
    }

    /// A name for a part, which no other part of the run has.
    pub(crate) fn name(&mut self, part: &PartOf<'_>) -> anyhow::Result<PathBuf> {
        let name = match &self.args.name {
            Some(template) => {
                if let Some(path) = part
                    .input
                    .place()
                    .filter(|_| template.keys().any(|key| key == "file"))
                {
                    has_unicode_name(template, path)?;
                }
                template.fill(|key| part.value(key))
            }
            None => self.place(part)?,
        };
        let name = self.names.claim(&name);
        Ok(name
            .split('/')
            .fold(self.directory.to_owned(), |path, part| path.join(part)))
    }

    /// The place that the file has in the directory, with the number of the part.
    fn place(&self, part: &PartOf<'_>) -> anyhow::Result<String> {
        let place = self.places.place(part.input)?;
        let place = place.strip_prefix(self.directory).unwrap_or(&place);
        let which = (part.of > 1).then_some(Part::Numbered(part.number, part.of));
        let place = place.with_file_name(named(place, which, part.extension));
        let parts: Option<Vec<&str>> = place.iter().map(OsStr::to_str).collect();
        let parts = parts.context("its name is no Unicode: use --name")?;
        Ok(parts.join("/"))
    }

    /// Whether a part could be written there. Dry runs and real runs both ask this.
    pub(crate) fn plan(&self, path: &Path) -> anyhow::Result<()> {
        replace::vacant(path, self.args.force).with_context(|| cannot_write(path))
    }

    /// Begins to write a part, and makes the folders that it lies in.
    pub(crate) fn begin(&self, path: &Path) -> anyhow::Result<NewFile> {
        self.plan(path)?;
        if let Some(parent) = path.parent().filter(|parent| !parent.is_dir()) {
            std::fs::create_dir_all(parent).with_context(|| cannot_write(path))?;
        }
        NewFile::begin(path, self.args.force)
    }
}

/// Refuses a file whose name is not Unicode where the template takes something from it.
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
            "its name is not Unicode, and {{{key}}} would change it; use a template without {{{key}}}"
        );
    }
    Ok(())
}

impl PartOf<'_> {
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

/// One of several parts of a file.
#[derive(Clone, Copy)]
pub(crate) enum Part<'n> {
    /// By its number, and how many there are.
    Numbered(usize, usize),
    /// By a name of its own.
    Named(&'n str),
}

/// The name of a file in another format.
pub(crate) fn named(path: &Path, part: Option<Part<'_>>, extension: &str) -> OsString {
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
    match part {
        None => {}
        Some(Part::Named(own)) => name = own.into(),
        Some(Part::Numbered(number, of)) => {
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
    fn only_endings_of_formats_are_replaced() {
        let named = |path: &str, part| named(Path::new(path), part, "jgf");
        assert_eq!(named("x/a.b.SGF", None), "a.b.jgf");
        assert_eq!(named("1846-09-11.v2", None), "1846-09-11.v2.jgf");
        assert_eq!(named("a.sgf", Some(Part::Numbered(7, 12))), "a-07.jgf");
        assert_eq!(named("a.sgn", Some(Part::Named("b.c"))), "b.c.jgf");
    }
}
