//! Checks whether the files that the SGF file names are in the bundle.

use kifu_span::Severity::{Error, Info, Warning};
use kifu_span::{Code, Diagnostic, Span};

use super::{Bundle, Warning as BundleWarning, check_name};
use crate::stream::Streams;

/// All kinds of findings about the files that a bundle names and contains, sorted by name.
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
    explanation: "According to the specification, the SGF file has the name of the bundle: `talk.sgf` in \
        `talk.rgt`. Rename the bundle; or unpack it, rename the SGF file and pack it again.",
};
const MISSING_MEMBER: Code = Code {
    name: "rgf/missing-member",
    severity: Error,
    summary: "a file that is missing",
    explanation: "The SGF file names a recording or a medium that is not in the bundle, or not in the folder \
        of the SGF file. Names are compared exactly.",
};
const ODD_ARCHIVE: Code = Code {
    name: "rgf/odd-archive",
    severity: Warning,
    summary: "a bundle with an unusual end",
    explanation: "The end of the archive is missing, or there is data after it. The contents of the bundle are \
        complete, but it may have been cut off or damaged in transit.",
};
const STRAY_MEMBER: Code = Code {
    name: "rgf/stray-member",
    severity: Warning,
    summary: "a member that the SGF file does not name",
    explanation: "The bundle contains a file that the SGF file names neither as a recording nor as media. It is \
        ignored, and kept when the bundle is unpacked.",
};
const UNSAFE_SOURCE: Code = Code {
    name: "rgf/unsafe-source",
    severity: Error,
    summary: "media that are neither in the bundle nor on the web",
    explanation: "Media are a file in the bundle, named without a folder, or an address that starts with `https://` or \
        `http://`. Paths and other addresses would refer to files on the computer of the person who opens the \
        bundle, so kifu does not follow them.",
};
const WEB_MEDIA: Code = Code {
    name: "rgf/web-media",
    severity: Info,
    summary: "media on the web",
    explanation: "The media are not in the bundle but at an address. kifu does not download them; open the address in \
        a browser.",
};

impl Bundle {
    /// Compares the files that the SGF file names with the contents of the bundle, and reports oddities of the
    /// bundle. The spans are in the SGF file.
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
                found.extend(if self.has(source) {
                    None
                } else if media.address().is_some() {
                    Some(WEB_MEDIA.at(stream.place, format!("media at {source}")))
                } else if check_name(source).is_ok() {
                    let message = format!("{source:?} is missing");
                    Some(MISSING_MEMBER.at(stream.place, message))
                } else {
                    let message = format!(
                        "media at {source:?}, which is neither in the bundle nor on the web"
                    );
                    Some(UNSAFE_SOURCE.at(stream.place, message))
                });
            }
        }
        let members = self.recordings.iter().map(|(name, _)| name);
        let members = members.chain(self.others.iter().map(|(name, _)| name));
        for stray in members.filter(|name| !named.contains(&name.as_str())) {
            let message = format!("the SGF file does not name {stray:?}");
            found.push(STRAY_MEMBER.at(Span::at(0), message));
        }
        let warnings = self.warnings.iter();
        found.extend(warnings.map(|warning| match warning {
            BundleWarning::MainName => {
                let message = format!("{:?} does not have the name of the bundle", self.main_name);
                MAIN_NAME.at(Span::at(0), message)
            }
            warning => ODD_ARCHIVE.at(Span::at(0), warning.to_string()),
        }));
        found
    }

    fn has(&self, name: &str) -> bool {
        let is_recording = self.recordings.iter().any(|(file, _)| file == name);
        is_recording || self.others.iter().any(|(file, _)| file == name)
    }
}
