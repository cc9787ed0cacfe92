"""Conversion between raw values of properties and Python values."""

import codecs
import math
from collections.abc import Callable, Iterable
from typing import Any

from . import sgf_grammar
from .common import Point

__all__ = ["Presenter", "Property_type", "normalise_charset_name"]


def normalise_charset_name(s: str) -> str:
    """Return the usual name of a charset. Raises LookupError if Python has no codec for it."""
    if not s.isascii():
        raise LookupError("encoding names must be ascii")
    codec = codecs.lookup(s)
    if not getattr(codec, "_is_text_encoding", True):
        raise LookupError(f"unknown encoding: {s}")
    return codec.name.upper().replace("_", "-").replace("ISO8859", "ISO-8859")


class _Context:
    """What the meaning of values depends on: the size of the board and the encoding of texts."""

    __slots__ = ("size", "encoding")

    def __init__(self, size: int, encoding: str) -> None:
        self.size = size
        self.encoding = encoding


def interpret_go_point(s: bytes, size: int) -> Point | None:
    """Return the point of a value such as ``b"pd"``, or None for a pass."""
    if not isinstance(s, (bytes, bytearray)):
        raise TypeError(f"expected bytes, given {type(s).__name__}")
    if s == b"" or (s == b"tt" and size <= 19):
        return None
    if len(s) != 2:
        raise ValueError(f"not a point: {bytes(s)!r}")
    col, row = s[0] - 97, size - 1 - (s[1] - 97)
    if not (0 <= col < size and 0 <= row < size):
        raise ValueError(f"not a point on the board: {bytes(s)!r}")
    return row, col


def serialise_go_point(move: Point | None, size: int) -> bytes:
    """Return the value of a point, or of a pass for None."""
    if not 1 <= size <= 26:
        raise ValueError(f"size out of range: {size}")
    if move is None:
        return b"tt" if size <= 19 else b""
    row, col = move
    if not (0 <= row < size and 0 <= col < size):
        raise ValueError(f"the point is not on the board: {move!r}")
    return bytes((97 + col, 97 + size - 1 - row))


def interpret_none(s: bytes, context: _Context | None = None) -> bool:
    return True


def serialise_none(b: object, context: _Context | None = None) -> bytes:
    return b""


def interpret_number(s: bytes, context: _Context | None = None) -> int:
    return int(b"".join(s.split()) if isinstance(s, bytes) else s.strip())


def serialise_number(i: float, context: _Context | None = None) -> bytes:
    return b"%d" % i


def interpret_real(s: bytes, context: _Context | None = None) -> float:
    value = float(s)
    if not math.isfinite(value):
        raise ValueError(f"not a finite number: {s!r}")
    return value


def serialise_real(f: float, context: _Context | None = None) -> bytes:
    value = float(f)
    if not math.isfinite(value):
        raise ValueError(f"not a finite number: {f!r}")
    if value.is_integer():
        return b"%d" % value
    written = repr(value)
    # What is this small is nothing in a game.
    return b"0" if "e" in written else written.encode("ascii")


def interpret_double(s: bytes, context: _Context | None = None) -> int:
    return 2 if s.strip() == b"2" else 1


def serialise_double(i: int, context: _Context | None = None) -> bytes:
    return b"2" if i == 2 else b"1"


def interpret_colour(s: bytes, context: _Context | None = None) -> str:
    colour = {b"b": "b", b"w": "w"}.get(s.lower())
    if colour is None:
        raise ValueError(f"not a colour: {s!r}")
    return colour


def serialise_colour(colour: str, context: _Context | None = None) -> bytes:
    if colour not in ("b", "w"):
        raise ValueError(f"the colour is not 'b' or 'w': {colour!r}")
    return colour.upper().encode("ascii")


def _text(s: str, encoding: str) -> bytes:
    if not isinstance(s, str):
        raise TypeError(f"expected string, given {type(s).__name__}")
    return sgf_grammar.escape_text(s.encode(encoding))


def interpret_simpletext(s: bytes, context: _Context) -> str:
    return sgf_grammar.simpletext_value(s).decode(context.encoding)


def serialise_simpletext(s: str, context: _Context) -> bytes:
    return _text(s, context.encoding)


