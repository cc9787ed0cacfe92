//! The values of any analysis are in their range, whatever the text.
#![no_main]

#[path = "../../crates/kifu-analysis/tests/it/laws.rs"]
mod laws;

use kifu_analysis::{Color, Reply, Size};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::any_text_can_be_read(bytes);
    if let Some(Reply::Answer(answer)) = Reply::parse(&String::from_utf8_lossy(bytes)) {
        let size = Size::default();
        laws::check(&answer.analysis(Color::White, size), size.area());
    }
});
