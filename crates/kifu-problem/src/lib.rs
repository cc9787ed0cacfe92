#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod report;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use kifu_core::Color;
use kifu_sgf::{Document, EditError, GameContext, GameType, NodeId, NodeRef, Property};

pub use kifu_sgf as sgf;
pub use report::ProblemReport;

/// A way to tell right answers from wrong ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Convention {
    /// The flag of JGF.
    Jgf,
    /// `RIGHT` in comments.
    Right,
    /// `CH`.
    Ch,
    /// `GB` or `GW`, for whoever solves it.
    Gb,
    /// `WV` in wrong lines.
    Uligo,
    /// `TE`, and `BM`.
    Te,
    /// The main line.
    MainLine,
}

impl Convention {
    /// All of them, first those that are there for nothing else.
    pub const ALL: [Convention; 7] = [
        Convention::Jgf,
        Convention::Right,
        Convention::Ch,
        Convention::Gb,
        Convention::Uligo,
        Convention::Te,
        Convention::MainLine,
    ];

    /// Its name, in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Convention::Jgf => "jgf",
            Convention::Right => "right",
            Convention::Ch => "ch",
            Convention::Gb => "gb",
            Convention::Uligo => "uligo",
            Convention::Te => "te",
            Convention::MainLine => "mainline",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Convention {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// There is no convention of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownConvention;

impl fmt::Display for UnknownConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected right, te, gb, ch, jgf, uligo or mainline")
    }
}

impl core::error::Error for UnknownConvention {}

impl FromStr for Convention {
    type Err = UnknownConvention;

    fn from_str(name: &str) -> Result<Convention, UnknownConvention> {
        let mut all = Convention::ALL.into_iter();
        all.find(|one| one.name() == name).ok_or(UnknownConvention)
    }
}

/// How often a convention's marks are in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Evidence {
    /// Which one.
    pub convention: Convention,
    /// Nodes that it marks as right.
    pub right: usize,
    /// And as wrong.
    pub wrong: usize,
}

/// A problem, and which lines solve it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The root of its game tree.
    pub root: NodeId,
    /// Who moves first.
    pub solver: Color,
    /// The convention that it goes by.
    pub convention: Convention,
    /// The marks of all conventions that have any.
    pub evidence: Vec<Evidence>,
    /// Its lines, in the order of the file.
    pub lines: Vec<Line>,
}

/// A line of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// Its last node.
    pub end: NodeId,
    /// The last node in which the solver moves, or else the last node.
    pub answer: NodeId,
    /// Whether it solves the problem.
    pub is_right: bool,
}

impl Problem {
    /// The problem of a game tree, by this convention, or by the first of [`Convention::ALL`] that
    /// has marks; without any, the main line is right.
    ///
    /// `None` if it is no game of Go, or nobody moves in it; and where no convention is given, if
    /// nothing shows that it is a problem. What does is the flag of JGF, `RIGHT` or `WRONG`; in a game
    /// that begins with stones set up `CH` and `WV`; and the stones themselves, if they are
    /// no handicap, Black's alone with White to move, and the game either has marks that comments on games have,
    /// too (`TE`, `BM`, `GB`, `GW`), or does not look played: it has no result, no handicap, and
    /// no two players, of whom those called Black and White do not count.
    pub fn of(document: &Document, root: NodeId, by: Option<Convention>) -> Option<Problem> {
        if GameContext::of(document.node(root)).game != GameType::GO {
            return None;
        }
        let nodes: Vec<NodeId> = document.forest().preorder(root).collect();
        let moves = nodes.iter().filter_map(|id| player(document.node(*id)));
        let solver = { moves }.next()?;
        let evidence = evidence(document, &nodes, solver);
        let has = |convention| {
            let mut evidence = evidence.iter();
            evidence.any(|one: &Evidence| one.convention == convention)
        };
        let convention = match by {
            Some(convention) => convention,
            None => {
                let found = Convention::ALL.into_iter().find(|one| has(*one));
                let says = has(Convention::Jgf) || has(Convention::Right);
                let may_say = has(Convention::Ch) || has(Convention::Uligo);
                let is_problem = says
                    || match Start::of(document, root, solver) {
                        Start::Empty => false,
                        Start::Handicap => may_say,
                        Start::Stones => found.is_some() || !looks_played(document, root),
                    };
                if !is_problem {
                    return None;
                }
                found.unwrap_or(Convention::MainLine)
            }
        };
        Some(Problem {
            root,
            solver,
            convention,
            lines: lines(document, &nodes, convention, solver),
            evidence,
        })
    }

