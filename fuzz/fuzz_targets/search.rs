//! Games and patterns of any choices: the search finds what looking everywhere finds, an index finds
//! what the search finds and is made again from its own contents; any bytes are read as an index and
//! as a drawing.
#![no_main]

#[allow(dead_code)]
#[path = "../../crates/kifu-search/tests/it/index.rs"]
mod index;
#[allow(dead_code)]
#[path = "../../crates/kifu-search/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::drawings_are_read(&String::from_utf8_lossy(bytes));
    let mut random = laws::Random::of(bytes);
    let size = random.size();
    let games: Vec<_> = (0..4).map(|_| (size, random.game(size))).collect();
    let query = random.query(size, &games[0].1);
    laws::agrees_with_looking_everywhere(size, &games[0].1, &query);
    index::finds_what_the_search_finds(&games, &query);
    let mut indexed = index::build(&games);
    index::keeping_all_changes_nothing(&indexed);
    for (n, &byte) in bytes.iter().rev().enumerate() {
        let at = (n * 131 + usize::from(byte) * 7) % indexed.len();
        indexed[at] ^= byte;
    }
    index::with_its_crcs(&mut indexed);
    index::any_bytes_are_read(&indexed, &query);
    index::any_bytes_are_read(bytes, &query);
});
