//! `kifu fix`: files without what is at fault in them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use kifu::check::{Rounds, Settings, Then, fix, fix_part};
use kifu::sgf::Document;
use kifu::span::{Diagnostic, Safety};

use crate::args::{Doubtful, FixArgs};
use crate::exit::{Outcome, Usage};
use crate::input::Input;
use crate::output;
use crate::parts::{Content, Part};
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, To, Written};
use crate::run::each_content;

pub(crate) fn run(args: &FixArgs) -> anyhow::Result<Outcome> {
    if !args.all_safe && args.only.is_empty() && args.doubtful.is_empty() {
        let why = "nothing to mend was named: --all-safe, --only CODE or --unsafe CODE";
        return Err(Usage(why.to_owned()).into());
    }
    let mut rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let mut totals = Mended::default();
    let to = rewriter.to();
    let work = |input: &Input, content| mended(input, content, args, &to);
    let in_files = rewriter.is_silent();
    let needs_all = rewriter.needs_all();
    let sink = |(rewritten, mended): (Rewritten, Mended)| {
        totals.add(&mended);
        rewriter.put(rewritten)
    };
    let outcome = each_content(in_files, "fix", &input, needs_all, work, sink)?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = if args.output.dry_run {
        "to mend"
    } else {
        "mended"
    };
    let codes: Vec<String> = totals
        .codes
        .iter()
        .map(|(code, count)| format!("{code} {count}"))
        .collect();
    let codes = match codes.as_slice() {
        [] => String::new(),
        codes => format!(": {}", codes.join(", ")),
    };
    let of = count(outcome.tried(), "file");
    output::line(format_args!("{changed} of {of} {verb}{codes}"));
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
    Ok(outcome.without(failed))
}

/// A file without what is picked, and what that was.
fn mended(
    input: &Input,
    content: Content,
    args: &FixArgs,
    to: &To,
) -> anyhow::Result<(Rewritten, Mended)> {
    let mut content = content;
    let mut rounds = Some(Rounds::default());
    loop {
        let again = content.again()?;
        let mut mender = Mender {
            args,
            settings: args.judging.settings(),
            rounds: rounds.filter(|_| again.is_some()),
            mended: Mended::default(),
        };
        let rewritten = to.rewritten(input, content, |part| mender.mend(part));
        let then = mender.rounds.map_or(Then::Done, |rounds| rounds.then());
        (content, rounds) = match (rewritten, then, again) {
            (Err(error), ..) if !error.is::<Otherwise>() => return Err(error),
            (Ok(rewritten), Then::Done, _) => return Ok((rewritten, mender.mended)),
            (_, Then::Again(rounds), Some(again)) => (again, Some(rounds)),
            _ => (Content::in_one(input)?, None),
        };
    }
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

/// Mends a file, part by part.
struct Mender<'a> {
    args: &'a FixArgs,
    settings: Settings,
    /// What its parts tell of it, if there can be more than one.
    rounds: Option<Rounds>,
    mended: Mended,
}

/// What was assumed of a file turned out otherwise.
#[derive(Debug)]
struct Otherwise;

impl fmt::Display for Otherwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it has to be mended otherwise")
    }
}

impl Error for Otherwise {}

impl Mender<'_> {
    fn mend(&mut self, part: &Part) -> anyhow::Result<Vec<u8>> {
        if part.is_jgf() {
            self.mended.jgf += 1;
            return Ok(part.bytes.clone());
        }
        let document = Document::parse(part.bytes.as_slice())?;
        let picks = |finding: &Diagnostic| self.args.picks(finding);
        let fixed = match &mut self.rounds {
            None => fix(&document, &self.settings, picks)?,
            Some(rounds) => fix_part(&document, &self.settings, rounds, picks)?.ok_or(Otherwise)?,
        };
        for finding in &fixed.made {
            *self.mended.codes.entry(finding.code).or_default() += 1;
        }
        self.mended.left += fixed.left.len() as u64;
        Ok(fixed.document.to_bytes())
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
    use crate::law;

    #[test]
    fn parts_are_mended_as_the_whole_is() {
        let asked = [&["fix", "--all-safe"][..], &["fix", "--unsafe", "all"]];
        for asked in asked {
            let Verb::Fix(args) = law::verb(asked) else {
                unreachable!("it was asked for");
            };
            law::parts_are_the_whole(|input, content, to| mended(input, content, &args, to));
        }
    }
}
