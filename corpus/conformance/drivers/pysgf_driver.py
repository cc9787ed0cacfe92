"""pysgf (PyPI), the reader of KaTrain, as a program of the suite: `python3 pysgf_driver.py LEVEL FILE`."""
from importlib.metadata import version

import pysgf
from common import UNSUPPORTED, main


def answer(level, path, _argument):
    form = path.rsplit(".", 1)[-1]
    if form not in ("sgf", "gib", "ngf") or level not in ("tree", "moves", "info", "write") or level in ("tree", "write") and form != "sgf":
        return UNSUPPORTED
    try:
        root = pysgf.GoGame.parse_file(path)
    except pysgf.ParseError as error:
        raise ValueError(str(error))
    if level == "tree":
        # The package reads one game of a file.
        nodes, todo = [], [(root, None)]
        while todo:
            node, parent = todo.pop()
            nodes.append({"parent": parent, "properties": [[ident, values] for ident, values in node.properties.items()]})
            index = len(nodes) - 1
            for child in reversed(node.children):
                todo.append((child, index))
        return {"games": [{"nodes": nodes}], "escapes": "removed"}
    if level == "write":
        return root.sgf().encode("utf-8")
    cols, rows = root.board_size
    if level == "info":
        number = root.get_property("KM")
        found = {"size": [cols, rows], "komi": float(number) if number is not None else None,
                 "handicap": int(root.get_property("HA")) if root.get_property("HA") is not None else None}
        for member, ident in (("black", "PB"), ("white", "PW"), ("black_rank", "BR"), ("white_rank", "WR"), ("result", "RE"), ("rules", "RU"), ("event", "EV"), ("name", "GN"),
                              ("place", "PC"), ("round", "RO"), ("overtime", "OT"), ("source", "SO"), ("annotator", "AN"), ("user", "US"), ("copyright", "CP"),
                              ("opening", "ON"), ("black_team", "BT"), ("white_team", "WT")):
            found[member] = root.get_property(ident)
        return {"info": found}
    line, node = [], root
    while node:
        for move in node.moves:
            line.append([move.player] if move.is_pass else [move.player, move.coords[0], rows - 1 - move.coords[1]])
        node = node.children[0] if node.children else None
    return {"size": [cols, rows], "moves": line}


main("pysgf", version("pysgf"), ["tree", "moves", "info", "write"], ["sgf", "gib", "ngf"], answer)
