use std::fmt;

use crate::raw::{Members, Raw};

/// How an object was spelled where it was read. It is believed as long as it still says
/// what the fields say; an edit of a field goes before it.
///
/// Leave it alone, or at its default: then all is spelled as the specification does.
#[derive(Clone, Default)]
pub struct Spelling(Option<Box<Spelled>>);

#[derive(Clone, Default, Debug)]
struct Spelled {
    /// There is an object, though it has no member.
    empty: bool,
    /// There is something else in place of the object.
    odd: Option<Raw>,
    /// The members in their order, if that is not the order of the fields, or if one of
    /// them is spelled in an unusual way.
    seen: Vec<Seen>,
    /// The array of the tree stands in place of the record.
    tree_only: bool,
    /// Members of the object of version 2 that holds the variations which begin here: those
    /// before `variations`, and those behind.
    around: Around,
}

/// Members before and behind `variations`, where there are any.
pub(crate) type Around = Option<Box<(Members, Members)>>;

#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// The value of a field, under one of its names, and how it was spelled if that is not
    /// how it is written.
    Field(u8, &'static str, Option<Raw>),
    /// The next of the members without a field.
    Other,
}

/// Spellings never make a difference between records.
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

    /// Whether there is nothing unusual about it.
    pub(crate) fn is_usual(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn is_empty_object(&self) -> bool {
        self.0.as_ref().is_some_and(|spelled| spelled.empty)
    }

    pub(crate) fn set_empty_object(&mut self) {
        self.make().empty = true;
    }

    pub(crate) fn odd(&self) -> Option<&Raw> {
        self.0.as_ref()?.odd.as_ref()
    }

    pub(crate) fn set_odd(&mut self, raw: Raw) {
        self.make().odd = Some(raw);
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

    pub(crate) fn seen(&self) -> &[Seen] {
        self.0.as_ref().map_or(&[], |spelled| &spelled.seen)
    }

    pub(crate) fn set_seen(&mut self, seen: Vec<Seen>) {
        self.make().seen = seen;
    }

    /// The values that were not understood or spelled in an unusual way, by their names.
    pub(crate) fn raw<'s>(&'s self, name: &str) -> Option<&'s Raw> {
        self.seen().iter().rev().find_map(|seen| match seen {
            Seen::Field(_, known, Some(raw)) if *known == name => Some(raw),
            _ => None,
        })
    }
}
