"""Functions of files and tables."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

import pyarrow as pa  # type: ignore[import-untyped]

from . import _kifu_arrow
from ._stream import from_bytes, to_bytes

Path = str | os.PathLike[str]
"""The path of a file, a directory or an archive."""

Batch = TypeVar("Batch", pa.RecordBatch, pa.Table)

SCHEMA: pa.Schema = pa.ipc.open_stream(_kifu_arrow.schema()).schema
"""The columns of ``parse`` and ``scan``.

They are those of the table ``games`` without ``game``, and ``error``. Integers are signed, because Spark does not have
other ones; Spark reads the columns of a dataset as the same types.
"""


class Summary(NamedTuple):
    """The numbers of rows of a dataset."""

    inputs: int
    games: int
    positions: int
    nodes: int
    errors: int
    files: int


def parse(batch: Batch, *, where: str | None = None, check: bool = False) -> Batch:
    """Read files in a column, and return a row for each game, with ``SCHEMA``.

    The column ``content`` has the bytes of files of any format that kifu reads, the column ``source`` or ``path`` their
    names. Other columns are ignored. A file or a game that cannot be read is a row after the games, in which only
    ``source``, ``number`` and ``error`` are set; ``number`` is 0 for a whole file.

    ``where`` selects games by an expression such as ``"PB ~ Cho and size == 19"``. With ``check``, ``findings`` has the
    codes of all findings of ``kifu check``.

    The result depends only on the arguments, so engines can call the function on any number of machines. A table gives
    a table.
    """
    if isinstance(batch, pa.Table):
        batches = [_parse(part, where, check) for part in batch.to_batches()]
        return pa.Table.from_batches(batches, SCHEMA)
    return _parse(batch, where, check)


def _parse(batch: pa.RecordBatch, where: str | None, check: bool) -> pa.RecordBatch:
    names = [name for name in ("content", "source", "path") if name in batch.schema.names]
    return from_bytes(_kifu_arrow.parse(to_bytes(batch.select(names)), where, check))


def scan(
    paths: Path | Iterable[Path],
    *,
    where: str | None = None,
    jobs: int | None = None,
    check: bool = False,
    batch_size: int = 8192,
) -> pa.RecordBatchReader:
    """Read the games of files, directories and archives (.zip, .7z, .tar, .gz, .bz2, .xz, .zst), batch by batch.

    The columns are those of ``parse``. What cannot be read is a row, too: filter by ``error``. Only a few batches are
    in memory. ``jobs`` is the number of threads, by default one for each core; rows and their order do not depend on
    it.
    """
    streams = _kifu_arrow.Scan(_paths(paths), where, jobs or 0, check, batch_size)
    return pa.RecordBatchReader.from_batches(SCHEMA, map(from_bytes, streams))


def export(
    paths: Path | Iterable[Path],
    directory: Path,
    *,
    format: Literal["parquet", "arrow", "csv", "jsonl"] = "parquet",
    partition: Literal["year", "size", "source", "hash"] | None = None,
    positions: bool = False,
    plies: int | None = None,
    nodes: bool = False,
    where: str | None = None,
    check: bool = False,
    jobs: int | None = None,
    overwrite: bool = False,
    metadata: Mapping[str, str] | None = None,
) -> Summary:
    """Write the games of files, directories and archives to a dataset: a directory for each table.

    ``positions=True`` adds the table of positions, and ``plies`` limits it to those before which at most this number of
    moves was played. ``nodes`` adds the table of all nodes. ``partition`` divides games and nodes among directories such as
    ``games/year=1998``. ``metadata`` is stored in the files, for example a licence.

    An interrupted export continues if it is called again with the same arguments. Memory does not depend on the number
    of games, and the files do not depend on ``jobs``.
    """
    if plies is not None and not positions:
        raise ValueError("plies limits the table of positions; add `positions=True`")
    most = 0xFFFF_FFFF if positions and plies is None else plies
    counts = _kifu_arrow.export(
        _paths(paths),
        os.fspath(directory),
        format,
        partition,
        most,
        nodes,
        where,
        check,
        jobs or 0,
        overwrite,
        list((metadata or {}).items()),
    )
    return Summary(*counts)


def to_sgf(games: pa.RecordBatch | pa.Table) -> list[str]:
    """Write games as SGF: their information, setup and main lines.

    Only the columns ``columns``, ``rows`` and ``moves`` are required. Rows with an ``error`` are skipped.
    """
    batches = games.to_batches() if isinstance(games, pa.Table) else [games]
    return [text for batch in batches for text in _kifu_arrow.to_sgf(to_bytes(batch))]


def position_hash(record: str | bytes, move: int | None = None) -> int:
    """Return the ``hash`` of the table ``positions`` for the first game of a record.

    It is the position after ``move`` moves, with the setup that follows them, or by default after the last move. The
    record is a text or the bytes of a file.
    """
    file = record.encode() if isinstance(record, str) else bytes(record)
    return _kifu_arrow.position_hash(file, move)


def description() -> dict[str, Any]:
    """Return the description of the tables of a dataset: for each column its name, type and meaning."""
    described: dict[str, Any] = json.loads(_kifu_arrow.description())
    return described


def _paths(paths: Path | Iterable[Path]) -> list[str]:
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    return [os.fspath(path) for path in paths]
