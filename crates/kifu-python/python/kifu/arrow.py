"""Game records as Arrow tables, for DuckDB, Polars, Spark and other engines: the package ``kifu-arrow``.

>>> import kifu.arrow
>>> import pyarrow as pa
>>> files = pa.record_batch({"source": ["a.sgf"], "content": [b"(;SZ[9]PB[Sato];B[ee];W[ce])"]})
>>> kifu.arrow.parse(files)["black"].to_pylist()
['Sato']
"""

from __future__ import annotations

try:
    from kifu_arrow import (
        SCHEMA,
        Summary,
        description,
        export,
        parse,
        position_hash,
        register,
        scan,
        to_sgf,
    )
except ImportError as error:
    raise ImportError("kifu.arrow needs the package kifu-arrow: run `pip install 'kifu[arrow]'`") from error

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
