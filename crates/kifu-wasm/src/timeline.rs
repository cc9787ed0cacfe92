//! Recordings in RGF: game trees over time.

use kifu::rgf::{self, Settings};
use kifu::sgf::GameContext;
use kifu::timeline::{Time, Timeline, View};
use wasm_bindgen::prelude::*;

use crate::data::{error, too_large};
use crate::document::RawDocument;

/// A recording in RGF.
#[wasm_bindgen]
pub struct RawTimeline {
    timeline: Timeline,
}

/// Reads a recording.
#[wasm_bindgen(js_name = readTimeline)]
pub fn read_timeline(source: Vec<u8>) -> Result<RawTimeline, JsValue> {
    let recording = rgf::Recording::parse(source).map_err(too_large)?;
    let document = recording.document();
    let root = document.roots().next();
    let context = root.map(|root| GameContext::of(document.node(root)));
    let timeline = recording.timeline(&Settings {
        context: context.unwrap_or_default(),
        duration: None,
    });
    Ok(RawTimeline { timeline })
}

#[wasm_bindgen]
impl RawTimeline {
    /// The length of the recording in seconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        seconds(self.timeline.duration())
    }

    /// The times in seconds at which something happens, in order, each once.
    pub fn times(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.timeline.times().map(seconds).collect();
        times.dedup();
        times
    }

    /// The game tree at a time in seconds, after everything that happens then.
    pub fn at(&self, time: f64) -> Result<RawDocument, JsValue> {
        let view = self.view(time)?;
        kifu::sgf::Document::parse(view.to_sgf())
            .map(RawDocument::of_sgf)
            .map_err(too_large)
    }

    /// The node of `at(time)` that is shown at a time, or -1.
    pub fn cursor(&self, time: f64) -> Result<i32, JsValue> {
        let view = self.view(time)?;
        let Some(cursor) = view.cursor() else {
            return Ok(-1);
        };
        let mut open: Vec<_> = view.roots().collect();
        open.reverse();
        let mut number = 0;
        while let Some(id) = open.pop() {
            if id == cursor {
                return Ok(number);
            }
            number += 1;
            let at = open.len();
            open.extend(view.children(id));
            open[at..].reverse();
        }
        Ok(-1)
    }
}

impl RawTimeline {
    fn view(&self, time: f64) -> Result<View<'_>, JsValue> {
        if !time.is_finite() {
            return Err(error("time", "the time is not a number of seconds"));
        }
        let time = Time::from_nanos((time * 1e9).round() as i64);
        Ok(self.timeline.at(time))
    }
}

fn seconds(time: Time) -> f64 {
    time.nanos() as f64 / 1e9
}
