//! `kifu charset --to`: convert files to another charset.

use kifu::Syntax;
use kifu::charset::Charset;
use kifu::collection::ChunkStart;
use kifu::info::FileCharset;
use kifu::sgf::{RecodeErrorKind, Undecodable};
use kifu::span::Locator;
use kifu_files::Input;
use kifu_files::rewrite::Rewritten;

use crate::cmd::charset::args::CharsetArgs;
use crate::cmd::charset::decide::{Votes, decide, describe};
use crate::exit::{Outcome, Refusal, Refusals};
use crate::printable::InputName;
use crate::rewrite::Rewriter;
use crate::run::Inputs;
use crate::undecodable;

pub(super) fn run(
    args: &CharsetArgs,
    to: Charset,
    votes: Option<&Votes>,
) -> anyhow::Result<Outcome> {
    let mut rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let mut refusals = Refusals::default();
    let work = |input: &Input, before: Vec<u8>| {
        let decided = decide(input, before.clone(), args, votes)?;
        Ok(match converted(&decided, to, args.undecodable.policy()) {
            Ok((after, notes)) => Ok((Rewritten::of(input, before, after), notes)),
            Err(why) => Err((input.shown(), Refusal::Negative(why))),
        })
    };
    let outcome = Inputs::of("charset", &input).each_file(work, |result| match result {
        Ok((rewritten, notes)) => {
            undecodable::report_notes(&rewritten.input.shown(), &notes);
            rewriter.put(rewritten)
        }
        Err((name, refusal)) => {
            refusals.add(&name, refusal);
            Ok(())
        }
    })?;
    let written = rewriter.finish()?;
    let verb = ["to convert", "converted"];
    let more = format!(" to {to}");
    written.report(outcome.tried(), args.output.dry_run, verb, &more);
    refusals.end(outcome.without(written.failed))
}

/// Returns the bytes of a file in another charset, and notes on text that cannot be decoded.
///
/// # Errors
///
/// The reason why the file cannot be converted.
fn converted(
    decided: &FileCharset,
    to: Charset,
    undecodable: Undecodable,
) -> Result<(Vec<u8>, Vec<String>), String> {
    match decided.syntax {
        Syntax::Jgf | Syntax::Ogs => return converted_json(decided, to, undecodable),
        Syntax::Gib | Syntax::Ngf | Syntax::Ugf => return converted_text(decided, to, undecodable),
        Syntax::Sgf => {}
    }
    let refuses = undecodable == Undecodable::Refuse;
    if refuses && !decided.detected.is_sure() {
        return Err(format!(
            "{}: the charset is too uncertain to convert the file; specify it with `--from` or \
             `--hint`",
            describe(decided)
        ));
    }
    let document = &decided.document;
    let recoded = document.recode_with(to, undecodable).map_err(|error| {
        let is_lost = matches!(
            error.kind,
            RecodeErrorKind::Undecodable(_) | RecodeErrorKind::Unsure(..)
        );
        let found = document.undecodable();
        if is_lost && !found.is_empty() {
            return undecodable::refusal(document, &found, ChunkStart::default());
        }
        let place = Locator::new(document.text()).locate(error.span.start);
        format!("{}:{}: {error}", place.line, place.column)
    })?;
    let notes = undecodable::notes(document, &recoded.notes, ChunkStart::default());
    Ok((recoded.bytes, notes))
}

/// Converts a file of lines. Of these formats only UGF names its charset.
fn converted_text(
    decided: &FileCharset,
    to: Charset,
    undecodable: Undecodable,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let (found, bytes) = (decided.detected, decided.document.to_bytes());
    if !found.is_sure() && undecodable != Undecodable::Replace {
        return Err(format!(
            "{}: the charset is too uncertain to convert the file; specify it with `--from`",
            describe(decided)
        ));
    }
    let (text, notes) =
        undecodable::text(&bytes, found, undecodable).map_err(|why| format!("{why:#}"))?;
    let text = match decided.syntax {
        Syntax::Ugf => kifu::ugf::with_lang(&text, to),
        _ => text.into(),
    };
    let bytes = to.encode(&text).map_err(|why| why.to_string())?;
    Ok((bytes.into_owned(), notes))
}

/// Converts a JSON file that is wrongly in another charset to UTF-8, and returns it with notes on
/// text that was replaced by U+FFFD.
fn converted_json(
    decided: &FileCharset,
    to: Charset,
    undecodable: Undecodable,
) -> Result<(Vec<u8>, Vec<String>), String> {
    if to != Charset::UTF_8 {
        return Err(format!(
            "JSON must be UTF-8; it cannot be converted to {to}"
        ));
    }
    let found = decided.detected;
    if !found.is_sure() && undecodable != Undecodable::Replace {
        return Err(format!(
            "{}: the charset is too uncertain to convert the file; specify it with `--from`",
            describe(decided)
        ));
    }
    let bytes = decided.document.to_bytes();
    if decided.document.utf16().is_some() {
        let document = kifu::jgf::Document::parse(&bytes).map_err(|why| why.to_string())?;
        let notes = undecodable::readable_json(&document, &bytes, undecodable);
        let notes = notes.map_err(|why| format!("{why:#}"))?;
        let text = kifu::jgf::to_utf8(&bytes).into_owned();
        return Ok((text.into_bytes(), notes));
    }
    let charset = found.charset;
    let recoded = kifu::jgf::recoded(&bytes, charset);
    if !recoded.damaged.is_empty() && undecodable != Undecodable::Replace {
        return Err(format!(
            "some bytes are not valid {charset}; specify another charset with `--from`"
        ));
    }
    let notes = recoded.damaged.iter().map(|place| {
        let (line, column) = (place.line, place.column);
        format!("{line}:{column}: these bytes are not valid {charset}; written as U+FFFD")
    });
    Ok((recoded.text.into_bytes(), notes.collect()))
}
