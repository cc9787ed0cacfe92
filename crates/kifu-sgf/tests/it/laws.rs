//! Laws that hold for any bytes. Tests check them for cases and the corpus, the fuzzer for
//! arbitrary input.

#[path = "meaning.rs"]
mod meaning;

#[path = "../../../kifu-value/tests/it/laws.rs"]
mod texts;

use std::collections::BTreeSet;

use kifu_sgf::canonical::{self, HeaderPolicy, Layout, LineBreak, PassStyle, PointStyle, Style};
use kifu_sgf::charset::Charset;
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::value::{self, Parsed, PointLetters, ValueError};
use kifu_sgf::{
    Address, Document, EditError, Fix, GameContext, Ident, LimitKind, Limits, Location, Move,
    NewValue, NodeId, NodeRef, Place, PropertyInfo, RecodeErrorKind, Safety, Size, Undecodable,
    Visit, games,
};

/// Without edits, the bytes are written back unchanged.
pub(crate) fn bytes_survive(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    assert_eq!(document.to_bytes(), source);
    let mut written = Vec::new();
    document.write_to(&mut written).unwrap();
    assert_eq!(written, source);
    let checked = kifu_sgf::check(&document);
    assert!(
        checked
            .iter()
            .all(|found| found.span.range().end <= document.text().len())
    );
}

/// There is a finding for every value that does not decode in the charset of its game.
pub(crate) fn undecodable_values_are_reported(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let reported: BTreeSet<usize> = kifu_sgf::check(&document)
        .iter()
        .filter(|found| {
            matches!(
                found.code.name,
                "sgf/undecodable-text" | "sgf/dangling-byte"
            )
        })
        .map(|found| found.span.range().start)
        .collect();
    for root in document.roots() {
        let charset = document.charset(root).charset;
        let nodes = document.forest().preorder(root);
        let values = nodes
            .flat_map(|id| document.node(id).properties())
            .flat_map(|property| property.values());
        for value in values.filter(|value| value.text(charset).malformed) {
            let span = value.span().unwrap();
            assert!(
                reported.range(span.range()).next().is_some(),
                "no finding for {span}, `{}`",
                value.raw().escape_ascii()
            );
        }
    }
}

/// A source that exactly meets the limits reads as without limits; if one limit is lower by one,
/// the source is refused, and the place of the error is in the text.
pub(crate) fn limits_are_exact(source: &[u8]) {
    let whole = Document::parse(source).unwrap();
    let nodes = || whole.roots().flat_map(|root| whole.forest().preorder(root));
    let values = nodes().flat_map(|id| whole.node(id).properties()).count();
    let exact = Limits {
        bytes: source.len(),
        nodes: nodes().count(),
        values,
        ..Limits::default()
    };
    let read = Document::parse_within(source, &exact).unwrap();
    assert_eq!(read.to_bytes(), source);
    assert_eq!(read.forest().id_count(), whole.forest().id_count());
    let Limits {
        bytes,
        nodes,
        values,
        ..
    } = exact;
    let less = [
        (
            LimitKind::Bytes,
            bytes,
            Limits {
                bytes: bytes.saturating_sub(1),
                ..exact
            },
        ),
        (
            LimitKind::Nodes,
            nodes,
            Limits {
                nodes: nodes.saturating_sub(1),
                ..exact
            },
        ),
        (
            LimitKind::Values,
            values,
            Limits {
                values: values.saturating_sub(1),
                ..exact
            },
        ),
        (
            LimitKind::Depth,
            whole.roots().count(),
            Limits { depth: 0, ..exact },
        ),
    ];
    for (what, count, limits) in less {
        if count == 0 {
            continue;
        }
        let error = Document::parse_within(source, &limits).unwrap_err();
        assert_eq!(error.kind, what);
        assert!(error.at <= whole.text().len().max(source.len()));
    }
}

/// Returns the kind of an event, and the address of its first value.
fn place(event: Event<'_>) -> (std::mem::Discriminant<Event<'_>>, Option<*const u8>) {
    let value = match event {
        Event::Property(property) => property.values().next().map(|value| value.raw().as_ptr()),
        _ => None,
    };
    (std::mem::discriminant(&event), value)
}

