//! `kifu render`: draw positions and figures of games.

pub(crate) mod args;

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::diagram::{Figure, GameHeading};
use kifu::figure::{Division, Line, Options};
use kifu::rules::Rules;
use kifu::sgf::GameContext;
use kifu_files::Input;
use kifu_files::places::Places;

use self::args::{PictureFormat, RenderArgs};
use crate::collisions::refuse_collisions;
use crate::exit::{Outcome, Refusal, Refusals, Usage, or_refusal};
#[cfg(feature = "png")]
use crate::graphics::Protocol;
use crate::locate;
use crate::new_files::NewFiles;
use crate::output;
use crate::pages::refuse_html;
use crate::printable::{InputName, Printable, file_name};
use crate::run::Inputs;
use crate::run::jobs;

#[cfg(feature = "motion")]
mod motion;
mod paint;
mod select;
mod theme;

use paint::Painter;
use select::{missing_moves, options};

/// The limit for the figures of one file: `render` refuses this many or more.
const MAX_FIGURES: usize = 10_000;

pub(crate) fn run(args: &RenderArgs) -> anyhow::Result<Outcome> {
    locate::refuse_two_places(args.path.as_ref(), args.number.as_ref())?;
    refuse_html(args.output.as_deref())?;
    let target = Target::of(args)?;
    #[cfg(feature = "png")]
    let painter = Painter::new(target.format, target.protocol, args)?;
    #[cfg(not(feature = "png"))]
    let painter = Painter::new(target.format, args)?;
    let mut refusals = Refusals::default();
    let mut out = output::stdout();
    let mut written = HashSet::new();
    let mut files = NewFiles::new(args.force, args.input.strict, jobs(&args.input));
    let (mut count, mut drawn_files, mut short_files) = (0, 0, 0);
    let several = args.input.are_several();
    let input = args.input.without(args.output.as_deref());
    let sink = |(input, drawn): (Input, Result<Drawn, Refusal>)| {
        let pictures = match drawn {
            Ok(Drawn::Pictures(Drawing { pictures, lost })) => {
                drawn_files += 1;
                report_lost(&input, target.format, &lost);
                pictures
            }
            Ok(Drawn::TooShort(why)) if several => {
                short_files += 1;
                output::message(format_args!("{}: skipped: {why}", input.shown()));
                return Ok(());
            }
            Ok(Drawn::TooShort(why)) => {
                refusals.add(&input.shown(), Refusal::Usage(why));
                return Ok(());
            }
            Err(refusal) => {
                refusals.add(&input.shown(), refusal);
                return Ok(());
            }
        };
        if let Destination::Stdout = target.place {
            for picture in pictures {
                if count > 0 {
                    out.write_all(b"\n")?;
                }
                count += 1;
                out.write_all(&picture)?;
            }
            return Ok(());
        }
        target.write(&input, pictures, &mut written, &mut files)
    };
    let inputs = Inputs::of("render", &input);
    let outcome = if target.format.is_motion() {
        draw_motion(&inputs, args, &painter, sink)?
    } else {
        let work = |input: &Input, bytes: Vec<u8>| {
            let drawn = draw(bytes, args, &painter, &target.place);
            Ok((input.clone(), or_refusal(drawn)?))
        };
        inputs.each_file(work, sink)?
    };
    let unwritten = files.commit();
    out.flush()?;
    #[cfg(feature = "png")]
    painter.renderers.report_missing();
    let outcome = refusals.end(outcome.without(unwritten))?;
    if short_files > 0 && drawn_files == 0 {
        let why = "nothing was drawn, because no game is long enough";
        return Err(Usage(why.to_owned()).into());
    }
    Ok(outcome)
}

/// Draws each input as a moving picture.
#[cfg(feature = "motion")]
fn draw_motion(
    inputs: &Inputs<'_>,
    args: &RenderArgs,
    painter: &Painter,
    sink: impl FnMut((Input, Result<Drawn, Refusal>)) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input| {
        let drawn = or_refusal(motion::draw(input, args, painter))?;
        let (read, drawn) = match drawn {
            Ok((read, Err(why))) => (read, Ok(Drawn::TooShort(why))),
            Ok((read, Ok(picture))) => {
                let drawing = Drawing {
                    pictures: vec![picture],
                    lost: Vec::new(),
                };
                (read, Ok(Drawn::Pictures(drawing)))
            }
            Err(refusal) => (0, Err(refusal)),
        };
        Ok((read, (input.clone(), drawn)))
    };
    inputs.each(work, sink)
}

