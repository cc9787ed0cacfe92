//! The order of the properties of a node.

use crate::properties::{Class, PropertyInfo};

/// What belongs together, in the order in which it is written.
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
    /// Nobody knows it.
    Unknown,
}

impl Group {
    /// Whether its properties have a line each, in a root.
    pub(super) fn is_of_the_game(self) -> bool {
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

/// What is thought of the position.
const POSITION: &[&str] = &["GB", "GW", "DM", "UC", "HO", "V"];

const MARKS: &[&str] = &[
    "CR", "MA", "SL", "SQ", "TR", "TB", "TW", "LB", "AR", "LN", "DD", "VW", "FG", "PM",
];

/// Where a property stands: its group, and its place in that.
pub(super) fn place(ident: &str, info: Option<&PropertyInfo>) -> (Group, usize) {
    let Some(info) = info else {
        return (Group::Unknown, 0);
    };
    let find = |list: &[&str]| list.iter().position(|known| *known == ident);
    let of = |group, list| (group, find(list).unwrap_or(usize::MAX));
    match (info.class, ident) {
        (Class::Root, _) => of(Group::Root, ROOT),
        (Class::GameInfo, _) => of(Group::Info, INFO),
        (Class::Setup, _) => of(Group::Setup, SETUP),
        (Class::Move, _) => of(Group::Move, MOVE),
        (Class::Any, "N") => (Group::Name, 0),
        (Class::Any, "C") => (Group::Comment, 0),
        (Class::Any, _) => match find(POSITION) {
            Some(place) => (Group::Position, place),
            None => of(Group::Marks, MARKS),
        },
    }
}
