use kifu_core::Color;

use crate::object::object;

object! {
    /// A player: an element of `players`.
    pub struct Player {
        /// The colour by its English name, in lowercase: `black`, `white`, or any other.
        pub color: Option<String> = "color",
        /// The name of the player.
        pub name: Option<String> = "name",
        /// The rank of the player: `15k`, `4d`, `2p`.
        pub rank: Option<String> = "rank",
        /// The team for which the player plays.
        pub team: Option<String> = "team",
        /// The country of the player; only version 2 has it.
        pub country: Option<String> = "country",
    }
}

impl Player {
    /// The side, if the colour is black or white; `Black` and `B` are understood as well.
    pub fn side(&self) -> Option<Color> {
        self.color.as_deref()?.parse().ok()
    }
}
