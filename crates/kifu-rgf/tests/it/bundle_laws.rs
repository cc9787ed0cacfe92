//! Laws that hold for any bytes read as a bundle.

use std::io::Read;

use kifu_rgf::bundle::{Bundle, Limits, Reader, Writer, check, check_name};

/// Small limits, so that hostile inputs are rejected quickly.
pub(crate) const LIMITS: Limits = Limits {
    members: 16,
    text: 1 << 16,
    texts: 1 << 17,
    total: 1 << 22,
    ratio: 200,
    always_allowed: 1 << 20,
};

/// Checks that an accepted bundle has safe names, fits the limits, and reads back the same after it is written
/// again.
pub(crate) fn all(source: &[u8]) {
    let members = read(source);
    let checked = check(source, &LIMITS);
    assert_eq!(members.is_some(), checked.is_ok());
    if let Ok(bundle) = Bundle::read(source, None, &LIMITS) {
        assert_eq!(bundle.warnings, checked.unwrap().warnings);
    }
    let Some(members) = members else {
        return;
    };
    assert!(members.len() <= LIMITS.members);
    assert!(members.iter().all(|(name, _)| check_name(name).is_ok()));
    for zipped in [false, true] {
        let written = write(&members, zipped);
        assert_eq!(written, write(&members, zipped));
        let unlimited = Limits {
            ratio: u64::MAX,
            ..LIMITS
        };
        assert!(
            check(written.as_slice(), &unlimited)
                .unwrap()
                .warnings
                .is_empty()
        );
        assert_eq!(read(&write(&members, false)), Some(members.clone()));
    }
}

type Members = Vec<(String, Vec<u8>)>;

fn read(source: &[u8]) -> Option<Members> {
    let mut reader = Reader::new(source, &LIMITS).ok()?;
    let mut members = Vec::new();
    while let Some(mut member) = reader.next().ok()? {
        let mut content = Vec::new();
        member.read_to_end(&mut content).ok()?;
        assert_eq!(content.len() as u64, member.size());
        members.push((member.name().to_owned(), content));
    }
    Some(members)
}

fn write(members: &Members, zipped: bool) -> Vec<u8> {
    let mut writer = if zipped {
        Writer::new_rgz(Vec::new())
    } else {
        Writer::new_rgt(Vec::new())
    };
    for (name, content) in members {
        writer.add_bytes(name, content).unwrap();
    }
    writer.finish().unwrap()
}
