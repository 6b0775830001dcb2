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


def with_a_list_of_sessions(document: dict[str, Any]) -> dict[str, Any]:
    """Add an operation to the agent service, which lists the latest sessions of a runtime context."""
    listed = document["paths"]["/api/session"]["get"]
    parameters = [raw for raw in listed["parameters"] if raw.get("$ref", "").endswith(("Directory", "Workspace"))]
    document["paths"]["/api/session/recent"] = {
        "get": {
            "operationId": "session.recent",
            "x-context": "request",
            "tags": ["session"],
            "summary": "List the latest sessions.",
            "parameters": parameters,
            "responses": {"200": listed["responses"]["200"]},
        }
    }
    return document
