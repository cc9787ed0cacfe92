//! Books in HTML, for the printer of a browser.

use kifu_diagram::Svg;

use crate::compose::{self, Anchor, Cell, Cover, Entry, Inline, Target};
use crate::layout::{GAP, Mm, Page, Pt, svg_width};
use crate::text::{push_css, push_html, put};
use crate::{Book, Paper};

pub(crate) fn write(book: &Book) -> String {
    let mut target = Html {
        paper: book.options.paper,
        svg: Svg {
            theme: book.options.theme.colors(),
            ..Svg::default()
        },
        out: String::new(),
        style_at: 0,
        board_style: None,
        is_in_chapter: false,
    };
    compose::write(book, &mut target)
}

struct Html {
    paper: Paper,
    svg: Svg,
    out: String,
    /// The place of the style sheet of the boards, which is known when the first one is drawn.
    style_at: usize,
    board_style: Option<String>,
    is_in_chapter: bool,
}

const STYLE: &str = "
html{overflow-wrap:anywhere;line-height:1.35;text-align:justify;hyphens:auto;color:#000;background:#fff}
body{margin:0 auto}
h1,h2{text-align:left;hyphens:none;break-after:avoid}
h2{font-size:1.3em;margin:0 0 1em}
p{margin:.45em 0;orphans:2;widows:2}
a{color:inherit;text-decoration:none}
@media screen{a{text-decoration:underline dotted}section{margin:3em 0}}
.cover{height:80vh;display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center;break-after:page}
.cover h1{font-size:2.2em;margin:0 0 .6em;text-align:center}
.contents{break-after:page}
.contents ol{list-style:none;padding:0}
.contents li{margin:.3em 0;text-align:left}
.contents a::after{content:leader('.') target-counter(attr(href url),page)}
.to-page::after{content:', page ' target-counter(attr(href url),page)}
section{break-before:page}
.contents+section{break-before:auto}
.row{display:grid;justify-items:center;align-items:start;margin:1.2em 0;break-inside:avoid}
.with-text{break-after:avoid}
figure{margin:0;width:100%;break-inside:avoid;text-align:center;hyphens:none}
figure>p{margin:.3em 0;font-size:.9em}
figure>.head{font-size:1em}
.board{margin:0 auto}
svg.kifu{display:block;width:100%;height:auto}
.information{text-align:left}
.page{break-before:page}
";

impl Html {
    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            let out = &mut self.out;
            match inline {
                Inline::Text(text) => push_lines(text, out),
                Inline::Bold(text) => element("b", text, out),
                Inline::Italic(text) => element("i", text, out),
                Inline::Link(to, text) => {
                    put!(out, "<a href=\"#{to}\">");
                    push_html(text, out);
                    out.push_str("</a>");
                }
                Inline::BoldLink(to, text) => {
                    put!(out, "<a href=\"#{to}\"><b>");
                    push_html(text, out);
                    out.push_str("</b></a>");
                }
                // The style sheet adds the page in programs that know it. Browsers do not.
                Inline::PageLink(to, text, _) => {
                    put!(out, "<a class=\"to-page\" href=\"#{to}\">");
                    push_html(text, out);
                    out.push_str("</a>");
                }
                Inline::Anchor(anchor) => put!(out, "<a id=\"{anchor}\"></a>"),
            }
        }
    }

    fn cell(&mut self, cell: &Cell<'_>) {
        self.out.push_str("<figure>");
        if !cell.head.is_empty() {
            self.out.push_str("<p class=\"head\">");
            self.inlines(&cell.head);
            self.out.push_str("</p>");
        }
        let width = Pt(svg_width(cell.board) * cell.step * 5);
        put!(
            self.out,
            "<div class=\"board\" style=\"width:{};max-width:100%\">",
            width
        );
        let drawn = self.svg.draw(&cell.board.figure());
        // One style sheet serves all boards.
        match (drawn.split_once("<style>"), drawn.split_once("</style>")) {
            (Some((before, _)), Some((_, after))) => {
                self.out.push_str(before);
                self.out.push_str(after.trim_end());
                self.board_style
                    .get_or_insert_with(|| self.svg.style_sheet());
            }
            _ => self.out.push_str(&drawn),
        }
        self.out.push_str("</div>");
        for line in &cell.foot {
            self.out.push_str("<p>");
            self.inlines(line);
            self.out.push_str("</p>");
        }
        self.out.push_str("</figure>\n");
    }
}

fn element(name: &str, text: &str, out: &mut String) {
    put!(out, "<{name}>");
    push_lines(text, out);
    put!(out, "</{name}>");
}

/// Writes text, with its line breaks.
fn push_lines(text: &str, out: &mut String) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push_str("<br>");
        }
        push_html(&line.replace("  ", "\u{2002}"), out);
    }
}

