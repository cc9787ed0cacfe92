//! Conversion between formats.

use kifu::convert::{ConvertError, Converter, Options, Target};
use kifu::sgf::convert::Loss;
use kifu::tree::game::PrivateData;
use pyo3::prelude::*;

use crate::data::{Error, too_large};

/// Returns the format with this name.
pub(crate) fn target(name: &str) -> PyResult<Target> {
    let mut targets = Target::ALL.into_iter();
    let found = targets.find(|target| target.name() == name);
    found.ok_or_else(|| {
        let names = Target::ALL.map(Target::name);
        let [first @ .., last] = &names;
        let names = first.join(", ");
        Error::new_err(format!("unknown format; expected {names} or {last}"))
    })
}

/// A loss with the number of its game, from 1.
type GameLoss = (u64, Loss);

/// Converts a file. Returns the text and the losses.
pub(crate) fn convert(
    source: &[u8],
    target: Target,
    private_data: bool,
) -> PyResult<(Vec<u8>, Vec<GameLoss>)> {
    let record = kifu::read(source).map_err(too_large)?;
    let private_data = if private_data {
        PrivateData::Write
    } else {
        PrivateData::Omit
    };
    let options = Options {
        private_data,
        ..Options::default()
    };
    let mut converter = Converter::new(target, options);
    let mut losses = Vec::new();
    let added = converter.add(&record, &mut |lost| {
        losses.extend(lost.losses.iter().map(|loss| (lost.number, loss.clone())));
    });
    added.map_err(|why| match why {
        ConvertError::TooLarge(why) => too_large(why),
        why => Error::new_err(why.to_string()),
    })?;
    Ok((converter.finish().0, losses))
}
