//! The rows of the table of nodes.

use std::borrow::Cow;
use std::mem;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    BooleanBuilder, Float64Builder, StringBuilder, UInt16Builder, UInt32Builder,
};
use kifu::core::{Color, Move, Point, Size};
use kifu::replay;
use kifu::sgf::charset::Charset;
use kifu::sgf::{Document, NodeId, NodeRef};

use crate::columns::{Lists, Properties, columns};
use crate::moves::encode_move;

columns! {
    /// The columns of the table of nodes, except for the number of the game.
    struct NodeColumns {
        node: UInt32Builder,
        parent: UInt32Builder,
        is_main: BooleanBuilder,
        ply: UInt32Builder,
        action: UInt16Builder,
        time_left: Float64Builder,
        comment: StringBuilder,
        properties: Lists<Properties>,
    }
}

/// The rows of nodes that are not yet in a batch.
#[derive(Default)]
pub(crate) struct Nodes {
    columns: NodeColumns,
    /// For each row, the number of its game in the table of games.
    games: Vec<u32>,
}

impl Nodes {
    /// Adds the nodes of a game. Variations without nodes have no rows.
    pub(crate) fn push(&mut self, game: u32, document: &Document, root: NodeId, size: Size) {
        let charset = document.charset(root).charset;
        let forest = document.forest();
        let mut main = document.main_line(root).map(NodeRef::id).peekable();
        // For each ancestor of a node, its id, its number in the game, and the number of moves up to it.
        let mut line: Vec<(NodeId, u32, u32)> = Vec::new();
        let nodes = forest.preorder(root).map(|id| document.node(id));
        let nodes = nodes.filter(|node| !node.is_empty_variation());
        for (number, node) in (0u32..).zip(nodes) {
            let id = node.id();
            let parent = forest.parent(id).filter(|_| id != root);
            while line.last().is_some_and(|last| Some(last.0) != parent) {
                line.pop();
            }
            let (parent, before) = line.last().map_or((None, 0), |last| (Some(last.1), last.2));
            let ply = before + self.push_content(node, size, charset);
            line.push((id, number, ply));
            let is_main = main.next_if_eq(&id).is_some();
            self.games.push(game);
            self.columns.node.append_value(number);
            self.columns.parent.append_option(parent);
            self.columns.is_main.append_value(is_main);
            self.columns.ply.append_value(ply);
        }
    }

    /// Adds the content of a node, and returns the number of its moves.
    fn push_content(&mut self, node: NodeRef<'_>, size: Size, charset: Charset) -> u32 {
        if let Some((color, letters, _)) = node.only_move()
            && let Some(point) = Point::from_sgf(&letters).filter(|point| size.contains(*point))
        {
            self.push_move(color, point, letters, size);
            return 1;
        }
        let columns = &mut self.columns;
        let (mut count, mut last, mut comment, mut times) = (0, None, None, [None; 2]);
        for property in node.properties() {
            let ident = property.ident();
            if let Some(color) = ident.player() {
                let value = property.value();
                let action = value.and_then(|value| replay::action(&value, size));
                last = Some((color, action));
                count += 1;
            } else if ident.is("C") && comment.is_none() {
                comment = property.value().map(|value| value.text(charset).text);
            } else if ident.is("BL") || ident.is("WL") {
                let seconds = property.value().and_then(|value| value.real().ok());
                times[usize::from(ident.is("WL"))] = seconds.map(|seconds| seconds.value);
            }
            let properties = &mut columns.properties.values;
            properties.names.append_value(ident.as_str());
            for value in property.values() {
                let text = decoded(value.raw(), charset);
                properties.values.values.append_value(text);
            }
            properties.values.end();
        }
        columns.properties.end();
        let time_left = last.and_then(|(color, _)| times[usize::from(color == Color::White)]);
        let code = last.map(|(color, action)| encode_move(color, action, size));
        columns.action.append_option(code);
        columns.time_left.append_option(time_left);
        columns.comment.append_option(comment);
        count
    }

    /// Adds the content of a node that has only a move, with these letters.
    fn push_move(&mut self, color: Color, point: Point, letters: [u8; 2], size: Size) {
        let columns = &mut self.columns;
        let properties = &mut columns.properties.values;
        properties.names.append_value(match color {
            Color::Black => "B",
            Color::White => "W",
        });
        let text = str::from_utf8(&letters).unwrap_or_default();
        properties.values.values.append_value(text);
        properties.values.end();
        columns.properties.end();
        let code = encode_move(color, Some(Move::Play(point)), size);
        columns.action.append_value(code);
        columns.time_left.append_null();
        columns.comment.append_null();
    }

    /// Returns the number of the game of each row and the other columns, and continues without rows.
    pub(crate) fn finish(&mut self) -> (Vec<u32>, Vec<ArrayRef>) {
        (mem::take(&mut self.games), self.columns.finish())
    }
}

/// Decodes a value as written, with its escapes.
fn decoded(raw: &[u8], charset: Charset) -> Cow<'_, str> {
    match std::str::from_utf8(raw) {
        // These characters are the same in all charsets. Others can begin an escape to another charset.
        Ok(text) if raw.iter().all(|byte| (b' '..b'~').contains(byte)) => Cow::Borrowed(text),
        _ => charset.decode(raw).text,
    }
}
