//! Tests of descriptions: hits, continuations, charts and drawings.

use kifu_core::{Color, Outcome, Point, Size};
use kifu_search::index::Error;
use kifu_search::{
    Anchor, Cell, ContinuationReport, ContinuationRow, Continuations, Hit, HitReport, Query, Reply,
    Searcher, Searchers, Symmetry, Winner,
};

use crate::continuations::{game, pattern};

use Color::{Black, White};

fn hit(first: u32, last: u32, (col, row): (u8, u8), (cols, rows): (u8, u8)) -> Hit {
    Hit {
        first,
        last,
        symmetry: Symmetry::IDENTITY,
        swapped: false,
        at: Point::new(col, row),
        size: Size::new(cols, rows).unwrap(),
    }
}

#[test]
fn hits_are_described_with_moves_and_points() {
    let board = Size::default();
    let describe = |hit: Hit| HitReport::of(&hit, board).describe();
    assert_eq!(
        describe(hit(12, 40, (0, 0), (3, 2))),
        "moves 12 to 40, A19 to C18"
    );
    assert_eq!(describe(hit(7, 7, (16, 16), (3, 3))), "move 7, R3 to T1");
    assert_eq!(describe(hit(7, 7, (3, 3), (1, 1))), "move 7, D16");
    let swapped = Hit {
        swapped: true,
        symmetry: Symmetry::HALF_TURN,
        ..hit(0, 1, (8, 9), (1, 2))
    };
    let report = HitReport::of(&swapped, board).with_address(Some("m3:1.2".into()));
    assert_eq!(
        report.describe(),
        "at m3:1.2, moves 0 to 1, J10 to J9, rotated by 180 degrees, colours swapped"
    );
    assert_eq!((report.from.as_str(), report.to.as_str()), ("J10", "J9"));
    assert_eq!(report.address.as_deref(), Some("m3:1.2"));
}

#[test]
fn each_symmetry_has_a_name() {
    let names = Symmetry::ALL.map(|symmetry| {
        let hit = Hit {
            symmetry,
            ..hit(1, 1, (0, 0), (1, 1))
        };
        let report = HitReport::of(&hit, Size::default());
        (report.symmetry, report.describe())
    });
    let names = names.map(|(name, text)| {
        let words = text.strip_prefix("move 1, A19").unwrap();
        (name, words.trim_start_matches(", ").to_owned())
    });
    let mut names: Vec<_> = names.iter().map(|(a, b)| (*a, b.as_str())).collect();
    names.sort_unstable();
    let expected = [
        (
            "anti-transpose",
            "mirrored along the diagonal from the top right",
        ),
        ("half-turn", "rotated by 180 degrees"),
        ("identity", ""),
        ("mirror-columns", "mirrored left to right"),
        ("mirror-rows", "mirrored top to bottom"),
        ("transpose", "mirrored along the diagonal from the top left"),
        ("turn-left", "rotated left"),
        ("turn-right", "rotated right"),
    ];
    assert_eq!(names, expected);
}

fn row(reply: Reply) -> ContinuationRow {
    ContinuationRow {
        reply,
        count: 9,
        later: 1,
        black: 4,
        white: 2,
        nobody: 1,
    }
}

/// A point is named by its place on the board if the pattern has only one place there, and else by its place in the
/// pattern.
#[test]
fn replies_are_described_with_their_points() {
    let reply = row(Reply::Play(Point::new(1, 0), White));
    for (drawn, name, point) in [
        ("+---\n|..\n|..\n", "W B19", Some("B19")),
        ("---+\n ..|\n ..|\n", "W T19", Some("T19")),
        (" ..|\n ..|\n---+\n", "W T2", Some("T2")),
        ("|..\n|..\n+--\n", "W B2", Some("B2")),
        ("---\n ..\n ..\n", "W B2", None),
        ("|..\n|..\n", "W B2", None),
        (" ..\n ..\n", "W B2", None),
    ] {
        let report = ContinuationReport::of(&reply, &pattern(drawn), Size::default());
        assert_eq!(report.describe(), name, "{drawn}");
        assert_eq!(report.point.as_deref(), point, "{drawn}");
        assert_eq!(
            (report.what, report.color, report.col, report.row),
            ("play", Some("W"), Some(1), Some(0))
        );
    }
    let corner = pattern("..\n..\n").anchored(Anchor::Corner);
    let report = ContinuationReport::of(&reply, &corner, Size::default());
    assert_eq!((report.describe().as_str(), report.point), ("W B2", None));
    let counts = [
        report.count,
        report.later,
        report.black,
        report.white,
        report.nobody,
        report.unknown,
    ];
    assert_eq!(counts, [9, 1, 4, 2, 1, 2]);
    // Columns from the 26th on have two letters.
    let wide = pattern(&format!("{}\n", ".".repeat(30)));
    let far = row(Reply::Play(Point::new(29, 0), Black));
    let report = ContinuationReport::of(&far, &wide, Size::LARGEST);
    assert_eq!(report.describe(), "B EE1");
}

