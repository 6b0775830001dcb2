"""Documents outside the supported subset of OpenAPI: each is refused with the place of its fault."""

from collections.abc import Callable

import pytest

from codegen.read import document

from ..specs import OK, UPDATE, Spec, assert_refused, at, operation, put, query, ref, schema

OPERATIONS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "status without quotes": (
        put(at("trees.list", "responses"), 200, {"description": "Trees."}),
        r"#/paths/~1trees/get/responses/200: a key must be text; write it in quotes",
    ),
    "key that is null": (
        put(at("Tree", "allOf", 1, "properties"), None, {"type": "string"}),
        r"properties/None: a key must be text",
    ),
    "property of an unknown schema": (
        put(at("Tree", "allOf", 1, "properties"), "x", ref("Nix")),
        "Tree",
    ),
    "parameter of an unknown schema": (
        put(at("trees.list", "parameters", 0), "schema", ref("Nix")),
        r"trees/get/parameters/0/schema/\$ref: '#/components/schemas/Nix' is not a schema of this",
    ),
    "unknown parameter": (
        put(at("trees.list", "parameters"), 0, {"$ref": "#/components/parameters/Nix"}),
        r"trees/get/parameters/0/\$ref: '#/components/parameters/Nix' is not a parameter of this document",
    ),
    "unknown answer": (
        put(at("rows.get", "responses"), "200", {"$ref": "#/components/responses/Nix"}),
        r"get/responses/200/\$ref: '#/components/responses/Nix' is not a response of this document",
    ),
    "one id twice": (
        put(at("weather.now"), "operationId", "rows.get"),
        r"^#/paths/~1weather/get/operationId: rows.get and #/paths/~1rows~1\{number\}/get.* would both be rows_get$",
    ),
    "one id twice, with other statuses": (
        put(at("trees.plant"), "operationId", "trees.find"),
        "/operationId: trees.find and #/paths/~1trees/post/operationId would both be trees_find$",
    ),
    "ids of one name": (
        put(at("weather.now"), "operationId", "trees_fruits.get"),
        "^#/paths/~1weather/get/operationId: trees_fruits.get and #/paths/~1trees.* would both be trees_fruits_get$",
    ),
    "reference to another file": (
        put(at("Key", "properties"), "x", {"$ref": "other.yaml#/X"}),
        r"Key/properties/x/\$ref: 'other.yaml#/X' is not a schema of this document",
    ),
    "parameter with content": (
        put(
            at("trees.list", "parameters"),
            1,
            {"name": "limit", "in": "query", "content": {"application/json": {"schema": {}}}},
        ),
        "trees/get/parameters/1: schema is missing\n  #/paths/~1trees/get/parameters/1/content: the client would",
    ),
    "list in a header, by commas": (
        put(at("trees.plant", "parameters", 1), "explode", True),
        "^#/paths/~1trees/post/parameters/1/explode: the client would not send it as written$",
    ),
    "body of an answer without one": (
        put(
            at("trees.list", "responses"),
            "204",
            {"description": "", "content": {"application/json": {"schema": ref("Row")}}},
        ),
        "^#/paths/~1trees/get/responses/204: an answer with the status 204 has no body$",
    ),
    "body of an answer without one, by reference": (
        put(at("trees.list", "responses"), "205", {"$ref": "#/components/responses/Row"}),
        "^#/paths/~1trees/get/responses/205: an answer with the status 205 has no body$",
    ),
    "parameters of a path": (
        put(at("paths", "/trees"), "parameters", []),
        "^#/paths/~1trees/parameters: is not understood here$",
    ),
    "version 2": (lambda spec: spec.update(openapi="2.0"), "OpenAPI"),
    "no paths": (lambda spec: spec.pop("paths"), "paths"),
    "no operationId": (
        lambda spec: operation(spec, "weather.now").pop("operationId"),
        "^#/paths/~1weather/get: operationId is missing$",
    ),
    "schema with a title": (
        put(at("Key"), "title", "Other"),
        "^#/components/schemas/Key/title: the parser would call its class by its title$",
    ),
    "object that may be null": (
        put(at("Key", "properties"), "x", {"type": ["object", "null"], "properties": {"a": {"type": "string"}}}),
        "^#/components/schemas/Key/properties/x/type: must be object: one that may be null is a named schema, beside",
    ),
    "statuses of a hundred": (
        put(at("trees.list", "responses"), "4XX", {"description": "Refused."}),
        "^#/paths/~1trees/get/responses/4XX: is not one status; list each status that the contract names$",
    ),
    "example beside a schema": (
        put(at("Key", "properties"), "x", {"type": "string", "example": "k"}),
        "^#/components/schemas/Key/properties/x/example: is not understood here$",
    ),
    "null of version 3.0": (
        put(at("Key", "properties"), "x", {"type": "string", "nullable": True}),
        '^#/components/schemas/Key/properties/x/nullable: is of OpenAPI 3.0: write "null" as one of its types$',
    ),
    "answer with headers": (
        put(at("trees.list", "responses", "200"), "headers", {"X-Total": {"schema": {"type": "integer"}}}),
        "^#/paths/~1trees/get/responses/200/headers: is not understood here$",
    ),
    "names of a map": (
        put(at("Key", "properties"), "x", {"type": "object", "propertyNames": {"maxLength": 40}}),
        "^#/components/schemas/Key/properties/x/propertyNames: is not understood here$",
    ),
    "union without a mapping": (
        put(at("Crop"), "discriminator", {"propertyName": "kind"}),
        "^#/components/schemas/Crop/discriminator: mapping is missing$",
    ),
    "more beside a reference": (
        put(at("Key", "properties"), "x", {"$ref": "#/components/schemas/Row", "required": ["a"]}),
        "^#/components/schemas/Key/properties/x/required: would be lost beside a reference$",
    ),
    "endless bound": (
        put(at("trees.list", "parameters", 0, "schema"), "minimum", float("inf")),
        "parameters/0/schema/minimum: must be a number",
    ),
    "UUID that is a number": (
        put(at("rows.get", "parameters", 0, "schema"), "format", "uuid"),
        "number}/get/parameters/0/schema/type: must be string, as its format says$",
    ),
    "no summary": (
        lambda spec: operation(spec, "weather.now").pop("summary"),
        "^#/paths/~1weather/get: summary is missing$",
    ),
    "unwrapped that is a list": (
        put(at("trees.open"), "x-unwrapped", ["by"]),
        r"get/x-unwrapped: must be text, and is \['by'\]$",
    ),
    "unwrapped that is true": (
        put(at("trees.open"), "x-unwrapped", True),
        "get/x-unwrapped: must be text, and is True$",
    ),
    "unwrapped that is null": (
        put(at("trees.open"), "x-unwrapped", None),
        "get/x-unwrapped: must be text, and is null$",
    ),
    "security of a path": (
        put(at("paths", "/weather"), "security", []),
        "^#/paths/~1weather/security: is not understood here$",
    ),
    "credentials by reference": (
        put(at("components", "securitySchemes"), "OrchardKey", {"$ref": "#/components/securitySchemes/Other"}),
        "^#/components/securitySchemes/OrchardKey: type is missing$",
    ),
    "security that is null": (
        put(at("weather.now"), "security", None),
        "^#/paths/~1weather/get/security: must be a list, and is null$",
    ),
    "by hand, in words": (
        put(at("reports.yearly"), "x-by-hand", "yes"),
        "get/x-by-hand: must be true or false, and is 'yes'$",
    ),
    "most bytes without a reason": (
        put(at("trees.open"), "x-max-body", {"bytes": 5}),
        "get/x-max-body: x-assumed is missing$",
    ),
    "most bytes, in words": (
        put(at("trees.open"), "x-max-body", {"bytes": "64 MB", "x-assumed": "It embeds a tree."}),
        "get/x-max-body/bytes: must be a whole number, and is '64 MB'$",
    ),
    "retryable, in words": (
        put(at("trees.plant"), "x-retryable", "false"),
        "#/paths/~1trees/post/x-retryable: must be true or false, and is 'false'",
    ),
    "secret, in words": (
        put(at("Key", "properties", "id"), "x-secret", "no"),
        "Key/properties/id/x-secret: must be true or false, and is 'no'",
    ),
    "key that is misspelt": (
        put(at("trees.open"), "x-bear", "by"),
        r"^#/paths/~1shared~1\{link\}/get/x-bear: is not understood here$",
    ),
    "secret that is misspelt": (
        put(at("Key", "properties", "id"), "x-secert", True),
        "Key/properties/id/x-secert: is not understood here",
    ),
    "key that is out of place": (
        put(at("Weather"), "x-unwrapped", "sky"),
        "^#/components/schemas/Weather/x-unwrapped: is not understood here$",
    ),
    "key of a path": (
        put(at("paths", "/weather"), "x-by-hand", True),
        "^#/paths/~1weather/x-by-hand: is not understood here$",
    ),
    "key of the document": (
        lambda spec: spec.update({"x-retryable": True}),
        "^#/x-retryable: is not understood here$",
    ),
    "key within an array": (
        put(at("trees.list", "parameters", 0), "x-unwrapped", "skip"),
        "^#/paths/~1trees/get/parameters/0/x-unwrapped: is not understood here$",
    ),
    "paging without a key": (put(at("trees.list", "x-paging"), "key", []), "x-paging/key: must not be empty"),
    "paging without a style": (
        lambda spec: operation(spec, "trees.list")["x-paging"].pop("style"),
        "^#/paths/~1trees/get/x-paging: style is missing$",
    ),
    "paging that says more": (
        put(at("trees.list", "x-paging"), "limit", "limit"),
        "^#/paths/~1trees/get/x-paging/limit: is not understood here$",
    ),
    "paging that is a word": (
        put(at("trees.list"), "x-paging", "offset"),
        "x-paging: must be a mapping, and is 'offset'",
    ),
    "fault that stands for nothing": (
        put(at("rows.get", "responses"), "500", {"description": "", "x-effective-status": {"code": "a"}}),
        "responses/500/x-effective-status: status is missing$",
    ),
    "fault of many statuses": (
        put(
            at("rows.get", "responses"), "5XX", {"description": "", "x-effective-status": {"code": "a", "status": 429}}
        ),
        r"^#/paths/~1rows~1\{number\}/get/responses/5XX: is not one status",
    ),
    "context of no kind": (
        put(at("harvests.list"), "x-context", "user"),
        "^#/paths/~1harvests/get/x-context: must be one of request, server, session, and is 'user'$",
    ),
    "context that is a list": (
        put(at("harvests.list"), "x-context", ["server"]),
        r"x-context: must be one of request, server, session, and is \['server'\]$",
    ),
    "context of an input": (
        put(at("harvests.list", "parameters", 0), "x-context", "server"),
        "^#/paths/~1harvests/get/parameters/0/x-context: is not understood here$",
    ),
    "open, and not": (put(at("harvests.list"), "x-open", False), "x-open: must be True, and is False"),
    "open, in words": (put(at("harvests.list"), "x-open", "yes"), "x-open: must be True, and is 'yes'"),
    "cursor list with an offset": (
        put(at("harvests.list", "x-paging"), "offset", "skip"),
        "^#/paths/~1harvests/get/x-paging/offset: is not understood here$",
    ),
    "cursor list with a total": (
        put(at("harvests.list", "x-paging"), "total", "count"),
        "^#/paths/~1harvests/get/x-paging/total: is not understood here$",
    ),
    "cursor list without a next": (
        lambda spec: operation(spec, "harvests.list")["x-paging"].pop("next"),
        "^#/paths/~1harvests/get/x-paging: next is missing$",
    ),
    "offset list with a cursor": (
        put(at("trees.list", "x-paging"), "cursor", "after"),
        "^#/paths/~1trees/get/x-paging/cursor: is not understood here$",
    ),
    "assumed fields, none": (
        put(at("Harvest"), "x-assumed-required", []),
        "^#/components/schemas/Harvest/x-assumed-required: must not be empty$",
    ),
    "assumed fields, as text": (
        put(at("Harvest"), "x-assumed-required", "weight"),
        "Harvest/x-assumed-required: must be a list, and is 'weight'$",
    ),
    "assumed fields of a schema that is not an object": (
        put(at("Health"), "x-assumed-required", ["a"]),
        "^#/components/schemas/Health: x-assumed-required is for an object with properties$",
    ),
    "another paging": (
        put(at("trees.list", "x-paging"), "style", "moon"),
        "x-paging/style: must be one of cursor, offset, and is 'moon'$",
    ),
    # Features of OpenAPI that the generator does not support.
    "default response": (
        put(at("rows.get", "responses"), "default", {"description": ""}),
        "get/responses/default: is not one status; list each status that the contract names$",
    ),
    "range of statuses": (
        put(at("rows.get", "responses"), "2XX", {"description": ""}),
        "get/responses/2XX: is not one status",
    ),
    "status without a response": (
        put(at("rows.get", "responses"), "404", None),
        "get/responses/404: must be a mapping, and is null$",
    ),
    "no responses": (put(at("rows.get"), "responses", {}), r"rows~1\{number\}/get/responses: must not be empty$"),
    "response headers": (
        put(at("rows.get", "responses"), "404", {"description": "", "headers": {}}),
        "responses/404/headers: is not understood here$",
    ),
    "media type without a schema": (
        put(at("weather.now", "responses", "200", "content"), "application/json", {}),
        "get/responses/200/content/application~1json: schema is missing$",
    ),
    "media type that is null": (
        put(at("weather.now", "responses", "200", "content"), "application/json", None),
        "content/application~1json: must be a mapping, and is null$",
    ),
    "media type with an encoding": (
        put(at("weather.now", *OK), "encoding", {}),
        "content/application~1json/encoding: is not understood here$",
    ),
    "content without a media type": (
        put(at("weather.now", "responses", "200"), "content", {}),
        "responses/200/content: must not be empty$",
    ),
    "parameters that are null": (
        put(at("trees.list"), "parameters", None),
        "^#/paths/~1trees/get/parameters: must be a list, and is null$",
    ),
    "parameter that is null": (
        put(at("trees.list", "parameters"), 0, None),
        "^#/paths/~1trees/get/parameters/0: must be a mapping, and is null$",
    ),
    "operation that is null": (
        put(at("paths", "/weather"), "get", None),
        "weather/get: must be a mapping, and is null",
    ),
    "path that is null": (put(at("paths"), "/weather", None), "^#/paths/~1weather: must be a mapping, and is null$"),
    "schema that is null": (
        put(at("components", "schemas"), "Row", None),
        "Row: must be a mapping, and is null",
    ),
    "properties that are null": (put(at("Row"), "properties", None), "Row/properties: must be a mapping, and is null"),
    "components that are null": (
        lambda spec: spec.update(components=None),
        "#/components: must be a mapping, and is null$",
    ),
    "info without a title": (lambda spec: spec["info"].pop("title"), "^#/info: title is missing$"),
    **{
        f"parameter with {key}: {value}": (
            put(at("trees.list", "parameters", 6), key, value),
            f"parameters/6/{key}: the client would not send it as written$",
        )
        for key, value in (
            ("explode", False),
            ("style", "pipeDelimited"),
            ("style", "spaceDelimited"),
            ("style", "deepObject"),
            ("allowReserved", True),
            ("allowEmptyValue", True),
        )
    },
    **{
        f"path parameter with {key}: {value}": (
            put(at("rows.get", "parameters", 0), key, value),
            f"parameters/0/{key}: the client would not send it as written$",
        )
        for key, value in (("style", "matrix"), ("style", "label"), ("explode", True))
    },
    "path parameter that is optional": (
        put(at("rows.get", "parameters", 0), "required", False),
        "parameters/0/required: must be True, and is False$",
    ),
    "parameter in a cookie": (
        put(at("trees.list", "parameters", 0), "in", "cookie"),
        "parameters/0/in: must be header, path or query: other inputs are not understood$",
    ),
    "parameter that is deprecated": (
        put(at("trees.list", "parameters", 0), "deprecated", True),
        "parameters/0/deprecated: is not understood here$",
    ),
    "callbacks": (
        put(at("trees.fell"), "callbacks", {}),
        "delete/callbacks: is not understood here$",
    ),
    "servers of an operation": (put(at("trees.fell"), "servers", []), "delete/servers: is not understood here$"),
    "operation that is deprecated": (put(at("trees.fell"), "deprecated", True), "delete/deprecated: is not understood"),
    "webhooks": (lambda spec: spec.update(webhooks={}), "^#/webhooks: is not understood here$"),
    "trace": (put(at("paths", "/weather"), "trace", {}), "^#/paths/~1weather/trace: is not understood here$"),
    "server variables": (
        put(at("servers", 0), "variables", {"host": {"default": "a"}}),
        "^#/servers/0/variables: is not understood here$",
    ),
    "server with a template": (
        put(at("servers", 0), "url", "https://{host}.example"),
        "^#/servers/0/url: must be an absolute URL without variables$",
    ),
    "two servers": (
        lambda spec: spec["servers"].append({"url": "https://b.example"}),
        "^#/servers: must be one server, as the client has one default$",
    ),
    "headers among the components": (put(at("components"), "headers", {}), "^#/components/headers: is not understood"),
    "path without a slash": (
        lambda spec: spec["paths"].update(weather=spec["paths"].pop("/weather")),
        "^#/paths/weather: is not a path, such as",
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_broken_operation_is_refused(spec: Spec, name: str):
    assert_refused(spec, *OPERATIONS[name])


def test_faults_in_several_places_are_listed_at_once(spec: Spec):
    operation(spec, "trees.list")["parameters"] = None
    operation(spec, "rows.get")["responses"]["default"] = {"description": ""}
    schema(spec, "Row")["properties"]["number"]["multipleOf"] = 2
    schema(spec, "Weather")["x-unwrapped"] = "sky"
    with pytest.raises(document.DocumentError) as caught:
        document.service("orchard", spec)
    assert set(caught.value.faults) == {
        "#/paths/~1trees/get/parameters: must be a list, and is null",
        "#/paths/~1rows~1{number}/get/responses/default: is not one status; list each status that the contract names",
        "#/components/schemas/Row/properties/number/multipleOf: the client would not check it",
        "#/components/schemas/Weather/x-unwrapped: is not understood here",
    }
    assert str(caught.value).startswith("4 faults:\n  #/")


def test_long_value_is_cut_in_the_message(spec: Spec):
    spec["info"]["title"] = ["x" * 1000]
    with pytest.raises(document.DocumentError, match=r"^#/info/title: must be text, and is \['x{70,80}…$"):
        document.service("orchard", spec)


SCHEMAS: dict[str, tuple[Callable[[Spec], None], str]] = {
    **{
        f"bound of {key}": (
            put(at(*UPDATE, "properties", "height"), key, value),
            f"schema/properties/height/{key}: the client would not check it$",
        )
        for key, value in (
            ("exclusiveMinimum", 0),
            ("exclusiveMaximum", 1),
            ("multipleOf", 2),
            ("minItems", 1),
            ("maxItems", 1),
            ("uniqueItems", True),
            ("minProperties", 1),
            ("maxProperties", 1),
        )
    },
    **{
        f"schema with {key}": (
            put(at("Row", "properties", "number"), key, value),
            f"^#/components/schemas/Row/properties/number/{key}: is not understood here$",
        )
        for key, value in (
            ("prefixItems", [{}]),
            ("not", {}),
            ("if", {}),
            ("then", {}),
            ("patternProperties", {}),
            ("readOnly", True),
            ("writeOnly", True),
            ("deprecated", True),
            ("contains", {}),
            ("example", 1),
        )
    },
    **{
        f"{low} above {high}": (
            put(at("Key", "properties"), "x", {"type": kind, low: 5, high: 4}),
            f"^#/components/schemas/Key/properties/x: its {low} is 5, and its {high} is 4$",
        )
        for kind, low, high in (("integer", "minimum", "maximum"), ("string", "minLength", "maxLength"))
    },
    "minimum above the maximum of its reference": (
        lambda spec: [
            spec["components"]["schemas"].update(Small={"type": "integer", "maximum": 4}),
            schema(spec, "Key")["properties"].update(x={**ref("Small"), "minimum": 5}),
        ],
        "^#/components/schemas/Key/properties/x: its minimum is 5, and its maximum is 4$",
    ),
    "properties of the names of bounds": (
        lambda spec: [
            schema(spec, "Key")["properties"].update(minimum={"type": "integer"}, maximum={"type": "integer"}),
            schema(spec, "Key")["properties"].update(default={"type": "integer", "minimum": 5, "default": 4}),
        ],
        "^#/components/schemas/Key/properties/default/default: 4 is less than the minimum of 5$",
    ),
    **{
        f"default outside {' and '.join(bounds)}": (
            put(at("trees.list", "parameters"), 1, query(name="x", schema={**bounds, "default": default})),
            f"^#/paths/~1trees/get/parameters/1/schema/default: {message}",
        )
        for bounds, default, message in (
            ({"type": "integer", "maximum": 4}, 5, "5 is greater than the maximum of 4$"),
            ({"type": "integer"}, "many", '"many" is not of type "integer"$'),
            ({"type": "string", "maxLength": 2}, "abc", '"abc" is longer than 2 characters$'),
            ({"type": "string", "pattern": "^[a-z]$"}, "7", '"7" does not match'),
            ({"type": "string", "enum": ["a", "b"]}, "c", '"c" is not one of "a" or "b"$'),
            (ref("Health"), "blue", '"blue" is not one of'),
            ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}, 0, "0 is not valid under any"),
        )
    },
    "schema of OpenAPI 3.0": (
        put(at("Row", "properties", "number"), "nullable", True),
        'number/nullable: is of OpenAPI 3.0: write "null" as one of its types$',
    ),
    "format that nothing reads": (
        put(at("Row", "properties", "number"), "format", "snowflake"),
        "number/format: must be one of binary, .*, int32, int64, uri, uuid, and is 'snowflake'$",
    ),
    "time that is a number": (
        put(at("Row", "properties", "number"), "format", "date-time"),
        "number/type: must be string, as its format says$",
    ),
    "array without items": (
        lambda spec: schema(spec, "Row")["properties"]["trees"].pop("items"),
        "Row/properties/trees: items is missing$",
    ),
    "array or null without items": (
        put(at("Row", "properties"), "trees", {"type": ["array", "null"]}),
        "Row/properties/trees: items is missing$",
    ),
    "object without further fields": (
        put(at("Labels"), "additionalProperties", False),
        "Labels/additionalProperties: must be true or a schema: the client keeps fields that it does not know$",
    ),
    "further fields beside properties": (
        put(at("Row"), "additionalProperties", {}),
        "Row/additionalProperties: is not understood beside properties$",
    ),
    "type beside alternatives": (put(at("Crop"), "type", "object"), "Crop/type: would be lost beside alternatives$"),
    "properties beside alternatives": (put(at("Crop"), "properties", {}), "Crop/properties: would be lost beside"),
    "alternatives, none": (put(at("Crop"), "oneOf", []), "Crop/oneOf: must not be empty"),
    "default that is an object": (put(at("Row", "properties", "number"), "default", {}), "number/default: must be"),
    "schema that refers to itself": (
        put(at("components", "schemas"), "Row", ref("Row")),
        "schemas/Row: it contains itself",
    ),
    "list of itself": (
        put(at("components", "schemas"), "Side", {"type": "array", "items": ref("Side")}),
        "schemas/Side: it contains itself, without end$",
    ),
    "closed record without a reason": (
        put(at("Row"), "additionalProperties", False),
        "Row/additionalProperties: must be true or a schema: the client keeps fields that it does not know$",
    ),
    "reason for another keyword": (
        lambda spec: schema(spec, "Row")["properties"]["number"].update(
            {"multipleOf": 2, "minimum": 0, "x-assumed-keywords": {"minimum": "Measured."}}
        ),
        "properties/number/multipleOf: the client would not check it$",
    ),
    "reason for a keyword that is not there": (
        put(at("Row", "properties", "number"), "x-assumed-keywords", {"maximum": "Measured."}),
        "Row/properties/number: maximum is missing$",
    ),
    "reason for a keyword that is not a rule": (
        put(at("Row", "properties", "number"), "x-assumed-keywords", {"title": "Measured."}),
        "number/x-assumed-keywords/title: is not understood here$",
    ),
    "reason for a default that is not there": (
        put(at("Row", "properties", "number"), "x-assumed-keywords", {"default": "Measured."}),
        "Row/properties/number: default is missing$",
    ),
    "reason for a value without values": (
        put(at("Row", "properties", "number"), "x-assumed-values", {"7": "Measured."}),
        "Row/properties/number: enum is missing$",
    ),
    "reason without words": (
        lambda spec: schema(spec, "Row")["properties"]["number"].update(
            {"minimum": 0, "x-assumed-keywords": {"minimum": ""}}
        ),
        "number/x-assumed-keywords/minimum: must not be empty$",
    ),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_broken_schema_is_refused(spec: Spec, name: str):
    assert_refused(spec, *SCHEMAS[name])


def test_half_a_surrogate_pair_is_a_text_like_others(spec: Spec):
    species = schema(spec, "Tree")["allOf"][1]["properties"]["species"]
    spec["info"]["description"] = species["default"] = "half \ud800"
    document.check(spec)
    assert_refused(spec, lambda _: species.update(maxLength=5), "species/default: .* is longer than 5 characters")
    assert_refused(spec, put(at("trees.list"), "x-\ud800", 1), "trees/get/x-\ufffd: is not understood here")
