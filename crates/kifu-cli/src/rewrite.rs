//! Where files go that a verb has changed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use kifu::collection::Chunk;
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::output::{RewriteArgs, ToldArgs};
use crate::exit::{Outcome, Stopped, Usage};
use crate::games::Chunks;
use crate::input::{Input, reason};
use crate::json::{self, Sequence};
use crate::new_file::cannot_write;
use crate::output::{self, Data};
use crate::place::Places;
use crate::printable::{Printable, count, file_name};
use crate::replace::{self, Batch, Committed, Digest, Draft, How, Staged};
use crate::run::Inputs;
use crate::told::Fate;
use crate::unified;

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
///
/// Files in folders are [staged](Batch) and committed many at a time, so what became of a file is
/// reported some files later.
pub(crate) struct Rewriter {
    to: Arc<To>,
    diff: bool,
    strict: bool,
    out: Data,
    /// For programs, if they are told of each file.
    told: Option<Sequence>,
    batch: Batch<Waiting>,
    written: Written,
}

/// What is reported of a file once it is written.
struct Waiting {
    input: Input,
    is_changed: bool,
    place: Place,
    more: Option<serde_json::Value>,
    then: Box<dyn FnOnce()>,
}

/// Where a file goes.
enum Place {
    /// It is not written, or to standard output.
    None,
    At(PathBuf),
    /// It cannot be written, and why.
    Failed(anyhow::Error),
}

/// What became of the files of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    /// How many were changed, and are written now where they are to be.
    pub(crate) changed: u64,
    /// How many could not be written.
    pub(crate) failed: u64,
}

impl Written {
    /// Reports how many of so many files were changed, or would be; `verb` says so for either case.
    pub(crate) fn report(self, of: u64, dry_run: bool, verb: [&str; 2], more: &str) {
        let (changed, of) = (self.changed, count(of, "file"));
        let verb = verb[usize::from(!dry_run)];
        output::line(format_args!("{changed} of {of} {verb}{more}"));
    }
}

/// Where files go.
#[derive(Debug)]
pub(crate) enum To {
    Nowhere,
    Stdout,
    /// Its own place; the old file keeps its name with this suffix, and the new one the time of
    /// modification if `keep_mtime` says so.
    Itself {
        suffix: String,
        keep_mtime: bool,
    },
    File(PathBuf),
    Directory(Places),
    /// A dry run: nothing is written, and all is refused that a run would refuse.
    Planned(Box<To>),
}

