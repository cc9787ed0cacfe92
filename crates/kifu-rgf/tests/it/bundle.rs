//! Tests of bundles: the example of the specification, and hostile archives.

use std::error::Error;
use std::fs;
use std::io::{self, Read, Write};

use kifu_rgf::Streams;
use kifu_rgf::bundle::{
    Bundle, BundleErrorKind, Limits, Reader, Warning, Writer, check, is_bundle, main_name_of,
};
use kifu_sgf::Document;
use kifu_testkit::tar::{Raw, archive, gzip, hostile};

use crate::bundle_laws::{self, LIMITS};

/// Returns the error of an archive that is rejected.
#[track_caller]
fn refused(bytes: &[u8]) -> String {
    bundle_laws::all(bytes);
    let error = check(bytes, &LIMITS).unwrap_err();
    assert!(Bundle::read(bytes, None, &LIMITS).is_err());
    error.to_string()
}

#[track_caller]
fn accepted(bytes: &[u8]) -> (Vec<String>, Vec<Warning>) {
    bundle_laws::all(bytes);
    let contents = check(bytes, &LIMITS).unwrap();
    let names = contents.members.into_iter().map(|(name, _)| name);
    (names.collect(), contents.warnings)
}

#[test]
fn a_bundle_is_known_by_its_start() {
    let mut writer = Writer::new_rgt(Vec::new());
    writer.add_bytes("talk.sgf", b"(;GM[1])").unwrap();
    let tar = writer.finish().unwrap();
    assert!(is_bundle(&tar) && is_bundle(&tar[..512]) && is_bundle(&gzip(&tar)));
    assert!(!is_bundle(&tar[..511]), "less than a header");
    for other in [&b""[..], b"(;GM[1])", b"\x1F\x8B", &[0; 512], &[b'a'; 600]] {
        assert!(!is_bundle(other), "{}", other.escape_ascii());
    }
}

#[test]
fn small_bundles_may_have_any_ratio() {
    let blank = format!("(;GM[1]C[{}])", " ".repeat(500_000));
    let mut writer = Writer::new_rgz(Vec::new());
    writer.add_bytes("talk.sgf", blank.as_bytes()).unwrap();
    let bundle = writer.finish().unwrap();
    let limits = Limits {
        ratio: 20,
        always_allowed: 1 << 20,
        ..Limits::default()
    };
    assert!(bundle.len() * 20 < blank.len());
    assert_eq!(check(bundle.as_slice(), &limits).unwrap().members.len(), 1);
}

#[test]
fn half_an_hour_of_silence_is_not_a_bomb() {
    let mut writer = Writer::new_rgz(Vec::new());
    writer.add_bytes("talk.sgf", b"(;GM[1])").unwrap();
    let size = 30_000_000;
    let mut silence = io::repeat(0).take(size);
    writer.add("talk.wav", size, &mut silence).unwrap();
    let bundle = writer.finish().unwrap();
    assert!(bundle.len() as u64 * 900 < size);
    let contents = check(bundle.as_slice(), &Limits::default()).unwrap();
    assert_eq!(contents.members[1], ("talk.wav".to_owned(), size));
}

// ---- rejected archives ----

/// The archives, each with its error.
#[test]
fn hostile_archives() {
    let mut table = String::new();
    for (what, bytes) in hostile() {
        // Several SGF files do no harm when they are unpacked.
        let said = match check(bytes.as_slice(), &Limits::default()) {
            Err(error) => error.to_string(),
            Ok(_) => Bundle::read(bytes.as_slice(), None, &Limits::default())
                .unwrap_err()
                .to_string(),
        };
        table.push_str(&format!("{what:>40}: {said}\n"));
    }
    insta::assert_snapshot!(table);
}

#[test]
fn names_that_are_paths() {
    for name in [
        "/etc/passwd",
        "../x.sgf",
        "a/b.sgf",
        "C:\\x.sgf",
        "x\\..\\y",
        "./../x",
        "~/x",
    ] {
        let said = refused(&archive([Raw::file(name)]));
        assert!(said.contains("must be in one directory"), "{said}");
        assert!(said.starts_with(&format!("{name:?}: ")), "{said}");
    }
    for name in ["..", ".", "", ".bashrc", "a.", "con.sgf", "a\nb"] {
        refused(&archive([Raw::file(name)]));
    }
    refused(&archive([Raw::of(b"\xFF.sgf", b'0', b"")]));
    // Programs differ in whether they compose the accent.
    let said = refused(&archive([Raw::file("e\u{301}.sgf")]));
    assert!(said.contains("accents as separate characters"), "{said}");
    // The prefix turns the name into a path.
    let prefixed = Raw::file("x.sgf").at(345, b"etc");
    assert!(refused(&archive([prefixed])).contains("etc/x.sgf"));
}

