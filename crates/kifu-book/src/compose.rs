//! The order of a book, the same for every format.

use std::collections::BTreeSet;
use std::fmt;

use kifu_core::Color;

use crate::board::Board;
use crate::game::{Diagram, DiagramPlace, Game, GameFigure, Remark};
use crate::layout::{self, Page, RowKind, Thousandths};
use crate::problem::Problem;
use crate::text::one_line;
use crate::{Book, Chapter};

/// A place that links lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Problem(usize),
    Answer(usize),
    Chapter(usize),
    /// A figure of a game, by the numbers of the game and the figure.
    Figure(usize, usize),
    Diagram(usize, usize),
    /// The remark on a node of the main line, by its place among the remarks of the game.
    Remark(usize, usize),
}

/// The name of a place, of letters and digits.
impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Anchor::Problem(number) => write!(f, "p{number}"),
            Anchor::Answer(number) => write!(f, "a{number}"),
            Anchor::Chapter(number) => write!(f, "c{number}"),
            Anchor::Figure(game, number) => write!(f, "g{game}f{number}"),
            Anchor::Diagram(game, number) => write!(f, "g{game}d{number}"),
            Anchor::Remark(game, number) => write!(f, "g{game}r{number}"),
        }
    }
}

/// A piece of text.
#[derive(Clone, Debug)]
pub(crate) enum Inline {
    Text(String),
    Bold(String),
    Italic(String),
    Link(Anchor, String),
    BoldLink(Anchor, String),
    /// A link with the page of the place, for readers of paper; with the text before the page.
    PageLink(Anchor, String, String),
    Anchor(Anchor),
}

impl Inline {
    /// The text, without a page that is known in print.
    fn text(&self) -> &str {
        match self {
            Inline::Text(text)
            | Inline::Bold(text)
            | Inline::Italic(text)
            | Inline::Link(_, text)
            | Inline::BoldLink(_, text)
            | Inline::PageLink(_, text, _) => text,
            Inline::Anchor(_) => "",
        }
    }
}

/// A line of text.
type Line = Vec<Inline>;

/// A board in a row, with the text above and below it.
pub(crate) struct Cell<'a> {
    pub(crate) head: Line,
    pub(crate) board: &'a Board,
    /// The distance of the lines in half points.
    pub(crate) step: u32,
    pub(crate) foot: Vec<Line>,
}

impl Cell<'_> {
    /// A hundredth of the distance of the lines, in points.
    pub(crate) const fn unit(&self) -> Thousandths {
        Thousandths(self.step * 5)
    }
}

