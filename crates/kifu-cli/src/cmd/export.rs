//! `kifu export`: write games for readers who do not have kifu.

pub(crate) mod args;

use std::io::Write;
use std::path::Path;

use self::args::{ExportArgs, ExportVerb, HtmlArgs};
use crate::exit::{Outcome, Usage};
use crate::new_file::{NewFile, plan};
use crate::output;
use crate::pages;
use crate::printable::{count, file_name};

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        ExportVerb::Html(args) => html(args),
    }
}

fn html(args: &HtmlArgs) -> anyhow::Result<Outcome> {
    let path = args
        .output
        .as_deref()
        .filter(|path| path.as_os_str() != "-");
    if let Some(path) = path {
        if path.is_dir() {
            let path = file_name(path);
            return Err(Usage(format!("{path} is a directory; `-o` names one file")).into());
        }
        plan(path, args.force)?;
    }
    let input = args.input.without(path);
    let (page, outcome) = pages::collect("export html", &input, &args.page)?;
    let Some(page) = page else {
        return Ok(outcome);
    };
    let html = page.to_html();
    match path {
        None => output::stdout().write_all(html.as_bytes())?,
        Some(path) => {
            write_file(path, args.force, &html)?;
            let games = count(page.len() as u64, "game");
            output::message(format_args!("{}: {games}", file_name(path)));
        }
    }
    Ok(outcome)
}

fn write_file(path: &Path, force: bool, html: &str) -> anyhow::Result<()> {
    let mut file = NewFile::begin(path, force)?;
    file.add(html.as_bytes())?;
    file.end()
}
