//! `kifu info`: show what files contain.

pub(crate) mod args;
mod opening;
mod rows;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal, Write};

use kifu::Format;
use kifu::info::{FileInfo, FindingCounts, GameInfo, GameSummary, Totals};
use kifu::rgf::Streams;
use kifu::sgf::NodeRef;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use self::args::{InfoArgs, RowFormat};
use self::opening::open;
use self::rows::Layout;
use crate::args::input::InputArgs;
use crate::exit::Outcome;
use crate::games::{Chunks, refuse_other_content};
use crate::input::Input;
use crate::json::{self, Sequence};
use crate::output::{self, Palette, Styled};
use crate::printable::{Printable, count};
use crate::recordings::{Opened, contents};
use crate::run::Inputs;
use crate::selected::Selected;

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let sequence = args.json.sequence();
    if args.summary {
        return summary(&args.input, sequence.is_some());
    }
    let has_columns = !args.fields.is_empty();
    match (args.format, sequence) {
        (Some(format), _) => rows::run(args, Layout::Format(format), None),
        (None, Some(sequence)) if has_columns => rows::run(args, Layout::Nested, Some(sequence)),
        (None, Some(sequence)) => as_json(args, sequence),
        (None, None) if io::stdout().is_terminal() && (has_columns || args.input.are_several()) => {
            rows::run(args, Layout::Format(RowFormat::Table), None)
        }
        (None, None) if has_columns => rows::run(args, Layout::Plain, None),
        (None, None) => as_text(args),
    }
}

/// The content of a file, with its selected games.
struct Scan {
    /// `None` if the expression selects no game of the file.
    info: Option<FileInfo<'static>>,
    /// The numbers of the selected games; `None` without an expression.
    numbers: Option<Vec<usize>>,
    /// The number of games in the file.
    games: usize,
    /// The number of recordings that the file names.
    recordings: usize,
    bytes: u64,
}

impl Scan {
    /// Reads the games of a file, and calls `show` for each selected one with its number and root.
    fn of(
        input: &Input,
        mut chunks: Chunks,
        args: &InfoArgs,
        mut show: impl FnMut(usize, NodeRef<'_>, &GameInfo<'_>),
    ) -> anyhow::Result<Scan> {
        let select = args.games.select.as_ref();
        let mut all: Option<FileInfo<'static>> = None;
        let mut numbers = Vec::new();
        let mut scan = Scan {
            info: None,
            numbers: None,
            games: 0,
            recordings: 0,
            bytes: 0,
        };
        for part in chunks.records() {
            let record = part?.record;
            let document = record.to_sgf()?;
            let before = scan.games;
            let selected = Selected::of(before, select, input, &record)?;
            let mut info = FileInfo::of_record(&record, &document);
            scan.games += info.games.len();
            scan.recordings += Streams::of(&document).streams.len();
            let games = std::mem::take(&mut info.games);
            for ((number, root), game) in (before + 1..).zip(document.roots()).zip(games) {
                if selected.has(root) {
                    show(number, document.node(root), &game);
                    numbers.push(number);
                    info.games.push(game);
                }
            }
            match &mut all {
                None => all = Some(info.into_owned()),
                Some(all) => all.add(info),
            }
        }
        scan.bytes = chunks.bytes_yielded();
        scan.info = all.filter(|_| select.is_none() || !numbers.is_empty());
        scan.numbers = select.map(|_| numbers);
        Ok(scan)
    }
}

/// The content of a file as JSON.
#[derive(Serialize)]
struct FileReport<'a> {
    #[serde(flatten)]
    info: &'a FileInfo<'a>,
    format_name: String,
    /// The numbers of the selected games in the file, if there is an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<usize>>,
}

fn as_json(args: &InfoArgs, mut sequence: Sequence) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut any = false;
    let work = |input: &Input| {
        let chunks = match open(input, args, &[])? {
            Opened::Recordings(session) => {
                let line = contents::to_json_line(input, &session)?;
                return Ok((session.bytes, Some(line)));
            }
            Opened::Games(chunks) => chunks,
        };
        let scan = Scan::of(input, chunks, args, |_, _, _| {})?;
        let Some(info) = scan.info else {
            return Ok((scan.bytes, None));
        };
        let report = FileReport {
            format_name: info.format.to_string(),
            info: &info,
            numbers: scan.numbers,
        };
        Ok((scan.bytes, Some(json::file_line(input.name(), &report)?)))
    };
    let outcome = Inputs::of("info", &args.input).each(work, |line| {
        any |= line.is_some();
        match line {
            Some(line) => Ok(sequence.write(&mut out, &line)?),
            None => Ok(()),
        }
    })?;
    sequence.finish(&mut out)?;
    out.flush()?;
    Ok(Outcome {
        negative: args.games.select.is_some() && !any,
        ..outcome
    })
}

/// The totals of all files.
#[derive(Serialize, Default)]
struct Summary {
    files: u64,
    ok: u64,
    failed: u64,
    /// The number of files with games of each format.
    formats: BTreeMap<&'static str, u64>,
    games: u64,
    nodes: u64,
    recordings: u64,
    bytes: u64,
}

