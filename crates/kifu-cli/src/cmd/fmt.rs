//! `kifu fmt`: whole files written anew, in one form for all.

mod jgf;

use kifu::sgf::Document;
use kifu::sgf::canonical::{self, Canonical, Style};
use kifu::span::{Diagnostic, Locator};

use crate::args::{FmtArgs, RewriteArgs};
use crate::cmd::charset::is_unsure;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;
use crate::printable::{Printable, count};
use crate::rewrite::{Rewriter, Rewritten, Written};
use crate::run::each_file_into;

pub(crate) fn run(args: &FmtArgs) -> anyhow::Result<Outcome> {
    let dry_run = args.output.dry_run || args.check;
    let output = RewriteArgs {
        dry_run,
        ..args.output.clone()
    };
    let mut rewriter = Rewriter::new(&output, &args.input)?;
    let input = args.input.for_rewriting(&output);
    let style = args.style();
    let work = |input: &Input, before: Vec<u8>| {
        let (text, notes) = match kifu::jgf::is_jgf(&before) {
            true => jgf::written(&before, args.is_compact())?,
            false => sgf(&before, &style)?,
        };
        let rewritten = Rewritten {
            input: input.clone(),
            before,
            after: text,
        };
        Ok((rewritten, notes))
    };
    let in_files = !args.check && rewriter.is_silent();
    let outcome = each_file_into(in_files, "fmt", &input, work, |(file, notes)| {
        if args.check {
            if file.is_changed() && !args.output.diff {
                rewriter.line(&file.input.shown())?;
            }
        } else {
            for note in notes {
                output::message(format_args!("{}:{note}", file.input.shown()));
            }
        }
        rewriter.put(&file)
    })?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = if dry_run { "to format" } else { "formatted" };
    let of = count(outcome.tried(), "file");
    output::line(format_args!("{changed} of {of} {verb}"));
    Ok(Outcome {
        negative: args.check && changed > 0,
        ..outcome.without(failed)
    })
}

/// SGF anew, and what is to be told about it.
fn sgf(source: &[u8], style: &Style) -> anyhow::Result<(Vec<u8>, Vec<String>)> {
    let document = Document::parse(source)?;
    let Canonical { text, notes } = written(&document, style)?;
    let notes = told(&notes, document.text());
    Ok((text, notes))
}

/// The document anew, or why not.
fn written(document: &Document, style: &Style) -> anyhow::Result<Canonical> {
    for root in document.roots() {
        let found = document.charset(root);
        if is_unsure(found.source, found.confidence) {
            anyhow::bail!(
                "{} is guessed, {}: too unsure to write it as UTF-8; first kifu charset --to utf-8 \
                 --from CHARSET",
                found.charset,
                found.confidence
            );
        }
    }
    canonical::write(document, style).map_err(|refused| {
        let first = refused
            .diagnostics
            .first()
            .map_or(0, |first| first.span.start);
        let place = Locator::new(document.text()).locate(first);
        anyhow::anyhow!("{}:{}: {refused}", place.line, place.column)
    })
}

/// What was left out or changed its name, with places, for people.
fn told(notes: &[Diagnostic], text: &[u8]) -> Vec<String> {
    /// A file with more is no record.
    const SHOWN: usize = 10;
    let mut places = Locator::new(text);
    let mut told: Vec<String> = notes
        .iter()
        .take(SHOWN)
        .map(|note| {
            let place = places.locate(note.span.start);
            let help = note.help.as_deref().unwrap_or_default();
            let (line, column, message) = (place.line, place.column, Printable(&note.message));
            format!("{line}:{column}: {message}: {}", Printable(help))
        })
        .collect();
    if let more @ 1.. = notes.len().saturating_sub(SHOWN) {
        told.push(format!(" and {more} more; kifu check --all shows them"));
    }
    told
}
