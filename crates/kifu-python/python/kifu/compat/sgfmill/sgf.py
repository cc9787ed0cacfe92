"""Games and their nodes."""

import datetime
from collections.abc import Iterable, Iterator
from typing import Any, overload

from ..._kifu import SgfmillTree
from . import sgf_grammar, sgf_properties
from .common import Point
from .sgf_grammar import Properties

__all__ = ["Node", "Sgf_game", "Tree_node"]

_Points = set[Point]


class Node:
    """The properties of a node."""

    __slots__ = ("_properties", "_presenter")

    def __init__(self, property_map: Properties, presenter: sgf_properties.Presenter) -> None:
        self._properties: Properties | None = property_map
        self._presenter = presenter

    def get_raw_property_map(self) -> Properties:
        """Return the raw values of all properties: the same dictionary each time."""
        properties = self._properties
        return self._read() if properties is None else properties

    def _read(self) -> Properties:
        raise NotImplementedError

    def get_size(self) -> int:
        """Return the size of the board."""
        return self._presenter.size

    def get_encoding(self) -> str:
        """Return the encoding of raw values."""
        return self._presenter.encoding

    def get_presenter(self) -> sgf_properties.Presenter:
        """Return the presenter that converts the values."""
        return self._presenter

    def has_property(self, identifier: str) -> bool:
        """Return whether the node has a property."""
        return identifier in self.get_raw_property_map()

    def properties(self) -> list[str]:
        """Return the identifiers of all properties."""
        return list(self.get_raw_property_map())

    def get_raw_list(self, identifier: str) -> list[bytes]:
        """Return the raw values of a property. Raises KeyError if the node lacks it."""
        return self.get_raw_property_map()[identifier]

    def get_raw(self, identifier: str) -> bytes:
        """Return the first raw value of a property. Raises KeyError if the node lacks it."""
        return self.get_raw_list(identifier)[0]

    def get(self, identifier: str) -> Any:
        """Return the value of a property.

        Raises KeyError if the node lacks it, and ValueError if the value is malformed.
        """
        return self._presenter.interpret(identifier, self.get_raw_list(identifier))

    def _set(self, identifier: str, values: list[bytes]) -> None:
        if identifier == "SZ" and values != [str(self._presenter.size).encode()]:
            raise ValueError("changing size is not permitted")
        self.get_raw_property_map()[identifier] = values

    def set_raw_list(self, identifier: str, values: Iterable[bytes]) -> None:
        """Set the raw values of a property."""
        _check_identifier(identifier)
        raw_values = list(values)
        if not raw_values:
            raise ValueError("empty property list")
        if not all(map(sgf_grammar.is_valid_property_value, raw_values)):
            raise ValueError("ill-formed raw property value")
        self._set(identifier, raw_values)

    def set_raw(self, identifier: str, value: bytes) -> None:
        """Set the raw value of a property."""
        self.set_raw_list(identifier, [value])

    def set(self, identifier: str, value: Any) -> None:
        """Set the value of a property. Raises ValueError if it is not acceptable."""
        _check_identifier(identifier)
        self._set(identifier, self._presenter.serialise(identifier, value))

    def unset(self, identifier: str) -> None:
        """Remove a property. Raises KeyError if the node lacks it."""
        if identifier == "SZ" and self._presenter.size != 19:
            raise ValueError("changing size is not permitted")
        del self.get_raw_property_map()[identifier]

    def get_move(self) -> tuple[str | None, Point | None]:
        """Return the player and the point of the move of the node.

        The point of a pass is None; without a move, the player is None, too.
        """
        properties = self.get_raw_property_map()
        for identifier, colour in (("B", "b"), ("W", "w")):
            values = properties.get(identifier)
            if values is not None:
                return colour, sgf_properties.interpret_go_point(values[0], self._presenter.size)
        return None, None

    def set_move(self, colour: str, move: Point | None) -> None:
        """Set the move of the node."""
        if colour not in ("b", "w"):
            raise ValueError(f"the colour is not 'b' or 'w': {colour!r}")
        for identifier in ("B", "W"):
            self.get_raw_property_map().pop(identifier, None)
        self.set(colour.upper(), move)

    def get_setup_stones(self) -> tuple[_Points, _Points, _Points]:
        """Return the points that the node makes black, white and empty."""
        black, white, empty = (
            self.get(identifier) if self.has_property(identifier) else set() for identifier in ("AB", "AW", "AE")
        )
        return black, white, empty

    def set_setup_stones(
        self, black: Iterable[Point], white: Iterable[Point], empty: Iterable[Point] | None = None
    ) -> None:
        """Set the points that the node makes black, white and empty."""
        for identifier, points in (("AB", black), ("AW", white), ("AE", empty)):
            listed = list(points or ())
            if listed:
                self.set(identifier, listed)
            elif self.has_property(identifier):
                self.unset(identifier)

    def has_setup_stones(self) -> bool:
        """Return whether the node sets up stones or removes them."""
        return any(map(self.has_property, ("AB", "AW", "AE")))

    def add_comment_text(self, text: str) -> None:
        """Append a paragraph to the comment."""
        if self.has_property("C"):
            text = f"{self.get('C')}\n\n{text}"
        self.set("C", text)

    def __str__(self) -> str:
        encoding = self.get_encoding()

        def line(identifier: str, values: list[bytes]) -> str:
            written = "".join(f"[{value.decode(encoding, 'replace')}]" for value in values)
            return f"{identifier}{written}\n"

        return "".join(line(*item) for item in sorted(self.get_raw_property_map().items()))


