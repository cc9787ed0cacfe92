//! The messages of SGFC 2.0, and where the same is found here: `SGFC.md` is written from
//! this table, and every line of it has a case that shows it.
