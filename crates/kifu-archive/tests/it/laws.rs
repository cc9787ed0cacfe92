//! Laws that hold for any bytes. Tests check them for archives of each kind, the fuzzer for arbitrary input.

use std::io::{self, Cursor};
use std::ops::ControlFlow;

use kifu_archive::{ArchiveKind, Entry, Limits, Packing, each_member, unpack};

const PACKINGS: [Packing; 4] = [Packing::Gzip, Packing::Bzip2, Packing::Xz, Packing::Zstd];

/// The maximum length of the files of an archive, and of one of them.
const MAX_LEN: u64 = 1 << 18;
const MAX_MEMBER_LEN: u64 = 1 << 16;

/// Checks all laws for the bytes of a file, which is read as an archive of each kind.
pub(crate) fn all(source: &[u8]) {
    let mut kinds = vec![
        ArchiveKind::Zip,
        ArchiveKind::SevenZip,
        ArchiveKind::Tar(Packing::None),
    ];
    kinds.extend(PACKINGS.map(ArchiveKind::Tar));
    kinds.extend(PACKINGS.map(ArchiveKind::Single));
    for kind in kinds {
        members_are_within_limits(source, kind);
    }
    for packing in PACKINGS {
        if let Ok(content) = unpack(Cursor::new(source), packing, &limits(source)) {
            assert!(content.len() as u64 <= MAX_MEMBER_LEN, "{packing:?}");
        }
    }
}

fn limits(source: &[u8]) -> Limits {
    let limits = Limits::of_len(source.len() as u64);
    limits
        .with_max_len(MAX_LEN)
        .with_max_member_len(MAX_MEMBER_LEN)
}

type Members = Vec<(Vec<u8>, Option<Vec<u8>>)>;

/// Returns up to `count` members with their contents, and whether the whole archive could be read.
fn members(source: &[u8], kind: ArchiveKind, count: usize) -> (Members, bool) {
    let mut members = Members::new();
    let wanted = |entry: Entry<'_>| entry.is_file.then(|| entry.name.to_vec());
    let found = |name, content: io::Result<Vec<u8>>| {
        members.push((name, content.ok()));
        if members.len() < count {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let read = each_member(Cursor::new(source), kind, &limits(source), wanted, found);
    (members, read.is_ok())
}

/// Checks that the members are within the limits, are the same if the archive is read again, and that reading stops when
/// the caller wants it.
fn members_are_within_limits(source: &[u8], kind: ArchiveKind) {
    let (all, is_read) = members(source, kind, usize::MAX);
    let lens = all.iter().filter_map(|(_, content)| content.as_ref());
    let lens: Vec<u64> = lens.map(|content| content.len() as u64).collect();
    assert!(lens.iter().all(|len| *len <= MAX_MEMBER_LEN), "{kind:?}");
    assert!(lens.iter().sum::<u64>() <= MAX_LEN, "{kind:?}");
    if all.is_empty() {
        return;
    }
    assert!(
        members(source, kind, usize::MAX) == (all.clone(), is_read),
        "{kind:?}"
    );
    let half = all.len().div_ceil(2);
    assert!(members(source, kind, half).0 == all[..half], "{kind:?}");
}
