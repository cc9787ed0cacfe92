//! The outline of a document: symbols and folding ranges.

use kifu::core::{Color, Move};
use kifu::sgf::{Document, GameContext, GameInfo, GameType, NodeId};
use kifu::span::Span;
use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolInformation, SymbolKind, Uri,
};

use crate::client::Client;
use crate::record::Parsed;
use crate::text::Text;

/// The maximum depth of nested variations. Deeper ones are listed at this depth, because clients show symbols, and
/// programs read JSON, by recursion.
const MAX_DEPTH: usize = 24;

/// The maximum number of lines of play that have symbols.
const MAX_LINES: usize = 20_000;

/// The maximum number of nodes that have symbols. In larger files, only games and variations have them.
const MAX_NODES: usize = 10_000;

/// A line of play: a main line, or a variation.
struct LineOfPlay {
    /// The line that it branches from.
    parent: Option<usize>,
    depth: usize,
    first: NodeId,
    /// The text of the line with its variations.
    span: Span,
    /// The number of the move before the line.
    moves_before: usize,
    entries: Vec<Entry>,
}

enum Entry {
    Node { id: NodeId, number: usize },
    Line(usize),
}

/// The lines of play of a game, each before those that branch from it.
struct Lines {
    lines: Vec<LineOfPlay>,
    /// The number of lines that are left out, because there are too many.
    left_out: usize,
}

impl Lines {
    fn of(
        document: &Document,
        root: NodeId,
        span: Span,
        max_lines: usize,
        with_nodes: bool,
    ) -> Lines {
        let context = GameContext::of(document.node(root));
        let forest = document.forest();
        let mut lines: Vec<LineOfPlay> = Vec::new();
        // The line of each node, and the number of the last move; nodes of a game have consecutive ids.
        let first = root.index();
        let mut places: Vec<(Option<usize>, usize)> = Vec::new();
        let mut left_out = 0;
        for id in forest.preorder(root) {
            let parent = forest.parent(id);
            let place = parent.and_then(|parent| places.get(parent.index().wrapping_sub(first)));
            let (parent_line, number) = place.copied().unwrap_or((None, 0));
            let node = document.node(id);
            let number = number + node.move_count(&context);
            let continues = parent.is_some_and(|parent| forest.first_child(parent) == Some(id));
            let line = if continues {
                parent_line
            } else if parent.is_some() && parent_line.is_none() {
                None
            } else if lines.len() >= max_lines {
                left_out += 1;
                None
            } else {
                let mut up = parent_line;
                while let Some(line) = up.filter(|line| lines[*line].depth >= MAX_DEPTH) {
                    up = lines[line].parent;
                }
                if let Some(up) = up {
                    let index = lines.len();
                    lines[up].entries.push(Entry::Line(index));
                }
                lines.push(LineOfPlay {
                    depth: up.map_or(0, |up| lines[up].depth + 1),
                    parent: up,
                    first: id,
                    span: node.span().unwrap_or(span),
                    moves_before: number - node.move_count(&context),
                    entries: Vec::new(),
                });
                Some(lines.len() - 1)
            };
            let index = id.index().wrapping_sub(first);
            if places.len() <= index {
                places.resize(index + 1, (None, 0));
            }
            places[index] = (line, number);
            let Some(line) = line.map(|line| &mut lines[line]) else {
                continue;
            };
            if let Some(node) = node.span() {
                line.span = Span::new(line.span.start.min(node.start), line.span.end.max(node.end));
            }
            if with_nodes && !node.is_empty_variation() {
                line.entries.push(Entry::Node { id, number });
            }
        }
        // A line contains its variations.
        for index in (1..lines.len()).rev() {
            let inner = lines[index].span;
            if let Some(parent) = lines[index].parent {
                let outer = &mut lines[parent].span;
                *outer = Span::new(outer.start.min(inner.start), outer.end.max(inner.end));
            }
        }
        if let Some(main) = lines.first_mut() {
            main.span = Span::new(main.span.start.min(span.start), main.span.end.max(span.end));
        }
        Lines { lines, left_out }
    }
}

