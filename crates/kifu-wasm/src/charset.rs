//! The tables of charsets, which the `TextDecoder` of JavaScript provides.

use kifu::charset::{Backend, Charset, set_backend};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "kifu-support")]
extern "C" {
    /// Decodes bytes; `undefined` if there is no `TextDecoder` for the charset.
    #[wasm_bindgen(js_name = decodeCharset)]
    fn decode_text(charset: &str, bytes: &[u8]) -> Option<String>;
}

struct TextDecoder;

impl Backend for TextDecoder {
    fn decode(&self, charset: Charset, bytes: &[u8]) -> Option<String> {
        decode_text(charset.name(), bytes)
    }
}

/// Runs when the module starts.
#[wasm_bindgen(start)]
fn start() {
    set_backend(&TextDecoder);
}
