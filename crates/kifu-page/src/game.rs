//! The data of a game: its tree, with the stones that each node changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use kifu_analysis::{Analysis, AnalyzedPosition};
use kifu_core::{Color, Move, Point, Size};
use kifu_diagram::Mark;
use kifu_figure::{NodeMark, node_marks};
use kifu_problem::{Convention, Problem};
use kifu_replay::{Fault, NotShown, Replayer, points, stated_rules};
use kifu_rules::{Breach, Repetition, Rules, Suicide};
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;
use serde::Serialize;

/// A game as the script of the page reads it. Points are written as in SGF: `pd` is the 16th column from the left and
/// the fourth row from the top.
#[derive(Serialize)]
pub(crate) struct GameData {
    /// The name of the file that contains the game, if the page has several files.
    #[serde(skip_serializing_if = "String::is_empty")]
    file: String,
    cols: u8,
    rows: u8,
    /// The game information: SGF properties with their texts, in the order in which the page lists them.
    info: Vec<(&'static str, String)>,
    suicide: &'static str,
    repetition: &'static str,
    /// The player who solves the problem; absent if the game is not a problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solver: Option<char>,
    /// The nodes in file order; a node comes before its children.
    pub(crate) nodes: Vec<NodeData>,
    /// The changes of the nodes over time. Then the setup and the move of a node are not played yet.
    #[cfg(feature = "recordings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) recording: Option<crate::recording::RecordingData>,
}

/// A node of a game. Absent fields have their most frequent value.
#[derive(Default, Serialize)]
pub(crate) struct NodeData {
    /// The index of the parent node, unless it is the node before.
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<usize>,
    /// The last move of the node: the letter of the player and the point; only the letter for a pass, and `?` if the
    /// move is not readable.
    #[serde(rename = "m", skip_serializing_if = "String::is_empty")]
    pub(crate) played: String,
    /// The points that are black, white or empty after the node, as far as the move of the node does not already say so.
    #[serde(rename = "b", skip_serializing_if = "String::is_empty")]
    pub(crate) black: String,
    #[serde(rename = "w", skip_serializing_if = "String::is_empty")]
    pub(crate) white: String,
    #[serde(rename = "e", skip_serializing_if = "String::is_empty")]
    pub(crate) empty: String,
    /// The number of the move, if the record states one.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u32>,
    /// The player to move, if it is not the opponent of the last player.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub(crate) to_play: Option<char>,
    /// The prisoners of Black and White, if the node changes them.
    #[serde(rename = "x", skip_serializing_if = "Option::is_none")]
    pub(crate) prisoners: Option<[u32; 2]>,
    #[serde(rename = "N", skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(rename = "C", skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// The marks: points by the property of the mark.
    #[serde(rename = "k", skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) marks: BTreeMap<&'static str, String>,
    /// The labels: points with their texts.
    #[serde(rename = "l", skip_serializing_if = "Vec::is_empty")]
    pub(crate) labels: Vec<(String, String)>,
    /// The points in view from this node on, and the points that are greyed out; empty for the whole board, and none.
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub(crate) view: Option<String>,
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    pub(crate) dimmed: Option<String>,
    /// The judgements of the move and the position, as properties: `TE` `BM` `DO` `IT` `GB` `GW` `DM` `UC` `HO`.
    #[serde(rename = "q", skip_serializing_if = "Vec::is_empty")]
    pub(crate) judgements: Vec<&'static str>,
    /// Why the move is not legal.
    #[serde(rename = "i", skip_serializing_if = "String::is_empty")]
    pub(crate) illegal: String,
    /// Black's win rate in percent, as an engine stated it.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub(crate) win_rate: Option<f64>,
    /// In a problem, whether the line that ends here is right.
    #[serde(rename = "r", skip_serializing_if = "Option::is_none")]
    pub(crate) right: Option<bool>,
}

/// The judgements that a page shows.
const JUDGEMENTS: [&str; 9] = ["TE", "BM", "DO", "IT", "GB", "GW", "DM", "UC", "HO"];

impl GameData {
    /// Reads a game of a document.
    pub(crate) fn of(
        document: &Document,
        root: NodeId,
        file: &str,
        as_problem: bool,
    ) -> Result<GameData, NotShown> {
        let mut game = GameData::without_nodes(document, root, file)?;
        let problem = as_problem
            .then(|| Problem::of(document, root, None))
            .flatten()
            .filter(|problem| {
                problem.convention != Convention::MainLine
                    || Problem::starts_with_stones(document, root)
            });
        let size = document.game_info(root).size;
        game.nodes = nodes(document, root, size, &rules_of(document, root));
        if let Some(problem) = &problem {
            let order: BTreeMap<NodeId, usize> =
                document.forest().preorder(root).zip(0..).collect();
            for line in &problem.lines {
                if let Some(node) = order.get(&line.end).and_then(|&at| game.nodes.get_mut(at)) {
                    node.right = Some(line.is_right);
                }
            }
        }
        game.solver = problem.map(|problem| letter(problem.solver));
        Ok(game)
    }

