//! Players: `PB`, `PW`, `BP`, `WP`, `PI` (FF\[4\]; 2016 draft, *PB, PW*, and its appendix).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::Color;

use super::rank::{Standing, list, split, write_list};
use super::scan::Scan;
use super::{Leniency, Parsed, ReadError, ReadErrorKind, span};

const NAME: &str = "the name of a player";

/// The name of a player, and the ranks after the name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// The name of the player.
    pub name: String,
    /// The ranks after the name; usually empty, because records state ranks in `BR` and `WR`.
    pub ranks: Vec<Standing>,
}

/// The players of a side: at least one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Players(pub Vec<Player>);

/// Writes the name and the ranks, such as `Segoe Kensaku, 8d`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.ranks.is_empty() {
            f.write_str(", ")?;
        }
        write_list(f, &self.ranks)
    }
}

/// Writes the players, separated by ` & `.
impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, player) in self.0.iter().enumerate() {
            let and = if n == 0 { "" } else { " & " };
            write!(f, "{and}{player}")?;
        }
        Ok(())
    }
}

/// Reads the players of a side, or one value of `BP` or `WP`.
///
/// Players are separated by `&`. A name can be followed by a comma and ranks; any other comma belongs to the name. A
/// slash between spaces is read as a separator too, which is a guess.
///
/// ```
/// use kifu_value::players;
///
/// let read = players("Segoe Kensaku, 8d & Makino Jozan, 3d").unwrap();
/// assert!(read.is_exact());
/// assert_eq!(read.value.0[1].name, "Makino Jozan");
/// assert_eq!(players("Yang, Huiren").unwrap().value.0.len(), 1);
/// ```
///
/// # Errors
///
/// [`ReadError`] if a name is empty.
pub fn players(text: &str) -> Result<Parsed<Players>, ReadError> {
    let slash = " / ";
    let guess = text.contains(slash) && !text.contains(['&', '＆']);
    let separators: &[char] = if guess { &['/'] } else { &['&', '＆'] };
    let mut players = Vec::new();
    for (at, part) in split(text, separators) {
        players.push(player(part).map_err(|error| error.moved(at))?);
    }
    let value = Players(players);
    let whole = span(0, text.len());
    if guess {
        let how = Leniency::guess("a slash between players", whole);
        return Ok(Parsed::lenient(value, how));
    }
    let exact = alloc::format!("{value}") == text;
    let other = Leniency::certain("a list of players with nonstandard spacing or ranks", whole);
    Ok(Parsed::exact(value).or_leniency((!exact).then_some(other)))
}

fn player(text: &str) -> Result<Player, ReadError> {
    if text.is_empty() {
        return Err(ReadError::new(ReadErrorKind::Empty, NAME, 0, 0));
    }
    let ranked = text.split_once(',').and_then(|(name, ranks)| {
        let ranks = list(ranks.trim()).ok()?.value;
        let name = name.trim();
        (!name.is_empty()).then(|| Player {
            name: name.into(),
            ranks,
        })
    });
    Ok(ranked.unwrap_or_else(|| Player {
        name: text.into(),
        ranks: Vec::new(),
    }))
}

/// A person of `PI`: the seat and the player in that seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Person {
    /// The side for which the person plays.
    pub color: Color,
    /// The position among the players of the side, from 1.
    pub number: u8,
    /// The name and the ranks of the person.
    pub player: Player,
}

/// Writes the seat, the name and the ranks, such as `B1 : Takahara Shuuji : 3p`.
impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Player { name, ranks } = &self.player;
        write!(f, "{}{} : {name}", self.color.letter(), self.number)?;
        if !ranks.is_empty() {
            f.write_str(" : ")?;
        }
        write_list(f, ranks)
    }
}

/// Reads one value of `PI` (people involved).
///
/// ```
/// use kifu_core::Color;
/// use kifu_value::person;
///
/// let read = person("W1 : Hasegawa Sunao : 9p").unwrap();
/// assert_eq!((read.value.color, read.value.number), (Color::White, 1));
/// assert_eq!(read.value.player.name, "Hasegawa Sunao");
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text does not start with a seat such as `B1`, or does not have a name.
pub fn person(text: &str) -> Result<Parsed<Person>, ReadError> {
    let mut scan = Scan::new(text);
    let seat = "a seat such as `B1 :`";
    scan.skip_spaces();
    let color = scan.word(&[("b", Color::Black), ("w", Color::White)]);
    let color = color.ok_or_else(|| scan.expected(seat))?;
    let start = scan.at();
    let number = match scan.digits() {
        Some((number, _)) => u8::try_from(number).map_err(|_| scan.impossible(start, seat))?,
        None => 1,
    };
    scan.skip_spaces();
    if !scan.eat(":") {
        return Err(scan.expected(seat));
    }
    let at = scan.at();
    let (name, ranks) = match scan.rest().rsplit_once(':') {
        Some((name, ranks)) => {
            let start = text.len() - ranks.len();
            let ranks = list(ranks.trim()).map_err(|error| error.moved(start))?;
            (name, ranks.value)
        }
        None => (scan.rest(), Vec::new()),
    };
    let name = name.trim();
    if name.is_empty() {
        return Err(ReadError::new(ReadErrorKind::Empty, NAME, at, at));
    }
    let player = Player {
        name: name.into(),
        ranks,
    };
    let value = Person {
        color,
        number,
        player,
    };
    let exact = alloc::format!("{value}") == text;
    let other = scan.certain("a person with nonstandard spacing");
    Ok(Parsed::exact(value).or_leniency((!exact).then_some(other)))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn players_and_their_ranks() {
        for (text, count, ranks, exact) in [
            ("Sato", 1, 0, true),
            (
                "Segoe Kensaku & Makino Jozan & Fujisawa Kuranosuke",
                3,
                0,
                true,
            ),
            ("Segoe Kensaku, 8d & Makino Jozan, 3d", 2, 2, true),
            (
                "Osawa Narumi, Women's Kakusei & Yuki Satoshi, 9p",
                2,
                2,
                true,
            ),
            ("Yang, Huiren", 1, 0, true),
            ("a&b", 2, 0, false),
            ("Cho,9p", 1, 1, false),
            ("A / B", 2, 0, false),
            ("A/B", 1, 0, true),
            ("GnuGo (GNU Go 3.1.27)", 1, 0, true),
        ] {
            let read = players(text).unwrap();
            assert_eq!(read.value.0.len(), count, "{text}");
            let found: usize = read.value.0.iter().map(|player| player.ranks.len()).sum();
            assert_eq!(found, ranks, "{text}");
            assert_eq!(read.is_exact(), exact, "{text}");
            let written = read.value.to_string();
            assert_eq!(players(&written).unwrap().value, read.value, "{text}");
        }
        for wrong in ["", " ", "&", "A & ", "A && B"] {
            assert!(players(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn people_and_their_seats() {
        for (text, canonical) in [
            ("B1 : Takahara Shuuji : 3p", "B1 : Takahara Shuuji : 3p"),
            ("W2: Sato", "W2 : Sato"),
        ] {
            let read = person(text).unwrap();
            assert_eq!(read.value.to_string(), canonical);
            assert_eq!(person(canonical).unwrap(), Parsed::exact(read.value));
        }
        for wrong in [
            "",
            "B1",
            "X1 : A",
            "B1 :  : 3p",
            "B1 : A : boss",
            "B999 : A",
        ] {
            assert!(person(wrong).is_err(), "{wrong}");
        }
    }
}
