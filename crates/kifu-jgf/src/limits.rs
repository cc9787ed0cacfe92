/// The maximum length of a text, 512 MiB: offsets have 32 bits, and a byte of damaged text can become six bytes
/// when it is written as JSON.
pub(crate) const BYTES: usize = 1 << 29;

/// The maximum number of values.
pub(crate) const VALUES: usize = (1 << 29) - 1;
