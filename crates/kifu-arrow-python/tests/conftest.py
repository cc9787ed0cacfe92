"""The dataset that tests read."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import CORPUS

import kifu_arrow


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the corpus, with positions and nodes."""
    directory = tmp_path_factory.mktemp("dataset") / "tables"
    with pytest.MonkeyPatch.context() as patch:
        # The paths in the tables do not depend on the machine.
        patch.chdir(CORPUS.parent)
        kifu_arrow.export("corpus", directory, positions=True, nodes=True)
    return directory
