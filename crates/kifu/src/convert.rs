//! Conversion of records to the text of another format.
//!
//! [`convert()`] converts a record at once. A [`Converter`] takes the games of a collection in chunks, and can write
//! each game to a text of its own.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_figure::{Line, NoSuchPlace};
use kifu_jgf::convert::{self as jgf, JsonWriter};
use kifu_names::Names;
use kifu_notation::{Entry, Notation, PositionChoice, omissions};
use kifu_replay::{NotShown, Replayer};
use kifu_rules::Rules;
use kifu_sgf::Document;
use kifu_sgf::convert::{from_game, from_game_node_for_node};
use kifu_span::{Diagnostic, TooLarge};
use kifu_tree::Location;
use kifu_tree::game::{Game, Loss, LossSummary, PrivateData};

use crate::Record;

/// A format to write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// SGF FF\[4\].
    Sgf,
    /// JGF 1.
    Jgf1,
    /// JGF 2.
    Jgf2,
    /// GIB, with one game in each file.
    Gib,
    /// Positions of the games, in a notation.
    Positions(Notation),
}

impl Target {
    /// All formats that can be written.
    pub const ALL: [Target; 9] = [
        Target::Sgf,
        Target::Jgf1,
        Target::Jgf2,
        Target::Gib,
        Target::Positions(Notation::Sgn),
        Target::Positions(Notation::Sensei),
        Target::Positions(Notation::Ascii),
        Target::Positions(Notation::Showboard),
        Target::Positions(Notation::Fen),
    ];

    /// Returns the name of the format for programs: `sgf`, `jgf1`, `jgf2`, `gib`, or that of the [`Notation`].
    ///
    /// ```
    /// use kifu::convert::Target;
    ///
    /// let jgf = Target::ALL.into_iter().find(|target| target.name() == "jgf2");
    /// assert_eq!(jgf, Some(Target::Jgf2));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Target::Sgf => "sgf",
            Target::Jgf1 => "jgf1",
            Target::Jgf2 => "jgf2",
            Target::Gib => "gib",
            Target::Positions(notation) => notation.name(),
        }
    }

    /// Returns the extension of file names, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Target::Sgf => "sgf",
            Target::Jgf1 | Target::Jgf2 => "jgf",
            Target::Gib => "gib",
            Target::Positions(notation) => notation.extension(),
        }
    }

    /// Returns the notation, if the format is one of positions.
    pub const fn notation(self) -> Option<Notation> {
        match self {
            Target::Positions(notation) => Some(notation),
            Target::Sgf | Target::Jgf1 | Target::Jgf2 | Target::Gib => None,
        }
    }
}

/// Options for a conversion.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to store what SGF or JGF cannot express in private properties or fields, so that converting back
    /// restores it. Other formats cannot store it.
    pub private_data: PrivateData,
    /// The layout and the dialect of JGF.
    pub jgf: kifu_jgf::Options,
    /// Whether each game gets its own [`Piece`] of the text. Otherwise, all games are in one text.
    pub split: bool,
    /// The positions to write for each game, if the format is a notation.
    pub positions: PositionOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            private_data: PrivateData::Write,
            jgf: kifu_jgf::Options::default(),
            split: false,
            positions: PositionOptions::default(),
        }
    }
}

/// The positions to write for each game.
#[derive(Clone, Default, Debug)]
pub struct PositionOptions {
    /// The place of the position. With `number` or `all`, a place on the line. The default is the main line.
    pub location: Option<Location>,
    /// The number of the move after which the position is written; 0 is the start. The default is the last move.
    pub number: Option<u32>,
    /// Whether to write the position after each node of the line. If set, `number` has no effect.
    pub all: bool,
    /// The first part of the names of positions in SGN.
    pub name: String,
}

impl PositionOptions {
    fn choice(&self, notation: Notation) -> PositionChoice {
        let is_end = self.location.is_none() && self.number.is_none();
        match notation {
            _ if self.all => PositionChoice::All,
            Notation::Sensei if is_end => PositionChoice::Figures,
            _ => PositionChoice::Last,
        }
    }

    fn line<'d>(
        &self,
        document: &'d Document,
        root: kifu_sgf::NodeId,
    ) -> Result<Line<'d>, NoSuchPlace> {
        let location = self.location.as_ref();
        if self.all {
            Line::through_location(document, root, location)
        } else {
            Line::at(document, root, location, self.number)
        }
    }
}

/// The losses of one step in the conversion of a game. A game can have several.
#[derive(Clone, Copy, Debug)]
pub struct GameLosses<'a> {
    /// The number of the game in the file, from 1.
    pub number: u64,
    /// The game that the places of the losses refer to. Losses of positions have no places.
    pub game: Option<&'a Game>,
    /// The losses.
    pub losses: &'a [Loss],
}

impl GameLosses<'_> {
    /// Adds the losses to a summary.
    pub fn add_to(&self, summary: &mut LossSummary) {
        match self.game {
            Some(game) => summary.add(self.number, game, self.losses),
            None => summary.add_without_places(self.number, self.losses),
        }
    }
}

