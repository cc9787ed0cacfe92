//! Copies of one game made one record.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_charset::Charset;
use kifu_core::Size;
use kifu_sgf::properties::Class;
use kifu_sgf::{
    Document, EditError, GameContext, NodeId, NodeRef, Place, Property, PropertyInfo, Written,
};

use super::align::hunks;
use super::comparison::Comparison;
use super::moves::{Moves, Step};
use super::records::{children, head, key, texts};
use crate::TooLarge;
use crate::transform::{Transform, transform};

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
    /// Properties of the other record that are not in the result, for they do not fit: the
    /// preferred one has them with other values, or they are about the game as a whole and stand
    /// where they are not looked for, or they would hold for another move. The node of the result
    /// where they would be, and the identifier.
    pub left: Vec<(NodeId, String)>,
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
/// The other game is turned first, if its board lies otherwise. Moves that only it has become
/// variations, and where its main line goes on behind the end of the preferred one's, the main line goes on.
/// Of the two games as they were played no more than `tolerance` moves may differ; behind those the other
/// record's nodes go with those that they are the same as. What it says of a node goes there: properties
/// that are not there yet, and comments behind those that are, with its `name`. What it says of the game
/// as a whole is added where the preferred one says nothing, and where it says something else is noted in `GC`.
/// What of all that does not fit is [left](Merged::left).
///
/// ```
/// use kifu::compare::merge;
/// use kifu::sgf::Document;
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
    let is_it = |root: NodeId| root == other.1;
    let turned = transform(
        other.0,
        |root| if is_it(root) { by } else { Transform::IDENTITY },
    );
    let turned = turned.map_err(NotMerged::TooLarge)?.document;
    let at = other.0.roots().position(is_it);
    let from = at.and_then(|at| turned.roots().nth(at));
    let from = from.ok_or(NotMerged::OtherGame)?;
    let pairs = pairs((&turned, from), (&document, root), ours.size());
    let mut merger = Merger {
        line: turned.main_line(from).map(|node| node.id()).collect(),
        other: &turned,
        from,
        size: ours.size(),
        context: GameContext::of(turned.node(from)),
        document,
        root,
        name,
        pairs,
        head: head(&turned, from),
        new: BTreeSet::new(),
        below: BTreeMap::new(),
        texts: BTreeMap::new(),
        nodes: 0,
        properties: 0,
        left: Vec::new(),
    };
    merger.declare_charset()?;
    merger.add_head()?;
    merger.add_tree()?;
    merger.add_texts()?;
    Ok(Merged {
        document: merger.document,
        transform: by,
        nodes: merger.nodes,
        properties: merger.properties,
        left: merger.left,
    })
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
            .into_iter()
            .map(move |step| (step, node.id()))
    })
    .collect()
}

/// Nodes of a record by what they play and set up.
type ByKey = BTreeMap<Vec<Step>, NodeId>;

struct Merger<'d> {
    other: &'d Document,
    from: NodeId,
    size: Size,
    context: GameContext,
    /// The main line of the other record.
    line: BTreeSet<NodeId>,
    document: Document,
    root: NodeId,
    name: &'d str,
    /// Nodes of the other main line, and those that they go with.
    pairs: BTreeMap<NodeId, NodeId>,
    /// What the other record says of the game as a whole.
    head: BTreeMap<String, Vec<String>>,
    /// Nodes that came from the other record.
    new: BTreeSet<NodeId>,
    /// The next nodes below a node that do something.
    below: BTreeMap<NodeId, ByKey>,
    /// What comes behind the texts of our nodes.
    texts: BTreeMap<(NodeId, &'static str), Vec<(String, Whose)>>,
    nodes: usize,
    properties: usize,
    left: Vec<(NodeId, String)>,
}

/// Who says a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// The other record.
    Theirs,
    /// We about it.
    Ours,
}

