//! Every codec of the workspace is connected to `kifu::read` and to the catalogue of findings.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::Format;
use kifu::parts::{Between, SplitError, in_format_of, split};

/// Returns the names and directories of the codecs: crates that have a FORMAT.md and valid files of this format
/// as test cases. RGF is not included, since `kifu::read` does not read recordings.
fn codecs() -> Vec<(String, PathBuf)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let Some(name) = name.strip_prefix("kifu-").filter(|name| *name != "rgf") else {
            continue;
        };
        if folder.join("FORMAT.md").exists() && !cases(&folder, name).is_empty() {
            all.push((name.to_owned(), folder.clone()));
        }
    }
    assert!(all.len() >= 3, "{all:?}");
    all
}

/// Returns the valid files among the test cases of a codec.
fn cases(folder: &Path, name: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.join("test_data/ok")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == name))
        .collect()
}

#[test]
fn read_recognizes_the_files_of_every_codec() {
    for (name, folder) in codecs() {
        let mut recognized = 0;
        for path in cases(&folder, &name) {
            let record = kifu::read(fs::read(&path).unwrap()).unwrap();
            let found = record.format();
            // A position of only a few characters is not recognized.
            if name == "sgn" && found == Format::Unknown {
                continue;
            }
            assert_eq!(found.name(), name, "{}", path.display());
            let extension = if name == "ogs" { "json" } else { &name };
            assert_eq!(found.capabilities().extension, extension);
            recognized += 1;
        }
        assert_ne!(recognized, 0, "{name}");
    }
}

#[test]
fn capabilities_agree_with_the_formats() {
    for (name, folder) in codecs() {
        for path in cases(&folder, &name) {
            let source = fs::read(&path).unwrap();
            let record = kifu::read(source.as_slice()).unwrap();
            let can = record.format().capabilities();
            let sgf = record.to_sgf().unwrap();
            assert_eq!(record.game_count(), sgf.roots().count());
            assert_eq!(record.game_count(), record.games().count());
            assert_eq!(
                in_format_of(&record, &source, &sgf).is_some(),
                can.is_written
            );
            let pieces = split(&record, &source, Between::Drop);
            assert_eq!(pieces == Err(SplitError::Positions), !can.has_games);
        }
    }
}

#[test]
fn the_catalogue_has_the_codes_of_every_codec() {
    for (name, folder) in codecs() {
        let Ok(source) = fs::read_to_string(folder.join("src/codes.rs")) else {
            continue;
        };
        let start = format!("\"{name}/");
        for (at, _) in source.match_indices(&start) {
            let code = source[at + 1..].split('"').next().unwrap();
            let is_known = kifu::codes().any(|known| known.name == code);
            assert!(is_known, "kifu::codes() lacks {code}");
        }
    }
}

#[test]
fn a_game_of_sgf_is_sgf_whatever_its_comments_contain() {
    for line in [
        "PMABBEEQQ",
        "\\HS",
        "[Header]\nHdcp=0,6.50",
        "{\"tree\": []}",
    ] {
        let source = format!("\n(;C[\n{line}\n];B[aa])");
        assert_eq!(
            kifu::Syntax::of(source.as_bytes()),
            kifu::Syntax::Sgf,
            "{line}"
        );
    }
}
