//! Statistics as tables of text.

use unicode_width::UnicodeWidthStr;

use crate::{Distribution, Losses, Scope, Stats, Summary, Table};

/// A line of the [text](Stats::lines) of statistics. Values of records are spelled as in the records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextLine {
    /// The head of a table.
    Heading(String),
    /// A row of a table, or an empty line.
    Row(String),
    /// A line with the number of rows that are not shown.
    More(String),
}

/// The symbol for a missing value.
const ABSENT: &str = "–";

/// The length of a bar for all games. With the other columns of the table, a line fits into 80
/// characters.
const BAR_WIDTH: u64 = 24;
/// The maximum width to which values are padded before the bars.
const MAX_VALUE_WIDTH: usize = 30;

/// The maximum numbers of rows in most tables, and in the table of properties.
const SHOWN: usize = 12;
const PROPERTIES_SHOWN: usize = 60;

impl Stats {
    /// Formats the statistics as tables: the first rows of each, or every row. Years are counted by
    /// decade. Each row has the number of games, their share, the value, and a bar whose length
    /// shows the share.
    ///
    /// ```
    /// use kifu_stats::{Scope, Stats, TextLine};
    ///
    /// let mut stats = Stats::new(Scope::Properties);
    /// stats.begin_file();
    /// stats.end_file(14);
    /// let lines = stats.lines(false);
    /// assert!(matches!(&lines[0], TextLine::Heading(head) if head.ends_with("property")));
    /// ```
    pub fn lines(&self, every_row: bool) -> Vec<TextLine> {
        let mut lines = Vec::new();
        if self.scope() == Scope::Fields {
            let totals = [("files", self.files()), ("games", self.games())];
            lines.extend(totals.map(total_row));
            for (key, table) in self.tables_by_field() {
                self.add_table(key.to_string(), table, every_row, &mut lines);
            }
            return lines;
        }
        if self.scope() == Scope::Analysis {
            self.add_losses(every_row, &mut lines);
            return lines;
        }
        if self.scope() == Scope::All {
            self.add_totals(&mut lines);
            for (name, table) in self.tables() {
                if name == "year" {
                    lines.push(TextLine::Row(String::new()));
                    lines.push(TextLine::Heading(name.to_owned()));
                    self.add_rows(decades(table), true, &mut lines);
                } else {
                    self.add_table(name.to_owned(), table, every_row, &mut lines);
                }
            }
            lines.push(TextLine::Row(String::new()));
        }
        self.add_properties(every_row, &mut lines);
        lines
    }

    fn add_table(&self, name: String, table: &Table, every_row: bool, lines: &mut Vec<TextLine>) {
        lines.push(TextLine::Row(String::new()));
        lines.push(TextLine::Heading(name));
        let named = |value: Option<&str>| value.unwrap_or(ABSENT).to_owned();
        let rows = table.rows().into_iter();
        let rows = rows.map(|(value, games)| (named(value), games));
        self.add_rows(rows.collect(), every_row, lines);
    }

    fn add_totals(&self, lines: &mut Vec<TextLine>) {
        let totals = [
            ("files", self.files()),
            ("bytes", self.bytes()),
            ("games", self.games()),
            ("nodes", self.nodes()),
        ];
        lines.extend(totals.map(total_row));
        let spreads = [
            ("games per file", self.games_per_file()),
            ("moves per game", self.moves_per_game()),
        ];
        let spreads = spreads.into_iter();
        lines.extend(spreads.filter_map(|(what, spread)| spread_row(what, spread)));
        lines.push(TextLine::Row(String::new()));
        lines.push(TextLine::Row("moves".to_owned()));
        let ranges = self.moves_per_game().range_counts().into_iter();
        let rows = ranges.map(|moves| (format!("{}–{}", moves.from, moves.to), moves.count));
        self.add_rows(rows.collect(), true, lines);
    }

    /// Adds the rows of a table, with their share of all games.
    fn add_rows(&self, rows: Vec<(String, u64)>, every_row: bool, lines: &mut Vec<TextLine>) {
        let shown = shown(rows.len(), SHOWN, every_row);
        let widths = rows[..shown].iter().map(|(value, _)| value.width());
        let value_width = widths.max().unwrap_or(0).min(MAX_VALUE_WIDTH);
        for (value, games) in &rows[..shown] {
            let all = self.games().max(1);
            let share = *games as f64 * 100.0 / all as f64;
            let fill = value_width.saturating_sub(value.width());
            let bar = "▪".repeat((games * BAR_WIDTH).div_ceil(all) as usize);
            let row = format!("{games:>12} {share:>6.2} %  {value}{:fill$}  {bar}", "");
            lines.push(TextLine::Row(row.trim_end().to_owned()));
        }
        if let more @ 1.. = rows.len() - shown {
            let more = format!("{:>12}           and {more} more", "");
            lines.push(TextLine::More(more));
        }
    }

