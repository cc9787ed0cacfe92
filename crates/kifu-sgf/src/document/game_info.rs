//! The information about a game: players, result, date and so on.

use alloc::borrow::Cow;

use kifu_core::{Points, Size};
use kifu_tree::NodeId;

use super::{Document, Visit};
use crate::GameContext;

/// The information about a game. Returned by [`Document::game_info`].
///
/// Texts are decoded, with line breaks replaced by spaces except in [`comment`](GameInfo::comment), and otherwise as
/// written; the functions of [`value`](crate::value) parse them. A text is `None` if the game does not have the
/// property.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GameInfo<'d> {
    /// The board size: `SZ` if it is valid, or else the usual size for the type of game, or else 19×19.
    pub size: Size,
    /// The komi in points, on the scale of the program that wrote the record; `None` if it is missing or not a
    /// number.
    pub komi: Option<Points>,
    /// The number of handicap stones: `HA`; `None` if it is missing or not a number from 0.
    pub handicap: Option<u32>,
    /// Black's name: `PB`.
    pub black: Option<Cow<'d, str>>,
    /// White's name: `PW`.
    pub white: Option<Cow<'d, str>>,
    /// Black's rank: `BR`.
    pub black_rank: Option<Cow<'d, str>>,
    /// White's rank: `WR`.
    pub white_rank: Option<Cow<'d, str>>,
    /// Black's team: `BT`.
    pub black_team: Option<Cow<'d, str>>,
    /// White's team: `WT`.
    pub white_team: Option<Cow<'d, str>>,
    /// The result: `RE`; see [`value::result`](crate::value::result()).
    pub result: Option<Cow<'d, str>>,
    /// The dates: `DT`; see [`value::dates`](crate::value::dates).
    pub date: Option<Cow<'d, str>>,
    /// The name of the game: `GN`.
    pub name: Option<Cow<'d, str>>,
    /// The event: `EV`.
    pub event: Option<Cow<'d, str>>,
    /// The round of the event: `RO`.
    pub round: Option<Cow<'d, str>>,
    /// The place where the game was played: `PC`.
    pub place: Option<Cow<'d, str>>,
    /// The rules: `RU`; see [`value::rules`](crate::value::rules).
    pub rules: Option<Cow<'d, str>>,
    /// The time limit in seconds, as written: `TM`.
    pub time_limit: Option<Cow<'d, str>>,
    /// The overtime: `OT`.
    pub overtime: Option<Cow<'d, str>>,
    /// The name of the opening: `ON`.
    pub opening: Option<Cow<'d, str>>,
    /// The person who wrote the comments: `AN`.
    pub annotator: Option<Cow<'d, str>>,
    /// The source of the record, such as a book: `SO`.
    pub source: Option<Cow<'d, str>>,
    /// The person or program that entered the record: `US`.
    pub user: Option<Cow<'d, str>>,
    /// The copyright: `CP`.
    pub copyright: Option<Cow<'d, str>>,
    /// The comment about the game, with its line breaks: `GC`.
    pub comment: Option<Cow<'d, str>>,
}

impl<'d> GameInfo<'d> {
    fn field(&mut self, ident: [u8; 2]) -> Option<&mut Option<Cow<'d, str>>> {
        Some(match &ident {
            b"PB" => &mut self.black,
            b"PW" => &mut self.white,
            b"BR" => &mut self.black_rank,
            b"WR" => &mut self.white_rank,
            b"BT" => &mut self.black_team,
            b"WT" => &mut self.white_team,
            b"RE" => &mut self.result,
            b"DT" => &mut self.date,
            b"GN" => &mut self.name,
            b"EV" => &mut self.event,
            b"RO" => &mut self.round,
            b"PC" => &mut self.place,
            b"RU" => &mut self.rules,
            b"TM" => &mut self.time_limit,
            b"OT" => &mut self.overtime,
            b"ON" => &mut self.opening,
            b"AN" => &mut self.annotator,
            b"SO" => &mut self.source,
            b"US" => &mut self.user,
            b"CP" => &mut self.copyright,
            b"GC" => &mut self.comment,
            _ => return None,
        })
    }
}

impl Document {
    /// Returns the information about the game with this root: players, result, komi and so on. Each value is taken
    /// from the first node of the main line that has the property, which is not always the root. Takes time
    /// proportional to the length of the main line.
    ///
    /// ```
    /// use kifu_sgf::Document;
    ///
    /// let doc = Document::parse("(;SZ[19]PB[Honinbo\nShusaku]BR[6d]RE[B+2]KM[6.5]HA[2];W[qd]EV[Castle game])")?;
    /// let info = doc.game_info(doc.roots().next().unwrap());
    /// assert_eq!(info.black.as_deref(), Some("Honinbo Shusaku"));
    /// assert_eq!((info.result.as_deref(), info.white), (Some("B+2"), None));
    /// assert_eq!(info.komi.unwrap().to_string(), "6.5");
    /// assert_eq!((info.size.cols(), info.handicap), (19, Some(2)));
    /// assert_eq!(info.event.as_deref(), Some("Castle game"));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the id comes from another, larger document.
    pub fn game_info(&self, root: NodeId) -> GameInfo<'_> {
        let context = GameContext::of(self.node(root));
        let charset = self.charset(root).charset;
        let mut info = GameInfo {
            size: context.size,
            ..GameInfo::default()
        };
        let (mut komi, mut handicap) = (None, None);
        for visit in self.visit_main_line(root, context.size) {
            let Visit::Node(node) = visit else {
                continue;
            };
            for property in node.properties() {
                let Some(value) = property.value() else {
                    continue;
                };
                let mut letters = property.ident().significant();
                let (Some(first), Some(second), None) =
                    (letters.next(), letters.next(), letters.next())
                else {
                    continue;
                };
                let ident = [first, second];
                if ident == *b"HA" {
                    let stones = value.number().ok();
                    let stones = stones.and_then(|stones| u32::try_from(stones.value).ok());
                    handicap.get_or_insert(stones);
                    continue;
                }
                let text = if ident == *b"KM" {
                    Some(&mut komi)
                } else {
                    info.field(ident)
                };
                if let Some(text @ None) = text {
                    let decoded = if ident == *b"GC" {
                        value.text(charset)
                    } else {
                        value.simple_text(charset)
                    };
                    *text = Some(decoded.text);
                }
            }
        }
        info.handicap = handicap.flatten();
        info.komi = komi.and_then(|text: Cow<'_, str>| self.node(root).meant_komi(&text, &context));
        info
    }
}
