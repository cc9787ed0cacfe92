//! `kifu rec info`: what recordings hold.

use clap::Args;

use super::args::RecordingsArgs;
use super::each::Report;
use crate::recordings::contents::{for_people, for_programs};

/// Show what recordings hold: how long they are, how much happens, chapters, media
#[derive(Debug, Args)]
pub(crate) struct RecInfoArgs {
    #[command(flatten)]
    pub(super) recordings: RecordingsArgs,
}

pub(crate) const INFO: Report = Report {
    people: |input, session, palette| Ok(for_people(input, session, palette)?),
    programs: for_programs,
};
