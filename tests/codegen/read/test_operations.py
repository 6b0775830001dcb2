"""Answers, contexts and credentials of operations."""

from collections.abc import Callable
from typing import Any

import pytest

from codegen.read import document

from ..specs import CONTENTS, JSON, OK, Spec, assert_refused, at, generated, operation, put, query, ref

ANSWERS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "answer that is a union": (
        put(at("weather.now", *OK), "schema", ref("Crop")),
        "weather.now: its answer must be a named object",
    ),
    "answer that is an array of anything": (
        put(at("weather.now", *OK), "schema", {"type": "array", "items": {}}),
        "weather.now: its answer must be a named object schema, or an array of objects or scalars",
    ),
    "value of an answer that is an array": (
        put(at("picks.list"), "x-value", "day"),
        "picks.list: its answer is an array, so x-value cannot apply",
    ),
    "answer that is anything": (
        put(at("weather.now", *OK), "schema", {}),
        "weather.now: its answer must be a named object",
    ),
    "answers that differ": (
        put(at("trees.plant", "responses", "201", *JSON), "schema", ref("Row")),
        "trees.plant: its successful responses differ",
    ),
    "no success": (
        lambda spec: operation(spec, "weather.now").update(responses={"404": {"description": ""}}),
        "none of its responses is a success",
    ),
    "text before JSON": (
        put(
            at("weather.now", "responses", "200"),
            "content",
            {"text/plain": {"schema": ref("Row")}},
        ),
        "weather.now",
    ),
    "stream that is not by hand": (
        lambda spec: operation(spec, "news.follow").pop("x-by-hand"),
        "news.follow: the first media type of an answer must be application/json",
    ),
    "stream and text": (
        put(at("news.follow", "responses", "200", "content"), "text/plain", {"schema": ref("NewsFrame")}),
        "news.follow: the first media type of an answer must be application/json",
    ),
    "by hand, JSON last": (
        lambda spec: operation(spec, "reports.yearly")["responses"]["200"].update(
            content={"text/csv": {"schema": {"type": "string"}}, "application/json": {"schema": ref("Row")}}
        ),
        "reports.yearly: the first media type of an answer must be application/json",
    ),
    "by hand, without JSON": (
        lambda spec: operation(spec, "reports.yearly")["responses"]["200"]["content"].pop("application/json"),
        "reports.yearly: the first media type of an answer must be application/json|reports_yearly",
    ),
    "by hand, of two objects": (
        put(at("reports.yearly", "responses"), "201", {"description": "", "content": CONTENTS}),
        "reports.yearly: its successful responses differ",
    ),
    "not by hand, of two media types": (
        lambda spec: operation(spec, "reports.yearly").pop("x-by-hand"),
        "reports.yearly: its successful responses differ",
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_broken_answer_is_refused(spec: Spec, name: str):
    assert_refused(spec, *ANSWERS[name])


CONTEXTS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "context without its inputs": (
        lambda spec: operation(spec, "harvests.list")["parameters"].pop(),
        "harvests.list: an operation of the context request must have workspace",
    ),
    "context given to the server": (
        put(at("harvests.list"), "x-context", "server"),
        "harvests.list: an operation of the context server must not have directory, workspace",
    ),
    "context given to a session": (
        lambda spec: operation(spec, "harvests.crates.list")["parameters"].append(query(name="workspace")),
        "harvests.crates.list: an operation of the context session must not have workspace",
    ),
    "context that is required": (
        put(at("harvests.list", "parameters", 1), "required", True),
        "harvests.list: directory must be optional text without bounds",
    ),
    "context with a bound": (
        put(at("harvests.list", "parameters", 1, "schema"), "minLength", 1),
        "harvests.list: directory must be optional text without bounds",
    ),
}


@pytest.mark.parametrize("name", CONTEXTS)
def test_input_that_does_not_fit_the_context_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CONTEXTS[name])


CREDENTIALS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "no credentials": (
        lambda spec: spec["components"].pop("securitySchemes"),
        "it does not say how a client authenticates",
    ),
    **{
        f"credentials: {scheme}": (
            put(at("components", "securitySchemes"), "OrchardKey", scheme),
            "^OrchardKey: credentials of this kind are not supported$",
        )
        for scheme in (
            {"type": "http", "scheme": "basic"},
            {"type": "http", "scheme": "digest"},
            {"type": "apiKey", "in": "query", "name": "key"},
            {"type": "apiKey", "in": "cookie", "name": "key"},
            {"type": "apiKey", "in": "header"},
            {"type": "oauth2", "flows": {}},
            {"type": "openIdConnect", "openIdConnectUrl": "https://x"},
            {"type": "mutualTLS"},
        )
    },
    "a second scheme": (
        put(at("components", "securitySchemes"), "Other", {"type": "http", "scheme": "bearer"}),
        "OrchardKey, Other: more than one kind of credentials",
    ),
    "a second scheme that is not supported": (
        put(at("components", "securitySchemes"), "Other", {"type": "http", "scheme": "basic"}),
        "^Other: credentials of this kind are not supported",
    ),
    "a first scheme that is not supported": (
        lambda spec: spec["components"].update(
            securitySchemes={
                "Other": {"type": "http", "scheme": "basic"},
                **spec["components"]["securitySchemes"],
            }
        ),
        "^Other: credentials of this kind are not supported",
    ),
    "no word on security": (lambda spec: spec.pop("security"), r"its security must be \[\] or OrchardKey .* nothing"),
    **{
        f"security of {security}": (change, message)
        for security in ([{}], [{"Nix": []}], [{"OrchardKey": []}, {}], [{"OrchardKey": [], "Nix": []}])
        for change, message in [
            (
                put(at("weather.now"), "security", security),
                r"weather.now: its security must be \[\] or OrchardKey alone",
            ),
        ]
    },
    "security of the whole by another scheme": (
        lambda spec: spec.update(security=[{"Nix": []}]),
        r"its security must be \[\] or OrchardKey alone, and is \[\{'Nix': \[\]\}\]",
    ),
    "security with a scope": (
        put(at("rows.get"), "security", [{"OrchardKey": ["read"]}]),
        "rows.get: its security must be",
    ),
}


