//! Paths of files as URIs.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that a path in a URI has as they are. Editors encode other characters in different ways, so URIs of
/// files are compared as paths.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

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
        let uri = Uri::from_str("file:///a/b%20c.sgf").unwrap();
        assert_eq!(file_name(&uri), "b c.sgf");
    }
}
