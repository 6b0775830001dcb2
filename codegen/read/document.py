"""From an OpenAPI document to our model of the service: the parser's view, and what the parser leaves out."""

from __future__ import annotations

from typing import Any

from . import conventions, parser, validation
from .credentials import Credentials
from .faults import DocumentError, Faults
from .ir import Service
from .operations import Operations
from .records import Records
from .schemas import Schemas, line
from .source import load

__all__ = ["DocumentError", "load", "service"]


def service(name: str, document: dict[str, Any]) -> Service:
    """Build the model of one service.

    Each of four steps needs the one before, and lists all faults that it finds: the keys of the document
    (`validation`), the parser's view (`parser`), the model (the readers), its conventions (`conventions`).

    Raises:
        DocumentError: With every fault of a step.
    """
    validation.check(document)
    parsed = parser.parse(document)
    schemas, faults = Schemas(document, parsed), Faults()
    operations = Operations(document, parsed, schemas, Credentials(document))
    info = document["info"]
    urls = [each["url"] for each in document.get("servers", [])]
    made = Service(
        name=name,
        title=line(info["title"]),
        version=line(info["version"]),
        base_url=urls[0] if urls else None,
        auth=operations.credentials.auth,
        effective_statuses=tuple(sorted(set(operations.effective_statuses()))),
        operations=tuple(sorted(operations.read(faults), key=lambda each: each.id)),
        records=tuple(sorted(Records(schemas, parsed).read(faults), key=lambda each: each.name)),
        unions=tuple(sorted(schemas.unions(faults), key=lambda each: each.name)),
    )
    faults.refuse()
    conventions.check(made)
    return made
