//! The WebAssembly module of the npm package `@kifu/kifu`.
//!
//! Each function crosses the boundary between JavaScript and WebAssembly once and returns plain data: numbers, texts
//! and typed arrays. The classes of the package are in `js/src`.

#![deny(unsafe_code)]

mod boards;
mod charset;
#[cfg(feature = "full")]
mod check;
mod columns;
#[cfg(feature = "full")]
mod convert;
mod data;
mod document;
mod games;
#[cfg(feature = "page")]
mod page;
#[cfg(feature = "full")]
mod problem;
#[cfg(feature = "full")]
mod render;
mod timeline;
