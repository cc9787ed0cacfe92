use kifu_compare::hash::{HashKind, MainLine};
use kifu_compare::rules::Symmetry;
use kifu_compare::sgf::Document;
use kifu_compare::transform::{Transform, transform};

fn line(document: &Document, at: Option<usize>) -> MainLine<'_> {
    MainLine::of(document, document.roots().next().unwrap(), at).unwrap()
}

fn hash(source: &str, kind: HashKind) -> String {
    line(&Document::parse(source).unwrap(), None)
        .hash(kind)
        .unwrap()
}

/// The expected hashes were computed with `printf '…' | md5sum`.
#[test]
fn any_program_can_compute_them() {
    let game = "(;SZ[3]AB[aa]AW[ba];B[bb];W[tt](;B[ca])(;B[cc]))";
    assert_eq!(
        hash(game, HashKind::Moves),
        "7fce7527dc4121339f39242dbbbb58c9"
    );
    // X.X/.X./...: the white stone was captured.
    assert_eq!(
        hash(game, HashKind::Final),
        "03434d63821d2425ddd09ed8f4aad3e5"
    );
    assert_eq!(hash(game, HashKind::Dyer), "????????????");
    assert_eq!(
        hash("(;SZ[19])", HashKind::Moves),
        "68b329da9893e34099c7d8ad5cb9c940"
    );
    assert_eq!(
        hash("(;)", HashKind::Moves),
        hash("(;GM[1];C[a])", HashKind::Moves)
    );
}

#[test]
fn the_position_at_a_move_is_the_end_of_the_game_up_to_it() {
    let document = Document::parse("(;SZ[3];B[aa];W[ba];B[bb];W[ca]C[x];B[cb])").unwrap();
    let start = "(;SZ[3];B[aa];W[ba]";
    for (at, rest) in [(2, ")"), (3, ";B[bb])"), (4, ";B[bb];W[ca])")] {
        let expected = hash(&format!("{start}{rest}"), HashKind::Final);
        let actual = line(&document, Some(at)).hash(HashKind::Final);
        assert_eq!(actual, Some(expected), "{at}");
    }
}

#[test]
fn moves_are_counted_as_dyer_does() {
    let mut game = String::from("(;HA[2]AB[dd][pp]");
    for number in 1..=71u8 {
        let color = if number % 2 == 1 { 'W' } else { 'B' };
        let [col, row] = [number % 19, number / 19].map(|n| char::from(b'a' + n));
        let point = match number {
            31 => String::new(),
            40 => "tt".into(),
            _ => format!("{col}{row}"),
        };
        game += &format!(";{color}[{point}]");
    }
    assert_eq!(hash(&game, HashKind::Dyer), "bb??dd??ncod");
    let document = Document::parse(game).unwrap();
    let short = line(&document, Some(59)).hash(HashKind::Dyer);
    assert_eq!(short.as_deref(), Some("bb??????nc??"));
    assert_eq!(line(&document, Some(59)).moves(), 59);
    assert_eq!(line(&document, Some(100)).moves(), 71);
}

#[test]
fn symmetric_hashes_are_the_same_for_all_orientations() {
    let game = "(;SZ[5:7]AB[aa]AW[ba:bc];B[bd];W[];B[ca];W[cb](;B[cc])(;B[dd]))";
    let document = Document::parse(game).unwrap();
    for symmetry in Symmetry::ALL {
        let turned = transform(&document, |_| Transform::of(symmetry))
            .unwrap()
            .document;
        for kind in [HashKind::DyerSym, HashKind::MovesSym, HashKind::FinalSym] {
            assert_eq!(
                line(&turned, None).hash(kind).unwrap(),
                hash(game, kind),
                "{symmetry:?}"
            );
        }
        let same =
            line(&turned, None).hash(HashKind::Moves).unwrap() == hash(game, HashKind::Moves);
        assert_eq!(same, symmetry == Symmetry::IDENTITY);
    }
}

#[test]
fn other_games_have_no_hashes() {
    let document = Document::parse("(;GM[2];B[aa])").unwrap();
    assert!(MainLine::of(&document, document.roots().next().unwrap(), None).is_none());
}

#[test]
fn kinds_have_names() {
    for kind in HashKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("md5".parse::<HashKind>().is_err());
}
