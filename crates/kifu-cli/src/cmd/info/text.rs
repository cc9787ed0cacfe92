//! `kifu info`: print a block of text for each file.

use std::fmt::{self, Write as _};
use std::io::Write;

use kifu::Format;
use kifu::info::FileInfo;
use kifu::info::{FindingCounts, GameInfo, GameSummary};
use kifu::sgf::NodeRef;
use kifu_files::Input;
use unicode_width::UnicodeWidthStr;

use super::args::InfoArgs;
use super::opening::open;
use super::scan::Scan;
use crate::exit::Outcome;
use crate::output::{self, Palette, Styled};
use crate::printable::{InputName, Printable, count};
use crate::recordings::{Opened, contents};
use crate::run::Inputs;

/// Prints a block of text for each file.
pub(super) fn run(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut any = false;
    let palette = Palette::of_stdout();
    let work = |input: &Input| {
        let chunks = match open(input, args, &[])? {
            Opened::Recordings(session) => {
                let block = contents::to_text(input, &session, palette)?;
                return Ok((session.bytes_read(), block));
            }
            Opened::Games(chunks) => chunks,
        };
        let mut shown = Vec::new();
        let scan = Scan::of(
            input,
            chunks,
            args,
            MAX_GAMES_SHOWN,
            |number, root, game| {
                shown.push(GameText::of(number, root, game, palette));
            },
        )?;
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
            _ => self.write_collection(out)?,
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

    fn write_collection(&self, out: &mut String) -> fmt::Result {
        let noun = if self.info.format.capabilities().has_games {
            "game"
        } else {
            "position"
        };
        let game_count = count(self.scan.selected as u64, noun);
        writeln!(
            out,
            "{}, {game_count}, {}, {}",
            self.info.format,
            count(self.scan.nodes as u64, "node"),
            self.info.charset
        )?;
        for GameText { number, line, .. } in self.shown {
            let number = Styled(self.palette.label, format_args!("{number:>3}"));
            writeln!(out, "  {number}  {line}")?;
        }
        match self.scan.selected.checked_sub(MAX_GAMES_SHOWN) {
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
    use kifu_files::games;

    use crate::chunk_testing;

    /// A collection in JGF. The games after the first ones have variations without nodes, moves in the root, names of recordings,
    /// no tree, or a text with the letters of such names.
    fn jgf() -> Vec<u8> {
        let kinds = [
            r#"{"game":{"name":"KGS"},"tree":[{},{"move":{"B":"pd"}},[[{"move":{"W":"dd"}}],[{},{}]]]}"#,
            r#"{"record":{"version":1},"tree":[{},[[{}],[]]]}"#,
            r#"{"record":{"version":2},"tree":[{},{"move":{"color":"black","x":3,"y":3},"rootMove":true},{}]}"#,
            r#"{"record":{"version":2},"tree":[{"sgf":{"raw":[["GS","talk.rgf:56"]]}},{}]}"#,
            r#"{"game":{"name":"no tree"}}"#,
        ];
        let games = kinds.iter().cycle().take(60);
        let games: Vec<&str> = games.copied().collect();
        format!("[{}]\n", games.join(",\n")).into_bytes()
    }

    #[test]
    fn chunks_have_the_content_of_the_whole_file() {
        for words in [&["info"][..], &["info", "-e", "number > 5 and moves > 2"]] {
            let Verb::Info(args) = chunk_testing::verb(words) else {
                unreachable!("the verb is info");
            };
            let all = chunk_testing::collections();
            for (bytes, chunk_len) in all.into_iter().chain([(jgf(), 500), (jgf(), 2000)]) {
                let input = chunk_testing::input(&bytes);
                let shown = |chunk_len| {
                    let chunks = games::open_records(&input, chunk_len).expect("it is in memory");
                    let mut shown = Vec::new();
                    let palette = Palette::default();
                    let show = |number, root: NodeRef<'_>, game: &GameInfo<'_>| {
                        shown.push(GameText::of(number, root, game, palette));
                    };
                    let scan = Scan::of(&input, chunks, &args, MAX_GAMES_SHOWN, show);
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
