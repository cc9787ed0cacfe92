use kifu_core::Size;

use crate::number::Number;

/// The size of a board from its members; a missing side is that of a square board, or 19.
pub(crate) fn size(
    size: Option<&Number>,
    width: Option<&Number>,
    height: Option<&Number>,
) -> Option<Size> {
    let side = |own: Option<&Number>, other: Option<&Number>| {
        let number = own.or(size).or(other);
        number.map_or(Some(19), |number| u8::try_from(number.to_u32()?).ok())
    };
    Size::new(side(width, height)?, side(height, width)?).ok()
}
