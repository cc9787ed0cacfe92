//! To the game in which formats meet, and back ([`kifu_tree::game`]).
//!
//! What SGF has words for is read and written in them. For the rest there is the private
//! property `KX`: what a [`Game`] can say and SGF cannot, and what other formats have carried
//! along. [FORMAT.md](crate::format) describes it.
//!
//! ```
//! use kifu_sgf::{Document, convert::{Carriage, from_game, to_game}};
//!
//! let document = Document::parse("(;FF[3]PB[Sato]KM[6.50];B[qd]GW[1])").unwrap();
//! let mut game = to_game(&document, document.roots().next().unwrap()).value;
//! assert_eq!(game.info.players[0].name.as_deref(), Some("Sato"));
//! game.info.event = Some("Meijin".into());
//! // Everything comes back as it was; what was edited is new.
//! assert_eq!(
//!     from_game(&game, Carriage::Full).value,
//!     "(;FF[3]PB[Sato]KM[6.50]EV[Meijin]\n;B[qd]GW[1])\n"
//! );
//! ```

mod head;
mod leaf;
mod node;
mod private;
mod read;
mod write;

pub use kifu_tree::game::{Carriage, Converted, Loss};
pub use read::{POINTS_A_BYTE, to_game};
pub use write::from_game;

use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::Size;
use kifu_tree::game::{Game, Info, Node};

/// The name of the format in [`Carried::format`](kifu_tree::game::Carried::format).
pub const FORMAT: &str = "sgf";

/// A property to be written: its values as they stand between the brackets, decoded but
/// still escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Words {
    ident: String,
    values: Vec<String>,
}

impl Words {
    fn new(ident: &str, values: Vec<String>) -> Words {
        Words {
            ident: ident.into(),
            values,
        }
    }

    fn one(ident: &str, value: impl Into<String>) -> Words {
        Words::new(ident, [value.into()].into())
    }
}

/// What properties are read into, and written from: a node, and for a root what is said of
/// the game.
#[derive(Clone, Debug, Default)]
struct Saying {
    info: Option<Info>,
    node: Node,
    size: Size,
    /// Points mean what they mean in Go.
    is_go: bool,
}

impl Saying {
    /// An empty one of the same kind.
    fn blank(&self) -> Saying {
        Saying {
            info: self.info.is_some().then(Info::default),
            node: Node::default(),
            size: self.size,
            is_go: self.is_go,
        }
    }

    /// Reads a property, if SGF and the game both have words for what it says.
    fn read(&mut self, words: &Words) -> bool {
        let Words { ident, values } = words;
        let info = self.info.as_mut();
        info.is_some_and(|info| head::read(info, ident, values, self.size))
            || node::read(&mut self.node, ident, values, self.size, self.is_go)
    }

    /// The properties that say it, as far as SGF has words.
    fn words(&self) -> Vec<Words> {
        let mut words = Vec::new();
        if let Some(info) = &self.info {
            head::write(info, self.size, &mut words);
        }
        node::write(&self.node, &mut words);
        for value in words.iter_mut().flat_map(|words| &mut words.values) {
            without_shifts(value);
        }
        words
    }

    /// What of these properties reads.
    fn of(words: &[Words], like: &Saying) -> Saying {
        let mut read = like.blank();
        for words in words {
            read.read(words);
        }
        read
    }

    /// Whether two say the same, apart from what is carried.
    fn says_as_much_as(&self, other: &Saying) -> bool {
        self.info == other.info && self.node == other.node
    }

    /// Whether a property says what the one of the same name among `words` says.
    fn agrees(&self, one: &Words, words: &[Words]) -> bool {
        let mut alone = self.blank();
        if !matches!(&*one.ident, "B" | "W") {
            // The clock is that of whoever moved.
            alone.node.play = self.node.play;
        }
        alone.read(one)
            && alone
                .words()
                .iter()
                .any(|said| said.ident == one.ident && words.contains(said))
    }
}

/// Takes out what a reader could take for a shift to another charset of ISO-2022, which SGF
/// may be in. Returns whether there was any.
fn without_shifts(value: &mut String) -> bool {
    const SHIFTS: [char; 3] = ['\x0E', '\x0F', '\x1B'];
    let has_any = value.contains(SHIFTS);
    if has_any {
        value.retain(|c| !SHIFTS.contains(&c));
    }
    has_any
}

/// The board of a game, where it says none.
fn size_of(game: &Game) -> Size {
    game.info.size.unwrap_or_default()
}

/// A value with each bracket escaped that could be taken for structure, and no escape
/// without a character. It reads as the same text.
fn readable(raw: String) -> String {
    let mut escaped = false;
    let is_plain = !raw.bytes().any(|byte| matches!(byte, b'[' | b']' | b'\\'));
    if is_plain {
        return raw;
    }
    let mut out = String::with_capacity(raw.len() + 2);
    for c in raw.chars() {
        if !escaped && matches!(c, '[' | ']') {
            out.push('\\');
        }
        out.push(c);
        escaped = c == '\\' && !escaped;
    }
    if escaped {
        out.pop();
    }
    out
}
