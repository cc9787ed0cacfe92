//! Sessions of a server with a client in memory.
// Their paths are those of Unix.
#![cfg(unix)]

mod client;
mod features;
mod laws;
mod session;
