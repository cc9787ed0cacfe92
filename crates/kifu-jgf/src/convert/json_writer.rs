//! Writes games to the text of a file, one after the other.

use kifu_tree::game::{Converted, Game, PrivateData};

use super::{Target, is_in_array, to_json};
use crate::Options;
use crate::document::whole;
use crate::json::{is_too_long_for_a_line, push_pretty_element};
use crate::record::lay_out;

/// Writes games as the JSON of one file, one game at a time.
///
/// The concatenated texts equal what [`from_games`](super::from_games) and
/// [`Document::to_json`](crate::Document::to_json) return for all games at once, but the writer keeps at most
/// the first few records in memory.
///
/// ```
/// use kifu_jgf::Options;
/// use kifu_jgf::convert::{JsonWriter, PrivateData, Target};
/// use kifu_tree::game::Game;
///
/// let mut writer = JsonWriter::new(Target::V2, PrivateData::Write, Options::COMPACT);
/// let mut text = String::new();
/// for name in ["First game", "Second game"] {
///     let mut game = Game::new();
///     game.info.name = Some(name.into());
///     text += &writer.add(&game).value;
/// }
/// text += &writer.finish();
/// assert_eq!(
///     text,
///     r#"[{"record":{"format":"JGF","version":2},"game":{"name":"First game"},"tree":[{}]},"#.to_owned()
///         + r#"{"record":{"format":"JGF","version":2},"game":{"name":"Second game"},"tree":[{}]}]"#
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonWriter {
    target: Target,
    private_data: PrivateData,
    options: Options,
    /// Records that are not written yet, because the layout may depend on whether more records follow.
    held: Vec<String>,
    is_array: bool,
    is_begun: bool,
}

impl JsonWriter {
    /// Starts a file of records of the given version.
    pub fn new(target: Target, private_data: PrivateData, options: Options) -> JsonWriter {
        JsonWriter {
            target,
            private_data,
            options,
            held: Vec::new(),
            is_array: false,
            is_begun: false,
        }
    }

    /// Adds a game. Returns the next part of the text, with the losses of the game; the text is empty as long
    /// as it may depend on later games.
    pub fn add(&mut self, game: &Game) -> Converted<String> {
        let compact = Options {
            pretty: false,
            ..self.options
        };
        let record = to_json(game, self.target, self.private_data, &compact);
        self.is_array |= is_in_array(game);
        self.held.push(record.value);
        let mut text = String::new();
        if self.is_begun || self.is_long_array() {
            for record in std::mem::take(&mut self.held) {
                self.write(&record, &mut text);
            }
        }
        Converted {
            value: text,
            losses: record.losses,
        }
    }

    /// Returns the rest of the text; `[]` if there was no game.
    pub fn finish(self) -> String {
        let end = if self.options.pretty { "\n]\n" } else { "]" };
        if self.is_begun {
            return end.to_owned();
        }
        lay_out(whole(self.held, self.is_array), &self.options)
    }

    fn is_long_array(&self) -> bool {
        let bytes = self.held.iter().map(String::len).sum();
        self.held.len() > 1 && is_too_long_for_a_line(bytes)
    }

    /// Writes an element of an array that has one record per line.
    fn write(&mut self, compact: &str, text: &mut String) {
        text.push(if self.is_begun { ',' } else { '[' });
        self.is_begun = true;
        if self.options.pretty {
            push_pretty_element(compact, text);
        } else {
            text.push_str(compact);
        }
    }
}
