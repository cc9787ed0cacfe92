//! Conversions between formats, of chosen and generated records.

use std::fmt::Write;

use kifu::jgf::convert::{Target, from_game, to_games, to_json};
use kifu::jgf::{Document as Records, Options};
use kifu::sgf::convert as sgf;
use kifu::tree::game::{Loss, PrivateData};

use crate::laws;

/// Returns the losses of a record that is written without private data as SGF and as the other version of JGF.
fn losses(json: &[u8]) -> [Vec<String>; 2] {
    let records = Records::parse(json).unwrap();
    let game = to_games(&records).next().unwrap();
    let other = match records.records[0].version() {
        1 => Target::V2,
        _ => Target::V1,
    };
    let of = |written: Vec<Loss>| {
        let all = game.losses.iter().chain(&written);
        all.map(ToString::to_string).collect()
    };
    let jgf = to_json(&game.value, other, PrivateData::Omit, &Options::COMPACT);
    [
        of(sgf::from_game(&game.value, PrivateData::Omit).losses),
        of(jgf.losses),
    ]
}

fn obeys_the_laws(json: &str) {
    laws::all(json.as_bytes());
}

#[test]
fn nested_content_is_reported() {
    for (json, expected) in [
        (
            r#"{"game":{},"tree":[{},{"move":{"B":"aa","W":"bb"}}]}"#,
            &["/move/W of jgf"][..],
        ),
        (
            r#"{"game":{},"tree":[{},{"move":{"B":"aa","quality":3}}]}"#,
            &["/move/quality of jgf"],
        ),
        (
            r#"{"game":{},"tree":[{},{"move":{"B":"aa","x":3,"color":"purple"}}]}"#,
            &["/move/x of jgf", "/move/color of jgf"],
        ),
        (
            r#"{"game":{},"tree":[{"setup":{"B":["aa","zz",5],"ghost":["cc"]}}]}"#,
            &[
                r#"/setup/B (25, 25) of jgf"#,
                "/setup/B 5 of jgf",
                "/setup/ghost of jgf",
            ],
        ),
        (
            r#"{"game":{},"tree":[{"score":{"B":["aa"],"neutral":["cc"]}}]}"#,
            &["/score/neutral of jgf"],
        ),
        (
            r#"{"game":{},"tree":[{"markup":{"label":[["aa","x"],"?"],"circle":[[1]]}}]}"#,
            &[r#"/markup/label "?" of jgf"#, "/markup/circle [1] of jgf"],
        ),
        (
            r#"{"record":{"version":2,"format":"JGF"},"tree":[{"comments":["a",{"comment":"b","likes":3}],
               "markup":[{"type":"circle","coords":[{"x":1,"y":1,"z":2}],"size":9}]}]}"#,
            &[
                "/comments/-/likes of jgf",
                "/markup/circle/-/(1, 1)/z of jgf",
                "/markup/circle/size of jgf",
            ],
        ),
        (
            r#"{"record":{"version":2,"format":"JGF"},"game":{"date":"2000-01-01","dates":["1999-01-01"]},"tree":[{}]}"#,
            &["/game/date of jgf"],
        ),
        (
            r#"{"record":{"version":1},"game":{"time":{"main":60,"left":1}},"tree":[{}]}"#,
            &["/game/time/left of jgf"],
        ),
        // A different spelling is not a loss.
        (
            r#"{"record":{"version":1},"game":{"komi":"6.50","result":"B+Resign","name":5},"tree":[{"root":true},
               {"move":{"b":"aa"},"setup":{"black":"bb"},"comments":"c"}]}"#,
            &[],
        ),
    ] {
        let expected: Vec<String> = expected
            .iter()
            .map(|what| format!("{what} is left out"))
            .collect();
        let [mut as_sgf, mut as_jgf] = losses(json.as_bytes());
        as_sgf.retain(|loss| loss.contains(" of jgf"));
        as_jgf.retain(|loss| !loss.starts_with("root-move"));
        for loss in as_sgf.iter_mut().chain(&mut as_jgf) {
            *loss = loss.replace("jgf1", "jgf").replace("jgf2", "jgf");
        }
        assert_eq!(as_sgf, expected, "{json}");
        assert_eq!(as_jgf, expected, "{json}");
        obeys_the_laws(json);
    }
}

