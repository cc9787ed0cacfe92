//! The lines of a game as text.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use kifu::core::{Color, Point};
use kifu::sgf::{Document, GameContext, NodeId, Outline, Property, Section};
use kifu::tree::Addresses;
use unicode_width::UnicodeWidthStr;

use crate::args::values::Comments;
use crate::heading::Heading;
use crate::output::{Palette, Styled};
use crate::printable::{Printable, count};
use crate::prose::{self, cut, one_line};

/// The maximum level of indentation.
const MAX_INDENT: usize = 16;

/// The number of columns that moves leave for the start of a long note next to them.
const MIN_NOTE: usize = 36;

/// The minimum number of columns for moves and notes, even if the terminal is narrower.
const MIN_ROOM: usize = 28;

/// The layout of games.
pub(super) struct Layout {
    pub(super) depth: Option<usize>,
    /// Whether each node gets a line of its own.
    pub(super) nodes: bool,
    pub(super) comments: Comments,
    /// The width of the lines in columns.
    pub(super) width: usize,
    pub(super) palette: Palette,
}

impl Layout {
    /// Appends a game: its heading, and its lines.
    pub(super) fn push_game(
        &self,
        name: &str,
        number: Option<usize>,
        document: &Document,
        root: NodeId,
        out: &mut String,
    ) {
        let context = GameContext::of(document.node(root));
        let Heading { players, .. } = Heading::of(document, root);
        let number = number.map(|number| format!("game {number}"));
        let players = Some(players).filter(|players| !players.is_empty());
        let size = context.size.to_string();
        let rest: Vec<String> = number.into_iter().chain([size]).chain(players).collect();
        let rest = rest.join("  ");
        let name = Printable(name).to_string();
        if name.is_empty() {
            let _ = writeln!(out, "{rest}");
        } else {
            let fits = name.width() + 2 + rest.width() <= self.width;
            let between = if fits { "  " } else { "\n" };
            let _ = writeln!(out, "{}{between}{rest}", Styled(self.palette.name, &name));
        }
        let game = NamedTree {
            layout: self,
            document,
            addresses: document.addresses(root),
            context,
        };
        for section in Outline::new(document, root, self.depth) {
            game.push_section(&section, out);
        }
    }
}

/// A game with the names of its nodes.
struct NamedTree<'a> {
    layout: &'a Layout,
    document: &'a Document,
    addresses: Addresses,
    context: GameContext,
}

/// The name and the comment of a node.
struct Note {
    node: NodeId,
    name: String,
    comment: String,
}

