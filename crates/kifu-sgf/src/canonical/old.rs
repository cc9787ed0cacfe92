//! Converts properties that have another name or form in FF\[4\].

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Points, Size};

use super::node::Node;
use super::property::{Property, standard};
use super::spell;
use crate::properties::{PropertyInfo, ValueCount, Versions};
use crate::value::{self, Area, PointLetters};

impl Node<'_> {
    /// Converts properties of programs and older versions to their FF\[4\] equivalents if the
    /// meaning stays the same. `size` is the board size.
    pub(super) fn modernize(&mut self, size: Size) {
        self.take_standard_names(size);
        self.letter_points(size);
        self.state_komi();
        for property in &mut self.properties {
            match property.ident.as_ref() {
                "M" => property.rename("MA"),
                "VW" => property.widen(size),
                _ => {}
            }
        }
    }

    /// Gives properties their names in the specifications, unless another property with that name
    /// has a value.
    fn take_standard_names(&mut self, size: Size) {
        if self.properties.iter().all(|p| p.standard_name().is_none()) {
            return;
        }
        let mut taken = BTreeMap::new();
        for property in &self.properties {
            let is_used = !property.is_empty() && !property.is_malformed(size);
            taken.entry(property.ident.clone()).or_insert(is_used);
        }
        for at in 0..self.properties.len() {
            let property = &mut self.properties[at];
            let Some(name) = property.standard_name() else {
                continue;
            };
            if taken.get(name) == Some(&true) {
                continue;
            }
            property.rename(name);
            if taken.remove(name).is_some() {
                self.put_first(at);
            }
        }
    }

    /// Moves a property before all others, because the first property of a name counts.
    fn put_first(&mut self, at: usize) {
        self.properties[..=at].rotate_right(1);
    }

    /// Converts the letters of FF\[1\] to labels: a, b, c … in the order of the points. Values that
    /// cannot be parsed stay in a property of their own.
    fn letter_points(&mut self, size: Size) {
        let mut letters = ('a'..='z').chain('A'..='Z');
        let is_letters =
            |property: &Property<'_>| property.ident == "L" && property.bytes.is_empty();
        let is_point = |value: &Cow<'_, str>| value::area(value.as_bytes(), size).is_ok();
        let mut unreadable = Vec::new();
        for property in self.properties.iter_mut().filter(|p| is_letters(p)) {
            if !property.values.iter().any(is_point) {
                continue;
            }
            let (points, others): (Vec<_>, Vec<_>) =
                property.values.iter().cloned().partition(is_point);
            let Some(labels) = labels(&points, size, &mut letters) else {
                // There are not enough letters.
                break;
            };
            if !others.is_empty() {
                let mut rest = property.clone();
                rest.values = others;
                unreadable.push(rest);
            }
            property.rename("LB");
            property.values = labels;
        }
        self.properties.append(&mut unreadable);
    }

    /// Converts Smart Game Board's `KI`, which is twice the komi, to `KM`; removes it if a `KM`
    /// states the same komi.
    fn state_komi(&mut self) {
        let komi = self.properties.iter().find(|p| p.ident == "KM");
        let is_empty = komi.is_some_and(Property::is_empty);
        let stated = komi.filter(|_| !is_empty);
        let mut stated = stated.map(|p| value::komi(p.values.first()?).ok());
        let mut first = None;
        let mut at = 0;
        self.properties.retain_mut(|property| {
            at += 1;
            let Some(points) = property.halves() else {
                return true;
            };
            let is_new = stated
                .as_ref()
                .is_none_or(|komi| komi.is_none_or(|komi| komi.value != points));
            if stated.is_none() {
                property.rename("KM");
                property.values = vec![points.to_string().into()];
                stated = Some(value::komi(&property.values[0]).ok());
                first = is_empty.then_some(at - 1);
            }
            at -= usize::from(!is_new);
            is_new
        });
        if let Some(first) = first {
            self.put_first(first);
        }
    }
}

impl Property<'_> {
    /// Returns the name in the specifications, if it differs and takes the same values.
    fn standard_name(&self) -> Option<&'static str> {
        let info = self.info?;
        let name = info.alias?;
        let takes_the_same = standard(name)?.values == info.values;
        // `HD` requests handicap stones on the board, `HA` states their number.
        (takes_the_same && info.ident != "HD").then_some(name)
    }

    /// Whether the first value is empty although its type does not allow that, so that the property
    /// is left out.
    fn is_empty(&self) -> bool {
        let needs_text = |info: &PropertyInfo| {
            spell::needs_text(info.values.first) && info.values.count != ValueCount::EmptyOrList
        };
        self.info.is_some_and(needs_text) && self.values.first().is_some_and(|v| v.is_empty())
    }

    /// Whether the property takes one value, and its value is malformed.
    fn is_malformed(&self, size: Size) -> bool {
        let is_bad = |info: &PropertyInfo| {
            let first = self.values.first().filter(|value| !value.is_empty());
            !info.values.is_list() && first.is_some_and(|v| spell::is_malformed(v, info, size))
        };
        self.info.is_some_and(is_bad)
    }

    /// Returns the komi of a `KI`, which is in half points.
    fn halves(&self) -> Option<Points> {
        if self.ident != "KI" || self.values.len() != 1 {
            return None;
        }
        Some(Points::from_halves(i32::try_from(self.number()?).ok()?))
    }

    /// Converts a `VW` of versions before FF\[4\], where two points are opposite corners, to an
    /// area.
    fn widen(&mut self, size: Size) {
        let is_old = |info: &PropertyInfo| !info.versions.intersects(Versions::FF4);
        let [a, b] = self.values.as_slice() else {
            return;
        };
        if !self.info.is_some_and(is_old) {
            return;
        }
        let corner = |value: &str| value::point(value.as_bytes(), size).ok();
        let area = corner(a).zip(corner(b));
        if let Some(area) = area.and_then(|(a, b)| Area::new(a.value, b.value)) {
            self.values = vec![area.to_string().into()];
        }
    }
}

/// Returns labels for points; `None` if there are not enough letters.
fn labels<'d>(
    points: &[Cow<'_, str>],
    size: Size,
    letters: &mut impl Iterator<Item = char>,
) -> Option<Vec<Cow<'d, str>>> {
    let mut labels = Vec::new();
    for value in points {
        let area = value::area(value.as_bytes(), size).ok()?;
        for point in area.value.points() {
            let point = PointLetters::of_point(point)?;
            labels.push(format!("{point}:{}", letters.next()?).into());
        }
    }
    Some(labels)
}
