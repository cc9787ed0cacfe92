//! Reading of SGF as sgfmill reads it: strictly, one game at a time.

use kifu::lex::{Lexer, Scheme, ShortNodes};

/// A token of a game.
#[derive(Clone, Copy)]
pub(super) enum Token<'s> {
    Ident(&'s [u8]),
    /// The bytes between the brackets.
    Value(&'s [u8]),
    Delimiter(u8),
}

/// The tokens from an offset to the first bytes that are not a token.
pub(super) struct Tokens<'s> {
    source: &'s [u8],
    pub(super) at: usize,
}

/// A longer identifier is two.
const MAX_IDENT: usize = 64;

impl<'s> Tokens<'s> {
    pub(super) fn new(source: &'s [u8], at: usize) -> Tokens<'s> {
        Tokens { source, at }
    }

    /// Skips nodes such as `;B[pd]`.
    fn short_nodes(&mut self) -> ShortNodes {
        let mut lexer = Lexer::resume(self.source, self.at, Scheme::AsciiSafe);
        let nodes = lexer.short_nodes(usize::MAX);
        self.at = lexer.offset();
        nodes
    }

    fn rest(&self) -> &'s [u8] {
        self.source.get(self.at..).unwrap_or_default()
    }
}

impl<'s> Iterator for Tokens<'s> {
    type Item = Token<'s>;

    #[inline]
    fn next(&mut self) -> Option<Token<'s>> {
        let blanks = self.rest().iter().take_while(|&&byte| is_blank(byte));
        let at = self.at + blanks.count();
        let rest = self.source.get(at..)?;
        let (token, len) = match rest.first()? {
            b'[' => {
                let value = &rest[1..];
                let end = value_end(value)?;
                (Token::Value(&value[..end]), end + 2)
            }
            &byte @ (b';' | b'(' | b')') => (Token::Delimiter(byte), 1),
            b'A'..=b'Z' | b'a'..=b'z' => {
                let letters = rest.iter().take(MAX_IDENT);
                let len = letters.take_while(|byte| byte.is_ascii_alphabetic());
                let len = len.count();
                (Token::Ident(&rest[..len]), len)
            }
            _ => return None,
        };
        self.at = at + len;
        Some(token)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Finds the first `]` that is not escaped.
fn value_end(value: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += value
            .get(at..)?
            .iter()
            .position(|&byte| byte == b']' || byte == b'\\')?;
        if value[at] == b']' {
            return Some(at);
        }
        at += 2;
    }
}

/// Finds `(;`, possibly with white space between the two, at or after an offset.
fn find_start(source: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let rest = source.get(at..)?;
        let open = at + rest.iter().position(|&byte| byte == b'(')?;
        let after = source[open + 1..]
            .iter()
            .position(|&byte| !is_blank(byte))?;
        at = open + 1 + after;
        if source[at] == b';' {
            return Some(open);
        }
    }
}

/// A node of a game that was read.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// The offset after the `;`.
    pub(super) start: usize,
    /// Whether the next node is a child.
    pub(super) has_child: bool,
    /// The next variation of the same parent, or 0.
    pub(super) sibling: usize,
    /// Whether the node is the first of its game tree in parentheses.
    pub(super) opens: bool,
}

/// A game tree that is open.
#[derive(Default)]
struct Open {
    /// The last node of the sequence, if there is one.
    last: Option<usize>,
    /// The first node of the last variation.
    variation: Option<usize>,
    has_ended: bool,
}

/// A game: its nodes, parents before children, and the offset after it.
pub(super) struct Parsed {
    pub(super) nodes: Vec<Mark>,
    pub(super) end: usize,
}

const TRUNCATED: &str = "unexpected end of SGF data";

/// Reads the first game at or after an offset. `None` if there is none.
pub(super) fn parse(source: &[u8], at: usize) -> Result<Option<Parsed>, &'static str> {
    let Some(start) = find_start(source, at) else {
        return Ok(None);
    };
    let mut tokens = Tokens::new(source, start);
    let mut nodes = Vec::with_capacity((source.len() - start) / 8);
    let mut open: Vec<Open> = Vec::new();
    // In a node; directly after an identifier; after an identifier or a value of a property in no node.
    let (mut in_node, mut needs_value, mut is_stray) = (false, false, false);
    // After an identifier or a value.
    let mut in_property = false;
    loop {
        let token = tokens.next().ok_or(TRUNCATED)?;
        if let Token::Value(_) = token {
            if !in_property {
                return Err("unexpected value");
            }
            needs_value = false;
            continue;
        }
        if needs_value {
            return Err("property with no values");
        }
        if is_stray {
            return Err("property value outside a node");
        }
        let delimiter = match token {
            Token::Ident(_) => {
                (in_property, needs_value, is_stray) = (true, true, !in_node);
                continue;
            }
            Token::Value(_) => continue,
            Token::Delimiter(delimiter) => delimiter,
        };
        in_property = false;
        in_node = delimiter == b';';
        if !in_node {
            if let Some(tree) = open.last_mut() {
                if tree.last.is_none() {
                    return Err("empty sequence");
                }
                tree.has_ended = true;
            }
            if delimiter == b'(' {
                open.push(Open::default());
                continue;
            }
            open.pop();
            if open.is_empty() {
                return Ok(Some(Parsed {
                    nodes,
                    end: tokens.at,
                }));
            }
            continue;
        }
        let (tree, parents) = open.split_last_mut().ok_or("unexpected node")?;
        if tree.has_ended {
            return Err("unexpected node");
        }
        let node = nodes.len();
        let mut opens = false;
        match tree.last {
            Some(last) => nodes[last].has_child = true,
            None => {
                opens = true;
                if let Some(parent) = parents.last_mut() {
                    match parent.variation.replace(node) {
                        Some(before) => nodes[before].sibling = node,
                        None => nodes[parent.last.unwrap_or(0)].has_child = true,
                    }
                }
            }
        }
        nodes.push(Mark {
            start: tokens.at,
            has_child: false,
            sibling: 0,
            opens,
        });
        // Most nodes are like this one: `;B[pd]`. The semicolon was read.
        tokens.at -= 1;
        let first = tokens.at;
        let short = tokens.short_nodes();
        if short.count == 0 {
            tokens.at = first + 1;
        } else {
            for at in 1..short.count {
                nodes[node + at - 1].has_child = true;
                nodes.push(Mark {
                    start: first + at * short.step + 1,
                    has_child: false,
                    sibling: 0,
                    opens: false,
                });
            }
            in_property = true;
        }
        tree.last = Some(nodes.len() - 1);
    }
}
