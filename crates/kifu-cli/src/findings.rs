//! Reports of findings, for `kifu check` and `kifu rec check`.

use std::io::Write;

use kifu::report::{
    Hints, Options, Policy, Report, ReportBuilder, ReportWriter, Source, SourceName, Tally, Tool,
    Totals, sgf_source,
};
use kifu::span::{Diagnostic, Severity};
use kifu_files::Input;

use crate::args::checking::{CheckArgs, CheckFormat, Denied};
use crate::exit::Outcome;
use crate::output::{self, Palette};
use crate::printable::{InputName, Printable, count};
use crate::recordings::{self, Kind, Session};
use crate::run::Inputs;

/// The maximum number of findings that are shown for a file without `--all`.
const MAX_SHOWN: usize = 20;

/// Reports the findings in all inputs. `check` adds the findings of one input and returns its
/// length in bytes.
pub(crate) fn each_checked(
    verb: &str,
    args: &CheckArgs,
    check: impl Fn(&Input, &mut InputReports<'_>) -> anyhow::Result<u64> + Sync,
) -> anyhow::Result<Outcome> {
    let options = options(args, Palette::of_stdout().colored);
    let mut out = output::stdout();
    let mut totals = Totals::default();
    let mut writer = ReportWriter::new(
        options.format,
        Tool {
            name: "kifu",
            version: env!("CARGO_PKG_VERSION"),
            codes: kifu::codes().collect(),
        },
    );
    let mut negative = false;
    let work = |input: &Input| {
        let mut reports = InputReports::new(input, args, &options);
        let bytes = check(input, &mut reports)?;
        Ok((bytes, reports.all))
    };
    let mut outcome = Inputs::of(verb, &args.input).each(work, |reports| {
        let mut tally = Tally::default();
        for report in &reports {
            tally.merge(&report.tally);
            negative |= report.is_denied;
            writer.write(&mut out, report)?;
        }
        totals.add(&tally);
        Ok(())
    })?;
    outcome.negative = negative;
    match args.format {
        _ if args.quiet => {}
        CheckFormat::Human if args.summary => totals.write_table(&mut out)?,
        _ if args.summary => totals.write_json(&mut out, outcome.read, outcome.failed)?,
        _ => writer.finish(&mut out)?,
    }
    out.flush()?;
    if !args.quiet {
        let files = count(outcome.read, "file");
        let errors = count(totals.count(Severity::Error), "error");
        let warnings = count(totals.count(Severity::Warning), "warning");
        output::line(format_args!("{files}, {errors}, {warnings}"));
    }
    Ok(outcome)
}

/// Returns the options of reports that the command line selects.
pub(crate) fn options(args: &CheckArgs, is_colored: bool) -> Options {
    use kifu::report::Format;
    Options {
        format: match args.format {
            _ if args.quiet || args.summary => Format::Counts,
            CheckFormat::Human => Format::Excerpts,
            CheckFormat::Json => Format::Json,
            CheckFormat::Jsonl => Format::JsonLines,
            CheckFormat::Sarif => Format::Sarif,
        },
        level: args.level.severity(),
        limit: (!args.all).then_some(MAX_SHOWN),
        is_colored,
        hints: Hints {
            fix_command: Some("kifu fix"),
            show_all_hint: Some("use `--format jsonl` or `--all`"),
        },
        policy: policy(args),
    }
}

/// Returns the policy of `--deny` and `--allow`. Of several levels, the lowest one counts; by
/// default, errors are denied.
fn policy(args: &CheckArgs) -> Policy {
    let levels = args.deny.iter().filter_map(|denied| match denied {
        Denied::From(severity) => Some(*severity),
        Denied::Code(_) => None,
    });
    let codes = args.deny.iter().filter_map(|denied| match denied {
        Denied::From(_) => None,
        Denied::Code(code) => Some(code.code),
    });
    Policy {
        deny_from: levels.min().unwrap_or(Severity::Error),
        denied: codes.collect(),
        ignored: args.allow.iter().map(|code| code.code).collect(),
    }
}

/// The reports about one input. The files of a session have a report each.
pub(crate) struct InputReports<'a> {
    pub(crate) input: &'a Input,
    pub(crate) args: &'a CheckArgs,
    options: &'a Options,
    pub(crate) all: Vec<Report>,
}

impl<'a> InputReports<'a> {
    pub(crate) fn new(
        input: &'a Input,
        args: &'a CheckArgs,
        options: &'a Options,
    ) -> InputReports<'a> {
        InputReports {
            input,
            args,
            options,
            all: Vec::new(),
        }
    }

    /// Begins the report about the text of the input.
    pub(crate) fn builder(&self) -> ReportBuilder<'a> {
        ReportBuilder::new(self.options, name(self.input))
    }

    /// Adds the reports about the recordings of a session and its SGF file.
    pub(crate) fn add_session(&mut self, session: &Session) -> anyhow::Result<()> {
        if session.kind != Kind::Rgf {
            let name = match session.kind {
                Kind::Bundle => session_file_name(self.input, session, &session.bundle.main_name),
                _ => name(self.input),
            };
            let findings = recordings::check_main(session, &self.args.judging.settings());
            self.add(name, sgf_source(&session.main), findings)?;
        }
        for (stream, track) in session.loaded() {
            let name = session_file_name(self.input, session, &stream.file);
            let (recording, findings) = track.check();
            self.add(name, sgf_source(recording.document()), findings)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        name: SourceName,
        source: Source<'_>,
        findings: Vec<Diagnostic>,
    ) -> anyhow::Result<()> {
        let mut builder = ReportBuilder::new(self.options, name);
        builder.add(source, findings)?;
        self.all.push(builder.finish()?);
        Ok(())
    }
}

fn name(input: &Input) -> SourceName {
    SourceName {
        shown: input.shown(),
        file: input.name(),
        member: None,
    }
}

/// Returns the name of a file of a session: in the bundle, or in the directory of the SGF file.
fn session_file_name(input: &Input, session: &Session, file: &str) -> SourceName {
    match (session.kind, input) {
        (Kind::Bundle, _) => SourceName {
            shown: format!("{}/{}", input.shown(), Printable(file)),
            file: input.name(),
            member: Some(file.to_owned()),
        },
        (Kind::Sgf, Input::File(path)) => name(&Input::of(path.with_file_name(file))),
        _ => name(input),
    }
}
