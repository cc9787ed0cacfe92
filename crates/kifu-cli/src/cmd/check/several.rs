//! Files too large to be checked at once: part by part, as far as that finds what the whole file holds.

use kifu::check::{Before, Settings, check_part};
use kifu::rgf::Streams;
use kifu::sgf::Document;
use kifu::span::Diagnostic;
use memchr::memmem;

use super::text::Source;
use super::{Name, Text, Told};
use crate::cmd::rec::source::Opened;
use crate::input::Input;
use crate::parts::{Parts, is_plain, says_nothing};

/// Checks a file in parts, of which the first was read, and gives its length. `None` if the whole has to be
/// looked at:
///
/// * It is not UTF-8 throughout. In other charsets how a game is read can depend on the bytes of other games.
/// * It may be a recording, or positions, for all that the first part says.
/// * The last game is not closed, and a value neither: how that can be mended depends on all others.
pub(super) fn checked(
    input: &Input,
    most: usize,
    first: Vec<u8>,
    parts: Parts<'_>,
    told: &mut Told<'_>,
) -> anyhow::Result<Option<u64>> {
    let name = Name::of(input);
    let mut looked = look(first, parts, Before::default(), &name, told)?;
    if let Looked::Doubtful = looked {
        // That makes all repairs doubtful, those before it too.
        let Opened::Bytes(parts) = Opened::up_to(most, input)? else {
            return Ok(None);
        };
        let mut parts = parts.on_lines();
        let first = parts.next().transpose()?.unwrap_or_default();
        looked = look(first, parts, Before::doubtful(), &name, told)?;
    }
    let Looked::Through(text) = looked else {
        return Ok(None);
    };
    let count = text.start.offset;
    told.end(&name, text)?;
    Ok(Some(count))
}

/// How far a file could be looked at.
enum Looked {
    Through(Text),
    /// It turned out to be doubtful behind the first part.
    Doubtful,
    /// Only the whole tells.
    Apart,
}

fn look(
    first: Vec<u8>,
    parts: Parts<'_>,
    mut before: Before,
    name: &Name,
    told: &Told<'_>,
) -> anyhow::Result<Looked> {
    let settings = told.args.judging.settings();
    let mut text = Text::default();
    let mut has_games = false;
    for part in std::iter::once(Ok(first)).chain(parts) {
        let part = part?;
        let is_first = text.start.offset == 0;
        if !is_plain(&part) || (is_first && kifu::jgf::is_jgf(&part)) {
            return Ok(Looked::Apart);
        }
        let document = Document::parse(part)?;
        has_games = has_games || says_it_is_a_game(&document);
        let may_be_recording = !has_games && memmem::find(document.text(), b"TS[").is_some();
        if may_be_recording || (is_first && says_nothing(&document)) {
            return Ok(Looked::Apart);
        }
        let was_doubtful = before.is_doubtful();
        let findings = findings(&document, &settings, &mut before);
        if !is_first && !was_doubtful && before.is_doubtful() {
            return Ok(Looked::Doubtful);
        }
        if !is_first && is_open(&findings) {
            return Ok(Looked::Apart);
        }
        told.tell(name, Source::Sgf(&document), findings, &mut text)?;
        text.start = text.start.behind(document.text());
    }
    Ok(Looked::Through(text))
}

/// What is found in a part, in the order of its text.
fn findings(document: &Document, settings: &Settings, before: &mut Before) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    check_part(document, settings, before, |finding| findings.push(finding));
    findings.sort_by_key(|finding| finding.span);
    let streams = Streams::of(document);
    findings.retain(|finding| !streams.explain(finding.span));
    findings
}

/// Whether a root says so, which recordings do not.
fn says_it_is_a_game(document: &Document) -> bool {
    let mut roots = document.roots().map(|root| document.node(root));
    roots.any(|root| root.get("GM").or(root.get("FF")).is_some())
}

