//! Scores records under the rules, komi and handicap that they state.
//!
//! ```
//! use kifu_replay::scoring::{DeadStones, Note, Options, score};
//! use kifu_replay::sgf::Document;
//!
//! let document = Document::parse("(;SZ[5]RU[Chinese]RE[B+4.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])")?;
//! let root = document.roots().next().unwrap();
//! let scored = score(&document, root, &Options::default()).unwrap();
//! assert_eq!(scored.score.to_string(), "W+2.5");
//! assert_eq!(scored.agrees, Some(false));
//! assert_eq!(scored.dead_stones, DeadStones::Unknown);
//! assert_eq!(scored.notes[0], Note::NothingMarked);
//! assert_eq!(scored.notes[1].to_string(), "the record does not state a readable komi; scored with a komi of 7.5");
//! # Ok::<(), kifu_replay::sgf::TooLarge>(())
//! ```

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::{ByColor, Color, Margin, Outcome, Point, Points, Ruleset};
use kifu_rules::{Board, PointSet, Rules, Score, ScoreTerms, Scoring, Territory};
use kifu_sgf::{Document, GameContext, NodeRef, Property, value};
use kifu_tree::NodeId;

use crate::{points, replay, stated_rules};

/// Settings that override what a record states, or add to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'a> {
    /// The rules; if `None`, the rules that the record states, or else Japanese rules.
    pub rules: Option<Rules>,
    /// Dead stones, at least one of each dead chain, at the end of the main line. If `None`, the marks `TB` and
    /// `TW` determine the dead stones.
    pub dead: Option<&'a [Point]>,
}

/// The score of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The rules used for scoring.
    pub rules: Rules,
    /// The ruleset with these rules, if there is one. Korean and Japanese rules score alike, so
    /// this is Korean only if the record states Korean rules.
    pub ruleset: Option<Ruleset>,
    /// The source of the dead stones.
    pub dead_stones: DeadStones,
    /// The total score of each player, and its parts.
    pub score: Score,
    /// The result that the record states, without surrounding white space; `None` if it is blank.
    pub stated: Option<String>,
    /// Whether the stated result equals the score; `None` unless the stated result is a draw or a win by points.
    pub agrees: Option<bool>,
    /// The assumptions and omissions of the score.
    pub notes: Vec<Note>,
}

impl Scored {
    /// Compares the score with the stated result.
    pub fn verdict(&self) -> Verdict {
        let stated = self.stated.as_deref().and_then(outcome);
        let has_marks = self.dead_stones != DeadStones::Unknown;
        // The Tromp-Taylor rules do not remove dead stones.
        let is_exact = has_marks || self.ruleset == Some(Ruleset::TrompTaylor);
        match (self.agrees, stated) {
            (Some(true), _) => Verdict::Agrees,
            (Some(false), Some(stated)) if is_exact => Verdict::Differs(stated),
            (None, Some(stated)) if stated != Outcome::Unknown => Verdict::NotByPoints(stated),
            (None, _) if is_exact => Verdict::NothingStated,
            _ => Verdict::NotCountable,
        }
    }

    /// Describes the result in one line.
    ///
    /// ```
    /// use kifu_replay::scoring::{Options, score};
    /// use kifu_replay::sgf::Document;
    ///
    /// let headline = |rest: &str| {
    ///     let source = format!("(;SZ[5]RU[Japanese]KM[0.5]AB[ca:ce]AW[da:de]{rest})");
    ///     let document = Document::parse(source).unwrap();
    ///     score(&document, document.roots().next().unwrap(), &Options::default()).unwrap().headline()
    /// };
    /// let marks = "TB[aa:be]TW[ea:ee]";
    /// assert_eq!(headline(&format!("RE[B+4.5]{marks}")), "B+4.5, as recorded");
    /// assert_eq!(headline(&format!("RE[B+3.5]{marks}")), "Black wins: counted 4.5 points, recorded 3.5");
    /// assert_eq!(headline(&format!("RE[W+3.5]{marks}")), "counted B+4.5, recorded W+3.5");
    /// assert_eq!(headline(marks), "B+4.5; no result is recorded");
    /// assert_eq!(headline("RE[B+3.5]"), "not countable: no marked territory; recorded B+3.5");
    /// assert_eq!(headline("RE[W+R]"), "Black resigned: recorded W+R");
    /// ```
    pub fn headline(&self) -> String {
        let stated = self.stated.as_deref().unwrap_or_default();
        let counted = self.score;
        match self.verdict() {
            Verdict::Agrees => format!("{counted}, as recorded"),
            Verdict::Differs(stated) => match (margin(stated), margin(counted.outcome())) {
                (Some((color, stated)), Some((winner, counted))) if color == winner => {
                    let noun = if counted == Points::whole(1) {
                        "point"
                    } else {
                        "points"
                    };
                    format!("{color} wins: counted {counted} {noun}, recorded {stated}")
                }
                _ => format!("counted {counted}, recorded {stated}"),
            },
            Verdict::NotByPoints(outcome) => format!("{}: recorded {stated}", ending(outcome)),
            Verdict::NothingStated if stated.is_empty() => {
                format!("{counted}; no result is recorded")
            }
            Verdict::NothingStated => {
                format!("{counted}; recorded `{stated}`, which is not a result")
            }
            Verdict::NotCountable if stated.is_empty() => {
                "not countable: no marked territory; no result is recorded".to_owned()
            }
            Verdict::NotCountable => {
                format!("not countable: no marked territory; recorded {stated}")
            }
        }
    }

