#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod game;
mod html;
mod index;
#[cfg(feature = "recordings")]
mod recording;

use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::num::NonZeroU32;
use std::str::FromStr;

use kifu_diagram::{Coordinates, Svg};
use kifu_figure::{Division, Line, Options as FigureOptions};
use kifu_replay::NotShown;
use kifu_sgf::{Document, GameContext};
use kifu_tree::NodeId;
use serde::Serialize;

#[cfg(feature = "recordings")]
pub use kifu_rgf as rgf;
pub use kifu_sgf as sgf;
#[cfg(feature = "recordings")]
pub use recording::{Medium, MediumPlace};

use game::GameData;
use index::Entry;
pub use index::Index;

/// Options for writing pages.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The title of the page. By default, the players of the first game, and the number of further games.
    pub title: Option<String>,
    /// The language of the buttons and labels. By default, that of the browser, if the page has its words, or else
    /// English.
    pub language: Option<Language>,
    /// The colours of the page, until readers choose others.
    pub theme: Theme,
    /// Whether readers solve problems: the page plays the answers and hides the solution until it is requested.
    /// Without it, problems are shown as games.
    pub problems: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            title: None,
            language: None,
            theme: Theme::Auto,
            problems: true,
        }
    }
}

/// A language of the buttons and labels of a page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
    /// Chinese, in simplified characters.
    Chinese,
    /// Korean.
    Korean,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [
        Language::English,
        Language::Japanese,
        Language::Chinese,
        Language::Korean,
    ];

    /// The tag of the language, as in the attribute `lang` of HTML: `en`, `ja`, `zh` or `ko`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
            Language::Chinese => "zh",
            Language::Korean => "ko",
        }
    }
}

/// The colours of a page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Theme {
    /// Wood or dark, as the reader's system is set.
    #[default]
    Auto,
    /// A pale board on a white page.
    Light,
    /// A wooden board on a light page.
    Wood,
    /// A dark page.
    Dark,
    /// Black and white, as in print.
    Print,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 5] = [
        Theme::Auto,
        Theme::Light,
        Theme::Wood,
        Theme::Dark,
        Theme::Print,
    ];

    /// The name of the theme, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Wood => "wood",
            Theme::Dark => "dark",
            Theme::Print => "print",
        }
    }
}

/// A name that belongs to no language or theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown name")
    }
}

impl core::error::Error for UnknownName {}

impl FromStr for Language {
    type Err = UnknownName;

    fn from_str(tag: &str) -> Result<Language, UnknownName> {
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.tag() == tag)
            .ok_or(UnknownName)
    }
}

impl FromStr for Theme {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Theme, UnknownName> {
        let mut all = Theme::ALL.into_iter();
        all.find(|theme| theme.name() == name).ok_or(UnknownName)
    }
}

/// A page with games, problems, or both.
///
/// ```
/// use kifu_page::sgf::Document;
/// use kifu_page::{Options, Page};
///
/// let document = Document::parse("(;SZ[9]PB[Kim]PW[Sato];B[ee]C[The <centre>])")?;
/// let mut page = Page::new(Options::default());
/// for root in document.roots() {
///     page.add_game(&document, root, "game.sgf").expect("a game of Go");
/// }
/// page.add_source("game.sgf", document.to_bytes());
/// let html = page.to_html();
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// assert!(html.contains("<title>Kim – Sato</title>"));
/// # Ok::<(), kifu_page::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    options: Options,
    /// The games as JSON.
    games: Vec<String>,
    title: String,
    /// The games as an index lists them.
    entries: Vec<Entry>,
    /// The games without scripts.
    stills: Vec<Still>,
    style: String,
    sources: Vec<(String, Vec<u8>)>,
    /// The media on the page, by identifier.
    media: BTreeMap<String, Vec<u8>>,
    /// Whether the page plays media from files beside it.
    has_files: bool,
}

