//! Standard output, messages on standard error, and colours.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

use anstyle::{AnsiColor, Style};

/// Standard output, locked and buffered. Flush it in the end: only then is it known
/// whether all was written.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

pub(crate) fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
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
