//! Conversion to the common game ([`kifu_tree::game`]).
//!
//! ```
//! use kifu_ugf::{Document, convert::to_game};
//!
//! let source = "[Header]\nTitle=2019,PANDA-NET,\nSize=19\nCoordinateType=IGS\n[Data]\nQP,B1,1,0\n\
//!     [ReviewNode]\nNODE,1,0,0,0\nVARIATION,\nNODE,3,1,4,4\nVARIATIONEND,\nNODE,2,1,17,16\n";
//! let game = to_game(&Document::parse(source)?).value;
//! assert_eq!(game.info.name.as_deref(), Some("2019, PANDA-NET"));
//! assert_eq!(game.nodes.children(game.root()).count(), 2);
//! # Ok::<(), kifu_ugf::TooLarge>(())
//! ```

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Move};
use kifu_rules::{HandicapTable, handicap_points};
use kifu_span::Span;
use kifu_tree::NodeId;
use kifu_tree::Place;
use kifu_tree::game::{
    Carried, CarriedRole, Comment, Converted, Game, GameInfo, Label, Loss, LossKind, LossPlace,
    Node, Player, Stones, ValueOrText,
};

use crate::document::Document;
use crate::scan::{Line, LineContent, Section, Setup};

/// The name of the format in [`Carried::format`].
pub const FORMAT: &str = "ugf";

/// Converts a file to its game. Data that a game does not express is carried along.
pub fn to_game(document: &Document) -> Converted<Game> {
    to_game_with_spans(document).0
}

/// Converts a file to its game, and returns the span of each node, by the index of its id. The span of the root is
/// empty.
///
/// ```
/// use kifu_ugf::{Document, convert::to_game_with_spans};
///
/// let document = Document::parse("[Header]\n[Data]\nQP,B1,1,0\n")?;
/// let (_, spans) = to_game_with_spans(&document);
/// assert_eq!(document.text(spans[1]), "QP,B1,1,0");
/// # Ok::<(), kifu_ugf::TooLarge>(())
/// ```
pub fn to_game_with_spans(document: &Document) -> (Converted<Game>, Vec<Span>) {
    let mut game = Game::new();
    game.info = info_of(document);
    let root = game.root();
    let mut builder = Builder {
        document,
        game,
        spans: Vec::from([Span::at(0)]),
        moves: Vec::from([root]),
        ids: Vec::new(),
        setup: Setup::default(),
    };
    builder.game_record();
    builder.review();
    builder.texts();
    builder.game.carried = builder.carried_data();
    let converted = Converted {
        value: builder.game,
        losses: losses(document),
    };
    (converted, builder.spans)
}

struct Builder<'d> {
    document: &'d Document,
    game: Game,
    spans: Vec<Span>,
    /// The root, and the node after each move of the game.
    moves: Vec<NodeId>,
    /// The nodes of reviews by their numbers.
    ids: Vec<(u32, NodeId)>,
    setup: Setup,
}

