//! Checks that no library prints or, below the files, opens a file, and that each forbids unsafe code.

use super::{Workspace, files, read, without_tests};
use crate::workspace::below;

/// Crates that may open files and print: the programs, and the test kit.
pub(super) const OPEN: [&str; 3] = ["kifu-cli", "kifu-lab", "kifu-testkit"];

/// The library whose purpose is to open files, on several threads.
const FILES: &str = "kifu-files";

/// The library that writes datasets.
const TABLES: &str = "kifu-tables";

/// The package for Python.
const PYTHON: &str = "kifu-python";

/// The package for tables in Python.
const ARROW_PYTHON: &str = "kifu-arrow-python";

/// The package for JavaScript.
const WASM: &str = "kifu-wasm";

/// The crates whose macros generate unsafe code. They deny their own.
const GENERATED: [&str; 3] = [PYTHON, ARROW_PYTHON, WASM];

/// Modules of the standard library that a library must not use.
const MODULES: [&str; 5] = ["fs", "net", "process", "env", "thread"];

/// The modules that single crates may use all the same. A scan in Python reads its files on a thread.
const ALLOWED: [(&str, &[&str]); 4] = [
    (FILES, &["std::fs", "std::thread"]),
    (TABLES, &["std::fs"]),
    (PYTHON, &["std::thread"]),
    (ARROW_PYTHON, &["std::thread"]),
];

/// Macros that print.
const MACROS: [&str; 5] = ["println!", "print!", "eprintln!", "eprint!", "dbg!"];

pub fn all(workspace: &Workspace) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for name in workspace.crates.keys() {
        for path in files(&workspace.folder(name).join("src"), &[".rs"])? {
            let text = read(&path)?;
            let shown = below(&workspace.root, &path);
            let is_top = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
            let level = if GENERATED.contains(&name.as_str()) {
                "deny"
            } else {
                "forbid"
            };
            if is_top && !text.contains(&format!("#![{level}(unsafe_code)]")) {
                found.push(format!("{shown}: does not {level} unsafe code"));
            }
            if !OPEN.contains(&name.as_str()) {
                let allowed = ALLOWED.iter().find(|(of, _)| name == of);
                let allowed = allowed.map_or(&[][..], |(_, modules)| modules);
                let outside = outside(&text).into_iter();
                let outside = outside.filter(|(_, what)| !allowed.contains(&what.as_str()));
                found.extend(
                    outside.map(|(line, what)| format!("{shown}:{line}: a library uses {what}")),
                );
            }
        }
    }
    Ok(found)
}

/// Forbidden names in a library, with line numbers. Tests and examples in comments may use them.
fn outside(text: &str) -> Vec<(usize, String)> {
    let (code, _) = without_tests(text);
    let code: Vec<&str> = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for (at, name) in code.match_indices("std::") {
        let rest = &code[at + name.len()..];
        // Matches `std::fs` and `std::{env, fs}`.
        let named = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest.split(|c: char| !is_word(c)).next().unwrap_or_default(),
        };
        let words = named.split(|c: char| !is_word(c));
        let module = words.into_iter().find(|word| MODULES.contains(word));
        found.extend(module.map(|module| (at, format!("std::{module}"))));
    }
    for name in MACROS {
        for (at, _) in code.match_indices(name) {
            if !code[..at].ends_with(is_word) {
                found.push((at, name.to_owned()));
            }
        }
    }
    found.sort();
    let line = |at: usize| code[..at].matches('\n').count() + 1;
    found
        .into_iter()
        .map(|(at, what)| (line(at), what))
        .collect()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_processes_and_printing_are_found() {
        let found = |text: &str| {
            outside(text)
                .into_iter()
                .map(|(_, what)| what)
                .collect::<Vec<_>>()
        };
        assert_eq!(found("use std::fs::File;"), ["std::fs"]);
        assert_eq!(found("use std::{\n    fmt, process,\n};"), ["std::process"]);
        assert_eq!(found("fn f() { println!(\"x\") }"), ["println!"]);
        assert_eq!(found("fn f() { std::net::lookup() }"), ["std::net"]);
        assert_eq!(outside("\n\ndbg!(1)"), [(3, "dbg!".to_owned())]);
    }

    #[test]
    fn comments_tests_and_other_modules_are_not() {
        let text = "use std::fmt; use std::io::Read;\n// println!\n/// std::fs\nwriteln!(f)\n\
            #[cfg(test)]\nmod tests {\n    fn f() { println!() }\n}\n";
        assert_eq!(outside(text), []);
    }
}
