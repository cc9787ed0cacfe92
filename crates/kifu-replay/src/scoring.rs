//! The score of a record, by the rules, komi and handicap that it states.
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
//! assert_eq!(scored.notes[1].to_string(), "no komi is stated: counted with 7.5");
//! # Ok::<(), kifu_replay::sgf::TooLarge>(())
//! ```

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::{ByColor, Margin, Outcome, Point, Points, Ruleset};
use kifu_rules::{PointSet, Rules, Score, ScoreTerms, Territory};
use kifu_sgf::{Document, GameContext, NodeRef, Property, value};
use kifu_tree::NodeId;

use crate::{points, replay, stated_rules};

/// What to score a record by, in addition to what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'a> {
    /// The rules; `None` for those that the record states, or else Japanese rules.
    pub rules: Option<Rules>,
    /// Dead stones, at least one of each dead chain, at the end of the main line. With `None`, the marks
    /// `TB` and `TW` say which stones are dead.
    pub dead: Option<&'a [Point]>,
}

/// A record with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The rules that the game is scored by.
    pub rules: Rules,
    /// The ruleset that these rules are, if it has a name. Korean rules are the same as Japanese rules here;
    /// they have their own name only if the record states it.
    pub ruleset: Option<Ruleset>,
    /// How it is known which stones are dead.
    pub dead_stones: DeadStones,
    /// The score.
    pub score: Score,
    /// The result that the record states, without white space around it; `None` if it is blank.
    pub stated: Option<String>,
    /// Whether the stated result is the score; `None` unless it is a draw or a win by points.
    pub agrees: Option<bool>,
    /// What had to be assumed, or was left out.
    pub notes: Vec<Note>,
}

/// How it is known which stones are dead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeadStones {
    /// From the marks `TB` and `TW` of the last node of the main line that has any.
    Marked,
    /// From [`Options::dead`].
    Given,
    /// It is not known: all stones are taken to be alive.
    Unknown,
}

/// Something that a score assumes or leaves out, shown as a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// The record states no rules.
    RulesUnstated,
    /// The record states rules that are not known.
    RulesUnknown(String),
    /// The rules tax groups.
    TaxLeftOut,
    /// The rules have a button.
    ButtonLeftOut,
    /// Nothing says which stones are dead.
    NothingMarked,
    /// The komi is on the scale of the Fox server.
    FoxKomi {
        /// What the record says.
        written: String,
        /// What it means.
        komi: Points,
    },
    /// The stated komi is not a number.
    KomiUnreadable(String),
    /// The record states no komi that can be read; this one is used.
    KomiAssumed(Points),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::RulesUnstated => f.write_str("no rules are stated: counted by Japanese rules"),
            Note::RulesUnknown(text) => {
                write!(f, "the rules `{text}` are not known: counted by Japanese rules")
            }
            Note::TaxLeftOut => f.write_str("these rules tax groups, which is not counted"),
            Note::ButtonLeftOut => f.write_str("these rules have a button, which is not counted"),
            Note::NothingMarked => f.write_str(
                "nothing tells which stones are dead: all are counted as alive, empty regions by who alone \
                 touches them",
            ),
            Note::FoxKomi { written, komi } => write!(
                f,
                "the komi `{written}` is on the scale of the Fox server and means {komi}"
            ),
            Note::KomiUnreadable(text) => write!(f, "the komi `{text}` is not a number"),
            Note::KomiAssumed(komi) => write!(f, "no komi is stated: counted with {komi}"),
        }
    }
}

/// A point of [`Options::dead`] has no stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoStone {
    /// The index of the point in the list.
    pub index: usize,
    /// The point.
    pub point: Point,
}

impl fmt::Display for NoStone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no stone on dead point {}", self.index + 1)
    }
}

impl core::error::Error for NoStone {}

/// Scores the main line of a game.
///
/// The position is that of the last node that marks territory (`TB`, `TW`), or that of the last node if dead
/// stones are given or nothing is marked. A game that is not Go is scored as an empty board.
///
/// # Errors
///
/// [`NoStone`] if there is no stone on a point that is given as dead.
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
        (DeadStones::Given, Territory::of(board, &set))
    } else if ending.marked.is_some() {
        let of = |ident| PointSet::of(size, points(node, ident, size));
        let marks = ByColor {
            black: of("TB"),
            white: of("TW"),
        };
        (DeadStones::Marked, Territory::from_marks(board, &marks))
    } else {
        notes.push(Note::NothingMarked);
        // By area it is what Tromp and Taylor count; by territory, eyes in seki and points
        // that have to be filled do not count.
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

/// What the main line says about its end.
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

/// The name of rules, where the record states `stated`.
fn ruleset(rules: &Rules, stated: &str) -> Option<Ruleset> {
    let is_korean = || value::rules(stated).is_ok_and(|read| read.value.ruleset == Ruleset::Korean);
    match rules.ruleset() {
        Some(Ruleset::Japanese) if is_korean() => Some(Ruleset::Korean),
        ruleset => ruleset,
    }
}

/// What KataGo's rules ask for and the count leaves out.
fn left_out(rules: &str) -> Option<Note> {
    let rules = rules.to_ascii_lowercase();
    let says = |word: &str| rules.contains(word);
    if says("taxall") || (says("scorearea") && says("taxseki")) || says("stone") || says("ancient")
    {
        Some(Note::TaxLeftOut)
    } else if says("button1") || says("aga-button") {
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

/// Whether a stated result is that of the score; `None` if it is not by points.
fn agrees(stated: &str, score: &Score) -> Option<bool> {
    let result: Outcome = stated.parse().ok()?;
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
        let given = scored(&source, &options).unwrap();
        assert_eq!(given.score.to_string(), "B+5.5");
        assert_eq!((given.agrees, &*given.stated.unwrap()), (None, "B+R"));
        assert_eq!(given.notes, []);
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