    /// Describes the count with a line for each player, a line for the source of the dead stones,
    /// and a line for each note. Texts from the record are quoted unchanged.
    ///
    /// There are no lines if the count has no meaning: no stones are marked as dead, and the game did not end with
    /// this score.
    ///
    /// ```
    /// use kifu_replay::scoring::{Options, score};
    /// use kifu_replay::sgf::Document;
    ///
    /// let source = "(;SZ[5]RU[Chinese]KM[1.5]RE[B+3.5]AB[ca:ce]AW[da:de])";
    /// let document = Document::parse(source)?;
    /// let scored = score(&document, document.roots().next().unwrap(), &Options::default()).unwrap();
    /// assert_eq!(
    ///     scored.lines()[..3],
    ///     [
    ///         "Black  15: 10 territory, 5 stones",
    ///         "White  11.5: 5 territory, 5 stones, 1.5 komi",
    ///         "Counted without marks",
    ///     ]
    /// );
    /// # Ok::<(), kifu_replay::sgf::TooLarge>(())
    /// ```
    pub fn lines(&self) -> Vec<String> {
        let count = |n: u32, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let mut lines = Vec::new();
        let is_guess = self.dead_stones == DeadStones::Unknown;
        if is_guess
            && matches!(
                self.verdict(),
                Verdict::NotByPoints(_) | Verdict::NotCountable
            )
        {
            return lines;
        }
        for color in Color::ALL {
            let parts = self.score.parts[color];
            let total = self.score.total[color];
            let taken = match self.rules.scoring {
                Scoring::Area => count(parts.stones, "stone"),
                Scoring::Territory => count(parts.prisoners, "prisoner"),
            };
            let mut line = format!("{color}  {total}: {} territory, {taken}", parts.territory);
            if parts.komi != Points::ZERO {
                line += &format!(", {} komi", parts.komi);
            }
            if parts.handicap != Points::ZERO {
                line += &format!(", {} for handicap", parts.handicap);
            }
            lines.push(line);
        }
        let source = match self.dead_stones {
            DeadStones::Marked => "with the marks TB and TW",
            DeadStones::Listed => "with the given dead stones",
            DeadStones::Unknown => "without marks",
        };
        lines.push(format!("Counted {source}"));
        lines.extend(self.notes.iter().map(|note| format!("Note: {note}")));
        lines
    }
}

/// The winner and the margin of a win by points.
fn margin(outcome: Outcome) -> Option<(Color, Points)> {
    match outcome {
        Outcome::Win {
            winner,
            by: Margin::Points(points),
        } => Some((winner, points)),
        _ => None,
    }
}

/// Describes how a game ended without a count.
fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, by } => {
            let loser = !winner;
            match by {
                Margin::Resignation => format!("{loser} resigned"),
                Margin::Time => format!("{loser} lost on time"),
                Margin::Forfeit => format!("{loser} forfeited"),
                Margin::Points(_) | Margin::Unstated => {
                    format!("{winner} won, by an unknown margin")
                }
            }
        }
        Outcome::Draw => "draw".to_owned(),
        Outcome::Void => "no result".to_owned(),
        Outcome::Unfinished => "not finished".to_owned(),
        Outcome::Playing => "still being played".to_owned(),
        Outcome::Unknown => "unknown result".to_owned(),
    }
}

