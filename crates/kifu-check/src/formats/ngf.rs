//! Checks of NGF files.

use alloc::vec::Vec;

use kifu_ngf::Key;
use kifu_ngf::convert::to_game_with_spans;
use kifu_span::{Diagnostic, Span, TooLarge};

use super::game::check_game;
use crate::Settings;

/// Returns all findings about an NGF file, in its order.
///
/// These are the findings of the reader, and those of [`check()`](crate::check()) about the game. Findings about the
/// game use the terms of SGF in their messages and do not have repairs. Their span is that of the move, or of a line of
/// the header.
///
/// ```
/// use kifu_check::{Settings, check_ngf, ngf::Document};
///
/// let source = "a\n19\nb 1D*\nc 1D*\nd\n0\n0\n6\n20170316\n5\n\n2\nPMABBEEEE\nPMACWEEEE\n";
/// let document = Document::parse(source)?;
/// let found = check_ngf(&document, &Settings::default())?;
/// assert_eq!(found[0].code.name, "rules/occupied");
/// assert_eq!(&source[found[0].span.range()], "PMACWEEEE");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the game is larger than an SGF document can be.
pub fn check_ngf(
    document: &kifu_ngf::Document,
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

/// The line of the header that a property of the root came from.
fn of_header(document: &kifu_ngf::Document, property: &str) -> Span {
    let key = match property {
        "PB" | "BR" => Key::Black,
        "PW" | "WR" => Key::White,
        "SZ" => Key::Size,
        "PC" => Key::Place,
        "HA" | "AB" => Key::Handicap,
        "KM" => Key::Komi,
        "DT" => Key::Date,
        "TM" => Key::Time,
        "RE" => Key::Result,
        _ => Key::Title,
    };
    let field = document.field(key).or_else(|| document.fields().first());
    field.map_or(Span::at(0), |field| field.span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_come_from_a_line_of_the_header() {
        let source = "title\n19\nwhite 1D\nblack 1D\nplace\n0\n0\n6\n20170316\n5\nWhite wins by resign!\n0\n";
        let document = kifu_ngf::Document::parse(source).unwrap();
        for (property, expected) in [
            ("PB", "black 1D"),
            ("BR", "black 1D"),
            ("PW", "white 1D"),
            ("WR", "white 1D"),
            ("SZ", "19"),
            ("PC", "place"),
            ("HA", "0"),
            ("AB", "0"),
            ("KM", "6"),
            ("DT", "20170316"),
            ("TM", "5"),
            ("RE", "White wins by resign!"),
            ("GN", "title"),
            ("", "title"),
        ] {
            let span = of_header(&document, property);
            assert_eq!(&source[span.range()], expected, "{property}");
        }
        let handicap = of_header(&document, "HA");
        assert_eq!(source[..handicap.range().start].lines().count(), 5);
    }
}
