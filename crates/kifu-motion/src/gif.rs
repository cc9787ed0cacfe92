//! Encodes GIF.

use std::num::NonZeroU16;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::animation::Plan;
use crate::error::MotionError;
use crate::palette::{Histogram, MAX_ERROR, Palette};
use crate::patches::Patch;

pub(crate) fn encode(
    plan: &Plan,
    patches: &mut dyn Iterator<Item = Result<Patch, MotionError>>,
    plays: Option<NonZeroU16>,
) -> Result<Vec<u8>, MotionError> {
    let mut global = plan.palette.clone();
    let mut encoder = None;
    let mut clock = Clock::default();
    for patch in patches {
        let patch = patch?;
        let encoder = match &mut encoder {
            Some(encoder) => encoder,
            none => none.insert(begin(&patch, &global, plays)),
        };
        let area = patch.area;
        let mut own: Option<Palette> = None;
        let changed = || {
            patch
                .pixels
                .iter()
                .filter(|(_, changed)| *changed)
                .map(|(color, _)| *color)
        };
        if changed().any(|color| global.nearest(color).1 > MAX_ERROR) {
            let mut colors = Histogram::default();
            colors.add_all(changed());
            own = Some(Palette::of(colors));
        }
        let palette = own.as_mut().unwrap_or(&mut global);
        let frame = Frame {
            delay: clock.delay(patch.pause),
            dispose: DisposalMethod::Keep,
            transparent: Some(palette.transparent()),
            left: short(area.left),
            top: short(area.top),
            width: short(area.width),
            height: short(area.height),
            buffer: palette.indices(&patch.pixels).into(),
            palette: own.map(|palette| palette.to_bytes()),
            ..Frame::default()
        };
        encoder
            .write_frame(&frame)
            .expect("writing to a vector cannot fail");
    }
    let encoder = encoder.ok_or(MotionError::Empty)?;
    Ok(encoder
        .into_inner()
        .expect("writing to a vector cannot fail"))
}

/// Writes the header. The first patch is the whole picture.
fn begin(first: &Patch, palette: &Palette, plays: Option<NonZeroU16>) -> Encoder<Vec<u8>> {
    let (width, height) = (short(first.area.width), short(first.area.height));
    let encoder = Encoder::new(Vec::new(), width, height, &palette.to_bytes());
    let mut encoder = encoder.expect("writing to a vector cannot fail");
    // GIF counts the repetitions after the first time.
    let repeat = match plays.map(NonZeroU16::get) {
        None => Some(Repeat::Infinite),
        Some(1) => None,
        Some(plays) => Some(Repeat::Finite(plays - 1)),
    };
    if let Some(repeat) = repeat {
        encoder
            .set_repeat(repeat)
            .expect("writing to a vector cannot fail");
    }
    encoder
}

/// Pictures have at most 16,384 pixels on a side.
fn short(side: u32) -> u16 {
    u16::try_from(side).unwrap_or(u16::MAX)
}

/// The longest time of a frame of a GIF: 655.35 seconds.
pub const LONGEST_GIF_PAUSE: Duration = Duration::from_millis(655_350);

/// Rounds times so that the errors do not add up.
#[derive(Default)]
struct Clock {
    exact: Duration,
    rounded: Duration,
}

impl Clock {
    /// Returns the delay of a frame in hundredths of a second: at least 2, because browsers show shorter ones for 0.1 seconds.
    fn delay(&mut self, pause: Duration) -> u16 {
        self.exact = self.exact.saturating_add(pause.min(LONGEST_GIF_PAUSE));
        let due = self.exact.saturating_sub(self.rounded);
        let delay = u16::try_from((due.as_millis() + 5) / 10)
            .unwrap_or(u16::MAX)
            .max(2);
        let delayed = Duration::from_millis(10 * u64::from(delay));
        self.rounded = self.rounded.saturating_add(delayed);
        delay
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_errors_do_not_add_up() {
        let mut clock = Clock::default();
        let delays: Vec<u16> = [33, 33, 34, 1, 99, 700_000, 100, u64::MAX, u64::MAX, 100]
            .map(|millis| clock.delay(Duration::from_millis(millis)))
            .to_vec();
        // A longer time than the longest does not affect the following frames.
        let longest = u16::MAX;
        assert_eq!(delays, [3, 4, 3, 2, 8, longest, 10, longest, longest, 10]);
    }
}
