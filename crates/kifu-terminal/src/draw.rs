//! Lays out the screen and draws it.

use kifu_core::{Color, Point};
use kifu_sgf::NodeId;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use unicode_width::UnicodeWidthStr;

#[cfg(feature = "recordings")]
use kifu_rgf::timeline::Time;

use crate::board::{self, BoardStyle, DrawnBoard, put};
use crate::help;
use crate::scene::{Scene, move_name, player};
use crate::text::{cut, matches_in, one_line, wrapped};
use crate::theme::{self, Theme};
use crate::tree::Cell;
use crate::viewer::{Mode, Open, Prompt, Viewer};
use crate::{Entry, Symbols};

/// The minimum width of text beside the board. With less room, the text is below the board.
const MIN_SIDE: u16 = 24;

/// The maximum width of comments: longer lines are hard to read.
const MAX_TEXT: u16 = 100;

/// The smallest screen that is drawn.
const SMALLEST: (u16, u16) = (12, 5);

/// The number of columns of a node in the tree.
const NODE: u16 = 2;

/// Where things were drawn, for the mouse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    board: Option<DrawnBoard>,
    comment: Rect,
    tree: Rect,
    /// The nodes that were drawn, with the cells in which they were drawn.
    nodes: Vec<(u16, u16, Option<NodeId>)>,
    list: Rect,
    /// The first entry of the list.
    first: usize,
    count: usize,
}

/// Whether a cell is in an area.
fn is_in(area: Rect, column: u16, row: u16) -> bool {
    area.left() <= column && column < area.right() && area.top() <= row && row < area.bottom()
}

impl Places {
    pub(crate) fn point(&self, column: u16, row: u16) -> Option<Point> {
        self.board?.point(column, row)
    }

    pub(crate) fn is_in_comment(&self, column: u16, row: u16) -> bool {
        is_in(self.comment, column, row)
    }

    /// The node at a cell; `None` within it is the position before the first nodes.
    pub(crate) fn node(&self, column: u16, row: u16) -> Option<Option<NodeId>> {
        if !is_in(self.tree, column, row) {
            return None;
        }
        let hit = self
            .nodes
            .iter()
            .find(|(x, y, _)| *y == row && (*x..x + NODE).contains(&column));
        hit.map(|(.., node)| *node)
    }

    pub(crate) fn list_entry(&self, column: u16, row: u16) -> Option<usize> {
        if !is_in(self.list, column, row) {
            return None;
        }
        let index = self.first + usize::from(row - self.list.y);
        (index < self.count).then_some(index)
    }
}

/// A line of text, in one style.
type TextLine = (String, Style);

