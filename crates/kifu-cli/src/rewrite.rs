//! Where files go that a verb has changed.

use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use similar::TextDiff;

use crate::args::{InputArgs, RewriteArgs, ToldArgs};
use crate::exit::{Stopped, Usage};
use crate::input::{Input, reason};
use crate::json::{self, SCHEMA, Sequence};
use crate::output::{self, Data};
use crate::printable::{Printable, file_name};
use crate::replace;
use crate::told::Fate;

/// A file, and what became of it.
#[derive(Debug)]
pub(crate) struct Rewritten {
    pub(crate) input: Input,
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

impl Rewritten {
    pub(crate) fn is_changed(&self) -> bool {
        self.before != self.after
    }
}

/// Writes changed files where the command line wants them.
pub(crate) struct Rewriter {
    to: To,
    diff: bool,
    strict: bool,
    out: Data,
    /// For programs, if they are told of each file.
    told: Option<Sequence>,
    written: Written,
}

/// What became of the files of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    /// How many were changed, and are written now where they are to be.
    pub(crate) changed: u64,
    /// How many could not be written.
    pub(crate) failed: u64,
}

enum To {
    Nowhere,
    Stdout,
    /// Its own place; the old file keeps its name with this suffix.
    Itself(String),
    File(PathBuf),
    /// A directory, in which files keep their places below these.
    Directory(PathBuf, Vec<PathBuf>),
}

impl Rewriter {
    /// # Errors
    ///
    /// If the command line gives several files one place.
    pub(crate) fn new(args: &RewriteArgs, inputs: &InputArgs) -> anyhow::Result<Rewriter> {
        let several = inputs.are_several();
        let to = match (&args.in_place, &args.output) {
            _ if args.dry_run => To::Nowhere,
            (Some(suffix), _) if suffix.is_empty() || suffix.contains(['/', '\\']) => {
                let why = "the suffix of --in-place is added to the names of files; it cannot be \
                           empty or hold a separator";
                return Err(Usage(why.to_owned()).into());
            }
            (Some(suffix), _) => To::Itself(suffix.clone()),
            (None, Some(path)) if path.as_os_str() == "-" => To::Stdout,
            (None, Some(path)) if several || path.is_dir() => {
                To::Directory(path.clone(), inputs.paths.clone())
            }
            (None, Some(path)) => To::File(path.clone()),
            (None, None) if args.diff => To::Nowhere,
            (None, None) => To::Stdout,
        };
        if several && matches!(to, To::Stdout) {
            let why = "several files cannot go to standard output: use --in-place, -o DIRECTORY, or \
                       --dry-run";
            return Err(Usage(why.to_owned()).into());
        }
        Ok(Rewriter {
            to,
            diff: args.diff,
            strict: inputs.strict,
            out: output::data(),
            told: None,
            written: Written::default(),
        })
    }

    /// Tells programs of each file that is [put with more](Rewriter::put_with), if that is asked for.
    ///
    /// # Errors
    ///
    /// If something else goes to standard output.
    pub(crate) fn telling(self, told: ToldArgs) -> Result<Rewriter, Usage> {
        let told = told.sequence();
        if told.is_some() && !self.is_silent() {
            let why = "--json and --jsonl take standard output: use --in-place, -o PATH or --dry-run, \
                       and no --diff";
            return Err(Usage(why.to_owned()));
        }
        Ok(Rewriter { told, ..self })
    }

    /// Whether nothing goes to standard output.
    pub(crate) fn is_silent(&self) -> bool {
        !self.diff && !matches!(self.to, To::Stdout)
    }

    /// Writes a file, if it has to be. What cannot be written is told, and counted.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, and [`Stopped`] where `--strict` ends it.
    pub(crate) fn put(&mut self, file: &Rewritten) -> anyhow::Result<()> {
        self.put_with(file, &()).map(drop)
    }

