"""Generated records, decoded from JSON and encoded as JSON."""

import copy
import json
import pickle
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trivet import UNSET, extra
from trivet._core.converter import faults, make_converter, structure
from trivet._core.wire_encoder import encode

from ..conftest import document_of, service_of

ASSUMED = "picked_at"
"""The one field of the orchard that is only assumed to be sent."""
EMPTY = {"sky": "clear", "winds": [], "gusts": []}
RAW = document_of("orchard")
SERVICE = service_of("orchard")
SENT = {record.name for record in SERVICE.records if record.sent}
NAMES = sorted(record.name for record in SERVICE.records)

TIMES = st.datetimes(min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29), timezones=st.just(UTC))
SCALARS = st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
FREE = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=4)


def sent(wire: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of an encoded record; the encoder leaves date-times to the JSON writer."""
    arrived: dict[str, Any] = json.loads(json.dumps(wire, default=datetime.isoformat))
    return arrived


def fitting(schema: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Return a strategy for JSON that is valid for a schema of the orchard."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return fitting(RAW["components"]["schemas"][name] | {"name": name}, depth)
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return st.one_of([fitting(part, depth) for part in schema[key]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return st.one_of([fitting({**schema, "type": name}, depth) for name in kind])
    if "allOf" in schema or "properties" in schema:
        return objects(schema, depth)
    if kind == "array":
        return st.lists(fitting(schema["items"], depth + 1), max_size=2) if depth < 3 else st.just([])
    if kind == "object":
        values = schema["additionalProperties"]
        return st.dictionaries(st.text(), FREE if values is True else fitting(values, depth + 1), max_size=2)
    if schema.get("format") == "date-time":
        return TIMES.map(datetime.isoformat)
    plain = {"string": st.text(), "integer": st.integers(), "boolean": st.booleans(), "null": st.none(), None: FREE}
    plain["number"] = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    return plain[kind]


def objects(schema: dict[str, Any], depth: int) -> st.SearchStrategy[dict[str, Any]]:
    parts = [fitted(part) for part in schema.get("allOf", [schema])]
    properties = {name: prop for part in parts for name, prop in part["properties"].items()}
    # An omitted field with an empty default decodes as the empty default.
    always = {name for part in parts for name in part.get("required", [])}
    always |= {name for name, prop in properties.items() if "default" in prop}
    deep = depth >= 3
    known = {name: fitting(prop, depth + 1) for name, prop in properties.items() if not deep or name in always}
    # In answers, null and missing are the same; in requests they differ.
    if schema.get("name") not in SENT:
        known |= {name: strategy.filter(present) for name, strategy in known.items() if name not in always}
    required = {name: strategy for name, strategy in known.items() if name in always}
    optional = {name: strategy for name, strategy in known.items() if name not in always}
    unknown = st.dictionaries(st.text().filter(lambda name: name not in properties), FREE, max_size=1)
    return st.builds(dict.__or__, st.fixed_dictionaries(required, optional=optional), unknown)


def present(value: object) -> bool:
    return value is not None


def fitted(part: dict[str, Any]) -> dict[str, Any]:
    resolved: dict[str, Any] = RAW["components"]["schemas"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    return resolved


def test_each_object_has_a_record_and_maps_have_none(models: ModuleType):
    assert {record.__name__ for record in models.DECODERS} == {*NAMES, "UnknownCrate", "UnknownCrop"}
    assert "Labels" not in NAMES
    assert "TreePlan" in NAMES


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_valid_data_round_trip(models: ModuleType, name: str):
    decode: Callable[[Any], Any] = models.DECODERS[getattr(models, name)]

    @settings(max_examples=50, deadline=None)
    @given(fitting({"$ref": f"#/components/schemas/{name}"}))
    def check(data: dict[str, Any]) -> None:
        before = copy.deepcopy(data)
        record = decode(data)
        assert sent(encode(record)) == data == before
        assert faults(data, type(record), assumed=False) == []
        missing = faults(data, type(record))
        assert all(ASSUMED in fault for fault in missing)
        assert missing or structure(data, type(record)) == record
        assert pickle.loads(pickle.dumps(record)) == record

    check()


@pytest.fixture
def tree_data() -> dict[str, Any]:
    """A tree with its required fields only."""
    return {
        "id": "t1",
        "species": "Malus",
        "plantedAt": "2024-05-01T10:00:00Z",
        "crop": {"kind": "apple", "colour": "red"},
        "health": "good",
    }


def test_missing_optional_field_is_none_in_an_answer(models: ModuleType, tree_data: dict[str, Any]):
    tree = models.decode_tree(tree_data)
    assert tree.height is None
    assert tree.felled_at is None
    assert tree.branches == []
    assert tree.planted_at == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert tree == models.Tree(
        id="t1",
        species="Malus",
        planted_at=datetime(2024, 5, 1, 10, tzinfo=UTC),
        crop=models.Apple(kind="apple", colour="red"),
        health="good",
    )


HARVEST = {"id": "h", "pickedAt": "2024-05-01T10:00:00+00:00", "weight": 2.5, "moon": 1}


def test_answer_without_an_assumed_field_decodes(models: ModuleType):
    wire = {key: value for key, value in HARVEST.items() if key != "pickedAt"}
    harvest = models.decode_harvest(dict(wire))
    assert (harvest.id, harvest.weight, extra(harvest)) == ("h", 2.5, {"moon": 1})
    with pytest.raises(AttributeError, match=r"^the service did not send Harvest\.picked_at$"):
        _ = harvest.picked_at
    assert repr(harvest) == "Harvest(id='h', weight=2.5)"
    assert isinstance(harvest, models.Harvest)
    assert encode(harvest) == wire
    page = {"data": [HARVEST, wire]}
    harvests = models.decode_harvest_page(page)
    assert [hasattr(harvest, "picked_at") for harvest in harvests.data] == [True, False]
    assert sent(encode(harvests)) == page


def test_assumed_field_has_the_type_of_a_required_one(models: ModuleType):
    assert models.decode_harvest(HARVEST).picked_at == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert get_type_hints(models.Harvest)["picked_at"] is datetime
    assert models.Harvest.__assumed__ == {"picked_at"}
    with pytest.raises(TypeError, match="picked_at"):
        models.Harvest(id="h")


def test_missing_required_field_is_an_error_beside_an_assumed_one(models: ModuleType):
    with pytest.raises(KeyError, match="id"):
        models.decode_harvest({"weight": 2.5})


def test_unknown_field_next_to_a_missing_one_is_kept(models: ModuleType, tree_data: dict[str, Any]):
    every = encode(models.decode_tree(tree_data))
    every |= {wire: None for wire in models.Tree.__wire_names__ if wire not in every}
    assert extra(models.decode_tree(sent(every))) == {}
    for wire in [wire for wire in every if every[wire] is None]:
        tree = models.decode_tree({**{key: value for key, value in sent(every).items() if key != wire}, "moon": 1})
        assert extra(tree) == {"moon": 1}


def test_list_field_is_empty_by_default_and_not_shared(models: ModuleType):
    weather = models.Weather(sky="clear")
    assert (weather.winds, weather.gusts) == ([], [])
    weather.winds.append(models.Wind(sky="clear"))
    assert models.Weather(sky="clear").winds == []  # each has its own
    assert models.decode_weather({"sky": "clear", "winds": None}) == models.Weather(sky="clear")
    assert encode(weather) == {"sky": "clear", "winds": [EMPTY], "gusts": []}


def test_fields_of_merged_schemas_are_decoded(models: ModuleType):
    assert list(models.Wind.__wire_names__) == [*models.Weather.__wire_names__, "from", "force"]
    wind = models.decode_wind({"sky": "clear", "from": "w", "degrees": None, "force": 1, "winds": [{"sky": "clear"}]})
    assert wind == models.Wind(sky="clear", from_="w", force=1, winds=[models.Wind(sky="clear")])


def test_unknown_fields_are_kept_and_sent_again(models: ModuleType, tree_data: dict[str, Any]):
    data = {**tree_data, "crop": {"kind": "apple", "colour": "red", "worm": {"n": 1}}, "moon": [1]}
    tree = models.decode_tree(data)
    assert extra(tree) == {"moon": [1]}
    assert extra(tree.crop) == {"worm": {"n": 1}}
    assert sent(encode(tree)) == {**data, "plantedAt": "2024-05-01T10:00:00+00:00", "branches": []}


@pytest.mark.parametrize("crop", [{"kind": "plum", "stone": True}, {"colour": "red"}, {"kind": None}, {}])
def test_unknown_variant_is_kept_whole(models: ModuleType, crop: dict[str, Any]):
    unknown = models.decode_crop(crop)
    assert unknown == models.UnknownCrop(data=crop)
    assert (unknown.kind, unknown.tag) == ("unknown", crop.get("kind"))
    assert encode(unknown) == crop
    assert pickle.loads(pickle.dumps(unknown)) == unknown
    strict = structure({"fruit": crop}, models.FruitAnswer)
    assert strict.fruit == unknown
    assert encode(strict) == {"fruit": crop}


def test_tag_of_a_variant_is_closed(models: ModuleType):
    hints = {
        record.__name__: str(get_type_hints(record)["kind"])
        for record in (models.Apple, models.Pear, models.UnknownCrop)
    }
    assert hints == {
        "Apple": "typing.Literal['apple']",
        "Pear": """typing.Literal["pear's", 'conference']""",
        "UnknownCrop": "typing.ClassVar[typing.Literal['unknown']]",
    }


@pytest.mark.parametrize("tag", ["apple", "unknown", None, 3, []])
def test_other_tag_of_a_variant_outside_its_union_does_not_decode(
    models: ModuleType, tree_data: dict[str, Any], tag: Any
):
    pear = {"kind": "conference", "ripe": None}
    assert models.decode_tree({**tree_data, "windfall": pear}).windfall == models.Pear(**pear)
    other = {**tree_data, "windfall": {**pear, "kind": tag}}
    with pytest.raises(TypeError, match=r"^expected kind to be \"pear's\" or 'conference'$"):
        models.decode_tree(other)
    [fault] = faults(other, models.Tree)
    assert fault.endswith("$.windfall.kind")


def test_tag_selects_the_variant(models: ModuleType):
    assert models.decode_crop({"kind": "pear's", "ripe": None}) == models.Pear(kind="pear's", ripe=None)
    assert models.decode_crop({"kind": "conference", "ripe": True}) == models.Pear(kind="conference", ripe=True)
    assert isinstance(structure({"fruit": {"kind": "apple", "colour": "blue"}}, models.FruitAnswer).fruit, models.Apple)


def test_value_none_and_unset_are_encoded_as_three_states(models: ModuleType):
    assert encode(models.Branch(length=1)) == {"length": 1}
    assert models.Branch(length=1).cut_at is UNSET
    assert encode(models.Branch(length=1, cut_at=None)) == {"length": 1, "cutAt": None}
    assert models.Branch(length=1, cut_at=None).to_dict() == {"length": 1, "cut_at": None}
    when = datetime(2024, 5, 1, tzinfo=UTC)
    branch = models.Branch(length=1, cut_at=when, parent=models.Branch(length=2, branches=[]))
    assert sent(encode(branch)) == {
        "length": 1,
        "cutAt": "2024-05-01T00:00:00+00:00",
        "parent": {"length": 2, "branches": []},
    }


def test_missing_field_is_not_sent_back_as_null(models: ModuleType):
    assert models.decode_branch({"length": 1}).parent is UNSET
    assert models.decode_branch({"length": 1, "parent": None}).parent is None


def test_fields_with_odd_names_are_reachable(models: ModuleType):
    data = {
        "id": "k",
        "secret": "s3cret",
        "type": "a",
        "from": "b",
        "class": "c",
        "list": ["d"],
        "str": "e",
        "self": "f",
        "sessionID": "g",
        "MCPStatus": {"up": True},
        "odata.metadata": "h",
        "source_": "i",
        "extra": "j",
    }
    key = models.decode_key(data)
    assert (key.type, key.from_, key.class_, key.list_, key.str_, key.self_) == ("a", "b", "c", ["d"], "e", "f")
    assert (key.session_id, key.mcp_status.up, key.odata_metadata) == ("g", True, "h")
    assert (key.source, key.extra) == ("i", "j")
    assert extra(key) == {}
    assert models.Branch(length=1, wire_name="x").wire_name == "x"
    assert encode(key) == data


def test_secret_is_in_no_repr_at_any_depth(models: ModuleType):
    credentials = [
        models.OauthCredential(type="oauth", refresh="s3cret", expires=1.5),
        models.ApiCredential(type="api", key="s3cret"),
    ]
    key = models.Key(id="k", secret="s3cret", data={"all": credentials})
    assert "s3cret" not in repr(key)
    assert "expires=1.5" in repr(key)
    assert json.dumps(encode(key)).count("s3cret") == 3


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"species": None}, "$.species"),
        ({"plantedAt": "soon"}, "$.planted_at"),
        ({"crop": {"kind": "apple"}}, "$.crop"),
        ({"crop": None}, "$.crop"),
        ({"crops": [{"kind": "pear's"}]}, "$.crops[0]"),
        ({"branches": {}}, "$.branches"),
        ({"branches": [{"length": "long"}]}, "$.branches[0].length"),
        ({"gaps": [None, {"length": None}]}, "$.gaps[1]"),
        ({"grid": [[{"length": 1}, 3]]}, "$.grid[0][1]"),
        ({"visits": ["now"]}, "$.visits"),
        ({"labels": {"a": 1}}, "$.labels['a']"),
        ({"byYear": {"y": {}}}, "$.by_year['y']"),
        ({"mixed": "yes"}, "$.mixed"),
        ({"mood": 3}, "$.mood"),
        ({"felledAt": 3}, "$.felled_at"),
    ],
)
def test_strict_decoding_names_the_field_that_does_not_fit(
    models: ModuleType, tree_data: dict[str, Any], change: dict[str, Any], path: str
):
    assert faults(tree_data, models.Tree) == []
    (fault,) = faults({**tree_data, **change}, models.Tree)
    assert path in fault


def test_strict_decoding_names_the_missing_field(models: ModuleType, tree_data: dict[str, Any]):
    del tree_data["species"]
    (fault,) = faults(tree_data, models.Tree)
    assert "species" in fault


def test_strict_reading_names_a_missing_assumed_field(models: ModuleType):
    assert faults(HARVEST, models.Harvest) == []
    (fault,) = faults({"data": [HARVEST, {"id": "h"}]}, models.HarvestPage)
    assert "picked_at" in fault
    assert "$.data[1]" in fault
    assert faults({"id": "h"}, models.Harvest, assumed=False) == []


def test_public_converter_uses_the_generated_functions(models: ModuleType, tree_data: dict[str, Any]):
    converter = make_converter(import_module("trivet.orchard._generated.models.trees"))
    tree = converter.structure(tree_data, models.Tree)
    assert tree == models.decode_tree(tree_data)
    assert converter.unstructure([tree]) == [sent(encode(tree))]
