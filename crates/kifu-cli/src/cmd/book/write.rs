//! Collects the records of all inputs in a book, and writes it.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::book::{Book, Content, Corner, Options, Paper, Theme};
use kifu_files::Input;
use kifu_files::games::Chunks;

use super::args::{
    BookArgs, BookFormat, BookTheme, ChapterChoice, CornerName, PaperName, ProblemChoice,
};
use super::fonts;
use crate::exit::{Outcome, Refusal, Refusals, Usage};
use crate::new_file::{NewFile, plan};
use crate::output;
use crate::printable::{InputName, Printable, count, file_name};
use crate::run::Inputs;

pub(super) fn run(args: &BookArgs) -> anyhow::Result<Outcome> {
    let path = args
        .output
        .as_deref()
        .filter(|path| path.as_os_str() != "-");
    let format = format(args, path)?;
    let booklet = match path {
        Some(path) if args.booklet => Some(booklet_path(path)),
        None if args.booklet => {
            return Err(
                Usage("`--booklet` needs a file for the book; add `-o FILE`".to_owned()).into(),
            );
        }
        _ => None,
    };
    if booklet.is_some() && format == BookFormat::Html {
        let why = "a browser cannot make a booklet; use `--booklet` with `-t typst` or `-t latex`";
        return Err(Usage(why.to_owned()).into());
    }
    for path in path.into_iter().chain(booklet.as_deref()) {
        plan(path, args.force)?;
    }
    let fonts = fonts::read(&args.font, format)?;
    let (mut book, outcome) = collect(args, path)?;
    if book.is_empty() {
        return Ok(outcome);
    }
    for font in &fonts {
        book.add_font(font.clone());
    }
    let booklet = match (booklet, path) {
        (Some(booklet), Some(path)) => {
            let pdf = path.with_extension("pdf");
            let pdf = pdf.file_name().unwrap_or_default().to_string_lossy();
            let source = book.booklet(&pdf, format.of_library());
            let source =
                source.map_err(|why| Usage(format!("no booklet of {}: {why}", Printable(&pdf))))?;
            source.map(|source| (booklet, pdf.into_owned(), source))
        }
        _ => None,
    };
    let text = book.write(format.of_library());
    match path {
        None => output::stdout().write_all(text.as_bytes())?,
        Some(path) => {
            write_file(path, args.force, text.as_bytes())?;
            let problems = (book.problems() > 0).then(|| count(book.problems() as u64, "problem"));
            let games = (book.games() > 0).then(|| count(book.games() as u64, "game"));
            let contents: Vec<String> = problems.into_iter().chain(games).collect();
            output::message(format_args!("{}: {}", file_name(path), contents.join(", ")));
        }
    }
    if let Some((booklet, pdf, source)) = booklet {
        write_file(&booklet, args.force, source.as_bytes())?;
        output::message(format_args!(
            "{}: places the pages of {} on sheets",
            file_name(&booklet),
            Printable(&pdf)
        ));
    }
    fonts::report(&book, &fonts, format);
    let shortened = book.problems_with_more_lines();
    if shortened > 0 {
        let problems = if shortened == 1 {
            "1 problem has"
        } else {
            &format!("{shortened} problems have")
        };
        output::message(format_args!(
            "{problems} more lines than the book shows; use `--answers N` for more"
        ));
    }
    let unmarked = book.marks_left_out();
    if unmarked > 0 {
        output::message(format_args!(
            "the book does not show the marks of {} without a comment",
            count(unmarked as u64, "position")
        ));
    }
    Ok(outcome)
}

/// The format of the book.
fn format(args: &BookArgs, path: Option<&Path>) -> Result<BookFormat, Usage> {
    if let Some(format) = args.to {
        return Ok(format);
    }
    let Some(path) = path else {
        return Ok(BookFormat::Html);
    };
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("html" | "htm") => Ok(BookFormat::Html),
        Some("typ") => Ok(BookFormat::Typst),
        Some("tex") => Ok(BookFormat::Latex),
        Some("pdf") => Err(Usage(
            "kifu does not write PDF; write a book in HTML for the printer of a browser, or use `-o FILE.typ` and \
             `typst compile`"
                .to_owned(),
        )),
        _ => Err(Usage(format!(
            "{}: expected the extension .html, .typ or .tex, or the option `-t`",
            file_name(path)
        ))),
    }
}

