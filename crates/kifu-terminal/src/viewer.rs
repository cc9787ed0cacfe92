//! The state of a viewer, and how events change it.

use std::collections::HashMap;
use std::time::Duration;

use kifu_core::{Color, Move, Point, Size, Western};
use kifu_rules::Position;
use kifu_sgf::{Document, GameInfo, NodeId};

use crate::draw::Places;
use crate::event::{Event, Flow, Key, Mouse, MouseAction};
use crate::game::Game;
#[cfg(feature = "recordings")]
use crate::recording::Recording;
use crate::scene::{Scene, move_name, player, point_name};
use crate::text::{contains, one_line};
use crate::tries::Tries;
use crate::{Entry, Options, Source};

/// The number of moves that the page keys skip.
const PAGE: usize = 10;

/// The maximum length of a text that is typed, in characters.
const MAX_TYPED: usize = 200;

/// A viewer: which game is shown, where in it, and what the reader does.
///
/// A viewer reads no keys and has no clock. The program passes it [events](Viewer::handle) and the [time](Viewer::pass) that
/// has passed, and [draws](Viewer::draw) it into a buffer of ratatui.
#[derive(Debug)]
pub struct Viewer<'d> {
    pub(crate) entries: Vec<Entry<'d>>,
    pub(crate) options: Options,
    /// The index of the entry that is shown.
    pub(crate) current: usize,
    /// The open game or recording, or why it cannot be shown.
    pub(crate) open: Result<Open<'d>, String>,
    /// The information about the game.
    pub(crate) info: GameInfo<'d>,
    /// The titles that were shown, by the indices of their entries: making one reads the main line of the game.
    pub(crate) titles: HashMap<usize, String>,
    /// The position of the record.
    pub(crate) record: Option<Scene>,
    /// The position on the screen: that of the record, or with tried moves.
    pub(crate) scene: Option<Scene>,
    pub(crate) tries: Option<Tries>,
    /// The lines that the reader left, by their place.
    kept: HashMap<Place, Vec<Line>>,
    pub(crate) mode: Mode,
    /// The answer to the last event.
    pub(crate) message: String,
    pub(crate) searched: String,
    /// The first line of the comment that is shown.
    pub(crate) comment_scroll: usize,
    /// The point that the keys for the board select.
    pub(crate) cursor: Option<Point>,
    /// The comment that was drawn last, in lines of a width.
    pub(crate) comment_lines: (String, usize, Vec<String>),
    /// Where things were drawn last.
    pub(crate) places: Places,
}

/// The game or the recording that is shown.
#[derive(Debug)]
pub(crate) enum Open<'d> {
    Game(Box<Game<'d>>),
    #[cfg(feature = "recordings")]
    Recording(Box<Recording<'d>>),
}

/// A place at which tried moves are kept: the entry, and the index of the node or the number of events.
type Place = (usize, usize);

/// A line of tried moves.
type Line = Vec<(Color, Move)>;

/// What keys are for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Browse,
    /// The list of keys, from this line.
    Help(usize),
    /// The information about the game, from this line.
    Information(usize),
    /// The list of games, with the selected one.
    List(usize),
    Prompt(Prompt, String),
}

/// The purpose of the text that the reader types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prompt {
    Search,
    /// The number of a move, or a time.
    Jump,
    /// The point of a move.
    Play,
}

