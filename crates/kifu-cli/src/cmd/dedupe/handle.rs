//! Moves, links or deletes files whose games are copies, and reports the results.

use std::io::Write;

use kifu_files::duplicates::{
    self, Fate, Files, HandleError, Handler, LeaveReason, Loss, OnLoss, Options, RecordFile, Target,
};
use kifu_files::places::Places;
use kifu_files::reason;

use crate::charset_guess::other_guess;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::missing;
use crate::output::{self, Out};
use crate::printable::{InputName, Printable, count, file_name};

/// The action that the command line requests.
pub(super) struct Action {
    pub(super) options: Options,
    /// The infinitive and the past participle of the verb in messages.
    verb: [&'static str; 2],
}

/// The result of the action on all files.
#[derive(Default)]
pub(super) struct Acted {
    pub(super) failed: u64,
    /// A summary for users.
    pub(super) summary: String,
}

impl Action {
    /// Returns the requested action, if there is one.
    pub(super) fn of(args: &DedupeArgs) -> Option<Action> {
        let (action, verb) = match &args.move_to {
            Some(directory) => {
                let places = Places::of(directory, &args.input.sources());
                (duplicates::Action::Move(places), ["move", "moved"])
            }
            None if args.link => (duplicates::Action::Link, ["link", "linked"]),
            None if args.delete => {
                let on_loss = if args.lossy {
                    OnLoss::Ignore
                } else if args.merge {
                    OnLoss::Merge
                } else {
                    OnLoss::Leave
                };
                (duplicates::Action::Delete(on_loss), ["delete", "deleted"])
            }
            None => return None,
        };
        let options = Options {
            action,
            by: args.by,
            criteria: args.criteria(),
            dry_run: args.dry_run,
            strict: args.input.strict,
        };
        Some(Action { options, verb })
    }

    /// Carries out the action on all files with copies. A dry run lists them.
    pub(super) fn run(&self, handler: Handler<'_>, files: &Files) -> anyhow::Result<Acted> {
        let mut out = output::stdout();
        let (mut done, mut left, mut failed) = (0, 0, 0);
        let dry_run = self.options.dry_run;
        handler.act(|file, fate| {
            let name = file.input.shown();
            match fate {
                Ok(Fate::Done(target)) => {
                    done += 1;
                    if dry_run {
                        list(&mut out, &name, target)?;
                    }
                }
                Ok(Fate::Left(why)) => {
                    left += 1;
                    if let Some(why) = why {
                        let why = why_left(&why, file, files);
                        output::message(format_args!("{name}: left in place: {why}"));
                    }
                }
                Err(error) => {
                    failed += 1;
                    let why = reason(why_failed(&error));
                    output::message(format_args!("{name}: {}", Printable(&why)));
                }
            }
            anyhow::Ok(())
        })?;
        out.flush()?;
        let files = count(done, "file");
        let verb = if dry_run {
            format!("to {}", self.verb[0])
        } else {
            self.verb[1].to_owned()
        };
        let summary = if left == 0 {
            format!("{files} {verb}")
        } else {
            format!("{files} {verb}, {} left in place", count(left, "file"))
        };
        Ok(Acted { failed, summary })
    }
}

/// Lists a file in a dry run.
fn list(out: &mut Out, name: &str, target: Option<Target<'_>>) -> std::io::Result<()> {
    match target {
        Some(Target::Path(path)) => writeln!(out, "{name} -> {}", file_name(&path)),
        Some(Target::File(to)) => writeln!(out, "{name} -> {}", to.input.shown()),
        None => writeln!(out, "{name}"),
    }
}

/// Describes why a file is left in place.
fn why_left(why: &LeaveReason<'_>, file: &RecordFile, files: &Files) -> String {
    match why {
        LeaveReason::NotAFile => "it was read from an archive or from standard input".to_owned(),
        LeaveReason::NotAllCopies => "not all of its games are copies".to_owned(),
        LeaveReason::TooFar => {
            "one of its games differs from the kept game in more moves than `--near` allows"
                .to_owned()
        }
        LeaveReason::Link(path) => format!("it is a symbolic link to {}", file_name(path)),
        LeaveReason::KeptNotAFile(kept) => format!(
            "the kept file {} was read from an archive or from standard input",
            kept.input.shown()
        ),
        LeaveReason::SameFile(kept) => {
            format!("it is the same file as {}", kept.input.shown())
        }
        LeaveReason::Losses(losses) => {
            let losses = losses.iter().map(|loss| describe_loss(loss, file, files));
            losses.collect::<Vec<_>>().join("; ")
        }
        _ => String::new(),
    }
}

/// Describes content that would be lost with the file.
fn describe_loss(loss: &Loss, file: &RecordFile, files: &Files) -> String {
    let (game, kept, lost) = match loss {
        Loss::Missing {
            game,
            kept,
            missing,
        } => (*game, *kept, missing),
        Loss::NotMerged(why) => return format!("it cannot be merged: {why}"),
        Loss::StrayText(texts) => {
            return format!(
                "text outside of its games is missing from the kept files: {}",
                missing::quoted(texts)
            );
        }
        _ => return String::new(),
    };
    let kept_file = files.file_of(kept);
    let mut text = String::new();
    if file.games > 1 {
        text = format!("game {}: ", files.number(game));
    }
    text += &kept_file.input.shown();
    if kept_file.games > 1 {
        text += &format!(" game {}", files.number(kept));
    }
    if lost.is_empty() {
        text + " (kept) has a different main line"
    } else {
        format!("{text} (kept) does not contain: {}", missing::list(lost))
    }
}

/// Describes why a file could not be handled.
fn why_failed(error: &HandleError) -> String {
    match error {
        HandleError::Lossy(lost) => {
            format!("merging would lose content: {}", missing::list(lost))
        }
        HandleError::OtherGuess { before, after } => other_guess(*before, *after),
        HandleError::Gone(_, why) => format!("{error}: {why}"),
        HandleError::NotMerged(kept, why) => format!(
            "left in place, since merging into {} failed: {}",
            kept.shown(),
            why_failed(why)
        ),
        error => error.to_string(),
    }
}
