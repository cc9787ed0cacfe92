"""DuckDB, Polars, DataFusion, pyarrow and Spark read the same values."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datafusion
import duckdb
import polars as pl
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from corpus import CORPUS

import kifu_arrow

Values = dict[str, Any]

TEXTS = ("black", "white", "event", "comment", "result", "winner", "opening", "application")
SUMS = ("columns", "rows", "komi", "komi_half", "handicap", "move_count", "margin", "time_seconds", "black_rank_number")

# The functions of each dialect: the length of a list, and the sum of its numbers.
DUCKDB = {"len": "len({})", "sum": "coalesce(list_sum({}), 0)"}
DATAFUSION = {"len": "cardinality({})", "sum": "coalesce(array_sum({}), 0)"}
SPARK = {"len": "size({})", "sum": "aggregate({}, CAST(0 AS BIGINT), (a, b) -> a + b)"}


def queries(length: str, total: str | None) -> dict[str, str]:
    """The queries of engines with SQL: each has one row."""
    games = ["count(*) AS games", "min(date_from) AS first", "max(date_to) AS last", "count(DISTINCT game_id) AS ids"]
    games += [f"count({name}) AS {name}_values" for name in TEXTS]
    games += [f"sum(CASE WHEN {name} = '' THEN 1 ELSE 0 END) AS {name}_empty" for name in TEXTS]
    games += [f"sum({name}) AS {name}_sum" for name in SUMS]
    games += [f"sum({length.format(name)}) AS {name}_length" for name in ("moves", "findings", "setup")]
    if total:
        games.append(f"sum({total.format('moves')}) AS moves_sum")
    positions = ["count(*) AS positions", "min(hash) AS least", "max(hash) AS most", "count(DISTINCT hash) AS hashes"]
    positions += ["sum(next) AS next_sum", "count(next) AS nexts", "sum(ply) AS ply_sum", "count(winner) AS winners"]
    nodes = ["count(*) AS nodes", "count(parent) AS parents", "sum(parent) AS parent_sum", "count(comment) AS comments"]
    nodes += [
        "sum(CASE WHEN is_main THEN 1 ELSE 0 END) AS main",
        "sum(CASE WHEN comment = '' THEN 1 ELSE 0 END) AS empty",
    ]
    nodes += ["sum(move) AS move_sum", "sum(time_left) AS time_sum", "sum(length(comment)) AS comment_length"]
    nodes.append(f"sum({length.format('properties')}) AS properties")
    tables = {
        "games": games,
        "positions": positions,
        "nodes": nodes,
        "errors": ["count(*) AS errors", "sum(number) AS numbers"],
    }
    return {table: f"SELECT {', '.join(columns)} FROM {table}" for table, columns in tables.items()}


def with_duckdb(dataset: Path) -> Values:
    connection = duckdb.connect()
    values: Values = {}
    for table, query in queries(DUCKDB["len"], DUCKDB["sum"]).items():
        connection.execute(f"CREATE VIEW {table} AS FROM '{dataset}/{table}/*.parquet'")
        values |= connection.sql(query).to_arrow_table().to_pylist()[0]
    return values


def with_datafusion(dataset: Path) -> Values:
    context = datafusion.SessionContext()
    values: Values = {}
    for table, query in queries(DATAFUSION["len"], None).items():
        context.register_parquet(table, str(dataset / table))
        values |= context.sql(query).to_arrow_table().to_pylist()[0]
    moves = context.sql("SELECT sum(code) AS moves_sum FROM (SELECT unnest(moves) AS code FROM games)")
    return values | moves.to_arrow_table().to_pylist()[0]


def with_spark(dataset: Path) -> Values:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    spark = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    try:
        values: Values = {}
        for table, query in queries(SPARK["len"], SPARK["sum"]).items():
            spark.read.parquet(str(dataset / table)).createOrReplaceTempView(table)
            values |= spark.sql(query).collect()[0].asDict()
        return values
    finally:
        spark.stop()


def with_polars(dataset: Path) -> Values:
    table = {name: pl.scan_parquet(dataset / name / "*.parquet") for name in ("games", "positions", "nodes", "errors")}
    column = pl.col
    games = [
        pl.len().alias("games"),
        column("date_from").min().alias("first"),
        column("date_to").max().alias("last"),
        column("game_id").n_unique().alias("ids"),
        *(column(name).count().alias(f"{name}_values") for name in TEXTS),
        *((column(name) == "").sum().alias(f"{name}_empty") for name in TEXTS),
        *(column(name).cast(pl.Float64).sum().alias(f"{name}_sum") for name in SUMS),
        *(column(name).list.len().sum().alias(f"{name}_length") for name in ("moves", "findings", "setup")),
        column("moves").explode().cast(pl.Int64).sum().alias("moves_sum"),
    ]
    positions = [
        pl.len().alias("positions"),
        column("hash").min().alias("least"),
        column("hash").max().alias("most"),
        column("hash").n_unique().alias("hashes"),
        column("next").cast(pl.Int64).sum().alias("next_sum"),
        column("next").count().alias("nexts"),
        column("ply").cast(pl.Int64).sum().alias("ply_sum"),
        column("winner").count().alias("winners"),
    ]
    nodes = [
        pl.len().alias("nodes"),
        column("parent").count().alias("parents"),
        column("parent").cast(pl.Int64).sum().alias("parent_sum"),
        column("comment").count().alias("comments"),
        column("is_main").sum().alias("main"),
        (column("comment") == "").sum().alias("empty"),
        column("move").cast(pl.Int64).sum().alias("move_sum"),
        column("time_left").sum().alias("time_sum"),
        column("comment").str.len_chars().cast(pl.Int64).sum().alias("comment_length"),
        column("properties").list.len().cast(pl.Int64).sum().alias("properties"),
    ]
    errors = [pl.len().alias("errors"), column("number").cast(pl.Int64).sum().alias("numbers")]
    values: Values = {}
    for name, expressions in (("games", games), ("positions", positions), ("nodes", nodes), ("errors", errors)):
        values |= table[name].select(expressions).collect().to_dicts()[0]
    return values


def with_pyarrow(dataset: Path) -> Values:
    games, positions, nodes, errors = (
        pq.read_table(dataset / name) for name in ("games", "positions", "nodes", "errors")
    )

    def total(column: Any) -> Any:
        return pc.sum(column).as_py() or 0

    def lengths(column: Any) -> Any:
        return total(pc.list_value_length(column))

    return {
        "games": games.num_rows,
        "first": pc.min(games["date_from"]).as_py(),
        "last": pc.max(games["date_to"]).as_py(),
        "ids": pc.count_distinct(games["game_id"].cast("binary")).as_py(),
        **{f"{name}_values": pc.count(games[name]).as_py() for name in TEXTS},
        **{f"{name}_empty": total(pc.equal(games[name], "")) for name in TEXTS},
        **{f"{name}_sum": total(games[name]) for name in SUMS},
        **{f"{name}_length": lengths(games[name]) for name in ("moves", "findings", "setup")},
        "moves_sum": total(pc.list_flatten(games["moves"])),
        "positions": positions.num_rows,
        "least": pc.min(positions["hash"]).as_py(),
        "most": pc.max(positions["hash"]).as_py(),
        "hashes": pc.count_distinct(positions["hash"]).as_py(),
        "next_sum": total(positions["next"]),
        "nexts": pc.count(positions["next"]).as_py(),
        "ply_sum": total(positions["ply"]),
        "winners": pc.count(positions["winner"]).as_py(),
        "nodes": nodes.num_rows,
        "parents": pc.count(nodes["parent"]).as_py(),
        "parent_sum": total(nodes["parent"]),
        "comments": pc.count(nodes["comment"]).as_py(),
        "main": total(nodes["is_main"]),
        "empty": total(pc.equal(nodes["comment"], "")),
        "move_sum": total(nodes["move"]),
        "time_sum": total(nodes["time_left"]),
        "comment_length": total(pc.utf8_length(nodes["comment"])),
        "properties": lengths(nodes["properties"]),
        "errors": errors.num_rows,
        "numbers": total(errors["number"]),
    }


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the corpus, and of records with values that are easily confused."""
    directory = tmp_path_factory.mktemp("readers")
    records = "(;DT[1571-03-02]PB[]PW[Sen]EV[];B[dd]C[];W[])(;SZ[9]RE[]GC[]AP[]ON[])"
    (directory / "more.sgf").write_text(records)
    kifu_arrow.export([CORPUS, directory / "more.sgf"], directory / "tables", positions=True, nodes=True)
    return directory / "tables"


