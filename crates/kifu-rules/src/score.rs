use core::fmt;

use kifu_core::{ByColor, Outcome, Points};

use crate::{PointStatus, Position, Rules, Scoring, Territory};

/// The data that a score depends on in addition to the territory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreTerms {
    /// The ruleset.
    pub rules: Rules,
    /// The points that White receives for moving second.
    pub komi: Points,
    /// The number of handicap stones; 0 or 1 for an even game.
    pub handicap: u32,
    /// The prisoners that each player holds, without the dead stones on the board.
    pub prisoners: ByColor<u32>,
}

/// The score of a game.
///
/// ```
/// use kifu_core::{Color, Move, Point, Points, Size};
/// use kifu_rules::{PointSet, Position, Rules, Territory};
///
/// let size = Size::new(3, 1).unwrap();
/// let mut game = Position::new(size, Rules::CHINESE);
/// game.play(Color::Black, Move::Play(Point::new(1, 0))).unwrap();
/// let territory = Territory::flood(game.board(), &PointSet::new(size));
/// let score = game.score(&territory, Points::from_halves(1), 0);
/// assert_eq!(score.to_string(), "B+2.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The total score of each player, including komi and compensation.
    pub total: ByColor<Points>,
    /// The parts of each score.
    pub parts: ByColor<ScoreParts>,
}

/// The parts of a player's score. Prisoners do not count under area scoring, and living stones do not count under
/// territory scoring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScoreParts {
    /// The number of living stones.
    pub stones: u32,
    /// The number of surrounded points, including points under the opponent's dead stones.
    pub territory: u32,
    /// The number of prisoners, including the opponent's dead stones.
    pub prisoners: u32,
    /// The komi.
    pub komi: Points,
    /// The compensation for handicap stones.
    pub handicap: Points,
}

impl Score {
    /// Counts a game.
    pub fn count(territory: &Territory, terms: &ScoreTerms) -> Score {
        let rules = &terms.rules;
        let area = rules.scoring == Scoring::Area;
        let mut parts = ByColor::new_with(|color| ScoreParts {
            prisoners: terms.prisoners[color],
            ..ScoreParts::default()
        });
        for (_, status) in territory.iter() {
            if let PointStatus::Dead(color, _) = status {
                parts[!color].prisoners += 1;
            }
            let owner = if area || rules.seki_territory {
                status.area_of()
            } else {
                status.territory_of()
            };
            match (status, owner) {
                (PointStatus::Alive(color), _) => parts[color].stones += 1,
                (_, Some(owner)) => parts[owner].territory += 1,
                _ => {}
            }
        }
        parts.white.komi = terms.komi;
        parts.white.handicap = rules.handicap_bonus.points(terms.handicap);
        let total = parts.map(|parts| {
            let counted = if area { parts.stones } else { parts.prisoners };
            let whole = i32::try_from(counted + parts.territory).unwrap_or(i32::MAX);
            Points::whole(whole) + parts.komi + parts.handicap
        });
        Score { total, parts }
    }

    /// The winner and the margin.
    pub fn outcome(&self) -> Outcome {
        Outcome::of_count(self.total.black, self.total.white)
    }
}

/// Writes the result as in SGF's `RE` and in JGF: `B+3.5`, or `0` for a draw.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.outcome().fmt(f)
    }
}

impl Position {
    /// Counts the game by its rules, with its current prisoners.
    pub fn score(&self, territory: &Territory, komi: Points, handicap: u32) -> Score {
        let terms = ScoreTerms {
            rules: *self.rules(),
            komi,
            handicap,
            prisoners: self.prisoners(),
        };
        Score::count(territory, &terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::{Color, Move, Point, Size};
    use std::string::ToString;

    #[test]
    fn compensation_depends_on_the_rules() {
        // Black holds the whole of a 3x3 board, nine points by area.
        for (rules, handicap, result) in [
            (Rules::CHINESE, 0, "B+8.5"),
            (Rules::CHINESE, 1, "B+8.5"),
            (Rules::CHINESE, 3, "B+5.5"),
            (Rules::AGA, 3, "B+6.5"),
            (Rules::NEW_ZEALAND, 3, "B+8.5"),
            (Rules::JAPANESE, 3, "B+7.5"),
        ] {
            let mut game = Position::new(Size::square(3).unwrap(), rules);
            game.play(Color::Black, Move::Play(Point::new(1, 1)))
                .unwrap();
            let territory = Territory::tromp_taylor(game.board());
            let score = game.score(&territory, Points::from_halves(1), handicap);
            assert_eq!(score.to_string(), result);
        }
    }

    #[test]
    fn passes_are_paid_for_where_the_rules_say_so() {
        let rules = Rules {
            scoring: Scoring::Territory,
            ..Rules::AGA
        };
        let mut game = Position::new(Size::square(3).unwrap(), rules);
        game.play(Color::Black, Move::Play(Point::new(1, 1)))
            .unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        assert!(game.is_over());
        let territory = Territory::tromp_taylor(game.board());
        let score = game.score(&territory, Points::ZERO, 0);
        // By area, Black has nine points. By territory, Black has eight, and one more pass stone than White.
        assert_eq!(score.to_string(), "B+9");
        assert_eq!(score.parts.black.prisoners, 2);
    }
}
