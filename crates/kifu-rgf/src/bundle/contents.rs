//! What a bundle holds.

use std::io::Read;

use super::Limits;
use super::error::{BundleError, BundleErrorKind, Warning};
use super::reader::{Reader, has_extension, is_text};

/// The records of a bundle, and what else there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The name of the SGF file that is read first.
    pub main_name: String,
    /// Its bytes.
    pub main: Vec<u8>,
    /// The RGF files, in the order of the bundle: name and bytes.
    pub recordings: Vec<(String, Vec<u8>)>,
    /// All other members, in order: name and size.
    pub others: Vec<(String, u64)>,
    /// What is odd about the bundle.
    pub warnings: Vec<Warning>,
}

impl Bundle {
    /// Reads the records of a bundle, compressed or not, and passes over what else there is.
    ///
    /// The SGF file is the one with the name of the bundle, which is given with its
    /// extension if it is known, or else the only one.
    ///
    /// # Errors
    ///
    /// [`BundleError`] if anything about it is refused, to the last byte.
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
            read.map_err(|error| refused(error, &name))?;
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

    /// A bundle without files.
    pub(crate) fn empty() -> Bundle {
        Bundle {
            main_name: String::new(),
            main: Vec::new(),
            recordings: Vec::new(),
            others: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The bytes of an RGF file in it.
    pub fn recording(&self, name: &str) -> Option<&[u8]> {
        let found = self.recordings.iter().find(|(file, _)| file == name);
        found.map(|(_, bytes)| &**bytes)
    }
}

/// The error inside of one of reading.
fn refused(error: std::io::Error, member: &str) -> BundleError {
    match error.downcast::<BundleError>() {
        Ok(error) => error,
        Err(error) => BundleError::new(BundleErrorKind::Io(error), 0).of(member),
    }
}

/// The file name of a path, however the system writes paths.
fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// A file name without its extension; `None` if it has none.
fn stem(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(stem, _)| stem)
}

/// Which of the SGF files is read first.
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
    /// Names and sizes, in order.
    pub members: Vec<(String, u64)>,
    /// What is odd about the bundle.
    pub warnings: Vec<Warning>,
}

/// Reads a bundle to its end, and keeps nothing but the names.
///
/// What passes can be unpacked: nothing that comes later is refused any more.
///
/// # Errors
///
/// [`BundleError`] if anything about it is refused.
pub fn check(source: impl Read, limits: &Limits) -> Result<Contents, BundleError> {
    let mut reader = Reader::new(source, limits)?;
    let mut members = Vec::new();
    while let Some(member) = reader.next()? {
        members.push((member.name().to_owned(), member.size()));
    }
    let warnings = reader.warnings().to_vec();
    Ok(Contents { members, warnings })
}