@pytest.mark.parametrize("name", CREDENTIALS)
def test_unsupported_credentials_are_refused(spec: Spec, name: str):
    assert_refused(spec, *CREDENTIALS[name])


@pytest.mark.parametrize(
    ("header", "argument"),
    [
        ("AccountKey", "account_key"),
        ("X-API-Key", "api_key"),
        ("x-auth-token", "auth_token"),
        ("Authorization", "api_key"),
    ],
)
def test_key_has_the_name_of_its_header(spec: Spec, header: str, argument: str):
    spec["components"]["securitySchemes"]["OrchardKey"]["name"] = header
    source = generated(spec)["_generated/_async/client.py"]
    assert f"        {argument}: str | None = None,\n" in source
    assert f"`TRIVET_ORCHARD_{argument.upper()}` from the environment" in source


def test_array_of_a_union_is_an_answer(spec: Spec):
    operation(spec, "picks.list")["responses"]["200"]["content"] = {
        "application/json": {"schema": {"type": "array", "items": ref("Crop")}}
    }
    files = generated(spec)
    assert "-> list[m.Crop]:" in files["_generated/_async/resources.py"]
    assert "decoders.array(data, m.decode_crop)" in files["_generated/calls.py"]


BASIC, BEARER = {"type": "http", "scheme": "basic"}, {"type": "http", "scheme": "bearer"}


def either(spec: Spec, security: Any = ({}, {"User": []}, {"Token": []}), **schemes: Any) -> Spec:
    """The spec, with basic and bearer credentials, either of which may be given."""
    spec["components"]["securitySchemes"] = schemes or {"User": BASIC, "Token": BEARER}
    spec["security"] = list(security) if isinstance(security, tuple) else security
    operation(spec, "rows.get").pop("security")
    return spec


def test_scheme_bearer_in_capitals_is_taken(spec: Spec):
    spec["components"]["securitySchemes"]["OrchardKey"] = {"type": "http", "scheme": "Bearer"}
    source = generated(spec)["_generated/_async/client.py"]
    assert 'Bearer(token, argument="token", variable="TRIVET_ORCHARD_TOKEN")' in source
    assert "account_key" not in source


@pytest.mark.parametrize("security", [({}, {"User": []}, {"Token": []}), ({"Token": []}, {"User": []}, {})])
def test_basic_bearer_or_none_is_one_argument(spec: Spec, security: Any):
    source = generated(either(spec, security))["_generated/_async/client.py"]
    assert "auth: Basic | Bearer | AsyncHttpxAuth | None = None" in source
    assert "chosen = choose_auth('orchard', auth)" in source
    assert "token:" not in source
    assert "account_key" not in source


@pytest.mark.parametrize(
    "security",
    [
        [{}],
        [{"User": []}],
        [{"User": []}, {"Token": []}],
        [{}, {"User": []}, {"Token": []}, {"Nix": []}],
        [{}, {"User": [], "Token": []}],
        [{}, {"User": ["a"]}, {"Token": []}],
    ],
)
def test_incomplete_security_of_two_schemes_is_refused(spec: Spec, security: Any):
    with pytest.raises(document.DocumentError, match=r": its security must be \[\] or \[\{\}, \{'User': \[\]\}"):
        generated(either(spec, security))


@pytest.mark.parametrize(
    ("schemes", "message"),
    [
        ({"User": BASIC, "Other": BASIC}, "^User: credentials of this kind are not supported$"),
        ({"Token": BEARER, "Other": BEARER}, "^Token, Other: more than one kind of credentials"),
        ({"User": BASIC, "Token": BEARER, "Third": BEARER}, "^User: credentials of this kind are not supported$"),
        (
            {"User": BASIC, "Token": BEARER, "Third": {"type": "oauth2", "flows": {}}},
            "^Third: credentials of this kind",
        ),
    ],
)
def test_schemes_other_than_basic_and_bearer_are_refused(spec: Spec, schemes: Any, message: str):
    with pytest.raises(document.DocumentError, match=message):
        generated(either(spec, **schemes))