impl NamedTree<'_> {
    fn push_section(&self, section: &Section, out: &mut String) {
        if !self.layout.nodes {
            self.push_run(section.level, &section.nodes, section.hidden, out);
            return;
        }
        for (index, node) in section.nodes.iter().enumerate() {
            let is_last = index + 1 == section.nodes.len();
            let hidden = if is_last { section.hidden } else { 0 };
            self.push_run(section.level, std::slice::from_ref(node), hidden, out);
        }
    }

    /// Appends consecutive nodes of a line: their moves, names and comments.
    fn push_run(&self, level: usize, nodes: &[NodeId], hidden: usize, out: &mut String) {
        let first = self.first(nodes);
        let indent = 2 * level.min(MAX_INDENT);
        let address = self.address(first);
        let head = indent + address.width().max(5) + 2;
        let room = self.layout.width.saturating_sub(head).max(MIN_ROOM);
        let mut end = String::new();
        if hidden > 0 {
            end = format!("  (+{})", count(hidden as u64, "variation"));
        }
        let (moves, notes) = self.read(nodes);
        let room = room.saturating_sub(end.len());
        let (mut line, mut rest) = (moves.within(room).into_owned(), &notes[..]);
        if let (true, Some((note, others))) =
            (self.layout.comments != Comments::Full, notes.split_first())
        {
            let note = self.brief(note, first);
            if let Some(both) = beside(&moves, &note, room) {
                (line, rest) = (both, others);
            }
        }
        let label = Styled(self.layout.palette.label, format_args!("{address:<5}"));
        line += &end;
        let line = format!("{:indent$}{label}  {line}", "");
        let _ = writeln!(out, "{}", line.trim_end());
        for note in rest {
            if self.layout.comments == Comments::Full {
                self.push_note(note, indent, out);
            } else {
                let brief = cut(&self.brief(note, first), room);
                let _ = writeln!(out, "{:head$}{brief}", "");
            }
        }
    }

    /// Returns the node whose address labels a run of nodes: the first node of the run, or the node
    /// of the first move if the run starts at the root.
    fn first(&self, nodes: &[NodeId]) -> NodeId {
        let is_root = self.document.forest().parent(nodes[0]).is_none();
        let mut with_move = nodes
            .iter()
            .copied()
            .filter(|id| is_root && self.document.node(*id).move_count(&self.context) > 0);
        with_move.next().unwrap_or(nodes[0])
    }

    fn address(&self, id: NodeId) -> String {
        self.addresses
            .get(id)
            .map_or_else(String::new, |address| address.to_string())
    }

    /// Returns the moves and the notes of nodes.
    fn read(&self, nodes: &[NodeId]) -> (Moves, Vec<Note>) {
        let mut moves = Moves::new(self.layout.width);
        let mut notes = Vec::new();
        let mut has_setup = false;
        let mut last = None;
        for &id in nodes {
            let node = self.document.node(id);
            if let Some((color, letters, _)) = node.only_move()
                && let Some(point) = Point::from_sgf(&letters)
                && let Some(name) = self.context.size.western(point)
            {
                if !moves.push(color, name) {
                    last = Some(id);
                }
                continue;
            }
            for property in node.properties() {
                if let Some(color) = property.mover(&self.context) {
                    if !moves.push(color, self.name(&property)) {
                        last = Some(id);
                    }
                } else {
                    let ident = property.ident();
                    has_setup |= ["AB", "AW", "AE"].iter().any(|setup| ident.is(setup));
                }
            }
            notes.extend(self.note(id));
        }
        if moves.count == 0 {
            let none = if has_setup { "(setup)" } else { "(no move)" };
            moves.push_text("", none);
        }
        let movers = |id| {
            let properties = self.document.node(id).properties();
            properties.filter(|property| property.mover(&self.context).is_some())
        };
        if let Some(property) = last.and_then(|id| movers(id).last()) {
            moves.name_last(self.name(&property));
        }
        (moves, notes)
    }

    fn name(&self, property: &Property<'_>) -> String {
        Printable(&property.move_name(self.context.size)).to_string()
    }

    fn note(&self, node: NodeId) -> Option<Note> {
        let at = self.document.node(node);
        let name = at.simple_text("N").unwrap_or_default();
        let comment = match self.layout.comments {
            Comments::None => None,
            Comments::Brief | Comments::Full => at.text("C"),
        };
        let note = Note {
            node,
            name: one_line(&name),
            comment: comment.unwrap_or_default().trim().to_owned(),
        };
        (!note.name.is_empty() || !note.comment.is_empty()).then_some(note)
    }

    /// Returns the name of a node, after its address unless it is the node `first`.
    fn lead(&self, note: &Note, first: Option<NodeId>) -> String {
        let mut lead = String::new();
        if first != Some(note.node) {
            lead = format!("{}: ", self.address(note.node));
        }
        if !note.name.is_empty() {
            let _ = write!(lead, "[{}] ", note.name);
        }
        lead
    }

    /// Returns a note in one line.
    fn brief(&self, note: &Note, first: NodeId) -> String {
        let lead = self.lead(note, Some(first));
        // The line cannot show more characters than this.
        let start: String = note.comment.chars().take(self.layout.width).collect();
        format!("{lead}{}", one_line(&start)).trim_end().to_owned()
    }

    /// Appends a note with its whole comment.
    fn push_note(&self, note: &Note, indent: usize, out: &mut String) {
        let text = format!("{}{}", self.lead(note, None), note.comment);
        let indent = " ".repeat(indent + 4);
        prose::push_wrapped(&text, &indent, self.layout.width, out);
    }
}

/// Returns moves and a note in one line of at most `columns` columns. If they do not fit, moves are
/// omitted before the note is cut. Returns `None` if the note does not fit next to the moves, but
/// fits on a line of its own.
fn beside(moves: &Moves, note: &str, columns: usize) -> Option<String> {
    let for_moves = columns.saturating_sub(note.width() + 2);
    let line = moves.within(for_moves);
    if line.width() <= for_moves {
        return Some(format!("{line}  {note}"));
    }
    if note.width() <= columns {
        return None;
    }
    let line = moves.within(columns.saturating_sub(MIN_NOTE + 2));
    let left = columns.saturating_sub(line.width() + 2);
    (left >= MIN_NOTE / 2).then(|| format!("{line}  {}", cut(note, left)))
}

