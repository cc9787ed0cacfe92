//! The settings of the server, which clients can change.

use kifu::check::{Ruling, Settings as CheckSettings};
use kifu::core::Ruleset;
use kifu::sgf::canonical::{HeaderPolicy, Layout, LineBreak, PassStyle, PointStyle, Style};
use kifu::span::{Code, Severity};
use serde_json::{Map, Value};

/// The settings of a server.
///
/// A client changes them by `initializationOptions` or its configuration, in the section `kifu`:
///
/// | setting | values |
/// | --- | --- |
/// | `rules` | the rules for checking moves: the name of a ruleset, `none`, or `null` for those in `RU` |
/// | `allow` | codes of findings to ignore, with or without their groups |
/// | `level` | the least severe findings to show: `error`, `warning` or `info` |
/// | `limit` | the maximum number of findings that are shown in a file |
/// | `format.layout` | `flowing`, `one-move-per-line` or `compact` |
/// | `format.wrap` | the maximum length of a line in characters, or `null` |
/// | `format.points` | `compress`, `expand` or `keep` |
/// | `format.pass` | `empty` or `tt` |
/// | `format.linebreaks` | `lf` or `crlf` |
/// | `format.header` | `drop` or `keep` |
/// | `hover.board` | whether to show the board |
/// | `hover.image` | whether the board is a picture (SVG) where the client shows Markdown |
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The settings of checks.
    pub check: CheckSettings,
    /// The findings to ignore.
    pub ignored: Vec<&'static Code>,
    /// The least severe findings to show.
    pub level: Severity,
    /// The maximum number of findings that are shown in a file. The most severe findings are shown first.
    pub limit: usize,
    /// The style of formatted SGF. Its treatment of undecodable text is not used, because editors decode text.
    pub style: Style,
    /// Whether the text at a node shows the board.
    pub shows_board: bool,
    /// Whether the board is shown as a picture where the client shows Markdown.
    pub shows_image: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            check: CheckSettings::default(),
            ignored: Vec::new(),
            level: Severity::Info,
            limit: 1000,
            style: Style::default(),
            shows_board: true,
            shows_image: false,
        }
    }
}

impl Settings {
    /// Changes the settings that a client states. Returns a message for each setting that is not valid.
    pub(crate) fn update(&mut self, stated: &Value) -> Vec<String> {
        let mut problems = Vec::new();
        // Some clients send the whole configuration, others only the section.
        let stated = stated.get("kifu").unwrap_or(stated);
        let Some(stated) = stated.as_object() else {
            return problems;
        };
        for (name, value) in stated {
            if let (Some(section), "format" | "hover") = (value.as_object(), name.as_str()) {
                self.update_section(name, section, &mut problems);
            } else if let Some((section, name)) = name.split_once('.') {
                let value = Map::from_iter([(name.to_owned(), value.clone())]);
                self.update_section(section, &value, &mut problems);
            } else if let Err(expected) = self.set(name, value) {
                problems.push(format!("`{name}`: {expected}"));
            }
        }
        problems
    }

    fn update_section(
        &mut self,
        section: &str,
        values: &Map<String, Value>,
        problems: &mut Vec<String>,
    ) {
        for (name, value) in values {
            let name = format!("{section}.{name}");
            if let Err(expected) = self.set(&name, value) {
                problems.push(format!("`{name}`: {expected}"));
            }
        }
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        match name {
            "rules" => self.check.rules = ruling(value)?,
            "allow" => self.ignored = codes(value)?,
            "level" => {
                let named = |severity: &Severity| value.as_str() == Some(severity.name());
                let severity = Severity::ALL.into_iter().find(named);
                self.level = severity.ok_or("expected `error`, `warning` or `info`")?;
            }
            "limit" => self.limit = number(value)?,
            "format.wrap" => {
                let wraps = !value.is_null() && value.as_str() != Some("none");
                self.style.wrap = if wraps { Some(number(value)?) } else { None };
            }
            "format.layout" => {
                self.style.layout = choice(
                    value,
                    &[
                        ("flowing", Layout::Flowing),
                        ("one-move-per-line", Layout::OneMovePerLine),
                        ("compact", Layout::Compact),
                    ],
                )?;
            }
            "format.points" => {
                self.style.points = choice(
                    value,
                    &[
                        ("compress", PointStyle::Compress),
                        ("expand", PointStyle::Expand),
                        ("keep", PointStyle::Keep),
                    ],
                )?;
            }
            "format.pass" => {
                let styles = [("empty", PassStyle::Empty), ("tt", PassStyle::Tt)];
                self.style.pass = choice(value, &styles)?;
            }
            "format.linebreaks" => {
                let styles = [("lf", LineBreak::Lf), ("crlf", LineBreak::CrLf)];
                self.style.line_break = choice(value, &styles)?;
            }
            "format.header" => {
                let policies = [("drop", HeaderPolicy::Drop), ("keep", HeaderPolicy::Keep)];
                self.style.header = choice(value, &policies)?;
            }
            "hover.board" => self.shows_board = boolean(value)?,
            "hover.image" => self.shows_image = boolean(value)?,
            _ => return Err("unknown setting".to_owned()),
        }
        Ok(())
    }
}

