/* http_mutate.c - mutates requests so that most bodies remain JSON: one node of the tree is replaced, removed, renamed, copied or
 * wrapped. Every member of every endpoint gets values of every type. Other mutations are libFuzzer's, of the bytes. */
#include "http_mutate.h"
#include "http.h"
#include "server.h"

#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

static const char *const VALUES[] = {"null",
                                     "true",
                                     "false",
                                     "0",
                                     "-1",
                                     "1",
                                     "2",
                                     "3",
                                     "7",
                                     "1.5",
                                     "0.5",
                                     "-0.0",
                                     "1e308",
                                     "-1e308",
                                     "1e-320",
                                     "9007199254740993",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "1e19",
                                     "[]",
                                     "{}",
                                     "[[]]",
                                     "[0]",
                                     "[0,1]",
                                     "[1,0,\"a\"]",
                                     "[{\"document\":0,\"sentence\":0}]",
                                     "[{\"document\":1,\"sentence\":2}]",
                                     "{\"text\":\"Two dogs ran home. A cat slept all day.\"}",
                                     "{\"cost\":1,\"id\":\"z\",\"text\":\"a b\",\"score\":0.5}",
                                     "{\"kind\":\"coverage\",\"targets\":{\"a\":1}}",
                                     "\"\"",
                                     "\"a\"",
                                     "\"default\"",
                                     "\"items\"",
                                     "\"en\"",
                                     "\"auto\"",
                                     "\"ar\"",
                                     "\"zh\"",
                                     "\"1,2,L\"",
                                     "\"SU4,W1.2,S4\"",
                                     "\"250w\"",
                                     "\"5s\"",
                                     "\"10%\"",
                                     "\"665b\"",
                                     "\"60c\"",
                                     "\"1000t\"",
                                     "\"1000t:/etc/passwd\"",
                                     "\"@/etc/passwd\"",
                                     "\"../../etc/passwd\"",
                                     "\"file:///etc/passwd\"",
                                     "\"/etc/passwd\"",
                                     "\"<script>alert(1)</script>\"",
                                     "\"\\u0000\"",
                                     "\"\\u202e\\ud83d\\ude00\"",
                                     "\"\\n\\r\\n\\t\"",
                                     "\"given\"",
                                     "\"words\"",
                                     "\"cost=len,text=body\"",
                                     "\"greedy\"",
                                     "\"swap\"",
                                     "\"mbr\"",
                                     "\"questions,fragments\"",
                                     "\"id,cost,score\\na,3,0.5\\nb,4,0.25\\n\"",
                                     "\"{\\\"budget\\\":3,\\\"items\\\":[{\\\"cost\\\":1}]}\\n\""};
static const char *const NAMES[] = {"text",   "name",  "document", "sentence", "items",  "cost",   "score",   "id",
                                    "budget", "query", "pinned",   "banned",   "vector", "covers", "targets", "reward",
                                    "kind",   "group", "refs",     "peer",     "peers",  "lambda", "damping"};

static size_t below(unsigned *state, size_t bound)
{
    *state = *state * 1664525u + 1013904223u;
    return bound ? (*state >> 8) % bound : 0;
}

/* ---- Nodes ---- */

/* A node and where it is: in an object by its key, in an array by its index. */
typedef struct place {
    json_t *parent, *node;
    const char *key;
    size_t index, left; /* left: nodes to pass before the one that is looked for */
} place;

static size_t count_nodes(const json_t *node)
{
    size_t count = 1, i;
    const char *key;
    json_t *value, *mutable = (json_t *)(size_t)node;
    json_object_foreach(mutable, key, value) count += count_nodes(value);
    json_array_foreach(mutable, i, value) count += count_nodes(value);
    return count;
}

static bool find_node(json_t *parent, json_t *node, const char *key, size_t index, place *into)
{
    const char *name;
    json_t *value;
    size_t i;
    if (into->left-- == 0) {
        into->parent = parent, into->node = node, into->key = key, into->index = index;
        return true;
    }
    json_object_foreach(node, name, value) if (find_node(node, value, name, 0, into)) return true;
    json_array_foreach(node, i, value) if (find_node(node, value, NULL, i, into)) return true;
    return false;
}

static void put(const place *at, json_t *value)
{
    if (at->key)
        json_object_set_new(at->parent, at->key, value);
    else if (at->parent)
        json_array_set_new(at->parent, at->index, value);
    else
        json_decref(value);
}

