//! Writes the information about a game as members of a record.

use std::fmt::Display;

use kifu_core::{Color, Margin, Outcome, Points, Size};
use kifu_tree::game::{Application, Cutoff, DisplaySettings, GameInfo, Player, ValueOrText};

use super::super::Target;
use super::{EXACT, KINDS, application, generator_text};
use crate::Number;
use crate::member::color_name;
use crate::out::JsonBuffer;
use crate::style::Form;

/// The JSON of a record without its tree.
pub(in super::super) fn json(info: &GameInfo, target: Target) -> String {
    let mut out = JsonBuffer::new(target.style());
    out.open('{');
    write(info, target, |_| (), &mut out);
    out.close('}');
    out.text
}

/// Writes the members of a record except for its tree. `carried` writes the members for other formats at their
/// place.
pub(in super::super) fn write(
    info: &GameInfo,
    target: Target,
    carried: impl FnOnce(&mut JsonBuffer),
    out: &mut JsonBuffer,
) {
    match target {
        Target::V1 => write_v1(info, carried, out),
        Target::V2 => write_v2(info, carried, out),
    }
}

fn write_v1(info: &GameInfo, carried: impl FnOnce(&mut JsonBuffer), out: &mut JsonBuffer) {
    let DisplaySettings {
        markup,
        children,
        siblings,
        coordinates,
        solutions,
    } = info.settings;
    out.section("record", |out| {
        generator(info, "application", out);
        number("version", Some(1), out);
        text("transcriber", &info.transcriber, out);
        text("annotator", &info.annotator, out);
        text("source", &info.source, out);
        text("copyright", &info.copyright, out);
        text("comment", &info.record_comment, out);
        text("url", &info.source_url, out);
        exact_generator(info, out);
        carried(out);
    });
    out.section("game", |out| {
        kind(info, out);
        text("name", &info.name, out);
        players(info, out);
        value_or_text("komi", &info.komi, out);
        value_or_text("handicap", &info.handicap, out);
        result(info, out);
        text("rules", &info.rules, out);
        out.section("time", |out| time_v1(info, out));
        dates(&info.dates, out);
        text("location", &info.place, out);
        text("event", &info.event, out);
        text("round", &info.round, out);
        text("opening", &info.opening, out);
        text("comment", &info.comment, out);
    });
    out.section("board", |out| {
        number("width", info.size.map(Size::cols), out);
        number("height", info.size.map(Size::rows), out);
        number("coordinates", coordinates, out);
        cut_off(info.cutoff, out);
    });
    out.section("player", |out| {
        number("variation_markup", markup, out);
        number("variation_children", children, out);
        number("variation_siblings", siblings, out);
        number("solution_paths", solutions, out);
    });
}

fn write_v2(info: &GameInfo, carried: impl FnOnce(&mut JsonBuffer), out: &mut JsonBuffer) {
    let DisplaySettings {
        markup,
        children,
        siblings,
        coordinates,
        solutions,
    } = info.settings;
    out.section("record", |out| {
        out.name("format");
        out.word("JGF");
        number("version", Some(2), out);
        generator(info, "generator", out);
        text("transcriber", &info.transcriber, out);
    });
    out.section("source", |out| {
        text("name", &info.source, out);
        text("url", &info.source_url, out);
        text("copyright", &info.copyright, out);
    });
    out.section("game", |out| {
        kind(info, out);
        text("name", &info.name, out);
        result(info, out);
        match info.dates.as_slice() {
            [date] => {
                out.name("date");
                out.string(date);
            }
            several => dates(several, out),
        }
        text("opening", &info.opening, out);
        text("annotator", &info.annotator, out);
        text("description", &info.comment, out);
    });
    players(info, out);
    out.section("event", |out| {
        text("name", &info.event, out);
        text("location", &info.place, out);
        text("round", &info.round, out);
    });
    out.section("rules", |out| {
        text("ruleset", &info.rules, out);
        value_or_text("komi", &info.komi, out);
        value_or_text("handicap", &info.handicap, out);
        main_time("time", info, out);
        text("overtime", &info.overtime, out);
        periods(info, out);
    });
    out.section("board", |out| {
        match info.size.map(|size| (size.cols(), size.rows())) {
            Some((cols, rows)) if cols == rows => number("size", Some(cols), out),
            size => {
                number("width", size.map(|(cols, _)| cols), out);
                number("height", size.map(|(_, rows)| rows), out);
            }
        }
        cut_off(info.cutoff, out);
    });
    out.section("settings", |out| {
        number("showSolutions", solutions, out);
        number("showVariations", markup, out);
        number("showSiblingVariations", siblings, out);
        if children != siblings.map(|siblings| !siblings) {
            out.name("showChildVariations");
            out.json(children.map_or("null", |on| if on { "true" } else { "false" }));
        }
        number("coordinates", coordinates, out);
    });
    out.section("meta", |out| {
        text("recordComment", &info.record_comment, out);
        exact_generator(info, out);
        carried(out);
    });
}

