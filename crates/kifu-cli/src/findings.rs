//! Reports of findings: for `kifu check` and `kifu rec check`.

mod excerpt;
mod report;
mod sarif;
pub(crate) mod text;
mod totals;
pub(crate) mod verdict;

use std::io::Write;

use kifu::collection::Start;
use kifu::span::Diagnostic;

use self::excerpt::Excerpts;
use self::text::Source;
use self::totals::{Tally, Totals, tally};
use self::verdict::Verdict;
use crate::args::checking::{CheckArgs, CheckFormat};
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, Sequence};
use crate::output::{self, Out, Palette};
use crate::printable::{Printable, count};
use crate::recordings::{Kind, Session};
use crate::run::Inputs;

/// Goes through all inputs. `check` adds what is found in one, and gives its length.
pub(crate) fn each_checked(
    verb: &str,
    args: &CheckArgs,
    check: impl Fn(&Input, &mut Told<'_>) -> anyhow::Result<u64> + Sync,
) -> anyhow::Result<Outcome> {
    let verdict = Verdict::of(args);
    let palette = Palette::of_stdout();
    let mut out = output::stdout();
    let mut totals = Totals::default();
    let mut negative = false;
    let mut written = match args.format {
        CheckFormat::Human => Written::Plain,
        CheckFormat::Json => Written::Objects(Sequence::array()),
        CheckFormat::Jsonl => Written::Objects(Sequence::lines()),
        CheckFormat::Sarif => Written::Log(sarif::Log::default()),
    };
    let silent = args.quiet || args.summary;
    let work = |input: &Input| {
        let mut told = Told {
            input,
            args,
            verdict: &verdict,
            palette,
            tally: Tally::default(),
            negative: false,
            texts: Vec::new(),
        };
        let bytes = check(input, &mut told)?;
        Ok((bytes, (told.tally, told.negative, told.texts)))
    };
    let mut outcome = Inputs::of(verb, &args.input).each(work, |(tally, denied, texts)| {
        totals.add(&tally);
        negative |= denied;
        for text in texts {
            match &mut written {
                _ if silent => {}
                Written::Objects(sequence) => sequence.write(&mut out, &text)?,
                Written::Log(log) => log.write(&mut out, &text)?,
                Written::Plain => out.write_all(&text)?,
            }
        }
        Ok(())
    })?;
    outcome.negative = negative;
    match written {
        _ if args.quiet => {}
        _ if args.summary => write_summary(args.format, &totals, outcome, &mut out)?,
        Written::Objects(sequence) => sequence.finish(&mut out)?,
        Written::Log(log) => log.finish(&mut out)?,
        Written::Plain => {}
    }
    out.flush()?;
    if !args.quiet {
        let files = count(outcome.read, "file");
        let errors = count(totals.counts.error as u64, "error");
        let warnings = count(totals.counts.warning as u64, "warning");
        output::line(format_args!("{files}, {errors}, {warnings}"));
    }
    Ok(outcome)
}

/// How the files come one after the other.
enum Written {
    Plain,
    Objects(Sequence),
    Log(sarif::Log),
}

fn write_summary(
    format: CheckFormat,
    totals: &Totals,
    outcome: Outcome,
    out: &mut Out,
) -> anyhow::Result<()> {
    match format {
        CheckFormat::Human => totals.write_table(out)?,
        CheckFormat::Json | CheckFormat::Jsonl | CheckFormat::Sarif => {
            Sequence::lines().write(out, &json::line(&totals.summary(outcome))?)?;
        }
    }
    Ok(())
}

/// What one input comes to, which can have several texts.
pub(crate) struct Told<'a> {
    pub(crate) input: &'a Input,
    pub(crate) args: &'a CheckArgs,
    pub(crate) verdict: &'a Verdict,
    pub(crate) palette: Palette,
    pub(crate) tally: Tally,
    pub(crate) negative: bool,
    /// What is written about each.
    pub(crate) texts: Vec<Vec<u8>>,
}

/// What a text is called.
pub(crate) struct Name {
    /// By people.
    shown: String,
    /// By programs.
    file: String,
    /// In that file, if it is a bundle.
    member: Option<String>,
}

impl Name {
    /// Where a log has it.
    fn place(&self) -> String {
        let member = self.member.iter().map(|member| format!("/{member}"));
        self.file.clone() + &member.collect::<String>()
    }

    pub(crate) fn of(input: &Input) -> Name {
        Name {
            shown: input.shown(),
            file: input.name(),
            member: None,
        }
    }

