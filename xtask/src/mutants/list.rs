//! The mutants of a crate, as `cargo mutants --list` gives them, in an order that a seed decides.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The kind of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Genre {
    /// A function returns a fixed value.
    Body,
    Binary,
    Unary,
    /// An arm of a `match` is removed.
    Arm,
    /// The guard of an arm is always true, or never.
    Guard,
    /// A field is left to the base of a struct expression.
    Field,
}

/// One change of the code.
pub struct Mutant {
    /// Its place in the order of the sample.
    pub id: u32,
    /// The file, relative to the root of the workspace.
    pub file: PathBuf,
    pub genre: Genre,
    /// The replaced range, in bytes of the file.
    pub place: Range<usize>,
    pub replacement: String,
    /// Names the file, the place and the change.
    pub name: String,
}

/// All mutants of `package` that `cargo mutants` knows, in the order of `seed`.
pub fn list(root: &Path, package: &str, seed: u64) -> Result<Vec<Mutant>, String> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list", "--json", "--package", package]);
    let output = command
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo mutants: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "cargo mutants failed; is it installed (`cargo install cargo-mutants --locked`)?\n{said}"
        ));
    }
    let listed: Vec<Value> =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo mutants: {e}"))?;
    let mut sources = HashMap::new();
    let mut mutants = Vec::new();
    for value in &listed {
        let field = |name: &str| value[name].as_str().map(str::to_owned);
        let (Some(file), Some(genre), Some(name)) = (field("file"), field("genre"), field("name"))
        else {
            return Err(format!(
                "cargo mutants: an entry is not understood: {value}"
            ));
        };
        let Some(genre) = genre_of(&genre) else {
            continue;
        };
        let file = PathBuf::from(file);
        if !sources.contains_key(&file) {
            let path = root.join(&file);
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            sources.insert(file.clone(), text);
        }
        let source = &sources[&file];
        let point = |end: &str| {
            let at = &value["span"][end];
            let (line, column) = (at["line"].as_u64()?, at["column"].as_u64()?);
            offset(source, line as usize, column as usize)
        };
        let (Some(start), Some(end)) = (point("start"), point("end")) else {
            return Err(format!(
                "cargo mutants: no place in {}: {name}",
                file.display()
            ));
        };
        mutants.push(Mutant {
            id: 0,
            file,
            genre,
            place: start..end,
            replacement: field("replacement").unwrap_or_default(),
            name,
        });
    }
    mutants.sort_by_key(|m| hash(seed, &m.name));
    for (id, mutant) in (0..).zip(&mut mutants) {
        mutant.id = id;
    }
    Ok(mutants)
}

fn genre_of(name: &str) -> Option<Genre> {
    Some(match name {
        "FnValue" => Genre::Body,
        "BinaryOperator" => Genre::Binary,
        "UnaryOperator" => Genre::Unary,
        "MatchArm" => Genre::Arm,
        "MatchArmGuard" => Genre::Guard,
        "StructField" => Genre::Field,
        _ => return None,
    })
}

/// The offset of a line and a column, both counted from 1, columns in characters.
fn offset(source: &str, line: usize, column: usize) -> Option<usize> {
    let start = match line {
        1 => 0,
        _ => source.match_indices('\n').nth(line - 2)?.0 + 1,
    };
    let mut chars = source[start..].char_indices().map(|(at, _)| at);
    Some(start + chars.nth(column - 1).unwrap_or(source.len() - start))
}

/// FNV-1a, with a final mix.
fn hash(seed: u64, text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}
