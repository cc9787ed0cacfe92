"""A Spark job: reads games below a directory, writes tables as Parquet, and answers three questions.

    spark-submit spark_games.py --input s3a://go/archives --output s3a://go/tables

The input has files of any format that kifu reads, and archives of them: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz.
The output has the table of games, by year, and the table of what could not be read:

    OUTPUT/table=games/year=1998/…
    OUTPUT/table=errors/year=__HIVE_DEFAULT_PARTITION__/…

Workers need the packages `kifu-arrow` and `pyarrow`.
"""

from __future__ import annotations

import argparse
import io
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import from_arrow_schema

from kifu_arrow import SCHEMA, parse

# The sizes at which a batch of files ends: it is in memory with its games.
MAX_FILES = 2048
MAX_BYTES = 16 << 20

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")

# Spark changes days before 1582-10-15 by default: it would read and write them as days of the Julian calendar.
SETTINGS = {
    "spark.sql.parquet.datetimeRebaseModeInRead": "CORRECTED",
    "spark.sql.parquet.datetimeRebaseModeInWrite": "CORRECTED",
    "spark.sql.parquet.compression.codec": "zstd",
    # One archive is one task, whatever its size.
    "spark.sql.files.maxPartitionBytes": "16m",
    "spark.sql.files.openCostInBytes": "64k",
    # A batch of files from the JVM has few of them, because archives are large.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "64",
}


def members(path: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Return the files of an archive, or the file itself."""
    name = path.lower()
    if not name.endswith(ARCHIVES):
        yield path, content
    elif name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                if not entry.is_dir():
                    yield f"{path}/{entry.filename}", archive.read(entry)
    else:
        # Names in GBK, Big5 or Shift JIS become texts such as `\xc6\xe5.sgf`, which Arrow can store.
        with tarfile.open(fileobj=io.BytesIO(content), mode="r|*", errors="backslashreplace") as archive:
            for member in archive:
                file = archive.extractfile(member) if member.isfile() else None
                if file is not None:
                    yield f"{path}/{member.name}", file.read()


def members_or_error(path: str, content: bytes) -> Iterator[tuple[str, bytes | None, str]]:
    """Return the names and contents of the files, and the reason if the archive is damaged."""
    try:
        for source, file in members(path, content):
            yield source, file, ""
    # The modules of Python raise many kinds of errors for damaged archives, also ValueError and IndexError.
    except Exception as error:
        yield path, None, f"the archive is damaged: {error}"


def error_row(source: str, reason: str) -> pa.RecordBatch:
    """Return the row of a file that cannot be read."""
    values = {"source": source, "number": 0, "error": reason}
    columns = [pa.array([values.get(field.name)], field.type) for field in SCHEMA]
    return pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


def read_games(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return the rows of files and archives: the function that runs in the workers."""
    sources: list[str] = []
    contents: list[bytes] = []
    size = 0

    def files() -> pa.RecordBatch:
        nonlocal size
        columns = [pa.array(sources, pa.string()), pa.array(contents, pa.binary())]
        sources.clear()
        contents.clear()
        size = 0
        return pa.RecordBatch.from_arrays(columns, ["source", "content"])

    for batch in batches:
        for path, content in zip(batch["path"].to_pylist(), batch["content"], strict=True):
            for source, file, reason in members_or_error(path, content.as_py()):
                if file is None:
                    yield error_row(source, reason)
                    continue
                sources.append(source)
                contents.append(file)
                size += len(file)
                if len(sources) >= MAX_FILES or size >= MAX_BYTES:
                    yield parse(files())
    if sources:
        yield parse(files())


Read = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def write_tables(spark: SparkSession, source: str, target: str, read: Read = read_games) -> None:
    """Read the games below a directory, and write their tables."""
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(source)
    rows = files.select("path", "content").mapInArrow(read, from_arrow_schema(SCHEMA))
    rows = rows.withColumn("table", f.when(f.col("error").isNull(), "games").otherwise("errors"))
    rows = rows.withColumn("year", f.year("date_from"))
    # Brings the games of a year together, so that there are few files of a good size.
    rows = rows.hint("rebalance", "table", "year")
    rows.write.partitionBy("table", "year").mode("overwrite").parquet(target)


def openings_by_year(games: DataFrame) -> DataFrame:
    """How many games of each year begin on a 4-4 point, a 3-4 point or a 3-3 point?"""
    point = f.col("moves")[0] % 32768
    column, row = point % f.col("columns"), f.floor(point / f.col("columns"))
    near = f.least(column, f.col("columns") - 1 - column), f.least(row, f.col("rows") - 1 - row)
    lines = f.array_sort(f.array(*[distance + 1 for distance in near]))
    opening = f.array_join(lines.cast("array<string>"), "-")
    played = games.where("move_count > 0 and year is not null and moves[0] % 32768 < 16382")
    counted = played.groupBy("year", opening.alias("opening")).count()
    return counted.orderBy("year", f.desc("count"), "opening")


def komi_and_winners(games: DataFrame) -> DataFrame:
    """How often does Black win with each komi?"""
    decided = games.where("winner in ('black', 'white') and komi is not null and handicap is null")
    black = f.round(f.avg(f.when(f.col("winner") == "black", 1.0).otherwise(0.0)), 3)
    return decided.groupBy("komi").agg(f.count("*").alias("games"), black.alias("black")).orderBy("komi")


def copies(games: DataFrame) -> DataFrame:
    """Which games are there several times, with the same moves?"""
    same = games.where("move_count >= 30").groupBy(f.xxhash64("moves").alias("moves"))
    return same.agg(f.count("*").alias("copies"), f.min("source").alias("first")).where("copies > 1")


QUESTIONS = {"openings_by_year": openings_by_year, "komi_and_winners": komi_and_winners, "copies": copies}


def session(name: str = "kifu", **settings: str) -> SparkSession:
    """Return a session with the settings that the job needs."""
    builder = SparkSession.builder.appName(name)
    for key, value in {**SETTINGS, **settings}.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def main() -> None:
    """Run the job."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--input", required=True, help="a directory of files and archives")
    parser.add_argument("--output", required=True, help="the directory of the tables")
    arguments = parser.parse_args()
    spark = session()
    write_tables(spark, arguments.input, arguments.output)
    tables = spark.read.parquet(arguments.output)
    games, errors = tables.where("table = 'games'"), tables.where("table = 'errors'")
    print(f"{games.count()} games, {errors.count()} errors")
    for name, question in QUESTIONS.items():
        print(name)
        question(games).show(10, truncate=False)
    spark.stop()


if __name__ == "__main__":
    main()
