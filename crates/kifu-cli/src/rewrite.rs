//! Writing the files that a verb changes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use kifu::collection::Chunk;
use kifu::report;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use kifu_files::places::Places;
use kifu_files::write::{self, Batch, CommitMode, Committed, Digest, Draft, Overwrite, Staged};
use kifu_files::{Input, reason};
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, RewriteArgs};
use crate::collisions::refuse_collisions;
use crate::exit::{Outcome, Stopped, Usage};
use crate::file_report::WriteStatus;
use crate::json::{self, Sequence};
use crate::new_file::cannot_write;
use crate::output::{self, ContentsOut};
use crate::printable::{InputName, Printable, count, file_name};
use crate::run::Inputs;

/// An input and its new contents.
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
    /// A file that was processed in chunks.
    Large {
        is_changed: bool,
        /// The digest of the original contents.
        before: Digest,
        /// The new contents, `None` if they are not written, or an error from writing them.
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

    /// Returns the new contents.
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

/// Writes changed files to the destination that the command line selects.
///
/// Files in directories are [staged](Batch) and committed many at a time, so the result for a file
/// is reported some files later.
pub(crate) struct Rewriter {
    to: Arc<Destination>,
    diff: bool,
    strict: bool,
    out: ContentsOut,
    /// The writer of the JSON reports, if they were requested.
    reports: Option<Sequence>,
    batch: Batch<Waiting>,
    counts: RewriteCounts,
}

/// A file that waits to be committed and reported.
struct Waiting {
    input: Input,
    is_changed: bool,
    place: Place,
    more: Option<serde_json::Value>,
    then: Box<dyn FnOnce()>,
}

/// Where a file is written.
enum Place {
    /// Nowhere, or to standard output.
    None,
    At(PathBuf),
    /// The file cannot be written.
    Failed(anyhow::Error),
}

/// The numbers of files of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RewriteCounts {
    /// The number of files that were changed and, if requested, written.
    pub(crate) changed: u64,
    /// The number of files that could not be written.
    pub(crate) failed: u64,
}

impl RewriteCounts {
    /// Reports how many of `total` files were changed. `verb` has the words for a dry run and for a
    /// real run.
    pub(crate) fn report(self, total: u64, dry_run: bool, verb: [&str; 2], more: &str) {
        let (changed, total) = (self.changed, count(total, "file"));
        let verb = verb[usize::from(!dry_run)];
        output::line(format_args!("{changed} of {total} {verb}{more}"));
    }
}

/// The destination of changed files.
#[derive(Debug)]
pub(crate) enum Destination {
    Nowhere,
    Stdout,
    /// The file itself. The old file is kept as a backup with this suffix. If `keep_mtime` is set,
    /// the new file gets the modification time of the old one.
    Itself {
        suffix: String,
        keep_mtime: bool,
    },
    File(PathBuf),
    Directory(Places),
    /// A dry run, which writes nothing and refuses what a real run would refuse.
    Planned(Box<Destination>),
}

impl Rewriter {
    /// # Errors
    ///
    /// If the command line gives several files the same destination.
    pub(crate) fn new(args: &RewriteArgs, inputs: &InputArgs) -> anyhow::Result<Rewriter> {
        let several = inputs.are_several();
        let to = match (&args.in_place, &args.output) {
            (Some(suffix), _) if suffix.is_empty() || suffix.contains(['/', '\\']) => {
                let why = "the suffix of `--in-place` is appended to file names; it cannot be empty \
                           or contain a path separator";
                return Err(Usage(why.to_owned()).into());
            }
            (Some(suffix), _) => Destination::Itself {
                suffix: suffix.clone(),
                keep_mtime: args.keep_mtime,
            },
            (None, Some(path)) if path.as_os_str() == "-" => Destination::Stdout,
            (None, Some(path)) if several || path.is_dir() => {
                let sources = inputs.for_rewriting(args).sources();
                let places = Places::of(path, &sources);
                let same = |place: &Path| place.file_name().unwrap_or_default().to_owned();
                refuse_collisions(&places, &sources, same)?;
                Destination::Directory(places)
            }
            (None, Some(path)) => Destination::File(path.clone()),
            (None, None) if args.diff || args.dry_run => Destination::Nowhere,
            (None, None) => Destination::Stdout,
        };
        let to = match to {
            Destination::Stdout if args.dry_run => Destination::Nowhere,
            Destination::Stdout if several => {
                let why = "several files cannot be written to standard output; use \
                           `--in-place`, `-o DIR` or `--dry-run`";
                return Err(Usage(why.to_owned()).into());
            }
            Destination::Nowhere | Destination::Stdout => to,
            to if args.dry_run => Destination::Planned(Box::new(to)),
            to => to,
        };
        Ok(Rewriter {
            to: Arc::new(to),
            diff: args.diff,
            strict: inputs.strict,
            out: output::contents(),
            reports: None,
            batch: Batch::new(inputs.strict),
            counts: RewriteCounts::default(),
        })
    }

