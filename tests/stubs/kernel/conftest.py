"""A small contract, for the tests of the kernel, which knows no service."""

import pytest

from trivet_stubs.kernel.contract import Contract

DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/talks/export": {"get": {"operationId": "talks.export", "responses": {"200": {"description": ""}}}},
        "/replacements": {
            "put": {
                "operationId": "talks.replace",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Talk"}}},
                },
                "responses": {"204": {"description": ""}},
            },
        },
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
                "responses": {
                    "200": {
                        "description": "",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Talk"}}},
                    }
                },
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
            "Talk": {
                "type": "object",
                "required": ["id"],
                "x-assumed-required": ["title"],
                "properties": {
                    "id": {"type": "string"},
                    "title": {"type": "string"},
                    "speaker": {"$ref": "#/components/schemas/Speaker"},
                },
            },
            "Speaker": {
                "allOf": [
                    {
                        "type": "object",
                        "x-assumed-required": ["name"],
                        "properties": {"name": {"type": "string"}, "role": {"$ref": "#/components/schemas/Role"}},
                    }
                ]
            },
            "Role": {"type": "string", "enum": ["host", "guest"], "x-assumed": "Only host is documented."},
            "Update": {
                "type": "object",
                "required": ["title"],
                "properties": {"title": {"type": "string"}},
                "additionalProperties": False,
            },
        }
    },
    "security": [{"token": []}],
}


@pytest.fixture
def contract():
    return Contract(DOCUMENT)
