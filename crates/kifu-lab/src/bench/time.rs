//! Measures random moments in a recording of a million events.

#[path = "../../../kifu-timeline/benches/shared/lecture.rs"]
mod lecture;

use kifu_timeline::NodeId;

use self::lecture::{lecture, moments};
use super::table::{Of, Requirement, Table};

pub(super) fn measure(table: &mut Table) {
    let timeline = lecture().build().0;
    let times = moments(&timeline);
    table.measure(
        "moments of a million events",
        Of::Items(times.len(), "moments"),
        &[Requirement::Rate(1e6)],
        || {
            let look = |time| timeline.at(time).cursor().map_or(0, NodeId::index);
            times.iter().copied().map(look).sum::<usize>()
        },
    );
}
