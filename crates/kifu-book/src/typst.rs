//! Books in Typst. Text of records is only in string literals, which Typst never reads as markup or code.

use crate::compose::{self, Anchor, Cell, Cover, Entry, Inline, Target};
use crate::layout::{GAP, Mm, Page, Pt};
use crate::shapes::{self, Ink, Shape};
use crate::text::{one_line, push_typst, push_typst_text, put};
use crate::{Book, Paper};
use kifu_diagram::Theme as Colors;

pub(crate) fn write(book: &Book) -> String {
    let mut target = Typst {
        page: Page::of(book.options.paper),
        colors: book.options.theme.colors(),
        out: String::new(),
        is_in_chapter: false,
    };
    compose::write(book, &mut target)
}

struct Typst {
    page: Page,
    colors: Colors,
    out: String,
    is_in_chapter: bool,
}

/// The functions that the rest of the source calls.
const PREAMBLE: &str = r##"
// Draws a board. `u` is a hundredth of the distance between two lines.
#let board(u, width, height, ..shapes) = box(width: width * u, height: height * u, fill: surface, {
  for s in shapes.pos() {
    let kind = s.at(0)
    if kind == 0 {
      place(curve(stroke: (paint: ink.at(s.at(2)), thickness: s.at(1) * u, cap: "square"), ..s.at(3).chunks(4).map(((a, b, c, d)) => (
        curve.move((a * u, b * u)), curve.line((c * u, d * u)),
      )).flatten()))
    } else if kind == 1 {
      place(curve(stroke: (paint: ink.at(s.at(2)), thickness: s.at(1) * u, cap: "round"), ..s.at(3).chunks(2).map(((x, y)) => (
        curve.move((x * u, y * u)), curve.line((x * u + 0.01pt, y * u)),
      )).flatten()))
    } else if kind == 2 {
      for corners in s.at(2) {
        place(polygon(fill: ink.at(s.at(1)), ..corners.chunks(2).map(((x, y)) => (x * u, y * u))))
      }
    } else if kind == 3 {
      for (x, y) in s.at(2).chunks(2) {
        place(dx: (x - 50) * u, dy: (y - 50) * u, rect(width: 100 * u, height: 100 * u, fill: ink.at(s.at(1)).transparentize(40%)))
      }
    } else {
      place(dx: (s.at(3) - 200) * u, dy: (s.at(4) - 60) * u, box(width: 400 * u, height: 120 * u, align(center + horizon, text(
        size: s.at(1) * u, fill: ink.at(s.at(2)), weight: "semibold", number-type: "lining", top-edge: "cap-height", bottom-edge: "baseline", s.at(5),
      ))))
    }
  }
})
#let to(target, body) = link(target, body)
#let page-of(target) = context str(counter(page).at(target).first())
#let cells(columns, gap, has-text, ..boards) = block(breakable: false, sticky: has-text, width: 100%, above: 1.6em, below: 1.2em, grid(
  columns: (1fr,) * columns, column-gutter: gap, align: center + top, ..boards,
))
#let cell(head, drawing, ..feet) = block(width: 100%, breakable: false, {
  set par(justify: false, first-line-indent: 0pt)
  if head != none { block(below: 0.5em, head) }
  drawing
  for foot in feet.pos() { block(above: 0.55em, below: 0.55em, text(size: 0.9em, foot)) }
})
"##;

impl Typst {
    fn end_chapter(&mut self) {
        if self.is_in_chapter {
            self.out.push_str("]\n");
        }
    }

    fn string(&mut self, text: &str) {
        push_typst_text(text, &mut self.out);
    }

