/* route_openapi.c - /openapi.json, made from the table of routes and the tables of their members. */
#include "server.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A schema that is written as text. */
static json_t *parse(const char *text)
{
    json_t *made = json_loads(text, 0, NULL);
    return made ? made : json_object();
}

static json_t *json_member(const member_row *row)
{
    static const char *const types[] = {"{\"type\":\"string\"}", "{\"type\":\"integer\",\"minimum\":0}",
                                        "{\"type\":\"number\"}", "{\"type\":\"boolean\"}"};
    json_t *schema = parse(row->type == MEMBER_JSON ? row->schema : types[row->type]);
    cli_json_put(schema, "description", cli_json_string(row->help));
    return schema;
}

/* The names in "a,b". */
static json_t *json_names(const char *list)
{
    json_t *array = json_array();
    while (list && *list) {
        size_t length = strcspn(list, ",");
        cli_json_add(array, cli_json_text(list, length));
        list += length + (list[length] == ',');
    }
    return array;
}

static json_t *json_body_schema(const route *of)
{
    json_t *schema = parse("{\"type\":\"object\",\"additionalProperties\":false}"), *properties = json_object();
    for (const member_row *row = of->members; row && row->name; row++)
        cli_json_put(properties, row->name, json_member(row));
    cli_json_put(schema, "properties", properties);
    if (of->instance)
        cli_json_put(schema, "additionalProperties", json_true());
    if (of->required)
        cli_json_put(schema, "required", json_names(of->required));
    return schema;
}

/* "summarize" for /v1/summarize: the operation's id, and the name of its schema. */
static const char *short_name(const route *of)
{
    const char *slash = strrchr(of->path, '/');
    return slash[1] ? slash + 1 : "page";
}

static json_t *json_body(const route *of)
{
    json_t *body = json_object(), *content = json_object();
    for (size_t i = 0; of->types[i]; i++) {
        json_t *media = json_object();
        char *reference = cli_format("{\"$ref\":\"#/components/schemas/%s\"}", short_name(of));
        bool json = strcmp(of->types[i], "application/json") == 0;
        bool parts = strcmp(of->types[i], "multipart/form-data") == 0;
        if (json)
            cli_json_put(media, "schema", parse(reference));
        else if (parts)
            cli_json_put(
                media, "schema",
                parse("{\"type\":\"object\",\"description\":\"Files: documents and references, or items; and the JSON "
                      "object in the part request\"}"));
        else
            cli_json_put(
                media, "schema",
                parse("{\"type\":\"string\",\"description\":\"The file; the other members are in the query string\"}"));
        cli_json_put(content, of->types[i], media);
        free(reference);
    }
    cli_json_put(body, "required", json_true());
    cli_json_put(body, "content", content);
    return body;
}

static json_t *json_response(const char *type, const char *schema, const char *what)
{
    json_t *response = json_object(), *content = json_object(), *media = json_object();
    char *plain = cli_copy(type, strcspn(type, ";"));
    cli_json_put(response, "description", cli_json_string(what));
    if (*plain) {
        cli_json_put(media, "schema", parse(schema));
        cli_json_put(content, plain, media);
        cli_json_put(response, "content", content);
    } else {
        json_decref(content);
        json_decref(media);
    }
    free(plain);
    return response;
}

static json_t *json_responses(const route *of)
{
    static const struct {
        const char *status, *what;
        bool works; /* only endpoints that do work answer it */
    } faults[] = {{"400", "A member is wrong; the error names it", true},
                  {"401", "The token is missing or wrong", false},
                  {"403", "The host or the origin is a foreign one", false},
                  {"413", "The request is over the limit of bytes, items or memory", true},
                  {"415", "The content type is not accepted", true},
                  {"422", "The data were read but cannot be used", true},
                  {"429", "The queue is full: try again later", true},
                  {"503", "The server is stopping, or the request took too long", true}};
    static const char error[] = "{\"$ref\":\"#/components/schemas/error\"}";
    bool json = strncmp(of->answer, "application/json", 16) == 0;
    json_t *responses = json_object();
    cli_json_put(responses, *of->answer ? "200" : "204",
                 json_response(of->answer, json ? "{\"type\":\"object\"}" : "{\"type\":\"string\"}",
                               *of->answer ? "The answer" : "Nothing"));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (of->works || (!faults[i].works && !(of->free && faults[i].status[2] == '1')))
            cli_json_put(responses, faults[i].status, json_response("application/json", error, faults[i].what));
    return responses;
}

static json_t *json_operation(const route *of)
{
    json_t *operation = json_object();
    cli_json_put(operation, "operationId", cli_json_string(short_name(of)));
    cli_json_put(operation, "summary", cli_json_string(of->summary));
    if (of->types)
        cli_json_put(operation, "requestBody", json_body(of));
    cli_json_put(operation, "responses", json_responses(of));
    cli_json_put(operation, "security", parse(of->free ? "[]" : "[{},{\"token\":[]}]"));
    return operation;
}

static json_t *json_components(void)
{
    json_t *components = json_object(), *schemas = json_object();
    cli_json_put(
        schemas, "error",
        parse("{\"type\":\"object\",\"required\":[\"error\"],\"properties\":{\"error\":{\"type\":\"object\","
              "\"required\":[\"status\",\"message\"],\"properties\":{\"status\":{\"type\":\"integer\"},"
              "\"member\":{\"type\":\"string\"},\"file\":{\"type\":\"string\"},\"line\":{\"type\":\"integer\"},"
              "\"message\":{\"type\":\"string\"}}}}}"));
    for (size_t i = 0; i < routes_count; i++)
        if (routes[i].members)
            cli_json_put(schemas, short_name(&routes[i]), json_body_schema(&routes[i]));
    cli_json_put(components, "schemas", schemas);
    cli_json_put(components, "securitySchemes", parse("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}"));
    return components;
}

void route_openapi(request *self)
{
    json_t *object = json_object(), *info = json_object(), *paths = json_object();
    cli_json_put(object, "openapi", cli_json_string("3.1.0"));
    cli_json_put(info, "title", cli_json_string("knap"));
    cli_json_put(info, "version", cli_json_string(knap_version()));
    cli_json_put(
        info, "description",
        cli_json_string(
            "Summaries of documents and lists of items that fit a budget. docs/SERVER.md describes requests and "
            "answers."));
    cli_json_put(object, "info", info);
    for (size_t i = 0; i < routes_count; i++) {
        json_t *path = json_object();
        char method[8] = "";
        for (size_t k = 0; routes[i].method[k] && k + 1 < sizeof method; k++)
            method[k] = (char)tolower((unsigned char)routes[i].method[k]);
        cli_json_put(path, method, json_operation(&routes[i]));
        cli_json_put(paths, routes[i].path, path);
    }
    cli_json_put(object, "paths", paths);
    cli_json_put(object, "components", json_components());
    request_answer(self, object);
}