    /// Adds the losses of all players, and of each player.
    fn add_losses(&self, every_row: bool, lines: &mut Vec<TextLine>) {
        let totals = [
            ("files", self.files()),
            ("games", self.games()),
            ("analysed games", self.losses().games()),
        ];
        lines.extend(totals.map(total_row));
        lines.push(TextLine::Row(String::new()));
        lines.push(losses_heading("player"));
        let rows = self.losses_by_player();
        let shown = shown(rows.len(), SHOWN, every_row);
        lines.push(losses_row("all players", self.losses()));
        lines.extend(
            rows[..shown]
                .iter()
                .map(|(name, losses)| losses_row(name, losses)),
        );
        if let more @ 1.. = rows.len() - shown {
            lines.push(TextLine::More(format!("and {more} more")));
        }
        self.add_curves(lines);
    }

    /// Adds the losses by the number of the move, and the win rate in the course of a game.
    fn add_curves(&self, lines: &mut Vec<TextLine>) {
        const BAR: f64 = 12.0;
        let mean = |losses: &Losses| losses.mean_win_rate().unwrap_or(0.0);
        let stretches = || self.losses_by_number();
        let most = stretches()
            .map(|(.., losses)| mean(losses))
            .fold(0.0, f64::max);
        if stretches().next().is_some() {
            lines.push(TextLine::Row(String::new()));
            lines.push(losses_heading("moves"));
        }
        for (first, last, losses) in stretches() {
            let name = match last {
                Some(last) => format!("{first}–{last}"),
                None => format!("{first}–"),
            };
            let bar = (mean(losses) / most * BAR).round().max(0.0) as usize;
            let name = format!("{name:<8} {}", "█".repeat(bar));
            lines.push(losses_row(name.trim_end(), losses));
        }
        if let [(first, _), .., (last, _)] = self.win_rates() {
            lines.push(TextLine::Row(String::new()));
            let heading = format!("Black's win rate, moves {first}–{last}");
            lines.push(TextLine::Heading(heading));
            lines.push(TextLine::Row(curve(self.win_rates())));
        }
    }

    /// Adds the number of uses of each property, as in the appendix of the 2016 draft of SGF.
    fn add_properties(&self, every_row: bool, lines: &mut Vec<TextLine>) {
        let rows = self.properties();
        let shown = shown(rows.len(), PROPERTIES_SHOWN, every_row);
        lines.push(TextLine::Heading(format!(
            "{:>12} {:>12} {:>12} {:>12}  property",
            "in roots", "below", "in games", "in files"
        )));
        for row in &rows[..shown] {
            let line = format!(
                "{:>12} {:>12} {:>12} {:>12}  {:<5} {}",
                row.roots,
                row.below,
                row.games,
                row.files,
                row.ident,
                row.name.unwrap_or_default()
            );
            lines.push(TextLine::Row(line.trim_end().to_owned()));
        }
        if let more @ 1.. = rows.len() - shown {
            lines.push(TextLine::More(format!("and {more} more")));
        }
    }
}

fn total_row((what, number): (&str, u64)) -> TextLine {
    TextLine::Row(format!("{what:<16} {number:>12}"))
}

fn losses_heading(name: &str) -> TextLine {
    TextLine::Heading(format!(
        "{:>8} {:>9} {:>8} {:>9} {:>9} {:>8}  {name}",
        "games", "moves", "loss", "over 5 %", "over 20 %", "points"
    ))
}

/// Win rates as blocks of eight heights. Each block shows the mean of as many moves as necessary to fit into a line.
fn curve(win_rates: &[(u32, f64)]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const WIDTH: usize = 72;
    let moves = win_rates.len().div_ceil(WIDTH).max(1);
    let block = |moves: &[(u32, f64)]| {
        let mean = moves.iter().map(|(_, rate)| rate).sum::<f64>() / moves.len() as f64;
        BLOCKS[((mean * 8.0) as usize).min(7)]
    };
    win_rates.chunks(moves).map(block).collect()
}

