//! The options of `kifu lsp`.

use clap::Args;
use kifu::span::ExplainedCode;

use crate::args::checking::Level;
use crate::args::judging::JudgingArgs;
use crate::args::values::code;

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
    pub(crate) judging: JudgingArgs,

    /// Ignore findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    pub(crate) allow: Vec<&'static ExplainedCode>,

    /// Show only findings of at least this level
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub(crate) level: Level,

    /// Use standard input and output, which is the default
    #[arg(long, hide = true)]
    stdio: bool,
}
