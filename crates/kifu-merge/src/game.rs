//! Three-way merges of games.

use std::collections::{HashMap, HashSet, VecDeque};

use kifu_charset::{Charset, DetectedCharset};
use kifu_sgf::{Document, EditError, NewValue, NodeId, Place};

use crate::lines::{CONFLICT, marked};
use crate::matching::Matching;
use crate::order;
use crate::properties::{self, Meaning, Properties};
use crate::tree::{Key, Keys, Tree};
use crate::{Conflict, ConflictKind, Labels, Unmergeable, Version};

impl From<EditError> for Unmergeable {
    fn from(_: EditError) -> Unmergeable {
        Unmergeable
    }
}

impl From<kifu_sgf::TooLarge> for Unmergeable {
    fn from(_: kifu_sgf::TooLarge) -> Unmergeable {
        Unmergeable
    }
}

/// A merged game.
pub(crate) struct MergedGame {
    pub(crate) bytes: Vec<u8>,
    pub(crate) conflicts: Vec<Conflict>,
}

/// Merges three versions of a game, each the text of one game tree.
///
/// # Errors
///
/// [`Unmergeable`] if the result could not be written, or would be read differently.
pub(crate) fn merge(texts: [&[u8]; 3], labels: &Labels<'_>) -> Result<MergedGame, Unmergeable> {
    let [base, ours, theirs] = in_one_charset(texts)?;
    let mut keys = Keys::default();
    let mut tree = |document: Document| -> Result<Tree, Unmergeable> {
        let root = only_root(&document)?;
        Ok(Tree::new(document, root, &mut keys))
    };
    let (base, ours, theirs) = (tree(base)?, tree(ours)?, tree(theirs)?);
    let matchings = [Matching::of(&base, &ours), Matching::of(&base, &theirs)];
    let charsets = [&ours, &theirs].map(|tree| tree.document.charset(tree.root).charset);
    let [our_matching, their_matching] = matchings;
    let context = ours.context;
    let labels = writable(labels, &ours.document, ours.root);
    let mut merger = Merger {
        charset: if ours.document.text().is_ascii() {
            charsets[1]
        } else {
            charsets[0]
        },
        before: ours.document.text().to_vec(),
        images: vec![None; theirs.len()],
        restored: HashMap::new(),
        free: HashMap::new(),
        conflicts: Vec::new(),
        our_parents: (0..ours.len())
            .map(|index| NodeId::from_index(index).and_then(|id| ours.parent(id)))
            .collect(),
        context,
        base,
        ours,
        theirs,
        our_matching,
        their_matching,
        labels,
    };
    merger.merge()?;
    merger.finish()
}

/// Returns the labels, or the plain ones if the charset of a game lacks a character of theirs.
fn writable<'l>(labels: &Labels<'l>, document: &Document, root: NodeId) -> Labels<'l> {
    let can_write = |label: &str| document.encode_text(root, label).is_ok();
    if can_write(labels.ours) && can_write(labels.theirs) {
        return *labels;
    }
    Labels {
        marker_size: labels.marker_size,
        ..Labels::default()
    }
}

fn only_root(document: &Document) -> Result<NodeId, Unmergeable> {
    let mut roots = document.roots();
    match (roots.next(), roots.next()) {
        (Some(root), None) => Ok(root),
        _ => Err(Unmergeable),
    }
}

