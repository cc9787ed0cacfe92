//! Copies of one game made one record.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

use kifu_charset::{Charset, CharsetSource};
use kifu_core::Size;
use kifu_sgf::properties::Class;
use kifu_sgf::{
    Document, EditError, GameContext, NodeId, NodeRef, Place, Property, PropertyInfo, TooLarge,
    Written,
};

use super::align::hunks;
use super::comparison::Comparison;
use super::missing::{Known, Missing, New, Reader, Said, lines, missing_with, note};
use super::moves::{Moves, Step};
use super::records::{Key, children, head, key};
use kifu_transform::{Transform, transform_game};

/// What [`merge`] made.
#[derive(Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The record that is preferred, with what the other one has besides.
    pub document: Document,
    /// What makes the other game lie as the preferred one.
    pub transform: Transform,
    /// How many nodes came from the other record.
    pub nodes: usize,
    /// How many properties, comments and notes did, besides those nodes.
    pub properties: usize,
    /// What the other record says and the result does not, since it can be neither added nor noted: setup
    /// and moves that differ in one node, bytes that cannot be decoded, and text beyond ASCII if the
    /// charset of one of the records is a guess that is not [sure](kifu_charset::DetectedCharset::is_sure). The nodes
    /// are those of the other record, after [`transform`](kifu_transform::transform()) by the `transform` above.
    pub left: Vec<Missing>,
}

/// Why two records are not made one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotMerged {
    /// One of them is no game of Go.
    OtherGame,
    /// Their boards have different sizes.
    Board,
    /// They differ in so many moves, which is more than was allowed.
    Off(usize),
    /// They have no move in common.
    Nothing,
    /// Something of the other record cannot be written into the preferred one.
    Edit(EditError),
    /// They would be too large.
    TooLarge(TooLarge),
    /// The other record lies differently, and has moves or setup that cannot be read, and so not be turned.
    Unreadable,
    /// The charset of the preferred record is guessed, and with what is added the guess would be another
    /// one, so that the record would be read differently.
    Charset(Charset),
}

impl fmt::Display for NotMerged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMerged::OtherGame => f.write_str("no game of Go"),
            NotMerged::Board => f.write_str("the boards have different sizes"),
            NotMerged::Off(1) => f.write_str("1 move differs"),
            NotMerged::Off(off) => write!(f, "{off} moves differ"),
            NotMerged::Nothing => f.write_str("they have no move in common"),
            NotMerged::Edit(error) => error.fmt(f),
            NotMerged::TooLarge(error) => error.fmt(f),
            NotMerged::Unreadable => {
                f.write_str("the board lies differently, and not all moves can be read and turned")
            }
            NotMerged::Charset(charset) => write!(
                f,
                "the charset of the preferred record is only guessed ({charset}), and what is added would \
                 change the guess"
            ),
        }
    }
}

impl core::error::Error for NotMerged {}

impl From<EditError> for NotMerged {
    fn from(error: EditError) -> NotMerged {
        NotMerged::Edit(error)
    }
}

