"""YAML: one document with a sequence of records or one value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from trivet.cli.failures import needs
from trivet.cli.output.json import finite
from trivet.cli.terminal import Target
from trivet.cli.text import in_yaml

with needs("cli", "yaml"):
    import yaml

_AMBIGUOUS = re.compile(r"[-+.:0-9]|(?:e[-+]?[0-9]+|y|yes|n|no|on|off|true|false|null)\Z", re.IGNORECASE)
"""Text that PyYAML writes without quotes, although another reader may take it for a value of another type.

Readers differ in the numbers that they know, such as `04129`, `1e3`, `0o17`, `1_000`, `1:30` and even `e9`.
"""


def write_sequence(values: Iterable[Any], target: Target) -> None:
    """Write a sequence, item by item."""
    count = 0
    for count, value in enumerate(values, 1):  # noqa: B007
        target.write(document([value], target))
    if not count:
        target.write("[]\n")


def write_value(value: Any, target: Target) -> None:
    """Write one value."""
    target.write(document(value, target))


def document(value: Any, target: Target) -> str:
    """Return plain data as YAML that means the same in YAML 1.1 and in YAML 1.2.

    On a terminal it has an escape for each character that the terminal would act upon.

    >>> document({"bus_stop_code": "04129"}, target)
    "bus_stop_code: '04129'\\n"
    """
    value = finite(value, target.note_once)
    text: str = yaml.dump(value, Dumper=_Quoting, sort_keys=False, allow_unicode=True, width=1 << 30)
    if text.endswith("\n...\n"):  # PyYAML ends a document of one scalar with this mark
        text = text[:-4]
    return in_yaml(text) if target.on_terminal and not target.raw else text


class _Quoting(yaml.SafeDumper):
    """Quotes each text that a reader may take for another value."""


def _text(dumper: Any, value: str) -> yaml.ScalarNode:
    # U+0085, U+2028 and U+2029 end a line in YAML 1.1 alone; only double quotes have escapes for such characters.
    style = '"' if not value.isprintable() else "'" if _AMBIGUOUS.match(value) else None
    node: yaml.ScalarNode = dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)
    return node


_Quoting.add_representer(str, _text)