#[test]
fn names_that_are_paths_in_extended_headers() {
    let pax = |record: &str| Raw::of(b"PaxHeader", b'x', record.as_bytes());
    let said = refused(&archive([pax("18 path=../../etc\n"), Raw::file("a.sgf")]));
    assert!(said.contains("must be in one directory"), "{said}");
    let long = Raw::of(b"././@LongLink", b'L', b"/tmp/x\0");
    assert!(refused(&archive([long, Raw::file("a.sgf")])).contains("one directory"));
    let link = Raw::of(b"././@LongLink", b'K', b"/tmp/x\0");
    assert!(refused(&archive([link, Raw::file("a.sgf")])).contains("a long link"));
}

#[test]
fn members_that_are_not_files() {
    let kinds = [
        (b'1', "a hard link"),
        (b'2', "a symbolic link"),
        (b'3', "a character device"),
        (b'4', "a block device"),
        (b'5', "a directory"),
        (b'6', "a pipe"),
        (b'S', "a sparse file"),
        (b'M', "part of a multi-volume archive"),
        (b'V', "a volume name"),
        (b'7', "an unknown type of member"),
        (b'Z', "an unknown type of member"),
    ];
    for (flag, name) in kinds {
        let raw = Raw::of(b"x.sgf", flag, b"").at(157, b"/etc/passwd");
        let said = refused(&archive([raw]));
        assert!(
            said.contains(&format!("expected a file, got {name}")),
            "{said}"
        );
    }
}

#[test]
fn names_that_are_equal_on_some_system() {
    for (a, b) in [
        ("a.sgf", "a.sgf"),
        ("a.sgf", "A.SGF"),
        ("a.sgf", "./a.sgf"),
        ("\u{E9}.sgf", "\u{C9}.sgf"),
        ("STRASSE.sgf", "stra\u{DF}e.sgf"),
    ] {
        let said = refused(&archive([Raw::file(a), Raw::file(b)]));
        assert!(said.contains("the name conflicts with"), "{said}");
    }
}

#[test]
fn wrong_sizes() {
    let lies = |size: &[u8]| Raw::new(b"a.mp3", size, b'0', b"short");
    assert!(refused(&archive([lies(b"00000100000\0")])).contains("ends too early"));
    assert!(refused(&archive([lies(b"77777777777\0")])).contains("bytes in total"));
    assert!(refused(&archive([lies(b"-0000000005\0")])).contains("invalid number"));
    assert!(refused(&archive([lies(b"0x000000005\0")])).contains("invalid number"));
    assert!(
        refused(&archive([lies(
            b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
        )]))
        .contains("invalid number")
    );
    assert!(
        refused(&archive([lies(
            b"\x80\0\0\0\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
        )]))
        .contains("bytes in total")
    );
    // Readers differ in which of the two sizes they use.
    let size = Raw::of(b"PaxHeader", b'x', b"13 size=1024\n");
    let said = refused(&archive([size, Raw::file("a.mp3")]));
    assert!(said.contains("the size differs from that"), "{said}");
    let zero = Raw::of(b"PaxHeader", b'x', b"9 size=8\n");
    let inner = Raw::new(b"a.mp3", b"00000000000\0", b'0', b"");
    assert!(refused(&archive([zero, inner, Raw::file("b.mp3")])).contains("the size differs"));
}

#[test]
fn extended_headers_that_are_understood_differently() {
    let pax = |record: &str| Raw::of(b"PaxHeader", b'x', record.as_bytes());
    let long = || Raw::of(b"././@LongLink", b'L', b"b.sgf\0");
    let name = || pax("14 path=c.sgf\n");
    for parts in [
        [long(), name()],
        [name(), long()],
        [name(), name()],
        [long(), long()],
    ] {
        let said = refused(&archive(parts.into_iter().chain([Raw::file("a.sgf")])));
        assert!(said.contains("another extended header follows"), "{said}");
    }
    assert!(refused(&archive([name()])).contains("the file after it is missing"));
    for record in [
        "21 GNU.sparse.major=1\n",
        "18 linkpath=/etc/\n",
        "14 path=c.sgf\n14 path=d.sgf\n",
        "99 path=c.sgf\n",
        "14 path=c.sgf",
        "x",
        "13 path=\0.sgf\n",
    ] {
        let said = refused(&archive([pax(record), Raw::file("a.sgf")]));
        assert!(
            said.contains("invalid extended header"),
            "{record:?}: {said}"
        );
    }
    let huge = Raw::of(b"PaxHeader", b'x', &[b'x'; 70_000]);
    assert!(refused(&archive([huge, Raw::file("a.sgf")])).contains("64 KiB"));
    let global = Raw::of(b"pax_global_header", b'g', b"14 path=c.sgf\n");
    assert!(refused(&archive([global, Raw::file("a.sgf")])).contains("not allowed in bundles"));
}