    /// The same, where programs are told more of the file. Whether it is where it belongs.
    pub(crate) fn put_with(
        &mut self,
        file: &Rewritten,
        more: &impl Serialize,
    ) -> anyhow::Result<bool> {
        if self.diff && file.is_changed() {
            self.show(file)?;
        }
        if let To::Stdout = self.to {
            self.out.write_all(&file.after)?;
        }
        let written = self.write(file);
        if let Some(told) = &mut self.told {
            let (to, fate) = match &written {
                Ok(Some(path)) => (Some(path), Fate::Written),
                Ok(None) if file.is_changed() => (None, Fate::Planned),
                Ok(None) => (None, Fate::Same),
                Err(_) => (None, Fate::Failed),
            };
            let line = json::line(&Report {
                kifu_schema: SCHEMA,
                file: file.input.name(),
                to: to.map(|path| path.to_string_lossy().into_owned()),
                fate,
                changed: file.is_changed(),
                more,
            })?;
            told.write(&mut self.out, &line)?;
        }
        if let Err(error) = written {
            self.written.failed += 1;
            let error = reason(format_args!("{error:#}"));
            output::message(format_args!("{}", Printable(&error)));
            if self.strict {
                return Err(Stopped.into());
            }
            return Ok(false);
        }
        self.written.changed += u64::from(file.is_changed());
        Ok(true)
    }

    /// Writes a file to its place, if it has to be, and gives that.
    fn write(&self, file: &Rewritten) -> anyhow::Result<Option<PathBuf>> {
        match &self.to {
            To::Nowhere | To::Stdout => Ok(None),
            To::Itself(_) if !file.is_changed() => Ok(None),
            To::Itself(suffix) => match &file.input {
                Input::Stdin => Err(anyhow::anyhow!(
                    "standard input has no place to be put back"
                )),
                Input::Member(_) => Err(anyhow::anyhow!(
                    "{}: a file in an archive cannot be replaced: use -o DIRECTORY",
                    file.input.shown()
                )),
                Input::File(path) => replace::file(path, &file.before, &file.after, suffix)
                    .with_context(|| format!("cannot replace {}", file_name(path)))
                    .map(|()| Some(path.clone())),
            },
            To::File(path) => create(path, &file.after).map(|()| Some(path.clone())),
            To::Directory(directory, roots) => put_below(directory, roots, file).map(Some),
        }
    }

    /// Writes a line to standard output, among what goes there. It must be printable.
    pub(crate) fn line(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{line}")?)
    }

    fn show(&mut self, file: &Rewritten) -> anyhow::Result<()> {
        let name = file.input.shown();
        let diff = TextDiff::configure()
            .timeout(Duration::from_secs(1))
            .diff_lines(file.before.as_slice(), file.after.as_slice());
        let shown = diff.unified_diff().header(&name, &name).to_string();
        for line in shown.split_inclusive('\n') {
            let (line, end) = line
                .strip_suffix('\n')
                .map_or((line, ""), |line| (line, "\n"));
            write!(self.out, "{}{end}", Printable(line))?;
        }
        Ok(())
    }

    /// Call it in the end: only then is it known that standard output took everything.
    pub(crate) fn finish(mut self) -> anyhow::Result<Written> {
        if let Some(told) = self.told.take() {
            told.finish(&mut self.out)?;
        }
        self.out.flush()?;
        Ok(self.written)
    }
}

/// A file for programs.
#[derive(Serialize)]
struct Report<'m, T> {
    kifu_schema: u32,
    file: String,
    /// None if nothing was written.
    to: Option<String>,
    fate: Fate,
    changed: bool,
    #[serde(flatten)]
    more: &'m T,
}

fn put_below(directory: &Path, roots: &[PathBuf], file: &Rewritten) -> anyhow::Result<PathBuf> {
    let place = place_below(directory, roots, &file.input).with_context(|| file.input.shown())?;
    if let Some(parent) = place.parent() {
        let cannot = || format!("cannot make the folder {}", file_name(parent));
        std::fs::create_dir_all(parent).with_context(cannot)?;
    }
    create(&place, &file.after)?;
    Ok(place)
}

/// The place of a file in a directory: the one that it has below one of the roots.
pub(crate) fn place_below(
    directory: &Path,
    roots: &[PathBuf],
    input: &Input,
) -> anyhow::Result<PathBuf> {
    let Some(path) = input.place() else {
        anyhow::bail!("standard input has no name to write it by");
    };
    let below = roots
        .iter()
        .find_map(|root| path.strip_prefix(root).ok())
        .filter(|below| below.components().next().is_some())
        .or_else(|| path.file_name().map(Path::new));
    let below = below.filter(|below| {
        let inside = |part| matches!(part, Component::Normal(_));
        below.components().all(inside)
    });
    let Some(below) = below else {
        anyhow::bail!("it has no name below {}", file_name(directory));
    };
    Ok(directory.join(below))
}

fn create(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace::create(path, bytes, false).with_context(|| format!("cannot write {}", file_name(path)))
}
