"""YAML: one document, a sequence of records or one value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trivet.cli.extras import needs
from trivet.cli.output.escapes import in_yaml, visible
from trivet.cli.output.target import Target

with needs("cli", "yaml"):
    import yaml

__all__ = ["document", "write_sequence", "write_value"]


def write_sequence(values: Iterable[Any], target: Target) -> None:
    """Write a sequence as its items come."""
    count = 0
    for count, each in enumerate(values, 1):  # noqa: B007
        target.write(document([each], target))
    if not count:
        target.write("[]\n")


def write_value(value: Any, target: Target) -> None:
    """Write one value."""
    target.write(document(value, target))


def document(value: Any, target: Target) -> str:
    """Return plain data as YAML; on a terminal with escapes for what it would act upon."""
    escapes = target.on_terminal and not target.raw
    dumper = _Escaping if escapes else yaml.SafeDumper
    text: str = yaml.dump(value, Dumper=dumper, sort_keys=False, allow_unicode=True, width=1 << 30)
    text = text.removesuffix("...\n")
    return in_yaml(text) if escapes else text


class _Escaping(yaml.SafeDumper):
    """Quotes each text that has something to escape, so that an escape may stand in it."""


def _text(dumper: Any, value: str) -> yaml.ScalarNode:
    style = None if visible(value) == value else '"'
    node: yaml.ScalarNode = dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)
    return node


_Escaping.add_representer(str, _text)
