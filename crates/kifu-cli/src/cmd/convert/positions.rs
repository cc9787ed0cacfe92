//! Games as positions, and files of positions.

use std::collections::HashSet;

use kifu::names::is_safe;
use kifu::notation::{Entry, Notation, Positions, Which, left_out};
use kifu::rules::Rules;
use kifu::span::{Diagnostic, Locator};

use super::losses::Losses;
use super::{Converted, File};
use crate::args::ConvertArgs;
use crate::cmd::show;
use crate::exit::Refusal;
use crate::input::Input;
use crate::output;
use crate::printable::Printable;
use kifu::Record;

/// The positions of a record that are asked for.
pub(super) fn of(
    record: &Record,
    args: &ConvertArgs,
    notation: Notation,
    input: &Input,
) -> anyhow::Result<Result<Converted, Refusal>> {
    let document = record.to_sgf()?;
    let which = match (args.all, notation) {
        (true, _) => Which::All,
        (false, Notation::Sensei) if args.number.is_none() && args.path.is_none() => Which::Figures,
        (false, _) => Which::Last,
    };
    let stem = match (notation, input.place()) {
        (Notation::Sgn, Some(path)) => path.file_stem().unwrap_or_default(),
        _ => Default::default(),
    };
    let stem = stem.to_string_lossy();
    let mut losses = Losses::default();
    if let Record::Positions(positions) = record {
        for (number, game) in (1..).zip(positions.games()) {
            losses.add_of_whole(number, &game.losses);
        }
    }
    let (mut files, mut titles) = (Vec::new(), Vec::new());
    let games = document.roots().count();
    let told = |number: usize, why: String| match games {
        1 => why,
        _ => format!("game {number}: {why}"),
    };
    for number in 1..=games {
        let root = match show::game(&document, number, &Rules::LENIENT) {
            Ok((root, _)) => root,
            Err(why) => return Ok(Err(Refusal::Negative(why))),
        };
        let line = match show::line(&document, root, args.path.as_ref(), args.number) {
            Ok(line) => line,
            Err(Refusal::Usage(why)) => return Ok(Err(Refusal::Usage(told(number, why)))),
            Err(Refusal::Negative(why)) => return Ok(Err(Refusal::Negative(told(number, why)))),
        };
        losses.add_of_whole(number as u64, &left_out(&line, which));
        for entry in Entry::of_line(&line, which, &stem) {
            let written = entry.write(notation);
            losses.add_of_whole(number as u64, &written.losses);
            files.push(File::from(written.value.into_bytes()));
            titles.push(entry.figure.title);
        }
    }
    if args.split {
        let names = names(titles.iter().map(String::as_str));
        files
            .iter_mut()
            .zip(names)
            .for_each(|(file, name)| file.name = name);
    } else {
        files = vec![joined(files, notation)];
    }
    Ok(Ok(Converted { files, losses }))
}

/// All in one text.
fn joined(files: Vec<File>, notation: Notation) -> File {
    let texts: Vec<Vec<u8>> = files.into_iter().map(|file| file.bytes).collect();
    File {
        name: None,
        bytes: texts.join(notation.separator().as_bytes()),
    }
}

/// The names of positions, where they can be names of files, each another one.
pub(super) fn names<'n>(all: impl Iterator<Item = &'n str>) -> Vec<Option<String>> {
    let mut taken = HashSet::new();
    all.map(|name| {
        let free = is_safe(name) && taken.insert(name.to_lowercase());
        free.then(|| name.to_owned())
    })
    .collect()
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
            left_out: positions.left_out() > 0,
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

/// `line 3: row 14, column 1: got 18 points, expected 19: read leniently with …`.
fn line(locator: &mut Locator<'_>, found: &Diagnostic) -> String {
    let place = locator.locate(found.span.start);
    let mut line = format!("line {}: {}", place.line, found.message);
    if let Some(help) = &found.help {
        line.push_str(": ");
        line.push_str(help);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_good_names_are_names_of_files() {
        let all = [
            "Problem 1",
            "problem 1",
            "",
            "..",
            "a/b",
            "C:x",
            ".hidden",
            "-n",
            "生死",
            "a\u{202e}b",
            "ends.",
        ];
        let named = names(all.into_iter());
        let named: Vec<_> = named.iter().flatten().collect();
        assert_eq!(named, ["Problem 1", "生死"]);
    }
}
