//! The packages and the files of a workspace: this one, or a copy of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;

use crate::published::{array, metadata, text};

/// A workspace of crates.
#[derive(Debug)]
pub struct Workspace {
    pub root: PathBuf,
    /// All packages below `crates`, by name.
    pub crates: BTreeMap<String, Package>,
}

/// A crate.
#[derive(Debug, Default)]
pub struct Package {
    /// The dependencies.
    pub uses: BTreeSet<String>,
    /// The additional dependencies of tests, benches and build scripts.
    pub tests_use: BTreeSet<String>,
    /// The features except `default`.
    pub features: Vec<String>,
    /// Whether the crate is published.
    pub is_published: bool,
}

impl Workspace {
    /// Loads a workspace with `cargo metadata`.
    pub fn at(root: &Path) -> Result<Workspace, String> {
        let manifest = root.join("Cargo.toml");
        let manifest = manifest.to_string_lossy();
        let metadata = metadata(&["--no-deps", "--manifest-path", &manifest])?;
        let named = array(&metadata["packages"])
            .map(|package| (text(&package["name"]), Package::of(package)));
        Ok(Workspace {
            root: root.to_owned(),
            crates: named.filter(|(name, _)| name != "xtask").collect(),
        })
    }

    /// The directory of a crate.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.root.join("crates").join(name)
    }

    /// The crates that read and write a format, which have a page about it.
    pub fn codecs(&self) -> BTreeSet<&str> {
        let names = self.crates.keys().map(String::as_str);
        names
            .filter(|name| self.folder(name).join("FORMAT.md").exists())
            .collect()
    }
}

impl Package {
    fn of(package: &Value) -> Package {
        let dependencies = array(&package["dependencies"]);
        let (uses, tests_use): (Vec<_>, Vec<_>) =
            dependencies.partition(|dependency| dependency["kind"].is_null());
        let names = |list: Vec<&Value>| list.iter().map(|one| text(&one["name"])).collect();
        let features = package["features"].as_object().into_iter().flatten();
        let features = features.map(|(feature, _)| feature.clone());
        Package {
            uses: names(uses),
            tests_use: names(tests_use),
            features: features.filter(|feature| feature != "default").collect(),
            is_published: package["publish"].is_null(),
        }
    }
}

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let error = |e: io::Error| format!("{}: {e}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(error)?;
    }
    fs::write(path, text).map_err(error)
}

/// The files below a directory with one of these extensions, sorted. Generated files of cargo and the fuzzer,
/// and hidden directories except `.github`, are skipped.
pub fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(path) = todo.pop() {
        let error = |e: io::Error| format!("{}: {e}", path.display());
        if path.is_dir() {
            for entry in fs::read_dir(&path).map_err(error)? {
                let entry = entry.map_err(error)?;
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let is_made =
                    matches!(&*name, "target" | "artifacts" | "coverage" | "node_modules");
                let is_hidden = name.starts_with('.') && name != ".github";
                if !is_made && !is_hidden && !entry.path().ends_with("fuzz/corpus") {
                    todo.push(entry.path());
                }
            }
        } else if endings
            .iter()
            .any(|ending| path.to_string_lossy().ends_with(ending))
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The path relative to the root, with `/` on every system.
pub fn below(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.to_string_lossy().replace('\\', "/")
}
