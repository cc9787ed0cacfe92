//! Games as text with a line for each move.

use std::fmt::Write;

use kifu_charset::Charset;
use kifu_sgf::properties::ValueKind;
use kifu_sgf::value::western::{area, label, line};
use kifu_sgf::{Document, GameContext, NodeId, Point, Property, PropertyInfo, Value};

/// Variations at deeper levels are not indented further, so that the text takes linear space.
const MAX_LEVEL: usize = 12;

/// Returns all games of a file as text, for comparisons: each with a heading, and as [`game_text`]. Text outside of games
/// comes last.
pub fn text_of(document: &Document) -> String {
    let mut out = String::new();
    for (index, root) in document.roots().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let _ = writeln!(out, "game {}", index + 1);
        out.push_str(&game_text(document, root));
    }
    let mut stray: Vec<&[u8]> = document.stray_text().collect();
    stray.sort_unstable();
    for text in stray {
        out.push_str("\ntext\n");
        lines(&Charset::UTF_8.decode(text).text, "    ", &mut out);
    }
    out
}

/// Returns a game as text with a line for each move, for comparisons.
///
/// A change of a game changes few lines, and a change that has no meaning, such as another order of properties or
/// other white space, changes none. The other properties of a node follow its move, indented and sorted. Variations follow
/// the move that they replace, before the next move of the line, with `+` at their start. Control characters and characters
/// that change the direction of text are written as escapes such as `\u{1b}`.
///
/// ```
/// use kifu_merge::game_text;
/// use kifu_merge::sgf::Document;
///
/// let document = Document::parse("(;SZ[9]PB[Sato];B[ee]C[The centre.](;W[gc];B[cg])(;W[cg]TR[cg]))")?;
/// let root = document.roots().next().unwrap();
/// assert_eq!(
///     game_text(&document, root),
///     "        PB: Sato\n        SZ: 9\n   1 B E5\n        C: The centre.\n   \
///      2 W G7\n    +  2 W C3\n            TR: C3\n   \
///      3 B C3\n"
/// );
/// # Ok::<(), kifu_merge::sgf::TooLarge>(())
/// ```
pub fn game_text(document: &Document, root: NodeId) -> String {
    enum Task {
        /// The first node of a variation, after this number of moves, at this level.
        Variation(NodeId, u64, usize),
        /// What follows a node.
        After(NodeId, u64, usize),
    }
    let mut writer = Writer {
        document,
        context: GameContext::of(document.node(root)),
        charset: document.charset(root).charset,
        root,
        out: String::new(),
    };
    let moves = writer.node(root, 0, 0, false);
    let mut todo = vec![Task::After(root, moves, 0)];
    while let Some(task) = todo.pop() {
        match task {
            Task::Variation(id, moves, level) => {
                let moves = writer.node(id, moves, level, true);
                todo.push(Task::After(id, moves, level));
            }
            Task::After(id, moves, level) => {
                let mut children = document.forest().children(id);
                let Some(first) = children.next() else {
                    continue;
                };
                let others: Vec<NodeId> = children.collect();
                let next = writer.node(first, moves, level, false);
                // The variations come before what follows the first move.
                todo.push(Task::After(first, next, level));
                let others = others.into_iter().rev();
                todo.extend(others.map(|other| Task::Variation(other, moves, level + 1)));
            }
        }
    }
    writer.out
}

struct Writer<'d> {
    document: &'d Document,
    context: GameContext,
    charset: Charset,
    root: NodeId,
    out: String,
}