def _check_identifier(identifier: str) -> None:
    if not sgf_grammar.is_valid_property_identifier(identifier):
        raise ValueError(f"ill-formed property identifier: {identifier!r}")


class Tree_node(Node):
    """A node of a game, with its place in the tree. It behaves like the list of its children."""

    __slots__ = ("owner", "parent", "_index", "_children")

    owner: "Sgf_game"
    parent: "Tree_node | None"

    def __init__(
        self,
        owner: "Sgf_game",
        parent: "Tree_node | None",
        properties: Properties | None,
        index: int | None = None,
    ) -> None:
        # Nodes are created often, so this does not call the method of the base class.
        self._properties = properties
        self._presenter = owner.presenter
        self.owner = owner
        self.parent = parent
        # The number of the node in the tree that was read, as long as its children are not known.
        self._index = index
        self._children: list[Tree_node] | None = None

    def _read(self) -> Properties:
        properties: Properties = self.owner._tree.properties(self._index)
        self._properties = properties
        return properties

    def _list(self) -> "list[Tree_node]":
        children = self._children
        if children is None:
            owner = self.owner
            index = self._index
            children = []
            if index is not None and owner._tree is not None:
                children = [Tree_node(owner, self, None, child) for child in owner._tree.children(index)]
            self._children = children
        return children

    def __len__(self) -> int:
        return len(self._list())

    def __iter__(self) -> "Iterator[Tree_node]":
        return iter(self._list())

    @overload
    def __getitem__(self, key: int) -> "Tree_node": ...
    @overload
    def __getitem__(self, key: slice) -> "list[Tree_node]": ...
    def __getitem__(self, key: int | slice) -> "Tree_node | list[Tree_node]":
        return self._list()[key]

    def index(self, child: "Tree_node") -> int:
        """Return the position of a child."""
        return self._list().index(child)

    def new_child(self, index: int | None = None) -> "Tree_node":
        """Add a child, last or at a position, and return it."""
        child = Tree_node(self.owner, self, {})
        self._insert(child, index)
        return child

    def _insert(self, child: "Tree_node", index: int | None) -> None:
        children = self._list()
        children.insert(len(children) if index is None else index, child)

    def delete(self) -> None:
        """Remove the node and its descendants from the tree."""
        if self.parent is None:
            raise ValueError("the root cannot be deleted")
        self.parent._list().remove(self)

    def reparent(self, new_parent: "Tree_node", index: int | None = None) -> None:
        """Move the node and its descendants to another parent, last or to a position."""
        if new_parent.owner is not self.owner:
            raise ValueError("new parent doesn't belong to the same game")
        above: Tree_node | None = new_parent
        while above is not None:
            if above is self:
                raise ValueError("would create a loop")
            above = above.parent
        if self.parent is not None:
            self.parent._list().remove(self)
        self.parent = new_parent
        new_parent._insert(self, index)

    def find(self, identifier: str) -> "Tree_node | None":
        """Return the nearest node with a property: this one, or one above it."""
        node: Tree_node | None = self
        while node is not None and not node.has_property(identifier):
            node = node.parent
        return node

    def find_property(self, identifier: str) -> Any:
        """Return the value of a property in the nearest node that has it. Raises KeyError if none has it."""
        node = self.find(identifier)
        if node is None:
            raise KeyError(identifier)
        return node.get(identifier)

    def __reduce__(self) -> Any:
        path: list[int] = []
        node = self
        while node.parent is not None:
            path.append(node.parent.index(node))
            node = node.parent
        return _node_at, (self.owner, path[::-1])