/* ---- Changes ---- */

static json_t *any_value(unsigned *state)
{
    const char *text;
    size_t systems = 0, number;
    while (knap_systems()[systems])
        systems++;
    number = below(state, sizeof VALUES / sizeof *VALUES + systems + 2);
    if (number < sizeof VALUES / sizeof *VALUES)
        return json_loads(VALUES[number], JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    number -= sizeof VALUES / sizeof *VALUES;
    if (number < systems)
        return json_string(knap_systems()[number]->name);
    if (number == systems) { /* a long text */
        char *made = malloc(2000);
        json_t *value;
        CHECK(made);
        memset(made, "a .\n"[below(state, 4)], 2000);
        value = json_stringn(made, 2000);
        free(made);
        return value;
    }
    text = knap_orders()[below(state, 4)].name;
    return json_string(text ? text : "depend");
}

static const char *any_name(unsigned *state)
{
    const member_row *table = routes[below(state, routes_count)].members;
    size_t rows = 0;
    if (!table || below(state, 3) == 0)
        return NAMES[below(state, sizeof NAMES / sizeof *NAMES)];
    while (table[rows].name)
        rows++;
    return table[below(state, rows)].name;
}

/* Changes the bytes of a string; those that are no UTF-8 afterwards are left alone. */
static json_t *change_string(const json_t *string)
{
    enum { MORE = 64 };
    size_t length = json_string_length(string);
    uint8_t *bytes = malloc(length + MORE);
    json_t *made;
    CHECK(bytes);
    memcpy(bytes, json_string_value(string), length);
    length = LLVMFuzzerMutate(bytes, length, length + MORE);
    made = json_stringn((const char *)bytes, length);
    free(bytes);
    return made ? made : json_string("\xC3\xA9");
}

static json_t *wrap(json_t *node, unsigned *state)
{
    size_t depth = below(state, 4) ? 1 : below(state, 2000);
    node = json_incref(node);
    for (size_t i = 0; i <= depth; i++) {
        json_t *outer = below(state, 2) ? json_array() : json_object();
        if (json_is_array(outer))
            json_array_append_new(outer, node);
        else
            json_object_set_new(outer, "a", node);
        node = outer;
    }
    return node;
}

static void rename_node(const place *at, const char *name)
{
    json_t *node = json_incref(at->node);
    json_object_del(at->parent, at->key);
    json_object_set_new(at->parent, name, node);
}

static void change(json_t *root, unsigned *state)
{
    place at = {.left = below(state, count_nodes(root))}, other = {.left = below(state, count_nodes(root))};
    find_node(NULL, root, NULL, 0, &at);
    find_node(NULL, root, NULL, 0, &other);
    switch (below(state, 9)) {
    case 0:
    case 1:
        put(&at, any_value(state));
        break;
    case 2:
        if (at.key)
            json_object_del(at.parent, at.key);
        else if (at.parent)
            json_array_remove(at.parent, at.index);
        break;
    case 3:
        if (json_is_array(at.node))
            json_array_insert_new(at.node, below(state, json_array_size(at.node) + 1), any_value(state));
        else
            json_object_set_new(json_is_object(at.node) ? at.node : root, any_name(state), any_value(state));
        break;
    case 4: /* a member of the endpoint, with any value */
        json_object_set_new(root, any_name(state), any_value(state));
        break;
    case 5:
        put(&at, json_deep_copy(other.node));
        break;
    case 6:
        if (at.key)
            rename_node(&at, any_name(state));
        break;
    case 7:
        put(&at, wrap(at.node, state));
        break;
    default:
        if (json_is_string(at.node))
            put(&at, change_string(at.node));
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    unsigned state = seed;
    size_t begin = fake_body(data, size), length;
    json_t *root = NULL;
    char *text;
    if (below(&state, 4) && begin < size)
        root = json_loadb((const char *)data + begin, size - begin, JSON_ALLOW_NUL, NULL);
    if (!json_is_object(root)) {
        json_decref(root);
        return LLVMFuzzerMutate(data, size, most);
    }
    for (size_t i = below(&state, 3) + 1; i > 0; i--)
        change(root, &state);
    text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    length = text ? strlen(text) : 0;
    if (length > 0 && begin + length <= most) {
        memcpy(data + begin, text, length);
        size = begin + length;
    }
    if (text)
        cli_give_back(text);
    return size;
}