/// The mean loss of win rate per move, the shares of moves that lose more, and the mean loss of points.
fn losses_row(name: &str, losses: &Losses) -> TextLine {
    let moves = losses.moves().max(1) as f64;
    let percent = |number: f64| format!("{:.2} %", number * 100.0);
    let loss = losses.mean_win_rate().map_or(ABSENT.to_owned(), percent);
    let points = losses.mean_lead();
    let points = points.map_or(ABSENT.to_owned(), |points| format!("{points:.2}"));
    TextLine::Row(format!(
        "{:>8} {:>9} {loss:>8} {:>9} {:>9} {points:>8}  {name}",
        losses.games(),
        losses.moves(),
        percent(losses.over_5_percent() as f64 / moves),
        percent(losses.over_20_percent() as f64 / moves),
    ))
}

fn shown(rows: usize, max: usize, every_row: bool) -> usize {
    if every_row { rows } else { rows.min(max) }
}

fn decades(years: &Table) -> Vec<(String, u64)> {
    let decades = years.decades().into_iter();
    let decades = decades.map(|(from, games)| (format!("{from}s"), games));
    let unknown = Some(years.without_value()).filter(|games| *games > 0);
    let unknown = unknown.map(|games| (ABSENT.to_owned(), games));
    decades.chain(unknown).collect()
}

fn spread_row(what: &str, spread: &Distribution) -> Option<TextLine> {
    let Summary {
        min,
        quarter,
        median,
        three_quarters,
        max,
        mean,
    } = spread.summary()?;
    Some(TextLine::Row(format!(
        "{what:<16} median {median}, middle half {quarter}–{three_quarters}, range {min}–{max}, mean {mean}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_rows_are_shown() {
        let stats = Stats::new(Scope::Properties);
        let rows = |count: u64| (0..count).map(|n| (format!("value {n}"), n)).collect();
        let mut lines = Vec::new();
        stats.add_rows(rows(14), false, &mut lines);
        assert_eq!(lines.len(), 13);
        let TextLine::More(more) = &lines[12] else {
            panic!("{lines:?}");
        };
        assert_eq!(more.trim_start(), "and 2 more");
        lines.clear();
        stats.add_rows(rows(14), true, &mut lines);
        assert_eq!(lines.len(), 14);
    }

    #[test]
    fn bars_are_aligned_after_wide_characters() {
        let mut stats = Stats::new(Scope::Properties);
        let document = kifu_sgf::Document::parse("(;)(;)(;)").unwrap();
        for root in document.roots() {
            stats.add(&document, root, &Nothing);
        }
        let mut lines = Vec::new();
        let rows = [("野狐", 2), ("KGS", 1), ("none", 0)];
        let rows = rows.map(|(value, games)| (value.to_owned(), games));
        stats.add_rows(rows.to_vec(), true, &mut lines);
        let expected = [
            "           2  66.67 %  野狐  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪",
            "           1  33.33 %  KGS   ▪▪▪▪▪▪▪▪",
            "           0   0.00 %  none",
        ];
        assert_eq!(lines, expected.map(|row| TextLine::Row(row.to_owned())));
    }

    /// A game without any fields.
    struct Nothing;

    impl kifu_select::Subject for Nothing {
        fn any(
            &self,
            _: &kifu_select::Key,
            _: &mut dyn FnMut(kifu_select::Value<'_>) -> bool,
        ) -> bool {
            false
        }

        fn moves(&self, _: &mut dyn FnMut(kifu_select::PlayedMove) -> bool) {}

        fn board(&self) -> kifu_select::Size {
            kifu_select::Size::default()
        }
    }

    #[test]
    fn summaries_are_written_as_a_sentence() {
        let mut spread = Distribution::default();
        for number in [25, 161, 210, 253, 319] {
            spread.add(number);
        }
        let row = spread_row("moves per game", &spread).unwrap();
        let text = "moves per game   median 210, middle half 161–253, range 25–319, mean 193.6";
        assert_eq!(row, TextLine::Row(text.to_owned()));
    }

    #[test]
    fn statistics_of_no_games_have_totals_but_no_summary() {
        let lines = Stats::new(Scope::All).lines(false);
        assert_eq!(
            lines[0],
            TextLine::Row(format!("{:<16} {:>12}", "files", 0))
        );
        let has_spread =
            |line: &TextLine| matches!(line, TextLine::Row(row) if row.contains("median"));
        assert!(!lines.iter().any(has_spread));
    }
}
