//! Books in LaTeX. Boards are drawn by the basic layer of PGF, which all engines support.

use crate::compose::{self, Anchor, Cell, Cover, Entry, Inline, Target};
use crate::layout::{GAP, Mm, Page};
use crate::shapes::{self, Ink, Shape};
use crate::text::{push_latex, put};
use crate::{Book, Format, Paper};
use kifu_diagram::Theme as Colors;

pub(crate) fn write(book: &Book) -> String {
    let mut target = Latex {
        page: Page::of(book.options.paper),
        colors: book.options.theme.colors(),
        out: String::new(),
    };
    compose::write(book, &mut target)
}

struct Latex {
    page: Page,
    colors: Colors,
    out: String,
}

/// The commands that the rest of the source uses.
const COMMANDS: &str = r"
% Boards: lengths are in hundredths of the distance between two lines.
\newlength\kifuunit
\newenvironment{kifuboard}[3]{\setlength\kifuunit{#1}\begin{pgfpicture}\pgfsetxvec{\pgfpoint{\kifuunit}{0pt}}%
\pgfsetyvec{\pgfpoint{0pt}{-\kifuunit}}\pgfpathrectangle{\pgfpointorigin}{\pgfpointxy{#2}{#3}}\pgfusepath{use as bounding box}%
\kifusurface{#2}{#3}}{\end{pgfpicture}}
\newcommand\kifum[2]{\pgfpathmoveto{\pgfpointxy{#1}{#2}}}
\newcommand\kifut[2]{\pgfpathlineto{\pgfpointxy{#1}{#2}}}
\newcommand\kifud[2]{\pgfpathmoveto{\pgfpointxy{#1}{#2}}\pgfpathlineto{\pgfpointadd{\pgfpointxy{#1}{#2}}{\pgfpoint{0.01pt}{0pt}}}}
\newcommand\kifulines[3]{\pgfsetrectcap\pgfsetlinewidth{#1\kifuunit}\color{#2}#3\pgfusepath{stroke}}
\newcommand\kifudots[3]{\pgfsetroundcap\pgfsetlinewidth{#1\kifuunit}\color{#2}#3\pgfusepath{stroke}}
\newcommand\kifufill[2]{\color{#1}#2\pgfusepath{fill}}
\newcommand\kifuveil[3]{\begin{pgfscope}\pgfsetfillopacity{0.6}\color{#1}\pgfpathrectangle{\pgfpointadd{\pgfpointxy{#2}{#3}}%
{\pgfpointxy{-50}{-50}}}{\pgfpointxy{100}{100}}\pgfusepath{fill}\end{pgfscope}}
\newcommand\kifutext[5]{\pgftext[at=\pgfpointxy{#3}{#4}]{\color{#2}\fontsize{#1\kifuunit}{#1\kifuunit}\selectfont\kifufont
\raisebox{-0.34em}[0pt][0pt]{#5}}}
\DeclareRobustCommand\kifubreak{\hspace{0pt}}
\pdfstringdefDisableCommands{\let\kifubreak\empty}
\newcommand\kifufont{\sffamily\bfseries}
\newcommand\kifulink[2]{\hyperref[#1]{#2}}
\newcommand\kifuanchor[1]{\phantomsection\label{#1}}
\newcommand\kifuchapter[3]{\clearpage\thispagestyle{plain}\markboth{\kifutitle}{#3}\phantomsection\label{#1}%
\addcontentsline{toc}{subsection}{#2}{\noindent\Large\bfseries\raggedright #3\par}\bigskip}
\newenvironment{kifurow}{\par\pagebreak[0]\medskip\noindent\begin{minipage}{\textwidth}\setlength\parindent{0pt}}{\end{minipage}\par}
\newenvironment{kifucell}[1]{\begin{minipage}[t]{#1}\centering}{\end{minipage}}
\newcommand\kifuhead[1]{{#1\par}\nopagebreak\vspace{3pt}}
\newcommand\kifufoot[1]{\vspace{3pt}{\small #1\par}}
";

impl Latex {
    fn text(&mut self, text: &str) {
        push_latex(text, &mut self.out);
    }

    fn command(&mut self, command: &str, text: &str) {
        put!(self.out, "\\{command}{{");
        self.text(text);
        self.out.push('}');
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(text) if text == "  " => self.out.push_str("\\quad{}"),
                Inline::Text(text) => match text.strip_prefix("  ") {
                    Some(text) => {
                        self.out.push_str("\\quad{}");
                        self.text(text);
                    }
                    None => self.text(text),
                },
                Inline::Bold(text) => self.command("textbf", text),
                Inline::Italic(text) => self.command("textit", text),
                Inline::Link(to, text) => {
                    put!(self.out, "\\kifulink{{{to}}}{{");
                    self.text(text);
                    self.out.push('}');
                }
                Inline::BoldLink(to, text) => {
                    put!(self.out, "\\kifulink{{{to}}}{{\\textbf{{");
                    self.text(text);
                    self.out.push_str("}}");
                }
                Inline::PageLink(to, text, page) => {
                    put!(self.out, "\\kifulink{{{to}}}{{");
                    self.text(text);
                    self.text(page);
                    put!(self.out, "\\pageref*{{{to}}}}}");
                }
                Inline::Anchor(anchor) => put!(self.out, "\\kifuanchor{{{anchor}}}"),
            }
        }
    }

    fn cell(&mut self, cell: &Cell<'_>, width: u32) {
        put!(self.out, "\\begin{{kifucell}}{{{}}}\n", Mm(width));
        if !cell.head.is_empty() {
            self.out.push_str("\\kifuhead{");
            self.inlines(&cell.head);
            self.out.push_str("}\n");
        }
        self.board(cell);
        for line in &cell.foot {
            self.out.push_str("\n\n\\kifufoot{");
            self.inlines(line);
            self.out.push('}');
        }
        self.out.push_str("\n\\end{kifucell}");
    }

    fn board(&mut self, cell: &Cell<'_>) {
        let drawing = shapes::draw(cell.board, &self.colors);
        // TeX calls a point of other programs a big point.
        put!(
            self.out,
            "\\begin{{kifuboard}}{{{}bp}}{{{}}}{{{}}}%\n",
            cell.unit(),
            drawing.width,
            drawing.height
        );
        for shape in &drawing.shapes {
            match shape {
                Shape::Lines(width, ink, lines) => {
                    put!(self.out, "\\kifulines{{{width}}}{{kifu{}}}{{", ink.letter());
                    for (at, (from, to)) in lines.iter().enumerate() {
                        self.break_line(at, 8);
                        put!(
                            self.out,
                            "\\kifum{{{}}}{{{}}}\\kifut{{{}}}{{{}}}",
                            from.0,
                            from.1,
                            to.0,
                            to.1
                        );
                    }
                }
                Shape::Dots(diameter, ink, points) => {
                    put!(
                        self.out,
                        "\\kifudots{{{diameter}}}{{kifu{}}}{{",
                        ink.letter()
                    );
                    for (at, point) in points.iter().enumerate() {
                        self.break_line(at, 12);
                        put!(self.out, "\\kifud{{{}}}{{{}}}", point.0, point.1);
                    }
                }
                Shape::Polygons(ink, polygons) => {
                    put!(self.out, "\\kifufill{{kifu{}}}{{", ink.letter());
                    for (number, polygon) in polygons.iter().enumerate() {
                        self.break_line(number, 4);
                        for (at, corner) in polygon.iter().enumerate() {
                            let command = if at == 0 { "kifum" } else { "kifut" };
                            put!(self.out, "\\{command}{{{}}}{{{}}}", corner.0, corner.1);
                        }
                        self.out.push_str("\\pgfpathclose");
                    }
                }
                Shape::Veils(ink, points) => {
                    self.out.push('{');
                    for at in points {
                        put!(
                            self.out,
                            "\\kifuveil{{kifu{}}}{{{}}}{{{}}}%\n",
                            ink.letter(),
                            at.0,
                            at.1
                        );
                    }
                }
                Shape::Text(size, ink, at, text) => {
                    put!(
                        self.out,
                        "\\kifutext{{{size}}}{{kifu{}}}{{{}}}{{{}}}{{",
                        ink.letter(),
                        at.0,
                        at.1
                    );
                    self.text(text);
                }
            }
            self.out.push_str("}%\n");
        }
        self.out.push_str("\\end{kifuboard}");
    }

    /// Breaks the line after every `count` commands, because TeX limits lines.
    fn break_line(&mut self, at: usize, count: usize) {
        if at > 0 && at % count == 0 {
            self.out.push_str("%\n");
        }
    }
}

impl Target for Latex {
    fn begin(&mut self, book: &Book, cover: &Cover, _: &[Entry]) {
        let page = self.page;
        let size = if page.font_size < 10_000 {
            "9pt"
        } else {
            "10pt"
        };
        put!(
            self.out,
            "% Written by kifu. Print it by running `xelatex FILE` twice.\n\\documentclass[{size},twoside]{{extarticle}}\n"
        );
        put!(
            self.out,
            "\\usepackage[paperwidth={},paperheight={},inner={},outer={},top={},bottom={},headsep=5mm,footskip=9mm,twoside]{{geometry}}\n",
            Mm(page.width),
            Mm(page.height),
            Mm(page.inside),
            Mm(page.outside),
            Mm(page.top),
            Mm(page.bottom)
        );
        self.out.push_str("\\usepackage{iftex}\n\\ifPDFTeX\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n");
        self.out.push_str("\\usepackage{textcomp}\n\\pdfinfoomitdate=1\n\\pdftrailerid{}\n\\pdfsuppressptexinfo=-1\n");
        let all = compose::characters(book).into_iter();
        if { all }.any(|c| !crate::is_usual(c, Format::Latex)) {
            self.out.push_str(
                "\\PackageError{kifu}{This book has characters that pdflatex cannot print}{Run xelatex.}\n",
            );
        }
        self.out.push_str("\\else\n\\usepackage{fontspec}\n");
        book.push_latex_fonts(&mut self.out);
        self.out.push_str(
            "\\fi\n\\tracinglostchars=3\n\\ifXeTeX\\XeTeXlinebreaklocale \"ja\"\\XeTeXlinebreakskip=0pt plus 1pt\\fi\n",
        );
        self.out.push_str("\\usepackage{pgf}\n\\usepackage{fancyhdr}\n\\usepackage[hidelinks,pdfusetitle]{hyperref}\n");
        let colors = self.colors;
        for ink in Ink::ALL {
            let color = ink.color(&colors);
            put!(
                self.out,
                "\\definecolor{{kifu{}}}{{RGB}}{{{},{},{}}}\n",
                ink.letter(),
                color.0,
                color.1,
                color.2
            );
        }
        self.out.push_str(COMMANDS.trim_start());
        self.out.push_str(if colors.board == colors.paper {
            "\\newcommand\\kifusurface[2]{}\n"
        } else {
            "\\newcommand\\kifusurface[2]{\\color{kifub}\\pgfpathrectangle{\\pgfpointorigin}{\\pgfpointxy{#1}{#2}}\\pgfusepath{fill}}\n"
        });
        self.out.push_str("\\newcommand\\kifutitle{");
        self.text(&cover.title);
        self.out.push_str("}\n\\title{\\kifutitle}\n\\author{");
        self.text(&cover.author);
        self.out.push_str(
            "}\n\\setlength\\parindent{0pt}\\setlength\\parskip{3pt plus 1pt}\\emergencystretch=3em\\raggedbottom\n\
             \\pagestyle{fancy}\\fancyhf{}\\fancyhead[LE]{\\small\\itshape\\kifutitle}\\fancyhead[RO]{\\small\\itshape\\rightmark}\n\
             \\fancyfoot[LE,RO]{\\small\\thepage}\\renewcommand\\headrulewidth{0pt}\n\
             \\fancypagestyle{plain}{\\fancyhf{}\\fancyfoot[LE,RO]{\\small\\thepage}}\n\
             \\begin{document}\n\\begin{titlepage}\\centering\\vspace*{\\stretch{1}}{\\Huge\\bfseries\\kifutitle\\par}\n",
        );
        for (line, style) in [(&cover.subtitle, "itshape"), (&cover.author, "bfseries")] {
            if !line.is_empty() {
                put!(self.out, "\\bigskip{{\\{style} ");
                self.text(line);
                self.out.push_str("\\par}\n");
            }
        }
        self.out.push_str(
            "\\vspace*{\\stretch{2}}\\end{titlepage}\n\\tableofcontents\\thispagestyle{plain}\n",
        );
    }

    fn chapter(&mut self, number: usize, title: &str) {
        put!(self.out, "\\kifuchapter{{{}}}{{", Anchor::Chapter(number));
        self.text(title);
        self.out.push_str("}{");
        self.text(title);
        self.out.push_str("}\n");
    }

    fn information(&mut self, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.out.push_str("{\\raggedright{}");
        self.text(&lines.join("\n"));
        self.out.push_str("\\par}\\medskip\n");
    }

    fn row(&mut self, page: &Page, columns: u32, cells: &[Cell<'_>], has_text: bool) {
        self.out.push_str("\\begin{kifurow}%\n");
        for (at, cell) in cells.iter().enumerate() {
            if at > 0 {
                put!(self.out, "\\hspace{{{}}}%\n", Mm(GAP));
            }
            self.cell(cell, page.column(columns));
            self.out.push_str("%\n");
        }
        self.out.push_str("\\end{kifurow}\n");
        if has_text {
            self.out.push_str("\\nopagebreak\n");
        }
        self.out.push_str("\\medskip\n\n");
    }

    fn figure(&mut self, cell: &Cell<'_>) {
        self.out.push_str("\\begin{kifurow}%\n");
        self.cell(cell, self.page.text_width());
        self.out.push_str("%\n\\end{kifurow}\n\\medskip\n\n");
    }

    fn paragraph(&mut self, inlines: &[Inline]) {
        self.inlines(inlines);
        self.out.push_str("\\par\n\n");
    }

    fn page_break(&mut self) {
        self.out.push_str("\\newpage\n");
    }

    fn end(&mut self) -> String {
        self.out.push_str("\\end{document}\n");
        std::mem::take(&mut self.out)
    }
}

/// The source of a booklet of the pages of a PDF, whose path has no special characters.
pub(crate) fn booklet(paper: Paper, pdf: &str) -> String {
    let page = Page::of(paper);
    let mut out = String::from(
        "% Written by kifu. Print it with `pdflatex FILE`.\n\\documentclass{article}\n",
    );
    put!(
        out,
        "\\usepackage[paperwidth={},paperheight={},margin=0mm]{{geometry}}\n\\usepackage{{pdfpages}}\n",
        Mm(page.width * 2),
        Mm(page.height)
    );
    put!(
        out,
        "\\begin{{document}}\n\\includepdf[pages=-,booklet=true]{{\\detokenize{{{pdf}}}}}\n\\end{{document}}\n"
    );
    out
}
