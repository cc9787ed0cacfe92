//! `cargo xtask new-format`: creates a crate for another format, which works and is tested from the start.

use std::fs;
use std::path::Path;

use crate::chores::{cargo, root, run};
use crate::workspace::{read, write};

/// The codec next to which the new one is inserted in every list, and whose manifest is the model for that of the
/// new crate.
const SIBLING: &str = "kifu-jgf";

/// The files of the crate: `@name@` stands for the name of the format, `@NAME@` for the name in capitals.
macro_rules! templates {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../template/format/", $path, ".in")))),*]
    };
}

const TEMPLATES: [(&str, &str); 14] = templates!(
    "README.md",
    "FORMAT.md",
    "src/lib.rs",
    "src/codes.rs",
    "src/line.rs",
    "src/document.rs",
    "src/convert.rs",
    "tests/it/main.rs",
    "tests/it/cases.rs",
    "tests/it/laws.rs",
    "test_data/ok/0001_a_game.snap",
    "test_data/ok/0002_another_board.snap",
    "test_data/err/0003_unknown_lines.snap",
    "test_data/err/0004_bad_values.snap",
);

/// The inputs of the snapshots. They are here because editors and checkouts must not change their bytes.
const CASES: [(&str, &[u8]); 4] = [
    (
        "ok/0001_a_game",
        b"# a game\nsize 9\nblack Sato\nwhite Ito\nkomi 6.5\nC Two lines,\nC the second.\nB C3\nW pass\n-\nC Good.\n",
    ),
    ("ok/0002_another_board", b"size 13:9\r\n\r\nB N9\r\nW A1"),
    ("err/0003_unknown_lines", b"size 9\nwhat is this\nB C3\nC \xFF\nb c3\n"),
    ("err/0004_bad_values", b"size 99\nkomi much\nB T20\nB I5\n- x\n-\nsize 9\n"),
];

const FUZZ_TARGET: &str = include_str!("../template/format/fuzz_target.rs.in");

const MANIFEST: &str = "\
[dependencies]
kifu-core.workspace = true
kifu-span.workspace = true
kifu-tree.workspace = true

[lints]
workspace = true

[dev-dependencies]
kifu-testkit.workspace = true

[[test]]
name = \"it\"
path = \"tests/it/main.rs\"
";

/// Creates `crates/kifu-NAME` in this workspace, or in a copy of it, and adds it to every list.
pub fn run_in(name: &str, into: Option<&str>) -> Result<(), String> {
    let root = into.map_or(root(), Path::new);
    make(name, root)?;
    run(cargo(["fmt", "-p", &format!("kifu-{name}")]).current_dir(root))?;
    println!("created crates/kifu-{name}; next steps:");
    println!("  cargo test -p kifu-{name}       its cases, laws and examples");
    println!("  cargo xtask tidy                check that all lists contain it");
    println!("  cargo xtask fuzz {name} --time 60");
    println!(
        "FORMAT.md describes an example notation, and src/line.rs implements it: replace both with yours."
    );
    println!("{}", filled(STEPS, name));
    Ok(())
}

/// The steps from the crate to a command that reads the format, each with a check that fails until it is done.
const STEPS: &str = "
The crate is complete in itself. These steps lead to a command that reads the format (see `A format` in CONTRIBUTING):
  1. crates/kifu/Cargo.toml: an optional dependency on kifu-@name@, a feature `@name@` for it, and that feature in
     `default`; crates/kifu/src/lib.rs: `pub use kifu_@name@ as @name@`
     check: cargo test -p kifu --test it formats
  2. crates/kifu/src/record.rs: variants of `Syntax`, `Record` and `Format`
     check: cargo test -p kifu --test it formats
  3. crates/kifu/src/record.rs: call `is_@name@` in `Syntax::of`
     check: cargo test -p kifu --test it formats
  4. the library: an arm in every `match` that the compiler reports
     check: cargo check -p kifu
  5. crates/kifu/src/codes.rs: its codes; INSTA_UPDATE=always cargo test -p kifu --test it codes writes CODES.md
     check: cargo test -p kifu --test it formats, and cargo xtask tidy
  6. the command: an arm in every `match` that the compiler reports
     check: cargo check -p kifu-cli
  7. crates/kifu-cli/src/cmd/convert/args.rs: `ConvertFrom` and `ConvertTo`, and again the compiler
     check: cargo test -p kifu-cli --test it every_format_crate
  8. cargo xtask api @name@ --bless and cargo xtask api kifu --bless record the interfaces
     check: cargo xtask api";

