//! Checks of GIB files.

use alloc::vec::Vec;

use kifu_gib::convert::to_game_with_spans;
use kifu_span::{Diagnostic, Span, TooLarge};

use super::game::check_game;
use crate::Settings;

/// Returns all findings about a GIB file, in the order of the file.
///
/// These are the findings of the reader, and those of [`check()`](crate::check()) about the game.
/// Findings about the game use the terms of SGF in their messages and do not have repairs. Their
/// span is the span of the move, or of a field of the header.
///
/// ```
/// use kifu_check::{Settings, check_gib, gib::Document};
///
/// let source = "\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\nSTO 0 3 2 3 3\n\\GE\n";
/// let document = Document::parse(source)?;
/// let found = check_gib(&document, &Settings::default())?;
/// assert_eq!(found[0].code.name, "rules/occupied");
/// assert_eq!(&source[found[0].span.range()], "STO 0 3 2 3 3");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the game is larger than an SGF document can be.
pub fn check_gib(
    document: &kifu_gib::Document,
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

/// Returns the span of the header field that a property of the root came from.
fn of_header(document: &kifu_gib::Document, property: &str) -> Span {
    let keys: &[&str] = match property {
        "PB" | "BR" | "BC" => &["GAMEBLACKNAME", "BUSERINFO"],
        "PW" | "WR" | "WC" => &["GAMEWHITENAME", "WUSERINFO"],
        "GN" | "DT" | "PC" | "GC" => &["GAMEINFOSUB"],
        _ => &[],
    };
    let usual = ["GAMEINFOMAIN", "GAMETAG"];
    let mut keys = keys.iter().chain(&usual);
    let field = keys.find_map(|key| document.field(key));
    let field = field.or_else(|| document.fields().first());
    field.map_or(Span::at(0), |field| field.span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_come_from_a_field_of_the_header() {
        let names = "\\[GAMEBLACKNAME=hill (1K)\\]\n\\[GAMEWHITENAME=river (4D)\\]\n";
        let infos = "\\[GAMEINFOMAIN=GRLT:1\\]\n\\[GAMEINFOSUB=GNAME:Rank\\]\n\
                     \\[WUSERINFO=WID:river\\]\n\\[BUSERINFO=BID:hill\\]\n\\[GAMETAG=S0\\]\n";
        let tag = "\\[GAMETAG=S0\\]\n";
        let is = |fields: &str, properties: &[&str], expected: &str| {
            let source = ["\\HS\n", fields, "\\HE\n\\GS\nINI 0 1 0 &4\n\\GE\n"].concat();
            let document = kifu_gib::Document::parse(source.as_str()).unwrap();
            for property in properties {
                let span = of_header(&document, property);
                assert_eq!(&source[span.range()], expected, "{property}");
            }
        };
        let all = [names, infos].concat();
        is(&all, &["PB", "BR", "BC"], "\\[GAMEBLACKNAME=hill (1K)\\]");
        is(&all, &["PW", "WR", "WC"], "\\[GAMEWHITENAME=river (4D)\\]");
        is(infos, &["PB", "BR", "BC"], "\\[BUSERINFO=BID:hill\\]");
        is(infos, &["PW", "WR", "WC"], "\\[WUSERINFO=WID:river\\]");
        is(
            &all,
            &["GN", "DT", "PC", "GC"],
            "\\[GAMEINFOSUB=GNAME:Rank\\]",
        );
        is(&all, &["RE", "KM", "TM", ""], "\\[GAMEINFOMAIN=GRLT:1\\]");
        is(&[names, tag].concat(), &["RE", "DT"], "\\[GAMETAG=S0\\]");
        // Without any of these, it is the first field.
        is(names, &["RE", "DT"], "\\[GAMEBLACKNAME=hill (1K)\\]");
        is("", &["RE"], "");
    }
}