/// The comparison of a score with the result that the record states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The stated result equals the score.
    Agrees,
    /// The stated result, given here, differs from the score.
    Differs(Outcome),
    /// The game did not end by counting, but with this result.
    NotByPoints(Outcome),
    /// The record does not state a readable result to compare with the score.
    NothingStated,
    /// The dead stones are unknown, and the count of all stones does not equal the stated result.
    NotCountable,
}

impl Verdict {
    /// The name of the verdict: `agrees`, `differs`, `not-by-points`, `nothing-stated` or `not-countable`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs(_) => "differs",
            Verdict::NotByPoints(_) => "not-by-points",
            Verdict::NothingStated => "nothing-stated",
            Verdict::NotCountable => "not-countable",
        }
    }
}

/// The source of the dead stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeadStones {
    /// The marks `TB` and `TW` of the last node of the main line that has any.
    Marked,
    /// The list [`Options::dead`].
    Listed,
    /// There is no source: all stones count as alive.
    Unknown,
}

/// An assumption or an omission of a score, written as a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// The record does not state rules.
    RulesUnstated,
    /// The record states unknown rules.
    RulesUnknown(String),
    /// The rules have a group tax, which the score ignores.
    TaxLeftOut,
    /// The rules have a button, which the score ignores.
    ButtonLeftOut,
    /// The dead stones are not marked.
    NothingMarked,
    /// The komi is on the scale of the Fox server.
    FoxKomi {
        /// The komi as written.
        written: String,
        /// The komi in points.
        komi: Points,
    },
    /// The stated komi is not a number.
    KomiUnreadable(String),
    /// The record does not state a readable komi, so this komi is used.
    KomiAssumed(Points),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::RulesUnstated => f.write_str("the record does not state its rules; scored by Japanese rules"),
            Note::RulesUnknown(text) => {
                write!(f, "unknown rules `{text}`; scored by Japanese rules")
            }
            Note::TaxLeftOut => f.write_str("these rules have a group tax, which the score ignores"),
            Note::ButtonLeftOut => f.write_str("these rules have a button, which the score ignores"),
            Note::NothingMarked => f.write_str(
                "dead stones are not marked; all stones count as alive, and an empty region belongs to a \
                 player if it touches only that player's stones",
            ),
            Note::FoxKomi { written, komi } => write!(
                f,
                "the komi `{written}` is on the scale of the Fox server and equals {komi} points"
            ),
            Note::KomiUnreadable(text) => write!(f, "the komi `{text}` is not a number"),
            Note::KomiAssumed(komi) => write!(f, "the record does not state a readable \
                                                  komi; scored with a komi of {komi}"),
        }
    }
}

/// The error of [`score`]: a point of [`Options::dead`] has no stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoStone {
    /// The index of the point in the list.
    pub index: usize,
    /// The point that has no stone.
    pub point: Point,
}

impl fmt::Display for NoStone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dead point {} has no stone", self.index + 1)
    }
}

impl core::error::Error for NoStone {}

/// Scores the main line of a game.
///
/// Scores the position at the last node that marks territory (`TB`, `TW`). If the options list dead stones, or no
/// node marks territory, scores the position at the last node of the main line. A game other than Go is scored as an
/// empty board.
///
/// # Errors
///
/// [`NoStone`] if a point of [`Options::dead`] has no stone.
pub fn score(document: &Document, root: NodeId, options: &Options<'_>) -> Result<Scored, NoStone> {
    let ending = Ending::of(document, root);
    let root = document.node(root);
    let mut notes = Vec::new();
    let stated = root.simple_text("RU");
    let stated = stated.as_deref().map(str::trim).unwrap_or_default();
    let rules = options.rules.unwrap_or_else(|| rules(stated, &mut notes));
    let node = match options.dead {
        Some(_) => ending.last,
        None => ending.marked.unwrap_or(ending.last),
    };
    let lenient = Rules {
        passes_to_end: 0,
        pass_stones: false,
        ..rules
    };
    let replay = replay(document, node.id(), &lenient);
    let board = replay.position.board();
    let size = board.size();
    let (dead_stones, territory) = if let Some(dead) = options.dead {
        let mut set = PointSet::new(size);
        for (index, &point) in dead.iter().enumerate() {
            if !size.contains(point) || board.stone(point).is_none() {
                return Err(NoStone { index, point });
            }
            set.insert(point);
        }
        (DeadStones::Listed, Territory::of(board, &set))
    } else if ending.marked.is_some() {
        (DeadStones::Marked, territory_at(node, board))
    } else {
        notes.push(Note::NothingMarked);
        // With area scoring, the count is that of the Tromp-Taylor rules. With territory scoring,
        // eyes in seki and points that must be filled are not counted as territory.
        let territory = Territory::of(board, &PointSet::new(size));
        (DeadStones::Unknown, territory)
    };
    let handicap = root
        .simple_text("HA")
        .and_then(|text| value::handicap(&text).ok())
        .map_or(0, |read| u32::from(read.value.stones));
    let score = Score::count(
        &territory,
        &ScoreTerms {
            rules: lenient,
            komi: komi(root, ending.komi.as_deref(), &rules, handicap, &mut notes),
            handicap,
            prisoners: replay.prisoners,
        },
    );
    let result = ending.result.as_deref().map(str::trim).unwrap_or_default();
    Ok(Scored {
        rules,
        ruleset: ruleset(&rules, stated),
        dead_stones,
        score,
        stated: Some(result.to_owned()).filter(|text| !text.is_empty()),
        agrees: agrees(result, &score),
        notes,
    })
}

