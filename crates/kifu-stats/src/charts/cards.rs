//! The contents of a report: charts with their titles, notes and tables.

use std::collections::BTreeMap;

use super::openings::{EARLY, SIDE, name};
use super::plot::{self, Bar, FEW, Plot, Rate, Shares, grouped, percent};
use super::wilson;
use super::{Charts, MOVES, RANGES, RankKey};
use crate::{Distribution, Stats, Table};

/// The maximum number of rows of a table. The others are counted.
const MOST_ROWS: usize = 500;

/// The maximum number of rows of a chart with a row for each value.
const MOST_BARS: usize = 12;

/// A chart with its text and numbers.
pub(super) struct Card {
    /// The identifier of the chart on a page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// The games that are counted and those that are not, and remarks.
    pub(super) notes: Vec<String>,
    /// `None` if there is nothing to draw.
    pub(super) plot: Option<Plot>,
    pub(super) head: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

/// A number at the top of a report.
pub(super) struct Tile {
    pub(super) number: String,
    pub(super) text: String,
}

pub(super) fn tiles(charts: &Charts) -> Vec<Tile> {
    let stats = &charts.stats;
    let mut tiles = vec![
        Tile {
            number: grouped(stats.games()),
            text: "games".to_owned(),
        },
        Tile {
            number: grouped(stats.files()),
            text: "files".to_owned(),
        },
    ];
    if let Some(summary) = stats.moves_per_game().summary() {
        tiles.push(Tile {
            number: grouped(summary.median),
            text: "moves in the median game".to_owned(),
        });
    }
    let years = years(stats);
    if let (Some((first, _)), Some((last, _))) = (years.first_key_value(), years.last_key_value()) {
        let number = if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        };
        tiles.push(Tile {
            number,
            text: "years of play".to_owned(),
        });
    }
    let (black, decided) = charts
        .outcomes
        .values()
        .fold((0, 0), |(black, decided), wins| {
            (black + wins.black, decided + wins.decided())
        });
    if decided > 0 {
        tiles.push(Tile {
            number: percent(black as f64 / decided as f64),
            text: format!("won by Black, of {} decided games", grouped(decided)),
        });
    }
    tiles
}

pub(super) fn all(charts: &Charts) -> Vec<Card> {
    let stats = &charts.stats;
    vec![
        by_year(stats),
        lengths(stats),
        ranks(charts),
        results(charts),
        komi(stats),
        rates(charts),
        first_moves(charts),
        openings(charts),
        main_times(charts),
        clocks(charts),
    ]
}

/// Returns a table of the statistics.
fn table<'s>(stats: &'s Stats, wanted: &str) -> Option<&'s Table> {
    stats
        .tables()
        .find(|(name, _)| *name == wanted)
        .map(|(_, table)| table)
}

/// The last year that a chart shows, so that the number of columns is bounded.
const LAST_YEAR: u32 = 9999;

/// The number of games of each year.
fn years(stats: &Stats) -> BTreeMap<u32, u64> {
    let rows = table(stats, "year").map(Table::rows).unwrap_or_default();
    let years = rows
        .into_iter()
        .filter_map(|(value, games)| Some((value?.parse().ok()?, games)));
    years.filter(|(year, _)| *year <= LAST_YEAR).collect()
}

fn share(games: u64, all: u64) -> String {
    percent(games as f64 / all.max(1) as f64)
}

/// Keeps the first rows of a table, and says how many more there are.
fn cut(rows: Vec<Vec<String>>, notes: &mut Vec<String>) -> Vec<Vec<String>> {
    if rows.len() > MOST_ROWS {
        let more = rows.len() - MOST_ROWS;
        notes.push(format!(
            "The table has the first {MOST_ROWS} rows; {} more are left out.",
            grouped(more as u64)
        ));
    }
    rows.into_iter().take(MOST_ROWS).collect()
}

/// `1 game`, `2 games`.
fn games(count: u64) -> String {
    let noun = if count == 1 { "game" } else { "games" };
    format!("{} {noun}", grouped(count))
}

/// The maximum number of columns of years.
const COLUMNS: u32 = 50;

