//! Checks that each crate can be packaged completely.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::chores::{cargo, root, run, shown};
use crate::published::{Published, published, target};

/// The files that every package must contain.
const NEEDED: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The maximum size of a file in a package; larger files are a mistake.
const MOST: u64 = 400 << 10;

/// Packages every crate, builds each from its package and those of its siblings, and prints their contents; fails
/// on any warning. With `tests`, runs the tests in the packages.
pub fn package(tests: bool) -> Result<(), String> {
    let crates = published()?;
    let mut command = cargo(["package", "--allow-dirty", "--color", "never"]);
    for package in &crates {
        command.args(["--package", &package.name]);
    }
    let built = target()?.join("packages");
    forget(&built)?;
    command.env("CARGO_TARGET_DIR", &built);
    eprintln!("$ {}", shown(&command));
    let output = command
        .output()
        .map_err(|e| format!("cargo package: {e}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{stderr}\ncargo package: {}", output.status));
    }
    let mut found: Vec<String> = stderr
        .lines()
        .filter(|line| is_warning(line))
        .map(str::to_owned)
        .collect();
    let packages = built.join("package");
    println!(
        "{:<16} {:>6} {:>8} {:>8}  features",
        "crate", "files", "KiB", "packed"
    );
    for package in &crates {
        let folder = packages.join(format!("{}-{}", package.name, package.version));
        let packed = packages.join(format!("{}-{}.crate", package.name, package.version));
        let files = files(&folder)?;
        let size: u64 = files.iter().map(|(_, size)| size).sum();
        println!(
            "{:<16} {:>6} {:>8} {:>8}  {}",
            package.name,
            files.len(),
            kib(size),
            kib(fs::metadata(&packed)
                .map_err(|e| format!("{}: {e}", packed.display()))?
                .len()),
            Vec::from_iter(package.features.iter().map(String::as_str)).join(" "),
        );
        found.extend(faults(package, &folder, &files));
    }
    if !found.is_empty() {
        return Err(found.join("\n"));
    }
    if tests {
        test(&crates, &packages)
    } else {
        Ok(())
    }
}

/// Removes cached packages. Cargo never reloads a package of the same version, as in a real registry, but here the
/// contents change.
fn forget(built: &Path) -> Result<(), String> {
    let mut folders = ["deps", "build", ".fingerprint"]
        .map(|name| built.join("debug").join(name))
        .to_vec();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home
        .map(|home| home.join("registry/src"))
        .unwrap_or_default();
    // A registry in a directory has no name before the hash.
    let is_local = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('-'))
    };
    folders.extend(entries(&sources)?.into_iter().filter(is_local));
    for path in folders
        .iter()
        .map(|folder| entries(folder))
        .collect::<Result<Vec<_>, _>>()?
        .concat()
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.trim_start_matches("lib").starts_with("kifu") {
            let removed = if path.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

/// The entries of a directory; empty if it does not exist.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
    entries.map_err(|e| format!("{}: {e}", folder.display()))
}

/// Whether a line is an unexpected warning. Tests and benches are excluded on purpose, because they need cases and
/// the test kit.
fn is_warning(line: &str) -> bool {
    let is_left_out = ["test", "benchmark"]
        .iter()
        .any(|what| line.starts_with(&format!("warning: ignoring {what} `")));
    line.starts_with("warning") && !is_left_out
}

fn faults(package: &Published, folder: &Path, files: &[(PathBuf, u64)]) -> Vec<String> {
    let name = &package.name;
    let mut faults = Vec::new();
    for needed in NEEDED {
        match fs::read_to_string(folder.join(needed)) {
            Err(_) => faults.push(format!("{name}: the package lacks {needed}")),
            // A link that was not followed would be a file with a path.
            Ok(text) if text.lines().count() < 5 => {
                faults.push(format!("{name}: {needed} is too short"));
            }
            Ok(_) => {}
        }
    }
    for (path, size) in files.iter().filter(|(_, size)| *size > MOST) {
        faults.push(format!("{name}: {} has {} KiB", path.display(), kib(*size)));
    }
    faults
}

/// Runs the unit tests, examples and documentation tests of the packages, in a workspace of their own.
fn test(crates: &[Published], packages: &Path) -> Result<(), String> {
    let workspace = target()?.join("packaged");
    let error = |path: &Path, e: io::Error| format!("{}: {e}", path.display());
    if workspace.exists() {
        fs::remove_dir_all(&workspace).map_err(|e| error(&workspace, e))?;
    }
    let mut manifest =
        String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[patch.crates-io]\n");
    for package in crates {
        let folder = format!("{}-{}", package.name, package.version);
        for (from, _) in files(&packages.join(&folder))? {
            let name = from.strip_prefix(packages).unwrap_or(&from);
            // Each package would bring its own lock file.
            if name.ends_with("Cargo.lock") {
                continue;
            }
            let to = workspace.join(name);
            let parent = to.parent().unwrap_or(&workspace);
            fs::create_dir_all(parent).map_err(|e| error(parent, e))?;
            fs::copy(&from, &to).map_err(|e| error(&from, e))?;
        }
        manifest += &format!("{} = {{ path = \"{folder}\" }}\n", package.name);
    }
    let path = workspace.join("Cargo.toml");
    fs::write(&path, manifest).map_err(|e| error(&path, e))?;
    let lock = root().join("Cargo.lock");
    fs::copy(&lock, workspace.join("Cargo.lock")).map_err(|e| error(&lock, e))?;
    let of_workspace = |args: &[&str]| {
        run(cargo(args)
            .current_dir(&workspace)
            .env("CARGO_TARGET_DIR", workspace.join("target")))
    };
    of_workspace(&["test", "--workspace", "--lib", "--examples"])?;
    of_workspace(&["test", "--workspace", "--doc"])
}

/// All files below a directory, with their sizes.
fn files(folder: &Path) -> Result<Vec<(PathBuf, u64)>, String> {
    let mut files = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(path) = todo.pop() {
        let error = |e: io::Error| format!("{}: {e}", path.display());
        for entry in fs::read_dir(&path).map_err(error)? {
            let entry = entry.map_err(error)?;
            let kind = entry.metadata().map_err(error)?;
            if !kind.is_dir() {
                files.push((entry.path(), kind.len()));
            } else if entry.file_name() != OsStr::new("target") {
                todo.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

fn kib(bytes: u64) -> u64 {
    bytes.div_ceil(1024)
}