/// Puts what another record of the same game has into a record, which keeps its bytes.
///
/// The other game is turned first, if its board lies differently. Moves that only the other record has become
/// variations, and where its main line goes on after the end of the preferred one's, the main line goes on.
/// Of the two games as they were played no more than `tolerance` moves may differ; after those the other
/// record's nodes belong to those that have the same moves.
///
/// Nothing that the other record says is lost:
///
/// | what it says | what becomes of it |
/// | --- | --- |
/// | a property that the node lacks | it is added |
/// | lists, such as `TR`, `LB`, `TB`, `AR` | they are united; a second label for one point is noted |
/// | comments: `C`, and `GC` for the game | they are added after the comment that is there, with `name` before them |
/// | what the preferred record says differently of the game as a whole, and `AP` | it is noted in `GC`, a line for each value: `KM in name: 6.5` |
/// | other properties that the node has with other values, or that would mean something else there | they are noted in `C`, in the same way |
/// | `CA`, `FF` | how the other file is written is not kept |
/// | setup or moves that differ in one node | they are [left](Merged::left) |
/// | what cannot be decoded, or only by an unsure guess | it is [left](Merged::left) |
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
///     (;W[dp];B[pp]C[!];W[dd];B[qf])(;W[dq]C[b.sgf has this, and goes on as the main line]))"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`NotMerged`].
pub fn merge(
    document: Document,
    root: NodeId,
    other: (&Document, NodeId),
    name: &str,
    tolerance: usize,
) -> Result<Merged, NotMerged> {
    let ours = Moves::of(&document, root).ok_or(NotMerged::OtherGame)?;
    let theirs = Moves::of(other.0, other.1).ok_or(NotMerged::OtherGame)?;
    let found = Comparison::of(&theirs, &ours);
    match () {
        () if !found.same_board => return Err(NotMerged::Board),
        () if found.off() > tolerance => return Err(NotMerged::Off(found.off())),
        () if !found.is_copy(tolerance) => return Err(NotMerged::Nothing),
        () => {}
    }
    let by = found.transform;
    if by != Transform::IDENTITY && theirs.has_unreadable() {
        return Err(NotMerged::Unreadable);
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
        went: BTreeMap::new(),
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
    let left = match is_noted {
        true => merger.missing(),
        false => Vec::new(),
    };
    if let Some(charset) = merger.charset_changed(at)? {
        return Err(NotMerged::Charset(charset));
    }
    Ok(Merged {
        left,
        document: merger.document,
        transform: by,
        nodes: merger.nodes,
        properties: merger.properties,
    })
}

/// The other record as it lies after a transform, and the root of the game in it; `None` if it stays as
/// it is.
fn turned(
    (other, from): (&Document, NodeId),
    by: Transform,
) -> Result<Option<(Document, NodeId)>, NotMerged> {
    if by == Transform::IDENTITY {
        return Ok(None);
    }
    let turned = transform_game(other, from, by).map_err(NotMerged::TooLarge)?;
    turned.ok_or(NotMerged::OtherGame).map(Some)
}

/// The nodes of a main line that go with those of another, as the moves of both do.
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
    let behind = hunks.iter().map(|hunk| (hunk.first.end, hunk.second.end));
    let starts = starts.chain(core::iter::once(ends));
    for (start, behind) in starts.zip(behind.chain(core::iter::once(ends))) {
        let same = theirs[a..start.0].iter().zip(&our[b..start.1]);
        for ((_, their), (_, our)) in same {
            let both = (other.0.node(*their), ours.0.node(*our));
            if key(both.0, size) == key(both.1, size) {
                pairs.entry(*their).or_insert(*our);
            }
        }
        (a, b) = behind;
    }
    pairs
}

/// What the nodes of a main line do, in their order.
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

/// Nodes of a record by what they play and set up.
type ByKey = BTreeMap<Key, NodeId>;

struct Merger<'d> {
    other: &'d Document,
    from: NodeId,
    size: Size,
    reader: Reader,
    /// How the values of our record are read.
    ours: Reader,
    /// The main line of the other record.
    line: BTreeSet<NodeId>,
    document: Document,
    root: NodeId,
    name: &'d str,
    /// Nodes of the other main line, and those that they go with.
    pairs: BTreeMap<NodeId, NodeId>,
    /// The nodes of the result that those of the other record became or belong to.
    went: BTreeMap<NodeId, NodeId>,
    /// Nodes that came from the other record.
    new: BTreeSet<NodeId>,
    /// The next nodes below a node that do something.
    below: BTreeMap<NodeId, ByKey>,
    /// Lists of our nodes that values of the other record are added to.
    lists: BTreeMap<(NodeId, String), List>,
    /// What comes behind the texts of our nodes.
    texts: BTreeMap<(NodeId, &'static str), Vec<(String, Whose)>>,
    nodes: usize,
    properties: usize,
}

/// A list of ours.
struct List {
    said: Said,
    /// All of them; `None` if one cannot be decoded.
    values: Option<Vec<Value>>,
    /// How many they were.
    before: usize,
}