/// Returns the territory at the last node of the main line that marks territory (`TB`, `TW`); `None` if no node does.
///
/// ```
/// use kifu_replay::rules::{Color, Point};
/// use kifu_replay::scoring::marked_territory;
/// use kifu_replay::sgf::Document;
///
/// let document = Document::parse("(;SZ[3:1];B[ba];W[ca]TB[aa][ca])")?;
/// let territory = marked_territory(&document, document.roots().next().unwrap()).unwrap();
/// // The white stone is dead.
/// assert_eq!(territory[Point::new(2, 0)].area_of(), Some(Color::Black));
/// # Ok::<(), kifu_replay::sgf::TooLarge>(())
/// ```
pub fn marked_territory(document: &Document, root: NodeId) -> Option<Territory> {
    let node = Ending::of(document, root).marked?;
    let replay = replay(document, node.id(), &Rules::LENIENT);
    Some(territory_at(node, replay.position.board()))
}

/// The territory that a node marks on a board.
fn territory_at(node: NodeRef<'_>, board: &Board) -> Territory {
    let size = board.size();
    let of = |ident| PointSet::of(size, points(node, ident, size));
    let marks = ByColor {
        black: of("TB"),
        white: of("TW"),
    };
    Territory::from_marks(board, &marks)
}

/// The nodes and values of the main line that a score depends on.
struct Ending<'d> {
    last: NodeRef<'d>,
    /// The last node that marks territory.
    marked: Option<NodeRef<'d>>,
    komi: Option<Cow<'d, str>>,
    result: Option<Cow<'d, str>>,
}

