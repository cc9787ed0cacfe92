//! `kifu rec`: tests with the example of the specification and with small recordings.

use std::fs;
use std::path::Path;

use ::kifu::rgf::bundle::Writer;
use serde_json::{Value, json};

use crate::kifu::Kifu;

const FILES: [&str; 3] = ["example.sgf", "actualgame.rgf", "review.rgf"];

fn example(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kifu-rgf/test_data/example");
    fs::read(folder.join(name)).unwrap()
}

/// Creates the four files of the example and a bundle of them.
fn lecture() -> Kifu {
    let mut writer = Writer::new_rgt(Vec::new());
    let kifu = Kifu::new();
    for name in FILES {
        fs::write(kifu.path(name), example(name)).unwrap();
        writer.add_bytes(name, &example(name)).unwrap();
    }
    fs::write(kifu.path("review.mp3"), [7; 100]).unwrap();
    writer.add_bytes("review.mp3", &[7; 100]).unwrap();
    fs::write(kifu.path("example.rgt"), writer.finish().unwrap()).unwrap();
    kifu
}

/// A recording with chapters, a pause, counters, and control characters that would affect a
/// terminal. (ESC is removed when a recording is read.)
const TALK: &str = "(;TS[0]B[aa]TS[0:1]C[\x1b[31m\\]古]TS[1.5]VT[X-MARK:The \x07opening]TS[2]\
    ;TS[130]W[bb]TS[130:1]VT[X-MARK:The end]TS[131]VT[X-PEN]TS[132]RP[B:aa]TS[133]VT[ENDED]TS[140])";

fn talk() -> Kifu {
    Kifu::with([
        ("talk.rgf", TALK),
        (
            "talk.sgf",
            "(;GM[1]FF[4]SZ[9]PB[x];GS[talk.rgf:140]C[Hello])",
        ),
    ])
}

// ---- reports ----

#[test]
fn info_describes_recordings_as_text() {
    let kifu = lecture();
    fs::write(kifu.path("talk.rgf"), TALK).unwrap();
    let all = ["example.sgf", "example.rgt", "talk.rgf", "review.mp3"];
    insta::assert_snapshot!(kifu.run(&[&["rec", "info"], &all[..]].concat()).seen());
    let one = kifu.run(&["rec", "info", "--recording", "2", "example.sgf"]);
    assert!(one.text().contains("review.rgf") && !one.text().contains("actualgame"));
}

#[test]
fn info_describes_recordings_as_json() {
    let kifu = lecture();
    let ran = kifu.run(&["rec", "info", "--jsonl", "example.rgt", "example.sgf"]);
    let [bundle, folder] = <[_; 2]>::try_from(ran.lines()).unwrap();
    let media = json!([{"source": "review.mp3", "kind": "audio", "found": true}]);
    let recording = |name: &str, duration: u32, numbers: [u32; 3], media: Value| {
        let [events, nodes, moves] = numbers;
        json!({
            "name": name, "found": true, "dialect": "distinct", "duration": duration,
            "events": events, "nodes": nodes, "moves": moves, "markers": [], "media": media,
        })
    };
    let expected = json!({
        "kifu_schema": 1, "file": "example.rgt", "format": "rgt", "main": "example.sgf",
        "recordings": [
            recording("actualgame.rgf", 14, [10, 5, 5], json!([])),
            recording("review.rgf", 56, [41, 11, 10], media),
        ],
        "others": [{"name": "review.mp3", "bytes": 100}],
    });
    assert_eq!(bundle, expected);
    assert_eq!(folder["recordings"], expected["recordings"]);
    assert_eq!(
        (&folder["format"], &folder["main"]),
        (&json!("sgf"), &Value::Null)
    );
    // Times are exact.
    let ran = kifu.feed(
        &["rec", "info", "--json"],
        b"(;TS[123456789.123456789]B[aa])",
    );
    assert!(
        ran.text().contains("\"duration\":123456789.123456789,"),
        "{ran:?}"
    );
}

