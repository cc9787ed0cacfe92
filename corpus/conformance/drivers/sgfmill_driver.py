"""sgfmill (PyPI) as a program of the suite: `python3 sgfmill_driver.py LEVEL FILE`."""
import json
import sys
from importlib.metadata import version

from sgfmill import sgf, sgf_grammar, sgf_moves


def charset(root, data):
    if "CA" in root:
        return root["CA"][0].decode("ascii", "replace")
    try:
        data.decode("utf-8")
        return "UTF-8"
    except UnicodeDecodeError:
        # The default of sgfmill.
        return "ISO-8859-1"


def tree(games, data):
    out = []
    for game in games:
        name, nodes, todo = charset(game.sequence[0], data), [], [(game, None)]
        while todo:
            part, parent = todo.pop()
            for node in part.sequence:
                nodes.append({"parent": parent, "properties": [
                    [ident, [value.decode(name) for value in values]] for ident, values in node.items()]})
                parent = len(nodes) - 1
            todo.extend((child, parent) for child in reversed(part.children))
        out.append({"nodes": nodes})
    return {"games": out}


def answer(level, data):
    if level == "tree":
        return tree(sgf_grammar.parse_sgf_collection(data), data)
    if level == "moves":
        game = sgf.Sgf_game.from_bytes(data)
        size = game.get_size()
        moves = []
        for node in game.get_main_sequence():
            color, move = node.get_move()
            if color:
                moves.append([color.upper()] + ([] if move is None else [move[1], size - 1 - move[0]]))
        return {"size": [size, size], "moves": moves}
    if level == "position":
        game = sgf.Sgf_game.from_bytes(data)
        for node in list(game.get_main_sequence())[1:]:
            if node.has_setup_stones():
                return {"unsupported": True}
        board, plays = sgf_moves.get_setup_and_moves(game)
        for color, move in plays:
            if move is not None:
                board.play(move[0], move[1], color)
        signs = {None: ".", "b": "X", "w": "O"}
        rows = ["".join(signs[board.get(row, col)] for col in range(board.side)) for row in reversed(range(board.side))]
        return {"size": [board.side, board.side], "board": rows}
    if level == "write":
        games = [sgf.Sgf_game.from_coarse_game_tree(tree) for tree in sgf_grammar.parse_sgf_collection(data)]
        sys.stdout.buffer.write(b"".join(game.serialise() for game in games))
        return None
    return {"unsupported": True}


if sys.argv[1] == "version":
    result = {"program": "sgfmill", "version": version("sgfmill"),
              "levels": ["tree", "moves", "position", "write"], "formats": ["sgf"]}
elif not sys.argv[2].endswith(".sgf"):
    result = {"unsupported": True}
else:
    with open(sys.argv[2], "rb") as file:
        source = file.read()
    try:
        result = answer(sys.argv[1], source)
    except (ValueError, LookupError) as error:
        result = {"refused": str(error)}
if result is not None:
    print(json.dumps(result))
