//! `kifu check`: what is wrong with files, and where.

mod excerpt;
mod report;
mod sarif;
mod text;
mod totals;
mod verdict;

use std::io::Write;

use kifu::Record;
use kifu::check::Checker;
use kifu::collection::{CHUNK_LEN, Part, Start};
use kifu::rgf::Streams;
use kifu::span::Diagnostic;

use self::excerpt::Excerpts;
use self::text::Source;
use self::totals::{Tally, Totals, tally};
use self::verdict::Verdict;
use crate::args::{CheckArgs, CheckFormat};
use crate::cmd::rec::source::{Kind, Opened, Session};
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, Sequence};
use crate::output::{self, Out, Palette};
use crate::printable::{Printable, count};
use crate::run::Inputs;

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    each_checked("check", args, |input, told| checked(input, CHUNK_LEN, told))
}

/// Adds the findings in an input that is read in chunks of at most this many bytes, and returns its length.
fn checked(input: &Input, chunk_len: usize, told: &mut Told<'_>) -> anyhow::Result<u64> {
    let chunks = match Opened::in_chunks(input, chunk_len)? {
        Opened::Recordings(session) => {
            told.session(&session)?;
            return Ok(session.bytes);
        }
        Opened::Games(chunks) => chunks,
    };
    let mut chunks = chunks.on_lines();
    let name = Name::of(input);
    let settings = told.args.judging.settings();
    let mut checker = Checker::new(&settings);
    let mut text = Text::default();
    for part in chunks.records() {
        let Part { chunk, record, .. } = part?;
        let (source, findings) = match &record {
            Record::Sgf(document) => {
                let streams = Streams::of(document);
                let mut findings = Vec::new();
                checker.check(document, |finding| findings.push(finding));
                findings.retain(|finding| !streams.explain(finding.span));
                findings.sort_by_key(|finding| finding.span);
                (Source::Sgf(document), findings)
            }
            Record::Jgf(_) => {
                let json = kifu::jgf::text(&chunk.bytes);
                let findings = kifu::check_jgf(&chunk.bytes, &settings)?;
                told.tell(&name, Source::Jgf(&json), chunk.start, findings, &mut text)?;
                continue;
            }
            Record::Positions(positions) => (
                Source::Positions(positions.text()),
                kifu::check_positions(positions, &settings)?,
            ),
        };
        told.tell(&name, source, chunk.start, findings, &mut text)?;
    }
    told.end(&name, text)?;
    Ok(chunks.bytes_yielded())
}

/// The same for recordings, with the files that they consist of.
pub(crate) fn recordings(args: &CheckArgs) -> anyhow::Result<Outcome> {
    each_checked("rec check", args, |input, told| {
        let session = Session::read(input)?;
        told.session(&session)?;
        Ok(session.bytes)
    })
}

/// Goes through all inputs. `check` adds what is found in one, and gives its length.
fn each_checked(
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
struct Told<'a> {
    input: &'a Input,
    args: &'a CheckArgs,
    verdict: &'a Verdict,
    palette: Palette,
    tally: Tally,
    negative: bool,
    /// What is written about each.
    texts: Vec<Vec<u8>>,
}

/// What a text is called.
struct Name {
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

