"""PNG, with resvg-py: the extra ``png``."""

from __future__ import annotations

import re
from importlib.resources import as_file, files

from ._errors import Error

_LARGEST = 16_384
_LAST_OF_FONT = "\u052f"


def from_svg(svg: str) -> bytes:
    """Draw a picture that is SVG of kifu as PNG, with the font of the package."""
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError("PNG needs resvg-py: pip install kifu[png]") from error
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert size
    if max(int(size[1]), int(size[2])) > _LARGEST:
        raise Error(f"a picture in PNG has at most {_LARGEST} pixels on each side")
    with as_file(files(__package__) / "KifuSans.ttf") as font:
        png = resvg_py.svg_to_bytes(
            svg_string=svg,
            font_files=[str(font)],
            sans_serif_family="Kifu Sans",
            # To find them takes some time.
            skip_system_fonts=max(svg) <= _LAST_OF_FONT,
        )
    return bytes(png)