/// The events and the document have the same structure, the events are balanced, and skipping omits
/// exactly the variation.
pub(crate) fn events_agree(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    if document.utf16().is_some() {
        return;
    }
    // The depth and kind of the remaining events if variations are skipped.
    let mut seen = Vec::new();
    let (mut depth, mut nodes) = (0usize, 0);
    let mut reader = Reader::new(source);
    while let Some(event) = reader.next() {
        match event {
            Event::Open => depth += 1,
            Event::Node => {
                nodes += 1;
                seen.push(Vec::new());
            }
            Event::Property(property) => {
                let values: Vec<&[u8]> = property.values().map(|value| value.raw()).collect();
                seen.last_mut()
                    .expect("a property has a node")
                    .push((property.ident(), values));
            }
            Event::Close => depth = depth.checked_sub(1).expect("more `Close` than `Open`"),
        }
        assert_eq!(depth, reader.depth());
    }
    assert_eq!(depth, 0);
    let roots: Vec<NodeId> = document.roots().collect();
    let forest = document.forest();
    let all = roots
        .iter()
        .flat_map(|root| forest.preorder(*root))
        .map(|id| document.node(id));
    let read: Vec<_> = all
        .filter(|node| !node.is_empty_variation())
        .map(|node| {
            node.properties()
                .map(|property| {
                    (
                        property.ident(),
                        property.values().map(|v| v.raw()).collect::<Vec<&[u8]>>(),
                    )
                })
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(read.len(), nodes);
    assert_eq!(read, seen);

    let mut plain = Reader::new(source);
    let mut skipping = Reader::new(source);
    loop {
        match (plain.next(), skipping.next()) {
            (None, None) => break,
            (Some(Event::Open), Some(Event::Open)) if plain.depth() == 2 => {
                skipping.skip_variation();
                assert!(matches!(skipping.next(), Some(Event::Close)));
                while plain.depth() > 1 {
                    plain.next().expect("every `Open` is closed");
                }
            }
            (Some(a), Some(b)) => {
                assert_eq!(std::mem::discriminant(&a), std::mem::discriminant(&b))
            }
            (a, b) => panic!("{a:?} against {b:?}"),
        }
    }
    // `fold` from any position yields the same events as `next`.
    let mut each = Reader::new(source);
    let mut all = Vec::new();
    for event in each.clone() {
        all.push(place(event));
    }
    for from in 0..all.len().min(20) {
        let rest = each.clone().fold(Vec::new(), |mut places, event| {
            places.push(place(event));
            places
        });
        assert_eq!(rest, all[from..]);
        assert_eq!(each.next().map(place), Some(all[from]));
    }
    let mut skipping = Reader::new(source);
    let mut trees = 0;
    while let Some(event) = skipping.next() {
        assert!(matches!(event, Event::Open | Event::Close));
        if matches!(event, Event::Open) {
            trees += 1;
            skipping.skip_game();
        }
    }
    assert!(trees <= roots.len());
}

/// `only_move` and `plain_play` of a node agree with all of its properties.
pub(crate) fn only_moves_are_all(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    for node in nodes.map(|id| document.node(id)) {
        for size in [Size::default(), Size::square(9).unwrap()] {
            if let Some((color, point)) = node.plain_play(size) {
                let is_setup =
                    |ident: Ident<'_>| ["AB", "AW", "AE"].iter().any(|name| ident.is(name));
                let mut rest = node.properties().filter(|property| {
                    property.ident().player().is_some() || is_setup(property.ident())
                });
                let play = rest.next().unwrap();
                assert_eq!(play.ident().player(), Some(color), "{node:?}");
                assert_eq!(play.single_move(size), Some(Move::Play(point)), "{node:?}");
                assert!(rest.next().is_none(), "{node:?}");
            }
        }
        let Some((color, letters, span)) = node.only_move() else {
            continue;
        };
        let properties: Vec<_> = node.properties().collect();
        assert_eq!(properties.len(), 1, "{node:?}");
        assert_eq!(properties[0].ident().as_str(), color.letter().to_string());
        let values: Vec<_> = properties[0].values().collect();
        assert_eq!(values.len(), 1, "{node:?}");
        assert_eq!(
            (values[0].raw(), values[0].span()),
            (&letters[..], Some(span))
        );
    }
}

/// The fast iterators visit the same nodes in the same order as the others, and read the same plays.
pub(crate) fn visits_are_all_nodes(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        for size in [Size::default(), Size::square(9).unwrap()] {
            let nodes = |visit: Visit<'_>| match visit {
                Visit::Node(node) => vec![node.id()],
                Visit::Plays(plays) => {
                    assert!(plays.len() > 0 && plays.iter().len() == plays.len());
                    let ids = (plays.first().index()..).map(|at| NodeId::from_index(at).unwrap());
                    let read = |(id, play)| {
                        let node = document.node(id);
                        assert!(node.only_move().is_some(), "{node:?}");
                        assert_eq!(node.plain_play(size), Some(play), "{node:?}");
                        id
                    };
                    ids.zip(plays).map(read).collect()
                }
            };
            let main_line = document.visit_main_line(root, size).flat_map(nodes);
            assert!(main_line.eq(document.main_line(root).map(NodeRef::id)));
            let tree = document.visit_tree(root, size).flat_map(nodes);
            assert!(tree.eq(document.forest().preorder(root)));
        }
    }
}

/// Every node of every game has an address of its own, which reads back and leads to the node.
pub(crate) fn addresses_lead_back(source: &[u8]) {
    /// The number of nodes of a game whose addresses are followed, since that takes time proportional to the game.
    const FOLLOWED: usize = 100;
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let addresses = document.addresses(root);
        let is_node = |id: &NodeId| !document.node(*id).is_empty_variation();
        let nodes: Vec<NodeId> = document.forest().preorder(root).filter(is_node).collect();
        let mut taken = BTreeSet::new();
        let steps = nodes.len() / FOLLOWED + 1;
        for (number, &id) in nodes.iter().enumerate() {
            let address = addresses.get(id).unwrap();
            let name = address.to_string();
            if number % steps == 0 || number + 1 == nodes.len() {
                let read: Address = name.parse().unwrap();
                assert_eq!(read, address);
                assert_eq!(
                    document.locate(root, &Location::Address(read)),
                    Ok(id),
                    "{name}"
                );
                let number: Location = format!("#{}", number + 1).parse().unwrap();
                assert_eq!(document.locate(root, &number), Ok(id), "{name}");
            }
            assert!(taken.insert(name), "{address} is taken twice");
        }
    }
}

