//! Compares trees, properties and values with those of `sgf-parse`, an independent SGF parser.
//!
//! For well-formed files in UTF-8 both must agree. `sgf-parse` accepts some damaged files without
//! noticing, such as a comment without its bracket; how this crate reads those is tested elsewhere.
//! `sgf-parse` differs in these points, by design or by mistake:
//!
//! * It supports only UTF-8, so in ISO-2022 it takes halves of characters for brackets.
//! * It drops an empty variation, `()`, which has a meaning in the draft of 2016.
//! * It removes each backslash from values, and afterwards does not know what was escaped: values
//!   are compared without backslashes.
//! * It drops identifiers in lower case; this crate reads them as capitals. They are left out of
//!   the comparison.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::panic::{catch_unwind, resume_unwind};

use ::sgf_parse::go::{Move as TheirMove, Prop};
use ::sgf_parse::{GameTree, SgfNode, SgfProp};
use kifu_sgf::value::{self, Parsed};
use kifu_sgf::{Document, Move, NodeId, Point, Property, Size, Value};
use kifu_testkit::{Cases, hold_on, repository};

/// Checks node by node that both parsers agree. Returns whether both accept the source.
fn it_reads_the_same(source: &[u8]) -> bool {
    let Some(theirs) = std::str::from_utf8(source)
        .ok()
        .and_then(|text| ::sgf_parse::parse(text).ok())
    else {
        return false;
    };
    let document = Document::parse(source).unwrap();
    if document.diagnostics().next().is_some() || source.contains(&b'\x1B') {
        return false;
    }
    let ours: Vec<NodeId> = document.roots().collect();
    assert_eq!(ours.len(), theirs.len(), "games");
    for (root, tree) in ours.into_iter().zip(&theirs) {
        match tree {
            GameTree::GoGame(node) => same_tree(&document, root, node, |ours, theirs| {
                assert!(says(ours, theirs), "{ours:?} {theirs:?}");
            }),
            // The values of other games are not compared.
            GameTree::Unknown(node) => same_tree(&document, root, node, |_, _| ()),
        }
    }
    true
}

/// Checks that both have the same nodes, with the same property names in the same order.
fn same_tree<P: SgfProp>(
    document: &Document,
    root: NodeId,
    theirs: &SgfNode<P>,
    same_values: impl Fn(Property<'_>, &P),
) {
    let mut todo = vec![(root, theirs)];
    while let Some((ours, theirs)) = todo.pop() {
        let properties: Vec<Property<'_>> = document.node(ours).properties().collect();
        let names: Vec<String> = properties.iter().map(name).collect();
        let their_names: Vec<String> = theirs.properties().map(P::identifier).collect();
        assert_eq!(names, their_names);
        for (property, theirs) in properties.into_iter().zip(theirs.properties()) {
            same_values(property, theirs);
        }
        let children = document.forest().children(ours);
        let children: Vec<NodeId> = children
            .filter(|child| !document.node(*child).is_empty_variation())
            .collect();
        let their_children: Vec<&SgfNode<P>> = theirs.children().collect();
        assert_eq!(children.len(), their_children.len());
        todo.extend(children.into_iter().zip(their_children));
    }
}

/// Returns a name as `sgf-parse` writes it, with only its capitals.
fn name(property: &Property<'_>) -> String {
    let capital = |c: &char| c.is_ascii_uppercase();
    property.ident().as_str().chars().filter(capital).collect()
}

/// Whether a property has the same values in both parsers.
fn says(ours: Property<'_>, theirs: &Prop) -> bool {
    let points = |theirs: &std::collections::HashSet<::sgf_parse::go::Point>| {
        let theirs: BTreeSet<Point> = theirs.iter().map(point).collect();
        ours.points(Size::LARGEST).collect::<Result<_, _>>() == Ok(theirs)
    };
    let number = |theirs: i64| one(ours, |value| value.number()) == Some(theirs);
    let real = |theirs: f64| one(ours, |value| value.real()) == Some(theirs);
    let text = |theirs: &str| raw(ours) == [theirs];
    match theirs {
        Prop::B(theirs) | Prop::W(theirs) => {
            let theirs = match theirs {
                TheirMove::Pass => Move::Pass,
                TheirMove::Move(theirs) => Move::Play(point(theirs)),
            };
            one(ours, |value| value.action(Size::LARGEST)) == Some(theirs)
        }
        Prop::AB(theirs)
        | Prop::AE(theirs)
        | Prop::AW(theirs)
        | Prop::CR(theirs)
        | Prop::DD(theirs)
        | Prop::MA(theirs)
        | Prop::SL(theirs)
        | Prop::SQ(theirs)
        | Prop::TB(theirs)
        | Prop::TR(theirs)
        | Prop::TW(theirs)
        | Prop::VW(theirs) => points(theirs),
        Prop::AR(theirs) | Prop::LN(theirs) => {
            let theirs: BTreeSet<_> = theirs.iter().map(|(a, b)| (point(a), point(b))).collect();
            let line = |value: Value<'_>| value.line(Size::LARGEST).map(|read| read.value);
            ours.values().map(line).collect::<Result<_, _>>() == Ok(theirs)
        }
        Prop::LB(theirs) => {
            let theirs = theirs
                .iter()
                .map(|(at, text)| (point(at), text.text.clone()));
            let theirs: BTreeSet<(Point, String)> = theirs.collect();
            let label = |value: Value<'_>| {
                let (at, text) = value.label(Size::LARGEST).ok()?.value;
                Some((at, without_escapes(text)))
            };
            ours.values().map(label).collect::<Option<_>>() == Some(theirs)
        }
        Prop::MN(n)
        | Prop::FF(n)
        | Prop::GM(n)
        | Prop::ST(n)
        | Prop::OB(n)
        | Prop::OW(n)
        | Prop::PM(n)
        | Prop::HA(n) => number(*n),
        Prop::V(n) | Prop::TM(n) | Prop::BL(n) | Prop::WL(n) | Prop::KM(n) => real(*n),
        Prop::PL(theirs) => {
            let theirs = match theirs {
                ::sgf_parse::Color::Black => kifu_sgf::Color::Black,
                ::sgf_parse::Color::White => kifu_sgf::Color::White,
            };
            one(ours, |value| value.color()) == Some(theirs)
        }
        Prop::DM(theirs)
        | Prop::GB(theirs)
        | Prop::GW(theirs)
        | Prop::HO(theirs)
        | Prop::UC(theirs)
        | Prop::BM(theirs)
        | Prop::TE(theirs) => {
            let twice = *theirs == ::sgf_parse::Double::Two;
            one(ours, |value| value::double(value.raw()))
                .map(|double| double == value::Double::Emphasized)
                == Some(twice)
        }
        Prop::KO | Prop::DO | Prop::IT => raw(ours).concat().is_empty(),
        Prop::SZ((cols, rows)) => match Size::new(*cols, *rows) {
            Ok(size) => one(ours, |value| value::size(value.raw())) == Some(size),
            Err(_) => one(ours, |value| value::size(value.raw())).is_none(),
        },
        Prop::AP((name, version)) => text(&format!("{}:{}", name.text, version.text)),
        Prop::FG(Some((flags, name))) => text(&format!("{flags}:{}", name.text)),
        Prop::FG(None) => raw(ours).concat().is_empty(),
        Prop::C(theirs) | Prop::GC(theirs) => text(&theirs.text),
        Prop::Unknown(_, values) | Prop::Invalid(_, values) => raw(ours) == *values,
        Prop::N(theirs)
        | Prop::CA(theirs)
        | Prop::AN(theirs)
        | Prop::BR(theirs)
        | Prop::BT(theirs)
        | Prop::CP(theirs)
        | Prop::DT(theirs)
        | Prop::EV(theirs)
        | Prop::GN(theirs)
        | Prop::ON(theirs)
        | Prop::OT(theirs)
        | Prop::PB(theirs)
        | Prop::PC(theirs)
        | Prop::PW(theirs)
        | Prop::RE(theirs)
        | Prop::RO(theirs)
        | Prop::RU(theirs)
        | Prop::SO(theirs)
        | Prop::US(theirs)
        | Prop::WR(theirs)
        | Prop::WT(theirs) => text(&theirs.text),
    }
}

