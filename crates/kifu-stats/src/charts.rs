//! Charts of a collection, as a page or a drawing.

use std::collections::BTreeMap;

use kifu_core::{Color, Move, Size};
use kifu_select::{Field, Key, Rank, Subject, Value};
use kifu_sgf::Document;
use kifu_tree::NodeId;

use crate::{Distribution, Stats};

mod cards;
mod openings;
mod page;
mod plot;
mod wilson;

use openings::Openings;

/// The counts for charts that [`Stats`] does not have, built game by game.
///
/// A report consists of charts with the same numbers as tables: games by year, results, lengths, komi, the winning rate by
/// komi, ranks, openings, and clocks. It is one file without scripts and without requests to other files.
///
/// ```
/// use kifu_stats::select::{Key, PlayedMove, Size, Subject, Value};
/// use kifu_stats::sgf::Document;
/// use kifu_stats::{Charts, Scope, Stats};
///
/// /// A game without values.
/// struct Empty;
///
/// impl Subject for Empty {
///     fn any(&self, _: &Key, _: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
///         false
///     }
///     fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {}
///     fn board(&self) -> Size {
///         Size::default()
///     }
/// }
///
/// let document = Document::parse("(;GM[1])")?;
/// let root = document.roots().next().unwrap();
/// let (mut stats, mut charts) = (Stats::new(Scope::All), Charts::default());
/// stats.add(&document, root, &Empty);
/// charts.add(&document, root, &Empty);
/// assert!(charts.html(&stats, "My games").starts_with("<!DOCTYPE html>"));
/// assert!(charts.svg(&stats, "My games").starts_with("<svg "));
/// # Ok::<(), kifu_stats::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Charts {
    /// The number of players of each rank.
    ranks: BTreeMap<RankKey, u64>,
    /// The number of players without a rank.
    unranked: u64,
    /// The games of each kind of result.
    outcomes: BTreeMap<String, Wins>,
    /// The games on 19 × 19 points without handicap, by komi in hundredths.
    komi: BTreeMap<i64, Wins>,
    /// The games that are not in `komi`.
    not_in_komi: u64,
    openings: Openings,
    /// The number of games with each main time, in seconds.
    times: BTreeMap<u64, u64>,
    /// The number of games with a clock at any move.
    games_with_clocks: u64,
    /// The seconds that moves took, by ranges of move numbers.
    seconds: Vec<Distribution>,
}

/// The number of games that each player won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Wins {
    black: u64,
    white: u64,
    /// Draws, and games without a known winner.
    other: u64,
}

impl Wins {
    fn add(&mut self, winner: Option<Color>) {
        match winner {
            Some(Color::Black) => self.black += 1,
            Some(Color::White) => self.white += 1,
            None => self.other += 1,
        }
    }

    fn merge(&mut self, other: Wins) {
        self.black += other.black;
        self.white += other.white;
        self.other += other.other;
    }

    fn decided(self) -> u64 {
        self.black + self.white
    }

    fn all(self) -> u64 {
        self.decided() + self.other
    }
}

/// A rank, in the order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct RankKey(i16);

impl RankKey {
    /// The first professional rank, minus 1.
    const PROFESSIONAL: i16 = 20;

    /// Reads the standard form of a rank, such as `3d` or `9p`.
    fn of(rank: Rank) -> Option<RankKey> {
        let text = rank.to_string();
        let end = text.find(|c: char| !c.is_ascii_digit())?;
        let number: i16 = text[..end].parse().ok()?;
        match text[end..].chars().next()? {
            'k' => Some(RankKey(-number)),
            'd' => Some(RankKey(number - 1)),
            'p' => Some(RankKey(RankKey::PROFESSIONAL + number)),
            _ => None,
        }
    }

    fn label(self) -> String {
        match self.0 {
            kyu if kyu < 0 => format!("{}k", -kyu),
            pro if pro > RankKey::PROFESSIONAL => format!("{}p", pro - RankKey::PROFESSIONAL),
            dan => format!("{}d", dan + 1),
        }
    }
}

/// The number of moves in a range of move numbers, for clocks.
const MOVES: usize = 20;

/// The number of ranges of move numbers. The last has all later moves.
const RANGES: usize = 15;

