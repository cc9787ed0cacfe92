#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod compose;
#[cfg(feature = "fonts")]
mod font;
mod game;
mod html;
mod latex;
mod layout;
mod problem;
mod shapes;
mod text;
mod typst;

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use kifu_replay::{NotShown, Replayer};
use kifu_rules::Rules;
use kifu_sgf::Document;
use kifu_tree::NodeId;

pub use board::Corner;
#[cfg(feature = "fonts")]
pub use font::{Font, FontError};
pub use kifu_replay as replay;
pub use kifu_sgf as sgf;
pub use kifu_tree as tree;

use game::Game;
use problem::Problem;

/// Options for books.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The title of the book. By default, the players of the only game, or else `Go Problems` or `Go Games`.
    pub title: Option<String>,
    /// The author, for the title page.
    pub author: Option<String>,
    /// The size of a page.
    pub paper: Paper,
    /// The number of problems in a row; clamped to 1 to 4.
    pub columns: u8,
    /// The maximum number of problems on a page. By default, as many as fit.
    pub per_page: Option<NonZeroU32>,
    /// The corner to which problems are turned. By default, they are shown as they are.
    pub corner: Option<Corner>,
    /// The maximum number of lines that are shown as the answer to a problem: first the right lines, then wrong ones.
    pub answers: NonZeroU32,
    /// The number of moves in a figure of a game. By default, the figures of `FG`, or else 50 moves.
    pub moves_per_figure: Option<NonZeroU32>,
    /// Whether games have their variations, as small diagrams.
    pub variations: bool,
    /// Whether problems and variations have coordinates. Figures of games always have them.
    pub coordinates: bool,
    /// The colours of the boards.
    pub theme: Theme,
    /// Which records are problems.
    pub content: Content,
}

impl Options {
    /// The number of moves in a figure, unless an option or `FG` says otherwise.
    pub const MOVES_PER_FIGURE: NonZeroU32 = NonZeroU32::new(50).expect("50 is not 0");
    /// The number of lines that are shown for each problem by default.
    pub const ANSWERS: NonZeroU32 = NonZeroU32::new(3).expect("3 is not 0");
}

impl Default for Options {
    fn default() -> Options {
        Options {
            title: None,
            author: None,
            paper: Paper::A5,
            columns: 2,
            per_page: None,
            corner: None,
            answers: Options::ANSWERS,
            moves_per_figure: None,
            variations: true,
            coordinates: false,
            theme: Theme::Print,
            content: Content::Auto,
        }
    }
}

/// The size of a page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Paper {
    /// 210 mm × 297 mm.
    A4,
    /// 148 mm × 210 mm.
    A5,
    /// 8.5 in × 11 in.
    Letter,
}

/// The colours of the boards of a book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Theme {
    /// Black and white.
    Print,
    /// Wooden boards, for screens and printing in colour.
    Wood,
}

/// Which records a book shows as problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Content {
    /// Those that are recognized as problems: see `kifu_problem::Problem::of`.
    Auto,
    /// All records.
    Problems,
    /// None: all records are games.
    Games,
}

/// A language in which a book is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// An HTML page, to be printed by a browser.
    Html,
    /// A source for Typst 0.13 or newer.
    Typst,
    /// A source for LaTeX.
    Latex,
}

/// A name that belongs to no option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown name")
    }
}

impl core::error::Error for UnknownName {}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Html, Format::Typst, Format::Latex];

    /// The name of the format, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Typst => "typst",
            Format::Latex => "latex",
        }
    }

    /// The usual extension of files in this format, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Typst => "typ",
            Format::Latex => "tex",
        }
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.name() == name).ok_or(UnknownName)
    }
}

