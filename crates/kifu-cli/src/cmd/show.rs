//! `kifu show`: draw the board of games, with the data of the record about the position.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use kifu::core::Color;
#[cfg(feature = "png")]
use kifu::diagram::Svg;
use kifu::diagram::{Figure, Text};
use kifu::figure::{Line, Options};
use kifu::rules::Rules;
use kifu::sgf::{Document, GameContext, NodeId};
use kifu_files::Input;
use kifu_files::games::{Chunks, with_game};

use crate::args::input::InputArgs;
use crate::args::values::{Comments, Location, MoveArg};
use crate::exit::{Outcome, Refusal, Refusals, or_refusal};
#[cfg(feature = "png")]
use crate::graphics::{Graphics, Protocol, Renderers};
use crate::heading::Heading;
use crate::locate::{drawable, game_after, line, refuse_two_places, replayer, start_of_problem};
use crate::output::{self, Palette, Styled};
use crate::printable::{InputName, Printable, count};
use crate::prose;
use crate::run::Inputs;

/// Draw the board of games, with players, result, captures, marks and comments
///
/// Shows the position at the end of the main line of each game, unless --move or --path selects
/// another position. A problem is shown before its first move, without the answers.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Show the board after move N; 0 is the start
    ///
    /// N can also be an address, as in --path.
    #[arg(long = "move", value_name = "N")]
    pub(crate) number: Option<MoveArg>,

    /// Show the board at the node with this address, such as `m91:2.3` or `#17`
    ///
    /// `kifu tree` shows the addresses; `#17` is the 17th node of the game in file order. With
    /// --move N, shows the board after move N of the line through this node.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) path: Option<Location>,

    /// Show only the Nth game of each file, from 1
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,

    /// The style of the board; `plain` draws only the stones
    #[arg(long, value_name = "STYLE", default_value = "unicode")]
    pub(crate) style: Style,

    /// Draw the board as a picture, with this protocol of the terminal
    ///
    /// `auto` draws a picture if standard output is a terminal that is known to have a protocol,
    /// and otherwise the board in --style. `kitty`, `iterm2` and `sixel` write the picture even if
    /// standard output is not a terminal, and `none` never does. `--style plain` never draws a
    /// picture.
    #[cfg(feature = "png")]
    #[arg(long, value_name = "PROTOCOL", default_value = "none")]
    pub(crate) graphics: Graphics,

    /// How much of the comment of the node to show
    #[arg(long, value_name = "AMOUNT", default_value = "full")]
    pub(crate) comments: Comments,

    /// Show NAME instead of the file names
    ///
    /// This is useful for textconv commands of git, which read temporary files. An empty NAME shows
    /// no names.
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Round stones
    Unicode,
    /// X for Black and O for White, with coordinates, marks and text below the board
    Ascii,
    /// A line of `.`, `X` and `O` for each row, and nothing else
    Plain,
}

/// The number of games of a file that are shown, unless `--game` selects one.
const MAX_GAMES: usize = 50;

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<Outcome> {
    refuse_two_places(args.path.as_ref(), args.number.as_ref())?;
    let mut out = output::stdout();
    let mut refusals = Refusals::default();
    let mut partly_shown = 0;
    let mut is_first = true;
    let view = View {
        args,
        several_files: args.input.are_several(),
        width: prose::width(),
        palette: Palette::of_stdout(),
        #[cfg(feature = "png")]
        protocol: args.graphics.protocol(),
        #[cfg(feature = "png")]
        renderers: Renderers::default(),
    };
    let work = |input: &Input, chunks: &mut Chunks| {
        let name = args.label.clone().unwrap_or_else(|| input.shown());
        let shown = match args.game {
            Some(game) => view.one_game(&name, chunks, game)?,
            None => view.games(&name, chunks)?,
        };
        Ok((name, shown))
    };
    let inputs = Inputs::of("show", &args.input).labelled(args.label.as_deref());
    let outcome = inputs.each_collection(work, |(name, shown): (String, Shown)| {
        for game in &shown.games {
            if !is_first {
                out.write_all(b"\n")?;
            }
            is_first = false;
            out.write_all(game.as_bytes())?;
        }
        if shown.more > 0 {
            let more = count(shown.more as u64, "more game");
            output::message(format_args!("{name}: {more}; use `--game N` to show one"));
        }
        for (number, refusal) in shown.refused.into_iter().enumerate() {
            match refusal {
                Refusal::Negative(why) if number > 0 || !shown.games.is_empty() => {
                    partly_shown += u64::from(number == 0);
                    output::message(format_args!("{name}: {why}"));
                }
                refusal => refusals.add(&name, refusal),
            }
        }
        Ok(())
    })?;
    out.flush()?;
    #[cfg(feature = "png")]
    view.renderers.report_missing();
    let outcome = Outcome {
        failed: outcome.failed + partly_shown,
        ..outcome
    };
    refusals.end(outcome)
}

