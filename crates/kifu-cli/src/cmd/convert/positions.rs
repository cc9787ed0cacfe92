//! Games as positions, and files of positions.

use std::borrow::Cow;

use kifu::Record;
use kifu::notation::{Entry, Notation, PositionChoice, Positions, omissions};
use kifu::rules::Rules;
use kifu::sgf::Document;
use kifu::sgf::convert::from_game_node_for_node;
use kifu::span::{Diagnostic, Locator};
use kifu::tree::game::{LossSummary, PrivateData};

use crate::cmd::convert::args::ConvertArgs;
use crate::input::Input;
use crate::locate;
use crate::output;
use crate::printable::Printable;

/// The positions that are asked for of each game of a file.
pub(super) struct Asked<'a> {
    args: &'a ConvertArgs,
    notation: Notation,
    which: PositionChoice,
    stem: String,
    /// The file has other games than those of a part.
    is_large: bool,
}

impl<'a> Asked<'a> {
    pub(super) fn of(
        args: &'a ConvertArgs,
        notation: Notation,
        input: &Input,
        is_large: bool,
    ) -> Asked<'a> {
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
        Asked {
            args,
            notation,
            which,
            stem: stem.into_owned(),
            is_large,
        }
    }

    /// Those of a record with their names; its games follow those that have losses.
    pub(super) fn positions(
        &self,
        record: &Record,
        losses: &mut LossSummary,
    ) -> anyhow::Result<Vec<(String, String)>> {
        let first = losses.games() + 1;
        let (made, sgf);
        let document: &Document = match record {
            Record::Jgf(_) => {
                made = Document::parse(without_private(record, first, losses))?;
                &made
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
        let is_alone = !self.is_large && document.roots().nth(1).is_none();
        let mut made = Vec::new();
        for (number, root) in (first..).zip(document.roots()) {
            locate::drawable(record, number)?;
            locate::replayer(document, root, number, &Rules::LENIENT)?;
            let line = locate::line(document, root, self.args.path.as_ref(), self.args.number);
            let line = line.map_err(|refusal| match is_alone {
                true => refusal,
                false => refusal.of(&format!("game {number}")),
            })?;
            losses.add_without_places(number, &omissions(&line, self.which));
            for entry in Entry::of_line(&line, self.which, &self.stem) {
                let written = entry.write(self.notation);
                losses.add_without_places(number, &written.losses);
                made.push((entry.figure.title, written.value));
            }
        }
        Ok(made)
    }
}

/// The games of a record as SGF, without what SGF cannot say, which is added to the losses.
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

/// What could not be read of a file, or not as it stands.
pub(super) struct Troubles {
    lines: Vec<String>,
    more: usize,
    /// Positions are left out.
    pub(super) left_out: bool,
}

impl Troubles {
    pub(super) const NONE: Troubles = Troubles {
        lines: Vec::new(),
        more: 0,
        left_out: false,
    };

    /// # Errors
    ///
    /// If nothing could be read: what was found first.
    pub(super) fn of(positions: &Positions) -> anyhow::Result<Troubles> {
        /// So many are told.
        const SHOWN: usize = 10;
        let mut locator = Locator::new(positions.text().as_bytes());
        let found = positions.diagnostics();
        let told = found.iter().take(SHOWN);
        let lines: Vec<String> = told.map(|found| line(&mut locator, found)).collect();
        if positions.entries().len() == 0 {
            let first = lines.into_iter().next();
            anyhow::bail!(
                "{}",
                first.unwrap_or_else(|| "no position found".to_owned())
            );
        }
        Ok(Troubles {
            more: found.len() - lines.len(),
            lines,
            left_out: positions.unreadable_count() > 0,
        })
    }

    pub(super) fn tell(&self, file: &str) {
        for line in &self.lines {
            output::message(format_args!("{file}: {}", Printable(line)));
        }
        if self.more > 0 {
            output::message(format_args!("{file}: and {} more: kifu check", self.more));
        }
    }
}

/// `line 3: row 14, column 1: got 18 points, expected 19: a lenient reader adds …`.
fn line(locator: &mut Locator<'_>, found: &Diagnostic) -> String {
    let place = locator.locate(found.span.start);
    let mut line = format!("line {}: {}", place.line, found.message);
    if let Some(help) = &found.help {
        line.push_str(": ");
        line.push_str(help);
    }
    line
}