/// The first year of a chart. A few early games would hide all others, so at most 1 % of the games are left out if all years do not
/// fit.
fn first_year(years: &BTreeMap<u32, u64>) -> Option<u32> {
    let (first, last) = (*years.first_key_value()?.0, *years.last_key_value()?.0);
    if last - first < COLUMNS {
        return Some(first);
    }
    let all: u64 = years.values().sum();
    let mut before = 0;
    let kept = years.iter().find(|(_, games)| {
        before += **games;
        before > all / 100
    });
    kept.map(|(year, _)| *year)
}

fn by_year(stats: &Stats) -> Card {
    let years = years(stats);
    let unknown = stats.games() - years.values().sum::<u64>().min(stats.games());
    let mut notes = vec![format!(
        "{}; {} without a year.",
        games(stats.games()),
        grouped(unknown)
    )];
    let mut plot = None;
    if let (Some(first), Some((&last, _))) = (first_year(&years), years.last_key_value()) {
        let span = last - first + 1;
        let unit = [1, 10, 100, 1000]
            .into_iter()
            .find(|unit| span.div_ceil(*unit) <= COLUMNS)
            .unwrap_or(1000);
        let first = first / unit * unit;
        let early: u64 = years.range(..first).map(|(_, games)| games).sum();
        if early > 0 {
            notes.push(format!(
                "{} before {first}: only in the table.",
                games(early)
            ));
        }
        if unit > 1 {
            notes.push(format!("Each column has {unit} years."));
        }
        let mut bars: BTreeMap<u32, u64> = (first / unit..=last / unit).map(|at| (at, 0)).collect();
        for (year, games) in years.range(first..) {
            *bars.entry(year / unit).or_default() += games;
        }
        let bars: Vec<Bar> = bars
            .into_iter()
            .map(|(at, count)| Bar {
                label: (at * unit).to_string(),
                count: count as f64,
            })
            .collect();
        plot = Some(plot::columns(&bars, " games", 0));
    }
    let mut rows: Vec<Vec<String>> = years
        .iter()
        .map(|(year, count)| {
            vec![
                year.to_string(),
                grouped(*count),
                share(*count, stats.games()),
            ]
        })
        .collect();
    rows = cut(rows, &mut notes);
    rows.push(vec![
        "unknown".to_owned(),
        grouped(unknown),
        share(unknown, stats.games()),
    ]);
    Card {
        id: "years",
        title: "Games by year",
        rows,
        notes,
        plot,
        head: vec!["Year", "Games", "Share"],
    }
}

fn results(charts: &Charts) -> Card {
    let stats = &charts.stats;
    let all: u64 = charts.outcomes.values().map(|wins| wins.all()).sum();
    let missing = stats.games() - all.min(stats.games());
    let mut kinds: Vec<_> = charts.outcomes.iter().collect();
    kinds.sort_by_key(|(kind, wins)| (std::cmp::Reverse(wins.all()), *kind));
    let bars: Vec<Shares> = kinds
        .iter()
        .map(|(kind, wins)| Shares {
            label: (*kind).clone(),
            black: wins.black,
            white: wins.white,
            other: wins.other,
        })
        .collect();
    let mut rows: Vec<Vec<String>> = kinds
        .iter()
        .map(|(kind, wins)| {
            let counts = [wins.all(), wins.black, wins.white, wins.other].map(grouped);
            [vec![(*kind).clone()], counts.to_vec()].concat()
        })
        .collect();
    let missing_row = [
        "none".to_owned(),
        grouped(missing),
        "0".to_owned(),
        "0".to_owned(),
        grouped(missing),
    ];
    rows.push(missing_row.to_vec());
    Card {
        id: "results",
        title: "Results",
        notes: vec![format!(
            "{}; {} without a result.",
            games(stats.games()),
            grouped(missing)
        )],
        plot: (!bars.is_empty()).then(|| plot::shares(&bars)),
        head: vec!["Result", "Games", "Black won", "White won", "No winner"],
        rows,
    }
}

