//! `kifu check`: report what is wrong with files, and where.

use kifu::Record;
use kifu::check::Checker;
use kifu::collection::{CHUNK_LEN, ParsedChunk};
use kifu::report::{
    Source, gib_source, jgf_source, ngf_source, ogs_source, sgf_source, ugf_source,
};
use kifu::rgf::Streams;
use kifu_files::Input;
use kifu_files::games::refuse_other_content;

use crate::args::checking::CheckArgs;
use crate::exit::Outcome;
use crate::findings::{InputReports, each_checked};
use crate::recordings::{self, Opened};

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    each_checked("check", args, |input, reports| {
        add_findings(input, CHUNK_LEN, reports)
    })
}

/// Adds the findings of an input, which is read in chunks of at most `chunk_len` bytes, and returns
/// its length.
fn add_findings(
    input: &Input,
    chunk_len: usize,
    reports: &mut InputReports<'_>,
) -> anyhow::Result<u64> {
    let chunks = match recordings::open(input, chunk_len)? {
        Opened::Recordings(session) => {
            reports.add_session(&session)?;
            return Ok(session.bytes_read());
        }
        Opened::Games(chunks) => {
            refuse_other_content(input, chunks.content())?;
            chunks
        }
    };
    let mut chunks = chunks.split_at_lines();
    let settings = reports.args.judging.settings();
    let mut checker = Checker::new(&settings);
    let mut builder = reports.builder();
    let mut games = 0;
    for part in chunks.records() {
        let ParsedChunk { chunk, record, .. } = part?;
        let json;
        let (source, findings) = match &record {
            Record::Sgf(document) => {
                // The document has its own copy of the bytes.
                drop(chunk.bytes);
                let streams = Streams::of(document);
                let mut findings = Vec::new();
                checker.check(document, |finding| findings.push(finding));
                findings.retain(|finding| !streams.names_media(finding.span));
                kifu::span::sort_by_span(&mut findings);
                (sgf_source(document), findings)
            }
            Record::Jgf(document) => {
                json = kifu::jgf::text(&chunk.bytes);
                let findings = kifu::check_jgf_document(document, &chunk.bytes, &settings)?;
                (jgf_source(&json), findings)
            }
            Record::Gib(document) => (gib_source(document), kifu::check_gib(document, &settings)?),
            Record::Ngf(document) => (ngf_source(document), kifu::check_ngf(document, &settings)?),
            Record::Ogs(document) => (ogs_source(document), kifu::check_ogs(document, &settings)?),
            Record::Ugf(document) => (ugf_source(document), kifu::check_ugf(document, &settings)?),
            Record::Positions(positions) => (
                Source::new(positions.text().as_bytes()),
                kifu::check_positions(positions, &settings)?,
            ),
        };
        let source = source
            .starting_at(chunk.start.offset, chunk.start.lines)
            .after_games(games);
        builder.add(source, findings)?;
        games += record
            .sgf_document()
            .map_or(0, |document| document.roots().count() as u64);
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
            _ => unreachable!("the verb is check"),
        }
    }

    /// Returns the reports on a file that is read in chunks of at most `chunk_len` bytes.
    fn reported(bytes: &[u8], chunk_len: usize, args: &CheckArgs) -> String {
        let (input, options) = (input(bytes), options(args, false));
        let mut reports = InputReports::new(&input, args, &options);
        let count = add_findings(&input, chunk_len, &mut reports).expect("it is in memory");
        assert_eq!(count, bytes.len() as u64);
        let mut out = Vec::new();
        let mut writer = ReportWriter::new(options.format, Tool::default());
        for report in &reports.all {
            writer.write(&mut out, report).expect("it is in memory");
        }
        let tallies = reports
            .all
            .iter()
            .map(|report| (&report.tally, report.is_denied));
        let tallies: Vec<_> = tallies.collect();
        format!("{tallies:?}\n{}", String::from_utf8_lossy(&out))
    }

    fn assert_same(bytes: &[u8], chunk_len: usize) {
        for format in ["human", "json", "sarif"] {
            let rules = if format == "json" { "none" } else { "japanese" };
            let mut options = vec!["--format", format, "--rules", rules];
            options.extend((bytes.len().is_multiple_of(2) && format == "human").then_some("--all"));
            let args = args(&options);
            let (whole, in_chunks) = (
                reported(bytes, usize::MAX, &args),
                reported(bytes, chunk_len, &args),
            );
            let mut lines = whole.lines().zip(in_chunks.lines());
            let difference = lines.find(|(whole, in_chunks)| whole != in_chunks);
            assert!(whole == in_chunks, "{chunk_len} {format}: {difference:?}");
        }
    }

    #[test]
    fn chunks_have_the_findings_of_the_whole_file() {
        let files = corpus();
        let (mut with_chunks, mut tried) = (0, 0);
        let mut check = |bytes: &[u8], chunk_len| {
            tried += 1;
            assert_same(bytes, chunk_len);
            with_chunks += usize::from(has_chunks(bytes, chunk_len));
        };
        for file in files.iter().filter(|file| file.len() > 8 << 10) {
            check(file, 400);
        }
        let all: Vec<&Vec<u8>> = files.iter().collect();
        for (count, between, chunk_len) in [(12, "\n", 500), (30, "\r\n", 3000), (20, "", 1000)] {
            joined(&all, count, between).for_each(|joined| check(&joined, chunk_len));
        }
        for from in (0..files.len()).step_by(50) {
            let some = files.iter().cycle().skip(from).take(15);
            let joined = some.flat_map(|file| [file.as_slice(), b"\n"].concat());
            assert_same(&joined.collect::<Vec<u8>>(), 500);
        }
        assert!(with_chunks > tried / 2, "{with_chunks} of {tried}");
    }

    #[test]
    fn chunks_have_findings_that_depend_on_other_games() {
        let game = "(;FF[4];B[aa];W[aa]BL[x]C[one])\n";
        // The games are longer than the part of the file that is read first.
        let games = game.repeat(400);
        let assert_checked = |text: &str, in_chunks: bool| {
            assert_same(text.as_bytes(), 70);
            let end = &text[text.len() - 60..];
            assert_eq!(has_chunks(text.as_bytes(), 70), in_chunks, "{end}");
        };
        assert_checked(&games, true);
        assert_checked(&(games.clone() + &games), true);
        // Other versions and charsets come after the first chunk, and each is reported once.
        assert_checked(&(games.clone() + "(;FF[3])\n(;FF[1])\n" + game), true);
        assert_checked(
            &(games.clone() + "(;FF[4]CA[GBK])\n(;FF[4]CA[UTF-8]PB[\u{53E4}])\n" + game),
            true,
        );
        // One chunk is damaged, and another chunk has an escaped bracket.
        let faulty = "(;FF[4]KM[6,5]HA[0];B[aa])\n";
        assert_checked(
            &(faulty.repeat(400) + "(;FF[4];B[aa]C[ [x\\] ])\n" + game + "(;FF[4]KM;B[bb])"),
            true,
        );
        assert_checked(
            &(faulty.repeat(400) + "(;FF[4]KM;B[bb])\n" + game + "(;FF[4];B[aa]C[ [x\\] ])"),
            true,
        );
        assert_checked(&(faulty.repeat(400) + "(FF[4];B[aa])\n(;b[bb])"), true);
        // The last game is not closed.
        assert_checked(&(games.clone() + "(;FF[4];B[aa]"), true);
        assert_checked(&(games.clone() + "(;FF[4];B[aa]C[x"), true);
        assert_checked(
            &(games.clone() + "\n(;FF[4];B[aa]C[ [x\n(;FF[4];B[aa])"),
            true,
        );
        assert_checked(
            &("(;FF[4]C[ [x\\] ])\n".repeat(600) + "(;FF[4];B[aa]C[x"),
            true,
        );
        // There is text between games, and games look like a recording.
        assert_checked(
            &(games.clone() + "and (;FF[4];B[aa])\n" + game + ") and"),
            true,
        );
        let played = "(;B[aa];W[bb];B[cc];W[dd];B[ee])\n".repeat(400);
        assert_checked(
            &(played.clone() + "(;B[aa]TS[1])\n" + &played + "(;FF[4])"),
            true,
        );
        assert_checked(&(played.clone() + "(;B[aa]TS[1])"), false);
        assert_checked(&("(;FF[4])\n".to_owned() + &played + "(;B[aa]TS[1])"), true);
        assert_checked(&(games.clone() + "(;PB[\u{1B}$B])\n" + game), true);
    }
}
