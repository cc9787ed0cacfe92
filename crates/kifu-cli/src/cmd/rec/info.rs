//! `kifu rec info`: describe recordings.

use clap::Args;

use super::args::RecordingsArgs;
use super::each::ReportFormat;
use crate::recordings::contents::{to_json_line, to_text};

/// Show the length, number of events, chapters and media of recordings
#[derive(Debug, Args)]
pub(crate) struct RecInfoArgs {
    #[command(flatten)]
    pub(super) recordings: RecordingsArgs,
}

pub(crate) const INFO: ReportFormat = ReportFormat {
    text: |input, session, palette| Ok(to_text(input, session, palette)?),
    json: to_json_line,
};