/// No property has a name, in any spelling, for which `may_have` returns `false`.
pub(crate) fn no_property_is_denied(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    let properties = nodes.flat_map(|id| document.node(id).properties());
    let names: BTreeSet<String> = properties
        .map(|property| property.ident().significant().map(char::from).collect())
        .collect();
    for name in names.iter().filter(|name| !name.is_empty()).take(50) {
        assert!(document.may_have(name), "{name} exists");
    }
}

/// The quick ways to find codes and starts have the results of the slow ones.
pub(crate) fn shortcuts_agree(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let found = document.diagnostics().map(|found| (found.code, found.span));
    assert!(document.faults().eq(found));
    let roots = document.roots();
    for id in roots.flat_map(|root| document.forest().preorder(root)) {
        let node = document.node(id);
        assert_eq!(node.start(), node.span().map(|span| span.start));
    }
}

/// A collection that is read game by game has the same games, which together have the same bytes.
pub(crate) fn games_tile(source: &[u8]) {
    let whole = Document::parse(source).unwrap();
    let mut bytes = Vec::new();
    let mut trees = Vec::new();
    for game in games(source) {
        let game = game.unwrap();
        bytes.extend(game.to_bytes());
        trees.extend(tree(&game));
    }
    assert_eq!(bytes, source);
    assert_eq!(trees, tree(&whole));
}

/// After all safe fixes the text reads the same, and the findings are gone.
pub(crate) fn fixes_keep_the_reading(source: &[u8]) {
    /// A fix that overlaps another one is skipped, and made in the next round.
    const ROUNDS: usize = 6;
    let mut document = Document::parse(source).unwrap();
    if !keeps_its_charset(&document) {
        return;
    }
    let meant = texts(&document);
    for round in 0.. {
        let fixes: Vec<Fix> = document
            .diagnostics()
            .filter_map(|found| found.fix)
            .filter(|fix| fix.safety == Safety::Safe)
            .map(|fix| *fix)
            .collect();
        if fixes.is_empty() {
            break;
        }
        assert!(round < ROUNDS, "remaining fixes: {fixes:?}");
        let mended = kifu_sgf::apply(document.text(), &fixes);
        assert!(mended.accepted.contains(&true));
        let shown = String::from_utf8_lossy(&mended.text).into_owned();
        // The text of a UTF-16 file is in UTF-8, and is written as UTF-16 again.
        let written = document.with_text(mended.text).unwrap().to_bytes();
        document = Document::parse(written).unwrap();
        assert_eq!(
            meant,
            texts(&document),
            "\nsource: {:?}\n fixed: {shown:?}",
            String::from_utf8_lossy(source)
        );
    }
}

/// Returns the meaning of the tree: identifiers in capitals, texts decoded. Variations at which the
/// source was truncated are ignored.
fn texts(document: &Document) -> Vec<Node<String>> {
    let text = |raw: Vec<u8>| kifu_sgf::text(&String::from_utf8_lossy(&raw)).into_owned();
    tree_but(document, &meaning::cut_off(document))
        .into_iter()
        .map(|(depth, empty, properties)| {
            let properties = properties.into_iter().map(|(ident, values)| {
                let ident = if ident.iter().any(u8::is_ascii_uppercase) {
                    ident
                } else {
                    ident.to_ascii_uppercase()
                };
                (ident, values.into_iter().map(text).collect())
            });
            (depth, empty, properties.collect())
        })
        .collect()
}

/// Replacing a value changes only its own bytes.
pub(crate) fn set_changes_only_its_bytes(source: &[u8]) {
    let mut document = Document::parse(source).unwrap();
    if document.utf16().is_some() {
        return;
    }
    let target = document
        .roots()
        .flat_map(|root| document.forest().preorder(root))
        .take(50)
        .find_map(|id| {
            let property = document
                .node(id)
                .properties()
                .find(|p| !p.ident().is("CA") && !p.ident().as_bytes().is_empty())?;
            let value = property.value().filter(|value| value.is_closed())?;
            // The first of several properties with the same name is replaced.
            let first = document.node(id).get(property.ident().as_str())?;
            (first.span() == property.span()).then_some((
                id,
                property.ident().as_str().to_owned(),
                value.span()?,
            ))
        });
    let Some((id, ident, span)) = target else {
        return;
    };
    document
        .node_mut(id)
        .set_value(&ident, 0, "a]b\\c")
        .unwrap();
    let node = document.node(id);
    // Parts that the source lacks can be added, and a `(` without a node of its own can be removed,
    // together with the white space before it.
    let node_less = |found: kifu_sgf::Diagnostic| found.code.name == "sgf/nested-open";
    let leaves_out =
        document.diagnostics().any(node_less) || !meaning::cut_off(&document).is_empty();
    let kept = |bytes: &[u8]| -> Vec<u8> {
        let is_kept = |byte: &u8| !leaves_out || !b"() \n".contains(byte);
        bytes.iter().copied().filter(is_kept).collect()
    };
    let expected = [
        &source[..span.range().start],
        b"[a\\]b\\\\c]",
        &source[span.range().end..],
    ];
    let expected = kept(&expected.concat());
    let written = document.to_bytes();
    let mut rest = expected.iter().peekable();
    for byte in &kept(&written) {
        let kept = rest.next_if_eq(&byte).is_some();
        assert!(
            kept || b"(;])\n\\".contains(byte),
            "{}",
            written.escape_ascii()
        );
    }
    assert_eq!(rest.next(), None);
    assert_eq!(
        node.get(&ident).unwrap().value().unwrap().raw(),
        b"a\\]b\\\\c"
    );
}

