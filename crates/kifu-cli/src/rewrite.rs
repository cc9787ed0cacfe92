//! Where files go that a verb has changed.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use similar::TextDiff;

use crate::args::{InputArgs, RewriteArgs, ToldArgs};
use crate::exit::{Stopped, Usage};
use crate::input::{Input, reason};
use crate::json::{self, SCHEMA, Sequence};
use crate::new_file::cannot_write;
use crate::output::{self, Data};
use crate::parts::{Content, Part, Start};
use crate::printable::{Printable, file_name};
use crate::replace::{self, Digest, Draft};
use crate::told::Fate;

/// A file, and what became of it.
#[derive(Debug)]
pub(crate) struct Rewritten {
    pub(crate) input: Input,
    body: Body,
}

#[derive(Debug)]
enum Body {
    Small {
        before: Vec<u8>,
        after: Vec<u8>,
    },
    /// One that was never in memory as a whole.
    Large {
        is_changed: bool,
        /// What it was.
        before: Digest,
        /// What it became, if that is to be written; or why it could not be.
        after: io::Result<Option<Draft>>,
    },
}

impl Rewritten {
    pub(crate) fn of(input: &Input, before: Vec<u8>, after: Vec<u8>) -> Rewritten {
        Rewritten {
            input: input.clone(),
            body: Body::Small { before, after },
        }
    }

    /// What it became.
    #[cfg(test)]
    pub(crate) fn into_bytes(self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let written = self.body.into_stdout(&mut bytes)?;
        written.map_err(io::Error::other)?;
        Ok(bytes)
    }

    pub(crate) fn is_changed(&self) -> bool {
        match &self.body {
            Body::Small { before, after } => before != after,
            Body::Large { is_changed, .. } => *is_changed,
        }
    }
}

/// Writes changed files where the command line wants them.
pub(crate) struct Rewriter {
    to: Arc<To>,
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

/// Where files go.
#[derive(Debug)]
pub(crate) enum To {
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
            to: Arc::new(to),
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
        !self.diff && !matches!(*self.to, To::Stdout)
    }

    /// Whether files have to be in memory as a whole.
    pub(crate) fn needs_all(&self) -> bool {
        self.diff
    }

    /// Where files go.
    pub(crate) fn to(&self) -> Arc<To> {
        Arc::clone(&self.to)
    }

    /// Writes a file, if it has to be. What cannot be written is told, and counted.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, and [`Stopped`] where `--strict` ends it.
    pub(crate) fn put(&mut self, file: Rewritten) -> anyhow::Result<()> {
        self.put_with(file, &()).map(drop)
    }

