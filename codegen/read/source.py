"""A spec as it is written: YAML that says no more and no less than JSON can."""

from __future__ import annotations

import math
from collections.abc import Hashable
from pathlib import Path
from typing import Any, cast

import yaml

from .faults import DocumentError

__all__ = ["load"]

MOST = 1_000_000
"""So many values a spec may hold once its anchors are written out; ours hold some ten thousand."""

Parts = dict[str, Any] | list[Any]

_TEXT = "tag:yaml.org,2002:str"
_MERGE = "tag:yaml.org,2002:merge"


def load(path: Path) -> dict[str, Any]:
    """Read a spec.

    Raises:
        DocumentError: It is no YAML, or no mapping; a key is there twice, also by way of `<<`; or it holds what JSON
            does not have.
    """
    try:
        document: Any = yaml.load(path.read_text("utf-8"), _Loader)
        _measure(document, path.name, {})
    except yaml.YAMLError as error:
        raise DocumentError(f"{path.name} is no YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise DocumentError(f"{path.name} is nested too deeply") from None
    if not isinstance(document, dict):
        raise DocumentError(f"{path.name} is no OpenAPI document")
    return cast("dict[str, Any]", document)


class _Loader(yaml.CSafeLoader):
    """Refuses a key that is there twice, where YAML's own would take one of them."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._open: set[int] = set()  # the mappings that are being written out

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Write out what `<<` merges."""
        if id(node) in self._open:
            raise DocumentError(f"line {node.start_mark.line + 1}: it merges itself")
        self._open.add(id(node))
        _refuse_twice(node, [key for key, _ in node.value])
        for key, _ in node.value:
            if key.tag not in (_TEXT, _MERGE):
                name = f"the key {key.value}" if isinstance(key, yaml.ScalarNode) else "a key"
                raise DocumentError(f"line {key.start_mark.line + 1}: {name} is not text; put it in quotes")
        super().flatten_mapping(node)
        _refuse_twice(node, [key for key, _ in node.value])
        self._open.discard(id(node))

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        self.flatten_mapping(node)
        return super().construct_mapping(node, deep)


def _refuse_twice(node: yaml.MappingNode, keys: list[yaml.Node]) -> None:
    names = [each.value for each in keys if isinstance(each, yaml.ScalarNode)]
    if twice := sorted({each for each in names if names.count(each) > 1}):
        raise DocumentError(f"line {node.start_mark.line + 1}: {', '.join(twice)} is there twice")


def _measure(node: Any, where: str, sizes: dict[int, int]) -> int:
    """How many values a part of a document is, with every anchor written out."""
    if not isinstance(node, dict | list):
        if node is not None and not isinstance(node, str | int | float):
            raise DocumentError(f"{where}: {node!r} is nothing that JSON has; put it in quotes")
        if isinstance(node, float) and not math.isfinite(node):
            raise DocumentError(f"{where}: {node!r} is no number that JSON has: every number must be finite")
        return 1
    return _measure_parts(cast("Parts", node), where, sizes)


def _measure_parts(node: Parts, where: str, sizes: dict[int, int]) -> int:
    parts = node.items() if isinstance(node, dict) else enumerate(node)
    if id(node) not in sizes:
        sizes[id(node)] = 0  # until it is known
        sizes[id(node)] = 1 + sum(_measure(each, f"{where}: {key}", sizes) for key, each in parts)
    elif not sizes[id(node)]:
        raise DocumentError(f"{where}: an anchor inside itself has no end")
    if sizes[id(node)] > MOST:
        raise DocumentError(f"{where}: its anchors make more than {MOST:,} values of it")
    return sizes[id(node)]
