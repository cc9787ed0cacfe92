//! kifu as a program of the conformance suite: `conformance LEVEL FILE [ARGUMENT]` prints the answer.

#![allow(clippy::print_stderr, clippy::print_stdout)]

mod answer;

use std::io::Write as _;
use std::process::ExitCode;

use answer::Answer;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|level| level == "version") {
        let version = env!("CARGO_PKG_VERSION");
        println!(r#"{{"program": "kifu", "version": "{version}"}}"#);
        return ExitCode::SUCCESS;
    }
    let [level, path, rest @ ..] = args.as_slice() else {
        eprintln!("usage: conformance LEVEL FILE [ARGUMENT]");
        return ExitCode::from(2);
    };
    let source = match std::fs::read(path) {
        Ok(source) => source,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let format = path.rsplit_once('.').map_or("", |(_, end)| end);
    let argument = rest.first().map_or("", String::as_str);
    let output = match answer::answer(level, &source, format, argument) {
        Answer::Json(value) => value.to_string().into_bytes(),
        Answer::Written(written) => written,
    };
    match std::io::stdout().write_all(&output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
