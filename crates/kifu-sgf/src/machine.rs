//! Turns tokens into structure: parentheses, nodes and properties.
//!
//! The event reader and the document use the same machine, so that both find the same structure in
//! any file.

use kifu_lex::{Lexer, Scheme, ShortNodes, Sniffer, Token, TokenKind, unescaped_brackets};

use crate::fault::{Fault, Sink};
use crate::ident::Ident;
use crate::properties::OF_A_GAME;

/// An element of the structure, by its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A game tree or a variation begins. `at` is the offset of its `(`, or of its first node if
    /// the `(` is missing.
    Open { at: usize, written: bool },
    /// A node begins that starts with a property with one short value, such as `;B[pd]`.
    Short { at: usize },
    /// A node begins. `at` is the offset of its `;`, or of its first property if the `;` is
    /// missing.
    Node { at: usize, written: bool },
    /// A property begins. `at` is the offset of its identifier, or of its first value if it has
    /// none.
    Property { at: usize },
    /// A game tree or a variation ends. If the `)` is missing, `at` is the end of the source or the
    /// start of the next game.
    Close { at: usize, written: bool },
}

/// The kind of the last element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    Outside,
    Open,
    Node,
    /// An identifier without a value so far.
    Bare,
    Property,
    Close,
}

#[derive(Clone, Debug)]
pub(crate) struct Machine<'s> {
    lexer: Lexer<'s>,
    sniffer: Sniffer,
    last: Last,
    /// An item found together with the previous one, and the value of `last` after it.
    queued: Option<(Item, Last)>,
    /// The offset of the start of the current game tree.
    game: usize,
    /// The last identifier that has no value so far.
    bare: Token,
    games: usize,
    /// At the end of the source, or of a game tree that is never closed: the number of parentheses
    /// still to close.
    unclosed: Option<usize>,
    /// An offset before which the current game tree is known to be closed.
    closed_by: usize,
    /// The end of the last value without a `]`.
    open_value: usize,
    searches: Searches,
    /// The charset found for the last game tree, if all bytes up to the end of the source were
    /// examined.
    #[cfg(feature = "charset-backend")]
    found: Option<kifu_charset::DetectedCharset>,
}

/// The remaining budget for looking ahead of the current game tree. It keeps reading linear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searches {
    /// The remaining number of failed searches of the rest of the source for the `)` of a game tree,
    /// to distinguish another game from a variation. At 0, a game tree counts as never closed.
    closing: u8,
    /// The remaining number of failed attempts to read a game tree ahead as UTF-8; they fail because
    /// it extends beyond the UTF-8 text. At 0, only text that is UTF-8 up to the end of the source
    /// counts as UTF-8.
    plain: u8,
    /// The offset of the end of the UTF-8 text that was found last.
    plain_end: usize,
    /// Whether the last game tree was read ahead up to `plain_end` and extends beyond it.
    is_in_vain: bool,
}

impl Searches {
    pub(crate) const ALL: Searches = Searches {
        closing: 4,
        plain: 4,
        plain_end: 0,
        is_in_vain: false,
    };

    /// Returns the same limits for the rest of the source from an offset on.
    pub(crate) fn from(self, start: usize) -> Searches {
        Searches {
            plain_end: self.plain_end.saturating_sub(start),
            ..self
        }
    }

    /// Returns the same limits for the whole source, if these are for the rest from an offset on.
    pub(crate) fn back_to(self, start: usize) -> Searches {
        Searches {
            plain_end: self.plain_end + start,
            ..self
        }
    }
}

impl<'s> Machine<'s> {
    pub(crate) fn new(source: &'s [u8], sniffer: Sniffer, searches: Searches) -> Machine<'s> {
        Machine {
            lexer: Lexer::with_scheme(source, Scheme::AsciiSafe),
            sniffer,
            last: Last::Outside,
            queued: None,
            game: 0,
            bare: Token {
                kind: TokenKind::Ident,
                start: 0,
                end: 0,
            },
            games: 0,
            unclosed: None,
            closed_by: 0,
            open_value: usize::MAX,
            searches,
            #[cfg(feature = "charset-backend")]
            found: None,
        }
    }

    pub(crate) fn searches(&self) -> Searches {
        self.searches
    }

    pub(crate) fn source(&self) -> &'s [u8] {
        self.lexer.source()
    }

    /// Returns the offset up to which the source has been read.
    pub(crate) fn offset(&self) -> usize {
        self.lexer.offset()
    }

