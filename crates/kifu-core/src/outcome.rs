use core::fmt;
use core::str::FromStr;

use crate::{Color, Points};

/// The outcome of a game, as in SGF's `RE` and JGF's `result`.
///
/// ```
/// use kifu_core::{Color, Margin, Outcome, Points};
///
/// let outcome: Outcome = "B+3.50".parse().unwrap();
/// let by = Margin::Points(Points::from_halves(7));
/// assert_eq!(outcome, Outcome::Win { winner: Color::Black, by });
/// assert_eq!(outcome.to_string(), "B+3.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One player won.
    Win {
        /// The winner.
        winner: Color,
        /// The margin or the reason.
        by: Margin,
    },
    /// A tie; written `0`.
    Draw,
    /// No result, or play was suspended.
    Void,
    /// Play stopped before the end.
    Unfinished,
    /// The game is still being played.
    Playing,
    /// The outcome is unknown; written `?`.
    Unknown,
}

/// The margin or the reason of a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Margin {
    /// A number of points. 0 is a tie that the rules award to the winner.
    Points(Points),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser forfeited the game.
    Forfeit,
    /// The margin or the reason is not stated.
    Unstated,
}

impl Outcome {
    /// Returns the outcome of a count: the player with more points wins by the difference.
    pub fn of_count(black: Points, white: Points) -> Outcome {
        let winner = match black.cmp(&white) {
            core::cmp::Ordering::Greater => Color::Black,
            core::cmp::Ordering::Less => Color::White,
            core::cmp::Ordering::Equal => return Outcome::Draw,
        };
        let by = Margin::Points((black - white).abs());
        Outcome::Win { winner, by }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }

    /// The kind of the outcome as a word: `points`, `resign`, `time`, `forfeit` or `win` (without a stated reason) for a
    /// win, `draw`, `void`, `unfinished`, `playing` or `unknown`.
    pub const fn kind(self) -> &'static str {
        match self {
            Outcome::Win { by, .. } => match by {
                Margin::Points(_) => "points",
                Margin::Resignation => "resign",
                Margin::Time => "time",
                Margin::Forfeit => "forfeit",
                Margin::Unstated => "win",
            },
            Outcome::Draw => "draw",
            Outcome::Void => "void",
            Outcome::Unfinished => "unfinished",
            Outcome::Playing => "playing",
            Outcome::Unknown => "unknown",
        }
    }
}

/// Writes the outcome as in `RE`: `B+3.5`, `W+R`, `W+T`, `B+F`, `B+`, `0`, `Void`, `Unfinished`, `Playing`, `?`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Draw => f.write_str("0"),
            Outcome::Void => f.write_str("Void"),
            Outcome::Unfinished => f.write_str("Unfinished"),
            Outcome::Playing => f.write_str("Playing"),
            Outcome::Unknown => f.write_str("?"),
            Outcome::Win { winner, by } => {
                write!(f, "{}+", winner.letter())?;
                match by {
                    Margin::Points(points) => write!(f, "{points}"),
                    Margin::Resignation => f.write_str("R"),
                    Margin::Time => f.write_str("T"),
                    Margin::Forfeit => f.write_str("F"),
                    Margin::Unstated => Ok(()),
                }
            }
        }
    }
}

/// The error of parsing an [`Outcome`] from a text that is not a result in SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a result such as `B+3.5`, `W+R`, `0`, `Void` or `?`")
    }
}

impl core::error::Error for ParseOutcomeError {}

