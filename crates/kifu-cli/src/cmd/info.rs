//! `kifu info`: what files hold.

mod fields;

use std::fmt::{self, Write as _};
use std::io::Write;

use kifu::charset::Source;
use kifu::info::{CharsetInfo, Counts, FileInfo, GameInfo, Totals};
use kifu::rgf::Streams;
use kifu::sgf::{Document, NodeRef};
use kifu::{Format, Record};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::args::{InfoArgs, InputArgs};
use crate::cmd::rec;
use crate::cmd::rec::source::Opened;
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output::{self, Palette, Styled};
use crate::printable::{Printable, count};
use crate::run::each_input;
use crate::selected::Selected;

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<Outcome> {
    match (args.summary, args.json, args.jsonl) {
        _ if !args.fields.is_empty() => fields::run(args),
        (true, json, jsonl) => summary(&args.input, json || jsonl),
        (false, true, _) => as_json(args, Sequence::array()),
        (false, _, true) => as_json(args, Sequence::lines()),
        _ => for_people(args),
    }
}

/// What the file holds of the games that are asked for, and the numbers of those if an expression takes
/// them; `None` if it takes none.
fn of_games<'d>(
    args: &InfoArgs,
    input: &Input,
    record: &Record,
    sgf: &'d Document,
) -> anyhow::Result<Option<(FileInfo<'d>, Option<Vec<usize>>)>> {
    let mut info = FileInfo::of_record(record, sgf);
    let Some(select) = &args.games.select else {
        return Ok(Some((info, None)));
    };
    let selected = Selected::of(Some(select), input, record)?;
    let numbered = (1..).zip(sgf.roots());
    let taken = numbered.filter(|(_, root)| selected.has(*root));
    let numbers: Vec<usize> = taken.map(|(number, _)| number).collect();
    let mut at = 0;
    info.games.retain(|_| {
        at += 1;
        numbers.binary_search(&at).is_ok()
    });
    Ok((!numbers.is_empty()).then_some((info, Some(numbers))))
}

/// With an expression only games are looked at.
fn refuse_where_games_are_asked_for(args: &InfoArgs) -> anyhow::Result<()> {
    match args.games.select {
        Some(_) => anyhow::bail!("a recording: kifu rec at takes the game out of it"),
        None => Ok(()),
    }
}

/// One file for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    file: String,
    #[serde(flatten)]
    info: &'a FileInfo<'a>,
    format_name: String,
    /// The numbers of these games in the file, if an expression takes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<usize>>,
}