#[test]
fn replies_other_than_plays_are_described() {
    let whole = pattern("..\n..\n").anchored(Anchor::FULL);
    for (reply, what, color, described) in [
        (Reply::Pass(Black), "pass", Some("B"), "B pass"),
        (Reply::Pass(White), "pass", Some("W"), "W pass"),
        (
            Reply::Unreadable(White),
            "unreadable",
            Some("W"),
            "W unreadable",
        ),
        (Reply::Changed, "changed", None, "(changed)"),
        (Reply::Nothing, "nothing", None, "(no more)"),
    ] {
        let report = ContinuationReport::of(&row(reply), &whole, Size::default());
        assert_eq!((report.what, report.color), (what, color));
        assert_eq!((report.col, report.row, &report.point), (None, None, &None));
        assert_eq!(report.describe(), described);
    }
}

/// Five games after a stone in the corner.
fn corner() -> (Query, Continuations) {
    let query = Query::new(pattern("+-----\n|. . .\n|. X .\n|. . .\n"));
    let mut searcher = Searcher::new(query.clone());
    let mut counted = Continuations::new(&query);
    let stone = (Black, Some((1, 1)));
    let near = [stone, (White, Some((2, 1)))];
    let later = [stone, (White, Some((7, 7))), (Black, Some((0, 2)))];
    for (moves, winner) in [
        (&near[..], Winner::White),
        (&near[..], Winner::Black),
        (&near[..], Winner::White),
        (&later[..], Winner::Black),
        (&[stone][..], Winner::Unknown),
        (&[][..], Winner::Black),
    ] {
        counted.add(&searcher.search(&game(moves)), winner);
    }
    (query, counted)
}

#[test]
fn a_chart_shows_the_pattern_and_a_line_for_each_reply() {
    let (query, counted) = corner();
    let chart = counted.chart(&counted.rows(), &query.pattern);
    let expected = "     A B C
   +-------
 9 | . . .
 8 | . X A
 7 | B . .
     A B C

   move            hits  share                      Black won  White won  later
A  W C8               3   60.0 %  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪     33.3 %     66.7 %
B  B A7               1   20.0 %  ▪▪▪▪▪▪              100.0 %      0.0 %      1
   (no more)          1   20.0 %  ▪▪▪▪▪▪
";
    assert_eq!(chart, expected);
    // Columns without any number are left out.
    let rows: Vec<_> = counted.rows().into_iter().skip(2).collect();
    let chart = counted.chart(&rows, &query.pattern);
    let (_, table) = chart.split_once("\n\n").unwrap();
    assert_eq!(
        table,
        "   move            hits  share\n   (no more)          1   20.0 %  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪\n"
    );
}

/// Letters that stand for cells of patterns are not used for moves.
#[test]
fn the_letters_of_a_chart_are_not_those_of_cells() {
    let all = pattern(&"?????????\n".repeat(9));
    let counted = Continuations::new(&Query::new(all.clone()));
    let rows: Vec<_> = all
        .size()
        .points()
        .map(|point| row(Reply::Play(point, Black)))
        .collect();
    let chart = counted.chart(&rows, &all);
    let (drawn, _) = chart.split_once("\n\n").unwrap();
    let letters: String = drawn
        .lines()
        .flat_map(|line| line.chars().skip(3))
        .filter(|c| c.is_alphabetic())
        .collect();
    // The first and the last line name the columns.
    let letters = &letters[9..letters.len() - 9];
    assert_eq!(letters, "ABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyz");
}

