//! `kifu git`: compare and merge records in git.

pub(crate) mod args;
#[cfg(feature = "git")]
mod attributes;
#[cfg(feature = "git")]
mod diff_text;
#[cfg(feature = "git")]
mod install;
#[cfg(feature = "git")]
mod merge_file;
#[cfg(feature = "git")]
mod repository;

use self::args::GitArgs;
use crate::exit::Outcome;

#[cfg(feature = "git")]
pub(crate) fn run(args: &GitArgs) -> anyhow::Result<Outcome> {
    use self::args::GitVerb;

    match &args.verb {
        GitVerb::Install(args) => install::install(args),
        GitVerb::Uninstall(args) => install::uninstall(args),
        GitVerb::DiffText(args) => diff_text::run(args),
        GitVerb::MergeFile(args) => merge_file::run(args),
    }
}

#[cfg(not(feature = "git"))]
pub(crate) fn run(_: &GitArgs) -> anyhow::Result<Outcome> {
    Err(crate::exit::without_git().into())
}