/// A game as it is shown without scripts, and printed.
#[derive(Clone, Debug)]
struct Still {
    title: String,
    board: String,
    /// The figures of the main line as HTML, for printing.
    figures: String,
    /// The moves as text.
    moves: String,
}

/// The maximum number of games that are also written as text, for browsers without scripts.
const MAX_STILL_GAMES: usize = 20;

impl Page {
    /// Creates a page without games.
    pub fn new(options: Options) -> Page {
        Page {
            options,
            games: Vec::new(),
            entries: Vec::new(),
            title: String::new(),
            stills: Vec::new(),
            style: String::new(),
            sources: Vec::new(),
            media: BTreeMap::new(),
            has_files: false,
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether the page has no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a game. `file` is the name of its file, which the list of games shows if the game has no players.
    ///
    /// # Errors
    ///
    /// [`NotShown`] if the game is not Go, or has a board that is too large.
    pub fn add_game(
        &mut self,
        document: &Document,
        root: NodeId,
        file: &str,
    ) -> Result<(), NotShown> {
        let game = GameData::of(document, root, file, self.options.problems)?;
        self.push(&game, document, root);
        Ok(())
    }

    /// Adds a recording that an SGF file names, with the media that belong to it. The first of the media that the browser
    /// can play leads the recording.
    ///
    /// ```
    /// use kifu_page::rgf::{Recording, Streams};
    /// use kifu_page::sgf::Document;
    /// use kifu_page::{Medium, MediumPlace, Options, Page};
    ///
    /// let main = Document::parse("(;GM[1]PB[Kim]PW[Sato];GS[talk.rgf:9]MS[talk.mp3:audio])")?;
    /// let stream = &Streams::of(&main).streams[0];
    /// let talk = Recording::parse("(;TS[1]B[pd]TS[1]C[A star point]TS[4])")?;
    /// let timeline = talk.read(&stream.settings(&main)).timeline;
    /// let sound = Medium {
    ///     kind: stream.media[0].kind.clone(),
    ///     name: stream.media[0].source.clone(),
    ///     place: MediumPlace::BesidePage,
    /// };
    /// let mut page = Page::new(Options::default());
    /// page.add_recording(&main, stream, &timeline, vec![sound], "talk.sgf").expect("a game of Go");
    /// assert!(page.to_html().contains("media-src &#39;self&#39;"));
    /// # Ok::<(), kifu_page::sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotShown`] if the game is not Go, or has a board that is too large.
    #[cfg(feature = "recordings")]
    pub fn add_recording(
        &mut self,
        main: &Document,
        stream: &kifu_rgf::Stream,
        timeline: &kifu_rgf::timeline::Timeline,
        media: Vec<Medium>,
        file: &str,
    ) -> Result<(), NotShown> {
        let game = recording::data(main, stream, timeline, &media, file)?;
        let last = recording::last_game(main, stream, timeline);
        if let Some(root) = last.roots().next() {
            self.push(&game, &last, root);
        }
        for medium in media {
            match medium.place {
                MediumPlace::OnPage(bytes) => {
                    self.media.insert(html::media_id(&bytes), bytes);
                }
                MediumPlace::BesidePage => self.has_files = true,
            }
        }
        Ok(())
    }

    /// Adds the data of a game, and the game as it is shown without scripts.
    fn push(&mut self, game: &GameData, document: &Document, root: NodeId) {
        if self.games.is_empty() {
            self.title = game.title();
        }
        if self.stills.len() < MAX_STILL_GAMES {
            self.add_still(document, root, game);
        }
        self.entries.push(Entry::of(game, document, root));
        let json = serde_json::to_string(game).expect("the data of a game can be serialized");
        self.games.push(json);
    }

    /// Appends the games and files of another page, whose options are ignored. Pages that are written on several
    /// threads can be joined this way.
    pub fn append(&mut self, other: Page) {
        if self.games.is_empty() {
            self.title = other.title;
        }
        self.games.extend(other.games);
        self.entries.extend(other.entries);
        self.stills.extend(other.stills);
        self.stills.truncate(MAX_STILL_GAMES);
        if self.style.is_empty() {
            self.style = other.style;
        }
        self.sources.extend(other.sources);
        self.media.extend(other.media);
        self.has_files |= other.has_files;
    }

    /// Adds an original file, which readers can download from the page, byte for byte.
    pub fn add_source(&mut self, name: &str, bytes: Vec<u8>) {
        self.sources.push((name.to_owned(), bytes));
    }

    /// Draws the last position of a game, and lists its moves.
    fn add_still(&mut self, document: &Document, root: NodeId, game: &GameData) {
        let options = FigureOptions {
            coordinates: Some(Coordinates::Western),
            ..FigureOptions::default()
        };
        let svg = Svg {
            css_variables: true,
            ..Svg::default()
        };
        let is_problem = game.is_problem();
        let line = Line::main(document, root);
        let start = line.clone().up_to(0).filter(|_| is_problem);
        let board = svg.draw(&start.as_ref().unwrap_or(&line).position(&options));
        if self.style.is_empty() {
            self.style = svg.style_sheet();
        }
        let size = GameContext::of(document.node(root)).size;
        let (mut figures, mut moves) = (String::new(), String::new());
        if !is_problem {
            moves = game::moves_as_text(document, root, size);
            // Only a page with one game has figures, which the first of several games must not cost.
            if self.games.is_empty() && line.last_move() > 0 {
                let every_hundred = Division::Every(NonZeroU32::new(100).expect("100 is not 0"));
                for mut figure in line.figures(1..=u32::MAX, every_hundred, &options) {
                    figures.push_str("<figure><figcaption>");
                    html::push_escaped(&mem::take(&mut figure.title), &mut figures);
                    figures.push_str("</figcaption>");
                    figures.push_str(&svg.draw(&figure));
                    figures.push_str("</figure>");
                }
            }
        }
        self.stills.push(Still {
            title: game.title(),
            board,
            figures,
            moves,
        });
    }

    /// Writes the games as they are shown without scripts. Only the first game has a board, because a page with many
    /// boards would become too large.
    fn still(&self) -> String {
        let mut out = String::new();
        for (index, still) in self.stills.iter().enumerate() {
            out.push_str("<section class=\"still\"><h2>");
            html::push_escaped(&still.title, &mut out);
            out.push_str("</h2>");
            if index == 0 {
                out.push_str("<div class=\"last-board\">");
                out.push_str(&still.board);
                out.push_str("</div>");
            }
            out.push_str("<p>");
            html::push_escaped(&still.moves, &mut out);
            out.push_str("</p></section>\n");
        }
        out
    }

    /// Writes the page. The same games and options give the same bytes.
    pub fn to_html(&self) -> String {
        /// The data of a page, as its script reads it.
        #[derive(Serialize)]
        struct Head<'a> {
            title: &'a str,
        }

        let title = match (&self.options.title, self.games.len()) {
            (Some(title), _) => title.clone(),
            (None, 0 | 1) => self.title.clone(),
            (None, count) => format!("{} (+{})", self.title, count - 1),
        };
        let title = if title.is_empty() {
            "Go".to_owned()
        } else {
            title
        };
        let head = serde_json::to_string(&Head { title: &title }).expect("text can be serialized");
        let data = format!("{{\"head\":{head},\"games\":[{}]}}", self.games.join(","));
        html::write(&html::Parts {
            script: html::PAGE,
            title: &title,
            language: self.options.language.map(Language::tag),
            theme: self.options.theme.name(),
            still: &self.still(),
            style: &self.style,
            figures: match &self.stills[..] {
                [still] => &still.figures,
                _ => "",
            },
            data: &data,
            sources: &self.sources,
            media: &self.media,
            has_files: self.has_files,
        })
    }
}
