//! Laws of three-way merges of random edits by two people: nothing that one of them added to a node or between games is
//! lost, a part that one of them removed does not come back without a conflict, and changes of different nodes do not
//! conflict. The edits are comments, names, added and removed variations, nodes inserted before a move or a branch, and
//! other orders of variations.

use std::collections::HashSet;

use kifu_merge::sgf::{Document, NodeId, Place, Severity};
use kifu_merge::{Labels, Merged, Method, merge, text_of};

/// Checks the laws for random edits of a file, determined by a seed. Returns the numbers of merges, of merges by nodes,
/// and of merges with conflicts.
pub(crate) fn merges_hold(source: &[u8], seed: u64) -> [usize; 3] {
    let mut counts = [0; 3];
    for is_disjoint in [true, false] {
        let mut random = Random(seed.wrapping_mul(2).wrapping_add(u64::from(is_disjoint)) | 1);
        let Some(edited) = edited(source, &mut random, is_disjoint) else {
            continue;
        };
        let merged = check(&edited, is_disjoint);
        counts[0] += 1;
        counts[1] += usize::from(merged.method == Method::Nodes);
        counts[2] += usize::from(!merged.is_clean());
    }
    let mut random = Random(seed | 1);
    if let Some(edited) = edited_branch(source, &mut random) {
        let merged = check(&edited, true);
        counts[0] += 1;
        counts[1] += usize::from(merged.method == Method::Nodes);
    }
    counts
}

/// One person removes a variation, and the other one inserts a comment before its branch.
fn edited_branch(source: &[u8], random: &mut Random) -> Option<Edited> {
    const MAX_NODES: usize = 20_000;
    let document = Document::parse(source).ok()?;
    let forest = document.forest();
    if forest.id_count() > MAX_NODES {
        return None;
    }
    let children = |id: NodeId| -> Vec<NodeId> {
        let children = forest.children(id);
        children
            .filter(|child| !document.node(*child).is_empty_variation())
            .collect()
    };
    let branches: Vec<NodeId> = document
        .roots()
        .flat_map(|root| forest.preorder(root))
        .filter(|id| children(*id).len() > 1)
        .collect();
    if branches.is_empty() {
        return None;
    }
    let branch = branches[random.below(branches.len())];
    let variations = children(branch);
    let top = variations[random.below(variations.len())];
    let (word, token) = ("gonex".to_owned(), "tokenbranchx".to_owned());
    let mut base = Document::parse(source).ok()?;
    base.node_mut(top).set("N", [&word]).ok()?;
    let base = base.to_bytes();
    let mut ours = Document::parse(base.as_slice()).ok()?;
    let removed = ours.forest().preorder(top);
    let removed = removed.filter(|id| !document.node(*id).is_empty_variation());
    let removed = removed.count();
    ours.remove_node(top);
    let mut theirs = Document::parse(base.as_slice()).ok()?;
    let new = theirs.add_node(Place::Before(variations[0])).ok()?;
    theirs.node_mut(new).set("C", [&token]).ok()?;
    for variation in variations {
        theirs.move_node(variation, Place::LastChild(new)).ok()?;
    }
    let mut versions = [ours.to_bytes(), theirs.to_bytes()];
    if random.below(2) == 0 {
        versions.reverse();
    }
    let [ours, theirs] = versions;
    Some(Edited {
        base,
        ours,
        theirs,
        tokens: vec![token],
        growth: 1 - removed as isize,
        removed: vec![word],
        untouched: Vec::new(),
    })
}

/// The versions of two people, and what they added.
struct Edited {
    base: Vec<u8>,
    ours: Vec<u8>,
    theirs: Vec<u8>,
    tokens: Vec<String>,
    /// The number of nodes that a merge adds to those of the base, minus those that it removes.
    growth: isize,
    /// Words in the nodes that one person removed, and that are nowhere else.
    removed: Vec<String>,
    /// The roots of games that neither changed, by index.
    untouched: Vec<usize>,
}