impl Writer<'_> {
    /// Writes a node, and returns the number of moves up to it.
    fn node(&mut self, id: NodeId, moves: u64, level: usize, is_start: bool) -> u64 {
        let node = self.document.node(id);
        let indent = "    ".repeat(level.min(MAX_LEVEL));
        let mut properties: Vec<Property<'_>> = node.properties().collect();
        properties.sort_by_key(|property| {
            let ident: Vec<u8> = property.ident().significant().collect();
            (ident == b"C", ident)
        });
        let size = self.context.size;
        let is_move = |property: &Property<'_>| {
            property.ident().player().is_some() && property.single_move(size).is_some()
        };
        let moved = properties
            .iter()
            .position(is_move)
            .map(|at| properties.remove(at));
        let mark = if is_start { "+" } else { " " };
        let level = if level > MAX_LEVEL {
            format!("level {level} ")
        } else {
            String::new()
        };
        match &moved {
            Some(property) => {
                let name = property.move_name(size);
                let color = if property.ident().is("B") { "B" } else { "W" };
                let _ = writeln!(
                    self.out,
                    "{indent}{mark}{:>3} {level}{color} {name}",
                    moves + 1
                );
            }
            None if id == self.root => {}
            None => {
                let _ = writeln!(self.out, "{indent}{mark}  - {level}node");
            }
        }
        let mut at = 0;
        while let Some(property) = properties.get(at) {
            // Several properties with the same name are written as one.
            let ident: String = property.ident().significant().map(char::from).collect();
            let same = properties[at..]
                .iter()
                .take_while(|other| other.ident().significant().eq(ident.bytes()))
                .count();
            let values: Vec<Value<'_>> = properties[at..at + same]
                .iter()
                .flat_map(Property::values)
                .collect();
            self.property(&ident, property, &values, id, &indent);
            at += same;
        }
        moves + u64::from(moved.is_some())
    }

    fn property(
        &mut self,
        ident: &str,
        property: &Property<'_>,
        values: &[Value<'_>],
        id: NodeId,
        indent: &str,
    ) {
        let info = if id == self.root {
            PropertyInfo::of(property.ident(), &self.context)
        } else {
            PropertyInfo::below_root(property.ident(), &self.context)
        };
        let _ = write!(self.out, "{indent}        {}:", Escaped(ident));
        if let Some(names) = info.and_then(|info| self.points(info, values)) {
            let _ = writeln!(self.out, " {}", names.join(" "));
            return;
        }
        let inner = format!("{indent}           ");
        for (at, value) in values.iter().enumerate() {
            let text = value.text(self.charset).text;
            let mut text_lines = text.split('\n');
            if at > 0 {
                self.out.push_str(&inner[1..]);
            }
            let _ = writeln!(
                self.out,
                " {}",
                Escaped(text_lines.next().unwrap_or_default())
            );
            for text in text_lines {
                let _ = writeln!(self.out, "{inner}{}", Escaped(text));
            }
        }
    }

    /// The sorted names of the points in the values; `None` if they are not points, or unreadable.
    fn points(&self, info: &PropertyInfo, values: &[Value<'_>]) -> Option<Vec<String>> {
        let size = self.context.size;
        let name = |point: Point| size.western(point).map(|name| name.to_string());
        let is_point = |kind: ValueKind| matches!(kind, ValueKind::Point | ValueKind::Stone);
        if !info.values.is_list() || !is_point(info.values.first) {
            return None;
        }
        let mut found: Vec<((u8, u8), String)> = Vec::new();
        let key = |point: Point| (point.row, point.col);
        for value in values {
            let raw = value.raw();
            match info.values.second {
                None => {
                    for point in area(raw, size).ok()?.value.points() {
                        found.push((key(point), name(point)?));
                    }
                }
                Some(second) if is_point(second) => {
                    let (from, to) = line(raw, size).ok()?.value;
                    found.push((key(from), format!("{}-{}", name(from)?, name(to)?)));
                }
                Some(_) => {
                    let (point, text) = label(raw, size).ok()?.value;
                    let decoded = self.charset.decode(text).text;
                    let text = kifu_sgf::simple_text(&decoded);
                    found.push((key(point), format!("{}={}", name(point)?, Escaped(&text))));
                }
            }
        }
        found.sort();
        Some(found.into_iter().map(|(_, name)| name).collect())
    }
}

fn lines(text: &str, indent: &str, out: &mut String) {
    for line in text.lines() {
        let _ = writeln!(out, "{indent}{}", Escaped(line));
    }
}

/// A text without characters that control a terminal.
struct Escaped<'t>(&'t str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_control = |c: char| {
            c.is_control() && c != '\t'
                || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        };
        for part in self.0.split_inclusive(is_control) {
            match part
                .char_indices()
                .next_back()
                .filter(|(_, last)| is_control(*last))
            {
                None => f.write_str(part)?,
                Some((at, last)) => write!(f, "{}{}", &part[..at], last.escape_unicode())?,
            }
        }
        Ok(())
    }
}