@pytest.fixture(scope="module")
def expected(dataset: Path) -> Values:
    return with_pyarrow(dataset)


def test_the_dataset_has_what_readers_could_confuse(expected: Values) -> None:
    """Nulls and empty texts, days before 1582, empty lists, bit 15 and negative hashes."""
    assert all(
        0 < expected[f"{name}_empty"] <= expected[f"{name}_values"] < expected["games"]
        for name in TEXTS[:1] + TEXTS[2:5]
    )
    assert expected["first"] < datetime.date(1582, 10, 15)
    assert expected["least"] < 0 < expected["most"]
    assert expected["moves_sum"] > 0x8000 * expected["games"]
    assert expected["setup_length"] > 0 and expected["findings_length"] > 0
    assert expected["parents"] < expected["nodes"] and expected["empty"] < expected["comments"]


@pytest.mark.parametrize(
    "reader", [with_duckdb, with_polars, with_datafusion, pytest.param(with_spark, marks=pytest.mark.slow)]
)
def test_a_reader(reader: Callable[[Path], Values], dataset: Path, expected: Values) -> None:
    values = reader(dataset)
    assert values.keys() == expected.keys()
    for name, value in expected.items():
        if isinstance(value, (datetime.date, str)):
            assert values[name] == value, name
        else:
            assert float(values[name]) == pytest.approx(float(value), rel=1e-12), name
            if float(value).is_integer() and abs(value) > 1e15:
                assert int(values[name]) == int(value), name


def test_csv_tells_an_empty_text_from_a_missing_one(tmp_path: Path) -> None:
    """By default, DuckDB reads an empty text as NULL, too."""
    (tmp_path / "games.sgf").write_text("(;PB[]PW[Sen])(;PW[])(;PB[a\"b,c])")
    kifu_arrow.export(tmp_path / "games.sgf", tmp_path / "tables", format="csv")
    files = tmp_path / "tables" / "games" / "*.csv"
    query = f"SELECT black, white FROM read_csv('{files}', allow_quoted_nulls = false) ORDER BY number"
    assert duckdb.sql(query).fetchall() == [("", "Sen"), (None, ""), ('a"b,c', None)]
    query = f"SELECT black FROM read_csv('{files}') ORDER BY number"
    assert duckdb.sql(query).fetchall()[:2] == [(None,), (None,)]
