"""The examples run. The one that trains a network needs PyTorch, which CI installs only if its wheel is at hand."""

from __future__ import annotations

import runpy
from pathlib import Path

import corpus
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.slow
def test_a_network_learns() -> None:
    pytest.importorskip("torch")
    main = runpy.run_path(str(EXAMPLES / "train.py"))["main"]
    games = corpus.CORPUS / "sgf" / "games"
    # Of 361 points, chance finds 0.3 %.
    assert main([str(games), "--epochs", "2"]) > 0.05
