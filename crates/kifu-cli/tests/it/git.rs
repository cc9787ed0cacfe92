//! `kifu git`: real repositories, merged and compared by git itself.
#![cfg(feature = "git")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::kifu::{Kifu, RunOutput};

const GAME: &str = "(;FF[4]GM[1]SZ[19]PB[Sato]PW[Mori]\n;B[pd];W[dp];B[pp];W[dd]\n;B[qf];W[nc])\n";

/// A home directory without configuration, and a repository whose path has a space.
struct Git {
    home: TempDir,
    folder: PathBuf,
}

impl Git {
    fn new() -> Git {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("my games");
        fs::create_dir(&folder).unwrap();
        let git = Git { home, folder };
        git.git(&["init", "--quiet", "--initial-branch=main"]);
        git
    }

    /// Returns a repository with the drivers and a game.
    fn with_game() -> Git {
        let git = Git::new();
        let ran = git.kifu(&["git", "install"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        git.commit("base", GAME);
        git
    }

    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        for (variable, _) in std::env::vars_os() {
            if variable.to_string_lossy().starts_with("GIT_") {
                command.env_remove(variable);
            }
        }
        command
            .env("HOME", self.home.path())
            .env("USERPROFILE", self.home.path())
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", self.home.path().join("gitconfig"))
            .env("GIT_AUTHOR_NAME", "a")
            .env("GIT_AUTHOR_EMAIL", "a@example.org")
            .env("GIT_COMMITTER_NAME", "a")
            .env("GIT_COMMITTER_EMAIL", "a@example.org")
            .env("GIT_PAGER", "cat")
            .env("GIT_EDITOR", "true");
        command
    }

    fn kifu(&self, args: &[&str]) -> RunOutput {
        let kifu = Path::new(env!("CARGO_BIN_EXE_kifu"));
        RunOutput::of(self.command(kifu, args).output().unwrap())
    }

    fn try_git(&self, args: &[&str]) -> RunOutput {
        RunOutput::of(self.command(Path::new("git"), args).output().unwrap())
    }

    /// Runs git, which must succeed.
    #[track_caller]
    fn git(&self, args: &[&str]) -> String {
        let ran = self.try_git(args);
        assert_eq!(ran.code, 0, "git {args:?}: {}{}", ran.text(), ran.stderr);
        ran.text().to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).unwrap();
    }

    #[track_caller]
    fn commit(&self, message: &str, text: &str) {
        self.write("game 1.sgf", text);
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "-m", message]);
    }

    /// Commits a version on a new branch that starts at `main~N`, or at `main`.
    #[track_caller]
    fn branch(&self, name: &str, text: &str) {
        self.git(&["checkout", "--quiet", "-b", name, "main"]);
        self.commit(name, text);
    }
}

/// Two people review the same game; git merges, rebases and picks their commits.
#[test]
fn two_reviews_are_merged_by_git() {
    let git = Git::with_game();
    git.branch(
        "anna",
        &GAME
            .replace("W[dp]", "W[dp]C[Solid.]")
            .replace("PW[Mori]", "PW[Mori]RE[W+R]"),
    );
    git.branch(
        "ben",
        &GAME
            .replace(";W[nc])", "(;W[nc])(;W[pc]C[Too early.];B[od]))")
            .replace("W[dd]", "W[dd]TR[dd]"),
    );
    let merged = "(;FF[4]GM[1]SZ[19]PB[Sato]PW[Mori]RE[W+R]\n;B[pd];W[dp]C[Solid.];B[pp];W[dd]TR[dd]\n;B[qf](;W[nc])(;W[pc]C[Too early.];B[od]))\n";
    git.git(&["checkout", "--quiet", "anna"]);
    git.git(&["merge", "--quiet", "--no-edit", "ben"]);
    assert_eq!(git.read("game 1.sgf"), merged);

    // The same by a rebase, and by picking a commit.
    git.git(&["checkout", "--quiet", "-b", "rebased", "ben"]);
    git.git(&["rebase", "--quiet", "anna~1"]);
    assert_eq!(git.read("game 1.sgf"), merged);
    git.git(&["checkout", "--quiet", "-b", "picked", "ben"]);
    git.git(&["cherry-pick", "anna~1"]);
    assert_eq!(git.read("game 1.sgf"), merged);
}