def _node_at(game: "Sgf_game", path: list[int]) -> Tree_node:
    node = game.get_root()
    for index in path:
        node = node[index]
    return node


class Sgf_game:
    """A game: a tree of nodes."""

    # Assigned in `__init__` and in the constructors from data.
    presenter: sgf_properties.Presenter
    root: Tree_node
    _tree: Any

    def __init__(self, size: int, encoding: str = "UTF-8") -> None:
        presenter = sgf_properties.Presenter(size, encoding)
        _check_size(size)
        properties = {
            "FF": [b"4"],
            "GM": [b"1"],
            "SZ": [str(size).encode()],
            "CA": [presenter.encoding.encode()],
        }
        self._begin(presenter, properties, None)

    def _begin(self, presenter: sgf_properties.Presenter, properties: Properties, tree: SgfmillTree | None) -> None:
        self.presenter = presenter
        self._tree = tree
        self.root = Tree_node(self, None, properties, None if tree is None else 0)

    @classmethod
    def _with_root(
        cls, properties: Properties, tree: SgfmillTree | None, override_encoding: str | None
    ) -> "Sgf_game":
        game = cls.__new__(cls)
        presenter = sgf_properties.Presenter(_size(properties), override_encoding or _encoding(properties))
        game._begin(presenter, properties, tree)
        if override_encoding is not None:
            properties["CA"] = [presenter.encoding.encode()]
        return game

    @classmethod
    def from_coarse_game_tree(cls, coarse_game: Any, override_encoding: str | None = None) -> "Sgf_game":
        """Return the game of a tree from `sgf_grammar`, whose dictionaries become those of the nodes."""
        game = cls._with_root(coarse_game.sequence[0], None, override_encoding)

        def add(parent: Tree_node, child: Tree_node) -> None:
            parent._list().append(child)

        sgf_grammar.make_tree(
            coarse_game, game.root, lambda parent, properties: Tree_node(game, parent, properties), add
        )
        return game

    @classmethod
    def from_bytes(cls, bb: bytes, override_encoding: str | None = None) -> "Sgf_game":
        """Read a game. Raises ValueError if it is malformed, or has an unusable size or encoding."""
        tree = SgfmillTree.parse(bb if type(bb) is bytes else bytes(bb), 0)
        if tree is None:
            raise ValueError("no SGF data found")
        return cls._with_root(tree.properties(0), tree, override_encoding)

    @classmethod
    def from_string(cls, s: str) -> "Sgf_game":
        """Read a game from text; its encoding is UTF-8."""
        if not isinstance(s, str):
            raise TypeError(f"expected string, given {type(s).__name__}")
        return cls.from_bytes(s.encode("utf-8"), override_encoding="UTF-8")

    def _raw(self, wrap: int | None = None) -> bytes:
        tree = sgf_grammar.make_coarse_game_tree(self.root, Tree_node._list, Node.get_raw_property_map)
        return sgf_grammar.serialise_game_tree(tree, wrap)

    def serialise(self, wrap: int | None = 79) -> bytes:
        """Write the game, in the encoding that the property CA states."""
        try:
            encoding = self.get_charset()
        except ValueError:
            raise ValueError(f"unsupported charset: {self.root.get_raw_list('CA')[0]!r}") from None
        written = self._raw(wrap)
        if encoding == self.presenter.encoding:
            return written
        return written.decode(self.presenter.encoding).encode(encoding)

    def get_root(self) -> Tree_node:
        """Return the root."""
        return self.root

    def main_sequence_iter(self) -> Iterator[Node]:
        """Yield the nodes of the leftmost variation.

        The nodes other than the root know neither the game nor their place in it, unless they were retrieved
        before.
        """
        node = self.root
        yield node
        while node._children is not None:
            if not node._children:
                return
            node = node._children[0]
            yield node
        if node._index is None:
            return
        for index in range(node._index + 1, self._tree.line_end(node._index) + 1):
            yield Node(self._tree.properties(index), self.presenter)

    def get_main_sequence(self) -> list[Tree_node]:
        """Return the nodes of the leftmost variation."""
        return [self.root, *self._below(self.root)]

    def _below(self, node: Tree_node) -> list[Tree_node]:
        nodes = []
        while children := node._list():
            node = children[0]
            nodes.append(node)
        return nodes

    def _check_owner(self, node: Tree_node) -> None:
        if node.owner is not self:
            raise ValueError("node doesn't belong to this game")

    def get_main_sequence_below(self, node: Tree_node) -> list[Tree_node]:
        """Return the nodes of the leftmost variation below a node."""
        self._check_owner(node)
        return self._below(node)

    def get_sequence_above(self, node: Tree_node) -> list[Tree_node]:
        """Return the nodes from the root to the parent of a node."""
        self._check_owner(node)
        nodes = []
        while node.parent is not None:
            node = node.parent
            nodes.append(node)
        return nodes[::-1]

    get_main_sequence_above = get_sequence_above

    def get_last_node(self) -> Tree_node:
        """Return the last node of the leftmost variation."""
        node = self.root
        while children := node._list():
            node = children[0]
        return node

    def extend_main_sequence(self) -> Tree_node:
        """Add a node to the leftmost variation, and return it."""
        return self.get_last_node().new_child()

    def get_size(self) -> int:
        """Return the size of the board."""
        return self.presenter.size

    def get_charset(self) -> str:
        """Return the encoding that the property CA states. Raises ValueError if it is unknown."""
        if not self.root.has_property("CA"):
            return "ISO-8859-1"
        name = self.root.get("CA")
        try:
            return sgf_properties.normalise_charset_name(name)
        except LookupError:
            raise ValueError(f"no codec available for CA {name}") from None

    def get_komi(self) -> float:
        """Return the komi, or 0 without the property KM."""
        return float(self.root.get("KM")) if self.root.has_property("KM") else 0.0

    def get_handicap(self) -> int | None:
        """Return the number of handicap stones, if there are any."""
        if not self.root.has_property("HA"):
            return None
        handicap: int = self.root.get("HA")
        if handicap == 1:
            raise ValueError("a handicap of 1")
        return handicap or None

    def get_player_name(self, colour: str) -> str | None:
        """Return the name of a player, if it is known."""
        identifier = {"b": "PB", "w": "PW"}[colour]
        return self.root.get(identifier) if self.root.has_property(identifier) else None

    def get_winner(self) -> str | None:
        """Return the colour of the winner, if there is one."""
        result = self.root.get("RE") if self.root.has_property("RE") else ""
        return {"B": "b", "W": "w"}.get(result[:1])

    def set_date(self, date: datetime.date | None = None) -> None:
        """Set the date of the game; without an argument, to today."""
        self.root.set("DT", (date or datetime.date.today()).strftime("%Y-%m-%d"))

    def __getstate__(self) -> tuple[bytes, int, str]:
        return self._raw(), self.presenter.size, self.presenter.encoding

    def __setstate__(self, state: tuple[bytes, int, str]) -> None:
        written, size, encoding = state
        tree = SgfmillTree.parse(written, 0)
        assert tree is not None
        self._begin(sgf_properties.Presenter(size, encoding), tree.properties(0), tree)


def _check_size(size: int) -> None:
    if not 1 <= size <= 26:
        raise ValueError(f"size out of range: {size}")


def _size(properties: Properties) -> int:
    values = properties.get("SZ")
    if values is None:
        return 19
    try:
        size = sgf_properties.interpret_number(values[0])
    except ValueError:
        raise ValueError(f"bad SZ property: {values[0]!r}") from None
    _check_size(size)
    return size


def _encoding(properties: Properties) -> str:
    values = properties.get("CA")
    if values is None:
        return "ISO-8859-1"
    # The name of an encoding is in the encoding of ASCII.
    return values[0].decode("iso-8859-1").strip() if isinstance(values[0], bytes) else values[0]