/// Whether a property can stand in a node of ours.
enum Fits {
    Here,
    /// It says nothing that is not there.
    IsThere,
    Not,
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
        let ours = self.document.text().is_ascii() && self.name.is_ascii();
        let says = self.document.node(self.root).get("CA").is_some();
        if ours && !says && !self.other.text().is_ascii() {
            self.document.node_mut(self.root).set("CA", ["UTF-8"])?;
        }
        Ok(())
    }

    /// What is said of the game as a whole.
    fn add_head(&mut self) -> Result<(), NotMerged> {
        let ours = head(&self.document, self.root);
        let mut notes = Vec::new();
        for (ident, values) in &self.head {
            if !is_info(ident) || ident == "GC" {
                continue;
            }
            match ours.get(ident) {
                Some(same) if same == values => {}
                Some(_) => notes.push(format!("{ident} in {}: {}", self.name, values.join(", "))),
                None => {
                    self.document.node_mut(self.root).set(ident, values)?;
                    self.properties += 1;
                }
            }
        }
        let charset = self.other.charset(self.from).charset;
        let said = self.other.node(self.from).get("GC");
        let said = said.and_then(|said| said.value());
        if let Some(said) = said {
            self.add_text(self.root, "GC", &said.text(charset).text);
        }
        for note in notes {
            self.note(self.root, "GC", note);
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
        let charset = self.other.charset(self.from).charset;
        // One that stands there twice has the values of both.
        let mut said: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut order = Vec::new();
        for property in self.other.node(their).properties() {
            let ident: String = property.ident().significant().map(char::from).collect();
            let values = said.entry(ident.clone()).or_insert_with(|| {
                order.push(ident);
                Vec::new()
            });
            values.extend(read(&property, charset));
        }
        for ident in order {
            self.write(new, &ident, &said[&ident])?;
        }
        Ok(new)
    }

    fn write(&mut self, node: NodeId, ident: &str, values: &[Value]) -> Result<(), NotMerged> {
        let values = values.iter().map(Value::written);
        Ok(self.document.node_mut(node).set(ident, values)?)
    }

    /// What a node says besides what it does.
    fn add_properties(&mut self, their: NodeId, our: NodeId) -> Result<(), NotMerged> {
        let charset = self.other.charset(self.from).charset;
        for property in self.other.node(their).properties() {
            let ident = property.ident();
            let ident: String = ident.significant().map(char::from).collect();
            let there = self.document.node(our).get(&ident);
            // Only as many as the other has: many of its nodes can go with one of ours.
            let is_same = there.as_ref().is_some_and(|there| {
                let ours = self.document.charset(self.root).charset;
                read(there, ours).eq(read(&property, charset))
            });
            match self.fits(&property, their, our) {
                _ if is_same => {}
                Fits::IsThere => {}
                Fits::Not => self.left.push((our, ident)),
                Fits::Here if ident == "C" => {
                    let text = property.value().map(|value| value.text(charset).text);
                    self.add_text(our, "C", &text.unwrap_or_default());
                }
                Fits::Here if there.is_some() => self.left.push((our, ident)),
                Fits::Here => {
                    let values: Vec<Value> = read(&property, charset).collect();
                    self.write(our, &ident, &values)?;
                    self.properties += 1;
                }
            }
        }
        Ok(())
    }

    /// Whether what the other record says in one of its nodes can stand in one of ours.
    fn fits(&self, property: &Property<'_>, their: NodeId, our: NodeId) -> Fits {
        let size = self.size;
        let (theirs, ours) = (self.other.node(their), self.document.node(our));
        let ident = property.ident();
        let mut values = property.values();
        if ident.player().is_some() || ["AB", "AW", "AE"].iter().any(|of| ident.is(of)) {
            let is_read = match ident.player() {
                Some(_) => values.all(|value| value.action(size).is_ok()),
                None => values.all(|value| value.area(size).is_ok()),
            };
            let is_one = ident.player().is_none() || property.values().count() == 1;
            return match is_read && is_one && key(theirs, size) == key(ours, size) {
                true => Fits::IsThere,
                false => Fits::Not,
            };
        }
        let is_root = their == self.from;
        let info = match is_root {
            true => PropertyInfo::of(ident, &self.context),
            false => PropertyInfo::below_root(ident, &self.context),
        };
        match info {
            Some(info) if info.class == Class::Root && is_root => Fits::IsThere,
            Some(info) if matches!(info.class, Class::Root | Class::GameInfo) => {
                let charset = self.other.charset(self.from).charset;
                let name = info.alias.unwrap_or(info.ident);
                let head = self.head.get(name).filter(|_| is_info(name));
                let is_head = head.is_some_and(|head| *head == texts(property, charset));
                let is_taken = is_root || !ident.is("GC");
                match is_head && is_taken && self.line.contains(&their) {
                    true => Fits::IsThere,
                    false => Fits::Not,
                }
            }
            // They hold for the move of a node, or before the next one.
            Some(info)
                if matches!(info.class, Class::Move | Class::Setup)
                    && !has_move(theirs)
                    && has_move(ours) =>
            {
                Fits::Not
            }
            _ => Fits::Here,
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
            let before = self.document.node(node).text(ident);
            let before = before.as_deref().map(str::trim_end).unwrap_or_default();
            let lines = format!("\n{}\n", before.trim_start());
            let is_there = |text: &str| {
                let named = format!("\n{}: {text}\n", self.name);
                lines.contains(&format!("\n{text}\n")) || lines.contains(&named)
            };
            let mut after = String::from(before);
            let mut seen = BTreeSet::new();
            for (at, (text, whose)) in texts.iter().enumerate() {
                let is_there = at < MOST && is_there(text);
                if is_there || !seen.insert(text.as_str()) {
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
#[derive(PartialEq)]
enum Value {
    Raw(Vec<u8>),
    Text(String),
}

/// The values of a property.
fn read(property: &Property<'_>, charset: Charset) -> impl Iterator<Item = Value> {
    property.values().map(
        move |value| match value.raw().is_ascii() && value.is_closed() {
            true => Value::Raw(value.raw().to_vec()),
            false => Value::Text(value.text(charset).text.into_owned()),
        },
    )
}

impl Value {
    fn written(&self) -> Written<'_> {
        match self {
            Value::Raw(raw) => Written::Raw(raw),
            Value::Text(text) => Written::Text(text),
        }
    }
}