/// The totals of a file.
struct FileTotals {
    /// The format of the games, if there are any.
    format: Option<&'static str>,
    games: Totals,
    recordings: u64,
    bytes: u64,
}

/// Counts games and nodes without building documents, which is much faster.
fn summary(input: &InputArgs, json: bool) -> anyhow::Result<Outcome> {
    let mut summary = Summary::default();
    let work = |input: &Input| {
        let totals = match Opened::of(input)? {
            Opened::Recordings(session) => FileTotals {
                format: None,
                games: Totals::default(),
                recordings: session.loaded().count() as u64,
                bytes: session.bytes,
            },
            Opened::Games(mut chunks) => {
                refuse_other_content(input, chunks.content())?;
                let (mut games, mut format) = (Totals::default(), None);
                for chunk in chunks.by_ref() {
                    let chunk = chunk?;
                    let of_chunk = Totals::of(&chunk.bytes)?;
                    games.games += of_chunk.games;
                    games.nodes += of_chunk.nodes;
                    format = format.or_else(|| (of_chunk.games > 0).then(|| chunk.format_name()));
                }
                FileTotals {
                    format,
                    games,
                    recordings: 0,
                    bytes: chunks.bytes_yielded(),
                }
            }
        };
        Ok((totals.bytes, totals))
    };
    let outcome = Inputs::of("info", input).each(work, |file| {
        summary.games += file.games.games as u64;
        summary.nodes += file.games.nodes as u64;
        summary.recordings += file.recordings;
        summary.bytes += file.bytes;
        if let Some(format) = file.format {
            *summary.formats.entry(format).or_default() += 1;
        }
        Ok(())
    })?;
    summary.ok = outcome.read;
    summary.failed = outcome.failed;
    summary.files = outcome.read + outcome.failed;
    let mut out = output::stdout();
    if json {
        Sequence::lines().write(&mut out, &json::line(&summary)?)?;
    } else {
        let formats = summary
            .formats
            .iter()
            .map(|(format, files)| (*format, *files));
        let mut rows = vec![
            ("files", summary.files),
            ("read", summary.ok),
            ("unreadable", summary.failed),
        ];
        rows.extend(formats);
        rows.extend([
            ("games", summary.games),
            ("nodes", summary.nodes),
            ("recordings", summary.recordings),
            ("bytes", summary.bytes),
        ]);
        for (what, number) in rows {
            writeln!(out, "{what:<10} {number:>14}")?;
        }
    }
    out.flush()?;
    Ok(outcome)
}

fn as_text(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut any = false;
    let palette = Palette::of_stdout();
    let work = |input: &Input| {
        let chunks = match open(input, args, &[])? {
            Opened::Recordings(session) => {
                let block = contents::to_text(input, &session, palette)?;
                return Ok((session.bytes, block));
            }
            Opened::Games(chunks) => chunks,
        };
        let mut shown = Vec::new();
        let scan = Scan::of(input, chunks, args, |number, root, game| {
            if shown.len() < MAX_GAMES_SHOWN {
                shown.push(GameText::of(number, root, game, palette));
            }
        })?;
        let mut text = String::new();
        if let Some(info) = &scan.info {
            let block = FileText {
                input,
                info,
                scan: &scan,
                shown: &shown,
                palette,
            };
            block.write(&mut text)?;
        }
        Ok((scan.bytes, text))
    };
    let outcome = Inputs::of("info", &args.input).each(work, |block| {
        any |= !block.is_empty();
        Ok(out.write_all(block.as_bytes())?)
    })?;
    out.flush()?;
    Ok(Outcome {
        negative: args.games.select.is_some() && !any,
        ..outcome
    })
}

/// The maximum number of games of a file that are listed.
const MAX_GAMES_SHOWN: usize = 10;

/// A game as text.
struct GameText {
    number: usize,
    /// The line of the game in a list of games.
    line: String,
    /// The lines of a single game.
    fields: String,
}

impl GameText {
    fn of(number: usize, root: NodeRef<'_>, game: &GameInfo<'_>, palette: Palette) -> GameText {
        let game = GameSummary::of(root, game);
        let line = Printable(&game.to_string()).to_string();
        let first = [
            ("Black", game.black),
            ("White", game.white),
            ("Result", game.result),
        ];
        let second = [("Date", game.date), ("Komi", game.komi)];
        GameText {
            number,
            line,
            fields: fields(&first, palette) + &fields(&second, palette),
        }
    }
}

/// Returns a line with the fields that are present, or an empty string if all are missing.
fn fields(fields: &[(&str, Option<String>)], palette: Palette) -> String {
    /// The width of a field. Most names with a rank fit.
    const WIDTH: usize = 18;
    let mut line = String::new();
    for (label, text) in fields {
        let Some(text) = text else {
            continue;
        };
        let text = Printable(text).to_string();
        let fill = WIDTH.saturating_sub(text.width());
        let label = Styled(palette.label, format_args!("{label:<6}"));
        line += &format!("  {label} {text}{:fill$}", "");
    }
    if line.is_empty() {
        return line;
    }
    line.trim_end().to_owned() + "\n"
}

