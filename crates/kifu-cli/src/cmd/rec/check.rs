//! `kifu rec check`: what is wrong with recordings.

use clap::Args;

use crate::args::checking::CheckArgs;
use crate::exit::Outcome;
use crate::findings::each_checked;
use crate::recordings::Session;

/// Find what is wrong with recordings, their SGF file and their bundle, and show where
#[derive(Debug, Args)]
pub(crate) struct RecCheckArgs {
    #[command(flatten)]
    pub(super) check: CheckArgs,
}

/// Reports the findings in recordings and in the files that they consist of.
pub(super) fn recordings(args: &CheckArgs) -> anyhow::Result<Outcome> {
    each_checked("rec check", args, |input, reports| {
        let session = Session::read(input)?;
        reports.add_session(&session)?;
        Ok(session.bytes)
    })
}
