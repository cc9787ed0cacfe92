//! Writes a document as bytes.
//!
//! Without edits the result is the source. If properties were edited, it is the source with the
//! properties of those nodes replaced. Only where nodes were added, moved or removed is a game tree
//! written node by node, each node with its original bytes.
//!
//! In a damaged text, the end of a value or a game can depend on distant bytes. So if a document
//! was damaged and edited, the written bytes are parsed again. If they do not read as intended, all
//! games are written node by node, with every bracket and parenthesis that the source lacks.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use kifu_lex::Scheme;
use kifu_tree::{NodeId, Step};

use super::edit::Moved;
use super::{Document, EditedNode, NOT_IN_TEXT, PropertyAt, is_structure};
use crate::fault::{Fault, Finding};
use crate::property::{Property, Value};
use crate::utf16::Utf16;

impl Document {
    /// Returns the file: the original bytes with the edits applied.
    ///
    /// If the source was damaged and the document was edited, the output is parsed again. If it
    /// would read differently, it is written with each `]` and `)` that the source lacks.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.text.len());
        self.chunks(|chunk| bytes.extend_from_slice(chunk));
        if self.is_patched() && !self.is_read_from(&bytes) {
            let mut complete = Vec::with_capacity(bytes.len());
            self.write_complete(|chunk| complete.extend_from_slice(chunk));
            if self.is_read_from(&complete) {
                bytes = complete;
            }
        }
        match self.utf16 {
            None => bytes,
            Some(utf16) => utf16.encode_recognizably(&bytes),
        }
    }

    /// Converts the document to the file: to the same bytes as [`Document::to_bytes`], but without a copy if the
    /// document was not edited and is not UTF-16.
    pub fn into_bytes(self) -> Vec<u8> {
        if self.utf16.is_none() && self.moved.is_none() && self.edited.is_empty() {
            return self.text;
        }
        self.to_bytes()
    }

    /// Writes the file in pieces, without a second copy in memory, unless it is UTF-16 or was
    /// damaged and edited.
    ///
    /// # Errors
    ///
    /// The first error of the writer. Nothing is written after it.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut writer: impl std::io::Write) -> std::io::Result<()> {
        if self.utf16.is_some() || self.is_patched() {
            return writer.write_all(&self.to_bytes());
        }
        let mut result = Ok(());
        self.chunks(|chunk| {
            if result.is_ok() {
                result = writer.write_all(chunk);
            }
        });
        result
    }

    /// Whether the source was damaged and the document was edited.
    fn is_patched(&self) -> bool {
        !self.findings.is_empty() && self.is_edited()
    }

    /// Whether a text reads as the nodes of this document, with the same properties and values.
    /// Variations at which the source was truncated do not count.
    fn is_read_from(&self, text: &[u8]) -> bool {
        let Ok(read) = self.with_text(text.to_vec()) else {
            return false;
        };
        let (cut, cut_there) = (self.all_cut_off(), read.all_cut_off());
        let mut there = read.steps(&cut_there);
        for step in self.steps(&cut) {
            let is_same = match (step, there.next()) {
                (Step::Enter(id), Some(Step::Enter(other))) => {
                    self.has_same_content(id, &read, other)
                }
                (Step::Leave(_), Some(Step::Leave(_))) => true,
                _ => false,
            };
            if !is_same {
                return false;
            }
        }
        there.next().is_none()
    }

    /// Returns a traversal of all game trees without the variations that start at these offsets.
    fn steps<'d>(&'d self, cut: &'d [u32]) -> impl Iterator<Item = Step> + 'd {
        let steps = self.roots().flat_map(|root| self.forest.traverse(root));
        steps.filter(|step| match step {
            Step::Enter(id) | Step::Leave(id) => !self.is_cut_off_before(*id, cut),
        })
    }

    /// Returns the offsets, in order, of the variations of the text that were cut off before their
    /// first node.
    fn all_cut_off(&self) -> Vec<u32> {
        let mut cut = Vec::new();
        for game in 0..self.games.len() {
            cut.extend(self.cut_off_variations(game).into_iter().rev());
        }
        cut
    }

    /// Whether a node represents one of the variations at the offsets `cut`.
    fn is_cut_off_before(&self, id: NodeId, cut: &[u32]) -> bool {
        let start = || self.mark(self.forest[id]).map(|at| at as u32);
        !cut.is_empty()
            && self.node(id).is_empty_variation()
            && start().is_some_and(|start| cut.binary_search(&start).is_ok())
    }

    /// Whether a node has the same properties and values as a node of another document. A line
    /// break that had to be inserted before a missing `]` does not count.
    fn has_same_content(&self, id: NodeId, other: &Document, there: NodeId) -> bool {
        let (scheme, scheme_there) = (self.scheme(id), other.scheme(there));
        let (node, there) = (self.node(id), other.node(there));
        let same_value = |value: Value<'_>, there: Value<'_>| {
            let (raw, raw_there) = (value.raw(), there.raw());
            raw == raw_there || {
                let sealed_there = sealed(raw_there, scheme_there);
                let sealed = sealed(raw, scheme);
                sealed == sealed_there
                    || (!value.is_closed() && sealed_there.strip_suffix(b"\n") == Some(&sealed))
            }
        };
        let same_property = |property: Property<'_>, there: Property<'_>| {
            property.ident().as_bytes() == there.ident().as_bytes()
                && are_all(property.values(), there.values(), same_value)
        };
        node.is_empty_variation() == there.is_empty_variation()
            && are_all(node.properties(), there.properties(), same_property)
    }

    /// Writes all games node by node, with all brackets and parentheses that the source lacks.
    fn write_complete(&self, sink: impl FnMut(&[u8])) {
        let moved = Moved {
            touched: vec![true; self.games.len()],
        };
        let mut start = StartGuard::new(sink, self.utf16.is_none());
        let mut rewriter = Rewriter::new(self, &moved);
        rewriter.complete = Some(self.all_cut_off());
        rewriter.write(&mut Out::new(|chunk: &[u8]| start.write(chunk)));
        start.finish();
    }

    fn chunks(&self, mut sink: impl FnMut(&[u8])) {
        let cut = self.cut_values();
        match &self.moved {
            None => self.write_games(
                0..self.forest.id_count(),
                0..self.text.len(),
                None,
                &mut Out::closing(cut, &mut sink),
            ),
            Some(moved) => {
                let mut start = StartGuard::new(sink, self.utf16.is_none());
                let mut sink = |chunk: &[u8]| start.write(chunk);
                Rewriter::new(self, moved).write(&mut Out::closing(cut, &mut sink));
                start.finish();
            }
        }
    }

    /// Returns these nodes, one after the other, as a game tree of their own: each with its own
    /// bytes and the white space before it, and nothing else. Consecutive nodes need not be
    /// adjacent in the document. The result has the form of [`Document::to_bytes`] and the same
    /// charset; without nodes it is empty.
    ///
    /// ```
    /// use kifu_sgf::Document;
    ///
    /// let doc = Document::parse("(;SZ[9]\n;B[ee]\n(;W[cc])\n(;W[gg]  C[!]\n;B[gc]))")?;
    /// let root = doc.roots().next().unwrap();
    /// let last = doc.forest().preorder(root).last().unwrap();
    /// let mut line: Vec<_> = doc.forest().ancestors(last).collect();
    /// line.reverse();
    /// line.push(last);
    /// assert_eq!(doc.line_to_bytes(&line), b"(;SZ[9]\n;B[ee]\n;W[gg]  C[!]\n;B[gc])");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn line_to_bytes(&self, nodes: &[NodeId]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut start = StartGuard::new(
            |chunk: &[u8]| bytes.extend_from_slice(chunk),
            self.utf16.is_none(),
        );
        self.write_line(nodes, &mut Out::new(|chunk: &[u8]| start.write(chunk)));
        start.finish();
        match self.utf16 {
            None => bytes,
            Some(utf16) => utf16.encode_recognizably(&bytes),
        }
    }

    fn write_line(&self, nodes: &[NodeId], out: &mut Out<impl FnMut(&[u8])>) {
        if nodes.is_empty() {
            return;
        }
        if self.text.starts_with(BOM) {
            out.plain(BOM);
        }
        out.plain(b"(");
        for (at, &id) in nodes.iter().enumerate() {
            let first = self.forest[id];
            if at > 0 && first != NOT_IN_TEXT {
                let open = self.open(first);
                self.write_gaps_before(open.unwrap_or(first), out);
            }
            out.plain(b";");
            self.write_content(id, out);
        }
        out.plain(b")");
    }

    /// Writes a range of the text whose nodes are all in their original places. `closes` is the
    /// game of the range if it is never closed and something follows; its values are then closed.
    fn write_games(
        &self,
        nodes: Range<usize>,
        range: Range<usize>,
        closes: Option<usize>,
        out: &mut Out<impl FnMut(&[u8])>,
    ) {
        let mut at = range.start;
        let edited = NodeId::from_index(nodes.start)
            .into_iter()
            .flat_map(|from| self.edited.range(from..));
        let in_text = |id: NodeId| id.index() < nodes.end && self.forest[id] != NOT_IN_TEXT;
        let mut in_game = closes;
        for (id, node) in edited.take_while(|(id, _)| in_text(**id)) {
            let first = self.forest[*id];
            let before = in_game.replace(self.game_of(first));
            if let Some(before) = before.filter(|before| in_game != Some(*before)) {
                at = self.write_closing_values(at, before, self.game_end(before), out);
            }
            let scheme = self.scheme(*id);
            let start = self.mark(first).unwrap_or(range.end);
            let semicolon = self.byte(first) == b';';
            if let Some(root) = self.lost_root_before(*id) {
                at = self.write_what_is_missing(at, root, out);
                at = self.write_lost_root(at, root, out);
            }
            at = self.write_what_is_missing(at, first, out);
            if self.starts_game(first) {
                // The `(` is missing; only the original properties showed that a game starts here.
                at = self.write_up_to(at, start, out);
                out.plain(b"(");
            }
            match self.byte(first) {
                b';' | b'(' => at = self.write_up_to(at, start + 1, out),
                _ => at = self.write_up_to(at, start, out),
            }
            if !semicolon {
                out.plain(b";");
            }
            self.write_properties(node, first, scheme, out);
            if let Some(last) = self.property_marks(first).last() {
                at = self.end_of(last, scheme);
            }
        }
        if let Some(game) = in_game {
            at = self.write_closing_values(at, game, self.game_end(game), out);
        }
        let rest = &self.text[at..range.end];
        out.plain(rest);
        let marks = self.marks.partition_point(|at| (*at as usize) < range.end) as u32;
        if let (false, Some(last)) = (rest.is_empty(), marks.checked_sub(1)) {
            out.bracket = self.unclosed_value(last);
        }
    }

    /// Returns the first mark of the root directly before this node, if the text lacks its `(;` and
    /// it is not edited: it is recognized as a root only by the move in this node.
    fn lost_root_before(&self, id: NodeId) -> Option<u32> {
        let root = NodeId::from_index(id.index().checked_sub(1)?)?;
        let first = self.forest[root];
        let lost = self.starts_game(first) && !is_structure(self.byte(first));
        (lost && !self.edited.contains_key(&root)).then_some(first)
    }

    /// Writes the `(;` that an unedited root lacks, once.
    fn write_lost_root(&self, at: usize, first: u32, out: &mut Out<impl FnMut(&[u8])>) -> usize {
        let start = self.mark(first).unwrap_or(at);
        if at > start || out.root.replace(first) == Some(first) {
            return at;
        }
        let at = self.write_up_to(at, start, out);
        out.plain(b"(;");
        at
    }

    /// Writes the brackets that the text before an edited node lacks, because readers recognized
    /// the end there only by the original node: the `]` of the last value, and each `)` of the game
    /// before. Returns the offset up to which the text is written.
    fn write_what_is_missing(
        &self,
        mut at: usize,
        first: u32,
        out: &mut Out<impl FnMut(&[u8])>,
    ) -> usize {
        let mut before = first;
        while before > 0 && !self.starts_game(before) && self.byte(before - 1) == b'(' {
            before -= 1;
        }
        let Some(last) = before.checked_sub(1) else {
            return at;
        };
        let game = (before..=first).find_map(|mark| self.game_starting_at(mark));
        // If games are written one by one, the previous game is already closed.
        let unclosed = game
            .and_then(|game| game.checked_sub(1))
            .filter(|before| self.moved.is_none() && self.unclosed(*before) > 0);
        let previous = match game {
            None => Some(self.game_of(first)),
            Some(_) => unclosed,
        };
        if let (Some(previous), Some(start)) = (previous, self.mark(first)) {
            at = self.write_closing_values(at, previous, start, out);
        }
        if let Some(before) = unclosed {
            // After the properties of an edited node, the bracket was written with them.
            let value_ends = self.end_of(last, self.scheme_at(last));
            at = self.write_up_to(at, value_ends.max(at), out);
            out.parens += self.unclosed(before);
        }
        at
    }

    /// Returns the ends of values that have no `]`; empty for an unedited document.
    fn cut_values(&self) -> Vec<u32> {
        if !self.is_edited() {
            return Vec::new();
        }
        let cut = |found: &&Finding| found.fault == Fault::MissingBracket;
        let cut = self.findings.iter().filter(cut);
        cut.map(|found| found.span.start).collect()
    }

    /// Writes a game up to its last value without a `]` before an offset, and closes these values:
    /// their ends depended on the text around them, which has changed.
    fn write_closing_values(
        &self,
        mut at: usize,
        game: usize,
        end: usize,
        out: &mut Out<impl FnMut(&[u8])>,
    ) -> usize {
        let start = self.mark(self.games[game].first_mark).unwrap_or(end);
        let from = out
            .cut
            .partition_point(|cut| *cut as usize <= at.max(start));
        let until = out.cut.partition_point(|cut| *cut as usize <= end);
        let first = self.games[game].first_mark;
        if from < until && at <= start && !is_structure(self.byte(first)) {
            // Only the end of that value showed that a game starts here.
            at = self.write_lost_root(at, first, out);
        }
        for next in from..until {
            let cut = out.cut[next] as usize;
            at = self.write_up_to(at, cut, out);
            out.bracket = Some(clean_end(&self.text[start..cut], self.games[game].scheme));
        }
        at
    }

    /// Returns the offset where the next game starts.
    fn game_end(&self, game: usize) -> usize {
        let next = self.marks_of(game).end;
        self.mark(next).unwrap_or(self.text.len())
    }

    /// Returns the game of the text that contains a mark.
    fn game_of(&self, mark: u32) -> usize {
        let after = self.games.partition_point(|game| game.first_mark <= mark);
        after.saturating_sub(1)
    }

    /// Returns the number of parentheses of a game that are never closed.
    pub(crate) fn unclosed(&self, game: usize) -> usize {
        if !self.games[game].unclosed {
            return 0;
        }
        let marks = self.marks_of(game);
        let missing = usize::from(self.byte(marks.start) != b'(');
        let (open, close) = marks.fold((missing, 0), |(open, close), mark| {
            let byte = self.byte(mark);
            (
                open + usize::from(byte == b'('),
                close + usize::from(byte == b')'),
            )
        });
        open - close
    }

    /// Returns the marks of a game.
    fn marks_of(&self, game: usize) -> Range<u32> {
        let end = self
            .games
            .get(game + 1)
            .map_or(self.marks.len() as u32, |next| next.first_mark);
        self.games[game].first_mark..end
    }

    /// Returns the scheme of the game that contains a mark.
    pub(super) fn scheme_at(&self, mark: u32) -> Scheme {
        let game = self.games.get(self.game_of(mark));
        game.map_or(Scheme::AsciiSafe, |game| game.scheme)
    }

    /// Whether a game tree starts with this mark.
    pub(super) fn starts_game(&self, mark: u32) -> bool {
        self.game_starting_at(mark).is_some()
    }

    fn game_starting_at(&self, mark: u32) -> Option<usize> {
        self.games
            .binary_search_by_key(&mark, |game| game.first_mark)
            .ok()
    }

    fn write_up_to(&self, at: usize, end: usize, out: &mut Out<impl FnMut(&[u8])>) -> usize {
        out.plain(&self.text[at..end]);
        end
    }

    /// Returns the mark of the `(` that belongs to a node.
    fn open(&self, first: u32) -> Option<u32> {
        if first == NOT_IN_TEXT {
            return None;
        }
        if self.byte(first) == b'(' {
            return Some(first);
        }
        first
            .checked_sub(1)
            .filter(|before| self.byte(*before) == b'(')
    }

    /// Writes the text before a mark, and before the parentheses directly before it that have no
    /// node of their own; these parentheses are dropped.
    fn write_gaps_before(&self, mark: u32, out: &mut Out<impl FnMut(&[u8])>) {
        let mut from = mark;
        while !self.starts_game(from) && from > 0 && self.byte(from - 1) == b'(' {
            from -= 1;
        }
        for mark in from..=mark {
            if !self.starts_game(mark) {
                out.plain(self.gap(mark, NONE).of(&self.text));
            }
        }
    }

    /// Writes the properties of a node with its edits.
    fn write_content(&self, id: NodeId, out: &mut Out<impl FnMut(&[u8])>) {
        let first = self.forest[id];
        let scheme = self.scheme(id);
        match self.edited.get(&id) {
            Some(node) => self.write_properties(node, first, scheme, out),
            None => {
                // Properties are written one by one, so that a value that ended without a `]` only
                // because of the text after it gets a `]`.
                for mark in self.property_marks(first) {
                    out.plain(self.gap(mark, first).of(&self.text));
                    self.write_kept(mark, scheme, out);
                }
            }
        }
    }

    /// Writes the properties of a node so that each value is closed regardless of the text after
    /// it.
    fn write_complete_content(&self, id: NodeId, out: &mut Out<impl FnMut(&[u8])>) {
        let first = self.forest[id];
        let scheme = self.scheme(id);
        for property in &self.exploded(id).properties {
            let property = self.opened(property, scheme, first);
            out.plain(property.lead.of(&self.text));
            out.body(property.ident.of(&self.text));
            for value in &property.values {
                out.plain(value.lead.of(&self.text));
                let text = value.text.of(&self.text);
                let raw = &text[1..text.len() - usize::from(value.closed)];
                out.plain(b"[");
                out.plain(&sealed(raw, scheme));
                if !value.closed && !clean_end(raw, scheme) {
                    out.plain(b"\n");
                }
                out.plain(b"]");
            }
        }
    }

    fn write_properties(
        &self,
        node: &EditedNode,
        first: u32,
        scheme: Scheme,
        out: &mut Out<impl FnMut(&[u8])>,
    ) {
        for property in &node.properties {
            match property {
                PropertyAt::Kept(mark) => {
                    out.plain(self.gap(*mark, first).of(&self.text));
                    self.write_kept(*mark, scheme, out);
                }
                PropertyAt::Edited(property) => {
                    out.plain(property.lead.of(&self.text));
                    out.body(property.ident.of(&self.text));
                    for value in &property.values {
                        out.plain(value.lead.of(&self.text));
                        out.body(value.text.of(&self.text));
                        if !value.closed {
                            out.bracket = Some(clean_end(value.text.of(&self.text), scheme));
                        }
                    }
                }
            }
        }
    }

    /// Writes a property unchanged.
    fn write_kept(&self, mark: u32, scheme: Scheme, out: &mut Out<impl FnMut(&[u8])>) {
        let (Some(start), end) = (self.mark(mark), self.end_of(mark, scheme)) else {
            return;
        };
        out.body(&self.text[start..end]);
        out.bracket = self.unclosed_value(mark);
    }

    /// Returns whether a `]` alone closes the last value of a property; `None` if the text closes
    /// that value, or if the mark is not that of a property.
    pub(crate) fn unclosed_value(&self, mark: u32) -> Option<bool> {
        if is_structure(self.byte(mark)) {
            return None;
        }
        let scheme = self.scheme_at(mark);
        let last = self.property_at(mark, scheme).values().last()?;
        (!last.is_closed()).then(|| clean_end(last.raw(), scheme))
    }
}

