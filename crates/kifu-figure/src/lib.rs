#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod draw;
mod excerpt;
mod marks;
#[cfg(feature = "rgf")]
pub mod moment;
mod stated;
mod walk;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::ops::{Range, RangeInclusive};

use kifu_diagram::{Coordinates, Figure, GameHeading, View};
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::{Location, NoAddress, NoLocation, NodeId};

use stated::StatedProperties;

pub use excerpt::{ExcerptError, excerpt};
pub use kifu_diagram as diagram;
#[cfg(feature = "rgf")]
pub use kifu_replay as replay;
#[cfg(feature = "rgf")]
pub use kifu_rgf as rgf;
pub use kifu_sgf as sgf;
#[cfg(feature = "rgf")]
pub use kifu_timeline as timeline;
pub use marks::{NodeMark, draw_marks, node_marks};
pub use stated::figure_name;
pub use walk::{draw_node_moves, draw_setup};

/// Options for creating figures. They override the record, or apply where the record does not state a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The coordinates at the sides. If `None`, figures have Western coordinates, unless their `FG`
    /// disables them.
    pub coordinates: Option<Coordinates>,
    /// The part of the board to show.
    pub view: ViewMode,
    /// Whether single positions show the variations that `ST` requests.
    pub variations: bool,
    /// Whether to add captions: the last move, the player to move and the captures below single positions, and the
    /// player to move below figures without moves.
    pub status: bool,
    /// Whether to print the numbers of moves in full, whatever `PM` requests.
    pub full_numbers: bool,
}

/// The default options follow the record, with variations and without captions.
impl Default for Options {
    fn default() -> Options {
        Options {
            coordinates: None,
            view: ViewMode::Stated,
            variations: true,
            status: false,
            full_numbers: false,
        }
    }
}

/// The part of the board that a figure shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ViewMode {
    /// The points of `VW`, or else the whole board.
    #[default]
    Stated,
    /// The whole board.
    Whole,
    /// This rectangle, clipped to the board.
    Part(View),
    /// The area around all drawn points, see [`Figure::interesting`].
    Auto,
}

/// The way to divide moves into figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Division {
    /// A figure begins at each node with an `FG`.
    #[default]
    Stated,
    /// A figure has this number of moves.
    Every(NonZeroU32),
}

/// A sequence of nodes of a game tree that starts with the root.
#[derive(Clone, Debug)]
pub struct Line<'d> {
    document: &'d Document,
    root: NodeId,
    /// The nodes, root first.
    nodes: Vec<NodeId>,
}

/// A location or a move that a game does not have. The messages complete a sentence that begins with `the game has`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoSuchPlace {
    /// The tree does not have the location.
    Location(NoLocation),
    /// The line does not have the move.
    Move(NoMove),
}

impl fmt::Display for NoSuchPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchPlace::Location(why) => why.fmt(f),
            NoSuchPlace::Move(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for NoSuchPlace {}

/// A move that a line does not have. The message completes a sentence that begins with `the game has`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMove {
    /// The number of the move.
    pub number: u32,
    /// The number of the last move of the line; 0 if the line has no moves.
    pub last: u32,
    /// Whether the line is the main line.
    pub is_main_line: bool,
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = if self.is_main_line {
            "its main line"
        } else {
            "this line"
        };
        match self.last {
            0 => write!(f, "no moves on {line}"),
            last => write!(
                f,
                "no move {} on {line}; it ends with move {last}",
                self.number
            ),
        }
    }
}

impl core::error::Error for NoMove {}

