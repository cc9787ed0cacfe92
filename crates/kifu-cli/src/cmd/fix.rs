//! `kifu fix`: files without what is at fault in them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use kifu::check::{Before, Settings, fix};
use kifu::sgf::Document;
use kifu::span::{Diagnostic, Safety};

use crate::args::{self, FixArgs};
use crate::exit::{Outcome, Usage};
use crate::input::Input;
use crate::output;
use crate::parts::Content;
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, Written};
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
    let work = |input: &Input, content: Content| {
        let mut mender = Mender::new(args, false);
        let mended = to.rewritten(input, content, |part| mender.mend(&part.bytes));
        let rewritten = match mended {
            Err(error) if error.is::<Doubtful>() => {
                mender = Mender::new(args, true);
                to.rewritten(input, Content::in_one(input)?, |all| {
                    mender.mend(&all.bytes)
                })?
            }
            mended => mended?,
        };
        Ok((rewritten, mender.mended))
    };
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
            "{findings} left, since mending brings them back"
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
    /// What its parts so far tell of the file, if there can be more of them.
    before: Option<Before>,
    mended: Mended,
}

/// A file [is doubtful](Before::is_doubtful): then only the whole of it tells what can be mended safely,
/// and when.
#[derive(Debug)]
struct Doubtful;

impl fmt::Display for Doubtful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it has to be mended as a whole")
    }
}

impl Error for Doubtful {}

impl Mender<'_> {
    fn new(args: &FixArgs, is_whole: bool) -> Mender<'_> {
        Mender {
            args,
            settings: args.judging.settings(),
            before: (!is_whole).then(Before::default),
            mended: Mended::default(),
        }
    }

    fn mend(&mut self, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
        if kifu::jgf::is_jgf(bytes) {
            self.mended.jgf += 1;
            return Ok(bytes.to_vec());
        }
        let document = Document::parse(bytes)?;
        if let Some(before) = &mut self.before {
            before.add(&document);
            if before.is_doubtful() {
                return Err(Doubtful.into());
            }
        }
        let fixed = fix(&document, &self.settings, |finding| {
            self.args.picks(finding)
        })?;
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
                args::Doubtful::All => true,
                args::Doubtful::Of(code) => code.name == finding.code,
            }),
        }
    }
}
