//! ISO-2022-JP, in which escape sequences select a set of characters.

use alloc::vec::Vec;

use super::encode::jis;
use super::half_width;
use super::table::{Pairs, Table};
use crate::charset::Charset;

const ESCAPE: u8 = 0x1B;

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Ascii,
    /// ASCII with `¥` and `‾` in place of `\` and `~`.
    Roman,
    Katakana,
    /// The characters of two bytes.
    Kanji,
}

pub(super) fn read(bytes: &[u8], is_whole: bool, push: &mut dyn FnMut(Option<char>)) {
    let table = Table::of(Charset::SHIFT_JIS);
    let mut set = Set::Ascii;
    // Whether the last escape sequence has no character after it.
    let mut is_empty = false;
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == ESCAPE {
            set = match after {
                [b'(', b'B', ..] => Set::Ascii,
                [b'(', b'J', ..] => Set::Roman,
                [b'(', b'I', ..] => Set::Katakana,
                [b'$', b'@' | b'B', ..] => Set::Kanji,
                [] | [b'(' | b'$'] if !is_whole => return,
                _ => {
                    push(None);
                    is_empty = false;
                    continue;
                }
            };
            rest = &after[2..];
            if core::mem::replace(&mut is_empty, true) {
                push(None);
            }
            continue;
        }
        is_empty = false;
        push(match (set, byte) {
            (Set::Ascii | Set::Roman, 0x0E | 0x0F | 0x80..) => None,
            (Set::Roman, b'\\') => Some('¥'),
            (Set::Roman, b'~') => Some('‾'),
            (Set::Ascii | Set::Roman, _) => Some(char::from(byte)),
            (Set::Katakana, 0x21..=0x5F) => Some(half_width(byte | 0x80)),
            (Set::Kanji, 0x21..=0x7E) => match after.first() {
                None if !is_whole => return,
                None | Some(&ESCAPE) => None,
                Some(&trail) => {
                    rest = &after[1..];
                    let is_trail = matches!(trail, 0x21..=0x7E);
                    let index = Pairs::EUC_JP.index(byte | 0x80, trail | 0x80);
                    index
                        .filter(|_| is_trail)
                        .and_then(|index| table.get(index))
                }
            },
            (Set::Katakana | Set::Kanji, _) => None,
        });
    }
}

pub(super) fn encode(text: &str) -> Result<Vec<u8>, char> {
    let mut out = Vec::with_capacity(text.len());
    let mut set = Set::Ascii;
    for c in text.chars() {
        let (needed, bytes): (Set, [u8; 2]) = match c {
            // They would select a set.
            '\u{E}' | '\u{F}' | '\u{1B}' => return Err('\u{FFFD}'),
            '¥' => (Set::Roman, [b'\\', 0]),
            '‾' => (Set::Roman, [b'~', 0]),
            '\\' | '~' => (Set::Ascii, [c as u8, 0]),
            '\0'..='\x7F' => {
                let set = if set == Set::Roman { set } else { Set::Ascii };
                (set, [c as u8, 0])
            }
            _ => {
                let [lead, trail] = jis(full_width(c)).ok_or(c)?;
                (Set::Kanji, [lead & 0x7F, trail & 0x7F])
            }
        };
        select(needed, &mut set, &mut out);
        out.push(bytes[0]);
        if needed == Set::Kanji {
            out.push(bytes[1]);
        }
    }
    select(Set::Ascii, &mut set, &mut out);
    Ok(out)
}

fn select(needed: Set, set: &mut Set, out: &mut Vec<u8>) {
    if *set != needed {
        *set = needed;
        out.push(ESCAPE);
        out.extend(match needed {
            Set::Ascii => b"(B",
            Set::Roman => b"(J",
            Set::Katakana => b"(I",
            Set::Kanji => b"$B",
        });
    }
}

/// The katakana of full width for one of half width.
fn full_width(c: char) -> char {
    const KATAKANA: &str = "\
        。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\
        ゛゜";
    match c {
        '｡'..='ﾟ' => KATAKANA.chars().nth(c as usize - '｡' as usize).unwrap_or(c),
        c => c,
    }
}
