//! The help, the hints for command lines that are not valid, completions and manual pages.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::commands;
use crate::kifu::{Kifu, RunOutput};

/// Returns the verbs that have a help, such as `check` or `rec at`, in the order of the help; the
/// first is the root.
fn verbs(kifu: &Kifu) -> Vec<String> {
    let mut verbs = vec![String::new()];
    for within in ["", "rec", "problem", "export", "git"] {
        let help = kifu.run(&[within, "--help"][usize::from(within.is_empty())..]);
        let lines = help.text().lines().take_while(|line| *line != "Options:");
        let words = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let named = words.filter(|word| !word.is_empty() && *word != "help");
        verbs.extend(named.map(|word| format!("{within} {word}").trim().to_owned()));
    }
    verbs
}

fn help(kifu: &Kifu, verb: &str) -> String {
    let mut words: Vec<&str> = verb.split_whitespace().collect();
    words.push("--help");
    let ran = kifu.run(&words);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{verb}");
    ran.text().to_owned()
}

#[test]
fn each_help_fits_on_a_screen() {
    let kifu = Kifu::new();
    let verbs = verbs(&kifu);
    // The verbs were found.
    assert!(verbs.len() > 45, "{verbs:?}");
    for verb in &verbs {
        let help = help(&kifu, verb);
        let lines = help.lines().count();
        assert!(lines <= 50 || verb.is_empty(), "{verb}: {lines} lines");
        assert!(!help.contains('\u{2060}'), "{verb}");
        let short = kifu.run(&[verb.split_whitespace().collect(), vec!["-h"]].concat());
        assert_eq!(short.text(), help, "{verb}");
    }
}

#[test]
fn own_options_come_before_shared_ones_and_examples_last() {
    let kifu = Kifu::new();
    for verb in verbs(&kifu)
        .iter()
        .filter(|verb| !["", "rec", "problem", "export", "import", "git"].contains(&verb.as_str()))
    {
        let help = help(&kifu, verb);
        let at = |heading: &str| help.find(&format!("\n{heading}:\n"));
        let shared = at("Shared options").unwrap();
        assert!(at("Options").is_none_or(|own| own < shared), "{verb}");
        assert!(shared < at("Examples").unwrap(), "{verb}");
        let (own, shared) = help.split_at(shared);
        for option in ["--files-from", "--no-progress", "--color", "--max-ratio"] {
            assert!(!own.contains(option), "{verb} {option}");
        }
        assert!(shared.contains("--color <WHEN>"), "{verb}");
    }
}

/// Returns the commands in the examples of a help, such as `kifu check games`.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let commands = lines.map(|line| line.trim_start().split("  ").next().unwrap_or_default());
    let commands = commands.filter(|line| line.starts_with("kifu ") || line.contains("| kifu "));
    commands.map(str::to_owned).collect()
}

