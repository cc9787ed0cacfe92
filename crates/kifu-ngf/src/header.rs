//! Reads the values of a header.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_core::{ByColor, Outcome, Points, Size};
use kifu_span::{Code, Diagnostic, Span};
use kifu_value::{Date, Rank};

use crate::codes;
use crate::scan::{Key, Layout, LineContent, Parts, number};

/// The information of a header, where it can be read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The players.
    pub players: ByColor<Player>,
    /// The size of the board, 19 unless the header states another one.
    pub size: Size,
    /// The points that White receives.
    pub komi: Option<Points>,
    /// The number of handicap stones, 0 or 2 to 9. Files also state a handicap of 1, which has no stones.
    pub handicap: u8,
    /// The result.
    pub result: Option<Outcome>,
    /// The day on which the game was played.
    pub date: Option<Date>,
    /// The main time in seconds.
    pub main_time: Option<u32>,
    /// The name of the game.
    pub title: Option<String>,
    /// The place, which is the address of the server.
    pub place: Option<String>,
}

/// A player in a header.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The name of the account.
    pub name: Option<String>,
    /// The rank.
    pub rank: Option<Rank>,
}

struct Reader<'d> {
    source: &'d [u8],
    charset: Charset,
    parts: &'d Parts,
    diagnostics: Vec<Diagnostic>,
}

/// Reads the header, and returns the findings about it.
pub(crate) fn read(source: &[u8], charset: Charset, parts: &Parts) -> (Header, Vec<Diagnostic>) {
    let mut reader = Reader {
        source,
        charset,
        parts,
        diagnostics: Vec::new(),
    };
    let header = reader.header();
    reader.check_texts();
    (header, reader.diagnostics)
}

impl<'d> Reader<'d> {
    /// The line with this meaning, unless it is empty.
    fn find(&self, key: Key) -> Option<Span> {
        let mut fields = self.parts.fields.iter();
        let found = fields.find(|field| field.key == key && !field.span.is_empty());
        found.map(|field| field.span)
    }

    fn text(&self, span: Span) -> Cow<'d, str> {
        self.charset.decode(span.of(self.source)).text
    }

    fn owned(&self, key: Key) -> Option<String> {
        Some(self.text(self.find(key)?).into_owned())
    }

    fn report(&mut self, code: &'static Code, span: Span, message: impl Into<Cow<'static, str>>) {
        self.diagnostics.push(code.at(span, message));
    }

    /// The value of a line, as `read` reads it. Reports a line that is not what is `expected`.
    fn value<T>(
        &mut self,
        key: Key,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let span = self.find(key)?;
        let value = read(&self.text(span));
        if value.is_none() {
            let message = format!("the {} is not {expected}", key.name());
            self.report(codes::BAD_VALUE, span, message);
        }
        value
    }

    fn header(&mut self) -> Header {
        let handicap = self.value(Key::Handicap, "a number from 0 to 9", |text| {
            text.parse::<u8>().ok().filter(|count| *count <= 9)
        });
        let komi = self.value(Key::Komi, "a number of points", |text| {
            text.parse::<Points>().ok()
        });
        let main_time = self.value(Key::Time, "a number of minutes", |text| {
            text.parse::<u32>().ok()?.checked_mul(60)
        });
        let result = self.value(Key::Result, "a sentence about the winner", outcome);
        let date = self.value(Key::Date, "a day such as `20170316` or `2017-03-16`", day);
        let count = self.value(Key::Count, "a number of moves", |text| {
            text.parse::<usize>().ok()
        });
        self.check_count(count);
        self.check_unknown();
        let players = ByColor {
            black: self.player(Key::Black),
            white: self.player(Key::White),
        };
        if self.parts.layout == Layout::Prefixed {
            if let Some(span) = self.find(Key::White) {
                let message = "this line has no colour; the first player is taken as White";
                self.report(codes::UNCERTAIN_PLAYERS, span, message);
            }
        }
        Header {
            players,
            size: self.parts.size,
            komi: komi.map(|komi| full_komi(komi, handicap)),
            handicap: handicap.filter(|count| *count > 1).unwrap_or(0),
            result: result.or_else(|| self.result_at_the_end()),
            date,
            main_time,
            title: self.owned(Key::Title),
            place: self.owned(Key::Place),
        }
    }

    fn check_count(&mut self, count: Option<usize>) {
        let found = self.parts.count;
        if let (Some(count), Some(span)) = (count, self.find(Key::Count)) {
            if count != found {
                let message = format!("the header states {count} moves, but the file has {found}");
                self.report(codes::MISSING_MOVES, span, message);
            }
        }
    }

    fn check_unknown(&mut self) {
        for field in &self.parts.fields {
            let text = field.span.of(self.source);
            if field.key == Key::Unknown && !matches!(text, b"" | b"0") {
                let message = "the meaning of this value is not known";
                self.report(codes::UNKNOWN_VALUE, field.span, message);
            }
        }
    }

    /// The player in a line such as `querdak5   21K*`. Names can contain blanks, so the rank is the last word.
    fn player(&mut self, key: Key) -> Player {
        let Some(span) = self.find(key) else {
            return Player::default();
        };
        let text = self.text(span);
        let split = text.rsplit_once(char::is_whitespace);
        let (name, rank) = match split.and_then(|(name, last)| Some((name, rank(last)?))) {
            Some((name, rank)) => (name.trim_end(), Some(rank)),
            None => {
                let message = format!("the player `{text}` has no rank at the end of the line");
                self.report(codes::BAD_VALUE, span, message);
                (&*text, None)
            }
        };
        Player {
            name: Some(name.into()).filter(|name: &String| !name.is_empty()),
            rank,
        }
    }

    /// The result at the start of the text after the moves, as in `黑中盘胜(…)`.
    fn result_at_the_end(&self) -> Option<Outcome> {
        let texts = self.parts.lines.iter().rev();
        let text = texts.take(1).find_map(|line| match line.content {
            LineContent::Text { text, .. } => Some(text),
            _ => None,
        })?;
        let text = self.text(text);
        kifu_value::result(text.split(['(', '（', '\n']).next()?)
            .ok()
            .map(|read| read.value)
    }

    /// Reports text that does not decode.
    fn check_texts(&mut self) {
        let fields = self.parts.fields.iter().map(|field| field.span);
        let lines = self.parts.lines.iter();
        let lines = lines.filter(|line| !matches!(line.content, LineContent::Play(..)));
        let lines = lines.map(|line| line.span);
        for span in fields.chain(lines) {
            let bytes = span.of(self.source);
            if !bytes.is_ascii() && self.charset.decode(bytes).malformed {
                let message = format!("this text is not valid {}", self.charset.name());
                self.diagnostics
                    .push(codes::UNDECODABLE_TEXT.at(span, message));
            }
        }
    }
}

