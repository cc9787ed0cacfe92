//! Laws that hold for any bytes. The tests check them with cases and the corpus, and the fuzzer includes this file to
//! check them with everything else.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use kifu_check::{Checker, Settings, check, explain, fix};
use kifu_replay::Replayer;
use kifu_rules::Rules;
use kifu_sgf::canonical::{self, Style};
use kifu_sgf::properties::ValueKind;
use kifu_sgf::{Document, GameContext, GameType, PropertyInfo};
use kifu_span::{Diagnostic, Edit, Fix, Safety, Severity, Span};

pub(crate) fn all(source: &[u8]) {
    findings_are_sound(source);
    findings_about_form_are_among_them(source);
    safe_fixes_repair_all_and_keep_the_game(source);
    safe_fixes_change_nothing_else(source);
    safe_fixes_change_nothing_else(&declared(source));
    every_fix_can_be_made(source);
    chunks_give_the_same_result_as_the_whole(source);
    canonical_form_is_valid(source);
}

/// Checks that the spans of findings are in the text and sorted, that the catalogue has their
/// codes, and that the edits of repairs are in the text and sorted, and do not overlap.
pub(crate) fn findings_are_sound(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let len = document.text().len();
    let found = check(&document, &Settings::default());
    assert!(found.is_sorted_by_key(|found| found.span));
    for found in &found {
        assert!(found.span.range().end <= len);
        assert!(
            explain(found.code.name).is_some(),
            "{} is not explained",
            found.code.name
        );
        if let Some(fix) = &found.fix {
            assert!(!fix.edits.is_empty(), "{found}: a fix without edits");
            assert!(fix.edits.iter().all(|edit| edit.span.range().end <= len));
            let places = fix.edits.windows(2).all(|pair| {
                pair[0].span.end <= pair[1].span.start && pair[0].span.start < pair[1].span.start
            });
            assert!(places, "{found}: edits overlap");
        }
    }
}

/// Checks that the findings include those of `kifu_sgf::check`.
pub(crate) fn findings_about_form_are_among_them(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let place = |found: &Diagnostic| (found.code.name, found.span.start, found.span.end);
    let all = check(&document, &Settings::default());
    let all: BTreeSet<_> = all.iter().map(place).collect();
    for found in kifu_sgf::check(&document) {
        assert!(all.contains(&place(&found)), "{found} is missing");
    }
}

/// Checks that the canonical form of a record has no syntax errors. In games of Go, its properties
/// also do not appear twice, do not have several values where one is expected, and do not have
/// values of the wrong type. Other faults stay: two moves in a node, points off the board or in
/// Western coordinates.
pub(crate) fn canonical_form_is_valid(source: &[u8]) {
    /// Codes that are not errors, but must not appear in valid FF[4].
    const FORM: [&str; 6] = [
        "property/lower-case",
        "sgf/duplicate-property",
        "sgf/empty-variation",
        "sgf/lowercase-identifier",
        "value/too-many",
        "value/empty",
    ];
    let Ok(written) = canonical::write(&Document::parse(source).unwrap(), &Style::default()) else {
        return;
    };
    let read = Document::parse(written.text.as_slice()).unwrap();
    let properties = |root| {
        let nodes = read.forest().preorder(root);
        nodes.flat_map(|id| read.node(id).properties())
    };
    // Each of these refers to the property before it, so the order of properties matters.
    let ordered = ["KX", "RP", "TS", "VT", "ZZ"];
    let is_ordered = |p: kifu_sgf::Property<'_>| ordered.iter().any(|name| p.ident().is(name));
    let is_plain_go = read.roots().all(|root| {
        let context = GameContext::of(read.node(root));
        context.game == GameType::GO && !properties(root).any(is_ordered)
    });
    for found in check(&read, &Settings::default()) {
        let is_syntax = found.code.name.starts_with("sgf/") && found.severity == Severity::Error;
        let is_type = matches!(found.code.name, "value/malformed" | "game/board-too-big");
        let text = String::from_utf8_lossy(found.span.of(read.text()));
        let is_exempt = match found.code.name {
            // A node with several moves keeps all of them.
            "sgf/duplicate-property" => text.starts_with(['B', 'W']) && !text.starts_with("BM"),
            // A text may be empty, and so may the properties of dialects.
            "value/empty" => !is_number(&read, found.span),
            _ => false,
        };
        let is_form = is_type || (FORM.contains(&found.code.name) && !is_exempt);
        assert!(
            !(is_syntax || is_plain_go && is_form),
            "{found}\nsource: {:?}\nwritten: {:?}",
            String::from_utf8_lossy(source),
            String::from_utf8_lossy(&written.text)
        );
    }
}

