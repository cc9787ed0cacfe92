//! Checks the names of properties, and the nodes that they are in.

use alloc::format;

use kifu_sgf::Dialect;
use kifu_sgf::properties::{PropertyClass, Versions};
use kifu_span::{Diagnostic, Edit, Fix, Safety, Span};

use crate::codes;
use crate::edit;
use crate::node::{Known, Node};
use crate::old_marks;
use crate::values;

pub(crate) fn check(node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
    if node.properties.is_empty() {
        if let (false, Some(span)) = (node.is_root(), node.node.span()) {
            found(codes::EMPTY_NODE.at(span, "this node has no properties"));
        }
        return;
    }
    // Skip the nine out of ten nodes that have only a move.
    if let ([only], false) = (node.properties, node.is_root()) {
        if only.is_move() && only.property.ident().as_bytes().len() == 1 {
            return;
        }
    }
    let misplaced = Misplaced::of(node);
    for known in node.properties {
        name(node, known, found);
        place(node, known, &misplaced, found);
    }
    moves(node, found);
    annotations(node, found);
}

/// The length from which an identifier is reported as too long.
const LONG: usize = 100;

fn name(node: &Node<'_, '_>, known: &Known<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let ident = known.property.ident();
    let written = ident.as_bytes();
    let Some(span) = known.ident_span().filter(|span| !span.is_empty()) else {
        return;
    };
    if written.len() >= LONG {
        let message = format!(
            "an identifier with {} letters, probably text without brackets",
            written.len()
        );
        found(codes::LONG_IDENTIFIER.at(span, message));
    }
    let lower = written.iter().any(u8::is_ascii_lowercase);
    let Some(info) = known.info else {
        if known.property.value().is_some() && written.len() < LONG {
            let message = format!("unknown property `{ident}`");
            found(codes::UNKNOWN_PROPERTY.at(span, message));
        }
        return;
    };
    if let Some(alias) = info.alias {
        old_name(node, known, alias, found);
    } else if lower && written.iter().any(u8::is_ascii_uppercase) {
        let message = format!("`{ident}` is `{}` with lowercase letters", info.ident);
        let fix = Fix::safe(
            format!("write `{}`", info.ident),
            [Edit::replace(span, info.ident.as_bytes())],
        );
        found(codes::LOWER_CASE.at(span, message).with_fix(fix));
    }
    let declared = node.game.context.format;
    let versions = info.versions;
    if declared.is_some()
        && info.ident != "FF"
        && !versions.is_empty()
        && !versions.intersects(Versions::declared(declared))
        // A malformed value suggests that the name is damaged.
        && !values::is_malformed(node, known)
    {
        let message = format!(
            "`{}` ({}) is not defined in FF[{}]",
            info.ident,
            info.name,
            declared.unwrap_or_default()
        );
        let finding = kifu_sgf::codes::NOT_IN_VERSION.at(span, message);
        found(match old_marks::modern(node, known) {
            Some(fix) => finding.with_fix(fix),
            None => finding,
        });
    }
}

fn old_name(
    node: &Node<'_, '_>,
    known: &Known<'_>,
    alias: &'static str,
    found: &mut dyn FnMut(Diagnostic),
) {
    let Some(span) = known.ident_span() else {
        return;
    };
    let ident = known.property.ident();
    let finding = codes::OLD_NAME.at(
        span,
        format!("`{ident}` is a nonstandard name for `{alias}`"),
    );
    // After the repair, the node must not have two properties with the same name.
    let alone = node.count(alias) == 1;
    let same =
        |info: &&kifu_sgf::PropertyInfo| known.info.is_some_and(|old| old.values == info.values);
    let target = kifu_sgf::PropertyInfo::of_name(alias, &node.game.context);
    let edit = target
        .filter(same)
        .filter(|_| alone && !must_stay(node, known))
        .and_then(|_| edit::rename(&known.property, alias));
    let safety = if is_from_other_dialect(node, known) {
        Safety::Unsafe
    } else {
        Safety::Safe
    };
    found(match edit {
        Some(edit) => finding.with_fix(Fix {
            safety,
            ..Fix::safe(format!("write `{alias}`"), [edit])
        }),
        None => finding,
    });
}

