"""A small spec, from which mutants are derived."""

from __future__ import annotations

from typing import Any

SPEC: dict[str, Any] = {
    "servers": [{"url": "http://toys.test"}],
    "security": [{"Key": []}],
    "paths": {
        "/toys": {
            "parameters": [{"name": "zone", "in": "query", "schema": {"$ref": "#/components/schemas/Zone"}}],
            "get": {
                "operationId": "toys.list",
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "default": 50}},
                    {"name": "all", "in": "query", "schema": {"type": "boolean", "default": False}},
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {
                                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Toy"}}
                            }
                        }
                    },
                    "401": {"$ref": "#/components/responses/No"},
                },
            },
            "post": {
                "operationId": "toys.create",
                "security": [],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewToy"}}},
                },
                "responses": {
                    "201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Toy"}}}},
                    "401": {"$ref": "#/components/responses/No"},
                },
            },
        }
    },
    "components": {
        "securitySchemes": {"Key": {"type": "apiKey", "in": "header", "name": "Key"}},
        "responses": {"No": {"description": "No."}},
        "schemas": {
            "Zone": {"type": "string", "enum": ["a", "b"]},
            "NewToy": {
                "type": "object",
                "required": ["name"],
                "properties": {"name": {"type": "string", "maxLength": 3, "pattern": "^[a-z]+$"}},
            },
            "Toy": {
                "type": "object",
                "required": ["name", "wheels"],
                "properties": {
                    "name": {"type": "string"},
                    "wheels": {"oneOf": [{"$ref": "#/components/schemas/Car"}, {"$ref": "#/components/schemas/Bike"}]},
                    "inner": {"$ref": "#/components/schemas/Toy"},
                    "notes": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
                },
            },
            "Car": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"type": "string", "enum": ["car"]}},
            },
            "Bike": {
                "allOf": [
                    {
                        "type": "object",
                        "required": ["kind"],
                        "properties": {"kind": {"const": "bike"}},
                    },
                    {"type": "object", "properties": {"sold": {"type": ["string", "null"], "format": "date-time"}}},
                ]
            },
        },
    },
}
CAR = {"name": "a", "wheels": {"kind": "car"}}
BIKE = {"name": "b", "wheels": {"kind": "bike", "sold": "2025-01-01T00:00:00Z"}, "inner": CAR, "notes": {"x": "y"}}
