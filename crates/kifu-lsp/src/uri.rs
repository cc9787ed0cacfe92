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
    let rest = uri.as_str().strip_prefix("file://")?;
    // The host is empty or `localhost`; other hosts are shares of Windows.
    let (host, path) = rest.split_at(rest.find('/')?);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    if cfg!(windows) {
        let path = path.replace('/', "\\");
        return Some(match host {
            "" | "localhost" => PathBuf::from(path.strip_prefix('\\').unwrap_or(&path)),
            host => PathBuf::from(format!("\\\\{host}{path}")),
        });
    }
    matches!(host, "" | "localhost").then(|| PathBuf::from(&*path))
}

/// Returns the URI of a file, unless its path is not Unicode.
pub(crate) fn of_path(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    let path = if cfg!(windows) {
        format!("/{}", path.replace('\\', "/"))
    } else {
        path.to_owned()
    };
    let uri = format!("file://{}", utf8_percent_encode(&path, ENCODED));
    Uri::from_str(&uri).ok()
}

/// Returns the name of the file in a URI, for messages.
pub(crate) fn file_name(uri: &Uri) -> String {
    let uri = uri.as_str();
    let name = uri.rsplit(['/', ':']).next().unwrap_or(uri);
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris_and_back() {
        for path in ["/a/b.sgf", "/games/\u{5433}[1] 50%.sgf", "/c:/x#y?z.sgf"] {
            let uri = of_path(Path::new(path)).unwrap();
            assert_eq!(
                to_path(&uri).as_deref(),
                Some(Path::new(path)),
                "{}",
                uri.as_str()
            );
        }
        let uri = |text: &str| Uri::from_str(text).unwrap();
        assert_eq!(to_path(&uri("file:///a%20b")), Some("/a b".into()));
        assert_eq!(to_path(&uri("untitled:Untitled-1")), None);
        assert_eq!(file_name(&uri("file:///a/b%20c.sgf")), "b c.sgf");
    }
}
