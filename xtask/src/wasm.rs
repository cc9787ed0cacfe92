//! `cargo xtask wasm`: builds the npm package, reports its size, and tests it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chores::{cargo, root, run, target};
use crate::drop_page;
use crate::page::{install, node, npm};
use crate::workspace::read;

/// The toolchain that builds the modules. It also builds the standard library, for a module that is a fifth smaller:
/// without texts of panics, and with short algorithms.
const TOOLCHAIN: &str = "+nightly";

const TARGET: &str = "wasm32-unknown-unknown";

/// A build of the module.
pub(crate) struct Build {
    pub(crate) name: &'static str,
    /// The Cargo profile.
    pub(crate) profile: &'static str,
    /// The features of `kifu-wasm`.
    pub(crate) features: &'static [&'static str],
    /// Whether the module searches text with vector instructions.
    pub(crate) has_simd: bool,
    /// The maximum size in bytes, compressed with brotli: 2 % above the current one. ARCHITECTURE.md says why it is not smaller.
    pub(crate) limit: u64,
}

const BUILDS: [Build; 2] = [
    Build {
        name: "full",
        profile: "wasm",
        features: &["--features", "full"],
        has_simd: true,
        limit: 612_000,
    },
    Build {
        name: "lean",
        profile: "wasm-lean",
        features: &[],
        has_simd: false,
        limit: 142_000,
    },
];

/// Whether the toolchain is there, with the sources of the standard library.
pub fn has_toolchain() -> bool {
    sysroot().is_some_and(|root| root.join("lib/rustlib/src/rust/library").is_dir())
}

/// Returns the directory of the toolchain, if it is installed.
fn sysroot() -> Option<PathBuf> {
    let found = Command::new("rustc")
        .env_remove("RUSTUP_TOOLCHAIN")
        .args([TOOLCHAIN, "--print", "sysroot"])
        .output()
        .ok()?;
    let path = String::from_utf8_lossy(&found.stdout);
    found.status.success().then(|| PathBuf::from(path.trim()))
}

/// Builds the package into target/wasm/package.
///
/// `--test` tests it in Node.js, Deno and Chromium; `--full` tests with all records of the corpus, or of another
/// directory. `--bench` compares its speed with that of other packages; `--profile` shows which crates the modules
/// consist of. `--no-build` uses the modules that are there. `--drop` builds and tests only the drop page; `--test`
/// tests it, too.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let (mut test, mut full, mut bench, mut build, mut corpus) = (false, false, false, true, None);
    let (mut only_drop, mut profile) = (false, false);
    for arg in args {
        match *arg {
            "--test" => test = true,
            "--full" => (test, full) = (true, true),
            "--bench" => bench = true,
            "--no-build" => build = false,
            "--drop" => only_drop = true,
            "--profile" => profile = true,
            path if !path.starts_with('-') && corpus.is_none() => {
                corpus = Some(PathBuf::from(path));
            }
            other => return Err(format!("wasm: unexpected argument `{other}`")),
        }
    }
    if only_drop {
        return drop_page::run_with(build, test);
    }
    let js = root().join("crates/kifu-wasm/js");
    install(&js)?;
    if build {
        for one in &BUILDS {
            module(&js.join("glue").join(one.name), one)?;
        }
    }
    let package = target().join("wasm/package");
    run(Command::new(npm("npx"))
        .args(["tsc", "--outDir", "glue/types"])
        .current_dir(&js))?;
    run(node(&js)
        .arg("build.mjs")
        .arg(&package)
        .env("KIFU_VERSION", version()?))?;
    let mut report = node(&js);
    report.arg("size.mjs").arg(&package);
    for one in &BUILDS {
        report.arg(format!("{}={}", one.name, one.limit));
    }
    // The tests run even if the module is too large.
    let size = run(&mut report);
    if profile {
        for one in &BUILDS {
            println!("\n{}", one.name);
            run(node(&js).arg("profile.mjs").arg(built(one)))?;
        }
    }
    let corpus = corpus.unwrap_or_else(|| root().join("corpus/sgf"));
    let corpus = std::path::absolute(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    if test {
        check(&js, &package, &corpus, full)?;
        drop_page::run_with(build, true)?;
    }
    if bench {
        run(node(&js)
            .args(["--expose-gc", "bench/compare.mjs"])
            .arg(&package)
            .arg(&corpus))?;
    }
    size
}

