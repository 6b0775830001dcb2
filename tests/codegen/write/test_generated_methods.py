"""Generated methods: one for each operation, alike in both clients; their checks, requests and results.

`tests/laws/test_reachable.py` checks the hand-written methods too.
"""

import inspect
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Any

import httpx
import pytest

from codegen.read.ir import Operation, Service
from tests.codegen.write.orchard_service import T1, TREE, Orchard
from trivet import DecodeError, InvalidArgumentError

from ..conftest import credentials


def client_of(service: Service, prefix: str) -> Any:
    package = import_module(f"trivet.{service.name}")
    client_class = getattr(package, f"{prefix}{service.name.capitalize()}Client")
    return client_class(**credentials(service), base_url="http://x")


def operations(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the methods that generated classes define, by their paths; hand-written methods are in base classes."""
    for name in group.__groups__:
        yield from operations(getattr(group, name), f"{path}{name}.")
    for name, value in vars(type(group)).items():
        if path and not name.startswith("_") and name not in group.__groups__:
            yield path + name, getattr(group, name) if callable(value) else value


def generated(service: Service) -> list[Operation]:
    return [operation for operation in service.operations if not operation.by_hand]


@pytest.mark.parametrize("prefix", ["Async", ""])
def test_each_operation_is_one_method(service: Service, prefix: str):
    reachable = [path for path, _ in operations(client_of(service, prefix))]
    assert sorted(reachable) == [operation.id for operation in generated(service)]


def test_sync_and_async_methods_have_the_same_signature(service: Service):
    ours, theirs = dict(operations(client_of(service, "Async"))), dict(operations(client_of(service, "")))
    for path, method in ours.items():
        one, other = inspect.signature(method), inspect.signature(theirs[path])
        assert one.parameters == other.parameters, path
        assert one.return_annotation.removeprefix("Async") == other.return_annotation, path


def test_identity_is_positional_and_the_rest_keyword_only(service: Service):
    methods = dict(operations(client_of(service, "Async")))
    for operation in generated(service):
        identity = {
            parameter.name for parameter in operation.parameters if parameter.required and parameter.place != "body"
        }
        for parameter in inspect.signature(methods[operation.id]).parameters.values():
            assert (parameter.kind is parameter.KEYWORD_ONLY) == (parameter.name not in identity)


def test_no_method_takes_variable_arguments(service: Service):
    for path, method in operations(client_of(service, "Async")):
        for parameter in inspect.signature(method).parameters.values():
            assert parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL), path


def test_docstring_of_a_method_lists_its_inputs(service: Service):
    methods = dict(operations(client_of(service, "Async")))
    for operation in generated(service):
        doc = inspect.getdoc(methods[operation.id]) or ""
        assert doc.splitlines()[0].startswith(operation.summary[:20])
        assert f"`{operation.method} {operation.path}`" in doc
        for parameter in operation.parameters:
            assert f"    {parameter.name}: " in doc


def test_omitted_argument_is_not_sent(client: Any, answers: Orchard):
    client.trees.update(T1)
    assert (answers.asked[0].method, answers.target) == ("PATCH", f"/v1/trees/{T1}")
    assert answers.body == {}


def test_none_is_sent_as_null_where_the_service_takes_null(client: Any, answers: Orchard):
    client.trees.update(T1, nickname=None, felled_at=None, mood=None, crop=None, branch=None)
    assert answers.body == {"nickname": None, "felledAt": None, "mood": None, "crop": None, "branch": None}


def test_none_is_not_sent_where_the_service_takes_no_null(client: Any, answers: Orchard):
    client.trees.update(T1, height=None, felled=None, visits=None, labels=None, health=None)
    assert answers.body == {}


def test_values_are_encoded_as_json(client: Any, answers: Orchard, models: ModuleType):
    noon = datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=8)))
    client.trees.update(
        T1,
        nickname="",
        height=0,
        felled=False,
        felled_at=noon,
        mood="it's",
        crop=models.Pear(kind="conference", ripe=None),
        branch=models.Branch(length=1, cut_at=None),
        visits=[noon],
        labels={},
    )
    assert answers.body == {
        "nickname": "",
        "height": 0,
        "felled": False,
        "felledAt": "2024-05-01T12:00:00+08:00",
        "mood": "it's",
        "crop": {"kind": "conference", "ripe": None},
        "branch": {"length": 1, "cutAt": None},
        "visits": ["2024-05-01T12:00:00+08:00"],
        "labels": {},
    }


def test_received_record_is_sent_with_its_unknown_fields(client: Any, answers: Orchard, models: ModuleType):
    crop = models.decode_crop({"kind": "plum", "stone": True})
    branch = models.decode_branch({"length": 1, "parent": None, "moss": "thick"})
    answers.answer = (200, {"matches": [{"id": "a"}]})
    assert client.trees.find(crops=[crop], by_name={"b": branch}) == [models.Base(id="a")]
    assert answers.body == {
        "crops": [{"kind": "plum", "stone": True}],
        "byName": {"b": {"length": 1, "parent": None, "moss": "thick"}},
    }


def test_odd_names_keep_their_wire_form(client: Any, answers: Orchard, models: ModuleType):
    answers.answer = (201, {"id": "k", "secret": "s"})
    client.keys.create(
        credential=models.ApiCredential(type="api", key="s"),
        token="t",
        from_="1",
        body_="2",
        type="4",
        list_=[5],
        session_id="6",
        odata_metadata="7",
        anything=None,
    )
    assert answers.body == {
        "credential": {"type": "api", "key": "s"},
        "token": "t",
        "from": "1",
        "body": "2",
        "type": "4",
        "list": [5],
        "sessionID": "6",
        "odata.metadata": "7",
        "anything": None,
    }


@pytest.mark.parametrize(
    ("fruit", "sent"),
    [
        ("a/b", "a%2Fb"),
        ("..", "%2E%2E"),
        ("a b?c#d%e", "a%20b%3Fc%23d%25e"),
        ("ü", "%C3%BC"),
        ("{tree_id}", "%7Btree_id%7D"),
    ],
)
def test_path_argument_stays_one_segment(client: Any, answers: Orchard, fruit: str, sent: str):
    answers.answer = (200, {})
    assert client.trees.fruits.get(T1, fruit) is None
    assert answers.target == f"/v1/trees/{T1}/fruits/{sent}"


def test_query_holds_the_given_arguments(client: Any, answers: Orchard):
    answers.answer = (200, {"items": [], "total": 0})
    when = datetime(2024, 5, 1, tzinfo=UTC)
    asked = {"skip": 0, "limit": 5, "include_felled": False, "sort": "it's", "search": "a&b", "planted_since": when}
    client.trees.list(**asked, label=["x", "y"]).page()
    assert answers.asked[0].url.params.multi_items() == [
        ("skip", "0"),
        ("limit", "5"),
        ("include_felled", "false"),
        ("sort", "it's"),
        ("search", "a&b"),
        ("plantedSince", "2024-05-01T00:00:00+00:00"),
        ("label", "x"),
        ("label", "y"),
    ]


@pytest.mark.parametrize(
    ("path", "arguments", "argument"),
    [
        ("trees.list", {"limit": 101}, "limit"),
        ("trees.list", {"sort": "best"}, "sort"),
        ("trees.list", {"search": "x" * 21}, "search"),
        ("trees.list", {"planted_since": datetime(2024, 5, 1)}, "planted_since"),
        ("trees.get", {"tree_id": ""}, "tree_id"),
        ("trees.get", {"tree_id": "t1"}, "tree_id"),
        ("trees.get", {"tree_id": T1 + "0"}, "tree_id"),
        ("trees.get", {"tree_id": T1.replace("-", "")}, "tree_id"),
        ("trees.get", {"tree_id": T1 + "\n"}, "tree_id"),
        ("trees.get", {"tree_id": 1}, "tree_id"),
        ("rows.get", {"number": 0}, "number"),
        ("trees.update", {"tree_id": T1, "height": 151}, "height"),
        ("trees.update", {"tree_id": T1, "nickname": "x" * 11}, "nickname"),
        ("trees.update", {"tree_id": T1, "felled_at": "now"}, "felled_at"),
        ("trees.update", {"tree_id": T1, "mood": "cross"}, "mood"),
        ("trees.update", {"tree_id": T1, "side": "south"}, "side"),
        ("trees.update", {"tree_id": T1, "gardener": "me"}, "gardener"),
        ("trees.update", {"tree_id": T1, "stake": "s"}, "stake"),
        ("trees.update", {"tree_id": T1, "depth": 2.5}, "depth"),
        ("trees.update", {"tree_id": T1, "bark": 3}, "bark"),
        ("trees.list", {"on": "no"}, "on"),
        ("trees.list", {"shade": 1}, "shade"),
        ("trees.list", {"shade": "half \ud800"}, "shade"),
        ("trees.list", {"rows": "1"}, "rows"),
        ("trees.list", {"owner": 1}, "owner"),
        ("reports.yearly", {"season": ""}, "season"),
        ("trees.plant", {"plot": "p", "species": "malus", "crop": None}, "species"),
        ("trees.plant", {"plot": "p", "species": "M-lus", "crop": None}, "species"),
    ],
)
def test_argument_that_breaks_a_rule_raises_before_sending(
    client: Any, answers: Orchard, path: str, arguments: dict[str, Any], argument: str
):
    method = client
    for step in path.split("."):
        method = getattr(method, step)
    with pytest.raises(InvalidArgumentError, match=f"^{argument} must be ") as caught:
        method(**arguments)
    assert caught.value.argument == argument
    assert answers.asked == []


@pytest.mark.parametrize(
    ("fields", "argument"),
    [
        ({"length": 0.1}, "length"),
        ({"length": "1"}, "length"),
        ({"length": 1, "mark": "xxxx"}, "mark"),
        ({"length": 1, "mark": 1}, "mark"),
        ({"length": 1, "wire_name": "x" * 41}, "wire_name"),
    ],
)
def test_record_field_that_breaks_a_rule_raises_before_sending(
    client: Any, answers: Orchard, models: ModuleType, fields: dict[str, Any], argument: str
):
    with pytest.raises(InvalidArgumentError, match=f"^branch.{argument} must be "):
        client.trees.update(T1, branch=models.Branch(**fields))
    assert answers.asked == []
    client.trees.update(T1, branch=models.Branch(length=1, mark=None, wire_name="x"))
    assert answers.body == {"branch": {"length": 1, "mark": None, 'wire "name"': "x"}}


@pytest.mark.parametrize(
    ("path", "arguments", "argument"),
    [
        ("trees.update", {"branch": {"length": 1}}, "branch"),
        ("trees.update", {"crop": "apple"}, "crop"),
        ("trees.update", {"labels": ["a"]}, "labels"),
        ("trees.find", {"crops": [], "branches": {"length": 1}}, "branches"),
        ("trees.find", {"crops": [{"kind": "apple"}]}, "crops[0]"),
    ],
)
def test_argument_of_another_class_than_its_record_raises_before_sending(
    client: Any, answers: Orchard, path: str, arguments: dict[str, Any], argument: str
):
    identity = {"tree_id": T1} if path == "trees.update" else {}
    with pytest.raises(InvalidArgumentError, match=f"^{re.escape(argument)} must be "):
        attrgetter(path)(client)(**identity, **arguments)
    assert answers.asked == []


def test_assumed_rules_are_left_to_the_server(client: Any, answers: Orchard):
    answers.answer = (200, {"items": [], "total": 0})
    client.trees.list(shade="none", rows=3, owner="me").page()
    assert answers.asked[0].url.params.multi_items() == [("shade", "none"), ("rows", "3"), ("owner", "me")]
    answers.answer = (204, None)
    client.trees.update(T1, bark="smooth")
    assert answers.body == {"bark": "smooth"}
    answers.answer = (200, {"number": 1, "trees": []})
    assert client.reports.yearly("all winter").number == 1
    assert answers.target == "/v1/reports/all%20winter"


@pytest.mark.parametrize("null", [{"side": None}, {"bark": None}, {"gardener": None, "stake": None}])
def test_null_is_accepted_where_the_contract_allows_it(client: Any, answers: Orchard, null: dict[str, None]):
    client.trees.update(T1, **null)
    assert answers.body == null


def test_only_public_operations_send_no_credentials(client: Any, answers: Orchard):
    answers.answer = (200, {"sky": "clear"})
    client.weather.now()
    assert "OrchardKey" not in answers.asked[-1].headers
    answers.answer = (200, {"number": 1, "trees": []})
    client.rows.get(1)
    assert answers.asked[-1].headers["OrchardKey"] == "key"
    answers.answer = (204, None)
    client.trees.fell(T1)
    assert answers.asked[-1].headers["OrchardKey"] == "key"


def test_only_request_operations_send_the_context(client: Any, answers: Orchard):
    bound = client.at(directory="/ü &").with_options(max_retries=0)
    answers.answer = (200, {"data": []})
    bound.notes.find(directory="own")
    assert (answers.target, answers.body) == ("/v1/notes?directory=%2F%C3%BC+%26", {"directory": "own"})
    list(bound.harvests.list(after="a"))
    assert answers.target == "/v1/harvests?after=a&directory=%2F%C3%BC+%26"
    answers.answer = (200, {"crates": []})
    list(bound.harvests.crates.list("h"))
    assert answers.target == "/v1/harvests/h/crates"
    answers.answer = (204, None)
    bound.trees.fell(T1)
    assert "?" not in answers.target
    answers.answer = (200, {"data": []})
    client.notes.find()
    assert answers.target == "/v1/notes"
    for method in (bound.notes.find, bound.harvests.list, bound.harvests.crates.list):
        assert not {"workspace"} & set(inspect.signature(method).parameters)


def test_stream_call_accepts_an_event_stream(client: Any, orchard: ModuleType):
    call = import_module(f"{orchard.__name__}._generated.calls").news_follow()
    assert (call.accept, call.record, call.context) == ("text/event-stream", None, True)


def test_hand_written_method_sends_the_generated_call(client: Any, answers: Orchard, orchard: ModuleType):
    answers.answer = (200, {"number": 7, "trees": []})
    assert client.reports.yearly("spring").number == 7
    assert answers.target == "/v1/reports/spring"
    calls = import_module(f"{orchard.__name__}._generated.calls")
    for media in ("application/json", "text/csv"):
        assert calls.reports_yearly("spring", accept=media).accept == media
    with pytest.raises(InvalidArgumentError, match="accept must be one of"):
        calls.reports_yearly("spring", accept="text/plain")


def test_client_has_the_methods_of_its_hand_written_base(client: Any, answers: Orchard):
    with client.picking() as picked:
        picked.trees.fell(T1)
    assert type(picked) is type(client)
    assert answers.asked[-1].headers["OrchardKey"] == "key"


@pytest.mark.parametrize("spare", ["my-secret", T1 + "-my-secret", "", 5])
def test_error_of_an_invalid_secret_uuid_hides_it(client: Any, models: ModuleType, answers: Orchard, spare: Any):
    key = models.ApiCredential(type="api", key="k")
    with pytest.raises(InvalidArgumentError, match=r"^spare must be ") as caught:
        client.keys.create(credential=key, token="t", spare=spare)
    assert "my-secret" not in str(caught.value)
    with pytest.raises(InvalidArgumentError, match=r"^link must be ") as caught:
        client.trees.open(spare)
    assert "my-secret" not in str(caught.value)
    assert answers.asked == []


def test_secret_uuid_is_sent(client: Any, models: ModuleType, answers: Orchard):
    answers.answer = (201, {"id": "k", "secret": "s"})
    client.keys.create(credential=models.ApiCredential(type="api", key="k"), token="t", spare=T1)
    assert answers.body["spare"] == T1


def test_error_of_an_invalid_secret_hides_it(client: Any, models: ModuleType):
    with pytest.raises(InvalidArgumentError, match="token must be at most 8 characters") as caught:
        client.keys.create(credential=models.ApiCredential(type="api", key="k"), token="my-secret")
    assert "my-secret" not in str(caught.value)


def test_pattern_is_applied_as_written(client: Any, answers: Orchard, models: ModuleType):
    answers.answer = (201, {"data": None})
    with pytest.raises(DecodeError):
        client.trees.plant("p", species="Malus'", crop=models.Apple(kind="apple", colour="red"))
    assert answers.body["species"] == "Malus'"


def test_most_bytes_of_an_answer_are_in_its_call(orchard: ModuleType):
    calls = import_module(f"{orchard.__name__}._generated.calls")
    assert calls.trees_get(T1).max_body == 12_000_000
    assert calls.trees_fell(T1).max_body == 8_000_000


def test_operation_that_changes_nothing_is_retryable(orchard: ModuleType):
    calls = import_module(f"{orchard.__name__}._generated.calls")
    assert calls.trees_find(crops=[], branches=None, by_name=None, perhaps=None, either=None, height=None).retryable
    assert calls.trees_get(T1).retryable
    assert not calls.trees_fell(T1).retryable


@pytest.mark.parametrize("strict", [False, True])
def test_answer_may_be_its_unwrapped_field(orchard: ModuleType, models: ModuleType, answers: Orchard, strict: bool):
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
    assert all("OrchardKey" not in request.headers for request in answers.asked)


@pytest.mark.parametrize("strict", [False, True])
def test_answer_may_be_its_unwrapped_array(orchard: ModuleType, answers: Orchard, strict: bool):
    options = {"account_key": "key", "base_url": "http://orchard.test", "transport": answers, "strict": strict}
    with orchard.OrchardClient(**options) as client:
        for body, notes in ((["a"], ["a"]), ([], []), ({"data": ["a", "b"], "place": "p"}, ["a", "b"])):
            answers.answer = (200, body)
            assert client.notes.find() == notes
        for other in (3, "data", {"place": "p"}, {"data": {}}):
            answers.answer = (200, other)
            with pytest.raises(DecodeError, match=r"notes\.find.*\$"):
                client.notes.find()


def test_other_fields_of_an_envelope_are_in_the_record(client: Any, answers: Orchard, models: ModuleType):
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


def test_repeated_items_of_several_kinds_are_dropped(client: Any, answers: Orchard):
    crates = [{"kind": "pears", "crateID": "1"}, {"kind": "apples", "crateID": "1"}, {"kind": "figs", "crateID": "2"}]
    crates += [{"kind": "figs", "crateID": "2"}, {"kind": "figs"}, {"kind": "figs"}]
    answers.answer = (200, {"crates": crates})
    received = [(crate.kind, getattr(crate, "tag", None)) for crate in client.harvests.crates.list("h")]
    assert received == [("pears", None), *[("unknown", "figs")] * 3]


def test_method_returns_the_value_inside_the_envelope(client: Any, answers: Orchard, models: ModuleType):
    answers.answer = (200, {"fruit": {"kind": "apple", "colour": "red"}})
    assert client.trees.fruits.get(T1, "f") == models.Apple(kind="apple", colour="red")


def test_pager_yields_every_item_of_every_page(client: Any, answers: Orchard):
    answers.answer = (200, {"items": [TREE | {"id": "a"}, TREE | {"id": "b"}], "total": 2})
    assert [tree.id for tree in client.trees.list()] == ["a", "b"]


def test_wrong_answer_raises_with_its_path(client: Any, answers: Orchard):
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
            200, json={"items": [TREE | {"id": tree_id} for tree_id in ids[skip : skip + 2]], "total": total}
        )

    transport = httpx.MockTransport(page)
    with orchard.OrchardClient(account_key="key", base_url="http://orchard.test", transport=transport) as client:
        trees = client.trees.list(prefetch=prefetch)
        assert "".join(tree.id for tree in trees) == seen
    assert (trees.total, trees.shortfall) == (total, shortfall)
