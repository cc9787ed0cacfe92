"""One record: reading, editing, checking, converting, playing and drawing."""

from __future__ import annotations

import copy
import doctest
import io
import pickle
import struct
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import kifu

GAME = b"(;FF[4]GM[1]SZ[9]CA[GBK]PB[\xc4\xf4]KM[6.5]RE[B+3.5]AB[aa:bb]C[one\\]];B[cc](;W[dd]C[x])(;W[]))"


def test_doctests() -> None:
    assert doctest.testmod(kifu).failed == 0


def test_the_program_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    exec(readme.split("```python\n")[1].split("```")[0], {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "Sato [('b', (15, 3)), ('w', (3, 15))]"
    assert printed[1] == "b'(;SZ[19]PB[Sato]C[good morning];B[pd];W[dp])'"


def test_read_takes_paths_bytes_and_files(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(GAME)
    for source in (path, str(path), GAME, bytearray(GAME), memoryview(GAME), io.BytesIO(GAME)):
        assert kifu.read(source).to_bytes() == GAME


def test_nodes_are_mappings() -> None:
    root = kifu.read(GAME).games[0].root
    assert isinstance(root, Mapping)
    assert root["PB"] == ["聂"] and root.text("PB") == "聂"
    assert root.raw("PB") == [b"\xc4\xf4"] and root.text("C") == "one]"
    assert root.raw("ZZ") == [] and root.text("ZZ") is None and root.get("ZZ", 7) == 7
    assert root.points("AB") == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert list(root) == root.keys() == [ident for ident, _ in root.raw_items()]
    assert len(root) == 9 and "AB" in root and "AW" not in root
    with pytest.raises(KeyError):
        root["ZZ"]
    assert kifu.Document(b"(;)").root  # A node without properties is true.


def test_the_tree() -> None:
    game = kifu.read(GAME).games[0]
    first = game.root.next
    assert first is not None and first.parent == game.root
    assert [node.move for node in first.children] == [("w", (3, 3)), ("w", None)]
    assert [node.depth for node in game] == [0, 1, 2, 2]
    assert game.moves() == [("b", (2, 2)), ("w", (3, 3))]
    assert first.children[1].path() == [game.root, first, first.children[1]]
    assert len({first, game.root.next, game.root}) == 2
    assert game.info.black == "聂" and game.info.komi == 6.5 and game.info.size == (9, 9)


def test_edits_change_nothing_else() -> None:
    record = kifu.read(GAME)
    root = record.games[0].root
    root["PB"] = "马]"
    assert record.to_bytes() == GAME.replace(b"\xc4\xf4", b"\xc2\xed\\]")
    root["PB"] = b"\xc4\xf4"
    assert record.to_bytes() == GAME
    root["TR"] = [(0, 0), "bb", b"cc:dd"]
    assert root.raw("TR") == [b"aa", b"bb", b"cc:dd"]
    del root["TR"]
    assert record.to_bytes() == GAME
    root.add_value("TR", (0, 0))
    root.add_value("TR", "bb")
    assert root.raw("TR") == [b"aa", b"bb"]
    del root["TR"]
    child = root.add_child()
    child.move = ("w", (8, 8))
    assert child.parent == root and root.children[-1] == child
    assert record.to_bytes().count(b"W[ii]") == 1
    child.remove()
    assert not child.is_attached and b"W[ii]" not in record.to_bytes()
    child.move_to(root, 0)
    assert root.children[0] == child and child.game == record.games[0]
    child.move = None
    assert child.move is None and len(child) == 0


def test_refused_edits_change_nothing() -> None:
    record = kifu.read(GAME)
    root = record.games[0].root
    for ident, value in [("X-", "x"), ("C", b"]"), ("C", "\U0001f600")]:
        with pytest.raises(kifu.EditError):
            root[ident] = value
    with pytest.raises(TypeError):
        root["C"] = 5  # type: ignore[assignment]
    with pytest.raises(kifu.EditError):
        kifu.Document().games[0].root.move_to(root)
    assert record.to_bytes() == GAME


def test_check_and_fix() -> None:
    broken = b"(;FF[4]GM[1]SZ[19];B[aa];W[aa];B[bb]"
    record = kifu.read(broken)
    findings = record.check()
    assert {finding.repair for finding in findings} >= {"safe"}
    assert all(0 <= finding.start <= finding.end <= len(broken) for finding in findings)
    fixed = record.fix()
    assert fixed.repaired and fixed.data.endswith(b")") and fixed.data.startswith(broken)
    assert record.fix([]).data == broken
    with pytest.raises(kifu.ParseError) as error:
        kifu.read(broken, strict=True)
    assert isinstance(error.value, ValueError) and error.value.findings
    assert pickle.loads(pickle.dumps(error.value)).findings == error.value.findings
    kifu.read(GAME, strict=True)


def test_findings_follow_edits() -> None:
    record = kifu.read(GAME)
    before = {finding.code for finding in record.check()}
    record.games[0].root["KM"] = "many"
    assert {finding.code for finding in record.check()} - before


def test_moves_of_all_points() -> None:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    points = [(column, row) for column in range(52) for row in range(52)]
    nodes = [f";{color}[{letters[column]}{letters[row]}]" for column, row in points for color in "BW"]
    game = kifu.read(f"(;GM[1]FF[4]SZ[52]{''.join(nodes)};B[];W[])".encode()).games[0]
    expected = [(color, point) for point in points for color in "bw"] + [("b", None), ("w", None)]
    assert game.moves() == expected
    assert [node.move for node in game.main_line()[1:]] == expected


def test_convert_reports_losses() -> None:
    record = kifu.read(GAME)
    jgf = record.convert("jgf2")
    back = kifu.read(jgf.data)
    assert back.format.startswith("JGF 2") and back.games[0].info.black == "聂"
    bare = record.convert("gib")
    assert bare.losses and all(loss.game == 1 and loss.message for loss in bare.losses)
    assert kifu.read(record.convert("sgn").data).format == "SGN"
    with pytest.raises(kifu.Error):
        record.convert("pdf")  # type: ignore[arg-type]


def test_other_formats_are_edited_in_their_format() -> None:
    source = b'{"game": {"komi": 6.5}, "tree": [{}, {"move": {"B": "pd"}}]}'
    record = kifu.read(source)
    assert record.to_bytes() == source and record.games[0].moves() == [("b", (15, 3))]
    record.games[0].root["PB"] = "Lee"
    assert kifu.read(record.to_bytes()).format.startswith("JGF")
    assert b"Lee" in record.to_bytes()


def test_positions_follow_the_rules() -> None:
    position = kifu.Position(5)
    for point in [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2), (2, 1)]:
        assert position.play(point) == []
    assert position.play((1, 1)) == [(2, 1)] and position.ko == (2, 1)
    assert position.prisoners == (0, 1) and position.plies == 8
    assert not position.is_legal((2, 1)) and position.is_legal(None)
    with pytest.raises(kifu.IllegalMoveError, match="ko"):
        position.play((2, 1))
    assert position.chain((1, 1)) == ([(1, 1)], [(2, 1)])
    assert position.to_numpy().tolist()[1] == [1, 2, 0, 2, 0]
    assert str(position).splitlines()[1] == "X O . O ."
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position and twin.prisoners == (0, 1) and not twin.is_legal((2, 1))
    assert twin.undo() and twin != position and twin.stone((2, 1)) == "b"
    assert kifu.Position.from_sgn(position.to_sgn()) == position
    assert position.play((2, 1), force=True) == [(1, 1)]
    assert copy.copy(position) == position
    position.set_up(white=[(4, 4)])
    assert position.stone((4, 4)) == "w" and position.prisoners == (1, 1)


def test_scoring() -> None:
    position = kifu.Position(3, "chinese")
    position.set_up(black=[(1, 0), (1, 1), (1, 2)])
    score = position.score(komi=0.5)
    assert (score.black, score.white, score.result) == (9.0, 0.5, "B+8.5")
    record = kifu.read(b"(;FF[4]SZ[3]RU[Chinese]KM[0.5]RE[B+8.5]AB[ba][bb][bc]TB[aa:ac][ca:cc])")
    scored = record.games[0].score()
    assert scored.agrees and scored.dead_stones == "marked" and scored.rules == "chinese"


def test_replay_equals_positions_of_nodes() -> None:
    game = kifu.read(b"(;SZ[5]AB[aa][ab]KM[0];W[bb];B[ba];W[ca];B[ac];W[];B[aa];W[ee])").games[0]
    replay = game.replay()
    assert replay.grids.shape == (len(replay.moves) + 1, 5, 5)
    assert replay.findings  # `B[aa]` overwrites a stone.
    nodes = game.main_line()
    for node, grid in zip(nodes, replay.grids[1:], strict=True):
        assert (node.position().to_numpy() == grid).all()
    assert replay.position == nodes[-1].position()


def test_pictures() -> None:
    record = kifu.read(GAME)
    game = record.games[0]
    for svg in (
        game.render(),
        game.render(0, theme="print", width=300),
        game.root.render(),
        game.root.position().render(),
        game._repr_svg_(),
    ):
        assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
    with pytest.raises(IndexError):
        game.render(99)
    with pytest.raises(kifu.Error, match="format"):
        game.render(format="gif")  # type: ignore[call-overload]


def test_png() -> None:
    game = kifu.read(b"(;SZ[9]LB[aa:\xe5\x9b\xb2]CA[UTF-8];B[ee])").games[0]
    for png in (
        game.render(format="png", width=300),
        game.root.render(format="png", width=300),
        game.root.position().render(format="png", width=300),
    ):
        signature, header = png[:8], png[12:24]
        assert signature == b"\x89PNG\r\n\x1a\n"
        name, width, height = struct.unpack(">4sII", header)
        assert (name, width) == (b"IHDR", 300) and 200 < height < 400
    with pytest.raises(kifu.Error, match="16384"):
        game.render(format="png", width=16_385)


def test_png_has_the_font_of_the_package() -> None:
    """The label is drawn the same on a machine without fonts."""
    label = kifu.read(b"(;SZ[9]AB[ee]LB[ee:A])").games[0].render(format="png")
    other = kifu.read(b"(;SZ[9]AB[ee]LB[ee:B])").games[0].render(format="png")
    none = kifu.read(b"(;SZ[9]AB[ee])").games[0].render(format="png")
    assert len({label, other, none}) == 3


def test_recordings() -> None:
    source = b"(;TS[0]B[pd]TS[0]C[A star point]TS[2.5];TS[7]W[dd]TS[7](;TS[9]B[pq]TS[9]RP[:]TS[12]))"
    recording = kifu.read_recording(source)
    assert recording.to_bytes() == source and recording.times[0] == 0.0
    assert recording.at(2.5).to_bytes() == b"(;B[pd]C[A star point])"
    assert recording.at(7.0).games[0].moves() == [("b", (15, 3)), ("w", (3, 3))]
    assert len(recording.at(100).games[0].moves()) == 2
    twin = pickle.loads(pickle.dumps(recording))
    assert twin.times == recording.times and twin.duration == recording.duration


def test_everything_pickles() -> None:
    record = kifu.read(GAME)
    game = record.games[0]
    for thing in (record, record.document):
        assert pickle.loads(pickle.dumps(thing)).to_bytes() == GAME
        assert copy.deepcopy(thing).to_bytes() == GAME
    node = game.main_line()[2]
    twin = pickle.loads(pickle.dumps(node))
    assert twin.move == node.move and twin.depth == 2 and twin != node
    assert pickle.loads(pickle.dumps(game)).info == game.info
    for data in (game.info, record.check(), record.convert("jgf1"), game.score()):
        assert pickle.loads(pickle.dumps(data)) == data
    assert pickle.loads(pickle.dumps(game.replay())).position == game.replay().position


def test_deep_trees() -> None:
    depth = 1_000_000
    document = kifu.Document(b"(" + b";B[aa]" * depth + b")")
    game = document.games[0]
    assert sum(1 for _ in game.walk()) == depth
    line = game.main_line()
    assert len(line) == depth and line[-1].move == ("b", (0, 0)) and line[-1].game == game
    assert len(line[-1].path()) == depth
    nested = kifu.Document(b"(;B[aa](;W[bb])" * 300_000)
    assert nested.to_bytes() == b"(;B[aa](;W[bb])" * 300_000


@pytest.mark.parametrize("work", ["Document", "check", "to_bytes"])
def test_other_threads_run_meanwhile(work: str) -> None:
    source = b"(;FF[4]GM[1]SZ[19]" + b";B[aa];W[bb];B[cc]C[text]" * 300_000 + b")"
    record = kifu.read(source)
    call = {
        "Document": lambda: kifu.Document(source),
        "check": record.check,
        "to_bytes": record.to_bytes,
    }[work]
    ticks, meanwhile, done = 0, 0, False

    def run() -> None:
        nonlocal meanwhile, done
        before = ticks
        call()
        meanwhile = ticks - before
        done = True

    # A busy machine may not run this thread during a short call, so the call is repeated.
    for _ in range(50):
        done = False
        thread = threading.Thread(target=run)
        thread.start()
        while not done:
            ticks += 1
            time.sleep(0)
        thread.join()
        if meanwhile > 3:
            break
    assert meanwhile > 3
