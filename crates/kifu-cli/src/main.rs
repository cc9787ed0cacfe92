//! `kifu`: Go game records at the command line.
//!
//! Results go to standard output, messages to standard error; [`exit`] describes the exit codes.
//! Each verb is a module of [`cmd`] with its options, the processing of one file and the output.
//! [`run`] reads the files on all cores and returns the results in order. No verb uses another
//! verb: code that two verbs need is in a module outside of [`cmd`]. Options that several verbs
//! share are in the modules of [`args`].
#![forbid(unsafe_code)]

mod aliases;
mod argfile;
mod args;
mod charset_guess;
#[cfg(test)]
mod chunk_testing;
mod cmd;
mod collisions;
mod conversion;
mod exit;
mod file_report;
mod findings;
mod game_files;
#[cfg(feature = "png")]
mod graphics;
mod heading;
mod help;
mod interruption;
mod json;
mod locate;
mod missing;
mod new_file;
mod new_files;
mod output;
mod pages;
mod pattern;
mod printable;
mod progress;
mod prose;
mod read_files;
mod recordings;
mod reports;
mod rewrite;
mod run;
mod screen;
mod selected;
mod undecodable;

use std::process::ExitCode;

use crate::args::Verb;
use crate::exit::{NoPath, Usage};

fn main() -> ExitCode {
    kifu_files::pending::on_first_file(interruption::remove_files_when_interrupted);
    let args = match argfile::expand(std::env::args_os()) {
        Ok(args) => args,
        Err(why) => return exit::code(Err(why.into())),
    };
    let mut cli = match help::parse(args) {
        Ok(cli) => cli,
        Err(error) => return help::print(&error).into(),
    };
    cli.color.apply();
    if let Err(why) = cli.verb.apply_aliases(cli.names) {
        return exit::code(Err(why.into()));
    }
    let result = match cli.verb {
        Verb::Info(args) => cmd::info::run(&args),
        Verb::Check(args) => cmd::check::run(&args),
        Verb::Charset(args) => cmd::charset::run(&args),
        Verb::Convert(args) => cmd::convert::run(&args),
        Verb::Fix(args) => cmd::fix::run(&args),
        Verb::Fmt(args) => cmd::fmt::run(&args),
        Verb::Split(args) => cmd::split::run(&args),
        Verb::Extract(args) => cmd::extract::run(&args),
        Verb::Set(args) => cmd::set::run(&args),
        Verb::Strip(args) => cmd::strip::run(&args),
        Verb::Transform(args) => cmd::transform::run(&args),
        Verb::Diff(args) => cmd::diff::run(&args),
        Verb::Merge(args) => cmd::merge::run(&args),
        Verb::Git(args) => cmd::git::run(&args),
        Verb::Rename(args) => cmd::rename::run(&args),
        Verb::Dedupe(args) => cmd::dedupe::run(&args),
        Verb::Hash(args) => cmd::hash::run(&args),
        Verb::Next(args) => cmd::next::run(&args),
        Verb::Index(args) => cmd::index::run(&args),
        Verb::Find(args) => cmd::find::run(&args),
        Verb::Stats(args) => cmd::stats::run(&args),
        Verb::Lsp(args) => cmd::lsp::run(&args),
        Verb::Explain(args) => cmd::codes::explain(&args),
        Verb::Codes(args) => cmd::codes::list(&args),
        Verb::Cat(args) => cmd::cat::run(&args),
        Verb::Tree(args) => cmd::tree::run(&args),
        Verb::Moves(args) => cmd::moves::run(&args),
        Verb::Show(args) => cmd::show::run(&args),
        Verb::Render(args) => cmd::render::run(&args),
        Verb::Export(args) => cmd::export::run(&args),
        Verb::Book(args) => cmd::book::run(&args),
        Verb::Import(args) => cmd::import::run(&args),
        Verb::View(args) => cmd::view::run(&args),
        Verb::Score(args) => cmd::score::run(&args),
        Verb::Problem(args) => cmd::problem::run(&args),
        Verb::Rec(args) => cmd::rec::run(&args),
        Verb::Completions(args) => cmd::meta::write(&help::manual::completions(args.shell)),
        Verb::Man(args) => cmd::meta::man(&args, help::manual::page(&args.verb)),
        Verb::Select(_) => cmd::meta::select(),
    };
    exit::code(result.map_err(|error| match error.downcast() {
        Ok(NoPath(verb)) => {
            let help = help::of_verb(&verb);
            let why = "no PATH given, and standard input is a terminal";
            Usage(format!("{why}\n\n{}", help.trim_end())).into()
        }
        Err(error) => error,
    }))
}
