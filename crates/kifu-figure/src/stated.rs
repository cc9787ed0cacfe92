//! What a record says about figures from a node on.

use alloc::string::String;

use kifu_sgf::value::{self, FigureFlags, PrintMode};
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;

/// What holds at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stated {
    /// The number of the last move, with what `MN` says.
    pub(super) number: u32,
    pub(super) print: PrintMode,
    /// The nodes whose `VW` and `DD` hold.
    pub(super) view: Option<NodeId>,
    pub(super) dimmed: Option<NodeId>,
}

impl Stated {
    pub(super) const START: Stated = Stated {
        number: 0,
        print: PrintMode::Full,
        view: None,
        dimmed: None,
    };

    /// Takes in what a node says, and tells the number before its first move.
    pub(super) fn enter(&mut self, node: NodeRef<'_>, context: &GameContext) -> u32 {
        let mut moves = 0;
        let mut given = None;
        for property in node.properties() {
            let ident = property.ident();
            if property.mover(context).is_some() {
                moves += 1;
            } else if ident.is("MN") {
                let number = property.value().and_then(|value| value.number().ok());
                given = number.and_then(|read| u32::try_from(read.value).ok());
            } else if ident.is("PM") {
                let mode = property.value().map(|value| value::print_mode(value.raw()));
                if let Some(Ok(mode)) = mode {
                    self.print = mode.value;
                }
            } else if ident.is("VW") {
                self.view = Some(node.id());
            } else if ident.is("DD") {
                self.dimmed = Some(node.id());
            }
        }
        // It numbers the move of its node; without one, it is as if that move were there.
        let before = match given {
            Some(number) => number.saturating_sub(1),
            None => self.number,
        };
        self.number = match given {
            Some(number) if moves == 0 => number,
            _ => before.saturating_add(moves),
        };
        before
    }
}

/// What the `FG` at the start of a figure says.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) name: Option<String>,
    pub(super) flags: FigureFlags,
}

impl Settings {
    /// As books do it: captured stones stay.
    pub(super) const USUAL: Settings = Settings {
        name: None,
        flags: FigureFlags::KEEP_CAPTURED,
    };

    pub(super) fn of(document: &Document, node: NodeRef<'_>) -> Settings {
        let value = node.get("FG").and_then(|fg| fg.value());
        let Some(Ok(Some(figure))) = value.map(|fg| value::figure(fg.raw()).map(|r| r.value))
        else {
            return Settings::USUAL;
        };
        let flags = match figure.flags.contains(FigureFlags::AS_USUAL) {
            true => Settings::USUAL.flags,
            false => figure.flags,
        };
        let name = super::marks::one_line(document, node, figure.name);
        let shown = !name.trim().is_empty() && !flags.contains(FigureFlags::NO_NAME);
        Settings {
            name: shown.then_some(name),
            flags,
        }
    }
}
