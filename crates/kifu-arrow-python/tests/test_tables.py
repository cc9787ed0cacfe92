"""parse, scan, export, to_sgf and position_hash."""

from __future__ import annotations

import functools
import io
import pickle
import signal
import subprocess
import sys
import tarfile
import textwrap
import time
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from corpus import CORPUS, GAMES, files

import kifu_arrow
from kifu_arrow import SCHEMA, parse, position_hash, scan, to_sgf

GAME = b"(;GM[1]SZ[9]PB[Sato]PW[]KM[6.5]RE[B+R]DT[1571-03-02];B[ee];W[ce];B[])"


def batch(contents: list[bytes | None], **columns: object) -> pa.RecordBatch:
    names = [f"{number}.sgf" for number in range(len(contents))]
    values = {"source": pa.array(names, pa.string()), "content": pa.array(contents, pa.binary()), **columns}
    return pa.RecordBatch.from_pydict(values)


def of_corpus() -> pa.RecordBatch:
    paths = files(CORPUS)
    sources = [path.relative_to(CORPUS.parent).as_posix() for path in paths]
    return pa.record_batch({"source": sources, "content": [path.read_bytes() for path in paths]})


def test_a_game_is_a_row() -> None:
    parsed = parse(batch([GAME]))
    assert parsed.schema.equals(SCHEMA, check_metadata=True)
    (row,) = parsed.to_pylist()
    assert row["source"] == "0.sgf" and row["number"] == 1 and row["error"] is None
    assert (row["black"], row["white"], row["event"]) == ("Sato", "", None)
    assert (row["columns"], row["rows"], row["komi_half"]) == (9, 9, 13)
    assert row["date_from"].isoformat() == "1571-03-02"
    assert row["moves"] == [4 * 9 + 4, 0x8000 + 4 * 9 + 2, 0x3FFF]
    assert isinstance(row["game_id"], bytes) and len(row["game_id"]) == 16


def test_files_that_cannot_be_read_are_rows() -> None:
    parsed = parse(batch([b"%PDF-1.4", GAME, None, b"hello", b"(;GM[2]SZ[8])"])).to_pylist()
    errors = {row["source"]: (row["number"], row["error"]) for row in parsed if row["error"] is not None}
    assert [row["source"] for row in parsed if row["error"] is None] == ["1.sgf"]
    assert {name: number for name, (number, _) in errors.items()} == {"0.sgf": 0, "2.sgf": 0, "3.sgf": 0, "4.sgf": 1}
    assert "no content" in errors["2.sgf"][1] and "Othello" in errors["4.sgf"][1]


def test_positions_are_not_games(tmp_path: Path) -> None:
    """For parse and for scan, with the same reason."""
    (tmp_path / "board.txt").write_text("\n".join([". " * 9] * 9))
    (scanned,) = scan(tmp_path).read_all().to_pylist()
    (parsed,) = parse(batch([(tmp_path / "board.txt").read_bytes()])).to_pylist()
    assert "contains positions, not games" in parsed["error"]
    assert (parsed["number"], parsed["error"]) == (scanned["number"], scanned["error"])


def test_the_names_of_files_are_in_source_or_path() -> None:
    content = pa.array([GAME])
    for name in ("source", "path"):
        parsed = parse(pa.record_batch({name: ["x"], "content": content, "length": [1]}))
        assert parsed["source"].to_pylist() == ["x"]
    with pytest.raises(ValueError, match="`source` or `path`"):
        parse(pa.record_batch({"content": content}))
    with pytest.raises(ValueError, match="`content`"):
        parse(pa.record_batch({"source": ["x"]}))


def test_content_has_any_type_of_bytes_or_text() -> None:
    expected = parse(batch([GAME]))
    for data_type in (pa.large_binary(), pa.binary_view(), pa.string(), pa.large_string(), pa.string_view()):
        assert parse(batch([], content=pa.array([GAME]).cast(data_type), source=["0.sgf"])).equals(expected)