fn text(name: &'static str, text: &Option<String>, out: &mut JsonBuffer) {
    if let Some(text) = text {
        out.name(name);
        out.string(text);
    }
}

/// Writes a number or a boolean.
fn number(name: &'static str, number: Option<impl Display>, out: &mut JsonBuffer) {
    if let Some(number) = number {
        out.name(name);
        out.display(number);
    }
}

/// Writes a number, or the text in place of it.
fn value_or_text(
    name: &'static str,
    said: &Option<ValueOrText<impl Display>>,
    out: &mut JsonBuffer,
) {
    match said {
        Some(ValueOrText::Value(value)) => number(name, Some(value), out),
        Some(ValueOrText::Text(text)) => {
            out.name(name);
            out.string(text);
        }
        None => {}
    }
}

/// Writes a number in the syntax of JSON, unless it is infinite or NaN. Rust never writes an exponent; the sign
/// of a zero is dropped.
fn real(name: &'static str, real: f64, out: &mut JsonBuffer) {
    let finite = real.is_finite().then_some(real);
    number(
        name,
        finite.map(|real| if real == 0.0 { 0.0 } else { real }),
        out,
    );
}

fn main_time(name: &'static str, info: &GameInfo, out: &mut JsonBuffer) {
    match &info.main_time {
        Some(ValueOrText::Value(seconds)) => real(name, *seconds, out),
        other => value_or_text(name, other, out),
    }
}

fn time_v1(info: &GameInfo, out: &mut JsonBuffer) {
    let split = info.overtime.as_deref().map(|overtime| {
        let (first, rest) = overtime.split_once(' ').unwrap_or((overtime, ""));
        let seconds = Number::parse(first).filter(|number| number.as_str() == first);
        match seconds {
            Some(_) if !rest.is_empty() => (Some(rest), Some(first)),
            Some(_) if overtime == first => (None, Some(first)),
            _ => (Some(overtime), None),
        }
    });
    let (kind, overtime) = split.unwrap_or_default();
    if let Some(kind) = kind {
        out.name("type");
        out.string(kind);
    }
    main_time("main", info, out);
    number("overtime", overtime, out);
    periods(info, out);
}

/// Writes the number and the length of overtime periods.
fn periods(info: &GameInfo, out: &mut JsonBuffer) {
    number("numberOfPeriods", info.periods, out);
    if let Some(length) = info.period_time {
        real("timePerPeriod", length, out);
    }
}

fn kind(info: &GameInfo, out: &mut JsonBuffer) {
    let Some(number) = info.kind else {
        return;
    };
    out.name("type");
    match KINDS.iter().find(|(_, known)| *known == number) {
        Some((name, _)) => out.word(name),
        None => out.string(&format!("gm:{number}")),
    }
}

fn result(info: &GameInfo, out: &mut JsonBuffer) {
    let Some(result) = &info.result else {
        return;
    };
    out.name("result");
    match result {
        ValueOrText::Value(Outcome::Void) => out.word(""),
        ValueOrText::Value(outcome) => out.string(&outcome.to_string()),
        ValueOrText::Text(text) => out.string(text),
    }
}

