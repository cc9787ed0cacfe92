//! `kifu rename`: tests with small files.

use std::fs;

use crate::kifu::Kifu;

const A: &str = "(;PB[Sato]PW[Lee]DT[1998-03-02];B[pd])";
const B: &str = "(;PB[Kim]PW[Lee/Cho]DT[2001];B[dd])";

fn names(kifu: &Kifu) -> Vec<String> {
    kifu.files("").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn files_are_renamed_by_properties() {
    let kifu = Kifu::with([("in/x.SGF", A), ("in/deep/y.sgf", B)]);
    let args = ["rename", "{DT:%Y}/{PB|slug}-{PW}.{ext}", "in"];
    let ran = kifu.run(&[&args[..], &["-n"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text().replace('\\', "/"),
        "in/deep/y.sgf -> in/2001/kim-Lee_Cho.sgf\nin/x.SGF -> in/1998/sato-Lee.SGF\n"
    );
    assert_eq!(names(&kifu), ["in/deep/y.sgf", "in/x.SGF"]);
    let ran = kifu.run(&args);
    assert_eq!((ran.code, ran.text()), (0, ""), "{}", ran.stderr);
    assert!(
        ran.stderr.ends_with("2 of 2 files renamed\n"),
        "{}",
        ran.stderr
    );
    let expected = [("in/1998/sato-Lee.SGF", A), ("in/2001/kim-Lee_Cho.sgf", B)];
    assert_eq!(
        kifu.files(""),
        expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
    // A second run has nothing to do.
    let ran = kifu.run(&args);
    assert!(
        ran.stderr.ends_with("0 of 2 files renamed\n"),
        "{}",
        ran.stderr
    );
    let ran = kifu.run(&["rename", "{PB}.sgf", "in", "-o", "out/deep", "--jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.lines()[0]["fate"], "moved");
    assert_eq!(names(&kifu), ["out/deep/Kim.sgf", "out/deep/Sato.sgf"]);
}

#[test]
fn name_collision_renames_nothing() {
    let kifu = Kifu::with([
        ("in/x.sgf", A),
        ("in/y.sgf", A),
        ("in/z.sgf", B),
        ("in/Kim.sgf", "mine"),
    ]);
    let before = kifu.files("");
    let ran = kifu.run(&["rename", "{PB}.sgf", "in/x.sgf", "in/y.sgf", "in/z.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("in/y.sgf") && ran.stderr.contains("in/z.sgf"),
        "{}",
        ran.stderr
    );
    assert_eq!(kifu.files(""), before);

    let args = ["in/x.sgf", "in/y.sgf", "in/z.sgf", "--collision"];
    let ran = kifu.run(&[&["rename", "{PB}.sgf"], &args[..], &["number", "-n"]].concat());
    assert_eq!(
        ran.text().replace('\\', "/"),
        "in/x.sgf -> in/Sato.sgf\nin/y.sgf -> in/Sato-2.sgf\nin/z.sgf -> in/Kim-2.sgf\n"
    );
    let ran = kifu.run(&[&["rename", "{PB}.sgf"], &args[..], &["skip"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        names(&kifu),
        ["in/Kim.sgf", "in/Sato.sgf", "in/y.sgf", "in/z.sgf"]
    );
    assert_eq!(fs::read_to_string(kifu.path("in/Kim.sgf")).unwrap(), "mine");
}

#[test]
fn names_can_be_swapped_in_cycles() {
    let called = |name: &str| format!("(;GN[{name}];B[aa])");
    let kifu = Kifu::with([
        ("1.sgf", called("2")),
        ("2.sgf", called("3")),
        ("3.sgf", called("1")),
        ("4.sgf", called("5")),
        ("5.sgf", called("6")),
        ("7.sgf", called("7")),
        ("8.sgf", called("9")),
        ("9.sgf", called("8")),
    ]);
    let ran = kifu.run(&["rename", "{GN}.sgf", "."]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let expected = ["1", "2", "3", "5", "6", "7", "8", "9"];
    let expected = expected.map(|name| (format!("{name}.sgf"), called(name)));
    assert_eq!(kifu.files(""), expected);
}

#[test]
fn new_names_stay_in_folder() {
    let evil = "(;PB[../../x]PW[CON];B[aa])";
    let kifu = Kifu::with([("in/a.sgf", evil)]);
    let ran = kifu.run(&["rename", "{PB}/{PW}", "in"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["in/_._.._x/_CON"]);
    assert_eq!(kifu.run(&["rename", "{n}.sgf", "in"]).code, 2);
    assert_eq!(kifu.run(&["rename", "{PB", "in"]).code, 2);
    #[cfg(unix)]
    {
        let kifu = Kifu::with([("in/a.sgf", A), ("out/b.sgf", B)]);
        std::os::unix::fs::symlink(kifu.path("out"), kifu.path("in/1998")).unwrap();
        let ran = kifu.run(&["rename", "{DT:%Y}/{PB}.sgf", "in"]);
        assert_eq!(ran.code, 4, "{}", ran.stderr);
        assert!(kifu.path("in/a.sgf").exists());
    }
}

fn called(name: &str) -> String {
    format!("(;GN[{name}];B[aa])")
}

#[cfg(unix)]
#[test]
fn name_of_symbolic_link_is_taken() {
    // The target of the link is renamed, but the link is not.
    let kifu = Kifu::with([("a.sgf", called("link")), ("b.sgf", called("c"))]);
    std::os::unix::fs::symlink("b.sgf", kifu.path("link.sgf")).unwrap();
    std::os::unix::fs::symlink("nowhere", kifu.path("c.sgf")).unwrap();
    let before = || fs::read_to_string(kifu.path("a.sgf")).unwrap();
    for collision in ["refuse", "skip"] {
        let args = ["rename", "{GN}.sgf", "a.sgf", "b.sgf", "--collision"];
        let ran = kifu.run(&[&args[..], &[collision]].concat());
        let code = if collision == "skip" { 0 } else { 4 };
        assert_eq!(ran.code, code, "{}", ran.stderr);
        let collisions = ran.stderr.matches("already exists").count();
        assert_eq!(collisions, 2, "{}", ran.stderr);
        assert_eq!(before(), called("link"));
    }
    let ran = kifu.run(&[
        "rename",
        "{GN}.sgf",
        "a.sgf",
        "b.sgf",
        "--collision",
        "number",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("link-2.sgf").exists() && kifu.path("c-2.sgf").exists());
}

#[test]
fn spellings_of_folder_are_equal() {
    let kifu = Kifu::with([("d/a.sgf", called("x")), ("d/b.sgf", called("x"))]);
    let args = ["rename", "{GN}.sgf", "d/a.sgf", "./d/b.sgf"];
    let ran = kifu.run(&[&args[..], &["-n"]].concat());
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    let ran = kifu.run(&[&args[..], &["--collision", "number"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["d/x-2.sgf", "d/x.sgf"]);
}

#[cfg(target_os = "linux")]
#[test]
fn folder_name_can_be_non_unicode() {
    use std::os::unix::ffi::OsStringExt;
    let kifu = Kifu::new();
    let folder = std::ffi::OsString::from_vec(b"d\xFF".to_vec());
    let folder = kifu.path(folder);
    fs::create_dir(&folder).unwrap();
    for name in ["a.sgf", "b.sgf"] {
        fs::write(folder.join(name), called("x")).unwrap();
    }
    let ran = kifu.run(&["rename", "{GN}.sgf", ".", "--collision", "number"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let mut command = kifu.command(&["rename", "{GN}.sgf", "--collision", "number"]);
    fs::rename(kifu.path("x.sgf"), folder.join("a.sgf")).unwrap();
    fs::rename(kifu.path("x-2.sgf"), folder.join("b.sgf")).unwrap();
    let ran = command.arg(&folder).output().unwrap();
    assert!(ran.status.success());
    assert!(folder.join("x.sgf").exists() && folder.join("x-2.sgf").exists());
    assert_eq!(fs::read_dir(kifu.path("")).unwrap().count(), 1);
}

#[test]
fn long_chain_of_collisions_is_resolved_quickly() {
    // Each file wants the name of the next one, and the last one wants a name that is taken.
    const FILES: usize = 2000;
    let kifu = Kifu::with([("end.sgf", "mine")]);
    fs::create_dir(kifu.path("in")).unwrap();
    fs::rename(kifu.path("end.sgf"), kifu.path("in/9999.sgf")).unwrap();
    for n in 0..FILES {
        let next = if n + 1 == FILES { 9999 } else { n + 1 };
        let game = called(&format!("{next:04}"));
        fs::write(kifu.path(format!("in/{n:04}.sgf")), game).unwrap();
    }
    let start = std::time::Instant::now();
    for (collision, code) in [("skip", 3), ("refuse", 4)] {
        let args = ["rename", "{GN}.sgf", "in", "-n", "--collision", collision];
        let ran = kifu.run(&args);
        assert_eq!((ran.code, ran.text()), (code, ""), "{}", ran.stderr);
    }
    let takes = start.elapsed();
    assert!(takes.as_secs() < 10, "{takes:?}");
}

#[test]
fn strict_renames_nothing_after_failure() {
    let kifu = Kifu::with([("a.sgf", A)]);
    let ran = kifu.run(&["rename", "{PB}.sgf", "a.sgf", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["Sato.sgf"]);

    let kifu = Kifu::with([("a.sgf", A), ("b.sgf", B)]);
    let args = ["rename", "{PB}.sgf", "a.sgf", "none.sgf", "b.sgf"];
    let ran = kifu.run(&[&args[..], &["--strict"]].concat());
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["a.sgf", "b.sgf"]);
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["Kim.sgf", "Sato.sgf"]);
}

#[test]
fn second_concurrent_run_is_refused() {
    let kifu = Kifu::with([("in/a.sgf", called("x"))]);
    let journal = fs::File::create(kifu.path("in/.kifu-rename")).unwrap();
    journal.lock().unwrap();
    for args in [
        &["rename", "{GN}.sgf", "in"][..],
        &["rename", "--undo", "in"],
    ] {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 4, "{}", ran.stderr);
        assert!(ran.stderr.contains("is running"), "{}", ran.stderr);
    }
    drop(journal);
    // An incomplete journal means that nothing was renamed.
    let ran = kifu.run(&["rename", "{GN}.sgf", "in/a.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["in/x.sgf"]);
    let ran = kifu.run(&["rename", "--undo", "in"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no interrupted run"), "{}", ran.stderr);
    assert_eq!(kifu.run(&["rename"]).code, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn non_unicode_names_are_refused() {
    use std::os::unix::ffi::OsStringExt;
    let kifu = Kifu::new();
    let odd = kifu.path(std::ffi::OsString::from_vec(b"a\xFF.sgf".to_vec()));
    fs::write(&odd, called("x")).unwrap();
    fs::write(kifu.path("b.sgf"), called("y")).unwrap();
    let ran = kifu.run(&["rename", "{file}-{GN}.{ext}", "."]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("not Unicode"), "{}", ran.stderr);
    assert!(odd.exists() && kifu.path("b-y.sgf").exists());
    let ran = kifu.run(&["split", "--name", "{file}.sgf", "-o", "out", "."]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("not Unicode"), "{}", ran.stderr);
    // Directories and replaced names can be non-Unicode.
    fs::remove_dir_all(kifu.path("out")).unwrap();
    assert_eq!(kifu.run(&["rename", "{GN}.sgf", "."]).code, 0);
    assert!(!odd.exists() && kifu.path("x.sgf").exists());
}