/// Whether a value belongs to a property of numbers, points or players.
fn is_number(document: &Document, place: Span) -> bool {
    use ValueKind::{Color, Handicap, Komi, Number, Point, Real, Size, Stone, Time};
    document.roots().any(|root| {
        let context = GameContext::of(document.node(root));
        let nodes = document.forest().preorder(root);
        let mut properties = nodes.flat_map(|id| document.node(id).properties());
        properties.any(|property| {
            let span = property.span().unwrap_or_default();
            let info = PropertyInfo::of(property.ident(), &context);
            let is_here = span.start <= place.start && place.end <= span.end;
            is_here
                && info.is_some_and(|info| {
                    matches!(
                        info.values.first,
                        Number | Real | Color | Size | Point | Stone | Komi | Handicap | Time
                    )
                })
        })
    })
}

/// Checks that all safe repairs can be made, and leave the same stones on the board after every
/// node.
pub(crate) fn safe_fixes_repair_all_and_keep_the_game(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let copy = Document::parse(source).unwrap();
    let fixed = fix(copy, &Settings::default(), is_safe).unwrap();
    // In other charsets, a repair may be left out because text would be read differently after it.
    let utf8 = std::str::from_utf8(document.text()).is_ok() && !document.text().contains(&0x1B);
    if utf8 {
        assert!(
            fixed.remaining.is_empty(),
            "remaining: {:?}",
            fixed.remaining
        );
    }
    let repairs = fixed.repaired.len();
    assert_eq!(
        boards(&document),
        boards(&fixed.document),
        "{repairs} repairs"
    );
}

fn is_safe(found: &Diagnostic) -> bool {
    let fix = found.fix.as_deref();
    fix.is_some_and(|fix| fix.safety == Safety::Safe)
}

/// Checks that safe repairs change only what they touch. In the written file, every other value is
/// read as before, whether its charset is declared or not; the length changes by the inserted and
/// removed bytes; and nothing is left to repair.
pub(crate) fn safe_fixes_change_nothing_else(source: &[u8]) {
    /// A repair that overlaps another one waits for the next round.
    const ROUNDS: usize = 16;
    let first = Document::parse(source).unwrap();
    let mut document = Document::parse(source).unwrap();
    for round in 0.. {
        assert!(round < ROUNDS, "the repairs do not end");
        let (next, made) = after_one_round(&document);
        let written = next.to_bytes();
        let next = Document::parse(written.as_slice()).unwrap();
        assert_eq!(next.utf16(), document.utf16());
        let edits = || made.iter().flat_map(|fix| &fix.edits);
        let inserted: usize = edits().map(|edit| edit.replacement.len()).sum();
        let removed: usize = edits().map(|edit| edit.span.range().len()).sum();
        assert_eq!(
            next.text().len() + removed,
            document.text().len() + inserted
        );
        assert_untouched_values_read_alike(&document, &next, &made);
        document = next;
        if made.is_empty() {
            break;
        }
    }
    let fixed = fix(first, &Settings::default(), is_safe).unwrap();
    let written = fixed.document.to_bytes();
    assert_eq!(
        written.escape_ascii().to_string(),
        document.to_bytes().escape_ascii().to_string()
    );
    let again = Document::parse(written.as_slice()).unwrap();
    let again = fix(again, &Settings::default(), is_safe).unwrap();
    assert_eq!(again.repaired, []);
}

