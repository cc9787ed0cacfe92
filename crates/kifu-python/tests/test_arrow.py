"""kifu.arrow: the functions of kifu-arrow."""

from __future__ import annotations

import pickle
import sys

import kifu_arrow
import pytest

import kifu.arrow


def test_the_functions_are_those_of_kifu_arrow() -> None:
    assert kifu.arrow.__all__ == kifu_arrow.__all__
    for name in kifu.arrow.__all__:
        assert getattr(kifu.arrow, name) is getattr(kifu_arrow, name)
    # Workers of a cluster need only kifu-arrow.
    assert b"kifu_arrow" in pickle.dumps(kifu.arrow.parse)


def test_the_message_without_kifu_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kifu_arrow", None)
    monkeypatch.delitem(sys.modules, "kifu.arrow")
    with pytest.raises(ImportError, match=r"pip install 'kifu\[arrow\]'"):
        import kifu.arrow as _


def test_the_message_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "kifu_arrow"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "kifu.arrow")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match="pyarrow") as caught:
        import kifu.arrow as _
    assert caught.value.name == "pyarrow"
