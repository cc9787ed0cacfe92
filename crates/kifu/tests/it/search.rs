//! Games of records of any format, as the search takes them.

use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::search::{self, Pattern, Query, Searcher};

/// The last position of a game is where its replayer ends.
fn ends_where_it_should(source: &[u8]) {
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
    kifu_testkit::hold_on(&kifu_testkit::repository("corpus"), ends_where_it_should);
}