impl<'d> Line<'d> {
    /// Returns the main line of a game tree.
    pub fn main(document: &'d Document, root: NodeId) -> Line<'d> {
        let nodes = document.main_line(root).map(|node| node.id()).collect();
        Line {
            document,
            root,
            nodes,
        }
    }

    /// Returns the line from the root to a node.
    pub fn to(document: &'d Document, node: NodeId) -> Line<'d> {
        let mut nodes: Vec<NodeId> = document.forest().ancestors(node).collect();
        nodes.reverse();
        nodes.push(node);
        Line {
            document,
            root: nodes[0],
            nodes,
        }
    }

    /// Returns the line from the root through a node to its end, which continues with the first variation at each
    /// branching.
    pub fn through(document: &'d Document, node: NodeId) -> Line<'d> {
        let mut line = Line::to(document, node);
        let rest = document.main_line(node).skip(1);
        line.nodes.extend(rest.map(|node| node.id()));
        line
    }

    /// Returns the line to a location, or the main line if no location is given. With a number, returns the line
    /// through the location up to that move, as in [`up_to`](Line::up_to).
    ///
    /// ```
    /// use kifu_figure::{Line, sgf::Document};
    ///
    /// let document = Document::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let root = document.roots().next().unwrap();
    /// let place = "m2:1".parse().unwrap();
    /// assert_eq!(Line::at(&document, root, Some(&place), None).unwrap().last_move(), 2);
    /// assert_eq!(Line::at(&document, root, Some(&place), Some(3)).unwrap().last_move(), 3);
    /// let missing = Line::at(&document, root, None, Some(9)).unwrap_err();
    /// assert_eq!(missing.to_string(), "no move 9 on its main line; it ends with move 2");
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoSuchPlace`] if the game does not have the location, or the line does not have the move.
    pub fn at(
        document: &'d Document,
        root: NodeId,
        location: Option<&Location>,
        number: Option<u32>,
    ) -> Result<Line<'d>, NoSuchPlace> {
        let Some(location) = location else {
            let line = Line::main(document, root);
            return match number {
                None => Ok(line),
                Some(number) => line.up_to_move(number),
            };
        };
        let node = match document.locate(root, location) {
            Ok(node) => node,
            // The start of a game that begins with a move has no node.
            Err(NoLocation::Address(NoAddress::Start))
                if number.is_none() && is_start(location) =>
            {
                let mut line = Line::main(document, root);
                line.nodes.clear();
                return Ok(line);
            }
            Err(why) => return Err(NoSuchPlace::Location(why)),
        };
        match number {
            None => Ok(Line::to(document, node)),
            Some(number) => Line::through(document, node).up_to_move(number),
        }
    }

    /// Returns the whole line that a location selects: the line through the node at an address to its end, the line to
    /// the end of a path, or the main line if no location is given.
    ///
    /// ```
    /// use kifu_figure::{Line, sgf::Document};
    ///
    /// let document = Document::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let root = document.roots().next().unwrap();
    /// let place = "m2:1".parse().unwrap();
    /// let line = Line::through_location(&document, root, Some(&place)).unwrap();
    /// assert_eq!(line.last_move(), 3);
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoSuchPlace`] if the game does not have the location.
    pub fn through_location(
        document: &'d Document,
        root: NodeId,
        location: Option<&Location>,
    ) -> Result<Line<'d>, NoSuchPlace> {
        let to = Line::at(document, root, location, None)?;
        Ok(match (location, to.nodes.last()) {
            (Some(Location::Address(_)), Some(&node)) => Line::through(document, node),
            (Some(Location::Address(_)), None) => Line::main(document, root),
            _ => to,
        })
    }

    /// Returns the line up to a move.
    ///
    /// # Errors
    ///
    /// [`NoSuchPlace::Move`] if the line does not have the move.
    fn up_to_move(self, number: u32) -> Result<Line<'d>, NoSuchPlace> {
        let up_to = self.clone().up_to(number);
        up_to.ok_or_else(|| NoSuchPlace::Move(self.no_move(number)))
    }

    /// Returns the error for a move that the line does not have.
    pub fn no_move(&self, number: u32) -> NoMove {
        let main = self.document.main_line(self.root).map(|node| node.id());
        NoMove {
            number,
            last: self.last_move(),
            is_main_line: main.zip(&self.nodes).all(|(main, node)| main == *node),
        }
    }

    /// Returns the line up to the node with a move, counted as in [`figure`](Line::figure). For 0, the line ends at the
    /// node before the first move, and is empty if the root has that move. Returns `None` if the move does not exist.
    pub fn up_to(mut self, number: u32) -> Option<Line<'d>> {
        let mut count = 0;
        let context = self.context();
        let after = self.nodes.iter().position(|&id| {
            let moves = moves_in(self.document.node(id), &context);
            count += moves;
            moves > 0 && count >= number
        });
        match (after, number) {
            (None, 0) => {}
            (Some(first), 0) => self.nodes.truncate(first),
            (at, _) => self.nodes.truncate(at? + 1),
        }
        Some(self)
    }

    /// The number of the last move; 0 if there are no moves.
    pub fn last_move(&self) -> u32 {
        let context = self.context();
        let nodes = self.nodes.iter().map(|&id| self.document.node(id));
        nodes.map(|node| moves_in(node, &context)).sum()
    }

    fn context(&self) -> GameContext {
        GameContext::of(self.document.node(self.root))
    }

    /// The record that contains the line.
    pub const fn document(&self) -> &'d Document {
        self.document
    }

    /// The root of the game tree.
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// The nodes, root first. If the root has a move and the line ends before it, there are no
    /// nodes.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether an `FG` divides the line into figures.
    pub fn has_figures(&self) -> bool {
        let mut nodes = self.nodes.iter();
        nodes.any(|&id| self.document.node(id).get("FG").is_some())
    }

    /// Returns the caption of the game: the players with their ranks, the result, and as the title the name of the
    /// game, or else its event and round, with the date.
    ///
    /// ```
    /// use kifu_figure::{Line, sgf::Document};
    ///
    /// let record = Document::parse("(;PB[Sato]BR[5d]PW[Lee]EV[Spring Cup]RO[2]DT[2024-03-01]RE[B+R];B[pd])")?;
    /// let game = Line::main(&record, record.roots().next().unwrap()).heading();
    /// assert_eq!(game.title, "Spring Cup, 2, 2024-03-01");
    /// assert_eq!((game.black.as_str(), game.white.as_str()), ("Sato 5d", "Lee"));
    /// assert_eq!(game.result, "B+R");
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    pub fn heading(&self) -> GameHeading {
        let root = self.document.node(self.root);
        let text = |ident: &str| {
            let value = root.get(ident).and_then(|property| property.value());
            let text = value.map(|value| marks::one_line(self.document, root, value.raw()));
            String::from(text.unwrap_or_default().trim())
        };
        let joined = |idents: &[&str], between: &str| {
            let texts: Vec<String> = idents.iter().map(|ident| text(ident)).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
            texts.join(between)
        };
        let named = joined(&["GN", "DT"], ", ");
        GameHeading {
            title: if text("GN").is_empty() {
                joined(&["EV", "RO", "DT"], ", ")
            } else {
                named
            },
            black: joined(&["PB", "BR"], " "),
            white: joined(&["PW", "WR"], " "),
            result: text("RE"),
        }
    }

    /// Returns a figure of the position after the last node, with its last move highlighted.
    pub fn position(&self, options: &Options) -> Figure {
        draw::position(self, options)
    }

    /// Returns an iterator over figures of the positions after each node, root first; see
    /// [`position`](Line::position).
    pub fn positions<'l>(
        &'l self,
        options: &Options,
    ) -> impl Iterator<Item = Figure> + use<'l, 'd> {
        draw::positions(self, *options)
    }

    /// Returns a figure of the moves in a range of numbers, on the position before them.
    ///
    /// Moves count from 1, including passes, regardless of `MN`. If the line has no moves in the range, the figure
    /// shows the position at its end.
    pub fn figure(&self, moves: RangeInclusive<u32>, options: &Options) -> Figure {
        draw::figure(self, moves, options)
    }

    /// Returns an iterator over figures of the moves in a range of numbers. Titles are the names of `FG`. If there
    /// are several figures, those without a name have titles such as `Figure 2 (101-200)`.
    ///
    /// ```
    /// use kifu_figure::{Division, Line, Options};
    ///
    /// let record = kifu_figure::sgf::Document::parse("(;FG[257:The opening];B[pd];W[dd];FG[];B[pp];W[dp])")?;
    /// let line = Line::main(&record, record.roots().next().unwrap());
    /// let titles: Vec<String> = line
    ///     .figures(1..=u32::MAX, Division::Stated, &Options::default())
    ///     .map(|figure| figure.title)
    ///     .collect();
    /// assert_eq!(titles, ["The opening", "Figure 2 (3-4)"]);
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    pub fn figures<'l>(
        &'l self,
        moves: RangeInclusive<u32>,
        division: Division,
        options: &Options,
    ) -> impl ExactSizeIterator<Item = Figure> + use<'l, 'd> {
        draw::figures(self, moves, division, *options)
    }

    /// Returns the nodes of each figure of [`figures`](Line::figures), as ranges of [`nodes`](Line::nodes).
    ///
    /// ```
    /// use std::num::NonZeroU32;
    /// use kifu_figure::{Division, Line};
    ///
    /// let record = kifu_figure::sgf::Document::parse("(;SZ[9];B[ee];W[ce];B[gc])")?;
    /// let line = Line::main(&record, record.roots().next().unwrap());
    /// let division = Division::Every(NonZeroU32::new(2).unwrap());
    /// assert_eq!(line.sections(1..=u32::MAX, division), [0..3, 3..4]);
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    pub fn sections(&self, moves: RangeInclusive<u32>, division: Division) -> Vec<Range<usize>> {
        let sections = draw::sections(self, moves, division).into_iter();
        sections.map(|section| section.nodes).collect()
    }

    /// Returns the number of the last move after each node, as figures with full numbers show it: counted from 1,
    /// unless `MN` states another number.
    ///
    /// ```
    /// use kifu_figure::Line;
    ///
    /// let record = kifu_figure::sgf::Document::parse("(;SZ[9];B[ee];W[ce]MN[10];B[gc])")?;
    /// let line = Line::main(&record, record.roots().next().unwrap());
    /// assert_eq!(line.numbers(), [0, 1, 10, 11]);
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    pub fn numbers(&self) -> Vec<u32> {
        let context = self.context();
        let mut stated = StatedProperties::START;
        let nodes = self.nodes.iter().map(|&id| self.document.node(id));
        nodes
            .map(|node| {
                stated.enter(node, &context);
                stated.number
            })
            .collect()
    }
}

fn is_start(location: &Location) -> bool {
    matches!(location, Location::Address(address) if address.is_start())
}

/// The number of moves in a node: at most one, except in faulty records.
fn moves_in(node: NodeRef<'_>, context: &GameContext) -> u32 {
    let moves = node.properties().filter(|p| p.mover(context).is_some());
    moves.fold(0, |count: u32, _| count.saturating_add(1))
}