fn make(name: &str, root: &Path) -> Result<(), String> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    if !name.bytes().all(is_plain) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(format!(
            "`{name}`: the name of a format must consist of lower-case letters and digits, such as `gib`"
        ));
    }
    let folder = root.join(format!("crates/kifu-{name}"));
    if folder.exists() {
        return Err(format!("{} already exists", folder.display()));
    }
    let sibling = root.join("crates").join(SIBLING);
    // Edit the lists first, because that can fail.
    let edits = lists(name, root)?;
    let manifest = manifest(name, &read(&sibling.join("Cargo.toml"))?)?;
    for (path, text) in edits {
        write(&root.join(path), &text)?;
    }
    write(&folder.join("Cargo.toml"), &manifest)?;
    for (path, text) in TEMPLATES {
        write(&folder.join(path), &filled(text, name))?;
    }
    for (case, bytes) in CASES {
        let path = folder.join("test_data").join(format!("{case}.{name}"));
        fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        if sibling.join(licence).exists() {
            link(
                &format!("../../{licence}"),
                &sibling.join(licence),
                &folder.join(licence),
            )?;
        }
    }
    if sibling.join("CHANGELOG.md").exists() {
        let text = format!(
            "# Changelog\n\nChanges for users of `kifu-{name}`. Versions follow \
             [Semantic Versioning](https://semver.org).\n\n## 0.1.0 – unreleased\n\nThe first version.\n"
        );
        write(&folder.join("CHANGELOG.md"), &text)?;
    }
    let target = format!("fuzz/fuzz_targets/{name}.rs");
    write(&root.join(target), &filled(FUZZ_TARGET, name))
}

fn filled(template: &str, name: &str) -> String {
    template
        .replace("@name@", name)
        .replace("@NAME@", &name.to_uppercase())
}

/// Creates the same link as the sibling has, or a copy on systems without links.
fn link(to: &str, original: &Path, link: &Path) -> Result<(), String> {
    let error = |e: std::io::Error| format!("{}: {e}", link.display());
    #[cfg(unix)]
    if original.is_symlink() {
        return std::os::unix::fs::symlink(to, link).map_err(error);
    }
    let _ = to;
    fs::copy(original, link).map(|_| ()).map_err(error)
}

/// The manifest of the sibling, with the parts replaced that are specific to the crate.
fn manifest(name: &str, sibling: &str) -> Result<String, String> {
    let head = sibling
        .split_once("[dependencies]")
        .ok_or("no [dependencies] in a manifest")?
        .0;
    // Features are specific to the crate.
    let head = head.split("[features]").next().unwrap_or_default();
    let capitals = name.to_uppercase();
    let own = |line: &str| match line.split(' ').next() {
        Some("description") => {
            format!("description = \"Reads and writes {capitals}, records of Go\"")
        }
        Some("categories") => {
            r#"categories = ["games", "parser-implementations", "no-std"]"#.into()
        }
        Some("keywords") => format!("keywords = [\"go\", \"baduk\", \"weiqi\", \"{name}\"]"),
        _ => line.replace(SIBLING, &format!("kifu-{name}")),
    };
    let lines: Vec<String> = head.lines().map(own).collect();
    Ok(format!("{}\n{MANIFEST}", lines.join("\n")))
}