/// The language of a book.
pub(crate) trait Target {
    /// Begins the book: the title page and the table of contents.
    fn begin(&mut self, book: &Book, cover: &Cover, contents: &[Entry]);
    /// Begins a chapter on a new page.
    fn chapter(&mut self, number: usize, title: &str);
    /// Writes a paragraph of its own below the title of a chapter.
    fn information(&mut self, lines: &[String]);
    /// Writes a row of boards, which no page break divides. `has_text` is set if the next paragraph belongs to the row, and
    /// should not begin a page.
    fn row(&mut self, page: &Page, columns: u32, cells: &[Cell<'_>], has_text: bool);
    /// Writes a board on its own.
    fn figure(&mut self, cell: &Cell<'_>);
    fn paragraph(&mut self, inlines: &[Inline]);
    fn page_break(&mut self);
    fn end(&mut self) -> String;
}

/// The lines of the title page. All but the title can be empty.
pub(crate) struct Cover {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) author: String,
}

impl Cover {
    fn of(book: &Book) -> Cover {
        let author = book.options.author.as_deref();
        Cover {
            title: book.title(),
            subtitle: subtitle(book),
            author: author.map(one_line).unwrap_or_default(),
        }
    }
}

/// An entry of the table of contents.
pub(crate) struct Entry {
    pub(crate) chapter: usize,
    pub(crate) title: String,
}

/// The longest text directly below a board, in characters and lines. No page break divides it from the board, so longer
/// text follows the row as paragraphs: on a page of its own, it would be cut off.
const SHORT_TEXT: usize = 160;
const SHORT_LINES: usize = 4;

/// The text below a board.
#[derive(Default)]
struct Below {
    /// What no page break divides from the board.
    foot: Vec<Line>,
    /// What follows the row as paragraphs.
    after: Vec<Line>,
    characters: usize,
    lines: usize,
}

impl Below {
    /// Adds lines that belong together. Lines after long ones are long ones, too, so that the order stays.
    fn add(&mut self, lines: impl IntoIterator<Item = Line>) {
        let lines: Vec<Line> = lines.into_iter().collect();
        let texts = || lines.iter().flatten().map(Inline::text);
        self.characters += texts().map(|text| text.chars().count()).sum::<usize>();
        self.lines += lines.len()
            + texts()
                .map(|text| text.matches('\n').count())
                .sum::<usize>();
        if self.characters <= SHORT_TEXT && self.lines <= SHORT_LINES && self.after.is_empty() {
            self.foot.extend(lines);
        } else {
            self.after.extend(lines);
        }
    }

    /// Removes the long lines, and writes the name of the board in front of them.
    fn take_after(&mut self, name: Inline) -> Vec<Line> {
        let mut after = std::mem::take(&mut self.after);
        if let Some(first) = after.first_mut() {
            first.splice(0..0, [name, Inline::Text("  ".to_owned())]);
        }
        after
    }
}

pub(crate) fn write(book: &Book, target: &mut impl Target) -> String {
    let page = Page::of(book.options.paper);
    let chapters = titles(book);
    target.begin(book, &Cover::of(book), &chapters);
    let mut number = 0;
    let mut game_number = 0;
    for (chapter, entry) in book.chapters.iter().zip(&chapters) {
        target.chapter(entry.chapter, &entry.title);
        match chapter {
            Chapter::Problems(_, problems) => {
                write_problems(book, &page, problems, number, target);
                number += problems.len();
            }
            Chapter::Game(game) => {
                game_number += 1;
                write_game(&page, game, game_number, target);
            }
        }
    }
    if number > 0 {
        target.chapter(book.chapters.len() + 1, ANSWERS);
        write_answers(book, &page, target);
    }
    target.end()
}

/// The title of the chapter with the answers.
const ANSWERS: &str = "Answers";

fn titles(book: &Book) -> Vec<Entry> {
    let mut entries = Vec::new();
    let (mut number, mut games) = (0, 0);
    for (at, chapter) in (1..).zip(&book.chapters) {
        let title = match chapter {
            Chapter::Problems(name, problems) => {
                let (first, last) = (number + 1, number + problems.len());
                number = last;
                let is_title = name.is_empty() || *name == book.title();
                let range = if first == last {
                    format!("Problem {first}")
                } else {
                    format!("Problems {first}–{last}")
                };
                if is_title {
                    range
                } else {
                    format!("{name}: {range}")
                }
            }
            Chapter::Game(game) => {
                games += 1;
                if game.title.is_empty() {
                    format!("Game {games}")
                } else {
                    game.title.clone()
                }
            }
        };
        entries.push(Entry { chapter: at, title });
    }
    if number > 0 {
        entries.push(Entry {
            chapter: book.chapters.len() + 1,
            title: ANSWERS.to_owned(),
        });
    }
    entries
}

fn subtitle(book: &Book) -> String {
    let count = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {one}s")),
    };
    let parts = [
        count(book.problems(), "problem"),
        count(book.games(), "game"),
    ];
    parts
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" and ")
}