/// Parses the three versions, and converts them to one charset: to theirs if only they changed it, otherwise to ours, or
/// to UTF-8 if that charset lacks a character.
fn in_one_charset(texts: [&[u8]; 3]) -> Result<[Document; 3], Unmergeable> {
    let parse = |text: &[u8]| Document::parse(text).map_err(Unmergeable::from);
    let documents = [parse(texts[0])?, parse(texts[1])?, parse(texts[2])?];
    // Edits of text between properties would be lost.
    if documents
        .iter()
        .any(|document| document.stray_text().next().is_some())
    {
        return Err(Unmergeable);
    }
    let charset = |document: &Document| -> Result<Option<DetectedCharset>, Unmergeable> {
        let root = only_root(document)?;
        Ok((!document.text().is_ascii()).then(|| document.charset(root)))
    };
    let [base, ours, theirs] = [
        charset(&documents[0])?,
        charset(&documents[1])?,
        charset(&documents[2])?,
    ];
    let found: Vec<DetectedCharset> = [base, ours, theirs].into_iter().flatten().collect();
    let Some(first) = found.first() else {
        return Ok(documents);
    };
    if found.iter().all(|other| other.charset == first.charset) {
        return Ok(documents);
    }
    if !found.iter().all(|found| found.is_sure()) {
        return Err(Unmergeable);
    }
    let of = |found: Option<DetectedCharset>| found.map(|found| found.charset);
    let (base, ours, theirs) = (of(base), of(ours), of(theirs));
    let target = if base == ours {
        theirs.or(ours)
    } else {
        ours.or(theirs)
    };
    let recode = |to: Charset| -> Option<[Document; 3]> {
        let mut recoded = documents.iter().map(|document| {
            let bytes = document.recode(to).ok()?;
            Document::parse(bytes).ok()
        });
        Some([recoded.next()??, recoded.next()??, recoded.next()??])
    };
    let target = target.unwrap_or(Charset::UTF_8);
    recode(target)
        .or_else(|| recode(Charset::UTF_8))
        .ok_or(Unmergeable)
}

struct Merger<'l> {
    base: Tree,
    /// Our version, which becomes the result.
    ours: Tree,
    theirs: Tree,
    our_matching: Matching,
    their_matching: Matching,
    context: kifu_sgf::GameContext,
    charset: Charset,
    labels: Labels<'l>,
    /// The text of our version before the merge.
    before: Vec<u8>,
    /// The parents of our nodes before the merge.
    our_parents: Vec<Option<NodeId>>,
    /// The nodes of the result that correspond to their nodes.
    images: Vec<Option<NodeId>>,
    /// The nodes of theirs that we removed, but that are kept because they changed; and whether one is the first of its part.
    restored: HashMap<NodeId, bool>,
    /// The nodes that only we added, by parent and key.
    free: HashMap<NodeId, HashMap<Key, VecDeque<NodeId>>>,
    conflicts: Vec<(NodeId, ConflictKind)>,
}