#[test]
fn a_game_that_both_added_is_merged() {
    let git = Git::with_game();
    let add = |branch: &str, text: &str| {
        git.git(&["checkout", "--quiet", "-b", branch, "main"]);
        git.write("new.sgf", text);
        git.commit(branch, GAME);
    };
    add("anna", &GAME.replace("W[dp]", "W[dp]C[Solid.]"));
    add("ben", &GAME.replace("W[dd]", "W[dd]TR[dd]"));
    git.git(&["merge", "--quiet", "--no-edit", "anna"]);
    assert_eq!(
        git.read("new.sgf"),
        GAME.replace("W[dp]", "W[dp]C[Solid.]")
            .replace("W[dd]", "W[dd]TR[dd]")
    );
}

#[test]
fn conflicts_stop_the_merge_and_show_both_versions() {
    let git = Git::with_game();
    git.branch(
        "anna",
        &GAME
            .replace("W[dp]", "W[dp]C[Good.]")
            .replace("PB[Sato]", "PB[Sato K.]"),
    );
    git.branch(
        "ben",
        &GAME
            .replace("W[dp]", "W[dp]C[Bad.\\] ]TR[dp]")
            .replace("PB[Sato]", "PB[Sato S.]"),
    );
    git.git(&["checkout", "--quiet", "anna"]);
    let ran = git.try_git(&["merge", "ben"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(
        ran.text()
            .contains("CONFLICT (content): Merge conflict in game 1.sgf"),
        "{}",
        ran.text()
    );
    let all = format!("{}{}", ran.text(), ran.stderr);
    assert!(
        all.contains("game 1.sgf: game 1, m0: both changed PB"),
        "{all}"
    );
    assert!(
        all.contains("game 1.sgf: game 1, m2: both changed C"),
        "{all}"
    );
    let merged = git.read("game 1.sgf");
    for part in [
        "PB[Sato K.]",
        "C[Merge conflict:\n<<<<<<< HEAD\nPB: Sato K.\n=======\nPB: Sato S.\n>>>>>>> ben]",
        "C[Merge conflict:\n<<<<<<< HEAD\nGood.\n=======\nBad.\\] \n>>>>>>> ben]TR[dp]",
    ] {
        assert!(merged.contains(part), "{merged}");
    }
    // The result is a sound record, and git finds the markers in it.
    let checked = git.kifu(&["check", "game 1.sgf"]);
    assert_eq!(checked.code, 0, "{}", checked.text());
    let ran = git.try_git(&["diff", "--check"]);
    assert!(
        ran.text().contains("leftover conflict marker"),
        "{}",
        ran.text()
    );
    // A person resolves the conflict.
    let resolved = merged.replace(
        "C[Merge conflict:\n<<<<<<< HEAD\nPB: Sato K.\n=======\nPB: Sato S.\n>>>>>>> ben]",
        "",
    );
    let resolved = resolved
        .replace("Merge conflict:\n<<<<<<< HEAD\n", "")
        .replace("=======\n", "")
        .replace("\n>>>>>>> ben", "");
    git.commit("merged", &resolved);
    assert_eq!(git.git(&["status", "--short"]), "");
}

#[test]
fn removed_and_changed_variations_are_a_conflict_for_a_rebase() {
    let git = Git::with_game();
    git.branch("anna", &GAME.replace("\n;B[qf];W[nc])", ")"));
    git.branch("ben", &GAME.replace("W[nc]", "W[nc]C[A hane.]"));
    let ran = git.try_git(&["rebase", "anna"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let text = git.read("game 1.sgf");
    assert!(
        text.contains("removed from here\n=======\nchanged\n"),
        "{text}"
    );
    assert!(text.contains("W[nc]C[A hane.]"), "{text}");
    git.git(&["rebase", "--abort"]);
}

#[test]
fn git_shows_changes_with_a_line_for_each_move() {
    let git = Git::with_game();
    git.write(
        "game 1.sgf",
        &GAME
            .replace('\n', " ")
            .replace("W[dp]", "W[dp]C[Solid,\nbut slow.]")
            .replace(";W[nc])", "(;W[nc])(;W[pc]))"),
    );
    let diff = git.git(&["diff", "--unified=1"]);
    let changes: Vec<&str> = diff
        .lines()
        .skip_while(|line| !line.starts_with("@@"))
        .collect();
    assert_eq!(
        changes,
        [
            "@@ -8,2 +8,4 @@ game 1",
            "    2 W D4",
            "+        C: Solid,",
            "+           but slow.",
            "    3 B Q4",
            "@@ -12 +14,2 @@ game 1",
            "    6 W O17",
            "+    +  6 W Q17",
        ],
        "{diff}"
    );
    assert!(!diff.contains("/tmp"), "{diff}");
    // White space and the order of properties are no changes.
    git.write(
        "game 1.sgf",
        &GAME
            .replace('\n', "\n\n")
            .replace("PB[Sato]PW[Mori]", "PW[Mori]PB[Sato]"),
    );
    assert_eq!(
        git.git(&["diff", "--unified=1"])
            .lines()
            .find(|line| line.starts_with("@@")),
        None
    );
    // The games of other formats have the same text, and other files stay as they are.
    let kifu = Kifu::with([("a.sgf", GAME), ("b.txt", "no game\n")]);
    let ran = kifu.run(&["git", "diff-text", "b.txt"]);
    assert_eq!((ran.code, ran.text()), (0, "no game\n"));
    kifu.run(&["convert", "a.sgf", "-o", "a.jgf"]);
    let [sgf, jgf] = ["a.sgf", "a.jgf"].map(|file| kifu.run(&["git", "diff-text", file]));
    let moves = |ran: &RunOutput| {
        ran.text()
            .lines()
            .filter(|line| !line.contains(": "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&sgf), moves(&jgf));
    assert_eq!(kifu.run(&["git", "diff-text", "missing.sgf"]).code, 4);
}

#[test]
fn drivers_are_installed_once_and_removed() {
    let git = Git::new();
    git.write(".gitattributes", "* text=auto");
    git.git(&["config", "user.name", "b"]);
    let config = git.read(".git/config");
    let printed = git.kifu(&["git", "install", "--print"]);
    assert_eq!(printed.code, 0, "{}", printed.stderr);
    assert!(
        printed
            .text()
            .contains("git config --local diff.kifu.textconv "),
        "{}",
        printed.text()
    );
    assert!(
        printed
            .text()
            .contains("*.[sS][gG][fF] diff=kifu merge=kifu"),
        "{}",
        printed.text()
    );
    assert_eq!(
        (git.read(".gitattributes"), git.read(".git/config")),
        ("* text=auto".to_owned(), config.clone())
    );

    let ran = git.kifu(&["git", "install"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let attributes = git.read(".gitattributes");
    assert!(
        attributes.starts_with("# Go records") && attributes.ends_with("\n* text=auto"),
        "{attributes}"
    );
    let checked = git.git(&["check-attr", "diff", "merge", "--", "a/OLD.SGF"]);
    assert_eq!(checked, "a/OLD.SGF: diff: kifu\na/OLD.SGF: merge: kifu\n");
    let again = git.kifu(&["git", "install"]);
    assert!(again.stderr.contains("already set up"), "{}", again.stderr);
    assert_eq!(git.read(".gitattributes"), attributes);
    assert_eq!(git.kifu(&["git", "install", "--print"]).text(), "");

    let ran = git.kifu(&["git", "uninstall"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(git.read(".gitattributes"), "* text=auto");
    assert_eq!(git.read(".git/config"), config);
    assert!(
        git.kifu(&["git", "uninstall"])
            .stderr
            .contains("nothing to remove")
    );
}

#[test]
fn other_drivers_are_not_replaced_unasked() {
    let git = Git::new();
    git.write(".gitattributes", "*.sgf diff=sgf\n");
    git.git(&["config", "merge.kifu.driver", "mine %A"]);
    let ran = git.kifu(&["git", "install"]);
    assert_eq!(ran.code, 4);
    for part in [
        "merge.kifu.driver is `mine %A`",
        "the attribute diff of *.sgf is `sgf`",
        "--force",
    ] {
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    assert_eq!(git.read(".gitattributes"), "*.sgf diff=sgf\n");
    assert_eq!(git.try_git(&["config", "diff.kifu.textconv"]).code, 1);
    let ran = git.kifu(&["git", "install", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        git.git(&["check-attr", "diff", "--", "a.sgf"]),
        "a.sgf: diff: kifu\n"
    );
}

#[test]
fn more_specific_attributes_keep_their_effect() {
    let git = Git::new();
    git.write(".gitattributes", "old/*.sgf merge=ours -diff\n");
    fs::create_dir(git.folder.join("old")).unwrap();
    git.write("old/a.sgf", GAME);
    git.commit("base", GAME);
    let ran = git.kifu(&["git", "install"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("1 record keeps other attributes, as before: old/a.sgf"),
        "{}",
        ran.stderr
    );
    let of = |file: &str| git.git(&["check-attr", "diff", "merge", "--", file]);
    assert_eq!(
        of("old/a.sgf"),
        "old/a.sgf: diff: unset\nold/a.sgf: merge: ours\n"
    );
    assert_eq!(of("a.sgf"), "a.sgf: diff: kifu\na.sgf: merge: kifu\n");
    assert_eq!(git.kifu(&["git", "install", "--force"]).code, 0);
    assert_eq!(
        of("old/a.sgf"),
        "old/a.sgf: diff: kifu\nold/a.sgf: merge: kifu\n"
    );
}

#[test]
fn the_attributes_of_the_user_are_not_replaced_unasked() {
    let git = Git::new();
    let attributes = git.home.path().join("config/git/attributes");
    fs::create_dir_all(attributes.parent().unwrap()).unwrap();
    for (others, named) in [
        ("* merge=union\n", "the attribute merge of *.gib is `union`"),
        (
            "[attr]rec diff=x merge=x\n*.sgf rec\n",
            "the attribute diff of *.sgf is `x`",
        ),
    ] {
        fs::write(&attributes, others).unwrap();
        let ran = git.kifu(&["git", "install", "--global"]);
        assert_eq!(ran.code, 4, "{}", ran.stderr);
        assert!(ran.stderr.contains(named), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(&attributes).unwrap(), others);
        let ran = git.kifu(&["git", "install", "--global", "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(
            git.git(&["check-attr", "merge", "--", "a.sgf"]),
            "a.sgf: merge: kifu\n"
        );
    }
}

#[test]
fn an_included_configuration_names_the_attributes_of_the_user() {
    let git = Git::new();
    let file = |name: &str| git.home.path().join(name);
    fs::write(file("gitconfig"), "[include]\npath = more\n").unwrap();
    let path = file("my-attributes").to_string_lossy().replace('\\', "/");
    fs::write(file("more"), format!("[core]\nattributesFile = {path}\n")).unwrap();
    let ran = git.kifu(&["git", "install", "--global"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        fs::read_to_string(file("my-attributes"))
            .unwrap()
            .contains("merge=kifu")
    );
    assert_eq!(
        git.git(&["check-attr", "merge", "--", "a.sgf"]),
        "a.sgf: merge: kifu\n"
    );
}

#[test]
fn attributes_that_come_before_are_an_error() {
    let git = Git::new();
    fs::create_dir_all(git.folder.join(".git/info")).unwrap();
    git.write(".git/info/attributes", "*.sgf merge=ours\n");
    let ran = git.kifu(&["git", "install", "--force"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    for part in ["the attribute merge of *.sgf is `ours`", "info/attributes"] {
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    assert!(!ran.stderr.contains("of *.gib"), "{}", ran.stderr);
}

/// The list of these characters in `kifu-merge` is that of `kifu-report`.
#[test]
fn characters_that_act_on_a_terminal_are_escaped_in_text() {
    let git = Git::new();
    let hazards = (' '..=char::MAX).filter(|c| kifu::report::is_hazard(*c));
    for hazard in hazards {
        let document = kifu::sgf::Document::parse(format!("(;CA[UTF-8]C[a{hazard}b])")).unwrap();
        let text = kifu::merge::text_of(&document);
        assert!(!text.contains(hazard), "{hazard:?}");
    }
    let game = "(;CA[UTF-8]C[a\u{200F}b\u{61C}c])";
    git.write("a.sgf", game);
    let ran = git.kifu(&["git", "diff-text", "a.sgf"]);
    let shown = String::from_utf8(ran.stdout).unwrap();
    assert!(shown.contains("C: a\\u{200f}b\\u{61c}c\n"), "{shown}");
}

#[test]
fn drivers_that_git_does_not_use_are_an_error() {
    let git = Git::new();
    // An included file is not the configuration that `git config --local` reads, but it applies if it comes last.
    git.git(&["config", "diff.kifu.textconv", "kifu git diff-text"]);
    git.git(&["config", "include.path", "more"]);
    git.write(".git/more", "[diff \"kifu\"]\ntextconv = cat\n");
    let ran = git.kifu(&["git", "install", "--force"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("diff.kifu.textconv is `cat`"),
        "{}",
        ran.stderr
    );
    git.write(".git/more", "[diff \"kifu\"]\ncommand = false\n");
    let ran = git.kifu(&["git", "install"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("diff.kifu.command is `false`"),
        "{}",
        ran.stderr
    );
    git.write(".git/more", "");
    assert_eq!(git.kifu(&["git", "install"]).code, 0);
}

#[test]
fn drivers_are_installed_for_the_user_and_in_bare_repositories() {
    let git = Git::new();
    let ran = git.kifu(&["git", "install", "--global"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        git.git(&["check-attr", "merge", "--", "a.sgf"]),
        "a.sgf: merge: kifu\n"
    );
    assert!(
        git.git(&["config", "--global", "merge.kifu.driver"])
            .contains(" git merge-file ")
    );
    assert_eq!(git.kifu(&["git", "uninstall", "--global"]).code, 0);
    assert_eq!(
        git.git(&["check-attr", "merge", "--", "a.sgf"]),
        "a.sgf: merge: unspecified\n"
    );

    // A linked worktree and a submodule share or have a configuration of their own; both work.
    git.commit("base", GAME);
    git.git(&["worktree", "add", "--quiet", "../tree"]);
    let tree = Git {
        home: TempDir::new().unwrap(),
        folder: git.home.path().join("tree"),
    };
    assert_eq!(tree.kifu(&["git", "install"]).code, 0);
    assert!(tree.read(".gitattributes").contains("merge=kifu"));

    let bare = Git {
        home: TempDir::new().unwrap(),
        folder: git.home.path().join("bare.git"),
    };
    fs::create_dir(&bare.folder).unwrap();
    bare.git(&["init", "--quiet", "--bare"]);
    let ran = bare.kifu(&["git", "install"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(bare.read("info/attributes").contains("merge=kifu"));

    let none = Git {
        home: TempDir::new().unwrap(),
        folder: TempDir::new().unwrap().keep(),
    };
    let ran = none.kifu(&["git", "install"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("not in a git repository"),
        "{}",
        ran.stderr
    );
}

#[test]
fn other_formats_are_merged_by_lines() {
    let base = "{\"moves\":[\n1,\n2,\n3\n]}\n";
    let kifu = Kifu::with([
        ("o", base.to_owned()),
        ("a", base.replace("1,", "10,")),
        ("b", base.replace('3', "30")),
        ("c", base.replace("1,", "11,")),
    ]);
    let ran = kifu.run(&["git", "merge-file", "-p", "o", "a", "b"]);
    assert_eq!(
        (ran.code, ran.text()),
        (0, "{\"moves\":[\n10,\n2,\n30\n]}\n")
    );
    assert!(ran.stderr.contains("a: merged by lines"), "{}", ran.stderr);
    let ran = kifu.run(&[
        "git",
        "merge-file",
        "--path=x.jgf",
        "--marker-size=3",
        "--theirs-name=%Y",
        "o",
        "a",
        "c",
    ]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr
            .contains("x.jgf: merged by lines, not by nodes: 1 conflict"),
        "{}",
        ran.stderr
    );
    let merged = fs::read_to_string(kifu.path("a")).unwrap();
    assert_eq!(
        merged,
        "{\"moves\":[\n<<< ours\n10,\n===\n11,\n>>> theirs\n2,\n3\n]}\n"
    );
    // Without text, our version stays.
    for (name, bytes) in [("o", b"\0a".as_slice()), ("a", b"\0b"), ("b", b"\0c")] {
        fs::write(kifu.path(name), bytes).unwrap();
    }
    let ran = kifu.run(&["git", "merge-file", "o", "a", "b"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_eq!(fs::read(kifu.path("a")).unwrap(), b"\0b");
    assert_eq!(
        kifu.run(&["git", "merge-file", "o", "a", "missing"]).code,
        4
    );
}

/// The script of the action checks the records that changed.
#[cfg(unix)]
#[test]
fn the_action_checks_changed_records() {
    let git = Git::new();
    git.commit("a sound record", GAME);
    git.write("b.SGF", "(;FF[4]SZ[19];B[zz])");
    git.write("c.txt", "no record");
    git.commit("a fault", GAME);
    let sarif = git.home.path().join("kifu.sarif");
    let run = |before: &str, all: &str, args: &str| {
        let output = git.home.path().join("output");
        fs::remove_file(&output).ok();
        let script = kifu_testkit::repository(".github/actions/check/check.sh");
        let mut command = git.command(Path::new("bash"), &[script.to_str().unwrap()]);
        command
            .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
            .env("KIFU_BEFORE", before)
            .env("KIFU_ALL", all)
            .env("KIFU_ARGS", args)
            .env("KIFU_SARIF", &sarif)
            .env("GITHUB_OUTPUT", &output);
        let ran = RunOutput::of(command.output().unwrap());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let output = fs::read_to_string(output).unwrap();
        let written = format!("sarif={}", sarif.display());
        output.replace(&written, "written").replace('\n', " ")
    };
    let check = |before: &str, all: &str| {
        let output = run(before, all, "");
        output
            .trim_start_matches("written ")
            .trim_start_matches("sarif= ")
            .trim_end()
            .to_owned()
    };
    assert_eq!(run("HEAD~1", "false", ""), "written files=1 code=1 ");
    let found = fs::read_to_string(&sarif).unwrap();
    assert!(
        found.contains("\"b.SGF\"") && found.contains("value/off-board"),
        "{found}"
    );
    // Nothing to upload.
    assert_eq!(run("HEAD", "false", ""), "sarif= files=0 code=0 ");
    assert_eq!(
        run("HEAD", "true", "--no-such-option"),
        "sarif= files=2 code=2 "
    );
    assert_eq!(check("HEAD", "false"), "files=0 code=0");
    // Without a known commit, all records are checked.
    assert_eq!(
        check("0000000000000000000000000000000000000000", "false"),
        "files=2 code=1"
    );
    assert_eq!(check("HEAD", "true"), "files=2 code=1");
}

/// The action builds the program again if its sources have changed.
#[test]
fn the_action_names_its_sources() {
    let git = Git::new();
    fs::create_dir(git.folder.join("crates")).unwrap();
    git.write("Cargo.toml", "[workspace]");
    git.write("crates/a.rs", "a");
    let script = kifu_testkit::repository(".github/actions/check/source.sh");
    let hash = || {
        let mut command = git.command(Path::new("bash"), &[script.to_str().unwrap()]);
        command
            .env("KIFU_SOURCE", &git.folder)
            .env_remove("GITHUB_OUTPUT");
        let ran = RunOutput::of(command.output().unwrap());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(ran.stdout.len(), "hash=".len() + 41, "{}", ran.stderr);
        ran.stdout
    };
    let first = hash();
    assert_eq!(hash(), first);
    git.write("crates/a.rs", "b");
    let second = hash();
    assert_ne!(second, first);
    fs::rename(
        git.folder.join("crates/a.rs"),
        git.folder.join("crates/b.rs"),
    )
    .unwrap();
    assert_ne!(hash(), second);
}
