//! Charts as SVG. They have classes and no colours; see the style sheet in `page.rs`.

use std::fmt::Write;

use super::openings::SIDE;
use crate::charts::wilson;

/// The width of a chart.
pub(super) const WIDTH: f64 = 460.0;

/// A drawn chart: the elements, and the height.
pub(super) struct Plot {
    pub(super) elements: String,
    pub(super) height: f64,
}

/// A column of a chart or a row of bars: a label, and its numbers.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) count: f64,
}

/// Appends text escaped for XML, without characters that XML forbids.
pub(super) fn push_text(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// Writes a count with commas between thousands.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Writes a share as a percentage with one decimal.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

macro_rules! add {
    ($out:expr, $($argument:tt)*) => {
        write!($out, $($argument)*).expect("writing to a string cannot fail")
    };
}

fn label(out: &mut String, class: &str, x: f64, y: f64, text: &str) {
    add!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">");
    push_text(out, text);
    out.push_str("</text>");
}

/// The distance between lines of a scale from 0 to `max`, of which there are at most 5.
fn step(max: f64) -> f64 {
    let mut unit = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if max / (unit * factor) <= 5.0 {
                return unit * factor;
            }
        }
        unit *= 10.0;
    }
}

/// Draws columns of numbers with some decimals, on a scale that begins at 0.
pub(super) fn columns(bars: &[Bar], unit: &str, decimals: usize) -> Plot {
    let shown = |count: f64| match decimals {
        0 => grouped(count as u64),
        _ => format!("{count:.decimals$}"),
    };
    let (left, right, top, bottom) = (46.0, 14.0, 18.0, 200.0);
    let max = bars
        .iter()
        .map(|bar| bar.count)
        .fold(0.0, f64::max)
        .max(1.0);
    let step = step(max);
    let scale = (bottom - top) / ((max / step).ceil() * step);
    let mut out = String::new();
    let mut level = 0.0;
    while level <= (max / step).ceil() * step + step / 2.0 {
        let y = bottom - level * scale;
        let class = if level == 0.0 { "axis" } else { "line" };
        add!(
            out,
            "<path class=\"{class}\" d=\"M{left} {y:.1}H{}\"/>",
            WIDTH - right
        );
        label(
            &mut out,
            "tick end",
            left - 6.0,
            y + 3.5,
            &grouped(level as u64),
        );
        level += step;
    }
    let slot = (WIDTH - left - right) / bars.len().max(1) as f64;
    let gap = (slot * 0.2).min(6.0);
    // A label needs the space of its letters.
    let letters = bars
        .iter()
        .map(|bar| bar.label.chars().count())
        .max()
        .unwrap_or(1);
    let every = ((letters as f64 * 7.6 + 6.0) / slot).ceil().max(1.0) as usize;
    // Counts are written on all columns or on none.
    let has_space = |bar: &Bar| slot > shown(bar.count).len() as f64 * 6.6 + 3.0;
    let has_values = bars.iter().all(has_space);
    for (at, bar) in bars.iter().enumerate() {
        let x = left + at as f64 * slot;
        let height = bar.count * scale;
        add!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>",
            x + gap / 2.0,
            bottom - height,
            (slot - gap).max(0.5)
        );
        push_text(
            &mut out,
            &format!("{}: {}{unit}", bar.label, shown(bar.count)),
        );
        out.push_str("</title></rect>");
        let middle = x + slot / 2.0;
        if at % every == 0 {
            label(&mut out, "tick middle", middle, bottom + 16.0, &bar.label);
        }
        if bar.count > 0.0 && has_values {
            label(
                &mut out,
                "count middle",
                middle,
                bottom - height - 4.0,
                &shown(bar.count),
            );
        }
    }
    Plot {
        elements: out,
        height: bottom + 24.0,
    }
}

/// A row of a chart of results.
pub(super) struct Shares {
    pub(super) label: String,
    pub(super) black: u64,
    pub(super) white: u64,
    pub(super) other: u64,
}