/// An edited document reads back as edited. `data` is a script of edits followed by the source: a
/// byte with the number of edits, five bytes for each, and the rest.
pub(crate) fn edits_read_back(data: &[u8]) {
    let Some((&count, rest)) = data.split_first() else {
        return;
    };
    let count = usize::from(count % 32);
    let Some((script, source)) = rest.split_at_checked(count * 5) else {
        return;
    };
    edited_reads_back(script, source);
}

/// Checks the same law, given script and source separately.
pub(crate) fn edited_reads_back(script: &[u8], source: &[u8]) {
    let mut document = Document::parse(source).unwrap();
    if !keeps_its_charset(&document) || may_begin_to_shift(&document) {
        return;
    }
    for edit in script.chunks_exact(5) {
        apply(&mut document, edit);
    }
    let written = document.to_bytes();
    let read = Document::parse(written.as_slice()).unwrap();
    let sealed = |document: &Document| -> Vec<Node> {
        let mut nodes = tree_but(document, &meaning::cut_off(document));
        for (.., properties) in &mut nodes {
            for value in properties.iter_mut().flat_map(|(_, values)| values) {
                *value = without_escaped_brackets(value);
            }
        }
        nodes
    };
    let (meant, read) = (sealed(&document), sealed(&read));
    assert_eq!(
        meant,
        read,
        "\n source: {:?}\nwritten: {:?}",
        String::from_utf8_lossy(source),
        String::from_utf8_lossy(&written)
    );
}

/// Returns a raw value with `[` for `\[` and `]` for `\]`: in a damaged text, writing can add
/// escapes to brackets.
fn without_escaped_brackets(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b'[' | b']')) => {}
            (b'\\', Some(b'\\')) => {
                bytes.next();
                out.extend(b"\\\\");
            }
            _ => out.push(byte),
        }
    }
    out
}

/// Whether the charset of a text is certain. If it is guessed, or the end of a value is uncertain,
/// the text can read differently after the bytes around it changed; that is unavoidable.
fn keeps_its_charset(document: &Document) -> bool {
    let text = document.text();
    let utf8 = std::str::from_utf8(text).is_ok();
    utf8 && !text.contains(&0x1B) && !text.contains(&0x0E) && !junk_is_of_another_charset(document)
}

/// Whether a game declares ISO-2022 and its text is ASCII so far. With its first character beyond
/// ASCII it is read differently, and unescaped brackets can change their meaning.
fn may_begin_to_shift(document: &Document) -> bool {
    let shifts = |charset: Charset| charset.name().starts_with("ISO-2022");
    let mut charsets = document.roots().map(|root| document.charset(root).charset);
    document.diagnostics().next().is_some() && charsets.any(shifts)
}

/// Whether a game declares another charset than that of the file. New text is written in that
/// charset; then junk between its properties is also read in it.
fn junk_is_of_another_charset(document: &Document) -> bool {
    let mut charsets = document.roots().map(|root| document.charset(root).charset);
    charsets.any(|charset| charset != Charset::UTF_8)
        && document.diagnostics().any(|found| {
            found.code.name == "sgf/junk" && !found.span.of(document.text()).is_ascii()
        })
}

/// Whether the ends of all values are certain. If a text has a `[` that no `]` closes, its end
/// depends on the text after the value, and damage after it can change its meaning.
fn ends_are_certain(document: &Document) -> bool {
    let mut values = document
        .roots()
        .flat_map(|root| document.forest().preorder(root))
        .flat_map(|id| document.node(id).properties())
        .flat_map(|property| property.values());
    document.diagnostics().next().is_none() || !values.any(|value| has_lone_bracket(value.raw()))
}

fn has_lone_bracket(raw: &[u8]) -> bool {
    let (mut open, mut escaped) = (0usize, false);
    for byte in raw {
        match byte {
            b'[' if !escaped => open += 1,
            b']' => open = open.saturating_sub(1),
            _ => {}
        }
        escaped = *byte == b'\\' && !escaped;
    }
    open > 0
}

