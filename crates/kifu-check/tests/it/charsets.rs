//! Repairs of files in East Asian charsets, each with one fault that has a safe repair. After the
//! repair, all other text must still be read as it was written.

use std::collections::BTreeSet;

use kifu_check::{Settings, check, fix};
use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, escape};
use kifu_span::Safety;

use crate::laws;

/// A charset and words in this charset. Some of their characters end in bytes such as `\` and `]`.
struct Language {
    charset: Charset,
    labels: [&'static str; 3],
    words: [&'static str; 12],
}

const LANGUAGES: [Language; 4] = [
    Language {
        charset: Charset::GBK,
        labels: ["GBK", "gb2312", "GB18030"],
        words: [
            "吴清源",
            "聂卫平",
            "马晓春",
            "朝日新闻",
            "第三局",
            "白棋在这里打入是当然的一手",
            "黑棋",
            "乗躠",
            "侰齖",
            "本因坊战",
            "（中国）",
            "决赛",
        ],
    },
    Language {
        charset: Charset::BIG5,
        labels: ["Big5", "big5", "cp950"],
        words: [
            "吳清源",
            "林海峰",
            "周俊勳",
            "名人戰第三局",
            "成功",
            "許多人的看法不同",
            "黑棋",
            "餐廳",
            "枯葉",
            "白棋在這裡打入是當然的一手",
            "（台灣）",
            "決賽",
        ],
    },
    Language {
        charset: Charset::SHIFT_JIS,
        labels: ["Shift_JIS", "shift-jis", "Windows-31J"],
        words: [
            "本因坊秀策",
            "呉清源",
            "ソフト",
            "表",
            "予選",
            "初手からの変化を解説します",
            "黒番",
            "ポ",
            "能力",
            "名人戦第三局",
            "（日本）",
            "十段戦",
        ],
    },
    Language {
        charset: Charset::EUC_KR,
        labels: ["EUC-KR", "ks_c_5601-1987", "cp949"],
        words: [
            "조훈현",
            "이창호",
            "서봉수",
            "명인전 제3국",
            "흑이 두기 좋은 곳",
            "백의 응수가 좋았다",
            "한국기원",
            "결승",
            "도전기",
            "본선",
            "（한국）",
            "우승",
        ],
    },
];

/// A fault, and the code of the finding with its repair. `{}` is replaced by words.
struct Fault {
    code: &'static str,
    version: u8,
    /// The text inserted in the root.
    root: &'static str,
    /// The text that replaces the second move.
    node: &'static str,
    /// The text that replaces the last parenthesis.
    end: &'static str,
}

const fn in_root(code: &'static str, root: &'static str) -> Fault {
    Fault {
        code,
        version: 4,
        root,
        node: ";W[dd]",
        end: ")",
    }
}

const fn in_node(code: &'static str, node: &'static str) -> Fault {
    Fault {
        node,
        ..in_root(code, "")
    }
}

const fn old(fault: Fault) -> Fault {
    Fault {
        version: 3,
        ..fault
    }
}

const FAULTS: [Fault; 30] = [
    in_root("value/spelling", "DT[1940.1.2 ({})]"),
    in_root("value/spelling", "DT[1940.1.2: {} [{}\\]]"),
    in_root("value/spelling", "DT[1996/10/2]"),
    in_root("value/spelling", "KM[6,5]"),
    in_root("value/spelling", "RE[Black wins by 12 1/2 points]"),
    in_root("value/spelling", "TM[1h30m]"),
    in_root("value/spelling", "HA[2 stones]"),
    in_root("value/spelling", "PL[Black]"),
    in_root("value/empty", "KM[]"),
    in_node("value/empty", ";W[dd]WL[]C[{}]"),
    in_root("property/old-name", "TL[600]RO[{}]"),
    in_root("property/lower-case", "RoUnd[{}]"),
    in_root("game/fox-komi", "AP[foxwq]RU[Chinese]KM[375]"),
    in_root("game/integer-komi", "KI[13]"),
    in_root("sgf/lowercase-identifier", "ro[{}]"),
    in_root("sgf/junk", "AN[{}]\u{0}RO[{}]"),
    in_root("sgf/unescaped-bracket", "GC[{} ;B[cc] {}]"),
    in_node("value/pass", ";W[tt]"),
    old(in_node("value/pass", ";W[]")),
    in_node("value/spelling", ";W[ dd]C[{}]"),
    in_node("value/spelling", ";W[dd]LB[ cc:{}]"),
    in_node("value/spelling", ";W[dd]AR[cc:dd ]C[{}]"),
    in_node("value/spelling", ";W[dd]V[3,5]C[{}]"),
    in_node("node/point-twice", ";W[dd]TR[cc][cc]C[{}]"),
    old(in_node("property/not-in-version", ";W[dd]M[cc]C[{}]")),
    old(in_node("property/not-in-version", ";W[dd]L[cc][cd]C[{}]")),
    in_node(
        "sgf/node-after-variations",
        "(;W[dd]C[{}])(;W[pp]);W[cc]C[{}]",
    ),
    in_node("sgf/missing-semicolon", "(W[dd]C[{}])(;W[pp])"),
    Fault {
        end: "",
        ..in_node("sgf/unclosed-tree", ";W[dd]C[{}]")
    },
    Fault {
        end: "))",
        ..in_node("sgf/stray-close", ";W[dd]C[{}]")
    },
];

/// A generator of pseudorandom numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A file, and the texts inserted in it with their properties.
struct File {
    source: Vec<u8>,
    texts: Vec<(&'static str, String)>,
}

impl Language {
    fn phrase(&self, max_words: usize, numbers: &mut Numbers) -> String {
        let count = 1 + numbers.below(max_words);
        let words = (0..count).map(|_| self.words[numbers.below(self.words.len())]);
        words.collect()
    }

    fn encode(&self, text: &str) -> Vec<u8> {
        self.charset.encode(text).expect(text).into_owned()
    }

    fn file(&self, fault: &Fault, is_declared: bool, numbers: &mut Numbers) -> File {
        let mut texts = Vec::new();
        let mut source = format!("(;FF[{}]GM[1]SZ[19]", fault.version).into_bytes();
        if is_declared {
            let label = self.labels[numbers.below(3)];
            source.extend(format!("CA[{label}]").bytes());
        }
        let mut put = |source: &mut Vec<u8>, ident, max_words, numbers: &mut Numbers| {
            let text = self.phrase(max_words, numbers);
            source.extend(format!("{ident}[").bytes());
            source.extend(self.encode(&escape(&text)));
            source.push(b']');
            texts.push((ident, text));
        };
        put(&mut source, "PB", 1, numbers);
        put(&mut source, "PW", 1, numbers);
        if numbers.below(2) == 0 {
            put(&mut source, "EV", 2, numbers);
        }
        let fill = |pattern: &str, numbers: &mut Numbers| {
            let mut parts = pattern.split("{}");
            let mut text = String::from(parts.next().unwrap_or_default());
            for part in parts {
                text += &self.phrase(2, numbers);
                text += part;
            }
            self.encode(&text)
        };
        source.extend(fill(fault.root, numbers));
        source.extend(b";B[pd]");
        if numbers.below(2) == 0 {
            put(&mut source, "C", 12, numbers);
        }
        source.extend(fill(fault.node, numbers));
        source.extend(fault.end.bytes());
        File { source, texts }
    }
}

/// Returns the texts of a file with their properties, decoded in the detected charset, in the order
/// of the file.
fn texts(source: &[u8]) -> Vec<(String, String)> {
    let document = Document::parse(source).unwrap();
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    let texts = nodes.flat_map(|id| {
        let charset = document.charset(id).charset;
        let properties = document.node(id).properties();
        properties.flat_map(move |property| {
            let ident = property.ident().to_string();
            let texts = property
                .values()
                .map(move |v| v.text(charset).text.into_owned());
            texts.map(move |text| (ident.clone(), text))
        })
    });
    texts.collect()
}

#[test]
fn safe_repairs_keep_all_other_text_in_every_charset() {
    /// The number of files for each charset; the faults take turns.
    const FILES: usize = 60;
    let mut repaired = BTreeSet::new();
    let (mut files, mut known, mut repairs, mut remaining) = (0, 0, 0, 0);
    for language in &LANGUAGES {
        let mut numbers = Numbers(7);
        for number in 0..FILES {
            for is_declared in [true, false] {
                let fault = &FAULTS[number % FAULTS.len()];
                let file = language.file(fault, is_declared, &mut numbers);
                let shown = file.source.escape_ascii();
                laws::safe_fixes_change_nothing_else(&file.source);
                let document = Document::parse(file.source.as_slice()).unwrap();
                let before = texts(&file.source);
                // The charset of a short text can be detected wrongly. If so, the repair must keep
                // the wrong charset.
                let is_known = file.texts.iter().all(|(ident, text)| {
                    before
                        .iter()
                        .any(|(name, found)| name == ident && found == text)
                });
                let settings = Settings::default();
                let found = check(&document, &settings);
                let is_safe = |found: &kifu_span::Diagnostic| {
                    let fix = found.fix.as_deref();
                    fix.is_some_and(|fix| fix.safety == Safety::Safe)
                };
                let fixed = fix(document, &settings, is_safe).unwrap();
                files += 1;
                known += usize::from(is_known);
                repairs += fixed.repaired.len();
                remaining += fixed.remaining.len();
                let has_code =
                    |found: &kifu_span::Diagnostic| is_safe(found) && found.code.name == fault.code;
                if is_known && found.iter().any(has_code) && fixed.remaining.is_empty() {
                    repaired.insert((language.charset.name(), number % FAULTS.len(), is_declared));
                }
                let after = texts(&fixed.document.to_bytes());
                let mut there = after.iter();
                for (ident, text) in &file.texts {
                    // If the detected charset is wrong, a value can end elsewhere.
                    let read = before.iter().find(|(name, _)| name == ident);
                    let text = match (is_known, read) {
                        (true, _) => text.clone(),
                        (false, Some((_, read))) => read.clone(),
                        (false, None) => continue,
                    };
                    let is_it = |(name, found): &(String, String)| name == ident && *found == text;
                    assert!(there.any(is_it), "{ident} {text} {shown}");
                }
            }
        }
    }
    assert_eq!(
        (files, known, remaining),
        (480, 480, 0),
        "{repairs} repairs"
    );
    let mut without = Vec::new();
    for name in LANGUAGES.iter().map(|language| language.charset.name()) {
        for (number, fault) in FAULTS.iter().enumerate() {
            if !repaired.contains(&(name, number, true)) {
                without.push((name, fault.code, fault.root, fault.node));
            }
        }
    }
    assert_eq!(without, [], "faults without a safe repair");
}
