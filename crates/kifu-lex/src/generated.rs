//! Generated from properties.txt of kifu-sgf by `cargo xtask codegen`. Edit that file instead.

/// Properties that are common in the root of a game and unlikely in text.
pub(crate) const AFTER_A_VALUE: [&[u8]; 24] = [b"AN", b"AP", b"BR", b"BT", b"CA", b"CP", b"DT", b"EV", b"FF", b"GM", b"GN", b"HA", b"KM", b"OT", b"PB", b"PC", b"PW", b"RE", b"RO", b"RU", b"SZ", b"TM", b"WR", b"WT"];
