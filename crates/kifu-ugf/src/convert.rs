//! Conversion to the common game and back ([`kifu_tree::game`]).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Move};
use kifu_tree::NodeId;
use kifu_tree::game::{
    Carried, CarriedRole, Comment, Converted, Details, Game, GameInfo, Loss, LossKind, LossPlace,
    Node, ValueOrText,
};

use crate::document::Document;
use crate::line::{self, LineContent};

/// The name of the format in [`Carried::format`].
pub const FORMAT: &str = "ugf";

/// The game of a file. Unknown lines are carried along.
pub fn to_game(document: &Document) -> Converted<Game> {
    let mut game = Game::new();
    let mut losses = Vec::new();
    let mut node = game.root();
    for line in document.lines() {
        match &line.content {
            LineContent::Size(size) => game.info.size = Some(*size),
            LineContent::Player(color, name) => game.info.player(*color).name = Some(name.clone()),
            LineContent::Komi(komi) => game.info.komi = Some(ValueOrText::Value(*komi)),
            LineContent::Node(play) => {
                let next = Node {
                    play: *play,
                    ..Node::default()
                };
                node = game.nodes.push_child(node, next);
            }
            LineContent::Comment(text) => comment(&mut game.nodes[node], text),
            LineContent::Nothing => {
                let text = document.text(line);
                if !text.trim().is_empty() {
                    game.nodes[node].carried.push(carried(text.into_owned()));
                }
            }
        }
        if let Cow::Owned(_) = document.text(line) {
            let kind = LossKind::Changed(Cow::Borrowed("is not UTF-8, and shown as U+FFFD"));
            losses.push(Loss {
                at: LossPlace::Node(node),
                what: Cow::Borrowed("a line"),
                kind,
            });
        }
    }
    Converted {
        value: game,
        losses,
    }
}

fn comment(node: &mut Node, text: &str) {
    match node.comments.first_mut() {
        Some(comment) => {
            comment.text.push('\n');
            comment.text.push_str(text);
        }
        None => node.comments.push(Comment::from(text)),
    }
}

fn carried(line: String) -> Carried {
    Carried {
        format: Cow::Borrowed(FORMAT),
        role: CarriedRole::Raw,
        key: String::from("line"),
        values: Vec::from([line.into()]),
    }
}

/// Writes the main line of a game as a file, and lists the losses.
///
/// ```
/// use kifu_core::{Color, Move};
/// use kifu_ugf::convert::from_game;
/// use kifu_tree::game::{Game, Node};
///
/// let mut game = Game::new();
/// let pass = Node { play: Some((Color::Black, Move::Pass)), ..Node::default() };
/// game.nodes.push_child(game.root(), pass.clone());
/// game.nodes.push_child(game.root(), pass);
/// let written = from_game(&game);
/// assert_eq!(written.value, "B pass\n");
/// assert_eq!(written.losses[0].to_string(), "a variation is left out");
/// ```
pub fn from_game(game: &Game) -> Converted<String> {
    let text = write(game);
    // If the output is too large to be read back, nothing can be compared.
    let again = match Document::parse(text.as_str()) {
        Ok(document) => to_game(&document).value,
        Err(_) => Game::new(),
    };
    Converted {
        losses: losses(game, &again),
        value: text,
    }
}

fn write(game: &Game) -> String {
    let mut out = String::new();
    let info = &game.info;
    if let Some(size) = info.size {
        match size.cols() == size.rows() {
            true => put(&mut out, "size", &size.cols().to_string()),
            false => put(
                &mut out,
                "size",
                &format!("{}:{}", size.cols(), size.rows()),
            ),
        }
    }
    for player in &info.players {
        if let (ValueOrText::Value(color), Some(name)) = (&player.color, &player.name) {
            let word = match color {
                Color::Black => "black",
                Color::White => "white",
            };
            put(&mut out, word, name.trim());
        }
    }
    if let Some(ValueOrText::Value(komi)) = &info.komi {
        put(&mut out, "komi", &komi.to_string());
    }
    let mut in_nodes = false;
    for id in game.nodes.main_line(game.root()) {
        in_nodes |= id != game.root();
        write_node(&mut out, game, id, &mut in_nodes);
    }
    out
}

