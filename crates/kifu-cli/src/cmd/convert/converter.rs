//! Converts games to the texts of the output format.

use kifu::Record;
use kifu::jgf::convert::{self as jgf, JsonWriter, Target};
use kifu::names::Names;
use kifu::notation::Notation;
use kifu::tree::game::{LossSummary, PrivateData};
use kifu_files::Input;

use super::positions::PositionRequest;
use crate::cmd::convert::args::{ConvertArgs, ConvertTo};
use crate::conversion::{add_jgf, as_sgf, with_line_break};

/// Converts the games of a file, one chunk after the other.
pub(super) struct Converter<'a> {
    target: OutputForm<'a>,
    private_data: PrivateData,
    /// The converted text since the last call of [`take_text`](Converter::take_text). If each game
    /// gets its own file, the texts of these files are concatenated here.
    text: Vec<u8>,
    /// The text between two positions.
    separator: &'static str,
    is_first: bool,
    /// The files, if each game gets its own file.
    files: Option<Vec<OutputFile>>,
    names: Names,
    pub(super) losses: LossSummary,
}

/// A file to write.
pub(super) struct OutputFile {
    /// The name of the position in the file, which becomes the file name without extension.
    pub(super) name: Option<String>,
    pub(super) len: usize,
}

enum OutputForm<'a> {
    Sgf,
    /// All games in one JSON array or object.
    Jgf(JsonWriter),
    /// Each game in its own file.
    EachJgf(Target, kifu::jgf::Options),
    Gib,
    Positions(PositionRequest<'a>),
}

impl<'a> Converter<'a> {
    /// Creates a converter for a file.
    pub(super) fn new(args: &'a ConvertArgs, format: ConvertTo, input: &Input) -> Converter<'a> {
        let private_data = if args.no_private_data {
            PrivateData::Omit
        } else {
            PrivateData::Write
        };
        let jgf = |version| {
            if args.split {
                OutputForm::EachJgf(version, args.options())
            } else {
                OutputForm::Jgf(JsonWriter::new(version, private_data, args.options()))
            }
        };
        let target = match (format, format.notation()) {
            (_, Some(notation)) => {
                OutputForm::Positions(PositionRequest::of(args, notation, input))
            }
            (ConvertTo::Jgf1, _) => jgf(Target::V1),
            (ConvertTo::Jgf2, _) => jgf(Target::V2),
            (ConvertTo::Gib, _) => OutputForm::Gib,
            _ => OutputForm::Sgf,
        };
        Converter {
            target,
            private_data,
            text: Vec::new(),
            separator: format.notation().map_or("", Notation::separator),
            is_first: true,
            files: args.split.then(Vec::new),
            names: Names::default(),
            losses: LossSummary::default(),
        }
    }

    /// Adds the games of the next chunk.
    pub(super) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        if let OutputForm::Positions(request) = &self.target {
            for (title, text) in request.positions(record, &mut self.losses)? {
                self.put(Some(&title), text.as_bytes());
            }
            return Ok(());
        }
        let titles: Vec<String> = match record {
            Record::Positions(positions) => positions
                .entries()
                .map(|entry| entry.figure.title)
                .collect(),
            Record::Sgf(_) | Record::Jgf(_) | Record::Gib(_) | Record::Ngf(_) | Record::Ugf(_) => {
                Vec::new()
            }
        };
        let mut titles = titles.iter();
        for game in record.games() {
            let (number, losses) = (self.losses.games() + 1, &mut self.losses);
            let text = match &mut self.target {
                OutputForm::Jgf(json) => add_jgf(number, &game, json, losses).into_bytes(),
                OutputForm::EachJgf(version, options) => {
                    let written = jgf::to_json(&game.value, *version, self.private_data, options);
                    losses.add(number, &game.value, &game.losses);
                    losses.add(number, &game.value, &written.losses);
                    with_line_break(written.value)
                }
                OutputForm::Gib => {
                    if number > 1 && self.files.is_none() {
                        anyhow::bail!("a GIB file has one game; use `--split`");
                    }
                    let written = kifu::gib::convert::from_game(&game.value);
                    losses.add(number, &game.value, &game.losses);
                    losses.add(number, &game.value, &written.losses);
                    written.value.into_bytes()
                }
                _ => as_sgf(number, &game, self.private_data, losses),
            };
            self.put(titles.next().map(String::as_str), &text);
        }
        Ok(())
    }

    fn put(&mut self, title: Option<&str>, text: &[u8]) {
        let is_first = std::mem::take(&mut self.is_first);
        match &mut self.files {
            Some(files) => files.push(OutputFile {
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

    /// Returns the text that was added since the last call.
    pub(super) fn take_text(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    /// Returns the end of the text; the files, if each game gets its own; and the losses.
    pub(super) fn finish(self) -> (Vec<u8>, Option<Vec<OutputFile>>, LossSummary) {
        let end = match self.target {
            OutputForm::Jgf(json) => with_line_break(json.finish()),
            _ => Vec::new(),
        };
        (end, self.files, self.losses)
    }
}
