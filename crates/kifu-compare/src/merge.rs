//! Merges two records of the same game.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

use kifu_charset::{Charset, CharsetSource};
use kifu_core::Size;
use kifu_sgf::properties::PropertyClass;
use kifu_sgf::{
    Document, EditError, GameContext, NewValue, NodeId, NodeRef, Place, Property, PropertyInfo,
    TooLarge,
};

use super::align::hunks;
use super::comparison::Comparison;
use super::missing::{Known, Missing, NewPart, PropertyValues, Reader, lines, missing_with, note};
use super::moves::{Moves, Step};
use super::records::{NodeKey, children, head, key};
use kifu_transform::{Transform, transform_game};

/// The result of [`merge`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The preferred record, with the additional content of the other one.
    pub document: Document,
    /// The transform from the other game to the preferred one.
    pub transform: Transform,
    /// The number of nodes that were added.
    pub nodes: usize,
    /// The number of properties, comments and notes that were added, not counting those of added nodes.
    pub properties: usize,
    /// The content of the other record that could neither be added nor noted: different setup and moves in one node,
    /// undecodable bytes, and text that is not ASCII if the charset of one of the records is not
    /// [sure](kifu_charset::DetectedCharset::is_sure). The nodes are those of the other record after
    /// [`transform`](kifu_transform::transform()) with the field `transform`.
    pub unmerged: Vec<Missing>,
}

/// The reason why two records cannot be merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MergeError {
    /// One of the records is not a game of Go.
    NotGo,
    /// The boards have different sizes.
    BoardSize,
    /// The games differ in this number of moves, which is more than the tolerance.
    TooDifferent(usize),
    /// The games have no moves in common.
    NothingInCommon,
    /// Some content of the other record cannot be written in the preferred one.
    Edit(EditError),
    /// The result would be too large.
    TooLarge(TooLarge),
    /// The other record has another orientation or other colours, and has unreadable moves or setup, which cannot be
    /// transformed.
    Unreadable,
    /// The charset of the preferred record, given here, is only a guess. The added content would change the guess, so
    /// that the record would be read differently.
    Charset(Charset),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::NotGo => f.write_str("one of the records is not a game of Go"),
            MergeError::BoardSize => f.write_str("the boards have different sizes"),
            MergeError::TooDifferent(1) => f.write_str("1 move differs, more than the tolerance allows"),
            MergeError::TooDifferent(distance) => {
                write!(f, "{distance} moves differ, more than the tolerance allows")
            }
            MergeError::NothingInCommon => f.write_str("the games have no moves in common"),
            MergeError::Edit(error) => error.fmt(f),
            MergeError::TooLarge(error) => error.fmt(f),
            MergeError::Unreadable => f.write_str(
                "the games have different orientations or colours, and unreadable moves cannot be transformed",
            ),
            MergeError::Charset(charset) => write!(
                f,
                "the charset of the preferred record is only guessed ({charset}), and the added text would \
                 change the guess; run `kifu charset --to utf-8` first"
            ),
        }
    }
}

impl core::error::Error for MergeError {}

impl From<EditError> for MergeError {
    fn from(error: EditError) -> MergeError {
        MergeError::Edit(error)
    }
}

