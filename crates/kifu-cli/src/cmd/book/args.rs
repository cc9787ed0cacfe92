//! The options of `kifu book`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::args::input::InputArgs;

/// Write problems and games as a book for print
///
/// The book has a title page, a table of contents, running heads and page numbers. Problems are
/// cropped to their part of the board, and their answers are at the end, with links both ways.
/// Games are figures with numbered moves, with their comments, and with variations as small
/// diagrams.
///
/// A book in HTML is printed by a browser, one in Typst by `typst compile`, and one in LaTeX by
/// `xelatex`. Each is a single file that needs no pictures.
#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write the book to a file [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// The language of the book [default: by the extension of -o, or html]
    ///
    /// The extensions are .html, .typ and .tex.
    #[arg(long = "to", short, value_name = "FORMAT")]
    pub(crate) to: Option<BookFormat>,

    /// The title of the book [default: the name of the only game or file]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// The author, for the title page
    #[arg(long, value_name = "TEXT")]
    pub(crate) author: Option<String>,

    /// The size of a page
    #[arg(long, value_name = "SIZE", default_value = "a5")]
    pub(crate) paper: PaperName,

    /// The number of problems in a row, from 1 to 4
    ///
    /// A problem that needs most of the board takes a row of its own.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) columns: u8,

    /// The maximum number of problems on a page [default: as many as fit]
    #[arg(long, value_name = "N")]
    pub(crate) per_page: Option<NonZeroU32>,

    /// Turn problems to a corner of the board, such as top-left
    ///
    /// The other corners are top-right, bottom-left and bottom-right. Coordinates in comments are not
    /// changed.
    #[arg(long, value_name = "CORNER", hide_possible_values = true)]
    pub(crate) corner: Option<CornerName>,

    /// The maximum number of lines in the answer to a problem
    ///
    /// Right lines come first, then wrong ones. `kifu help problem list` explains how they are
    /// recognized.
    #[arg(long, value_name = "N", default_value = "3")]
    pub(crate) answers: NonZeroU32,

    /// The number of moves in a figure of a game [default: by FG, or 50]
    #[arg(long, value_name = "N")]
    pub(crate) per_figure: Option<NonZeroU32>,

    /// Leave out the variations of games
    #[arg(long)]
    pub(crate) no_variations: bool,

    /// Show coordinates on problems and variations, too
    #[arg(long)]
    pub(crate) coordinates: bool,

    /// Which records are problems: auto, all or none
    ///
    /// auto: those that are recognized as problems.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) problems: ProblemChoice,

    /// The chapters of problems: files, folders or one
    ///
    /// files: each file with several problems; folders: each directory; one: all problems.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "files",
        hide_possible_values = true
    )]
    pub(crate) chapters: ChapterChoice,

    /// The colours of the boards
    #[arg(long, value_name = "THEME", default_value = "print")]
    pub(crate) theme: BookTheme,

    /// Use the font in FILE for the text
    ///
    /// Text in Chinese, Japanese or Korean needs such a font.
    ///
    /// FILE#2 is the third font of a collection. If the option is repeated, each character has the
    /// first font that contains it; LaTeX uses only the first font. Characters that no font has are
    /// listed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) font: Vec<PathBuf>,

    /// Also write a source that makes a booklet of the printed book
    ///
    /// For -o book.typ, this is book-booklet.typ, which places the pages of book.pdf on sheets of
    /// twice the width: print them on both sides, flip on the short edge, and fold the stack.
    #[arg(long, requires = "output")]
    pub(crate) booklet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookFormat {
    /// A page for the printer of a browser
    Html,
    Typst,
    Latex,
}

#[cfg(feature = "book")]
impl BookFormat {
    pub(super) const fn of_library(self) -> kifu::book::Format {
        use kifu::book::Format;

        match self {
            BookFormat::Html => Format::Html,
            BookFormat::Typst => Format::Typst,
            BookFormat::Latex => Format::Latex,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    A4,
    A5,
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CornerName {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProblemChoice {
    Auto,
    All,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChapterChoice {
    Files,
    Folders,
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookTheme {
    /// Black and white
    Print,
    /// Wooden boards
    Wood,
}
