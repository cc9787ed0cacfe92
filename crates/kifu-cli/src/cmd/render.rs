//! `kifu render`: positions and figures of games, as pictures and as text.

pub(crate) mod args;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::core::{Size, Western};
use kifu::diagram::{Coordinates, Figure, LostFeature, View};
use kifu::figure::{Division, Line, NoMove, Options, ViewMode};
use kifu::rules::Rules;
use kifu::sgf::GameContext;

use self::args::{Names, Part, Picture, RenderArgs};
use crate::exit::{Outcome, Refusal, Refusals, Usage, or_refusal};
use crate::input::Input;
use crate::locate;
use crate::new_files::NewFiles;
use crate::output;
use crate::place::Places;
use crate::printable::file_name;
use crate::replace;
use crate::run::Inputs;

mod paint;

use paint::Painter;

/// More figures of one file than anybody wants.
const MOST: usize = 10_000;

pub(crate) fn run(args: &RenderArgs) -> anyhow::Result<Outcome> {
    let target = Target::of(args)?;
    let painter = Painter::new(target.picture, args);
    let mut refusals = Refusals::default();
    let mut out = output::stdout();
    let mut files = NewFiles::new(args.force, args.input.strict);
    let mut count = 0;
    let work = |input: &Input, bytes: Vec<u8>| {
        let drawn = pictures(bytes, args, &painter, &target.place);
        Ok((input.clone(), or_refusal(drawn)?))
    };
    let input = args.input.without(args.output.as_deref());
    let outcome = Inputs::of("render", &input).each_file(work, |(input, drawn)| {
        let pictures = match drawn {
            Ok(Drawn { pictures, lost }) => {
                tell_lost(&input, &lost);
                pictures
            }
            Err(refusal) => {
                refusals.add(&input.shown(), refusal);
                return Ok(());
            }
        };
        if let Place::Stdout = target.place {
            for picture in pictures {
                if count > 0 {
                    out.write_all(b"\n")?;
                }
                count += 1;
                out.write_all(&picture)?;
            }
            return Ok(());
        }
        target.write(&input, &pictures, args.force, &mut files)
    })?;
    let unwritten = files.commit();
    out.flush()?;
    painter.tell_missing();
    refusals.end(outcome.without(unwritten))
}

/// Says what the notation has no words for.
fn tell_lost(input: &Input, lost: &[LostFeature]) {
    /// How many things are named.
    const NAMED: usize = 5;
    if lost.is_empty() {
        return;
    }
    let named: Vec<String> = lost
        .iter()
        .take(NAMED)
        .map(LostFeature::to_string)
        .collect();
    let more = match lost.len() {
        all @ NAMED.. if all > NAMED => format!(", and {} more", all - NAMED),
        _ => String::new(),
    };
    let (name, named) = (input.shown(), named.join(", "));
    output::message(format_args!("{name}: `$$` cannot say: {named}{more}"));
}

/// The pictures of a file, and what could not be said in them.
struct Drawn {
    pictures: Vec<Vec<u8>>,
    lost: Vec<LostFeature>,
}

/// What is drawn, and where it goes.
struct Target {
    picture: Picture,
    place: Place,
}

enum Place {
    Stdout,
    File(PathBuf),
    /// Files called as what they are drawn from.
    Directory(Places),
}

impl Target {
    fn of(args: &RenderArgs) -> anyhow::Result<Target> {
        let several = args.input.are_several();
        let output = args.output.as_ref().filter(|path| path.as_os_str() != "-");
        let extension = output.and_then(|path| path.extension());
        let by_name = match extension.and_then(|name| name.to_str()) {
            Some("png") => Some(Picture::Png),
            Some("svg") => Some(Picture::Svg),
            Some("txt") => Some(Picture::Text),
            _ => None,
        };
        let picture = args.to.or(by_name).unwrap_or(Picture::Svg);
        if picture == Picture::Png && cfg!(not(feature = "png")) {
            return Err(Usage("this kifu was built without PNG".to_owned()).into());
        }
        let place = match output {
            None => Place::Stdout,
            Some(path) if several || path.is_dir() => {
                let inputs = args.input.without(Some(path));
                let places = Places::of(path, &inputs);
                places.refuse_collisions(&inputs, |place| picture.named(place))?;
                Place::Directory(places)
            }
            Some(path) => Place::File(path.clone()),
        };
        let is_text = matches!(picture, Picture::Text | Picture::Sensei);
        if several && !is_text && matches!(place, Place::Stdout) {
            let why = "several pictures cannot go to standard output: use -o DIRECTORY";
            return Err(Usage(why.to_owned()).into());
        }
        Ok(Target { picture, place })
    }

