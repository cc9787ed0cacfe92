"""The records that the tests read: the corpus of the workspace, and the directory in KIFU_CORPUS."""

from __future__ import annotations

import os
from pathlib import Path

CORPUS = Path(__file__).parents[3] / "corpus"


def files(most: int) -> list[Path]:
    """Return files of the corpus, evenly chosen if there are more than `most`."""
    roots = [CORPUS, *map(Path, os.environ.get("KIFU_CORPUS", "").split(os.pathsep))]
    found = [
        path
        for root in roots
        if root.name
        for path in sorted(root.rglob("*"))
        if path.suffix.lower() in {".sgf", ".mgt"}
    ]
    return found[:: max(1, len(found) // most)]
