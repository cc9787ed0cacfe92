"""The Spark job, also with a killed worker."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from corpus import CORPUS, EXAMPLES, GAMES, files

import kifu_arrow

pytestmark = pytest.mark.slow

# Runs the job with a function that ends a process once, in the middle of the work of a task, as a machine that fails.
PROGRAM = """
import json, os, pathlib, signal, sys
sys.path.insert(0, {examples!r})
import spark_games

master, source, target, marker, victim = sys.argv[1:]


def read_games(batches):
    done = 0
    for batch in spark_games.read_games(batches):
        yield batch
        done += 1
        if victim != "none" and done == 2:
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            daemon = os.getppid()
            with open(f"/proc/{{daemon}}/stat") as stat:
                executor = int(stat.read().rsplit(")", 1)[1].split()[1])
            os.kill(os.getpid() if victim == "worker" else executor, signal.SIGKILL)


settings = {{
    "spark.master": master,
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.executor.memory": "900m",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.files.maxPartitionBytes": "1m",
}}
spark = spark_games.session(**settings)
spark_games.MAX_FILES = 16
spark_games.write_tables(spark, source, target, read_games)
games = spark.read.parquet(target).where("table = 'games'")
answers = {{name: [list(row) for row in question(games).collect()] for name, question in spark_games.QUESTIONS.items()}}
print(json.dumps(answers, default=str))
spark.stop()
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with archives and files."""
    directory = tmp_path_factory.mktemp("archives")
    paths = files(GAMES)
    for number in range(4):
        with tarfile.open(directory / f"{number}.tar.gz", "w:gz") as tar:
            for path in paths[number::8]:
                tar.add(path, path.relative_to(CORPUS).as_posix())
        (directory / "more").mkdir(exist_ok=True)
        with zipfile.ZipFile(directory / "more" / f"{number}.zip", "w") as archive:
            for path in paths[number + 4 :: 8]:
                archive.write(path, path.relative_to(CORPUS).as_posix())
    (directory / "one.sgf").write_bytes(b"(;SZ[9]PB[]DT[1571-03-02];B[ee])(;GM[2])")
    (directory / "damaged.zip").write_bytes((directory / "more" / "0.zip").read_bytes()[:5000])
    tar_bytes = BytesIO((directory / "0.tar.gz").read_bytes()[:3000])
    (directory / "damaged.tar.gz").write_bytes(tar_bytes.getvalue())
    return directory


def run(archives: Path, home: Path, master: str, victim: str) -> dict[str, Any]:
    program = home / "job.py"
    program.write_text(PROGRAM.format(examples=str(EXAMPLES)))
    marker = home / "killed"
    command = [sys.executable, str(program), master, str(archives), str(home / "tables"), str(marker), victim]
    environment = {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": str(EXAMPLES),
        "SPARK_WORKER_DIR": str(home / "work"),
    }
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=home, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]
    assert marker.exists() == (victim != "none")
    if victim != "none":
        assert "Lost task" in done.stderr or "Lost executor" in done.stderr
    answers: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answers


def rows(tables: Path) -> list[tuple[Any, ...]]:
    """All rows of the games and errors, in order."""
    query = f"""
        SELECT regexp_replace(source, '^file:', '') AS source, number, game_id, "table", year, black, date_from, moves, setup, error
        FROM read_parquet('{tables}/*/*/*.parquet', hive_partitioning = true)
        ORDER BY source, number, error
    """
    return duckdb.sql(query).fetchall()


@pytest.fixture(scope="module")
def undisturbed(
    archives: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    home = tmp_path_factory.mktemp("undisturbed")
    answers = run(archives, home, "local[2]", "none")
    return rows(home / "tables"), answers


def test_the_tables_have_the_rows_of_a_scan(archives: Path, undisturbed: tuple[list[tuple[Any, ...]], Any]) -> None:
    found, _ = undisturbed
    scanned = kifu_arrow.scan(archives).read_all().to_pylist()
    games = sorted(
        (row["source"], row["number"], row["game_id"], row["moves"]) for row in scanned if row["error"] is None
    )
    assert len(games) > 350
    good = [(row[0], row[1], row[2], row[7]) for row in found if row[3] == "games" and "damaged" not in row[0]]
    assert good == [game for game in games if "damaged" not in game[0]]
    errors = {row[0].removeprefix(str(archives) + "/"): row[9] for row in found if row[3] == "errors"}
    assert {"damaged.zip", "damaged.tar.gz", "one.sgf"} <= set(errors)
    assert all(row[4] == "1571" or row[4] == 1571 for row in found if row[6] is not None and row[6].year == 1571)


def test_the_answers_are_those_of_duckdb(
    undisturbed: tuple[list[tuple[Any, ...]], dict[str, Any]], tmp_path: Path
) -> None:
    found, answers = undisturbed
    games = [row for row in found if row[3] == "games"]
    copies: dict[tuple[int, ...], int] = {}
    for row in games:
        if len(row[7]) >= 30:
            copies[tuple(row[7])] = copies.get(tuple(row[7]), 0) + 1
    assert sorted(answer[1] for answer in answers["copies"]) == sorted(count for count in copies.values() if count > 1)
    assert sum(answer[2] for answer in answers["openings_by_year"]) == sum(
        row[6] is not None and bool(row[7]) and row[7][0] % 32768 < 16382 for row in games
    )
    assert answers["komi_and_winners"]


def test_the_program_prints_the_answers(tmp_path: Path) -> None:
    """Also without a directory of errors, which is not written if all files can be read."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.sgf").write_text("(;KM[6.5]RE[B+R]DT[2024-05-01];B[pd];W[dp])")
    command = [sys.executable, str(EXAMPLES / "spark_games.py")]
    command += ["--input", str(tmp_path / "games"), "--output", str(tmp_path / "tables")]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "1 games, 0 errors" in done.stdout
    assert "|2024|4-4    |1    |" in done.stdout


