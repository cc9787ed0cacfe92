//! Figures, made on the way along a line.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::{Range, RangeInclusive};

use alloc::vec::Vec;

use kifu_core::Move;
use kifu_diagram::{Coordinates, Figure, View};
use kifu_replay::{Replayer, points};
use kifu_sgf::NodeRef;
use kifu_sgf::value::{FigureFlags, PrintMode};

use super::stated::Settings;
use super::walk::Walk;
use super::{Division, Line, Options, Shown, marks, moves_in};

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
    if let Some(node) = walk.behind().filter(|_| options.variations) {
        marks::variations(line.document, line.root, node, &mut figure);
    }
    if options.status {
        figure.captions.push(last_move(game));
        figure.to_play = Some(game.position().to_play());
        figure.captures = Some(game.prisoners());
    }
    finish(walk, line, &Settings::USUAL, options, &mut figure);
    figure
}

/// `Move 57: Black D4`.
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
    match stretches(line, moves, Division::Every(core::num::NonZeroU32::MAX)).pop() {
        Some(stretch) => drawn(&mut walk, line, &stretch, options),
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
    let stretches = stretches(line, moves, division);
    let several = stretches.len() > 1;
    let mut walk = Walk::new(line);
    stretches.into_iter().enumerate().map(move |(n, stretch)| {
        let mut figure = drawn(&mut walk, line, &stretch, &options);
        if several && figure.title.is_empty() && !stretch.untitled {
            figure.title = stretch.title(n + 1);
        }
        figure
    })
}

/// The nodes of a figure.
struct Stretch {
    nodes: Range<usize>,
    /// The numbers of its first and last move, if it has any.
    moves: Option<(u32, u32)>,
    /// Its `FG` wants no name.
    untitled: bool,
    settings: Settings,
}

impl Stretch {
    fn title(&self, number: usize) -> String {
        match self.moves {
            Some((first, last)) if first == last => format!("Figure {number} ({first})"),
            Some((first, last)) => format!("Figure {number} ({first}-{last})"),
            None => format!("Figure {number}"),
        }
    }
}

/// Divides a line. What lies before the first move of the range, and behind the last, is in
/// no figure; what lies before the first move of the game belongs to that move.
fn stretches(line: &Line<'_>, moves: RangeInclusive<u32>, division: Division) -> Vec<Stretch> {
    let (from, to) = (*moves.start(), *moves.end());
    let mut all: Vec<Stretch> = Vec::new();
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
            (Division::Every(most), Some((first, last))) if made > 0 => {
                last - first + 1 >= most.get()
            }
            _ => false,
        };
        if all.is_empty() || full || stated {
            all.push(Stretch::at(line, at, node, division));
        }
        if let Some(last) = all.last_mut() {
            last.nodes.end = at + 1;
            if made > 0 {
                last.moves = Some((last.moves.map_or(first, |(first, _)| first), number));
            }
        }
        // What follows the last move asked for is another matter, unless all were.
        done = made > 0 && number >= to;
    }
    // Setup before the first `FG` is no figure of its own.
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

impl Stretch {
    fn at(line: &Line<'_>, at: usize, node: NodeRef<'_>, division: Division) -> Stretch {
        let settings = match division {
            Division::Stated => Settings::of(line.document, node),
            Division::Every(_) => Settings::USUAL,
        };
        Stretch {
            nodes: at..at + 1,
            moves: None,
            untitled: settings.flags.contains(FigureFlags::NO_NAME),
            settings,
        }
    }
}

/// The figure of a stretch that lies ahead.
fn drawn(walk: &mut Walk<'_, '_>, line: &Line<'_>, stretch: &Stretch, options: &Options) -> Figure {
    while walk.at < stretch.nodes.start && walk.step().is_some() {}
    let mut figure = Figure::new(&walk.game.position().to_setup());
    figure.ko = None;
    let keep = stretch.settings.flags.contains(FigureFlags::KEEP_CAPTURED);
    while walk.at < stretch.nodes.end {
        walk.draw_step(&mut figure, keep);
    }
    figure.elsewhere.sort_by_key(|moved| moved.number);
    if stretch.moves.is_none() {
        let position = walk.game.position();
        figure.ko = position.to_setup().ko;
        figure.to_play = options.status.then(|| position.to_play());
    }
    renumber(&mut figure, walk.stated.print);
    finish(walk, line, &stretch.settings, options, &mut figure);
    figure
}

/// Prints numbers as `PM` says.
fn renumber(figure: &mut Figure, print: PrintMode) {
    let size = figure.size();
    let on_stones = size.points().filter_map(|point| figure[point].number);
    let all = on_stones.chain(figure.elsewhere.iter().map(|moved| moved.number));
    let first = all.min().unwrap_or(0);
    let hundreds = match print {
        PrintMode::None => {
            for point in size.points() {
                figure[point].number = None;
            }
            figure.elsewhere.clear();
            return;
        }
        PrintMode::Full => return,
        // A figure that begins at 200 says 100, not 0.
        PrintMode::Short => first.saturating_sub(1) / 100 * 100,
    };
    for point in size.points() {
        if let Some(number) = &mut figure[point].number {
            *number -= hundreds;
        }
    }
    for moved in &mut figure.elsewhere {
        moved.number -= hundreds;
    }
}

/// Everything that does not depend on the moves.
fn finish(
    walk: &Walk<'_, '_>,
    line: &Line<'_>,
    settings: &Settings,
    options: &Options,
    figure: &mut Figure,
) {
    let size = figure.size();
    let flags = settings.flags;
    let at = |id| line.document.node(id);
    if let Some(node) = walk.behind() {
        marks::put(line.document, at(node), figure);
    }
    if let Some(node) = walk.stated.dimmed {
        for point in points(at(node), "DD", size) {
            figure[point].dimmed = true;
        }
    }
    figure.title = settings.name.clone().unwrap_or_default();
    figure.stars = !flags.contains(FigureFlags::NO_STARS);
    if flags.contains(FigureFlags::NO_MISSING_MOVES) {
        figure.elsewhere.clear();
    }
    figure.coordinates = options.coordinates.unwrap_or(match () {
        () if flags.contains(FigureFlags::NO_COORDINATES) => Coordinates::None,
        () => Coordinates::Western,
    });
    match (options.view, walk.stated.view) {
        (Shown::Stated, Some(node)) => figure.show_only(points(at(node), "VW", size)),
        (Shown::Stated, None) | (Shown::Whole, _) => figure.view = View::whole(size),
        (Shown::Part(view), _) => figure.view = view.on(size),
        (Shown::Auto, _) => figure.view = figure.interesting(1),
    }
}
