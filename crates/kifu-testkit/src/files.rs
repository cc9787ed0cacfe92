use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Returns a directory of the repository, by its path from the root.
pub fn repository(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder)
}

/// Returns the files below a directory, at any depth, sorted.
///
/// # Panics
///
/// Panics if the directory has no files, because the path is probably wrong.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("the directory can be read");
            todo.extend(entries.map(|entry| entry.expect("the directory can be read").path()));
        } else if path.is_file() {
            files.push(path);
        }
    }
    assert!(!files.is_empty(), "no files in {}", folder.display());
    files.sort();
    files
}

/// Runs a law over every file below a directory, and lists the files that break it at the end.
///
/// # Panics
///
/// Panics if the law panics for any file, or the directory has no files.
pub fn hold_on(folder: &Path, law: impl Fn(&[u8])) {
    let breaks = |file: &PathBuf| {
        let source = fs::read(file).expect("the file can be read");
        catch_unwind(AssertUnwindSafe(|| law(&source))).is_err()
    };
    let broken: Vec<PathBuf> = files(folder).into_iter().filter(breaks).collect();
    assert!(broken.is_empty(), "a law breaks on {broken:#?}");
}

/// Returns the contents of the SGF files of the corpus, or of the directory in `KIFU_BENCH_CORPUS`, for
/// benchmarks.
///
/// # Panics
///
/// Panics if the directory has no SGF files.
pub fn bench_corpus() -> Vec<Vec<u8>> {
    let folder =
        std::env::var_os("KIFU_BENCH_CORPUS").map_or_else(|| repository("corpus"), PathBuf::from);
    let is_sgf = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
    };
    let sources: Vec<_> = files(&folder)
        .iter()
        .filter(|path| is_sgf(path))
        .map(|path| fs::read(path).expect("the file can be read"))
        .collect();
    assert!(!sources.is_empty(), "no SGF in {}", folder.display());
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_laws_are_reported() {
        let folder = repository("crates/kifu-testkit/src");
        hold_on(&folder, |source| assert!(!source.is_empty()));
        let breaks = || hold_on(&folder, |source| assert!(source.len() < 10));
        assert!(catch_unwind(breaks).is_err());
    }

    #[test]
    fn an_empty_folder_is_an_error() {
        assert!(catch_unwind(|| files(&repository("no such folder"))).is_err());
    }
}