#[test]
fn damaged_archives() {
    let mut damaged = archive([Raw::file("a.sgf")]);
    damaged[3] ^= 1;
    assert!(refused(&damaged).contains("checksum"));
    let whole = archive([Raw::file("a.sgf"), Raw::file("b.sgf")]);
    for end in [1, 511, 513, 1000, 1030, 1536] {
        assert!(refused(&whole[..end]).contains("ends too early"), "{end}");
    }
    assert!(refused(b"(;GM[1]FF[4])").contains("ends too early"));
    assert!(refused(&[b'x'; 2000]).contains("not a tar archive"));
    let zipped = gzip(&whole);
    for end in [2, 12, 40, zipped.len() - 9, zipped.len() - 1] {
        assert!(refused(&zipped[..end]).contains("ends too early"), "{end}");
    }
    let mut damaged = zipped.clone();
    let at = damaged.len() - 6;
    damaged[at] ^= 1;
    assert!(refused(&damaged).contains("the compressed data is damaged"));
}

#[test]
fn archives_over_the_limits() {
    // A few bytes that decompress to far more than the limits allow.
    let bomb = gzip(&archive([Raw::of(b"a.mp3", b'0', &vec![0; 3 << 20])]));
    assert!(refused(&bomb).contains("more than 200 times"));
    let hidden = gzip(&[archive([Raw::file("a.sgf")]), vec![0; 3 << 20]].concat());
    assert!(refused(&hidden).contains("more than 200 times"));
    let text = archive([Raw::of(b"a.sgf", b'0', &vec![b' '; 70_000])]);
    assert!(refused(&text).contains("more than 65536 bytes of SGF or RGF"));
    let texts =
        ["a.sgf", "b.rgf", "c.RGF"].map(|name| Raw::of(name.as_bytes(), b'0', &vec![b' '; 60_000]));
    assert!(refused(&archive(texts)).contains("more than 131072 bytes of SGF or RGF"));
    let many = (0..17).map(|n| Raw::file(&format!("{n}.mp3")));
    assert!(refused(&archive(many)).contains("more than 16 members"));
    assert!(
        refused(&archive([Raw::of(b"a.mp3", b'0', &vec![1; 5 << 20])])).contains("bytes in total")
    );
}

#[test]
fn a_million_members_are_not_read() {
    /// An endless sequence of headers.
    struct Endless(usize, Vec<u8>);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1.is_empty() {
                self.0 += 1;
                assert!(self.0 < 5000, "the reader should have stopped");
                self.1 = Raw::of(format!("{}.mp3", self.0).as_bytes(), b'0', b"").into_bytes();
            }
            let count = buffer.len().min(self.1.len());
            buffer[..count].copy_from_slice(&self.1[..count]);
            self.1.drain(..count);
            Ok(count)
        }
    }
    let error = check(Endless(0, Vec::new()), &Limits::default()).unwrap_err();
    assert!(matches!(error.kind, BundleErrorKind::TooMany(1024)));
    struct Folders(Endless);
    impl Read for Folders {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.1.is_empty() {
                self.0.0 += 1;
                assert!(self.0.0 < 5000, "the reader should have stopped");
                self.0.1 = Raw::of(b"./", b'5', b"").into_bytes();
            }
            self.0.read(buffer)
        }
    }
    let error = check(Folders(Endless(0, Vec::new())), &Limits::default()).unwrap_err();
    assert!(matches!(error.kind, BundleErrorKind::TooMany(1024)));
}