#[test]
fn events_lists_all_events() {
    let kifu = lecture();
    insta::assert_snapshot!(kifu.run(&["rec", "events", "example.sgf"]).seen());
    let talk = talk();
    insta::assert_snapshot!(talk.run(&["rec", "events", "talk.rgf"]).seen());
    let ran = talk.run(&["rec", "events", "--jsonl", "talk.sgf"]);
    assert!(!ran.text().contains(['\x1b', '\x07']));
    let lines = ran.lines();
    assert_eq!(lines.len(), 10);
    let head = |event: u32, time: f64, counter: u32, place: &str, what: &str| {
        json!({
            "kifu_schema": 1, "file": "talk.sgf", "recording": "talk.rgf", "event": event,
            "time": time, "counter": counter, "place": place, "what": what, "ignored": false,
        })
    };
    let with = |mut head: Value, key: &str, value: Value| {
        head[key] = value;
        head
    };
    let put = with(head(3, 1.5, 0, "m1", "put"), "property", json!("C"));
    assert_eq!(lines[2], with(put, "values", json!(["[31m\\]古"])));
    let removed = with(head(9, 133.0, 0, "m2", "remove"), "property", json!("B"));
    assert_eq!(
        without_zero_decimals(&lines[8]),
        without_zero_decimals(&with(removed, "values", json!(["aa"])))
    );
    let trigger = with(
        head(8, 132.0, 0, "m2", "trigger"),
        "trigger",
        json!("X-PEN"),
    );
    assert_eq!(
        without_zero_decimals(&lines[7]),
        without_zero_decimals(&trigger)
    );
}

/// Returns the JSON text without `.0` in numbers, so that 133 and 133.0 are equal.
fn without_zero_decimals(value: &Value) -> String {
    value.to_string().replace(".0,", ",")
}

#[test]
fn markers_and_stats_as_text_and_json() {
    let kifu = talk();
    insta::assert_snapshot!(kifu.run(&["rec", "markers", "talk.sgf"]).seen());
    insta::assert_snapshot!(kifu.run(&["rec", "stats", "talk.rgf"]).seen());
    let markers = kifu.run(&["rec", "markers", "--json", "talk.rgf"]).json();
    assert_eq!(
        markers[0]["recordings"][0]["markers"],
        json!([
            {"time": 2, "event": 4, "place": "m1", "label": "The \x07opening"},
            {"time": 131, "event": 7, "place": "m2", "label": "The end"},
        ])
    );
    let stats = &kifu.run(&["rec", "stats", "--json", "talk.rgf"]).json()[0]["recordings"][0];
    assert_eq!(stats["longest_pause"], json!({"from": 2, "length": 128}));
    assert_eq!(stats["properties"], json!({"B": 1, "C": 1, "W": 1}));
    assert_eq!(
        stats["per_minute"],
        json!([{"minute": 0, "events": 4}, {"minute": 2, "events": 6}])
    );
}

// ---- check ----

#[test]
fn check_finds_fault_of_example() {
    let kifu = lecture();
    for file in ["example.sgf", "example.rgt"] {
        let ran = kifu.run(&["rec", "check", "--level", "error", file]);
        insta::assert_snapshot!(ran.seen());
    }
    let ran = kifu.run(&["rec", "check", "--format", "jsonl", "example.rgt"]);
    let members: Vec<_> = ran
        .lines()
        .iter()
        .map(|line| line["member"].clone())
        .collect();
    assert_eq!(members, FILES);
    assert_eq!(ran.lines()[1]["diagnostics"], json!([]));
    let allowed = [
        "rec",
        "check",
        "-q",
        "--allow",
        "sgf/node-after-variations",
        "example.rgt",
    ];
    assert_eq!(kifu.run(&allowed).code, 0);
    let sarif = kifu
        .run(&["rec", "check", "--format", "sarif", "example.rgt"])
        .json();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "example.rgt/example.sgf");
}

#[test]
fn check_reports_faults_at_their_files() {
    let kifu = lecture();
    let late = String::from_utf8(example("review.rgf")).unwrap();
    let late = late.replace("TS[56]", "TS[57]").replace("W[qi]", "W[qj]");
    fs::write(kifu.path("review.rgf"), late).unwrap();
    fs::remove_file(kifu.path("actualgame.rgf")).unwrap();
    let ran = kifu.run(&["rec", "check", "--format", "jsonl", "example.sgf"]);
    let codes = |line: &Value| -> Vec<String> {
        let found = line["diagnostics"].as_array().unwrap().iter();
        let codes = found.filter_map(|found| found["code"].as_str());
        codes
            .filter(|code| code.starts_with("rgf") || code.starts_with("timeline"))
            .map(str::to_owned)
            .collect()
    };
    let lines = ran.lines();
    assert_eq!(
        (&lines[0]["file"], &lines[1]["file"]),
        (&json!("example.sgf"), &json!("review.rgf"))
    );
    assert_eq!(
        codes(&lines[0]),
        ["rgf/missing-member", "rgf/final-differs"]
    );
    assert_eq!(codes(&lines[1]), ["timeline/after-end"]);
    assert_eq!(ran.code, 1);
}

