"""The exceptions of the package. All of them are also ``ValueError``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._data import Finding


class Error(ValueError):
    """The base class of all exceptions of this package."""


class TooLargeError(Error):
    """A source exceeds a limit on bytes, nodes or depth."""


class EditError(Error):
    """An edit could not be written so that it reads back; nothing was changed."""


class IllegalMoveError(Error):
    """A move is against the rules; the position is unchanged."""


class ParseError(Error):
    """A file has errors, and was read with ``strict=True``."""

    def __init__(self, message: str, findings: list[Finding]) -> None:
        super().__init__(message, findings)
        self.message = message
        self.findings = findings

    def __str__(self) -> str:
        return self.message
