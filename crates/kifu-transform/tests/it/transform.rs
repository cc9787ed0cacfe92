use std::collections::BTreeSet;

use kifu_transform::rules::Symmetry;
use kifu_transform::sgf::Document;
use kifu_transform::{Colors, Transform, UntransformedReason, canonical, transform};

fn transformed(source: &str, by: Transform) -> (String, Vec<UntransformedReason>) {
    let document = Document::parse(source).unwrap();
    let made = transform(&document, |_| by).unwrap();
    let text = String::from_utf8(made.document.text().to_vec()).unwrap();
    (
        text,
        made.untransformed
            .into_iter()
            .map(|left| left.why)
            .collect(),
    )
}

#[track_caller]
fn turned(source: &str, symmetry: Symmetry, expected: &str, left: &[UntransformedReason]) {
    let made = transformed(source, Transform::of(symmetry));
    assert_eq!((made.0.as_str(), made.1.as_slice()), (expected, left));
}

#[track_caller]
fn swapped(source: &str, expected: &str, left: &[UntransformedReason]) {
    let made = transformed(source, Transform::IDENTITY.with_colors_swapped());
    assert_eq!((made.0.as_str(), made.1.as_slice()), (expected, left));
}

#[test]
fn every_point_of_the_table_is_turned() {
    let source = "(;SZ[9]AB[aa][bb:cd]AW[ha]AE[ia]VW[aa:ei]DD[]C[at aa]\
        ;B[ca]LB[ca:a:b]TR[aa]AR[aa:bc]LN[ia:ic]TB[aa:ca]KGSDE[da]\
        ;W[tt]VW[];B[]S[aabbtt cc];W[c \na]L[aa][ba]RG[aa]DD[aa][ba])";
    turned(
        source,
        Symmetry::TURN_RIGHT,
        "(;SZ[9]AB[ia][fb:hc]AW[ih]AE[ii]VW[aa:ie]DD[]C[at aa]\
        ;B[ic]LB[ic:a:b]TR[ia]AR[ia:gb]LN[ii:gi]TB[ia:ic]KGSDE[id]\
        ;W[tt]VW[];B[]S[iahbtt gc];W[i \nc]L[ia][ib]RG[ia]DD[ia][ib])",
        &[],
    );
}

#[test]
fn boards_that_are_not_square_change_their_sides() {
    turned(
        "(;SZ[5:9]AB[ai];B[ea];W[ga])",
        Symmetry::TRANSPOSE,
        "(;SZ[9:5]AB[ia];B[ae];W[ag])",
        &[],
    );
    turned(
        "(;SZ[5:9];B[ei])",
        Symmetry::HALF_TURN,
        "(;SZ[5:9];B[aa])",
        &[],
    );
    turned(
        "(;SZ[19:19];B[aa])",
        Symmetry::TURN_LEFT,
        "(;SZ[19:19];B[as])",
        &[],
    );
}

#[test]
fn odd_spellings_stay_as_they_are() {
    let by = Symmetry::MIRROR_COLUMNS;
    turned(
        "(;GM[1]AB[cc:aa][ C c ];B[Q16])",
        by,
        "(;GM[1]AB[qc:sa][ Q c ];B[D16])",
        &[],
    );
    turned(
        "(;AddBlack[aa];Black[d4])",
        by,
        "(;AddBlack[sa];Black[q4])",
        &[],
    );
    turned("(;AB[pp:tt])", by, "(;AB[ap:ds])", &[]);
    turned("(;B[aa", by, "(;B[sa", &[]);
}

#[test]
fn values_other_than_points_stay_and_are_reported() {
    let by = Symmetry::MIRROR_ROWS;
    for (source, why) in [
        ("(;AB[ts])", UntransformedReason::NoPoint),
        ("(;B[what])", UntransformedReason::NoPoint),
        ("(;AR[aa:zz])", UntransformedReason::NoPoint),
        ("(;LB[aa])", UntransformedReason::NoPoint),
        ("(;ZQ[aa][bb:cc])", UntransformedReason::Unknown),
        ("(;LZ[0.9 12 Q16])", UntransformedReason::Analysis),
        ("(;GK[1]HD[2])", UntransformedReason::FixedHandicap),
        (
            "(;GM[2]B[aa])",
            UntransformedReason::OtherGame(kifu_transform::sgf::GameType(2)),
        ),
    ] {
        turned(source, by, source, &[why]);
    }
    // A text is not a point, whether the property is known or not.
    turned("(;C[aa]ZQ[text])", by, "(;C[aa]ZQ[text])", &[]);
}

