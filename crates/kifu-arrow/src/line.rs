//! Plays the main line of a game.

use kifu::core::Move;
use kifu::replay::{Replayer, Step};
use kifu::rules::StoneChange;
use kifu::sgf::{Document, NodeId, NodeRef, Visit};
use kifu::span::Span;

/// Plays the main line of the game with a replayer at its start, and calls `follow` after each step. Does the same as
/// [`Replayer::step`], but is much faster for nodes with a single move. `has_turns` is whether a node can have `PL`.
pub(crate) fn play<E>(
    document: &Document,
    root: NodeId,
    mut replayer: Replayer<'_>,
    has_turns: bool,
    mut follow: impl FnMut(&Replayer<'_>, Step) -> Result<(), E>,
) -> Result<(), E> {
    let size = replayer.position().board().size();
    for visit in document.visit_main_line(root, size) {
        let node = match visit {
            Visit::Plays(plays) => {
                for (id, color, point, span) in plays.nodes() {
                    if !is_entered(&replayer, id) {
                        replayer.enter_move(id, color, point, span);
                        follow(&replayer, Step::Move(color, Some(Move::Play(point))))?;
                    }
                }
                continue;
            }
            Visit::Node(node) if is_entered(&replayer, node.id()) => continue,
            Visit::Node(node) => node,
        };
        // `PL` can change whose turn it is before the move of the node.
        let play = node.plain_play(size).filter(|_| !has_turns);
        if let Some((color, point)) = play {
            // Only messages need the span.
            replayer.enter_move(node.id(), color, point, Span::new(0, 0));
            follow(&replayer, Step::Move(color, Some(Move::Play(point))))?;
        } else {
            step_over(document, node, &mut replayer, &mut follow)?;
        }
    }
    Ok(())
}

/// Plays the next node that has a step: this one or a later one.
fn step_over<E>(
    document: &Document,
    node: NodeRef<'_>,
    replayer: &mut Replayer<'_>,
    mut follow: impl FnMut(&Replayer<'_>, Step) -> Result<(), E>,
) -> Result<(), E> {
    let mut entered = None;
    let mut moves_left = 0;
    while let Some(step) = replayer.step() {
        if entered != replayer.node() {
            entered = replayer.node();
            let properties = document.node(entered.unwrap_or(node.id())).properties();
            let moves = properties.filter(|property| property.ident().player().is_some());
            moves_left = moves.count();
        }
        follow(replayer, step)?;
        moves_left -= usize::from(matches!(step, Step::Move(..)));
        if moves_left == 0 {
            break;
        }
    }
    Ok(())
}

/// Whether the replayer has entered a node of the main line. Later nodes have greater ids.
fn is_entered(replayer: &Replayer<'_>, id: NodeId) -> bool {
    replayer.node().is_some_and(|last| id <= last)
}

/// The stones that a step changed.
pub(crate) fn changes(replayer: &Replayer<'_>, step: Step) -> impl Iterator<Item = StoneChange> {
    // The changes of setup are those of several plies, and those of a move only of the last one.
    let of_setup = match step {
        Step::Setup => replayer.changes(),
        Step::Move(..) => &[],
    };
    let of_move = matches!(step, Step::Move(..)).then(|| replayer.position().changes());
    of_setup
        .iter()
        .copied()
        .chain(of_move.into_iter().flatten())
}
