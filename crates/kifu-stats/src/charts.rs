//! Charts of a collection, as a page or a drawing.

use std::collections::BTreeMap;

use kifu_core::{ByColor, Color, Move, Size};
use kifu_select::{Field, Key, Rank, Subject, Value};
use kifu_sgf::{Document, GameContext, GameType};
use kifu_tree::NodeId;
use kifu_value::{Class, Grade};

use crate::{Distribution, Stats};

mod cards;
mod openings;
mod page;
mod plot;
mod wilson;

use openings::Openings;

/// The statistics of a collection with counts for charts, built game by game.
///
/// A report consists of charts with the same numbers as tables: games by year, results, lengths, komi, the winning rate by
/// komi, ranks, openings, and clocks. It is one file without scripts and without requests to other files.
///
/// ```
/// use kifu_stats::select::{Key, PlayedMove, Size, Subject, Value};
/// use kifu_stats::sgf::Document;
/// use kifu_stats::Charts;
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
/// let mut charts = Charts::default();
/// charts.add(&document, root, &Empty);
/// assert_eq!(charts.stats().games(), 1);
/// assert!(charts.html("My games").starts_with("<!DOCTYPE html>"));
/// assert!(charts.svg("My games").starts_with("<svg "));
/// # Ok::<(), kifu_stats::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Charts {
    stats: Stats,
    /// The number of players of each rank.
    ranks: BTreeMap<RankKey, u64>,
    /// The number of players without a rank.
    unranked: u64,
    /// The games of each kind of result.
    outcomes: BTreeMap<String, Wins>,
    /// The [even games](is_even), by komi in hundredths.
    komi: BTreeMap<i64, Wins>,
    /// The games that are not in `komi`.
    not_in_komi: u64,
    openings: Openings,
    /// The number of games with each main time, in seconds.
    times: BTreeMap<u64, u64>,
    /// The number of games of which the time of a move is known.
    timed_games: u64,
    /// The number of games with a clock that rises, whose times are not known.
    rising_games: u64,
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

    fn of(rank: Rank) -> RankKey {
        let number = i16::from(rank.number);
        match (rank.grade, rank.class) {
            (Grade::Kyu, _) => RankKey(-number),
            (Grade::Dan, Some(Class::Professional)) => RankKey(RankKey::PROFESSIONAL + number),
            (Grade::Dan, _) => RankKey(number - 1),
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
    /// The statistics of the games, with all that [`Scope::All`](crate::Scope::All) counts.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Starts a file, as [`Stats::begin_file`] does.
    pub fn begin_file(&mut self) {
        self.stats.begin_file();
    }

    /// Ends a file, as [`Stats::end_file`] does.
    pub fn end_file(&mut self, bytes: u64) {
        self.stats.end_file(bytes);
    }

    /// Counts a game, with the same arguments as [`Stats::add`].
    pub fn add(&mut self, document: &Document, root: NodeId, game: &dyn Subject) {
        self.stats.add(document, root, game);
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
                    rank = Some(RankKey::of(found));
                }
                rank.is_some()
            });
            match rank {
                Some(rank) => *self.ranks.entry(rank).or_default() += 1,
                None => self.unranked += 1,
            }
        }
        let is_even = is_even(document, root, game);
        let komi = number(game, Field::Komi).filter(|komi| komi.abs() < 1000.0);
        match komi {
            Some(komi) if is_even => {
                let komi = (komi * 100.0).round() as i64;
                self.komi.entry(komi).or_default().add(winner);
            }
            _ => self.not_in_komi += 1,
        }
        if let Some(time) = number(game, Field::Time).filter(|time| *time > 0.0) {
            *self.times.entry(time.round() as u64).or_default() += 1;
        }
        self.openings.add(is_even.then_some(game));
        self.add_clocks(document, root);
    }

    /// Counts the time of each move in main time: the difference between the clocks of a player after two moves in a row,
    /// neither in overtime. The first move is compared with a clock before all moves.
    ///
    /// A clock that rises has increments, or starts a new period. As its differences are not the times of moves, the game is
    /// not counted.
    fn add_clocks(&mut self, document: &Document, root: NodeId) {
        let mut before: ByColor<Option<f64>> = ByColor::default();
        let mut times: Vec<(usize, f64)> = Vec::new();
        let mut number = 0;
        for node in document.main_line(root) {
            let clock = |color| {
                let (clock, overtime) = match color {
                    Color::Black => ("BL", "OB"),
                    Color::White => ("WL", "OW"),
                };
                let value = node.get(clock)?.value()?;
                let left: f64 = std::str::from_utf8(value.raw()).ok()?.trim().parse().ok()?;
                (left.is_finite() && node.get(overtime).is_none()).then_some(left)
            };
            let mut movers = node
                .properties()
                .filter_map(|property| property.ident().player());
            let Some(mover) = movers.next() else {
                // A node between moves may repeat a clock or correct it; only the times at the start are needed.
                if number == 0 {
                    for color in [Color::Black, Color::White] {
                        before[color] = clock(color).or(before[color]);
                    }
                }
                continue;
            };
            // A clock does not say how the time was divided between two moves in a node.
            let others = movers.count();
            number += 1 + others;
            let left = clock(mover).filter(|_| others == 0);
            if let (Some(before), Some(left)) = (before[mover], left) {
                if left > before {
                    self.rising_games += 1;
                    return;
                }
                times.push((number, before - left));
            }
            before[mover] = left;
            if others > 0 {
                before = ByColor::default();
            }
        }
        if times.is_empty() {
            return;
        }
        self.timed_games += 1;
        self.seconds.resize_with(RANGES, Distribution::default);
        for (number, took) in times {
            let range = ((number - 1) / MOVES).min(RANGES - 1);
            self.seconds[range].add(took.min(LONGEST).round() as u64);
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: Charts) {
        self.stats.merge(other.stats);
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
        self.timed_games += other.timed_games;
        self.rising_games += other.rising_games;
        if self.seconds.is_empty() {
            self.seconds = other.seconds;
        } else {
            for (seconds, other) in self.seconds.iter_mut().zip(other.seconds) {
                seconds.merge(other);
            }
        }
    }

    /// Returns a page with all charts, and the numbers of each as a table. It is well-formed XML.
    pub fn html(&self, title: &str) -> String {
        page::html(&cards::tiles(self), &cards::all(self), title)
    }

    /// Returns a drawing of all charts, with their numbers in descriptions for screen readers.
    pub fn svg(&self, title: &str) -> String {
        page::svg(&cards::tiles(self), &cards::all(self), title)
    }
}

