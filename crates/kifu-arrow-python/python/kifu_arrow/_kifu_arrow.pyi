from typing import final

__all__ = [
    "Scan",
    "board_hashes",
    "board_texts",
    "description",
    "export",
    "parse",
    "parse_lists",
    "position_hash",
    "schema",
    "to_sgf",
]

@final
class Scan:
    def __new__(cls, paths: list[str], where: str | None, jobs: int, check: bool, batch_size: int) -> Scan: ...
    def __iter__(self) -> Scan: ...
    def __next__(self) -> bytes: ...

def board_hashes(stream: bytes) -> bytes: ...
def board_texts(stream: bytes) -> bytes: ...
def description() -> str: ...
def export(
    paths: list[str],
    directory: str,
    format: str,
    partition: str | None,
    plies: int | None,
    nodes: bool,
    where: str | None,
    check: bool,
    jobs: int,
    overwrite: bool,
    metadata: list[tuple[str, str]],
) -> tuple[int, int, int, int, int, int]: ...
def parse(stream: bytes, where: str | None = None, check: bool = False) -> bytes: ...
def parse_lists(stream: bytes) -> bytes: ...
def position_hash(file: bytes, move: int | None = None) -> int: ...
def schema() -> bytes: ...
def to_sgf(stream: bytes) -> list[str]: ...
