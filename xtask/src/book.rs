//! `cargo xtask book --test`: prints books with the programs that are installed, and checks the results. With `--require`, all
//! programs must be installed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::chores::{cargo, root, run, target};

/// The number of problems in the large book.
const PROBLEMS: usize = 1000;

/// The largest PDF of the large book, in bytes.
const MAX_SIZE: usize = 2_000_000;

/// The longest time in which Typst may print a book.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The number of games in the book with many chapters.
const CHAPTERS: usize = 1000;

/// The programs that print LaTeX.
const LATEX: [&str; 2] = ["xelatex", "pdflatex"];

/// A command that no record may run, and text that would be markup in each format.
const HOSTILE: [&str; 6] = [
    "</style><script>alert(1)</script><img src=x onerror=alert(1)>",
    "#read(\"/etc/passwd\") $ x $ *b* _i_ <label> @ref // /*",
    "\" + read(\"/etc/passwd\") + \"",
    "\\\\input{/etc/passwd} \\\\write18{id} ^^5cinput x",
    "} \\\\end{document} % $$ & # _ ^ ~ {",
    "?` !` `` '' --- << >> ,, \\\\\\\\[9999pt] a|b",
];

pub fn run_with(args: &[&str]) -> Result<(), String> {
    let is_required = match args {
        ["--test"] => false,
        ["--test", "--require"] => true,
        _ => return Err("usage: book --test [--require]".into()),
    };
    run(&mut cargo(["build", "--quiet", "-p", "kifu-cli"]))?;
    let folder = target().join("book");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let tools = Tools::find();
    if is_required && !tools.are_complete() {
        return Err("--require: a program is not installed".into());
    }
    for (name, source) in [
        ("problems", problems()),
        ("games", games()?),
        ("hostile", hostile()),
        ("long", long()),
        ("chapters", chapters()),
    ] {
        fs::write(folder.join(name).with_extension("sgf"), source).map_err(|e| e.to_string())?;
        for extension in ["html", "typ", "tex"] {
            let book = folder.join(name).with_extension(extension);
            let started = Instant::now();
            let mut kifu = Command::new(target().join("debug/kifu"));
            kifu.arg("book")
                .arg(folder.join(name).with_extension("sgf"));
            kifu.arg("-o").arg(&book).args(["-f", "--title", name]);
            run(kifu.stderr(Stdio::null()))?;
            let size = fs::metadata(&book).map_or(0, |data| data.len());
            println!(
                "{name}.{extension}: {size} bytes in {:.1?}",
                started.elapsed()
            );
        }
        let book = Book {
            folder: &folder,
            name,
        };
        tools.typst(&book)?;
        tools.chromium(&book)?;
        tools.latex(&book)?;
    }
    println!("books are in {}", folder.display());
    Ok(())
}

/// A book that is printed.
struct Book<'a> {
    folder: &'a Path,
    name: &'a str,
}

impl Book<'_> {
    fn path(&self, extension: &str) -> PathBuf {
        self.folder.join(format!("{}.{extension}", self.name))
    }
}

/// The programs that print books and that read PDF.
struct Tools {
    typst: Option<Vec<&'static str>>,
    chromium: Option<String>,
    latex: Vec<&'static str>,
    poppler: bool,
}

impl Tools {
    fn are_complete(&self) -> bool {
        self.typst.is_some()
            && self.chromium.is_some()
            && self.latex.len() == LATEX.len()
            && self.poppler
    }

    fn find() -> Tools {
        let runs = |program: &str, args: &[&str]| {
            let mut command = Command::new(program);
            let ran = command
                .args(args)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            ran.is_ok_and(|status| status.success())
        };
        let typst = if runs("typst", &["--version"]) {
            Some(vec!["typst"])
        } else if runs("python3", &["-c", "import typst"]) {
            Some(vec!["python3", "-c", PYTHON_TYPST])
        } else {
            println!(
                "skipped: typst is not installed (neither the command nor `pip install typst`)"
            );
            None
        };
        let named = std::env::var("CHROMIUM").ok();
        let chromium = named
            .into_iter()
            .chain(["chromium".to_owned(), "google-chrome".to_owned()]);
        let chromium = { chromium }.find(|program| runs(program, &["--version"]));
        if chromium.is_none() {
            println!(
                "skipped: Chromium is not installed; its path can be in the variable CHROMIUM"
            );
        }
        let latex = LATEX
            .into_iter()
            .filter(|program| runs(program, &["--version"]));
        let latex: Vec<_> = latex.collect();
        if latex.is_empty() {
            println!("skipped: xelatex and pdflatex are not installed");
        }
        let poppler = ["pdffonts", "pdfimages", "pdfinfo", "pdftotext"]
            .iter()
            .all(|program| runs(program, &["-v"]));
        if !poppler {
            println!("skipped: PDF is not checked, because poppler-utils is not installed");
        }
        Tools {
            typst,
            chromium,
            latex,
            poppler,
        }
    }