    /// The lines that solve it.
    pub fn solutions(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.is_right)
    }
}

/// Whose move a node has.
fn player(node: NodeRef<'_>) -> Option<Color> {
    node.properties()
        .find_map(|property| property.ident().player())
}

/// What is on the board before the first move.
enum Start {
    Empty,
    /// Stones of Black's alone, and White moves.
    Handicap,
    Stones,
}

impl Start {
    fn of(document: &Document, root: NodeId, solver: Color) -> Start {
        let line = document.main_line(root);
        let start = line.take_while(|node| player(*node).is_none());
        let (mut black, mut white) = (false, false);
        for node in start {
            black |= node.get("AB").is_some();
            white |= node.get("AW").is_some();
        }
        match (black, white) {
            (false, false) => Start::Empty,
            (true, false) if solver == Color::White => Start::Handicap,
            _ => Start::Stones,
        }
    }
}

/// Whether a game has what one has that was played: a result, a handicap, two players.
fn looks_played(document: &Document, root: NodeId) -> bool {
    let node = document.node(root);
    let text = |ident: &str| node.simple_text(ident).unwrap_or_default();
    let is_named = |ident: &str, color: &str| {
        let name = text(ident);
        let name = name.trim();
        !name.is_empty() && !name.eq_ignore_ascii_case(color)
    };
    let handicap: u32 = text("HA").trim().parse().unwrap_or(0);
    let is_played = is_named("PB", "Black") && is_named("PW", "White");
    !text("RE").trim().is_empty() || handicap > 1 || is_played
}

fn evidence(document: &Document, nodes: &[NodeId], solver: Color) -> Vec<Evidence> {
    let of = |convention| {
        let marks = nodes
            .iter()
            .filter_map(|id| mark(document, *id, convention, solver));
        let marks: Vec<bool> = marks.collect();
        let right = marks.iter().filter(|mark| **mark).count();
        Evidence {
            convention,
            right,
            wrong: marks.len() - right,
        }
    };
    let all = Convention::ALL.into_iter().map(of);
    all.filter(|one| one.right + one.wrong > 0).collect()
}

/// Whether a convention marks a node as right or as wrong.
fn mark(document: &Document, id: NodeId, convention: Convention, solver: Color) -> Option<bool> {
    let node = document.node(id);
    let pair = |right: &str, wrong: &str| match (node.get(right), node.get(wrong)) {
        (Some(_), None) => Some(true),
        (None, Some(_)) => Some(false),
        _ => None,
    };
    match convention {
        Convention::Jgf => {
            let flags = node.get("KX")?;
            flags
                .values()
                .any(|value| value.raw() == b"solution")
                .then_some(true)
        }
        Convention::Right => {
            // Most nodes have neither; decoding is for those that may.
            let may = |property: &Property<'_>| {
                let raw = property
                    .value()
                    .map(|value| value.raw())
                    .unwrap_or_default();
                raw.windows(5)
                    .any(|five| five == b"RIGHT" || five == b"WRONG")
            };
            node.get("C").filter(may)?;
            let text = node.text("C")?;
            let has = |word| words(&text, word).next().is_some();
            match (has("RIGHT"), has("WRONG")) {
                (true, _) => Some(true),
                (false, true) => Some(false),
                (false, false) => None,
            }
        }
        Convention::Ch => node.get("CH").map(|_| true),
        Convention::Gb => match solver {
            Color::Black => pair("GB", "GW"),
            Color::White => pair("GW", "GB"),
        },
        Convention::Uligo => node.get("WV").map(|_| false),
        Convention::Te => pair("TE", "BM"),
        Convention::MainLine => None,
    }
}

