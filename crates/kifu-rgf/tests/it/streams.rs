//! Tests of the properties of an SGF file about its recordings.

use std::convert::Infallible;

use kifu_rgf::{
    Dialect, Directory, Media, MediaError, Recording, Session, SessionKind, Settings, SpliceAs,
    Streams, write_in,
};
use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, EditError};
use kifu_span::Span;
use kifu_timeline::Time;

fn streams(sgf: &str) -> Streams {
    Streams::of(&Document::parse(sgf).unwrap())
}

fn codes(found: &Streams) -> Vec<&'static str> {
    found
        .diagnostics
        .iter()
        .map(|found| found.code.name)
        .collect()
}

#[test]
fn file_names_and_addresses_have_colons() {
    let found = streams("(;GS[a\\:b.rgf:5]MS[https://x.org/a.ogv:video/ogg][c:d.mp4:video])");
    let stream = &found.streams[0];
    assert_eq!(
        (&*stream.file, stream.duration),
        ("a:b.rgf", Some(Time::from_secs(5)))
    );
    assert_eq!(stream.media[0].address(), Some("https://x.org/a.ogv"));
    assert_eq!(
        (&*stream.media[1].source, &*stream.media[1].kind),
        ("c:d.mp4", "video")
    );
    assert_eq!(codes(&found), [""; 0]);
}

#[test]
fn other_uses_of_the_identifiers_are_left_alone() {
    let found = streams("(;GM[1]GS[5];GS[black wins];MS[aa][bb];GM[x:audio])");
    assert!(found.streams.is_empty() && found.snapshots.is_empty());
    assert_eq!(codes(&found), [""; 0]);
    // A colon followed by a text that is not a time: this is not a stream with an invalid time.
    let named = streams("(;GS[Black:he wins];GS[take 2:30])");
    assert!(named.streams.is_empty());
    assert_eq!(codes(&named), [""; 0]);
    let root = streams("(;GM[1]GS[a.rgf])");
    assert!(root.streams[0].media.is_empty());
    assert_eq!(codes(&root), ["rgf/no-duration"]);
}

#[test]
fn invalid_values_are_reported() {
    assert_eq!(codes(&streams("(;GS[a.rgf:soon])")), ["rgf/bad-stream"]);
    assert_eq!(codes(&streams("(;GS[a.rgf:-1])")), ["rgf/bad-stream"]);
    assert_eq!(
        codes(&streams("(;GS[a.rgf:1]MS[a.mp3])")),
        ["rgf/bad-stream"]
    );
    assert_eq!(
        codes(&streams("(;GS[a.rgf:1]MS[a.mp3:sound])")),
        ["rgf/bad-stream"]
    );
    assert_eq!(codes(&streams("(;GD[a.rgf])")), ["rgf/bad-stream"]);
    let mixed = streams("(;GS[a.rgf:1]MS[a.mp3:audio/mpeg][a.ogv:video])");
    assert_eq!(codes(&mixed), ["rgf/mixed-media"]);
    assert_eq!(mixed.streams[0].media.len(), 2);
}

const TALK: &str = "(;TS[1]AB[aa:bb]TS[1:1](;TS[2]C[a \\] b]TS[2:1])(;TS[3]RP[:]TS[4]))";

#[test]
fn snapshots_are_compared() {
    let talk = Recording::parse(TALK)
        .unwrap()
        .read(&Settings::default())
        .timeline;
    let shown = "(;AB[ba][aa][ab][bb];C[a \\] b])";
    for (time, tree, same) in [
        ("0", "", true),
        ("4", shown, true),
        ("3", shown, false),
        ("4", "(;AB[ba][aa][ab];C[a \\] b])", false),
        ("0", "(;)", false),
    ] {
        let main = Document::parse(format!("(;GM[1];GD[a.rgf:{time}]{tree})")).unwrap();
        let found = Streams::of(&main).compare(&main, "a.rgf", &talk);
        assert_eq!(found.is_empty(), same, "{time}: {found:?}");
    }
}

