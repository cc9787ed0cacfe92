"""The code of the README for each engine, unchanged."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from corpus import CORPUS, README, files

import kifu_arrow
from kifu_arrow import SCHEMA, parse

pytestmark = pytest.mark.slow

SCHEME = re.compile(r"^file:(//)?")


def absolute(name: str) -> str:
    """The path of a file; engines name it in several ways."""
    name = SCHEME.sub("", name)
    return str(path) if (path := Path.cwd() / name).exists() else f"/{name}"


def code(row: str) -> list[str]:
    """The pieces of code in a row of the table of the README, or in an item of a list."""
    found = re.search(rf"^(\| |\* ){re.escape(row)}(.*(?:\n  .*)*)", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, row
    return re.findall("`([^`]+)`", found[2])


def in_order(rows: pa.Table) -> pa.Table:
    names = pa.array([absolute(name) for name in rows["source"].to_pylist()], pa.string())
    rows = rows.set_column(rows.schema.get_field_index("source"), "source", names)
    return rows.sort_by([("source", "ascending"), ("number", "ascending")])


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pa.Table:
    """Files in the directory `games`, and the table of them."""
    monkeypatch.chdir(tmp_path)
    directory = tmp_path / "games"
    directory.mkdir()
    for number, path in enumerate(files(CORPUS)[::3]):
        shutil.copy(path, directory / f"{number}.sgf")
    paths = files(directory)
    return pa.table({"path": [str(path) for path in paths], "content": [path.read_bytes() for path in paths]})


@pytest.fixture
def expected(records: pa.Table) -> pa.Table:
    parsed = parse(records)
    assert parsed.num_rows > 100 and 0 < parsed["error"].null_count < parsed.num_rows
    return in_order(parsed)


def test_spark(expected: pa.Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    spark = builder.getOrCreate()
    try:
        call, definition = code("Spark |")
        names: dict[str, Any] = {"spark": spark, "parse": parse, "SCHEMA": SCHEMA}
        name, files, function, module = code("In Spark, ")
        names[name] = eval(files, names)
        exec(f"from {module} import {function}", names)
        exec(definition, names)
        table = eval(call, names).toArrow()
        assert in_order(table.cast(SCHEMA)).equals(expected)
    finally:
        spark.stop()


def test_ray(expected: pa.Table) -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 << 20)
    try:
        (call,) = code("Ray Data |")
        name, files, _ = code("In Ray, ")
        names: dict[str, Any] = {"ray": ray, "parse": parse}
        names[name] = eval(files, names)
        tables = [table.select(SCHEMA.names).cast(SCHEMA) for table in ray.get(eval(call, names).to_arrow_refs())]
        assert in_order(pa.concat_tables(tables)).equals(expected)
    finally:
        ray.shutdown()


def test_dask(records: pa.Table, expected: pa.Table) -> None:
    import dask.bag

    (call,) = code("Dask |")
    names = {"dask": dask, "parse": parse, "batches": records.to_batches(max_chunksize=20)}
    parsed = eval(call, names).compute(scheduler="processes", num_workers=2)
    assert in_order(pa.Table.from_batches(parsed)).equals(expected)


def test_duckdb(expected: pa.Table) -> None:
    connection = duckdb.connect()
    clause, function = code("DuckDB |")
    getattr(kifu_arrow, function)(connection)
    table = connection.sql(clause).to_arrow_table().cast(SCHEMA)
    assert in_order(table).equals(expected)