#[test]
fn errors_of_the_source_are_returned() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let half = archive([Raw::file("a.sgf")]);
    let error = check(half[..600].chain(Fails), &LIMITS).unwrap_err();
    assert_eq!(error.to_string(), "the disk is on fire");
    let mut reader = Reader::new(half[..600].chain(Fails), &LIMITS).unwrap();
    let mut member = reader.next().unwrap().unwrap();
    let mut content = Vec::new();
    member.read_to_end(&mut content).unwrap();
    assert!(reader.next().is_err());
    assert!(reader.next().unwrap().is_none());
}

// ---- accepted archives ----

#[test]
fn archives_of_other_programs() {
    let folder = Raw::of(b"./", b'5', b"");
    assert_eq!(
        accepted(&archive([folder, Raw::file("./a.sgf")])),
        (vec!["a.sgf".into()], vec![])
    );
    let gnu = Raw::file("a.sgf").at(257, b"ustar  \0");
    let old = Raw::of(b"b.sgf", 0, b"x").at(257, &[0; 8]);
    let dates = Raw::of(b"PaxHeader", b'x', b"30 mtime=1321956000.000000001\n");
    let global = Raw::of(b"pax_global_header", b'g', b"13 comment=x\n");
    let long = Raw::of(b"././@LongLink", b'L', b"d.sgf\0");
    let parts = [
        global,
        gnu,
        old,
        dates,
        Raw::file("c.sgf"),
        long,
        Raw::file("short"),
    ];
    let names = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(accepted(&archive(parts)), (names, vec![]));
    let base_256 = Raw::new(b"a.sgf", b"\x80\0\0\0\0\0\0\0\0\0\0\x03", b'0', b"(;)");
    assert_eq!(accepted(&archive([base_256])).0, ["a.sgf"]);
}

#[test]
fn unusual_ends() {
    let whole = archive([Raw::file("a.sgf")]);
    let bare = &whole[..1024];
    assert_eq!(accepted(bare).1, [Warning::MissingEnd]);
    assert_eq!(accepted(&whole[..1536]).1, [Warning::MissingEnd]);
    assert_eq!(
        accepted(&[&whole[..], b"more"].concat()).1,
        [Warning::TrailingData]
    );
    assert_eq!(accepted(&[&whole[..], &[0; 4096]].concat()).1, []);
    let zipped = gzip(&whole);
    assert_eq!(
        accepted(&[&zipped[..], b"more"].concat()).1,
        [Warning::TrailingData]
    );
    // A gzip file with two members is one archive.
    let halves = [gzip(&whole[..700]), gzip(&whole[700..])].concat();
    assert_eq!(accepted(&halves).0, ["a.sgf"]);
    assert_eq!(accepted(b""), (vec![], vec![Warning::MissingEnd]));
}

#[test]
fn archives_in_archives_are_files() {
    let inner = archive([Raw::file("../../etc/passwd")]);
    let outer = archive([Raw::file("a.sgf"), Raw::of(b"inner.tar", b'0', &inner)]);
    assert_eq!(accepted(&outer).0, ["a.sgf", "inner.tar"]);
}

#[test]
fn the_main_sgf_file_is_chosen_by_its_name() {
    let two = archive([Raw::file("a.sgf"), Raw::file("b.sgf"), Raw::file("c.rgf")]);
    let main =
        |bytes: &[u8], name| Bundle::read(bytes, name, &LIMITS).map(|bundle| bundle.main_name);
    assert_eq!(main(&two, Some("x/b.rgt")).unwrap(), "b.sgf");
    let error = main(&two, None).unwrap_err();
    assert!(error.to_string().contains("several SGF files"));
    assert_eq!(
        main(&archive([Raw::file("a.sgf")]), Some("b.rgt")).unwrap(),
        "a.sgf"
    );
    let error = main(&archive([Raw::file("c.rgf")]), None).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the bundle contains no SGF file")
    );
    let bundle = Bundle::read(two.as_slice(), Some("a.rgt"), &LIMITS).unwrap();
    assert_eq!(bundle.recording("c.rgf"), Some(&b"(;GM[1])"[..]));
    assert_eq!(bundle.others, [("b.sgf".to_owned(), 8)]);
}

#[test]
fn the_limits_themselves_are_allowed() {
    let text = |name: &[u8]| Raw::of(name, b'0', &vec![b' '; 1 << 16]);
    assert_eq!(LIMITS.texts, 2 << 16);
    assert_eq!(
        accepted(&archive([text(b"a.sgf"), text(b"b.rgf")])).0.len(),
        2
    );
    let size = LIMITS.total as usize - archive([Raw::of(b"a.mp3", b'0', b"")]).len();
    let largest = archive([Raw::of(b"a.mp3", b'0', &vec![1; size])]);
    assert_eq!(largest.len() as u64, LIMITS.total);
    assert_eq!(check(largest.as_slice(), &LIMITS).unwrap().warnings, []);
    let members = (0..LIMITS.members).map(|n| Raw::file(&format!("{n}.mp3")));
    assert_eq!(accepted(&archive(members)).0.len(), LIMITS.members);
}

