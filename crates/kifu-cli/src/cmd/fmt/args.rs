//! The options of `kifu fmt`.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use kifu::sgf::canonical;

use crate::args::input::InputArgs;
use crate::args::output::{RewriteArgs, UndecodableArgs};

/// Format files in one canonical style: FF[4] in UTF-8
///
/// Keeps every node, move, mark and text of games. Property names, values, their order and line
/// breaks are written in one consistent style. Without -o or -i, the text of a single file goes to
/// standard output.
///
/// Formatting a formatted file changes nothing. Files with text that cannot be decoded are refused,
/// unless --undecodable is given. Content without meaning, such as text between games, is removed
/// and reported.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// List the files that would change; exit with 1 if there are any
    #[arg(long, conflicts_with_all = ["in_place", "output"])]
    pub(crate) check: bool,

    /// The version of SGF to write
    #[arg(long, value_name = "VERSION", hide_short_help = true, default_value = "4", value_parser = ["4"])]
    ff: String,

    /// Break lines longer than N characters; `none` breaks no lines
    ///
    /// Lines are broken only between properties or values.
    #[arg(long, value_name = "N|none", default_value = "72")]
    wrap: Wrap,

    /// Start a new line at each node
    #[arg(long)]
    one_move_per_line: bool,

    /// Start a new line only at each game
    #[arg(long, conflicts_with = "one_move_per_line")]
    compact: bool,

    /// The style of lists of points
    #[arg(long, value_name = "STYLE", default_value = "compress")]
    points: Points,

    /// Same as --points expand
    #[arg(long, hide_short_help = true, conflicts_with = "points")]
    expand_points: bool,

    /// The value of a pass
    #[arg(long, value_name = "VALUE", default_value = "empty")]
    pass: Pass,

    /// The line endings
    #[arg(long, value_name = "STYLE", default_value = "lf")]
    linebreaks: LineBreaks,

    /// What to do with text before the first game
    #[arg(long, value_name = "ACTION", default_value = "drop")]
    header: Header,

    /// Do not report removed content and file counts
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Show NAME instead of file names in reports
    ///
    /// This is useful for textconv commands of git, which read temporary files. An empty NAME shows
    /// no names.
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Option<String>,

    #[command(flatten)]
    undecodable: UndecodableArgs,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

impl FmtArgs {
    /// Returns whether to write the nodes of a game without line breaks and JGF without white
    /// space.
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    pub(crate) fn style(&self) -> canonical::Style {
        canonical::Style {
            wrap: self.wrap.0,
            layout: if self.one_move_per_line {
                canonical::Layout::OneMovePerLine
            } else if self.compact {
                canonical::Layout::Compact
            } else {
                canonical::Layout::Flowing
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

/// The maximum length of a line; `None` for no limit.
#[derive(Clone, Copy, Debug)]
struct Wrap(Option<usize>);

impl FromStr for Wrap {
    type Err = String;

    fn from_str(text: &str) -> Result<Wrap, String> {
        match text {
            "none" => Ok(Wrap(None)),
            text => text
                .parse()
                .map(|max_len| Wrap(Some(max_len)))
                .map_err(|_| "expected a number of characters, or `none`".to_owned()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Points {
    /// Sorted, with rectangles where they are shorter
    Compress,
    /// Sorted, point by point
    Expand,
    /// Unchanged, with the same order and rectangles
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
