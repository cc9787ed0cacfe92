//! Checks whether the files that the SGF file names are in the bundle.

use kifu_span::{Diagnostic, Span};

use super::{Bundle, Warning as BundleWarning, check_name};
use crate::codes;
use crate::stream::Streams;

impl Bundle {
    /// Compares the files that the SGF file names with the contents of the bundle, and reports irregularities of the
    /// bundle. The spans are in the SGF file.
    pub fn references(&self, streams: &Streams) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut named: Vec<&str> = vec![&self.main_name];
        let mut missing = |file: &str, place: Span| {
            if !self.has(file) {
                found.push(codes::MISSING_MEMBER.at(place, format!("{file:?} is missing")));
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
                    Some(codes::WEB_MEDIA.at(
                        stream.place,
                        format!("the media are at {source}, not in the bundle"),
                    ))
                } else if check_name(source).is_ok() {
                    let message = format!("{source:?} is missing");
                    Some(codes::MISSING_MEMBER.at(stream.place, message))
                } else {
                    let message = format!(
                        "media {source:?} is neither a file in the bundle nor a web address"
                    );
                    Some(codes::UNSAFE_SOURCE.at(stream.place, message))
                });
            }
        }
        let members = self.recordings.iter().map(|(name, _)| name);
        let members = members.chain(self.others.iter().map(|(name, _)| name));
        for stray in members.filter(|name| !named.contains(&name.as_str())) {
            let message = format!("the SGF file does not name {stray:?}");
            found.push(codes::STRAY_MEMBER.at(Span::at(0), message));
        }
        let warnings = self.warnings.iter();
        found.extend(warnings.map(|warning| match warning {
            BundleWarning::MainName => {
                let message = format!(
                    "the SGF file {:?} is not named after the bundle",
                    self.main_name
                );
                codes::MAIN_NAME.at(Span::at(0), message)
            }
            warning => codes::ODD_ARCHIVE.at(Span::at(0), warning.to_string()),
        }));
        found
    }

    fn has(&self, name: &str) -> bool {
        let is_recording = self.recordings.iter().any(|(file, _)| file == name);
        is_recording || self.others.iter().any(|(file, _)| file == name)
    }
}
