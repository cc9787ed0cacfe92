//! Splits a file into the fields of its header and the lines of its other sections.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point, Size};
use kifu_span::{Code, Diagnostic, LimitKind, Limits, Span, TooLarge};
use memchr::{memchr, memchr2};

use crate::codes;

/// A section of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Section {
    /// Information about the game, as `Key=value`.
    Header,
    /// Information about the server or page that the file comes from.
    Remote,
    /// Other files, such as photographs, in hexadecimal digits.
    Files,
    /// The moves.
    Data,
    /// Comments on moves, labels and figures.
    Figure,
    /// Text whose meaning is not known.
    Comment,
    /// Text whose meaning is not known.
    MessageLine,
    /// The tree of a review.
    ReviewNode,
    /// Comments on the nodes of a review.
    ReviewComment,
    /// The end of the file.
    End,
    /// Any other section.
    Other,
}

impl Section {
    /// The sections whose names are known.
    pub const KNOWN: [Section; 10] = [
        Section::Header,
        Section::Remote,
        Section::Files,
        Section::Data,
        Section::Figure,
        Section::Comment,
        Section::MessageLine,
        Section::ReviewNode,
        Section::ReviewComment,
        Section::End,
    ];

    /// The name of the section, as in its heading; empty for [`Section::Other`].
    pub const fn name(self) -> &'static str {
        match self {
            Section::Header => "Header",
            Section::Remote => "Remote",
            Section::Files => "Files",
            Section::Data => "Data",
            Section::Figure => "Figure",
            Section::Comment => "Comment",
            Section::MessageLine => "MessageLine",
            Section::ReviewNode => "ReviewNode",
            Section::ReviewComment => "ReviewComment",
            Section::End => "End",
            Section::Other => "",
        }
    }

    /// The section that starts with a heading, such as `[Data]`; `None` if the line is not a heading.
    pub(crate) fn of_heading(line: &[u8]) -> Option<Section> {
        let name = line.strip_prefix(b"[")?.strip_suffix(b"]")?;
        let is_it = |section: &&Section| name.eq_ignore_ascii_case(section.name().as_bytes());
        Some(*Section::KNOWN.iter().find(is_it).unwrap_or(&Section::Other))
    }

    /// Whether any line can occur in the section, so that only the heading of a known section ends it.
    const fn is_free_text(self) -> bool {
        matches!(
            self,
            Section::Figure | Section::Comment | Section::MessageLine | Section::ReviewComment
        )
    }
}

/// A line `Key=value` of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The key.
    pub key: Span,
    /// The value, without white space around it.
    pub value: Span,
}

/// A line that is not a field of the header. Blank lines are omitted except in texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The span of the line, without its line break.
    pub span: Span,
    /// The meaning of the line.
    pub content: LineContent,
}

/// The meaning of a [`Line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineContent {
    /// The heading of a section.
    Heading(Section),
    /// A stone that is on the board before the first move.
    Setup(Color, Point),
    /// A move of the game.
    Play(Color, Move),
    /// A node of a review.
    Node {
        /// The number of the node.
        id: u32,
        /// The move, unless the node has none.
        play: Option<(Color, Move)>,
    },
    /// The start of a variation of a review. It branches off after the node before it.
    VariationStart,
    /// The end of a variation.
    VariationEnd,
    /// The start of a comment on the node of a review with this number. [`Text`](LineContent::Text) follows.
    CommentStart(Option<u32>),
    /// The start of a comment after this number of moves.
    TextStart(Option<u32>),
    /// The start of a figure after this number of moves.
    FigureStart(Option<u32>),
    /// The end of a comment or of a figure.
    TextEnd,
    /// A label on a point.
    Label(Point, Span),
    /// A line of a comment or of a figure.
    Text,
    /// A line that is not read: its meaning is not known, or it has a finding.
    Other,
}

