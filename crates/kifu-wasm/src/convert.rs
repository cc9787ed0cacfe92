//! Conversion to other formats.

use js_sys::Array;
use kifu::convert::{ConvertError, Converter, Options, PositionOptions, Target};
use kifu::tree::game::PrivateData;
use wasm_bindgen::prelude::*;

use crate::data::{error, too_large};
use crate::document::RawDocument;

#[wasm_bindgen]
impl RawDocument {
    /// Converts the file. Returns its bytes, and the losses as rows of a game, a name and a text.
    pub fn convert(
        &self,
        target: &str,
        private_data: bool,
        number: Option<u32>,
        all: bool,
    ) -> Result<Array, JsValue> {
        let found = Target::ALL.into_iter().find(|known| known.name() == target);
        let target = found.ok_or_else(|| {
            let names = Target::ALL.map(Target::name).join(", ");
            let why = format_args!("unknown format `{target}`; expected one of {names}");
            error("format", why)
        })?;
        let record = self.record_of(&self.write()?).map_err(too_large)?;
        let options = Options {
            private_data: if private_data {
                PrivateData::Write
            } else {
                PrivateData::Omit
            },
            positions: PositionOptions {
                number,
                all,
                ..PositionOptions::default()
            },
            ..Options::default()
        };
        let mut converter = Converter::new(target, options);
        let losses = Array::new();
        let added = converter.add(&record, &mut |lost| {
            for loss in lost.losses {
                losses.push(&JsValue::from_f64(lost.number.saturating_sub(1) as f64));
                losses.push(&JsValue::from_str(&loss.what));
                losses.push(&JsValue::from_str(&loss.to_string()));
            }
        });
        added.map_err(|why| match why {
            ConvertError::TooLarge(why) => too_large(why),
            why => error("convert", why),
        })?;
        let (bytes, _) = converter.finish();
        let bytes = js_sys::Uint8Array::from(bytes.as_slice());
        Ok([JsValue::from(bytes), losses.into()].into_iter().collect())
    }
}
