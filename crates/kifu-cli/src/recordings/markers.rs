//! The chapters of a recording, for JSON.

use serde::Serialize;

use crate::json::Seconds;
use crate::recordings::Track;

/// The start of a chapter.
#[derive(Serialize)]
pub(crate) struct Marker<'a> {
    time: Seconds,
    event: usize,
    place: Option<String>,
    label: &'a str,
}

/// Returns the chapters of a recording.
pub(crate) fn of(track: &Track) -> Vec<Marker<'_>> {
    let timeline = track.timeline();
    let places = timeline.places();
    let markers = timeline.markers().map(|marker| Marker {
        time: Seconds(marker.time),
        event: marker.rank,
        place: places.of(marker.node).map(|place| place.to_string()),
        label: marker.label,
    });
    markers.collect()
}