/// The parts of a file.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) fields: Vec<Field>,
    pub(crate) size: Size,
    pub(crate) lines: Vec<Line>,
    /// The number of moves of the game.
    pub(crate) count: usize,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Parts {
    /// The first move, if it is White's and no stones are on the board before it.
    pub(crate) fn white_starts(&self) -> Option<Span> {
        let mut lines = self.lines.iter();
        let first = lines.find(|line| {
            let content = line.content;
            matches!(content, LineContent::Setup(..) | LineContent::Play(..))
        })?;
        matches!(first.content, LineContent::Play(Color::White, _)).then_some(first.span)
    }
}

/// The stones before the first move.
#[derive(Default)]
pub(crate) struct Setup(BTreeSet<(u8, u8, bool)>);

impl Setup {
    /// Adds a stone; `false` if it is there already.
    pub(crate) fn insert(&mut self, color: Color, point: Point) -> bool {
        self.0.insert((point.col, point.row, color == Color::Black))
    }

    /// Whether a move repeats one of the stones.
    pub(crate) fn contains(&self, color: Color, to: Move) -> bool {
        match to {
            Move::Play(point) => self
                .0
                .contains(&(point.col, point.row, color == Color::Black)),
            Move::Pass => false,
        }
    }
}

/// The comparison of a review with the moves of the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    /// The review has not started.
    NotStarted,
    /// All nodes so far repeat a move; the index of the line after the last one.
    UpTo(usize),
    /// The review differs from the game.
    Differs,
}

struct Scanner<'s, 'l> {
    source: &'s [u8],
    limits: &'l Limits,
    at: usize,
    nodes: usize,
    values: usize,
    section: Section,
    has_heading: bool,
    rows_from_below: bool,
    /// The number that the next move should have.
    next_number: u32,
    last_color: Option<Color>,
    setup: Setup,
    /// The lines that start the open variations.
    variations: Vec<Span>,
    repetition: Repetition,
    is_in_comment: bool,
    /// The line that starts the open text or figure, and whether it is a figure.
    open_text: Option<(Span, bool)>,
    /// The numbers of the nodes of reviews, with their lines.
    ids: Vec<(u32, Span)>,
    parts: Parts,
}

pub(crate) fn scan(source: &[u8], limits: &Limits) -> Result<Parts, TooLarge> {
    let mut scanner = Scanner {
        source,
        limits,
        at: 0,
        nodes: 0,
        values: 0,
        section: Section::Header,
        has_heading: false,
        rows_from_below: false,
        next_number: 1,
        last_color: None,
        setup: Setup::default(),
        variations: Vec::new(),
        repetition: Repetition::NotStarted,
        is_in_comment: false,
        open_text: None,
        ids: Vec::new(),
        parts: Parts {
            fields: Vec::new(),
            size: Size::default(),
            lines: Vec::new(),
            count: 0,
            diagnostics: Vec::new(),
        },
    };
    scanner.lines()?;
    scanner.check_references();
    Ok(scanner.parts)
}

/// The fields of a line, separated by commas.
fn split(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii)
}

/// Whether a line is a move such as `QP,B1,1,0`.
pub(crate) fn is_move(line: &[u8]) -> bool {
    matches!(line, [col, row, b',', b'B' | b'W', b'1' | b'2', b',', ..]
        if col.is_ascii_uppercase() && row.is_ascii_uppercase())
}

