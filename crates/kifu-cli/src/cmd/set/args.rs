//! The options of `kifu set`.

use std::path::Path;

use clap::Args;
use kifu::select::Key;
use kifu::sgf::assign::Assignment;

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, RewriteArgs};
use crate::args::select::SelectArgs;
use crate::args::values::{Location, parse_key};
use crate::exit::Usage;
use crate::printable::{Printable, file_name};

/// Set properties of games, such as the event or a player, and change nothing else
///
/// PROP is an SGF property in capitals, such as PW, or one of the names black, white, result, date,
/// event, round, place, title, rules, komi, handicap, time and overtime. `PROP=` removes it. Without
/// -o or -i, the text of a single file goes to standard output.
///
/// A property that is given several times gets several values, such as `TR=dd TR=pp`. Text is
/// written in the charset of the game; a character that the charset lacks is an error. Values that
/// do not have the type of their property are refused, and other findings about them are reported.
/// With --dry-run, each change is listed. To name a file that looks like PROP=VALUE, put `./` before
/// its name.
#[derive(Debug, Args)]
#[command(override_usage = "kifu set [OPTIONS] PROP=VALUE... [PATH]...")]
pub(crate) struct SetArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Set properties of the node at this address, such as `m91:2.3`, instead of the root
    ///
    /// `kifu tree` shows the addresses; `#17` is the 17th node of the game in file order. Each
    /// selected game must have a node at the address.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) path: Option<Location>,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) report: FileReportArgs,
}

impl SetArgs {
    /// Splits the positional arguments into the assignments, which come first, and the inputs.
    ///
    /// # Errors
    ///
    /// If there is no assignment, or one is not valid.
    pub(crate) fn parts(&self) -> Result<(Vec<Assignment>, InputArgs), Usage> {
        let mut assignments: Vec<Assignment> = Vec::new();
        let mut paths = self.input.paths.iter().peekable();
        while let Some(path) = paths.peek() {
            let Some((name, value)) = assigned(path) else {
                break;
            };
            if path.exists() {
                let name = file_name(path);
                return Err(Usage(format!(
                    "{name} is a file and also looks like PROP=VALUE; write ./{name} for the file"
                )));
            }
            add(name, value, &mut assignments)?;
            paths.next();
        }
        if assignments.is_empty() {
            let why = "nothing to set; give at least one PROP=VALUE before the paths, such as \
                       `EV='Cho Cup'`";
            return Err(Usage(why.to_owned()));
        }
        let input = InputArgs {
            paths: paths.cloned().collect(),
            ..self.input.clone()
        };
        Ok((assignments, input))
    }
}

/// Returns the name and the value of an argument such as `PW=Shuko`.
fn assigned(argument: &Path) -> Option<(&str, &str)> {
    let (name, value) = argument.to_str()?.split_once('=')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let is_assigned =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_name);
    is_assigned.then_some((name, value))
}

fn add(name: &str, value: &str, assignments: &mut Vec<Assignment>) -> Result<(), Usage> {
    let ident = match parse_key(name) {
        Ok(Key::Property(ident)) => ident,
        Ok(Key::Field(field)) => match field.property() {
            Some(ident) => ident.to_owned(),
            None => {
                let why = format!("`{name}` cannot be set; it is computed from the game");
                return Err(Usage(why));
            }
        },
        Err(why) => return Err(Usage(Printable(&why.to_string()).to_string())),
    };
    let values = (!value.is_empty()).then(|| value.to_owned());
    match assignments.iter_mut().find(|one| one.ident == ident) {
        None => assignments.push(Assignment {
            ident,
            values: values.into_iter().collect(),
        }),
        Some(one) if one.values.is_empty() || values.is_none() => {
            return Err(Usage(format!("`{ident}` is both set and removed")));
        }
        Some(one) => one.values.extend(values),
    }
    Ok(())
}
