//! The order of the properties of a node.

use crate::properties::{PropertyClass, PropertyInfo};

/// Groups of properties, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Group {
    Root,
    Info,
    Setup,
    Move,
    Position,
    Marks,
    Name,
    Comment,
    /// Unknown properties.
    Unknown,
}

impl Group {
    /// Whether each property of this group has its own line in a root.
    pub(super) fn has_own_lines(self) -> bool {
        matches!(self, Group::Root | Group::Info)
    }
}

const ROOT: &[&str] = &["FF", "GM", "CA", "AP", "SZ", "ST"];

const INFO: &[&str] = &[
    "GN", "EV", "EVX", "RO", "DT", "DTX", "JD", "PC", "PB", "BE", "BR", "BT", "BC", "BP", "PW",
    "WE", "WR", "WT", "WC", "WP", "HA", "OH", "KM", "RU", "TM", "OT", "LC", "LT", "RE", "REX",
    "ON", "AN", "US", "SO", "CP", "GC",
];

const SETUP: &[&str] = &["AB", "AW", "AE", "PL"];

const MOVE: &[&str] = &[
    "B", "W", "KO", "MN", "BL", "WL", "OB", "OW", "TE", "BM", "DO", "IT",
];

/// Evaluations of the position.
const POSITION: &[&str] = &["GB", "GW", "DM", "UC", "HO", "V"];

const MARKS: &[&str] = &[
    "CR", "MA", "SL", "SQ", "TR", "TB", "TW", "LB", "AR", "LN", "DD", "VW", "FG", "PM",
];

/// Returns the group of a property, and its position in that group.
pub(super) fn place(ident: &str, info: Option<&PropertyInfo>) -> (Group, usize) {
    let Some(info) = info else {
        return (Group::Unknown, 0);
    };
    let find = |list: &[&str]| list.iter().position(|known| *known == ident);
    let of = |group, list| (group, find(list).unwrap_or(usize::MAX));
    match (info.class, ident) {
        (PropertyClass::Root, _) => of(Group::Root, ROOT),
        (PropertyClass::GameInfo, _) => of(Group::Info, INFO),
        (PropertyClass::Setup, _) => of(Group::Setup, SETUP),
        (PropertyClass::Move, _) => of(Group::Move, MOVE),
        (PropertyClass::Any, "N") => (Group::Name, 0),
        (PropertyClass::Any, "C") => (Group::Comment, 0),
        (PropertyClass::Any, _) => match find(POSITION) {
            Some(place) => (Group::Position, place),
            None => of(Group::Marks, MARKS),
        },
    }
}