#[test]
fn unused_numbers_in_headers_must_be_numbers() {
    // The owner and the group.
    for at in [108, 116] {
        for number in [
            &b"0000644\0"[..],
            b"\0\0\0\0\0\0\0\0",
            b"        ",
            b"\x80\0\0\0\xFF\xFF\xFF\xFF",
        ] {
            assert_eq!(
                accepted(&archive([Raw::file("a.sgf").at(at, number)]))
                    .0
                    .len(),
                1
            );
        }
        for text in [
            &b"0000648\0"[..],
            b"hello\0\0\0",
            b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        ] {
            let said = refused(&archive([Raw::file("a.sgf").at(at, text)]));
            assert!(said.contains("invalid number"), "{said}");
        }
    }
}

#[test]
fn the_largest_extended_header_is_read() {
    let record = |len: usize| format!("{len} comment={}\n", "x".repeat(len - 15));
    let header = |len| archive([Raw::pax(&record(len)), Raw::file("a.sgf")]);
    assert_eq!(accepted(&header(1 << 16)).0, ["a.sgf"]);
    assert!(refused(&header((1 << 16) + 1)).contains("64 KiB"));
}

#[test]
fn hidden_data_counts_towards_the_total() {
    let mut state = 1u32;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    let noise: Vec<u8> = noise.take(LIMITS.total as usize).collect();
    let hidden = gzip(&[archive([Raw::file("a.sgf")]), noise].concat());
    assert!(refused(&hidden).contains("bytes in total"));
}

#[test]
fn data_after_the_end_is_read_only_if_it_is_compressed() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let long = [archive([Raw::file("a.sgf")]), vec![b'x'; 20_000]].concat();
    let contents = check(long.chain(Fails), &LIMITS).unwrap();
    assert_eq!(contents.warnings, [Warning::TrailingData]);
    // Damage anywhere in a compressed file counts.
    let long = [archive([Raw::file("a.sgf")]), vec![b'x'; 20_000]].concat();
    let mut damaged = gzip(&long);
    assert_eq!(accepted(&damaged).1, [Warning::TrailingData]);
    let at = damaged.len() - 6;
    damaged[at] ^= 1;
    assert!(refused(&damaged).contains("the compressed data is damaged"));
}

#[test]
fn an_error_has_the_error_of_the_source() {
    let source = |bytes: &[u8]| {
        let error = check(bytes, &LIMITS).unwrap_err();
        error.source().map(ToString::to_string)
    };
    let mut damaged = gzip(&archive([Raw::file("a.sgf")]));
    let at = damaged.len() - 6;
    damaged[at] ^= 1;
    assert!(source(&damaged).is_some());
    assert_eq!(source(b"(;GM[1]FF[4])"), None);
}

#[test]
fn the_main_file_has_the_name_of_the_bundle() {
    assert_eq!(main_name_of("talk"), "talk.sgf");
    for stem in ["a/b", "", "con", ".hidden", "a:b"] {
        assert_eq!(main_name_of(stem), "main.sgf", "{stem}");
    }
}

// ---- writing ----

#[test]
fn the_example_is_packed_as_specified() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/test_data/example/");
    let read = |name: &str| fs::read(format!("{folder}{name}")).unwrap();
    for zipped in [false, true] {
        let mut writer = if zipped {
            Writer::new_rgz(Vec::new())
        } else {
            Writer::new_rgt(Vec::new())
        };
        for name in ["example.sgf", "actualgame.rgf", "review.rgf"] {
            writer.add_bytes(name, &read(name)).unwrap();
        }
        let sound = io::repeat(7).take(100_000);
        writer.add("review.mp3", 100_000, &mut { sound }).unwrap();
        let packed = writer.finish().unwrap();
        let bundle =
            Bundle::read(packed.as_slice(), Some("example.rgt"), &Limits::default()).unwrap();
        assert_eq!(bundle.main, read("example.sgf"));
        assert_eq!(bundle.recording("review.rgf"), Some(&*read("review.rgf")));
        assert_eq!(bundle.others, [("review.mp3".to_owned(), 100_000)]);
        assert_eq!(bundle.warnings, []);
        let main = Document::parse(bundle.main.clone()).unwrap();
        assert_eq!(bundle.references(&Streams::of(&main)), []);
    }
}

