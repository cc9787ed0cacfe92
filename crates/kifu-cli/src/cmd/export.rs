//! `kifu export`: write games for other programs.

pub(crate) mod args;
#[cfg(feature = "tables")]
mod tables;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::page::Index;
use kifu_files::places::Places;
use kifu_files::write::Digest;

use self::args::{ExportArgs, ExportVerb, HtmlArgs};
use crate::args::input::InputArgs;
use crate::args::page::{MediaPlace, PageArgs};
use crate::collisions::refuse_collisions;
use crate::exit::{Outcome, Usage};
use crate::new_file::{NewFile, plan};
use crate::new_files::NewFiles;
use crate::output;
use crate::pages::{self, Collected, Part, report_media};
use crate::printable::{InputName, count, file_name};
use crate::run::jobs;

/// The verb, as its help names it.
const VERB: &str = "export html";

/// The name of the index of a directory.
const INDEX: &str = "index.html";

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        ExportVerb::Html(args) => html(args),
        #[cfg(feature = "tables")]
        ExportVerb::Tables(args) => tables::run(args),
        #[cfg(not(feature = "tables"))]
        ExportVerb::Tables(_) => Err(crate::exit::without_tables().into()),
    }
}

fn html(args: &HtmlArgs) -> anyhow::Result<Outcome> {
    let path = args
        .output
        .as_deref()
        .filter(|path| path.as_os_str() != "-");
    let Some(path) = path else {
        if args.media == MediaPlace::Beside {
            let why = "`--media beside` needs a file for the page; add `-o FILE`";
            return Err(Usage(why.to_owned()).into());
        }
        let collected = pages::collect(VERB, &args.input, &args.page, args.media)?;
        if let (Some(Collected { page, .. }), _) = &collected {
            output::stdout().write_all(page.to_html().as_bytes())?;
        }
        return Ok(collected.1);
    };
    if path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator) {
        return folder(args, path);
    }
    plan(path, args.force)?;
    let input = args.input.without(Some(path));
    let (page, outcome) = pages::collect(VERB, &input, &args.page, args.media)?;
    let Some(Collected { page, beside }) = page else {
        return Ok(outcome);
    };
    let beside = missing_beside(path, &beside);
    for (place, _) in &beside {
        plan(place, args.force)?;
    }
    for (place, bytes) in beside {
        write_file(&place, args.force, bytes)?;
        let place = file_name(&place);
        output::message(format_args!("{place}: belongs beside the page"));
    }
    write_file(path, args.force, page.to_html().as_bytes())?;
    let games = count(page.len() as u64, "game");
    output::message(format_args!("{}: {games}", file_name(path)));
    Ok(outcome)
}

/// Writes a page for each input to a directory, and an index of all games.
fn folder(args: &HtmlArgs, directory: &Path) -> anyhow::Result<Outcome> {
    let index_path = directory.join(INDEX);
    plan(&index_path, args.force)?;
    let input = args.input.without(Some(directory));
    let sources = input.sources();
    let places = Places::of(directory, &sources);
    refuse_collisions(&places, &sources, page_name)?;
    let mut options = args.page.options();
    options.title = options.title.or_else(|| title_of(&input));
    let mut index = Index::new(options);
    let mut added = BTreeMap::new();
    let mut files = NewFiles::new(args.force, args.input.strict, jobs(&args.input));
    let mut pages = 0;
    let page_args = PageArgs {
        title: None,
        ..args.page.clone()
    };
    let finish = |part: &Part| part.page.to_html();
    let outcome = pages::each_part(
        VERB,
        &input,
        &page_args,
        args.media,
        finish,
        |input, part, html| {
            files.begin_input();
            let place = match places.place(&input) {
                Ok(place) => place,
                Err(why) => {
                    return files.fail(files.inputs, format_args!("{}: {why}", input.shown()));
                }
            };
            let path = place.with_file_name(page_name(&place));
            report_media(&file_name(&path), part.media_size);
            for (place, bytes) in missing_beside(&path, &part.beside) {
                // Pages in the same directory can have the same media.
                let digest = Digest::of(bytes);
                if added.get(&place) != Some(&digest) {
                    files.add_new(place.clone(), bytes.clone(), true)?;
                    added.insert(place, digest);
                }
            }
            files.add_new(path.clone(), html.into_bytes(), true)?;
            let link = path.strip_prefix(directory).unwrap_or(&path);
            let link: Vec<_> = link.iter().map(|name| name.to_string_lossy()).collect();
            index.add(&link.join("/"), &part.page);
            pages += 1;
            Ok(())
        },
    )?;
    let unwritten = files.commit();
    if !index.is_empty() {
        write_file(&index_path, args.force, index.to_html().as_bytes())?;
        let games = count(index.len() as u64, "game");
        let pages = count(pages, "page");
        let path = file_name(&index_path);
        output::message(format_args!("{path}: {games} in {pages}"));
    }
    Ok(outcome.without(unwritten))
}

/// The title of an index without a title: the name of the only directory or file.
fn title_of(input: &InputArgs) -> Option<String> {
    let paths = input.sources().paths();
    let [path] = &paths[..] else {
        return None;
    };
    let name = path.file_stem()?.to_string_lossy().into_owned();
    Some(name).filter(|name| name != "-")
}

/// The name of the page of a file.
fn page_name(place: &Path) -> OsString {
    let named = Path::new(place.file_name().unwrap_or_default()).with_extension("html");
    if named.as_os_str() == INDEX {
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(".html");
        return name;
    }
    named.into_os_string()
}

/// The files that belong beside a page and are not there yet.
fn missing_beside<'a>(
    page: &Path,
    beside: &'a BTreeMap<String, Vec<u8>>,
) -> Vec<(PathBuf, &'a Vec<u8>)> {
    let folder = page.parent().unwrap_or(Path::new(""));
    let places = beside
        .iter()
        .map(|(name, bytes)| (folder.join(name), bytes));
    let is_missing =
        |place: &Path, bytes: &[u8]| !fs::read(place).is_ok_and(|existing| existing == bytes);
    places
        .filter(|(place, bytes)| is_missing(place, bytes))
        .collect()
}

fn write_file(path: &Path, force: bool, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = NewFile::begin(path, force)?;
    file.add(bytes)?;
    file.end()
}
