//! Reads games from JSON.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point, Size};
use kifu_json::{Fault, Value};
use kifu_span::{LimitKind, Limits, Span, TooLarge};
use kifu_tree::NodeId;
use kifu_tree::game::{
    Carried, CarriedRole, Comment, Converted, Game, Label, MarkKind, Marks, Node, Stones,
    ValueOrText,
};

use crate::codes;
use crate::convert::FORMAT;
use crate::document::Record;
use crate::findings::Findings;
use crate::info::{self, Parts, color, number, text};

/// The games of a text.
pub(crate) struct Read {
    pub(crate) records: Vec<Record>,
    pub(crate) is_array: bool,
}

/// The members whose spans are kept, for findings about the game.
const PLACED: [&str; 10] = [
    "players",
    "winner",
    "outcome",
    "rules",
    "komi",
    "handicap",
    "width",
    "initial_state",
    "start_time",
    "time_control",
];

/// Reads all games of a text.
pub(crate) fn records(
    json: &str,
    limits: &Limits,
    findings: &mut Findings,
) -> Result<Read, TooLarge> {
    let index = kifu_json::scan(json, limits, &mut |fault, span| {
        // A file with a game on each line is usual, and so is a byte order mark from Windows.
        if !matches!(fault, Fault::SeveralDocuments | Fault::ByteOrderMark) {
            findings.add(codes::NOT_JSON, span, fault.message());
        }
    })?;
    let mut reader = Reader {
        limits,
        findings,
        nodes: 0,
        records: Vec::new(),
    };
    let mut is_array = false;
    for root in index.roots() {
        let list = root.get("results").filter(|list| list.is_array());
        let list = list.unwrap_or(root);
        if list.is_array() {
            is_array = true;
            for element in list.elements() {
                reader.object(element)?;
            }
        } else {
            reader.object(root)?;
        }
    }
    Ok(Read {
        records: reader.records,
        is_array,
    })
}

struct Reader<'r> {
    limits: &'r Limits,
    findings: &'r mut Findings,
    /// The number of nodes of all games.
    nodes: usize,
    records: Vec<Record>,
}

/// A game that is being read.
struct Builder<'t> {
    data: Value<'t>,
    game: Game,
    spans: Vec<Span>,
    members: Vec<(&'static str, Span)>,
    size: Size,
    to_play: Color,
}