    /// Writes text as content in code; line breaks are kept.
    fn text(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.out.push_str(" + linebreak() + ");
            }
            self.string(line);
        }
    }

    /// Writes inlines as content in code.
    fn inlines(&mut self, inlines: &[Inline]) {
        self.out.push('{');
        for (at, inline) in inlines.iter().enumerate() {
            if at > 0 {
                self.out.push_str("; ");
            }
            match inline {
                Inline::Text(text) => self.text(text),
                Inline::Bold(text) => {
                    self.out.push_str("strong(");
                    self.string(text);
                    self.out.push(')');
                }
                Inline::Italic(text) => {
                    self.out.push_str("emph(");
                    self.text(text);
                    self.out.push(')');
                }
                Inline::Link(to, text) => {
                    put!(self.out, "to(<{to}>, ");
                    self.string(text);
                    self.out.push(')');
                }
                Inline::BoldLink(to, text) => {
                    put!(self.out, "to(<{to}>, strong(");
                    self.string(text);
                    self.out.push_str("))");
                }
                Inline::PageLink(to, text, page) => {
                    put!(self.out, "to(<{to}>, ");
                    self.string(text);
                    self.out.push_str(" + ");
                    self.string(page);
                    put!(self.out, " + page-of(<{to}>))");
                }
                Inline::Anchor(anchor) => put!(self.out, "[#metadata(none)<{anchor}>]"),
            }
        }
        self.out.push('}');
    }

    fn cell(&mut self, cell: &Cell<'_>) {
        self.out.push_str("cell(");
        if cell.head.is_empty() {
            self.out.push_str("none");
        } else {
            self.inlines(&cell.head);
        }
        self.out.push_str(", ");
        self.board(cell);
        for line in &cell.foot {
            self.out.push_str(", ");
            self.inlines(line);
        }
        self.out.push(')');
    }

    fn board(&mut self, cell: &Cell<'_>) {
        let drawing = shapes::draw(cell.board, &self.colors);
        put!(
            self.out,
            "board({}pt, {}, {}",
            cell.unit(),
            drawing.width,
            drawing.height
        );
        for shape in &drawing.shapes {
            self.out.push_str(",\n  (");
            let numbers = |out: &mut String, numbers: &mut dyn Iterator<Item = i32>| {
                out.push('(');
                for number in numbers {
                    put!(out, "{number},");
                }
                out.push(')');
            };
            match shape {
                Shape::Lines(width, ink, lines) => {
                    put!(self.out, "0,{width},\"{}\",", ink.letter());
                    numbers(
                        &mut self.out,
                        &mut lines
                            .iter()
                            .flat_map(|(from, to)| [from.0, from.1, to.0, to.1]),
                    );
                }
                Shape::Dots(diameter, ink, points) => {
                    put!(self.out, "1,{diameter},\"{}\",", ink.letter());
                    numbers(
                        &mut self.out,
                        &mut points.iter().flat_map(|at| [at.0, at.1]),
                    );
                }
                Shape::Polygons(ink, polygons) => {
                    put!(self.out, "2,\"{}\",(", ink.letter());
                    for polygon in polygons {
                        numbers(
                            &mut self.out,
                            &mut polygon.iter().flat_map(|at| [at.0, at.1]),
                        );
                        self.out.push(',');
                    }
                    self.out.push(')');
                }
                Shape::Veils(ink, points) => {
                    put!(self.out, "3,\"{}\",", ink.letter());
                    numbers(
                        &mut self.out,
                        &mut points.iter().flat_map(|at| [at.0, at.1]),
                    );
                }
                Shape::Text(size, ink, at, text) => {
                    put!(self.out, "4,{size},\"{}\",{},{},", ink.letter(), at.0, at.1);
                    self.string(text);
                }
            }
            self.out.push(')');
        }
        self.out.push(')');
    }
}