fn check(edited: &Edited, is_disjoint: bool) -> Merged {
    let [base, ours, theirs] = [&edited.base, &edited.ours, &edited.theirs].map(Vec::as_slice);
    let labels = Labels::default();
    let merged = merge(base, ours, theirs, &labels);
    let text = &merged.bytes;
    let read = Document::parse(text.as_slice()).unwrap();
    let context = || {
        let [base, ours, theirs] = [base, ours, theirs].map(String::from_utf8_lossy);
        let text = String::from_utf8_lossy(text);
        let how = (&merged.method, &merged.conflicts);
        format!(
            "{how:?}\n--- base\n{base}\n--- ours\n{ours}\n--- theirs\n{theirs}\n--- merged\n{text}"
        )
    };
    // In UTF-16, the text has other bytes than the file.
    let holds = |token: &&String| {
        read.text()
            .windows(token.len())
            .any(|part| part == token.as_bytes())
    };
    let lost: Vec<&String> = edited.tokens.iter().filter(|token| !holds(token)).collect();
    // Without text, our version is the result.
    assert!(
        lost.is_empty() || merged.method == Method::Ours,
        "lost: {lost:?}\n{}",
        context()
    );
    // Merging changes our version only where theirs changed something.
    assert_eq!(merge(base, ours, base, &labels).bytes, ours);
    assert_eq!(merge(base, base, theirs, &labels).bytes, theirs);
    assert_eq!(merge(base, ours, ours, &labels).bytes, ours);
    if merged.method != Method::Nodes || !is_sound(base) || !is_sound(ours) || !is_sound(theirs) {
        return merged;
    }
    assert!(is_sound(text), "{}", context());
    if merged.is_clean() {
        let is_there = |word: &&String| {
            let mut parts = read.text().windows(word.len());
            parts.any(|part| part == word.as_bytes())
        };
        let back: Vec<&String> = edited.removed.iter().filter(is_there).collect();
        assert!(back.is_empty(), "restored: {back:?}\n{}", context());
    }
    let before = Document::parse(base).unwrap();
    if is_disjoint {
        assert!(merged.is_clean(), "{}", context());
        let expected = nodes(&before) as isize + edited.growth;
        assert_eq!(nodes(&read) as isize, expected, "{}", context());
        let exchanged = merge(base, theirs, ours, &labels);
        // Our duplicate properties do not matter; theirs do, if they change the node.
        if exchanged.method == Method::Nodes {
            assert!(exchanged.is_clean(), "exchanged: {}", context());
            let exchanged = Document::parse(exchanged.bytes).unwrap();
            assert_eq!(
                nodes(&exchanged) as isize,
                expected,
                "exchanged: {}",
                context()
            );
        }
    }
    let games = |document: &Document| {
        document
            .standalone_games()
            .map(|game| game.unwrap().1)
            .collect::<Vec<_>>()
    };
    let (before, after) = (games(&before), games(&read));
    let after: HashSet<&Vec<u8>> = after.iter().collect();
    for &game in &edited.untouched {
        assert!(after.contains(&before[game]), "game {game}: {}", context());
    }
    merged
}

fn is_sound(text: impl AsRef<[u8]>) -> bool {
    let document = Document::parse(text.as_ref()).unwrap();
    !document
        .diagnostics()
        .any(|found| found.severity == Severity::Error)
}

fn nodes(document: &Document) -> usize {
    let ids = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    ids.filter(|id| !document.node(*id).is_empty_variation())
        .count()
}

