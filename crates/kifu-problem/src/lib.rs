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
use kifu_sgf::{
    Document, EditError, GameContext, GameType, NodeId, NodeRef, Property, Size, Visit,
};

pub use kifu_sgf as sgf;
pub use report::ProblemReport;

/// A convention for marking right and wrong answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Convention {
    /// The flag `solution` of JGF.
    Jgf,
    /// `RIGHT` in comments.
    Right,
    /// The property `CH` in right lines.
    Ch,
    /// `GB` or `GW`, depending on the player who solves the problem.
    Gb,
    /// `WV` in wrong lines.
    Uligo,
    /// `TE` at right moves, and `BM` at wrong moves.
    Te,
    /// The main line is right, and all other lines are wrong.
    MainLine,
}

impl Convention {
    /// All conventions, in order of precedence: first those whose marks have no other use.
    pub const ALL: [Convention; 7] = [
        Convention::Jgf,
        Convention::Right,
        Convention::Ch,
        Convention::Gb,
        Convention::Uligo,
        Convention::Te,
        Convention::MainLine,
    ];

    /// The name of the convention, in lower case.
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

/// The error of parsing an unknown [`Convention`].
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

/// The number of marks of one convention in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Evidence {
    /// The convention whose marks were counted.
    pub convention: Convention,
    /// The number of nodes that the convention marks as right.
    pub right: usize,
    /// The number of nodes that the convention marks as wrong.
    pub wrong: usize,
}

/// A problem and its lines, each of which solves the problem or fails.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The root of the game tree.
    pub root: NodeId,
    /// The player who moves first.
    pub solver: Color,
    /// The convention that determines the right lines.
    pub convention: Convention,
    /// The marks of all conventions that occur in the game.
    pub evidence: Vec<Evidence>,
    /// The lines, in the order of the file.
    pub lines: Vec<Line>,
}

/// A line of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The last node of the line.
    pub end: NodeId,
    /// The last node with a move by the solver, or else the last node.
    pub answer: NodeId,
    /// Whether the line solves the problem.
    pub is_right: bool,
}

impl Problem {
    /// Returns the problem in a game tree. If `by` is `None`, the convention is the first of
    /// [`Convention::ALL`] that has marks; without any marks, the main line is right.
    ///
    /// Returns `None` if the game is not Go or has no moves. If `by` is `None`, also returns `None`
    /// if nothing indicates a problem. Each of these indicates a problem:
    ///
    /// * the flag of JGF, or `RIGHT` or `WRONG` in a comment;
    /// * `CH` or `WV` in a game that starts with setup stones;
    /// * setup stones that are not a handicap (only black stones, with White to move), if the game has marks such as
    ///   `TE`, `BM`, `GB` and `GW`, or does not look like a played game. A played game has a result, a handicap, or
    ///   two players with names other than Black and White.
    pub fn of(document: &Document, root: NodeId, by: Option<Convention>) -> Option<Problem> {
        if GameContext::of(document.node(root)).game != GameType::GO {
            return None;
        }
        let nodes = || document.forest().preorder(root);
        let solver = nodes().find_map(|id| player(document.node(id)))?;
        let evidence = evidence(document, root, solver);
        let has = |convention| {
            let mut evidence = evidence.iter();
            evidence.any(|one: &Evidence| one.convention == convention)
        };
        let convention = match by {
            Some(convention) => convention,
            None => {
                let found = Convention::ALL.into_iter().find(|one| has(*one));
                let is_marked = has(Convention::Jgf) || has(Convention::Right);
                let may_be_marked = has(Convention::Ch) || has(Convention::Uligo);
                let is_problem = is_marked
                    || match StartPosition::of(document, root, solver) {
                        StartPosition::Empty => false,
                        StartPosition::Handicap => may_be_marked,
                        StartPosition::Stones => found.is_some() || !looks_played(document, root),
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
            lines: lines(document, &nodes().collect::<Vec<_>>(), convention, solver),
            evidence,
        })
    }

    /// Returns whether a game is a problem with stones on the board before the first move. A
    /// preview of such a game should show this position, not the end of a solution.
    ///
    /// ```
    /// use kifu_problem::{Problem, sgf::Document};
    ///
    /// let is_shown = |source: &str| {
    ///     let document = Document::parse(source).unwrap();
    ///     Problem::starts_with_stones(&document, document.roots().next().unwrap())
    /// };
    /// assert!(is_shown("(;SZ[9]AB[aa]AW[ba];B[ab])"));
    /// assert!(!is_shown("(;SZ[9];B[ab]C[RIGHT])"));
    /// assert!(!is_shown("(;AB[dd][pp]AW[dp]RE[W+R];W[pd])"));
    /// ```
    pub fn starts_with_stones(document: &Document, root: NodeId) -> bool {
        let start = document.main_line(root);
        let mut start = start.take_while(|node| player(*node).is_none());
        let has_stones = start.any(|node| node.get("AB").is_some() || node.get("AW").is_some());
        has_stones && Problem::of(document, root, None).is_some()
    }

    /// Returns an iterator over the lines that solve the problem.
    pub fn solutions(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.is_right)
    }
}

