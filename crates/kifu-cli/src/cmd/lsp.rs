//! `kifu lsp`: a language server for editors.

pub(crate) mod args;
#[cfg(feature = "lsp")]
mod server;

use self::args::LspArgs;
use crate::exit::Outcome;

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
