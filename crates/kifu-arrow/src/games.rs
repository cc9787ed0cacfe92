//! The rows of the table of games.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    Date32Builder, FixedSizeBinaryBuilder, Float64Builder, Int16Builder, StringBuilder,
    UInt8Builder, UInt32Builder,
};
use kifu::core::{Color, Margin, Outcome, Points};
use kifu::replay::stated_rules;
use kifu::rules::Rules;
use kifu::sgf::GameInfo;
use kifu::value::{self, Date, DateEntry, Dates, Standing};

use crate::columns::{Finish, Lists, Setup, Values, columns};
use crate::schema::ID_LEN;

/// The facts of a game that are not in its information.
pub(crate) struct GameOrigin<'a> {
    pub(crate) id: [u8; ID_LEN as usize],
    pub(crate) source: &'a str,
    pub(crate) number: u32,
    pub(crate) format: &'a str,
    pub(crate) charset: &'a str,
    pub(crate) application: Option<&'a str>,
}

/// The number of days from 1970-01-01 to a day.
fn days_since_epoch(date: Date) -> i32 {
    // Years begin in March, so that the leap day is the last day of a year.
    let month = i32::from(date.month().unwrap_or(1));
    let day = i32::from(date.day().unwrap_or(1));
    let year = i32::from(date.year()) - i32::from(month <= 2);
    let month = (month + 9) % 12;
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The first and the last day that dates include.
fn date_range(dates: &Dates) -> Option<(i32, i32)> {
    let ends = |entry: &DateEntry| match *entry {
        DateEntry::On(date, _) => (date, date),
        DateEntry::During(from, to) => (from, to),
    };
    let first = dates.entries.iter().map(|entry| ends(entry).0.earliest());
    let last = dates.entries.iter().map(|entry| ends(entry).1.latest());
    let days = |date: Option<Date>| date.map(days_since_epoch);
    Some((days(first.min())?, days(last.max())?))
}

/// The rank in a text as a number: see the column `black_rank_number`.
fn rank_number(text: &str) -> Option<i16> {
    let read = value::ranks(text).ok()?;
    let mut standings = read.value.0.iter().flatten();
    standings.find_map(|standing| match standing {
        Standing::Rank(rank) => Some(rank.strength()),
        _ => None,
    })
}

/// The winner as a word: `black`, `white` or `draw`.
pub(crate) fn winner(outcome: Option<Outcome>) -> Option<&'static str> {
    match outcome? {
        Outcome::Win {
            winner: Color::Black,
            ..
        } => Some("black"),
        Outcome::Win { .. } => Some("white"),
        Outcome::Draw => Some("draw"),
        _ => None,
    }
}

fn margin(outcome: Outcome) -> Option<f64> {
    match outcome {
        Outcome::Win {
            by: Margin::Points(points),
            ..
        } => Some(as_float(points)),
        Outcome::Draw => Some(0.0),
        _ => None,
    }
}

/// The nearest number to the decimal notation of points.
fn as_float(points: Points) -> f64 {
    f64::from(points.hundredths()) / 100.0
}

/// Points in half points, if they are a whole number of them.
fn in_halves(points: Points) -> Option<i16> {
    let hundredths = points.hundredths();
    let halves = (hundredths % 50 == 0).then_some(hundredths / 50);
    i16::try_from(halves?).ok()
}

/// A column of game ids.
pub(crate) struct Ids(FixedSizeBinaryBuilder);

impl Default for Ids {
    fn default() -> Ids {
        Ids(FixedSizeBinaryBuilder::new(ID_LEN))
    }
}

impl Ids {
    pub(crate) fn push(&mut self, id: [u8; ID_LEN as usize]) {
        // The length is that of the column.
        let _ = self.0.append_value(id);
    }
}

impl Finish for Ids {
    fn finished(&mut self) -> ArrayRef {
        self.0.finished()
    }
}