fn lengths(stats: &Stats) -> Card {
    /// The width of a column, and the start of the last, which has all longer games.
    const WIDTH: u64 = 20;
    const LAST: u64 = 400;
    let lengths = stats.moves_per_game();
    let mut bins: BTreeMap<u64, u64> = BTreeMap::new();
    for range in lengths.range_counts_of(WIDTH) {
        *bins.entry(range.from.min(LAST)).or_default() += range.count;
    }
    let label = |from: u64| {
        if from == LAST {
            format!("{LAST}+")
        } else {
            format!("{from}–{}", from + WIDTH - 1)
        }
    };
    let last = bins.last_key_value().map_or(0, |(from, _)| *from);
    let bars: Vec<Bar> = (0..=last / WIDTH)
        .map(|at| at * WIDTH)
        .map(|from| Bar {
            label: if from == LAST {
                format!("{LAST}+")
            } else {
                from.to_string()
            },
            count: bins.get(&from).copied().unwrap_or_default() as f64,
        })
        .collect();
    let of_one = lengths.range_counts_of(1).into_iter();
    let without: u64 = of_one
        .filter(|range| range.from == 0)
        .map(|range| range.count)
        .sum();
    let mut notes = vec![format!(
        "{}; {} without a move.",
        games(stats.games()),
        grouped(without)
    )];
    if let Some(summary) = lengths.summary() {
        notes.push(format!(
            "Half of the games have {} to {} moves; the mean is {:.1}, the shortest has {} and the longest {}.",
            grouped(summary.quarter),
            grouped(summary.three_quarters),
            summary.mean,
            grouped(summary.min),
            grouped(summary.max)
        ));
    }
    Card {
        id: "lengths",
        title: "Moves per game",
        notes,
        plot: (!bins.is_empty()).then(|| plot::columns(&bars, " games", 0)),
        head: vec!["Moves", "Games", "Share"],
        rows: bins
            .iter()
            .map(|(from, count)| vec![label(*from), grouped(*count), share(*count, stats.games())])
            .collect(),
    }
}

fn ranks(charts: &Charts) -> Card {
    let ranked: u64 = charts.ranks.values().sum();
    let mut bars: Vec<Bar> = Vec::new();
    if let (Some((first, _)), Some((last, _))) = (
        charts.ranks.first_key_value(),
        charts.ranks.last_key_value(),
    ) {
        // The numbers between the dan ranks and the first professional one are not used.
        let is_rank = |key: &i16| *key < 10 || *key > RankKey::PROFESSIONAL;
        for key in (first.0..=last.0).filter(is_rank).map(RankKey) {
            bars.push(Bar {
                label: key.label(),
                count: charts.ranks.get(&key).copied().unwrap_or_default() as f64,
            });
        }
    }
    let mut rows: Vec<Vec<String>> = charts
        .ranks
        .iter()
        .map(|(rank, count)| {
            vec![
                rank.label(),
                grouped(*count),
                share(*count, ranked + charts.unranked),
            ]
        })
        .collect();
    rows.push(vec![
        "unknown".to_owned(),
        grouped(charts.unranked),
        share(charts.unranked, ranked + charts.unranked),
    ]);
    Card {
        id: "ranks",
        title: "Ranks of the players",
        notes: vec![format!(
            "Both players of each game count: {} with a rank, {} without one.",
            grouped(ranked),
            grouped(charts.unranked)
        )],
        plot: (!bars.is_empty()).then(|| plot::columns(&bars, " players", 0)),
        head: vec!["Rank", "Players", "Share"],
        rows,
    }
}

fn komi(stats: &Stats) -> Card {
    let rows = table(stats, "komi").map(Table::rows).unwrap_or_default();
    let missing = table(stats, "komi").map_or(0, Table::without_value);
    let known = rows
        .iter()
        .filter_map(|(value, count)| Some(((*value)?, *count)));
    let known: Vec<(&str, u64)> = known.collect();
    let bars: Vec<Bar> = known
        .iter()
        .take(MOST_BARS)
        .map(|(value, count)| Bar {
            label: (*value).to_owned(),
            count: *count as f64,
        })
        .collect();
    let mut notes = vec![format!(
        "{}; {} without komi.",
        games(stats.games()),
        grouped(missing)
    )];
    if known.len() > MOST_BARS {
        let rest: u64 = known[MOST_BARS..].iter().map(|(_, count)| count).sum();
        let verb = if rest == 1 { "has" } else { "have" };
        let others = match known.len() - MOST_BARS {
            1 => "another value".to_owned(),
            others => format!("one of {others} other values"),
        };
        notes.push(format!("{} {verb} {others}.", games(rest)));
    }
    let rows = rows
        .iter()
        .map(|(value, count)| {
            let value = value.unwrap_or("unknown").to_owned();
            vec![value, grouped(*count), share(*count, stats.games())]
        })
        .collect();
    Card {
        id: "komi",
        title: "Komi",
        plot: (!bars.is_empty()).then(|| plot::rows(&bars)),
        rows: cut(rows, &mut notes),
        notes,
        head: vec!["Komi", "Games", "Share"],
    }
}

