//! Finds what a written file lacks, by reading it back.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point};
use kifu_tree::NodeId;
use kifu_tree::game::{
    Carried, CarriedRole, Details, Game, GameInfo, Loss, LossKind, LossPlace, Node, ValueOrText,
};

use super::write::{can_be_written, comment};
use super::{FORMAT, key};

fn lost(at: LossPlace, what: &'static str, kind: LossKind) -> Loss {
    Loss {
        at,
        what: Cow::Borrowed(what),
        kind,
    }
}

fn changed(how: &'static str) -> LossKind {
    LossKind::Changed(Cow::Borrowed(how))
}

/// Adds the losses of a game that was written and read back as `again`. The stones in `placed` are setup that was
/// written as moves.
pub(super) fn games(game: &Game, again: &Game, placed: &[(Color, Point)], losses: &mut Vec<Loss>) {
    info(&game.info, &again.info, !placed.is_empty(), losses);
    carried(&game.carried, LossPlace::Game, losses);
    let root = game.root();
    if !placed.is_empty() {
        let how = changed("is written as moves");
        losses.push(lost(LossPlace::Node(root), "the setup", how));
    }
    let mut start = again.root();
    for (color, point) in placed {
        start = child(again, start, (*color, Move::Play(*point))).unwrap_or(start);
    }
    let mut others: Vec<Option<NodeId>> = vec![None; game.nodes.id_count()];
    let mut is_used = vec![false; again.nodes.id_count()];
    // The main line is visited first, and its nodes are before all variations.
    let mut on_main = true;
    for id in game.nodes.preorder(root) {
        let these = &game.nodes[id];
        let at = LossPlace::Node(id);
        on_main &= id == root || game.nodes.prev_sibling(id).is_none();
        let parent = match game.nodes.parent(id) {
            None => Some(start),
            Some(parent) => others[parent.index()],
        };
        // The loss of the first node of a branch includes the others.
        let Some(parent) = parent else {
            continue;
        };
        let other = match these.play {
            None => Some(parent),
            Some(play) => child(again, parent, play),
        };
        others[id.index()] = other;
        let Some(other) = other else {
            let what = if on_main {
                "the rest of the game"
            } else {
                "a variation"
            };
            losses.push(lost(at, what, LossKind::Dropped));
            continue;
        };
        let mut is_joined = false;
        if these.play.is_some() && core::mem::replace(&mut is_used[other.index()], true) {
            let how = changed("is joined with an equal variation");
            losses.push(lost(at, "a variation", how));
            is_joined = true;
        } else if these.play.is_none() && id != root {
            let how = changed("is joined with the move before it");
            losses.push(lost(at, "a node without a move", how));
            is_joined = true;
        }
        comments(game, id, &again.nodes[other], is_joined, losses);
        node(these, &again.nodes[other], id == root, on_main, losses, at);
    }
}

fn child(game: &Game, parent: NodeId, play: (Color, Move)) -> Option<NodeId> {
    let mut children = game.nodes.children(parent);
    children.find(|child| game.nodes[*child].play == Some(play))
}

/// Reports a comment that the other node lacks, or that has other text added to it although the
/// nodes were not joined.
fn comments(game: &Game, id: NodeId, other: &Node, is_joined: bool, losses: &mut Vec<Loss>) {
    let these = &game.nodes[id];
    if these.details.is_unset() && other.details.is_unset() {
        return;
    }
    let Some(text) = comment(these) else {
        return;
    };
    let others = comment(other);
    let is_kept = match &others {
        None => false,
        Some(others) if is_joined || others.len() > text.len() => others.contains(&*text),
        Some(others) => *others == text && these.comments.len() == other.comments.len(),
    };
    let has_author = these
        .comments
        .iter()
        .any(|comment| comment.author.is_some() || comment.time.is_some());
    if !is_kept || has_author {
        let kind = match others {
            None => LossKind::Dropped,
            Some(_) => changed("is written differently"),
        };
        losses.push(lost(LossPlace::Node(id), "the comment", kind));
    }
}

