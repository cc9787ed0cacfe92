//! Conversion to the common game ([`kifu_tree::game`]).
//!
//! ```
//! use kifu_ngf::{Document, convert::to_game};
//!
//! let source = "Rated game\n19\nIto  9DP\nSato  7D*\nwww.cyberoro.com\n3\n0\n0\n20170316\n5\n\n1\nPMABWQQQQ\n";
//! let game = to_game(&Document::parse(source)?).value;
//! assert_eq!(game.info.name.as_deref(), Some("Rated game"));
//! assert_eq!(game.nodes[game.root()].setup[0].points.len(), 3);
//! # Ok::<(), kifu_ngf::TooLarge>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::Color;
use kifu_rules::{HandicapTable, handicap_points};
use kifu_span::Span;
use kifu_tree::game::{
    Carried, CarriedRole, Comment, Converted, Game, GameInfo, Loss, LossKind, LossPlace, Node,
    Stones, ValueOrText,
};

use crate::document::Document;
use crate::header::Header;
use crate::scan::{Key, LineContent};

/// The name of the format in [`Carried::format`].
pub const FORMAT: &str = "ngf";

/// Converts a file to its game. Lines that a game does not express are carried along.
pub fn to_game(document: &Document) -> Converted<Game> {
    convert(document, &mut Vec::new())
}

/// Converts a file to its game, and returns the span of each node, by the index of its id. The span of the root is
/// empty.
///
/// ```
/// use kifu_ngf::{Document, convert::to_game_with_spans};
///
/// let document = Document::parse("PMABBREER\n")?;
/// let (_, spans) = to_game_with_spans(&document);
/// assert_eq!(document.text(spans[1]), "PMABBREER");
/// # Ok::<(), kifu_ngf::TooLarge>(())
/// ```
pub fn to_game_with_spans(document: &Document) -> (Converted<Game>, Vec<Span>) {
    let mut spans = Vec::new();
    let game = convert(document, &mut spans);
    (game, spans)
}

fn convert(document: &Document, spans: &mut Vec<Span>) -> Converted<Game> {
    let header = document.header();
    let mut game = Game::new();
    spans.push(Span::at(0));
    game.info = info_of(header);
    game.carried = carried_fields(document);
    let root = game.root();
    let stones = u32::from(header.handicap);
    let points = handicap_points(header.size, stones, HandicapTable::Tygem).unwrap_or_default();
    if !points.is_empty() {
        game.nodes[root].setup.push(Stones {
            stone: Some(Color::Black),
            points,
        });
    }
    let mut after = Vec::from([root]);
    let mut node = root;
    for line in document.lines() {
        match line.content {
            LineContent::Play(color, to) => {
                let play = Node {
                    play: Some((color, to)),
                    ..Node::default()
                };
                node = game.nodes.push_child(node, play);
                after.push(node);
                spans.push(line.span);
            }
            LineContent::Text { number, text } => {
                let number = number.map_or(usize::MAX, |number| number as usize);
                let at = after.get(number).copied().unwrap_or(node);
                let text = document.text(text).replace("\r\n", "\n");
                game.nodes[at].comments.push(Comment::from(text));
            }
            LineContent::Other => {
                let text = document.text(line.span).into_owned();
                game.nodes[node].carried.push(carried("line", text));
            }
        }
    }
    Converted {
        value: game,
        losses: losses(document),
    }
}

fn info_of(header: &Header) -> GameInfo {
    let handicap = Some(u32::from(header.handicap)).filter(|count| *count > 0);
    let mut info = GameInfo {
        size: Some(header.size),
        komi: header.komi.map(ValueOrText::Value),
        handicap: handicap.map(ValueOrText::Value),
        result: header.result.map(ValueOrText::Value),
        main_time: header.main_time.map(f64::from).map(ValueOrText::Value),
        dates: header.date.iter().map(|date| date.to_string()).collect(),
        name: header.title.clone(),
        place: header.place.clone(),
        ..GameInfo::default()
    };
    for color in [Color::Black, Color::White] {
        let from = &header.players[color];
        if from.name.is_some() {
            let player = info.player(color);
            player.name = from.name.clone();
            player.rank = from.rank.map(|rank| rank.to_string());
        }
    }
    info
}

/// The lines of the header that say more than the game.
fn carried_fields(document: &Document) -> Vec<Carried> {
    let header = document.header();
    let mut carried_fields = Vec::new();
    for field in document.fields() {
        let text = document.text(field.span);
        let is_expressed = match field.key {
            Key::Title | Key::Place | Key::White | Key::Black => true,
            Key::Size => header.size.cols().to_string() == text,
            Key::Handicap => header.handicap.to_string() == text,
            Key::Komi => header.komi.is_some(),
            // A game has no time of day.
            Key::Date => header.date.is_some() && !text.contains('['),
            Key::Time => header.main_time.is_some(),
            Key::Result => header.result.is_some(),
            Key::Count => text.parse::<usize>().is_ok(),
            Key::Unknown => text == "0",
        };
        if !text.is_empty() && !is_expressed {
            carried_fields.push(carried(field.key.name(), text.into_owned()));
        }
    }
    carried_fields
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
    let decoded = document.charset().charset.decode(document.to_bytes());
    let loss = Loss {
        at: LossPlace::Game,
        what: Cow::Borrowed("text that does not decode"),
        kind: LossKind::Changed(Cow::Borrowed("is shown as U+FFFD")),
    };
    decoded.malformed.then_some(loss).into_iter().collect()
}
