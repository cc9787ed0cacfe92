//! What holds for any bytes. Tests run these over cases and corpus, the fuzzer over
//! everything else, from this one file.

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
    safe_fixes_mend_all_and_keep_the_game(source);
    safe_fixes_change_nothing_else(source);
    safe_fixes_change_nothing_else(&declared(source));
    every_fix_can_be_made(source);
    chunks_are_judged_as_the_whole_is(source);
    canonical_form_is_valid(source);
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

/// The canonical form of a record has no error of syntax, and in games of Go none in the form of a
/// property: that it stands twice, has several values where one is expected, or one that is not of
/// its type. What stays is what a node or a board is at odds with: two moves in a node, points
/// off the board or in Western coordinates.
pub(crate) fn canonical_form_is_valid(source: &[u8]) {
    /// Not errors, and still not in the form of FF[4].
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
    // Each of these speaks of the property before it, which nothing may come between.
    let ordered = ["KX", "RP", "TS", "VT", "ZZ"];
    let is_ordered = |p: kifu_sgf::Property<'_>| ordered.iter().any(|name| p.ident().is(name));
    let is_plain_go = read.roots().all(|root| {
        let context = GameContext::of(read.node(root));
        context.game == GameType::GO && !properties(root).any(is_ordered)
    });
    for found in check(&read, &Settings::default()) {
        let is_syntax = found.code.starts_with("sgf/") && found.severity == Severity::Error;
        let is_type = matches!(found.code, "value/malformed" | "game/board-too-big");
        let text = String::from_utf8_lossy(found.span.of(read.text()));
        let is_exempt = match found.code {
            // Each move is played.
            "sgf/duplicate-property" => text.starts_with(['B', 'W']) && !text.starts_with("BM"),
            // A text may be empty, and what only dialects have.
            "value/empty" => !is_number(&read, found.span),
            _ => false,
        };
        let is_form = is_type || (FORM.contains(&found.code) && !is_exempt);
        assert!(
            !(is_syntax || is_plain_go && is_form),
            "{found}\nsource: {:?}\nwritten: {:?}",
            String::from_utf8_lossy(source),
            String::from_utf8_lossy(&written.text)
        );
    }
}

/// Whether a value is of a property of FF[4] that holds numbers, points or players.
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

/// Making all safe repairs leaves none to make, and the same stones on the board after
/// every node.
pub(crate) fn safe_fixes_mend_all_and_keep_the_game(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let fixed = fix(&document, &Settings::default(), is_safe).unwrap();
    // Elsewhere one can be left out, since text would read otherwise after it.
    let utf8 = std::str::from_utf8(document.text()).is_ok() && !document.text().contains(&0x1B);
    if utf8 {
        assert!(fixed.left.is_empty(), "left: {:?}", fixed.left);
    }
    let made = fixed.made.len();
    assert_eq!(boards(&document), boards(&fixed.document), "{made} made");
}

fn is_safe(found: &Diagnostic) -> bool {
    let fix = found.fix.as_deref();
    fix.is_some_and(|fix| fix.safety == Safety::Safe)
}

/// Safe repairs change what they touch: each other value reads as before in the file that is
/// written, whether its charset is declared or not; the file is longer by what they insert; and there is
/// nothing to repair in it again.
pub(crate) fn safe_fixes_change_nothing_else(source: &[u8]) {
    /// A repair that meets another one waits for the next round.
    const ROUNDS: usize = 16;
    let first = Document::parse(source).unwrap();
    let mut document = Document::parse(source).unwrap();
    for round in 0.. {
        assert!(round < ROUNDS, "it goes on");
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
    let fixed = fix(&first, &Settings::default(), is_safe).unwrap();
    let written = fixed.document.to_bytes();
    assert_eq!(
        written.escape_ascii().to_string(),
        document.to_bytes().escape_ascii().to_string()
    );
    let again = Document::parse(written.as_slice()).unwrap();
    let again = fix(&again, &Settings::default(), is_safe).unwrap();
    assert_eq!(again.made, []);
}

/// The same file, which says that it is in a charset, one of several.
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
    let (before, behind) = source.split_at(root.map_or(0, |at| at + 2));
    let label = format!("CA[{label}]");
    [before, label.as_bytes(), behind].concat()
}

/// The document after the safe repairs of the findings that are in it now, and those that were made.
fn after_one_round(document: &Document) -> (Document, Vec<Fix>) {
    let place = |found: &Diagnostic| (found.code, found.span.start, found.span.end);
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
    let fixed = fix(document, &Settings::default(), in_this_round).unwrap();
    let made = fixed.made.into_iter().filter_map(|found| found.fix);
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

/// The closed values of a text, as they are written and read.
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

/// In a collection, the games of a file are checked and repaired as they are when the collection is cut
/// around them.
pub(crate) fn chunks_are_judged_as_the_whole_is(source: &[u8]) {
    // A collection is cut only where a game ends and the next one follows.
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
    // Brackets before or behind it, damage, and what is safe only where there are not both.
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
                .any(|found| found.code.contains("unclosed"))
        };
        if games(&whole) != parts.map(games).concat() || parts.iter().any(open) {
            continue;
        }
        // What is not safe can make something else of what is damaged, up to the next game.
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
                &Document::parse(whole.as_slice()).unwrap(),
                &Settings::default(),
                choose,
            );
            let expected = expected.unwrap();
            let (mended, codes, left) = repaired_in_chunks(&parts, choose);
            let whole = expected.document.to_bytes();
            let (a, b) = (
                String::from_utf8_lossy(&mended),
                String::from_utf8_lossy(&whole),
            );
            assert_eq!(a, b, "{any}");
            let mut expected_codes: Vec<_> = expected.made.iter().map(|made| made.code).collect();
            expected_codes.sort_unstable();
            assert_eq!((codes, left), (expected_codes, expected.left.len()));
        }
        let document = Document::parse(whole.as_slice()).unwrap();
        let found = check(&document, &Settings::default());
        assert_eq!(found, checked_in_chunks(&parts));
    }
}

/// The text, the codes of the repairs that were made, and how many findings are left.
fn repaired_in_chunks(
    chunks: &[&[u8]],
    choose: impl Fn(&Diagnostic) -> bool,
) -> (Vec<u8>, Vec<&'static str>, usize) {
    let (mut text, mut codes, mut left) = (Vec::new(), Vec::new(), 0);
    for chunk in chunks {
        let chunk = Document::parse(*chunk).unwrap();
        let fixed = fix(&chunk, &Settings::default(), &choose).unwrap();
        text.extend(fixed.document.to_bytes());
        codes.extend(fixed.made.iter().map(|made| made.code));
        left += fixed.left.len();
    }
    codes.sort_unstable();
    (text, codes, left)
}

/// The findings, with their places in the whole.
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
