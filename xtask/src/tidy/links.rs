//! Checks that links between pages have a target.

use std::path::Path;

use super::{files, read};
use crate::markdown::{anchors, links};
use crate::workspace::below;

/// Pages that are data for tests.
const DATA: [&str; 2] = ["corpus/", "test_data/"];

pub fn lead_somewhere(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for path in files(root, &[".md"])? {
        let shown = below(root, &path);
        if DATA.iter().any(|data| shown.contains(data)) && !shown.ends_with("SOURCES.md") {
            continue;
        }
        let text = read(&path)?;
        for link in links(&text).into_iter().filter(|link| link.is_relative()) {
            if let Some(why) = dead(&path, &text, &link.to) {
                found.push(format!("{shown}: {}: {why}", link.to));
            }
        }
    }
    Ok(found)
}

/// The fault of a link in a page, if there is one.
fn dead(page: &Path, text: &str, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        file => page.parent().unwrap_or(Path::new("")).join(file),
    };
    if !target.exists() {
        return Some("no such file".into());
    }
    if anchor.is_empty() || target.is_dir() {
        return None;
    }
    let there = match file {
        "" => anchors(text),
        _ => anchors(&read(&target).unwrap_or_default()),
    };
    (!there.iter().any(|one| one == anchor)).then(|| "no such heading".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::write;

    #[test]
    fn links_to_nothing_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| write(&folder.path().join(name), text).unwrap();
        put(
            "a.md",
            "[b](b.md#the-end), [c](c.md), [b](b.md#gone), <https://x.org>, [`f`](crate::f)",
        );
        put("b.md", "# The end\n\n[here](#the-end) [there](#there)\n");
        assert_eq!(
            lead_somewhere(folder.path()).unwrap(),
            [
                "a.md: c.md: no such file",
                "a.md: b.md#gone: no such heading",
                "b.md: #there: no such heading"
            ]
        );
    }
}