/// Returns the symbols of a document: its games, their nodes, and their variations.
pub(crate) fn symbols(parsed: &Parsed, text: &Text) -> Vec<DocumentSymbol> {
    let Some(document) = parsed.sgf() else {
        return other_symbols(parsed, text);
    };
    let with_nodes = parsed.nodes().len() <= MAX_NODES;
    let mut lines_left = MAX_LINES;
    let mut symbols = Vec::new();
    for (index, (root, span)) in document.games_in_text().enumerate() {
        let lines = Lines::of(document, root, span, lines_left.max(1), with_nodes);
        lines_left = lines_left.saturating_sub(lines.lines.len());
        symbols.extend(game_symbol(document, root, index, lines, text));
    }
    symbols
}

fn game_symbol(
    document: &Document,
    root: NodeId,
    index: usize,
    lines: Lines,
    text: &Text,
) -> Option<DocumentSymbol> {
    let context = GameContext::of(document.node(root));
    let mut finished: Vec<Option<DocumentSymbol>> = Vec::new();
    finished.resize_with(lines.lines.len(), || None);
    let left_out = lines.left_out;
    for (at, line) in lines.lines.into_iter().enumerate().rev() {
        let range = line.span;
        let mut children = Vec::new();
        for entry in line.entries {
            match entry {
                Entry::Line(inner) => children.extend(finished[inner].take()),
                Entry::Node { id, number } => {
                    let node = document.node(id);
                    let Some(span) = node.span() else {
                        continue;
                    };
                    let name = node_name(document, id, number, &context);
                    let comment = node.text("C").map(|text| first_line(&text));
                    children.push(symbol(name, comment, SymbolKind::FIELD, span, span, text));
                }
            }
        }
        let first = document.node(line.first).span().unwrap_or(range);
        let head = Span::new(
            first.start.clamp(range.start, range.end),
            first.end.clamp(range.start, range.end),
        );
        let mut made = if at == 0 {
            let info = document.game_info(root);
            let name = game_name(&info, index);
            let mut made = symbol(
                name,
                Some(game_detail(&info)),
                SymbolKind::CLASS,
                range,
                head,
                text,
            );
            if left_out > 0 {
                let name = format!("{left_out} more variations");
                children.push(symbol(name, None, SymbolKind::FUNCTION, head, head, text));
            }
            made.detail = made.detail.filter(|detail| !detail.is_empty());
            made
        } else {
            let number = line.moves_before + document.node(line.first).move_count(&context);
            let name = node_name(document, line.first, number, &context);
            let name = format!("Variation {name}");
            let comment = document
                .node(line.first)
                .text("C")
                .map(|text| first_line(&text));
            symbol(name, comment, SymbolKind::FUNCTION, range, head, text)
        };
        made.children = (!children.is_empty()).then_some(children);
        finished[at] = Some(made);
    }
    finished.into_iter().next().flatten()
}

#[allow(deprecated)] // The field `deprecated` has no replacement in the struct.
fn symbol(
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    range: Span,
    head: Span,
    text: &Text,
) -> DocumentSymbol {
    DocumentSymbol {
        // Clients refuse symbols without a name.
        name: if name.trim().is_empty() {
            "–".to_owned()
        } else {
            name
        },
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: text.range(range.start, range.end),
        selection_range: text.range(head.start, head.end),
        children: None,
    }
}

/// Returns the symbols of the games in other formats, which have no places.
fn other_symbols(parsed: &Parsed, text: &Text) -> Vec<DocumentSymbol> {
    let Some(Ok(document)) = parsed.other().map(|record| record.to_sgf()) else {
        return Vec::new();
    };
    let whole = Span::new(0, text.as_bytes().len() as u32);
    let games = document.roots().enumerate().take(MAX_NODES);
    games
        .map(|(index, root)| {
            let info = document.game_info(root);
            let detail = Some(game_detail(&info)).filter(|detail| !detail.is_empty());
            symbol(
                game_name(&info, index),
                detail,
                SymbolKind::CLASS,
                whole,
                Span::at(0),
                text,
            )
        })
        .collect()
}

/// Converts symbols for clients that do not show them nested.
#[allow(deprecated)] // The field `deprecated` has no replacement in the struct.
pub(crate) fn flattened(symbols: Vec<DocumentSymbol>, uri: &Uri) -> Vec<SymbolInformation> {
    let mut flat = Vec::new();
    let mut left: Vec<(DocumentSymbol, Option<String>)> = Vec::new();
    left.extend(symbols.into_iter().rev().map(|symbol| (symbol, None)));
    while let Some((symbol, container)) = left.pop() {
        let children = symbol.children.into_iter().flatten().rev();
        left.extend(children.map(|child| (child, Some(symbol.name.clone()))));
        flat.push(SymbolInformation {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: lsp_types::Location::new(uri.clone(), symbol.range),
            container_name: container,
        });
    }
    flat
}

