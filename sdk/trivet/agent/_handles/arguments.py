"""The arguments of a handle in the form of the operations: a model, the rules of a session, the id of a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...errors import InvalidArgumentError
from .._generated.models import Message, ModelReference, PermissionRule
from .._store.transcript import id_of
from .._turns.permissions import PermissionRules

Rules: TypeAlias = PermissionRules | Sequence[PermissionRule]
"""The rules of a session, which the server keeps."""


def model_reference(model: ModelReference | str | None) -> ModelReference | None:
    """Return the model of a session.

    >>> model_reference("acme/large")
    ModelReference(provider_id='acme', model_id='large')

    Raises:
        InvalidArgumentError: The text is not `PROVIDER/MODEL`.
    """
    if model is None or isinstance(model, ModelReference):
        return model
    provider, slash, name = model.partition("/") if isinstance(model, str) else ("", "", "")  # pyright: ignore[reportUnnecessaryIsInstance]
    if not (provider and slash and name):
        raise InvalidArgumentError("model", "PROVIDER/MODEL, or a ModelReference", model)
    return ModelReference(provider_id=provider, model_id=name)


def session_rules(rules: Rules | None) -> list[PermissionRule] | None:
    """Return the rules of a session, also of `PermissionRules`, as `session_rules` has them.

    >>> session_rules(PermissionRules(deny=["edit"]))
    [PermissionRule(action='edit', resource='*', effect='deny')]
    """
    if rules is None:
        return None
    return rules.session_rules() if isinstance(rules, PermissionRules) else [*rules]


def message_id_of(message: Message | str | None) -> str | None:
    """Return the id of a message.

    Raises:
        InvalidArgumentError: The record has none.
    """
    if message is None or isinstance(message, str):
        return message
    id_ = id_of(message)
    if id_ is None:
        raise InvalidArgumentError("at", "a message, or its id", message)
    return id_
