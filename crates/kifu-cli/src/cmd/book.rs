//! `kifu book`: write problems and games as a book for print.

pub(crate) mod args;
#[cfg(feature = "book")]
mod fonts;
#[cfg(feature = "book")]
mod write;

use self::args::BookArgs;
use crate::exit::Outcome;

#[cfg(feature = "book")]
pub(crate) fn run(args: &BookArgs) -> anyhow::Result<Outcome> {
    write::run(args)
}

#[cfg(not(feature = "book"))]
pub(crate) fn run(_: &BookArgs) -> anyhow::Result<Outcome> {
    Err(crate::exit::without_book().into())
}
