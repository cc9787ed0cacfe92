//! The properties that apply from their node on and affect figures.

use alloc::string::String;

use kifu_sgf::value::{self, FigureFlags, PrintMode};
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;

/// The properties that apply at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedProperties {
    /// The number of the last move, according to `MN`.
    pub(super) number: u32,
    pub(super) print: PrintMode,
    /// The nodes whose `VW` and `DD` apply.
    pub(super) view: Option<NodeId>,
    pub(super) dimmed: Option<NodeId>,
}

impl StatedProperties {
    pub(super) const START: StatedProperties = StatedProperties {
        number: 0,
        print: PrintMode::Full,
        view: None,
        dimmed: None,
    };

    /// Applies the properties of a node, and returns the number before its first move.
    pub(super) fn enter(&mut self, node: NodeRef<'_>, context: &GameContext) -> u32 {
        let mut moves = 0;
        let mut stated = None;
        for property in node.properties() {
            let ident = property.ident();
            if property.mover(context).is_some() {
                moves += 1;
            } else if ident.is("MN") {
                let number = property.value().and_then(|value| value.number().ok());
                stated = number.and_then(|read| u32::try_from(read.value).ok());
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
        // `MN` states the number of the move in its node. If the node has no move, the next move
        // gets the number after it.
        let before = match stated {
            Some(number) => number.saturating_sub(1),
            None => self.number,
        };
        self.number = match stated {
            Some(number) if moves == 0 => number,
            _ => before.saturating_add(moves),
        };
        before
    }
}

/// Returns the name that the `FG` of a node gives its figure, on one line. `None` if it is empty, or not to be shown.
///
/// ```
/// let record = kifu_figure::sgf::Document::parse("(;FG[257:The opening];FG[256:Hidden];FG[];B[pd])")?;
/// let names: Vec<Option<String>> = record
///     .main_line(record.roots().next().unwrap())
///     .map(|node| kifu_figure::figure_name(&record, node))
///     .collect();
/// assert_eq!(names[0].as_deref(), Some("The opening"));
/// assert_eq!(names[2..], [None, None]);
/// # Ok::<(), kifu_figure::sgf::TooLarge>(())
/// ```
pub fn figure_name(document: &Document, node: NodeRef<'_>) -> Option<String> {
    FigureSettings::of(document, node).name
}

/// The settings in the `FG` at the start of a figure.
#[derive(Clone, Debug)]
pub(super) struct FigureSettings {
    pub(super) name: Option<String>,
    pub(super) flags: FigureFlags,
}

impl FigureSettings {
    /// The conventions of books: captured stones stay.
    pub(super) const BOOK: FigureSettings = FigureSettings {
        name: None,
        flags: FigureFlags::KEEP_CAPTURED,
    };

    pub(super) fn of(document: &Document, node: NodeRef<'_>) -> FigureSettings {
        let value = node.get("FG").and_then(|fg| fg.value());
        let Some(Ok(Some(figure))) = value.map(|fg| value::figure(fg.raw()).map(|r| r.value))
        else {
            return FigureSettings::BOOK;
        };
        let flags = if figure.flags.contains(FigureFlags::AS_USUAL) {
            FigureSettings::BOOK.flags
        } else {
            figure.flags
        };
        let name = super::marks::one_line(document, node, figure.name);
        let shown = !name.trim().is_empty() && !flags.contains(FigureFlags::NO_NAME);
        FigureSettings {
            name: shown.then_some(name),
            flags,
        }
    }
}
