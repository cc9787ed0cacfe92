//! Laws that hold for any text and any position. The tests check them on the cases and on random boards, and
//! the fuzzer includes this file.

use std::ops::RangeInclusive;

use kifu_core::{Color, Point, Setup, Size};
use kifu_sgn::{Collection, Entry, Finding, Problem, Reader, Reading, Sgn};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    let text = String::from_utf8_lossy(source);
    what_is_read_reads_back(&text);
    collections_read_back(&text);
    let random = &mut Random::of(source);
    written_reads_back(&random_position(random, 1..=52));
    written_reads_back(&random_position(random, 1..=22));
}

/// Checks that a position which was read is written so that it reads back the same, and that the findings are
/// in the text, in order, and have valid rows.
pub(crate) fn what_is_read_reads_back(text: &str) {
    let strict = Reader::STRICT.read(text);
    let lenient = Reader::LENIENT.read(text);
    if let Ok(strict) = &strict {
        assert_eq!(lenient.as_ref(), Ok(strict), "leniency changes nothing");
    }
    text_after_it_changes_nothing(text, Reader::STRICT, Reader::LENIENT);
    let width = |reader: Reader| reader.width(text.len() as u8 % 53);
    text_after_it_changes_nothing(text, width(Reader::STRICT), width(Reader::LENIENT));
    for reader in [Reader::STRICT, Reader::LENIENT, Reader::STRICT.width(19)] {
        let findings = match reader.read(text) {
            Ok(reading) => {
                written_reads_back(&reading.position);
                reading.findings
            }
            Err(found) => vec![found],
        };
        for found in &findings {
            let shown = &text[found.span.range()];
            assert!(u64::from(found.column) <= text.len() as u64 + 1, "{shown}");
            assert!(found.row <= 53);
            assert_eq!(found.diagnostic().code.name, found.code().name);
        }
        assert!(findings.is_sorted_by_key(|found| found.span.start));
    }
}

/// Checks that a text which reads strictly also reads leniently with more text after it, and that this adds
/// only one finding. Such a text never takes the fast path.
fn text_after_it_changes_nothing(text: &str, strict: Reader, lenient: Reader) {
    let Ok(Reading { position, findings }) = strict.read(text) else {
        return;
    };
    let longer = lenient.read(&format!("{}#", text.trim_end())).unwrap();
    assert_eq!(longer.position, position);
    let said = |found: &Finding| (found.problem, found.row, found.column);
    let mut longer: Vec<_> = longer.findings.iter().map(said).collect();
    assert!(matches!(longer.pop(), Some((Problem::TrailingText, ..))));
    assert_eq!(longer, findings.iter().map(said).collect::<Vec<_>>());
}

/// Checks that a position reads back as it was written, strictly and without a known width.
pub(crate) fn written_reads_back(position: &Sgn) -> String {
    let text = position.to_string();
    let read = Reader::STRICT.read(&text).map(|read| read.position);
    assert_eq!(read.as_ref(), Ok(position), "{text}");
    let width = Reader::STRICT.width(position.setup().size().cols());
    let read = width.read(&text).map(|read| read.position);
    assert_eq!(read.as_ref(), Ok(position), "{text}");
    assert_eq!(text.parse::<Sgn>().unwrap().to_string(), text);
    let size = position.setup().size();
    if size.cols() == size.rows() && size.cols() <= 22 {
        assert_eq!(text, as_defined(position));
    }
    text_after_it_changes_nothing(&text, Reader::STRICT, Reader::LENIENT);
    text
}

/// Writes a position exactly as the notation is defined, whether or not it reads back.
fn as_defined(position: &Sgn) -> String {
    let setup = position.setup();
    let point = |at| (setup.stone(at), setup.ko == Some(at));
    let run = |points: &[(Option<Color>, bool)]| match (points[0], points.len()) {
        ((Some(color), _), 1) => color.letter().to_ascii_lowercase().to_string(),
        ((Some(color), _), count) => format!("{}{count}", color.letter()),
        ((None, true), _) => "K".to_owned(),
        ((None, false), count) => count.to_string(),
    };
    let row = |row| {
        let points = (0..setup.size().cols()).map(|col| point(Point::new(col, row)));
        let points: Vec<_> = points.collect();
        if points.iter().all(|&point| point == (None, false)) {
            return String::new();
        }
        points.chunk_by(PartialEq::eq).map(run).collect()
    };
    let rows: Vec<_> = (0..setup.size().rows()).map(row).collect();
    format!("{}-{}", rows.join("/"), position.side().letter())
}

/// Checks that a collection reads back as it was written.
pub(crate) fn collections_read_back(text: &str) {
    let (read, findings) = Collection::read(text, Reader::LENIENT);
    for found in findings {
        let _in_the_text = &text[found.span.range()];
    }
    let mut built = Collection::default();
    built.set_comment(text);
    let name = text.lines().next().unwrap_or_default();
    for position in read.entries.iter().map(|entry| &entry.position).take(3) {
        let entry = Entry::new(position.clone()).with_comment(text);
        built.entries.push(match entry.clone().with_name(name) {
            Ok(named) => named,
            Err(_) => entry,
        });
    }
    for collection in [read, built] {
        let written = collection.to_string();
        let (again, _) = Collection::read(&written, Reader::STRICT);
        assert_eq!(again, collection, "{written}");
    }
}

/// Creates a board with sides in a range, with long and short runs, and perhaps a ko.
pub(crate) fn random_position(random: &mut Random, sides: RangeInclusive<u8>) -> Sgn {
    let (least, lengths) = (*sides.start(), sides.len() as u32);
    let mut length = || least + random.below(lengths) as u8;
    let (cols, rows) = (length(), length());
    let rows = if random.below(2) == 0 { cols } else { rows };
    let size = Size::new(cols, rows).unwrap();
    let mut setup = Setup::empty(size);
    setup.to_play = Some(Color::ALL[random.below(2) as usize]);
    // Boards range from single stones to runs of whole rows.
    let longest = 1 + random.below(40);
    let (mut stone, mut left) = (None, 0);
    for point in size.points() {
        if left == 0 {
            stone = [None, Some(Color::Black), Some(Color::White)][random.below(3) as usize];
            left = 1 + random.below(longest);
        }
        left -= 1;
        setup.put(point, stone);
    }
    let ko = Point::new(
        random.below(u32::from(cols)) as u8,
        random.below(u32::from(rows)) as u8,
    );
    if setup.stone(ko).is_none() {
        setup.ko = Some(ko);
    }
    Sgn::new(setup).unwrap()
}

/// A pseudorandom number generator: SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn of(bytes: &[u8]) -> Random {
        let mix = |seed: u64, &byte: &u8| (seed ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        Random(bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix))
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) >> 32) as u32 % limit
    }
}
