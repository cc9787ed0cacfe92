//! kifu as a program of the conformance suite: `conformance LEVEL FILE` prints the answer.

#![allow(clippy::print_stderr)]

mod answer;

use std::io::Write as _;
use std::process::ExitCode;

use answer::Answer;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [level, path, ..] = args.as_slice() else {
        eprintln!("usage: conformance LEVEL FILE");
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
    let output = match answer::answer(level, &source, format) {
        Answer::Json(value) => value.to_string().into_bytes(),
        Answer::Written(written) => written,
    };
    match std::io::stdout().write_all(&output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