impl<'d> Viewer<'d> {
    /// Creates a viewer of these games and recordings, which shows the first one.
    pub fn new(entries: Vec<Entry<'d>>, options: Options) -> Viewer<'d> {
        let mut viewer = Viewer {
            entries,
            options,
            current: 0,
            open: Err("no game is open".to_owned()),
            info: GameInfo::default(),
            titles: HashMap::new(),
            record: None,
            scene: None,
            tries: None,
            kept: HashMap::new(),
            mode: Mode::Browse,
            message: String::new(),
            searched: String::new(),
            comment_scroll: 0,
            cursor: None,
            comment_lines: Default::default(),
            places: Places::default(),
        };
        viewer.show(0);
        viewer
    }

    /// Shows another game, in time linear in its size.
    pub(crate) fn show(&mut self, index: usize) {
        let Some(source) = self.entries.get(index).map(|entry| entry.source) else {
            return;
        };
        if index == self.current && self.open.is_ok() {
            return;
        }
        self.leave_tries();
        if !self.message.is_empty() {
            self.message = "the tried moves are kept in the game before".to_owned();
        }
        self.current = index;
        self.cursor = None;
        self.open = match source {
            Source::Game { document, root } => {
                let game = Game::open(document, root);
                game.map(|game| Open::Game(Box::new(game)))
                    .map_err(|why| format!("the game {why}"))
            }
            #[cfg(feature = "recordings")]
            Source::Recording {
                main,
                stream,
                timeline,
            } => {
                let recording = Recording::open(main, stream, timeline);
                recording
                    .map(|recording| Open::Recording(Box::new(recording)))
                    .map_err(|why| format!("the game {why}"))
            }
        };
        let of = self.information();
        self.info = of.map_or_else(GameInfo::default, |(document, root)| {
            document.game_info(root)
        });
        self.refresh();
    }

    /// The title of an entry.
    pub(crate) fn title(&mut self, index: usize) -> String {
        let Some(entry) = self.entries.get(index) else {
            return String::new();
        };
        self.titles
            .entry(index)
            .or_insert_with(|| entry.title())
            .clone()
    }

    /// Reads what is shown at the current place again.
    fn refresh(&mut self) {
        self.comment_scroll = 0;
        self.record = match &mut self.open {
            Ok(Open::Game(game)) => Some(game.scene()),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => {
                recording.follow();
                recording.scene()
            }
            Err(_) => None,
        };
        if let (Some(record), Ok(Open::Game(game))) = (&mut self.record, &self.open) {
            for finding in self.entries[self.current].findings_of(game.node()) {
                if !record.faults.iter().any(|fault| fault == finding) {
                    record.faults.push(finding.to_owned());
                }
            }
        }
        self.refresh_scene();
    }

    /// Shows the position of the record, or the tried moves.
    fn refresh_scene(&mut self) {
        let scene = match (&self.tries, &self.record, self.board()) {
            (Some(tries), Some(record), Some(board)) => Some(tries.scene(record, board)),
            _ => self.record.clone(),
        };
        self.scene = scene;
        let view = self
            .scene
            .as_ref()
            .map(|scene| scene.figure.view.on(scene.figure.size()));
        self.cursor = self.cursor.filter(|&point| {
            let is_between = |first: u8, at, last| (first..=last).contains(&at);
            view.is_some_and(|view| {
                let (first, last) = (view.first(), view.last());
                is_between(first.col, point.col, last.col)
                    && is_between(first.row, point.row, last.row)
            })
        });
    }

    /// The position of the record.
    fn board(&self) -> Option<&Position> {
        match &self.open {
            Ok(Open::Game(game)) => Some(game.board()),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => recording.board(),
            Err(_) => None,
        }
    }

    fn size(&self) -> Option<Size> {
        self.scene.as_ref().map(|scene| scene.figure.size())
    }

    /// The document that contains the game information, and the root of the game.
    pub(crate) fn information(&self) -> Option<(&'d Document, NodeId)> {
        match &self.open {
            Ok(Open::Game(game)) => Some((game.document(), game.root())),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => Some((recording.main, recording.root())),
            Err(_) => None,
        }
    }

    fn place(&self) -> Option<Place> {
        let at = match &self.open {
            Ok(Open::Game(game)) => game.node().index(),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => recording.player.view().rank(),
            Err(_) => return None,
        };
        Some((self.current, at))
    }

    /// The number of lines of tried moves that are kept at the current place.
    pub(crate) fn kept_count(&self) -> usize {
        let kept = self.place().and_then(|place| self.kept.get(&place));
        kept.map_or(0, Vec::len)
    }

    // ---- time ----

    /// Lets time pass, which moves a recording that is being played. Returns whether the screen changes.
    pub fn pass(&mut self, elapsed: Duration) -> bool {
        #[cfg(feature = "recordings")]
        if let Ok(Open::Recording(recording)) = &mut self.open {
            if recording.player.is_paused() {
                return false;
            }
            let before = recording.player.view();
            recording.player.pass(elapsed);
            if recording.player.view() != before {
                self.refresh();
            }
            return true;
        }
        let _ = elapsed;
        false
    }

    /// The time until the screen changes without an event; `None` if it does not.
    pub fn due(&self) -> Option<Duration> {
        #[cfg(feature = "recordings")]
        if let Ok(Open::Recording(recording)) = &self.open {
            /// The clock on the screen shows whole seconds.
            const FRAME: Duration = Duration::from_millis(200);
            return recording.player.due().map(|due| due.min(FRAME));
        }
        None
    }

    // ---- events ----

    /// Shows a message in the last row, until the next event.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Handles an event.
    pub fn handle(&mut self, event: Event) -> Flow {
        self.message.clear();
        match event {
            Event::Key(key) => return self.key(key),
            Event::Mouse(Mouse {
                column,
                row,
                action,
            }) => self.mouse(column, row, action),
        }
        Flow::Continue
    }

    fn key(&mut self, key: Key) -> Flow {
        match std::mem::replace(&mut self.mode, Mode::Browse) {
            Mode::Browse => return self.browse(key),
            Mode::Help(line) => self.mode = scrolled(key, line).map_or(Mode::Browse, Mode::Help),
            Mode::Information(line) => {
                self.mode = scrolled(key, line).map_or(Mode::Browse, Mode::Information);
            }
            Mode::List(selected) => self.list(key, selected),
            Mode::Prompt(prompt, text) => self.prompt(key, prompt, text),
        }
        Flow::Continue
    }

    fn list(&mut self, key: Key, selected: usize) {
        let last = self.entries.len().saturating_sub(1);
        self.mode = Mode::List(match key {
            Key::Up | Key::Char('k') => selected.saturating_sub(1),
            Key::Down | Key::Char('j') => (selected + 1).min(last),
            Key::PageUp => selected.saturating_sub(PAGE),
            Key::PageDown => (selected + PAGE).min(last),
            Key::Home => 0,
            Key::End => last,
            Key::Enter | Key::Right => {
                self.mode = Mode::Browse;
                return self.show(selected);
            }
            _ => return,
        });
    }

    fn prompt(&mut self, key: Key, prompt: Prompt, mut text: String) {
        match key {
            Key::Enter => return self.answer(prompt, text.trim()),
            Key::Escape => return,
            // As in other programs, deleting the prompt leaves it.
            Key::Backspace if text.pop().is_none() => return,
            Key::Char(c) if text.chars().count() < MAX_TYPED && !c.is_control() => text.push(c),
            _ => {}
        }
        self.mode = Mode::Prompt(prompt, text);
    }

    fn answer(&mut self, prompt: Prompt, text: &str) {
        match prompt {
            Prompt::Search => {
                if !text.is_empty() {
                    self.searched = text.to_owned();
                }
                self.search(true);
            }
            Prompt::Jump => self.jump(text),
            Prompt::Play => self.play_named(text),
        }
    }

    fn browse(&mut self, key: Key) -> Flow {
        match key {
            Key::Char('q') => return Flow::Quit,
            Key::Char('?') => self.mode = Mode::Help(0),
            Key::Char('i') => self.mode = Mode::Information(0),
            Key::Tab => self.mode = Mode::List(self.current),
            Key::Char('>') => self.other_game(true),
            Key::Char('<') => self.other_game(false),
            Key::Char('/') => self.mode = Mode::Prompt(Prompt::Search, String::new()),
            Key::Char('n') => self.search(true),
            Key::Char('N') => self.search(false),
            Key::Char('g') => self.mode = Mode::Prompt(Prompt::Jump, String::new()),
            Key::Char(digit @ '0'..='9') => {
                self.mode = Mode::Prompt(Prompt::Jump, digit.to_string());
            }
            Key::Char('m') => self.mode = Mode::Prompt(Prompt::Play, String::new()),
            Key::Char('d') => self.comment_scroll = self.comment_scroll.saturating_add(1),
            Key::Char('u') => self.comment_scroll = self.comment_scroll.saturating_sub(1),
            Key::Char('h') => self.move_cursor(-1, 0),
            Key::Char('j') => self.move_cursor(0, 1),
            Key::Char('k') => self.move_cursor(0, -1),
            Key::Char('l') => self.move_cursor(1, 0),
            Key::Enter => {
                if let Some(point) = self.cursor {
                    self.play_at(point);
                }
            }
            Key::Char('t') => self.return_to_tries(),
            Key::Char('o') => self.options.coordinates = !self.options.coordinates,
            _ if self.tries.is_some() => self.browse_tries(key),
            _ => self.browse_record(key),
        }
        Flow::Continue
    }

    fn browse_record(&mut self, key: Key) {
        let before = self.place();
        match &mut self.open {
            Ok(Open::Game(game)) => self.message = browse_game(game, key),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => self.message = browse_recording(recording, key),
            Err(_) => {}
        }
        // The comment stays where it is if nothing else is shown.
        if self.place() != before {
            self.refresh();
        }
        if key == Key::Escape {
            self.cursor = None;
        }
    }

    fn other_game(&mut self, is_next: bool) {
        let other = if is_next {
            self.current.checked_add(1)
        } else {
            self.current.checked_sub(1)
        };
        match other.filter(|other| *other < self.entries.len()) {
            Some(other) => self.show(other),
            None if is_next => self.message = "this is the last game".to_owned(),
            None => self.message = "this is the first game".to_owned(),
        }
    }

    // ---- search and jumps ----

    fn search(&mut self, is_next: bool) {
        if self.searched.is_empty() {
            self.message = "there is nothing to search for yet; type / and a text".to_owned();
            return;
        }
        self.leave_tries();
        let wanted = self.searched.to_lowercase();
        let wrapped = match &mut self.open {
            Ok(Open::Game(game)) => game.find_text(is_next, true, |node| {
                ["C", "N"].iter().any(|ident| {
                    node.text(ident)
                        .is_some_and(|text| contains(&text, &wanted))
                })
            }),
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => {
                recording.player.pause();
                recording.find_text(is_next, |text| contains(text, &wanted))
            }
            Err(_) => None,
        };
        self.refresh();
        self.message = match wrapped {
            None => format!("no comment contains {}", one_line(&self.searched)),
            Some(true) if is_next => "the search continued at the start".to_owned(),
            Some(true) => "the search continued at the end".to_owned(),
            Some(false) => String::new(),
        };
    }

    fn jump(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.leave_tries();
        self.message = match &mut self.open {
            Ok(Open::Game(game)) => match text.parse() {
                Err(_) => "type the number of a move, such as 34".to_owned(),
                Ok(number) => {
                    if game.go_to_move(number) {
                        String::new()
                    } else {
                        format!(
                            "the line has no move {number}; this is move {}",
                            game.number()
                        )
                    }
                }
            },
            #[cfg(feature = "recordings")]
            Ok(Open::Recording(recording)) => match text.parse() {
                Ok(time) => {
                    recording.player.seek(time);
                    String::new()
                }
                Err(_) => "type a time, such as 1:30".to_owned(),
            },
            Err(_) => String::new(),
        };
        self.refresh();
    }

    // ---- tried moves ----

    fn browse_tries(&mut self, key: Key) {
        let Some(tries) = &mut self.tries else { return };
        match key {
            Key::Left | Key::Backspace => {
                if !tries.undo() {
                    self.leave_tries();
                }
            }
            Key::Right => {
                if !tries.redo() {
                    self.message = "this is the last tried move".to_owned();
                }
            }
            Key::Home | Key::PageUp => while tries.undo() {},
            Key::End | Key::PageDown => while tries.redo() {},
            Key::Escape => self.leave_tries(),
            Key::Char('x') => {
                let line = self.tries.take().and_then(|tries| tries.line);
                self.throw_away(line);
                self.message = "the tried moves are thrown away".to_owned();
            }
            _ => {
                self.message =
                    "these are tried moves; Esc returns to the record, x throws them away"
                        .to_owned()
            }
        }
        self.refresh_scene();
    }

    /// Returns to the record. The tried moves are kept until they are thrown away.
    fn leave_tries(&mut self) {
        let Some(tries) = self.tries.take() else {
            return;
        };
        if tries.moves().is_empty() {
            self.throw_away(tries.line);
        } else {
            self.keep(&tries);
            self.message = "the tried moves are kept here; t returns to them".to_owned();
        }
        self.refresh_scene();
    }

    /// Keeps a line of tried moves at the current place, and returns its number there.
    fn keep(&mut self, tries: &Tries) -> Option<usize> {
        let kept = self.kept.entry(self.place()?).or_default();
        let moves = tries.moves();
        let line = tries.line.filter(|line| *line < kept.len());
        let line = line.or_else(|| kept.iter().position(|line| line == moves));
        match line {
            Some(line) => kept[line] = moves.to_vec(),
            None => kept.push(moves.to_vec()),
        }
        Some(line.unwrap_or(kept.len() - 1))
    }

    /// Forgets a line that is kept at the current place.
    fn throw_away(&mut self, line: Option<usize>) {
        let (Some(place), Some(line)) = (self.place(), line) else {
            return;
        };
        if let Some(kept) = self.kept.get_mut(&place) {
            if line < kept.len() {
                kept.remove(line);
            }
            if kept.is_empty() {
                self.kept.remove(&place);
            }
        }
    }

    /// Shows the first line of moves that was tried at this place before; from a line, the next one, and from the last, the
    /// record.
    fn return_to_tries(&mut self) {
        let next = match self.tries.take() {
            None => 0,
            Some(tries) if tries.moves().is_empty() => {
                self.throw_away(tries.line);
                tries.line.unwrap_or(usize::MAX)
            }
            Some(tries) => self.keep(&tries).map_or(usize::MAX, |line| line + 1),
        };
        let kept = self.place().and_then(|place| self.kept.get(&place));
        match (kept.and_then(|kept| kept.get(next)), self.board()) {
            (Some(moves), Some(board)) => {
                self.tries = Some(Tries::again(board, moves, next));
                self.pause();
            }
            _ if kept.is_some() => self.message = "this is the record again".to_owned(),
            _ => {
                self.message = "to try a move, click on a point, or type m and its name".to_owned()
            }
        }
        self.refresh_scene();
    }

    fn pause(&mut self) {
        #[cfg(feature = "recordings")]
        if let Ok(Open::Recording(recording)) = &mut self.open {
            recording.player.pause();
        }
    }

    fn play_named(&mut self, name: &str) {
        let Some(size) = self.size() else { return };
        if name.eq_ignore_ascii_case("pass") {
            return self.play(Move::Pass);
        }
        match Western::parse(name, size) {
            Ok(point) => self.play_at(point),
            Err(_) => {
                let name = one_line(name);
                self.message = format!("{name} is not a point of this board; type Q16, or pass");
            }
        }
    }

    fn play_at(&mut self, point: Point) {
        self.cursor = self.cursor.map(|_| point);
        self.play(Move::Play(point));
    }

    /// Follows the game if it has this move here. Otherwise, tries the move.
    fn play(&mut self, action: Move) {
        if let (Ok(Open::Game(game)), None) = (&mut self.open, &self.tries)
            && let Some(child) = game.child_with(action)
        {
            game.go_to(child);
            return self.refresh();
        }
        self.try_move(action);
    }

    fn try_move(&mut self, action: Move) {
        let mut tries = self.tries.take();
        // A kept line stays as it is if another move replaces some of its moves.
        if let Some(tries) = tries
            .as_mut()
            .filter(|tries| tries.line.is_some() && tries.replaces(action))
        {
            self.keep(tries);
            tries.line = None;
        }
        let (Some(size), Some(board)) = (self.size(), self.board()) else {
            return;
        };
        let mut tries = tries.unwrap_or_else(|| Tries::new(board));
        let color = tries.to_play();
        let name = format!("{} {}", player(color), move_name(action, size));
        let (message, is_played) = match tries.play(action) {
            Err(why) => (format!("{name} is not legal: {why}"), false),
            Ok(0) => (format!("{name} is tried; ← takes it back"), true),
            Ok(1) => (format!("{name} captures 1 stone"), true),
            Ok(count) => (format!("{name} captures {count} stones"), true),
        };
        if is_played || !tries.moves().is_empty() {
            self.tries = Some(tries);
        }
        self.pause();
        self.message = message;
        self.refresh_scene();
    }

    fn move_cursor(&mut self, right: i8, down: i8) {
        let Some(scene) = &self.scene else { return };
        let size = scene.figure.size();
        let view = scene.figure.view.on(size);
        let start = self
            .cursor
            .or(scene.figure.last)
            .filter(|point| size.contains(*point));
        let start = start.unwrap_or_else(|| {
            let (first, last) = (view.first(), view.last());
            Point::new(
                first.col + (last.col - first.col) / 2,
                first.row + (last.row - first.row) / 2,
            )
        });
        let (right, down) = if self.cursor.is_some() {
            (right, down)
        } else {
            (0, 0)
        };
        let moved = |at: u8, by, first, last| at.saturating_add_signed(by).clamp(first, last);
        let point = Point::new(
            moved(start.col, right, view.first().col, view.last().col),
            moved(start.row, down, view.first().row, view.last().row),
        );
        self.cursor = Some(point);
        self.message = format!(
            "{}: Enter plays here, Esc hides the cursor",
            point_name(point, size)
        );
    }

    // ---- the mouse ----

    fn mouse(&mut self, column: u16, row: u16, action: MouseAction) {
        match &self.mode {
            Mode::Help(_) | Mode::Information(_) => {
                let key = match action {
                    MouseAction::Press => Key::Escape,
                    MouseAction::ScrollUp => Key::Up,
                    MouseAction::ScrollDown => Key::Down,
                };
                let _ = self.key(key);
            }
            Mode::List(selected) => {
                let selected = *selected;
                match action {
                    MouseAction::Press => {
                        if let Some(index) = self.places.list_entry(column, row) {
                            self.mode = Mode::Browse;
                            self.show(index);
                        }
                    }
                    MouseAction::ScrollUp => self.list(Key::Up, selected),
                    MouseAction::ScrollDown => self.list(Key::Down, selected),
                }
            }
            Mode::Browse => self.mouse_on_screen(column, row, action),
            Mode::Prompt(..) => {
                if action == MouseAction::Press {
                    self.mode = Mode::Browse;
                }
                self.mouse_on_screen(column, row, action);
            }
        }
    }

    fn mouse_on_screen(&mut self, column: u16, row: u16, action: MouseAction) {
        let in_comment = self.places.is_in_comment(column, row);
        match action {
            MouseAction::ScrollUp if in_comment => {
                self.comment_scroll = self.comment_scroll.saturating_sub(1);
            }
            MouseAction::ScrollDown if in_comment => {
                self.comment_scroll = self.comment_scroll.saturating_add(1);
            }
            MouseAction::ScrollUp | MouseAction::ScrollDown => {
                let key = if action == MouseAction::ScrollUp {
                    Key::Left
                } else {
                    Key::Right
                };
                if self.tries.is_some() {
                    self.browse_tries(key);
                } else {
                    self.browse_record(key);
                }
            }
            MouseAction::Press => {
                if let Some(point) = self.places.point(column, row) {
                    self.play_at(point);
                } else if let Some(node) = self.places.node(column, row) {
                    self.show_node(node);
                }
            }
        }
    }

    fn show_node(&mut self, node: Option<NodeId>) {
        self.leave_tries();
        match (&mut self.open, node) {
            (Ok(Open::Game(game)), Some(node)) => game.go_to(node),
            #[cfg(feature = "recordings")]
            (Ok(Open::Recording(recording)), Some(node)) => {
                recording.player.pause();
                recording.go_to(node);
            }
            #[cfg(feature = "recordings")]
            (Ok(Open::Recording(recording)), None) => {
                recording.player.pause();
                recording.player.apply(kifu_rgf::timeline::Control::Start);
            }
            _ => return,
        }
        self.refresh();
    }
}

/// Scrolls a page of text; `None` for a key that leaves it.
fn scrolled(key: Key, line: usize) -> Option<usize> {
    Some(match key {
        Key::Up | Key::Char('k' | 'u') => line.saturating_sub(1),
        Key::Down | Key::Char('j' | 'd') => line.saturating_add(1),
        Key::PageUp => line.saturating_sub(PAGE),
        Key::PageDown => line.saturating_add(PAGE),
        Key::Home => 0,
        // Drawing the page finds its last line.
        Key::End => usize::MAX,
        _ => return None,
    })
}

/// Moves in a game. Returns a message if there is nothing to move to.
fn browse_game(game: &mut Game<'_>, key: Key) -> String {
    let (moved, otherwise) = match key {
        Key::Right | Key::Char(' ') => (game.forward(), "this is the end of the line"),
        Key::Left | Key::Backspace => (game.back(), "this is the start of the game"),
        Key::Down => (game.sibling(true), "this is the last variation"),
        Key::Up => (game.sibling(false), "this is the first variation"),
        Key::Home => {
            game.go_to_start();
            return String::new();
        }
        Key::End => {
            game.go_to_end();
            return String::new();
        }
        Key::PageDown => (
            (0..PAGE).filter(|_| game.forward()).count() > 0,
            "this is the end of the line",
        ),
        Key::PageUp => (
            (0..PAGE).filter(|_| game.back()).count() > 0,
            "this is the start of the game",
        ),
        Key::Char(']' | 'b') => (game.next_branch(), "no branch follows in this line"),
        Key::Char('[' | 'B') => (game.previous_branch(), "no branch precedes in this line"),
        Key::Char('c') => (
            game.find_text(true, false, |_| true).is_some(),
            "no comment follows",
        ),
        Key::Char('C') => (
            game.find_text(false, false, |_| true).is_some(),
            "no comment precedes",
        ),
        _ => return String::new(),
    };
    if moved {
        String::new()
    } else {
        otherwise.to_owned()
    }
}

/// Moves in a recording, with the keys of `kifu rec play`.
#[cfg(feature = "recordings")]
fn browse_recording(recording: &mut Recording<'_>, key: Key) -> String {
    use kifu_rgf::timeline::{Control, Direction};

    recording.player.apply(match key {
        Key::Char(' ') => Control::Pause,
        Key::Right => Control::Skip(5),
        Key::Left | Key::Backspace => Control::Skip(-5),
        Key::Up => Control::Skip(60),
        Key::Down => Control::Skip(-60),
        Key::Char('.') => Control::Event(Direction::Next),
        Key::Char(',') => Control::Event(Direction::Previous),
        Key::PageDown | Key::Char('b') => Control::Node(Direction::Next),
        Key::PageUp | Key::Char('B') => Control::Node(Direction::Previous),
        Key::Char(']') => Control::Chapter(Direction::Next),
        Key::Char('[') => Control::Chapter(Direction::Previous),
        Key::Home => Control::Start,
        Key::End => Control::End,
        Key::Char('+' | '=') => Control::Speed(Direction::Next),
        Key::Char('-') => Control::Speed(Direction::Previous),
        Key::Char('c') => {
            let found = recording.find_text(true, |_| true);
            return found
                .map_or("the recording has no other comment", |_| "")
                .to_owned();
        }
        Key::Char('C') => {
            let found = recording.find_text(false, |_| true);
            return found
                .map_or("the recording has no other comment", |_| "")
                .to_owned();
        }
        _ => return String::new(),
    });
    String::new()
}
