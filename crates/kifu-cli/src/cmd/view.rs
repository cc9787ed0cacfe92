//! `kifu view`: show games in the browser or in the terminal.

#[cfg(feature = "terminal")]
mod load;
#[cfg(feature = "terminal")]
mod terminal;

use std::io::{self, IsTerminal, Write};

use anyhow::Context;
use clap::{Args, ValueEnum};
#[cfg(feature = "terminal")]
use kifu_terminal::Symbols;

use crate::args::input::InputArgs;
use crate::args::page::{MediaPlace, PageArgs};
use crate::exit::Outcome;
use crate::output;
use crate::pages::{self, Collected};
use crate::printable::file_name;

/// Show games, problems and recordings in the browser, or in the terminal
///
/// Writes a page like that of `kifu export html` to a new file in the directory for temporary
/// files, and opens it. The file stays there, since the browser may read it again.
///
/// With --terminal, and where no browser can be opened, shows the games in the terminal: the board,
/// the tree and the comments. Moves can be tried, and recordings played. `?` lists the keys.
#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) page: PageArgs,

    /// Print the path of the file, and do not open a browser
    #[arg(long, conflicts_with_all = ["style", "no_mouse"])]
    pub(crate) print_path: bool,

    /// Show the games in the terminal
    ///
    /// This is the default where no browser can be opened, such as in a session over SSH.
    #[arg(
        long,
        conflicts_with_all = ["print_path", "title", "language", "theme", "no_problems", "no_source"]
    )]
    pub(crate) terminal: bool,

    /// The symbols of the board in the terminal [default: what the locale allows]
    #[arg(long, value_name = "STYLE")]
    pub(crate) style: Option<ViewStyle>,

    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    pub(crate) no_mouse: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ViewStyle {
    /// Round stones, and lines
    Unicode,
    /// X for Black and O for White
    Ascii,
}

pub(crate) fn run(args: &ViewArgs) -> anyhow::Result<Outcome> {
    let can_use_terminal = cfg!(feature = "terminal") && io::stdout().is_terminal();
    if args.terminal {
        return view_in_terminal(args);
    }
    if !args.print_path && can_use_terminal && !has_browser() {
        output::message(format_args!(
            "no browser can be opened here; the terminal shows the games"
        ));
        ignored(&args.page.given(), "the terminal");
        return view_in_terminal(args);
    }
    let style = args.style.map(|_| "--style");
    let for_terminal = style
        .into_iter()
        .chain(args.no_mouse.then_some("--no-mouse"));
    ignored(&for_terminal.collect::<Vec<_>>(), "the browser");
    let (page, outcome) = pages::collect("view", &args.input, &args.page, MediaPlace::Page)?;
    let Some(Collected { page, .. }) = page else {
        return Ok(outcome);
    };
    let file = tempfile::Builder::new()
        .prefix("kifu-view-")
        .suffix(".html")
        .tempfile();
    let mut file = file.context("cannot create a temporary file")?;
    file.write_all(page.to_html().as_bytes())
        .context("cannot write a temporary file")?;
    let (_, path) = file.keep().context("cannot keep a temporary file")?;
    if args.print_path {
        writeln!(output::stdout(), "{}", file_name(&path))?;
    } else {
        opener::open_browser(&path).with_context(|| {
            format!(
                "cannot open a browser; the page is {}; `kifu view --terminal` needs none",
                file_name(&path)
            )
        })?;
    }
    Ok(outcome)
}

/// Names the options that do not apply.
fn ignored(options: &[&str], place: &str) {
    if !options.is_empty() {
        let options = options.join(", ");
        output::message(format_args!("{options}: ignored in {place}"));
    }
}

/// Returns whether a browser can probably be opened: whether there is a screen for it.
fn has_browser() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("BROWSER") {
        return true;
    }
    if cfg!(any(windows, target_os = "macos")) {
        return !is_set("SSH_CONNECTION");
    }
    // Under WSL, Windows opens its browser.
    ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
        .into_iter()
        .any(is_set)
}

#[cfg(feature = "terminal")]
fn view_in_terminal(args: &ViewArgs) -> anyhow::Result<Outcome> {
    if !io::stdout().is_terminal() {
        let why =
            "standard output is not a terminal; use `kifu show`, or `kifu export html` for a page";
        return Err(crate::exit::Usage(why.to_owned()).into());
    }
    let (files, outcome) = load::load(&args.input)?;
    let entries = load::entries(&files);
    if !entries.is_empty() {
        let symbols = args.style.map(|style| match style {
            ViewStyle::Unicode => Symbols::Unicode,
            ViewStyle::Ascii => Symbols::Ascii,
        });
        terminal::show(entries, symbols, !args.no_mouse)?;
    }
    Ok(outcome)
}

#[cfg(not(feature = "terminal"))]
fn view_in_terminal(_: &ViewArgs) -> anyhow::Result<Outcome> {
    Err(crate::exit::without_terminal().into())
}
