"""The guides: every query runs, and its result is the one on the page."""

from __future__ import annotations

import datetime
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from corpus import CORPUS, GAMES, GUIDE

PAGE = GUIDE / "sql.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```\n(\n(?:\|[^\n]*\n)+)?", re.DOTALL)
TITLE = re.compile(r"^## (\d+)\. ", re.MULTILINE)

Rows = list[tuple[Any, ...]]


def text_of(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, list):
        return ", ".join(map(text_of, value))
    if isinstance(value, datetime.date):
        return value.isoformat()
    return f"`{value}`" if isinstance(value, str) and re.fullmatch("[.XO]+", value) else str(value)


def table(names: list[str], rows: Rows) -> str:
    """Return rows as a table of Markdown."""
    lines = [names, ["---"] * len(names), *(map(text_of, row) for row in rows)]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


@pytest.fixture(scope="module")
def answers(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[int, Rows]:
    """Runs the page, compares the results of DuckDB and Polars, and returns the result of each question."""
    page = PAGE.read_text(encoding="utf-8")
    results: dict[int, Rows] = {}
    compared: list[int] = []
    names: dict[str, Any] = {}
    directory = tmp_path_factory.mktemp("guide")
    shutil.copytree(CORPUS, directory / "corpus", ignore=shutil.ignore_patterns("conformance"))

    def run(block: re.Match[str]) -> str:
        language, code, _ = block.groups()
        before = page[: block.start()]
        if language == "python":
            exec(code, names)
            if "result" in names:
                compare(before, names.pop("result"))
            return block[0]
        assert language == "sql"
        if code.startswith(("CREATE", "SET")):
            names["connection"].execute(code)
            return block[0]
        relation = names["connection"].sql(code)
        rows = relation.fetchall()
        results[int(TITLE.findall(before)[-1])] = rows
        return f"```sql\n{code}```\n{table(relation.columns, rows)}"

    def compare(before: str, result: Any) -> None:
        number = int(re.findall(r"^Question (\d+),", before, re.MULTILINE)[-1])
        assert result.collect().rows() == results[number], number
        compared.append(number)

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(directory)
        written = BLOCK.sub(run, page)
    if os.environ.get("INSTA_UPDATE") == "always":
        PAGE.write_text(written, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == written
    assert len(set(compared)) >= 16
    return results


def test_the_page_has_the_results(answers: dict[int, Rows]) -> None:
    assert len(answers) >= 15
    assert sorted(answers) == list(range(1, len(answers) + 1))
    assert all(answers.values())


def test_the_programs_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAMES, tmp_path / "games")
    programs = re.findall(r"```python\n(.*?)```", (GUIDE.parent / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(programs) == 2
    names: dict[str, object] = {}
    for program in programs:
        exec(program, names)
    assert (tmp_path / "tables" / "positions").is_dir()