impl Reader<'_> {
    /// Reads the game of an object: the object itself, or a member of it.
    fn object(&mut self, object: Value<'_>) -> Result<(), TooLarge> {
        let inner = ["gamedata", "puzzle"].into_iter().find_map(|key| {
            let value = object.get(key)?;
            value.is_object().then_some((key, value))
        });
        let data = inner.map_or(object, |(_, value)| value);
        let has = |key: &str| data.get(key).is_some();
        if !["moves", "move_tree", "initial_state", "original_sgf"]
            .into_iter()
            .any(has)
        {
            let message = "this is not a game: it has no `moves`";
            self.findings.add(codes::NO_GAME, start_of(object), message);
            return Ok(());
        }
        let around = inner.map(|(key, _)| (object, key));
        let mut record = self.game(data, around)?;
        record.span = object.span();
        self.records.push(record);
        Ok(())
    }

    fn game(
        &mut self,
        data: Value<'_>,
        around: Option<(Value<'_>, &str)>,
    ) -> Result<Record, TooLarge> {
        let mut builder = Builder {
            data,
            game: Game::new(),
            spans: Vec::from([Span::at(data.span().start)]),
            members: Vec::new(),
            size: Size::default(),
            to_play: Color::Black,
        };
        self.count_node(data)?;
        let mut parts = Parts::default();
        if let Some((object, key)) = around {
            for (name, value) in object.members().filter(|(name, _)| name != key) {
                match name.as_ref() {
                    "black_lost" => parts.black_lost = value.bool(),
                    "white_lost" => parts.white_lost = value.bool(),
                    _ => {}
                }
                builder.carry(&["api.", &name].concat(), value);
            }
        }
        self.size(&mut builder);
        self.values(&mut builder, &mut parts);
        let setup = self.setup(&mut builder);
        if let Some(moves) = data.get("moves") {
            self.moves(&mut builder, moves, setup)?;
        }
        if let Some(tree) = data.get("move_tree") {
            self.tree(&mut builder, tree)?;
        }
        Ok(Record {
            span: data.span(),
            members: builder.members,
            game: Converted {
                value: builder.game,
                losses: Vec::new(),
            },
            spans: builder.spans,
        })
    }

    fn count_node(&mut self, at: Value<'_>) -> Result<(), TooLarge> {
        self.nodes += 1;
        if self.nodes <= self.limits.nodes {
            return Ok(());
        }
        Err(TooLarge {
            kind: LimitKind::Nodes,
            limit: self.limits.nodes,
            at: at.span().start as usize,
        })
    }

    fn bad_value(&mut self, value: Value<'_>, expected: &str) {
        let message = ["expected ", expected, "; the value is ignored"].concat();
        self.findings
            .add(codes::BAD_VALUE, start_of(value), message);
    }

    fn size(&mut self, builder: &mut Builder<'_>) {
        let data = builder.data;
        let mut side = |key: &str| {
            let value = data.get(key)?;
            let side = number::<u8>(value).filter(|side| Size::square(*side).is_ok());
            if side.is_none() {
                self.bad_value(value, "the length of a side of the board");
                builder.carry(key, value);
            }
            side
        };
        let (cols, rows) = (side("width"), side("height"));
        let both = cols.or(rows).zip(rows.or(cols));
        if let Some(size) = both.and_then(|(cols, rows)| Size::new(cols, rows).ok()) {
            builder.size = size;
        }
        builder.game.info.size = Some(builder.size);
    }

    /// Reads everything but the board, the setup and the moves.
    fn values<'t>(&mut self, builder: &mut Builder<'t>, parts: &mut Parts<'t>) {
        let mut times = [None; 2];
        for (key, value) in builder.data.members() {
            let placed = PLACED.into_iter().find(|placed| *placed == key);
            let placed = placed.map(|placed| (placed, start_of(value)));
            builder.members.extend(placed);
            let info = &mut builder.game.info;
            let is_read = match key.as_ref() {
                "width" | "height" | "initial_state" | "move_tree" => true,
                // The moves have more than a game expresses: the time of each, and who played it.
                "moves" => !has_details(value),
                "game_name" | "name" => {
                    let name = text(value);
                    info.name = name.or(info.name.take());
                    value.text().is_some()
                }
                "puzzle_description" => {
                    info.comment = text(value);
                    value.text().is_some()
                }
                "rules" => {
                    info.rules = text(value).map(|text| info::rules(&text));
                    info.rules.is_some()
                }
                "komi" => {
                    info.komi = number(value).map(ValueOrText::Value);
                    info.komi.is_some()
                }
                "handicap" => match number::<u32>(value) {
                    Some(count) => {
                        info.handicap = (count > 0).then_some(ValueOrText::Value(count));
                        true
                    }
                    None => false,
                },
                "initial_player" => match color(value) {
                    Some(color) => {
                        builder.to_play = color;
                        true
                    }
                    None => false,
                },
                "start_time" => {
                    times[0] = number(value);
                    false
                }
                "end_time" => {
                    times[1] = number(value);
                    false
                }
                "game_date" => {
                    info.dates.extend(text(value));
                    value.text().is_some()
                }
                "time_control" => {
                    info::add_time(value, info);
                    false
                }
                "players" => {
                    parts.players = Some(value);
                    false
                }
                "rengo_teams" => {
                    parts.teams = Some(value);
                    false
                }
                "black_player_id" => {
                    parts.black_id = Some(value);
                    false
                }
                "white_player_id" => {
                    parts.white_id = Some(value);
                    false
                }
                "winner" => {
                    parts.winner = Some(value);
                    true
                }
                "outcome" => {
                    parts.outcome = Some(value);
                    true
                }
                "original_sgf" => {
                    if text(value).is_some() {
                        let message = "the moves of this game are in this text, which is not read";
                        self.findings
                            .add(codes::SGF_INSIDE, start_of(value), message);
                    }
                    false
                }
                _ => false,
            };
            if is_read {
                continue;
            }
            let expected = match key.as_ref() {
                "game_name" | "name" | "puzzle_description" | "game_date" => "a text",
                "rules" => "the name of rules",
                "komi" => "a number of points",
                "handicap" => "a number of stones",
                "initial_player" => "`black` or `white`",
                _ => "",
            };
            if !expected.is_empty() && value.source() != "null" {
                self.bad_value(value, expected);
            }
            builder.carry(&key, value);
        }
        let info = &mut builder.game.info;
        info::add_players(parts, info);
        if !info::add_result(parts, info, self.findings) {
            for (key, value) in [("winner", parts.winner), ("outcome", parts.outcome)] {
                if let Some(value) = value {
                    builder.carry(key, value);
                }
            }
        }
        let info = &mut builder.game.info;
        if info.dates.is_empty() {
            info.dates.extend(times[0].or(times[1]).and_then(info::day));
        }
    }

    /// Reads the stones that are on the board before the first move. Returns whether there are any.
    fn setup(&mut self, builder: &mut Builder<'_>) -> bool {
        let root = builder.game.root();
        let state = builder.data.get("initial_state");
        for (stone, key) in [(Color::Black, "black"), (Color::White, "white")] {
            let Some(value) = state.and_then(|state| state.get(key)) else {
                continue;
            };
            let Some(letters) = value.text() else {
                self.bad_value(value, "pairs of letters");
                builder.carry(&["initial_state.", key].concat(), value);
                continue;
            };
            let mut points = Vec::new();
            for pair in pairs(&letters) {
                match pair.map(|to| on_board(to, builder.size)) {
                    Some(Some(Move::Play(point))) => points.push(point),
                    _ => {
                        self.bad_value(value, "pairs of letters on the board");
                        builder.carry(&["initial_state.", key].concat(), value);
                        break;
                    }
                }
            }
            if !points.is_empty() {
                builder.game.nodes[root].setup.push(Stones {
                    stone: Some(stone),
                    points,
                });
            }
        }
        let is_set_up = !builder.game.nodes[root].setup.is_empty();
        // Without stones, the first move says whose turn it is.
        if builder.to_play == Color::White || is_set_up {
            builder.game.nodes[root].to_play = Some(builder.to_play);
        }
        is_set_up
    }

    fn moves(
        &mut self,
        builder: &mut Builder<'_>,
        moves: Value<'_>,
        is_set_up: bool,
    ) -> Result<(), TooLarge> {
        let mut all: Vec<Option<Turn>> = Vec::new();
        let mut spans = Vec::new();
        let size = builder.size;
        if let Some(letters) = moves.text() {
            for pair in pairs(&letters) {
                let to = pair.and_then(|to| on_board(to, size));
                all.push(to.map(Turn::Play));
                spans.push(start_of(moves));
            }
        } else if moves.is_array() {
            // A single move without an array around it.
            let is_one = moves
                .elements()
                .next()
                .is_some_and(|first| number::<f64>(first).is_some());
            let one = is_one.then_some(moves);
            let several = (!is_one).then(|| moves.elements());
            for value in one.into_iter().chain(several.into_iter().flatten()) {
                all.push(turn(value, size));
                spans.push(value.span());
            }
        } else if moves.source() != "null" {
            self.bad_value(moves, "an array of moves");
        }
        if all.iter().any(Option::is_none) && !has_details(moves) {
            builder.carry("moves", moves);
        }
        let free = self.free_stones(builder, &all, is_set_up);
        let mut node = builder.game.root();
        let mut to_play = builder.to_play;
        if free > 0 {
            to_play = Color::White;
        }
        for (turn, span) in all.into_iter().zip(spans).skip(free) {
            let mut next = Node::default();
            match turn {
                Some(Turn::Play(to)) => {
                    next.play = Some((to_play, to));
                    to_play = !to_play;
                }
                Some(Turn::Put(stone, point)) => next.setup.push(Stones {
                    stone,
                    points: Vec::from([point]),
                }),
                None => {
                    let message =
                        "this is not a move: two numbers on the board, or -1 and -1 for a pass";
                    self.findings.add(codes::BAD_MOVE, span, message);
                    to_play = !to_play;
                }
            }
            self.count_node(moves)?;
            node = builder.game.nodes.push_child(node, next);
            builder.spans.push(span);
        }
        Ok(())
    }

    /// Puts handicap stones on the board that Black placed freely, as the first moves. Returns their number.
    fn free_stones(
        &mut self,
        builder: &mut Builder<'_>,
        moves: &[Option<Turn>],
        is_set_up: bool,
    ) -> usize {
        let is_free = builder.data.get("free_handicap_placement");
        if is_set_up || is_free.and_then(Value::bool) != Some(true) {
            return 0;
        }
        let handicap = match builder.game.info.handicap {
            Some(ValueOrText::Value(count @ 2..)) => count as usize,
            _ => return 0,
        };
        let stones = moves.iter().take(handicap).map(|turn| match turn {
            Some(Turn::Play(Move::Play(point))) => Some(*point),
            _ => None,
        });
        let Some(points) = stones.collect::<Option<Vec<Point>>>() else {
            return 0;
        };
        let count = points.len();
        if count > 0 {
            let root = builder.game.root();
            let root = &mut builder.game.nodes[root];
            root.setup.push(Stones {
                stone: Some(Color::Black),
                points,
            });
            root.to_play = (count == handicap).then_some(Color::White);
        }
        count
    }

    /// Reads the tree of a puzzle or a review. Its nodes follow the moves.
    fn tree(&mut self, builder: &mut Builder<'_>, tree: Value<'_>) -> Result<(), TooLarge> {
        if !tree.is_object() {
            if tree.source() != "null" {
                self.bad_value(tree, "a node");
                builder.carry("move_tree", tree);
            }
            return Ok(());
        }
        let root = builder.game.root();
        let to_play = builder.to_play;
        details(builder, root, tree, false);
        // The nodes to read, the last one first, with their parents.
        let mut open = Vec::new();
        add_children(&mut open, root, to_play, tree);
        while let Some((parent, to_play, value)) = open.pop() {
            self.count_node(value)?;
            let mut next = Node::default();
            match turn(value, builder.size) {
                Some(Turn::Play(to)) => next.play = Some((to_play, to)),
                Some(Turn::Put(stone, point)) => next.setup.push(Stones {
                    stone,
                    points: Vec::from([point]),
                }),
                None => {
                    let message =
                        "this is not a move: `x` and `y` on the board, or -1 and -1 for a pass";
                    self.findings.add(codes::BAD_MOVE, start_of(value), message);
                }
            }
            let is_put = !next.setup.is_empty();
            let is_bad = next.play.is_none() && !is_put;
            let node = builder.game.nodes.push_child(parent, next);
            builder.spans.push(start_of(value));
            details(builder, node, value, is_bad);
            let to_play = if is_put { to_play } else { !to_play };
            add_children(&mut open, node, to_play, value);
        }
        Ok(())
    }
}

