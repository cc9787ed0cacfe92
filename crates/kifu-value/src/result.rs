//! Results: `RE` (FF\[4\]; 2016 draft, *RE*).

use alloc::format;
use alloc::string::{String, ToString};

use kifu_core::{Color, Margin, Outcome, Points};

use super::komi::amount;
use super::scan::Scan;
use super::{Leniency, Parsed, ReadError};

const RESULT: &str = "a result such as `B+3.5`, `W+R`, `0`, `Void` or `?`";

/// Reads the result of a game.
///
/// The standard forms are those of FF\[4\] and the 2016 draft: `B+3.5`, `B+R`, `B+Resign`, `W+T`, `W+Time`,
/// `B+F`, `B+Forfeit`, `B+`, `B+0`, `0`, `Draw`, `Jigo`, `Void`, `Unfinished`, `Playing` and `?`. The reader also
/// accepts sentences in English, Chinese, Japanese and Korean: `Black wins by 12 1/2 points`, `黑胜3又3/4子`, `白4目半勝ち`,
/// `184수 백불계승`.
///
/// A margin in `子` is doubled: Chinese counting compares the winner's stones with half the board, and each stone
/// above that is a difference of two points.
///
/// ```
/// use kifu_value::result;
///
/// assert_eq!(result("黑胜3又3/4子").unwrap().value.to_string(), "B+7.5");
/// assert_eq!(result("White resigns.").unwrap().value.to_string(), "B+R");
/// assert!(result("W+Resign").unwrap().is_exact());
/// assert!(result("john wins").is_err());
/// ```
///
/// # Errors
///
/// [`ReadError`] if a word does not belong to a result, or the winner is not clear. The span is that of the first such
/// word.
pub fn result(text: &str) -> Result<Parsed<Outcome>, ReadError> {
    if is_standard(text) {
        if let Ok(outcome) = text.parse() {
            return Ok(Parsed::exact(outcome));
        }
    }
    let mut scan = Scan::new(text);
    let lenient = scan.certain("a result in a nonstandard form");
    let mut found = Found::default();
    while !scan.is_done() {
        let start = scan.at();
        if scan.skip_while(is_separator) {
            if found.is_complete() && !scan.is_done() && !only_spaces(&text[start..scan.at()]) {
                let outcome = found.outcome(&scan)?;
                scan.back_to(start);
                return Ok(outcome
                    .or_leniency(Some(remark(&scan, text)))
                    .or_leniency(Some(lenient)));
            }
            continue;
        }
        found.take_next(&mut scan)?;
    }
    Ok(found.outcome(&scan)?.or_leniency(Some(lenient)))
}

fn remark(scan: &Scan<'_>, text: &str) -> Leniency {
    Leniency::guess(
        "a remark after the result",
        super::span(scan.at(), text.len()),
    )
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | ',' | '.' | ':' | ';' | '!' | '(')
}