    fn typst(&self, book: &Book<'_>) -> Result<(), String> {
        let Some(program) = &self.typst else {
            return Ok(());
        };
        let pdf = book.path("typst.pdf");
        let print = |pdf: &Path| {
            let started = Instant::now();
            let mut typst = Command::new(program[0]);
            typst
                .args(&program[1..])
                .args(["compile", "--no-pdf-tags"])
                .arg(book.path("typ"))
                .arg(pdf);
            run(&mut typst)?;
            let bytes = fs::read(pdf).map_err(|e| e.to_string())?;
            Ok::<_, String>((bytes, started.elapsed()))
        };
        let (bytes, time) = print(&pdf)?;
        self.check(book, &pdf, true)?;
        println!("{}: typst: {} bytes in {time:.1?}", book.name, bytes.len());
        let (again, _) = print(&book.path("again.pdf"))?;
        if again != bytes {
            return Err(format!(
                "{}: typst printed two different files",
                pdf.display()
            ));
        }
        self.booklet(book, program)?;
        if (book.name == "problems" && bytes.len() > MAX_SIZE) || time > MAX_TIME {
            return Err(format!("{}: too large or too slow", pdf.display()));
        }
        Ok(())
    }

    /// Prints the booklet of a book, and counts its pages: four pages of the book are on the two sides of a sheet.
    fn booklet(&self, book: &Book<'_>, typst: &[&str]) -> Result<(), String> {
        if !self.poppler {
            return Ok(());
        }
        let pages = |pdf: &Path| -> Result<usize, String> {
            let info = output("pdfinfo", &[], pdf)?;
            let line = info.lines().find_map(|line| line.strip_prefix("Pages:"));
            let count = line.and_then(|count| count.trim().parse().ok());
            count.ok_or_else(|| format!("{}: no number of pages", pdf.display()))
        };
        let printed = book.path("pdf");
        fs::copy(book.path("typst.pdf"), &printed).map_err(|e| e.to_string())?;
        let (source, pdf) = (book.path("booklet.typ"), book.path("booklet.pdf"));
        let mut kifu = Command::new(target().join("debug/kifu"));
        kifu.arg("book")
            .arg(book.path("sgf"))
            .arg("-o")
            .arg(book.path("typ"));
        kifu.args(["-f", "--booklet", "--title", book.name]);
        run(kifu.stderr(Stdio::null()))?;
        let written = book.folder.join(format!("{}-booklet.typ", book.name));
        fs::rename(written, &source).map_err(|e| e.to_string())?;
        let count = pages(&printed)?;
        let mut command = Command::new(typst[0]);
        command
            .args(&typst[1..])
            .args(["compile", "--no-pdf-tags", "--input"]);
        run(command.arg(format!("pages={count}")).arg(source).arg(&pdf))?;
        let sides = pages(&pdf)?;
        if sides != count.div_ceil(4) * 2 {
            return Err(format!(
                "{}: {sides} sides for {count} pages",
                pdf.display()
            ));
        }
        Ok(())
    }

