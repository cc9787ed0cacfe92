//! Games as text with a line for each move.

use std::fmt::Write;

use kifu_charset::Charset;
use kifu_sgf::properties::ValueKind;
use kifu_sgf::value::western::{area, label, line};
use kifu_sgf::{Document, GameContext, NodeId, Point, Property, PropertyInfo, Value};

/// Variations at deeper levels are not indented further, so that the text takes linear space.
const MAX_LEVEL: usize = 12;

/// Returns all games of a file as text, for comparisons: each with a heading, and as [`game_text`]. Text outside of games
/// comes last, sorted.
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
/// other white space, changes none. The other properties of a node follow its move, indented and sorted, with a line for
/// each value unless they are points. In a recording, where their order is that of time, all properties follow in the order
/// of the file; so they do if a node has one twice. Variations follow the move that they replace, before the next move of
/// the line, with `+` at their start. Control characters and characters that change the direction of text are written as
/// escapes such as `\u{1b}`.
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
        let ident = |property: &Property<'_>| property.ident().significant().collect::<Vec<u8>>();
        let mut idents: Vec<Vec<u8>> = properties.iter().map(ident).collect();
        idents.sort_unstable();
        // In a recording, each property has the time that follows it.
        let is_ordered = idents.iter().any(|ident| ident == b"TS")
            || idents.windows(2).any(|pair| pair[0] == pair[1]);
        if !is_ordered {
            properties.sort_by_cached_key(|property| {
                let ident = ident(property);
                (ident == b"C", ident)
            });
        }
        let size = self.context.size;
        let is_move = |property: &Property<'_>| {
            property.ident().player().is_some() && property.single_move(size).is_some()
        };
        let moved = properties.iter().position(is_move).map(|at| {
            if is_ordered {
                properties[at]
            } else {
                properties.remove(at)
            }
        });
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
        for property in &properties {
            self.property(property, id, &indent);
        }
        moves + u64::from(moved.is_some())
    }

    fn property(&mut self, property: &Property<'_>, id: NodeId, indent: &str) {
        let info = if id == self.root {
            PropertyInfo::of(property.ident(), &self.context)
        } else {
            PropertyInfo::below_root(property.ident(), &self.context)
        };
        let values: Vec<Value<'_>> = property.values().collect();
        let ident: String = property.ident().significant().map(char::from).collect();
        let ident = Escaped(&ident);
        let points = info.and_then(|info| self.points(info, &values));
        if let Some(names) = points.filter(|names| !names.is_empty()) {
            let _ = writeln!(self.out, "{indent}        {ident}: {}", names.join(" "));
            return;
        }
        if values.is_empty() {
            let _ = writeln!(self.out, "{indent}        {ident}");
        }
        for value in values {
            let text = value.text(self.charset).text;
            let mut start = format!("{indent}        {ident}: ");
            for line in text.split('\n') {
                let _ = writeln!(self.out, "{start}{}", Escaped(line));
                start = format!("{indent}           ");
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
                    let text = label_text(&Escaped(&text).to_string());
                    found.push((key(point), format!("{}={text}", name(point)?)));
                }
            }
        }
        found.sort();
        Some(found.into_iter().map(|(_, name)| name).collect())
    }
}

/// The text of a label: in quotes if it could be read as the next label.
fn label_text(text: &str) -> String {
    if text.is_empty() || text.contains([' ', '\t', '"']) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text.to_owned()
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
        // The characters that `kifu-report` escapes; a test of `kifu-cli` compares them.
        let is_control = |c: char| {
            c.is_control() && c != '\t'
                || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
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
