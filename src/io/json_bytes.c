/* json_bytes.c - the bytes of JSON that are read: where they begin and end, white space, problems. */
#include "io/json.h"

bool kn_json_pad(kn_text *text)
{
    static const char zeros[KN_JSON_PADDING];
    kn_text_add(text, zeros, sizeof zeros);
    if (!text->failed)
        text->length -= sizeof zeros;
    return !text->failed;
}

void kn_json_begin(kn_json *json, const knap_allocator *allocator)
{
    *json = (kn_json){.decoded = {.allocator = allocator}};
}

void kn_json_free(kn_json *json)
{
    KN_RELEASE(json->decoded.allocator, json->key);
    KN_RELEASE(json->decoded.allocator, json->slot);
    kn_arena_free(&json->decoded);
    json->key = NULL;
    json->slot = NULL;
}

void kn_json_start(kn_json *json, const char *bytes, size_t length, bool last, size_t line)
{
    json->at = bytes;
    json->end = bytes + length;
    json->last = last;
    json->ended = json->short_of_bytes = json->no_memory = false;
    json->problem = NULL;
    json->line = line;
    json->depth = 0;
    json->keys = 0;
}

bool kn_json_fail(kn_json *json, const char *problem)
{
    if (json->problem)
        return false;
    if (json->at >= json->end) {
        json->ended = true;
        json->short_of_bytes = !json->last;
        problem = "the bytes end within a value";
    }
    json->problem = problem;
    json->end = json->at; /* nothing is left to read */
    return false;
}

int kn_json_peek(kn_json *json)
{
    for (;;) {
        unsigned char byte = (unsigned char)*json->at;
        if (byte > ' ')
            return json->problem ? 0 : byte;
        if (byte == '\n')
            json->line++;
        else if (byte != ' ' && byte != '\r' && byte != '\t') {
            kn_json_fail(json, "a control character outside of a string");
            return 0;
        }
        json->at++;
    }
}

static const char *expected(char wanted)
{
    switch (wanted) {
    case '{':
        return "expected '{'";
    case '[':
        return "expected '['";
    case '}':
        return "expected ',' or '}'";
    case ']':
        return "expected ',' or ']'";
    case ':':
        return "expected ':'";
    default:
        return "expected '\"'";
    }
}

bool kn_json_lacks(kn_json *json, char wanted)
{
    return kn_json_fail(json, expected(wanted));
}

bool kn_json_expect(kn_json *json, char wanted)
{
    if (kn_json_peek(json) != wanted)
        return kn_json_lacks(json, wanted);
    json->at++;
    return true;
}