    /// Returns the scheme of the current game tree.
    pub(crate) fn scheme(&self) -> Scheme {
        self.lexer.scheme()
    }

    /// Returns the offset of the start of the current game tree.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn game(&self) -> usize {
        self.game
    }

    /// Returns the charset of the last game tree, if it was needed for reading and determined from
    /// all bytes of the tree.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn found(&self) -> Option<kifu_charset::DetectedCharset> {
        self.found
    }

    /// Returns whether the machine is outside game trees and another one follows.
    pub(crate) fn has_next_game(&mut self) -> bool {
        self.lexer.depth() == 0 && self.lexer.next_game().is_some()
    }

    /// Returns whether the game tree that just ended ends with an unclosed value. Only the next
    /// game determines where such a value ends.
    pub(crate) fn ends_open(&self) -> bool {
        let rest = self.source().get(self.open_value..self.offset());
        rest.is_some_and(|rest| rest.iter().copied().all(is_idle))
    }

    /// Consumes the next blanks inside a node, and then up to `max` nodes of the most common form.
    /// [`Machine::next`] would find the same nodes.
    #[inline]
    pub(crate) fn short_line(&mut self, max: usize) -> ShortNodes {
        // Nothing is queued after a property.
        if self.last == Last::Property {
            self.lexer.blanks();
            if self.byte() == Some(b';') {
                return self.lexer.short_nodes(max);
            }
        }
        ShortNodes {
            count: 0,
            step: Lexer::SHORT_NODE,
        }
    }

    /// Returns the next byte.
    #[inline]
    fn byte(&self) -> Option<u8> {
        self.source().get(self.offset()).copied()
    }

    #[inline]
    pub(crate) fn next(&mut self, sink: &mut impl Sink) -> Option<Item> {
        if let Some((item, last)) = self.queued.take() {
            self.last = last;
            return Some(item);
        }
        if matches!(self.last, Last::Property | Last::Node) {
            if let Some(item) = self.usual() {
                return Some(item);
            }
        }
        self.token(sink)
    }

    /// Reads the usual content of a node if the charset is ASCII-safe: more values, a property, a
    /// line break and the next node.
    #[inline(always)]
    fn usual(&mut self) -> Option<Item> {
        if self.lexer.scheme() != Scheme::AsciiSafe {
            return None;
        }
        loop {
            let at = self.offset();
            match self.byte()? {
                b'[' if self.last == Last::Property => {
                    if !self.lexer.closed_value() {
                        return None;
                    }
                }
                b'A'..=b'Z' => {
                    self.lexer.short_property().then_some(())?;
                    self.last = Last::Property;
                    return Some(Item::Property { at });
                }
                b';' => {
                    if self.lexer.short_node() {
                        self.last = Last::Property;
                        return Some(Item::Short { at });
                    }
                    self.lexer.semicolon();
                    self.last = Last::Node;
                    return Some(Item::Node { at, written: true });
                }
                _ => {
                    if !self.lexer.blanks() {
                        return None;
                    }
                }
            }
        }
    }

    /// Reads up to the `)` that closes the innermost open parenthesis, so that its `Close` is the
    /// next item.
    pub(crate) fn skip(&mut self) {
        self.queued = None;
        let depth = self.lexer.depth();
        if depth == 0 {
            return;
        }
        loop {
            skip_usual_nodes(&mut self.lexer);
            if self.another_game() {
                self.leave_game(depth);
                return;
            }
            let Some(token) = self.lexer.next() else {
                // Parentheses opened in the skipped part need no `Close`.
                self.unclosed.get_or_insert(depth);
                return;
            };
            if token.kind == TokenKind::Close && self.lexer.depth() < depth {
                self.last = Last::Close;
                self.queued = Some((
                    Item::Close {
                        at: token.start,
                        written: true,
                    },
                    Last::Close,
                ));
                return;
            }
        }
    }

    fn token(&mut self, sink: &mut impl Sink) -> Option<Item> {
        loop {
            if self.lexer.depth() == 0 {
                if let Some(item) = self.close_left_game() {
                    return Some(item);
                }
                return self.outside(sink);
            }
            if self.another_game() {
                self.before_structure(sink);
                self.report_unclosed(sink);
                self.leave_game(self.lexer.depth());
                continue;
            }
            let Some(token) = self.lexer.next() else {
                return self.end(sink);
            };
            let at = token.start;
            match token.kind {
                TokenKind::Value | TokenKind::Unclosed => {
                    if token.kind == TokenKind::Unclosed {
                        self.open_value = token.end;
                    }
                    self.report_guesses(token, sink);
                    if self.last == Last::Bare
                        && !self
                            .bare
                            .of(self.source())
                            .iter()
                            .any(u8::is_ascii_uppercase)
                    {
                        sink.find(Fault::LowercaseIdentifier, self.bare.start, self.bare.end);
                    }
                    if matches!(self.last, Last::Property | Last::Bare) {
                        self.last = Last::Property;
                        continue;
                    }
                    sink.find(Fault::MissingIdentifier, at, token.end);
                    return Some(self.property(at, Last::Property, sink));
                }
                TokenKind::Ident => {
                    let item = self.property(at, Last::Bare, sink);
                    self.bare = token;
                    return Some(item);
                }
                TokenKind::Whitespace => {}
                TokenKind::Semicolon => {
                    self.before_node(at, sink);
                    self.last = Last::Node;
                    return Some(Item::Node { at, written: true });
                }
                TokenKind::Open => {
                    self.before_structure(sink);
                    if self.last == Last::Open {
                        sink.find(Fault::NestedOpen, at, at + 1);
                    }
                    self.last = Last::Open;
                    return Some(Item::Open { at, written: true });
                }
                TokenKind::Close => {
                    self.before_structure(sink);
                    if self.last == Last::Open {
                        let before = self.source()[..at].trim_ascii_end();
                        let open = before.len() - usize::from(before.ends_with(b"("));
                        let start = if open < before.len() { open } else { at };
                        sink.find(Fault::EmptyVariation, start, at + 1);
                    }
                    self.last = Last::Close;
                    return Some(Item::Close { at, written: true });
                }
                TokenKind::Junk | TokenKind::Text => sink.find(Fault::Junk, at, token.end),
            }
        }
    }

    /// Reports an identifier without a value before the next element.
    #[inline]
    fn before_structure(&mut self, sink: &mut impl Sink) {
        if self.last == Last::Bare {
            sink.find(Fault::MissingValue, self.bare.start, self.bare.end);
        }
    }

    fn before_node(&mut self, at: usize, sink: &mut impl Sink) {
        self.before_structure(sink);
        if self.last == Last::Close {
            sink.find(Fault::NodeAfterVariations, at, at + 1);
        }
    }

    /// Starts a property, and a node if none is open.
    fn property(&mut self, at: usize, next: Last, sink: &mut impl Sink) -> Item {
        self.before_structure(sink);
        let fault = match self.last {
            Last::Open => Some(Fault::MissingSemicolon),
            Last::Close | Last::Outside => Some(Fault::PropertyAfterVariations),
            Last::Node | Last::Bare | Last::Property => None,
        };
        let property = Item::Property { at };
        match fault {
            None => {
                self.last = next;
                property
            }
            Some(fault) => {
                sink.find(fault, at, at + 1);
                self.last = Last::Node;
                self.queued = Some((property, next));
                Item::Node { at, written: false }
            }
        }
    }

    /// Reports the guesses that were needed to find the end of a value.
    fn report_guesses<S: Sink>(&self, token: Token, sink: &mut S) {
        if !S::USES_FINDINGS {
            return;
        }
        let Token { start, end, .. } = token;
        if token.kind == TokenKind::Unclosed {
            if end == self.source().len() {
                sink.find(Fault::UnclosedValue, start, start + 1);
            } else {
                sink.find(Fault::MissingBracket, end, end + 1);
            }
        }
        let value = token.of(self.source());
        let scheme = self.lexer.scheme();
        for at in unescaped_brackets(value, scheme) {
            sink.find(Fault::UnescapedBracket, start + at, start + at + 1);
        }
        if let [_, text @ .., b']'] = value {
            if token.kind == TokenKind::Value && scheme.splits_character(text, b']') {
                sink.find(Fault::DanglingByte, end - 2, end);
            }
        }
    }

    /// Whether another game starts here, on a line of its own: with a property that is common in roots,
    /// inside a game that is never closed; or with a number, after another numbered game.
    ///
    /// In a tree that is closed, the same text is a variation.
    fn another_game(&mut self) -> bool {
        let at = self.offset();
        match self.byte() {
            Some(b'(') => starts_like_a_game(self.source(), at) && !self.is_closed_after(at),
            Some(b'0'..=b'9') => {
                self.lexer.depth() == 1
                    && starts_a_numbered_game(self.source(), at)
                    && is_numbered(self.source(), self.game)
            }
            _ => false,
        }
    }

    /// Whether a `)` after `at` closes the current game tree. `at` is the current offset, which
    /// must be inside the tree.
    #[cold]
    fn is_closed_after(&mut self, at: usize) -> bool {
        if at < self.closed_by || self.searches.closing == 0 {
            return at < self.closed_by;
        }
        let mut ahead = self.lexer.clone();
        loop {
            skip_usual_nodes(&mut ahead);
            if ahead.next().is_none() {
                self.searches.closing -= 1;
                return false;
            }
            if ahead.depth() == 0 {
                self.closed_by = ahead.offset();
                return true;
            }
        }
    }

    /// Reports that the current game is never closed. A numbered game lacks both parentheses, which is one fault.
    fn report_unclosed(&self, sink: &mut impl Sink) {
        let is_whole = self.lexer.depth() == 1 && !self.ends_open();
        if !is_whole || !is_numbered(self.source(), self.game) {
            sink.find(Fault::UnclosedTree, self.game, self.game + 1);
        }
    }

    fn leave_game(&mut self, depth: usize) {
        self.lexer.end_game();
        self.unclosed = Some(depth);
        self.last = Last::Close;
    }

    /// Returns a `Close` for a `)` that the previous game lacks.
    #[inline]
    fn close_left_game(&mut self) -> Option<Item> {
        let at = self.offset();
        match self.unclosed {
            Some(unclosed @ 1..) => {
                self.unclosed = Some(unclosed - 1);
                self.last = Last::Close;
                Some(Item::Close { at, written: false })
            }
            _ => {
                self.unclosed = None;
                None
            }
        }
    }

    #[cold]
    fn outside(&mut self, sink: &mut impl Sink) -> Option<Item> {
        self.last = Last::Outside;
        loop {
            let at = self.lexer.offset();
            if self.lexer.next_game() == Some(at) {
                self.game = at;
                self.games += 1;
                let source = self.source();
                let scheme = self.scheme_of_game();
                self.lexer.set_scheme(scheme.unwrap_or_default());
                if !matches!(source[at], b'(' | b';') {
                    sink.find(Fault::MissingOpen, at, at + 1);
                    self.lexer.start_game();
                    self.last = Last::Open;
                    return Some(Item::Open { at, written: false });
                }
            }
            let Some(token) = self.lexer.next() else {
                if self.games == 0 {
                    // Reported once, even if `next` is called again.
                    self.games = usize::MAX;
                    sink.find(Fault::NoGame, 0, at);
                }
                return None;
            };
            match token.kind {
                TokenKind::Open => {
                    self.last = Last::Open;
                    return Some(Item::Open { at, written: true });
                }
                TokenKind::Semicolon => {
                    sink.find(Fault::MissingOpen, at, at + 1);
                    self.last = Last::Node;
                    self.queued = Some((Item::Node { at, written: true }, Last::Node));
                    return Some(Item::Open { at, written: false });
                }
                TokenKind::Text => self.text(token, sink),
                _ => {}
            }
        }
    }

    fn text(&mut self, token: Token, sink: &mut impl Sink) {
        let Token { mut start, end, .. } = token;
        let source = self.source();
        if start == 0 && source.starts_with(b"\xEF\xBB\xBF") {
            start = 3;
        }
        let blanks = |from: usize| {
            source[from..end]
                .iter()
                .take_while(|b| b.is_ascii_whitespace())
                .count()
        };
        start += blanks(start);
        while self.games > 0 && start < end && source[start] == b')' {
            sink.find(Fault::StrayClose, start, start + 1);
            start += 1;
            start += blanks(start);
        }
        if start == end {
            return;
        }
        let fault = match (self.games, self.lexer.next_game()) {
            _ if starts_a_numbered_game(source, start) => Fault::GameNumber,
            (0, Some(_)) => Fault::TextBefore,
            // `NoGame` is reported instead.
            (0, None) => return,
            (_, Some(_)) => Fault::TextBetween,
            (_, None) => Fault::TextAfter,
        };
        sink.find(fault, start, end);
    }

    /// Returns the scheme of the game tree that starts here. It depends only on the bytes of this
    /// game tree, so that a game reads the same in a collection and alone.
    fn scheme_of_game(&mut self) -> Option<Scheme> {
        let declared = self.sniffer.scheme(self.source(), self.game);
        if self.sniffer.is_settled() {
            return declared;
        }
        if self.is_utf8() {
            return Some(Scheme::AsciiSafe);
        }
        #[cfg(feature = "charset-backend")]
        let declared = self.verified_scheme(declared);
        declared
    }

    /// Whether the game tree that starts here is UTF-8 without shifts, regardless of its `CA`.
    fn is_utf8(&mut self) -> bool {
        let (game, source) = (self.game, self.source());
        let searches = &mut self.searches;
        if searches.plain_end <= game {
            searches.plain_end = plain_end(source, game);
        } else if searches.is_in_vain {
            searches.plain = searches.plain.saturating_sub(1);
        }
        searches.is_in_vain = false;
        let end = searches.plain_end;
        if end == source.len() || searches.plain == 0 {
            return end == source.len();
        }
        let is_utf8 = self.end_of_game(end, Scheme::AsciiSafe).is_some();
        self.searches.is_in_vain = !is_utf8;
        is_utf8
    }

    /// Returns the end of the game tree that starts here, if it ends before `limit` when read by
    /// this scheme.
    fn end_of_game(&self, limit: usize, scheme: Scheme) -> Option<usize> {
        let start = self.game;
        let mut ahead = Lexer::with_scheme(&self.source()[start..limit], scheme);
        ahead.start_game();
        // If the opening parenthesis is missing, `start_game` has counted one already.
        let least = usize::from(self.source()[start] == b'(');
        loop {
            skip_usual_nodes(&mut ahead);
            ahead.next()?;
            if ahead.depth() <= least {
                return Some(start + ahead.offset());
            }
        }
    }

    /// Returns the scheme of the game tree that starts here, in a file that is not UTF-8.
    /// `declared` is the scheme of its `CA`, which is checked if the charset makes a difference.
    #[cfg(feature = "charset-backend")]
    fn verified_scheme(&mut self, declared: Option<Scheme>) -> Option<Scheme> {
        /// The number of bytes that a guess examines, so that reading many games takes linear time.
        const WINDOW: usize = 1 << 11;
        let rest = &self.source()[self.game..];
        let limit = rest.len().min(WINDOW);
        let window = &rest[..limit];
        let has_shifts = |text| memchr::memchr2(0x0E, 0x1B, text).is_some();
        // Text of the next game must not count as evidence. Read by a wrong scheme, this game may
        // seem to include the next one.
        let schemes = [
            Some(Scheme::AsciiSafe),
            declared,
            has_shifts(window).then_some(Scheme::Iso2022),
        ];
        let schemes = schemes.into_iter().flatten();
        let ends = schemes.filter_map(|scheme| self.end_of_game(self.game + limit, scheme));
        let end = ends.min().map_or(limit, |end| end - self.game);
        let game = &window[..end];
        let is_rest = rest[end..].trim_ascii().is_empty();
        self.found = None;
        let shifts = has_shifts(game);
        if !shifts && (game.is_ascii() || !bracket_in_doubt(game)) {
            return declared;
        }
        let found = kifu_charset::find(game, kifu_lex::declared_charset(game));
        self.found = is_rest.then_some(found);
        match found.source {
            kifu_charset::CharsetSource::Declared => declared,
            _ => Scheme::for_label(found.charset.name().as_bytes()),
        }
    }

    #[cold]
    fn end(&mut self, sink: &mut impl Sink) -> Option<Item> {
        let at = self.offset();
        let unclosed = match self.unclosed {
            Some(unclosed) => unclosed,
            None => {
                self.before_structure(sink);
                self.report_unclosed(sink);
                self.lexer.depth()
            }
        };
        self.last = Last::Close;
        self.unclosed = Some(unclosed.checked_sub(1)?);
        Some(Item::Close { at, written: false })
    }
}

