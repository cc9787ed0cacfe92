"""Game records as Arrow tables, for DuckDB, Polars, Spark and other engines: the package ``kifu-arrow``."""

try:
    from kifu_arrow import *
    from kifu_arrow import __all__ as __all__
except ModuleNotFoundError as error:
    # A package that kifu-arrow itself needs may be missing.
    if error.name != "kifu_arrow":
        raise
    raise ImportError("kifu.arrow needs the package kifu-arrow: run `pip install 'kifu[arrow]'`") from error