impl List {
    fn of(node: NodeRef<'_>, name: &str, known: &Known, ours: &Reader) -> List {
        let mut said = Said::default();
        let mut values = Some(Vec::new());
        // Repetitions become one property.
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

/// Who says a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// The other record.
    Theirs,
    /// We about it.
    Ours,
}

/// Whether everybody calls something of the game as a whole so.
fn is_info(ident: &str) -> bool {
    let info = PropertyInfo::of_name(ident, &GameContext::default());
    info.is_some_and(|info| info.class == Class::GameInfo)
}

fn has_move(node: NodeRef<'_>) -> bool {
    let mut properties = node.properties();
    properties.any(|property| property.ident().player().is_some())
}

/// What is to be done with a node of the other record.
enum Task {
    /// Its node is there: what it says, and those below it.
    Same(NodeId, NodeId),
    /// It and those below it become new nodes below this one.
    New(NodeId, NodeId),
}

impl Merger<'_> {
    /// Text in ASCII says no charset; what comes to it may need one.
    fn declare_charset(&mut self) -> Result<(), NotMerged> {
        let ours = self.document.text().is_ascii();
        let theirs = self.other.text().is_ascii() || !self.reader.found.is_sure();
        let says = self.document.node(self.root).get("CA").is_some();
        if ours && !says && !(theirs && self.name.is_ascii()) {
            self.document.node_mut(self.root).set("CA", ["UTF-8"])?;
            self.ours = Reader::of(&self.document, self.root);
        }
        Ok(())
    }

    /// Adds what is said of the game as a whole where nothing is said yet.
    fn add_head(&mut self) -> Result<(), NotMerged> {
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

    fn add_tree(&mut self) -> Result<(), NotMerged> {
        // A root can have a move.
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
            self.went.insert(their, our);
            let mut tasks = Vec::new();
            let mut comes_back = false;
            for child in children(self.other, their) {
                let task = self.task(child, our);
                let goes_on = |node: &NodeId| self.new.contains(node);
                comes_back |= goes_on(&our) && matches!(&task, Task::Same(_, to) if !goes_on(to));
                tasks.push(task);
            }
            if comes_back {
                let name = self.name;
                let note = format!("{name} has this, and goes on as the main line");
                self.note(our, "C", note);
            }
            todo.extend(tasks.into_iter().rev());
        }
        Ok(())
    }

    /// What becomes of a node whose parent goes with one of ours.
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

