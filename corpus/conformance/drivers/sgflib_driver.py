"""sgflib (PyPI) as a program of the suite: `python3 sgflib_driver.py LEVEL FILE`."""
from importlib.metadata import version

from common import UNSUPPORTED, main
from sgflib import SGFParser
from sgflib.exceptions import SGFParserError


def answer(level, path, _argument):
    if not path.endswith(".sgf") or level not in ("tree", "write"):
        return UNSUPPORTED
    with open(path, "rb") as file:
        # The package takes text and does not know charsets.
        text = file.read().decode("utf-8")
    try:
        collection = SGFParser(text).parse_collection()
    except SGFParserError as error:
        raise ValueError(str(error))
    if level == "write":
        return "".join(tree.sgf for tree in collection).encode("utf-8")
    games = []
    for tree in collection:
        nodes, todo = [], [(tree, None)]
        while todo:
            part, parent = todo.pop()
            for node in part.sequence:
                nodes.append({"parent": parent, "properties": [[ident, [str(value) for value in values]] for ident, values in node.items()]})
                parent = len(nodes) - 1
            todo.extend((child, parent) for child in reversed(part.variations))
        games.append({"nodes": nodes})
    return {"games": games, "escapes": "removed"}


main("sgflib", version("sgflib"), ["tree", "write"], ["sgf"], answer)
