//! `kifu show`: draw the board of a game.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use kifu::core::Color;
use kifu::diagram::{Figure, Text};
use kifu::figure::Options;
use kifu::rules::Rules;

use crate::args::input::InputArgs;
use crate::args::values::{Location, MoveArg};
use crate::exit::{Outcome, Refusals, or_refusal};
use crate::games::{Chunks, with_game};
use crate::input::Input;
use crate::locate::{game_after, line};
use crate::output::{self, Palette};
use crate::run::Inputs;

/// Draw the board of a game
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Show the board after the Nth move of the main line; 0 is the start [default: its end]
    #[arg(long = "move", value_name = "N")]
    pub(crate) number: Option<MoveArg>,

    /// Show the board at the end of the stretch that `kifu tree` shows with this path, such as
    /// `0.2.1`: the variation to take at each branching, from 0
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<Location>,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// How to draw the board
    #[arg(long, value_name = "STYLE", default_value = "unicode")]
    pub(crate) style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Round stones
    Unicode,
    /// X for Black, O for White
    Ascii,
    /// Only a line of `.`, `X` and `O` for each row
    Plain,
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut refusals = Refusals::default();
    let work =
        |input: &Input, chunks: &mut Chunks| Ok((input.shown(), or_refusal(drawn(chunks, args))?));
    let inputs = Inputs::of("show", &args.input);
    let outcome = inputs.each_collection(work, |(name, drawn)| {
        match drawn {
            Ok(text) => out.write_all(text.as_bytes())?,
            Err(refusal) => refusals.add(&name, refusal),
        }
        Ok(())
    })?;
    out.flush()?;
    refusals.end(outcome)
}

fn drawn(chunks: &mut Chunks, args: &ShowArgs) -> anyhow::Result<String> {
    let part = with_game(chunks, args.game)?;
    let document = part.record.to_sgf()?;
    let number = args.game.get();
    let (root, _) = game_after(
        part.games_before,
        &part.record,
        &document,
        number,
        &Rules::LENIENT,
    )?;
    let line = line(
        &document,
        (number as u64, root),
        args.path.as_ref(),
        args.number.as_ref(),
    )?;
    let options = Options {
        status: true,
        ..Options::default()
    };
    let figure = line.position(&options);
    Ok(match args.style {
        Style::Plain => plain(&figure),
        Style::Ascii => Text::ASCII.draw(&figure),
        Style::Unicode => {
            let color = Palette::of_stdout().colored;
            let style = Text {
                color,
                ..Text::UNICODE
            };
            style.draw(&figure)
        }
    })
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