/// The player of a node's move.
fn player(node: NodeRef<'_>) -> Option<Color> {
    node.properties()
        .find_map(|property| property.ident().player())
}

/// The position before the first move.
enum StartPosition {
    Empty,
    /// There are only black stones, and White moves first.
    Handicap,
    Stones,
}

impl StartPosition {
    fn of(document: &Document, root: NodeId, solver: Color) -> StartPosition {
        let line = document.main_line(root);
        let start = line.take_while(|node| player(*node).is_none());
        let (mut black, mut white) = (false, false);
        for node in start {
            black |= node.get("AB").is_some();
            white |= node.get("AW").is_some();
        }
        match (black, white) {
            (false, false) => StartPosition::Empty,
            (true, false) if solver == Color::White => StartPosition::Handicap,
            _ => StartPosition::Stones,
        }
    }
}

/// Whether a game was probably played: it has a result, a handicap, or two players.
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

fn evidence(document: &Document, root: NodeId, solver: Color) -> Vec<Evidence> {
    let nodes = document.visit_tree(root, Size::default());
    let nodes = nodes.filter_map(|visit| match visit {
        Visit::Node(node) if node.properties().any(|one| can_mark(&one)) => Some(node.id()),
        _ => None,
    });
    let nodes: Vec<NodeId> = nodes.collect();
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

/// Whether a property can mark a node in some convention.
fn can_mark(property: &Property<'_>) -> bool {
    let ident = property.ident();
    match ident.is("C") {
        true => may_have_words(property),
        false => ["KX", "CH", "GB", "GW", "WV", "TE", "BM"]
            .into_iter()
            .any(|mark| ident.is(mark)),
    }
}

/// Whether a comment may contain `RIGHT` or `WRONG`.
fn may_have_words(comment: &Property<'_>) -> bool {
    let value = comment.value();
    let raw = value.map(|value| value.raw()).unwrap_or_default();
    let is_word = |five: &[u8]| five == b"RIGHT" || five == b"WRONG";
    raw.contains(&b'G') && raw.windows(5).any(is_word)
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
            // Decode only comments that may contain the words, because most do not.
            node.get("C").filter(may_have_words)?;
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

/// Finds a word in a text, and returns the byte offsets where it is a whole word.
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
    let mut has_mark_below = vec![false; nodes.len()];
    for at in (0..nodes.len()).rev() {
        if let Some(above) = parents[at] {
            has_mark_below[above] |= has_mark_below[at] || marks[at] == Some(true);
        }
    }
    // For each node, the last mark on the path to it. A right mark counts as wrong here if there
    // are right marks below it, which are more specific.
    let mut holds = vec![None; nodes.len()];
    let mut on_main_line = vec![false; nodes.len()];
    let mut answers: Vec<Option<NodeId>> = vec![None; nodes.len()];
    let mut lines = Vec::new();
    for (at, &id) in nodes.iter().enumerate() {
        let above = parents[at];
        holds[at] = match marks[at] {
            Some(true) if has_mark_below[at] => Some(false),
            None => above.and_then(|above: usize| holds[above]),
            marked => marked,
        };
        answers[at] = if player(document.node(id)) == Some(solver) {
            Some(id)
        } else {
            above.and_then(|above| answers[above])
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

/// The result of [`convert`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Conversion {
    /// The number of changed nodes.
    pub nodes: usize,
    /// The losses: the marks and lines that the new convention cannot express.
    pub losses: Vec<Loss>,
}

/// A loss of [`convert`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// The number of marks of wrong moves or lines that were removed.
    Wrong(usize),
    /// The number of right lines that now count as wrong.
    Lines(usize),
    /// The number of wrong lines that now count as right.
    WrongLines(usize),
    /// No line is right, which the new convention cannot express, so its main line counts as right.
    NoSolution,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Wrong(1) => f.write_str("1 mark of a wrong move is lost"),
            Loss::Wrong(n) => write!(f, "{n} marks of wrong moves are lost"),
            Loss::Lines(1) => f.write_str("1 right line now counts as wrong"),
            Loss::Lines(n) => write!(f, "{n} right lines now count as wrong"),
            Loss::WrongLines(1) => f.write_str("1 wrong line now counts as right"),
            Loss::WrongLines(n) => write!(f, "{n} wrong lines now count as right"),
            Loss::NoSolution => {
                f.write_str("no line is right, so the main line now counts as right")
            }
        }
    }
}