/// Whether two iterators have the same length and equal items.
fn are_all<A, B>(
    ours: impl Iterator<Item = A>,
    mut theirs: impl Iterator<Item = B>,
    are_equal: impl Fn(A, B) -> bool,
) -> bool {
    for one in ours {
        if !theirs.next().is_some_and(|other| are_equal(one, other)) {
            return false;
        }
    }
    theirs.next().is_none()
}

/// Returns a raw value with a `\` before each of its brackets, so that its end does not depend on
/// later brackets.
fn sealed(raw: &[u8], scheme: Scheme) -> Cow<'_, [u8]> {
    if scheme == Scheme::Iso2022 || memchr::memchr2(b'[', b']', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len() + 8);
    let mut written = 0;
    let mut at = 0;
    while let Some(next) = memchr::memchr3(b'[', b']', b'\\', &raw[at..]) {
        at += next;
        match raw[at] {
            byte if scheme.splits_character(&raw[..at], byte) => {}
            b'\\' => at += 1,
            _ => {
                out.extend_from_slice(&raw[written..at]);
                out.push(b'\\');
                written = at;
            }
        }
        at += 1;
        if at > raw.len() {
            break;
        }
    }
    out.extend_from_slice(&raw[written..]);
    Cow::Owned(out)
}

/// Whether a `]` directly after an unclosed value closes the value. After a `\`, half a character,
/// or a shift to another character set, it does not.
fn clean_end(value: &[u8], scheme: Scheme) -> bool {
    let escapes = value.iter().rev().take_while(|b| **b == b'\\').count();
    // The first backslash can be half a character.
    let before = &value[..value.len() - escapes];
    let half = escapes > 0 && scheme.splits_character(before, b'\\');
    (escapes - usize::from(half)) % 2 == 0
        && scheme != Scheme::Iso2022
        && !scheme.splits_character(value, b']')
}

