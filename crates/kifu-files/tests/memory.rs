//! The memory of a walk over a large archive.

use std::convert::Infallible;
use std::fs::File;
use std::io::Write;

use kifu_files::{Input, Sources, Unreadable, for_each_in_order};
use kifu_testkit::tar::Raw;
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

const MEMBER_LEN: usize = 1 << 20;
const MEMBERS: usize = 64;

#[test]
fn few_members_of_an_archive_are_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.tar");
    let mut file = File::create(&path).unwrap();
    for n in 0..MEMBERS {
        let name = format!("{n}.sgf");
        let member = Raw::of(name.as_bytes(), b'0', &vec![b' '; MEMBER_LEN]);
        file.write_all(&member.into_bytes()).unwrap();
    }
    file.write_all(&[0; 1024]).unwrap();
    PEAK.reset_peak_usage();
    let before = PEAK.current_usage();
    let mut read = 0;
    let work = |input: Result<Input, Unreadable>| match input.unwrap() {
        Input::Member(member) => member.bytes.len(),
        _ => 0,
    };
    let done: Result<(), Infallible> =
        for_each_in_order(1, Sources::new([&path]).walk(), work, |len| {
            read += len;
            Ok(())
        });
    assert!(done.is_ok());
    assert_eq!(read, MEMBERS * MEMBER_LEN);
    // One member is being processed, one waits, and the growing buffer of the next one has twice
    // its length.
    let peak = PEAK.peak_usage() - before;
    assert!(peak < 6 * MEMBER_LEN, "{peak}");
}
