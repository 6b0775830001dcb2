"""JSON values as the records that methods take."""

from __future__ import annotations

from typing import Any

import pytest

from trivet.agent import ApiCredential, PermissionRule, PtySize
from trivet.cli.failures import UsageError
from trivet.cli.operations.shapes import of_json, type_of

SIZE = {"kind": "record", "name": "PtySize"}
RULES = {"kind": "list", "of": [{"kind": "record", "name": "PermissionRule"}]}


@pytest.mark.parametrize(
    ("value", "shape", "wanted"),
    [
        ({"columns": 80, "rows": 24}, SIZE, PtySize(columns=80, rows=24)),
        ([], RULES, []),
        (
            [{"action": "bash", "resource": "*", "effect": "ask"}],
            RULES,
            [PermissionRule(action="bash", resource="*", effect="ask")],
        ),
        ({"type": "api", "key": "k"}, {"kind": "union", "name": "Credential"}, ApiCredential(type="api", key="k")),
        ({"a": [1]}, {"kind": "map", "of": [{"kind": "any"}]}, {"a": [1]}),
        ("tall", {"kind": "anyof", "of": [{"kind": "int"}, {"kind": "literal", "values": ["tall"]}]}, "tall"),
        ([None], {"kind": "any"}, [None]),
    ],
)
def test_value_becomes_what_the_method_takes(value: Any, shape: dict[str, Any], wanted: Any) -> None:
    assert of_json("--x", value, shape, "agent") == wanted


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ({"columns": "s3cret", "rows": 24}, SIZE),
        ({"columns": 80}, SIZE),
        (["s3cret"], SIZE),
        ({"s3cret": 1}, RULES),
        ({"type": "api", "key": ["s3cret"]}, {"kind": "union", "name": "Credential"}),
        ({"a": 1}, {"kind": "map", "of": [{"kind": "str"}]}),
    ],
)
def test_value_that_does_not_fit_is_refused_without_showing_it(value: Any, shape: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"--x: .*@ \$") as caught:
        of_json("--x", value, shape, "agent")
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "shape", "why"),
    [
        ({"columns": 80, "rows": 24, "colour": 1}, SIZE, "no key 'colour'; did you mean columns"),
        (
            [{"action": "a", "resource": "*", "effect": "ask", "efect": "deny"}],
            RULES,
            "no key 'efect'; did you mean effect",
        ),
        (
            {"text": "t", "files": [{"uri": "u", "source": {"start": 0, "end": 1, "text": "t", "from": 1}}]},
            {"kind": "record", "name": "Prompt"},
            "no key 'from'",
        ),
    ],
)
def test_key_that_the_contract_does_not_name_is_refused(value: Any, shape: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        of_json("--x", value, shape, "agent")


@pytest.mark.parametrize(
    ("value", "name", "why"),
    [
        ({"providerID": 1}, "ModelReference", "expected str, got int @ $.providerID"),
        ({"providerID": "p"}, "ModelReference", "required field missing @ $.modelID"),
        ({"text": "t", "files": [{"uri": "u", "source": {"start": 0}}]}, "Prompt", "missing @ $.files[0].source.end"),
    ],
)
def test_fault_is_placed_by_the_names_of_the_contract(value: Any, name: str, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        of_json("--x", value, {"kind": "record", "name": name}, "agent")
    assert why in str(caught.value)


def test_type_of_plain_kinds() -> None:
    assert type_of({"kind": "list", "of": [{"kind": "int"}]}, "chat") == list[int]
    assert type_of({"kind": "map", "of": [{"kind": "str"}]}, "chat") == dict[str, str]
