//! Tests of the public interface, as its documentation describes it.

use kifu_core::{ByColor, Color, Move, Outcome, Point, Points, Ruleset, Setup, Size};
use kifu_rules::{
    Action, Board, Breach, Grid, Ground, HandicapTable, Illegal, PassAlive, PlaneKinds,
    PlaneLayout, Planes, PointSet, PointStatus, Position, Rules, Score, ScoreTerms, SetupError,
    Signature, StoneChange, Suicide, SymmetricHashes, Symmetry, Territory, dead_by_marks,
    handicap_points,
};

fn at(col: u8, row: u8) -> Point {
    Point::new(col, row)
}

fn size(cols: u8, rows: u8) -> Size {
    Size::new(cols, rows).unwrap()
}

/// Makes a board of rows of `.`, `X` and `O`.
fn board(rows: &[&str]) -> Board {
    let size = size(rows[0].len() as u8, rows.len() as u8);
    let signs = rows.concat();
    let stones = size
        .points()
        .zip(signs.chars())
        .map(|(point, sign)| match sign {
            'X' => (point, Some(Color::Black)),
            'O' => (point, Some(Color::White)),
            _ => (point, None),
        });
    let mut board = Board::new(size);
    board.edit(stones);
    board
}

#[test]
fn refusals_and_breaches_are_explained() {
    for (reason, words) in [
        (Illegal::OffBoard, "the point is not on the board"),
        (
            Illegal::Occupied(Color::White),
            "the point is occupied by a white stone",
        ),
        (
            Illegal::Suicide { stones: 1 },
            "suicide: the stone would have no liberty",
        ),
        (
            Illegal::Suicide { stones: 2 },
            "suicide: 2 stones would have no liberty",
        ),
        (Illegal::Ko, "ko: it may not be retaken immediately"),
        (
            Illegal::Superko { ply: 0 },
            "superko: the move repeats the starting position",
        ),
        (
            Illegal::Superko { ply: 7 },
            "superko: the move repeats the position after move 7",
        ),
        (Illegal::NotYourTurn, "it is the other player's turn"),
        (Illegal::GameOver, "the game is over"),
    ] {
        assert_eq!(reason.to_string(), words);
    }
    for (breach, words) in [
        (Breach::OffBoard(at(9, 9)), "the point is not on the board"),
        (
            Breach::Overwrote(Color::Black),
            "the point is occupied by a black stone",
        ),
        (Breach::Suicide { stones: 1 }, "suicide of one stone"),
        (Breach::Suicide { stones: 3 }, "suicide of 3 stones"),
        (Breach::KoTakenBack, "the ko was retaken immediately"),
        (
            Breach::Repeats { ply: 0, cycle: 4 },
            "the starting position is repeated after 4 moves",
        ),
        (
            Breach::Repeats { ply: 2, cycle: 6 },
            "the position after move 2 is repeated after 6 moves",
        ),
        (Breach::OutOfTurn, "it was the other player's turn"),
        (Breach::AfterEnd, "the game was over"),
        (
            Breach::NoLiberty(at(0, 0)),
            "the setup leaves a chain without a liberty",
        ),
    ] {
        assert_eq!(breach.to_string(), words);
    }
}

#[test]
fn dead_stones_of_a_setup_stay_or_go() {
    let mut setup: Setup = board(&["XO.", "OO."]).to_setup();
    setup.to_play = Some(Color::White);
    let error = || Position::from_setup(&setup, Rules::JAPANESE).unwrap_err();
    assert_eq!(error().point(), at(0, 0));
    assert_eq!(
        error().to_string(),
        "a chain of the setup has no liberty: the chain at A2"
    );
    assert_eq!(
        SetupError::keep_dead_stones(error()).into_board(),
        board(&["XO.", "OO."])
    );
    let removed = error().remove_dead_stones();
    assert_eq!(*removed.board(), board(&[".O.", "OO."]));
    assert_eq!(removed.to_play(), Color::White);
    assert_eq!(removed.prisoners(), ByColor::default());
}

