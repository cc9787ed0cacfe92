//! The parallel driver.

use kifu_files::{Input, Sources, Unreadable, for_each_in_order, in_batches};

use crate::{Folder, tar};

/// A directory with 300 files and an archive of 40 files.
fn folder() -> Folder {
    let names: Vec<String> = (0..300).map(|n| format!("in/{n:03}.sgf")).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (&**name, &b"(;B[aa])"[..]))
        .collect();
    let folder = Folder::new(&files);
    let names: Vec<String> = (0..40).map(|n| format!("{n:02}.sgf")).collect();
    let members: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (&**name, name.as_bytes()))
        .collect();
    std::fs::write(folder.path("in/150.tar"), tar(&members)).unwrap();
    folder
}

#[test]
fn order_does_not_depend_on_the_number_of_jobs() {
    let folder = folder();
    let sources = Sources::new([folder.path("in")]);
    let read = |input: Result<Input, Unreadable>| {
        let input = input.unwrap();
        (input.name(), input.read().unwrap())
    };
    let of_jobs = |jobs| {
        let mut results = Vec::new();
        let done: Result<(), ()> = for_each_in_order(jobs, sources.walk(), read, |result| {
            results.push(result);
            Ok(())
        });
        assert_eq!(done, Ok(()));
        results
    };
    let one = of_jobs(1);
    assert_eq!(one.len(), 340);
    // The archive `150.tar` follows the file `150.sgf`, since inputs are sorted by name.
    assert_eq!(folder.within(&*one[150].0), "in/150.sgf");
    assert_eq!(folder.within(&*one[151].0), "in/150.tar/00.sgf");
    for jobs in [2, 3, 16] {
        assert_eq!(of_jobs(jobs), one, "{jobs} jobs");
    }
}

#[test]
fn batches_have_consecutive_inputs() {
    let folder = folder();
    let walk = Sources::new([folder.path("in")]).walk();
    let mut all = Vec::new();
    let add = |batch: &mut Vec<String>, input: Result<Input, Unreadable>| {
        batch.push(input.unwrap().name());
    };
    let done: Result<(), ()> = in_batches(2, walk, &Vec::new, &add, &mut |batch| {
        all.extend(batch);
        Ok(())
    });
    assert_eq!((done, all.len()), (Ok(()), 340));
    assert!(all.is_sorted());
}
