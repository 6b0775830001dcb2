"""The groups of operations of a service as source: classes whose methods are the operations."""

from __future__ import annotations

from attrs import frozen

from ..customizations import Customizations
from ..read.ir import Operation, Parameter, Service
from . import calls, python

__all__ = ["Group", "flat", "groups", "resource_class"]

_BOUNDS = {"minimum": "not below {}", "maximum": "not above {}", "max_length": "at most {} characters"}


@frozen
class Group:
    """A node in the tree of operationIds: `conversations` with its own operations, and `messages` inside it."""

    path: tuple[str, ...]
    operations: tuple[Operation, ...]
    children: tuple[Group, ...]

    @property
    def name(self) -> str:
        """The attribute it is reached by."""
        return self.path[-1]

    @property
    def class_name(self) -> str:
        """The class in the async colour."""
        words = "_".join(self.path).split("_")
        return python.identifier("Async" + "".join(word.capitalize() for word in words))


def groups(service: Service, path: tuple[str, ...] = ()) -> tuple[Group, ...]:
    """The groups below a path, sorted by name."""
    split = [(tuple(each.id.split(".")), each) for each in service.operations]
    below = {parts[len(path)] for parts, _ in split if parts[: len(path)] == path and len(parts) > len(path) + 1}
    return tuple(
        Group(
            path=(*path, name),
            operations=tuple(each for parts, each in split if parts[:-1] == (*path, name)),
            children=groups(service, (*path, name)),
        )
        for name in sorted(below)
    )


def flat(tree: tuple[Group, ...]) -> list[Group]:
    """The groups of a tree, each before those inside it."""
    return [group for each in tree for group in [each, *flat(each.children)]]


def resource_class(group: Group, service: Service, customizations: Customizations) -> list[str]:
    """The class of one group, its children's before it."""
    lines = [line for child in group.children for line in [*resource_class(child, service, customizations), "", ""]]
    base = customizations.resources.get(".".join(group.path), ("", "AsyncResource"))[1]
    lines += [f"class {group.class_name}({base}):"]
    words = " ".join(group.path).replace("_", " ")
    lines += python.docstring("    ", f"The {words} of the {service.title}.")
    if group.children:
        lines += ["", "    def _open(self, connection: AsyncConnection) -> None:", "        super()._open(connection)"]
        lines += [f"        self.{child.name} = {child.class_name}(connection)" for child in group.children]
    # A method called `list` would hide the builtin from the annotations after it.
    written = [each for each in group.operations if not each.by_hand]
    ordered = sorted(written, key=lambda each: (each.id.endswith(".list"), each.id))
    for operation in ordered:
        lines += ["", *_method(operation, service, customizations)]
    return lines


def _method(operation: Operation, service: Service, customizations: Customizations) -> list[str]:
    name = python.identifier(operation.id.rpartition(".")[2])
    given = calls.result(operation, service)
    by_offset = operation.paging is not None and operation.paging.style == "offset"
    place = "" if by_offset else ", str | None"
    returns = f"AsyncPager[{given}{place}]" if operation.paging else given
    lines = [f"    {'' if operation.paging else 'async '}def {name}(", "        self,"]
    identity = [each for each in operation.parameters if calls.positional(each)]
    rest = [each for each in operation.parameters if not calls.positional(each)]
    lines += [f"        {each.name}: {_typed(each)}," for each in identity]
    keywords = [f"        {each.name}: {_typed(each)}{_default(each)}," for each in rest]
    if len(operation.media) > 1:
        keywords += [f"        accept: calls.Accept = {python.literal(operation.media[0])},"]
    if by_offset:
        keywords += ["        prefetch: int = 1,"]
    lines += ["        *,", *keywords] if keywords else []
    lines += [f"    ) -> {returns}:"]
    lines += _doc(operation)
    passed = [each.name for each in identity] + [f"{each.name}={each.name}" for each in rest]
    if len(operation.media) > 1:
        passed += ["accept=accept"]
    if any(each.wire in customizations.arguments for each in rest):
        passed += ["clock=self._connection.settings.clock"]
    call = f"calls.{calls.function_name(operation)}({', '.join(passed)})"
    if operation.paging:
        start = next(each.name for each in rest if each.wire == operation.paging.parameter)
        pages = f"calls.{calls.function_name(operation).upper()}_PAGES"
        ahead = ", prefetch=prefetch" if by_offset else ""
        lines += [f"        return AsyncPager(self._connection, {call}, {pages}, start={start}{ahead})"]
    elif operation.answer is None:
        lines += [f"        await self._connection.exchange({call})"]
    else:
        lines += [f"        answer = await self._connection.exchange({call})", "        return answer.value"]
    return lines


def _typed(parameter: Parameter) -> str:
    return python.parameter_type(parameter, "m.")


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return ""
    return " = UNSET" if parameter.three_states else " = None"


def _doc(operation: Operation) -> list[str]:
    entries = [python.item("        ", each.name, _meaning(each)) for each in operation.parameters]
    if len(operation.media) > 1:
        media = " or ".join(f"`{each}`" for each in operation.media)
        text = f"The format the service answers in, {media}; the objects are equal."
        entries += [python.item("        ", "accept", text)]
    if operation.paging and operation.paging.style == "offset":
        entries += [python.item("        ", "prefetch", "How many pages may be in flight at once.")]
    return python.docstring(
        "        ",
        operation.summary,
        operation.doc,
        "The contract marks this operation as open to discussion: its shape may change." if operation.open else "",
        "\n".join(["Args:", *entries]) if entries else "",
        "\n".join(["Raises:", *_raises(operation)]),
        f"Contract: Endpoints, `{operation.method} {operation.path}`.",
    )


def _meaning(parameter: Parameter) -> str:
    bounds = [_BOUNDS[key].format(value) for key, value in parameter.checks if key in _BOUNDS]
    text = parameter.doc or "See the contract."
    return f"{text.removesuffix('.')}; {', '.join(bounds)}." if bounds else text


def _raises(operation: Operation) -> list[str]:
    lines = ["InvalidArgumentError: An argument breaks a rule; nothing was sent."] if operation.parameters else []
    lines += ["APIError: The service could not be reached, refused, or gave a body that does not fit."]
    return [f"    {each}" for each in lines]
