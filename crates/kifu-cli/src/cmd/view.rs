//! `kifu view`: show games in the browser.

use std::io::Write;

use anyhow::Context;
use clap::Args;

use crate::args::input::InputArgs;
use crate::args::page::{MediaPlace, PageArgs};
use crate::exit::Outcome;
use crate::output;
use crate::pages::{self, Collected};
use crate::printable::file_name;

/// Show games, problems and recordings in the browser
///
/// Writes a page like that of `kifu export html` to a new file in the directory for temporary
/// files, and opens it. The file stays there, since the browser may read it again.
#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) page: PageArgs,

    /// Print the path of the file, and do not open a browser
    #[arg(long)]
    pub(crate) print_path: bool,
}

pub(crate) fn run(args: &ViewArgs) -> anyhow::Result<Outcome> {
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
        opener::open_browser(&path)
            .with_context(|| format!("cannot open a browser; the page is {}", file_name(&path)))?;
    }
    Ok(outcome)
}
