"""The operations of a service as the templates show them: every value ready to be written."""

from __future__ import annotations

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier
from ..read.ir import Operation, Parameter, Service
from . import answers
from .checks import checks, is_positional
from .example import example
from .python import item, literal
from .types import encoder, parameter_type

__all__ = ["BodyFieldView", "OperationView", "meaning", "operation_view"]

_BOUNDS = {"minimum": "not below {}", "maximum": "not above {}", "max_length": "at most {} characters"}


@frozen
class BodyFieldView:
    """One field of a body: its wire name as a literal, its wire value, and when it is sent, if not always."""

    wire: str
    value: str
    condition: str


@frozen
class OperationView:
    """One operation: the function that makes its call, and its method.

    Attributes:
        name: The method's name.
        function: The function's name.
        result: The annotation of what the call gives; for a paged one, of its items.
        returns: The annotation of what the method returns.
        signature: The arguments of the function.
        method_signature: The arguments of the method, with their defaults.
        options: The arguments of `Call` that differ from its defaults.
        paging: `offset`, `cursor`, or empty.
        secret: Whether one of its arguments is a secret.
        start: The argument that says where the pages start.
        passed: What the method passes to the function.
        doc: The paragraphs of the method's docstring.
    """

    name: str
    function: str
    id: str
    method: str
    path: str
    result: str
    returns: str
    signature: str
    method_signature: str
    checks: tuple[str, ...]
    body: tuple[BodyFieldView, ...]
    decoding: str
    options: tuple[str, ...]
    pages: str
    paging: str
    secret: bool
    start: str
    passed: str
    has_value: bool
    doc: list[str]


def operation_view(operation: Operation, service: Service, customizations: Customizations) -> OperationView:
    """Make the view of one operation."""
    identity = [each for each in operation.parameters if is_positional(each)]
    rest = [each for each in operation.parameters if not is_positional(each)]
    formats = operation.media if len(operation.media) > 1 else ()
    needs_clock = any(each.wire in customizations.arguments for each in rest)
    statements = [line for each in operation.parameters for line in checks(each, service, customizations)]
    if formats:
        statements.append(f'check.choice("accept", accept, {literal(formats)})')
    passed = [each.name for each in identity] + [f"{each.name}={each.name}" for each in rest]
    passed += ["accept=accept"] if formats else []
    passed += ["clock=self._connection.settings.clock"] if needs_clock else []
    paging = operation.paging
    return OperationView(
        name=identifier(operation.id.rpartition(".")[2]),
        function=identifier(answers.function_name(operation)),
        id=literal(operation.id),
        method=literal(operation.method),
        path=_path(operation),
        result=answers.result(operation, service),
        returns=_returns(operation, service),
        signature=_signature(
            [_argument(each) for each in identity],
            [
                *map(_argument, rest),
                *(["accept: Accept"] if formats else []),
                *(["clock: Clock"] if needs_clock else []),
            ],
        ),
        method_signature=_signature(
            ["self", *(_argument(each) for each in identity)],
            [
                *(_argument(each) + _default(each) for each in rest),
                *([f"accept: calls.Accept = {literal(formats[0])}"] if formats else []),
                *(["prefetch: int = 1"] if paging and paging.style == "offset" else []),
            ],
        ),
        checks=tuple(statements),
        body=tuple(_body_field(each) for each in operation.parameters if each.place == "body"),
        decoding=answers.decoding(operation, service),
        options=tuple(_options(operation, service, customizations)),
        pages=answers.pages(operation, service),
        paging=paging.style if paging else "",
        secret=any(each.secret for each in operation.parameters),
        start=next(each.name for each in rest if each.wire == paging.parameter) if paging else "",
        passed=", ".join(passed),
        has_value=operation.answer is not None,
        doc=_doc(operation),
    )


def _argument(parameter: Parameter) -> str:
    return f"{identifier(parameter.name)}: {parameter_type(parameter)}"


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return ""
    return " = UNSET" if parameter.three_states else " = None"


def _signature(positional: list[str], keywords: list[str]) -> str:
    return ", ".join([*positional, *(["*", *keywords] if keywords else [])])


def _returns(operation: Operation, service: Service) -> str:
    given = answers.result(operation, service)
    if operation.paging is None:
        return given
    return f"AsyncPager[{given}]" if operation.paging.style == "offset" else f"AsyncPager[{given}, str | None]"