#[test]
fn a_position_goes_back_to_a_ply() {
    let mut game = Position::new(size(3, 3), Rules::CHINESE);
    assert_eq!(*game.rules(), Rules::CHINESE);
    for (color, col) in [(Color::Black, 0), (Color::White, 1), (Color::Black, 2)] {
        game.play(color, Move::Play(at(col, 1))).unwrap();
    }
    game.undo_to(5);
    assert_eq!(game.plies(), 3);
    game.undo_to(1);
    assert_eq!((game.plies(), game.to_play()), (1, Color::White));
    assert_eq!(*game.board(), board(&["...", "X..", "..."]));
    game.undo_to(0);
    assert!(!game.undo());
}

#[test]
fn a_game_resumes_after_passes() {
    let mut game = Position::new(size(3, 3), Rules::CHINESE);
    game.play(Color::Black, Move::Pass).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!((game.passes(), game.is_over()), (2, true));
    assert_eq!(game.judge(Move::Pass), Err(Illegal::GameOver));
    game.resume();
    assert_eq!(
        (game.passes(), game.is_over(), game.to_play()),
        (0, false, Color::Black)
    );
    game.play(Color::Black, Move::Play(at(1, 1))).unwrap();
    game.undo_to(2);
    assert!(game.is_over());
}

#[test]
fn a_copy_replaces_a_game() {
    let mut game = Position::new(size(3, 3), Rules::AGA);
    game.play(Color::Black, Move::Play(at(1, 1))).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    game.edit([
        (at(0, 0), Some(Color::White)),
        (at(1, 0), Some(Color::White)),
    ]);
    game.force(Action::Play(Color::Black, Move::Play(at(0, 0))));
    let mut copy = Position::new(size(3, 3), Rules::JAPANESE);
    copy.play(Color::Black, Move::Play(at(2, 2))).unwrap();
    copy.clone_from(&game);
    loop {
        assert_eq!(format!("{copy:?}"), format!("{game:?}"));
        assert_eq!(copy.board(), game.board());
        let state = |game: &Position| {
            (
                *game.rules(),
                game.to_setup(),
                game.prisoners(),
                game.passes(),
            )
        };
        assert_eq!(state(&copy), state(&game));
        let more = game.undo();
        assert_eq!(copy.undo(), more);
        if !more {
            break;
        }
    }
}

#[test]
fn boards_are_edited_and_played_on() {
    let mut board = board(&["XO.", "...", "..."]);
    assert_eq!(
        board.grid()[..3],
        [Some(Color::Black), Some(Color::White), None]
    );
    let stones: Vec<_> = board.stones().collect();
    assert_eq!(stones, [(at(0, 0), Color::Black), (at(1, 0), Color::White)]);
    let played = board
        .play(Color::White, at(0, 1), Suicide::Forbidden)
        .unwrap();
    assert_eq!((played.captured, played.suicide, played.ko), (1, 0, None));
    assert_eq!(board.to_string(), ".O.\nO..\n...\n");
    assert_eq!(
        board.play(Color::White, at(0, 1), Suicide::Any),
        Err(Illegal::Occupied(Color::White))
    );
    assert_eq!(
        board.play(Color::Black, at(3, 0), Suicide::Any),
        Err(Illegal::OffBoard)
    );
    let suicide = Illegal::Suicide { stones: 1 };
    assert_eq!(
        board.play(Color::Black, at(0, 0), Suicide::Forbidden),
        Err(suicide)
    );
    assert_eq!(
        board.play(Color::Black, at(0, 0), Suicide::Multi),
        Err(suicide)
    );
    let played = board.play(Color::Black, at(0, 0), Suicide::Any).unwrap();
    assert_eq!((played.captured, played.suicide), (0, 1));
    assert_eq!(board.force(Color::Black, at(0, 3)), None);
    assert!(board.edit([
        (at(2, 2), Some(Color::Black)),
        (at(5, 5), Some(Color::Black))
    ]));
    assert!(!board.edit([(at(0, 0), Some(Color::Black))]));
    assert_eq!(format!("{board:?}"), "Board 3x3\nXO.\nO..\n..X\n");
}