fn write_node(out: &mut String, game: &Game, id: NodeId, in_nodes: &mut bool) {
    let (node, size) = (&game.nodes[id], game.info.size.unwrap_or_default());
    let (word, value) = match node.play {
        None => ("-", String::new()),
        Some((color, Move::Pass)) => (letter(color), String::from("pass")),
        Some((color, Move::Play(point))) => match size.western(point) {
            Some(point) => (letter(color), point.to_string()),
            None => ("-", String::new()),
        },
    };
    if id != game.root() {
        put(out, word, &value);
    }
    for comment in node
        .joined_comment()
        .iter()
        .flat_map(|text| text.split('\n'))
    {
        put(out, "C", comment);
    }
    let lines = node
        .carried
        .iter()
        .filter(|carried| carried.format == FORMAT);
    for text in lines.flat_map(|carried| &carried.values) {
        // It is written unchanged only if it has no meaning there, as when it was read.
        let content = line::read(text, size, *in_nodes).unwrap_or(LineContent::Nothing);
        if content == LineContent::Nothing && !text.contains('\n') {
            *in_nodes |= line::is_of_nodes(text);
            out.push_str(text);
            out.push('\n');
        }
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn put(out: &mut String, word: &str, value: &str) {
    out.push_str(word);
    if !value.is_empty() {
        out.push(' ');
        // A value has one line; comparing finds the loss of line breaks.
        out.extend(value.chars().map(|c| if c == '\n' { ' ' } else { c }));
    }
    out.push('\n');
}

/// The content of a game that is missing after reading the output back.
///
/// Destructuring all fields makes the compiler report new ones.
fn losses(game: &Game, again: &Game) -> Vec<Loss> {
    let mut losses = Vec::new();
    compare_info(&game.info, &again.info, &mut losses);
    compare_carried(&game.carried, &[], LossPlace::Game, &mut losses);
    let mut others = again.nodes.main_line(again.root());
    let none = Node::default();
    for id in game.nodes.main_line(game.root()) {
        let other = others.next().map_or(&none, |other| &again.nodes[other]);
        compare_node(&game.nodes[id], other, id, &mut losses);
        for variation in game.nodes.children(id).skip(1) {
            losses.push(dropped(LossPlace::Node(variation), "a variation"));
        }
    }
    losses
}

fn dropped(at: LossPlace, what: &'static str) -> Loss {
    Loss {
        at,
        what: Cow::Borrowed(what),
        kind: LossKind::Dropped,
    }
}

/// Reports the fields of a struct that differ from those of another, except the listed ones.
macro_rules! differing {
    (
        $these:expr, $those:expr,
        $type:ident { $($field:ident),* $(,)? } $(aside { $($aside:ident),* })?,
        $at:expr, $losses:expr
    ) => {{
        let $type { $($field,)* $($($aside: _,)*)? } = $these;
        $(if *$field != $those.$field {
            $losses.push(dropped($at, stringify!($field)));
        })*
    }};
}

fn compare_info(these: &GameInfo, those: &GameInfo, losses: &mut Vec<Loss>) {
    differing!(
        these,
        those,
        GameInfo {
            kind,
            application,
            transcriber,
            annotator,
            source,
            source_url,
            copyright,
            record_comment,
            name,
            players,
            komi,
            handicap,
            result,
            rules,
            main_time,
            overtime,
            periods,
            period_time,
            dates,
            event,
            round,
            place,
            opening,
            comment,
            size,
            cutoff,
            settings,
        },
        LossPlace::Game,
        losses
    );
}

fn compare_node(these: &Node, those: &Node, id: NodeId, losses: &mut Vec<Loss>) {
    let at = LossPlace::Node(id);
    differing!(
        these,
        those,
        Node {
            play,
            clock,
            is_empty_variation,
        } aside { details },
        at,
        losses
    );
    // Carried data is compared separately below.
    differing!(
        &*these.details,
        those.details,
        Details {
            setup,
            to_play,
            name,
            comments,
            marks,
            labels,
            territory,
            solution,
        } aside { carried },
        at,
        losses
    );
    compare_carried(&these.carried, &those.carried, at, losses);
}

fn compare_carried(these: &[Carried], those: &[Carried], at: LossPlace, losses: &mut Vec<Loss>) {
    let mut those = those.iter().peekable();
    for carried in these {
        if those.next_if_eq(&carried).is_none() {
            let what = format!("{} of {}", carried.key, carried.format);
            losses.push(Loss {
                at,
                what: what.into(),
                kind: LossKind::Dropped,
            });
        }
    }
}
