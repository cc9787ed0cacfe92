//! One fault causes one finding: small valid games with one byte deleted or inserted at each position.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::cases::found;

const GAMES: [&str; 2] = [
    "(;GM[1]FF[4]SZ[9]PB[Ann];B[ee]C[hi];W[cc](;B[gg];W[cg])(;B[gc]))",
    "(;GM[1]SZ[9];B[fd];W[dd])",
];

/// For each kind of change, the number of findings × the number of places with that many findings. There are no
/// findings where the result is valid, such as a letter inserted in a comment.
const EXPECTED: &str = "\
delete `(`: 1×4
delete `)`: 1×4
delete `;`: 1×9
delete `[`: 1×14
delete `]`: 1×14
delete a capital: 0×3 1×18
delete a letter or digit: 0×4 1×19
insert `(`: 0×7 1×84
insert `)`: 0×7 1×84
insert `;`: 0×8 1×83
insert `B`: 0×7 1×84
insert `[`: 0×11 1×80
insert `]`: 1×91
insert `x`: 0×7 1×84
";

#[test]
fn one_fault_causes_one_finding() {
    let mut counts: BTreeMap<String, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut add = |class: String, source: &[u8]| {
        let count = found(source).len();
        *counts.entry(class).or_default().entry(count).or_default() += 1;
    };
    for game in GAMES.map(str::as_bytes) {
        assert_eq!(found(game), []);
        for at in 0..game.len() {
            let kind = match game[at] {
                b'A'..=b'Z' => "a capital".to_owned(),
                b'a'..=b'z' | b'0'..=b'9' => "a letter or digit".to_owned(),
                sign => format!("`{}`", char::from(sign)),
            };
            let deleted = [&game[..at], &game[at + 1..]].concat();
            add(format!("delete {kind}"), &deleted);
        }
        for at in 0..=game.len() {
            for byte in *b"[]();xB" {
                let inserted = [&game[..at], &[byte], &game[at..]].concat();
                add(format!("insert `{}`", char::from(byte)), &inserted);
            }
        }
    }
    let mut table = String::new();
    for (class, counts) in counts {
        write!(table, "{class}:").unwrap();
        for (findings, faults) in counts {
            write!(table, " {findings}×{faults}").unwrap();
        }
        table.push('\n');
    }
    assert_eq!(table, EXPECTED, "\n{table}");
}

#[test]
fn typical_faults_cause_one_finding() {
    for (source, code, start) in [
        ("(;GM[1];B[pd]br;W[dd])", "sgf/missing-value", 13),
        ("(;GM[1];B[pd];Woc];B[dd])", "sgf/missing-value", 14),
        ("(;GM[1];B[aa](;W[bb]))(;W[cc]))", "sgf/early-close", 21),
        (
            "(;GM[1];B[aa](;W[bb]))(;W[cc])(;W[dd]))",
            "sgf/early-close",
            21,
        ),
        ("(;GM[1];B[aa];W[b", "sgf/unclosed-value", 15),
        // A `)` before a property, or after its name.
        ("(;GM[1];B[aa];)W[bb])", "sgf/early-close", 14),
        ("(;GM[1];)B[aa](;W[bb])(;W[cc]))", "sgf/early-close", 8),
        ("(;GM[1];B)[aa](;W[bb])(;W[cc]))", "sgf/missing-value", 8),
        // The identifier of another property.
        ("(;FF[4]M[1];B[aa])", "value/malformed", 9),
        // A mistyped move before the reply to it.
        ("(;GM[1];B[aa];WW[bb];B[cc])", "property/unknown", 14),
        // A variation that starts too early.
        (
            "(;GM[1];B[aa](;W[bb](;B[cc])(;W[dd]))",
            "sgf/unclosed-tree",
            0,
        ),
    ] {
        let found = found(source.as_bytes());
        let seen: Vec<_> = found
            .iter()
            .map(|one| (one.code.name, one.span.start))
            .collect();
        assert_eq!(seen, [(code, start)], "{source}");
    }
}
