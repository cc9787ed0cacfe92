//! Runs the commands in the tables of `COMMANDS.md`, and checks their exit codes.

use crate::kifu::Kifu;

const TABLE: &str = include_str!("../../COMMANDS.md");

const GAME: &str = "(;FF[4]GM[1]CA[UTF-8]AP[x]SZ[19]PB[Honinbo Shusaku]BR[4d]PW[Gennan Inseki]WR[8d]\
    KM[0]RE[B+2]DT[1846-09-11]EV[Castle]ID[s1];B[qd]BL[60];W[dc]WL[60];B[pq]C[well played]\
    ;W[oc]CR[oc];B[cp];W[eq])\n";

/// The same game, rotated by 180 degrees.
const TURNED: &str = "(;FF[4]SZ[19]PB[Shusaku];B[cp];W[pq];B[dc];W[eq];B[qd];W[oc])\n";

/// Returns the files that the commands use.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    // 武宮正樹, 趙治勲
    let sjis = b"(;FF[4]GM[1]SZ[19]PB[\x95\x90\x8B{\x90\xB3\x8E\xF7]PW[\xE6\xE2\x8E\xA1\x8CM]\
        EV[\x91\xE6\x8F\\\x8A\xFA\x8A\xFB\x90\xB9\x90\xED];B[qd];W[dc])\n";
    let texts = [
        ("game.sgf", GAME),
        ("turned.sgf", TURNED),
        (
            "typo.sgf",
            "(;FF[4]SZ[19]PB[Honinbo Shusaku]PC[Osaka];B[qd];W[dc];B[pp];W[oc];B[cp];W[eq])\n",
        ),
        ("short.sgf", "(;FF[4]SZ[19];B[qd];W[dc];B[pq];W[oc])\n"),
        (
            "numbered.sgf",
            "(;FF[4]SZ[19];B[qd];W[dc]MN[1];B[pq];W[oc])\n",
        ),
        (
            "all.sgf",
            "Three games\n\n(;FF[4]SZ[9]PB[a]DT[1990-01-02];B[cc];W[gg])\nthe next\n\
             (;FF[4]SZ[9]PB[b]DT[1991];B[ee])\n(;FF[4]SZ[9]PB[c]HA[2]AB[cc][gg];W[ee])\nend\n",
        ),
        (
            "vars.sgf",
            "(;FF[4]SZ[7]AB[ab][bb][cb][da][db]AW[ac][bc][cc][dc][ea][eb][ec]PL[W]C[White kills.]\
             (;W[ba]C[Correct])(;W[aa];B[ba]C[Black lives])(;W[ca];B[ba]C[Black lives])\
             (;W[gg]C[Really?]))\n",
        ),
        (
            "old.sgf",
            "(;FF[3]GaMe[1]SZ[9]PlayerBlack[Cho]XX[1];B[cc]L[dd][ee]M[cc]CH[1];W[dd];B[tt])\n",
        ),
        (
            "rough.sgf",
            "(;PB[Cho Chikun]BR[9th dan]PW[Takemiya Masaki]WR[9-Dan]DT[2/3 October 1996]\
             KM[5 1/2]RE[B+Resign];B[pd];W[dp]C[])\n",
        ),
        (
            "old.gib",
            "\\HS\n\\[GAMEBLACKNAME=a (1D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n",
        ),
        (
            "old.ngf",
            "Game\n9\nIto 7D*\nSato 5D*\nOro\n0\n0\n6\n20170316\n5\nWhite wins by resign!\n1\nPMABBEEEE\n",
        ),
        (
            "old.ugi",
            "[Header]\nSize=9\nHdcp=0,6.50\nWinner=W,C\nCoordinateType=IGS\nPlayerB=Ito,5d,,\n[Data]\nEE,B1,1,0\n",
        ),
        ("broken.sgf", "(;FF[4]SZ[9];B[cc;W[dd];B[cc](;W[aa])\n"),
        (
            "mail.sgf",
            "From: a friend\nSubject: a game [aa]\n\n(;FF[4]SZ[9];B[cc])\n",
        ),
        ("rootmove.sgf", "(;FF[4]SZ[9]B[cc];W[dd])\n"),
        (
            "scored.sgf",
            "(;FF[4]SZ[3]KM[0]RE[B+9]RU[Chinese];B[bb]TB[aa][ba][ca][ab][cb][ac][bc][cc])\n",
        ),
        ("pattern.sgf", "(;SZ[19]AB[qd]AW[dc])\n"),
        ("games/a.sgf", GAME),
        ("games/b.sgf", TURNED),
        (
            "games/c.sgf",
            "(;FF[4]SZ[13]PB[Cho Chikun]PW[Takemiya Masaki]RE[W+R];B[cc];W[kk];B[ck])\n",
        ),
    ];
    let texts = texts.map(|(name, text)| (name, text.as_bytes().to_vec()));
    texts
        .into_iter()
        .chain([("sjis.sgf", sjis.to_vec())])
        .collect()
}

/// Returns the arguments of a command line; a text in single quotes is one argument.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !is_quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Returns the cells of a line, if it is a row of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let row = line.strip_prefix("| ")?.strip_suffix('|')?;
    let row = row.replace("\\|", "\0");
    let cells = row.split('|').map(|cell| cell.trim().replace('\0', "|"));
    Some(cells.collect())
}

#[test]
fn commands_have_the_listed_exit_codes() {
    let (mut rows, mut unsupported, mut wrong) = (0, 0, Vec::new());
    for (number, line) in (1..).zip(TABLE.lines()) {
        let Some(cells) = cells(line).filter(|cells| cells[0] != "option") else {
            continue;
        };
        if cells[0] == "---" {
            continue;
        }
        let [_, _, equivalent, exit] = cells.as_slice() else {
            panic!("line {number} has {} cells", cells.len());
        };
        let spans = equivalent.split('`').skip(1).step_by(2);
        let reason = ["not supported: ", "not needed: "]
            .iter()
            .find_map(|prefix| equivalent.strip_prefix(prefix));
        if let Some(reason) = reason {
            unsupported += 1;
            assert!(!reason.is_empty() && exit.is_empty(), "line {number}");
            continue;
        }
        rows += 1;
        let kifu = Kifu::with(files());
        let runs: Vec<i32> = spans
            .map(|command| {
                let words = words(command);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let (name, args) = words.split_first().unwrap();
                assert_eq!(*name, "kifu", "line {number}");
                let ran = kifu.run(args);
                if ran.stderr.contains("error:") || ran.code == 2 {
                    wrong.push(format!("line {number}: {}", ran.stderr));
                }
                ran.code
            })
            .collect();
        let (last, before) = runs.split_last().unwrap();
        if last.to_string() != *exit || before.iter().any(|code| *code != 0) {
            wrong.push(format!("line {number}: {equivalent}: {runs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The tables were read.
    assert!(rows > 130 && unsupported > 10, "{rows} {unsupported}");
}