    /// Writes the pictures of a file.
    fn write(
        &self,
        input: &Input,
        pictures: &[Vec<u8>],
        force: bool,
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
            let is_vacant = replace::vacant(&path, force);
            let file = is_vacant.and_then(|()| replace::prepare(&path, picture));
            files.add(path, file)?;
        }
        Ok(())
    }

    /// Where the pictures of a file go.
    fn paths(&self, input: &Input, count: usize) -> anyhow::Result<Vec<PathBuf>> {
        let path = match &self.place {
            Place::Stdout => return Ok(Vec::new()),
            Place::File(path) => path.clone(),
            Place::Directory(_) if *input == Input::Stdin => {
                anyhow::bail!("standard input has no name to write it by")
            }
            Place::Directory(places) => {
                let place = places.place(input)?;
                let path = place.with_file_name(self.picture.named(&place));
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)
                        .with_context(|| format!("cannot make {}", file_name(folder)))?;
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

impl Picture {
    /// The name of the picture of a file.
    fn named(self, file: &Path) -> OsString {
        let mut name = file.file_stem().unwrap_or_default().to_owned();
        name.push(match self {
            Picture::Svg => ".svg",
            Picture::Png => ".png",
            Picture::Sensei | Picture::Text => ".txt",
        });
        name
    }
}

/// `out-1.svg` for `out.svg`.
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

/// Draws what is asked for of a file.
fn pictures(
    bytes: Vec<u8>,
    args: &RenderArgs,
    painter: &Painter,
    place: &Place,
) -> anyhow::Result<Drawn> {
    let record = kifu::read(bytes)?;
    let document = record.to_sgf()?;
    let (root, _) = locate::game(&record, &document, args.game.get(), &Rules::LENIENT)?;
    let size = GameContext::of(document.node(root)).size;
    let options = options(args, size).map_err(Refusal::Usage)?;
    let line = locate::line(&document, root, args.path.as_ref(), args.number)?;
    let figures = figures(&line, args, &options).map_err(Refusal::Usage)?;
    if figures.len() > 1 && matches!(place, Place::Stdout) && !painter.is_text() {
        let count = figures.len();
        let why = format!("there are {count} figures: use -o, which numbers them");
        return Err(Refusal::Usage(why).into());
    }
    let mut drawn = Drawn {
        pictures: Vec::new(),
        lost: Vec::new(),
    };
    for figure in figures {
        let picture = painter.paint(figure, &mut drawn.lost)?;
        drawn.pictures.push(picture);
    }
    Ok(drawn)
}

/// The figures that are asked for.
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
    let last = line.last_move();
    if *moves.start() > last && args.moves.is_some() {
        let number = *moves.start();
        return Err(NoMove { number, last }.to_string());
    }
    let division = match args.per_figure {
        Some(most) => Division::Every(most),
        None if args.moves.is_some() => Division::Every(std::num::NonZeroU32::MAX),
        None => Division::Stated,
    };
    let figures = line.figures(moves, division, options);
    match figures.len() {
        count @ MOST.. => Err(format!("{count} figures are too many")),
        0 => Ok(Box::new(std::iter::once(line.position(options)))),
        _ => Ok(Box::new(figures)),
    }
}

fn options(args: &RenderArgs, size: Size) -> Result<Options, String> {
    let point = |name: &str| {
        Western::parse(name, size)
            .map_err(|why| format!("--view: `{}`: {why}", crate::printable::Printable(name)))
    };
    let view = match &args.view {
        None => ViewMode::Stated,
        Some(Part::Whole) => ViewMode::Whole,
        Some(Part::Auto) => ViewMode::Auto,
        Some(Part::Between(one, other)) => {
            ViewMode::Part(View::between(point(one)?, point(other)?))
        }
    };
    let coordinates = args.coordinates.map(|names| match names {
        Names::Western => Coordinates::Western,
        Names::Sgf => Coordinates::Sgf,
        Names::None => Coordinates::None,
    });
    Ok(Options {
        view,
        coordinates,
        ..Options::default()
    })
}