impl Scanner<'_, '_> {
    /// The span of the current line without its line break and blanks after it, and the offset of the next line.
    #[inline]
    fn line(&self) -> (Span, usize) {
        let rest = &self.source[self.at..];
        let len = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line_break = match rest[len..] {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        let text = rest[..len].trim_ascii_end();
        let start = self.at as u32;
        let next = self.at + len + line_break;
        (Span::new(start, start + text.len() as u32), next)
    }

    fn report(&mut self, code: &'static Code, span: Span, message: impl Into<Cow<'static, str>>) {
        self.parts.diagnostics.push(code.at(span, message));
    }

    fn push(&mut self, span: Span, content: LineContent) {
        self.parts.lines.push(Line { span, content });
    }

    fn count_value(&mut self) -> Result<(), TooLarge> {
        self.values += 1;
        check(LimitKind::Values, self.values, self.limits.values, self.at)
    }

    fn count_node(&mut self) -> Result<(), TooLarge> {
        self.nodes += 1;
        check(LimitKind::Nodes, self.nodes, self.limits.nodes, self.at)
    }

    fn lines(&mut self) -> Result<(), TooLarge> {
        if self.source.starts_with(b"\xEF\xBB\xBF") {
            self.at = 3;
        }
        while self.at < self.source.len() {
            let (span, next) = self.line();
            self.any_line(span)?;
            self.at = next;
        }
        self.end_section();
        self.check_header(Span::at(0));
        let is_game = |line: &Line| {
            let content = line.content;
            matches!(
                content,
                LineContent::Heading(Section::Data | Section::ReviewNode)
            )
        };
        if !self.parts.lines.iter().any(is_game) {
            let end = Span::at(self.at as u32);
            self.report(
                codes::MISSING_MOVES,
                end,
                "the file has no section `[Data]`",
            );
        }
        Ok(())
    }

    fn any_line(&mut self, span: Span) -> Result<(), TooLarge> {
        let line = span.of(self.source);
        let blanks = line.len() - line.trim_ascii_start().len();
        let trimmed = Span::new(span.start + blanks as u32, span.end);
        let words = &line[blanks..];
        if let Some(section) = Section::of_heading(words) {
            if section != Section::Other || !self.section.is_free_text() {
                self.count_value()?;
                self.heading(trimmed, section);
                return Ok(());
            }
        }
        if words.is_empty() {
            if self.is_in_text() {
                self.count_value()?;
                self.push(span, LineContent::Text);
            }
            return Ok(());
        }
        match self.section {
            Section::Data => return self.data_line(trimmed),
            Section::ReviewNode => return self.review_line(trimmed),
            _ => self.count_value()?,
        }
        match self.section {
            Section::Header => self.header_line(trimmed),
            Section::Figure => self.figure_line(span, trimmed),
            Section::ReviewComment => self.comment_line(span, trimmed),
            Section::End => self.stray(trimmed),
            _ => self.push(span, LineContent::Other),
        }
        Ok(())
    }

    fn is_in_text(&self) -> bool {
        match self.section {
            Section::Figure => self.open_text.is_some(),
            Section::ReviewComment => self.is_in_comment,
            _ => false,
        }
    }

    fn heading(&mut self, span: Span, section: Section) {
        if section != Section::Header {
            self.check_header(span);
        }
        self.has_heading = true;
        self.end_section();
        self.section = section;
        if section == Section::Other {
            let message = "this section is not known; its lines are kept";
            self.report(codes::UNKNOWN_SECTION, span, message);
        }
        if section == Section::ReviewNode && self.repetition == Repetition::NotStarted {
            self.repetition = Repetition::UpTo(0);
        }
        self.push(span, LineContent::Heading(section));
    }

    fn check_header(&mut self, span: Span) {
        if !self.has_heading {
            let message = "the file does not start with `[Header]`";
            self.report(codes::MISSING_HEADER, span, message);
        }
    }

    fn end_section(&mut self) {
        self.is_in_comment = false;
        self.close_text();
        let open = core::mem::take(&mut self.variations);
        for span in open {
            let message = "this variation has no `VARIATIONEND`";
            self.report(codes::UNBALANCED_VARIATION, span, message);
        }
        if let (Section::ReviewNode, Repetition::UpTo(from)) = (self.section, self.repetition) {
            let rest = self.parts.lines[from..].iter();
            let missing = rest.filter(|line| matches!(line.content, LineContent::Play(..)));
            let missing = missing.count();
            if missing > 0 {
                let end = Span::at(self.at as u32);
                let message = format!("the review repeats all moves but the last {missing}");
                self.report(codes::MISSING_MOVES, end, message);
            }
            self.repetition = Repetition::Differs;
        }
    }

    fn stray(&mut self, span: Span) {
        let message = "this line is not part of the section, and is ignored";
        self.report(codes::STRAY_TEXT, span, message);
        self.push(span, LineContent::Other);
    }

    fn header_line(&mut self, span: Span) {
        let line = span.of(self.source);
        let Some(equals) = memchr(b'=', line) else {
            if line.starts_with(b"#") {
                self.push(span, LineContent::Other);
            } else {
                self.stray(span);
            }
            return;
        };
        let (key, value) = (line[..equals].trim_ascii_end(), &line[equals + 1..]);
        let blanks = value.len() - value.trim_ascii_start().len();
        let from = span.start + (equals + 1 + blanks) as u32;
        let field = Field {
            key: Span::new(span.start, span.start + key.len() as u32),
            value: Span::new(from.min(span.end), span.end),
        };
        let value = field.value.of(self.source);
        if key.eq_ignore_ascii_case(b"Size") {
            self.size(field.value);
        } else if key.eq_ignore_ascii_case(b"CoordinateType") {
            self.rows_from_below = is_igs(value);
        }
        self.parts.fields.push(field);
    }

    fn size(&mut self, span: Span) {
        let side = number(span.of(self.source));
        match side.and_then(|side| Size::square(side).ok()) {
            // Points have two letters.
            Some(size) if size.cols() <= 26 => self.parts.size = size,
            _ => {
                let message = "this is not the size of a board; 19 is assumed";
                self.report(codes::BAD_VALUE, span, message);
            }
        }
    }

    /// The point of a column from the left and a row as the file counts it, both from 0.
    #[inline]
    fn point(&self, col: u8, row: u8) -> Option<Point> {
        let size = self.parts.size;
        let row = if self.rows_from_below {
            size.rows().checked_sub(row)?.checked_sub(1)?
        } else {
            row
        };
        let point = Point::new(col, row);
        size.contains(point).then_some(point)
    }

    /// A line of `[Data]`.
    fn data_line(&mut self, span: Span) -> Result<(), TooLarge> {
        let line = span.of(self.source);
        let mut fields = split(line);
        let &[col, row] = fields.next().unwrap_or_default() else {
            self.count_value()?;
            self.stray(span);
            return Ok(());
        };
        let (col, row) = (col.to_ascii_uppercase(), row.to_ascii_uppercase());
        let is_pass = matches!(col, b'Y' | b'Z') && self.parts.size.cols() < 25;
        let to = if !col.is_ascii_uppercase() || !row.is_ascii_uppercase() {
            None
        } else if is_pass {
            Some(Move::Pass)
        } else {
            self.point(col - b'A', row - b'A').map(Move::Play)
        };
        let color = match fields.next() {
            Some([b'B' | b'b', ..]) => Some(Color::Black),
            Some([b'W' | b'w', ..]) => Some(Color::White),
            // A pass whose player is not stated.
            Some(b"MK") if is_pass => {
                let last = self.last_color;
                Some(last.map_or(Color::Black, |color| !color))
            }
            _ => None,
        };
        let (Some(color), Some(to)) = (color, to) else {
            self.count_value()?;
            let message = match color {
                Some(_) => "this point is not on the board",
                None => "a move is two letters, `B1` or `W1`, a number, and seconds",
            };
            self.report(codes::BAD_MOVE, span, message);
            self.push(span, LineContent::Other);
            return Ok(());
        };
        let number = fields.next().map(whole_number);
        let seconds = fields.next();
        if seconds.is_none() || fields.next().is_some() {
            let message = "a move has four fields: point, player, number and seconds";
            self.report(codes::FIELD_COUNT, span, message);
        }
        if let Some(seconds) = seconds.filter(|seconds| *seconds != b"0") {
            self.check_seconds(span, seconds);
        }
        let number = number.flatten();
        if let (Some(0), Move::Play(point), 0) = (number, to, self.parts.count) {
            self.count_node()?;
            self.setup.insert(color, point);
            self.push(span, LineContent::Setup(color, point));
            return Ok(());
        }
        let expected = self.next_number;
        if number != Some(expected) {
            let message = format!("the number of this move should be {expected}");
            self.report(codes::MOVE_NUMBER, span, message);
        }
        self.next_number = number.unwrap_or(expected).max(1).wrapping_add(1);
        self.last_color = Some(color);
        self.parts.count += 1;
        self.count_node()?;
        self.push(span, LineContent::Play(color, to));
        Ok(())
    }

    /// Checks the seconds of a move, after which a time of the form `'00:03:35` can follow.
    fn check_seconds(&mut self, span: Span, seconds: &[u8]) {
        let (seconds, total) = match memchr(b'\'', seconds) {
            Some(at) => (&seconds[..at], Some(&seconds[at + 1..])),
            None => (seconds, None),
        };
        let is_time = |time: &[u8]| {
            time.split(|byte| *byte == b':').count() == 3
                && time.iter().all(|byte| matches!(byte, b'0'..=b'9' | b':'))
        };
        if whole_number(seconds).is_none() || !total.is_none_or(is_time) {
            let message = "the time of this move is not a number of seconds";
            self.report(codes::BAD_VALUE, span, message);
        }
    }

    /// A line of `[ReviewNode]`.
    fn review_line(&mut self, span: Span) -> Result<(), TooLarge> {
        let mut fields = split(span.of(self.source));
        match fields.next().unwrap_or_default() {
            b"NODE" => {}
            b"VARIATION" => {
                self.count_value()?;
                self.variations.push(span);
                // The game tree is a level, too.
                let depth = self.variations.len() + 1;
                check(LimitKind::Depth, depth, self.limits.depth, self.at)?;
                self.push(span, LineContent::VariationStart);
                return Ok(());
            }
            b"VARIATIONEND" => {
                self.count_value()?;
                if self.variations.pop().is_some() {
                    self.push(span, LineContent::VariationEnd);
                } else {
                    let message = "this `VARIATIONEND` has no `VARIATION`";
                    self.report(codes::UNBALANCED_VARIATION, span, message);
                    self.push(span, LineContent::Other);
                }
                return Ok(());
            }
            _ => {
                self.count_value()?;
                self.stray(span);
                return Ok(());
            }
        }
        let mut numbers = [None; 4];
        for (number_of_field, field) in numbers.iter_mut().zip(&mut fields) {
            *number_of_field = whole_number(field);
        }
        let [Some(id), Some(color), Some(col), Some(row)] = numbers else {
            self.count_value()?;
            return self.bad_node(
                span,
                "a node is `NODE`, its number, a colour, column and row",
            );
        };
        if fields.next().is_some() {
            let message = "a node has five fields";
            self.report(codes::FIELD_COUNT, span, message);
        }
        let color = match color {
            0 => None,
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => {
                self.count_value()?;
                return self.bad_node(span, "the colour of a node is 0, 1 or 2");
            }
        };
        let play = match (color, self.node_move(col, row)) {
            (None, _) if (col, row) == (0, 0) => None,
            (Some(color), Some(to)) => Some((color, to)),
            _ => {
                self.count_value()?;
                return self.bad_node(span, "this point is not on the board");
            }
        };
        self.count_node()?;
        self.ids.push((id, span));
        self.push(span, LineContent::Node { id, play });
        if let (Some((color, to)), true) = (play, self.variations.is_empty()) {
            self.compare_with_game(span, color, to);
        }
        Ok(())
    }

    fn bad_node(&mut self, span: Span, message: &'static str) -> Result<(), TooLarge> {
        self.report(codes::BAD_MOVE, span, message);
        self.push(span, LineContent::Other);
        Ok(())
    }

    /// The move of a node: a point counted from 1, or one more than the size of the board for a pass.
    fn node_move(&self, col: u32, row: u32) -> Option<Move> {
        let after_last = u32::from(self.parts.size.cols()) + 1;
        if col == row && (col == after_last || col == 20) {
            return Some(Move::Pass);
        }
        let from_zero = |number: u32| u8::try_from(number.checked_sub(1)?).ok();
        self.point(from_zero(col)?, from_zero(row)?).map(Move::Play)
    }

    /// Checks that a node outside of variations repeats the next move of the game.
    fn compare_with_game(&mut self, span: Span, color: Color, to: Move) {
        let Repetition::UpTo(from) = self.repetition else {
            return;
        };
        let rest = self.parts.lines[from..].iter().enumerate();
        let mut plays = rest.filter_map(|(at, line)| match line.content {
            LineContent::Play(color, to) => Some((from + at, (color, to))),
            _ => None,
        });
        let next = plays.next();
        let at = next.map_or(self.parts.lines.len(), |(at, _)| at);
        match next {
            Some((_, play)) if play == (color, to) => self.repetition = Repetition::UpTo(at + 1),
            // A search starts after the lines that were searched before.
            _ if self.setup.contains(color, to) => self.repetition = Repetition::UpTo(at),
            _ => {
                let message = match next {
                    Some(_) => "this node is not the next move of `[Data]`",
                    None => "the moves of `[Data]` end before this node",
                };
                if self.parts.count > 0 {
                    self.report(codes::DISAGREEMENT, span, message);
                }
                self.repetition = Repetition::Differs;
            }
        }
    }

    /// A line of `[ReviewComment]`.
    fn comment_line(&mut self, span: Span, trimmed: Span) {
        match arguments(trimmed.of(self.source), b".Comment") {
            Some(mut arguments) => {
                let id = arguments.next().and_then(number);
                self.is_in_comment = true;
                self.push(trimmed, LineContent::CommentStart(id));
            }
            None if self.is_in_comment => self.push(span, LineContent::Text),
            None => self.stray(trimmed),
        }
    }

    /// A line of `[Figure]`.
    fn figure_line(&mut self, span: Span, trimmed: Span) {
        let line = trimmed.of(self.source);
        let is_in_figure = matches!(self.open_text, Some((_, true)));
        if let Some(mut arguments) = arguments(line, b".Fig") {
            self.close_text();
            let number = arguments.next().and_then(number);
            let message = "this figure is kept as text";
            self.report(codes::FIGURE, trimmed, message);
            self.open_text = Some((trimmed, true));
            self.push(trimmed, LineContent::FigureStart(number));
        } else if line == b".EndFig" {
            self.end_text(trimmed, true);
        } else if is_in_figure {
            self.push(span, LineContent::Text);
        } else if let Some(mut arguments) = arguments(line, b".Text") {
            self.close_text();
            let number = arguments.next().and_then(number);
            self.open_text = Some((trimmed, false));
            self.push(trimmed, LineContent::TextStart(number));
        } else if line == b".EndText" {
            self.end_text(trimmed, false);
        } else if self.open_text.is_none() {
            self.stray(trimmed);
        } else if line.starts_with(b".#,") {
            self.label(trimmed);
        } else {
            self.push(span, LineContent::Text);
        }
    }

    fn end_text(&mut self, span: Span, is_figure: bool) {
        match self.open_text {
            Some((_, figure)) if figure == is_figure => {
                self.open_text = None;
                self.push(span, LineContent::TextEnd);
            }
            _ => self.stray(span),
        }
    }

    fn close_text(&mut self) {
        if let Some((span, is_figure)) = self.open_text.take() {
            let message = match is_figure {
                true => "this figure has no `.EndFig`",
                false => "this text has no `.EndText`",
            };
            self.report(codes::UNCLOSED_TEXT, span, message);
        }
    }

    /// A label such as `.#,6,16,A`.
    fn label(&mut self, span: Span) {
        let line = span.of(self.source);
        let mut fields = line.splitn(4, |byte| *byte == b',').skip(1);
        let [col, row, text] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let from_zero = |field| u8::try_from(whole_number(field)?).ok()?.checked_sub(1);
        let point = from_zero(col).zip(from_zero(row));
        let point = point.and_then(|(col, row)| self.point(col, row));
        let text = text.len() as u32;
        match point {
            Some(point) if text > 0 => {
                let text = Span::new(span.end - text, span.end);
                self.push(span, LineContent::Label(point, text));
            }
            _ => {
                let message = "a label is `.#`, column, row and a text";
                self.report(codes::BAD_VALUE, span, message);
                self.push(span, LineContent::Other);
            }
        }
    }

    /// Checks that nodes have different numbers, and that comments belong to a node or a move.
    fn check_references(&mut self) {
        self.ids.sort_by_key(|(id, _)| *id);
        let pairs = self.ids.windows(2);
        let twice = pairs.filter(|pair| pair[0].0 == pair[1].0);
        let twice: Vec<Span> = twice.map(|pair| pair[1].1).collect();
        for span in twice {
            let message = "another node has the same number";
            self.report(codes::MOVE_NUMBER, span, message);
        }
        let count = self.parts.count as u64;
        let mut unknown = Vec::new();
        for line in &self.parts.lines {
            let is_known = match line.content {
                LineContent::CommentStart(id) => id.is_some_and(|id| {
                    (1..=count + 1).contains(&u64::from(id))
                        || self.ids.binary_search_by_key(&id, |(id, _)| *id).is_ok()
                }),
                LineContent::TextStart(number) | LineContent::FigureStart(number) => {
                    number.is_some_and(|number| u64::from(number) <= count)
                }
                _ => true,
            };
            if !is_known {
                unknown.push(line.span);
            }
        }
        for span in unknown {
            let message = "the file has no such move or node";
            self.report(codes::UNKNOWN_NODE, span, message);
        }
    }
}

/// The arguments of a line such as `.Comment,19`; `None` if it is another line.
fn arguments<'l>(line: &'l [u8], word: &[u8]) -> Option<impl Iterator<Item = &'l [u8]>> {
    let rest = line.strip_prefix(word)?;
    let rest = match rest {
        [] => rest,
        _ => rest.strip_prefix(b",")?,
    };
    Some(split(rest))
}

/// Whether a `CoordinateType` counts rows from below. One program appends the result to this value.
pub(crate) fn is_igs(value: &[u8]) -> bool {
    value
        .get(..3)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"IGS"))
}

/// A number, with white space around it.
pub(crate) fn number<N: core::str::FromStr>(text: &[u8]) -> Option<N> {
    core::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

/// A number without a fraction, with white space around it.
fn whole_number(text: &[u8]) -> Option<u32> {
    /// A number with so many digits fits into the type.
    const MAX_DIGITS: usize = 9;
    let text = text.trim_ascii();
    // Nearly every number consists of a few digits, which are read without the checks of `number`.
    if (1..=MAX_DIGITS).contains(&text.len()) && text.iter().all(u8::is_ascii_digit) {
        let digits = text.iter().map(|digit| u32::from(digit - b'0'));
        return Some(digits.fold(0, |number, digit| 10 * number + digit));
    }
    number(text)
}

fn check(kind: LimitKind, count: usize, limit: usize, at: usize) -> Result<(), TooLarge> {
    if count <= limit {
        Ok(())
    } else {
        Err(TooLarge { kind, limit, at })
    }
}
