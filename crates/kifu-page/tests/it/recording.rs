//! Recordings on pages.

use kifu_page::rgf::{Recording, Streams};
use kifu_page::sgf::Document;
use kifu_page::{Medium, MediumPlace, Options, Page};
use serde_json::{Value, json};

use super::games;

/// A page with a recording that continues the last node of a game.
fn page(main: &str, talk: &str, media: Vec<Medium>) -> String {
    let main = Document::parse(format!("(;GM[1]{main};GS[talk.rgf:99])")).unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = Recording::parse(talk).unwrap();
    let timeline = talk.read(&stream.settings(&main)).timeline;
    let mut page = Page::new(Options::default());
    page.add_recording(&main, stream, &timeline, media, "talk.sgf")
        .unwrap();
    page.to_html()
}

fn recording(main: &str, talk: &str) -> Value {
    games(&page(main, talk, Vec::new()))[0].clone()
}

#[test]
fn the_first_node_has_the_position_that_the_recording_continues() {
    let game = recording(
        "SZ[3]PB[Kim];B[aa];W[ba];B[ca];W[ab]C[So far]",
        "(;TS[1]B[cc]TS[1])",
    );
    // White captured A3.
    assert_eq!(
        game["nodes"],
        json!([{"b": "ca", "w": "baab", "n": 4, "x": [0, 1]}, {}])
    );
    assert_eq!(game["info"], json!([["PB", "Kim"]]));
    assert_eq!(game["recording"]["file"], "talk.rgf");
    assert_eq!(game["recording"]["duration"], 99_000);
}

#[test]
fn moments_list_only_what_they_change() {
    let talk = "(;TS[1]B[bb]TS[1]C[One]TS[2]C[ two]TS[3]TR[bb]TS[3.5]RP[TR:]TS[4]RP[C:]TS[5](;TS[6]W[aa]TS[6]RP[:]TS[8])(;TS[7]VT[X-MARK:Start]TS[7]))";
    let game = recording("SZ[3]", talk);
    assert_eq!(
        game["recording"]["moments"],
        json!([
            {"t": 1000, "c": 1, "n": [[1, {"m": "Bbb"}]]},
            {"t": 2000, "c": 1, "n": [[1, {"C+": "One"}]]},
            {"t": 3000, "c": 1, "n": [[1, {"C+": " two"}]]},
            {"t": 3500, "c": 1, "n": [[1, {"k": {"TR": "bb"}}]]},
            {"t": 4000, "c": 1, "n": [[1, {"k": null}]]},
            {"t": 5000, "c": 1, "n": [[1, {"C": ""}]]},
            {"t": 6000, "c": 2, "n": [[2, {"m": "Waa"}]]},
            {"t": 7000, "c": 3, "n": [[3, {}]]},
            {"t": 8000, "c": 1, "n": [[2, null]]},
        ])
    );
    assert_eq!(game["recording"]["chapters"], json!([[7000, "Start"]]));
    assert_eq!(game["nodes"], json!([{}, {}, {}, {"p": 1}]));
}

#[test]
fn setup_comes_before_the_move_and_points_can_change_their_stone() {
    let game = recording(
        "SZ[3]",
        "(;AB[aa][bb]TS[1]AW[bb]TS[2]AE[cc]TS[3]PL[W]TS[4]W[ba]TS[5])",
    );
    let moments = game["recording"]["moments"].as_array().unwrap();
    let changes: Vec<&Value> = moments.iter().map(|moment| &moment["n"][0][1]).collect();
    assert_eq!(
        json!(changes),
        json!([
            {}, {"b": "aabb"}, {"b": "aa", "w": "bb"}, {"e": "cc"}, {"t": "W"}, {"m": "Wba", "t": null}
        ])
    );
}

#[test]
fn media_are_on_the_page_once_or_beside_it() {
    let sound = |place| Medium {
        kind: "audio".to_owned(),
        name: "talk.opus".to_owned(),
        place,
    };
    let on_page = sound(MediumPlace::OnPage(b"sound".to_vec()));
    let html = page("", "(;B[aa])", vec![on_page.clone(), on_page]);
    assert_eq!(html.matches("class=\"media\"").count(), 1);
    assert!(html.contains(">c291bmQ=</script>"));
    assert!(html.contains("media-src blob:;"));
    let media = &games(&html)[0]["recording"]["media"];
    assert_eq!(media[0]["type"], "audio/ogg");
    assert!(html.contains(&format!("data-id={}", media[0]["id"])));
    let html = page("", "(;B[aa])", vec![sound(MediumPlace::BesidePage)]);
    assert!(html.contains("media-src &#39;self&#39; file: blob:;"));
    let media = &games(&html)[0]["recording"]["media"];
    assert_eq!(*media, json!([{"type": "audio/ogg", "name": "talk.opus"}]));
}

#[test]
fn without_scripts_a_recording_shows_its_end() {
    let html = page("SZ[3]AB[aa]", "(;TS[1]W[bb]TS[1];TS[2]B[cc]TS[2])", vec![]);
    assert!(html.contains("1. W\u{a0}B2 2. B\u{a0}C1"), "{html}");
}

#[test]
fn other_games_are_refused() {
    let main = Document::parse("(;GM[2];GS[talk.rgf])").unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = Recording::parse("(;B[aa])").unwrap();
    let timeline = talk.read(&stream.settings(&main)).timeline;
    let mut page = Page::new(Options::default());
    let why = page.add_recording(&main, stream, &timeline, Vec::new(), "a.sgf");
    assert!(why.unwrap_err().to_string().contains("Othello"));
}

/// A comment that grows takes space in proportion to its length.
#[test]
fn long_talks_stay_small() {
    let talk: String = (0..2000).map(|at| format!("C[word ]TS[{at}]")).collect();
    let game = recording("", &format!("(;{talk})"));
    let size = game["recording"].to_string().len();
    assert!(size < 2000 * 60, "{size}");
}