columns! {
    /// The columns of the table of games, except for the number in the dataset.
    struct GameColumns {
        game_id: Ids,
        source: StringBuilder,
        number: UInt32Builder,
        format: StringBuilder,
        charset: StringBuilder,
        application: StringBuilder,
        columns: UInt8Builder,
        rows: UInt8Builder,
        black: StringBuilder,
        white: StringBuilder,
        black_rank: StringBuilder,
        white_rank: StringBuilder,
        black_rank_number: Int16Builder,
        white_rank_number: Int16Builder,
        black_team: StringBuilder,
        white_team: StringBuilder,
        komi: Float64Builder,
        komi_half: Int16Builder,
        handicap: UInt32Builder,
        rules: StringBuilder,
        ruleset: StringBuilder,
        time_limit: StringBuilder,
        time_seconds: Float64Builder,
        overtime: StringBuilder,
        result: StringBuilder,
        winner: StringBuilder,
        result_kind: StringBuilder,
        margin: Float64Builder,
        date: StringBuilder,
        date_from: Date32Builder,
        date_to: Date32Builder,
        name: StringBuilder,
        event: StringBuilder,
        round: StringBuilder,
        place: StringBuilder,
        opening: StringBuilder,
        annotator: StringBuilder,
        publication: StringBuilder,
        user: StringBuilder,
        copyright: StringBuilder,
        comment: StringBuilder,
        move_count: UInt32Builder,
        findings: Lists<StringBuilder>,
        setup: Lists<Setup>,
        moves: Lists<Vec<u16>>,
    }
}

impl GameColumns {
    /// The setup of the next game.
    pub(crate) fn setup(&mut self) -> &mut Setup {
        &mut self.setup.values
    }

    /// The moves of the next game, after those of the games before it.
    pub(crate) fn moves(&mut self) -> &mut Vec<u16> {
        &mut self.moves.values
    }

    /// Returns the numbers of changed points and moves of all games.
    pub(crate) fn lens(&self) -> Lens {
        Lens {
            setup: self.setup.values.len(),
            moves: self.moves.values.len(),
        }
    }

    /// Removes the setup and the moves after the first ones.
    pub(crate) fn truncate(&mut self, lens: Lens) {
        self.setup.values.truncate(lens.setup);
        self.moves.values.truncate(lens.moves);
    }

    /// Adds a row with the setup and the moves that were added since the last row.
    fn push(
        &mut self,
        origin: &GameOrigin<'_>,
        info: &GameInfo<'_>,
        read: &ReadInfo,
        move_count: u32,
    ) {
        self.game_id.push(origin.id);
        self.source.append_value(origin.source);
        self.number.append_value(origin.number);
        self.format.append_value(origin.format);
        self.charset.append_value(origin.charset);
        self.application.append_option(origin.application);
        self.columns.append_value(info.size.cols());
        self.rows.append_value(info.size.rows());
        self.black.append_option(info.black.as_deref());
        self.white.append_option(info.white.as_deref());
        self.black_rank.append_option(info.black_rank.as_deref());
        self.white_rank.append_option(info.white_rank.as_deref());
        self.black_rank_number.append_option(read.ranks[0]);
        self.white_rank_number.append_option(read.ranks[1]);
        self.black_team.append_option(info.black_team.as_deref());
        self.white_team.append_option(info.white_team.as_deref());
        self.komi.append_option(info.komi.map(as_float));
        self.komi_half.append_option(info.komi.and_then(in_halves));
        self.handicap.append_option(info.handicap);
        self.rules.append_option(info.rules.as_deref());
        self.ruleset.append_option(read.ruleset);
        self.time_limit.append_option(info.time_limit.as_deref());
        self.time_seconds.append_option(read.seconds);
        self.overtime.append_option(info.overtime.as_deref());
        self.result.append_option(info.result.as_deref());
        self.winner.append_option(winner(read.outcome));
        self.result_kind
            .append_option(read.outcome.map(Outcome::kind));
        self.margin.append_option(read.outcome.and_then(margin));
        self.date.append_option(info.date.as_deref());
        self.date_from.append_option(read.days.map(|days| days.0));
        self.date_to.append_option(read.days.map(|days| days.1));
        self.name.append_option(info.name.as_deref());
        self.event.append_option(info.event.as_deref());
        self.round.append_option(info.round.as_deref());
        self.place.append_option(info.place.as_deref());
        self.opening.append_option(info.opening.as_deref());
        self.annotator.append_option(info.annotator.as_deref());
        self.publication.append_option(info.source.as_deref());
        self.user.append_option(info.user.as_deref());
        self.copyright.append_option(info.copyright.as_deref());
        self.comment.append_option(info.comment.as_deref());
        self.move_count.append_value(move_count);
        self.findings.end();
        self.setup.end();
        self.moves.end();
    }
}

/// Values that are read from the texts of a game.
struct ReadInfo {
    outcome: Option<Outcome>,
    days: Option<(i32, i32)>,
    seconds: Option<f64>,
    /// The ranks of Black and White.
    ranks: [Option<i16>; 2],
    ruleset: Option<&'static str>,
}

