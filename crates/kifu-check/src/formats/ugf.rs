//! Checks of UGF files.

use alloc::vec::Vec;

use kifu_core::Color;
use kifu_span::{Diagnostic, Span, TooLarge};
use kifu_ugf::LineContent;
use kifu_ugf::convert::to_game_with_spans;

use super::game::check_game;
use crate::Settings;

/// Returns all findings about a UGF file, in its order.
///
/// These are the findings of the reader, and those of [`check()`](crate::check()) about the game. Findings about the
/// game use the terms of SGF in their messages and do not have repairs. Their span is that of the move, of the node of
/// a review, of the first stone of a colour before the moves, or of a value of the header.
///
/// ```
/// use kifu_check::{Settings, check_ugf, ugf::Document};
///
/// let source = "[Header]\nSize=19\n[Data]\nQP,B1,1,0\nQP,W1,2,0\n";
/// let document = Document::parse(source)?;
/// let found = check_ugf(&document, &Settings::default())?;
/// assert_eq!(found[0].code.name, "rules/occupied");
/// assert_eq!(&source[found[0].span.range()], "QP,W1,2,0");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the game is larger than an SGF document can be.
pub fn check_ugf(
    document: &kifu_ugf::Document,
    settings: &Settings,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let (game, spans) = to_game_with_spans(document);
    check_game(
        document.diagnostics(),
        &game.value,
        &spans,
        settings,
        |property| of_header(document, property),
    )
}

/// The value of the header that a property of the root came from, or the line of the first stone of a colour.
fn of_header(document: &kifu_ugf::Document, property: &str) -> Span {
    let mut lines = document.lines().iter();
    let stone = lines.find(|line| match line.content {
        LineContent::Setup(Color::Black, _) => property == "AB",
        LineContent::Setup(Color::White, _) => property == "AW",
        _ => false,
    });
    if let Some(line) = stone {
        return line.span;
    }
    let key = match property {
        "PB" | "BR" => "PlayerB",
        "PW" | "WR" => "PlayerW",
        "SZ" => "Size",
        "PC" => "Place",
        "HA" | "AB" | "KM" => "Hdcp",
        "DT" => "Date",
        "TM" => "Ptime",
        "RE" => "Winner",
        "RU" => "Rule",
        _ => "Title",
    };
    let field = document.field(key).or_else(|| document.fields().first());
    field.map_or(Span::at(0), |field| field.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_come_from_a_value_of_the_header() {
        let header = "[Header]\nTitle=title\nPlace=place\nDate=date\nRule=rule\nSize=9\nHdcp=hdcp\nPtime=ptime\n\
                      Winner=winner\nPlayerB=black\nPlayerW=white\n[Data]\n";
        let stones = [header, "AA,B1,0,0\nAB,W1,0,0\nAC,W1,0,0\n"].concat();
        let is = |source: &str, properties: &[&str], expected: &str| {
            let document = kifu_ugf::Document::parse(source).unwrap();
            for property in properties {
                let span = of_header(&document, property);
                assert_eq!(&source[span.range()], expected, "{property}");
            }
        };
        is(header, &["PB", "BR"], "black");
        is(header, &["PW", "WR"], "white");
        is(header, &["SZ"], "9");
        is(header, &["PC"], "place");
        is(header, &["HA", "AB", "KM"], "hdcp");
        is(header, &["DT"], "date");
        is(header, &["TM"], "ptime");
        is(header, &["RE"], "winner");
        is(header, &["RU"], "rule");
        is(header, &["GN", ""], "title");
        is(&stones, &["HA", "KM"], "hdcp");
        is(&stones, &["AB"], "AA,B1,0,0");
        is(&stones, &["AW"], "AB,W1,0,0");
        // Without the value, it is the first one that the header has.
        is("[Header]\nPlace=place\nSize=9\n", &["RE", ""], "place");
    }
}