/// The places where a word in capitals stands in a text by itself.
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let is_part = |c: char| c.is_alphanumeric();
    let alone = move |(at, word): &(usize, &str)| {
        !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    };
    text.match_indices(word).filter(alone)
}

fn lines(
    document: &Document,
    nodes: &[NodeId],
    convention: Convention,
    solver: Color,
) -> Vec<Line> {
    let forest = document.forest();
    let places: BTreeMap<NodeId, usize> = nodes.iter().copied().zip(0..).collect();
    let place = |id: NodeId| places.get(&id).copied();
    let marks = nodes
        .iter()
        .map(|id| mark(document, *id, convention, solver));
    let marks: Vec<Option<bool>> = marks.collect();
    let parents = nodes.iter().map(|id| forest.parent(*id).and_then(place));
    let parents: Vec<Option<usize>> = parents.collect();
    let mut tells_more = vec![false; nodes.len()];
    for at in (0..nodes.len()).rev() {
        if let Some(above) = parents[at] {
            tells_more[above] |= tells_more[at] || marks[at] == Some(true);
        }
    }
    // What holds at each node: the last mark above it, if nothing below that tells more.
    let mut holds = vec![None; nodes.len()];
    let mut on_main_line = vec![false; nodes.len()];
    let mut answers: Vec<Option<NodeId>> = vec![None; nodes.len()];
    let mut lines = Vec::new();
    for (at, &id) in nodes.iter().enumerate() {
        let above = parents[at];
        holds[at] = match marks[at] {
            Some(true) if tells_more[at] => Some(false),
            None => above.and_then(|above: usize| holds[above]),
            marked => marked,
        };
        answers[at] = match player(document.node(id)) == Some(solver) {
            true => Some(id),
            false => above.and_then(|above| answers[above]),
        };
        let is_node = |id: &NodeId| !document.node(*id).is_empty_variation();
        let first = above.and_then(|above| forest.children(nodes[above]).find(is_node));
        on_main_line[at] = match above {
            None => true,
            Some(above) => on_main_line[above] && first == Some(id),
        };
        if !is_node(&id) || forest.children(id).any(|child| is_node(&child)) {
            continue;
        }
        let is_right = match convention {
            Convention::MainLine => on_main_line[at],
            Convention::Uligo => holds[at] != Some(false),
            _ => holds[at] == Some(true),
        };
        lines.push(Line {
            end: id,
            answer: answers[at].unwrap_or(id),
            is_right,
        });
    }
    lines
}

/// What [`convert`] did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Done {
    /// How many nodes were changed.
    pub nodes: usize,
    /// What the new convention cannot say.
    pub losses: Vec<Loss>,
}

/// Something that a convention cannot say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// So many marks of wrong moves or lines are gone.
    Wrong(usize),
    /// So many right lines are not told apart from wrong ones any more.
    Lines(usize),
    /// So many wrong lines are not told apart from right ones any more.
    WrongLines(usize),
    /// No line is right, which it cannot say: its main line is.
    NoSolution,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Wrong(1) => f.write_str("1 mark of a wrong move is gone"),
            Loss::Wrong(n) => write!(f, "{n} marks of wrong moves are gone"),
            Loss::Lines(1) => f.write_str("1 right line counts as wrong now"),
            Loss::Lines(n) => write!(f, "{n} right lines count as wrong now"),
            Loss::WrongLines(1) => f.write_str("1 wrong line counts as right now"),
            Loss::WrongLines(n) => write!(f, "{n} wrong lines count as right now"),
            Loss::NoSolution => {
                f.write_str("no line is right, and the main line counts as right now")
            }
        }
    }
}