def interpret_text(s: bytes, context: _Context) -> str:
    return sgf_grammar.text_value(s).decode(context.encoding)


def serialise_text(s: str, context: _Context) -> bytes:
    return _text(s, context.encoding)


def interpret_point(s: bytes, context: _Context) -> Point:
    point = interpret_go_point(s, context.size)
    if point is None:
        raise ValueError("a pass is not a point")
    return point


def serialise_point(point: Point | None, context: _Context) -> bytes:
    if point is None:
        raise ValueError("a pass is not a point")
    return serialise_go_point(point, context.size)


def interpret_move(s: bytes, context: _Context) -> Point | None:
    return interpret_go_point(s, context.size)


def serialise_move(move: Point | None, context: _Context) -> bytes:
    return serialise_go_point(move, context.size)


def interpret_point_list(values: Iterable[bytes], context: _Context) -> set[Point]:
    """Return the points of a list, which can contain rectangles such as ``b"aa:cc"``."""
    points: set[Point] = set()
    for value in values:
        first, last = sgf_grammar.parse_compose(value)
        top, left = interpret_point(first, context)
        if last is None:
            points.add((top, left))
            continue
        bottom, right = interpret_point(last, context)
        if bottom > top or right < left:
            raise ValueError(f"not a rectangle: {value!r}")
        points.update((row, col) for row in range(bottom, top + 1) for col in range(left, right + 1))
    return points


def serialise_point_list(points: Iterable[Point], context: _Context) -> list[bytes]:
    return sorted(serialise_point(point, context) for point in points)


def _pair(s: bytes) -> tuple[bytes, bytes]:
    first, second = sgf_grammar.parse_compose(s)
    if second is None:
        raise ValueError(f"expected two values separated by a colon: {s!r}")
    return first, second


def interpret_AP(s: bytes, context: _Context) -> tuple[str, str]:
    name, version = sgf_grammar.parse_compose(s)
    return interpret_simpletext(name, context), interpret_simpletext(version or b"", context)


def serialise_AP(value: tuple[str, str], context: _Context) -> bytes:
    name, version = value
    return sgf_grammar.compose(serialise_simpletext(name, context), serialise_simpletext(version, context))


def interpret_ARLN_list(values: Iterable[bytes], context: _Context) -> list[tuple[Point, Point]]:
    pairs = map(_pair, values)
    return [(interpret_point(first, context), interpret_point(last, context)) for first, last in pairs]


def serialise_ARLN_list(values: Iterable[tuple[Point, Point]], context: _Context) -> list[bytes]:
    return [
        sgf_grammar.compose(serialise_point(first, context), serialise_point(last, context))
        for first, last in values
    ]


def interpret_FG(s: bytes, context: _Context) -> tuple[int, str] | None:
    if s == b"":
        return None
    flags, name = _pair(s)
    return interpret_number(flags), interpret_simpletext(name, context)


def serialise_FG(value: tuple[int, str] | None, context: _Context) -> bytes:
    if value is None:
        return b""
    flags, name = value
    return sgf_grammar.compose(serialise_number(flags), serialise_simpletext(name, context))


def interpret_LB_list(values: Iterable[bytes], context: _Context) -> list[tuple[Point, str]]:
    pairs = map(_pair, values)
    return [(interpret_point(point, context), interpret_simpletext(label, context)) for point, label in pairs]


def serialise_LB_list(values: Iterable[tuple[Point, str]], context: _Context) -> list[bytes]:
    return [
        sgf_grammar.compose(serialise_point(point, context), serialise_simpletext(label, context))
        for point, label in values
    ]


class Property_type:
    """How the values of a property are converted."""

    __slots__ = ("interpreter", "serialiser", "uses_list", "allows_empty_list")

    def __init__(
        self,
        interpreter: Callable[..., Any],
        serialiser: Callable[..., Any],
        uses_list: bool,
        allows_empty_list: bool = False,
    ) -> None:
        self.interpreter = interpreter
        self.serialiser = serialiser
        self.uses_list = uses_list
        self.allows_empty_list = allows_empty_list


