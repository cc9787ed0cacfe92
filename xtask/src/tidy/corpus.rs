//! Checks that each directory of the corpus is in the list of sources, and that each entry of the list states
//! its terms.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{files, read};

pub fn listed(folder: &Path) -> Result<Vec<String>, String> {
    let list = read(&folder.join("SOURCES.md"))?;
    let mut folders = BTreeSet::new();
    for file in files(folder, &[""])? {
        let parent = file.strip_prefix(folder).ok().and_then(Path::parent);
        folders.extend(
            parent
                .filter(|path| *path != Path::new(""))
                .map(PathBuf::from),
        );
    }
    Ok(compare(&list, &folders))
}

fn compare(list: &str, folders: &BTreeSet<PathBuf>) -> Vec<String> {
    let sections: Vec<&str> = list.split("\n## ").skip(1).collect();
    let named = |path: &Path| {
        let title = format!("`{}`", path.to_string_lossy().replace('\\', "/"));
        sections.iter().any(|section| section.starts_with(&title))
    };
    let unlisted = folders.iter().filter(|folder| {
        let mut above = folder.ancestors();
        !above.any(|path| path != Path::new("") && named(path))
    });
    let unlisted =
        unlisted.map(|folder| format!("corpus/SOURCES.md does not name {}", folder.display()));
    let termless = sections
        .iter()
        .filter(|section| !section.contains("\nTerms:"));
    let title = |section: &&str| section.lines().next().unwrap_or_default().to_owned();
    let termless =
        termless.map(|section| format!("corpus/SOURCES.md: {} has no terms", title(section)));
    unlisted.chain(termless).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_an_entry_and_an_entry_without_terms_are_found() {
        let list = "# Sources\n\n## `sgf/ours`\n\nText.\n\nTerms: MIT.\n\n## `jgf`\n\nText.\n";
        let folders = ["sgf/ours/deep", "jgf", "sgf/theirs"].map(PathBuf::from);
        assert_eq!(
            compare(list, &BTreeSet::from(folders)),
            [
                "corpus/SOURCES.md does not name sgf/theirs",
                "corpus/SOURCES.md: `jgf` has no terms"
            ]
        );
    }
}