/// Parses the forms of SGF, such as `B+3.5`, `Draw`, `Jigo`, `B+Resign`, `B+Time` and `B+Forfeit`, in any case.
impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        let is = |text: &str, names: &[&str]| names.iter().any(|n| text.eq_ignore_ascii_case(n));
        if is(text, &["0", "draw", "jigo"]) {
            return Ok(Outcome::Draw);
        }
        if is(text, &["void"]) {
            return Ok(Outcome::Void);
        }
        if is(text, &["unfinished"]) {
            return Ok(Outcome::Unfinished);
        }
        if is(text, &["playing"]) {
            return Ok(Outcome::Playing);
        }
        if text == "?" {
            return Ok(Outcome::Unknown);
        }
        let (winner, by) = text.split_once('+').ok_or(ParseOutcomeError)?;
        let winner = match winner {
            "B" | "b" => Color::Black,
            "W" | "w" => Color::White,
            _ => return Err(ParseOutcomeError),
        };
        let by = if by.is_empty() {
            Margin::Unstated
        } else if is(by, &["r", "resign", "resignation"]) {
            Margin::Resignation
        } else if is(by, &["t", "time"]) {
            Margin::Time
        } else if is(by, &["f", "forfeit"]) {
            Margin::Forfeit
        } else {
            let points: Points = by.parse().map_err(|_| ParseOutcomeError)?;
            if points < Points::ZERO {
                return Err(ParseOutcomeError);
            }
            Margin::Points(points)
        };
        Ok(Outcome::Win { winner, by })
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn amounts_are_exact_and_short() {
        for (text, hundredths, shown) in [
            ("6.5", 650, "6.5"),
            ("-3.75", -375, "-3.75"),
            ("+7", 700, "7"),
            (".05", 5, "0.05"),
            ("6.500", 650, "6.5"),
            ("-0.5", -50, "-0.5"),
            ("12.", 1200, "12"),
        ] {
            let points: Points = text.parse().unwrap();
            assert_eq!(points.hundredths(), hundredths, "{text}");
            assert_eq!(points.to_string(), shown);
        }
        for wrong in ["", "-", ".", "6,5", "6.555", "1 5/6", "x", "99999999999"] {
            assert!(wrong.parse::<Points>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn outcomes_are_read_and_written() {
        for (text, shown) in [
            ("B+3.50", "B+3.5"),
            ("w+Resign", "W+R"),
            ("W+T", "W+T"),
            ("B+forfeit", "B+F"),
            ("B+", "B+"),
            ("Draw", "0"),
            ("0", "0"),
            ("void", "Void"),
            ("B+0", "B+0"),
            ("Unfinished", "Unfinished"),
            ("playing", "Playing"),
            ("?", "?"),
        ] {
            let outcome: Outcome = text.parse().unwrap();
            assert_eq!(outcome.to_string(), shown);
        }
        for wrong in ["", "B", "B+-1", "X+3", "Both lost", "B+1 5/6"] {
            assert_eq!(wrong.parse::<Outcome>(), Err(ParseOutcomeError), "{wrong}");
        }
    }

    #[test]
    fn the_player_with_more_points_wins_by_the_difference() {
        let count = |black, white| {
            Outcome::of_count(Points::from_halves(black), Points::from_halves(white))
        };
        assert_eq!(count(13, 6).to_string(), "B+3.5");
        assert_eq!(count(6, 13).to_string(), "W+3.5");
        assert_eq!(count(-6, 6).to_string(), "W+6");
        assert_eq!(count(6, 6), Outcome::Draw);
    }

    #[test]
    fn outcomes_have_a_kind_and_some_a_winner() {
        for (text, kind, winner) in [
            ("W+0", "points", Some(Color::White)),
            ("B+R", "resign", Some(Color::Black)),
            ("W+T", "time", Some(Color::White)),
            ("B+F", "forfeit", Some(Color::Black)),
            ("W+", "win", Some(Color::White)),
            ("0", "draw", None),
            ("Void", "void", None),
            ("Unfinished", "unfinished", None),
            ("Playing", "playing", None),
            ("?", "unknown", None),
        ] {
            let outcome: Outcome = text.parse().unwrap();
            assert_eq!((outcome.kind(), outcome.winner()), (kind, winner), "{text}");
        }
        let error = ParseOutcomeError.to_string();
        assert_eq!(
            error,
            "expected a result such as `B+3.5`, `W+R`, `0`, `Void` or `?`"
        );
    }
}
