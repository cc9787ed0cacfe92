//! `kifu check`: what is wrong with files, and where.

use kifu::Record;
use kifu::check::Checker;
use kifu::collection::{CHUNK_LEN, ParsedChunk};
use kifu::report::{Source, jgf_source, sgf_source};
use kifu::rgf::Streams;

use crate::args::checking::CheckArgs;
use crate::exit::Outcome;
use crate::findings::{InputReports, each_checked};
use crate::input::Input;
use crate::recordings::Opened;

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    each_checked("check", args, |input, reports| {
        add_findings(input, CHUNK_LEN, reports)
    })
}

/// Adds the findings in an input that is read in chunks of at most this many bytes, and returns its length.
fn add_findings(
    input: &Input,
    chunk_len: usize,
    reports: &mut InputReports<'_>,
) -> anyhow::Result<u64> {
    let chunks = match Opened::in_chunks(input, chunk_len)? {
        Opened::Recordings(session) => {
            reports.add_session(&session)?;
            return Ok(session.bytes);
        }
        Opened::Games(chunks) => chunks,
    };
    let mut chunks = chunks.on_lines();
    let settings = reports.args.judging.settings();
    let mut checker = Checker::new(&settings);
    let mut builder = reports.builder();
    for part in chunks.records() {
        let ParsedChunk { chunk, record, .. } = part?;
        let json;
        let (source, findings) = match &record {
            Record::Sgf(document) => {
                let streams = Streams::of(document);
                let mut findings = Vec::new();
                checker.check(document, |finding| findings.push(finding));
                findings.retain(|finding| !streams.names_media(finding.span));
                findings.sort_by_key(|finding| finding.span);
                (sgf_source(document), findings)
            }
            Record::Jgf(_) => {
                json = kifu::jgf::text(&chunk.bytes);
                (jgf_source(&json), kifu::check_jgf(&chunk.bytes, &settings)?)
            }
            Record::Positions(positions) => (
                Source::new(positions.text().as_bytes()),
                kifu::check_positions(positions, &settings)?,
            ),
        };
        let source = source.starting_at(chunk.start.offset, chunk.start.lines);
        builder.add(source, findings)?;
    }
    reports.all.push(builder.finish()?);
    Ok(chunks.bytes_yielded())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing::{corpus, has_chunks, input, joined, verb};
    use crate::findings::options;
    use kifu::report::{ReportWriter, Tool};

    fn args(more: &[&str]) -> CheckArgs {
        match verb(&[&["check"], more].concat()) {
            Verb::Check(args) => args,
            _ => unreachable!("it was asked for"),
        }
    }

    /// All that a run with these arguments reports of a file that is read in chunks of at most this many bytes.
    fn reported(bytes: &[u8], most: usize, args: &CheckArgs) -> String {
        let (input, options) = (input(bytes), options(args, false));
        let mut reports = InputReports::new(&input, args, &options);
        let count = add_findings(&input, most, &mut reports).expect("it is in memory");
        assert_eq!(count, bytes.len() as u64);
        let mut out = Vec::new();
        let mut writer = ReportWriter::new(options.format, Tool::default());
        for report in &reports.all {
            writer.write(&mut out, report).expect("it is in memory");
        }
        let counted = reports
            .all
            .iter()
            .map(|report| (&report.tally, report.is_denied));
        let counted: Vec<_> = counted.collect();
        format!("{counted:?}\n{}", String::from_utf8_lossy(&out))
    }

    fn assert_same(bytes: &[u8], most: usize) {
        for format in ["human", "json", "sarif"] {
            let rules = if format == "json" { "none" } else { "japanese" };
            let mut asked = vec!["--format", format, "--rules", rules];
            asked.extend((bytes.len().is_multiple_of(2) && format == "human").then_some("--all"));
            let args = args(&asked);
            let (whole, parts) = (
                reported(bytes, usize::MAX, &args),
                reported(bytes, most, &args),
            );
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
