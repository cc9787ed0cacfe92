//! Inputs that would be written to the same file.

use std::ffi::OsString;
use std::path::Path;

use kifu_files::Sources;
use kifu_files::places::Places;

use crate::exit::Usage;
use crate::printable::{InputName, file_name};

/// Refuses a run in which two files would get the same path. `named` returns the new name of a file.
pub(crate) fn refuse_collisions(
    places: &Places,
    sources: &Sources,
    named: impl Fn(&Path) -> OsString,
) -> Result<(), Usage> {
    places.check_collisions(sources, named).map_err(|found| {
        let (one, other) = (found.first.shown(), found.second.shown());
        let place = file_name(&found.path);
        Usage(if one == other {
            format!("{one} is given twice and would be written to {place} twice")
        } else {
            format!(
                "{one} and {other} would both be written to {place}; run the command for each of \
                 them separately"
            )
        })
    })
}
