//! The options of `kifu fmt`.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use kifu::sgf::canonical;

use crate::args::input::InputArgs;
use crate::args::output::{RewriteArgs, UndecodableArgs};

/// Write whole files anew, in one form for all: FF[4] in UTF-8
///
/// Every node, move, mark and text is kept; what they are called, how they are spelled, and
/// their order and lines are as the specification has them. Formatted twice is formatted
/// once. A file with text that does not decode is refused; what means nothing, such as text
/// between games, is left out and told. Without -o or -i the text of a single file goes to
/// standard output.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write nothing but the names of files that would change; exit with 1 if there are any
    #[arg(long, conflicts_with_all = ["in_place", "output"])]
    pub(crate) check: bool,

    /// The version of SGF to write
    #[arg(long, value_name = "VERSION", default_value = "4", value_parser = ["4"])]
    ff: String,

    /// Break lines before they get longer than N characters, between properties and values only
    #[arg(long, value_name = "N|none", default_value = "72")]
    wrap: Wrap,

    /// Start a line at each node
    #[arg(long)]
    one_move_per_line: bool,

    /// Start a line at each game only
    #[arg(long, conflicts_with = "one_move_per_line")]
    compact: bool,

    /// How to write lists of points
    #[arg(long, value_name = "HOW", default_value = "compress")]
    points: Points,

    /// The same as --points expand
    #[arg(long, conflicts_with = "points")]
    expand_points: bool,

    /// How to write a pass
    #[arg(long, value_name = "HOW", default_value = "empty")]
    pass: Pass,

    /// How to end lines
    #[arg(long, value_name = "HOW", default_value = "lf")]
    linebreaks: LineBreaks,

    /// What to do with text before the first game
    #[arg(long, value_name = "WHAT", default_value = "drop")]
    header: Header,

    #[command(flatten)]
    undecodable: UndecodableArgs,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

impl FmtArgs {
    /// Whether there is no line for each node, and in JGF no white space.
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    pub(crate) fn style(&self) -> canonical::Style {
        canonical::Style {
            wrap: self.wrap.0,
            layout: match (self.one_move_per_line, self.compact) {
                (true, _) => canonical::Layout::OneMovePerLine,
                (false, true) => canonical::Layout::Compact,
                (false, false) => canonical::Layout::Flowing,
            },
            points: match self.points {
                _ if self.expand_points => canonical::PointStyle::Expand,
                Points::Compress => canonical::PointStyle::Compress,
                Points::Expand => canonical::PointStyle::Expand,
                Points::Keep => canonical::PointStyle::Keep,
            },
            pass: match self.pass {
                Pass::Empty => canonical::PassStyle::Empty,
                Pass::Tt => canonical::PassStyle::Tt,
            },
            line_break: match self.linebreaks {
                LineBreaks::Lf => canonical::LineBreak::Lf,
                LineBreaks::Crlf => canonical::LineBreak::CrLf,
            },
            header: match self.header {
                Header::Keep => canonical::HeaderPolicy::Keep,
                Header::Drop => canonical::HeaderPolicy::Drop,
            },
            undecodable: self.undecodable.policy(),
        }
    }
}

/// How long lines may be; `None` for as long as they get.
#[derive(Clone, Copy, Debug)]
struct Wrap(Option<usize>);

impl FromStr for Wrap {
    type Err = String;

    fn from_str(text: &str) -> Result<Wrap, String> {
        match text {
            "none" => Ok(Wrap(None)),
            text => text
                .parse()
                .map(|most| Wrap(Some(most)))
                .map_err(|_| "expected a number of characters, or `none`".to_owned()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Points {
    /// Sorted, as rectangles where that is shorter
    Compress,
    /// Sorted, point by point
    Expand,
    /// In the order and the rectangles that they have
    Keep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pass {
    /// `B[]`
    Empty,
    /// `B[tt]` on boards up to 19x19
    Tt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LineBreaks {
    Lf,
    Crlf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Header {
    Keep,
    Drop,
}
