//! Many games in one file, made for being searched.
//!
//! A [`Builder`] makes the bytes of an index; an [`Index`] reads them, and of them only what a
//! search needs. [`Contents`] is all of it. An [`Update`] makes the next index without reading again the
//! files that did not change.
//!
//! ```
//! use std::io::Cursor;
//!
//! use kifu_core::{Action, Color, Move, Point, Size};
//! use kifu_search::index::{Builder, File, Index};
//! use kifu_search::{Line, Pattern, Query, Winner};
//!
//! let moves = [(Color::Black, Point::new(3, 3)), (Color::White, Point::new(15, 15))];
//! let moves = moves.map(|(color, point)| Action::Play(color, Move::Play(point)));
//! let mut builder = Builder::new();
//! builder.file(&File { name: b"games/first.sgf".to_vec(), games: 1, ..File::default() });
//! builder.game(1, &Line::new(Size::default(), moves), Winner::Black);
//! let bytes = builder.finish();
//!
//! let mut index = Index::open(Cursor::new(bytes))?;
//! let (pattern, _) = Pattern::parse("+----\n|. . . .\n|. . . .\n|. . . .\n|. . . O\n");
//! let query = Query { any_symmetry: true, ..Query::new(pattern.unwrap()) };
//! let mut numbers = Vec::new();
//! index.search(&query, |game, found| {
//!     numbers.push((game.file, game.number, found.hits().next().unwrap().first));
//!     true
//! })?;
//! assert_eq!(numbers, [(0, 1, 2)]);
//! assert_eq!(index.file(0)?.name, b"games/first.sgf");
//! # Ok::<(), kifu_search::index::Error>(())
//! ```
//!
//! # The format
//!
//! Version 1; all numbers are little-endian. A header (the eight bytes `kifuidx` and LF, the
//! version, the length of the directory, its CRC-32, and the number of files, 4 bytes each), the
//! directory, then the parts that it lists. Games of one size of board are in blocks of 1,024 at most. A block
//! has two parts: for each colour and each point of the board a bit for each game, set if there ever
//! was such a stone, by which most games are told not to have a pattern; and the games, a byte for most
//! moves: how far it is from the one before, with captures told, so that no rules are needed to
//! play them. The other parts are the names and stamps of the files.

mod builder;
mod code;
mod part;
mod reader;
mod update;

pub use builder::{Builder, File, Stamp};
pub use reader::{Contents, Error, Game, Index};
pub use update::{Previous, Update, UpdateCounts, Updated};