#[cfg(not(feature = "motion"))]
fn draw_motion(
    _: &Inputs<'_>,
    _: &RenderArgs,
    _: &Painter,
    _: impl FnMut((Input, Result<Drawn, Refusal>)) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    anyhow::bail!("this kifu was built without support for moving pictures")
}

/// Reports the features that a `$$` diagram cannot show, or the texts that a picture cuts.
fn report_lost(input: &Input, format: PictureFormat, lost: &[String]) {
    /// The number of features that are named.
    const MAX_NAMED: usize = 5;
    if lost.is_empty() {
        return;
    }
    let named = lost[..lost.len().min(MAX_NAMED)].join(", ");
    let more = if lost.len() > MAX_NAMED {
        format!(", and {} more", lost.len() - MAX_NAMED)
    } else {
        String::new()
    };
    let named = Printable(&named);
    let shown = input.shown();
    let fault = match format {
        PictureFormat::Sensei => "a `$$` diagram cannot show",
        _ => "the picture shows only the start of",
    };
    output::message(format_args!("{shown}: {fault} {named}{more}"));
}

/// The result of drawing a file.
enum Drawn {
    Pictures(Drawing),
    /// The game does not have the requested moves.
    TooShort(String),
}

/// The pictures of a file, and descriptions of the features that they do not show.
struct Drawing {
    pictures: Vec<Vec<u8>>,
    lost: Vec<String>,
}

/// The format and the destination of pictures.
struct Target {
    format: PictureFormat,
    place: Destination,
    #[cfg(feature = "png")]
    protocol: Option<Protocol>,
}

enum Destination {
    Stdout,
    File(PathBuf),
    /// Files named after their inputs.
    Directory(Places),
}

impl Target {
    fn of(args: &RenderArgs) -> anyhow::Result<Target> {
        let several = args.input.are_several();
        let output = args.output.as_ref().filter(|path| path.as_os_str() != "-");
        let is_file = !several && output.is_some_and(|path| !is_directory(path));
        let by_name = match output.map(|path| PictureFormat::by_extension(path)) {
            Some(Err(why)) if is_file && args.to.is_none() => return Err(why.into()),
            Some(Ok(format)) => format,
            _ => None,
        };
        #[cfg(feature = "png")]
        let protocol = protocol(args)?;
        #[cfg(feature = "png")]
        let by_default = protocol.map_or(PictureFormat::Svg, |_| PictureFormat::Png);
        #[cfg(not(feature = "png"))]
        let by_default = PictureFormat::Svg;
        let format = args.to.or(by_name).unwrap_or(by_default);
        if args.sheet.is_some() && format.is_text() {
            let why = "--sheet draws SVG or PNG; other formats have no sheets";
            return Err(Usage(why.to_owned()).into());
        }
        if format == PictureFormat::Png && cfg!(not(feature = "png")) {
            return Err(Usage("this kifu was built without PNG support".to_owned()).into());
        }
        if format.is_motion() && cfg!(not(feature = "motion")) {
            let why = "this kifu was built without support for moving pictures";
            return Err(Usage(why.to_owned()).into());
        }
        args.refuse_options(format)?;
        let place = match output {
            None => Destination::Stdout,
            Some(path) if several || is_directory(path) => {
                let sources = args.input.without(Some(path)).sources();
                let places = Places::of(path, &sources);
                refuse_collisions(&places, &sources, |place| format.picture_name(place))?;
                Destination::Directory(places)
            }
            Some(path) => Destination::File(path.clone()),
        };
        #[cfg(feature = "png")]
        let is_stream = format.is_text() || protocol.is_some();
        #[cfg(not(feature = "png"))]
        let is_stream = format.is_text();
        if several && !is_stream && matches!(place, Destination::Stdout) {
            let why = "several drawings cannot be written to standard output; use `-o DIR`";
            return Err(Usage(why.to_owned()).into());
        }
        Ok(Target {
            format,
            place,
            #[cfg(feature = "png")]
            protocol,
        })
    }