/// Returns the same file with a declaration of one of several charsets.
fn declared(source: &[u8]) -> Vec<u8> {
    const LABELS: [&str; 6] = [
        "GBK",
        "Shift_JIS",
        "Big5",
        "EUC-KR",
        "ISO-2022-JP",
        "windows-1252",
    ];
    let label = LABELS[source.len() % LABELS.len()];
    let root = source.windows(2).position(|bytes| bytes == b"(;");
    let (before, after) = source.split_at(root.map_or(0, |at| at + 2));
    let label = format!("CA[{label}]");
    [before, label.as_bytes(), after].concat()
}

/// Makes the safe repairs of the current findings. Returns the repaired document and the repairs.
fn after_one_round(document: &Document) -> (Document, Vec<Fix>) {
    let place = |found: &Diagnostic| (found.code.name, found.span.start, found.span.end);
    let now = check(document, &Settings::default());
    let mut now: Vec<_> = now.iter().filter(|f| is_safe(f)).map(place).collect();
    now.sort_unstable();
    let now = RefCell::new(now);
    let in_this_round = |found: &Diagnostic| {
        let mut now = now.borrow_mut();
        let at = now
            .binary_search(&place(found))
            .ok()
            .filter(|_| is_safe(found));
        at.map(|at| now.remove(at)).is_some()
    };
    let document = document.with_text(document.text().to_vec()).unwrap();
    let fixed = fix(document, &Settings::default(), in_this_round).unwrap();
    let made = fixed.repaired.into_iter().filter_map(|found| found.fix);
    (fixed.document, made.map(|fix| *fix).collect())
}

fn assert_untouched_values_read_alike(before: &Document, after: &Document, made: &[Fix]) {
    let mut edits: Vec<&Edit> = made.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span);
    let mut edits = edits.into_iter().peekable();
    let mut shift = 0;
    let there = values(after);
    for (span, (raw, text)) in values(before) {
        while let Some(edit) = edits.next_if(|edit| edit.span.end <= span.start) {
            shift += edit.replacement.len() as i64 - edit.span.range().len() as i64;
        }
        if edits.peek().is_some_and(|edit| edit.span.start < span.end) {
            continue;
        }
        let at = Span::new(
            (i64::from(span.start) + shift) as u32,
            (i64::from(span.end) + shift) as u32,
        );
        let now = there.get(&at).map(|(raw, text)| (*raw, text));
        assert_eq!(now, Some((raw, &text)), "{span:?}");
    }
}

/// Returns the closed values of a document, raw and decoded, by their spans.
fn values(document: &Document) -> BTreeMap<Span, (&[u8], String)> {
    let mut values = BTreeMap::new();
    for root in document.roots() {
        let charset = document.charset(root).charset;
        let nodes = document.forest().preorder(root);
        let properties = nodes.flat_map(|id| document.node(id).properties());
        for value in properties.flat_map(|property| property.values()) {
            let text = || value.text(charset).text.into_owned();
            if let (true, Some(span)) = (value.is_closed(), value.span()) {
                values.insert(span, (value.raw(), text()));
            }
        }
    }
    values
}

/// Returns a hash of the board after each node of the main lines.
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

/// Checks that making all repairs, including unsafe ones, ends.
pub(crate) fn every_fix_can_be_made(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let fixed = fix(document, &Settings::default(), |_| true).unwrap();
    let again = check(&fixed.document, &Settings::default());
    let fixable = again.iter().filter(|found| found.fix.is_some()).count();
    assert_eq!(fixable, fixed.remaining.len());
}

