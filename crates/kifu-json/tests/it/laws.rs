//! Laws that hold for any text.

use kifu_json::{Fault, Limits, Pointers, Span, Value, scan};
use serde_json::value::RawValue;

pub(crate) fn all(text: &str) {
    is_well_formed(text);
    has_faults_if_serde_json_refuses_it(text);
    copies_are_strict(text);
    limits_are_exact(text);
    pointers_have_values(text);
}

/// Spans are within the text, in order, and those of contents are within those of their containers.
pub(crate) fn is_well_formed(text: &str) {
    let Ok((faults, count)) = read(text, &Limits::default()) else {
        return;
    };
    for (fault, span) in faults {
        assert!(text.get(span.range()).is_some(), "{fault:?} {span}");
        assert!(!fault.message().is_empty());
    }
    // `{{` has an empty key between the brackets.
    assert!(count <= 2 * text.len(), "{count}");
}

/// `serde_json` is an independent reader of strict JSON.
fn has_faults_if_serde_json_refuses_it(text: &str) {
    let (mut faults, _) = read(text, &Limits::default()).unwrap();
    // The grammar allows half a character.
    faults.retain(|(fault, _)| *fault != Fault::LoneSurrogate);
    let is_container = text
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .starts_with(['{', '[']);
    let strict = serde_json::from_str::<&RawValue>(text);
    assert_eq!(
        faults.is_empty(),
        strict.is_ok() && is_container,
        "{text:?} {faults:?} {strict:?}"
    );
}

/// A copy of any value is strict JSON, and strict JSON is copied as it is, apart from white space.
fn copies_are_strict(text: &str) {
    let index = scan(text, &Limits::default(), &mut |_, _| {}).unwrap();
    for root in index.roots() {
        let copy = root.to_json();
        assert_eq!(
            read(&copy, &Limits::default())
                .unwrap()
                .0
                .iter()
                .find(|(fault, _)| *fault != Fault::LoneSurrogate),
            None
        );
        let again = scan(&copy, &Limits::default(), &mut |_, _| {}).unwrap();
        let again = again.roots().next().unwrap();
        assert_eq!(again.to_json(), copy);
        assert!(again.is_written(&copy));
    }
}

/// Limits that equal the actual counts are enough, and lower ones are not.
fn limits_are_exact(text: &str) {
    let (_, values) = read(text, &Limits::default()).unwrap();
    let limits = |values| Limits {
        values,
        ..Limits::default()
    };
    assert!(read(text, &limits(values)).is_ok());
    if let Some(less) = values.checked_sub(1) {
        assert!(read(text, &limits(less)).is_err());
    }
}

/// Offsets in any order have pointers.
fn pointers_have_values(text: &str) {
    let mut pointers = Pointers::new(text);
    let forward: Vec<String> = (0..text.len() as u32).map(|at| pointers.at(at)).collect();
    for at in (0..text.len()).rev().step_by(7) {
        assert_eq!(Pointers::new(text).at(at as u32), forward[at]);
    }
}

type Faults = Vec<(Fault, Span)>;

/// The faults of a text, and the number of its values and keys.
fn read(text: &str, limits: &Limits) -> Result<(Faults, usize), kifu_json::TooLarge> {
    let mut faults = Vec::new();
    let index = scan(text, limits, &mut |fault, span| faults.push((fault, span)))?;
    let mut count = 0;
    let mut open: Vec<Value<'_>> = index.roots().collect();
    while let Some(value) = open.pop() {
        count += 1;
        let span = value.span();
        assert!(text.get(span.range()).is_some());
        for inner in value.elements() {
            assert!(span.start <= inner.span().start && inner.span().end <= span.end);
            open.push(inner);
        }
        for (_, inner) in value.members() {
            assert!(span.start <= inner.span().start && inner.span().end <= span.end);
            count += 1;
            open.push(inner);
        }
    }
    Ok((faults, count))
}