/// Consumes nodes and properties of the usual form, at most up to the next parenthesis.
fn skip_usual_nodes(lexer: &mut Lexer<'_>) {
    loop {
        let skipped = match lexer.source().get(lexer.offset()) {
            Some(b';') => lexer.short_nodes(usize::MAX).count > 0 || lexer.semicolon(),
            Some(b'[') => lexer.closed_value(),
            Some(b'A'..=b'Z') => lexer.short_property(),
            _ => lexer.blanks(),
        };
        if !skipped {
            return;
        }
    }
}

/// Returns the offset of the first byte at or after `from` that is not UTF-8 or is a shift of
/// ISO-2022. Takes time proportional to the distance.
fn plain_end(source: &[u8], from: usize) -> usize {
    let (mut at, mut len) = (from, 64);
    while at < source.len() {
        let block = &source[at..source.len().min(at + len)];
        let shift = memchr::memchr2(0x0E, 0x1B, block);
        let end = match core::str::from_utf8(&block[..shift.unwrap_or(block.len())]) {
            Ok(text) => text.len(),
            // The block ends inside a character.
            Err(error) if error.error_len().is_none() && block.len() == len && shift.is_none() => {
                at += error.valid_up_to();
                continue;
            }
            Err(error) => return at + error.valid_up_to(),
        };
        at += end;
        if shift.is_some() {
            return at;
        }
        len = (2 * len).min(1 << 12);
    }
    source.len()
}

