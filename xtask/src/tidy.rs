//! What ARCHITECTURE.md and the house rules promise, compared with what is there.
//!
//! Each check is a function from what it looks at to what it finds, so that its test can show it a
//! fault; [`check`] reads the workspace and calls them all.

mod codes;
mod corpus;
mod graph;
mod libraries;
mod links;
mod lists;
mod words;

use std::path::Path;

use crate::chores::root;
use crate::codegen;
use crate::workspace::{Workspace, files, read};

/// Runs every check, and tells all that does not hold.
pub fn run() -> Result<(), String> {
    codegen::run(true)?;
    let found = check(root())?;
    for line in &found {
        println!("{line}");
    }
    match found.len() {
        0 => Ok(()),
        1 => Err("1 thing is not as it is said".into()),
        some => Err(format!("{some} things are not as they are said")),
    }
}

/// What does not hold in the workspace at this place.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let workspace = Workspace::at(root)?;
    let architecture = read(&root.join("ARCHITECTURE.md"))?;
    let mut found = graph::table(&architecture, &workspace);
    found.extend(graph::codecs(&workspace));
    found.extend(libraries::all(&workspace)?);
    found.extend(corpus::listed(&root.join("corpus"))?);
    found.extend(codes::all(&workspace)?);
    found.extend(lists::crates(&workspace)?);
    found.extend(lists::fuzz_targets(root)?);
    found.extend(lists::verbs(root)?);
    found.extend(words::exist(root, &architecture)?);
    found.extend(links::lead_somewhere(root)?);
    Ok(found)
}