    /// A node of the other record as a new one.
    fn add_node(&mut self, their: NodeId, above: NodeId) -> Result<NodeId, NotMerged> {
        let new = self.document.add_node(Place::LastChild(above))?;
        self.new.insert(new);
        self.nodes += 1;
        if let Some(below) = self.below.get_mut(&above) {
            below
                .entry(key(self.other.node(their), self.size))
                .or_insert(new);
        }
        // One that stands there twice has the values of both.
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

    /// Writes a property if all of its values can be written in our charset. Returns whether it did.
    fn write(&mut self, node: NodeId, ident: &str, values: &[Value]) -> Result<bool, NotMerged> {
        if !values.iter().all(|value| value.can_be_written(&self.ours)) {
            return Ok(false);
        }
        let values = values.iter().map(Value::written);
        self.document.node_mut(node).set(ident, values)?;
        Ok(true)
    }

    /// Adds what a node says besides what it does, as far as it can stand there.
    fn add_properties(&mut self, their: NodeId, our: NodeId) -> Result<(), NotMerged> {
        let theirs = self.other.node(their);
        for property in theirs.properties() {
            let ident = property.ident();
            let known = self.reader.known(&property, their);
            let does = ident.player().is_some() || ["AB", "AW", "AE"].iter().any(|of| ident.is(of));
            // They hold for the move of a node, or before the next one.
            let class = known.info.map(|info| info.class);
            let is_of_move = matches!(class, Some(Class::Move | Class::Setup));
            let ours = self.document.node(our);
            if does || known.is_head || is_of_move && !has_move(theirs) && has_move(ours) {
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

    /// Adds the values of a list that ours lacks. They are written in the end, since many nodes of the other
    /// record can belong to one of ours.
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
                Some(New::Value) => {
                    let new = Value::of(&value, &self.reader);
                    values.extend(new.filter(|new| new.can_be_written(&self.ours)));
                }
                Some(New::Points(points)) => {
                    let letters = points.into_iter().filter_map(|point| point.to_sgf());
                    values.extend(letters.map(|letters| Value::Raw(letters.to_vec())));
                }
            }
        }
    }

    fn add_lists(&mut self) -> Result<(), NotMerged> {
        for ((node, name), list) in core::mem::take(&mut self.lists) {
            if let Some(values) = list.values.filter(|values| values.len() > list.before) {
                let is_written = self.write(node, &name, &values)?;
                self.properties += usize::from(is_written);
            }
        }
        Ok(())
    }

    /// Notes what could not stand where it belongs. Whether there was anything.
    fn add_notes(&mut self) -> Result<bool, NotMerged> {
        let found = self.missing();
        let is_any = !found.is_empty();
        let (other, is_sure) = (self.other, self.reader.found.is_sure());
        let all_decode = OnceCell::new();
        // Bytes that do not decode become U+FFFD, which a record can also have.
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
            let (at, text) = match is_head && self.line.contains(&node) {
                true => (self.root, "GC"),
                false => (self.went.get(&node).copied().unwrap_or(self.root), "C"),
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

    /// Our charset, if it is guessed and the result is read in another one. The game is the root with
    /// this number.
    fn charset_changed(&self, at: Option<usize>) -> Result<Option<Charset>, NotMerged> {
        let found = self.ours.found;
        if found.source != CharsetSource::Guess || self.nodes + self.properties == 0 {
            return Ok(None);
        }
        let result = Document::parse(self.document.to_bytes()).map_err(NotMerged::TooLarge)?;
        let root = at.and_then(|at| result.roots().nth(at));
        let now = root.map(|root| result.charset(root).charset);
        Ok((now != Some(found.charset)).then_some(found.charset))
    }

    /// What the other record says and ours does not yet.
    fn missing(&self) -> Vec<Missing> {
        let (other, ours) = ((self.other, self.from), (&self.document, self.root));
        missing_with(other, ours, self.name, &self.went)
    }

    /// The texts of a property of the other record.
    fn add_texts_of(&mut self, node: NodeId, ident: &'static str, property: &Property<'_>) {
        for value in property.values() {
            if let Some(text) = self.reader.sure_text(&value) {
                self.add_text(node, ident, &text);
            }
        }
    }

    /// A text of the other record, for the end of ours, which may say it already.
    fn add_text(&mut self, node: NodeId, ident: &'static str, text: &str) {
        let text = String::from(text.trim());
        if !text.is_empty() {
            let texts = self.texts.entry((node, ident)).or_default();
            texts.push((text, Whose::Theirs));
        }
    }

    /// A line of our own about the other record.
    fn note(&mut self, node: NodeId, ident: &'static str, line: String) {
        let texts = self.texts.entry((node, ident)).or_default();
        texts.push((line, Whose::Ours));
    }

    /// Writes the texts, all of a node at once.
    fn add_texts(&mut self) -> Result<(), NotMerged> {
        /// So many are looked for inside of what is there, the others only compared.
        const MOST: usize = 8;
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
                let is_there = at < MOST && is_there(text);
                let is_ascii = text.is_ascii() && self.name.is_ascii();
                let can_be_written = is_ascii || self.ours.found.is_sure();
                if !can_be_written || is_there || !seen.insert(text.as_str()) {
                    continue;
                }
                if !after.is_empty() {
                    after.push('\n');
                }
                if *whose == Whose::Theirs && !before.is_empty() {
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
    /// Our text of a node; `None` if it cannot be decoded for sure, so that nothing can be added to it.
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

/// The next nodes below one that do something, past those that do not.
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

/// What a value says: in ASCII as it is written, else as text.
enum Value {
    Raw(Vec<u8>),
    Text(String),
}

/// The values of a property; `None` if one of them cannot be decoded for sure.
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

    /// Whether the charset of a record is known well enough to write the value in it.
    fn can_be_written(&self, into: &Reader) -> bool {
        match self {
            Value::Raw(_) => true,
            Value::Text(text) => text.is_ascii() || into.found.is_sure(),
        }
    }

    fn written(&self) -> Written<'_> {
        match self {
            Value::Raw(raw) => Written::Raw(raw),
            Value::Text(text) => Written::Text(text),
        }
    }
}