/// Writes by another convention which lines are right, and takes the marks of the old one out; all
/// else stays byte for byte. Nothing is done if both are the same.
///
/// # Errors
///
/// [`EditError`]; some nodes are changed then.
pub fn convert(
    document: &mut Document,
    problem: &Problem,
    to: Convention,
) -> Result<Done, EditError> {
    let mut done = Done::default();
    let from = problem.convention;
    if from == to {
        return Ok(done);
    }
    let nodes: Vec<NodeId> = document.forest().preorder(problem.root).collect();
    let mut changed = Vec::new();
    let mut wrong = Vec::new();
    for id in nodes {
        if let Some(is_right) = mark(document, id, from, problem.solver) {
            unmark(document, id, from)?;
            changed.push(id);
            if !is_right {
                wrong.push(id);
            }
        }
    }
    let right: Vec<&Line> = problem.solutions().collect();
    match to {
        Convention::MainLine => match right.first() {
            Some(line) => {
                document.make_main_line(line.end);
                changed.push(line.end);
            }
            None => done.losses.push(Loss::NoSolution),
        },
        Convention::Uligo => {
            for line in problem.lines.iter().filter(|line| !line.is_right) {
                add(document, line.end, "WV", "")?;
                changed.push(line.end);
            }
        }
        _ => {
            for line in right {
                let at = match to {
                    Convention::Te => line.answer,
                    _ => line.end,
                };
                set_mark(document, at, to, problem.solver)?;
                changed.push(at);
            }
        }
    }
    let wrong = mark_wrong(document, &wrong, to, problem.solver)?;
    done.losses.extend(counted_otherwise(document, problem, to));
    done.losses.extend(wrong);
    changed.sort_unstable();
    changed.dedup();
    done.nodes = changed.len();
    Ok(done)
}

fn set_mark(
    document: &mut Document,
    id: NodeId,
    to: Convention,
    solver: Color,
) -> Result<(), EditError> {
    if mark(document, id, to, solver) == Some(true) {
        return Ok(());
    }
    match to {
        Convention::Right => say(document, id, "RIGHT"),
        Convention::Te => add(document, id, "TE", "1"),
        Convention::Gb => add(document, id, good_for(solver), "1"),
        Convention::Ch => add(document, id, "CH", "1"),
        Convention::Jgf => document.node_mut(id).add_value("KX", "solution"),
        Convention::Uligo | Convention::MainLine => Ok(()),
    }
}

const fn good_for(color: Color) -> &'static str {
    match color {
        Color::Black => "GB",
        Color::White => "GW",
    }
}

/// Marks what was marked as wrong, where the convention has a mark for that.
fn mark_wrong(
    document: &mut Document,
    wrong: &[NodeId],
    to: Convention,
    solver: Color,
) -> Result<Option<Loss>, EditError> {
    let mut gone = 0;
    for id in wrong {
        match to {
            _ if mark(document, *id, to, solver) == Some(false) => {}
            Convention::Right => say(document, *id, "WRONG")?,
            Convention::Te => add(document, *id, "BM", "1")?,
            Convention::Gb => add(document, *id, good_for(!solver), "1")?,
            // Its ends are marked.
            Convention::Uligo => continue,
            _ => {}
        }
        gone += usize::from(mark(document, *id, to, solver) != Some(false));
    }
    Ok((gone > 0).then_some(Loss::Wrong(gone)))
}

