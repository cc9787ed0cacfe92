"""The records that the tests read, and tables of them."""

from __future__ import annotations

from pathlib import Path

CORPUS = Path(__file__).parents[3] / "corpus"
GAMES = CORPUS / "sgf" / "games"
README = Path(__file__).parents[1] / "README.md"
GUIDE = Path(__file__).parents[1] / "guide"
EXAMPLES = Path(__file__).parents[1] / "examples"


def files(root: Path = CORPUS) -> list[Path]:
    """Return the files of the corpus in order."""
    return sorted(path for path in root.rglob("*") if path.is_file())
