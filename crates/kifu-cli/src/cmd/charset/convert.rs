//! Files in another charset.

use kifu::charset::Charset;
use kifu::span::Locator;

use crate::args::CharsetArgs;
use crate::cmd::charset::decide::{Decided, Votes};
use crate::cmd::charset::is_unsure;
use crate::exit::{Outcome, Refusal, Refusals};
use crate::input::Input;
use crate::output;
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, Written};
use crate::run::each_file_into;

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
        Ok(match converted(&decided, to) {
            Ok(after) => Ok(Rewritten::of(input, before, after)),
            Err(why) => Err((input.shown(), Refusal::Negative(why))),
        })
    };
    let in_files = rewriter.is_silent();
    let outcome = each_file_into(in_files, "charset", &input, work, |made| match made {
        Ok(rewritten) => rewriter.put(rewritten),
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

/// The bytes in the other charset, or why not.
fn converted(decided: &Decided, to: Charset) -> Result<Vec<u8>, String> {
    let found = decided.found;
    if decided.is_jgf {
        return json(decided, to);
    }
    if is_unsure(found.source, found.confidence) {
        return Err(format!(
            "{}: too unsure to convert; --from or --hint can tell",
            decided.told()
        ));
    }
    decided.document.recode(to).map_err(|error| {
        let place = Locator::new(decided.document.text()).locate(error.span.start);
        format!("{}:{}: {error}", place.line, place.column)
    })
}

/// JSON in UTF-8, from the charset that it is in by mistake.
fn json(decided: &Decided, to: Charset) -> Result<Vec<u8>, String> {
    if to != Charset::UTF_8 {
        return Err(format!("JSON is in UTF-8, never in {to}"));
    }
    let found = decided.found;
    if is_unsure(found.source, found.confidence) {
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
    match read.malformed {
        true => Err(format!(
            "it has bytes that are not {}; --from CHARSET tells what they are",
            decided.found.charset
        )),
        false if found.charset == Charset::UTF_8 => Ok(read.text.into_owned().into_bytes()),
        false => Ok(kifu::jgf::says_utf8(&read.text).into_bytes()),
    }
}
