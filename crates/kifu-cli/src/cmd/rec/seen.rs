//! What a viewer sees at a moment of a recording.

use kifu::core::{Color, Move};
use kifu::moment;
use kifu::position;
use kifu::replay::Replay;
use kifu::rgf::Stream;
use kifu::rules::Rules;
use kifu::sgf::{Document, TooLarge};
use kifu::timeline::View;
use serde::Serialize;

/// The comment of the node that is looked at, as text; empty if it has none.
pub(super) fn comment(main: &Document, stream: &Stream, view: View<'_>) -> String {
    match view.cursor() {
        None => main
            .node(stream.node)
            .text("C")
            .unwrap_or_default()
            .into_owned(),
        Some(node) => {
            let values = view.property(node, "C").into_iter().flatten();
            values
                .map(|value| kifu::sgf::text(value).into_owned())
                .collect()
        }
    }
}

/// The board of the node that is looked at.
pub(super) fn board(main: &Document, stream: &Stream, view: View<'_>) -> Result<Replay, TooLarge> {
    moment::board(main, stream, view, &Rules::LENIENT)
}

/// The board for programs.
#[derive(Serialize)]
pub(super) struct Position {
    /// In SGN.
    position: String,
    to_play: &'static str,
    move_number: u32,
    last_move: Option<Moved>,
    captures: Captures,
}

#[derive(Serialize)]
struct Moved {
    color: &'static str,
    /// As SGF names it; null for a pass.
    point: Option<String>,
}

#[derive(Serialize)]
struct Captures {
    black: u32,
    white: u32,
}

impl Position {
    pub(super) fn of(board: &Replay) -> Position {
        let letter = |color| if color == Color::Black { "B" } else { "W" };
        let point = |action: Move| {
            let point = action.point()?.to_sgf()?;
            Some(point.map(char::from).iter().collect())
        };
        Position {
            position: position::of(&board.position).to_string(),
            to_play: letter(board.position.to_play()),
            move_number: board.number,
            last_move: board.last.map(|(color, action)| Moved {
                color: letter(color),
                point: point(action),
            }),
            captures: Captures {
                black: board.prisoners.black,
                white: board.prisoners.white,
            },
        }
    }
}
