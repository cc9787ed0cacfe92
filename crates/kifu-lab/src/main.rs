//! Runs the laws of all crates over directories of records, and the benchmarks.
//!
//! `cargo xtask test-corpus` and `cargo xtask bench` build and run this program, so that xtask does not depend on
//! any of the crates.

#![forbid(unsafe_code)]

#[path = "../../kifu/examples/conformance/answer.rs"]
mod answer;
#[cfg(feature = "bench")]
mod bench;
mod corpus;
mod laws;
#[path = "../../kifu/examples/conformance/suite.rs"]
mod suite;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: kifu-lab test-corpus [PATH…] [--bless]
       kifu-lab bench [--games] [PATH…]        (needs the feature `bench`)
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["test-corpus", rest @ ..] => corpus::test(rest),
        #[cfg(feature = "bench")]
        ["bench", rest @ ..] => bench::run(rest),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("kifu-lab: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root directory of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/kifu-lab is two directories below the root")
}