    fn of(input: &Input) -> Name {
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
    fn session(&mut self, session: &Session) -> anyhow::Result<()> {
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
    fn tell(
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
    fn end(&mut self, name: &Name, text: Text) -> anyhow::Result<()> {
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
struct Text {
    tally: Tally,
    negative: bool,
    /// How many findings are to be told.
    found: usize,
    written: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::law::{corpus, has_chunks, input, joined, verb};

    fn args(more: &[&str]) -> CheckArgs {
        match verb(&[&["check"], more].concat()) {
            Verb::Check(args) => args,
            _ => unreachable!("it was asked for"),
        }
    }

    /// All that a run with these arguments reports of a file that is read in chunks of at most this many bytes.
    fn told(bytes: &[u8], most: usize, args: &CheckArgs) -> String {
        let (input, verdict) = (input(bytes), Verdict::of(args));
        let mut told = Told {
            input: &input,
            args,
            verdict: &verdict,
            palette: Palette::default(),
            tally: Default::default(),
            negative: false,
            texts: Vec::new(),
        };
        let count = checked(&input, most, &mut told).expect("it is in memory");
        assert_eq!(count, bytes.len() as u64);
        let texts = told.texts.iter().map(|text| String::from_utf8_lossy(text));
        let texts: Vec<_> = texts.collect();
        format!("{:?} {}\n{}", told.tally, told.negative, texts.join("\n"))
    }

    fn assert_same(bytes: &[u8], most: usize) {
        for format in ["human", "json", "sarif"] {
            let rules = if format == "json" { "none" } else { "japanese" };
            let mut asked = vec!["--format", format, "--rules", rules];
            asked.extend((bytes.len().is_multiple_of(2) && format == "human").then_some("--all"));
            let args = args(&asked);
            let (whole, parts) = (told(bytes, usize::MAX, &args), told(bytes, most, &args));
            let mut lines = whole.lines().zip(parts.lines());
            let other = lines.find(|(whole, parts)| whole != parts);
            assert!(whole == parts, "{most} {format}: {other:?}");
        }
    }

    #[test]
    fn chunks_are_checked_as_the_whole_is() {
        let files = corpus();
        let (mut in_parts, mut tried) = (0, 0);
        let mut check = |bytes: &[u8], most| {
            tried += 1;
            assert_same(bytes, most);
            in_parts += usize::from(has_chunks(bytes, most));
        };
        for file in files.iter().filter(|file| file.len() > 8 << 10) {
            check(file, 400);
        }
        let all: Vec<&Vec<u8>> = files.iter().collect();
        for (several, between, most) in [(12, "\n", 500), (30, "\r\n", 3000), (20, "", 1000)] {
            joined(&all, several, between).for_each(|joined| check(&joined, most));
        }
        for from in (0..files.len()).step_by(50) {
            let some = files.iter().cycle().skip(from).take(15);
            let joined = some.flat_map(|file| [file.as_slice(), b"\n"].concat());
            assert_same(&joined.collect::<Vec<u8>>(), 500);
        }
        assert!(in_parts > tried / 2, "{in_parts} of {tried}");
    }

    #[test]
    fn what_depends_on_other_games_is_found_in_chunks() {
        let game = "(;FF[4];B[aa];W[aa]BL[x]C[one])\n";
        // More than is read at first.
        let games = game.repeat(400);
        let of = |text: &str, in_parts: bool| {
            assert_same(text.as_bytes(), 70);
            let end = &text[text.len() - 60..];
            assert_eq!(has_chunks(text.as_bytes(), 70), in_parts, "{end}");
        };
        of(&games, true);
        of(&(games.clone() + &games), true);
        // Other versions and charsets behind the first part, each told once.
        of(&(games.clone() + "(;FF[3])\n(;FF[1])\n" + game), true);
        of(
            &(games.clone() + "(;FF[4]CA[GBK])\n(;FF[4]CA[UTF-8]PB[\u{53E4}])\n" + game),
            true,
        );
        // Damage in one chunk, a bracket in another.
        let mended = "(;FF[4]KM[6,5]HA[0];B[aa])\n";
        of(
            &(mended.repeat(400) + "(;FF[4];B[aa]C[ [x\\] ])\n" + game + "(;FF[4]KM;B[bb])"),
            true,
        );
        of(
            &(mended.repeat(400) + "(;FF[4]KM;B[bb])\n" + game + "(;FF[4];B[aa]C[ [x\\] ])"),
            true,
        );
        of(&(mended.repeat(400) + "(FF[4];B[aa])\n(;b[bb])"), true);
        // The last game is not closed.
        of(&(games.clone() + "(;FF[4];B[aa]"), true);
        of(&(games.clone() + "(;FF[4];B[aa]C[x"), true);
        of(
            &(games.clone() + "\n(;FF[4];B[aa]C[ [x\n(;FF[4];B[aa])"),
            true,
        );
        of(
            &("(;FF[4]C[ [x\\] ])\n".repeat(600) + "(;FF[4];B[aa]C[x"),
            true,
        );
        // Text, and what seems to be a recording.
        of(
            &(games.clone() + "and (;FF[4];B[aa])\n" + game + ") and"),
            true,
        );
        let played = "(;B[aa];W[bb];B[cc];W[dd];B[ee])\n".repeat(400);
        of(
            &(played.clone() + "(;B[aa]TS[1])\n" + &played + "(;FF[4])"),
            true,
        );
        of(&(played.clone() + "(;B[aa]TS[1])"), false);
        of(&("(;FF[4])\n".to_owned() + &played + "(;B[aa]TS[1])"), true);
        of(&(games.clone() + "(;PB[\u{1B}$B])\n" + game), true);
    }
}
