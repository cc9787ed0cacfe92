//! `cargo xtask python`: builds the Python packages, and tests them in a fresh virtual environment.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chores::{root, run, target};

/// The packages that build the wheel.
const BUILD: [&str; 2] = ["maturin>=1.16,<2", "zopflipy>=1.14,<2"];

/// A program that compresses a wheel better than maturin does.
const RECOMPRESS: &str = "xtask/src/recompress.py";

/// The packages that the tests use.
const TEST: [&str; 9] = [
    "datafusion>=55,<56",
    "duckdb>=2,<3",
    "hypothesis",
    "mypy",
    "numpy",
    "polars>=2,<3",
    "pyarrow",
    "pytest",
    "sgfmill",
];

/// The packages that only slow tests use: Spark has half a gigabyte.
const FULL_TEST: [&str; 4] = ["dask", "pandas>=2.2,<3", "pyspark>=4.2,<5", "ray"];

/// A Python package of this workspace.
struct Package {
    /// The directory of its crate.
    directory: &'static str,
    /// The name of its module, with which the names of its wheels begin.
    module: &'static str,
    /// The Cargo profile of the wheel.
    profile: &'static str,
    /// The optional dependencies to install for the tests.
    extras: &'static str,
    /// Whether the wheel is compressed again, which takes a while.
    recompress: bool,
}

const PACKAGES: [Package; 2] = [
    Package {
        directory: "crates/kifu-python",
        module: "kifu",
        profile: "wheel",
        extras: "[png]",
        recompress: true,
    },
    Package {
        directory: "crates/kifu-arrow-python",
        module: "kifu_arrow",
        // With link-time optimization, Parquet and Arrow take many minutes to build.
        profile: "release",
        extras: "",
        recompress: false,
    },
];

/// Builds the wheels into target/python/wheels; `--zig` for Linux systems from 2014 on (glibc 2.17), and `--quick` with
/// the profile that other checks use.
///
/// `--test` installs them in a fresh virtual environment and runs the quick tests there; `--full` runs all tests.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let (mut test, mut full, mut zig, mut quick) = (false, false, false, false);
    for arg in args {
        match *arg {
            "--test" => test = true,
            "--full" => (test, full) = (true, true),
            "--zig" => zig = true,
            "--quick" => quick = true,
            other => return Err(format!("python: unknown option `{other}`")),
        }
    }
    let home = target().join("python");
    let env = home.join("venv");
    let wheels = home.join("wheels");
    for old in [&env, &wheels] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(|e| format!("{}: {e}", old.display()))?;
        }
    }
    let python = env::var_os("PYTHON").unwrap_or("python3".into());
    run(Command::new(python).args(["-m", "venv"]).arg(&env))?;
    install(&env, BUILD)?;
    if zig {
        install(&env, ["ziglang"])?;
    }
    let mut built = Vec::new();
    for package in &PACKAGES {
        let wheel = build(&env, &wheels, zig, quick, package)?;
        let size = fs::metadata(&wheel).map_or(0, |wheel| wheel.len());
        println!("{} ({} KB)", wheel.display(), size / 1000);
        let mut wheel = wheel.into_os_string();
        wheel.push(package.extras);
        built.push(wheel);
    }
    if test {
        install(&env, TEST)?;
        if full {
            install(&env, FULL_TEST)?;
        }
        install(&env, built)?;
        for package in &PACKAGES {
            check(&env, &home, full, package)?;
        }
    }
    Ok(())
}

/// Builds a wheel, and returns its path. Unless it is a quick build, the wheel has no paths of this machine.
fn build(
    env: &Path,
    wheels: &Path,
    zig: bool,
    quick: bool,
    package: &Package,
) -> Result<PathBuf, String> {
    let profile = if quick { "release" } else { package.profile };
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = env::home_dir()?;
        Some(home.join(".cargo"))
    });
    let mut flags = vec![format!("--remap-path-prefix={}=kifu", root().display())];
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
    }
    let mut maturin = Command::new(program(env, "maturin"));
    maturin
        .args(["build", "--profile", profile, "--out"])
        .arg(wheels)
        .arg("--manifest-path")
        .arg(root().join(package.directory).join("Cargo.toml"))
        .env("VIRTUAL_ENV", env);
    if !quick {
        maturin.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    }
    if zig {
        maturin.args(["--zig", "--compatibility", "manylinux_2_17"]);
        // Maturin finds Zig with the first `python3` of the path.
        let path = env::var_os("PATH").unwrap_or_default();
        let dirs = iter::once(env.join("bin")).chain(env::split_paths(&path));
        maturin.env("PATH", env::join_paths(dirs).map_err(|e| e.to_string())?);
    }
    run(&mut maturin)?;
    let prefix = format!("{}-", package.module);
    let mut built = fs::read_dir(wheels)
        .map_err(|e| format!("{}: {e}", wheels.display()))?
        .flatten()
        .filter(|wheel| wheel.file_name().to_string_lossy().starts_with(&prefix));
    match built.next() {
        Some(wheel) if package.recompress && !quick => recompress(env, &wheel.path()),
        Some(wheel) => Ok(wheel.path()),
        None => Err("maturin did not build a wheel".into()),
    }
}

fn recompress(env: &Path, wheel: &Path) -> Result<PathBuf, String> {
    let smaller = wheel.with_extension("smaller");
    let mut python = Command::new(program(env, "python"));
    run(python.arg(root().join(RECOMPRESS)).args([wheel, &smaller]))?;
    fs::rename(&smaller, wheel).map_err(|e| format!("{}: {e}", wheel.display()))?;
    Ok(wheel.to_path_buf())
}

/// Runs the tests, the type checker and the comparison of the stubs of a package in the virtual environment.
fn check(env: &Path, home: &Path, full: bool, package: &Package) -> Result<(), String> {
    let python = program(env, "python");
    let directory = root().join(package.directory);
    let module = package.module;
    // Elsewhere than in the package, so that Python imports what was installed.
    let in_env = |args: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m"]).args(args).current_dir(home);
        command
    };
    let mut tests = in_env(&["pytest", "-q", "-p", "no:cacheprovider"]);
    tests.arg(directory.join("tests"));
    if !full {
        tests.args(["-m", "not slow"]);
    }
    run(&mut tests)?;
    run(in_env(&["mypy", "--strict", "-p", module]).env("MYPY_CACHE_DIR", home.join("mypy")))?;
    run(in_env(&["mypy.stubtest", module, "--allowlist"]).arg(directory.join("stubtest.txt")))
}

fn install<P: AsRef<OsStr>>(
    env: &Path,
    packages: impl IntoIterator<Item = P>,
) -> Result<(), String> {
    let mut pip = Command::new(program(env, "python"));
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    run(pip.args(packages))
}

/// The path of a program in a virtual environment.
fn program(env: &Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        env.join("Scripts").join(name).with_extension("exe")
    } else {
        env.join("bin").join(name)
    }
}
