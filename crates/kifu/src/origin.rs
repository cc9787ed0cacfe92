//! Lets expressions select games by the properties of their file.

use alloc::string::{String, ToString};

use kifu_select::Origin;
use kifu_span::Diagnostic;

use crate::info::CharsetInfo;
use crate::{Format, Record};

impl Record {
    /// Returns the format of the game with this index, or `None` if it is SGF.
    fn format_of(&self, index: usize) -> Option<Format> {
        // `index` is not used if only SGF is enabled.
        let _ = index;
        match self {
            Record::Sgf(_) => None,
            #[cfg(feature = "jgf")]
            Record::Jgf(document) => Some(match document.records.get(index) {
                Some(record) => Format::Jgf {
                    version: record.version(),
                    dialect: record.dialect(),
                },
                None => Format::Unknown,
            }),
            #[cfg(feature = "gib")]
            Record::Gib(_) => Some(Format::Gib),
            #[cfg(feature = "ngf")]
            Record::Ngf(_) => Some(Format::Ngf),
            #[cfg(feature = "ogs")]
            Record::Ogs(_) => Some(Format::Ogs),
            #[cfg(feature = "ugf")]
            Record::Ugf(_) => Some(Format::Ugf),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Record::Positions(positions) => Some(Format::Positions(positions.notation())),
        }
    }
}

/// Lets selection expressions test the format, the charset and the findings of the file (with the feature
/// `select`).
///
/// ```
/// use kifu::select::{Games, Select};
///
/// let record = kifu::read(r#"{"tree": [{}, {"move": {"B": "pd"}}]}"#)?;
/// let sgf = record.to_sgf()?;
/// let games = Games::of(&record, &sgf);
/// let select: Select = "format == jgf and B[Q16] within 1..8".parse().unwrap();
/// assert!(games.iter().all(|game| select.matches(&game)));
/// # Ok::<(), kifu::TooLarge>(())
/// ```
impl Origin for Record {
    fn is_sgf(&self) -> bool {
        self.sgf_document().is_some()
    }

    fn format(&self, index: usize) -> Option<(&'static str, String)> {
        let format = self.format_of(index)?;
        Some((format.name(), format.to_string()))
    }

    fn dialect(&self, index: usize) -> Option<String> {
        match self.format_of(index)? {
            #[cfg(feature = "jgf")]
            Format::Jgf { dialect, .. } => Some(dialect.to_string()),
            #[cfg(all(feature = "diagram", feature = "sgn"))]
            Format::Positions(_) => None,
            #[cfg(feature = "gib")]
            Format::Gib => None,
            #[cfg(feature = "ngf")]
            Format::Ngf => None,
            #[cfg(feature = "ogs")]
            Format::Ogs => None,
            #[cfg(feature = "ugf")]
            Format::Ugf => None,
            Format::Sgf { .. } | Format::Unknown => None,
        }
    }

    fn charset(&self) -> Option<&'static str> {
        (!self.is_sgf()).then(|| CharsetInfo::of_record(self).name)
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        Record::diagnostics(self)
    }
}
