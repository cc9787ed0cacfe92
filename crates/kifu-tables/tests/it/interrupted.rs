//! The dataset does not depend on the number of threads or on interruptions.

use std::cell::Cell;

use kifu_tables::kifu_arrow::Options;
use kifu_tables::{ExportError, ExportEvent, ExportOptions, Partition, TableFormat};

use crate::{contents, corpus, export, temporary};

fn options(jobs: usize) -> ExportOptions {
    ExportOptions {
        tables: Options {
            plies: Some(40),
            nodes: true,
            ..Options::default()
        },
        jobs,
        games_per_part: 50,
        partition: Some(Partition::Size),
        ..ExportOptions::default()
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let datasets = [1, 2, 5].map(|jobs| {
        let to = directory.path().join(jobs.to_string());
        let summary = export(&sources, &to, &options(jobs));
        assert!(summary.games > 150 && summary.errors >= 3, "{summary:?}");
        contents(&to)
    });
    assert!(datasets[0].len() > 10);
    assert!(datasets[0] == datasets[1] && datasets[0] == datasets[2]);
}

/// Stops each run after some more inputs than the one before.
#[test]
fn an_interrupted_export_continues() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let undisturbed = directory.path().join("undisturbed");
    let summary = export(&sources, &undisturbed, &options(2));
    let interrupted = directory.path().join("interrupted");
    let (mut runs, mut continued) = (0, 0);
    let done = loop {
        runs += 1;
        let left = Cell::new(runs * 40);
        let mut observe = |event: ExportEvent| {
            if let ExportEvent::Continued { .. } = event {
                continued += 1;
            }
            left.set(left.get() - 1);
            if left.get() > 0 {
                Ok(())
            } else {
                Err("enough")
            }
        };
        match kifu_tables::export(&sources, &interrupted, &options(3), &mut observe) {
            Ok(done) => break done,
            Err(ExportError::Stopped("enough")) => {}
            Err(error) => panic!("{error}"),
        }
    };
    assert!(runs > 2 && continued > 0);
    assert_eq!(done, summary);
    assert!(contents(&interrupted) == contents(&undisturbed));
}

#[test]
fn other_datasets_are_not_overwritten() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let run = |name: &str, options: &ExportOptions, stop: bool| {
        let mut observe = |_| if stop { Err("stop") } else { Ok(()) };
        let to = directory.path().join(name);
        kifu_tables::export(&sources, &to, options, &mut observe)
    };
    let plain = ExportOptions::default();
    assert!(run("a", &plain, false).is_ok());
    assert!(matches!(
        run("a", &plain, false),
        Err(ExportError::Finished(_))
    ));
    let replaced = ExportOptions {
        overwrite: true,
        format: TableFormat::Arrow,
        ..plain.clone()
    };
    assert!(run("a", &replaced, false).is_ok());
    let names: Vec<String> = contents(&directory.path().join("a")).into_keys().collect();
    assert_eq!(
        names,
        [
            "_kifu-schema.json",
            "errors/part-00000.arrow",
            "games/part-00000.arrow"
        ]
    );
    assert!(matches!(
        run("b", &plain, true),
        Err(ExportError::Stopped("stop"))
    ));
    let other = ExportOptions {
        format: TableFormat::Csv,
        ..plain.clone()
    };
    assert!(matches!(
        run("b", &other, false),
        Err(ExportError::OtherOptions(_))
    ));
    std::fs::create_dir(directory.path().join("c")).unwrap();
    std::fs::write(directory.path().join("c/letter.txt"), "Hello").unwrap();
    assert!(matches!(
        run("c", &replaced, false),
        Err(ExportError::NotADataset(_))
    ));
}

/// Files that disappear while an export is interrupted would shift all numbers.
#[test]
fn the_inputs_must_be_the_same() {
    let directory = temporary();
    let games = directory.path().join("games");
    std::fs::create_dir(&games).unwrap();
    for number in 0..20 {
        std::fs::write(games.join(format!("{number:02}.sgf")), "(;B[dd])").unwrap();
    }
    let sources = kifu_files::Sources::new([games.clone()]);
    let options = ExportOptions {
        games_per_part: 5,
        jobs: 1,
        ..ExportOptions::default()
    };
    let to = directory.path().join("to");
    let left = Cell::new(12);
    let mut observe = |_: ExportEvent| {
        left.set(left.get() - 1);
        if left.get() > 0 {
            Ok(())
        } else {
            Err("enough")
        }
    };
    let stopped = kifu_tables::export(&sources, &to, &options, &mut observe);
    assert!(matches!(stopped, Err(ExportError::Stopped(_))));
    std::fs::remove_file(games.join("03.sgf")).unwrap();
    let mut observe = |_: ExportEvent| Ok::<(), &str>(());
    let changed = kifu_tables::export(&sources, &to, &options, &mut observe);
    assert!(
        matches!(changed, Err(ExportError::OtherInputs(_))),
        "{changed:?}"
    );
    std::fs::write(games.join("03.sgf"), "(;B[dd])").unwrap();
    let done = kifu_tables::export(&sources, &to, &options, &mut observe);
    assert_eq!(done.unwrap().games, 20);
}

