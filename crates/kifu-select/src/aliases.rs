use std::collections::HashMap;
use std::fmt;

use crate::{Field, Key, PlayedMove, Size, Subject, Value, fold};

/// Other names of players, such as `Fujisawa Hideyuki` for `Fujisawa Shuko`.
///
/// Each player has one canonical name and any number of other spellings. Two names are equal if [`fold`] returns
/// the same text for both, so case and width do not matter.
///
/// ```
/// use std::sync::Arc;
///
/// use kifu_select::{Aliases, Select};
/// # use kifu_select::{Field, Key, PlayedMove, Size, Subject, Value};
/// # struct Game(&'static str);
/// # impl Subject for Game {
/// #     fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
/// #         *key == Key::Field(Field::Black) && found(Value::Text(self.0))
/// #     }
/// #     fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {}
/// #     fn board(&self) -> Size { Size::default() }
/// # }
/// # let game = Game("藤沢秀行");
///
/// let mut aliases = Aliases::default();
/// aliases.add("Fujisawa Shuko", ["Fujisawa Hideyuki", "藤沢秀行"])?;
/// assert_eq!(aliases.canonical("fujisawa hideyuki"), Some("Fujisawa Shuko"));
///
/// let select = Select::parse(r#"black == "Fujisawa Hideyuki""#).unwrap();
/// assert!(!select.matches(&game)); // Black is 藤沢秀行.
/// assert!(select.with_aliases(Arc::new(aliases)).matches(&game));
/// # Ok::<(), kifu_select::SharedName>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aliases {
    /// The names of each player, the canonical one last.
    players: Vec<Vec<String>>,
    /// The index of the player with each folded name.
    by_name: HashMap<String, usize>,
}

/// The error of adding a name that another player has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedName {
    /// The name that two players would have.
    pub name: String,
    /// The canonical names of both players.
    pub players: [String; 2],
}

impl fmt::Display for SharedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, [a, b]) = (&self.name, &self.players);
        write!(
            f,
            "`{name}` is a name of both `{a}` and `{b}`; keep it for only one of them"
        )
    }
}

impl core::error::Error for SharedName {}

impl Aliases {
    /// Adds a player: the canonical name and its other spellings.
    ///
    /// # Errors
    ///
    /// [`SharedName`] if one of the names belongs to another player. The names before it are added.
    pub fn add<'n>(
        &mut self,
        canonical: &'n str,
        spellings: impl IntoIterator<Item = &'n str>,
    ) -> Result<(), SharedName> {
        let known = self.by_name.get(fold(canonical).as_ref());
        let player = *known.unwrap_or(&self.players.len());
        if player == self.players.len() {
            self.players.push(Vec::new());
        }
        for name in spellings.into_iter().chain([canonical]) {
            let owner = *self
                .by_name
                .entry(fold(name).into_owned())
                .or_insert(player);
            if owner != player {
                let other = self.players[owner].last().cloned().unwrap_or_default();
                return Err(SharedName {
                    name: name.to_owned(),
                    players: [other, canonical.to_owned()],
                });
            }
            self.players[player].push(name.trim().to_owned());
        }
        Ok(())
    }

    /// Returns the canonical name of the player with this name; `None` if the name is unknown.
    pub fn canonical(&self, name: &str) -> Option<&str> {
        self.names(name).last().map(String::as_str)
    }

    /// All names of the player with this name, the canonical one last; none if the name is unknown.
    fn names(&self, name: &str) -> &[String] {
        let player = self.by_name.get(fold(name).as_ref());
        player.map_or(&[], |player| &self.players[*player])
    }

    /// Returns a game whose players have all their names: first the one in the record, and last the canonical one.
    pub fn in_game<'g, S: Subject + ?Sized>(&'g self, game: &'g S) -> AliasedGame<'g, S> {
        AliasedGame {
            aliases: self,
            game,
        }
    }
}

/// A game whose players have all names that [`Aliases`] list.
#[derive(Debug)]
pub struct AliasedGame<'g, S: ?Sized> {
    aliases: &'g Aliases,
    game: &'g S,
}

impl<S: Subject + ?Sized> Subject for AliasedGame<'_, S> {
    fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let is_name = match key {
            Key::Property(ident) => ident == "PB" || ident == "PW",
            Key::Field(field) => {
                use Field::{Black, Loser, Player, White, Winner};
                matches!(field, Player | Black | White | Winner | Loser)
            }
        };
        if !is_name {
            return self.game.any(key, found);
        }
        self.game.any(key, &mut |value| {
            if found(value) {
                return true;
            }
            let Value::Text(name) = value else {
                return false;
            };
            let mut names = self.aliases.names(name).iter();
            names.any(|name| found(Value::Text(name)))
        })
    }

    fn moves(&self, found: &mut dyn FnMut(PlayedMove) -> bool) {
        self.game.moves(found);
    }

    fn board(&self) -> Size {
        self.game.board()
    }
}