    /// Reads all of a game except its nodes.
    pub(crate) fn without_nodes(
        document: &Document,
        root: NodeId,
        file: &str,
    ) -> Result<GameData, NotShown> {
        // Only this constructor checks whether the board can be shown.
        Replayer::to_show(document, root, &Rules::LENIENT)?;
        let size = document.game_info(root).size;
        let rules = rules_of(document, root);
        Ok(GameData {
            file: file.to_owned(),
            cols: size.cols(),
            rows: size.rows(),
            info: game_info(document, root),
            suicide: match rules.suicide {
                Suicide::Forbidden => "no",
                Suicide::Multi => "multi",
                Suicide::Any => "any",
            },
            repetition: match rules.repetition {
                Repetition::Allowed => "allowed",
                Repetition::SimpleKo => "ko",
                Repetition::Positional => "positional",
                Repetition::Situational => "situational",
                Repetition::NaturalSituational => "natural",
            },
            solver: None,
            nodes: Vec::new(),
            #[cfg(feature = "recordings")]
            recording: None,
        })
    }

    pub(crate) const fn is_problem(&self) -> bool {
        self.solver.is_some()
    }

    /// The text of a game information property.
    pub(crate) fn get(&self, property: &str) -> Option<&str> {
        let found = self.info.iter().find(|(name, _)| *name == property);
        found.map(|(_, text)| text.as_str())
    }

