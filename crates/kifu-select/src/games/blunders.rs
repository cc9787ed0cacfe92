use kifu_core::ByColor;
use kifu_sgf::Document;
use kifu_tree::NodeId;

/// The losses of the moves of a main line, according to the analysis in the record.
#[derive(Debug, Default)]
pub(super) struct Blunders {
    /// The number of moves between analysed positions.
    pub(super) analyzed: usize,
    /// The greatest loss of win rate by one move of each player; `None` if no move of the player is analysed. It is 0 if all
    /// moves gain.
    pub(super) greatest: ByColor<Option<f64>>,
}

impl Blunders {
    pub(super) fn of(document: &Document, root: NodeId) -> Blunders {
        let mut blunders = Blunders::default();
        for judged in kifu_analysis::judged_moves(document, root) {
            blunders.analyzed += 1;
            let greatest = &mut blunders.greatest[judged.color];
            *greatest = Some(greatest.unwrap_or(0.0).max(judged.win_rate_loss));
        }
        blunders
    }
}