#[test]
fn examples_run() {
    let verbs = verbs(&Kifu::new());
    let files = with_recordings();
    let mut wrong = Vec::new();
    for verb in &verbs {
        let examples = examples(&help(&files, verb));
        assert_eq!(examples.len(), 3, "{verb}");
        if cfg!(not(feature = "tables")) && verb.contains("import") {
            continue;
        }
        if cfg!(not(feature = "git")) && verb.starts_with("git") {
            continue;
        }
        for example in examples {
            if cfg!(not(feature = "tables")) && example.contains(" tables ") {
                continue;
            }
            // Each example runs in its own directory.
            let kifu = copy_of(&files);
            let mut piped: Option<Vec<u8>> = None;
            let mut is_right = true;
            let mut stderr = String::new();
            for command in example.split(" | ") {
                let words = commands::words(command);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let ["kifu", words @ ..] = words.as_slice() else {
                    // Another program writes a journal.
                    piped = Some(JOURNAL.to_vec());
                    continue;
                };
                if let ["git", "install" | "uninstall", ..] = words {
                    let ran = in_repository(&kifu, words);
                    is_right &= ran.code == 0;
                    stderr.push_str(&ran.stderr);
                    continue;
                }
                let ran = match &piped {
                    // Opens no browser.
                    None if words[0] == "view" && !words.contains(&"--terminal") => {
                        kifu.run(&[words, &["--print-path"]].concat())
                    }
                    Some(input) => kifu.feed(words, input),
                    None => kifu.run(words),
                };
                is_right &= match words {
                    ["rec", "play", ..] => ran.stderr.contains("is not a terminal"),
                    ["view", "--terminal", ..] if cfg!(not(feature = "terminal")) => ran.code == 2,
                    ["view", "--terminal", ..] => ran.stderr.contains("is not a terminal"),
                    // These verbs exit with 1 if the answer is no.
                    ["check" | "diff" | "fmt" | "lsp" | "score", ..] | ["rec", "check", ..] => {
                        ran.code <= 1
                    }
                    _ => ran.code == 0,
                };
                stderr.push_str(&ran.stderr);
                piped = Some(ran.stdout);
            }
            if !is_right {
                wrong.push(format!("{example}: {stderr}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs the command in a new repository of a user without a configuration.
fn in_repository(kifu: &Kifu, words: &[&str]) -> RunOutput {
    let isolated = |mut command: Command| {
        command
            .env("HOME", kifu.path(""))
            .env("XDG_CONFIG_HOME", kifu.path(""))
            .env("GIT_CONFIG_GLOBAL", kifu.path("gitconfig"));
        RunOutput::of(command.current_dir(kifu.path("")).output().unwrap())
    };
    let mut init = Command::new("git");
    init.args(["init", "--quiet"]);
    assert_eq!(isolated(init).code, 0);
    isolated(kifu.command(words))
}

const JOURNAL: &[u8] = b"{\"rgfj\":1,\"game\":1,\"quantum\":0.001,\"ties\":\"count\"}\n[0,[\"add\",null],[\"put\",0,\"B\",\"pd\"]]\n";

/// Returns a directory with the files of the examples.
fn with_recordings() -> Kifu {
    let kifu = Kifu::with(commands::files());
    let cues = "0:00 m1\n0:10 m2\n0:40 m3 A comment\n";
    fs::write(kifu.path("cues.txt"), cues).unwrap();
    let made: [&[&str]; 6] = [
        &[
            "rec",
            "record",
            "--cues",
            "cues.txt",
            "game.sgf",
            "-o",
            "lesson.rgt",
        ],
        &["rec", "unpack", "lesson.rgt", "-o", "files"],
        &["convert", "game.sgf", "-o", "game.jgf"],
        &["index", "games", "-o", "games.kifu"],
        &[
            "rec",
            "record",
            "--cues",
            "cues.txt",
            "turned.sgf",
            "-o",
            "second.rgt",
        ],
        &[
            "rec",
            "record",
            "--cues",
            "cues.txt",
            "short.sgf",
            "-o",
            "first.rgt",
        ],
    ];
    for args in made {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
    }
    if cfg!(feature = "tables") {
        let ran = kifu.run(&["export", "tables", "--nodes", "game.sgf", "-o", "dataset"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    fs::create_dir(kifu.path("recordings")).unwrap();
    fs::copy(kifu.path("lesson.rgt"), kifu.path("recordings/a.rgt")).unwrap();
    for entry in fs::read_dir(kifu.path("files")).unwrap() {
        let path = entry.unwrap().path();
        let is_main = path.extension().is_some_and(|extension| extension == "sgf");
        let name = path.file_name().map(Path::new).unwrap();
        let name = if is_main { Path::new("talk.sgf") } else { name };
        fs::copy(&path, kifu.path(name)).unwrap();
    }
    kifu
}

/// Returns a directory with the same files.
fn copy_of(kifu: &Kifu) -> Kifu {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let from = entry.unwrap().path();
            let to = to.join(from.file_name().unwrap());
            if from.is_dir() {
                copy(&from, &to);
            } else {
                fs::copy(from, to).unwrap();
            }
        }
    }
    let copied = Kifu::new();
    copy(&kifu.path(""), &copied.path(""));
    copied
}

#[test]
fn the_help_of_the_command_ends_with_exit_codes() {
    let help = Kifu::new().run(&["--help"]);
    let words: Vec<&str> = help.text().split_whitespace().collect();
    let text = words.join(" ");
    let (_, codes) = text.split_once("Exit codes: ").unwrap();
    assert_eq!(
        codes,
        "0 success, 1 negative result, such as no match or a difference, 2 invalid command line, \
         3 some inputs could not be read or written, 4 no input could be read or written."
    );
    assert!(
        text.contains("kifu FILE is short for `kifu show FILE`"),
        "{text}"
    );
}

#[test]
fn templates_are_shown_as_they_are_written() {
    let kifu = Kifu::new();
    for args in [&["split", "-h"][..], &["help", "split"], &["man", "split"]] {
        let help = kifu.run(args);
        assert!(help.text().contains("{n}"), "{args:?}: {}", help.text());
        assert!(!help.text().contains('\u{2060}'), "{args:?}");
    }
}

#[test]
fn mistakes_have_hints() {
    let kifu = Kifu::with(commands::files());
    let stderr = |args: &[&str]| {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        ran.stderr
    };
    let cases: [(&[&str], &str); 19] = [
        (&["chek", "game.sgf"], "'check'"),
        (&["search", "Cho"], "'find'"),
        (&["display", "game.sgf"], "'show'"),
        (&["publish", "game.sgf"], "'export'"),
        (&["convert", "-t", "html", "game.sgf"], "`kifu export html`"),
        (
            &["convert", "game.sgf", "-o", "game.html"],
            "`kifu export html`",
        ),
        (
            &["render", "game.sgf", "-o", "game.HTM"],
            "`kifu export html`",
        ),
        (&["validate", "game.sgf"], "'check'"),
        (&["validat", "game.sgf"], "'check'"),
        (&["edit", "game.sgf"], "'set'"),
        (&["lint", "game.sgf"], "'check'"),
        (&["explain", "rules/kos"], "`rules/ko`"),
        (&["explain", "unclosed-tre"], "`sgf/unclosed-tree`"),
        (
            &["check", "--allow", "sgf/unclosed-tre", "game.sgf"],
            "`sgf/unclosed-tree`",
        ),
        (&["fix", "--only", "rules/kos", "game.sgf"], "`rules/ko`"),
        (&["fix", "--unsafe", "rules/kos", "game.sgf"], "`rules/ko`"),
        (
            &["find", "Shusaku", "games"],
            "kifu find -e 'player ~ Shusaku' games",
        ),
        (
            &["find", "Cho Chikun"],
            "kifu find -e 'player ~ \"Cho Chikun\"'",
        ),
        (&["find", "-e", "komy > 6", "games"], "komi"),
    ];
    for (args, hint) in cases {
        let stderr = stderr(args);
        assert!(stderr.contains(hint), "{args:?}: {stderr}");
    }
    let none = stderr(&["xylophone"]);
    assert!(!none.contains("tip:"), "{none}");
    assert!(!stderr(&["rec", "search"]).contains("'find'"));
}

#[test]
fn a_path_alone_is_shown() {
    let kifu = Kifu::with(commands::files());
    let same = |args: &[&str], verb: &[&str]| {
        let (ran, with_verb) = (kifu.run(args), kifu.run(&[verb, args].concat()));
        assert_eq!(ran.seen(), with_verb.seen(), "{args:?}");
        ran.code
    };
    assert_eq!(same(&["game.sgf"], &["show"]), 0);
    assert_eq!(same(&["--color", "never", "game.sgf"], &["show"]), 0);
    assert_eq!(same(&["games"], &["info", "--summary"]), 0);
    assert_eq!(same(&["missing.sgf"], &["show"]), 4);
    fs::write(kifu.path("talk.rgf"), "(;TS[0]B[aa]TS[1])").unwrap();
    assert_eq!(same(&["talk.rgf"], &["rec", "info"]), 0);
    fs::copy(kifu.path("game.sgf"), kifu.path("check")).unwrap();
    let verb = kifu.feed(&["check", "-"], b"(;)");
    assert_eq!(verb.stderr, "1 file, 0 errors, 0 warnings\n");
}

#[test]
fn force_is_f_everywhere() {
    let kifu = Kifu::new();
    let mut found = 0;
    for verb in verbs(&kifu) {
        let help = help(&kifu, &verb);
        for line in help.lines().filter(|line| line.contains("--force")) {
            found += 1;
            assert!(line.contains("-f, --force"), "{verb}: {line}");
        }
        let short = help
            .lines()
            .filter(|line| line.trim_start().starts_with("-f,"));
        short.for_each(|line| assert!(line.contains("--force"), "{verb}: {line}"));
    }
    assert!(found > 10, "{found}");
}

#[test]
fn completions_know_codes_themes_and_formats() {
    let kifu = Kifu::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = kifu.run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}: {}", ran.stderr);
        if matches!(shell, "bash" | "zsh" | "fish") {
            for word in [
                "sgf/unclosed-tree",
                "night",
                "jgf2",
                "sarif",
                "black.captures",
            ] {
                assert!(ran.text().contains(word), "{shell} {word}");
            }
        }
    }
}

#[test]
fn manual_pages_have_headers_and_examples() {
    let kifu = Kifu::new();
    for verb in verbs(&kifu) {
        let words: Vec<&str> = verb.split_whitespace().collect();
        let page = kifu.run(&[&["man"], words.as_slice()].concat());
        let name = [&["kifu"], words.as_slice()].concat().join("-");
        let header = format!(".TH {} 1 ", name.to_ascii_uppercase());
        let text = page.text();
        assert!(text.contains(&header), "{verb}: {text}");
        assert!(text.contains("\"kifu manual\""), "{verb}: {text}");
        for section in ["NAME", "SYNOPSIS", "EXAMPLES", "EXIT STATUS"] {
            assert!(
                text.contains(&format!(".SH \"{section}\""))
                    || text.contains(&format!(".SH {section}\n")),
                "{verb} {section}: {text}"
            );
        }
    }
}