fn only_spaces(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether a text that parses as an [`Outcome`] has a form of a specification.
fn is_standard(text: &str) -> bool {
    match text.strip_prefix(['B', 'W']) {
        Some(by) => match by.strip_prefix('+') {
            Some("" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit") => true,
            Some(points) => points.bytes().all(|b| b.is_ascii_digit() || b == b'.'),
            None => false,
        },
        None => WHOLE.contains(&text),
    }
}

const WHOLE: [&str; 7] = ["0", "Draw", "Jigo", "Void", "?", "Unfinished", "Playing"];

/// A word of a result.
#[derive(Clone, Copy)]
enum Word {
    Side(Color),
    Wins,
    Loses,
    /// A word such as `resigns`: the player named with it loses by this margin, unless another word says who wins.
    LostBy(Margin),
    /// The named player broke a rule or was disconnected, and so forfeits.
    Fault,
    /// A word such as `中盘`: the player named with it wins by this margin, unless another word says who loses.
    WonBy(Margin),
    Whole(Outcome),
    /// The number before this word is a number of moves.
    Moves,
    Nothing,
}

/// The words of results, [folded](super::scan::fold).
const WORDS: &[(&str, Word)] = {
    use Color::{Black, White};
    use Margin::{Forfeit, Resignation, Time};
    use Outcome::{Draw, Playing, Unfinished, Unknown, Void};
    use Word::{Fault, Loses, LostBy, Moves, Nothing, Side, Whole, Wins, WonBy};
    &[
        ("b", Side(Black)),
        ("black", Side(Black)),
        ("schwarz", Side(Black)),
        ("zwart", Side(Black)),
        ("noir", Side(Black)),
        ("黑", Side(Black)),
        ("흑", Side(Black)),
        ("w", Side(White)),
        ("white", Side(White)),
        ("weiss", Side(White)),
        ("weiß", Side(White)),
        ("wit", Side(White)),
        ("blanc", Side(White)),
        ("白", Side(White)),
        ("백", Side(White)),
        ("+", Wins),
        ("win", Wins),
        ("wins", Wins),
        ("won", Wins),
        ("victory", Wins),
        ("gewinnt", Wins),
        ("wint", Wins),
        ("胜", Wins),
        ("胜利", Wins),
        ("胜ち", Wins),
        ("赢", Wins),
        ("승", Wins),
        ("승리", Wins),
        ("lose", Loses),
        ("loses", Loses),
        ("lost", Loses),
        ("负", Loses),
        ("负け", Loses),
        ("败", Loses),
        ("输", Loses),
        ("패", Loses),
        ("resign", LostBy(Resignation)),
        ("resigns", LostBy(Resignation)),
        ("resigned", LostBy(Resignation)),
        ("resignation", LostBy(Resignation)),
        ("res", LostBy(Resignation)),
        ("r", LostBy(Resignation)),
        ("opgave", LostBy(Resignation)),
        ("认输", LostBy(Resignation)),
        ("投子", LostBy(Resignation)),
        ("投了", LostBy(Resignation)),
        ("기권", LostBy(Resignation)),
        ("中盘", WonBy(Resignation)),
        ("中押し", WonBy(Resignation)),
        ("中押", WonBy(Resignation)),
        ("不计", WonBy(Resignation)),
        ("불계", WonBy(Resignation)),
        ("time", LostBy(Time)),
        ("timeout", LostBy(Time)),
        ("t", LostBy(Time)),
        ("tijd", LostBy(Time)),
        ("zeit", LostBy(Time)),
        ("超时", LostBy(Time)),
        ("时间", LostBy(Time)),
        ("时间切れ", LostBy(Time)),
        ("时间切", LostBy(Time)),
        ("시간", LostBy(Time)),
        ("시간초과", LostBy(Time)),
        ("forfeit", LostBy(Forfeit)),
        ("forfeits", LostBy(Forfeit)),
        ("forfeited", LostBy(Forfeit)),
        ("default", LostBy(Forfeit)),
        ("disconnection", Fault),
        ("illegal", Fault),
        ("f", LostBy(Forfeit)),
        ("弃权", LostBy(Forfeit)),
        ("断线", Fault),
        ("掉线", Fault),
        ("反则", Fault),
        ("犯规", Fault),
        ("반칙", Fault),
        ("不战", WonBy(Forfeit)),
        ("부전", WonBy(Forfeit)),
        ("draw", Whole(Draw)),
        ("drawn", Whole(Draw)),
        ("tie", Whole(Draw)),
        ("jigo", Whole(Draw)),
        ("remis", Whole(Draw)),
        ("和棋", Whole(Draw)),
        ("和局", Whole(Draw)),
        ("平局", Whole(Draw)),
        ("持碁", Whole(Draw)),
        ("持棋", Whole(Draw)),
        ("빅", Whole(Draw)),
        ("무승부", Whole(Draw)),
        ("void", Whole(Void)),
        ("no result", Whole(Void)),
        ("无胜负", Whole(Void)),
        ("无效", Whole(Void)),
        ("무효", Whole(Void)),
        ("unfinished", Whole(Unfinished)),
        ("suspended", Whole(Unfinished)),
        ("adjourned", Whole(Unfinished)),
        ("打挂", Whole(Unfinished)),
        ("打ち挂け", Whole(Unfinished)),
        ("打挂け", Whole(Unfinished)),
        ("封盘", Whole(Unfinished)),
        ("中断", Whole(Unfinished)),
        ("对局停止", Whole(Unfinished)),
        ("playing", Whole(Playing)),
        ("in progress", Whole(Playing)),
        ("对局中", Whole(Playing)),
        ("进行中", Whole(Playing)),
        ("对局正在进行中", Whole(Playing)),
        ("대국중", Whole(Playing)),
        ("?", Whole(Unknown)),
        ("unknown", Whole(Unknown)),
        ("不明", Whole(Unknown)),
        ("不详", Whole(Unknown)),
        ("手", Moves),
        ("수", Moves),
        ("手后略", Moves),
        ("끝", Nothing),
        ("만에", Nothing),
        ("총", Nothing),
        ("이하생략", Nothing),
        ("以下略", Nothing),
        ("完", Nothing),
        ("by", Nothing),
        ("on", Nothing),
        ("over", Nothing),
        ("game", Nothing),
        ("the", Nothing),
        ("共", Nothing),
        ("以", Nothing),
        ("方", Nothing),
        ("棋", Nothing),
        ("番", Nothing),
    ]
};

/// The information in the words read so far.
#[derive(Default)]
struct Found {
    color: Option<Color>,
    wins: Option<bool>,
    /// The margin in words, and whether the named player wins if no other word says so.
    by: Option<(Margin, bool)>,
    points: Option<Points>,
    whole: Option<Outcome>,
    /// Information in the text that the outcome cannot express.
    lost: Option<Leniency>,
}

impl Found {
    fn take_next(&mut self, scan: &mut Scan<'_>) -> Result<(), ReadError> {
        let start = *scan;
        if let Some(amount) = amount(scan) {
            let mut after = *scan;
            after.skip_spaces();
            if let (None, Some(Word::Moves)) = (amount.unit, after.word(WORDS)) {
                *scan = after;
                let lost = scan.guess(start.at(), "a number of moves in addition to the result");
                self.lost.get_or_insert(lost);
                return Ok(());
            }
            let points = amount
                .points
                .filter(|&points| !amount.counts_stones() || points <= MOST_BY_STONES)
                .ok_or_else(|| {
                    scan.impossible(
                        start.at(),
                        "a margin with at most two decimals that is possible on a board",
                    )
                })?;
            return set(&mut self.points, points, start);
        }
        match scan.word(WORDS).ok_or_else(|| start.expected(RESULT))? {
            Word::Side(color) => set(&mut self.color, color, start),
            Word::Wins => set(&mut self.wins, true, start),
            Word::Loses => set(&mut self.wins, false, start),
            Word::LostBy(margin) => set(&mut self.by, (margin, false), start),
            Word::Fault => {
                let lost = scan.guess(start.at(), "a foul or a disconnection, read as a forfeit");
                self.lost.get_or_insert(lost);
                set(&mut self.by, (Margin::Forfeit, false), start)
            }
            Word::WonBy(margin) => set(&mut self.by, (margin, true), start),
            Word::Whole(outcome) => set(&mut self.whole, outcome, start),
            Word::Nothing => Ok(()),
            Word::Moves => Err(start.expected(RESULT)),
        }
    }

    fn is_complete(&self) -> bool {
        let how = self.wins.is_some() || self.by.is_some() || self.points.is_some();
        self.whole.is_some() || self.color.is_some() && how
    }

    fn outcome(&self, scan: &Scan<'_>) -> Result<Parsed<Outcome>, ReadError> {
        let outcome = match (self.whole, self.color, self.points) {
            (Some(whole), None, None) if self.wins.is_none() && self.by.is_none() => whole,
            (None, None, Some(Points::ZERO)) if self.wins.is_none() && self.by.is_none() => {
                Outcome::Draw
            }
            (None, Some(color), points) => {
                let (by, names_winner) = match (self.by, points) {
                    (Some(by), _) => by,
                    (None, Some(points)) => (Margin::Points(points), true),
                    (None, None) => (Margin::Unstated, true),
                };
                let winner = if self.wins.unwrap_or(names_winner) {
                    color
                } else {
                    !color
                };
                Outcome::Win { winner, by }
            }
            _ => return Err(scan.expected(RESULT)),
        };
        let alone = self.color.is_some() && !self.is_complete();
        let both = self.by.is_some() && self.points.is_some();
        let doubt = if alone {
            Some(scan.guess(0, "a colour alone, read as a win"))
        } else if both {
            Some(scan.guess(0, "a margin in addition to another way of ending"))
        } else {
            None
        };
        Ok(Parsed::exact(outcome)
            .or_leniency(doubt)
            .or_leniency(self.lost))
    }
}

/// The largest margin in stones, in points: half a 19×19 board. A larger number is the count of all stones of the
/// winner.
const MOST_BY_STONES: Points = Points::whole(361);

fn set<T: PartialEq>(slot: &mut Option<T>, value: T, at: Scan<'_>) -> Result<(), ReadError> {
    match slot {
        Some(present) if *present != value => Err(at.expected(RESULT)),
        _ => {
            *slot = Some(value);
            Ok(())
        }
    }
}

/// Writes a result in the style of an old value: with whole words (`B+Resign`, `Jigo`), or in Chinese, Japanese,
/// Korean or English.
///
/// ```
/// use kifu_value::{respell_result, result};
///
/// let new = result("W+12.5").unwrap().value;
/// assert_eq!(respell_result("B+R", new), "W+12.5");
/// assert_eq!(respell_result("共154手 黑中盘胜", new), "白胜12.5目");
/// let new = result("W+R").unwrap().value;
/// assert_eq!(respell_result("B+Time", new), "W+Resign");
/// ```
pub fn respell_result(old: &str, new: Outcome) -> String {
    let Outcome::Win { winner, by } = new else {
        return respell_whole(old, new);
    };
    match manner(old) {
        Some(manner) => manner.write(winner, by, old.contains('子')),
        None if LONG.iter().any(|long| old.ends_with(long)) => {
            let letter = winner.letter();
            match by {
                Margin::Resignation => format!("{letter}+{}", LONG[0]),
                Margin::Time => format!("{letter}+{}", LONG[1]),
                Margin::Forfeit => format!("{letter}+{}", LONG[2]),
                Margin::Points(_) | Margin::Unstated => new.to_string(),
            }
        }
        None => new.to_string(),
    }
}

const LONG: [&str; 3] = ["Resign", "Time", "Forfeit"];

fn respell_whole(old: &str, new: Outcome) -> String {
    match (new, manner(old)) {
        (Outcome::Draw, Some(manner)) => manner.draw.into(),
        (Outcome::Draw, None) if old.eq_ignore_ascii_case("jigo") => "Jigo".into(),
        (Outcome::Draw, None) if old.eq_ignore_ascii_case("draw") => "Draw".into(),
        _ => new.to_string(),
    }
}

/// The phrases of a language for results. `#` stands for the margin.
struct Manner {
    /// Letters that identify the language.
    known_by: &'static [&'static str],
    black: &'static str,
    white: &'static str,
    points: &'static str,
    /// A margin in stones, if the language has one.
    stones: Option<&'static str>,
    resignation: &'static str,
    time: &'static str,
    forfeit: &'static str,
    unstated: &'static str,
    draw: &'static str,
}

/// The languages. The first one whose letters are in the text is used.
const MANNERS: [Manner; 5] = [
    Manner {
        known_by: &["흑", "백"],
        black: "흑 ",
        white: "백 ",
        points: "#집승",
        stones: None,
        resignation: "불계승",
        time: "시간승",
        forfeit: "부전승",
        unstated: "승",
        draw: "빅",
    },
    Manner {
        known_by: &["勝ち", "中押し", "黒"],
        black: "黒",
        white: "白",
        points: "#目勝ち",
        stones: None,
        resignation: "中押し勝ち",
        time: "時間切れ勝ち",
        forfeit: "不戦勝ち",
        unstated: "勝ち",
        draw: "持碁",
    },
    Manner {
        known_by: &["勝", "盤"],
        black: "黑",
        white: "白",
        points: "勝#目",
        stones: Some("勝#子"),
        resignation: "中盤勝",
        time: "超時勝",
        forfeit: "不戰勝",
        unstated: "勝",
        draw: "和棋",
    },
    Manner {
        known_by: &["黑", "白", "胜"],
        black: "黑",
        white: "白",
        points: "胜#目",
        stones: Some("胜#子"),
        resignation: "中盘胜",
        time: "超时胜",
        forfeit: "不战胜",
        unstated: "胜",
        draw: "和棋",
    },
    Manner {
        known_by: &["lack ", "hite "],
        black: "Black ",
        white: "White ",
        points: "wins by # points",
        stones: None,
        resignation: "wins by resignation",
        time: "wins on time",
        forfeit: "wins by forfeit",
        unstated: "wins",
        draw: "Draw",
    },
];

fn manner(old: &str) -> Option<&'static Manner> {
    let known = |manner: &&Manner| manner.known_by.iter().any(|letters| old.contains(letters));
    MANNERS.iter().find(known)
}