/// The names of the moves of a run of nodes: as many as fit in a line, and the last one.
struct Moves {
    /// The first names, separated by spaces. A move names its player unless the previous move was by
    /// the other player.
    first: String,
    /// The length in bytes and the width of `first` after each name.
    ends: Vec<(usize, usize)>,
    /// The last name, if it is not among the first.
    last: Option<String>,
    count: usize,
    /// The width at which `first` is long enough.
    columns: usize,
    last_color: Option<Color>,
    /// Whether the last two moves are by different players.
    alternates: bool,
}

impl Moves {
    fn new(columns: usize) -> Moves {
        Moves {
            first: String::new(),
            ends: Vec::new(),
            last: None,
            count: 0,
            columns: columns.max(MIN_ROOM),
            last_color: None,
            alternates: false,
        }
    }

    fn width(&self) -> usize {
        self.ends.last().map_or(0, |(_, width)| *width)
    }

    /// Adds a move. Returns whether it is among the first that fit; others are not named.
    fn push(&mut self, color: Color, name: impl Display) -> bool {
        self.count += 1;
        self.alternates = self.last_color.replace(color) == Some(!color);
        let fits = self.width() <= self.columns;
        if fits {
            self.push_text(self.player(), name);
        }
        fits
    }

    /// Adds a name to the first names, with the text for its player before it.
    fn push_text(&mut self, player: &str, name: impl Display) {
        let start = self.first.len();
        if start > 0 {
            self.first.push(' ');
        }
        let _ = write!(self.first, "{player}{name}");
        let width = self.width() + self.first[start..].width();
        self.ends.push((self.first.len(), width));
    }

    /// Sets the name of the last move, for which `push` returned `false`.
    fn name_last(&mut self, name: impl Display) {
        self.last = Some(format!("{}{name}", self.player()));
    }

    /// Returns the text before the name of the last move: its player, unless the moves alternate.
    fn player(&self) -> &'static str {
        match self.last_color {
            _ if self.alternates => "",
            Some(Color::Black) => "B ",
            Some(Color::White) => "W ",
            None => "",
        }
    }

    /// Returns the moves in at most `columns` columns if possible, without the middle of longer
    /// lists.
    fn within(&self, columns: usize) -> Cow<'_, str> {
        let [.., (before_last, _), _] = self.ends[..] else {
            return Cow::Borrowed(&self.first);
        };
        if self.last.is_none() && (self.width() <= columns || self.count < 3) {
            return Cow::Borrowed(&self.first);
        }
        let (last, between) = match &self.last {
            Some(last) => (last.as_str(), &self.ends[..]),
            None => (
                &self.first[before_last + 1..],
                &self.ends[..self.ends.len() - 1],
            ),
        };
        let end = format!(" … {last} ({} moves)", self.count);
        let room = columns.saturating_sub(end.width());
        let fitting = between
            .iter()
            .take_while(|(_, width)| *width <= room)
            .count();
        let (len, _) = between[fitting.max(1) - 1];
        Cow::Owned(self.first[..len].to_owned() + &end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates moves from their names; the first of them fit in these columns.
    fn moves<S: ToString>(columns: usize, names: &[S]) -> Moves {
        let mut moves = Moves::new(columns);
        let mut color = Color::White;
        for name in names {
            color = !color;
            if !moves.push(color, name.to_string()) {
                moves.name_last(name.to_string());
            }
        }
        moves
    }

    #[test]
    fn long_lists_of_moves_lose_their_middle() {
        for columns in [0, 100] {
            let names = ["Q16", "Q4", "C16", "D4", "C6"];
            let five = moves(columns, &names);
            assert_eq!(five.within(18), "B Q16 Q4 C16 D4 C6");
            assert_eq!(five.within(17), "B Q16 … C6 (5 moves)");
            assert_eq!(moves(columns, &names[..2]).within(5), "B Q16 Q4");
            let names: Vec<String> = (0..30).map(|n| format!("C{n}")).collect();
            assert_eq!(
                moves(columns, &names).within(32),
                "B C0 C1 C2 C3 … C29 (30 moves)"
            );
        }
    }

    #[test]
    fn notes_are_next_to_moves_if_they_fit() {
        let names: Vec<String> = (0..30).map(|n| format!("C{n}")).collect();
        let moves = moves(80, &names);
        let beside = |note, columns| beside(&moves, note, columns);
        let shown = "B C0 C1 … C29 (30 moves)  good";
        assert_eq!(beside("good", 32).unwrap(), shown);
        // It fits on a line of its own.
        assert_eq!(beside("a move that nobody expected", 42), None);
        let long = "a move that nobody expected at all in those days, and few understood";
        let shown = "B C0 C1 … C29 (30 moves)  a move that nobody expected at all…";
        assert_eq!(beside(long, 62).unwrap(), shown);
    }
}
