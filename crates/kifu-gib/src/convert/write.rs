//! Converts games to files.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point};
use kifu_tree::game::{Carried, Converted, Game, Loss, LossKind, LossPlace, Node, ValueOrText};
use kifu_tree::{NodeId, Step};

use super::fields::{self, Fields};
use super::read::{handicap_points, to_game};
use super::{FORMAT, compare, key};
use crate::document::Document;
use crate::{Charset, Limits};

/// The maximum number of moves that are written in variations. Each variation repeats the game from its first move.
const MAX_VARIATION_MOVES: usize = 1 << 20;

/// Converts a game to a file, and lists the losses. The text is to be written as UTF-8.
///
/// A game that was read from a file is written as it was read, except where it was edited. Comments and variations are
/// written as a review after the game. Stones of the root that are not handicap stones are written as moves.
///
/// ```
/// use kifu_core::{Color, Move, Point};
/// use kifu_gib::convert::from_game;
/// use kifu_tree::game::{Game, MarkKind, Marks, Node};
///
/// let mut game = Game::new();
/// let first = game.nodes.push_child(game.root(), Node {
///     play: Some((Color::Black, Move::Play(Point::new(15, 3)))),
///     ..Node::default()
/// });
/// let kind = MarkKind::Circle;
/// game.nodes[first].marks.push(Marks { kind, points: vec![Point::new(15, 3)] });
/// let written = from_game(&game);
/// assert!(written.value.contains("\nSTO 0 2 1 15 3 \n"));
/// assert_eq!(written.losses[0].to_string(), "the marks are left out");
/// ```
pub fn from_game(game: &Game) -> Converted<String> {
    let mut losses = Vec::new();
    if let Some(text) = own(&game.carried, key::TEXT).next() {
        let text = text.values.join("\n");
        let limits = Limits::default();
        if let Ok(document) = Document::parse_in(text.as_str(), Charset::UTF_8, &limits) {
            if is_same(game, &to_game(&document).value) {
                compare::foreign(game, &mut losses);
                return Converted {
                    value: text,
                    losses,
                };
            }
        }
        losses.push(Loss {
            at: LossPlace::Game,
            what: Cow::Borrowed("the layout of the file"),
            kind: LossKind::Outdated,
        });
    }
    let written = write(game);
    losses.extend(written.losses);
    // If the output is too large to be read back, nothing can be compared.
    let limits = Limits::default();
    match Document::parse_in(written.text.as_str(), Charset::UTF_8, &limits) {
        Ok(document) => {
            let again = to_game(&document).value;
            compare::games(game, &again, &written.placed, &mut losses);
        }
        Err(_) => losses.push(Loss {
            at: LossPlace::Game,
            what: Cow::Borrowed("the game"),
            kind: LossKind::Dropped,
        }),
    }
    Converted {
        value: written.text,
        losses,
    }
}

/// Encodes a text in the charset of a document, or in UTF-8 if it cannot be encoded or the charset is uncertain.
pub fn to_bytes_like(document: &Document, text: &str) -> Vec<u8> {
    let found = document.charset();
    match found.charset.encode(text) {
        Ok(bytes) if found.is_sure() => bytes.into_owned(),
        _ => text.as_bytes().to_vec(),
    }
}

/// Whether a game equals the one of a file, except for what is carried for other formats, and for differences without
/// a meaning that other formats add.
fn is_same(game: &Game, file: &Game) -> bool {
    game == file || comparable(game) == comparable(file)
}

fn comparable(game: &Game) -> Game {
    let mut game = game.clone();
    game.info.kind = None;
    game.info.size = Some(game.info.size.unwrap_or_default());
    only_own(&mut game.carried);
    let ids: Vec<NodeId> = game.nodes.preorder(game.root()).collect();
    for id in ids {
        if !game.nodes[id].carried.is_empty() {
            only_own(&mut game.nodes[id].carried);
        }
    }
    game
}

/// Keeps the data for this format. Other formats can change its order.
fn only_own(carried: &mut Vec<Carried>) {
    carried.retain(|carried| carried.format == FORMAT);
    carried.sort_by(|a, b| (&a.key, &a.values).cmp(&(&b.key, &b.values)));
}

/// The data that is carried for this format with a key.
pub(super) fn own<'c>(
    carried: &'c [Carried],
    key: &'static str,
) -> impl Iterator<Item = &'c Carried> {
    let is_it = move |carried: &&Carried| carried.format == FORMAT && carried.key == key;
    carried.iter().filter(is_it)
}

/// A file, and what was found while it was written.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) losses: Vec<Loss>,
    /// The stones of the setup that are written as moves.
    pub(super) placed: Vec<(Color, Point)>,
}

struct Writer<'g> {
    game: &'g Game,
    out: String,
    line_break: &'static str,
    blank: &'static str,
    /// The number of the next line of the game.
    number: usize,
}

