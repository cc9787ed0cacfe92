/// The longest text that can be read, 512 MiB: places have 32 bits, and a byte of damaged
/// text can take six when it is written as JSON.
pub(crate) const BYTES: usize = 1 << 29;

/// The most values that can be read.
pub(crate) const VALUES: usize = (1 << 29) - 1;