#[test]
fn chains_know_their_stones_and_liberties() {
    let board = board(&["XX.", "OX.", "..O"]);
    let chain = board.chain(at(1, 1)).unwrap();
    assert_eq!(
        (chain.color(), chain.len(), chain.in_atari()),
        (Color::Black, 3, false)
    );
    assert_eq!(PointSet::of(board.size(), chain.stones()).len(), 3);
    let liberties = [at(2, 0), at(2, 1), at(1, 2)];
    assert_eq!(chain.liberties(), PointSet::of(board.size(), liberties));
    assert!(chain.contains(at(0, 0)) && !chain.contains(at(0, 1)) && !chain.contains(at(3, 3)));
    assert!(board.chain(at(0, 1)).unwrap().in_atari());
    assert!(board.chain(at(2, 0)).is_none() && board.chain(at(3, 0)).is_none());
    assert_eq!(board.chains().count(), 3);
}

#[test]
fn a_set_of_points_says_what_changed() {
    let mut set = PointSet::new(size(19, 19));
    assert!(set.is_empty() && set.size() == size(19, 19));
    for point in [at(3, 3), at(18, 18), at(0, 0)] {
        assert!(set.insert(point) && !set.insert(point) && set.contains(point));
    }
    assert!(!set.insert(at(19, 0)) && !set.remove(at(0, 19)) && !set.contains(at(19, 19)));
    assert_eq!((set.len(), set.is_empty()), (3, false));
    assert!(set.iter().eq([at(0, 0), at(3, 3), at(18, 18)]));
    assert!(set.remove(at(3, 3)) && !set.remove(at(3, 3)) && !set.contains(at(3, 3)));
    set.extend([at(1, 0), at(1, 0)]);
    assert_eq!(set.len(), 3);
    assert_eq!(format!("{set:?}"), "{A19, B19, T1}");
}

#[test]
fn symmetries_of_a_board_keep_its_size() {
    let all = |size| Symmetry::of(size).collect::<Vec<_>>();
    assert_eq!(all(size(5, 5)), Symmetry::ALL);
    assert_eq!(all(size(5, 4)), Symmetry::ALL[..4]);
    for symmetry in Symmetry::ALL {
        let turned = symmetry.size(size(5, 4));
        assert_eq!(symmetry.transposes(), turned == size(4, 5));
        assert_eq!(symmetry.point(at(5, 0), size(5, 4)), at(5, 0));
    }
}

#[test]
fn hashes_of_all_symmetries_follow_a_board() {
    let board = board(&["X.O", ".X.", "..."]);
    let hashes = SymmetricHashes::of(&board);
    for (symmetry, hash) in Symmetry::ALL.into_iter().zip(hashes.all()) {
        assert_eq!(hashes.get(symmetry), *hash);
        assert_eq!(board.transformed(symmetry).hash(), *hash);
    }
    assert_eq!(hashes.canonical(), *hashes.all().iter().min().unwrap());
    assert_eq!(hashes.canonical(), board.canonical_hash());
    let mut followed = SymmetricHashes::new(board.size());
    let stones = board.stones().map(|(point, color)| StoneChange {
        point,
        before: None,
        after: Some(color),
    });
    let stones: Vec<_> = stones.collect();
    followed.apply(stones.iter().copied());
    assert_eq!(followed, hashes);
    followed.apply(stones.into_iter().map(StoneChange::reversed));
    assert_eq!(followed, SymmetricHashes::new(board.size()));
    let swapped = board.colors_swapped();
    assert_ne!(swapped.canonical_hash(), board.canonical_hash());
    assert_eq!(
        swapped.canonical_hash_of_either_color(),
        board.canonical_hash_of_either_color()
    );
}

#[test]
fn signatures_have_the_points_of_six_moves() {
    let size = size(19, 19);
    let moves = |count: u8| (1..=count).map(move |number| Move::Play(at(number % 19, number / 19)));
    assert_eq!(Signature::of(size, moves(80)).to_string(), "bbccddmbncod");
    assert_eq!(Signature::of(size, moves(40)).to_string(), "bbcc??mb????");
    assert_eq!(Signature::of(size, moves(19)).to_string(), "????????????");
    let passes = moves(80)
        .enumerate()
        .map(|(before, action)| if before == 19 { Move::Pass } else { action });
    assert_eq!(Signature::of(size, passes).to_string(), "??ccddmbncod");
    let canonical = Signature::canonical(size, moves(80));
    assert!(canonical <= Signature::of(size, moves(80)));
    for symmetry in Symmetry::ALL {
        let turned = moves(80).map(|action| match action {
            Move::Play(point) => Move::Play(symmetry.point(point, size)),
            Move::Pass => Move::Pass,
        });
        assert_eq!(
            Signature::canonical(size, turned),
            canonical,
            "{symmetry:?}"
        );
    }
    assert_eq!(format!("{canonical:?}"), format!("Signature({canonical})"));
}