/// A book of problems, games, or both.
///
/// ```
/// use kifu_book::sgf::Document;
/// use kifu_book::{Book, Format, Options};
///
/// let document = Document::parse("(;SZ[9]AB[ba][bb][ab]AW[ca][cb][bc][ac];B[aa]C[RIGHT Alive.])")?;
/// let mut book = Book::new(Options::default());
/// for root in document.roots() {
///     book.add(&document, root, "corner").expect("a game of Go");
/// }
/// let text = book.write(Format::Typst);
/// assert!(text.contains("\"Black to play\""));
/// assert!(text.contains("\"Alive.\""));
/// # Ok::<(), kifu_book::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    options: Options,
    chapters: Vec<Chapter>,
    /// The number of points that the boards draw.
    points: usize,
    #[cfg(feature = "fonts")]
    fonts: Vec<Font>,
}

/// Problems from one place, or a game.
#[derive(Clone, Debug)]
enum Chapter {
    Problems(String, Vec<Problem>),
    Game(Box<Game>),
}

/// The error of adding a record to a book. The text begins with a verb, for a sentence such as `game 3 is not Go, but Chess`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AddError {
    /// The positions of the record cannot be shown.
    NotShown(NotShown),
    /// The book would draw more than [`Book::MAX_POINTS`] points.
    Full,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::NotShown(why) => why.fmt(f),
            AddError::Full => {
                f.write_str("does not fit in the book; divide the records among several books")
            }
        }
    }
}

impl core::error::Error for AddError {}

impl From<NotShown> for AddError {
    fn from(why: NotShown) -> AddError {
        AddError::NotShown(why)
    }
}

/// The error of a path that no source in LaTeX can name. The text is the end of a sentence, such as `the path contains '%', …`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LatexPathError {
    /// The first character that LaTeX cannot read in a path: a special one, or the second of two spaces.
    pub character: char,
}

impl fmt::Display for LatexPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the path contains ")?;
        match self.character {
            ' ' => f.write_str("two spaces in a row")?,
            special => write!(f, "{special:?}")?,
        }
        f.write_str(", which LaTeX cannot read in a path")
    }
}

impl core::error::Error for LatexPathError {}

/// Returns the path if a source in LaTeX can name it. Characters in paths cannot be escaped.
fn latex_path(path: &str) -> Result<&str, LatexPathError> {
    // A comma divides a list of paths.
    let is_special = |c: char| c.is_control() || "\\{}[]%#~^$&\"*|,".contains(c);
    let mut before = None;
    for character in path.chars() {
        if is_special(character) || (character == ' ' && before == Some(' ')) {
            return Err(LatexPathError { character });
        }
        before = Some(character);
    }
    Ok(path)
}

impl Book {
    /// The maximum number of stones, marks and labels on all boards of a book: enough for 30,000 problems, and a protection
    /// against records that would fill the memory.
    pub const MAX_POINTS: usize = 4_000_000;

    /// Creates a book without contents.
    pub fn new(options: Options) -> Book {
        Book {
            options,
            chapters: Vec::new(),
            points: 0,
            #[cfg(feature = "fonts")]
            fonts: Vec::new(),
        }
    }

    /// Whether the book has no problems and no games.
    pub fn is_empty(&self) -> bool {
        self.chapters.is_empty()
    }

    /// The number of problems.
    pub fn problems(&self) -> usize {
        self.all_problems().count()
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.chapters
            .iter()
            .filter(|chapter| matches!(chapter, Chapter::Game(_)))
            .count()
    }

    /// The number of problems with lines that the book does not show, because of [`Options::answers`].
    pub fn problems_with_more_lines(&self) -> usize {
        self.all_problems()
            .filter(|problem| problem.lines_left_out > 0)
            .count()
    }

    /// The number of positions with marks or labels that the book does not show: those without a comment, unless they end a
    /// figure, a variation or an answer.
    pub fn marks_left_out(&self) -> usize {
        let all = self.chapters.iter().map(|chapter| match chapter {
            Chapter::Problems(_, problems) => {
                problems.iter().map(|problem| problem.marks_left_out).sum()
            }
            Chapter::Game(game) => game.marks_left_out,
        });
        all.sum()
    }

    fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        self.chapters.iter().flat_map(|chapter| match chapter {
            Chapter::Problems(_, problems) => problems.as_slice(),
            Chapter::Game(_) => &[],
        })
    }

    /// Adds a problem or a game. Consecutive problems with the same `place` form a chapter with this name, such as the name
    /// of their file. Problems are numbered in the order in which they are added.
    ///
    /// # Errors
    ///
    /// [`AddError`] if the record is not Go, has a board that is too large, or does not fit in the book.
    pub fn add(&mut self, document: &Document, root: NodeId, place: &str) -> Result<(), AddError> {
        let Some(solved) = problem::solved(document, root, self.options.content) else {
            let room = Book::MAX_POINTS - self.points;
            let game = Game::of(document, root, place, &self.options, room)?;
            self.points += game.points;
            self.chapters.push(Chapter::Game(Box::new(game)));
            return Ok(());
        };
        Replayer::to_show(document, root, &Rules::LENIENT)?;
        let room = Book::MAX_POINTS - self.points;
        let problem = Problem::of(document, root, solved.as_ref(), &self.options, room)?;
        let points = self.points + problem.points();
        if points > Book::MAX_POINTS {
            return Err(AddError::Full);
        }
        self.points = points;
        self.push_problems(text::one_line(place), vec![problem]);
        Ok(())
    }

    fn push_problems(&mut self, place: String, problems: Vec<Problem>) {
        match self.chapters.last_mut() {
            Some(Chapter::Problems(last, all)) if *last == place => all.extend(problems),
            _ => self.chapters.push(Chapter::Problems(place, problems)),
        }
    }

    /// Puts all problems of the book into one chapter with this name. Their numbers stay, unless games are between them.
    pub fn set_place(&mut self, place: &str) {
        let place = text::one_line(place);
        for chapter in std::mem::take(&mut self.chapters) {
            match chapter {
                Chapter::Problems(_, problems) => self.push_problems(place.clone(), problems),
                game => self.chapters.push(game),
            }
        }
    }

    /// Appends the contents of another book, whose options are ignored. Books that are made on several threads can be
    /// joined this way.
    ///
    /// # Errors
    ///
    /// [`AddError::Full`] if the contents do not fit in the book, which is then unchanged.
    pub fn append(&mut self, other: Book) -> Result<(), AddError> {
        let points = self.points + other.points;
        if points > Book::MAX_POINTS {
            return Err(AddError::Full);
        }
        self.points = points;
        for chapter in other.chapters {
            match chapter {
                Chapter::Problems(place, problems) => self.push_problems(place, problems),
                game => self.chapters.push(game),
            }
        }
        Ok(())
    }

    /// Adds a font for the text. The first font that has a character is used for it; the fonts of the program that prints
    /// the book come last.
    #[cfg(feature = "fonts")]
    pub fn add_font(&mut self, font: Font) {
        self.fonts.push(font);
    }

    /// Returns the characters that a book in this format cannot print with the added fonts. In LaTeX, only the first font is
    /// used. Without any fonts, these are the characters that readers cannot expect the fonts of a program to have: all but
    /// punctuation and Latin letters, and in HTML and Typst also Greek and Cyrillic letters.
    pub fn missing_characters(&self, format: Format) -> BTreeSet<char> {
        let all = compose::characters(self).into_iter();
        all.filter(|&c| !is_usual(c, format) && !self.has(c, format))
            .collect()
    }

    #[cfg(feature = "fonts")]
    fn has(&self, c: char, format: Format) -> bool {
        let most = match format {
            Format::Latex => 1,
            Format::Html | Format::Typst => usize::MAX,
        };
        self.fonts.iter().take(most).any(|font| font.has(c))
    }

    #[cfg(not(feature = "fonts"))]
    fn has(&self, _: char, _: Format) -> bool {
        false
    }

    /// Writes the book. The same contents and options give the same bytes.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Html => html::write(self),
            Format::Typst => typst::write(self),
            Format::Latex => latex::write(self),
        }
    }

    /// Writes a source that places the pages of the printed book on the sheets of a saddle-stitched booklet: two pages on
    /// each side of a sheet, which are in order when the stack of sheets is folded. All sheets form one stack, which can be
    /// folded up to about 80 pages. `pdf` is the path of the printed book, relative to the source.
    ///
    /// With Typst, the number of pages is an input: `typst compile --input pages=48`. Returns `None` for HTML, which
    /// cannot contain the pages of another document.
    ///
    /// # Errors
    ///
    /// [`LatexPathError`] if the source is in LaTeX, which cannot read the path.
    pub fn booklet(&self, pdf: &str, format: Format) -> Result<Option<String>, LatexPathError> {
        Ok(match format {
            Format::Html => None,
            Format::Typst => Some(typst::booklet(self.options.paper, pdf)),
            Format::Latex => Some(latex::booklet(self.options.paper, latex_path(pdf)?)),
        })
    }

    /// The title of the book.
    pub fn title(&self) -> String {
        if let Some(title) = self.options.title.as_deref().map(text::one_line) {
            return title;
        }
        match &self.chapters[..] {
            [Chapter::Game(game)] if !game.title.is_empty() => game.title.clone(),
            [Chapter::Problems(name, _)] if !name.is_empty() => name.clone(),
            chapters => {
                let is_game = |chapter: &Chapter| matches!(chapter, Chapter::Game(_));
                let title = match (chapters.iter().any(is_game), chapters.iter().all(is_game)) {
                    (_, true) => "Go Games",
                    (true, false) => "Go Games and Problems",
                    (false, false) => "Go Problems",
                };
                title.to_owned()
            }
        }
    }
}

