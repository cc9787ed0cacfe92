//! The chores of this workspace: `cargo xtask help`.

#![forbid(unsafe_code)]

mod api;
mod builds;
mod chores;
mod codegen;
mod dist;
mod fuzz;
mod instructions;
mod lab;
mod linear;
mod markdown;
mod mutants;
mod new_format;
mod package;
mod published;
mod readmes;
mod site;
mod tidy;
mod workspace;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask VERB

  test-corpus [PATH…] [--bless]     run the laws over corpus/ and over any other folder or file,
                                    compare corpus/ with corpus/SUMMARY.txt, print a table;
                                    --bless accepts what changed
  new-case CRATE ok|err NAME        make the next numbered case of a crate
  new-format NAME [--into DIR]      make a crate for one more format, with cases, laws and a fuzz target,
                                    and enter it in all lists; DIR is a copy of the workspace
  tidy                              compare ARCHITECTURE.md and the house rules with what is there:
                                    dependencies, no files in libraries, codes explained and tested,
                                    lists, links, the corpus and its terms, generated files
  site [--build]                    make one book of all pages in target/site, and fail on dead links;
                                    --build makes HTML of it, with mdbook
  codegen [--check]                 make code and documentation from the table of properties
  fuzz [TARGET] [--time SECONDS] [--seed NUMBER]
                                    run one fuzz target, or each in turn (60 s by default)
  fuzz [TARGET] --fixed             run regressions, seeds and a fixed set of inputs generated from the seeds
  fuzz-keep TARGET FILE NAME        make a finding small, and put it among the regressions
  coverage [TARGET]                 which share of the code the inputs of a fuzz target reach
  linear [WORD] [--bytes N]         count the instructions of all operations on hostile inputs, of N
                                    bytes (50,000) and twice that, and fail where they do more than
                                    double; needs valgrind. An hour of a processor
  instructions [--bless]            count the instructions of all operations on ordinary records, and fail where
                                    they became more; --bless keeps the new counts; needs valgrind
  bench [PATH…]                     how fast everything is over corpus/, or other files, beside what
                                    others do with the same bytes: one table
  mutants [CRATE…] [--shard K/N] [--survivors]
                                    change the code of a crate in each way that should matter, and see
                                    whether a test fails; only every Nth change, beginning with the Kth;
                                    --survivors tries those again that no quick test noticed, with all
                                    tests. Hours. Needs cargo-mutants; what it finds is below target/mutants
  features                          check each crate with each of its features alone, with none, with all
  minimal-versions                  check all with the lowest versions of dependencies that are allowed
  dist [--target TRIPLE] [--check-tag TAG]
                                    pack the command, built with `--profile dist`, with completions, manual
                                    pages and licences into target/packed; only check that a tag is the version
  no-std                            build the crates of the category no-std for a target without std;
                                    needs `rustup target add thumbv7em-none-eabi`
  msrv                              check each crate with the compiler that its Cargo.toml promises
  package [--test]                  make the packages that would be published, build each from its package,
                                    fail on any warning; --test runs the tests that they hold
  readmes [CRATE…] [--measure]      run the program of each README in a fresh crate that depends on that
                                    crate alone, and print what each costs; --measure adds what is slow
  api [CRATE…] [--bless]            compare the public interface of each crate with its api.txt; needs
                                    cargo-public-api and a nightly toolchain
  semver [--baseline REVISION]      whether what changed in the interfaces since the last tag asks for a
                                    new major version; needs cargo-semver-checks
  ci                                what CI runs: fmt, clippy, docs, tests, each feature alone, corpus, fuzz
  help                              this text
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["test-corpus", rest @ ..] => lab::test_corpus(rest),
        ["new-case", krate, kind @ ("ok" | "err"), name] => chores::new_case(krate, kind, name),
        ["new-format", name] => new_format::run_in(name, None),
        ["new-format", name, "--into", folder] => new_format::run_in(name, Some(folder)),
        ["dist", rest @ ..] => dist::run_with(rest),
        ["site", rest @ ..] => site::run_with(rest),
        ["tidy"] => tidy::run(),
        ["codegen"] => codegen::run(false),
        ["codegen", "--check"] => codegen::run(true),
        ["fuzz", rest @ ..] => fuzz::fuzz(rest),
        ["fuzz-keep", target, file, name] => fuzz::keep(target, file, name),
        ["coverage"] => fuzz::coverage(None),
        ["coverage", target] => fuzz::coverage(Some(target)),
        ["linear", rest @ ..] => linear::run_all(rest),
        ["instructions", rest @ ..] => instructions::run_with(rest),
        ["mutants", rest @ ..] => mutants::test(rest),
        ["features"] => builds::features(),
        ["minimal-versions"] => builds::minimal_versions(),
        ["no-std"] => builds::no_std(),
        ["msrv"] => builds::msrv(),
        ["package"] => package::package(false),
        ["package", "--test"] => package::package(true),
        ["readmes", rest @ ..] => readmes::readmes(rest),
        ["api", rest @ ..] => api::api(rest),
        ["semver", rest @ ..] => api::semver(rest),
        ["bench", rest @ ..] => lab::bench(rest),
        ["ci"] => chores::ci(),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