/// Whether a game is Go on 19 × 19 points from the empty board: neither with handicap nor with setup before its first move.
fn is_even(document: &Document, root: NodeId, game: &dyn Subject) -> bool {
    if game.board() != Size::default()
        || number(game, Field::Handicap).is_some_and(|stones| stones != 0.0)
        || GameContext::of(document.node(root)).game != GameType::GO
    {
        return false;
    }
    for node in document.main_line(root) {
        if ["AB", "AW", "AE"]
            .iter()
            .any(|setup| node.get(setup).is_some())
        {
            return false;
        }
        if node
            .properties()
            .any(|property| property.ident().player().is_some())
        {
            return true;
        }
    }
    true
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

    const CLOCKS: &str =
        "(;BL[600]WL[600];B[pd]BL[590];W[dd]WL[570];B[pp];W[dp]WL[30]OW[5];B[cc]BL[580];W[])";

    fn counted(games: &[Game]) -> Charts {
        counted_in(CLOCKS, games)
    }

    /// Counts games whose properties are those of `source`.
    fn counted_in(source: &str, games: &[Game]) -> Charts {
        let mut charts = Charts::default();
        let document = Document::parse(source).unwrap();
        for game in games {
            charts.begin_file();
            charts.add(&document, document.roots().next().unwrap(), game);
            charts.end_file(100);
        }
        charts
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
        let charts = counted(&games());
        let html = charts.html("Games");
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
        // Of each game: Black took 10 seconds, White 30. The move after one without a clock, and overtime are not timed.
        assert_eq!(rows(&page, "clocks"), ["1–20 6 20 20.0"]);
    }

    /// The notes of a chart.
    fn notes(page: &Xml<'_>, id: &str) -> String {
        let figure = page
            .descendants()
            .find(|node| node.attribute("id") == Some(id));
        let notes = figure
            .unwrap()
            .descendants()
            .filter(|node| node.has_tag_name("p"));
        notes
            .filter_map(|note| note.text())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn clocks_are_those_of_the_player_who_moved() {
        let cases = [
            // Each node has both clocks.
            (
                "(;BL[60]WL[60];B[aa]BL[50]WL[60];W[bb]BL[50]WL[40];B[cc]BL[44]WL[40])",
                "1–20 3 10 12.0",
            ),
            // White's clock at Black's move does not start a time.
            (
                "(;B[aa]BL[50]WL[60];W[bb]BL[50]WL[40];B[cc]BL[44]WL[40])",
                "1–20 1 6 6.0",
            ),
            // A move without a clock.
            (
                "(;B[aa]BL[50];W[bb];B[cc];W[dd];B[ee]BL[30];W[ff];B[gg]BL[25])",
                "1–20 1 5 5.0",
            ),
            // A comment between moves.
            (
                "(;B[aa]BL[50];W[bb];C[x]BL[70];B[cc]BL[49])",
                "1–20 1 1 1.0",
            ),
        ];
        for (source, expected) in cases {
            let charts = counted_in(source, &[Game::default()]);
            let html = charts.html("x");
            assert_eq!(rows(&parse(&html), "clocks"), [expected], "{source}");
        }
        // A game with increments does not count at all.
        let rising = "(;B[aa]BL[50];W[bb];B[cc]BL[49];W[dd];B[ee]BL[52])";
        let charts = counted_in(rising, &[Game::default()]);
        let html = charts.html("x");
        let page = parse(&html);
        assert!(rows(&page, "clocks").is_empty());
        assert!(
            notes(&page, "clocks").contains("left out: 1 game whose clock rises"),
            "{}",
            notes(&page, "clocks")
        );
    }

    #[test]
    fn games_with_setup_and_other_games_have_no_opening() {
        let game = &games()[..1];
        let cases = [
            ("(;AB[aa];B[pd])", false),
            ("(;C[x];AE[aa]B[pd])", false),
            ("(;GM[11];B[pd])", false),
            ("(;GM[1];B[pd];AB[aa])", true),
        ];
        for (source, counts) in cases {
            let charts = counted_in(source, game);
            let html = charts.html("x");
            let page = parse(&html);
            assert_eq!(!rows(&page, "first").is_empty(), counts, "{source}");
            assert_eq!(!rows(&page, "rates").is_empty(), counts, "{source}");
            let others = format!(
                "left out: 0 without a winner, {} others.",
                u8::from(!counts)
            );
            assert!(
                notes(&page, "rates").contains(&others),
                "{}",
                notes(&page, "rates")
            );
        }
    }

    #[test]
    fn cut_tables_keep_the_games_without_a_value() {
        let times = (1..=600).map(|time| Game {
            numbers: vec![(Field::Time, f64::from(time))],
            ..Game::default()
        });
        let games: Vec<Game> = times.chain([Game::default()]).collect();
        let charts = counted(&games);
        let html = charts.html("x");
        let page = parse(&html);
        let rows = rows(&page, "times");
        assert_eq!(rows.last().map(String::as_str), Some("none 1 0.2 %"));
        assert!(notes(&page, "times").contains("100 more are left out"));
    }

    #[test]
    fn long_titles_stay_within_a_drawing() {
        let charts = counted(&[]);
        for letter in ["W", "黒", "i"] {
            let svg = charts.svg(&letter.repeat(300));
            let page = Xml::parse(&svg).unwrap();
            let head = page
                .descendants()
                .find(|node| node.attribute("class") == Some("head"));
            let text = head.and_then(|head| head.text()).unwrap();
            assert!(text.ends_with('…') && text.chars().count() < 70, "{text}");
        }
        assert!(
            charts
                .svg("Games of the club")
                .contains(">Games of the club</text>")
        );
    }

    #[test]
    fn merged_counts_are_those_of_all_games() {
        let all = games();
        let together = counted(&all);
        let mut merged = counted(&[]);
        for game in &all {
            merged.merge(counted(std::slice::from_ref(game)));
        }
        assert_eq!(merged.html("x"), together.html("x"));
        assert_eq!(merged.svg("x"), together.svg("x"));
    }

    #[test]
    fn reports_are_self_contained() {
        for games in [&games()[..], &[], &[Game::default()]] {
            let charts = counted(games);
            let title = "<script>alert('&amp;\u{1}\u{ffff}')</script> \"";
            for report in [charts.html(title), charts.svg(title)] {
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
        let charts = counted(&games());
        let html = charts.html("Games");
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