/// Checks that checking and repairing a collection in chunks gives the same result as checking and
/// repairing it as a whole.
pub(crate) fn chunks_give_the_same_result_as_the_whole(source: &[u8]) {
    // A collection is split only where one game ends and the next one follows.
    let is_all_games = || {
        let document = Document::parse(source).unwrap();
        let spans: Vec<Span> = document.games_in_text().map(|(_, span)| span).collect();
        let end = source.trim_ascii_end().len() as u32;
        spans.first().is_some_and(|first| first.start == 0)
            && spans.last().is_some_and(|last| last.end == end)
    };
    let is_utf16 = source.get(1) == Some(&0);
    if !source.starts_with(b"(") || is_utf16 || !is_all_games() {
        return;
    }
    // Some files have brackets before the source and damage after it, because some repairs are
    // unsafe only if a section has both.
    let (head, tail) = ("(;GM[1]FF[4]C[see [2\\]]KM[6,5])", "\n(;KM[6,5];B[aa])");
    let damaged = "\n(;KM[6,5];B[aa]x))";
    let games = |text: &[u8]| {
        let document = Document::parse(text).unwrap();
        let games = document.games_in_text();
        games
            .map(|(_, span)| document.text()[span.range()].to_vec())
            .collect::<Vec<_>>()
    };
    for (head, tail) in [("(;KM[6,5])", tail), (head, tail), (head, damaged)] {
        let source = [b"\n", source].concat();
        let parts = [head.as_bytes(), &source, tail.as_bytes()];
        let whole = parts.concat();
        let open = |part: &&[u8]| {
            let document = Document::parse(*part).unwrap();
            document
                .diagnostics()
                .any(|found| found.code.name.contains("unclosed"))
        };
        if games(&whole) != parts.map(games).concat() || parts.iter().any(open) {
            continue;
        }
        // An unsafe repair in a damaged file can change its structure up to the next game.
        let is_sound = Document::parse(source.as_slice())
            .unwrap()
            .diagnostics()
            .next()
            .is_none();
        for any in [false, true].into_iter().take(1 + usize::from(is_sound)) {
            let choose = |found: &Diagnostic| {
                let fix = found.fix.as_deref();
                any || fix.is_some_and(|fix| fix.safety == Safety::Safe)
            };
            let expected = fix(
                Document::parse(whole.as_slice()).unwrap(),
                &Settings::default(),
                choose,
            );
            let expected = expected.unwrap();
            let (repaired, codes, remaining) = repaired_in_chunks(&parts, choose);
            let whole = expected.document.to_bytes();
            let (a, b) = (
                String::from_utf8_lossy(&repaired),
                String::from_utf8_lossy(&whole),
            );
            assert_eq!(a, b, "{any}");
            let mut expected_codes: Vec<_> = expected
                .repaired
                .iter()
                .map(|found| found.code.name)
                .collect();
            expected_codes.sort_unstable();
            assert_eq!(
                (codes, remaining),
                (expected_codes, expected.remaining.len())
            );
        }
        let document = Document::parse(whole.as_slice()).unwrap();
        let found = check(&document, &Settings::default());
        assert_eq!(found, checked_in_chunks(&parts));
    }
}

/// Repairs a text in chunks. Returns the repaired text, the codes of the repairs that were made,
/// and the number of remaining findings.
fn repaired_in_chunks(
    chunks: &[&[u8]],
    choose: impl Fn(&Diagnostic) -> bool,
) -> (Vec<u8>, Vec<&'static str>, usize) {
    let (mut text, mut codes, mut remaining) = (Vec::new(), Vec::new(), 0);
    for chunk in chunks {
        let chunk = Document::parse(*chunk).unwrap();
        let fixed = fix(chunk, &Settings::default(), &choose).unwrap();
        text.extend(fixed.document.to_bytes());
        codes.extend(fixed.repaired.iter().map(|found| found.code.name));
        remaining += fixed.remaining.len();
    }
    codes.sort_unstable();
    (text, codes, remaining)
}

/// Checks a text in chunks. Returns the findings, with their spans in the whole text.
fn checked_in_chunks(chunks: &[&[u8]]) -> Vec<Diagnostic> {
    let mut checker = Checker::new(&Settings::default());
    let mut offset = 0;
    let mut all = Vec::new();
    for chunk in chunks {
        let shift = |span: &mut Span| {
            span.start += offset;
            span.end += offset;
        };
        let first = all.len();
        checker.check(&Document::parse(*chunk).unwrap(), |mut found| {
            shift(&mut found.span);
            if let Some(fix) = &mut found.fix {
                fix.edits.iter_mut().for_each(|edit| shift(&mut edit.span));
            }
            all.push(found);
        });
        all[first..].sort_by_key(|found: &Diagnostic| found.span);
        offset += chunk.len() as u32;
    }
    all
}
