//! `kifu completions` and `kifu man`: about the command itself.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::exit::{Outcome, Usage};
use crate::output;

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<Outcome> {
    // Made in memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "kifu", &mut script);
    write(&script)
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<Outcome> {
    let mut command = Cli::command();
    command.build();
    let page = match &args.verb {
        None => clap_mangen::Man::new(command),
        Some(verb) => {
            let Some(subcommand) = command.find_subcommand(verb) else {
                return Err(Usage(format!("there is no verb `{}`", verb.escape_debug())).into());
            };
            clap_mangen::Man::new(subcommand.clone())
        }
    };
    let mut roff = Vec::new();
    page.render(&mut roff)?;
    write(&roff)
}

fn write(bytes: &[u8]) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Outcome::default())
}
