//! Converts files to games.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point, Size};
use kifu_rules::HandicapTable;
use kifu_span::Span;
use kifu_tree::NodeId;
use kifu_tree::game::{
    Carried, CarriedRole, Comment, Converted, Game, GameInfo, Loss, LossKind, LossPlace, Node,
    Stones, ValueOrText,
};

use super::{FORMAT, fields, key, write};
use crate::document::Document;
use crate::header::Header;
use crate::scan::{Statement, StatementContent};

/// Converts a file to its game.
///
/// The comments and variations of a review are in the game. The keys of the header, and the lines of the game that are
/// not moves, are carried along.
pub fn to_game(document: &Document) -> Converted<Game> {
    convert(document, &mut Vec::new())
}

/// Converts a file to its game, and returns the span of each node, by the index of its id. The span of the root is
/// empty.
///
/// ```
/// use kifu_gib::{Document, convert::to_game_with_spans};
///
/// let document = Document::parse("\\GS\nSTO 0 2 1 15 3\n\\GE\n")?;
/// let (_, spans) = to_game_with_spans(&document);
/// assert_eq!(document.text(spans[1]), "STO 0 2 1 15 3");
/// # Ok::<(), kifu_gib::TooLarge>(())
/// ```
pub fn to_game_with_spans(document: &Document) -> (Converted<Game>, Vec<Span>) {
    let mut spans = Vec::new();
    let game = convert(document, &mut spans);
    (game, spans)
}

fn convert(document: &Document, spans: &mut Vec<Span>) -> Converted<Game> {
    let mut game = Game::new();
    spans.push(Span::at(0));
    game.info = info_of(document.header());
    carry_header(document, &mut game);
    let size = document.header().size;
    let handicap = document.header().handicap;
    let root = game.root();
    if let Some(points) = handicap_points(handicap, size) {
        game.nodes[root].setup.push(Stones {
            stone: Some(Color::Black),
            points,
        });
    }
    let mut player = Player {
        document,
        size,
        handicap,
        node: root,
        last: None,
        is_undone: false,
    };
    let mut has_started = false;
    for statement in document.statements() {
        match statement.content {
            StatementContent::Start { .. } if !has_started => has_started = true,
            StatementContent::Preamble => {}
            _ => player.statement(&mut game, statement, spans),
        }
    }
    let end = player.node;
    game.nodes.make_main_line(end);
    add_reviews(document, &mut game, spans);
    let text = document.whole_text();
    if write::write(&game).text != *text {
        let lines = text
            .split('\n')
            .map(|line| Cow::Owned(line.to_string()))
            .collect();
        game.carried
            .push(carried(key::TEXT, CarriedRole::Spelled, lines));
    }
    let decoded = document.charset().charset.decode(document.to_bytes());
    let mut losses = Vec::new();
    if decoded.malformed {
        losses.push(Loss {
            at: LossPlace::Game,
            what: Cow::Borrowed("text that does not decode"),
            kind: LossKind::Changed(Cow::Borrowed("is shown as U+FFFD")),
        });
    }
    Converted {
        value: game,
        losses,
    }
}

/// The information of a header as that of a game.
pub(super) fn info_of(header: &Header) -> GameInfo {
    let handicap = Some(u32::from(header.handicap)).filter(|count| *count > 0);
    let main_time = header.main_time.map(f64::from);
    let mut info = GameInfo {
        size: Some(header.size),
        komi: header.komi.map(ValueOrText::Value),
        handicap: handicap.map(ValueOrText::Value),
        result: header.result.map(ValueOrText::Value),
        main_time: main_time.map(ValueOrText::Value),
        overtime: header
            .overtime
            .map(|(count, length)| alloc::format!("{count}x{length} byo-yomi")),
        dates: header.date.iter().map(|date| date.to_string()).collect(),
        name: header.name.clone(),
        place: header.place.clone(),
        comment: header.comment.clone(),
        ..GameInfo::default()
    };
    for color in [Color::Black, Color::White] {
        let from = &header.players[color];
        if from.name.is_some() || from.rank.is_some() || from.country.is_some() {
            let player = info.player(color);
            player.name = from.name.clone();
            player.rank = from.rank.map(|rank| rank.to_string());
            player.country = from.country.map(String::from);
        }
    }
    info
}

pub(super) fn carried(key: &str, role: CarriedRole, values: Vec<Cow<'static, str>>) -> Carried {
    Carried {
        format: Cow::Borrowed(FORMAT),
        role,
        key: key.to_string(),
        values,
    }
}

fn carry_header(document: &Document, game: &mut Game) {
    let mut order = Vec::new();
    for field in document.fields() {
        let key = document.text(field.key);
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_key {
            let value = document.text(field.value).into_owned();
            let role = fields::role(&key, &value);
            order.push(Cow::Owned(key.to_string()));
            game.carried
                .push(carried(&key, role, Vec::from([value.into()])));
        }
    }
    if !order.is_empty() {
        game.carried
            .push(carried(key::ORDER, CarriedRole::Order, order));
    }
    let last = last_number(document);
    let mut preamble = Vec::new();
    let mut start = None;
    for statement in document.statements() {
        match statement.content {
            StatementContent::Preamble => {
                let text = document.text(statement.span).into_owned();
                preamble.push(match text.split_once(' ') {
                    // `*` stands for the number of the last line, which the writer counts again.
                    Some((count, rest)) if count == last => alloc::format!("* {rest}"),
                    _ => text,
                });
            }
            StatementContent::Start { .. } => {
                // The blank after the line is part of it.
                start = Some(document.text(to_line_end(document, statement)).into_owned());
                break;
            }
            _ => break,
        }
    }
    if !preamble.is_empty() {
        let lines = preamble.into_iter().map(Cow::Owned).collect();
        game.carried
            .push(carried(key::PREAMBLE, CarriedRole::Spelled, lines));
    }
    if let Some(start) = start {
        let start = Vec::from([start.into()]);
        game.carried
            .push(carried(key::START, CarriedRole::Spelled, start));
    }
    let source = document.to_bytes();
    let crlf = memchr::memchr(b'\n', source).is_some_and(|at| source[..at].ends_with(b"\r"));
    let is_move =
        |statement: &&Statement| matches!(statement.content, StatementContent::Play { .. });
    let first = document.statements().iter().find(is_move);
    let blank = first.is_some_and(|first| source.get(first.span.end as usize) == Some(&b' '));
    let unended = !source.ends_with(b"\n");
    let style = [(crlf, "crlf"), (blank, "blank"), (unended, "unended")];
    let style = style.into_iter().filter(|(is_so, _)| *is_so);
    let style: Vec<_> = style.map(|(_, word)| Cow::Borrowed(word)).collect();
    if !style.is_empty() {
        game.carried
            .push(carried(key::STYLE, CarriedRole::Spelled, style));
    }
}

