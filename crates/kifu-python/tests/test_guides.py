"""The programs of the guides run, and the reference is current."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from pathlib import Path

import corpus
import pytest
import reference

PACKAGE = Path(__file__).parents[1]
GAMES = corpus.CORPUS / "sgf" / "games"


@pytest.mark.parametrize("guide", sorted((PACKAGE / "guide").glob("*.md")), ids=lambda path: path.stem)
def test_the_programs_of_a_guide(guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = sorted(GAMES.rglob("*.sgf"))[::20]
    (tmp_path / "games").mkdir()
    for path in games:
        shutil.copy(path, tmp_path / "games")
    shutil.copy(games[0], tmp_path / "game.sgf")
    with zipfile.ZipFile("games.zip", "w") as archive:
        for path in games:
            archive.write(path, path.name)
    programs = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    assert programs
    names: dict[str, object] = {}
    for program in programs:
        exec(program, names)


def test_the_reference_is_current() -> None:
    """`INSTA_UPDATE=always` writes it."""
    path = PACKAGE / "REFERENCE.md"
    text = reference.text()
    if os.environ.get("INSTA_UPDATE") == "always":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
