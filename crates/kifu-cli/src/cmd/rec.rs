//! `kifu rec`: recordings of games and lectures. A verb is a module.

mod info;
pub(crate) mod source;

use crate::args::{RecArgs, RecVerb};
use crate::exit::Outcome;

pub(crate) fn run(args: &RecArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        RecVerb::Info(args) => info::run(args),
    }
}