/// Whether the byte at an offset is a `(` that starts a line, and the node after it starts with a
/// property that is common in roots.
pub(crate) fn starts_like_a_game(source: &[u8], at: usize) -> bool {
    let Some((b'(', rest)) = source[at..].split_first() else {
        return false;
    };
    let Some((b';', rest)) = skip_idle(rest).split_first() else {
        return false;
    };
    let rest = skip_idle(rest);
    let ident = rest
        .iter()
        .take(MAX_IDENT)
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let (ident, rest) = rest.split_at(ident);
    // These properties have two letters; variations usually start with a move, which has one.
    ident.len() > 1
        && rest.first() == Some(&b'[')
        && is_on_its_own_line(&source[..at])
        && is_of_a_root(Ident::new(ident))
}

/// Whether a numbered game starts at an offset. The archives of some servers have a game on each line: its number, a tab,
/// and its moves without parentheses.
pub(crate) fn starts_a_numbered_game(source: &[u8], at: usize) -> bool {
    let (before, rest) = source.split_at(at);
    let is = |bytes: &[u8], is_part: fn(&u8) -> bool, max| {
        bytes.iter().take(max).take_while(|b| is_part(b)).count()
    };
    let number = is(rest, u8::is_ascii_digit, MAX_IDENT);
    let Some(node) = rest[number..].strip_prefix(b"\t;") else {
        return false;
    };
    let ident = is(node, u8::is_ascii_uppercase, 3);
    number > 0
        && matches!(ident, 1 | 2)
        && node.get(ident) == Some(&b'[')
        && matches!(before, b"" | b"\xEF\xBB\xBF" | [.., b'\n' | b'\r'])
}