    /// Reports each file that is [put with more](Rewriter::put_with) as JSON, if requested.
    ///
    /// # Errors
    ///
    /// If something else is written to standard output.
    pub(crate) fn reporting(self, args: FileReportArgs) -> Result<Rewriter, Usage> {
        let reports = args.sequence();
        if reports.is_some() && !self.is_silent() {
            let why = "`--json` and `--jsonl` write to standard output; use them with \
                       `--in-place`, `-o PATH` or `--dry-run`, and without `--diff`";
            return Err(Usage(why.to_owned()));
        }
        Ok(Rewriter { reports, ..self })
    }

    /// Returns whether neither files nor diffs are written to standard output.
    pub(crate) fn is_silent(&self) -> bool {
        !self.diff && !matches!(*self.to, Destination::Stdout)
    }

    /// Rewrites each input: `work` returns the new file, and `sink` [puts](Rewriter::put) it.
    pub(crate) fn each<T: Send>(
        mut self,
        inputs: Inputs<'_>,
        work: impl Fn(&Input, &mut Chunks, &Destination) -> anyhow::Result<(Rewritten, T)> + Sync,
        mut sink: impl FnMut(&mut Rewriter, Rewritten, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Outcome, RewriteCounts)> {
        let inputs = if self.diff {
            inputs.whole(true)
        } else {
            inputs
        };
        let to = Arc::clone(&self.to);
        let work = |input: &Input, chunks: &mut Chunks| work(input, chunks, &to);
        let sink = |(file, more): (Rewritten, T)| sink(&mut self, file, more);
        let outcome = inputs.each_collection(work, sink)?;
        Ok((outcome, self.finish()?))
    }

    /// Writes the file if it changed; failures are reported and counted.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written; and [`Stopped`] after a failure, with `--strict`.
    pub(crate) fn put(&mut self, file: Rewritten) -> anyhow::Result<()> {
        self.put_with(file, &(), || ())
    }

    /// The same as [`put`](Rewriter::put), with more members for the JSON report. Calls `then`
    /// after the file was written, or would have been.
    pub(crate) fn put_with(
        &mut self,
        file: Rewritten,
        more: &impl Serialize,
        then: impl FnOnce() + 'static,
    ) -> anyhow::Result<()> {
        let is_changed = file.is_changed();
        let Rewritten { input, body } = file;
        if let (Body::Small { before, after }, true) = (&body, self.diff && is_changed) {
            self.show(&input, before, after)?;
        }
        let staged = match &*self.to {
            Destination::Stdout => body.into_stdout(&mut self.out)?.map(|()| None),
            to if to.is_in_place() && !is_changed => {
                to.remove_stale(&input);
                Ok(None)
            }
            to => to.stage(&input, body),
        };
        let (staged, place) = match staged {
            Ok(None) => (None, Place::None),
            Ok(Some(staged)) => {
                // Report the path of the user; a staged file has the path of the link's target.
                let path = match &input {
                    Input::File(path) if self.to.is_in_place() => path.to_path_buf(),
                    _ => staged.path().to_owned(),
                };
                (Some(staged), Place::At(path))
            }
            Err(error) => (None, Place::Failed(error)),
        };
        let more = match &self.reports {
            Some(_) => Some(serde_json::to_value(more)?),
            None => None,
        };
        let waiting = Waiting {
            input: input.named(),
            is_changed,
            place,
            more,
            then: Box::new(then),
        };
        let committed = self.batch.add(staged, waiting);
        self.report(committed)
    }

    /// Reports the results for files.
    fn report(&mut self, committed: Committed<Waiting>) -> anyhow::Result<()> {
        let mut failed = false;
        for (waiting, done) in committed {
            let Waiting {
                input,
                is_changed,
                place,
                more,
                then,
            } = waiting;
            let written = match (place, done) {
                (Place::Failed(error), _) => Err(error),
                (Place::None, _) => Ok(None),
                (Place::At(path), Ok(())) => Ok(Some(path)),
                (Place::At(path), Err(error)) => {
                    let context = if self.to.is_in_place() {
                        format!("cannot replace {}", file_name(&path))
                    } else {
                        cannot_write(&path)
                    };
                    Err(anyhow::Error::new(error).context(context))
                }
            };
            if let Some(reports) = &mut self.reports {
                let (to, fate) = match &written {
                    Ok(Some(path)) => (Some(path), WriteStatus::Written),
                    Ok(None) if is_changed => (None, WriteStatus::Planned),
                    Ok(None) => (None, WriteStatus::Same),
                    Err(_) => (None, WriteStatus::Failed),
                };
                let report = RewriteReport {
                    to: to.map(|path| path.to_string_lossy().into_owned()),
                    fate,
                    changed: is_changed,
                    more,
                };
                reports.write(&mut self.out, &json::file_line(input.name(), &report)?)?;
            }
            match written {
                Ok(_) => {
                    self.counts.changed += u64::from(is_changed);
                    then();
                }
                Err(error) => {
                    failed = true;
                    self.counts.failed += 1;
                    let error = reason(format_args!("{error:#}"));
                    output::message(format_args!("{}", Printable(&error)));
                }
            }
        }
        if failed && self.strict {
            Err(Stopped.into())
        } else {
            Ok(())
        }
    }

    /// Writes a line to standard output, in order with the files. It must be printable.
    pub(crate) fn line(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{line}")?)
    }

    fn show(&mut self, input: &Input, before: &[u8], after: &[u8]) -> anyhow::Result<()> {
        report::write_diff(&mut self.out, &input.shown(), before, after)?;
        Ok(())
    }

    /// Commits the waiting files and flushes standard output, which reports its last errors.
    pub(crate) fn finish(mut self) -> anyhow::Result<RewriteCounts> {
        let committed = self.batch.commit();
        match self.report(committed) {
            Err(error) if !error.is::<Stopped>() => return Err(error),
            _ => {}
        }
        if let Some(reports) = self.reports.take() {
            reports.finish(&mut self.out)?;
        }
        self.out.flush()?;
        Ok(self.counts)
    }
}

/// The JSON report about a file.
#[derive(Serialize)]
struct RewriteReport {
    /// `None` if nothing was written.
    to: Option<String>,
    fate: WriteStatus,
    changed: bool,
    #[serde(flatten)]
    more: Option<serde_json::Value>,
}

impl Destination {
    /// Rewrites a file chunk by chunk: `work` returns the new bytes of a chunk.
    ///
    /// # Errors
    ///
    /// Returns the errors of `work` and of reading. An error from writing a large file is reported
    /// when the file is [put](Rewriter::put).
    pub(crate) fn rewritten(
        &self,
        input: &Input,
        chunks: &mut Chunks,
        mut work: impl FnMut(&Chunk) -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<Rewritten> {
        if chunks.is_whole() {
            let chunk = chunks.next().context(OtherKind::Unknown)??;
            let new = work(&chunk)?;
            return Ok(Rewritten::of(input, chunk.bytes, new));
        }
        let mut draft = self.draft(input);
        // Compare digests of all bytes: unchanged bytes may move between chunks.
        let (mut before, mut after) = (Digest::default(), Digest::default());
        for chunk in chunks {
            let chunk = chunk?;
            let new = work(&chunk)?;
            before.add(&chunk.bytes);
            after.add(&new);
            if let Ok(Some(open)) = &mut draft
                && let Err(error) = open.write_all(&new)
            {
                draft = Err(error);
            }
        }
        Ok(Rewritten {
            input: input.clone(),
            body: Body::Large {
                is_changed: before != after,
                before,
                after: draft,
            },
        })
    }

    /// Begins the new file, if one is written. An invalid destination is reported later, by
    /// [`Destination::stage`].
    fn draft(&self, input: &Input) -> io::Result<Option<Draft>> {
        let place = match self {
            Destination::Nowhere | Destination::Planned(_) => return Ok(None),
            Destination::Stdout => return Draft::unnamed().map(Some),
            _ => self.plan(input).ok().flatten(),
        };
        let Some(place) = place else {
            return Ok(None);
        };
        if let (Destination::Directory(_), Some(folder)) = (self, place.parent()) {
            std::fs::create_dir_all(folder)?;
        }
        Draft::of(&place).map(Some)
    }

    fn is_in_place(&self) -> bool {
        match self {
            Destination::Itself { .. } => true,
            Destination::Planned(to) => to.is_in_place(),
            _ => false,
        }
    }

    /// Removes the temporary files of killed commands from the directory of a file that is
    /// rewritten in place.
    fn remove_stale(&self, input: &Input) {
        if let (Destination::Itself { .. }, Some(path)) = (self, input.place()) {
            let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            write::remove_stale(path.parent().unwrap_or(Path::new(".")));
        }
    }

    /// Returns the path of the new file, if one is written. Dry runs and real runs both check this;
    /// it writes nothing.
    ///
    /// # Errors
    ///
    /// If the file cannot be written there.
    fn plan(&self, input: &Input) -> anyhow::Result<Option<PathBuf>> {
        let place = match self {
            Destination::Nowhere | Destination::Stdout => return Ok(None),
            Destination::Planned(to) => return to.plan(input),
            Destination::File(path) => path.clone(),
            Destination::Directory(places) => places.place(input).with_context(|| input.shown())?,
            Destination::Itself { suffix, .. } => {
                return match input {
                    Input::Stdin => {
                        anyhow::bail!("standard input cannot be replaced; use `-o PATH`")
                    }
                    Input::Member(_) => anyhow::bail!(
                        "{}: files in archives cannot be replaced; use `-o DIR`",
                        input.shown()
                    ),
                    Input::File(path) => {
                        write::replaceable(path, suffix)
                            .with_context(|| format!("cannot replace {}", file_name(path)))?;
                        Ok(Some(path.to_path_buf()))
                    }
                };
            }
        };
        write::vacant(&place, &Overwrite::Never).with_context(|| cannot_write(&place))?;
        Ok(Some(place))
    }

    /// Writes a file that then waits for its name. Writes nothing in a dry run.
    fn stage(&self, input: &Input, body: Body) -> anyhow::Result<Option<Staged>> {
        let Some(place) = self.plan(input)? else {
            return Ok(None);
        };
        let (in_place, context) = match self {
            Destination::Planned(_) => return Ok(None),
            Destination::Itself { suffix, keep_mtime } => {
                let context = format!("cannot replace {}", file_name(&place));
                (Some((suffix.clone(), *keep_mtime)), context)
            }
            _ => (None, cannot_write(&place)),
        };
        if let (Destination::Directory(_), Some(folder)) = (self, place.parent()) {
            let context = || format!("cannot create the directory {}", file_name(folder));
            std::fs::create_dir_all(folder).with_context(context)?;
        }
        let staged = body.into_draft(&place).and_then(|(original, new)| {
            let mode = match in_place {
                None => CommitMode::New {
                    overwrite: Overwrite::Never,
                },
                Some((suffix, keep_mtime)) => CommitMode::InPlace {
                    original,
                    suffix,
                    keep_mtime,
                },
            };
            Ok(new.finish()?.staged(mode))
        });
        Ok(Some(staged.context(context)?))
    }
}

impl Body {
    /// Returns the digest of the original contents and a draft with the new ones.
    fn into_draft(self, path: &Path) -> io::Result<(Digest, Draft)> {
        match self {
            Body::Small { before, after } => {
                let mut draft = Draft::of(path)?;
                draft.write_all(&after)?;
                Ok((Digest::of(&before), draft))
            }
            Body::Large { before, after, .. } => Ok((before, written_draft(after)?)),
        }
    }

    /// Writes the new contents to `out`. The outer error is about `out`, the inner one about the
    /// draft.
    fn into_stdout(self, out: &mut impl Write) -> io::Result<anyhow::Result<()>> {
        let after = match self {
            Body::Small { after, .. } => return out.write_all(&after).map(Ok),
            Body::Large { after, .. } => after,
        };
        match written_draft(after).and_then(Draft::finish) {
            Ok(file) => file.copy_to(out).map(Ok),
            Err(error) => Ok(Err(error).context("cannot write a temporary file")),
        }
    }
}

fn written_draft(draft: io::Result<Option<Draft>>) -> io::Result<Draft> {
    draft?.ok_or_else(|| io::Error::other("the new contents were not written"))
}
