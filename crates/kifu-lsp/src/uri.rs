//! Paths of files as URIs.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

/// The characters that a path in a URI has as they are. Editors encode other characters in different ways, so URIs of
/// files are compared as paths.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// All characters that cannot be in a URI as they are. Brackets can only be around an IP address.
const INVALID: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b':')
    .remove(b'?')
    .remove(b'#')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b'%');

/// Encodes the characters in the URIs of a message that cannot be there, such as `[`. Some editors send paths almost as
/// they are.
pub(crate) fn make_valid(message: &mut Value) {
    match message {
        Value::Array(items) => items.iter_mut().for_each(make_valid),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(uri) if matches!(name.as_str(), "uri" | "rootUri") => {
                        if Uri::from_str(uri).is_err() {
                            *uri = valid(uri);
                        }
                    }
                    value => make_valid(value),
                }
            }
        }
        _ => {}
    }
}

fn valid(uri: &str) -> String {
    let encoded = utf8_percent_encode(uri, INVALID).to_string();
    // A percent sign starts an escape only before two digits.
    let is_escape = |rest: &str| {
        let digits = rest.as_bytes().get(1..3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let mut out = String::new();
    for (at, char) in encoded.char_indices() {
        out.push(char);
        if char == '%' && !is_escape(&encoded[at..]) {
            out.push_str("25");
        }
    }
    out
}

/// Returns the path of a file, unless the URI has another scheme, such as `untitled:`.
pub(crate) fn to_path(uri: &Uri) -> Option<PathBuf> {
    decoded(uri.as_str(), cfg!(windows)).map(PathBuf::from)
}

fn decoded(uri: &str, is_windows: bool) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let is_local = matches!(host, "" | "localhost");
    if !is_windows {
        return is_local.then(|| path.into_owned());
    }
    let path = path.replace('/', "\\");
    // Another host has a shared directory.
    Some(match path.strip_prefix('\\') {
        Some(path) if is_local => path.to_owned(),
        _ => format!("\\\\{host}{path}"),
    })
}

/// Returns the URI of a file, unless its path is not Unicode.
pub(crate) fn of_path(path: &Path) -> Option<Uri> {
    Uri::from_str(&encoded(path.to_str()?, cfg!(windows))).ok()
}

fn encoded(path: &str, is_windows: bool) -> String {
    let path = match path.strip_prefix("\\\\").filter(|_| is_windows) {
        Some(share) => share.replace('\\', "/"),
        None if is_windows => format!("/{}", path.replace('\\', "/")),
        None => path.to_owned(),
    };
    format!("file://{}", utf8_percent_encode(&path, ENCODED))
}

/// Returns the name of the file in a URI, for messages.
pub(crate) fn file_name(uri: &Uri) -> String {
    let uri = uri.as_str();
    let name = uri.rsplit(['/', ':']).next().unwrap_or(uri);
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris_and_back() {
        for path in ["/a/b.sgf", "/games/\u{5433}[1] 50%.sgf", "/c:/x#y?z\\.sgf"] {
            let uri = encoded(path, false);
            assert!(Uri::from_str(&uri).is_ok());
            assert_eq!(decoded(&uri, false).as_deref(), Some(path), "{uri}");
        }
        for path in ["C:\\games\\a b.sgf", "\\\\server\\share\\a.sgf"] {
            let uri = encoded(path, true);
            assert!(Uri::from_str(&uri).is_ok());
            assert_eq!(decoded(&uri, true).as_deref(), Some(path), "{uri}");
        }
        let windows = decoded("file:///c%3A/games/a.sgf", true);
        assert_eq!(windows.as_deref(), Some("c:\\games\\a.sgf"));
        assert_eq!(
            decoded("file://localhost/a%20b", false).as_deref(),
            Some("/a b")
        );
        assert_eq!(decoded("file://server/a", false), None);
        assert_eq!(decoded("untitled:Untitled-1", false), None);
        for (sent, expected) in [
            ("file:///a/b[1].sgf", "file:///a/b%5B1%5D.sgf"),
            (
                "file:///a/\u{5433}  50%.sgf",
                "file:///a/%E5%90%B3%20%2050%25.sgf",
            ),
            ("file:///a/[%5B].sgf", "file:///a/%5B%5B%5D.sgf"),
            ("untitled:a|b", "untitled:a%7Cb"),
        ] {
            assert!(Uri::from_str(sent).is_err(), "{sent}");
            assert_eq!(valid(sent), expected);
            assert!(Uri::from_str(expected).is_ok(), "{expected}");
        }
        let uri = Uri::from_str("file:///a/b%20c.sgf").unwrap();
        assert_eq!(file_name(&uri), "b c.sgf");
    }
}