pub(super) fn write(game: &Game) -> Written {
    let style = own(&game.carried, key::STYLE);
    let style: Vec<&str> = style
        .flat_map(|style| &style.values)
        .map(|word| &**word)
        .collect();
    let has = |word: &str| style.contains(&word);
    let has_start = own(&game.carried, key::START).next().is_some();
    let mut fields = own_fields(game);
    let is_new = fields.is_empty() && !has_start;
    let mut writer = Writer {
        game,
        out: String::new(),
        line_break: if has("crlf") { "\r\n" } else { "\n" },
        blank: if has("blank") || is_new { " " } else { "" },
        number: 2,
    };
    let (handicap, placed) = start(game);
    let played = writer.lines(&placed);
    let lines = core::mem::take(&mut writer.out);
    if is_new {
        fields = fields::template();
    }
    fields::update(&mut fields, is_new, &game.info, handicap, played);
    writer.out = fields::text(&fields, writer.line_break);
    writer.put("\\GS");
    let last = writer.number - 1;
    let usual = [Cow::Borrowed("2 1 0"), Cow::Borrowed("* 0 &4")];
    let preamble = match own(&game.carried, key::PREAMBLE).next() {
        Some(preamble) => &preamble.values[..],
        None if is_new => &usual,
        None => &[],
    };
    for line in preamble {
        match line.strip_prefix("* ") {
            Some(rest) => writer.put(&format!("{last} {rest}")),
            None => writer.put(line),
        }
    }
    match own(&game.carried, key::START).next() {
        Some(start) => {
            let start = start.values.first().map_or("", |line| &**line);
            writer.put(&with_handicap(start, handicap));
        }
        None if !is_new && handicap == 0 => {}
        None => {
            let blank = writer.blank;
            writer.put(&format!("INI 0 1 {handicap} &4{blank}"));
        }
    }
    writer.out.push_str(&lines);
    writer.put("\\GE");
    let losses = writer.reviews(&placed);
    let mut text = writer.out;
    if has("unended") {
        text.truncate(text.len() - writer.line_break.len());
    }
    Written {
        text,
        losses,
        placed,
    }
}

/// The fields of the header that the game was read from, in their order there.
fn own_fields(game: &Game) -> Fields {
    let fields = game.carried.iter().filter_map(|carried| {
        let is_key = carried.key.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_own = carried.format == FORMAT && is_key && !carried.key.is_empty();
        let value = carried.values.first().filter(|_| is_own)?;
        Some((carried.key.clone(), value.to_string()))
    });
    let mut fields: Fields = fields.collect();
    if let Some(order) = own(&game.carried, key::ORDER).next() {
        // Fields with the same key keep their order.
        let keys = order.values.iter().enumerate();
        let places: BTreeMap<&str, usize> = keys.rev().map(|(at, key)| (&**key, at)).collect();
        let place = |key: &str| places.get(key).copied().unwrap_or(usize::MAX);
        fields.sort_by_key(|(key, _)| place(key));
    }
    fields
}

/// The number of handicap stones, and the stones of the root that are placed otherwise.
fn start(game: &Game) -> (u8, Vec<(Color, Point)>) {
    let setup = &game.nodes[game.root()].setup;
    let size = game.info.size.unwrap_or_default();
    let groups = setup
        .iter()
        .filter_map(|group| Some((group.stone?, &group.points)));
    let stones = groups.flat_map(|(color, points)| points.iter().map(move |point| (color, *point)));
    let stones: Vec<(Color, Point)> = stones.take(size.area()).collect();
    let is_black = stones.iter().all(|(color, _)| *color == Color::Black);
    if let Ok(count @ 2..=9) = u8::try_from(stones.len()) {
        if let Some(points) = handicap_points(count, size).filter(|_| is_black) {
            let mut points = points.iter();
            if points.all(|point| stones.contains(&(Color::Black, *point))) {
                return (count, Vec::new());
            }
        }
    }
    if let Some(ValueOrText::Value(count @ 2..=9)) = game.info.handicap {
        // The points of handicap stones on this board are not known.
        if stones.is_empty() && handicap_points(count as u8, size).is_none() {
            return (count as u8, Vec::new());
        }
    }
    (0, stones)
}

/// An `INI` line with another handicap.
fn with_handicap(line: &str, handicap: u8) -> String {
    let mut words = line.splitn(5, ' ');
    let mut next = || words.next();
    let (Some(ini), Some(zero), Some(one), Some(old)) = (next(), next(), next(), next()) else {
        return line.to_string();
    };
    let is_same = match old.parse::<u8>() {
        Ok(old) => old == handicap || !(2..=9).contains(&old) && handicap == 0,
        Err(_) => handicap == 0,
    };
    if is_same {
        return line.to_string();
    }
    let rest = words
        .next()
        .map_or(String::new(), |rest| format!(" {rest}"));
    format!("{ini} {zero} {one} {handicap}{rest}")
}