/// Edits a file for two people. `None` if it has no games, or too many nodes for a test.
fn edited(source: &[u8], random: &mut Random, is_disjoint: bool) -> Option<Edited> {
    const MAX_NODES: usize = 20_000;
    let document = Document::parse(source).ok()?;
    let roots: Vec<NodeId> = document.games_in_text().map(|(root, _)| root).collect();
    if roots.is_empty() || document.forest().id_count() > MAX_NODES {
        return None;
    }
    let forest = document.forest();
    let ids: Vec<NodeId> = document
        .roots()
        .flat_map(|root| forest.preorder(root))
        .collect();
    let ids: Vec<NodeId> = ids
        .into_iter()
        .filter(|id| !document.node(*id).is_empty_variation())
        .collect();
    // Each removes a small part of the tree. Parts of both do not overlap if the edits are disjoint.
    let mut removed: [Option<NodeId>; 2] = [None, None];
    let mut gone: [HashSet<NodeId>; 2] = Default::default();
    for side in 0..2 {
        let at = ids[random.below(ids.len())];
        let part: HashSet<NodeId> = forest.preorder(at).collect();
        let is_free = part.is_disjoint(&gone[0]) && !gone[0].contains(&at);
        if forest.parent(at).is_some()
            && part.len() <= 8
            && (is_free || !is_disjoint)
            && random.below(2) == 0
        {
            removed[side] = Some(at);
            gone[side] = part;
        }
    }
    // A word in the base shows whether a removed part is in a result.
    let mut named = Document::parse(source).ok()?;
    let mut words = Vec::new();
    for (side, top) in removed.iter().enumerate() {
        let word = format!("gone{side}x");
        if let Some(top) = top.filter(|_| !document.text().windows(4).any(|part| part == b"gone")) {
            if named.node_mut(top).set("N", [&word]).is_ok() {
                words.push(word);
            }
        }
    }
    let source = &named.to_bytes()[..];
    let document = Document::parse(source).ok()?;
    let forest = document.forest();
    let is_gone = |id: &NodeId| gone.iter().any(|gone| gone.contains(id));
    let mut touched: [Vec<NodeId>; 2] = Default::default();
    let count = 1 + random.below(6);
    for side in 0..2 {
        for _ in 0..count {
            let id = ids[random.below(ids.len())];
            let other = side == 1 && touched[0].contains(&id);
            let is_free = !is_gone(&id)
                && !other
                && removed
                    .iter()
                    .flatten()
                    .all(|top| forest.parent(*top) != Some(id));
            if (is_free || !is_disjoint) && !touched[side].contains(&id) {
                touched[side].push(id);
            }
        }
    }
    let mut edited = Edited {
        base: source.to_vec(),
        ours: Vec::new(),
        theirs: Vec::new(),
        tokens: Vec::new(),
        growth: 0,
        removed: words,
        untouched: Vec::new(),
    };
    let mut changed_games: HashSet<NodeId> = HashSet::new();
    let game_of = |id: NodeId| {
        let top = forest.ancestors(id).last().unwrap_or(id);
        // Several trees in one pair of parentheses are one game.
        roots[roots.partition_point(|root| *root <= top).saturating_sub(1)]
    };
    for side in 0..2 {
        let mut copy = Document::parse(source).ok()?;
        for &id in &touched[side] {
            // An earlier edit of this person may have removed the node.
            changed_games.insert(game_of(id));
            edit(
                &mut copy,
                id,
                ["ours", "theirs"][side],
                random,
                &mut edited,
                is_disjoint,
            );
        }
        if let Some(top) = removed[side] {
            changed_games.insert(game_of(top));
            edited.growth -= gone[side].len() as isize;
            let lost: HashSet<NodeId> = copy.forest().preorder(top).collect();
            let added = lost
                .iter()
                .filter(|id| id.index() >= document.forest().id_count())
                .count();
            edited.growth -= added as isize;
            let tokens = lost
                .iter()
                .flat_map(|id| tokens(&copy, *id))
                .collect::<Vec<_>>();
            edited.tokens.retain(|token| !tokens.contains(token));
            copy.remove_node(top);
        }
        *[&mut edited.ours, &mut edited.theirs][side] = copy.to_bytes();
    }
    // One of them adds text between two games.
    if roots.len() > 1 && document.utf16().is_none() && random.below(2) == 0 {
        let version = if random.below(2) == 0 {
            &mut edited.ours
        } else {
            &mut edited.theirs
        };
        let read = Document::parse(version.as_slice()).ok()?;
        let (_, span) = read
            .games_in_text()
            .nth(1 + random.below(roots.len() - 1))?;
        let token = format!("tokentext{}x", edited.tokens.len());
        version.splice(
            span.range().start..span.range().start,
            format!("{token}\n").into_bytes(),
        );
        edited.tokens.push(token);
    }
    edited.untouched = (0..roots.len())
        .filter(|game| !changed_games.contains(&roots[*game]))
        .collect();
    Some(edited)
}

/// The words in the comment of a node that an edit added.
fn tokens(document: &Document, id: NodeId) -> Vec<String> {
    let node = document.node(id);
    let texts = ["C", "N"].map(|ident| node.text(ident).unwrap_or_default());
    let text = texts.join(" ");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| word.starts_with("token"))
        .map(str::to_owned)
        .collect()
}