    /// Of a file of a session: in the bundle, or in the folder of the SGF file.
    fn beside(input: &Input, session: &Session, file: &str) -> Name {
        match (session.kind, input) {
            (Kind::Bundle, _) => Name {
                shown: format!("{}/{}", input.shown(), Printable(file)),
                file: input.name(),
                member: Some(file.to_owned()),
            },
            (Kind::Sgf, Input::File(path)) => Name::of(&Input::of(path.with_file_name(file))),
            _ => Name::of(input),
        }
    }
}

impl Told<'_> {
    /// Adds what is wrong with recordings, and with the files around them.
    pub(crate) fn session(&mut self, session: &Session) -> anyhow::Result<()> {
        if session.kind != Kind::Rgf {
            let name = match session.kind {
                Kind::Bundle => Name::beside(self.input, session, &session.bundle.main_name),
                _ => Name::of(self.input),
            };
            let findings = session.check_main(&self.args.judging.settings());
            self.add(&name, Source::Sgf(&session.main), findings)?;
        }
        for (stream, track) in session.found() {
            let name = Name::beside(self.input, session, &stream.file);
            let findings = track.read.diagnostics.clone();
            self.add(&name, Source::Sgf(track.recording.document()), findings)?;
        }
        Ok(())
    }

    /// Adds the findings of a text.
    fn add(
        &mut self,
        name: &Name,
        source: Source<'_>,
        findings: Vec<Diagnostic>,
    ) -> anyhow::Result<()> {
        let mut text = Text::default();
        self.tell(name, source, Start::default(), findings, &mut text)?;
        self.end(name, text)
    }

    /// Adds the findings of the next part of a text to what is told of it.
    pub(crate) fn tell(
        &self,
        name: &Name,
        source: Source<'_>,
        start: Start,
        mut findings: Vec<Diagnostic>,
        text: &mut Text,
    ) -> anyhow::Result<()> {
        let Told { args, verdict, .. } = *self;
        findings.retain(|finding| !verdict.allows(finding));
        for (code, (severity, count)) in tally(&findings) {
            text.tally.entry(code).or_insert((severity, 0)).1 += count;
        }
        text.negative |= findings.iter().any(|finding| verdict.denies(finding));
        findings.retain(|finding| finding.severity >= args.level.severity());
        let before = text.found;
        text.found += findings.len();
        let more = match args.format {
            _ if args.quiet || args.summary || findings.is_empty() => return Ok(()),
            CheckFormat::Human => {
                let shown = match args.all {
                    true => findings.len(),
                    false => findings.len().min(SHOWN.saturating_sub(before)),
                };
                if shown == 0 {
                    return Ok(());
                }
                let name = name.shown.clone();
                let mut excerpts = Excerpts::new(name, source, start, self.palette.colored);
                let shown = findings[..shown].iter();
                let shown = shown.map(|finding| excerpts.render(finding) + "\n\n");
                shown.collect::<String>().into_bytes()
            }
            CheckFormat::Json | CheckFormat::Jsonl => report::places(source, start, &findings)?,
            CheckFormat::Sarif => sarif::results(&name.place(), source, start, &findings)?,
        };
        if !text.written.is_empty() {
            text.written.extend_from_slice(match args.format {
                CheckFormat::Human => b"",
                CheckFormat::Json | CheckFormat::Jsonl => b",",
                CheckFormat::Sarif => b",\n",
            });
        }
        text.written.extend(more);
        Ok(())
    }

    /// Adds what is told of a text, all of which was looked at.
    pub(crate) fn end(&mut self, name: &Name, text: Text) -> anyhow::Result<()> {
        let args = self.args;
        for (code, (severity, count)) in text.tally {
            self.tally.entry(code).or_insert((severity, 0)).1 += count;
        }
        self.negative |= text.negative;
        let mut written = text.written;
        match args.format {
            _ if args.quiet || args.summary => return Ok(()),
            CheckFormat::Human => {
                let more = text.found.saturating_sub(SHOWN);
                if more > 0 && !args.all {
                    let name = &name.shown;
                    writeln!(
                        written,
                        "{name}: and {more} more; use --format jsonl or --all\n"
                    )?;
                }
            }
            CheckFormat::Json | CheckFormat::Jsonl => {
                written = report::report(&name.file, name.member.as_deref(), &written)?;
            }
            CheckFormat::Sarif => {}
        }
        self.texts.push(written);
        Ok(())
    }
}

/// So many findings of a file are shown to people who did not ask for all.
const SHOWN: usize = 20;

/// What is told of a text, as far as it was looked at.
#[derive(Default)]
pub(crate) struct Text {
    tally: Tally,
    negative: bool,
    /// How many findings are to be told.
    found: usize,
    written: Vec<u8>,
}