fn rates(charts: &Charts) -> Card {
    let known: Vec<_> = charts
        .komi
        .iter()
        .filter(|(_, wins)| wins.decided() > 0)
        .collect();
    // The values with the most games, in the order of komi.
    let mut most = known.clone();
    most.sort_by_key(|(komi, wins)| (std::cmp::Reverse(wins.decided()), **komi));
    most.truncate(MOST_BARS);
    most.sort_by_key(|(komi, _)| **komi);
    let bars: Vec<Rate> = most
        .iter()
        .map(|(komi, wins)| Rate {
            label: points(**komi),
            wins: wins.black,
            games: wins.decided(),
        })
        .collect();
    let undecided: u64 = charts.komi.values().map(|wins| wins.other).sum();
    let counted: u64 = known.iter().map(|(_, wins)| wins.decided()).sum();
    let mut notes = vec![
        format!(
            "{} on 19 × 19 points, without handicap or setup, with a komi and a winner; left out: {} without a winner, {} others.",
            games(counted),
            grouped(undecided),
            grouped(charts.not_in_komi)
        ),
        format!(
            "Lines are 95 % confidence intervals (Wilson). Open circles: fewer than {FEW} games."
        ),
    ];
    if known.len() > MOST_BARS {
        notes.push(format!(
            "The chart shows the {MOST_BARS} most frequent values of {}.",
            known.len()
        ));
    }
    let rows = known
        .iter()
        .map(|(komi, wins)| {
            let (low, high) = wilson::interval(wins.black, wins.decided());
            let mut games = grouped(wins.decided());
            if wins.decided() < FEW {
                games.push_str(" (few)");
            }
            vec![
                points(**komi),
                games,
                grouped(wins.black),
                share(wins.black, wins.decided()),
                format!("{} to {}", percent(low), percent(high)),
            ]
        })
        .collect();
    Card {
        id: "rates",
        title: "Black’s winning rate by komi",
        plot: (!bars.is_empty()).then(|| plot::rates(&bars)),
        rows: cut(rows, &mut notes),
        notes,
        head: vec!["Komi", "Games", "Won by Black", "Rate", "95 % interval"],
    }
}

/// Writes hundredths of a point.
fn points(hundredths: i64) -> String {
    (hundredths as f64 / 100.0).to_string()
}

/// The points with games, most frequent first.
fn frequent(counts: &[u64]) -> Vec<(usize, u64)> {
    let mut all: Vec<(usize, u64)> = counts
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, count)| *count > 0)
        .collect();
    all.sort_by_key(|(point, count)| (std::cmp::Reverse(*count), *point));
    all
}

fn point_rows(counts: &[u64], all: u64) -> Vec<Vec<String>> {
    let rows = frequent(counts).into_iter();
    rows.map(|(point, count)| vec![name(point), grouped(count), share(count, all)])
        .collect()
}

/// The notes on the games that openings count.
fn counted(charts: &Charts, note: String) -> Vec<String> {
    let left_out = match charts.openings.others {
        0 => String::new(),
        1 => "; 1 other is left out".to_owned(),
        others => format!("; {} others are left out", grouped(others)),
    };
    let mut notes = vec![format!(
        "{} on 19 × 19 points, without handicap or setup{left_out}.",
        games(charts.openings.games)
    )];
    if (1..FEW).contains(&charts.openings.games) {
        notes.push("These are few games.".to_owned());
    }
    notes.push(note);
    notes
}

fn first_moves(charts: &Charts) -> Card {
    let openings = &charts.openings;
    Card {
        id: "first",
        title: "The first move",
        notes: counted(
            charts,
            "Games are turned so that the first move is in the upper right. The area of a circle is the number of games.".to_owned(),
        ),
        plot: (openings.games > 0).then(|| plot::board(&openings.first, openings.games, 9, 9)),
        head: vec!["Point", "Games", "Share"],
        rows: point_rows(&openings.first, openings.games),
    }
}

