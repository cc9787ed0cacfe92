//! Pages as text. What they do in a browser is tested by `cargo xtask page --test`.

#[cfg(feature = "recordings")]
mod recording;

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use kifu_page::sgf::Document;
use kifu_page::{Language, Options, Page, Theme};
use serde_json::{Value, json};

fn page_with(source: &str, options: Options) -> Page {
    let document = Document::parse(source).unwrap();
    let mut page = Page::new(options);
    for root in document.roots() {
        page.add_game(&document, root, "a.sgf").unwrap();
    }
    page
}

fn page(source: &str) -> Page {
    page_with(source, Options::default())
}

/// The content of the data elements of a class.
fn data(html: &str, class: &str) -> Vec<Vec<u8>> {
    let start = format!("<script type=\"text/plain\" class=\"{class}\"");
    let elements = html.split(&start).skip(1);
    let contents = elements.map(|element| {
        let (_, content) = element.split_once('>').unwrap();
        let (content, _) = content.split_once("</script>").unwrap();
        let packed = STANDARD.decode(content).unwrap();
        let mut bytes = Vec::new();
        DeflateDecoder::new(&packed[..])
            .read_to_end(&mut bytes)
            .unwrap();
        bytes
    });
    contents.collect()
}

fn games(html: &str) -> Value {
    let mut data: Value = serde_json::from_slice(&data(html, "games")[0]).unwrap();
    data["games"].take()
}

#[test]
fn nodes_list_only_what_they_change() {
    let html =
        page("(;SZ[3]AB[aa][ba]C[setup];W[ca];W[ab](;W[bb]C[takes two])(;B[cb]TR[aa]LB[cb:A]))")
            .to_html();
    let nodes = &games(&html)[0]["nodes"];
    assert_eq!(
        *nodes,
        json!([
            {"b": "aaba", "C": "setup"},
            {"m": "Wca"},
            {"m": "Wab"},
            {"m": "Wbb", "e": "aaba", "x": [0, 2], "C": "takes two"},
            {"p": 2, "m": "Bcb", "e": "ca", "x": [1, 0], "k": {"TR": "aa"}, "l": [["cb", "A"]]},
        ])
    );
}

#[test]
fn win_rates_are_those_of_any_engine() {
    let rates = |source: &str| {
        let games = games(&page(source).to_html());
        let nodes = games[0]["nodes"].as_array().unwrap();
        let rates = nodes.iter().map(|node| node["s"].as_f64());
        rates.collect::<Vec<_>>()
    };
    let some = |rates: [f64; 2]| [None, Some(rates[0]), Some(rates[1])];
    assert_eq!(
        rates("(;SZ[9];B[ee]SBKV[48.25];W[cc]SBKV[51])"),
        some([48.25, 51.0])
    );
    // The values of Lizzie are those of the player who moved.
    let lizzie = |rate| format!("LZ[KataGo {rate} 1k -0.3 9\nmove C3 visits 9 winrate 4700 pv C3]");
    let source = format!("(;SZ[9];B[ee]{};W[cc]{})", lizzie(40), lizzie(45));
    assert_eq!(rates(&source), some([40.0, 55.0]));
    // KataGo writes about the position before a move.
    assert_eq!(
        rates("(;SZ[9];B[ee]C[0.40 0.60 0.00 -0.3 v=100];W[cc]C[0.30 0.70 0.00 -0.5 v=100])"),
        [Some(60.0), Some(70.0), None]
    );
    assert_eq!(rates("(;SZ[9];B[ee]SBKV[much])"), [None, None]);
}

#[test]
fn passes_and_unreadable_moves_are_moves() {
    let html = page("(;SZ[9];B[];W[tt];B[??];W[zz])").to_html();
    let nodes = &games(&html)[0]["nodes"];
    let moves: Vec<&Value> = nodes
        .as_array()
        .unwrap()
        .iter()
        .map(|node| &node["m"])
        .collect();
    assert_eq!(moves[1], "B");
    assert_eq!(moves[2], "W");
    assert_eq!(moves[3], "?");
    assert_eq!(moves[4], "Wzz");
}