#[test]
fn a_moment_replaces_the_stream() {
    let main = Document::parse(
        "(;GM[1]KM[6.5]\n(;GS[a.rgf:4]MS[a.mp3:audio]AN[me];B[cc](;GD[a.rgf:0]))(;W[dd]))",
    )
    .unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = Recording::parse(TALK)
        .unwrap()
        .read(&stream.settings(&main))
        .timeline;
    let at = |seconds, as_what| {
        let view = talk.at(Time::from_secs(seconds));
        String::from_utf8(stream.at(&main, view, as_what).unwrap().to_bytes()).unwrap()
    };
    let mut out = String::new();
    for (seconds, as_what) in [
        (3, SpliceAs::Plain),
        (4, SpliceAs::Stream),
        (1, SpliceAs::Snapshot),
    ] {
        out += &format!("{as_what:?} at {seconds}:\n{}\n", at(seconds, as_what));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn text_goes_into_the_charset_of_the_file() {
    let gbk = b"(;GM[1]CA[GBK]PB[\xC4\xE3\xBA\xC3];GS[a.rgf])";
    let main = Document::parse(&gbk[..]).unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = Recording::parse("(;C[你好]TS[1])")
        .unwrap()
        .read(&Settings::default())
        .timeline;
    let spliced = stream.at(&main, talk.last(), SpliceAs::Plain).unwrap();
    let node = spliced.node(spliced.forest().last_child(stream.node).unwrap());
    assert_eq!(
        node.get("C").unwrap().value().unwrap().raw(),
        b"\xC4\xE3\xBA\xC3"
    );
    let in_gbk = Recording::parse_in(&b"(;C[\xC4\xE3]TS[1])"[..], stream.charset(&main)).unwrap();
    let view = in_gbk.read(&stream.settings(&main)).timeline;
    assert_eq!(view.last().to_sgf(), "(;C[你])");
}

#[test]
fn text_is_not_written_in_an_unlikely_charset() {
    let splice = |main: &[u8], text: &str| {
        let main = Document::parse(main).unwrap();
        let stream = Streams::of(&main).streams.remove(0);
        let talk = format!("(;TS[0]C[{text}]TS[0];TS[3]W[dd]TS[3])");
        let talk = Recording::parse(talk.as_str()).unwrap();
        let timeline = talk.read(&stream.settings(&main)).timeline;
        let spliced = stream.at(&main, timeline.last(), SpliceAs::Stream);
        spliced.map(|document| document.to_bytes())
    };
    // Two bytes are little evidence for a charset.
    let unsure = b"(;CA[UTF-8]C[\xFF\xFE raw];GS[a.rgf])";
    assert_eq!(splice(unsure, "\u{56f2}\u{7881}"), Err(EditError::Charset));
    let bytes = splice(unsure, "Go").unwrap();
    assert!(
        bytes.ends_with(b";GS[a.rgf];C[Go];W[dd])"),
        "{}",
        bytes.escape_ascii()
    );
    let sure = b"(;CA[GBK]C[\xc4\xf4];GS[a.rgf])";
    assert!(
        splice(sure, "\u{56f4}\u{68cb}")
            .unwrap()
            .ends_with(b";GS[a.rgf];C[\xce\xa7\xc6\xe5];W[dd])")
    );
}

#[test]
fn media_are_parsed_with_their_kind() {
    let media = |text: &str| {
        text.parse::<Media>()
            .map(|media| (media.source, media.kind))
    };
    for (text, source, kind) in [
        ("talk.mp3:audio", "talk.mp3", "audio"),
        ("a:b.mp4:video/mp4", "a:b.mp4", "video/mp4"),
        ("https://x.org/a:audio", "https://x.org/a", "audio"),
        ("http://x.org/a:youtube", "http://x.org/a", "youtube"),
        ("12:vimeo", "12", "vimeo"),
    ] {
        assert_eq!(media(text), Ok((source.into(), kind.into())), "{text}");
    }
    for text in [
        "",
        "talk.mp3",
        ":audio",
        "talk.mp3:sound",
        "a:vimeo/x",
        "a:audiobook",
    ] {
        assert_eq!(media(text), Err(MediaError::Kind), "{text}");
    }
    assert_eq!(media("file:///a.mp3:audio"), Err(MediaError::Address));
    assert!(MediaError::Kind.to_string().contains("`audio`, `video`"));
    assert!(MediaError::Address.to_string().contains("`https://`"));
}

#[test]
fn the_places_of_media_are_known() {
    let source = "(;GM[1](;GS[a.rgf:1]GM[a.mp3:audio])(;GS[b.rgf:1]GM[2]MS[b.mp3:audio][c:sound]))";
    let main = Document::parse(source).unwrap();
    let streams = Streams::of(&main);
    let named = |text: &str| {
        let start = source.find(text).unwrap() as u32;
        streams.names_media(Span::new(start, start + text.len() as u32))
    };
    for text in [
        "GM[a.mp3:audio]",
        "[a.mp3:audio]",
        "MS[b.mp3:audio][c:sound]",
        "c:sound",
    ] {
        assert!(named(text), "{text}");
    }
    for text in [
        "GM[1]",
        "GS[a.rgf:1]GM[a",
        "a.mp3:audio])",
        "GM[2]",
        "(;GM[1](;GS[a.rgf:1]GM[a.mp3:audio])",
    ] {
        assert!(!named(text), "{text}");
    }
}

#[test]
fn files_are_those_next_to_the_sgf_file() {
    let found = streams(
        "(;GS[a.rgf:1]MS[a.mp3:audio][https://x.org/a:audio](;GS[b.rgf:1])(;GD[a.rgf:0])(;GD[c.rgf:0]))",
    );
    let files: Vec<&str> = found.files().collect();
    assert_eq!(files, ["a.rgf", "a.mp3", "b.rgf", "a.rgf", "c.rgf"]);
}

#[test]
fn the_comment_is_that_of_the_shown_node() {
    let main = Document::parse("(;GM[1]C[game];GS[a.rgf:9]C[see \\] below])").unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = "(;TS[1]C[one\\]]TS[2]C[ two]TS[3];TS[4])";
    let talk = Recording::parse(talk).unwrap();
    let timeline = talk.timeline(&stream.settings(&main));
    let comment = |seconds| stream.comment(&main, timeline.at(Time::from_secs(seconds)));
    let comments = [0, 1, 2, 3, 4].map(comment);
    assert_eq!(comments, ["see ] below", "", "one]", "one] two", ""]);
}

#[test]
fn another_version_moves_the_snapshots() {
    let main = Document::parse(
        "(;GM[1](;GS[a\\:b.rgf:4]MS[a.mp3:audio](;B[cc])(;GD[a\\:b.rgf:1];B[cc]))\
         (;GD[a\\:b.rgf:0];B[cc])(;GD[a\\:b.rgf:3];W[dd])(;GD[c.rgf:3];W[ee]))",
    )
    .unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = Recording::parse(TALK)
        .unwrap()
        .timeline(&stream.settings(&main));
    let rest = talk.cut(Time::from_secs(1)..);
    let moved = |time: Time| {
        (time >= Time::from_secs(1)).then(|| Time::from_nanos(time.nanos() - 1_000_000_000))
    };
    let sgf = stream.replaced(&main, &rest, moved).unwrap();
    assert_eq!(
        sgf.to_bytes().escape_ascii().to_string(),
        "(;GM[1](;GS[a\\\\:b.rgf:3]MS[a.mp3:audio](;AB[aa:bb];C[a \\\\] b])(;GD[a\\\\:b.rgf:0];B[cc]))\
         (;;B[cc])(;GD[a\\\\:b.rgf:2];W[dd])(;GD[c.rgf:3];W[ee]))"
    );
    let streams = Streams::of(&sgf);
    assert_eq!(streams.streams[0].duration, Some(rest.duration()));
}

#[test]
fn writing_in_a_charset_needs_its_characters() {
    let talk = |text: &str| {
        let recording = Recording::parse(format!("(;C[{text}]TS[1])")).unwrap();
        recording.timeline(&Settings::default())
    };
    let written = write_in(&talk("\u{4f60}"), Dialect::Distinct, Charset::GBK).unwrap();
    assert!(written.windows(4).any(|bytes| bytes == b"[\xC4\xE3]"));
    let error = write_in(&talk("\u{1f600}"), Dialect::Distinct, Charset::GBK).unwrap_err();
    assert_eq!(error.character, '\u{1f600}');
}

/// The files of a directory, by name.
struct Files(&'static [(&'static str, &'static str)]);

impl Directory for Files {
    type Error = Infallible;

    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Infallible> {
        let found = self.0.iter().find(|(file, _)| *file == name);
        Ok(found.map(|(_, text)| text.as_bytes().to_vec()))
    }

    fn size(&mut self, name: &str) -> Option<u64> {
        let found = self.0.iter().find(|(file, _)| *file == name);
        found.map(|(_, text)| text.len() as u64)
    }
}

#[test]
fn a_session_compares_each_recording_once() {
    let main = "(;GM[1](;GS[a.rgf:4];W[aa])(;GS[a.rgf:4];W[bb])(;GS[b.rgf:4]MS[b.mp3:audio];W[cc])(;GS[c.rgf:4]))";
    let main = Document::parse(main).unwrap();
    let mut files = Files(&[
        ("a.rgf", "(;TS[4]B[aa]TS[4])"),
        ("b.rgf", "(;TS[4]B[bb]TS[4])"),
        ("b.mp3", "sound"),
    ]);
    let session = Session::of_sgf("talk.sgf", main, &mut files).unwrap();
    let found: Vec<_> = session
        .findings(Vec::new())
        .iter()
        .map(|found| (found.span.start, found.code.name))
        .collect();
    let differs = "rgf/final-differs";
    assert_eq!(
        found,
        [
            (9, differs),
            (29, differs),
            (49, differs),
            (84, "rgf/missing-member")
        ]
    );
    assert_eq!(
        (session.size_of("b.mp3"), session.size_of("c.mp3")),
        (Some(5), None)
    );
    let formats =
        [SessionKind::Bundle, SessionKind::Sgf, SessionKind::Rgf].map(SessionKind::format);
    assert_eq!(
        (session.kind.format(), formats),
        ("sgf", ["rgt", "sgf", "rgf"])
    );
}

#[test]
fn a_file_name_is_more_than_an_extension() {
    let files = |value: &str| streams(&format!("(;GS[{value}])")).streams.len();
    assert_eq!([files("a.rgf"), files("a.RGF:5")], [1, 1]);
    assert_eq!(
        [files(".rgf"), files("rgf"), files("a.rgf.gz"), files("")],
        [0, 0, 0, 0]
    );
}