    fn chromium(&self, book: &Book<'_>) -> Result<(), String> {
        let Some(program) = &self.chromium else {
            return Ok(());
        };
        let (html, pdf) = (book.path("html"), book.path("chromium.pdf"));
        let mut chromium = Command::new(program);
        chromium.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
        ]);
        let mut address = String::from("file://");
        write!(address, "{}", html.display()).map_err(|e| e.to_string())?;
        chromium
            .arg(format!("--print-to-pdf={}", pdf.display()))
            .arg(address);
        let started = Instant::now();
        run(chromium.stdout(Stdio::null()).stderr(Stdio::null()))?;
        println!("{}: Chromium: {:.1?}", book.name, started.elapsed());
        self.check(book, &pdf, false)
    }

    fn latex(&self, book: &Book<'_>) -> Result<(), String> {
        for program in &self.latex {
            let started = Instant::now();
            // The second run knows the pages of the first.
            for _ in 0..2 {
                let mut latex = Command::new(program);
                latex.args(["-interaction=nonstopmode", "-halt-on-error", "-jobname"]);
                latex
                    .arg(format!("{}.{program}", book.name))
                    .arg(book.path("tex"));
                run(latex
                    .current_dir(book.folder)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null()))?;
            }
            println!("{}: {program}: {:.1?}", book.name, started.elapsed());
            self.check(book, &book.path(&format!("{program}.pdf")), true)?;
        }
        Ok(())
    }

    /// Checks the fonts, the pictures and the text of a PDF. `has_pages` is set if it names the pages of the answers.
    fn check(&self, book: &Book<'_>, pdf: &Path, has_pages: bool) -> Result<(), String> {
        if !self.poppler {
            return Ok(());
        }
        let fail = |why: String| Err(format!("{}: {why}", pdf.display()));
        for font in output("pdffonts", &[], pdf)?.lines().skip(2) {
            let columns: Vec<&str> = font.split_whitespace().collect();
            // The last columns are: embedded, subset, Unicode, and the two numbers of the object.
            if columns.len() < 5 || columns[columns.len() - 5] != "yes" {
                return fail(format!("the font is not embedded: {font}"));
            }
        }
        if output("pdfimages", &["-list"], pdf)?.lines().count() > 2 {
            return fail("it has a raster image".into());
        }
        let text = output("pdftotext", &[], pdf)?;
        if text.contains("root:x:") {
            return fail("it contains a file".into());
        }
        if book.name == "hostile" {
            for words in ["passwd", "alert(1)", "write18", "9999pt"] {
                if !text.contains(words) {
                    return fail(format!("the text {words} is missing"));
                }
            }
        }
        if book.name == "long" {
            for number in 1..=POINTS {
                for word in [LABEL + number, REMARK + number].map(|word| word.to_string()) {
                    if !text.contains(&word) {
                        return fail(format!("the text {word} is missing"));
                    }
                }
            }
            let words: Vec<&str> = text.split_whitespace().collect();
            if !words.join(" ").contains("357 358 359 360 361") {
                return fail("the links to the comments are missing".into());
            }
        }
        if book.name == "chapters" {
            // The first page of a chapter has no head.
            let of_chapter = format!("Black {CHAPTERS} – White");
            let pages = text
                .split('\u{c}')
                .filter(|page| page.contains(&of_chapter));
            if has_pages && pages.count() < 2 {
                return fail("a chapter is missing".into());
            }
        }
        if book.name != "problems" {
            return Ok(());
        }
        let pages: Vec<&str> = text.split('\u{c}').collect();
        let answers = pages
            .iter()
            .position(|page| page.trim_start().starts_with("Answers"));
        let Some(answers) = answers else {
            return fail("it has no answers".into());
        };
        for number in 1..=PROBLEMS {
            let has_problem = |page: &&&str| page.contains(&format!("Problem number {number}."));
            if pages[..answers].iter().filter(has_problem).count() != 1 {
                return fail(format!("problem {number} is not on one page"));
            }
            if !pages[answers..]
                .iter()
                .any(|page| page.contains(&format!("Answer number {number}.")))
            {
                return fail(format!("the answer {number} is missing"));
            }
        }
        let named = text.matches("Answer, page ").count();
        if has_pages && named != PROBLEMS {
            return fail(format!("{named} pages of answers are named"));
        }
        Ok(())
    }
}

/// Compiles like the command of Typst.
const PYTHON_TYPST: &str = "import sys, typst
*options, source, pdf = sys.argv[1:]
inputs = dict(option.split('=', 1) for option in options if '=' in option)
open(pdf, 'wb').write(typst.compile(source, pdf_tags=False, sys_inputs=inputs))";

