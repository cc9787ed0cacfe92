//! Files of positions in any notation.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use kifu_charset::DetectedCharset;
use kifu_core::Points;
use kifu_diagram::Figure;
use kifu_sgf::Document;
use kifu_sgf::convert::to_game;
use kifu_span::{Diagnostic, Span};
use kifu_tree::game::{Converted, Fate, Game, Loss, Where};

mod codes;
mod line;
mod read;
mod sgf;
mod write;

pub use codes::CODES;
pub use line::{Which, left_out};

/// A way to write positions down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// SGN, one position a line: [`kifu_sgn::Collection`].
    Sgn,
    /// The `$$` diagrams of Sensei's Library: [`kifu_diagram::sensei`].
    Sensei,
    /// Rows of `.`, `X` and `O`: [`kifu_diagram::board`].
    Ascii,
    /// What engines print for GTP's `showboard`: [`kifu_diagram::board`].
    Showboard,
    /// The FEN of PlayStrategy, one position a line: [`kifu_diagram::fen`].
    Fen,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 5] = [
        Notation::Sgn,
        Notation::Sensei,
        Notation::Ascii,
        Notation::Showboard,
        Notation::Fen,
    ];

    /// The name for programs: `sgn`, `sensei`, `ascii`, `showboard` or `fen`.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Sgn => "sgn",
            Notation::Sensei => "sensei",
            Notation::Ascii => "ascii",
            Notation::Showboard => "showboard",
            Notation::Fen => "fen",
        }
    }

    /// The extension of file names, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Notation::Sgn => "sgn",
            Notation::Sensei | Notation::Ascii | Notation::Showboard => "txt",
            Notation::Fen => "fen",
        }
    }

    /// What stands between two positions in one text.
    pub const fn separator(self) -> &'static str {
        match self {
            Notation::Sgn | Notation::Fen => "",
            Notation::Sensei | Notation::Ascii | Notation::Showboard => "\n",
        }
    }
}

/// The name for people.
impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Notation::Sgn => "SGN",
            Notation::Sensei => "$$ diagram",
            Notation::Ascii => "board of text",
            Notation::Showboard => "board of an engine",
            Notation::Fen => "FEN",
        })
    }
}

/// One position, with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What is seen. Its title is the name of the position.
    pub figure: Figure,
    /// The komi of its game.
    pub komi: Option<Points>,
    /// What is said about it: lines, separated by LF.
    pub comment: String,
    /// How many moves led to it.
    moves: u32,
    /// How many of these were passes just now.
    passes: u32,
    /// What it was read from says, and nothing here does.
    unsaid: Vec<&'static str>,
}

impl Entry {
    /// A position about which nothing else is known.
    pub const fn new(figure: Figure) -> Entry {
        Entry {
            figure,
            komi: None,
            comment: String::new(),
            moves: 0,
            passes: 0,
            unsaid: Vec::new(),
        }
    }
}

/// A file of positions in one of the notations.
#[derive(Clone, Debug)]
pub struct Positions {
    notation: Notation,
    charset: DetectedCharset,
    utf16: Option<&'static str>,
    text: String,
    comment: String,
    places: Vec<Range<usize>>,
    /// Those of SGN; others are read again at their places, since figures take much more room.
    sgn: Vec<kifu_sgn::Entry>,
    findings: Vec<Diagnostic>,
    left_out: usize,
}

impl Positions {
    /// The notation.
    pub const fn notation(&self) -> Notation {
        self.notation
    }

    /// The charset that the file is in; UTF-8 if it is in [UTF-16](Positions::utf16).
    pub const fn charset(&self) -> DetectedCharset {
        self.charset
    }

    /// `UTF-16LE` or `UTF-16BE` if the file is in UTF-16, which a byte order mark shows.
    pub const fn utf16(&self) -> Option<&'static str> {
        self.utf16
    }

    /// The text of the file, decoded, without a byte order mark; spans are offsets in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What an SGN file says about all of its positions.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The positions, in order, each made as it is asked for.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + '_ {
        (0..self.places.len()).map(|number| self.entry(number))
    }

    /// Where each of them stands in the text.
    pub fn places(&self) -> impl ExactSizeIterator<Item = Span> + '_ {
        self.places.iter().map(|at| span(at.clone()))
    }

    /// What is wrong with the notation, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// A game for each position, made as it is asked for, from [`Entry::to_sgf`].
    pub fn games(&self) -> impl Iterator<Item = Converted<Game>> {
        let comment = (!self.comment.is_empty()).then(|| dropped("the comment on all positions"));
        let comments = comment
            .into_iter()
            .map(Some)
            .chain(core::iter::repeat(None));
        self.entries().zip(comments).map(|(entry, comment)| {
            let written = entry.to_sgf();
            let read = Document::parse(written.value);
            let game = read.ok().and_then(|document| {
                let root = document.roots().next()?;
                Some(to_game(&document, root).value)
            });
            Converted {
                value: game.unwrap_or_default(),
                losses: written.losses.into_iter().chain(comment).collect(),
            }
        })
    }

    /// How many positions could not be read.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }
}

/// Offsets as spans have them; what lies beyond 4 GiB is at their end.
fn span(at: Range<usize>) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(at.start), offset(at.end))
}

fn dropped(what: impl Into<Cow<'static, str>>) -> Loss {
    Loss {
        at: Where::Game,
        what: what.into(),
        fate: Fate::Dropped,
    }
}
