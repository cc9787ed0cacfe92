//! Selects `built_in` or `loaded` in tests. By default, it is the one that the features select.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use super::{Backend, built_in, loaded, set_backend};
use crate::charset::Charset;

std::thread_local! {
    static IS_LOADED: Cell<bool> = const { Cell::new(cfg!(not(feature = "tables"))) };
}

/// Runs a function with the tables of encoding_rs.
pub(crate) fn with_built_in<T>(run: impl FnOnce() -> T) -> T {
    with(false, run)
}

/// Runs a function with tables from [`Emulated`].
pub(crate) fn with_loaded<T>(run: impl FnOnce() -> T) -> T {
    with(true, run)
}

fn with<T>(is_loaded: bool, run: impl FnOnce() -> T) -> T {
    let before = IS_LOADED.replace(is_loaded);
    let result = run();
    IS_LOADED.set(before);
    result
}

/// A backend like `TextDecoder`, which only decodes whole texts.
struct Emulated;

impl Backend for Emulated {
    fn decode(&self, charset: Charset, bytes: &[u8]) -> Option<String> {
        Some(built_in::decode(charset, bytes).0.into_owned())
    }
}

fn is_loaded() -> bool {
    let is_loaded = IS_LOADED.get();
    if is_loaded {
        set_backend(&Emulated);
    }
    is_loaded
}

pub(super) fn decode(charset: Charset, bytes: &[u8]) -> (Cow<'_, str>, bool) {
    if is_loaded() {
        loaded::decode(charset, bytes)
    } else {
        built_in::decode(charset, bytes)
    }
}

pub(super) fn character(charset: Charset, bytes: &[u8]) -> Option<char> {
    if is_loaded() {
        loaded::character(charset, bytes)
    } else {
        built_in::character(charset, bytes)
    }
}

pub(super) fn units(charset: Charset, bytes: &[u8], units: &mut [u16]) {
    if is_loaded() {
        loaded::units(charset, bytes, units);
    } else {
        built_in::units(charset, bytes, units);
    }
}

pub(super) fn fits(charset: Charset, bytes: &[u8]) -> bool {
    if is_loaded() {
        loaded::fits(charset, bytes)
    } else {
        built_in::fits(charset, bytes)
    }
}

pub(super) fn encode(charset: Charset, text: &str) -> Result<Vec<u8>, char> {
    if is_loaded() {
        loaded::encode(charset, text)
    } else {
        built_in::encode(charset, text)
    }
}