/// Whether an old name carries information that the standard name does not.
fn must_stay(node: &Node<'_, '_>, known: &Known<'_>) -> bool {
    let shows_dialect = known.info.is_some_and(|info| info.origin == Dialect::Sgf2);
    // The stones of `HD` must still be placed on the board, but those of `HA` are already there.
    known.property.ident().is("HD") || (shows_dialect && node.game.needs_dialect)
}

/// Whether a name is from SGF2, but the record is not.
fn is_from_other_dialect(node: &Node<'_, '_>, known: &Known<'_>) -> bool {
    known.info.is_some_and(|info| info.origin == Dialect::Sgf2)
        && node.game.context.dialect != Dialect::Sgf2
}

/// The properties of a node that belong in the root. If one of them is a root property, the node is probably a part
/// of the root, and they are reported together.
struct Misplaced {
    count: usize,
    /// The span of the first root property.
    first_of_root: Option<Span>,
}

impl Misplaced {
    fn of(node: &Node<'_, '_>) -> Misplaced {
        let mut misplaced = Misplaced {
            count: 0,
            first_of_root: None,
        };
        if node.is_root() {
            return misplaced;
        }
        for known in node.properties {
            match known.class() {
                Some(PropertyClass::Root) => {
                    misplaced.first_of_root = misplaced.first_of_root.or(known.ident_span());
                }
                Some(PropertyClass::GameInfo) => {}
                _ => continue,
            }
            misplaced.count += 1;
        }
        misplaced
    }
}

/// Returns the repair of a misplaced root property. Several misplaced root properties in one node
/// are probably the rest of a root that a `;` split in two.
fn misplaced_fix(node: &Node<'_, '_>, known: &Known<'_>, misplaced: &Misplaced) -> Option<Fix> {
    if misplaced.count > 1 && node.moves().next().is_none() {
        let document = node.game.document;
        let root = node.game.root.id();
        let is_next = document.forest().parent(node.node.id()) == Some(root)
            && document.forest().children(root).count() == 1;
        let start = node.node.start()?;
        let semicolon = Span::new(start, start + 1);
        let is_cut = is_next && semicolon.of(document.text()) == b";";
        let title = "remove the `;` that splits the root in two";
        return is_cut.then(|| Fix::unsafe_fix(title, [Edit::delete(semicolon)]));
    }
    // Keep `CA`, because the text may be in the charset that it declares.
    let edit = edit::remove(&known.property).filter(|_| known.canonical() != "CA")?;
    let ident = known.property.ident();
    Some(Fix::unsafe_fix(format!("remove `{ident}`"), [edit]))
}

fn place(
    node: &Node<'_, '_>,
    known: &Known<'_>,
    misplaced: &Misplaced,
    found: &mut dyn FnMut(Diagnostic),
) {
    let Some(span) = known.ident_span() else {
        return;
    };
    let ident = known.property.ident();
    match known.class() {
        Some(PropertyClass::Root | PropertyClass::GameInfo)
            if !node.is_root() && misplaced.first_of_root.is_some_and(|first| first != span) => {}
        Some(PropertyClass::Root) if !node.is_root() => {
            let message = match misplaced.count - 1 {
                0 => format!("`{ident}` belongs in the root"),
                1 => format!("`{ident}` and another property belong in the root"),
                more => format!("`{ident}` and {more} other properties belong in the root"),
            };
            let finding = codes::ROOT_PROPERTY.at(span, message);
            found(match misplaced_fix(node, known, misplaced) {
                Some(fix) => finding.with_fix(fix),
                None => finding,
            });
        }
        Some(PropertyClass::GameInfo) if !node.is_root() => {
            let message = format!("`{ident}` describes the game, but is not in the root");
            found(codes::GAME_INFO_LATE.at(span, message));
        }
        _ => {}
    }
}

fn moves(node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
    let mut moves = node.moves();
    let Some(first) = moves.next() else {
        return setup_later(node, found);
    };
    // The syntax check reports a property that appears twice.
    let other = |known: &&Known<'_>| known.property.ident() != first.property.ident();
    if let Some((second, span)) = moves
        .find(other)
        .and_then(|m| Some((m, m.property.span()?)))
    {
        let message = format!(
            "`{}` in a node that already has a move",
            second.property.ident()
        );
        found(split(codes::TWO_MOVES.at(span, message), second));
    }
    let Some(span) = first.property.span() else {
        return;
    };
    // A value that is not a move is reported elsewhere.
    if node.is_root() && first.property.mover(&node.game.context).is_some() {
        let finding = codes::MOVE_IN_ROOT.at(span, "a move in the root");
        found(split_off(node, finding, first));
    }
    let setup = node.of_class(PropertyClass::Setup).next();
    if let Some((setup, at)) = setup.and_then(|setup| Some((setup, setup.ident_span()?))) {
        let message = format!("`{}` in a node with a move", setup.property.ident());
        let finding = codes::MOVE_WITH_SETUP.at(at, message);
        found(split_off(node, finding, first));
    }
}

