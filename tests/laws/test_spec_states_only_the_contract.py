"""Law 5: everything in a spec that its contract does not state carries a mark, and a rule called stated is stated.

`tests/laws/statements/` converts the tables of the contract and the spec into statements such as
`GET /conversations limit: maximum 100`, and compares them in both directions.
"""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve

from codegen.read.examples import without_examples
from tests.laws.specs import document
from tests.laws.statements.compare import Comparison, misplaced
from tests.laws.statements.edits import drawn, edits
from tests.laws.statements.law import IN_WORDS, law
from tests.laws.statements.rule_edits import rule_edits
from tests.laws.statements.rule_words import RuleList
from tests.laws.statements.spec import Spec
from tests.laws.tree import ROOT, SERVICES

# The whole contracts, if they are next to the checkout; spec/contract/ has the parts that the tests need.
CONTRACTS = ROOT.parent / "shared" / "contract"
SEED, EDITS = 20261123, 100
"""The seed and the number of the edits that a run draws; `nox -s honesty` makes every one."""


def compared(service: str, raw: Any = None) -> Comparison:
    return Comparison(Spec(raw or document(service)), law(service).stated)


def marks(node: Any, key: str) -> Iterator[Any]:
    """Yield the values of a key at any depth."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from [value] if name == key else marks(value, key)
    elif isinstance(node, list):
        for value in node:
            yield from marks(value, key)


@pytest.mark.rule("agent.requests.inputs-are-in-query-or-body")
@pytest.mark.parametrize("service", IN_WORDS)
def test_spec_marks_statements_that_are_not_in_the_contract(service: str) -> None:
    unmarked = compared(service).unstated
    assert not unmarked, (
        "mark these (spec/README.md lists the marks; a required field moves to x-assumed-required), "
        "or add them to the tables of spec/contract/:\n" + "\n".join(unmarked)
    )


@pytest.mark.rule("bus.stops.code-has-five-digits", "bus.contract.revision-is-6-8")
@pytest.mark.rule("chat.requests.paging-is-in-the-query")
@pytest.mark.parametrize("service", IN_WORDS)
def test_spec_contains_every_statement_of_the_contract(service: str) -> None:
    absent = compared(service).missing
    assert not absent, "the contract states these, and the spec does not:\n" + "\n".join(absent)


@pytest.mark.parametrize("service", IN_WORDS)
def test_marks_are_about_what_the_contract_does_not_state(service: str) -> None:
    wrong = compared(service).wrong_marks
    assert not wrong, "the contract states these; mark only what it does not state:\n" + "\n".join(wrong)


@pytest.mark.parametrize("service", IN_WORDS)
def test_sentences_are_marked_or_stand_on_words_of_the_contract(service: str) -> None:
    ledger = law(service).ledger
    differences = ledger.differences(Spec(document(service)), law(service).answered)
    assert not differences, (
        "end a sentence with (assumed) or (observed), or list it in spec/sentences/ below the words that state it:\n"
        + "\n".join(differences)
    )
    assert ledger.faults(law(service).text) == []


@pytest.mark.parametrize("service", IN_WORDS)
def test_sentences_of_stated_rules_say_only_what_the_contract_states(service: str) -> None:
    faults = [*law(service).rule_list.faults(law(service).rules)]
    assert not faults, (
        "a sentence says what its quotes say, or spec/sentences/ lists its words beside the quotes that say so:\n"
        + "\n".join(faults)
    )


@pytest.mark.parametrize(
    ("rule_id", "sentence", "fault"),
    [
        ("bus.volume.link-expires", "A Link expires within 60 seconds, and opens its file once.", "'60'"),
        ("bus.volume.link-expires", "A Link expires within 5 minutes, and opens its file once.", "'once'"),
        ("bus.volume.link-expires", "A Link does not expire.", "'not'"),
        ("bus.services.frequency-is-a-range", "A frequency is a range of minutes.", "'minutes'"),
        ("bus.planned-routes.effective-date-form", "The EffectiveDate has the form YYYY-MM-DD.", "'YYYY'"),
        ("bus.paging.skip-is-at-least-0", "The `$skip` is an integer of at most 0.", "'most'"),
        ("bus.paging.arrivals-do-not-page", "The arrivals accept `$skip`.", "denies"),
        ("agent.sessions.list-filters", "Sessions are filtered by the time of their last update.", "'time'"),
        ("agent.vcs.mode-is-worktree-or-default", "The mode is that of the `default` branch.", "'branch'"),
        ("agent.questions.reply-answers-the-question", "A reply answers a question, and its turn continues.", "'turn'"),
        (
            "agent.sessions.update-changes-title-archival-or-permissions",
            "An update changes the title or the archival time of a session.",
            "'time'",
        ),
        ("agent.workspaces.warp-moves-a-session", "A warp moves a session out of its directory.", "'directory'"),
        ("chat.paging.limit-is-1-to-100", "The `limit` of conversations is 1 to 101.", "'101'"),
        ("chat.access.admin-operations-need-role-admin", "They need a user with role `owner`.", "`owner`"),
    ],
)
def test_sentence_that_says_more_than_its_rule_quotes_is_found(rule_id: str, sentence: str, fault: str) -> None:
    of_service = law(rule_id.partition(".")[0])
    [rule] = [rule for rule in of_service.rules if rule.id == rule_id]
    assert any(fault in found for found in of_service.rule_list.of_rule(evolve(rule, sentence=sentence)))


def test_every_dishonest_edit_of_a_rule_is_caught() -> None:
    edits = [(law(service), edit) for service in IN_WORDS for edit in rule_edits(law(service).rules)]
    assert len(edits) > 1000
    assert [str(edit) for of_service, edit in edits if not [*of_service.rule_list.of_rule(edit.rule)]] == []


def test_needless_or_unfounded_words_of_a_rule_are_found() -> None:
    raw = {"terms": {}, "rules": {"bus.volume.link-expires": {"within 5 hours": ["Link"]}, "bus.volume.gone": {}}}
    faults = [*RuleList(raw, Spec(document("bus"))).faults(law("bus").rules)]
    assert "bus.volume.gone: lists words, and is not a stated rule" in faults
    assert "bus.volume.link-expires: does not quote 'within 5 hours'" in faults
    assert "bus.volume.link-expires: lists 'Link' without need" in faults


@pytest.mark.parametrize("service", IN_WORDS)
def test_every_mark_has_a_reason(service: str) -> None:
    reasons = [
        reason
        for mark in ("", "-placement", "-null", "-optional", "-keywords", "-values")
        for found in marks(document(service), f"x-assumed{mark}")
        for reason in (found.values() if isinstance(found, dict) else [found])
    ]
    assert reasons
    assert all(isinstance(reason, str) and len(reason.split()) > 2 and reason.endswith(".") for reason in reasons)


@pytest.mark.long
def test_drawn_dishonest_edits_of_the_specs_are_caught() -> None:
    raws = {service: json.loads(json.dumps(document(service))) for service in IN_WORDS}
    candidates = [(service, edit) for service in IN_WORDS for edit in edits(raws[service], law(service).answered)]
    chosen = drawn(candidates, EDITS, SEED)
    missed = list[str]()
    for service, edit in chosen:
        with edit.applied():
            if not law(service).faults(raws[service]):
                missed.append(f"{service}: {edit}")
    assert missed == []
    assert len(chosen) == EDITS
    assert {edit.kind for _, edit in chosen} == {edit.kind for _, edit in candidates}
    assert all(raws[service] == document(service) for service in IN_WORDS), "an edit was not taken back"


@pytest.mark.parametrize("service", SERVICES)
def test_fields_assumed_to_be_required_are_marked_fields_of_answers(service: str) -> None:
    assert misplaced(Spec(document(service))) == []


@pytest.mark.parametrize("service", SERVICES)
def test_examples_state_nothing(service: str) -> None:
    assert [*Spec(document(service)).claims()] == [*Spec(without_examples(document(service))).claims()]


@pytest.mark.parametrize("service", SERVICES)
def test_exactly_the_request_bodies_are_closed(service: str) -> None:
    spec = Spec(document(service))
    forms = {name for name in spec.schemas if name not in spec.records}
    assert {name for name, schema in spec.schemas.items() if schema.get("additionalProperties") is False} == forms


@pytest.mark.parametrize("service", SERVICES)
def test_every_schema_and_every_field_has_a_description(service: str) -> None:
    spec = Spec(document(service))
    described = [*spec.schemas.items()] + [
        (f"{name}.{wire}", spec.resolve(node))
        for name, schema in spec.schemas.items()
        for part in spec.parts(schema)
        for wire, node in part.get("properties", {}).items()
    ]
    assert [name for name, node in described if not node.get("description", "").endswith(".")] == []


@pytest.mark.parametrize("service", IN_WORDS)
def test_copied_contract_is_verbatim(service: str) -> None:
    if not CONTRACTS.is_dir():
        pytest.skip("the contracts are not beside this checkout")
    whole = (CONTRACTS / f"{service}.md").read_text("utf-8").splitlines()
    assert [line for line in law(service).text.splitlines() if line not in whole] == []
    assert [line for line in whole if line.startswith("|") and line not in law(service).text.splitlines()] == []


# Changes that add a statement to the spec of chat, with the statement that the law finds.
LIST = "GET /conversations"
MUTATIONS: dict[str, tuple[Callable[[Any], object], str]] = {
    "operation": (
        lambda spec: spec["paths"]["/conversations"].update(put={"operationId": "a.b", "responses": {}}),
        "PUT /conversations: operation",
    ),
    "input": (
        lambda spec: at(spec, LIST)["parameters"].append({"name": "tint", "in": "query", "schema": {}}),
        f"{LIST} tint: input",
    ),
    "placement": (
        lambda spec: at(spec, "GET /conversations/admin-list")["parameters"][3].update({"in": "header"}),
        "GET /conversations/admin-list search: in header",
    ),
    "required input": (
        lambda spec: at(spec, LIST)["parameters"][2].update(required=True),
        f"{LIST} include_archived: required",
    ),
    "status": (lambda spec: at(spec, LIST)["responses"].update({"418": {}}), f"{LIST}: status 418"),
    "media type": (
        lambda spec: at(spec, "POST /conversations")["responses"]["201"]["content"].update({"text/csv": {}}),
        "POST /conversations: media text/csv",
    ),
    "answer": (
        lambda spec: at(spec, "POST /conversations")["responses"]["201"].update(answer("Message")),
        "POST /conversations: answer Message",
    ),
    "public operation": (lambda spec: at(spec, LIST).update(security=[]), f"{LIST}: public"),
    "field": (
        lambda spec: schema(spec, "Conversations")["properties"].update(tint={"type": "string"}),
        "Conversations.tint: field",
    ),
    "required field": (
        lambda spec: schema(spec, "Conversation")["required"].append("title"),
        "Conversation.title: required",
    ),
    "required field that is marked": (
        lambda spec: schema(spec, "Conversation")["required"].append("created_at"),
        "Conversation.created_at: required",
    ),
    "value": (
        lambda spec: at(spec, "GET /admin/ratings/export")["parameters"][0]["schema"]["enum"].append("xml"),
        "GET /admin/ratings/export export_format: value xml",
    ),
    "bound": (
        lambda spec: spec["components"]["parameters"]["Limit100"]["schema"].update(maximum=99),
        f"{LIST} limit: maximum 99",
    ),
    "bound of a form": (
        lambda spec: schema(spec, "ConversationCreate")["properties"]["title"].update(maxLength=255),
        "POST /conversations title: maxLength 255",
    ),
    "default": (
        lambda spec: spec["components"]["parameters"]["Skip"]["schema"].update(default=1),
        f"{LIST} skip: default 1",
    ),
}


def at(spec: Any, operation: str) -> Any:
    method, _, path = operation.partition(" ")
    return spec["paths"][path][method.lower()]


def schema(spec: Any, name: str) -> Any:
    return spec["components"]["schemas"][name]


def answer(name: str) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


@pytest.mark.parametrize("name", MUTATIONS)
def test_unmarked_addition_to_a_spec_is_unstated(name: str) -> None:
    mutate, statement = MUTATIONS[name]
    spec = copy.deepcopy(document("chat"))
    mutate(spec)
    assert statement in compared("chat", spec).unstated


@pytest.mark.rule("agent.requests.three-operations-are-open")
@pytest.mark.parametrize(
    ("service", "place", "ending"),
    [
        ("chat", ("paths", "/conversations", "post"), "POST /conversations: operation"),
        ("chat", ("components", "parameters", "Limit100", "schema", "maximum"), f"{LIST} limit: maximum 100"),
        ("chat", ("components", "schemas", "Messages", "required"), "Messages.items: required"),
        ("chat", ("paths", "/admin/users/{user_id}", "delete", "responses", "404"), ": status 404"),
        ("agent", ("components", "schemas", "Credential", "oneOf", 1), "Credential: variant ApiCredential"),
        ("agent", ("components", "schemas", "WorkspaceWarp", "required", 1), " copyChanges: required"),
        ("agent", ("paths", "/api/workspace/status", "get", "x-open"), "GET /api/workspace/status: open"),
        ("agent", ("paths", "/api/session/{sessionID}", "get", "x-context"), ": context session"),
        ("bus", ("components", "schemas", "BusStop", "properties", "BusStopCode", "pattern"), ": pattern ^[0-9]{5}$"),
        ("bus", ("components", "schemas", "BusStop", "properties", "RoadName"), "BusStop.RoadName: field"),
        ("bus", ("components", "schemas", "ArrivalBus", "properties", "Type", "enum", 2), "ArrivalBus.Type: value BD"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_omission_from_a_spec_is_missing(service: str, place: tuple[Any, ...], ending: str) -> None:
    spec = copy.deepcopy(document(service))
    node = spec
    for step in place[:-1]:
        node = node[step]
    del node[place[-1]]
    assert [statement for statement in compared(service, spec).missing if statement.endswith(ending)]