/// The komi of a game. In a game without handicap the line omits the half point; in a handicap game it is exact.
fn full_komi(stated: Points, handicap: Option<u8>) -> Points {
    let is_whole = stated.hundredths() % 100 == 0;
    if handicap == Some(0) && is_whole {
        Points::from_hundredths(stated.hundredths().saturating_add(50))
    } else {
        stated
    }
}

/// Reads a rank such as `9DP` (professional), `7D*`, `21K*`, `7단P` or `初段`.
fn rank(text: &str) -> Option<Rank> {
    let (text, is_professional) = match text.strip_suffix('P') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let rank = text.parse::<Rank>().ok()?.bare();
    if is_professional {
        Rank::professional(rank.number)
    } else {
        Some(rank)
    }
}

/// Reads a result such as `White wins by  resign!`, `250수 흑7집승` or `Progressing!`.
fn outcome(text: &str) -> Option<Outcome> {
    if text
        .trim_end_matches('!')
        .eq_ignore_ascii_case("progressing")
    {
        return Some(Outcome::Playing);
    }
    kifu_value::result(text).ok().map(|read| read.value)
}

/// Reads a day such as `20170316 [09:51]`, `2009-03-25` or `2006-9-5`.
fn day(text: &str) -> Option<Date> {
    let text = text.split('[').next()?.trim_end();
    let text = text.as_bytes();
    let (year, month, day) = match text {
        [_, _, _, _, _, _, _, _] if text.iter().all(u8::is_ascii_digit) => {
            (&text[..4], &text[4..6], &text[6..])
        }
        _ => {
            let mut parts = text.split(|byte| matches!(byte, b'-' | b'/' | b'.'));
            let found = (parts.next()?, parts.next()?, parts.next()?);
            if parts.next().is_some() {
                return None;
            }
            found
        }
    };
    Date::new(number(year)?, Some(number(month)?), Some(number(day)?))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn ranks_have_a_mark_of_the_kind_of_account() {
        for (text, expected) in [
            ("9DP", "9p"),
            ("7D*", "7d"),
            ("21K*", "21k"),
            ("7단P", "7p"),
            ("5단*", "5d"),
            ("初段", "1d"),
            ("五段", "5d"),
        ] {
            assert_eq!(rank(text).unwrap().to_string(), expected, "{text}");
        }
        for text in ["", "P", "11D*", "9KX", "player"] {
            assert_eq!(rank(text), None, "{text}");
        }
    }

    #[test]
    fn days_have_two_forms() {
        for (text, expected) in [
            ("20170316 [09:51]", "2017-03-16"),
            ("2009-03-25", "2009-03-25"),
            ("2006-9-5", "2006-09-05"),
        ] {
            assert_eq!(day(text).unwrap().to_string(), expected);
        }
        for text in ["5", "20171316", "2017-03", "2017-03-16-1", "Black wins"] {
            assert_eq!(day(text), None, "{text}");
        }
    }

    #[test]
    fn results_are_sentences() {
        for (text, expected) in [
            ("White wins by  resign!", "W+R"),
            ("Black wins by 0.5!", "B+0.5"),
            ("250수 흑7집승", "B+7"),
            ("White loses on time", "B+T"),
            ("White wins by time!", "W+T"),
            ("白中盘胜", "W+R"),
        ] {
            assert_eq!(outcome(text).unwrap().to_string(), expected, "{text}");
        }
        assert_eq!(outcome("Progressing!"), Some(Outcome::Playing));
        assert_eq!(outcome("5"), None);
    }
}