    /// The names of the players, or else the name of the game, the file, or nothing.
    pub(crate) fn title(&self) -> String {
        match (self.get("PB"), self.get("PW")) {
            (None, None) => self.get("GN").unwrap_or(&self.file).to_owned(),
            (black, white) => {
                format!(
                    "{} – {}",
                    black.unwrap_or("Black"),
                    white.unwrap_or("White")
                )
            }
        }
    }
}

/// The rules that a game names, or else the Japanese rules.
pub(crate) fn rules_of(document: &Document, root: NodeId) -> Rules {
    let info = document.game_info(root);
    let stated = info.rules.as_deref().and_then(stated_rules);
    stated.unwrap_or(Rules::JAPANESE)
}

/// The game information, with the values as they are written.
fn game_info(document: &Document, root: NodeId) -> Vec<(&'static str, String)> {
    let info = document.game_info(root);
    let node = document.node(root);
    let written = |name| node.simple_text(name);
    let all = [
        ("GN", info.name),
        ("EV", info.event),
        ("RO", info.round),
        ("PB", info.black),
        ("BR", info.black_rank),
        ("BT", info.black_team),
        ("PW", info.white),
        ("WR", info.white_rank),
        ("WT", info.white_team),
        ("DT", info.date),
        ("PC", info.place),
        ("RE", info.result),
        ("KM", written("KM")),
        ("HA", written("HA")),
        ("RU", info.rules),
        ("TM", info.time_limit),
        ("OT", info.overtime),
        ("ON", info.opening),
        ("GC", info.comment),
        ("AN", info.annotator),
        ("SO", info.source),
        ("US", info.user),
        ("CP", info.copyright),
    ];
    let stated = all
        .into_iter()
        .filter_map(|(name, text)| Some((name, text?)));
    let stated = stated.map(|(name, text)| (name, text.trim().to_owned()));
    stated.filter(|(_, text)| !text.is_empty()).collect()
}

/// Plays all nodes of a game.
fn nodes(document: &Document, root: NodeId, size: Size, rules: &Rules) -> Vec<NodeData> {
    let forest = document.forest();
    let context = GameContext::of(document.node(root));
    let mut game = Replayer::new(document, root, rules);
    // The entered nodes, with their indices and the player to move after them.
    let mut path: Vec<(NodeId, usize, Color)> = Vec::new();
    let mut nodes: Vec<NodeData> = Vec::new();
    let mut before: Vec<Option<Color>> = Vec::new();
    for (index, id) in forest.preorder(root).enumerate() {
        let parent = forest.parent(id).filter(|_| id != root);
        while path.last().map(|last| last.0) != parent && path.pop().is_some() {
            game.leave();
        }
        before.clear();
        before.extend(
            size.points()
                .map(|point| game.position().board().stone(point)),
        );
        let (number, prisoners) = (game.number(), game.prisoners());
        let findings = game.enter(id).iter();
        // Reviews often continue with any player.
        let in_turn = |fault: &Fault| *fault != Fault::Breach(Breach::OutOfTurn);
        let illegal = findings.filter(|finding| in_turn(&finding.fault));
        let illegal = illegal.map(|finding| finding.message(size));
        let mut data = NodeData {
            illegal: illegal.collect::<Vec<_>>().join("; "),
            ..NodeData::default()
        };
        let parent = path.last().map(|last| last.1);
        data.parent = parent.filter(|parent| parent + 1 != index);
        let mut usual = path.last().map_or(Color::Black, |last| last.2);
        let mut stone = None;
        if game.number() > number {
            data.played = match game.last() {
                None => "?".to_owned(),
                Some((color, action)) => {
                    usual = !color;
                    let mut text = letter(color).to_string();
                    if let Move::Play(point) = action {
                        push_point(point, &mut text);
                        stone = Some((point, color));
                    }
                    text
                }
            };
        }
        for (point, before) in size.points().zip(&before) {
            let after = game.position().board().stone(point);
            let expected = match stone {
                Some((played, color)) if played == point => Some(color),
                _ => *before,
            };
            if after != expected {
                let points = match after {
                    Some(Color::Black) => &mut data.black,
                    Some(Color::White) => &mut data.white,
                    None => &mut data.empty,
                };
                push_point(point, points);
            }
        }
        if game.prisoners() != prisoners {
            let now = game.prisoners();
            data.prisoners = Some([now[Color::Black], now[Color::White]]);
        }
        let to_play = game.position().to_play();
        data.to_play = (to_play != usual).then(|| letter(to_play));
        annotate(document, document.node(id), size, &mut data);
        if let Some(analysis) = Analysis::of(document, id, &context) {
            let win_rate = analysis.win_rate.map(|rate| (rate * 1e4).round() / 1e2);
            // Some engines write about the position before their move.
            let is_before = analysis.position == AnalyzedPosition::BeforeMove;
            let of = parent
                .filter(|_| is_before)
                .map(|parent| &mut nodes[parent]);
            let of = of.unwrap_or(&mut data);
            of.win_rate = of.win_rate.or(win_rate);
        }
        nodes.push(data);
        path.push((id, index, to_play));
    }
    nodes
}

/// Adds the content of a node that does not change the board.
pub(crate) fn annotate(document: &Document, node: NodeRef<'_>, size: Size, data: &mut NodeData) {
    if node
        .properties()
        .all(|property| property.ident().player().is_some())
    {
        return;
    }
    let text = |name| node.text(name).unwrap_or_default().into_owned();
    data.name = node.simple_text("N").unwrap_or_default().into_owned();
    data.comment = text("C");
    let number = node
        .get("MN")
        .and_then(|number| number.value()?.number().ok());
    data.number = number.and_then(|read| u32::try_from(read.value).ok());
    for mark in node_marks(document, node, size) {
        let (name, points) = match mark {
            NodeMark::Mark(point, mark) => {
                let name = match mark {
                    Mark::Circle => "CR",
                    Mark::Square => "SQ",
                    Mark::Triangle => "TR",
                    Mark::Cross => "MA",
                    Mark::Selected => "SL",
                };
                (name, vec![point])
            }
            NodeMark::Territory(point, Color::Black) => ("TB", vec![point]),
            NodeMark::Territory(point, Color::White) => ("TW", vec![point]),
            NodeMark::Line(ends) => ("LN", ends.to_vec()),
            NodeMark::Arrow(ends) => ("AR", ends.to_vec()),
            NodeMark::Label(point, text) => {
                let mut name = String::new();
                push_point(point, &mut name);
                data.labels.push((name, text));
                continue;
            }
            _ => continue,
        };
        let all = data.marks.entry(name).or_default();
        points.into_iter().for_each(|point| push_point(point, all));
    }
    let all_points = |name| {
        node.get(name)?;
        let mut text = String::new();
        points(node, name, size)
            .into_iter()
            .for_each(|point| push_point(point, &mut text));
        Some(text)
    };
    data.view = all_points("VW");
    data.dimmed = all_points("DD");
    let judgements = JUDGEMENTS
        .into_iter()
        .filter(|name| node.get(name).is_some());
    data.judgements = judgements.collect();
    let rate = node
        .simple_text("SBKV")
        .and_then(|text| text.trim().parse().ok());
    data.win_rate = rate.filter(|rate: &f64| (0.0..=100.0).contains(rate));
}

pub(crate) fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Appends the two letters of a point.
pub(crate) fn push_point(point: Point, out: &mut String) {
    for index in [point.col, point.row] {
        let letter = match index {
            0..26 => b'a' + index,
            26..52 => b'A' + (index - 26),
            // Points off the board that no letter names are never drawn.
            _ => b'?',
        };
        out.push(char::from(letter));
    }
}

/// Writes the moves of the main line as text, such as `1 Q16 2 D4`.
///
/// The text is limited, because it is not compressed: a longer game ends with `…` and the number of its moves.
pub(crate) fn moves_as_text(document: &Document, root: NodeId, size: Size) -> String {
    const MAX_MOVES: u32 = 1000;
    let mut text = String::new();
    let count = u32::try_from(document.moves(root).count()).unwrap_or(u32::MAX);
    for (number, (color, action)) in (1u32..).zip(document.moves(root)) {
        if number > MAX_MOVES {
            write!(text, " … {count}.").expect("writing to a string cannot fail");
            break;
        }
        let point = match action {
            Move::Pass => "pass".to_owned(),
            Move::Play(point) => match size.western(point) {
                Some(point) => point.to_string(),
                None => "–".to_owned(),
            },
        };
        let separator = if number > 1 { " " } else { "" };
        // Two moves of the same player in a row need the player's name, so each move has it.
        write!(text, "{separator}{number}. {}\u{a0}{point}", letter(color))
            .expect("writing to a string cannot fail");
    }
    text
}
