//! `kifu man` and `kifu completions`.

use std::io::Write;

use clap::Command;
use clap_complete::Shell;

use super::examples;
use crate::args::whole_command;

/// Returns the completion script for a shell.
pub(crate) fn completions(shell: Shell) -> Vec<u8> {
    // Write to memory first, because the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut whole_command(), "kifu", &mut script);
    script
}

/// Returns the manual page of a verb such as `rec at`, given by its words, or of the command. It is
/// `None` if there is no such verb.
pub(crate) fn page(words: &[String]) -> Option<Vec<u8>> {
    let mut command = whole_command();
    command.build();
    let mut described = &command;
    for word in words {
        described = described.find_subcommand(word)?;
    }
    Some(roff(described.clone(), &words.join(" ")))
}

fn roff(command: Command, verb: &str) -> Vec<u8> {
    let name = command.get_display_name().unwrap_or("kifu").to_owned();
    let has_verbs = command.has_subcommands();
    let man = clap_mangen::Man::new(command.subcommand_help_heading("VERBS"))
        .title(name.to_ascii_uppercase())
        .source(concat!("kifu ", env!("CARGO_PKG_VERSION")))
        .manual("kifu manual");
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = man
        .render_title(&mut page)
        .and_then(|()| man.render_name_section(&mut page))
        .and_then(|()| man.render_synopsis_section(&mut page))
        .and_then(|()| man.render_description_section(&mut page))
        .and_then(|()| man.render_options_section(&mut page));
    if has_verbs {
        let _ = man.render_subcommands_section(&mut page);
    }
    let _ = write_examples(&mut page, verb);
    let _ = write_exit_status(&mut page);
    page
}

fn write_examples(page: &mut Vec<u8>, verb: &str) -> std::io::Result<()> {
    let mut heading = Some(".SH EXAMPLES");
    for example in examples(verb) {
        if let Some(heading) = heading.take() {
            writeln!(page, "{heading}")?;
        }
        writeln!(page, ".TP\n\\fB{}\\fR", escaped(example.command))?;
        writeln!(page, "{}", escaped(example.meaning))?;
    }
    Ok(())
}

fn write_exit_status(page: &mut Vec<u8>) -> std::io::Result<()> {
    writeln!(page, ".SH EXIT STATUS")?;
    for (code, meaning) in crate::args::EXIT_CODES {
        writeln!(page, ".TP\n{code}\n{}", escaped(meaning))?;
    }
    Ok(())
}

/// Escapes text that does not start with a period or a quote.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\'', "\\(aq")
}