#[test]
fn cut_offs_survive() {
    for (lines, size) in [
        (r#""cutOffLeft":10,"cutOffRight":12"#, 19),
        (r#""cutOffLeft":100"#, 19),
        (r#""cutOffLeft":255,"cutOffTop":255"#, 19),
        (r#""cutOffLeft":300"#, 19),
        (r#""cutOffTop":5"#, 5),
        (r#""cutOffTop":4"#, 5),
        (r#""cutOffBottom":3,"cutOffTop":2"#, 5),
    ] {
        for version in [1, 2] {
            let json = format!(
                r#"{{"record":{{"version":{version}}},"game":{{}},"board":{{"width":{size},"height":{size},{lines}}},"tree":[{{}}]}}"#
            );
            obeys_the_laws(&json);
            let records = Records::parse(json.as_bytes()).unwrap();
            let game = to_games(&records).next().unwrap().value;
            let written = sgf::from_game(&game, PrivateData::Omit);
            let is_written = written.value.contains("VW[");
            assert_ne!(is_written, !written.losses.is_empty(), "{json}");
        }
    }
}

#[test]
fn sgf_from_other_formats_is_valid() {
    for (json, expected) in [
        (
            r#"{"game":{},"tree":[{},[[],[{"move":{"W":"bb"},"setup":{"B":["cc","cc"],"W":["cc"],"E":[]}}]]]}"#,
            ";AW[cc]KX[stones:B:cccc][stones:W:cc][stones:E:];W[bb]KX[joined]",
        ),
        (
            r#"{"game":{},"tree":[{"move":{"W":"bb"},"turn":"B"},[[],[],[{"move":{"B":"cc"}}],[]]]}"#,
            ";W[bb]KX[carried:jgf1:raw:root-move]",
        ),
        (
            r#"{"game":{},"tree":[{"score":{"B":["aa","aa"],"W":["aa"]}}]}"#,
            "TB[aa]KX",
        ),
        (
            r#"{"game":{},"tree":[{"markup":{"circle":["aa"],"triangle":["aa"],"square":[],"label":[["aa","x"],["aa","y"]]}}]}"#,
            "CR[aa]LB[aa:x]KX",
        ),
    ] {
        let records = Records::parse(json.as_bytes()).unwrap();
        let game = to_games(&records).next().unwrap().value;
        let text = sgf::from_game(&game, PrivateData::Write).value;
        assert!(text.contains(expected), "{text}");
        obeys_the_laws(json);
        // Without private data, everything is reported.
        let written = sgf::from_game(&game, PrivateData::Omit);
        assert!(!written.losses.is_empty(), "{}", written.value);
    }
}

/// If the first of two nodes that were one is edited, both stay separate.
#[test]
fn edited_parts_of_a_split_node_stay_separate() {
    let json = br#"{"game":{},"tree":[{},{"move":{"B":"aa"},"setup":{"B":["cc"]}}]}"#;
    let game = to_games(&Records::parse(json).unwrap())
        .next()
        .unwrap()
        .value;
    let text = sgf::from_game(&game, PrivateData::Write).value;
    let edited = text.replace(";AB[cc]", ";AB[cc]C[new]");
    assert_ne!(edited, text);
    let document = kifu::sgf::Document::parse(edited).unwrap();
    let back = sgf::to_game(&document, document.roots().next().unwrap());
    let losses: Vec<String> = back.losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        ["a node with both setup and a move was edited; its original notation is left out"]
    );
    let json = from_game(&back.value, Target::V1, PrivateData::Write).value;
    let json = json.to_json(&Options::COMPACT);
    assert!(
        json.contains(r#""setup":{"B":["cc"]},"comments":["new"]}"#),
        "{json}"
    );
}

/// Generates random records with unknown members in all places.
struct Generator {
    state: u64,
    markers: u32,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % n
    }

    fn is(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    /// Creates an object with these members, and sometimes an unknown one.
    fn object(&mut self, mut members: Vec<String>) -> String {
        while self.is(4) {
            self.markers += 1;
            let n = self.markers;
            let value = match self.below(3) {
                0 => format!(r#""m{n}m""#),
                1 => format!(r#"{{"deep":["m{n}m"]}}"#),
                _ => format!(r#"["m{n}m",{{"a":1}}]"#),
            };
            let at = self.below(members.len() as u64 + 1) as usize;
            members.insert(at, format!(r#""k{n}k":{value}"#));
        }
        format!("{{{}}}", members.join(","))
    }

    /// Creates a list element of a wrong type.
    fn stray(&mut self) -> String {
        self.markers += 1;
        format!(r#""m{}m""#, self.markers)
    }

    fn point(&mut self, is_v2: bool) -> String {
        if self.is(12) {
            return self.stray();
        }
        let (x, y) = (self.below(20), self.below(20));
        if is_v2 {
            return self.object(vec![format!(r#""x":{x}"#), format!(r#""y":{y}"#)]);
        }
        let letter = |n| char::from(b'a' + n as u8);
        format!(r#""{}{}""#, letter(x), letter(y))
    }

    fn groups(&mut self, kinds: &[&str], key: &str, is_v2: bool) -> String {
        let mut groups = Vec::new();
        for kind in kinds {
            if !groups.is_empty() && self.is(2) {
                continue;
            }
            let count = self.below(4);
            let points: Vec<String> = (0..count).map(|_| self.point(is_v2)).collect();
            let points = points.join(",");
            groups.push(if is_v2 {
                self.object(vec![
                    format!(r#""{key}":"{kind}""#),
                    format!(r#""coords":[{points}]"#),
                ])
            } else {
                format!(r#""{kind}":[{points}]"#)
            });
        }
        if self.is(8) {
            let stray = self.stray();
            let kind = stray.trim_matches('"');
            groups.push(if is_v2 {
                format!(r#"{{"{key}":"{kind}","coords":[{{"x":1,"y":2}}]}}"#)
            } else {
                format!(r#""{kind}":["bc"]"#)
            });
        }
        if is_v2 {
            format!("[{}]", groups.join(","))
        } else {
            format!("{{{}}}", groups.join(","))
        }
    }

    fn node(&mut self, is_v2: bool) -> String {
        let mut members = Vec::new();
        if !self.is(4) {
            let (x, y) = (self.below(19), self.below(19));
            let letter = |n| char::from(b'a' + n as u8);
            let mut play = if is_v2 {
                vec![
                    r#""color":"black""#.to_owned(),
                    format!(r#""x":{x},"y":{y}"#),
                ]
            } else {
                vec![format!(r#""B":"{}{}""#, letter(x), letter(y))]
            };
            if self.is(6) {
                play.push(r#""W":"cc""#.to_owned());
            }
            if self.is(6) {
                play.push(r#""timeLeft":9.5"#.to_owned());
            }
            let play = self.object(play);
            members.push(format!(r#""move":{play}"#));
        }
        let colors: &[&str] = if is_v2 {
            &["black", "white"]
        } else {
            &["B", "W"]
        };
        if self.is(4) {
            let setup = self.groups(colors, "type", is_v2);
            members.push(format!(r#""setup":{setup}"#));
        }
        if self.is(6) {
            let score = self.groups(colors, "color", is_v2);
            members.push(format!(r#""score":{score}"#));
        }
        if self.is(4) {
            let markup = self.groups(&["circle", "square", "happy"], "type", is_v2);
            members.push(format!(r#""markup":{markup}"#));
        }
        if self.is(4) {
            let comment = self.object(vec![
                r#""comment":"c""#.to_owned(),
                r#""name":"n""#.to_owned(),
            ]);
            let stray = self.stray();
            members.push(format!(r#""comments":["a",{comment},{stray}]"#));
        }
        if self.is(8) {
            members.push(r#""turn":"white""#.to_owned());
        }
        self.object(members)
    }

    fn record(&mut self) -> String {
        let is_v2 = self.is(2);
        let mut nodes = vec![self.node(is_v2)];
        for _ in 0..self.below(5) {
            nodes.push(self.node(is_v2));
        }
        if self.is(3) {
            let one = self.node(is_v2);
            let list = format!("[[],[{one}]]");
            nodes.push(if is_v2 {
                format!(r#"{{"variations":{list}}}"#)
            } else {
                list
            });
        }
        let version = if is_v2 {
            r#""version":2,"format":"JGF""#
        } else {
            r#""version":1"#
        };
        let head = self.object(vec![version.to_owned(), r#""transcriber":"t""#.to_owned()]);
        let black = self.object(vec![
            r#""color":"black""#.to_owned(),
            r#""name":"Sato""#.to_owned(),
        ]);
        let players = format!(r#""players":[{black},{{"color":"white","name":"Lee"}}]"#);
        let mut game = vec![r#""name":"g""#.to_owned()];
        let mut rest = Vec::new();
        if is_v2 {
            rest.push(players);
            if self.is(2) {
                game.push(r#""date":"1999-01-01""#.to_owned());
                game.push(r#""dates":["2001-02-03"]"#.to_owned());
            }
            let rules = self.object(vec![r#""komi":6.50"#.to_owned()]);
            rest.push(format!(r#""rules":{rules}"#));
        } else {
            game.push(players);
            let time = self.object(vec![r#""main":60"#.to_owned()]);
            game.push(format!(r#""time":{time}"#));
        }
        let mut board = vec![r#""width":19,"height":19"#.to_owned()];
        for side in ["cutOffLeft", "cutOffRight", "cutOffTop", "cutOffBottom"] {
            if self.is(3) {
                board.push(format!(r#""{side}":{}"#, self.below(30)));
            }
        }
        let (game, board) = (self.object(game), self.object(board));
        let mut all = vec![
            format!(r#""record":{head}"#),
            format!(r#""game":{game}"#),
            format!(r#""board":{board}"#),
        ];
        all.append(&mut rest);
        all.push(format!(r#""tree":[{}]"#, nodes.join(",")));
        self.object(all)
    }
}

/// Each unknown value is in the text that is written without private data, or reported.
#[test]
fn every_member_is_written_or_reported() {
    let mut generator = Generator {
        state: 0x9E37_79B9_7F4A_7C15,
        markers: 0,
    };
    for number in 0..600 {
        generator.markers = 0;
        let json = generator.record();
        let records = Records::parse(json.as_bytes()).unwrap();
        let game = to_games(&records).next().unwrap();
        let as_sgf = sgf::from_game(&game.value, PrivateData::Omit);
        for (text, losses) in [Target::V1, Target::V2]
            .map(|target| {
                let written = to_json(&game.value, target, PrivateData::Omit, &Options::COMPACT);
                (written.value, written.losses)
            })
            .into_iter()
            .chain([(as_sgf.value, as_sgf.losses)])
        {
            let mut reported = String::new();
            for loss in game.losses.iter().chain(&losses) {
                writeln!(reported, "{loss}").unwrap();
            }
            for marker in 1..=generator.markers {
                let (key, value) = (format!("k{marker}k"), format!("m{marker}m"));
                let is_there =
                    text.contains(&value) || reported.contains(&key) || reported.contains(&value);
                assert!(is_there, "{value} of {json}\n{text}\n{reported}");
            }
        }
        if number % 4 == 0 {
            obeys_the_laws(&json);
        }
    }
}