/// Adds the data that is carried for other formats, which is left out.
pub(super) fn foreign(game: &Game, losses: &mut Vec<Loss>) {
    carried(&game.carried, LossPlace::Game, losses);
    for id in game.nodes.preorder(game.root()) {
        carried(&game.nodes[id].carried, LossPlace::Node(id), losses);
    }
}

fn carried(all: &[Carried], at: LossPlace, losses: &mut Vec<Loss>) {
    let is_lost = |carried: &&Carried| carried.format != FORMAT && carried.role == CarriedRole::Raw;
    for carried in all.iter().filter(is_lost) {
        let what = format!("{} of {}", carried.key, carried.format);
        losses.push(Loss {
            at,
            what: what.into(),
            kind: LossKind::Dropped,
        });
    }
}

/// Reports the fields of a struct that differ. The pattern makes the compiler report new fields.
macro_rules! differing {
    (
        $these:expr, $those:expr,
        $type:ident { $($field:ident $what:literal $verb:literal,)* } but { $($not:ident)* },
        $at:expr, $losses:expr
    ) => {{
        let $type { $($field,)* $($not: _,)* } = $these;
        let blank = <$type>::default();
        $(if *$field != $those.$field {
            let kind = if $those.$field == blank.$field {
                changed(concat!($verb, " left out"))
            } else {
                changed(concat!($verb, " written differently"))
            };
            $losses.push(lost($at, $what, kind));
        })*
    }};
}

fn info(these: &GameInfo, those: &GameInfo, is_placed: bool, losses: &mut Vec<Loss>) {
    let at = LossPlace::Game;
    differing!(these, those, GameInfo {
        application "the application" "is",
        transcriber "the transcriber" "is",
        annotator "the annotator" "is",
        source "the source" "is",
        source_url "the address of the source" "is",
        copyright "the copyright" "is",
        record_comment "the comment on the record" "is",
        name "the name of the game" "is",
        players "a part of the players" "is",
        komi "the komi" "is",
        result "the result" "is",
        rules "the name of the rules" "is",
        main_time "the main time" "is",
        overtime "the overtime" "is",
        periods "the number of overtime periods" "is",
        period_time "the length of the overtime periods" "is",
        dates "the date" "is",
        event "the event" "is",
        round "the round" "is",
        place "the place" "is",
        opening "the opening" "is",
        comment "the comment on the game" "is",
        cutoff "the number of lines that are cut off" "is",
        settings "the list of settings" "is",
    } but { kind handicap size }, at, losses);
    // GIB is always Go.
    if these.kind.is_some_and(|kind| kind != 1) {
        losses.push(lost(at, "the kind of game", LossKind::Dropped));
    }
    let is_none = these.handicap == Some(ValueOrText::Value(0)) && those.handicap.is_none();
    if these.handicap != those.handicap && these.handicap.is_some() && !is_placed && !is_none {
        losses.push(lost(at, "the number of handicap stones", LossKind::Dropped));
    }
    if these.size.unwrap_or_default() != those.size.unwrap_or_default() {
        losses.push(lost(at, "the size of the board", LossKind::Dropped));
    }
}

fn node(
    these: &Node,
    those: &Node,
    is_root: bool,
    on_main: bool,
    losses: &mut Vec<Loss>,
    at: LossPlace,
) {
    if these.only_move().is_some() {
        return;
    }
    differing!(these, those, Node {
        clock "the clock" "is",
    } but { play is_empty_variation details }, at, losses);
    let (more, other): (&Details, &Details) = (&these.details, &those.details);
    differing!(more, other, Details {
        to_play "the player to move" "is",
        name "the name of the node" "is",
        marks "the marks" "are",
        labels "the labels" "are",
        territory "the territory" "is",
        solution "the mark of a solution" "is",
    } but { setup comments carried }, at, losses);
    if !more.setup.is_empty() && !is_root {
        losses.push(lost(at, "the setup", LossKind::Dropped));
    }
    carried(&more.carried, at, losses);
    for line in &more.carried {
        let is_line = line.format == FORMAT && line.key == key::LINE;
        let is_kept = on_main && line.values.iter().all(|line| can_be_written(line));
        if is_line && !is_kept {
            losses.push(lost(at, "a line that is not a move", LossKind::Dropped));
        }
    }
}
