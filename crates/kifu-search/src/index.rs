//! A searchable index of many games in one file.
//!
//! A [`Builder`] creates the bytes of an index. An [`Index`] reads only the sections that a search needs.
//! [`Contents`] holds a whole index in memory. An [`Update`] builds the next index without reading unchanged files
//! again.
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
//! builder.start_file(&File { name: b"games/first.sgf".to_vec(), games: 1, ..File::default() });
//! builder.add_game(1, &Line::new(Size::default(), moves), Winner::Black);
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
//! This section describes version 2 of the format. All numbers are little-endian. A header (the
//! eight bytes `kifuidx` and LF, then 4 bytes each for the version, the length of the directory,
//! its CRC-32 and the number of files) is followed by the directory and the sections that it lists.
//! Games on boards of the same size are grouped into blocks of at most 1,024 games. Each block has
//! two sections. The first has one bit per game for each colour and each point of the board, set if
//! the game ever has a stone of that colour there. These bits rule out most games. The second has
//! the moves of the games, mostly as one byte each: the distance from the previous move. Captures
//! are stored too, so reading does not need the rules. The other sections contain the names and
//! stamps of the files.

mod builder;
mod code;
mod reader;
mod section;
mod update;

pub use builder::{Builder, File, Stamp};
pub use reader::{Contents, Error, Game, Index};
pub use update::{Previous, Update, UpdateCounts, Updated};
