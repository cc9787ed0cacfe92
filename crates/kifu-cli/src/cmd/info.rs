//! `kifu info`: show what files contain.

pub(crate) mod args;
mod json;
mod opening;
mod rows;
mod scan;
mod summary;
mod text;

use std::io::{self, IsTerminal};

use self::args::{InfoArgs, RowFormat};
use self::rows::Layout;
use crate::exit::Outcome;

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let sequence = args.json.sequence();
    if args.summary {
        return summary::run(&args.input, sequence.is_some());
    }
    let has_columns = !args.fields.is_empty();
    match (args.format, sequence) {
        (Some(format), _) => rows::run(args, Layout::Format(format), None),
        (None, Some(sequence)) if has_columns => rows::run(args, Layout::Nested, Some(sequence)),
        (None, Some(sequence)) => json::run(args, sequence),
        (None, None) if io::stdout().is_terminal() && (has_columns || args.input.are_several()) => {
            rows::run(args, Layout::Format(RowFormat::Table), None)
        }
        (None, None) if has_columns => rows::run(args, Layout::Plain, None),
        (None, None) => text::run(args),
    }
}
