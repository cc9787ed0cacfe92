//! `kifu fix`: files without what is at fault in them.

use std::collections::BTreeMap;

use kifu::check::fix;
use kifu::sgf::Document;
use kifu::span::{Diagnostic, Safety};

use crate::args::{Doubtful, FixArgs};
use crate::exit::{Outcome, Usage};
use crate::input::Input;
use crate::output;
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, Written};
use crate::run::each_file_into;

pub(crate) fn run(args: &FixArgs) -> anyhow::Result<Outcome> {
    if !args.all_safe && args.only.is_empty() && args.doubtful.is_empty() {
        let why = "nothing to mend was named: --all-safe, --only CODE or --unsafe CODE";
        return Err(Usage(why.to_owned()).into());
    }
    let mut rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let settings = args.judging.settings();
    let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
    let mut left = 0;
    let mut jgf = 0;
    let work = |input: &Input, bytes: Vec<u8>| {
        if kifu::jgf::is_jgf(&bytes) {
            let rewritten = Rewritten {
                input: input.clone(),
                after: bytes.clone(),
                before: bytes,
            };
            return Ok((rewritten, None));
        }
        let document = Document::parse(bytes.as_slice())?;
        let fixed = fix(&document, &settings, |finding| args.picks(finding))?;
        let rewritten = Rewritten {
            input: input.clone(),
            after: fixed.document.to_bytes(),
            before: bytes,
        };
        let mut made: BTreeMap<&str, u64> = BTreeMap::new();
        for finding in &fixed.made {
            *made.entry(finding.code).or_default() += 1;
        }
        Ok((rewritten, Some((made, fixed.left.len() as u64))))
    };
    let in_files = rewriter.is_silent();
    let outcome = each_file_into(in_files, "fix", &input, work, |(rewritten, mended)| {
        match mended {
            Some((made, kept)) => {
                left += kept;
                for (code, count) in made {
                    *totals.entry(code).or_default() += count;
                }
            }
            None => jgf += 1,
        }
        rewriter.put(&rewritten)
    })?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = if args.output.dry_run {
        "to mend"
    } else {
        "mended"
    };
    let codes: Vec<String> = totals
        .iter()
        .map(|(code, count)| format!("{code} {count}"))
        .collect();
    let codes = match codes.as_slice() {
        [] => String::new(),
        codes => format!(": {}", codes.join(", ")),
    };
    let of = count(outcome.tried(), "file");
    output::line(format_args!("{changed} of {of} {verb}{codes}"));
    if left > 0 {
        let findings = count(left, "finding");
        output::line(format_args!(
            "{findings} left, since mending brings them back"
        ));
    }
    if jgf > 0 {
        let files = count(jgf, "file");
        output::line(format_args!(
            "{files} of JGF, for which there are no repairs: kifu fmt writes JGF anew"
        ));
    }
    Ok(outcome.without(failed))
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