/// Adds a mark, unless the node has one already that says this or the contrary.
fn add(document: &mut Document, id: NodeId, ident: &str, value: &str) -> Result<(), EditError> {
    let pairs = [["TE", "BM"], ["GB", "GW"]];
    let pair = pairs.into_iter().find(|pair| pair.contains(&ident));
    let mut node = document.node_mut(id);
    let has = |ident: &str| node.as_ref().get(ident).is_some();
    match pair.map_or_else(|| has(ident), |[one, other]| has(one) || has(other)) {
        true => Ok(()),
        false => node.set(ident, [value]),
    }
}

/// How many lines count otherwise by the new convention. That the main line does if none is
/// right is another loss.
fn counted_otherwise(
    document: &Document,
    problem: &Problem,
    to: Convention,
) -> impl Iterator<Item = Loss> {
    let nodes: Vec<NodeId> = document.forest().preorder(problem.root).collect();
    let now = lines(document, &nodes, to, problem.solver);
    let now = now.iter().map(|line| (line.end, line.is_right));
    let now: BTreeMap<NodeId, bool> = now.collect();
    // The last node says nothing any more if it was there only for the mark.
    let end = |line: &Line| match now.get(&line.end) {
        None => now.get(&document.forest().parent(line.end)?).copied(),
        is_right => is_right.copied(),
    };
    let (mut right, mut wrong) = (0, 0);
    for line in &problem.lines {
        match (line.is_right, end(line)) {
            (true, Some(false) | None) => right += 1,
            (false, Some(true)) => wrong += 1,
            _ => {}
        }
    }
    if to == Convention::MainLine && problem.solutions().next().is_none() {
        wrong = 0;
    }
    let losses = [
        (right > 0).then_some(Loss::Lines(right)),
        (wrong > 0).then_some(Loss::WrongLines(wrong)),
    ];
    losses.into_iter().flatten()
}

/// Adds a word to a comment.
fn say(document: &mut Document, id: NodeId, word: &str) -> Result<(), EditError> {
    let before = document.node(id).text("C").unwrap_or_default();
    let text = match before.trim_end() {
        "" => word.to_string(),
        before => alloc::format!("{before}\n{word}"),
    };
    document.node_mut(id).set("C", [&text])
}

/// Takes the marks of a convention off a node.
fn unmark(document: &mut Document, id: NodeId, from: Convention) -> Result<(), EditError> {
    let mut node = document.node_mut(id);
    let idents: &[&str] = match from {
        Convention::Right => return unsay(document, id),
        Convention::Jgf => {
            let flags = node.as_ref().get("KX");
            let at = flags.and_then(|flags| {
                let mut values = flags.values();
                values.position(|value| value.raw() == b"solution")
            });
            if let Some(at) = at {
                node.remove_value("KX", at)?;
            }
            return Ok(());
        }
        Convention::Ch => &["CH"],
        Convention::Gb => &["GB", "GW"],
        Convention::Uligo => &["WV"],
        Convention::Te => &["TE", "BM"],
        Convention::MainLine => &[],
    };
    for ident in idents {
        node.remove(ident)?;
    }
    Ok(())
}

/// Takes the words out of a comment.
fn unsay(document: &mut Document, id: NodeId) -> Result<(), EditError> {
    let Some(text) = document.node(id).text("C") else {
        return Ok(());
    };
    let text = without_words(&text);
    let mut node = document.node_mut(id);
    match text.is_empty() {
        true => node.remove("C").map(drop),
        false => node.set("C", [&text]),
    }
}

/// A text without these words, what stood around them on lines of its own.
fn without_words(text: &str) -> String {
    let mut found: Vec<(usize, &str)> = words(text, "RIGHT").chain(words(text, "WRONG")).collect();
    found.sort_unstable();
    let mut rest = Vec::new();
    let mut start = 0;
    for &(at, word) in &found {
        rest.push(text[start..at].trim_end());
        start = at + word.len();
    }
    rest.push(&text[start..]);
    for part in rest.iter_mut().skip(1) {
        *part = part.trim_start();
    }
    rest.retain(|part| !part.is_empty());
    rest.join("\n")
}