def rows_of(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The rows that a worker returns for files."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from spark_games import read_games

    batch = pa.record_batch({"path": list(files), "content": pa.array(list(files.values()), pa.binary())})
    return [row for rows in read_games([batch]) for row in rows.to_pylist()]


def tar_of(names: list[str], encoding: str) -> bytes:
    archive = BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.GNU_FORMAT, encoding=encoding) as tar:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = len(ONE)
            tar.addfile(info, BytesIO(ONE))
    return archive.getvalue()


def zip_of(names: list[str]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, ONE)
    return content.getvalue()


ONE = b"(;SZ[9]PB[Sato];B[ee];W[ce])"


def test_names_in_the_charset_of_another_system(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["\u68cb/\u5c40\u4e09.sgf", "\u68cb/\u5c40\u4e94.sgf", "three.sgf"]
    rows = rows_of({"gbk.tar": tar_of(names, "gbk"), "utf8.tar": tar_of(names, "utf-8")}, monkeypatch)
    assert [row["black"] for row in rows] == ["Sato"] * 6
    assert rows[0]["source"] == "gbk.tar/\\xc6\\xe5/\\xbe\\xd6\\xc8\\xfd.sgf"
    assert len({row["source"] for row in rows}) == 6
    assert [row["source"] for row in rows[3:]] == [f"utf8.tar/{name}" for name in names]
    # Names in GBK that are declared as UTF-8: the module of Python cannot read such an archive.
    name = "\u68cb.sgf"
    contradicting = zip_of([name]).replace(name.encode(), "\u68cb1".encode("gbk") + b".sgf")
    found = rows_of({"a.sgf": ONE, "b.zip": contradicting, "c.sgf": ONE}, monkeypatch)
    reasons = {row["source"]: row["error"] for row in found}
    assert reasons.keys() == {"a.sgf", "b.zip", "c.sgf"}
    assert reasons["a.sgf"] is reasons["c.sgf"] is None and "the archive is damaged: " in reasons["b.zip"]


def test_damaged_archives_are_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"\u68cb/{number}.sgf" for number in range(3)]
    tar, archive = tar_of(names, "gbk"), zip_of(names)
    packed = {"a.zip": archive, "b.tar": tar}
    for ending in ("gz", "bz2", "xz"):
        content = BytesIO()
        with tarfile.open(fileobj=content, mode=f"w:{ending}") as compressed:
            info = tarfile.TarInfo("1.sgf")
            info.size = len(ONE)
            compressed.addfile(info, BytesIO(ONE))
        packed[f"c.tar.{ending}"] = content.getvalue()
    generator = random.Random(1)
    for _ in range(2000):
        damaged = {}
        for name, content in packed.items():
            changed = bytearray(content)
            for _ in range(generator.randint(1, 5)):
                changed[generator.randrange(len(changed))] = generator.choice((0, 0x80, 0xFF, generator.randrange(256)))
            damaged[name] = bytes(changed[: generator.choice((len(changed), generator.randrange(len(changed))))])
        rows = rows_of({**damaged, "good.sgf": ONE}, monkeypatch)
        assert [row["black"] for row in rows if row["source"] == "good.sgf"] == ["Sato"]
        assert all(row["source"].startswith((*packed, "good.sgf")) for row in rows)


def test_an_error_of_parse_is_not_a_damaged_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, the games of a whole batch would be missing."""

    def fail(batch: pa.RecordBatch) -> pa.RecordBatch:
        raise ValueError("the texts are too long")

    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr("spark_games.parse", fail)
    monkeypatch.setattr("spark_games.MAX_FILES", 1)
    with pytest.raises(ValueError, match="too long"):
        rows_of({"a.sgf": ONE}, monkeypatch)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("master", "victim"),
    [("local[2,4]", "worker"), ("local-cluster[2,1,1024]", "worker"), ("local-cluster[2,1,1024]", "executor")],
)
def test_a_killed_process_costs_no_row(
    master: str, victim: str, archives: Path, undisturbed: tuple[list[tuple[Any, ...]], dict[str, Any]], tmp_path: Path
) -> None:
    expected, answers = undisturbed
    assert run(archives, tmp_path, master, victim) == answers
    assert rows(tmp_path / "tables") == expected
