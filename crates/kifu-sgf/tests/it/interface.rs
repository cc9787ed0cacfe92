//! Tests of parts of the public interface that other crates use, as the documentation describes them.

use kifu_core::Points;
use kifu_sgf::assign::{AssignedProperty, Assignment, assign};
use kifu_sgf::charset::{Charset, CharsetSource};
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::strip::{StripOptions, strip_games};
use kifu_sgf::{
    Color, Document, Edit, GameContext, Move, NodeCheck, NodeId, Point, Scheme, Size, Span,
    Stretch, Stretches, Visit, check, check_each,
};

fn parse(source: impl Into<Vec<u8>>) -> Document {
    Document::parse(source).unwrap()
}

fn first(document: &Document) -> NodeId {
    document.roots().next().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn assigned_properties_that_differ_are_changed() {
    let one = |ident: &str, values: &[&str]| Assignment {
        ident: ident.into(),
        values: values.iter().map(|&value| value.into()).collect(),
    };
    let assigned = |source: &str, assignments: &[Assignment]| {
        let mut document = parse(source);
        let root = first(&document);
        let changes = assign(&mut document, root, assignments).unwrap();
        assert_eq!(document.is_edited(), !changes.is_empty());
        let words = changes.iter().map(
            |AssignedProperty {
                 ident,
                 before,
                 after,
             }| { format!("{ident} {}>{}", before.join(","), after.join(",")) },
        );
        (
            words.collect::<Vec<_>>().join(" "),
            text(&document.to_bytes()).to_owned(),
        )
    };
    let source = "(;PB[a\\\nb]KM[6.5]XX[];B[aa])";
    let same = |text: &str| (String::new(), text.to_owned());
    // The same values, in any spelling, and a property that is not there.
    assert_eq!(
        assigned(
            source,
            &[one("PB", &["ab"]), one("XX", &[""]), one("PW", &[])]
        ),
        same(source)
    );
    let (changes, written) = assigned(
        source,
        &[
            one("KM", &[]),
            one("PB", &["c]"]),
            one("PW", &["d"]),
            one("XX", &[]),
        ],
    );
    assert_eq!(changes, "KM 6.5> PB ab>c] PW >d XX >");
    assert_eq!(written, "(;PB[c\\]]PW[d];B[aa])");
    // The charset comes first, whatever the order.
    let (changes, _) = assigned(
        "(;CA[GBK]PB[a])",
        &[one("PB", &["é聂"]), one("CA", &["UTF-8"])],
    );
    assert_eq!(changes, "CA GBK>UTF-8 PB a>é聂");
    let mut document = parse("(;CA[Big5]PB[a])");
    let root = first(&document);
    assert!(assign(&mut document, root, &[one("PB", &["🙂"])]).is_err());
}

#[test]
fn games_are_files_of_their_own() {
    let games = |source: &[u8]| -> Vec<Vec<u8>> {
        let document = parse(source);
        let games: Vec<_> = document.standalone_games().map(Result::unwrap).collect();
        let split = document.split_source(source);
        assert_eq!(
            split
                .iter()
                .map(|(_, game)| *game)
                .collect::<Vec<_>>()
                .concat(),
            source
        );
        assert!(
            split
                .iter()
                .map(|(root, _)| root)
                .eq(games.iter().map(|(root, _)| root))
        );
        games.into_iter().map(|(_, game)| game).collect()
    };
    let two = b"x (;PB[a];B[aa]) y\n(;PB[b](;B[aa])(;B[bb]))\n z".as_slice();
    let expected = [&b"(;PB[a];B[aa])"[..], b"(;PB[b](;B[aa])(;B[bb]))"];
    assert_eq!(games(two), expected);
    let split = parse(two);
    let split = split.split_source(two);
    assert_eq!((split[0].1, split[1].1), (&two[..16], &two[16..]));
    let marked = [b"\xEF\xBB\xBF", two].concat();
    assert_eq!(
        games(&marked),
        expected.map(|game| [b"\xEF\xBB\xBF", game].concat())
    );
    // Several trees in one pair of parentheses.
    assert_eq!(
        games(b"((;C[a])(;C[b]))(;C[c])"),
        [&b"((;C[a])(;C[b]))"[..], b"(;C[c])"]
    );
    let wide = |text: &[u8]| -> Vec<u8> {
        let units = text.iter().flat_map(|&byte| [byte, 0]);
        [0xFF, 0xFE].into_iter().chain(units).collect()
    };
    assert_eq!(games(&wide(two)), expected.map(wide));
    assert_eq!(parse("no game").standalone_games().count(), 0);
}

#[test]
fn each_tree_is_a_game_of_its_own() {
    let document = parse("((;PB[a])(;PB[b];B[aa])(;PB[c])) (;PB[d]) (;PB[e])");
    let games: Vec<_> = document
        .roots()
        .map(|root| document.standalone_game(root).unwrap().unwrap())
        .collect();
    let texts: Vec<_> = games.iter().map(|game| text(game).trim()).collect();
    assert_eq!(
        texts,
        [
            "(;PB[a])",
            "(;PB[b];B[aa])",
            "(;PB[c])",
            "(;PB[d])",
            "(;PB[e])"
        ]
    );
    let second = document
        .main_line(document.roots().nth(1).unwrap())
        .nth(1)
        .unwrap();
    assert_eq!(document.standalone_game(second.id()).unwrap(), None);
}

#[test]
fn lines_end_at_the_last_nodes() {
    let comments = |source: &str| -> Vec<String> {
        let document = parse(source);
        let root = first(&document);
        document
            .line_ends(root)
            .map(|id| document.node(id).text("C").unwrap_or_default().into())
            .collect()
    };
    assert_eq!(
        comments("(;C[a](;C[b](;C[c])(;C[d];C[e]))(;C[f]))"),
        ["c", "e", "f"]
    );
    assert_eq!(comments("(;C[a])"), ["a"]);
    // Variations without nodes are skipped.
    assert_eq!(comments("(;C[a]()(;C[b]()))"), ["b"]);
}

#[test]
fn documents_keep_or_replace_their_text() {
    let source = b"(;C[x];B[aa])";
    let mut document = parse(&source[..]);
    assert!(!document.is_edited());
    let root = first(&document);
    document.node_mut(root).set("C", ["y"]).unwrap();
    assert!(document.is_edited());
    assert_eq!(document.into_bytes(), b"(;C[y];B[aa])");
    assert_eq!(parse(&source[..]).into_bytes(), source);
    let mut document = parse(&source[..]);
    let last = document.main_line(root).nth(1).unwrap().id();
    document.remove_node(last);
    assert!(document.is_edited());
    assert_eq!(document.to_bytes(), b"(;C[x])");
    document.set_text(b"(;C[z])".to_vec()).unwrap();
    assert!(!document.is_edited());
    assert_eq!(document.node(first(&document)).text("C").unwrap(), "z");
    // The form of the file stays.
    let wide: Vec<u8> = source.iter().flat_map(|&byte| [0, byte]).collect();
    let mut document = parse(wide.clone());
    assert_eq!(document.to_bytes(), wide);
    document.set_text(b"(;)".to_vec()).unwrap();
    assert_eq!(
        (document.utf16(), document.into_bytes()),
        (Some(("UTF-16BE", false)), b"\0(\0;\0)".to_vec())
    );
}

#[test]
fn text_outside_of_values_is_stray() {
    let stray = |source: &str| -> Vec<String> {
        let document = parse(source);
        let mut stray: Vec<_> = document
            .stray_text()
            .map(|part| text(part).to_owned())
            .collect();
        stray.sort();
        stray
    };
    assert_eq!(
        stray("before (;B[aa] in ;XY;W[bb]) \n between\n(;)after "),
        ["XY", "after", "before", "between", "in"]
    );
    assert_eq!(stray(" (;B[aa])\n\n(;) "), [""; 0]);
}

#[test]
fn text_is_encoded_in_the_charset_of_its_game() {
    let document = parse(b"(;CA[GBK]PB[\xC4\xF4\xCE\xC0\xC6\xBD])(;CA[UTF-8])".as_slice());
    let encoded = |number, text| document.encode_text(document.roots().nth(number).unwrap(), text);
    assert_eq!(encoded(0, "聂]").unwrap(), b"\xC4\xF4\\]");
    assert_eq!(encoded(1, "聂\\").unwrap(), "聂\\\\".as_bytes());
    assert!(encoded(0, "🙂").is_err());
    assert_eq!(encoded(0, "").unwrap(), b"");
}

#[test]
fn a_caller_can_choose_the_charset() {
    let source = b"(;CA[UTF-8]PB[\xC4\xF4\xCE\xC0\xC6\xBD])";
    let document = Document::parse_in(source, Charset::GBK).unwrap();
    let root = first(&document);
    let found = document.charset(root);
    assert_eq!(
        (found.charset, found.source),
        (Charset::GBK, CharsetSource::Given)
    );
    assert_eq!(document.node(root).text("PB").unwrap(), "聂卫平");
    // An edit does not change the choice.
    let edit = Edit::replace(Span::new(14, 20), *b"Nie");
    assert_eq!(document.charset_with(root, &edit), found);
}

#[test]
fn an_edit_can_change_a_guessed_charset() {
    let source = b"(;CA[UTF-8]) (;PB[\xC4\xF4\xCE\xC0\xC6\xBD];C[end])";
    let document = parse(&source[..]);
    let root = document.roots().nth(1).unwrap();
    let with = |span, text: &str| {
        document
            .charset_with(root, &Edit::replace(span, text.as_bytes()))
            .charset
    };
    assert_eq!(document.charset(root).charset, Charset::GBK);
    assert_eq!(with(Span::new(18, 24), "Nie"), Charset::UTF_8);
    assert_eq!(with(Span::new(28, 31), "x"), Charset::GBK);
    // An edit of another game changes nothing.
    assert_eq!(with(Span::new(5, 10), "GBK"), Charset::GBK);
}

#[test]
fn findings_are_reported_one_at_a_time() {
    let document = parse("(;KM[0.5]KM[6.5]C[a];B[aa]C[b]C[c]");
    let mut codes = Vec::new();
    check_each(&document, |found| codes.push(found.code.name));
    codes.sort_unstable();
    let mut all: Vec<_> = check(&document)
        .iter()
        .map(|found| found.code.name)
        .collect();
    all.sort_unstable();
    assert_eq!(codes, all);
    assert_eq!(
        codes,
        [
            "sgf/duplicate-property",
            "sgf/duplicate-property",
            "sgf/unclosed-tree"
        ]
    );
    // The charset is checked on entering a game.
    let document = parse("(;CA[no such]C[a])");
    let mut nodes = NodeCheck::new(&document);
    let mut codes = Vec::new();
    nodes.enter_game(first(&document), &mut |found| codes.push(found.code.name));
    assert_eq!(codes, ["sgf/unknown-charset"]);
}

#[test]
fn the_komi_of_a_dialect_is_understood() {
    let komi = |head: &str, text: &str| {
        let document = parse(format!("(;{head})"));
        let root = document.node(first(&document));
        root.meant_komi(text, &GameContext::of(root))
    };
    assert_eq!(
        komi("AP[foxwq]RU[Chinese]", "375"),
        Some(Points::from_halves(15))
    );
    assert_eq!(komi("", "6.5"), Some(Points::from_halves(13)));
    assert_eq!(komi("", "375"), Some(Points::whole(375)));
    assert_eq!(komi("", "much"), None);
}

#[test]
fn moves_are_those_that_a_program_can_play() {
    let movers = |source: &str| -> Vec<Color> {
        let document = parse(source);
        let root = first(&document);
        let context = GameContext::of(document.node(root));
        let properties = document.main_line(root).flat_map(|node| node.properties());
        properties
            .filter_map(|property| property.mover(&context))
            .collect()
    };
    assert_eq!(
        movers("(;B;W[zz];B[D4];W[abc];B[pd];W[];AB[aa])"),
        [Color::Black, Color::Black, Color::White]
    );
    // Moves of other games are not understood, but count.
    assert_eq!(movers("(;GM[2];W[abc])"), [Color::White]);
}

#[test]
fn moves_have_the_time_of_their_player() {
    let document = parse("(;GM[1];B[pd]BL[1796.5]OW[1]WL[1];W[dd]WL[ 30 ]OW[ 3 ];B[]OB[x];C[x])");
    let root = first(&document);
    let context = GameContext::of(document.node(root));
    let moves = document
        .main_line(root)
        .flat_map(|node| node.timed_moves(&context));
    let moves: Vec<_> = moves
        .map(|one| {
            (
                one.color,
                one.action,
                one.time_left.map(|time| time.to_string()),
                one.periods_left,
            )
        })
        .collect();
    let play = |col, row| Move::Play(Point::new(col, row));
    assert_eq!(
        moves,
        [
            (Color::Black, play(15, 3), Some("1796.5".into()), None),
            (Color::White, play(3, 3), Some("30".into()), Some(3)),
            (Color::Black, Move::Pass, None, None),
        ]
    );
}

#[test]
fn plays_of_a_line_are_counted_and_replaced() {
    let document = parse("(;SZ[19];B[pd];W[dd];B[pp];C[x])");
    let root = first(&document);
    let visits: Vec<_> = document.visit_main_line(root, Size::default()).collect();
    let Some(Visit::Plays(plays)) = visits.get(1) else {
        panic!("expected plays");
    };
    assert_eq!(
        (plays.count_of(Color::Black), plays.count_of(Color::White)),
        (2, 1)
    );
    assert_eq!(text(plays.span().of(document.text())), ";B[pd];W[dd];B[pp]");
    let replaced = plays.replaced(|color, point| (!color, Point::new(point.row, point.col)));
    assert_eq!(text(&replaced), ";W[dp];B[dd];W[pp]");
}

#[test]
fn spans_of_properties_are_in_the_source() {
    let mut document = parse("(;Co[a] [b\\]]\nPB[c])");
    let root = first(&document);
    let spans = |document: &Document| -> Vec<Option<(String, String)>> {
        let of = |span: Span| text(span.of(document.text())).to_owned();
        let properties = document.node(root).properties();
        let spans =
            properties.map(|property| Some((of(property.ident_span()?), of(property.span()?))));
        spans.collect()
    };
    let both = |ident: &str, all: &str| Some((ident.to_owned(), all.to_owned()));
    assert_eq!(
        spans(&document),
        [both("Co", "Co[a] [b\\]]"), both("PB", "PB[c]")]
    );
    document.node_mut(root).set("PB", ["d"]).unwrap();
    assert_eq!(spans(&document)[1], None);
}

#[test]
fn values_are_text_without_a_charset_if_they_are_utf8() {
    let document = parse(b"(;C[one\\\nline \\] two]PB[\xFF])".as_slice());
    let root = document.node(first(&document));
    let value = |ident| root.get(ident).unwrap().value().unwrap();
    assert_eq!(value("C").utf8_text().unwrap(), "oneline ] two");
    assert!(value("PB").utf8_text().is_err());
}

#[test]
fn only_the_wanted_games_are_stripped() {
    let mut document = parse("(;C[a];B[pd]C[b])(;C[c](;B[aa])(;B[bb]))");
    let last = document.roots().last();
    let what = StripOptions {
        comments: true,
        variations: true,
        ..StripOptions::default()
    };
    strip_games(&mut document, &what, |root| Some(root) == last);
    assert_eq!(text(&document.to_bytes()), "(;C[a];B[pd]C[b])(;(;B[aa]))");
}

#[test]
fn a_game_is_split_into_stretches() {
    let stretches = |source: &str, depth| -> Vec<String> {
        let document = parse(source);
        let mut stretches = Stretches::new(&document, first(&document), depth);
        let mut all = Vec::new();
        while let Some(one) = stretches.next() {
            let Stretch {
                nodes,
                moves,
                moves_before,
                variations,
                cut,
                ..
            } = one;
            let path = stretches.path(&one, 10);
            assert_eq!(
                (path.len(), path.last().copied().unwrap_or(0)),
                (one.level, one.variation)
            );
            assert_eq!(
                stretches.path(&one, 1),
                path[path.len().saturating_sub(1)..]
            );
            assert_eq!(
                (one.id as usize, one.parent.is_none()),
                (all.len(), one.level == 0)
            );
            let cut = if cut { " cut" } else { "" };
            all.push(format!(
                "{path:?} {nodes} {moves_before}+{moves} {variations}{cut}"
            ));
        }
        all
    };
    let game = "(;C[x];B[aa];W[bb](;B[cc])()(;B[dd];W[ee](;B[ff];W[gg])(;B[gg])))";
    let all = [
        "[] 3 0+2 2",
        "[0] 1 2+1 0",
        "[1] 2 2+2 2",
        "[1, 0] 2 4+2 0",
        "[1, 1] 1 4+1 0",
    ];
    assert_eq!(stretches(game, None), all);
    assert_eq!(stretches(game, Some(2)), all);
    let cut = [
        "[] 3 0+2 2",
        "[0] 1 2+1 0",
        "[1] 2 2+2 2 cut",
        "[1, 0] 2 4+2 0",
    ];
    assert_eq!(stretches(game, Some(1)), cut);
    assert_eq!(stretches(game, Some(0)), ["[] 3 0+2 2 cut", "[0] 1 2+1 0"]);
    assert_eq!(stretches("(;B[aa](;W[bb]))", None), ["[] 2 0+2 0"]);
}

#[test]
fn moves_have_names() {
    let document = parse("(;B[pd];W[];B[tt];W[+];B[ long value ];W)");
    let nodes = document.main_line(first(&document));
    let names: Vec<String> = nodes
        .flat_map(|node| node.properties())
        .map(|property| property.move_name(Size::default()))
        .collect();
    assert_eq!(names[..5], ["Q16", "pass", "pass", "[+]", "[long val]"]);
}

#[test]
fn a_reader_skips_variations_and_games() {
    let source =
        b"x(;B[aa](;C[b](;C[c]))(;C[d]);C[e]) (;CA[Big5]PB[\xB5\xE1\xA4\xE5]) (;CA[UTF-8])";
    let mut reader = Reader::new(source);
    assert_eq!((reader.depth(), reader.offset()), (0, 0));
    let mut seen = String::new();
    let mut charsets = Vec::new();
    while let Some(event) = reader.next() {
        match event {
            Event::Open => seen.push('('),
            Event::Node => seen.push(';'),
            Event::Close => seen.push(')'),
            Event::Property(property) => match property.value().map(|value| value.raw().to_vec()) {
                Some(value) if value == b"b" => reader.skip_variation(),
                Some(value) if value == b"d" => reader.skip_game(),
                Some(value) if value == b"Big5" => {
                    charsets.push((reader.charset().charset, reader.scheme()));
                }
                Some(value) if value == b"UTF-8" => {
                    charsets.push((reader.charset().charset, reader.scheme()));
                }
                _ => seen.push('.'),
            },
        }
        if seen.ends_with("(;") {
            assert!(reader.depth() > 0);
        }
    }
    assert_eq!(seen, "(;.(;)(;)(;.)(;)");
    assert_eq!((reader.depth(), reader.offset()), (0, source.len()));
    assert_eq!(
        charsets,
        [
            (Charset::BIG5, Scheme::Big5),
            (Charset::UTF_8, Scheme::AsciiSafe)
        ]
    );
    // Outside of games there is nothing to skip.
    let mut reader = Reader::new(b"(;)");
    reader.skip_variation();
    reader.skip_game();
    assert_eq!(reader.count(), 3);
}

#[test]
fn names_that_a_document_cannot_have_are_known() {
    let document = parse("(;GaMe[1]C[no GS];B[gd])");
    assert!(document.may_have("GM") && document.may_have("B"));
    // The answer is only sure if it is `false`.
    assert!(document.may_have("GS"));
    assert!(!document.may_have("HA") && !document.may_have("GD"));
    assert!(!parse("(;PC[The KGS Go Server at kgs.com])").may_have("GS"));
    let mut document = parse("(;B[aa])");
    assert!(!document.may_have("HA"));
    let root = first(&document);
    document.node_mut(root).set("HA", ["2"]).unwrap();
    assert!(document.may_have("HA"));
}

#[test]
fn the_parenthesis_that_is_too_many_is_found() {
    let unclosed = |source: &str| -> Vec<Span> {
        let document = parse(source);
        let found = document
            .diagnostics()
            .filter(|found| found.code.name == "sgf/unclosed-tree");
        found.map(|found| found.span).collect()
    };
    assert_eq!(unclosed("(;C[x]((;B[aa])(;B[bb]))"), [Span::new(6, 7)]);
    assert_eq!(unclosed("(;C[x](;B[aa])"), [Span::new(0, 1)]);
}

#[test]
fn the_parenthesis_that_closes_a_game_too_early_is_found() {
    let found = |source: &str| -> Vec<(&str, Span)> {
        let document = parse(source);
        document
            .diagnostics()
            .map(|found| (found.code.name, found.span))
            .collect()
    };
    let early = ("sgf/early-close", Span::new(13, 14));
    let game = "(;FF[4];B[aa])C[x](;W[bb])(;W[cc]))";
    assert_eq!(found(game), [early]);
    // Other games can have faults of their own.
    let stray = ("sgf/stray-close", Span::new(53, 54));
    let more = format!("{game}\n(;GM[1])\n(;GM[1]))");
    assert_eq!(found(&more), [early, stray]);
}

/// The charset of a game depends only on its own bytes, however they are aligned.
#[test]
fn a_game_in_utf8_reads_the_same_before_one_in_gbk() {
    let other = b"(;CA[GBK]C[\xC8\xFD\xC8\xFD])";
    for pad in 0..3 {
        // Read as GBK, the last byte of the text and the `]` after it would be a character.
        let text = "-".repeat(pad) + &"\u{4E09}".repeat(2001);
        let game = format!("(;CA[GBK]C[{text}];B[aa])\n");
        let document = parse([game.as_bytes(), other].concat());
        let games: Vec<NodeId> = document.roots().collect();
        assert_eq!(games.len(), 2);
        let comment = |game| document.node(game).text("C").unwrap().into_owned();
        assert!(comment(games[0]) == text, "{pad}");
        assert_eq!(comment(games[1]), "\u{4E09}\u{4E09}");
    }
}
