"""Reading and writing of SGF without a meaning of properties.

Values of properties are bytes, exactly as between the brackets.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from ..._kifu import SgfmillTree

__all__ = [
    "Coarse_game_tree",
    "block_format",
    "compose",
    "escape_text",
    "is_valid_property_identifier",
    "is_valid_property_value",
    "main_sequence_iter",
    "make_coarse_game_tree",
    "make_tree",
    "parse_compose",
    "parse_sgf_collection",
    "parse_sgf_game",
    "serialise_game_tree",
    "simpletext_value",
    "text_value",
    "tokenise",
]

Properties = dict[str, list[bytes]]
"""The raw values of the properties of a node, by identifier."""

_VALUE = rb"[^\\\]]*(?:\\.[^\\\]]*)*"
_IDENTIFIER = re.compile(r"[A-Z]{1,64}")
_IS_VALUE = re.compile(_VALUE, re.DOTALL)
_START = re.compile(rb"\(\s*;")
_TOKEN = re.compile(
    rb"\s*(?:\[(?P<V>" + _VALUE + rb")\]|(?P<I>[A-Za-z]{1,64})|(?P<D>[;()]))",
    re.DOTALL,
)
_LOWER = bytes(range(ord("a"), ord("z") + 1))
_LINE_BREAK = re.compile(rb"\r\n|\n\r|\r|\n")
_BLANKS = bytes.maketrans(b"\t\f\v", b"   ")
_ESCAPE = re.compile(rb"\\(.?)", re.DOTALL)
_TO_ESCAPE = re.compile(rb"[]\\]")
_COLON = re.compile(rb"[^\\:]*(?:\\.[^\\:]*)*", re.DOTALL)


def is_valid_property_identifier(s: str) -> bool:
    """Return whether a text is 1 to 64 capital letters."""
    return _IDENTIFIER.fullmatch(s) is not None


def is_valid_property_value(s: bytes) -> bool:
    """Return whether bytes can be between brackets: every ``]`` and the last ``\\`` are escaped."""
    return _IS_VALUE.fullmatch(s) is not None


def tokenise(bb: bytes, start_position: int = 0) -> tuple[list[tuple[str, bytes]], int]:
    """Return the tokens of the first game at or after a position, and the position after them.

    A token is a pair of its kind, ``'I'`` (identifier), ``'V'`` (value) or ``'D'`` (delimiter), and its bytes.
    The tokens end with the game, or before bytes that are no token.
    """
    bb = bytes(bb)
    start = _START.search(bb, start_position)
    if start is None:
        return [], 0
    at = start.start()
    tokens: list[tuple[str, bytes]] = []
    depth = 0
    while found := _TOKEN.match(bb, at):
        at = found.end()
        kind = found.lastgroup or ""
        token = found[kind]
        if kind == "I":
            token = token.translate(None, _LOWER)
        tokens.append((kind, token))
        if kind == "D":
            depth += (token == b"(") - (token == b")")
            if depth == 0:
                break
    return tokens, at


class Coarse_game_tree:
    """A game tree: a sequence of nodes, and then variations.

    A node is the dictionary of its properties.
    """

    __slots__ = ("sequence", "children")

    def __init__(self) -> None:
        self.sequence: list[Properties] = []
        self.children: list[Coarse_game_tree] = []


def coarse_game_tree(tree: SgfmillTree) -> Coarse_game_tree:
    """Return the game trees of a game that was read."""
    root = Coarse_game_tree()
    todo = [(root, 0)]
    while todo:
        game_tree, node = todo.pop()
        while True:
            game_tree.sequence.append(tree.properties(node))
            children = tree.children(node)
            if len(children) != 1 or tree.opens(children[0]):
                break
            (node,) = children
        for child in children:
            variation = Coarse_game_tree()
            game_tree.children.append(variation)
            todo.append((variation, child))
    return root


def parse_sgf_game(bb: bytes) -> Coarse_game_tree:
    """Read the first game. Raises ValueError if there is none, or if it is malformed."""
    tree = SgfmillTree.parse(bytes(bb), 0)
    if tree is None:
        raise ValueError("no SGF data found")
    return coarse_game_tree(tree)


def parse_sgf_collection(bb: bytes) -> list[Coarse_game_tree]:
    """Read all games. Raises ValueError if there is none, or if one is malformed."""
    source = bytes(bb)
    games: list[Coarse_game_tree] = []
    at = 0
    while True:
        try:
            tree = SgfmillTree.parse(source, at)
        except ValueError as error:
            raise ValueError(f"error parsing game {len(games)}: {error}") from None
        if tree is None:
            break
        games.append(coarse_game_tree(tree))
        at = tree.end
    if not games:
        raise ValueError("no SGF data found")
    return games


def block_format(pieces: Iterable[bytes], width: int = 79) -> bytes:
    """Join pieces, with a line break after `width` bytes, or before a piece that would make the line longer.

    Line breaks within pieces do not start a new line.
    """
    written: list[bytes] = []
    length = 0
    for piece in pieces:
        if 0 < length and length + len(piece) > width:
            written.append(b"\n")
            length = 0
        written.append(piece)
        length += len(piece)
        if length >= width:
            written.append(b"\n")
            length = 0
    return b"".join(written)


class _Tree(Protocol):
    @property
    def sequence(self) -> Any: ...
    @property
    def children(self) -> Any: ...


def serialise_game_tree(game_tree: _Tree, wrap: int | None = 79) -> bytes:
    """Write a game tree, with lines of at most `wrap` bytes where that is possible."""
    pieces: list[bytes] = []
    todo: list[_Tree | None] = [game_tree]
    while todo:
        tree = todo.pop()
        if tree is None:
            pieces.append(b")")
            continue
        pieces.append(b"(")
        for properties in tree.sequence:
            pieces.append(b";")
            # FF comes first, because there are programs that look only there.
            for ident, values in sorted(properties.items(), key=lambda item: (item[0] != "FF", item[0])):
                written = b"".join(b"[%s]" % value for value in values)
                pieces.append(ident.encode("ascii") + written)
        todo.append(None)
        todo.extend(reversed(tree.children))
    if wrap is None:
        return b"".join(pieces) + b"\n"
    return block_format(pieces, wrap) + b"\n"


_T = TypeVar("_T")


def make_tree(
    game_tree: _Tree,
    root: _T,
    node_builder: Callable[[_T, Properties], _T],
    node_adder: Callable[[_T, _T], None],
) -> None:
    """Build a tree of other objects.

    `root` stands for the first node. `node_builder(parent, properties)` returns a new object, and
    `node_adder(parent, child)` adds it to its parent.
    """
    todo = [(root, game_tree, 1)]
    while todo:
        parent, tree, index = todo.pop()
        sequence = tree.sequence
        for properties in sequence[index:]:
            node = node_builder(parent, properties)
            node_adder(parent, node)
            parent = node
        for child in reversed(tree.children):
            todo.append((parent, child, 0))


def make_coarse_game_tree(
    root: _T,
    get_children: Callable[[_T], Iterable[_T]],
    get_properties: Callable[[_T], Properties],
) -> Coarse_game_tree:
    """Return the game trees of a tree of other objects."""
    result = Coarse_game_tree()
    todo = [(result, root)]
    while todo:
        game_tree, node = todo.pop()
        while True:
            game_tree.sequence.append(get_properties(node))
            children = list(get_children(node))
            if len(children) != 1:
                break
            (node,) = children
        for child in children:
            variation = Coarse_game_tree()
            game_tree.children.append(variation)
            todo.append((variation, child))
    return result


def main_sequence_iter(game_tree: _Tree) -> Iterator[Properties]:
    """Yield the properties of the nodes of the leftmost variation."""
    while True:
        yield from game_tree.sequence
        if not game_tree.children:
            return
        game_tree = game_tree.children[0]


def parse_compose(s: bytes) -> tuple[bytes, bytes | None]:
    """Split a value at the first ``:`` that is not escaped; the second part is None if there is none."""
    found = _COLON.match(s)
    end = found.end() if found else 0
    if s[end : end + 1] == b":":
        return s[:end], s[end + 1 :]
    return s, None


def compose(s1: bytes, s2: bytes) -> bytes:
    """Join two values by ``:``, and escape colons in the first."""
    return s1.replace(b":", b"\\:") + b":" + s2


def simpletext_value(s: bytes) -> bytes:
    """Return the text of a value of type SimpleText, in its encoding."""
    return text_value(s).replace(b"\n", b" ")


def text_value(s: bytes) -> bytes:
    """Return the text of a value of type Text, in its encoding."""
    s = _LINE_BREAK.sub(b"\n", s).translate(_BLANKS)
    return _ESCAPE.sub(lambda found: found[1].replace(b"\n", b""), s)


def escape_text(s: bytes) -> bytes:
    """Escape text, so that it can be a value."""
    return _TO_ESCAPE.sub(rb"\\\g<0>", s)
