//! Sessions of a server with a client in memory.

mod client;
mod features;
mod laws;
mod session;
