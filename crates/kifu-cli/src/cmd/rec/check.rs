//! `kifu rec check`: find errors in recordings.

use clap::Args;

use crate::args::checking::CheckArgs;
use crate::exit::Outcome;
use crate::findings::each_checked;
use crate::recordings;

/// Find errors in recordings, their SGF files and bundles, and show where they are
#[derive(Debug, Args)]
pub(crate) struct RecCheckArgs {
    #[command(flatten)]
    pub(super) check: CheckArgs,
}

/// Reports the findings in recordings and in their files.
pub(super) fn recordings(args: &CheckArgs) -> anyhow::Result<Outcome> {
    each_checked("rec check", args, |input, reports| {
        let session = recordings::read(input)?;
        reports.add_session(&session)?;
        Ok(session.bytes_read())
    })
}
