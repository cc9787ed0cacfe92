//! Files in another charset.

use kifu::Syntax;
use kifu::charset::Charset;
use kifu::collection::ChunkStart;
use kifu::info::FileCharset;
use kifu::sgf::{RecodeErrorKind, Undecodable};
use kifu::span::Locator;

use crate::cmd::charset::args::CharsetArgs;
use crate::cmd::charset::decide::{Votes, decide, describe};
use crate::exit::{Outcome, Refusal, Refusals};
use crate::input::Input;
use crate::rewrite::{Rewriter, Rewritten};
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
            Ok((after, told)) => Ok((Rewritten::of(input, before, after), told)),
            Err(why) => Err((input.shown(), Refusal::Negative(why))),
        })
    };
    let in_files = rewriter.is_silent();
    let outcome = Inputs::of("charset", &input)
        .writing_files(in_files)
        .each_file(work, |made| match made {
            Ok((rewritten, told)) => {
                undecodable::report_notes(&rewritten.input.shown(), &told);
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

/// The bytes in the other charset, and what to report of text that does not decode; or why not.
fn converted(
    decided: &FileCharset,
    to: Charset,
    undecodable: Undecodable,
) -> Result<(Vec<u8>, Vec<String>), String> {
    match decided.syntax {
        Syntax::Jgf => return json(decided, to, undecodable),
        Syntax::Sgf => {}
    }
    let refuses = undecodable == Undecodable::Refuse;
    if refuses && !decided.detected.is_sure() {
        return Err(format!(
            "{}: too uncertain to convert; choose it with --from, or help with --hint",
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
    let told = undecodable::notes(document, &recoded.notes, ChunkStart::default());
    Ok((recoded.bytes, told))
}

/// JSON in UTF-8, from the charset that it is in by mistake, and where it has U+FFFD now.
fn json(
    decided: &FileCharset,
    to: Charset,
    undecodable: Undecodable,
) -> Result<(Vec<u8>, Vec<String>), String> {
    if to != Charset::UTF_8 {
        return Err(format!("JSON is in UTF-8, never in {to}"));
    }
    let found = decided.detected;
    if !found.is_sure() && undecodable != Undecodable::Replace {
        return Err(format!(
            "{}: too uncertain to convert; choose it with --from",
            describe(decided)
        ));
    }
    let bytes = decided.document.to_bytes();
    if decided.document.utf16().is_some() {
        let read = kifu::jgf::Document::parse(&bytes).map_err(|why| why.to_string())?;
        let told = undecodable::readable_json(&read, &bytes, undecodable);
        let told = told.map_err(|why| format!("{why:#}"))?;
        let text = kifu::jgf::to_utf8(&bytes).into_owned();
        return Ok((text.into_bytes(), told));
    }
    let charset = found.charset;
    let recoded = kifu::jgf::recoded(&bytes, charset);
    if !recoded.damaged.is_empty() && undecodable != Undecodable::Replace {
        return Err(format!(
            "it has bytes that are not {charset}; --from CHARSET tells what they are"
        ));
    }
    let told = recoded.damaged.iter().map(|place| {
        let (line, column) = (place.line, place.column);
        format!("{line}:{column}: these bytes are not text in {charset}: written as U+FFFD")
    });
    Ok((recoded.text.into_bytes(), told.collect()))
}
