//! Moves and setup, by the rules of Go.

use kifu_replay::Replayer;
use kifu_rules::Rules;
use kifu_sgf::{Document, NodeRef};
use kifu_span::Diagnostic;
use kifu_tree::{NodeId, Step};

use crate::Ruling;

/// Finds what is illegal on the main line and in every variation of a game.
pub(crate) fn check(
    document: &Document,
    root: NodeId,
    ruling: Ruling,
    found: &mut impl FnMut(Diagnostic),
) {
    let rules = match ruling {
        Ruling::Stated => stated(document.node(root)),
        Ruling::By(rules) => rules,
        Ruling::Off => return,
    };
    let mut replayer = Replayer::new(document, root, &rules);
    let size = replayer.position().board().size();
    for step in document.forest().traverse(root) {
        match step {
            Step::Enter(id) => {
                let findings = replayer.enter(id).iter();
                findings
                    .filter_map(|finding| finding.diagnostic(size))
                    .for_each(&mut *found);
            }
            Step::Leave(_) => {
                replayer.leave();
            }
        }
    }
}

/// The rules that a record names; Japanese ones where it names none that is known.
fn stated(root: NodeRef<'_>) -> Rules {
    root.simple_text("RU")
        .and_then(|name| name.parse().ok())
        .unwrap_or(Rules::JAPANESE)
}