/// Reads the text and the marks of a node of a tree, and carries its place if that is not a move.
fn details(builder: &mut Builder<'_>, id: NodeId, value: Value<'_>, is_bad: bool) {
    let size = builder.size;
    let node = &mut builder.game.nodes[id];
    for (key, member) in value.members() {
        let is_read = match key.as_ref() {
            "x" | "y" | "color" | "edited" => !is_bad,
            "trunk_next" | "branches" => true,
            "text" => {
                node.comments.extend(text(member).map(Comment::from));
                member.text().is_some()
            }
            "correct_answer" => {
                node.solution = member.bool() == Some(true);
                member.bool().is_some()
            }
            "marks" => add_marks(node, member, size),
            _ => false,
        };
        if !is_read {
            node.carried.push(carried(key.to_string(), member));
        }
    }
}

impl Builder<'_> {
    fn carry(&mut self, key: &str, value: Value<'_>) {
        if value.source() != "null" {
            self.game.carried.push(carried(key.to_string(), value));
        }
    }
}

fn carried(key: String, value: Value<'_>) -> Carried {
    Carried {
        format: Cow::Borrowed(FORMAT),
        role: CarriedRole::Raw,
        key,
        values: Vec::from([value.to_json().into()]),
    }
}

/// Adds the branches of a node, the last one first.
fn add_children<'t>(
    open: &mut Vec<(NodeId, Color, Value<'t>)>,
    parent: NodeId,
    to_play: Color,
    value: Value<'t>,
) {
    let first = open.len();
    open.extend(value.get("trunk_next").map(|next| (parent, to_play, next)));
    let branches = value.get("branches").into_iter();
    let branches = branches.flat_map(|branches| branches.elements());
    open.extend(branches.map(|branch| (parent, to_play, branch)));
    open[first..].reverse();
}

