//! Measures detection with records built from lists of names, events and comments, and compares it with the general
//! detector chardetng.
//!
//! ```text
//! cargo run --release --example measure            the lists for the README
//! cargo run --release --example measure -- tune    the lists that the costs were tuned with
//! ```
//!
//! The two sets of lists have no name, event or comment in common.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use kifu_charset::{Charset, Confidence, find};

fn main() {
    let tune = std::env::args().nth(1).is_some_and(|arg| arg == "tune");
    let folder = if tune { "tune" } else { "held_out" };
    let mut run = Run {
        lists: Lists::read(folder),
        dice: Dice(1),
        calibration: BTreeMap::new(),
    };
    run.files();
    run.headers();
    run.names();
    run.calibration();
}

struct Run {
    lists: Lists,
    dice: Dice,
    /// For each range of confidence, the number of answers and of right answers.
    calibration: BTreeMap<u16, (u32, u32)>,
}

impl Run {
    /// Sixteen encodings with 40 files each: half of them with only names and ranks, half of them also with events and
    /// comments.
    fn files(&mut self) {
        const ENCODINGS: [(&str, &str, &str); 16] = [
            ("big5", "Big5", "tw"),
            ("euc_jp", "EUC-JP", "ja"),
            ("euc_kr", "EUC-KR", "ko"),
            ("gb18030", "gb18030", "zh"),
            ("gb2312", "GBK", "zh"),
            ("gbk", "GBK", "zh"),
            ("iso2022_jp", "ISO-2022-JP", "ja"),
            ("koi8-r", "KOI8-R", "ru"),
            ("latin-1", "windows-1252", "west"),
            ("shift_jis", "Shift_JIS", "ja"),
            ("utf-16-le-bom", "UTF-16LE", "ja"),
            ("utf-8/ja", "UTF-8", "ja"),
            ("utf-8/ko", "UTF-8", "ko"),
            ("utf-8/zh", "UTF-8", "zh"),
            ("windows-1250", "windows-1250", "east"),
            ("windows-1251", "windows-1251", "ru"),
        ];
        println!("| encoding (no CA) | text | kifu-charset | chardetng |\n|---|---|---|---|");
        let mut all = Count::default();
        for (name, label, lang) in ENCODINGS {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            for long in [true, false] {
                let mut count = Count::default();
                while count.files < 20 {
                    let text = self.record(lang, long, Rank::Own);
                    self.judge(&text, charset, &mut count);
                }
                let text = if long { "long" } else { "short" };
                println!("| {name} | {text} | {count} |");
                all.add(count);
            }
        }
        println!("| **all** | | {all} |\n");
    }

    /// Files with only the names and ranks of two players: 5 to 17 characters that are not ASCII.
    fn headers(&mut self) {
        const ENCODINGS: [(&str, &str, &str, Rank); 6] = [
            ("Big5", "Big5", "tw", Rank::Own),
            ("Shift-JIS", "Shift_JIS", "ja", Rank::Own),
            ("EUC-JP", "EUC-JP", "ja", Rank::Own),
            ("EUC-KR", "EUC-KR", "ko", Rank::Own),
            ("EUC-KR with 段", "EUC-KR", "ko", Rank::Han),
            ("GB18030", "gb18030", "zh", Rank::Own),
        ];
        println!("| headers only | kifu-charset | chardetng |\n|---|---|---|");
        for (name, label, lang, rank) in ENCODINGS {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let mut count = Count::default();
            while count.files < 300 {
                let text = self.record(lang, false, rank);
                let wide = text.chars().filter(|c| !c.is_ascii()).count();
                if (5..=17).contains(&wide) {
                    self.judge(&text, charset, &mut count);
                }
            }
            println!("| {name} | {count} |");
        }
        println!();
    }

    /// Files with only one name.
    fn names(&mut self) {
        const ENCODINGS: [(&str, &str); 7] = [
            ("Big5", "tw"),
            ("Shift_JIS", "ja"),
            ("EUC-JP", "ja"),
            ("EUC-KR", "ko"),
            ("GBK", "zh"),
            ("windows-1251", "ru"),
            ("KOI8-R", "ru"),
        ];
        println!("| one name only | kifu-charset | chardetng |\n|---|---|---|");
        for (label, lang) in ENCODINGS {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let mut count = Count::default();
            for at in 0..self.lists.0[lang].names.len() {
                let text = format!("(;PB[{}];B[pd];W[dd])", self.lists.0[lang].names[at]);
                self.judge(&text, charset, &mut count);
            }
            println!("| {label} | {count} |");
        }
        println!();
    }

    fn calibration(&self) {
        println!("| confidence | answers | right |\n|---|---|---|");
        for (bucket, (answers, right)) in self.calibration.iter().rev() {
            let low = f32::from(*bucket) / 100.0;
            println!(
                "| from {low} | {answers} | {:.1} % |",
                *right as f32 * 100.0 / *answers as f32
            );
        }
    }

