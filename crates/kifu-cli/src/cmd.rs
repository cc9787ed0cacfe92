//! The verbs.

pub(crate) mod cat;
pub(crate) mod charset;
pub(crate) mod check;
pub(crate) mod codes;
pub(crate) mod convert;
pub(crate) mod fix;
pub(crate) mod fmt;
pub(crate) mod hash;
pub(crate) mod info;
pub(crate) mod meta;
pub(crate) mod rec;
pub(crate) mod render;
pub(crate) mod score;
pub(crate) mod show;
pub(crate) mod transform;
pub(crate) mod tree;
