//! The help of the command: its layout, the examples, and hints for arguments that are not valid.
//!
//! [`args`](crate::args) defines verbs and options. This module arranges them: the root lists its
//! verbs in groups, the options of a verb come before the shared ones, and each help ends with
//! examples. `-h` and `--help` print a short help with one line for most options; `kifu help VERB`
//! and the manual pages print all details.

mod hint;
pub(crate) mod manual;

use std::ffi::OsString;
use std::fmt::Write;

use clap::builder::StyledStr;
use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgAction, Command, Parser};
use unicode_width::UnicodeWidthStr;

use crate::args::input::SHARED_OPTIONS;
use crate::args::{Cli, whole_command};

/// The examples, in a block for each verb. A line has a command, ` # ` and a description.
const EXAMPLES: &str = include_str!("help/examples.txt");

/// The verbs of `kifu` in groups, in the order of the help.
const VERBS: [(&str, &[&str]); 6] = [
    (
        "See what files contain",
        &[
            "info", "show", "view", "tree", "moves", "render", "export", "book", "score", "stats",
            "cat",
        ],
    ),
    (
        "Find and compare games",
        &["find", "next", "index", "diff", "hash", "dedupe"],
    ),
    (
        "Check and repair files",
        &["check", "fix", "fmt", "charset", "lsp", "explain", "codes"],
    ),
    (
        "Change and convert games",
        &[
            "convert",
            "import",
            "extract",
            "split",
            "merge",
            "set",
            "strip",
            "transform",
            "rename",
        ],
    ),
    (
        "Work with problems, recordings and git",
        &["problem", "rec", "git"],
    ),
    ("Learn about the command", &["help", "man", "completions"]),
];

/// The verbs of `kifu rec` in groups.
const REC_VERBS: [(&str, &[&str]); 2] = [
    (
        "See what recordings contain",
        &[
            "info", "events", "markers", "stats", "at", "final", "play", "check",
        ],
    ),
    (
        "Make and edit recordings",
        &["record", "cut", "join", "retime", "pack", "unpack"],
    ),
];

/// The verbs of `kifu problem`.
const PROBLEM_VERBS: [(&str, &[&str]); 1] = [("Commands", &["list", "convert"])];

/// The verbs of `kifu export`.
const EXPORT_VERBS: [(&str, &[&str]); 1] = [("Commands", &["html", "tables"])];

/// The verbs of `kifu git`.
const GIT_VERBS: [(&str, &[&str]); 2] = [
    ("Set up git", &["install", "uninstall"]),
    ("Commands that git runs", &["diff-text", "merge-file"]),
];

/// The verbs of `kifu import`.
const IMPORT_VERBS: [(&str, &[&str]); 1] = [("Commands", &["tables"])];

/// Parses the arguments.
///
/// # Errors
///
/// Returns the help if the arguments request it; otherwise an error about invalid arguments, with a
/// hint.
pub(crate) fn parse(mut args: Vec<OsString>) -> Result<Cli, Error> {
    let error = match Cli::try_parse_from(&args) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    if let Some(verb) = hint::implied_verb(&error) {
        args.splice(1..1, verb.iter().map(OsString::from));
        return Cli::try_parse_from(&args).map_err(|error| hint::add(error, &args));
    }
    Err(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let laid_out = command().try_get_matches_from(&args);
            laid_out.err().unwrap_or(error)
        }
        _ => hint::add(error, &args),
    })
}

/// Writes the help to standard output, or an error to standard error. Returns the exit code.
pub(crate) fn print(error: &Error) -> u8 {
    let text = shown(&error.render());
    if error.use_stderr() {
        anstream::eprint!("{text}");
    } else {
        anstream::print!("{text}");
    }
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// Returns the short help of a verb, such as `check` or `rec info`, without colours.
pub(crate) fn of_verb(verb: &str) -> String {
    let mut command = command();
    command.build();
    let mut words = verb.split(' ');
    let described = words.try_fold(&mut command, |within, word| {
        within.find_subcommand_mut(word)
    });
    let help = described.map(|verb| shown(&verb.render_help()));
    let help = help.unwrap_or_default();
    anstream::adapter::strip_str(&help).to_string()
}

/// The replacement for `{n}` in help texts, where clap would replace `{n}` by a line break. A
/// zero-width character separates the brace from the letter.
const WORD_JOINER: &str = "{\u{2060}n}";

/// Returns a rendered text with colours, in which [`WORD_JOINER`] is `{n}` again.
fn shown(text: &StyledStr) -> String {
    text.ansi().to_string().replace(WORD_JOINER, "{n}")
}

/// Returns the command with the layout of its help. Parsing does not need it.
fn command() -> Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::HelpShort)
        .global(true)
        .display_order(1000)
        .help_heading(SHARED_OPTIONS)
        .help("Print help; `kifu help VERB` prints the long help");
    laid_out(whole_command(), "").arg(help)
}

