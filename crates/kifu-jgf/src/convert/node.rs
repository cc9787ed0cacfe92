//! Converts nodes between JGF and the nodes of a [`Game`](kifu_tree::game::Game).

use kifu_core::{Color, Move, Point, Size};
use kifu_tree::game;
use kifu_tree::game::{Details, Label, MarkKind, Marks, Stones, Territory};

use super::Target;
use crate::point::Mark;
use crate::tree::Shape;
use crate::{Clock, Comment, Play, PointGroup, SignedComment};
use crate::{Node, Number};

const MARKS: [(&str, MarkKind); 5] = [
    ("circle", MarkKind::Circle),
    ("triangle", MarkKind::Triangle),
    ("square", MarkKind::Square),
    ("mark", MarkKind::Cross),
    ("selected", MarkKind::Selected),
];

const LABEL: &str = "label";

/// Converts a node, as far as the nodes of a game can express it.
pub(super) fn read(node: &Node, size: Size) -> game::Node {
    let mut read = game::Node {
        is_empty_variation: node.is_placeholder() && node.shape.is_without_nodes(),
        ..game::Node::default()
    };
    if let Some(play) = &node.play {
        let on_board = play.at.point().is_none_or(|point| size.contains(point));
        read.play = on_board.then_some((play.color, play.at));
        if let Some(clock) = play.clock.as_ref().filter(|_| on_board) {
            let seconds = clock.time_left.as_ref().map(Number::to_f64);
            read.clock.time_left = seconds.filter(|seconds| seconds.is_finite());
            read.clock.periods_left = clock.periods_left.as_ref().and_then(Number::to_u32);
        }
    }
    if node.more.is_unset() && !node.is_solution() {
        return read;
    }
    let details = details(node, size);
    if details != Details::default() {
        read.details = details.into();
    }
    read
}

fn details(node: &Node, size: Size) -> Details {
    let mut read = Details {
        to_play: node.turn,
        name: node.name.as_deref().map(Into::into),
        comments: node.comments.iter().filter_map(comment).collect(),
        solution: node.is_solution(),
        ..Details::default()
    };
    let points = |group: &PointGroup| -> Vec<Point> {
        let points = group.points.iter().map(|mark| mark.at);
        points.filter(|point| size.contains(*point)).collect()
    };
    for group in node.setup.iter() {
        let stone = group.color();
        if stone.is_some() || group.is_clear() {
            let like = |other: &Stones| other.stone == stone;
            match read.setup.iter_mut().find(|other| like(other)) {
                Some(other) => other.points.extend(points(group)),
                None => read.setup.push(Stones {
                    stone,
                    points: points(group),
                }),
            }
        }
    }
    for group in node.score.iter() {
        let Some(color) = group.color() else {
            continue;
        };
        match read.territory.iter_mut().find(|other| other.color == color) {
            Some(other) => other.points.extend(points(group)),
            None => read.territory.push(Territory {
                color,
                points: points(group),
            }),
        }
    }
    for group in node.markup.iter() {
        if *group.kind == *LABEL {
            let marks = group.points.iter().filter(|mark| size.contains(mark.at));
            read.labels.extend(marks.map(|mark| Label {
                point: mark.at,
                text: mark.text.as_deref().unwrap_or_default().into(),
            }));
            continue;
        }
        let kind = mark_kind(&group.kind);
        match read.marks.iter_mut().find(|other| other.kind == kind) {
            Some(other) => other.points.extend(points(group)),
            None => read.marks.push(Marks {
                kind,
                points: points(group),
            }),
        }
    }
    read
}

fn mark_kind(name: &str) -> MarkKind {
    match name {
        "select" => MarkKind::Selected,
        _ => MARKS
            .iter()
            .find(|(known, _)| *known == name)
            .map_or_else(|| MarkKind::Other(name.into()), |(_, kind)| kind.clone()),
    }
}

fn comment(comment: &Comment) -> Option<game::Comment> {
    Some(match comment {
        Comment::Text(text) => game::Comment::from(&**text),
        Comment::Signed(signed) => game::Comment {
            text: signed.comment.clone().unwrap_or_default(),
            author: signed.name.clone(),
            time: signed.timestamp.clone(),
        },
        Comment::Other(_) => return None,
    })
}

/// Converts a node of a game to JGF.
pub(super) fn write(node: &game::Node, is_root: bool, target: Target) -> Node {
    let mut written = Node {
        play: node.play.map(|(color, at)| play(color, at, &node.clock)),
        shape: if node.is_empty_variation {
            Shape::no_nodes()
        } else {
            Shape::default()
        },
        ..Node::default()
    };
    if !node.details.is_unset() {
        write_details(&node.details, &mut written);
    }
    if is_root && target == Target::V1 {
        written.root = Some(true);
    }
    written
}

fn write_details(details: &Details, node: &mut crate::Details) {
    let group = |kind: &str, points: &[Point]| PointGroup::new(kind, points.iter().copied());
    let color = |color| match color {
        Color::Black => "black",
        Color::White => "white",
    };
    let setup = details.setup.iter();
    let setup = setup.map(|stones| group(stones.stone.map_or("clear", color), &stones.points));
    let score = details.territory.iter();
    let score = score.map(|territory| group(color(territory.color), &territory.points));
    let marks = details.marks.iter();
    let mut markup: Vec<PointGroup> = marks
        .map(|marks| group(mark_name(&marks.kind), &marks.points))
        .collect();
    if !details.labels.is_empty() {
        let mut labels = PointGroup::new(LABEL, []);
        labels.points = details.labels.iter().map(label).collect();
        markup.push(labels);
    }
    node.name = details.name.as_deref().map(Into::into);
    node.solution = details.solution.then_some(true);
    node.setup = setup.collect();
    node.turn = details.to_play;
    node.comments = details.comments.iter().map(write_comment).collect();
    node.markup = markup.into();
    node.score = score.collect();
}

fn mark_name(kind: &MarkKind) -> &str {
    match kind {
        MarkKind::Other(name) => name,
        _ => MARKS
            .iter()
            .find(|(_, known)| known == kind)
            .map_or("", |(name, _)| name),
    }
}

fn label(label: &Label) -> Mark {
    Mark {
        text: Some(label.text.as_str().into()),
        ..Mark::from(label.point)
    }
}

fn play(color: Color, at: Move, clock: &game::Clock) -> Play {
    let mut play = Play::new(color, at);
    if *clock != game::Clock::default() {
        let real = |seconds: f64| Number::parse(&seconds.to_string());
        play.clock = Some(Box::new(Clock {
            time_left: clock.time_left.and_then(real),
            periods_left: clock
                .periods_left
                .and_then(|n| Number::parse(&n.to_string())),
        }));
    }
    play
}

fn write_comment(comment: &game::Comment) -> Comment {
    if comment.author.is_none() && comment.time.is_none() {
        return Comment::from(comment.text.as_str());
    }
    Comment::Signed(Box::new(SignedComment {
        name: comment.author.clone(),
        timestamp: comment.time.clone(),
        comment: Some(comment.text.clone()),
        ..SignedComment::default()
    }))
}