/// Adds the content of another record of the same game to the preferred record, whose existing bytes stay the same.
///
/// If the other game has another orientation or other colours, it is transformed first. Moves that are only in the
/// other record are added as variations. If its main line is longer, it continues the main line of the preferred
/// record. The main lines may differ in at most `tolerance` moves. After different moves, nodes with the same moves
/// correspond again.
///
/// No content of the other record is lost:
///
/// | content of the other record | what happens to it |
/// | --- | --- |
/// | a property that the node does not have | added |
/// | a list, such as `TR`, `LB`, `TB` or `AR` | united with the existing one; a second label on a point is noted |
/// | a comment: `C`, or `GC` for the game | added after the existing comment, with `name` before it |
/// | game information with another value, and `AP` | noted in `GC`, with a line for each value: `KM in name: 6.5` |
/// | another property with another value, or with another meaning in that node | noted in `C` in the same way |
/// | `CA` and `FF` | not kept, because these properties only describe the other file |
/// | different setup or moves in one node | [not merged](Merged::unmerged) |
/// | text that is undecodable, or decodable only by an unsure guess | [not merged](Merged::unmerged) |
///
/// ```
/// use kifu_compare::merge;
/// use kifu_compare::sgf::Document;
///
/// let one = Document::parse("(;PB[Sato] ;B[pd];W[dp];B[pp];W[dd])")?;
/// let other = Document::parse("(;PB[Sato, K.]RE[B+R];B[pd];W[dq];B[pp]C[!];W[dd];B[qf])")?;
/// let (root, from) = (one.roots().next().unwrap(), other.roots().next().unwrap());
/// let merged = merge(one, root, (&other, from), "b.sgf", 1)?;
/// assert_eq!(
///     String::from_utf8(merged.document.to_bytes())?,
///     "(;PB[Sato]RE[B+R]GC[PB in b.sgf: Sato, K.] ;B[pd]\
///     (;W[dp];B[pp]C[!];W[dd];B[qf])(;W[dq]C[b.sgf continues from here as in the main line]))"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`MergeError`] if the records are not of the same game, or cannot be merged.
pub fn merge(
    document: Document,
    root: NodeId,
    other: (&Document, NodeId),
    name: &str,
    tolerance: usize,
) -> Result<Merged, MergeError> {
    let ours = Moves::of(&document, root).ok_or(MergeError::NotGo)?;
    let theirs = Moves::of(other.0, other.1).ok_or(MergeError::NotGo)?;
    let found = Comparison::of(&theirs, &ours);
    if !found.same_board {
        return Err(MergeError::BoardSize);
    }
    if found.distance() > tolerance {
        return Err(MergeError::TooDifferent(found.distance()));
    }
    if !found.is_copy(tolerance) {
        return Err(MergeError::NothingInCommon);
    }
    let by = found.transform;
    if by != Transform::IDENTITY && theirs.has_unreadable() {
        return Err(MergeError::Unreadable);
    }
    let at = document.roots().position(|one| one == root);
    let turned = turned(other, by)?;
    let (other, from) = match &turned {
        Some((document, root)) => (document, *root),
        None => other,
    };
    let pairs = pairs((other, from), (&document, root), ours.size());
    let mut merger = Merger {
        line: other.main_line(from).map(|node| node.id()).collect(),
        other,
        from,
        size: ours.size(),
        reader: Reader::of(other, from),
        ours: Reader::of(&document, root),
        document,
        root,
        name,
        pairs,
        merged_into: BTreeMap::new(),
        new: BTreeSet::new(),
        below: BTreeMap::new(),
        lists: BTreeMap::new(),
        texts: BTreeMap::new(),
        nodes: 0,
        properties: 0,
    };
    merger.declare_charset()?;
    merger.add_head()?;
    merger.add_tree()?;
    merger.add_texts()?;
    merger.add_lists()?;
    let is_noted = merger.add_notes()?;
    let unmerged = if is_noted {
        merger.missing()
    } else {
        Vec::new()
    };
    if let Some(charset) = merger.charset_changed(at)? {
        return Err(MergeError::Charset(charset));
    }
    Ok(Merged {
        unmerged,
        document: merger.document,
        transform: by,
        nodes: merger.nodes,
        properties: merger.properties,
    })
}

/// Transforms the other record. Returns the new document and the root of its game, or `None` for
/// the identity.
fn turned(
    (other, from): (&Document, NodeId),
    by: Transform,
) -> Result<Option<(Document, NodeId)>, MergeError> {
    if by == Transform::IDENTITY {
        return Ok(None);
    }
    let turned = transform_game(other, from, by).map_err(MergeError::TooLarge)?;
    turned.ok_or(MergeError::NotGo).map(Some)
}

/// Returns the corresponding nodes of two main lines, according to the alignment of their moves.
fn pairs(
    other: (&Document, NodeId),
    ours: (&Document, NodeId),
    size: Size,
) -> BTreeMap<NodeId, NodeId> {
    let (theirs, our) = (steps(other, size), steps(ours, size));
    let of = |steps: &[(Step, NodeId)]| steps.iter().map(|(step, _)| *step).collect::<Vec<_>>();
    let mut pairs = BTreeMap::new();
    let (mut a, mut b) = (0, 0);
    let hunks = hunks(&of(&theirs), &of(&our));
    let ends = (theirs.len(), our.len());
    let starts = hunks
        .iter()
        .map(|hunk| (hunk.first.start, hunk.second.start));
    let hunk_ends = hunks.iter().map(|hunk| (hunk.first.end, hunk.second.end));
    let starts = starts.chain(core::iter::once(ends));
    for (start, hunk_end) in starts.zip(hunk_ends.chain(core::iter::once(ends))) {
        let same = theirs[a..start.0].iter().zip(&our[b..start.1]);
        for ((_, their), (_, our)) in same {
            let both = (other.0.node(*their), ours.0.node(*our));
            if key(both.0, size) == key(both.1, size) {
                pairs.entry(*their).or_insert(*our);
            }
        }
        (a, b) = hunk_end;
    }
    pairs
}

