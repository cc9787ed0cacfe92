//! Standard output, messages on standard error, and colours.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstyle::{AnsiColor, Style};

use crate::printable::is_hazard;

/// Standard output, locked and buffered. Callers must flush it at the end, because errors of the
/// last bytes are returned only then.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

pub(crate) fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output for the contents of files. It writes bytes unchanged, except to a terminal,
/// where it escapes control characters.
pub(crate) type ContentsOut = BufWriter<TerminalSafe<StdoutLock<'static>>>;

/// Returns standard output for the contents of files.
pub(crate) fn contents() -> ContentsOut {
    let out = TerminalSafe {
        is_terminal: io::stdout().is_terminal(),
        out: io::stdout().lock(),
        rest: Vec::new(),
    };
    BufWriter::with_capacity(1 << 16, out)
}

/// A writer that escapes control characters if `out` is a terminal.
pub(crate) struct TerminalSafe<W> {
    out: W,
    is_terminal: bool,
    /// Bytes that cannot be written before the next ones are known: the start of a character, or a
    /// carriage return.
    rest: Vec<u8>,
}

impl<W: Write> TerminalSafe<W> {
    /// Writes all bytes except the last `keep` ones.
    fn write_except(&mut self, keep: usize) -> io::Result<()> {
        let len = self.rest.len() - keep;
        let mut escaped = String::with_capacity(len);
        push_escaped(&String::from_utf8_lossy(&self.rest[..len]), &mut escaped);
        self.rest.drain(..len);
        self.out.write_all(escaped.as_bytes())
    }
}

/// Returns the number of bytes at the end that form an incomplete character or line break.
fn incomplete_len(bytes: &[u8]) -> usize {
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

fn push_escaped(text: &str, out: &mut String) {
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

impl<W: Write> Write for TerminalSafe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        self.rest.extend_from_slice(bytes);
        self.write_except(incomplete_len(&self.rest))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_except(0)?;
        self.out.flush()
    }
}

/// Returns the width of the terminal in columns; `None` if standard output is not a terminal.
pub(crate) fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let (columns, _) = crossterm::terminal::size().ok()?;
    Some(usize::from(columns)).filter(|columns| *columns > 0)
}

/// Writes a line to standard error: `kifu: ` and the message, which must be printable.
pub(crate) fn message(message: fmt::Arguments<'_>) {
    line(format_args!("kifu: {message}"));
}

/// Writes a line to standard error. Errors are ignored, since there is nowhere to report them.
pub(crate) fn line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The styles for standard output; all of them are plain if colours are off.
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

    fn written(pieces: &[&[u8]], is_terminal: bool) -> Vec<u8> {
        let mut out = TerminalSafe {
            out: Vec::new(),
            is_terminal,
            rest: Vec::new(),
        };
        for piece in pieces {
            out.write_all(piece).unwrap();
        }
        out.flush().unwrap();
        out.out
    }

    #[test]
    fn control_characters_are_escaped_on_a_terminal() {
        let bytes = "(;C[\x1b[31m \u{9b}é古\t𠮷\u{202e}]\r\n;N[\rx])\r".as_bytes();
        let broken = [bytes, b"a\x9b\xff\xe5\x8f"].concat();
        let shown =
            "(;C[\\u{1b}[31m \\u{9b}é古\t𠮷\\u{202e}]\n;N[\\u{d}x])\\u{d}a\u{FFFD}\u{FFFD}\u{FFFD}";
        assert_eq!(String::from_utf8(written(&[&broken], true)).unwrap(), shown);
        assert_eq!(written(&[&broken], false), broken);
        // The result does not depend on where the bytes are split into two writes.
        for at in 0..broken.len() {
            let (first, second) = broken.split_at(at);
            assert_eq!(written(&[first, second], true), shown.as_bytes(), "{at}");
        }
    }
}