fn players(info: &GameInfo, out: &mut JsonBuffer) {
    if info.players.is_empty() {
        return;
    }
    out.name("players");
    out.open('[');
    for player in &info.players {
        out.open('{');
        let color = match &player.color {
            ValueOrText::Value(color) => color_name(*color, Form::Objects),
            ValueOrText::Text(text) => text,
        };
        if !color.is_empty() {
            out.name("color");
            out.string(color);
        }
        text("name", &player.name, out);
        text("rank", &player.rank, out);
        text("team", &player.team, out);
        text("country", &player.country, out);
        out.close('}');
    }
    out.close(']');
}

fn dates(dates: &[String], out: &mut JsonBuffer) {
    if !dates.is_empty() {
        out.name("dates");
        list(dates.iter().map(String::as_str), out);
    }
}

fn list<'t>(texts: impl IntoIterator<Item = &'t str>, out: &mut JsonBuffer) {
    out.open('[');
    for text in texts {
        out.string(text);
    }
    out.close(']');
}

/// Writes the numbers of lines that are cut off, where they are not 0.
fn cut_off(cutoff: Cutoff, out: &mut JsonBuffer) {
    let lines = [
        ("cutOffTop", cutoff.top),
        ("cutOffBottom", cutoff.bottom),
        ("cutOffLeft", cutoff.left),
        ("cutOffRight", cutoff.right),
    ];
    for (name, lines) in lines {
        number(name, (lines > 0).then_some(lines), out);
    }
}

fn generator(info: &GameInfo, name: &'static str, out: &mut JsonBuffer) {
    if let Some(application) = &info.application {
        out.name(name);
        out.string(&generator_text(application));
    }
}

/// Writes the name and version of the program if they cannot be split from the joined text.
fn exact_generator(info: &GameInfo, out: &mut JsonBuffer) {
    let Some(own) = info.application.as_ref().filter(|own| !is_plain_text(own)) else {
        return;
    };
    if application(&generator_text(own)) != *own {
        out.name(EXACT);
        list(
            [&own.name]
                .into_iter()
                .chain(&own.version)
                .map(String::as_str),
            out,
        );
    }
}

/// Whether the joined text of a program certainly splits into the same name and version; the usual case.
fn is_plain_text(application: &Application) -> bool {
    match &application.version {
        Some(version) => {
            version.starts_with(|c: char| c.is_ascii_digit()) && !version.contains(" v")
        }
        None => !application.name.contains(" v"),
    }
}

/// Whether a record can certainly express all of the information; the usual case. A text in place of a number,
/// or a colour that is not black or white, must not read as one.
pub(in super::super) fn is_plain(info: &GameInfo) -> bool {
    fn is_plain<T>(said: &Option<ValueOrText<T>>, value: impl Fn(&T) -> bool) -> bool {
        match said {
            Some(ValueOrText::Value(said)) => value(said),
            Some(ValueOrText::Text(text)) => Number::parse(text).is_none(),
            None => true,
        }
    }
    let finite = |seconds: &f64| seconds.is_finite();
    let result = match &info.result {
        Some(ValueOrText::Value(Outcome::Win {
            by: Margin::Points(points),
            ..
        })) => *points >= Points::ZERO,
        Some(ValueOrText::Text(text)) => !text.is_empty() && text.parse::<Outcome>().is_err(),
        Some(ValueOrText::Value(_)) | None => true,
    };
    let is_colored = |player: &Player| match &player.color {
        ValueOrText::Value(_) => true,
        ValueOrText::Text(text) => text.parse::<Color>().is_err(),
    };
    info.application.as_ref().is_none_or(is_plain_text)
        && info.players.iter().all(is_colored)
        && is_plain(&info.komi, |_| true)
        && is_plain(&info.handicap, |_| true)
        && result
        && is_plain(&info.main_time, finite)
        && info.period_time.as_ref().is_none_or(finite)
}