/// Marks the right lines by another convention and removes the marks of the old one. All other
/// bytes stay the same. If both conventions are the same, nothing changes.
///
/// # Errors
///
/// [`EditError`] if a node cannot be edited. Other nodes may already be changed.
pub fn convert(
    document: &mut Document,
    problem: &Problem,
    to: Convention,
) -> Result<Conversion, EditError> {
    let mut done = Conversion::default();
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
    done.losses.extend(changed_lines(document, problem, to));
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
        Convention::Right => add_word(document, id, "RIGHT"),
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

/// Marks the wrong nodes, if the convention has a mark for them.
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
            Convention::Right => add_word(document, *id, "WRONG")?,
            Convention::Te => add(document, *id, "BM", "1")?,
            Convention::Gb => add(document, *id, good_for(!solver), "1")?,
            // In this convention, only the ends of wrong lines have marks, which `convert` adds.
            Convention::Uligo => continue,
            _ => {}
        }
        gone += usize::from(mark(document, *id, to, solver) != Some(false));
    }
    Ok((gone > 0).then_some(Loss::Wrong(gone)))
}

/// Adds a mark, unless the node already has this mark or the opposite one.
fn add(document: &mut Document, id: NodeId, ident: &str, value: &str) -> Result<(), EditError> {
    let pairs = [["TE", "BM"], ["GB", "GW"]];
    let pair = pairs.into_iter().find(|pair| pair.contains(&ident));
    let mut node = document.node_mut(id);
    let has = |ident: &str| node.as_ref().get(ident).is_some();
    if pair.map_or_else(|| has(ident), |[one, other]| has(one) || has(other)) {
        Ok(())
    } else {
        node.set(ident, [value])
    }
}

/// Returns a loss for the right lines that the new convention makes wrong, and one for the wrong lines that it makes
/// right. If no line is right, [`Convention::MainLine`] makes the main line right, which is a separate loss.
fn changed_lines(
    document: &Document,
    problem: &Problem,
    to: Convention,
) -> impl Iterator<Item = Loss> {
    let nodes: Vec<NodeId> = document.forest().preorder(problem.root).collect();
    let now = lines(document, &nodes, to, problem.solver);
    let now = now.iter().map(|line| (line.end, line.is_right));
    let now: BTreeMap<NodeId, bool> = now.collect();
    // A last node that existed only for its mark may now be an empty variation, so its parent
    // decides.
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
fn add_word(document: &mut Document, id: NodeId, word: &str) -> Result<(), EditError> {
    let before = document.node(id).text("C").unwrap_or_default();
    let text = match before.trim_end() {
        "" => word.to_string(),
        before => alloc::format!("{before}\n{word}"),
    };
    document.node_mut(id).set("C", [&text])
}

/// Removes the marks of a convention from a node.
fn unmark(document: &mut Document, id: NodeId, from: Convention) -> Result<(), EditError> {
    let mut node = document.node_mut(id);
    let idents: &[&str] = match from {
        Convention::Right => return remove_words(document, id),
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

/// Removes `RIGHT` and `WRONG` from a comment.
fn remove_words(document: &mut Document, id: NodeId) -> Result<(), EditError> {
    let Some(text) = document.node(id).text("C") else {
        return Ok(());
    };
    let text = without_words(&text);
    let mut node = document.node_mut(id);
    if text.is_empty() {
        node.remove("C").map(drop)
    } else {
        node.set("C", [&text])
    }
}

/// Removes `RIGHT` and `WRONG` from a text, such as a comment that is shown to readers. The parts between these words
/// become separate lines.
///
/// ```
/// assert_eq!(kifu_problem::without_words("RIGHT White is dead."), "White is dead.");
/// ```
pub fn without_words(text: &str) -> String {
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