#[test]
fn the_rules_are_those_of_the_record() {
    let html = page("(;RU[NZ];B[aa])(;RU[house rules];B[aa])").to_html();
    let games = games(&html);
    assert_eq!(games[0]["suicide"], "any");
    assert_eq!(games[0]["repetition"], "situational");
    // Unknown rules are treated as Japanese.
    assert_eq!(games[1]["suicide"], "no");
    assert_eq!(games[1]["repetition"], "ko");
}

#[test]
fn problems_have_a_solver_and_verdicts() {
    let problem = "(;SZ[9]AB[aa]AW[ba](;B[ab]C[RIGHT])(;B[bb]))";
    let html = page(problem).to_html();
    let game = &games(&html)[0];
    assert_eq!(game["solver"], "B");
    assert_eq!(game["nodes"][1]["r"], true);
    assert_eq!(game["nodes"][2]["r"], false);
    // The answers are not part of the page without scripts.
    assert!(!html.contains("1. B"));

    let mut options = Options::default();
    options.problems = false;
    let html = page_with(problem, options).to_html();
    assert_eq!(games(&html)[0]["solver"], Value::Null);
    assert!(html.contains("1. B\u{a0}A8"));
}

#[test]
fn texts_are_escaped() {
    let html = page("(;PB[</title><script>x]PW[\"'&];B[aa]C[</script><script>x])").to_html();
    assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;x – &quot;&#39;&amp;</title>"));
    assert_eq!(html.matches("<script>").count(), 1);
}

#[test]
fn the_policy_allows_only_what_the_page_contains() {
    let html = page("(;B[aa])").to_html();
    let (_, policy) = html
        .split_once("Content-Security-Policy\" content=\"")
        .unwrap();
    let (policy, _) = policy.split_once('"').unwrap();
    let policy = policy.replace("&#39;", "'");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'sha256-"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe"));
    assert!(!html.contains(" style=\""));
    assert!(!html.contains("<script src"));
    for external in ["http://", "https://"] {
        let allowed = html.matches("http://www.w3.org/").count();
        let all = html.matches(external).count();
        assert_eq!(
            all,
            if external == "http://" { allowed } else { 0 },
            "{external}"
        );
    }
}

#[test]
fn sources_come_back_byte_for_byte() {
    let source = b"(;C[\x82\xa0]CA[Shift_JIS])\r\n".to_vec();
    let mut page = page("(;B[aa])");
    page.add_source("a <b>.sgf", source.clone());
    let html = page.to_html();
    assert!(html.contains("data-name=\"a &lt;b&gt;.sgf\""));
    assert_eq!(data(&html, "source"), [source]);
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let source = "(;B[aa]C[x])(;SZ[9];B[bb])";
    assert_eq!(page(source).to_html(), page(source).to_html());
    // A page that was joined from pages of several files is the same page.
    let mut joined = page("(;B[aa]C[x])");
    joined.append(page("(;SZ[9];B[bb])"));
    assert_eq!(joined.to_html(), page(source).to_html());
}

#[test]
fn options_appear_on_the_page() {
    let mut options = Options::default();
    options.title = Some("Lesson 1".into());
    options.language = Some(Language::Japanese);
    options.theme = Theme::Dark;
    let html = page_with("(;B[aa])", options).to_html();
    assert!(html.contains("<html lang=\"ja\" data-theme=\"dark\" data-language>"));
    assert!(html.contains("<title>Lesson 1</title>"));
}

#[test]
fn names_are_parsed_as_they_are_written() {
    for language in Language::ALL {
        assert_eq!(language.tag().parse(), Ok(language));
    }
    for theme in Theme::ALL {
        assert_eq!(theme.name().parse(), Ok(theme));
    }
    assert!("fr".parse::<Language>().is_err());
    assert!("blue".parse::<Theme>().is_err());
}

#[test]
fn other_games_are_refused() {
    let document = Document::parse("(;GM[2];B[aa])(;SZ[99])").unwrap();
    let mut page = Page::new(Options::default());
    for root in document.roots() {
        assert!(page.add_game(&document, root, "").is_err());
    }
    assert!(page.is_empty());
    assert!(page.to_html().contains("<title>Go</title>"));
}

#[test]
fn a_tree_of_any_depth_is_written() {
    let deep = format!("({})", ";B[aa];W[bb]".repeat(4_000));
    let html = page(&deep).to_html();
    assert_eq!(games(&html)[0]["nodes"].as_array().unwrap().len(), 8_000);
}
