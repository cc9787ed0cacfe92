"""The package `sgf` (PyPI) as a program of the suite: `python3 sgf_python.py LEVEL FILE`."""
import json
import sys
from importlib.metadata import version

import sgf

result = {"unsupported": True}
if sys.argv[1] == "version":
    result = {"program": "sgf", "version": version("sgf"), "levels": ["tree"], "formats": ["sgf"]}
elif sys.argv[1] == "tree" and sys.argv[2].endswith(".sgf"):
    with open(sys.argv[2], "rb") as file:
        source = file.read()
    try:
        # The package takes text and does not know charsets.
        collection = sgf.parse(source.decode("utf-8"))
    except (ValueError, sgf.ParseException) as error:
        collection = None
        result = {"refused": str(error)}
    if collection is not None:
        games = []
        for game in collection.children:
            nodes, todo = [], [(game, None)]
            while todo:
                part, parent = todo.pop()
                for node in part.nodes:
                    properties = [[ident, values] for ident, values in node.properties.items()]
                    nodes.append({"parent": parent, "properties": properties})
                    parent = len(nodes) - 1
                todo.extend((child, parent) for child in reversed(part.children))
            games.append({"nodes": nodes})
        # The package removes the backslash of `\]` and `\\`.
        result = {"games": games, "escapes": "removed"}
print(json.dumps(result))