/// A writer that inserts missing bytes before the next ones.
struct Out<F> {
    sink: F,
    /// The ends of values of the source without a `]`, in order.
    cut: Vec<u32>,
    /// Whether the last bytes written are an identifier without a value: a letter after them would
    /// become a part of it.
    bare: bool,
    /// Whether a `]` alone closes the value that was written last; `None` if the last bytes written
    /// are not a value that the source never closes.
    bracket: Option<bool>,
    /// The number of `)` that the source lacks up to here.
    parens: usize,
    /// The first mark of the last root for which a missing `(;` was written.
    root: Option<u32>,
    /// The last byte that is not blank of the text outside the game trees that was written last;
    /// `None` if the last bytes written are not such text.
    text: Option<u8>,
    /// Whether the last game tree was written node by node.
    rewritten: bool,
}

impl<F: FnMut(&[u8])> Out<F> {
    fn new(sink: F) -> Out<F> {
        Out::closing(Vec::new(), sink)
    }

    fn closing(cut: Vec<u32>, sink: F) -> Out<F> {
        Out {
            sink,
            cut,
            bare: false,
            bracket: None,
            parens: 0,
            root: None,
            text: None,
            rewritten: false,
        }
    }

    /// Writes text from outside the game trees. If the game between two such texts was removed, and
    /// the two texts together would look like the start of a game, they are separated.
    fn outside(&mut self, bytes: &[u8]) {
        let mut visible = bytes.iter().copied().filter(|b| !b.is_ascii_whitespace());
        let (first, last) = (visible.next(), visible.next_back());
        let joins =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'(' | b';' | b'[' | b']');
        let before = self.text;
        if before.is_some_and(joins) && first.is_some_and(joins) {
            self.plain(b")");
        }
        self.plain(bytes);
        self.text = last.or(first).or(before);
    }

    fn plain(&mut self, bytes: &[u8]) {
        let Some(&first) = bytes.first() else {
            return;
        };
        self.text = None;
        self.settle();
        if core::mem::take(&mut self.bare) && first.is_ascii_alphanumeric() {
            (self.sink)(b" ");
        }
        (self.sink)(bytes);
    }

    /// Writes the `]` and `)` that the source lacks so far.
    fn settle(&mut self) {
        if let Some(clean) = self.bracket.take() {
            self.bare = false;
            // A line break ends an escape, half a character or a shift that would swallow the
            // bracket.
            (self.sink)(if clean { b"]" } else { b"\n]" });
        }
        for _ in 0..core::mem::take(&mut self.parens) {
            (self.sink)(b")");
        }
    }

    fn body(&mut self, bytes: &[u8]) {
        self.plain(bytes);
        if let Some(last) = bytes.last() {
            self.bare = last.is_ascii_alphanumeric();
        }
    }
}