/// The rules of a game.
#[derive(Clone, Copy)]
pub(crate) struct GameRules {
    /// The rules to play by.
    pub(crate) rules: Rules,
    /// The ruleset that the record names.
    pub(crate) name: Option<&'static str>,
}

impl GameRules {
    fn of(text: &str) -> GameRules {
        let name = value::rules(text).ok();
        GameRules {
            rules: stated_rules(text).unwrap_or(Rules::JAPANESE),
            name: name.map(|read| read.value.ruleset.name()),
        }
    }
}

/// Results of reading texts, for texts that many games share.
struct Memo<T>(HashMap<Box<str>, T>);

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo(HashMap::new())
    }
}

impl<T: Copy> Memo<T> {
    /// The maximum number of texts, and the maximum length of a text in bytes.
    const MAX: (usize, usize) = (1024, 64);

    fn get(&mut self, text: &str, read: impl FnOnce(&str) -> T) -> T {
        if let Some(known) = self.0.get(text) {
            return *known;
        }
        let value = read(text);
        if self.0.len() < Self::MAX.0 && text.len() <= Self::MAX.1 {
            self.0.insert(text.into(), value);
        }
        value
    }
}

/// The numbers of changed points and moves.
#[derive(Clone, Copy)]
pub(crate) struct Lens {
    pub(crate) setup: usize,
    moves: usize,
}

/// The rows of games that are not yet in a batch.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) columns: GameColumns,
    len: u32,
    ranks: Memo<Option<i16>>,
    rules: Memo<GameRules>,
}

impl Games {
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Reads the text of `RU`.
    pub(crate) fn rules(&mut self, text: Option<&str>) -> GameRules {
        self.rules.get(text.unwrap_or_default(), GameRules::of)
    }

    /// Adds a row with the setup and the moves that were added since the last row, and returns the winner. `ruleset` is
    /// the name of the ruleset, and `codes` are the codes of the findings.
    pub(crate) fn push(
        &mut self,
        origin: &GameOrigin<'_>,
        info: &GameInfo<'_>,
        ruleset: Option<&'static str>,
        move_count: u32,
        codes: &[Cow<'static, str>],
    ) -> Option<&'static str> {
        let outcome = info
            .result
            .as_deref()
            .and_then(|text| value::result(text).ok());
        let dates = info
            .date
            .as_deref()
            .and_then(|text| value::dates(text).ok());
        let seconds = info
            .time_limit
            .as_deref()
            .and_then(|text| value::time(text).ok());
        let ranks = [info.black_rank.as_deref(), info.white_rank.as_deref()];
        let read = ReadInfo {
            outcome: outcome.map(|read| read.value),
            days: dates.and_then(|read| date_range(&read.value)),
            seconds: seconds.map(|read| read.value.nanos() as f64 / 1e9),
            ranks: ranks.map(|text| self.ranks.get(text?, rank_number)),
            ruleset,
        };
        for code in codes {
            self.columns.findings.values.append_value(code);
        }
        self.columns.push(origin, info, &read, move_count);
        self.len += 1;
        winner(read.outcome)
    }

    /// Returns the number of rows and their columns, and continues without rows.
    pub(crate) fn finish(&mut self) -> (u32, Vec<ArrayRef>) {
        (mem::take(&mut self.len), self.columns.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        for (year, month, day, days) in [
            (1970, 1, 1, 0),
            (1969, 12, 31, -1),
            (1970, 3, 1, 59),
            (2000, 2, 29, 11_016),
            (2000, 3, 1, 11_017),
            (1900, 3, 1, -25_508),
            (1, 1, 1, -719_162),
            (9999, 12, 31, 2_932_896),
        ] {
            let date = Date::new(year, Some(month), Some(day)).unwrap();
            assert_eq!(days_since_epoch(date), days, "{date}");
        }
        assert_eq!(
            days_since_epoch(Date::new(2000, None, None).unwrap()),
            10_957
        );
    }

    #[test]
    fn readings_of_few_texts_are_kept() {
        let mut memo = Memo::default();
        assert_eq!(memo.get("a", |_| 1), 1);
        assert_eq!(memo.get("a", |_| 2), 1);
        let long = "b".repeat(65);
        assert_eq!(memo.get(&long, |_| 1), 1);
        assert_eq!(memo.get(&long, |_| 2), 2);
        for number in 0..2000 {
            assert_eq!(memo.get(&number.to_string(), |_| number), number);
        }
        assert_eq!(memo.0.len(), 1024);
    }
}
