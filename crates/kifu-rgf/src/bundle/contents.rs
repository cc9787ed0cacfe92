//! The contents of a bundle.

use std::io::Read;

use super::Limits;
use super::error::{BundleError, BundleErrorKind, Warning};
use super::reader::{Reader, has_extension, is_text};

/// The SGF and RGF files of a bundle, and the names of its other members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The name of the main SGF file.
    pub main_name: String,
    /// The bytes of the main SGF file.
    pub main: Vec<u8>,
    /// The names and bytes of the RGF files, in the order of the bundle.
    pub recordings: Vec<(String, Vec<u8>)>,
    /// The names and sizes in bytes of all other members, in the order of the bundle.
    pub others: Vec<(String, u64)>,
    /// Harmless irregularities of the bundle.
    pub warnings: Vec<Warning>,
}

impl Bundle {
    /// Reads the SGF and RGF files of a bundle, compressed or not, and skips its other members.
    ///
    /// `name` is the file name of the bundle, with its extension, if known. The main SGF file is the one with
    /// the same name, or else the only one.
    ///
    /// # Errors
    ///
    /// Returns [`BundleError`] if any part of the bundle is rejected, up to the last byte.
    pub fn read(
        source: impl Read,
        name: Option<&str>,
        limits: &Limits,
    ) -> Result<Bundle, BundleError> {
        let mut reader = Reader::new(source, limits)?;
        let mut texts = Vec::new();
        let mut others = Vec::new();
        while let Some(mut member) = reader.next()? {
            let (name, size) = (member.name().to_owned(), member.size());
            if !is_text(&name) {
                others.push((name, size));
                continue;
            }
            let mut bytes = Vec::new();
            let read = member.read_to_end(&mut bytes);
            read.map_err(|error| bundle_error(error, &name))?;
            texts.push((name, bytes));
        }
        let mut warnings = reader.warnings().to_vec();
        let main = main_of(&texts, name)?;
        let (main_name, main) = texts.remove(main);
        if name.is_some_and(|name| stem(base(name)) != stem(&main_name)) {
            warnings.push(Warning::MainName);
        }
        let (recordings, records): (Vec<_>, Vec<_>) = texts
            .into_iter()
            .partition(|(name, _)| has_extension(name, "rgf"));
        let sizes = records
            .into_iter()
            .map(|(name, bytes)| (name, bytes.len() as u64));
        others.extend(sizes);
        Ok(Bundle {
            main_name,
            main,
            recordings,
            others,
            warnings,
        })
    }

    /// Creates a bundle without files.
    pub(crate) fn empty() -> Bundle {
        Bundle {
            main_name: String::new(),
            main: Vec::new(),
            recordings: Vec::new(),
            others: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The bytes of an RGF file of the bundle.
    pub fn recording(&self, name: &str) -> Option<&[u8]> {
        let found = self.recordings.iter().find(|(file, _)| file == name);
        found.map(|(_, bytes)| &**bytes)
    }
}

/// Extracts the bundle error from an I/O error.
fn bundle_error(error: std::io::Error, member: &str) -> BundleError {
    match error.downcast::<BundleError>() {
        Ok(error) => error,
        Err(error) => BundleError::new(BundleErrorKind::Io(error), 0).of(member),
    }
}

/// The file name of a path, with the separators of any system.
fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// A file name without its extension; `None` if it has none.
fn stem(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(stem, _)| stem)
}

/// The index of the main SGF file.
fn main_of(texts: &[(String, Vec<u8>)], bundle: Option<&str>) -> Result<usize, BundleError> {
    let is_sgf = |(_, (name, _)): &(usize, &(String, Vec<u8>))| has_extension(name, "sgf");
    let named = bundle.and_then(|bundle| {
        let named = texts.iter().enumerate().filter(is_sgf);
        let mut named = named.filter(|(_, (name, _))| stem(name) == stem(base(bundle)));
        named.next().map(|(at, _)| at)
    });
    let mut all = texts.iter().enumerate().filter(is_sgf).map(|(at, _)| at);
    match (named, all.next(), all.next()) {
        (Some(named), ..) => Ok(named),
        (None, Some(only), None) => Ok(only),
        (None, None, _) => Err(BundleError::new(BundleErrorKind::NoMain, 0)),
        (None, Some(_), Some(_)) => Err(BundleError::new(BundleErrorKind::SeveralMains, 0)),
    }
}

/// The members of a bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The names and sizes in bytes of the members, in order.
    pub members: Vec<(String, u64)>,
    /// Harmless irregularities of the bundle.
    pub warnings: Vec<Warning>,
}

/// Reads a bundle to its end, and returns only the names and sizes of its members.
///
/// A bundle that passes can be unpacked: the reader will not reject any part of it.
///
/// # Errors
///
/// Returns [`BundleError`] if any part of the bundle is rejected.
pub fn check(source: impl Read, limits: &Limits) -> Result<Contents, BundleError> {
    let mut reader = Reader::new(source, limits)?;
    let mut members = Vec::new();
    while let Some(member) = reader.next()? {
        members.push((member.name().to_owned(), member.size()));
    }
    let warnings = reader.warnings().to_vec();
    Ok(Contents { members, warnings })
}