/// Returns the steps of the nodes of a main line, in order.
fn steps((document, root): (&Document, NodeId), size: Size) -> Vec<(Step, NodeId)> {
    let line = document.main_line(root);
    line.flat_map(|node| {
        key(node, size)
            .steps
            .into_iter()
            .map(move |step| (step, node.id()))
    })
    .collect()
}

/// Nodes of a record by their moves and setup.
type ByKey = BTreeMap<NodeKey, NodeId>;

struct Merger<'d> {
    other: &'d Document,
    from: NodeId,
    size: Size,
    reader: Reader,
    /// The reader of the preferred record, which is called "ours" in this module.
    ours: Reader,
    /// The main line of the other record.
    line: BTreeSet<NodeId>,
    document: Document,
    root: NodeId,
    name: &'d str,
    /// The nodes of the main line of the other record, and the corresponding nodes of the preferred record.
    pairs: BTreeMap<NodeId, NodeId>,
    /// The nodes of the other record, and the nodes of the result that they were merged into.
    merged_into: BTreeMap<NodeId, NodeId>,
    /// The nodes that were added from the other record.
    new: BTreeSet<NodeId>,
    /// The next nodes with moves or setup below a node.
    below: BTreeMap<NodeId, ByKey>,
    /// The lists in nodes of the preferred record to which values of the other record are added.
    lists: BTreeMap<(NodeId, String), List>,
    /// The texts to add to nodes of the preferred record, after their existing texts.
    texts: BTreeMap<(NodeId, &'static str), Vec<(String, TextOrigin)>>,
    nodes: usize,
    properties: usize,
}

/// A list property of a node of the preferred record.
struct List {
    said: PropertyValues,
    /// All values; `None` if one of them is undecodable.
    values: Option<Vec<Value>>,
    /// The original number of values.
    before: usize,
}

impl List {
    fn of(node: NodeRef<'_>, name: &str, known: &Known, ours: &Reader) -> List {
        let mut said = PropertyValues::default();
        let mut values = Some(Vec::new());
        // Several properties with the same name are treated as one.
        for property in node.properties().filter(|one| one.ident().is(name)) {
            said.add(&property, known, ours);
            values = values.zip(read(&property, ours)).map(|(mut all, more)| {
                all.extend(more);
                all
            });
        }
        List {
            before: values.as_ref().map_or(0, Vec::len),
            said,
            values,
        }
    }
}

/// The origin of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextOrigin {
    /// The other record.
    Theirs,
    /// A note that the merge makes about the other record.
    Ours,
}

/// Whether the standard has a game-info property with this name.
fn is_info(ident: &str) -> bool {
    let info = PropertyInfo::of_name(ident, &GameContext::default());
    info.is_some_and(|info| info.class == PropertyClass::GameInfo)
}

fn has_move(node: NodeRef<'_>) -> bool {
    let mut properties = node.properties();
    properties.any(|property| property.ident().player().is_some())
}

/// The task for a node of the other record.
enum Task {
    /// Merge the properties of the first node into the corresponding second node.
    Same(NodeId, NodeId),
    /// Add the first node below the second one.
    New(NodeId, NodeId),
}

