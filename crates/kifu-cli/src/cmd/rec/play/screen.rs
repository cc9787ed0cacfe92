//! Lays out the screen of the player as lines of text, independent of the terminal.

use kifu::diagram::Text;
use kifu::figure::Options;
use kifu::moment;
use kifu::rgf::Stream;
use kifu::sgf::{Document, TooLarge};
use kifu::timeline::{Player, Time, View};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::printable::stand_in;

/// The board and the comment at a moment.
pub(super) struct Scene {
    board: Vec<ScreenLine>,
    comment: String,
}

/// A line of text and its width in columns.
struct ScreenLine {
    text: String,
    width: usize,
}

impl ScreenLine {
    fn plain(text: String) -> ScreenLine {
        let width = text.width();
        ScreenLine { text, width }
    }
}

/// The numbers of columns and rows.
pub(super) type Size = (u16, u16);

/// The number of columns between the board and the comment.
const GAP: usize = 3;
/// The minimum width of a comment next to the board; if there is less room, the comment is below it.
const MIN_COMMENT_WIDTH: usize = 24;
const MAX_COMMENT_WIDTH: usize = 80;

/// The number of rows of the smallest screen that shows the keys.
const MIN_ROWS_WITH_KEYS: usize = 16;

/// The keys, in the last line of a screen.
const KEYS: &str = "space pause  ←→ 5 s  ↓↑ 1 min  ,. event  bn node  [] chapter  -+ speed  q quit";

impl Scene {
    pub(super) fn of(
        main: &Document,
        stream: &Stream,
        view: View<'_>,
        color: bool,
    ) -> Result<Scene, TooLarge> {
        let options = Options {
            status: true,
            ..Options::default()
        };
        let figure = moment::figure(main, stream, view, &options)?;
        let style = Text {
            color,
            ..Text::UNICODE
        };
        let plain = Text::UNICODE.draw(&figure);
        let drawn = style.draw(&figure);
        // Measure the text without colours, since escape sequences have no width.
        let board = drawn.lines().zip(plain.lines().map(str::width));
        Ok(Scene {
            board: board
                .map(|(text, width)| ScreenLine {
                    text: text.to_owned(),
                    width,
                })
                .collect(),
            comment: stream.comment(main, view),
        })
    }

    /// Returns the lines of the screen, which are not wider than the screen. The last line is the
    /// status or, on a screen with enough rows, the keys after the status.
    pub(super) fn lines(&self, status: &str, size: Size) -> Vec<String> {
        let (columns, rows) = (usize::from(size.0), usize::from(size.1));
        let has_keys = rows >= MIN_ROWS_WITH_KEYS;
        let room = rows.saturating_sub(1 + usize::from(has_keys));
        let board_width = self.board.iter().map(|line| line.width).max().unwrap_or(0);
        let comment_width = columns
            .saturating_sub(board_width + GAP)
            .min(MAX_COMMENT_WIDTH);
        let mut lines = if comment_width >= MIN_COMMENT_WIDTH {
            self.side_by_side(board_width, comment_width, room)
        } else {
            self.stacked(columns, room)
        };
        lines.truncate(room);
        lines.resize(room, String::new());
        lines.push(first_columns(status, columns));
        if has_keys {
            lines.push(first_columns(KEYS, columns));
        }
        lines
    }

    fn side_by_side(&self, board_width: usize, comment_width: usize, room: usize) -> Vec<String> {
        let comment = wrapped(&self.comment, comment_width, room);
        let height = self.board.len().max(comment.len());
        let blank = ScreenLine::plain(String::new());
        let rows = (0..height).map(|row| {
            let board = self.board.get(row).unwrap_or(&blank);
            let Some(words) = comment.get(row).filter(|words| !words.is_empty()) else {
                return board.text.clone();
            };
            let fill = board_width + GAP - board.width;
            format!("{}{:fill$}{words}", board.text, "")
        });
        rows.collect()
    }

    fn stacked(&self, columns: usize, room: usize) -> Vec<String> {
        let below = room.saturating_sub(self.board.len());
        let board = self.board.iter().map(|line| {
            // Escape sequences for colours must not be truncated.
            if line.width > columns && !line.text.contains('\x1B') {
                first_columns(&line.text, columns)
            } else {
                line.text.clone()
            }
        });
        board
            .chain(wrapped(&self.comment, columns, below))
            .collect()
    }
}

/// Wraps text to a number of columns. If the text has more lines than `rows`, only the last lines
/// are returned, since comments grow at the end.
fn wrapped(text: &str, columns: usize, rows: usize) -> Vec<String> {
    let text = text.trim_end();
    if text.is_empty() || columns == 0 || rows == 0 {
        return Vec::new();
    }
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line: String = line.chars().map(stand_in).collect();
        let wrapped = textwrap::wrap(&line, columns);
        lines.extend(wrapped.iter().map(|line| first_columns(line, columns)));
    }
    if lines.len() > rows {
        lines.drain(..lines.len() - rows);
        lines[0] = "…".to_owned();
    }
    lines
}