fn as_json(args: &InfoArgs, mut sequence: Sequence) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut any = false;
    let work = |input: &Input| {
        let bytes = match Opened::read(input)? {
            Opened::Recordings(session) => {
                refuse_where_games_are_asked_for(args)?;
                let line = rec::info::for_programs(input, &session)?;
                return Ok((session.bytes, Some(line)));
            }
            Opened::Bytes(bytes) => bytes,
        };
        let len = bytes.len() as u64;
        let record = kifu::read(bytes)?;
        let document = record.to_sgf()?;
        let Some((info, numbers)) = of_games(args, input, &record, &document)? else {
            return Ok((len, None));
        };
        let line = json::line(&Report {
            kifu_schema: SCHEMA,
            file: input.name(),
            format_name: info.format.to_string(),
            info: &info,
            numbers,
        })?;
        Ok((len, Some(line)))
    };
    let outcome = each_input("info", &args.input, work, |line| {
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

/// All files together.
#[derive(Serialize, Default)]
struct Summary {
    kifu_schema: u32,
    files: u64,
    ok: u64,
    failed: u64,
    games: u64,
    nodes: u64,
    recordings: u64,
    bytes: u64,
}

/// Counts by events: no document is made, nothing checked or decoded.
fn summary(input: &InputArgs, json: bool) -> anyhow::Result<Outcome> {
    let mut summary = Summary {
        kifu_schema: SCHEMA,
        ..Summary::default()
    };
    let work = |input: &Input| {
        Ok(match Opened::in_parts(input)? {
            Opened::Recordings(session) => {
                let recordings = session.found().count() as u64;
                (
                    session.bytes,
                    (Totals::default(), recordings, session.bytes),
                )
            }
            Opened::Bytes(mut parts) => {
                let mut totals = Totals::default();
                for part in parts.by_ref() {
                    let of_part = Totals::of(&part?)?;
                    totals.games += of_part.games;
                    totals.nodes += of_part.nodes;
                }
                (parts.given, (totals, 0, parts.given))
            }
        })
    };
    let outcome = each_input("info", input, work, |(totals, recordings, bytes)| {
        summary.games += totals.games as u64;
        summary.nodes += totals.nodes as u64;
        summary.recordings += recordings;
        summary.bytes += bytes;
        Ok(())
    })?;
    summary.ok = outcome.read;
    summary.failed = outcome.failed;
    summary.files = outcome.read + outcome.failed;
    let mut out = output::stdout();
    if json {
        Sequence::lines().write(&mut out, &json::line(&summary)?)?;
    } else {
        let rows = [
            ("files", summary.files),
            ("read", summary.ok),
            ("unreadable", summary.failed),
            ("games", summary.games),
            ("nodes", summary.nodes),
            ("recordings", summary.recordings),
            ("bytes", summary.bytes),
        ];
        for (what, number) in rows {
            writeln!(out, "{what:<10} {number:>14}")?;
        }
    }
    out.flush()?;
    Ok(outcome)
}

fn for_people(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut any = false;
    let palette = Palette::of_stdout();
    let work = |input: &Input| {
        let bytes = match Opened::read(input)? {
            Opened::Recordings(session) => {
                refuse_where_games_are_asked_for(args)?;
                let block = rec::info::for_people(input, &session, palette)?;
                return Ok((session.bytes, block));
            }
            Opened::Bytes(bytes) => bytes,
        };
        let len = bytes.len() as u64;
        let record = kifu::read(bytes)?;
        let document = record.to_sgf()?;
        let mut block = String::new();
        let Some((info, numbers)) = of_games(args, input, &record, &document)? else {
            return Ok((len, block));
        };
        Block {
            input,
            document: &document,
            info: &info,
            numbers,
            len,
            palette,
        }
        .write(&mut block)?;
        Ok((len, block))
    };
    let outcome = each_input("info", &args.input, work, |block| {
        any |= !block.is_empty();
        Ok(out.write_all(block.as_bytes())?)
    })?;
    out.flush()?;
    Ok(Outcome {
        negative: args.games.select.is_some() && !any,
        ..outcome
    })
}

/// So many games of a file have a line of their own.
const GAMES_SHOWN: usize = 10;

/// What people are told of one file.
struct Block<'a> {
    input: &'a Input,
    document: &'a Document,
    info: &'a FileInfo<'a>,
    /// Which of the games of the document these are, if not all.
    numbers: Option<Vec<usize>>,
    len: u64,
    palette: Palette,
}

impl Block<'_> {
    /// The games with their numbers and roots.
    fn games(&self) -> impl Iterator<Item = (usize, NodeRef<'_>, &GameInfo<'_>)> {
        let is_taken = |number: &usize| match &self.numbers {
            Some(numbers) => numbers.binary_search(number).is_ok(),
            None => true,
        };
        let numbered = (1..).zip(self.document.roots());
        let taken = numbered.filter(move |(number, _)| is_taken(number));
        taken
            .zip(&self.info.games)
            .map(|((number, root), game)| (number, self.document.node(root), game))
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        write!(out, "{}  ", Styled(self.palette.name, self.input.shown()))?;
        match (self.info.format, self.info.games.as_slice()) {
            (Format::Unknown, _) | (_, []) => {
                writeln!(out, "no game found, {}", count(self.len, "byte"))?
            }
            (_, [game]) => self.write_game(game, out)?,
            (_, games) => self.write_collection(games, out)?,
        }
        self.write_recordings(out)?;
        self.write_findings(out)
    }

    /// How many recordings the file names.
    fn write_recordings(&self, out: &mut String) -> fmt::Result {
        let recordings = Streams::of(self.document).streams.len();
        match (recordings, self.input) {
            (0, _) => Ok(()),
            (_, Input::Stdin | Input::Member(_)) => {
                writeln!(out, "  {}", count(recordings as u64, "recording"))
            }
            (_, Input::File(_)) => writeln!(
                out,
                "  {}: kifu rec info {}",
                count(recordings as u64, "recording"),
                self.input.shown()
            ),
        }
    }

    fn write_game(&self, game: &GameInfo<'_>, out: &mut String) -> fmt::Result {
        let Some((number, root, _)) = self.games().next() else {
            return Ok(());
        };
        if self.numbers.is_some() && self.document.roots().nth(1).is_some() {
            write!(out, "game {number}: ")?;
        }
        write!(out, "{}", self.info.format)?;
        write!(out, ", {}, {}", game.size, count(game.moves as u64, "move"))?;
        if game.leaves > 1 {
            write!(out, ", {}", count(game.leaves as u64 - 1, "variation"))?;
        }
        writeln!(out, ", {}", charset(self.info.charset))?;
        self.write_fields(
            [
                ("Black", player(game.black.as_deref(), root, "BR")),
                ("White", player(game.white.as_deref(), root, "WR")),
                ("Result", field(game.result.as_deref())),
            ],
            out,
        )?;
        self.write_fields(
            [
                ("Date", field(game.date.as_deref())),
                ("Komi", field(game.komi.as_deref())),
            ],
            out,
        )
    }

    /// One line, each field as wide as most names; nothing where all are missing.
    fn write_fields<const N: usize>(
        &self,
        fields: [(&str, Option<String>); N],
        out: &mut String,
    ) -> fmt::Result {
        /// A name and a rank, usually.
        const WIDTH: usize = 18;
        let mut line = String::new();
        for (label, text) in fields {
            let Some(text) = text else {
                continue;
            };
            let text = Printable(&text).to_string();
            let fill = WIDTH.saturating_sub(text.width());
            write!(
                line,
                "  {} {text}{:fill$}",
                Styled(self.palette.label, format_args!("{label:<6}")),
                ""
            )?;
        }
        if line.is_empty() {
            Ok(())
        } else {
            writeln!(out, "{}", line.trim_end())
        }
    }

    fn write_collection(&self, games: &[GameInfo<'_>], out: &mut String) -> fmt::Result {
        let nodes = games.iter().map(|game| game.nodes as u64).sum();
        let what = match self.info.format {
            Format::Positions(_) => "position",
            _ => "game",
        };
        let games_count = count(games.len() as u64, what);
        writeln!(
            out,
            "{}, {games_count}, {}, {}",
            self.info.format,
            count(nodes, "node"),
            charset(self.info.charset)
        )?;
        let name = |name: &Option<_>| field(name.as_deref()).unwrap_or_else(|| "?".to_owned());
        for (number, root, game) in self.games().take(GAMES_SHOWN) {
            let number = Styled(self.palette.label, format_args!("{number:>3}"));
            let title = match (&game.black, &game.white) {
                (None, None) => field(root.simple_text("GN").as_deref()),
                _ => None,
            };
            let players = || format!("{} – {}", name(&game.black), name(&game.white));
            write!(
                out,
                "  {number}  {}",
                Printable(&title.unwrap_or_else(players))
            )?;
            for text in [&game.result, &game.date]
                .into_iter()
                .filter_map(|text| field(text.as_deref()))
            {
                write!(out, ", {}", Printable(&text))?;
            }
            writeln!(out, ", {}, {}", game.size, count(game.moves as u64, "move"))?;
        }
        match games.len().checked_sub(GAMES_SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => writeln!(out, "  and {more} more; --jsonl shows all"),
        }
    }

    fn write_findings(&self, out: &mut String) -> fmt::Result {
        let Counts {
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
            (info, format!("{info} to know"), self.palette.label),
        ];
        let told = kinds
            .into_iter()
            .filter(|kind| kind.0 > 0)
            .map(|(_, text, style)| Styled(style, text).to_string());
        let told: Vec<String> = told.collect();
        match (told.is_empty(), self.input) {
            (true, _) => Ok(()),
            (false, Input::Stdin) => writeln!(out, "  {}", told.join(", ")),
            (false, Input::File(_) | Input::Member(_)) => writeln!(
                out,
                "  {}: kifu check {}",
                told.join(", "),
                self.input.shown()
            ),
        }
    }
}

/// A text that is there and not blank, cut to what a line can bear.
fn field(text: Option<&str>) -> Option<String> {
    const LONGEST: usize = 60;
    let text = text?.trim();
    match text.char_indices().nth(LONGEST) {
        _ if text.is_empty() => None,
        Some((at, _)) => Some(format!("{}…", &text[..at])),
        None => Some(text.to_owned()),
    }
}

fn player(name: Option<&str>, root: NodeRef<'_>, rank: &str) -> Option<String> {
    let rank = root.simple_text(rank).and_then(|rank| field(Some(&rank)));
    match (field(name), rank) {
        (Some(name), Some(rank)) => Some(format!("{name} {rank}")),
        (name, rank) => name.or(rank),
    }
}

/// A charset's name, and what decided it.
fn charset(charset: CharsetInfo) -> String {
    let sure = charset.confidence;
    let why = match charset.source {
        Source::Bom => "by its byte order mark",
        Source::Declared => "declared",
        Source::Content => "by its bytes",
        Source::Guess => return format!("{} (guessed, {sure})", charset.name),
        Source::Default => "by default",
        Source::Given => "as given",
    };
    format!("{} ({why})", charset.name)
}