def test_where_and_check() -> None:
    both = batch([GAME, b"(;SZ[19];B[dd];B[dd])"])
    assert parse(both, where="size == 9")["source"].to_pylist() == ["0.sgf"]
    with pytest.raises(ValueError, match="^where: "):
        parse(both, where="size ==")
    quick, full = parse(both)["findings"].to_pylist(), parse(both, check=True)["findings"].to_pylist()
    assert all(set(few) <= set(many) for few, many in zip(quick, full, strict=True))
    assert quick != full


def test_a_table_gives_a_table() -> None:
    table = pa.Table.from_batches([batch([GAME]), batch([GAME, b""])])
    parsed = parse(table)
    assert isinstance(parsed, pa.Table) and parsed.num_rows == 3
    assert parsed.schema.equals(SCHEMA)
    empty = parse(table.slice(0, 0))
    assert isinstance(empty, pa.Table) and empty.num_rows == 0 and empty.schema.equals(SCHEMA)
    assert parse(batch([])).num_rows == 0


def test_a_slice_is_read_without_the_rest() -> None:
    rows = batch([GAME, b"(;SZ[13])", b"(;SZ[19])"])
    assert parse(rows.slice(1, 1))["columns"].to_pylist() == [13]


def test_parse_pickles() -> None:
    function = pickle.loads(pickle.dumps(functools.partial(parse, where="size == 9")))
    assert function(batch([GAME])).num_rows == 1


def test_parse_does_not_depend_on_the_batches() -> None:
    rows = of_corpus()
    whole = pa.Table.from_batches([parse(rows)])
    parts = parse(pa.Table.from_batches([rows.slice(at, 7) for at in range(0, rows.num_rows, 7)]))
    order = [("source", "ascending"), ("number", "ascending")]
    assert parts.num_rows > 400
    assert parts.sort_by(order).equals(whole.sort_by(order))


def test_scan_equals_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS.parent)
    order = [("source", "ascending"), ("number", "ascending"), ("error", "ascending")]
    scanned = scan("corpus").read_all()
    parsed = pa.Table.from_batches([parse(of_corpus())])
    games = pc.field("error").is_null()
    assert scanned.filter(games).sort_by(order).equals(parsed.filter(games).sort_by(order))
    assert scanned.schema.equals(SCHEMA, check_metadata=True)
    # Some reasons differ, because a scan also looks at the names of files.
    assert set(scanned.filter(~games)["source"].to_pylist()) == set(parsed.filter(~games)["source"].to_pylist())


def test_scan_does_not_depend_on_jobs_and_batches() -> None:
    expected = scan(CORPUS, jobs=1).read_all()
    assert expected["error"].null_count < expected.num_rows
    for jobs, size in ((2, 8192), (3, 100), (1, 1), (None, 37)):
        batches = list(scan([CORPUS], jobs=jobs, batch_size=size))
        assert pa.Table.from_batches(batches).equals(expected)
        assert {part.num_rows for part in batches[:-1]} <= {size}
        assert batches[-1].num_rows <= size


