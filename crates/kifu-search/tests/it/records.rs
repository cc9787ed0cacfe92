//! Tests of games and patterns of SGF records.

use std::collections::HashSet;

use kifu_search::sgf::Document;
use kifu_search::{
    self as search, Anchor, Cell, Color, Continuations, NoPattern, Pattern, Point, Query, Reply,
    Searcher, Size, Winner,
};

/// The pattern that a record describes, with a letter for each cell as in drawings.
fn pattern(source: &str) -> Result<(Vec<String>, Anchor), NoPattern> {
    let document = Document::parse(source).unwrap();
    let pattern = search::pattern(&document, document.roots().next().unwrap())?;
    let size = pattern.size();
    let rows = (0..size.rows()).map(|row| {
        let points = (0..size.cols()).map(|col| Point::new(col, row));
        points
            .map(|point| pattern.cell(point).unwrap().to_string())
            .collect()
    });
    Ok((rows.collect(), pattern.anchor()))
}

#[test]
fn sgf_describes_patterns() {
    let (rows, anchor) = pattern("(;SZ[4]AB[aa]AW[ba]AE[ca]TR[da]SQ[ab]CR[bb]MA[aa])").unwrap();
    assert_eq!(rows, ["?O.x", "o*??", "????", "????"]);
    assert_eq!(anchor, Anchor::FULL);
    // With a view, points that the record does not mention are empty; a stone fills a point that was cleared before.
    let (rows, anchor) =
        pattern("(;SZ[9]VW[ga:id]AE[ha];B[ha];W[aa];B[ib](;W[hb])(;W[hc]))").unwrap();
    assert_eq!(rows, [".X.", ".OX", "...", "..."]);
    let Anchor::Sides(on) = anchor else {
        panic!("{anchor:?}");
    };
    assert_eq!(
        [on.left, on.right, on.top, on.bottom],
        [false, true, true, false]
    );
    // Captured stones are not part of the pattern.
    let (rows, _) = pattern("(;SZ[2:3]VW[aa:bc]AB[aa]AW[ab];W[ba])").unwrap();
    assert_eq!(rows, [".O", "O.", ".."]);
    assert_eq!(pattern("(;SZ[9]C[nothing])"), Err(NoPattern::Empty));
    assert_eq!(pattern("(;GM[2]AB[aa])"), Err(NoPattern::NotGo));
}

#[test]
fn games_are_main_lines() {
    let source =
        "(;SZ[9]RE[W+R];B[aa](;AB[bb];AW[cc];W[tt];B[zz])(;W[dd]))(;GM[11];B[aa])(;SZ[5]RE[?])";
    let document = Document::parse(source).unwrap();
    let games: Vec<_> = search::games(&document).collect();
    let moves: Vec<_> = games
        .iter()
        .map(|game| (game.number, game.line.moves(), game.winner))
        .collect();
    assert_eq!(moves, [(1, 3, Winner::White), (3, 0, Winner::Unknown)]);
    assert_eq!(games[1].line.size(), Size::square(5).unwrap());
}

/// The replies to a stone in the middle of a 5×5 board.
fn replies(game: &str) -> Vec<Reply> {
    let document = Document::parse(game).unwrap();
    let middle = Document::parse("(;SZ[5]AB[cc])").unwrap();
    let pattern = search::pattern(&middle, middle.roots().next().unwrap()).unwrap();
    let size = pattern.size();
    let cells = size.points().map(|point| pattern.cell(point).unwrap());
    let empty = cells.map(|cell| if cell == Cell::ANY { Cell::EMPTY } else { cell });
    let board = Pattern::new(size, empty.collect(), Anchor::FULL).unwrap();
    let mut searcher = Searcher::new(Query::new(board));
    let mut replies = Continuations::new(searcher.query());
    for game in search::games(&document) {
        replies.add(&searcher.search(&game.line), game.winner);
    }
    replies.rows().into_iter().map(|row| row.reply).collect()
}

#[test]
fn unreadable_moves_are_not_passes() {
    assert_eq!(replies("(;SZ[5];B[cc];W[])"), [Reply::Pass(Color::White)]);
    for unreadable in ["zz", "what", "K9", "d1d"] {
        let found = replies(&format!("(;SZ[5];B[cc];W[{unreadable}];B[aa])"));
        assert_eq!(found, [Reply::Unreadable(Color::White)], "{unreadable}");
    }
    let point = Reply::Play(Point::new(3, 4), Color::White);
    assert_eq!(replies("(;SZ[5];B[cc];W[D1])"), [point]);
}