const IDENTS: [&str; 6] = ["B", "C", "AB", "KM", "CA", "x"];
const VALUES: [&str; 8] = [
    "pd",
    "",
    "a]b\\",
    "UTF-8",
    "\\",
    "two\nlines",
    "古力",
    "(;B[aa])",
];

fn apply(document: &mut Document, edit: &[u8]) {
    let [kind, a, b, ident, value] = *edit else {
        return;
    };
    let ids: Vec<NodeId> = (0..document.forest().id_count())
        .filter_map(NodeId::from_index)
        .collect();
    let pick = |n: u8| ids.get(usize::from(n) % ids.len().max(1)).copied();
    let (node, other) = (pick(a), pick(b));
    let place = match (value % 6, other) {
        (0, _) | (_, None) => Place::LastRoot,
        (1, _) => Place::FirstRoot,
        (2, Some(at)) => Place::FirstChild(at),
        (3, Some(at)) => Place::LastChild(at),
        (4, Some(at)) => Place::Before(at),
        (_, Some(at)) => Place::After(at),
    };
    let name = IDENTS[usize::from(ident) % IDENTS.len()];
    let text = VALUES[usize::from(value) % VALUES.len()];
    let Some(node) = node else {
        document.add_node(place).unwrap();
        return;
    };
    // An edit may be refused; the document is then unchanged.
    let _: Result<(), EditError> = match kind % 13 {
        0 => document.node_mut(node).set(name, [text]),
        1 => document.node_mut(node).set(name, [text, "x", text]),
        2 => document.node_mut(node).add(name, [text]),
        3 => document.node_mut(node).remove(name).map(drop),
        4 => document.node_mut(node).add_value(name, text),
        5 => document
            .node_mut(node)
            .remove_value(name, usize::from(b % 3))
            .map(drop),
        6 => document
            .node_mut(node)
            .set_value(name, usize::from(b % 3), NewValue::Raw(b"raw\\]"))
            .map(drop),
        7 => document.add_node(place).map(drop),
        8 => document.move_node(node, place),
        9 => {
            document.remove_node(node);
            Ok(())
        }
        10 => {
            document.promote(node);
            Ok(())
        }
        11 => {
            document.dissolve_node(node);
            Ok(())
        }
        _ => {
            document.make_main_line(node);
            Ok(())
        }
    };
}

/// A node: its depth, whether it is a variation without a node, and its properties.
type Node<V = Vec<u8>> = (usize, bool, Vec<(Vec<u8>, Vec<V>)>);

/// Returns the tree as plain data.
fn tree(document: &Document) -> Vec<Node> {
    tree_but(document, &BTreeSet::new())
}

/// Returns the tree without the variations that start at these offsets, which have no node.
fn tree_but(document: &Document, cut: &BTreeSet<u32>) -> Vec<Node> {
    let mut nodes = Vec::new();
    for root in document.roots() {
        let mut depth = 0;
        for step in document.forest().traverse(root) {
            let kifu_tree::Step::Enter(id) = step else {
                depth -= 1;
                continue;
            };
            let node = document.node(id);
            let properties = node.properties().map(|property| {
                let values = property.values().map(|value| {
                    // Closing a truncated value may need a line break.
                    let breaks = value
                        .raw()
                        .iter()
                        .rev()
                        .take_while(|b| **b == b'\n')
                        .count();
                    value.raw()[..value.raw().len() - breaks].to_vec()
                });
                (property.ident().as_bytes().to_vec(), values.collect())
            });
            let is_empty = node.is_empty_variation();
            if !(is_empty && node.span().is_some_and(|span| cut.contains(&span.start))) {
                nodes.push((depth, is_empty, properties.collect()));
            }
            depth += 1;
        }
    }
    nodes
}

/// For every type of value: the spans of errors and leniencies are within the value, and the value
/// as written reads as the same value without leniency.
pub(crate) fn values_read_back(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let mut checked = BTreeSet::new();
        let context = GameContext::of(document.node(root));
        let nodes = document.forest().preorder(root);
        for property in nodes.flat_map(|id| document.node(id).properties()) {
            let _ = PropertyInfo::of(property.ident(), &context);
            for value in property.values() {
                if !checked.insert(value.raw()) {
                    continue;
                }
                value_reads_back(value.raw(), context.size);
                // Moves and long texts are not values of this kind.
                if let (Ok(text), 3..200) = (std::str::from_utf8(value.raw()), value.raw().len()) {
                    texts::words_read_back(text);
                }
            }
        }
    }
}

