//! Search in records of any format.

use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::search::{self, Pattern, Query, Searcher};

/// Checks that the last position of a game in the search is that of the replayer.
fn last_positions_agree(source: &[u8]) {
    let record = kifu::read(source).unwrap();
    let document = record.to_sgf().unwrap();
    for game in search::games(&document) {
        let root = document.roots().nth(game.number as usize - 1).unwrap();
        let mut replayer = Replayer::forward(&document, root, &Rules::LENIENT);
        while replayer.advance().is_some() {}
        assert_eq!(game.line.moves(), replayer.number() as usize);
        let mut searcher = Searcher::new(Query::new(Pattern::board(replayer.position().board())));
        let last = searcher.search(&game.line).hits().last().unwrap();
        assert_eq!(last.last, replayer.number());
    }
}

#[test]
fn games_of_the_corpus_end_as_replayed() {
    kifu_testkit::hold_on(&kifu_testkit::repository("corpus"), last_positions_agree);
}