    /// Writes the pictures of a file. `written` contains the paths of earlier pictures, because
    /// adding a number to a name can result in the name of the picture of another file.
    fn write(
        &self,
        input: &Input,
        pictures: Vec<Vec<u8>>,
        written: &mut HashSet<PathBuf>,
        files: &mut NewFiles,
    ) -> anyhow::Result<()> {
        files.begin_input();
        let paths = match self.paths(input, pictures.len()) {
            Ok(paths) => paths,
            Err(why) => {
                return files.fail(files.inputs, format_args!("{}: {why:#}", input.shown()));
            }
        };
        for (path, picture) in paths.into_iter().zip(pictures) {
            if !written.insert(path.clone()) {
                let (input, path) = (input.shown(), file_name(&path));
                let why = format_args!("{input}: {path} is the picture of another file");
                files.fail(files.inputs, why)?;
                continue;
            }
            files.add_new(path, picture, false)?;
        }
        Ok(())
    }

    /// Returns the paths of the pictures of a file.
    fn paths(&self, input: &Input, count: usize) -> anyhow::Result<Vec<PathBuf>> {
        let path = match &self.place {
            Destination::Stdout => return Ok(Vec::new()),
            Destination::File(path) => path.clone(),
            Destination::Directory(_) if *input == Input::Stdin => {
                anyhow::bail!(
                    "standard input has no file name, so it cannot be written to a directory"
                )
            }
            Destination::Directory(places) => {
                let place = places.place(input)?;
                let path = place.with_file_name(self.format.picture_name(&place));
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)
                        .with_context(|| format!("cannot create {}", file_name(folder)))?;
                }
                path
            }
        };
        let digits = count.to_string().len();
        let numbers = (1..=count).map(|n| match count {
            1 => path.clone(),
            _ => numbered(&path, &format!("{n:0digits$}")),
        });
        Ok(numbers.collect())
    }
}

/// Returns the protocol that shows pictures in the terminal.
#[cfg(feature = "png")]
fn protocol(args: &RenderArgs) -> Result<Option<Protocol>, Usage> {
    use crate::graphics::Graphics;
    match (args.graphics, args.to) {
        (Graphics::Auto, Some(_)) => Ok(None),
        (Graphics::Auto, None) if args.output.is_some() => Ok(None),
        (Graphics::Kitty | Graphics::ITerm2 | Graphics::Sixel, _) if args.output.is_some() => {
            let why =
                "-o writes files, and --graphics shows pictures in the terminal; use one of them";
            Err(Usage(why.to_owned()))
        }
        (Graphics::Kitty | Graphics::ITerm2 | Graphics::Sixel, Some(to))
            if to != PictureFormat::Png =>
        {
            let why = "terminals show PNG; remove --to or --graphics";
            Err(Usage(why.to_owned()))
        }
        (graphics, _) => Ok(graphics.protocol()),
    }
}

/// Returns whether an output path is an existing directory or ends with a separator.
fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

impl PictureFormat {
    /// Returns the format for the extension of a file, if it has one.
    fn by_extension(path: &Path) -> Result<Option<PictureFormat>, Usage> {
        let Some(extension) = path.extension() else {
            return Ok(None);
        };
        let extension = extension.to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "png" => Ok(Some(PictureFormat::Png)),
            "gif" => Ok(Some(PictureFormat::Gif)),
            "apng" => Ok(Some(PictureFormat::Apng)),
            "svg" => Ok(Some(PictureFormat::Svg)),
            "txt" => Ok(Some(PictureFormat::Text)),
            _ => {
                let (path, extension) = (file_name(path), Printable(&extension));
                Err(Usage(format!(
                    "{path}: the extension `.{extension}` belongs to no format; use `.svg`, `.png`, \
                     `.gif`, `.apng` or `.txt`, or choose a format with `--to`"
                )))
            }
        }
    }

    /// Returns the name of the picture of a file.
    fn picture_name(self, file: &Path) -> OsString {
        let mut name = file.file_stem().unwrap_or_default().to_owned();
        name.push(match self {
            PictureFormat::Svg => ".svg",
            PictureFormat::Png => ".png",
            PictureFormat::Gif => ".gif",
            PictureFormat::Apng => ".apng",
            PictureFormat::Sensei | PictureFormat::Text => ".txt",
        });
        name
    }

    /// Returns whether the format has several frames.
    fn is_motion(self) -> bool {
        matches!(self, PictureFormat::Gif | PictureFormat::Apng)
    }

    /// Returns whether several pictures can be written to one stream.
    fn is_text(self) -> bool {
        matches!(self, PictureFormat::Text | PictureFormat::Sensei)
    }
}

