"""A small contract of its own, for what the kernel needs of every service."""

import pytest

from trivet_stubs.kernel.contract import Contract

DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/talks/export": {"get": {"operationId": "talks.export", "responses": {"200": {"description": ""}}}},
        "/talks/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {
                "operationId": "talks.get",
                "security": [],
                "parameters": [
                    {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
                    {"name": "open", "in": "query", "schema": {"type": "boolean"}},
                    {"name": "limit", "in": "query", "schema": {"type": "number", "maximum": 100}},
                    {"name": "kind", "in": "query", "schema": {"$ref": "#/components/schemas/Kind"}},
                ],
                "responses": {"200": {"description": ""}},
            },
            "patch": {
                "operationId": "talks.update",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Update"}}},
                },
                "responses": {"204": {"description": ""}},
            },
        },
    },
    "components": {
        "schemas": {
            "Kind": {"anyOf": [{"type": "integer"}, {"enum": ["all"], "type": "string"}]},
            "Update": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}},
        }
    },
    "security": [{"token": []}],
}


@pytest.fixture
def contract():
    return Contract(DOCUMENT)
