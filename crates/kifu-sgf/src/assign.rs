//! Sets and removes properties of nodes and changes nothing else.
//!
//! ```
//! use kifu_sgf::Document;
//! use kifu_sgf::assign::{Assignment, assign};
//!
//! let mut doc = Document::parse("(;FF[4]PB[Sato]\nPW[Lee]KM[6.5];B[pd])")?;
//! let root = doc.roots().next().unwrap();
//! let assignments = [
//!     Assignment { ident: "PW".into(), values: vec!["Lee Changho".into()] },
//!     Assignment { ident: "KM".into(), values: vec![] },
//! ];
//! let changes = assign(&mut doc, root, &assignments)?;
//! assert_eq!(doc.to_bytes(), b"(;FF[4]PB[Sato]\nPW[Lee Changho];B[pd])");
//! assert_eq!(changes[0].before, ["Lee"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_tree::NodeId;

use crate::document::{Document, EditError};

/// A property and its new values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The identifier in capitals.
    pub ident: String,
    /// The values as text. If there are none, the property is removed.
    pub values: Vec<String>,
}

/// A property that [`assign()`] changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssignedProperty {
    /// The identifier in capitals.
    pub ident: String,
    /// The values before the change. Empty if the node did not have the property.
    pub before: Vec<String>,
    /// The values after the change. Empty if the property was removed.
    pub after: Vec<String>,
}

/// Assigns properties to a node, each in the charset of its game. Returns those that changed: a property that has the
/// values already, in any spelling, stays as it is. `CA` is assigned first, because the others depend on it.
///
/// # Errors
///
/// [`EditError`] of the first property that cannot be set or removed. The properties before it have then been changed.
pub fn assign(
    document: &mut Document,
    node: NodeId,
    assignments: &[Assignment],
) -> Result<Vec<AssignedProperty>, EditError> {
    let is_charset = |assignment: &&Assignment| assignment.ident == "CA";
    let first = assignments.iter().filter(is_charset);
    let rest = assignments.iter().filter(|one| !is_charset(one));
    let mut changed = Vec::new();
    for Assignment { ident, values } in first.chain(rest) {
        let before = values_of(document, node, ident);
        let has_property = document.node(node).get(ident).is_some();
        if before == *values && has_property != values.is_empty() {
            continue;
        }
        let mut node = document.node_mut(node);
        let is_changed = if values.is_empty() {
            node.remove(ident)?
        } else {
            node.set(ident, values)?;
            true
        };
        if is_changed {
            changed.push(AssignedProperty {
                ident: ident.clone(),
                before,
                after: values.clone(),
            });
        }
    }
    Ok(changed)
}

/// Returns the values of all properties with an identifier, as text.
fn values_of(document: &Document, node: NodeId, ident: &str) -> Vec<String> {
    let charset = document.charset(node).charset;
    let properties = document.node(node).properties();
    let properties = properties.filter(|property| property.ident().is(ident));
    let values = properties.flat_map(|property| property.values());
    values
        .map(|value| Cow::into_owned(value.text(charset).text))
        .collect()
}
