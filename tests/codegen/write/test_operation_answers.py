"""What operations of the generated client return, and the errors of wrong answers."""

import inspect
from types import ModuleType
from typing import Any

import httpx
import pytest

from tests.codegen.write.orchard_service import T1, TREE, Service
from trivet import DecodeError


@pytest.mark.parametrize("strict", [False, True])
def test_answer_may_be_its_unwrapped_field(orchard: ModuleType, models: ModuleType, answers: Service, strict: bool):
    options = {"account_key": "key", "base_url": "http://orchard.test", "transport": answers, "strict": strict}
    with orchard.OrchardClient(**options) as client:
        answers.answer = (200, {"id": "t"})
        assert client.trees.open(T1) == models.SharedTree(the_tree=models.Base(id="t"))
        answers.answer = (200, {'the "tree"': {"id": "t"}, "by": "me"})
        assert client.trees.open(T1) == models.SharedTree(the_tree=models.Base(id="t"), by="me")
        for other in (3, True, [], "the tree", ['the "tree"']):
            answers.answer = (200, other)
            with pytest.raises(DecodeError, match=r"trees\.open.*expected an object"):
                client.trees.open(T1)
        answers.answer = (200, {"by": "me"})
        with pytest.raises(DecodeError, match=r"trees\.open.*\$\.the_tree"):
            client.trees.open(T1)
    assert all("OrchardKey" not in each.headers for each in answers.asked)


@pytest.mark.parametrize("strict", [False, True])
def test_answer_may_be_its_unwrapped_array(orchard: ModuleType, answers: Service, strict: bool):
    options = {"account_key": "key", "base_url": "http://orchard.test", "transport": answers, "strict": strict}
    with orchard.OrchardClient(**options) as client:
        for body, notes in ((["a"], ["a"]), ([], []), ({"data": ["a", "b"], "place": "p"}, ["a", "b"])):
            answers.answer = (200, body)
            assert client.notes.find() == notes
        for other in (3, "data", {"place": "p"}, {"data": {}}):
            answers.answer = (200, other)
            with pytest.raises(DecodeError, match=r"notes\.find.*\$"):
                client.notes.find()


def test_other_fields_of_an_envelope_are_in_the_record(client: Any, answers: Service, models: ModuleType):
    answers.answer = (200, {"data": ["a"], "place": "p", "more": 1})
    answer = client.with_response(client.notes.find)
    assert (answer.value, answer.record) == (["a"], models.Notes(data=["a"], place="p"))
    answers.answer = (200, {"data": [], "field": "f"})
    page = client.harvests.list().page()
    assert (list(page), page.record.field, page.next) == ([], "f", None)


def test_list_with_cursors_has_no_prefetch_and_is_marked_as_open(client: Any):
    assert set(inspect.signature(client.harvests.list).parameters) == {"after"}
    assert "open to discussion: its shape may change" in (inspect.getdoc(client.harvests.list) or "")
    assert "open to discussion" not in (inspect.getdoc(client.trees.list) or "")


def test_repeated_items_of_several_kinds_are_dropped(client: Any, answers: Service):
    crates = [{"kind": "pears", "crateID": "1"}, {"kind": "apples", "crateID": "1"}, {"kind": "figs", "crateID": "2"}]
    crates += [{"kind": "figs", "crateID": "2"}, {"kind": "figs"}, {"kind": "figs"}]
    answers.answer = (200, {"crates": crates})
    kinds = [getattr(each, "kind", None) or each.data["kind"] for each in client.harvests.crates.list("h")]
    assert kinds == ["pears", "figs", "figs", "figs"]


def test_method_returns_the_value_inside_the_envelope(client: Any, answers: Service, models: ModuleType):
    answers.answer = (200, {"fruit": {"kind": "apple", "colour": "red"}})
    assert client.trees.fruits.get(T1, "f") == models.Apple(kind="apple", colour="red")


def test_pager_yields_every_item_of_every_page(client: Any, answers: Service):
    answers.answer = (200, {"items": [TREE | {"id": "a"}, TREE | {"id": "b"}], "total": 2})
    assert [each.id for each in client.trees.list()] == ["a", "b"]


def test_wrong_answer_raises_with_its_path(client: Any, answers: Service):
    answers.answer = (200, {"number": 1, "trees": "t1"})
    with pytest.raises(DecodeError, match=r"rows\.get.*\$\.trees"):
        client.rows.get(1)


@pytest.mark.parametrize("prefetch", [1, 4])
@pytest.mark.parametrize(
    ("ids", "total", "seen", "shortfall"),
    [
        ("abcdef", 6, "abcdef", 0),
        ("abccde", 6, "abcde", 1),  # the list grew at its head, and moved one item to the next page
        ("abc", 6, "abc", 3),  # the list shrank
        ("abcdef", 4, "abcd", 0),  # the total is believed
        ("", 0, "", 0),
    ],
)
def test_list_reports_the_shortfall_from_its_total(
    orchard: ModuleType, ids: str, total: int, seen: str, shortfall: int, prefetch: int
):
    def page(request: httpx.Request) -> httpx.Response:
        skip = int(request.url.params.get("skip", 0))
        return httpx.Response(
            200, json={"items": [TREE | {"id": each} for each in ids[skip : skip + 2]], "total": total}
        )

    transport = httpx.MockTransport(page)
    with orchard.OrchardClient(account_key="key", base_url="http://orchard.test", transport=transport) as client:
        trees = client.trees.list(prefetch=prefetch)
        assert "".join(each.id for each in trees) == seen
    assert (trees.total, trees.shortfall) == (total, shortfall)