/// Divides boards into rows: wide ones take a row of their own. Returns the number of boards in each row, and the number
/// of columns of the row.
fn rows<'a>(boards: impl Iterator<Item = &'a Board>, columns: u32) -> Vec<(usize, u32)> {
    let mut rows: Vec<(usize, u32)> = Vec::new();
    let mut is_open = false;
    for board in boards {
        let is_wide = columns > 1 && layout::is_wide(board);
        match rows.last_mut() {
            Some((count, _)) if is_open && !is_wide && *count < columns as usize => *count += 1,
            _ => rows.push((1, if is_wide { 1 } else { columns })),
        }
        is_open = !is_wide;
    }
    rows
}

fn turn(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "Black to play",
        Some(Color::White) => "White to play",
        None => "",
    }
}

fn write_problems(
    book: &Book,
    page: &Page,
    problems: &[Problem],
    before: usize,
    target: &mut impl Target,
) {
    let columns = book.options.problem_columns();
    let per_page = book
        .options
        .per_page
        .map_or(usize::MAX, |count| count.get() as usize);
    let mut at = 0;
    while at < problems.len() {
        let on_page = &problems[at..problems.len().min(at.saturating_add(per_page))];
        if at > 0 {
            target.page_break();
        }
        let mut done = 0;
        for (count, columns) in rows(on_page.iter().map(|problem| &problem.board), columns) {
            let row = &on_page[done..done + count];
            let numbers = (before + at + done + 1)..;
            let cells = numbers.zip(row);
            let cells = cells.map(|(n, problem)| problem_cell(page, n, problem, columns));
            let (cells, after): (Vec<Cell<'_>>, Vec<Vec<Line>>) = cells.unzip();
            write_row(page, columns, &cells, &after.concat(), target);
            done += count;
        }
        at += on_page.len();
    }
}

/// The cell of a problem, and the text that follows its row.
fn problem_cell<'a>(
    page: &Page,
    number: usize,
    problem: &'a Problem,
    columns: u32,
) -> (Cell<'a>, Vec<Line>) {
    let mut head = vec![
        Inline::Anchor(Anchor::Problem(number)),
        Inline::Bold(number.to_string()),
    ];
    let turn = turn(problem.solver);
    if !turn.is_empty() {
        head.push(Inline::Text("  ".to_owned()));
        head.push(Inline::Text(turn.to_owned()));
    }
    let mut below = Below::default();
    let title = Some(&problem.title).filter(|title| !title.is_empty());
    below.add(title.map(|title| vec![Inline::Italic(title.clone())]));
    below.add(captions(&problem.board));
    let text = problem.text.iter();
    below.add(text.map(|text| vec![Inline::Text(text.clone())]));
    let name = Inline::BoldLink(Anchor::Problem(number), number.to_string());
    let after = below.take_after(name);
    let mut foot = below.foot;
    foot.push(vec![Inline::PageLink(
        Anchor::Answer(number),
        "Answer".to_owned(),
        ", page ".to_owned(),
    )]);
    let cell = Cell {
        head,
        board: &problem.board,
        step: page.row_step(&problem.board, columns, RowKind::Problems),
        foot,
    };
    (cell, after)
}