/// The games of a file as text.
#[derive(Default)]
struct Shown {
    games: Vec<String>,
    refused: Vec<Refusal>,
    /// The number of games that are not shown.
    more: usize,
}

impl Shown {
    fn add(&mut self, shown: anyhow::Result<String>) -> anyhow::Result<()> {
        match or_refusal(shown)? {
            Ok(game) => self.games.push(game),
            Err(refusal) => self.refused.push(refusal),
        }
        Ok(())
    }
}

/// The settings for showing games.
struct View<'a> {
    args: &'a ShowArgs,
    several_files: bool,
    width: usize,
    palette: Palette,
    /// The protocol that shows the board as a picture.
    #[cfg(feature = "png")]
    protocol: Option<Protocol>,
    #[cfg(feature = "png")]
    renderers: Renderers,
}

impl View<'_> {
    fn one_game(
        &self,
        name: &str,
        chunks: &mut Chunks,
        game: NonZeroUsize,
    ) -> anyhow::Result<Shown> {
        let part = with_game(chunks, game)?;
        let document = part.record.to_sgf()?;
        let (game, before) = (game.get(), part.games_before);
        let mut shown = Shown::default();
        let found = game_after(before, &part.record, &document, game, &Rules::LENIENT);
        let title = self.several_files.then_some(name);
        shown.add(match found {
            Ok((root, _)) => self.shown(&document, (game, root), title),
            Err(why) => Err(why.into()),
        })?;
        Ok(shown)
    }

    fn games(&self, name: &str, chunks: &mut Chunks) -> anyhow::Result<Shown> {
        let in_chunks = !chunks.is_whole();
        let mut shown = Shown::default();
        for part in chunks.records() {
            let part = part?;
            let before = part.games_before;
            if before >= MAX_GAMES {
                shown.more += part.record.game_count();
                continue;
            }
            let document = part.record.to_sgf()?;
            let several = in_chunks || document.roots().nth(1).is_some();
            for (game, root) in (before + 1..).zip(document.roots()) {
                if game > MAX_GAMES {
                    shown.more += 1;
                    continue;
                }
                let title = match (several, self.several_files) {
                    (true, _) if name.is_empty() => Some(format!("game {game}")),
                    (true, _) => Some(format!("{name}  game {game}")),
                    (false, true) => Some(name.to_owned()),
                    (false, false) => None,
                };
                let number = game as u64;
                let replayable = drawable(&part.record, number)
                    .and_then(|()| replayer(&document, root, number, &Rules::LENIENT));
                shown.add(match replayable {
                    Ok(_) => self.shown(&document, (game, root), title.as_deref()),
                    Err(why) => Err(why.into()),
                })?;
            }
        }
        if shown.games.is_empty() && shown.refused.is_empty() {
            anyhow::bail!("no game found");
        }
        Ok(shown)
    }

    /// Returns the position of a game, with the heading, the variations, the name and the comment.
    fn shown(
        &self,
        document: &Document,
        (game, root): (usize, NodeId),
        title: Option<&str>,
    ) -> anyhow::Result<String> {
        let (path, number) = (self.args.path.as_ref(), self.args.number.as_ref());
        let start = match (path, number) {
            (None, None) => start_of_problem(document, root),
            _ => None,
        };
        let is_problem = start.is_some();
        let line = match start {
            Some(start) => start,
            None => line(document, (Some(game as u64), root), path, number)?,
        };
        let options = Options {
            status: true,
            // The variations of a problem are its answers.
            variations: !is_problem,
            ..Options::default()
        };
        let mut figure = line.position(&options);
        let text = match self.args.style {
            Style::Plain => return Ok(plain(&figure)),
            Style::Ascii => Text::ASCII,
            Style::Unicode => Text {
                color: self.palette.colored,
                ..Text::UNICODE
            },
        };
        let mut out = String::new();
        if let Some(title) = title {
            out += &format!("{}\n", Styled(self.palette.name, Printable(title)));
        }
        let heading = Heading::of(document, root);
        for line in [heading.players, heading.event] {
            if !line.is_empty() {
                prose::push_wrapped(&line, "", self.width, &mut out);
            }
        }
        let mut place = Place::of(document, root, &line);
        if let Some(place) = place.as_mut().filter(|_| is_problem) {
            place.next.clear();
        }
        let of_move = format!("m{}", line.last_move());
        let place_to_name = place.as_ref().filter(|place| place.address != of_move);
        if let (Some(last), Some(place)) = (figure.captions.first_mut(), place_to_name) {
            last.push_str(&format!(" ({})", place.address));
        }
        match self.picture(&figure)? {
            Some(picture) => out += &picture,
            None => {
                out += &text.draw(&figure);
                prose::push_wrapped(&text.legend(&figure), "", self.width, &mut out);
            }
        }
        if let Some(place) = &place {
            self.about(document, place, &mut out);
        }
        Ok(out)
    }

    /// Returns a figure as a picture for the terminal, if pictures are requested.
    #[cfg(feature = "png")]
    fn picture(&self, figure: &Figure) -> anyhow::Result<Option<String>> {
        let Some(protocol) = self.protocol else {
            return Ok(None);
        };
        let svg = Svg {
            width: Some(480),
            ..Svg::default()
        };
        let renderer = self.renderers.for_figures(std::slice::from_ref(figure));
        let picture = protocol.encode(
            || Ok(renderer.draw(figure, &svg)?),
            || Ok(renderer.pixels_of(figure, &svg, None)?),
        )?;
        Ok(Some(String::from_utf8(picture)?))
    }

    #[cfg(not(feature = "png"))]
    fn picture(&self, _: &Figure) -> anyhow::Result<Option<String>> {
        Ok(None)
    }

    /// Writes the variations that follow a node, and the name and the comment of the node.
    fn about(&self, document: &Document, place: &Place, out: &mut String) {
        if place.next.len() > 1 {
            let next = format!("Next: {}", place.next.join(", "));
            prose::push_wrapped(&next, "", self.width, out);
        }
        let node = document.node(place.node);
        let name = node.simple_text("N").unwrap_or_default();
        let comment = match self.args.comments {
            Comments::None => None,
            Comments::Brief | Comments::Full => node.text("C"),
        };
        let comment = comment.unwrap_or_default();
        if name.trim().is_empty() && comment.trim().is_empty() {
            return;
        }
        out.push('\n');
        prose::push_wrapped(name.trim(), "", self.width, out);
        match self.args.comments {
            Comments::Brief => {
                let brief = prose::cut(&prose::one_line(&comment), self.width);
                prose::push_wrapped(&brief, "", self.width, out);
            }
            _ => prose::push_wrapped(&comment, "", self.width, out),
        }
    }
}