impl Target for Typst {
    fn begin(&mut self, book: &Book, cover: &Cover, _: &[Entry]) {
        let page = self.page;
        self.out.push_str("// Written by kifu. Print it with `typst compile FILE`.\n#set document(date: none, title: ");
        self.string(&cover.title);
        if !cover.author.is_empty() {
            self.out.push_str(", author: ");
            self.string(&cover.author);
        }
        self.out.push_str(")\n#let book-title = ");
        self.string(&cover.title);
        self.out.push_str("\n#let ink = (");
        for ink in Ink::ALL {
            put!(
                self.out,
                "{}: rgb(\"{}\"), ",
                ink.letter(),
                ink.color(&self.colors)
            );
        }
        let has_surface = self.colors.board != self.colors.paper;
        put!(
            self.out,
            ")\n#let surface = {}\n#set text",
            if has_surface { "ink.b" } else { "none" }
        );
        self.out.push_str("(lang: \"en\", ");
        put!(self.out, "size: {}", Pt(page.font_size));
        let families = book.font_families();
        if !families.is_empty() {
            self.out.push_str(", font: (");
            for family in families
                .iter()
                .map(String::as_str)
                .chain(["Libertinus Serif"])
            {
                push_typst(family, &mut self.out);
                self.out.push_str(", ");
            }
            self.out.push(')');
        }
        self.out.push_str(")\n#set par(justify: true)\n");
        put!(
            self.out,
            "#set page(width: {}, height: {}, binding: left, margin: (inside: {}, outside: {}, top: {}, bottom: {}))\n",
            Mm(page.width),
            Mm(page.height),
            Mm(page.inside),
            Mm(page.outside),
            Mm(page.top),
            Mm(page.bottom)
        );
        self.out.push_str(PREAMBLE);
        self.out.push_str(
            r##"
#align(center, {
  v(1fr)
  text(size: 2.2em, weight: "bold", hyphenate: false, book-title)
"##,
        );
        for (line, style) in [(&cover.subtitle, "emph"), (&cover.author, "strong")] {
            if !line.is_empty() {
                put!(self.out, "  parbreak(); {style}(");
                self.string(line);
                self.out.push_str(")\n");
            }
        }
        self.out.push_str(
            r##"  v(2fr)
})
#pagebreak()
#set heading(numbering: none)
#show heading.where(level: 1): it => block(below: 1.2em, text(size: 1.25em, it))
#outline(title: [Contents], depth: 1)
#set page(footer: context {
  set text(size: 0.85em)
  let number = counter(page).display("1")
  if calc.odd(here().page()) { align(right, number) } else { align(left, number) }
})
// The head of the pages of a chapter but the first one. It looks up one label, because a query would find the headings of all chapters.
#let head(start, title) = context {
  let page = here().page()
  if locate(start).page() == page { return }
  set text(size: 0.85em)
  if calc.odd(page) { align(right, emph(title)) } else { align(left, emph(book-title)) }
}
"##,
        );
    }

    fn chapter(&mut self, number: usize, title: &str) {
        self.end_chapter();
        self.is_in_chapter = true;
        let anchor = Anchor::Chapter(number);
        // The rule also begins a page.
        put!(self.out, "#[\n#set page(header: head(<{anchor}>, ");
        self.string(title);
        self.out.push_str("))\n#heading(level: 1, ");
        self.string(title);
        put!(self.out, ") <{anchor}>\n");
    }

    fn information(&mut self, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.out.push_str("#block(below: 1.2em, {");
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                self.out.push_str("; linebreak(); ");
            }
            self.string(line);
        }
        self.out.push_str("})\n");
    }

    fn row(&mut self, _: &Page, columns: u32, cells: &[Cell<'_>], has_text: bool) {
        put!(self.out, "#cells({columns}, {}, {has_text}, ", Mm(GAP));
        for cell in cells {
            self.cell(cell);
            self.out.push_str(",\n");
        }
        self.out.push_str(")\n");
    }

    fn figure(&mut self, cell: &Cell<'_>) {
        self.out.push_str("#cells(1, 0pt, false, ");
        self.cell(cell);
        self.out.push_str(")\n");
    }

    fn paragraph(&mut self, inlines: &[Inline]) {
        self.out.push_str("#par(");
        self.inlines(inlines);
        self.out.push_str(")\n");
    }

    fn page_break(&mut self) {
        self.out.push_str("#pagebreak(weak: true)\n");
    }

    fn end(&mut self) -> String {
        self.end_chapter();
        std::mem::take(&mut self.out)
    }
}

/// The source of a booklet of the pages of a PDF.
pub(crate) fn booklet(paper: Paper, pdf: &str) -> String {
    let page = Page::of(paper);
    let mut out = String::from(
        "// Written by kifu. Print it with `typst compile --input pages=N FILE`, where N is the number of pages.\n#let pdf = ",
    );
    push_typst(&one_line(pdf), &mut out);
    put!(
        out,
        "\n#set page(width: {}, height: {}, margin: 0pt)\n",
        Mm(page.width * 2),
        Mm(page.height)
    );
    put!(
        out,
        "#let leaf = (width: {}, height: {})\n",
        Mm(page.width),
        Mm(page.height)
    );
    out.push_str(
        r##"#assert("pages" in sys.inputs, message: "add `--input pages=N`, where N is the number of pages of " + pdf)
#let pages = int(sys.inputs.pages)
#let sheets = calc.ceil(pages / 4)
#let leaf-of(n) = box(..leaf, if n <= pages { image(pdf, page: n, ..leaf) })
#for sheet in range(sheets) {
  let (first, last) = (2 * sheet + 1, 4 * sheets - 2 * sheet)
  // The front of a sheet, then its back.
  for (left, right) in ((last, first), (first + 1, last - 1)) {
    place(leaf-of(left))
    place(dx: leaf.width, leaf-of(right))
    if right != 2 * sheets + 1 { pagebreak() }
  }
}
"##,
    );
    out
}
