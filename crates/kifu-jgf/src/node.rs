//! Nodes: the elements of a tree, the same in both versions except for their spelling.

use std::ops::{Deref, DerefMut};

use kifu_core::{Color, Move, Point};
use kifu_span::Span;
use kifu_tree::{Blank, Rare};

use crate::comment::Comment;
use crate::group::PointGroup;
use crate::json::Value;
use crate::list::List;
use crate::object::{Object, ReadContext, object_impl};
use crate::play::{Play, is_pass};
use crate::point::{form_of, on_board};
use crate::raw::{Members, RawJson};
use crate::spelling::Spelling;
use crate::style::Form;
use crate::tree::Shape;

/// A node: a move, a setup, comments, marks. All members are optional.
///
/// ```
/// use kifu_core::{Color, Move, Point};
/// use kifu_jgf::{Comment, Node, Play};
///
/// let mut node = Node {
///     play: Some(Play::new(Color::Black, Move::Play(Point::new(15, 3)))),
///     ..Node::default()
/// };
/// assert!(node.comments.is_empty());
/// node.comments.push(Comment::from("The first corner."));
/// assert_eq!(node.play.unwrap().color, Color::Black);
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Node {
    /// The move; `move` in JSON.
    pub play: Option<Play>,
    /// All other members, accessible as if they were fields of the node. Most nodes have only a move.
    pub more: Rare<Details>,
    /// The place of the node in the tree of its file.
    pub shape: Shape,
}

/// The members of a node other than the move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Details {
    /// Whether the node is marked as the root; only version 1 has it. The actual root is the first node of the
    /// tree.
    pub root: Option<bool>,
    /// The name of the node.
    pub name: Option<Box<str>>,
    /// Whether the node is part of the solution of a problem; see also [`Node::is_solution`].
    pub solution: Option<bool>,
    /// Stones that are added and removed: groups of the kinds `black`, `white` and `clear`.
    pub setup: List<PointGroup>,
    /// The side whose turn it is.
    pub turn: Option<Color>,
    /// Comments on the node.
    pub comments: List<Comment>,
    /// Marks: groups of the kinds `circle`, `triangle`, `square`, `mark`, `label`,
    /// `selected`, and any others.
    pub markup: List<PointGroup>,
    /// Territory: groups of the kinds `black` and `white`.
    pub score: List<PointGroup>,
    /// Members that the specification does not define, in the order of the file.
    pub other: Members,
    /// The spelling of the node in its file.
    pub spelling: Spelling,
}

impl Blank for Details {
    fn blank() -> &'static Details {
        const {
            &Details {
                root: None,
                name: None,
                solution: None,
                setup: List::new(),
                turn: None,
                comments: List::new(),
                markup: List::new(),
                score: List::new(),
                other: Members::new(),
                spelling: Spelling::new(),
            }
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

object_impl! {
    Node {
        root: Option<bool> = "root",
        name: Option<Box<str>> = "name",
        solution: Option<bool> = "solution",
        play: Option<Play> = "move",
        setup: List<PointGroup> = "setup",
        turn: Option<Color> = "turn",
        comments: List<Comment> = "comments",
        markup: List<PointGroup> = "markup",
        score: List<PointGroup> = "score",
        shape: Shape = "variations",
    }
    begin |node: &mut Node, value: Value<'_>, cx: &mut ReadContext<'_>| node.shape.form = find_form(value, cx);
}

impl Node {
    /// The index of the field `variations`.
    pub(crate) const VARIATIONS: usize = 9;

    /// The move of a node that has nothing else, and whose spelling and shape are the default ones. This is
    /// the case for most nodes.
    #[inline]
    pub(crate) fn only_play(&self) -> Option<&Play> {
        let alone = self.shape.is_default() && self.more.is_unset();
        self.play.as_ref().filter(|_| alone)
    }

    /// Whether the node is part of a solution. Records of ngGo mark the solution in the move.
    pub fn is_solution(&self) -> bool {
        let play = self.play.as_ref().and_then(|play| play.solution);
        self.solution.or(play) == Some(true)
    }

    /// Whether this is not a node of the record but a placeholder: for a variation without nodes (`[]`, the
    /// game may end here), for an empty list of variations, for a root that is not written because the record
    /// begins with variations, or for a value that is not a node. A placeholder becomes a node when it is given
    /// content.
    pub fn is_placeholder(&self) -> bool {
        self.shape.is_placeholder() && self.is_blank()
    }

    /// The value at the place of the node, if it is not a node.
    pub fn stray_value(&self) -> Option<&RawJson> {
        self.spelling.verbatim().filter(|_| self.is_placeholder())
    }

    /// The value of a member as it was read, if it is written differently: a move of an unknown colour, a point
    /// with coordinates in quotation marks …
    pub fn as_read(&self, name: &str) -> Option<&RawJson> {
        self.spelling.raw(name)
    }
}

/// Reads a node in the most common form of version 2, exactly `{"move":{"color":"black","x":15,"y":3}}`, with
/// the same result as reading it member by member.
pub(crate) fn read_plain(value: Value<'_>, cx: &mut ReadContext<'_>) -> Option<Node> {
    let coordinate = |digits: &str| {
        let is_usual = !digits.starts_with(['+', '0']) || digits == "0";
        digits.parse::<u8>().ok().filter(|_| is_usual)
    };
    let rest = value.source().strip_prefix(r#"{"move":{"color":""#)?;
    let (color, rest) = match rest.strip_prefix(r#"black","x":"#) {
        Some(rest) => (Color::Black, rest),
        None => (Color::White, rest.strip_prefix(r#"white","x":"#)?),
    };
    let (x, rest) = rest.split_once(',')?;
    let y = rest.strip_prefix(r#""y":"#)?.strip_suffix("}}")?;
    let at = Point::new(coordinate(x)?, coordinate(y)?);
    let Span { start, end } = value.span();
    on_board(
        at,
        Span::new(start + r#"{"move":"#.len() as u32, end - 1),
        cx,
    );
    cx.evidence.form(Form::Objects);
    cx.style.form = Form::Objects;
    let mut node = Node {
        play: Some(Play::new(color, Move::Play(at))),
        ..Node::default()
    };
    node.shape.form = Form::Objects;
    Some(node)
}

/// Determines the form of a node from its members, or else from the nodes before it.
pub(crate) fn find_form(value: Value<'_>, cx: &mut ReadContext<'_>) -> Form {
    let mut spelled = false;
    for (key, member) in value.members() {
        let form = match &*key {
            "move" => {
                spelled = true;
                form_of_move(member)
            }
            "setup" | "markup" | "score" if member.is_array() => Form::Objects,
            "setup" | "markup" | "score" => form_of_lists(member),
            "turn" => {
                spelled = true;
                Form::Auto
            }
            _ => Form::Auto,
        };
        if form != Form::Auto {
            cx.evidence.form(form);
            cx.style.form = form;
            return form;
        }
    }
    if spelled { cx.style.form } else { Form::Auto }
}

fn form_of_move(value: Value<'_>) -> Form {
    let mut found = Form::Auto;
    for (key, member) in value.members() {
        if key == "color" {
            return Form::Objects;
        }
        if found == Form::Auto && key.parse::<Color>().is_ok() && !is_pass(member) {
            found = form_of(member);
        }
    }
    found
}

fn form_of_lists(value: Value<'_>) -> Form {
    let points = value.members().flat_map(|(_, points)| points.elements());
    points
        .map(form_of)
        .find(|form| *form != Form::Auto)
        .unwrap_or_default()
}
