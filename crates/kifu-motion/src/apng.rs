//! Encodes APNG.

use std::num::NonZeroU16;
use std::time::Duration;

use kifu_diagram::png::PixelArea;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, Filter, Writer};

use crate::animation::Plan;
use crate::error::MotionError;
use crate::palette::MAX_ERROR;
use crate::patches::Patch;

const NO_IO: &str = "writing to a vector cannot fail";

/// Encodes pictures with a palette; returns `None` if the palette lacks colours.
pub(crate) fn encode_indexed(
    plan: &Plan,
    patches: &mut dyn Iterator<Item = Result<Patch, MotionError>>,
    plays: Option<NonZeroU16>,
) -> Result<Option<Vec<u8>>, MotionError> {
    let first = patches.next().ok_or(MotionError::Empty)??;
    let mut palette = plan.palette.clone();
    let mut bytes = Vec::new();
    let mut encoder = encoder(&mut bytes, first.area, plan.pages, plays);
    encoder.set_color(ColorType::Indexed);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_palette(palette.to_bytes());
    let mut alpha = vec![255; usize::from(palette.transparent())];
    alpha.push(0);
    encoder.set_trns(alpha);
    let mut writer = encoder.write_header().expect(NO_IO);
    for patch in std::iter::once(Ok(first)).chain(patches) {
        let patch = patch?;
        let mut changed = patch.pixels.iter().filter(|(_, changed)| *changed);
        if changed.any(|(color, _)| palette.nearest(*color).1 > MAX_ERROR) {
            return Ok(None);
        }
        write(
            &mut writer,
            &patch,
            BlendOp::Over,
            &palette.indices(&patch.pixels),
        );
    }
    writer.finish().expect(NO_IO);
    Ok(Some(bytes))
}

/// Encodes pictures in true colour.
pub(crate) fn encode_rgb(
    plan: &Plan,
    patches: &mut dyn Iterator<Item = Result<Patch, MotionError>>,
    plays: Option<NonZeroU16>,
) -> Result<Vec<u8>, MotionError> {
    let first = patches.next().ok_or(MotionError::Empty)??;
    let mut bytes = Vec::new();
    let mut encoder = encoder(&mut bytes, first.area, plan.pages, plays);
    encoder.set_color(ColorType::Rgb);
    let mut writer = encoder.write_header().expect(NO_IO);
    for patch in std::iter::once(Ok(first)).chain(patches) {
        let patch = patch?;
        let colors: Vec<u8> = patch.pixels.iter().flat_map(|(color, _)| *color).collect();
        write(&mut writer, &patch, BlendOp::Source, &colors);
    }
    writer.finish().expect(NO_IO);
    Ok(bytes)
}

fn encoder(
    bytes: &mut Vec<u8>,
    size: PixelArea,
    pages: usize,
    plays: Option<NonZeroU16>,
) -> Encoder<'_, &mut Vec<u8>> {
    let mut encoder = Encoder::new(bytes, size.width, size.height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    // There are at most 10,000 pages.
    let pages = u32::try_from(pages).unwrap_or(u32::MAX);
    let plays = plays.map_or(0, |plays| u32::from(plays.get()));
    encoder
        .set_animated(pages, plays)
        .expect("there is at least one page");
    encoder
}

fn write(writer: &mut Writer<&mut Vec<u8>>, patch: &Patch, blend: BlendOp, data: &[u8]) {
    let area = patch.area;
    let (delay, unit) = delay(patch.pause);
    let mut set = || {
        writer.reset_frame_position()?;
        writer.set_frame_dimension(area.width, area.height)?;
        writer.set_frame_position(area.left, area.top)?;
        writer.set_frame_delay(delay, unit)?;
        writer.set_blend_op(blend)?;
        writer.set_dispose_op(DisposeOp::None)?;
        writer.write_image_data(data)
    };
    set().expect("the area is in the picture");
}

/// The delay of a frame: a number of units, and the number of units per second.
fn delay(pause: Duration) -> (u16, u16) {
    for unit in [1000, 100, 10] {
        let count = (pause.as_millis() * u128::from(unit) + 500) / 1000;
        if let Ok(count) = u16::try_from(count) {
            return (count, unit);
        }
    }
    (u16::try_from(pause.as_secs()).unwrap_or(u16::MAX), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_delays_have_larger_units() {
        let millis = |millis| delay(Duration::from_millis(millis));
        assert_eq!(millis(0), (0, 1000));
        assert_eq!(millis(65_535), (65_535, 1000));
        assert_eq!(millis(65_536), (6554, 100));
        assert_eq!(millis(6_553_000), (65_530, 10));
        assert_eq!(delay(Duration::from_secs(1 << 40)), (u16::MAX, 1));
    }
}
