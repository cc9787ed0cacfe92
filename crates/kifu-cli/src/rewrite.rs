//! Writing the files that a verb changes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu::report;
use kifu_files::games::Chunks;
use kifu_files::places::Places;
use kifu_files::rewrite::{Destination, RewriteError, Rewritten};
use kifu_files::write::{Batch, Committed};
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

/// The place where a file is written.
enum Place {
    /// Nowhere, or to standard output.
    None,
    At(PathBuf),
    /// The file cannot be written.
    Failed(anyhow::Error),
}

/// The numbers of changed and failed files in a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RewriteCounts {
    /// The number of files that were changed and, if requested, written.
    pub(crate) changed: u64,
    /// The number of files that could not be written.
    pub(crate) failed: u64,
}

impl RewriteCounts {
    /// Reports how many of `total` files were changed. `verb` contains the words for a dry run and
    /// for a real run, and `more` is the end of the message.
    pub(crate) fn report(self, total: u64, dry_run: bool, verb: [&str; 2], more: &str) {
        let (changed, total) = (self.changed, count(total, "file"));
        let verb = verb[usize::from(!dry_run)];
        output::line(format_args!("{changed} of {total} {verb}{more}"));
    }
}

impl Rewriter {
    /// Creates a rewriter with the destination that the options select for the inputs.
    ///
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

    /// Selects JSON reports, if requested, about each file that [`put_with`](Rewriter::put_with)
    /// writes.
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

    /// Writes a file like [`put`](Rewriter::put), with more members for the JSON report. Calls
    /// `then` after the file was written or, in a dry run, would have been written.
    pub(crate) fn put_with(
        &mut self,
        file: Rewritten,
        more: &impl Serialize,
        then: impl FnOnce() + 'static,
    ) -> anyhow::Result<()> {
        let is_changed = file.is_changed();
        let input = file.input.clone();
        if let (Some((before, after)), true) = (file.contents(), self.diff && is_changed) {
            report::write_diff(&mut self.out, &input.shown(), before, after)?;
        }
        let staged = match &*self.to {
            Destination::Stdout => file.write_to(&mut self.out)?.map(|()| None),
            to if to.is_in_place() && !is_changed => {
                to.remove_stale(&input);
                Ok(None)
            }
            to => to.stage(file),
        };
        let (staged, place) = match staged {
            Ok(None) => (None, Place::None),
            Ok(Some(staged)) => {
                // Report the path that the user gave. If that path is a link, the staged file has
                // the path of the target of the link.
                let path = match &input {
                    Input::File(path) if self.to.is_in_place() => path.to_path_buf(),
                    _ => staged.path().to_owned(),
                };
                (Some(staged), Place::At(path))
            }
            Err(error) => (None, Place::Failed(with_advice(error))),
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

/// Adds the advice of the command to an error.
fn with_advice(error: RewriteError) -> anyhow::Error {
    match error {
        RewriteError::StdinInPlace => {
            anyhow::anyhow!("standard input cannot be replaced; use `-o PATH`")
        }
        RewriteError::MemberInPlace(input) => anyhow::anyhow!(
            "{}: files in archives cannot be replaced; use `-o DIR`",
            input.shown()
        ),
        RewriteError::Place(input, error) => anyhow::Error::new(error).context(input.shown()),
        error => error.into(),
    }
}