/// Whether a value is not closed. Its game tree may not be closed either, which is not reported
/// where it follows from that.
fn is_open(findings: &[Diagnostic]) -> bool {
    let has = |code| findings.iter().any(|finding| finding.code == code);
    has("sgf/unclosed-value") || has("sgf/missing-bracket")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{CheckArgs, Verb};
    use crate::cmd::check::verdict::Verdict;
    use crate::law::{corpus, input, joined, verb};
    use crate::output::Palette;

    fn args(more: &[&str]) -> CheckArgs {
        match verb(&[&["check"], more].concat()) {
            Verb::Check(args) => args,
            _ => unreachable!("it was asked for"),
        }
    }

    /// All that a run with these arguments is told of a file that is read in parts of so many bytes.
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
        let count = crate::cmd::check::checked(&input, most, &mut told).expect("it is in memory");
        assert_eq!(count, bytes.len() as u64);
        let texts = told.texts.iter().map(|text| String::from_utf8_lossy(text));
        let texts: Vec<_> = texts.collect();
        format!("{:?} {}\n{}", told.tally, told.negative, texts.join("\n"))
    }

    /// How many parts a file is told of in; 1 if it has to be looked at as a whole.
    fn parts(bytes: &[u8], most: usize) -> usize {
        let (input, args) = (input(bytes), args(&[]));
        let verdict = Verdict::of(&args);
        let mut told = Told {
            input: &input,
            args: &args,
            verdict: &verdict,
            palette: Palette::default(),
            tally: Default::default(),
            negative: false,
            texts: Vec::new(),
        };
        let opened = || match Opened::up_to(most, &input).expect("it is in memory") {
            Opened::Bytes(parts) => parts.on_lines(),
            Opened::Recordings(_) => Parts::in_one(&input).expect("it is in memory"),
        };
        let count = opened().count();
        let mut parts = opened();
        let first = parts
            .next()
            .expect("there is one")
            .expect("it is in memory");
        match checked(&input, most, first, parts, &mut told).expect("it is in memory") {
            Some(_) => count,
            None => 1,
        }
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
    fn parts_are_told_of_as_the_whole_is() {
        let files = corpus();
        let (mut in_parts, mut tried) = (0, 0);
        let mut check = |bytes: &[u8], most| {
            tried += 1;
            assert_same(bytes, most);
            in_parts += usize::from(parts(bytes, most) > 1);
        };
        for file in files.iter().filter(|file| file.len() > 8 << 10) {
            check(file, 400);
        }
        let utf8: Vec<&Vec<u8>> = files
            .iter()
            .filter(|file| str::from_utf8(file).is_ok())
            .collect();
        for (several, between, most) in [(12, "\n", 500), (30, "\r\n", 3000), (20, "", 1000)] {
            joined(&utf8, several, between).for_each(|joined| check(&joined, most));
        }
        for from in (0..files.len()).step_by(50) {
            let some = files.iter().cycle().skip(from).take(15);
            let joined = some.flat_map(|file| [file.as_slice(), b"\n"].concat());
            assert_same(&joined.collect::<Vec<u8>>(), 500);
        }
        assert!(in_parts > tried / 2, "{in_parts} of {tried}");
    }

    #[test]
    fn what_tells_of_all_games_is_told_of_parts() {
        let game = "(;FF[4];B[aa];W[aa]BL[x]C[one])\n";
        // More than is read at first.
        let games = game.repeat(400);
        let of = |text: &str, in_parts: bool| {
            assert_same(text.as_bytes(), 70);
            let end = &text[text.len() - 60..];
            assert_eq!(parts(text.as_bytes(), 70) > 1, in_parts, "{end}");
        };
        of(&games, true);
        of(&(games.clone() + &games), true);
        // Other versions and charsets behind the first part, each told once.
        of(&(games.clone() + "(;FF[3])\n(;FF[1])\n" + game), true);
        of(
            &(games.clone() + "(;FF[4]CA[GBK])\n(;FF[4]CA[UTF-8]PB[\u{53E4}])\n" + game),
            true,
        );
        // Damage in one part, a bracket in another: what was found before is doubtful, too.
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
        of(&(games.clone() + "(;FF[4];B[aa]C[x"), false);
        of(
            &(games.clone() + "\n(;FF[4];B[aa]C[ [x\n(;FF[4];B[aa])"),
            false,
        );
        of(
            &("(;FF[4]C[ [x\\] ])\n".repeat(600) + "(;FF[4];B[aa]C[x"),
            false,
        );
        // Text, and what seems to be a recording.
        of(
            &(games.clone() + "and (;FF[4];B[aa])\n" + game + ") and"),
            true,
        );
        let played = "(;B[aa];W[bb];B[cc];W[dd];B[ee])\n".repeat(400);
        of(
            &(played.clone() + "(;B[aa]TS[1])\n" + &played + "(;FF[4])"),
            false,
        );
        of(&(played.clone() + "(;B[aa]TS[1])"), false);
        of(&("(;FF[4])\n".to_owned() + &played + "(;B[aa]TS[1])"), true);
        of(&(games.clone() + "(;PB[\u{1B}$B])\n" + game), false);
    }
}