_NONE = Property_type(interpret_none, serialise_none, False)
_NUMBER = Property_type(interpret_number, serialise_number, False)
_REAL = Property_type(interpret_real, serialise_real, False)
_DOUBLE = Property_type(interpret_double, serialise_double, False)
_COLOUR = Property_type(interpret_colour, serialise_colour, False)
_SIMPLETEXT = Property_type(interpret_simpletext, serialise_simpletext, False)
_TEXT = Property_type(interpret_text, serialise_text, False)
_MOVE = Property_type(interpret_move, serialise_move, False)
_POINTS = Property_type(interpret_point_list, serialise_point_list, True)
_POINTS_OR_NONE = Property_type(interpret_point_list, serialise_point_list, True, True)
_PAIRS = Property_type(interpret_ARLN_list, serialise_ARLN_list, True)

_TYPES = {
    ident: property_type
    for property_type, idents in [
        (_NONE, "DO IT KO"),
        (_NUMBER, "FF GM HA MN OB OW PM ST SZ"),
        (_REAL, "BL KM TM V WL"),
        (_DOUBLE, "BM DM GB GW HO TE UC"),
        (_COLOUR, "PL"),
        (_SIMPLETEXT, "AN BR BT CA CP DT EV GN N ON OT PB PC PW RE RO RU SO US WR WT"),
        (_TEXT, "C GC"),
        (_MOVE, "B W"),
        (_POINTS, "AB AE AW CR MA SL SQ TR"),
        (_POINTS_OR_NONE, "DD TB TW VW"),
        (_PAIRS, "AR LN"),
        (Property_type(interpret_AP, serialise_AP, False), "AP"),
        (Property_type(interpret_FG, serialise_FG, False), "FG"),
        (Property_type(interpret_LB_list, serialise_LB_list, True), "LB"),
    ]
    for ident in idents.split()
}


class Presenter(_Context):
    """Converts the values of properties for a size and an encoding."""

    __slots__ = ("property_types_by_ident", "default_property_type")

    def __init__(self, size: int, encoding: str) -> None:
        try:
            encoding = normalise_charset_name(encoding)
        except LookupError as error:
            raise ValueError(error.args[0]) from None
        super().__init__(size, encoding)
        self.property_types_by_ident = dict(_TYPES)
        self.default_property_type: Property_type | None = _TEXT

    def get_property_type(self, identifier: str) -> Property_type:
        """Return the type of a known property. Raises KeyError for another one."""
        return self.property_types_by_ident[identifier]

    def register_property(self, identifier: str, property_type: Property_type) -> None:
        """Set the type of a property."""
        self.property_types_by_ident[identifier] = property_type

    def deregister_property(self, identifier: str) -> None:
        """Forget the type of a property."""
        del self.property_types_by_ident[identifier]

    def set_private_property_type(self, property_type: Property_type | None) -> None:
        """Set the type of unknown properties; with None, they are refused."""
        self.default_property_type = property_type

    def _type(self, identifier: str) -> Property_type:
        found = self.property_types_by_ident.get(identifier, self.default_property_type)
        if found is None:
            raise ValueError(f"unknown property: {identifier}")
        return found

    def interpret_as_type(self, property_type: Property_type, raw_values: list[bytes]) -> Any:
        """Convert raw values to a Python value."""
        if not raw_values:
            raise ValueError("no raw values")
        if property_type.uses_list:
            return property_type.interpreter([] if raw_values == [b""] else raw_values, self)
        if len(raw_values) > 1:
            raise ValueError("multiple values")
        return property_type.interpreter(raw_values[0], self)

    def interpret(self, identifier: str, raw_values: list[bytes]) -> Any:
        """Convert the raw values of a property to a Python value."""
        return self.interpret_as_type(self._type(identifier), raw_values)

    def serialise_as_type(self, property_type: Property_type, value: Any) -> list[bytes]:
        """Convert a Python value to raw values."""
        if not property_type.uses_list:
            return [property_type.serialiser(value, self)]
        raw_values: list[bytes] = property_type.serialiser(value, self)
        if raw_values:
            return raw_values
        if not property_type.allows_empty_list:
            raise ValueError("empty list")
        return [b""]

    def serialise(self, identifier: str, value: Any) -> list[bytes]:
        """Convert the Python value of a property to raw values."""
        return self.serialise_as_type(self._type(identifier), value)