/// The text of one game or position, if each gets its own; see [`Options::split`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The name of the position in the file, if it has one that no piece before it has.
    pub name: Option<String>,
    /// The length of the text in bytes. The texts of all pieces follow each other.
    pub len: usize,
}

/// A reason why a record cannot be converted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// A game does not have the place that [`PositionOptions`] select.
    NoSuchPlace {
        /// The number of the game, from 1.
        game: u64,
        /// The missing place.
        why: NoSuchPlace,
    },
    /// A game has no positions, because it is not Go or its board is too large.
    NotShown {
        /// The number of the game, from 1.
        game: u64,
        /// The reason.
        why: NotShown,
    },
    /// A game in JGF has a board that is too large.
    OversizedBoard {
        /// The number of the game, from 1.
        game: u64,
        /// The finding about the board.
        finding: Box<Diagnostic>,
    },
    /// There are several games, and a file of the format has one.
    SeveralGames,
    /// The record exceeds a limit when it is read as SGF.
    TooLarge(TooLarge),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::NoSuchPlace { game, why } => write!(f, "game {game} has {why}"),
            ConvertError::NotShown { game, why } => write!(f, "game {game} {why}"),
            ConvertError::OversizedBoard { game, finding } => {
                let message = &finding.message;
                write!(f, "game {game} has a board that cannot be shown: {message}")
            }
            ConvertError::SeveralGames => f.write_str("a GIB file has one game"),
            ConvertError::TooLarge(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for ConvertError {}

impl From<TooLarge> for ConvertError {
    fn from(why: TooLarge) -> ConvertError {
        ConvertError::TooLarge(why)
    }
}

/// Converts a record to another format. Returns the text and the losses.
///
/// ```
/// use kifu::convert::{Options, Target, convert};
///
/// let record = kifu::read("(;SZ[3]KM[6.5];B[bb];W[ca])")?;
/// let (text, losses) = convert(&record, Target::Jgf2, Options::default())?;
/// assert_eq!(kifu::read(text)?.format().to_string(), "JGF 2 (v2)");
/// assert_eq!(losses.total(), 0);
///
/// let sgn = Target::ALL.into_iter().find(|target| target.name() == "sgn").unwrap();
/// let (text, losses) = convert(&record, sgn, Options::default())?;
/// assert_eq!(text, b"2w/1b1/-B\n");
/// assert!(losses.lines().any(|line| line.contains("the komi")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ConvertError`] if a game cannot be converted.
pub fn convert(
    record: &Record,
    target: Target,
    options: Options,
) -> Result<(Vec<u8>, LossSummary), ConvertError> {
    let mut losses = LossSummary::default();
    let mut converter = Converter::new(target, options);
    converter.add(record, &mut |lost| lost.add_to(&mut losses))?;
    Ok((converter.finish().0, losses))
}

/// Converts the games of a collection, one chunk after the other.
///
/// ```
/// use kifu::convert::{Converter, Options, Target};
///
/// let options = Options { split: true, ..Options::default() };
/// let mut converter = Converter::new(Target::Sgf, options);
/// for chunk in ["(;B[aa])", "(;B[bb])(;B[cc])"] {
///     converter.add(&kifu::read(chunk)?, &mut |lost| assert!(lost.losses.is_empty()))?;
/// }
/// let (text, pieces) = converter.finish();
/// assert_eq!(pieces.len(), 3);
/// assert_eq!(pieces.iter().map(|piece| piece.len).sum::<usize>(), text.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Converter {
    form: Form,
    options: Options,
    text: Vec<u8>,
    /// The text between two positions.
    separator: &'static str,
    is_first: bool,
    pieces: Vec<Piece>,
    names: Names,
    games: u64,
}

/// The way to write games.
#[derive(Debug)]
enum Form {
    Sgf,
    /// All games in one JSON array or object.
    Jgf(JsonWriter),
    /// Each game alone.
    EachJgf(jgf::Target),
    Gib,
    Positions(Notation),
}

impl Converter {
    /// Creates a converter that has no games yet.
    pub fn new(target: Target, options: Options) -> Converter {
        let jgf = |version| {
            if options.split {
                Form::EachJgf(version)
            } else {
                Form::Jgf(JsonWriter::new(version, options.private_data, options.jgf))
            }
        };
        let form = match target {
            Target::Sgf => Form::Sgf,
            Target::Jgf1 => jgf(jgf::Target::V1),
            Target::Jgf2 => jgf(jgf::Target::V2),
            Target::Gib => Form::Gib,
            Target::Positions(notation) => Form::Positions(notation),
        };
        Converter {
            form,
            options,
            text: Vec::new(),
            separator: target.notation().map_or("", Notation::separator),
            is_first: true,
            pieces: Vec::new(),
            names: Names::default(),
            games: 0,
        }
    }

