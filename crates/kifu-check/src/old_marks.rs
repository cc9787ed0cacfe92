//! Repairs that replace the marks and letters of FF\[1\] with their newer forms.

use alloc::format;
use alloc::vec;

use kifu_sgf::properties::Versions;
use kifu_sgf::{PropertyInfo, value};
use kifu_span::{Edit, Fix, Safety};

use crate::edit;
use crate::node::{Known, Node};

/// Returns a repair that expresses a property in the declared version.
pub(crate) fn modern(node: &Node<'_, '_>, known: &Known<'_>) -> Option<Fix> {
    match known.info?.ident {
        "M" => marks(node, known),
        "L" => letters(node, known),
        _ => None,
    }
}

/// Replaces `M`, a mark without a defined shape, with `MA`, a cross.
fn marks(node: &Node<'_, '_>, known: &Known<'_>) -> Option<Fix> {
    is_free(node, "M", "MA")?;
    let other = ["CR", "SL", "SQ", "TR"].map(|mark| node.get(mark));
    // A point can have only one of these marks.
    let safety = match other.iter().flatten().next() {
        None => Safety::Safe,
        Some(_) => Safety::Unsafe,
    };
    let edit = edit::rename(&known.property, "MA")?;
    Some(Fix {
        safety,
        ..Fix::safe("write `MA`", [edit])
    })
}

/// Replaces `L`, which labels its points a, b, c … in order, with `LB`, which has the label of each point.
fn letters(node: &Node<'_, '_>, known: &Known<'_>) -> Option<Fix> {
    if !node.game.is_go() {
        return None;
    }
    is_free(node, "L", "LB")?;
    let mut edits = vec![edit::rename(&known.property, "LB")?];
    let mut letters = 'a'..='z';
    for point in known.property.values() {
        // An unusual spelling must be repaired first.
        let read = value::point(point.raw(), node.game.context.size).ok();
        read.filter(|read| read.is_exact())?;
        // No specification defines the letter after z.
        let letter = letters.next()?;
        let end = edit::inside(&point)?.end;
        edits.push(Edit::insert(end, format!(":{letter}").into_bytes()));
    }
    let labels = edits.len() > 1;
    labels.then(|| Fix::safe("write `L` as `LB`", edits))
}

/// Returns `Some` if the old name appears only once in the node, the new one does not appear, and the declared
/// version has the new one.
fn is_free(node: &Node<'_, '_>, old: &str, new: &str) -> Option<()> {
    let declared = Versions::declared(node.game.context.format);
    let of = |name: &str| PropertyInfo::of_name(name, &node.game.context);
    let known = of(new).is_some_and(|info| info.versions.intersects(declared));
    (known && node.count(new) == 0 && node.count(old) == 1).then_some(())
}