#[test]
fn references_to_black_become_references_to_white() {
    swapped(
        "(;PB[A]BR[1d]PW[B]BT[T]KM[6.5]RE[B+3.5]AB[aa]AW[bb]PL[B];B[cc]BL[10]OB[3]GB[2]V[-2.5]TB[aa])",
        "(;PW[A]WR[1d]PB[B]WT[T]KM[-6.5]RE[W+3.5]AW[aa]AB[bb]PL[W];W[cc]WL[10]OW[3]GW[2]V[2.5]TW[aa])",
        &[],
    );
    swapped(
        "(;PlayerBlack[A]pb[C]AddWhite[aa]PL[ white ];b[])",
        "(;PlayerWhite[A]pw[C]AddBlack[aa]PL[ black ];w[])",
        &[],
    );
    swapped(
        "(;KM[0]RE[Draw]V[0]HA[0])",
        "(;KM[0]RE[Draw]V[0]HA[0])",
        &[],
    );
    swapped(
        "(;HA[2]AB[dd][pp])",
        "(;HA[2]AW[dd][pp])",
        &[UntransformedReason::Handicap],
    );
    swapped("(;SBKV[9.50];SBKV[100])", "(;SBKV[90.50];SBKV[0])", &[]);
    swapped(
        "(;SBKV[100.5])",
        "(;SBKV[100.5])",
        &[UntransformedReason::NoColor],
    );
    swapped(
        "(;KM[komi])",
        "(;KM[komi])",
        &[UntransformedReason::NoColor],
    );
}

#[test]
fn results_are_exchanged_in_their_own_words() {
    for (result, expected) in [
        ("W+Resign", "B+Resign"),
        ("b+0.5", "w+0.5"),
        ("White wins by 3.5 points", "Black wins by 3.5 points"),
        ("黑中盘胜", "白中盘胜"),
        ("白3目半勝ち", "黒3目半勝ち"),
        ("흑 불계승", "백 불계승"),
        ("Void", "Void"),
        ("Cho wins", "Cho wins"),
    ] {
        let game = |result: &str| format!("(;CA[UTF-8]RE[{result}])");
        swapped(&game(result), &game(expected), &[]);
    }
    let both = "(;RE[Black or White])";
    swapped(both, both, &[UntransformedReason::NoColor]);
}

/// Lists every pair of properties in the table that differ only in the colour.
#[test]
fn the_table_pairs_the_colors() {
    let mut pairs = BTreeSet::new();
    for info in kifu_transform::sgf::PropertyInfo::all() {
        let (text, _) = transformed(
            &format!("(;{}[x])", info.ident),
            Transform::IDENTITY.with_colors_swapped(),
        );
        let other = text[2..].split('[').next().unwrap();
        if other != info.ident && other > info.ident {
            pairs.insert(format!("{}-{other}", info.ident));
        }
    }
    assert_eq!(
        Vec::from_iter(pairs).join(" "),
        "AB-AW B-W BC-WC BE-WE BL-WL BP-WP BR-WR BS-WS BT-WT GB-GW KB-KW KGSSB-KGSSW OB-OW PB-PW \
         QB-QW TB-TW"
    );
}

#[test]
fn all_forms_of_a_game_have_one_canonical_form() {
    let game = "(;SZ[9]AW[ab]C[x];B[gc];W[cc](;B[gg]LB[aa:1])(;B[cg]))\
                (;SZ[9]LB[ac:x];B[ee])(;SZ[5:9]AB[aa][bb];W[ab])(;GM[2];B[aa])";
    let document = Document::parse(game).unwrap();
    for colors in [Colors::Kept, Colors::Either] {
        let first = |document: &Document| {
            let made = transform(document, |root| canonical(document, root, colors)).unwrap();
            made.document.to_bytes()
        };
        let expected = first(&document);
        for symmetry in Symmetry::ALL {
            let mut by = Transform::of(symmetry);
            if colors == Colors::Either {
                by = by.with_colors_swapped();
            }
            let other = transform(&document, |_| by).unwrap().document;
            assert_eq!(first(&other), expected, "{by:?}");
        }
    }
}