/// Times of moves are counted up to this number of seconds, so that their number is bounded.
const LONGEST: f64 = 3600.0;

impl Charts {
    /// Counts a game, with the same arguments as [`Stats::add`].
    pub fn add(&mut self, document: &Document, root: NodeId, game: &dyn Subject) {
        let winner = match text(game, Field::Winner).as_deref() {
            Some("black") => Some(Color::Black),
            Some("white") => Some(Color::White),
            _ => None,
        };
        if let Some(kind) = text(game, Field::ResultKind) {
            self.outcomes.entry(kind).or_default().add(winner);
        }
        for field in [Field::BlackRank, Field::WhiteRank] {
            let mut rank = None;
            game.any(&Key::Field(field), &mut |value| {
                if let Value::Rank(found) = value {
                    rank = RankKey::of(found);
                }
                rank.is_some()
            });
            match rank {
                Some(rank) => *self.ranks.entry(rank).or_default() += 1,
                None => self.unranked += 1,
            }
        }
        let is_even = number(game, Field::Handicap).is_none_or(|stones| stones == 0.0);
        let komi = number(game, Field::Komi).filter(|komi| komi.abs() < 1000.0);
        match komi {
            Some(komi) if is_even && game.board() == Size::default() => {
                let komi = (komi * 100.0).round() as i64;
                self.komi.entry(komi).or_default().add(winner);
            }
            _ => self.not_in_komi += 1,
        }
        if let Some(time) = number(game, Field::Time).filter(|time| *time > 0.0) {
            *self.times.entry(time.round() as u64).or_default() += 1;
        }
        self.openings.add(game);
        self.add_clocks(document, root);
    }

    /// Counts the time of each move in main time: the difference between two clocks of a player, neither in overtime.
    fn add_clocks(&mut self, document: &Document, root: NodeId) {
        let mut before: [Option<f64>; 2] = [None; 2];
        let mut number = 0;
        let mut has_clocks = false;
        for node in document.main_line(root) {
            let moves = node
                .properties()
                .filter(|property| property.ident().player().is_some());
            number += moves.count();
            for (before, (clock, overtime)) in before.iter_mut().zip([("BL", "OB"), ("WL", "OW")]) {
                let Some(property) = node.get(clock) else {
                    continue;
                };
                has_clocks = true;
                let value = property.value().and_then(|value| {
                    let text = std::str::from_utf8(value.raw()).ok()?;
                    text.trim().parse::<f64>().ok()
                });
                let left = value.filter(|left| left.is_finite() && node.get(overtime).is_none());
                if let (Some(before), Some(left)) = (*before, left) {
                    let took = before - left;
                    if took >= 0.0 && number > 0 {
                        let range = ((number - 1) / MOVES).min(RANGES - 1);
                        self.seconds.resize_with(RANGES, Distribution::default);
                        self.seconds[range].add(took.min(LONGEST).round() as u64);
                    }
                }
                *before = left;
            }
        }
        self.games_with_clocks += u64::from(has_clocks);
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: Charts) {
        for (rank, count) in other.ranks {
            *self.ranks.entry(rank).or_default() += count;
        }
        self.unranked += other.unranked;
        for (kind, wins) in other.outcomes {
            self.outcomes.entry(kind).or_default().merge(wins);
        }
        for (komi, wins) in other.komi {
            self.komi.entry(komi).or_default().merge(wins);
        }
        self.not_in_komi += other.not_in_komi;
        self.openings.merge(&other.openings);
        for (time, count) in other.times {
            *self.times.entry(time).or_default() += count;
        }
        self.games_with_clocks += other.games_with_clocks;
        if self.seconds.is_empty() {
            self.seconds = other.seconds;
        } else {
            for (seconds, other) in self.seconds.iter_mut().zip(other.seconds) {
                seconds.merge(other);
            }
        }
    }

    /// Returns a page with all charts, and the numbers of each as a table. It is well-formed XML.
    ///
    /// `stats` are the statistics of the same games, with [`Scope::All`](crate::Scope::All).
    pub fn html(&self, stats: &Stats, title: &str) -> String {
        page::html(&cards::tiles(self, stats), &cards::all(self, stats), title)
    }

