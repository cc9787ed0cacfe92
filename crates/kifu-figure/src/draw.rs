//! Creates figures while moving along a line.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::{Range, RangeInclusive};

use alloc::vec::Vec;

use kifu_core::Move;
use kifu_diagram::{Coordinates, Figure, View};
use kifu_replay::{Replayer, points};
use kifu_sgf::NodeRef;
use kifu_sgf::value::{FigureFlags, PrintMode};

use super::stated::FigureSettings;
use super::walk::Walk;
use super::{Division, Line, Options, ViewMode, marks, moves_in};

pub(super) fn position(line: &Line<'_>, options: &Options) -> Figure {
    let mut walk = Walk::new(line);
    while walk.step().is_some() {}
    position_of(&walk, line, options)
}

pub(super) fn positions<'l, 'd>(
    line: &'l Line<'d>,
    options: Options,
) -> impl Iterator<Item = Figure> + use<'l, 'd> {
    let mut walk = Walk::new(line);
    core::iter::from_fn(move || {
        walk.step()?;
        Some(position_of(&walk, line, &options))
    })
}

fn position_of(walk: &Walk<'_, '_>, line: &Line<'_>, options: &Options) -> Figure {
    let game = &walk.game;
    let mut figure = Figure::new(&game.position().to_setup());
    let last = game.last().and_then(|(_, action)| action.point());
    let stone_on = |point| figure.get(point).is_some_and(|cell| cell.stone.is_some());
    figure.last = last.filter(|&point| stone_on(point));
    if let Some(node) = walk.last_node().filter(|_| options.variations) {
        marks::variations(line.document, line.root, node, &mut figure);
    }
    if options.status {
        figure.captions.push(last_move(game));
        figure.to_play = Some(game.position().to_play());
        figure.captures = Some(game.prisoners());
    }
    finish(walk, line, &FigureSettings::BOOK, options, &mut figure);
    figure
}

/// The caption for the last move, such as `Move 57: Black D4`.
fn last_move(game: &Replayer<'_>) -> String {
    let number = game.number();
    let size = game.position().board().size();
    match game.last() {
        _ if number == 0 => "No moves yet".to_string(),
        None => format!("Move {number}: unreadable"),
        Some((color, Move::Pass)) => format!("Move {number}: {color} pass"),
        Some((color, Move::Play(point))) => match size.western(point) {
            Some(point) => format!("Move {number}: {color} {point}"),
            None => format!("Move {number}: {color} off the board"),
        },
    }
}

pub(super) fn figure(line: &Line<'_>, moves: RangeInclusive<u32>, options: &Options) -> Figure {
    let mut walk = Walk::new(line);
    match sections(line, moves, Division::Every(core::num::NonZeroU32::MAX)).pop() {
        Some(section) => draw_section(&mut walk, line, &section, options),
        None => {
            while walk.step().is_some() {}
            position_of(&walk, line, options)
        }
    }
}

pub(super) fn figures<'l, 'd>(
    line: &'l Line<'d>,
    moves: RangeInclusive<u32>,
    division: Division,
    options: Options,
) -> impl ExactSizeIterator<Item = Figure> + use<'l, 'd> {
    let sections = sections(line, moves, division);
    let several = sections.len() > 1;
    let mut walk = Walk::new(line);
    sections.into_iter().enumerate().map(move |(n, section)| {
        let mut figure = draw_section(&mut walk, line, &section, &options);
        if several && figure.title.is_empty() && !section.untitled {
            figure.title = section.title(n + 1);
        }
        figure
    })
}

/// A part of a line that one figure shows.
pub(super) struct Section {
    pub(super) nodes: Range<usize>,
    /// The numbers of the first and last move of the figure, if it has moves.
    moves: Option<(u32, u32)>,
    /// Whether the `FG` of the figure disables the title.
    untitled: bool,
    settings: FigureSettings,
}

impl Section {
    fn title(&self, number: usize) -> String {
        match self.moves {
            Some((first, last)) if first == last => format!("Figure {number} ({first})"),
            Some((first, last)) => format!("Figure {number} ({first}-{last})"),
            None => format!("Figure {number}"),
        }
    }
}

