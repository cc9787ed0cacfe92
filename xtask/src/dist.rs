//! `cargo xtask dist`: packs the command with its documentation for download.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::chores::{self, root, run};
use crate::workspace::{below, files, read, write};

const SHELLS: [(&str, &str); 5] = [
    ("bash", "kifu.bash"),
    ("elvish", "kifu.elv"),
    ("fish", "kifu.fish"),
    ("powershell", "_kifu.ps1"),
    ("zsh", "_kifu"),
];

const PAGES: [&str; 4] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "crates/kifu-cli/README.md",
    "crates/kifu-cli/COMMANDS.md",
];

/// The guides to which the README links.
const GUIDE: &str = "crates/kifu-cli/guide";

/// Packs the command, built with the profile `dist` for a target or for this machine, into `target/packed`.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    match args {
        [] => pack(None),
        ["--target", target] => pack(Some(target)),
        ["--check-tag", tag] => is_version(tag, &read(&root().join("Cargo.toml"))?),
        other => Err(format!(
            "unexpected argument `{}`; see `cargo xtask help`",
            other.join(" ")
        )),
    }
}

/// Checks that a tag matches the version in the manifest.
fn is_version(tag: &str, manifest: &str) -> Result<(), String> {
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = \""));
    let version = version
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_default();
    if tag == format!("v{version}") {
        Ok(())
    } else {
        Err(format!("the tag is {tag}, but the version is {version}"))
    }
}

fn pack(target: Option<&str>) -> Result<(), String> {
    let built = chores::target()
        .join(target.unwrap_or_default())
        .join("dist");
    let program = built.join(format!("kifu{}", std::env::consts::EXE_SUFFIX));
    let name = format!("kifu-{}", target.unwrap_or("here"));
    let packed = root().join("target/packed");
    let folder = packed.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let count = write_generated_pages(&program, &folder)?;
    for page in PAGES {
        put(&root().join(page), &folder)?;
    }
    for page in files(&root().join(GUIDE), &[""])? {
        write(
            &folder.join("guide").join(below(&root().join(GUIDE), &page)),
            &read(&page)?,
        )?;
    }
    put(&program, &folder)?;
    // The tar of Windows writes zip files if the name ends with `.zip`.
    let archive = if cfg!(windows) {
        format!("{name}.zip")
    } else {
        format!("{name}.tar.gz")
    };
    let mut tar = Command::new("tar");
    tar.args([if cfg!(windows) { "-acf" } else { "-czf" }, &archive, &name]);
    run(tar.current_dir(&packed))?;
    fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    println!(
        "{}: {count} completions and manual pages",
        packed.join(archive).display()
    );
    Ok(())
}

fn put(file: &Path, folder: &Path) -> Result<(), String> {
    let name = file.file_name().unwrap_or_default();
    let copied = fs::copy(file, folder.join(name));
    copied
        .map(|_| ())
        .map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes the completions and manual pages that the program generates, and returns their number.
fn write_generated_pages(program: &Path, folder: &Path) -> Result<usize, String> {
    for (shell, name) in SHELLS {
        let text = stdout_of(program, &["completions", shell])?;
        write(&folder.join("completions").join(name), &text)?;
    }
    let mut todo = vec![Vec::new()];
    let mut count = SHELLS.len();
    while let Some(verb) = todo.pop() {
        let words: Vec<&str> = verb.iter().map(String::as_str).collect();
        let page = stdout_of(program, &[&["man"], &words[..]].concat())?;
        let name = [&["kifu"], &words[..]].concat().join("-");
        write(&folder.join("man").join(format!("{name}.1")), &page)?;
        count += 1;
        let help = stdout_of(program, &[&words[..], &["--help"]].concat())?;
        todo.extend(verbs(&help).map(|next| [&verb[..], &[next]].concat()));
    }
    Ok(count)
}

fn stdout_of(program: &Path, args: &[&str]) -> Result<String, String> {
    let shown = || format!("{} {}", program.display(), args.join(" "));
    let output = Command::new(program).args(args).output();
    let output = output.map_err(|e| format!("{}: {e}", shown()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!(
            "{}: {}",
            shown(),
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

/// The verbs in a help text.
fn verbs(help: &str) -> impl Iterator<Item = String> {
    let list = help
        .split_once("\nCommands:\n")
        .map_or("", |(_, list)| list);
    let lines = list.lines().take_while(|line| line.starts_with(' '));
    let names = lines.filter_map(|line| {
        // Continuation lines are indented further.
        let line = line
            .strip_prefix("  ")
            .filter(|line| !line.starts_with(' '))?;
        line.split(' ').next()
    });
    names.filter(|name| *name != "help").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_found_in_help() {
        let help = "Go records\n\nUsage: kifu\n\nCommands:\n  info  What files hold\n  check\n          Judge\n  help  This\n\nOptions:\n  -h";
        assert_eq!(verbs(help).collect::<Vec<_>>(), ["info", "check"]);
        assert_eq!(verbs("Usage: kifu info\n").count(), 0);
    }

    #[test]
    fn a_tag_is_the_version() {
        let manifest =
            "[workspace]\n[workspace.package]\nversion = \"0.3.1\"\n[x]\nversion = \"9.9.9\"\n";
        assert_eq!(is_version("v0.3.1", manifest), Ok(()));
        assert!(is_version("v0.3.2", manifest).is_err());
    }
}