    /// Returns a drawing of all charts, with their numbers in descriptions for screen readers.
    ///
    /// `stats` are the statistics of the same games, with [`Scope::All`](crate::Scope::All).
    pub fn svg(&self, stats: &Stats, title: &str) -> String {
        page::svg(&cards::tiles(self, stats), &cards::all(self, stats), title)
    }
}

/// The last text of a field, which is the standard form.
fn text(game: &dyn Subject, field: Field) -> Option<String> {
    let mut last = None;
    game.any(&Key::Field(field), &mut |value| {
        if let Value::Text(text) = value {
            last = Some(text.to_owned());
        }
        false
    });
    last
}

/// The last number of a field.
fn number(game: &dyn Subject, field: Field) -> Option<f64> {
    let mut last = None;
    game.any(&Key::Field(field), &mut |value| {
        if let Value::Number(number) = value {
            last = Some(number);
        }
        false
    });
    last
}

/// The point of a move on a board of 19 × 19 points.
fn point(action: Move) -> Option<(u8, u8)> {
    let point = action.point()?;
    (point.col < 19 && point.row < 19).then_some((point.col, point.row))
}

#[cfg(test)]
mod tests {
    use kifu_core::Point;
    use kifu_select::PlayedMove;
    use roxmltree::{Document as Xml, ParsingOptions};

    use super::*;
    use crate::Scope;

    /// A game with moves at some points.
    #[derive(Clone, Default)]
    struct Game {
        fields: Vec<(Field, &'static str)>,
        numbers: Vec<(Field, f64)>,
        ranks: Vec<(Field, Rank)>,
        points: Vec<(u8, u8)>,
    }

    impl Subject for Game {
        fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
            let Key::Field(wanted) = key else {
                return false;
            };
            let texts = self
                .fields
                .iter()
                .map(|(field, text)| (field, Value::Text(text)));
            let numbers = self
                .numbers
                .iter()
                .map(|(field, number)| (field, Value::Number(*number)));
            let ranks = self
                .ranks
                .iter()
                .map(|(field, rank)| (field, Value::Rank(*rank)));
            let mut all = texts
                .chain(numbers)
                .chain(ranks)
                .filter(|(field, _)| *field == wanted);
            all.any(|(_, value)| found(value))
        }

        fn moves(&self, found: &mut dyn FnMut(PlayedMove) -> bool) {
            for (number, &(col, row)) in (1..).zip(&self.points) {
                let color = if number % 2 == 1 {
                    Color::Black
                } else {
                    Color::White
                };
                let action = Move::Play(Point::new(col, row));
                if found(PlayedMove {
                    number,
                    color,
                    action,
                }) {
                    return;
                }
            }
        }

        fn board(&self) -> Size {
            Size::default()
        }
    }

    /// Two games that Black wins and one that White wins.
    fn games() -> [Game; 3] {
        let game = |winner, kind, komi, year, points: &[(u8, u8)]| Game {
            fields: vec![(Field::Winner, winner), (Field::ResultKind, kind)],
            numbers: vec![
                (Field::Komi, komi),
                (Field::Year, year),
                (Field::Time, 600.0),
            ],
            ranks: vec![
                (Field::BlackRank, Rank::dan(3).unwrap()),
                (Field::WhiteRank, Rank::kyu(12).unwrap()),
            ],
            points: points.to_vec(),
        };
        [
            game("black", "resign", 6.5, 1999.0, &[(3, 3), (15, 15)]),
            game("black", "points", 6.5, 2001.0, &[(15, 3)]),
            game("white", "resign", 0.5, 2001.0, &[(16, 3)]),
        ]
    }

    const CLOCKS: &str = "(;BL[600]WL[600];B[pd]BL[590];W[dd]WL[570];B[pp]BL[590.4];W[dp]WL[30]OW[5];B[cc]BL[x];W[])";

    fn counted(games: &[Game]) -> (Stats, Charts) {
        let (mut stats, mut charts) = (Stats::new(Scope::All), Charts::default());
        let document = Document::parse(CLOCKS).unwrap();
        for game in games {
            stats.begin_file();
            stats.add(&document, document.roots().next().unwrap(), game);
            charts.add(&document, document.roots().next().unwrap(), game);
            stats.end_file(100);
        }
        (stats, charts)
    }

