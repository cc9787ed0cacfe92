//! The maintenance tasks of this workspace: `cargo xtask help`.

#![forbid(unsafe_code)]

mod api;
mod book;
mod builds;
mod chores;
mod ci;
mod codegen;
mod dist;
mod drop_page;
mod fuzz;
mod instructions;
mod lab;
mod linear;
mod markdown;
mod new_format;
mod package;
mod page;
mod published;
mod python;
mod readmes;
mod site;
mod tables;
mod tidy;
mod wasm;
mod workspace;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask VERB

  test-corpus [PATH…] [--bless]     check the laws on corpus/ and on other directories or files, compare
                                    corpus/ with corpus/SUMMARY.txt, and print a table;
                                    --bless accepts the changes
  conformance [--program CMD] [--class CLASS] [--format tap|json|html] [OPTION…]
                                    run a program, or kifu, on the suite in corpus/conformance; its README.md
                                    describes the protocol, and `python3 corpus/conformance/run.py --help` the
                                    options; needs Python. With --results FILE, keep the results, and with
                                    --table alone, write RESULTS.md from all that were kept
  new-case CRATE ok|err NAME        create the next numbered test case of a crate
  new-format NAME [--into DIR]      create a crate for another format, with cases, laws and a fuzz target,
                                    and add it to all lists; DIR is a copy of the workspace
  tidy                              check the rules of ARCHITECTURE.md and of the project:
                                    dependencies, no file access in libraries, codes explained and tested,
                                    lists, links, the corpus and its terms, telltale words of
                                    stilted prose (xtask/prose.txt), generated files
  site [--build]                    assemble all pages into one book in target/site, and fail on dead links;
                                    --build renders it as HTML with mdbook
  codegen [--check]                 generate code and documentation from the table of properties
  fuzz [TARGET] [--time SECONDS] [--seed NUMBER]
                                    run one fuzz target, or each in turn (60 s by default)
  fuzz [TARGET] --fixed             run regressions, seeds and a fixed set of inputs generated from the seeds
  fuzz-keep TARGET FILE NAME        minimize a failing input, and add it to the regressions
  coverage [TARGET]                 measure how much of the code the inputs of a fuzz target reach
  linear [WORD] [--bytes N]         count the instructions of all operations on hostile inputs of N
                                    bytes (50,000) and of twice that size, and fail if the count more than
                                    doubles; needs valgrind, and an hour of processor time
  instructions [--bless]            count the instructions of all operations on ordinary records, and fail if
                                    a count increased; --bless stores the new counts; needs valgrind
  bench [--games] [PATH…]           run all benchmarks, or only those of playing, on corpus/, or on other
                                    files, and compare the results with those of other programs in one table
  mutants CRATE… [--sample N] [--seed N] [--at-least P] [--only FILE]
                                    change the code of a crate in N places (100), one at a time, and count
                                    how many changes the tests notice; fail below P %; --only tests the
                                    changes that a file names, such as those that nobody noticed
                                    (target/mutants/CRATE.missed); needs cargo-mutants
  features                          check each crate with each of its features alone, with none, with all
  minimal-versions                  check all crates with the lowest allowed versions of dependencies
  dist [--target TRIPLE] [--check-tag TAG]
                                    pack the command, built with `--profile dist`, with completions, manual
                                    pages and licences into target/packed; or only check that a tag matches
                                    the version
  no-std                            build the crates of the category no-std for a target without std;
                                    needs `rustup target add thumbv7em-none-eabi`
  grammar [PATH…]                   run the tests of SGF, the corpus and fuzz targets with a lexer that reads by its
                                    grammar alone, without shortcuts
  msrv                              check each crate with the compiler version in its Cargo.toml
  package [--test]                  create the packages to publish, build each from its package, and
                                    fail on any warning; --test runs the tests in the packages
  readmes [CRATE…] [--measure]      run the program of each README in a fresh crate that depends only on that
                                    crate, and print the costs of each; --measure adds slow measurements
  api [CRATE…] [--bless]            compare the public interface of each crate with its api.txt; needs
                                    cargo-public-api and a nightly toolchain
  semver [--baseline REVISION]      check whether the changes since the last tag require a new major
                                    version; needs cargo-semver-checks
  page [--test [--full] [DIR]]      build the script of pages into crates/kifu-page; --test compares it with what is
                                    there and tests pages in Chromium, --full with all records of corpus/sgf or
                                    DIR; needs node and Chromium
  book --test [--require]           print books with the programs that are installed, and check the results; uses typst,
                                    Chromium, xelatex, pdflatex and poppler-utils; --require fails without them
  python [--test [--full]] [--zig] [--quick]
                                    build the wheel of the Python package into target/python; --test tests it in
                                    a fresh virtual environment, and --full adds the slow tests; --zig builds
                                    it for old Linux systems; --quick builds a larger and slower wheel in less time
  tables --test [--full]            test the crates that need Arrow and Parquet, and the verbs for tables; --full adds
                                    the slow tests
  wasm [--test [--full] [DIR]] [--bench] [--profile] [--no-build] [--drop]
                                    build the npm package into target/wasm/package, and fail if it is too large;
                                    --test tests it in Node.js, Deno and Chromium, --full with all records of
                                    corpus/sgf or DIR; --bench compares its speed with that of other packages;
                                    --profile shows what takes space in the modules; --no-build uses the modules
                                    that are there; --drop builds and tests only the drop page, in
                                    target/wasm/drop; needs node, Chromium and a nightly toolchain with rust-src and
                                    wasm32-unknown-unknown
  ci                                run what CI runs, in two rows at once: fmt, clippy, docs, tests, each feature
                                    alone; and corpus, Python, the npm package, fuzz
  help                              print this text
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["test-corpus", rest @ ..] => lab::test_corpus(rest),
        ["conformance", rest @ ..] => lab::conformance(rest),
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
        ["mutants", rest @ ..] => chores::mutants(rest),
        ["features"] => builds::features(),
        ["minimal-versions"] => builds::minimal_versions(),
        ["no-std"] => builds::no_std(),
        ["grammar", rest @ ..] => builds::grammar(rest),
        ["msrv"] => builds::msrv(),
        ["package"] => package::package(false),
        ["package", "--test"] => package::package(true),
        ["readmes", rest @ ..] => readmes::readmes(rest),
        ["api", rest @ ..] => api::api(rest),
        ["semver", rest @ ..] => api::semver(rest),
        ["bench", rest @ ..] => lab::bench(rest),
        ["page", "--test"] => page::run_with(&["--test"]),
        ["page", rest @ ..] => page::run_with(rest),
        ["book", rest @ ..] => book::run_with(rest),
        ["python", "--test"] => python::run_with(&["--test"]),
        ["python", rest @ ..] => python::run_with(rest),
        ["tables", "--test"] => tables::run_with(&["--test"]),
        ["tables", rest @ ..] => tables::run_with(rest),
        ["wasm", "--test"] => wasm::run_with(&["--test"]),
        ["wasm", rest @ ..] => wasm::run_with(rest),
        ["ci", rest @ ..] => ci::run_with(rest),
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
