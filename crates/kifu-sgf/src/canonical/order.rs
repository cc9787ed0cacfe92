//! The order of the properties of a node.

use crate::properties::{Class, PropertyInfo};

/// What belongs together, in the order in which it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Group {
    Root,
    Info,
    Setup,
    Move,
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

/// A move, how it was played, and what is thought of it.
const MOVE: &[&str] = &[
    "B", "W", "KO", "MN", "BL", "WL", "OB", "OW", "TE", "BM", "DO", "IT", "GB", "GW", "DM", "UC",
    "HO", "V",
];

const MARKS: &[&str] = &[
    "CR", "MA", "SL", "SQ", "TR", "TB", "TW", "LB", "AR", "LN", "DD", "VW", "FG", "PM",
];

/// Where a property stands: its group, and its place in that.
pub(super) fn place(ident: &str, info: Option<&PropertyInfo>) -> (Group, usize) {
    let listed = [
        (Group::Move, MOVE),
        (Group::Root, ROOT),
        (Group::Info, INFO),
        (Group::Setup, SETUP),
        (Group::Marks, MARKS),
    ];
    let found = |(group, list): (Group, &[&str])| {
        let place = list.iter().position(|known| *known == ident)?;
        Some((group, place))
    };
    let Some(info) = info else {
        return (Group::Unknown, 0);
    };
    match ident {
        "N" => (Group::Name, 0),
        "C" => (Group::Comment, 0),
        _ => listed.into_iter().find_map(found).unwrap_or_else(|| {
            let group = match info.class {
                Class::Root => Group::Root,
                Class::GameInfo => Group::Info,
                Class::Setup => Group::Setup,
                Class::Move => Group::Move,
                Class::Any => Group::Marks,
            };
            (group, usize::MAX)
        }),
    }
}
