"""Law 7: a stub is composed of a state, hooks and handlers; its class has at most three bases in total."""

from __future__ import annotations

import inspect

import pytest

import trivet_stubs

STUBS = sorted(name for name in trivet_stubs.__all__ if name.endswith("Stub"))


@pytest.mark.parametrize("name", STUBS)
def test_stub_has_at_most_three_bases(name: str) -> None:
    bases = [base.__qualname__ for base in inspect.getmro(getattr(trivet_stubs, name))[1:] if base is not object]
    assert len(bases) <= 3, f"{name} inherits from {', '.join(bases)}"


@pytest.mark.parametrize("name", [name for name in STUBS if name != "Stub"])
def test_stub_itself_has_no_operation(name: str) -> None:
    stub = getattr(trivet_stubs, name)
    operations = [
        member for kind in stub.__mro__ for member, value in vars(kind).items() if hasattr(value, "operation_id")
    ]
    assert operations == []
