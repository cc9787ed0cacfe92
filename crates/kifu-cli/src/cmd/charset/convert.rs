//! Files in another charset.

use kifu::charset::Charset;
use kifu::sgf::{Diagnostic, RecodeErrorKind, Undecodable};
use kifu::span::Locator;

use crate::args::CharsetArgs;
use crate::cmd::charset::decide::{Decided, Votes};
use crate::cmd::undecodable;
use crate::exit::{Outcome, Refusal, Refusals};
use crate::input::Input;
use crate::output;
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, Written};
use crate::run::Inputs;
use kifu::collection::Start;

pub(super) fn run(
    args: &CharsetArgs,
    to: Charset,
    votes: Option<&Votes>,
) -> anyhow::Result<Outcome> {
    let mut rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let mut refusals = Refusals::default();
    let work = |input: &Input, before: Vec<u8>| {
        let decided = Decided::of(input, before.clone(), args, votes)?;
        Ok(match converted(&decided, to, args.undecodable.policy()) {
            Ok((after, notes)) => {
                let told = undecodable::told(&decided.document, &notes, Start::default());
                Ok((Rewritten::of(input, before, after), told))
            }
            Err(why) => Err((input.shown(), Refusal::Negative(why))),
        })
    };
    let in_files = rewriter.is_silent();
    let outcome = Inputs::of("charset", &input)
        .writing_files(in_files)
        .each_file(work, |made| match made {
            Ok((rewritten, told)) => {
                undecodable::tell(&rewritten.input.shown(), &told);
                rewriter.put(rewritten)
            }
            Err((name, refusal)) => {
                refusals.add(&name, refusal);
                Ok(())
            }
        })?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = match args.output.dry_run {
        true => "to convert",
        false => "converted",
    };
    let of = count(outcome.tried(), "file");
    output::line(format_args!("{changed} of {of} {verb} to {to}"));
    refusals.end(outcome.without(failed))
}

/// The bytes in the other charset, and what became of text that does not decode; or why not.
fn converted(
    decided: &Decided,
    to: Charset,
    undecodable: Undecodable,
) -> Result<(Vec<u8>, Vec<Diagnostic>), String> {
    if decided.is_jgf {
        return Ok((json(decided, to, undecodable)?, Vec::new()));
    }
    let refuses = undecodable == Undecodable::Refuse;
    if refuses && !decided.found.is_sure() {
        return Err(format!(
            "{}: too unsure to convert; --from or --hint can tell",
            decided.told()
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
            return undecodable::refusal(document, &found, Start::default());
        }
        let place = Locator::new(document.text()).locate(error.span.start);
        format!("{}:{}: {error}", place.line, place.column)
    })?;
    Ok((recoded.bytes, recoded.notes))
}

/// JSON in UTF-8, from the charset that it is in by mistake.
fn json(decided: &Decided, to: Charset, undecodable: Undecodable) -> Result<Vec<u8>, String> {
    if to != Charset::UTF_8 {
        return Err(format!("JSON is in UTF-8, never in {to}"));
    }
    let found = decided.found;
    if !found.is_sure() && undecodable != Undecodable::Replace {
        return Err(format!(
            "{}: too unsure to convert; --from can tell",
            decided.told()
        ));
    }
    let bytes = decided.document.to_bytes();
    if decided.document.utf16().is_some() {
        return Ok(kifu::jgf::to_utf8(&bytes).into_owned().into_bytes());
    }
    let read = found.charset.decode(&bytes);
    match read.malformed && undecodable != Undecodable::Replace {
        true => Err(format!(
            "it has bytes that are not {}; --from CHARSET tells what they are",
            found.charset
        )),
        false if found.charset == Charset::UTF_8 => Ok(read.text.into_owned().into_bytes()),
        false => Ok(kifu::jgf::says_utf8(&read.text).into_bytes()),
    }
}