fn openings(charts: &Charts) -> Card {
    let openings = &charts.openings;
    Card {
        id: "openings",
        title: "The first 20 moves",
        notes: counted(
            charts,
            format!(
                "The number of games in which one of the first {EARLY} moves is at each point. All games are turned so that the first \
                 move is in the upper right."
            ),
        ),
        plot: (openings.games > 0)
            .then(|| plot::board(&openings.early, openings.games, 0, SIDE - 1)),
        head: vec!["Point", "Games", "Share"],
        rows: point_rows(&openings.early, openings.games),
    }
}

/// Writes a main time.
fn time(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, 0) => format!("{minutes} min"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, 0, 0) => format!("{hours} h"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

fn main_times(charts: &Charts) -> Card {
    let stats = &charts.stats;
    let known: u64 = charts.times.values().sum();
    let missing = stats.games() - known.min(stats.games());
    let mut most: Vec<_> = charts.times.iter().collect();
    most.sort_by_key(|(time, count)| (std::cmp::Reverse(**count), **time));
    most.truncate(MOST_BARS);
    most.sort();
    let bars: Vec<Bar> = most
        .iter()
        .map(|(seconds, count)| Bar {
            label: time(**seconds),
            count: **count as f64,
        })
        .collect();
    let mut notes = vec![format!(
        "{}; {} without a main time.",
        games(stats.games()),
        grouped(missing)
    )];
    if charts.times.len() > MOST_BARS {
        notes.push(format!(
            "The chart shows the {MOST_BARS} most frequent times of {}.",
            charts.times.len()
        ));
    }
    let mut rows: Vec<Vec<String>> = charts
        .times
        .iter()
        .map(|(seconds, count)| {
            vec![
                time(*seconds),
                grouped(*count),
                share(*count, stats.games()),
            ]
        })
        .collect();
    rows = cut(rows, &mut notes);
    rows.push(vec![
        "none".to_owned(),
        grouped(missing),
        share(missing, stats.games()),
    ]);
    Card {
        id: "times",
        title: "Main time of each player",
        plot: (!bars.is_empty()).then(|| plot::rows(&bars)),
        rows,
        notes,
        head: vec!["Main time", "Games", "Share"],
    }
}

fn clocks(charts: &Charts) -> Card {
    let stats = &charts.stats;
    let all = || {
        charts
            .seconds
            .iter()
            .enumerate()
            .map(|(at, seconds)| (range(at), seconds))
    };
    let counts = |seconds: &Distribution| -> u64 {
        seconds
            .range_counts_of(1)
            .iter()
            .map(|range| range.count)
            .sum()
    };
    let measured: u64 = charts.seconds.iter().map(counts).sum();
    let with_clocks = charts.timed_games + charts.rising_games;
    let others = stats.games() - with_clocks.min(stats.games());
    let used = charts
        .seconds
        .iter()
        .rposition(|seconds| seconds.summary().is_some());
    let used = used.map_or(0, |last| last + 1);
    let bars: Vec<Bar> = all()
        .take(used)
        .map(|((from, _), seconds)| Bar {
            label: from,
            count: seconds
                .summary()
                .map_or(0.0, |summary| (summary.mean * 10.0).round() / 10.0),
        })
        .collect();
    let rows = all().take(used).map(|((_, label), seconds)| {
        let summary = seconds.summary();
        let median = summary.map_or_else(|| "–".to_owned(), |summary| summary.median.to_string());
        let mean = summary.map_or_else(|| "–".to_owned(), |summary| format!("{:.1}", summary.mean));
        vec![label, grouped(counts(seconds)), median, mean]
    });
    Card {
        id: "clocks",
        title: "Seconds per move in main time",
        notes: vec![format!(
            "The mean of {} moves of {}, by move number; left out: {} whose clock rises, as with increments, {} without clocks (BL, WL).",
            grouped(measured),
            games(charts.timed_games),
            games(charts.rising_games),
            grouped(others)
        )],
        plot: (used > 0).then(|| plot::columns(&bars, " s", 1)),
        head: vec!["Moves", "Measured", "Median", "Mean"],
        rows: rows.collect(),
    }
}

/// The first number and the description of a range of move numbers.
fn range(at: usize) -> (String, String) {
    let from = at * MOVES + 1;
    if at + 1 == RANGES {
        (format!("{from}+"), format!("{from} and later"))
    } else {
        (from.to_string(), format!("{from}–{}", from + MOVES - 1))
    }
}
