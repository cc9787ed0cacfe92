use std::fs;

use crate::kifu::Kifu;

/// Unusual contents of files.
const ODD: [&[u8]; 9] = [
    b"",
    b"\0\x01\xFF\xFE\x80",
    b"mail\r\n(;GM[1]\r\n;b[aa](;W[bb])()) tail",
    b"\xEF\xBB\xBF(;C[\xE6\x9D\x91])\n",
    b"\xFF\xFE(\0;\0)\0x",
    b"(;C[\x83\x5D]CA[Shift_JIS])",
    b"((;)(;)) (;B[aa",
    b")))(((;;;",
    b"(;C[\\",
];

#[test]
fn raw_is_byte_for_byte() {
    for bytes in ODD {
        let kifu = Kifu::with([("a.sgf", bytes)]);
        let ran = kifu.run(&["cat", "--raw", "a.sgf"]);
        assert_eq!(
            (ran.code, ran.stdout.as_slice()),
            (0, bytes),
            "{}",
            bytes.escape_ascii()
        );
        assert_eq!(kifu.feed(&["cat", "--raw"], bytes).stdout, bytes);
        assert_eq!(kifu.run(&["cat", "a.sgf"]).stdout, bytes);
    }
}

#[test]
fn raw_copies_files_of_any_kind() {
    let files = [
        ("talk.rgf", "(;GM[1]FF[4]RG[1](;TI[0]B[aa]))\n".as_bytes()),
        ("talk.rgt", b"ustar\0\0".as_slice()),
        ("a.pdf", b"%PDF-1.4\n\xff\0"),
    ];
    for (name, bytes) in files {
        let kifu = Kifu::with([(name, bytes)]);
        let ran = kifu.run(&["cat", "--raw", name]);
        assert_eq!((ran.code, ran.stdout.as_slice()), (0, bytes), "{name}");
    }
}

#[test]
fn missing_line_breaks_between_files_are_added() {
    let kifu = Kifu::with([
        ("a.sgf", "(;)"),
        ("b.sgf", "(;)\n"),
        ("empty", ""),
        ("c.sgf", "(;)"),
    ]);
    let files = ["a.sgf", "b.sgf", "empty", "c.sgf", "a.sgf"];
    assert_eq!(
        kifu.run(&[&["cat"], &files[..]].concat()).text(),
        "(;)\n(;)\n(;)\n(;)"
    );
    assert_eq!(
        kifu.run(&[&["cat", "--raw"], &files[..]].concat()).text(),
        "(;)(;)\n(;)(;)"
    );
}

#[test]
fn output_is_not_replaced_without_force() {
    let kifu = Kifu::with([("a.sgf", "(;A[])"), ("b.sgf", "(;B[])")]);
    let read = |name: &str| fs::read_to_string(kifu.path(name)).unwrap();
    assert_eq!(kifu.run(&["cat", "a.sgf", "-o", "new.sgf"]).code, 0);
    assert_eq!(read("new.sgf"), "(;A[])");
    let refused = kifu.run(&["cat", "b.sgf", "-o", "new.sgf"]);
    assert_eq!(refused.code, 4);
    assert_eq!(
        refused.stderr,
        "kifu: cannot write new.sgf: the file exists; use `--force` to overwrite it\n"
    );
    assert_eq!(read("new.sgf"), "(;A[])");
    assert_eq!(
        kifu.run(&["cat", "a.sgf", "b.sgf", "-o", "new.sgf", "--force"])
            .code,
        0
    );
    assert_eq!(read("new.sgf"), "(;A[])\n(;B[])");
    // An input is never replaced.
    let refused = kifu.run(&["cat", "new.sgf", "b.sgf", "-o", "new.sgf", "--force"]);
    assert_eq!(refused.code, 4, "{}", refused.stderr);
    assert_eq!(read("new.sgf"), "(;A[])\n(;B[])");
    assert_eq!(kifu.run(&["cat", "missing", "-o", "none.sgf"]).code, 4);
    assert!(!kifu.path("none.sgf").exists());
    assert_eq!(kifu.run(&["cat", "a.sgf", "-o", "no/folder.sgf"]).code, 4);
    let left = fs::read_dir(kifu.path(".")).unwrap().count();
    assert_eq!(left, 3, "no temporary file is left");
}

#[test]
fn output_in_an_input_folder_is_not_read() {
    let kifu = Kifu::with([("g/a.sgf", "(;A[])"), ("g/b.sgf", "(;B[])")]);
    for to in ["g/all.sgf", "./g/../g/all.sgf"] {
        let ran = kifu.run(&["cat", "g", "-o", to, "--force"]);
        assert_eq!((ran.code, &*ran.stderr), (0, ""));
        let all = fs::read_to_string(kifu.path("g/all.sgf")).unwrap();
        assert_eq!(all, "(;A[])\n(;B[])");
    }
}

#[cfg(unix)]
#[test]
fn output_has_the_permissions_of_a_new_or_replaced_file() {
    use std::os::unix::fs::PermissionsExt;
    let kifu = Kifu::with([("a.sgf", "(;)")]);
    let mode = |name: &str| fs::metadata(kifu.path(name)).unwrap().permissions().mode() & 0o777;
    kifu.run(&["cat", "a.sgf", "-o", "new.sgf"]);
    assert_eq!(mode("new.sgf"), mode("a.sgf"));
    fs::set_permissions(kifu.path("new.sgf"), fs::Permissions::from_mode(0o640)).unwrap();
    kifu.run(&["cat", "a.sgf", "-o", "new.sgf", "--force"]);
    assert_eq!(mode("new.sgf"), 0o640);
}
