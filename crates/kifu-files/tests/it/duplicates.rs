//! Files with copies of games.

use kifu_files::duplicates::{
    Action, Fate, Files, Handler, LeaveReason, Loss, OnLoss, Options, Reader,
};
use kifu_files::kifu::collection::CHUNK_LEN;
use kifu_files::kifu::compare::{CopyCriteria, Preferences, SameBy};
use kifu_files::{Sources, games};

use crate::Folder;

/// Handles the copies in a directory, and returns the name and the fate of each file with copies.
fn handled(folder: &Folder, on_loss: OnLoss, dry_run: bool) -> Vec<(String, String)> {
    let by: SameBy = "moves".parse().unwrap();
    let keep: Preferences = "first".parse().unwrap();
    let reader = Reader::new(by, &keep);
    let mut files = Files::default();
    for input in Sources::new([folder.path("")]).walk() {
        let input = input.unwrap();
        let read = reader.read(&input, &mut games::open(&input, CHUNK_LEN).unwrap());
        assert!(files.add(read.unwrap(), false));
    }
    let options = Options {
        action: Action::Delete(on_loss),
        by,
        criteria: CopyCriteria::default(),
        dry_run,
        strict: false,
    };
    let mut handler = Handler::new(&options, &files);
    for group in files.candidates().groups(by, &options.criteria) {
        handler.add(&files.candidates().cluster(&group, &keep));
    }
    let mut fates = Vec::new();
    let done: Result<(), ()> = handler.act(|file, fate| {
        let fate = match fate.unwrap() {
            Fate::Done(_) => "deleted".to_owned(),
            Fate::Left(Some(LeaveReason::Losses(losses))) => match &losses[..] {
                [Loss::Missing { missing, .. }] => format!("loses {}", missing[0]),
                other => panic!("{other:?}"),
            },
            Fate::Left(why) => panic!("{why:?}"),
        };
        fates.push((folder.within(file.path.clone().unwrap()), fate));
        Ok(())
    });
    assert_eq!(done, Ok(()));
    fates
}

fn folder() -> Folder {
    let moves = ";B[aa];W[ba];B[ca];W[da];B[ea];W[fa];B[ga];W[ha];B[ia];W[ja];B[ka];W[la]";
    let record = |more: &str| format!("(;FF[4]SZ[19]{more}{moves})").into_bytes();
    Folder::new(&[
        ("a.sgf", &record("")),
        ("b.sgf", &record("GC[A comment]")),
        ("c.sgf", &record("")),
    ])
}

fn fates(fates: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, fate): &(&str, &str)| ((*name).to_owned(), (*fate).to_owned());
    fates.iter().map(owned).collect()
}

#[test]
fn a_file_is_only_deleted_if_nothing_is_lost() {
    let folder = folder();
    let expected = fates(&[("b.sgf", "loses GC[A comment]"), ("c.sgf", "deleted")]);
    assert_eq!(handled(&folder, OnLoss::Leave, true), expected);
    assert!(folder.path("c.sgf").exists());
    assert_eq!(handled(&folder, OnLoss::Leave, false), expected);
    assert!(folder.path("a.sgf").exists() && folder.path("b.sgf").exists());
    assert!(!folder.path("c.sgf").exists());
}

#[test]
fn content_is_merged_before_a_file_is_deleted() {
    let folder = folder();
    let expected = fates(&[("b.sgf", "deleted"), ("c.sgf", "deleted")]);
    assert_eq!(handled(&folder, OnLoss::Merge, false), expected);
    let kept = std::fs::read_to_string(folder.path("a.sgf")).unwrap();
    assert!(kept.contains("GC[A comment]"), "{kept}");
    assert!(folder.path("a.sgf.orig").exists());
    assert!(!folder.path("b.sgf").exists() && !folder.path("c.sgf").exists());
}
