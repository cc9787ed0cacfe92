//! `kifu lsp`: a language server for editors.

#[cfg(feature = "lsp")]
mod server;

use clap::Args;
use kifu::span::ExplainedCode;

use crate::args::checking::Level;
use crate::args::judging::JudgingArgs;
use crate::args::values::code;
use crate::exit::Outcome;

/// Check and complete records in an editor, as a language server
///
/// Editors start this command and exchange messages of the Language Server Protocol with it, on
/// standard input and output. It shows findings and their repairs, boards, outlines and completion
/// of properties, renames players, and formats. The page "Editors" of the guide has the
/// configuration of Helix, Neovim, Emacs and Visual Studio Code.
///
/// The options apply until the editor sends its own settings.
#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    #[command(flatten)]
    judging: JudgingArgs,

    /// Ignore findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    allow: Vec<&'static ExplainedCode>,

    /// Show only findings of at least this level
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    level: Level,

    /// Use standard input and output, which is the default
    #[arg(long, hide = true)]
    stdio: bool,
}

#[cfg(feature = "lsp")]
pub(crate) fn run(args: &LspArgs) -> anyhow::Result<Outcome> {
    server::run(args)
}

#[cfg(not(feature = "lsp"))]
pub(crate) fn run(_: &LspArgs) -> anyhow::Result<Outcome> {
    let why = "this build of kifu has no language server; build one with \
               `cargo install --path crates/kifu-cli --features lsp`";
    Err(crate::exit::Usage(why.to_owned()).into())
}
