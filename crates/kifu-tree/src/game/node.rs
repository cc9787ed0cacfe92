use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use kifu_core::{Action, Color, Move, Point};

use super::Carried;
use crate::{Blank, Rare};

/// A node of a game: a move and further data. The [`Details`] are accessible as if they were fields
/// of the node.
///
/// Most nodes of a record contain only a move, so the details take only 8 bytes until they are
/// first changed.
///
/// ```
/// use kifu_tree::game::{Comment, Details, Node};
///
/// let mut node = Node::default();
/// assert!(node.comments.is_empty());
/// node.comments.push(Comment::from("a comment"));
/// let same = Node {
///     details: Details { comments: vec!["a comment".into()], ..Details::default() }.into(),
///     ..Node::default()
/// };
/// assert_eq!(node, same);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// The move: its player, and a point or a pass.
    pub play: Option<(Color, Move)>,
    /// The clock of the player who moved.
    pub clock: Rare<Clock>,
    /// Whether this node represents a variation without nodes; such a node has no content.
    pub is_empty_variation: bool,
    /// All other data.
    pub details: Rare<Details>,
}

/// The data of a node in addition to its move and clock.
///
/// Points are grouped by kind, each kind at most once, in the order of the record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Details {
    /// Stones that are added to the board or removed from it.
    pub setup: Vec<Stones>,
    /// The player to move after the setup.
    pub to_play: Option<Color>,
    /// The name of the node.
    pub name: Option<String>,
    /// Comments.
    pub comments: Vec<Comment>,
    /// Marked points.
    pub marks: Vec<Marks>,
    /// Points with text labels.
    pub labels: Vec<Label>,
    /// Points that are marked as territory.
    pub territory: Vec<Territory>,
    /// Whether this node is a solution of the problem.
    pub solution: bool,
    /// Format-specific data about the node that the other fields cannot express.
    pub carried: Vec<Carried>,
}

impl Blank for Details {
    fn blank() -> &'static Details {
        const {
            &Details {
                setup: Vec::new(),
                to_play: None,
                name: None,
                comments: Vec::new(),
                marks: Vec::new(),
                labels: Vec::new(),
                territory: Vec::new(),
                solution: false,
                carried: Vec::new(),
            }
        }
    }
}

impl Blank for Clock {
    fn blank() -> &'static Clock {
        &Clock {
            time_left: None,
            periods_left: None,
        }
    }
}

impl Deref for Node {
    type Target = Details;

    #[inline]
    fn deref(&self) -> &Details {
        &self.details
    }
}

impl DerefMut for Node {
    #[inline]
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.details
    }
}

impl Node {
    /// Returns the move if the node contains nothing else and has no clock. Also returns `None` if
    /// the [`Details`] were borrowed mutably, even if they are empty.
    #[inline]
    pub fn only_move(&self) -> Option<(Color, Move)> {
        let alone = self.clock.is_unset() && !self.is_empty_variation && self.details.is_unset();
        self.play.filter(|_| alone)
    }

    /// Returns the actions of the node in the order in which they apply to the board: setup, the
    /// player to move, the move.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let setup = self.setup.iter().flat_map(|group| {
            let stone = group.stone;
            group
                .points
                .iter()
                .map(move |point| Action::Put(*point, stone))
        });
        setup
            .chain(self.to_play.map(Action::ToPlay))
            .chain(self.play.map(|(color, to)| Action::Play(color, to)))
    }

    /// Returns the comments as one text, separated by blank lines and with author and time where
    /// known (`Sato (2014-12-11): why here?`). `None` if there are none.
    pub fn joined_comment(&self) -> Option<Cow<'_, str>> {
        match self.comments.as_slice() {
            [] => None,
            [only] => Some(only.with_author()),
            several => {
                let texts: Vec<_> = several.iter().map(Comment::with_author).collect();
                Some(texts.join("\n\n").into())
            }
        }
    }
}

/// The clock of a player after a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clock {
    /// The time left in seconds.
    pub time_left: Option<f64>,
    /// The number of overtime periods left, or of moves left in the current period.
    pub periods_left: Option<u32>,
}

/// Points that are set up in the same way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    /// The stone to put on each point; `None` removes the stone.
    pub stone: Option<Color>,
    /// The points that are set up.
    pub points: Vec<Point>,
}

/// A comment on a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment {
    /// The text of the comment, with lines separated by LF.
    pub text: String,
    /// The author of the comment.
    pub author: Option<String>,
    /// The time of the comment, as written in the record.
    pub time: Option<String>,
}

impl Comment {
    fn with_author(&self) -> Cow<'_, str> {
        let text = self.text.as_str();
        match (&self.author, &self.time) {
            (None, None) => text.into(),
            (Some(author), None) => alloc::format!("{author}: {text}").into(),
            (author, Some(time)) => {
                let author = author.as_deref().unwrap_or_default();
                let blank = if author.is_empty() { "" } else { " " };
                alloc::format!("{author}{blank}({time}): {text}").into()
            }
        }
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Comment {
        Comment::from(String::from(text))
    }
}

impl From<String> for Comment {
    fn from(text: String) -> Comment {
        Comment {
            text,
            author: None,
            time: None,
        }
    }
}

/// Points with the same kind of mark.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marks {
    /// The kind of mark.
    pub kind: MarkKind,
    /// The marked points.
    pub points: Vec<Point>,
}

/// A way to mark a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// A circle.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// A selection, which programs show in their own way.
    Selected,
    /// A mark that only some programs support, by name, such as `happy`.
    Other(String),
}

/// A text label on a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The labelled point.
    pub point: Point,
    /// The text of the label.
    pub text: String,
}

/// The territory of one player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Territory {
    /// The owner of the points.
    pub color: Color,
    /// The points of the territory.
    pub points: Vec<Point>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_joined_with_their_authors() {
        let comment = |author: &str, time: &str| Comment {
            text: "hi".into(),
            author: (!author.is_empty()).then(|| author.into()),
            time: (!time.is_empty()).then(|| time.into()),
        };
        let node = |comments: &[Comment]| Node {
            details: Details {
                comments: comments.into(),
                ..Details::default()
            }
            .into(),
            ..Node::default()
        };
        assert_eq!(node(&[]).joined_comment(), None);
        let all = [
            comment("", ""),
            comment("A", ""),
            comment("", "1"),
            comment("A", "1"),
        ];
        assert_eq!(
            node(&all).joined_comment().unwrap(),
            "hi\n\nA: hi\n\n(1): hi\n\nA (1): hi"
        );
    }
}