fn point(theirs: &::sgf_parse::go::Point) -> Point {
    Point::new(theirs.x, theirs.y)
}

/// Returns the value, if there is exactly one.
fn one<T, E>(
    property: Property<'_>,
    read: impl Fn(Value<'_>) -> Result<Parsed<T>, E>,
) -> Option<T> {
    let mut values = property.values();
    let value = values.next().filter(|_| values.next().is_none())?;
    read(value).ok().map(|read| read.value)
}

fn raw(property: Property<'_>) -> Vec<String> {
    property
        .values()
        .map(|value| without_escapes(value.raw()))
        .collect()
}

/// Removes each backslash that escapes, as `sgf-parse` does.
fn without_escapes(raw: &[u8]) -> String {
    let mut text = String::new();
    let mut escaped = false;
    for c in std::str::from_utf8(raw).unwrap().chars() {
        escaped = c == '\\' && !escaped;
        if !escaped {
            text.push(c);
        }
    }
    text
}

#[test]
fn records_are_read_alike() {
    let read = Cell::new(0);
    hold_on(&repository("corpus/sgf"), |source| {
        read.set(read.get() + u32::from(it_reads_the_same(source)));
    });
    assert!(read.get() > 300, "both read {} of the files", read.get());
}

/// Cases that `sgf-parse` reads differently because of bugs.
const THEIR_FAULTS: [&str; 2] = [
    // A vertical tab is white space; `sgf-parse` takes it for part of the next identifier.
    "0148_form_feed_and_vertical_tab_are_white_space",
    // An escaped colon does not split a value; `sgf-parse` ignores the escape.
    "0267_colon_escaped_in_a_point_list",
];

#[test]
fn cases_are_read_alike() {
    let cases = Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf");
    cases.check(|case| {
        let alike = catch_unwind(|| it_reads_the_same(&case.source));
        if THEIR_FAULTS.contains(&&*case.name) {
            assert!(alike.is_err(), "`sgf-parse` has fixed this bug");
        } else if let Err(why) = alike {
            resume_unwind(why);
        }
    });
    let named = |name: &&str| cases.iter().any(|case| case.name == *name);
    assert!(THEIR_FAULTS.iter().all(named), "a case is missing");
}
