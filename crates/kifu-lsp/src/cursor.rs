//! The node, the property and the value at an offset of an SGF file, and the points in values.

use kifu::core::{Point, Size};
use kifu::sgf::properties::ValueKind;
use kifu::sgf::value::western;
use kifu::sgf::{GameContext, NodeId, NodeRef, Property, PropertyInfo, Value};
use kifu::span::Span;

use crate::record::Parsed;

/// The place of an offset in an SGF file.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'d> {
    pub(crate) root: NodeId,
    pub(crate) context: GameContext,
    pub(crate) node: NodeRef<'d>,
    /// The property that contains the offset, or ends there.
    pub(crate) property: Option<Property<'d>>,
    /// The value that contains the offset, with the span of the text between its brackets.
    pub(crate) value: Option<(Value<'d>, Span)>,
}

impl<'d> Cursor<'d> {
    /// Returns the place of an offset, unless it is before the first node or after a game.
    pub(crate) fn at(parsed: &'d Parsed, offset: u32) -> Option<Cursor<'d>> {
        let document = parsed.sgf()?;
        let node = parsed.node_at(offset)?;
        let end = node.span()?.end;
        if end < offset {
            // White space and parentheses after a node belong to it, but not the text between games.
            let between = document.text().get(end as usize..offset as usize)?;
            let is_blank = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')');
            if !between.iter().all(is_blank) {
                return None;
            }
        }
        let root = document.forest().root_of(node.id());
        let contains = |span: Span| span.start <= offset && offset <= span.end;
        // Of two properties that meet at the offset, the second one starts there.
        let properties = node.properties();
        let property = properties
            .filter(|property| property.span().is_some_and(contains))
            .last();
        let values = property.iter().flat_map(|property| property.values());
        let inside = values.filter_map(|value| Some((value, inside(&value)?)));
        let value = inside.filter(|(_, span)| contains(*span)).last();
        Some(Cursor {
            root,
            context: GameContext::of(document.node(root)),
            node,
            property,
            value,
        })
    }

    /// Returns the description of a property of the node.
    pub(crate) fn info(&self, property: &Property<'_>) -> Option<&'static PropertyInfo> {
        info(self.node.id() == self.root, property, &self.context)
    }
}

/// Returns the description of a property in a root, or below it.
pub(crate) fn info(
    in_root: bool,
    property: &Property<'_>,
    context: &GameContext,
) -> Option<&'static PropertyInfo> {
    if in_root {
        PropertyInfo::of(property.ident(), context)
    } else {
        PropertyInfo::below_root(property.ident(), context)
    }
}

/// Returns the span of the text between the brackets of a value.
pub(crate) fn inside(value: &Value<'_>) -> Option<Span> {
    let span = value.span()?;
    let end = span.end - u32::from(value.is_closed());
    Some(Span::new((span.start + 1).min(end), end))
}

/// Whether the values of a property are points, or begin with a point.
pub(crate) fn has_points(info: &PropertyInfo) -> bool {
    let is_point = |kind| matches!(kind, ValueKind::Point | ValueKind::Stone | ValueKind::Move);
    is_point(info.values.first)
}

/// Returns the points that a value names, with their places: both corners of a rectangle, and both ends of a line.
pub(crate) fn points(value: &Value<'_>, info: &PropertyInfo, size: Size) -> Vec<(Span, Point)> {
    if !has_points(info) {
        return Vec::new();
    }
    let raw = value.raw();
    let mut pieces = raw.splitn(2, |byte| *byte == b':');
    let first = pieces.next().unwrap_or_default();
    let second = pieces.next().unwrap_or_default();
    let is_label = matches!(
        info.values.second,
        Some(kind) if !matches!(kind, ValueKind::Point | ValueKind::Stone)
    );
    let second_start = first.len() as u32 + 1;
    let mut found = Vec::new();
    for (start, piece) in [(0, first), (second_start, second)] {
        if start > 0 && is_label {
            break;
        }
        let Ok(read) = western::point(piece, size) else {
            continue;
        };
        let span = Span::new(start, start + piece.len() as u32);
        if let Some(span) = value.place(span) {
            found.push((span, read.value));
        }
    }
    found
}

/// Returns the word of letters and digits at an offset, such as `Q16` in a comment.
pub(crate) fn word_at(text: &[u8], within: Span, offset: u32) -> Span {
    let is_word = |at: u32| text.get(at as usize).is_some_and(u8::is_ascii_alphanumeric);
    let mut start = offset.clamp(within.start, within.end);
    let mut end = start;
    while start > within.start && is_word(start - 1) {
        start -= 1;
    }
    while end < within.end && is_word(end) {
        end += 1;
    }
    Span::new(start, end)
}

/// Returns the point that an offset names: in a value of points, or as coordinates such as `Q16` in a text.
pub(crate) fn point_at(parsed: &Parsed, cursor: &Cursor<'_>, offset: u32) -> Option<(Span, Point)> {
    let property = cursor.property?;
    let (value, span) = cursor.value?;
    let size = cursor.context.size;
    let info = cursor.info(&property);
    if let Some(info) = info.filter(|info| has_points(info)) {
        let points = points(&value, info, size);
        let mut at = points
            .iter()
            .filter(|(span, _)| span.start <= offset && offset <= span.end);
        if let Some(found) = at.next() {
            return Some(*found);
        }
    }
    let text = parsed.sgf()?.text();
    let word = word_at(text, span, offset);
    let (letter, digits) = word.of(text).split_first()?;
    let names_row = (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    if !letter.is_ascii_alphabetic() || !names_row {
        return None;
    }
    let point = western::point(&word.of(text).to_ascii_uppercase(), size).ok()?;
    Some((word, point.value))
}