fn value_reads_back(raw: &[u8], size: kifu_sgf::Size) {
    read_back(raw, value::number, |number| number.to_string());
    read_back(raw, value::real, |real| value::write_real(real).to_string());
    read_back(raw, value::double, |double| double.to_string());
    read_back(raw, value::color, |color| color.letter().to_string());
    read_back(raw, value::size, |size| value::write_size(size).to_string());
    read_back(raw, value::style, |style| style.to_string());
    read_back(raw, value::print_mode, |mode| mode.to_string());
    let letters = |letters: Option<PointLetters>| letters.unwrap().to_string();
    let point = |raw: &[u8]| value::point(raw, size);
    read_back(raw, point, |point| letters(PointLetters::of_point(point)));
    let action = |raw: &[u8]| value::action(raw, size);
    read_back(raw, action, |action| letters(PointLetters::of_move(action)));
    read_back(raw, |raw| value::area(raw, size), |area| area.to_string());
    let line = |raw: &[u8]| value::line(raw, size);
    read_back(raw, line, |(a, b)| {
        value::write_line(a, b).unwrap().to_string()
    });
    let all = value::sequence(raw, size);
    assert!(all.clone().count() <= raw.len());
    for error in all.filter_map(Result::err) {
        assert!(error.span.end as usize <= raw.len());
    }
    if let Ok((at, text)) = value::label(raw, size).map(|read| read.value) {
        assert!(size.contains(at) && raw.ends_with(text));
    }
    if let Ok(Some(figure)) = value::figure(raw).map(|read| read.value) {
        assert!(raw.ends_with(figure.name));
    }
}

fn read_back<T: Copy + PartialEq + std::fmt::Debug>(
    raw: &[u8],
    read: impl Fn(&[u8]) -> Result<Parsed<T>, ValueError>,
    write: impl Fn(T) -> String,
) {
    let place = match read(raw) {
        Ok(found) => {
            let written = write(found.value);
            assert_eq!(
                read(written.as_bytes()),
                Ok(Parsed::exact(found.value)),
                "{written}"
            );
            found.lenient.map(|how| how.span)
        }
        Err(error) => Some(error.span),
    };
    assert!(place.is_none_or(|place| place.end as usize <= raw.len()));
}

/// A recoded file has the same nodes, properties and texts, declares its charset, and can be
/// recoded back to the same texts. Text that does not decode is refused.
pub(crate) fn recoding_keeps_text(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let malformed = has_malformed_text(&document);
    for to in [Charset::UTF_8, Charset::GB18030, Charset::UTF_16LE] {
        let bytes = match document.recode(to) {
            Ok(bytes) => bytes,
            Err(error) => {
                let misread = error.kind == RecodeErrorKind::Misread;
                let damaged = document.diagnostics().next().is_some();
                let cut = document.utf16().is_some() && source.len() % 2 == 1;
                assert!(malformed || cut || (misread && damaged), "{error}");
                continue;
            }
        };
        // If UTF-16 is recoded to UTF-16, half a code unit at the end is kept.
        let mut lost = document.undecodable().into_iter();
        assert!(lost.all(|found| found.span.is_empty() && to == Charset::UTF_16LE));
        let there = Document::parse(bytes).unwrap();
        assert_eq!(decoded(&document), decoded(&there));
        assert_eq!(there.recode(to).unwrap(), there.to_bytes());
        let Some(root) = document.roots().next() else {
            continue;
        };
        if let Ok(back) = there.recode(document.charset(root).charset) {
            assert_eq!(decoded(&document), decoded(&Document::parse(back).unwrap()));
        }
    }
}

/// Whether a value does not decode, or its charset is only an uncertain guess.
fn has_malformed_text(document: &Document) -> bool {
    !document.undecodable().is_empty()
}

/// Returns the properties of each node with decoded texts, without `CA`.
fn decoded(document: &Document) -> Vec<Vec<(String, Vec<String>)>> {
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    let texts = |id| {
        let charset = document.charset(id).charset;
        let properties = document.node(id).properties();
        properties
            .filter(|property| !property.ident().is("CA"))
            .map(|property| {
                let values = property.values().map(|v| v.text(charset).text.into_owned());
                (property.ident().to_string(), values.collect())
            })
            .collect()
    };
    nodes.map(texts).collect()
}

fn styles() -> [Style; 2] {
    let other = Style {
        wrap: Some(8),
        layout: Layout::OneMovePerLine,
        points: PointStyle::Expand,
        pass: PassStyle::Tt,
        line_break: LineBreak::CrLf,
        header: HeaderPolicy::Keep,
        undecodable: Undecodable::Refuse,
    };
    [Style::default(), other]
}

/// A file in canonical form stays unchanged.
pub(crate) fn canonical_is_stable(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for style in styles() {
        let Ok(once) = canonical::write(&document, &style) else {
            continue;
        };
        let again = Document::parse(once.text.as_slice()).unwrap();
        let twice = canonical::write(&again, &style).unwrap();
        let shown = |text: Vec<u8>| String::from_utf8(text).unwrap();
        assert_eq!(shown(once.text), shown(twice.text), "{style:?}");
    }
}

/// The canonical form has the same nodes in the same places with the same meaning: moves, stones,
/// marks, texts and game info. Nothing is refused without need.
pub(crate) fn canonical_keeps_the_game(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for style in styles() {
        let written = match canonical::write(&document, &style) {
            Ok(written) => written,
            Err(refused) => {
                let none = document.roots().next().is_none();
                let cut = document.utf16().is_some() && source.len() % 2 == 1;
                let start = document.games_in_text().next().map(|(_, game)| game.start);
                let mut places = refused.diagnostics.iter().map(|found| found.span);
                let head = places.any(|place| !place.is_empty() && Some(place.end) <= start);
                let head = head && style.header == HeaderPolicy::Keep;
                let shifts = document.text().iter().any(|b| matches!(b, 0x0E | 0x1B));
                assert!(none || cut || head || shifts || has_malformed_text(&document));
                continue;
            }
        };
        let read = Document::parse(written.text.as_slice()).unwrap();
        assert_eq!(
            meaning::of(&document, &meaning::contexts(&read)),
            meaning::of(&read, &[]),
            "\nsource: {:?}\nwritten: {:?}",
            String::from_utf8_lossy(source),
            String::from_utf8_lossy(&written.text)
        );
    }
}