impl<'d> Ending<'d> {
    fn of(document: &'d Document, root: NodeId) -> Ending<'d> {
        let charset = document.charset(root).charset;
        let text = |property: Property<'d>| Some(property.value()?.simple_text(charset).text);
        let mut ending = Ending {
            last: document.node(root),
            marked: None,
            komi: None,
            result: None,
        };
        for node in document.main_line(root) {
            ending.last = node;
            if node.only_move().is_some() {
                continue;
            }
            for property in node.properties() {
                let ident = property.ident();
                if ident.is("TB") || ident.is("TW") {
                    ending.marked = Some(node);
                } else if ident.is("KM") && ending.komi.is_none() {
                    ending.komi = text(property);
                } else if ident.is("RE") && ending.result.is_none() {
                    ending.result = text(property);
                }
            }
        }
        ending
    }
}

/// The rules that the text of `RU` states, or else Japanese rules.
fn rules(stated: &str, notes: &mut Vec<Note>) -> Rules {
    if stated.is_empty() {
        notes.push(Note::RulesUnstated);
        return Rules::JAPANESE;
    }
    match stated_rules(stated) {
        Some(rules) => {
            notes.extend(left_out(stated));
            rules
        }
        None => {
            notes.push(Note::RulesUnknown(stated.to_owned()));
            Rules::JAPANESE
        }
    }
}

/// The ruleset that has these rules, if there is one; `stated` is the text of `RU`, which distinguishes Korean from
/// Japanese rules.
fn ruleset(rules: &Rules, stated: &str) -> Option<Ruleset> {
    let is_korean = || value::rules(stated).is_ok_and(|read| read.value.ruleset == Ruleset::Korean);
    match rules.ruleset() {
        Some(Ruleset::Japanese) if is_korean() => Some(Ruleset::Korean),
        ruleset => ruleset,
    }
}

/// Returns a note about the part of KataGo's rules that the score ignores.
fn left_out(rules: &str) -> Option<Note> {
    let rules = rules.to_ascii_lowercase();
    let has = |word: &str| rules.contains(word);
    if has("taxall") || (has("scorearea") && has("taxseki")) || has("stone") || has("ancient") {
        Some(Note::TaxLeftOut)
    } else if has("button1") || has("aga-button") {
        Some(Note::ButtonLeftOut)
    } else {
        None
    }
}

fn komi(
    root: NodeRef<'_>,
    written: Option<&str>,
    rules: &Rules,
    handicap: u32,
    notes: &mut Vec<Note>,
) -> Points {
    let written = written.filter(|text| !text.trim().is_empty());
    if let Some(written) = written {
        let text = written.trim();
        if let Ok(read) = value::komi(written) {
            let (rules, handicap) = (root.simple_text("RU"), root.simple_text("HA"));
            let dialect = GameContext::of(root).dialect;
            let meant =
                value::meant_komi(read.value, dialect, rules.as_deref(), handicap.as_deref());
            if meant.points != read.value {
                notes.push(Note::FoxKomi {
                    written: text.to_owned(),
                    komi: meant.points,
                });
            }
            return meant.points;
        }
        notes.push(Note::KomiUnreadable(text.to_owned()));
    }
    let komi = if handicap > 1 {
        Points::ZERO
    } else {
        rules.komi
    };
    notes.push(Note::KomiAssumed(komi));
    komi
}

/// Reads a stated result, in any spelling.
fn outcome(stated: &str) -> Option<Outcome> {
    Some(value::result(stated).ok()?.value)
}

/// Whether a stated result equals the score; `None` if it is not a draw or a win by points.
fn agrees(stated: &str, score: &Score) -> Option<bool> {
    let result = outcome(stated)?;
    let is_by_points = matches!(
        result,
        Outcome::Draw
            | Outcome::Win {
                by: Margin::Points(_),
                ..
            }
    );
    is_by_points.then(|| result == score.outcome())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    fn scored(source: &str, options: &Options<'_>) -> Result<Scored, NoStone> {
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        score(&document, root, options)
    }

    const HALVES: &str = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]AW[ab]";

    #[test]
    fn rules_are_read_as_everywhere_else() {
        let ruleset = |stated: &str| {
            let scored = scored(&format!("(;SZ[5]KM[0]RU[{stated}])"), &Options::default());
            let scored = scored.unwrap();
            (scored.ruleset, scored.notes[0].clone())
        };
        for (stated, expected) in [
            ("Chinese 2002", Some(Ruleset::Chinese)),
            ("Japanese rules, no komi", Some(Ruleset::Japanese)),
            ("Korean", Some(Ruleset::Korean)),
            (
                "koPOSITIONALscoreAREAtaxNONEsui0whbN",
                Some(Ruleset::Chinese),
            ),
            ("koSIMPLEscoreAREAtaxNONEsui0", None),
        ] {
            let (ruleset, note) = ruleset(stated);
            assert_eq!((ruleset, note), (expected, Note::NothingMarked), "{stated}");
        }
        let (ruleset, note) = ruleset("Uchikomi");
        assert_eq!(ruleset, Some(Ruleset::Japanese));
        assert_eq!(note, Note::RulesUnknown("Uchikomi".to_owned()));
    }

    #[test]
    fn dead_stones_can_be_given() {
        let dead = [Point::new(0, 1)];
        let options = Options {
            dead: Some(&dead),
            ..Options::default()
        };
        let source = format!("(;SZ[5]KM[0.5]RU[Japanese]RE[B+R]{HALVES})");
        let listed = scored(&source, &options).unwrap();
        assert_eq!(listed.score.to_string(), "B+5.5");
        assert_eq!((listed.agrees, &*listed.stated.unwrap()), (None, "B+R"));
        assert_eq!(listed.notes, []);
        for point in [Point::new(4, 4), Point::new(9, 9)] {
            let options = Options {
                dead: Some(&[dead[0], point]),
                ..options
            };
            let error = scored(&source, &options).unwrap_err();
            assert_eq!((error.index, error.point), (1, point));
        }
    }

    #[test]
    fn the_last_marks_count() {
        let source = format!("(;SZ[5]RE[ B+5.50 ]{HALVES}TB[ee];TB[aa:be]TW[ea:ee]KM[0.5];B[])");
        let marked = scored(&source, &Options::default()).unwrap();
        assert_eq!(marked.dead_stones, DeadStones::Marked);
        assert_eq!(marked.agrees, Some(true));
        assert_eq!(marked.notes, [Note::RulesUnstated]);
    }
}
