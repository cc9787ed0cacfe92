//! The frames of a game.

use std::ops::RangeInclusive;
use std::time::Duration;

use kifu_diagram::{Figure, View};
use kifu_figure::{Line, Options, ViewMode};

use crate::{Caption, Frame};

/// The times for which positions of a game are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pauses {
    /// The time after each move.
    pub moves: Duration,
    /// The minimum time for positions with a comment that is shown.
    pub comments: Duration,
    /// The minimum time for the last position.
    pub end: Duration,
}

impl Default for Pauses {
    /// Returns 0.6 seconds after each move, and 2 and 3 seconds for comments and the end.
    fn default() -> Pauses {
        Pauses {
            moves: Duration::from_millis(600),
            comments: Duration::from_secs(2),
            end: Duration::from_secs(3),
        }
    }
}

/// Returns the frames of some moves of a line: the position before the first of them, and the position after each node up to the last,
/// with its marks. Moves count from 1, as in [`Line::figure`]. With `comments`, the comments of the nodes are captions.
///
/// Nodes that change nothing in the picture have no frame. The result is empty if the line does not have the first move.
/// With [`ViewMode::Auto`], all frames show the same part of the board.
pub fn game<'l, 'd>(
    line: &'l Line<'d>,
    moves: RangeInclusive<u32>,
    options: &Options,
    pauses: Pauses,
    comments: bool,
) -> impl Iterator<Item = Frame> + use<'l, 'd> {
    let (from, to) = ((*moves.start()).max(1), *moves.end());
    let nodes_up_to = |number| line.clone().up_to(number).map(|line| line.nodes().len());
    let last = line.last_move();
    let end = match nodes_up_to(to) {
        Some(end) if to < last => end,
        _ => line.nodes().len(),
    };
    let start = nodes_up_to(from - 1).unwrap_or(end);
    // The position before the first move is that of the node before it.
    let start = if from > last.max(1) {
        end
    } else {
        start.saturating_sub(1)
    };
    let mut options = *options;
    if options.view == ViewMode::Auto {
        options.view = common_view(line, start..end, &options);
    }
    let figures = line.positions(&options).zip(line.nodes()).enumerate();
    let mut figures = figures
        .skip(start)
        .take(end.saturating_sub(start))
        .peekable();
    let mut before: Option<Frame> = None;
    let document = line.document();
    std::iter::from_fn(move || {
        loop {
            let (_, (figure, node)) = figures.next()?;
            let text = document.node(*node).text("C").filter(|_| comments);
            let text = text.filter(|text| !text.trim().is_empty());
            let mut frame = Frame {
                figure,
                pause: pauses.moves,
                caption: Caption::None,
            };
            if let Some(text) = text {
                frame.pause = frame.pause.max(pauses.comments);
                frame.caption = Caption::Pages(text.into_owned());
            }
            let is_last = figures.peek().is_none();
            if is_last {
                frame.pause = frame.pause.max(pauses.end);
            }
            let is_same = before.as_ref().is_some_and(|before| {
                before.figure == frame.figure && before.caption == frame.caption
            });
            if is_same && !is_last {
                continue;
            }
            before = Some(frame.clone());
            return Some(frame);
        }
    })
}

/// The smallest part of the board that contains the interesting parts of all positions.
fn common_view(line: &Line<'_>, nodes: std::ops::Range<usize>, options: &Options) -> ViewMode {
    let options = Options {
        view: ViewMode::Whole,
        ..*options
    };
    let figures = line.positions(&options).skip(nodes.start).take(nodes.len());
    let views = figures.map(|figure: Figure| figure.interesting(1));
    let view = views.reduce(|one: View, other| one.with(other.first()).with(other.last()));
    view.map_or(ViewMode::Whole, ViewMode::Part)
}