/// Text that does not decode is refused, replaced or kept, as the caller chooses: each place is
/// noted, and all other data is present.
pub(crate) fn undecodable_text_is_replaced_or_kept(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let lost = document.undecodable();
    if lost.is_empty() {
        return;
    }
    assert!(canonical::write(&document, &Style::default()).is_err());
    assert!(document.recode(Charset::UTF_8).is_err());
    let places = |found: &[kifu_sgf::Diagnostic]| -> Vec<kifu_sgf::Span> {
        let undecodable = found
            .iter()
            .filter(|f| f.code.name == "sgf/undecodable-text");
        undecodable.map(|found| found.span).collect()
    };
    // The values of a root's `FF`: the canonical form declares its own version.
    let versions: BTreeSet<kifu_sgf::Span> = document
        .roots()
        .flat_map(|root| document.node(root).properties())
        .filter(|property| property.ident().is("FF"))
        .flat_map(|property| property.values())
        .filter_map(|value| value.span())
        .collect();
    let is_as_noted = |found: &kifu_sgf::Diagnostic, text: &[u8]| match found.help.as_deref() {
        // The finding is about half a code unit at the end of UTF-16.
        _ if found.span.is_empty() => true,
        Some("the bytes are kept") => {
            let value = found.span.of(document.text());
            let value = value.strip_suffix(b"]").unwrap_or(value);
            text.windows(value.len()).any(|there| there == value)
        }
        Some("undecodable bytes are replaced by U+FFFD") => true,
        Some("left out: the output declares `FF[4]`") => versions.contains(&found.span),
        _ => false,
    };
    let are_as_noted = |notes: &[kifu_sgf::Diagnostic], text: &[u8]| {
        let mut notes = notes
            .iter()
            .filter(|f| f.code.name == "sgf/undecodable-text");
        assert!(
            notes.all(|found| is_as_noted(found, text)),
            "{}",
            text.escape_ascii()
        );
    };
    let is_sure = document
        .roots()
        .all(|root| document.charset(root).is_sure());
    for undecodable in [Undecodable::Replace, Undecodable::Keep] {
        let is_kept = undecodable == Undecodable::Keep;
        let style = Style {
            undecodable,
            ..Style::default()
        };
        if let Ok(written) = canonical::write(&document, &style) {
            assert_eq!(places(&written.notes), places(&lost));
            are_as_noted(&written.notes, &written.text);
            let read = Document::parse(written.text.as_slice()).unwrap();
            if !is_kept {
                assert!(read.undecodable().is_empty());
                // Half a code unit at the end was not part of a value before.
                if is_sure && lost.iter().all(|found| !found.span.is_empty()) {
                    let here = meaning::of(&document, &meaning::contexts(&read));
                    assert_eq!(here, meaning::of(&read, &[]));
                }
            }
        } else {
            // Undecodable bytes can be half of a bracket; U+FFFD can be written anywhere.
            let shifts = document.text().iter().any(|b| matches!(b, 0x0E | 0x1B));
            // Replacing half a code unit can turn an apparent game into text.
            let is_cut = lost.iter().any(|found| found.span.is_empty());
            assert!(is_kept || shifts || is_cut);
        }
        if let Ok(recoded) = document.recode_with(Charset::UTF_8, undecodable) {
            assert_eq!(places(&recoded.notes), places(&lost));
            are_as_noted(&recoded.notes, &recoded.bytes);
            if !is_kept {
                let read = Document::parse(recoded.bytes).unwrap();
                assert!(read.undecodable().is_empty());
            }
        }
    }
}

