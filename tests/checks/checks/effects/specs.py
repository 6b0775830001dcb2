"""Copies of specs with further operations."""

from typing import Any


def with_a_list(document: dict[str, Any]) -> dict[str, Any]:
    """Add an operation to the chat service, which lists the latest conversations of the caller."""
    document["paths"]["/conversations/recent"] = {
        "get": {
            "operationId": "conversations.recent",
            "tags": ["conversations"],
            "summary": "List the latest conversations.",
            "responses": {
                "200": {
                    "description": "The conversations.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Conversations"}}},
                }
            },
        }
    }
    return document