/// The last node of a line.
struct Place {
    node: NodeId,
    address: String,
    /// The addresses and moves of the nodes that follow.
    next: Vec<String>,
}

impl Place {
    fn of(document: &Document, root: NodeId, line: &Line<'_>) -> Option<Place> {
        let node = *line.nodes().last()?;
        let addresses = document.addresses(root);
        let context = GameContext::of(document.node(root));
        let next = document.forest().children(node).filter_map(|id| {
            let address = addresses.get(id)?;
            let mut moves = document.node(id).properties().filter_map(|property| {
                let color = property.mover(&context)?;
                let name = property.move_name(context.size);
                Some(format!("{} {name}", color.letter()))
            });
            Some(match moves.next() {
                Some(first) => format!("{address} {first}"),
                None => address.to_string(),
            })
        });
        Some(Place {
            node,
            address: addresses.get(node)?.to_string(),
            next: next.collect(),
        })
    }
}

/// Draws the whole board with a line of `.`, `X` and `O` for each row.
fn plain(figure: &Figure) -> String {
    let size = figure.size();
    let mut out = String::with_capacity(size.area() + usize::from(size.rows()));
    for point in size.points() {
        out.push(match figure[point].stone {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        });
        if point.col + 1 == size.cols() {
            out.push('\n');
        }
    }
    out
}
