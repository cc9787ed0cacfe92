//! The published crates.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::chores::cargo;

/// A published crate, as its `Cargo.toml` describes it.
pub struct Published {
    pub name: String,
    pub version: String,
    /// The minimum supported compiler version.
    pub rust_version: String,
    pub folder: PathBuf,
    pub is_library: bool,
    /// The registry categories.
    pub categories: Vec<String>,
    /// The features except `default`.
    pub features: BTreeSet<String>,
    /// The dependencies, except those of tests.
    pub uses: BTreeSet<String>,
}

/// The output of `cargo metadata` with these arguments.
pub fn metadata(args: &[&str]) -> Result<Value, String> {
    let output = cargo(["metadata", "--format-version", "1"])
        .args(args)
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))
}

/// All published crates, each after its dependencies.
pub fn published() -> Result<Vec<Published>, String> {
    let metadata = metadata(&["--no-deps"])?;
    let mut rest: Vec<Published> = array(&metadata["packages"])
        .filter(|package| package["publish"].is_null())
        .map(of)
        .collect();
    rest.sort_by(|one, other| one.name.cmp(&other.name));
    let mut sorted: Vec<Published> = Vec::new();
    while !rest.is_empty() {
        let waits = |name: &String| rest.iter().any(|other| other.name == *name);
        let next = rest
            .iter()
            .position(|package| !package.uses.iter().any(waits))
            .ok_or("the crates have a dependency cycle")?;
        sorted.push(rest.remove(next));
    }
    Ok(sorted)
}

fn of(package: &Value) -> Published {
    let normal = |dependency: &&Value| dependency["kind"].is_null();
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    Published {
        name: text(&package["name"]),
        version: text(&package["version"]),
        rust_version: text(&package["rust_version"]),
        folder: manifest.parent().unwrap_or(Path::new("")).to_owned(),
        is_library: array(&package["targets"])
            .any(|target| array(&target["kind"]).any(|kind| kind == "lib")),
        categories: array(&package["categories"]).map(text).collect(),
        features: package["features"]
            .as_object()
            .into_iter()
            .flat_map(|features| features.keys().cloned())
            .filter(|feature| feature != "default")
            .collect(),
        uses: array(&package["dependencies"])
            .filter(normal)
            .map(|dependency| text(&dependency["name"]))
            .collect(),
    }
}

pub fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The target directory of cargo.
pub fn target() -> Result<PathBuf, String> {
    Ok(PathBuf::from(text(
        &metadata(&["--no-deps"])?["target_directory"],
    )))
}

/// The crates with these names, with or without `kifu-`; all crates if the list is empty.
pub fn chosen(names: &[&str]) -> Result<Vec<Published>, String> {
    let all = published()?;
    let is = |package: &Published, name: &str| {
        package.name == name || package.name == format!("kifu-{name}")
    };
    if let Some(name) = names
        .iter()
        .find(|name| !all.iter().any(|package| is(package, name)))
    {
        return Err(format!("unknown or unpublished crate `{name}`"));
    }
    let wanted =
        |package: &Published| names.is_empty() || names.iter().any(|name| is(package, name));
    Ok(all.into_iter().filter(wanted).collect())
}