/// The path of the booklet for a book.
fn booklet_path(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_stem().unwrap_or_default().to_owned();
    name.push("-booklet");
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn options(args: &BookArgs) -> Options {
    let mut options = Options::default();
    options.title = args.title.clone();
    options.author = args.author.clone();
    options.paper = match args.paper {
        PaperName::A4 => Paper::A4,
        PaperName::A5 => Paper::A5,
        PaperName::Letter => Paper::Letter,
    };
    options.columns = args.columns;
    options.per_page = args.per_page;
    options.corner = args.corner.map(|corner| match corner {
        CornerName::TopLeft => Corner::TopLeft,
        CornerName::TopRight => Corner::TopRight,
        CornerName::BottomLeft => Corner::BottomLeft,
        CornerName::BottomRight => Corner::BottomRight,
    });
    options.answers = args.answers;
    options.moves_per_figure = args.per_figure;
    options.variations = !args.no_variations;
    options.coordinates = args.coordinates;
    options.theme = match args.theme {
        BookTheme::Print => Theme::Print,
        BookTheme::Wood => Theme::Wood,
    };
    options.content = match args.problems {
        ProblemChoice::Auto => Content::Auto,
        ProblemChoice::All => Content::Problems,
        ProblemChoice::None => Content::Games,
    };
    options
}

/// Collects the records of all inputs.
fn collect(args: &BookArgs, path: Option<&Path>) -> anyhow::Result<(Book, Outcome)> {
    let options = options(args);
    let mut book = Book::new(options.clone());
    let mut refusals = Refusals::default();
    let mut refused = 0;
    let work = |input: &Input, chunks: &mut Chunks| {
        let mut part = Book::new(options.clone());
        let mut reasons = Vec::new();
        let place = place(input);
        for record in chunks.records() {
            let record = record?;
            let (sgf, before) = (record.record.to_sgf()?, record.games_before);
            for (number, root) in (before + 1..).zip(sgf.roots()) {
                let added = part.add(&sgf, root, &place);
                reasons.extend(added.err().map(|why| format!("game {number} {why}")));
            }
        }
        match args.chapters {
            ChapterChoice::Files if part.problems() > 1 => {}
            ChapterChoice::Folders => part.set_place(&folder(input)),
            ChapterChoice::Files | ChapterChoice::One => part.set_place(""),
        }
        Ok((input.named(), part, reasons))
    };
    let input = args.input.without(path);
    let inputs = Inputs::of("book", &input).only_records();
    let outcome = inputs.each_collection(work, |(input, part, reasons)| {
        let name = input.shown();
        if part.is_empty() {
            let why = reasons.into_iter().next();
            let why = why.unwrap_or_else(|| "no game found".to_owned());
            refusals.add(&name, Refusal::Negative(why));
            return Ok(());
        }
        refused += u64::from(!reasons.is_empty());
        for why in reasons {
            output::message(format_args!("{name}: {why}"));
        }
        book.append(part)
            .map_err(|why| anyhow::anyhow!("{name} {why}"))
    })?;
    let outcome = refusals.end(Outcome {
        failed: outcome.failed + refused,
        ..outcome
    })?;
    Ok((book, outcome))
}

/// The name of an input without directory and extension.
fn place(input: &Input) -> String {
    let name = input.name();
    let stem = Path::new(&name).file_stem().unwrap_or_default();
    stem.to_string_lossy().trim_matches('-').to_owned()
}

/// The name of the directory of an input.
fn folder(input: &Input) -> String {
    let name = input.name();
    let folder = Path::new(&name).parent().and_then(Path::file_name);
    folder.unwrap_or_default().to_string_lossy().into_owned()
}

fn write_file(path: &Path, force: bool, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = NewFile::begin(path, force)?;
    file.add(bytes)?;
    file.end()
}