/// Adds a number to a file name: `out-1.svg` for `out.svg`.
fn numbered(path: &Path, number: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(number);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Draws the figures of a file.
fn draw(
    bytes: Vec<u8>,
    args: &RenderArgs,
    painter: &Painter,
    place: &Destination,
) -> anyhow::Result<Drawn> {
    let record = kifu::read(bytes)?;
    let document = record.to_sgf()?;
    let (root, _) = locate::game(&record, &document, args.game.get(), &Rules::LENIENT)?;
    let size = GameContext::of(document.node(root)).size;
    let mut options = options(args, size).map_err(Refusal::Usage)?;
    let (game, path) = ((Some(args.game.get() as u64), root), args.path.as_ref());
    let is_numbered = args.moves.is_some() || args.per_figure.is_some();
    let line = if is_numbered {
        locate::whole_line(&document, game, path)
    } else {
        locate::line(&document, game, path, args.number.as_ref())
    };
    let line = match line {
        Err(Refusal::Usage(why)) => return Ok(Drawn::TooShort(why)),
        line => line?,
    };
    let is_selected = args.path.is_some() || args.number.is_some();
    let start = if is_selected || is_numbered || line.has_figures() {
        None
    } else {
        locate::start_of_problem(&document, root)
    };
    // The variations of a problem are its answers.
    options.variations &= start.is_none();
    let line = start.unwrap_or(line);
    if let Some(why) = missing_moves(&line, args) {
        return Ok(Drawn::TooShort(why));
    }
    let figures = figures(&line, args, &options).map_err(Refusal::Usage)?;
    let per_picture = args.sheet.map_or(1, |sheet| sheet.columns * sheet.rows);
    let count = figures.len().div_ceil(per_picture);
    if count > 1 && matches!(place, Destination::Stdout) && !painter.can_write_several() {
        let kind = if args.sheet.is_some() {
            "sheets"
        } else {
            "figures"
        };
        let why = format!("there are {count} {kind}; use `-o PATH` to write numbered files");
        return Err(Refusal::Usage(why).into());
    }
    let mut drawing = Drawing {
        pictures: Vec::new(),
        lost: Vec::new(),
    };
    let mut game = GameHeading::default();
    if args.caption || args.title.is_some() {
        game = line.heading();
        game.title = args.title.clone().unwrap_or(game.title);
    }
    let figures = figures.map(|mut figure| {
        figure.game = game.clone();
        figure
    });
    match args.sheet {
        None => {
            for figure in figures {
                let picture = painter.paint(figure, &mut drawing.lost)?;
                drawing.pictures.push(picture);
            }
        }
        Some(sheet) => {
            let mut figures = figures;
            loop {
                let some: Vec<Figure> = figures.by_ref().take(per_picture).collect();
                if some.is_empty() {
                    break;
                }
                let picture = painter.paint_sheet(&some, sheet.columns, &mut drawing.lost)?;
                drawing.pictures.push(picture);
            }
        }
    }
    Ok(Drawn::Pictures(drawing))
}

/// Returns the figures that `args` choose.
fn figures<'l>(
    line: &'l Line<'_>,
    args: &RenderArgs,
    options: &Options,
) -> Result<Box<dyn ExactSizeIterator<Item = Figure> + 'l>, String> {
    let numbered = args.moves.is_some() || args.per_figure.is_some();
    let divided = numbered || (args.number.is_none() && args.path.is_none() && line.has_figures());
    if !divided {
        return Ok(Box::new(std::iter::once(line.position(options))));
    }
    let moves = args
        .moves
        .as_ref()
        .map_or(1..=u32::MAX, |range| range.0.clone());
    let division = match args.per_figure {
        Some(moves) => Division::Every(moves),
        None if args.moves.is_some() => Division::Every(std::num::NonZeroU32::MAX),
        None => Division::Stated,
    };
    let figures = line.figures(moves, division, options);
    match figures.len() {
        count @ MAX_FIGURES.. => Err(format!(
            "{count} figures are too many; the limit is {}",
            MAX_FIGURES - 1
        )),
        0 => Ok(Box::new(std::iter::once(line.position(options)))),
        _ => Ok(Box::new(figures)),
    }
}
