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
    summary: "an SGF file that is not named after its bundle",
    explanation: "The specification requires the SGF file to have the name of its bundle: `talk.sgf` in \
        `talk.rgt`. Rename the bundle, or unpack it, rename the SGF file and pack it again.",
};
const MISSING_MEMBER: Code = Code {
    name: "rgf/missing-member",
    severity: Error,
    summary: "a file that is missing",
    explanation: "The SGF file names a recording or a media file that is not in the bundle, or, if the bundle \
        is unpacked, not in the directory of the SGF file. Names must match exactly, including upper and lower case.",
};
const ODD_ARCHIVE: Code = Code {
    name: "rgf/odd-archive",
    severity: Warning,
    summary: "an archive that is cut off or continues after its end",
    explanation: "The end marker of the archive is missing, or data follows it. kifu could read all members, but \
        the bundle may have been damaged when it was copied or downloaded.",
};
const STRAY_MEMBER: Code = Code {
    name: "rgf/stray-member",
    severity: Warning,
    summary: "a file in the bundle that the SGF file does not name",
    explanation: "The bundle contains a file that the SGF file names neither as a recording nor as media. kifu \
        ignores this file, but writes it when the bundle is unpacked.",
};
const UNSAFE_SOURCE: Code = Code {
    name: "rgf/unsafe-source",
    severity: Error,
    summary: "media that are neither in the bundle nor on the web",
    explanation: "Media must be a file in the bundle, named without a directory, or an address that starts with `https://` \
        or `http://`. Other paths and addresses would refer to files on the computer of the person who opens the \
        bundle, so kifu does not follow them.",
};
const WEB_MEDIA: Code = Code {
    name: "rgf/web-media",
    severity: Info,
    summary: "media on the web",
    explanation: "The media are on the web and not in the bundle. kifu does not download them; open the address in \
        a browser.",
};

impl Bundle {
    /// Compares the files that the SGF file names with the contents of the bundle, and reports irregularities of the
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
                    Some(WEB_MEDIA.at(
                        stream.place,
                        format!("the media are at {source}, not in the bundle"),
                    ))
                } else if check_name(source).is_ok() {
                    let message = format!("{source:?} is missing");
                    Some(MISSING_MEMBER.at(stream.place, message))
                } else {
                    let message = format!(
                        "media {source:?} is neither a file in the bundle nor a web address"
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
                let message = format!(
                    "the SGF file {:?} is not named after the bundle",
                    self.main_name
                );
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
