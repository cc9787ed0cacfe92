use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use kifu_core::{Action, Color, Move, Point};

use super::Carried;
use crate::{Blank, Rare};

/// A node of a game: a move, and whatever else there is, read and changed as if its
/// [`Details`] were fields of the node.
///
/// Most nodes of a record are moves and nothing else, so the rest takes 8 bytes until there
/// is some.
///
/// ```
/// use kifu_tree::game::{Comment, Details, Node};
///
/// let mut node = Node::default();
/// assert!(node.comments.is_empty());
/// node.comments.push(Comment::from("a comment"));
/// let same = Node {
///     more: Details { comments: vec!["a comment".into()], ..Details::default() }.into(),
///     ..Node::default()
/// };
/// assert_eq!(node, same);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// The move.
    pub play: Option<(Color, Move)>,
    /// The clock of whoever moved.
    pub clock: Rare<Clock>,
    /// Stands for a variation without a node, and says nothing.
    pub is_empty_variation: bool,
    /// All else.
    pub more: Rare<Details>,
}

/// What a node can have beside a move.
///
/// Lists are kept in groups, each kind once, in the order in which the record has them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Details {
    /// Stones that are put on the board, or taken off.
    pub setup: Vec<Stones>,
    /// Whose turn it is after that.
    pub to_play: Option<Color>,
    /// The node's name.
    pub name: Option<String>,
    /// Comments.
    pub comments: Vec<Comment>,
    /// Marked points.
    pub marks: Vec<Marks>,
    /// Points with a text on them.
    pub labels: Vec<Label>,
    /// Points that somebody owns.
    pub territory: Vec<Territory>,
    /// Whether this solves the problem.
    pub solution: bool,
    /// What formats say of the node that has no place above.
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
        &self.more
    }
}

impl DerefMut for Node {
    #[inline]
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.more
    }
}

impl Node {
    /// A node that holds a move and nothing else, without a clock. `None` too of one whose [`Details`] were
    /// borrowed to be changed, even if they are empty now.
    #[inline]
    pub fn only_move(&self) -> Option<(Color, Move)> {
        let alone = self.clock.is_unset() && !self.is_empty_variation && self.more.is_unset();
        self.play.filter(|_| alone)
    }

    /// What the node does to the board, in the order in which it is to be done: setup, whose
    /// turn it is, the move.
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

    /// The comments as one text, a blank line between each two: `Sato (2014-12-11): why here?`
    /// where author and time are known. `None` if there are none.
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

/// A clock after a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clock {
    /// Seconds left.
    pub time_left: Option<f64>,
    /// Periods, or moves of the current period, left.
    pub periods_left: Option<u32>,
}

/// Points that are set up in one way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    /// The stone on each of them; `None` clears it.
    pub stone: Option<Color>,
    /// Where.
    pub points: Vec<Point>,
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment {
    /// What it says, lines separated by LF.
    pub text: String,
    /// Who says it.
    pub author: Option<String>,
    /// When, in the record's own words.
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

/// Points that are marked in one way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marks {
    /// How.
    pub kind: MarkKind,
    /// Where.
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
    /// The point is selected, shown in a way of its own.
    Selected,
    /// One that only some programs have, by name: `happy`.
    Other(String),
}

/// A text on a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// Where.
    pub point: Point,
    /// What.
    pub text: String,
}

/// Points of one owner.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Territory {
    /// Whose.
    pub color: Color,
    /// Where.
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
            more: Details {
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