fn split(finding: Diagnostic, known: &Known<'_>) -> Diagnostic {
    match edit::split_before(&known.property) {
        Some(edit) => finding.with_fix(Fix::unsafe_fix("start a new node with this move", [edit])),
        None => finding,
    }
}

/// Adds a repair that starts a new node with the move, unless a property after the move belongs in
/// the old node.
fn split_off(node: &Node<'_, '_>, finding: Diagnostic, first: &Known<'_>) -> Diagnostic {
    let start = |known: &Known<'_>| known.property.span().map(|span| span.start);
    let start_of_first = start(first);
    let is_after = |known: &&Known<'_>| start(known) > start_of_first;
    let stays = |known: &Known<'_>| {
        matches!(
            known.class(),
            Some(PropertyClass::Root | PropertyClass::GameInfo | PropertyClass::Setup)
        )
    };
    if node.properties.iter().filter(is_after).any(stays) {
        return finding;
    }
    split(finding, first)
}

fn setup_later(node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
    if node.is_root() {
        return;
    }
    let stones = |known: &&Known<'_>| matches!(known.canonical(), "AB" | "AW" | "AE");
    if let Some(span) = node
        .properties
        .iter()
        .find(stones)
        .and_then(Known::ident_span)
    {
        found(codes::SETUP_AFTER_ROOT.at(span, "stones are set up after the root"));
    }
}

fn annotations(node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
    let of_position = |p: &&Known<'_>| matches!(p.canonical(), "DM" | "GB" | "GW" | "UC");
    let mut positions = node.properties.iter().filter(of_position);
    if let (Some(first), Some(second)) = (positions.next(), positions.next()) {
        clash(first, second, found);
    }
    let of_move = |p: &&Known<'_>| matches!(p.canonical(), "BM" | "DO" | "IT" | "TE");
    let mut judged = node.properties.iter().filter(of_move);
    let Some(first) = judged.next() else {
        return;
    };
    if let Some(second) = judged.next() {
        match (first.canonical(), second.canonical()) {
            ("TE", "BM") => good_and_bad(first, second, "IT", found),
            ("BM", "TE") => good_and_bad(first, second, "DO", found),
            _ => clash(first, second, found),
        }
    }
    if let (None, Some(span)) = (node.moves().next(), first.ident_span()) {
        let message = format!(
            "`{}` annotates a move, but this node has no move",
            first.property.ident()
        );
        found(codes::ANNOTATION_WITHOUT_MOVE.at(span, message));
    }
}

fn clash(first: &Known<'_>, second: &Known<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let Some(span) = second.ident_span() else {
        return;
    };
    let [a, b] = [first, second].map(|known| known.property.ident());
    if a == b {
        return;
    }
    let finding = codes::ANNOTATIONS_CLASH.at(span, format!("`{b}` contradicts `{a}`"));
    found(match edit::remove(&second.property) {
        Some(edit) => finding.with_fix(Fix::unsafe_fix(format!("remove `{b}`"), [edit])),
        None => finding,
    });
}

fn good_and_bad(
    first: &Known<'_>,
    second: &Known<'_>,
    word: &'static str,
    found: &mut dyn FnMut(Diagnostic),
) {
    let (Some(at), Some(span)) = (first.property.span(), second.property.span()) else {
        return;
    };
    let [a, b] = [first, second].map(|known| known.property.ident());
    let finding = codes::GOOD_AND_BAD.at(
        Span::new(span.start, span.start + b.as_bytes().len() as u32),
        format!("`{b}` after `{a}`; FF[4] writes `{word}` instead"),
    );
    let edits = [
        Edit::replace(at, format!("{word}[]").into_bytes()),
        Edit::delete(span),
    ];
    found(finding.with_fix(Fix::unsafe_fix(format!("write `{word}`"), edits)));
}
