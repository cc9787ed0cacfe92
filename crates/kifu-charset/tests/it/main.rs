//! Tests of the backend of a program. Without the feature `tables`, run
//! `cargo test -p kifu-charset --no-default-features --tests`.

use std::sync::Mutex;

use encoding_rs::Encoding;
use kifu_charset::{Backend, Charset};

#[cfg(feature = "tables")]
mod interface;
#[cfg(not(feature = "tables"))]
mod without_tables;

/// The charsets that a backend decoded.
static CALLS: Mutex<Vec<Charset>> = Mutex::new(Vec::new());

/// A backend like `TextDecoder`.
struct Host;

impl Backend for Host {
    fn decode(&self, charset: Charset, bytes: &[u8]) -> Option<String> {
        CALLS.lock().unwrap().push(charset);
        let encoding = Encoding::for_label(charset.name().as_bytes())?;
        Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
    }
}

const NAME: &[u8] = b"\xC4\xF4\xCE\xC0\xC6\xBD";

#[test]
#[cfg(feature = "tables")]
fn tables_need_no_backend() {
    assert!(!kifu_charset::set_backend(&Host));
    assert_eq!(Charset::GBK.decode(NAME).text, "聂卫平");
    assert_eq!(*CALLS.lock().unwrap(), []);
}