impl Viewer<'_> {
    /// Draws the viewer into an area of a buffer. The time depends on the size of the area, and on the data of the current node,
    /// but not on the size of the game.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        self.places = Places::default();
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                buffer[(x, y)].reset();
            }
        }
        if area.is_empty() {
            return;
        }
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let why = format!("at least {}x{}", SMALLEST.0, SMALLEST.1);
            for (line, y) in ["too small:", &why]
                .into_iter()
                .zip(area.top()..area.bottom())
            {
                put_in(buffer, area, area.x, y, line, Style::new());
            }
            return;
        }
        self.draw_title(row_of(area, 0), buffer);
        self.draw_status(row_of(area, area.height - 1), buffer);
        let body = Rect {
            y: area.y + 1,
            height: area.height - 2,
            ..area
        };
        match self.mode.clone() {
            Mode::Help(line) => {
                let line = self.draw_page(&help::lines(self.is_recording()), line, body, buffer);
                self.mode = Mode::Help(line);
            }
            Mode::Information(line) => {
                let lines = self.information_lines(body.width);
                let line = self.draw_page(&lines, line, body, buffer);
                self.mode = Mode::Information(line);
            }
            Mode::List(selected) => self.draw_list(selected, body, buffer),
            Mode::Browse | Mode::Prompt(..) => self.draw_game(body, buffer),
        }
        if self.options.symbols == Symbols::Ascii {
            replace_symbols(area, buffer);
        }
    }

    fn theme(&self) -> Theme {
        Theme(self.options.colors)
    }

    fn is_recording(&self) -> bool {
        #[cfg(feature = "recordings")]
        if let Ok(Open::Recording(_)) = self.open {
            return true;
        }
        false
    }

    // ---- the first and the last row ----

    fn draw_title(&mut self, area: Rect, buffer: &mut Buffer) {
        let style = self.theme().title();
        buffer.set_style(area, style);
        let (index, count) = (self.current + 1, self.entries.len());
        let right = if count > 1 {
            format!(" {index} of {count} ")
        } else {
            String::new()
        };
        let title = self.title(self.current);
        let room = usize::from(area.width).saturating_sub(right.width() + 2);
        put_in(buffer, area, area.x + 1, area.y, &cut(&title, room), style);
        let x = area.right().saturating_sub(right.width() as u16);
        put_in(buffer, area, x, area.y, &right, style);
    }

    fn draw_status(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme();
        let (text, style) = match &self.mode {
            Mode::Prompt(prompt, text) => {
                let label = match prompt {
                    Prompt::Search => "search in comments: ",
                    Prompt::Jump if self.is_recording() => "go to time: ",
                    Prompt::Jump => "go to move: ",
                    Prompt::Play => "play at: ",
                };
                return self.draw_prompt(label, &one_line_kept(text), area, buffer);
            }
            _ if !self.message.is_empty() => (self.message.clone(), theme.strong()),
            Mode::Help(_) | Mode::Information(_) => {
                ("↑↓ scroll  any other key returns".to_owned(), theme.faint())
            }
            Mode::List(_) => (
                "↑↓ select  Enter show  Esc return".to_owned(),
                theme.faint(),
            ),
            Mode::Browse if self.tries.is_some() => {
                let keys = "tried moves: ← undo  → redo  Esc record  x throw away";
                (keys.to_owned(), theme.tried())
            }
            Mode::Browse if self.is_recording() => {
                let keys =
                    "? keys  q quit  space play  ←→ 5 s  ,. event  [] chapter  -+ speed  / search";
                (keys.to_owned(), theme.faint())
            }
            Mode::Browse => {
                let keys = "? keys  q quit  ←→ move  ↑↓ variation  [] branch  c comment  / search";
                (keys.to_owned(), theme.faint())
            }
        };
        let text = cut(
            &self.spelled(&text),
            usize::from(area.width).saturating_sub(1),
        );
        put_in(buffer, area, area.x, area.y, &text, style);
    }

    /// A text of the viewer with the symbols that the user chose.
    fn spelled(&self, text: &str) -> String {
        match self.options.symbols {
            Symbols::Unicode => text.to_owned(),
            Symbols::Ascii => help::in_ascii(text),
        }
    }

    /// Draws a prompt; of a long text, the end.
    fn draw_prompt(&self, label: &str, text: &str, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme();
        put_in(buffer, area, area.x, area.y, label, theme.strong());
        let x = area.x + label.width() as u16;
        let room = usize::from(area.right().saturating_sub(x)).saturating_sub(1);
        let mut shown = text;
        while shown.width() > room {
            let mut chars = shown.chars();
            chars.next();
            shown = chars.as_str();
        }
        put_in(buffer, area, x, area.y, shown, Style::new());
        put_in(
            buffer,
            area,
            x + shown.width() as u16,
            area.y,
            " ",
            Theme(crate::Colors::None).cursor(),
        );
    }

    // ---- pages of text ----

    /// Draws lines of text from a line, and returns the line that is really the first one.
    fn draw_page(&self, lines: &[String], first: usize, area: Rect, buffer: &mut Buffer) -> usize {
        let room = usize::from(area.height);
        let first = first.min(lines.len().saturating_sub(room));
        for (line, y) in lines.iter().skip(first).take(room).zip(area.y..) {
            put_in(
                buffer,
                area,
                area.x + 1,
                y,
                &self.spelled(line),
                Style::new(),
            );
        }
        first
    }

    fn information_lines(&self, width: u16) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((document, root)) = self.information() {
            let info = self.info.clone();
            let node = document.node(root);
            let all = [
                ("Black", info.black),
                ("Rank", info.black_rank),
                ("Team", info.black_team),
                ("White", info.white),
                ("Rank", info.white_rank),
                ("Team", info.white_team),
                ("Result", info.result),
                ("Komi", node.simple_text("KM")),
                ("Handicap", node.simple_text("HA")),
                ("Rules", info.rules),
                ("Time", info.time_limit),
                ("Overtime", info.overtime),
                ("Game", info.name),
                ("Event", info.event),
                ("Round", info.round),
                ("Date", info.date),
                ("Place", info.place),
                ("Opening", info.opening),
                ("Annotator", info.annotator),
                ("User", info.user),
                ("Source", info.source),
                ("Copyright", info.copyright),
                ("Comment", info.comment),
            ];
            let room = usize::from(width.min(MAX_TEXT)).saturating_sub(13);
            for (label, text) in all {
                let text = text.unwrap_or_default();
                for (index, line) in wrapped(text.trim(), room).into_iter().enumerate() {
                    let label = if index == 0 { label } else { "" };
                    lines.push(format!("{label:<10} {line}"));
                }
            }
        }
        let findings = self
            .entries
            .get(self.current)
            .map(Entry::findings)
            .unwrap_or_default();
        if !findings.is_empty() {
            lines.push(String::new());
            lines.push("Findings:".to_owned());
            let room = usize::from(width.min(MAX_TEXT)).saturating_sub(4);
            for (_, message) in findings {
                lines.extend(
                    wrapped(message, room)
                        .into_iter()
                        .map(|line| format!("  {line}")),
                );
            }
        }
        if lines.is_empty() {
            lines.push("The record has no information about the game.".to_owned());
        }
        lines
    }

    fn draw_list(&mut self, selected: usize, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.height);
        let last_first = self.entries.len().saturating_sub(room);
        let first = selected.saturating_sub(room / 2).min(last_first);
        let digits = self.entries.len().to_string().len();
        for (index, y) in (first..self.entries.len()).take(room).zip(area.y..) {
            let row = Rect {
                y,
                height: 1,
                ..area
            };
            let mark = if index == self.current { '*' } else { ' ' };
            let text = format!("{mark}{:>digits$}  {}", index + 1, self.title(index));
            let style = if index == selected {
                self.theme().selected()
            } else {
                Style::new()
            };
            buffer.set_style(row, style);
            put_in(
                buffer,
                row,
                area.x,
                y,
                &cut(&text, usize::from(area.width)),
                style,
            );
        }
        self.places.list = area;
        self.places.first = first;
        self.places.count = self.entries.len();
    }

    // ---- a game ----

    fn draw_game(&mut self, area: Rect, buffer: &mut Buffer) {
        let Some(scene) = self.scene.clone() else {
            let why = match &self.open {
                Err(why) => one_line(why),
                Ok(_) => "the position cannot be shown".to_owned(),
            };
            put_in(buffer, area, area.x + 1, area.y, &why, self.theme().fault());
            return;
        };
        let view = scene.figure.view.on(scene.figure.size());
        let (wide, high) = board::needed(view, self.options.coordinates);
        let layout = Layout::of(area, (wide, high), self.tree_height());
        self.draw_board(&scene, layout.board, buffer);
        let lines = self.status_lines(&scene, layout.status.width);
        let used = self.draw_lines(&lines, layout.status, buffer);
        // The comment gets the rows that the status does not need.
        let mut comment = layout.comment;
        if layout.is_joined {
            comment.y += used;
            comment.height = comment.height.saturating_sub(used);
        }
        self.draw_comment(&scene, comment, buffer);
        self.draw_tree(layout.tree, buffer);
    }

    fn draw_board(&mut self, scene: &Scene, area: Rect, buffer: &mut Buffer) {
        let size = scene.figure.size();
        let style = BoardStyle {
            theme: self.theme(),
            symbols: self.options.symbols,
            has_coordinates: self.options.coordinates,
        };
        let tried = self.tries.as_ref().and_then(|tries| tries.last_point());
        let middle = Point::new(size.cols() / 2, size.rows() / 2);
        let center = self
            .cursor
            .or(tried)
            .or(scene.figure.last)
            .unwrap_or(middle);
        self.places.board = board::draw(&scene.figure, center, self.cursor, style, area, buffer);
    }

    /// The players, the move and the faults of the position.
    fn status_lines(&self, scene: &Scene, width: u16) -> Vec<TextLine> {
        let theme = self.theme();
        let width = usize::from(width);
        let mut lines = Vec::new();
        let info = &self.info;
        for color in [Color::Black, Color::White] {
            let (name, rank) = match color {
                Color::Black => (&info.black, &info.black_rank),
                Color::White => (&info.white, &info.white_rank),
            };
            let name = name
                .as_deref()
                .map(one_line)
                .filter(|name| !name.is_empty());
            let rank = rank.as_deref().map(one_line).unwrap_or_default();
            let name = format!("{} {rank}", name.as_deref().unwrap_or(player(color)));
            let turn = if scene.to_play == color { '>' } else { ' ' };
            let stone = theme::stone(self.options.symbols, color, false);
            let clock = scene.clocks[color].as_deref().map(one_line);
            let clock = clock.map_or_else(String::new, |clock| format!("  {clock}"));
            let right = format!("{} captured{clock}", scene.prisoners[color]);
            let left = format!("{turn}{stone} {}", name.trim_end());
            let room = width.saturating_sub(right.width() + 1);
            let left = cut(&left, room);
            let gap = " ".repeat(width.saturating_sub(left.width() + right.width()));
            let style = if scene.to_play == color {
                theme.strong()
            } else {
                Style::new()
            };
            lines.push((format!("{left}{gap}{right}"), style));
        }
        let size = scene.figure.size();
        let last = match scene.last {
            Some((color, action)) => {
                format!(
                    "Move {}: {} {}",
                    scene.number,
                    player(color),
                    move_name(action, size)
                )
            }
            None => "Start".to_owned(),
        };
        if let Some(tries) = &self.tries {
            let (played, count) = (tries.played(), tries.moves().len());
            let line = match (tries.line, self.kept_count()) {
                (Some(line), kept) if kept > 1 => format!(", line {} of {kept}", line + 1),
                _ => String::new(),
            };
            lines.push((
                cut(&format!("{last}  (tried {played} of {count}{line})"), width),
                theme.tried(),
            ));
        } else {
            let place = &scene.place;
            let space = if place.is_empty() { "" } else { "  " };
            lines.push((cut(&format!("{last}{space}{place}"), width), Style::new()));
        }
        lines.extend(self.time_lines(width));
        let mut facts = Vec::new();
        facts.extend(info.komi.map(|komi| format!("komi {komi}")));
        let handicap = info.handicap.filter(|stones| *stones > 0);
        facts.extend(handicap.map(|stones| format!("handicap {stones}")));
        facts.extend(info.rules.as_deref().map(one_line));
        facts.extend(info.event.as_deref().map(one_line));
        facts.retain(|fact| !fact.is_empty());
        if !facts.is_empty() {
            lines.push((cut(&facts.join("  "), width), theme.faint()));
        }
        if self.tries.is_none() {
            /// The maximum number of faults that are shown; `kifu check` lists all.
            const MAX_FAULTS: usize = 3;
            for fault in scene.faults.iter().take(MAX_FAULTS) {
                let fault = one_line(fault);
                let fault = wrapped(&format!("! {fault}"), width);
                lines.extend(fault.into_iter().take(3).map(|line| (line, theme.fault())));
            }
            let kept = match self.kept_count() {
                0 => None,
                1 => Some("+ tried moves are kept here: t".to_owned()),
                count => Some(format!("+ {count} lines of tried moves are kept here: t")),
            };
            lines.extend(kept.map(|kept| (cut(&kept, width), theme.tried())));
        }
        lines
    }

    /// The time of a recording, and how far it is.
    fn time_lines(&self, width: usize) -> Vec<TextLine> {
        #[cfg(feature = "recordings")]
        if let Ok(Open::Recording(recording)) = &self.open {
            let player = &recording.player;
            let (time, end) = (player.time(), recording.timeline.duration());
            let state = match (player.is_paused(), self.options.symbols) {
                (true, Symbols::Unicode) => "‖",
                (false, Symbols::Unicode) => "▶",
                (true, Symbols::Ascii) => "paused",
                (false, Symbols::Ascii) => "playing",
            };
            let whole = |time: Time| Time::from_secs(time.nanos().div_euclid(1_000_000_000));
            let percent = player.pace().percent.get();
            let times = match self.options.symbols {
                Symbols::Unicode => '×',
                Symbols::Ascii => 'x',
            };
            let speed = format!("{}{times}", f64::from(percent) / 100.0);
            let clock = format!("{state} {} / {}  {speed}", whole(time).clock(), end.clock());
            let mut lines = vec![(cut(&clock, width), self.theme().strong())];
            let (done, all) = (time.nanos().max(0) as f64, end.nanos().max(1) as f64);
            let filled = ((done / all).clamp(0.0, 1.0) * width as f64) as usize;
            let (full, rest) = match self.options.symbols {
                Symbols::Unicode => ("━", "─"),
                Symbols::Ascii => ("=", "-"),
            };
            let bar = format!(
                "{}{}",
                full.repeat(filled.min(width)),
                rest.repeat(width - filled.min(width))
            );
            lines.push((bar, Style::new()));
            if let Some(chapter) = player
                .chapter()
                .map(one_line)
                .filter(|chapter| !chapter.is_empty())
            {
                lines.push((cut(&format!("Chapter: {chapter}"), width), Style::new()));
            }
            return lines;
        }
        let _ = width;
        Vec::new()
    }

    /// Draws lines from the top of an area, and returns their number.
    fn draw_lines(&self, lines: &[TextLine], area: Rect, buffer: &mut Buffer) -> u16 {
        let mut used = 0;
        for ((text, style), y) in lines.iter().zip(area.top()..area.bottom()) {
            put_in(buffer, area, area.x, y, text, *style);
            used += 1;
        }
        used
    }

    /// Draws a line with a name above a part of the screen. Returns the rest of the part.
    fn draw_rule(&self, name: &str, area: Rect, buffer: &mut Buffer) -> Rect {
        if area.height == 0 || area.width == 0 {
            return area;
        }
        let line = match self.options.symbols {
            Symbols::Unicode => "─",
            Symbols::Ascii => "-",
        };
        let name = if name.is_empty() {
            String::new()
        } else {
            format!(" {name} ")
        };
        let rest = usize::from(area.width).saturating_sub(name.width() + 1);
        let text = format!("{line}{name}{}", line.repeat(rest));
        put_in(buffer, area, area.x, area.y, &text, self.theme().faint());
        Rect {
            y: area.y + 1,
            height: area.height - 1,
            ..area
        }
    }

    fn draw_comment(&mut self, scene: &Scene, area: Rect, buffer: &mut Buffer) {
        if area.height < 2 || area.width == 0 {
            return;
        }
        let theme = self.theme();
        let area = Rect {
            width: area.width.min(MAX_TEXT),
            ..area
        };
        let width = usize::from(area.width);
        if self.comment_lines.0 != scene.comment || self.comment_lines.1 != width {
            self.comment_lines = (scene.comment.clone(), width, wrapped(&scene.comment, width));
        }
        let comment = &self.comment_lines.2;
        let mut above: Vec<TextLine> = Vec::new();
        let name = one_line(&scene.name);
        above.extend(
            wrapped(&name, width)
                .into_iter()
                .map(|line| (line, theme.strong())),
        );
        if !scene.judgements.is_empty() {
            let judgements = scene.judgements.join(", ");
            above.extend(
                wrapped(&judgements, width)
                    .into_iter()
                    .map(|line| (line, theme.strong())),
            );
        }
        let mut below: Vec<TextLine> = Vec::new();
        let size = scene.figure.size();
        let name = |point| crate::scene::point_name(point, size);
        for (kind, all) in [
            ("Line", &scene.figure.lines),
            ("Arrow", &scene.figure.arrows),
        ] {
            for [from, to] in all.iter().take(20) {
                let text = format!("{kind} from {} to {}", name(*from), name(*to));
                below.push((cut(&text, width), theme.faint()));
            }
        }
        let room = usize::from(area.height - 1);
        let count = above.len() + comment.len() + below.len();
        let last_first = count.saturating_sub(room);
        self.comment_scroll = self.comment_scroll.min(last_first);
        let first = self.comment_scroll;
        let title = match (self.tries.is_some(), last_first) {
            (true, _) => "Tried moves".to_owned(),
            (false, 0) => "Comment".to_owned(),
            (false, _) => format!(
                "Comment, lines {}–{} of {}  d u",
                first + 1,
                (first + room).min(count),
                count
            ),
        };
        let comment = comment.iter().map(|line| (line, Style::new()));
        let lines = above
            .iter()
            .map(|(line, style)| (line, *style))
            .chain(comment);
        let lines = lines.chain(below.iter().map(|(line, style)| (line, *style)));
        let lines = lines
            .skip(first)
            .take(room)
            .map(|(line, style)| (line.clone(), style));
        let lines: Vec<TextLine> = lines.collect();
        let inner = self.draw_rule(&self.spelled(&title), area, buffer);
        self.draw_lines(&lines, inner, buffer);
        if self.tries.is_none() {
            self.highlight(&lines, inner, buffer);
        }
        self.places.comment = area;
    }

    /// Highlights what the reader searched for.
    fn highlight(&self, lines: &[TextLine], area: Rect, buffer: &mut Buffer) {
        let wanted = self.searched.to_lowercase();
        for ((text, _), y) in lines.iter().zip(area.top()..area.bottom()) {
            for (from, to) in matches_in(text, &wanted) {
                let place = Rect {
                    x: area.x.saturating_add(from as u16),
                    y,
                    width: (to - from) as u16,
                    height: 1,
                };
                buffer.set_style(place.intersection(area), self.theme().found());
            }
        }
    }

    // ---- the tree ----

    /// The number of rows of the tree.
    fn tree_height(&self) -> u16 {
        let rows = match &self.open {
            Ok(Open::Game(game)) => game.tree.rows(),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => recording.tree.rows(),
            Err(_) => 0,
        };
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    fn draw_tree(&mut self, area: Rect, buffer: &mut Buffer) {
        if area.height < 2 || area.width < 4 {
            return;
        }
        let inner = self.draw_rule("Tree", area, buffer);
        self.places.tree = inner;
        let mut nodes = Vec::new();
        let (tree, node) = match &self.open {
            Ok(Open::Game(game)) => (&game.tree, Some(game.node())),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => (&recording.tree, recording.player.view().cursor()),
            Err(_) => return,
        };
        let (column, row) = tree.position(node);
        let (columns, rows) = (u32::from(inner.width / NODE), u32::from(inner.height));
        let right = column
            .saturating_add(columns / 3)
            .min(tree.columns().saturating_sub(1));
        let left = (right + 1).saturating_sub(columns).min(column);
        let top = row
            .saturating_sub(rows / 2)
            .min(tree.rows().saturating_sub(rows));
        for (row, y) in (top..top.saturating_add(rows)).zip(inner.y..) {
            for (column, x) in
                (left..left.saturating_add(columns)).zip((inner.x..).step_by(usize::from(NODE)))
            {
                let cell = tree.cell(column, row);
                if let Cell::Node(shown) = cell
                    && shown.is_none_or(|shown| self.exists(shown))
                {
                    nodes.push((x, y, shown));
                }
                let follows = matches!(tree.cell(column.saturating_add(1), row), Cell::Node(Some(next)) if self.exists(next));
                self.draw_cell(cell, (x, y), node, (row, follows), buffer);
            }
        }
        self.places.nodes = nodes;
    }

    /// Whether a node exists at the moment that is shown.
    fn exists(&self, node: NodeId) -> bool {
        match &self.open {
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => recording.has(node),
            _ => {
                let _ = node;
                true
            }
        }
    }

    /// The row of the last child of a node that exists at the moment that is shown, if it is not that of all nodes.
    fn last_row(&self, parent: Option<NodeId>) -> Option<u32> {
        match &self.open {
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => {
                let last = recording.last_child(parent);
                Some(last.map_or(0, |last| recording.tree.position(Some(last)).1))
            }
            _ => {
                let _ = parent;
                None
            }
        }
    }

    fn draw_cell(
        &self,
        cell: Cell,
        (x, y): (u16, u16),
        current: Option<NodeId>,
        (row, follows): (u32, bool),
        buffer: &mut Buffer,
    ) {
        let theme = self.theme();
        let is_ascii = self.options.symbols == Symbols::Ascii;
        let line = if is_ascii { "-" } else { "─" };
        match cell {
            Cell::Empty => {}
            Cell::Node(node) => {
                if node.is_some_and(|node| !self.exists(node)) {
                    return;
                }
                let (symbol, style) = self.node_symbol(node);
                let style = if node == current {
                    theme.current()
                } else {
                    style
                };
                if follows {
                    put(buffer, x + 1, y, line, theme.faint());
                }
                put(buffer, x, y, &symbol.to_string(), style);
            }
            Cell::Corner { first, is_last } => {
                if !self.exists(first) {
                    return;
                }
                let parent = self.parent(first);
                let is_last = self.last_row(parent).map_or(is_last, |last| last <= row);
                let corner = match (is_last, is_ascii) {
                    (_, true) => "+",
                    (true, false) => "╰",
                    (false, false) => "├",
                };
                put(buffer, x, y, corner, theme.faint());
                put(buffer, x + 1, y, line, theme.faint());
            }
            Cell::Pass { parent } => {
                if self.last_row(parent).is_none_or(|last| last > row) {
                    put(
                        buffer,
                        x,
                        y,
                        if is_ascii { "|" } else { "│" },
                        theme.faint(),
                    );
                }
            }
        }
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        match &self.open {
            Ok(Open::Game(game)) => game.document().forest().parent(node),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => recording.timeline.nodes().parent(node),
            Err(_) => None,
        }
    }

    /// The symbol of a node in the tree.
    fn node_symbol(&self, node: Option<NodeId>) -> (char, Style) {
        let theme = self.theme();
        let (play, has_text) = match (&self.open, node) {
            (Ok(Open::Game(game)), Some(node)) => (game.play(node), game.has_text(node)),
            #[cfg(feature = "recordings")]
            (Ok(Open::Recording(recording)), Some(node)) => {
                (recording.play(node), recording.has_text(node))
            }
            _ => (None, false),
        };
        let (symbol, style) = match (play, self.options.symbols) {
            (Some((color, _)), symbols) => (
                theme::stone(symbols, color, theme.is_colored()),
                theme.stone(color),
            ),
            (None, Symbols::Unicode) => ('◇', theme.wood()),
            (None, Symbols::Ascii) => ('*', theme.wood()),
        };
        (
            symbol,
            if has_text {
                theme.with_text(style)
            } else {
                style
            },
        )
    }
}

