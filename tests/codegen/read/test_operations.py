"""Operations whose answers are refused."""

from collections.abc import Callable

import pytest

from ..specs import CONTENTS, JSON, OK, Spec, assert_refused, at, operation, put, ref

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    "answer that is a union": (
        put(at("weather.now", *OK), "schema", ref("Crop")),
        "weather.now: its answer must be a named object",
    ),
    "answer that is a list": (
        put(at("weather.now", *OK), "schema", {"type": "array", "items": {"type": "string"}}),
        "weather.now: its answer must be a named object",
    ),
    "answer that is anything": (
        put(at("weather.now", *OK), "schema", {}),
        "weather.now: its answer must be a named object",
    ),
    "answers that differ": (
        put(at("trees.plant", "responses", "201", *JSON), "schema", ref("Row")),
        "trees.plant: its successes differ",
    ),
    "no success": (
        lambda spec: operation(spec, "weather.now").update(responses={"404": {"description": ""}}),
        "no success",
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
        "reports.yearly: its successes differ",
    ),
    "not by hand, of two media types": (
        lambda spec: operation(spec, "reports.yearly").pop("x-by-hand"),
        "reports.yearly: its successes differ",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])
