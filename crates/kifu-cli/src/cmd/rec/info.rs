//! `kifu rec info`: what recordings hold.

use super::Report;
use crate::recordings::contents::{for_people, for_programs};

pub(crate) const INFO: Report = Report {
    people: |input, session, palette| Ok(for_people(input, session, palette)?),
    programs: for_programs,
};