def _body_field(parameter: Parameter) -> BodyFieldView:
    name = parameter.name
    condition = f"not isinstance({name}, Unset)" if parameter.three_states else f"{name} is not None"
    value = _sent(parameter, null=parameter.type.nullable)
    return BodyFieldView(literal(parameter.wire), value, "" if parameter.required else condition)


def _sent(parameter: Parameter, *, null: bool) -> str:
    """The wire value of an argument, which may be None."""
    name = parameter.name
    source = encoder(parameter.type.without_null(), name)
    return f"None if {name} is None else {source}" if null and source != name else source


def _options(operation: Operation, service: Service, customizations: Customizations) -> list[str]:
    given = operation.parameters
    query = [(each, not each.required or each.type.nullable) for each in given if each.place == "query"]
    pairs = "".join(f"({literal(each.wire)}, {_sent(each, null=null)})," for each, null in query)
    secrets = [each.name for each in given if each.secret and each.required and each.place != "body"]
    lines = [f"query=({pairs})"] if query else []
    lines += ["body=body"] if any(each.place == "body" for each in given) else []
    lines += [] if operation.retryable else ["retryable=False"]
    lines += ["public=True"] if operation.public else []
    lines += [f"secrets=({''.join(f'{each}, ' for each in secrets)})"] if secrets else []
    lines += [] if operation.unwrapped is None else [f"unwrapped_field={literal(operation.unwrapped)}"]
    lines += ["context=True"] if operation.context == "request" else []
    if operation.answer is None and operation.media:
        lines += [f"accept={literal(operation.media[0])}"]
    elif len(operation.media) > 1:
        lines += ["accept=accept"]
    for media in () if operation.by_hand else operation.media[1:]:
        parser = customizations.parsers.get(media)
        if parser is None:
            raise ValueError(f"{operation.id}: no parser is written for {media}")
        read = f"partial({parser.rpartition('.')[2]}.parse, shape={answers.shape(operation, service)})"
        lines += [f"parse=None if accept == JSON else {read}"]
    if repeated := customizations.empty.get(operation.id):
        lines += [f"empty={{{literal(each.wire)}: {each.name}}}" for each in given if each.wire == repeated]
    return lines


def _path(operation: Operation) -> str:
    wires = {each.wire: _segment(each) for each in operation.parameters if each.place == "path"}
    if not wires:
        return literal(operation.path)
    text = operation.path
    parts: list[str] = []
    while "{" in text:
        before, _, rest = text.partition("{")
        wire, _, text = rest.partition("}")
        parts += [literal(before), wires[wire]]
    return " + ".join([*parts, *([literal(text)] if text else [])])


def _segment(parameter: Parameter) -> str:
    is_number = parameter.type.kind == "int" or any(isinstance(each, int) for each in parameter.type.values)
    return f"segment(str({parameter.name}))" if is_number else f"segment({parameter.name})"


def _doc(operation: Operation) -> list[str]:
    entries = [item(8, each.name, meaning(each)) for each in operation.parameters]
    if len(operation.media) > 1:
        media = " or ".join(f"`{each}`" for each in operation.media)
        entries += [item(8, "accept", f"The format the service answers in, {media}; the objects are equal.")]
    if operation.paging and operation.paging.style == "offset":
        entries += [item(8, "prefetch", "How many pages may be in flight at once.")]
    return [
        operation.summary,
        operation.doc,
        "The contract marks this operation as open to discussion: its shape may change." if operation.open else "",
        example(operation),
        "\n".join(["Args:", *entries]) if entries else "",
        "\n".join(["Raises:", *_raises(operation)]),
        f"Contract: Endpoints, `{operation.method} {operation.path}`.",
    ]


def meaning(parameter: Parameter) -> str:
    """What an input means, with its bounds and the default that the service takes."""
    bounds = [_BOUNDS[key].format(value) for key, value in parameter.checks if key in _BOUNDS]
    text = parameter.doc or "See the contract."
    bounds += [] if parameter.default is None or "by default" in text else [f"default {parameter.default!r}"]
    return f"{text.removesuffix('.')}; {', '.join(bounds)}." if bounds else text


def _raises(operation: Operation) -> list[str]:
    lines = ["InvalidArgumentError: An argument breaks a rule; nothing was sent."] if operation.parameters else []
    lines += ["APIError: The service could not be reached, refused, or gave a body that does not fit."]
    return [f"    {each}" for each in lines]