    /// The rows of the table in a figure of a page.
    fn rows(page: &Xml<'_>, id: &str) -> Vec<String> {
        let figure = page
            .descendants()
            .find(|node| node.attribute("id") == Some(id))
            .unwrap();
        let rows = figure
            .descendants()
            .filter(|node| node.has_tag_name("tr"))
            .skip(1);
        let text = |row: roxmltree::Node<'_, '_>| {
            let cells = row.children().filter(|cell| cell.is_element());
            cells
                .map(|cell| cell.text().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        rows.map(text).collect()
    }

    fn parse(page: &str) -> Xml<'_> {
        let options = ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        };
        Xml::parse_with_options(page, options).expect("well-formed XML")
    }

    #[test]
    fn tables_have_the_counts() {
        let (stats, charts) = counted(&games());
        let html = charts.html(&stats, "Games");
        let page = parse(&html);
        assert_eq!(
            rows(&page, "years"),
            ["1999 1 33.3 %", "2001 2 66.7 %", "unknown 0 0.0 %"]
        );
        assert_eq!(
            rows(&page, "results"),
            ["resign 2 1 1 0", "points 1 1 0 0", "none 0 0 0 0"]
        );
        assert_eq!(rows(&page, "komi"), ["6.5 2 66.7 %", "0.5 1 33.3 %"]);
        let rates = rows(&page, "rates");
        assert_eq!(rates[1], "6.5 2 (few) 2 100.0 % 34.2 % to 100.0 %");
        assert_eq!(
            rows(&page, "ranks"),
            ["12k 3 50.0 %", "3d 3 50.0 %", "unknown 0 0.0 %"]
        );
        assert_eq!(rows(&page, "first"), ["Q16 2 66.7 %", "R16 1 33.3 %"]);
        assert_eq!(rows(&page, "times"), ["10 min 3 100.0 %", "none 0 0.0 %"]);
        // Of each game: Black took 10 seconds, White 30. A clock that goes back, overtime and texts are not times.
        assert_eq!(rows(&page, "clocks"), ["1–20 6 20 20.0"]);
    }

    #[test]
    fn merged_counts_are_those_of_all_games() {
        let all = games();
        let (stats, together) = counted(&all);
        let (mut merged_stats, mut merged) = counted(&[]);
        for game in &all {
            let (stats, charts) = counted(std::slice::from_ref(game));
            merged_stats.merge(stats);
            merged.merge(charts);
        }
        assert_eq!(merged.html(&merged_stats, "x"), together.html(&stats, "x"));
        assert_eq!(merged.svg(&merged_stats, "x"), together.svg(&stats, "x"));
    }

    #[test]
    fn reports_are_self_contained() {
        for games in [&games()[..], &[], &[Game::default()]] {
            let (stats, charts) = counted(games);
            let title = "<script>alert('&amp;\u{1}\u{ffff}')</script> \"";
            for report in [charts.html(&stats, title), charts.svg(&stats, title)] {
                parse(&report);
                for word in [
                    "<script",
                    "href",
                    "src=",
                    "url(",
                    "@import",
                    "<link",
                    "<image",
                    "<foreignObject",
                ] {
                    assert!(!report.contains(word), "{word}");
                }
                let outside = report.replace("http://www.w3.org/2000/svg", "");
                assert!(
                    !outside.contains("http:") && !outside.contains("//"),
                    "{title}"
                );
            }
        }
    }

    #[test]
    fn scales_begin_at_zero() {
        let (stats, charts) = counted(&games());
        let html = charts.html(&stats, "Games");
        // The columns of years: 1999, 2000 and 2001 with 1, 0 and 2 games.
        let page = parse(&html);
        let figure = page
            .descendants()
            .find(|node| node.attribute("id") == Some("years"))
            .unwrap();
        let bars = figure
            .descendants()
            .filter(|node| node.attribute("class") == Some("bar"));
        let heights: Vec<f64> = bars
            .map(|bar| bar.attribute("height").unwrap().parse().unwrap())
            .collect();
        assert_eq!(heights.len(), 3);
        assert!(
            heights[1] == 0.0 && (heights[2] - 2.0 * heights[0]).abs() < 0.11,
            "{heights:?}"
        );
    }
}
