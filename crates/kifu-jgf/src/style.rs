//! Spellings in which the specifications and programs differ.

use std::fmt;

/// The programs that a record is written for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// For programs that follow the specification: letters in version 1, `{"x": …, "y": …}` in version 2, and
    /// players in an array.
    Spec,
    /// For ngGo 1.0 and later: version 1 with points as `[x, y]`, and with the settings for viewers in an object
    /// `settings` whose names are in camel case. Version 2 is written as for [`Profile::Spec`].
    NgGo,
    /// For Seki: version 2 with players in an object with their colours as keys, `"version": "2.0.0"`, and the
    /// mark `select` instead of `selected`. Version 1 is written as for [`Profile::Spec`].
    Seki,
}

/// The known dialects of JGF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// Version 1 before December 2014: `game.black`, `record.creator`.
    V1Pre,
    /// Version 1 with points such as `"mm"`, as in its specification.
    V1Letters,
    /// Version 1 with points such as `[12, 12]`, as ngGo 1.0 and later write them.
    V1Numeric,
    /// Version 2 before 2024: names such as `ruleSet` and `mainTime`, or nodes of version 2 in a record with
    /// the header of version 1.
    V2Draft,
    /// Version 2 as in its specification.
    V2,
    /// Version 2 as Seki writes it: with players in an object, or the version `"2.0.0"`.
    V2Seki,
    /// Nodes of several dialects in one record.
    Mixed,
}

impl Dialect {
    /// The short name: `v1-letters`, `v2-seki` …
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::V1Pre => "v1-pre",
            Dialect::V1Letters => "v1-letters",
            Dialect::V1Numeric => "v1-numeric",
            Dialect::V2Draft => "v2-draft",
            Dialect::V2 => "v2",
            Dialect::V2Seki => "v2-seki",
            Dialect::Mixed => "mixed",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The form of points, colours and lists of points in a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Form {
    /// The form of the rest of the record.
    #[default]
    Auto,
    /// `{"B": "mm"}`.
    Letters,
    /// `{"B": [12, 12]}`.
    Numbers,
    /// `{"color": "black", "x": 12, "y": 12}`.
    Objects,
}

/// The spelling of a whole record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// The form of nodes that have no form of their own.
    pub(crate) form: Form,
    /// Whether new variations are in an object, as in version 2, rather than in an array.
    pub(crate) variations_in_objects: bool,
    /// Whether players are in an object with their colours as keys.
    pub(crate) keyed_players: bool,
    /// Whether the settings of version 1 have the names of ngGo.
    pub(crate) nggo_names: bool,
    /// The profile, if the spelling of the whole record is rewritten.
    pub(crate) respell: Option<Profile>,
    /// The version to state if the whole record is rewritten.
    pub(crate) version: &'static str,
}

impl Style {
    pub(crate) const V1: Style = Style {
        form: Form::Letters,
        variations_in_objects: false,
        keyed_players: false,
        nggo_names: false,
        respell: None,
        version: "1",
    };

    pub(crate) const V2: Style = Style {
        form: Form::Objects,
        variations_in_objects: true,
        version: "2",
        ..Style::V1
    };

    /// Encodes the style, except for the profile, as digits.
    pub(crate) fn digits(self) -> String {
        let parts = [
            self.form as u8,
            self.variations_in_objects.into(),
            self.keyed_players.into(),
            self.nggo_names.into(),
        ];
        parts.map(|part| char::from(b'0' + part)).iter().collect()
    }

    /// This style with the parts that [`digits`](Style::digits) encodes.
    pub(crate) fn with_digits(self, digits: &str) -> Option<Style> {
        let &[form, objects, keyed, nggo] = digits.as_bytes() else {
            return None;
        };
        let flag = |digit| match digit {
            b'0' => Some(false),
            b'1' => Some(true),
            _ => None,
        };
        Some(Style {
            form: match form {
                b'0' => Form::Auto,
                b'1' => Form::Letters,
                b'2' => Form::Numbers,
                b'3' => Form::Objects,
                _ => return None,
            },
            variations_in_objects: flag(objects)?,
            keyed_players: flag(keyed)?,
            nggo_names: flag(nggo)?,
            ..self
        })
    }

    /// The style for writing a record of a version for a profile.
    pub(crate) fn respelled(version: u8, profile: Profile) -> Style {
        let base = if version == 1 { Style::V1 } else { Style::V2 };
        let nggo = version == 1 && profile == Profile::NgGo;
        let seki = version == 2 && profile == Profile::Seki;
        Style {
            form: if nggo { Form::Numbers } else { base.form },
            keyed_players: seki,
            nggo_names: nggo,
            variations_in_objects: base.variations_in_objects,
            respell: Some(match (nggo, seki) {
                (true, _) => Profile::NgGo,
                (_, true) => Profile::Seki,
                _ => Profile::Spec,
            }),
            version: if seki { "2.0.0" } else { base.version },
        }
    }
}

/// The spellings that were seen in a record, which determine its dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct DialectEvidence {
    pub(crate) letters: bool,
    pub(crate) numbers: bool,
    pub(crate) objects: bool,
    /// Names from before version 1 was published.
    pub(crate) pre: bool,
    /// Names from before version 2 was published.
    pub(crate) draft: bool,
    /// Spellings that only Seki uses.
    pub(crate) seki: bool,
}

impl DialectEvidence {
    pub(crate) fn form(&mut self, form: Form) {
        match form {
            Form::Auto => {}
            Form::Letters => self.letters = true,
            Form::Numbers => self.numbers = true,
            Form::Objects => self.objects = true,
        }
    }

    /// The dialect of a record of a version.
    pub(crate) fn dialect(self, version: u8) -> Dialect {
        let kinds = [self.letters, self.numbers, self.objects];
        if kinds.into_iter().filter(|met| *met).count() > 1 {
            return Dialect::Mixed;
        }
        match version {
            1 if self.objects => Dialect::V2Draft,
            1 if self.pre => Dialect::V1Pre,
            1 if self.numbers => Dialect::V1Numeric,
            1 => Dialect::V1Letters,
            _ if self.letters || self.numbers => Dialect::Mixed,
            _ if self.draft => Dialect::V2Draft,
            _ if self.seki => Dialect::V2Seki,
            _ => Dialect::V2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_restored_from_its_digits() {
        let forms = [Form::Auto, Form::Letters, Form::Numbers, Form::Objects];
        for (at, form) in forms.into_iter().enumerate() {
            for (bits, [objects, keyed, nggo]) in
                (0..8).map(|n| (n, [4, 2, 1].map(|bit| n & bit != 0)))
            {
                let style = Style {
                    form,
                    variations_in_objects: objects,
                    keyed_players: keyed,
                    nggo_names: nggo,
                    ..Style::V1
                };
                assert_eq!(style.digits(), format!("{at}{bits:03b}"));
                let other = Style {
                    respell: Some(Profile::NgGo),
                    ..Style::V2
                };
                let back = other.with_digits(&style.digits()).unwrap();
                let expected = Style {
                    respell: other.respell,
                    version: other.version,
                    ..style
                };
                assert_eq!(back, expected);
            }
        }
        for other in ["", "000", "00000", "4000", "0200", "0020", "0002", "x000"] {
            assert_eq!(Style::V1.with_digits(other), None, "{other}");
        }
    }
}
