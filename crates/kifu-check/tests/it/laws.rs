//! What holds for any bytes. Tests run these over cases and corpus, the fuzzer over
//! everything else, from this one file.

use std::collections::BTreeSet;

use kifu_check::{Settings, check, explain, fix};
use kifu_replay::Replayer;
use kifu_rules::Rules;
use kifu_sgf::Document;
use kifu_span::{Diagnostic, Safety};

pub(crate) fn all(source: &[u8]) {
    findings_are_sound(source);
    findings_about_form_are_among_them(source);
    safe_fixes_mend_all_and_keep_the_game(source);
    every_fix_can_be_made(source);
}

/// Findings lie in the text, in its order, and are known to the catalogue; so do the
/// edits that mend them.
pub(crate) fn findings_are_sound(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let len = document.text().len();
    let found = check(&document, &Settings::default());
    assert!(found.is_sorted_by_key(|found| found.span));
    for found in &found {
        assert!(found.span.range().end <= len);
        assert!(
            explain(found.code).is_some(),
            "{} is not explained",
            found.code
        );
        if let Some(fix) = &found.fix {
            assert!(!fix.edits.is_empty(), "{found}: a fix that does nothing");
            assert!(fix.edits.iter().all(|edit| edit.span.range().end <= len));
            let places = fix.edits.windows(2).all(|pair| {
                pair[0].span.end <= pair[1].span.start && pair[0].span.start < pair[1].span.start
            });
            assert!(places, "{found}: edits overlap");
        }
    }
}

/// What is found in the form of a text alone is found with everything else.
pub(crate) fn findings_about_form_are_among_them(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let place = |found: &Diagnostic| (found.code, found.span.start, found.span.end);
    let all = check(&document, &Settings::default());
    let all: BTreeSet<_> = all.iter().map(place).collect();
    for found in kifu_sgf::check(&document) {
        assert!(all.contains(&place(&found)), "{found} is left out");
    }
}

/// Making all safe repairs leaves none to make, and the same stones on the board after
/// every node.
pub(crate) fn safe_fixes_mend_all_and_keep_the_game(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    // Where the text is damaged and its charset a guess, other bytes can mean another guess.
    let utf8 = std::str::from_utf8(document.text()).is_ok() && !document.text().contains(&0x1B);
    if !utf8 && document.diagnostics().next().is_some() {
        return;
    }
    let safe = |found: &Diagnostic| {
        found
            .fix
            .as_deref()
            .is_some_and(|f| f.safety == Safety::Safe)
    };
    let fixed = fix(&document, &Settings::default(), safe).unwrap();
    assert!(fixed.left.is_empty(), "left: {:?}", fixed.left);
    let made = fixed.made.len();
    assert_eq!(boards(&document), boards(&fixed.document), "{made} made");
}

/// A hash of the board after each node of the main lines.
fn boards(document: &Document) -> Vec<Vec<u128>> {
    let game = |root| {
        let mut game = Replayer::forward(document, root, &Rules::LENIENT);
        let mut hashes = Vec::new();
        while game.advance().is_some() {
            hashes.push(game.position().board().hash());
        }
        hashes
    };
    document.roots().map(game).collect()
}

/// Making all repairs, doubtful ones too, comes to an end.
pub(crate) fn every_fix_can_be_made(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let fixed = fix(&document, &Settings::default(), |_| true).unwrap();
    let again = check(&fixed.document, &Settings::default());
    let fixable = again.iter().filter(|found| found.fix.is_some()).count();
    assert_eq!(fixable, fixed.left.len());
}