def test_scan_reads_archives(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x/1.sgf", GAME)
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as tar:
        info = tarfile.TarInfo("2.sgf")
        info.size = len(GAME)
        tar.addfile(info, io.BytesIO(GAME))
    (tmp_path / "c.txt").write_text("nothing")
    (tmp_path / "d.zip").write_bytes((tmp_path / "a.zip").read_bytes()[:60])
    rows = scan(tmp_path).read_all().to_pylist()
    names = [Path(row["source"]).relative_to(tmp_path).as_posix() for row in rows]
    assert names[:3] == ["a.zip/x/1.sgf", "b.tar.gz/2.sgf", "c.txt"]
    assert [row["error"] is None for row in rows[:3]] == [True, True, False]
    assert all(name.startswith("d.zip") for name in names[3:]) and rows[3]["error"]
    assert scan(tmp_path, where="size == 19").read_all()["error"].null_count == 0


def test_a_scan_can_be_dropped_early() -> None:
    reader = scan(GAMES, batch_size=1)
    assert reader.read_next_batch().num_rows == 1
    reader.close()
    del reader
    with pytest.raises(ValueError, match="batch_size"):
        scan(GAMES, batch_size=0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_a_scan(tmp_path: Path) -> None:
    (tmp_path / "many.sgf").write_bytes(GAME * 400_000)
    program = """
        import sys, kifu_arrow
        print("started", flush=True)
        for batch in kifu_arrow.scan(sys.argv[1], jobs=2, batch_size=1 << 30):
            print("done", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in err and "done" not in out


def test_export_writes_the_tables(dataset: Path) -> None:
    names = {path.name for path in dataset.iterdir()}
    assert names == {"games", "positions", "nodes", "errors", "_kifu.json", "_kifu-schema.json"}
    games, errors = pq.read_table(dataset / "games"), pq.read_table(dataset / "errors")
    rows = scan(CORPUS).read_all()
    assert games.num_rows == rows["error"].null_count
    assert errors.num_rows == rows.num_rows - games.num_rows
    # The values are those of a scan, although the types of integers differ.
    shared = [name for name in games.schema.names if name not in ("game", "source")]
    scanned = rows.filter(pc.field("error").is_null()).select(shared)
    assert games.select(shared).cast(scanned.schema).equals(scanned)


def test_options_of_export(tmp_path: Path) -> None:
    summary = kifu_arrow.export(
        GAMES,
        tmp_path / "a",
        format="arrow",
        partition="size",
        positions=True,
        plies=3,
        where="moves >= 10",
        metadata={"licence": "CC0"},
    )
    assert summary.positions == 4 * summary.games > 0 and summary.nodes == 0
    assert {path.name for path in (tmp_path / "a" / "games").iterdir()} >= {"board=19x19"}
    one = next((tmp_path / "a" / "positions").glob("*.arrow"))
    with pa.ipc.open_file(one) as reader:
        assert reader.read_all().num_rows == summary.positions
    with pytest.raises(FileExistsError, match="overwrite=True"):
        kifu_arrow.export(GAMES, tmp_path / "a", format="arrow")
    again = kifu_arrow.export(GAMES, tmp_path / "a", overwrite=True, jobs=1)
    assert again.positions == 0 and again.games >= summary.games
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "x").touch()
    with pytest.raises(FileExistsError, match="not a dataset"):
        kifu_arrow.export(GAMES, tmp_path / "b")
    with pytest.raises(ValueError, match="positions=True"):
        kifu_arrow.export(GAMES, tmp_path / "c", plies=3)
    for wrong in ({"format": "xml"}, {"partition": "month"}, {"where": "("}):
        with pytest.raises(ValueError):
            kifu_arrow.export(GAMES, tmp_path / "c", **wrong)  # type: ignore[arg-type]


def test_an_export_below_its_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of the dataset are not an input."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sgf").write_bytes(GAME)
    (tmp_path / "b.txt").write_text("nothing")
    for format in ("jsonl", "csv", "parquet"):
        for _ in range(2):
            kifu_arrow.export(".", "tables", positions=True, overwrite=True, format=format)  # type: ignore[arg-type]
    errors = pq.read_table(tmp_path / "tables" / "errors")["source"].to_pylist()
    assert [Path(name).name for name in errors] == ["b.txt"]
    assert pq.read_table(tmp_path / "tables" / "games").num_rows == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_the_export_of_a_large_file(tmp_path: Path) -> None:
    (tmp_path / "many.sgf").write_bytes(GAME * 1_000_000)
    program = """
        import sys, kifu_arrow
        print("started", flush=True)
        kifu_arrow.export(sys.argv[1] + "/many.sgf", sys.argv[1] + "/tables", positions=True, jobs=1)
        print("done", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        while not (tmp_path / "tables" / "_kifu.json").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in err and "done" not in out
    # The whole export takes more than half a minute.
    assert time.monotonic() - start < 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_an_export_that_continues_later(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for number in range(400):
        (tmp_path / "games" / f"{number}.sgf").write_bytes(GAME * 1000)
    program = """
        import sys, kifu_arrow
        print("started", flush=True)
        kifu_arrow.export(sys.argv[1] + "/games", sys.argv[1] + "/tables", positions=True, jobs=1)
        print("done", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        while not (tmp_path / "tables" / "_kifu.json").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in err and "done" not in out
    again = kifu_arrow.export(tmp_path / "games", tmp_path / "tables", positions=True, jobs=1)
    assert (again.inputs, again.games, again.positions, again.errors) == (400, 400_000, 1_600_000, 0)


def test_games_come_back_as_sgf(dataset: Path) -> None:
    texts = to_sgf(parse(batch([GAME, b"nothing", b"(;SZ[19]AB[dd]PL[W];W[pp])"])))
    assert texts == [
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Sato]PW[]RE[B+R]DT[1571-03-02]KM[6.5]\n;B[ee];W[ce];B[])\n",
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]AB[dd]\n;W[pp])\n",
    ]
    games = pq.read_table(dataset / "games")
    texts = to_sgf(games)
    again = parse(batch([text.encode() for text in texts]))
    for name in ("moves", "setup", "black", "result", "komi_half", "date_from"):
        assert again[name].to_pylist() == games[name].to_pylist(), name
    with pytest.raises(ValueError, match="`moves`"):
        to_sgf(games.drop(["moves"]))


def test_the_hash_of_a_position(dataset: Path) -> None:
    positions = pq.read_table(dataset / "positions").sort_by([("game", "ascending"), ("ply", "ascending")])
    games = pq.read_table(dataset / "games", columns=["game", "move_count"])
    texts = to_sgf(pq.read_table(dataset / "games"))
    assert positions.num_rows == sum(games["move_count"].to_pylist()) + games.num_rows
    at = 0
    for game, count in zip(*games.to_pydict().values(), strict=True):
        hashes = positions["hash"].slice(at, count + 1).to_pylist()
        assert positions["game"][at].as_py() == game
        at += count + 1
        if game % 7 == 0:
            plies = sorted({0, min(1, count), count // 2, count})
            assert [position_hash(texts[game], ply) for ply in plies] == [hashes[ply] for ply in plies]
            assert position_hash(texts[game].encode()) == hashes[-1]
    with pytest.raises(ValueError, match="that many moves"):
        position_hash(GAME, 4)
    with pytest.raises(ValueError, match="does not have a game"):
        position_hash("nothing")


def test_the_hash_is_of_the_first_game() -> None:
    first = "(;SZ[9];B[aa])"
    assert position_hash(f"{first}(;GM[2]SZ[8])(;SZ[9];B[bb];W[cc])") == position_hash(first)
    with pytest.raises(ValueError, match="Othello"):
        position_hash("(;GM[2]SZ[8])(;SZ[9];B[aa])")
    with pytest.raises(ValueError, match="that many moves"):
        position_hash(f"{first}(;SZ[9];B[bb];W[cc])", 2)


def test_turned_boards_have_the_same_hash() -> None:
    assert position_hash("(;SZ[19];B[pd];W[dp])") == position_hash("(;SZ[19];B[dd];W[pp])")
    assert position_hash("(;SZ[19];B[pd];W[dp])") != position_hash("(;SZ[19];B[pd];W[dd])")


def test_the_description_names_all_columns() -> None:
    tables = {table["name"]: table for table in kifu_arrow.description()["tables"]}
    assert set(tables) == {"games", "positions", "nodes", "errors"}
    names = [column["name"] for column in tables["games"]["columns"]]
    assert [*names[1:], "error"] == SCHEMA.names