fn laid_out(command: Command, verb: &str) -> Command {
    let about = command.get_long_about().or_else(|| command.get_about());
    let long_about = about.map(protected).unwrap_or_default();
    // The title and the first paragraph.
    let about: Vec<&str> = long_about.split("\n\n").take(2).collect();
    let about = about.join("\n\n");
    let after = command.get_after_help().map(StyledStr::to_string);
    let after = [Some(examples_text(verb)), after].into_iter().flatten();
    let after: Vec<String> = after.filter(|text| !text.is_empty()).collect();
    let mut command = command
        .disable_help_flag(true)
        .after_help(after.join("\n"))
        .mut_args(|arg| {
            let (short, long) = (
                arg.get_help().map(protected),
                arg.get_long_help().map(protected),
            );
            let arg = match short {
                Some(text) => arg.help(text),
                None => arg,
            };
            match long {
                Some(text) => arg.long_help(text),
                None => arg,
            }
        });
    if command.has_subcommands() {
        let groups: &[_] = match verb {
            "" => &VERBS,
            "rec" => &REC_VERBS,
            "export" => &EXPORT_VERBS,
            "git" => &GIT_VERBS,
            "import" => &IMPORT_VERBS,
            _ => &PROBLEM_VERBS,
        };
        command = with_verbs(command, groups);
        let names: Vec<String> = command
            .get_subcommands()
            .map(|verb| verb.get_name().to_owned())
            .collect();
        for name in names {
            let verb = format!("{verb} {name}");
            command = command.mut_subcommand(name, |below| laid_out(below, verb.trim()));
        }
    }
    command.about(about).long_about(long_about)
}

/// Returns a help text with [`WORD_JOINER`] in place of `{n}`.
fn protected(text: &StyledStr) -> String {
    text.to_string().replace("{n}", WORD_JOINER)
}

/// Lists the verbs of a command in groups.
fn with_verbs(command: Command, groups: &[(&str, &[&str])]) -> Command {
    let heading = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let words = groups.iter().flat_map(|(_, verbs)| *verbs);
    let width = words.map(|verb| verb.len()).max().unwrap_or(0);
    let mut list = String::new();
    for (group, verbs) in groups {
        let _ = writeln!(list, "{heading}{group}:{heading:#}");
        for verb in *verbs {
            let about = match command.find_subcommand(verb) {
                Some(found) => found.get_about().map(StyledStr::to_string),
                None => Some("Print the help of a verb, such as `kifu help check`".to_owned()),
            };
            let about = about.unwrap_or_default();
            let _ = writeln!(list, "  {literal}{verb:<width$}{literal:#}  {about}");
        }
        list.push('\n');
    }
    let about = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    let options = format!("{heading}Options:{heading:#}\n{{options}}{{after-help}}");
    command.help_template(format!("{about}{list}{options}"))
}

/// An example of a verb.
struct Example {
    command: &'static str,
    meaning: &'static str,
}

/// Returns the examples of a verb, such as `check` or `rec at`, or the examples of the root for an
/// empty text.
fn examples(verb: &str) -> impl Iterator<Item = Example> {
    let mut lines = EXAMPLES.lines();
    if !verb.is_empty() {
        let header = format!("[{verb}]");
        lines.find(|line| *line == header);
    }
    let block = lines.take_while(|line| !line.is_empty());
    block.filter_map(|line| {
        let (command, meaning) = line.split_once(" # ")?;
        Some(Example { command, meaning })
    })
}

/// The greatest width of a line with an example. Longer examples take two lines.
const EXAMPLE_WIDTH: usize = 80;

/// Returns the examples of a verb with a heading, or an empty text if it has none.
fn examples_text(verb: &str) -> String {
    let examples: Vec<Example> = examples(verb).collect();
    if examples.is_empty() {
        return String::new();
    }
    let widths = examples.iter().map(|example| example.command.width());
    let column = widths.max().unwrap_or(0);
    let meanings = examples.iter().map(|example| example.meaning.width());
    let is_wide = 2 + column + 2 + meanings.max().unwrap_or(0) > EXAMPLE_WIDTH;
    let mut text = String::from("Examples:\n");
    for Example { command, meaning } in examples {
        let _ = if is_wide {
            writeln!(text, "  {meaning}:\n    {command}")
        } else {
            writeln!(text, "  {command:<column$}  {meaning}")
        };
    }
    text.replace("{n}", WORD_JOINER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_in_one_group() {
        let command = whole_command();
        let verb = |name| command.find_subcommand(name).expect("it is a verb");
        let groups = [
            (&command, &VERBS[..]),
            (verb("rec"), &REC_VERBS),
            (verb("problem"), &PROBLEM_VERBS),
            (verb("export"), &EXPORT_VERBS),
            (verb("git"), &GIT_VERBS),
            (verb("import"), &IMPORT_VERBS),
        ];
        for (command, groups) in groups {
            let mut grouped: Vec<&str> = groups
                .iter()
                .flat_map(|(_, verbs)| *verbs)
                .copied()
                .collect();
            grouped.retain(|verb| *verb != "help");
            grouped.sort_unstable();
            let shown = command.get_subcommands().filter(|verb| !verb.is_hide_set());
            let mut verbs: Vec<&str> = shown.map(Command::get_name).collect();
            verbs.sort_unstable();
            assert_eq!(grouped, verbs);
        }
    }
}
