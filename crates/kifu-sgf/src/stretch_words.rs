//! Stretches of a game tree in words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Move, Size};

use crate::{Property, Stretch, value};

impl Stretch<'_> {
    /// Describes its moves and notes, such as `moves 1–12  B Q16 … W D4  [2 comments, leaf]`. Points
    /// are named as on a board of this size; unreadable moves are shown as they are written.
    ///
    /// ```
    /// use kifu_sgf::{Document, Size, Stretches};
    ///
    /// let document = Document::parse("(;B[dd]N[Start];W[pp](;B[])(;B[cc]C[!]))")?;
    /// let root = document.roots().next().unwrap();
    /// let stretches = Stretches::new(&document, root, None);
    /// let described: Vec<_> = stretches.map(|stretch| stretch.describe(Size::default())).collect();
    /// assert_eq!(
    ///     described,
    ///     ["moves 1–2  B D16 … W Q4  [\"Start\"]", "move 3  B pass  [leaf]", "move 3  B C17  [1 comment, leaf]"]
    /// );
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn describe(&self, size: Size) -> String {
        let first = self.moves_before + 1;
        let moves = match (self.first_move, self.last_move) {
            (Some(only), Some(_)) if self.moves == 1 => {
                format!("move {first}  {}", move_name(only, size))
            }
            (Some(from), Some(to)) => {
                let last = self.moves_before + self.moves;
                let (from, to) = (move_name(from, size), move_name(to, size));
                format!("moves {first}–{last}  {from} … {to}")
            }
            _ => format!("{} without a move", count(self.nodes, "node")),
        };
        let notes = self.notes();
        if notes.is_empty() {
            return moves;
        }
        format!("{moves}  [{}]", notes.join(", "))
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(name) = self.named.and_then(|node| node.simple_text("N")) {
            let name: String = name.trim().chars().take(40).collect();
            notes.push(format!("\"{name}\""));
        }
        if self.comments > 0 {
            notes.push(count(self.comments, "comment"));
        }
        if self.variations == 0 {
            notes.push("leaf".to_owned());
        } else if self.cut {
            notes.push(format!("{} not shown", count(self.variations, "variation")));
        }
        notes
    }
}

/// The name of a move, such as `B Q16` or `W pass`; the start of its value if the value cannot be read.
fn move_name(played: Property<'_>, size: Size) -> String {
    let color = played.ident().player().map_or(' ', Color::letter);
    let raw = played.value().map_or(&b""[..], |value| value.raw());
    let name = match value::action(raw, size).map(|read| read.value) {
        Ok(Move::Pass) => Some("pass".to_owned()),
        Ok(Move::Play(point)) => size.western(point).map(|name| name.to_string()),
        Err(_) => None,
    };
    let name = name.unwrap_or_else(|| {
        let raw = raw.trim_ascii();
        format!("[{}]", String::from_utf8_lossy(&raw[..raw.len().min(8)]))
    });
    format!("{color} {name}")
}

/// `1 node`, `2 nodes`.
fn count(n: u64, one: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {one}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Stretches};

    #[test]
    fn long_paths_are_cut_at_their_start() {
        let document = Document::parse("(;(;(;(;)(;N[x]))(;))(;C[a];C[b]))").unwrap();
        let root = document.roots().next().unwrap();
        let mut stretches = Stretches::new(&document, root, None);
        let mut rows = Vec::new();
        while let Some(stretch) = stretches.next() {
            let described = stretch.describe(Size::default());
            rows.push((stretches.path_name(&stretch, 2), described));
        }
        let rows: Vec<(&str, &str)> = rows.iter().map(|(path, row)| (&**path, &**row)).collect();
        assert_eq!(
            rows,
            [
                ("main", "1 node without a move"),
                ("0", "1 node without a move"),
                ("0.0", "1 node without a move"),
                ("…0.0", "1 node without a move  [leaf]"),
                ("…0.1", "1 node without a move  [\"x\", leaf]"),
                ("0.1", "1 node without a move  [leaf]"),
                ("1", "2 nodes without a move  [2 comments, leaf]"),
            ]
        );
    }
}
