//! The heading of a game for people: its players, result, event and date.

use kifu::info::{GameInfo, GameSummary};
use kifu::sgf::{Document, NodeId};

use crate::prose::one_line;

/// The heading of a game: two lines of text above it.
pub(crate) struct Heading {
    /// The players and the result, such as `Ken 5d (Black) – Mia (White), B+3.5`; empty if the game has none.
    pub(crate) players: String,
    /// The name of the game, the event, the round and the date; empty if the game has none.
    pub(crate) event: String,
}

impl Heading {
    pub(crate) fn of(document: &Document, root: NodeId) -> Heading {
        let node = document.node(root);
        let summary = GameSummary::of(node, &GameInfo::of(document, root));
        let players = match (&summary.black, &summary.white) {
            (None, None) => None,
            (black, white) => {
                let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
                Some(format!("{} (Black) – {} (White)", name(black), name(white)))
            }
        };
        let result = summary.result.map(|result| format!("result {result}"));
        let text = |ident| node.simple_text(ident).map(|text| text.trim().to_owned());
        let event = ["GN", "EV", "RO"]
            .map(text)
            .into_iter()
            .flatten()
            .chain(summary.date);
        let event: Vec<String> = event.filter(|text| !text.is_empty()).collect();
        let players: Vec<String> = players.into_iter().chain(result).collect();
        Heading {
            players: one_line(&players.join(", ")),
            event: one_line(&event.join(", ")),
        }
    }
}
