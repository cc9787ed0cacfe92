//! The drop page of `crates/kifu-wasm/drop`, which `cargo xtask wasm` builds and tests.

use std::path::PathBuf;
use std::process::Command;

use crate::chores::{cargo, root, run, target};
use crate::page::{install, node, npm};
use crate::wasm::{Build, module, version};

const BUILD: Build = Build {
    name: "page",
    profile: "wasm",
    features: &["--features", "page"],
    has_simd: true,
    limit: 943_000,
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