/// A kill can leave files that have their names, but are not in the manifest yet.
#[test]
fn overwriting_removes_the_files_of_an_unfinished_part() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let to = directory.path().join("to");
    let mut observe = |event: ExportEvent| match event {
        ExportEvent::Progress(_) => Err("enough"),
        _ => Ok(()),
    };
    let stopped = kifu_tables::export(&sources, &to, &options(1), &mut observe);
    assert!(matches!(stopped, Err(ExportError::Stopped("enough"))));
    let left = "games/board=1x1/part-00007.parquet";
    std::fs::create_dir_all(to.join(left).parent().unwrap()).unwrap();
    std::fs::write(to.join(left), "").unwrap();
    std::fs::write(to.join("_kifu-work/pending"), left).unwrap();
    std::fs::write(to.join("games/letter.txt"), "Hello").unwrap();
    let replaced = ExportOptions {
        overwrite: true,
        format: TableFormat::Csv,
        ..ExportOptions::default()
    };
    export(&sources, &to, &replaced);
    let names: Vec<String> = contents(&to).into_keys().collect();
    assert_eq!(
        names,
        [
            "_kifu-schema.json",
            "errors/part-00000.csv",
            "games/letter.txt",
            "games/part-00000.csv"
        ]
    );
    assert!(!to.join("games/board=1x1").exists());
}

/// An input can change while the export is interrupted, so that the part has other files.
#[test]
fn continuing_removes_the_files_of_an_unfinished_part() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let to = directory.path().join("to");
    let mut observe = |event: ExportEvent| match event {
        ExportEvent::Progress(_) => Err("enough"),
        _ => Ok(()),
    };
    let stopped = kifu_tables::export(&sources, &to, &options(1), &mut observe);
    assert!(matches!(stopped, Err(ExportError::Stopped("enough"))));
    let complete = contents(&to)
        .into_keys()
        .find(|name| name.starts_with("games/"))
        .unwrap();
    let left = "games/board=1x1/part-00007.parquet";
    std::fs::create_dir_all(to.join(left).parent().unwrap()).unwrap();
    std::fs::write(to.join(left), "").unwrap();
    std::fs::write(to.join("_kifu-work/pending"), format!("{complete}\n{left}")).unwrap();
    let undisturbed = directory.path().join("undisturbed");
    export(&sources, &undisturbed, &options(1));
    export(&sources, &to, &options(1));
    assert!(contents(&to) == contents(&undisturbed));
    assert!(!to.join("games/board=1x1").exists());
}

/// A kill can come before the first manifest.
#[test]
fn an_export_that_hardly_began_starts_again() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let to = directory.path().join("to");
    std::fs::create_dir_all(to.join("_kifu-work")).unwrap();
    std::fs::write(to.join("_kifu-work/positions"), "unfinished").unwrap();
    std::fs::write(to.join("_kifu-schema.json"), "").unwrap();
    let undisturbed = directory.path().join("undisturbed");
    export(&sources, &undisturbed, &options(1));
    export(&sources, &to, &options(1));
    assert!(contents(&to) == contents(&undisturbed));
}

#[test]
fn a_source_must_fit_into_a_name() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let to = directory.path().join("to");
    let long = "a/".repeat(70);
    let options = ExportOptions {
        partition: Some(Partition::Source(vec![long])),
        ..ExportOptions::default()
    };
    let mut observe = |_: ExportEvent| Ok::<(), &str>(());
    let refused = kifu_tables::export(&sources, &to, &options, &mut observe);
    assert!(
        refused
            .as_ref()
            .is_err_and(|error| error.to_string().contains("too long")),
        "{refused:?}"
    );
    assert!(!to.exists());
}

#[test]
fn another_export_cannot_write_to_the_same_directory() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let to = directory.path().join("to");
    let mut tries = 0;
    let mut observe = |_: ExportEvent| {
        tries += 1;
        if tries > 1 {
            return Ok(());
        }
        let replaced = ExportOptions {
            overwrite: true,
            ..ExportOptions::default()
        };
        let mut nothing = |_: ExportEvent| Ok::<(), &str>(());
        let other = kifu_tables::export(&sources, &to, &replaced, &mut nothing);
        assert!(matches!(other, Err(ExportError::Locked(_))), "{other:?}");
        Ok::<(), &str>(())
    };
    let done = kifu_tables::export(&sources, &to, &options(1), &mut observe);
    assert!(done.is_ok() && tries > 1);
    assert!(!to.join("_kifu.lock").exists() && !to.join("_kifu-work").exists());
}