impl Merger<'_> {
    /// Declares UTF-8 if the preferred record is ASCII without `CA`, and text that is not ASCII may be added.
    fn declare_charset(&mut self) -> Result<(), MergeError> {
        let ours = self.document.text().is_ascii();
        let theirs = self.other.text().is_ascii() || !self.reader.found.is_sure();
        let is_declared = self.document.node(self.root).get("CA").is_some();
        if ours && !is_declared && !(theirs && self.name.is_ascii()) {
            self.document.node_mut(self.root).set("CA", ["UTF-8"])?;
            self.ours = Reader::of(&self.document, self.root);
        }
        Ok(())
    }

    /// Adds game information that the preferred record does not have.
    fn add_head(&mut self) -> Result<(), MergeError> {
        let ours = head(&self.document, self.root);
        let mut added = BTreeSet::new();
        let other = self.other;
        for node in other.main_line(self.from) {
            for property in node.properties() {
                let known = self.reader.known(&property, node.id());
                if !known.is_head || !is_info(&known.ident) && known.ident != "ST" {
                    continue;
                }
                if known.ident == "GC" {
                    self.add_texts_of(self.root, "GC", &property);
                } else if !ours.contains_key(&known.ident) && added.insert(known.ident.clone()) {
                    if let Some(values) = read(&property, &self.reader) {
                        let is_written = self.write(self.root, &known.ident, &values)?;
                        self.properties += usize::from(is_written);
                    }
                }
            }
        }
        Ok(())
    }

    fn add_tree(&mut self) -> Result<(), MergeError> {
        // The root of the other game can have a move; then it corresponds to a node below our root.
        let start = self.pairs.get(&self.from).copied().unwrap_or(self.root);
        let mut todo = Vec::from([Task::Same(self.from, start)]);
        while let Some(task) = todo.pop() {
            let (their, our) = match task {
                Task::Same(their, our) => {
                    self.add_properties(their, our)?;
                    (their, our)
                }
                Task::New(their, above) => (their, self.add_node(their, above)?),
            };
            self.merged_into.insert(their, our);
            let mut tasks = Vec::new();
            let mut rejoins = false;
            for child in children(self.other, their) {
                let task = self.task(child, our);
                let is_new = |node: &NodeId| self.new.contains(node);
                rejoins |= is_new(&our) && matches!(&task, Task::Same(_, to) if !is_new(to));
                tasks.push(task);
            }
            if rejoins {
                let name = self.name;
                let note = format!("{name} continues from here as in the main line");
                self.note(our, "C", note);
            }
            todo.extend(tasks.into_iter().rev());
        }
        Ok(())
    }

    /// Returns the task for `child`, a node of the other record whose parent was merged into `our`, a node of the
    /// preferred record.
    fn task(&mut self, child: NodeId, our: NodeId) -> Task {
        if let Some(same) = self
            .pairs
            .get(&child)
            .filter(|_| self.line.contains(&child))
        {
            return Task::Same(child, *same);
        }
        let key = key(self.other.node(child), self.size);
        if key.is_empty() {
            return Task::Same(child, our);
        }
        let document = &self.document;
        let size = self.size;
        let below = self
            .below
            .entry(our)
            .or_insert_with(|| below(document, our, size));
        match below.get(&key) {
            Some(same) => Task::Same(child, *same),
            None => Task::New(child, our),
        }
    }

    /// Adds a node of the other record to the preferred record, below the node `above`. Returns the new node.
    fn add_node(&mut self, their: NodeId, above: NodeId) -> Result<NodeId, MergeError> {
        let new = self.document.add_node(Place::LastChild(above))?;
        self.new.insert(new);
        self.nodes += 1;
        if let Some(below) = self.below.get_mut(&above) {
            below
                .entry(key(self.other.node(their), self.size))
                .or_insert(new);
        }
        // Several properties with the same name become one property with all values.
        let mut said: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut order = Vec::new();
        for property in self.other.node(their).properties() {
            let ident: String = property.ident().significant().map(char::from).collect();
            let Some(values) = read(&property, &self.reader) else {
                continue;
            };
            let said = said.entry(ident.clone()).or_insert_with(|| {
                order.push(ident);
                Vec::new()
            });
            said.extend(values);
        }
        for ident in order {
            self.write(new, &ident, &said[&ident])?;
        }
        Ok(new)
    }

    /// Writes a property if all of its values can be written in the charset of the preferred record. Returns whether
    /// they can.
    fn write(&mut self, node: NodeId, ident: &str, values: &[Value]) -> Result<bool, MergeError> {
        if !values.iter().all(|value| value.can_be_written(&self.ours)) {
            return Ok(false);
        }
        let values = values.iter().map(Value::written);
        self.document.node_mut(node).set(ident, values)?;
        Ok(true)
    }

    /// Adds the properties of the node `their`, except moves and setup, to the node `our` of the preferred record, as
    /// far as that node can have them.
    fn add_properties(&mut self, their: NodeId, our: NodeId) -> Result<(), MergeError> {
        let theirs = self.other.node(their);
        for property in theirs.properties() {
            let ident = property.ident();
            let known = self.reader.known(&property, their);
            let is_step =
                ident.player().is_some() || ["AB", "AW", "AE"].iter().any(|of| ident.is(of));
            // These properties refer to the move of their node, or to the next move.
            let class = known.info.map(|info| info.class);
            let is_of_move = matches!(class, Some(PropertyClass::Move | PropertyClass::Setup));
            let ours = self.document.node(our);
            if is_step || known.is_head || is_of_move && !has_move(theirs) && has_move(ours) {
                continue;
            }
            if known.ident == "C" {
                self.add_texts_of(our, "C", &property);
                continue;
            }
            let name: String = ident.significant().map(char::from).collect();
            if ours.get(&name).is_none() {
                if let Some(values) = read(&property, &self.reader) {
                    let is_written = self.write(our, &name, &values)?;
                    self.properties += usize::from(is_written);
                }
            } else if known.info.is_some_and(|info| info.values.is_list()) {
                self.unite(our, name, &property, &known);
            }
        }
        Ok(())
    }

    /// Adds the values of a list that the list in the node `our` does not have. They are written at the end, because
    /// many nodes of the other record can be merged into one node of the preferred record.
    fn unite(&mut self, our: NodeId, name: String, property: &Property<'_>, known: &Known) {
        let ours = self.document.node(our);
        let list = self.lists.entry((our, name));
        let list = list.or_insert_with_key(|(_, name)| List::of(ours, name, known, &self.ours));
        let Some(values) = &mut list.values else {
            return;
        };
        for value in property.values() {
            match list.said.unite(&value, known, &self.reader) {
                None => {}
                Some(NewPart::Value) => {
                    let new = Value::of(&value, &self.reader);
                    values.extend(new.filter(|new| new.can_be_written(&self.ours)));
                }
                Some(NewPart::Points(points)) => {
                    let letters = points.into_iter().filter_map(|point| point.to_sgf());
                    values.extend(letters.map(|letters| Value::Raw(letters.to_vec())));
                }
            }
        }
    }

    fn add_lists(&mut self) -> Result<(), MergeError> {
        for ((node, name), list) in core::mem::take(&mut self.lists) {
            if let Some(values) = list.values.filter(|values| values.len() > list.before) {
                let is_written = self.write(node, &name, &values)?;
                self.properties += usize::from(is_written);
            }
        }
        Ok(())
    }

    /// Adds notes for values that could not be merged. Returns whether there are any.
    fn add_notes(&mut self) -> Result<bool, MergeError> {
        let found = self.missing();
        let is_any = !found.is_empty();
        let (other, is_sure) = (self.other, self.reader.found.is_sure());
        let all_decode = OnceCell::new();
        // In decoded text, U+FFFD stands for undecodable bytes, but a record can also contain this
        // character itself.
        let decodes = |value: &str| {
            !value.contains('\u{FFFD}')
                || *all_decode.get_or_init(|| other.undecodable().is_empty())
        };
        for missing in found {
            let Missing::Values {
                node,
                ident,
                values,
                ..
            } = missing
            else {
                continue;
            };
            if ["B", "W", "AB", "AW", "AE"].contains(&ident.as_str()) {
                continue;
            }
            let of = self.other.node(node);
            let is_it = |property: &Property<'_>| self.reader.known(property, node).ident == ident;
            let is_head = { of.properties() }
                .find(is_it)
                .is_some_and(|property| self.reader.known(&property, node).is_head);
            let (at, text) = if is_head && self.line.contains(&node) {
                (self.root, "GC")
            } else {
                let our = self.merged_into.get(&node).copied();
                (our.unwrap_or(self.root), "C")
            };
            for value in values {
                if (is_sure || value.is_ascii()) && decodes(&value) {
                    self.note(at, text, note(&ident, self.name, &value));
                }
            }
        }
        self.add_texts()?;
        Ok(is_any)
    }

    /// Returns the charset of the preferred record if it is a guess and the result would be read in another charset.
    /// `at` is the index of the root of the preferred game.
    fn charset_changed(&self, at: Option<usize>) -> Result<Option<Charset>, MergeError> {
        let found = self.ours.found;
        if found.source != CharsetSource::Guess || self.nodes + self.properties == 0 {
            return Ok(None);
        }
        let result = Document::parse(self.document.to_bytes()).map_err(MergeError::TooLarge)?;
        let root = at.and_then(|at| result.roots().nth(at));
        let now = root.map(|root| result.charset(root).charset);
        Ok((now != Some(found.charset)).then_some(found.charset))
    }

    /// Returns the content of the other record that the preferred record does not have yet.
    fn missing(&self) -> Vec<Missing> {
        let (other, ours) = ((self.other, self.from), (&self.document, self.root));
        missing_with(other, ours, self.name, &self.merged_into)
    }

    /// Adds the texts of a property of the other record.
    fn add_texts_of(&mut self, node: NodeId, ident: &'static str, property: &Property<'_>) {
        for value in property.values() {
            if let Some(text) = self.reader.sure_text(&value) {
                self.add_text(node, ident, &text);
            }
        }
    }

    /// Adds a text of the other record, which is written after the existing text unless that text contains it.
    fn add_text(&mut self, node: NodeId, ident: &'static str, text: &str) {
        let text = String::from(text.trim());
        if !text.is_empty() {
            let texts = self.texts.entry((node, ident)).or_default();
            texts.push((text, TextOrigin::Theirs));
        }
    }

    /// Adds a note about the other record.
    fn note(&mut self, node: NodeId, ident: &'static str, line: String) {
        let texts = self.texts.entry((node, ident)).or_default();
        texts.push((line, TextOrigin::Ours));
    }

    /// Writes all added texts of each node.
    fn add_texts(&mut self) -> Result<(), MergeError> {
        /// The maximum number of texts that are searched for in the existing text.
        const MAX_SEARCHES: usize = 8;
        for ((node, ident), texts) in core::mem::take(&mut self.texts) {
            let Some(before) = self.text(node, ident) else {
                continue;
            };
            let before = before.trim_end();
            let inside = lines(before);
            let inside = format!("\n{inside}\n");
            let is_there = |text: &str| {
                let text = lines(text);
                let named = format!("\n{}: {text}\n", self.name);
                inside.contains(&format!("\n{text}\n")) || inside.contains(&named)
            };
            let mut after = String::from(before);
            let mut seen = BTreeSet::new();
            for (at, (text, whose)) in texts.iter().enumerate() {
                let is_there = at < MAX_SEARCHES && is_there(text);
                let is_ascii = text.is_ascii() && self.name.is_ascii();
                let can_be_written = is_ascii || self.ours.found.is_sure();
                if !can_be_written || is_there || !seen.insert(text.as_str()) {
                    continue;
                }
                if !after.is_empty() {
                    after.push('\n');
                }
                if *whose == TextOrigin::Theirs && !before.is_empty() {
                    after.push_str(self.name);
                    after.push_str(": ");
                }
                after.push_str(text);
                self.properties += 1;
            }
            if after != before {
                self.document.node_mut(node).set(ident, [&after])?;
            }
        }
        Ok(())
    }
}