fn output(program: &str, args: &[&str], pdf: &Path) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(args).arg(pdf);
    if program == "pdftotext" {
        command.arg("-");
    }
    let output = command
        .stderr(Stdio::null())
        .output()
        .map_err(|e| format!("{program}: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Problems in a corner, with a right line and two wrong ones.
fn problems() -> String {
    let mut seed = 1u64;
    let mut random = move |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut out = String::new();
    for number in 1..=PROBLEMS {
        let mut free: Vec<(u8, u8)> = (0..7u8)
            .flat_map(|col| (0..6u8).map(move |row| (col, row)))
            .collect();
        let mut point = || {
            let (col, row) = free.remove(random(free.len()));
            format!("{}{}", char::from(b'a' + col), char::from(b'a' + row))
        };
        let mut stones = |count: usize| {
            (0..count)
                .map(|_| format!("[{}]", point()))
                .collect::<String>()
        };
        let (black, white) = (stones(9), stones(9));
        write!(out, "(;SZ[19]AB{black}AW{white}C[Problem number {number}.]")
            .expect("writing to a string cannot fail");
        let mut line = |mark: &str, moves: usize| {
            let moves = (0..moves)
                .map(|at| format!(";{}[{}]", if at % 2 == 0 { "B" } else { "W" }, point()));
            format!("({}{mark})", moves.collect::<String>())
        };
        let right = line(&format!("C[RIGHT Answer number {number}.]"), 5);
        let wrong = [line("C[WRONG White lives.]", 4), line("C[WRONG]", 2)].concat();
        writeln!(out, "{right}{wrong})").expect("writing to a string cannot fail");
    }
    out
}

/// Three games with comments, marks and variations.
fn games() -> Result<String, String> {
    let folder = root().join("corpus/sgf/games/professional");
    let files = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    let mut out = String::new();
    for file in files.iter().step_by(40).take(3) {
        let text =
            String::from_utf8_lossy(&fs::read(file).map_err(|e| e.to_string())?).into_owned();
        let mut variations = Vec::new();
        let nodes = text.trim().trim_end_matches(')').split(';');
        for (number, node) in nodes.enumerate() {
            if number > 1 && number % 12 == 0 {
                out.push('(');
                let player = if number % 2 == 0 { 'B' } else { 'W' };
                let other = if number % 2 == 0 { 'W' } else { 'B' };
                variations.push(format!(
                    ")(;{player}[aa]C[A corner.];{other}[ba];{player}[ab]TR[ab]C[The marked stone.](;{other}[ac])(;{other}[bc]))"
                ));
            }
            if number > 0 {
                out.push(';');
            }
            out.push_str(node.trim_end());
            if number > 1 && number % 10 == 0 {
                out.push_str("LB[dd:A][dp:B]C[A choice between A and B.\n\nBoth are large.]");
            }
        }
        variations.reverse();
        writeln!(out, "{})", variations.concat()).map_err(|e| e.to_string())?;
    }
    Ok(out)
}

/// The number of points of a board.
const POINTS: usize = 361;

/// The numbers before those in labels and in comments. Numbers are not hyphenated.
const LABEL: usize = 10_000;
const REMARK: usize = 20_000;

/// Boards with more text than fits on a page: a figure with a label on each point, and one with a comment on each move.
fn long() -> String {
    let points = || ('a'..='s').flat_map(|col| ('a'..='s').map(move |row| format!("{col}{row}")));
    let labels = points()
        .zip(LABEL + 1..)
        .map(|(point, label)| format!("[{point}:{label}]"));
    let moves = points()
        .zip(REMARK + 1..)
        .map(|(point, remark)| format!(";B[{point}]C[{remark}]"));
    format!(
        "(;SZ[19]PB[A]PW[B]FG[257:{}];B[aa]LB{})(;SZ[19]PB[A]PW[B]FG[]{})\n",
        "Words ".repeat(200),
        labels.collect::<String>(),
        moves.collect::<String>()
    )
}

/// A book with many chapters, whose time must grow with their number.
fn chapters() -> String {
    let games =
        (1..=CHAPTERS).map(|number| format!("(;SZ[9]PB[Black {number}]PW[White];B[ee];W[gc])\n"));
    games.collect()
}

/// Records with text that would be markup.
fn hostile() -> String {
    let escaped = |text: &str| text.replace(']', "\\]");
    let record = |text: &str| {
        let text = escaped(text);
        format!(
            "(;SZ[9]PB[{text}]PW[{text}]GC[{text}]C[{text}];B[ee]C[{text}]LB[aa:{text}];W[ce](;B[gc])(;B[gg]C[{text}]))\
             (;SZ[9]GN[{text}]AB[ba]AW[ca]C[{text}];B[aa]C[{text}]TE[1])\n"
        )
    };
    HOSTILE.iter().map(|text| record(text)).collect()
}
