//! Fonts: their names, and the characters that they have.

use std::fmt;
use std::sync::Arc;

use skrifa::raw::FileRef;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};

use crate::LatexPathError;

/// A font for the text of a book.
#[derive(Clone)]
pub struct Font {
    family: String,
    file: String,
    index: u32,
    bytes: Arc<[u8]>,
    is_collection: bool,
}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Font {
            family,
            file,
            index,
            ..
        } = self;
        f.debug_struct("Font")
            .field("family", family)
            .field("file", file)
            .field("index", index)
            .finish_non_exhaustive()
    }
}

/// Bytes that are not a font, or that do not have the requested font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FontError {
    /// The bytes are not a TrueType or OpenType font.
    NotAFont,
    /// The file does not have a font with this index.
    NoIndex {
        /// The requested index, from 0.
        index: u32,
        /// The number of fonts of the file.
        count: u32,
    },
    /// The font does not have a name.
    NoName,
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FontError::NotAFont => f.write_str("not a TrueType or OpenType font"),
            FontError::NoIndex { index, count } => {
                write!(f, "no font {index}; the file has {count}, counted from 0")
            }
            FontError::NoName => f.write_str("the font does not have a name"),
        }
    }
}

impl core::error::Error for FontError {}

impl Font {
    /// Returns the path of the file if a source in LaTeX can name it. Otherwise, a book in LaTeX does not use the font, but
    /// reports an error when it is printed.
    ///
    /// # Errors
    ///
    /// [`LatexPathError`] with the first special character of the path.
    pub fn latex_path(&self) -> Result<&str, LatexPathError> {
        crate::latex_path(&self.file)
    }

    /// Reads a font: the bytes of a TrueType or OpenType file, and the index of the font in a collection, or 0. `file` is
    /// the path of the file as LaTeX finds it.
    ///
    /// # Errors
    ///
    /// [`FontError`] if the bytes are not a font with a name.
    pub fn read(file: &str, bytes: Vec<u8>, index: u32) -> Result<Font, FontError> {
        let is_collection = match FileRef::new(&bytes) {
            Err(_) => return Err(FontError::NotAFont),
            Ok(FileRef::Font(_)) if index > 0 => {
                return Err(FontError::NoIndex { index, count: 1 });
            }
            Ok(FileRef::Font(_)) => false,
            Ok(FileRef::Collection(all)) if index >= all.len() => {
                return Err(FontError::NoIndex {
                    index,
                    count: all.len(),
                });
            }
            Ok(FileRef::Collection(_)) => true,
        };
        let font = FontRef::from_index(&bytes, index).map_err(|_| FontError::NotAFont)?;
        let name = |id| {
            font.localized_strings(id)
                .english_or_first()
                .map(|name| name.to_string())
        };
        let family =
            name(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(StringId::FAMILY_NAME));
        let family = family
            .map(|name| crate::text::one_line(&name))
            .filter(|name| !name.is_empty());
        Ok(Font {
            family: family.ok_or(FontError::NoName)?,
            file: file.to_owned(),
            index,
            bytes: bytes.into(),
            is_collection,
        })
    }

    /// The name of the family of the font, such as `Noto Serif CJK JP`.
    pub fn family(&self) -> &str {
        &self.family
    }

    /// The path of the file, as given.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The index of the font in its file.
    pub(crate) const fn index(&self) -> u32 {
        self.index
    }

    /// The bytes of the font, unless it is in a collection, which browsers do not read.
    pub(crate) fn single(&self) -> Option<&[u8]> {
        (!self.is_collection).then_some(&*self.bytes)
    }

    /// The number of bytes that the font adds to a page in HTML; `None` if it is in a collection, which browsers do not read.
    pub fn embeddable_len(&self) -> Option<usize> {
        self.single().map(<[u8]>::len)
    }

    /// Whether the font has a character.
    pub fn has(&self, c: char) -> bool {
        let font = FontRef::from_index(&self.bytes, self.index);
        font.is_ok_and(|font| {
            font.charmap()
                .map(c)
                .is_some_and(|glyph| glyph.to_u32() != 0)
        })
    }
}