impl Merger<'_> {
    fn merge(&mut self) -> Result<(), Unmergeable> {
        let nodes: Vec<NodeId> = self.theirs.preorder().collect();
        self.find_restored(&nodes)?;
        for &their in &nodes {
            let image = self.image(their)?;
            self.images[their.index()] = image;
        }
        for &their in &nodes {
            self.order(their)?;
        }
        self.remove()
    }

    /// The node of the base that corresponds to a node of theirs, and our node that corresponds to that node.
    fn matches(&self, their: NodeId) -> (Option<NodeId>, Option<NodeId>) {
        let base = self.their_matching.base(their);
        (base, base.and_then(|base| self.our_matching.other(base)))
    }

    fn meaning(&self, base: NodeId) -> Meaning {
        Meaning {
            context: self.context,
            charset: self.charset,
            is_root: base == self.base.root,
        }
    }

    /// Whether a node of another version has other properties than in the base.
    fn is_changed(&self, base: NodeId, other: &Document, id: NodeId) -> Result<bool, Unmergeable> {
        if properties::are_equal(&self.base.document, base, other, id) {
            return Ok(false);
        }
        let (one, other) = (
            properties::of_node(&self.base.document, base)?,
            properties::of_node(other, id)?,
        );
        Ok(!self.meaning(base).are_same(&one, &other))
    }

    /// Whether a node of theirs moved to another parent.
    fn is_moved(&self, their: NodeId, base: NodeId) -> bool {
        let parent = self
            .theirs
            .parent(their)
            .map(|parent| self.their_matching.base(parent));
        parent != self.base.parent(base).map(Some)
    }

    /// Finds the nodes that we removed, and that must be kept because they or nodes below them changed. A part of the
    /// tree that we removed is kept as a whole.
    fn find_restored(&mut self, nodes: &[NodeId]) -> Result<(), Unmergeable> {
        // A node is in the part of its parent if we removed both, or if it is new below a removed node.
        let mut is_removed = vec![false; self.theirs.len()];
        let mut top = vec![None; self.theirs.len()];
        let mut kept = HashSet::new();
        for &their in nodes {
            let (base, ours) = self.matches(their);
            let parent = self.theirs.parent(their);
            let part = parent
                .filter(|parent| is_removed[parent.index()])
                .and_then(|parent| top[parent.index()]);
            let is_change = match (base, ours) {
                (Some(base), None) => {
                    is_removed[their.index()] = true;
                    top[their.index()] = part.or(Some(their));
                    self.is_changed(base, &self.theirs.document, their)?
                        || self.their_matching.is_moved(base)
                }
                (Some(base), Some(_)) => part.is_some() && self.is_moved(their, base),
                (None, _) => {
                    is_removed[their.index()] = part.is_some();
                    top[their.index()] = part;
                    part.is_some()
                }
            };
            // A node that moved away leaves the part that it moved to alone.
            if let Some(top) = top[their.index()].or(part).filter(|_| is_change) {
                kept.insert(top);
            }
        }
        for &their in nodes {
            let is_matched = self.their_matching.base(their).is_some();
            let top = top[their.index()].filter(|top| is_matched && kept.contains(top));
            self.restored.extend(top.map(|top| (their, top == their)));
        }
        Ok(())
    }

    /// Merges a node of theirs, and returns the corresponding node of the result.
    fn image(&mut self, their: NodeId) -> Result<Option<NodeId>, Unmergeable> {
        let (base, ours) = self.matches(their);
        let parent = self.theirs.parent(their);
        let to = parent.and_then(|parent| self.images[parent.index()]);
        match (base, ours) {
            (Some(base), Some(ours)) => {
                if self.is_moved(their, base) {
                    self.move_to(base, ours, to)?;
                }
                if !properties::are_equal(&self.base.document, base, &self.theirs.document, their) {
                    let before = properties::of_node(&self.base.document, base)?;
                    self.merge_properties(&before, ours, their, self.meaning(base))?;
                }
                Ok(Some(ours))
            }
            (Some(_), None) => {
                let Some((to, is_top)) = to.zip(self.restored.get(&their).copied()) else {
                    return Ok(None);
                };
                let new = self.add(their, to)?;
                if is_top {
                    self.note_removal(new, Version::Ours)?;
                }
                Ok(Some(new))
            }
            (None, _) => {
                let to = to.ok_or(Unmergeable)?;
                if let Some(same) = self.same_addition(their, to) {
                    let meaning = Meaning {
                        context: self.context,
                        charset: self.charset,
                        is_root: false,
                    };
                    self.merge_properties(&Properties::new(), same, their, meaning)?;
                    return Ok(Some(same));
                }
                self.add(their, to).map(Some)
            }
        }
    }

    /// Returns a node that we added below `to` with the same moves and setup as a new node of theirs.
    fn same_addition(&mut self, their: NodeId, to: NodeId) -> Option<NodeId> {
        if to.index() >= self.ours.len() {
            return None;
        }
        let (ours, matching, parents) = (&self.ours, &self.our_matching, &self.our_parents);
        let free = self.free.entry(to).or_insert_with(|| {
            let mut free: HashMap<Key, VecDeque<NodeId>> = HashMap::new();
            let is_new = |id: &NodeId| {
                id.index() < ours.len()
                    && parents[id.index()] == Some(to)
                    && matching.base(*id).is_none()
            };
            for id in ours.children(to).filter(is_new) {
                free.entry(ours.key(id)).or_default().push_back(id);
            }
            free
        });
        free.get_mut(&self.theirs.key(their))?.pop_front()
    }

    /// Adds a node of theirs below a node of the result.
    fn add(&mut self, their: NodeId, to: NodeId) -> Result<NodeId, Unmergeable> {
        let document = &mut self.ours.document;
        let new = document.add_node(Place::LastChild(to))?;
        for property in self.theirs.document.node(their).properties() {
            let values = property.values().map(|value| NewValue::Raw(value.raw()));
            document
                .node_mut(new)
                .add(property.ident().as_str(), values)?;
        }
        Ok(new)
    }

    /// Moves a node that theirs moved, unless we moved it elsewhere.
    fn move_to(
        &mut self,
        base: NodeId,
        ours: NodeId,
        to: Option<NodeId>,
    ) -> Result<(), Unmergeable> {
        let Some(to) = to else {
            return Ok(());
        };
        let now = self.ours.parent(ours);
        if now == Some(to) {
            return Ok(());
        }
        let before = self.our_parents[ours.index()];
        let is_ours_moved =
            before.and_then(|parent| self.our_matching.base(parent)) != self.base.parent(base);
        let is_moved = !is_ours_moved
            && self
                .ours
                .document
                .move_node(ours, Place::LastChild(to))
                .is_ok();
        if !is_moved {
            self.conflicts.push((ours, ConflictKind::Moved));
            self.note(ours, &["moved here"], &["moved elsewhere"])?;
        }
        Ok(())
    }

    /// Merges the properties of a node of theirs into a node of the result.
    fn merge_properties(
        &mut self,
        base: &Properties,
        ours: NodeId,
        their: NodeId,
        meaning: Meaning,
    ) -> Result<(), Unmergeable> {
        let theirs = properties::of_node(&self.theirs.document, their)?;
        let before = properties::of_node(&self.ours.document, ours)?;
        let merged = properties::merge(base, &before, &theirs, &meaning, &self.labels)?;
        // A declared charset decides how other values are written.
        let is_charset = |ident: &str| ident == "CA";
        let mut values: Vec<_> = merged.values.iter().collect();
        values.sort_by_key(|(ident, _)| !is_charset(ident));
        for (ident, values) in values {
            let mut node = self.ours.document.node_mut(ours);
            if values.is_empty() {
                node.remove(ident)?;
            } else {
                node.set(ident, values.iter().map(|value| NewValue::Raw(value)))?;
            }
        }
        for (ident, text) in &merged.texts {
            let has_cr = before
                .get(ident)
                .is_some_and(|values| values.iter().any(|value| contains_crlf(value)));
            set_text(&mut self.ours.document, ours, ident, text, has_cr)?;
        }
        let mut idents: Vec<String> = merged.conflicting_texts.into_iter().collect();
        if !merged.conflicts.is_empty() {
            let shown = |of: &Properties, ident: &String| {
                properties::shown(ident, of.get(ident), self.charset)
            };
            let one: Vec<String> = merged
                .conflicts
                .iter()
                .map(|ident| shown(&before, ident))
                .collect();
            let other: Vec<String> = merged
                .conflicts
                .iter()
                .map(|ident| shown(&theirs, ident))
                .collect();
            let [one, other] =
                [&one, &other].map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
            self.note(ours, &one, &other)?;
            idents.extend(merged.conflicts);
            idents.sort();
        }
        if !idents.is_empty() {
            self.conflicts
                .push((ours, ConflictKind::Properties(idents)));
        }
        Ok(())
    }

    /// Adds the two versions of a conflict to the comment of a node.
    fn note(&mut self, id: NodeId, ours: &[&str], theirs: &[&str]) -> Result<(), Unmergeable> {
        note(
            &mut self.ours.document,
            id,
            self.charset,
            &marked(&self.labels, ours, theirs),
        )
    }

    fn note_removal(&mut self, id: NodeId, by: Version) -> Result<(), Unmergeable> {
        self.conflicts.push((id, ConflictKind::Removed(by)));
        note(
            &mut self.ours.document,
            id,
            self.charset,
            &removal(&self.labels, by),
        )
    }

    /// Puts the children of the node that corresponds to a node of theirs in their merged order.
    fn order(&mut self, their: NodeId) -> Result<(), Unmergeable> {
        let Some(ours) = self.images[their.index()] else {
            return Ok(());
        };
        let forest = self.ours.document.forest();
        if forest.children(ours).nth(1).is_none() {
            return Ok(());
        }
        let is_here = |id: &NodeId| forest.parent(*id) == Some(ours);
        let theirs: Vec<NodeId> = self
            .theirs
            .children(their)
            .filter_map(|id| self.images[id.index()])
            .collect();
        let theirs: Vec<NodeId> = theirs.into_iter().filter(is_here).collect();
        let now: Vec<NodeId> = forest.children(ours).collect();
        let base = self.their_matching.base(their);
        let base: Vec<NodeId> = base.map_or(Vec::new(), |base| {
            let children = self
                .base
                .children(base)
                .filter_map(|id| self.our_matching.other(id));
            children.filter(is_here).collect()
        });
        // Nodes that were added or moved here are at the end, and new to our version.
        let before =
            |id: &NodeId| self.our_parents.get(id.index()).copied().flatten() == Some(ours);
        let own: Vec<NodeId> = now.iter().copied().filter(before).collect();
        let order = order::merge(&base, &own, &theirs);
        if order.items.len() != now.len() {
            return Err(Unmergeable);
        }
        if order.is_conflict {
            self.conflicts.push((ours, ConflictKind::Order));
            let names =
                |ids: &[NodeId]| -> Vec<String> { ids.iter().map(|id| self.name(*id)).collect() };
            let (one, other) = (names(&own).join(" "), names(&theirs).join(" "));
            let (one, other) = (format!("order: {one}"), format!("order: {other}"));
            self.note(ours, &[&one], &[&other])?;
        }
        if order.items != now {
            for id in order.items {
                self.ours.document.move_node(id, Place::LastChild(ours))?;
            }
        }
        Ok(())
    }

    /// The move of a node in a few letters, for messages.
    fn name(&self, id: NodeId) -> String {
        let mut properties = self.ours.document.node(id).properties();
        let moved = properties.find(|property| property.ident().player().is_some());
        moved.map_or_else(
            || "-".to_owned(),
            |property| property.move_name(self.context.size),
        )
    }

    /// Removes the nodes that theirs removed, except for parts that we changed.
    fn remove(&mut self) -> Result<(), Unmergeable> {
        let is_gone = |merger: &Merger<'_>, id: NodeId| {
            let base = merger.our_matching.base(id);
            base.is_some_and(|base| merger.their_matching.other(base).is_none())
        };
        let nodes: Vec<NodeId> = self
            .base
            .preorder()
            .filter_map(|id| self.our_matching.other(id))
            .collect();
        let mut kept: HashSet<NodeId> = HashSet::new();
        for id in nodes {
            let parent = self.ours.parent(id);
            if kept.contains(&id)
                || !is_gone(self, id)
                || parent.is_none_or(|parent| is_gone(self, parent))
            {
                continue;
            }
            let mut is_changed = false;
            let below: Vec<NodeId> = self.ours.document.forest().preorder(id).collect();
            for &below in &below {
                if self.ours.document.node(below).is_empty_variation() {
                    continue;
                }
                let base = self
                    .our_matching
                    .base(below)
                    .filter(|_| is_gone(self, below));
                is_changed |= match base {
                    Some(base) => {
                        self.is_changed(base, &self.ours.document, below)?
                            || self.our_matching.is_moved(base)
                    }
                    None => true,
                };
                if is_changed {
                    break;
                }
            }
            if is_changed {
                kept.extend(below);
                self.note_removal(id, Version::Theirs)?;
            } else {
                self.ours.document.remove_node(id);
            }
        }
        Ok(())
    }

    /// Writes the result, and checks that it is read as intended.
    fn finish(self) -> Result<MergedGame, Unmergeable> {
        let document = &self.ours.document;
        let bytes = if document.is_edited() {
            document.to_bytes()
        } else {
            self.before
        };
        let read = Document::parse(bytes.as_slice())?;
        let root = only_root(&read)?;
        let is_node = |document: &Document, id: NodeId| !document.node(id).is_empty_variation();
        let count = |document: &Document, root: NodeId| {
            document
                .forest()
                .preorder(root)
                .filter(|id| is_node(document, *id))
                .count()
        };
        let is_charset = bytes.is_ascii() || read.charset(root).charset == self.charset;
        if !is_charset
            || count(&read, root) != count(document, self.ours.root)
            || read.stray_text().next().is_some()
        {
            return Err(Unmergeable);
        }
        if self.conflicts.is_empty() {
            return Ok(MergedGame {
                bytes,
                conflicts: Vec::new(),
            });
        }
        let addresses = document.addresses(self.ours.root);
        let conflicts = self.conflicts.into_iter().map(|(id, kind)| Conflict {
            game: 0,
            node: addresses.get(id),
            kind,
        });
        Ok(MergedGame {
            conflicts: conflicts.collect(),
            bytes,
        })
    }
}

