"""/openapi.json keeps to OpenAPI 3.1: what the specification requires is checked here and, where the package openapi-spec-validator is
installed in build/venv, by that too. The schemas accept the requests that the server accepts."""
import json
import os
import subprocess
import tempfile

from serving import ROOT, Server, check, finish

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
OPERATION = {"tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses", "callbacks",
             "deprecated", "security", "servers"}
TYPES = {"null", "boolean", "object", "array", "number", "string", "integer"}


def check_schema(schema, where):
    """A schema of JSON Schema 2020-12, as far as the server writes them."""
    check(isinstance(schema, dict), where, schema)
    kinds = schema.get("type", [])
    check(set([kinds] if isinstance(kinds, str) else kinds) <= TYPES, where, kinds)
    if "$ref" in schema:
        check(resolve(schema["$ref"]) is not None, where, schema["$ref"])
    for name, inner in schema.get("properties", {}).items():
        check_schema(inner, where + "." + name)
    check(set(schema.get("required", [])) <= set(schema.get("properties", {})), where, schema.get("required"))
    if "items" in schema:
        check(kinds == "array", where, "items without an array")
        check_schema(schema["items"], where + "[]")
    if isinstance(schema.get("additionalProperties"), dict):
        check_schema(schema["additionalProperties"], where + ".*")
    for inner in schema.get("oneOf", []):
        check_schema(inner, where + "|")
    for name in ["minimum", "maximum", "minItems", "maxItems"]:
        check(isinstance(schema.get(name, 0), (int, float)), where, name)


def resolve(reference):
    found = document
    check(reference.startswith("#/"), reference)
    for name in reference[2:].split("/"):
        found = found.get(name) if isinstance(found, dict) else None
    return found


with Server("-j", "1") as server:
    document = server.get("/openapi.json").json
    check(document["openapi"] == "3.1.0" and {"title", "version"} <= set(document["info"]), document.get("info"))
    check(set(document) <= {"openapi", "info", "paths", "components", "servers", "security", "tags"}, list(document))
    check(set(document["components"]) <= {"schemas", "securitySchemes"}, list(document["components"]))
    names = set()
    for path, item in document["paths"].items():
        check(path.startswith("/") and set(item) <= METHODS, path, list(item))
        for method, operation in item.items():
            check(set(operation) <= OPERATION, path, set(operation) - OPERATION)
            check(operation["operationId"] not in names, operation["operationId"])
            names.add(operation["operationId"])
            check(operation["responses"], path)
            for status, response in operation["responses"].items():
                check(status.isdigit() and len(status) == 3 and response["description"], path, status)
                for media in response.get("content", {}).values():
                    check_schema(media["schema"], path + " " + status)
            for kind, media in operation.get("requestBody", {}).get("content", {}).items():
                check("/" in kind, kind)
                check_schema(media["schema"], path + " " + kind)
            for need in operation["security"]:
                check(set(need) <= set(document["components"]["securitySchemes"]), need)
            # the server serves what it describes
            status = server.send(method.upper(), path, b"{}", {"Content-Type": "application/json"} if method == "post" else {}).status
            check(status in (200, 204, 400), path, status)
    for name, schema in document["components"]["schemas"].items():
        check_schema(schema, name)
    # every member of a request is described, and no other one is accepted where there are no items
    for name in ["summarize", "pack", "rouge"]:
        schema = document["components"]["schemas"][name]
        check(schema["additionalProperties"] is (name == "pack"), name)  # an instance can be the body
        for member in schema["properties"]:
            check(schema["properties"][member]["description"], name, member)
            error = server.post("/v1/" + name, {member: None, "nobody": 1}).error
            check(error["member"] == "nobody", name, member, error)
    python = os.path.join(ROOT, "build", "venv", "bin", "python")
    code = "import json, sys; from openapi_spec_validator import validate; validate(json.load(open(sys.argv[1])))"
    if os.path.exists(python) and subprocess.run([python, "-c", "import openapi_spec_validator"], capture_output=True).returncode == 0:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(document, file)
            file.flush()
            done = subprocess.run([python, "-c", code, file.name], capture_output=True)
            check(done.returncode == 0, done.stderr.decode()[-1500:])
    else:
        print("note: openapi-spec-validator is not in build/venv; only the checks of this test were made")
finish()
