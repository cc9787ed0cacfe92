use alloc::string::{String, ToString};

use kifu_core::{Color, Move, Points, Size, Western};
use kifu_span::{Code, Span};

use crate::codes;

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The span of the line, without its line break.
    pub span: Span,
    /// The meaning of the line.
    pub content: LineContent,
}

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineContent {
    /// The size of the board.
    Size(Size),
    /// A player's name.
    Player(Color, String),
    /// The komi.
    Komi(Points),
    /// A node, with its move if it has one.
    Node(Option<(Color, Move)>),
    /// A comment on the node.
    Comment(String),
    /// Nothing: an empty line, a remark, or a line with a finding.
    Nothing,
}

/// Whether a line starts a node, valid or not, so that the size of the board can no longer change.
pub(crate) fn is_of_nodes(text: &str) -> bool {
    matches!(text.split(' ').next(), Some("B" | "W" | "-"))
}

/// Reads a line for a board of this size, which can change only before the first node.
pub(crate) fn read(text: &str, size: Size, in_nodes: bool) -> Result<LineContent, &'static Code> {
    let (word, value) = text.split_once(' ').unwrap_or((text, ""));
    let content =
        match word {
            "size" if in_nodes => None,
            "size" => read_size(value.trim()).map(LineContent::Size),
            "black" => Some(LineContent::Player(Color::Black, value.trim().to_string())),
            "white" => Some(LineContent::Player(Color::White, value.trim().to_string())),
            "komi" => value.trim().parse().ok().map(LineContent::Komi),
            "B" => read_move(value.trim(), size)
                .map(|play| LineContent::Node(Some((Color::Black, play)))),
            "W" => read_move(value.trim(), size)
                .map(|play| LineContent::Node(Some((Color::White, play)))),
            "-" if value.trim().is_empty() => Some(LineContent::Node(None)),
            "C" => Some(LineContent::Comment(value.to_string())),
            _ if text.trim().is_empty() || text.starts_with('#') => Some(LineContent::Nothing),
            _ => return Err(&codes::UNKNOWN_LINE),
        };
    content.ok_or(&codes::BAD_VALUE)
}

/// Parses a size such as `19` or `13:9`.
fn read_size(text: &str) -> Option<Size> {
    let (cols, rows) = text.split_once(':').unwrap_or((text, text));
    Size::new(cols.parse().ok()?, rows.parse().ok()?).ok()
}

fn read_move(text: &str, size: Size) -> Option<Move> {
    match text {
        "pass" => Some(Move::Pass),
        _ => Western::parse(text, size).ok().map(Move::Play),
    }
}