/// Draws rows of bars that are divided by winner, on a scale that begins at 0.
pub(super) fn shares(rows: &[Shares]) -> Plot {
    let (left, right, height) = (96.0, 62.0, 27.0);
    let all = |row: &Shares| row.black + row.white + row.other;
    let max = rows.iter().map(all).max().unwrap_or(0).max(1) as f64;
    let mut out = String::new();
    let mut x = left;
    for (class, text) in [
        ("black", "Black won"),
        ("white", "White won"),
        ("other", "no winner"),
    ] {
        add!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"4.5\" width=\"11\" height=\"11\" rx=\"2\"/>"
        );
        label(&mut out, "tick", x + 17.0, 14.0, text);
        x += 106.0;
    }
    for (at, row) in rows.iter().enumerate() {
        let y = 28.0 + at as f64 * height;
        label(&mut out, "name end", left - 8.0, y + 14.0, &row.label);
        let mut x = left;
        for (class, name, count) in [
            ("black", "Black won", row.black),
            ("white", "White won", row.white),
            ("other", "no winner", row.other),
        ] {
            let width = count as f64 / max * (WIDTH - left - right);
            if count > 0 {
                add!(
                    out,
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"17\"><title>",
                    y + 1.5,
                    width.max(0.5)
                );
                push_text(
                    &mut out,
                    &format!("{}, {name}: {}", row.label, grouped(count)),
                );
                out.push_str("</title></rect>");
            }
            x += width;
        }
        label(&mut out, "value", x + 6.0, y + 14.0, &grouped(all(row)));
    }
    add!(
        out,
        "<path class=\"axis\" d=\"M{left} 26V{:.1}\"/>",
        30.0 + rows.len() as f64 * height
    );
    Plot {
        elements: out,
        height: 36.0 + rows.len() as f64 * height,
    }
}

/// Draws rows of bars on a scale that begins at 0.
pub(super) fn rows(bars: &[Bar]) -> Plot {
    let (left, right, height) = (104.0, 62.0, 25.0);
    let max = bars
        .iter()
        .map(|bar| bar.count)
        .fold(0.0, f64::max)
        .max(1.0);
    let mut out = String::new();
    for (at, bar) in bars.iter().enumerate() {
        let y = 4.0 + at as f64 * height;
        let width = bar.count / max * (WIDTH - left - right);
        label(&mut out, "name end", left - 8.0, y + 13.0, &bar.label);
        add!(
            out,
            "<rect class=\"bar\" x=\"{left}\" y=\"{:.1}\" width=\"{:.1}\" height=\"16\"/>",
            y + 1.0,
            width.max(0.5)
        );
        label(
            &mut out,
            "value",
            left + width + 6.0,
            y + 13.0,
            &grouped(bar.count as u64),
        );
    }
    let bottom = 6.0 + bars.len() as f64 * height;
    add!(out, "<path class=\"axis\" d=\"M{left} 2V{bottom:.1}\"/>");
    Plot {
        elements: out,
        height: bottom + 6.0,
    }
}

/// A rate with the number of games it is computed from.
pub(super) struct Rate {
    pub(super) label: String,
    pub(super) wins: u64,
    pub(super) games: u64,
}

/// The number of games below which a rate is marked as uncertain.
pub(super) const FEW: u64 = 30;

/// Draws rates with their confidence intervals on a scale from 0 to 100 %.
pub(super) fn rates(rates: &[Rate]) -> Plot {
    let (left, right, top, height) = (64.0, 148.0, 24.0, 25.0);
    let x = |share: f64| left + share * (WIDTH - left - right);
    let bottom = top + rates.len() as f64 * height + 2.0;
    let mut out = String::new();
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let class = if quarter == 2 { "half" } else { "line" };
        add!(
            out,
            "<path class=\"{class}\" d=\"M{:.1} {}V{bottom:.1}\"/>",
            x(share),
            top - 4.0
        );
        label(
            &mut out,
            "tick middle",
            x(share),
            top - 10.0,
            &format!("{} %", 25 * quarter),
        );
    }
    label(&mut out, "tick", WIDTH - right + 34.0, top - 10.0, "rate");
    label(&mut out, "tick end", WIDTH - 2.0, top - 10.0, "games");
    for (at, rate) in rates.iter().enumerate() {
        let y = top + (at as f64 + 0.5) * height;
        let share = rate.wins as f64 / rate.games.max(1) as f64;
        let (low, high) = wilson::interval(rate.wins, rate.games);
        let few = if rate.games < FEW { " few" } else { "" };
        label(&mut out, "name end", left - 12.0, y + 4.0, &rate.label);
        add!(
            out,
            "<path class=\"whisker{few}\" d=\"M{:.1} {y}H{:.1}M{0:.1} {:.1}v8M{1:.1} {2:.1}v8\"/>",
            x(low),
            x(high),
            y - 4.0
        );
        add!(
            out,
            "<circle class=\"dot{few}\" cx=\"{:.1}\" cy=\"{y}\" r=\"4.5\"><title>",
            x(share)
        );
        push_text(
            &mut out,
            &format!("{}: {} to {}", rate.label, percent(low), percent(high)),
        );
        out.push_str("</title></circle>");
        label(
            &mut out,
            "value",
            WIDTH - right + 34.0,
            y + 4.0,
            &percent(share),
        );
        label(
            &mut out,
            "value end",
            WIDTH - 2.0,
            y + 4.0,
            &grouped(rate.games),
        );
    }
    Plot {
        elements: out,
        height: bottom + 8.0,
    }
}