/// Returns the version of the workspace.
pub(crate) fn version() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = \""));
    let version = version.and_then(|rest| rest.split('"').next());
    version
        .map(str::to_owned)
        .ok_or_else(|| "Cargo.toml does not state the version".to_owned())
}

/// Builds a module and its glue into the directory `glue`.
pub(crate) fn module(glue: &Path, build: &Build) -> Result<(), String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = env::home_dir()?;
        Some(home.join(".cargo"))
    });
    let mut flags = vec![
        "-Zunstable-options".to_owned(),
        "-Cpanic=immediate-abort".to_owned(),
        format!("--remap-path-prefix={}=kifu", root().display()),
    ];
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
    }
    if let Some(sysroot) = sysroot() {
        flags.push(format!("--remap-path-prefix={}=rust", sysroot.display()));
    }
    if build.has_simd {
        flags.push("-Ctarget-feature=+simd128".to_owned());
    }
    // `cargo` of this toolchain sets variables for it.
    run(Command::new("cargo")
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env_remove("RUSTC")
        .current_dir(root())
        .args([
            TOOLCHAIN,
            "build",
            "-Zbuild-std=std,panic_abort",
            "-Zbuild-std-features=optimize_for_size",
            "--package",
            "kifu-wasm",
            "--profile",
            build.profile,
            "--target",
            TARGET,
            "--no-default-features",
        ])
        .args(build.features)
        .arg("--target-dir")
        .arg(cargo_target())
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))?;
    fs::create_dir_all(glue).map_err(|e| format!("{}: {e}", glue.display()))?;
    run(cargo([
        "run",
        "--quiet",
        "--package",
        "xtask",
        "--features",
        "bindgen",
        "--bin",
        "bindgen",
        "--",
    ])
    .arg(built(build))
    .arg(glue))
}

/// The target directory of the builds.
fn cargo_target() -> PathBuf {
    target().join("wasm/cargo")
}

/// The module that Cargo made, with the names of its functions.
fn built(build: &Build) -> PathBuf {
    let directory = cargo_target().join(TARGET).join(build.profile);
    directory.join("kifu_wasm.wasm")
}

/// Tests the package.
fn check(js: &Path, package: &Path, corpus: &Path, full: bool) -> Result<(), String> {
    run(&mut cargo([
        "build",
        "--quiet",
        "--package",
        "kifu-wasm",
        "--example",
        "expected",
    ]))?;
    run(Command::new(npm("npx"))
        .args(["tsc", "-p", "test/tsconfig.json"])
        .current_dir(js))?;
    let expected = target().join("debug/examples/expected");
    for test in ["test/node.mjs", "test/sabaki.mjs", "test/browser.mjs"] {
        let mut tests = node(js);
        tests
            .args(["--expose-gc", test])
            .arg(package)
            .arg(corpus)
            .arg(&expected);
        if full {
            tests.arg("--full");
        }
        run(&mut tests)?;
    }
    let mut version = Command::new(npm("npx"));
    version.args(["--no-install", "deno", "--version"]);
    let found = version.current_dir(js).output();
    if !found.is_ok_and(|found| found.status.success()) {
        eprintln!("xtask: Deno is not there for this platform; the package is not tested in it");
        return Ok(());
    }
    let mut deno = Command::new(npm("npx"));
    deno.args(["deno", "test", "--allow-all", "--no-check", "--quiet"])
        .args(["--v8-flags=--expose-gc", "test/node.mjs", "--"])
        .arg(package)
        .arg(corpus)
        .arg(&expected)
        .env("NO_COLOR", "1")
        .current_dir(js);
    run(&mut deno)
}
