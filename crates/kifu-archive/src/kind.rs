//! The kinds of archives, and the names that they have.

use std::path::Path;

/// The kind of an archive, which its name determines. Bundles (`.rgz` and `.rgt`) are not archives:
/// their files belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveKind {
    /// A zip archive.
    Zip,
    /// A 7z archive.
    SevenZip,
    /// A tar archive, perhaps compressed.
    Tar(Packing),
    /// A single compressed file, such as `game.sgf.gz`.
    Single(Packing),
}

/// The compression of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Not compressed.
    None,
    /// gzip, `.gz`.
    Gzip,
    /// bzip2, `.bz2`.
    Bzip2,
    /// XZ, `.xz`.
    Xz,
    /// Zstandard, `.zst`.
    Zstd,
}

/// The endings of archive names. `.tar.gz` comes before `.gz`, because the first match counts.
const ENDINGS: [(&str, ArchiveKind); 16] = [
    (".zip", ArchiveKind::Zip),
    (".7z", ArchiveKind::SevenZip),
    (".tar", ArchiveKind::Tar(Packing::None)),
    (".tar.gz", ArchiveKind::Tar(Packing::Gzip)),
    (".tgz", ArchiveKind::Tar(Packing::Gzip)),
    (".tar.bz2", ArchiveKind::Tar(Packing::Bzip2)),
    (".tbz2", ArchiveKind::Tar(Packing::Bzip2)),
    (".tbz", ArchiveKind::Tar(Packing::Bzip2)),
    (".tar.xz", ArchiveKind::Tar(Packing::Xz)),
    (".txz", ArchiveKind::Tar(Packing::Xz)),
    (".tar.zst", ArchiveKind::Tar(Packing::Zstd)),
    (".tzst", ArchiveKind::Tar(Packing::Zstd)),
    (".gz", ArchiveKind::Single(Packing::Gzip)),
    (".bz2", ArchiveKind::Single(Packing::Bzip2)),
    (".xz", ArchiveKind::Single(Packing::Xz)),
    (".zst", ArchiveKind::Single(Packing::Zstd)),
];

impl ArchiveKind {
    /// Returns the kind of a file with this name; `None` if the name is not that of an archive. The letters can be upper
    /// case.
    pub fn of(path: &Path) -> Option<ArchiveKind> {
        // The names of most files are not compared any further. A path can also end with a slash.
        let last = path.as_os_str().as_encoded_bytes().last()?;
        let is_last = |ending: &str| ending.as_bytes().last() == Some(&last.to_ascii_lowercase());
        if last.is_ascii_alphanumeric() && !ENDINGS.iter().any(|(ending, _)| is_last(ending)) {
            return None;
        }
        let name = path.file_name()?.as_encoded_bytes();
        let ends = |ending: &str| {
            let start = name
                .len()
                .checked_sub(ending.len())
                .filter(|start| *start > 0);
            start.is_some_and(|start| name[start..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        let found = ENDINGS.iter().find(|(ending, _)| ends(ending));
        found.map(|(_, kind)| *kind)
    }

    /// Returns whether an archive of this kind can contain several files.
    pub fn is_folder(self) -> bool {
        !matches!(self, ArchiveKind::Single(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_determine_kinds() {
        for (name, kind) in [
            ("games.zip", Some(ArchiveKind::Zip)),
            ("GAMES.ZIP", Some(ArchiveKind::Zip)),
            ("a/games.7z", Some(ArchiveKind::SevenZip)),
            ("games.tar", Some(ArchiveKind::Tar(Packing::None))),
            ("games.tar.gz", Some(ArchiveKind::Tar(Packing::Gzip))),
            ("games.tgz", Some(ArchiveKind::Tar(Packing::Gzip))),
            ("games.sgf.gz", Some(ArchiveKind::Single(Packing::Gzip))),
            (".tar.zst", Some(ArchiveKind::Single(Packing::Zstd))),
            (".zip", None),
            ("a/.zip", None),
            ("zip", None),
            ("games.sgf", None),
            ("games.zip/", Some(ArchiveKind::Zip)),
            ("", None),
        ] {
            assert_eq!(ArchiveKind::of(Path::new(name)), kind, "{name}");
        }
        assert!(ArchiveKind::Zip.is_folder());
        assert!(!ArchiveKind::Single(Packing::Xz).is_folder());
    }
}
