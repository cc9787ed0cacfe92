//! Serialization of statistics.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::{Losses, RangeCount, Scope, Stats, Summary, Table};

/// Serializes as an object with the members of `kifu stats --json`, except the version of that output. Missing
/// statistics are omitted.
impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Report::of(self).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Report<'a> {
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    games_of_files: Option<Numbers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<BTreeMap<String, Vec<Row<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<Analysis<'a>>,
    properties: Vec<PropertyRow<'a>>,
}

/// The losses of all players.
#[derive(Serialize)]
struct Analysis<'a> {
    #[serde(flatten)]
    all: LossesRow,
    players: Vec<PlayerRow<'a>>,
    by_number: Vec<NumberRow>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    win_rates: &'a [(u32, f64)],
}

/// The losses of the moves with these numbers.
#[derive(Serialize)]
struct NumberRow {
    from: u32,
    to: Option<u32>,
    #[serde(flatten)]
    losses: LossesRow,
}

#[derive(Serialize)]
struct PlayerRow<'a> {
    player: &'a str,
    #[serde(flatten)]
    losses: LossesRow,
}

#[derive(Serialize)]
struct LossesRow {
    games: u64,
    moves: u64,
    win_rate_loss: Option<f64>,
    over_5_percent: u64,
    over_20_percent: u64,
    points_loss: Option<f64>,
}

/// A summary of numbers.
#[derive(Serialize)]
struct Numbers {
    least: u64,
    quarter: u64,
    median: u64,
    three_quarters: u64,
    most: u64,
    mean: f64,
}

/// The lengths of games.
#[derive(Serialize)]
struct Moves {
    #[serde(flatten)]
    summary: Numbers,
    stretches: Vec<StretchRow>,
}

#[derive(Serialize)]
struct StretchRow {
    from: u64,
    to: u64,
    games: u64,
}

#[derive(Serialize)]
struct Row<'a> {
    /// `None` for games without a value.
    value: Option<&'a str>,
    games: u64,
}

#[derive(Serialize)]
struct PropertyRow<'a> {
    property: &'a str,
    name: Option<&'static str>,
    roots: u64,
    below: u64,
    games: u64,
    files: u64,
}

impl<'a> Report<'a> {
    fn of(stats: &'a Stats) -> Report<'a> {
        let moves = stats.moves_per_game();
        let tables = match stats.scope() {
            Scope::All => {
                let tables = stats.tables();
                Some(
                    tables
                        .map(|(name, table)| (name.to_owned(), rows(table)))
                        .collect(),
                )
            }
            Scope::Fields => {
                let tables = stats.tables_by_field();
                Some(
                    tables
                        .map(|(key, table)| (key.to_string(), rows(table)))
                        .collect(),
                )
            }
            Scope::Properties | Scope::Analysis => None,
        };
        let properties = stats.properties().into_iter();
        Report {
            files: stats.files(),
            bytes: stats.bytes(),
            games: stats.games(),
            nodes: stats.nodes(),
            games_of_files: stats.games_per_file().summary().map(Numbers::of),
            moves: moves.summary().map(|summary| Moves {
                summary: Numbers::of(summary),
                stretches: moves
                    .range_counts()
                    .into_iter()
                    .map(StretchRow::of)
                    .collect(),
            }),
            tables,
            analysis: (stats.scope() == Scope::Analysis).then(|| Analysis {
                all: LossesRow::of(stats.losses()),
                players: stats
                    .losses_by_player()
                    .into_iter()
                    .map(|(player, losses)| PlayerRow {
                        player,
                        losses: LossesRow::of(losses),
                    })
                    .collect(),
                by_number: stats
                    .losses_by_number()
                    .map(|(from, to, losses)| NumberRow {
                        from,
                        to,
                        losses: LossesRow::of(losses),
                    })
                    .collect(),
                win_rates: stats.win_rates(),
            }),
            properties: properties
                .map(|property| PropertyRow {
                    property: property.ident,
                    name: property.name,
                    roots: property.roots,
                    below: property.below,
                    games: property.games,
                    files: property.files,
                })
                .collect(),
        }
    }
}

fn rows(table: &Table) -> Vec<Row<'_>> {
    let rows = table.rows().into_iter();
    rows.map(|(value, games)| Row { value, games }).collect()
}

impl Numbers {
    fn of(summary: Summary) -> Numbers {
        Numbers {
            least: summary.min,
            quarter: summary.quarter,
            median: summary.median,
            three_quarters: summary.three_quarters,
            most: summary.max,
            mean: summary.mean,
        }
    }
}

impl LossesRow {
    fn of(losses: &Losses) -> LossesRow {
        LossesRow {
            games: losses.games(),
            moves: losses.moves(),
            win_rate_loss: losses.mean_win_rate(),
            over_5_percent: losses.over_5_percent(),
            over_20_percent: losses.over_20_percent(),
            points_loss: losses.mean_lead(),
        }
    }
}

impl StretchRow {
    fn of(stretch: RangeCount) -> StretchRow {
        StretchRow {
            from: stretch.from,
            to: stretch.to,
            games: stretch.count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_collection_has_few_members() {
        let json = |scope| serde_json::to_string(&Stats::new(scope)).unwrap();
        assert_eq!(
            json(Scope::Properties),
            r#"{"files":0,"bytes":0,"games":0,"nodes":0,"properties":[]}"#
        );
        assert!(json(Scope::All).contains(r#""tables":{"FF":[],"charset":[]"#));
    }
}