/// The two versions of a part that one version removed and the other one changed.
fn removal(labels: &Labels<'_>, by: Version) -> String {
    const REMOVED: &str = "removed from here";
    const CHANGED: &str = "changed";
    match by {
        Version::Ours => marked(labels, &[REMOVED], &[CHANGED]),
        Version::Theirs => marked(labels, &[CHANGED], &[REMOVED]),
    }
}

/// Returns the text of a game that one version removed and the other one changed, with a comment that says so.
pub(crate) fn kept_after_removal(
    text: &[u8],
    labels: &Labels<'_>,
    by: Version,
) -> Result<MergedGame, Unmergeable> {
    let mut document = Document::parse(text)?;
    let root = only_root(&document)?;
    let found = document.charset(root);
    let labels = writable(labels, &document, root);
    note(&mut document, root, found.charset, &removal(&labels, by))?;
    let node = document.addresses(root).get(root);
    let conflicts = vec![Conflict {
        game: 0,
        node,
        kind: ConflictKind::Removed(by),
    }];
    Ok(MergedGame {
        bytes: document.to_bytes(),
        conflicts,
    })
}

/// Adds a text to the comment of a node.
fn note(
    document: &mut Document,
    id: NodeId,
    charset: Charset,
    text: &str,
) -> Result<(), Unmergeable> {
    let before = properties::of_node(document, id)?;
    let comment = match before.get("C").map(Vec::as_slice) {
        None | Some([]) => String::new(),
        Some([raw]) => {
            let decoded = charset.decode(raw);
            if decoded.malformed {
                return Err(Unmergeable);
            }
            kifu_sgf::text(&decoded.text).into_owned()
        }
        Some(_) => return Err(Unmergeable),
    };
    let start = if comment.is_empty() {
        CONFLICT
    } else {
        comment.as_str()
    };
    let text = format!("{start}\n{text}");
    let has_cr = before
        .get("C")
        .is_some_and(|values| values.iter().any(|value| contains_crlf(value)));
    set_text(document, id, "C", &text, has_cr)
}

fn set_text(
    document: &mut Document,
    id: NodeId,
    ident: &str,
    text: &str,
    has_cr: bool,
) -> Result<(), Unmergeable> {
    let mut node = document.node_mut(id);
    if text.is_empty() {
        node.remove(ident)?;
    } else if has_cr {
        node.set(ident, [text.replace('\n', "\r\n")])?;
    } else {
        node.set(ident, [text])?;
    }
    Ok(())
}

fn contains_crlf(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair == b"\r\n")
}
