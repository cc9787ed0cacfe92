//! Options for the content of pages.

use clap::{Args, ValueEnum};
use kifu::page::{Language, Options, Theme};

/// The options for the content of a page.
#[derive(Clone, Debug, Args)]
pub(crate) struct PageArgs {
    /// The title of the page [default: the players of the first game]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// The language of buttons and labels [default: the language of the browser]
    ///
    /// Readers can choose another language on the page.
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<LanguageName>,

    /// The colours of the page
    ///
    /// Readers can choose other colours on the page.
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub(crate) theme: PageTheme,

    /// Show problems like games, with their answers
    ///
    /// Without this option, readers solve problems: the page plays the answers, and hides the
    /// solution until they request it. `kifu help problem list` explains which games are problems.
    #[arg(long)]
    pub(crate) no_problems: bool,

    /// Leave out the original files
    ///
    /// The page is smaller then, but readers cannot download the files from it.
    #[arg(long)]
    pub(crate) no_source: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LanguageName {
    /// English
    En,
    /// Japanese
    Ja,
    /// Chinese
    Zh,
    /// Korean
    Ko,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageTheme {
    /// Wood or dark, as the reader's system is set
    Auto,
    /// A pale board on a white page
    Light,
    /// A wooden board on a light page
    Wood,
    Dark,
    /// Black and white
    Print,
}

/// The place of the sound and the films of recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MediaPlace {
    /// On the page, which grows by four thirds of their size
    Page,
    /// In files beside the page, which readers need, too
    Beside,
    /// Nowhere
    None,
}

impl PageArgs {
    /// Returns the options that differ from their defaults.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--title", self.title.is_some()),
            ("--language", self.language.is_some()),
            ("--theme", self.theme != PageTheme::Auto),
            ("--no-problems", self.no_problems),
            ("--no-source", self.no_source),
        ];
        let given = all.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(name, _)| name).collect()
    }

    pub(crate) fn options(&self) -> Options {
        let mut options = Options::default();
        options.title = self.title.clone();
        options.language = self.language.map(|language| match language {
            LanguageName::En => Language::English,
            LanguageName::Ja => Language::Japanese,
            LanguageName::Zh => Language::Chinese,
            LanguageName::Ko => Language::Korean,
        });
        options.theme = match self.theme {
            PageTheme::Auto => Theme::Auto,
            PageTheme::Light => Theme::Light,
            PageTheme::Wood => Theme::Wood,
            PageTheme::Dark => Theme::Dark,
            PageTheme::Print => Theme::Print,
        };
        options.problems = !self.no_problems;
        options
    }
}