#[test]
fn setup_is_found_in_western_coordinates() {
    for game in [
        "(;SZ[5]AB[C3];W[de])",
        "(;SZ[5]AB[A1:C3]AE[ac:bc][ad:ce];W[D1])",
    ] {
        let found = replies(game);
        assert_eq!(
            found,
            [Reply::Play(Point::new(3, 4), Color::White)],
            "{game}"
        );
    }
}

#[test]
fn setup_is_limited() {
    let mut source = "(;SZ[52]".to_owned();
    source.push_str(&";AB[aa:ZZ];AE[aa:ZZ];B[aa]".repeat(3000));
    let document = Document::parse(source).unwrap();
    let line = search::line(&document, document.roots().next().unwrap()).unwrap();
    assert!((1..3000).contains(&line.moves()), "{}", line.moves());
}

/// Checks that the hits in all lines are the places where a node has the pattern and its parent
/// does not.
#[test]
fn every_line_of_a_tree_is_searched_once() {
    for source in [
        "(;SZ[5];B[aa];W[ba](;B[bb];W[ab])(;B[ab];W[bb](;B[cc])(;AE[aa]AW[cc];B[aa]))(;W[bb]))",
        // Setup directly after the branching, also on an empty board.
        "(;SZ[5](;AB[aa]AW[ba];B[bb])(;AW[aa]AB[ba];W[bb])(;B[aa]))",
        "(;SZ[5];B[aa](;AW[ba][ab]AB[bb];B[ee])(;AE[aa];B[ba];W[aa]))",
        // A capture in a variation; an empty variation; two branchings at one node.
        "(;SZ[5];B[aa];W[ba](;B[ee];W[ab];B[bb])()(;W[ab];B[bb];W[cb](;B[aa])(;W[aa])))",
    ] {
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        for drawn in ["XO", "XO\nOX", ". X", "O .\n. X"] {
            let (pattern, _) = Pattern::parse(&format!("{drawn}\n"));
            let query = Query {
                swap_colors: true,
                ..Query::new(pattern.unwrap())
            };
            let mut searcher = Searcher::new(query.clone());
            let mut found = Vec::new();
            for line in search::lines(&document, root).unwrap() {
                for hit in searcher.search(line.line()).hits() {
                    assert!(line.node(hit.first).is_some(), "{source}");
                    found.push((hit.first, hit.at, hit.swapped));
                }
            }
            let mut expected = Vec::new();
            for node in document.forest().preorder(root) {
                if document.node(node).is_empty_variation() {
                    continue;
                }
                let here = everywhere(&document, node, &query);
                let parent = document.forest().parent(node);
                let before = parent.map(|parent| everywhere(&document, parent, &query));
                let (_, before) = before.unwrap_or_default();
                let new = here.1.difference(&before).copied();
                expected.extend(new.map(|(at, swapped)| (here.0, at, swapped)));
            }
            let key = |hit: &(u32, Point, bool)| (hit.0, hit.1.row, hit.1.col, hit.2);
            found.sort_by_key(key);
            expected.sort_by_key(key);
            assert_eq!(found, expected, "{drawn:?} in {source}");
        }
    }
}

/// Returns the number of the last move up to a node, and the places of a pattern on the board after
/// the node, as drawn or with swapped colours.
fn everywhere(
    document: &Document,
    node: kifu_sgf::NodeId,
    query: &Query,
) -> (u32, HashSet<(Point, bool)>) {
    let played = kifu_replay::replay(document, node, &kifu_rules::Rules::LENIENT);
    let board = played.position.board();
    let mut places = HashSet::new();
    for swapped in [false, true] {
        let pattern = if swapped {
            query.pattern.colors_swapped()
        } else {
            query.pattern.clone()
        };
        let is_at = |at: Point| {
            pattern.cells().all(|(point, cell)| {
                let there = Point::new(at.col + point.col, at.row + point.row);
                board.size().contains(there) && cell.allows(board.stone(there))
            })
        };
        let found = board.size().points().filter(|&at| is_at(at));
        places.extend(found.map(|at| (at, swapped)));
    }
    (played.number, places)
}