/// Writes a row and the paragraphs that belong to it.
fn write_row(
    page: &Page,
    columns: u32,
    cells: &[Cell<'_>],
    after: &[Line],
    target: &mut impl Target,
) {
    target.row(page, columns, cells, !after.is_empty());
    write_paragraphs(after, target);
}

fn write_paragraphs(lines: &[Line], target: &mut impl Target) {
    for line in lines {
        target.paragraph(line);
    }
}

fn captions(board: &Board) -> impl Iterator<Item = Vec<Inline>> {
    let lines = board.captions.iter();
    lines.map(|line| vec![Inline::Text(one_line(line))])
}

/// An answer of a problem, or the problem again if the record has no moves.
struct AnswerBoard<'a> {
    /// The name in front of its comments, such as `17 Wrong`.
    name: String,
    head: Vec<Inline>,
    board: &'a Board,
    notes: &'a [(u32, Vec<String>)],
    foot: Option<&'static str>,
    /// The number of the problem and its game information, below its last board.
    information: Option<(usize, &'a str)>,
}

fn write_answers(book: &Book, page: &Page, target: &mut impl Target) {
    let mut boards: Vec<AnswerBoard<'_>> = Vec::new();
    for (number, problem) in (1..).zip(book.all_problems()) {
        // Only the first board has the link, because each link adds to the size of a PDF.
        let name = |is_first: bool| {
            if is_first {
                let link = Inline::BoldLink(Anchor::Problem(number), number.to_string());
                vec![Inline::Anchor(Anchor::Answer(number)), link]
            } else {
                vec![Inline::Bold(number.to_string())]
            }
        };
        if problem.answers.is_empty() {
            boards.push(AnswerBoard {
                name: number.to_string(),
                head: name(true),
                board: &problem.board,
                notes: &[],
                foot: Some("The record has no answer."),
                information: None,
            });
        }
        let mut rights = 0;
        for (at, answer) in problem.answers.iter().enumerate() {
            rights += usize::from(answer.is_right);
            let kind = match (answer.is_right, rights) {
                (true, 1) => "Solution",
                (true, _) => "Also right",
                (false, _) => "Wrong",
            };
            let mut head = name(at == 0);
            head.push(Inline::Text(format!("  {kind}")));
            for (after, board) in &answer.marked {
                let kind = format!("{kind}, {}", DiagramPlace::After(*after).words());
                boards.push(AnswerBoard {
                    name: format!("{number} {kind}"),
                    head: vec![
                        Inline::Bold(number.to_string()),
                        Inline::Text(format!("  {kind}")),
                    ],
                    board,
                    notes: &[],
                    foot: None,
                    information: None,
                });
            }
            boards.push(AnswerBoard {
                name: format!("{number} {kind}"),
                head,
                board: &answer.board,
                notes: &answer.notes,
                foot: None,
                information: None,
            });
        }
        if let Some(last) = boards.last_mut() {
            let text = problem.information.as_str();
            last.information = Some((number, text)).filter(|_| !text.is_empty());
        }
    }
    let columns = book.options.answer_columns();
    let mut done = 0;
    for (count, columns) in rows(boards.iter().map(|one| one.board), columns) {
        let row = &boards[done..done + count];
        let cells = row.iter().map(|one| {
            let mut below = Below::default();
            below.add(captions(one.board));
            below.add(one.foot.map(|text| vec![Inline::Italic(text.to_owned())]));
            let after = below.take_after(Inline::Bold(one.name.clone()));
            let cell = Cell {
                head: one.head.clone(),
                board: one.board,
                step: page.row_step(one.board, columns, RowKind::Small),
                foot: below.foot,
            };
            (cell, after)
        });
        let (cells, after): (Vec<Cell<'_>>, Vec<Vec<Line>>) = cells.unzip();
        let mut after = after.concat();
        for one in row {
            after.extend(notes(one.notes, Inline::Bold(one.name.clone())));
            after.extend(one.information.map(|(number, text)| {
                let name = Inline::Bold(number.to_string());
                let space = Inline::Text("  ".to_owned());
                vec![name, space, Inline::Text(text.to_owned())]
            }));
        }
        write_row(page, columns, &cells, &after, target);
        done += count;
    }
}

/// The comments on the moves of a diagram, as paragraphs; `name` is the name of the diagram.
fn notes(notes: &[(u32, Vec<String>)], name: Inline) -> Vec<Line> {
    let mut name = Some(name);
    let mut lines = Vec::new();
    for (number, text) in notes {
        for (at, text) in text.iter().enumerate() {
            let mut line = Vec::new();
            if let Some(name) = name.take() {
                line.extend([name, Inline::Text("  ".to_owned())]);
            }
            if at == 0 && *number > 0 {
                line.push(Inline::Bold(format!("{number}:")));
                line.push(Inline::Text(" ".to_owned()));
            }
            line.push(Inline::Text(text.clone()));
            lines.push(line);
        }
    }
    lines
}

fn write_game(page: &Page, game: &Game, number: usize, target: &mut impl Target) {
    target.information(&game.info);
    for text in &game.intro {
        target.paragraph(&[Inline::Text(text.clone())]);
    }
    let mut remarks = 0;
    for (at, figure) in (1..).zip(&game.figures) {
        write_figure(page, figure, (number, at), &mut remarks, target);
    }
}

fn write_figure(
    page: &Page,
    figure: &GameFigure,
    (game, at): (usize, usize),
    remarks: &mut usize,
    target: &mut impl Target,
) {
    let mut name = vec![
        Inline::Anchor(Anchor::Figure(game, at)),
        Inline::Bold(format!("Figure {at}")),
    ];
    let range = figure.moves.map(|(first, last)| {
        if first == last {
            format!(" ({first})")
        } else {
            format!(" ({first}–{last})")
        }
    });
    name.push(Inline::Text(range.unwrap_or_default()));
    let mut below = Below::default();
    if figure.name.chars().count() > SHORT_TEXT {
        below.add([vec![Inline::Italic(figure.name.clone())]]);
    } else if !figure.name.is_empty() {
        name.push(Inline::Text("  ".to_owned()));
        name.push(Inline::Italic(figure.name.clone()));
    }
    below.add(captions(&figure.board));
    let first_remark = *remarks;
    let with_number = figure
        .remarks
        .iter()
        .zip(first_remark..)
        .filter(|(remark, _)| remark.number > 0);
    let links: Vec<Inline> = with_number
        .flat_map(|(remark, at)| {
            [
                Inline::Text(" ".to_owned()),
                Inline::Link(Anchor::Remark(game, at), remark.number.to_string()),
            ]
        })
        .collect();
    if !links.is_empty() {
        below.add([[vec![Inline::Italic("Comments:".to_owned())], links].concat()]);
    }
    let cell = Cell {
        head: Vec::new(),
        board: &figure.board,
        step: page.game_step(&figure.board),
        foot: [vec![name], below.foot].concat(),
    };
    target.figure(&cell);
    write_paragraphs(&below.after, target);
    let mut pending: Vec<&Diagram> = Vec::new();
    for remark in &figure.remarks {
        write_remark(remark, game, at, *remarks, target);
        *remarks += 1;
        pending.extend(&remark.diagrams);
        let full = pending.len() / DIAGRAM_COLUMNS * DIAGRAM_COLUMNS;
        write_diagrams(page, &pending[..full], game, target);
        pending.drain(..full);
    }
    write_diagrams(page, &pending, game, target);
}

/// The number of variations in a row.
const DIAGRAM_COLUMNS: usize = 2;

fn write_remark(remark: &Remark, game: usize, figure: usize, at: usize, target: &mut impl Target) {
    let anchor = Inline::Anchor(Anchor::Remark(game, at));
    let name = match remark.number {
        0 => None,
        number => Some(Inline::BoldLink(
            Anchor::Figure(game, figure),
            number.to_string(),
        )),
    };
    let link = |diagram: &Diagram, name: &str| {
        Inline::Link(
            Anchor::Diagram(game, diagram.number),
            format!("{name}{}", diagram.number),
        )
    };
    let text = |text: &str| Inline::Text(text.to_owned());
    // The diagrams of a remark have consecutive numbers.
    let links = match &remark.diagrams[..] {
        [] => Vec::new(),
        [one] => vec![link(one, "Dia. ")],
        [one, two] => vec![link(one, "Dia. "), text(", "), link(two, "Dia. ")],
        [first, .., last] => vec![link(first, "Dia. "), text("–"), link(last, "")],
    };
    let mut begin = vec![anchor];
    if let Some(name) = name {
        begin.extend([name, text("  ")]);
    }
    if remark.text.is_empty() {
        target.paragraph(&[begin, links].concat());
        return;
    }
    let links = if links.is_empty() {
        links
    } else {
        [vec![text(" (")], links, vec![text(")")]].concat()
    };
    for (at, paragraph) in (1..).zip(&remark.text) {
        let mut inlines = std::mem::take(&mut begin);
        inlines.push(text(paragraph));
        if at == remark.text.len() {
            inlines.extend_from_slice(&links);
        }
        target.paragraph(&inlines);
    }
}

fn write_diagrams(page: &Page, diagrams: &[&Diagram], game: usize, target: &mut impl Target) {
    let mut done = 0;
    for (count, columns) in rows(
        diagrams.iter().map(|diagram| &diagram.board),
        DIAGRAM_COLUMNS as u32,
    ) {
        let row = &diagrams[done..done + count];
        let link = |diagram: &Diagram| {
            Inline::BoldLink(
                Anchor::Diagram(game, diagram.number),
                format!("Dia. {}", diagram.number),
            )
        };
        let cells = row.iter().map(|diagram| {
            let name = vec![
                Inline::Anchor(Anchor::Diagram(game, diagram.number)),
                Inline::Bold(format!("Dia. {}", diagram.number)),
                Inline::Text(format!("  {}", diagram.place.words())),
            ];
            let mut below = Below::default();
            below.add(captions(&diagram.board));
            let after = below.take_after(link(diagram));
            let cell = Cell {
                head: Vec::new(),
                board: &diagram.board,
                step: page.row_step(&diagram.board, columns, RowKind::Small),
                foot: [vec![name], below.foot].concat(),
            };
            (cell, after)
        });
        let (cells, after): (Vec<Cell<'_>>, Vec<Vec<Line>>) = cells.unzip();
        let mut after = after.concat();
        after.extend(row.iter().flat_map(|one| notes(&one.notes, link(one))));
        write_row(page, columns, &cells, &after, target);
        done += count;
    }
}

/// All characters of a book.
pub(crate) fn characters(book: &Book) -> BTreeSet<char> {
    /// Collects characters.
    struct Characters(BTreeSet<char>);

    impl Characters {
        fn inlines(&mut self, inlines: &[Inline]) {
            for inline in inlines {
                self.0.extend(inline.text().chars());
            }
        }

        fn cell(&mut self, cell: &Cell<'_>) {
            self.inlines(&cell.head);
            for line in &cell.foot {
                self.inlines(line);
            }
            for (_, point) in &cell.board.cells {
                self.0
                    .extend(point.label.iter().flat_map(|label| label.chars()));
            }
        }
    }

    impl Target for Characters {
        fn begin(&mut self, _: &Book, cover: &Cover, contents: &[Entry]) {
            self.0
                .extend(cover.title.chars().chain(cover.author.chars()));
            self.0
                .extend(contents.iter().flat_map(|entry| entry.title.chars()));
        }
        fn chapter(&mut self, _: usize, title: &str) {
            self.0.extend(title.chars());
        }
        fn information(&mut self, lines: &[String]) {
            self.0.extend(lines.iter().flat_map(|line| line.chars()));
        }
        fn row(&mut self, _: &Page, _: u32, cells: &[Cell<'_>], _: bool) {
            cells.iter().for_each(|cell| self.cell(cell));
        }
        fn figure(&mut self, cell: &Cell<'_>) {
            self.cell(cell);
        }
        fn paragraph(&mut self, inlines: &[Inline]) {
            self.inlines(inlines);
        }
        fn page_break(&mut self) {}
        fn end(&mut self) -> String {
            String::new()
        }
    }

    let mut all = Characters(BTreeSet::new());
    write(book, &mut all);
    all.0
        .into_iter()
        .filter(|c| !c.is_control() && !c.is_whitespace())
        .collect()
}
