//! Converts games to positions, and reports problems in files of positions.

use std::borrow::Cow;

use kifu::Record;
use kifu::notation::{Entry, Notation, PositionChoice, Positions, omissions};
use kifu::rules::Rules;
use kifu::sgf::Document;
use kifu::sgf::convert::from_game_node_for_node;
use kifu::span::{Diagnostic, Locator};
use kifu::tree::game::{LossSummary, PrivateData};
use kifu_files::Input;

use crate::cmd::convert::args::ConvertArgs;
use crate::locate;
use crate::output;
use crate::printable::{Printable, count};

/// The positions to write for each game of a file.
pub(super) struct PositionRequest<'a> {
    args: &'a ConvertArgs,
    notation: Notation,
    which: PositionChoice,
    stem: String,
}

impl<'a> PositionRequest<'a> {
    pub(super) fn of(
        args: &'a ConvertArgs,
        notation: Notation,
        input: &Input,
    ) -> PositionRequest<'a> {
        let which = match (args.all, notation) {
            (true, _) => PositionChoice::All,
            (false, Notation::Sensei) if args.number.is_none() && args.path.is_none() => {
                PositionChoice::Figures
            }
            (false, _) => PositionChoice::Last,
        };
        let stem = match (notation, input.place()) {
            (Notation::Sgn, Some(path)) => path.file_stem().unwrap_or_default().to_string_lossy(),
            _ => Cow::default(),
        };
        PositionRequest {
            args,
            notation,
            which,
            stem: stem.into_owned(),
        }
    }

    /// Returns the positions of a record with their names, and adds a loss entry for each game. The
    /// games are numbered after those that `losses` already has.
    pub(super) fn positions(
        &self,
        record: &Record,
        losses: &mut LossSummary,
    ) -> anyhow::Result<Vec<(String, String)>> {
        let first = losses.games() + 1;
        let (from_other, sgf);
        let document: &Document = match record {
            Record::Jgf(_) | Record::Gib(_) | Record::Ngf(_) | Record::Ugf(_) => {
                from_other = Document::parse(without_private(record, first, losses))?;
                &from_other
            }
            Record::Sgf(document) => document,
            Record::Positions(positions) => {
                for (number, game) in (first..).zip(positions.games()) {
                    losses.add_without_places(number, &game.losses);
                }
                sgf = record.to_sgf()?;
                &sgf
            }
        };
        let mut texts = Vec::new();
        for (number, root) in (first..).zip(document.roots()) {
            locate::drawable(record, number)?;
            locate::replayer(document, root, number, &Rules::LENIENT)?;
            let (game, path) = ((Some(number), root), self.args.path.as_ref());
            let line = if self.args.all {
                locate::whole_line(document, game, path)?
            } else {
                locate::line(document, game, path, self.args.number.as_ref())?
            };
            losses.add_without_places(number, &omissions(&line, self.which));
            for entry in Entry::of_line(&line, self.which, &self.stem) {
                let written = entry.write(self.notation);
                losses.add_without_places(number, &written.losses);
                texts.push((entry.figure.title, written.value));
            }
        }
        Ok(texts)
    }
}

/// Converts the games of a record to SGF without private properties, and adds the content that SGF
/// cannot express to the losses.
fn without_private(record: &Record, first: u64, losses: &mut LossSummary) -> String {
    let mut text = String::new();
    for (number, game) in (first..).zip(record.games()) {
        let written = from_game_node_for_node(&game.value, PrivateData::Omit);
        losses.add(number, &game.value, &game.losses);
        losses.add(number, &game.value, &written.losses);
        text += &written.value;
    }
    text
}

/// The findings in a file of positions.
pub(super) struct PositionFindings {
    lines: Vec<String>,
    /// The number of findings that are not in `lines`.
    more: usize,
    /// Whether some positions could not be read.
    pub(super) is_incomplete: bool,
}

impl PositionFindings {
    pub(super) const NONE: PositionFindings = PositionFindings {
        lines: Vec::new(),
        more: 0,
        is_incomplete: false,
    };

    /// Collects the findings of a file.
    ///
    /// # Errors
    ///
    /// The first finding, if no position could be read.
    pub(super) fn of(positions: &Positions) -> anyhow::Result<PositionFindings> {
        /// The number of findings to report.
        const SHOWN: usize = 10;
        let mut locator = Locator::new(positions.text().as_bytes());
        let found = positions.diagnostics();
        let shown = found.iter().take(SHOWN);
        let lines: Vec<String> = shown.map(|found| line(&mut locator, found)).collect();
        if positions.entries().len() == 0 {
            let first = lines.into_iter().next();
            anyhow::bail!(
                "{}",
                first.unwrap_or_else(|| "no position found".to_owned())
            );
        }
        Ok(PositionFindings {
            more: found.len() - lines.len(),
            lines,
            is_incomplete: positions.unreadable_count() > 0,
        })
    }

    pub(super) fn report(&self, file: &str) {
        for line in &self.lines {
            output::message(format_args!("{file}: {}", Printable(line)));
        }
        if self.more > 0 {
            let more = count(self.more as u64, "more finding");
            output::message(format_args!(
                "{file}: {more}; run `kifu check` to see all findings"
            ));
        }
    }
}

/// Formats a finding, such as `line 3: row 14, column 1: got 18 points, expected 19: a lenient
/// reader adds …`.
fn line(locator: &mut Locator<'_>, found: &Diagnostic) -> String {
    let place = locator.locate(found.span.start);
    let mut line = format!("line {}: {}", place.line, found.message);
    if let Some(help) = &found.help {
        line.push_str(": ");
        line.push_str(help);
    }
    line
}
