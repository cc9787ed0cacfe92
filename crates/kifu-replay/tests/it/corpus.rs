//! The laws on the files of the corpus.

use kifu_testkit::{hold_on, repository};

use crate::laws;

#[test]
fn laws_hold_on_the_corpus() {
    hold_on(&repository("corpus/sgf"), |source| {
        laws::steps_lead_to_each_position(source);
        laws::leaving_a_node_leads_back(source);
    });
}
