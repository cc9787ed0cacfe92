//! **kifu-testkit** runs the test cases of a crate: small files in `test_data/ok` and `test_data/err`, each for one
//! idea, with a snapshot next to it. A new test is a new file. The crate also runs laws over the files of the
//! corpus, or of any directory, and reads the corpus for benchmarks.
//!
//! ```no_run
//! let cases = kifu_testkit::Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf");
//! cases.check(|case| case.snapshot(&format!("{} bytes", case.source.len())));
//! ```
#![forbid(unsafe_code)]

mod files;
pub mod tar;
#[cfg(unix)]
pub mod tmux;

pub use files::{bench_corpus, files, hold_on, repository};

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The test cases of one crate, sorted by name.
#[derive(Debug)]
pub struct Cases(Vec<Case>);

/// A named test input.
#[derive(Debug)]
pub struct Case {
    #[cfg_attr(not(feature = "snapshots"), expect(dead_code))]
    path: PathBuf,
    /// The directory of the case: `ok` or `err`.
    pub kind: &'static str,
    /// The number and the idea, such as `0003_escaped_bracket`.
    pub name: String,
    /// The contents.
    pub source: Vec<u8>,
}

impl Cases {
    /// Returns the files with this extension in a crate's `test_data/ok` and `test_data/err`.
    ///
    /// # Panics
    ///
    /// Panics if a directory is missing or empty, which indicates another error, or if two cases have the same number.
    pub fn of(manifest_dir: &str, extension: &str) -> Cases {
        let mut cases = Vec::new();
        for kind in ["ok", "err"] {
            let folder = Path::new(manifest_dir).join("test_data").join(kind);
            let before = cases.len();
            for entry in fs::read_dir(&folder).expect("the directory of the cases exists") {
                let path = entry.expect("the directory can be read").path();
                if path.extension().is_none_or(|found| found != extension) {
                    continue;
                }
                let stem = path.file_stem().and_then(|stem| stem.to_str());
                cases.push(Case {
                    kind,
                    name: stem.expect("names are ASCII").to_owned(),
                    source: fs::read(&path).expect("cases can be read"),
                    path,
                });
            }
            assert!(cases.len() > before, "no cases in {}", folder.display());
        }
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        for pair in cases.windows(2) {
            let number = |case: &Case| case.name.split('_').next().map(str::to_owned);
            assert_ne!(
                number(&pair[0]),
                number(&pair[1]),
                "the numbers of cases must be unique"
            );
        }
        Cases(cases)
    }

    /// Returns an iterator over the cases, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Case> {
        self.0.iter()
    }

    /// Runs a check over every case, and lists the cases that failed at the end.
    ///
    /// # Panics
    ///
    /// Panics if the check panics for any case.
    pub fn check(&self, check: impl Fn(&Case)) {
        let passes = |case: &&Case| catch_unwind(AssertUnwindSafe(|| check(case))).is_ok();
        let failed: Vec<String> = self
            .iter()
            .filter(|case| !passes(case))
            .map(|case| format!("{}/{}", case.kind, case.name))
            .collect();
        let failed_list = failed.join("\n  ");
        assert!(
            failed.is_empty(),
            "failed, each with its message above:\n  {failed_list}"
        );
    }
}

impl Case {
    /// Compares a report with the snapshot of the case.
    ///
    /// # Panics
    ///
    /// Panics if the report and the snapshot differ.
    #[cfg(feature = "snapshots")]
    pub fn snapshot(&self, report: &str) {
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(self.path.parent().expect("the path of a case has a parent"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(self.name.as_str(), report));
    }

    /// Asserts that the case is in the right directory.
    ///
    /// # Panics
    ///
    /// Panics if the case belongs in the other directory.
    pub fn is_clean(&self, clean: bool) {
        let kind = if clean { "ok" } else { "err" };
        assert_eq!(kind, self.kind, "the case belongs in the other directory");
    }
}

/// Compares a generated page with the file that stores it. Writes the file if `INSTA_UPDATE=always`.
///
/// # Panics
///
/// Panics if the page and the file differ.
pub fn written(path: &Path, page: &str) {
    let kept = fs::read_to_string(path).unwrap_or_default();
    if kept == page {
        return;
    }
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        fs::write(path, page).expect("the page can be written");
        return;
    }
    panic!(
        "{} is out of date: run the tests with INSTA_UPDATE=always, and look at the difference",
        path.display()
    );
}