fn ruling(value: &Value) -> Result<Ruling, String> {
    match value.as_str() {
        None if value.is_null() => Ok(Ruling::Stated),
        Some("none") => Ok(Ruling::Off),
        Some(name) => {
            // The names of `kifu check --rules`, and those that records use.
            let ruleset = match name {
                "nz" => Some(Ruleset::NewZealand),
                "jp" => Some(Ruleset::Japanese),
                "cn" => Some(Ruleset::Chinese),
                "kr" => Some(Ruleset::Korean),
                "tt" => Some(Ruleset::TrompTaylor),
                name => name.replace('-', " ").parse().ok(),
            };
            let ruleset =
                ruleset.ok_or("expected the name of a ruleset, such as `japanese`, or `none`")?;
            Ok(Ruling::By(ruleset.into()))
        }
        None => Err("expected a string".to_owned()),
    }
}

fn codes(value: &Value) -> Result<Vec<&'static Code>, String> {
    let names = value.as_array().ok_or("expected an array of codes")?;
    let code = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        let is_named = |code: &Code| {
            let kind = code.name.split_once('/').map(|(_, kind)| kind);
            code.name == name || kind == Some(name)
        };
        let code = kifu::codes().find(|explained| is_named(explained.code));
        code.map(|explained| explained.code)
            .ok_or_else(|| format!("`{name}` is not a code that `kifu codes` lists"))
    };
    names.iter().map(code).collect()
}

fn choice<T: Copy>(value: &Value, choices: &[(&str, T)]) -> Result<T, String> {
    let chosen = choices
        .iter()
        .find(|(name, _)| value.as_str() == Some(name));
    chosen.map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<String> = choices
            .iter()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn number(value: &Value) -> Result<usize, String> {
    let number = value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| "expected a number".to_owned())
}

fn boolean(value: &Value) -> Result<bool, String> {
    value
        .as_bool()
        .ok_or_else(|| "expected `true` or `false`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_those_that_the_client_states() {
        let mut settings = Settings::default();
        let problems = settings.update(&json!({"kifu": {
            "rules": "tromp-taylor",
            "allow": ["value/pass", "empty"],
            "level": "warning",
            "format": {"layout": "compact", "wrap": null},
            "hover.image": true,
        }}));
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(
            settings.check.rules,
            Ruling::By(Ruleset::TrompTaylor.into())
        );
        assert_eq!(settings.ignored.len(), 2);
        assert_eq!(settings.level, Severity::Warning);
        assert_eq!(
            (settings.style.layout, settings.style.wrap),
            (Layout::Compact, None)
        );
        assert!(settings.shows_image);
    }

    #[test]
    fn settings_that_are_not_valid_are_reported_and_ignored() {
        let mut settings = Settings::default();
        let problems = settings.update(&json!({
            "rules": "chess", "level": 3, "allow": ["no/such"], "format": {"layout": "wide"}, "limits": 3,
        }));
        let problems: Vec<&str> = problems
            .iter()
            .map(|problem| problem.split(':').next().unwrap_or_default())
            .collect();
        assert_eq!(
            problems,
            [
                "`allow`",
                "`format.layout`",
                "`level`",
                "`limits`",
                "`rules`"
            ]
        );
        assert_eq!(settings, Settings::default());
        // A client without settings sends `null`.
        assert!(settings.update(&Value::Null).is_empty());
    }
}
