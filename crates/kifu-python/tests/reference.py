"""Makes the reference of the package from its stubs, its sources and its docstrings."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import kifu

SOURCES = ("_kifu.pyi", "_scan.py", "_tables.py", "_data.py", "_errors.py", "__init__.py")
GROUPS = {
    "One record": ("read", "Record", "Document", "Game", "Node", "NodeIter", "Position"),
    "Recordings": ("read_recording", "Recording"),
    "Many records": ("scan", "Scan", "Planes", "concat"),
    "Tables": ("GameTable", "MoveTable", "PositionTable", "Skipped", "Texts", "Found"),
    "Values": (
        "Color",
        "Point",
        "Move",
        "GameInfo",
        "Finding",
        "Fixed",
        "Loss",
        "Conversion",
        "Replay",
        "Score",
        "GameScore",
    ),
    "Exceptions": ("Error", "EditError", "IllegalMoveError", "ParseError", "TooLargeError"),
}


def text() -> str:
    """Return the page."""
    nodes: dict[str, ast.stmt] = {}
    for source in SOURCES:
        tree = ast.parse((Path(kifu.__file__).parent / source).read_text(encoding="utf-8"))
        for node, following in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
            name = name_of(node)
            if name is not None and name not in nodes:
                nodes[name] = node
                if isinstance(node, ast.AnnAssign):
                    node.value_doc = doc_after(following)  # type: ignore[attr-defined]
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(kifu.__all__)
    parts = ["# Reference of the Python package\n\nEverything is in the module `kifu`.\n"]
    for group, names in GROUPS.items():
        parts.append(f"## {group}\n")
        parts.extend(entry(name, nodes[name]) for name in names)
    return "\n".join(parts)


def name_of(node: ast.stmt) -> str | None:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return None


def doc_after(node: ast.stmt) -> str:
    """Return the docstring of the assignment before a statement."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return inspect.cleandoc(node.value.value)
    return ""


def entry(name: str, node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        return f"### {name}\n\n{code(signature(node))}\n{paragraphs(inspect.getdoc(getattr(kifu, name)))}"
    if isinstance(node, ast.AnnAssign):
        assert node.value is not None
        doc = node.value_doc  # type: ignore[attr-defined]
        return f"### {name}\n\n{code(f'{name} = {ast.unparse(node.value)}')}\n{paragraphs(doc)}"
    assert isinstance(node, ast.ClassDef)
    kind = getattr(kifu, name)
    out = f"### {name}\n\n{paragraphs(inspect.getdoc(kind))}"
    rows = []
    for member, following in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(member, ast.AnnAssign):
            rows.append((f"{name_of(member)}: {ast.unparse(member.annotation)}", doc_after(following)))
        elif isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            attribute = inspect.getattr_static(kind, member.name)
            doc = inspect.getdoc(attribute) or ""
            if any("setter" in ast.unparse(one) for one in member.decorator_list):
                continue
            if any(ast.unparse(one) == "property" for one in member.decorator_list):
                assert member.returns is not None
                rows.append((f"{member.name}: {ast.unparse(member.returns)}", doc))
            elif rows and is_overload(member) and rows[-1][0].startswith(f"{member.name}("):
                rows[-1] = (f"{rows[-1][0]}\n{signature(member)}", doc)
            else:
                rows.append((signature(member), doc))
    for shown, doc in rows:
        out += f"\n{code(shown)}\n{paragraphs(doc)}" if doc else f"\n{code(shown)}"
    return out


def signature(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("self")
    assert node.returns is not None
    return f"{node.name}({arguments}) -> {ast.unparse(node.returns)}"


def is_overload(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one) == "overload" for one in node.decorator_list)


def code(text: str) -> str:
    return f"```text\n{text}\n```\n"


def paragraphs(doc: str | None) -> str:
    """Convert the few marks of reStructuredText that docstrings use to Markdown."""
    lines = (doc or "").replace("``", "`").splitlines()
    is_table = [line.startswith("===") for line in lines]
    if any(is_table):
        first, last = is_table.index(True), len(lines) - 1 - is_table[::-1].index(True)
        lines[first:first] = ["```text"]
        lines[last + 2 : last + 2] = ["```"]
    return "\n".join(lines).strip() + "\n" if lines else ""