/// Returns the status line: playing or paused, time, length, speed, event and chapter.
pub(super) fn status(player: &Player<'_>, duration: Time) -> String {
    let sign = if player.is_paused() { '‖' } else { '▶' };
    let percent = player.pace().percent.get();
    let speed = match percent % 100 {
        0 => (percent / 100).to_string(),
        _ => format!("{}.{:02}", percent / 100, percent % 100)
            .trim_end_matches('0')
            .to_owned(),
    };
    let view = player.view();
    let (event, events) = (view.rank(), view.timeline().len());
    let (time, duration) = (tenths(player.time()), duration.clock());
    let mut status = format!("{sign} {time} / {duration}  ×{speed}  e{event}/{events}");
    if let Some(chapter) = player.chapter() {
        status.push_str("  ");
        status.extend(chapter.chars().map(stand_in));
    }
    status
}

/// Returns a time as text with exactly one decimal, so that the width of the status does not
/// change.
fn tenths(time: Time) -> String {
    const TENTH: i64 = 100_000_000;
    let tenths = time.nanos().div_euclid(TENTH);
    let mut text = Time::from_nanos(tenths * TENTH).clock().to_string();
    if !text.contains('.') {
        text.push_str(".0");
    }
    text
}

/// Truncates text to a number of columns.
fn first_columns(text: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    text.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use kifu::rgf::{Recording, Streams};
    use kifu::timeline::Pace;

    use super::*;

    const MAIN: &str = "(;GM[1]SZ[3];GS[talk.rgf])";

    /// Returns the visible screen at a time.
    fn screen(talk: &str, time: i64, size: Size) -> String {
        let main = Document::parse(MAIN).unwrap();
        let stream = &Streams::of(&main).streams[0];
        let recording = Recording::parse(talk).unwrap();
        let timeline = recording.read(&stream.settings(&main)).timeline;
        let pace = Pace {
            percent: 150.try_into().unwrap(),
            ..Pace::default()
        };
        let mut player = Player::new(&timeline, pace);
        player.seek(Time::from_secs(time));
        let scene = Scene::of(&main, stream, player.view(), false).unwrap();
        let lines = scene.lines(&status(&player, timeline.duration()), size);
        assert_eq!(lines.len(), usize::from(size.1));
        for line in &lines {
            assert!(line.width() <= usize::from(size.0), "{line:?}");
        }
        let lines = lines.iter().map(|line| line.trim_end());
        lines.collect::<Vec<_>>().join("\n")
    }

    const TALK: &str = "(;TS[1]B[bb]TS[1]C[Black takes the centre.\n天元は広い。次の手はどこでしょうか。\x07]TS[2]\
        LB[aa:a]TS[3]VT[X-MARK:序\x1b盤]TS[3];TS[65]W[cc]TS[65])";

    #[test]
    fn the_speed_has_only_the_decimals_it_needs() {
        let main = Document::parse(MAIN).unwrap();
        let stream = &Streams::of(&main).streams[0];
        let recording = Recording::parse(TALK).unwrap();
        let timeline = recording.read(&stream.settings(&main)).timeline;
        for (percent, speed) in [
            (100, "1"),
            (150, "1.5"),
            (25, "0.25"),
            (200, "2"),
            (1000, "10"),
        ] {
            let pace = Pace {
                percent: percent.try_into().unwrap(),
                ..Pace::default()
            };
            let mut player = Player::new(&timeline, pace);
            player.pause();
            let status = status(&player, timeline.duration());
            assert_eq!(status, format!("‖ 0:00.0 / 1:05  ×{speed}  e0/7"));
        }
    }

    #[test]
    fn comment_is_right_of_board_on_wide_screen() {
        let expected = "
   A B C                     Black takes the centre.
 3 a · ·  3                  天元は広い。次の手はどこ
 2 ·(●)·  2                  でしょうか。␇
 1 · · ·  1
   A B C
Move 1: Black B2
White to play
Captures: Black 0, White 0

▶ 0:03.0 / 1:05  ×1.5  e5/7  序盤";
        assert_eq!(format!("\n{}", screen(TALK, 3, (54, 10))), expected);
    }

    #[test]
    fn comment_is_below_board_on_narrow_screen() {
        let expected = "
   A B C
 3 a · ·  3
 2 ·(●)·  2
 1 · · ·  1
   A B C
Move 1: Black B2
White to play
Captures: Black 0, W
…
どこでしょうか。␇
▶ 0:03.0 / 1:05  ×1.";
        assert_eq!(format!("\n{}", screen(TALK, 3, (20, 11))), expected);
    }

    #[test]
    fn keys_are_shown_on_screens_with_enough_rows() {
        let last = |rows| {
            let screen = screen(TALK, 3, (80, rows));
            screen.lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(last(16), KEYS);
        assert!(last(15).starts_with("▶ 0:03.0"));
        assert!(KEYS.width() <= 80);
    }

    #[test]
    fn lines_fill_screens_of_any_size() {
        for columns in [0, 1, 2, 3, 10, 20, 40, 59] {
            for rows in [1, 2, 8, 9, 15, 16, 24] {
                screen(TALK, 3, (columns, rows));
                screen(TALK, 70, (columns, rows));
            }
        }
    }
}
