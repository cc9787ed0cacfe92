//! Themes by name or from files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use kifu::diagram::Theme;
use toml::{Spanned, Table, Value};

use crate::exit::Usage;
use crate::printable::{Printable, file_name};

/// A theme of `--theme`.
#[derive(Clone, Debug)]
pub(crate) enum ThemeArg {
    BuiltIn(Theme),
    File(PathBuf),
}

/// Parses [`ThemeArg`]; help and completions list the names.
#[derive(Clone)]
pub(super) struct ThemeParser;

impl TypedValueParser for ThemeParser {
    type Value = ThemeArg;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<ThemeArg, clap::Error> {
        let built_in = value.to_str().and_then(Theme::by_name);
        if let Some(theme) = built_in {
            return Ok(ThemeArg::BuiltIn(theme));
        }
        let path = Path::new(value);
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            return Ok(ThemeArg::File(path.to_owned()));
        }
        let parse = |_: &str| -> Result<ThemeArg, String> {
            Err(format!(
                "expected {} or a file that ends in `.toml`",
                names()
            ))
        };
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            Theme::ALL.iter().map(|(name, _)| PossibleValue::new(*name)),
        ))
    }
}

impl ThemeArg {
    pub(super) fn load(&self) -> anyhow::Result<Theme> {
        let path = match self {
            ThemeArg::BuiltIn(theme) => return Ok(*theme),
            ThemeArg::File(path) => path,
        };
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the theme {}", file_name(path)))?;
        parse(&text).map_err(|why| Usage(format!("{}: {why}", file_name(path))).into())
    }
}

/// The names of the themes, as a list.
fn names() -> String {
    let names: Vec<String> = Theme::ALL
        .iter()
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    names.join(", ")
}

/// Reads a theme. The keys are those of [`Theme`], and `base`, the theme that gives all values that are not set.
fn parse(text: &str) -> Result<Theme, String> {
    let keys: BTreeMap<Spanned<String>, Spanned<Value>> =
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            format!("line {line}: {}", Printable(error.message()))
        })?;
    let mut base = Theme::default();
    for (key, value) in &keys {
        if key.get_ref() == "base" {
            let named = value.get_ref().as_str().and_then(Theme::by_name);
            base = named.ok_or_else(|| {
                let line = line_of(text, value.span().start);
                format!("line {line}: `base`: expected {}", names())
            })?;
        }
    }
    let mut table = Table::try_from(base).map_err(|error| error.to_string())?;
    let mut theme = base;
    for (key, value) in keys {
        let (line, span) = (line_of(text, key.span().start), key.into_inner());
        if span == "base" {
            continue;
        }
        table.insert(span.clone(), value.into_inner());
        // Reading after each key tells which one is wrong.
        theme = Value::Table(table.clone())
            .try_into()
            .map_err(|error: toml::de::Error| {
                let message = error.message().trim();
                format!(
                    "line {line}: `{}`: {}",
                    Printable(&span),
                    Printable(message)
                )
            })?;
        let limited = Table::try_from(theme.limited()).map_err(|error| error.to_string())?;
        if let Some(most) = limited.get(&span).filter(|_| theme != theme.limited()) {
            return Err(format!(
                "line {line}: `{}`: expected at most {most}",
                Printable(&span)
            ));
        }
    }
    Ok(theme)
}

/// The number of the line with a byte.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use kifu::diagram::Rgb;

    use super::*;

    #[test]
    fn a_file_changes_its_base() {
        let theme = parse("base = 'night'\nboard = '#123456'\nline-width = 50\n").unwrap();
        let expected = Theme {
            board: Rgb(0x12, 0x34, 0x56),
            line_width: 50,
            ..Theme::NIGHT
        };
        assert_eq!(theme, expected);
        assert_eq!(parse(""), Ok(Theme::WOOD));
    }

    #[test]
    fn faults_have_lines() {
        let fault = |text: &str| parse(text).unwrap_err();
        assert_eq!(
            fault("\nboard = 'red'"),
            "line 2: `board`: expected a colour such as `#dcb35c`"
        );
        assert!(
            fault("bord = '#123456'")
                .starts_with("line 1: `bord`: unknown field `bord`, expected one of `paper`, ")
        );
        assert!(fault("base = 'blue'").starts_with("line 1: `base`: expected `wood`, "));
        assert!(
            fault("shading = 300").starts_with("line 1: `shading`: invalid value: integer `300`")
        );
        assert_eq!(
            fault("shading = 101"),
            "line 1: `shading`: expected at most 100"
        );
        assert_eq!(
            fault("\nrim-width = 600"),
            "line 2: `rim-width`: expected at most 500"
        );
        assert!(
            fault("a = \n").starts_with("line 1: "),
            "{}",
            fault("a = \n")
        );
    }
}