#[test]
fn rules_have_names() {
    for ruleset in Ruleset::ALL {
        let rules = Rules::from(ruleset);
        let named = rules.ruleset().unwrap();
        assert_eq!(Rules::from(named), rules);
        assert!(named == ruleset || ruleset == Ruleset::Korean);
    }
    assert_eq!(Rules::LENIENT.ruleset(), None);
}

#[test]
fn handicaps_have_limits() {
    let points = |size, stones| handicap_points(size, stones, HandicapTable::Japanese);
    assert_eq!(points(size(19, 19), 10), None);
    assert_eq!(points(size(6, 19), 1), None);
    assert_eq!(points(size(8, 19), 5), None);
    assert_eq!(points(size(9, 13), 9).unwrap()[7..], [at(4, 9), at(4, 6)]);
    assert_eq!(points(size(19, 6), 0).unwrap(), []);
}

#[test]
fn marks_decide_territory() {
    let board = board(&[".XO.", "XXOX", ".XO."]);
    let of = |points: &[Point]| PointSet::of(board.size(), points.iter().copied());
    let marks = ByColor {
        black: of(&[at(0, 0)]),
        white: of(&[at(3, 0), at(3, 1), at(3, 2)]),
    };
    assert_eq!(dead_by_marks(&board, &marks), of(&[at(3, 1)]));
    let territory = Territory::from_marks(&board, &marks);
    for (point, status) in [
        (
            at(0, 0),
            PointStatus::Empty(Ground::Territory(Color::Black)),
        ),
        (at(0, 2), PointStatus::Empty(Ground::Dame)),
        (at(1, 0), PointStatus::Alive(Color::Black)),
        (
            at(3, 1),
            PointStatus::Dead(Color::Black, Ground::Territory(Color::White)),
        ),
    ] {
        assert_eq!(territory[point], status);
    }
    assert_eq!(territory.iter().count(), 12);
    let score = |rules| {
        let terms = ScoreTerms {
            rules,
            komi: Points::from_halves(1),
            handicap: 0,
            prisoners: ByColor { black: 2, white: 1 },
        };
        Score::count(&territory, &terms)
    };
    let counted = score(Rules::JAPANESE);
    assert_eq!(
        (counted.parts.black.territory, counted.parts.black.prisoners),
        (1, 2)
    );
    assert_eq!(
        (counted.parts.white.territory, counted.parts.white.prisoners),
        (3, 2)
    );
    assert_eq!(counted.to_string(), "W+2.5");
    assert_eq!(
        counted.outcome(),
        Outcome::of_count(Points::whole(3), Points::from_halves(11))
    );
    let counted = score(Rules::CHINESE);
    assert_eq!(
        (counted.parts.black.stones, counted.parts.white.stones),
        (4, 3)
    );
    assert_eq!(counted.to_string(), "W+1.5");
}

#[test]
fn points_of_living_stones_are_area_only() {
    let surrounded = PointStatus::Empty(Ground::Surrounded(Color::White));
    let dead = PointStatus::Dead(Color::Black, Ground::Territory(Color::White));
    for (status, area, territory) in [
        (PointStatus::Alive(Color::Black), Some(Color::Black), None),
        (surrounded, Some(Color::White), None),
        (dead, Some(Color::White), Some(Color::White)),
        (
            PointStatus::Empty(Ground::Territory(Color::Black)),
            Some(Color::Black),
            Some(Color::Black),
        ),
        (PointStatus::Empty(Ground::Dame), None, None),
    ] {
        assert_eq!(
            (status.area_of(), status.territory_of()),
            (area, territory),
            "{status:?}"
        );
    }
}