/// Names a game by its players, as in `Kim – Sato`.
fn game_name(info: &GameInfo<'_>, index: usize) -> String {
    match (&info.black, &info.white) {
        (None, None) => match &info.name {
            Some(name) => name.to_string(),
            None => format!("Game {}", index + 1),
        },
        (black, white) => {
            let name = |player: &Option<std::borrow::Cow<'_, str>>| {
                player
                    .as_deref()
                    .filter(|name| !name.is_empty())
                    .unwrap_or("?")
                    .to_owned()
            };
            format!("{} – {}", name(black), name(white))
        }
    }
}

fn game_detail(info: &GameInfo<'_>) -> String {
    let fields = [&info.result, &info.date, &info.event];
    let fields: Vec<&str> = fields.into_iter().flatten().map(|field| &**field).collect();
    fields.join(", ")
}

/// Names a node by its move, as in `57 Black Q16`, or by its properties.
fn node_name(document: &Document, id: NodeId, number: usize, context: &GameContext) -> String {
    let node = document.node(id);
    let is_go = context.game == GameType::GO;
    if let Some((color, action)) = node.play(context).filter(|_| is_go) {
        let color = match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        let place = match action {
            Move::Pass => "pass".to_owned(),
            Move::Play(point) => match context.size.western(point) {
                Some(point) => point.to_string(),
                None => "off the board".to_owned(),
            },
        };
        return format!("{number} {color} {place}");
    }
    let properties = node.properties().take(6);
    let names: Vec<&str> = properties
        .map(|property| property.ident().as_str())
        .collect();
    if names.is_empty() {
        return "empty node".to_owned();
    }
    names.join(" ")
}

fn first_line(text: &str) -> String {
    const CHARS: usize = 60;
    let line = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let mut short: String = line.chars().take(CHARS).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// Returns the folding ranges of a document: its games, variations, and texts of several lines.
pub(crate) fn folds(parsed: &Parsed, text: &Text, client: &Client) -> Vec<FoldingRange> {
    let Some(document) = parsed.sgf() else {
        return Vec::new();
    };
    let mut folds: Vec<(usize, FoldingRange)> = Vec::new();
    let mut add = |depth: usize, span: Span, kind: Option<FoldingRangeKind>| {
        let range = text.range(span.start, span.end);
        if range.start.line < range.end.line {
            let folds_columns = !client.folds_lines_only;
            folds.push((
                depth,
                FoldingRange {
                    start_line: range.start.line,
                    start_character: folds_columns.then_some(range.start.character),
                    end_line: range.end.line,
                    end_character: folds_columns.then_some(range.end.character),
                    kind,
                    collapsed_text: None,
                },
            ));
        }
    };
    for (root, span) in document.games_in_text() {
        let lines = Lines::of(document, root, span, MAX_LINES, false);
        for line in &lines.lines {
            add(line.depth, line.span, Some(FoldingRangeKind::Region));
        }
    }
    for (_, id) in parsed.nodes() {
        let node = document.node(*id);
        if node.only_move().is_some() {
            continue;
        }
        let values = node.properties().flat_map(|property| property.values());
        for span in values.filter_map(|value| value.span()) {
            if span.len() > 1 && memchr::memchr2(b'\n', b'\r', span.of(document.text())).is_some() {
                add(MAX_DEPTH + 1, span, Some(FoldingRangeKind::Comment));
            }
        }
    }
    // Of the ranges that start on a line, editors use one: the outermost.
    folds.sort_by_key(|(depth, fold)| (fold.start_line, *depth, std::cmp::Reverse(fold.end_line)));
    folds.dedup_by_key(|(_, fold)| fold.start_line);
    let limit = client.fold_limit.map_or(usize::MAX, |limit| limit as usize);
    if folds.len() > limit {
        folds.sort_by_key(|(depth, _)| *depth);
        folds.truncate(limit);
        folds.sort_by_key(|(_, fold)| fold.start_line);
    }
    folds.into_iter().map(|(_, fold)| fold).collect()
}
