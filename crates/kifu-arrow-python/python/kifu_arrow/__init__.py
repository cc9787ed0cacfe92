"""Go game records as Arrow tables, for SQL engines and clusters.

>>> import kifu_arrow
>>> import pyarrow as pa
>>> files = pa.record_batch({"source": ["a.sgf"], "content": [b"(;SZ[9]PB[Sato];B[ee];W[ce])"]})
>>> games = kifu_arrow.parse(files)
>>> games["black"].to_pylist(), games["move_count"].to_pylist()
(['Sato'], [2])
"""

from ._duckdb import register
from ._tables import SCHEMA, Summary, description, export, parse, position_hash, scan, to_sgf

__all__ = [
    "SCHEMA",
    "Summary",
    "description",
    "export",
    "parse",
    "position_hash",
    "register",
    "scan",
    "to_sgf",
]