/// Whether the game that starts at an offset is a [numbered](starts_a_numbered_game) one.
pub(crate) fn is_numbered(source: &[u8], game: usize) -> bool {
    let Some(before) = source[..game].strip_suffix(b"\t") else {
        return false;
    };
    let digits = before.iter().rev().take(MAX_IDENT);
    let digits = digits.take_while(|b| b.is_ascii_digit()).count();
    starts_a_numbered_game(source, before.len() - digits)
}

/// Whether the position after this text is the first on its line, and not directly after a `(`.
pub(crate) fn is_on_its_own_line(before: &[u8]) -> bool {
    let idle = before.iter().rev().take_while(|b| is_idle(**b)).count();
    let (before, idle) = before.split_at(before.len() - idle);
    idle.iter().any(|b| matches!(b, b'\n' | b'\r')) && before.last() != Some(&b'(')
}

/// The number of bytes of an identifier that are examined, so that reading many takes linear time.
const MAX_IDENT: usize = 32;

/// Whether a byte is white space, or padding that old programs wrote (NUL, Ctrl-Z). Neither changes
/// the meaning of a file.
pub(crate) fn is_idle(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x0B | 0 | 0x1A)
}

fn skip_idle(text: &[u8]) -> &[u8] {
    let idle = text.iter().take_while(|b| is_idle(**b)).count();
    &text[idle..]
}

/// Whether this property is common at the start of a game tree and rare at the start of a
/// variation.
pub(crate) fn is_of_a_root(ident: Ident<'_>) -> bool {
    OF_A_GAME.iter().any(|root| ident.is(root))
}

/// Whether the charset affects where values end: a `]` or `\` follows an odd number of high bytes.
/// In text of two-byte characters that is rare.
#[cfg(feature = "charset-backend")]
fn bracket_in_doubt(game: &[u8]) -> bool {
    let mut run = 0;
    game.iter().any(|&byte| {
        let doubt = run % 2 == 1 && matches!(byte, b']' | b'\\');
        run = if byte >= 0x80 { run + 1 } else { 0 };
        doubt
    })
}