/// The span of a value, or of the first bytes of a long one.
fn start_of(value: Value<'_>) -> Span {
    let span = value.span();
    match value.is_object() || value.is_array() {
        true => Span::new(span.start, span.end.min(span.start + 1)),
        false => span,
    }
}

/// A move, or a stone that was put on the board or removed from it.
#[derive(Clone, Copy)]
enum Turn {
    Play(Move),
    Put(Option<Color>, Point),
}

/// Reads a move: `[x, y, milliseconds, colour, more]`, or an object with such members. Only edited moves have a colour.
fn turn(value: Value<'_>, size: Size) -> Option<Turn> {
    let mut edited = None;
    let (x, y) = if value.is_object() {
        let get = |key: &str| value.get(key);
        if get("edited").and_then(Value::bool) == Some(true) {
            edited = Some(get("color"));
        }
        (number(get("x")?)?, number(get("y")?)?)
    } else {
        let mut elements = value.elements();
        let place = (number(elements.next()?)?, number(elements.next()?)?);
        let color = elements.nth(1).filter(|color| color.source() != "null");
        if color.is_some() {
            edited = Some(color);
        }
        place
    };
    let to = on_board((x, y), size)?;
    let Some(color) = edited else {
        return Some(Turn::Play(to));
    };
    let stone = match color.and_then(number::<u8>) {
        Some(1) => Some(Color::Black),
        Some(2) => Some(Color::White),
        _ => None,
    };
    to.point().map(|point| Turn::Put(stone, point))
}

