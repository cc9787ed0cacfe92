//! Checks the properties of a game against each other, and against its moves.

use alloc::format;

use kifu_core::{Color, Margin, Outcome, Points};
use kifu_replay::{Fault, Finding};
use kifu_rules::Breach;
use kifu_sgf::Dialect;
use kifu_sgf::value::{self, ResolvedKomi, Sureness};
use kifu_span::{Diagnostic, Fix, Span};

use crate::codes;
use crate::edit;
use crate::node::Game;

/// Counts collected while the tree is visited.
#[derive(Clone, Copy, Default)]
pub(crate) struct Facts {
    /// The number of moves in the main line, including passes.
    pub(crate) moves: u64,
    /// The number of black stones on the board after the root.
    pub(crate) handicap_stones: u64,
    /// Whether the root also sets up white stones, so that it shows a position and not the start of a game.
    pub(crate) is_position: bool,
    /// The number of moves that Black plays before White's first move.
    pub(crate) handicap_moves: u64,
    /// The number of points off the board.
    pub(crate) outside: u64,
    /// The largest column and the largest row of points off the board, counted from 0.
    pub(crate) widest: (u8, u8),
    /// Whether a point list contains rectangles.
    pub(crate) rectangles: bool,
}

pub(crate) fn check(game: &Game<'_>, facts: &Facts, found: &mut dyn FnMut(Diagnostic)) {
    version(game, facts, found);
    size(game, facts, found);
    handicap(game, facts, found);
    move_count(game, facts, found);
    komi(game, found);
    result(game, found);
}

/// The newest version that was published.
const NEWEST: u8 = 4;

fn version(game: &Game<'_>, facts: &Facts, found: &mut dyn FnMut(Diagnostic)) {
    let Some(known) = game.root_property("FF") else {
        return;
    };
    let (Some(version), Some(value)) = (game.context.format, known.property.value()) else {
        return;
    };
    let Some(span) = value.span() else {
        return;
    };
    if !matches!(version, 1 | 3 | NEWEST) {
        let message = format!("FF[{version}] was never published");
        found(
            codes::UNKNOWN_VERSION
                .at(span, message)
                .with_help("kifu reads the record as FF[4]"),
        );
    }
    let (cols, rows) = (game.context.size.cols(), game.context.size.rows());
    if version >= NEWEST {
        return;
    }
    let feature = if cols > 19 || rows > 19 {
        "a board larger than 19×19"
    } else if cols != rows {
        "a board that is not square"
    } else if facts.rectangles {
        "rectangles in point lists"
    } else {
        return;
    };
    let message = format!("the record has {feature}, which FF[{version}] does not support");
    let finding = codes::NEWER_THAN_STATED.at(span, message);
    found(match edit::set(&value, *b"4") {
        Some(edit) => finding.with_fix(Fix::unsafe_fix("write `FF[4]`", [edit])),
        None => finding,
    });
}

fn size(game: &Game<'_>, facts: &Facts, found: &mut dyn FnMut(Diagnostic)) {
    /// The minimum number of points off the board that suggests a wrong board size. One or two
    /// points are probably typing errors.
    const MANY: u64 = 3;
    if facts.outside < MANY || !game.is_go() {
        return;
    }
    let (cols, rows) = facts.widest;
    let side = cols.max(rows) + 1;
    let likely = [9, 13, 19]
        .into_iter()
        .find(|common| *common >= side)
        .unwrap_or(side);
    let known = game.root_property("SZ");
    let value = known.and_then(|known| known.property.value());
    let root = game
        .root
        .span()
        .map(|span| Span::new(span.start, span.start + 1));
    let Some(span) = value.and_then(|value| value.span()).or(root) else {
        return;
    };
    let message = format!(
        "{} points are off the {} board; the size is probably {likely}x{likely}",
        facts.outside, game.context.size
    );
    let finding = codes::POINTS_OUTSIDE.at(span, message);
    let edit = value.and_then(|value| edit::set(&value, format!("{likely}").into_bytes()));
    found(match edit {
        Some(edit) => finding.with_fix(Fix::unsafe_fix(format!("write `SZ[{likely}]`"), [edit])),
        None => finding,
    });
}

fn handicap(game: &Game<'_>, facts: &Facts, found: &mut dyn FnMut(Diagnostic)) {
    if facts.is_position {
        return;
    }
    // The stones of `HD` are not on the board.
    let known = game.root_property("HA");
    let Some(known) = known.filter(|known| !known.property.ident().is("HD")) else {
        return;
    };
    let Some(value) = known.property.value() else {
        return;
    };
    let Ok(read) = value::handicap(&game.text(&value)) else {
        return;
    };
    let stated = u64::from(read.value.stones);
    let placed = facts.handicap_stones;
    let agrees = match placed {
        0 => stated <= 1 || facts.handicap_moves == stated,
        placed => placed == stated || placed + facts.handicap_moves == stated,
    };
    if agrees {
        return;
    }
    let message = match placed {
        0 => format!("the handicap is {stated}, but there are no black stones at the start"),
        1 => format!("the handicap is {stated}, but there is 1 black stone at the start"),
        placed => {
            format!("the handicap is {stated}, but there are {placed} black stones at the start")
        }
    };
    let Some(span) = value.span() else {
        return;
    };
    let finding = codes::HANDICAP_STONES.at(span, message);
    let edit = edit::set(&value, format!("{placed}").into_bytes());
    found(match edit {
        Some(edit) if placed >= 2 => {
            finding.with_fix(Fix::unsafe_fix(format!("write `HA[{placed}]`"), [edit]))
        }
        _ => finding,
    });
}