impl Merger<'_> {
    /// Returns the text of a property in a node of the preferred record. `None` if the text cannot be decoded or its
    /// charset is unsure; then nothing can be added to the text.
    fn text(&self, node: NodeId, ident: &str) -> Option<String> {
        let mut text = String::new();
        for property in self.document.node(node).properties() {
            if !property.ident().is(ident) {
                continue;
            }
            for value in property.values() {
                let value = self.ours.sure_text(&value)?;
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&value);
            }
        }
        Some(text)
    }
}

/// The next nodes with moves or setup below a node.
fn below(document: &Document, node: NodeId, size: Size) -> ByKey {
    let mut found = ByKey::new();
    let mut todo: Vec<NodeId> = children(document, node).collect();
    todo.reverse();
    while let Some(id) = todo.pop() {
        let key = key(document.node(id), size);
        if key.is_empty() {
            let from = todo.len();
            todo.extend(children(document, id));
            todo[from..].reverse();
        } else {
            found.entry(key).or_insert(id);
        }
    }
    found
}

/// A value: the raw bytes if it is ASCII, or else the text.
enum Value {
    Raw(Vec<u8>),
    Text(String),
}

/// Returns the values of a property; `None` if one of them is undecodable or unsure.
fn read(property: &Property<'_>, reader: &Reader) -> Option<Vec<Value>> {
    let values = property.values();
    values.map(|value| Value::of(&value, reader)).collect()
}

impl Value {
    fn of(value: &kifu_sgf::Value<'_>, reader: &Reader) -> Option<Value> {
        if value.raw().is_ascii() && value.is_closed() {
            return Some(Value::Raw(value.raw().to_vec()));
        }
        reader.sure_text(value).map(Value::Text)
    }

    /// Whether the value can be written in the charset of a record, because the value is ASCII or
    /// the charset is sure.
    fn can_be_written(&self, into: &Reader) -> bool {
        match self {
            Value::Raw(_) => true,
            Value::Text(text) => text.is_ascii() || into.found.is_sure(),
        }
    }

    fn written(&self) -> NewValue<'_> {
        match self {
            Value::Raw(raw) => NewValue::Raw(raw),
            Value::Text(text) => NewValue::Text(text),
        }
    }
}
