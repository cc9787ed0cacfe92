//! Pages with the games of all inputs.

use std::path::Path;

use kifu::page::{Options, Page};
use kifu_files::Input;

use crate::args::input::InputArgs;
use crate::args::page::PageArgs;
use crate::exit::{Outcome, Refusal, Refusals};
use crate::output;
use crate::printable::InputName;
use crate::run::Inputs;

/// Collects the games of all inputs on a page; `None` if there are none.
pub(crate) fn collect(
    verb: &str,
    input: &InputArgs,
    args: &PageArgs,
) -> anyhow::Result<(Option<Page>, Outcome)> {
    let options = args.options();
    let mut page = Page::new(options.clone());
    let mut refusals = Refusals::default();
    let mut refused = 0;
    let work = |input: &Input, bytes: Vec<u8>| {
        let (games, refused) = games(input, bytes, &options, args.no_source)?;
        Ok((input.shown(), games, refused))
    };
    let outcome = Inputs::of(verb, input).each_file(work, |(name, games, reasons)| {
        if games.is_empty() {
            let why = reasons
                .into_iter()
                .next()
                .unwrap_or_else(|| "no game found".to_owned());
            refusals.add(&name, Refusal::Negative(why));
            return Ok(());
        }
        refused += u64::from(!reasons.is_empty());
        for why in reasons {
            output::message(format_args!("{name}: {why}"));
        }
        page.append(games);
        Ok(())
    })?;
    let outcome = refusals.end(Outcome {
        failed: outcome.failed + refused,
        ..outcome
    })?;
    Ok((Some(page).filter(|page| !page.is_empty()), outcome))
}

/// The games of a file, and why other games of the file cannot be shown.
fn games(
    input: &Input,
    bytes: Vec<u8>,
    options: &Options,
    without_source: bool,
) -> anyhow::Result<(Page, Vec<String>)> {
    let name = input.name();
    let name = Path::new(&name)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let mut page = Page::new(options.clone());
    let mut reasons = Vec::new();
    let record = kifu::read(bytes.as_slice())?;
    let document = record.to_sgf()?;
    for (number, root) in (1..).zip(document.roots()) {
        let added = page.add_game(&document, root, &name);
        reasons.extend(added.err().map(|why| format!("game {number} {why}")));
    }
    drop(document);
    if !page.is_empty() && !without_source {
        page.add_source(
            if *input == Input::Stdin {
                "games"
            } else {
                &name
            },
            bytes,
        );
    }
    Ok((page, reasons))
}