impl Rewriter {
    /// # Errors
    ///
    /// If the command line gives several files one place.
    pub(crate) fn new(args: &RewriteArgs, inputs: &InputArgs) -> anyhow::Result<Rewriter> {
        let several = inputs.are_several();
        let to = match (&args.in_place, &args.output) {
            (Some(suffix), _) if suffix.is_empty() || suffix.contains(['/', '\\']) => {
                let why = "the suffix of --in-place is added to the names of files; it cannot be \
                           empty or hold a separator";
                return Err(Usage(why.to_owned()).into());
            }
            (Some(suffix), _) => To::Itself {
                suffix: suffix.clone(),
                keep_mtime: args.keep_mtime,
            },
            (None, Some(path)) if path.as_os_str() == "-" => To::Stdout,
            (None, Some(path)) if several || path.is_dir() => {
                let inputs = inputs.for_rewriting(args);
                let places = Places::of(path, &inputs);
                let same = |place: &Path| place.file_name().unwrap_or_default().to_owned();
                places.refuse_collisions(&inputs, same)?;
                To::Directory(places)
            }
            (None, Some(path)) => To::File(path.clone()),
            (None, None) if args.diff || args.dry_run => To::Nowhere,
            (None, None) => To::Stdout,
        };
        let to = match to {
            To::Stdout if args.dry_run => To::Nowhere,
            To::Stdout if several => {
                let why = "several files cannot go to standard output: use --in-place, \
                           -o DIRECTORY, or --dry-run";
                return Err(Usage(why.to_owned()).into());
            }
            To::Nowhere | To::Stdout => to,
            to if args.dry_run => To::Planned(Box::new(to)),
            to => to,
        };
        Ok(Rewriter {
            to: Arc::new(to),
            diff: args.diff,
            strict: inputs.strict,
            out: output::data(),
            told: None,
            batch: Batch::new(inputs.strict),
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

    /// Rewrites each input: `work` makes the file, and `sink` [puts](Rewriter::put) it.
    pub(crate) fn each<T: Send>(
        mut self,
        inputs: Inputs<'_>,
        work: impl Fn(&Input, &mut Chunks, &To) -> anyhow::Result<(Rewritten, T)> + Sync,
        mut sink: impl FnMut(&mut Rewriter, Rewritten, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Outcome, Written)> {
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
    /// If standard output cannot be written, and [`Stopped`] where `--strict` ends it.
    pub(crate) fn put(&mut self, file: Rewritten) -> anyhow::Result<()> {
        self.put_with(file, &(), || ())
    }

    /// The same, where programs are told more of the file; `then` is called once the file is
    /// written, or would be.
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
            To::Stdout => body.into_stdout(&mut self.out)?.map(|()| None),
            to if to.is_in_place() && !is_changed => {
                to.remove_stale(&input);
                Ok(None)
            }
            to => to.stage(&input, body),
        };
        let (staged, place) = match staged {
            Ok(None) => (None, Place::None),
            Ok(Some(staged)) => {
                // Named as the user named it: a staged file has the path of its target.
                let path = match &input {
                    Input::File(path) if self.to.is_in_place() => path.clone(),
                    _ => staged.path().to_owned(),
                };
                (Some(staged), Place::At(path))
            }
            Err(error) => (None, Place::Failed(error)),
        };
        let more = match &self.told {
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

    /// Reports what became of files.
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
                    let cannot = match self.to.is_in_place() {
                        true => format!("cannot replace {}", file_name(&path)),
                        false => cannot_write(&path),
                    };
                    Err(anyhow::Error::new(error).context(cannot))
                }
            };
            if let Some(told) = &mut self.told {
                let (to, fate) = match &written {
                    Ok(Some(path)) => (Some(path), Fate::Written),
                    Ok(None) if is_changed => (None, Fate::Planned),
                    Ok(None) => (None, Fate::Same),
                    Err(_) => (None, Fate::Failed),
                };
                let report = Report {
                    to: to.map(|path| path.to_string_lossy().into_owned()),
                    fate,
                    changed: is_changed,
                    more,
                };
                told.write(&mut self.out, &json::file_line(input.name(), &report)?)?;
            }
            match written {
                Ok(_) => {
                    self.written.changed += u64::from(is_changed);
                    then();
                }
                Err(error) => {
                    failed = true;
                    self.written.failed += 1;
                    let error = reason(format_args!("{error:#}"));
                    output::message(format_args!("{}", Printable(&error)));
                }
            }
        }
        match failed && self.strict {
            true => Err(Stopped.into()),
            false => Ok(()),
        }
    }

    /// Writes a line to standard output, among what goes there. It must be printable.
    pub(crate) fn line(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{line}")?)
    }

    fn show(&mut self, input: &Input, before: &[u8], after: &[u8]) -> anyhow::Result<()> {
        unified::write_diff(&mut self.out, &input.shown(), before, after)?;
        Ok(())
    }

    /// Writes what still waits. Only then is it known that standard output took everything.
    pub(crate) fn finish(mut self) -> anyhow::Result<Written> {
        let committed = self.batch.commit();
        match self.report(committed) {
            Err(error) if !error.is::<Stopped>() => return Err(error),
            _ => {}
        }
        if let Some(told) = self.told.take() {
            told.finish(&mut self.out)?;
        }
        self.out.flush()?;
        Ok(self.written)
    }
}

/// A file for programs.
#[derive(Serialize)]
struct Report {
    /// None if nothing was written.
    to: Option<String>,
    fate: Fate,
    changed: bool,
    #[serde(flatten)]
    more: Option<serde_json::Value>,
}

impl To {
    /// What becomes of a file whose chunks become what `work` makes of them, one after the other.
    ///
    /// # Errors
    ///
    /// Those of `work` and of reading. That a large file cannot be written is reported when it is
    /// [put](Rewriter::put).
    pub(crate) fn rewritten(
        &self,
        input: &Input,
        chunks: &mut Chunks,
        mut work: impl FnMut(&Chunk) -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<Rewritten> {
        if chunks.is_whole() {
            let all = chunks.next().context("no game found")??;
            let after = work(&all)?;
            return Ok(Rewritten::of(input, all.bytes, after));
        }
        let mut draft = self.draft(input);
        // Where chunks end is not where what they become does.
        let (mut before, mut made) = (Digest::default(), Digest::default());
        for chunk in chunks {
            let chunk = chunk?;
            let after = work(&chunk)?;
            before.add(&chunk.bytes);
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
        let place = match self {
            To::Nowhere | To::Planned(_) => return Ok(None),
            To::Stdout => return Draft::apart().map(Some),
            _ => self.plan(input).ok().flatten(),
        };
        let Some(place) = place else {
            return Ok(None);
        };
        if let (To::Directory(_), Some(folder)) = (self, place.parent()) {
            std::fs::create_dir_all(folder)?;
        }
        Draft::of(&place).map(Some)
    }

    fn is_in_place(&self) -> bool {
        match self {
            To::Itself { .. } => true,
            To::Planned(to) => to.is_in_place(),
            _ => false,
        }
    }

    /// Removes what a killed command left beside a file that is rewritten in its place.
    fn remove_stale(&self, input: &Input) {
        if let (To::Itself { .. }, Some(path)) = (self, input.place()) {
            let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            replace::remove_stale(path.parent().unwrap_or(Path::new(".")));
        }
    }

    /// The place of a file, if it is to have one. Dry runs and real runs both ask this, and nothing
    /// is written for it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written there.
    fn plan(&self, input: &Input) -> anyhow::Result<Option<PathBuf>> {
        let place = match self {
            To::Nowhere | To::Stdout => return Ok(None),
            To::Planned(to) => return to.plan(input),
            To::File(path) => path.clone(),
            To::Directory(places) => places.place(input).with_context(|| input.shown())?,
            To::Itself { suffix, .. } => {
                return match input {
                    Input::Stdin => anyhow::bail!("standard input has no place to be put back"),
                    Input::Member(_) => anyhow::bail!(
                        "{}: a file in an archive cannot be replaced: use -o DIRECTORY",
                        input.shown()
                    ),
                    Input::File(path) => {
                        replace::replaceable(path, suffix)
                            .with_context(|| format!("cannot replace {}", file_name(path)))?;
                        Ok(Some(path.clone()))
                    }
                };
            }
        };
        replace::vacant(&place, false).with_context(|| cannot_write(&place))?;
        Ok(Some(place))
    }

    /// Writes a file, which waits for its name then; nothing in a dry run.
    fn stage(&self, input: &Input, body: Body) -> anyhow::Result<Option<Staged>> {
        let Some(place) = self.plan(input)? else {
            return Ok(None);
        };
        let (keeps_old, cannot) = match self {
            To::Planned(_) => return Ok(None),
            To::Itself { suffix, keep_mtime } => {
                let cannot = format!("cannot replace {}", file_name(&place));
                (Some((suffix.clone(), *keep_mtime)), cannot)
            }
            _ => (None, cannot_write(&place)),
        };
        if let (To::Directory(_), Some(folder)) = (self, place.parent()) {
            let cannot = || format!("cannot make the folder {}", file_name(folder));
            std::fs::create_dir_all(folder).with_context(cannot)?;
        }
        let staged = body.into_draft(&place).and_then(|(was, new)| {
            let how = match keeps_old {
                None => How::New { force: false },
                Some((suffix, keep_mtime)) => How::InPlace {
                    was,
                    suffix,
                    keep_mtime,
                },
            };
            Ok(new.finish()?.staged(how))
        });
        Ok(Some(staged.context(cannot)?))
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
