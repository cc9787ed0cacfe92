"""SQL functions for DuckDB."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pyarrow as pa  # type: ignore[import-untyped]

from . import _kifu_arrow
from ._stream import from_bytes, to_bytes
from ._tables import SCHEMA, position_hash

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SETUP = "STRUCT(ply UINTEGER, point USMALLINT, stone UTINYINT)[]"

# `code % 32768` is a move without its colour: the index of a point, 16383 for a pass, or 16382.
MACROS = """
-- The games of files that match a pattern, or a list of patterns: the columns of kifu_arrow.SCHEMA.
-- The order makes large batches of files: read_blob returns them one by one.
CREATE OR REPLACE TEMP MACRO read_sgf(files) AS TABLE
SELECT unnest(kifu_parse(filename, content), recursive := true)
FROM (SELECT filename, content FROM read_blob(files) ORDER BY filename);

-- B or W.
CREATE OR REPLACE TEMP MACRO move_color(code) AS CASE WHEN code >= 32768 THEN 'W' ELSE 'B' END;

-- The letters of the point of a move in SGF; empty for a pass.
CREATE OR REPLACE TEMP MACRO sgf_point(code, columns) AS CASE code % 32768
    WHEN 16383 THEN ''
    WHEN 16382 THEN '?'
    ELSE substr('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + (code % 32768) % columns, 1)
        || substr('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + (code % 32768) // columns, 1)
END;

-- The point of a move as players write it, such as Q16.
CREATE OR REPLACE TEMP MACRO go_point(code, columns, rows) AS CASE code % 32768
    WHEN 16383 THEN 'pass'
    WHEN 16382 THEN '?'
    ELSE repeat(
            substr('ABCDEFGHJKLMNOPQRSTUVWXYZ', 1 + ((code % 32768) % columns) % 25, 1),
            1 + ((code % 32768) % columns) // 25
        )
        || (rows - (code % 32768) // columns)
END;

-- Moves as SGF: ;B[pd];W[dp].
CREATE OR REPLACE TEMP MACRO sgf_moves(moves, columns) AS array_to_string(
    list_transform(moves, lambda code: ';' || move_color(code) || '[' || sgf_point(code, columns) || ']'), ''
);

-- Moves as text: B Q16 W D4.
CREATE OR REPLACE TEMP MACRO go_moves(moves, columns, rows) AS array_to_string(
    list_transform(moves, lambda code: move_color(code) || ' ' || go_point(code, columns, rows)), ' '
);

-- The board after n moves: a line for each row, X for Black, O for White.
CREATE OR REPLACE TEMP MACRO go_position(moves, columns, rows, n, setup := NULL) AS
    kifu_board(moves::USMALLINT[], columns::UTINYINT, rows::UTINYINT, n::BIGINT, setup::SETUP);

-- The hash of the board after n moves, as in the table of positions.
CREATE OR REPLACE TEMP MACRO go_hash(moves, columns, rows, n, setup := NULL) AS
    kifu_board_hash(moves::USMALLINT[], columns::UTINYINT, rows::UTINYINT, n::BIGINT, setup::SETUP);

-- The same for a text of SGF, after n moves or after the last one.
CREATE OR REPLACE TEMP MACRO sgf_hash(sgf, n := NULL) AS kifu_sgf_hash(sgf, n::BIGINT);
""".replace("SETUP", SETUP)


def register(connection: DuckDBPyConnection) -> None:
    """Add SQL functions to a connection of DuckDB.

    ``FROM read_sgf('games/**/*.sgf')``
        The games of files, with the columns of ``SCHEMA``. A list of patterns works as well.
    ``sgf_moves(moves, columns)``, ``go_moves(moves, columns, rows)``
        Moves as text: ``;B[pd];W[dp]``, ``B Q16 W D4``.
    ``sgf_point(code, columns)``, ``go_point(code, columns, rows)``, ``move_color(code)``
        The parts of one move.
    ``go_position(moves, columns, rows, n, setup := setup)``
        The board after ``n`` moves as text: ``X`` for Black, ``O`` for White. It is null if the game is shorter.
    ``go_hash(moves, columns, rows, n, setup := setup)``
        The ``hash`` of the table ``positions`` for the same board.
    ``sgf_hash(sgf, n)``
        The same for a text of SGF, for lookups; without ``n``, after the last move.

    The functions exist only in this connection.
    """
    # DuckDB accepts names of types and of kinds of functions, but its stubs do not.
    add: Any = connection.create_function
    # Connections to the same database share these functions, but not the macros.
    query = "SELECT function_name FROM duckdb_functions() WHERE function_name LIKE 'kifu_%'"
    known = {name for (name,) in connection.execute(query).fetchall()}
    rows = _sql_type(pa.list_(pa.struct(list(SCHEMA))))
    board = ["USMALLINT[]", "UTINYINT", "UTINYINT", "BIGINT", SETUP]
    for name, function, parameters, returned, options in (
        ("kifu_parse", _parse, ["VARCHAR", "BLOB"], rows, {"type": "arrow"}),
        ("kifu_sgf_hash", _sgf_hash, ["VARCHAR", "BIGINT"], "BIGINT", {"null_handling": "special"}),
        ("kifu_board", _board, board, "VARCHAR", {"type": "arrow", "null_handling": "special"}),
        ("kifu_board_hash", _board_hash, board, "BIGINT", {"type": "arrow", "null_handling": "special"}),
    ):
        if name not in known:
            add(name, function, parameters, returned, **options)
    connection.execute(MACROS)


def _parse(sources: pa.ChunkedArray, contents: pa.ChunkedArray) -> pa.Array:
    files = pa.RecordBatch.from_arrays([_array(sources), _array(contents)], ["source", "content"])
    return from_bytes(_kifu_arrow.parse_lists(to_bytes(files))).column(0)


def _sgf_hash(sgf: str | None, n: int | None) -> int | None:
    return None if sgf is None else position_hash(sgf, n)


# DuckDB counts the parameters of functions.
def _board(
    moves: pa.ChunkedArray,
    columns: pa.ChunkedArray,
    rows: pa.ChunkedArray,
    n: pa.ChunkedArray,
    setup: pa.ChunkedArray,
) -> pa.Array:
    return _of_boards(_kifu_arrow.board_texts, (moves, columns, rows, n, setup))


def _board_hash(
    moves: pa.ChunkedArray,
    columns: pa.ChunkedArray,
    rows: pa.ChunkedArray,
    n: pa.ChunkedArray,
    setup: pa.ChunkedArray,
) -> pa.Array:
    return _of_boards(_kifu_arrow.board_hashes, (moves, columns, rows, n, setup))


def _of_boards(function: Callable[[bytes], bytes], columns: tuple[pa.ChunkedArray, ...]) -> pa.Array:
    names = ["moves", "columns", "rows", "n", "setup"]
    games = pa.RecordBatch.from_arrays([_array(column) for column in columns], names)
    return from_bytes(function(to_bytes(games))).column(0)


def _array(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _sql_type(data_type: pa.DataType) -> str:
    """Return the type of DuckDB for a type of ``SCHEMA``."""
    if pa.types.is_list(data_type):
        return f"{_sql_type(data_type.value_type)}[]"
    if pa.types.is_struct(data_type):
        fields = (f'"{field.name}" {_sql_type(field.type)}' for field in data_type)
        return f"STRUCT({', '.join(fields)})"
    return {
        pa.int16(): "SMALLINT",
        pa.int32(): "INTEGER",
        pa.int64(): "BIGINT",
        pa.float64(): "DOUBLE",
        pa.string(): "VARCHAR",
        pa.binary(): "BLOB",
        pa.date32(): "DATE",
    }[data_type]
