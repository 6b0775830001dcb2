"""Operations and their inputs as the command line takes them: what the table and the pages of the docs are made of."""

from __future__ import annotations

from attrs import frozen

__all__ = ["CommandInput", "CommandOperation", "kebab"]


@frozen
class CommandInput:
    """One input of an operation, as the command line takes it.

    Attributes:
        name: The method's argument.
        wire: The contract's name.
        place: identity, query, body, or client for what the client alone has.
        option: The option without its dashes, of an identity the name of the argument.
        kind: text, integer, number, boolean, datetime, or json for all else.
        many: Whether the option may be repeated, as its value is a list.
        values: The values that the contract names.
        closed: Whether the client refuses other values.
        nullable: Whether null may be sent, which differs from leaving it out.
        secret: Whether it is a secret or holds one, so that it never is an option's value.
        page_size: Whether it says how many items a page may hold.
        maximum: The largest number that the contract allows.
        shape: The type of a value in JSON.
        example: A plausible value of an input that is required.
    """

    name: str
    wire: str
    place: str
    option: str
    kind: str
    many: bool
    values: tuple[str | int | float | bool | None, ...]
    closed: bool
    required: bool
    nullable: bool
    secret: bool
    page_size: bool
    maximum: str | int | float | bool | None
    help: str
    shape: dict[str, object] | None
    example: str

    @property
    def is_argument(self) -> bool:
        """Whether it is an argument of the command and no option."""
        return self.place == "identity" and not self.secret

    @property
    def argument(self) -> str:
        """The name of an argument in a command: `USER_ID`."""
        return self.option.replace("-", "_").upper()

    def listed(self) -> dict[str, object]:
        """What the table has of it: all that differs from the usual."""
        always = {each: getattr(self, each) for each in ("name", "wire", "place", "option", "kind", "help")}
        rest = (
            "many",
            "values",
            "closed",
            "required",
            "nullable",
            "secret",
            "page_size",
            "maximum",
            "shape",
            "example",
        )
        return always | {each: value for each in rest if (value := getattr(self, each)) not in (False, (), None, "")}


@frozen
class CommandOperation:
    """One operation, as the command line has it.

    Attributes:
        id: The operationId, which is its path on the client.
        answer: pages, list, value, events, export or nothing.
        paging: offset, cursor or None.
        columns: The fields of its records that hold no further records.
        numbers: Those of them that are numbers.
        python: The call of its method, as source.
        download: The method, and its first argument, that downloads the file which the answer links to.
    """

    id: str
    method: str
    path: str
    summary: str
    doc: str
    answer: str
    paging: str | None
    context: bool
    changes: bool
    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    python: str
    download: tuple[str, str] | None
    inputs: tuple[CommandInput, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its command after those of the service: `("admin", "users", "list")`."""
        return tuple(kebab(each) for each in self.id.split("."))

    def listed(self) -> dict[str, object]:
        """What the table has of it."""
        always = {each: getattr(self, each) for each in ("id", "method", "path", "summary", "answer", "python")}
        rest = ("doc", "paging", "context", "changes", "columns", "numbers", "download")
        found: dict[str, object] = always | {
            each: value for each in rest if (value := getattr(self, each)) not in (False, (), None, "")
        }
        found["inputs"] = [each.listed() for each in self.inputs]
        return found


def kebab(name: str) -> str:
    """A name of Python as the command line writes it: `shared_with_me` as `shared-with-me`."""
    return name.strip("_").replace("_", "-")
