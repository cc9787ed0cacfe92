//! Recognizes files in formats that kifu does not read.

use memchr::memmem;

/// The number of bytes that are examined.
const HEADER_LEN: usize = 4 << 10;

/// The signatures of binary formats, each with its offset in the file.
const BINARY: [(usize, &[u8], &str); 16] = [
    (0, b"%PDF-", "a PDF document"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xFF\xD8\xFF", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (0, b"II*\0", "a TIFF image"),
    (0, b"MM\0*", "a TIFF image"),
    (8, b"WEBP", "a WebP image"),
    (8, b"WAVE", "a WAV recording"),
    (4, b"ftyp", "an MP4 file"),
    (0, b"ID3", "an MP3 recording"),
    (0, b"OggS", "an Ogg file"),
    (0, b"Rar!\x1A\x07", "a RAR archive"),
    (0, b"SQLite format 3\0", "an SQLite database"),
    (0, b"{\\rtf", "an RTF document"),
    (
        0,
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        "a Microsoft Office document",
    ),
];

/// Returns the name of the binary format that these first bytes of a file have.
pub(super) fn binary_format(bytes: &[u8]) -> Option<&'static str> {
    let has = |(at, signature, _): &&(usize, &[u8], _)| {
        bytes
            .get(*at..)
            .is_some_and(|rest| rest.starts_with(signature))
    };
    BINARY.iter().find(has).map(|(.., name)| *name)
}

/// Returns the kind of an answer of the Fox server: JSON with a list of games, or with one game as SGF in a string, which
/// would be misread as SGF.
pub(super) fn answer_of_fox(bytes: &[u8]) -> Option<&'static str> {
    let header = &bytes[..bytes.len().min(HEADER_LEN)];
    let header = header.trim_ascii_start();
    let has = |word: &str| memmem::find(header, word.as_bytes()).is_some();
    if !header.starts_with(b"{") {
        None
    } else if has("\"chesslist\"") {
        Some("a list of games of the Fox server, without moves")
    } else if has("\"chess\":\"(;") || has("\"chess\": \"(;") {
        Some("an answer of the Fox server with SGF as a JSON string")
    } else {
        None
    }
}

/// Returns the name of the text format that these first bytes of a file have.
pub(super) fn text_format(bytes: &[u8]) -> Option<&'static str> {
    let header = &bytes[..bytes.len().min(HEADER_LEN)];
    let header = header.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(header);
    let header = header.trim_ascii_start();
    let starts = |word: &[u8]| {
        let start = header.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    match header.first()? {
        #[cfg(not(feature = "gib"))]
        b'\\' if starts(b"\\HS") => Some("a GIB record"),
        #[cfg(not(feature = "ugf"))]
        b'[' if starts(b"[Header]") => Some("a UGF record"),
        b'<' if starts(b"<!doctype html") || starts(b"<html") => Some("an HTML page"),
        b'<' if starts(b"<svg") => Some("an SVG image"),
        b'<' if starts(b"<?xml") => Some(xml_format(header)),
        #[cfg(not(feature = "ngf"))]
        _ if is_ngf(header) => Some("an NGF record"),
        _ => None,
    }
}

fn xml_format(header: &[u8]) -> &'static str {
    let has = |word: &str| memmem::find(header, word.as_bytes()).is_some();
    if has("<html") || has("<!DOCTYPE html") {
        "an HTML page"
    } else if has("<svg") {
        "an SVG image"
    } else {
        "an XML document"
    }
}

#[cfg(not(feature = "ngf"))]
/// Returns whether a text has the head of an NGF record: twelve lines, of which the second is the
/// board size, and then moves such as `PMABBQEEQ`.
fn is_ngf(header: &[u8]) -> bool {
    let mut lines = header.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let size = lines.nth(1).and_then(|line| std::str::from_utf8(line).ok());
    let is_board = size.is_some_and(|size| matches!(size, "9" | "13" | "19"));
    let is_move = |line: &[u8]| {
        line.len() >= 7
            && line.starts_with(b"PM")
            && matches!(line[4], b'B' | b'W')
            && line[2..].iter().all(u8::is_ascii_uppercase)
    };
    is_board && lines.skip(8).take(4).any(is_move)
}

/// Returns whether a text could contain an SGF game: `(;` followed by a property.
pub(super) fn has_game(bytes: &[u8]) -> bool {
    memmem::find_iter(bytes, b"(;").any(|at| {
        let node = bytes[at + 2..].trim_ascii_start();
        let ident = node.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let ident = ident.count();
        ident > 0 && node[ident..].trim_ascii_start().starts_with(b"[")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognized_by_their_first_bytes() {
        let cases: [(&[u8], &str); 4] = [
            (b"%PDF-1.4\n", "a PDF document"),
            (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP image"),
            (b"\0\0\0\x18ftypmp42", "an MP4 file"),
        ];
        for (bytes, name) in cases {
            assert_eq!(binary_format(bytes), Some(name));
        }
        for bytes in [&b""[..], b"(;FF[4])", b"%PD", b"RIFF"] {
            assert_eq!(binary_format(bytes), None);
        }
    }

    #[test]
    fn text_formats_are_recognized_by_their_head() {
        let cases = [
            ("\u{FEFF}\n<!DOCTYPE HTML>\n<p>", "an HTML page"),
            (
                "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC>",
                "an HTML page",
            ),
            ("<?xml version='1.0'?><svg/>", "an SVG image"),
            ("<?xml version='1.0'?><a/>", "an XML document"),
        ];
        for (text, name) in cases {
            assert_eq!(text_format(text.as_bytes()), Some(name), "{text}");
        }
        #[cfg(not(feature = "ugf"))]
        {
            let ugf = "[Header]\r\nTitle=A\r\n[Data]\r\nRD,B1,0,0\r\n";
            assert_eq!(text_format(ugf.as_bytes()), Some("a UGF record"));
        }
        #[cfg(not(feature = "ngf"))]
        {
            let ngf = "Rating\r\n19\r\nLee 7d\r\nCho 5d\r\nwww.cyberoro.com\r\n0\r\n0\r\n6\r\n\
                20110812 [09:31]\r\n480\r\nBlack wins\r\n111\r\nPMABBQEEQ\r\nPMACWEEEE\r\n";
            assert_eq!(text_format(ngf.as_bytes()), Some("an NGF record"));
        }
        for text in [
            "",
            "(;FF[4])",
            "\\H",
            "[{}]",
            "a\n19\n",
            "<a>",
            "Notes\n\n1\n",
        ] {
            assert_eq!(text_format(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn answers_of_the_fox_server_are_recognized() {
        let list = br#" {"result": 0, "chesslist": [{"chessid": "1"}]}"#;
        assert!(answer_of_fox(list).unwrap().starts_with("a list"));
        let game = br#"{"result":0,"chess":"(;GM[1]PB[\u7530];B[pd])"}"#;
        assert!(answer_of_fox(game).unwrap().starts_with("an answer"));
        for other in [&b"(;C[\"chesslist\"])"[..], b"{\"chess\": 1}", b"[{}]"] {
            assert_eq!(answer_of_fox(other), None);
        }
    }

    #[test]
    fn games_in_pages_need_a_property() {
        for text in ["<p>(;FF[4])", "x(; B\n[aa])"] {
            assert!(has_game(text.as_bytes()), "{text}");
        }
        for text in ["", "for(;;){}", "(;)", "(;B", "(;a=b[0])", "(;[a])"] {
            assert!(!has_game(text.as_bytes()), "{text}");
        }
    }
}
