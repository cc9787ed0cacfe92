//! Words of game information in any order.

use crate::laws;

const WORDS: &[&str] = &[
    "B",
    "W",
    "+",
    "-",
    "R",
    "T",
    "F",
    "0",
    "1",
    "2",
    "9",
    "12",
    "1996",
    "05",
    "31",
    "375",
    ".",
    ",",
    ":",
    "/",
    "..",
    "~",
    " ",
    " ",
    "(",
    ")",
    "?",
    "*",
    "&",
    "1/2",
    "3/4",
    "½",
    "半",
    "子",
    "目",
    "집",
    "반",
    "points",
    "黑",
    "白",
    "흑",
    "백",
    "胜",
    "勝ち",
    "负",
    "中盘",
    "불계",
    "승",
    "和棋",
    "共",
    "手",
    "수",
    "Black",
    "wins",
    "by",
    "resigns",
    "Jigo",
    "Void",
    "年",
    "月",
    "日",
    "昭和",
    "Tenpo",
    "元",
    "閏",
    "i",
    "II",
    "May",
    "th",
    "Published",
    "c.",
    "s",
    "h",
    "m",
    "x",
    "30",
    "회",
    "회",
    "초",
    "분",
    "時間",
    "byo-yomi",
    "Canadian",
    "fischer",
    "simple",
    "Ing",
    "none",
    "moves",
    "per move",
    "/move",
    "d",
    "p",
    "k",
    "段",
    "级",
    "단",
    "ama",
    "pro",
    "P",
    "Honinbo",
    "NR",
    "TM:",
    "A:",
    "Japanese",
    "Chinese",
    "rules",
    "호선",
    "공제",
    "二",
    "十",
    "百",
    "〇",
    "９",
    "＆",
    "：",
    "é",
    "\u{1F600}",
    "99999999999",
];

#[test]
fn words_in_any_order_read_back() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    for _ in 0..10_000 {
        let text: String = (0..=next(8)).map(|_| WORDS[next(WORDS.len())]).collect();
        laws::words_read_back(&text);
    }
}

#[test]
fn days_in_any_calendar_read_back() {
    let mut days = 0;
    for year in [1, 4, 1500, 1582, 1600, 1900, 1990, 1996, 2000, 9999] {
        for (month, day) in (0..=13).flat_map(|month| (0..=32).map(move |day| (month, day))) {
            let text = format!("{year:04}-{month:02}-{day:02}");
            laws::alone_is_the_same(&text);
            days += u32::from(text.parse::<kifu_value::Date>().is_ok());
        }
    }
    // Five of the ten years are leap years: 4, 1500, 1600, 1996 and 2000.
    assert_eq!(days, 10 * 365 + 5);
}