#[test]
fn other_verbs_recognize_recordings() {
    let kifu = lecture();
    let info = kifu.run(&["info", "review.rgf", "example.rgt", "example.sgf"]);
    insta::assert_snapshot!(info.seen());
    assert_eq!(
        kifu.run(&["check", "review.rgf"]).seen(),
        kifu.run(&["rec", "check", "review.rgf"]).seen()
    );
    assert_eq!(kifu.run(&["check", "example.rgt"]).code, 1);
    for verb in ["show", "tree", "cat", "score", "fmt", "charset"] {
        for file in ["review.rgf", "example.rgt"] {
            let ran = kifu.run(&[verb, file]);
            assert_eq!((ran.code, ran.text()), (4, ""), "{verb}");
            assert!(ran.stderr.contains("kifu rec at"), "{ran:?}");
        }
    }
}

// ---- moments ----

#[test]
fn at_shows_example_at_every_time() {
    let kifu = lecture();
    let mut out = String::new();
    for name in ["actualgame.rgf", "review.rgf"] {
        let events = kifu.run(&[
            "rec",
            "events",
            "--recording",
            name,
            "--jsonl",
            "example.sgf",
        ]);
        let times = events
            .lines()
            .into_iter()
            .map(|event| event["time"].to_string());
        let mut times: Vec<String> = times.filter(|time| time != "null").collect();
        times.dedup();
        for time in times {
            let at = kifu.run(&[
                "rec",
                "at",
                &time,
                "--recording",
                name,
                "--bare",
                "example.rgt",
            ]);
            assert_eq!(at.code, 0, "{at:?}");
            out += &format!("{time:>5} {}", at.text());
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn final_equals_nodes_in_example_file() {
    let kifu = lecture();
    let shown = String::from_utf8(example("example.sgf")).unwrap();
    let shown: String = shown.lines().map(str::trim).collect();
    for name in ["actualgame.rgf", "review.rgf"] {
        let ran = kifu.run(&["rec", "final", "--bare", "--recording", name, "example.sgf"]);
        let tree = ran.text().trim_end();
        assert!(tree.len() > 30 && shown.contains(tree), "{tree}");
        // In the SGF file, the nodes replace the recording.
        let whole = kifu.run(&["rec", "final", "--recording", name, "example.rgt"]);
        let whole: String = whole.text().lines().map(str::trim).collect();
        let plain = |text: &str| text.replace(['\n', ' ', '(', ')'], "");
        let without = match name {
            "review.rgf" => shown.replace("GS[review.rgf:56]GM[review.mp3:audio]", ""),
            _ => shown.replace("GS[actualgame.rgf:14]", ""),
        };
        assert_eq!(plain(&whole), plain(&without));
    }
}

#[test]
fn at_shows_added_and_removed_stones() {
    let kifu = lecture();
    let at = |time: &str| {
        let ran = kifu.run(&[
            "rec",
            "at",
            time,
            "--recording",
            "2",
            "--json",
            "example.rgt",
        ]);
        ran.json()
    };
    assert_eq!(
        at("44")["properties"]["AB"],
        json!(["pp", "qp", "pq", "qq"])
    );
    assert_eq!(at("56")["properties"].get("AB"), None);
    let (at_44, at_56) = (at("44"), at("56"));
    // The dumpling shape has two rows of two stones.
    let has_dumpling = |seen: &Value| seen["position"].as_str().unwrap().contains("3b11B22/15B22");
    assert!(has_dumpling(&at_44) && !has_dumpling(&at_56));
    assert_eq!(
        at_56["comment"],
        "This is an ugly dumpling... So let's remove it"
    );
    let at_51 = at("51");
    assert_eq!(
        (&at_51["place"], &at_51["last_move"]),
        (&json!("m1:1.2"), &json!({"color": "W", "point": "or"}))
    );
    assert_eq!(at("50.9")["place"], "m1:1");
}

#[test]
fn at_accepts_all_spellings_of_moments() {
    let kifu = talk();
    let bare = |args: &[&str]| {
        let ran = kifu.run(&[&["rec", "at", "--bare"], args, &["talk.rgf"]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.text().trim_end().to_owned()
    };
    let first = "(;B[aa]C[[31m\\]古])";
    assert_eq!(bare(&["1.5"]), first);
    assert_eq!(bare(&["0:01.5"]), first);
    assert_eq!(bare(&["0:00:01.5"]), first);
    assert_eq!(bare(&["1.5", "--before"]), "(;B[aa])");
    assert_eq!(bare(&["-1"]), "");
    assert_eq!(bare(&["start"]), "");
    assert_eq!(bare(&["e0"]), "");
    assert_eq!(bare(&["e1"]), "(;)");
    assert_eq!(bare(&["e2"]), "(;B[aa])");
    assert_eq!(bare(&["e2", "--before"]), "(;)");
    assert_eq!(bare(&["2:10"]), "(;B[aa]C[[31m\\]古];W[bb])");
    assert_eq!(bare(&["end"]), bare(&["9:59:59"]));
    let message = |moment: &str| {
        kifu.run(&["rec", "at", "--bare", moment, "talk.rgf"])
            .stderr
    };
    assert_eq!(message("2:20"), "");
    let end = "kifu: talk.rgf: the recording ends at 2:20; the output is the game at its end\n";
    assert_eq!(message("9:59:59"), end);
    assert!(
        message("e99").contains(": the recording has only "),
        "{}",
        message("e99")
    );
    assert_eq!(message("e4"), "");
    for bad in ["1:99", "soon", "", "1:2:3:4", "e", "e1.5", "12:30:", "nan"] {
        let ran = kifu.run(&["rec", "at", bad, "talk.rgf"]);
        assert_eq!(ran.code, 2, "{bad:?}");
        assert!(
            ran.stderr
                .contains("expected a time such as `56`, `12:30` or `1:02:03.5`")
        );
    }
    assert!(
        kifu.run(&["rec", "at", "1e30", "talk.rgf"])
            .stderr
            .contains("292 years")
    );
}

#[test]
fn at_writes_all_formats() {
    let kifu = talk();
    let at = |args: &[&str]| kifu.run(&[&["rec", "at", "2:10", "talk.sgf"], args].concat());
    let sgf = "(;GM[1]FF[4]SZ[9]PB[x];C[Hello];B[aa]C[[31m\\]古];W[bb])\n";
    assert_eq!(at(&[]).text(), sgf);
    assert_eq!(at(&["-t", "sgn"]).text(), "b8/1w7///////-B\n");
    let jgf: Value = at(&["-t", "jgf2"]).json();
    assert!(jgf.to_string().contains("\"Hello\""), "{jgf}");
    assert_eq!(at(&["-o", "out.sgf"]).code, 0);
    assert_eq!(fs::read_to_string(kifu.path("out.sgf")).unwrap(), sgf);
    let ran = at(&["-o", "out.sgf"]);
    assert_eq!(ran.code, 4, "{ran:?}");
    assert_eq!(at(&["-o", "out.sgf", "-f"]).code, 0);
    at(&["-o", "out.sgn"]);
    assert_eq!(
        fs::read_to_string(kifu.path("out.sgn")).unwrap(),
        "b8/1w7///////-B\n"
    );
    let seen = kifu.run(&["rec", "at", "-1", "talk.sgf", "--json"]).json();
    assert_eq!(seen["comment"], "Hello");
    assert_eq!((&seen["place"], &seen["events"]), (&Value::Null, &json!(0)));
}

// ---- selecting a recording ----

#[test]
fn ambiguous_recording_is_refused() {
    let kifu = lecture();
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["rec", "final", "--bare"], args].concat());
        (ran.code, ran.stderr)
    };
    let (code, why) = run(&["example.sgf"]);
    assert_eq!(code, 2);
    assert!(
        why.ends_with("`--recording NAME`: actualgame.rgf, review.rgf\n"),
        "{why}"
    );
    assert_eq!(run(&["example.sgf", "--recording", "2"]).0, 0);
    assert_eq!(run(&["example.sgf", "--recording", "review.rgf"]).0, 0);
    for wrong in ["0", "3", "other.rgf", "\x1b"] {
        let (code, why) = run(&["example.sgf", "--recording", wrong]);
        assert_eq!(code, 4, "{why}");
        assert!(!why.contains('\x1b'));
    }
    assert_eq!(run(&["missing.sgf"]).0, 4);
    assert_eq!(run(&["review.mp3"]).0, 4);
    fs::remove_file(kifu.path("review.rgf")).unwrap();
    let (code, why) = run(&["example.sgf", "--recording", "2"]);
    assert_eq!(
        (code, &*why),
        (4, "kifu: example.sgf: review.rgf is missing\n")
    );
}

#[test]
fn references_cannot_leave_folder() {
    let kifu = Kifu::with([
        ("out.rgf", "(;TS[1]B[aa]TS[1])"),
        ("in/a.sgf", "(;GM[1];GS[../out.rgf:1]MS[../out.rgf:audio])"),
    ]);
    let info = kifu.run(&["rec", "info", "--jsonl", "in/a.sgf"]);
    let recording = &info.lines()[0]["recordings"][0];
    assert_eq!(
        (&recording["found"], &recording["media"][0]["found"]),
        (&json!(false), &json!(false))
    );
    let check = kifu.run(&["rec", "check", "in/a.sgf"]);
    assert!(check.text().contains("rgf/unsafe-source"), "{check:?}");
}

#[test]
fn bundle_without_end_marker_is_read_and_reported() {
    let kifu = lecture();
    let mut bytes = fs::read(kifu.path("example.rgt")).unwrap();
    let end = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    bytes.truncate(end.next_multiple_of(512));
    fs::write(kifu.path("example.rgt"), bytes).unwrap();
    assert_eq!(kifu.run(&["rec", "info", "example.rgt"]).code, 0);
    let check = kifu.run(&[
        "rec",
        "check",
        "example.rgt",
        "--deny",
        "odd-archive",
        "--summary",
    ]);
    assert!(check.text().contains("rgf/odd-archive"), "{check:?}");
}

#[test]
fn truncated_bundle_is_refused() {
    let kifu = lecture();
    let mut bytes = fs::read(kifu.path("example.rgt")).unwrap();
    bytes.truncate(3000);
    fs::write(kifu.path("cut.rgt"), bytes).unwrap();
    for verb in ["info", "events", "check"] {
        let ran = kifu.run(&["rec", verb, "cut.rgt"]);
        assert_eq!(ran.code, 4, "{ran:?}");
        assert!(ran.stderr.contains("the archive ends too early"), "{ran:?}");
    }
}

// ---- play ----

#[test]
fn play_requires_terminal() {
    let kifu = talk();
    let ran = kifu.run(&["rec", "play", "talk.rgf"]);
    assert_eq!((ran.code, ran.text()), (2, ""));
    assert!(ran.stderr.contains("not a terminal"), "{ran:?}");
    for bad in [
        ["--speed", "0"],
        ["--speed", "fast"],
        ["--idle-limit", "0"],
        ["--from", "x"],
    ] {
        assert_eq!(
            kifu.run(&[&["rec", "play", "talk.rgf"], &bad[..]].concat())
                .code,
            2
        );
    }
}

/// Runs in a terminal created by `script`; skipped if that command is missing.
#[cfg(target_os = "linux")]
#[test]
fn play_restores_terminal() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let kifu = talk();
    for (keys, code) in [(".nq", 0), ("\x03", 130)] {
        let play = format!("{} rec play --from 1 talk.sgf", env!("CARGO_BIN_EXE_kifu"));
        let mut command = Command::new("script");
        command
            .args(["-qec", &play, "/dev/null"])
            .current_dir(kifu.path(""));
        let piped = command
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let Ok(mut child) = piped.stderr(Stdio::null()).spawn() else {
            return;
        };
        let mut stdin = child.stdin.take().unwrap();
        let keys = keys.to_owned();
        let typist = std::thread::spawn(move || {
            for key in keys.chars() {
                std::thread::sleep(Duration::from_millis(500));
                write!(stdin, "{key}").unwrap();
            }
            stdin
        });
        let output = child.wait_with_output().unwrap();
        drop(typist.join());
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{text:?}");
        for control in ["\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h", "\x1b[?7h"] {
            assert!(text.contains(control), "{control:?} in {text:?}");
        }
        assert!(text.contains("/ 2:20  ×1"), "{text:?}");
        assert!(
            !text.contains("\x1b[31m"),
            "control characters are replaced: {text:?}"
        );
        if code == 0 {
            assert!(
                text.contains("[31m]古") && text.contains("Move 2: White B8"),
                "{text:?}"
            );
        }
    }
}

#[test]
fn other_files_in_directories_are_counted() {
    let kifu = Kifu::with([
        ("d/talk.rgf", &b"(;TS[0]B[aa]TS[1])"[..]),
        ("d/a.sgf", b"(;B[aa])"),
        ("d/b.sgf", b"(;B[bb])"),
        ("d/slides.pdf", b"%PDF-1.4\n"),
    ]);
    let ran = kifu.run(&["rec", "info", "d"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let skipped = "kifu: skipped 1 PDF document, 2 files without recordings\n";
    assert_eq!(ran.stderr, skipped);
    let ran = kifu.run(&["rec", "info", "d/slides.pdf", "d/a.sgf"]);
    let expected = "kifu: d/slides.pdf: this is a PDF document, which kifu cannot read\n\
        kifu: d/a.sgf: the file is not a recording and does not refer to one\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (4, expected));
}
