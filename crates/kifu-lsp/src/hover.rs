//! The text that editors show at an offset: the board, the meaning of a property, and findings.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kifu::core::Move;
use kifu::diagram::{Coordinates, Figure, Svg, Text as Symbols};
use kifu::figure::{Line, Options};
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf::properties::PropertyClass;
use kifu::sgf::{Document, GameType, NodeId, PropertyInfo};
use kifu::span::{Diagnostic, Span};

use crate::cursor::Cursor;
use crate::record::Parsed;
use crate::settings::Settings;

/// A text to show, with the span that it is about.
pub(crate) struct Hover {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Markdown,
    Plain,
}

/// Returns the text for an offset. `findings` are those that are shown in the document.
pub(crate) fn hover(
    parsed: &Parsed,
    offset: u32,
    findings: &[&Diagnostic],
    settings: &Settings,
    form: Form,
) -> Option<Hover> {
    let mut parts = Vec::new();
    let mut span = None;
    let at_offset = |finding: &&&Diagnostic| {
        let Span { start, end } = finding.span;
        start <= offset && (offset < end || start == end && offset == start)
    };
    for finding in findings.iter().filter(at_offset) {
        parts.push(explanation(finding, form));
        span = Some(finding.span);
    }
    let cursor = Cursor::at(parsed, offset);
    if let Some(cursor) = &cursor {
        let property = cursor.property;
        if let Some(info) = property.and_then(|property| cursor.info(&property)) {
            parts.push(meaning(info, form));
        }
        span = property
            .and_then(|property| property.span())
            .or_else(|| cursor.node.span())
            .or(span);
        if settings.shows_board && parsed.has_boards() && cursor.context.game == GameType::GO {
            let document = parsed.sgf()?;
            parts.insert(0, board(document, cursor.node.id(), settings, form));
        }
    }
    let span = span?;
    let separator = match form {
        Form::Markdown => "\n\n---\n\n",
        Form::Plain => "\n\n",
    };
    (!parts.is_empty()).then(|| Hover {
        text: parts.join(separator),
        span,
    })
}

/// Draws the board at a node, below a line with its move.
fn board(document: &Document, node: NodeId, settings: &Settings, form: Form) -> String {
    let line = Line::to(document, node);
    let options = Options {
        coordinates: Some(Coordinates::Western),
        ..Options::default()
    };
    let mut figure = line.position(&options);
    // The comment is in the text already.
    figure.captions.clear();
    figure.title.clear();
    let headline = headline(document, &line, form);
    let drawn = match form {
        Form::Markdown if settings.shows_image => image(&figure),
        Form::Markdown => fenced(&Symbols::UNICODE.draw(&figure)),
        Form::Plain => Symbols::UNICODE.draw(&figure),
    };
    format!("{headline}\n\n{drawn}")
}

/// Returns text as a block of code. The text comes from the file, and must not end the block.
fn fenced(text: &str) -> String {
    let longest = text.split(|char| char != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}text\n{text}{fence}")
}

fn image(figure: &Figure) -> String {
    let svg = STANDARD.encode(Svg::default().draw(figure));
    format!("![board](data:image/svg+xml;base64,{svg})")
}

/// Returns a line with the number of the last move, what it captures, and the prisoners so far.
fn headline(document: &Document, line: &Line<'_>, form: Form) -> String {
    let mut game = Replayer::forward(document, line.root(), &Rules::LENIENT);
    let mut before = game.prisoners();
    let mut number_before = 0;
    for id in line.nodes() {
        before = game.prisoners();
        number_before = game.number();
        game.enter(*id);
    }
    let size = game.position().board().size();
    let after = game.prisoners();
    let bold = if form == Form::Markdown { "**" } else { "" };
    let mut out = match (game.number(), game.last()) {
        (0, _) => format!("{bold}No moves yet{bold}"),
        (number, None) => format!("{bold}Move {number}{bold}"),
        (number, Some((color, action))) => {
            let place = match action {
                Move::Pass => "pass".to_owned(),
                Move::Play(point) => size
                    .western(point)
                    .map_or_else(|| "off the board".to_owned(), |point| point.to_string()),
            };
            let after = if number == number_before {
                "After move"
            } else {
                "Move"
            };
            format!("{bold}{after} {number}: {color} {place}{bold}")
        }
    };
    let captured = (after.black + after.white) - (before.black + before.white);
    if captured > 0 {
        let _ = write!(out, ", captures {captured}");
    }
    let _ = write!(
        out,
        ". Prisoners: Black {}, White {}.",
        after.black, after.white
    );
    out
}

/// Describes a property: its identifier, its name, its meaning, and where it belongs.
pub(crate) fn meaning(info: &PropertyInfo, form: Form) -> String {
    let (code, bold) = match form {
        Form::Markdown => ("`", "**"),
        Form::Plain => ("", ""),
    };
    let mut out = format!("{code}{}{code} {bold}{}{bold}", info.ident, info.name);
    let meaning = info.meaning();
    if !meaning.is_empty() {
        let _ = write!(out, ": {meaning}");
    }
    let class = match info.class {
        PropertyClass::Root => "root property",
        PropertyClass::GameInfo => "game information",
        PropertyClass::Setup => "setup",
        PropertyClass::Move => "move property",
        PropertyClass::Any => "any node",
    };
    let _ = write!(out, "\n\n{class}; value: {code}{}{code}", info.values);
    if info.inherited {
        out.push_str("; also applies below the node");
    }
    let versions = info.versions.to_string();
    if versions.is_empty() {
        let _ = write!(out, "; not in the standard");
    } else {
        let versions = versions.split(' ').map(|version| match version {
            "d" => "draft of 2016".to_owned(),
            version => format!("FF[{version}]"),
        });
        let _ = write!(out, "; {}", versions.collect::<Vec<_>>().join(", "));
    }
    if let Some(alias) = info.alias {
        let _ = write!(out, "; the standard has {code}{alias}{code}");
    }
    out
}

/// Explains a finding.
fn explanation(finding: &Diagnostic, form: Form) -> String {
    let (code, bold) = match form {
        Form::Markdown => ("`", "**"),
        Form::Plain => ("", ""),
    };
    let name = finding.code.name;
    let severity = finding.severity;
    let message = literal(&finding.message, form);
    let mut out = format!("{bold}{severity}{bold} {code}{name}{code}: {message}");
    if let Some(explained) = kifu::codes().find(|explained| explained.code == finding.code) {
        let _ = write!(out, "\n\n{}", explained.explanation);
    }
    out
}

/// Escapes all characters with a meaning in Markdown. A message can quote the file, whose text must not become a link or a
/// picture that the editor loads.
fn literal(text: &str, form: Form) -> String {
    if form == Form::Plain {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_ascii_punctuation() && !matches!(char, '.' | ',' | ';' | '\'' | '"') {
            out.push('\\');
        }
        out.push(char);
    }
    out
}
