"""Annotations are shown with public names."""

from __future__ import annotations

import ast

import pytest

from docs.reference_pages.annotations import public_annotation, signature


@pytest.mark.parametrize(
    ("text", "module", "expected"),
    [
        ("m.User", "trivet.chat._generated._sync.resources", "trivet.chat.User"),
        ("Pager[m.AdminUser]", "trivet.chat._generated._sync.resources", "trivet.Pager[trivet.chat.AdminUser]"),
        (
            "calls.Accept",
            "trivet.bus._generated._sync.resources",
            "Literal['application/json', 'application/atom+xml']",
        ),
        ("Transport | None", "trivet.bus._generated._sync.client", "httpx.BaseTransport | Httpx2Transport | None"),
        ("Literal['User', 'admin']", "trivet.chat._generated._sync.resources", "Literal['User', 'admin']"),
        ("'str | int'", "trivet.errors", "str | int"),
        ("dict[str, Any]", "trivet.errors", "dict[str, Any]"),
    ],
)
def test_annotation_has_public_names(text: str, module: str, expected: str) -> None:
    assert public_annotation(text, module) == expected


def test_signature_omits_self_and_keeps_kinds_and_defaults() -> None:
    [node] = ast.parse("def f(self, a: int, /, b=1, *, c: 'str' = 'x', **rest: int) -> None: ...").body
    assert isinstance(node, ast.FunctionDef)
    assert signature(node, "trivet.errors", bound=True) == ("(a: int, /, b = 1, *, c: str = 'x', **rest: int)", "None")
