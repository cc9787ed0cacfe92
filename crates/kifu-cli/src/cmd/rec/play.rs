//! `kifu rec play`.
use crate::args::RecPlayArgs;
use crate::exit::Outcome;
pub(crate) fn run(_: &RecPlayArgs) -> anyhow::Result<Outcome> {
    Ok(Outcome::default())
}