    /// The same, where programs are told more of the file. Whether it is where it belongs.
    pub(crate) fn put_with(
        &mut self,
        file: Rewritten,
        more: &impl Serialize,
    ) -> anyhow::Result<bool> {
        let is_changed = file.is_changed();
        let Rewritten { input, body } = file;
        if let (Body::Small { before, after }, true) = (&body, self.diff && is_changed) {
            self.show(&input, before, after)?;
        }
        let written = match &*self.to {
            To::Stdout => body.into_stdout(&mut self.out)?.map(|()| None),
            To::Itself(_) if !is_changed => Ok(None),
            to => to.write(&input, body),
        };
        if let Some(told) = &mut self.told {
            let (to, fate) = match &written {
                Ok(Some(path)) => (Some(path), Fate::Written),
                Ok(None) if is_changed => (None, Fate::Planned),
                Ok(None) => (None, Fate::Same),
                Err(_) => (None, Fate::Failed),
            };
            let line = json::line(&Report {
                kifu_schema: SCHEMA,
                file: input.name(),
                to: to.map(|path| path.to_string_lossy().into_owned()),
                fate,
                changed: is_changed,
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
        self.written.changed += u64::from(is_changed);
        Ok(true)
    }

    /// Writes a line to standard output, among what goes there. It must be printable.
    pub(crate) fn line(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{line}")?)
    }

    fn show(&mut self, input: &Input, before: &[u8], after: &[u8]) -> anyhow::Result<()> {
        let name = input.shown();
        let diff = TextDiff::configure()
            .timeout(Duration::from_secs(1))
            .diff_lines(before, after);
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

impl To {
    /// What becomes of a file whose parts become what `work` makes of them, one after the other.
    ///
    /// # Errors
    ///
    /// Those of `work`, and if a part cannot be read again. That what a large file becomes cannot be written
    /// is told when it is [put](Rewriter::put).
    pub(crate) fn rewritten(
        &self,
        input: &Input,
        content: Content,
        mut work: impl FnMut(&Part) -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<Rewritten> {
        if let Content::All(bytes) = content {
            let start = Start::default();
            let all = Part { bytes, start };
            let after = work(&all)?;
            return Ok(Rewritten::of(input, all.bytes, after));
        }
        let mut draft = self.draft(input);
        // Where parts end is not where what they become does.
        let (mut before, mut made) = (Digest::default(), Digest::default());
        for part in content.into_parts() {
            let part = part?;
            let after = work(&part)?;
            before.add(&part.bytes);
            made.add(&after);
            if let Ok(Some(growing)) = &mut draft
                && let Err(error) = growing.write_all(&after)
            {
                draft = Err(error);
            }
        }
        Ok(Rewritten {
            input: input.clone(),
            body: Body::Large {
                is_changed: before != made,
                before,
                after: draft,
            },
        })
    }

    /// Begins what a file becomes. That it has no place is told when it is to be there.
    fn draft(&self, input: &Input) -> io::Result<Option<Draft>> {
        let draft = match self {
            To::Nowhere => return Ok(None),
            To::Stdout => Draft::apart(),
            _ => {
                let Ok(place) = self.place(input) else {
                    return Ok(None);
                };
                if !matches!(self, To::Itself(_)) {
                    let place = place.canonicalize();
                    place.map_or(Ok(()), |place| replace::vacant(&place, false))?;
                }
                Draft::of(&place)
            }
        };
        draft.map(Some)
    }

    /// The place of a file; its directory is made.
    fn place(&self, input: &Input) -> anyhow::Result<PathBuf> {
        match self {
            To::Nowhere | To::Stdout => anyhow::bail!("it has no place"),
            To::Itself(_) => match input {
                Input::Stdin => Err(anyhow::anyhow!(
                    "standard input has no place to be put back"
                )),
                Input::Member(_) => Err(anyhow::anyhow!(
                    "{}: a file in an archive cannot be replaced: use -o DIRECTORY",
                    input.shown()
                )),
                Input::File(path) => Ok(path.clone()),
            },
            To::File(path) => Ok(path.clone()),
            To::Directory(directory, roots) => {
                let place = place_below(directory, roots, input).with_context(|| input.shown())?;
                if let Some(parent) = place.parent() {
                    let cannot = || format!("cannot make the folder {}", file_name(parent));
                    std::fs::create_dir_all(parent).with_context(cannot)?;
                }
                Ok(place)
            }
        }
    }

    /// Writes a file to its place, and gives that.
    fn write(&self, input: &Input, body: Body) -> anyhow::Result<Option<PathBuf>> {
        if let To::Nowhere = self {
            return Ok(None);
        }
        let path = self.place(input)?;
        match self {
            To::Itself(suffix) => body
                .into_draft(&path)
                .and_then(|(was, new)| replace::file(&path, &was, new, suffix))
                .with_context(|| format!("cannot replace {}", file_name(&path)))?,
            _ => body
                .into_draft(&path)
                .and_then(|(_, new)| new.finish()?.put(false))
                .with_context(|| cannot_write(&path))?,
        }
        Ok(Some(path))
    }
}

impl Body {
    /// What it was, and what it became as a file that only needs its name.
    fn into_draft(self, path: &Path) -> io::Result<(Digest, Draft)> {
        match self {
            Body::Small { before, after } => {
                let mut draft = Draft::of(path)?;
                draft.write_all(&after)?;
                Ok((Digest::of(&before), draft))
            }
            Body::Large { before, after, .. } => Ok((before, kept(after)?)),
        }
    }

    /// Writes what it became to `out`, if it was kept; the outer error is that of `out`.
    fn into_stdout(self, out: &mut impl Write) -> io::Result<anyhow::Result<()>> {
        let after = match self {
            Body::Small { after, .. } => return out.write_all(&after).map(Ok),
            Body::Large { after, .. } => after,
        };
        match kept(after).and_then(Draft::finish) {
            Ok(file) => file.pass_on(out).map(Ok),
            Err(error) => Ok(Err(error).context("cannot write a temporary file")),
        }
    }
}

fn kept(draft: io::Result<Option<Draft>>) -> io::Result<Draft> {
    draft?.ok_or_else(|| io::Error::other("nothing of it was kept"))
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
