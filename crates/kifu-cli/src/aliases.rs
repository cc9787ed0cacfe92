//! Files with other names of players.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use kifu::select::Aliases;

use crate::printable::{Printable, file_name};

/// Other names of players.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AliasArgs {
    /// Read other names of players from FILE
    ///
    /// FILE is in TOML, with a line such as "Fujisawa Shuko" = ["Fujisawa Hideyuki", "藤沢秀行"] for
    /// each player. A search for one name of a player then finds all names of that player, and
    /// tables show the first name.
    #[arg(
        id = "player_aliases",
        long = "aliases",
        value_name = "FILE",
        value_hint = clap::ValueHint::FilePath,
        value_parser = PathBufValueParser::new().try_map(read)
    )]
    pub(crate) aliases: Option<Arc<Aliases>>,
}

/// Reads the names in a file.
pub(crate) fn read(path: PathBuf) -> Result<Arc<Aliases>, String> {
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let aliases = parse(&text).map_err(|why| format!("{}: {why}", file_name(&path)));
    aliases.map(Arc::new)
}

/// Parses a TOML file: the canonical name of each player, and its other spellings.
fn parse(text: &str) -> Result<Aliases, String> {
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| error.to_string())?;
    let mut aliases = Aliases::default();
    for (name, value) in &table {
        let spellings: Option<Vec<&str>> = match value {
            toml::Value::String(spelling) => Some(vec![spelling]),
            toml::Value::Array(spellings) => spellings.iter().map(toml::Value::as_str).collect(),
            _ => None,
        };
        let spellings = spellings.ok_or_else(|| {
            let name = Printable(name);
            format!(
                "`{name}` is {}; expected names in quotes, as in `\"{name}\" = [\"…\", \"…\"]`",
                value.type_str()
            )
        })?;
        let added = aliases.add(name, spellings);
        added.map_err(|why| Printable(&why.to_string()).to_string())?;
    }
    Ok(aliases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_a_line_for_each_player() {
        let aliases = parse(
            "# two names\n\"Fujisawa Shuko\" = [\"Fujisawa Hideyuki\", \"藤沢秀行\"]\nIyama = \"井山裕太\"\n",
        )
        .unwrap();
        assert_eq!(aliases.canonical("藤沢秀行"), Some("Fujisawa Shuko"));
        assert_eq!(aliases.canonical("井山裕太"), Some("Iyama"));
        assert_eq!(aliases.canonical("Cho U"), None);
    }

    #[test]
    fn mistakes_have_messages() {
        let why = |text: &str| parse(text).unwrap_err();
        assert!(
            why("[players]\na = 'b'").starts_with("`players` is table; expected names in quotes")
        );
        assert!(why("a = [1]").contains("expected names"));
        assert!(why("a = 'x'\nb = ['X']").contains("name of both `a` and `b`"));
        assert!(
            why("Fujisawa Shuko = 'x'").contains("line 1"),
            "{}",
            why("Fujisawa Shuko = 'x'")
        );
    }
}
