//! `kifu export`: write games for readers who do not have kifu.

pub(crate) mod args;

use std::io::Write;
use std::path::Path;

use self::args::{ExportArgs, ExportVerb, HtmlArgs};
use crate::args::page::MediaPlace;
use crate::exit::{Outcome, Usage};
use crate::new_file::{NewFile, plan};
use crate::output;
use crate::pages::{self, Collected};
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
    let media = args.media;
    if media == MediaPlace::Beside && path.is_none() {
        return Err(
            Usage("`--media beside` needs a file for the page; add `-o FILE`".to_owned()).into(),
        );
    }
    let (page, outcome) = pages::collect("export html", &input, &args.page, media)?;
    let Some(Collected { page, beside }) = page else {
        return Ok(outcome);
    };
    let html = page.to_html();
    match path {
        None => output::stdout().write_all(html.as_bytes())?,
        Some(path) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let places = beside
                .iter()
                .map(|(name, bytes)| (folder.join(name), bytes));
            // A page beside its recording needs no copies.
            let is_there = |place: &Path, bytes: &[u8]| {
                std::fs::read(place).is_ok_and(|existing| existing == bytes)
            };
            let places = places.filter(|(place, bytes)| !is_there(place, bytes));
            let places: Vec<_> = places.collect();
            for (place, _) in &places {
                plan(place, args.force)?;
            }
            for (place, bytes) in places {
                write_file(&place, args.force, bytes)?;
                output::message(format_args!(
                    "{}: belongs beside the page",
                    file_name(&place)
                ));
            }
            write_file(path, args.force, html.as_bytes())?;
            let games = count(page.len() as u64, "game");
            output::message(format_args!("{}: {games}", file_name(path)));
        }
    }
    Ok(outcome)
}

fn write_file(path: &Path, force: bool, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = NewFile::begin(path, force)?;
    file.add(bytes)?;
    file.end()
}
