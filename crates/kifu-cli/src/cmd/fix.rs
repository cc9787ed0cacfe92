//! `kifu fix`: files without what is at fault in them.

pub(crate) mod args;

use std::collections::BTreeMap;

use kifu::Syntax;
use kifu::check::{Settings, fix};
use kifu::collection::Chunk;
use kifu::sgf::Document;
use kifu::span::{Diagnostic, Safety};

use self::args::{Doubtful, FixArgs};
use crate::exit::{Outcome, Usage};
use crate::games::Chunks;
use crate::input::Input;
use crate::output;
use crate::printable::count;
use crate::rewrite::{Destination, Rewriter, Rewritten};
use crate::run::Inputs;

pub(crate) fn run(args: &FixArgs) -> anyhow::Result<Outcome> {
    if !args.all_safe && args.only.is_empty() && args.doubtful.is_empty() {
        let why = "nothing to mend was named: --all-safe, --only CODE or --unsafe CODE";
        return Err(Usage(why.to_owned()).into());
    }
    let rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let mut totals = Mended::default();
    let inputs = Inputs::of("fix", &input).writing_files(rewriter.is_silent());
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| mended(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, rewritten: Rewritten, mended: Mended| {
        totals.add(&mended);
        rewriter.put(rewritten)
    };
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let codes: Vec<String> = totals
        .codes
        .iter()
        .map(|(code, count)| format!("{code} {count}"))
        .collect();
    let codes = match codes.as_slice() {
        [] => String::new(),
        codes => format!(": {}", codes.join(", ")),
    };
    let verb = ["to mend", "mended"];
    written.report(outcome.tried(), args.output.dry_run, verb, &codes);
    if totals.left > 0 {
        let findings = count(totals.left, "finding");
        output::line(format_args!(
            "{findings} left: their repairs would bring them back, or change how other text reads \
             (first run `kifu charset --to utf-8`)"
        ));
    }
    if totals.jgf > 0 {
        let files = count(totals.jgf, "file");
        output::line(format_args!(
            "{files} of JGF, for which there are no repairs: kifu fmt writes JGF anew"
        ));
    }
    Ok(outcome.without(written.failed))
}

/// A file with the chosen repairs, and what they were.
fn mended(
    input: &Input,
    chunks: &mut Chunks,
    args: &FixArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, Mended)> {
    let mut mended = Mended::default();
    let settings = args.judging.settings();
    let rewritten = to.rewritten(input, chunks, |chunk| {
        mend(chunk, args, &settings, &mut mended)
    })?;
    Ok((rewritten, mended))
}

fn mend(
    chunk: &Chunk,
    args: &FixArgs,
    settings: &Settings,
    mended: &mut Mended,
) -> anyhow::Result<Vec<u8>> {
    match chunk.syntax() {
        Syntax::Jgf => {
            mended.jgf += 1;
            return Ok(chunk.bytes.clone());
        }
        Syntax::Sgf => {}
    }
    let document = Document::parse(chunk.bytes.as_slice())?;
    let fixed = fix(&document, settings, |finding| args.picks(finding))?;
    for finding in &fixed.repaired {
        *mended.codes.entry(finding.code).or_default() += 1;
    }
    mended.left += fixed.remaining.len() as u64;
    Ok(fixed.document.to_bytes())
}

/// What was mended.
#[derive(Default, PartialEq, Debug)]
struct Mended {
    /// How many findings of each kind.
    codes: BTreeMap<&'static str, u64>,
    /// How many came back.
    left: u64,
    /// How many files are JGF.
    jgf: u64,
}

impl Mended {
    fn add(&mut self, other: &Mended) {
        for (code, count) in &other.codes {
            *self.codes.entry(code).or_default() += count;
        }
        self.left += other.left;
        self.jgf += other.jgf;
    }
}

impl FixArgs {
    fn picks(&self, finding: &Diagnostic) -> bool {
        let Some(fix) = finding.fix.as_deref() else {
            return false;
        };
        match fix.safety {
            Safety::Safe => self.all_safe || self.only.iter().any(|code| code.name == finding.code),
            Safety::Unsafe => self.doubtful.iter().any(|doubtful| match doubtful {
                Doubtful::All => true,
                Doubtful::Of(code) => code.name == finding.code,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing;

    #[test]
    fn parts_are_mended_as_the_whole_is() {
        let asked = [&["fix", "--all-safe"][..], &["fix", "--unsafe", "all"]];
        for asked in asked {
            let Verb::Fix(args) = chunk_testing::verb(asked) else {
                unreachable!("it was asked for");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                mended(input, chunks, &args, to)
            });
        }
    }
}
