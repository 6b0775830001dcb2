"""Values against the schemas of a contract: a wrong input is refused, a wrong answer is a bug of the stub."""

from collections.abc import Iterator

from jsonschema_rs import Draft202012Validator as Validator
from jsonschema_rs import ValidationError

from trivet_stubs.kernel.refusal import Refusal


def check_body(validator: Validator, value: object) -> None:
    """Refuse a request body that the contract forbids, by the first fault in it."""
    for refusal in body_refusals(validator, value):
        raise refusal


def body_refusals(validator: Validator, value: object) -> Iterator[Refusal]:
    """A refusal for each fault in a request body."""
    for error in validator.iter_errors(value):
        name = ".".join(["body", *map(str, error.instance_path)])
        yield Refusal.argument(
            name, error.message, place=_place(error), keyword=str(error.schema_path[-1]), value=error.instance
        )


def check_output(validator: Validator, value: object, what: str, whole: str) -> None:
    """Raise a `Refusal` that says STUB BUG unless the contract allows this value.

    Args:
        validator: The schema of the value.
        value: The stub's own value.
        what: What the stub did, for the message: `stops.list answered 200`.
        whole: The value as a whole, in words.
    """
    if not validator.is_valid(value):
        for error in validator.iter_errors(value):
            where = ".".join(map(str, error.instance_path)) or whole
            raise Refusal.stub_bug(f"{what} with a wrong {where}: {error.message[:300]}")


def _place(error: ValidationError) -> tuple[str | int, ...]:
    """Where in the body the fault is; of a key that is missing or too many, where it would be or is."""
    keys: list[str] = getattr(error.kind, "unexpected", None) or [getattr(error.kind, "property", None) or ""]
    return ("body", *error.instance_path, *filter(None, keys[:1]))
