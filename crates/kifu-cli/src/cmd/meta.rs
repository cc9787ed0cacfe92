//! `kifu completions`, `kifu man` and `kifu help select`: help about the command.

use std::io::Write;

use clap::Args;

use crate::exit::{Outcome, Usage};
use crate::output;

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that the script is for
    pub(crate) shell: clap_complete::Shell,
}

/// Print a manual page in roff format
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The verb to describe, such as `check` or `rec at` [default: the whole command]
    pub(crate) verb: Vec<String>,
}

/// Explain the expressions that select games
#[derive(Debug, Args)]
#[command(hide = true, override_help = kifu::select::HELP)]
pub(crate) struct SelectArgs;

/// Writes the manual page of a verb, if there is one.
pub(crate) fn man(args: &ManArgs, page: Option<Vec<u8>>) -> anyhow::Result<Outcome> {
    let page = page.ok_or_else(|| {
        let verb = args.verb.join(" ");
        Usage(format!("unknown verb `{}`", verb.escape_debug()))
    })?;
    write(&page)
}

/// Writes the syntax of expressions that select games.
pub(crate) fn select() -> anyhow::Result<Outcome> {
    write(kifu::select::HELP.as_bytes())
}

/// Writes a text to standard output.
pub(crate) fn write(bytes: &[u8]) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Outcome::default())
}