/// Divides a line into figures. Nodes outside the range of moves are not part of a figure. Nodes
/// before the first move of the game belong to the figure with that move.
pub(super) fn sections(
    line: &Line<'_>,
    moves: RangeInclusive<u32>,
    division: Division,
) -> Vec<Section> {
    let (from, to) = (*moves.start(), *moves.end());
    let mut all: Vec<Section> = Vec::new();
    let mut number: u32 = 0;
    let mut done = false;
    let context = line.context();
    for (at, &id) in line.nodes.iter().enumerate() {
        let node = line.document.node(id);
        let made = moves_in(node, &context);
        let first = number.saturating_add(1);
        number = number.saturating_add(made);
        let after = match made {
            0 => first <= to && (from <= 1 || first > from),
            _ => number >= from && first <= to,
        };
        if done || !after {
            done |= !all.is_empty();
            continue;
        }
        let stated = division == Division::Stated && node.get("FG").is_some();
        let full = match (division, all.last().and_then(|last| last.moves)) {
            (Division::Every(count), Some((first, last))) if made > 0 => {
                last - first + 1 >= count.get()
            }
            _ => false,
        };
        if all.is_empty() || full || stated {
            all.push(Section::at(line, at, node, division));
        }
        if let Some(last) = all.last_mut() {
            last.nodes.end = at + 1;
            if made > 0 {
                last.moves = Some((last.moves.map_or(first, |(first, _)| first), number));
            }
        }
        // Nodes after the last requested move are excluded, unless all moves are requested.
        done = made > 0 && number >= to;
    }
    // Setup before the first `FG` is not a separate figure.
    if all.len() > 1
        && all[0].moves.is_none()
        && line
            .document
            .node(line.nodes[all[0].nodes.start])
            .get("FG")
            .is_none()
    {
        all.remove(0);
    }
    all
}

impl Section {
    fn at(line: &Line<'_>, at: usize, node: NodeRef<'_>, division: Division) -> Section {
        let settings = match division {
            Division::Stated => FigureSettings::of(line.document, node),
            Division::Every(_) => FigureSettings::BOOK,
        };
        Section {
            nodes: at..at + 1,
            moves: None,
            untitled: settings.flags.contains(FigureFlags::NO_NAME),
            settings,
        }
    }
}

/// Moves along the line to a section and draws its figure.
fn draw_section(
    walk: &mut Walk<'_, '_>,
    line: &Line<'_>,
    section: &Section,
    options: &Options,
) -> Figure {
    while walk.at < section.nodes.start && walk.step().is_some() {}
    let mut figure = Figure::new(&walk.game.position().to_setup());
    figure.ko = None;
    let keep = section.settings.flags.contains(FigureFlags::KEEP_CAPTURED);
    while walk.at < section.nodes.end {
        walk.draw_step(&mut figure, keep);
    }
    figure.unplaced_moves.sort_by_key(|moved| moved.number);
    if section.moves.is_none() {
        let position = walk.game.position();
        figure.ko = position.to_setup().ko;
        figure.to_play = options.status.then(|| position.to_play());
    }
    if !options.full_numbers {
        renumber(&mut figure, walk.stated.print);
    }
    finish(walk, line, &section.settings, options, &mut figure);
    figure
}

/// Changes the printed numbers according to `PM`.
fn renumber(figure: &mut Figure, print: PrintMode) {
    let size = figure.size();
    let on_stones = size.points().filter_map(|point| figure[point].number);
    let all = on_stones.chain(figure.unplaced_moves.iter().map(|moved| moved.number));
    let first = all.min().unwrap_or(0);
    let hundreds = match print {
        PrintMode::None => {
            for point in size.points() {
                figure[point].number = None;
            }
            figure.unplaced_moves.clear();
            return;
        }
        PrintMode::Full => return,
        // In a figure that begins with move 200, this move is printed as 100, not as 0.
        PrintMode::Short => first.saturating_sub(1) / 100 * 100,
    };
    for point in size.points() {
        if let Some(number) = &mut figure[point].number {
            *number -= hundreds;
        }
    }
    for moved in &mut figure.unplaced_moves {
        moved.number -= hundreds;
    }
}

/// Adds the content of a figure that does not depend on its moves.
fn finish(
    walk: &Walk<'_, '_>,
    line: &Line<'_>,
    settings: &FigureSettings,
    options: &Options,
    figure: &mut Figure,
) {
    let size = figure.size();
    let flags = settings.flags;
    let at = |id| line.document.node(id);
    if let Some(node) = walk.last_node() {
        marks::draw_marks(line.document, at(node), figure);
    }
    if let Some(node) = walk.stated.dimmed {
        for point in points(at(node), "DD", size) {
            figure[point].dimmed = true;
        }
    }
    figure.title = settings.name.clone().unwrap_or_default();
    figure.stars = !flags.contains(FigureFlags::NO_STARS);
    if flags.contains(FigureFlags::NO_MISSING_MOVES) {
        figure.unplaced_moves.clear();
    }
    let coordinates = if flags.contains(FigureFlags::NO_COORDINATES) {
        Coordinates::None
    } else {
        Coordinates::Western
    };
    figure.coordinates = options.coordinates.unwrap_or(coordinates);
    match (options.view, walk.stated.view) {
        (ViewMode::Stated, Some(node)) => figure.show_only(points(at(node), "VW", size)),
        (ViewMode::Stated, None) | (ViewMode::Whole, _) => figure.view = View::whole(size),
        (ViewMode::Part(view), _) => figure.view = view.on(size),
        (ViewMode::Auto, _) => figure.view = figure.interesting(1),
    }
}
