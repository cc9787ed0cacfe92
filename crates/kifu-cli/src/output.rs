//! Standard output, messages on standard error, and colours.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstyle::{AnsiColor, Style};

use crate::printable::is_hazard;

/// Standard output, locked and buffered. Flush it in the end: only then is it known
/// whether all was written.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

pub(crate) fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output for what comes out of files. It goes there as it is, but not to a
/// terminal, which would do what it says: there, what acts is escaped.
pub(crate) type Data = BufWriter<Harmless<StdoutLock<'static>>>;

/// [`Data`].
pub(crate) fn data() -> Data {
    let out = Harmless {
        is_terminal: io::stdout().is_terminal(),
        out: io::stdout().lock(),
        rest: Vec::new(),
    };
    BufWriter::with_capacity(1 << 16, out)
}

/// Bytes for whatever is there, or as text that only shows for a terminal.
pub(crate) struct Harmless<W> {
    out: W,
    is_terminal: bool,
    /// The start of a character, or a line break whose second half may follow.
    rest: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    /// Writes all but the last so many bytes of what there is.
    fn show(&mut self, but: usize) -> io::Result<()> {
        let whole = self.rest.len() - but;
        let mut shown = String::with_capacity(whole);
        push_harmless(&String::from_utf8_lossy(&self.rest[..whole]), &mut shown);
        self.rest.drain(..whole);
        self.out.write_all(shown.as_bytes())
    }
}

/// How many bytes at the end need what follows to be understood.
fn waiting(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    let starts = |count: &usize| match bytes[bytes.len() - count] {
        0xC0..0xE0 => *count < 2,
        0xE0..0xF0 => *count < 3,
        0xF0.. => *count < 4,
        _ => false,
    };
    (1..=bytes.len().min(3)).find(starts).unwrap_or(0)
}

fn push_harmless(text: &str, out: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\t' => out.push(c),
            '\r' if chars.peek() == Some(&'\n') => {}
            c if is_hazard(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        self.rest.extend_from_slice(bytes);
        self.show(waiting(&self.rest))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.show(0)?;
        self.out.flush()
    }
}

/// Writes a line to standard error: `kifu: ` and the message. It must be printable.
pub(crate) fn message(message: fmt::Arguments<'_>) {
    line(format_args!("kifu: {message}"));
}

/// Writes a line to standard error; where that is closed there is nobody to tell.
pub(crate) fn line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The styles for standard output, all of them plain if it shall have no colour.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) colored: bool,
    pub(crate) name: Style,
    pub(crate) label: Style,
    pub(crate) error: Style,
    pub(crate) warning: Style,
}

impl Palette {
    pub(crate) fn of_stdout() -> Palette {
        if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
            return Palette::default();
        }
        Palette {
            colored: true,
            name: Style::new().bold(),
            label: Style::new().dimmed(),
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
        }
    }
}

/// Text in a style.
pub(crate) struct Styled<T>(pub(crate) Style, pub(crate) T);

impl<T: fmt::Display> fmt::Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.0, self.1, self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[&[u8]], is_terminal: bool) -> Vec<u8> {
        let mut out = Harmless {
            out: Vec::new(),
            is_terminal,
            rest: Vec::new(),
        };
        for part in parts {
            out.write_all(part).unwrap();
        }
        out.flush().unwrap();
        out.out
    }

    #[test]
    fn what_acts_does_not_reach_a_terminal() {
        let bytes = "(;C[\x1b[31m \u{9b}古\t\u{202e}]\r\n;N[\rx])\r".as_bytes();
        let broken = [bytes, b"a\x9b\xff\xe5\x8f"].concat();
        let shown =
            "(;C[\\u{1b}[31m \\u{9b}古\t\\u{202e}]\n;N[\\u{d}x])\\u{d}a\u{FFFD}\u{FFFD}\u{FFFD}";
        assert_eq!(String::from_utf8(written(&[&broken], true)).unwrap(), shown);
        assert_eq!(written(&[&broken], false), broken);
        // However it is cut.
        for at in 0..broken.len() {
            let (first, second) = broken.split_at(at);
            assert_eq!(written(&[first, second], true), shown.as_bytes(), "{at}");
        }
    }
}
