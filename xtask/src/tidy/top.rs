//! Checks that the repository has no files at its top but those that the project decided on.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// The files and directories at the top: those of the project, and those that tools need there.
const TOP: [&str; 17] = [
    ".cargo",
    ".ci",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    "ARCHITECTURE.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "corpus",
    "crates",
    "fuzz",
    "rustfmt.toml",
    "xtask",
];

/// Checks the files that Git tracks. Without a repository, as in a source archive, or without Git there is nothing to
/// check.
pub fn is_closed(root: &Path) -> Result<Vec<String>, String> {
    if !root.join(".git").exists() {
        return Ok(Vec::new());
    }
    // The repository can belong to another user, as in a container.
    let listed = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-z"])
        .current_dir(root)
        .output();
    let listed = match listed {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        listed => listed.map_err(|e| format!("git ls-files: {e}"))?,
    };
    if !listed.status.success() {
        let message = String::from_utf8_lossy(&listed.stderr);
        return Err(format!("git ls-files: {}", message.trim_end()));
    }
    let listed = String::from_utf8_lossy(&listed.stdout);
    Ok(others(listed.split_terminator('\0')))
}

/// The findings for these tracked paths.
fn others<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let tops: BTreeSet<&str> = paths.filter_map(|path| path.split('/').next()).collect();
    tops.into_iter()
        .filter(|top| !TOP.contains(top))
        .map(|top| format!("{top}: move it below crates/, or list it in xtask/src/tidy/top.rs"))
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_stray_file_is_found() {
        let paths = [
            "Cargo.toml",
            "crates/a/wheel.whl",
            "wheel.whl",
            "dist/a",
            "dist/b",
        ];
        let found = super::others(paths.into_iter());
        let tops: Vec<_> = found
            .iter()
            .filter_map(|line| line.split(':').next())
            .collect();
        assert_eq!(tops, ["dist", "wheel.whl"]);
    }
}