/// Prevents output that starts with other bytes than the source from being read as UTF-16: writes
/// line breaks before bytes that look like UTF-16.
struct StartGuard<F> {
    sink: F,
    /// The first bytes, until there are enough for [`Utf16::sniff`].
    held: Option<Vec<u8>>,
}

impl<F: FnMut(&[u8])> StartGuard<F> {
    /// The number of bytes that [`Utf16::sniff`] examines.
    const ENOUGH: usize = 4;

    fn new(sink: F, guarded: bool) -> StartGuard<F> {
        StartGuard {
            sink,
            held: guarded.then(Vec::new),
        }
    }

    fn write(&mut self, chunk: &[u8]) {
        match &mut self.held {
            None => (self.sink)(chunk),
            Some(held) => {
                held.extend_from_slice(chunk);
                if held.len() >= Self::ENOUGH {
                    self.finish();
                }
            }
        }
    }

    fn finish(&mut self) {
        if let Some(held) = self.held.take() {
            if Utf16::sniff(&held).is_some() {
                // Two bytes that are not zero prevent the detection of UTF-16.
                (self.sink)(b"\n\n");
            }
            (self.sink)(&held);
        }
    }
}

/// Writes a document in which nodes were added, moved or removed.
struct Rewriter<'d> {
    document: &'d Document,
    moved: &'d Moved,
    /// For each node of the text, the mark of the `)` that closes its variation.
    close: Vec<u32>,
    /// The number of games for which the text before the game is already written.
    leads: usize,
    /// The offsets of the variations that are left out, because the source was truncated before
    /// their first node. `None` if the brackets and parentheses that the source lacks are not all
    /// written.
    complete: Option<Vec<u32>>,
}