impl<'d> Builder<'d> {
    /// The lines with the section that each is in.
    fn lines(&self) -> impl Iterator<Item = (Section, &'d Line)> + use<'d> {
        let mut section = Section::Header;
        self.document.lines().iter().map(move |line| {
            if let LineContent::Heading(heading) = line.content {
                section = heading;
            }
            (section, line)
        })
    }

    /// Stones and moves of `[Data]`.
    fn game_record(&mut self) {
        let root = self.game.root();
        let mut node = root;
        for (section, line) in self.lines() {
            match line.content {
                LineContent::Setup(color, point) => {
                    if !self.setup.insert(color, point) {
                        continue;
                    }
                    let groups = &mut self.game.nodes[root].setup;
                    match groups.iter_mut().find(|group| group.stone == Some(color)) {
                        Some(group) => group.points.push(point),
                        None => groups.push(Stones {
                            stone: Some(color),
                            points: Vec::from([point]),
                        }),
                    }
                }
                LineContent::Play(color, to) => {
                    node = self.game.nodes.push_child(node, play(color, to));
                    self.spans.push(line.span);
                    self.moves.push(node);
                    self.carry_times(node, line.span);
                }
                LineContent::Other if section == Section::Data => {
                    let text = self.document.text(line.span).into_owned();
                    self.game.nodes[node].carried.push(carried("line", text));
                }
                _ => {}
            }
        }
        self.guess_handicap();
    }

    /// Carries the parts of a move that a node does not express: the number of the player in a pair, and the time.
    fn carry_times(&mut self, node: NodeId, span: Span) {
        let line = span.of(self.document.to_bytes());
        let is_usual = line
            .get(3..)
            .is_some_and(|rest| matches!(rest, [_, b'1', b',', ..]) && rest.ends_with(b",0"));
        if is_usual {
            return;
        }
        let text = self.document.text(span);
        let mut fields = text.split(',').map(str::trim).skip(1);
        let player = fields.next().unwrap_or_default();
        let time = fields.nth(1).unwrap_or_default();
        let node = &mut self.game.nodes[node];
        if !matches!(player, "B1" | "W1") {
            node.carried.push(carried("player", player.into()));
        }
        if !matches!(time, "" | "0") {
            node.carried.push(carried("time", time.into()));
        }
    }

    /// Puts the handicap stones on the board if they are not in the file and White moves first.
    fn guess_handicap(&mut self) {
        let root = self.game.root();
        if !self.document.guesses_handicap() {
            return;
        }
        let header = self.document.header();
        let table = HandicapTable::Japanese;
        let points = handicap_points(header.size, header.handicap, table).unwrap_or_default();
        if !points.is_empty() {
            self.game.nodes[root].setup.push(Stones {
                stone: Some(Color::Black),
                points,
            });
        }
    }

    /// The nodes of `[ReviewNode]`. Those that repeat a move of the game are that move.
    fn review(&mut self) {
        let root = self.game.root();
        let (mut at, mut open, mut starts) = (root, Vec::new(), false);
        for (section, line) in self.lines() {
            match line.content {
                LineContent::Heading(Section::ReviewNode) => {
                    (at, starts) = (root, false);
                    open.clear();
                }
                LineContent::VariationStart => {
                    open.push(at);
                    starts = true;
                }
                LineContent::VariationEnd => {
                    at = open.pop().unwrap_or(root);
                    starts = false;
                }
                LineContent::Node { id, play: None } => self.ids.push((id, at)),
                LineContent::Node {
                    id,
                    play: Some((color, to)),
                } => {
                    at = self.review_node(at, color, to, line.span, starts, open.is_empty());
                    starts = false;
                    self.ids.push((id, at));
                }
                LineContent::Other if section == Section::ReviewNode => {
                    let text = self.document.text(line.span).into_owned();
                    self.game.nodes[at].carried.push(carried("line", text));
                }
                _ => {}
            }
        }
        self.ids.sort_by_key(|(id, _)| *id);
    }

    fn review_node(
        &mut self,
        at: NodeId,
        color: Color,
        to: Move,
        span: Span,
        starts_variation: bool,
        is_main: bool,
    ) -> NodeId {
        let is_root = at == self.game.root();
        let nodes = &mut self.game.nodes;
        let first = nodes.first_child(at);
        let is_of_game = |node: NodeId| node.index() < self.moves.len();
        if is_main {
            let is_same = |node: &NodeId| nodes[*node].play == Some((color, to));
            if let Some(first) = first.filter(|first| is_of_game(*first)).filter(is_same) {
                return first;
            }
            if is_root && self.setup.contains(color, to) {
                return at;
            }
        }
        self.spans.push(span);
        // The variations of a move are before it in the file, but after it in the game.
        let is_last = starts_variation || first.is_none_or(is_of_game);
        let place = match is_last {
            true => Place::LastChild(at),
            false => Place::FirstChild(at),
        };
        let node = nodes.insert(place, play(color, to));
        node.unwrap_or_else(|_| nodes.push_child(at, play(color, to)))
    }

    /// The node of a review with a number. Without a review, the nodes are the root and the moves.
    fn node_of(&self, id: Option<u32>) -> Option<NodeId> {
        let id = id?;
        match self
            .ids
            .get(self.ids.partition_point(|(known, _)| *known < id))
        {
            Some((known, node)) if *known == id => Some(*node),
            _ => self.moves.get((id as usize).checked_sub(1)?).copied(),
        }
    }

    /// Comments, labels and figures.
    fn texts(&mut self) {
        let root = self.game.root();
        let mut open: Option<Text> = None;
        for (section, line) in self.lines() {
            let after = |number: Option<u32>| self.moves.get(number? as usize).copied();
            let is_in_text = matches!(section, Section::Figure | Section::ReviewComment);
            match line.content {
                LineContent::CommentStart(id) => {
                    let node = self.node_of(id);
                    self.close(&mut open);
                    open = Some(Text::new(node, line.span, false));
                }
                LineContent::TextStart(number) => {
                    let node = after(number);
                    self.close(&mut open);
                    open = Some(Text::new(node, line.span, false));
                }
                LineContent::FigureStart(number) => {
                    let node = after(number);
                    self.close(&mut open);
                    open = Some(Text::new(node, line.span, true));
                }
                LineContent::Text => {
                    if let Some(open) = &mut open {
                        open.lines.push(line.span);
                    }
                }
                LineContent::Label(point, text) => {
                    let node = open.as_ref().and_then(|open| open.node);
                    let text = self.document.text(text).into_owned();
                    let node = &mut self.game.nodes[node.unwrap_or(root)];
                    node.labels.push(Label { point, text });
                }
                LineContent::TextEnd | LineContent::Heading(_) => self.close(&mut open),
                LineContent::Other if is_in_text => {
                    let node = open.as_ref().and_then(|open| open.node);
                    self.carry_line(node.unwrap_or(root), line.span);
                }
                _ => {}
            }
        }
        self.close(&mut open);
    }

    fn carry_line(&mut self, node: NodeId, span: Span) {
        let text = self.document.text(span).into_owned();
        let node = &mut self.game.nodes[node];
        node.carried.push(carried("line", text));
    }

    /// Adds a text to its node.
    fn close(&mut self, open: &mut Option<Text>) {
        let Some(text) = open.take() else {
            return;
        };
        let lines = text.lines.iter().map(|span| self.document.text(*span));
        let lines: Vec<Cow<'_, str>> = lines.collect();
        let body = lines.join("\n");
        let body = body.trim_end().trim_start_matches('\n');
        let node = text.node.unwrap_or(self.game.root());
        let node = &mut self.game.nodes[node];
        match text.node {
            Some(_) if !text.is_figure => {
                if !body.is_empty() {
                    node.comments.push(Comment::from(body));
                }
            }
            _ => {
                let start = self.document.text(text.start);
                let all = format!("{start}\n{body}");
                node.carried.push(carried("text", all));
            }
        }
    }

    /// Values of the header that say more than the game, and the lines of sections that are not read.
    fn carried_data(&self) -> Vec<Carried> {
        let rest = self.document.reading().rest.iter();
        let mut all: Vec<Carried> = rest
            .map(|(key, value)| carried(key, value.clone()))
            .collect();
        let mut is_open = false;
        for (section, line) in self.lines() {
            match (section, line.content) {
                (_, LineContent::Heading(_)) => is_open = false,
                (
                    Section::Data | Section::ReviewNode | Section::Figure | Section::ReviewComment,
                    _,
                ) => {}
                (_, LineContent::Other) => {
                    let text = self.document.text(line.span).into_owned();
                    match all.last_mut().filter(|_| is_open) {
                        Some(last) => last.values.push(text.into()),
                        None => all.push(carried(&self.name_of(section, line), text)),
                    }
                    is_open = true;
                }
                _ => {}
            }
        }
        all
    }

    /// The name of the section of a line.
    fn name_of(&self, section: Section, line: &Line) -> String {
        if section != Section::Other {
            return format!("[{}]", section.name());
        }
        let lines = self.document.lines();
        let before = lines.partition_point(|other| other.span.start < line.span.start);
        let mut before = lines[..before].iter().rev();
        let heading = before.find(|line| matches!(line.content, LineContent::Heading(_)));
        heading.map_or_else(String::new, |line| {
            self.document.text(line.span).into_owned()
        })
    }
}

/// A comment or a figure.
struct Text {
    node: Option<NodeId>,
    start: Span,
    is_figure: bool,
    lines: Vec<Span>,
}

impl Text {
    fn new(node: Option<NodeId>, start: Span, is_figure: bool) -> Text {
        Text {
            node,
            start,
            is_figure,
            lines: Vec::new(),
        }
    }
}

fn play(color: Color, to: Move) -> Node {
    Node {
        play: Some((color, to)),
        ..Node::default()
    }
}

fn info_of(document: &Document) -> GameInfo {
    let header = document.header();
    let application = header.application();
    let players = header.players.iter().map(|from| Player {
        name: from.name.clone(),
        rank: from
            .rank
            .map(|rank| rank.to_string())
            .or(from.title.clone()),
        ..Player::of(from.color)
    });
    GameInfo {
        size: Some(header.size),
        players: players.collect(),
        komi: header.komi.map(ValueOrText::Value),
        handicap: Some(header.handicap)
            .filter(|count| *count > 1)
            .map(ValueOrText::Value),
        result: header.result.map(ValueOrText::Value),
        rules: header.rules.clone(),
        main_time: header.main_time.map(f64::from).map(ValueOrText::Value),
        dates: header.dates.iter().map(|date| date.to_string()).collect(),
        name: header.title.clone(),
        place: header.place.clone(),
        transcriber: header.writer.clone().filter(|_| application.is_none()),
        application,
        annotator: header.commentator.clone(),
        copyright: header.copyright.clone(),
        comment: header.comment.clone(),
        ..GameInfo::default()
    }
}

fn carried(key: &str, value: String) -> Carried {
    Carried {
        format: Cow::Borrowed(FORMAT),
        role: CarriedRole::Raw,
        key: key.to_string(),
        values: Vec::from([value.into()]),
    }
}

fn losses(document: &Document) -> Vec<Loss> {
    let loss = |what, kind| Loss {
        at: LossPlace::Game,
        what: Cow::Borrowed(what),
        kind,
    };
    let mut losses = Vec::new();
    if document
        .charset()
        .charset
        .decode(document.to_bytes())
        .malformed
    {
        let how = Cow::Borrowed("is shown as U+FFFD");
        losses.push(loss("text that does not decode", LossKind::Changed(how)));
    }
    for _ in 0..document.reading().addresses {
        losses.push(loss("the e-mail address of a player", LossKind::Dropped));
    }
    losses
}
