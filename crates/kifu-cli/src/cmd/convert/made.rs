//! What is made of games.

use kifu::Record;
use kifu::jgf::convert::{self as jgf, JsonWriter, Target};
use kifu::names::Names;
use kifu::notation::Notation;
use kifu::tree::game::{LossSummary, PrivateData};

use super::positions::Asked;
use crate::cmd::convert::args::{ConvertArgs, ConvertTo};
use crate::conversion::{add_jgf, as_sgf, with_line_break};
use crate::input::Input;

/// What is made of the games of a file, of one part after the other.
pub(super) struct Made<'a> {
    form: Form<'a>,
    carriage: PrivateData,
    /// What comes next of the text, or of the texts of all files.
    text: Vec<u8>,
    /// What stands between two of what the text has.
    separator: &'static str,
    is_first: bool,
    /// The files, if each game is one.
    files: Option<Vec<File>>,
    names: Names,
    pub(super) losses: LossSummary,
}

/// A file to be.
pub(super) struct File {
    /// The name that it has of its own, without its ending.
    pub(super) name: Option<String>,
    pub(super) len: usize,
}

enum Form<'a> {
    Sgf,
    /// All games in one file.
    Jgf(JsonWriter),
    /// Each game in a file of its own.
    EachJgf(Target, kifu::jgf::Options),
    Positions(Asked<'a>),
}

impl<'a> Made<'a> {
    /// Begins a file; `is_large` tells that it has games in several parts.
    pub(super) fn new(
        args: &'a ConvertArgs,
        format: ConvertTo,
        input: &Input,
        is_large: bool,
    ) -> Made<'a> {
        let carriage = match args.no_carriage {
            true => PrivateData::Omit,
            false => PrivateData::Write,
        };
        let jgf = |target| match args.split {
            true => Form::EachJgf(target, args.options()),
            false => Form::Jgf(JsonWriter::new(target, carriage, args.options())),
        };
        let form = match (format, format.notation()) {
            (_, Some(notation)) => Form::Positions(Asked::of(args, notation, input, is_large)),
            (ConvertTo::Jgf1, _) => jgf(Target::V1),
            (ConvertTo::Jgf2, _) => jgf(Target::V2),
            _ => Form::Sgf,
        };
        Made {
            form,
            carriage,
            text: Vec::new(),
            separator: format.notation().map_or("", Notation::separator),
            is_first: true,
            files: args.split.then(Vec::new),
            names: Names::default(),
            losses: LossSummary::default(),
        }
    }

    /// Adds the games of the next part.
    pub(super) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        if let Form::Positions(asked) = &self.form {
            for (title, text) in asked.positions(record, &mut self.losses)? {
                self.put(Some(&title), text.as_bytes());
            }
            return Ok(());
        }
        let titles: Vec<String> = match record {
            Record::Positions(positions) => positions
                .entries()
                .map(|entry| entry.figure.title)
                .collect(),
            Record::Sgf(_) | Record::Jgf(_) => Vec::new(),
        };
        let mut titles = titles.iter();
        for game in record.games() {
            let (number, losses) = (self.losses.games() + 1, &mut self.losses);
            let text = match &mut self.form {
                Form::Jgf(json) => add_jgf(number, &game, json, losses).into_bytes(),
                Form::EachJgf(target, options) => {
                    let written = jgf::to_json(&game.value, *target, self.carriage, options);
                    losses.add(number, &game.value, &game.losses);
                    losses.add(number, &game.value, &written.losses);
                    with_line_break(written.value)
                }
                _ => as_sgf(number, &game, self.carriage, losses),
            };
            self.put(titles.next().map(String::as_str), &text);
        }
        Ok(())
    }

    fn put(&mut self, title: Option<&str>, text: &[u8]) {
        let is_first = std::mem::take(&mut self.is_first);
        match &mut self.files {
            Some(files) => files.push(File {
                name: title
                    .filter(|title| self.names.claim_as_is(title))
                    .map(str::to_owned),
                len: text.len(),
            }),
            None if is_first => {}
            None => self.text.extend_from_slice(self.separator.as_bytes()),
        }
        self.text.extend_from_slice(text);
    }

    /// What was made since this was asked for.
    pub(super) fn take_text(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    /// The end of the text; the files, if each game is one; and what was lost.
    pub(super) fn end(self) -> (Vec<u8>, Option<Vec<File>>, LossSummary) {
        let end = match self.form {
            Form::Jgf(json) => with_line_break(json.finish()),
            _ => Vec::new(),
        };
        (end, self.files, self.losses)
    }
}
