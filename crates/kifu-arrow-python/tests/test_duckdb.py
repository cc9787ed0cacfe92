"""The SQL functions of DuckDB."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpus import CORPUS, GAMES

import kifu_arrow


@pytest.fixture
def connection(dataset: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    kifu_arrow.register(connection)
    for name in ("games", "positions"):
        connection.execute(f"CREATE VIEW {name} AS FROM '{dataset}/{name}/*.parquet'")
    return connection


def test_read_sgf_is_parse(connection: duckdb.DuckDBPyConnection) -> None:
    read = connection.sql(f"FROM read_sgf('{GAMES}/**/*.sgf') ORDER BY source, number").to_arrow_table()
    files = sorted(GAMES.rglob("*.sgf"))
    batch = pa.record_batch({"source": [str(path) for path in files], "content": [path.read_bytes() for path in files]})
    parsed = pa.Table.from_batches([kifu_arrow.parse(batch)])
    parsed = parsed.sort_by([("source", "ascending"), ("number", "ascending")])
    assert read.schema.names == parsed.schema.names and read.num_rows >= len(files)
    assert read.to_pylist() == parsed.to_pylist()


def test_read_sgf_of_lists_and_errors(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(b"(;SZ[9]PB[]RE[?])(;SZ[13])")
    (tmp_path / "b.txt").write_bytes(b"nothing")
    query = f"SELECT columns, black, white, error FROM read_sgf(['{tmp_path}/*.sgf', '{tmp_path}/*.txt']) ORDER BY ALL"
    rows = connection.sql(query).fetchall()
    assert rows[:2] == [(9, "", None, None), (13, None, None, None)]
    assert rows[2][:3] == (None, None, None) and rows[2][3]
    assert connection.sql(f"FROM read_sgf('{tmp_path}/*.gib')").fetchall() == []


def test_moves_as_text(connection: duckdb.DuckDBPyConnection) -> None:
    def values(moves: str, columns: int, rows: int) -> tuple[str, ...]:
        query = f"SELECT sgf_moves({moves}, {columns}), go_moves({moves}, {columns}, {rows})"
        return connection.sql(query).fetchall()[0]

    assert values("[60, 32768 + 300, 16383, 32768 + 16382]", 19, 19) == (
        ";B[dd];W[pp];B[];W[?]",
        "B D16 W Q4 B pass W ?",
    )
    assert values("[0, 32768 + 8, 72, 80]", 9, 9) == (";B[aa];W[ia];B[ai];B[ii]", "B A9 W J9 B A1 B J1")
    assert values("[24, 25, 26, 52 * 51 + 51]", 52, 52) == (";B[ya];B[za];B[Aa];B[ZZ]", "B Z52 B AA52 B BB52 B BBB1")
    assert values("[]", 19, 19) == ("", "")


def test_moves_as_sgf_are_those_of_the_records(connection: duckdb.DuckDBPyConnection, dataset: Path) -> None:
    query = "SELECT sgf_moves(moves, columns) FROM games WHERE len(setup) = 0 ORDER BY game"
    moves = [row[0] for row in connection.sql(query).fetchall()]
    games = pq.read_table(dataset / "games").sort_by("game").to_pylist()
    texts = kifu_arrow.to_sgf(
        pa.Table.from_pylist(
            [game for game in games if not game["setup"]], pq.read_schema(next((dataset / "games").iterdir()))
        )
    )
    assert len(moves) == len(texts) > 300
    for text, expected in zip(texts, moves, strict=True):
        # The root, whose values may have line breaks, ends with a bracket.
        found = text.replace("\n", "").removesuffix(")")
        assert found.endswith(expected) and found.removesuffix(expected).endswith("]")


def test_a_position_has_captures(connection: duckdb.DuckDBPyConnection) -> None:
    # White's stone in the corner is captured by the last move.
    query = "SELECT n, go_position([1, 32768, 3], 3, 3, n) FROM range(5) AS t(n) ORDER BY n"
    boards = [board for _, board in connection.sql(query).fetchall()]
    assert boards == ["...\n...\n...\n", ".X.\n...\n...\n", "OX.\n...\n...\n", ".X.\nX..\n...\n", None]
    query = """
        SELECT go_position([4], 3, 3, 1, setup := [{ply: 0, point: 0, stone: 1}, {ply: 1, point: 8, stone: 2}]),
            go_position(NULL, 3, 3, 1), go_position([4], 3, 3, NULL), go_position([4], 3, 3, -1)
    """
    assert connection.sql(query).fetchall()[0] == ("X..\n.X.\n..O\n", None, None, None)


def test_hashes_are_those_of_the_positions(connection: duckdb.DuckDBPyConnection) -> None:
    """For every position of the corpus, with setup, illegal moves and boards that are not square."""
    query = """
        SELECT count(*), count(*) FILTER (go_hash(moves, columns, rows, ply, setup := setup) IS NOT DISTINCT FROM hash)
        FROM positions JOIN games USING (game)
    """
    row = connection.sql(query).fetchall()[0]
    assert row[0] == row[1] > 50_000
    query = "SELECT sgf_hash('(;SZ[19];B[pd];W[dp])'), sgf_hash('(;SZ[19];B[pd];W[dp])', 1), sgf_hash(NULL)"
    expected = kifu_arrow.position_hash("(;SZ[19];B[pd];W[dp])"), kifu_arrow.position_hash("(;SZ[19];B[pd])"), None
    assert connection.sql(query).fetchall()[0] == expected
    hashes = "go_hash([60, 32768 + 300], 19, 19, n) = sgf_hash('(;SZ[19];B[dd];W[pp])', n)"
    same = f"SELECT DISTINCT {hashes} FROM range(3) AS t(n)"
    assert connection.sql(same).fetchall() == [(True,)]


def test_the_functions_exist_only_in_the_connection(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    with duckdb.connect(path) as connection:
        kifu_arrow.register(connection)
        kifu_arrow.register(connection.cursor())
        connection.sql(f"CREATE TABLE games AS FROM read_sgf('{CORPUS}/sgf/games/*/*.sgf')")
    with duckdb.connect(path) as connection:
        assert connection.sql("FROM games").fetchall()
        with pytest.raises(duckdb.CatalogException):
            connection.sql("SELECT go_hash([1], 9, 9, 1)")