fn move_count(game: &Game<'_>, facts: &Facts, found: &mut dyn FnMut(Diagnostic)) {
    let Some(known) = game.root_property("MN") else {
        return;
    };
    let Some(value) = known.property.value() else {
        return;
    };
    let Ok(read) = value::number(value.raw()) else {
        return;
    };
    // As in other nodes, `MN` can be the number of the move instead: 0 and 1 mean that counting
    // starts here. A record without moves can be a position from a game with that many moves.
    let moves = facts.moves;
    if moves == 0 || read.value <= 1 || u64::try_from(read.value) == Ok(moves) {
        return;
    }
    let Some(span) = value.span() else {
        return;
    };

    let message = format!(
        "`MN` states {} moves, but the main line has {moves}",
        read.value
    );
    let finding = codes::MOVE_COUNT.at(span, message);
    let edit = edit::set(&value, format!("{moves}").into_bytes());
    found(match edit {
        Some(edit) => finding.with_fix(Fix::unsafe_fix(format!("write `MN[{moves}]`"), [edit])),
        None => finding,
    });
}

fn komi(game: &Game<'_>, found: &mut dyn FnMut(Diagnostic)) {
    if game.context.dialect == Dialect::Fox {
        fox_komi(game, found);
    }
    integer_komi(game, found);
}

fn fox_komi(game: &Game<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let Some(value) = game
        .root_property("KM")
        .and_then(|known| known.property.value())
    else {
        return;
    };
    let (Some(span), Some(written)) = (value.span(), stated_komi(game)) else {
        return;
    };
    let ResolvedKomi { points, sureness } = meant_komi(game, written);
    if points == written {
        return;
    }
    let message = format!("the Fox server writes {written} for a komi of {points}");
    let finding = codes::FOX_KOMI.at(span, message);
    let title = format!("write `KM[{points}]`");
    let fix = |edit| match sureness {
        Sureness::Certain => Fix::safe(title, [edit]),
        Sureness::Guess => Fix::unsafe_fix(title, [edit]),
    };
    found(match edit::set(&value, format!("{points}").into_bytes()) {
        Some(edit) => finding.with_fix(fix(edit)),
        None => finding,
    });
}

/// Returns the komi as written.
fn stated_komi(game: &Game<'_>) -> Option<Points> {
    let value = game.root_property("KM")?.property.value()?;
    Some(value::komi(&game.text(&value)).ok()?.value)
}

/// Returns the komi in points, converted from the notation of the program that wrote the record.
fn meant_komi(game: &Game<'_>, written: Points) -> ResolvedKomi {
    let text = |ident| Some(game.text(&game.root_property(ident)?.property.value()?));
    let (rules, handicap) = (text("RU"), text("HA"));
    value::meant_komi(
        written,
        game.context.dialect,
        rules.as_deref(),
        handicap.as_deref(),
    )
}

/// Reports `KI`, which is twice the komi.
fn integer_komi(game: &Game<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let Some(known) = game.root_property("KI") else {
        return;
    };
    let Some(value) = known.property.value() else {
        return;
    };
    let Some(halves) = value::number(value.raw())
        .ok()
        .and_then(|n| i32::try_from(n.value).ok())
    else {
        return;
    };
    let komi = Points::from_halves(halves);
    let Some(span) = known.property.span() else {
        return;
    };
    let finding = codes::INTEGER_KOMI.at(span, format!("`KI[{halves}]` means a komi of {komi}"));
    let edit = match stated_komi(game) {
        None if game.root.get("KM").is_none() => Some(kifu_span::Edit::replace(
            span,
            format!("KM[{komi}]").into_bytes(),
        )),
        Some(same) if same == komi => edit::remove(&known.property),
        _ => None,
    };
    found(match edit {
        Some(edit) => finding.with_fix(Fix::safe("state the komi only in `KM`", [edit])),
        None => finding,
    });
}

/// Checks that the margin and the komi differ by a whole number of points, because the points of both players are
/// whole numbers.
fn result(game: &Game<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let Some(value) = game
        .root_property("RE")
        .and_then(|known| known.property.value())
    else {
        return;
    };
    let Some(written) = stated_komi(game) else {
        return;
    };
    let komi = meant_komi(game, written).points;
    let Ok(outcome) = value::result(&game.text(&value)) else {
        return;
    };
    let margin = match outcome.value {
        Outcome::Win {
            by: Margin::Points(points),
            ..
        } => points,
        Outcome::Draw => Points::ZERO,
        _ => return,
    };
    // Quarters of a point result from counting in stones, which this check does not support.
    let halves = |points: Points| points.hundredths() % 50 == 0;
    let fits = (margin.hundredths() - komi.hundredths()) % 100 == 0;
    if fits || !halves(margin) || !halves(komi) {
        return;
    }
    if let Some(span) = value.span() {
        let shown = game.shown(&value);
        let message = format!("`RE[{shown}]` is impossible with a komi of {komi}");
        found(codes::RESULT_AND_KOMI.at(span, message));
    }
}

impl Facts {
    /// Counts a move of the main line.
    #[inline]
    pub(crate) fn main_line(&mut self, color: Color, white_moved: &mut bool) {
        self.moves += 1;
        *white_moved |= color == Color::White;
        self.handicap_moves += u64::from(!*white_moved);
    }

    /// Counts the point of a finding if it is off the board.
    pub(crate) fn outside(&mut self, finding: &Finding) {
        if let Fault::Breach(Breach::OffBoard(point)) = finding.fault {
            self.outside += 1;
            self.widest.0 = self.widest.0.max(point.col);
            self.widest.1 = self.widest.1.max(point.row);
        }
    }
}
