//! Serialization of amounts, results and rulesets; other types derive theirs.

use core::fmt;
use core::str::FromStr;

use ::serde::de::{Error, Unexpected, Visitor};
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Outcome, Points, Ruleset};

/// Serializes as a number of points such as `6.5`. Hundredths remain exact.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.hundredths()) / 100.0)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        deserializer.deserialize_f64(Number)
    }
}

struct Number;

impl Visitor<'_> for Number {
    type Value = Points;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of points with at most two decimals")
    }

    fn visit_f64<E: Error>(self, points: f64) -> Result<Points, E> {
        let half = if points < 0.0 { -0.5 } else { 0.5 };
        // Out-of-range numbers saturate here, and then fail the comparison.
        let hundredths = (points * 100.0 + half) as i32;
        let is_exact = f64::from(hundredths) / 100.0 == points;
        is_exact
            .then(|| Points::from_hundredths(hundredths))
            .ok_or_else(|| E::invalid_value(Unexpected::Float(points), &self))
    }

    fn visit_i64<E: Error>(self, points: i64) -> Result<Points, E> {
        self.visit_f64(points as f64)
    }

    fn visit_u64<E: Error>(self, points: u64) -> Result<Points, E> {
        self.visit_f64(points as f64)
    }
}

/// Serializes a type as its text form.
macro_rules! as_text {
    ($type:ty, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                struct Text;

                impl Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$type, E> {
                        <$type>::from_str(text)
                            .map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }
    };
}

as_text!(Outcome, "a result such as `B+3.5`");
as_text!(Ruleset, "the name of a ruleset");

#[cfg(test)]
mod tests {
    use core::fmt::Debug;
    use std::string::ToString;

    use ::serde::Serialize;
    use ::serde::de::DeserializeOwned;

    use crate::{Action, ByColor, Color, Move, Outcome, Point, Points, Ruleset, Size};

    /// Asserts that a value is written as this JSON and reads back.
    fn is<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    /// Checks the forms in the table of the README. They must not change, because programs have
    /// stored them.
    #[test]
    fn the_serialized_form_is_stable() {
        let play = Move::Play(Point::new(15, 3));
        is(Color::Black, r#""black""#);
        is(Point::new(15, 3), r#"{"col":15,"row":3}"#);
        is(play, r#"{"play":{"col":15,"row":3}}"#);
        is(Move::Pass, r#""pass""#);
        is(
            Action::Play(Color::White, Move::Pass),
            r#"{"play":["white","pass"]}"#,
        );
        is(
            Action::Put(Point::new(0, 1), None),
            r#"{"put":[{"col":0,"row":1},null]}"#,
        );
        is(Action::ToPlay(Color::White), r#"{"to_play":"white"}"#);
        is(ByColor { black: 1, white: 2 }, r#"{"black":1,"white":2}"#);
        is(Size::new(19, 13).unwrap(), "[19,13]");
        is(Points::from_halves(13), "6.5");
        is(Points::from_hundredths(-375), "-3.75");
        is("B+3.5".parse::<Outcome>().unwrap(), r#""B+3.5""#);
        for ruleset in Ruleset::ALL {
            is(ruleset, &std::format!("{:?}", ruleset.to_string()));
        }
    }

    #[test]
    fn invalid_values_are_rejected() {
        assert_eq!(
            serde_json::from_str::<Points>("7").unwrap(),
            Points::whole(7)
        );
        for json in ["6.505", "1e9", "\"6.5\""] {
            serde_json::from_str::<Points>(json).unwrap_err();
        }
        serde_json::from_str::<Size>("[0,19]").unwrap_err();
        serde_json::from_str::<Outcome>("\"sometimes\"").unwrap_err();
    }

    #[test]
    fn every_hundredth_reads_back() {
        for hundredths in (-100_000..100_000).chain([i32::MIN + 1, i32::MAX]) {
            let points = Points::from_hundredths(hundredths);
            let json = serde_json::to_string(&points).unwrap();
            assert_eq!(serde_json::from_str::<Points>(&json).unwrap(), points);
        }
    }

    #[test]
    fn errors_say_what_is_expected() {
        fn error<T: DeserializeOwned + Debug>(json: &str) -> std::string::String {
            serde_json::from_str::<T>(json).unwrap_err().to_string()
        }
        assert!(error::<Points>("[]").contains("a number of points with at most two decimals"));
        assert!(
            error::<Points>("6.505")
                .contains("floating point `6.505`, expected a number of points")
        );
        assert!(error::<Outcome>("7").contains("a result such as `B+3.5`"));
        assert!(
            error::<Ruleset>("\"Klingon\"")
                .contains("string \"Klingon\", expected the name of a ruleset")
        );
        assert!(error::<Size>("[0,19]").contains("1 to 52 columns and rows"));
    }

    #[test]
    fn whole_numbers_of_points_are_read_with_their_sign() {
        for (json, points) in [("7", 7), ("-7", -7), ("0", 0), ("-6.5e1", -65)] {
            assert_eq!(
                serde_json::from_str::<Points>(json).unwrap(),
                Points::whole(points)
            );
        }
        for json in [
            "21474837",
            "-21474837",
            "18446744073709551615",
            "-9223372036854775808",
        ] {
            serde_json::from_str::<Points>(json).unwrap_err();
        }
    }
}