const NONE: u32 = u32::MAX;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

impl<'d> Rewriter<'d> {
    fn new(document: &'d Document, moved: &'d Moved) -> Rewriter<'d> {
        Rewriter {
            document,
            moved,
            close: closing_marks(document),
            leads: 0,
            complete: None,
        }
    }

    fn write(&mut self, out: &mut Out<impl FnMut(&[u8])>) {
        let document = self.document;
        out.plain(&document.text[..self.bom()]);
        let mut roots = document.forest.roots().peekable();
        while let Some(root) = roots.next() {
            let game = self.game_starting_with(root);
            if let Some(game) = game {
                self.write_leads(game + 1, out);
            }
            match (self.untouched_game(root), game) {
                (None, _) => {
                    self.write_tree(root, out);
                    out.rewritten = true;
                }
                (Some(game), Some(_)) => {
                    self.write_untouched(game, roots.peek().is_none(), out);
                    out.rewritten = false;
                }
                // This is another tree in the parentheses of an untouched game, which is already
                // written.
                (Some(_), None) => {}
            }
        }
        self.write_leads(document.games.len(), out);
        out.outside(&document.text[self.end_of_game(document.games.len())..]);
        if out.rewritten {
            out.settle();
        }
    }

    fn bom(&self) -> usize {
        if self.document.text.starts_with(BOM) {
            BOM.len()
        } else {
            0
        }
    }

    /// Returns the game of the text whose first node this is.
    fn game_starting_with(&self, id: NodeId) -> Option<usize> {
        let games = &self.document.games;
        let in_text = self.document.forest[id] != NOT_IN_TEXT;
        games
            .binary_search_by_key(&(id.index() as u32), |game| game.first)
            .ok()
            .filter(|_| in_text)
    }

    /// Returns the game of the text that a root belongs to, if its nodes were not added, moved or
    /// removed.
    fn untouched_game(&self, root: NodeId) -> Option<usize> {
        let in_text = self.document.forest[root] != NOT_IN_TEXT;
        let after = self
            .document
            .games
            .partition_point(|game| game.first as usize <= root.index());
        after
            .checked_sub(1)
            .filter(|game| in_text && !self.moved.touched[*game])
    }

    /// Returns the offset at which the text after the first `count` games starts.
    fn end_of_game(&self, count: usize) -> usize {
        let document = self.document;
        let marks = document
            .games
            .get(count)
            .map_or(document.marks.len() as u32, |next| next.first_mark);
        match marks.checked_sub(1) {
            None => self.bom(),
            Some(last) if document.byte(last) == b')' && document.unclosed(count - 1) == 0 => {
                document.mark(last).map_or(0, |at| at + 1)
            }
            // A game that is written node by node is closed directly after its last mark.
            Some(last) if self.moved.touched[count - 1] => document.end_of_mark(last),
            // Any other unclosed game includes the text up to the next one.
            Some(_) => document.mark(marks).unwrap_or(document.text.len()),
        }
    }

    /// Writes the text before each of the first `games` games, once. The text before games that
    /// were removed or moved is kept unless it is blank.
    fn write_leads(&mut self, games: usize, out: &mut Out<impl FnMut(&[u8])>) {
        let document = self.document;
        for game in self.leads..games {
            let end = document
                .mark(document.games[game].first_mark)
                .unwrap_or(document.text.len());
            let lead = &document.text[self.end_of_game(game)..end];
            if game + 1 == games || !lead.iter().all(u8::is_ascii_whitespace) {
                out.outside(lead);
            }
        }
        self.leads = self.leads.max(games);
    }

    fn write_untouched(&self, game: usize, is_last: bool, out: &mut Out<impl FnMut(&[u8])>) {
        let document = self.document;
        let this = &document.games[game];
        let start = document
            .mark(this.first_mark)
            .unwrap_or(document.text.len());
        let lead = &document.text[self.end_of_game(game)..start];
        let first = document.byte(this.first_mark);
        // Text before which another game was removed would become part of this game's root, or of
        // its first identifier.
        let joins = |before: u8| match before {
            b']' => first != b'(',
            before => before.is_ascii_alphanumeric() && first.is_ascii_alphanumeric(),
        };
        if out.text.is_some_and(joins) && lead.iter().all(u8::is_ascii_whitespace) {
            out.plain(b")");
        }
        let end = self.end_of_game(game + 1);
        let next = document
            .games
            .get(game + 1)
            .map_or(document.forest.id_count(), |next| next.first as usize);
        let unclosed = document.unclosed(game);
        let closes = (unclosed > 0 && !is_last).then_some(game);
        document.write_games(this.first as usize..next, start..end, closes, out);
        out.parens += unclosed;
    }

    fn write_tree(&self, root: NodeId, out: &mut Out<impl FnMut(&[u8])>) {
        let cut = self.complete.as_deref().unwrap_or_default();
        for step in self.document.forest.traverse(root) {
            match step {
                Step::Enter(id) | Step::Leave(id) if self.document.is_cut_off_before(id, cut) => {}
                Step::Enter(id) => self.enter(id, out),
                Step::Leave(id) => self.leave(id, out),
            }
        }
    }

    /// Whether a node gets parentheses: a root, a node with siblings, or a node that had
    /// parentheses before.
    fn has_parens(&self, id: NodeId) -> bool {
        let forest = &self.document.forest;
        forest.parent(id).is_none()
            || forest.next_sibling(id).is_some()
            || forest.prev_sibling(id).is_some()
            || self.document.open(forest[id]).is_some()
    }

    fn enter(&self, id: NodeId, out: &mut Out<impl FnMut(&[u8])>) {
        let document = self.document;
        let first = document.forest[id];
        let open = document.open(first);
        if first != NOT_IN_TEXT {
            document.write_gaps_before(open.unwrap_or(first), out);
        }
        let is_first = self.game_starting_with(id).is_some();
        let inner = match open {
            Some(open) if open != first => document.gap(first, NONE).of(&document.text),
            _ => b"",
        };
        // Junk between `(` and `;` would hide a game tree.
        let outside = document.forest.parent(id).is_none() && !is_first;
        if outside {
            out.outside(inner);
        }
        if self.has_parens(id) {
            out.plain(b"(");
        }
        if !outside {
            out.plain(inner);
        }
        let bare = self.complete.is_none()
            && first != NOT_IN_TEXT
            && !is_structure(document.byte(first))
            && !document.edited.contains_key(&id)
            && open.is_some()
            && (is_first || document.forest.parent(id).is_some());
        if !bare && !document.node(id).is_empty_variation() {
            out.plain(b";");
        }
        if self.complete.is_some() {
            document.write_complete_content(id, out);
        } else {
            document.write_content(id, out);
        }
    }

    fn leave(&self, id: NodeId, out: &mut Out<impl FnMut(&[u8])>) {
        let document = self.document;
        let first = document.forest[id];
        let close = self.close.get(id.index()).copied().unwrap_or(NONE);
        if close != NONE {
            out.plain(document.gap(close, NONE).of(&document.text));
        }
        match document.open(first) {
            _ if !self.has_parens(id) => {}
            // The source never closes the variation, and it stays open if nothing follows.
            Some(_) if close == NONE && self.complete.is_none() => out.parens += 1,
            _ => out.plain(b")"),
        }
    }
}

/// Returns, for each node that is the first in its parentheses, the mark of the `)`.
fn closing_marks(document: &Document) -> Vec<u32> {
    let mut close = vec![NONE; document.forest.id_count()];
    let mut owners: Vec<Option<usize>> = Vec::new();
    let mut node = 0;
    for mark in 0..document.marks.len() as u32 {
        if document.starts_game(mark) {
            // Unclosed parentheses of the previous game stay open.
            owners.clear();
        }
        let first = NodeId::from_index(node).and_then(|id| document.forest.get(id).copied());
        let starts = first == Some(mark);
        match document.byte(mark) {
            b'(' => owners.push(starts.then_some(node)),
            b')' => {
                if let Some(owner) = owners.pop().flatten() {
                    close[owner] = mark;
                }
            }
            _ if starts => match owners.last_mut() {
                Some(owner @ None) => {
                    let opened = mark
                        .checked_sub(1)
                        .is_some_and(|before| document.byte(before) == b'(');
                    if opened {
                        *owner = Some(node);
                    }
                }
                Some(Some(_)) => {}
                // The game's `(` is missing.
                None => owners.push(Some(node)),
            },
            _ => {}
        }
        node += usize::from(starts);
    }
    close
}