/// The span of a statement with the blanks after it.
fn to_line_end(document: &Document, statement: &Statement) -> Span {
    let span = statement.span;
    let rest = &document.to_bytes()[span.end as usize..];
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count() as u32;
    Span::new(span.start, span.end + blanks)
}

/// The number of the last numbered line.
fn last_number(document: &Document) -> String {
    let statements = document.statements().iter().rev();
    let mut numbers = statements.filter_map(|statement| {
        let text = document.text(statement.span);
        let number = text.split_ascii_whitespace().nth(2)?;
        number.parse::<u32>().is_ok().then(|| number.to_string())
    });
    numbers.next().unwrap_or_default()
}

/// The points of handicap stones as Tygem places them: the third stone is at the upper left.
pub(super) fn handicap_points(count: u8, size: Size) -> Option<Vec<Point>> {
    let points = kifu_rules::handicap_points(size, count.into(), HandicapTable::Tygem);
    points.filter(|points| !points.is_empty())
}

/// Plays the statements of a game.
struct Player<'d> {
    document: &'d Document,
    size: Size,
    handicap: u8,
    node: NodeId,
    /// The player of the last move.
    last: Option<Color>,
    is_undone: bool,
}

impl Player<'_> {
    fn statement(&mut self, game: &mut Game, statement: &Statement, spans: &mut Vec<Span>) {
        if let Some(play) = self.play_of(statement) {
            if self.is_undone && self.last == Some(play.0) {
                // An undo can take back the moves of both players.
                self.step_back(game);
            }
            self.is_undone = false;
            let node = Node {
                play: Some(play),
                ..Node::default()
            };
            self.node = game.nodes.push_child(self.node, node);
            spans.push(statement.span);
            self.last = Some(play.0);
            return;
        }
        let line = self.document.text(statement.span).into_owned();
        let line = carried(key::LINE, CarriedRole::Raw, Vec::from([line.into()]));
        game.nodes[self.node].carried.push(line);
        if statement.content == StatementContent::Undo {
            self.step_back(game);
            self.is_undone = true;
        }
    }

    /// The move of a statement.
    fn play_of(&self, statement: &Statement) -> Option<(Color, Move)> {
        match statement.content {
            StatementContent::Play { color, point } => {
                let is_there = self.size.contains(point);
                is_there.then_some((color, Move::Play(point)))
            }
            StatementContent::Pass => {
                let first = if self.handicap > 1 {
                    Color::White
                } else {
                    Color::Black
                };
                Some((self.last.map_or(first, core::ops::Not::not), Move::Pass))
            }
            _ => None,
        }
    }

    fn step_back(&mut self, game: &Game) {
        if let Some(parent) = game.nodes.parent(self.node) {
            self.node = parent;
            self.last = game.nodes[parent].play.map(|play| play.0);
        }
    }
}

/// Adds the comments and variations of the review.
fn add_reviews(document: &Document, game: &mut Game, spans: &mut Vec<Span>) {
    let reviews = document.reviews();
    if reviews.is_empty() {
        return;
    }
    let root = game.root();
    let main: Vec<NodeId> = game.nodes.main_line(root).collect();
    for review in reviews {
        let number = review.number.unwrap_or(0) as usize;
        let mut at = main[number.min(main.len() - 1)];
        if !review.variation.is_empty() {
            at = add_variation(document, game, &review.variation, number, spans);
        }
        if let Some(text) = review.explanation {
            let text = document.text(text).replace("\r\n", "\n");
            if !text.is_empty() {
                game.nodes[at].comments.push(Comment::from(text));
            }
        }
    }
}

/// Adds a variation to the game, without the moves that the game already has. Returns the node of the move with this
/// number.
fn add_variation(
    document: &Document,
    game: &mut Game,
    statements: &[Statement],
    number: usize,
    spans: &mut Vec<Span>,
) -> NodeId {
    let header = document.header();
    let mut player = Player {
        document,
        size: header.size,
        handicap: header.handicap,
        node: game.root(),
        last: None,
        is_undone: false,
    };
    let mut at = player.node;
    let mut moves = 0;
    for statement in statements {
        let Some(play) = player.play_of(statement) else {
            continue;
        };
        let mut children = game.nodes.children(player.node);
        let known = children.find(|child| game.nodes[*child].play == Some(play));
        player.node = known.unwrap_or_else(|| {
            let node = Node {
                play: Some(play),
                ..Node::default()
            };
            spans.push(statement.span);
            game.nodes.push_child(player.node, node)
        });
        player.last = Some(play.0);
        moves += 1;
        if moves <= number {
            at = player.node;
        }
    }
    at
}