/// A file as text.
struct FileText<'a> {
    input: &'a Input,
    info: &'a FileInfo<'a>,
    scan: &'a Scan,
    /// The first games, which are listed.
    shown: &'a [GameText],
    palette: Palette,
}

impl FileText<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        write!(out, "{}  ", Styled(self.palette.name, self.input.shown()))?;
        match (self.info.format, self.info.games.as_slice()) {
            (Format::Unknown, _) | (_, []) => {
                writeln!(out, "no game found, {}", count(self.scan.bytes, "byte"))?
            }
            (_, [game]) => self.write_game(game, out)?,
            (_, games) => self.write_collection(games, out)?,
        }
        self.write_recordings(out)?;
        self.write_findings(out)
    }

    /// Writes the number of recordings that the file names, if there are any.
    fn write_recordings(&self, out: &mut String) -> fmt::Result {
        if self.scan.recordings == 0 {
            return Ok(());
        }
        let recordings = count(self.scan.recordings as u64, "recording");
        match self.input {
            Input::Stdin | Input::Member(_) => writeln!(out, "  {recordings}"),
            Input::File(_) => {
                writeln!(out, "  {recordings}: kifu rec info {}", self.input.shown())
            }
        }
    }

    fn write_game(&self, game: &GameInfo<'_>, out: &mut String) -> fmt::Result {
        let Some(shown) = self.shown.first() else {
            return Ok(());
        };
        if self.scan.numbers.is_some() && self.scan.games > 1 {
            write!(out, "game {}: ", shown.number)?;
        }
        write!(out, "{}", self.info.format)?;
        write!(out, ", {}, {}", game.size, count(game.moves as u64, "move"))?;
        if game.leaves > 1 {
            write!(out, ", {}", count(game.leaves as u64 - 1, "variation"))?;
        }
        writeln!(out, ", {}", self.info.charset)?;
        out.push_str(&shown.fields);
        Ok(())
    }

    fn write_collection(&self, games: &[GameInfo<'_>], out: &mut String) -> fmt::Result {
        let nodes = games.iter().map(|game| game.nodes as u64).sum();
        let noun = if self.info.format.capabilities().has_games {
            "game"
        } else {
            "position"
        };
        let game_count = count(games.len() as u64, noun);
        writeln!(
            out,
            "{}, {game_count}, {}, {}",
            self.info.format,
            count(nodes, "node"),
            self.info.charset
        )?;
        for GameText { number, line, .. } in self.shown {
            let number = Styled(self.palette.label, format_args!("{number:>3}"));
            writeln!(out, "  {number}  {line}")?;
        }
        match games.len().checked_sub(MAX_GAMES_SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => writeln!(out, "  and {more} more; use `--format table` to see all"),
        }
    }

    fn write_findings(&self, out: &mut String) -> fmt::Result {
        let FindingCounts {
            error,
            warning,
            info,
            ..
        } = self.info.diagnostics;
        let kinds = [
            (error, count(error as u64, "error"), self.palette.error),
            (
                warning,
                count(warning as u64, "warning"),
                self.palette.warning,
            ),
            (info, count(info as u64, "note"), self.palette.label),
        ];
        let counts = kinds
            .into_iter()
            .filter(|kind| kind.0 > 0)
            .map(|(_, text, style)| Styled(style, text).to_string());
        let counts: Vec<String> = counts.collect();
        if counts.is_empty() {
            return Ok(());
        }
        let counts = counts.join(", ");
        match self.input {
            Input::Stdin => writeln!(out, "  {counts}"),
            Input::File(_) | Input::Member(_) => {
                writeln!(out, "  {counts}: kifu check {}", self.input.shown())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::{chunk_testing, games};

    #[test]
    fn chunks_have_the_content_of_the_whole_file() {
        for asked in [&["info"][..], &["info", "-e", "number > 5 and moves > 2"]] {
            let Verb::Info(args) = chunk_testing::verb(asked) else {
                unreachable!("the verb is info");
            };
            for (bytes, chunk_len) in chunk_testing::collections() {
                let input = chunk_testing::input(&bytes);
                let shown = |chunk_len| {
                    let chunks = games::open(&input, chunk_len).expect("it is in memory");
                    let mut shown = Vec::new();
                    let scan = Scan::of(&input, chunks, &args, |number, root, game| {
                        shown.push(GameText::of(number, root, game, Palette::default()));
                    });
                    let scan = scan.expect("it is small");
                    let mut text = format!("{:#?}\n", scan.info);
                    if let Some(info) = &scan.info {
                        let block = FileText {
                            input: &input,
                            info,
                            scan: &scan,
                            shown: &shown,
                            palette: Palette::default(),
                        };
                        block.write(&mut text).expect("it is text");
                    }
                    format!("{text}{:?}", scan.numbers)
                };
                chunk_testing::assert_same(&shown(chunk_len), &shown(usize::MAX), &bytes);
            }
        }
    }
}