/// The parts of the screen.
#[derive(Clone, Copy, Debug)]
struct Layout {
    board: Rect,
    status: Rect,
    comment: Rect,
    tree: Rect,
    /// Whether the comment follows the status in one part, which they share as they need it.
    is_joined: bool,
}

impl Layout {
    /// Divides an area, for a board that needs `wide` columns and `high` rows, and a tree with `rows` rows.
    fn of(area: Rect, (wide, high): (u16, u16), rows: u16) -> Layout {
        let nothing = Rect {
            width: 0,
            height: 0,
            ..area
        };
        let beside = area.width.saturating_sub(wide.saturating_add(2));
        let can_be_beside = beside >= MIN_SIDE || area.width >= 2 * MIN_SIDE && area.height <= high;
        if can_be_beside {
            // A board that is too wide is scrolled.
            let width = wide.min(area.width - MIN_SIDE - 2);
            let below = area.height.saturating_sub(high);
            let tree_wanted = rows.saturating_add(1);
            let side = Rect {
                x: area.x + width + 2,
                width: area.width - width - 2,
                ..area
            };
            /// The rows below a board from which the tree is there, with the whole width.
            const MANY: u16 = 6;
            let (board, side, tree) = if below >= MANY {
                // The comment beside the board gets the rows that the tree does not need.
                let height = tree_wanted.clamp(2, below.min(area.height / 2).max(2));
                let tree = Rect {
                    y: area.bottom() - height,
                    height,
                    ..area
                };
                let above = |part: Rect| Rect {
                    height: area.height - height,
                    ..part
                };
                (
                    Rect {
                        width,
                        ..above(area)
                    },
                    above(side),
                    tree,
                )
            } else {
                let height = tree_wanted.clamp(2, (side.height / 3).max(2));
                let height = if side.height >= 8 { height } else { 0 };
                let tree = Rect {
                    y: side.bottom() - height,
                    height,
                    ..side
                };
                let rest = Rect {
                    height: side.height - height,
                    ..side
                };
                (Rect { width, ..area }, rest, tree)
            };
            return Layout {
                board,
                status: side,
                comment: side,
                tree,
                is_joined: true,
            };
        }
        // The text is below the board.
        let text = (area.height / 3).clamp(3, 6);
        let board_height = high.min(area.height.saturating_sub(text));
        if board_height < 3 {
            return Layout {
                board: area,
                status: nothing,
                comment: nothing,
                tree: nothing,
                is_joined: false,
            };
        }
        let below = Rect {
            y: area.y + board_height,
            height: area.height - board_height,
            ..area
        };
        let tree_height = if below.height >= 12 {
            rows.saturating_add(1).clamp(2, below.height / 3)
        } else {
            0
        };
        let tree = Rect {
            y: below.bottom() - tree_height,
            height: tree_height,
            ..below
        };
        let text = Rect {
            height: below.height - tree_height,
            ..below
        };
        Layout {
            board: Rect {
                height: board_height,
                ..area
            },
            status: text,
            comment: text,
            tree,
            is_joined: true,
        }
    }
}

/// A row of an area.
fn row_of(area: Rect, row: u16) -> Rect {
    Rect {
        y: area.y + row,
        height: 1,
        ..area
    }
}

/// Writes a text at a cell, as far as it fits into an area.
fn put_in(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    if is_in(area, x, y) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// Typed text, safe for a terminal, with its spaces.
fn one_line_kept(text: &str) -> String {
    let end = if text.ends_with(' ') { " " } else { "" };
    one_line(text) + end
}

/// Replaces the symbols with which text is cut and joined.
fn replace_symbols(area: Rect, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let cell = &mut buffer[(x, y)];
            match cell.symbol() {
                "…" => cell.set_char('~'),
                "–" => cell.set_char('-'),
                _ => continue,
            };
        }
    }
}