#[test]
fn one_dead_stone_makes_its_chain_dead() {
    let board = board(&[".XO..", ".XOXX", ".XO..", ".XO.."]);
    let dead = PointSet::of(board.size(), [at(4, 1)]);
    for territory in [
        Territory::of(&board, &dead),
        Territory::flood(&board, &dead),
    ] {
        for col in [3, 4] {
            let status = PointStatus::Dead(Color::Black, Ground::Territory(Color::White));
            assert_eq!(territory[at(col, 1)], status);
        }
        assert_eq!(
            territory[at(0, 0)],
            PointStatus::Empty(Ground::Territory(Color::Black))
        );
    }
    let all = Territory::tromp_taylor(&board);
    assert_eq!(all[at(3, 0)], PointStatus::Empty(Ground::Dame));
}

#[test]
fn unconditional_life_needs_two_eyes() {
    let alive = |rows: &[&str]| {
        PassAlive::of(&board(rows), Color::Black, false)
            .stones
            .len()
    };
    assert_eq!(alive(&[".X.X.", "XXXXX"]), 7);
    assert_eq!(alive(&["..XX.", "XXXX."]), 6);
    assert_eq!(alive(&["....X", "XXXXX"]), 0);
    assert_eq!(alive(&["...XO", "XXXX."]), 5);
}

#[test]
fn planes_have_names() {
    let kinds = PlaneKinds {
        history: 1,
        liberties: 2,
        ko: true,
        last_moves: 2,
        side_to_move: true,
        komi: true,
    };
    let names = [
        "own",
        "other",
        "own-1",
        "other-1",
        "liberties-1",
        "liberties-2+",
        "ko",
        "last-1",
        "last-2",
        "black-to-move",
        "komi",
    ];
    assert_eq!(kinds.names(), names);
    assert_eq!(kinds.count(), names.len());
    let stones = ["own", "other"];
    assert_eq!(PlaneKinds::default().names(), stones);
    let turned = Planes::new(size(3, 5), kinds, PlaneLayout::Bits, Symmetry::TRANSPOSE);
    assert_eq!((turned.size(), turned.kinds()), (size(5, 3), kinds));
    assert_eq!(turned.len(), names.len() * 2);
    let bytes = Planes::new(size(3, 5), kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
    assert_eq!(bytes.len(), names.len() * 15);
}

#[test]
fn the_komi_plane_is_from_the_view_of_the_side_to_move() {
    let kinds = PlaneKinds {
        komi: true,
        ..PlaneKinds::default()
    };
    let size = size(1, 1);
    let mut game = Position::new(size, Rules::JAPANESE);
    let komi = |game: &Position, komi: Points, layout| {
        let mut planes = Planes::new(size, kinds, layout, Symmetry::IDENTITY);
        planes.start(game, komi);
        let mut bytes = [0; 3];
        planes.write(&mut bytes);
        bytes[2] as i8
    };
    for (points, black, white) in [
        (Points::from_halves(13), -13, 13),
        (Points::from_halves(-13), 13, -13),
        (Points::whole(100), -128, 127),
        (Points::ZERO, 0, 0),
    ] {
        game.set_to_play(Color::Black);
        assert_eq!(komi(&game, points, PlaneLayout::Bytes), black);
        assert_eq!(komi(&game, points, PlaneLayout::Bits), i8::from(black > 0));
        game.set_to_play(Color::White);
        assert_eq!(komi(&game, points, PlaneLayout::Bytes), white);
        assert_eq!(komi(&game, points, PlaneLayout::Bits), i8::from(white > 0));
    }
}

#[test]
fn a_grid_follows_a_board() {
    let board = board(&["X.O", "..."]);
    let mut grid = Grid::with_symmetry(board.size(), Symmetry::TRANSPOSE);
    assert_eq!(grid.size(), size(2, 3));
    grid.start(&board);
    assert_eq!(grid.as_bytes(), [1, 0, 0, 0, 2, 0]);
    let change = StoneChange {
        point: at(1, 1),
        before: None,
        after: Some(Color::White),
    };
    grid.apply([change]);
    assert_eq!(grid.as_bytes(), [1, 0, 0, 2, 2, 0]);
    grid.apply([change.reversed()]);
    grid.start(&board);
    assert_eq!(grid.as_bytes(), [1, 0, 0, 0, 2, 0]);
    grid.clear();
    assert_eq!(grid, Grid::with_symmetry(board.size(), Symmetry::TRANSPOSE));
}
