//! `kifu rec info`: describe recordings.

use clap::Args;

use super::args::RecordingsArgs;
use super::each::ReportFormat;
use crate::recordings::contents::{for_people, for_programs};

/// Show the length, number of events, chapters and media of recordings
#[derive(Debug, Args)]
pub(crate) struct RecInfoArgs {
    #[command(flatten)]
    pub(super) recordings: RecordingsArgs,
}

pub(crate) const INFO: ReportFormat = ReportFormat {
    text: |input, session, palette| Ok(for_people(input, session, palette)?),
    json: for_programs,
};