impl Target for Html {
    fn begin(&mut self, book: &Book, cover: &Cover, contents: &[Entry]) {
        let title = &cover.title;
        let page = Page::of(self.paper);
        self.out
            .push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
        self.out.push_str(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; font-src data:\">\n",
        );
        self.out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"kifu\">\n<title>");
        push_html(title, &mut self.out);
        self.out.push_str("</title>\n<style>");
        let families = book.font_faces(&mut self.out);
        self.out.push_str("html{font-family:");
        for family in &families {
            push_css(family, &mut self.out);
            self.out.push(',');
        }
        put!(
            self.out,
            "\"Libertinus Serif\",\"Linux Libertine O\",\"Noto Serif\",\"DejaVu Serif\",Georgia,serif;font-size:{}}}\n",
            Pt(page.font_size)
        );
        put!(self.out, "body{{max-width:{}}}\n", Mm(page.text_width()));
        put!(
            self.out,
            "@page{{size:{} {};margin:{} {} {} {}}}\n",
            Mm(page.width),
            Mm(page.height),
            Mm(page.top),
            Mm(page.outside),
            Mm(page.bottom),
            Mm(page.inside)
        );
        let boxes = "font-size:.85em";
        put!(
            self.out,
            "@page:left{{margin-left:{};margin-right:{};@bottom-left{{content:counter(page);{boxes}}}@top-left{{content:",
            Mm(page.outside),
            Mm(page.inside)
        );
        push_css(title, &mut self.out);
        put!(
            self.out,
            ";font-style:italic;{boxes}}}}}\n@page:right{{@bottom-right{{content:counter(page);{boxes}}}}}\n"
        );
        self.out.push_str("@page cover{@top-left{content:none}@bottom-left{content:none}@bottom-right{content:none}}\n.cover{page:cover}\n");
        for entry in contents {
            let name = Anchor::Chapter(entry.chapter);
            put!(self.out, "@page {name}:right{{@top-right{{content:");
            push_css(&entry.title, &mut self.out);
            put!(
                self.out,
                ";font-style:italic;{boxes}}}}}\n#{name}{{page:{name}}}\n"
            );
        }
        self.out.push_str(STYLE);
        self.style_at = self.out.len();
        self.out
            .push_str("</style>\n<body>\n<header class=\"cover\"><h1>");
        push_html(title, &mut self.out);
        self.out.push_str("</h1>");
        for (line, style) in [(&cover.subtitle, "i"), (&cover.author, "b")] {
            if !line.is_empty() {
                self.out.push_str("<p>");
                element(style, line, &mut self.out);
                self.out.push_str("</p>");
            }
        }
        self.out
            .push_str("</header>\n<nav class=\"contents\"><h2>Contents</h2><ol>\n");
        for entry in contents {
            put!(
                self.out,
                "<li><a href=\"#{}\">",
                Anchor::Chapter(entry.chapter)
            );
            push_html(&entry.title, &mut self.out);
            self.out.push_str("</a></li>\n");
        }
        self.out.push_str("</ol></nav>\n");
    }

    fn chapter(&mut self, number: usize, title: &str) {
        if self.is_in_chapter {
            self.out.push_str("</section>\n");
        }
        self.is_in_chapter = true;
        put!(self.out, "<section id=\"{}\"><h2>", Anchor::Chapter(number));
        push_html(title, &mut self.out);
        self.out.push_str("</h2>\n");
    }

    fn information(&mut self, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.out.push_str("<p class=\"information\">");
        push_lines(&lines.join("\n"), &mut self.out);
        self.out.push_str("</p>\n");
    }

    fn row(&mut self, _: &Page, columns: u32, cells: &[Cell<'_>], has_text: bool) {
        let kind = if has_text { "row with-text" } else { "row" };
        put!(
            self.out,
            "<div class=\"{kind}\" style=\"grid-template-columns:repeat({columns},minmax(0,1fr));column-gap:{}\">\n",
            Mm(GAP)
        );
        for cell in cells {
            self.cell(cell);
        }
        self.out.push_str("</div>\n");
    }

    fn figure(&mut self, cell: &Cell<'_>) {
        self.out.push_str("<div class=\"row\">\n");
        self.cell(cell);
        self.out.push_str("</div>\n");
    }

    fn paragraph(&mut self, inlines: &[Inline]) {
        self.out.push_str("<p>");
        self.inlines(inlines);
        self.out.push_str("</p>\n");
    }

    fn page_break(&mut self) {
        self.out.push_str("<div class=\"page\"></div>\n");
    }

    fn end(&mut self) -> String {
        if self.is_in_chapter {
            self.out.push_str("</section>\n");
        }
        self.out.push_str("</html>\n");
        let mut out = std::mem::take(&mut self.out);
        out.insert_str(
            self.style_at,
            self.board_style.as_deref().unwrap_or_default(),
        );
        out
    }
}