#[test]
fn named_files_are_compared_with_the_members() {
    let main = "(;GS[a.rgf:1]MS[a.mp3:audio];GS[b.rgf]MS[https://x.org/b:audio];GD[c.rgf:0];GS[a.rgf]MS[file:///etc/passwd:audio])";
    let mut writer = Writer::new_rgt(Vec::new());
    writer.add_bytes("x.sgf", main.as_bytes()).unwrap();
    writer.add_bytes("a.rgf", b"").unwrap();
    writer.add_bytes("notes.txt", b"").unwrap();
    let mut packed = writer.finish().unwrap();
    // Reads the bundle without the blocks at its end.
    let last = packed.iter().rposition(|byte| *byte != 0).unwrap();
    packed.truncate(last.next_multiple_of(512));
    let bundle = Bundle::read(packed.as_slice(), Some("to/y.rgt"), &LIMITS).unwrap();
    let found = bundle.references(&Streams::of(&Document::parse(main).unwrap()));
    let messages: Vec<String> = found.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(messages.join("\n"));
    let mut codes: Vec<&str> = found.iter().map(|found| found.code.name).collect();
    codes.sort_unstable();
    codes.dedup();
    let of_bundles = [
        "rgf/main-name",
        "rgf/missing-member",
        "rgf/odd-archive",
        "rgf/stray-member",
        "rgf/unsafe-source",
        "rgf/web-media",
    ];
    assert_eq!(codes, of_bundles);
}

#[test]
fn members_that_cannot_be_written() {
    let mut writer = Writer::new_rgt(Vec::new());
    let said = |result: Result<(), kifu_rgf::bundle::BundleError>| result.unwrap_err().to_string();
    assert!(said(writer.add_bytes("a/b.sgf", b"")).contains("one directory"));
    writer.add_bytes("a.sgf", b"").unwrap();
    assert!(said(writer.add_bytes("A.sgf", b"")).contains("the name conflicts with"));
    assert!(said(writer.add("b.mp3", 1 << 33, &mut io::empty())).contains("bytes in total"));
    let largest = writer.add("largest.mp3", (1 << 33) - 1, &mut io::empty());
    assert!(said(largest).contains("stated size"), "a header can say so");
    assert!(said(writer.add("c.mp3", 5, &mut &b"four"[..])).contains("stated size"));
    assert!(said(writer.add("d.mp3", 5, &mut &b"six!!!"[..])).contains("stated size"));
}

#[test]
fn names_in_all_scripts_and_lengths() {
    let mut writer = Writer::new_rgt(Vec::new());
    let names = [
        "名局 1.sgf".to_owned(),
        "x".repeat(100),
        "y".repeat(101),
        "é".repeat(127),
    ];
    for name in &names {
        writer.add_bytes(name, b"content").unwrap();
    }
    let packed = writer.finish().unwrap();
    assert_eq!(packed.len() % 10_240, 0);
    assert_eq!(accepted(&packed).0, names);
}

#[test]
fn large_media_take_no_memory() {
    /// Counts bytes, and drops them.
    struct Count(u64);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    const SIZE: u64 = 1 << 26;
    let mut writer = Writer::new_rgt(Count(0));
    writer
        .add("a.mp4", SIZE, &mut io::repeat(1).take(SIZE))
        .unwrap();
    assert!(writer.finish().unwrap().0 > SIZE);
}

#[test]
fn only_long_and_foreign_names_need_an_extended_header() {
    let flag = |name: &str| {
        let mut writer = Writer::new_rgt(Vec::new());
        writer.add_bytes(name, b"").unwrap();
        char::from(writer.finish().unwrap()[156])
    };
    let names = ["a.sgf", &"x".repeat(100), &"x".repeat(101), "é.sgf"];
    assert_eq!(names.map(flag), ['0', '0', 'x', 'x']);
}

#[test]
fn a_finished_bundle_is_flushed() {
    struct Flushed(bool);
    impl Write for Flushed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = false;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0 = true;
            Ok(())
        }
    }
    let mut writer = Writer::new_rgt(Flushed(false));
    writer.add_bytes("a.sgf", b"(;GM[1])").unwrap();
    assert!(writer.finish().unwrap().0);
}