/// Draws a part of a board, from a column to the right side and from the top to a row, with a circle on each point. Its area is
/// proportional to the count. Shares of large circles are written in them.
pub(super) fn board(counts: &[u64], all: u64, first_col: usize, last_row: usize) -> Plot {
    let (cols, rows) = (SIDE - first_col, last_row + 1);
    let margin = 26.0;
    let step = (WIDTH - 2.0 * margin) / cols as f64;
    let height = rows as f64 * step + 2.0 * margin;
    let x = |col: usize| margin + (col as f64 - first_col as f64 + 0.5) * step;
    let y = |row: usize| margin + (row as f64 + 0.5) * step;
    let mut out = String::new();
    add!(
        out,
        "<rect class=\"board\" x=\"0\" y=\"0\" width=\"{WIDTH}\" height=\"{height:.1}\" rx=\"4\"/>"
    );
    // Lines continue to the open sides.
    let (left, bottom) = (
        if first_col > 0 {
            x(first_col) - step / 2.0
        } else {
            x(0)
        },
        if rows < SIDE {
            y(last_row) + step / 2.0
        } else {
            y(last_row)
        },
    );
    let mut path = String::new();
    for row in 0..rows {
        add!(path, "M{left:.1} {:.1}H{:.1}", y(row), x(SIDE - 1));
    }
    for col in first_col..SIDE {
        add!(path, "M{:.1} {:.1}V{bottom:.1}", x(col), y(0));
    }
    add!(out, "<path class=\"grid\" d=\"{path}\"/>");
    for (col, row) in [3, 9, 15]
        .iter()
        .flat_map(|col| [3, 9, 15].map(|row| (*col, row)))
    {
        if col >= first_col && row < rows {
            add!(
                out,
                "<circle class=\"star\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\"/>",
                x(col),
                y(row),
                (step * 0.1).min(3.0)
            );
        }
    }
    for col in first_col..SIDE {
        let name = super::openings::name(col);
        label(
            &mut out,
            "coordinate middle",
            x(col),
            margin - 9.0,
            &name[..1],
        );
    }
    for row in 0..rows {
        label(
            &mut out,
            "coordinate middle",
            WIDTH - margin + 13.0,
            y(row) + 3.5,
            &(SIDE - row).to_string(),
        );
    }
    let max = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    for row in 0..rows {
        for col in first_col..SIDE {
            let index = row * SIDE + col;
            let count = counts[index];
            if count == 0 {
                continue;
            }
            let radius = (count as f64 / max).sqrt() * step * 0.47;
            add!(
                out,
                "<circle class=\"heat\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.2}\"><title>",
                x(col),
                y(row),
                radius.max(0.6)
            );
            let share = count as f64 / all.max(1) as f64;
            push_text(
                &mut out,
                &format!(
                    "{}: {} games, {}",
                    super::openings::name(index),
                    grouped(count),
                    percent(share)
                ),
            );
            out.push_str("</title></circle>");
            if radius > 16.0 {
                label(
                    &mut out,
                    "in-heat middle",
                    x(col),
                    y(row) + 4.0,
                    &format!("{:.0} %", share * 100.0),
                );
            }
        }
    }
    Plot {
        elements: out,
        height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_at_most_six_lines() {
        assert_eq!(
            [1.0, 5.0, 6.0, 23.0, 51.0, 100_000.0].map(step),
            [1.0, 1.0, 2.0, 5.0, 20.0, 20_000.0]
        );
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }
}