/// Makes a random edit of a node.
fn edit(
    document: &mut Document,
    id: NodeId,
    side: &str,
    random: &mut Random,
    edited: &mut Edited,
    is_disjoint: bool,
) {
    let token = format!("token{side}{}x", edited.tokens.len());
    let forest = document.forest();
    let first = forest.first_child(id);
    let is_in_text = id.index() < forest.id_count();
    assert!(is_in_text);
    match random.below(7) {
        0 => {
            let text = document.node(id).text("C").unwrap_or_default().into_owned();
            let is_whole = document
                .node(id)
                .properties()
                .filter(|property| property.ident().is("C"))
                .count()
                <= 1;
            let text = if text.is_empty() {
                token.clone()
            } else {
                format!("{text}\n{token}")
            };
            if !is_whole || document.node_mut(id).set("C", [text]).is_err() {
                return;
            }
        }
        1 => {
            // A variation of one or two moves.
            let Ok(new) = document.add_node(Place::LastChild(id)) else {
                return;
            };
            edited.growth += 1;
            let point = |random: &mut Random| {
                String::from_utf8(vec![
                    b'a' + random.below(19) as u8,
                    b'a' + random.below(19) as u8,
                ])
                .unwrap()
            };
            let (one, two) = (point(random), point(random));
            document.node_mut(new).set("B", [one]).unwrap();
            if document.node_mut(new).set("C", [&token]).is_err() {
                return;
            }
            if random.below(2) == 0 {
                if let Ok(next) = document.add_node(Place::LastChild(new)) {
                    edited.growth += 1;
                    document.node_mut(next).set("W", [two]).unwrap();
                }
            }
        }
        2 => {
            // A comment between two moves.
            let Some(first) = first.filter(|first| !document.node(*first).is_empty_variation())
            else {
                return;
            };
            let Ok(new) = document.add_node(Place::Before(first)) else {
                return;
            };
            if document.node_mut(new).set("C", [&token]).is_err()
                || document.move_node(first, Place::LastChild(new)).is_err()
            {
                document.remove_node(new);
                return;
            }
            edited.growth += 1;
        }
        3 => {
            if document.node_mut(id).set("N", [&token]).is_err() {
                return;
            }
            if !is_disjoint && random.below(3) == 0 {
                // The value of the other person stays in a note.
                document
                    .node_mut(id)
                    .set("C", [format!("all new {token}")])
                    .ok();
            }
        }
        4 | 5 => {
            // A comment before a branch.
            let children: Vec<NodeId> = forest
                .children(id)
                .filter(|child| !document.node(*child).is_empty_variation())
                .collect();
            let Some(first) = children.first().filter(|_| children.len() > 1) else {
                return;
            };
            let Ok(new) = document.add_node(Place::Before(*first)) else {
                return;
            };
            if document.node_mut(new).set("C", [&token]).is_err() {
                document.remove_node(new);
                return;
            }
            for child in children {
                document.move_node(child, Place::LastChild(new)).unwrap();
            }
            edited.growth += 1;
        }
        _ => {
            let second = first.and_then(|first| document.forest().next_sibling(first));
            if let Some(second) = second {
                document.promote(second);
            }
            return;
        }
    }
    edited.tokens.push(token);
}

/// A generator of random numbers: xorshift.
struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

/// Merges three parts of a source as if they were versions of a file. The result of a merge by nodes is sound, and all
/// bytes of both versions are in a result with conflicts by lines.
pub(crate) fn any_versions_are_merged(source: &[u8], seed: u64) {
    let mut random = Random(seed | 1);
    let mut cuts = [0; 2].map(|_| random.below(source.len() + 1));
    cuts.sort_unstable();
    let (base, rest) = source.split_at(cuts[0]);
    let (ours, theirs) = rest.split_at(cuts[1] - cuts[0]);
    // Half of the versions share most of their bytes.
    let shared = [base, ours].concat();
    for [base, ours, theirs] in [
        [base, ours, theirs],
        [base, &shared, theirs],
        [&shared, source, base],
    ] {
        let merged = merge(base, ours, theirs, &Labels::default());
        if merged.method == Method::Nodes && is_sound(ours) && is_sound(theirs) {
            assert!(
                is_sound(&merged.bytes),
                "{}",
                String::from_utf8_lossy(&merged.bytes)
            );
        }
        let text = text_of(&Document::parse(merged.bytes.as_slice()).unwrap());
        assert!(text.len() <= 1000 + 200 * merged.bytes.len());
    }
}