#[test]
fn replies_are_counted_and_ordered() {
    let (query, counted) = corner();
    assert_eq!((counted.games(), counted.hits()), (5, 5));
    assert_eq!(counted.board(), Size::square(9).unwrap());
    assert_eq!(Continuations::new(&query).board(), Size::square(3).unwrap());
    let replies = |rows: Vec<ContinuationRow>| -> Vec<Reply> {
        rows.into_iter().map(|row| row.reply).collect()
    };
    let near = Reply::Play(Point::new(2, 1), White);
    let later = Reply::Play(Point::new(0, 2), Black);
    let end = Reply::Nothing;
    assert_eq!(replies(counted.rows()), [near, later, end]);
    assert_eq!(replies(counted.rows_for(Black)), [later, near, end]);
    assert_eq!(replies(counted.rows_for(White)), [near, later, end]);
    let mut twice = counted.clone();
    twice.merge(&counted);
    assert_eq!((twice.games(), twice.hits()), (10, 10));
    let mut searcher = Searcher::new(query);
    let line = game(&[(Black, Some((1, 1))), (White, Some((2, 1)))]);
    let found = searcher.search(&line);
    assert_eq!((found.len(), found.is_empty()), (1, false));
    assert_eq!(counted.replies(&found).collect::<Vec<_>>(), [near]);
}

/// Of equally frequent sizes, the largest.
#[test]
fn the_board_of_a_chart_is_the_most_frequent_one() {
    let query = Query::new(pattern("X\n.\n"));
    let mut counted = Continuations::new(&query);
    let mut add = |side: u8| {
        let line = kifu_search::Line::new(
            Size::square(side).unwrap(),
            [kifu_core::Action::Put(Point::new(0, 0), Some(Black))],
        );
        counted.add(&Searcher::new(query.clone()).search(&line), Winner::Unknown);
        counted.board().cols()
    };
    assert_eq!([9, 13, 5, 5].map(&mut add), [9, 13, 13, 5]);
}

#[test]
fn a_drawing_is_read_back_with_its_edges() {
    for drawn in [
        " . X\n O ?\n",
        "+-----\n| . X\n| O ?\n",
        "-----+\n . X |\n O ? |\n",
        "+-----+\n| x o |\n| * . |\n+-----+\n",
    ] {
        let whole = pattern(drawn);
        let again = whole.draw(|_| None);
        assert_eq!(pattern(&again), whole, "{again}");
    }
    let whole = pattern("|x*|\n+--+\n");
    assert_eq!(whole.draw(|_| None), "| x * |\n+-----+\n");
    // Only sides can be drawn.
    let corner = whole.anchored(Anchor::Corner);
    let letter = |point| (point == Point::new(0, 0)).then_some('A');
    assert_eq!(corner.draw(letter), "  A *\n");
    assert_eq!(
        corner.cell(Point::new(0, 0)),
        Some(Cell::BLACK | Cell::EMPTY)
    );
    assert_eq!(corner.cell(Point::new(2, 0)), None);
}

#[test]
fn searchers_find_what_a_searcher_finds() {
    let (query, _) = corner();
    let searchers = Searchers::new(query.clone());
    assert_eq!(searchers.query(), &query);
    let line = game(&[(White, None), (Black, Some((1, 1)))]);
    for _ in 0..2 {
        let found = searchers.search(&line, |found| found.hits().collect::<Vec<_>>());
        assert_eq!(
            found,
            Searcher::new(query.clone())
                .search(&line)
                .hits()
                .collect::<Vec<_>>()
        );
        assert_eq!((found.len(), found[0].first), (1, 2));
    }
}

#[test]
fn winners_are_those_of_results() {
    for (result, winner, swapped) in [
        ("B+R", Winner::Black, Winner::White),
        ("W+0.5", Winner::White, Winner::Black),
        ("0", Winner::Nobody, Winner::Nobody),
        ("Void", Winner::Unknown, Winner::Unknown),
        ("?", Winner::Unknown, Winner::Unknown),
    ] {
        let outcome: Outcome = result.parse().unwrap();
        assert_eq!(Winner::from(outcome), winner, "{result}");
        assert_eq!(winner.swapped(), swapped);
    }
    assert_eq!(Winner::default(), Winner::Unknown);
}

#[test]
fn errors_say_what_is_wrong_with_an_index() {
    use std::error::Error as _;
    use std::io;
    let io = Error::from(io::Error::other("no disk"));
    assert_eq!(io.to_string(), "no disk");
    assert!(io.source().is_some());
    let short = Error::from(io::Error::from(io::ErrorKind::UnexpectedEof));
    assert!(matches!(short, Error::Damaged));
    assert_eq!(short.to_string(), "the search index is damaged; rebuild it");
    assert!(short.source().is_none());
    let newer = Error::Version(7).to_string();
    assert_eq!(newer, "unsupported search index version 7: expected 2");
}
