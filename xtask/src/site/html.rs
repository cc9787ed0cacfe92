//! Checks the links of the pages that mdbook rendered, because mdbook has its own rules for names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::workspace::{below, files, read};

/// The dead links within the book.
pub fn dead_links(book: &Path) -> Result<Vec<String>, String> {
    let mut ids: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let mut links = Vec::new();
    for path in files(book, &[".html"])? {
        let page = read(&path)?;
        let main = page.split_once("<main>").map_or("", |(_, rest)| rest);
        let main = main.split("</main>").next().unwrap_or_default();
        // The combined page for printing repeats the links of the others.
        let is_whole = path.ends_with("print.html");
        let here = values(main, "href=\"").filter(|_| !is_whole);
        links.extend(here.map(|link| (path.clone(), link.to_owned())));
        ids.insert(path, values(&page, "id=\"").map(str::to_owned).collect());
    }
    let is_dead = |(page, link): &(PathBuf, String)| {
        let (file, id) = link.split_once('#').unwrap_or((link, ""));
        let target = match file {
            "" => page.clone(),
            file => normalized(&page.with_file_name(file)),
        };
        let has_id = || {
            ids.get(&target)
                .is_none_or(|ids| id.is_empty() || ids.contains(id))
        };
        let is_elsewhere = link.contains("://");
        !(is_elsewhere || target.exists() && has_id())
    };
    let dead = links.into_iter().filter(is_dead);
    Ok(dead
        .map(|(page, link)| format!("{}: {link}: dead link", below(book, &page)))
        .collect())
}

/// The values of an attribute.
fn values<'t>(text: &'t str, attribute: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(attribute)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
}

/// The path without `..`.
fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        match part.as_os_str().to_str() {
            Some("..") => _ = normalized.pop(),
            _ => normalized.push(part),
        }
    }
    normalized
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::write;

    #[test]
    fn dead_links_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let page = "<a href=\"outside.html\"><main><h1 id=\"top\"></h1><a href=\"#top\"><a href=\"../b.html#x\">\
            <a href=\"gone.html\"><a href=\"#gone\"><a href=\"https://x.org\"></main>";
        write(&folder.path().join("a/a.html"), page).unwrap();
        write(&folder.path().join("b.html"), "<main id=\"x\"></main>").unwrap();
        let found = dead_links(folder.path()).unwrap();
        assert_eq!(
            found,
            [
                "a/a.html: gone.html: dead link",
                "a/a.html: #gone: dead link"
            ]
        );
    }
}