    fn record(&mut self, lang: &str, long: bool, rank: Rank) -> String {
        let list = &self.lists.0[lang];
        let dice = &mut self.dice;
        let mut text = "(;GM[1]SZ[19]".to_owned();
        for (name, grade) in [("PB", "BR"), ("PW", "WR")] {
            write!(text, "{name}[{}]", dice.of(&list.names)).unwrap();
            if dice.roll(8) > 0 {
                write!(text, "{grade}[{}]", rank.text(lang, dice)).unwrap();
            }
        }
        if long {
            write!(
                text,
                "EV[{}]C[{}]",
                dice.of(&list.events),
                dice.of(&list.comments)
            )
            .unwrap();
        }
        for at in 0..20 {
            write!(
                text,
                ";{}[{}]",
                ["B", "W"][at % 2],
                ["pd", "dp", "qq", "cd"][at % 4]
            )
            .unwrap();
            if long && at % 7 == 6 {
                write!(text, "C[{}]", dice.of(&list.comments)).unwrap();
            }
        }
        text + ")"
    }

    /// Counts a file, unless the charset does not have one of its characters.
    fn judge(&mut self, text: &str, charset: Charset, count: &mut Count) {
        let Some(bytes) = encode(text, charset) else {
            return;
        };
        let found = find(&bytes, None);
        let decoded = found.charset.decode(&bytes);
        let right = decoded.text.trim_start_matches('\u{FEFF}') == text;
        let mut general = EncodingDetector::new(Iso2022JpDetection::Allow);
        general.feed(&bytes, true);
        let guess = general.guess(None, Utf8Detection::Allow).decode(&bytes);
        count.files += 1;
        count.ours += u32::from(right);
        count.general += u32::from(guess.0 == text);
        let bucket = self
            .calibration
            .entry(bucket(found.confidence))
            .or_default();
        bucket.0 += 1;
        bucket.1 += u32::from(right);
        if !right && std::env::var_os("VERBOSE").is_some() {
            eprintln!(
                "{charset}: {} {} {}",
                found.charset,
                found.confidence,
                text.chars().skip(13).take(300).collect::<String>()
            );
            for guess in kifu_charset::rank(&bytes, None).guesses().iter().take(3) {
                eprintln!("    {} {}", guess.charset, guess.confidence);
            }
        }
    }
}

fn bucket(confidence: Confidence) -> u16 {
    let share = confidence.per_10_000() / 100;
    [99, 95, 90, 80, 60, 0]
        .into_iter()
        .find(|low| share >= *low)
        .unwrap_or(0)
}

fn encode(text: &str, charset: Charset) -> Option<Vec<u8>> {
    if charset == Charset::UTF_16LE {
        let units = "\u{FEFF}".encode_utf16().chain(text.encode_utf16());
        return Some(units.flat_map(u16::to_le_bytes).collect());
    }
    charset.encode(text).ok().map(|bytes| bytes.into_owned())
}

/// The spelling of a rank.
#[derive(Clone, Copy, PartialEq)]
enum Rank {
    /// The rank in the language of the record.
    Own,
    /// The rank in Korean with the Chinese character.
    Han,
}

impl Rank {
    fn text(self, lang: &str, dice: &mut Dice) -> String {
        let number = 1 + dice.roll(9);
        let numeral = ["一", "二", "三", "四", "五", "六", "七", "八", "九"][number - 1];
        match (self, lang, dice.roll(2)) {
            (Rank::Han, _, 0) => format!("{number}段"),
            (Rank::Han, ..) => format!("{numeral}段"),
            (_, "ko", _) => format!("{number}단"),
            (_, "zh" | "tw" | "ja", 0) => format!("{number}段"),
            (_, "zh" | "tw" | "ja", _) => format!("{numeral}段"),
            _ => format!("{number}d"),
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Count {
    files: u32,
    ours: u32,
    general: u32,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.files += other.files;
        self.ours += other.ours;
        self.general += other.general;
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Count {
            files,
            ours,
            general,
        } = self;
        write!(f, "{ours}/{files} | {general}/{files}")
    }
}

/// The parts of records, by language.
struct Lists(BTreeMap<String, List>);

struct List {
    names: Vec<String>,
    events: Vec<String>,
    comments: Vec<String>,
}

impl Lists {
    fn read(folder: &str) -> Lists {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("test_data")
            .join(folder);
        let lists = ["zh", "tw", "ja", "ko", "ru", "west", "east"].map(|lang| {
            let text = std::fs::read_to_string(folder.join(lang).with_extension("txt")).unwrap();
            let mut parts = text
                .split("\n\n")
                .map(|part| part.lines().map(str::to_owned).collect());
            let mut part = || parts.next().unwrap();
            let list = List {
                names: part(),
                events: part(),
                comments: part(),
            };
            (lang.to_owned(), list)
        });
        Lists(lists.into())
    }
}

/// A generator of pseudorandom numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn of<'a>(&mut self, list: &'a [String]) -> &'a str {
        &list[self.roll(list.len())]
    }
}