fn on_board((x, y): (i32, i32), size: Size) -> Option<Move> {
    if (x, y) == (-1, -1) {
        return Some(Move::Pass);
    }
    let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
    size.contains(point).then_some(Move::Play(point))
}

/// Pairs of letters such as `pddp..`: the columns and rows from the top left, `..` for a pass.
fn pairs(letters: &str) -> impl Iterator<Item = Option<(i32, i32)>> + '_ {
    letters.as_bytes().chunks(2).map(|pair| match pair {
        [b'.', b'.'] => Some((-1, -1)),
        [x, y] => letter(*x).zip(letter(*y)),
        _ => None,
    })
}

fn letter(letter: u8) -> Option<i32> {
    match letter {
        b'a'..=b'z' => Some(i32::from(letter - b'a')),
        b'A'..=b'Z' => Some(i32::from(letter - b'A') + 26),
        _ => None,
    }
}

/// Whether moves have more than their points.
fn has_details(moves: Value<'_>) -> bool {
    let is_more = |element: Value<'_>| {
        element.is_object()
            || element.elements().nth(2).is_some()
            || number::<f64>(element).is_some()
    };
    moves.elements().any(is_more) || !(moves.is_array() || moves.text().is_some())
}

/// Adds the marks of a node. Returns whether all are known.
fn add_marks(node: &mut Node, marks: Value<'_>, size: Size) -> bool {
    let mut is_read = marks.is_array();
    for mark in marks.elements() {
        let get = |key: &str| mark.get(key).and_then(number::<i32>);
        let point = get("x")
            .zip(get("y"))
            .and_then(|place| on_board(place, size));
        let kinds = mark.get("marks").filter(|kinds| kinds.is_object());
        let (Some(Move::Play(point)), Some(kinds)) = (point, kinds) else {
            is_read = false;
            continue;
        };
        for (kind, value) in kinds.members() {
            let shape = match kind.as_ref() {
                "triangle" => MarkKind::Triangle,
                "square" => MarkKind::Square,
                "circle" => MarkKind::Circle,
                "cross" | "mark_x" => MarkKind::Cross,
                "letter" => {
                    let label = text(value).map(|text| Label { point, text });
                    is_read &= label.is_some();
                    node.labels.extend(label);
                    continue;
                }
                _ => {
                    is_read = false;
                    continue;
                }
            };
            match value.bool() {
                Some(true) => match node.marks.iter_mut().find(|marks| marks.kind == shape) {
                    Some(group) => group.points.push(point),
                    None => node.marks.push(Marks {
                        kind: shape,
                        points: Vec::from([point]),
                    }),
                },
                Some(false) => {}
                None => is_read = false,
            }
        }
    }
    is_read
}
