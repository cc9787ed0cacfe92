//! The values of KataGo in JSON, which KaTrain stores too.

use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Color, Size};
use serde::Deserialize;

use crate::{Analysis, Candidate, gtp_move, lead_of, rate, rate_of};

/// The values of a position, or of the position after a move. Other members are not read.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub(crate) struct Info {
    #[serde(default, rename = "move")]
    action: String,
    pub(crate) order: Option<u32>,
    winrate: Option<f64>,
    #[serde(rename = "scoreLead")]
    lead: Option<f64>,
    #[serde(rename = "scoreStdev")]
    deviation: Option<f64>,
    visits: Option<u64>,
    prior: Option<f64>,
    #[serde(default)]
    pv: Vec<String>,
    #[serde(rename = "currentPlayer")]
    current_player: Option<String>,
}

impl Info {
    /// The player to move, which newer versions of KataGo state.
    pub(crate) fn to_move(&self) -> Option<Color> {
        match self.current_player.as_deref() {
            Some("B" | "b") => Some(Color::Black),
            Some("W" | "w") => Some(Color::White),
            _ => None,
        }
    }

    /// Replaces the values of an analysis by these, which are from the point of view of this player.
    pub(crate) fn put(&self, view: Color, analysis: &mut Analysis) {
        analysis.win_rate = self.winrate.and_then(|value| rate_of(view, value));
        analysis.lead = self.lead.map(|lead| lead_of(view, lead));
        analysis.deviation = self.deviation;
        analysis.visits = self.visits;
    }

    /// Returns these values as those of a move. `name` is the move if the values do not have it.
    pub(crate) fn candidate(
        &self,
        name: Option<&str>,
        view: Color,
        size: Size,
    ) -> Option<Candidate> {
        let variation = self.pv.iter().map_while(|name| gtp_move(name, size));
        Some(Candidate {
            action: gtp_move(name.unwrap_or(&self.action), size)?,
            win_rate: self.winrate.and_then(|value| rate_of(view, value)),
            lead: self.lead.map(|lead| lead_of(view, lead)),
            visits: self.visits,
            prior: self.prior.and_then(rate),
            variation: variation.collect(),
        })
    }
}
