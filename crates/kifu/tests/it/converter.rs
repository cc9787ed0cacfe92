//! The converter to any format: pieces, errors and chosen positions.

use kifu::convert::{Converter, GameLosses, Options, PositionOptions, Target, convert};
use kifu::notation::Notation;

#[test]
fn each_game_can_be_a_text_of_its_own() {
    let record = kifu::read("(;B[aa])(;W[bb]C[x])").unwrap();
    for target in Target::ALL {
        let options = Options {
            split: true,
            ..Default::default()
        };
        let mut converter = Converter::new(target, options);
        let mut numbers = Vec::new();
        let mut report = |lost: GameLosses<'_>| numbers.push(lost.number);
        converter.add(&record, &mut report).unwrap();
        converter.add(&record, &mut report).unwrap();
        assert_eq!(converter.game_count(), 4);
        numbers.dedup();
        assert_eq!(numbers, [1, 2, 3, 4], "{}", target.name());
        let mut whole = converter.take_text();
        assert!(!whole.is_empty());
        let (text, pieces) = converter.finish();
        whole.extend(text);
        let mut rest = whole.as_slice();
        let texts: Vec<&[u8]> = pieces
            .iter()
            .map(|piece| rest.split_off(..piece.len).unwrap())
            .collect();
        assert_eq!((texts.len(), rest), (4, &b""[..]), "{}", target.name());
        assert_eq!(texts[..2], texts[2..]);
        let is_one = |text: &&[u8]| kifu::read(*text).unwrap().game_count() <= 1;
        assert!(texts.iter().all(is_one), "{}", target.name());
        assert!(
            texts.iter().all(|text| text.ends_with(b"\n")),
            "{}",
            target.name()
        );
        assert_eq!(
            target.notation().is_some(),
            matches!(target, Target::Positions(_))
        );
    }
}

#[test]
fn formats_have_names_and_extensions() {
    let names: Vec<String> = Target::ALL
        .iter()
        .map(|target| format!("{}.{}", target.name(), target.extension()))
        .collect();
    let expected = [
        "sgf.sgf",
        "jgf1.jgf",
        "jgf2.jgf",
        "gib.gib",
        "sgn.sgn",
        "sensei.txt",
        "ascii.txt",
        "showboard.txt",
        "fen.fen",
    ];
    assert_eq!(names, expected);
}

#[test]
fn records_that_cannot_be_converted() {
    let error = |source: &str, target: Target, positions: PositionOptions| {
        let options = Options {
            positions,
            ..Default::default()
        };
        let converted = convert(&kifu::read(source).unwrap(), target, options);
        converted.unwrap_err().to_string()
    };
    let sgn = Target::Positions(Notation::Sgn);
    let end = PositionOptions::default;
    let two = "(;B[aa])(;B[bb])";
    assert_eq!(error(two, Target::Gib, end()), "a GIB file has one game");
    let after = |number| PositionOptions {
        number: Some(number),
        ..PositionOptions::default()
    };
    let missing = error(two, sgn, after(5));
    assert!(missing.starts_with("game 1 has no move 5"), "{missing}");
    assert_eq!(
        error("(;B[aa])(;GM[3])", sgn, end()),
        "game 2 is not Go, but Chess"
    );
    let jgf = r#"[{"tree":[{}]},{"board":{"size":99},"tree":[{}]}]"#;
    let oversized = error(jgf, sgn, end());
    assert!(
        oversized.starts_with("game 2 has a board that cannot be shown: invalid board size"),
        "{oversized}"
    );
}

#[test]
fn positions_are_chosen_by_number_or_all_of_a_line() {
    let written = |positions: PositionOptions| {
        let options = Options {
            positions,
            ..Default::default()
        };
        let record = kifu::read("(;SZ[3]KM[6.5];B[bb];W[ca])").unwrap();
        let (text, losses) = convert(&record, Target::Positions(Notation::Sgn), options).unwrap();
        (
            String::from_utf8(text).unwrap(),
            losses.lines().collect::<Vec<_>>(),
        )
    };
    let (last, losses) = written(PositionOptions::default());
    assert_eq!(last, "2w/1b1/-B\n");
    assert!(
        losses.iter().any(|line| line.contains("the komi")),
        "{losses:?}"
    );
    let first = PositionOptions {
        number: Some(1),
        name: "A".into(),
        ..PositionOptions::default()
    };
    assert!(written(first).0.starts_with("/1b1/-W"));
    let all = PositionOptions {
        all: true,
        number: Some(1),
        ..PositionOptions::default()
    };
    assert_eq!(
        written(all)
            .0
            .lines()
            .filter(|line| line.contains('/'))
            .count(),
        3
    );
}

#[test]
fn texts_of_a_file_are_separated() {
    let written = |source: &str, target: Target| {
        let record = kifu::read(source).unwrap();
        convert(&record, target, Options::default()).unwrap().0
    };
    for target in Target::ALL
        .iter()
        .filter(|target| target.notation().is_some())
    {
        let separator = target.notation().unwrap().separator();
        let [one, two] =
            ["(;SZ[3];B[aa])", "(;SZ[3];B[bb])"].map(|source| written(source, *target));
        let both = [&*one, separator.as_bytes(), &*two].concat();
        assert_eq!(
            written("(;SZ[3];B[aa])(;SZ[3];B[bb])", *target),
            both,
            "{}",
            target.name()
        );
    }
}

#[test]
fn figures_have_numbers_unless_a_move_is_chosen() {
    let written = |number| {
        let positions = PositionOptions {
            number,
            ..PositionOptions::default()
        };
        let options = Options {
            positions,
            ..Options::default()
        };
        let record = kifu::read("(;SZ[3];B[bb];W[ca]FG[])").unwrap();
        let (text, _) = convert(&record, Target::Positions(Notation::Sensei), options).unwrap();
        String::from_utf8(text).unwrap()
    };
    let (figures, position) = (written(None), written(Some(2)));
    assert!(figures.contains("| . . 1 |"), "{figures}");
    assert!(position.contains("| . . O |"), "{position}");
}

#[test]
fn positions_are_numbered_from_one() {
    let record = kifu::read("/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n").unwrap();
    for target in [Target::Positions(Notation::Ascii), Target::Sgf] {
        let mut numbers = Vec::new();
        let mut converter = Converter::new(target, Options::default());
        for _ in 0..2 {
            converter
                .add(&record, &mut |lost| numbers.push(lost.number))
                .unwrap();
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers, [1, 2, 3, 4], "{}", target.name());
    }
}