impl Writer<'_> {
    /// Writes the lines of the main line of the game, and returns the number of stones that are played.
    fn lines(&mut self, placed: &[(Color, Point)]) -> usize {
        let mut played = placed.len();
        for (color, point) in placed {
            self.play(*color, Move::Play(*point));
        }
        for id in self.game.nodes.main_line(self.game.root()) {
            let node = &self.game.nodes[id];
            if let Some((color, to)) = node.play {
                self.play(color, to);
                played += usize::from(to != Move::Pass);
            }
            if node.details.is_unset() {
                continue;
            }
            let own = own(&node.carried, key::LINE).flat_map(|carried| &carried.values);
            for line in own.filter(|line| can_be_written(line)) {
                let number = line.split_ascii_whitespace().nth(2);
                if number.is_some_and(|number| number.parse() == Ok(self.number)) {
                    self.number += 1;
                }
                self.put(line);
            }
        }
        played
    }

    fn play(&mut self, color: Color, to: Move) {
        self.put_play(self.number, color, to);
        self.number += 1;
    }

    /// Writes a move.
    fn put_play(&mut self, number: usize, color: Color, to: Move) {
        let out = &mut self.out;
        match to {
            Move::Play(point) => {
                out.push_str("STO 0 ");
                put_number(out, number);
                out.push_str(match color {
                    Color::Black => " 1 ",
                    Color::White => " 2 ",
                });
                put_number(out, point.col.into());
                out.push(' ');
                put_number(out, point.row.into());
            }
            Move::Pass => {
                out.push_str("SKI 0 ");
                put_number(out, number);
            }
        }
        out.push_str(self.blank);
        out.push_str(self.line_break);
    }

    fn put(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push_str(self.line_break);
    }

    /// Writes comments and variations.
    fn reviews(&mut self, placed: &[(Color, Point)]) -> Vec<Loss> {
        let game = self.game;
        let mut losses = Vec::new();
        let mut budget = MAX_VARIATION_MOVES;
        // The moves from the root to the current node.
        let placed = placed
            .iter()
            .map(|(color, point)| (*color, Move::Play(*point)));
        let mut path: Vec<(Color, Move)> = placed.collect();
        let mut lengths = Vec::new();
        let mut on_main = true;
        for step in game.nodes.traverse(game.root()) {
            let id = match step {
                Step::Enter(id) => id,
                Step::Leave(_) => {
                    path.truncate(lengths.pop().unwrap_or(0));
                    on_main = false;
                    continue;
                }
            };
            let node = &game.nodes[id];
            lengths.push(path.len());
            path.extend(node.play);
            let text = comment(node);
            let is_end = game.nodes.first_child(id).is_none();
            if on_main {
                if let Some(text) = text {
                    self.block(path.len(), Some(&text), &[]);
                }
            } else if is_end || text.is_some() {
                if path.len() <= budget {
                    budget -= path.len();
                    self.block(path.len(), text.as_deref(), &path);
                } else {
                    budget = 0;
                    let what = Cow::Borrowed("a variation of a game with too many");
                    losses.push(Loss {
                        at: LossPlace::Node(id),
                        what,
                        kind: LossKind::Dropped,
                    });
                }
            }
        }
        losses
    }

    fn block(&mut self, number: usize, text: Option<&str>, moves: &[(Color, Move)]) {
        self.put("\\RS");
        self.put(&format!("\\[REFSUSUN={number}\\]"));
        if let Some(text) = text {
            self.put("\\[REFEXPLAIN=");
            let chars = text.chars().map(|c| match c {
                '\\' => '＼',
                c if c.is_control() && c != '\n' => ' ',
                c => c,
            });
            let text: String = chars.collect();
            for line in text.split('\n') {
                self.put(line);
            }
            self.put("\\]");
        }
        if !moves.is_empty() {
            self.put("\\[REFGIBO=");
            for (at, (color, to)) in moves.iter().enumerate() {
                self.put_play(at + 2, *color, *to);
            }
            self.put("\\]");
        }
        self.put("\\RE");
    }
}

/// Whether a carried line can be written without changing the game: a move would be played.
pub(super) fn can_be_written(line: &str) -> bool {
    let is_move = ["STO ", "SKI ", "WIT ", "INI "]
        .into_iter()
        .any(|word| line.contains(word));
    !is_move && !line.contains(['\n', '\r', '\\', '\0']) && line.trim() == line && !line.is_empty()
}

/// Writes a number; formatting takes much longer.
fn put_number(out: &mut String, number: usize) {
    if number >= 10 {
        let mut power = 10;
        while number / power >= 10 {
            power *= 10;
        }
        while power >= 10 {
            out.push(char::from(b'0' + (number / power % 10) as u8));
            power /= 10;
        }
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// The comment of a node as one text.
pub(super) fn comment(node: &Node) -> Option<Cow<'_, str>> {
    if node.details.is_unset() {
        return None;
    }
    let comment = node.joined_comment();
    comment.filter(|text| !text.trim().is_empty())
}