/// The edited contents of all files with lists of crates.
fn lists(name: &str, root: &Path) -> Result<Vec<(&'static str, String)>, String> {
    let capitals = name.to_uppercase();
    let mut edits = Vec::new();
    let mut edit = |path: &'static str, before: &str, new: &str| {
        let text = match edits.iter().position(|(edited, _)| *edited == path) {
            Some(at) => edits.remove(at).1,
            None => read(&root.join(path))?,
        };
        let at = text.find(before).ok_or(format!(
            "{path}: expected `{before}`, before which the new crate is listed"
        ))?;
        edits.push((path, format!("{}{new}{}", &text[..at], &text[at..])));
        Ok::<(), String>(())
    };
    edit(
        "Cargo.toml",
        "kifu-testkit = {",
        &format!("kifu-{name} = {{ path = \"crates/kifu-{name}\", version = \"0.1.0\" }}\n"),
    )?;
    edit(
        "Cargo.toml",
        "    \"crates/kifu-testkit\",",
        &format!("    \"crates/kifu-{name}\",\n"),
    )?;
    edit(
        "README.md",
        "| [`kifu-rgf`]",
        &format!("| [`kifu-{name}`](crates/kifu-{name}) | read and write {capitals} |\n"),
    )?;
    edit(
        "ARCHITECTURE.md",
        "| `kifu-timeline` |",
        &format!("| `kifu-{name}` | reads and writes {capitals} | span, core, tree |\n"),
    )?;
    let dependency = format!("kifu-{name} = {{ path = \"../crates/kifu-{name}\" }}\n");
    edit("fuzz/Cargo.toml", "kifu-rgf = {", &dependency)?;
    let bin = format!(
        "[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n\n"
    );
    edit("fuzz/Cargo.toml", "[profile.release]", &bin)?;
    let row = format!(
        "| `{name}` | bytes survive, findings are within the text, the game of a file reads back |\n"
    );
    edit("fuzz/README.md", "| `lex` |", &row)?;
    edit(".github/workflows/fuzz.yml", "lex, ", &format!("{name}, "))?;
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy;
    use crate::workspace::{below, files};

    /// A copy of the workspace files that cargo and the lists need.
    fn copy() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for path in files(root(), &[""]).unwrap() {
            let to = folder.path().join(below(root(), &path));
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(path, to).unwrap();
        }
        folder
    }

    #[test]
    fn a_new_format_is_in_every_list() {
        let folder = copy();
        make("tst", folder.path()).unwrap();
        assert_eq!(tidy::check(folder.path()).unwrap(), [] as [&str; 0]);
        assert!(
            make("tst", folder.path())
                .unwrap_err()
                .ends_with("already exists")
        );
        // Every list is checked: without one of them, the workspace is not tidy.
        for (path, text) in lists("other", folder.path()).unwrap() {
            let before = read(&folder.path().join(path)).unwrap();
            if path != "Cargo.toml" && path != "fuzz/Cargo.toml" {
                write(&folder.path().join(path), &text).unwrap();
                assert_ne!(
                    tidy::check(folder.path()).unwrap(),
                    [] as [&str; 0],
                    "{path}"
                );
                write(&folder.path().join(path), &before).unwrap();
            }
        }
    }

    /// The first steps of a user who created a format; takes a minute.
    #[test]
    #[ignore = "builds and tests the crate"]
    fn a_new_format_passes_its_tests() {
        let folder = copy();
        run_in("tst", folder.path().to_str()).unwrap();
        let target = folder.path().join("target");
        for args in [
            &["fmt", "-p", "kifu-tst", "--check"][..],
            &["test", "-p", "kifu-tst"],
            &[
                "clippy",
                "-p",
                "kifu-tst",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
            &["doc", "-p", "kifu-tst", "--no-deps"],
        ] {
            let mut command = cargo(args);
            command
                .env("CARGO_TARGET_DIR", &target)
                .env("RUSTDOCFLAGS", "-D warnings");
            run(command.current_dir(folder.path())).unwrap();
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        for name in ["", "GIB", "a-b", "9x", "../x"] {
            assert!(make(name, root()).is_err(), "{name}");
        }
    }
}
