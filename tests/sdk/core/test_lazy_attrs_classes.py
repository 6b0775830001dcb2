"""attrs classes that are completed when they are first used."""

from __future__ import annotations

import contextlib
import inspect
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from threading import Barrier, BrokenBarrierError
from typing import Any, ClassVar, get_type_hints

import attrs
import pytest

from trivet._core import lazy_attrs_classes
from trivet._core.lazy_attrs_classes import Factory, define

Make = Callable[[], Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Base:
    kind_: ClassVar[str] = "base"

    source: str | None = None


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Stop(Base):
    """A stop."""

    name: str
    """Its name."""

    buses: list[str] = Factory(list[str])
    place: str | None = None


@pytest.fixture
def stop_class() -> type[Any]:
    """A class with the fields of `Stop` that has not been used yet."""

    @define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
    class Fresh(Base):
        name: str
        buses: list[str] = Factory(list[str])
        place: str | None = None

    return Fresh


def is_complete(cls: type) -> bool:
    return isinstance(vars(cls)["__attrs_attrs__"], tuple) and inspect.isfunction(vars(cls)["__init__"])


def test_class_and_its_fields_equal_the_ones_from_attrs(stop_class: type[Any]):
    @attrs.define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
    class Expected:
        source: str | None = None
        name: str
        buses: list[str] = attrs.Factory(list[str])
        place: str | None = None

    def shown(cls: type[Any]) -> list[Any]:
        return [
            (field.name, field.kw_only, field.type, field.init, type(field.default), field.alias)
            for field in attrs.fields(cls)
        ]

    assert shown(stop_class) == shown(Expected)
    assert inspect.signature(stop_class).parameters.keys() == inspect.signature(Expected).parameters.keys()
    assert get_type_hints(stop_class.__init__).keys() == get_type_hints(Expected.__init__).keys()
    assert attrs.asdict(stop_class(name="A")) == attrs.asdict(Expected(name="A"))


uses: list[Callable[[type[Any]], object]] = [
    lambda cls: cls(name="A"),
    attrs.fields,
    attrs.has,
    inspect.signature,
    lambda cls: type("Nearer", (cls,), {})(name="A"),
]


@pytest.mark.parametrize("use", uses)
def test_first_use_completes_the_class(stop_class: type[Any], use: Callable[[type[Any]], object]):
    assert not is_complete(stop_class)
    assert use(stop_class)
    assert isinstance(vars(stop_class)["__attrs_attrs__"], tuple)
    assert stop_class(name="A").name == "A"
    assert is_complete(stop_class)


def test_completing_a_base_does_not_complete_its_subclass(stop_class: type[Any]):
    assert [field.name for field in attrs.fields(Base)] == ["source"]
    assert [field.name for field in attrs.fields(stop_class)] == ["source", "name", "buses", "place"]


def test_record_without_constructor_completes_nothing(stop_class: type[Any]):
    stop = object.__new__(stop_class)
    stop.name, stop.buses, stop.place, stop.source = "A", ["12"], None, None
    assert stop.__class__ is stop_class
    assert weakref.ref(stop)() is stop
    with pytest.raises(AttributeError, match="other"):
        stop.other = 1
    assert not is_complete(stop_class)


def test_each_record_has_an_array_of_its_own():
    first, second = Stop(name="A"), Stop(name="B")
    first.buses.append("12")
    assert (first.buses, second.buses) == (["12"], [])


def test_wrong_arguments_raise_the_error_of_attrs(stop_class: type[Any]):
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'name'"):
        stop_class()
    with pytest.raises(TypeError, match="unexpected keyword argument 'color'"):
        stop_class(name="A", color="red")
    with pytest.raises(TypeError, match="positional"):
        stop_class("A")


def test_class_keeps_its_name_docstring_and_constants():
    assert (Stop.__name__, Stop.__qualname__, Stop.__module__, Stop.__doc__) == ("Stop", "Stop", __name__, "A stop.")
    assert Stop.kind_ == "base"
    assert not hasattr(Stop(name="A"), "__dict__")


def test_subclass_may_call_the_constructor_of_the_record(stop_class: type[Any]):
    class Named(stop_class):  # type: ignore[misc]
        def __init__(self, text: str) -> None:
            super().__init__(name=text.title())

    assert Named("hotel").name == "Hotel"


def test_class_of_the_user_adds_a_field(stop_class: type[Any]):
    @attrs.define(kw_only=True)
    class Marked(stop_class):  # type: ignore[misc]
        mark: int = 0

    assert attrs.asdict(Marked(name="A", mark=1)) == {
        "source": None, "name": "A", "buses": [], "place": None, "mark": 1,
    }  # fmt: skip


@pytest.mark.parametrize("twin", [copy, attrs.evolve, lambda stop: pickle.loads(pickle.dumps(stop))])
def test_copy_has_the_same_fields(twin: Callable[[Stop], Stop]):
    stop = Stop(name="A", buses=["12"])
    assert attrs.asdict(twin(stop)) == attrs.asdict(stop)


def test_field_that_a_base_has_takes_no_second_slot():
    @define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
    class Narrower(Base):
        source: str

    assert vars(Narrower)["__slots__"] == ()
    assert Narrower(source="A").source == "A"
    with pytest.raises(TypeError, match="source"):
        Narrower()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_threads_that_use_a_class_at_once_get_the_same_fields(monkeypatch: pytest.MonkeyPatch, stop_class: type[Any]):
    """Otherwise a thread would replace the fields whose types another has resolved, which attrs does once."""
    complete, together, completed = attrs.define, Barrier(2), list[type]()

    def define_together(cls: type, **options: Any) -> type:
        completed.append(cls)
        with contextlib.suppress(BrokenBarrierError):  # it breaks because no second thread arrives
            together.wait(0.2)
        return complete(cls, **options)

    def use(number: int) -> tuple[Any, ...]:
        stop = stop_class(name="A") if number % 2 else None
        return stop is None or stop.name, attrs.fields(attrs.resolve_types(stop_class))

    assert attrs.has(Base)
    monkeypatch.setattr(lazy_attrs_classes.attrs, "define", define_together)
    with ThreadPoolExecutor(8) as threads:
        results = [*threads.map(use, range(8))]
    assert completed == [stop_class]
    assert [name for name, _ in results] == [True, "A"] * 4
    assert {id(fields) for _, fields in results} == {id(attrs.fields(stop_class))}
    assert [field.type for field in attrs.fields(stop_class)] == [str | None, str, list[str], str | None]


def test_failed_completion_is_tried_again(stop_class: type[Any], monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(lazy_attrs_classes.attrs, "define", fail)
        with pytest.raises(MemoryError):
            stop_class(name="A")
    assert stop_class(name="A").name == "A"


def test_first_answer_neither_loads_attrs_nor_completes_a_class():
    code = """if True:
        import sys
        sys.modules["click"] = None  # or httpx loads its command, which loads rich, and that attrs
        import httpx
        from trivet import AgentClient
        body = {"data": {"id": "ses_1", "title": "A title"}}
        client = AgentClient(transport=httpx.MockTransport(lambda _: httpx.Response(200, json=body)))
        assert client.session.get("ses_1").title == "A title"
        loaded = {"attr", "attrs", "cattrs"} & sys.modules.keys()
        from trivet.agent import Session
        assert type(vars(Session)["__init__"]).__name__ == "_Pending", vars(Session)["__init__"]
        print(*loaded)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr, run.returncode) == ("\n", "", 0)
