use std::fmt;

use crate::raw::{Members, RawJson};

/// The spelling of an object in its file. It is used for writing as long as it agrees with the fields; an edit
/// of a field takes precedence.
///
/// Usually there is no need to change it. The default is the spelling of the specification.
#[derive(Clone, Default)]
pub struct Spelling(Option<Box<Spelled>>);

#[derive(Clone, Default, Debug)]
struct Spelled {
    /// Whether the file has an empty object.
    empty: bool,
    /// The value in the file, if it is not an object.
    verbatim: Option<RawJson>,
    /// The members in their order, if that differs from the order of the fields, or if one of them has an
    /// unusual spelling.
    seen: Vec<SeenMember>,
    /// Whether the array of the tree is the whole record.
    tree_only: bool,
    /// In version 2, the other members of the object whose `variations` begin with this node: the members before
    /// `variations`, and those after it.
    around: Around,
}

/// The members before and after `variations`, if there are any.
pub(crate) type Around = Option<Box<(Members, Members)>>;

#[derive(Clone, Debug)]
pub(crate) enum SeenMember {
    /// The value of a field: the index of the field, the name that the file uses, and the spelling of the value if it
    /// differs from the one that kifu would write.
    Field(u8, &'static str, Option<RawJson>),
    /// The next of the members without a field.
    Other,
}

/// Spellings are always equal, so they never make records different.
impl PartialEq for Spelling {
    fn eq(&self, _: &Spelling) -> bool {
        true
    }
}

impl fmt::Debug for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Spelling(own)"
        } else {
            "Spelling"
        })
    }
}

impl Spelling {
    pub(crate) const fn new() -> Spelling {
        Spelling(None)
    }

    fn make(&mut self) -> &mut Spelled {
        self.0.get_or_insert_default()
    }

    /// Whether the spelling is the default one.
    pub(crate) fn is_default(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn is_empty_object(&self) -> bool {
        self.0.as_ref().is_some_and(|spelled| spelled.empty)
    }

    pub(crate) fn set_empty_object(&mut self) {
        self.make().empty = true;
    }

    pub(crate) fn verbatim(&self) -> Option<&RawJson> {
        self.0.as_ref()?.verbatim.as_ref()
    }

    pub(crate) fn set_verbatim(&mut self, raw: RawJson) {
        self.make().verbatim = Some(raw);
    }

    pub(crate) fn around(&self) -> Option<&(Members, Members)> {
        self.0.as_ref()?.around.as_deref()
    }

    pub(crate) fn set_around(&mut self, around: Around) {
        self.make().around = around;
    }

    pub(crate) fn is_tree_only(&self) -> bool {
        self.0.as_ref().is_some_and(|spelled| spelled.tree_only)
    }

    pub(crate) fn set_tree_only(&mut self) {
        self.make().tree_only = true;
    }

    pub(crate) fn seen(&self) -> &[SeenMember] {
        self.0.as_ref().map_or(&[], |spelled| &spelled.seen)
    }

    pub(crate) fn set_seen(&mut self, seen: Vec<SeenMember>) {
        self.make().seen = seen;
    }

    /// The value of a member that was not understood or has an unusual spelling.
    pub(crate) fn raw<'s>(&'s self, name: &str) -> Option<&'s RawJson> {
        self.seen().iter().rev().find_map(|seen| match seen {
            SeenMember::Field(_, known, Some(raw)) if *known == name => Some(raw),
            _ => None,
        })
    }
}
