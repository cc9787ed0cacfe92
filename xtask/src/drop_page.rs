//! The drop page of `crates/kifu-wasm/drop`, which `cargo xtask wasm` builds and tests.

use std::path::PathBuf;
use std::process::Command;

use crate::chores::{cargo, root, run, target};
use crate::page::{install, node, npm};
use crate::wasm::{Build, module};
use crate::workspace::read;

const BUILD: Build = Build {
    name: "page",
    profile: "wasm",
    features: &["--features", "page"],
    has_simd: true,
    limit: 1_000_000,
};

/// The directory of the built page: `kifu.html`, and `site` for a server.
pub(crate) fn output() -> PathBuf {
    target().join("wasm/drop")
}

/// Builds the page, and tests it in Chromium.
pub(crate) fn run_with(builds_module: bool, tests: bool) -> Result<(), String> {
    let drop = root().join("crates/kifu-wasm/drop");
    install(&drop)?;
    if builds_module {
        module(&drop.join("glue"), &BUILD)?;
    }
    run(Command::new(npm("npx")).arg("tsc").current_dir(&drop))?;
    // The page is tested even if the module is too large.
    let size = run(node(&drop)
        .arg("build.mjs")
        .arg(output())
        .arg(BUILD.limit.to_string())
        .env("KIFU_VERSION", version()?));
    if tests {
        // The results are compared with those of the command.
        run(&mut cargo(["build", "--quiet", "--package", "kifu-cli"]))?;
        let kifu = target().join("debug/kifu");
        run(node(&drop)
            .arg("test/module.mjs")
            .arg(&kifu)
            .arg(target().join("wasm/drop-compared")))?;
        run(node(&drop)
            .arg("test/run.mjs")
            .arg(output())
            .arg(&kifu)
            .arg(target().join("wasm/drop-test")))?;
    }
    size
}

/// The version of the crates.
fn version() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let version = manifest.split("\nversion = \"").nth(1);
    let version = version.and_then(|rest| rest.split('"').next());
    Ok(version.ok_or("Cargo.toml has no version")?.to_owned())
}