/// Whether the usual fonts of all programs that print a format have a character.
const fn is_usual(c: char, format: Format) -> bool {
    match c {
        '\u{0}'..='\u{17F}' | '\u{2010}'..='\u{2026}' | '\u{20AC}' => true,
        '\u{180}'..='\u{24F}' | '\u{370}'..='\u{3FF}' | '\u{400}'..='\u{45F}' => {
            !matches!(format, Format::Latex)
        }
        _ => false,
    }
}

impl Theme {
    const fn colors(self) -> kifu_diagram::Theme {
        match self {
            Theme::Print => kifu_diagram::Theme::PRINT,
            Theme::Wood => kifu_diagram::Theme::WOOD,
        }
    }
}

#[cfg(feature = "fonts")]
impl Book {
    fn font_families(&self) -> Vec<String> {
        self.fonts
            .iter()
            .map(|font| font.family().to_owned())
            .collect()
    }

    /// Writes rules that embed the fonts, and returns their families.
    fn font_faces(&self, out: &mut String) -> Vec<String> {
        use base64::Engine;

        for font in &self.fonts {
            let Some(bytes) = font.single() else {
                continue;
            };
            out.push_str("@font-face{font-family:");
            text::push_css(font.family(), out);
            out.push_str(";src:url(data:font/sfnt;base64,");
            base64::engine::general_purpose::STANDARD.encode_string(bytes, out);
            out.push_str(")}\n");
        }
        self.font_families()
    }

    /// Writes the commands that select the first font in LaTeX, which has one font for the text.
    fn push_latex_fonts(&self, out: &mut String) {
        let Some(font) = self.fonts.first() else {
            return;
        };
        if let Err(why) = font.latex_path() {
            out.push_str("\\PackageError{kifu}{The font of this book is missing: ");
            text::push_latex(&why.to_string(), out);
            out.push_str("}{}\n");
            return;
        }
        let (folder, name) = match font.file().rsplit_once('/') {
            Some((folder, name)) => (format!("{folder}/"), name),
            None => ("./".to_owned(), font.file()),
        };
        for family in ["main", "sans"] {
            text::put!(
                out,
                "\\set{family}font{{{name}}}[Path={{{folder}}},FontIndex={},BoldFont={{{name}}},BoldFeatures={{FakeBold=2}},\
                 ItalicFont={{{name}}},ItalicFeatures={{FakeSlant=0.2}}]\n",
                font.index()
            );
        }
    }
}

#[cfg(not(feature = "fonts"))]
impl Book {
    fn font_families(&self) -> Vec<String> {
        Vec::new()
    }

    fn font_faces(&self, _: &mut String) -> Vec<String> {
        Vec::new()
    }

    fn push_latex_fonts(&self, _: &mut String) {}
}
