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
use kifu_tree::game::{Converted, Game, Loss, LossKind, LossPlace};

mod codes;
mod line;
mod read;
mod sgf;
mod write;

pub use codes::CODES;
pub use line::{PositionChoice, omissions};

/// A notation for positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// SGN, with one position per line: [`kifu_sgn::Collection`].
    Sgn,
    /// The `$$` diagrams of Sensei's Library: [`kifu_diagram::sensei`].
    Sensei,
    /// Rows of `.`, `X` and `O`: [`kifu_diagram::board`].
    Ascii,
    /// The output of engines for GTP's `showboard`: [`kifu_diagram::board`].
    Showboard,
    /// The FEN of PlayStrategy, with one position per line: [`kifu_diagram::fen`].
    Fen,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 5] = [
        Notation::Sgn,
        Notation::Sensei,
        Notation::Ascii,
        Notation::Showboard,
        Notation::Fen,
    ];

    /// The short name for programs: `sgn`, `sensei`, `ascii`, `showboard` or `fen`.
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

    /// The text that separates two positions.
    pub const fn separator(self) -> &'static str {
        match self {
            Notation::Sgn | Notation::Fen => "",
            Notation::Sensei | Notation::Ascii | Notation::Showboard => "\n",
        }
    }
}

/// Writes the name for people.
impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Notation::Sgn => "SGN",
            Notation::Sensei => "$$ diagram",
            Notation::Ascii => "text board",
            Notation::Showboard => "engine board",
            Notation::Fen => "FEN",
        })
    }
}

/// A position with its metadata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The board as it is shown. The title is the name of the position.
    pub figure: Figure,
    /// The komi of the game with this position.
    pub komi: Option<Points>,
    /// The comment on the position: lines separated by LF.
    pub comment: String,
    /// The number of moves that led to the position.
    moves: u32,
    /// The number of consecutive passes at the end of these moves.
    passes: u32,
    /// The features of the source that an entry cannot store, which conversions report as losses.
    omitted: Vec<&'static str>,
}

impl Entry {
    /// Creates an entry without metadata.
    pub const fn new(figure: Figure) -> Entry {
        Entry {
            figure,
            komi: None,
            comment: String::new(),
            moves: 0,
            passes: 0,
            omitted: Vec::new(),
        }
    }
}

/// A file of positions in one notation.
#[derive(Clone, Debug)]
pub struct Positions {
    notation: Notation,
    charset: DetectedCharset,
    utf16: Option<&'static str>,
    text: String,
    comment: String,
    places: Vec<Range<usize>>,
    /// The positions of SGN. Others are read from the text on demand, because figures take much more memory.
    sgn: Vec<kifu_sgn::Entry>,
    findings: Vec<Diagnostic>,
    unreadable: usize,
}

impl Positions {
    /// The notation of the file.
    pub const fn notation(&self) -> Notation {
        self.notation
    }

    /// The charset of the file; UTF-8 if the file is in [UTF-16](Positions::utf16).
    pub const fn charset(&self) -> DetectedCharset {
        self.charset
    }

    /// `UTF-16LE` or `UTF-16BE` if a byte order mark shows that the file is in UTF-16.
    pub const fn utf16(&self) -> Option<&'static str> {
        self.utf16
    }

    /// The decoded text of the file, without a byte order mark. Spans are offsets in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The comment of an SGN file that applies to all of its positions.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Returns an iterator over the positions, in order. Each is built when the iterator reaches it.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + '_ {
        (0..self.places.len()).map(|number| self.entry(number))
    }

    /// Returns an iterator over the spans of the positions in the text.
    pub fn places(&self) -> impl ExactSizeIterator<Item = Span> + '_ {
        self.places.iter().map(|at| span(at.clone()))
    }

    /// The findings in the text, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// Returns an iterator over the positions as games, built from [`Entry::to_sgf`].
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

    /// The number of positions that could not be read.
    pub const fn unreadable_count(&self) -> usize {
        self.unreadable
    }
}

/// Creates a span. Offsets beyond 4 GiB saturate.
fn span(at: Range<usize>) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(at.start), offset(at.end))
}

fn dropped(what: impl Into<Cow<'static, str>>) -> Loss {
    Loss {
        at: LossPlace::Game,
        what: what.into(),
        kind: LossKind::Dropped,
    }
}