impl Manner {
    fn write(&self, winner: Color, by: Margin, in_stones: bool) -> String {
        let color = match winner {
            Color::Black => self.black,
            Color::White => self.white,
        };
        let how = match by {
            Margin::Resignation => self.resignation.to_string(),
            Margin::Time => self.time.to_string(),
            Margin::Forfeit => self.forfeit.to_string(),
            Margin::Unstated => self.unstated.to_string(),
            Margin::Points(points) => {
                let even = points.hundredths() % 2 == 0;
                match self.stones.filter(|_| in_stones && even) {
                    Some(stones) => {
                        let half = Points::from_hundredths(points.hundredths() / 2);
                        stones.replace('#', &half.to_string())
                    }
                    None => self.points.replace('#', &points.to_string()),
                }
            }
        };
        format!("{color}{how}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sureness;

    #[test]
    fn results_in_many_spellings() {
        for (text, canonical) in [
            ("B+R", "B+R"),
            ("B+Resign", "B+R"),
            ("B+3.5", "B+3.5"),
            ("W+80.00", "W+80"),
            ("W+T", "W+T"),
            ("W+Time", "W+T"),
            ("B+F", "B+F"),
            ("B+Forfeit", "B+F"),
            ("0", "0"),
            ("Draw", "0"),
            ("Jigo", "0"),
            ("Void", "Void"),
            ("?", "?"),
            ("B+", "B+"),
            ("B+0", "B+0"),
            ("W+0.0", "W+0"),
            ("Unfinished", "Unfinished"),
            ("Playing", "Playing"),
        ] {
            let read = result(text).unwrap();
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert!(read.is_exact(), "{text}");
        }
        for (text, canonical) in [
            (" B+R ", "B+R"),
            ("b+r", "B+R"),
            ("w+5.5", "W+5.5"),
            ("B+res", "B+R"),
            ("B+Resignation", "B+R"),
            ("B + 3.5", "B+3.5"),
            ("B+3,5", "B+3.5"),
            ("B+12 1/2", "B+12.5"),
            ("W+0.5 moku", "W+0.5"),
            ("W+1/2", "W+0.5"),
            ("W+½", "W+0.5"),
            ("W+Time Over", "W+T"),
            ("W+Timeout", "W+T"),
            ("Ｂ＋Ｒ", "B+R"),
            ("白＋３．５", "W+3.5"),
            ("draw", "0"),
            ("Suspended", "Unfinished"),
            ("Game suspended", "Unfinished"),
            ("Black wins by 12 points", "B+12"),
            ("Black wins by half a point", "B+0.5"),
            ("black wins by 5 3/4 points", "B+5.75"),
            ("White won by resignation", "W+R"),
            ("White resigns.", "B+R"),
            ("Black lost on time", "W+T"),
            ("White wins on time", "W+T"),
            ("Black forfeits", "W+F"),
            ("Black won", "B+"),
            ("zwart wint door opgave", "!door"),
            ("zwart wint opgave", "B+R"),
            ("黑中盘胜", "B+R"),
            ("黑中盤勝", "B+R"),
            ("白中盤勝", "W+R"),
            ("黑中盘负", "W+R"),
            ("黑方中盘胜", "B+R"),
            ("黑胜3又3/4子", "B+7.5"),
            ("黑胜1.75子", "B+3.5"),
            ("白胜1/4子", "W+0.5"),
            ("白胜14子半", "W+29"),
            ("白胜43.5目", "W+43.5"),
            ("白棋7.5目胜!", "W+7.5"),
            ("黑胜半目", "B+0.5"),
            ("黑勝二目半", "B+2.5"),
            ("黑胜十三目", "B+13"),
            ("白胜1目半", "W+1.5"),
            ("黑超时胜", "B+T"),
            ("黑超时负", "W+T"),
            ("黑超时", "W+T"),
            ("白时间胜", "W+T"),
            ("黑不战胜", "B+F"),
            ("白认输", "B+R"),
            ("和棋", "0"),
            ("打挂", "Unfinished"),
            ("对局停止!", "Unfinished"),
            ("对局正在进行中", "Playing"),
            ("흑불계승", "B+R"),
            ("백 불계", "W+R"),
            ("백기권", "B+R"),
            ("白胜2目半", "W+2.5"),
            ("白３目半勝ち", "W+3.5"),
            ("白番中押勝", "W+R"),
            ("黑胜3又1/4子", "B+6.5"),
            ("黒中押し勝ち", "B+R"),
            ("白中押勝", "W+R"),
            ("黒番中押し勝ち", "B+R"),
            ("白4目半勝ち", "W+4.5"),
            ("白１目半勝", "W+1.5"),
            ("持碁", "0"),
            ("白番時間切れ勝ち", "W+T"),
            ("無勝負", "Void"),
            ("黒不戦勝", "B+F"),
            ("白投了", "B+R"),
            ("흑 불계승", "B+R"),
            ("백불계승", "W+R"),
            ("백 3집반승", "W+3.5"),
            ("흑 9집 반승", "B+9.5"),
            ("흑 2.5집 승", "B+2.5"),
            ("백반집승", "W+0.5"),
            ("흑 시간승", "B+T"),
            ("빅", "0"),
            ("무효", "Void"),
        ] {
            match result(text) {
                Ok(read) => {
                    assert_eq!(read.value.to_string(), canonical, "{text}");
                    let lenient = read.lenient.unwrap();
                    assert_eq!(lenient.sureness, Sureness::Certain, "{text}");
                }
                Err(error) => {
                    let at = error.span.start as usize..error.span.end as usize;
                    assert_eq!(format!("!{}", &text[at]), canonical, "{text}");
                }
            }
        }
    }

    #[test]
    fn information_that_an_outcome_cannot_express_makes_a_guess() {
        for (text, canonical) in [
            ("B", "B+"),
            ("W", "W+"),
            ("? (No further moves known)", "?"),
            ("B+, human judge for communication error", "B+"),
            ("Black resigns. W 25.5 B 17.0", "W+R"),
            ("백불계승:백불계", "W+R"),
            ("Void: triple ko", "Void"),
            ("W+Illegal", "W+F"),
            ("共154手 黑中盘胜", "B+R"),
            ("共162手白中盘胜", "W+R"),
            ("共266手 和棋", "0"),
            ("共97手 打挂", "Unfinished"),
            ("共160手后略 白胜3目", "W+3"),
            ("207수 흑불계승", "B+R"),
            ("184수, 백불계승", "W+R"),
            ("272수 흑반집승", "B+0.5"),
            ("252수끝 백불계승", "W+R"),
            ("252수 끝 흑 불계승", "B+R"),
            ("총 184수 백 3집반승", "W+3.5"),
            ("184수 이하생략 백불계승", "W+R"),
            ("共184手完 黑中盘胜", "B+R"),
            ("184手以下略 白中押し勝ち", "W+R"),
        ] {
            let read = result(text).unwrap();
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(read.lenient.unwrap().sureness, Sureness::Guess, "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_fault() {
        for (text, start, end) in [
            ("", 0, 0),
            ("  ", 2, 2),
            ("john wins", 0, 4),
            ("X+", 0, 1),
            ("B+V", 2, 3),
            ("B+3.5 anyway", 6, 12),
            ("5.5", 3, 3),
            ("110-bb", 3, 4),
            ("Not played", 0, 3),
            ("B+W", 2, 3),
            ("Both lost", 0, 4),
            ("黑胜184子", 6, 12),
            ("B+99999999999", 2, 13),
            ("B+3.505", 2, 7),
        ] {
            let error = result(text).unwrap_err();
            assert_eq!(error.span, crate::Span::new(start, end), "{text}");
        }
    }

    #[test]
    fn respelled_results_keep_their_style() {
        let new = [
            "B+R", "W+T", "B+F", "W+3.5", "B+0.25", "W+", "0", "Void", "?",
        ];
        for old in [
            "B+R",
            "B+Resign",
            "Jigo",
            "黑中盘胜",
            "黑胜3子",
            "白中盤勝",
            "黒中押し勝ち",
            "흑 불계승",
            "White resigns.",
            "junk",
            "",
        ] {
            for new in new.map(|new| result(new).unwrap().value) {
                let spelled = respell_result(old, new);
                assert_eq!(result(&spelled).unwrap().value, new, "{old} {spelled}");
            }
        }
        let lost = result("W+7.5").unwrap().value;
        assert_eq!(respell_result("黑胜3又3/4子", lost), "白胜3.75子");
        assert_eq!(respell_result("흑 불계승", lost), "백 7.5집승");
        for (old, draw) in [
            ("Jigo", "Jigo"),
            ("draw", "Draw"),
            ("흑 불계승", "빅"),
            ("黒中押し勝ち", "持碁"),
            ("黑中盘胜", "和棋"),
            ("白中盤勝", "和棋"),
            ("White resigns.", "Draw"),
            ("B+R", "0"),
        ] {
            assert_eq!(respell_result(old, Outcome::Draw), draw);
        }
    }
}