    /// Adds the games of a record, which follow those of earlier records. `on_losses` gets the losses of each game,
    /// at least once a game, even if there are none.
    ///
    /// # Errors
    ///
    /// [`ConvertError`] if a game cannot be converted. The games before it were added.
    pub fn add(
        &mut self,
        record: &Record,
        on_losses: &mut dyn FnMut(GameLosses<'_>),
    ) -> Result<(), ConvertError> {
        if let Form::Positions(notation) = self.form {
            return self.add_positions(record, notation, on_losses);
        }
        let mut titles = Vec::new();
        if let Record::Positions(positions) = record {
            titles.extend(positions.entries().map(|entry| entry.figure.title));
        }
        let mut titles = titles.iter();
        let private_data = self.options.private_data;
        for game in record.games() {
            self.games += 1;
            let mut written = match &mut self.form {
                Form::Jgf(json) => json.add(&game.value),
                Form::EachJgf(version) => {
                    jgf::to_json(&game.value, *version, private_data, &self.options.jgf)
                }
                Form::Gib if self.games > 1 && !self.options.split => {
                    return Err(ConvertError::SeveralGames);
                }
                Form::Gib => kifu_gib::convert::from_game(&game.value),
                Form::Sgf | Form::Positions(_) => from_game(&game.value, private_data),
            };
            if let Form::EachJgf(_) = self.form {
                end_line(&mut written.value);
            }
            for losses in [&game.losses, &written.losses] {
                on_losses(GameLosses {
                    number: self.games,
                    game: Some(&game.value),
                    losses,
                });
            }
            self.put(titles.next().map(String::as_str), &written.value);
        }
        Ok(())
    }

    fn add_positions(
        &mut self,
        record: &Record,
        notation: Notation,
        on_losses: &mut dyn FnMut(GameLosses<'_>),
    ) -> Result<(), ConvertError> {
        let choice = self.options.positions.choice(notation);
        let before = self.games;
        let (from_other, as_sgf);
        let mut from_games = || Document::parse(without_private_data(record, before, on_losses));
        let document: &Document = match record {
            Record::Sgf(document) => document,
            Record::Jgf(_) | Record::Gib(_) => {
                from_other = from_games()?;
                &from_other
            }
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => {
                from_other = from_games()?;
                &from_other
            }
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => {
                from_other = from_games()?;
                &from_other
            }
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => {
                from_other = from_games()?;
                &from_other
            }
            Record::Positions(positions) => {
                for (number, game) in (before + 1..).zip(positions.games()) {
                    on_losses(GameLosses {
                        number,
                        game: None,
                        losses: &game.losses,
                    });
                }
                as_sgf = record.to_sgf()?;
                &as_sgf
            }
        };
        for (index, root) in document.roots().enumerate() {
            self.games += 1;
            let number = self.games;
            if let Some(finding) = record.oversized_board(index)? {
                return Err(ConvertError::OversizedBoard {
                    game: number,
                    finding: Box::new(finding),
                });
            }
            Replayer::to_show(document, root, &Rules::LENIENT)
                .map_err(|why| ConvertError::NotShown { game: number, why })?;
            let line = self.options.positions.line(document, root);
            let line = line.map_err(|why| ConvertError::NoSuchPlace { game: number, why })?;
            let mut report = |losses: &[Loss]| {
                on_losses(GameLosses {
                    number,
                    game: None,
                    losses,
                });
            };
            report(&omissions(&line, choice));
            let name = core::mem::take(&mut self.options.positions.name);
            for entry in Entry::of_line(&line, choice, &name) {
                let written = entry.write(notation);
                report(&written.losses);
                self.put(Some(&entry.figure.title), &written.value);
            }
            self.options.positions.name = name;
        }
        Ok(())
    }

    fn put(&mut self, title: Option<&str>, text: &str) {
        let is_first = core::mem::take(&mut self.is_first);
        if self.options.split {
            let name = title.filter(|title| self.names.claim_as_is(title));
            self.pieces.push(Piece {
                name: name.map(Into::into),
                len: text.len(),
            });
        } else if !is_first {
            self.text.extend_from_slice(self.separator.as_bytes());
        }
        self.text.extend_from_slice(text.as_bytes());
    }

    /// Returns the number of games that were added.
    pub const fn game_count(&self) -> u64 {
        self.games
    }

    /// Returns the text that was added since the last call, so that a program can write large collections in parts.
    pub fn take_text(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.text)
    }

    /// Returns the rest of the text; and the pieces of the whole text, if each game gets its own.
    pub fn finish(mut self) -> (Vec<u8>, Vec<Piece>) {
        if let Form::Jgf(json) = self.form {
            let mut end = json.finish();
            end_line(&mut end);
            self.text.extend_from_slice(end.as_bytes());
        }
        (self.text, self.pieces)
    }
}

/// Converts the games of a record to SGF without private properties, and reports what SGF cannot express.
fn without_private_data(
    record: &Record,
    before: u64,
    on_losses: &mut dyn FnMut(GameLosses<'_>),
) -> String {
    let mut text = String::new();
    for (number, game) in (before + 1..).zip(record.games()) {
        let written = from_game_node_for_node(&game.value, PrivateData::Omit);
        for losses in [&game.losses, &written.losses] {
            on_losses(GameLosses {
                number,
                game: Some(&game.value),
                losses,
            });
        }
        text += &written.value;
    }
    text
}

fn end_line(text: &mut String) {
    if !text.ends_with('\n') {
        text.push('\n');
    }
}
