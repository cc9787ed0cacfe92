//! Whether what the SGF file names is in the bundle.

use kifu_span::Severity::{Error, Info, Warning};
use kifu_span::{Code, Diagnostic, Span};

use super::{Bundle, Warning as BundleWarning, check_name};
use crate::stream::Streams;

/// Every kind of finding about what a bundle names and holds.
pub const CODES: &[Code] = &[
    MAIN_NAME,
    MISSING_MEMBER,
    ODD_ARCHIVE,
    STRAY_MEMBER,
    UNSAFE_SOURCE,
    WEB_MEDIA,
];

const MAIN_NAME: Code = Code {
    name: "rgf/main-name",
    severity: Warning,
    summary: "an SGF file that does not have the name of its bundle",
    explanation: "The specification asks that the SGF file has the name of the bundle: `talk.sgf` in \
        `talk.rgt`. Rename the bundle, or unpack it, rename the SGF file and pack it again.",
};
const MISSING_MEMBER: Code = Code {
    name: "rgf/missing-member",
    severity: Error,
    summary: "a file that is missing",
    explanation: "The SGF file names a recording, or media beside it, that is not in the bundle, or \
        in the folder of the SGF file. Names are compared exactly.",
};
const ODD_ARCHIVE: Code = Code {
    name: "rgf/odd-archive",
    severity: Warning,
    summary: "a bundle that does not end as archives do",
    explanation: "The end of the archive is missing, or there is more behind it. What it holds is \
        complete, but it may have been cut off or damaged on its way.",
};
const STRAY_MEMBER: Code = Code {
    name: "rgf/stray-member",
    severity: Warning,
    summary: "a member that nothing names",
    explanation: "The bundle holds a file that the SGF file does not name, as a recording or as \
        media. It is passed over, and kept when the bundle is unpacked.",
};
const UNSAFE_SOURCE: Code = Code {
    name: "rgf/unsafe-source",
    severity: Error,
    summary: "media that are neither in the bundle nor on the web",
    explanation: "Media are a file in the bundle, named without a folder, or an address that starts \
        with `https://` or `http://`. Paths and other addresses lead into the computer of \
        whoever opens the bundle, and are not followed.",
};
const WEB_MEDIA: Code = Code {
    name: "rgf/web-media",
    severity: Info,
    summary: "media on the web",
    explanation: "The media are not in the bundle but at an address. Nothing is fetched from there: \
        whoever wants to opens it.",
};

impl Bundle {
    /// Compares what the SGF file of the bundle names with what the bundle holds, and tells what
    /// is odd about the bundle. Places are in the SGF file.
    pub fn references(&self, streams: &Streams) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut named: Vec<&str> = vec![&self.main_name];
        let mut missing = |file: &str, place: Span| {
            if !self.has(file) {
                found.push(MISSING_MEMBER.at(place, format!("{file:?} is missing")));
            }
        };
        for stream in &streams.streams {
            missing(&stream.file, stream.place);
            named.push(&stream.file);
        }
        for snapshot in &streams.snapshots {
            missing(&snapshot.file, snapshot.place);
        }
        for stream in &streams.streams {
            for media in &stream.media {
                let source = media.source.as_str();
                named.push(source);
                found.extend(match () {
                    () if self.has(source) => None,
                    () if media.address().is_some() => {
                        Some(WEB_MEDIA.at(stream.place, format!("media at {source}")))
                    }
                    () if check_name(source).is_ok() => {
                        let message = format!("{source:?} is missing");
                        Some(MISSING_MEMBER.at(stream.place, message))
                    }
                    () => Some(UNSAFE_SOURCE.at(stream.place, format!("media at {source:?}"))),
                });
            }
        }
        let members = self.recordings.iter().map(|(name, _)| name);
        let members = members.chain(self.others.iter().map(|(name, _)| name));
        for stray in members.filter(|name| !named.contains(&name.as_str())) {
            let message = format!("nothing names {stray:?}");
            found.push(STRAY_MEMBER.at(Span::at(0), message));
        }
        let warnings = self.warnings.iter();
        found.extend(warnings.map(|odd| match odd {
            BundleWarning::MainName => {
                let message = format!("{:?} does not have the name of the bundle", self.main_name);
                MAIN_NAME.at(Span::at(0), message)
            }
            odd => ODD_ARCHIVE.at(Span::at(0), odd.to_string()),
        }));
        found
    }

    fn has(&self, name: &str) -> bool {
        let is_recording = self.recordings.iter().any(|(file, _)| file == name);
        is_recording || self.others.iter().any(|(file, _)| file == name)
    }
}