/// A game tree that is converted to a game and back has the same properties with the same meaning;
/// and reading it again gives the same game.
pub(crate) fn games_come_back(source: &[u8]) {
    // `from_game` would write variations without a node as private values.
    use kifu_sgf::convert::{PrivateData, from_game_node_for_node as from_game, to_game};
    use kifu_tree::game::LossKind;
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let there = to_game(&document, root);
        if !there.losses.is_empty() {
            continue;
        }
        let back = from_game(&there.value, PrivateData::Write);
        if !back.losses.is_empty() {
            // Only bytes that could be shifts to another charset are removed from a property.
            let how = |kind: &LossKind| matches!(kind, LossKind::Changed(_));
            assert!(
                back.losses.iter().all(|loss| how(&loss.kind)),
                "{:?}",
                back.losses
            );
            assert!(
                source
                    .iter()
                    .any(|byte| matches!(byte, 0x0E | 0x0F | 0x1B | 0)),
                "{:?}",
                back.losses
            );
            continue;
        }
        let again = Document::parse(back.value.as_bytes()).unwrap();
        // An empty variation changes the order wherever it is.
        let odd = again
            .diagnostics()
            .find(|odd| odd.code.name != "sgf/empty-variation");
        assert_eq!(odd, None, "{}", back.value);
        assert_eq!(again.roots().count(), 1, "{}", back.value);
        let root_again = again.roots().next().unwrap();
        let (mut before, mut after) = (content(&document, root), content(&again, root_again));
        if is_made(&document, root) {
            // The order of properties is carried only for SGF.
            for (.., properties) in before.iter_mut().chain(&mut after) {
                properties.sort_by(|a, b| a.0.cmp(&b.0));
            }
        }
        assert_eq!(before, after, "\n{}", back.value);
        // UTF-8 is declared if a charset was declared before, or if it is needed.
        let charset = again.node(root_again).simple_text("CA");
        let was_declared = document.node(root).get("CA").is_some();
        let is_declared = was_declared || !back.value.is_ascii() || is_made(&document, root);
        assert_eq!(charset.as_deref(), is_declared.then_some("UTF-8"));
        let game = to_game(&again, root_again).value;
        assert_eq!(from_game(&game, PrivateData::Write).value, back.value);
        // In the strict form the nodes can differ, but the game is the same.
        let strict = kifu_sgf::convert::from_game(&there.value, PrivateData::Write);
        assert_eq!(strict.losses, []);
        let again = Document::parse(strict.value.as_bytes()).unwrap();
        assert_eq!(again.diagnostics().next(), None, "{}", strict.value);
        assert_eq!(again.roots().count(), 1, "{}", strict.value);
        let game = to_game(&again, again.roots().next().unwrap()).value;
        assert_eq!(
            from_game(&game, PrivateData::Write).value,
            back.value,
            "{}",
            strict.value
        );
    }
}

/// Whether a game was converted from another format.
fn is_made(document: &Document, root: kifu_sgf::NodeId) -> bool {
    let private = document.node(root).get("KX");
    private.is_some_and(|private| private.values().any(|value| value.raw() == b"made"))
}

/// Returns the content of the nodes of a game tree, without the charset.
fn content(document: &Document, root: kifu_sgf::NodeId) -> Vec<Node<String>> {
    let charset = document.charset(root).charset;
    let mut nodes = Vec::new();
    let mut depth = 0;
    for step in document.forest().traverse(root) {
        let kifu_tree::Step::Enter(id) = step else {
            depth -= 1;
            continue;
        };
        let node = document.node(id);
        let properties = node.properties().map(|property| {
            let ident: Vec<u8> = property.ident().significant().collect();
            let values: Vec<String> = property
                .values()
                .map(|value| match &*ident {
                    b"C" | b"GC" => value.text(charset),
                    _ => value.simple_text(charset),
                })
                .map(|decoded| decoded.text.into_owned())
                .collect();
            (if ident.is_empty() { b"X".into() } else { ident }, values)
        });
        let properties = properties
            .filter(|(ident, _)| id != root || ident != b"CA")
            .collect();
        nodes.push((depth, node.is_empty_variation(), properties));
        depth += 1;
    }
    nodes
}

/// A single line, written as a file, is a game with the nodes of the line and the same content.
pub(crate) fn parts_stand_alone(source: &[u8]) {
    /// The number of lines of a game to check.
    const TRIED: usize = 8;
    let document = Document::parse(source).unwrap();
    if !keeps_its_charset(&document) || !ends_are_certain(&document) {
        return;
    }
    for root in document.roots().take(TRIED) {
        let forest = document.forest();
        let is_node = |id: &NodeId| !document.node(*id).is_empty_variation();
        let ends = forest
            .preorder(root)
            .filter(|id| is_node(id) && !forest.children(*id).any(|id| is_node(&id)));
        for end in ends.take(TRIED) {
            let mut line: Vec<NodeId> = forest.ancestors(end).collect();
            line.reverse();
            line.push(end);
            let bytes = document.line_to_bytes(&line);
            let alone = Document::parse(bytes.clone()).unwrap();
            let shown = bytes.escape_ascii();
            let root = alone
                .roots()
                .next()
                .unwrap_or_else(|| panic!("no game: {shown}"));
            let read: Vec<NodeId> = alone.main_line(root).map(|node| node.id()).collect();
            assert_eq!(alone.forest().id_count(), read.len(), "one line: {shown}");
            // A `\` at the end of the file gets a line break, which it removes from the text.
            let node_content = |document: &Document, id: NodeId| -> Vec<(String, Vec<String>)> {
                let text =
                    |value: kifu_sgf::Value<'_>| value.text(Charset::UTF_8).text.into_owned();
                document
                    .node(id)
                    .properties()
                    .map(|p| (p.ident().to_string(), p.values().map(text).collect()))
                    .collect()
            };
            let before: Vec<_> = line.iter().map(|id| node_content(&document, *id)).collect();
            let after: Vec<_> = read.iter().map(|id| node_content(&alone, *id)).collect();
            assert_eq!(before, after, "{shown}");
        }
    }
}
