//! Laws that hold for any text. The tests check them with words in random order and, in kifu-sgf, with the values of
//! cases and the corpus. The fuzzer includes this file to check them with everything else.

use kifu_value::{
    self as value, Date, DateEntry, Parsed, Rank, ReadError, ReadErrorKind, Standing, Sureness,
};

/// A value that is read from a text and written again reads back as the same value, and spans are in the text.
pub(crate) fn words_read_back(text: &str) {
    let keep = |value: &dyn ToString| value.to_string();
    word(text, value::result, |v| keep(v));
    word(text, value::komi, |v| keep(v));
    word(text, value::dates, |v| keep(v));
    word(text, value::era_dates, |v| keep(v));
    word(text, value::time, |v| keep(v));
    word(text, value::time_system, |v| keep(v));
    word(text, value::overtime, |v| keep(v));
    word(text, value::periods, |v| keep(v));
    word(text, value::ranks, |v| keep(v));
    word(text, value::players, |v| keep(v));
    word(text, value::person, |v| keep(v));
    word(text, value::old_handicap, |v| keep(v));
    let stones = |text: &str| value::handicap(text).map(|read| read.map(|found| found.stones));
    word(text, stones, |v| keep(v));
    if let Ok(rules) = value::rules(text) {
        let written = rules.value.to_string();
        assert_eq!(value::rules(&written).unwrap().value, rules.value);
    }
    let _ = value::labelled_overtime([text]);
    respelled_reads_back(text);
    alone_is_the_same(text);
}

/// A date or a rank that is parsed alone is the same as in a list, and round-trips. Both readers refuse a date or a
/// rank that does not exist.
pub(crate) fn alone_is_the_same(text: &str) {
    let dates = value::dates(text).map(|read| read.value.entries);
    match text.parse::<Date>() {
        Ok(date) => {
            assert_eq!(date.to_string(), text);
            assert_eq!(dates, Ok(vec![DateEntry::On(date, None)]));
        }
        Err(error) => {
            assert!(text.get(error.span.range()).is_some(), "{text:?} {error:?}");
            let does_not_exist = error.kind == ReadErrorKind::OutOfRange;
            assert!(!does_not_exist || dates.is_err(), "{text:?} {dates:?}");
        }
    }
    let ranks = value::ranks(text).map(|read| read.value.0);
    match text.parse::<Rank>() {
        Ok(rank) => {
            assert_eq!(ranks, Ok(vec![vec![Standing::Rank(rank)]]));
            for rank in [rank, rank.bare()] {
                assert_eq!(rank.to_string().parse(), Ok(rank));
            }
            assert_eq!(rank.strength(), rank.bare().strength());
        }
        Err(error) => {
            assert!(text.get(error.span.range()).is_some(), "{text:?} {error:?}");
        }
    }
}

fn respelled_reads_back(old: &str) {
    let outcome = value::result("W+3.5").unwrap().value;
    let spelled = value::respell_result(old, outcome);
    assert_eq!(value::result(&spelled).unwrap().value, outcome, "{spelled}");
    let komi = value::komi("7.5").unwrap().value;
    let spelled = value::respell_komi(old, komi);
    assert_eq!(value::komi(&spelled).unwrap().value, komi, "{spelled}");
    let time = value::Seconds::from_nanos(5_430_500_000_000);
    let spelled = value::respell_time(old, time);
    assert_eq!(value::time(&spelled).unwrap().value, time, "{spelled}");
    let ranks = value::ranks("6d ama").unwrap().value;
    let spelled = value::respell_ranks(old, &ranks);
    assert_eq!(value::ranks(&spelled).unwrap().value, ranks, "{spelled}");
}

fn word<T: PartialEq + std::fmt::Debug>(
    text: &str,
    read: impl Fn(&str) -> Result<Parsed<T>, ReadError>,
    write: impl Fn(&T) -> String,
) {
    let place = match read(text) {
        Ok(found) => {
            let written = write(&found.value);
            let again = read(&written).map(|read| read.value);
            assert_eq!(again.as_ref(), Ok(&found.value), "{text:?} {written:?}");
            if found.lenient.is_some() && is_certain(&found) {
                nothing_is_dropped(text, &written, |text| {
                    let read = read(text).ok().filter(is_certain)?;
                    Some(write(&read.value))
                });
            }
            found.lenient.map(|how| how.span)
        }
        Err(error) => Some(error.span),
    };
    if let Some(place) = place {
        assert!(text.get(place.range()).is_some(), "{text:?} {place:?}");
    }
}

fn is_certain<T>(read: &Parsed<T>) -> bool {
    let how = read.lenient.as_ref();
    how.is_none_or(|how| how.sureness == Sureness::Certain)
}

/// A certain value depends on every number and every word of the text: with another number or an unknown word in the
/// text, the value is not certain, or is written differently.
fn nothing_is_dropped(text: &str, written: &str, certain: impl Fn(&str) -> Option<String>) {
    /// The number of words that are checked.
    const WORDS: usize = 8;
    const UNKNOWN: &str = "qxq";
    let mut at = 0;
    let runs = text.split_inclusive(|c: char| !c.is_alphanumeric());
    for run in runs.take(WORDS) {
        let (start, end) = (at, at + run.len());
        at = end;
        let put = |with: &str| [&text[..start], with, &text[end..]].concat();
        for with in [format!("{UNKNOWN} {run}"), format!("{run} {UNKNOWN} ")] {
            if let Some(written) = certain(&put(&with)) {
                assert!(written.contains(UNKNOWN), "{text:?} {with:?} {written:?}");
            }
        }
        if let Some(digit) = run.bytes().rposition(|byte| byte.is_ascii_digit()) {
            let mut other = run.as_bytes().to_vec();
            other[digit] = if other[digit] == b'9' {
                b'8'
            } else {
                other[digit] + 1
            };
            let other = put(std::str::from_utf8(&other).unwrap());
            let is_other = certain(&other).is_none_or(|other| other != written);
            assert!(is_other, "{text:?} {other:?} {written:?}");
        }
    }
}
