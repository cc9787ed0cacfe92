//! Nodes: what stands in the tree of a record, the same in both versions but for the
//! spelling.

use std::ops::{Deref, DerefMut};

use kifu_core::{Color, Move, Point};
use kifu_span::Span;
use kifu_tree::{Blank, Rare};

use crate::comment::Comment;
use crate::group::Group;
use crate::json::Value;
use crate::list::List;
use crate::object::{Cx, Object, object_impl};
use crate::play::{Play, is_pass};
use crate::point::{form_of, on_board};
use crate::raw::{Members, Raw};
use crate::spelling::Spelling;
use crate::style::Form;
use crate::tree::Shape;

/// A node: a move, a setup, comments, marks. All of it is optional.
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
    /// The move, `move` in JSON.
    pub play: Option<Play>,
    /// All else, read and changed as if it stood here. Most nodes have nothing but a move.
    pub more: Rare<Details>,
    /// How the node stood in its tree.
    pub shape: Shape,
}

/// What a node can have beside a move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Details {
    /// Whether the node calls itself the root; only version 1 has it. What counts is
    /// where the node stands.
    pub root: Option<bool>,
    /// The name of the node.
    pub name: Option<Box<str>>,
    /// Whether the node is part of the solution of a problem; see [`Node::is_solution`].
    pub solution: Option<bool>,
    /// Stones put and taken away: groups of the kinds `black`, `white` and `clear`.
    pub setup: List<Group>,
    /// Whose turn it is.
    pub turn: Option<Color>,
    /// Comments on the node.
    pub comments: List<Comment>,
    /// Marks: groups of the kinds `circle`, `triangle`, `square`, `mark`, `label`,
    /// `selected`, and any others.
    pub markup: List<Group>,
    /// Territory: groups of the kinds `black` and `white`.
    pub score: List<Group>,
    /// Members that the specification does not know, in their order.
    pub other: Members,
    /// How the node was spelled.
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
        setup: List<Group> = "setup",
        turn: Option<Color> = "turn",
        comments: List<Comment> = "comments",
        markup: List<Group> = "markup",
        score: List<Group> = "score",
        shape: Shape = "variations",
    }
    begin |node: &mut Node, value: Value<'_>, cx: &mut Cx<'_>| node.shape.form = find_form(value, cx);
}

impl Node {
    /// The number of the field `variations`.
    pub(crate) const VARIATIONS: usize = 9;

    /// The move of a node that holds nothing else, and neither is spelled nor stands in a way of
    /// its own, as most are.
    #[inline]
    pub(crate) fn only_play(&self) -> Option<&Play> {
        let alone = self.shape.is_usual() && self.more.is_unset();
        self.play.as_ref().filter(|_| alone)
    }

    /// Whether the node is part of a solution: ngGo's records say so inside of the move.
    pub fn is_solution(&self) -> bool {
        let play = self.play.as_ref().and_then(|play| play.solution);
        self.solution.or(play) == Some(true)
    }

    /// Whether this is no node of the record, but the place of something else: a variation
    /// without nodes (`[]`, the game may end here), a list of variations without any, a
    /// root that is not written since the record begins with variations, or a value that
    /// is no node. It stops being one as soon as something is put into it.
    pub fn is_placeholder(&self) -> bool {
        self.shape.stands_for_something_else() && self.is_blank()
    }

    /// What stands in the place of the node, if that is a value that is no node.
    pub fn stray_value(&self) -> Option<&Raw> {
        self.spelling.odd().filter(|_| self.is_placeholder())
    }

    /// The value of a member as it was read, where that is not how it is written: a move
    /// of an unknown colour, a point with coordinates in quotation marks …
    pub fn as_read(&self, name: &str) -> Option<&Raw> {
        self.spelling.raw(name)
    }
}

/// A node as most of version 2 are written, `{"move":{"color":"black","x":15,"y":3}}` and not a
/// byte else, as it would be read member by member.
pub(crate) fn read_plain(value: Value<'_>, cx: &mut Cx<'_>) -> Option<Node> {
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
    cx.met.form(Form::Objects);
    cx.style.form = Form::Objects;
    let mut node = Node {
        play: Some(Play::new(color, Move::Play(at))),
        ..Node::default()
    };
    node.shape.form = Form::Objects;
    Some(node)
}

/// The form in which a node is spelled, as far as it shows, else as the nodes before it.
pub(crate) fn find_form(value: Value<'_>, cx: &mut Cx<'_>) -> Form {
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
            cx.met.form(form);
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
